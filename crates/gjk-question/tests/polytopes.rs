//! `Polygon` and `ConvexHull` against their definition, in integers that hold every coordinate exactly. The given points are within 4 ε L
//! of the polytope, and its vertices are among these points. Faces have the right winding and fit together, and points in one plane make
//! one face. Normals are right to rounding.

#![allow(clippy::float_cmp, reason = "what is compared with == is exact")]
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "small numbers")]

use gjk::nalgebra::{Point2, Point3, Vector2, Vector3};
use gjk::shape::{ConvexHull, Face, HullError, PointCloud, Polygon};
use gjk::support::VertexId;
use gjk::{Error, Scalar, Support, SupportExt, distance, intersects};
use oracle::random::{Random, campaign};
use oracle::rational::{Int, Lattice};
use oracle::testing::{Float, in_both_precisions, point};
use std::collections::{BTreeMap, BTreeSet};

/// As a number, to within a rounding or two.
fn wide(x: &Int) -> f64 {
    x.to_f64().value()
}

fn minus<const D: usize>(p: &[Int; D], q: &[Int; D]) -> [Int; D] {
    std::array::from_fn(|k| &p[k] - &q[k])
}

fn dot<const D: usize>(p: &[Int; D], q: &[Int; D]) -> Int {
    (0..D).map(|k| &p[k] * &q[k]).sum()
}

fn cross(u: &[Int; 3], v: &[Int; 3]) -> [Int; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &u[i] * &v[j] - &u[j] * &v[i])
}

fn length<const D: usize>(v: &[Int; D]) -> f64 {
    v.iter().map(|x| wide(x).powi(2)).sum::<f64>().sqrt()
}

/// Points as integers, and 4 ε L in their unit.
struct Exact<const D: usize> {
    points: Vec<[Int; D]>,
    tolerance: f64,
    lattice: Lattice,
}

impl<const D: usize> Exact<D> {
    fn new<T: Float>(points: &[[f64; D]]) -> Self {
        let lattice = Lattice::holding(points.iter().flatten());
        let most = points.iter().flatten().map(|x| lattice.integer(x.abs())).max().unwrap();
        let points = points.iter().map(|p| lattice.point(p)).collect();
        Self { points, tolerance: 4.0 * T::epsilon().wide() * wide(&most), lattice }
    }

    /// A vertex, which has to be one of the points.
    fn vertex(&self, vertex: [f64; D]) -> [Int; D] {
        let vertex = self.lattice.point(&vertex);
        assert!(self.points.contains(&vertex), "a vertex that no point is");
        vertex
    }

    /// That no point is farther along a direction than the vertices, beyond the tolerance.
    fn is_covered(&self, vertices: &[[Int; D]], direction: &[Int; D]) {
        let farthest = |points: &[[Int; D]]| points.iter().map(|p| dot(p, direction)).max().unwrap();
        let beyond = wide(&(farthest(&self.points) - farthest(vertices)));
        assert!(beyond <= self.tolerance * length(direction), "{beyond:e} beyond, of {:e}", self.tolerance);
    }

    /// That a unit normal has the direction of an exact one to within a few roundings, or, of what is so narrow, what a slip
    /// of its points would change it by.
    fn is_normal<T: Float>(normal: &[T; D], exact: &[Int; D], slip: f64) {
        let length = length(exact);
        for (got, want) in normal.iter().zip(exact) {
            let error = (got.wide() - wide(want) / length).abs();
            assert!(error <= 2.0 * T::epsilon().wide() + slip, "{error:e}, {slip:e}");
        }
    }

    /// 2⁻⁵⁵ L.
    fn step<T: Float>(&self) -> f64 {
        self.tolerance / T::epsilon().wide() / 2.0_f64.powi(57)
    }
}

fn random_direction<const D: usize>(random: &mut Random) -> [Int; D] {
    random.direction::<D>().map(|x| Int::from((x * 1e9) as i64))
}

/// That a polytope is read as it was written: with the same vertices, faces and normals, in the same order.
fn is_read_as_written(polytope: &dyn std::any::Any) {
    fn is<S: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug + 'static>(
        polytope: &dyn std::any::Any,
    ) -> bool {
        let Some(polytope) = polytope.downcast_ref::<S>() else { return false };
        let text = serde_json::to_string(polytope).unwrap();
        let read = serde_json::from_str::<S>(&text).map_err(|error| format!("{error}: {text}"));
        assert_eq!(read.as_ref(), Ok(polytope));
        true
    }
    let is_hull = is::<ConvexHull<f64>>(polytope) || is::<ConvexHull<f32>>(polytope);
    assert!(is_hull || is::<Polygon<f64>>(polytope) || is::<Polygon<f32>>(polytope));
}

