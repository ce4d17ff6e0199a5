"""Answers: a field is an array with an element for each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, TypeVar, Union, cast, overload

import numpy as np
import numpy.typing as npt

from ._numbers import Bools, Floats
from ._poses import PoseLike
from ._shapes import Shape

A = TypeVar("A", bound="Answer")
F = TypeVar("F")

Counts = npt.NDArray[np.uint32]
_AXES = "xyzw"


class Field(Generic[F]):
    """A field of an answer."""

    def __init__(self, doc: str, read: Callable[[Any], F] | None = None) -> None:
        self.__doc__ = doc
        self._read = read

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, answer: None, owner: type) -> Field[F]: ...
    @overload
    def __get__(self, answer: Answer, owner: type) -> F: ...
    def __get__(self, answer: Union[Answer, None], owner: type) -> Union[Field[F], F]:
        if answer is None:
            return self
        found = answer._column(self._name)
        return self._read(found) if self._read else cast(F, found)

    def __set__(self, answer: Answer, value: object) -> None:
        raise AttributeError("an answer cannot be changed")


class Answer:
    """Answers about pairs: each field has the axes of the array of pairs, and then its own."""

    __slots__ = ("_columns", "_shape", "_dtype", "_pair")
    _fields: ClassVar[tuple[str, ...]] = ()
    _columns: Any
    _shape: tuple[int, ...]
    _dtype: Any
    _pair: tuple[Shape, Shape, PoseLike | None, PoseLike | None] | None

    def __init_subclass__(cls) -> None:
        cls._fields += tuple(name for name, value in vars(cls).items() if isinstance(value, Field))

    @classmethod
    def _of(cls: type[A], columns: Any, shape: tuple[int, ...], dtype: str, pair: Any = None) -> A:
        made = cls.__new__(cls)
        made._columns, made._shape, made._dtype, made._pair = columns, shape, dtype, pair
        return made

    def _column(self, name: str) -> Any:
        """A column in the shape of the pairs. The compiled part gives columns by their names, or the numbers of one pair in order."""
        if isinstance(self._columns, tuple):
            value = self._columns[self._fields.index(name)]
            if isinstance(value, float):
                return np.dtype(self._dtype).type(value)
            if isinstance(value, tuple):
                return np.array(value, self._dtype)
            return np.bool_(value) if isinstance(value, bool) else np.uint32(value)
        column = self._columns[name]
        return column.reshape(self._shape + column.shape[1:])[()]

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
            column = np.asarray(getattr(self, name))
            column = column.reshape(rows, *column.shape[len(self._shape) :])
            for place in np.ndindex(column.shape[1:]):
                table["_".join(_words(name, place))] = column[(slice(None), *place)]
        return table

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"a {type(self).__name__} has fields: {', '.join(self._fields)}")

    def __repr__(self) -> str:
        name = type(self).__name__
        if self._shape:
            return f"<{name} of {self._shape} pairs: {', '.join(self._fields)}>"
        fields = (f"{field}={np.asarray(getattr(self, field)).tolist()!r}" for field in self._fields)
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
    distance = Field[Floats]("The distance; 0 exactly where the shapes intersect.")
    lower = Field[Floats]("A lower bound on the distance, as computed.")
    normal = Field[Floats]("The unit normal from A to B, (…, D); NaN where they intersect.")
    points = Field[Floats]("The nearest points of A and of B, (…, 2, D).")
    undecided = Field[Bools]("Where the verdict is not known; the distance is 0 there.")
    evaluations = Field[Counts]("How many support points were asked for.")

    @property
    def intersects(self) -> Bools:
        """Where the shapes have a point in common."""
        return cast(Bools, self.distance == 0)


class Contact(Answer):
    """Contacts. The normal points from A to B: moving B along it by minus the separation makes them touch."""

    __slots__ = ()
    separation = Field[Floats]("The signed separation: the distance, or minus the depth.")
    normal = Field[Floats]("The unit normal from A to B, (…, D).")
    points = Field[Floats]("A point of A and one of B, (…, 2, D): `separation · normal` apart.")
    lower = Field[Floats]("A lower bound on the separation, as computed.")
    upper = Field[Floats]("An upper bound on the separation, as computed.")
    undecided = Field[Bools]("Where the answer is not known; the separation is 0 there.")
    evaluations = Field[Counts]("How many support points were asked for.")

    @property
    def depth(self) -> Floats:
        """How deep the shapes overlap: 0 where they touch or are apart."""
        return cast(Floats, np.maximum(-self.separation, np.dtype(self._dtype).type(0)))

    @property
    def intersects(self) -> Bools:
        """Where the shapes have a point in common."""
        return self.separation <= 0


class _Meeting(Answer):
    __slots__ = ()
    hit = Field[Bools]("Where the shapes meet.")
    time = Field[Floats]("When they meet; infinite where they do not.")
    lower = Field[Floats]("A time before which they do not meet.")
    normal = Field[Floats]("The unit normal from A to B at that time, (…, D); NaN without a hit.")
    points = Field[Floats]("The touching points of A and of B at that time, (…, 2, D); NaN without a hit.")


class Cast(_Meeting):
    """When shapes meet that move in straight lines. The normal points from A to B."""

    __slots__ = ()
    undecided = Field[Bools]("Where that is not known; `lower` holds there, too.")
    evaluations = Field[Counts]("How many support points were asked for.")


class Impact(_Meeting):
    """When bodies meet that move and turn. The normal points from A to B."""

    __slots__ = ()
    separation = Field[Floats]("How far apart they are then: at most the target and the tolerance; NaN without a hit.")
    undecided = Field[Bools]("Where that is not known; `lower` holds there, too.")


class RayHit(Answer):
    """Where rays hit. The normal points out of the shape."""

    __slots__ = ()
    hit = Field[Bools]("Where the ray hits the shape.")
    time = Field[Floats]("The ray is then at `origin + time · direction`; infinite without a hit.")
    point = Field[Floats]("The point of the shape that it hits, (…, D); NaN without a hit.")
    normal = Field[Floats]("The outward unit normal there, (…, D); NaN without a hit.")


class Projection(Answer):
    """The points of shapes nearest to given ones."""

    __slots__ = ()
    point = Field[Floats]("The nearest point of the shape, (…, D): the given point itself where it is inside.")
    distance = Field[Floats]("Its distance from the given point; 0 where that is inside.")
    inside = Field[Bools]("Where the given point is in the shape.")
    undecided = Field[Bools]("Where that is not known.")


class Manifold(Answer):
    """Contact points for a solver. The normal points from A to B."""

    __slots__ = ()
    count = Field[Counts]("How many points there are: 0 where the shapes are farther apart than the prediction.")
    normal = Field[Floats]("The unit normal from A to B, (…, D); NaN without points.")
    points = Field[Floats]("A point of A and one of B for each contact point, (…, most, 2, D); NaN from `count` on.")
    separation = Field[Floats]("How far apart these two are along the normal, (…, most); NaN from `count` on.")
    ids = Field[npt.NDArray[np.uint64]]("Names that last while the same edges meet, (…, most).")


class Aabb(Answer):
    """Boxes aligned with the axes."""

    __slots__ = ()
    min = Field[Floats]("The least coordinate along each axis, (…, D).")
    max = Field[Floats]("The largest coordinate along each axis, (…, D).")


def _proofs(codes: Any) -> npt.NDArray[np.str_]:
    return cast("npt.NDArray[np.str_]", np.array(["none", "bound", "exact"])[codes])


class _Certified(Answer):
    __slots__ = ()
    intersects = Field[Bools]("Where the shapes have a point in common.")
    proof = Field('How that is proven: "bound" (rounded arithmetic and a bound on its error), "exact" or "none".', _proofs)

    @property
    def proven(self) -> Bools:
        """Where it is proven."""
        return cast(Bools, np.not_equal(self._column("proof"), 0))


class CertifiedVerdict(_Certified):
    """Verdicts with proofs."""

    __slots__ = ()
    evaluations = Field[Counts]("How many support points were asked for in rounded arithmetic.")


class CertifiedDistance(_Certified):
    """Distances with proven bounds. The normal points from A to B."""

    __slots__ = ()
    distance = Field[Floats]("The distance, between the bounds.")
    lower = Field[Floats]("The exact distance is not below; NaN where no bound is known.")
    upper = Field[Floats]("The exact distance is not above; NaN where no bound is known.")
    normal = Field[Floats]("The unit normal from A to B, (…, D); NaN where they intersect.")
    points = Field[Floats]("The nearest points of A and of B, (…, 2, D).")


class CertifiedContact(_Certified):
    """Contacts with proven bounds. The normal points from A to B."""

    __slots__ = ()
    separation = Field[Floats]("The signed separation, between the bounds.")
    lower = Field[Floats]("The exact separation is not below; NaN where no bound is known.")
    upper = Field[Floats]("The exact separation is not above; NaN where no bound is known.")
    normal = Field[Floats]("The unit normal from A to B, (…, D).")
    points = Field[Floats]("A point of A and one of B, (…, 2, D).")


class CertifiedCast(_Meeting):
    """Casts with a proven time before which the shapes do not meet. The normal points from A to B."""

    __slots__ = ()
    proven = Field[Bools]("Where it is proven that they do not meet before `lower`.")
