"""Answers: a field is an array with an element for each pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ._numbers import Bools, Floats
from ._poses import PoseLike
from ._shapes import Shape

A = TypeVar("A", bound="Answer")

_PROOFS = np.array(["none", "bound", "exact"])
_AXES = "xyzw"


class Answer:
    """Answers about pairs: each field has the axes of the array of pairs, and then its own."""

    __slots__ = ("_columns", "_shape", "_dtype", "_pair")
    _fields: ClassVar[tuple[str, ...]] = ()
    _columns: Any
    _shape: tuple[int, ...]
    _dtype: Any
    _pair: tuple[Shape, Shape, PoseLike | None, PoseLike | None] | None

    @classmethod
    def _of(cls: type[A], columns: Any, shape: tuple[int, ...], dtype: str, pair: Any = None) -> A:
        made = cls.__new__(cls)
        made._columns, made._shape, made._dtype, made._pair = columns, shape, dtype, pair
        return made

    def _get(self, name: str) -> Any:
        if isinstance(self._columns, tuple):
            value = self._columns[self._fields.index(name)]
            if isinstance(value, float):
                return np.dtype(self._dtype).type(value)
            if isinstance(value, tuple):
                return np.array(value, self._dtype)
            return np.bool_(value) if isinstance(value, bool) else value
        column = self._columns[name]
        return column.reshape(self._shape + column.shape[1:])[()]

    def _floats(self, name: str) -> Floats:
        return cast(Floats, self._get(name))

    def _bools(self, name: str) -> Bools:
        return cast(Bools, self._get(name))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array of pairs; () for one pair."""
        return self._shape

    def to_dict(self) -> dict[str, npt.NDArray[Any]]:
        """Columns for `pandas.DataFrame` or `polars.DataFrame`: one for each number of a field, a row for each pair.

        >>> import gjk
        >>> list(gjk.distance(gjk.Ball(1, dim=2), gjk.Ball(1, [4, 0])).to_dict())[:5]
        ['distance', 'lower', 'normal_x', 'normal_y', 'points_a_x']
        """
        rows = int(np.prod(self._shape, dtype=np.intp))
        table: dict[str, npt.NDArray[Any]] = {}
        for name in self._fields:
            column = np.asarray(self._get(name))
            column = column.reshape(rows, *column.shape[len(self._shape) :])
            if column.ndim == 1:
                table[name] = column
            for place in np.ndindex(column.shape[1:]) if column.ndim > 1 else ():
                table["_".join(_words(name, place))] = column[(slice(None), *place)]
        return table

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"a {type(self).__name__} has fields: {', '.join(self._fields)}")

    def __repr__(self) -> str:
        name = type(self).__name__
        if self._shape:
            return f"<{name} of {self._shape} pairs: {', '.join(self._fields)}>"
        fields = (f"{field}={np.asarray(self._get(field)).tolist()!r}" for field in self._fields)
        return f"{name}({', '.join(fields)})"

    def _repr_svg_(self) -> str | None:
        from ._draw import picture

        return picture(self)


def _words(name: str, place: tuple[int, ...]) -> list[str]:
    """The name of one number of a field: A's or B's, and its axis."""
    words = [str(index) for index in place]
    if name in ("normal", "points", "point", "min", "max"):
        words[-1] = _AXES[place[-1]]
    if name == "points":
        words[-2] = "ab"[place[-2]]
    return [name, *words]


class Distance(Answer):
    """Distances. The normal points from A to B."""

    __slots__ = ()
    _fields = ("distance", "lower", "normal", "points", "undecided", "evaluations")

    @property
    def distance(self) -> Floats:
        """The distance; 0 exactly where the shapes intersect."""
        return self._floats("distance")

    @property
    def lower(self) -> Floats:
        """A lower bound on the distance, as computed."""
        return self._floats("lower")

    @property
    def normal(self) -> Floats:
        """The unit normal from A to B, (…, D); NaN where they intersect."""
        return self._floats("normal")

    @property
    def points(self) -> Floats:
        """The nearest points of A and of B, (…, 2, D)."""
        return self._floats("points")

    @property
    def undecided(self) -> Bools:
        """Where the verdict is not known; the distance is 0 there."""
        return self._bools("undecided")

    @property
    def evaluations(self) -> npt.NDArray[np.uint32]:
        """How many support points were asked for."""
        return np.asarray(self._get("evaluations"))[()]

    @property
    def intersects(self) -> Bools:
        """Where the shapes have a point in common."""
        return cast(Bools, self.distance == 0)


