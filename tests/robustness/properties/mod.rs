//! Promises that must hold between answers, a file for each kind of promise. Every test is seeded and asserts its coverage.

#![allow(unreachable_pub, reason = "the modules share parts")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "small numbers, and results that are exact"
)]

/// Runs a check in every dimension, and in both precisions up to the fourth. Beyond it the code is the same for all dimensions.
macro_rules! in_all_dimensions {
    ($check:ident, $count:expr) => {{
        oracle::in_both_precisions! {
            $check::<T, 2>($count);
            $check::<T, 3>($count);
            $check::<T, 4>($count / 4);
        }
        $check::<f32, 5>($count / 4);
        $check::<f64, 6>($count / 8);
        $check::<f32, 7>($count / 8);
        $check::<f64, 8>($count / 8);
    }};
}

mod agreement;
mod asking;
mod limits;
mod margins;
mod motion;
mod planes;
mod scale;
