//! The shapes and the queries of one shape: support mappings against samples of the shape, distances against closed
//! forms, the same answers in numbers that are not `Copy`, and in a ring that does not divide.

#![allow(clippy::float_cmp, reason = "what is compared with == is exact")]
#![allow(clippy::cast_possible_truncation, reason = "how f64 is made f32")]

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use gjk::nalgebra::{self, Isometry3, Point, Point2, Point3, SVector, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Posed, Segment, Sum,
    Swollen, Tetrahedron, Triangle,
};
use gjk::{
    Aabb, Contact, Distance, Error, Outcome, Projection, Real, Scalar, Support, SupportExt, Undecided, aabb, contact,
    contains, distance, intersects, project, simplex::VertexId, support::SupportOffset,
};
use oracle::random::Random;

type Dyn = Box<dyn Support<3, Scalar = f64> + Send + Sync>;

/// Compiles only where all of these may be sent to another thread and shared with it.
#[test]
fn everything_is_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<(Ball<f64, 3>, Capsule<f64, 3>, Cone<f64>, Cuboid<f64, 3>, Cylinder<f64>, Ellipsoid<f64, 3>)>();
    check::<(Frustum<f64>, HalfSpace<f64, 3>, Hull<Dyn, f64, 3>, PointCloud<f64, 3>, Sum<Dyn, Cone<f64>, f64, 3>)>();
    check::<(
        Posed<Cone<f64>, f64, 3>,
        Swollen<Cone<f64>, f64, 3>,
        Segment<f64, 3>,
        Triangle<f64, 3>,
        Tetrahedron<f64, 3>,
    )>();
    check::<(Aabb<f64, 3>, Projection<f64, 3>, Contact<f64, 3>, Distance<f64, 3>, Outcome<f64, 3>, Error)>();
}

fn random_vector<const D: usize>(random: &mut Random) -> SVector<f64, D> {
    random.direction::<D>().into()
}

fn random_point<const D: usize>(random: &mut Random, reach: f64) -> Point<f64, D> {
    Point::from(random_vector(random) * random.uniform(0.0, reach))
}

fn random_pose(random: &mut Random, reach: f64) -> Isometry3<f64> {
    let turn = random_vector(random) * random.uniform(0.0, 3.0);
    Isometry3::new(random_point(random, reach).coords, turn)
}

/// Directions in which a mapping may go wrong: along the axes, in the coordinate planes, nearly so, and any.
fn directions(random: &mut Random) -> Vec<Vector3<f64>> {
    let mut all = Vec::new();
    for x in [-1.0, 0.0, 1e-9, 1.0] {
        for y in [-1.0, 0.0, -1e-9, 1.0] {
            for z in [-1.0, 0.0, 1e-9, 1.0] {
                all.extend(Vector3::new(x, y, z).try_normalize(0.0));
            }
        }
    }
    all.extend((0..100).map(|_| random_vector(random)));
    all
}

/// Along every direction the support point is as far as every sample, at every scale of shape and direction, and is
/// in the shape; in `f32` and `f64`.
fn is_farthest<S, N>(
    make: impl Fn(f64) -> S,
    make_narrow: impl Fn(f32) -> N,
    samples: &[Vector3<f64>],
    inside: impl Fn(&Vector3<f64>) -> bool,
) where
    S: Support<3, Scalar = f64>,
    N: Support<3, Scalar = f32>,
{
    let mut random = Random::new(1);
    let directions = directions(&mut random);
    for size in [1e-35, 1e-30, 1.0, 1e30, 1e36] {
        let (shape, narrow) = (make(size), make_narrow(size as f32));
        for d in &directions {
            let best = samples.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max);
            for length in [1e-37, 1e-30, 1.0, 1e30, 3e38] {
                let wide = shape.support(&(d * length)).coords / size;
                let narrow = narrow.support(&(d * length).cast::<f32>()).coords.cast::<f64>() / f64::from(size as f32);
                for (s, eps) in [(wide, 1e-14), (narrow, 1e-6)] {
                    assert!(s.dot(d) >= best - eps * d.norm(), "{size:e} {length:e} {d:?} {s:?}");
                    assert!(inside(&(s * (1.0 - eps))), "{size:e} {length:e} {d:?} {s:?}");
                }
            }
        }
    }
}

#[test]
fn an_ellipsoid_reaches_farthest() {
    let mut random = Random::new(2);
    for radii in [[3.0, 1.0, 2.0], [1.0, 1.0, 1.0], [1.0, 1e-3, 0.5], [1.0, 0.0, 2.0], [0.0, 1.0, 0.0], [0.0; 3]] {
        let radii = Vector3::from(radii);
        let samples: Vec<_> = (0..500).map(|_| random_vector::<3>(&mut random).component_mul(&radii)).collect();
        let inside = |p: &Vector3<f64>| {
            (0..3).map(|k| if p[k] == 0.0 { 0.0 } else { (p[k] / radii[k]).powi(2) }).sum::<f64>() <= 1.0
        };
        is_farthest(
            |size| Ellipsoid::new(radii * size).unwrap(),
            |size| Ellipsoid::new(radii.cast::<f32>() * size).unwrap(),
            &samples,
            inside,
        );
    }
}

#[test]
fn a_cylinder_and_a_cone_reach_farthest() {
    let mut random = Random::new(3);
    for [radius, height] in [[1.0, 1.0], [3.0, 0.2], [0.1, 2.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0]] {
        let mut rims = Vec::new();
        for _ in 0..500 {
            let [x, z] = random.direction();
            rims.push(Vector3::new(x * radius, -height, z * radius));
        }
        let slack = |x: f64| x * (1.0 + 1e-15);
        let round = |p: &Vector3<f64>| (p.x.hypot(p.z), p.y);

        let other_end = rims.iter().map(|p| Vector3::new(p.x, height, p.z));
        let samples: Vec<_> = rims.iter().copied().chain(other_end).collect();
        is_farthest(
            |size| Cylinder::with_radius(radius * size).half_height(height * size).unwrap(),
            |size| Cylinder::with_radius(radius as f32 * size).half_height(height as f32 * size).unwrap(),
            &samples,
            |p| round(p).0 <= slack(radius) && round(p).1.abs() <= slack(height),
        );

        rims.push(Vector3::new(0.0, height, 0.0));
        is_farthest(
            |size| Cone::with_radius(radius * size).half_height(height * size).unwrap(),
            |size| Cone::with_radius(radius as f32 * size).half_height(height as f32 * size).unwrap(),
            &rims,
            |p| {
                let (across, y) = round(p);
                y.abs() <= slack(height) && across * 2.0 * height <= slack(radius * (height - y)) + 1e-14
            },
        );
    }
}

#[test]
fn ellipsoids_exist_in_every_dimension() {
    fn check<const D: usize>() {
        let mut random = Random::new(4);
        let radii = SVector::<f64, D>::from_fn(|_, _| random.uniform(0.1, 3.0));
        let ellipsoid = Ellipsoid::new(radii).unwrap();
        for _ in 0..200 {
            let d = random_vector::<D>(&mut random);
            // The support function of {R·u : |u| ≤ 1} is |R·d|.
            assert!((ellipsoid.support(&d).coords.dot(&d) - radii.component_mul(&d).norm()).abs() < 1e-14);
        }
    }
    check::<1>();
    check::<2>();
    check::<5>();
    check::<8>();
}

