//! Each query about random pairs of every two kinds of shapes.

use super::parry::math::{Pose, Vector};
use super::parry::query::{
    ClosestPoints, ContactManifold, NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher, ShapeCastOptions,
    ShapeCastStatus,
};
use super::parry::shape::SharedShape;
use super::samples::{Exact, Sample, kinds, pose, reach, sample, wide, wide_pose};
use super::{D, Real, dimension};
use gjk::nalgebra::SVector;
use gjk::shape::{Ball, HalfSpace, Posed};
use gjk::{Support, SupportExt, contact};
use gjk_parry::Gjk;
use oracle::random::{Random, campaign};

const EPSILON: f64 = Real::EPSILON as f64;

/// A pair, in parry's terms and in the library's: the second shape is posed in the frame of the first.
struct Pair {
    first: Sample,
    second: Sample,
    pose: Pose,
    placed: Posed<Exact, f64, D>,
    /// The promised accuracy, and the rounding of poses.
    tolerance: f64,
}

impl Pair {
    fn new(random: &mut Random, kinds: [usize; 2]) -> Self {
        let [first, second] = kinds.map(|kind| sample(random, kind));
        let pose = pose(random);
        let placed = second.exact.clone().posed(wide_pose(&pose)).expect("a pose");
        let size = reach(&*first.shape) + reach(&*second.shape) + f64::from(pose.translation.length());
        Self { first, second, pose, placed, tolerance: 128.0 * EPSILON * size }
    }

    fn shapes(&self) -> (&dyn super::parry::shape::Shape, &dyn super::parry::shape::Shape) {
        (&*self.first.shape, &*self.second.shape)
    }

    /// How far apart the pair is along a direction.
    fn gap(&self, normal: &SVector<f64, D>) -> f64 {
        -along(&self.placed, &-normal) - along(&self.first.exact, normal)
    }

    /// A point of the second shape's own frame in the first's.
    fn outwards(&self, point: Vector) -> SVector<f64, D> {
        self.placed.pose().transform_point(wide(point)).coords
    }

    /// Returns whether a point is on the first shape, and the other on the second, each in its own frame.
    fn are_on(&self, first: Vector, second: Vector, tolerance: f64) -> bool {
        is_on(&self.first.exact, wide(first), tolerance) && is_on(&self.second.exact, wide(second), tolerance)
    }

    /// The pair at another place of the second shape.
    fn separation_at(&self, way: SVector<f64, D>) -> f64 {
        let mut placed = self.placed.clone();
        placed
            .set_pose(
                gjk::Pose::new(*self.placed.pose().matrix(), self.placed.pose().translation() + way).expect("a pose"),
            )
            .expect("a pose");
        contact(&self.first.exact, &placed).separation
    }
}

fn along(shape: &dyn Support<D, Scalar = f64>, direction: &SVector<f64, D>) -> f64 {
    shape.support(direction).coords.dot(direction) + shape.margin() * direction.norm()
}

fn is_on(shape: &Exact, point: SVector<f64, D>, tolerance: f64) -> bool {
    contact(shape, &Ball::point(point).expect("a point")).separation.abs() <= tolerance
}

/// Asks about random pairs of all kinds.
fn each_pair(seed: u64, count: u64, mut check: impl FnMut(&mut Random, &Pair)) {
    let mut random = Random::of_campaign(seed);
    for first in 0..kinds() {
        for second in 0..kinds() {
            for _ in 0..campaign(count) {
                let pair = Pair::new(&mut random, [first, second]);
                check(&mut random, &pair);
            }
        }
    }
}

