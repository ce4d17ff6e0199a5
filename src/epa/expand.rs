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
//! Let h be the support function of A − B, and n a unit vector. A translation by h(n) along n separates the sets, and
//! the depth is the least h(n). So *every* n gives an upper bound, n·w, rounded once, which does not depend on the
//! rounding of the normal. The lower bound is the distance of the polytope's nearest facet, because the polytope is
//! inside A − B. Either the two bounds meet, or the answer says how far apart they are.
//!
//! A ring (integers, say) has no unit normals, so bounds along different normals cannot be compared. But nothing is
//! rounded: the loop ends with a facet that has nothing beyond it, and this facet is the answer.
//!
//! # Biased directions
//!
//! To prove a depth, each facet nearer than the boundary needs a vertex beyond it. Any such vertex will do, so the
//! *direction* of the search is free. The nearest boundary is expected on the ray from the middle of A − B through the
//! origin. Directions biased towards this place find more vertices there, where they are needed, and fewer elsewhere.
//!
//! # What a surface needs
//!
//! A closed [`Surface`] of facets grows inside A − B: a polygon, a mesh of triangles or a complex of simplices.
//!
//! 1. It has full dimension from the start (see `src/simplex/completion.rs`), and all its vertices are support points.
//!    (For a polygon they have to be corners of A − B.)
//! 2. It stays closed. The facets that a new vertex sees have to form a disc with one closed horizon. If rounding
//!    breaks the disc, the facet is set aside, and another facet is grown.
//! 3. It recognizes slivers. If the support point beyond a facet is a vertex of the surface already, the facet's normal
//!    is wrong. The facet is set aside, but the upper bound along its normal is kept.
//!
//! The origin need not be inside: distances of facets are signed. A facet with the origin beyond it is grown first.

use super::strategy::{OPEN, SupportSource, Translation};
use crate::scalar::{Quotient, Real, Scalar, largest, max, min, times, ulps};
use crate::{observe::Termination, simplex::Simplex, tolerance, vertex::SupportPoint};
use core::array;
use nalgebra::SVector;

/// Returns whether the minimum may be wrong: its bounds are farther apart than [`tolerance::LOOSE`], and than the
/// accuracy.
pub(super) fn is_loose<T: Real>(gap: &T, size: &T, accuracy: &T) -> bool {
    *gap > max(ulps(tolerance::LOOSE, size), accuracy.clone())
}

/// The state of an expansion, besides its surface.
pub(crate) struct Expanding<T, const D: usize> {
    /// The least upper bound so far.
    pub(crate) best: Option<Best<T, D>>,
    bias: Option<Bias<T, D>>,
    slack: Slack<T>,
    /// The difference of the two bounds that is near enough.
    accuracy: T,
}

/// The normal with the least reach so far, and the vertices of its facet.
pub(crate) struct Best<T, const D: usize> {
    pub(crate) normal: SVector<T, D>,
    pub(crate) reach: T,
    pub(crate) corners: [u32; D],
}

