//! How a search ends that makes no progress.

use super::doubt::can_be_verified;
use super::state::{End, Search};
use crate::observe::{Observer, Termination};
use crate::scalar::{Scalar, dimension, largest, times};
use crate::simplex::{Searchable, Simplex};
use crate::tolerance;
use crate::verdict::Undecided;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Reports the end of a phase.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn end_with(&mut self, end: End, why: Termination) -> End {
        self.observer().stopped(why);
        end
    }

    /// The end of a search that has found no answer. If the cores are tiny beside the margins, products of their coordinates
    /// underflow. But then it does not matter which points of the cores are nearest: all are within the margins.
    #[cold]
    pub(super) fn give_up(&mut self, why: Undecided) -> End {
        if self.evaluations == 0 || !self.newest.is_in_range() || !self.frame.is_all_margin() {
            return End::Undecided(why);
        }
        self.simplex = Simplex::of_one(self.newest.clone());
        End::OnFeature
    }

    /// Whether the newest vertex is no farther along the direction than the retained feature, or the search takes long and leads
    /// no farther.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method that is named has one lifetime")]
    pub(super) fn is_stuck(&mut self) -> bool {
        !self.progresses() || self.takes_long() && self.of_copy(|search| search.is_over())
    }

    /// The end of a search that is stuck though the newest vertex reaches the origin: the origin is on the retained feature, unless
    /// a coordinate is NaN or the search goes in circles.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method that is named has one lifetime")]
    pub(super) fn end_stuck(&mut self) -> End {
        if self.is_nan() || self.takes_long() {
            return self.on_copy(|search| search.end_in_doubt());
        }
        self.end_with(End::OnFeature, Termination::OnFeature)
    }

    /// Finds out why the search is stuck.
    #[cold]
    fn end_in_doubt(&mut self) -> End {
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
        let takes_very_long = self.evaluations() > 4 * usual::<D>();
        let units = if takes_very_long { tolerance::IN_PLANE_AT_LAST } else { tolerance::IN_PLANE };
        let slack = times(units, self.tolerance()) * largest(self.direction());
        self.simplex().vertices().first().is_some_and(|vertex| vertex.w.dot(self.direction()).abs() <= slack)
    }
}
