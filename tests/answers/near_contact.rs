//! Curved shapes next to each other: ellipsoids, cylinders, cones, balls, capsules and rounded boxes, from touching to a
//! quarter of their size apart, or as deep in each other's margins. There the search comes to slivers, whose vertices are
//! nearly equal.
//!
//! Answers are judged by formulas. With the support functions, a normal proves a lower bound on the distance: the returned normal, or one
//! near it. (Next to a curved shape the normal is off by the root of the distance's error, and proves a little less.) The returned points
//! have to be points of the shapes.
//!
//! `NEAR_CONTACT=1000000 cargo test --release --test answers near_contact:: -- --nocapture` tries this many pairs in each precision, and
//! prints the worst errors.

#![allow(clippy::cast_precision_loss, reason = "counts")]

use gjk::nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion};
use gjk::shape::Cylinder;
use gjk::{Query, SupportExt, contact, distance, intersects};
use oracle::random::Random;
use oracle::solid::{Form, Solid};
use oracle::testing::{Float, shape, wide};
use oracle::vector::{add_scaled, norm, sub};

type Vector = [f64; 3];

/// What is promised, in units of ε · L.
const PROMISED: f64 = 64.0;

fn form_by_lot(random: &mut Random, round: impl Fn(f64) -> f64) -> Form {
    let mut length = || round(random.magnitude(-2, 0));
    let lengths = [length(), length(), length(), length()];
    let [a, b, c, r] = lengths;
    match random.index(7) {
        0 => Form::Ellipsoid([a, b, c]),
        1 | 2 => Form::Cylinder(a, b),
        3 => Form::Cone(a, b),
        4 => Form::Ball(a),
        5 => Form::Capsule(a, b),
        _ => Form::Rounded([a, b, c], r),
    }
}

/// Two solids with about this gap between them: pushed apart along a line by what the distance lacks.
fn pair(random: &mut Random, round: impl Fn(f64) -> f64 + Copy) -> [Solid; 2] {
    let mut solid = || {
        let axes = random.frame().map(|axis| axis.map(round));
        Solid { form: form_by_lot(random, round), axes, center: [0.0; 3] }
    };
    let [a, mut b] = [solid(), solid()];
    let way = random.direction();
    let gap = random.magnitude(-9, 0) * 0.25 * if random.index(5) == 0 { -1.0 } else { 1.0 };
    let mut far = 4.0;
    for _ in 0..4 {
        b.center = way.map(|x| round(x * far));
        far -= 0.999 * (distance(&shape::<f64>(&a), &shape::<f64>(&b)).distance - gap);
    }
    b.center = way.map(|x| round(x * far));
    [a, b]
}

/// The most that is proven by directions near this one, as far as steps by lot lead.
fn climbed(start: Vector, proven_by: impl Fn(&Vector) -> f64) -> f64 {
    let mut random = Random::new(1);
    let (mut best, mut most) = (start, proven_by(&start));
    let mut step = 1e-2 * norm(&start);
    while step > 1e-12 * norm(&start) {
        let before = most;
        for _ in 0..500 {
            let tried = add_scaled(&best, &random.direction(), step);
            if proven_by(&tried) > most {
                (best, most) = (tried, proven_by(&tried));
            }
        }
        if most <= before {
            step /= 2.0;
        }
    }
    most
}

