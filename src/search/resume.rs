//! Starting from what an earlier query has left, and leaving something for the next: see [`Cache`].
//!
//! Vertices that are recalled are points of A − B as it is now, though perhaps not corners of it any more. So what is
//! concluded from them holds, however old they are:
//!
//! - If D + 1 of them have the origin between them, by more than rounding, the sets intersect. That takes no evaluation.
//! - Else the search starts as if it had retained the feature of them that is nearest the origin, in the direction from
//!   there to the origin. All features are tried ([`Foot`]): the cases exclude some, but only for a newest vertex that was
//!   sought from a retained feature.
//!
//! An axis is only a direction to look along first.

use super::approach::{Approach, Until};
use super::cast::{Course, Flight, Landing};
use super::state::{End, Search};
use crate::cache::Cache;
use crate::observe::{Observer, Termination};
use crate::scalar::{Field, Real, Scalar, largest, times};
use crate::simplex::{Combination, Foot, Points, Region, Searchable, Simplex, SimplexCases, encloses_for_certain};
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::SVector;

/// A feature is taken to hold the origin if it is no farther than so many ε of the size. Then the direction from there
/// to the origin is lost in rounding.
const AT_ORIGIN: u32 = 16;

impl<const D: usize, C, O> Search<'_, C, O, D>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    /// Finds the verdict, starting from a cache if there is one.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn decide_from(&mut self, cache: Option<&mut Cache<C::Scalar, D>>) -> End {
        let Some(cache) = cache else { return self.decide() };
        let enclosed =
            !self.resume_along(cache) && cache.newest().is_some() && self.resume_inside(cache, &self.recalled(cache));
        let end = if enclosed { End::Enclosed } else { self.decide() };
        match end {
            End::Separated => cache.set_apart(&self.direction),
            End::WithinMargins => cache.set_meeting(None),
            End::Enclosed | End::OnFeature => self.leave_meeting(end, cache),
            End::Undecided(_) => {}
        }
        end
    }

    /// Starts along the axis, if there is one.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn resume_along(&mut self, cache: &Cache<C::Scalar, D>) -> bool {
        let axis = cache.axis();
        let known = axis.is_some();
        if let Some(axis) = axis {
            self.direction = axis;
            self.observer.recalled(&self.simplex, None, &self.direction);
        }
        known
    }

    /// Whether a simplex of vertices recalled has the origin inside, together with the last one. Then there is nothing to
    /// seek.
    #[cfg_attr(fast, inline(always))]
    fn resume_inside(&mut self, cache: &Cache<C::Scalar, D>, simplex: &Simplex<C::Scalar, D>) -> bool {
        let Some(newest) = cache.newest().and_then(|ids| self.set.recall_pair(self.frame, ids)) else { return false };
        if !encloses_for_certain(&newest, simplex, &self.frame.size) {
            return false;
        }
        self.simplex.clone_from(simplex);
        self.newest = newest;
        self.observer.recalled(&self.simplex, Some(&self.newest), &self.direction);
        self.observer.enclosed(&self.simplex, &self.newest);
        self.observer.stopped(Termination::Enclosed);
        true
    }

    /// The vertices retained, up to the first that is not known.
    #[cfg_attr(fast, inline(always))]
    fn recalled(&self, cache: &Cache<C::Scalar, D>) -> Simplex<C::Scalar, D> {
        let mut simplex = Simplex::empty();
        for vertex in cache.retained().map_while(|ids| self.set.recall_pair(self.frame, ids)) {
            simplex.push(vertex);
        }
        simplex
    }

    /// Leaves the simplex of a search that found no separating axis.
    #[cfg_attr(fast, inline(always))]
    fn leave_meeting(&self, end: End, cache: &mut Cache<C::Scalar, D>) {
        cache.set_meeting((end == End::Enclosed).then_some(&self.newest));
        self.leave_vertices(cache);
    }

    #[cfg_attr(fast, inline(always))]
    fn leave_vertices(&self, cache: &mut Cache<C::Scalar, D>) {
        cache.retain(self.simplex.vertices().iter().map(|vertex| vertex.ids));
    }
}

