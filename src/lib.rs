//! Collision detection for convex shapes: intersection, distance, penetration depth, contact points and casts, in 2D, 3D
//! and any dimension up to 8, in `f32`, `f64` or numbers of your own.
#![cfg_attr(doc, doc = "")]
#![cfg_attr(doc, doc = include_str!("../docs/overview.svg"))]
#![cfg_attr(doc, doc = "")]
//! # Ten functions
//!
//! | function | call | answer |
//! | --- | --- | --- |
//! | [`intersects`] | `intersects(&a, &b)` | whether two shapes share a point; touching counts |
//! | [`distance`] | `distance(&a, &b)` | a [`Distance`]: `.distance`, the nearest `.points` of A and B, a bound `.lower` |
//! | [`contact`] | `contact(&a, &b)` | a [`Contact`]: `.separation` (negative: `.depth()`), the `.normal` from A to B, `.points` |
//! | [`manifold`](manifold()) | `manifold(&a, &b, 0.02).near()` | a [`Manifold`] of shapes within 0.02: `.normal`, and `.points()` for a physics solver |
//! | [`contains`] | `contains(&a, p)` | whether a point is inside |
//! | [`project`] | `project(&a, p)` | a [`Projection`]: the `.point` of a shape nearest a given one |
//! | [`raycast`] | `raycast(&a, from, way)?` | `Some` [`RayHit`] with `.time`, `.point` and `.normal`, or `None` |
//! | [`shape_cast`](shape_cast()) | `shape_cast(a.moving(v), &b)?.hit` | a [`ShapeCast`]: when shapes that [move](SupportExt::moving) in straight lines meet |
//! | | `shape_cast(a.stepping(step, skin), &b)?.hit` | the part of a [step](SupportExt::stepping) that a character can go; [`depth_along`]: the way until shapes part |
//! | [`time_of_impact`] | | a [`TimeOfImpact`]: when two bodies that move and turn come together |
//! | [`aabb`](aabb()) | `aabb(&a)` | an [`Aabb`]: the box around a shape, from `.min` to `.max` |
//!
//! Shapes are [made](shape) by `Ball::new(r)`, `Ball::at(center, r)`, `Cuboid::new(half_extents)`,
//! `Capsule::new(p, q, r)`, `Cylinder::with_radius(r).height(h)`, `Triangle::new([p, q, r])`, `Polygon::new(points)` (in
//! order), `Polygon::hull(points)` (in any order), `ConvexHull::new(points)` in space, `HalfSpace::new(normal, offset)`
//! and `support_fn(closure)`. Any shape can be `.posed(pose)?`, moved by `.set_pose(pose)?`, and rounded by
//! `.swollen(r)?`.
//!
//! A shape is anything with a [support mapping](Support), which gives its farthest point along a direction. The
//! algorithm of Gilbert, Johnson and Keerthi (1988) needs nothing else. So the same code serves boxes, balls, hulls,
//! your own closures and sums of all of these. It is written to be read: start at `src/search/seek.rs`, then
//! `src/simplex/two.rs` and `three.rs`.
//!
//! # Two dimensions
//!
//! ```
//! use gjk::{SupportExt, distance, intersects, shape::{Capsule, Cuboid}};
//!
//! let ground = Cuboid::new([20.0, 1.0])?;
//! let stone = Cuboid::new([0.5, 0.5])?.posed(([3.0, 2.0], 0.3))?;
//! let player = Capsule::new([0.0, 2.0], [0.0, 3.0], 0.5)?;
//!
//! assert!(!intersects(&player, &ground));
//! let gap = distance(&player, &stone);
//! assert_eq!(format!("{:.3}", gap.distance), "1.875");
//! println!("{} apart, from {} to {}", gap.distance, gap.points[0], gap.points[1]);
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! # Three dimensions
//!
//! ```
//! use gjk::{SupportExt, distance, nalgebra::{Isometry3, Vector3}, shape::{Cylinder, PointCloud}};
//!
//! // A convex hull is its points, in any order.
//! let roof = PointCloud::new([
//!     [-2.0, 0.0, -3.0], [2.0, 0.0, -3.0], [0.0, 1.5, -3.0],
//!     [-2.0, 0.0, 3.0], [2.0, 0.0, 3.0], [0.0, 1.5, 3.0],
//! ])?;
//! let pose = Isometry3::new(Vector3::new(0.0, 4.0, 0.0), Vector3::new(1.2, 0.0, 0.0)); // a place, and 1.2 radians about x
//! let barrel = Cylinder::with_radius(0.5).height(2.0)?.posed(pose)?;
//! let gap = distance(&barrel, &roof);
//! assert_eq!(format!("{:.3}", gap.distance), "1.672");
//! assert!(gap.lower <= gap.distance && gap.distance - gap.lower < 1e-12); // the error is bounded by the answer itself
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! Points and vectors may be arrays, or nalgebra's: see [`Coordinates`]. With both `use gjk::*` and `use nalgebra::*`,
//! also write `use gjk::distance`, because both have a `distance`.
//!
//! # More
//!
//! | to | use |
//! | --- | --- |
//! | make a shape | [`shape`], [`support_fn`], [`Support`]; a `Point` is a shape; a list of different ones is a `Vec` of [`Shape2`] or [`Shape3`] |
//! | move, swell or join shapes | [`posed`](SupportExt::posed), [`swollen`](SupportExt::swollen), [`shape::Hull`], [`shape::Sum`] |
//! | ask with options: a first direction, limits, an observer | [`Query`], which has methods of the same names |
//! | ask only about pairs within a distance | [`Query::distance_within`], [`contact_within`](Query::contact_within); others get a [`BeyondLimit`] |
//! | ask about the same pair in every frame | [`Query::with_cache`] and a [`Cache`] for each pair |
//! | know why shapes intersect, or not | [`Query::search`] and its [`Outcome`]: separating axis, enclosing simplex, touching, flat |
//! | work far from the origin | [`Place`], a shape in `f32` at a pose in `f64`, and [`Places`], a pair of these |
//! | ask about the ground, or a wall | [`HalfSpace`](shape::HalfSpace): its methods take one support evaluation |
//! | ask whether one convex set contains the origin | [`gjk`] with a [`Difference`] or a single [`Support`] |
//! | watch each step | [`observe::Observer`]; the crate `gjk-trace` makes a table, JSON or figures of it |
//! | get mass, center and moments of inertia | [`mass::Solid`] |
//! | get vertices and faces in order | [`ConvexHull`](shape::ConvexHull), [`Polygon`](shape::Polygon) |
//! | prove an answer | `certified`: the answer, its proof, and proven bounds (feature `exact`) |
//! | compute in rational numbers | `exact` (feature `exact`) |
//! | ask about many pairs in one call, on threads | the crate `gjk-batch` |
//! | have short builds, and fast development builds | the crate `gjk-precompiled`: the same queries, compiled once |
//! | write simplex cases or an expansion of your own | [`simplex`], [`epa`], [`support`], [`minkowski`] |
//!
//! Shapes are values; small ones, such as boxes and balls, are `Copy`. Each example answers a question: [`tour`],
//! [`platformer`], [`pile`], [`picker`], [`culling`], [`precision`], [`own_shape`], [`own_scalar`] and
//! [`own_cases`].
//!
//! [`tour`]: https://docs.rs/crate/gjk/latest/source/examples/tour.rs
//! [`platformer`]: https://docs.rs/crate/gjk/latest/source/examples/platformer.rs
//! [`pile`]: https://docs.rs/crate/gjk/latest/source/examples/pile.rs
//! [`picker`]: https://docs.rs/crate/gjk-scene/latest/source/examples/picker.rs
//! [`culling`]: https://docs.rs/crate/gjk/latest/source/examples/culling.rs
//! [`precision`]: https://docs.rs/crate/gjk/latest/source/examples/precision.rs
//! [`own_shape`]: https://docs.rs/crate/gjk/latest/source/examples/own_shape.rs
//! [`own_scalar`]: https://docs.rs/crate/gjk/latest/source/examples/own_scalar.rs
//! [`own_cases`]: https://docs.rs/crate/gjk/latest/source/examples/own_cases.rs
//!
//! # What is guaranteed
//!
//! - **No panic and no endless loop** on any input. A constructor returns an [`Error`] for bad input. A query that
//!   cannot decide returns [`Undecided`], for example about a closure that contradicts itself.
//! - **One verdict.** Touching shapes intersect. Distances are positive exactly when shapes do not intersect.
//! - **No absolute tolerance.** Shapes scaled by a power of two get the same answer, scaled, bit for bit. Far from the coordinate
//!   origin, answers lose no more digits than the coordinates themselves (docs/precision.md).
//! - **The same bits on every platform**: queries use nothing but `+ − × ÷`, square roots and comparisons.
//! - **No allocation** in a query, except for contacts in four dimensions or more. No `unsafe`.
//!   `no_std` with the feature `libm` in place of `std`.
//!
//! # Features
//!
//! | feature | |
//! | --- | --- |
//! | `std` (default) | square roots from the standard library |
//! | `libm` | square roots without the standard library: for `no_std` |
//! | `exact` | the modules `certified` (proven answers) and `exact` (rational answers) |
//! | `serde` | serde for shapes and answers: both can be written, shapes and nearly all answers read. JSON keeps the bits with the feature `float_roundtrip` of `serde_json`. [`Shape2`](shape::Shape#saving) says how to save a level |
//! | `half` | half precision, `half::f16`, as a scalar |
//! | `mint` | conversions from mint's types, and so from glam's, to poses and nalgebra's types |
//!
//! nalgebra is exported as [`nalgebra`]. Enable its feature `std` yourself if you need its SIMD types or products of
//! large matrices. The crate `gjk-glam` converts glam's types, and Bevy's primitives (docs/coming-from-glam.md). glam
//! writes quaternions x, y, z, w; [`Pose::from_quaternion`] takes w, x, y, z.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "gjk needs square roots: enable the feature `std` (a default feature), or `libm` where there is no standard library"
);

