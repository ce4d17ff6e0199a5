//! A character controller: a shape that goes where its velocity leads, slides along what it meets, and stands on the
//! ground.

mod nearest;
mod obstacle;
mod plane;
mod walk;

pub use obstacle::Obstacle;

use alloc::vec::Vec;
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::Posed;
use gjk::simplex::Cases;
use gjk::{Aabb, Coordinates, Error, Motion, Real, RigidMotion, Support, SupportExt, aabb};
use walk::{Stance, Walk, beyond};

/// A character that a game moves: a convex shape that slides along walls, walks up slopes and steps, stays on the
/// ground, rides on platforms, and never turns.
///
/// Each frame a game moves its platforms, writes the [`velocity`](Self::velocity), and calls [`advance`](Self::advance)
/// with all that is in the way. The answer, [`Moved`], says what the character touches, what it stands on, how fast
/// that moves, and whether something squeezes it. docs/characters.md explains how it works.
///
/// | you want | do |
/// | --- | --- |
/// | to walk | set the part of `velocity` across [`up`](MoverOptions::up), each frame; on the ground it is relative to the ground |
/// | to jump | if [`is_grounded`](Self::is_grounded), set the part along `up` |
/// | to fly, swim, or see the level from above | set [`gravity`](MoverOptions::gravity) to 0: then all surfaces are walls |
/// | a platform that moves or turns, or a conveyor belt | [`Obstacle::moving`], [`Obstacle::in_motion`] |
/// | a platform to jump through from below | [`Obstacle::one_sided`]; leave it out of the list for a tenth of a second to drop through it |
/// | to push bodies | [`Touch::impulse`] |
/// | layers | filter the list: [`advance`](Self::advance) has an example |
///
/// ```
/// use gjk::{SupportExt, shape::{Capsule, Cuboid, Shape2}};
/// use gjk_scene::Mover;
/// let level: Vec<Shape2<f32>> = vec![
///     Cuboid::new([20.0, 1.0])?.posed([0.0, -1.0])?.into(),
///     Cuboid::new([1.0, 0.125])?.posed([2.0, 0.125])?.into(), // a step of 0.25
///     Cuboid::new([0.5, 3.0])?.posed([6.0, 3.0])?.into(),
/// ];
/// let body = Capsule::new([0.0, -0.5], [0.0, 0.5], 0.25)?;
/// let mut player = Mover::new(body, [0.0, 1.0])?;
/// for frame in 0..120 {
///     player.velocity.x = 4.0;
///     if frame == 60 && player.is_grounded() {
///         player.velocity.y = 3.0;
///     }
///     let moved = player.advance(&level, 1.0 / 60.0);
///     assert!(moved.squeezed == 0.0 && moved.way.x < 0.1);
/// }
/// // It has crossed the step, jumped, and stands at the wall: a skin of a centimetre away from everything.
/// assert!((player.at().x - 5.24).abs() < 1e-3 && (player.at().y - 0.76).abs() < 1e-3);
/// assert_eq!(player.velocity.x, 0.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[doc(alias = "character controller")]
#[doc(alias = "kinematic")]
#[doc(alias = "KinematicCharacterController")]
#[derive(Clone, Debug)]
pub struct Mover<S, T: Real, const D: usize> {
    /// The velocity at which it would go, in lengths per second. On the ground it is relative to the ground, and
    /// has no part along `up`; in the air it is relative to the level. [`advance`](Self::advance) adds gravity and
    /// takes out what is in the way. A velocity that is not finite counts as 0.
    pub velocity: SVector<T, D>,
    /// Its numbers. They may be changed between steps.
    pub options: MoverOptions<T, D>,
    shape: Posed<S, T, D>,
    stance: Stance<T, D>,
}

