//! A point is a shape, too.

use crate::construction::Construction;
use crate::scalar::{Scalar, largest};
use crate::support::{Outline, Parallelotope, RoundingBound, Support, SupportOffset};
use crate::tolerance;
use crate::vertex::VertexId;
use nalgebra::{Point, SVector};
use num_traits::Zero;

/// A single point. Its coordinates are not checked: if one is NaN or infinite, verdicts are
/// [`Undecided`](crate::Undecided). [`Ball::point`](crate::shape::Ball::point) is the same shape, checked.
///
/// ```
/// use gjk::{distance, intersects, nalgebra::{Point2, Vector2}, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// assert!(intersects(&square, &Point2::new(1.0, 0.5)));
/// assert_eq!(distance(&square, &Point2::new(4.0, 5.0)).distance, 5.0);
/// # Ok::<(), gjk::Error>(())
/// ```
impl<T: Scalar, const D: usize> Support<D> for Point<T, D> {
    type Scalar = T;
    #[cfg_attr(fast, inline(always))]
    fn support(&self, _: &SVector<T, D>) -> Self {
        self.clone()
    }
    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, _: &SVector<T, D>, from: &Self) -> SupportOffset<T, D> {
        let offset = self - from;
        // For a point at infinity the offset is NaN, too.
        #[expect(clippy::eq_op, reason = "zero, or no number where a coordinate is infinite")]
        let nothing = &offset - &offset;
        SupportOffset { offset: if nothing.iter().all(Zero::is_zero) { offset } else { nothing }, id: VertexId(0) }
    }
    #[inline]
    fn center(&self) -> Option<Self> {
        Some(self.clone())
    }
    #[inline]
    fn extent(&self, from: &Self) -> T {
        largest(&(self - from))
    }
    /// One subtraction.
    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.iter().all(Scalar::in_range).then(|| RoundingBound::units(tolerance::ONE_SUM))
    }
    #[cfg_attr(fast, inline(always))]
    fn parallelotope(&self, from: &Self) -> Option<Parallelotope<T, D>> {
        Some(Parallelotope::point(self - from))
    }
    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Self) -> Option<Outline<'_, T, D>> {
        let point = self - from;
        Some(Outline::Segment([point.clone(), point]))
    }
    #[cfg_attr(fast, inline(always))]
    fn recall(&self, id: VertexId, from: &Self) -> Option<SVector<T, D>> {
        (id == VertexId(0)).then(|| self.support_from(&SVector::zeros(), from).offset)
    }
    #[inline]
    fn vertex_count_hint(&self) -> Option<u32> {
        Some(1)
    }
    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::point(self))
    }
}
