//! Half precision, on the same pairs.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "rounding to f32 is what is wanted; counts"
)]

use super::pairs::{Float, check};

/// Products of the smaller coordinates are below its range, and so are the larger ones' with twice the digits.
impl Float for half::f16 {
    const EPSILON: f64 = 9.765_625e-4;
    const PROMISED: f64 = 64.0;
    const SMALLEST: f64 = 5.960_464_477_539_063e-8;
    const NEAR: [i32; 6] = [1, 1, 2, 2, 3, 3];
    const WIDE: [i32; 8] = [1, 2, 2, 3, 3, 4, 4, 5];
    const POSED: i32 = 8;
    fn of(x: f64) -> Self {
        half::f16::from_f64(x)
    }
}

#[test]
fn f16_2d() {
    check::<half::f16, 2>(None);
}

#[test]
fn f16_3d() {
    check::<half::f16, 3>(None);
}
