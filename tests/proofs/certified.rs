//! Proven verdicts and exact distances against an independent exact solver: every kind of pair in every dimension, also pairs that touch,
//! and pairs a unit in the last place apart.

use gjk::certified::{self, Proof};
use gjk::exact::{self, ExactCases, Float};
use gjk::nalgebra::{Point, Vector2};
use gjk::shape::{Ball, Cuboid, Ellipsoid, PointCloud};
use gjk::{
    Support, SupportExt, intersects,
    simplex::{Cases, SimplexCases},
};
use num_rational::BigRational;
use oracle::testing::{erased, nearest};
use oracle::{Kind, Precision, Recipe};

trait Number: Float + Copy {
    const PRECISION: Precision;
}
impl Number for f32 {
    const PRECISION: Precision = Precision::Single;
}
impl Number for f64 {
    const PRECISION: Precision = Precision::Double;
}

fn cloud<T: Number, const D: usize>(points: &[[f64; D]]) -> PointCloud<T, D> {
    PointCloud::new(points.iter().map(|p| Point::from(p.map(nearest::<T>)))).unwrap()
}

/// The same number for the oracle, whose integers are another crate's.
fn rational(x: &BigRational) -> oracle::Rational {
    let [over, under] = [x.numer(), x.denom()].map(|n| n.to_string().parse().unwrap());
    oracle::Rational::new(over, under, 0)
}

#[derive(Debug, Default)]
struct Tally {
    pairs: u32,
    hits: u32,
    exact: u32,
    plain_wrong: u32,
}

/// `count` pairs of dimension D, shared out among kinds, offsets and scales.
fn agree<T: Number, const D: usize>(seeds: u64, count: u64)
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let places = [(0.0, 0), (1e3, 0), (1e5, 0), (0.0, -40), (0.0, 40), (10.0, -40)];
    let share = count.div_ceil((Kind::ALL.len() * places.len()) as u64);
    let mut tally = Tally::default();
    for kind in Kind::ALL {
        for (place, (offset, scale)) in (0..).zip(places) {
            let recipe = Recipe::new(kind).offset(offset).scale_exponent(scale).precision(T::PRECISION);
            for pair in recipe.pairs::<D>(seeds + place * share, share) {
                let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
                let want = oracle::exact::distance(&pair.a, &pair.b);
                let [a, b]: [&dyn Support<D, Scalar = T>; 2] = [&a, &b];
                let got = certified::intersects(a, b);
                let seed = pair.seed;
                assert!(got.is_proven(), "{kind:?}, seed {seed}: no proof");
                assert_eq!(got.intersects, want.intersects(), "{kind:?}, seed {seed}: {:?}", got.proof);
                tally.pairs += 1;
                tally.hits += u32::from(got.intersects);
                tally.exact += u32::from(got.proof == Proof::Exact);
                tally.plain_wrong += u32::from(intersects(a, b) != got.intersects);
                if seed.is_multiple_of(4) {
                    let found = exact::distance(a, b).expect("clouds");
                    assert_eq!(found.intersects(), got.intersects);
                    assert_eq!(rational(&found.squared), want.squared, "{kind:?}, seed {seed}");
                }
            }
        }
    }
    println!("{D}D {:?}: {tally:?}", T::PRECISION);
    assert!((30 * tally.pairs..=70 * tally.pairs).contains(&(100 * tally.hits)), "{tally:?}");
    assert!(tally.exact * 10 > tally.pairs && tally.exact * 2 < tally.pairs, "{tally:?}");
}

macro_rules! tests {
    ($($name:ident: $t:ty, $d:literal, $count:literal;)*) => { $(
        #[test]
        fn $name() {
            agree::<$t, $d>(5_000_000 * $d, $count);
        }
    )* };
}
tests! {
    one_dimension_f32: f32, 1, 5_000;
    one_dimension_f64: f64, 1, 5_000;
    two_dimensions_f32: f32, 2, 20_000;
    two_dimensions_f64: f64, 2, 20_000;
    three_dimensions_f32: f32, 3, 20_000;
    three_dimensions_f64: f64, 3, 20_000;
    four_dimensions_f32: f32, 4, 5_000;
    four_dimensions_f64: f64, 4, 5_000;
    six_dimensions_f64: f64, 6, 1_000;
    eight_dimensions_f32: f32, 8, 500;
}

