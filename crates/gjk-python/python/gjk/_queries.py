"""The queries: each takes two sides, broadcasts them, and answers about all pairs in one call."""

from __future__ import annotations

import warnings
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from . import _gjk
from ._answers import Aabb, Answer, Cast, Contact, Distance, Impact, Manifold, Projection, RayHit
from ._numbers import Bools, Floats, array
from ._poses import PoseLike
from ._shapes import PointCloud, Shape
from ._sides import Moves, Shapes, Side, ask, bodies, joined, placed

A = TypeVar("A", bound=Answer)


def answer(
    kind: type[A], query: str, a: Shapes, b: Shapes, pose_a: PoseLike | None, pose_b: PoseLike | None, threads: int
) -> A:
    """Asks a query that needs nothing but the pairs."""
    alone = _gjk.one(query, a, b, pose_a, pose_b)
    if alone is not None and isinstance(a, Shape):
        return kind._of(alone, (), a.dtype, (a, b, pose_a, pose_b))
    of_a, of_b = Side("a", a, pose_a), Side("b", b, pose_b)
    shape = joined(of_a, of_b)
    pair = (a, b, pose_a, pose_b) if shape == () else None
    return kind._of(_ask(query, of_a, of_b, shape, None, threads), shape, of_a.first.dtype, pair)


def _ask(query: str, a: Side, b: Side, shape: tuple[int, ...], moves: Moves | None, threads: int) -> Any:
    if 0 in shape:
        # One pair says what the columns are.
        empty = Side("a", a.first, None), Side("b", b.first, None)
        rest = np.zeros((1, a.first.dim), a.first.dtype)
        still = (rest, rest, *moves[2:]) if moves else None
        some = ask(query, *empty, (), still, 1)
        return {name: column[:0] for name, column in some.items()}
    return ask(query, a, b, shape, moves, threads)


def intersects(
    a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, *, threads: int = 1
) -> Bools:
    """Whether A and B have a point in common; touching counts. (There is no normal: `contact` has one.)

    A pair for which that is undecided counts as intersecting, with a warning.

    >>> import gjk
    >>> cube = gjk.Cuboid([1, 1, 1])
    >>> gjk.intersects(cube, cube, None, [[0.0, 0.0, 1.5], [0.0, 0.0, 2.5]]).tolist()
    [True, False]
    """
    alone = _gjk.one("intersects", a, b, pose_a, pose_b)
    if alone is not None and not alone[1]:
        return cast(Bools, np.bool_(alone[0]))
    of_a, of_b = Side("a", a, pose_a), Side("b", b, pose_b)
    shape = joined(of_a, of_b)
    columns = _ask("intersects", of_a, of_b, shape, None, threads)
    undecided = int(np.count_nonzero(columns["undecided"]))
    if undecided:
        warnings.warn(f"{undecided} pairs are undecided: they count as intersecting", RuntimeWarning, stacklevel=2)
    return cast(Bools, columns["intersects"].reshape(shape)[()])


def distance(
    a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, *, threads: int = 1
) -> Distance:
    """The distance between A and B, and their nearest points. The normal points from A to B.

    >>> import gjk
    >>> d = gjk.distance(gjk.Cuboid([1, 1, 1]), gjk.Ball(1), None, [[4.0, 5.0, 0.0], [4.0, 0.0, 0.0]])
    >>> d.distance.tolist(), d.points.shape, float(d.normal[1, 0])
    ([4.0, 2.0], (2, 2, 3), 1.0)
    """
    return answer(Distance, "distance", a, b, pose_a, pose_b, threads)


def contact(
    a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, *, threads: int = 1
) -> Contact:
    """How deep A and B overlap, or how far apart they are. The normal points from A to B: moving B along it by the depth parts them.

    >>> import gjk
    >>> c = gjk.contact(gjk.Cuboid([10, 1]), gjk.Ball(1, dim=2), None, [3.0, 1.75])
    >>> float(c.separation), float(c.depth), float(c.normal[1])
    (-0.25, 0.25, 1.0)
    """
    return answer(Contact, "contact", a, b, pose_a, pose_b, threads)


def _velocities(velocity: npt.ArrayLike | None, side: Side, name: str) -> tuple[Floats, tuple[int, ...]]:
    dim, dtype = side.first.dim, side.first.dtype
    if velocity is None:
        return np.zeros((1, dim), dtype), ()
    found = array(velocity, dtype, name)
    if found.shape[-1:] != (dim,):
        raise ValueError(f"{name} has shape {found.shape}: the last axis must have {dim} components")
    return found, found.shape[:-1]


