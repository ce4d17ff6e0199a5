//! GJK: the search for a separating axis, or for a simplex around the origin.
//!
//! ```text
//! d ← from the center of A − B towards the origin;  simplex ← nothing
//! repeat
//!     w ← the support point of A − B along d              look
//!     if w·d < 0                                          misses
//!         nothing of A − B comes as far as the origin: SEPARATED, d is the axis
//!     if w is no farther along d than the simplex         stands_still
//!         the origin is ON the FEATURE
//!     find the feature of simplex ∪ {w} nearest the origin        locate
//!     if it is the whole, D + 1 vertices
//!         the origin is inside: ENCLOSED
//!     simplex ← that feature                              reduce
//!     d ← from it towards the origin, perpendicular to it
//! ```
//!
//! Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex objects in
//! three-dimensional space, IEEE Journal on Robotics and Automation 4, 1988). `locate` is where the cases are: those of a
//! tetrahedron are in `simplex/three.rs`. The loop ends with the verdict. If that is a separating axis, `approach.rs` can go
//! on from there to the nearest points. A distance query does both, so it has the same verdict.

use super::doubt::can_be_verified;
use super::state::{End, Search};
use crate::observe::{Observer, Termination};
use crate::scalar::{Scalar, dimension, largest, times};
use crate::simplex::{Location, Region, Searchable};
use crate::verdict::Undecided;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// The loop.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn seek(&mut self) -> End {
        // Beside the search: read from there again, it would go through memory.
        let mut direction = self.direction().clone();
        loop {
            if !self.look_along(direction) {
                return self.end_with(End::Undecided(Undecided::Limit), Termination::Limit);
            }
            if self.misses() {
                return self.end_with(End::Separated, Termination::Separated);
            }
            if self.stands_still() {
                return self.on_feature();
            }
            match self.locate() {
                Location::Search { region, direction: next } => {
                    self.reduce(region, next.clone());
                    if region == Region::A && self.is_at_origin() {
                        return self.on_feature();
                    }
                    direction = next;
                }
                Location::Enclosed => return self.end_with(End::Enclosed, Termination::Enclosed),
                Location::Flat => return self.on_feature(),
            }
        }
    }

    /// The end, reported.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn end_with(&mut self, end: End, why: Termination) -> End {
        self.observer().stopped(why);
        end
    }

    /// Whether the newest vertex is no farther along the direction than the retained feature; or the search takes long, and is
    /// over for another reason.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method that is named has one lifetime")]
    fn stands_still(&mut self) -> bool {
        !self.progresses() || self.takes_long() && self.of_copy(|search| search.is_over())
    }

    /// The end of a search that makes no progress though the newest vertex reaches the origin. Then feature, vertex and origin are
    /// in one plane, unless a coordinate is NaN, or the search goes in circles.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method that is named has one lifetime")]
    pub(super) fn on_feature(&mut self) -> End {
        if self.is_nan() || self.takes_long() {
            return self.on_copy(|search| search.end_without_progress());
        }
        self.end_with(End::OnFeature, Termination::OnFeature)
    }

    #[cold]
    fn end_without_progress(&mut self) -> End {
        if self.is_nan() {
            let end = self.give_up(Undecided::NotANumber);
            self.end_with(end, Termination::NotANumber)
        } else if self.goes_in_circles() {
            self.end_with(End::Undecided(Undecided::Limit), Termination::Patience)
        } else {
            self.end_with(End::OnFeature, Termination::OnFeature)
        }
    }

    /// Whether the search has taken more evaluations than most queries need.
    #[inline]
    pub fn takes_long(&self) -> bool {
        self.evaluations() > usual::<D>()
    }
}

/// The number of evaluations that most queries do not exceed.
fn usual<const D: usize>() -> u32 {
    8 + 4 * dimension::<D>()
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Whether a search that takes long is over: the origin is in the retained feature's plane, or the search goes in circles.
    #[cold]
    pub fn is_over(&self) -> bool {
        self.is_in_plane() || self.goes_in_circles()
    }

    /// Whether the search has taken so long that the signs of a sliver probably contradict each other. Only more digits end
    /// that.
    #[cold]
    pub fn goes_in_circles(&self) -> bool {
        let takes_very_long = self.evaluations() > 4 * usual::<D>();
        takes_very_long && can_be_verified::<C::Scalar, D>() && self.progresses() && !self.is_in_plane()
    }

    /// Whether the retained feature's plane holds the origin, up to the rounding of a sliver: 16 times the tolerance, by
    /// default 64 ε. If the search takes very long, it is 16 times as much.
    fn is_in_plane(&self) -> bool {
        let units = if self.evaluations() > 4 * usual::<D>() { 256 } else { 16 };
        let slack = times(units, self.tolerance()) * largest(self.direction());
        self.simplex().vertices().first().is_some_and(|vertex| vertex.w.dot(self.direction()).abs() <= slack)
    }
}
