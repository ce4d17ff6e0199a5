//! The distance: from a separating axis on to the nearest points.
//!
//! Two bounds close in on the distance of the cores. From below: each direction gives a plane with all of A − B on its
//! far side, and the distance of the farthest such plane from the origin is the *lower bound*. From above: any point of
//! A − B is an upper bound, and the point of the nearest simplex is the answer. Their difference bounds its error.
//! Neither needs the nearest point itself. The plane of a direction `d` is −w·d / |d| away, `w` the vertex found along it. A
//! feature is |f·d'| / |d'| away, `f` one of its vertices and `d'` the perpendicular from it to the origin. The point is solved
//! for once, at the end.
//!
//! ```text
//! d, w and the simplex as the search for a separating axis left them
//! repeat
//!     plane ← the farthest so far: that of d is −w·d / |d| away       lower bound: raise_lower_bound
//!     if it is beyond the margins, the verdict is SEPARATED           (the loop goes on)
//!     if it is beyond the limit that was asked for, end               BEYOND
//!     if w is no farther along d than the simplex, end                NEAREST
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
//! In rounded arithmetic a step may fail to get nearer before the end is reached: the simplex was a sliver, and gave a
//! poor direction. Such a step is not undone, as the next often recovers. But the nearest simplex is put aside, and only
//! a few such steps in a row are allowed ([`Query::patience`](crate::Query::patience)).

use super::apart::{Approach, SeparatingPlane, Until};
use super::compiled::shared;
use super::state::{End, Search};
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::Quotient;
use crate::scalar::{Scalar, largest};
use crate::simplex::{Location, Region, Searchable, Simplex};
use crate::verdict::Undecided;
use nalgebra::SVector;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Goes on from a separating axis, towards the nearest points of the cores.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn approach(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        if const { C::KEEPS_IN_RANGE } { shared(|| self.close_in(until)) } else { self.close_in(until) }
    }

    /// Brings the two bounds together.
    #[cfg_attr(fast, inline(always))]
    fn close_in(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        self.observer.entered(Phase::Approach);
        let mut bounds = Bounds::new(self);
        let why = loop {
            if let Some(why) = bounds.raise_lower_bound(self, until) {
                break why;
            }
            if !self.progresses_by(&bounds.least) {
                break bounds.nothing_nearer(self);
            }
            let (region, mut direction) = match self.locate() {
                Location::Search { region, direction } => (region, scaled(direction)),
                Location::Flat => break Termination::Nearest,
                Location::Enclosed => {
                    bounds.with_newest = true;
                    break Termination::Enclosed;
                }
            };
            if let Some(why) = bounds.lower_upper_bound(self, region, &mut direction, until) {
                break why;
            }
            if !self.look_along(direction) {
                bounds.end = bounds.end.or(Some(End::Undecided(Undecided::Limit)));
                break Termination::Limit;
            }
        };
        self.observer.stopped(why);
        bounds.close(self)
    }
}

/// What an approach remembers beside the search: two bounds on the distance of the cores, and the verdict as soon as it is
/// known.
struct Bounds<T: Scalar, const D: usize> {
    end: Option<End>,
    /// From below: the farthest plane.
    plane: SeparatingPlane<T, D>,
    /// The plane is beyond the limit that was asked for.
    beyond: bool,
    /// From above: the square of the least distance of a simplex.
    nearest: Option<Quotient<T>>,
    /// That simplex, while the search is at one farther away.
    aside: Option<Simplex<T, D>>,
    /// How many steps in a row got no nearer.
    stalls: u32,
    /// A step that gains no more than this is the last: as much as was asked for, once the verdict is known.
    least: T,
    /// The simplex with its newest vertex holds the origin.
    with_newest: bool,
}

