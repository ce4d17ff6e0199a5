//! An arithmetic that is wrong on purpose: `f64`, except that one product in a thousand is too large by a unit in the last place.
//!
//! A study that can be trusted has to find this mistake. The factors alone decide which products are wrong, so a study stays the same
//! however it is divided.

use super::wrapped::wrapped;
use core::ops::Mul;
use gjk::scalar::{Real, Scalar};
use gjk_question::Coordinate;

/// A number of that arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Faulty(f64);

impl Faulty {
    /// One product in so many is wrong.
    const ONE_IN: u64 = 1000;

    pub(super) fn get(self) -> f64 {
        self.0
    }
}

impl Mul for Faulty {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let mixed = (self.0.to_bits() ^ other.0.to_bits().rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let is_wrong = mixed.is_multiple_of(Self::ONE_IN) && product != 0.0 && product.is_finite();
        Self(if is_wrong { product.next_up() } else { product })
    }
}

wrapped!(Faulty, f64);

impl Scalar for Faulty {
    fn epsilon() -> Self {
        Self(f64::EPSILON)
    }
    fn unit_scale(&self) -> Self {
        Self(self.0.unit_scale())
    }
    fn in_range(&self) -> bool {
        self.0.in_range()
    }
    fn half(&self) -> Self {
        Self(0.5 * self.0)
    }
}

impl Real for Faulty {
    fn sqrt(&self) -> Self {
        Self(Real::sqrt(&self.0))
    }
    fn smallest() -> Self {
        Self(f64::from_bits(1))
    }
}

impl Coordinate for Faulty {
    fn rounded(x: f64) -> Self {
        Self(x)
    }
}
