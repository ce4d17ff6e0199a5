//! The phases of a question: for a verdict, or for the nearest points as well.

use super::apart::{Approach, Goal};
use super::state::{End, Search};
use super::{compiled::not_inlined, resume::Recall};
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::{Field, Scalar, at_unit_scale, largest};
use crate::simplex::{Location, Region, Searchable, Simplex};
use crate::{cache::Cache, query::Start, verdict::Undecided};
use num_traits::Zero;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Finds the verdict, starting from the cache if there is one.
    #[cfg_attr(fast, inline(always))]
    pub fn decide(&mut self, cache: Option<&mut Cache<C::Scalar, D>>) -> End {
        // Uses `match` instead of closures: a closure would borrow the search and force it into memory.
        let (along, resumed) = match cache.as_deref() {
            Some(cache) if self.resume_along(cache) => (true, None),
            Some(cache) => (false, self.resume_inside(cache)),
            None => (false, None),
        };
        let end = match resumed {
            Some(end) => end,
            None => self.decide_cores(),
        };
        let end = match end {
            End::Separated if !self.frame.margin.is_zero() => self.approach(&Goal::Verdict).end,
            end => end,
        };
        if let Some(cache) = cache {
            self.leave_end(end, cache, along);
        }
        end
    }

    #[cfg_attr(fast, inline(always))]
    pub(crate) fn decide_cores(&mut self) -> End {
        if const { C::KEEPS_IN_RANGE } {
            return not_inlined(|| {
                let end = match self.begin_with_pair() {
                    Some(end) => end,
                    None => self.seek(),
                };
                self.checked(end)
            });
        }
        let end = self.seek();
        self.checked(end)
    }

    /// The verdict, found again with more digits where rounding leaves it in doubt.
    #[cfg_attr(fast, inline(always))]
    fn checked(&mut self, end: End) -> End {
        if self.is_verdict_in_doubt(end) { self.with_copy_mut(|search| search.verified(end)) } else { end }
    }

    /// Finds the verdict, and the nearest points if the cores are apart.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn measure(&mut self, goal: &Goal<C::Scalar>) -> Approach<C::Scalar, D> {
        match self.decide_cores() {
            End::Separated => self.approach(goal),
            end => Approach::without_plane(end),
        }
    }

    /// Searches from the first two vertices, if the start gives both directions: for replaying a published search, so
    /// only erased sets support it. The second direction does not lead from the first vertex to the origin, so the
    /// region of the first vertex alone is not excluded, and is tested here.
    fn begin_with_pair(&mut self) -> Option<End> {
        let Start::Pair(_, second) = &self.options.start else { return None };
        if !self.simplex.vertices().is_empty() || !second.iter().all(Scalar::in_range) || largest(second).is_zero() {
            return None;
        }
        for direction in [self.direction.clone(), at_unit_scale(second)] {
            if !self.look_along(direction) {
                return Some(self.end_with(End::Undecided(Undecided::Limit), Termination::Limit));
            }
            if self.misses() {
                // An approach expects a newest vertex that was found in the direction from the retained feature.
                self.simplex = Simplex::empty();
                self.observer.entered(Phase::Search);
                return Some(self.end_with(End::Separated, Termination::Separated));
            }
            if self.is_nan() {
                return Some(self.end_stuck());
            }
            if let [first] = self.simplex.vertices() {
                let toward_first = &first.w - &self.newest.w;
                if toward_first.dot(&first.w) <= C::Scalar::zero() {
                    let direction = -&first.w;
                    self.reduce(Region::X, direction);
                    break;
                }
            }
            match self.locate() {
                Location::Search { region, direction } => self.reduce(region, direction),
                Location::Enclosed => return Some(self.end_with(End::Enclosed, Termination::Enclosed)),
                Location::Flat => return Some(self.end_stuck()),
            }
        }
        if self.is_at_origin() { Some(self.end_stuck()) } else { None }
    }
}

impl<const D: usize, T: Field, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// As [`measure`], starting from the cache if there is one.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn measure_from(
        &mut self,
        cache: Option<&mut Cache<T, D>>,
        goal: &Goal<T>,
        recall: Recall,
    ) -> Approach<T, D> {
        let resumed = match cache.as_deref() {
            Some(cache) => self.resume(cache, recall),
            None => None,
        };
        let approach = match resumed {
            Some(end) => Approach::without_plane(end),
            None => self.measure(goal),
        };
        if let Some(cache) = cache {
            self.leave_nearest(&approach, cache);
        }
        approach
    }
}
