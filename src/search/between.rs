//! Two cores that are apart: the normal between them, their distance and a bound on it, and their nearest points.

use super::apart::{Gap, SeparatingPlane};
use super::witness::{Witness, point_at};
use crate::minkowski::{ConvexSet, Frame};
use crate::query::Options;
use crate::scalar::{Real, norm, times, unit};
use crate::tolerance;
use nalgebra::SVector;

/// Two cores that are apart, at the frame's scale.
pub(crate) struct Between<T: Real, const D: usize> {
    /// A unit vector from A to B.
    pub(crate) normal: SVector<T, D>,
    pub(crate) distance: T,
    /// The bound on the distance that the normal proves.
    pub(crate) lower: T,
    /// The nearest points.
    pub(crate) ends: Witness<T, D>,
    pub(crate) evaluations: u32,
}

impl<T: Real, const D: usize> Between<T, D> {
    /// From the nearest point of A − B, and the farthest separating plane.
    ///
    /// Both give the same direction, up to rounding. The plane's normal proves the distance by a support point, and is
    /// taken if the point agrees with it. If not, one of the two is off to the side. It can be off by the square root of the
    /// rounding error, while the distance is still right. Then the point is found again by [`ActiveSet`], and its
    /// direction is taken if it proves the distance, too. If it does not, the search looks for the point where the plane's normal
    /// says that it is.
    ///
    /// [`ActiveSet`]: crate::simplex::ActiveSet
    #[inline]
    pub(crate) fn cores(
        nearest: Witness<T, D>,
        Gap { apart: distance, lower }: Gap<T>,
        plane: &SeparatingPlane<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
        used: u32,
    ) -> Self {
        let normal = plane.unit_axis();
        let wanted = &normal * -distance.clone();
        if distance.is_zero() || nearest.is_at(&wanted, frame) {
            return Self { normal, distance, lower, ends: nearest, evaluations: 0 };
        }
        let found = Self { normal, distance, lower, ends: nearest, evaluations: 0 };
        // With an accuracy the two need not agree: the point is as near as was asked for.
        if options.accuracy > T::zero() { found } else { found.searched(&wanted, set, frame, options, used) }
    }

    /// Whether the nearest point is farther than the plane by more than rounding.
    pub(crate) fn is_loose(&self, frame: &Frame<T, D>) -> bool {
        self.distance.clone() - self.lower.clone() > times(tolerance::AGREED, &T::epsilon()) * frame.size.clone()
    }

    /// Where the plane and the nearest point do not agree, after some evaluations.
    #[cold]
    fn searched(
        self,
        wanted: &SVector<T, D>,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
        used: u32,
    ) -> Self {
        let Self { normal, distance, lower, ends: nearest, .. } = self;
        let rounding = T::epsilon() * frame.size.clone();
        let mut evaluations = 0;
        if options.left(used) > 0 {
            let (again, more) = point_at(set, frame, options, used, &SVector::zeros(), normal.clone());
            evaluations = more;
            let length = norm(&again.mean.w);
            if length > T::zero() && options.left(used + evaluations) > 0 {
                evaluations += 1;
                let normal = -unit(&again.mean.w);
                let proven = -set.vertex(frame, &normal).w.dot(&normal);
                let slack = times(tolerance::AGREED, &rounding);
                if length - distance.clone() <= slack && proven >= lower.clone() - slack.clone() {
                    // If the evaluations ended first, the point's own plane may be much farther.
                    let lower = if proven > lower.clone() + slack { proven } else { lower };
                    return Self { normal, distance, lower, ends: again, evaluations };
                }
            }
        }
        let (ends, more) = nearest.clone().moved_to(wanted, &normal, set, frame, options, used + evaluations);
        evaluations += more;
        if ends.off(wanted) <= times(tolerance::BESIDE, &rounding) || options.left(used + evaluations) == 0 {
            return Self { normal, distance, lower, ends, evaluations };
        }
        // The points' own direction, with the bound that it proves.
        let normal = -&nearest.mean.w / distance.clone();
        let proven = -set.vertex(frame, &normal).w.dot(&normal);
        Self { normal, distance, lower: proven, ends: nearest, evaluations: evaluations + 1 }
    }
}