fn zoo(random: &mut Random) -> Vec<(&'static str, Dyn)> {
    let ball = |random: &mut Random, reach| Ball::at(random_point(random, reach), random.uniform(0.0, 2.0)).unwrap();
    let points: Vec<Point3<f64>> = (0..20).map(|_| random_point(random, 2.0)).collect();
    let box_ = Cuboid::new(Vector3::new(1.0, 0.5, 2.0)).unwrap();
    let turned = box_.posed(random_pose(random, 5.0)).unwrap();
    let cone = Cone::with_radius(1.0).half_height(2.0).unwrap();
    let pair: [Dyn; 2] = [Box::new(ball(random, 3.0)), Box::new(cone.posed(random_pose(random, 4.0)).unwrap())];
    vec![
        ("ball", Box::new(ball(random, 3.0))),
        ("capsule", Box::new(Capsule::new(points[0], points[1], 0.5).unwrap())),
        ("cone", Box::new(cone)),
        ("cuboid", Box::new(box_)),
        ("cylinder", Box::new(Cylinder::with_radius(1.0).half_height(0.5).unwrap())),
        ("ellipsoid", Box::new(Ellipsoid::new(Vector3::new(1.0, 2.0, 0.5)).unwrap())),
        ("frustum", Box::new(Frustum::perspective(1.0, 1.5, 0.5, 4.0).unwrap())),
        ("hull of unequal margins", Box::new(Hull::round(pair).unwrap())),
        ("hull of equal margins", Box::new(Hull::new([turned, box_.posed(Vector3::x()).unwrap()]).unwrap())),
        ("cloud", Box::new(PointCloud::new(points.clone()).unwrap())),
        ("posed", Box::new(turned)),
        ("segment", Box::new(Segment::new([points[2], points[3]]).unwrap())),
        ("sum", Box::new(Sum::new(cone, ball(random, 5.0)).unwrap())),
        ("swollen", Box::new(box_.swollen(0.25).unwrap())),
        ("tetrahedron", Box::new(Tetrahedron::new([points[4], points[5], points[6], points[7]]).unwrap())),
    ]
}

#[test]
fn every_shape_keeps_the_contract() {
    let mut random = Random::new(5);
    for _ in 0..20 {
        for (name, shape) in zoo(&mut random) {
            let from = random_point(&mut random, 10.0);
            let extent = shape.extent(&from);
            let around = aabb(&shape);
            let middle = shape.center().unwrap();
            assert!(around.contains(middle), "{name}");
            let mut reached = 0.0_f64;
            for d in directions(&mut random) {
                let extreme = shape.support_from(&d, &from);
                let s = shape.support(&d);
                // The same point, or one as far where there are several.
                assert!(((from + extreme.offset - s).dot(&d)).abs() < 1e-13, "{name} {d:?}");
                assert!(s.coords.dot(&d) >= middle.coords.dot(&d) - 1e-13, "{name} {d:?}");
                let skin = s + d.normalize() * (shape.margin() * (1.0 - 1e-12));
                let widened = Aabb { min: around.min.map(|x| x - 1e-12), max: around.max.map(|x| x + 1e-12) };
                assert!(widened.contains(skin), "{name} {d:?}");
                reached = reached.max(extreme.offset.amax());
            }
            assert!(reached <= extent * (1.0 + 1e-15), "{name} {reached} {extent}");
            assert!(extent <= 3.0 * reached + 1e-12, "{name} {reached} {extent}");
        }
    }
}

/// The box in closed form equals the box of the support points. Bit for bit if the shape was centered before it was posed.
#[test]
fn boxes_around_boxes_and_segments_are_those_of_their_support_points() {
    let mut random = Random::new(21);
    for round in 0..1000 {
        let [least, most] = if round % 3 == 0 { [1e-310, 1e-305] } else { [0.0, 2.0] };
        let half = Vector3::from_fn(|_, _| random.uniform(least, most));
        let end: Vector3<f64> = random_vector(&mut random);
        let middle = random_point(&mut random, 3.0);
        let shapes: [(bool, Dyn); 4] = [
            (true, Box::new(Cuboid::new(half).unwrap())),
            (true, Box::new(Capsule::new(Point3::from(-end), Point3::from(end), 0.5).unwrap())),
            (false, Box::new(Segment::new([middle - end, middle + end]).unwrap())),
            (false, Box::new(Cuboid::new(half).unwrap().posed(random_pose(&mut random, 3.0)).unwrap())),
        ];
        for (is_centered, shape) in shapes {
            let shape = shape.posed(random_pose(&mut random, 10.0)).unwrap();
            let (found, from) = (aabb(&shape), shape.center().unwrap());
            for k in 0..3 {
                let along =
                    |way: f64| shape.support_from(&Vector3::ith(k, way), &from).offset[k] + way * shape.margin();
                let off = [found.min[k] - (from[k] + along(-1.0)), found.max[k] - (from[k] + along(1.0))];
                let allowed = if is_centered { 0.0 } else { 8.0 * f64::EPSILON * shape.extent(&Point3::origin()) };
                assert!(off[0].abs() <= allowed && off[1].abs() <= allowed, "{off:?} {allowed}");
            }
        }
    }
}

#[test]
fn boxed_shapes_of_all_kinds_are_compared() {
    let mut random = Random::new(6);
    let mut hits = 0;
    let mut pairs = 0;
    for _ in 0..20 {
        let shapes = zoo(&mut random);
        for (name, a) in &shapes {
            for (other, b) in &shapes {
                let b = b.posed(random_pose(&mut random, 4.0)).unwrap();
                let found = distance(a, &b);
                assert!(found.undecided.is_none(), "{name} {other}");
                assert_eq!(found.intersects(), intersects(a, &b), "{name} {other}");
                let [p, q] = found.points;
                let apart = (p - q).norm();
                assert!(
                    (apart - found.distance).abs() < 1e-12 && found.distance - found.lower < 1e-3,
                    "{name} {other} {found:?}"
                );
                pairs += 1;
                hits += i32::from(found.intersects());
            }
        }
    }
    assert!((pairs * 3 / 10..pairs * 7 / 10).contains(&hits), "{hits} of {pairs}");
}

/// The distance from a point to a ball of radius `r` at the origin swept, growing or shrinking evenly, to one of radius
/// `q` at (`length`, 0): in the half-plane of the axis and the point, `across` ≥ 0 away from the axis.
fn distance_to_round_cone(along: f64, across: f64, length: f64, r: f64, q: f64) -> f64 {
    // The common tangent's normal n has n · (length, 0) + q = r.
    let sin = (r - q) / length;
    let cos = (1.0 - sin * sin).sqrt();
    let foot = along * cos - across * sin;
    if foot <= 0.0 {
        along.hypot(across) - r
    } else if foot >= length * cos {
        (along - length).hypot(across) - q
    } else {
        along * sin + across * cos - r
    }
}