/// Velocities below the normal numbers. A hit later than any number is not found, but that there is none is not proven.
#[test]
fn the_slowest_bodies_meet() {
    fn check<T: Number + gjk::Real>([near, far]: [f64; 2])
    where
        Cases: gjk::epa::Expansion<T, 2>,
    {
        let slow = gjk::nalgebra::Vector2::new(T::zero(), T::smallest());
        for (gap, in_time) in [(near, true), (far, false)] {
            let (a, b) = (cloud::<T, 2>(&[[0.0, 0.0]]), cloud::<T, 2>(&[[0.0, gap]]));
            let [a, b]: [&dyn Support<2, Scalar = T>; 2] = [&a, &b];
            let toi = exact::shape_cast(a, b.moving(-slow)).unwrap().unwrap().rounded_time().expect("they meet");
            let found = certified::shape_cast(a, b.moving(-slow)).unwrap();
            let plain = gjk::shape_cast(a, b.moving(-slow)).unwrap();
            assert_eq!((found.measured.hit.is_some(), plain.hit.is_some()), (in_time, in_time), "{found:?}");
            if let (Some(hit), Some(lower)) = (&plain.hit, &found.measured.lower) {
                assert!((hit.time.widen() / toi - 1.0).abs() < 1e-6 && lower.widen() <= toi, "{found:?}, not {toi:e}");
            }
            assert_eq!(found.is_proven, in_time, "{found:?}");
            assert!(certified::shape_cast(a, b.moving(slow)).unwrap().is_proven);
        }
    }
    check::<f32>([1e-22, 1e20]);
    check::<f64>([1e-200, 1e60]);
}

/// Small shapes in a pose far away, in another pose: rounding may move them by much more than they are large, so the bounds on
/// that are of no use, and used to be infinite.
#[test]
fn bounds_of_small_shapes_far_away_are_numbers() {
    for (size, far) in [(1e-146, 4e204), (1e-100, 1e60), (1e-6, 1e20)] {
        let a = Cuboid::new(Vector2::new(size, size)).unwrap().posed(Vector2::new(far, 0.0)).unwrap();
        let above = |y: f64| a.posed(Vector2::new(0.0, y)).unwrap();
        let apart = certified::distance(erased(&a), erased(&above(3.0 * size)));
        let [lower, upper] = apart.bounds.unwrap();
        let gap = 3.0 * size - 2.0 * size;
        assert!(lower <= gap && gap <= upper && upper - lower < 1e-12 * size, "{apart:?}");
        let touch = certified::contact(erased(&a), erased(&above(size)));
        let [lower, upper] = touch.bounds.unwrap();
        assert!(lower <= -size && -size <= upper && upper - lower < 1e-12 * size, "{touch:?}");
    }
}

/// What is well apart or well inside is proven by a bound, without exact arithmetic; with margins, whose sums are rounded, too.
#[test]
fn what_is_clear_is_proven_by_a_bound() {
    let ball = Ball::at(Point::from([0.1, 0.2]), 0.7).unwrap();
    let square = Cuboid::new(Vector2::new(0.6, 0.5)).unwrap();
    let rounded = square.swollen(0.1).unwrap();
    let oval = Ellipsoid::new(Vector2::new(0.3, 0.5)).unwrap().swollen(0.2).unwrap();
    let shapes: [&dyn Support<2, Scalar = f64>; 4] = [&ball, &square, &rounded, &oval];
    for a in shapes {
        for b in shapes {
            for (x, meets) in [(0.4, true), (3.0, false)] {
                let found = certified::intersects(a, &b.posed(Vector2::new(x, 0.1)).unwrap());
                assert_eq!((found.intersects, found.proof), (meets, Proof::Bound), "{found:?}");
            }
        }
    }
}
