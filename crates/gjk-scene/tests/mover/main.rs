//! Movers in random corridors, corners, funnels and stairs, and on platforms, measured by brute force on features, in
//! double precision: `crates/oracle`, which shares no code with the library.
//!
//! `CAMPAIGN=102 cargo test --release -p gjk-scene --test mover -- --nocapture` takes 10⁵ scenes and 2 · 10⁴ rides.

#![allow(unreachable_pub, missing_docs, reason = "the modules share parts")]
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "random numbers are rounded to f32")]
#![allow(clippy::must_use_candidate, reason = "a test looks at what it needs")]

mod cases;
mod found;
mod rides;
mod scenes;

use gjk::Support;
use gjk::epa::Expansion;
use gjk::nalgebra::{
    self, AbstractRotation, Matrix3, Point, Point2, Point3, SVector, UnitComplex, UnitQuaternion, Vector2, Vector3,
};
use gjk::shape::{Ball, Capsule, ConvexHull, Cuboid, Polygon, Posed};
use gjk::simplex::Cases;
use gjk_scene::Mover;
use oracle::brute::{Polyhedron, polygons, polyhedra};

const STEP: f32 = 1.0 / 60.0;

/// The part of the skin that has to be left: that at which casts stop.
const KEPT: f64 = 15.0 / 16.0;

/// A mover of any shape, and a box in its way.
pub type Walker<const D: usize> = Mover<Box<dyn Support<D, Scalar = f32>>, f32, D>;
pub type Block<const D: usize> = Posed<Cuboid<f32, D>, f32, D>;

fn walker<const D: usize>(shape: impl Support<D, Scalar = f32> + 'static, at: Point<f32, D>) -> Walker<D>
where
    Cases: Expansion<f32, D>,
{
    Mover::new(Box::new(shape) as Box<dyn Support<D, Scalar = f32>>, at).unwrap()
}

/// A sequence of numbers for each seed: `SplitMix64` (Guy Steele and others, Fast splittable pseudorandom number
/// generators, 2014). The scenes that tests name are made of it.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * (((mixed ^ (mixed >> 31)) >> 32) as f64 / f64::from(u32::MAX))
    }
}

/// What differs between the plane and space.
pub trait Measured<const D: usize>: Sized {
    /// How a box is turned.
    type Rotation: AbstractRotation<f32, D> + Copy;
    /// A set for distances.
    type Solid;
    /// The hull of points; in space a box, or a few points in general position, or the ends of a segment.
    fn solid(points: &[[f64; D]]) -> Self::Solid;
    /// The distance; 0 if they intersect.
    fn distance(a: &Self::Solid, b: &Self::Solid) -> f64;
    /// The rotation that takes the first axis to a direction, and the second to another, if one is given.
    fn towards(direction: &SVector<f32, D>, second: Option<&SVector<f32, D>>) -> Self::Rotation;
    fn polytope(points: &[Point<f32, D>], at: Point<f32, D>) -> Walker<D>;
}

impl Measured<2> for f32 {
    type Rotation = UnitComplex<f32>;
    type Solid = Vec<[f64; 2]>;
    fn solid(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        points.to_vec()
    }
    fn distance(a: &Vec<[f64; 2]>, b: &Vec<[f64; 2]>) -> f64 {
        polygons(a, b).distance
    }
    fn towards(direction: &Vector2<f32>, _: Option<&Vector2<f32>>) -> UnitComplex<f32> {
        UnitComplex::new(direction.y.atan2(direction.x))
    }
    fn polytope(points: &[Point2<f32>], at: Point2<f32>) -> Walker<2> {
        walker(Polygon::hull(points.iter().copied()).unwrap(), at)
    }
}

impl Measured<3> for f32 {
    type Rotation = UnitQuaternion<f32>;
    type Solid = Polyhedron;
    fn solid(points: &[[f64; 3]]) -> Polyhedron {
        match points.len() {
            1 => Polyhedron::new(points, &[[0, 0, 0]], &[]),
            2 => Polyhedron::new(points, &[[0, 1, 1]], &[[0, 1]]),
            8 => Polyhedron::from_box_vertices(points),
            _ => Polyhedron::hull_of(points),
        }
    }
    fn distance(a: &Polyhedron, b: &Polyhedron) -> f64 {
        polyhedra(a, b).distance
    }
    fn towards(direction: &Vector3<f32>, second: Option<&Vector3<f32>>) -> UnitQuaternion<f32> {
        if let Some(second) = second {
            let axes = Matrix3::from_columns(&[*direction, *second, direction.cross(second)]);
            return UnitQuaternion::from_matrix(&axes);
        }
        UnitQuaternion::rotation_between(&Vector3::x(), direction)
            .unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector3::z_axis(), std::f32::consts::PI))
    }
    fn polytope(points: &[Point3<f32>], at: Point3<f32>) -> Walker<3> {
        walker(ConvexHull::new(points.iter().copied()).unwrap(), at)
    }
}

/// The shape of a mover: the points of its core, and its margin.
#[derive(Clone, Debug)]
pub struct Form<const D: usize> {
    core: Vec<SVector<f32, D>>,
    margin: f32,
}

impl<const D: usize> Form<D> {
    fn random(random: &mut Random, kind: u32) -> Self {
        let half = SVector::from_fn(|_, _| single(random.between(0.15, 0.5)));
        let radius = single(random.between(0.15, 0.5));
        match kind % 4 {
            0 => Self { core: vec![SVector::zeros()], margin: radius },
            1 => {
                let end = SVector::from_fn(|k, _| if k == 1 { half[1] } else { 0.0 });
                Self { core: vec![-end, end], margin: radius }
            }
            2 => Self { core: corners(&half), margin: 0.0 },
            // In space one more than a box has, so that it is not taken for one.
            _ => {
                let points = (0..9).map(|_| SVector::from_fn(|_, _| single(random.between(-0.4, 0.4))));
                Self { core: points.collect(), margin: 0.0 }
            }
        }
    }

    fn reach(&self, direction: &SVector<f32, D>) -> f32 {
        self.core.iter().map(|point| point.dot(direction)).fold(f32::MIN, f32::max) + self.margin
    }

    fn mover(&self, at: Point<f32, D>) -> Walker<D>
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        match (&self.core[..], self.margin) {
            ([_], radius) => walker(Ball::new(radius).unwrap(), at),
            ([a, b], radius) => walker(Capsule::new(a, b, radius).unwrap(), at),
            (core, _) if core.len() == 1 << D => walker(Cuboid::new(core[core.len() - 1]).unwrap(), at),
            (core, _) => f32::polytope(&core.iter().map(|point| Point::from(*point)).collect::<Vec<_>>(), at),
        }
    }
}

/// The corners of a box: bit k says the side along axis k.
fn corners<T: nalgebra::RealField + Copy, const D: usize>(half: &SVector<T, D>) -> Vec<SVector<T, D>> {
    let corner = |index: usize| SVector::from_fn(|k, _| if index >> k & 1 == 1 { half[k] } else { -half[k] });
    (0..1 << D).map(corner).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a random number")]
fn single(x: f64) -> f32 {
    x as f32
}

/// A random direction.
fn direction<const D: usize>(random: &mut Random) -> SVector<f32, D> {
    loop {
        let vector = SVector::<f32, D>::from_fn(|_, _| single(random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.norm()) {
            return vector.normalize();
        }
    }
}