def _moves(
    a: Side,
    b: Side,
    velocity_a: npt.ArrayLike | None,
    velocity_b: npt.ArrayLike | None,
    until: float | None,
    skin: float,
    leaving: bool,
) -> tuple[Moves, tuple[int, ...]]:
    (of_a, shape_a), (of_b, shape_b) = _velocities(velocity_a, a, "velocity_a"), _velocities(velocity_b, b, "velocity_b")
    shape = joined(a, b, shape_a, shape_b)

    def rows(velocity: Floats, own: tuple[int, ...]) -> Floats:
        if velocity.size == velocity.shape[-1]:
            return np.ascontiguousarray(velocity.reshape(1, -1))
        return np.ascontiguousarray(np.broadcast_to(velocity, (*shape, velocity.shape[-1])).reshape(-1, velocity.shape[-1]))

    return (rows(of_a, shape_a), rows(of_b, shape_b), until, float(skin), leaving), shape


def cast_by(
    kind: type[A],
    query: str,
    a: Shapes,
    b: Shapes,
    velocities: tuple[npt.ArrayLike | None, npt.ArrayLike | None],
    poses: tuple[PoseLike | None, PoseLike | None],
    options: tuple[float | None, float, bool],
    threads: int,
    names: tuple[str | None, str | None] = (None, None),
) -> A:
    """Asks a cast."""
    of_a, of_b = Side("a", a, poses[0], names[0]), Side("b", b, poses[1], names[1])
    until, skin, leaving = options
    moves, shape = _moves(of_a, of_b, *velocities, until, skin, leaving)
    return kind._of(_ask(query, of_a, of_b, shape, moves, threads), shape, of_a.first.dtype)


def shape_cast(
    a: Shapes,
    b: Shapes,
    velocity_a: npt.ArrayLike | None = None,
    velocity_b: npt.ArrayLike | None = None,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    *,
    until: float | None = None,
    skin: float = 0.0,
    leaving: bool = False,
    threads: int = 1,
) -> Cast:
    """When A and B meet that move in straight lines, or come within `skin`. The normal points from A to B, at that time.

    `leaving` passes over shapes that part already.

    >>> import gjk
    >>> ball = gjk.Ball(1, dim=2)
    >>> gjk.shape_cast(ball, ball, None, [-2.0, 0.0], None, [[5.0, 0.0], [9.0, 0.0], [0.0, 3.0]]).time.tolist()
    [1.5, 3.5, inf]
    """
    velocities, poses, options = (velocity_a, velocity_b), (pose_a, pose_b), (until, skin, leaving)
    return cast_by(Cast, "shape_cast", a, b, velocities, poses, options, threads)


def _point(like: Shapes) -> PointCloud:
    first = like if isinstance(like, Shape) else like[0]
    return PointCloud([(0.0,) * first.dim], dtype=first.dtype)


def raycast(
    shape: Shapes,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    pose: PoseLike | None = None,
    *,
    until: float | None = None,
    threads: int = 1,
) -> RayHit:
    """Where rays hit a shape. The normal points out of the shape, against the ray.

    >>> import gjk
    >>> hit = gjk.raycast(gjk.Ball(1), [[0.0, 0.0, 5.0], [2.0, 0.0, 5.0]], [0.0, 0.0, -1.0])
    >>> hit.time.tolist(), hit.point[0].tolist(), hit.hit.tolist()
    ([4.0, inf], [0.0, 0.0, 1.0], [True, False])
    """
    if not np.all(np.any(np.asarray(direction) != 0, axis=-1)):
        raise ValueError("direction is zero")
    point = _point(shape)
    velocities, poses, options = (None, direction), (pose, origin), (until, 0.0, False)
    found = cast_by(Cast, "shape_cast", shape, point, velocities, poses, options, threads, ("pose", "origin"))
    columns = dict(found._columns)
    columns["point"] = np.ascontiguousarray(columns["points"][:, 0])
    return RayHit._of(columns, found.shape, point.dtype)


def contains(shape: Shapes, point: npt.ArrayLike, pose: PoseLike | None = None, *, threads: int = 1) -> Bools:
    """Whether points are in a shape or on its boundary. (There is no normal.)

    >>> import gjk
    >>> gjk.contains(gjk.Cuboid([1, 1]), [[0.5, 0.5], [1.0, 1.0], [1.5, 0.0]]).tolist()
    [True, True, False]
    """
    return intersects(shape, _point(shape), pose, point, threads=threads)


