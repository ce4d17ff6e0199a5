//! Starts in touch or inside, motion along a face or none at all, limits, rays, half-spaces.

use super::scenes::count;
use gjk::nalgebra::{Point1, Point3, Vector1, Vector3};
use gjk::shape::{Ball, Cuboid, HalfSpace, Segment};
use gjk::{Error, Query, SupportExt, Undecided, contact, raycast, shape_cast};
use oracle::random::Random;
use oracle::testing::{BOUND, Float, cloud, in_both_precisions, point, vector};
use oracle::vector::{add_scaled, dot, largest_coordinate, norm, scaled};
use std::array;

/// In both precisions, scaled by powers of two.
macro_rules! at_all_scales {
    (|$scale:ident: $t:ident| $body:block) => {
        in_both_precisions! {
            for exponent in [-13, -3, 0, 5, 13] {
                let $scale: T = T::narrowed(f64::powi(2.0, exponent));
                type $t = T;
                $body
            }
        }
    };
}

#[test]
fn touching_at_the_start_is_a_hit_at_once() {
    at_all_scales!(|s: N| {
        let cube = Cuboid::new(Vector3::new(s, s, s)).unwrap();
        let beside = (&cube).posed(Vector3::new(s + s, N::narrowed(0.25) * s, N::narrowed(0.0))).unwrap();
        // Towards it, along its face, away from it.
        for v in [Vector3::new(-s, s, s), Vector3::new(N::narrowed(0.0), s, s), Vector3::new(s, s, s)] {
            let hit = shape_cast(&cube, beside.moving(v)).unwrap().hit.expect("touching is a hit");
            assert!(hit.time == 0.0 && hit.normal == Vector3::x(), "{hit:?}");
        }
        let ball = Ball::at(Point3::new(s + s, N::narrowed(0.0), N::narrowed(0.0)), s).unwrap();
        let hit = shape_cast(&cube, ball.moving(Vector3::new(s, s, s))).unwrap().hit.expect("touching is a hit");
        assert!(hit.time == 0.0 && hit.normal == Vector3::x(), "{hit:?}");
    });
}

#[test]
fn an_overlap_at_the_start_has_the_normal_of_the_contact() {
    at_all_scales!(|s: N| {
        let cube = Cuboid::new(Vector3::new(s, s, s)).unwrap();
        let into = (&cube).posed(Vector3::new(s, N::narrowed(0.25) * s, N::narrowed(0.0))).unwrap();
        let found = shape_cast(&cube, into.moving(Vector3::new(s, s, s))).unwrap();
        assert_eq!(found.lower, Some(N::narrowed(0.0)));
        let (hit, touch) = (found.hit.expect("inside is a hit"), contact(&cube, &into));
        assert!(hit.time == 0.0 && hit.normal == Vector3::x() && hit.points == touch.points, "{hit:?}");
        let ball = Ball::at(Point3::new(s, N::narrowed(0.25) * s, s * N::narrowed(0.125)), s).unwrap();
        let hit = shape_cast(&cube, ball.moving(Vector3::new(s, s, s))).unwrap().hit.expect("inside");
        assert_eq!(hit.normal, contact(&cube, &ball).normal);
        let ground = HalfSpace::new(Vector3::y(), s).unwrap();
        assert_eq!(ground.shape_cast(ball.moving(-Vector3::y())).unwrap().hit.expect("inside").normal, Vector3::y());
    });
}

#[test]
fn along_a_face_the_gap_decides() {
    at_all_scales!(|s: N| {
        let cube = Cuboid::new(Vector3::new(s, s, s)).unwrap();
        // Some way off, at the height of the face and a little above.
        for (gap, meets) in [(0.0, true), (2048.0, false), (65536.0, false)] {
            let height = s + s * (N::narrowed(1.0) + N::narrowed(gap * <N as Float>::PRECISION.epsilon()));
            let ahead = (&cube).posed(Vector3::new(N::narrowed(7.0) * s, height, N::narrowed(0.3) * s)).unwrap();
            let found = shape_cast(&cube, ahead.moving(Vector3::new(-s, N::narrowed(0.0), N::narrowed(0.0)))).unwrap();
            assert_eq!(found.undecided, None);
            assert_eq!(found.hit.as_ref().map(|hit| hit.time.wide()), meets.then_some(5.0), "{gap}");
            let over = (&cube).posed(Vector3::new(N::narrowed(0.5) * s, height, N::narrowed(0.3) * s)).unwrap();
            let found = shape_cast(&cube, over.moving(Vector3::new(-s, N::narrowed(0.0), s))).unwrap();
            assert_eq!(found.hit.as_ref().map(|hit| hit.time.wide()), meets.then_some(0.0), "{gap} {found:?}");
        }
    });
}

