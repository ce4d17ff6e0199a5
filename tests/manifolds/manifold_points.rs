//! The points of manifolds: do they hold the supported body, are they on the surfaces, and are their separations right? They are compared
//! with overlaps that are clipped here, with every four of their corners, and with formulas of curved solids.

use gjk::nalgebra::{Isometry3, Point2, Point3, SVector, UnitQuaternion, Vector2, Vector3};
use gjk::shape::{Capsule, ConvexHull, Cuboid, Ellipsoid, HalfSpace, Polygon, Segment, Tetrahedron, Triangle};
use gjk::{Manifold, ManifoldOptions, ManifoldPoint, Pose, Support, SupportExt, contact, manifold};
use oracle::brute;
use oracle::patch::area;
use oracle::random::{Random, campaign};
use oracle::solid::{Form, Solid};
use oracle::testing::{BOUND, Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add_scaled, cross, dot, norm, scaled, sub};

type Plane = [f64; 2];

/// How far a point is on the left of a line.
fn left(from: &Plane, to: &Plane, at: &Plane) -> f64 {
    let (way, there) = (sub(to, from), sub(at, from));
    (way[0] * there[1] - way[1] * there[0]) / norm(&way)
}

fn sides(polygon: &[Plane]) -> impl Iterator<Item = (&Plane, &Plane)> {
    polygon.iter().zip(polygon.iter().cycle().skip(1))
}

/// How far a point is inside a convex polygon, counter-clockwise.
fn inside(polygon: &[Plane], at: &Plane) -> f64 {
    sides(polygon).map(|(p, q)| left(p, q, at)).fold(f64::INFINITY, f64::min)
}

/// What two convex polygons share, both counter-clockwise.
fn overlap(a: &[Plane], b: &[Plane]) -> Vec<Plane> {
    let mut shared = b.to_vec();
    for (p, q) in sides(a) {
        let cut = |(from, to): (&Plane, &Plane)| {
            let [start, end] = [from, to].map(|at| left(p, q, at));
            let crossing = add_scaled(from, &sub(to, from), start / (start - end));
            [(start >= 0.0).then_some(*from), ((start >= 0.0) != (end >= 0.0)).then_some(crossing)]
        };
        shared = sides(&shared).flat_map(cut).flatten().collect();
    }
    shared
}

/// The largest area of four of some corners that have points among them.
fn best_four(corners: &[Plane], centers: &[Plane]) -> f64 {
    let mut best = 0.0_f64;
    let n = corners.len();
    for bits in 0..1_u32 << n {
        if bits.count_ones() == 4 {
            let four: Vec<Plane> = (0..n).filter(|k| bits >> k & 1 == 1).map(|k| corners[k]).collect();
            let hull = brute::hull(&four);
            if hull.len() > 2 && centers.iter().all(|center| inside(&hull, center) >= 0.0) {
                best = best.max(area(&hull));
            }
        }
    }
    best
}

/// A box that lies on another, and what is seen of them from above.
struct Lying {
    halves: [[f64; 3]; 2],
    turn: f64,
    at: Plane,
}

impl Lying {
    fn random(random: &mut Random, is_crate: bool) -> Self {
        let mut half = || if is_crate { 0.5 } else { random.uniform(0.3, 2.0) };
        let halves = [[half(), 0.5, half()], [half(), 0.5, half()]];
        let at = [0, 2].map(|k| random.uniform(-halves[0][k], halves[0][k]));
        Self { halves, turn: random.uniform(-3.0, 3.0), at }
    }

    /// The overlap, in coordinates x and −z of the lower box.
    fn overlap(&self) -> Vec<Plane> {
        let (sin, cos) = self.turn.sin_cos();
        let [low, high] = self.halves.map(|[x, _, z]| [[x, z], [-x, z], [-x, -z], [x, -z]]);
        overlap(&low, &high.map(|[x, z]| [self.at[0] + cos * x - sin * z, self.at[1] + sin * x + cos * z]))
    }

