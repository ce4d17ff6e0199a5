//! The state of a search, and the operations that change it.

use crate::observe::{Observer, Termination};
use crate::query::{Options, Start};
use crate::scalar::{Scalar, at_unit_scale, dot, is_nan, largest, ulps, vanishes, whole};
use crate::simplex::{Location, Region, Searchable, Simplex, SimplexCases};
use crate::vertex::{SupportPoint, first_axis};
use crate::{minkowski::Frame, tolerance, verdict::Undecided};
use nalgebra::SVector;
use num_traits::Zero;

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The newest vertex does not reach the origin along the direction, so no point of A − B does.
    Separated,
    /// The simplex with its newest vertex holds the origin.
    Enclosed,
    /// The origin is on the retained feature, up to rounding.
    OnFeature,
    /// The cores are not farther apart than the margins reach.
    WithinMargins,
    /// Neither is known.
    Undecided(Undecided),
}

impl End {
    /// Returns whether the sets intersect; true, to be on the safe side, if that is undecided.
    #[inline]
    #[must_use]
    pub fn intersects(self) -> bool {
        self != Self::Separated
    }
}

/// A query under way. The phases (`seek`, `approach`, `careful`, `cast`) change it only by the operations below.
pub struct Search<'q, C: Searchable<D>, O, const D: usize> {
    /// The set that is searched.
    pub set: &'q C,
    /// The coordinates to compute in.
    pub frame: &'q Frame<C::Scalar, D>,
    /// The start and the limits.
    pub options: &'q Options<C::Scalar, D>,
    /// Sees every step.
    pub observer: &'q mut O,
    /// The feature nearest the origin, so far.
    pub simplex: Simplex<C::Scalar, D>,
    /// After `look` the direction along which w was found; after `reduce` the one along which to look next.
    pub direction: SVector<C::Scalar, D>,
    /// The last support point, w.
    pub newest: SupportPoint<C::Scalar, D>,
    /// w·d: how far that vertex is along the direction, times the direction's length.
    pub reached: C::Scalar,
    /// The number of support evaluations so far.
    pub evaluations: u32,
    /// The least gain that counts as progress, at the frame's scale.
    pub least_gain: C::Scalar,
}

impl<'q, const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'q, C, O, D> {
    /// A search that has not begun.
    #[cfg_attr(fast, inline(always))]
    pub fn new(
        set: &'q C,
        frame: &'q Frame<C::Scalar, D>,
        options: &'q Options<C::Scalar, D>,
        observer: &'q mut O,
    ) -> Self {
        let direction = match &options.start {
            // Not scaled if it need not be, so that the first support points do not wait for the scale.
            Start::Centers if frame.ordinary => frame.toward_origin.clone().unwrap_or_else(first_axis),
            Start::Centers => frame.toward_origin.as_ref().map_or_else(first_axis, at_unit_scale),
            Start::Along(direction) | Start::Pair(direction, _) => at_unit_scale(direction),
        };
        let most = largest(&direction);
        Self {
            set,
            frame,
            options,
            observer,
            simplex: Simplex::empty(),
            direction: if most.is_zero() || !direction.iter().all(Scalar::in_range) {
                first_axis()
            } else if vanishes(&(most.clone() * most)) {
                // Its products would lose digits below the range.
                at_unit_scale(&direction)
            } else {
                direction
            },
            newest: SupportPoint::nothing(),
            reached: C::Scalar::zero(),
            evaluations: 0,
            least_gain: whole::<C::Scalar>(tolerance::LEAST_GAIN) * C::Scalar::epsilon() * frame.size.clone(),
        }
    }

    /// Returns whether the limit of evaluations is reached.
    pub fn is_at_limit(&self) -> bool {
        self.evaluations == self.options.max_evaluations
    }

    /// Returns whether the newest vertex, and so all of A − B, does not reach the origin along the direction.
    #[cfg_attr(fast, inline(always))]
    pub fn misses(&self) -> bool {
        if C::Cases::SEPARATION_SLACK == 0 {
            return self.reached < C::Scalar::zero();
        }
        let doubt = ulps(C::Cases::SEPARATION_SLACK, &self.frame.size);
        self.reached < -(doubt * largest(&self.direction))
    }

    /// Returns whether the newest vertex is farther along the direction than the retained feature. False for a NaN.
    #[cfg_attr(fast, inline(always))]
    pub fn progresses(&self) -> bool {
        self.progresses_by(&self.least_gain)
    }

    /// Returns whether the newest vertex is farther along the direction than the retained feature, by more than a
    /// length. If not, the feature's nearest point and the vertex's plane are not farther apart than that.
    ///
    /// Compares two vertices along the direction, which stays accurate where the feature's nearest point is not.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn progresses_by(&self, least: &C::Scalar) -> bool {
        let Some(feature) = self.simplex.vertices().first() else { return true };
        let gain = self.reached.clone() - feature.w.dot(&self.direction);
        gain > least.clone() * largest(&self.direction) && !self.simplex.has(&self.newest.w)
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn end_with(&mut self, end: End, why: Termination) -> End {
        self.observer.stopped(why);
        end
    }

    #[cfg_attr(fast, inline(always))]
    pub(crate) fn locate(&mut self) -> Location<C::Scalar, D> {
        let location = C::Cases::locate(&self.simplex, &self.newest);
        if matches!(location, Location::Enclosed) {
            self.observer.enclosed(&self.simplex, &self.newest);
        }
        location
    }

    /// Returns whether the direction is zero, because the only retained vertex is at the origin.
    #[cfg_attr(fast, inline(always))]
    pub fn is_at_origin(&self) -> bool {
        largest(&self.direction).is_zero()
    }

    /// Returns whether the newest vertex is not a number.
    pub fn is_nan(&self) -> bool {
        is_nan(&self.reached)
    }

    /// Finds a vertex along the present direction; false at the limit of evaluations.
    #[cfg_attr(fast, inline(always))]
    pub fn look(&mut self) -> bool {
        if self.is_at_limit() {
            return false;
        }
        self.newest = self.set.vertex(self.frame, &self.direction);
        self.evaluations += 1;
        self.observer.support(&self.direction, &self.newest);
        self.reached = dot(&self.newest.w, &self.direction);
        true
    }

    /// Finds a vertex along another direction; false at the limit of evaluations.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn look_along(&mut self, direction: SVector<C::Scalar, D>) -> bool {
        self.direction = direction;
        self.look()
    }

    /// Brings the direction to unit scale: its square could leave the range.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn scale_direction(&mut self) {
        let scale = largest(&self.direction).unit_scale();
        self.direction *= scale.clone();
        self.reached *= scale;
    }

    /// Cuts simplex and newest vertex down to the feature nearest the origin, and takes the next direction from there.
    #[cfg_attr(fast, inline(always))]
    pub fn reduce(&mut self, region: Region, direction: SVector<C::Scalar, D>) {
        self.simplex.retain(&self.newest, region);
        self.observer.reduced(&self.simplex, region, &direction);
        self.direction = direction;
    }
}