/// Points on a grid, so that heights and speeds are exact numbers, against half-spaces.
#[test]
fn half_spaces_are_reached_in_time() {
    in_both_precisions! {
        let n = T::narrowed;
        let (mut hits, mut misses, mut inside) = (0, 0, 0);
        for seed in 0..count() {
            let mut random = Random::new(seed);
            let mut grid = |scale: f64| -> [f64; 3] { array::from_fn(|_| f64::from(random.integer(-60, 60)) * scale) };
            let (points, normal, v) = ([(); 5].map(|()| grid(0.125)), grid(1.0), grid(0.25));
            if largest_coordinate(&normal) == 0.0 {
                continue;
            }
            let offset = f64::from(random.integer(-800, 200));
            let ground = HalfSpace::new(vector::<T, 3>(&normal), n(offset)).unwrap();
            let found = ground.shape_cast(cloud::<T, 3>(&points).moving(vector::<T, 3>(&scaled(&v, 2.0)))).unwrap();
            let height = points.iter().map(|p| dot(p, &normal)).fold(f64::INFINITY, f64::min) - offset;
            let speed = -2.0 * dot(&v, &normal);
            let what = format_args!("{seed}: {found:?}, {height} at {speed}");
            let Some(hit) = &found.hit else {
                misses += 1;
                assert!(height > 0.0 && speed <= 0.0, "{what}");
                continue;
            };
            if height <= 0.0 {
                inside += 1;
                assert!(hit.time == n(0.0) && hit.normal == ground.contact(&cloud::<T, 3>(&points)).normal, "{what}");
                continue;
            }
            hits += 1;
            let (toi, lower) = (hit.time.wide(), found.lower.unwrap().wide());
            assert!(lower <= (height / speed).next_up() && lower <= toi, "{what}");
            let gap = (toi - height / speed) * speed / norm(&normal);
            assert!(gap.abs() <= BOUND * 32.0 * T::PRECISION.epsilon(), "{gap}: {what}");
            let ray = ground.raycast(point::<T, 3>(&points[0]), vector::<T, 3>(&v)).unwrap();
            assert!(ray.is_none_or(|ray| ray.time.wide() * 0.5 >= lower), "{what}");
        }
        assert!(hits * 5 > count() && misses * 10 > count() && inside * 20 > count(), "{hits} {misses} {inside}");
    }
}

/// Fast along the plane, and slow towards it: at the time of the hit the gap is as small as at any other speed.
#[test]
fn half_spaces_are_reached_however_far_the_way() {
    in_both_precisions! {
        let (mut hits, mut worst) = (0, 0.0_f64);
        for seed in 0..count() {
            let mut random = Random::new(seed);
            let mut grid = |scale: f64| -> [f64; 3] { array::from_fn(|_| f64::from(random.integer(-60, 60)) * scale) };
            let (points, normal, slow, [x, y, z]) = ([(); 5].map(|()| grid(0.125)), grid(1.0), grid(0.25), grid(1.0));
            // A whole number of times a vector along the plane, and a little towards it, as the scalar has it: products with the normal are exact.
            let fast = f64::powi(2.0, random.integer(0, 20));
            let along = [normal[1] * z - normal[2] * y, normal[2] * x - normal[0] * z, normal[0] * y - normal[1] * x];
            let round = |x: f64| T::narrowed(x).wide();
            let v = add_scaled(&scaled(&along, fast), &slow, -1.0).map(round);
            let (speed, height) = (-dot(&v, &normal), points.iter().map(|p| dot(p, &normal)).fold(f64::INFINITY, f64::min) + 400.0);
            if largest_coordinate(&normal) == 0.0 || speed <= 0.0 || height <= 0.0 {
                continue;
            }
            let ground = HalfSpace::new(vector::<T, 3>(&normal), T::narrowed(-400.0)).unwrap();
            let found = ground.shape_cast(cloud::<T, 3>(&points).moving(vector::<T, 3>(&v))).unwrap();
            let toi = found.hit.as_ref().expect("on its way").time.wide();
            let lower = found.lower.unwrap().wide();
            assert!(lower <= (height / speed).next_up() && lower <= toi, "{seed} {height} {speed} {found:?}");
            let gap = (toi - height / speed).abs() * speed / norm(&normal);
            worst = worst.max(gap / 32.0 / T::PRECISION.epsilon());
            hits += 1;
        }
        println!("half-spaces, far along them: {hits} hits, gaps up to {worst:.1} eps of the size");
        assert!(hits * 5 > count() && worst <= BOUND, "{hits} {worst}");
    }
}