/// The numbers of a [`Mover`]. The default is for metres and seconds, with the second axis upwards;
/// [`scaled`](Self::scaled) converts it to other units of length.
///
/// ```
/// use gjk_scene::MoverOptions;
/// // A screen in pixels, whose second axis points down, with 50 pixels to a metre.
/// let options = MoverOptions { up: [0.0, -1.0].into(), ..MoverOptions::<f64, 2>::default().scaled(50.0) };
/// assert_eq!((options.skin, options.step, options.slope), (0.5, 15.0, 1.02));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverOptions<T: Real, const D: usize> {
    /// The direction against gravity, of any length but 0: (0, 1), or (0, 1, 0).
    pub up: SVector<T, D>,
    /// The acceleration of its fall, in lengths per second squared: 9.81. With 0 it flies: it has no ground then, and
    /// all surfaces are walls.
    pub gravity: T,
    /// The distance that it keeps from everything: 0.01. Casts have to be exact to a hundredth of it, so it should not
    /// be less than 10⁻⁵ of the largest obstacle in `f32`.
    pub skin: T,
    /// The steepest slope that it walks on, as height over length: 1.02. 1 is 45 degrees, 0.58 is 30, 1.73 is 60. A
    /// steeper surface is a wall.
    pub slope: T,
    /// The height of the highest step that it climbs: 0.3. The lower part of a round foot meets a rim as a slope, so the foot
    /// also rolls over a rim that is higher: by up to 0.3 of its radius at the default slope.
    pub step: T,
    /// The distance by which it follows the ground down, over stairs and the tops of slopes, before it falls: 0.3.
    pub snap: T,
}

impl<T: Real + Copy, const D: usize> Default for MoverOptions<T, D> {
    fn default() -> Self {
        let up = SVector::from_fn(|k, _| if k == 1 { T::one() } else { T::zero() });
        let [gravity, skin, slope, step, snap] = [9.81, 0.01, 1.02, 0.3, 0.3].map(num);
        Self { up, gravity, skin, slope, step, snap }
    }
}

impl<T: Real + Copy, const D: usize> MoverOptions<T, D> {
    /// Converts the options to another unit of length, given the number of units in a metre.
    #[must_use]
    pub fn scaled(self, metre: T) -> Self {
        let [gravity, skin, step, snap] = [self.gravity, self.skin, self.step, self.snap].map(|length| length * metre);
        Self { gravity, skin, step, snap, ..self }
    }
}

/// The result of a step of a [`Mover`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Moved<T: Real, const D: usize> {
    /// The displacement in the whole step.
    pub way: SVector<T, D>,
    /// The obstacle that it stands on; `None` in the air. Between slopes that are too steep, where no way leads down,
    /// it stands on one of them, and the normal is `up`.
    pub ground: Option<Touch<T, D>>,
    /// All obstacles within its skin, once each.
    pub touches: Vec<Touch<T, D>>,
    /// The room that the mover lacks: the length by which something is nearer than the skin, for example between a
    /// press and a floor. It is 0 if the mover keeps 7/8 of its skin, and more than the skin if it overlaps something.
    /// If a platform has passed through the mover in one step, it is at least the rest of the platform's way. Then
    /// crush the character, or stop the press.
    pub squeezed: T,
}

impl<T: Real + Copy, const D: usize> Moved<T, D> {
    /// Returns whether it touches a wall.
    #[must_use]
    pub fn is_on_wall(&self) -> bool {
        self.touches.iter().any(|touch| touch.surface == Surface::Wall)
    }

    /// Returns whether it touches a ceiling.
    #[must_use]
    pub fn is_on_ceiling(&self) -> bool {
        self.touches.iter().any(|touch| touch.surface == Surface::Ceiling)
    }
}

/// The kind of a surface, as a [`Mover`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// It can stand there.
    Ground,
    /// It is too steep to stand on, or all surfaces are walls.
    Wall,
    /// It hangs over: its normal points down by more than a ground's points up.
    Ceiling,
}

/// An obstacle that a [`Mover`] touches.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Touch<T: Real, const D: usize> {
    /// The number of the obstacle: its own ([`Obstacle::numbered`]), or its place in the list, from 0.
    pub obstacle: usize,
    /// The kind of its surface, as the mover sees it.
    pub surface: Surface,
    /// The point of the obstacle that is nearest to the mover.
    pub point: Point<T, D>,
    /// The unit normal, from the obstacle to the mover.
    pub normal: SVector<T, D>,
    /// The velocity of the obstacle at this point, in lengths per second.
    pub velocity: SVector<T, D>,
    /// The speed of the mover into the obstacle, along the normal, before the obstacle stopped it: for the sound of a
    /// landing, damage, and [`impulse`](Self::impulse). Not negative.
    pub closing: T,
}

