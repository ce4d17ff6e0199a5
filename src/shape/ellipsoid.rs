//! An ellipsoid: the unit ball, stretched along the axes.

use crate::error::{Error, check_lengths};
use crate::scalar::{Real, at_unit_scale, dimension, largest, max, min, unit};
use crate::support::{RoundingBound, Support};
use crate::{coordinates::Coordinates, tolerance};
use nalgebra::{Point, SVector};

/// The ellipsoid around the origin with the semi-axes `radii` along the coordinate axes; an ellipse in 2D. If a radius
/// is 0, it is flat along that axis. If all are equal, a [`Ball`](crate::shape::Ball) is exact and faster.
///
/// # Its support mapping
///
/// Let R be the diagonal matrix of the radii. The ellipsoid is {R·u : |u| ≤ 1}. Its farthest point along `d` has the
/// `u` farthest along R·d, which is R·d / |R·d|. If R·d = 0, all points are equally far, and the answer is the center.
///
/// ```
/// use gjk::{distance, nalgebra::{Point2, Vector2}, shape::{Ball, Ellipsoid}};
/// let ellipse = Ellipsoid::new(Vector2::new(2.0_f64, 1.0))?;
/// let point = Ball::point(Point2::new(0.0, 4.0))?;
/// assert!((distance(&ellipse, &point).distance - 3.0).abs() < 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::Ellipsoid<T, D>"))]
pub struct Ellipsoid<T: Real, const D: usize> {
    radii: SVector<T, D>,
    /// The radii at unit scale, so that products with a direction stay in range.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    stretch: SVector<T, D>,
}

impl<T: Real, const D: usize> Ellipsoid<T, D> {
    /// An ellipsoid with these radii (semi-axes).
    ///
    /// # Errors
    /// If one is negative, not finite or too large.
    pub fn new(radii: impl Coordinates<T, D>) -> Result<Self, Error> {
        let radii = radii.vector();
        check_lengths(&radii, "radius")?;
        let stretch = &radii * largest(&radii).unit_scale();
        Ok(Self { radii, stretch })
    }

    /// The radii.
    pub fn radii(&self) -> &SVector<T, D> {
        &self.radii
    }
}

impl<T: Real, const D: usize> Support<D> for Ellipsoid<T, D> {
    type Scalar = T;

    #[inline]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        let direction = at_unit_scale(direction);
        unit(&self.stretch.component_mul(&direction)).component_mul(&self.radii).into()
    }

    /// The square of the least radius over the largest.
    #[inline]
    fn roundness(&self) -> T {
        let most = largest(&self.radii);
        let least = self.radii.iter().fold(most.clone(), |least, radius| min(least, radius.clone()));
        if least.is_zero() { least } else { least.clone() * (least / most) }
    }

    #[inline]
    fn center(&self) -> Option<Point<T, D>> {
        Some(Point::origin())
    }

    #[inline]
    fn extent(&self, from: &Point<T, D>) -> T {
        (0..D).fold(T::zero(), |m, k| max(m, self.radii[k].clone() + from[k].abs()))
    }

    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::ellipsoid(dimension::<D>())))
    }
}
