//! Integers as scalars: of any length, and faster ones of fixed width.

use super::dyadic::Dyadic;
use crate::scalar::Scalar;
use bnum::{Int, OverflowMode};
use core::fmt::Debug;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use nalgebra::SVector;
use num_bigint::BigInt;
use num_traits::{NumAssignOps, NumOps, One, Zero};

/// An integer without division, and so a ring: `/` would truncate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Integer<I>(pub I);

/// A type of integer that an [`Integer`] can be made of.
pub trait Digits:
    Zero + One + NumOps + NumAssignOps + Neg<Output = Self> + Ord + Clone + Debug + Send + Sync + 'static
{
    /// The integer `number` / 2^`exponent`, which fits.
    fn of(number: &Dyadic, exponent: i64) -> Self;
}

/// An integer of any length.
pub type Number = Integer<BigInt>;
pub(crate) type Vector<const D: usize> = SVector<Number, D>;

/// An integer of fixed width, in bytes, enough for all results (`lattice::Pair::width`); debug assertions check it.
pub(crate) type Fixed<const BYTES: usize> = Int<BYTES, 0, { OVERFLOW as u8 }>;
const OVERFLOW: OverflowMode = if cfg!(debug_assertions) { OverflowMode::Panic } else { OverflowMode::Wrap };

impl Digits for BigInt {
    fn of(number: &Dyadic, exponent: i64) -> Self {
        number.over(exponent)
    }
}

impl<const BYTES: usize> Digits for Fixed<BYTES> {
    fn of(number: &Dyadic, exponent: i64) -> Self {
        let digits = number.over(exponent).to_signed_bytes_le();
        debug_assert!(digits.len() <= BYTES, "it fits");
        let sign = digits.last().map_or(0, |last| if *last < 128 { 0 } else { 255 });
        let mut bytes = [sign; BYTES];
        for (byte, digit) in bytes.iter_mut().zip(digits) {
            *byte = digit;
        }
        Self::from_bytes(bytes)
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident),*) => { $(
        impl<I: Digits> $operator for Integer<I> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
        impl<I: Digits> $assign for Integer<I> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0.$assign_method(other.0);
            }
        }
    )* };
}
operators!(Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);

impl<I: Digits> Neg for Integer<I> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<I: Digits> Zero for Integer<I> {
    fn zero() -> Self {
        Self(I::zero())
    }
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl<I: Digits> One for Integer<I> {
    fn one() -> Self {
        Self(I::one())
    }
}

impl<I: Digits> Scalar for Integer<I> {}