/// Checks a hull of points, and gives how many vertices, edges and faces it has.
fn check_hull<T: Float>(points: &[[f64; 3]], hull: &ConvexHull<T>) -> [usize; 3] {
    let exact = Exact::new::<T>(points);
    let vertices: Vec<_> = hull.vertices().map(|v| exact.vertex([v.x, v.y, v.z].map(T::wide))).collect();
    let at = |id: VertexId| &vertices[id.0 as usize];
    let mut across = BTreeMap::new();
    let mut on_faces = vec![BTreeSet::new(); vertices.len()];
    let mut normals = Vec::new();
    for face in hull.faces() {
        let corners = face.corners();
        assert!(corners.len() >= 3 && corners.iter().map(|id| id.0).collect::<BTreeSet<_>>().len() == corners.len());
        // Twice the area vector: outwards if the order is counter-clockwise, and nothing is beyond it.
        let ways: Vec<_> = corners.iter().map(|id| minus(at(*id), at(corners[0]))).collect();
        let area =
            ways.windows(2).map(|pair| cross(&pair[0], &pair[1])).reduce(|a, b| std::array::from_fn(|k| &a[k] + &b[k]));
        let area = area.unwrap();
        let size = length(&area);
        let heights: Vec<f64> = vertices.iter().map(|v| wide(&dot(&minus(v, at(corners[0])), &area)) / size).collect();
        // Along the normal of the outline, by which heights differ from those by the normal of all points on the face: by no
        // more than they themselves come to.
        let most = 2.0 * exact.tolerance;
        assert!(heights.iter().all(|height| *height <= most), "something is above a face");
        assert!(corners.iter().all(|id| heights[id.0 as usize] >= -most), "a corner is below its face");
        // Each turn is to the left, up to the tolerance.
        for k in 0..corners.len() {
            let [a, b, c] = [0, 1, 2].map(|step| at(corners[(k + step) % corners.len()]));
            let (ab, ac) = (minus(b, a), minus(c, a));
            let turn = wide(&dot(&cross(&ab, &ac), &area)) / size;
            assert!(turn >= -exact.tolerance * length(&ac), "a turn to the right");
        }
        let normal = face.normal();
        assert!((normal.iter().map(|x| x.wide().powi(2)).sum::<f64>().sqrt() - 1.0).abs() <= 2.0 * T::epsilon().wide());
        // Where points were left out, the normal is computed from all on the face.
        let slip = if vertices.len() == points.len() { exact.step::<T>() } else { exact.tolerance };
        let longest = ways.iter().map(length).fold(0.0, f64::max);
        // Twice the area is a sum of products of corners and edges: three corners that slip change it by as much thrice.
        Exact::is_normal(&[normal.x, normal.y, normal.z], &area, 3.0 * slip * longest / size);
        for (edge, neighbor) in face.edges().zip(face.neighbors()) {
            assert!(across.insert((edge[0].0, edge[1].0), (face.number(), neighbor.number())).is_none());
        }
        assert_eq!(face.points().len(), corners.len());
        for id in corners {
            on_faces[id.0 as usize].insert(face.number());
        }
        normals.push(area);
    }
    for ((from, to), (face, neighbor)) in &across {
        assert_eq!(across[&(*to, *from)], (*neighbor, *face), "across an edge is the face that has it the other way");
    }
    for (id, faces) in (0..).map(VertexId).zip(&on_faces) {
        assert!(faces.len() >= 3);
        assert!(hull.faces_around(id).map(Face::number).eq(faces.iter().copied()));
    }
    let counts = [vertices.len(), hull.edges().count(), hull.faces().len()];
    assert_eq!(counts[0] + counts[2], counts[1] + 2, "Euler");
    assert_eq!(across.len(), 2 * counts[1]);

    let mut random = Random::new(7);
    for normal in &normals {
        exact.is_covered(&vertices, normal);
    }
    for _ in 0..100 {
        exact.is_covered(&vertices, &random_direction(&mut random));
    }
    check_support::<T, 3>(points, hull);
    is_read_as_written(hull);
    check_support::<T, 3>(points, &hull.clone().indexed());
    for _ in 0..20 {
        let direction = Vector3::from(random.direction::<3>()).map(T::narrowed);
        let face = hull.face_along(&direction);
        let farthest = hull.support_from(&direction, &Point3::origin()).id;
        let most =
            hull.faces_around(farthest).map(|face| face.normal().dot(&direction).wide()).fold(f64::MIN, f64::max);
        assert!(face.corners().contains(&farthest) && face.normal().dot(&direction).wide() == most);
    }
    counts
}

/// A support point is as far as any point, up to the tolerance and the rounding of two dot products.
fn check_support<T: Float, const D: usize>(points: &[[f64; D]], shape: &impl Support<D, Scalar = T>) {
    let mut random = Random::new(8);
    let size = points.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
    for _ in 0..50 {
        let direction = random.direction::<D>();
        let narrow = gjk::nalgebra::SVector::from(direction.map(T::narrowed));
        let found = shape.support(&narrow);
        let reach = |p: [f64; D]| (0..D).map(|k| p[k] * narrow[k].wide()).sum::<f64>();
        let most = points.iter().map(|p| reach(*p)).fold(f64::MIN, f64::max);
        let got = reach(std::array::from_fn(|k| found[k].wide()));
        assert!(got >= most - 16.0 * T::epsilon().wide() * size, "{got:e} of {most:e}");
    }
}

fn hull<T: Float>(points: &[[f64; 3]]) -> Result<ConvexHull<T>, Error> {
    ConvexHull::new(points.iter().map(point::<T, 3>))
}

fn counts<T: Float>(points: &[[f64; 3]]) -> [usize; 3] {
    check_hull(points, &hull::<T>(points).unwrap())
}

fn polygon<T: Float>(points: &[[f64; 2]]) -> Result<Polygon<T>, Error> {
    Polygon::hull(points.iter().map(point::<T, 2>))
}

/// Checks a polygon, and gives how many vertices it has.
fn check_polygon<T: Float>(points: &[[f64; 2]]) -> usize {
    let polygon = polygon::<T>(points).unwrap();
    let exact = Exact::new::<T>(points);
    let vertices: Vec<_> = polygon.vertices().map(|v| exact.vertex([v.x, v.y].map(T::wide))).collect();
    assert_eq!((polygon.normals().len(), polygon.edges().len()), (vertices.len(), vertices.len()));
    let mut random = Random::new(9);
    for (k, ([from, to], normal)) in polygon.edges().zip(polygon.normals()).enumerate() {
        assert_eq!([from.0 as usize, to.0 as usize], [k, (k + 1) % vertices.len()]);
        let [x, y] = minus(&vertices[to.0 as usize], &vertices[k]);
        let right = [y, -x];
        Exact::is_normal(&[normal.x, normal.y], &right, exact.step::<T>() / length(&right));
        exact.is_covered(&vertices, &right);
        // Strictly convex: the vertex after the next is to the left, by more than nothing.
        let next = minus(&vertices[(k + 2) % vertices.len()], &vertices[k]);
        assert!(dot(&next, &right) < Int::ZERO);
    }
    for _ in 0..100 {
        exact.is_covered(&vertices, &random_direction(&mut random));
        let direction = Vector2::from(random.direction::<2>()).map(T::narrowed);
        let edge = polygon.edge_along(&direction);
        let most = polygon.normals().iter().map(|n| n.dot(&direction).wide()).fold(f64::MIN, f64::max);
        assert!(polygon.normals()[edge as usize].dot(&direction).wide() >= most - 1e-5);
    }
    check_support::<T, 2>(points, &polygon);
    is_read_as_written(&polygon);
    vertices.len()
}

fn rounded<T: Float, const D: usize>(points: &mut [[f64; D]]) {
    points.iter_mut().flatten().for_each(|x| *x = T::narrowed(*x).wide());
}

/// Turned, scaled, moved, and rounded.
fn placed<T: Float, const D: usize>(random: &mut Random, points: &[[f64; D]], scale: f64, far: f64) -> Vec<[f64; D]> {
    let frame = random.frame::<D>();
    let place: [f64; D] = random.direction();
    let image = |p: &[f64; D]| {
        std::array::from_fn(|k| scale * (far * place[k] + (0..D).map(|j| frame[j][k] * p[j]).sum::<f64>()))
    };
    let mut all: Vec<_> = points.iter().map(image).collect();
    rounded::<T, D>(&mut all);
    all
}

const SCALES: [f64; 5] = [1.0, 1e-30, 1e30, 1e-3, 1e4];

