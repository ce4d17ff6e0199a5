//! The judge's numbers are rounded correctly: fractions and roots, to the nearest `f64`.

#![allow(clippy::float_cmp, reason = "correct rounding is exact")]

use core::str::FromStr;
use gjk::internals::{nearest, root_plus};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

fn rational(text: &str) -> BigRational {
    BigRational::from_str(text).unwrap()
}

#[test]
fn quotients_are_rounded_to_nearest() {
    assert_eq!(nearest(&rational("1/3")), 1.0 / 3.0);
    assert_eq!(nearest(&rational("-22/7")), -22.0 / 7.0);
    assert_eq!(nearest(&rational("9007199254740993")), 9_007_199_254_740_992.0);
    assert_eq!(nearest(&rational("9007199254740995")), 9_007_199_254_740_996.0);
    assert_eq!(nearest(&rational("18014398509481987/2")), 9_007_199_254_740_994.0);
    let power = |n: u32| BigRational::from(BigInt::one() << n);
    for n in [0, 1, 52, 53, 1000, 1022, 1023, 1050, 1074] {
        assert_eq!(nearest(&power(n).recip()), 0.5_f64.powi(i32::try_from(n).unwrap()), "{n}");
    }
    assert_eq!(nearest(&power(1075).recip()), 0.0);
    assert_eq!(nearest(&(power(1075).recip() * rational("1000001/1000000"))), 5e-324);
    assert_eq!(nearest(&(power(1074).recip() * rational("3/2"))), 1e-323);
    assert_eq!(nearest(&(power(1074).recip() * rational("5/2"))), 1e-323);
    assert_eq!(nearest(&power(1024)), f64::INFINITY);
    assert_eq!(nearest(&(power(1024) - power(970))), f64::INFINITY, "a tie, to even");
    assert_eq!(nearest(&(power(1024) - power(971))), f64::MAX);
}

/// Against the processor's division, which rounds correctly.
#[test]
fn random_quotients_too() {
    let mut state = 7_u64;
    for _ in 0..20_000 {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(state >> 11).unwrap() + 1
        };
        let (p, q) = (next(), next());
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let want = p as f64 / q as f64;
        assert_eq!(nearest(&BigRational::new(p.into(), q.into())), want);
    }
}

#[test]
fn roots_are_rounded_once() {
    for x in [2.0_f64, 3.0, 0.5, 10.0] {
        let square = BigRational::from_float(x).unwrap();
        assert_eq!(root_plus(true, &square, &BigRational::zero()), x.sqrt());
        assert_eq!(root_plus(false, &square, &BigRational::zero()), -x.sqrt());
        // √x less the number that it is rounded to.
        let rounded = BigRational::from_float(x.sqrt()).unwrap();
        let left = root_plus(true, &square, &-rounded);
        assert!(left != 0.0 && left.abs() < 2.0 * f64::EPSILON, "{left:e}");
    }
    assert_eq!(root_plus(true, &rational("9/4"), &rational("1/4")), 1.75);
}
