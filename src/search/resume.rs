//! Starts a search from a [`Cache`], and leaves the result for the next query.
//!
//! Recalled vertices are points of A − B, though perhaps not corners any more. So conclusions from them hold:
//!
//! - If D + 1 of them have the origin between them, by more than rounding, the sets intersect, without an evaluation.
//! - Otherwise the search starts as if it had retained their feature nearest the origin. This tries all features ([`Points::foot`]),
//!   because the cases may exclude features only if the newest vertex was found from the retained feature.
//!
//! A cached axis is only the first direction to try; without vertex ids its rotation is extrapolated.

use super::apart::Approach;
use super::cast::{Ray, RayCast};
use super::state::{End, Search};
use crate::cache::{Cache, have_ids};
use crate::observe::{Observer, Termination};
use crate::scalar::{Field, Real, Scalar, largest, ulps};
use crate::simplex::{Combination, Foot, Points, Searchable, Simplex, SimplexCases, encloses_for_certain};
use crate::tolerance;
use core::array;
use nalgebra::SVector;

/// The part of a cache that a search starts from.
#[derive(Clone, Copy)]
pub(crate) enum Recall {
    /// The vertices, or the axis if there are none.
    Vertices,
    /// The axis alone.
    Axis,
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Starts from the vertices. Returns `Some` if they hold the origin.
    pub(super) fn resume_inside(&mut self, cache: &Cache<C::Scalar, D>) -> Option<End> {
        cache.newest()?;
        self.enclosure(cache, &self.recalled_vertices(cache))
    }

    /// Starts from a feature and a direction.
    fn start_from(&mut self, simplex: Simplex<C::Scalar, D>, direction: SVector<C::Scalar, D>) {
        (self.simplex, self.direction) = (simplex, direction);
        self.observer.recalled(&self.simplex, None, &self.direction);
    }

    /// Starts from the facet of A − B nearest the origin, which is inside.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn start_at(&mut self, facet: Option<Simplex<C::Scalar, D>>) {
        if let Some(facet) = facet {
            let direction = C::Cases::perpendicular(facet.vertices());
            self.start_from(facet, direction);
        }
    }

    /// Starts along the axis, if there is one.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn resume_along(&mut self, cache: &Cache<C::Scalar, D>) -> bool {
        let axis = cache.next_axis();
        let known = axis.is_some();
        if let Some(axis) = axis {
            self.direction = axis;
            self.observer.recalled(&self.simplex, None, &self.direction);
        }
        known
    }

    /// Ends the search if the recalled vertices, newest included, hold the origin.
    #[cfg_attr(fast, inline(always))]
    fn enclosure(&mut self, cache: &Cache<C::Scalar, D>, simplex: &Simplex<C::Scalar, D>) -> Option<End> {
        let newest = cache.newest().and_then(|ids| self.set.recall_pair(self.frame, ids))?;
        if !encloses_for_certain(&newest, simplex, &self.frame.size) {
            return None;
        }
        self.simplex.clone_from(simplex);
        self.newest = newest;
        self.observer.recalled(&self.simplex, Some(&self.newest), &self.direction);
        self.observer.enclosed(&self.simplex, &self.newest);
        self.observer.stopped(Termination::Enclosed);
        Some(End::Enclosed)
    }

    /// The vertices of the cache, up to the first that the shapes do not know.
    #[cfg_attr(fast, inline(always))]
    fn recalled_vertices(&self, cache: &Cache<C::Scalar, D>) -> Simplex<C::Scalar, D> {
        let mut simplex = Simplex::empty();
        for vertex in cache.retained().map_while(|ids| self.set.recall_pair(self.frame, ids)) {
            simplex.push(vertex);
        }
        simplex
    }

    /// Leaves a verdict for the next query. `along` says whether the search started along the axis.
    pub(super) fn leave_end(&self, end: End, cache: &mut Cache<C::Scalar, D>, along: bool) {
        match end {
            // The cached axis still separates.
            End::Separated if along && self.evaluations == 1 => {}
            End::Separated => cache.set_verdict(&self.direction),
            End::WithinMargins => cache.set_meeting(None),
            End::Enclosed | End::OnFeature => self.leave_meeting(end, cache),
            End::Undecided(_) => {}
        }
    }

    /// Leaves the simplex of a search that found no axis.
    fn leave_meeting(&self, end: End, cache: &mut Cache<C::Scalar, D>) {
        cache.set_meeting((end == End::Enclosed).then_some(&self.newest));
        self.leave_vertices(cache);
    }

    fn leave_vertices(&self, cache: &mut Cache<C::Scalar, D>) {
        cache.retain(self.simplex.vertices().iter().map(|vertex| vertex.ids));
    }
}

