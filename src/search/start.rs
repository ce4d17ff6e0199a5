//! A start that gives the first two directions: [`Start::Pair`].
//!
//! The second is not the direction from the first vertex to the origin. So the region of the first vertex alone is not
//! excluded, and is tested here. From the second vertex on the search is the same as any other.

use super::state::{End, Search};
use crate::observe::{Observer, Phase, Termination};
use crate::query::Start;
use crate::scalar::{Scalar, at_unit_scale, largest};
use crate::simplex::{Location, Region, Searchable, Simplex};
use crate::verdict::Undecided;
use nalgebra::SVector;
use num_traits::Zero;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Searches from the first two vertices, if the start gives both directions. Such a start is for replaying a published
    /// search, so only searches of erased sets know it.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn begin_with_pair(&mut self) -> Option<End> {
        if const { !C::KEEPS_IN_RANGE } {
            return None;
        }
        let Start::Pair(_, second) = &self.options().start else { return None };
        if !self.simplex().vertices().is_empty() || !second.iter().all(Scalar::in_range) || largest(second).is_zero() {
            return None;
        }
        self.look_both_ways(at_unit_scale(second))
    }

    /// If the second vertex separates the cores, the first is forgotten: an approach goes on from a vertex that was found in the
    /// direction from what is retained.
    fn look_both_ways(&mut self, second: SVector<C::Scalar, D>) -> Option<End> {
        for direction in [self.direction().clone(), second] {
            if !self.look_along(direction) {
                return Some(self.end_with(End::Undecided(Undecided::Limit), Termination::Limit));
            }
            if self.misses() {
                self.retain(Simplex::empty());
                self.observer().entered(Phase::Search);
                return Some(self.end_with(End::Separated, Termination::Separated));
            }
            if self.is_nan() {
                return Some(self.end_stuck());
            }
            if let [first] = self.simplex().vertices() {
                let toward_first = &first.w - &self.newest().w;
                if toward_first.dot(&first.w) <= C::Scalar::zero() {
                    let direction = -&first.w;
                    self.reduce(Region::B, direction);
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
