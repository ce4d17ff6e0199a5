//! Double-double arithmetic: a number is the sum of two `f64`, 105 bits together, in the range of one.
//!
//! For answers with more digits than `f64` has, if exact ones are too slow. Sums and products are not correctly rounded, so
//! ε is 16 times the type's own epsilon here.

use super::{Real, Scalar};
use qd::Quad;

impl Scalar for Quad {
    #[inline]
    fn epsilon() -> Self {
        Self(16.0 * Self::EPSILON.0, 0.0)
    }
    #[inline]
    fn unit_scale(&self) -> Self {
        Self(self.0.unit_scale(), 0.0)
    }
    /// Multiplication splits numbers into halves, which needs room.
    #[inline]
    fn in_range(&self) -> bool {
        self.0.abs() <= f64::MAX / 1e20
    }
    #[inline]
    fn half(&self) -> Self {
        Self(0.5 * self.0, 0.5 * self.1)
    }
    #[inline]
    fn abs(&self) -> Self {
        Self::abs(*self)
    }
    #[inline]
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        Some(*self / *divisor)
    }
}

impl Real for Quad {
    #[inline]
    fn sqrt(&self) -> Self {
        // The type's own iteration would divide by the root, 0.
        if self.0 == 0.0 { Self::ZERO } else { Self::sqrt(*self) }
    }
    #[inline]
    fn smallest() -> Self {
        Self(f64::MIN_POSITIVE, 0.0)
    }
}
