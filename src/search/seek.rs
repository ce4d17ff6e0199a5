//! GJK: the search for a separating axis, or for a simplex around the origin.
//!
//! ```text
//! d ← from the center of A − B towards the origin;  simplex ← nothing
//! repeat
//!     w ← the support point of A − B along d              look
//!     if w·d < 0                                          misses
//!         nothing of A − B comes as far as the origin: SEPARATED, d is the axis
//!     if w is not farther along d than the simplex        is_stuck
//!         the origin is ON the FEATURE
//!     find the feature of simplex ∪ {w} nearest the origin        locate
//!     if it is the whole, D + 1 vertices
//!         the origin is inside: ENCLOSED
//!     simplex ← that feature                              reduce
//!     d ← from it towards the origin, perpendicular to it
//! ```
//!
//! Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex objects in
//! three-dimensional space, IEEE Journal on Robotics and Automation 4, 1988). The cases behind `locate` are in
//! `simplex/two.rs` and `three.rs`. If the verdict is a separating axis, `approach.rs` can go on from there to the
//! nearest points, so a distance query has the same verdict.

use super::state::{End, Search};
use crate::observe::{Observer, Termination};
use crate::simplex::{Location, Region, Searchable};
use crate::verdict::Undecided;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn seek(&mut self) -> End {
        // A local copy: reading it from `self` again would spill it to memory.
        let mut direction = self.direction.clone();
        loop {
            if !self.look_along(direction) {
                return self.end_with(End::Undecided(Undecided::Limit), Termination::Limit);
            }
            if self.misses() {
                return self.end_with(End::Separated, Termination::Separated);
            }
            if self.is_stuck() {
                return self.end_stuck();
            }
            match self.locate() {
                Location::Search { region, direction: next } => {
                    self.reduce(region, next.clone());
                    if region == Region::W && self.is_at_origin() {
                        return self.end_stuck();
                    }
                    direction = next;
                }
                Location::Enclosed => return self.end_with(End::Enclosed, Termination::Enclosed),
                Location::Flat => return self.end_stuck(),
            }
        }
    }
}
