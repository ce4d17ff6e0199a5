//! `Places`: errors depend on the sizes of the shapes and on their distance from each other, not on their places.
//!
//! The right answer is for the corners at the `f64` poses, relative to the place of A. They are rounded to `f64`, which is far finer than
//! the promise. All later steps are exact.

use gjk::nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use gjk::shape::{Ball, Capsule, ConvexHull, Cuboid};
use gjk::{Error, ImpactOptions, Place, Places, Query, RigidMotion, Support, Within, query::Velocities};
use oracle::random::{Random, campaign};
use oracle::testing::Coverage;
use oracle::{OrientedBox, exact, sat, vector};

type Vector = Vector3<f64>;
type Pose = Isometry3<f64>;
type Corners = Vec<[f64; 3]>;

/// What is promised: so many ε of `f32` of the largest coordinate, and so many of `f64` of a place.
const LENGTH: f64 = 64.0 * f32::EPSILON as f64;
const PLACE: f64 = 2.0 * f64::EPSILON;

/// A shape, and the corners and the margin that it has exactly.
struct Solid {
    shape: Box<dyn Support<3, Scalar = f32>>,
    corners: Corners,
    margin: f64,
    /// The half extents of a box.
    half: Option<[f64; 3]>,
}

/// A shape of up to about a hundred metres.
fn solid(random: &mut Random) -> Solid {
    let (kind, size) = (random.index(6), random.magnitude(-1, 2));
    #[expect(clippy::cast_possible_truncation, reason = "the numbers of a shape")]
    let mut number = |low: f64| (size * random.uniform(low, 1.0)) as f32;
    let wide = |p: [f32; 3]| p.map(f64::from);
    match kind {
        0..3 => {
            let half = [0; 3].map(|_| number(0.1));
            let corners = OrientedBox::aligned([0.0; 3], wide(half)).vertices();
            Solid { shape: Box::new(Cuboid::new(half).unwrap()), corners, margin: 0.0, half: Some(wide(half)) }
        }
        3 => {
            let points: Vec<_> = (0..12).map(|_| [0; 3].map(|_| number(-1.0))).collect();
            let hull = ConvexHull::new(points.clone()).unwrap();
            Solid { shape: Box::new(hull), corners: points.into_iter().map(wide).collect(), margin: 0.0, half: None }
        }
        4 => {
            let (ends, radius) = ([0; 2].map(|_| [0; 3].map(|_| number(-1.0))), number(0.1));
            let capsule = Capsule::new(ends[0], ends[1], radius).unwrap();
            Solid { shape: Box::new(capsule), corners: ends.map(wide).into(), margin: radius.into(), half: None }
        }
        _ => {
            let radius = number(0.1);
            let ball = Ball::at([0.0; 3], radius).unwrap();
            Solid { shape: Box::new(ball), corners: vec![[0.0; 3]], margin: radius.into(), half: None }
        }
    }
}

/// A pair: the shapes at their places, and the corners relative to the place of A.
struct Pair {
    solids: [Solid; 2],
    poses: [Pose; 2],
    corners: [Corners; 2],
    /// The largest coordinate of both, seen from A.
    size: f64,
    /// How far from the origin it is.
    far: f64,
}

impl Pair {
    /// At up to 10⁷ m from the origin. Half of them are so near each other that they may overlap.
    fn new(random: &mut Random) -> Self {
        let solids = [solid(random), solid(random)];
        let reach =
            solids.each_ref().map(|solid| solid.corners.iter().map(vector::norm).fold(0.0, f64::max) + solid.margin);
        let apart =
            (reach[0] + reach[1]) * if random.coin() { random.uniform(0.0, 0.5) } else { random.uniform(0.5, 3.0) };
        let far = random.magnitude(0, 7);
        let place = Vector::from(random.direction()) * far;
        let places = [place, place + Vector::from(random.direction()) * apart];
        let poses = places.map(|place| {
            let turn = UnitQuaternion::new(Vector::from(random.direction()) * random.uniform(0.0, 3.0));
            Pose::from_parts(Translation3::from(place), turn)
        });
        let corners = [0, 1].map(|k| corners(&solids[k], &poses[k], &poses[0].translation.vector));
        let largest = corners.iter().flatten().map(vector::largest_coordinate).fold(0.0, f64::max);
        let size = largest + solids[0].margin + solids[1].margin;
        Self { solids, poses, corners, size, far: far + apart }
    }

