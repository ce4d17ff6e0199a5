//! A half-space: the ground, a wall, the side of a frustum.
//!
//! It is unbounded, so no farthest point exists and it is no [`Support`]. It needs none: of any other shape the point
//! deepest in it is the farthest against its normal, so one support evaluation answers everything.

use crate::error::{Error, check_direction, check_vector};
use crate::scalar::{Real, Scalar, largest, max};
use crate::support::Support;
use nalgebra::{Point, SVector};

/// The points `p` with `normal · p ≤ offset`: a half-plane in 2D. The normal points out of it.
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid, HalfSpace}};
/// let ground = HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0)?;
/// let chest = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?.posed(Vector3::new(5.0, 0.75, 5.0))?;
/// assert!(ground.intersects(&chest));
/// let ball = Ball::new(Point3::new(0.0, 3.0, 0.0), 1.0)?;
/// let above = ground.separation(&ball);
/// assert_eq!(above.distance, 2.0);
/// assert_eq!(above.deepest, Point3::new(0.0, 2.0, 0.0));
/// assert_eq!(above.projection, Point3::new(0.0, 0.0, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HalfSpace<T: Scalar, const D: usize> {
    /// As given, times the power of two that brings it to unit scale.
    normal: SVector<T, D>,
    /// Where points are measured from.
    anchor: Point<T, D>,
    /// Of a point p of the plane, normal · (p − anchor).
    level: T,
}

/// Where a shape is with respect to a half-space; see [`HalfSpace::separation`].
///
/// ```
/// use gjk::{nalgebra::{Point2, Vector2}, shape::{Ball, HalfSpace}};
/// let slope = HalfSpace::new(Vector2::new(3.0, 4.0), 0.0)?;
/// let sunk = slope.separation(&Ball::new(Point2::new(0.0, 0.0), 2.0)?);
/// assert_eq!(sunk.distance, -2.0);
/// assert_eq!(sunk.projection - sunk.deepest, Vector2::new(1.2, 1.6));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Separation<T: Scalar, const D: usize> {
    /// How far the shape is outside; positive exactly when they are apart. Otherwise, negated, how far the shape has to
    /// move along the normal until they only touch.
    pub distance: T,
    /// The point of the shape deepest in the half-space, or nearest to it.
    pub deepest: Point<T, D>,
    /// The point of the plane nearest to that.
    pub projection: Point<T, D>,
}

/// What one support evaluation tells.
struct Lowest<T: Scalar, const D: usize> {
    /// Where `offset` is from: the shape's center if it knows it, so that only differences of nearby numbers are taken.
    from: Point<T, D>,
    /// The deepest point of the shape's core.
    offset: SVector<T, D>,
    /// A power of two that brings all lengths here to unit scale or below.
    zoom: T,
    /// How far the deepest point of the core is above the plane, times |normal| and `zoom`.
    height: T,
    /// The shape's margin, times `zoom`.
    margin: T,
}

impl<T: Scalar, const D: usize> HalfSpace<T, D> {
    /// The points `p` with `normal · p ≤ offset`. The normal may have any length but 0.
    ///
    /// # Errors
    /// If the normal is zero, or a number is not finite (or too large, the offset also in relation to the normal).
    pub fn new(normal: SVector<T, D>, offset: T) -> Result<Self, Error> {
        check_direction(&normal, "normal")?;
        let zoom = largest(&normal).unit_scale();
        let level = offset * zoom.clone();
        if !level.in_range() {
            return Err(Error::OutOfRange("offset"));
        }
        Ok(Self { normal: normal * zoom, anchor: Point::origin(), level })
    }