mod aabb;
mod bounds;
mod cache;
mod cast;
#[cfg(feature = "exact")]
pub mod certified;
mod closed_form;
mod construction;
mod contact;
mod coordinates;
mod distance;
pub mod epa;
mod error;
#[cfg(feature = "exact")]
pub mod exact;
mod gjk;
mod half_space;
#[doc(hidden)]
pub mod internals;
mod manifold;
pub mod mass;
pub mod minkowski;
mod motion;
mod moving;
pub mod observe;
mod outline;
mod places;
mod pose;
#[doc(hidden)]
pub mod precompiled;
mod predicates;
pub mod query;
pub mod scalar;
mod search;
pub mod shape;
pub mod simplex;
pub mod support;
mod time_of_impact;
mod tolerance;
mod verdict;
mod vertex;

#[doc(no_inline)]
pub use nalgebra;
#[doc(inline)]
pub use {
    aabb::Aabb,
    bounds::aabb,
    cache::Cache,
    cast::{Hit, RayHit, ShapeCast, depth_along, raycast, shape_cast},
    contact::{Contact, contact},
    coordinates::Coordinates,
    distance::{Distance, Projection, distance, project},
    error::Error,
    gjk::{contains, gjk, intersects},
    manifold::{Manifold, ManifoldOptions, ManifoldPoint, manifold},
    minkowski::Difference,
    motion::{Motion, RigidMotion},
    moving::Moving,
    places::{Place, Places},
    pose::{IntoPose, Pose},
    query::{BeyondLimit, Query, Start, Within},
    scalar::{Real, Scalar},
    shape::SupportExt,
    support::{Support, support_fn},
    time_of_impact::{ImpactOptions, TimeOfImpact, time_of_impact},
    verdict::{Outcome, Undecided, Verdict},
};

