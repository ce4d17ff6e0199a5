//! The scenes: what stands, what falls, what flies and what slides.

use crate::body::Body;
use crate::ground;
use crate::space::{Number, Space, num};
use crate::world::{Event, World};
use gjk::Error;
use gjk::nalgebra::{AbstractRotation, Isometry, Point, Point2, Point3, SVector, Translation, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Polygon};

/// Numbers that look random and are the same everywhere: `SplitMix64` (Guy Steele and others, Fast splittable pseudorandom
/// number generators, 2014).
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number between two.
    pub fn between<T: Number>(&mut self, low: f64, high: f64) -> T {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // 32 bits are a whole number that f64 holds.
        let part = f64::from(u32::try_from((mixed ^ (mixed >> 31)) >> 32).unwrap_or(0)) / f64::from(u32::MAX);
        num(low + (high - low) * part)
    }

    fn vector<T: Number, const D: usize>(&mut self, size: f64) -> SVector<T, D> {
        SVector::from_fn(|_, _| self.between(-size, size))
    }
}

/// Spaces that have shapes of many kinds.
pub trait Assortment<const D: usize>: Space<D> {
    /// A body of one kind or another, somehow turned.
    ///
    /// # Errors
    /// None, with these numbers.
    fn assorted(kind: usize, at: SVector<Self, D>, random: &mut Random) -> Result<Body<Self, D>, Error>;

    /// Level ground at height 0, from 0 along the first axis, with a joint every half a metre.
    ///
    /// # Errors
    /// None, with these numbers.
    fn level(pieces: u32) -> Result<Vec<Body<Self, D>>, Error>;
}

/// A box, a disc, a capsule or a polygon.
impl<T: Space<2>> Assortment<2> for T {
    fn assorted(kind: usize, at: Vector2<T>, random: &mut Random) -> Result<Body<T, 2>, Error> {
        let turned = T::turn(&T::Rotation::identity(), T::moment(&random.vector(1.5), &random.vector(1.5)));
        let at = Isometry::from_parts(Translation::from(at), turned);
        let mut size = |low, high| random.between(low, high);
        match kind % 4 {
            0 => Body::new(Cuboid::new(Vector2::new(size(0.25, 0.4), size(0.25, 0.4)))?, at),
            1 => Body::new(Ball::new(Point2::origin(), size(0.3, 0.45))?, at),
            2 => {
                let end = size(0.2, 0.35);
                Body::new(Capsule::new(Point2::new(-end, T::zero()), Point2::new(end, T::zero()), size(0.2, 0.3))?, at)
            }
            _ => Body::new(Polygon::new((0..8).map(|_| Point::from(random.vector(0.45))))?, at),
        }
    }

    fn level(pieces: u32) -> Result<Vec<Body<T, 2>>, Error> {
        let points: Vec<_> = (0..=pieces).map(|k| Point2::new(num(f64::from(k) / 2.0), T::zero())).collect();
        ground::chain(&points)
    }
}

/// A box, a ball, a capsule, a hull, a cylinder or a cone.
impl<T: Space<3>> Assortment<3> for T {
    fn assorted(kind: usize, at: Vector3<T>, random: &mut Random) -> Result<Body<T, 3>, Error> {
        let turned = T::turn(&T::Rotation::identity(), T::moment(&random.vector(1.5), &random.vector(1.5)));
        let at = Isometry::from_parts(Translation::from(at), turned);
        let mut size = |low, high| random.between(low, high);
        match kind % 6 {
            0 => Body::new(Cuboid::new(Vector3::new(size(0.25, 0.4), size(0.25, 0.4), size(0.25, 0.4)))?, at),
            1 => Body::new(Ball::new(Point3::origin(), size(0.3, 0.45))?, at),
            2 => {
                let end = Point3::new(T::zero(), size(0.2, 0.35), T::zero());
                Body::new(Capsule::new(-end, end, size(0.2, 0.3))?, at)
            }
            3 => Body::new(ConvexHull::new((0..16).map(|_| Point::from(random.vector(0.4))))?, at),
            4 => Body::new(Cylinder::new(size(0.25, 0.4), size(0.25, 0.4))?, at),
            _ => Body::new(Cone::new(size(0.3, 0.45), size(0.3, 0.45))?, at),
        }
    }

