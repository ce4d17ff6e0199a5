//! Witness points: a point of A − B, and the points of A and of B that it is the difference of.

use super::apart::{Approach, Gap, Until};
use super::state::Search;
use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::observe::Observer;
use crate::query::{Options, Start};
use crate::scalar::{Field, Real, Scalar, largest, times};
use crate::simplex::{ActiveSet, FeatureIds, Searchable, Simplex, Weights, nearest_weights, weights_at};
use crate::tolerance;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// A point of A − B, and the points of A and B that it is the difference of: a mean of vertices.
#[derive(Clone)]
pub struct Mean<T, const D: usize> {
    /// The point of A − B.
    pub w: SVector<T, D>,
    /// The point of A.
    pub a: SVector<T, D>,
    /// The point of B.
    pub b: SVector<T, D>,
}

impl<T: Field, const D: usize> Mean<T, D> {
    /// The mean with these weights: the newest vertex has the first, if there is one.
    #[cfg_attr(fast, inline(always))]
    fn weighted(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>, weights: &[T]) -> Self {
        let mut mean = Self { w: SVector::zeros(), a: SVector::zeros(), b: SVector::zeros() };
        let mut rest = weights;
        if let (Some(newest), [first, others @ ..]) = (newest, weights) {
            mean.add(newest, first);
            rest = others;
        }
        for (vertex, weight) in simplex.vertices().iter().zip(rest) {
            mean.add(vertex, weight);
        }
        mean
    }

    #[cfg_attr(fast, inline(always))]
    fn add(&mut self, vertex: &SupportPoint<T, D>, weight: &T) {
        self.w += &vertex.w * weight.clone();
        self.a += &vertex.a * weight.clone();
        self.b += &vertex.b * weight.clone();
    }
}

/// Witness points, with the names of the vertices that they are means of.
#[derive(Clone)]
pub(crate) struct Witness<T, const D: usize> {
    pub(crate) mean: Mean<T, D>,
    pub(crate) ids: FeatureIds<D>,
}

impl<T: Field, const D: usize> Witness<T, D> {
    /// The point of a simplex that is nearest the origin.
    pub(crate) fn nearest(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>) -> Self {
        let mean = Mean::weighted(newest, simplex, &nearest_weights(newest, simplex));
        Self { mean, ids: FeatureIds::of(simplex) }
    }

    /// The projection of a point on an edge or a triangle, if that is inside. Not very accurate where the triangle is thin.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn inside(facet: &Simplex<T, D>, point: &SVector<T, D>) -> Option<Self> {
        let weights = weights_at(facet, point)?;
        Some(Self { mean: Mean::weighted(None, facet, &weights), ids: FeatureIds::of(facet) })
    }
}

impl<T: Real, const D: usize> Witness<T, D> {
    /// Whether it is at a given point, up to rounding.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_at(&self, point: &SVector<T, D>, frame: &Frame<T, D>) -> bool {
        self.off(point) <= times(tolerance::AT, &T::epsilon()) * frame.size.clone()
    }

    /// How far it is from a given point: the largest coordinate of the difference.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn off(&self, point: &SVector<T, D>) -> T {
        largest(&(&self.mean.w - point))
    }

    /// This point, if it is at `wanted` up to rounding. Else the point of A − B nearest to `wanted`, if that is better;
    /// and how many evaluations it took to find, after those that are `used`.
    #[inline]
    pub(crate) fn moved_to(
        self,
        wanted: &SVector<T, D>,
        normal: &SVector<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
        used: u32,
    ) -> (Self, u32) {
        if self.is_at(wanted, frame) || options.left(used) == 0 {
            return (self, 0);
        }
        let (found, evaluations) = point_at(set, frame, options, used, wanted, normal.clone());
        (if found.off(wanted) < self.off(wanted) { found } else { self }, evaluations)
    }
}

/// The nearest point at the end of an approach, and what the approach knows of it.
pub struct NearestPoint<T: Scalar, const D: usize> {
    /// How the approach ended.
    pub approach: Approach<T, D>,
    /// The point of A − B, and the points of A and of B.
    pub mean: Mean<T, D>,
    /// The bounds on the distance, where the cores are apart.
    pub gap: Option<Gap<T>>,
}