class Contact(Answer):
    """Contacts. The normal points from A to B: moving B along it by minus the separation makes them touch."""

    __slots__ = ()
    _fields = ("separation", "normal", "points", "lower", "upper", "undecided", "evaluations")

    @property
    def separation(self) -> Floats:
        """The signed separation: the distance, or minus the depth."""
        return self._floats("separation")

    @property
    def depth(self) -> Floats:
        """How deep the shapes overlap: 0 where they touch or are apart."""
        return cast(Floats, np.maximum(-self.separation, np.dtype(self._dtype).type(0)))

    @property
    def normal(self) -> Floats:
        """The unit normal from A to B, (…, D)."""
        return self._floats("normal")

    @property
    def points(self) -> Floats:
        """A point of A and one of B, (…, 2, D): `separation · normal` apart."""
        return self._floats("points")

    @property
    def lower(self) -> Floats:
        """A lower bound on the separation, as computed."""
        return self._floats("lower")

    @property
    def upper(self) -> Floats:
        """An upper bound on the separation, as computed."""
        return self._floats("upper")

    @property
    def undecided(self) -> Bools:
        """Where the answer is not known; the separation is 0 there."""
        return self._bools("undecided")

    @property
    def evaluations(self) -> npt.NDArray[np.uint32]:
        """How many support points were asked for."""
        return np.asarray(self._get("evaluations"))[()]

    @property
    def intersects(self) -> Bools:
        """Where the shapes have a point in common."""
        return self.separation <= 0


class _Meeting(Answer):
    __slots__ = ()

    @property
    def hit(self) -> Bools:
        """Where the shapes meet."""
        return self._bools("hit")

    @property
    def time(self) -> Floats:
        """When they meet; infinite where they do not."""
        return self._floats("time")

    @property
    def lower(self) -> Floats:
        """A time before which they do not meet."""
        return self._floats("lower")

    @property
    def normal(self) -> Floats:
        """The unit normal from A to B at that time, (…, D); NaN without a hit."""
        return self._floats("normal")

    @property
    def points(self) -> Floats:
        """The touching points of A and of B at that time, (…, 2, D); NaN without a hit."""
        return self._floats("points")


class Cast(_Meeting):
    """When shapes meet that move in straight lines. The normal points from A to B."""

    __slots__ = ()
    _fields = ("hit", "time", "normal", "points", "lower", "undecided", "evaluations")

    @property
    def undecided(self) -> Bools:
        """Where that is not known; `lower` holds there, too."""
        return self._bools("undecided")

    @property
    def evaluations(self) -> npt.NDArray[np.uint32]:
        """How many support points were asked for."""
        return np.asarray(self._get("evaluations"))[()]


class Impact(_Meeting):
    """When bodies meet that move and turn. The normal points from A to B."""

    __slots__ = ()
    _fields = ("hit", "time", "lower", "separation", "normal", "points", "undecided")

    @property
    def separation(self) -> Floats:
        """How far apart they are at that time: at most the target and the tolerance; NaN without a hit."""
        return self._floats("separation")

    @property
    def undecided(self) -> Bools:
        """Where that is not known; `lower` holds there, too."""
        return self._bools("undecided")


class RayHit(Answer):
    """Where rays hit. The normal points out of the shape."""

    __slots__ = ()
    _fields = ("hit", "time", "point", "normal")

    @property
    def hit(self) -> Bools:
        """Where the ray hits the shape."""
        return self._bools("hit")

    @property
    def time(self) -> Floats:
        """The ray is then at `origin + time · direction`; infinite without a hit."""
        return self._floats("time")

    @property
    def point(self) -> Floats:
        """The point of the shape that it hits, (…, D); NaN without a hit."""
        return self._floats("point")

    @property
    def normal(self) -> Floats:
        """The outward unit normal there, (…, D); NaN without a hit."""
        return self._floats("normal")


class Projection(Answer):
    """The points of shapes nearest to given ones."""

    __slots__ = ()
    _fields = ("point", "distance", "inside", "undecided")

    @property
    def point(self) -> Floats:
        """The nearest point of the shape, (…, D): the given point itself where it is inside."""
        return self._floats("point")

    @property
    def distance(self) -> Floats:
        """Its distance from the given point; 0 where that is inside."""
        return self._floats("distance")

    @property
    def inside(self) -> Bools:
        """Where the given point is in the shape."""
        return self._bools("inside")

    @property
    def undecided(self) -> Bools:
        """Where that is not known."""
        return self._bools("undecided")


