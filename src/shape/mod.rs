//! The shapes, and shapes made of shapes: poses, margins, sums and hulls.
//!
//! Every constructor checks its input, and returns an [`Error`](crate::Error) that says what is wrong.

#[cfg(target_has_atomic = "ptr")]
mod any;
mod ball;
mod capsule;
mod cloud;
mod convex_hull;
mod cuboid;
mod direction_index;
mod ellipsoid;
mod ext;
mod faceted;
mod facets;
mod flaws;
mod frustum;
mod half_space;
mod hull;
mod lattice;
mod polygon;
mod posed;
mod quickhull;
#[cfg(all(feature = "serde", target_has_atomic = "ptr"))]
mod saved;
mod sum;
mod swollen;
mod upright;
mod vertices;
#[cfg(feature = "serde")]
mod written;

pub use crate::error::HullError;
#[cfg(target_has_atomic = "ptr")]
pub use any::{Shape, Shape2, Shape3};
pub use ball::Ball;
pub use capsule::Capsule;
pub use cloud::PointCloud;
pub use convex_hull::{ConvexHull, Face};
pub use cuboid::Cuboid;
pub use ellipsoid::Ellipsoid;
pub use ext::SupportExt;
pub use faceted::Faceted;
pub use frustum::Frustum;
pub use half_space::HalfSpace;
pub use hull::Hull;
pub use polygon::Polygon;
pub use posed::Posed;
pub(crate) use posed::{Displaced, turn_back};
pub use sum::Sum;
pub use swollen::Swollen;
pub use upright::{Cone, Cylinder, Upright};
pub use vertices::{Segment, Tetrahedron, Triangle, Vertices};