    fn touch<T: Float>(&self, scene: Isometry3<f64>, options: impl Into<ManifoldOptions<T, 3>>) -> Manifold<T, 3>
    where
        gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
    {
        let place = |half: [f64; 3], at: Isometry3<f64>| {
            let at = scene * at;
            let axes = [0, 1, 2].map(|k| wide(&(at.rotation * Vector3::ith(k, 1.0))));
            let pose = Pose::new(rotation::<T, 3>(&axes), vector(&wide(&at.translation.vector))).unwrap();
            Cuboid::new(vector::<T, 3>(&half)).unwrap().posed(pose).unwrap()
        };
        let low = place(self.halves[0], Isometry3::translation(0.0, -0.5, 0.0));
        let there = Isometry3::new(Vector3::new(self.at[0], 0.499, -self.at[1]), Vector3::y() * self.turn);
        manifold(&low, &place(self.halves[1], there), options).near().expect("they touch")
    }
}

/// The points on the lower box, as seen from above.
fn seen<T: Float>(found: &Manifold<T, 3>) -> Vec<Plane> {
    found.points().iter().map(|p| [p.local_points[0].x.wide(), -p.local_points[0].z.wide()]).collect()
}

fn crates_and_boxes<T: Float>()
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let mut random = Random::new(33);
    for is_crate in [true, false] {
        let (mut supported, mut many, mut least, mut outside) = (0, 0, [f64::INFINITY; 2], 0);
        while supported < campaign(1000) {
            let boxes = Lying::random(&mut random, is_crate);
            let corners = boxes.overlap();
            let [x, _, z] = boxes.halves[1];
            if corners.len() < 3 || inside(&corners, &boxes.at) < 0.02 * x.max(z) {
                continue;
            }
            supported += 1;
            let scene = if random.coin() {
                let turn = UnitQuaternion::new(Vector3::from(random.direction::<3>()) * 2.0);
                Isometry3::from_parts(Vector3::from(random.direction::<3>()).into(), turn)
            } else {
                Isometry3::identity()
            };
            let center = scene * Point3::new(boxes.at[0], 0.5, -boxes.at[1]);
            let prediction = || ManifoldOptions::from(T::narrowed(0.02));
            let given = ManifoldOptions { center: Some(point(&wide(&center.coords))), ..prediction() };
            // Both boxes' centers, as far as they are inside; and the upper one's alone.
            let both = [boxes.at, [0.0; 2]];
            let both = if inside(&corners, &[0.0; 2]) >= 0.0 { &both } else { &both[..1] };
            many += u32::from(corners.len() > 4);
            for (options, centers, kind) in [(prediction(), both, 0), (given, &both[..1], 1)] {
                let points = seen(&boxes.touch::<T>(scene, options));
                let hull = brute::hull(&points);
                outside += u32::from(hull.len() < 3 || inside(&hull, &boxes.at) < 0.0);
                if corners.len() > 4 {
                    least[kind] = least[kind].min(area(&points) / best_four(&corners, centers));
                }
            }
            let all = ManifoldOptions { max_points: 8, ..prediction() };
            let share = area(&seen(&boxes.touch::<T>(scene, all))) / area(&corners);
            assert!((share - 1.0).abs() < 1e-4, "eight points are all corners: {share}");
        }
        println!(
            "{supported} of which {many} with more than four corners: {outside} not held, area {least:?} of the best"
        );
        assert_eq!(outside, 0);
        assert!(u64::from(many) > supported / 4 && least.iter().all(|share| *share > 0.9), "{many} {least:?}");
    }
}

/// Four points hold a center of mass that is inside the overlap by at least 1 % of the size, and span nearly as much as the
/// best four that do.
#[test]
fn four_points_hold_what_is_supported() {
    crates_and_boxes::<f32>();
    crates_and_boxes::<f64>();
}

