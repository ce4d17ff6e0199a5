//! Convex sets compared: do they intersect, how far apart are they, and where? In any dimension from 1 to 8, in `f32`,
//! `f64` or numbers of your own, from one source.
//!
//! A convex set is anything that can say which of its points is farthest in a direction: its [support mapping](Support).
//! The algorithm is the one of Gilbert, Johnson and Keerthi (1988). It needs nothing else, and so it does boxes, balls,
//! hulls, your own closures and sums of all of these with the same few lines, which are written to be read: start at
//! `src/gjk.rs`, then `src/simplex/two.rs` and `three.rs`.
//!
//! # Which function do I call?
//!
//! | question | function | answer |
//! | --- | --- | --- |
//! | Do two shapes intersect? | [`intersects`] | `bool` |
//! | … and how is that known? | [`gjk_with`] | an [`Outcome`]: separating axis, enclosing simplex, touching, flat, … |
//! | Is the origin in this one set? | [`gjk`] | `bool`; takes a [`Difference`] or a single [`Support`] |
//! | How far apart are they, and where? | [`distance`] | a [`Distance`]: witness points, lower bound, features |
//! | … but only if it is less than this? | [`distance_within`] | the same, or `None`, sooner |
//! | … with a start, limits, an observer? | [`distance_with`] | the same |
//! | How deep do they overlap, which way is out, where do they touch? | [`contact`] | a [`Contact`]: signed separation, normal, points |
//! | … but only if they are no farther apart than this? | [`contact_within`] | the same, or `None`, sooner |
//! | … with a start, limits, an observer? | [`contact_with`]; [`contact_in`] a workspace | the same |
//! | Is a point inside? Which point is nearest to it? | [`contains`], [`project`] | `bool`, a [`Projection`] |
//! | Does it touch the ground? | [`HalfSpace`](shape::HalfSpace) | a signed separation, by one support evaluation |
//! | What does a query do, step by step? | [`Observer`]; `trace`, with the feature `serde` | a table, JSON, figures |
//! | What box is around it? | [`bounds`] | [`Bounds`] |
//! | Is that certain? | `certified::intersects`, `certified::distance`, `certified::contact` (feature `exact`) | the answer, what proves it, proven bounds |
//! | … and exactly? | `exact::intersects`, `exact::distance`, `exact::contact` (feature `exact`) | rational numbers |
//! | How do I make a shape? | [`shape`], [`support_fn`], [`Support`] | |
//! | How do I move, swell, join shapes? | [`posed`](SupportExt::posed), [`swollen`](SupportExt::swollen), [`shape::Hull`], [`shape::Sum`] | |
//!
//! # Two dimensions
//!
//! ```
//! use gjk::{SupportExt, distance, intersects, nalgebra::{Isometry2, Point2, Vector2}, shape::{Capsule, Cuboid}};
//!
//! let ground = Cuboid::new(Vector2::new(20.0, 1.0))?;
//! let crate_ = Cuboid::new(Vector2::new(0.5, 0.5))?.posed(Isometry2::new(Vector2::new(3.0, 2.0), 0.3))?;
//! let player = Capsule::new(Point2::new(0.0, 2.0), Point2::new(0.0, 3.0), 0.5)?;
//!
//! assert!(!intersects(&player, &ground));
//! let gap = distance(&player, &crate_);
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
//! - No panic and no endless loop on any input, closures that lie and coordinates that are not numbers included: bad input
//!   gets an [`Error`] from the constructor, or an [`Undecided`] verdict.
//! - Touching sets intersect: all sets are closed. The distance is positive exactly when the verdict is that the sets are
//!   apart: they come from the same walk.
//! - No absolute tolerance: the same shapes a million times smaller or farther from the coordinate origin give the same
//!   answer, as far as their coordinates can be told apart (docs/precision.md).
//! - The same bits on every platform: queries add, subtract, multiply, divide, take square roots, and compare.
//! - No allocation in a query (contacts in four dimensions or more keep a [`Workspace`]); no `unsafe`; `no_std` with the feature `libm` in
//!   place of `std`.
//!
//! # Features
//!
//! `std` (default) or `libm`: where the square root comes from. `exact`: the modules `certified` (verdicts and bounds that
//! are proven) and `exact` (the arithmetic that decides when rounding can't). `half`, `qd`: half precision (`half::f16`) and
//! double-doubles (`qd::Quad`) as scalars. `serde`: answers can be serialized, queries traced.
//! `questions`: the module `question`, which reads them from JSON. `cli`: the program `gjk`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod bounds;
#[cfg(feature = "exact")]
pub mod certified;
mod construction;
mod contact;
mod distance;
mod epa;
mod error;
#[cfg(feature = "exact")]
pub mod exact;
mod gjk;
mod minkowski;
mod observe;
mod options;
mod point;
mod pose;
mod predicates;
#[cfg(feature = "questions")]
pub mod question;
mod scalar;
mod search;
pub mod shape;
mod simplex;
mod support;
#[cfg(feature = "serde")]
pub mod trace;
mod verdict;
mod vertex;

pub use bounds::{Bounds, bounds};
pub use construction::Construction;
pub use contact::{Contact, Workspace, contact, contact_in, contact_with, contact_within};
pub use distance::{Distance, Feature, FeatureVertex, distance, distance_with, distance_within};
pub use epa::{Exit, Expansion, Facets, Seed, Surroundings};
pub use error::Error;
pub use gjk::{gjk, gjk_with, intersects};
pub use minkowski::{Composite, Difference, Frame};
pub use nalgebra;
pub use observe::{Observer, Stop, Stretch};
pub use options::{Options, Start};
pub use point::{Projection, contains, project};
pub use pose::Pose;
pub use scalar::{Field, Real, Scalar};
pub use shape::SupportExt;
pub use simplex::{ActiveSet, Cases, Region, Searchable, Simplex, SimplexCases, Step, Test, Tests};
pub use support::{Extreme, Parallelotope, Rounding, Support, SupportFn, support_fn};
pub use verdict::{Outcome, Undecided, Verdict};
pub use vertex::{SupportPoint, VertexId};

/// What most programs need: `use gjk::prelude::*`.
///
/// ```
/// use gjk::prelude::*;
/// use gjk::nalgebra::Vector2;
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let far = (&square).posed(Vector2::new(5.0, 0.0))?;
/// assert!(!intersects(&square, &far));
/// assert_eq!(distance(&square, &far).distance, 3.0);
/// assert_eq!(contact(&square, &far).separation, 3.0);
/// # Ok::<(), gjk::Error>(())
/// ```
pub mod prelude {
    pub use crate::shape::{
        Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Segment, Sum,
        Tetrahedron, Triangle,
    };
    pub use crate::{Pose, Support, SupportExt, contact, distance, intersects};
}