    fn places(&self) -> [Place<&dyn Support<3, Scalar = f32>, f32, 3>; 2] {
        [0, 1].map(|k| Place::new(&*self.solids[k].shape, self.poses[k]).unwrap())
    }

    fn margins(&self) -> f64 {
        self.solids[0].margin + self.solids[1].margin
    }

    /// The separation, if the cores are apart, or if both are boxes.
    fn separation(&self) -> Option<f64> {
        let apart = exact::distance(&self.corners[0], &self.corners[1]).distance();
        if apart > 0.0 {
            return Some(apart - self.margins());
        }
        let boxes = [0, 1].map(|k| {
            let center = (self.poses[k].translation.vector - self.poses[0].translation.vector).into();
            let matrix = self.poses[k].rotation.to_rotation_matrix();
            Some(OrientedBox { center, axes: (*matrix.matrix()).into(), half: self.solids[k].half? })
        });
        let [a, b] = boxes;
        Some(sat::oriented_boxes(&a?, &b?))
    }
}

/// The corners of a shape at a pose, relative to a place.
fn corners(solid: &Solid, pose: &Pose, from: &Vector) -> Corners {
    let shift = pose.translation.vector - from;
    solid.corners.iter().map(|p| (pose.rotation * Vector::from(*p) + shift).into()).collect()
}

/// How far a point in the world is from a shape.
fn outside(pair: &Pair, k: usize, point: &Point3<f64>) -> f64 {
    let seen = (point.coords - pair.poses[0].translation.vector).into();
    exact::distance(&[seen], &pair.corners[k]).distance() - pair.solids[k].margin
}

#[test]
fn errors_do_not_depend_on_the_origin() {
    let mut random = Random::of_campaign(58);
    let (mut apart, mut judged, mut worst, mut worst_point) = (Coverage::default(), 0, 0.0_f64, 0.0_f64);
    for k in 0..campaign(2000) {
        let pair = Pair::new(&mut random);
        let [a, b] = pair.places();
        let mut near = Places::new(&a, &b).unwrap();
        let (distance, contact) = (near.distance(), near.contact());
        assert_eq!(near.intersects(), distance.intersects(), "{k}");
        assert_eq!(near.intersects(), contact.intersects(), "{k}");
        let (most, at) = (LENGTH * pair.size, PLACE * pair.far);
        if let Some(separation) = pair.separation() {
            judged += 1;
            let off = (contact.separation - separation).abs();
            worst = worst.max(off / (pair.size * f64::from(f32::EPSILON)));
            assert!(off <= most, "{k}: {} for {separation}, {} ε L", contact.separation, off / most * 64.0);
            assert!((distance.distance - separation.max(0.0)).abs() <= most, "{k}: {}", distance.distance);
            apart.note(separation > 0.0);
            let limit = separation + pair.size * random.uniform(-0.1, 0.1);
            if (limit - separation).abs() > most {
                assert_eq!(near.contact_within(limit).is_near(), limit > separation, "{k}");
                if limit > 0.0 {
                    assert_eq!(near.distance_within(limit).is_near(), limit > separation, "{k}");
                }
            }
        }
        // The points are on the shapes, and as far from each other as the answer says.
        for (points, length) in [(&contact.points, contact.separation.abs()), (&distance.points, distance.distance)] {
            let [p, q] = points;
            for (k, point) in points.iter().enumerate() {
                worst_point = worst_point.max((outside(&pair, k, point) - most) / pair.far / f64::EPSILON);
                assert!(outside(&pair, k, point) <= most + at, "{k}: {:?}", outside(&pair, k, point));
            }
            assert!(((q - p).norm() - length).abs() <= most + 2.0 * at, "{k}: {points:?}");
        }
        for vertex in distance.feature.vertices() {
            assert!(outside(&pair, 0, &vertex.points[0]) <= most + at, "{k}");
            assert!(outside(&pair, 1, &vertex.points[1]) <= most + at, "{k}");
        }
    }
    println!("{judged} judged: {worst:.1} ε₃₂ L, and beyond 64 of these {worst_point:.2} ε₆₄ of a place");
    apart.assert_balanced("apart");
    assert!(4 * judged > 3 * campaign(2000), "{judged}");
}

