//! The queries that are compiled here give the same answers, to the last bit, as the queries that a program compiles: for all shapes, both
//! scalars, two and three dimensions.

use gjk::nalgebra::{
    Isometry2, Isometry3, Matrix2, Point2, Point3, Quaternion, SVector, Similarity3, UnitComplex, UnitQuaternion,
    Vector2, Vector3,
};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Polygon, Posed,
    Segment, Shape, Sum, Tetrahedron, Triangle,
};
use gjk::{
    ImpactOptions, Manifold, Motion, Pose, Query, RigidMotion, Support, SupportExt, Within, aabb, epa::Expansion,
    simplex::Cases, support_fn,
};
use gjk_precompiled::{self as precompiled, Placed, Precompiled};
use std::fmt::Debug;

/// A shape without its type, and the same shape of its own type.
type Both<T, const D: usize> = (Placed<T, D>, Box<dyn Support<D, Scalar = T>>);

/// All kinds of shapes; each shape in two places. Those in brackets are not known to the crate.
macro_rules! all {
    ($poses:expr, $t:ty, $d:literal; $($shape:expr),*; $($other:expr),* $(,)?) => {{
        let mut all: Vec<Both<$t, $d>> = Vec::new();
        for pose in $poses {
            $({
                let known = $shape.clone().posed(pose).unwrap();
                all.push((Placed::new($shape, pose).unwrap(), Box::new(known)));
            })*
            $({
                let (known, other) = ($other.posed(pose).unwrap(), Shape::<$t, $d>::new($other));
                all.push((Placed::new(other, pose).unwrap(), Box::new(known)));
            })*
        }
        all
    }};
}

macro_rules! of_scalar {
    ($plane:ident, $space:ident, $t:ty) => {
        fn $plane() -> Vec<Both<$t, 2>> {
            let p = |x: f32, y: f32| Point2::new(<$t>::from(x), <$t>::from(y));
            let cuboid = Cuboid::<$t, 2>::new(Vector2::new(1.0, 0.5)).unwrap();
            let ball = Ball::<$t, 2>::at(p(0.25, 0.5), 0.75).unwrap();
            let points = (0..40_u8).map(|k| p(f32::from(k % 7) - 3.0, f32::from(k % 5) - 2.0));
            let any = Placed::new(cuboid, Vector2::zeros()).unwrap();
            let poses = [([0.0, 0.0], 0.0), ([1.3, 0.6], 0.8)]
                .map(|(at, angle): ([$t; 2], $t)| Pose::from(Isometry2::new(Vector2::from(at), angle)));
            all!(
                poses, $t, 2;
                p(0.5, 0.25),
                Segment::new([p(0.0, -1.0), p(1.0, 1.0)]).unwrap(),
                Triangle::new([p(0.0, -1.0), p(1.0, 1.0), p(-1.0, 1.0)]).unwrap(),
                cuboid,
                PointCloud::new(points.clone()).unwrap().indexed(),
                Polygon::hull(points.clone()).unwrap(),
                ball,
                Capsule::new(p(0.0, -1.0), p(0.5, 1.0), 0.3).unwrap(),
                Ellipsoid::<$t, 2>::new(Vector2::new(1.0, 0.5)).unwrap();
                support_fn(|d: &Vector2<$t>| Point2::from(d / d.norm())),
                any.clone().swollen(0.25).unwrap(),
                Hull::round([any.clone(), Placed::new(ball, Vector2::zeros()).unwrap()]).unwrap(),
                Sum::new(any.clone(), any.clone()).unwrap(),
            )
        }

        fn $space() -> Vec<Both<$t, 3>> {
            let p = |x: f32, y: f32, z: f32| Point3::new(<$t>::from(x), <$t>::from(y), <$t>::from(z));
            let cuboid = Cuboid::<$t, 3>::new(Vector3::new(1.0, 0.5, 0.75)).unwrap();
            let ball = Ball::<$t, 3>::at(p(0.25, 0.5, 0.0), 0.75).unwrap();
            let points = (0..70_u8).map(|k| p(f32::from(k % 7) - 3.0, f32::from(k % 5) - 2.0, f32::from(k % 3) - 1.0));
            let any = Placed::new(cuboid, Vector3::zeros()).unwrap();
            let poses = [([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]), ([1.3, 0.6, 0.4], [0.8, 0.1, 0.3])].map(
                |(at, turn): ([$t; 3], [$t; 3])| Pose::from(Isometry3::new(Vector3::from(at), Vector3::from(turn))),
            );
            all!(
                poses, $t, 3;
                p(0.5, 0.25, 0.1),
                Segment::new([p(0.0, -1.0, 0.0), p(1.0, 1.0, 0.5)]).unwrap(),
                Triangle::new([p(0.0, -1.0, 0.0), p(1.0, 1.0, 0.5), p(-1.0, 1.0, 0.0)]).unwrap(),
                Tetrahedron::new([p(0.0, -1.0, 0.0), p(1.0, 1.0, 0.5), p(-1.0, 1.0, 0.0), p(0.0, 0.0, 2.0)]).unwrap(),
                cuboid,
                PointCloud::new(points.clone()).unwrap().indexed(),
                ConvexHull::new(points.clone()).unwrap(),
                ball,
                Capsule::new(p(0.0, -1.0, 0.0), p(0.5, 1.0, 0.0), 0.3).unwrap(),
                Ellipsoid::<$t, 3>::new(Vector3::new(1.0, 0.5, 0.7)).unwrap(),
                Cylinder::<$t>::with_radius(0.5).half_height(1.0).unwrap(),
                Cone::<$t>::with_radius(0.5).half_height(1.0).unwrap(),
                Frustum::<$t>::perspective(1.0, 1.5, 0.5, 2.0).unwrap();
                support_fn(|d: &Vector3<$t>| Point3::from(d / d.norm())),
                any.clone().swollen(0.25).unwrap(),
                Hull::round([any.clone(), Placed::new(ball, Vector3::zeros()).unwrap()]).unwrap(),
                Sum::new(any.clone(), any.clone()).unwrap(),
            )
        }
    };
}
of_scalar!(plane_single, space_single, f32);
of_scalar!(plane_double, space_double, f64);

