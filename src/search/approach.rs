//! The distance: from a separating axis to the nearest points.
//!
//! Two bounds close in on the distance of the cores. Each direction `d` gives a plane between the origin and A − B,
//! −w·d / |d| away: the farthest plane is the lower bound. Each feature gives an upper bound, |f·d'| / |d'|, where `f`
//! is one of its vertices and `d'` its perpendicular to the origin. Neither bound needs the nearest point itself, which
//! is solved for once, at the end. The difference of the bounds limits the error.
//!
//! ```text
//! d, w and the simplex as the search for a separating axis left them
//! repeat
//!     plane ← the farthest so far: for d it is −w·d / |d| away       lower bound: raise_lower_bound
//!     if it is beyond the margins, the verdict is SEPARATED           (the loop goes on)
//!     if it is beyond the limit that was asked for, end               BEYOND
//!     if w is not farther along d than the simplex, end            NEAREST
//!     find the feature F of simplex ∪ {w} nearest the origin,         locate
//!         and d' from F towards the origin
//!     nearest ← the nearest so far: F is |f·d'| / |d'| away           upper bound: lower_upper_bound
//!     if none was nearer for a few steps, end                         PATIENCE
//!     simplex ← F;  d ← d'                                            reduce
//!     if F is within the margins, the verdict is WITHIN MARGINS       (the loop goes on)
//!     if F is at the origin, end                                      ARRIVED
//!     if the verdict is known, and all that was asked for, end        DECIDED
//!     w ← the support point of A − B along d                          look
//! simplex ← nearest
//! ```
//!
//! A sliver may give a poor direction, whose step gets no nearer. The loop allows a few such steps in a row
//! ([`PATIENCE`]), because the next step often recovers. It also keeps the nearest simplex.