/// A crate, turned, with its center 2 to 4 cm inside of what it shares with the crate below: it fell.
#[test]
fn a_crate_that_is_supported_is_held() {
    let crate_ = [0.5, 0.5, 0.5];
    let boxes = Lying { halves: [crate_, crate_], turn: -0.734, at: [-0.456, 0.105] };
    assert!(boxes.overlap().len() > 4 && inside(&boxes.overlap(), &boxes.at) > 0.04);
    for most in 0..10 {
        let options = ManifoldOptions { max_points: most, ..0.02.into() };
        let points = seen(&boxes.touch::<f64>(Isometry3::identity(), options));
        assert_eq!(points.len(), most.clamp(4, boxes.overlap().len()));
        assert!(inside(&brute::hull(&points), &boxes.at) > 0.0, "{most}");
    }
}

/// The center may be given: any place in the overlap is held.
#[test]
fn a_given_center_is_held() {
    let mut random = Random::new(34);
    let mut many = 0;
    for k in 0..campaign(1000) {
        let boxes = Lying::random(&mut random, k % 2 == 0);
        let corners = boxes.overlap();
        if corners.len() < 5 || area(&corners) < 0.01 {
            continue;
        }
        many += 1;
        let center = random.inner_point(&corners, 0.01);
        let options = ManifoldOptions { center: Some(Point3::new(center[0], 7.0, -center[1])), ..0.02.into() };
        let points = seen(&boxes.touch::<f64>(Isometry3::identity(), options));
        assert!(inside(&brute::hull(&points), &center) > -1e-12, "{k}: {center:?} {points:?}");
        assert!(area(&points) > 0.9 * best_four(&corners, &[center]), "{k}");
    }
    assert!(many > campaign(250), "{many}");
}

