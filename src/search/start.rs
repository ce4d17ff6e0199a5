//! A start that gives the first two directions: [`Start::Pair`].
//!
//! The second is not the direction from the first vertex to the origin. So the region of the first vertex alone is not
//! excluded, and is tested here. From the second vertex on the search is the same as any other.

use super::seek::{on_feature, seek, stopped};
use super::state::{End, Search};
use crate::observe::{Observer, Phase, Termination};
use crate::query::Start;
use crate::scalar::{Scalar, at_unit_scale, largest};
use crate::simplex::{Location, Region, Searchable, Simplex};
use crate::verdict::Undecided;
use nalgebra::SVector;
use num_traits::Zero;

/// Searches from the first two vertices, if the start gives both directions. (All of it on a copy: a search that has changed
/// out of line would go on from memory. That of a set without a type is in memory already: it changes in place, and the caller goes on.)
#[cfg_attr(fast, inline(always))]
pub(super) fn begin_with_pair<const D: usize, C, O>(search: &mut Search<'_, C, O, D>) -> Option<End>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    let Start::Pair(_, second) = &search.options().start else { return None };
    if !search.simplex().vertices().is_empty() || !second.iter().all(Scalar::in_range) || largest(second).is_zero() {
        return None;
    }
    if const { C::KEEPS_IN_RANGE } {
        return look_both_ways(search, at_unit_scale(second));
    }
    Some(search.on_copy(|search| match look_both_ways(search, at_unit_scale(second)) {
        Some(end) => end,
        None => seek(search),
    }))
}

/// If the second vertex separates the cores, the first is forgotten: an approach goes on from a vertex that was found in the
/// direction from what is retained.
fn look_both_ways<const D: usize, C, O>(search: &mut Search<'_, C, O, D>, second: SVector<C::Scalar, D>) -> Option<End>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    for direction in [search.direction().clone(), second] {
        if !search.look_along(direction) {
            return Some(stopped(search, End::Undecided(Undecided::Limit), Termination::Limit));
        }
        if search.misses() {
            search.retain(Simplex::empty());
            search.observer().entered(Phase::Search);
            return Some(stopped(search, End::Separated, Termination::Separated));
        }
        if search.is_nan() {
            return Some(on_feature(search));
        }
        if let [first] = search.simplex().vertices() {
            let toward_first = &first.w - &search.newest().w;
            if toward_first.dot(&first.w) <= C::Scalar::zero() {
                let direction = -&first.w;
                search.reduce(Region::B, direction);
                break;
            }
        }
        match search.locate() {
            Location::Search { region, direction } => search.reduce(region, direction),
            Location::Enclosed => return Some(stopped(search, End::Enclosed, Termination::Enclosed)),
            Location::Flat => return Some(on_feature(search)),
        }
    }
    if search.is_at_origin() { Some(on_feature(search)) } else { None }
}
