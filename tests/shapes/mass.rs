//! Mass properties: polytopes against exact integrals, round shapes against exact quadrature of their slices, and properties that hold for
//! every shape: moved, turned, scaled, cut into parts.

#![allow(clippy::float_cmp, reason = "what is compared with == is exact")]
#![allow(clippy::cast_possible_truncation, reason = "how f64 is made f32")]

use gjk::mass::{MassProperties, Solid};
use gjk::nalgebra::{Isometry2, Isometry3, Matrix3, Point, Point2, Point3, SMatrix, Similarity3, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, Hull, PointCloud, Polygon, Segment, Sum,
    Tetrahedron, Triangle,
};
use gjk::{SupportExt, aabb};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use oracle::random::{Random, campaign};
use std::f64::consts::PI;

/// The largest difference of two in ε: of the mass, of the centre as a part of the size, and of the moments as
/// a part of the mass times the size squared.
fn difference<const D: usize>(got: &MassProperties<f64, D>, want: &MassProperties<f64, D>, size: f64) -> f64 {
    let mass = (got.mass / want.mass - 1.0).abs();
    let center = (got.center - want.center).amax() / size;
    let moments = (got.moments - want.moments).amax() / (want.mass * size * size);
    [mass, center, moments].into_iter().fold(0.0, |m: f64, x| if x > m || x.is_nan() { x } else { m }) / f64::EPSILON
}

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).unwrap()
}

fn whole(n: i64) -> BigRational {
    BigRational::from_integer(n.into())
}

fn nearest(x: &BigRational) -> f64 {
    x.to_f64().unwrap()
}

/// The integrals of 1, p and p pᵀ over simplices with a corner at the origin, added up, in rational numbers: density 1.
fn integrated<const D: usize>(simplices: &[[[f64; D]; D]]) -> MassProperties<f64, D> {
    let zero = || whole(0);
    let (mut volume, mut first, mut second) = (zero(), vec![zero(); D], vec![vec![zero(); D]; D]);
    let factorial = |n: usize| whole((1..=n).map(|k| i64::try_from(k).expect("small")).product());
    for simplex in simplices {
        let v: Vec<Vec<BigRational>> = simplex.iter().map(|p| p.iter().map(|x| exact(*x)).collect()).collect();
        let det = if D == 2 {
            &v[0][0] * &v[1][1] - &v[0][1] * &v[1][0]
        } else {
            let minor = |i: usize, j: usize| &v[1][i] * &v[2][j] - &v[1][j] * &v[2][i];
            &v[0][0] * minor(1, 2) + &v[0][1] * minor(2, 0) + &v[0][2] * minor(0, 1)
        };
        volume += &det / factorial(D);
        for i in 0..D {
            let s = |i: usize| v.iter().map(|p| p[i].clone()).sum::<BigRational>();
            first[i] += s(i) * &det / factorial(D + 1);
            for j in 0..D {
                let pairs = v.iter().map(|p| &p[i] * &p[j]).sum::<BigRational>();
                second[i][j] += (s(i) * s(j) + pairs) * &det / factorial(D + 2);
            }
        }
    }
    let center: Vec<BigRational> = first.iter().map(|x| x / &volume).collect();
    MassProperties {
        mass: nearest(&volume),
        center: Point::from(std::array::from_fn(|k| nearest(&center[k]))),
        moments: SMatrix::from_fn(|i, j| nearest(&(&second[i][j] - &center[i] * &center[j] * &volume))),
    }
}