def project(shape: Shapes, point: npt.ArrayLike, pose: PoseLike | None = None, *, threads: int = 1) -> Projection:
    """The points of a shape nearest to given ones. (There is no normal: it is from the shape's point to the given one.)

    >>> import gjk
    >>> found = gjk.project(gjk.Cuboid([1, 1, 1]), [4.0, 5.0, 0.5])
    >>> found.point.tolist(), float(found.distance), bool(found.inside)
    ([1.0, 1.0, 0.5], 5.0, False)
    """
    of_a, of_b = Side("a", shape, pose, "pose"), Side("b", _point(shape), point, "point")
    pairs = joined(of_a, of_b)
    columns = _ask("distance", of_a, of_b, pairs, None, threads)
    inside = columns["distance"] == 0
    given = array(point, of_a.first.dtype, "point")
    given = np.broadcast_to(given, (*pairs, of_a.first.dim)).reshape(-1, of_a.first.dim)
    nearest = np.where(inside[:, None], given, columns["points"][:, 0])
    found = {"point": nearest, "distance": columns["distance"], "inside": inside, "undecided": columns["undecided"]}
    return Projection._of(found, pairs, of_a.first.dtype)


def manifold(
    a: Shapes,
    b: Shapes,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    *,
    prediction: float,
    max_points: int = 4,
    threads: int = 1,
) -> Manifold:
    """Contact points for a physics solver, of shapes no farther apart than `prediction`. The normal points from A to B.

    There are at most two points in the plane, and four in space, or up to eight (`max_points`).

    >>> import gjk
    >>> touch = gjk.manifold(gjk.Cuboid([5, 1]), gjk.Cuboid([1, 0.5]), None, [2.0, 1.5], prediction=0.01)
    >>> int(touch.count), touch.separation.tolist()
    (2, [0.0, 0.0])
    """
    of_a, of_b = Side("a", a, pose_a), Side("b", b, pose_b)
    shape = joined(of_a, of_b)
    _positive(prediction, "prediction", zero=True)
    (shapes_a, poses_a), (shapes_b, poses_b) = bodies(of_a, of_b, shape)
    most = min(max(int(max_points), 4), 8)
    try:
        columns = _gjk.manifold(shapes_a, shapes_b, poses_a, poses_b, prediction, most, threads)
    except _gjk.Misplaced as error:
        raise placed(error, {"a": of_a.shape, "b": of_b.shape}, shape) from None
    return Manifold._of(columns, shape, of_a.first.dtype)


def _positive(value: float, name: str, *, zero: bool) -> None:
    if not (value > 0 or zero and value == 0) or not np.isfinite(value):
        raise ValueError(f"{name} is {value}: it must be {'at least' if zero else 'more than'} 0, and finite")


class Motion:
    """How a body moves: a linear velocity, and an angular velocity about a center that moves with it.

    The angular velocity is a number in the plane and a rotation vector in space, in radians per unit of time. The center is
    where the body's pose puts its origin, unless it is given. All three broadcast.

    >>> import gjk
    >>> gjk.Motion(angular=1.0, center=[0.0, 0.0])
    gjk.Motion(linear=None, angular=1.0, center=[0.0, 0.0])
    """

    __slots__ = ("linear", "angular", "center")

    def __init__(
        self,
        linear: npt.ArrayLike | None = None,
        angular: npt.ArrayLike | None = None,
        center: npt.ArrayLike | None = None,
    ) -> None:
        self.linear = linear
        self.angular = angular
        self.center = center

    def __repr__(self) -> str:
        return f"gjk.Motion(linear={self.linear!r}, angular={self.angular!r}, center={self.center!r})"


def _motions(motion: Motion | None, side: Side, name: str) -> Floats:
    """Rows of a linear velocity, a rotation vector, and a center."""
    dim = side.first.dim
    motion = motion or Motion()
    linear = np.zeros(dim) if motion.linear is None else np.asarray(motion.linear, dtype=np.float64)
    angular = np.zeros(3) if motion.angular is None else np.asarray(motion.angular, dtype=np.float64)
    if motion.angular is not None and dim == 2:
        angular = np.stack([np.zeros_like(angular), np.zeros_like(angular), angular], -1)
    if motion.center is not None:
        center = np.asarray(motion.center, dtype=np.float64)
    elif side.poses is None:
        center = np.zeros(dim)
    else:
        center = side.poses[..., :dim, dim] if side.poses.ndim == 3 else side.poses
        center = np.asarray(center, dtype=np.float64)
        center = center[0] if len(center) == 1 else center.reshape(*side.shape, dim)
    if linear.shape[-1:] != (dim,) or angular.shape[-1:] != (3,) or center.shape[-1:] != (dim,):
        raise ValueError(f"{name}: linear and center have {dim} components, angular {1 if dim == 2 else 3}")
    shape = np.broadcast_shapes(linear.shape[:-1], angular.shape[:-1], center.shape[:-1])
    parts = [np.broadcast_to(part, (*shape, part.shape[-1])) for part in (linear, angular, center)]
    return np.concatenate(parts, axis=-1)