/// Slow ones far away: a miss without end was what was said. And what is slower than the normal numbers still arrives.
#[test]
fn hits_later_than_any_number_leave_a_bound() {
    in_both_precisions! {
        let n = T::narrowed;
        let tiny = if T::PRECISION.epsilon() > 1e-10 { 1e-37 } else { 1e-307 };
        let square = Cuboid::new(vector::<T, 2>(&[1.0, 1.0])).unwrap();
        let ground = HalfSpace::new(vector::<T, 2>(&[0.6, 0.1]), n(1.0)).unwrap();
        let at = Ball::point(point::<T, 2>(&[1000.0, 0.0])).unwrap();
        for until in [None, Some(n(1e30))] {
            let moving = at.moving(vector::<T, 2>(&[-tiny, 0.0]));
            let moving = until.map_or(moving, |until| moving.until(until));
            for found in [shape_cast(&square, moving).unwrap(), ground.shape_cast(moving).unwrap()] {
                assert!(found.hit.is_none() && found.undecided.is_none(), "{found:?}");
                let large = if T::PRECISION.epsilon() > 1e-10 { 1e36 } else { 1e306 };
                let lower = found.lower.expect("they meet").wide();
                assert!(until.map_or(lower >= large && lower * tiny <= 1000.0, |until| lower == until.wide()), "{found:?}");
            }
        }
        // Slower than the normal numbers, along a normal that is not an axis.
        let slow = n(tiny * 1e-4);
        let scale = n(tiny * 1e3);
        let low = Ball::point(point::<T, 2>(&[0.0, 0.0])).unwrap();
        let shallow = HalfSpace::new(vector::<T, 2>(&[0.5, 0.25]), -scale).unwrap();
        let found = shallow.shape_cast(low.moving(vector::<T, 2>(&[-1.0, 0.0]) * slow)).unwrap();
        let toi = found.hit.expect("on its way").time;
        assert!((toi.wide() / (2.0 * scale.wide() / slow.wide()) - 1.0).abs() < 1e-5, "{toi}");
    }
}

#[test]
fn without_motion_a_cast_is_a_static_query() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    for (x, meets) in [(1.5, true), (2.0, true), (2.5, false)] {
        let other = (&cube).posed(Vector3::new(x, 0.0, 0.0)).unwrap();
        for velocity in [Vector3::zeros(), Vector3::x()] {
            let found = shape_cast(cube.moving(velocity), other.moving(velocity)).unwrap();
            assert_eq!(found.hit.map(|hit| hit.time), meets.then_some(0.0), "{x}");
            assert_eq!(found.lower, meets.then_some(0.0));
        }
    }
}

#[test]
fn what_is_no_motion_is_refused() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let other = (&cube).posed(Vector3::new(5.0, 0.0, 0.0)).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        let v = Vector3::new(-1.0, bad, 0.0);
        assert_eq!(shape_cast(&cube, other.moving(v)), Err(Error::OutOfRange("velocity of B")));
        assert_eq!(shape_cast(cube.moving(v), &other), Err(Error::OutOfRange("velocity of A")));
        assert_eq!(raycast(&cube, [5.0, 0.0, 0.0], v), Err(Error::OutOfRange("direction")));
        assert_eq!(shape_cast(&cube, other.moving(Vector3::x()).until(bad)), Err(Error::OutOfRange("last time")));
        assert!(Query::new().shape_cast(&cube, other.moving(Vector3::x()).with_skin(bad)).is_err());
    }
    assert_eq!(raycast(&cube, [5.0, 0.0, 0.0], [0.0; 3]), Err(Error::Zero("direction")));
    let refused = shape_cast(&cube, other.moving(Vector3::x()).until(-1.0));
    assert_eq!(refused, Err(Error::Negative("last time")));
}

#[test]
fn the_unit_of_time_is_free() {
    let cube = Cuboid::new(Vector3::new(1.0_f32, 1.0, 1.0)).unwrap();
    let other = (&cube).posed(Vector3::new(6.0, 0.5, 0.0)).unwrap();
    for exponent in [-100, -60, -20, 0, 20, 60, 100] {
        let speed = f32::powi(2.0, exponent);
        let found = shape_cast(&cube, other.moving(Vector3::new(-speed, 0.0, 0.0))).unwrap();
        assert_eq!(found.hit.unwrap().time, 4.0 / speed, "{exponent}");
    }
}

