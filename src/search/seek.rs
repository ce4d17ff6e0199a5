//! GJK: the search for a separating axis, or for a simplex around the origin.
//!
//! ```text
//! d ← from the center of A − B towards the origin;  simplex ← nothing
//! repeat
//!     w ← the support point of A − B along d
//!     if w·d < 0                           nothing of A − B comes as far as the origin: APART, d separates
//!     if w is no farther along d than the simplex: the origin is ON that FEATURE
//!     find the feature of simplex ∪ {w} nearest the origin
//!     if it is the whole, D + 1 vertices   the origin is inside: ENCLOSED
//!     simplex ← that feature;  d ← from it towards the origin, perpendicular to it
//! ```
//!
//! Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex objects in
//! three-dimensional space, IEEE Journal on Robotics and Automation 4, 1988). The loop ends with the verdict. If that is a
//! separating axis, `approach.rs` can go on from there to the nearest points. A distance query does both, so it has the
//! same verdict.

use super::state::{End, Search};
use crate::observe::{Observer, Phase, Termination};
use crate::query::Start;
use crate::scalar::{Scalar, at_unit_scale, largest};
use crate::simplex::{Location, Region, Searchable, Simplex};
use crate::verdict::Undecided;
use nalgebra::SVector;
use num_traits::Zero;

impl<const D: usize, C, O> Search<'_, C, O, D>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    /// The loop.
    #[cfg_attr(fast, inline(always))]
    fn walk(&mut self) -> End {
        loop {
            if !self.look() {
                return self.out_of_looks();
            }
            if self.misses() {
                self.observer.stopped(Termination::Separated);
                return End::Separated;
            }
            if !self.progresses() || self.evaluations > self.patient_for && self.on_copy(|search| search.is_stuck()) {
                return self.stands_still();
            }
            match self.locate() {
                Location::Search { region, direction } => {
                    self.reduce(region, direction);
                    if region == Region::A && self.is_at_origin() {
                        return self.stands_still();
                    }
                }
                Location::Enclosed => return End::Enclosed,
                Location::Flat => return self.stands_still(),
            }
        }
    }

    /// Finds a simplex around the origin, or a direction in which the cores are apart; where rounding leaves it in doubt which,
    /// with more digits.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn seek(&mut self) -> End {
        let begun = match &self.options.start {
            Start::Pair(_, second)
                if self.simplex.vertices().is_empty()
                    && second.iter().all(Scalar::in_range)
                    && !largest(second).is_zero() =>
            {
                self.on_copy(|search| search.seek_both_ways(at_unit_scale(second)))
            }
            _ => None,
        };
        let end = match begun {
            Some(end) => end,
            None => self.walk(),
        };
        let in_doubt = match end {
            End::Separated => self.is_axis_in_doubt(),
            End::Enclosed => self.is_enclosure_in_doubt(),
            End::OnFeature => self.is_feature_in_doubt(),
            End::Undecided(Undecided::Limit) => self.may_look_closer(),
            End::WithinMargins | End::Undecided(_) => false,
        };
        if in_doubt { self.on_copy(|search| search.settled(end)) } else { end }
    }

    /// The end of a search that may not look any further.
    #[cold]
    fn out_of_looks(&mut self) -> End {
        self.observer.stopped(Termination::Limit);
        End::Undecided(Undecided::Limit)
    }

    /// The end of a search that has found no answer. Products of coordinates fall below the range if the cores are nothing beside
    /// the margins. But then any two points of them are as near to each other as any others, and are within the margins.
    #[cold]
    pub(super) fn without_answer(&mut self, why: Undecided) -> End {
        if self.evaluations == 0 || !self.newest.is_in_range() || !self.frame.is_all_margin() {
            return End::Undecided(why);
        }
        self.simplex = Simplex::of_one(self.newest.clone());
        End::OnFeature
    }

    /// The first two vertices, for a start that gives both directions. The second is not sought from the first towards the
    /// origin. So the region of the first alone is not excluded, and is tested here. If the second separates the cores, the
    /// first is forgotten: an approach goes on from a vertex that was sought from what is retained.
    fn seek_both_ways(&mut self, second: SVector<C::Scalar, D>) -> Option<End> {
        for direction in [self.direction.clone(), second] {
            self.direction = direction;
            if !self.look() {
                return Some(self.out_of_looks());
            }
            if self.misses() {
                self.simplex = Simplex::empty();
                self.observer.entered(Phase::Search);
                self.observer.stopped(Termination::Separated);
                return Some(End::Separated);
            }
            if self.is_lost() {
                return Some(self.standstill());
            }
            if let [first] = self.simplex.vertices() {
                let toward_first = &first.w - &self.newest.w;
                if toward_first.dot(&first.w) <= C::Scalar::zero() {
                    let direction = -&first.w;
                    self.reduce(Region::B, direction);
                    return if self.is_at_origin() { Some(self.standstill()) } else { None };
                }
            }
            match self.locate() {
                Location::Search { region, direction } => self.reduce(region, direction),
                Location::Enclosed => return Some(End::Enclosed),
                Location::Flat => return Some(self.standstill()),
            }
        }
        if self.is_at_origin() { Some(self.standstill()) } else { None }
    }

    /// [`standstill`](Self::standstill); out of line if it is not simply on the feature.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is of one lifetime")]
    fn stands_still(&mut self) -> End {
        if self.is_lost() || self.evaluations > self.patient_for {
            return self.on_copy(|search| search.standstill());
        }
        self.observer.stopped(Termination::OnFeature);
        End::OnFeature
    }

    /// The end of a search that makes no progress though the newest vertex does not fall short of the origin. Then feature,
    /// vertex and origin are in one plane, unless a coordinate was not a number, or the search goes in circles.
    #[cold]
    fn standstill(&mut self) -> End {
        let (end, why) = if self.is_lost() {
            (self.without_answer(Undecided::NotANumber), Termination::NotANumber)
        } else if self.goes_in_circles() {
            (End::Undecided(Undecided::Limit), Termination::Patience)
        } else {
            (End::OnFeature, Termination::OnFeature)
        };
        self.observer.stopped(why);
        end
    }
}
