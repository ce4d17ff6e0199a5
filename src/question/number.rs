//! The arithmetics that a question can ask for.

use num_traits::{FromPrimitive, ToPrimitive};
use serde::Serialize;

/// The value of the key `scalar`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Arithmetic {
    /// Single precision.
    F32,
    /// Double precision.
    #[default]
    F64,
    /// Exact arithmetic on the `f64` values; only the answer is rounded.
    Exact,
}

/// A scalar that questions are answered in.
pub trait Number: crate::exact::Float + Copy + core::fmt::Display + ToPrimitive + FromPrimitive {}
impl Number for f32 {}
impl Number for f64 {}
