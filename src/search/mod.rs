//! The search that all queries share: GJK, from its first direction to the nearest feature.

mod apart;
mod approach;
mod between;
mod careful;
mod cast;
mod decide;
mod doubt;
mod evidence;
mod range;
mod resume;
mod seek;
mod start;
mod state;
mod witness;

pub(crate) use apart::Until;
pub use apart::{Approach, Gap, SeparatingPlane};
pub(crate) use between::Between;
pub(crate) use cast::{BoundingPlane, CastEnd, Ray, RayCast};
pub use decide::decide;
#[cfg(feature = "exact")]
pub(crate) use decide::measure;
pub(crate) use decide::{decide_cores, measure_from};
pub(crate) use evidence::decide_with_evidence;
#[cfg(feature = "exact")]
pub(crate) use evidence::perturbation;
pub(crate) use range::{erased, out_of_line, watching, with_search};
pub(crate) use resume::{Recall, cast_from, resume_along};
#[cfg(feature = "internals")]
pub use seek::{goes_in_circles, is_over, takes_long};
pub use state::{End, Search};
pub use witness::{Mean, NearestPoint};
pub(crate) use witness::{Witness, improved, nearest_point, point_at, weights_of};
