//! Do two convex sets intersect, how far apart are they, and where? In any dimension from 1 to 8, in `f32`, `f64` or
//! numbers of your own, from one source.
//!
//! A convex set is anything that can say which of its points is farthest in a direction: that is its [support
//! mapping](Support). The algorithm of Gilbert, Johnson and Keerthi (1988) needs nothing else. So the same few lines do
//! boxes, balls, hulls, your own closures and sums of all of these. They are written to be read: start at
//! `src/search/seek.rs`, then `src/simplex/two.rs` and `three.rs`.
//!
//! # Which function do I call?
//!
//! | question | function | answer |
//! | --- | --- | --- |
//! | Do two shapes intersect? | [`intersects`] | `bool` |
//! | How far apart are they, and where? | [`distance`] | a [`Distance`]: normal, points, bounds, feature |
//! | How deep do they overlap, which translation parts them, where do they touch? | [`contact`] | a [`Contact`]: the same, with a signed separation |
//! | … but only if they are no farther apart than this? | [`Query::within`] | the same; or, sooner, [`Farther`] with its proof |
//! | … with a start, limits, an observer, a workspace? | [`Query`], which has methods of the same names | the same |
//! | … frame after frame, starting where the last query ended | [`Query::remembering`] | the same; a [`Cache`] for each pair is taken and left behind |
//! | Why is that so? | [`Query::search`] | an [`Outcome`]: separating axis, enclosing simplex, touching, flat, … |
//! | At which points does a solver push, and which were there before? | [`manifold`](manifold()) | a [`Manifold`]: two to four points with names |
//! | If they move in straight lines, when do they meet, and where? | [`cast`] | a [`Cast`]: time, normal, points |
//! | What does a ray hit? | [`raycast`] | the same |
//! | When do they meet, moving and turning? | [`time_of_impact`] | an [`Impact`]: a time at which they are as good as there, and before which they are not |
//! | Is a point inside? Which point is nearest to it? | [`contains`], [`project`] | `bool`, a [`Projection`] |
//! | And against the ground? | `intersects`, `distance`, `contact`, `cast` are methods of [`HalfSpace`](shape::HalfSpace) | the same answers, by one support evaluation |
//! | Is the origin in this one set? | [`gjk`] | `bool`; takes a [`Difference`] or a single [`Support`] |
//! | What does a query do, step by step? | [`observe::Observer`]; `trace`, with the feature `serde` | a table, JSON, figures |
//! | What box is around it? | [`bounds`](bounds()) | [`Bounds`] |
//! | How heavy is it, and how hard to turn? | [`mass::Solid`] | [`mass::MassProperties`]: mass, center, moments |
//! | What are its vertices and faces? | [`ConvexHull`](shape::ConvexHull), [`Polygon`](shape::Polygon) | in order, with normals and neighbours |
//! | Is that certain? | `certified::intersects`, `certified::distance`, `certified::contact`, `certified::cast` (feature `exact`) | the answer, what proves it, proven bounds |
//! | … and exactly? | `exact::intersects`, `exact::distance`, `exact::contact`, `exact::cast` (feature `exact`) | rational numbers |
//! | How do I build and debug quickly? | [`precompiled`]: queries of two shapes, and [any shape as one type](precompiled::Shape3) | the same answers |
//! | How do I make a shape? | [`shape`], [`support_fn`], [`Support`]; a `Point` is one | |
//! | How do I move, swell, join shapes? | [`posed`](SupportExt::posed), [`swollen`](SupportExt::swollen), [`shape::Hull`], [`shape::Sum`] | |
//!
//! Shapes are values: those of a few numbers are `Copy`, and with the feature `serde` all can be written and read. What is
//! needed less often is in modules: [`mass`]; [`simplex`] and [`epa`], the strategies; [`support`] and [`minkowski`], shapes
//! and differences as the strategies know them; [`query`], [`observe`], [`scalar`].
//!
//! # Two dimensions
//!
//! ```
//! use gjk::{SupportExt, distance, intersects, nalgebra::{Isometry2, Point2, Vector2}, shape::{Capsule, Cuboid}};
//!
//! let ground = Cuboid::new(Vector2::new(20.0, 1.0))?;
//! let stone = Cuboid::new(Vector2::new(0.5, 0.5))?.posed(Isometry2::new(Vector2::new(3.0, 2.0), 0.3))?;
//! let player = Capsule::new(Point2::new(0.0, 2.0), Point2::new(0.0, 3.0), 0.5)?;
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
//! use gjk::{SupportExt, distance, nalgebra::{Isometry3, Point3, Vector3}, shape::{Cylinder, PointCloud}};
//!
//! // A convex hull is its points, in any order.
//! let roof = PointCloud::new([
//!     Point3::new(-2.0, 0.0, -3.0), Point3::new(2.0, 0.0, -3.0), Point3::new(0.0, 1.5, -3.0),
//!     Point3::new(-2.0, 0.0, 3.0), Point3::new(2.0, 0.0, 3.0), Point3::new(0.0, 1.5, 3.0),
//! ])?;
//! let barrel = Cylinder::new(0.5, 1.0)?.posed(Isometry3::new(Vector3::new(0.0, 4.0, 0.0), Vector3::new(1.2, 0.0, 0.0)))?;
//! let gap = distance(&barrel, &roof);
//! assert_eq!(format!("{:.3}", gap.distance), "1.672");
//! assert!(gap.lower <= gap.distance && gap.distance - gap.lower < 1e-12); // the error is bounded by the answer itself
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! # What is guaranteed
//!
//! - No panic and no endless loop on any input, not even on wrong closures and coordinates that are not numbers: bad input
//!   gets an [`Error`] from the constructor, or an [`Undecided`] verdict.
//! - Touching sets intersect: all sets are closed. The distance is positive exactly when the verdict is that the sets are
//!   apart: both come from the same search.
//! - No absolute tolerance: the same shapes a million times smaller or farther from the coordinate origin give the same
//!   answer, as far as their coordinates can be told apart (docs/precision.md).
//! - The same bits on every platform: queries add, subtract, multiply, divide, take square roots, and compare.
//! - No allocation in a query (contacts in four dimensions or more keep a [workspace](Query::workspace)); no `unsafe`; `no_std` with the feature `libm` in
//!   place of `std`.
//!
//! # Features
//!
//! | feature | |
//! | --- | --- |
//! | `std` (default) | square roots from the standard library |
//! | `libm` | square roots without it: for `no_std`, instead of `std` |
//! | `precompiled` | the module [`precompiled`]: takes longer to build, once |
//! | `exact` | the modules `certified` (verdicts and bounds that are proven) and `exact` (the arithmetic that decides when rounding can't) |
//! | `serde` | shapes can be written and read, answers written, and nearly all of them read; the module `trace` |
//! | `questions` | the module `question`: questions in JSON, as the program and the explorer take them |
//! | `half` | half precision, `half::f16`, as a scalar |
//! | `qd` | double-doubles, `qd::Quad`, as a scalar |
//! | `small-arithmetic` | numbers of 3 to 53 bits, [`scalar::small::Small`](scalar), as a scalar: to see what rounding does |
//! | `glam030` … `glam033`, `mint` | nalgebra's types convert from and to those of glam and mint |
//! | `cli` | the program `gjk` |
//! | `precision` | the module `study`, and the program with `gjk precision`: what rounding does, in many arithmetics |
//!
//! nalgebra is exported as [`nalgebra`]. docs/coming-from-glam.md shows how to convert glam's vectors. (Note that glam's
//! quaternions are written x, y, z, w, and [`Pose::from_quaternion`] takes w, x, y, z.) If you build the final program,
//! `--cfg gjk_small` in `RUSTFLAGS` trades speed for less code.