fn same(what: &str, found: &impl Debug, wanted: &impl Debug) {
    // To the last digit, and with the sign of zero.
    let [found, wanted] = [format!("{found:?}"), format!("{wanted:?}")];
    assert_eq!(found, wanted, "{what}");
}

/// All queries of all pairs.
fn compare<T, const D: usize>(all: &[Both<T, D>], kinds: usize)
where
    T: Precompiled<D> + Copy + From<f32>,
    Placed<T, D>: Support<D, Scalar = T>,
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: Motion<T, D>,
{
    assert_eq!(all.len(), 2 * kinds);
    let number = |x: f32| T::from(x);
    let away = SVector::<T, D>::from_fn(|k, _| number([1.0, 0.25, 0.125][k]));
    let ground = HalfSpace::new(away, number(0.5)).unwrap();
    let (origin, motion) = ((away * number(8.0)).into(), RigidMotion::moving(-away));
    let (mut meet, mut beyond, mut hits, mut deep, mut seen) = (0, 0, 0, 0, 0);
    for (k, (any_a, own_a)) in all.iter().enumerate() {
        same("ground", &precompiled::ground_contact(&ground, any_a), &ground.contact(&**own_a));
        assert_eq!(Support::pose(any_a), own_a.pose());
        assert_eq!(any_a.bounds(), own_a.bounds());
        same("bounds", &precompiled::aabb(any_a), &aabb(&**own_a));
        let ray = precompiled::raycast(any_a, &origin, &-away).unwrap();
        seen += usize::from(ray.is_some());
        same("ray", &ray, &gjk::raycast(&**own_a, origin, -away).unwrap());
        for (l, (any_b, own_b)) in all.iter().enumerate() {
            let what = format!("{k}, {l}");
            let (own_a, own_b) = (&**own_a, &**own_b);
            assert_eq!(precompiled::intersects(any_a, any_b), gjk::intersects(own_a, own_b), "{what}");
            same(&what, &precompiled::distance(any_a, any_b), &gjk::distance(own_a, own_b));
            let found = precompiled::contact(any_a, any_b);
            meet += usize::from(found.intersects());
            same(&what, &found, &gjk::contact(own_a, own_b));
            let limit = number(-0.25);
            let within = precompiled::contact_within(limit, any_a, any_b);
            beyond += usize::from(!within.is_near());
            same(&what, &within, &Query::new().contact_within(limit, own_a, own_b));
            let cast = precompiled::shape_cast(any_a, any_b.moving(-away)).unwrap();
            hits += usize::from(cast.hit.is_some());
            same(&what, &cast, &gjk::shape_cast(own_a, own_b.moving(-away)).unwrap());
            let skin = number(0.125);
            let near = precompiled::shape_cast(any_a, any_b.moving(-away).with_skin(skin)).unwrap();
            same(&what, &near, &Query::new().shape_cast(own_a, own_b.moving(-away).with_skin(skin)).unwrap());
            let depth = precompiled::depth_along(any_a, any_b, &away).unwrap();
            deep += usize::from(depth.hit.is_some());
            same(&what, &depth, &gjk::depth_along(own_a, own_b, away).unwrap());
        }
        // Slow, and compiled once for all shapes in any case.
        let (any_b, own_b) = &all[0];
        let aim = || ImpactOptions::from(number(2.0));
        let found = precompiled::time_of_impact(any_a, &RigidMotion::rest(), any_b, &motion, aim()).unwrap();
        let wanted = gjk::time_of_impact(&**own_a, &RigidMotion::<T, D>::rest(), &**own_b, &motion, aim()).unwrap();
        same("time of impact", &found, &wanted);
    }
    let pairs = all.len() * all.len();
    println!("{pairs} pairs: {meet} meet, {beyond} not so deep, {hits} hit each other; {seen} of {} seen", all.len());
    assert!(meet * 3 > pairs && deep * 4 > pairs && beyond * 20 > pairs && hits * 3 > pairs && seen * 4 > all.len());
}

