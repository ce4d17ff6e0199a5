//! The simplex that GJK keeps ([`Simplex`]), its features ([`Region`]), and the strategies that find the feature
//! nearest the origin ([`SimplexCases`]): for the plane, for space and for any dimension.
//!
//! W is the newest vertex of the simplex; X, Y, Z, … are the others. The shapes are called *shape A* and *shape B*.
//! Start with `cases.rs`, the argument behind all cases, then `two.rs` and `three.rs`.

mod any;
mod cases;
mod claims;
pub(crate) mod completion;
mod feature;
pub(crate) mod nearest;
mod projection;
mod report;
mod three;
mod two;
mod vertices;

pub use any::ActiveSet;
pub use cases::{Cases, Location, OwnCases, Searchable, SimplexCases, WithCases};
pub(crate) use claims::{encloses_for_certain, has_point_at_origin, has_point_within};
pub use feature::{Feature, FeatureIds, FeatureVertex};
pub(crate) use nearest::{Foot, Points, nearest_weights, weights_at};
pub(crate) use projection::{Combination, Weights, perpendicular_to_edges};
pub use report::{Test, Tests};
pub use vertices::{Region, Simplex};

pub use crate::vertex::{SupportPoint, VertexId};
