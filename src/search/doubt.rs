//! What a search claims, checked: is there evidence, or does rounding leave a doubt?
//!
//! Evidence that the sets intersect is a point of A − B at the origin ([`Combination`]). Evidence that they are apart is a
//! plane that all of A − B is behind. Evidence of a distance is both: a point as near as the distance, and a plane as far.
//! Mostly the evidence is there, and the check costs a few products. If it is not, `careful.rs` goes on in doubled precision.

use super::apart::Approach;
use super::state::{End, Search};
use crate::observe::Observer;
use crate::scalar::{Real, Scalar, max, norm, times};
use crate::simplex::{Combination, Searchable, encloses_for_certain, has_point_at_origin, has_point_within};
use crate::tolerance;
use crate::verdict::Undecided;
use nalgebra::SVector;
use num_traits::Zero;

/// The highest dimension in which a search is continued: that of the last cases. (Nine points in eight dimensions have 511 features.)
pub(super) const DEEPEST: usize = 8;

/// Whether a search can be continued in doubled precision: if there is any rounding.
#[cold]
pub(super) fn can_be_verified<T: Scalar, const D: usize>() -> bool {
    let one = T::one();
    D <= DEEPEST && !T::epsilon().is_zero() && one.quotient(&one).is_some()
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Whether a verdict on the cores is in doubt.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_verdict_in_doubt(&self, end: End) -> bool {
        match end {
            End::Separated => is_axis_in_doubt(self.reached()),
            End::Enclosed => self.is_enclosure_in_doubt(),
            End::OnFeature => self.is_feature_in_doubt(),
            End::Undecided(Undecided::Limit) => !self.is_at_limit() && can_be_verified::<C::Scalar, D>(),
            End::WithinMargins | End::Undecided(_) => false,
        }
    }

    /// How far from each other two bounds on the distance may be: the accuracy that was asked for, but no less than the tolerance.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn enough(&self) -> C::Scalar {
        max(self.tolerance.clone(), self.options.accuracy.clone() * self.frame.size.clone())
    }

    /// A claim is right if it is off by no more than twice the tolerance: by default 8 ε of the size.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn slack(&self) -> C::Scalar {
        times(tolerance::CLAIM, self.tolerance())
    }
}

/// Whether an axis separates by so little that products below the range may have decided the sign.
#[cfg_attr(fast, inline(always))]
fn is_axis_in_doubt<T: Scalar>(reached: &T) -> bool {
    let square = T::epsilon() * T::epsilon();
    !square.is_zero() && -reached.clone() < square.clone() * square
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Whether it is in doubt that the simplex and the newest vertex hold the origin. It is not if the origin makes a
    /// volume with each facet that is larger than rounding alone can make one. (From four dimensions on this is never
    /// in doubt.)
    #[cfg_attr(fast, inline(always))]
    fn is_enclosure_in_doubt(&self) -> bool {
        D <= 3
            && !C::Scalar::epsilon().is_zero()
            && !encloses_for_certain(self.newest(), self.simplex(), &self.frame().size)
            && !has_point_at_origin(Some(&self.newest().clone()), &self.simplex().clone(), &self.slack())
    }

    /// Whether it is in doubt that the origin is on the retained feature.
    #[cfg_attr(fast, inline(always))]
    fn is_feature_in_doubt(&self) -> bool {
        !C::Scalar::epsilon().is_zero() && !has_point_at_origin(None, &self.simplex().clone(), &self.slack())
    }

    /// Whether it is in doubt that the retained feature is within the margins.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_margin_in_doubt(&self) -> bool {
        !C::Scalar::epsilon().is_zero()
            && match self.simplex().vertices() {
                [_] => false,
                [a, b] => !Combination::of(&[&a.w, &b.w]).is_some_and(|foot| foot.is_within(&self.wide_margin())),
                _ => !self.is_within_margins(),
            }
    }

    /// Whether a point of the retained feature is within the margins, up to what a claim may be off by.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_within_margins(&self) -> bool {
        has_point_within(&self.simplex().clone(), &self.wide_margin())
    }

    /// The margin, plus what a claim may be off by.
    #[cfg_attr(fast, inline(always))]
    fn wide_margin(&self) -> C::Scalar {
        self.frame().margin.clone() + self.slack()
    }
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Whether the distance at the end of an approach is in doubt: its point is farther than the plane by more than rounding, the
    /// simplex is around the origin, or the plane's normal is too short.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_distance_in_doubt(&self, approach: &Approach<T, D>, nearest: &SVector<T, D>) -> bool {
        approach.plane.as_ref().is_some_and(|plane| {
            let is_tight = norm(nearest) <= plane.distance() + max(self.slack(), self.enough());
            !is_tight || approach.with_newest || plane.is_short()
        })
    }
}
