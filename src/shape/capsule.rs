//! A capsule: its core is a segment, and its radius is its margin.

use crate::construction::Construction;
use crate::error::{Error, check_length};
use crate::scalar::Scalar;
use crate::shape::Segment;
use crate::support::{Outline, Parallelotope, RoundingBound, Support, SupportOffset};
use crate::vertex::VertexId;
use nalgebra::{Point, SVector};

/// The points within `radius` of a segment; a stadium in 2D.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::{Ball, Capsule}};
/// let capsule = Capsule::new(Point2::new(0.0, -1.0), Point2::new(0.0, 1.0), 0.5)?;
/// let ball = Ball::new(Point2::new(3.0, 0.25), 1.0)?;
/// assert_eq!(distance(&capsule, &ball).distance, 1.5);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::parts::Capsule<T, D>"))]
pub struct Capsule<T: Scalar, const D: usize> {
    segment: Segment<T, D>,
    radius: T,
}

impl<T: Scalar, const D: usize> Capsule<T, D> {
    /// The points within `radius` of the segment from `a` to `b`.
    ///
    /// # Errors
    /// If a coordinate or the radius is not finite (or too large), or the radius is negative.
    pub fn new(a: Point<T, D>, b: Point<T, D>, radius: T) -> Result<Self, Error> {
        check_length(&radius, "radius")?;
        Ok(Self { segment: Segment::new([a, b])?, radius })
    }

    /// The segment in the middle.
    pub fn segment(&self) -> &Segment<T, D> {
        &self.segment
    }

    /// The radius.
    pub fn radius(&self) -> &T {
        &self.radius
    }
}

impl<T: Scalar, const D: usize> Support<D> for Capsule<T, D> {
    type Scalar = T;
    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.segment.support(direction)
    }
    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        self.segment.support_from(direction, from)
    }
    #[inline]
    fn margin(&self) -> T {
        self.radius.clone()
    }
    #[inline]
    fn center(&self) -> Option<Point<T, D>> {
        self.segment.center()
    }
    #[inline]
    fn extent(&self, from: &Point<T, D>) -> T {
        self.segment.extent(from)
    }
    /// The segment.
    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        self.segment.support_face(direction, from, each);
    }
    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.segment.rounding()
    }

    #[cfg_attr(fast, inline(always))]
    fn parallelotope(&self, from: &Point<T, D>) -> Option<Parallelotope<T, D>> {
        self.segment.parallelotope(from)
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<T, D>> {
        self.segment.outline(from)
    }

    #[cfg_attr(fast, inline(always))]
    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        self.segment.recall(id, from)
    }

    #[inline]
    fn vertex_count_hint(&self) -> Option<u32> {
        Some(2)
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(self.segment.construction()?.swollen(&self.radius))
    }
}