#[test]
fn a_hull_of_unequal_balls_is_a_round_cone() {
    let mut random = Random::new(7);
    let mut worst = 0.0_f64;
    let mut outside = 0;
    for _ in 0..2000 {
        let [r, q] = [random.uniform(0.0, 2.0), random.uniform(0.0, 2.0)];
        let length = (r - q).abs() + random.uniform(0.01, 3.0);
        let pose = random_pose(&mut random, 5.0);
        let [start, end] = [0.0, length].map(|x| pose * Point3::new(x, 0.0, 0.0));
        let balls = [Ball::at(start, r).unwrap(), Ball::at(end, q).unwrap()];
        let hull = Hull::round(&balls).unwrap();
        for _ in 0..10 {
            let d = random_vector::<3>(&mut random) * random.uniform(0.1, 10.0);
            let want = (start.coords.dot(&d) + r * d.norm()).max(end.coords.dot(&d) + q * d.norm());
            let got = hull.support(&d).coords.dot(&d) + hull.margin() * d.norm();
            assert!((got - want).abs() < 1e-13 * d.norm());
        }
        let [along, across] = [random.uniform(-4.0, 6.0), random.uniform(0.0, 4.0)];
        let want = distance_to_round_cone(along, across, length, r, q).max(0.0);
        let got = project(&hull, pose * Point3::new(along, across, 0.0));
        worst = worst.max((got.distance - want).abs());
        outside += i32::from(want > 0.0);
    }
    assert!(worst < 1e-6, "{worst:e}");
    assert!((600..1800).contains(&outside), "{outside}");
}

#[test]
fn hulls_in_four_dimensions_take_unequal_margins() {
    let mut random = Random::new(8);
    for _ in 0..200 {
        let balls: Vec<Ball<f64, 4>> =
            (0..5).map(|_| Ball::at(random_point(&mut random, 3.0), random.uniform(0.0, 1.0)).unwrap()).collect();
        let hull = Hull::round(&balls).unwrap();
        assert_eq!(hull.margin(), balls.iter().map(gjk::shape::Ball::radius).fold(9.0, f64::min));
        let d = random_vector::<4>(&mut random);
        let want = balls.iter().map(|b| b.center().unwrap().coords.dot(&d) + b.radius()).fold(-9.0, f64::max);
        assert!((hull.support(&d).coords.dot(&d) + hull.margin() - want).abs() < 1e-14);
    }
}

#[test]
fn the_origin_is_as_far_from_the_sum_with_the_mirror_image_as_the_shapes_are_apart() {
    let mut random = Random::new(9);
    let mut hits = 0;
    for _ in 0..500 {
        let points = |random: &mut Random| -> Vec<Point3<f64>> {
            let center = random_point(random, 2.0).coords;
            (0..8).map(|_| random_point(random, 2.0) + center).collect()
        };
        let (a, b) = (points(&mut random), points(&mut random));
        let mirrored = PointCloud::new(b.iter().map(|p| -p)).unwrap().swollen(0.25).unwrap();
        let (a, b) = (PointCloud::new(a).unwrap(), PointCloud::new(b).unwrap().swollen(0.25).unwrap());
        let apart = distance(&a, &b);
        let from_origin = project(&Sum::new(&a, &mirrored).unwrap(), Point::origin());
        assert_eq!(from_origin.inside, apart.intersects());
        assert!((from_origin.distance - apart.distance).abs() < 1e-13);
        hits += i32::from(from_origin.inside);
    }
    assert!((150..350).contains(&hits), "{hits}");
}

#[test]
fn the_ground_holds_up_every_shape() {
    let mut random = Random::new(10);
    for _ in 0..100 {
        let normal = random_vector::<3>(&mut random);
        let level = random.uniform(-3.0, 3.0);
        let ground = HalfSpace::new(normal * 7.0, level * 7.0).unwrap();
        for (name, shape) in zoo(&mut random) {
            let lowest = shape.support(&-normal).coords.dot(&normal) - shape.margin();
            let found = ground.contact(&shape);
            let [projection, deepest] = found.points;
            assert!((found.separation - (lowest - level)).abs() < 1e-13, "{name}");
            assert_eq!(found.intersects(), ground.intersects(&shape), "{name}");
            assert!((deepest.coords.dot(&normal) - lowest).abs() < 1e-13, "{name}");
            assert!((projection.coords.dot(&normal) - level).abs() < 1e-13, "{name}");
            assert!((deepest - projection - normal * found.separation).norm() < 1e-13, "{name}");
            assert!(project(&shape, deepest).distance < 1e-9, "{name}");
            assert!((found.normal - normal).norm() < 1e-15 && (ground.normal() - normal).norm() < 1e-15, "{name}");
            let apart = ground.distance(&shape);
            let normal = (!found.intersects()).then_some(found.normal);
            assert_eq!((apart.distance, apart.normal), (found.separation.max(0.0), normal), "{name}");
            assert_eq!(apart.points, if found.intersects() { [deepest; 2] } else { found.points }, "{name}");
        }
    }
}

#[test]
fn the_ground_agrees_with_closed_forms() {
    let mut random = Random::new(11);
    for _ in 0..500 {
        let normal = random_vector::<3>(&mut random);
        let ground = HalfSpace::through(random_point(&mut random, 1.0), normal).unwrap();
        let level = ground.contact(&Ball::point(Point::origin()).unwrap()).separation;
        let pose = random_pose(&mut random, 5.0);
        let up = pose.rotation.inverse() * normal;
        let height = pose.translation.vector.dot(&normal) + level;

        let half = Vector3::new(1.0, 0.5, 2.0);
        let cuboid = Cuboid::new(half).unwrap().posed(pose).unwrap();
        assert!((ground.contact(&cuboid).separation - (height - half.dot(&up.abs()))).abs() < 1e-13);
        let across = up.x.hypot(up.z);
        let cone = Cone::with_radius(1.5).half_height(2.0).unwrap().posed(pose).unwrap();
        let lowest = (2.0 * up.y).min(-2.0 * up.y - 1.5 * across);
        assert!((ground.contact(&cone).separation - (height + lowest)).abs() < 1e-13);
        let cylinder = Cylinder::with_radius(1.5).half_height(2.0).unwrap().posed(pose).unwrap();
        let lowest = -2.0 * up.y.abs() - 1.5 * across;
        assert!((ground.contact(&cylinder).separation - (height + lowest)).abs() < 1e-13);
    }
}

#[test]
fn a_closure_that_returns_a_nan_is_on_the_ground() {
    let broken = gjk::support_fn(|_: &Vector3<f64>| Point3::new(0.0, f64::NAN, 0.0));
    let ground = HalfSpace::new(Vector3::y(), 0.0).unwrap();
    assert!(ground.intersects(&broken));
    assert_eq!(ground.contact(&broken).undecided, Some(Undecided::NotANumber));
    let somewhere = Aabb { min: Point3::origin(), max: Point3::origin() };
    assert!(aabb(&broken).intersects(&somewhere));
}