#[test]
fn polygons_are_right_to_rounding() {
    let mut random = Random::new(1);
    let mut worst = 0.0_f64;
    for turn in 0..200 {
        let count = 3 + random.index(20);
        let far = [0.0, 1.0, 100.0][turn % 3];
        let scale = [1.0, 1e-20, 1e20][turn / 3 % 3];
        let points: Vec<[f64; 2]> =
            (0..count).map(|_| random.direction::<2>()).map(|[x, y]| [(x + far) * scale, (y - far) * scale]).collect();
        let polygon = Polygon::hull(points.iter().map(|p| Point2::from(*p))).unwrap();
        let vertices: Vec<[f64; 2]> = polygon.vertices().map(|p| [p.x, p.y]).collect();
        let edges: Vec<_> = (0..vertices.len()).map(|k| [vertices[k], vertices[(k + 1) % vertices.len()]]).collect();
        // By the smallest side of the box around it: the thinner, the less do its moments say about it.
        let size = scale * far.max(1.0);
        let want = integrated(&edges);
        let found = polygon.mass_properties(1.0).unwrap();
        assert_eq!(
            PointCloud::new(points.iter().map(|p| Point2::from(*p))).unwrap().mass_properties(1.0),
            Some(found.clone())
        );
        // The mass is what the vertices' own rounding leaves of it: small ones have lost some.
        let lost = 1.0 + far * scale * scale / found.mass;
        worst = worst.max(difference(&found, &want, size) / lost);
    }
    println!("polygons: {worst:.1} eps");
    assert!(worst < 8.0, "{worst}");
}

#[test]
fn hulls_are_right_to_rounding() {
    let mut random = Random::new(2);
    let mut worst = 0.0_f64;
    for turn in 0..60 {
        let count = 8 + random.index(30);
        let scale = [1.0, 1e-20, 1e20][turn % 3];
        let points: Vec<Point3<f64>> = (0..count).map(|_| Point3::from(random.direction::<3>()) * scale).collect();
        let hull = ConvexHull::new(points.iter().copied()).unwrap();
        let mut simplices = Vec::new();
        for face in hull.faces() {
            let corners: Vec<[f64; 3]> = face.points().map(|p| [p.x, p.y, p.z]).collect();
            simplices.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
        }
        let found = hull.mass_properties(1.0).unwrap();
        worst = worst.max(difference(&found, &integrated(&simplices), scale));
        let cloud = PointCloud::new(points.iter().copied()).unwrap();
        assert_eq!(cloud.mass_properties(1.0), Some(found.clone()));
        let narrow =
            ConvexHull::new(points.iter().map(|p| (p / scale).cast::<f32>())).unwrap().mass_properties(1.0).unwrap();
        let mass = found.mass / scale.powi(3);
        assert!((f64::from(narrow.mass) / mass - 1.0).abs() < 16.0 * f64::from(f32::EPSILON));
        assert!((narrow.center.cast::<f64>() - found.center / scale).amax() < 16.0 * f64::from(f32::EPSILON));
    }
    println!("hulls: {worst:.1} eps");
    assert!(worst < 16.0, "{worst}");
}

/// The same in numbers of twice the digits; exactly.
fn widened<const D: usize>(found: &MassProperties<f32, D>) -> MassProperties<f64, D> {
    MassProperties { mass: found.mass.into(), center: found.center.cast(), moments: found.moments.cast() }
}

