"""Answers in rational numbers: nothing is rounded. Shapes are made of points and balls; others give a `ValueError`.

>>> import gjk
>>> triangle = gjk.Triangle([0, 0], [3, 1], [0, 4])
>>> gjk.exact.distance(triangle, gjk.PointCloud([[2, 0]])).squared
Fraction(2, 5)
"""

from __future__ import annotations

from typing import Any, NamedTuple, TYPE_CHECKING

import numpy as np

from . import _gjk
from ._numbers import Bools
from ._poses import PoseLike
from ._sides import Shapes, Side, joined, placed

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["ExactContact", "ExactDistance", "contact", "distance", "intersects"]


class ExactDistance(NamedTuple):
    """The exact distance of the cores of two shapes, their nearest points, and their margins (the radii of balls around them)."""

    intersects: bool
    """Returns whether the shapes, with their margins, have a point in common."""
    squared: Fraction
    """The square of the distance of the cores."""
    points: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    """The nearest points of the cores."""
    margins: tuple[Fraction, Fraction]
    """The margins."""
    distance: float
    """The distance of the shapes, correctly rounded."""
    normal: tuple[float, ...] | None
    """The unit normal from A to B, correctly rounded; None if they intersect."""
    rounded_points: tuple[tuple[float, ...], tuple[float, ...]]
    """The nearest points of the shapes, correctly rounded."""


class ExactContact(NamedTuple):
    """The exact signed separation of two shapes."""

    intersects: bool
    """Returns whether the shapes, with their margins, have a point in common."""
    overlap: bool
    """Whether the cores do."""
    squared: Fraction
    """The square of the distance of the cores, or of the depth of their overlap."""
    direction: tuple[Fraction, ...]
    """From A to B, of any length."""
    points: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    """The nearest points of the cores, or those that touch after the minimum translation."""
    margins: tuple[Fraction, Fraction]
    """The margins."""
    separation: float
    """The distance, or minus the depth, correctly rounded."""
    normal: tuple[float, ...]
    """The unit normal from A to B, correctly rounded."""
    rounded_points: tuple[tuple[float, ...], tuple[float, ...]]
    """The points of the shapes, correctly rounded."""


def _each(query: str, kind: Any, a: Shapes, b: Shapes, pose_a: PoseLike | None, pose_b: PoseLike | None) -> Any:
    of_a, of_b = Side("a", a, pose_a), Side("b", b, pose_b)
    shape = joined(of_a, of_b)
    bodies = []
    for side in (of_a, of_b):
        bodies.append(side.pair_with(shape) if side.count != 1 else np.zeros(int(np.prod(shape)), np.uint32))
    answers = np.empty(len(bodies[0]), dtype=object)
    for k, (i, j) in enumerate(zip(*bodies)):
        picked = [
            (side.shapes[index if len(side.shapes) > 1 else 0], _row(side.poses, index))
            for side, index in ((of_a, i), (of_b, j))
        ]
        try:
            found = _gjk.exact(query, picked[0][0], picked[1][0], picked[0][1], picked[1][1])
        except _gjk.Misplaced as error:
            side, _, why = error.args
            raise placed(_gjk.Misplaced(side, i if side == "a" else j, why), {"a": of_a.shape, "b": of_b.shape}, shape) from None
        if found is None:
            raise ValueError(f"exact arithmetic takes shapes made of points and balls, not {picked[0][0]!r} and {picked[1][0]!r}")
        answers[k] = kind(*found)
    return answers.reshape(shape)[()] if shape else answers[0]


def _row(poses: Any, index: int) -> Any:
    if poses is None:
        return None
    return poses[:1] if len(poses) == 1 else poses[index : index + 1]


def intersects(a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None) -> Bools:
    """Whether A and B have a point in common, decided exactly; touching counts. (There is no normal.)"""
    found = _each("intersects", bool, a, b, pose_a, pose_b)
    return np.asarray(found, dtype=bool)[()]


def distance(a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None) -> Any:
    """The exact distance: an `ExactDistance`, or an array of them. The normal points from A to B."""
    return _each("distance", ExactDistance, a, b, pose_a, pose_b)


def contact(a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None) -> Any:
    """The exact separation: an `ExactContact`, or an array of them. The normal points from A to B."""
    return _each("contact", ExactContact, a, b, pose_a, pose_b)
