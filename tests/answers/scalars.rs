//! Scalars bring numbers to unit scale by powers of two.

#![allow(clippy::float_cmp, reason = "numbers that are exact")]

use gjk::Scalar;

#[test]
fn unit_scale_is_a_power_of_two_that_brings_its_argument_into_1_to_4() {
    for k in -126..=127 {
        for m in [1.0_f32, 1.5, 1.999_999_9] {
            let x = m * 2.0_f32.powi(k);
            let z = x.unit_scale();
            assert!(z.to_bits().trailing_zeros() >= 23 && z > 0.0, "{x:e}");
            assert!((1.0..4.0).contains(&(x * z)) || k > 125, "{x:e} {z:e}");
            assert!((x * z) / z == x, "{x:e}");
        }
    }
    for x in [f64::MIN_POSITIVE, 5e-324, 1e-300, 1.0, 1e300, f64::MAX] {
        let z = x.unit_scale();
        assert!(z.is_normal() && (x * z).is_finite() && (x * z) / z == x, "{x:e} {z:e}");
    }
}
