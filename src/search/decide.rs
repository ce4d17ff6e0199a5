//! The phases that a question needs: for a verdict, or for the nearest points as well.

use super::apart::{Approach, Until};
use super::compiled::shared;
use super::resume::Recall;
use super::state::{End, Search};
use crate::cache::Cache;
use crate::observe::Observer;
use crate::scalar::Field;
use crate::simplex::Searchable;
use num_traits::Zero;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Finds the verdict; with a cache, from what an earlier query has left in it.
    #[cfg_attr(fast, inline(always))]
    pub fn decide(&mut self, cache: Option<&mut Cache<C::Scalar, D>>) -> End {
        // Here and below `match` stands where a closure would be shorter: that would hold a reference to the search, and so
        // keep it in memory.
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
            End::Separated if !self.frame().margin.is_zero() => self.approach(&Until::Decided).end,
            end => end,
        };
        if let Some(cache) = cache {
            self.leave_end(end, cache, along);
        }
        end
    }

    /// Finds the verdict on the cores.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn decide_cores(&mut self) -> End {
        if const { C::KEEPS_IN_RANGE } { shared(|| self.decide_and_verify()) } else { self.decide_and_verify() }
    }

    /// Finds the verdict; where rounding leaves it in doubt, once more, with more digits.
    #[cfg_attr(fast, inline(always))]
    fn decide_and_verify(&mut self) -> End {
        let end = match self.begin_with_pair() {
            Some(end) => end,
            None => self.seek(),
        };
        if self.is_verdict_in_doubt(end) { self.on_copy(|search| search.verified(end)) } else { end }
    }

    /// Finds the verdict, and if the cores are apart their nearest points, too.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn measure(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        match self.decide_cores() {
            End::Separated => self.approach(until),
            end => Approach::none(end),
        }
    }
}

impl<const D: usize, T: Field, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// As [`measure`]; with a cache, from what an earlier query has left in it.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn measure_from(
        &mut self,
        cache: Option<&mut Cache<T, D>>,
        until: &Until<T>,
        recall: Recall,
    ) -> Approach<T, D> {
        let resumed = match cache.as_deref() {
            Some(cache) => self.resume(cache, recall),
            None => None,
        };
        let approach = match resumed {
            Some(end) => Approach::none(end),
            None => self.measure(until),
        };
        if let Some(cache) = cache {
            self.leave_nearest(&approach, cache);
        }
        approach
    }
}
