//! Double-double numbers that can be recorded: traces show the nearest `f64` of a number.

use super::rational::Exactly;
use super::wrapped::wrapped;
use core::ops::Mul;
use gjk::scalar::{Real, Scalar};
use gjk_question::Coordinate;
use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive};
use qd::Quad;

/// A double-double number.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Wide(Quad);

wrapped!(Wide, Quad);

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Scalar for Wide {
    fn epsilon() -> Self {
        Self(Quad::epsilon())
    }
    fn unit_scale(&self) -> Self {
        Self(self.0.unit_scale())
    }
    fn in_range(&self) -> bool {
        self.0.in_range()
    }
    fn half(&self) -> Self {
        Self(self.0.half())
    }
    fn abs(&self) -> Self {
        Self(Scalar::abs(&self.0))
    }
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        self.0.quotient(&divisor.0).map(Self)
    }
}

impl Real for Wide {
    fn sqrt(&self) -> Self {
        Self(Real::sqrt(&self.0))
    }
    fn smallest() -> Self {
        Self(<Quad as Real>::smallest())
    }
}

impl Coordinate for Wide {
    fn rounded(x: f64) -> Self {
        Self(Quad::rounded(x))
    }
}

impl Exactly for Wide {
    fn exactly(&self) -> Option<BigRational> {
        Some(BigRational::from_float(self.0.0)? + BigRational::from_float(self.0.1)?)
    }
}

impl ToPrimitive for Wide {
    fn to_i64(&self) -> Option<i64> {
        self.0.0.to_i64()
    }
    fn to_u64(&self) -> Option<u64> {
        self.0.0.to_u64()
    }
    fn to_f64(&self) -> Option<f64> {
        Some(self.0.0)
    }
}

impl FromPrimitive for Wide {
    fn from_i64(n: i64) -> Option<Self> {
        f64::from_i64(n).map(Self::rounded)
    }
    fn from_u64(n: u64) -> Option<Self> {
        f64::from_u64(n).map(Self::rounded)
    }
    fn from_f64(x: f64) -> Option<Self> {
        Some(Self::rounded(x))
    }
}
