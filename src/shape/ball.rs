//! A ball: its core is a point, and its radius is its margin. A point is a shape, too.

use crate::error::{Error, check_length, check_vector};
use crate::scalar::{Scalar, largest};
use crate::support::{Outline, RoundingBound, Support, SupportOffset, forward_methods};
use crate::{construction::Construction, coordinates::Coordinates, tolerance, vertex::VertexId};
use nalgebra::{Point, SVector};
use num_traits::Zero;

/// The points within `radius` of `center`; a disc in 2D, a point with radius 0.
///
/// ```
/// use gjk::{distance, nalgebra::Point3, shape::Ball};
/// let a = Ball::at(Point3::new(0.0, 0.0, 0.0), 1.0)?;
/// let b = Ball::at(Point3::new(0.0, 3.0, 4.0), 2.0)?;
/// assert_eq!(distance(&a, &b).distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[doc(alias = "Sphere")]
#[doc(alias = "Circle")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::Ball<T, D>"))]
pub struct Ball<T: Scalar, const D: usize> {
    center: Point<T, D>,
    radius: T,
}

impl<T: Scalar, const D: usize> Ball<T, D> {
    /// A ball around the origin.
    ///
    /// # Errors
    /// If the radius is negative, not finite or too large.
    pub fn new(radius: T) -> Result<Self, Error> {
        Self::at(Point::origin(), radius)
    }

    /// A ball around `center`.
    ///
    /// # Errors
    /// If a coordinate or the radius is not finite (or too large), or the radius is negative.
    pub fn at(center: impl Coordinates<T, D>, radius: T) -> Result<Self, Error> {
        let center = center.point();
        check_vector(&center.coords, "center")?;
        check_length(&radius, "radius")?;
        Ok(Self { center, radius })
    }

    /// A single point.
    ///
    /// # Errors
    /// If a coordinate is not finite (or too large).
    pub fn point(at: impl Coordinates<T, D>) -> Result<Self, Error> {
        let center = at.point();
        check_vector(&center.coords, "point")?;
        Ok(Self { center, radius: T::zero() })
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius.clone()
    }
}

impl<T: Scalar, const D: usize> Support<D> for Ball<T, D> {
    type Scalar = T;
    forward_methods! { |ball| ball.center;
        #[cfg_attr(fast, inline(always))]
        fn support(&self, direction: &SVector<T, D>) -> Point<T, D>;
        fn extent(&self, from: &Point<T, D>) -> T;
        #[cfg_attr(fast, inline(always))]
        fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>>;
        fn vertex_count_hint(&self) -> Option<u32>;
    }
    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, _: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        SupportOffset { offset: &self.center - from, id: VertexId(0) }
    }
    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        (id == VertexId(0)).then(|| &self.center - from)
    }
    fn margin(&self) -> T {
        self.radius.clone()
    }
    fn center(&self) -> Option<Point<T, D>> {
        Some(self.center.clone())
    }
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::ONE_SUM))
    }
    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::point(&self.center).swollen(&self.radius))
    }
}

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
        // The offset of a point at infinity is NaN, too.
        #[expect(clippy::eq_op, reason = "zero, or no number where a coordinate is infinite")]
        let nothing = &offset - &offset;
        SupportOffset { offset: if nothing.iter().all(Zero::is_zero) { offset } else { nothing }, id: VertexId(0) }
    }
    fn center(&self) -> Option<Self> {
        Some(self.clone())
    }
    fn extent(&self, from: &Self) -> T {
        largest(&(self - from))
    }
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.iter().all(Scalar::in_range).then(|| RoundingBound::units(tolerance::ONE_SUM))
    }
    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Self) -> Option<Outline<'_, T, D>> {
        let point = self - from;
        Some(Outline::Segment([point.clone(), point]))
    }
    fn recall(&self, id: VertexId, from: &Self) -> Option<SVector<T, D>> {
        (id == VertexId(0)).then(|| self.support_from(&SVector::zeros(), from).offset)
    }
    fn vertex_count_hint(&self) -> Option<u32> {
        Some(1)
    }
    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::point(self))
    }
}
