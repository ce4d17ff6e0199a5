//! Lines end on the surface, are at most as deep inside as promised, and are as many as the edges.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "rounding to f32, and small numbers")]

use gjk::epa::Expansion;
use gjk::nalgebra::{Point, Point2, Point3, RealField, SVector, Vector2, Vector3, convert};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Polygon,
    Segment, Sum, Tetrahedron, Triangle,
};
use gjk::simplex::Cases;
use gjk::{Error, Pose, Real, Support, SupportExt, aabb, contact, manifold, shape_cast, support_fn};
use gjk_scene::{Line, difference_points, hit_lines, manifold_lines, outline, wireframe};
use oracle::random::Random;

type Dyn<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;
/// Shapes, with how many lines they have if they are drawn with 16 to a turn, where that is known.
type Shapes<T, const D: usize> = Result<Vec<(Dyn<T, D>, Option<usize>)>, Error>;

/// Checks the lines of a shape; how many they are.
fn check<T, const D: usize>(shape: &dyn Support<D, Scalar = T>, lines: &[Line<T, D>], around: u32, what: &str) -> usize
where
    T: Real + RealField + Copy + Into<f64>,
    Cases: Expansion<T, D>,
{
    let wide = |x: T| -> f64 { x.into() };
    let around_it = aabb(shape);
    let size = around_it.min.iter().chain(around_it.max.iter()).map(|x| wide(*x).abs()).fold(0.0, f64::max);
    let slack = 64.0 * wide(<T as gjk::Scalar>::epsilon()) * size;
    // The separation from a point, negative inside.
    let separation = |p: Point<T, D>| wide(contact(shape, &p).separation);
    for [from, to] in lines {
        let what = format!("{what}, {around}: {from} to {to}");
        for end in [from, to] {
            assert!(separation(*end).abs() <= slack, "{} {slack}: {what}", separation(*end));
            assert!(around_it.grown(convert(slack)).contains(end), "{what}");
        }
        let length = wide((to - from).norm());
        let most = length * (std::f64::consts::PI / f64::from(around)).sin();
        for part in [0.25, 0.5, 0.875] {
            let inside = -separation(from + (to - from) * convert::<f64, T>(part));
            assert!(inside >= -slack && inside <= most + slack, "{inside} of {most}, {length}: {what}");
        }
    }
    assert!(lines.iter().all(|[from, to]| from != to) && lines.len() <= 100 * around as usize, "{what}");
    lines.len()
}

fn plane<T: Real + RealField + Copy>(random: &mut Random) -> Shapes<T, 2> {
    let mut length = || convert::<f64, T>(random.uniform(0.3, 1.5));
    let (x, y, r) = (length(), length(), length());
    let p = |a: T, b: T| Point2::new(a, b);
    let triangle = Triangle::new([p(x, y), p(-x, y), p(r, -y)])?;
    let cuboid = Cuboid::new(Vector2::new(x, y))?;
    let five = [p(x, y), p(-x, y), p(-y, -x), p(x, -y), p(r + x, r)];
    let closure = support_fn(move |d: &Vector2<T>| Point2::from(d * (r / d.norm())));
    Ok(vec![
        (Box::new(Ball::at(p(x, y), r)?), Some(16)),
        (Box::new(Ball::point(p(x, y))?), Some(0)),
        (Box::new(Segment::new([p(x, y), p(-y, r)])?), Some(2)),
        (Box::new(Capsule::new(p(x, y), p(-y, x), r)?), None),
        (Box::new(cuboid), Some(4)),
        (Box::new(cuboid.swollen(r)?), Some(4 + 16)),
        (Box::new(triangle), Some(3)),
        (Box::new(Polygon::hull(five)?), None),
        (Box::new(PointCloud::new(five)?.swollen(x)?), None),
        (Box::new(Ellipsoid::new(Vector2::new(x, y))?), Some(16)),
        (Box::new(Hull::round([Ball::at(p(x, y), r)?, Ball::at(p(-y, x), y)?])?), None),
        (Box::new(Sum::new(cuboid, Segment::new([p(x, y), p(-y, -x)])?)?), Some(6)),
        (Box::new(closure), Some(16)),
    ])
}