#[test]
fn hulls_of_random_points() {
    in_both_precisions! {
        let mut random = Random::new(1);
        for turn in 0..60 {
            let count = 4 + random.index(60);
            let points: Vec<[f64; 3]> = (0..count).map(|_| if turn % 2 == 0 {
                random.direction()
            } else {
                std::array::from_fn(|_| random.uniform(-1.0, 1.0))
            }).collect();
            let points = placed::<T, 3>(&mut random, &points, SCALES[turn % 5], [0.0, 3.0][turn / 5 % 2]);
            let [v, e, f] = counts::<T>(&points);
            // In general position all faces are triangles.
            assert_eq!((e, f), (3 * v - 6, 2 * v - 4));
            assert!(turn % 2 == 1 || v == count);
        }
    }
}

#[test]
fn polygons_of_random_points() {
    in_both_precisions! {
        let mut random = Random::new(2);
        for turn in 0..200 {
            let count = 3 + random.index(60);
            let points: Vec<[f64; 2]> = (0..count).map(|_| if turn % 2 == 0 {
                random.direction()
            } else {
                std::array::from_fn(|_| random.uniform(-1.0, 1.0))
            }).collect();
            let points = placed::<T, 2>(&mut random, &points, SCALES[turn % 5], [0.0, 3.0][turn / 5 % 2]);
            let v = check_polygon::<T>(&points);
            assert!(turn % 2 == 1 || v == count);
        }
    }
}

/// Grids are full of ties: points in one plane, on one line, in one place.
#[test]
fn hulls_of_grids() {
    in_both_precisions! {
        let mut random = Random::new(3);
        let (mut flat, mut solid, mut polygons) = (0, 0, 0);
        for turn in 0..300_usize {
            let reach = 1 + i32::try_from(turn % 4).expect("small");
            let points: Vec<[f64; 3]> = (0..4 + turn % 60)
                .map(|_| std::array::from_fn(|_| f64::from(random.integer(-reach, reach)) * SCALES[turn % 3]))
                .collect();
            let mut points = points;
            rounded::<T, 3>(&mut points);
            match hull::<T>(&points) {
                Ok(hull) => {
                    check_hull(&points, &hull);
                    solid += 1;
                }
                Err(error) => {
                    assert!(matches!(error, Error::Flat(_)), "{error}");
                    flat += 1;
                }
            }
            let shadow: Vec<[f64; 2]> = points.iter().map(|p| [p[0], p[1]]).collect();
            if polygon::<T>(&shadow).is_ok() {
                check_polygon::<T>(&shadow);
                polygons += 1;
            }
        }
        assert!(flat > 2 && solid > 200 && polygons > 200, "{flat} {solid} {polygons}");
    }
}

