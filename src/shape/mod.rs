//! The shapes, one file each, and the combinators that make shapes of shapes.
//!
//! Every constructor checks its input and returns an [`Error`](crate::Error) that says what is wrong;
//! a shape that exists is well formed.

mod ball;
mod capsule;
mod cloud;
mod cuboid;
mod posed;
mod swollen;
mod vertices;

pub use ball::Ball;
pub use capsule::Capsule;
pub use cloud::PointCloud;
pub use cuboid::Cuboid;
pub use posed::Posed;
pub use swollen::Swollen;
pub use vertices::{Segment, Tetrahedron, Triangle, Vertices};
