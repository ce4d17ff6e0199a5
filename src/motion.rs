//! Motions: the place of a rigid body at a time, and the speed of its points.

use crate::error::{Error, check_vector};
use crate::pose::{Pose, rotation};
use crate::scalar::{Real, Scalar, narrow, norm, resized, ulps, whole, widened};
use crate::{coordinates::Coordinates, tolerance};
use nalgebra::{Point, SMatrix, SVector, Vector3};
use num_traits::Zero;

/// The motion of a rigid body, for [`time_of_impact`](crate::time_of_impact()).
///
/// The bounds are for all points of a shape that moves with the body, at any time, and include their own rounding. A
/// bound that is too large takes more rounds. One that is too small may let bodies pass through each other.
///
/// ```
/// use gjk::{Error, Motion, Pose, RigidMotion, nalgebra::{Point2, Vector2}, shape::Ball, time_of_impact};
/// /// To and fro along an axis, by a parabola: x = 4·t·(1 − t), for t from 0 to 1.
/// struct Hop;
/// impl Motion<f64, 2> for Hop {
///     fn center(&self) -> Point2<f64> { Point2::origin() }
///     fn pose(&self, t: &f64) -> Result<Pose<f64, 2>, Error> { Ok(Vector2::new(4.0 * t * (1.0 - t), 0.0).into()) }
///     fn speed(&self, direction: &Vector2<f64>, _reach: &f64) -> f64 { 4.000_001 * direction.x.abs() }
///     fn change(&self, direction: &Vector2<f64>, _reach: &f64) -> f64 { 8.000_001 * direction.x.abs() }
///     fn rounding(&self, _time: &f64, _reach: &f64) -> f64 { 2.0 * f64::EPSILON }
/// }
/// let (ball, post) = (Ball::at(Point2::new(0.0, 0.0), 0.25)?, Ball::point(Point2::new(1.0, 0.0))?);
/// let found = time_of_impact(&ball, &Hop, &post, &RigidMotion::rest(), 1.0)?;
/// // 4·t·(1 − t) = 0.75
/// assert!((found.hit.unwrap().time - 0.25).abs() < 1e-5);
/// # Ok::<(), Error>(())
/// ```
pub trait Motion<T: Real, const D: usize> {
    /// The point that the body turns about, when the motion begins.
    fn center(&self) -> Point<T, D>;

    /// The body's place at a time: a point that begins at `center` + r is then at `center` + the pose's image of r.
    ///
    /// # Errors
    /// If the place does not exist, or is out of range. The query refuses poses that scale.
    fn pose(&self, time: &T) -> Result<Pose<T, D>, Error>;

    /// An upper bound on the velocity along a unit direction of points that begin within `reach` of the center.
    fn speed(&self, direction: &SVector<T, D>, reach: &T) -> T;

    /// A bound on the absolute acceleration of these points along the direction.
    fn change(&self, direction: &SVector<T, D>, reach: &T) -> T;

    /// A bound on the error of such a point that comes from the rounding of [`pose`](Self::pose).
    fn rounding(&self, time: &T, reach: &T) -> T;
}

/// A constant linear velocity, and a constant angular velocity about a center that moves with the body.
///
/// At time t a body has turned about the center by t times the angular velocity, in radians, and then moved by t times
/// the linear velocity. Sines and cosines are always the `libm` crate's: the same bits everywhere.
///
/// ```
/// use gjk::{Motion, RigidMotion, nalgebra::{Point2, Point3, Vector2, Vector3}};
/// let rolling = RigidMotion::moving(Vector2::new(1.0_f64, 0.0)).turning(-1.0, Point2::new(0.0, 1.0));
/// // Its lowest point is at rest when the motion begins, its highest is twice as fast as the center.
/// assert!((rolling.speed(&Vector2::x(), &1.0) - 2.0).abs() < 1e-14);
/// let tumbling = RigidMotion::moving(Vector3::zeros()).turning(Vector3::new(0.0, 3.0, 1.0), Point3::new(0.0, 5.0, 0.0));
/// assert!(tumbling.pose(&0.5).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RigidMotion<T: Scalar, const D: usize> {
    pub(crate) linear: SVector<T, D>,
    /// A rotation vector. In the plane only its third component is not zero.
    pub(crate) angular: Vector3<T>,
    pub(crate) center: Point<T, D>,
}

impl<T: Scalar, const D: usize> RigidMotion<T, D> {
    /// No motion.
    #[must_use]
    pub fn rest() -> Self {
        Self::moving(SVector::<T, D>::zeros())
    }

