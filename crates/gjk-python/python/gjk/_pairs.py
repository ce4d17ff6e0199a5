"""Pairs of a list of shapes: each pose is prepared once, however many pairs it is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union, cast

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._answers import CertifiedDistance, CertifiedVerdict, Contact, Distance
from ._numbers import Bools
from ._poses import PoseLike
from ._shapes import Polygons, Shape
from ._sides import Side, placed


class Pairs:
    """Pairs of shapes in a list, which may have poses in many frames. Made by `gjk.pairs`."""

    __slots__ = ("_side", "_frames", "indices")

    def __init__(self, side: Side, indices: npt.NDArray[np.intp]) -> None:
        self._side = side
        self._frames = side.shape[:-1]
        self.indices = indices
        """The two shapes of each pair, (pairs, 2)."""

    def __len__(self) -> int:
        return len(self.indices)

    def __repr__(self) -> str:
        frames = f" in {self._frames} frames" if self._frames else ""
        return f"<{len(self)} pairs of {self._side.shape[-1]} shapes{frames}>"

    def _ask(self, query: str, threads: int) -> tuple[Any, tuple[int, ...]]:
        side, count = self._side, self._side.shape[-1]
        frames = int(np.prod(self._frames, dtype=np.intp))
        starts = (np.arange(frames) * count)[:, None, None]
        pairs = (self.indices[None] + starts).reshape(-1, 2)
        pairs = np.ascontiguousarray(pairs, dtype=np.uint32)
        try:
            columns = _gjk.ask(query, side.given, side.given, side.poses, side.poses, pairs, None, threads)
        except _gjk.Misplaced as error:
            which, index, why = error.args
            message = str(placed(_gjk.Misplaced("a", index, why), {"a": side.shape}, side.shape))
            raise ValueError(message.replace("pose_a", "poses", 1)) from None
        return columns, (*self._frames, len(self))

    def intersects(self, *, threads: int = 1) -> Bools:
        """Returns whether the shapes of each pair have a point in common. (There is no normal.)"""
        columns, shape = self._ask("intersects", threads)
        return cast(Bools, columns["intersects"].reshape(shape))

    def distance(self, *, threads: int = 1) -> Distance:
        """The distance of each pair. The normal points from its first shape to its second."""
        columns, shape = self._ask("distance", threads)
        return Distance._of(columns, shape, self._side.first.dtype)

    def contact(self, *, threads: int = 1) -> Contact:
        """The contact of each pair. The normal points from its first shape to its second."""
        columns, shape = self._ask("contact", threads)
        return Contact._of(columns, shape, self._side.first.dtype)

    def certified_intersects(self, *, threads: int = 1) -> CertifiedVerdict:
        """Returns whether the shapes of each pair have a point in common, with a proof. (There is no normal.)"""
        columns, shape = self._ask("certified_intersects", threads)
        return CertifiedVerdict._of(columns, shape, self._side.first.dtype)

    def certified_distance(self, *, threads: int = 1) -> CertifiedDistance:
        """The distance of each pair, with proven bounds. The normal points from its first shape to its second."""
        columns, shape = self._ask("certified_distance", threads)
        return CertifiedDistance._of(columns, shape, self._side.first.dtype)

    def _repr_svg_(self) -> str | None:
        from ._draw import drawn, first_frame

        return drawn(first_frame(self._side))


def pairs(shapes: Union[Sequence[Shape], Polygons], poses: PoseLike | None = None, indices: npt.ArrayLike | None = None) -> Pairs:
    """Pairs of a list of shapes; all against all, unless indices name them. The normal points from a pair's first to its second.

    The last axis of the array of poses runs over the shapes; axes before it are frames.

    >>> import gjk
    >>> row = gjk.pairs([gjk.Ball(1, dim=2)] * 3, [[0.0, 0.0], [5.0, 0.0], [9.0, 0.0]])
    >>> row.indices.tolist(), row.distance().distance.tolist()
    ([[0, 1], [0, 2], [1, 2]], [3.0, 7.0, 2.0])
    """
    listed = shapes if isinstance(shapes, Polygons) else list(shapes)
    if not listed:
        raise ValueError("shapes is empty")
    side = Side("shapes", listed, poses, "poses")
    if isinstance(listed, list) and len({(shape.dtype, shape.dim) for shape in listed}) > 1:
        raise TypeError("all shapes must have the same dtype and dimension")
    if side.shape[-1] != len(listed):
        raise ValueError(f"there are {len(listed)} shapes, and poses of shape {side.shape}")
    if indices is None:
        chosen = np.stack(np.triu_indices(len(listed), 1), axis=1)
    else:
        chosen = np.asarray(indices)
        if chosen.ndim != 2 or chosen.shape[1] != 2 or chosen.dtype.kind not in "iu":
            raise ValueError(f"indices must be whole numbers of shape (pairs, 2), not {chosen.dtype} of {chosen.shape}")
        outside = np.argwhere((chosen < 0) | (chosen >= len(listed)))
        if len(outside):
            row, column = outside[0]
            raise IndexError(f"indices[{row}, {column}] is {chosen[row, column]}: there are {len(listed)} shapes")
    return Pairs(side, chosen)