fn space<T: Real + RealField + Copy>(random: &mut Random) -> Shapes<T, 3> {
    let mut length = || convert::<f64, T>(random.uniform(0.3, 1.5));
    let (x, y, z, r) = (length(), length(), length(), length());
    let p = |a: T, b: T, c: T| Point3::new(a, b, c);
    let cuboid = Cuboid::new(Vector3::new(x, y, z))?;
    let tetrahedron = Tetrahedron::new([p(x, y, z), p(-x, -y, z), p(-x, y, -z), p(x, -y, -r)])?;
    let closure = support_fn(move |d: &Vector3<T>| Point3::from(d * (r / d.norm())));
    Ok(vec![
        (Box::new(Ball::at(p(x, y, z), r)?), Some(6 * 16)),
        (Box::new(Ball::point(p(x, y, z))?), Some(0)),
        (Box::new(Segment::new([p(x, y, z), p(-y, r, -z)])?), Some(2)),
        (Box::new(Triangle::new([p(x, y, z), p(-y, r, -z), p(z, -x, r)])?), Some(3)),
        (Box::new(Capsule::new(p(x, y, z), p(-y, x, -z), r)?), None),
        (Box::new(cuboid), Some(12)),
        // Two lines an edge, and a quarter of a circle at each of its ends.
        (Box::new(cuboid.swollen(r)?), Some(12 * (2 + 2 * 4))),
        (Box::new(tetrahedron), Some(6)),
        (Box::new(tetrahedron.swollen(x)?), None),
        (Box::new(Ellipsoid::new(Vector3::new(x, y, z))?), Some(6 * 16)),
        (Box::new(Cylinder::with_radius(x).half_height(y)?), None),
        (Box::new(Cone::with_radius(x).half_height(y)?), None),
        (Box::new(Cylinder::with_radius(x).half_height(y)?.swollen(r)?), None),
        (Box::new(Hull::round([Ball::at(p(x, y, z), r)?, Ball::at(p(-y, x, -z), y)?])?), None),
        (Box::new(Sum::new(Cuboid::new(Vector3::new(x, y, z))?, Cylinder::with_radius(r).half_height(x)?)?), None),
        (Box::new(Sum::new(cuboid, Segment::new([p(x, y, z), p(-y, -x, r)])?)?), Some(24)),
        (Box::new(closure), Some(6 * 16)),
    ])
}

fn all<T>(size: i32)
where
    T: Real + RealField + Copy + Into<f64>,
    Cases: Expansion<T, 2> + Expansion<T, 3>,
{
    let scale = |v: [f64; 3]| v.map(|x| convert::<f64, T>(x * f64::powi(2.0, size)));
    for seed in 0..if size == 0 { 3 } else { 1 } {
        let mut random = Random::new(seed);
        let (shapes, solids) = (plane::<T>(&mut random).unwrap(), space::<T>(&mut random).unwrap());
        let [x, y, z] = scale(random.direction::<3>().map(|x| x * 3.0));
        let axis: [f64; 3] = random.direction();
        let turn = Vector3::from(axis.map(|x| convert::<f64, T>(x)));
        let larger: T = convert(f64::powi(2.0, size));
        for around in [3, 16, 64] {
            let count = |made: usize, wanted: Option<usize>, what: &str| {
                assert!(around != 16 || wanted.is_none_or(|wanted| wanted == made), "{made} {wanted:?}: {what}");
            };
            for (k, (shape, wanted)) in shapes.iter().enumerate() {
                let what = format!("{k} of the plane, {seed}");
                let pose = gjk::nalgebra::Similarity2::new(Vector2::new(x, y), turn.x, larger);
                let there = shape.posed(pose).unwrap();
                let lines: Vec<_> = outline(&there, around).collect();
                count(check(&there, &lines, around, &what), *wanted, &what);
                // From each line's end the next one goes on, and the last to the first.
                let joined = lines.iter().zip(lines.iter().cycle().skip(1)).all(|(line, next)| {
                    let gap: f64 = (next[0] - line[1]).norm().into();
                    gap <= 1e-5 * f64::powi(2.0, size)
                });
                assert!(joined, "{what}");
            }
            for (k, (shape, wanted)) in solids.iter().enumerate() {
                let what = format!("{k} of space, {seed}");
                let there = shape.posed(gjk::nalgebra::Similarity3::new(Vector3::new(x, y, z), turn, larger)).unwrap();
                count(check(&there, &wireframe(&there, around).collect::<Vec<_>>(), around, &what), *wanted, &what);
                // In its own coordinates, and then posed.
                let pose: &Pose<T, 3> = there.pose();
                let own: Vec<_> =
                    wireframe(there.shape(), around).map(|line| line.map(|p| pose.transform_point(p))).collect();
                check(&there, &own, around, &what);
            }
        }
    }
}

#[test]
fn lines_are_on_the_surface() {
    all::<f32>(0);
    all::<f64>(0);
}

#[test]
fn lines_are_on_the_surface_at_any_size() {
    all::<f32>(-30);
    all::<f32>(30);
    all::<f64>(-300);
    all::<f64>(300);
}

