//! The scalars that exact arithmetic can read.

use crate::scalar::Real;

/// A floating-point number that an `f64` can hold. [`from_double`](crate::Scalar::from_double) returns the nearest one.
pub trait Float: Real {
    /// This number as an `f64`, which is exact.
    fn widen(&self) -> f64;
}

impl Float for f32 {
    #[inline]
    fn widen(&self) -> f64 {
        f64::from(*self)
    }
}

impl Float for f64 {
    #[inline]
    fn widen(&self) -> f64 {
        *self
    }
}

#[cfg(feature = "half")]
impl Float for ::half::f16 {
    fn widen(&self) -> f64 {
        self.to_f64()
    }
}

/// The nearest number of this type: NaN if the type does not say.
pub(crate) fn narrowed<T: Float>(x: f64) -> T {
    T::from_double(x).unwrap_or_else(|| T::zero() / T::zero())
}
