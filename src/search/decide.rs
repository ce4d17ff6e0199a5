//! The phases that a question needs: for a verdict, or for the nearest points as well.

use super::apart::{Approach, Until};
use super::approach::approach;
use super::careful::verified;
use super::doubt::is_verdict_in_doubt;
use super::resume::{Recall, leave_end, leave_nearest, resume, resume_along, resume_inside};
use super::seek::seek;
use super::start::begin_with_pair;
use super::state::{End, Search};
use crate::cache::Cache;
use crate::observe::Observer;
use crate::scalar::Field;
use crate::simplex::Searchable;
use num_traits::Zero;

/// Finds the verdict; with a cache, from what an earlier query has left in it.
#[cfg_attr(fast, inline(always))]
pub fn decide<const D: usize, C, O>(search: &mut Search<'_, C, O, D>, cache: Option<&mut Cache<C::Scalar, D>>) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    // Here and below `match` stands where a closure would be shorter: that would hold a reference to the search, and so
    // keep it in memory.
    let (along, resumed) = match cache.as_deref() {
        Some(cache) if resume_along(search, cache) => (true, None),
        Some(cache) => (false, resume_inside(search, cache)),
        None => (false, None),
    };
    let end = match resumed {
        Some(end) => end,
        None => decide_cores(search),
    };
    let end = match end {
        End::Separated if !search.frame().margin.is_zero() => approach(search, &Until::Decided).end,
        end => end,
    };
    if let Some(cache) = cache {
        leave_end(search, end, cache, along);
    }
    end
}

/// Finds the verdict on the cores. Where rounding leaves it in doubt, it is found again, with more digits. For sets without a type
/// this is compiled once, for all queries.
#[cfg_attr(fast, inline(always))]
pub(crate) fn decide_cores<const D: usize, C, O>(search: &mut Search<'_, C, O, D>) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    if const { C::KEEPS_IN_RANGE } { decide_any_cores(search) } else { decide_known_cores(search) }
}

#[inline(never)]
fn decide_any_cores<const D: usize, C, O>(search: &mut Search<'_, C, O, D>) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    decide_known_cores(search)
}

#[cfg_attr(fast, inline(always))]
fn decide_known_cores<const D: usize, C, O>(search: &mut Search<'_, C, O, D>) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    let end = match begin_with_pair(search) {
        Some(end) => end,
        None => seek(search),
    };
    if is_verdict_in_doubt(search, end) { search.on_copy(|search| verified(search, end)) } else { end }
}

/// Finds the verdict, and if the cores are apart their nearest points, too.
#[cfg_attr(fast, inline(always))]
pub(crate) fn measure<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>>(
    search: &mut Search<'_, C, O, D>,
    until: &Until<C::Scalar>,
) -> Approach<C::Scalar, D> {
    match decide_cores(search) {
        End::Separated => approach(search, until),
        end => Approach::none(end),
    }
}

/// As [`measure`]; with a cache, from what an earlier query has left in it.
#[cfg_attr(fast, inline(always))]
pub(crate) fn measure_from<const D: usize, T: Field, C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
    search: &mut Search<'_, C, O, D>,
    cache: Option<&mut Cache<T, D>>,
    until: &Until<T>,
    recall: Recall,
) -> Approach<T, D> {
    let Some(cache) = cache else { return measure(search, until) };
    let approach = match resume(search, cache, recall) {
        Some(end) => Approach::none(end),
        None => measure(search, until),
    };
    leave_nearest(search, &approach, cache);
    approach
}
