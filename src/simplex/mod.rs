//! The simplex that GJK keeps (`vertices`), its features (`region`), and the question asked of it, where the origin is:
//! the trait (`cases`), and its answers in the plane (`two`), in space (`three`) and in any dimension (`any`).

mod any;
mod cases;
mod combination;
pub(crate) mod completion;
mod feature;
mod region;
mod three;
mod two;
mod vertices;

pub use any::ActiveSet;
pub(crate) use any::{Foot, Points, Weights, nearest_of_all_features, nearest_weights};
pub use cases::{Cases, Searchable, SimplexCases, Step, Test, Tests};
pub(crate) use combination::{Combination, encloses_for_certain};
pub use feature::{Feature, FeatureIds, FeatureVertex};
pub use region::Region;
pub use vertices::Simplex;

pub use crate::vertex::{SupportPoint, VertexId};
