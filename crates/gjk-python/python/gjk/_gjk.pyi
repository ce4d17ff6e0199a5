from typing import Any

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

__all__ = [
    "Misplaced",
    "Polygons",
    "Shape",
    "Trace",
    "aabb",
    "ask",
    "exact",
    "ground",
    "manifold",
    "mass_properties",
    "one",
    "outline",
    "time_of_impact",
    "trace",
]

class Misplaced(ValueError): ...

@disjoint_base
class Shape:
    def __new__(
        cls,
        kind: str,
        dtype: str,
        dim: int,
        numbers: list[float],
        points: list[tuple[float, ...]],
        parts: list[Any],
        spec: tuple[Any, ...],
    ) -> Shape: ...
    @property
    def dtype(self) -> str: ...
    @property
    def dim(self) -> int: ...
    @property
    def _spec(self) -> tuple[Any, ...]: ...

@disjoint_base
class Polygons:
    def __new__(cls, points: npt.NDArray[Any]) -> Polygons: ...
    @property
    def points(self) -> npt.NDArray[Any]: ...
    def __len__(self) -> int: ...

@disjoint_base
class Trace:
    def __len__(self) -> int: ...
    def _parts_from(self, other: Trace) -> int | None: ...
    def svg(self, step: int) -> str: ...
    def to_json(self) -> str: ...
    def why(self, step: int) -> str: ...
    @property
    def verdict(self) -> str: ...
    @property
    def intersects(self) -> bool: ...
    @property
    def separation(self) -> float | None: ...

def ask(
    query: str,
    a: Any,
    b: Any,
    poses_a: npt.NDArray[Any] | None,
    poses_b: npt.NDArray[Any] | None,
    pairs: npt.NDArray[np.uint32] | None,
    moves: tuple[npt.NDArray[Any], npt.NDArray[Any], float | None, float, bool] | None,
    threads: int,
) -> dict[str, npt.NDArray[Any]]: ...
def one(query: str, a: Any, b: Any, pose_a: Any, pose_b: Any) -> tuple[Any, ...] | None: ...
def exact(
    query: str, a: Shape, b: Shape, pose_a: npt.NDArray[Any] | None, pose_b: npt.NDArray[Any] | None
) -> tuple[Any, ...] | None: ...
def manifold(
    a: Any,
    b: Any,
    poses_a: npt.NDArray[Any] | None,
    poses_b: npt.NDArray[Any] | None,
    prediction: float,
    most: int,
    threads: int,
) -> dict[str, npt.NDArray[Any]]: ...
def time_of_impact(
    a: Any,
    b: Any,
    poses_a: npt.NDArray[Any] | None,
    poses_b: npt.NDArray[Any] | None,
    motions_a: npt.NDArray[np.float64],
    motions_b: npt.NDArray[np.float64],
    options: tuple[float, float, float | None],
    threads: int,
) -> dict[str, npt.NDArray[Any]]: ...
def aabb(shapes: Any, poses: npt.NDArray[Any] | None, threads: int) -> dict[str, npt.NDArray[Any]]: ...
def ground(
    query: str,
    ground: Any,
    b: Any,
    poses_a: npt.NDArray[Any] | None,
    poses_b: npt.NDArray[Any] | None,
    moves: tuple[npt.NDArray[Any], npt.NDArray[Any], float | None, float, bool] | None,
) -> dict[str, npt.NDArray[Any]]: ...
def mass_properties(shape: Any, density: float) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any]] | None: ...
def trace(
    query: str,
    a: Shape,
    b: Shape,
    pose_a: npt.NDArray[Any] | None,
    pose_b: npt.NDArray[Any] | None,
    exact: bool,
) -> Trace: ...
def outline(shape: Shape, pose: npt.NDArray[Any] | None) -> list[list[float]]: ...
