//! Rational numbers: a scalar for exact arithmetic with division, and the exact values of rounded numbers.

use gjk::exact::Float;
use gjk::internals::Number;
use gjk::scalar::Scalar;
use num_rational::BigRational;

/// A number whose exact value is known.
pub(super) trait Exactly: Scalar {
    /// The value; `None` if it is not finite.
    fn exactly(&self) -> Option<BigRational>;
}

macro_rules! exactly {
    ($($float:ty),*) => {$(
        impl Exactly for $float {
            fn exactly(&self) -> Option<BigRational> {
                BigRational::from_float(self.widen())
            }
        }
    )*};
}

exactly!(half::f16, f32, f64, super::small::Small);

impl Exactly for Number {
    fn exactly(&self) -> Option<BigRational> {
        Some(BigRational::from_integer(self.0.clone()))
    }
}
