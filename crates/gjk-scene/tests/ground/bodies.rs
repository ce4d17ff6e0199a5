//! Bodies of every kind, and their farthest points by formulas.

use crate::{Float, wide};
use gjk::nalgebra::{Point, Point2, Point3, SMatrix, SVector, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Polygon, Posed,
    Sum, Tetrahedron, Triangle,
};
use gjk::{Pose, Support, SupportExt};
use oracle::random::Random;

pub type Shape<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;
type Farthest<const D: usize> = Box<dyn Fn(&SVector<f64, D>) -> SVector<f64, D>>;

/// A shape, and its farthest points along directions that are not zero.
pub struct Body<T, const D: usize> {
    pub shape: Shape<T, D>,
    pub farthest: Farthest<D>,
}

pub const KINDS_2D: usize = 9;
pub const KINDS_3D: usize = 14;

fn body<T, const D: usize>(
    shape: impl Support<D, Scalar = T> + 'static,
    farthest: impl Fn(&SVector<f64, D>) -> SVector<f64, D> + 'static,
) -> Body<T, D> {
    Body { shape: Box::new(shape), farthest: Box::new(farthest) }
}

fn unit<const D: usize>(v: &SVector<f64, D>) -> SVector<f64, D> {
    if v.norm() > 0.0 { v.normalize() } else { *v }
}

fn of_points<const D: usize>(points: Vec<SVector<f64, D>>) -> impl Fn(&SVector<f64, D>) -> SVector<f64, D> {
    move |d| *points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap()
}

fn of_box<const D: usize>(halves: SVector<f64, D>) -> impl Fn(&SVector<f64, D>) -> SVector<f64, D> {
    move |d| halves.zip_map(d, f64::copysign)
}

fn of_ellipsoid<const D: usize>(radii: SVector<f64, D>) -> impl Fn(&SVector<f64, D>) -> SVector<f64, D> {
    move |d| unit(&radii.component_mul(d)).component_mul(&radii)
}

/// Lengths about equal, or one of them much less than the others.
fn lengths<T: Float, const D: usize>(random: &mut Random) -> SVector<T, D> {
    let mut lengths = SVector::<f64, D>::from_fn(|_, _| random.uniform(0.1, 0.5));
    if random.index(4) == 0 {
        lengths[random.index(D)] *= random.magnitude(-4, 0);
    }
    lengths.map(T::narrowed)
}

fn points<T: Float, const D: usize>(random: &mut Random, count: usize) -> Vec<Point<T, D>> {
    let mut point = || SVector::from(random.direction::<D>()) * random.uniform(0.1, 0.5);
    (0..count).map(|_| point().map(T::narrowed).into()).collect()
}

fn vectors<T: Float, const D: usize>(points: &[Point<T, D>]) -> Vec<SVector<f64, D>> {
    points.iter().map(|point| wide(&point.coords)).collect()
}

/// The kinds that there are in any dimension.
fn general<T: Float, const D: usize>(kind: usize, random: &mut Random) -> Body<T, D> {
    let radius = T::narrowed(random.uniform(0.05, 0.5));
    let r: f64 = radius.into();
    let halves: SVector<T, D> = lengths(random);
    let wide_halves = wide(&halves);
    match kind {
        0 => body(Ball::at(Point::origin(), radius).unwrap(), move |d| unit(d) * r),
        1 => body(Ellipsoid::new(halves).unwrap(), of_ellipsoid(wide_halves)),
        2 => body(Cuboid::new(halves).unwrap(), of_box(wide_halves)),
        3 => {
            let end = SVector::<T, D>::from_fn(|k, _| if k == 1 { halves[1] } else { T::zero() });
            let (up, core) = (wide(&end), of_points(vec![wide(&end), -wide(&end)]));
            assert!(up[1] > 0.0);
            body(Capsule::new(-end, end, radius).unwrap(), move |d| core(d) + unit(d) * r)
        }
        4 => {
            let core = of_box(wide_halves);
            body(Cuboid::new(halves).unwrap().swollen(radius).unwrap(), move |d| core(d) + unit(d) * r)
        }
        5 => {
            let count = 5 + random.index(20);
            let cloud = points(random, count);
            body(PointCloud::new(cloud.iter().copied()).unwrap(), of_points(vectors(&cloud)))
        }
        _ => {
            let (egg, more) = (of_ellipsoid(wide_halves), lengths(random));
            let cuboid = of_box(wide(&more));
            let sum = Sum::new(Ellipsoid::new(halves).unwrap(), Cuboid::new(more).unwrap()).unwrap();
            body(sum, move |d| egg(d) + cuboid(d))
        }
    }
}

