//! Checks of a search's claims: is there evidence, or does rounding leave a doubt? Also ends stuck searches.
//!
//! Evidence of an intersection is a point of A − B at the origin ([`Combination`]), evidence of separation a plane that
//! all of A − B is behind. A distance needs both: a point as near as the distance, and a plane as far. The check costs
//! a few products. Where it fails, `careful.rs` goes on in doubled precision.

use super::apart::Approach;
use super::state::{End, Search};
use crate::observe::{Observer, Termination};
use crate::scalar::{Real, Scalar, dimension, largest, max, norm, times};
use crate::simplex::{Combination, Searchable, Simplex, encloses_for_certain, has_point_at_origin, has_point_within};
use crate::{tolerance, verdict::Undecided};
use nalgebra::SVector;
use num_traits::Zero;

/// The highest dimension in which a search is continued. Nine points in eight dimensions have 511 features.
pub(super) const DEEPEST: usize = 8;

/// Returns whether a search can be continued in doubled precision.
#[cold]
pub(super) fn can_be_verified<T: Scalar, const D: usize>() -> bool {
    let one = T::one();
    D <= DEEPEST && !T::epsilon().is_zero() && one.quotient(&one).is_some()
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Ends a search without an answer. Products of tiny cores underflow, but then all points are within the margins.
    #[cold]
    pub(super) fn give_up(&mut self, why: Undecided) -> End {
        if self.evaluations == 0 || !self.newest.is_in_range() || !self.frame.cores_are_negligible() {
            return End::Undecided(why);
        }
        self.simplex = Simplex::of_one(self.newest.clone());
        End::OnFeature
    }

    /// Returns whether the newest vertex is not farther along the direction than the feature, or a long search is over.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method that is named has one lifetime")]
    pub(super) fn is_stuck(&mut self) -> bool {
        !self.progresses() || self.takes_long() && self.with_copy(|search| search.is_over())
    }

    /// Ends a search that is stuck though the newest vertex reaches the origin: the origin is on the retained feature,
    /// unless a coordinate is NaN or the search goes in circles.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "a method that is named has one lifetime")]
    pub(super) fn end_stuck(&mut self) -> End {
        if self.is_nan() || self.takes_long() {
            return self.with_copy_mut(|search| search.end_in_doubt());
        }
        self.end_with(End::OnFeature, Termination::OnFeature)
    }

    /// Ends a search that is stuck at a NaN, or after many evaluations: the origin may not be on the feature.
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

    /// Returns whether the search has taken more evaluations than most queries need.
    pub fn takes_long(&self) -> bool {
        self.takes(1)
    }

    /// Returns whether it has taken more than this many times the evaluations that most queries do not exceed.
    fn takes(&self, many: u32) -> bool {
        self.evaluations > many * (8 + 4 * dimension::<D>())
    }

    /// Returns whether a long search is over: the origin is in the retained feature's plane, or the search goes in
    /// circles.
    #[cold]
    pub fn is_over(&self) -> bool {
        self.is_in_plane() || self.goes_in_circles()
    }

    /// Returns whether the search has taken so long that a sliver's signs probably contradict each other: it needs more
    /// digits.
    #[cold]
    pub fn goes_in_circles(&self) -> bool {
        self.takes(4) && can_be_verified::<C::Scalar, D>() && self.progresses() && !self.is_in_plane()
    }

    /// Returns whether the retained feature's plane holds the origin, up to the rounding of a sliver.
    fn is_in_plane(&self) -> bool {
        let takes_very_long = self.takes(4);
        let units = if takes_very_long { tolerance::IN_PLANE_AT_LAST } else { tolerance::IN_PLANE };
        let slack = times(units, &self.least_gain) * largest(&self.direction);
        self.simplex.vertices().first().is_some_and(|vertex| vertex.w.dot(&self.direction).abs() <= slack)
    }

    /// Lends copies to the functions that it calls, so that the search stays in registers.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_verdict_in_doubt(&self, end: End) -> bool {
        let rounds = !C::Scalar::epsilon().is_zero();
        match end {
            // The axis separates by so little that products below the range may have decided the sign.
            End::Separated => {
                let square = C::Scalar::epsilon() * C::Scalar::epsilon();
                !square.is_zero() && -self.reached.clone() < square.clone() * square
            }
            // No doubt if the origin makes a volume with each facet that is larger than rounding can make one.
            End::Enclosed => {
                D <= 3
                    && rounds
                    && !encloses_for_certain(&self.newest, &self.simplex, &self.frame.size)
                    && !has_point_at_origin(Some(&self.newest.clone()), &self.simplex.clone(), &self.slack())
            }
            End::OnFeature => rounds && !has_point_at_origin(None, &self.simplex.clone(), &self.slack()),
            End::Undecided(Undecided::Limit) => !self.is_at_limit() && can_be_verified::<C::Scalar, D>(),
            End::WithinMargins | End::Undecided(_) => false,
        }
    }

    /// The least difference of the bounds to aim for: the accuracy asked for, but at least the least gain.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn enough(&self) -> C::Scalar {
        max(self.least_gain.clone(), self.options.accuracy.clone() * self.frame.size.clone())
    }

    /// The error that a right claim may have: twice the least gain.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn slack(&self) -> C::Scalar {
        times(tolerance::CLAIM, &self.least_gain)
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_margin_in_doubt(&self) -> bool {
        !C::Scalar::epsilon().is_zero()
            && match self.simplex.vertices() {
                [_] => false,
                [a, b] => !Combination::of(&[&a.w, &b.w]).is_some_and(|foot| foot.is_within(&self.wide_margin())),
                _ => !self.is_within_margins(),
            }
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_within_margins(&self) -> bool {
        has_point_within(&self.simplex.clone(), &self.wide_margin())
    }

    #[cfg_attr(fast, inline(always))]
    fn wide_margin(&self) -> C::Scalar {
        self.frame.margin.clone() + self.slack()
    }
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Returns whether the distance is in doubt: the point is farther than the plane by more than rounding, the simplex
    /// is around the origin, or the plane's normal is too short.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_distance_in_doubt(&self, approach: &Approach<T, D>, nearest: &SVector<T, D>) -> bool {
        approach.plane.as_ref().is_some_and(|plane| {
            let is_tight = norm(nearest) <= plane.distance() + max(self.slack(), self.enough());
            !is_tight || approach.with_newest || plane.is_short()
        })
    }
}
