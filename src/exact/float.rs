//! The scalars that exact arithmetic can read.

use crate::scalar::Real;
#[cfg(feature = "half")]
use crate::scalar::half;

/// A floating-point number that an `f64` can hold.
pub trait Float: Real {
    /// This number as an `f64`, which is exact.
    fn widen(&self) -> f64;
    /// The nearest number.
    fn nearest(x: f64) -> Self;
}

impl Float for f32 {
    #[inline]
    fn widen(&self) -> f64 {
        f64::from(*self)
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "`as` rounds to the nearest")]
    fn nearest(x: f64) -> Self {
        x as Self
    }
}

impl Float for f64 {
    #[inline]
    fn widen(&self) -> f64 {
        *self
    }
    #[inline]
    fn nearest(x: f64) -> Self {
        x
    }
}

#[cfg(feature = "half")]
impl Float for ::half::f16 {
    fn widen(&self) -> f64 {
        self.to_f64()
    }
    fn nearest(x: f64) -> Self {
        half::nearest(x)
    }
}