#![no_std]
#![cfg_attr(
    not(feature = "internals"),
    allow(unreachable_pub, reason = "what `internals` exports is in private modules")
)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "small-arithmetic")]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "gjk needs square roots: enable the feature `std` (a default feature), or `libm` where there is no standard library"
);

mod bounds;
mod cache;
mod cast;
#[cfg(feature = "exact")]
pub mod certified;
mod closed;
mod construction;
mod contact;
mod distance;
pub mod epa;
mod error;
#[cfg(feature = "exact")]
pub mod exact;
mod gjk;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod manifold;
pub mod mass;
pub mod minkowski;
mod motion;
pub mod observe;
mod options;
mod outline;
mod point;
mod pose;
#[cfg(feature = "precompiled")]
pub mod precompiled;
mod predicates;
pub mod query;
pub mod scalar;
mod search;
pub mod shape;
pub mod simplex;
pub mod support;
mod time_of_impact;
#[cfg(feature = "serde")]
pub mod trace;
mod verdict;
mod vertex;

#[doc(no_inline)]
pub use nalgebra;
#[doc(inline)]
pub use {
    bounds::{Bounds, bounds},
    cache::Cache,
    cast::{Cast, Hit, Velocities, cast, raycast},
    contact::{Contact, contact},
    distance::{Distance, distance},
    error::Error,
    gjk::{gjk, intersects},
    manifold::{Manifold, ManifoldOptions, ManifoldPoint, manifold},
    minkowski::Difference,
    motion::{Motion, RigidMotion},
    point::{Projection, contains, project},
    pose::Pose,
    query::{Farther, Query, Start},
    scalar::{Real, Scalar},
    shape::SupportExt,
    support::{Support, support_fn},
    time_of_impact::{Aim, Impact, time_of_impact},
    verdict::{Outcome, Undecided, Verdict},
};

/// What most programs need: `use gjk::prelude::*`.
///
/// ```
/// use gjk::prelude::*;
/// use gjk::nalgebra::Vector2;
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let far = square.posed(Vector2::new(5.0, 0.0))?;
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
    pub use crate::{Pose, Query, Support, SupportExt, contact, distance, intersects};
}

/// The README's examples, compiled as they stand.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Pages whose examples are tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/coming-from-glam.md")]
    mod coming_from_glam {}
    #[doc = include_str!("../docs/coming-from-parry.md")]
    mod coming_from_parry {}
    #[doc = include_str!("../docs/physics.md")]
    mod physics {}
}
