//! Witness points of A − B, A and B. Also the signed separation of two cores, with a witness point of each.

use super::apart::{Approach, Goal};
use super::careful::NearestPoint;
use super::state::{End, Search};
use crate::minkowski::{Altered, ConvexSet, Erased, Frame};
use crate::query::{Options, Start};
use crate::scalar::{Field, Real, largest, max, min, norm, times, ulps, unit};
use crate::simplex::{ActiveSet, FeatureIds, Searchable, Simplex, Weights, nearest_weights};
use crate::{observe::Observer, tolerance, vertex::SupportPoint};
use nalgebra::SVector;

/// Witness points: means of vertices.
#[derive(Clone)]
pub struct Witness<T, const D: usize> {
    /// The point of A − B.
    pub w: SVector<T, D>,
    /// The point of A.
    pub a: SVector<T, D>,
    /// The point of B.
    pub b: SVector<T, D>,
    /// The ids of the vertices.
    pub ids: FeatureIds<D>,
}

impl<T: Field, const D: usize> Witness<T, D> {
    /// The mean with these weights; the newest vertex has the first, if there is one.
    #[cfg_attr(fast, inline(always))]
    pub fn weighted(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>, weights: &[T]) -> Self {
        let zeros = SVector::zeros;
        let mut mean = Self { w: zeros(), a: zeros(), b: zeros(), ids: FeatureIds::of(simplex) };
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

    /// The simplex's point nearest the origin, and its weights.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn nearest(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>) -> (Self, Weights<T>) {
        let weights = nearest_weights(newest, simplex);
        (Self::weighted(newest, simplex, &weights), weights)
    }
}

impl<T: Real, const D: usize> Witness<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_at(&self, point: &SVector<T, D>, frame: &Frame<T, D>) -> bool {
        self.off(point) <= ulps(tolerance::AT, &frame.size)
    }

    /// The largest coordinate of the difference from a given point.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn off(&self, point: &SVector<T, D>) -> T {
        largest(&(&self.w - point))
    }

    /// This point, if it is at `wanted`, or else the nearest to it, if better.
    pub(crate) fn moved_to(
        self,
        wanted: &SVector<T, D>,
        normal: &SVector<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
        used: &mut u32,
    ) -> Self {
        if self.is_at(wanted, frame) || options.left(*used) == 0 {
            return self;
        }
        let found = nearest_to(set, frame, options, used, wanted, normal.clone());
        if found.off(wanted) < self.off(wanted) { found } else { self }
    }
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// The nearest point at the end of an approach, and its weights. In doubt, continues in doubled precision first.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn nearest_point(&mut self, approach: Approach<T, D>) -> (Approach<T, D>, Witness<T, D>, Weights<T>) {
        let newest = approach.with_newest.then_some(&self.newest);
        let (nearest, weights) = Witness::nearest(newest, &self.simplex);
        if self.is_distance_in_doubt(&approach, &nearest.w) {
            return self.with_copy_mut(|search| search.improved(approach));
        }
        (approach, nearest, weights)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn improved(&mut self, mut approach: Approach<T, D>) -> (Approach<T, D>, Witness<T, D>, Weights<T>) {
        let found = self.improve(&mut approach, &Goal::Nearest);
        let newest = approach.with_newest.then_some(&self.newest);
        let (mut nearest, weights) = match found {
            Some(NearestPoint { weights, point, .. }) => {
                (Witness { w: point, ..Witness::weighted(newest, &self.simplex, &weights) }, weights)
            }
            None => Witness::nearest(newest, &self.simplex),
        };
        if approach.with_newest {
            // The simplex holds the origin, but a plane separates: the gap is the plane's, of the size of rounding.
            nearest.w.fill(T::zero());
        }
        (approach, nearest, weights)
    }

    /// The separation of cores that are apart, from the nearest point of A − B and the farthest separating plane.
    ///
    /// Both give the same direction, up to rounding. The plane's normal is taken if the point agrees with it, because a
    /// support point proves it. Otherwise one of the two is off to the side, by up to the square root of the rounding
    /// error, though the distance is right. Then [`ActiveSet`] finds the point again, and its direction is taken if it
    /// proves the distance. If it does not, a search follows from where the plane's normal puts the point.
    ///
    /// [`ActiveSet`]: crate::simplex::ActiveSet
    pub(crate) fn separation(&mut self, approach: Approach<T, D>) -> Option<Separation<T, D>> {
        let (Approach { end, plane, .. }, witness, _) = self.nearest_point(approach);
        let plane = plane?;
        let (normal, distance, bound) = (plane.unit_axis(), norm(&witness.w), plane.distance());
        let wanted = &normal * -distance.clone();
        let agrees = distance.is_zero() || witness.is_at(&wanted, self.frame);
        // As in a distance query, the separation is not less than is proven here. Another normal may prove more or less, by rounding.
        let most = max(distance.clone(), bound.clone());
        let found = Separation { end, normal, distance, bound, witness, evaluations: self.evaluations };
        // With an accuracy the two need not agree: the point is near enough.
        let is_found = agrees || self.options.accuracy > T::zero();
        let found = if is_found { found } else { found.reconciled(&wanted, self.set, self.frame, self.options) };
        Some(match end {
            End::Separated => Separation { bound: min(found.bound, most.clone()), distance: most, ..found },
            _ => found,
        })
    }
}