fn check<T: Float>(narrow: impl Fn(f64) -> f64 + Copy) {
    let pairs: u64 = std::env::var("NEAR_CONTACT").map_or(10_000, |count| count.parse().unwrap());
    let eps = T::PRECISION.epsilon();
    let mut random = Random::new(7);
    let (mut faults, mut apart, mut climbs) = (0, 0, 0);
    let names =
        ["distance", "its own bound", "separation", "its own bound", "swapped", "points outside", "points apart"];
    let mut worst = [0.0_f64; 7];
    for _ in 0..pairs {
        let solids = pair(&mut random, narrow);
        let [a, b] = solids.map(|solid| shape::<T>(&solid));
        let unit = eps * solids.iter().map(Solid::size).fold(0.0, f64::max);
        let (found, swapped, touch) = (distance(&a, &b), distance(&b, &a), contact(&a, &b));
        assert_eq!(found.intersects(), intersects(&a, &b));
        assert_eq!(found.intersects(), touch.intersects());
        let f = |x: &T| -> f64 { x.wide() };
        let normal: Vector = wide(&touch.normal);
        let length = norm(&normal);
        let proven_by = |n: &Vector| -(solids[0].reach(n) + solids[1].reach(&n.map(|x| -x))) / norm(n);
        let way = sub(&wide(&found.points[1].coords), &wide(&found.points[0].coords));
        // Whatever a direction proves is proven: the better of the two that come back counts, and what is near it.
        let best = if norm(&way) > 0.0 && proven_by(&way) > proven_by(&normal) { way } else { normal };
        let mut proven = proven_by(&best);
        if f(&found.distance).max(f(&touch.separation)) - proven.max(0.0) > unit * PROMISED / 2.0 {
            proven = climbed(best, proven_by);
            climbs += 1;
        }
        let mut errors = [0.0; 7];
        if !found.intersects() {
            apart += 1;
            errors[0] = f(&found.distance) - proven.max(0.0);
            errors[1] = f(&found.distance) - f(&found.lower);
        }
        errors[4] = (f(&found.distance) - f(&swapped.distance)).abs() / 2.0;
        if touch.separation > T::zero() {
            errors[2] = f(&touch.separation) - proven.max(0.0);
            errors[3] = f(&touch.separation) - f(&touch.lower);
            let points = touch.points.each_ref().map(|p| wide::<T, 3>(&p.coords));
            errors[5] = solids[0].outside(&points[0]).max(solids[1].outside(&points[1]));
            errors[6] = norm(&add_scaled(&sub(&points[1], &points[0]), &normal, -f(&touch.separation)));
        }
        for (k, error) in errors.into_iter().enumerate() {
            let error = error / unit;
            worst[k] = worst[k].max(error);
            if error.is_nan() || error > PROMISED {
                faults += 1;
                if faults <= 5 {
                    println!(
                        "{}: {error:.1} ε L of {solids:?}, evaluations {} {}",
                        names[k], found.evaluations, touch.evaluations
                    );
                }
            }
        }
        if (length - 1.0).abs() > 4.0 * eps {
            faults += 1;
            println!("a normal of length 1 + {:e}", length - 1.0);
        }
    }
    println!("{:?}: {pairs} pairs, {apart} apart, {climbs} climbs, worst errors in ε L:", T::PRECISION);
    for (name, worst) in names.iter().zip(worst) {
        println!("    {name}: {worst:.1}");
    }
    assert!(apart * 2 > pairs && apart < pairs, "{apart} of {pairs} apart");
    assert_eq!(faults, 0);
}

/// Two cylinders whose difference has vertices that are nearly equal, side by side: it ended on one of their slivers.
#[test]
fn two_cylinders_a_hair_apart() {
    let a = Cylinder::with_radius(0.372_891_5_f32).half_height(0.448_241_65).unwrap();
    let turn =
        UnitQuaternion::new_unchecked(Quaternion::new(0.592_028_5_f32, 0.750_626_3, 0.074_228_74, -0.283_818_04));
    let place = Translation3::new(0.608_436_1_f32, 0.429_182_23, -0.245_839_57);
    for turn in [turn, UnitQuaternion::new_normalize(turn.into_inner())] {
        let b = Cylinder::with_radius(0.279_905_1_f32).half_height(0.351_066_47).unwrap();
        let b = b.posed(Isometry3::from_parts(place, turn)).unwrap();
        let slack = 64.0 * f32::EPSILON;
        let [found, swapped] = [distance(&a, &b), distance(&b, &a)];
        for found in [&found, &swapped] {
            assert!(found.distance - found.lower <= slack, "{} {}", found.distance, found.lower);
        }
        assert!((found.distance - swapped.distance).abs() <= 2.0 * slack);
        for touch in [contact(&a, &b), contact(&b, &a), Query::new().contact_within(0.001, &a, &b).near().unwrap()] {
            assert!((touch.separation - found.distance).abs() <= slack);
        }
    }
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "it rounds to the nearest")]
fn single_precision() {
    check::<f32>(|x| f64::from(x as f32));
}

#[test]
fn double_precision() {
    check::<f64>(|x| x);
}