#[cfg(target_has_atomic = "ptr")]
#[doc(no_inline)]
pub use shape::{Shape2, Shape3};

/// The names that most programs need: `use gjk::prelude::*`.
///
/// ```
/// use gjk::prelude::*;
/// let square = Cuboid::new([1.0, 1.0])?;
/// let far = square.posed([5.0, 0.0])?;
/// assert!(!intersects(&square, &far));
/// assert_eq!(distance(&square, &far).distance, 3.0);
/// assert_eq!(contact(&square, &far).separation, 3.0);
/// # Ok::<(), gjk::Error>(())
/// ```
pub mod prelude {
    pub use crate::shape::{
        Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Polygon,
        Segment, Sum, Tetrahedron, Triangle,
    };
    #[cfg(target_has_atomic = "ptr")]
    pub use crate::shape::{Shape2, Shape3};
    pub use crate::{Pose, Query, Support, SupportExt, contact, distance, intersects, raycast, shape_cast};
}

/// Pages whose examples are tests.
#[cfg(doctest)]
macro_rules! pages {
    ($($name:ident $page:literal;)*) => { $(#[doc = include_str!($page)] mod $name {})* };
}
#[cfg(doctest)]
pages! {
    readme "../README.md";
    caching "../docs/caching.md";
    casts "../docs/casts.md";
    characters "../docs/characters.md";
    coming_from_parry "../docs/coming-from-parry.md";
    contacts "../docs/contacts.md";
    debugging "../docs/debugging.md";
    large_worlds "../docs/large-worlds.md";
    solver "../docs/solver.md";
    which_query "../docs/which-query.md";
}
