//! Witness points: a point of A − B, and the points of A and of B that it is the difference of.

use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::observe::Observer;
use crate::query::{Options, Start};
use crate::scalar::{Field, Real, Scalar, largest, times};
use crate::search::{Approach, Gap, Search, Until};
use crate::simplex::{ActiveSet, FeatureIds, Searchable, Simplex, Weights, nearest_weights};
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// A point is taken to be where it should be if it is off by no more than so many ε of the size. It is a sum of
/// products with three weights, and the place where it should be is a product, too.
const AT: u32 = 8;

/// A point of A − B with the points of A and B that it comes from.
#[derive(Clone)]
pub(crate) struct Mean<T, const D: usize> {
    pub(crate) w: SVector<T, D>,
    pub(crate) a: SVector<T, D>,
    pub(crate) b: SVector<T, D>,
    /// The names of the vertices that these are means of.
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

    /// The projection of a point on an edge or a triangle, if that is inside. In closed form, so not very accurate
    /// where the triangle is thin.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn inside(facet: &Simplex<T, D>, point: &SVector<T, D>) -> Option<Self> {
        match facet.vertices() {
            [a, b] => {
                let ab = &b.w - &a.w;
                let share = (point - &a.w).dot(&ab) / ab.dot(&ab);
                let weights = [T::one() - share.clone(), share];
                is_convex(&weights).then(|| Self::of(FeatureIds::of(facet), [a, b].into_iter().zip(weights)))
            }
            [a, b, c] => {
                // First the weight of c, by the triangle's height above ab; then that of b, along ab.
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

/// Whether all weights are at least zero, and none is NaN.
#[cfg_attr(fast, inline(always))]
fn is_convex<T: Field>(weights: &[T]) -> bool {
    weights.iter().all(|weight| *weight >= T::zero())
}

impl<T: Real, const D: usize> Mean<T, D> {
    /// Whether it is at a given point, up to rounding.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_at(&self, point: &SVector<T, D>, frame: &Frame<T, D>) -> bool {
        largest(&(&self.w - point)) <= times(AT, &T::epsilon()) * frame.size.clone()
    }

    /// This point, if it is at `wanted` up to rounding. Else the point of A − B nearest to `wanted`, if that is better;
    /// and how many evaluations it took to find.
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
    /// The nearest point at the end of an approach. If it is farther than the plane by more than rounding, the search
    /// continues in doubled precision first.
    fn nearest_of_cores(&mut self, approach: &mut Approach<T, D>) -> Mean<T, D> {
        let nearest = Mean::nearest(approach.around.then_some(&self.newest), &self.simplex);
        let gap = approach.plane.as_ref().map(|plane| Gap::between(&nearest.w, plane));
        if gap.is_some_and(|gap| self.is_loose(approach, &gap)) { self.improved(approach) } else { nearest }
    }

    /// The nearest point after the search has continued in doubled precision from the end of an approach.
    pub(crate) fn improved(&mut self, approach: &mut Approach<T, D>) -> Mean<T, D> {
        let found = self.improve(approach, &Until::Nearest);
        let newest = approach.around.then_some(&self.newest);
        match found {
            Some(found) => Mean { w: found.point, ..Mean::weighted(newest, &self.simplex, found.weights) },
            None => Mean::nearest(newest, &self.simplex),
        }
    }
}

/// The point of A − B nearest to a given point; and how many evaluations it took to find it. The given point is known
/// to be on the boundary of A − B in the direction of `normal`, up to rounding.
///
/// This is for a feature that does not hold the given point: many facets may share its plane, A − B may be curved, or
/// the feature may be a sliver. It is a distance query for A − B moved so that the given point becomes the origin. That
/// finds the point to a few ε of the coordinates. (A nearest point that is far away may be shifted sideways by the root
/// of that.)
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
    // The strategy that solves for the point: the cases can end beside it if shapes are needles.
    let set = Erased::<_, ActiveSet, D>::new(&moved);
    let mut search = Search::new(&set, frame, &options, &mut unwatched);
    let mut approach = search.measure(&Until::Nearest);
    let mean = search.nearest_of_cores(&mut approach);
    (Mean { w: mean.w + point, ..mean }, search.evaluations)
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