    /// A constant velocity of a center, and a rotation vector per unit of time; the plane uses its third component.
    #[must_use]
    pub fn new(
        linear: impl Coordinates<T, D>,
        angular: impl Coordinates<T, 3>,
        center: impl Coordinates<T, D>,
    ) -> Self {
        Self { linear: linear.vector(), angular: angular.vector(), center: center.point() }
    }

    /// A motion with a constant velocity, without turning.
    #[must_use]
    pub fn moving(linear: impl Coordinates<T, D>) -> Self {
        Self { linear: linear.vector(), angular: Vector3::zeros(), center: Point::origin() }
    }

    /// The velocity of the center.
    pub fn linear(&self) -> &SVector<T, D> {
        &self.linear
    }

    /// The angular velocity, as a rotation vector. In the plane only its third component is not zero.
    pub fn angular(&self) -> &Vector3<T> {
        &self.angular
    }
}

impl<T: Scalar> RigidMotion<T, 2> {
    /// This motion, with a counter-clockwise rotation about a center, in radians per unit of time.
    #[must_use]
    pub fn turning(self, angular: T, center: impl Coordinates<T, 2>) -> Self {
        Self { angular: Vector3::new(T::zero(), T::zero(), angular), center: center.point(), ..self }
    }
}

impl<T: Scalar> RigidMotion<T, 3> {
    /// This motion, with a rotation about a center, as a rotation vector per unit of time.
    #[must_use]
    pub fn turning(self, angular: impl Coordinates<T, 3>, center: impl Coordinates<T, 3>) -> Self {
        Self { angular: angular.vector(), center: center.point(), ..self }
    }
}

impl<T: Real, const D: usize> RigidMotion<T, D> {
    /// |n × ω|, for a unit vector n.
    fn spin_across(&self, direction: &SVector<T, D>) -> T {
        norm(&resized::<T, D, 3>(direction).cross(&self.angular))
    }
}

/// For floating-point types. Rotations are computed in `f64`.
impl<T: Real + Into<f64>, const D: usize> Motion<T, D> for RigidMotion<T, D> {
    fn center(&self) -> Point<T, D> {
        self.center.clone()
    }

    fn pose(&self, time: &T) -> Result<Pose<T, D>, Error> {
        check_vector(&self.linear, "linear velocity")?;
        check_vector(&self.angular, "angular velocity")?;
        check_vector(&self.center.coords, "center")?;
        let displacement = &self.linear * time.clone();
        if self.angular.iter().all(Zero::is_zero) {
            check_vector(&displacement, "displacement")?;
            return Ok(displacement.into());
        }
        let rows = rotation(&turn(widened(&self.angular), time.clone().into()));
        let entry = |row: usize, column: usize| match (rows.get(row), column < 3) {
            (Some(entries), true) => narrow(entries[column]),
            _ => whole(u32::from(row == column)),
        };
        Pose::new(SMatrix::from_fn(entry), displacement)
    }

    /// n · v + |n × ω| ρ bounds the velocity of a point r at a distance ρ: n · (ω × r) = (n × ω) · r.
    fn speed(&self, direction: &SVector<T, D>, reach: &T) -> T {
        let size = norm(&self.linear) + norm(&self.angular) * reach.clone();
        let spin = self.spin_across(direction) * reach.clone();
        self.linear.dot(direction) + spin + ulps(tolerance::RIGID_SPEED, &size)
    }

    /// |ω| |n × ω| ρ: the acceleration, ω × (ω × r), is towards the axis.
    fn change(&self, direction: &SVector<T, D>, reach: &T) -> T {
        let spin = norm(&self.angular);
        let across = self.spin_across(direction) + ulps(tolerance::RIGID_SPEED, &spin);
        spin * (across * reach.clone())
    }

    /// The angle, a square root of three squares times a time, is off by less than 3 ε of itself. The sine, the
    /// cosine, the axis and the matrix add less than 16 ε, with the ε of `f64`; rounding to this type less than
    /// one ε of it.
    fn rounding(&self, time: &T, reach: &T) -> T {
        let displacement = ulps(tolerance::PLACE, &norm(&(&self.linear * time.clone())));
        let spin = norm(&self.angular);
        if spin.is_zero() {
            return displacement;
        }
        let [angle, matrix] = [tolerance::ANGLE, tolerance::TURNED_MATRIX].map(whole::<T>);
        let turned = (angle * (spin * time.abs()) + matrix) * narrow(f64::EPSILON);
        displacement + reach.clone() * (turned + T::epsilon())
    }
}

fn turn(angular: Vector3<f64>, time: f64) -> [f64; 4] {
    let speed = norm(&angular);
    // The standard library's differ between platforms.
    let (sin, cos) = libm::sincos(0.5 * speed * time);
    let [x, y, z] = (angular / speed * sin).into();
    [cos, x, y, z]
}
