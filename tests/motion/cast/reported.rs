//! Casts that other libraries were reported to get wrong.

use gjk::nalgebra::{Point2, Point3, SMatrix, Vector2, Vector3};
use gjk::shape::{Ball, Cuboid, Segment};
use gjk::{Pose, SupportExt, shape_cast};
use oracle::testing::{Float, in_both_precisions};

/// parry issue 180: a square that falls on a long segment, beside its end or on it, and was reported to miss.
#[test]
fn parry_180_a_square_falls_on_a_segment() {
    in_both_precisions! {
        let n = T::narrowed;
        let segment = Segment::new([Point2::new(n(1.0), n(1.0)), Point2::new(n(124.0), n(1.0))]).unwrap();
        for x in [15.689464, 15.689465, 15.689466] {
            let square = Cuboid::new(Vector2::new(n(2.0), n(2.0))).unwrap().posed(Vector2::new(n(x), n(54.00709))).unwrap();
            let found = shape_cast(&segment, square.moving(Vector2::new(n(0.0081385), n(-0.999966)))).unwrap();
            let toi = found.hit.expect("it falls on it").time.wide();
            assert!((toi - 51.00709 / 0.999966).abs() < 64.0 * 55.0 * T::PRECISION.epsilon(), "{toi}");
        }
    }
}

/// parry issue 429: a ball above a floor of growing size, whose time was short.
#[test]
fn parry_429_a_ball_falls_on_a_floor() {
    in_both_precisions! {
        let n = T::narrowed;
        for half in [5.0, 50.0, 500.0] {
            let floor = Cuboid::new(Vector3::new(n(half), n(0.5), n(half))).unwrap();
            let floor = floor.posed(Vector3::new(n(0.0), n(-0.5), n(0.0))).unwrap();
            for y in 1..=50_u8 {
                let ball = Ball::at(Point3::new(n(0.0), n(f64::from(y)), n(0.0)), n(0.5166)).unwrap();
                let hit = shape_cast(&floor, ball.moving(Vector3::new(n(0.0), n(-1.0), n(0.0)))).unwrap().hit.expect("it falls");
                let want = f64::from(y) - 0.5166;
                let l = f64::max(f64::from(y), half) + 0.5166;
                assert!((hit.time.wide() - want).abs() <= 64.0 * l * T::PRECISION.epsilon(), "{half} {y} {hit:?}");
                assert_eq!(hit.normal, Vector3::new(n(0.0), n(1.0), n(0.0)));
            }
        }
    }
}

/// collision-rs issue 111: a circle on its way to a turned rectangle, a query that did not end.
#[test]
fn collision_rs_111_a_circle_runs_into_a_turned_rectangle() {
    in_both_precisions! {
        let n = T::narrowed;
        let quarter = SMatrix::<T, 2, 2>::new(n(0.0), n(-1.0), n(1.0), n(0.0));
        let pose = Pose::new(quarter, Vector2::new(n(164.1754), n(-13.967552))).unwrap();
        let rectangle = Cuboid::new(Vector2::new(n(25.0), n(5.0))).unwrap().posed(pose).unwrap();
        let circle = Ball::at(Point2::new(n(158.0754), n(-5.287695)), n(1.0)).unwrap();
        let v = Vector2::new(n(159.39767) - n(158.0754), n(-6.6099815) - n(-5.287695));
        let hit = shape_cast(&rectangle, circle.moving(v)).unwrap().hit.expect("they meet");
        assert!((hit.time.wide() - 0.0756275).abs() < 1e-5, "{hit:?}");
        assert_eq!(hit.normal, Vector2::new(n(-1.0), n(0.0)));
    }
}