#[test]
fn points_are_projected_where_closed_forms_say() {
    let mut random = Random::new(12);
    let half = Vector3::new(1.0, 2.0, 0.5);
    let cuboid = Cuboid::new(half).unwrap();
    let cylinder = Cylinder::with_radius(1.5).half_height(1.0).unwrap();
    let ellipsoid = Ellipsoid::new(half).unwrap();
    let cone = Cone::with_radius(1.5).half_height(1.0).unwrap();
    let (mut inside, mut worst) = (0, 0.0_f64);
    for _ in 0..1000 {
        let p: Point3<f64> = random_point(&mut random, 3.5);
        let found = project(&cuboid, p);
        let clamped = p.coords.zip_map(&half, |x, h| x.clamp(-h, h));
        assert!((found.point.coords - clamped).norm() < 1e-15);
        assert!((found.distance - (p.coords - clamped).norm()).abs() < 1e-15);
        assert_eq!(found.inside, p.coords == clamped);
        assert_eq!(contains(&cuboid, p), found.inside);
        inside += i32::from(found.inside);

        let across = p.x.hypot(p.z);
        let beside = (across - 1.5).max(0.0).hypot((p.y.abs() - 1.0).max(0.0));
        worst = worst.max((project(&cylinder, p).distance - beside).abs());

        // In the half-plane of the axis: to the segment from the rim to the apex, or to the base.
        let t = ((1.5 - across) * 1.5 + (p.y + 1.0) * 2.0) / (1.5 * 1.5 + 4.0);
        let t = t.clamp(0.0, 1.0);
        let to_side = (across - 1.5 * (1.0 - t)).hypot(p.y - (2.0 * t - 1.0));
        let to_base = (across - 1.5).max(0.0).hypot(p.y + 1.0);
        let in_cone = p.y.abs() <= 1.0 && across * 2.0 <= 1.5 * (1.0 - p.y);
        let beside = if in_cone { 0.0 } else { to_side.min(to_base) };
        worst = worst.max((project(&cone, p).distance - beside).abs());

        let found = project(&ellipsoid, p);
        let level = p.coords.component_div(&half).norm();
        assert_eq!(found.inside, level <= 1.0, "{level}");
        if !found.inside {
            // The minimum translation is along the gradient there.
            let gradient = found.point.coords.component_div(&half).component_div(&half);
            let sine = (p - found.point).cross(&gradient).norm() / (found.distance * gradient.norm());
            assert!(sine < 1e-3, "{sine}");
        }
    }
    assert!((100..900).contains(&inside), "{inside}");
    assert!(worst < 1e-7, "{worst:e}");
}

#[test]
fn scale_and_precision_do_not_matter() {
    let mut random = Random::new(14);
    let distances = |p: &Point3<f64>, size: f32| -> [f64; 4] {
        let n = |x: f64| x as f32 * size;
        let q = p.map(n);
        let balls = [0.5, 1.5].map(|r| Ball::at(Point3::new(n(r), n(0.0), n(0.0)), n(r)).unwrap());
        let round = [
            project(&Ellipsoid::new(Vector3::new(n(1.0), n(2.0), n(0.5))).unwrap(), q),
            project(&Cylinder::with_radius(n(1.5)).half_height(n(1.0)).unwrap(), q),
            project(&Cone::with_radius(n(1.5)).half_height(n(1.0)).unwrap(), q),
            project(&Hull::round(balls).unwrap(), q),
        ];
        round.map(|found| f64::from(found.distance / size))
    };
    let wide = |p: &Point3<f64>| -> [f64; 4] {
        let balls = [0.5, 1.5].map(|r| Ball::at(Point3::new(r, 0.0, 0.0), r).unwrap());
        let round = [
            project(&Ellipsoid::new(Vector3::new(1.0, 2.0, 0.5)).unwrap(), p),
            project(&Cylinder::with_radius(1.5).half_height(1.0).unwrap(), p),
            project(&Cone::with_radius(1.5).half_height(1.0).unwrap(), p),
            project(&Hull::round(balls).unwrap(), p),
        ];
        round.map(|found| found.distance)
    };
    for _ in 0..300 {
        let p = random_point::<3>(&mut random, 4.0).map(|x| f64::from(x as f32));
        let want = wide(&p);
        for size in [1e-30, 1.0, 1e30] {
            for (k, (got, want)) in distances(&p, size).into_iter().zip(want).enumerate() {
                assert!((got - want).abs() < 1e-4, "shape {k} at {p} times {size:e}: {got} {want}");
            }
        }
    }
}

#[test]
fn of_a_point_nowhere_nothing_is_known() {
    let cuboid = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    for bad in [f64::NAN, f64::INFINITY] {
        let p = Point2::new(0.0, bad);
        assert!(contains(&cuboid, p));
        let found = project(&cuboid, p);
        assert!(found.inside && found.undecided.is_some(), "{found:?}");
        assert_eq!(Ball::point(p), Err(Error::OutOfRange("point")));
    }
    assert!(!contains(&cuboid, Point2::new(0.0, f64::MAX)));
}

#[test]
fn a_point_goes_wherever_a_shape_goes() {
    let mut random = Random::new(21);
    for _ in 0..100 {
        let (p, q) = (random_point::<3>(&mut random, 3.0), random_point::<3>(&mut random, 3.0));
        let ball = Ball::point(p).unwrap();
        let pose = random_pose(&mut random, 2.0);
        assert_eq!(aabb(&p), aabb(&ball));
        assert_eq!(distance(&p, &q).distance, distance(&ball, &Ball::point(q).unwrap()).distance);
        let (there, ball_there) =
            (p.posed(pose).unwrap().swollen(0.5).unwrap(), ball.posed(pose).unwrap().swollen(0.5).unwrap());
        for (_, shape) in zoo(&mut random) {
            assert_eq!(contains(&shape, p), intersects(&ball, &shape));
            assert_eq!(contact(&shape, &there).separation, contact(&shape, &ball_there).separation);
        }
        let hull = Hull::new([p, q]).unwrap();
        assert!(distance(&hull, &nalgebra::center(&p, &q)).distance < 1e-15);
    }
}

#[test]
fn lengths_of_round_shapes_are_checked() {
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(Cylinder::with_radius(bad).half_height(1.0), Err(Error::OutOfRange("radius")));
        assert_eq!(Cylinder::with_radius(1.0).half_height(bad), Err(Error::OutOfRange("half height")));
        assert_eq!(Cone::with_radius(bad).half_height(1.0), Err(Error::OutOfRange("radius")));
        assert_eq!(Cone::with_radius(1.0).half_height(bad), Err(Error::OutOfRange("half height")));
    }
    assert_eq!(Cylinder::with_radius(-1.0).half_height(1.0), Err(Error::Negative("radius")));
    assert_eq!(Cylinder::with_radius(1.0).half_height(-1.0), Err(Error::Negative("half height")));
    assert_eq!(Cone::with_radius(-1.0).half_height(1.0), Err(Error::Negative("radius")));
    assert_eq!(Cone::with_radius(1.0).half_height(-1.0), Err(Error::Negative("half height")));
}

#[test]
fn a_point_is_in_the_frustum_when_it_is_in_all_six_half_spaces() {
    let mut random = Random::new(13);
    let mut seen = 0;
    for _ in 0..200 {
        // Six sides around the origin, each turned a little.
        let planes =
            [-Vector3::z(), Vector3::z(), -Vector3::x(), Vector3::x(), -Vector3::y(), Vector3::y()].map(|axis| {
                HalfSpace::new(axis + random_vector::<3>(&mut random) * 0.2, random.uniform(0.8, 1.2)).unwrap()
            });
        let frustum = Frustum::from_planes(&planes).unwrap();
        for _ in 0..20 {
            let p = random_point(&mut random, 2.0);
            let inside = planes.iter().all(|plane| plane.contains(p));
            assert_eq!(contains(&frustum, p), inside);
            seen += i32::from(inside);
        }
    }
    assert!((1200..2800).contains(&seen), "{seen}");
}