impl<T: Scalar, const D: usize> Expanding<T, D> {
    /// Grows a surface until its nearest facet is on the boundary. The lower bound; `None` if the surface is full.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn expand<S: Surface<T, D>>(
        &mut self,
        surface: &mut S,
        source: &mut (impl SupportSource<T, D> + ?Sized),
    ) -> Option<T> {
        let enough = max(self.slack.gap.clone(), self.accuracy.clone());
        loop {
            let Some(id) = surface.nearest() else {
                source.stopped(Termination::Exhausted);
                return Some(self.best.as_ref().map_or_else(T::zero, |best| best.reach.clone()));
            };
            let plane = surface.plane(id);
            if self.best::<S>().is_some_and(|best| best.reach <= plane.level) {
                source.stopped(Termination::BoundsMet);
                return Some(plane.level);
            }
            if surface.is_full() {
                return None;
            }
            if let Some(direction) = self.biased_direction(surface, &plane) {
                let Some(found) = source.support(&direction) else { return Some(plane.level) };
                if self.grow_biased(surface, id, &plane, &direction, &found) {
                    continue;
                }
            }
            let Some(found) = source.support(surface.direction(id, &plane)) else { return Some(plane.level) };
            let reach = found.w.dot(&plane.normal);
            let upper = self.best::<S>().filter(|best| best.reach < reach).map_or(&reach, |best| &best.reach);
            // Level and reach of one normal are rounded separately; the observer gets them in order.
            let lower = if S::UNIT && *upper < plane.level { upper } else { &plane.level };
            let others = surface.ids().filter(|other| *other != id);
            let facet = |id| surface.facet(surface.corners(id));
            source.expanded(lower, upper, &plane.square, &mut core::iter::once(id).chain(others).map(facet));
            if reach.clone() - plane.level.clone() <= enough {
                return Some(self.arrive(surface, id, plane, reach, source));
            }
            self.improve::<S>(&plane, reach, || surface.corners(id));
            if !surface.grow(id, &found, &self.slack) {
                surface.set_aside(id);
            }
        }
    }

    pub(crate) fn new(size: &T, bias: Option<Bias<T, D>>, accuracy: T) -> Self {
        Self { best: None, bias, slack: Slack::of(size), accuracy }
    }

    /// The best normal so far, if reaches along different normals can be compared.
    fn best<S: Surface<T, D>>(&self) -> Option<&Best<T, D>> {
        self.best.as_ref().filter(|_| S::UNIT)
    }

    /// Keeps a reach that is the least so far.
    #[cfg_attr(fast, inline(always))]
    fn improve<S: Surface<T, D>>(&mut self, plane: &FacetPlane<T, D>, reach: T, corners: impl FnOnce() -> [u32; D]) {
        if self.best::<S>().is_none_or(|best| reach < best.reach) {
            self.best = Some(Best { normal: plane.normal.clone(), reach, corners: corners() });
        }
    }

    /// Takes a facet on the boundary as the best, unless another normal's reach is less by more than counts.
    #[cfg_attr(fast, inline(always))]
    fn arrive<S: Surface<T, D>>(
        &mut self,
        surface: &S,
        id: usize,
        plane: FacetPlane<T, D>,
        reach: T,
        source: &mut (impl SupportSource<T, D> + ?Sized),
    ) -> T {
        let counts = max(self.slack.visible.clone(), self.accuracy.clone());
        if !self.best::<S>().is_some_and(|best| best.reach.clone() + counts < reach) {
            let corners = surface.corners(surface.below_origin(id, &plane, &self.slack));
            self.best = Some(Best { normal: plane.normal, reach, corners });
        }
        source.stopped(Termination::OnBoundary);
        plane.level
    }

    /// The direction in which to seek a vertex beyond a facet first, if there is a bias.
    #[cfg_attr(fast, inline(always))]
    fn biased_direction<S: Surface<T, D>>(&self, surface: &S, plane: &FacetPlane<T, D>) -> Option<SVector<T, D>> {
        let bias = self.bias.as_ref().filter(|_| self.best.is_some() && surface.takes_bias())?;
        bias.direction(&plane.normal)
    }

    /// Grows by the vertex found in a biased direction, if it is beyond the facet. Else, or if it misleads, the bias ends.
    #[cfg_attr(fast, inline(always))]
    fn grow_biased<S: Surface<T, D>>(
        &mut self,
        surface: &mut S,
        id: usize,
        plane: &FacetPlane<T, D>,
        direction: &SVector<T, D>,
        found: &SupportPoint<T, D>,
    ) -> bool {
        let misleads = self.best.as_ref().is_some_and(|best| Bias::misleads(direction, &found.w, &best.reach));
        let above = found.w.dot(&plane.normal) - plane.level.clone() > self.slack.gap;
        let grown = above && surface.grow(id, found, &self.slack);
        if misleads || !grown {
            self.bias = None;
        }
        grown
    }
}

impl<T: Real, const D: usize> Expanding<T, D> {
    /// The best translation, with its facet from the surface.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn translation<S: Surface<T, D>>(
        &self,
        surface: &S,
        lower: T,
        source: &mut (impl SupportSource<T, D> + ?Sized),
    ) -> Option<Translation<T, D>> {
        let best = self.best.as_ref()?;
        if is_loose(&(best.reach.clone() - lower.clone()), &self.slack.size, &self.accuracy) {
            source.left_open(&open(surface, best));
        }
        let Best { normal, reach, corners } = best;
        let lower = surface.least_aside().filter(|least| *least < lower).unwrap_or(lower);
        let lower = if *reach < lower { reach.clone() } else { lower };
        Some(Translation { normal: normal.clone(), reach: reach.clone(), lower, facet: surface.facet(*corners) })
    }
}

/// Normals of facets nearer than the best reach, as far from it and from each other as there are, repeated if fewer.
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

/// Biased directions do not pay for polytopes with so few vertices.
const FEW: u32 = 16;

/// Returns whether biased directions pay: for polytopes, one of them with many vertices. Round shapes have vertices
/// everywhere.
pub(super) fn bias_pays(vertex_counts: Option<[u32; 2]>) -> bool {
    vertex_counts.is_some_and(|counts| counts.iter().any(|count| *count > FEW))
}

/// The cosine, 19/20, within which a normal is near the expected direction, 18°: the bias would turn it by at most 7°.
const ALIGNED: [u32; 2] = [19, 20];
/// The share of the expected direction, 2/3, that is added to a unit normal. It turns a perpendicular one by 34°.
const PULL: [u32; 2] = [2, 3];
/// A bias misleads if A − B reaches farther that way than along the best normal by more than a fifth, 6/5.
const FARTHER: [u32; 2] = [6, 5];

/// A bias of search directions towards the place where the boundary of A − B is expected to be nearest the origin.
pub(crate) struct Bias<T, const D: usize> {
    /// The expected direction, a unit vector.
    expected: SVector<T, D>,
    /// The vector that is added to unit normals.
    pull: SVector<T, D>,
}

impl<T: Real, const D: usize> Bias<T, D> {
    pub(super) fn toward(expected: SVector<T, D>) -> Self {
        let [over, under] = PULL.map(|n| times(n, &T::one()));
        Self { pull: &expected * (over / under), expected }
    }
}

