//! A search under way: what it remembers from step to step, and the parts of a step.

use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::observe::{Observer, Termination};
use crate::query::{Options, Start};
use crate::scalar::{Scalar, at_unit_scale, dimension, dot, largest, times};
use crate::simplex::{Location, Region, Searchable, Simplex, SimplexCases};
use crate::verdict::Undecided;
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::SVector;
use num_traits::Zero;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The newest vertex falls short of the origin, so everything does.
    Separated,
    /// The simplex with its newest vertex holds the origin.
    Enclosed,
    /// The origin is on the retained feature, up to rounding.
    OnFeature,
    /// The cores are no farther apart than the margins reach.
    WithinMargins,
    /// Neither is known.
    Undecided(Undecided),
}

impl End {
    /// Whether the sets intersect; true, to be on the safe side, if that is undecided.
    #[inline]
    #[must_use]
    pub fn intersects(self) -> bool {
        self != Self::Separated
    }
}

/// A search with the types of its set and its observer erased.
pub(crate) type ErasedSearch<'q, C, const D: usize> = Search<
    'q,
    Erased<'q, <C as ConvexSet<D>>::Scalar, <C as Searchable<D>>::Cases, D>,
    &'q mut (dyn Observer<<C as ConvexSet<D>>::Scalar, D> + 'q),
    D,
>;

/// A query under way: what GJK remembers from step to step.
pub struct Search<'q, C: Searchable<D>, O, const D: usize> {
    /// The set that is searched.
    pub set: &'q C,
    /// The coordinates to compute in.
    pub frame: &'q Frame<C::Scalar, D>,
    /// Where to start and when to end.
    pub options: &'q Options<C::Scalar, D>,
    /// Is told of every step.
    pub observer: &'q mut O,
    /// The feature nearest the origin, so far.
    pub simplex: Simplex<C::Scalar, D>,
    /// The direction of the last support point, or of the next.
    pub direction: SVector<C::Scalar, D>,
    /// The last support point.
    pub newest: SupportPoint<C::Scalar, D>,
    /// How far that vertex is along the direction, times the direction's length.
    pub reached: C::Scalar,
    /// How many support points were asked for.
    pub evaluations: u32,
    /// A step that gains less than this is the last. At the frame's scale, as `w` is.
    pub tolerance: C::Scalar,
    /// Evaluations before cycle detection starts: more than most queries need.
    pub patient_for: u32,
}

