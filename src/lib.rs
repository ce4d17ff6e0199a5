//! Convex sets compared: do they intersect, how far apart are they, and where?
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

mod bounds;
mod difference;
mod distance;
mod error;
mod gjk;
mod point;
mod pose;
mod scalar;
pub mod shape;
mod simplex;
mod support;

pub use bounds::{Bounds, bounds};
pub use difference::{Composite, Difference, Frame, SupportPoint};
pub use distance::{Distance, Feature, FeatureVertex, distance, distance_with, distance_within};
pub use error::Error;
pub use gjk::{Observer, Options, Outcome, Start, Undecided, Verdict, gjk, gjk_with, intersects};
pub use nalgebra;
pub use point::{Projection, contains, project};
pub use pose::Pose;
pub use scalar::{Field, Real, Scalar};
pub use simplex::{ActiveSet, Cases, Region, Simplex, SimplexCases, Step};
pub use support::{Extreme, Support, SupportFn, VertexId, support_fn};
