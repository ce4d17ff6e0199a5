//! The loop of the expanding polytope.
//!
//! ```text
//! repeat
//!     take the facet nearest the origin                        if none can be grown: EXHAUSTED
//!     its level is a lower bound                               if it reaches the upper bound: BOUNDS MET
//!     w ← the support point along its normal n;  n·w is an upper bound
//!     is w beyond the facet?                                   if not, the facet is ON the BOUNDARY
//!     replace the facets that w sees by new ones, from their horizon to w
//! ```
//!
//! # Two bounds
//!
//! Let h be the support function of A − B, and n a unit vector. A translation by h(n) along n separates the sets, and the depth
//! is the least h(n). So *every* n that was tried gives an upper bound. It is n·w, rounded once, which is more accurate than the
//! level of a facet, which depends on the rounding of the facet's normal. The lower bound is the distance of the polytope's
//! nearest facet, as the polytope is inside A − B. Either the two bounds meet, or the answer says how far apart they are.
//!
//! In a ring (integers, say) there are no unit normals, so bounds along different normals cannot be compared. There nothing is
//! rounded: the loop ends with a facet that nothing is beyond, and that is the answer.
//!
//! # Biased directions
//!
//! To prove a depth, each facet that is nearer than the boundary needs a vertex beyond it. Any such vertex is good enough, so the
//! *direction* of the search is free. The boundary is expected to be nearest in the direction from the middle of A − B
//! through the origin. Directions biased that way find vertices near that place, where more of them are needed than
//! elsewhere. So the polytope needs fewer vertices in all (docs/performance.md has the counts).

use super::expansion::{Exit, OPEN, Surroundings};
use super::surface::{FacetPlane, Slack, Surface};
use crate::observe::Termination;
use crate::scalar::{Real, Scalar, largest, max, min, times};
use crate::tolerance;
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::SVector;

/// Whether the minimum that was found may be a wrong one: its bounds are farther apart than [`tolerance::LOOSE`] allows,
/// and than the accuracy that was asked for.
pub(super) fn is_loose<T: Real>(gap: &T, size: &T, accuracy: &T) -> bool {
    *gap > max(times(tolerance::LOOSE, &T::epsilon()) * size.clone(), accuracy.clone())
}

/// The state of an expansion, besides its surface.
pub(crate) struct Expanding<T, const D: usize> {
    /// The least upper bound so far.
    pub(crate) best: Option<Best<T, D>>,
    bias: Option<Bias<T, D>>,
    slack: Slack<T>,
    /// How far from each other the two bounds may be.
    accuracy: T,
}

/// The normal with the least reach so far, and the vertices of its facet.
pub(crate) struct Best<T, const D: usize> {
    pub(crate) normal: SVector<T, D>,
    pub(crate) reach: T,
    pub(crate) corners: [u32; D],
}

impl<T: Scalar, const D: usize> Expanding<T, D> {
    /// Grows a surface until its nearest facet is on the boundary. Returns the lower bound; `None` if the surface is full.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn expand<S: Surface<T, D>>(
        &mut self,
        surface: &mut S,
        surroundings: &mut (impl Surroundings<T, D> + ?Sized),
    ) -> Option<T> {
        let enough = max(self.slack.gap.clone(), self.accuracy.clone());
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
            // Level and reach of one normal are rounded separately. The observer gets bounds that are in order.
            let lower = if S::UNIT && *upper < plane.level { upper } else { &plane.level };
            surroundings.expanded(lower, upper, &plane.square, &mut surface.facets_from(id));
            if reach.clone() - plane.level.clone() <= enough {
                return Some(self.arrive(surface, id, plane, reach, surroundings));
            }
            self.improve::<S>(&plane, reach, || surface.corners(id));
            if !surface.grow(id, &found, &self.slack) {
                surface.set_aside(id);
            }
        }
    }

    #[cfg_attr(fast, inline(always))]
    pub(crate) fn new(size: &T, bias: Option<Bias<T, D>>, accuracy: T) -> Self {
        Self { best: None, bias, slack: Slack::of(size), accuracy }
    }

    /// The best normal so far, if reaches along different normals can be compared.
    #[cfg_attr(fast, inline(always))]
    fn best<S: Surface<T, D>>(&self) -> Option<&Best<T, D>> {
        self.best.as_ref().filter(|_| S::UNIT)
    }

    #[cfg_attr(fast, inline(always))]
    fn bounds_meet<S: Surface<T, D>>(&self, plane: &FacetPlane<T, D>) -> bool {
        self.best::<S>().is_some_and(|best| best.reach <= plane.level)
    }

    /// Keeps a reach that is the least so far.
    #[cfg_attr(fast, inline(always))]
    fn improve<S: Surface<T, D>>(&mut self, plane: &FacetPlane<T, D>, reach: T, corners: impl FnOnce() -> [u32; D]) {
        if self.best::<S>().is_none_or(|best| reach < best.reach) {
            self.best = Some(Best { normal: plane.normal.clone(), reach, corners: corners() });
        }
    }

    /// The facet is on the boundary. So it is the best, unless another normal's reach is less by more than counts.
    #[cfg_attr(fast, inline(always))]
    fn arrive<S: Surface<T, D>>(
        &mut self,
        surface: &S,
        id: usize,
        plane: FacetPlane<T, D>,
        reach: T,
        surroundings: &mut (impl Surroundings<T, D> + ?Sized),
    ) -> T {
        let counts = max(self.slack.visible.clone(), self.accuracy.clone());
        if !self.best::<S>().is_some_and(|best| best.reach.clone() + counts < reach) {
            let corners = surface.corners(surface.below_origin(id, &plane, &self.slack));
            self.best = Some(Best { normal: plane.normal, reach, corners });
        }
        surroundings.stopped(Termination::OnBoundary);
        plane.level
    }

    /// Seeks a vertex beyond a facet in a biased direction, and says whether the surface has grown by it; `None` if the
    /// limit of evaluations is reached, or for a NaN. The bias is used until it finds no such vertex, misleads, or there are many vertices.
    #[cfg_attr(fast, inline(always))]
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
    /// The best exit, with its facet from the surface.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn exit<S: Surface<T, D>>(
        &self,
        surface: &S,
        lower: T,
        surroundings: &mut (impl Surroundings<T, D> + ?Sized),
    ) -> Option<Exit<T, D>> {
        let best = self.best.as_ref()?;
        if is_loose(&(best.reach.clone() - lower.clone()), &self.slack.size, &self.accuracy) {
            surroundings.left_open(&open(surface, best));
        }
        let Best { normal, reach, corners } = best;
        let lower = surface.least_aside().filter(|least| *least < lower).unwrap_or(lower);
        let lower = if *reach < lower { reach.clone() } else { lower };
        Some(Exit { normal: normal.clone(), reach: reach.clone(), lower, facet: surface.facet(*corners) })
    }
}

