//! A ray against an `Aabb`, judged in fractions.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]

use gjk::Aabb;
use gjk::nalgebra::Point;
use oracle::in_both_precisions;
use oracle::random::Random;
use oracle::testing::Float;

/// The time at which a ray of whole numbers enters a box, as a fraction, and whether it touches the box in one point
/// only.
fn exactly<const D: usize>(
    low: &[i64; D],
    high: &[i64; D],
    from: &[i64; D],
    way: &[i64; D],
) -> Option<([i64; 2], bool)> {
    let less = |[a, b]: [i64; 2], [c, d]: [i64; 2]| a * d < c * b;
    let (mut enters, mut leaves) = ([0, 1], None);
    for k in 0..D {
        let (near, far) = if way[k] < 0 { (high[k], low[k]) } else { (low[k], high[k]) };
        let time = |side: i64| [(side - from[k]) * way[k].signum(), way[k].abs()];
        if way[k] == 0 {
            if from[k] < low[k] || from[k] > high[k] {
                return None;
            }
            continue;
        }
        if less(enters, time(near)) {
            enters = time(near);
        }
        if leaves.is_none_or(|leaves| less(time(far), leaves)) {
            leaves = Some(time(far));
        }
    }
    let is_hit = leaves.is_none_or(|leaves| !less(leaves, enters));
    is_hit.then(|| (enters, leaves.is_some_and(|leaves| !less(enters, leaves))))
}

/// With numbers this small times that differ do so by more than rounding: so the verdict has to be the exact one, and a
/// time is too early by a few ε.
fn rays<T: Float, const D: usize>() {
    let mut random = Random::new(7);
    let [mut hits, mut misses, mut touches, mut inside] = [0; 4];
    let whole = |numbers: &[i64; D]| Point::<T, D>::from(numbers.map(|x| T::narrowed(x as f64)));
    for _ in 0..40_000 {
        let mut numbers = |size: i32| -> [i64; D] { std::array::from_fn(|_| random.integer(-size, size).into()) };
        let (a, b, from, way) = (numbers(9), numbers(9), numbers(20), numbers(6));
        let (low, high) = (std::array::from_fn(|k| a[k].min(b[k])), std::array::from_fn(|k| a[k].max(b[k])));
        let found = Aabb { min: whole(&low), max: whole(&high) }.raycast(whole(&from), whole(&way));
        let right = exactly(&low, &high, &from, &way);
        assert_eq!(found.is_some(), right.is_some(), "{low:?} {high:?} {from:?} {way:?}");
        let Some(([p, q], is_touch)) = right else {
            misses += 1;
            continue;
        };
        let (time, exact) = (found.unwrap().wide(), p as f64 / q as f64);
        let slack = 4.0 * <T as gjk::Scalar>::epsilon().wide() * exact;
        assert!(time <= exact && time >= exact - slack, "{time} for {exact}");
        hits += 1;
        touches += u32::from(is_touch);
        inside += u32::from(p == 0);
    }
    assert!(hits > 1000 && misses > 1000 && touches > 50 && inside > 50, "{hits} {misses} {touches} {inside}");
}

#[test]
fn rays_hit_boxes_when_they_do() {
    in_both_precisions!(
        rays::<T, 1>();
        rays::<T, 2>();
        rays::<T, 3>();
    );
}

/// What is not a number is a hit at once, and infinite boxes are hit.
#[test]
fn rays_without_numbers_are_on_the_safe_side() {
    let unit = Aabb { min: Point::from([0.0_f64, 0.0]), max: Point::from([1.0, 1.0]) };
    assert_eq!(unit.raycast([f64::NAN, 0.5], [1.0, 0.0]), Some(0.0));
    assert_eq!(unit.raycast([0.5, 0.5], [f64::NAN, 0.0]), Some(0.0));
    assert_eq!(unit.raycast([0.5, 0.5], [0.0, 0.0]), Some(0.0));
    assert_eq!(unit.raycast([0.5, 1.5], [0.0, 0.0]), None);
    let all = Aabb { min: Point::from([f64::NEG_INFINITY; 2]), max: Point::from([f64::INFINITY; 2]) };
    assert_eq!(all.raycast([3.0, 4.0], [1.0, -1.0]), Some(0.0));
}
