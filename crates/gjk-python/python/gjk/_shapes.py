"""Shapes: convex, immutable, of one dtype."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, Union, cast, overload

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._numbers import Floats, common, matrix, scalar, vector
from ._poses import Pose, PoseLike, as_pose


def _remake(cls: type[Shape], arguments: tuple[Any, ...], options: dict[str, Any]) -> Shape:
    return cls(*arguments, **options)


class Shape(_gjk.Shape):
    """A convex shape. It cannot be changed, can be pickled, and its repr makes it again.

    >>> import gjk
    >>> gjk.Cuboid([1, 2]) == gjk.Cuboid([1.0, 2.0]), gjk.Cuboid([1, 2]).dim
    (True, 2)
    >>> gjk.Ball(0.5).rounded(0.25)
    gjk.Rounded(gjk.Ball(0.5), 0.25)
    """

    __slots__ = ()

    def _parts(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        arguments, options = self._spec
        return arguments, dict(options)

    def __repr__(self) -> str:
        arguments, options = self._parts()
        words = [repr(argument) for argument in arguments]
        words += [f"{name}={value!r}" for name, value in options.items()]
        return f"gjk.{type(self).__name__}({', '.join(words)})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Shape) and self._spec == other._spec

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._spec))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), *self._parts())

    def rounded(self, radius: float) -> Rounded:
        """This shape with a ball of this radius around each of its points."""
        return Rounded(self, radius)

    def posed(self, pose: PoseLike) -> Posed:
        """This shape at one pose, as a shape of its own."""
        return Posed(self, pose)

S = TypeVar("S", bound=Shape)


def _new(
    cls: type[S],
    dtype: str,
    dim: int,
    numbers: Iterable[float],
    points: Iterable[tuple[float, ...]],
    parts: Iterable[Shape],
    arguments: tuple[Any, ...],
    /,
    **options: Any,
) -> S:
    if dtype != "float64" and not parts:
        options["dtype"] = dtype
    points = list(points)
    if any(len(point) != dim for point in points):
        raise ValueError(f"{cls.__name__}: the points differ in their number of coordinates")
    spec = (arguments, tuple(options.items()))
    numbers = list(numbers)
    return cast(S, _gjk.Shape.__new__(cls, cls.__name__, dtype, dim, numbers, points, list(parts), spec))


class Ball(Shape):
    """The points no farther than a radius from a center: a disc in the plane.

    >>> import gjk
    >>> gjk.Ball(2), gjk.Ball(1, [0, 5]), gjk.Ball(1, dim=2, dtype="float32")
    (gjk.Ball(2.0), gjk.Ball(1.0, (0.0, 5.0)), gjk.Ball(1.0, dim=2, dtype='float32'))
    """

    __slots__ = ()

    def __new__(
        cls,
        radius: float,
        center: npt.ArrayLike | None = None,
        *,
        dim: int | None = None,
        dtype: npt.DTypeLike | None = None,
    ) -> Ball:
        number = common(dtype, radius, center)
        size = scalar(radius, number)
        if center is None:
            dim = 3 if dim is None else dim
            options = {} if dim == 3 else {"dim": dim}
            return _new(cls, number, dim, [size], [(0.0,) * dim], (), (size,), **options)
        place = vector(center, number, "center")
        if dim not in (None, len(place)):
            raise ValueError(f"Ball: the center has {len(place)} coordinates, dim is {dim}")
        return _new(cls, number, len(place), [size], [place], (), (size, place))


class Cuboid(Shape):
    """A box around the origin, or a rectangle, by its half extents.

    >>> import gjk
    >>> gjk.Cuboid([1, 0.5, 2]).dim
    3
    """

    __slots__ = ()

    def __new__(cls, half_extents: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None) -> Cuboid:
        number = common(dtype, half_extents)
        lengths = vector(half_extents, number, "half_extents")
        return _new(cls, number, len(lengths), lengths, (), (), (lengths,))


class Ellipsoid(Shape):
    """An ellipsoid around the origin, or an ellipse, by its radii along the axes."""

    __slots__ = ()

    def __new__(cls, radii: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None) -> Ellipsoid:
        number = common(dtype, radii)
        lengths = vector(radii, number, "radii")
        return _new(cls, number, len(lengths), lengths, (), (), (lengths,))


class Capsule(Shape):
    """All points no farther than a radius from the segment between two points."""

    __slots__ = ()

    def __new__(
        cls, a: npt.ArrayLike, b: npt.ArrayLike, radius: float, *, dtype: npt.DTypeLike | None = None
    ) -> Capsule:
        number = common(dtype, a, b, radius)
        ends, size = (vector(a, number, "a"), vector(b, number, "b")), scalar(radius, number)
        return _new(cls, number, len(ends[0]), [size], ends, (), (*ends, size))


class Segment(Shape):
    """The segment between two points."""

    __slots__ = ()

    def __new__(cls, a: npt.ArrayLike, b: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None) -> Segment:
        number = common(dtype, a, b)
        ends = (vector(a, number, "a"), vector(b, number, "b"))
        return _new(cls, number, len(ends[0]), (), ends, (), ends)


class Triangle(Shape):
    """The triangle of three points."""

    __slots__ = ()

    def __new__(
        cls, a: npt.ArrayLike, b: npt.ArrayLike, c: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None
    ) -> Triangle:
        number = common(dtype, a, b, c)
        corners = (vector(a, number, "a"), vector(b, number, "b"), vector(c, number, "c"))
        return _new(cls, number, len(corners[0]), (), corners, (), corners)


class _Upright(Shape):
    __slots__ = ()

    def __new__(cls: type[S], radius: float, half_height: float, *, dtype: npt.DTypeLike | None = None) -> S:
        number = common(dtype, radius, half_height)
        lengths = (scalar(radius, number), scalar(half_height, number))
        return _new(cls, number, 3, lengths, (), (), lengths)


class Cylinder(_Upright):
    """A cylinder around the origin. Its axis is the y axis."""

    __slots__ = ()


class Cone(_Upright):
    """A cone. Its axis is the y axis, its base at y = -half_height, its tip at y = half_height."""

    __slots__ = ()


class _OfPoints(Shape):
    __slots__ = ()

    def __new__(cls: type[S], points: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None) -> S:
        number = common(dtype, points)
        rows = matrix(points, number, "points")
        return _new(cls, number, len(rows[0]) if rows else 0, (), rows, (), (rows,))


class Polygon(_OfPoints):
    """The convex polygon around points of the plane, in any order."""

    __slots__ = ()


class Polygons(_gjk.Polygons):
    """A list of convex polygons in one piece, from an array of shape (polygons, points, 2): for queries about very many.

    It goes wherever a list of shapes goes. Polygons of fewer points repeat one.

    >>> import gjk
    >>> tiles = gjk.Polygons([[[0, 0], [4, 0], [0, 3]], [[5, 0], [9, 0], [5, 3]]])
    >>> gjk.distance(tiles, gjk.Ball(1, [0.0, -3.0])).distance.tolist()[0], len(tiles)
    (2.0, 2)
    >>> tiles[1]
    gjk.Polygon(((5.0, 0.0), (9.0, 0.0), (5.0, 3.0)))
    """

    __slots__ = ()

    def __new__(cls, points: npt.ArrayLike, *, dtype: npt.DTypeLike | None = None) -> Polygons:
        held = np.array(points, dtype=common(dtype, points), order="C")
        if held.ndim != 3 or held.shape[-1] != 2:
            raise ValueError(f"points has shape {held.shape}: it must be (polygons, points, 2)")
        held.flags.writeable = False
        try:
            return cast(Polygons, _gjk.Polygons.__new__(cls, held))
        except _gjk.Misplaced as error:
            _, index, why = error.args
            raise ValueError(f"points[{index}]: {why}") from None

    @overload
    def __getitem__(self, index: int) -> Polygon: ...
    @overload
    def __getitem__(self, index: Union[slice, npt.NDArray[Any]]) -> Polygons: ...
    def __getitem__(self, index: Union[int, slice, npt.NDArray[Any]]) -> Union[Polygon, Polygons]:
        chosen: Floats = self.points[index]
        return Polygon(chosen) if chosen.ndim == 2 else Polygons(chosen)

    def __iter__(self) -> Iterator[Polygon]:
        return map(Polygon, self.points)

    def __repr__(self) -> str:
        return f"<{len(self)} polygons of {self.points.shape[1]} points with {self.points.dtype}>"

    def __eq__(self, other: object) -> bool:
        alike = isinstance(other, Polygons) and self.points.dtype == other.points.dtype
        return alike and np.array_equal(self.points, cast(Polygons, other).points)

    def __hash__(self) -> int:
        return hash((self.points.shape, self.points.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Polygons, (np.array(self.points),)


class ConvexHull(_OfPoints):
    """The convex polytope around points of space, in any order, with its faces."""

    __slots__ = ()


class PointCloud(_OfPoints):
    """The convex hull of points in 2, 3 or 4 dimensions, which is not computed: quick to make, also if the points are flat."""

    __slots__ = ()


class HalfSpace(Shape):
    """The points behind the plane through a point, as seen along its normal: the ground, or a wall.

    It is unbounded. `intersects`, `distance`, `contact`, `shape_cast`, `raycast`, `contains` and `project` take it.
    """

    __slots__ = ()

    def __new__(
        cls, normal: npt.ArrayLike, point: npt.ArrayLike | None = None, *, dtype: npt.DTypeLike | None = None
    ) -> HalfSpace:
        number = common(dtype, normal, point)
        outward = vector(normal, number, "normal")
        place = (0.0,) * len(outward) if point is None else vector(point, number, "point")
        return _new(cls, number, len(outward), outward, [place], (), (outward, place))


def _list(cls: type[Any], shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    parts = tuple(shapes)
    if not parts:
        raise ValueError(f"{cls.__name__}: there are no shapes")
    if len({(part.dtype, part.dim) for part in parts}) > 1:
        raise TypeError(f"{cls.__name__}: all shapes must have the same dtype and dimension")
    return parts


class Hull(Shape):
    """The convex hull of shapes.

    >>> import gjk
    >>> wedge = gjk.Hull([gjk.Ball(4, [0, 0]), gjk.Ball(1, [5, 0])])
    >>> print(round(float(gjk.project(wedge, [8.0, 9.5]).distance), 6))
    8.4
    """

    __slots__ = ()

    def __new__(cls, shapes: Iterable[Shape]) -> Hull:
        parts = _list(cls, shapes)
        return _new(cls, parts[0].dtype, parts[0].dim, (), (), parts, (parts,))


class Sum(Shape):
    """The Minkowski sum of shapes: all sums of a point of each."""

    __slots__ = ()

    def __new__(cls, shapes: Iterable[Shape]) -> Sum:
        parts = _list(cls, shapes)
        return _new(cls, parts[0].dtype, parts[0].dim, (), (), parts, (parts,))


class Rounded(Shape):
    """A shape with a ball of this radius around each of its points."""

    __slots__ = ()

    def __new__(cls, shape: Shape, radius: float) -> Rounded:
        size = scalar(radius, shape.dtype)
        return _new(cls, shape.dtype, shape.dim, [size], (), (shape,), (shape, size))


class Posed(Shape):
    """A shape at one pose, as a shape of its own: for parts of a `Hull` or a `Sum`."""

    __slots__ = ()

    def __new__(cls, shape: Shape, pose: PoseLike) -> Posed:
        numbers = as_pose(pose, shape.dim, shape.dtype, "pose").matrix
        if numbers.ndim != 2:
            raise ValueError(f"Posed: one pose is needed, not an array of shape {numbers.shape}")
        held = Pose(numbers)
        return _new(cls, shape.dtype, shape.dim, numbers.ravel().tolist(), (), (shape,), (shape, held))