/// A crate that meets the floor with one edge: the other corners are beyond the prediction.
#[test]
fn corners_beyond_the_prediction_are_there_if_asked_for() {
    let (sin, cos) = 0.1_f64.sin_cos();
    let floor = Cuboid::new([5.0, 1.0, 5.0]).unwrap().posed([0.0, -1.0, 0.0]).unwrap();
    let turned = rotation::<f64, 3>(&[[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]);
    let place = Pose::new(turned, Vector3::new(0.0, 0.5 * (sin + cos) - 0.001, 0.0)).unwrap();
    let tilted = Cuboid::new([0.5; 3]).unwrap().posed(place).unwrap();
    for (farthest, heights) in [(0.0, &[-0.001; 2][..]), (0.5, &[-0.001, -0.001, sin - 0.001, sin - 0.001])] {
        let options = ManifoldOptions { farthest, ..0.01.into() };
        let found = manifold(&floor, &tilted, options).near().unwrap();
        let mut apart: Vec<_> = found.points().iter().map(|point| point.separation).collect();
        apart.sort_by(f64::total_cmp);
        assert!(
            apart.len() == heights.len() && apart.iter().zip(heights).all(|(x, y)| (x - y).abs() < 1e-12),
            "{apart:?}"
        );
        let depths: Vec<_> = found.points().iter().map(ManifoldPoint::depth).collect();
        assert_eq!(depths, found.points().iter().map(|point| f64::max(0.0, -point.separation)).collect::<Vec<_>>());
    }
    // Where nothing is within the prediction, there is no manifold.
    let above = tilted.posed([0.0, 0.02, 0.0]).unwrap();
    let options = ManifoldOptions { farthest: 0.5, ..0.01.into() };
    assert!(manifold(&floor, &above, options).beyond().is_some());
}

/// Nearly parallel segments: 0.1001 was said of points that are 0.01 apart. Posed where it was, nothing changes.
#[test]
fn separations_are_along_the_normal() {
    let p = Point3::new;
    let segment = |z: f64, y: f64| Segment::new([p(-1.0, y, -z), p(1.0, y, z)]).unwrap();
    let capsule = |z: f64, y: f64| Capsule::new(p(-1.0, y, -z), p(1.0, y, z), 0.5).unwrap();
    let still = Vector3::zeros();
    let (a, b) = (segment(0.0, 0.0).posed(still).unwrap(), segment(0.1, 0.01).posed(still).unwrap());
    let (c, d) = (capsule(0.0, 0.0).posed(still).unwrap(), capsule(0.004, 1.001).posed(still).unwrap());
    for (found, poses) in
        [(manifold(&a, &b, 0.5), [a.pose(), b.pose()]), (manifold(&c, &d, 0.02), [c.pose(), d.pose()])]
    {
        let mut found = found.near().unwrap();
        assert_eq!(found.points().len(), 2);
        for point in found.points() {
            let apart = (point.local_points[1] - point.local_points[0]).dot(&found.normal);
            assert!((point.separation - apart).abs() < 1e-15, "{point:?}");
        }
        let was = found.clone();
        assert!(found.follow(poses[0], poses[1], 0.01));
        assert_eq!(found, was);
    }
}

/// A short capsule, tilted by 30 degrees: of its two ends only the lower one touches. The other point was 0.046 inside it.
#[test]
fn a_short_tilted_capsule_has_its_points_on_the_surface() {
    let ends = [Point2::<f64>::new(0.0, 0.95), Point2::new(0.086_602_5, 1.0)];
    let capsule = Capsule::new(ends[0], ends[1], 1.0).unwrap().posed(Vector2::zeros()).unwrap();
    let floor = Cuboid::new(Vector2::new(5.0, 1.0)).unwrap().posed(Vector2::new(0.0, -1.0)).unwrap();
    let ground = HalfSpace::new(Vector2::y(), 0.0).unwrap();
    for found in [manifold(&floor, &capsule, 0.0), ground.manifold(&capsule, 0.0), manifold(&floor, &capsule, 0.5)] {
        let found = found.near().unwrap();
        for point in found.points() {
            let on = point.local_points[1];
            let way = ends[1] - ends[0];
            let along = ((on - ends[0]).dot(&way) / way.dot(&way)).clamp(0.0, 1.0);
            assert!(((on - (ends[0] + way * along)).norm() - 1.0).abs() < 1e-14, "{found:?}");
        }
    }
}

/// How far a point is from a surface.
type Formula<const D: usize> = Box<dyn Fn([f64; D]) -> f64>;

/// A shape, and how far a point is from its surface by a formula.
struct Known<T, const D: usize> {
    shape: Box<dyn Support<D, Scalar = T>>,
    off: Formula<D>,
}

/// How far a point is from a triangle in any dimension; also from one that is a segment, or a point.
fn from_triangle<const D: usize>(corners: [&[f64; D]; 3], at: &[f64; D]) -> f64 {
    let [p, q, r] = corners;
    let [u, v, w] = [sub(q, p), sub(r, p), sub(at, p)];
    let (uu, uv, vv) = (dot(&u, &u), dot(&u, &v), dot(&v, &v));
    let area = uu * vv - uv * uv;
    let [s, t] = [vv * dot(&u, &w) - uv * dot(&v, &w), uu * dot(&v, &w) - uv * dot(&u, &w)];
    if area > 1e-12 * uu * vv && s >= 0.0 && t >= 0.0 && s + t <= area {
        // Without what is along the triangle: across u no part is longer than its height, however flat it is.
        let without = |x: &[f64; D], along: &[f64; D]| add_scaled(x, along, -dot(x, along) / dot(along, along));
        return norm(&without(&without(&w, &u), &without(&v, &u)));
    }
    let from_side = |[p, q]: [&[f64; D]; 2]| {
        let (way, there) = (sub(q, p), sub(at, p));
        let share = dot(&there, &way) / dot(&way, &way);
        norm(&add_scaled(&there, &way, -if share > 0.0 { share.min(1.0) } else { 0.0 }))
    };
    [[p, q], [q, r], [r, p]].into_iter().map(from_side).fold(f64::INFINITY, f64::min)
}

/// How far a point is from the surface of the hull of points in space, with a margin.
fn from_hull(points: &[[f64; 3]], margin: f64) -> Formula<3> {
    let mut facets = Vec::new();
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate().skip(i + 1) {
            for r in &points[j + 1..] {
                let n = cross(&sub(q, p), &sub(r, p));
                let heights = || points.iter().map(|x| dot(&sub(x, p), &n) / norm(&n));
                if heights().all(|h| h < 1e-12) || heights().all(|h| h > -1e-12) {
                    facets.push([*p, *q, *r]);
                }
            }
        }
    }
    Box::new(move |at| {
        let distances = facets.iter().map(|[p, q, r]| from_triangle([p, q, r], &at));
        (distances.fold(f64::INFINITY, f64::min) - margin).abs()
    })
}