pub fn in_the_plane<T: Float>(kind: usize, random: &mut Random) -> Body<T, 2> {
    let count = 3 + random.index(10);
    let corners: Vec<Point2<T>> = points(random, count);
    match kind {
        7 => body(Polygon::hull(corners.iter().copied()).unwrap(), of_points(vectors(&corners))),
        8 => {
            let corners = [corners[0], corners[1], corners[2]];
            body(Triangle::new(corners).unwrap(), of_points(vectors(&corners)))
        }
        _ => general(kind, random),
    }
}

pub fn in_space<T: Float>(kind: usize, random: &mut Random) -> Body<T, 3> {
    let [radius, half, _]: [T; 3] = lengths::<T, 3>(random).into();
    let [r, h] = [radius, half].map(|x| -> f64 { x.into() });
    let rim = move |d: &Vector3<f64>, y: f64| {
        let out = unit(&Vector2::new(d.x, d.z)) * r;
        Vector3::new(out.x, y, out.y)
    };
    let count = 4 + random.index(20);
    let corners: Vec<Point3<T>> = points(random, count);
    match kind {
        7 => body(Cylinder::with_radius(radius).half_height(half).unwrap(), move |d| rim(d, h.copysign(d.y))),
        8 => {
            let cone = move |d: &Vector3<f64>| {
                let foot = rim(d, -h);
                if foot.dot(d) > h * d.y { foot } else { Vector3::new(0.0, h, 0.0) }
            };
            body(Cone::with_radius(radius).half_height(half).unwrap(), cone)
        }
        9 => body(ConvexHull::new(corners.iter().copied()).unwrap(), of_points(vectors(&corners))),
        10 => {
            let corners = [0, 1, 2, 3].map(|k| corners[k]);
            body(Tetrahedron::new(corners).unwrap(), of_points(vectors(&corners)))
        }
        11 => {
            let mut plane = |x: f64, y: f64, z: f64| {
                let offset = T::narrowed(random.uniform(0.1, 0.3));
                HalfSpace::new(Vector3::new(x, y, z).map(T::narrowed), offset).unwrap()
            };
            let depth = [plane(0.0, 0.0, 1.0), plane(0.0, 0.1, -1.0)];
            let sides = [plane(-1.0, 0.0, 0.3), plane(1.0, 0.0, 0.3), plane(0.0, -1.0, 0.3), plane(0.0, 1.0, 0.3)];
            let [near, far] = depth;
            let [left, right, bottom, top] = sides;
            let view = Frustum::from_planes(&[near, far, left, right, bottom, top]).unwrap();
            let corners = vectors(view.corners());
            body(view, of_points(corners))
        }
        12 => {
            let ends = [corners[0], corners[1]];
            let radii = [radius, half];
            let balls = [0, 1].map(|k| Ball::at(ends[k], radii[k]).unwrap());
            let ends = ends.map(|end| wide(&end.coords));
            let farthest = move |d: &Vector3<f64>| {
                let [a, b] = [ends[0] + unit(d) * r, ends[1] + unit(d) * h];
                if a.dot(d) > b.dot(d) { a } else { b }
            };
            body(Hull::round(balls).unwrap(), farthest)
        }
        13 => {
            let drum = Cylinder::with_radius(radius).half_height(half).unwrap();
            let margin = T::narrowed(random.uniform(0.01, 0.2));
            let m: f64 = margin.into();
            body(drum.swollen(margin).unwrap(), move |d| rim(d, h.copysign(d.y)) + unit(d) * m)
        }
        _ => general(kind, random),
    }
}

/// A body that is turned, and can be put anywhere.
pub struct Placed<T: Float, const D: usize> {
    pub shape: Posed<Shape<T, D>, T, D>,
    turn: SMatrix<f64, D, D>,
    farthest: Farthest<D>,
}

impl<T: Float, const D: usize> Placed<T, D> {
    pub fn new(body: Body<T, D>, turn: &SMatrix<f64, D, D>) -> Self {
        let turn = turn.map(T::narrowed);
        let pose = Pose::new(turn, SVector::zeros()).unwrap();
        Self { shape: body.shape.posed(pose).unwrap(), turn: turn.map(Into::into), farthest: body.farthest }
    }

    pub fn put(&mut self, at: &SVector<f64, D>) {
        let pose = Pose::new(self.turn.map(T::narrowed), at.map(T::narrowed)).unwrap();
        self.shape.set_pose(pose).unwrap();
    }

    /// Its farthest point.
    pub fn farthest(&self, direction: &SVector<f64, D>) -> SVector<f64, D> {
        let at: SVector<f64, D> = wide(self.shape.pose().translation());
        self.turn * (self.farthest)(&(self.turn.transpose() * direction)) + at
    }
}