#[test]
fn the_corner_of_a_frustum_has_its_number() {
    let frustum = Frustum::perspective(1.0_f32, 2.0, 1.0, 3.0).unwrap();
    let far_right_bottom = frustum.support_from(&Vector3::new(1.0, -1.0, -1.0), &Point::origin());
    assert_eq!(far_right_bottom.id, VertexId(0b011));
    assert_eq!(far_right_bottom.offset, frustum.corners()[0b011].coords);
}

/// `f64` without `Copy`.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct Boxed(Box<f64>);

/// A ring of whole numbers, without division.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct Whole(i64);

macro_rules! ring {
    ($number:ident, $wrap:expr, $get:expr; $($op:ident $method:ident $assign_op:ident $assign:ident),*) => {
        $(
            impl $op for $number {
                type Output = Self;
                fn $method(self, other: Self) -> Self {
                    $wrap($get(&self).$method($get(&other)))
                }
            }
            impl $assign_op for $number {
                fn $assign(&mut self, other: Self) {
                    *self = $wrap($get(self).$method($get(&other)));
                }
            }
        )*
        impl Neg for $number {
            type Output = Self;
            fn neg(self) -> Self {
                $wrap($get(&self).neg())
            }
        }
        impl num_traits::Zero for $number {
            fn zero() -> Self {
                $wrap(num_traits::Zero::zero())
            }
            fn is_zero(&self) -> bool {
                num_traits::Zero::is_zero(&$get(self))
            }
        }
        impl num_traits::One for $number {
            fn one() -> Self {
                $wrap(num_traits::One::one())
            }
        }
    };
}
ring!(Boxed, |x| Boxed(Box::new(x)), |x: &Boxed| *x.0;
    Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign, Div div DivAssign div_assign);
ring!(Whole, Whole, |x: &Whole| x.0;
    Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);

impl Scalar for Whole {}
impl Scalar for Boxed {
    fn epsilon() -> Self {
        Self(Box::new(f64::EPSILON))
    }
    fn unit_scale(&self) -> Self {
        Self(Box::new(self.0.unit_scale()))
    }
    fn in_range(&self) -> bool {
        self.0.in_range()
    }
    // Not `half`, which need not be exact: nothing may rest on it but where a search starts.
}
impl Real for Boxed {
    fn sqrt(&self) -> Self {
        Self(Box::new(self.0.sqrt()))
    }
}

#[test]
fn numbers_need_not_be_copy() {
    let n = |x: f64| Boxed(Box::new(x));
    let v = |x: f64, y: f64, z: f64| Vector3::new(n(x), n(y), n(z));
    let back = |p: &Point3<Boxed>| p.map(|x| *x.0);

    let from_planes =
        |sides: [Vector3<Boxed>; 6]| Frustum::from_planes(&sides.map(|d| HalfSpace::new(d, n(1.0)).unwrap()));
    let cube = [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];
    let cube = cube.map(|[x, y, z]| [v(x, y, z), v(-x, -y, -z)]);
    let [near, side, up] = cube;
    let frustum = from_planes([&near[..], &side[..], &up[..]].concat().try_into().unwrap()).unwrap();
    let point = Point::from(v(4.0, 5.0, 0.5));
    assert_eq!(*project(&frustum, &point).distance.0, 5.0);

    let ellipsoid = project(&Ellipsoid::new(v(1.0, 2.0, 3.0)).unwrap(), &point);
    let want = project(&Ellipsoid::new(Vector3::new(1.0, 2.0, 3.0)).unwrap(), back(&point));
    assert_eq!(back(&ellipsoid.point), want.point);
    let (cylinder, cone) = (
        Cylinder::with_radius(n(1.5)).half_height(n(2.0)).unwrap(),
        Cone::with_radius(n(1.5)).half_height(n(2.0)).unwrap(),
    );
    let sum = project(&Sum::new(&cylinder, &cone).unwrap(), &point);
    let (cylinder, cone) =
        (Cylinder::with_radius(1.5).half_height(2.0).unwrap(), Cone::with_radius(1.5).half_height(2.0).unwrap());
    let want = project(&Sum::new(&cylinder, &cone).unwrap(), back(&point));
    assert_eq!(back(&sum.point), want.point);

    let cube = Cuboid::new(v(1.0, 1.0, 1.0)).unwrap();
    let deep = contact(&cube, &cube.clone().posed(v(1.5, 0.25, 0.5)).unwrap());
    assert_eq!((*deep.separation.0, *deep.normal.x.0), (-0.5, 1.0));

    let ball = |x: f64, r: f64| Ball::at(Point::from(v(x, 0.0, 0.0)), n(r)).unwrap();
    let hull = Hull::round([ball(0.0, 2.0), ball(3.0, 1.0)]).unwrap();
    let around = aabb(&hull);
    assert_eq!((back(&around.min), back(&around.max)), (Point3::new(-2.0, -2.0, -2.0), Point3::new(4.0, 2.0, 2.0)));
    let ground = HalfSpace::through(Point::from(v(0.0, -3.0, 0.0)), v(0.0, 4.0, 0.0)).unwrap();
    assert_eq!(*ground.contact(&hull).separation.0, 1.0);
    assert!(!ground.intersects(&hull) && ground.contains(Point::from(v(9.0, -3.0, 9.0))));
}

#[test]
fn a_ring_without_division_is_enough_for_verdicts() {
    let p = |x, y| Point2::new(Whole(x), Whole(y));
    let v = |x, y| Vector2::new(Whole(x), Whole(y));
    let segment = |a, b| Segment::new([a, b]).unwrap();
    let hull = Hull::new([segment(p(0, 0), p(4, 0)), segment(p(0, 6), p(2, 9))]).unwrap();
    assert!(contains(&hull, p(3, 4)) && !contains(&hull, p(3, 5)));
    let sum = Sum::new(&hull, segment(p(0, 0), p(0, 1))).unwrap();
    assert!(contains(&sum, p(3, 5)) && !contains(&sum, p(3, 6)));
    assert_eq!(aabb(&sum), Aabb { min: p(0, 0), max: p(4, 10) });

    // A ball of radius 5 at (0, 0) touches 3x + 4y = 25 and no line farther away.
    let ball = Ball::at(p(0, 0), Whole(5)).unwrap();
    assert!(HalfSpace::new(v(-3, -4), Whole(-25)).unwrap().intersects(&ball));
    assert!(!HalfSpace::new(v(-3, -4), Whole(-26)).unwrap().intersects(&ball));
    assert!(HalfSpace::through(p(-3, -4), v(3, 4)).unwrap().intersects(&ball));
    let balls = [Ball::at(p(0, 0), Whole(5)).unwrap(), Ball::at(p(0, 0), Whole(6)).unwrap()];
    assert_eq!(Hull::new(balls).unwrap_err(), Error::UnequalMargins);
}

mod frusta {
    use super::*;
    use gjk::nalgebra::{Matrix4, Perspective3};