/// Normals of facets that are nearer than the best reach, as far from it and from each other as there are. If there are fewer, they repeat.
#[cold]
#[inline(never)]
fn open<T: Real, S: Surface<T, D>, const D: usize>(surface: &S, best: &Best<T, D>) -> [SVector<T, D>; OPEN] {
    let mut open: [_; OPEN] = array::from_fn(|_| best.normal.clone());
    for k in 0..OPEN {
        let mut farthest = T::zero();
        for plane in surface.ids().map(|id| surface.plane(id)).filter(|plane| plane.level < best.reach) {
            let from = |other: &SVector<T, D>| T::one() - other.dot(&plane.normal);
            let nearest = open[..k].iter().map(from).fold(from(&best.normal), min);
            if nearest > farthest && !largest(&plane.normal).is_zero() {
                (farthest, open[k]) = (nearest, plane.normal);
            }
        }
    }
    open
}

/// For polytopes with no more vertices than this, expansions take longer with biased directions (docs/performance.md).
const FEW: u32 = 16;

/// Whether biased directions pay: if both shapes are polytopes, and one of them has many vertices. They do not pay for round
/// shapes, which have a vertex in every direction.
pub(super) fn bias_pays(vertex_counts: Option<[u32; 2]>) -> bool {
    vertex_counts.is_some_and(|counts| counts.iter().any(|count| *count > FEW))
}

/// A normal within 18° of the expected direction, cos 18° = 19/20, is used as it is: the bias would turn it by no more than
/// 7°.
const ALIGNED: [u32; 2] = [19, 20];
/// How much of the expected direction is added to a unit normal: 2/3. That turns a normal perpendicular to it by 34°.
const PULL: [u32; 2] = [2, 3];
/// A bias misleads if A − B reaches farther that way than along the best normal, by more than a fifth: 6/5.
const FARTHER: [u32; 2] = [6, 5];

/// Where the boundary of A − B is expected to be nearest the origin.
pub(crate) struct Bias<T, const D: usize> {
    /// That direction, a unit vector.
    expected: SVector<T, D>,
    /// The vector that is added to unit normals.
    pull: SVector<T, D>,
}

impl<T: Real, const D: usize> Bias<T, D> {
    /// A bias towards a unit vector.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn toward(expected: SVector<T, D>) -> Self {
        let [over, under] = PULL.map(|n| times(n, &T::one()));
        Self { pull: &expected * (over / under), expected }
    }
}

impl<T: Scalar, const D: usize> Bias<T, D> {
    /// The direction in which to seek a vertex beyond a facet with this unit normal; `None` if that is the normal itself.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn direction(&self, normal: &SVector<T, D>) -> Option<SVector<T, D>> {
        let [over, under] = ALIGNED;
        let aligned = times(under, &normal.dot(&self.expected)) >= times(over, &T::one());
        if aligned { None } else { Some(normal + &self.pull) }
    }

    /// Whether the vertex found in a biased direction is much farther than the best reach so far.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn misleads(direction: &SVector<T, D>, found: &SVector<T, D>, best: &T) -> bool {
        let [over, under] = FARTHER;
        let (reach, most) = (times(under, &found.dot(direction)), times(over, best));
        reach.clone() * reach > most.clone() * most * direction.dot(direction)
    }
}
