//! Casts against a half-space: its plane is the only one, so the time is a quotient.

use super::{Cast, Hit, Velocities, bound, times_powers, unit_of_velocity};
use crate::contact::Contact;
use crate::error::{Error, check_direction};
use crate::scalar::doubled::Doubled;
use crate::scalar::{Real, dimension, dot, largest, max, norm, ulps};
use crate::shape::{Ball, HalfSpace};
use crate::support::Support;
use nalgebra::{Point, SVector};

impl<T: Real, const D: usize> HalfSpace<T, D> {
    /// When a shape and the half-space meet. The half-space is A, the shape B. One support evaluation; see [`cast`](crate::cast()). However far
    /// the shape goes along the plane, at the time of the hit it is no farther from it than 64 ε of the largest coordinate at the start.
    ///
    /// # Errors
    /// As [`cast`](crate::cast()).
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::{Ball, HalfSpace}};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let ball = Ball::new(Point2::new(0.0, 5.0), 1.0)?;
    /// let hit = ground.cast(&ball, Vector2::new(3.0, -2.0))?.hit.expect("it falls");
    /// assert_eq!((hit.time, hit.points[1], hit.normal), (2.0, Point2::new(6.0, 0.0), Some(Vector2::y())));
    /// assert!(ground.cast(&ball, Vector2::new(3.0, 0.0))?.hit.is_none());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn cast<S>(&self, shape: &S, motion: impl Into<Velocities<T, D>>) -> Result<Cast<T, D>, Error>
    where
        S: Support<D, Scalar = T> + ?Sized,
    {
        let velocities = motion.into();
        velocities.check()?;
        let Contact { separation, normal, points, undecided, evaluations, .. } = self.contact(shape);
        let missed = Cast { hit: None, lower: velocities.until.clone(), undecided, evaluations };
        if undecided.is_some() {
            return Ok(Cast { lower: Some(T::zero()), ..missed });
        }
        // 64 ε of 1 / scale, which is from a quarter of the largest length here to that length.
        let scale = self.lowest(shape).scale;
        let doubt = ulps(64, &T::one()) / scale.clone();
        if separation <= T::zero() {
            let hit = Hit { time: T::zero(), normal: Some(normal), points };
            return Ok(Cast { hit: Some(hit), lower: Some(T::zero()), ..missed });
        }
        // The direction is not normalized: its product with a velocity is then exact for small whole numbers, and a shape that
        // moves along the plane has the speed 0. It has twice the digits, since what is fast along the plane may approach
        // it slowly.
        let velocity = &velocities.b - &velocities.a;
        let [first, second] = unit_of_velocity(&velocity);
        let precise = |v: &SVector<T, D>| v.map(|x| Doubled::from(x * first.clone() * second.clone()));
        let approach = precise(&velocities.a) - precise(&velocities.b);
        let speed = dot(&approach, &self.direction().map(Doubled::from)).rounded() / norm(self.direction());
        if speed <= T::zero() {
            return Ok(missed);
        }
        let unit = [first.clone(), T::one() / scale.clone(), second.clone()];
        let time_for = |way: &T, speed: &T| times_powers(way.clone() * scale.clone() / speed.clone(), unit.clone());
        let time = time_for(&separation, &speed);
        if velocities.until.as_ref().is_some_and(|until| time > *until) {
            return Ok(missed);
        }
        let fastest = speed + ulps(4 * dimension::<D>(), &largest(&(velocity * first * second)));
        let lower = Some(bound(time_for(&max(T::zero(), separation - doubt), &fastest)));
        if !time.in_range() {
            return Ok(Cast { lower: velocities.until.or(lower), ..missed });
        }
        let [_, deepest] = points;
        let there = deepest + &velocities.b * time.clone();
        let hit = Hit { time, normal: Some(normal), points: [there.clone(), there] };
        Ok(Cast { hit: Some(hit), lower, ..missed })
    }

    /// When a ray reaches the half-space, and where: see [`raycast`](crate::raycast).
    ///
    /// # Errors
    /// As [`raycast`](crate::raycast).
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::HalfSpace};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let hit = ground.raycast(&Point2::new(0.0, 6.0), &Vector2::new(1.0, -3.0))?.hit.expect("downwards");
    /// assert_eq!((hit.time, hit.points[0]), (2.0, Point2::new(2.0, 0.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn raycast(&self, origin: &Point<T, D>, direction: &SVector<T, D>) -> Result<Cast<T, D>, Error> {
        check_direction(direction, "direction")?;
        self.cast(&Ball::point(origin.clone())?, direction.clone())
    }
}