/// Points on the faces and edges of a box, a prism and an octahedron, in any position: rounding puts them a little off.
#[test]
fn what_is_in_one_plane_is_one_face() {
    in_both_precisions! {
        let mut random = Random::new(4);
        for turn in 0..60 {
            let steps = 2 + 2 * random.index(5) as u32;
            let at = |k: u32| 2.0 * f64::from(k) / f64::from(steps) - 1.0;
            let (mut cube, mut octahedron) = (Vec::new(), Vec::new());
            for i in 0..=steps {
                for j in 0..=steps {
                    for side in [-1.0, 1.0] {
                        let (u, v) = (at(i), at(j));
                        cube.extend([[u, v, side], [v, side, u], [side, u, v]]);
                        if u.abs() + v.abs() <= 1.0 {
                            octahedron.push([u, v, side * (1.0 - u.abs() - v.abs())]);
                        }
                    }
                }
            }
            octahedron.extend([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
            let corners = 3 + random.index(9);
            let mut prism = Vec::new();
            for k in 0..corners {
                let (sin, cos) = (std::f64::consts::TAU * k as f64 / corners as f64).sin_cos();
                prism.extend((0..=steps).map(|k| [cos, sin, at(k)]));
            }
            let far = [0.0, 1.0, 100.0][turn % 3];
            let scale = SCALES[turn % 5];
            let mut made = |points: &[[f64; 3]]| counts::<T>(&placed::<T, 3>(&mut random, points, scale, far));
            assert_eq!(made(&cube), [8, 12, 6], "{turn}");
            assert_eq!(made(&octahedron), [6, 12, 8], "{turn}");
            assert_eq!(made(&prism), [2 * corners, 3 * corners, corners + 2], "{turn}");
        }
    }
}

#[test]
fn what_is_on_one_line_is_one_edge() {
    in_both_precisions! {
        let mut random = Random::new(5);
        for turn in 0..200 {
            let (corners, steps) = (3 + random.index(9), 1 + random.index(30));
            let corner = |k: usize| (std::f64::consts::TAU * (k % corners) as f64 / corners as f64).sin_cos();
            let mut points = Vec::new();
            for k in 0..corners {
                let ((ax, ay), (bx, by)) = (corner(k), corner(k + 1));
                points.extend((0..steps).map(|step| step as f64 / steps as f64).map(|t| [ax + t * (bx - ax), ay + t * (by - ay)]));
            }
            let points = placed::<T, 2>(&mut random, &points, SCALES[turn % 5], [0.0, 1.0, 100.0][turn % 3]);
            assert_eq!(check_polygon::<T>(&points), corners, "{turn}");
        }
    }
}

/// Bowls, troughs and saddles cut off by a plane, with neighboring triangles in one plane or not by a tolerance more or less, where each
/// decision of the heuristic that makes faces is a close one: sound hulls all the same, as many faces as it may be.
#[test]
fn nearly_flat_caps_are_sound() {
    in_both_precisions! {
        let mut random = Random::new(14);
        let (mut made, mut merged) = (0, 0);
        for turn in 0..campaign(48) {
            let steps = 4 + random.index(8);
            // How much neighboring points of the cap differ in height, in ε.
            let sag = T::epsilon().wide() * [0.5, 2.0, 4.0, 8.0, 16.0, 64.0][random.index(6)] * (steps * steps) as f64;
            let bend = [[1.0, 1.0], [1.0, 0.0], [1.0, 0.1], [1.0, -1.0]][turn as usize % 4];
            let jitter = T::epsilon().wide() * [0.0, 1.0, 4.0][random.index(3)];
            let regular = random.coin();
            let mut points = vec![[0.0, 0.0, -1.0], [0.5, 0.0, -1.0], [0.0, 0.5, -1.0]];
            for k in 0..steps * steps {
                let grid = [k % steps, k / steps].map(|i| 2.0 * i as f64 / (steps - 1) as f64 - 1.0);
                let [x, y] = if regular { grid } else { [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)] };
                points.push([x, y, -sag * (bend[0] * x * x + bend[1] * y * y) + random.uniform(-jitter, jitter)]);
            }
            let points = placed::<T, 3>(&mut random, &points, SCALES[turn as usize % 5], 0.0);
            let [vertices, edges, faces] = counts::<T>(&points);
            made += 1;
            merged += u64::from(2 * edges > 3 * faces);
            assert!(faces >= 5 && vertices >= 5);
        }
        println!("{made} caps, {merged} of them with faces that are no triangles");
        assert!(2 * merged > made, "{merged} of {made}: triangles are near one plane");
    }
}

/// Solid by a few units in the last place, or not: always an answer, and a right one.
#[test]
fn thin_ones_are_right_or_refused() {
    in_both_precisions! {
        let mut random = Random::new(6);
        let (mut flat, mut solid) = (0, 0);
        for turn in 0..300 {
            let thin = T::epsilon().wide() * [1.0, 3.0, 6.0, 10.0, 30.0, 100.0][turn % 6];
            let second = if turn / 6 % 3 == 0 { thin } else { 1.0 };
            let flat_points: Vec<_> = (0..4 + random.index(40))
                .map(|_| [random.uniform(-1.0, 1.0), second * random.uniform(-1.0, 1.0), thin * random.uniform(-1.0, 1.0)])
                .collect();
            let points = placed::<T, 3>(&mut random, &flat_points, SCALES[turn % 5], 0.0);
            match hull::<T>(&points) {
                Ok(hull) => {
                    check_hull(&points, &hull);
                    solid += 1;
                }
                Err(error) => {
                    assert!(error == Error::Flat("in one plane") || error == Error::Flat("on one line"), "{error}");
                    flat += 1;
                }
            }
        }
        assert!(flat > 40 && solid > 60, "{flat} {solid}");
    }
}

#[test]
fn flat_input_is_named() {
    let p = Point3::<f64>::new;
    let q = Point2::<f32>::new;
    let refused = |points: &[Point3<f64>]| ConvexHull::new(points.iter().copied()).unwrap_err();
    assert_eq!(refused(&[]), Error::Empty("points"));
    assert_eq!(refused(&[p(1.0, 2.0, 3.0); 5]), Error::Flat("in one place"));
    assert_eq!(refused(&[p(0.0, 0.0, 0.0), p(1.0, 1.0, 2.0), p(3.0, 3.0, 6.0)]), Error::Flat("on one line"));
    assert_eq!(
        refused(&[p(0.1, 0.1, 0.0), p(1.0, 1.0, 2.0), p(3.0, 2.0, 6.0), p(1.0, 2.0, 0.3)].map(|p| p.xyx())),
        Error::Flat("in one plane")
    );
    assert_eq!(refused(&[p(f64::NAN, 0.0, 0.0)]), Error::PointOutOfRange(0));
    assert_eq!(refused(&[p(0.0, 1.0, 0.0), p(0.0, f64::INFINITY, 0.0)]), Error::PointOutOfRange(1));
    assert_eq!(
        Error::Flat("on one line").to_string(),
        "the points are all on one line: their hull has no interior (for queries alone, a `PointCloud` takes them)"
    );
    let refused = |points: &[Point2<f32>]| Polygon::hull(points.iter().copied()).unwrap_err();
    assert_eq!(refused(&[]), Error::Empty("points"));
    assert_eq!(refused(&[q(7.0, 8.0); 3]), Error::Flat("in one place"));
    assert_eq!(refused(&[q(0.1, 0.3), q(0.2, 0.6), q(0.3, 0.9)]), Error::Flat("on one line"));
    assert_eq!(refused(&[q(0.1, f32::NAN)]), Error::PointOutOfRange(0));
    // Flat, once the points are left out that are on the edges to within rounding.
    let e = f32::EPSILON;
    assert_eq!(refused(&[q(-0.5, 0.0), q(1.0, 0.0), q(0.25, 3.0 * e), q(0.2, -3.0 * e)]), Error::Flat("on one line"));
    // At a distance where they can't be told apart.
    assert_eq!(refused(&[q(1e7, 0.0), q(1e7 + 1.0, 1.0), q(1e7, 2.0)]), Error::Flat("in one place"));
}

#[test]
fn numbers_of_any_size() {
    for scale in [5e-324, 1e-310, 1e-300, 1e-160, 1e150, 1e300] {
        let corners: Vec<[f64; 3]> = (0..8_u32).map(|k| [0, 1, 2].map(|bit| f64::from(k >> bit & 1) * scale)).collect();
        let hull = hull::<f64>(&corners).unwrap();
        assert_eq!([hull.vertices().len(), hull.edges().count(), hull.faces().len()], [8, 12, 6]);
        assert!(hull.faces().all(|face| face.normal().iter().filter(|x| **x == 0.0).count() == 2));
        let square = polygon::<f64>(&corners.iter().map(|p| [p[0], p[1]]).collect::<Vec<_>>()).unwrap();
        assert_eq!(square.vertices().len(), 4);
    }
    // Coordinates of all sizes in one shape.
    let mut random = Random::new(10);
    for _ in 0..50 {
        let points: Vec<[f64; 3]> =
            (0..40).map(|_| random.direction().map(|x: f64| x * random.magnitude(-300, 300))).collect();
        if let Ok(hull) = hull::<f64>(&points) {
            assert!(hull.vertices().len() + hull.faces().len() == hull.edges().count() + 2);
        }
    }
}

#[test]
fn ordered_ones_are_checked() {
    let mut random = Random::new(11);
    for _ in 0..20 {
        let points: Vec<_> = (0..20).map(|_| point::<f64, 3>(&random.direction())).collect();
        let hull = ConvexHull::new(points.clone()).unwrap();
        let mut faces: Vec<Vec<u32>> =
            hull.faces().map(|face| face.corners().iter().map(|id| id.0).collect()).collect();
        for k in (1..faces.len()).rev() {
            faces.swap(k, random.index(k + 1));
            let turn = random.index(faces[k].len());
            faces[k].rotate_left(turn);
        }
        let again = ConvexHull::from_faces(points.clone(), &faces).unwrap();
        assert!(
            again.faces().zip(&faces).all(|(face, given)| face
                .corners()
                .iter()
                .map(|id| id.0)
                .eq(given.iter().copied()))
        );
        check_hull(&points.iter().map(|p| [p.x, p.y, p.z]).collect::<Vec<_>>(), &again);
        let refused = |change: &dyn Fn(&mut Vec<Vec<u32>>), flaw| {
            let mut wrong = faces.clone();
            change(&mut wrong);
            assert_eq!(ConvexHull::from_faces(points.clone(), &wrong), Err(Error::NotConvex(flaw)));
        };
        refused(&|faces| faces[3].swap(0, 1), HullError::InsideOut(3));
        refused(&|faces| drop(faces.pop()), HullError::FaceMissing);
        refused(&|faces| faces.clear(), HullError::NoFaces);
        refused(&|faces| faces[4].clear(), HullError::NoFace(4));
        refused(&|faces| faces[5][1] = 20, HullError::NoSuchVertex(5));
        refused(&|faces| faces[6] = faces[2].clone(), HullError::NoFace(6));
        let all = || points.iter().copied();
        let refused = |points: &mut dyn Iterator<Item = Point3<f64>>, flaw| {
            assert_eq!(ConvexHull::from_faces(points, &faces), Err(Error::NotConvex(flaw)));
        };
        refused(&mut all().chain([Point3::origin()]), HullError::NoVertex(20));
        refused(&mut [Point3::origin()].into_iter().chain(all()), HullError::NoVertex(0));
        refused(&mut all().chain([points[7]]), HullError::Repeated(7, 20));
    }
    let p = Point2::<f64>::new;
    let refused = |points: &[[f64; 2]], flaw| {
        let found = Polygon::new(points.iter().map(|[x, y]| p(*x, *y)));
        assert_eq!(found, Err(Error::NotConvex(flaw)), "{points:?}");
    };
    refused(&[[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]], HullError::Clockwise);
    refused(&[[0.0, 0.0], [3.0, 0.0], [1.0, 1.0], [0.0, 3.0]], HullError::Dent(2));
    refused(&[[0.0, 0.0], [3.0, 0.0], [1.5, 1.5], [0.0, 3.0]], HullError::OnEdge(2));
    refused(&[[0.0, 0.0], [3.0, 0.0], [0.0, 3.0], [0.0, 0.0]], HullError::Repeated(0, 3));
    let star = [0.0, 2.0, 4.0, 1.0, 3.0].map(|k: f64| (k * 0.4 * std::f64::consts::PI).sin_cos()).map(|(y, x)| [x, y]);
    refused(&star, HullError::Crossing);
    // A square with one side made of two triangles.
    let corners: Vec<_> = (0..8_u32).map(|k| Point3::from([0, 1, 2].map(|bit| f64::from(k >> bit & 1)))).collect();
    let cube = ConvexHull::new(corners.iter().copied()).unwrap();
    let mut faces: Vec<Vec<u32>> = cube.faces().map(|face| face.corners().iter().map(|id| id.0).collect()).collect();
    let [a, b, c, d] = faces[2][..] else { panic!("a side has four corners") };
    faces[2] = vec![a, b, c];
    faces.push(vec![a, c, d]);
    let found = ConvexHull::from_faces(corners, &faces).unwrap_err();
    assert_eq!(found, Error::NotConvex(HullError::InOnePlane(2, 6)));
    assert_eq!(found.to_string(), "faces 2 and 6 are in one plane, where there is one face: see `ConvexHull::new`");
}

mod written {
    use super::*;
    use serde_json::{Value, json};

    fn refused<S: serde::de::DeserializeOwned + std::fmt::Debug>(value: &Value, why: &str) {
        let error = serde_json::from_value::<S>(value.clone()).unwrap_err().to_string();
        assert!(error.contains(why), "{value}: {error}");
    }

    fn changed(value: &Value, change: impl FnOnce(&mut Value)) -> Value {
        let mut value = value.clone();
        change(&mut value);
        value
    }

    #[test]
    fn polygons_that_are_none_are_refused() {
        let p = Point2::<f64>::new;
        let square = Polygon::hull([p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(0.0, 1.0)]).unwrap();
        let good = serde_json::to_value(square.clone().indexed()).unwrap();
        assert_eq!(
            good,
            json!({
                "vertices": {"points": [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], "indexed": false},
                "normals": [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]],
            })
        );
        let vertices = |points: Value| changed(&good, |square| square["vertices"]["points"] = points);
        let normals = |normals: Value| changed(&good, |square| square["normals"] = normals);
        let refused = |value, why| refused::<Polygon<f64>>(&value, why);
        refused(vertices(json!([])), "empty");
        refused(vertices(json!([[0, 0]])), "on one line");
        refused(vertices(json!([[0, 0], [1, 1]])), "on one line");
        refused(vertices(json!([[0, 0], [1, 1], [2, 2], [3, 3]])), "on one line");
        refused(vertices(json!([[0, 0], [0, 1], [1, 1], [1, 0]])), "the vertices are not");
        refused(vertices(json!([[1, 0], [1, 1], [0, 0], [0, 1]])), "the vertices are not");
        refused(vertices(json!([[0, 0], [1, 0], [1, 0], [0, 1]])), "the vertices are not");
        refused(vertices(json!([[0, 0], [2, 0], [0.5, 0.5], [0, 2]])), "the vertices are not");
        refused(vertices(json!([[0, 0], [1, 0], [1, 1e308], [0, 1]])), "not finite, or too large");
        refused(vertices(json!([[0, 0], [1, 0], [1, null], [0, 1]])), "null");
        refused(vertices(json!([[0, 0], [1, 0], [0, 1]])), "the normals are not");
        refused(normals(json!([])), "the normals are not");
        refused(normals(json!([[0, 1], [1, 0], [0, 1], [-1, 0]])), "the normals are not");
        refused(normals(json!([[0, -1], [1, 0], [0, 1], [-2, 0]])), "the normals are not");
        refused(normals(json!([[0, -1], [1, 0], [0, 1], [-0.8, 0.6]])), "the normals are not");
        refused(normals(json!([[0, 0], [1, 0], [0, 1], [-1, 0]])), "the normals are not");
        refused(normals(json!([[0, -1], [1, 0], [0, 1], [-1e308, 0]])), "the normal is not finite");
    }

    #[test]
    fn hulls_that_are_none_are_refused() {
        let cube = (0..8_u32).map(|k| Point3::from([k & 1, k >> 1 & 1, k >> 2].map(f64::from)));
        let good = serde_json::to_value(ConvexHull::new(cube).unwrap()).unwrap();
        let refused = |change: &dyn Fn(&mut Value), why| refused::<ConvexHull<f64>>(&changed(&good, change), why);
        let (faces_fault, normals_fault) = ("the faces are not", "the normals are not");
        refused(&|hull| hull["vertices"]["points"] = json!([]), "empty");
        refused(&|hull| hull["vertices"]["points"][3][1] = json!(1e308), "not finite, or too large");
        refused(&|hull| hull["vertices"]["points"][3][1] = json!(null), "null");
        refused(&|hull| hull["vertices"]["points"][3][1] = json!(0.75), faces_fault);
        refused(&|hull| hull["vertices"]["points"][7] = json!([0.25, 0.25, 0.25]), faces_fault);
        refused(&|hull| (0..8).for_each(|k| hull["vertices"]["points"][k][2] = json!(0.5)), "in one plane");
        refused(&|hull| (0..8).for_each(|k| hull["vertices"]["points"][k] = json!([1, 2, 3])), "in one plane");
        refused(&|hull| hull["vertices"]["points"].as_array_mut().unwrap().push(json!([0.5, 0.5, 0.5])), faces_fault);
        refused(&|hull| hull["faces"] = json!([]), faces_fault);
        refused(&|hull| hull["faces"][2] = json!([]), faces_fault);
        refused(&|hull| hull["faces"][2][1] = json!(8), faces_fault);
        refused(&|hull| hull["faces"][2][1] = json!(u32::MAX), faces_fault);
        refused(&|hull| hull["faces"][2][1] = json!(-1), "invalid value");
        refused(&|hull| hull["faces"][2].as_array_mut().unwrap().swap(0, 1), faces_fault);
        refused(&|hull| hull["faces"].as_array_mut().unwrap().swap(0, 1), faces_fault);
        refused(&|hull| hull["faces"][0] = hull["faces"][1].clone(), faces_fault);
        let turned = |hull: &mut Value| (0..6).for_each(|k| hull["faces"][k].as_array_mut().unwrap().reverse());
        refused(&turned, faces_fault);
        // Inside out as a whole.
        let inside_out = |hull: &mut Value| {
            turned(hull);
            for k in 0..6 {
                (0..3).for_each(|axis| hull["normals"][k][axis] = json!(-hull["normals"][k][axis].as_f64().unwrap()));
            }
        };
        refused(&inside_out, faces_fault);
        refused(&|hull| hull["normals"][0] = json!([0, 0, 0]), normals_fault);
        refused(&|hull| hull["normals"][0] = json!([0, 0, 1.001]), normals_fault);
        refused(&|hull| hull["normals"][0] = json!([0.8, 0, 0.6]), faces_fault);
        refused(&|hull| hull["normals"][0] = json!([0, 1e308, 0]), "the normal is not finite");
        refused(&|hull| hull["normals"] = json!([]), faces_fault);
        // Two faces on the same vertices, back to back, and two tetrahedra that share none.
        let flat = json!({
            "vertices": {"points": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "indexed": true},
            "faces": [[0, 1, 2, 3], [3, 2, 1, 0]],
            "normals": [[0, 0, 1], [0, 0, -1]],
        });
        super::written::refused::<ConvexHull<f64>>(&flat, "in one plane");
        let simplex = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let twice = simplex.iter().chain(&simplex.map(|face| face.map(|k| k + 4))).copied().collect::<Vec<[u32; 3]>>();
        let corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let third = 1.0 / 3.0_f64.sqrt();
        let normals = [[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [third; 3]];
        let doubled = json!({
            "vertices": {"points": (&[corners, corners].concat()), "indexed": false},
            "faces": twice,
            "normals": (&[normals, normals].concat()),
        });
        super::written::refused::<ConvexHull<f64>>(&doubled, faces_fault);
        let once = json!({"vertices": {"points": corners, "indexed": false}, "faces": simplex, "normals": normals});
        assert_eq!(serde_json::from_value::<ConvexHull<f64>>(once).unwrap().edges().count(), 6);
    }

    /// An edge of 10 ε, whose normal could say anything: contacts were too shallow by the length of the others.
    #[test]
    fn false_normals_of_short_edges_are_refused() {
        let (p, chop) = (Point2::<f64>::new, 7.0 * f64::EPSILON);
        let square = [p(-1.0, -1.0), p(1.0, -1.0), p(1.0, 1.0 - chop), p(1.0 - chop, 1.0), p(-1.0, 1.0)];
        let good = serde_json::to_value(Polygon::hull(square).unwrap()).unwrap();
        assert!(serde_json::from_value::<Polygon<f64>>(good.clone()).is_ok());
        for lie in [[-0.6, 0.8], [-0.28, 0.96], [0.8, -0.6]] {
            refused::<Polygon<f64>>(&changed(&good, |square| square["normals"][2] = json!(lie)), "the normals are not");
        }
    }

    /// What Euler's number, edges in pairs and convex faces in the planes of the hull do not exclude.
    #[test]
    fn surfaces_that_are_no_single_sphere_are_refused() {
        let written = |points: &[[f64; 3]], faces: &[Vec<usize>]| {
            let normals: Vec<[f64; 3]> = faces
                .iter()
                .map(|face| {
                    let [a, b, c] = [face[0], face[1], face[2]].map(|k| Vector3::from(points[k]));
                    (b - a).cross(&(c - a)).normalize().into()
                })
                .collect();
            json!({"vertices": {"points": points, "indexed": false}, "faces": faces, "normals": normals})
        };
        // Two tetrahedra on the same four points: they share two of them, and the second has a seventh point on its edge
        // between these. 7 − 15 + 10 = 2.
        let [a, b, c, d] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let simplex = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(Vec::from);
        let split = [[4, 2, 5], [4, 5, 3], [4, 3, 6], [4, 6, 2], [5, 2, 6], [5, 6, 3]].map(Vec::from);
        let points = [a, b, c, d, a, b, [0.0, 0.5, 0.5]];
        assert!(serde_json::from_value::<ConvexHull<f64>>(written(&points[..4], &simplex)).is_ok());
        refused::<ConvexHull<f64>>(
            &written(&points, &[simplex.to_vec(), split.to_vec()].concat()),
            "the faces are not",
        );
        // A surface that goes twice around two poles: a sphere, and no vertex has two cycles.
        let pyramids = |count: usize| {
            let ring =
                (0..count).map(|k| [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]][k % 4]);
            let points: Vec<_> = [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]].into_iter().chain(ring).collect();
            let sides = (0..count).map(|k| [2 + k, 2 + (k + 1) % count]);
            let faces: Vec<_> = sides.flat_map(|[k, next]| [vec![0, k, next], vec![1, next, k]]).collect();
            written(&points, &faces)
        };
        assert!(serde_json::from_value::<ConvexHull<f64>>(pyramids(4)).is_ok());
        refused::<ConvexHull<f64>>(&pyramids(8), "the faces are not");
    }

    /// A coordinate that is moved by some ε of the size, or by any amount.
    fn nudged(random: &mut Random, value: &mut Value) {
        let by =
            if random.coin() { f64::from(random.integer(-100, 100)) * f64::EPSILON } else { random.uniform(-1.0, 1.0) };
        *value = json!(value.as_f64().unwrap() + by);
    }

    /// A normal that is turned: into any direction, or a little, or into another one.
    fn lies(random: &mut Random, normals: &mut Value, dim: usize) {
        let list = normals.as_array_mut().unwrap();
        let (k, other) = (random.index(list.len()), random.index(list.len()));
        let far = [1e-15, 1e-8, 0.3, 10.0][random.index(4)];
        let aim: Vec<f64> = (0..dim).map(|j| list[k][j].as_f64().unwrap() + random.uniform(-far, far)).collect();
        let length = aim.iter().map(|x| x * x).sum::<f64>().sqrt();
        list[k] = if random.index(4) == 0 {
            list[other].clone()
        } else {
            json!(aim.iter().map(|x| x / length).collect::<Vec<_>>())
        };
    }

    /// Returns whether contacts with a shape are those with its vertices alone, to within 64 ε of the size.
    fn assert_harmless<S: Support<D, Scalar = f64>, const D: usize>(
        read: &S,
        vertices: &PointCloud<f64, D>,
        other: &S,
        others: &PointCloud<f64, D>,
        what: &Value,
    ) where
        gjk::simplex::Cases: gjk::epa::Expansion<f64, D>,
    {
        let (found, right) = (gjk::contact(read, other), gjk::contact(vertices, others));
        let error = (found.separation - right.separation).abs();
        assert!(error <= 64.0 * f64::EPSILON * 4.0, "{} for {}: {what}", found.separation, right.separation);
    }

    /// Polygons and hulls with short edges, and forged; `CAMPAIGN=100` makes 10⁵ of each.
    #[test]
    fn forged_ones_are_refused_or_harmless() {
        let count = campaign(1000);
        let (mut random, mut read) = (Random::new(33), [0, 0]);
        for _ in 0..count {
            // Each corner has others beside it, some ε to some hundred away.
            let around = |random: &mut Random, p: [f64; 3]| {
                let near = [3.0, 30.0, 300.0, 1e14][random.index(4)] * f64::EPSILON;
                p.map(|x| x + random.uniform(-near, near))
            };
            let corners: Vec<[f64; 3]> = (0..4 + random.index(4)).map(|_| random.direction()).collect();
            let points: Vec<_> = corners.iter().flat_map(|p| [*p, around(&mut random, *p)]).collect();
            let flat: Vec<_> = points.iter().map(|p| Point2::new(p[0], p[1])).collect();
            if let Ok(honest) = Polygon::hull(flat) {
                let other = Polygon::hull((0..5).map(|_| point::<f64, 2>(&random.direction()))).unwrap();
                super::is_read_as_written(&honest);
                let mut forged = serde_json::to_value(&honest).unwrap();
                for _ in 0..=random.index(2) {
                    let at = random.index(honest.vertices().len());
                    match random.index(3) {
                        0 => nudged(&mut random, &mut forged["vertices"]["points"][at][at % 2]),
                        1 => forged["vertices"]["points"].as_array_mut().unwrap().swap(0, at),
                        _ => lies(&mut random, &mut forged["normals"], 2),
                    }
                }
                if let Ok(polygon) = serde_json::from_value::<Polygon<f64>>(forged.clone()) {
                    let [own, others] = [&polygon, &other].map(|p| PointCloud::new(p.vertices()).unwrap());
                    assert_harmless(&polygon, &own, &other, &others, &forged);
                    read[0] += 1;
                }
            }
            if let Ok(honest) = ConvexHull::new(points.iter().map(point::<f64, 3>)) {
                let other = ConvexHull::new((0..8).map(|_| point::<f64, 3>(&random.direction()))).unwrap();
                super::is_read_as_written(&honest);
                let mut forged = serde_json::to_value(&honest).unwrap();
                for _ in 0..=random.index(2) {
                    let (at, face) = (random.index(honest.vertices().len()), random.index(honest.faces().len()));
                    let list = forged["faces"][face].as_array_mut().unwrap();
                    match random.index(6) {
                        0 => nudged(&mut random, &mut forged["vertices"]["points"][at][at % 3]),
                        1 => list.swap(0, 1),
                        2 => drop(list.pop()),
                        3 => list[0] = json!(at),
                        4 => forged["faces"].as_array_mut().unwrap().swap(0, face),
                        _ => lies(&mut random, &mut forged["normals"], 3),
                    }
                }
                if let Ok(hull) = serde_json::from_value::<ConvexHull<f64>>(forged.clone()) {
                    let [own, others] = [&hull, &other].map(|p| PointCloud::new(p.vertices()).unwrap());
                    assert_harmless(&hull, &own, &other, &others, &forged);
                    for face in hull.faces() {
                        let at = face.points().next().unwrap();
                        let above = hull.vertices().map(|p| (p - at).dot(face.normal())).fold(0.0, f64::max);
                        assert!(above <= 80.0 * f64::EPSILON && face.corners().len() > 2, "{above:e}: {forged}");
                    }
                    assert_eq!(hull.vertices().len() + hull.faces().len(), hull.edges().count() + 2, "{forged}");
                    let still = [&hull, &other].map(|hull| SupportExt::posed(hull, Vector3::zeros()).unwrap());
                    let manifold = gjk::manifold(&still[0], &still[1], 0.01);
                    assert!(manifold.near().is_none_or(|found| (found.normal.norm() - 1.0).abs() < 1e-9));
                    read[1] += 1;
                }
            }
        }
        println!("of {count} forged polygons {} were read, of as many hulls {}", read[0], read[1]);
        assert!(read.iter().all(|read| read * 20 > count && *read < count), "{read:?}");
    }

    /// Numbers changed at random: an error, or a polytope that is sound.
    #[test]
    fn whatever_is_read_is_sound() {
        let mut random = Random::new(13);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..2000 {
            let points: Vec<_> = (0..12).map(|_| point::<f64, 3>(&random.direction())).collect();
            let mut hull = serde_json::to_value(ConvexHull::new(points).unwrap()).unwrap();
            for _ in 0..=random.index(2) {
                let (k, axis) = (random.index(12), random.index(3));
                match random.index(4) {
                    0 => hull["vertices"]["points"][k][axis] = json!(random.uniform(-1.0, 1.0)),
                    1 => hull["faces"][k][axis] = json!(random.index(13)),
                    2 => hull["normals"][k][axis] = json!(random.uniform(-1.0, 1.0)),
                    // What changes nothing, except for the number that comes first.
                    _ => hull["faces"][k].as_array_mut().unwrap().rotate_left(axis),
                }
            }
            match serde_json::from_value::<ConvexHull<f64>>(hull) {
                Ok(hull) => {
                    check_hull(&hull.vertices().map(|v| [v.x, v.y, v.z]).collect::<Vec<_>>(), &hull);
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
        assert!(read > 200 && refused > 800, "{read} {refused}");
    }
}

/// Queries see no difference from a cloud of the points.
#[test]
fn answers_are_those_of_the_points() {
    in_both_precisions! {
        let mut random = Random::new(12);
        let mut hits = 0;
        for _ in 0..300 {
            let mut points = |far: f64| -> Vec<Point3<T>> {
                let place = random.direction::<3>();
                (0..50).map(|_| point(&std::array::from_fn(|k| far * place[k] + random.uniform(-1.0, 1.0)))).collect()
            };
            let (a, b) = (points(0.0), points(2.1));
            let clouds = [&a, &b].map(|points| PointCloud::new(points.iter().copied()).unwrap());
            let hulls = [&a, &b].map(|points| ConvexHull::new(points.iter().copied()).unwrap());
            let found = [distance(&clouds[0], &clouds[1]).distance, distance(&hulls[0], &hulls[1]).distance].map(T::wide);
            assert!((found[0] - found[1]).abs() <= 64.0 * T::epsilon().wide());
            assert_eq!(intersects(&clouds[0], &clouds[1]), intersects(&hulls[0], &hulls[1]));
            hits += u32::from(found[0] == 0.0);
            {
                let swollen = hulls.each_ref().map(|hull| hull.swollen(T::narrowed(0.125)).unwrap());
                let proven = gjk::certified::intersects(&hulls[0], &hulls[1]);
                assert_eq!((proven.intersects, proven.is_proven()), (intersects(&hulls[0], &hulls[1]), true));
                assert!(gjk::exact::intersects(&swollen[0], &swollen[1]).is_some());
            }
        }
        assert!((60..240).contains(&hits), "{hits}");
    }
}

/// Scalars that are neither `f32` nor `f64`.
#[test]
fn other_scalars_have_faces_too() {
    fn check<T: gjk::Real>(one: &T) {
        let number = |k: u32| (0..k).fold(T::zero(), |sum, _| sum + one.clone());
        let cube = (0..27_u32).map(|k| Point3::from([k % 3, k / 3 % 3, k / 9].map(number)));
        let hull = ConvexHull::new(cube.clone()).unwrap();
        assert_eq!([hull.vertices().len(), hull.edges().count(), hull.faces().len()], [8, 12, 6]);
        assert!(hull.faces().all(|face| face.normal().iter().filter(|x| x.abs() == T::one()).count() == 1));
        let square = Polygon::hull(cube.map(|p| p.xy())).unwrap();
        assert!(square.vertices().eq([[0, 0], [2, 0], [2, 2], [0, 2]].map(|p| Point2::from(p.map(number)))));
        assert_eq!(square.normals()[1], Vector2::new(T::one(), T::zero()));
    }
    check(&half::f16::from_f32(0.5));
    check(&7.0_f64);
}

/// Meshes as programs make them: the sine of π is not 0, so all the points at a pole are next to each other.
#[test]
fn meshes_of_spheres_and_capsules_are_closed_at_the_poles() {
    in_both_precisions! {
        let pi = T::narrowed(std::f64::consts::PI).wide();
        // Rounded as it is computed in that type.
        let mesh = |around: usize, down: usize, scale: [f64; 3], lift: f64| -> Vec<[f64; 3]> {
            let angles = move |i: usize, j: usize| [2.0 * pi * i as f64 / around as f64, pi * j as f64 / down as f64];
            let mut points: Vec<[f64; 3]> = (0..=down)
                .flat_map(|j| (0..around).map(move |i| (i, j)))
                .map(|(i, j)| {
                    let [a, b] = angles(i, j).map(|angle| T::narrowed(angle).wide());
                    let ring = T::narrowed(b.sin()).wide();
                    let up = if 2 * j <= down { lift } else { -lift };
                    [scale[0] * ring * a.cos(), scale[1] * b.cos() + up, scale[2] * ring * a.sin()]
                })
                .collect();
            rounded::<T, 3>(&mut points);
            points
        };
        for (around, down) in [(16, 8), (32, 16), (64, 32)] {
            let rings = down - 1;
            let wanted = [rings * around + 2, around * (2 * down - 1), around * down];
            // The same with its halves apart is a capsule.
            for points in [mesh(around, down, [1.0; 3], 0.0), mesh(around, down, [0.5; 3], 1.0)] {
                let hull = hull::<T>(&points).unwrap();
                let found = [hull.vertices().len(), hull.edges().count(), hull.faces().len()];
                assert_eq!(found, wanted, "{around} by {down}");
                if around == 16 {
                    check_hull(&points, &hull);
                }
            }
        }
        // Vertices that differ by rounding are one.
        let mut random = Random::new(12);
        for corners in 5..15_u32 {
            let mut points = Vec::new();
            for k in 0..3 * corners {
                let (sin, cos) = (std::f64::consts::TAU * f64::from(k % corners) / f64::from(corners)).sin_cos();
                let slip: [f64; 3] = random.direction::<3>().map(|x| 0.9 * T::epsilon().wide() * x);
                points.extend([0.0, 1.0].map(|z| [cos + slip[0], sin + slip[1], z + slip[2]]));
            }
            rounded::<T, 3>(&mut points);
            let n = corners as usize;
            assert_eq!(counts::<T>(&points), [2 * n, 3 * n, n + 2]);
        }
        // A box with edges that are round on the scale of rounding, or a little above it: the six sides stay whole.
        for bevel in [1e-1, 1e-3, 1e-5, 1e-6, 3e-7] {
            let bevel = if T::epsilon().wide() < 1e-10 { bevel * 1e-9 } else { bevel };
            let mut points = Vec::new();
            for k in 0..8 * 25_u32 {
                let [t, u] = [k / 8 % 5, k / 40].map(|step| std::f64::consts::FRAC_PI_8 * f64::from(step));
                let corner = [t.cos() * u.cos(), t.sin() * u.cos(), u.sin()].map(|x| 1.0 - bevel + bevel * x);
                points.push([0, 1, 2].map(|bit| if k >> bit & 1 == 0 { corner[bit] } else { -corner[bit] }));
            }
            rounded::<T, 3>(&mut points);
            let hull = hull::<T>(&points).unwrap();
            check_hull(&points, &hull);
            println!("{bevel:e}: {:?}", [points.len(), hull.vertices().len(), hull.faces().len()]);
            // The diagonal of a side is 2.8.
            let is_large = |face: &Face<'_, T>| {
                let far = |p: &Point3<T>, q: &Point3<T>| (p - q).iter().map(|x| x.wide().powi(2)).sum::<f64>() > 6.25;
                face.points().any(|p| face.points().any(|q| far(&p, &q)))
            };
            assert_eq!(hull.faces().filter(is_large).count(), 6, "{bevel:e}");
        }
    }
}
