"""One side of the pairs: shapes and poses, broadcast against each other as NumPy does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._numbers import Floats
from ._poses import PoseLike, flat
from ._shapes import HalfSpace, Polygons, Shape

Shapes = Union[Shape, Sequence[Shape], Polygons, npt.NDArray[np.object_]]
"""One shape, or several: a list is an axis, as an array of objects has axes."""

Listed = Union[list[Shape], Polygons]

Columns = dict[str, npt.NDArray[Any]]


class Side:
    """The shapes and poses of one side, as flat lists of one length or of one element, and the shape of the array that they are."""

    __slots__ = ("name", "shapes", "poses", "shape", "first")
    first: Shape
    shapes: Listed

    def __init__(self, name: str, shapes: Shapes, pose: PoseLike | None, pose_name: str | None = None) -> None:
        self.name = name
        listed: Listed
        if isinstance(shapes, Shape):
            listed = [shapes]
            shape: tuple[int, ...] = ()
        elif isinstance(shapes, Polygons):
            listed, shape = shapes, (len(shapes),)
        elif isinstance(shapes, np.ndarray):
            listed, shape = list(shapes.ravel()), shapes.shape
        else:
            listed = list(shapes)
            shape = (len(listed),)
        # By type: there may be a million of them.
        if isinstance(listed, list) and not all(issubclass(kind, Shape) for kind in set(map(type, listed))):
            raise TypeError(f"{name} must be a shape or an array of shapes")
        if not listed:
            raise ValueError(f"{name} has no shapes")
        self.first = listed[0]
        pose_name = pose_name or f"pose_{name}"
        poses, of_poses = flat(pose, self.first.dim, self.first.dtype, pose_name)
        try:
            self.shape = np.broadcast_shapes(shape, of_poses)
        except ValueError:
            raise ValueError(f"{name} has shape {shape}, and {pose_name} {of_poses}: they do not broadcast") from None
        self.shapes = listed if len(listed) == 1 or shape == self.shape else _picked(listed, _spread(shape, self.shape))
        self.poses = poses if poses is None or len(poses) == 1 else _rows(poses, of_poses, self.shape)

    @property
    def given(self) -> Any:
        """The shapes as the compiled part takes them."""
        return self.shapes[0] if len(self.shapes) == 1 else self.shapes

    @property
    def count(self) -> int:
        """How many bodies there are."""
        return int(np.prod(self.shape, dtype=np.intp))

    def pair_with(self, shape: tuple[int, ...]) -> npt.NDArray[np.uint32]:
        """Which body each pair has."""
        return _spread(self.shape, shape).astype(np.uint32)


def _spread(shape: tuple[int, ...], to: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """The flat indices of an array that is broadcast to another shape."""
    indices = np.arange(int(np.prod(shape, dtype=np.intp))).reshape(shape)
    return np.broadcast_to(indices, to).ravel()


def _picked(shapes: Listed, indices: npt.NDArray[np.intp]) -> Listed:
    return shapes[indices] if isinstance(shapes, Polygons) else [shapes[k] for k in indices]


def _rows(rows: Floats, shape: tuple[int, ...], to: tuple[int, ...]) -> Floats:
    return rows if shape == to else np.ascontiguousarray(rows[_spread(shape, to)])


def joined(a: Side, b: Side, *others: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the array of pairs."""
    if (a.first.dtype, a.first.dim) != (b.first.dtype, b.first.dim):
        raise TypeError(
            f"{a.name} has {a.first.dtype} in {a.first.dim} dimensions, {b.name} {b.first.dtype} in {b.first.dim}: "
            "make both alike"
        )
    try:
        return np.broadcast_shapes(a.shape, b.shape, *others)
    except ValueError:
        others_too = "".join(f" and {other}" for other in others)
        raise ValueError(f"{a.name} has shape {a.shape}, and {b.name} {b.shape}{others_too}: they do not broadcast") from None


def spread(side: Side, shape: tuple[int, ...]) -> tuple[Any, Floats | None]:
    """The shapes and poses of each pair; one where all pairs have the same."""
    count = int(np.prod(shape, dtype=np.intp))
    if side.count in (1, count):
        return side.given, side.poses
    indices = _spread(side.shape, shape)
    shapes = side.given if len(side.shapes) == 1 else _picked(side.shapes, indices)
    poses = side.poses if side.poses is None or len(side.poses) == 1 else np.ascontiguousarray(side.poses[indices])
    return shapes, poses


Moves = tuple[Floats, Floats, Union[float, None], float, bool]


def bodies(a: Side, b: Side, shape: tuple[int, ...]) -> tuple[tuple[Any, Floats | None], tuple[Any, Floats | None]]:
    """The shapes and poses of each pair on both sides, for as many pairs as the shape has, whatever makes them differ."""
    of_a, of_b = spread(a, shape), spread(b, shape)
    count = int(np.prod(shape, dtype=np.intp))
    if count > 1 and a.count == 1 and b.count == 1:
        of_b = [of_b[0]] * count, of_b[1]
    return of_a, of_b


def ask(query: str, a: Side, b: Side, shape: tuple[int, ...], moves: Moves | None, threads: int) -> Columns:
    """Asks about all pairs. The columns are flat."""
    count = int(np.prod(shape, dtype=np.intp))
    try:
        if isinstance(a.first, HalfSpace) or isinstance(b.first, HalfSpace):
            return _ask_ground(query, a, b, shape, moves)
        if moves is not None or a.count in (1, count) and b.count in (1, count):
            of_a, of_b = bodies(a, b, shape)
            return _gjk.ask(query, of_a[0], of_b[0], of_a[1], of_b[1], None, moves, threads)
        pairs = np.stack([a.pair_with(shape), b.pair_with(shape)], axis=1)
        return _gjk.ask(query, a.given, b.given, a.poses, b.poses, pairs, moves, threads)
    except _gjk.Misplaced as error:
        raise placed(error, {"a": a.shape, "b": b.shape}, shape) from None


def placed(error: Exception, sides: dict[str, tuple[int, ...]], shape: tuple[int, ...]) -> ValueError:
    """An error that names the element of the caller's array."""
    side, index, why = error.args
    of = sides.get(side, shape)
    place = np.unravel_index(index, of) if of and index < np.prod(of) else ()
    where = f"[{', '.join(str(int(k)) for k in place)}]" if place else ""
    return ValueError(f"{'motion' if side == 'motion' else f'pose_{side}'}{where}: {why}")


def _ask_ground(query: str, a: Side, b: Side, shape: tuple[int, ...], moves: Moves | None) -> Columns:
    """The compiled part has the half-space as A."""
    flipped = not isinstance(a.first, HalfSpace)
    if flipped:
        a, b = b, a
        moves = moves and (moves[1], moves[0], *moves[2:])
    if any(isinstance(shape, HalfSpace) for shape in b.shapes) or len(a.shapes) > 1:
        raise TypeError(f"{query} takes one HalfSpace, and bounded shapes")
    of_a, of_b = bodies(a, b, shape)
    columns = _gjk.ground(query, a.given, of_b[0], of_a[1], of_b[1], moves)
    if flipped and "normal" in columns:
        columns["normal"] = -columns["normal"]
        columns["points"] = np.ascontiguousarray(columns["points"][:, ::-1])
    return columns