impl<T: Real, const D: usize> NearestPoint<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_in_doubt<C, O>(&self, search: &Search<'_, C, O, D>) -> bool
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        self.gap.as_ref().is_some_and(|gap| search.is_distance_in_doubt(&self.approach, gap))
    }

    /// The point with these weights.
    #[cfg_attr(fast, inline(always))]
    pub fn new<C, O>(search: &Search<'_, C, O, D>, approach: Approach<T, D>, weights: &Weights<T>) -> Self
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        let newest = approach.with_newest.then_some(search.newest());
        let mean = Mean::weighted(newest, search.simplex(), weights);
        let gap = approach.plane.as_ref().map(|plane| Gap::between(&mean.w, plane));
        Self { approach, mean, gap }
    }

    /// With another point of A − B, and the bounds that it gives.
    #[cfg_attr(fast, inline(always))]
    #[must_use]
    pub fn at(self, w: SVector<T, D>) -> Self {
        let gap = self.approach.plane.as_ref().map(|plane| Gap::between(&w, plane));
        Self { mean: Mean { w, ..self.mean }, gap, ..self }
    }
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// The nearest point at the end of an approach. Where it is in doubt, the search continues in doubled precision first.
    pub(crate) fn nearest_point(&mut self, approach: Approach<T, D>) -> NearestPoint<T, D> {
        let weights = self.weights_of(approach.with_newest);
        let nearest = NearestPoint::new(self, approach, &weights);
        if nearest.is_in_doubt(self) { self.on_copy(|search| search.improved(nearest.approach).0) } else { nearest }
    }

    /// The nearest point after the search has continued in doubled precision.
    #[cold]
    #[inline(never)]
    pub(crate) fn improved(&mut self, mut approach: Approach<T, D>) -> (NearestPoint<T, D>, Weights<T>) {
        let found = self.improve(&mut approach, &Until::Nearest);
        let with_newest = approach.with_newest;
        let weights = match &found {
            Some(found) => found.weights.clone(),
            None => self.weights_of(with_newest),
        };
        let nearest = NearestPoint::new(self, approach, &weights);
        let nearest = match found {
            // The simplex holds the origin, but a plane separates. The gap is then the plane's, of the size of rounding.
            _ if with_newest => nearest.at(SVector::zeros()),
            Some(found) => nearest.at(found.point),
            None => nearest,
        };
        (nearest, weights)
    }
}

impl<const D: usize, T: Field, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// The weights of the nearest point of the simplex. The newest vertex takes part if this is asked for, and then has the first
    /// weight.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn weights_of(&self, with_newest: bool) -> Weights<T> {
        nearest_weights(with_newest.then_some(self.newest()), self.simplex())
    }
}

/// The point of A − B nearest to a given point; and how many evaluations it took to find it, after those that are
/// `used`: at least one has to be left. The given point is known
/// to be on the boundary of A − B in the direction of `normal`, up to rounding.
///
/// This is for a feature that does not hold the given point: many facets may share its plane, A − B may be curved, or
/// the feature may be a sliver. It is a distance query for A − B moved so that the given point becomes the origin. That
/// finds the point to a few ε of the coordinates. (A nearest point that is far away may be off to the side by the square
/// root of that.)
#[cold]
pub(crate) fn point_at<T: Real, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    used: u32,
    point: &SVector<T, D>,
    normal: SVector<T, D>,
) -> (Witness<T, D>, u32) {
    let moved = Moved { set, by: point };
    let max_evaluations = options.left(used);
    let options = Options { start: Start::Along(normal), accuracy: T::zero(), max_evaluations, ..options.clone() };
    let mut unwatched = ();
    // The strategy that solves for the point: the cases can end beside it if shapes are needles.
    let set = Erased::<_, ActiveSet, D>::new(&moved);
    let mut search = Search::new(&set, frame, &options, &mut unwatched);
    let approach = search.measure(&Until::Nearest);
    let NearestPoint { mean, .. } = search.nearest_point(approach);
    let ids = FeatureIds::of(search.simplex());
    (Witness { mean: Mean { w: mean.w + point, ..mean }, ids }, search.evaluations())
}

/// A − B, moved by −`by`.
struct Moved<'q, T, const D: usize> {
    set: &'q dyn ConvexSet<D, Scalar = T>,
    by: &'q SVector<T, D>,
}

impl<T: Scalar, const D: usize> ConvexSet<D> for Moved<'_, T, D> {
    type Scalar = T;

    fn frame(&self) -> Frame<T, D> {
        self.set.frame()
    }

    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        let vertex = self.set.vertex(frame, direction);
        SupportPoint { w: vertex.w - self.by, ..vertex }
    }

    fn margins(&self) -> [T; 2] {
        self.set.margins()
    }
}