/// Poles, blades and sheets that are turned: all their corners are near one line or plane, and nothing of it shows.
#[test]
fn thin_hulls_are_right_to_rounding() {
    let mut random = Random::new(7);
    let mut worst = [0.0_f64; 4];
    let corner = |k: u32, size: [f64; 3]| Point3::from([0, 1, 2].map(|bit: usize| f64::from(k >> bit & 1) * size[bit]));
    for turn in 0..120 {
        let rotation =
            Isometry3::new(Vector3::zeros(), Vector3::from(random.direction::<3>()) * random.uniform(0.1, 3.0));
        let size = [[10.0, 0.01, 0.01], [10.0, 0.001, 0.001], [100.0, 100.0, 0.001], [10.0, 0.5, 1e-4]][turn % 4];
        let simplices = |hull: &[Vec<[f64; 3]>]| -> Vec<[[f64; 3]; 3]> {
            hull.iter().flat_map(|face| face[1..].windows(2).map(|pair| [face[0], pair[0], pair[1]])).collect()
        };
        let single = ConvexHull::<f32>::new((0..8).map(|k| (rotation * corner(k, size)).cast())).unwrap();
        let faces: Vec<Vec<[f64; 3]>> =
            single.faces().map(|face| face.points().map(|p| [p.x, p.y, p.z].map(f64::from)).collect()).collect();
        let want = integrated(&simplices(&faces));
        let found = widened(&single.mass_properties(1.0).unwrap());
        worst[0] = worst[0].max(difference(&found, &want, size[0]) * f64::EPSILON / f64::from(f32::EPSILON));

        let size = [size[0], if size[1] < 1.0 { size[1] * 1e-9 } else { size[1] }, size[2] * 1e-9];
        let double = ConvexHull::<f64>::new((0..8).map(|k| rotation * corner(k, size))).unwrap();
        let faces: Vec<Vec<[f64; 3]>> =
            double.faces().map(|face| face.points().map(|p| [p.x, p.y, p.z]).collect()).collect();
        let want = integrated(&simplices(&faces));
        worst[1] = worst[1].max(difference(&double.mass_properties(1.0).unwrap(), &want, size[0]));

        let rotation = Isometry2::new(Vector2::zeros(), random.uniform(0.0, 6.0));
        let width = [0.1, 0.01, 0.001, 1e-4][turn % 4];
        let strip = |width| [[0.0, 0.0], [10.0, 0.0], [10.0, width], [0.0, width]].map(|p| rotation * Point2::from(p));
        let edges = |corners: &[[f64; 2]]| -> Vec<[[f64; 2]; 2]> {
            (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]]).collect()
        };
        let single = Polygon::<f32>::hull(strip(width).map(Point::cast)).unwrap();
        let corners: Vec<_> = single.vertices().map(|p| [p.x, p.y].map(f64::from)).collect();
        let found = widened(&single.mass_properties(1.0).unwrap());
        worst[2] = worst[2]
            .max(difference(&found, &integrated(&edges(&corners)), 10.0) * f64::EPSILON / f64::from(f32::EPSILON));
        let double = Polygon::<f64>::hull(strip(width * 1e-9)).unwrap();
        let corners: Vec<_> = double.vertices().map(|p| [p.x, p.y]).collect();
        let found = double.mass_properties(1.0).unwrap();
        worst[3] = worst[3].max(difference(&found, &integrated(&edges(&corners)), 10.0));
    }
    println!("thin ones: {worst:.1?} eps");
    assert!(worst.iter().all(|worst| *worst < 8.0), "{worst:?}");
}

