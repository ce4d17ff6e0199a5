//! The Minkowski difference as a value, against all differences and an independent hull.

#![allow(clippy::float_cmp, reason = "what is compared with == is exact")]

use gjk::nalgebra::{Point2, Point3, Vector3};
use gjk::shape::{ConvexHull, Polygon};
use gjk::{Error, contains, distance, intersects};
use gjk_scene::{DifferenceError, difference_hull, difference_points, difference_polygon};
use oracle::random::Random;

/// Of small integers, with which nothing is rounded: every vertex is a difference, every difference is in the polygon, and the
/// polygon comes from an independent construction.
#[test]
fn the_hull_of_the_differences_is_the_difference_in_the_plane() {
    let random = &mut Random::new(23);
    let mut hulls = 0;
    for _ in 0..400 {
        let mut points = || -> Vec<[f64; 2]> {
            (0..3 + random.index(5)).map(|_| [(); 2].map(|()| f64::from(random.integer(-6, 6)))).collect()
        };
        let sets = [points(), points()];
        let [Ok(a), Ok(b)] = sets.each_ref().map(|set| Polygon::hull(set.iter().map(|p| Point2::from(*p)))) else {
            continue;
        };
        let all: Vec<[f64; 2]> =
            sets[0].iter().flat_map(|a| sets[1].iter().map(|b| [a[0] - b[0], a[1] - b[1]])).collect();
        let listed =
            difference_points(sets[0].iter().map(|p| Point2::from(*p)), sets[1].iter().map(|p| Point2::from(*p)));
        assert!(listed.unwrap().iter().map(|p| [p.x, p.y]).eq(all.iter().copied()));
        let hull = difference_polygon(&a, &b).unwrap();
        let sorted = |mut points: Vec<[f64; 2]>| {
            points.sort_by(|p, q| p.partial_cmp(q).unwrap());
            points
        };
        assert_eq!(sorted(hull.vertices().map(|p| [p.x, p.y]).collect()), sorted(oracle::brute::hull(&all)));
        assert_eq!(contains(&hull, Point2::origin()), intersects(&a, &b));
        hulls += 1;
    }
    assert!(hulls > 300, "{hulls}");
}

#[test]
fn the_hull_of_the_differences_is_the_difference_in_space() {
    let random = &mut Random::new(24);
    let (mut hulls, mut apart, mut touching_planes) = (0, 0, 0);
    for _ in 0..200 {
        let mut points = |shift: f64| -> Vec<Point3<f64>> {
            let mut coordinate = || f64::from(random.integer(-4, 4));
            (0..7).map(|_| Point3::new(coordinate() + shift, coordinate(), coordinate())).collect()
        };
        let sets = [points(0.0), points(5.0)];
        let [Ok(a), Ok(b)] = sets.each_ref().map(|set| ConvexHull::new(set.iter().copied())) else { continue };
        let all: Vec<Vector3<f64>> = sets[0].iter().flat_map(|a| sets[1].iter().map(move |b| a - b)).collect();
        let hull = difference_hull(&a, &b).unwrap();
        assert!(hull.vertices().all(|vertex| all.contains(&vertex.coords)));
        for face in hull.faces() {
            // Integers: exact.
            let corners: Vec<Point3<f64>> = face.points().collect();
            let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
            let level = normal.dot(&corners[0].coords);
            assert!(normal.dot(face.normal()) > 0.0 && corners.iter().all(|p| normal.dot(&p.coords) == level));
            assert!(all.iter().all(|p| normal.dot(p) <= level));
            touching_planes += usize::from(level == 0.0);
        }
        let between = distance(&a, &b).distance;
        assert!((distance(&hull, &Point3::origin()).distance - between).abs() <= 16.0 * f64::EPSILON * 16.0);
        assert_eq!(contains(&hull, Point3::origin()), intersects(&a, &b));
        hulls += 1;
        apart += usize::from(between > 0.0);
    }
    println!("{hulls} hulls, {apart} of shapes apart, {touching_planes} faces through the origin");
    assert!(hulls > 150 && apart > 30 && hulls - apart > 30);
}

#[test]
fn differences_that_are_too_many_or_too_large_are_refused() {
    let point = Point2::new(1.0, 2.0);
    let of = |n: usize, m: usize| difference_points(vec![point; n], vec![point; m]).map(|points| points.len());
    assert_eq!(of(256, 256), Ok(65_536));
    assert_eq!(of(256, 257), Err(DifferenceError::TooMany));
    assert_eq!(of(0, 1), Err(Error::Empty("points").into()));
    assert_eq!(difference_points(std::iter::repeat(point), [point]), Err(DifferenceError::TooMany));
    assert_eq!(DifferenceError::TooMany.to_string(), "there would be more than 65536 differences");
    let far = |x: f64| Point2::new(x, 0.0);
    assert_eq!(difference_points([point, far(f64::NAN)], [point]), Err(Error::PointOutOfRange(1).into()));
    assert_eq!(difference_points([far(f64::MAX)], [point, far(-f64::MAX)]), Err(Error::PointOutOfRange(0).into()));
}
