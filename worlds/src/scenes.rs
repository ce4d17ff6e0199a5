//! The scenes: bodies that stand, fall, fly and slide.

use crate::body::Body;
use crate::form::{Form, Forms};
use crate::space::{Number, Space, num};
use crate::world::{Event, World};
use gjk::nalgebra::{AbstractRotation, Isometry, SVector, Translation};
use gjk::{Error, Place};

/// Numbers that look random and are the same everywhere: `SplitMix64` (Guy Steele and others, Fast splittable pseudorandom
/// number generators, 2014).
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // 32 bits are a whole number that f64 holds.
        let part = f64::from(u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap_or(0)) / f64::from(u32::MAX);
        low + (high - low) * part
    }
}

/// A body of a scene. In the plane only the first two axes count, and the turn about the third.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its shape.
    pub form: Form,
    /// Where the shape's origin is.
    pub at: [f64; 3],
    /// How it is turned: the complex number (1, turn), or the quaternion (1, turn / 2), brought to length 1.
    pub turn: [f64; 3],
    /// Whether it never moves.
    pub is_fixed: bool,
}

impl Placed {
    fn cuboid(at: [f64; 3], half: [f64; 3]) -> Self {
        Self { form: Form::Cuboid(half), at, turn: [0.0; 3], is_fixed: false }
    }

    fn fixed(at: [f64; 3], half: [f64; 3]) -> Self {
        Self { is_fixed: true, ..Self::cuboid(at, half) }
    }

    /// A floor whose surface is at height 0.
    fn floor() -> Self {
        Self::fixed([0.0, -1.0, 0.0], [40.0, 1.0, 40.0])
    }

    /// A cube of one metre.
    fn cube(x: f64, y: f64) -> Self {
        Self::cuboid([x, y, 0.0], [0.5; 3])
    }
}

/// The world of a scene.
///
/// # Errors
/// If a number is out of range, or the space has no such form.
pub fn world<T: Forms<D>, const D: usize>(plan: &[Placed]) -> Result<World<T, D>, Error> {
    let mut world = World::default();
    for placed in plan {
        let place = SVector::from_fn(|k, _| num(placed.at[k]));
        // A turn about an axis is made of the two others.
        let axis = |axis: usize| SVector::from_fn(|k, _| if k == axis { T::one() } else { T::zero() });
        let about = |k: usize| T::moment(&axis((k + 1) % 3), &(axis((k + 2) % 3) * num::<T>(placed.turn[k])));
        let turned = T::turn(&T::Rotation::identity(), about(0) + about(1) + about(2));
        let mut body = T::body(&placed.form, Isometry::from_parts(Translation::from(place), turned))?;
        if placed.is_fixed {
            body.fix();
        }
        world.bodies.push(body);
    }
    Ok(world)
}

/// A vector with one number along the first axis, one along the second, which is up, and zeros.
fn place<T: Number, const D: usize>(x: f64, y: f64) -> SVector<T, D> {
    SVector::from_fn(|k, _| num([x, y].get(k).copied().unwrap_or(0.0)))
}

/// The pose there, not turned.
fn at<T: Space<D>, const D: usize>(x: f64, y: f64) -> Isometry<T, T::Rotation, D> {
    Isometry::from_parts(Translation::from(place::<T, D>(x, y)), T::Rotation::identity())
}

/// Boxes of one metre, one on top of the other.
pub fn stack_plan(count: u32) -> Vec<Placed> {
    std::iter::once(Placed::floor()).chain((0..count).map(|k| Placed::cube(0.0, 0.5 + f64::from(k)))).collect()
}

/// The world of [`stack_plan`].
///
/// # Errors
/// None, with these numbers.
pub fn stack<T: Forms<D>, const D: usize>(count: u32) -> Result<World<T, D>, Error> {
    world(&stack_plan(count))
}

/// Boxes of one metre, each on two others: 20 rows have 210.
pub fn pyramid_plan(rows: u32) -> Vec<Placed> {
    let mut plan = vec![Placed::floor()];
    for row in 0..rows {
        let inset = f64::from(row) / 2.0;
        for k in 0..rows - row {
            let x = f64::from(k) + inset - f64::from(rows - 1) / 2.0;
            // A gap of 5 cm, so that neighbours in a row do not touch.
            plan.push(Placed::cube(1.05 * x, 0.5 + f64::from(row)));
        }
    }
    plan
}