#[test]
fn verdicts_distances_and_contacts_are_the_librarys() {
    let gjk = Gjk::default();
    let mut overlaps = 0;
    let mut all = 0;
    each_pair(1, 8, |_, pair| {
        let (g1, g2) = pair.shapes();
        let exact = contact(&pair.first.exact, &pair.placed);
        // Deep in curved shapes the library itself has bounds.
        let slack =
            pair.tolerance + if pair.first.is_polytope && pair.second.is_polytope { 0.0 } else { 0.02 * exact.depth() };
        let what = || format!("{:?} and {:?} at {:?}", g1.as_typed_shape(), g2.as_typed_shape(), pair.pose);
        (all, overlaps) = (all + 1, overlaps + u32::from(exact.intersects()));

        let intersects = gjk.intersection_test(&pair.pose, g1, g2).expect("an answer").intersecting;
        assert!(intersects == exact.intersects() || exact.separation.abs() <= pair.tolerance, "{}", what());
        let distance = f64::from(gjk.distance(&pair.pose, g1, g2).expect("an answer").distance);
        assert!((distance - exact.separation.max(0.0)).abs() <= pair.tolerance, "{}", what());

        let found = gjk.contact(&pair.pose, g1, g2, Real::MAX).expect("an answer").expect("no limit");
        let (normal, dist) = (wide(found.normal1), f64::from(found.dist));
        assert!((dist - exact.separation).abs() <= slack, "{dist} {} {}", exact.separation, what());
        assert!((normal.norm() - 1.0).abs() < 8.0 * EPSILON, "{}", what());
        assert!(pair.gap(&normal) >= dist - slack, "{}", what());
        assert!(
            (pair.outwards(found.point2) - wide(found.point1) - normal * dist).norm() <= pair.tolerance,
            "{}",
            what()
        );
        assert!((pair.placed.pose().matrix() * wide(found.normal2) + normal).norm() < 16.0 * EPSILON, "{}", what());
        let depth = exact.depth() + slack;
        assert!(pair.are_on(found.point1, found.point2, depth), "{}", what());
        // The prediction is a limit.
        assert_eq!(gjk.contact(&pair.pose, g1, g2, found.dist - 2.0 * pair.tolerance as Real), Ok(None), "{}", what());

        // The other way round it is the same.
        let back = gjk.contact(&pair.pose.inverse(), g2, g1, Real::MAX).expect("an answer").expect("no limit");
        assert!((f64::from(back.dist) - dist).abs() <= 2.0 * slack, "{}", what());

        match gjk.closest_points(&pair.pose, g1, g2, 1.0) {
            Ok(ClosestPoints::Intersecting) => assert!(exact.separation <= pair.tolerance, "{}", what()),
            Ok(ClosestPoints::Disjoint) => assert!(exact.separation >= 1.0 - pair.tolerance, "{}", what()),
            Ok(ClosestPoints::WithinMargin(first, second)) => {
                let way = (pair.outwards(second) - wide(first)).norm();
                assert!((way - exact.separation).abs() <= pair.tolerance, "{}", what());
                assert!(pair.are_on(first, second, pair.tolerance), "{}", what());
            }
            Err(why) => panic!("{why}: {}", what()),
        }
    });
    assert!(overlaps * 5 > all && overlaps * 5 < 4 * all, "{overlaps} of {all} overlap");
    assert_eq!(gjk.counts(), gjk_parry::Counts::default());
}

#[test]
fn casts_are_the_librarys() {
    let gjk = Gjk::default();
    let (mut hits, mut starts, mut all) = (0, 0, 0);
    each_pair(2, 6, |random, pair| {
        let (g1, g2) = pair.shapes();
        let what = || format!("{:?} and {:?} at {:?}", g1.as_typed_shape(), g2.as_typed_shape(), pair.pose);
        // Mostly towards each other.
        let aside = Vector::from_array(random.direction::<D>().map(|x| x as Real));
        let velocity = aside - pair.pose.translation;
        let target = if random.coin() { 0.0 } else { random.uniform(0.0, 0.2) as Real };
        let options = ShapeCastOptions {
            target_distance: target,
            stop_at_penetration: random.coin(),
            ..ShapeCastOptions::with_max_time_of_impact(2.0)
        };
        let found = gjk.cast_shapes(&pair.pose, velocity, g1, g2, options).expect("an answer");
        let target = f64::from(target);
        // A cast promises the gap along its normal.
        let near = 4.0 * pair.tolerance;
        let speed = f64::from(velocity.length());
        all += 1;
        let separation = |time: f64| pair.separation_at(wide(velocity) * time);
        let start = contact(&pair.first.exact, &pair.placed);
        if let Some(hit) = found {
            hits += 1;
            let time = f64::from(hit.time_of_impact);
            let (normal, way) = (wide(hit.normal1), wide(velocity) * time);
            let at_hit = pair.gap(&normal) + way.dot(&normal);
            assert!(time <= 2.0 && at_hit <= target + near, "{at_hit} {target} {}", what());
            assert!((pair.placed.pose().matrix() * wide(hit.normal2) + normal).norm() < 16.0 * EPSILON, "{}", what());
            if hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist {
                starts += 1;
                assert!(time == 0.0 && start.separation <= target + pair.tolerance, "{}", what());
                assert!(
                    options.stop_at_penetration
                        || start.normal.dot(&wide(velocity)) < 0.05 * speed
                        || start.depth() < pair.tolerance
                        || !pair.first.is_polytope
                        || !pair.second.is_polytope,
                    "{}",
                    what()
                );
            } else {
                assert!(separation(time) >= target - near, "{at_hit} {target} {}", what());
                let ends = (pair.outwards(hit.witness2) + way - wide(hit.witness1)) - normal * target;
                // Where a surface is curved, points may be off sideways by the root of the rounding.
                let is_sharp =
                    [&pair.first, &pair.second].iter().all(|side| side.is_polytope && side.exact.margin() == 0.0);
                let error = if is_sharp { ends.norm() } else { ends.dot(&normal).abs() };
                assert!(error <= near, "{error} {}", what());
                assert!(pair.are_on(hit.witness1, hit.witness2, near), "{}", what());
            }
        } else if options.stop_at_penetration || start.separation > target + near {
            // Never near: at some times.
            for k in 0..=16 {
                let time = f64::from(k) / 8.0;
                assert!(separation(time) >= target - near, "{time} {}", what());
            }
        }
    });
    let flies = hits - starts;
    assert!(
        flies * 4 > all && starts * 10 > all && (all - hits) * 10 > all,
        "{hits} hits, {starts} at the start, of {all}"
    );
    assert_eq!(gjk.counts(), gjk_parry::Counts::default());
}

