//! The arithmetics that the program can be asked for.

use num_traits::{FromPrimitive, ToPrimitive};
use serde::Serialize;

/// The value of `--scalar`, and of the key `scalar`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Arithmetic {
    /// Single precision
    F32,
    /// Double precision
    #[default]
    F64,
    /// Exact, on the `f64` values; only the answer is rounded
    Exact,
}

/// A scalar that the program computes in.
pub(crate) trait Number: gjk::exact::Float + Copy + core::fmt::Display + ToPrimitive + FromPrimitive {}
impl Number for f32 {}
impl Number for f64 {}
