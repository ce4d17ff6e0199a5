//! What is compiled with the library gives the answers of what is compiled here, to the last bit: for all shapes, both scalars,
//! two and three dimensions.

use gjk::mass::Solid;
use gjk::nalgebra::{
    Isometry2, Isometry3, Matrix2, Point2, Point3, Quaternion, SVector, Similarity2, Similarity3, UnitComplex,
    UnitQuaternion, Vector2, Vector3,
};
use gjk::precompiled::{self, Custom, Placed, Precompiled, PrecompiledShapes, Shape2, Shape3};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Polygon, Posed,
    Segment, Sum, Tetrahedron, Triangle,
};
use gjk::{
    ImpactOptions, Manifold, Motion, Pose, Query, RigidMotion, Support, SupportExt, Velocities, bounds, epa::Expansion,
    simplex::Cases, support_fn,
};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

/// A shape of the library's type, and the same shape of its own type.
type Both<S, T, const D: usize> = (S, Box<dyn Support<D, Scalar = T>>);

/// All kinds of shapes; each shape in two places.
macro_rules! all {
    ($any:ident, $poses:expr, $($shape:expr),* $(,)?) => {{
        let mut all = Vec::new();
        $(for pose in $poses {
            let shape = $shape;
            let known = shape.clone().posed(pose).unwrap();
            all.push(($any::from(shape).at(pose).unwrap(), Box::new(known) as Box<dyn Support<_, Scalar = _>>));
        })*
        all
    }};
}

