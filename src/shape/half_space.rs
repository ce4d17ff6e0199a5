//! A half-space: the ground, a wall, the side of a frustum.
//!
//! It is unbounded, so it has no farthest point, and is no [`Support`]. But a shape's deepest point in it is the farthest
//! against its normal, so one support evaluation answers every query. The queries are methods, with the names and the
//! answers of the functions. Each stands in its query's file.

use crate::error::{Error, check_direction, check_vector};
use crate::scalar::{Real, Scalar, largest, max, unit};
use crate::support::{Support, SupportOffset};
use crate::vertex::VertexId;
use nalgebra::{Point, SVector};

/// The points `p` with `normal · p ≤ offset`; a half-plane in 2D. The normal points out of it.
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid, HalfSpace}};
/// let ground = HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0)?;
/// let chest = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?.posed(Vector3::new(5.0, 0.75, 5.0))?;
/// assert!(ground.intersects(&chest));
/// let ball = Ball::new(Point3::new(0.0, 3.0, 0.0), 1.0)?;
/// let above = ground.contact(&ball);
/// assert_eq!((above.separation, above.normal), (2.0, ground.normal()));
/// assert_eq!(above.points, [Point3::new(0.0, 0.0, 0.0), Point3::new(0.0, 2.0, 0.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::parts::HalfSpace<T, D>"))]
pub struct HalfSpace<T: Scalar, const D: usize> {
    /// The normal as given, times the power of two that brings it to unit scale.
    direction: SVector<T, D>,
    /// The point that others are measured from.
    anchor: Point<T, D>,
    /// direction · (p − anchor), for the points p of the plane.
    level: T,
}

/// A shape's deepest point in a half-space.
pub(crate) struct Lowest<T: Scalar, const D: usize> {
    /// The point that `offset` is relative to: the shape's center if that is known, so that only differences of nearby numbers
    /// are taken.
    pub(crate) from: Point<T, D>,
    /// The deepest point of the shape's core.
    pub(crate) offset: SVector<T, D>,
    /// Which vertex that is.
    pub(crate) id: VertexId,
    /// A power of two that brings the largest of all lengths here to unit scale.
    pub(crate) scale: T,
    /// How far the deepest point of the core is above the plane, times the length of the direction and `scale`.
    pub(crate) height: T,
    /// The shape's margin, times `scale`.
    pub(crate) margin: T,
}

impl<T: Scalar, const D: usize> HalfSpace<T, D> {
    /// The points `p` with `normal · p ≤ offset`. The normal may have any length but 0.
    ///
    /// # Errors
    /// If the normal is zero, or a number is not finite (or too large, the offset also in relation to the normal).
    pub fn new(normal: SVector<T, D>, offset: T) -> Result<Self, Error> {
        check_direction(&normal, "normal")?;
        let (mut direction, mut level) = (normal, offset);
        // A number below the normal ones takes two steps.
        for _ in 0..2 {
            let scale = largest(&direction).unit_scale();
            direction *= scale.clone();
            level *= scale;
        }
        if !level.in_range() {
            return Err(Error::OutOfRange("offset"));
        }
        Ok(Self { direction, anchor: Point::origin(), level })
    }

    /// The half-space behind the plane through `point`. For planes far from the coordinate origin this is more accurate than
    /// an offset.
    ///
    /// # Errors
    /// If the normal is zero, or a number is not finite (or too large).
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::HalfSpace};
    /// let below = HalfSpace::through(Point2::new(0.0, 1.0), Vector2::new(0.0, 5.0))?;
    /// assert!(below.contains(&Point2::new(7.0, 1.0)));
    /// assert!(!below.contains(&Point2::new(7.0, 1.5)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn through(point: Point<T, D>, normal: SVector<T, D>) -> Result<Self, Error> {
        Self::at_level(normal, point, T::zero())
    }

    /// The points `p` with `normal · (p − anchor) ≤ level`.
    pub(super) fn at_level(normal: SVector<T, D>, anchor: Point<T, D>, level: T) -> Result<Self, Error> {
        check_vector(&anchor.coords, "point")?;
        let at_origin = Self::new(normal, level)?;
        Ok(Self { anchor, ..at_origin })
    }

    /// The unit normal, out of the half-space.
    pub fn normal(&self) -> SVector<T, D>
    where
        T: Real,
    {
        unit(&self.direction)
    }

    /// The normal that was given, times a power of two.
    pub(crate) fn direction(&self) -> &SVector<T, D> {
        &self.direction
    }

    /// The point that the plane was given by, or the coordinate origin.
    pub(super) fn anchor(&self) -> &Point<T, D> {
        &self.anchor
    }

    /// `normal · (p − point)` of the points p of the plane.
    pub(super) fn level_from(&self, point: &Point<T, D>) -> T {
        self.level.clone() - self.direction.dot(&(point - &self.anchor))
    }

    /// Whether a point is in it or on its boundary.
    pub(crate) fn holds(&self, point: &Point<T, D>) -> bool {
        let displacement = point - &self.anchor;
        let scale = max(largest(&displacement), self.level.abs()).unit_scale();
        self.direction.dot(&(displacement * scale.clone())) <= self.level.clone() * scale
    }

    /// Asks a shape for its deepest point in the half-space.
    pub(crate) fn lowest<S: Support<D, Scalar = T> + ?Sized>(&self, shape: &S) -> Lowest<T, D> {
        let from = shape.center().unwrap_or_else(|| self.anchor.clone());
        let SupportOffset { offset, id } = shape.support_from(&-&self.direction, &from);
        let displacement = &from - &self.anchor;
        let margin = shape.margin();
        let sizes = [largest(&displacement), self.level.abs(), margin.clone()];
        let scale = sizes.into_iter().fold(largest(&offset), max).unit_scale();
        // Two dot products: so the shape's own part does not get the rounding of a large displacement.
        let there = self.direction.dot(&(displacement * scale.clone())) - self.level.clone() * scale.clone();
        let height = there + self.direction.dot(&(&offset * scale.clone()));
        Lowest { from, offset, id, height, margin: margin * scale.clone(), scale }
    }

    /// Whether the core is above the plane by more than the margin: height / |direction| > margin. False for a NaN.
    pub(crate) fn clears(&self, lowest: &Lowest<T, D>) -> bool {
        let Lowest { height, margin, .. } = lowest;
        // Scaled again, as squares are taken.
        let scale = max(height.clone(), margin.clone()).unit_scale();
        let [height, margin] = [height, margin].map(|length| length.clone() * scale.clone());
        height > T::zero() && height.clone() * height > margin.clone() * margin * self.direction.dot(&self.direction)
    }
}
