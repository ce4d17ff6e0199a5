//! Double-doubles run the same code: verdicts and distances against exact arithmetic.

use gjk::nalgebra::{Point, Point3};
use gjk::shape::{ConvexHull, PointCloud};
use gjk::{Query, Scalar, distance};
use gjk_study::Quad;
use num_traits::ToPrimitive;
use oracle::{Kind, Recipe, exact};

#[test]
fn double_double() {
    let mut worst = 0.0_f64;
    let mut apart = 0;
    for pair in Recipe::new(Kind::Round).pairs::<3>(60, 500) {
        let cloud =
            |points: &[[f64; 3]]| PointCloud::new(points.iter().map(|p| Point::from(p.map(Quad::from)))).unwrap();
        let found = distance(&cloud(&pair.a), &cloud(&pair.b));
        let want = exact::distance(&pair.a, &pair.b);
        assert_eq!(found.intersects(), want.intersects());
        if !want.intersects() {
            // The square, less the exact one: the error of the distance, times twice the distance.
            let square = gjk::exact::distance(&round(&pair.a), &round(&pair.b)).unwrap().squared;
            let rational = |x: f64| num_rational::BigRational::from_float(x).unwrap();
            let [high, low] = found.distance.parts();
            let own = rational(high) + rational(low);
            let off = &own * &own - square;
            worst = worst.max((off.to_f64().unwrap() / (2.0 * high)).abs());
            apart += 1;
        }
    }
    println!("double-double: {apart} pairs apart, distances within {worst:e}");
    assert!(apart > 200 && worst < 1e-28);
}

fn round(points: &[[f64; 3]]) -> PointCloud<f64, 3> {
    PointCloud::new(points.iter().map(|p| Point::from(*p))).unwrap()
}

/// A sum or product of double-doubles that overflows is NaN.
#[test]
fn a_limit_without_end_in_double_doubles() {
    let q = Quad::from;
    let cloud = |x: f64| PointCloud::new([Point::from([q(x), q(0.0)]), Point::from([q(x), q(4.0)])]).unwrap();
    let (a, b) = (cloud(0.0), cloud(2.0));
    for limit in [2.0, 1e300, f64::MAX, f64::INFINITY] {
        assert_eq!(Query::new().contact_within(q(limit), &a, &b).near().unwrap().separation, q(2.0));
        assert_eq!(Query::new().distance_within(q(limit), &a, &b).near().unwrap().distance, q(2.0));
        assert!(Query::new().contact_within(q(-limit), &a, &b).beyond().is_some());
    }
}

#[test]
fn a_hull_of_double_doubles_has_faces() {
    let cube = (0..27_u32).map(|k| Point3::from([k % 3, k / 3 % 3, k / 9].map(|n| Quad::from(3.0 * f64::from(n)))));
    let hull = ConvexHull::new(cube).unwrap();
    assert_eq!([hull.vertices().len(), hull.edges().count(), hull.faces().len()], [8, 12, 6]);
    let is_axis = |normal: &[Quad]| normal.iter().filter(|x| Scalar::abs(*x) == Quad::from(1.0)).count() == 1;
    assert!(hull.faces().all(|face| is_axis(face.normal().as_slice())));
}
