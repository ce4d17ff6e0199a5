//! Obstacles: the shapes in a mover's way.

use super::{length, num};
use gjk::nalgebra::{Point, SVector};
use gjk::{Aabb, Coordinates, Motion, Pose, Real, RigidMotion, Scalar, Support, aabb};

/// Something in the way of a [`Mover`](super::Mover): a convex shape where it is now, and, if it moves, how it got
/// there.
///
/// A reference to a shape converts into it, so a list of shapes is a list of obstacles.
///
/// ```
/// use gjk::{RigidMotion, SupportExt, shape::{Ball, Cuboid}};
/// use gjk_scene::{Mover, Obstacle};
/// let (dt, lift_speed) = (1.0 / 60.0, 2.0);
/// let mut lift = Cuboid::new([1.0, 0.25])?.posed([0.0, 0.0])?;
/// let mut player = Mover::new(Ball::new(0.5)?, [0.5, 0.76])?;
/// player.advance([&lift], dt);
/// for frame in 1..=60_u8 {
///     // First the platform, then who is on it.
///     lift.set_pose([0.0, lift_speed * dt * f64::from(frame)])?;
///     let moved = player.advance([Obstacle::new(&lift).moving([0.0, lift_speed])], dt);
///     assert_eq!(moved.ground.map(|ground| ground.velocity.y), Some(lift_speed));
/// }
/// assert!((player.at().y - 2.76).abs() < 1e-3);
/// // It takes the lift's speed along if it jumps.
/// player.velocity.y = 3.0;
/// player.advance([Obstacle::new(&lift).moving([0.0, lift_speed])], dt);
/// assert!((player.velocity.y - 5.0 + 9.81 * dt).abs() < 1e-9);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Obstacle<'s, T: Real, const D: usize> {
    /// Its shape, where it is at the end of the step.
    pub shape: &'s dyn Support<D, Scalar = T>,
    /// The box around it.
    pub bounds: Aabb<T, D>,
    /// Its motion since the mover's last step, per second. If it turns, the center is where the obstacle is now. `None`
    /// if it stands still. (A conveyor belt moves and stays where it is.)
    pub motion: Option<RigidMotion<T, D>>,
    /// The unit vector out of its side, if it is one-sided: it stops a mover that comes from there, and lets every
    /// other mover pass, also one that is inside.
    pub side: Option<SVector<T, D>>,
    /// Its number in what a step returns; `None` for its place in the list.
    pub number: Option<usize>,
}

impl<'s, T: Real + Copy, const D: usize> Obstacle<'s, T, D> {
    /// A shape that stands still.
    pub fn new<S: Support<D, Scalar = T>>(shape: &'s S) -> Self {
        Self { bounds: aabb(shape), shape, motion: None, side: None, number: None }
    }

    /// This obstacle with a known box, which saves the time to compute it.
    #[must_use]
    pub fn within(self, bounds: Aabb<T, D>) -> Self {
        Self { bounds, ..self }
    }

    /// This obstacle, which has moved with a velocity, in lengths per second, since the mover's last step.
    #[must_use]
    pub fn moving(self, velocity: impl Coordinates<T, D>) -> Self {
        self.in_motion(RigidMotion::moving(velocity))
    }