/// Sheets of scattered points, down to some ε thick, against the hull of their vertices by every three of them: the mass is as
/// uncertain as the faces, which are flat to 4 ε of the size.
#[test]
fn sheets_are_right_to_rounding_over_their_thickness() {
    let mut random = Random::new(8);
    let (mut worst, mut thinnest, mut flat) = (0.0_f64, 1.0_f64, 0);
    for turn in 0..campaign(75) {
        let thick = f64::powi(2.0, -random.integer(4, 50));
        let rotation =
            Isometry3::new(Vector3::zeros(), Vector3::from(random.direction::<3>()) * random.uniform(0.1, 3.0));
        let points: Vec<_> = (0..8)
            .map(|_| {
                Point3::new(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), thick * random.uniform(-0.5, 0.5))
            })
            .map(|p| if turn % 2 == 0 { p } else { rotation * p })
            .collect();
        let Ok(hull) = ConvexHull::new(points) else {
            flat += 1;
            continue;
        };
        let vertices: Vec<_> = hull.vertices().map(|p| [p.x, p.y, p.z]).collect();
        let rational = vertices.iter().map(|p| p.map(exact)).collect::<Vec<_>>();
        let height = |[i, j, k]: [usize; 3], l: usize| {
            let [u, v, w] = [j, k, l].map(|m| [0, 1, 2].map(|axis| &rational[m][axis] - &rational[i][axis]));
            let minor = |a: usize, b: usize| &u[a] * &v[b] - &u[b] * &v[a];
            minor(1, 2) * &w[0] + minor(2, 0) * &w[1] + minor(0, 1) * &w[2]
        };
        let mut simplices = Vec::new();
        for i in 0..vertices.len() {
            for (j, k) in (i + 1..vertices.len()).flat_map(|j| (i + 1..vertices.len()).map(move |k| (j, k))) {
                if j != k && (0..vertices.len()).all(|l| l == i || l == j || l == k || height([i, j, k], l) < whole(0))
                {
                    simplices.push([i, j, k].map(|m| vertices[m]));
                }
            }
        }
        // An oracle that found no closed surface says nothing: four points in one plane, exactly.
        if simplices.len() + 4 != 2 * vertices.len() {
            flat += 1;
            continue;
        }
        let want = integrated(&simplices);
        let Some(found) = hull.mass_properties(1.0) else { panic!("{thick:e}: {hull:?}") };
        let share = difference(&found, &want, 1.0) / (8.0 + 16.0 / thick);
        worst = worst.max(share);
        thinnest = thinnest.min(thick);
    }
    println!("sheets: {worst:.2} of 16 ε over the thickness, down to {thinnest:e}, {flat} flat");
    assert!(worst <= 1.0 && thinnest < 1e-12 && flat * 2 < campaign(75), "{worst} {thinnest:e} {flat}");
}

/// What is very large or very small has a mass if that is in range, whatever is computed on the way.
#[test]
fn lengths_and_densities_of_any_size() {
    let origin = Point3::<f32>::origin();
    for (length, density) in [(1e-14_f32, 1e36_f32), (1e13, 1e-31), (1e-14, 1e38), (1e10, 1e-20), (1.0, 3.0)] {
        let (wide_length, wide_density) = (f64::from(length), f64::from(density));
        let flat = Vector3::new(0.5, 1.0, 2.0_f32);
        let scaled = Similarity3::new(Vector3::zeros(), Vector3::new(0.1, 0.2, 0.3), wide_length);
        let close = |found: Option<MassProperties<f32, 3>>, want: Option<MassProperties<f64, 3>>| {
            let (found, want) = (widened(&found.unwrap()), want.unwrap().posed(&scaled.into()));
            let rotation = scaled.isometry.rotation.to_rotation_matrix().into_inner();
            let moments = rotation.transpose() * want.moments * rotation;
            assert!((found.mass / want.mass - 1.0).abs() < 1e-6, "{found:?} {want:?}");
            assert!((found.moments - moments).amax() < 1e-6 * moments.trace(), "{found:?} {want:?}");
        };
        let (axis, wide_axis) = (Point3::from(flat * length), Point3::from(flat.cast::<f64>()));
        let centre = Point3::<f64>::origin();
        close(
            Ball::at(origin, length).unwrap().mass_properties(density),
            Ball::at(centre, 1.0).unwrap().mass_properties(wide_density),
        );
        close(
            Cuboid::new(flat * length).unwrap().mass_properties(density),
            Cuboid::new(flat.cast()).unwrap().mass_properties(wide_density),
        );
        close(
            Ellipsoid::new(flat * length).unwrap().mass_properties(density),
            Ellipsoid::new(flat.cast()).unwrap().mass_properties(wide_density),
        );
        close(
            Cylinder::with_radius(length).half_height(length).unwrap().mass_properties(density),
            Cylinder::with_radius(1.0).half_height(1.0).unwrap().mass_properties(wide_density),
        );
        close(
            Cone::with_radius(length).half_height(length).unwrap().mass_properties(density),
            Cone::with_radius(1.0).half_height(1.0).unwrap().mass_properties(wide_density),
        );
        close(
            Capsule::new(origin, axis, length).unwrap().mass_properties(density),
            Capsule::new(centre, wide_axis, 1.0).unwrap().mass_properties(wide_density),
        );
        if density < 1e37 {
            let posed = Ball::at(origin, 1.0).unwrap().posed(Similarity3::from_scaling(length)).unwrap();
            close(posed.mass_properties(density), Ball::at(centre, 1.0).unwrap().mass_properties(wide_density));
        }
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0_f32]].map(Point3::from);
        close(
            Tetrahedron::new(corners.map(|p| p * length)).unwrap().mass_properties(density),
            Tetrahedron::new(corners.map(Point::cast)).unwrap().mass_properties(wide_density),
        );
    }
    // No moments of zero, and none that have lost their digits.
    assert_eq!(Cuboid::new(Vector3::repeat(1e-10_f32)).unwrap().mass_properties(1.0), None);
    assert_eq!(Ball::at(origin, 1e-8_f32).unwrap().mass_properties(1.0), None);
    assert_eq!(Ball::at(origin, 1e13_f32).unwrap().mass_properties(1.0), None);
    // A sheet may be so thin that nothing is left of one moment.
    let sheet = Cuboid::new(Vector3::new(1.0, 1.0, 1e-20_f32)).unwrap().mass_properties(1.0).unwrap();
    assert!(sheet.moments[(2, 2)] == 0.0 && (sheet.inertia()[(0, 0)] / sheet.mass - 1.0 / 3.0).abs() < 1e-6);
}