    /// The points on the far side, seen along the normal, of the plane through `point`; for planes far from the
    /// coordinate origin the more accurate way to say where they are.
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
        check_vector(&point.coords, "point")?;
        let flat = Self::new(normal, T::zero())?;
        Ok(Self { anchor: point, ..flat })
    }

    /// The normal, out of the half-space: the given one times a power of two.
    pub fn normal(&self) -> &SVector<T, D> {
        &self.normal
    }

    /// A point near the plane, if the user named one.
    pub(super) fn anchor(&self) -> &Point<T, D> {
        &self.anchor
    }

    /// `normal · (p − point)` of the points p of the plane.
    pub(super) fn level_from(&self, point: &Point<T, D>) -> T {
        self.level.clone() - self.normal.dot(&(point - &self.anchor))
    }

    /// Whether a point is in the half-space or on its boundary.
    pub fn contains(&self, point: &Point<T, D>) -> bool {
        let displacement = point - &self.anchor;
        let zoom = max(largest(&displacement), self.level.abs()).unit_scale();
        self.normal.dot(&(displacement * zoom.clone())) <= self.level.clone() * zoom
    }

    /// Whether a shape has a point in common with the half-space; touching counts.
    ///
    /// `true`, to be on the safe side, where the support mapping returned a NaN.
    pub fn intersects<S>(&self, shape: &S) -> bool
    where
        S: Support<D, Scalar = T> + ?Sized,
    {
        !self.clears(&self.lowest(shape))
    }

    fn lowest<S>(&self, shape: &S) -> Lowest<T, D>
    where
        S: Support<D, Scalar = T> + ?Sized,
    {
        let from = shape.center().unwrap_or_else(|| self.anchor.clone());
        let offset = shape.extreme(&-&self.normal, &from).offset;
        let displacement = &from - &self.anchor;
        let margin = shape.margin();
        let sizes = [largest(&displacement), self.level.abs(), margin.clone()];
        let zoom = sizes.into_iter().fold(largest(&offset), max).unit_scale();
        // Two dot products: the shape's own part is not rounded at the size of its displacement.
        let there = self.normal.dot(&(displacement * zoom.clone())) - self.level.clone() * zoom.clone();
        let height = there + self.normal.dot(&(&offset * zoom.clone()));
        Lowest { from, offset, height, margin: margin * zoom.clone(), zoom }
    }

    /// Whether the core is above the plane by more than the margin: height / |normal| > margin. Not so for a NaN.
    fn clears(&self, lowest: &Lowest<T, D>) -> bool {
        let Lowest { height, margin, .. } = lowest;
        // At a scale of their own, as squares are taken.
        let zoom = max(height.clone(), margin.clone()).unit_scale();
        let [height, margin] = [height, margin].map(|length| length.clone() * zoom.clone());
        height > T::zero() && height.clone() * height > margin.clone() * margin * self.normal.dot(&self.normal)
    }
}