/// Hulls of points that are mostly corners with narrow cones of normals: none is missed.
#[test]
fn every_edge_of_a_polytope_is_drawn() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let flat = random.magnitude(-3, 0);
        let mut points = |n: usize| -> Vec<Point3<f64>> {
            (0..n)
                .map(|_| {
                    Point3::from(Vector3::from(random.direction::<3>()).component_mul(&Vector3::new(1.0, flat, 1.0)))
                })
                .collect()
        };
        let (a, b) = (points(60), points(5));
        let hull = ConvexHull::new(a.clone()).unwrap();
        let cloud = PointCloud::new(a).unwrap();
        assert_eq!(wireframe(&cloud, 8).count(), hull.edges().count(), "{seed}");
        let (small, other) = (ConvexHull::new(hull.vertices().take(6)).unwrap(), ConvexHull::new(b).unwrap());
        let sum = Sum::new(&small, &other).unwrap();
        let mirrored = other.vertices().map(|p| -p);
        let wanted = ConvexHull::new(difference_points(small.vertices(), mirrored).unwrap()).unwrap();
        assert_eq!(wireframe(&sum, 8).count(), wanted.edges().count(), "{seed}");
        let corners: Vec<_> = hull.vertices().map(|p| p.xz()).collect();
        let polygon = Polygon::hull(corners.clone()).unwrap();
        assert_eq!(outline(&PointCloud::new(corners).unwrap(), 8).count(), polygon.vertices().len(), "{seed}");
    }
    // A camera's frustum has the edges of a box.
    let camera = Frustum::perspective(1.0, 1.5, 0.1, 100.0);
    let camera = camera.expect("a camera");
    assert_eq!(wireframe(&camera, 8).count(), 12);
}

/// A disc that says it is a polytope: it has as many corners as are allowed, or a few more.
struct Liar;
impl Support<2> for Liar {
    type Scalar = f64;
    fn support(&self, d: &Vector2<f64>) -> Point2<f64> {
        Point2::from(d.normalize())
    }
    fn vertex_count_hint(&self) -> Option<u32> {
        Some(4)
    }
}

/// Mappings that contradict themselves, numbers out of range: no panic, and no more lines than a turn has.
#[test]
fn what_is_no_shape_has_few_lines() {
    for bad in [f64::NAN, f64::INFINITY, f64::MAX, 0.0, f64::MIN_POSITIVE] {
        let plane = support_fn(|d: &Vector2<f64>| Point2::new(bad, d.y));
        let space = support_fn(|d: &Vector3<f64>| Point3::new(bad * d.x, 1.0, d.z * d.x));
        for around in [0, 3, 100] {
            assert!(outline(&plane, around).count() <= around.max(3) as usize);
            assert!(wireframe(&space, around).count() <= 6 * around.max(3) as usize);
        }
    }
    assert!((1000..20_000).contains(&outline(&Liar, 8).count()));
    assert!(outline(&Ball::at(Point2::new(0.0, 0.0), 1.0).unwrap(), u32::MAX).count() <= 4096);
}

#[test]
fn answers_have_lines() -> Result<(), Error> {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    let (low, high) = (cube.posed(Vector3::new(0.0, 0.0, 0.0))?, cube.posed(Vector3::new(0.5, 1.875, 0.0))?);
    let touch = manifold(&low, &high, 0.0).near().expect("they overlap");
    let lines: Vec<_> = manifold_lines(&touch, 1.0).collect();
    assert_eq!(lines.len(), 8);
    for pair in lines.chunks(2) {
        let [[a, b], [foot, tip]] = [pair[0], pair[1]];
        assert!((a.y, b.y) == (1.0, 0.875) && foot == a && tip == a + Vector3::y(), "{pair:?}");
    }
    let velocities = [Vector3::y() * 2.0, -Vector3::y()];
    let far = cube.posed(Vector3::new(0.5, 5.0, 0.0))?;
    let hit = shape_cast(low.moving(velocities[0]), far.moving(velocities[1]))?.hit.expect("on their way");
    let [a, b, arrow]: [Line<f64, 3>; 3] = hit_lines(&hit, velocities, 0.5).collect::<Vec<_>>().try_into().unwrap();
    assert!((a[0].y, a[1].y, b[0].y, b[1].y) == (1.0, 3.0, 4.0, 3.0) && arrow[1] == arrow[0] + Vector3::y() * 0.5);
    let slope = HalfSpace::<f64, 3>::new(Vector3::new(1.0, 2.0, 2.0), 3.0)?;
    let lines: Vec<Line<f64, 3>> = gjk_scene::ground_lines(&slope, &Point3::new(4.0, 0.0, 1.0), 2.0).collect();
    assert_eq!(lines.len(), 18);
    for line in &lines {
        assert!(line.iter().all(|p| (p.coords.dot(&Vector3::new(1.0_f64, 2.0, 2.0)) - 3.0).abs() < 1e-14));
        assert!(((line[1] - line[0]).norm() - 2.0).abs() < 1e-14);
    }
    let middle: SVector<f64, 3> = lines.iter().flatten().map(|p| p.coords).sum::<SVector<f64, 3>>() / 36.0;
    assert!((slope.contact(&Point3::new(4.0, 0.0, 1.0)).points[0].coords - middle).norm() < 1e-14);
    Ok(())
}