    #[test]
    fn a_matrix_gives_the_corners_of_its_camera() {
        for [fov, aspect, near, far] in [[1.0, 1.5, 0.5, 20.0], [0.3, 0.5, 0.01, 1000.0], [2.5, 2.0, 3.0, 3.5]] {
            let direct = Frustum::<f64>::perspective(fov, aspect, near, far).unwrap();
            let projection = Perspective3::new(aspect, fov, near, far).to_homogeneous();
            let camera = Isometry3::new(Vector3::new(1.0, -2.0, 3.0), Vector3::new(0.5, 1.0, -0.3));
            let matrix = projection * camera.inverse().to_homogeneous();
            let planar = Frustum::from_matrix(&matrix).unwrap();
            for (a, b) in direct.corners().iter().zip(planar.corners()) {
                // The far plane's row is a difference of nearly equal rows: what is left of it has lost far / near.
                assert!((camera * a - b).norm() < 1e-13 * far * far / near, "{a} {b}");
            }
        }
    }

    #[test]
    fn planes_that_bound_nothing_are_refused() {
        let planes = |sides: [[f64; 4]; 6]| {
            Frustum::from_planes(&sides.map(|[x, y, z, offset]| HalfSpace::new(Vector3::new(x, y, z), offset).unwrap()))
        };
        let mut cube = [[0.0; 4]; 6];
        for (k, side) in cube.iter_mut().enumerate() {
            side[2 - k / 2] = if k % 2 == 0 { -1.0 } else { 1.0 };
            side[3] = 1.0;
        }
        assert!(planes(cube).is_ok());
        let refused = |change: fn(&mut [[f64; 4]; 6])| {
            let mut sides = cube;
            change(&mut sides);
            assert_eq!(planes(sides), Err(Error::Unbounded));
        };
        refused(|sides| sides[1] = sides[2]);
        refused(|sides| sides[1] = sides[0]);
        refused(|sides| sides[5][3] = -1.5);
        refused(|sides| sides[0] = [0.0, 0.0, 1.0, 1.0]);
        refused(|sides| sides[0] = [1.0, 1.0, -1.0, 0.5]);
    }

    #[test]
    fn views_that_see_nothing_are_refused() {
        let view = Frustum::<f64>::perspective;
        assert_eq!(view(0.0, 1.0, 1.0, 2.0), Err(Error::Zero("field of view")));
        assert_eq!(view(-1.0, 1.0, 1.0, 2.0), Err(Error::Negative("field of view")));
        assert_eq!(view(3.2, 1.0, 1.0, 2.0), Err(Error::OutOfRange("field of view")));
        assert_eq!(view(7.0, 1.0, 1.0, 2.0), Err(Error::OutOfRange("field of view")));
        assert_eq!(view(1.0, 0.0, 1.0, 2.0), Err(Error::Zero("aspect")));
        assert_eq!(view(1.0, f64::NAN, 1.0, 2.0), Err(Error::OutOfRange("aspect")));
        assert_eq!(view(1.0, 1.0, -1.0, 2.0), Err(Error::Negative("near distance")));
        assert_eq!(view(1.0, 1.0, 2.0, 1.0), Err(Error::Negative("depth from near to far")));
        assert_eq!(view(1.0, 1.0, 1.0, f64::INFINITY), Err(Error::OutOfRange("depth from near to far")));
        assert_eq!(view(3.0, 1e300, 1.0, 1e300), Err(Error::OutOfRange("point")));
    }

    #[test]
    fn matrices_of_no_camera_are_refused() {
        let mut endless = Perspective3::new(1.0, 1.0, 0.5, 10.0).to_homogeneous();
        endless[(2, 2)] = -1.0;
        endless[(2, 3)] = -1.0;
        assert_eq!(Frustum::from_matrix(&endless), Err(Error::Unbounded));
        assert_eq!(Frustum::from_matrix(&Matrix4::<f64>::zeros()), Err(Error::Unbounded));
        assert_eq!(Frustum::from_matrix(&Matrix4::repeat(f64::NAN)), Err(Error::OutOfRange("clip matrix")));
    }
}

mod boxes {
    use super::*;

    #[test]
    fn far_from_the_origin_only_the_box_itself_is_rounded() {
        // The coordinates are multiples of 1/8 there; added in any other order this would be 0.25 or 0.5 more.
        let far = Vector3::new(1_048_576.0_f32, 0.0, 0.0);
        let box_ = aabb(&Cuboid::new(Vector3::new(0.05, 1.0, 1.0)).unwrap().swollen(0.06).unwrap().posed(far).unwrap());
        assert_eq!(box_.max.x - far.x, 0.125);
        assert_eq!(box_.min.x - far.x, -0.125);
    }

    #[test]
    fn a_turned_ellipsoid_has_the_bounds_of_its_quadric() {
        let radii = Vector3::new(3.0, 1.0, 2.0);
        let pose = Isometry3::new(Vector3::new(10.0, 20.0, 30.0), Vector3::new(0.3, 0.7, -0.4));
        let found = aabb(&Ellipsoid::new(radii).unwrap().posed(pose).unwrap());
        let rotation = pose.rotation.to_rotation_matrix();
        for axis in 0..3 {
            let half: f64 = rotation.matrix().row(axis).transpose().component_mul(&radii).norm();
            assert!((found.max[axis] - (pose.translation.vector[axis] + half)).abs() < 1e-13);
            assert!((found.min[axis] - (pose.translation.vector[axis] - half)).abs() < 1e-13);
        }
    }

    /// In `f64` the sums of `f32` are exact.
    #[test]
    fn boxes_are_rounded_outwards() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            #[expect(clippy::cast_precision_loss, reason = "any number will do")]
            return ((state >> 40) as f32 / 8_388_608.0 - 1.0) * [1.0, 1e-3, 1e4][(state >> 20) as usize % 3];
        };
        let mut rounded = 0;
        for _ in 0..5000 {
            let [x, step] = [random(), random()];
            let still = Aabb { min: Point3::new(x, x, x), max: Point3::new(x, x, x) };
            let swept = still.swept(Vector3::new(step, -step, 0.0));
            for (k, step) in [(0, f64::from(step)), (1, -f64::from(step))] {
                let there = f64::from(x) + step;
                let [low, high] = [swept.min[k], swept.max[k]].map(f64::from);
                assert!(low <= there && there <= high && low <= x.into() && f64::from(x) <= high);
                assert!(high.max(-low) <= f64::from(x).abs().max(there.abs()) * (1.0 + 3.0 * f64::from(f32::EPSILON)));
                rounded += usize::from(high != there && low != there);
            }
            let (grown, margin) = (still.grown(step.abs()), f64::from(step).abs());
            assert!(f64::from(grown.min.x) <= f64::from(x) - margin && f64::from(grown.max.x) >= f64::from(x) + margin);
        }
        assert!(rounded > 2000, "{rounded}");
    }

    #[test]
    fn a_box_shrinks_to_its_middle() {
        let room = Aabb { min: Point3::new(0.0, 0.0, 0.0), max: Point3::new(1.0, 8.0, 2.0) };
        let less = room.grown(-2.0);
        assert_eq!((less.min, less.max), (Point3::new(0.5, 2.0, 1.0), Point3::new(0.5, 6.0, 1.0)));
    }

    #[test]
    fn what_is_unknown_stays_unknown() {
        let known = Aabb { min: Point3::new(0.0, 0.0, 0.0), max: Point3::new(1.0, 1.0, 1.0) };
        let unknown = Aabb { min: Point3::new(0.0, f64::NAN, 0.0), max: Point3::new(1.0, f64::NAN, 1.0) };
        let far = Point3::new(0.5, 100.0, 0.5);
        for both in [known.merged(&unknown), unknown.merged(&known)] {
            assert!(both.min.y.is_nan() && both.max.y.is_nan() && both.contains(far), "{both:?}");
        }
    }

    #[test]
    fn touching_boxes_intersect() {
        let ball = |x: f64| aabb(&Ball::at(Point3::new(x, 0.0, 0.0), 1.0).unwrap());
        assert!(ball(0.0).intersects(&ball(2.0)) && ball(2.0).intersects(&ball(0.0)));
        assert!(!ball(0.0).intersects(&ball(2.5)) && !ball(2.5).intersects(&ball(0.0)));
        assert!(ball(0.0).contains(Point3::new(1.0, 1.0, -1.0)));
        assert!(!ball(0.0).contains(Point3::new(1.0, 1.0, -1.5)));
        assert!(!ball(0.0).contains(Point3::new(1.5, 1.0, 0.0)));
    }
}

