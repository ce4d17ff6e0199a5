"""Proven answers: verdicts, and bounds on distances, separations and times that account for every rounding error.

>>> import gjk
>>> near = gjk.certified.distance(gjk.Cuboid([1, 1, 1]), gjk.Ball(1), None, [4.0, 5.0, 0.0])
>>> bool(near.lower <= 4.0 <= near.upper), str(near.proof)
(True, 'bound')
"""

from __future__ import annotations

import numpy.typing as npt

from ._answers import CertifiedCast, CertifiedContact, CertifiedDistance, CertifiedVerdict
from ._poses import PoseLike
from ._queries import answer, cast_by
from ._sides import Shapes

__all__ = ["contact", "distance", "intersects", "shape_cast"]


def intersects(
    a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, *, threads: int = 1
) -> CertifiedVerdict:
    """Whether A and B have a point in common, with a proof; touching counts. (There is no normal.)

    Polytopes, balls and capsules always get a proof. Ellipsoids, cylinders and cones get one if they are apart, or overlap, by more
    than rounding.
    """
    return answer(CertifiedVerdict, "certified_intersects", a, b, pose_a, pose_b, threads)


def distance(
    a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, *, threads: int = 1
) -> CertifiedDistance:
    """The distance between A and B, with proven bounds. The normal points from A to B."""
    return answer(CertifiedDistance, "certified_distance", a, b, pose_a, pose_b, threads)


def contact(
    a: Shapes, b: Shapes, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, *, threads: int = 1
) -> CertifiedContact:
    """How deep A and B overlap, or how far apart they are, with proven bounds. The normal points from A to B."""
    return answer(CertifiedContact, "certified_contact", a, b, pose_a, pose_b, threads)


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
) -> CertifiedCast:
    """When A and B meet, with a proven time before which they do not. The normal points from A to B, at that time."""
    velocities, poses, options = (velocity_a, velocity_b), (pose_a, pose_b), (until, skin, leaving)
    return cast_by(CertifiedCast, "certified_shape_cast", a, b, velocities, poses, options, threads)
