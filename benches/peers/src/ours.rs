//! `gjk` itself: cuboids as cuboids, polygons as polygons, hulls as point clouds, both posed ahead of the clock and turned and
//! moved by each query.

use gjk::nalgebra::{Isometry2, Isometry3, Point, Quaternion, SVector, Translation, UnitComplex, UnitQuaternion};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, PointCloud, Polygon, Posed};
use gjk::{
    Cache, Distance, Query, Real, Support, SupportExt, contact, distance, epa::Expansion, intersects, manifold,
    raycast, shape_cast, simplex::Cases,
};
use std::hint::black_box;

use crate::engine::{Contact, Contender, Engine, Impact, Separation};
use crate::pairs::{self, Kind, Scene, Shape, Upright, Vec3};
use crate::{PREDICTION, Scalar};

struct Case<A, B, T: gjk::Scalar, const D: usize> {
    a: Posed<A, T, D>,
    b: Posed<B, T, D>,
    velocity: SVector<T, D>,
    /// What a distance left when B stood a little beside.
    cache: Cache<T, D>,
}

struct Ours<A, B, T: gjk::Scalar, const D: usize> {
    cases: Vec<Case<A, B, T, D>>,
}

impl<A, B, T, const D: usize> Engine for Ours<A, B, T, D>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    T: World<D>,
    Cases: Expansion<T, D>,
{
    type Case = Case<A, B, T, D>;
    type Separation = Separation<T, D>;
    type Contact = Contact<T, D>;

    fn name(&self) -> &'static str {
        "ours"
    }

    fn cases(&self) -> &[Self::Case] {
        &self.cases
    }

    #[inline]
    fn intersects(&self, case: &Self::Case) -> bool {
        intersects(&case.a, &case.b)
    }

    #[inline]
    fn separation(&self, case: &Self::Case) -> Option<Self::Separation> {
        separation(distance(&case.a, &case.b))
    }

    #[inline]
    fn again(&self, case: &Self::Case) -> Option<Self::Separation> {
        let mut cache = case.cache;
        let found = Query::new().with_cache(&mut cache).distance(&case.a, &case.b);
        black_box(cache);
        separation(found)
    }

    #[inline]
    fn contact(&self, case: &Self::Case) -> Option<Self::Contact> {
        let found = contact(&case.a, &case.b);
        let points = found.points.map(Into::into);
        Some(Contact { depth: -found.separation, normal: found.normal.into(), points })
    }

    #[inline]
    fn manifold(&self, case: &Self::Case) -> usize {
        black_box(manifold(&case.a, &case.b, T::narrow(PREDICTION))).near().map_or(0, |found| found.points().len())
    }

    #[inline]
    fn cast(&self, case: &Self::Case) -> Option<Impact> {
        let hit = shape_cast(&case.a, case.b.moving(case.velocity)).ok()?.hit?;
        let [point, _] = hit.points;
        Some(Impact::new(hit.time, hit.normal.into(), point.into()))
    }

    #[inline]
    fn ray(&self, case: &Self::Case) -> Option<Impact> {
        let hit = raycast(&case.a, case.b.pose().translation(), case.velocity).ok()??;
        Some(Impact::new(hit.time, hit.normal.into(), hit.point.into()))
    }
}

#[inline]
fn separation<T: World<D>, const D: usize>(found: Distance<T, D>) -> Option<Separation<T, D>> {
    let [a, b] = found.points;
    (!found.distance.is_zero()).then(|| Separation { distance: found.distance, a: a.into(), b: b.into() })
}

/// What the two dimensions and the two scalars differ in.
pub trait World<const D: usize>: Real + Copy + Into<f64> {
    fn narrow(x: f64) -> Self;
    fn pose(pose: pairs::Pose) -> gjk::Pose<Self, D>;

    fn vector(v: Vec3) -> SVector<Self, D> {
        SVector::from_fn(|k, _| Self::narrow(v[k]))
    }
}

macro_rules! worlds {
    ($($t:ty),*) => { $(
        impl World<2> for $t {
            fn narrow(x: f64) -> Self {
                x as $t
            }
            fn pose(pose: pairs::Pose) -> gjk::Pose<Self, 2> {
                let [cos, sin] = pose.cos_sin().map(|x| x as $t);
                let rotation = UnitComplex::from_cos_sin_unchecked(cos, sin);
                Isometry2::from_parts(Translation::from(Self::vector(pose.translation)), rotation).into()
            }
        }
        impl World<3> for $t {
            fn narrow(x: f64) -> Self {
                x as $t
            }
            fn pose(pose: pairs::Pose) -> gjk::Pose<Self, 3> {
                let [x, y, z, w] = pose.rotation.map(|x| x as $t);
                let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
                Isometry3::from_parts(Translation::from(Self::vector(pose.translation)), rotation).into()
            }
        }
    )* };
}
worlds!(f32, f64);

/// The pairs of a scene at a separation, in a scalar.
pub fn contender(scene: &Scene, factor: f64, scalar: Scalar) -> Box<dyn Contender> {
    match (scene.kind.is_planar(), scalar) {
        (true, Scalar::F32) => in_plane::<f32>(scene, factor),
        (true, Scalar::F64) => in_plane::<f64>(scene, factor),
        (false, Scalar::F32) => in_space::<f32>(scene, factor),
        (false, Scalar::F64) => in_space::<f64>(scene, factor),
    }
}