impl<const D: usize, T, C, O> Search<'_, C, O, D>
where
    T: Field,
    C: Searchable<D, Scalar = T>,
    O: Observer<T, D>,
{
    /// Finds the verdict, and if the cores are apart their nearest points, starting from a cache if there is one: from
    /// its `vertices`, or only along its axis.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn measure_from(
        &mut self,
        cache: Option<&mut Cache<T, D>>,
        until: &Until<T>,
        vertices: bool,
    ) -> Approach<T, D> {
        let Some(cache) = cache else { return self.measure(until) };
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
                self.leave_vertices(cache);
            }
            (end, None) => self.leave_meeting(end, cache),
        }
        approach
    }

    /// Starts from the vertices recalled, or else along the axis. True if they have the origin inside.
    #[cfg_attr(fast, inline(always))]
    fn resume(&mut self, cache: &Cache<T, D>) -> bool {
        let simplex = self.recalled(cache);
        if self.resume_inside(cache, &simplex) {
            return true;
        }
        if !self.resume_at(simplex) {
            self.resume_along(cache);
        }
        false
    }

    /// Retains the feature nearest the origin, and takes the direction from there. False, and nothing is done, if there is
    /// none, or the direction is lost in rounding.
    #[cfg_attr(fast, inline(always))]
    fn resume_at(&mut self, mut simplex: Simplex<T, D>) -> bool {
        if simplex.vertices().is_empty() {
            return false;
        }
        let mut direction = SVector::zeros();
        if !is_nearest_inside(&simplex) {
            direction = self.cut_to_nearest(&mut simplex);
        }
        if let [first, ..] = simplex.vertices()
            && simplex.vertices().len() == D
            && D > 1
        {
            direction = C::Cases::perpendicular(simplex.vertices());
            // The order of a facet's vertices tells the cases on which side the origin is.
            let level = first.w.dot(&direction);
            if level > T::zero() {
                simplex.retain(&SupportPoint::nothing(), Region::first(D + 1).without(0).mirrored());
                direction = -direction;
            }
            if level.abs() <= self.at_origin() * largest(&direction) {
                return false;
            }
        }
        if simplex.vertices().is_empty() || !direction.iter().all(Scalar::in_range) || largest(&direction).is_zero() {
            return false;
        }
        (self.simplex, self.direction) = (simplex, direction);
        self.observer.recalled(&self.simplex, None, &self.direction);
        true
    }

    #[cfg_attr(fast, inline(always))]
    fn at_origin(&self) -> T {
        times(AT_ORIGIN, &T::epsilon()) * self.frame.size.clone()
    }

    /// Cuts a simplex down to the feature nearest the origin; to nothing if that is at the origin. Returns the direction
    /// from there to the origin.
    #[inline(never)]
    fn cut_to_nearest(&self, simplex: &mut Simplex<T, D>) -> SVector<T, D> {
        let Some(first) = simplex.vertices().first().cloned() else { return SVector::zeros() };
        let mut all: [SVector<T, D>; D] = array::from_fn(|_| SVector::zeros());
        for (point, vertex) in all.iter_mut().zip(simplex.vertices()) {
            point.clone_from(&vertex.w);
        }
        let (Foot { region, nearest }, _) = Foot::on(&Points::new(&first.w, false, &all[..simplex.vertices().len()]));
        if largest(&nearest) <= self.at_origin() {
            *simplex = Simplex::empty();
        } else {
            simplex.retain(&first, region);
        }
        -nearest
    }
}

/// Whether a facet is certainly the feature of itself that is nearest the origin: the origin's projection is inside.
/// Without a division, so this takes less time than to look for that feature.
#[cfg_attr(fast, inline(always))]
fn is_nearest_inside<T: Scalar, const D: usize>(facet: &Simplex<T, D>) -> bool {
    match facet.vertices() {
        [a, b, c] if D == 3 => Combination::of(&[a, b, c]).is_some(),
        _ => false,
    }
}

impl<const D: usize, T, C, O> Search<'_, C, O, D>
where
    T: Real,
    C: Searchable<D, Scalar = T>,
    O: Observer<T, D>,
{
    /// The cast after a search for a separating axis. If the first axis did, it is the plane where an earlier cast ended,
    /// whose vertices are taken up, too.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn cast_from(&mut self, cache: Option<&mut Cache<T, D>>, course: &Course<T, D>) -> Flight<T, D> {
        let Some(cache) = cache else { return self.cast(course) };
        if self.evaluations == 1 && cache.axis().is_some() {
            self.simplex = self.recalled(cache);
            self.observer.recalled(&self.simplex, None, &self.direction);
        }
        let flight = self.cast(course);
        match &flight.plane {
            Some(plane) if flight.end == Landing::Hit => cache.set_apart(&plane.axis),
            _ => cache.set_apart(&self.direction),
        }
        self.leave_vertices(cache);
        flight
    }
}
