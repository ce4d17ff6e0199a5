//! The same question has the same answer, bit by bit: asked twice, in every dimension, by several threads.

use gjk::nalgebra::{Isometry3, Point3, SMatrix, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, Hull, PointCloud, Segment, Sum, Triangle};
use gjk::{
    Difference, Distance, Outcome, Pose, Query, Support, SupportExt, distance,
    simplex::{Cases, SimplexCases},
    support_fn,
};
use oracle::testing::{Coverage, Float, cloud, in_both_precisions};
use oracle::{Kind, Recipe};

type Any = Box<dyn Support<3, Scalar = f64> + Send + Sync>;

/// One of each kind, in various places.
fn shapes() -> Vec<Any> {
    let at = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let pose = |x: f64| Isometry3::new(Vector3::new(0.5 * x, 0.25 * x, -0.25 * x), Vector3::new(0.3, -0.2, x));
    let cube = Cuboid::new(Vector3::new(1.0, 0.5, 0.75)).unwrap();
    let points = [at(0.0, 0.0, 3.0), at(1.0, 0.0, 4.0), at(0.0, 1.0, 5.0), at(-1.0, -1.0, 3.5), at(0.1, 0.1, 4.0)];
    let sum = Sum::new(cube, Segment::new([at(0.0, 0.0, 0.0), at(0.0, 3.0, 1.0)]).unwrap()).unwrap();
    let balls = [Ball::at(at(0.0, 0.0, -4.0), 1.0).unwrap(), Ball::at(at(3.0, 0.0, -4.0), 0.5).unwrap()];
    let matrix = SMatrix::<f64, 3, 3>::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    vec![
        Box::new(Ball::at(at(0.5, 0.5, 0.5), 0.75).unwrap()),
        Box::new(Ball::point(at(0.5, 0.25, 0.125)).unwrap()),
        Box::new(Capsule::new(at(-1.0, 0.0, 0.0), at(1.0, 1.0, 1.0), 0.25).unwrap()),
        Box::new(cube.posed(pose(0.0)).unwrap()),
        Box::new(cube.posed(pose(2.5)).unwrap()),
        Box::new(cube.swollen(0.125).unwrap().posed(pose(-3.0)).unwrap()),
        Box::new(cube.posed(Pose::new(matrix, Vector3::new(0.0, 5.0, 0.0)).unwrap()).unwrap()),
        Box::new(Cone::with_radius(1.0).half_height(1.0).unwrap().posed(pose(1.0)).unwrap()),
        Box::new(Cylinder::with_radius(1.0).half_height(0.5).unwrap().posed(pose(-1.5)).unwrap()),
        Box::new(Ellipsoid::new(Vector3::new(1.0, 0.5, 2.0)).unwrap().posed(pose(4.0)).unwrap()),
        Box::new(Frustum::perspective(1.0, 1.5, 0.5, 4.0).unwrap()),
        Box::new(PointCloud::new(points).unwrap()),
        Box::new(PointCloud::new(points).unwrap().indexed()),
        Box::new(Hull::round(balls).unwrap()),
        Box::new(sum),
        Box::new(Segment::new([at(-2.0, 0.0, 0.0), at(2.0, 0.0, 0.0)]).unwrap()),
        Box::new(Triangle::new([at(-2.0, 1.0, 0.0), at(2.0, 0.0, 0.0), at(0.0, 0.0, -3.0)]).unwrap()),
        Box::new(support_fn(move |d: &Vector3<f64>| at(6.0, 0.0, 0.0) + d / d.norm())),
    ]
}

#[test]
fn shapes_of_all_kinds_are_compared_twice_and_shared_by_threads() {
    let shapes = shapes();
    let survey = || -> Vec<(Outcome<f64, 3>, Distance<f64, 3>)> {
        let pairs = shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| (Query::new().search(&Difference(a, b)), distance(a, b))).collect()
    };
    let first = survey();
    // Debug output shows every bit of a number.
    let bits = format!("{first:?}");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(survey)).collect();
        for thread in threads {
            let again = thread.join().unwrap();
            assert!(again == first && format!("{again:?}") == bits);
        }
    });

    let mut coverage = Coverage::default();
    for (k, (outcome, found)) in first.iter().enumerate() {
        let (i, j) = (k / shapes.len(), k % shapes.len());
        assert_eq!(outcome.intersects(), found.intersects(), "{i} {j} {outcome:?} {found:?}");
        assert!(found.undecided.is_none() && found.evaluations < 100, "{i} {j} {found:?}");
        assert!(i != j || outcome.intersects(), "shape {i} and itself");
        // Curved shapes are iterated: as near as their steps get.
        let swapped = &first[j * shapes.len() + i].1;
        assert_eq!(found.intersects(), swapped.intersects(), "{i} {j}");
        assert!((found.distance - swapped.distance).abs() < 1e-7, "{i} {j} {} {}", found.distance, swapped.distance);
        assert!(
            Query::new().distance_within(found.distance + 1e-6, &shapes[i], &shapes[j]).near().is_some(),
            "{i} {j}"
        );
        coverage.note(found.intersects());
    }
    coverage.assert_balanced("shapes of all kinds");
}

#[test]
fn repeated_questions_have_identical_answers_in_every_dimension() {
    fn check<T: Float, const D: usize>()
    where
        Cases: SimplexCases<T, D>,
    {
        for pair in Recipe::new(Kind::Round).precision(T::PRECISION).pairs::<D>(500, 20) {
            let answer = || {
                let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
                format!("{:?} {:?}", Query::new().search(&Difference(&a, &b)), distance(&a, &b))
            };
            assert_eq!(answer(), answer());
        }
    }
    in_both_precisions! {
        check::<T, 1>();
        check::<T, 2>();
        check::<T, 3>();
        check::<T, 4>();
        check::<T, 6>();
        check::<T, 8>();
    }
}