#[test]
fn casts_of_turning_shapes_are_never_late() {
    let gjk = Gjk::default();
    let (mut hits, mut all) = (0, 0);
    each_pair(3, 2, |random, pair| {
        let (g1, g2) = pair.shapes();
        let what = || format!("{:?} and {:?} at {:?}", g1.as_typed_shape(), g2.as_typed_shape(), pair.pose);
        let place = pose(random);
        let mut motion = |start: Pose, towards: Vector| {
            let aside = Vector::from_array(random.direction::<D>().map(|x| x as Real));
            NonlinearRigidMotion::new(start, aside * 0.3, towards + aside, dimension::spin(random))
        };
        let motions =
            [motion(place, Vector::ZERO), motion(place * pair.pose, -place.transform_vector(pair.pose.translation))];
        let [start, end] = [0.25, 1.5];
        let found = gjk.cast_shapes_nonlinear(&motions[0], g1, &motions[1], g2, start, end, true).expect("an answer");
        let separation = |time: Real| {
            let pose = motions[0].position_at_time(time).inv_mul(&motions[1].position_at_time(time));
            let placed = pair.second.exact.clone().posed(wide_pose(&pose)).expect("a pose");
            contact(&pair.first.exact, &placed).separation
        };
        let tolerance = 8.0 * pair.tolerance + 4e-6 * (reach(g1) + reach(g2));
        (all, hits) = (all + 1, hits + u32::from(found.is_some()));
        let until = found.map_or(end, |hit| hit.time_of_impact);
        if let Some(hit) = found {
            assert!((start..=end).contains(&hit.time_of_impact), "{}", what());
            assert!(separation(hit.time_of_impact) <= tolerance, "{} {}", separation(hit.time_of_impact), what());
            let poses = motions.map(|motion| wide_pose(&motion.position_at_time(hit.time_of_impact)));
            let [first, second] =
                [poses[0].transform_point(wide(hit.witness1)), poses[1].transform_point(wide(hit.witness2))];
            let normals = poses[0].matrix() * wide(hit.normal1) + poses[1].matrix() * wide(hit.normal2);
            assert!(normals.norm() < 32.0 * EPSILON, "{}", what());
            let overlap = -separation(hit.time_of_impact).min(0.0);
            assert!((second - first).norm() <= tolerance + 1.1 * overlap, "{}", what());
        }
        for k in 0..16_u8 {
            let time = start + (until - start) * Real::from(k) / 16.0;
            assert!(time >= until || separation(time) > -tolerance, "late: {time} {until} {}", what());
        }
    });
    assert!(hits * 3 > all && hits * 5 < 5 * all, "{hits} of {all}");
    assert_eq!(gjk.counts(), gjk_parry::Counts::default());
}

#[test]
fn manifolds_are_on_both_shapes_and_as_deep_as_the_contact() {
    let gjk = Gjk::default();
    let mut points = [0_u32; 5];
    each_pair(4, 8, |random, pair| {
        let (g1, g2) = pair.shapes();
        let what = || format!("{:?} and {:?} at {:?}", g1.as_typed_shape(), g2.as_typed_shape(), pair.pose);
        let prediction = random.uniform(0.0, 0.5) as Real;
        let exact = contact(&pair.first.exact, &pair.placed);
        let mut manifold = ContactManifold::<(), ()>::new();
        gjk.contact_manifold_convex_convex(&pair.pose, g1, g2, None, None, prediction, &mut manifold)
            .expect("an answer");
        points[manifold.points.len()] += 1;
        let limit = f64::from(prediction);
        let Some(deepest) = manifold.find_deepest_contact() else {
            assert!(exact.separation >= limit - pair.tolerance, "{}", what());
            return;
        };
        assert!(f64::from(deepest.dist) <= limit + pair.tolerance, "{}", what());
        let slack = limit / 4.0 + pair.tolerance;
        let curved = if pair.first.is_polytope && pair.second.is_polytope { 0.0 } else { 0.02 * exact.depth() };
        assert!((f64::from(deepest.dist) - exact.separation).abs() <= slack + curved, "{}", what());
        let normal = wide(manifold.local_n1);
        assert!((pair.placed.pose().matrix() * wide(manifold.local_n2) + normal).norm() < 16.0 * EPSILON, "{}", what());
        for point in &manifold.points {
            let way = pair.outwards(point.local_p2) - wide(point.local_p1);
            assert!((way - normal * f64::from(point.dist)).norm() <= 2.0 * pair.tolerance, "{}", what());
            let hidden = exact.depth() + slack;
            assert!(pair.are_on(point.local_p1, point.local_p2, hidden), "{}", what());
        }
    });
    let all: u32 = points.iter().sum();
    assert!(points[0] * 10 > all && points[1] * 10 > all && points[2] * 20 > all, "{points:?}");
    assert!(D == 2 || points[3] + points[4] > 0, "{points:?}");
}