impl<T: Real, const D: usize> HalfSpace<T, D> {
    /// How far a shape is outside or how deep inside, and where.
    pub fn separation<S>(&self, shape: &S) -> Separation<T, D>
    where
        S: Support<D, Scalar = T> + ?Sized,
    {
        let lowest = self.lowest(shape);
        let clears = self.clears(&lowest);
        let Lowest { from, offset, zoom, height, margin } = lowest;
        // The normal is at unit scale: its square neither overflows nor vanishes.
        let length = self.normal.dot(&self.normal).sqrt();
        let normal = &self.normal / length.clone();
        let height = height / length;
        let signed = (height.clone() - margin.clone()) / zoom.clone();
        // The verdict knows better where the difference has rounded to the other side.
        let distance = match (clears, signed > T::zero()) {
            (true, false) => T::smallest(),
            (false, true) => T::zero(),
            _ => signed,
        };
        let deepest = &offset - &normal * (margin / zoom.clone());
        let projection = offset - normal * (height / zoom);
        Separation { distance, deepest: &from + deepest, projection: from + projection }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these results are exact")]
mod tests {
    use super::*;
    use crate::shape::{Ball, Cone, Cuboid, SupportExt};
    use nalgebra::{Isometry3, Point3, Vector3};

    #[test]
    fn the_cone_lies_on_its_side_on_the_ground() {
        let ground = HalfSpace::new(Vector3::new(0.0, 2.0, 0.0), 2.0).unwrap();
        let cone = Cone::new(1.5, 1.0).unwrap();
        assert_eq!(ground.separation(&cone).distance, -2.0);
        // The side is along (1.5, -2); turned level, its distance from the axis' middle is 1 · 1.5 / 2.5 = 0.6.
        let turn = core::f64::consts::FRAC_PI_2 + (1.5_f64 / 2.0).atan();
        let lying = cone.posed(Isometry3::new(Vector3::new(9.0, 1.6, 7.0), Vector3::z() * turn)).unwrap();
        assert!(ground.separation(&lying).distance.abs() < 1e-15);
    }

    #[test]
    fn any_length_and_any_scale_will_do() {
        for size in [1e-30_f32, 1.0, 1e30] {
            let ball = Ball::new(Point3::new(4.0, 4.0, 1.0) * size, size).unwrap();
            for length in [1e-5_f32, 1.0, 1e5] {
                let normal = Vector3::new(1.0, 2.0, 2.0) * length;
                // The plane at distance 1 from the origin, and one 3 · 0.9 farther.
                let near = HalfSpace::new(normal, 3.0 * length * size).unwrap();
                let far = HalfSpace::new(normal, 12.0 * length * size).unwrap();
                let found = near.separation(&ball);
                assert!((found.distance / size - 8.0 / 3.0).abs() < 1e-5, "{size:e} {length:e} {found:?}");
                assert!(!near.intersects(&ball));
                assert!(far.intersects(&ball));
                assert!((far.separation(&ball).distance / size + 1.0 / 3.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn far_from_the_origin_nothing_is_lost() {
        let far = 1e8_f32;
        let cube = Cuboid::new(Vector3::new(0.5, 0.5, 0.5)).unwrap();
        let there = cube.posed(Vector3::new(far, far, far)).unwrap();
        for ground in [
            HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), far),
            HalfSpace::through(Point3::new(0.0, far, 0.0), Vector3::new(0.0, 1.0, 0.0)),
            HalfSpace::through(Point3::new(far, far, far), Vector3::new(0.0, 1.0, 0.0)),
        ] {
            assert_eq!(ground.unwrap().separation(&there).distance, -0.5);
        }
    }

    #[test]
    fn touching_intersects_and_the_sign_is_the_verdict() {
        let slope = HalfSpace::new(Vector3::new(1.0, 1.0, 1.0), 0.0).unwrap();
        let mut apart = 0;
        for k in 0..2000_u16 {
            let at = 0.577 + f64::from(k) * 1e-6;
            let ball = Ball::new(Point3::new(at, at, at), 1.0).unwrap();
            let found = slope.separation(&ball);
            assert_eq!(found.distance > 0.0, !slope.intersects(&ball), "{at}");
            apart += u16::from(found.distance > 0.0);
        }
        assert!((600..1800).contains(&apart), "{apart}");
        let ground = HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0).unwrap();
        let touching = Ball::new(Point3::new(0.0, 1.0, 0.0), 1.0).unwrap();
        for (radius, meets) in [(1e-25_f32, false), (1.4e-25, false), (1.5e-25, true), (1.6e-25, true)] {
            let tiny = Ball::new(Point3::new(1.0, 1.5e-25, 1.0), radius).unwrap();
            assert_eq!(HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0).unwrap().intersects(&tiny), meets);
        }
        assert!(ground.intersects(&touching));
        assert_eq!(ground.separation(&touching).distance, 0.0);
    }

    #[test]
    fn a_plane_without_a_direction_is_refused() {
        assert_eq!(HalfSpace::new(Vector3::<f64>::zeros(), 1.0), Err(Error::Zero("normal")));
        assert_eq!(HalfSpace::new(Vector3::new(0.0, f64::NAN, 0.0), 1.0), Err(Error::OutOfRange("normal")));
        assert_eq!(HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), f64::INFINITY), Err(Error::OutOfRange("offset")));
        // The plane y = 1e60.
        assert_eq!(HalfSpace::new(Vector3::new(0.0, 1e-30_f32, 0.0), 1e30), Err(Error::OutOfRange("offset")));
        let nowhere = Point3::new(0.0, f64::NAN, 0.0);
        assert_eq!(HalfSpace::through(nowhere, Vector3::new(0.0, 1.0, 0.0)), Err(Error::OutOfRange("point")));
    }
}
