//! The arithmetics that a question can ask for.

use crate::exact::Float;
use crate::scalar::Real;
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

/// A scalar that shapes can be built in.
pub trait Coordinate: Real + Copy {
    /// The nearest number.
    fn nearest(x: f64) -> Self;
}

impl<T: Float + Copy> Coordinate for T {
    #[inline]
    fn nearest(x: f64) -> Self {
        Float::nearest(x)
    }
}

#[cfg(feature = "qd")]
impl Coordinate for qd::Quad {
    fn nearest(x: f64) -> Self {
        Self(x, 0.0)
    }
}

/// A scalar that questions are answered in.
pub trait Number: Float + Copy + core::fmt::Display + ToPrimitive + FromPrimitive {}
impl Number for f32 {}
impl Number for f64 {}
