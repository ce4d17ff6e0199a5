//! Double-double arithmetic: a number is the sum of two `f64`, 105 bits together, in the range of one.
//!
//! For answers in more digits than `f64` has, where exact ones are too slow. Sums and products are not rounded
//! correctly, so a few more units are allowed for than the type's own epsilon.

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
    /// Products are split into halves on the way, which takes room.
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
        // Its iteration divides by the root.
        if self.0 == 0.0 { Self::ZERO } else { Self::sqrt(*self) }
    }
    #[inline]
    fn smallest() -> Self {
        Self(f64::MIN_POSITIVE, 0.0)
    }
}
