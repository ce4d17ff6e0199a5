//! Contact manifolds: resting, tilted, on edge, on corner; against overlaps of faces in rational numbers, and against separating
//! axes.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "small integers, and numbers in both precisions"
)]

use gjk::nalgebra::{Isometry2, Isometry3, Point2, Point3, UnitQuaternion, Vector2, Vector3};
use gjk::shape::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Polygon, Posed, Tetrahedron, Triangle,
};
use gjk::{Error, Manifold, ManifoldPoint, Pose, Support, SupportExt, contact, manifold};
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add_scaled, cross, dot, norm, scaled, sub};
use oracle::{OrientedBox, Polyhedron, depth, patch, polyhedron, sat};

/// A point of a shape in the world.
fn world<S, T: Float, const D: usize>(body: &Posed<S, T, D>, own: [f64; D]) -> [f64; D]
where
    S: Support<D, Scalar = T>,
{
    let pose = body.pose();
    std::array::from_fn(|row| {
        let turned: f64 = (0..D).map(|k| pose.matrix()[(row, k)].wide() * own[k]).sum();
        turned + pose.translation()[row].wide()
    })
}

/// What a manifold was asked of, and how accurate its numbers should be.
struct Asked<'s, const D: usize> {
    prediction: f64,
    /// The true separation.
    separation: f64,
    /// The vertices of both shapes in the world.
    vertices: [&'s [[f64; D]]; 2],
    /// 64 ε L.
    accuracy: f64,
}

impl<const D: usize> Asked<'_, D> {
    fn slack(&self) -> f64 {
        self.accuracy.max(self.prediction / 4.0)
    }

    /// Holds what every manifold promises, but where its points are on the surfaces.
    fn check<A, B, T: Float>(&self, a: &Posed<A, T, D>, b: &Posed<B, T, D>, found: &Manifold<T, D>)
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
    {
        let (n, tolerance) = (wide(&found.normal), self.accuracy);
        assert!((norm(&n) - 1.0).abs() < 8.0 * T::epsilon().wide(), "{n:?}");
        let points = found.points();
        assert!((1..=if D == 2 { 2 } else { 4 }).contains(&points.len()), "{found:?}");
        let mut least = f64::INFINITY;
        for (k, p) in points.iter().enumerate() {
            let s = p.separation.wide();
            let [on_a, on_b] = [world(a, wide(&p.local_points[0].coords)), world(b, wide(&p.local_points[1].coords))];
            let way = sub(&on_b, &on_a);
            assert!(norm(&add_scaled(&way, &n, -s)) <= tolerance, "{way:?} is not {s:e} along {n:?}");
            assert!(s <= self.prediction + tolerance, "{s:e} is farther than {:e}", self.prediction);
            assert!(p.id < 1 << 53 && points[..k].iter().all(|other| other.id != p.id), "{found:?}");
            least = least.min(s);
        }
        let off = least - self.separation;
        assert!(off.abs() <= self.slack() + tolerance, "the least is {least:e}, and truly {:e}", self.separation);
        // The normal separates nearly as well as the best.
        let proven = -depth::reach(self.vertices[0], self.vertices[1], &n);
        assert!(proven >= self.separation - self.slack() - tolerance, "{proven:e} {:e}", self.separation);
        assert!(least >= proven - tolerance, "{least:e} {proven:e}");
    }
}

/// How far a point of a box's own coordinates is from its surface.
fn off_surface(half: &[f64; 3], p: [f64; 3]) -> f64 {
    let outside = std::array::from_fn::<_, 3, _>(|k| p[k].abs() - half[k]);
    let most = outside.into_iter().fold(f64::NEG_INFINITY, f64::max);
    most.abs()
}

/// The box, with half extents and frame of the type.
fn posed_box<T: Float>(shape: &mut OrientedBox<3>) -> Posed<Cuboid<T, 3>, T, 3> {
    shape.center = shape.center.map(|x| T::narrowed(x).wide());
    shape.half = shape.half.map(|x| T::narrowed(x).wide());
    let matrix = rotation::<T, 3>(&shape.axes);
    shape.axes = std::array::from_fn(|k| wide(&matrix.column(k).into_owned()));
    let pose = Pose::new(matrix, vector(&shape.center)).unwrap();
    Cuboid::new(vector(&shape.half)).unwrap().posed(pose).unwrap()
}

