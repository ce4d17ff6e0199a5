//! Support evaluations for an expansion: counted, limited, and reported to the observer.

use super::expand::OPEN;
use super::expansion::Surroundings;
use crate::minkowski::{ConvexSet, Frame};
use crate::observe::{Observer, Termination};
use crate::simplex::Simplex;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// A − B and its observer.
pub(crate) struct Probe<'q, C: ConvexSet<D>, O, const D: usize> {
    pub(crate) set: &'q C,
    pub(crate) frame: &'q Frame<C::Scalar, D>,
    pub(crate) observer: &'q mut O,
    pub(crate) evaluations: u32,
    /// The most evaluations.
    pub(crate) limit: u32,
    /// The directions that an expansion has left open.
    pub(crate) open: Option<[SVector<C::Scalar, D>; OPEN]>,
}

impl<C: ConvexSet<D>, O: Observer<C::Scalar, D>, const D: usize> Surroundings<C::Scalar, D> for Probe<'_, C, O, D> {
    /// `None` if the limit is reached, or a coordinate is NaN.
    #[cfg_attr(fast, inline(always))]
    fn support(&mut self, direction: &SVector<C::Scalar, D>) -> Option<SupportPoint<C::Scalar, D>> {
        if self.evaluations == self.limit {
            self.observer.stopped(Termination::Limit);
            return None;
        }
        let newest = self.set.vertex(self.frame, direction);
        self.evaluations += 1;
        self.observer.support(direction, &newest);
        let height = newest.w.dot(direction);
        #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
        if height != height {
            self.observer.stopped(Termination::NotANumber);
            return None;
        }
        Some(newest)
    }

    #[cfg_attr(fast, inline(always))]
    fn expanded(
        &mut self,
        lower: &C::Scalar,
        upper: &C::Scalar,
        square: &C::Scalar,
        facets: &mut dyn Iterator<Item = Simplex<C::Scalar, D>>,
    ) {
        self.observer.expanded(lower, upper, square, facets);
    }

    #[cfg_attr(fast, inline(always))]
    fn stopped(&mut self, why: Termination) {
        self.observer.stopped(why);
    }

    fn left_open(&mut self, directions: &[SVector<C::Scalar, D>]) {
        self.open = directions.first_chunk().cloned();
    }
}
