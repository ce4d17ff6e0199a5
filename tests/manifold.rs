//! Contact manifolds: resting, tilted, on edge, on corner; against overlaps of faces in rational numbers, and against separating
//! axes.

#[macro_use]
mod common;
mod oracle;

use common::{BOUND, Float, point, rotation, vector, wide};
use gjk::nalgebra::{Isometry2, Isometry3, Point3, UnitQuaternion, Vector2, Vector3};
use gjk::shape::{Capsule, ConvexHull, Cuboid, HalfSpace, Polygon, Posed};
use gjk::{Manifold, Pose, Support, SupportExt, contact, manifold};
use oracle::random::{Random, campaign};
use oracle::vector::{add_scaled, dot, norm, scaled, sub};
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
            let [on_a, on_b] = [world(a, wide(&p.points[0].coords)), world(b, wide(&p.points[1].coords))];
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

/// The box, its half extents and frame those of the type.
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
        let (mut found, mut snapped, mut sizes) = (0, 0, [0; 5]);
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
            assert!(answer.is_ok() == (separation <= PREDICTION) || (separation - PREDICTION).abs() < accuracy, "{k}");
            let Ok(answer) = answer else { continue };
            let asked = Asked { prediction: PREDICTION, separation, vertices: [&vertices[0], &vertices[1]], accuracy };
            asked.check(&a, &b, &answer);
            for p in answer.points() {
                for side in 0..2 {
                    let own = wide(&p.points[side].coords);
                    let off = off_surface(&shapes[side].half, own);
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
            // Swapped and mirrored: as many points, in the same places.
            let other = manifold(&b, &a, PREDICTION as T).unwrap();
            assert!(wide(&(other.normal + answer.normal)).iter().all(|x| x.abs() < 1e-2), "{k}");
            found += 1;
            sizes[answer.points().len()] += 1;
        }
        println!("{found} of which {snapped} snapped, sizes {sizes:?}");
        assert!(snapped > found / 20 && sizes[1..].iter().all(|n| *n > found / 200), "{snapped} {sizes:?}");
    }
}

/// The points of a manifold in the plane of a face, as own coordinates of A along two axes.
fn flat<T: Float>(found: &Manifold<T, 3>, axes: [usize; 2]) -> Vec<[f64; 2]> {
    found.points().iter().map(|p| axes.map(|k| p.points[0][k].wide())).collect()
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
            let Ok(found) = manifold(&a, &b, 0.001) else {
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
                let near = corners.iter().any(|corner| norm(&sub(p, corner)) <= tolerance);
                assert!(near && point.separation.wide().abs() <= tolerance, "{k}: {p:?} {corners:?} {point:?}");
            }
            let share = patch::area(&points) / exact;
            least_share = least_share.min(share);
            sizes[points.len()] += 1;
        }
        println!("least share {least_share}, sizes {sizes:?}, flat {flat_ones}");
        assert!(least_share > 0.45 && sizes[3] > 10 && sizes[4] > 300, "{least_share} {sizes:?}");
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
                let found = manifold(a, b, 0.02).unwrap();
                assert_eq!(found.normal, Vector3::new(0.0, up, 0.0));
                assert_eq!(found.points().len(), 4);
                for p in found.points() {
                    assert!((p.separation - gap).abs() < 1e-6);
                    let corner = p.points[own].coords.abs();
                    assert!((corner - Vector3::new(0.5, 0.25, 0.75)).norm() < 1e-5, "{corner}");
                }
            }
        }
        assert!(manifold(&floor, &stone.posed(Vector3::new(3.0, 0.28, 4.0)).unwrap(), 0.02).is_err());
        assert!(manifold(&floor, &stone.posed(Vector3::new(3.0, 0.25, 4.0)).unwrap(), T::NAN).is_err());
        let endless = manifold(&floor, &stone.posed(Vector3::new(3.0, 2.25, 4.0)).unwrap(), T::INFINITY).unwrap();
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
        let found = manifold(&floor, &on_edge, 0.02).unwrap();
        assert_eq!(found.points().len(), 2);
        let [p, q] = [0, 1].map(|k| found.points()[k].points[0]);
        assert!((p.x - 3.0).abs() < 1e-5 && ((p.z - q.z).abs() - 1.0).abs() < 1e-5, "{p} {q}");
        // A diagonal upright.
        let turn = Isometry3::rotation_wrt_point(
            UnitQuaternion::rotation_between(&Vector3::new(1.0, 1.0, 1.0), &Vector3::y()).unwrap(),
            Point3::origin(),
        );
        let on_corner = cube.posed(Isometry3::translation(3.0, (0.75_f64).sqrt() as T, 4.0) * turn).unwrap();
        let found = manifold(&floor, &on_corner, 0.02).unwrap();
        assert_eq!(found.points().len(), 1);
        assert!((found.points()[0].points[1].coords + Vector3::repeat(0.5)).norm() < 1e-5);
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
            let found = found.unwrap();
            assert_eq!((found.points().len(), found.normal), (2, Vector3::y()));
            for p in found.points() {
                let on = p.points[1].coords;
                assert!((on.x.abs() - 1.0).abs() < 1e-5 && (on.y + 0.5).abs() < 1e-5 && on.z.abs() < 1e-5, "{on}");
                assert!(p.separation.abs() < 1e-6);
            }
        }
        // On another, nearly along it, and across it.
        for (turn, count) in [(0.0, 2), (0.05, 2), (1.5, 1)] {
            let above = capsule.posed(Isometry3::new(Vector3::new(2.5, 1.5, 3.0), Vector3::y() * (0.3 + turn))).unwrap();
            let found = manifold(&lying, &above, 0.02).unwrap();
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
                Polygon::<T>::new(corners.map(|p| point(&turned(p)))).unwrap().posed(Vector2::zeros()).unwrap()
            });
            let Ok(found) = manifold(&a, &b, 0.001) else {
                assert!(p > q);
                continue;
            };
            if q - p < 0.5 {
                continue;
            }
            assert_eq!(found.points().len(), 2, "{k}");
            let tolerance = BOUND * T::EPSILON.wide() * 200.0;
            for end in [p, q].map(|x| turned([x, 0.0])) {
                let near = |p: &gjk::ManifoldPoint<T, 2>| norm(&sub(&wide(&p.points[0].coords), &end)) < tolerance;
                assert!(found.points().iter().any(near), "{k}: {end:?} {found:?}");
            }
            assert!(norm(&sub(&wide(&found.normal), &[-0.8, 0.6])) < 1e-6);
            assert!(found.points().iter().all(|p| p.separation.wide().abs() < tolerance));
            stood += 1;
            overhung += u32::from(p > low.0 || q < high.1);
        }
        assert!(stood > 100 && overhung > 50, "{stood} {overhung}");
        let square = Cuboid::<T, 2>::new(Vector2::new(1.0, 1.0)).unwrap();
        let on_corner = square.posed(Isometry2::new(Vector2::new(0.0, 2.0_f64.sqrt() as T), 0.785_398)).unwrap();
        let ground = square.posed(Vector2::new(0.0, -1.0)).unwrap();
        assert_eq!(manifold(&ground, &on_corner, 0.01).unwrap().points().len(), 1);
    }
}