#[test]
fn all_pairs_in_the_plane() {
    compare(&plane_single(), 13);
    compare(&plane_double(), 13);
}

#[test]
fn all_pairs_in_space() {
    compare(&space_single(), 17);
    compare(&space_double(), 17);
}

/// Manifolds, and manifolds after others.
fn manifolds<A, B, T, const D: usize>(a: &Posed<A, T, D>, b: &Posed<B, T, D>, any: [&Placed<T, D>; 2], prediction: T)
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    T: Precompiled<D> + Copy,
    Cases: Expansion<T, D>,
{
    let wanted = gjk::manifold(a, b, prediction);
    same("manifold", &precompiled::manifold(any[0], any[1], prediction.into()), &wanted);
    if let Within::Near(touch) = &wanted {
        assert!(!touch.points().is_empty());
        let again = touch.update(a, b, prediction);
        same("again", &precompiled::manifold_update(touch, any[0], any[1], prediction.into()), &again);
        let contact = gjk::contact(a, b);
        for before in [None, Some(touch)] {
            let of = Manifold::of(a, b, &contact, prediction, before);
            same("of", &precompiled::manifold_of(any[0], any[1], &contact, prediction.into(), before), &of);
        }
    }
    let ground = HalfSpace::new(a.center().unwrap() - b.center().unwrap(), T::zero()).unwrap();
    let wanted = ground.manifold(b, prediction);
    same("ground", &precompiled::ground_manifold(&ground, any[1], prediction.into()), &wanted);
}

/// Where the types of both shapes are known to the compiler: a few pairs, as each is compiled.
#[test]
fn known_types() {
    let cube = Cuboid::<f32, 3>::new(Vector3::new(1.0, 0.5, 0.75)).unwrap();
    let rod = Capsule::<f32, 3>::new(Point3::new(0.0, -1.0, 0.0), Point3::new(0.5, 1.0, 0.0), 0.25).unwrap();
    let square = Cuboid::<f64, 2>::new(Vector2::new(1.0, 0.5)).unwrap();
    let (any_cube, any_square) =
        (Placed::new(cube, Vector3::zeros()).unwrap(), Placed::new(square, Vector2::zeros()).unwrap());
    for k in 0..40_u8 {
        let pose = Isometry3::new(Vector3::new(0.05 * f32::from(k), 0.3, 0.2), Vector3::new(0.1, 0.2, 0.3));
        let (known, any) = (rod.posed(pose).unwrap(), Placed::new(rod, pose).unwrap());
        let other = cube.posed(pose).unwrap();
        same(
            "box, capsule",
            &precompiled::contact(&Placed::new(cube, pose).unwrap(), &any),
            &gjk::contact(&other, &known),
        );
        // A shape of any type is called as it is.
        same("capsule, capsule", &precompiled::contact(&rod, &any), &gjk::contact(&rod, &known));
        manifolds(&cube.posed(Vector3::zeros()).unwrap(), &known, [&any_cube, &any], 0.25);
        let pose = Isometry2::new(Vector2::new(0.06 * f64::from(k), 0.7), 0.1 * f64::from(k));
        let (known, any) = (square.posed(pose).unwrap(), Placed::new(square, pose).unwrap());
        manifolds(&square.posed(Vector2::zeros()).unwrap(), &known, [&any_square, &any], 0.25);
        same("boxes", &precompiled::contact(&square, &any), &gjk::contact(&square, &known));
        let (step, wanted) = (Vector2::new(0.3, -0.1), aabb(&known));
        same("path", &precompiled::path(&any, &step, 0.1), &wanted.swept(step).grown(0.1));
        let other = aabb(&square);
        assert_eq!(precompiled::overlap(&other, &wanted), other.intersects(&wanted));
    }
}

