//! A ball: its core is a point, and its radius is its margin.

use crate::construction::Construction;
use crate::error::{Error, check_length, check_vector};
use crate::scalar::{Scalar, largest};
use crate::support::{Outline, Parallelotope, RoundingBound, Support, SupportOffset};
use crate::tolerance;
use crate::vertex::VertexId;
use nalgebra::{Point, SVector};

/// The points within `radius` of `center`; a disc in 2D. With radius 0 it is a point.
///
/// ```
/// use gjk::{distance, nalgebra::Point3, shape::Ball};
/// let a = Ball::new(Point3::new(0.0, 0.0, 0.0), 1.0)?;
/// let b = Ball::new(Point3::new(0.0, 3.0, 4.0), 2.0)?;
/// assert_eq!(distance(&a, &b).distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::parts::Ball<T, D>"))]
pub struct Ball<T: Scalar, const D: usize> {
    center: Point<T, D>,
    radius: T,
}

impl<T: Scalar, const D: usize> Ball<T, D> {
    /// A ball around `center`.
    ///
    /// # Errors
    /// If a coordinate or the radius is not finite (or too large), or the radius is negative.
    pub fn new(center: Point<T, D>, radius: T) -> Result<Self, Error> {
        check_vector(&center.coords, "center")?;
        check_length(&radius, "radius")?;
        Ok(Self { center, radius })
    }

    /// A single point.
    ///
    /// # Errors
    /// If a coordinate is not finite (or too large).
    pub fn point(at: Point<T, D>) -> Result<Self, Error> {
        check_vector(&at.coords, "point")?;
        Ok(Self { center: at, radius: T::zero() })
    }

    /// The radius.
    pub fn radius(&self) -> &T {
        &self.radius
    }
}

impl<T: Scalar, const D: usize> Support<D> for Ball<T, D> {
    type Scalar = T;
    #[cfg_attr(fast, inline(always))]
    fn support(&self, _: &SVector<T, D>) -> Point<T, D> {
        self.center.clone()
    }
    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, _: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        SupportOffset { offset: &self.center - from, id: VertexId(0) }
    }
    #[inline]
    fn margin(&self) -> T {
        self.radius.clone()
    }
    #[inline]
    fn center(&self) -> Option<Point<T, D>> {
        Some(self.center.clone())
    }
    #[inline]
    fn extent(&self, from: &Point<T, D>) -> T {
        largest(&(&self.center - from))
    }
    /// One subtraction.
    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::ONE_SUM))
    }

    #[cfg_attr(fast, inline(always))]
    fn parallelotope(&self, from: &Point<T, D>) -> Option<Parallelotope<T, D>> {
        Some(Parallelotope::point(&self.center - from))
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        let center = &self.center - from;
        Some(Outline::Segment([center.clone(), center]))
    }

    #[cfg_attr(fast, inline(always))]
    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        (id == VertexId(0)).then(|| &self.center - from)
    }

    #[inline]
    fn vertex_count_hint(&self) -> Option<u32> {
        Some(1)
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::point(&self.center).swollen(&self.radius))
    }
}