impl<T: Scalar, const D: usize> Bias<T, D> {
    /// The direction in which to seek a vertex beyond a facet with this unit normal; `None` if it is the normal itself.
    pub(super) fn direction(&self, normal: &SVector<T, D>) -> Option<SVector<T, D>> {
        let [over, under] = ALIGNED;
        let aligned = times(under, &normal.dot(&self.expected)) >= times(over, &T::one());
        if aligned { None } else { Some(normal + &self.pull) }
    }

    /// Returns whether the vertex found in a biased direction is much farther than the best reach so far.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn misleads(direction: &SVector<T, D>, found: &SVector<T, D>, best: &T) -> bool {
        let [over, under] = FARTHER;
        let (reach, most) = (times(under, &found.dot(direction)), times(over, best));
        reach.clone() * reach > most.clone() * most * direction.dot(direction)
    }
}

/// A closed surface inside A − B. Facets and vertices have numbers.
#[expect(unused_variables, reason = "not all surfaces use them")]
pub(crate) trait Surface<T: Scalar, const D: usize> {
    /// Whether planes have unit normals, so that levels are distances: if the scalar has square roots.
    const UNIT: bool;

    /// The facet nearest the origin that can be grown.
    fn nearest(&self) -> Option<usize>;

    fn plane(&self, id: usize) -> FacetPlane<T, D>;

    /// The normal of a facet with this plane, of any length. It may be known before the unit normal is.
    fn direction<'s>(&'s self, id: usize, plane: &'s FacetPlane<T, D>) -> &'s SVector<T, D> {
        &plane.normal
    }

    fn corners(&self, id: usize) -> [u32; D];

    fn ids(&self) -> impl Iterator<Item = usize> + '_;

    fn vertex(&self, number: u32) -> Option<&SupportPoint<T, D>>;

    /// Returns whether it grows by vertices in directions with a [`Bias`].
    fn takes_bias(&self) -> bool {
        false
    }

    /// Returns whether the surface is full, and has to move to a larger one before it can grow.
    fn is_full(&self) -> bool {
        false
    }

    /// The facet in the plane of a facet on the boundary that holds the origin's projection.
    fn below_origin(&self, id: usize, plane: &FacetPlane<T, D>, slack: &Slack<T>) -> usize {
        id
    }

    /// Grows by a vertex beyond a facet. Returns false, and does not change, for a known vertex, without room, or if
    /// the surface would not stay closed.
    fn grow(&mut self, id: usize, found: &SupportPoint<T, D>, slack: &Slack<T>) -> bool;

    /// Excludes a facet that cannot be grown from [`Self::nearest`].
    fn set_aside(&mut self, id: usize);

    /// The least level of the facets that were set aside, which the depth may be as small as. `None` in two and three
    /// dimensions, where they are slivers.
    fn least_aside(&self) -> Option<T> {
        None
    }

    fn facet(&self, corners: [u32; D]) -> Simplex<T, D> {
        let mut facet = Simplex::empty();
        for corner in corners {
            if let Some(vertex) = self.vertex(corner) {
                facet.push(vertex.clone());
            }
        }
        facet
    }
}

/// The plane of a facet: the points p with `normal` · p = `level`.
#[derive(Clone, Debug)]
pub(crate) struct FacetPlane<T, const D: usize> {
    /// The normal, outwards; zero if the corners are dependent.
    pub(crate) normal: SVector<T, D>,
    pub(crate) level: T,
    /// normal · normal.
    pub(crate) square: T,
}

impl<T: Scalar, const D: usize> FacetPlane<T, D> {
    /// The signed square of its distance from the origin.
    pub(crate) fn distance(&self) -> Quotient<T> {
        Quotient::at(&self.level, self.square.clone())
    }

    /// Returns whether a point sees the facet: it is beyond the plane by more than a distance.
    pub(crate) fn is_visible_from(&self, point: &SVector<T, D>, distance: &T) -> bool {
        self.is_exceeded(&(self.normal.dot(point) - self.level.clone()), distance)
    }

    /// Returns whether a height, given times the normal's length, is more than a distance.
    pub(crate) fn is_exceeded(&self, height: &T, distance: &T) -> bool {
        let squared = || Quotient { over: height.clone() * height.clone(), under: self.square.clone() };
        *height > T::zero() && squared().exceeds(distance)
    }
}

/// Tolerances for the rounding of lengths, at the scale of the coordinates. Zero in exact arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Slack<T> {
    /// A bound on the coordinates.
    pub(crate) size: T,
    /// A vertex sees a facet if it is beyond it by more than this.
    pub(crate) visible: T,
    /// A facet is on the boundary if nothing is beyond it by more than this.
    pub(crate) gap: T,
}

impl<T: Scalar> Slack<T> {
    pub(crate) fn of(size: &T) -> Self {
        let epsilons = |count| ulps(count, size);
        Self { visible: epsilons(tolerance::VISIBLE), gap: epsilons(tolerance::GAP), size: size.clone() }
    }
}

/// The number of a corner or a facet, as small surfaces keep it.
pub(super) fn index(k: usize) -> u16 {
    u16::try_from(k).unwrap_or(u16::MAX)
}
