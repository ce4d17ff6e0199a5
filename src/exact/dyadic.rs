//! Scalars for exact arithmetic: integers times powers of two. All floating-point numbers and their products have this form.

use crate::scalar::Real;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// `mantissa` · 2^`exponent`.
#[derive(Clone, Debug)]
pub struct Dyadic {
    mantissa: BigInt,
    exponent: i64,
}

impl Dyadic {
    /// A finite number, as it is.
    #[must_use]
    pub fn of(x: f64) -> Self {
        let (mantissa, exponent, sign) = num_traits::float::FloatCore::integer_decode(x);
        let zeros = mantissa.trailing_zeros() % 64;
        let mantissa = BigInt::from(mantissa >> zeros);
        let mantissa = if sign < 0 { -mantissa } else { mantissa };
        Self { mantissa, exponent: i64::from(exponent) + i64::from(zeros) }
    }

    pub(crate) fn zero() -> Self {
        Self { mantissa: BigInt::zero(), exponent: 0 }
    }

    pub(crate) fn one() -> Self {
        Self { mantissa: BigInt::one(), exponent: 0 }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    /// −x.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { mantissa: -&self.mantissa, exponent: self.exponent }
    }

    /// x + y.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        if self.is_zero() {
            return other.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        Self { mantissa: self.over(exponent) + other.over(exponent), exponent }
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        Self { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }

    /// The largest power of two that divides it; `None` for zero.
    #[must_use]
    pub fn lowest(&self) -> Option<i64> {
        Some(self.exponent + i64::try_from(self.mantissa.trailing_zeros()?).ok()?)
    }

    /// The least power of two that is greater; `None` for zero.
    pub(crate) fn highest(&self) -> Option<i64> {
        if self.is_zero() { None } else { Some(self.exponent + i64::try_from(self.mantissa.bits()).ok()?) }
    }

    /// The quotient by 2^`exponent`, which must divide the number.
    #[must_use]
    pub fn over(&self, exponent: i64) -> BigInt {
        let shift = self.exponent - exponent;
        // Exponents of floating-point numbers and their products are at most some thousands.
        let places = usize::try_from(shift.unsigned_abs()).unwrap_or(usize::MAX);
        if self.is_zero() {
            BigInt::zero()
        } else if shift >= 0 {
            &self.mantissa << places
        } else {
            &self.mantissa >> places
        }
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Self) -> bool {
        let exponent = self.exponent.min(other.exponent);
        self.is_zero() && other.is_zero() || self.over(exponent) == other.over(exponent)
    }
}

/// A floating-point number that fits into an `f64`. [`from_double`](crate::Scalar::from_double) rounds an `f64` to such
/// a number.
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

/// The nearest number of this type; NaN if the type does not say.
pub(crate) fn narrowed<T: Float>(x: f64) -> T {
    T::from_double(x).unwrap_or_else(|| T::zero() / T::zero())
}

#[cfg(test)]
mod tests;
