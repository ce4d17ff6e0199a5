//! Half precision runs the same code: verdicts and distances against `f64` and exact arithmetic.

#![allow(clippy::float_cmp, reason = "numbers that are exact")]

use gjk::nalgebra::Point;
use gjk::shape::PointCloud;
use gjk::{Scalar, SupportExt, certified, certified::Proof, distance, intersects};
use half::f16;
use oracle::model::Truth;
use oracle::random::Random;
use oracle::testing::{hard_pairs, nearest};
use oracle::{Kind, Model, Recipe, exact};

#[test]
fn hard_pairs_2d() {
    hard_pairs::check::<f16, 2>(None);
}

#[test]
fn hard_pairs_3d() {
    hard_pairs::check::<f16, 3>(None);
}

#[test]
fn half_precision() {
    let (mut worst, mut hits, mut wrong, mut pairs) = (0.0_f64, 0, 0, 0);
    for scale in [-6, 0, 6] {
        for pair in Recipe::new(Kind::Round).scale_exponent(scale).pairs::<3>(40, 1000) {
            let round = |points: &[[f64; 3]]| -> Vec<[f64; 3]> {
                points.iter().map(|p| p.map(|x| f16::from_f64(x).to_f64())).collect()
            };
            let (a, b) = (round(&pair.a), round(&pair.b));
            let cloud = |points: &[[f64; 3]]| PointCloud::new(points.iter().map(|p| Point::from(p.map(f16::from_f64))));
            let (ca, cb) = (cloud(&a).unwrap(), cloud(&b).unwrap());
            let want = exact::distance(&a, &b);
            let found = distance(&ca, &cb).distance.to_f64();
            let size = a.iter().chain(&b).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
            worst = worst.max((found - want.distance()).abs() / size * 1024.0);
            wrong += i32::from(intersects(&ca, &cb) != want.intersects());
            let proven = certified::intersects(&ca, &cb);
            assert!(proven.is_proven() && proven.intersects == want.intersects(), "seed {}", pair.seed);
            hits += i32::from(want.intersects());
            pairs += 1;
        }
    }
    println!("f16: {pairs} pairs, {hits} hits, {wrong} plain verdicts wrong, distances within {worst:.1} eps L");
    assert!((900..2100).contains(&hits) && wrong < pairs / 50 && worst < 32.0);
    let far = PointCloud::new([Point::from([f16::from_f64(1200.0); 2])]);
    assert!(far.is_err(), "coordinates up to 1023");
}

/// Between two neighbours everything is rounded to the nearer one, and to the even one in the middle: whatever the processor has for it.
#[test]
fn half_precision_rounds_once() {
    for bits in 0..f16::MAX.to_bits() {
        let ends = [bits, bits + 1].map(f16::from_bits);
        let middle = f64::midpoint(ends[0].to_f64(), ends[1].to_f64());
        let even = ends[usize::from(bits % 2 == 1)];
        for (x, want) in [(middle.next_down(), ends[0]), (middle, even), (middle.next_up(), ends[1])] {
            let found = [x, -x].map(nearest::<f16>);
            assert_eq!(found.map(f16::to_bits), [want, -want].map(f16::to_bits), "{x:e}");
        }
    }
    let ends = [65520.0_f64.next_down(), 65520.0, 1e300, f64::NAN].map(nearest::<f16>);
    assert!(ends[0] == f16::MAX && ends[1] == f16::INFINITY && ends[2] == f16::INFINITY && ends[3].is_nan());
}

/// Half precision has no room for a bound: 1/ε² is beyond its range. Exact arithmetic proves all there is.
#[test]
fn half_precision_is_proven_exactly() {
    let mut random = Random::new(16);
    let mut hits = 0;
    for _ in 0..2000 {
        let exponent = random.integer(-20, 8);
        let mut numbers = |less: i32| -> [f64; 2] {
            std::array::from_fn(|_| f16::from_f64(random.uniform(-1.0, 1.0) * 2.0_f64.powi(exponent - less)).to_f64())
        };
        let first: Vec<[f64; 2]> = (0..3).map(|_| numbers(0)).collect();
        let second: Vec<[f64; 2]> = (0..3).map(|_| numbers(0)).collect();
        let radius = numbers(3)[0].abs();
        let shape =
            |points: &[[f64; 2]]| PointCloud::new(points.iter().map(|p| Point::from(p.map(f16::from_f64)))).unwrap();
        let (a, b) = (shape(&first).swollen(f16::from_f64(radius)).unwrap(), shape(&second));
        let truth = Truth::of(&Model::Swollen(Box::new(Model::Points(first)), radius), &Model::Points(second));
        let found = certified::distance(&a, &b);
        assert!(found.verdict.proof == Proof::Exact && found.verdict.intersects == truth.intersects(), "{found:?}");
        let [lower, upper] = found.bounds.expect("exact").map(f16::to_f64);
        if truth.intersects() {
            assert_eq!([lower, upper], [0.0; 2]);
        } else {
            assert!(truth.compare_distance(lower).is_ge() && truth.compare_distance(upper).is_le(), "{found:?}");
        }
        assert_eq!(certified::intersects(&a, &b).proof, Proof::Exact);
        let [lower, upper] = certified::contact(&a, &b).bounds.expect("exact");
        assert!(lower <= upper && (upper <= f16::ZERO) == truth.intersects());
        hits += u32::from(truth.intersects());
    }
    assert!((400..1800).contains(&hits), "{hits}");
}

#[test]
fn unit_scale_is_a_power_of_two_that_brings_its_argument_into_1_to_4() {
    for k in -14..=15 {
        let x = f16::from_f32(1.5) * f16::from_f32(2.0_f32.powi(k));
        let scaled = (x * x.unit_scale()).to_f32();
        assert!((1.0..4.0).contains(&scaled) || k > 13, "{x} {scaled}");
    }
}
