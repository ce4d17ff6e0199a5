//! Numbers from bytes, chosen where rounding and range matter most.

use arbitrary::{Result, Unstructured};
use gjk::Scalar;
use gjk::exact::Float;
use gjk::nalgebra::RealField;

/// The nearest number of a type that rounds.
pub(crate) fn nearest<T: Scalar>(x: f64) -> T {
    T::from_double(x).expect("a type that rounds")
}

/// `f32` and `f64`.
pub(crate) trait Number: Float + RealField + Copy + num_traits::ToPrimitive {
    /// Significant bits.
    const DIGITS: i32;
    /// The exponents of the smallest number, and of the largest that is taken, more or less.
    const EXPONENTS: [i32; 2];
    /// Any bits.
    fn of_bits(bits: u64) -> f64;
}

impl Number for f32 {
    const DIGITS: i32 = 24;
    const EXPONENTS: [i32; 2] = [-149, 122];
    fn of_bits(bits: u64) -> f64 {
        Self::from_bits((bits >> 32) as u32).into()
    }
}

impl Number for f64 {
    const DIGITS: i32 = 53;
    const EXPONENTS: [i32; 2] = [-1074, 1018];
    fn of_bits(bits: u64) -> f64 {
        Self::from_bits(bits)
    }
}

pub(crate) fn rounded<T: Number>(x: f64) -> f64 {
    nearest::<T>(x).widen()
}

/// 2^e, by steps that neither overflow nor underflow on the way.
fn power_of_two(e: i32) -> f64 {
    let half = e / 2;
    2.0_f64.powi(half) * 2.0_f64.powi(e - half)
}

/// A power of two: as often as not near 1.
pub(crate) fn exponent<T: Number>(u: &mut Unstructured<'_>) -> Result<i32> {
    let [least, most] = T::EXPONENTS;
    Ok(match u.arbitrary::<u8>()? {
        near @ 0..128 => i32::from(near % 32) - 16,
        128..=255 => i32::from(u.arbitrary::<u16>()?) % (most - least + 3) + least - 1,
    })
}

/// A number of about a size: a quarter or several, one beside a power of two, any bits of it; seldom any number at all,
/// or NaN.
pub(crate) fn number<T: Number>(u: &mut Unstructured<'_>, size: i32) -> Result<f64> {
    let kind: u8 = u.arbitrary()?;
    let scaled = |x: f64| rounded::<T>(x * power_of_two(size));
    Ok(match kind {
        0..96 => scaled((f64::from(kind) - 48.0) / 4.0),
        96..128 => {
            let steps = f64::from(kind) - 112.0;
            scaled(1.0 + steps * power_of_two(1 - T::DIGITS))
        }
        128..160 => scaled(-1.0 + (f64::from(kind) - 144.0) * power_of_two(1 - T::DIGITS)),
        160..216 => scaled(f64::from(u.arbitrary::<i16>()?) / 32768.0),
        216..248 => scaled(u.arbitrary::<i64>()? as f64 / 2.0_f64.powi(63)),
        248..254 => rounded::<T>(power_of_two(exponent::<T>(u)?)),
        254..=255 => T::of_bits(u.arbitrary()?),
    })
}

pub(crate) fn vector<T: Number, const D: usize>(u: &mut Unstructured<'_>, size: i32) -> Result<[f64; D]> {
    let mut vector = [0.0; D];
    for x in &mut vector {
        *x = number::<T>(u, size)?;
    }
    Ok(vector)
}