/// The world of [`pyramid_plan`].
///
/// # Errors
/// None, with these numbers.
pub fn pyramid<T: Forms<D>, const D: usize>(rows: u32) -> Result<World<T, D>, Error> {
    world(&pyramid_plan(rows))
}

/// How wide the box of a pile is, from wall to wall, for a number of columns.
pub fn pile_width(columns: u32) -> f64 {
    1.4 * f64::from(columns)
}

/// Bodies of all kinds that fall into a walled box: in the plane boxes, discs, capsules and polygons, in space boxes, balls,
/// capsules, hulls, cylinders and cones.
pub fn pile_plan<const D: usize>(count: u32, columns: u32) -> Vec<Placed> {
    let mut plan = vec![Placed::floor()];
    let half = pile_width(columns) / 2.0;
    for axis in (0..D).filter(|axis| *axis != 1) {
        for side in [-1.0, 1.0] {
            let (mut at, mut walls) = ([0.0; 3], [100.0; 3]);
            (at[axis], walls[axis]) = (side * (half + 1.0), 1.0);
            plan.push(Placed::fixed(at, walls));
        }
    }
    let mut random = Random::new(7);
    let in_a_layer = if D == 2 { columns } else { columns * columns };
    for k in 0..count {
        let (layer, column) = (k / in_a_layer, k % in_a_layer);
        let along = |number: u32| 1.4 * (f64::from(number) + 0.5) - half;
        let mut at = [along(column % columns), 1.0 + 1.4 * f64::from(layer), along(column / columns)];
        if D == 2 {
            at[2] = 0.0;
        }
        let at = at.map(|x| x + random.between(-0.02, 0.02));
        let turn = [0; 3].map(|_| random.between(-1.5, 1.5));
        plan.push(Placed { form: assorted::<D>(k, &mut random), at, turn, is_fixed: false });
    }
    plan
}

/// The world of [`pile_plan`].
///
/// # Errors
/// None, with these numbers.
pub fn pile<T: Forms<D>, const D: usize>(count: u32, columns: u32) -> Result<World<T, D>, Error> {
    world(&pile_plan::<D>(count, columns))
}

/// Bodies of all kinds that fall into a bowl, which is concave ground.
///
/// # Errors
/// None, with these numbers.
pub fn bowl<T: Forms<D>, const D: usize>(count: u32) -> Result<World<T, D>, Error> {
    // What jumps out of it falls on a floor.
    let mut plan = vec![Placed::fixed([0.0, -2.0, 0.0], [40.0, 1.0, 40.0])];
    let mut random = Random::new(5);
    for k in 0..count {
        let at = [f64::from(k % 5) - 2.0, 3.0 + f64::from(k / 5), 0.0].map(|x| x + random.between(-0.1, 0.1));
        let turn = [0; 3].map(|_| random.between(-1.5, 1.5));
        plan.push(Placed { form: assorted::<D>(k, &mut random), at, turn, is_fixed: false });
    }
    let mut world = world(&plan)?;
    world.bodies.splice(1..1, T::bowl()?);
    Ok(world)
}

/// The scenes that have a name here.
pub const SCENES: [&str; 6] = ["stack", "pyramid", "pile", "bowl", "bullets", "joints"];

/// A scene by its name, of a size: how many bodies, or rows of a pyramid. An unknown name is a pile.
///
/// # Errors
/// None, with these numbers.
pub fn scene<T: Forms<D>, const D: usize>(name: &str, size: u32) -> Result<World<T, D>, Error> {
    match name {
        "stack" => stack(size),
        "pyramid" => pyramid(size),
        "bowl" => bowl(size),
        "bullets" => bullets(11).map(|(world, _)| world),
        "joints" => joints(Runner::RollingBall),
        _ => {
            let columns = (2_u32..100).take_while(|columns| columns.pow(if D == 2 { 2 } else { 3 }) <= size).last();
            pile(size, columns.unwrap_or(2))
        }
    }
}

/// A scene of `f64` that looks for contacts with shapes in `f32`, except on concave ground.
///
/// # Errors
/// None, with these numbers.
pub fn mixed<const D: usize>(name: &str, size: u32) -> Result<World<f64, D>, Error>
where
    f32: Forms<D>,
    f64: Forms<D>,
{
    let mut world = scene::<f64, D>(name, size)?;
    world.bodies.iter_mut().try_for_each(with_single)?;
    Ok(world)
}