def time_of_impact(
    a: Shapes,
    b: Shapes,
    motion_a: Motion | None = None,
    motion_b: Motion | None = None,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    *,
    until: float,
    target: float = 0.0,
    tolerance: float | None = None,
    threads: int = 1,
) -> Impact:
    """When A and B come within `target` that move and turn; no meeting is missed. The normal points from A to B, at that time.

    >>> import gjk, math
    >>> door, foot = gjk.Posed(gjk.Cuboid([1, 0.05]), [1.0, 0.0]), gjk.Ball(0.2, [0, 1.5])
    >>> swing = gjk.Motion(angular=1.0, center=[0.0, 0.0])
    >>> time = float(gjk.time_of_impact(door, foot, swing, until=3.0).time)
    >>> abs(time - (math.pi / 2 - math.asin(0.25 / 1.5))) < 1e-5
    True
    """
    of_a, of_b = Side("a", a, pose_a), Side("b", b, pose_b)
    motions = _motions(motion_a, of_a, "motion_a"), _motions(motion_b, of_b, "motion_b")
    shape = joined(of_a, of_b, motions[0].shape[:-1], motions[1].shape[:-1])
    rows = [
        np.ascontiguousarray(np.broadcast_to(rows, (*shape, rows.shape[-1])).reshape(-1, rows.shape[-1]))
        for rows in motions
    ]
    (shapes_a, poses_a), (shapes_b, poses_b) = bodies(of_a, of_b, shape)
    options = (float(until), float(target), tolerance)
    try:
        columns = _gjk.time_of_impact(shapes_a, shapes_b, poses_a, poses_b, rows[0], rows[1], options, threads)
    except _gjk.Misplaced as error:
        raise placed(error, {"a": of_a.shape, "b": of_b.shape}, shape) from None
    return Impact._of(columns, shape, of_a.first.dtype)


def aabb(shape: Shapes, pose: PoseLike | None = None, *, threads: int = 1) -> Aabb:
    """The smallest boxes around shapes that are aligned with the axes. (There is no normal.)

    >>> import gjk
    >>> box = gjk.aabb(gjk.Capsule([0, 0], [4, 3], 0.5))
    >>> box.min.tolist(), box.max.tolist()
    ([-0.5, -0.5], [4.5, 3.5])
    """
    side = Side("a", shape, pose, "pose")
    try:
        columns = _gjk.aabb(side.given, side.poses, threads)
    except _gjk.Misplaced as error:
        raise placed(error, {"a": side.shape}, side.shape) from None
    return Aabb._of(columns, side.shape, side.first.dtype)


class MassProperties:
    """Mass, center of mass, and how the mass is spread: the integral of (p - center) (p - center)^T."""

    __slots__ = ("mass", "center", "moments")

    def __init__(self, mass: float, center: Floats, moments: Floats) -> None:
        self.mass = mass
        self.center = center
        self.moments = moments

    @property
    def inertia(self) -> Floats:
        """The tensor of inertia about the center; in the plane one number."""
        trace = np.trace(self.moments)
        if len(self.moments) == 2:
            return cast(Floats, trace)
        return cast(Floats, trace * np.eye(len(self.moments), dtype=self.moments.dtype) - self.moments)

    def __repr__(self) -> str:
        return f"MassProperties(mass={self.mass}, center={self.center.tolist()}, moments={self.moments.tolist()})"


def mass_properties(shape: Shape, density: float = 1.0) -> MassProperties:
    """Mass, center and moments of one shape. (There is no normal.)

    >>> import gjk
    >>> brick = gjk.mass_properties(gjk.Cuboid([1, 2, 3]), 0.5)
    >>> float(brick.mass), brick.center.tolist()
    (24.0, [0.0, 0.0, 0.0])
    """
    found = _gjk.mass_properties(shape, density)
    if found is None:
        raise ValueError(f"the mass of {shape!r} is not known for the density {density}")
    return MassProperties(*found)