#[test]
fn the_cone_lies_on_its_side_on_the_ground() {
    let ground = HalfSpace::new(Vector3::new(0.0, 2.0, 0.0), 2.0).unwrap();
    let cone = Cone::with_radius(1.5).half_height(1.0).unwrap();
    assert_eq!(ground.contact(&cone).separation, -2.0);
    // The side is along (1.5, -2); turned level, its distance from the axis' middle is 1 · 1.5 / 2.5 = 0.6.
    let turn = std::f64::consts::FRAC_PI_2 + (1.5_f64 / 2.0).atan();
    let lying = cone.posed(Isometry3::new(Vector3::new(9.0, 1.6, 7.0), Vector3::z() * turn)).unwrap();
    assert!(ground.contact(&lying).separation.abs() < 1e-15);
}

#[test]
fn any_length_and_any_scale_will_do() {
    for size in [1e-30_f32, 1.0, 1e30] {
        let ball = Ball::at(Point3::new(4.0, 4.0, 1.0) * size, size).unwrap();
        for length in [1e-5_f32, 1.0, 1e5] {
            let normal = Vector3::new(1.0, 2.0, 2.0) * length;
            // The plane at distance 1 from the origin, and one 3 · 0.9 farther.
            let near = HalfSpace::new(normal, 3.0 * length * size).unwrap();
            let far = HalfSpace::new(normal, 12.0 * length * size).unwrap();
            let found = near.contact(&ball);
            assert!((found.separation / size - 8.0 / 3.0).abs() < 1e-5, "{size:e} {length:e} {found:?}");
            assert!(!near.intersects(&ball));
            assert!(far.intersects(&ball));
            assert!((far.contact(&ball).separation / size + 1.0 / 3.0).abs() < 1e-5);
        }
    }
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let far = 1e8_f32;
    let cube = Cuboid::new(Vector3::new(0.5, 0.5, 0.5)).unwrap();
    let there = cube.posed(Vector3::new(far, far, far)).unwrap();
    for ground in [
        HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), far),
        HalfSpace::through(Point3::new(0.0, far, 0.0), Vector3::new(0.0, 1.0, 0.0)),
        HalfSpace::through(Point3::new(far, far, far), Vector3::new(0.0, 1.0, 0.0)),
    ] {
        assert_eq!(ground.unwrap().contact(&there).separation, -0.5);
    }
}

#[test]
fn the_lowest_vertex_is_named() {
    let ground = HalfSpace::new(Vector3::new(-1.0, 2.0, -4.0), 0.0).unwrap();
    let found = ground.contact(&Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap());
    // A bit for each axis along which it is on the negative side.
    assert_eq!(found.feature.on_b().collect::<Vec<_>>(), [VertexId(0b010)]);
    assert_eq!(found.feature.on_a().count(), 0);
}

#[test]
fn touching_intersects_and_the_sign_is_the_verdict() {
    let slope = HalfSpace::new(Vector3::new(1.0, 1.0, 1.0), 0.0).unwrap();
    let mut apart = 0;
    for k in 0..2000_u16 {
        let at = 0.577 + f64::from(k) * 1e-6;
        let ball = Ball::at(Point3::new(at, at, at), 1.0).unwrap();
        let found = slope.contact(&ball);
        assert_eq!(found.separation > 0.0, !slope.intersects(&ball), "{at}");
        apart += u16::from(found.separation > 0.0);
    }
    assert!((600..1800).contains(&apart), "{apart}");
    let ground = HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0).unwrap();
    let touching = Ball::at(Point3::new(0.0, 1.0, 0.0), 1.0).unwrap();
    for (radius, meets) in [(1e-25_f32, false), (1.4e-25, false), (1.5e-25, true), (1.6e-25, true)] {
        let tiny = Ball::at(Point3::new(1.0, 1.5e-25, 1.0), radius).unwrap();
        assert_eq!(HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), 0.0).unwrap().intersects(&tiny), meets);
    }
    assert!(ground.intersects(&touching));
    assert_eq!(ground.contact(&touching).separation, 0.0);
}

#[test]
fn a_plane_without_a_direction_is_refused() {
    assert_eq!(HalfSpace::new(Vector3::<f64>::zeros(), 1.0), Err(Error::Zero("normal")));
    assert_eq!(HalfSpace::new(Vector3::new(0.0, f64::NAN, 0.0), 1.0), Err(Error::OutOfRange("normal")));
    assert_eq!(HalfSpace::new(Vector3::new(0.0, 1.0, 0.0), f64::INFINITY), Err(Error::OutOfRange("offset")));
    // The plane y = 1e60.
    assert_eq!(HalfSpace::new(Vector3::new(0.0, 1e-30_f32, 0.0), 1e30), Err(Error::OutOfRange("offset")));
    let nowhere = Point3::new(0.0, f64::NAN, 0.0);
    assert_eq!(HalfSpace::through(nowhere, Vector3::new(0.0, 1.0, 0.0)), Err(Error::OutOfRange("point")));
}

#[test]
fn neither_radii_nor_directions_overflow_or_vanish() {
    for size in [1e-30_f32, 1.0, 1e30] {
        let ellipsoid = Ellipsoid::new(Vector3::new(3.0, 1.0, 2.0) * size).unwrap();
        for length in [1e-30_f32, 1.0, 1e30] {
            // R·d = (12, -4, -6) and |R·d| = 14.
            let s = ellipsoid.support(&(Vector3::new(4.0, -4.0, -3.0) * length)).coords / size;
            let want = Vector3::new(36.0, -4.0, -12.0) / 14.0;
            assert!((s - want).norm() < 1e-6, "{size:e} {length:e} {s}");
        }
    }
}

