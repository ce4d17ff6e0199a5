//! Rational numbers: as a scalar, exact arithmetic that divides; and the exact values of rounded numbers.

use crate::exact::{Float, Number};
use crate::scalar::Scalar;
use num_rational::BigRational;

impl Scalar for BigRational {}

/// A number whose exact value is known.
pub(super) trait Exactly: Scalar {
    /// The value; `None` if it is not finite.
    fn exactly(&self) -> Option<BigRational>;
}

impl<T: Float> Exactly for T {
    fn exactly(&self) -> Option<BigRational> {
        BigRational::from_float(self.widen())
    }
}

impl Exactly for Number {
    fn exactly(&self) -> Option<BigRational> {
        Some(BigRational::from_integer(self.0.clone()))
    }
}
