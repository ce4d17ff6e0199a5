//! No start and no option changes a verdict.

use super::names::{Name, name};
use super::numbers::Extreme;
use crate::common::{BOUND, Coverage, assert_verdict_holds, cloud, point, vector};
use crate::in_both_precisions;
use crate::oracle::vector::norm;
use crate::oracle::{Kind, Recipe};
use gjk::SupportExt;
use gjk::nalgebra::{Point3, SVector, Vector3};
use gjk::shape::Ball;
use gjk::{
    Cases, Difference, Options, SimplexCases, Start, contact_with, distance, distance_with, gjk_with, support_fn,
};

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

pub fn all_options<T: Extreme, const D: usize>() -> Vec<Options<T, D>> {
    let mut all = Vec::new();
    for start in starts() {
        let standard = Options { start, ..Options::default() };
        for max_evaluations in [0, 1, 2, 3, standard.max_evaluations] {
            all.push(Options { max_evaluations, ..standard.clone() });
        }
        all.push(Options { patience: 0, ..standard.clone() });
        all.push(Options { patience: u32::MAX, ..standard.clone() });
        all.push(Options { tolerance: 0, ..standard.clone() });
        all.push(Options { tolerance: u32::MAX, ..standard.clone() });
        all.push(Options { tolerance: 0, patience: u32::MAX, max_evaluations: 1000, ..standard });
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
                let what = format!("{D}D, {:?}, seed {}, {options:?}", T::PRECISION, pair.seed);
                let outcome = gjk_with(&Difference(&a, &b), &options, &mut ());
                let found = distance_with(&Difference(&a, &b), &options, &mut ());
                match name(&outcome.verdict) {
                    Name::Separated => {
                        assert!(!want.intersects(), "{outcome:?}: {what}");
                        assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, &what);
                    }
                    Name::Undecided => assert!(options.max_evaluations < 64 || options.tolerance != 4, "{what}"),
                    _ => assert!(!clear || options.tolerance != 4, "{outcome:?}: {what}"),
                }
                if options.max_evaluations >= 64 && options.tolerance == 4 && options.patience == 4 {
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
            let options = Options { start: Start::Along(direction), ..Options::default() };
            let set = Difference(&a, &b);
            let found = distance_with(&set, &options, &mut ());
            assert_eq!(found.distance, want.distance, "{D}D, {:?}, 2^{exponent}, {found:?}", T::PRECISION);
            assert_eq!(gjk_with(&set, &options, &mut ()).evaluations, 1, "2^{exponent}");
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
            let options = Options { start, ..Options::default() };
            let other = (&ball).posed(Vector3::from(at)).unwrap();
            let corner = Ball::point(Point3::from(at).map(|x| x * 0.5)).unwrap();
            let expected = norm(&at) <= 2.0;
            assert_eq!(gjk_with(&Difference(&ball, &other), &options, &mut ()).intersects(), expected);
            assert_eq!(contact_with(&Difference(&ball, &other), &options, &mut ()).intersects(), expected);
            assert_eq!(distance_with(&Difference(&corner, &ball), &options, &mut ()).intersects(), expected);
        }
    }
}