    /// This obstacle, which has moved, and turned about a center that is where the obstacle is now, since the mover's
    /// last step.
    ///
    /// ```
    /// use gjk::{RigidMotion, SupportExt, shape::{Capsule, Cuboid}};
    /// use gjk_scene::{Mover, Obstacle};
    /// // A carousel: half a radian per second about the y axis.
    /// let (dt, spin) = (1.0 / 60.0, 0.5_f64);
    /// let mut disc = Cuboid::new([3.0, 0.25, 3.0])?.posed([0.0; 3])?;
    /// let mut rider = Mover::new(Capsule::new([0.0; 3], [0.0, 1.0, 0.0], 0.25)?, [2.0, 0.51, 0.0])?;
    /// rider.advance([&disc], dt);
    /// for frame in 1..=120_u8 {
    ///     let half = 0.5 * spin * dt * f64::from(frame);
    ///     disc.set_pose(([0.0; 3], [0.0, half.sin(), 0.0, half.cos()]))?;
    ///     rider.advance([Obstacle::new(&disc).in_motion(RigidMotion::new([0.0; 3], [0.0, spin, 0.0], [0.0; 3]))], dt);
    /// }
    /// let (sin, cos) = 1.0_f64.sin_cos();
    /// assert!((rider.at().x - 2.0 * cos).abs() < 1e-6 && (rider.at().z + 2.0 * sin).abs() < 1e-6);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn in_motion(self, motion: RigidMotion<T, D>) -> Self {
        Self { motion: Some(motion), ..self }
    }

    /// This obstacle, open to every mover that does not come from the side of a unit vector. A platform to jump through
    /// has its side upwards.
    ///
    /// ```
    /// use gjk::{SupportExt, shape::{Ball, Cuboid}};
    /// use gjk_scene::{Mover, Obstacle};
    /// let plank = Cuboid::new([2.0, 0.125])?.posed([0.0, 2.0])?;
    /// let mut player = Mover::new(Ball::new(0.5)?, [0.0, 0.0])?;
    /// player.velocity.y = 9.0;
    /// for _ in 0..120 {
    ///     player.advance([Obstacle::new(&plank).one_sided([0.0, 1.0])], 1.0 / 60.0);
    /// }
    /// assert!(player.is_grounded() && (player.at().y - 2.635_f64).abs() < 1e-3);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn one_sided(self, side: impl Coordinates<T, D>) -> Self {
        Self { side: Some(side.vector()), ..self }
    }

    /// This obstacle with a number of its own, by which [`Touch::obstacle`](super::Touch::obstacle) names it.
    #[must_use]
    pub fn numbered(self, number: usize) -> Self {
        Self { number: Some(number), ..self }
    }
}

impl<'s, S: Support<D, Scalar = T>, T: Real + Copy, const D: usize> From<&'s S> for Obstacle<'s, T, D> {
    fn from(shape: &'s S) -> Self {
        Self::new(shape)
    }
}

/// The way in which an obstacle has come to its place in a step.
#[derive(Clone, Copy)]
pub(super) enum Past<T: Real, const D: usize> {
    Still,
    Shifted(SVector<T, D>),
    /// The motion back, about a center.
    Turned(Pose<T, D>, Point<T, D>),
}

impl<T: Real + Copy + Into<f64>, const D: usize> Past<T, D>
where
    RigidMotion<T, D>: Motion<T, D>,
{
    /// A motion that is out of range counts as none.
    pub(super) fn new(obstacle: &Obstacle<'_, T, D>, dt: T) -> Self {
        let Some(motion) = &obstacle.motion else { return Self::Still };
        let still = |vector: &[T]| vector.iter().all(|x| *x == T::zero());
        let shift = motion.linear() * dt;
        if still(motion.angular().as_slice()) {
            let is_known = shift.iter().all(Scalar::in_range) && !still(shift.as_slice());
            return if is_known { Self::Shifted(shift) } else { Self::Still };
        }
        let back = RigidMotion::new(-motion.linear(), -motion.angular(), motion.center());
        back.pose(&dt).map_or(Self::Still, |pose| Self::Turned(pose, motion.center()))
    }

    pub(super) fn is_still(&self) -> bool {
        matches!(self, Self::Still)
    }

    pub(super) fn turns(&self) -> bool {
        matches!(self, Self::Turned(..))
    }

    /// The displacement of the point of the obstacle that is now at a place.
    pub(super) fn displacement(&self, point: &Point<T, D>) -> SVector<T, D> {
        match self {
            Self::Still => SVector::zeros(),
            Self::Shifted(shift) => *shift,
            Self::Turned(back, center) => {
                let arm = point - center;
                arm - back.transform_point(arm).coords
            }
        }
    }

    /// No point of the obstacle has moved farther.
    pub(super) fn farthest(&self, bounds: &Aabb<T, D>) -> T {
        match self {
            Self::Still => T::zero(),
            Self::Shifted(shift) => num(length(shift)),
            Self::Turned(back, center) => {
                // What the turn does to a vector of length 1, in the sum of its components.
                let turn: f64 =
                    (back.matrix() - gjk::nalgebra::SMatrix::identity()).iter().map(|x| (*x).into().abs()).sum();
                let reach = length(
                    &(bounds.max - center).zip_map(&(bounds.min - center), |a, b| super::most(a.abs(), b.abs())),
                );
                num(turn * reach + length(back.translation()))
            }
        }
    }
}
