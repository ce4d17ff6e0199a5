//! Twice the digits: a number as the unevaluated sum of two.
//!
//! The rounding error of a sum or a product is itself a number (T. J. Dekker, A floating-point technique for extending
//! the available precision, Numerische Mathematik 18, 1971; Donald E. Knuth, The Art of Computer Programming 2, 4.2.2).
//! The rounded result and its error have about twice the digits together, and the range of one number.

use super::Scalar;
use crate::tolerance;
use core::array;
use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use num_traits::{One, Zero};

/// A sum of two numbers. The second is at most about half a unit in the last place of the first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Doubled<T> {
    pub(crate) high: T,
    pub(crate) low: T,
}

impl<T: Scalar> Doubled<T> {
    pub(crate) fn rounded(self) -> T {
        self.high
    }

    pub(crate) fn sum(a: T, b: T) -> Self {
        let high = a.clone() + b.clone();
        let second = high.clone() - a.clone();
        let first = high.clone() - second.clone();
        Self { high, low: (a - first) + (b - second) }
    }

    fn sum_of_sorted(a: T, b: T) -> Self {
        let high = a.clone() + b.clone();
        Self { low: b - (high.clone() - a), high }
    }

    fn times(&self, factor: &T) -> Self {
        let [high, low] = self.high.two_product(factor);
        Self::sum_of_sorted(high, low + self.low.clone() * factor.clone())
    }
}

impl<T: Scalar> From<T> for Doubled<T> {
    fn from(high: T) -> Self {
        Self { high, low: T::zero() }
    }
}

impl<T: Scalar> Add for Doubled<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.high, other.high), Self::sum(self.low, other.low));
        let once = Self::sum_of_sorted(high.high, high.low + low.high);
        Self::sum_of_sorted(once.high, once.low + low.low)
    }
}

impl<T: Scalar> Neg for Doubled<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl<T: Scalar> Sub for Doubled<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<T: Scalar> Mul for Doubled<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let [high, low] = self.high.two_product(&other.high);
        Self::sum_of_sorted(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl<T: Scalar> Div for Doubled<T> {
    type Output = Self;
    /// Long division with three digits, each of them a number. Scalars that do not divide are exact, and never doubled.
    #[expect(clippy::suspicious_arithmetic_impl, reason = "long division subtracts, and adds the digits")]
    fn div(self, other: Self) -> Self {
        let mut rest = self;
        let mut digit = || {
            let digit = rest.high.quotient(&other.high).unwrap_or_else(T::zero);
            rest = rest.clone() - other.times(&digit);
            digit
        };
        let [first, second, third] = [digit(), digit(), digit()];
        Self::sum_of_sorted(first, second) + third.into()
    }
}

/// An exact sum of up to N numbers whose digits do not overlap (Jonathan Richard Shewchuk, Adaptive precision
/// floating-point arithmetic and fast robust geometric predicates, Discrete & Computational Geometry 18, 1997).
pub(crate) struct Unrounded<T, const N: usize> {
    parts: [T; N],
    count: usize,
}

impl<T: Scalar, const N: usize> Unrounded<T, N> {
    pub(crate) fn zero() -> Self {
        Self { parts: array::from_fn(|_| T::zero()), count: 0 }
    }

    fn add(&mut self, mut number: T) {
        let mut kept = 0;
        for k in 0..self.count {
            let Doubled { high, low } = Doubled::sum(number, self.parts[k].clone());
            number = high;
            if !low.is_zero() {
                self.parts[kept] = low;
                kept += 1;
            }
        }
        if let Some(slot) = self.parts.get_mut(kept).filter(|_| !number.is_zero()) {
            *slot = number;
            kept += 1;
        }
        self.count = kept;
    }

    pub(crate) fn add_product(&mut self, a: &T, b: &T, c: &T) {
        for part in a.two_product(b) {
            for part in part.two_product(c) {
                self.add(part);
            }
        }
    }

    pub(crate) fn is_positive(&self) -> bool {
        self.parts[..self.count].last().is_some_and(|last| *last > T::zero())
    }
}

macro_rules! assign {
    ($($assign:ident $f:ident $op:tt),*) => { $(
        impl<T: Scalar> $assign for Doubled<T> {
            fn $f(&mut self, other: Self) {
                *self = self.clone() $op other;
            }
        }
    )* };
}
assign!(AddAssign add_assign +, SubAssign sub_assign -, MulAssign mul_assign *, DivAssign div_assign /);

impl<T: Scalar> PartialOrd for Doubled<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let order = self.high.partial_cmp(&other.high)?;
        if order == Ordering::Equal { self.low.partial_cmp(&other.low) } else { Some(order) }
    }
}

impl<T: Scalar> Zero for Doubled<T> {
    fn zero() -> Self {
        T::zero().into()
    }
    fn is_zero(&self) -> bool {
        self.high.is_zero() && self.low.is_zero()
    }
}

impl<T: Scalar> One for Doubled<T> {
    fn one() -> Self {
        T::one().into()
    }
}

impl<T: Scalar> Scalar for Doubled<T> {
    /// Eight times ε², which is about the rounding of a sum or a product.
    fn epsilon() -> Self {
        super::times(tolerance::DOUBLED, &(T::epsilon() * T::epsilon())).into()
    }
    fn unit_scale(&self) -> Self {
        self.high.unit_scale().into()
    }
    fn in_range(&self) -> bool {
        self.high.in_range()
    }
    fn half(&self) -> Self {
        Self { high: self.high.half(), low: self.low.half() }
    }
}

#[cfg(test)]
mod tests;