fn in_plane<T: World<2>>(scene: &Scene, factor: f64) -> Box<dyn Contender>
where
    Cases: Expansion<T, 2>,
{
    match scene.kind {
        Kind::Rect => pairs_of(scene, factor, cuboid::<T, 2>),
        Kind::Discs => pairs_of(scene, factor, ball::<T, 2>),
        Kind::FlatCapsules => pairs_of(scene, factor, capsule::<T, 2>),
        _ => pairs_of(scene, factor, polygon::<T>),
    }
}

fn in_space<T: World<3>>(scene: &Scene, factor: f64) -> Box<dyn Contender>
where
    Cases: Expansion<T, 3>,
{
    match scene.kind {
        Kind::Cuboid => pairs_of(scene, factor, cuboid::<T, 3>),
        Kind::BoxBall => pairs_of_two(scene, factor, cuboid::<T, 3>, ball),
        Kind::Capsules => pairs_of(scene, factor, capsule::<T, 3>),
        Kind::Balls => pairs_of(scene, factor, ball::<T, 3>),
        Kind::CylinderCone => pairs_of_two(scene, factor, cylinder::<T>, cone::<T>),
        _ => pairs_of(scene, factor, cloud::<T, 3>),
    }
}

const ONE_KIND: &str = "the shapes of a scene are of one kind";

pub fn cuboid<T: World<D>, const D: usize>(shape: &Shape) -> Cuboid<T, D> {
    let Shape::Cuboid(half) = shape else { unreachable!("{ONE_KIND}") };
    Cuboid::new(T::vector(*half)).expect("a cuboid")
}

pub fn cloud<T: World<D>, const D: usize>(shape: &Shape) -> PointCloud<T, D> {
    let Shape::Hull(points) = shape else { unreachable!("{ONE_KIND}") };
    PointCloud::new(points.iter().map(|p| Point::from(T::vector(*p)))).expect("a point cloud").indexed()
}

pub fn polygon<T: World<2>>(shape: &Shape) -> Polygon<T> {
    let Shape::Hull(points) = shape else { unreachable!("{ONE_KIND}") };
    Polygon::new(points.iter().map(|p| Point::from(T::vector(*p)))).expect("a polygon")
}

pub fn ball<T: World<D>, const D: usize>(shape: &Shape) -> Ball<T, D> {
    let Shape::Ball(radius) = shape else { unreachable!("{ONE_KIND}") };
    Ball::at(Point::from(T::vector([0.0; 3])), T::narrow(*radius)).expect("a ball")
}

pub fn capsule<T: World<D>, const D: usize>(shape: &Shape) -> Capsule<T, D> {
    let Shape::Capsule(Upright { half_height, radius }) = shape else { unreachable!("{ONE_KIND}") };
    let [low, high] = [-half_height, *half_height].map(|y| Point::from(T::vector([0.0, y, 0.0])));
    Capsule::new(low, high, T::narrow(*radius)).expect("a capsule")
}

pub fn cylinder<T: World<3>>(shape: &Shape) -> Cylinder<T> {
    let Shape::Cylinder(Upright { half_height, radius }) = shape else { unreachable!("{ONE_KIND}") };
    Cylinder::with_radius(T::narrow(*radius)).half_height(T::narrow(*half_height)).expect("a cylinder")
}

pub fn cone<T: World<3>>(shape: &Shape) -> Cone<T> {
    let Shape::Cone(Upright { half_height, radius }) = shape else { unreachable!("{ONE_KIND}") };
    Cone::with_radius(T::narrow(*radius)).half_height(T::narrow(*half_height)).expect("a cone")
}

fn pairs_of<T, S, const D: usize>(scene: &Scene, factor: f64, convert: impl Fn(&Shape) -> S) -> Box<dyn Contender>
where
    T: World<D>,
    S: Support<D, Scalar = T> + 'static,
    Cases: Expansion<T, D>,
{
    let shapes = all(scene.first(), convert);
    Box::new(Ours { cases: posed(scene, factor, shapes, shapes) })
}

fn pairs_of_two<T, A, B, const D: usize>(
    scene: &Scene,
    factor: f64,
    first: impl Fn(&Shape) -> A,
    second: impl Fn(&Shape) -> B,
) -> Box<dyn Contender>
where
    T: World<D>,
    A: Support<D, Scalar = T> + 'static,
    B: Support<D, Scalar = T> + 'static,
    Cases: Expansion<T, D>,
{
    Box::new(Ours { cases: posed(scene, factor, all(scene.first(), first), all(scene.second(), second)) })
}

/// The shapes live as long as the program: hulls are shared between pairs, as they are in the peers.
pub fn all<S>(shapes: &[Shape], convert: impl Fn(&Shape) -> S) -> &'static [S] {
    shapes.iter().map(convert).collect::<Vec<S>>().leak()
}

fn posed<T, A, B, const D: usize>(
    scene: &Scene,
    factor: f64,
    first: &'static [A],
    second: &'static [B],
) -> Vec<Case<&'static A, &'static B, T, D>>
where
    T: World<D>,
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    Cases: Expansion<T, D>,
{
    let case = |p: pairs::Posed| {
        let a = (&first[p.a]).posed(T::pose(p.pose_a)).expect("a pose");
        let b = |pose| (&second[p.b]).posed(T::pose(pose)).expect("a pose");
        let mut cache = Cache::new();
        let _ = Query::new().with_cache(&mut cache).distance(&a, &b(p.before()));
        Case { a, b: b(p.pose_b), velocity: T::vector(p.velocity(D == 2)), cache }
    };
    scene.posed(factor).map(case).collect()
}
