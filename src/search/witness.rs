//! Witness points: the point of A − B where a translation ends, and the points of A and B that it is the difference of.

use crate::minkowski::{ConvexSet, Frame};
use crate::observe::Observer;
use crate::query::{Options, Start};
use crate::scalar::{Field, Real, Scalar, largest, times};
use crate::search::{Approach, Gap, Search, Until};
use crate::simplex::{ActiveSet, FeatureIds, Searchable, Simplex, Weights, nearest_weights};
use crate::vertex::SupportPoint;
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// A point is where it should be if it is off by no more than so many ε of the size: it is a mean of products of three
/// weights, and what it should be is a product itself.
const AT: u32 = 8;

/// A point of A − B with what it is made of.
#[derive(Clone)]
pub(crate) struct Mean<T, const D: usize> {
    pub(crate) w: SVector<T, D>,
    pub(crate) a: SVector<T, D>,
    pub(crate) b: SVector<T, D>,
    /// The names of that.
    pub(crate) ids: FeatureIds<D>,
}

impl<T: Field, const D: usize> Mean<T, D> {
    fn of<'v>(ids: FeatureIds<D>, weighted: impl Iterator<Item = (&'v SupportPoint<T, D>, T)>) -> Self {
        let [w, a, b] = [SVector::zeros(), SVector::zeros(), SVector::zeros()];
        let mut mean = Self { w, a, b, ids };
        for (vertex, weight) in weighted {
            mean.w += &vertex.w * weight.clone();
            mean.a += &vertex.a * weight.clone();
            mean.b += &vertex.b * weight;
        }
        mean
    }

    /// The point of a feature that is nearest the origin.
    pub(crate) fn nearest(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>) -> Self {
        Self::weighted(newest, simplex, nearest_weights(newest, simplex))
    }

    /// The point with these weights.
    pub(crate) fn weighted(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>, weights: Weights<T>) -> Self {
        Self::of(FeatureIds::of(simplex), newest.into_iter().chain(simplex.vertices()).zip(weights))
    }

    /// The point of an edge or a triangle below a given one, if there is one: in closed form, and so none too accurate
    /// where the triangle is thin.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn inside(facet: &Simplex<T, D>, point: &SVector<T, D>) -> Option<Self> {
        match facet.vertices() {
            [a, b] => {
                let ab = &b.w - &a.w;
                let share = (point - &a.w).dot(&ab) / ab.dot(&ab);
                let weights = [T::one() - share.clone(), share];
                is_convex(&weights).then(|| Self::of(FeatureIds::of(facet), [a, b].into_iter().zip(weights)))
            }
            [a, b, c] => {
                // The height of the triangle above its side AB, and from there along AB.
                let (ab, ac, ap) = (&b.w - &a.w, &c.w - &a.w, point - &a.w);
                let square = T::one() / ab.dot(&ab);
                let height = &ac - &ab * (ac.dot(&ab) * square.clone());
                let share_c = ap.dot(&height) / height.dot(&height);
                let share_b = (ap - ac * share_c.clone()).dot(&ab) * square;
                let weights = [T::one() - share_b.clone() - share_c.clone(), share_b, share_c];
                is_convex(&weights).then(|| Self::of(FeatureIds::of(facet), [a, b, c].into_iter().zip(weights)))
            }
            _ => None,
        }
    }
}

/// Whether no weight is negative, or not a number.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn is_convex<T: Field>(weights: &[T]) -> bool {
    weights.iter().all(|weight| *weight >= T::zero())
}

impl<T: Real, const D: usize> Mean<T, D> {
    /// Whether it is at a point, but for rounding.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn is_at(&self, point: &SVector<T, D>, frame: &Frame<T, D>) -> bool {
        largest(&(&self.w - point)) <= times(AT, &T::epsilon()) * frame.size.clone()
    }

    /// This point of A − B, or, if it is not the one wanted, that one; and how many evaluations it took to find it.
    #[inline]
    pub(crate) fn moved_to(
        self,
        wanted: &SVector<T, D>,
        normal: &SVector<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
    ) -> (Self, u32) {
        if self.is_at(wanted, frame) {
            return (self, 0);
        }
        let off = |w: &SVector<T, D>| largest(&(w - wanted));
        let (found, evaluations) = point_at(set, frame, options, wanted, normal.clone());
        (if off(&found.w) < off(&self.w) { found } else { self }, evaluations)
    }
}

impl<T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>, const D: usize> Search<'_, C, O, D> {
    /// The nearest point at the end of an approach; where that is not as near as the plane says, the one of a search that went
    /// on from there.
    fn nearest_of_cores(&mut self, approach: &mut Approach<T, D>) -> Mean<T, D> {
        let nearest = Mean::nearest(approach.around.then_some(&self.newest), &self.simplex);
        let gap = approach.plane.as_ref().map(|plane| Gap::between(&nearest.w, plane));
        if gap.is_some_and(|gap| self.is_loose(approach, &gap)) { self.improved(approach) } else { nearest }
    }

    /// The nearest point of a search that goes on from the end of an approach.
    pub(crate) fn improved(&mut self, approach: &mut Approach<T, D>) -> Mean<T, D> {
        let found = self.improve(approach, &Until::Nearest);
        let newest = approach.around.then_some(&self.newest);
        match found {
            Some(found) => Mean { w: found.point, ..Mean::weighted(newest, &self.simplex, found.weights) },
            None => Mean::nearest(newest, &self.simplex),
        }
    }
}

/// The point of A − B nearest a point that is known to be on its boundary in the direction of `normal`, or to be there but
/// for rounding; and how many evaluations it took to find it.
///
/// For where the feature that a search ended on does not hold that point: many facets share its plane, A − B is curved, or
/// the feature is a sliver. It is the distance query, of A − B moved so that the point becomes the origin; there, what is
/// found is accurate to a few ε of the coordinates, where a nearest point that is far away may be
/// shifted sideways by the root of that.
#[cold]
pub(crate) fn point_at<T: Real, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    point: &SVector<T, D>,
    normal: SVector<T, D>,
) -> (Mean<T, D>, u32) {
    let moved = Moved { set, by: point };
    let options = Options { start: Start::Along(normal), ..options.clone() };
    let mut unwatched = ();
    let mut search = Search::new(&moved, frame, &options, &mut unwatched);
    let mut approach = search.measure(&Until::Nearest);
    let mean = search.nearest_of_cores(&mut approach);
    (Mean { w: mean.w + point, ..mean }, search.evaluations)
}

/// A − B, moved.
struct Moved<'q, T, const D: usize> {
    set: &'q dyn ConvexSet<D, Scalar = T>,
    by: &'q SVector<T, D>,
}

impl<T: Field, const D: usize> Searchable<D> for Moved<'_, T, D> {
    /// Of the two strategies the one that solves: among needles the cases can end beside the point.
    type Cases = ActiveSet;
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
