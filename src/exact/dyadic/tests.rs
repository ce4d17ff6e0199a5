//! Tests of `src/exact/dyadic.rs`.

use super::*;

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
    assert_eq!(Dyadic::of(6.0).over(0), BigInt::from(6));
    assert_eq!((Dyadic::of(6.0).lowest(), Dyadic::of(6.0).highest()), (Some(1), Some(3)));
}
