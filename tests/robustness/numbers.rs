//! Features of `f32` and `f64` that the library does not need.

use oracle::testing::Float;

/// Features of `f32` and `f64` that the library does not need.
pub trait Extreme: Float {
    const LARGEST: Self;
    const NOT_A_NUMBER: Self;
    const INFINITE: Self;
    fn bits(self) -> u64;
    fn from_bits_of(bits: u64) -> Self;
}

impl Extreme for f32 {
    const LARGEST: Self = f32::MAX;
    const NOT_A_NUMBER: Self = f32::NAN;
    const INFINITE: Self = f32::INFINITY;
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
    fn from_bits_of(bits: u64) -> Self {
        f32::from_bits((bits >> 32) as u32)
    }
}

impl Extreme for f64 {
    const LARGEST: Self = f64::MAX;
    const NOT_A_NUMBER: Self = f64::NAN;
    const INFINITE: Self = f64::INFINITY;
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn from_bits_of(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}