impl<T: Real + Copy, const D: usize> Touch<T, D> {
    /// The impulse on the obstacle, at the point, that makes it as fast along the normal as the mover was; at most
    /// `most`.
    ///
    /// `lightness` is how much an impulse of 1 along the normal changes the velocity of the point, along the normal: 1
    /// / mass, and for a body that turns, + (r × n)² / inertia with r from its center to the point. `most` is the
    /// mover's strength times the time of a step: a strength of 20 N moves a crate of 3 kg with a friction of 0.6.
    ///
    /// ```
    /// use gjk::{SupportExt, shape::{Ball, Cuboid}};
    /// use gjk_scene::{Mover, Obstacle};
    /// let (mut crate_, mut speed, inverse_mass) = (Cuboid::new([0.5, 0.5])?.posed([2.0, 0.51])?, 0.0, 1.0 / 3.0);
    /// let floor = Cuboid::new([20.0_f64, 1.0])?.posed([0.0, -1.0])?;
    /// let mut player = Mover::new(Ball::new(0.4)?, [0.0, 0.42])?;
    /// for _ in 0..120 {
    ///     player.velocity.x = 2.0;
    ///     let moved = player.advance([Obstacle::new(&floor), Obstacle::new(&crate_).moving([speed, 0.0])], 1.0 / 60.0);
    ///     for touch in moved.touches.iter().filter(|touch| touch.obstacle == 1) {
    ///         speed += touch.impulse(inverse_mass, 20.0 / 60.0).x * inverse_mass;
    ///     }
    ///     let at = crate_.pose().translation().x + speed / 60.0;
    ///     crate_.set_pose([at, 0.51])?;
    /// }
    /// assert!((speed - 2.0).abs() < 1e-9 && player.at().x > 2.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn impulse(&self, lightness: T, most: T) -> SVector<T, D> {
        if lightness <= T::zero() {
            return SVector::zeros();
        }
        self.normal * -least(self.closing / lightness, most)
    }
}