/// Gives a body its shape in `f32`.
///
/// # Errors
/// If that is out of range.
pub fn with_single<const D: usize>(body: &mut Body<f64, D>) -> Result<(), Error>
where
    f32: Forms<D>,
    f64: Forms<D>,
{
    if let (Some(form), None) = (&body.form, &body.ground) {
        let like = <f32 as Forms<D>>::body(form, Isometry::identity())?;
        body.single = Some(Place::new(like.shape.shape().clone(), *body.shape.pose())?);
    }
    Ok(())
}

/// A form of one kind or another.
fn assorted<const D: usize>(kind: u32, random: &mut Random) -> Form {
    match kind % if D == 2 { 4 } else { 6 } {
        0 => Form::Cuboid([0; 3].map(|_| random.between(0.25, 0.4))),
        1 => Form::Ball(random.between(0.3, 0.45)),
        2 => Form::Capsule { end: [0.0, random.between(0.2, 0.35), 0.0], radius: random.between(0.2, 0.3) },
        3 => Form::Hull((0..if D == 2 { 8 } else { 16 }).map(|_| [0; 3].map(|_| random.between(-0.4, 0.4))).collect()),
        4 => Form::Cylinder { half: random.between(0.25, 0.4), radius: random.between(0.25, 0.4) },
        _ => Form::Cone { half: random.between(0.3, 0.45), radius: random.between(0.3, 0.45) },
    }
}

/// Bullets of several speeds, small and turning, at a wall of 2 cm that stands and one that can fall; the number of the first one. Each is
/// fired at a step of its own. Their speeds are drawn by a seed.
///
/// # Errors
/// None, with these numbers.
pub fn bullets<T: Forms<D>, const D: usize>(seed: u64) -> Result<(World<T, D>, usize), Error> {
    let mut plan = vec![Placed::floor(), Placed::fixed([WALL, 0.0, 0.0], [0.01, 200.0, 200.0])];
    // In front of it, boxes that are light enough to be knocked over.
    plan.extend((0..4).map(|k| Placed::cube(WALL - 6.0, 0.5 + f64::from(k))));
    let mut world = world(&plan)?;
    let first = world.bodies.len();
    let mut random = Random::new(seed);
    for k in 0..24_u32 {
        let height = 0.5 + 0.4 * f64::from(k % 12);
        let form = match k % 3 {
            0 => Form::Ball(0.05),
            1 => Form::Cuboid([0.04; 3]),
            _ => Form::Capsule { end: [0.3, 0.0, 0.0], radius: 0.02 },
        };
        let mut body = T::body(&form, at::<T, D>(-20.0 - f64::from(k), height))?;
        body.is_bullet = true;
        body.restitution = num(0.3);
        let speed = random.between(100.0, 900.0);
        world.events.push(Event { step: u64::from(10 * k), body: first + k as usize, velocity: place(speed, 0.0) });
        world.bodies.push(body);
    }
    Ok((world, first))
}

/// Where the wall of [`bullets`] is.
pub const WALL: f64 = 10.0;

/// How fast what slides and rolls over joints is.
pub const SPEED: f64 = 5.0;

/// The joints on the way, one every half a metre.
pub const JOINTS: u32 = 100;

/// What runs over joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// A box without friction.
    SlidingBox,
    /// A ball that does not slip.
    RollingBall,
}

/// Something that runs over level ground of many pieces, which is a chain in the plane and a mesh in space. It is the last
/// body.
///
/// # Errors
/// None, with these numbers.
pub fn joints<T: Forms<D>, const D: usize>(runner: Runner) -> Result<World<T, D>, Error> {
    with_runner(T::level(JOINTS + 20)?, runner)
}

/// Adds the runner to ground whose surface is at height 0, and begins at 0.
fn with_runner<T: Forms<D>, const D: usize>(ground: Vec<Body<T, D>>, runner: Runner) -> Result<World<T, D>, Error> {
    let form = match runner {
        Runner::SlidingBox => Form::Cuboid([0.3; 3]),
        Runner::RollingBall => Form::Ball(0.3),
    };
    let mut body = T::body(&form, at::<T, D>(2.0, 0.3))?;
    body.velocity = place(SPEED, 0.0);
    if runner == Runner::SlidingBox {
        body.friction = T::zero();
    } else {
        body.spin = T::moment(&place(0.0, 1.0 / 0.3), &body.velocity);
    }
    let mut world = World::default();
    (world.bodies, world.sleeps) = (ground, false);
    world.bodies.push(body);
    Ok(world)
}