const KINDS: usize = 14;

/// A random shape of a kind, about as large as 1.
fn solid<T: Float>(random: &mut Random, kind: usize) -> Known<T, 3> {
    let number = |random: &mut Random, low: f64, high: f64| T::narrowed(random.uniform(low, high)).wide();
    let [r, h, m] = [(0.3, 1.0), (0.02, 1.0), (0.01, 0.5)].map(|(low, high)| number(random, low, high));
    let half: [f64; 3] = std::array::from_fn(|_| number(random, 0.2, 1.0));
    let points: Vec<[f64; 3]> = (0..10).map(|_| random.direction().map(|x| T::narrowed(x).wide())).collect();
    let corners = |n: usize| points[..n].iter().map(point::<T, 3>).collect::<Vec<_>>();
    let form = |form: Form| {
        let axes = [0, 1, 2].map(|k| oracle::solid::axis(k, 1.0));
        let known = Solid { form, axes, center: [0.0; 3] };
        Known { shape: oracle::testing::shape(&known), off: Box::new(move |at| known.outside(&at).abs()) }
    };
    let hull = || ConvexHull::new(corners(10)).unwrap();
    let faceted = |tilt: f64| Ellipsoid::new(vector::<T, 3>(&half)).unwrap().faceted(8, T::narrowed(tilt)).unwrap();
    match kind {
        0 => form(Form::Ball(r)),
        1 => form(Form::Capsule(r, h)),
        2 => form(Form::Cylinder(r, h)),
        3 => form(Form::Cone(r, h)),
        4 => form(Form::Rounded(half, m)),
        5 => form(Form::Ellipsoid(half)),
        6 => Known { shape: Box::new(faceted(0.05)), ..form(Form::Ellipsoid(half)) },
        7 => Known { shape: Box::new(faceted(0.5)), ..form(Form::Ellipsoid(half)) },
        8 => Known {
            off: Box::new(move |at| (0..3).map(|k| at[k].abs() - half[k]).fold(f64::NEG_INFINITY, f64::max).abs()),
            ..form(Form::Cuboid(half))
        },
        9 => Known { shape: Box::new(hull()), off: from_hull(&points, 0.0) },
        10 => Known { shape: Box::new(hull().swollen(T::narrowed(m)).unwrap()), off: from_hull(&points, m) },
        11 => {
            let shape = Box::new(Tetrahedron::new(corners(4).try_into().unwrap()).unwrap());
            Known { shape, off: from_hull(&points[..4], 0.0) }
        }
        12 => {
            let shape = Box::new(Triangle::new(corners(3).try_into().unwrap()).unwrap());
            Known { shape, off: Box::new(move |at| from_triangle([&points[0], &points[1], &points[2]], &at)) }
        }
        _ => {
            let shape = Box::new(Segment::new(corners(2).try_into().unwrap()).unwrap());
            Known { shape, off: Box::new(move |at| from_triangle([&points[0], &points[1], &points[1]], &at)) }
        }
    }
}

const FLAT_KINDS: usize = 8;