/// Both move; at the time of the hit they touch, and before it they are apart.
#[test]
fn casts_and_impacts_do_not_depend_on_the_origin() {
    let mut random = Random::of_campaign(59);
    let [mut hits, mut impacts] = [Coverage::default(), Coverage::default()];
    for k in 0..campaign(500) {
        let pair = Pair::new(&mut random);
        let [a, b] = pair.places();
        let mut near = Places::new(&a, &b).unwrap();
        if pair.separation().is_none_or(|separation| separation < 1e-3 * pair.size) {
            continue;
        }
        let way = pair.poses[1].translation.vector - pair.poses[0].translation.vector;
        // Both are carried along, a hundred times as fast as they approach.
        let common = Vector::from(random.direction()) * (100.0 * pair.size);
        let aside = Vector::from(random.direction()) * (0.7 * way.norm());
        let velocities = Velocities { a: common, b: common - way + aside, until: Some(1.0), leaves: false };
        let most = LENGTH * pair.size;
        let found = near.shape_cast(velocities.clone()).unwrap();
        let at = |time: f64| {
            let moved: Corners =
                pair.corners[1].iter().map(|p| (Vector::from(*p) + (aside - way) * time).into()).collect();
            exact::distance(&pair.corners[0], &moved).distance() - pair.margins()
        };
        assert!(found.undecided.is_none(), "{k}");
        hits.note(found.hit.is_some());
        if let Some(hit) = &found.hit {
            assert!(at(hit.time).abs() <= most, "{k}: {} at {}", at(hit.time), hit.time);
            assert!(found.lower <= Some(hit.time) && at(0.999 * hit.time) > -most, "{k}");
            let carried = 4.0 * PLACE * pair.far.max(100.0 * pair.size);
            // Along the normal: that is what a cast promises of its points.
            let apart = (hit.points[0] - hit.points[1]).dot(&hit.normal).abs();
            assert!(apart <= most + carried, "{k}: {apart} of {most} {found:?} {}", pair.size);
            let beside = outside(&pair, 0, &(hit.points[0] - common * hit.time));
            assert!(beside <= most + carried, "{k}: {beside} of {most}");
        } else {
            assert!(at(found.lower.unwrap()) > -most && found.lower == Some(1.0), "{k}");
        }
        let kept = 0.01 * pair.size;
        let stopped = near.shape_cast_within(kept, velocities).unwrap();
        if let Some(hit) = stopped.hit.filter(|hit| hit.time > 0.0) {
            assert!((at(hit.time) - kept).abs() <= most, "{k}: {} at {}", at(hit.time), hit.time);
        }

        let spin = Vector::from(random.direction()) * 2.0;
        let center = Point3::from(pair.poses[1].translation.vector);
        let motion = RigidMotion::moving(common - way + aside).turning(spin, center);
        let options = ImpactOptions { tolerance: Some(1e-4 * pair.size), ..ImpactOptions::from(1.0) };
        let found = near.time_of_impact(&RigidMotion::moving(common), &motion, options).unwrap();
        assert!(found.undecided.is_none(), "{k}: {found:?}");
        impacts.note(found.hit.is_some());
        if let Some(hit) = found.hit {
            let turned = UnitQuaternion::new(spin * hit.time) * pair.poses[1].rotation;
            let place = pair.poses[1].translation.vector + (aside - way) * hit.time;
            let pose = Pose::from_parts(Translation3::from(place), turned);
            let moved = corners(&pair.solids[1], &pose, &pair.poses[0].translation.vector);
            let apart = exact::distance(&pair.corners[0], &moved).distance() - pair.margins();
            assert!(apart >= -most && apart <= 1e-4 * pair.size + most, "{k}: {apart} of {}", pair.size);
        } else {
            assert!(found.lower >= 1.0, "{k}: {found:?}");
        }
    }
    hits.assert_balanced("hits");
    impacts.assert_balanced("impacts");
}