/// Two boxes: one rests on the other's face, up to a tilt and a gap; or they are in any position, and overlap somewhat.
fn boxes(random: &mut Random, resting: bool) -> [OrientedBox<3>; 2] {
    let half = |random: &mut Random| -> [f64; 3] { std::array::from_fn(|_| random.uniform(0.3, 1.5)) };
    let a = OrientedBox { center: [0.0; 3], half: half(random), axes: random.frame() };
    let mut b = OrientedBox { center: [0.0; 3], half: half(random), axes: random.frame() };
    let n = if resting {
        let tilt = if random.coin() { 0.0 } else { random.magnitude(-8, -1) };
        b.axes = random.frame_near(&a.axes, tilt);
        let up = random.index(3);
        let turn = random.uniform(-1.0, 1.0);
        let [u, v] = [(up + 1) % 3, (up + 2) % 3].map(|k| b.axes[k]);
        let (cosine, sine) = ((1.0 - turn * turn) / (1.0 + turn * turn), 2.0 * turn / (1.0 + turn * turn));
        b.axes[(up + 1) % 3] = add_scaled(&scaled(&u, cosine), &v, sine);
        b.axes[(up + 2) % 3] = add_scaled(&scaled(&v, cosine), &u, -sine);
        a.axes[up]
    } else {
        random.direction()
    };
    let aside: [f64; 3] = scaled(&random.direction(), random.uniform(0.0, 0.8));
    b.center = add_scaled(&aside, &n, -dot(&aside, &n));
    // In any position the gap along a random direction is less than the distance.
    let gap = if resting { random.uniform(-0.02, 0.02) } else { random.uniform(-0.5, -0.1) };
    let lift = depth::reach(&a.vertices(), &b.vertices(), &n) + gap;
    b.center = add_scaled(&b.center, &n, lift);
    [a, b]
}

#[test]
fn random_boxes_have_manifolds_that_hold_what_is_promised() {
    const PREDICTION: f64 = 0.01;
    in_both_precisions! {
        let mut random = Random::new(7);
        let (mut found, mut mirrored, mut snapped, mut sizes) = (0, 0, 0, [0; 5]);
        for k in 0..campaign(2000) {
            let mut shapes = boxes(&mut random, k % 2 == 0);
            let [a, b] = shapes.each_mut().map(posed_box::<T>);
            let vertices = shapes.map(|shape| shape.vertices());
            let exact = vertices.iter().flatten().flatten().fold(0.0_f64, |l, x| l.max(x.abs()));
            let accuracy = BOUND * T::EPSILON.wide() * exact;
            let overlap = sat::oriented_boxes(&shapes[0], &shapes[1]);
            let solids = vertices.each_ref().map(|vertices| Polyhedron::from_box_vertices(vertices));
            let separation = if overlap <= 0.0 { overlap } else { polyhedron::polyhedra(&solids[0], &solids[1]).distance };
            let answer = manifold(&a, &b, PREDICTION as T);
            assert!(answer.is_near() == (separation <= PREDICTION) || (separation - PREDICTION).abs() < accuracy, "{k}");
            let Some(answer) = answer.near() else { continue };
            let asked = Asked { prediction: PREDICTION, separation, vertices: [&vertices[0], &vertices[1]], accuracy };
            asked.check(&a, &b, &answer);
            for p in answer.points() {
                for (point, shape) in p.local_points.iter().zip(&shapes) {
                    let off = off_surface(&shape.half, wide(&point.coords));
                    let most = if p.id == 1 << 52 { asked.slack() + accuracy } else { accuracy };
                    assert!(off <= most, "{k}: {off:e} {most:e}");
                }
            }
            let hit = contact(&a, &b);
            if answer.normal == hit.normal {
                assert!(answer.points().iter().all(|p| p.separation >= hit.separation), "{k}");
            } else {
                snapped += 1;
            }
            // Swapped and mirrored: as many points, in the same places. Where two choices are equally good, rounding decides.
            let other = manifold(&b, &a, PREDICTION as T).near().unwrap();
            assert!(wide(&(other.normal + answer.normal)).iter().all(|x| x.abs() < 1e-2), "{k}");
            let near = |p: &[f64; 3], q: &[f64; 3]| norm(&sub(p, q)) <= 4.0 * accuracy;
            let has = |p: &ManifoldPoint<T, 3>| other.points().iter().any(|q| {
                near(&wide(&p.local_points[0].coords), &wide(&q.local_points[1].coords))
                    && near(&wide(&p.local_points[1].coords), &wide(&q.local_points[0].coords))
            });
            mirrored += u32::from(other.points().len() == answer.points().len() && answer.points().iter().all(has));
            found += 1;
            sizes[answer.points().len()] += 1;
        }
        println!("{found} of which {mirrored} mirrored, {snapped} snapped, sizes {sizes:?}");
        assert!(100 * mirrored >= 99 * found, "{mirrored} of {found}");
        assert!(snapped > found / 20 && sizes[1..].iter().all(|n| *n > found / 200), "{snapped} {sizes:?}");
    }
}

/// The points of a manifold in the plane of a face, as own coordinates of A along two axes.
fn flat<T: Float>(found: &Manifold<T, 3>, axes: [usize; 2]) -> Vec<[f64; 2]> {
    found.points().iter().map(|p| axes.map(|k| p.local_points[0][k].wide())).collect()
}

/// A random convex polygon of small whole numbers, counter-clockwise.
fn lattice_polygon(random: &mut Random) -> Vec<[i64; 2]> {
    loop {
        let count = 3 + random.index(9);
        let points: Vec<[f64; 2]> = (0..count).map(|_| [0, 1].map(|_| f64::from(random.integer(-20, 20)))).collect();
        let hull = oracle::brute::hull(&points);
        if hull.len() > 2 && patch::area(&hull) > 100.0 {
            return hull.into_iter().map(|p| p.map(|x| x as i64)).collect();
        }
    }
}