impl<S, T, const D: usize> Mover<S, T, D>
where
    S: Support<D, Scalar = T>,
    T: Real + Copy + Into<f64>,
    RigidMotion<T, D>: Motion<T, D>,
    Cases: Expansion<T, D>,
{
    /// A mover of a shape, with the default [`MoverOptions`], at a place: the origin of the shape's coordinates is
    /// there.
    ///
    /// # Errors
    /// If the place is out of range.
    pub fn new(shape: S, at: impl Coordinates<T, D>) -> Result<Self, Error> {
        let shape = shape.posed(at.vector())?;
        Ok(Self { velocity: SVector::zeros(), options: MoverOptions::default(), shape, stance: Stance::in_the_air() })
    }

    /// The place of the origin of its shape's coordinates.
    pub fn at(&self) -> Point<T, D> {
        (*self.shape.pose().translation()).into()
    }

    /// Its shape, where it is.
    pub fn shape(&self) -> &Posed<S, T, D> {
        &self.shape
    }

    /// Puts it somewhere else, without a step.
    ///
    /// # Errors
    /// If the place is not finite, or out of range. Then it stays where it was.
    pub fn place(&mut self, at: impl Coordinates<T, D>) -> Result<(), Error> {
        self.shape.set_pose(at.vector())
    }

    /// Returns whether it stood on the ground when its last step ended: then it can jump.
    pub fn is_grounded(&self) -> bool {
        self.stance.normal.is_some()
    }

    /// The box, for a broad phase, that the mover does not leave in a step, unless a platform carries it out. If there
    /// are platforms, [grow](Aabb::grown) it by five times how far they move in a step.
    ///
    /// ```
    /// use gjk::{SupportExt, shape::{Ball, Cuboid}};
    /// use gjk_scene::{Mover, Obstacle};
    /// let level = (0..1000_u16).map(|k| Cuboid::new([0.5, 0.5])?.posed([f32::from(k), -0.5])).collect::<Result<Vec<_>, _>>()?;
    /// let boxes: Vec<_> = level.iter().map(gjk::aabb).collect(); // made once; a tree of them is faster
    /// let mut player = Mover::new(Ball::new(0.4)?, [500.0, 0.41])?;
    /// let around = player.reach(1.0 / 60.0);
    /// let near: Vec<_> = (0..1000).filter(|k| boxes[*k].intersects(&around)).collect();
    /// let obstacles = near.iter().map(|k| Obstacle::new(&level[*k]).numbered(*k));
    /// let ground = player.advance(obstacles, 1.0 / 60.0).ground.unwrap();
    /// assert!(near.len() < 4 && ground.obstacle == 500);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn reach(&self, dt: T) -> Aabb<T, D> {
        let MoverOptions { up, gravity, .. } = self.options;
        let up = up * num::<T>(1.0 / length(&up));
        let beyond = beyond(&self.options);
        aabb(&self.shape)
            .grown(beyond + beyond)
            .swept((self.velocity - up * (gravity * dt)) * dt)
            .swept(self.stance.velocity * dt)
    }

    /// Moves on by a step of `dt` seconds, among obstacles: a list of shapes, or of [`Obstacle`]s, which can do more.
    /// An obstacle that moves is given where it is at the end of the step, with the motion that led there.
    ///
    /// It keeps its [`skin`](MoverOptions::skin) from everything. It never passes through an obstacle that stands
    /// still. It never passes through a moving obstacle unless [`squeezed`](Moved::squeezed) says so. (If the obstacle
    /// turns, none of its points that are near may move by more than half of the mover's width in a step.)
    ///
    /// Complexity: some ten contacts and casts for each obstacle nearby, and a comparison of boxes for each other one.
    ///
    /// Layers are a number of bits for each obstacle, and a mask:
    ///
    /// ```
    /// use gjk::{SupportExt, shape::{Ball, Cuboid, Shape2}};
    /// use gjk_scene::{Mover, Obstacle};
    /// const LEVEL: u32 = 1;
    /// const DOOR: u32 = 2;
    /// let level: Vec<(u32, Shape2<f32>)> = vec![
    ///     (LEVEL, Cuboid::new([20.0, 1.0])?.posed([0.0, -1.0])?.into()),
    ///     (DOOR, Cuboid::new([0.1, 1.0])?.posed([1.0, 1.0])?.into()),
    /// ];
    /// let mut ghost = Mover::new(Ball::new(0.4)?, [0.0, 0.42])?;
    /// for _ in 0..60 {
    ///     ghost.velocity.x = 2.0;
    ///     let solid = level.iter().enumerate().filter(|(_, (layer, _))| layer & LEVEL != 0);
    ///     ghost.advance(solid.map(|(k, (_, shape))| Obstacle::new(shape).numbered(k)), 1.0 / 60.0);
    /// }
    /// assert!(ghost.at().x > 1.9);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[doc(alias = "move_and_slide")]
    #[doc(alias = "move_shape")]
    pub fn advance<'o, O: Into<Obstacle<'o, T, D>>>(
        &mut self,
        obstacles: impl IntoIterator<Item = O>,
        dt: T,
    ) -> Moved<T, D> {
        let obstacles = obstacles.into_iter().map(Into::into).collect();
        let Self { velocity, options, shape, stance } = self;
        let start = *shape.pose().translation();
        // In a pose of its own, so that all of this is compiled once for shapes of all kinds.
        let inner: &dyn Support<D, Scalar = T> = shape.shape();
        let Ok(inner) = inner.posed(start) else { return Moved::not() };
        let mut walk = Walk::new(inner, options, *stance, *velocity, obstacles, dt);
        let mut moved = walk.advance();
        let end = walk.at().coords;
        (*velocity, *stance) = (walk.velocity, walk.stance);
        if shape.set_pose(end).is_ok() {
            moved.way = end - start;
        }
        moved
    }
}

impl<T: Real + Copy, const D: usize> Moved<T, D> {
    fn not() -> Self {
        Self { way: SVector::zeros(), ground: None, touches: Vec::new(), squeezed: T::zero() }
    }
}

/// The number nearest to a literal.
fn num<T: Real>(x: f64) -> T {
    T::from_double(x).unwrap_or_else(T::zero)
}

fn least<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

fn most<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

fn wide<T: Real + Copy + Into<f64>, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(Into::into)
}

fn length<T: Real + Copy + Into<f64>, const D: usize>(vector: &SVector<T, D>) -> f64 {
    wide(vector).norm()
}