    /// Three rows of squares, each of two triangles.
    fn level(pieces: u32) -> Result<Vec<Body<T, 3>>, Error> {
        let points: Vec<_> = (0..=pieces)
            .flat_map(|k| (0..4).map(move |row| [f64::from(k) / 2.0, 0.0, f64::from(row) / 2.0 - 0.75]))
            .map(|point| Point3::from(point.map(num)))
            .collect();
        let mut triangles = Vec::new();
        for k in 0..pieces as usize {
            for row in 0..3 {
                let [near, far] = [4 * k + row, 4 * k + row + 4];
                triangles.extend([[near, near + 1, far], [near + 1, far + 1, far]]);
            }
        }
        ground::mesh(&points, &triangles)
    }
}

/// A box that never moves, around a center.
fn block<T: Space<D>, const D: usize>(center: SVector<T, D>, half: SVector<T, D>) -> Result<Body<T, D>, Error> {
    Body::fixed(Cuboid::new(half)?, Translation::from(center))
}

/// A vector with one number along the second axis, which is up, one along the first, and zeros.
fn place<T: Number, const D: usize>(x: f64, y: f64) -> SVector<T, D> {
    SVector::from_fn(|k, _| num([x, y].get(k).copied().unwrap_or(0.0)))
}

/// A floor whose surface is at height 0.
fn floor<T: Space<D>, const D: usize>() -> Result<Body<T, D>, Error> {
    block(place(0.0, -1.0), SVector::from_fn(|k, _| num(if k == 1 { 1.0 } else { 40.0 })))
}

/// A cube of one metre.
fn cube<T: Space<D>, const D: usize>(x: f64, y: f64) -> Result<Body<T, D>, Error> {
    Body::new(Cuboid::new(SVector::repeat(num(0.5)))?, Translation::from(place::<T, D>(x, y)))
}

/// Boxes of one metre, one on top of the other.
///
/// # Errors
/// None, with these numbers.
pub fn stack<T: Space<D>, const D: usize>(count: u32) -> Result<World<T, D>, Error> {
    let mut world = World::default();
    world.bodies.push(floor()?);
    for k in 0..count {
        world.bodies.push(cube(0.0, 0.5 + f64::from(k))?);
    }
    Ok(world)
}

/// Boxes of one metre, each on two others: 20 rows have 210.
///
/// # Errors
/// None, with these numbers.
pub fn pyramid<T: Space<D>, const D: usize>(rows: u32) -> Result<World<T, D>, Error> {
    let mut world = World::default();
    world.bodies.push(floor()?);
    for row in 0..rows {
        let inset = f64::from(row) / 2.0;
        for k in 0..rows - row {
            let x = f64::from(k) + inset - f64::from(rows - 1) / 2.0;
            // A gap of 5 cm, so that neighbours in a row do not touch.
            world.bodies.push(cube(1.05 * x, 0.5 + f64::from(row))?);
        }
    }
    Ok(world)
}

/// How wide the box of a pile is, from wall to wall, for a number of columns.
pub fn pile_width(columns: u32) -> f64 {
    1.4 * f64::from(columns)
}