#[test]
fn half_spaces_are_on_either_side() {
    let (gjk, mut random) = (Gjk::default(), Random::of_campaign(5));
    let mut hits = 0;
    for kind in 0..kinds() {
        for _ in 0..campaign(30) {
            let mut pair = Pair::new(&mut random, [0, kind]);
            let up = Vector::from_array(random.direction::<D>().map(|x| x as Real));
            pair.first.shape = SharedShape::halfspace(up);
            let (ground, g2) = pair.shapes();
            let plane = HalfSpace::new(wide(up), 0.0).expect("a normal");
            let exact = plane.contact(&pair.placed);
            let what = || format!("{:?} at {:?}", g2.as_typed_shape(), pair.pose);
            let there = pair.pose.inverse();
            let found = gjk.contact(&pair.pose, ground, g2, Real::MAX).expect("an answer").expect("no limit");
            let back = gjk.contact(&there, g2, ground, Real::MAX).expect("an answer").expect("no limit").flipped();
            for found in [found, back] {
                assert!((f64::from(found.dist) - exact.separation).abs() <= pair.tolerance, "{}", what());
                assert!((wide(found.normal1) - wide(up)).norm() < 8.0 * EPSILON, "{}", what());
                let way =
                    pair.outwards(found.point2) - wide(found.point1) - wide(found.normal1) * f64::from(found.dist);
                assert!(way.norm() <= pair.tolerance, "{}", what());
                assert!(
                    (pair.placed.pose().matrix() * wide(found.normal2) + wide(up)).norm() < 16.0 * EPSILON,
                    "{}",
                    what()
                );
            }
            assert!(
                (f64::from(gjk.distance(&there, g2, ground).unwrap().distance) - exact.separation.max(0.0)).abs()
                    <= pair.tolerance
            );
            let manifolds = [(&pair.pose, ground, g2), (&there, g2, ground)].map(|(pose, g1, g2)| {
                let mut manifold = ContactManifold::<(), ()>::new();
                gjk.contact_manifold_convex_convex(pose, g1, g2, None, None, 0.1, &mut manifold).expect("an answer");
                manifold
            });
            assert!((manifolds[0].local_n1 - manifolds[1].local_n2).length() < 1e-5, "{}", what());
            for (manifold, is_swapped) in manifolds.iter().zip([false, true]) {
                assert_eq!(manifold.points.is_empty(), f64::from(found.dist) > 0.1, "{}", what());
                for point in &manifold.points {
                    let [first, second] =
                        if is_swapped { [point.local_p2, point.local_p1] } else { [point.local_p1, point.local_p2] };
                    let way = pair.outwards(second) - wide(first) - wide(up) * f64::from(point.dist);
                    assert!(
                        way.norm() <= pair.tolerance && wide(first).dot(&wide(up)).abs() <= pair.tolerance,
                        "{}",
                        what()
                    );
                }
            }
            // A fall onto it, as seen from either side.
            let velocity = -up;
            let options = ShapeCastOptions::default();
            let fall =
                gjk.cast_shapes(&pair.pose, velocity, ground, g2, options).expect("an answer").expect("it falls");
            let seen = -(pair.pose.rotation.inverse() * velocity);
            let back =
                gjk.cast_shapes(&there, seen, g2, ground, options).expect("an answer").expect("it falls").swapped();
            for hit in [fall, back] {
                hits += 1;
                assert!(
                    (f64::from(hit.time_of_impact) - exact.separation.max(0.0)).abs() <= pair.tolerance,
                    "{}",
                    what()
                );
                assert!((wide(hit.normal1) - wide(up)).norm() < 8.0 * EPSILON, "{}", what());
                let ends =
                    pair.outwards(hit.witness2) + wide(velocity) * f64::from(hit.time_of_impact) - wide(hit.witness1);
                assert!(ends.norm() <= pair.tolerance + exact.depth(), "{}", what());
            }
        }
    }
    assert!(hits > 0);
}
