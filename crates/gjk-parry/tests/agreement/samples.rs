//! Random shapes of parry, each with the same shape of the library in `f64`.

use super::dimension;
use super::parry::math::{Pose, Vector};
use super::parry::shape::{Shape, SharedShape};
use super::{D, Real};
use gjk::SupportExt;
use gjk::nalgebra::SVector;
use gjk::shape::{Ball, Capsule, Cuboid, PointCloud, Segment, Triangle};
use oracle::random::Random;

pub(super) type Exact = gjk::shape::Shape<f64, D>;

pub(super) struct Sample {
    pub(super) shape: SharedShape,
    pub(super) exact: Exact,
    /// Whether all faces are flat, up to a margin.
    pub(super) is_polytope: bool,
}

pub(super) fn wide(v: Vector) -> SVector<f64, D> {
    SVector::from(v.to_array()).map(f64::from)
}

/// The kinds that there are in the plane and in space.
pub(super) const COMMON: usize = 9;

pub(super) fn length(random: &mut Random) -> Real {
    random.uniform(0.2, 1.5) as Real
}

pub(super) fn point(random: &mut Random) -> Vector {
    Vector::from_array(random.direction::<D>().map(|x| x as Real)) * length(random)
}

/// The points of a hull.
pub(super) fn cloud(points: &[Vector]) -> Exact {
    PointCloud::new(points.iter().map(|point| wide(*point))).expect("points").into()
}

pub(super) fn swollen(exact: Exact, by: Real) -> Exact {
    exact.swollen(f64::from(by)).expect("a margin").into()
}

pub(super) fn kinds() -> usize {
    COMMON + dimension::KINDS
}

pub(super) fn sample(random: &mut Random, kind: usize) -> Sample {
    let radius = length(random) / 3.0;
    let half = Vector::from_array(std::array::from_fn(|_| length(random)));
    let [a, b, c] = [(); 3].map(|()| point(random));
    let triangle = || Exact::from(Triangle::new([a, b, c].map(wide)).expect("three points"));
    let cuboid = || Exact::from(Cuboid::new(wide(half)).expect("half extents"));
    let (shape, exact) = match kind {
        0 => (SharedShape::ball(radius), Ball::new(f64::from(radius)).expect("a radius").into()),
        1 => (SharedShape::new(super::parry::shape::Cuboid::new(half)), cuboid()),
        2 => {
            let exact = Capsule::new(wide(a), wide(b), f64::from(radius)).expect("a capsule");
            (SharedShape::capsule(a, b, radius), exact.into())
        }
        3 => (SharedShape::segment(a, b), Segment::new([a, b].map(wide)).expect("ends").into()),
        4 => (SharedShape::triangle(a, b, c), triangle()),
        5 => (
            SharedShape::new(super::parry::shape::RoundShape {
                inner_shape: super::parry::shape::Cuboid::new(half),
                border_radius: radius,
            }),
            swollen(cuboid(), radius),
        ),
        6 => (SharedShape::round_triangle(a, b, c, radius), swollen(triangle(), radius)),
        7 | 8 => loop {
            let points: Vec<Vector> = (0..4 + random.index(17)).map(|_| point(random)).collect();
            let Some((hull, exact)) = dimension::hull(&points, if kind == 8 { radius } else { 0.0 }) else { continue };
            break (hull, exact);
        },
        _ => return dimension::sample(random, kind - COMMON),
    };
    Sample { shape, exact, is_polytope: true }
}

pub(super) fn pose(random: &mut Random) -> Pose {
    let way = Vector::from_array(random.direction::<D>().map(|x| x as Real)) * random.uniform(0.0, 3.0) as Real;
    Pose::from_parts(way, dimension::rotation(random))
}

/// The pose of a shape in `f64`: the same numbers.
pub(super) fn wide_pose(pose: &Pose) -> gjk::Pose<f64, D> {
    dimension::wide_pose(pose)
}

pub(super) fn reach(shape: &dyn Shape) -> f64 {
    let sphere = shape.compute_local_bounding_sphere();
    f64::from(sphere.radius + sphere.center.length())
}