#[test]
fn a_shape_keeps_its_place_if_the_pose_is_wrong() {
    let ball = Ball::<f64, 2>::at(Point2::new(0.0, 0.0), 1.0).unwrap();
    let mut shape = Placed::new(ball, Vector2::new(3.0, 0.0)).unwrap();
    assert!(shape.set_pose(Vector2::new(f64::NAN, 0.0)).is_err());
    assert_eq!(shape.pose().translation(), &Vector2::new(3.0, 0.0));
    assert_eq!(aabb(&shape).max, Point2::new(4.0, 1.0));
}

#[test]
fn shapes_are_values_that_threads_share() {
    fn value<T: Clone + Debug + Send + Sync + 'static>() {}
    value::<(Placed<f32, 2>, Placed<f64, 2>, Placed<f32, 3>, Placed<f64, 3>)>();
}

/// A game turns its bodies a little in every frame, and never thinks of rounding.
#[test]
fn what_spins_for_long_stays_a_rotation() {
    macro_rules! spins {
        ($t:ty) => {
            let own = Cuboid::<$t, 3>::new(Vector3::new(1.0, 0.5, 2.0)).unwrap();
            let flat = Cuboid::<$t, 2>::new(Vector2::new(1.0, 0.5)).unwrap();
            let [mut flat, mut still] = [0, 1].map(|_| Placed::new(flat, Vector2::zeros()).unwrap());
            let mut solid = Placed::new(own, Vector3::zeros()).unwrap();
            let (in_plane, in_space) =
                (UnitComplex::new(0.05), UnitQuaternion::from_scaled_axis(Vector3::new(0.05, 0.025, 0.2)));
            let (mut plane, mut space) = (Isometry2::<$t>::identity(), Isometry3::<$t>::identity());
            for frame in 0..100_000 {
                plane.rotation = in_plane * plane.rotation;
                space.rotation = in_space * space.rotation;
                flat.set_pose(plane).unwrap_or_else(|error| panic!("{frame}: {error}"));
                solid.set_pose(space).unwrap_or_else(|error| panic!("{frame}: {error}"));
            }
            let drift = [plane.rotation.norm_sqr().sqrt() - 1.0, space.rotation.norm() - 1.0].map(<$t>::abs);
            assert!(drift.iter().all(|drift| *drift > 64.0 * <$t>::EPSILON), "they have drifted: {drift:?}");
            let last = own.posed(space).unwrap();
            assert_eq!(last.pose(), solid.pose());
            assert_eq!(
                own.posed(Similarity3::from_isometry(space, 2.0)).unwrap().pose().matrix(),
                &(last.pose().matrix() * 2.0)
            );
            let plane = flat.pose().matrix();
            assert!((plane.transpose() * plane - Matrix2::identity()).amax() < 8.0 * <$t>::EPSILON);
            let [w, x, y, z] = [3, 0, 1, 2].map(|k| space.rotation.coords[k]);
            let exact = Pose::from_quaternion([w, x, y, z], Vector3::zeros()).unwrap();
            assert!((solid.pose().matrix() - exact.matrix()).amax() < 8.0 * <$t>::EPSILON);
            // What is not off by more than rounding is taken as it is.
            let turned = UnitComplex::<$t>::new(0.3);
            still.set_pose(Isometry2::from_parts(Vector2::zeros().into(), turned)).unwrap();
            assert_eq!(still.pose().matrix(), turned.to_rotation_matrix().matrix());
            // Nothing that has no direction is a rotation.
            for bad in [0.0, <$t>::NAN, <$t>::INFINITY] {
                let four = UnitQuaternion::new_unchecked(Quaternion::new(bad, 0.0, 0.0, 0.0));
                assert!(solid.set_pose(Isometry3::from_parts(Vector3::zeros().into(), four)).is_err());
                let two = UnitComplex::from_cos_sin_unchecked(bad, 0.0);
                assert!(flat.set_pose(Isometry2::from_parts(Vector2::zeros().into(), two)).is_err());
            }
            for size in [<$t>::MIN_POSITIVE, 1e30, <$t>::MAX] {
                let four = UnitQuaternion::new_unchecked(Quaternion::new(size, size, 0.0, 0.0));
                solid.set_pose(Isometry3::from_parts(Vector3::zeros().into(), four)).unwrap();
                let y = solid.pose().matrix() * Vector3::y();
                assert!((y - Vector3::z()).amax() < 4.0 * <$t>::EPSILON);
            }
        };
    }
    spins!(f32);
    spins!(f64);
}