#[test]
fn a_flat_ellipsoid_seen_from_above_is_its_center() {
    let disc = Ellipsoid::new(Vector3::new(3.0, 0.0, 2.0)).unwrap();
    assert_eq!(disc.support(&Vector3::new(0.0, 1e-20, 0.0)), Point3::origin());
    assert_eq!(disc.support(&Vector3::new(1e-20, 1.0, 0.0)), Point3::from([3.0, 0.0, 0.0]));
    let tiny = Ellipsoid::new(Vector3::new(1e-30_f32, 0.0, 0.0)).unwrap();
    assert_eq!(tiny.support(&Vector3::new(1e-20, 1.0, 0.0)), Point3::from([1e-30, 0.0, 0.0]));
    let point = Ellipsoid::new(Vector3::<f64>::zeros()).unwrap();
    assert_eq!(point.support(&Vector3::new(1.0, 2.0, 3.0)), Point3::origin());
}

#[test]
fn radii_are_checked() {
    assert_eq!(Ellipsoid::new(Vector3::new(1.0, -1.0, 1.0)), Err(Error::Negative("radius")));
    assert_eq!(Ellipsoid::new(Vector3::new(1.0, 1.0, f64::NAN)), Err(Error::OutOfRange("radius")));
}

fn disc(x: f64, y: f64, radius: f64) -> Ball<f64, 2> {
    Ball::at(Point2::new(x, y), radius).unwrap()
}

#[test]
fn what_cannot_be_is_refused() {
    assert_eq!(Hull::<Ball<f64, 2>, _, _>::new([]).unwrap_err(), Error::Empty("shapes"));
    assert_eq!(Hull::<Ball<f64, 2>, _, _>::round([]).unwrap_err(), Error::Empty("shapes"));
    assert_eq!(Hull::new([disc(0.0, 0.0, 1.0), disc(1.0, 0.0, 2.0)]).unwrap_err(), Error::UnequalMargins);
    let large = f64::MAX / 100.0;
    let error = Hull::round([disc(large, 0.0, large), disc(1.0, 0.0, 0.0)]).unwrap_err();
    assert_eq!(error, Error::OutOfRange("extent of the hull"));
}

#[test]
fn a_vertex_is_named_after_its_shape() {
    let segment = |x| Segment::new([Point2::new(x, 0.0), Point2::new(x, 1.0)]).unwrap();
    let hull = Hull::new([segment(0.0), segment(3.0)]).unwrap();
    let extreme = hull.support_from(&Vector2::new(1.0, 0.1), &Point2::new(1.0, 0.0));
    assert_eq!(extreme, SupportOffset { offset: Vector2::new(2.0, 1.0), id: VertexId(1 << 16 | 1) });
    assert_eq!(hull.center(), Some(Point2::new(1.5, 0.5)));
    assert_eq!(hull.shapes().count(), 2);
}

#[test]
fn equal_margins_stay_margin() {
    let hull = Hull::round([disc(0.0, 0.0, 1.5), disc(4.0, 0.0, 1.5)]).unwrap();
    assert_eq!(hull.margin(), 1.5);
    assert_eq!(hull.support(&Vector2::new(1e-300, 0.0)), Point2::new(4.0, 0.0));
}

#[test]
fn summands_far_from_the_origin_lose_nothing() {
    let far = 16_777_216.0_f32;
    let square = Cuboid::new(Vector2::new(0.1, 0.3)).unwrap();
    // The middle of A, the middle of B and the point measured from; each is the smallest once.
    for [a, b, from] in [[far, -far, 0.25], [far, 0.25, far], [0.25, far, far]] {
        let posed = |x: f32| square.posed(Vector2::new(x, -x)).unwrap();
        let sum = Sum::new(posed(a), posed(b)).unwrap();
        let extreme = sum.support_from(&Vector2::new(1.0, 1.0), &Point2::new(from, -from));
        let middle = if from == 0.25 { -0.25 } else { 0.25 };
        assert_eq!(extreme, SupportOffset { offset: Vector2::new(0.2 + middle, 0.6 - middle), id: VertexId(0) });
    }
}

#[test]
fn ranges_are_checked_and_margins_add() {
    let ball = |x, r| Ball::at(Point2::new(x, 0.0_f32), r).unwrap();
    let large = f32::MAX / 100.0;
    assert_eq!(Sum::new(ball(0.0, 1.0), ball(0.0, 2.0)).unwrap().margin(), 3.0);
    assert_eq!(Sum::new(ball(0.0, large), ball(0.0, large)), Err(Error::OutOfRange("margin of the sum")));
    assert_eq!(Sum::new(ball(large, 1.0), ball(large, 1.0)), Err(Error::OutOfRange("extent of the sum")));
}

/// A point with this name as a vertex.
struct Named(u32);

impl Support<2> for Named {
    type Scalar = f64;
    fn support(&self, _: &Vector2<f64>) -> Point2<f64> {
        Point2::origin()
    }
    fn support_from(&self, _: &Vector2<f64>, from: &Point2<f64>) -> SupportOffset<f64, 2> {
        SupportOffset { offset: -from.coords, id: VertexId(self.0) }
    }
    fn recall(&self, id: VertexId, from: &Point2<f64>) -> Option<Vector2<f64>> {
        (id == VertexId(self.0)).then(|| -from.coords)
    }
}

#[test]
fn pairs_of_vertices_have_names_that_differ() {
    let sum = |a, b| Sum::new(Named(a), Named(b)).unwrap();
    let name = |a, b| sum(a, b).support_from(&Vector2::x(), &Point2::origin()).id;
    assert_eq!(name(3, 5), VertexId(3 << 16 | 5));
    assert_eq!(name(VertexId::NONE.0, 5), VertexId::NONE);
    assert_eq!(name(3, 1 << 16), VertexId::NONE);
    let recalled = |id| sum(3, 5).recall(id, &Point2::origin());
    assert_eq!(recalled(name(3, 5)), Some(Vector2::zeros()));
    assert_eq!([name(5, 3), name(3, 4), VertexId::NONE].map(recalled), [None; 3]);
}

/// The farthest point by an index is as far as the farthest of all, for points in a cube, on a grid (with ties), and for
/// directions on the borders of the index's cells.
#[test]
fn candidates_hold_a_farthest_point() {
    let mut random = Random::new(1);
    let mut number = |grid: f64| {
        let x = random.uniform(-1.0, 1.0);
        if grid > 0.0 { (x * 4.0).round() / grid } else { x }
    };
    for grid in [0.0, 1.0] {
        for count in [32, 40, 200, 700] {
            let points: Vec<Point3<f64>> = (0..count).map(|_| Point3::from([(); 3].map(|()| number(grid)))).collect();
            let cloud = PointCloud::new(points.iter().copied()).unwrap().indexed();
            assert!(cloud.is_indexed());
            for turn in 0..2000 {
                let direction = match turn % 3 {
                    0 => Vector3::from([(); 3].map(|()| number(0.0))),
                    1 => Vector3::from([(); 3].map(|()| number(1.0))),
                    _ => Vector3::from([(); 3].map(|()| (number(0.0) * 2.0).round() / 2.0)),
                };
                let found = cloud.support(&direction).coords.dot(&direction);
                let most = points.iter().map(|p| p.coords.dot(&direction)).fold(f64::MIN, f64::max);
                assert!(found >= most - 1e-14, "{direction:?}: {found} of {most}");
            }
        }
    }
}
