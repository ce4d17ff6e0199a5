//! No start and no option changes a verdict.

use super::names::{Name, name};
use super::numbers::Extreme;
use gjk::SupportExt;
use gjk::nalgebra::{Point3, SVector, Vector3};
use gjk::shape::Ball;
use gjk::{
    Difference, Query, Start, distance,
    simplex::{Cases, SimplexCases},
    support_fn,
};
use oracle::testing::{BOUND, Coverage, assert_verdict_holds, cloud, in_both_precisions, point, vector};
use oracle::vector::norm;
use oracle::{Kind, Recipe};

pub fn starts<T: Extreme, const D: usize>() -> Vec<Start<T, D>> {
    let all = |x: T| SVector::<T, D>::from_element(x);
    let first = |x: T| SVector::<T, D>::from_fn(|k, _| if k == 0 { x } else { T::one() });
    vec![
        Start::Centers,
        Start::Along(SVector::zeros()),
        Start::Along(all(T::NOT_A_NUMBER)),
        Start::Along(first(T::NOT_A_NUMBER)),
        Start::Along(first(T::INFINITE)),
        Start::Along(all(T::LARGEST)),
        Start::Along(all(T::smallest())),
        Start::Pair(SVector::zeros(), SVector::zeros()),
        Start::Pair(first(T::one()), -first(T::one())),
        Start::Pair(first(T::one()), first(T::one())),
        Start::Pair(first(T::one()), all(T::NOT_A_NUMBER)),
        Start::Pair(all(T::LARGEST), all(-T::LARGEST)),
    ]
}

/// A query, and what it was made of.
pub struct Odd<T, const D: usize> {
    pub query: Query<T, D>,
    pub max_evaluations: u32,
}

pub fn all_options<T: Extreme, const D: usize>() -> Vec<Odd<T, D>> {
    let mut all = Vec::new();
    for start in starts() {
        let usual = 64 + 32 * D as u32;
        for max_evaluations in [0, 1, 2, 3, 4, 6, 8, 16, usual, 1000] {
            let query = Query::new().start(start.clone()).max_evaluations(max_evaluations);
            all.push(Odd { query, max_evaluations });
        }
    }
    all
}

#[test]
fn odd_starts_and_options_change_no_verdict() {
    fn check<T: Extreme, const D: usize>(coverage: &mut Coverage)
    where
        Cases: SimplexCases<T, D>,
    {
        for pair in Recipe::new(Kind::Round).precision(T::PRECISION).gap(0.5).pairs::<D>(300, 40) {
            let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
            let l = pair.largest_coordinate();
            let want = distance(&a, &b);
            let clear = !want.intersects() && want.distance.wide() > BOUND * T::PRECISION.epsilon() * l;
            coverage.note(want.intersects());
            for options in all_options::<T, D>() {
                let what = format_args!("{D}D, {:?}, seed {}, {:?}", T::PRECISION, pair.seed, options.query);
                let outcome = options.query.clone().search(&Difference(&a, &b));
                let found = options.query.clone().distance(&a, &b);
                match name(&outcome.verdict) {
                    Name::Separated => {
                        assert!(!want.intersects(), "{outcome:?}: {what}");
                        assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, &what.to_string());
                    }
                    Name::Undecided => assert!(options.max_evaluations < 64, "{what}"),
                    _ => assert!(!clear, "{outcome:?}: {what}"),
                }
                if options.max_evaluations >= 64 {
                    assert_eq!(found.undecided, None, "{what}");
                    assert_eq!(found.intersects(), outcome.intersects(), "{what}");
                    let error = (found.distance.wide() - want.distance.wide()).abs();
                    let slack = BOUND * T::PRECISION.epsilon() * l;
                    assert!(error <= slack, "{:e} not {:e}: {what}", found.distance.wide(), want.distance.wide());
                }
            }
        }
    }
    let mut coverage = Coverage::default();
    in_both_precisions! {
        check::<T, 2>(&mut coverage);
        check::<T, 3>(&mut coverage);
        check::<T, 4>(&mut coverage);
    }
    coverage.assert_balanced("starts");
}

#[test]
fn a_start_of_any_length_gives_the_same_answer() {
    fn check<T: Extreme, const D: usize>(exponents: std::ops::RangeInclusive<i32>)
    where
        Cases: SimplexCases<T, D>,
    {
        let (a, b) = (Ball::point(point::<T, D>(&[0.0; D])).unwrap(), Ball::point(point::<T, D>(&[1.0; D])).unwrap());
        let want = distance(&a, &b);
        for exponent in exponents {
            let direction = vector::<T, D>(&[2.0_f64.powi(exponent); D]);
            let options = Query::new().start(Start::Along(direction));
            let set = Difference(&a, &b);
            let found = options.clone().distance_of(&set);
            assert_eq!(found.distance, want.distance, "{D}D, {:?}, 2^{exponent}, {found:?}", T::PRECISION);
            assert_eq!(options.clone().search(&set).evaluations, 1, "2^{exponent}");
        }
    }
    check::<f32, 1>(-149..=127);
    check::<f32, 2>(-149..=127);
    check::<f32, 3>(-149..=127);
    check::<f32, 4>(-149..=127);
    check::<f64, 2>(-1074..=1023);
    check::<f64, 3>(-1074..=1023);
}

/// A support mapping is never asked about the zero vector, which points nowhere.
#[test]
fn no_direction_is_zero() {
    let ball = support_fn(|d: &Vector3<f64>| {
        assert!(d.norm() > 0.0, "{d}");
        Point3::from(d / d.norm())
    });
    for at in [[2.0, 0.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 3.0]] {
        for start in starts::<f64, 3>() {
            let options = Query::new().start(start);
            let other = (&ball).posed(Vector3::from(at)).unwrap();
            let corner = Ball::point(Point3::from(at).map(|x| x * 0.5)).unwrap();
            let expected = norm(&at) <= 2.0;
            assert_eq!(options.clone().search(&Difference(&ball, &other)).intersects(), expected);
            assert_eq!(options.clone().contact(&ball, &other).intersects(), expected);
            assert_eq!(options.clone().distance(&corner, &ball).intersects(), expected);
        }
    }
}