class Manifold(Answer):
    """Contact points for a solver. The normal points from A to B."""

    __slots__ = ()
    _fields = ("count", "normal", "points", "separation", "ids")

    @property
    def count(self) -> npt.NDArray[np.uint32]:
        """How many points there are: 0 where the shapes are farther apart than the prediction."""
        return np.asarray(self._get("count"))[()]

    @property
    def normal(self) -> Floats:
        """The unit normal from A to B, (…, D); NaN without points."""
        return self._floats("normal")

    @property
    def points(self) -> Floats:
        """A point of A and one of B for each contact point, (…, most, 2, D); NaN from `count` on."""
        return self._floats("points")

    @property
    def separation(self) -> Floats:
        """How far apart these two are along the normal, (…, most); NaN from `count` on."""
        return self._floats("separation")

    @property
    def ids(self) -> npt.NDArray[np.uint64]:
        """Names that last while the same edges meet, (…, most)."""
        return np.asarray(self._get("ids"))[()]


class Aabb(Answer):
    """Boxes aligned with the axes."""

    __slots__ = ()
    _fields = ("min", "max")

    @property
    def min(self) -> Floats:
        """The least coordinate along each axis, (…, D)."""
        return self._floats("min")

    @property
    def max(self) -> Floats:
        """The largest coordinate along each axis, (…, D)."""
        return self._floats("max")


class _Certified(Answer):
    __slots__ = ()

    @property
    def intersects(self) -> Bools:
        """Where the shapes have a point in common."""
        return self._bools("intersects")

    @property
    def proof(self) -> npt.NDArray[np.str_]:
        """How that is proven: "bound" (rounded arithmetic and a bound on its error), "exact" or "none"."""
        return cast("npt.NDArray[np.str_]", _PROOFS[self._get("proof")])

    @property
    def proven(self) -> Bools:
        """Where it is proven."""
        return cast(Bools, np.not_equal(self._get("proof"), 0))


class CertifiedVerdict(_Certified):
    """Verdicts with proofs."""

    __slots__ = ()
    _fields = ("intersects", "proof", "evaluations")

    @property
    def evaluations(self) -> npt.NDArray[np.uint32]:
        """How many support points were asked for in rounded arithmetic."""
        return np.asarray(self._get("evaluations"))[()]


class CertifiedDistance(_Certified):
    """Distances with proven bounds. The normal points from A to B."""

    __slots__ = ()
    _fields = ("intersects", "proof", "distance", "lower", "upper", "normal", "points")

    @property
    def distance(self) -> Floats:
        """The distance, between the bounds."""
        return self._floats("distance")

    @property
    def lower(self) -> Floats:
        """The exact distance is not below; NaN where no bound is known."""
        return self._floats("lower")

    @property
    def upper(self) -> Floats:
        """The exact distance is not above; NaN where no bound is known."""
        return self._floats("upper")

    @property
    def normal(self) -> Floats:
        """The unit normal from A to B, (…, D); NaN where they intersect."""
        return self._floats("normal")

    @property
    def points(self) -> Floats:
        """The nearest points of A and of B, (…, 2, D)."""
        return self._floats("points")


class CertifiedContact(_Certified):
    """Contacts with proven bounds. The normal points from A to B."""

    __slots__ = ()
    _fields = ("intersects", "proof", "separation", "lower", "upper", "normal", "points")

    @property
    def separation(self) -> Floats:
        """The signed separation, between the bounds."""
        return self._floats("separation")

    @property
    def lower(self) -> Floats:
        """The exact separation is not below; NaN where no bound is known."""
        return self._floats("lower")

    @property
    def upper(self) -> Floats:
        """The exact separation is not above; NaN where no bound is known."""
        return self._floats("upper")

    @property
    def normal(self) -> Floats:
        """The unit normal from A to B, (…, D)."""
        return self._floats("normal")

    @property
    def points(self) -> Floats:
        """A point of A and one of B, (…, 2, D)."""
        return self._floats("points")


class CertifiedCast(_Meeting):
    """Casts with a proven time before which the shapes do not meet. The normal points from A to B."""

    __slots__ = ()
    _fields = ("proven", "hit", "time", "lower", "normal", "points")

    @property
    def proven(self) -> Bools:
        """Where it is proven that they do not meet before `lower`."""
        return self._bools("proven")