/// The signed separation of two cores, at the frame's scale.
pub(crate) struct Separation<T, const D: usize> {
    /// Whether the cores overlap, or else whether the margins meet.
    pub(crate) end: End,
    /// A unit vector from A to B.
    pub(crate) normal: SVector<T, D>,
    /// The distance of the cores, or minus their depth along the normal.
    pub(crate) distance: T,
    /// The other bound on the distance: from below if the cores are apart, from above if they overlap.
    pub(crate) bound: T,
    /// The nearest points, or the points where the minimum translation ends.
    pub(crate) witness: Witness<T, D>,
    pub(crate) evaluations: u32,
}

impl<T: Real, const D: usize> Separation<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn overlap(
        witness: Witness<T, D>,
        normal: SVector<T, D>,
        [lower, upper]: [T; 2],
        evaluations: u32,
    ) -> Self {
        Self { end: End::Enclosed, normal, distance: -upper, bound: -lower, witness, evaluations }
    }

    /// Returns whether the nearest point is farther than the plane by more than rounding.
    pub(crate) fn is_loose(&self, frame: &Frame<T, D>) -> bool {
        self.distance.clone() - self.bound.clone() > ulps(tolerance::AGREED, &frame.size)
    }

    /// The separation with a point and a normal that agree, from other searches: see [`Search::separation`].
    #[cold]
    fn reconciled(
        mut self,
        wanted: &SVector<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
    ) -> Self {
        let rounding = T::epsilon() * frame.size.clone();
        if options.left(self.evaluations) > 0 {
            let origin = SVector::zeros();
            let again = nearest_to(set, frame, options, &mut self.evaluations, &origin, self.normal.clone());
            let length = norm(&again.w);
            if length > T::zero() && options.left(self.evaluations) > 0 {
                self.evaluations += 1;
                let normal = -unit(&again.w);
                let proven = -set.vertex(frame, &normal).w.dot(&normal);
                let slack = times(tolerance::AGREED, &rounding);
                if length - self.distance.clone() <= slack && proven >= self.bound.clone() - slack.clone() {
                    // If the limit ended the search, the point's own plane may be much farther.
                    let bound = if proven > self.bound.clone() + slack { proven } else { self.bound };
                    return Self { normal, bound, witness: again, ..self };
                }
            }
        }
        let witness = self.witness.clone();
        let witness = witness.moved_to(wanted, &self.normal, set, frame, options, &mut self.evaluations);
        if witness.off(wanted) <= times(tolerance::BESIDE, &rounding) || options.left(self.evaluations) == 0 {
            return Self { witness, ..self };
        }
        // The points' own direction, and the bound that it proves.
        let normal = -&self.witness.w / self.distance.clone();
        let bound = -set.vertex(frame, &normal).w.dot(&normal);
        Self { normal, bound, evaluations: self.evaluations + 1, ..self }
    }
}

/// The point of A − B nearest to a given point. Adds the evaluations that it takes to those that are `used`: at least
/// one has to be left. The given point is on the boundary of A − B in the direction of `normal`, up to rounding.
///
/// For a feature that does not hold the given point: facets may share its plane, A − B may be curved, or the feature
/// may be a sliver. A distance query with A − B moved by the given point, it is accurate to a few ε of the coordinates.
#[cold]
pub(crate) fn nearest_to<T: Real, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    used: &mut u32,
    point: &SVector<T, D>,
    normal: SVector<T, D>,
) -> Witness<T, D> {
    let moved = Altered::new(set, |frame, direction| {
        let vertex = set.vertex(frame, direction);
        SupportPoint { w: vertex.w - point, ..vertex }
    });
    let max_evaluations = options.left(*used);
    let options = Options { start: Start::Along(normal), accuracy: T::zero(), max_evaluations, ..options.clone() };
    let mut unwatched = ();
    // The strategy that solves for the point: the cases can end beside it if shapes are needles.
    let set = Erased::<_, ActiveSet, D>::new(&moved);
    let mut search = Search::new(&set, frame, &options, &mut unwatched);
    let approach = search.measure(&Goal::Nearest);
    let (_, nearest, _) = search.nearest_point(approach);
    *used += search.evaluations;
    Witness { w: nearest.w + point, ..nearest }
}
