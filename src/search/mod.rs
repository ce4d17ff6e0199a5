//! The search that all queries share: GJK, from its first direction to the nearest feature.

mod approach;
mod between;
mod careful;
mod cast;
mod decide;
mod evidence;
mod resume;
mod seek;
mod state;
mod witness;

pub(crate) use approach::Until;
pub use approach::{Approach, Gap, SeparatingPlane};
pub(crate) use between::Between;
pub(crate) use cast::{Barrier, Course, Flight, Landing};
#[cfg(feature = "exact")]
pub(crate) use evidence::perturbation;
pub use state::{End, Search};
pub(crate) use witness::{Mean, point_at};