/// A crate on a floor is held at its four corners, also where it is followed and updated.
#[test]
fn manifolds_do_not_depend_on_the_origin() {
    let mut random = Random::new(60);
    for k in 0..campaign(200) {
        let pair = Pair::new(&mut random);
        let (half, pose) = ([0.5_f32, 0.25, 0.5], pair.poses[0]);
        let floor = Place::new(Cuboid::new([20.0_f32, 1.0, 20.0]).unwrap(), pose).unwrap();
        let above = |x: f64, y: f64| pose * Translation3::new(x, y, 2.0);
        let mut stone = Place::new(Cuboid::new(half).unwrap(), above(3.0, 1.249)).unwrap();
        let up = pose.rotation * Vector::y();
        let check = |found: &gjk::Manifold<f64, 3>, stone: &Pose, height: f64| {
            assert!((found.normal - up).norm() < 1e-5 && found.points().len() == 4, "{k}: {found:?}");
            for point in found.points() {
                let there = [pose * point.local_points[0], stone * point.local_points[1]];
                for (found, there) in point.points.iter().zip(there) {
                    assert!((found - there).norm() <= LENGTH * 20.0 + 4.0 * PLACE * pair.far, "{k}: {found} {there}");
                }
                assert!((point.separation - height).abs() <= LENGTH * 20.0, "{k}: {}", point.separation);
            }
        };
        let mut found = Places::new(&floor, &stone).unwrap().manifold(0.02).near().unwrap();
        check(&found, &above(3.0, 1.249), -0.001);
        stone.set_pose(above(3.0, 1.2492)).unwrap();
        assert!(found.follow(floor.pose(), stone.pose(), 0.001));
        check(&found, &above(3.0, 1.2492), -0.0008);
        stone.set_pose(above(3.1, 1.249)).unwrap();
        assert!(!found.follow(floor.pose(), stone.pose(), 0.001));
        let next = Places::new(&floor, &stone).unwrap().update(&found, 0.02).near().unwrap();
        check(&next, &above(3.1, 1.249), -0.001);
        assert!(next.match_points(&found, 1e-3)[..4].iter().all(Option::is_some), "{k}");
        stone.set_pose(above(3.1, 1.3)).unwrap();
        assert!(matches!(Places::new(&floor, &stone).unwrap().manifold(0.02), Within::Beyond(_)));
    }
}

#[test]
fn bad_places_are_refused() {
    let ball = Ball::<f32, 3>::new(1.0).unwrap();
    for x in [f64::NAN, f64::INFINITY, f64::MAX] {
        assert_eq!(Place::new(ball, [x, 0.0, 0.0]).err(), Some(Error::OutOfRange("translation")));
    }
    let (near, far) = (Place::new(ball, [0.0; 3]).unwrap(), Place::new(ball, [1e39, 0.0, 0.0]).unwrap());
    assert!(matches!(Places::new(&near, &far), Err(Error::OutOfRange(_))));
    assert!(Places::new(&far, &far).unwrap().intersects());
    let mut pair = Places::new(&near, &near).unwrap().with_query(Query::new().max_evaluations(100));
    assert!(pair.shape_cast([f64::MAX, 0.0, 0.0]).is_err() && pair.shape_cast_within(-1.0, [1.0, 0.0, 0.0]).is_err());
    assert!(!pair.contact_within(f64::NAN).is_near());
    let mut moved = near;
    assert!(moved.set_pose([f64::NAN; 3]).is_err() && moved.pose() == near.pose());
    assert!(Place::new(ball, gjk::Pose::from_quaternion([0.0; 4], [0.0; 3]).unwrap_or([f64::NAN; 3].into())).is_err());
}
