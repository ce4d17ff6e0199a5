//! How far two cores are apart, or how deep they overlap: the normal between them, two bounds, and a point of each.

use super::apart::Approach;
use super::state::End;
use super::witness::{Witness, point_at};
use crate::minkowski::{ConvexSet, Frame};
use crate::query::Options;
use crate::scalar::{Real, norm, times, unit};
use crate::tolerance;
use nalgebra::SVector;

/// The signed separation of two cores, at the frame's scale.
pub(crate) struct Separation<T, const D: usize> {
    /// Whether the cores overlap; if not, whether the margins meet.
    pub(crate) end: End,
    /// A unit vector from A to B.
    pub(crate) normal: SVector<T, D>,
    /// The distance of the cores; if they overlap, minus how deep they do along the normal.
    pub(crate) distance: T,
    /// The other bound on it: from below if the cores are apart, from above if they overlap.
    pub(crate) bound: T,
    /// The nearest points, or those where the minimum translation ends.
    pub(crate) witness: Witness<T, D>,
    /// The evaluations of the whole query.
    pub(crate) evaluations: u32,
}

impl<T: Real, const D: usize> Separation<T, D> {
    /// Of cores that overlap, from two bounds on how deep they do.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn overlap(
        witness: Witness<T, D>,
        normal: SVector<T, D>,
        [lower, upper]: [T; 2],
        evaluations: u32,
    ) -> Self {
        Self { end: End::Enclosed, normal, distance: -upper, bound: -lower, witness, evaluations }
    }

    /// Of cores that are apart, from the nearest point of A − B and the farthest separating plane.
    ///
    /// Both give the same direction, up to rounding. The plane's normal proves the distance by a support point, and is
    /// taken if the point agrees with it. If not, one of the two is off to the side. It can be off by the square root of the
    /// rounding error, while the distance is still right. Then the point is found again by [`ActiveSet`], and its
    /// direction is taken if it proves the distance, too. If it does not, the search looks for the point where the plane's normal
    /// says that it is.
    ///
    /// [`ActiveSet`]: crate::simplex::ActiveSet
    #[inline]
    pub(crate) fn apart(
        witness: Witness<T, D>,
        approach: &Approach<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
        evaluations: u32,
    ) -> Option<Self> {
        let (end, plane) = (approach.end, approach.plane.as_ref()?);
        let (normal, distance, bound) = (plane.unit_axis(), norm(&witness.w), plane.distance());
        let wanted = &normal * -distance.clone();
        let agrees = distance.is_zero() || witness.is_at(&wanted, frame);
        let found = Self { end, normal, distance, bound, witness, evaluations };
        // With an accuracy the two need not agree: the point is as near as was asked for.
        let is_found = agrees || options.accuracy > T::zero();
        Some(if is_found { found } else { found.searched(&wanted, set, frame, options) })
    }

    /// Whether the nearest point is farther than the plane by more than rounding.
    pub(crate) fn is_loose(&self, frame: &Frame<T, D>) -> bool {
        self.distance.clone() - self.bound.clone() > times(tolerance::AGREED, &T::epsilon()) * frame.size.clone()
    }

    /// Where the plane and the nearest point do not agree.
    #[cold]
    fn searched(
        mut self,
        wanted: &SVector<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
    ) -> Self {
        let rounding = T::epsilon() * frame.size.clone();
        if options.left(self.evaluations) > 0 {
            let origin = SVector::zeros();
            let (again, more) = point_at(set, frame, options, self.evaluations, &origin, self.normal.clone());
            self.evaluations += more;
            let length = norm(&again.w);
            if length > T::zero() && options.left(self.evaluations) > 0 {
                self.evaluations += 1;
                let normal = -unit(&again.w);
                let proven = -set.vertex(frame, &normal).w.dot(&normal);
                let slack = times(tolerance::AGREED, &rounding);
                if length - self.distance.clone() <= slack && proven >= self.bound.clone() - slack.clone() {
                    // If the evaluations ended first, the point's own plane may be much farther.
                    let bound = if proven > self.bound.clone() + slack { proven } else { self.bound };
                    return Self { normal, bound, witness: again, ..self };
                }
            }
        }
        let (witness, more) =
            self.witness.clone().moved_to(wanted, &self.normal, set, frame, options, self.evaluations);
        self.evaluations += more;
        if witness.off(wanted) <= times(tolerance::BESIDE, &rounding) || options.left(self.evaluations) == 0 {
            return Self { witness, ..self };
        }
        // The points' own direction, with the bound that it proves.
        let normal = -&self.witness.w / self.distance.clone();
        let bound = -set.vertex(frame, &normal).w.dot(&normal);
        Self { normal, bound, evaluations: self.evaluations + 1, ..self }
    }
}