impl<'q, const D: usize, C, O> Search<'q, C, O, D>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    /// A search that has not begun.
    #[cfg_attr(fast, inline(always))]
    pub fn new(
        set: &'q C,
        frame: &'q Frame<C::Scalar, D>,
        options: &'q Options<C::Scalar, D>,
        observer: &'q mut O,
    ) -> Self {
        let direction = match &options.start {
            // Not scaled if it need not be: then the first support points do not wait for the scale.
            Start::Centers if frame.ordinary => frame.toward_origin.clone().unwrap_or_else(first_axis),
            Start::Centers => frame.toward_origin.as_ref().map_or_else(first_axis, at_unit_scale),
            Start::Along(direction) | Start::Pair(direction, _) => at_unit_scale(direction),
        };
        Self {
            set,
            frame,
            options,
            observer,
            simplex: Simplex::empty(),
            direction: if largest(&direction).is_zero() || !direction.iter().all(Scalar::in_range) {
                first_axis()
            } else {
                direction
            },
            newest: SupportPoint::nothing(),
            reached: C::Scalar::zero(),
            evaluations: 0,
            tolerance: times(options.tolerance, &C::Scalar::epsilon()) * frame.size.clone(),
            patient_for: 8 + 4 * dimension::<D>(),
        }
    }

    /// Calls a function out of line, with a copy of the search. What a reference points to has to be in memory, so with
    /// a copy the search itself stays in registers. The copy's set and observer are erased, so the function is compiled
    /// once.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn on_copy<R>(&mut self, act: impl FnOnce(&mut ErasedSearch<'_, C, D>) -> R) -> R {
        let (set, mut observer) = (Erased::new(self.set), None);
        let mut copy = self.erased(&set, &mut observer);
        let done = act(&mut copy);
        let Search { simplex, direction, newest, reached, evaluations, .. } = copy;
        (self.simplex, self.direction, self.newest, self.reached) = (simplex, direction, newest, reached);
        self.evaluations = evaluations;
        done
    }

    /// A copy with its set and its observer erased; `place` is where the reference to the observer is kept.
    #[cfg_attr(fast, inline(always))]
    fn erased<'x>(
        &'x mut self,
        set: &'x Erased<'x, C::Scalar, C::Cases, D>,
        place: &'x mut Option<&'x mut (dyn Observer<C::Scalar, D> + 'x)>,
    ) -> ErasedSearch<'x, C, D> {
        Search {
            set,
            frame: self.frame,
            options: self.options,
            observer: place.insert(self.observer),
            simplex: self.simplex.clone(),
            direction: self.direction.clone(),
            newest: self.newest.clone(),
            reached: self.reached.clone(),
            evaluations: self.evaluations,
            tolerance: self.tolerance.clone(),
            patient_for: self.patient_for,
        }
    }

    /// Finds a vertex along the present direction; false if the limit of evaluations is reached.
    #[cfg_attr(fast, inline(always))]
    pub fn look(&mut self) -> bool {
        if self.evaluations == self.options.max_evaluations {
            return false;
        }
        self.newest = self.set.vertex(self.frame, &self.direction);
        self.evaluations += 1;
        self.observer.support(&self.direction, &self.newest);
        self.reached = dot(&self.newest.w, &self.direction);
        true
    }

    /// Whether the newest vertex, and so everything, falls short of the origin along the direction.
    #[cfg_attr(fast, inline(always))]
    pub fn misses(&self) -> bool {
        if C::Cases::SEPARATION_SLACK == 0 {
            return self.reached < C::Scalar::zero();
        }
        let doubt = times(C::Cases::SEPARATION_SLACK, &C::Scalar::epsilon()) * self.frame.size.clone();
        self.reached < -(doubt * largest(&self.direction))
    }

    /// Whether the newest vertex is farther along the direction than the retained feature, by more than rounding. False
    /// for a NaN.
    ///
    /// The gain is the difference of two vertices along the direction. That stays accurate where the feature's nearest
    /// point is not.
    #[cfg_attr(fast, inline(always))]
    pub fn progresses(&self) -> bool {
        let Some(feature) = self.simplex.vertices().first() else { return true };
        let gain = self.reached.clone() - feature.w.dot(&self.direction);
        gain > self.tolerance.clone() * largest(&self.direction) && !self.simplex.has(&self.newest.w)
    }

    /// Where the origin is, relative to the simplex and its newest vertex.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn locate(&mut self) -> Location<C::Scalar, D> {
        let step = C::Cases::locate(&self.simplex, &self.newest);
        if matches!(step, Location::Enclosed) {
            self.observer.enclosed(&self.simplex, &self.newest);
            self.observer.stopped(Termination::Enclosed);
        }
        step
    }

    /// Cuts the simplex with its newest vertex down to the feature nearest the origin, and takes the direction from
    /// there.
    #[cfg_attr(fast, inline(always))]
    pub fn reduce(&mut self, region: Region, direction: SVector<C::Scalar, D>) {
        self.simplex.retain(&self.newest, region);
        self.observer.reduced(&self.simplex, region, &direction);
        self.direction = direction;
    }

    /// Whether the one vertex retained is the origin: then there is no direction from one to the other.
    #[cfg_attr(fast, inline(always))]
    pub fn is_at_origin(&self) -> bool {
        largest(&self.direction).is_zero()
    }

    /// Whether the newest vertex is not a number.
    #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
    pub fn is_lost(&self) -> bool {
        self.reached != self.reached
    }

    /// Whether a search that takes longer than most is at its end.
    #[cold]
    pub fn is_stuck(&self) -> bool {
        self.is_on_feature() || self.goes_in_circles()
    }

    /// Whether the search has taken so long that the signs of slivers are likely to contradict each other. That ends only
    /// with more digits.
    #[cold]
    pub fn goes_in_circles(&self) -> bool {
        self.evaluations > 4 * self.patient_for && Self::may_settle() && self.progresses() && !self.is_on_feature()
    }

    /// Whether the retained feature's plane holds the origin, up to the rounding of a sliver: 16 times the tolerance,
    /// by default 64 ε. If the search goes on cycling, 16 times as much.
    fn is_on_feature(&self) -> bool {
        let units = if self.evaluations > 4 * self.patient_for { 256 } else { 16 };
        let slack = times(units, &self.tolerance) * largest(&self.direction);
        self.simplex.vertices().first().is_some_and(|vertex| vertex.w.dot(&self.direction).abs() <= slack)
    }
}