#[test]
fn masses_that_cancel_leave_moments_about_the_first_center() {
    let ball = |x: f64, mass: f64| MassProperties {
        mass,
        center: Point2::new(x, 0.0),
        moments: SMatrix::<f64, 2, 2>::identity() * mass,
    };
    let nothing = ball(1.0, 0.0);
    assert_eq!(nothing.joined(&ball(3.0, 0.0)), nothing);
    assert_eq!(nothing.joined(&ball(3.0, 2.0)), ball(3.0, 2.0));
    let hole = ball(1.0, 2.0).joined(&ball(4.0, -2.0));
    assert_eq!((hole.mass, hole.center, hole.inertia()), (0.0, Point2::new(1.0, 0.0), -18.0));
    assert_eq!(ball(1.0, 2.0).joined(&ball(1.0, -1.0)), ball(1.0, 1.0));
}

/// From where to where along y, and the radius squared there.
type Piece<'f> = ([f64; 2], &'f dyn Fn(f64) -> f64);

/// A body of revolution about y from its profile: the radius squared, piece by piece a polynomial of no more than second
/// degree, for which five points of Gauss are exact.
fn revolved(pieces: &[Piece<'_>]) -> MassProperties<f64, 3> {
    const NODES: [(f64, f64); 5] = [
        (-0.906_179_845_938_664, 0.236_926_885_056_189_08),
        (-0.538_469_310_105_683, 0.478_628_670_499_366_47),
        (0.0, 0.568_888_888_888_888_9),
        (0.538_469_310_105_683, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let [mut mass, mut first, mut along, mut across] = [0.0; 4];
    for ([from, to], square) in pieces {
        for (node, weight) in NODES {
            let y = (from + to) / 2.0 + node * (to - from) / 2.0;
            let slice = PI * square(y) * weight * (to - from) / 2.0;
            mass += slice;
            first += slice * y;
            along += slice * y * y;
            across += slice * square(y) / 4.0;
        }
    }
    let middle = first / mass;
    MassProperties {
        mass,
        center: Point3::new(0.0, middle, 0.0),
        moments: Matrix3::from_diagonal(&Vector3::new(across, along - mass * middle * middle, across)),
    }
}

#[test]
fn round_shapes_have_the_moments_of_their_slices() {
    let mut random = Random::new(3);
    let mut worst = 0.0_f64;
    for _ in 0..100 {
        let [r, h] = [random.uniform(0.1, 3.0), random.uniform(0.1, 3.0)];
        let size = r.max(h);
        let mut is = |found: Option<MassProperties<f64, 3>>, want: MassProperties<f64, 3>| {
            worst = worst.max(difference(&found.unwrap(), &want, size));
        };
        is(Cylinder::with_radius(r).half_height(h).unwrap().mass_properties(1.0), revolved(&[([-h, h], &|_| r * r)]));
        is(
            Cone::with_radius(r).half_height(h).unwrap().mass_properties(1.0),
            revolved(&[([-h, h], &|y| (r * (h - y) / (2.0 * h)).powi(2))]),
        );
        is(Ball::at(Point3::origin(), r).unwrap().mass_properties(1.0), revolved(&[([-r, r], &|y| r * r - y * y)]));
        is(
            Ellipsoid::new(Vector3::new(r, h, r)).unwrap().mass_properties(1.0),
            revolved(&[([-h, h], &|y| r * r * (1.0 - y * y / (h * h)))]),
        );
        let capsule = Capsule::new(Point3::new(0.0, -h, 0.0), Point3::new(0.0, h, 0.0), r).unwrap();
        let cap = |y: f64| r * r - (y.abs() - h).powi(2);
        is(capsule.mass_properties(1.0), revolved(&[([-h - r, -h], &cap), ([-h, h], &|_| r * r), ([h, h + r], &cap)]));
    }
    println!("round shapes: {worst:.1} eps");
    assert!(worst < 32.0, "{worst}");
    // In the plane: a stadium is a rectangle and two half discs.
    let [r, a] = [0.5, 2.0];
    let stadium = Capsule::new(Point2::new(-a, 1.0), Point2::new(a, 1.0), r).unwrap().mass_properties(2.0).unwrap();
    let area = 4.0 * a * r + PI * r * r;
    let centre = 4.0 * r / (3.0 * PI);
    let along = 4.0 * a * r * a * a / 3.0 + PI * r * r * (r * r / 4.0 + 2.0 * a * centre + a * a);
    let across = 4.0 * a * r * r * r / 3.0 + PI * r * r * r * r / 4.0;
    assert!((stadium.mass - 2.0 * area).abs() < 1e-14 && stadium.center == Point2::new(0.0, 1.0));
    assert!((stadium.moments - SMatrix::<f64, 2, 2>::new(2.0 * along, 0.0, 0.0, 2.0 * across)).amax() < 1e-13);
    assert!((stadium.inertia() - 2.0 * (along + across)).abs() < 1e-13);
}

/// Moving, turning and scaling a polytope's points, or posing it, come to the same.
#[test]
fn what_is_posed_moves_turns_and_grows() {
    let mut random = Random::new(4);
    for _ in 0..50 {
        let points: Vec<Point3<f64>> = (0..12).map(|_| random.direction::<3>().into()).collect();
        let turn = Vector3::from(random.direction::<3>()) * random.uniform(0.0, 3.0);
        let pose = Similarity3::new(Vector3::from(random.direction::<3>()) * 5.0, turn, random.uniform(0.1, 4.0));
        let scale = pose.scaling();
        let hull = ConvexHull::new(points.iter().copied()).unwrap();
        let still = hull.mass_properties(1.5).unwrap();
        let posed = (&hull).posed(pose).unwrap().mass_properties(1.5).unwrap();
        let moved = ConvexHull::new(points.iter().map(|p| pose * p)).unwrap().mass_properties(1.5).unwrap();
        assert!(difference(&posed, &moved, 5.0 + scale) < 64.0);
        let rotation = pose.isometry.rotation.to_rotation_matrix().into_inner();
        let want = MassProperties {
            mass: still.mass * scale.powi(3),
            center: pose * still.center,
            moments: rotation * still.moments * rotation.transpose() * scale.powi(5),
        };
        assert!(difference(&posed, &want, 5.0 + scale) < 64.0);
        let tensor = still.inertia();
        let trace = still.moments.trace();
        assert!((tensor - (Matrix3::identity() * trace - still.moments)).amax() < 1e-15);
    }
    let capsule = Capsule::new(Point3::new(1.0, 2.0, 3.0), Point3::new(-1.0, 0.0, 5.0), 0.5).unwrap();
    let upright =
        Capsule::new(Point3::new(0.0, -3.0_f64.sqrt(), 0.0), Point3::new(0.0, 3.0_f64.sqrt(), 0.0), 0.5).unwrap();
    let [found, other] = [capsule.mass_properties(1.0), upright.mass_properties(1.0)].map(Option::unwrap);
    let [a, b] = [&found, &other].map(|found| found.moments.symmetric_eigenvalues());
    assert!(
        (found.mass - other.mass).abs() < 1e-13
            && (a.min() - b.min()).abs() < 1e-13
            && (a.max() - b.max()).abs() < 1e-12
    );
}

/// A body cut in two by a plane is the sum of its parts.
#[test]
fn parts_add_up() {
    let mut random = Random::new(5);
    let mut cut = 0;
    for _ in 0..100 {
        let points: Vec<Point3<f64>> = (0..20).map(|_| random.direction::<3>().into()).collect();
        let whole = ConvexHull::new(points.iter().copied()).unwrap();
        let (normal, level) = (Vector3::from(random.direction::<3>()), random.uniform(-0.3, 0.3));
        let height = |p: &Point3<f64>| p.coords.dot(&normal) - level;
        let all: Vec<Point3<f64>> = whole.vertices().collect();
        let mut on_plane = Vec::new();
        for [from, to] in whole.edges() {
            let [p, q] = [all[from.0 as usize], all[to.0 as usize]];
            if height(&p) * height(&q) < 0.0 {
                on_plane.push(p + (q - p) * (height(&p) / (height(&p) - height(&q))));
            }
        }
        let side = |sign: f64| {
            let own = all.iter().copied().filter(|p| height(p) * sign > 0.0);
            ConvexHull::new(own.chain(on_plane.iter().copied())).ok()?.mass_properties(0.7)
        };
        if let (Some(above), Some(below)) = (side(1.0), side(-1.0)) {
            let want = whole.mass_properties(0.7).unwrap();
            assert!(difference(&above.joined(&below), &want, 1.0) < 64.0);
            cut += 1;
        }
    }
    assert!(cut > 80, "{cut}");
}

#[test]
fn every_polytope_is_integrated() {
    let p = |x: f64, y, z| Point3::new(x, y, z);
    let box_ = Cuboid::new(Vector3::new(1.0, 2.0, 3.0)).unwrap();
    let want = box_.mass_properties(2.0).unwrap();
    let corners = (0..8_u32)
        .map(|k| Point3::from([0, 1, 2].map(|bit| if k >> bit & 1 == 0 { 1.0 } else { -1.0 } * f64::from(bit + 1))));
    let same = |found: Option<MassProperties<f64, 3>>| assert!(difference(&found.unwrap(), &want, 3.0) < 8.0);
    same(ConvexHull::new(corners.clone()).unwrap().mass_properties(2.0));
    same(PointCloud::new(corners).unwrap().mass_properties(2.0));
    let slab = Cuboid::new(Vector3::new(1.0, 2.0, 1.0)).unwrap();
    same(Sum::new(&slab, Segment::new([p(0.0, 0.0, -2.0), p(0.0, 0.0, 2.0)]).unwrap()).unwrap().mass_properties(2.0));
    let ends = [-2.0, 2.0].map(|z| (&slab).posed(Vector3::new(0.0, 0.0, z)).unwrap());
    same(Hull::new(ends).unwrap().mass_properties(2.0));
    same((&box_ as &dyn Solid<3, Scalar = f64>).mass_properties(2.0));
    same(Box::new(box_).mass_properties(2.0));

    let simplex = Tetrahedron::new([p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0), p(0.0, 0.0, 1.0)]).unwrap();
    assert!((simplex.mass_properties(6.0).unwrap().mass - 1.0).abs() < 1e-15);
    let view = Frustum::perspective(std::f64::consts::FRAC_PI_2, 1.0, 1.0, 2.0).unwrap();
    assert!((view.mass_properties(3.0).unwrap().mass - (32.0 - 4.0)).abs() < 1e-13);
    let triangle = Triangle::new([Point2::new(0.0_f64, 0.0), Point2::new(2.0, 0.0), Point2::new(0.0, 2.0)]).unwrap();
    let turned = triangle.posed(Isometry2::new(Vector2::new(1.0, 1.0), 0.5)).unwrap().mass_properties(1.0).unwrap();
    assert!((turned.mass - 2.0).abs() < 1e-15);
}

#[test]
fn what_cannot_be_told_is_none() {
    let none = |found: Option<MassProperties<f64, 3>>| assert_eq!(found, None);
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    for density in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        none(cube.mass_properties(density));
    }
    none((&cube).swollen(0.5).unwrap().mass_properties(1.0));
    none(Cuboid::new(Vector3::new(1.0, 0.0, 1.0)).unwrap().mass_properties(1.0));
    none(Segment::new([Point3::origin(), Point3::new(1.0, 0.0, 0.0)]).unwrap().mass_properties(1.0));
    none(Point3::origin().mass_properties(1.0));
    none(Ball::point(Point3::origin()).unwrap().mass_properties(1.0));
    none(Cuboid::new(Vector3::repeat(1e200)).unwrap().mass_properties(1.0));
    none(
        Hull::round([Ball::at(Point3::origin(), 1.0).unwrap(), Ball::at(Point3::origin(), 2.0).unwrap()])
            .unwrap()
            .mass_properties(1.0),
    );
    none(Sum::new(&cube, Ball::at(Point3::origin(), 1.0).unwrap()).unwrap().mass_properties(1.0));
}

/// The box around a moving body holds it at all times.
#[test]
fn bounds_of_what_moves_and_turns() {
    let mut random = Random::new(6);
    for _ in 0..100 {
        let cloud = PointCloud::new((0..8).map(|_| Point3::from(random.direction::<3>()))).unwrap();
        let still = aabb(&cloud);
        let motion = Vector3::from(random.direction::<3>()) * 3.0;
        let path = still.turned_about(Point3::origin()).swept(motion).grown(1e-12);
        let slide = still.swept(motion).grown(1e-12);
        let merged = still.merged(&path);
        for step in 0..=10 {
            let part = f64::from(step) / 10.0;
            let turn = Vector3::from(random.direction::<3>()) * 2.0;
            let turned = aabb(&(&cloud).posed(Isometry3::new(motion * part, turn)).unwrap());
            let slid = aabb(&(&cloud).posed(motion * part).unwrap());
            for (outer, inner) in [(&path, &turned), (&slide, &slid), (&merged, &turned)] {
                assert!(outer.contains(inner.min) && outer.contains(inner.max));
                assert!(outer.overlap(inner).is_some_and(|both| both == *inner));
            }
        }
    }
    let far = aabb(&Ball::at(Point3::new(9.0, 0.0, 0.0), 1.0).unwrap());
    assert_eq!(far.overlap(&aabb(&Ball::at(Point3::origin(), 1.0).unwrap())), None);
}

/// A disc of radius 1 has the area π, to the nearest number.
#[test]
fn digits_are_those_of_pi() {
    let double = Ball::at(Point2::new(0.0_f64, 0.0), 1.0).unwrap().mass_properties(1.0).unwrap().mass;
    assert_eq!(double, PI);
    let single = Ball::at(Point2::new(0.0_f32, 0.0), 1.0).unwrap().mass_properties(1.0).unwrap().mass;
    assert_eq!(single, std::f32::consts::PI);
    let ball = Ball::at(Point::<f64, 4>::origin(), 1.0).unwrap().mass_properties(1.0).unwrap().mass;
    assert!((ball - PI.powi(2) / 2.0).abs() < 1e-15);
}
