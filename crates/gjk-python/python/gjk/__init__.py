"""Collision detection for convex shapes: many pairs in one call, proven answers, 2D and 3D, float32 and float64.

>>> import gjk
>>> cube = gjk.Cuboid([1, 1, 1])
>>> d = gjk.distance(cube, gjk.Ball(0.5), None, [[4.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
>>> d.distance.tolist()
[2.5, 1.5]

Shapes: `Ball`, `Cuboid`, `Capsule`, `Cylinder`, `Cone`, `Ellipsoid`, `Polygon`, `ConvexHull`, `PointCloud`, `Segment`, `Triangle`,
`HalfSpace`, `Hull`, `Sum`, `Rounded`, `Posed`; `Polygons` for very many.

Queries: `intersects`, `distance`, `contact`, `manifold`, `shape_cast`, `raycast`, `time_of_impact`, `contains`, `project`, `aabb`,
`mass_properties`; `pairs` for pairs of a list; `certified` with proofs; `exact` in rational numbers; `trace` step by step.

Poses broadcast as NumPy arrays do: (…, 4, 4) matrices in space, (…, 3, 3) in the plane, (…, D) translations, SciPy's `RigidTransform` and
`Rotation`, and `Pose`. Do not write to arrays of poses while a query runs.
"""

from __future__ import annotations

from . import certified, exact
from ._answers import (
    Aabb,
    Cast,
    CertifiedCast,
    CertifiedContact,
    CertifiedDistance,
    CertifiedVerdict,
    Contact,
    Distance,
    Impact,
    Manifold,
    Projection,
    RayHit,
)
from ._pairs import Pairs, pairs
from ._poses import Pose
from ._queries import (
    MassProperties,
    Motion,
    aabb,
    contact,
    contains,
    distance,
    intersects,
    manifold,
    mass_properties,
    project,
    raycast,
    shape_cast,
    time_of_impact,
)
from ._shapes import (
    Ball,
    Capsule,
    Cone,
    ConvexHull,
    Cuboid,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    PointCloud,
    Polygon,
    Polygons,
    Posed,
    Rounded,
    Segment,
    Shape,
    Sum,
    Triangle,
)
from ._trace import Trace, trace

__all__ = [
    "Aabb",
    "Ball",
    "Capsule",
    "Cast",
    "CertifiedCast",
    "CertifiedContact",
    "CertifiedDistance",
    "CertifiedVerdict",
    "Cone",
    "Contact",
    "ConvexHull",
    "Cuboid",
    "Cylinder",
    "Distance",
    "Ellipsoid",
    "HalfSpace",
    "Hull",
    "Impact",
    "Manifold",
    "MassProperties",
    "Motion",
    "Pairs",
    "PointCloud",
    "Polygon",
    "Polygons",
    "Pose",
    "Posed",
    "Projection",
    "RayHit",
    "Rounded",
    "Segment",
    "Shape",
    "Sum",
    "Trace",
    "Triangle",
    "aabb",
    "certified",
    "contact",
    "contains",
    "distance",
    "exact",
    "intersects",
    "manifold",
    "mass_properties",
    "pairs",
    "project",
    "raycast",
    "shape_cast",
    "time_of_impact",
    "trace",
]
