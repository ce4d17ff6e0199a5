//! Starting from what an earlier query has left, and leaving something for the next: see [`Cache`].
//!
//! Vertices that are recalled are points of A − B as it is now, though perhaps not on its boundary any more. So what is
//! concluded from them holds, however old they are:
//!
//! - If D + 1 of them have the origin between them, by more than rounding, the sets intersect. It takes no evaluation.
//! - Else the search starts as if it had retained the feature of them that is nearest the origin, in the direction from
//!   there to the origin. All features are tried ([`Foot`]): what the cases exclude, they exclude for a vertex that was
//!   sought from a retained feature, and none was.
//!
//! An axis is only a direction to look along first.

use super::approach::{Approach, Until};
use super::cast::{Course, Flight, Landing};
use super::state::{End, Search};
use crate::cache::Cache;
use crate::observe::Observer;
use crate::scalar::{Field, Real, Scalar, largest, times};
use crate::simplex::{Foot, Points, Region, Searchable, Simplex, SimplexCases, encloses_for_certain};
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// If both shapes have no more vertices than this, it takes as long to recall vertices as to find them.
const FEW: u32 = 8;

/// A feature is taken to hold the origin if it is no farther than so many ε of the size. Then the direction to the
/// origin is lost in rounding.
const AT_ORIGIN: u32 = 16;

impl<const D: usize, C, O> Search<'_, C, O, D>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    /// Finds the verdict, starting from a cache if there is one.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn decide_from(&mut self, cache: Option<&mut Cache<C::Scalar, D>>) -> End {
        let Some(cache) = cache else { return self.decide() };
        let enclosed = !self.resume_along(cache) && self.resume_enclosed(cache);
        let end = if enclosed { End::Enclosed } else { self.decide() };
        match end {
            End::Separated | End::WithinMargins => cache.set_apart(&self.direction),
            End::Enclosed | End::OnFeature => self.leave_meeting(end, cache),
            End::Undecided(_) => {}
        }
        end
    }

    /// Starts along the axis, if there is one.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn resume_along(&mut self, cache: &Cache<C::Scalar, D>) -> bool {
        let axis = cache.axis();
        let known = axis.is_some();
        if let Some(axis) = axis {
            self.direction = axis;
        }
        known
    }

    /// Whether the vertices recalled have the origin between them. Then they are the simplex.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn resume_enclosed(&mut self, cache: &Cache<C::Scalar, D>) -> bool {
        let Some(newest) = cache.newest().and_then(|ids| self.set.recall_pair(self.frame, ids)) else { return false };
        let simplex = self.recalled(cache);
        let encloses = encloses_for_certain(&newest, &simplex, &self.frame.size);
        if encloses {
            (self.simplex, self.newest) = (simplex, newest);
        }
        encloses
    }

    /// The vertices retained, up to the first that is not known.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn recalled(&self, cache: &Cache<C::Scalar, D>) -> Simplex<C::Scalar, D> {
        let mut simplex = Simplex::empty();
        for vertex in cache.retained().map_while(|ids| self.set.recall_pair(self.frame, ids)) {
            simplex.push(vertex);
        }
        simplex
    }

    /// Leaves the simplex of a search that found no separating axis.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn leave_meeting(&self, end: End, cache: &mut Cache<C::Scalar, D>) {
        cache.set_meeting((end == End::Enclosed).then_some(&self.newest));
        cache.retain(self.simplex.vertices().iter().map(|vertex| vertex.ids));
    }
}

