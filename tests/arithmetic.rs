//! The arithmetic below the queries, which the feature `internals` exports: signs of products, lengths, numbers of twice the digits, integers times
//! powers of two.

#![allow(clippy::float_cmp, reason = "whole numbers are exact")]

use gjk::internals::{
    Doubled, Dyadic, cross, is_above, left, orient2d, orient3d, times, triple, unit, weights2d, weights3d,
};
use gjk::nalgebra::{Vector2, Vector3};

#[test]
fn signs_are_as_drawn() {
    let (x, y) = (Vector2::<f64>::x(), Vector2::y());
    assert_eq!(left(&x), y);
    assert!(cross(&x, &y) > 0.0 && cross(&y, &x) < 0.0 && orient2d(&x, &(x + y), &y) > 0.0);
    let [i, j, k] = [Vector3::<f64>::x(), Vector3::y(), Vector3::z()];
    assert!(triple(&i, &j, &k) > 0.0 && triple(&j, &i, &k) < 0.0);
    // Counter-clockwise as seen from (1, 1, 1), with the origin below.
    assert!(orient3d(&i, &j, &k, &Vector3::zeros()) < 0.0);
}

/// Four corners of a parallelogram, or four points on a line, each moved a little. All coordinates are integers of 24 bits,
/// and the truth is computed with integers.
#[test]
fn whatever_the_rounding() {
    let mut state = 1_u64;
    let mut random = |below: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap_or(0) % below
    };
    let (mut flat, mut misled) = ([0; 2], [0; 2]);
    for number in 0..10_000 {
        let mut point = |most: i64| [0; 3].map(|_: i64| random(2 * most) - most);
        let [a, u, v] = [point(1 << 21), point(1 << 20), point(1 << 20)];
        let needle = number % 2;
        let at = |[s, t]: [i64; 2]| [0, 1, 2].map(|k| a[k] + s * u[k] + t * v[k]);
        let corners = [[[0, 0], [1, 0], [0, 1], [1, 1]], [[0, 0], [3, 0], [1, 0], [2, 0]]][needle].map(at);
        let corners = corners.map(|p| p.map(|x| x + random(5) / 2 - 1));
        let [u, v, w] = [1, 2, 3].map(|n| [0, 1, 2].map(|k| i128::from(corners[n][k] - corners[0][k])));
        let minor = |j: usize, k: usize| u[j] * v[k] - u[k] * v[j];
        let volume = minor(1, 2) * w[0] + minor(2, 0) * w[1] + minor(0, 1) * w[2];
        #[expect(clippy::cast_precision_loss, reason = "they have few digits")]
        let [a, b, c, d] = corners.map(|p| Vector3::from(p.map(|x| x as f32)));
        flat[needle] += u32::from(volume == 0);
        misled[needle] += u32::from((orient3d(&a, &b, &c, &d) > 0.0) != (volume > 0));
        assert_eq!(is_above(&a, &b, &c, &d), volume > 0, "{a} {b} {c} {d}");
        assert_eq!(is_above(&a, &c, &b, &d), volume < 0, "{a} {b} {c} {d}");
    }
    assert!(flat.iter().chain(&misled).all(|count| *count > 50), "{flat:?} {misled:?}");
}

#[test]
fn weights_sum_to_the_origin() {
    let flat = [Vector2::new(3.0, 1.0), Vector2::new(-2.0, 4.0), Vector2::new(-1.0, -5.0)];
    let [c, a, b] = weights2d(flat.each_ref());
    assert_eq!(flat[0] * a + flat[1] * b + flat[2] * c, Vector2::zeros());
    assert!(a > 0.0 && b > 0.0 && c > 0.0);
    let solid = [
        Vector3::new(3.0, 1.0, 1.0),
        Vector3::new(-2.0, 4.0, 0.0),
        Vector3::new(-1.0, -5.0, 2.0),
        Vector3::new(0.0, 1.0, -7.0),
    ];
    let weights = weights3d(solid.each_ref());
    let sum = solid.iter().zip(&weights).fold(Vector3::zeros(), |sum, (v, weight)| sum + v * *weight);
    assert_eq!(sum, Vector3::zeros());
    assert!(weights.iter().all(|weight| *weight > 0.0) || weights.iter().all(|weight| *weight < 0.0));
}

#[test]
fn every_length_is_brought_to_1() {
    for length in [1e-44_f32, 1e-38, 1e-20, 1.0, 1e20, 1e38] {
        let u = unit(&(Vector2::new(0.75, -1.0) * length));
        assert!((u - Vector2::new(0.6, -0.8)).norm() < if length < 1e-37 { 0.1 } else { 1e-6 }, "{length:e} {u}");
        assert!((u.norm() - 1.0).abs() < 1e-6, "{length:e} {u}");
    }
    assert_eq!(unit(&Vector2::<f64>::zeros()), Vector2::zeros());
}

#[test]
fn times_counts() {
    assert!((0..100).all(|n| times(n, &1.0) == f64::from(n)));
}

/// In `f64`, sums and products of numbers of 24 bits are exact, and quotients have more digits than are tested.
#[test]
fn as_long_as_two() {
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        #[expect(clippy::cast_precision_loss, reason = "any number will do")]
        return (state as f32 - 2e9) * 1e-9;
    };
    let value = |x: &Doubled<f32>| f64::from(x.high) + f64::from(x.low);
    let unit = 2.0_f64.powi(-43);
    for _ in 0..10_000 {
        let [a, b] = [(); 2].map(|()| Doubled::sum(random(), 1e-8 * random()));
        let [x, y] = [&a, &b].map(value);
        for (got, want) in [
            (a.clone() + b.clone(), x + y),
            (a.clone() - b.clone(), x - y),
            (a.clone() * b.clone(), x * y),
            (a.clone() / b.clone(), x / y),
        ] {
            assert!((value(&got) - want).abs() <= unit * want.abs() + 1e-30, "{a:?} {b:?} {got:?} {want}");
        }
        assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y));
    }
}

#[test]
fn every_double_is_an_integer_times_a_power_of_two() {
    for x in [1.0, -0.75, 5e-324, -2.5e-310, f64::MAX, f64::MIN_POSITIVE, 0.1] {
        let d = Dyadic::of(x);
        assert!(d.mantissa.bit(0), "{x:e}");
        assert!(d.plus(&Dyadic::of(-x)).is_zero());
        assert_eq!(d.times(&Dyadic::of(2.0)), d.plus(&d));
        assert_eq!(d.lowest(), Some(d.exponent));
    }
    assert!(Dyadic::of(0.0).is_zero() && Dyadic::of(-0.0).lowest().is_none());
    assert_eq!(Dyadic::of(6.0).over(0), 6.into());
    assert_eq!((Dyadic::of(6.0).lowest(), Dyadic::of(6.0).highest()), (Some(1), Some(3)));
}
