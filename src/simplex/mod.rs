//! The simplex that GJK keeps ([`Simplex`]), its features ([`Region`]), and the strategies that find the feature nearest the
//! origin ([`SimplexCases`]): one for the plane, one for space and one for any dimension.
//!
//! Here A, B, C, D, … are the vertices of the simplex, A the newest. The two shapes are called *shape A* and *shape B*, and
//! A − B is called their difference.

pub(crate) mod any;
mod cases;
mod combination;
pub(crate) mod completion;
mod excluded;
mod feature;
mod foot;
mod report;
mod three;
mod two;
mod vertices;

pub use any::ActiveSet;
pub(crate) use any::{Weights, nearest_of_all_features, nearest_weights, perpendicular_to_edges};
pub use cases::{Cases, Location, Searchable, SimplexCases};
pub(crate) use combination::{Combination, encloses_for_certain};
pub use feature::{Feature, FeatureIds, FeatureVertex};
pub(crate) use foot::{Foot, Points};
pub use report::{Test, Tests};
pub use vertices::{Region, Simplex};

pub use crate::vertex::{SupportPoint, VertexId};