impl<const D: usize, T, C, O> Search<'_, C, O, D>
where
    T: Field,
    C: Searchable<D, Scalar = T>,
    O: Observer<T, D>,
{
    /// Finds the verdict, and if the cores are apart their nearest points, starting from a cache if there is one: with
    /// its `vertices`, or else along its axis only.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn measure_from(
        &mut self,
        cache: Option<&mut Cache<T, D>>,
        until: &Until<T>,
        vertices: bool,
    ) -> Approach<T, D> {
        let Some(cache) = cache.filter(|_| !self.is_of_few()) else { return self.measure(until) };
        let enclosed = vertices && self.resume(cache);
        if !vertices {
            self.resume_along(cache);
        }
        let approach = if enclosed {
            Approach { end: End::Enclosed, plane: None, beyond: false, around: true }
        } else {
            self.measure(until)
        };
        match (approach.end, &approach.plane) {
            (End::Undecided(_), _) => {}
            (_, Some(plane)) => {
                cache.set_apart(&plane.axis);
                cache.retain(self.simplex.vertices().iter().map(|vertex| vertex.ids));
            }
            (end, None) => self.leave_meeting(end, cache),
        }
        approach
    }

    /// Whether both shapes have so few vertices that no cache pays.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn is_of_few(&self) -> bool {
        self.set.vertex_count_hints().is_some_and(|[a, b]| a <= FEW && b <= FEW)
    }

    /// Starts from the vertices recalled. True if these have the origin between them, so that there is nothing to seek.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn resume(&mut self, cache: &Cache<T, D>) -> bool {
        let apart = self.resume_along(cache);
        let simplex = self.recalled(cache);
        let Some(first) = simplex.vertices().first() else { return false };
        let (mut newest, mut takes_part) = (first.clone(), false);
        if !apart
            && let Some(ids) = cache.newest()
            && let Some(found) = self.set.recall_pair(self.frame, ids)
        {
            if encloses_for_certain(&found, &simplex, &self.frame.size) {
                (self.simplex, self.newest) = (simplex, found);
                return true;
            }
            (newest, takes_part) = (found, true);
        }
        self.resume_at(simplex, &newest, takes_part);
        false
    }

    /// Retains the feature nearest the origin, and takes the direction from there; unless that is lost in rounding. The
    /// newest vertex is one of the others if it does not take part.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn resume_at(&mut self, mut simplex: Simplex<T, D>, newest: &SupportPoint<T, D>, takes_part: bool) {
        let mut others: [SVector<T, D>; D] = array::from_fn(|_| SVector::zeros());
        let count = simplex.vertices().len();
        for (other, vertex) in others.iter_mut().zip(simplex.vertices()) {
            other.clone_from(&vertex.w);
        }
        let (Foot { region, nearest }, _) = Foot::on(&Points::new(&newest.w, takes_part, &others[..count]));
        let far = largest(&nearest) > times(AT_ORIGIN, &T::epsilon()) * self.frame.size.clone();
        if !far || region.count() > D {
            return;
        }
        simplex.retain(newest, region);
        let mut direction = -nearest;
        if simplex.vertices().len() == D && D > 1 {
            // The cases expect a facet in the order that tells on which side of it the origin is.
            let perpendicular = C::Cases::perpendicular(simplex.vertices());
            if perpendicular.dot(&direction) < T::zero() {
                simplex.retain(newest, Region::first(D + 1).without(0).mirrored());
                direction = -perpendicular;
            } else {
                direction = perpendicular;
            }
        }
        if direction.iter().all(Scalar::in_range) && !largest(&direction).is_zero() {
            self.simplex = simplex;
            self.direction = direction;
        }
    }
}

impl<const D: usize, T, C, O> Search<'_, C, O, D>
where
    T: Real,
    C: Searchable<D, Scalar = T>,
    O: Observer<T, D>,
{
    /// A cast after the search for a separating axis, with the vertices of an earlier one where the first axis was its
    /// last: that plane is where it ended.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn cast_from(&mut self, cache: Option<&mut Cache<T, D>>, course: &Course<T, D>) -> Flight<T, D> {
        let Some(cache) = cache else { return self.cast(course) };
        if self.evaluations == 1 && cache.axis().is_some() {
            self.simplex = self.recalled(cache);
        }
        let flight = self.cast(course);
        match &flight.plane {
            Some(plane) if flight.end == Landing::Hit => cache.set_apart(&plane.axis),
            _ => cache.set_apart(&self.direction),
        }
        cache.retain(self.simplex.vertices().iter().map(|vertex| vertex.ids));
        flight
    }
}