#[test]
fn limits_are_kept() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let other = (&cube).posed(Vector3::new(6.0, 0.5, 0.0)).unwrap();
    let v = Vector3::new(-1.0, 0.0, 0.0);
    for (until, hits) in [(0.0, false), (1.0, false), (3.99, false), (4.0, true), (5.0, true)] {
        let found = shape_cast(&cube, other.moving(v).until(until)).unwrap();
        assert_eq!(found.hit.is_some(), hits, "{until}");
        assert!(hits || found.lower == Some(until));
    }
    for within in [0.0, 0.25, 1.0, 3.0, 4.0, 5.0] {
        let hit = Query::new().shape_cast(&cube, other.moving(v).with_skin(within)).unwrap().hit.unwrap();
        assert!((hit.time - f64::max(0.0, 4.0 - within)).abs() < 1e-14, "{within} {hit:?}");
        assert_eq!(hit.normal, Vector3::x());
    }
    let mut query = Query::new().shortcuts(false).max_evaluations(1);
    let cut = query.shape_cast(&cube, other.moving(Vector3::new(-1.0, 0.3, 0.2))).unwrap();
    assert!(cut.hit.is_none() && cut.undecided == Some(Undecided::Limit) && cut.lower.unwrap() <= 4.0, "{cut:?}");
}

/// The discriminant of the quadratic equation would lose all digits of the radius.
#[test]
fn a_way_that_is_long_beside_the_radius_is_no_trouble() {
    for way in [1e2_f32, 1e3, 3e4] {
        for (beside, hits) in [(0.0, true), (0.25, true), (0.75, true), (1.5, false)] {
            let (ball, radius) = (Ball::at([0.0_f32, beside * 0.01, 0.0], 0.01).unwrap(), 0.01_f32);
            let found = gjk::raycast(&ball, [-way, 0.0, 0.0], [1.0, 0.0, 0.0]).unwrap();
            assert_eq!(found.is_some(), hits, "{way} {beside}");
            let Some(found) = found else { continue };
            let unit = f32::EPSILON * way;
            let (height, ahead) = (beside * radius, (radius * radius - (beside * radius).powi(2)).sqrt());
            assert!((found.time - (way - ahead)).abs() <= 4.0 * unit, "{way} {beside} {found:?}");
            let normal = Vector3::new(-ahead, -height, 0.0) / radius;
            assert!((found.normal - normal).norm() < 1e-5, "{way} {beside} {found:?}");
        }
    }
}

#[test]
fn rays_see_faces_edges_and_corners() {
    in_both_precisions! {
        let n = T::narrowed;
        let cube = Cuboid::new(Vector3::new(n(1.0), n(2.0), n(3.0))).unwrap();
        let at = |p: [f64; 3]| Point3::from(p.map(n));
        let seen = |from: [f64; 3], to: [f64; 3]| {
            let found = raycast(&cube, at(from), at(to) - at(from)).unwrap();
            found.map(|hit| (hit.time.wide(), hit.normal))
        };
        assert_eq!(seen([5.0, 1.0, 1.0], [3.0, 1.0, 1.0]), Some((2.0, Vector3::x())));
        assert_eq!(seen([0.5, 7.0, -1.0], [0.5, 6.0, -1.0]), Some((5.0, Vector3::y())));
        assert_eq!(seen([5.0, 1.0, 1.0], [6.0, 1.0, 1.0]), None);
        assert_eq!(seen([0.5, 0.0, 0.0], [6.0, 1.0, 1.0]), Some((0.0, Vector3::x())));
        // Onto an edge, and onto a corner.
        let (toi, normal) = seen([3.0, 4.0, 0.0], [2.0, 3.0, 0.0]).expect("the edge");
        assert!((toi - 2.0).abs() < 1e-5 && normal.dot(&Vector3::new(n(1.0), n(1.0), n(0.0))) > n(0.9), "{toi}");
        let (toi, _) = seen([3.0, 4.0, 5.0], [2.0, 3.0, 4.0]).expect("the corner");
        assert!((toi - 2.0).abs() < 1e-5, "{toi}");
        // A point and a segment are shapes, too.
        let segment = Segment::new([Point3::origin(), at([0.0, 4.0, 0.0])]).unwrap();
        let found = raycast(&segment, at([2.0, 1.0, 0.0]), Vector3::new(n(-0.5), n(0.25), n(0.0))).unwrap();
        assert!((found.expect("the segment").time.wide() - 4.0).abs() < 1e-5);
    }
    // On a line.
    let interval = Segment::new([Point1::new(1.0), Point1::new(2.0)]).unwrap();
    let found = raycast(&interval, Point1::new(5.0), Vector1::new(-1.5)).unwrap();
    assert_eq!(found.unwrap().time, 2.0);
}