impl<T: Scalar, const D: usize> Bounds<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn new<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(search: &mut Search<'_, C, O, D>) -> Self {
        let plane = SeparatingPlane::at_origin(search.direction.clone());
        if D > 2 {
            search.scale_direction();
        }
        let end = search.frame.margin.is_zero().then_some(End::Separated);
        let least = if end.is_some() { search.enough() } else { search.tolerance.clone() };
        Self { end, plane, beyond: false, nearest: None, aside: None, stalls: 0, least, with_newest: false }
    }

    /// The verdict is known.
    #[cfg_attr(fast, inline(always))]
    fn decide<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(&mut self, search: &Search<'_, C, O, D>, end: End) {
        (self.end, self.least) = (Some(end), search.enough());
    }

    /// Raises the lower bound to the plane of the newest vertex, if that is farther. `Some` if all that was asked for is known.
    #[cfg_attr(fast, inline(always))]
    fn raise_lower_bound<C, O>(&mut self, search: &Search<'_, C, O, D>, until: &Until<T>) -> Option<Termination>
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        let square = Quotient::plane(&-search.reached.clone(), &search.direction);
        if self.end.is_none() && square.exceeds(&search.frame.margin) {
            self.decide(search, End::Separated);
        }
        self.beyond |= until.is_exceeded(&square);
        if self.plane.is_nearer_than(&square) {
            self.plane = SeparatingPlane::new(search.direction.clone(), square);
        }
        if self.beyond { Some(Termination::Beyond) } else { self.decided(until) }
    }

    /// Lowers the upper bound to the feature that is retained now, if that is nearer. `Some` if the approach ends here: patience
    /// is used up, the feature is at the origin, or all that was asked for is known. Else the direction is the next; it is not
    /// read from the search again, which would go through memory.
    #[cfg_attr(fast, inline(always))]
    fn lower_upper_bound<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
        &mut self,
        search: &mut Search<'_, C, O, D>,
        region: Region,
        direction: &mut SVector<T, D>,
        until: &Until<T>,
    ) -> Option<Termination> {
        let margin = &search.frame.margin;
        let on_feature = search.simplex.vertex_of(&search.newest, region);
        let square = Quotient::plane(&on_feature.w.dot(direction).abs(), direction);
        let mut within = false;
        if self.nearest.as_ref().is_none_or(|nearest| square.less_than(nearest)) {
            within = self.end.is_none() && !square.exceeds(margin);
            self.nearest = Some(square.clone());
            self.aside = None;
            self.stalls = 0;
        } else {
            self.stalls += 1;
            if self.stalls > search.options.patience {
                return Some(Termination::Patience);
            }
            if self.aside.is_none() {
                self.aside = Some(search.simplex.clone());
            }
        }
        let arrived = !square.exceeds(&search.tolerance);
        search.reduce(region, direction.clone());
        if within {
            // Decided here and not at the end, so that the verdict does not depend on what was asked.
            let end = self.margins_meet(search);
            self.decide(search, end);
            direction.clone_from(&search.direction);
        }
        if arrived {
            // At the origin, up to rounding: from here no direction is better than another. If it is exactly there, the
            // square was 0 / 0, and that was not found to be less than another.
            if search.is_at_origin() {
                self.nearest = Some(Quotient { over: T::zero(), under: T::one() });
                self.aside = None;
            }
            return Some(Termination::Arrived);
        }
        self.decided(until)
    }

    #[cfg_attr(fast, inline(always))]
    fn decided(&self, until: &Until<T>) -> Option<Termination> {
        (self.end.is_some() && until.is_decided()).then_some(Termination::Decided)
    }

    /// The verdict where the retained feature seems to be within the margins.
    #[cfg_attr(fast, inline(always))]
    fn margins_meet<C, O>(&mut self, search: &mut Search<'_, C, O, D>) -> End
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        if !search.is_margin_in_doubt() {
            return End::WithinMargins;
        }
        // A copy is lent, so that the bounds stay in registers.
        let mut plane = self.plane.clone();
        let end = search.on_copy(|search| search.verified_margins(false, &mut plane));
        self.plane = plane;
        end
    }

    /// The newest vertex is no farther along the direction than the simplex, or is not a number.
    #[cfg_attr(fast, inline(always))]
    fn nothing_nearer<C, O>(&mut self, search: &Search<'_, C, O, D>) -> Termination
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        if !search.is_nan() {
            return Termination::Nearest;
        }
        self.end = self.end.or(Some(End::Undecided(Undecided::NotANumber)));
        Termination::NotANumber
    }

    /// Goes back to the nearest simplex. A verdict that is not known yet follows from the bounds, or from a closer look.
    #[cfg_attr(fast, inline(always))]
    fn close<C, O>(self, search: &mut Search<'_, C, O, D>) -> Approach<T, D>
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        let Self { end, mut plane, beyond, nearest, aside, with_newest, .. } = self;
        if let Some(aside) = aside.filter(|_| !with_newest) {
            search.simplex = aside;
        }
        let end = end.unwrap_or_else(|| match &nearest {
            Some(nearest) if !with_newest && nearest.exceeds(&search.frame.margin) => End::Separated,
            _ if beyond => End::Separated,
            _ => search.on_copy(|search| search.verified_margins_at_end(with_newest, &mut plane)),
        });
        Approach { end, plane: Some(plane), beyond, with_newest }
    }
}

/// In three dimensions a direction is a product of three coordinates: its square could leave the range.
#[cfg_attr(fast, inline(always))]
fn scaled<T: Scalar, const D: usize>(direction: SVector<T, D>) -> SVector<T, D> {
    if D > 2 {
        let scale = largest(&direction).unit_scale();
        direction * scale
    } else {
        direction
    }
}