impl<const D: usize, T: Field, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Starts from the vertices, or along the axis. Returns `Some` if the vertices hold the origin.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn resume(&mut self, cache: &Cache<T, D>, recall: Recall) -> Option<End> {
        if matches!(recall, Recall::Vertices) {
            let simplex = self.recalled_vertices(cache);
            let enclosed = self.enclosure(cache, &simplex);
            if enclosed.is_some() || self.resume_at(simplex) {
                return enclosed;
            }
        }
        self.resume_along(cache);
        None
    }

    /// Starts from the simplex's feature nearest the origin. False, without a change, if rounding loses the direction.
    fn resume_at(&mut self, mut simplex: Simplex<T, D>) -> bool {
        if simplex.vertices().is_empty() {
            return false;
        }
        let slack = ulps(tolerance::AT_ORIGIN, &self.frame.size);
        // A test without a division, cheaper than the search for the feature.
        let is_inside = matches!(simplex.vertices(), [a, b, c] if D == 3
            && Combination::of(&[&a.w, &b.w, &c.w]).is_some_and(|foot| foot.is_accurate()));
        let mut direction = if is_inside { SVector::zeros() } else { cut_to_nearest(&mut simplex, &slack) };
        if let [first, ..] = simplex.vertices()
            && simplex.vertices().len() == D
            && D > 1
        {
            direction = C::Cases::perpendicular(simplex.vertices());
            // The order of a facet's vertices tells the cases the origin's side.
            let level = first.w.dot(&direction);
            if level > T::zero() {
                simplex.mirror();
                direction = -direction;
            }
            if level.abs() <= slack * largest(&direction) {
                return false;
            }
        }
        if simplex.vertices().is_empty() || !direction.iter().all(Scalar::in_range) || largest(&direction).is_zero() {
            return false;
        }
        self.start_from(simplex, direction);
        true
    }

    /// Leaves the nearest points for the next query: axis and nearest feature, or the vertices of an intersection.
    pub(super) fn leave_nearest(&self, approach: &Approach<T, D>, cache: &mut Cache<T, D>) {
        match (approach.end, &approach.plane) {
            (End::Undecided(_), _) => {}
            (_, Some(plane)) if self.simplex.vertices().first().is_some_and(|vertex| !have_ids(vertex.ids)) => {
                // From a copy, so that the plane stays in registers.
                cache.turn_to(&plane.axis.clone(), &self.options.accuracy.clone());
            }
            (_, Some(plane)) => {
                cache.set_apart(&plane.axis);
                self.leave_vertices(cache);
            }
            (end, None) => self.leave_meeting(end, cache),
        }
    }
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Casts after a search. If the first axis separates, it is an earlier cast's plane, whose vertices serve again.
    pub(crate) fn cast_from(&mut self, cache: Option<&mut Cache<T, D>>, ray: &Ray<T, D>) -> RayCast<T, D> {
        let Some(cache) = cache else { return self.cast(ray) };
        if self.evaluations == 1 && cache.axis().is_some() {
            self.start_from(self.recalled_vertices(cache), self.direction.clone());
        }
        let ray_cast = self.cast(ray);
        match &ray_cast.plane {
            Some(plane) if ray_cast.is_hit() => cache.set_apart(&plane.axis),
            _ => cache.set_apart(&self.direction),
        }
        self.leave_vertices(cache);
        ray_cast
    }
}

/// Cuts a simplex down to the feature nearest the origin, if not at it. Returns the direction to the origin.
#[inline(never)]
fn cut_to_nearest<T: Field, const D: usize>(simplex: &mut Simplex<T, D>, slack: &T) -> SVector<T, D> {
    let Some(first) = simplex.vertices().first().cloned() else { return SVector::zeros() };
    let mut all: [SVector<T, D>; D] = array::from_fn(|_| SVector::zeros());
    for (point, vertex) in all.iter_mut().zip(simplex.vertices()) {
        point.clone_from(&vertex.w);
    }
    let (Foot { region, nearest }, _) = Points::new(&first.w, false, &all[..simplex.vertices().len()]).foot();
    if largest(&nearest) <= *slack {
        *simplex = Simplex::empty();
    } else {
        simplex.retain(&first, region);
    }
    -nearest
}
