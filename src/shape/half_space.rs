//! A half-space: the ground, a wall, the side of a frustum.
//!
//! It is unbounded, so it has no farthest point, and does not implement [`Support`](crate::Support). Its queries are
//! methods with the names and the answers of the functions: see `src/half_space.rs`.

use crate::coordinates::Coordinates;
use crate::error::{Error, check_direction, check_vector};
use crate::scalar::{Real, Scalar, largest, unit};
use nalgebra::{Point, SVector};

/// The points `p` with `normal · p ≤ offset`; a half-plane in 2D. The normal points out of it.
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid, HalfSpace}};
/// let ground = HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0)?;
/// let chest = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?.posed(Vector3::new(5.0, 0.75, 5.0))?;
/// assert!(ground.intersects(&chest));
/// let ball = Ball::at(Point3::new(0.0, 3.0, 0.0), 1.0)?;
/// let above = ground.contact(&ball);
/// assert_eq!((above.separation, above.normal), (2.0, ground.normal()));
/// assert_eq!(above.points, [Point3::new(0.0, 0.0, 0.0), Point3::new(0.0, 2.0, 0.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::HalfSpace<T, D>"))]
pub struct HalfSpace<T: Scalar, const D: usize> {
    /// The normal as given, times the power of two that brings it to unit scale.
    pub(crate) direction: SVector<T, D>,
    /// The origin of `level`.
    pub(crate) anchor: Point<T, D>,
    /// direction · (p − anchor), for the points p of the plane.
    pub(crate) level: T,
}

impl<T: Scalar, const D: usize> HalfSpace<T, D> {
    /// The points `p` with `normal · p ≤ offset`. The normal may have any length but 0.
    ///
    /// # Errors
    /// If the normal is zero, or a number is not finite (or too large, the offset also in relation to the normal).
    pub fn new(normal: impl Coordinates<T, D>, offset: T) -> Result<Self, Error> {
        let (mut direction, mut level) = (normal.vector(), offset);
        check_direction(&direction, "normal")?;
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

    /// The half-space behind the plane through `point`. Far from the coordinate origin this is more accurate than an
    /// offset.
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
    pub fn through(point: impl Coordinates<T, D>, normal: impl Coordinates<T, D>) -> Result<Self, Error> {
        Self::at_level(normal.vector(), point.point(), T::zero())
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

    /// `normal · (p − point)` of the points p of the plane.
    pub(super) fn level_from(&self, point: &Point<T, D>) -> T {
        self.level.clone() - self.direction.dot(&(point - &self.anchor))
    }
}
