//! `gjk` itself: cuboids as cuboids, hulls as point clouds, both posed ahead of the clock and turned and
//! moved by each query.

use gjk::nalgebra::{Isometry2, Isometry3, Point, Quaternion, SVector, Translation, UnitComplex, UnitQuaternion};
use gjk::shape::{Cuboid, PointCloud, Posed};
use gjk::{Cases, Real, SimplexCases, Support, distance, intersects};

use crate::Scalar;
use crate::engine::{Contender, Engine, Separation};
use crate::pairs::{self, Scene, Shape, Vec3};

struct Case<S, T: gjk::Scalar, const D: usize> {
    a: Posed<S, T, D>,
    b: Posed<S, T, D>,
}

struct Ours<S, T: gjk::Scalar, const D: usize> {
    cases: Vec<Case<S, T, D>>,
}

impl<S, T, const D: usize> Engine for Ours<S, T, D>
where
    S: Support<D, Scalar = T>,
    T: Real + Copy + Into<f64>,
    Cases: SimplexCases<T, D>,
{
    type Case = Case<S, T, D>;
    type Separation = Separation<T, D>;

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
        let found = distance(&case.a, &case.b);
        let [a, b] = found.points;
        (!found.distance.is_zero()).then(|| Separation { distance: found.distance, a: a.into(), b: b.into() })
    }
}

/// What the two dimensions and the two scalars differ in.
trait World<const D: usize>: Real + Copy + Into<f64> {
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
pub fn contender(scene: &Scene, factor: f64, scalar: Scalar) -> Option<Box<dyn Contender>> {
    Some(match (scene.kind.is_planar(), scalar) {
        (true, Scalar::F32) => posed::<f32, 2>(scene, factor),
        (true, Scalar::F64) => posed::<f64, 2>(scene, factor),
        (false, Scalar::F32) => posed::<f32, 3>(scene, factor),
        (false, Scalar::F64) => posed::<f64, 3>(scene, factor),
    })
}

fn posed<T: World<D>, const D: usize>(scene: &Scene, factor: f64) -> Box<dyn Contender>
where
    Cases: SimplexCases<T, D>,
{
    match scene.shapes[0] {
        Shape::Cuboid(_) => with_shapes(scene, factor, |shape| match shape {
            Shape::Cuboid(half) => Cuboid::new(T::vector(*half)).expect("a cuboid"),
            Shape::Hull(_) => unreachable!("the shapes of a scene are of one kind"),
        }),
        Shape::Hull(_) => with_shapes(scene, factor, |shape| match shape {
            Shape::Hull(points) => {
                PointCloud::new(points.iter().map(|p| Point::from(T::vector(*p)))).expect("a point cloud").indexed()
            }
            Shape::Cuboid(_) => unreachable!("the shapes of a scene are of one kind"),
        }),
    }
}

fn with_shapes<T, S, const D: usize>(scene: &Scene, factor: f64, convert: impl Fn(&Shape) -> S) -> Box<dyn Contender>
where
    T: World<D>,
    S: Support<D, Scalar = T> + 'static,
    Cases: SimplexCases<T, D>,
{
    // The shapes live as long as the program: hulls are shared between pairs, as they are in the peers.
    let shapes: &'static [S] = scene.shapes.iter().map(convert).collect::<Vec<S>>().leak();
    let place = |index: usize, pose: pairs::Pose| (&shapes[index]).posed(T::pose(pose)).expect("a pose");
    let cases = scene.posed(factor).map(|p| Case { a: place(p.a, p.pose_a), b: place(p.b, p.pose_b) }).collect();
    Box::new(Ours { cases })
}