fn flat<T: Float>(random: &mut Random, kind: usize) -> Known<T, 2> {
    let mut number = |low: f64, high: f64| T::narrowed(random.uniform(low, high)).wide();
    let (m, half) = (number(0.01, 1.0), [number(0.1, 1.0), number(0.1, 1.0)]);
    let points: Vec<Plane> = (0..6).map(|_| [number(-1.0, 1.0), number(-1.0, 1.0)]).collect();
    let from_outline = |points: Vec<Plane>, margin: f64| -> Formula<2> {
        let outline = brute::hull(&points);
        Box::new(move |at| {
            let distances = sides(&outline).map(|(p, q)| from_triangle([p, q, q], &at));
            (distances.fold(f64::INFINITY, f64::min) - margin).abs()
        })
    };
    let polygon = || Polygon::<T>::hull(points.iter().map(point::<T, 2>)).unwrap();
    let ends = || [point::<T, 2>(&points[0]), point(&points[1])];
    let corners = [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]].map(|[x, y]| [x * half[0], y * half[1]]);
    let ellipse = || Ellipsoid::new(vector::<T, 2>(&half)).unwrap();
    let off_ellipse = move |at: Plane| ((at[0] / half[0]).hypot(at[1] / half[1]) - 1.0).abs() * half[0].min(half[1]);
    let (shape, off): (Box<dyn Support<2, Scalar = T>>, Formula<2>) = match kind {
        0 => (
            Box::new(Capsule::new(ends()[0], ends()[1], T::narrowed(m)).unwrap()),
            from_outline(points[..2].to_vec(), m),
        ),
        1 => (Box::new(Cuboid::new(vector::<T, 2>(&half)).unwrap()), from_outline(corners.to_vec(), 0.0)),
        2 => {
            let rounded = Cuboid::new(vector::<T, 2>(&half)).unwrap().swollen(T::narrowed(m)).unwrap();
            (Box::new(rounded), from_outline(corners.to_vec(), m))
        }
        3 => (Box::new(polygon()), from_outline(points, 0.0)),
        4 => (Box::new(polygon().swollen(T::narrowed(m)).unwrap()), from_outline(points, m)),
        5 => (Box::new(Segment::new(ends()).unwrap()), from_outline(points[..2].to_vec(), 0.0)),
        6 => (Box::new(ellipse()), Box::new(off_ellipse)),
        _ => (Box::new(ellipse().faceted(8, T::narrowed(0.2)).unwrap()), Box::new(off_ellipse)),
    };
    Known { shape, off }
}

/// The worst that was seen, in parts of what is promised, and how many points.
#[derive(Debug, Default)]
struct Seen {
    apart: f64,
    off: f64,
    points: u64,
    several: u64,
}

