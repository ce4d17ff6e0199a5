//! A capsule: its core is a segment, and its radius is its margin.

use crate::error::{Error, check_length};
use crate::support::{RoundingBound, Support, forward_core};
use crate::{construction::Construction, coordinates::Coordinates, scalar::Scalar, shape::Segment};

/// The points within `radius` of a segment; a stadium in 2D.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::{Ball, Capsule}};
/// let capsule = Capsule::new(Point2::new(0.0, -1.0), Point2::new(0.0, 1.0), 0.5)?;
/// let ball = Ball::at(Point2::new(3.0, 0.25), 1.0)?;
/// assert_eq!(distance(&capsule, &ball).distance, 1.5);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::Capsule<T, D>"))]
pub struct Capsule<T: Scalar, const D: usize> {
    segment: Segment<T, D>,
    radius: T,
}

impl<T: Scalar, const D: usize> Capsule<T, D> {
    /// The points within `radius` of the segment from `a` to `b`.
    ///
    /// # Errors
    /// If a coordinate or the radius is not finite (or too large), or the radius is negative.
    pub fn new(a: impl Coordinates<T, D>, b: impl Coordinates<T, D>, radius: T) -> Result<Self, Error> {
        check_length(&radius, "radius")?;
        Ok(Self { segment: Segment::new([a.vector(), b.vector()])?, radius })
    }

    /// The segment in the middle.
    pub fn segment(&self) -> &Segment<T, D> {
        &self.segment
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius.clone()
    }
}

impl<T: Scalar, const D: usize> Support<D> for Capsule<T, D> {
    type Scalar = T;
    forward_core!(D, T, |capsule| capsule.segment);
    fn margin(&self) -> T {
        self.radius.clone()
    }
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.segment.rounding()
    }
    fn construction(&self) -> Option<Construction<T, D>> {
        Some(self.segment.construction()?.swollen(&self.radius))
    }
}
