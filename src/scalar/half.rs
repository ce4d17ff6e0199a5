//! Half precision.
//!
//! Numbers have eleven bits, and range from 6·10⁻⁸ to 65504. Coordinates go up to 1023, so that a sum of 64 stays in
//! range; below 10⁻⁴ coordinates have fewer bits. Distances are right to a few ε, about a thousandth, of the largest
//! coordinate.

use super::{Real, Scalar};
use core::cmp::Ordering;
use half::f16;
use num_traits::Float;

impl Scalar for f16 {
    #[inline]
    fn epsilon() -> Self {
        Self::EPSILON
    }
    #[inline]
    fn unit_scale(&self) -> Self {
        // As for the larger types, this negates the exponent, and takes subnormal numbers as the least normal one.
        let exponent = (self.to_bits() & 0x7c00).clamp(0x0400, 0x7800 - 0x0400);
        Self::from_bits(0x7800 - exponent)
    }
    #[inline]
    fn in_range(&self) -> bool {
        Float::abs(*self) <= Self::MAX / Self::from_f32(64.0)
    }
    #[inline]
    fn half(&self) -> Self {
        *self * Self::from_f32(0.5)
    }
    #[inline]
    fn abs(&self) -> Self {
        Float::abs(*self)
    }
    #[inline]
    fn two_product(&self, factor: &Self) -> [Self; 2] {
        let product = *self * *factor;
        // Exact in 24 bits.
        [product, Self::from_f32(self.to_f32() * factor.to_f32() - product.to_f32())]
    }
    #[inline]
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        Some(*self / *divisor)
    }
    #[inline]
    fn from_double(x: f64) -> Option<Self> {
        Some(nearest(x))
    }
}

impl Real for f16 {
    #[inline]
    fn sqrt(&self) -> Self {
        Float::sqrt(*self)
    }
    #[inline]
    fn smallest() -> Self {
        Self::from_bits(1)
    }
}

/// The number nearest to x. (`from_f64` rounds twice on some processors, and ignores the last 32 bits on others.)
/// Rounds a number of 24 bits first, whose last bit says that something is missing.
pub(crate) fn nearest(x: f64) -> f16 {
    #[expect(clippy::cast_possible_truncation, reason = "what is lost is seen")]
    let near = x as f32;
    let truncated = match f64::from(near).abs().partial_cmp(&x.abs()) {
        Some(Ordering::Equal) => return f16::from_f32(near),
        Some(Ordering::Greater) => near.to_bits() - 1,
        _ => near.to_bits(),
    };
    f16::from_f32(f32::from_bits(truncated | 1))
}
