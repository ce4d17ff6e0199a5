//! The search that all queries share: GJK, from its first direction to the nearest points.
//!
//! Start with `seek.rs`, the loop for the verdict, and `approach.rs`, which goes on to the distance. Both work on the state
//! in `state.rs`. `decide.rs` picks the phases of a query, `doubt.rs` checks their claims, and `careful.rs` continues in
//! doubled precision where a check fails.

mod apart;
mod approach;
mod careful;
mod cast;
mod compiled;
mod decide;
mod doubt;
mod evidence;
mod resume;
mod seek;
mod state;
mod witness;

pub(crate) use apart::Goal;
pub use apart::{Approach, SeparatingPlane};
pub(crate) use cast::{BoundingPlane, Ray, RayCast};
pub(crate) use compiled::{
    asked, erased, in_closed_form, is_inlined, not_inlined, out_of_line, with_pair, with_search,
};
#[cfg(feature = "exact")]
pub(crate) use evidence::perturbation;
pub(crate) use resume::Recall;
pub use state::{End, Search};
pub use witness::Witness;
pub(crate) use witness::{Separation, nearest_to};