/// Any two shapes, near each other: what is promised of the points, in a new manifold and in one that was moved.
fn check<T: Float, const D: usize>(random: &mut Random, shapes: &[Known<T, D>; 2], what: &str, seen: &mut Seen)
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, D>,
{
    let axes: [[f64; D]; D] = if random.coin() {
        let plain: [[f64; D]; D] = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        random.frame_near(&plain, random.clone().magnitude(-8, -1))
    } else {
        random.frame()
    };
    let prediction = [0.0, 0.02, 0.5][random.index(3)];
    let a = shapes[0].shape.as_ref().posed(SVector::<T, D>::zeros()).unwrap();
    let mut at: [f64; D] = scaled(&random.direction(), 0.7);
    let matrix = rotation::<T, D>(&axes);
    let pose = |at: &[f64; D]| Pose::new(matrix, vector(at)).unwrap();
    let mut b = shapes[1].shape.as_ref().posed(pose(&at)).unwrap();
    let gap = random.uniform(-0.2, prediction);
    for _ in 0..4 {
        let hit = contact(&a, &b);
        at = add_scaled(&at, &wide(&hit.normal), gap - hit.separation.wide());
        b.set_pose(pose(&at)).unwrap();
    }
    let Some(mut found) = manifold(&a, &b, T::narrowed(prediction)).near() else { return };
    let accuracy = BOUND * T::epsilon().wide() * (2.0 + norm(&at));
    let slack = accuracy.max(prediction / 4.0);
    let turned =
        |v: &[f64; D]| -> [f64; D] { std::array::from_fn(|k| (0..D).map(|j| matrix[(k, j)].wide() * v[j]).sum()) };
    // The own points, moved to where B is, are the world's. A is where it was made.
    let there = |found: &Manifold<T, D>, at: &[f64; D]| {
        for p in found.points() {
            let [own, world] = [&p.local_points, &p.points].map(|p| p.each_ref().map(|point| wide(&point.coords)));
            let off = [sub(&own[0], &world[0]), sub(&add_scaled(at, &turned(&own[1]), 1.0), &world[1])];
            assert!(off.iter().all(|off| norm(off) <= accuracy), "{what}: {off:?}: {found:?}");
        }
    };
    there(&found, &at);
    seen.several += u64::from(found.points().len() > 1);
    for p in found.points() {
        let own = p.local_points.each_ref().map(|point| wide(&point.coords));
        let apart = dot(&sub(&add_scaled(&at, &turned(&own[1]), 1.0), &own[0]), &wide(&found.normal));
        let wrong = (apart - p.separation.wide()).abs();
        assert!(wrong <= accuracy, "{what}: {apart:e} for {:e}: {found:?}", p.separation.wide());
        let off = shapes[0].off.as_ref()(own[0]).max(shapes[1].off.as_ref()(own[1]));
        assert!(off <= slack + accuracy, "{what}: {off:e} off the surface, {prediction}: {found:?}");
        seen.apart = seen.apart.max(wrong / accuracy);
        seen.off = seen.off.max(off / (slack + accuracy));
        seen.points += 1;
    }
    let was = found.clone();
    assert!(found.follow(a.pose(), b.pose(), T::narrowed(1e-9)) || found.points().is_empty(), "{what}");
    let same = |(now, was): (&ManifoldPoint<T, D>, &ManifoldPoint<T, D>)| {
        (&now.local_points, now.separation, now.id) == (&was.local_points, was.separation, was.id)
    };
    assert!(found.normal == was.normal && found.points().iter().zip(was.points()).all(same), "{what}");
    let at = add_scaled(&at, &random.direction(), 1e-3);
    if found.follow(a.pose(), &pose(&at), T::narrowed(0.01)) {
        there(&found, &at);
        for p in found.points() {
            let own = p.local_points.each_ref().map(|point| wide(&point.coords));
            let apart = dot(&sub(&add_scaled(&at, &turned(&own[1]), 1.0), &own[0]), &wide(&found.normal));
            assert!((apart - p.separation.wide()).abs() <= accuracy, "{what}: moved, {apart:e}: {found:?}");
        }
    }
}

/// A point's separation is what its two points are apart along the normal, and both are on the surfaces: of all pairs of kinds.
#[test]
fn points_are_where_and_as_far_apart_as_they_say() {
    in_both_precisions! {
        let mut random = Random::new(35);
        let mut seen = Seen::default();
        for i in 0..KINDS {
            for j in 0..KINDS {
                for k in 0..campaign(20) {
                    let shapes = [solid::<T>(&mut random, i), solid(&mut random, j)];
                    check(&mut random, &shapes, &format!("solids {i} {j}, {k}"), &mut seen);
                }
            }
        }
        println!("in space: {seen:?}");
        assert!(seen.several > campaign(400) && seen.points > 2 * seen.several, "{seen:?}");
        let mut seen = Seen::default();
        for i in 0..FLAT_KINDS {
            for j in 0..FLAT_KINDS {
                for k in 0..campaign(20) {
                    let shapes = [flat::<T>(&mut random, i), flat(&mut random, j)];
                    check(&mut random, &shapes, &format!("in the plane {i} {j}, {k}"), &mut seen);
                }
            }
        }
        println!("in the plane: {seen:?}");
        assert!(seen.several > campaign(200), "{seen:?}");
    }
}