macro_rules! of_scalar {
    ($plane:ident, $space:ident, $t:ty) => {
        fn $plane() -> Vec<Both<Shape2<$t>, $t, 2>> {
            let p = |x: f32, y: f32| Point2::new(<$t>::from(x), <$t>::from(y));
            let cuboid = Cuboid::<$t, 2>::new(Vector2::new(1.0, 0.5)).unwrap();
            let ball = Ball::<$t, 2>::new(p(0.25, 0.5), 0.75).unwrap();
            let points = (0..40_u8).map(|k| p(f32::from(k % 7) - 3.0, f32::from(k % 5) - 2.0));
            let any = Box::new(Shape2::from(cuboid));
            let poses = [([0.0, 0.0], 0.0), ([1.3, 0.6], 0.8)]
                .map(|(at, angle): ([$t; 2], $t)| Pose::from(Isometry2::new(Vector2::from(at), angle)));
            all!(
                Shape2,
                poses,
                p(0.5, 0.25),
                Segment::new([p(0.0, -1.0), p(1.0, 1.0)]).unwrap(),
                Triangle::new([p(0.0, -1.0), p(1.0, 1.0), p(-1.0, 1.0)]).unwrap(),
                cuboid,
                PointCloud::new(points.clone()).unwrap().indexed(),
                Polygon::new(points.clone()).unwrap(),
                ball,
                Capsule::new(p(0.0, -1.0), p(0.5, 1.0), 0.3).unwrap(),
                Ellipsoid::<$t, 2>::new(Vector2::new(1.0, 0.5)).unwrap(),
                Custom::<$t, 2>::new(support_fn(|d: &Vector2<$t>| Point2::from(d / d.norm()))),
                any.clone().swollen(0.25).unwrap(),
                Hull::round([Shape2::from(cuboid), ball.into()]).unwrap(),
                Sum::new(any.clone(), any.clone()).unwrap(),
            )
        }

        fn $space() -> Vec<Both<Shape3<$t>, $t, 3>> {
            let p = |x: f32, y: f32, z: f32| Point3::new(<$t>::from(x), <$t>::from(y), <$t>::from(z));
            let cuboid = Cuboid::<$t, 3>::new(Vector3::new(1.0, 0.5, 0.75)).unwrap();
            let ball = Ball::<$t, 3>::new(p(0.25, 0.5, 0.0), 0.75).unwrap();
            let points = (0..70_u8).map(|k| p(f32::from(k % 7) - 3.0, f32::from(k % 5) - 2.0, f32::from(k % 3) - 1.0));
            let any = Box::new(Shape3::from(cuboid));
            let poses = [([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]), ([1.3, 0.6, 0.4], [0.8, 0.1, 0.3])].map(
                |(at, turn): ([$t; 3], [$t; 3])| Pose::from(Isometry3::new(Vector3::from(at), Vector3::from(turn))),
            );
            all!(
                Shape3,
                poses,
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
                Cylinder::<$t>::new(0.5, 1.0).unwrap(),
                Cone::<$t>::new(0.5, 1.0).unwrap(),
                Frustum::<$t>::perspective(1.0, 1.5, 0.5, 2.0).unwrap(),
                Custom::<$t, 3>::new(support_fn(|d: &Vector3<$t>| Point3::from(d / d.norm()))),
                any.clone().swollen(0.25).unwrap(),
                Hull::round([Shape3::from(cuboid), ball.into()]).unwrap(),
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
fn compare<S, T, const D: usize>(
    all: &[Both<S, T, D>],
    kinds: usize,
    of_any: impl Fn(&S) -> &dyn Support<D, Scalar = T>,
) where
    S: Debug,
    T: Precompiled<D> + PrecompiledShapes<D, Shape = S> + Copy + From<f32>,
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: Motion<T, D>,
{
    let names: BTreeSet<String> =
        all.iter().map(|(any, _)| format!("{any:?}").split('(').next().unwrap().into()).collect();
    assert_eq!((names.len(), all.len()), (kinds, 2 * kinds), "{names:?}");
    let number = |x: f32| T::from(x);
    let away = SVector::<T, D>::from_fn(|k, _| number([1.0, 0.25, 0.125][k]));
    let ground = HalfSpace::new(away, number(0.5)).unwrap();
    let (origin, motion) = ((away * number(8.0)).into(), RigidMotion::moving(-away));
    let (mut meet, mut beyond, mut hits, mut deep, mut seen) = (0, 0, 0, 0, 0);
    for (a, own_a) in all {
        let any_a = of_any(a);
        same("ground", &precompiled::ground_contact(&ground, any_a), &ground.contact(&**own_a));
        same("bounds", &precompiled::bounds(any_a), &bounds(&**own_a));
        let ray = precompiled::raycast(any_a, &origin, &-away).unwrap();
        seen += usize::from(ray.hit.is_some());
        same("ray", &ray, &gjk::raycast(&**own_a, &origin, &-away).unwrap());
        for (b, own_b) in all {
            let any_b = of_any(b);
            let what = format!("{a:?}, {b:?}");
            let (own_a, own_b) = (&**own_a, &**own_b);
            assert_eq!(precompiled::intersects(any_a, any_b), gjk::intersects(own_a, own_b), "{what}");
            same(&what, &precompiled::distance(any_a, any_b), &gjk::distance(own_a, own_b));
            let found = precompiled::contact(any_a, any_b);
            meet += usize::from(found.intersects());
            same(&what, &found, &gjk::contact(own_a, own_b));
            let limit = number(-0.25);
            let within = precompiled::contact_within(limit, any_a, any_b);
            beyond += usize::from(within.is_err());
            same(&what, &within, &Query::new().contact_within(limit, own_a, own_b));
            let velocities = Velocities::from(-away);
            let cast = precompiled::cast(any_a, any_b, velocities.clone()).unwrap();
            hits += usize::from(cast.hit.is_some());
            same(&what, &cast, &gjk::cast(own_a, own_b, velocities.clone()).unwrap());
            let skin = number(0.125);
            let near = precompiled::cast_within(skin, any_a, any_b, velocities.clone()).unwrap();
            same(&what, &near, &Query::new().cast_within(skin, own_a, own_b, velocities).unwrap());
            let depth = precompiled::depth_along(any_a, any_b, &away).unwrap();
            deep += usize::from(depth.hit.is_some());
            same(&what, &depth, &gjk::depth_along(own_a, own_b, &away).unwrap());
        }
        // Slow, and compiled once for all shapes in any case.
        let (b, own_b) = &all[0];
        let aim = || ImpactOptions::from(number(2.0));
        let found =
            precompiled::time_of_impact(any_a, &RigidMotion::<T, D>::rest(), of_any(b), &motion, aim()).unwrap();
        let wanted = gjk::time_of_impact(&**own_a, &RigidMotion::<T, D>::rest(), &**own_b, &motion, aim()).unwrap();
        same("time of impact", &found, &wanted);
    }
    let pairs = all.len() * all.len();
    println!("{pairs} pairs: {meet} meet, {beyond} not so deep, {hits} hit each other; {seen} of {} seen", all.len());
    assert!(meet * 3 > pairs && deep * 4 > pairs && beyond * 20 > pairs && hits * 3 > pairs && seen * 4 > all.len());
}

#[test]
fn all_pairs_in_the_plane() {
    compare(&plane_single(), 13, |shape| shape);
    compare(&plane_double(), 13, |shape| shape);
}

#[test]
fn all_pairs_in_space() {
    compare(&space_single(), 17, |shape| shape);
    compare(&space_double(), 17, |shape| shape);
}

/// Manifolds, and manifolds after others: one of the shapes is of any type, or both.
fn manifolds<A, B, T, const D: usize>(
    a: &Posed<A, T, D>,
    b: &Posed<B, T, D>,
    any: [&dyn Placed<T, D>; 2],
    prediction: T,
) where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    T: Precompiled<D> + Copy,
    Cases: Expansion<T, D>,
{
    let wanted = gjk::manifold(a, b, prediction);
    same("manifold", &precompiled::manifold(any[0], any[1], prediction), &wanted);
    same("manifold of both kinds", &precompiled::manifold(any[0], b, prediction), &wanted);
    let again = |touch: &Manifold<T, D>| touch.again(a, b, prediction);
    if let Ok(touch) = &wanted {
        assert!(!touch.points().is_empty());
        same("again", &precompiled::manifold_again(touch, any[0], any[1], prediction), &again(touch));
        let contact = gjk::contact(a, b);
        let of = |before| Manifold::of(a, b, &contact, prediction, before);
        same("of", &precompiled::manifold_of(any[0], any[1], &contact, prediction, None), &of(None));
        same(
            "of again",
            &precompiled::manifold_of(any[0], any[1], &contact, prediction, Some(touch)),
            &of(Some(touch)),
        );
    }
    let ground = HalfSpace::new(a.center().unwrap() - b.center().unwrap(), T::zero()).unwrap();
    let wanted = ground.manifold(b, prediction);
    same("ground", &precompiled::ground_manifold(&ground, any[1], prediction, None), &wanted);
    if let Ok(touch) = &wanted {
        let again = Manifold::of_half_space(b, &ground.contact(b), prediction, Some(touch));
        same("ground again", &precompiled::ground_manifold(&ground, any[1], prediction, Some(touch)).unwrap(), &again);
    }
}

/// Where the types of both shapes are known to the compiler: a few pairs, as each is compiled.
#[test]
fn known_types() {
    let cube = Cuboid::<f32, 3>::new(Vector3::new(1.0, 0.5, 0.75)).unwrap();
    let rod = Capsule::<f32, 3>::new(Point3::new(0.0, -1.0, 0.0), Point3::new(0.5, 1.0, 0.0), 0.25).unwrap();
    let square = Cuboid::<f64, 2>::new(Vector2::new(1.0, 0.5)).unwrap();
    for k in 0..40_u8 {
        let pose = Isometry3::new(Vector3::new(0.05 * f32::from(k), 0.3, 0.2), Vector3::new(0.1, 0.2, 0.3));
        let (known, any) = (rod.posed(pose).unwrap(), Shape3::from(rod).at(pose).unwrap());
        same(
            "box, capsule",
            &precompiled::contact(&Shape3::from(cube.posed(pose).unwrap()), &any),
            &gjk::contact(&cube.posed(pose).unwrap(), &known),
        );
        // A shape of any type is called as it is.
        same("capsule, capsule", &precompiled::contact(&rod, &any), &gjk::contact(&rod, &known));
        manifolds(&cube.posed(Vector3::zeros()).unwrap(), &known, [&Shape3::from(cube), &any], 0.25);
        let pose = Isometry2::new(Vector2::new(0.06 * f64::from(k), 0.7), 0.1 * f64::from(k));
        let (known, any) = (square.posed(pose).unwrap(), Shape2::from(square).at(pose).unwrap());
        manifolds(&square.posed(Vector2::zeros()).unwrap(), &known, [&Shape2::from(square), &any], 0.25);
        same("boxes", &precompiled::contact(&square, &any), &gjk::contact(&square, &known));
    }
}

#[test]
fn a_shape_keeps_its_place_if_the_pose_is_wrong() {
    let mut shape = Shape2::from(Ball::new(Point2::new(0.0, 0.0), 1.0).unwrap()).at(Vector2::new(3.0, 0.0)).unwrap();
    let before = shape.clone();
    assert!(shape.set_pose(Vector2::new(f64::NAN, 0.0)).is_err());
    assert_eq!(shape, before);
    assert_eq!(shape.pose().translation(), &Vector2::new(3.0, 0.0));
    assert!(shape.swollen(-1.0).is_err());
}

#[test]
#[expect(clippy::float_cmp, reason = "these separations are exact")]
fn shapes_of_your_own() {
    let shared: Arc<dyn Support<3, Scalar = f64> + Send + Sync> = Arc::new(Cone::new(1.0, 1.0).unwrap());
    let cone = Shape3::from(Custom::from(Arc::clone(&shared)));
    assert_eq!(cone, cone.clone());
    assert_eq!(cone, Shape3::from(Custom::from(shared)));
    assert_ne!(cone, Shape3::from(Custom::new(Cone::new(1.0, 1.0).unwrap())));
    let cube = Shape3::from(Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap()).at(Vector3::new(0.0, 3.5, 0.0)).unwrap();
    assert_eq!(precompiled::contact(&cone, &cube).separation, 1.5);
    assert_eq!(gjk::contact(&cone, &cube).separation, 1.5);
}

#[test]
fn shapes_are_values_that_threads_share() {
    fn value<T: Clone + Debug + PartialEq + Send + Sync + 'static>() {}
    value::<(Shape2<f32>, Shape2<f64>, Shape3<f32>, Shape3<f64>)>();
}

#[test]
fn shapes_are_written_and_read() {
    fn check<S: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug, T, const D: usize>(
        all: Vec<Both<S, T, D>>,
    ) {
        let mut read = 0;
        for (shape, _) in all {
            let custom = format!("{shape:?}").starts_with("Custom");
            match serde_json::to_string(&shape) {
                Ok(text) => {
                    let again: S = serde_json::from_str(&text).unwrap();
                    assert_eq!(again, shape, "{text}");
                    read += 1;
                }
                Err(error) => assert!(custom && error.to_string().contains("custom shape"), "{error}"),
            }
        }
        assert!(read > 20);
    }
    check(plane_single());
    check(space_double());
}

/// A game turns its bodies a little in every frame, and never thinks of rounding.
#[test]
fn what_spins_for_long_stays_a_rotation() {
    macro_rules! spins {
        ($t:ty) => {
            let [mut flat, mut still] =
                [0, 1].map(|_| Shape2::<$t>::from(Cuboid::new(Vector2::new(1.0, 0.5)).unwrap()));
            let mut solid = Shape3::<$t>::from(Cuboid::new(Vector3::new(1.0, 0.5, 2.0)).unwrap());
            let own = Cuboid::<$t, 3>::new(Vector3::new(1.0, 0.5, 2.0)).unwrap();
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

#[test]
fn what_is_swollen_keeps_its_pose() {
    let square = Shape2::<f64>::from(Cuboid::new(Vector2::new(1.0, 1.0)).unwrap());
    let pose = Similarity2::new(Vector2::new(5.0, 1.0), 0.0, 2.0);
    let mut round = square.at(pose).unwrap().swollen(0.5).unwrap();
    assert_eq!(round.pose(), &Pose::from(pose));
    let reach = |shape: &Shape2<f64>| bounds(shape).max;
    assert_eq!(reach(&round), Point2::new(7.5, 3.5));
    // Its origin has not moved.
    round.set_pose(Vector2::zeros()).unwrap();
    assert_eq!(reach(&round), Point2::new(1.25, 1.25));
}

/// A shape within a shape a hundred thousand times would be more than the stack holds.
#[test]
fn what_is_swollen_again_and_again_is_swollen_once() {
    macro_rules! swells {
        ($t:ty) => {
            let mut shape = Shape2::<$t>::from(Cuboid::new(Vector2::new(1.0, 1.0)).unwrap());
            shape.set_pose(Vector2::new(3.0, 0.0)).unwrap();
            for _ in 0..100_000 {
                shape = shape.swollen(1.0 / 1024.0 / 1024.0).unwrap();
            }
            assert!((shape.margin() - 100_000.0 / 1024.0 / 1024.0).abs() == 0.0);
            assert_eq!(shape.pose(), &Pose::from(Vector2::new(3.0, 0.0)));
            let Shape2::Swollen(swollen) = &shape else { panic!("{shape:?}") };
            assert!(matches!(**swollen.shape().shape(), Shape2::Cuboid(_)));
            assert!(shape.swollen(-1.0 / 1024.0).is_err());
        };
    }
    swells!(f32);
    swells!(f64);
}

#[test]
fn shapes_of_any_type_have_mass() {
    let pose = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.3, 0.2, 0.1));
    let cone = Cone::<f32>::new(1.0, 2.0).unwrap().posed(pose).unwrap();
    let found = Shape3::from(cone).mass_properties(2.0);
    assert!(found.is_some() && found == cone.mass_properties(2.0));
    for (shape, _) in plane_double() {
        let kind = format!("{shape:?}");
        let is_solid = !["Point(", "Segment", "Custom", "Swollen", "Hull"].iter().any(|none| kind.starts_with(none));
        assert_eq!(shape.mass_properties(1.0).is_some(), is_solid, "{kind}");
    }
    let points = || (0..70_u8).map(|k| [k % 7, k % 5, k % 3].map(f64::from).into());
    let (hull, cloud) = (ConvexHull::<f64>::new(points()).unwrap(), PointCloud::<f64, 3>::new(points()).unwrap());
    let wanted = hull.mass_properties(0.7);
    assert!(wanted.is_some());
    same("mass of a hull", &Shape3::from(hull).mass_properties(0.7), &wanted);
    same("mass of a cloud", &Shape3::from(cloud.clone()).mass_properties(0.7), &cloud.mass_properties(0.7));
}

/// What is printed is the shape and its pose, and nothing that follows from them.
#[test]
fn shapes_are_shown_as_they_are() {
    let text = format!("{:?}", Shape2::<f32>::from(Ball::new(Point2::new(1.0, 2.0), 3.0).unwrap()));
    assert!(text.starts_with("Ball(Posed { shape: Ball { ") && text.contains(", pose: Pose { "), "{text}");
    assert!(!text.contains("reach") && text.len() < 240, "{text}");
}