use super::apart::{Approach, Goal, SeparatingPlane};
use super::compiled::not_inlined;
use super::state::{End, Search};
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::{Quotient, Scalar, at_unit_scale};
use crate::simplex::{Location, Region, Searchable, Simplex};
use crate::{query::PATIENCE, verdict::Undecided};
use nalgebra::SVector;
use num_traits::{One, Zero};

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Goes on from a separating axis, towards the nearest points of the cores.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn approach(&mut self, goal: &Goal<C::Scalar>) -> Approach<C::Scalar, D> {
        if const { C::KEEPS_IN_RANGE } { not_inlined(|| self.narrow_bounds(goal)) } else { self.narrow_bounds(goal) }
    }

    #[cfg_attr(fast, inline(always))]
    fn narrow_bounds(&mut self, goal: &Goal<C::Scalar>) -> Approach<C::Scalar, D> {
        self.observer.entered(Phase::Approach);
        let plane = SeparatingPlane::at_origin(self.direction.clone());
        if D > 2 {
            self.scale_direction();
        }
        let end = self.frame.margin.is_zero().then_some(End::Separated);
        let least = if end.is_some() { self.enough() } else { self.least_gain.clone() };
        let mut bounds =
            Bounds { end, plane, beyond: false, nearest: None, kept: None, stalls: 0, least, with_newest: false };
        let why = loop {
            if let Some(why) = self.raise_lower_bound(&mut bounds, goal) {
                break why;
            }
            if !self.progresses_by(&bounds.least) {
                if !self.is_nan() {
                    break Termination::Nearest;
                }
                bounds.end = bounds.end.or(Some(End::Undecided(Undecided::NotANumber)));
                break Termination::NotANumber;
            }
            let (region, mut direction) = match self.locate() {
                Location::Search { region, direction } if D > 2 => (region, at_unit_scale(&direction)),
                Location::Search { region, direction } => (region, direction),
                Location::Flat => break Termination::Nearest,
                Location::Enclosed => {
                    bounds.with_newest = true;
                    break Termination::Enclosed;
                }
            };
            if let Some(why) = self.lower_upper_bound(&mut bounds, region, &mut direction, goal) {
                break why;
            }
            if !self.look_along(direction) {
                bounds.end = bounds.end.or(Some(End::Undecided(Undecided::Limit)));
                break Termination::Limit;
            }
        };
        self.observer.stopped(why);
        self.conclude(bounds)
    }

    /// Raises the lower bound to the newest vertex's plane, if that is farther. `Some` if the approach is complete.
    #[cfg_attr(fast, inline(always))]
    fn raise_lower_bound(&self, bounds: &mut Bounds<C::Scalar, D>, goal: &Goal<C::Scalar>) -> Option<Termination> {
        let square = Quotient::plane(&-self.reached.clone(), &self.direction);
        if bounds.end.is_none() && square.exceeds(&self.frame.margin) {
            (bounds.end, bounds.least) = (Some(End::Separated), self.enough());
        }
        bounds.beyond |= goal.is_exceeded(&square);
        if bounds.plane.is_nearer_than(&square) {
            bounds.plane = SeparatingPlane::new(self.direction.clone(), square);
        }
        let decided = (bounds.end.is_some() && goal.is_verdict()).then_some(Termination::Decided);
        if bounds.beyond { Some(Termination::Beyond) } else { decided }
    }

    /// Lowers the upper bound to the feature that is retained now, if that is nearer. Returns `Some` if the approach
    /// ends here, else sets `direction` to the next one. Reading it from the search would go through memory.
    #[cfg_attr(fast, inline(always))]
    fn lower_upper_bound(
        &mut self,
        bounds: &mut Bounds<C::Scalar, D>,
        region: Region,
        direction: &mut SVector<C::Scalar, D>,
        goal: &Goal<C::Scalar>,
    ) -> Option<Termination> {
        let margin = &self.frame.margin;
        let on_feature = self.simplex.vertex_of(&self.newest, region);
        let square = Quotient::plane(&on_feature.w.dot(direction).abs(), direction);
        let mut within = false;
        if bounds.nearest.as_ref().is_none_or(|nearest| square.less_than(nearest)) {
            within = bounds.end.is_none() && !square.exceeds(margin);
            bounds.nearest = Some(square.clone());
            bounds.kept = None;
            bounds.stalls = 0;
        } else {
            bounds.stalls += 1;
            if bounds.stalls > PATIENCE {
                return Some(Termination::Patience);
            }
            if bounds.kept.is_none() {
                bounds.kept = Some(self.simplex.clone());
            }
        }
        let arrived = !square.exceeds(&self.least_gain);
        self.reduce(region, direction.clone());
        if within {
            // Decided at each step, so that the verdict does not depend on what the caller asked.
            let mut end = End::WithinMargins;
            if self.is_margin_in_doubt() {
                // Lends a copy, so that the bounds stay in registers.
                let mut plane = bounds.plane.clone();
                end = self.with_copy_mut(|search| search.verified_margins(false, &mut plane));
                bounds.plane = plane;
            }
            (bounds.end, bounds.least) = (Some(end), self.enough());
            direction.clone_from(&self.direction);
        }
        if arrived {
            // No direction from the origin is better than another. Exactly there the square was 0 / 0, never less.
            if self.is_at_origin() {
                bounds.nearest = Some(Quotient { over: C::Scalar::zero(), under: C::Scalar::one() });
                bounds.kept = None;
            }
            return Some(Termination::Arrived);
        }
        (bounds.end.is_some() && goal.is_verdict()).then_some(Termination::Decided)
    }

    /// Goes back to the nearest simplex. Decides a verdict that is not known yet from the bounds, or by a closer look.
    #[cfg_attr(fast, inline(always))]
    fn conclude(&mut self, bounds: Bounds<C::Scalar, D>) -> Approach<C::Scalar, D> {
        let Bounds { end, mut plane, beyond, nearest, kept, with_newest, .. } = bounds;
        if let Some(simplex) = kept.filter(|_| !with_newest) {
            self.simplex = simplex;
        }
        let end = end.unwrap_or_else(|| match &nearest {
            Some(nearest) if !with_newest && nearest.exceeds(&self.frame.margin) => End::Separated,
            _ if beyond => End::Separated,
            _ => self.with_copy_mut(|search| search.verified_margins(with_newest, &mut plane)),
        });
        Approach { end, plane: Some(plane), beyond, with_newest }
    }
}

struct Bounds<T: Scalar, const D: usize> {
    end: Option<End>,
    /// The lower bound: the farthest plane.
    plane: SeparatingPlane<T, D>,
    beyond: bool,
    /// The upper bound: the square of the least distance of a simplex.
    nearest: Option<Quotient<T>>,
    /// The nearest simplex, while the search is at one farther away.
    kept: Option<Simplex<T, D>>,
    /// The number of steps in a row that got no nearer.
    stalls: u32,
    /// The least gain that counts as progress: the accuracy asked for, once the verdict is known.
    least: T,
    with_newest: bool,
}