/// Bodies of all kinds that fall into a walled box.
///
/// # Errors
/// None, with these numbers.
pub fn pile<T: Assortment<D>, const D: usize>(count: u32, columns: u32) -> Result<World<T, D>, Error> {
    let mut world = World::default();
    world.bodies.push(floor()?);
    let half = pile_width(columns) / 2.0;
    for axis in (0..D).filter(|axis| *axis != 1) {
        for side in [-1.0, 1.0] {
            let center = SVector::from_fn(|k, _| num(if k == axis { side * (half + 1.0) } else { 0.0 }));
            world.bodies.push(block(center, SVector::from_fn(|k, _| num(if k == axis { 1.0 } else { 100.0 })))?);
        }
    }
    let mut random = Random::new(7);
    let in_a_layer = if D == 2 { columns } else { columns * columns };
    for k in 0..count {
        let (layer, column) = (k / in_a_layer, k % in_a_layer);
        let along = |number: u32| 1.4 * (f64::from(number) + 0.5) - half;
        let [x, y, z] = [along(column % columns), 1.0 + 1.4 * f64::from(layer), along(column / columns)];
        let jitter: SVector<T, D> = random.vector(0.02);
        let at = SVector::from_fn(|axis, _| num([x, y, z][axis])) + jitter;
        world.bodies.push(T::assorted(k as usize, at, &mut random)?);
    }
    Ok(world)
}

/// Bullets of several speeds, small and turning, at a wall of 2 cm that stands and one that can fall; the number of the first one. Each is
/// fired at a step of its own.
///
/// # Errors
/// None, with these numbers.
pub fn bullets<T: Assortment<D>, const D: usize>() -> Result<(World<T, D>, usize), Error> {
    let mut world = World::default();
    world.bodies.push(floor()?);
    let tall = |thickness: f64| SVector::from_fn(|k, _| num(if k == 0 { thickness / 2.0 } else { 200.0 }));
    world.bodies.push(block(place(WALL, 0.0), tall(0.02))?);
    // In front of it, boxes that are light enough to be knocked over.
    for k in 0..4 {
        world.bodies.push(cube(WALL - 6.0, 0.5 + f64::from(k))?);
    }
    let first = world.bodies.len();
    let mut random = Random::new(11);
    for k in 0..24_u32 {
        let height = 0.5 + 0.4 * f64::from(k % 12);
        let at = Translation::from(place::<T, D>(-20.0 - f64::from(k), height));
        let mut body = match k % 3 {
            0 => Body::new(Ball::new(Point::origin(), num(0.05))?, at)?,
            1 => Body::new(Cuboid::new(SVector::repeat(num(0.04)))?, at)?,
            _ => {
                let end: SVector<T, D> = place(0.3, 0.0);
                Body::new(Capsule::new(Point::from(-end), Point::from(end), num(0.02))?, at)?
            }
        };
        body.is_bullet = true;
        body.restitution = num(0.3);
        let speed = random.between::<f64>(100.0, 900.0);
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
pub fn joints<T: Assortment<D>, const D: usize>(runner: Runner) -> Result<World<T, D>, Error> {
    with_runner(T::level(JOINTS + 20)?, runner)
}

/// The same in the plane, on tiles.
///
/// # Errors
/// None, with these numbers.
pub fn tiles<T: Space<2>>(runner: Runner) -> Result<World<T, 2>, Error> {
    let row = 0..i32::try_from(JOINTS).unwrap_or(0) + 20;
    // Two rows, so that most have neighbours below, too.
    let places: Vec<[i32; 2]> = row.flat_map(|k| [[k, 0], [k, -1]]).collect();
    with_runner(ground::tiles(&places, Point2::new(num(0.25), num(-0.25)), num(0.5))?, runner)
}

/// Adds the runner to ground whose surface is at height 0, and begins at 0.
fn with_runner<T: Space<D>, const D: usize>(ground: Vec<Body<T, D>>, runner: Runner) -> Result<World<T, D>, Error> {
    let at = Translation::from(place::<T, D>(2.0, 0.3));
    let mut body = match runner {
        Runner::SlidingBox => Body::new(Cuboid::new(SVector::repeat(num(0.3)))?, at)?,
        Runner::RollingBall => Body::new(Ball::new(Point::origin(), num(0.3))?, at)?,
    };
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
