//! The loop.
//!
//! ```text
//! repeat
//!     take the facet nearest the origin                        none can be grown: exhausted
//!     its level is a lower bound                               an upper bound is as low: the bounds have met
//!     look along its normal; what is found is an upper bound
//!     is the vertex above the facet?                           it is not: the facet is on the boundary
//!     let the facets that it sees give way to new ones around it
//! ```
//!
//! # Two bounds
//!
//! The depth is the least h(n) over unit vectors n, h the support function of A − B: by h(n) along n the sets have to be moved
//! to part them. So *every* n that was tried bounds the depth from above, and its n·w, rounded once, is a better number than
//! the distance of a facet's plane, which inherits all that went wrong with the facet's normal. From below the depth is bounded
//! by the nearest facet of the polytope, which is inside A − B. The two meet, or their difference is said.
//!
//! In a ring there are no unit normals, and bounds along different normals are not compared: the gap is 0, and the facet
//! that nothing is above is the answer.

use super::bias::Bias;
use super::expansion::{Exit, Surroundings};
use super::surface::{FacetPlane, Slack, Surface};
use crate::observe::Termination;
use crate::scalar::{Real, Scalar};
use crate::vertex::SupportPoint;
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// An expansion under way: what it knows besides its surface.
pub(crate) struct Expanding<T, const D: usize> {
    /// The least upper bound so far.
    pub(crate) best: Option<Best<T, D>>,
    bias: Option<Bias<T, D>>,
    slack: Slack<T>,
}

/// The least reach of all that was tried, with the vertices whose normal it was.
pub(crate) struct Best<T, const D: usize> {
    pub(crate) normal: SVector<T, D>,
    pub(crate) reach: T,
    pub(crate) corners: [u32; D],
}

impl<T: Scalar, const D: usize> Expanding<T, D> {
    /// Grows a surface until the boundary is reached, and says what the least level was; `None` if the surface is full.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn expand<S: Surface<T, D>>(
        &mut self,
        surface: &mut S,
        surroundings: &mut (impl Surroundings<T, D> + ?Sized),
    ) -> Option<T> {
        loop {
            let Some(id) = surface.nearest() else {
                surroundings.stopped(Termination::Exhausted);
                return Some(self.best.as_ref().map_or_else(T::zero, |best| best.reach.clone()));
            };
            let plane = surface.plane(id);
            if self.bounds_meet::<S>(&plane) {
                surroundings.stopped(Termination::BoundsMet);
                return Some(plane.level);
            }
            if surface.is_full() {
                return None;
            }
            match self.grow_biased(surface, id, &plane, surroundings) {
                Some(true) => continue,
                Some(false) => {}
                None => return Some(plane.level),
            }
            let Some(found) = surroundings.support(surface.direction(id, &plane)) else { return Some(plane.level) };
            let reach = found.w.dot(&plane.normal);
            let upper = self.best::<S>().filter(|best| best.reach < reach).map_or(&reach, |best| &best.reach);
            // Level and reach of one normal are rounded apart. What is told is in order, as are the bounds of an exit.
            let lower = if S::UNIT && *upper < plane.level { upper } else { &plane.level };
            surroundings.expanded(lower, upper, &plane.square, &mut surface.facets_from(id));
            if reach.clone() - plane.level.clone() <= self.slack.gap {
                return Some(self.arrive(surface, id, plane, reach, surroundings));
            }
            self.improve::<S>(&plane, reach, || surface.corners(id));
            if !surface.grow(id, &found, &self.slack) {
                surface.set_aside(id);
            }
        }
    }

    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn new(size: &T, bias: Option<Bias<T, D>>) -> Self {
        Self { best: None, bias, slack: Slack::of(size) }
    }

    /// The best that other normals have given, where it can be compared.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn best<S: Surface<T, D>>(&self) -> Option<&Best<T, D>> {
        self.best.as_ref().filter(|_| S::UNIT)
    }

    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn bounds_meet<S: Surface<T, D>>(&self, plane: &FacetPlane<T, D>) -> bool {
        self.best::<S>().is_some_and(|best| best.reach <= plane.level)
    }

    /// Keeps a reach that is the least so far.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn improve<S: Surface<T, D>>(&mut self, plane: &FacetPlane<T, D>, reach: T, corners: impl FnOnce() -> [u32; D]) {
        if self.best::<S>().is_none_or(|best| reach < best.reach) {
            self.best = Some(Best { normal: plane.normal.clone(), reach, corners: corners() });
        }
    }

    /// A facet is on the boundary: it is the best, unless another normal's reach is less by more than rounding.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn arrive<S: Surface<T, D>>(
        &mut self,
        surface: &S,
        id: usize,
        plane: FacetPlane<T, D>,
        reach: T,
        surroundings: &mut (impl Surroundings<T, D> + ?Sized),
    ) -> T {
        if !self.best::<S>().is_some_and(|best| best.reach.clone() + self.slack.visible.clone() < reach) {
            let corners = surface.corners(surface.below_origin(id, &plane, &self.slack));
            self.best = Some(Best { normal: plane.normal, reach, corners });
        }
        surroundings.stopped(Termination::OnBoundary);
        plane.level
    }

    /// Looks beyond a facet not along its normal but in a biased direction, and says whether that was a reason to grow;
    /// `None` if there are no more vertices to be had. It goes on until nothing is found so, or the bias misleads, or there
    /// are many vertices.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn grow_biased<S: Surface<T, D>>(
        &mut self,
        surface: &mut S,
        id: usize,
        plane: &FacetPlane<T, D>,
        surroundings: &mut (impl Surroundings<T, D> + ?Sized),
    ) -> Option<bool> {
        let (Some(bias), Some(best)) = (&self.bias, &self.best) else { return Some(false) };
        if surface.len() >= S::BIASED {
            return Some(false);
        }
        let Some(direction) = bias.direction(&plane.normal) else { return Some(false) };
        let found: SupportPoint<T, D> = surroundings.support(&direction)?;
        let misleads = Bias::misleads(&direction, &found.w, &best.reach);
        let above = found.w.dot(&plane.normal) - plane.level.clone() > self.slack.gap;
        let grown = above && surface.grow(id, &found, &self.slack);
        if misleads || !grown {
            self.bias = None;
        }
        Some(grown)
    }
}

impl<T: Real, const D: usize> Expanding<T, D> {
    /// What was found, on a surface that it was found with.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn exit<S: Surface<T, D>>(&self, surface: &S, lower: T) -> Option<Exit<T, D>> {
        let Best { normal, reach, corners } = self.best.as_ref()?;
        let lower = if *reach < lower { reach.clone() } else { lower };
        Some(Exit { normal: normal.clone(), reach: reach.clone(), lower, facet: surface.facet(*corners) })
    }
}
