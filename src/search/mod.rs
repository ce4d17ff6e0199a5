//! The search that all queries share: GJK, from its first direction to the nearest feature.

mod approach;
mod decide;
mod evidence;
mod seek;
mod state;

pub(crate) use approach::{Approach, Plane, Until};
#[cfg(feature = "exact")]
pub(crate) use evidence::aside;
pub(crate) use state::{End, Search};
