//! The arithmetics that a question can ask for.

use gjk::Scalar;
use gjk::exact::Float;
use gjk::scalar::Real;
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
    /// The number nearest to x.
    fn rounded(x: f64) -> Self;
}

macro_rules! coordinate {
    ($($scalar:ty),*) => {$(
        impl Coordinate for $scalar {
            fn rounded(x: f64) -> Self {
                Self::from_double(x).unwrap_or_default()
            }
        }
    )*};
}

coordinate!(f32, f64);
#[cfg(feature = "half")]
coordinate!(half::f16);

/// A scalar that questions are answered in.
pub trait Number: Float + Coordinate + core::fmt::Display + ToPrimitive + FromPrimitive {}
impl Number for f32 {}
impl Number for f64 {}
