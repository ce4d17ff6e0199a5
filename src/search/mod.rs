//! The search that all queries share: GJK, from its first direction to the nearest feature.

mod apart;
mod approach;
mod between;
mod careful;
mod cast;
mod compiled;
mod decide;
mod doubt;
mod ends;
mod evidence;
mod resume;
mod seek;
mod start;
mod state;
mod witness;

pub(crate) use apart::Until;
pub use apart::{Approach, Gap, SeparatingPlane};
pub(crate) use between::Between;
pub(crate) use cast::{BoundingPlane, CastEnd, Ray, RayCast};
pub(crate) use compiled::{erased, out_of_line, watching, with_search};
#[cfg(feature = "exact")]
pub(crate) use evidence::perturbation;
pub(crate) use resume::Recall;
pub use state::{End, Search};
pub use witness::{Mean, NearestPoint};
pub(crate) use witness::{Witness, point_at};