/// Prisms on a lattice, the one on the other: the corners of the overlap are known exactly.
#[test]
fn stacked_prisms_touch_at_corners_of_the_exact_overlap() {
    in_both_precisions! {
        let mut random = Random::new(8);
        let (mut least_share, mut sizes, mut flat_ones) = (1.0_f64, [0; 5], 0);
        for k in 0..campaign(1000) {
            let polygons = [lattice_polygon(&mut random), lattice_polygon(&mut random)];
            let (up, shift) = (random.index(3), random.integer(-3, 3));
            let axes = [(up + 1) % 3, (up + 2) % 3];
            // Between -2 and 0, and between 0 and 2, along the axis `up`.
            let prism = |polygon: &[[i64; 2]], levels: [f64; 2]| {
                let corners = levels.into_iter().flat_map(|level| polygon.iter().map(move |corner| (level, corner)));
                let corners: Vec<[f64; 3]> = corners.map(|(level, corner)| {
                    let mut p = [f64::from(shift) + level; 3];
                    for (axis, x) in axes.into_iter().zip(corner) {
                        p[axis] = *x as f64;
                    }
                    p
                }).collect();
                ConvexHull::<T>::new(corners.iter().map(point)).unwrap().posed(Vector3::zeros()).unwrap()
            };
            let (a, b) = (prism(&polygons[0], [-2.0, 0.0]), prism(&polygons[1], [0.0, 2.0]));
            let corners = patch::overlap(&polygons[0], &polygons[1]);
            let Some(found) = manifold(&a, &b, 0.001).near() else {
                assert!(corners.is_empty(), "{k}: touching in {corners:?}");
                continue;
            };
            let exact = patch::area(&corners);
            if corners.is_empty() {
                continue;
            }
            if exact < 0.5 {
                flat_ones += 1;
                continue;
            }
            let tolerance = BOUND * T::EPSILON.wide() * 23.0;
            assert!(found.normal[up].wide() > 1.0 - tolerance, "{k}: {}", found.normal);
            let points = flat(&found, axes);
            for (p, point) in points.iter().zip(found.points()) {
                // On two sides of the polygons, and outside of none. (Where the sides are nearly parallel, that may be somewhat
                // beside the corner.)
                let sides = polygons.iter().flat_map(|polygon| {
                    let next = polygon.iter().cycle().skip(1);
                    polygon.iter().zip(next).map(|ends| [ends.0, ends.1].map(|end| end.map(|x| x as f64)))
                });
                let heights: Vec<f64> = sides.map(|[from, to]| {
                    let (way, there) = (sub(&to, &from), sub(p, &from));
                    (way[0] * there[1] - way[1] * there[0]) / norm(&way)
                }).collect();
                let on = heights.iter().filter(|height| height.abs() <= tolerance).count();
                let near = on >= 2 && heights.iter().all(|height| *height >= -tolerance);
                assert!(near && point.separation.wide().abs() <= tolerance, "{k}: {p:?} {corners:?} {point:?}");
            }
            let share = patch::area(&points) / exact;
            least_share = least_share.min(share);
            sizes[points.len()] += 1;
        }
        println!("least share {least_share}, sizes {sizes:?}, flat {flat_ones}");
        // No corner is farther from the first than the second, at l. So along the line of both the overlap is not longer than 2 l,
        // and it is not larger than 2 l (g + h), with g and h how far it reaches to both sides. The four points span l (g + h) / 2.
        assert!(least_share > 0.25 && sizes[3] > 10 && sizes[4] > 300, "{least_share} {sizes:?}");
    }
}

#[test]
fn a_box_on_a_box_touches_at_its_four_corners() {
    in_both_precisions! {
        let floor = Cuboid::<T, 3>::new(Vector3::new(10.0, 1.0, 10.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
        let stone = Cuboid::new(Vector3::new(0.5, 0.25, 0.75)).unwrap();
        for gap in [-0.01, 0.0, 0.01] {
            let stone = stone.posed(Vector3::new(3.0, 0.25 + gap, 4.0)).unwrap();
            for (a, b, up, own) in [(&floor, &stone, 1.0, 1), (&stone, &floor, -1.0, 0)] {
                let found = manifold(a, b, 0.02).near().unwrap();
                assert_eq!(found.normal, Vector3::new(0.0, up, 0.0));
                assert_eq!(found.points().len(), 4);
                for p in found.points() {
                    assert!((p.separation - gap).abs() < 1e-6);
                    let corner = p.local_points[own].coords.abs();
                    assert!((corner - Vector3::new(0.5, 0.25, 0.75)).norm() < 1e-5, "{corner}");
                }
            }
        }
        assert!(manifold(&floor, &stone.posed(Vector3::new(3.0, 0.28, 4.0)).unwrap(), 0.02).beyond().is_some());
        assert!(manifold(&floor, &stone.posed(Vector3::new(3.0, 0.25, 4.0)).unwrap(), T::NAN).beyond().is_some());
        let endless = manifold(&floor, &stone.posed(Vector3::new(3.0, 2.25, 4.0)).unwrap(), T::INFINITY).near().unwrap();
        assert!(endless.points().len() == 4 && endless.normal == Vector3::y());
    }
}

#[test]
fn a_box_on_edge_touches_at_two_points_and_on_a_corner_at_one() {
    in_both_precisions! {
        let floor = Cuboid::<T, 3>::new(Vector3::new(10.0, 1.0, 10.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
        let cube = Cuboid::new(Vector3::new(0.5, 0.5, 0.5)).unwrap();
        let eighth = core::f64::consts::FRAC_PI_4 as T;
        let high = 0.5_f64.sqrt() as T;
        let on_edge = cube.posed(Isometry3::new(Vector3::new(3.0, high, 4.0), Vector3::z() * eighth)).unwrap();
        let found = manifold(&floor, &on_edge, 0.02).near().unwrap();
        assert_eq!(found.points().len(), 2);
        let [p, q] = [0, 1].map(|k| found.points()[k].local_points[0]);
        assert!((p.x - 3.0).abs() < 1e-5 && ((p.z - q.z).abs() - 1.0).abs() < 1e-5, "{p} {q}");
        // A diagonal upright.
        let turn = Isometry3::rotation_wrt_point(
            UnitQuaternion::rotation_between(&Vector3::new(1.0, 1.0, 1.0), &Vector3::y()).unwrap(),
            Point3::origin(),
        );
        let on_corner = cube.posed(Isometry3::translation(3.0, (0.75_f64).sqrt() as T, 4.0) * turn).unwrap();
        let found = manifold(&floor, &on_corner, 0.02).near().unwrap();
        assert_eq!(found.points().len(), 1);
        assert!((found.points()[0].local_points[1].coords + Vector3::repeat(0.5)).norm() < 1e-5);
    }
}

#[test]
fn a_capsule_lies_on_its_side_at_two_points() {
    in_both_precisions! {
        let capsule = Capsule::<T, 3>::new(Point3::new(-1.0, 0.0, 0.0), Point3::new(1.0, 0.0, 0.0), 0.5).unwrap();
        let lying = capsule.posed(Isometry3::new(Vector3::new(2.0, 0.5, 3.0), Vector3::y() * 0.3)).unwrap();
        let floor = Cuboid::<T, 3>::new(Vector3::new(10.0, 1.0, 10.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
        let ground = HalfSpace::new(Vector3::y(), 0.0).unwrap();
        for found in [manifold(&floor, &lying, 0.02), ground.manifold(&lying, 0.02)] {
            let found = found.near().unwrap();
            assert_eq!((found.points().len(), found.normal), (2, Vector3::y()));
            for p in found.points() {
                let on = p.local_points[1].coords;
                assert!((on.x.abs() - 1.0).abs() < 1e-5 && (on.y + 0.5).abs() < 1e-5 && on.z.abs() < 1e-5, "{on}");
                assert!(p.separation.abs() < 1e-6);
            }
        }
        // On another, nearly along it, and across it.
        for (turn, count) in [(0.0, 2), (0.05, 2), (1.5, 1)] {
            let above = capsule.posed(Isometry3::new(Vector3::new(2.5, 1.5, 3.0), Vector3::y() * (0.3 + turn))).unwrap();
            let found = manifold(&lying, &above, 0.02).near().unwrap();
            assert_eq!(found.points().len(), count, "{turn} {found:?}");
        }
    }
}

#[test]
fn polygons_stand_on_their_edges() {
    in_both_precisions! {
        let mut random = Random::new(9);
        let (mut stood, mut overhung) = (0, 0);
        for k in 0..campaign(500) {
            // Two lattice polygons with an edge on the line y = 0, below and above.
            let mut side = |up: f64| {
                let [left, width] = [random.integer(-20, 20), random.integer(3, 20)].map(f64::from);
                let tip = f64::from(random.integer(-30, 30));
                let far = f64::from(random.integer(5, 20)) * up;
                (left, left + width, [[left, 0.0], [left + width, 0.0], [tip, far], [tip + 1.0, far]])
            };
            let (low, high) = (side(-1.0), side(1.0));
            let [p, q] = [low.0.max(high.0), low.1.min(high.1)];
            // Turned by a Pythagorean angle, which is exact.
            let turned = |[x, y]: [f64; 2]| [3.0 * x - 4.0 * y, 4.0 * x + 3.0 * y];
            let [a, b] = [low.2, high.2].map(|corners| {
                Polygon::<T>::hull(corners.map(|p| point(&turned(p)))).unwrap().posed(Vector2::zeros()).unwrap()
            });
            let Some(found) = manifold(&a, &b, 0.001).near() else {
                assert!(p > q);
                continue;
            };
            if q - p < 0.5 {
                continue;
            }
            assert_eq!(found.points().len(), 2, "{k}");
            let tolerance = BOUND * T::EPSILON.wide() * 200.0;
            for end in [p, q].map(|x| turned([x, 0.0])) {
                let near = |p: &gjk::ManifoldPoint<T, 2>| norm(&sub(&wide(&p.local_points[0].coords), &end)) < tolerance;
                assert!(found.points().iter().any(near), "{k}: {end:?} {found:?}");
            }
            assert!(norm(&sub(&wide(&found.normal), &[-0.8, 0.6])) < 1e-6);
            assert!(found.points().iter().all(|p| p.separation.wide().abs() < tolerance));
            stood += 1;
            overhung += u32::from(p > low.0 || q < high.1);
        }
        assert!(stood > 100 && overhung > 50, "{stood} {overhung}");
        let square = Cuboid::<T, 2>::new(Vector2::new(1.0, 1.0)).unwrap();
        let on_corner = square.posed(Isometry2::new(Vector2::new(0.0, 2.0_f64.sqrt() as T), std::f64::consts::FRAC_PI_4 as T)).unwrap();
        let ground = square.posed(Vector2::new(0.0, -1.0)).unwrap();
        assert_eq!(manifold(&ground, &on_corner, 0.01).near().unwrap().points().len(), 1);
    }
}

/// How points of a manifold were found again.
#[derive(Debug, Default)]
struct Matches {
    by_id: u64,
    by_place: u64,
    new: u64,
}

impl Matches {
    fn count<T: Float, const D: usize>(&mut self, now: &Manifold<T, D>, before: &Manifold<T, D>) {
        let matches = now.match_points(before, T::narrowed(0.01));
        for (k, (point, old)) in now.points().iter().zip(matches).enumerate() {
            assert!(old.is_none() || !matches[..k].contains(&old), "{matches:?}");
            match old {
                Some(old) if before.points()[old].id == point.id => self.by_id += 1,
                Some(_) => self.by_place += 1,
                None => self.new += 1,
            }
        }
        assert!(matches[now.points().len()..].iter().all(Option::is_none));
    }

    fn share(&self, part: u64) -> f64 {
        part as f64 / (self.by_id + self.by_place + self.new) as f64
    }
}

/// Boxes, prisms and cylinders on boxes: they slide, turn, and rock a little.
#[test]
fn points_keep_their_names_while_bodies_move_smoothly() {
    in_both_precisions! {
        let mut random = Random::new(10);
        let mut all = Matches::default();
        let mut kinds = [0; 3];
        for _ in 0..campaign(100) {
            let half = |random: &mut Random| Vector3::<T>::from_fn(|_, _| random.uniform(0.3, 1.5) as T);
            let mut ground = Cuboid::new(half(&mut random)).unwrap().posed(Vector3::zeros()).unwrap();
            let top = ground.shape().half_extents().y;
            let kind = random.index(3);
            let size = half(&mut random);
            let shape: Box<dyn Support<3, Scalar = T>> = match kind {
                0 => Box::new(Cuboid::new(size).unwrap()),
                1 => Box::new(Cylinder::with_radius(size.x).half_height(size.y).unwrap()),
                _ => {
                    let outline = lattice_polygon(&mut random);
                    let corners = [-size.y, size.y].into_iter().flat_map(|y| {
                        outline.iter().map(move |[x, z]| Point3::new(*x as T * 0.05, y, *z as T * 0.05))
                    });
                    Box::new(ConvexHull::new(corners).unwrap())
                }
            };
            let mut stone = shape.posed(Vector3::zeros()).unwrap();
            // The whole scene is turned in the world, so that nothing is along its axes.
            let turn = UnitQuaternion::new(Vector3::from(random.direction::<3>()) * random.uniform(0.0, 3.0));
            let scene = Isometry3::from_parts(Vector3::<f64>::from(random.direction()).into(), turn);
            let mut number = |low: f64, high: f64| random.uniform(low, high);
            let (start, drift) = ([number(-0.5, 0.5), number(-0.5, 0.5)], [number(-2e-3, 2e-3), number(-2e-3, 2e-3)]);
            let (yaw, spin, phase) = (number(-3.0, 3.0), number(-0.01, 0.01), number(0.0, 6.0));
            let mut before: Option<Manifold<T, 3>> = None;
            for step in 0..20 {
                let time = f64::from(step);
                let rock = Vector3::new((0.3 * time + phase).sin(), 0.0, (0.4 * time).cos()) * 1e-3;
                let height = (top + size.y).wide() + 2e-3 * (0.5 * time + phase).sin();
                let at = Vector3::new(start[0] + drift[0] * time, height, start[1] + drift[1] * time);
                let upright = UnitQuaternion::new(Vector3::y() * (yaw + spin * time));
                let there = scene * Isometry3::from_parts(at.into(), UnitQuaternion::new(rock) * upright);
                ground.set_pose(scene.cast::<T>()).unwrap();
                stone.set_pose(there.cast::<T>()).unwrap();
                let found = match &before {
                    None => manifold(&ground, &stone, 0.02),
                    Some(before) => before.update(&ground, &stone, 0.02),
                };
                let Some(found) = found.near() else { break };
                if let Some(before) = &before {
                    all.count(&found, before);
                    kinds[kind] += 1;
                }
                before = Some(found);
            }
        }
        println!("{all:?} in {kinds:?}: {:.4} by id, {:.4} by place, {:.4} new",
            all.share(all.by_id), all.share(all.by_place), all.share(all.new));
        assert!(kinds.iter().all(|steps| *steps > 300), "{kinds:?}");
        assert!(all.share(all.by_id) > 0.8 && all.share(all.new) < 0.03, "{all:?}");
    }
}

/// The face is next to the vertex that is farthest, and of those the one that faces the direction most.
#[test]
fn faces_are_next_to_the_farthest_vertex() {
    let mut random = Random::new(11);
    for _ in 0..campaign(300) {
        let half = Vector3::from_fn(|_, _| random.uniform(0.1, 2.0));
        let cuboid = Cuboid::new(half).unwrap();
        let points: Vec<[f64; 3]> = (0..12).map(|_| random.direction()).collect();
        let hull = ConvexHull::new(points.iter().map(point::<f64, 3>)).unwrap();
        let corners: [[f64; 3]; 4] = std::array::from_fn(|_| random.direction());
        let tetrahedron = Tetrahedron::new(corners.map(|p| point(&p))).unwrap();
        let shapes: [(&dyn Support<3, Scalar = f64>, Vec<[f64; 3]>); 3] = [
            (&cuboid, OrientedBox::aligned([0.0; 3], wide(&half)).vertices()),
            (&hull, points),
            (&tetrahedron, corners.to_vec()),
        ];
        let pose = Isometry3::new(Vector3::from(random.direction()), Vector3::from(random.direction::<3>()) * 2.0);
        for (shape, vertices) in shapes {
            let moved = shape.posed(pose).unwrap().swollen(0.5).unwrap();
            let direction: [f64; 3] = random.direction();
            let mut face = Vec::new();
            moved.support_face(&Vector3::from(direction), &Point3::new(1.0, 2.0, 3.0), &mut |v| {
                face.push(wide(&pose.inverse_transform_point(&(Point3::new(1.0, 2.0, 3.0) + v.offset)).coords));
            });
            let direction = wide(&(pose.rotation.inverse() * Vector3::from(direction)));
            let reach = |n: &[f64; 3]| vertices.iter().map(|p| dot(p, n)).fold(f64::NEG_INFINITY, f64::max);
            assert!(face.iter().any(|p| dot(p, &direction) > reach(&direction) - 1e-12));
            let normal = |p: [&[f64; 3]; 3]| {
                let n = cross(&sub(p[1], p[0]), &sub(p[2], p[0]));
                scaled(&n, 1.0 / norm(&n))
            };
            let n = normal([&face[0], &face[1], &face[2]]);
            let n = if dot(&n, &direction) < 0.0 { scaled(&n, -1.0) } else { n };
            assert!(face.iter().all(|p| (dot(p, &n) - reach(&n)).abs() < 1e-12), "{face:?}");
            // All planes through three vertices with everything on one side, the farthest one among them.
            let top = vertices.iter().max_by(|p, q| dot(p, &direction).total_cmp(&dot(q, &direction))).unwrap();
            for p in &vertices {
                for q in &vertices {
                    let other = normal([top, p, q]);
                    if other.iter().any(|x| x.is_nan()) {
                        continue;
                    }
                    for other in [other, scaled(&other, -1.0)] {
                        let is_face = reach(&other) < dot(top, &other) + 1e-9;
                        assert!(!is_face || dot(&other, &direction) < dot(&n, &direction) + 1e-6, "{other:?} {n:?}");
                    }
                }
            }
        }
    }
}

/// A triangle in space is seen from above, or from a side.
#[test]
fn thin_shapes_show_an_edge_or_a_side() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let triangle = Triangle::new([p(0.0, 0.0, 0.0), p(4.0, 0.0, 0.0), p(1.0, 3.0, 0.0)]).unwrap();
    let seen = |shape: &dyn Support<3, Scalar = f64>, direction: [f64; 3]| {
        let mut ids = Vec::new();
        shape.support_face(&Vector3::from(direction), &Point3::origin(), &mut |v| ids.push(v.id.0));
        ids
    };
    assert_eq!(seen(&triangle, [0.1, 0.2, 1.0]), [0, 1, 2]);
    assert_eq!(seen(&triangle, [0.1, 0.2, -1.0]), [0, 1, 2]);
    assert_eq!(seen(&triangle, [0.1, -1.0, 0.2]), [0, 1]);
    assert_eq!(seen(&triangle, [1.0, 1.0, -0.2]), [1, 2]);
    let cylinder = Cylinder::with_radius(1.0).half_height(2.0).unwrap();
    assert_eq!(seen(&cylinder, [0.1, 0.9, 0.1]), (0..12).collect::<Vec<_>>());
    assert_eq!(seen(&cylinder, [0.9, -0.1, 0.1]), [24, 25]);
    let cone = Cone::with_radius(1.0).half_height(2.0).unwrap();
    assert_eq!(seen(&cone, [0.1, -0.9, 0.1]).len(), 12);
    assert_eq!(seen(&cone, [0.9, 0.2, 0.1]), [0, 13]);
    assert_eq!(seen(&cone, [0.0, 1.0, 0.0]), [0]);
    // The rim is on the surface, its normal upwards on both ends.
    for up in [1.0, -1.0] {
        let mut rim: Vec<Vector3<f64>> = Vec::new();
        cylinder.support_face(&Vector3::new(0.0, up, 0.0), &Point3::origin(), &mut |v| rim.push(v.offset));
        assert!(rim.iter().all(|v| (v.xz().norm() - 1.0).abs() < 1e-15 && v.y.to_bits() == (2.0 * up).to_bits()));
        assert!(rim.windows(2).all(|w| w[0].cross(&w[1]).y * up > 0.0), "{rim:?}");
    }
    // Cylinders stand on their ends and lie on their sides.
    let ground = HalfSpace::new(Vector3::y(), 0.0).unwrap();
    for (height, turn, count) in [(2.0, 0.0, 4), (1.0, core::f64::consts::FRAC_PI_2, 2)] {
        let there = cylinder.posed(Isometry3::new(Vector3::new(0.0, height, 0.0), Vector3::x() * turn)).unwrap();
        let floor = Cuboid::new(Vector3::new(9.0, 1.0, 9.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
        for found in [ground.manifold(&there, 0.01), manifold(&floor, &there, 0.01)] {
            let found = found.near().unwrap();
            assert_eq!(found.points().len(), count);
            assert!(found.points().iter().all(|p| p.separation.abs() < 1e-14), "{found:?}");
        }
    }
}

/// Of a rim of 400 corners 32 are kept; the four points still span most of it.
#[test]
fn large_faces_are_thinned() {
    let corners = (0..800).map(|k| {
        let (turn, y) = (f64::from(k / 2) * std::f64::consts::TAU / 400.0, f64::from(k % 2));
        Point3::new(turn.cos() * 3.0, y, turn.sin())
    });
    let coin = ConvexHull::new(corners).unwrap().posed(Vector3::zeros()).unwrap();
    let ground = HalfSpace::new(Vector3::y(), 0.0).unwrap();
    let found = ground.manifold(&coin, 0.01).near().unwrap();
    let points: Vec<[f64; 2]> = found.points().iter().map(|p| [p.local_points[1].x, p.local_points[1].z]).collect();
    // The largest four-cornered figure in an ellipse is 2 / π of it.
    assert!(patch::area(&points) > 0.9 * 6.0, "{points:?}");
}

/// An ellipsoid and a cloud that know no faces; the ellipsoid's are never plane, so the normal stays the contact's.
#[test]
fn faces_may_be_looked_for() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let floor = Cuboid::new(Vector3::new(9.0, 1.0, 9.0)).unwrap().posed(Vector3::new(0.0, -1.0, 0.0)).unwrap();
    let hidden = gjk::support_fn(|d: &Vector3<f64>| cube.support(d)).faceted(8, 0.05).unwrap();
    let tilted = hidden.posed(Isometry3::new(Vector3::new(0.0, 1.0, 0.0), Vector3::new(1e-3, 0.2, 2e-3))).unwrap();
    let found = manifold(&floor, &tilted, 0.02).near().unwrap();
    assert_eq!((found.points().len(), found.normal), (4, Vector3::y()));
    let egg = Ellipsoid::new(Vector3::new(1.0, 0.5, 1.0)).unwrap().faceted(8, 0.05).unwrap();
    let egg = egg.posed(Isometry3::new(Vector3::new(0.0, 0.49, 0.0), Vector3::new(0.01, 0.0, 0.0))).unwrap();
    let other = egg.shape().posed(Isometry3::new(Vector3::new(0.1, 1.46, 0.05), Vector3::new(0.0, 0.0, 0.02))).unwrap();
    let (hit, found) = (contact(&egg, &other), manifold(&egg, &other, 0.5).near().unwrap());
    assert_eq!(found.normal, hit.normal);
    let flat = Polygon::hull([(0.0, 0.0), (2.0, 0.0), (1.0, 1.0)].map(|(x, y)| Point2::new(x, y))).unwrap();
    let hidden = gjk::support_fn(|d: &Vector2<f64>| flat.support(d)).faceted(3, 0.1).unwrap();
    let ground = HalfSpace::new(Vector2::y(), 0.0).unwrap();
    assert_eq!(ground.manifold(&hidden.posed(Vector2::zeros()).unwrap(), 0.01).near().unwrap().points().len(), 2);
    assert_eq!(cube.faceted(2, 0.1).unwrap_err(), Error::OutOfRange("number of directions"));
    assert_eq!(cube.faceted(33, 0.1).unwrap_err(), Error::OutOfRange("number of directions"));
    assert_eq!(cube.faceted(8, 0.0).unwrap_err(), Error::Zero("tilt"));
    assert_eq!(cube.faceted(8, f64::NAN).unwrap_err(), Error::OutOfRange("tilt"));
}

/// `moved` never misses a body that has moved by the length, and follows others.
#[test]
fn a_manifold_is_kept_while_little_moves() {
    in_both_precisions! {
        let mut random = Random::new(12);
        let (mut kept, mut given_up) = (0, 0);
        for _ in 0..campaign(300) {
            let mut shapes = boxes(&mut random, true);
            let [a, b] = shapes.each_mut().map(posed_box::<T>);
            let Some(mut found) = manifold(&a, &b, 0.01).near() else { continue };
            let (size, tilt) = (random.magnitude(-5, -1), random.magnitude(-5, -1));
            let there = Isometry3::new(
                Vector3::<T>::from(random.direction().map(|x| x as T)) * random.uniform(0.0, 5.0) as T,
                Vector3::from(random.direction().map(|x| x as T)),
            );
            let shake = Isometry3::new(
                Vector3::<T>::from(random.direction().map(|x| x as T)) * size as T,
                Vector3::from(random.direction().map(|x| x as T)) * tilt as T,
            );
            // Both are moved together, B also a little by itself.
            let moved = |body: &Posed<Cuboid<T, 3>, T, 3>, by: Isometry3<T>| {
                let matrix = by.rotation.to_rotation_matrix().matrix() * body.pose().matrix();
                Pose::new(matrix, by.transform_point(&Point3::from(*body.pose().translation())).coords).unwrap()
            };
            let (pose_a, pose_b) = (moved(&a, there), moved(&b, there * shake));
            let length: T = 0.01;
            let was = found.clone();
            let stays = found.follow(&pose_a, &pose_b, length);
            let (mut new_a, mut new_b) = (a, b);
            new_a.set_pose(pose_a).unwrap();
            new_b.set_pose(pose_b).unwrap();
            if stays {
                kept += 1;
                assert!((found.normal - there.rotation * was.normal).norm() < 1e-5);
                for p in found.points() {
                    let [on_a, on_b] =
                        [world(&new_a, wide(&p.local_points[0].coords)), world(&new_b, wide(&p.local_points[1].coords))];
                    let apart = dot(&sub(&on_b, &on_a), &wide(&found.normal));
                    assert!((p.separation.wide() - apart).abs() < 1e-5);
                }
                // No corner of the smaller box is farther from where it would be than that.
                let reach = |body: &Posed<Cuboid<T, 3>, T, 3>| body.shape().half_extents().norm();
                if reach(&new_b) < 0.7 * reach(&new_a) {
                    for corner in OrientedBox::aligned([0.0; 3], wide(new_b.shape().half_extents())).vertices() {
                        let [old, new] = [world(&b, corner), world(&new_b, corner)];
                        let old = there.cast::<f64>().transform_point(&Point3::from(old));
                        assert!(norm(&sub(&wide(&old.coords), &new)) < length.wide() + 1e-5);
                    }
                }
            } else {
                given_up += 1;
                assert_eq!(found, was);
            }
        }
        assert!(kept > 50 && given_up > 50, "{kept} {given_up}");
    }
}

/// A million times smaller or larger, and far from the origin.
#[test]
fn size_and_place_do_not_matter() {
    in_both_precisions! {
        let floor = |s: T, at: Vector3<T>| {
            Cuboid::new(Vector3::new(9.0, 1.0, 9.0) * s).unwrap().posed(at - Vector3::y() * s).unwrap()
        };
        let stone = |s: T, at: Vector3<T>| {
            let turn = Isometry3::new(at + Vector3::new(1.0, 0.5, 2.0) * s, Vector3::y() * 0.4);
            Cuboid::new(Vector3::new(0.5, 0.5, 0.5) * s).unwrap().posed(turn).unwrap()
        };
        let plain = manifold(&floor(1.0, Vector3::zeros()), &stone(1.0, Vector3::zeros()), 0.01).near().unwrap();
        for s in [1e-25 as T, 1e-6, 1024.0, 1e12, 1e30] {
            let found = manifold(&floor(s, Vector3::zeros()), &stone(s, Vector3::zeros()), 0.01 * s).near().unwrap();
            assert_eq!(found.points().len(), 4, "{s:e}");
            for (p, q) in found.points().iter().zip(plain.points()) {
                assert!((p.local_points[1] / s - q.local_points[1]).norm() < 1e-4 && p.separation.abs() < 1e-5 * s, "{s:e}");
                assert_eq!(p.id, q.id);
            }
        }
        let away = Vector3::new(4096.0, -8192.0, 2048.0);
        let found = manifold(&floor(1.0, away), &stone(1.0, away), 0.01).near().unwrap();
        for p in found.points() {
            assert!((p.local_points[1].coords.abs() - Vector3::repeat(0.5)).norm() < 4096.0 * 8.0 * T::EPSILON, "{p:?}");
        }
    }
}
