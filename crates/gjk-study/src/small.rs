//! Arithmetic with few digits: any number of bits from 3 to 53, in any range of exponents up to ±400.
//!
//! Coarse rounding shows best what rounding does to an answer. With five bits there are so few numbers that every combination can be tried,
//! and errors over the number of bits make a curve. A [`Format`] is a format of IEEE 754 (IEEE Standard for Floating-Point Arithmetic,
//! 2019): bits, a largest exponent, numbers below the normal ones. Each operation returns the number nearest to the exact result; of two
//! equally near numbers, the even one.

use core::cell::Cell;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use gjk::exact::Float;
use gjk::{Real, Scalar};
use num_traits::{FromPrimitive, One, ToPrimitive, Zero};

std::thread_local! {
    static FORMAT: Cell<Format> = const { Cell::new(Format::SINGLE) };
}

/// A floating-point format: how many significant bits its numbers have, and their range of exponents.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::Segment};
/// use gjk_study::small::{Format, Small};
/// let gap = || -> Result<Small, gjk::Error> {
///     let p = |x, y| Point2::new(Small::new(x), Small::new(y));
///     let ground = Segment::new([p(-1.0, 0.3), p(9.0, 0.3)])?;
///     Ok(distance(&ground, &Segment::new([p(1.0, 1.3), p(2.0, 7.0)])?).distance)
/// };
/// for bits in [3, 8, 11, 24] {
///     let format = Format::new(bits, 15).unwrap();
///     let found = format.run(gap)?.get();
///     // The more bits the better: off by at most an ε of the largest coordinate.
///     assert!((found - 1.0).abs() <= 9.0 * format.epsilon());
/// }
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    bits: i32,
    highest: i32,
}

impl Format {
    /// The format of [`half::f16`](https://docs.rs/half).
    pub const HALF: Self = Self { bits: 11, highest: 15 };
    /// The format of `f32`, the default of each thread.
    pub const SINGLE: Self = Self { bits: 24, highest: 127 };

    /// Numbers with so many `bits`, 3 to 53, the first included. Their exponents are at most `highest`, 2 to 400, and at
    /// least 1 − `highest`; below that are subnormal numbers. `None` for other bits and exponents.
    #[must_use]
    pub const fn new(bits: u32, highest: u32) -> Option<Self> {
        if bits < 3 || bits > 53 || highest < 2 || highest > 400 {
            return None;
        }
        #[expect(clippy::cast_possible_wrap, reason = "at most 400")]
        Some(Self { bits: bits as i32, highest: highest as i32 })
    }

    /// Runs `task` on this thread, where every operation on a [`Small`] rounds to this format. (So does a processor
    /// whose control word sets the precision.)
    pub fn run<R>(self, task: impl FnOnce() -> R) -> R {
        struct Back(Format);
        impl Drop for Back {
            fn drop(&mut self) {
                FORMAT.set(self.0);
            }
        }
        let _back = Back(FORMAT.replace(self));
        task()
    }

    /// The gap between 1 and the next number.
    #[must_use]
    pub fn epsilon(self) -> f64 {
        power_of_two(1 - self.bits)
    }

    /// The smallest positive number.
    #[must_use]
    pub fn smallest(self) -> f64 {
        power_of_two(2 - self.highest - self.bits)
    }

    /// The smallest positive number with all its bits.
    #[must_use]
    pub fn smallest_normal(self) -> f64 {
        power_of_two(1 - self.highest)
    }

    /// The largest number.
    #[must_use]
    pub fn largest(self) -> f64 {
        (2.0 - self.epsilon()) * power_of_two(self.highest)
    }

    /// The nearest number to `x` + `rest`, where x is the double nearest to that, and only the sign of `rest` matters: it is
    /// asked for if `x` is midway between two numbers. (Any double between two numbers that is not midway is on the same
    /// side as what it was rounded from, for what is midway is a double itself.)
    fn nearest(self, x: f64, rest: impl FnOnce() -> f64) -> f64 {
        const FRACTION: u64 = (1 << 52) - 1;
        if x == 0.0 || !x.is_finite() {
            return x;
        }
        let bits = x.abs().to_bits();
        // A subnormal double is less than half of any format's smallest number.
        let exponent = (bits >> 52) as i32 - 1023;
        let lowest = 1 - self.highest;
        let dropped = 53 - self.bits + (lowest - exponent).max(0);
        if dropped > 53 {
            return 0.0_f64.copysign(x);
        }
        let mantissa = bits & FRACTION | 1 << 52;
        let (kept, lost) = (mantissa >> dropped, mantissa & ((1 << dropped) - 1));
        let half = (1 << dropped) >> 1;
        let up = dropped > 0
            && (lost > half
                || lost == half && {
                    let rest = rest() * x.signum();
                    rest > 0.0 || rest == 0.0 && kept & 1 == 1
                });
        #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
        let nearest = (kept + u64::from(up)) as f64 * power_of_two(exponent - 52 + dropped);
        let finite = nearest < power_of_two(self.highest + 1);
        (if finite { nearest } else { f64::INFINITY }).copysign(x)
    }
}

/// 2^k, for −1022 ≤ k ≤ 1023.
fn power_of_two(k: i32) -> f64 {
    f64::from_bits(u64::from((1023 + k).unsigned_abs()) << 52)
}

/// A number of the [`Format`] in which its thread computes.
///
/// ```
/// use gjk_study::small::{Format, Small};
/// let third = || Small::new(1.0) / Small::new(3.0);
/// assert_eq!(Format::new(3, 15).unwrap().run(third).get(), 0.3125);
/// assert_eq!(third().get(), f64::from(1.0_f32 / 3.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Small(f64);

impl Small {
    /// The number nearest to `x`: infinite, if that is beyond the largest.
    #[must_use]
    pub fn new(x: f64) -> Self {
        Self::of(x, || 0.0)
    }

    /// This number as an `f64`, which is exact.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    fn of(x: f64, rest: impl FnOnce() -> f64) -> Self {
        Self(FORMAT.get().nearest(x, rest))
    }
}

/// a·b + c, rounded once.
fn fused(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

impl Add for Small {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the error of the sum is made of differences")]
    fn add(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        let sum = a + b;
        Self::of(sum, || {
            let second = sum - a;
            (a - (sum - second)) + (b - second)
        })
    }
}

impl Sub for Small {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Small {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = self.0 * other.0;
        Self::of(product, || fused(self.0, other.0, -product))
    }
}

impl Div for Small {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "only the sign of the error is wanted")]
    fn div(self, other: Self) -> Self {
        let quotient = self.0 / other.0;
        Self::of(quotient, || fused(-quotient, other.0, self.0) * other.0.signum())
    }
}

impl Neg for Small {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

macro_rules! assign {
    ($($assign:ident $f:ident $op:tt),*) => { $(
        impl $assign for Small {
            fn $f(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )* };
}
assign!(AddAssign add_assign +, SubAssign sub_assign -, MulAssign mul_assign *, DivAssign div_assign /);

impl Zero for Small {
    fn zero() -> Self {
        Self(0.0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

impl One for Small {
    fn one() -> Self {
        Self(1.0)
    }
}

impl ToPrimitive for Small {
    fn to_i64(&self) -> Option<i64> {
        self.0.to_i64()
    }
    fn to_u64(&self) -> Option<u64> {
        self.0.to_u64()
    }
    fn to_f64(&self) -> Option<f64> {
        Some(self.0)
    }
}

impl FromPrimitive for Small {
    fn from_i64(n: i64) -> Option<Self> {
        f64::from_i64(n).map(Self::new)
    }
    fn from_u64(n: u64) -> Option<Self> {
        f64::from_u64(n).map(Self::new)
    }
    fn from_f64(x: f64) -> Option<Self> {
        Some(Self::new(x))
    }
}

impl Scalar for Small {
    fn epsilon() -> Self {
        Self(FORMAT.get().epsilon())
    }
    fn unit_scale(&self) -> Self {
        let Format { highest, .. } = FORMAT.get();
        let exponent = (self.0.abs().to_bits() >> 52) as i32 - 1023;
        // As for the larger types, both the power and its inverse are normal numbers.
        Self(power_of_two(-exponent.clamp(1 - highest, highest - 1)))
    }
    fn in_range(&self) -> bool {
        self.0.abs() <= FORMAT.get().largest() / 64.0
    }
    fn half(&self) -> Self {
        Self::new(0.5 * self.0)
    }
    fn abs(&self) -> Self {
        Self(self.0.abs())
    }
    fn two_product(&self, factor: &Self) -> [Self; 2] {
        let product = *self * *factor;
        [product, Self::new(fused(self.0, factor.0, -product.0))]
    }
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        Some(*self / *divisor)
    }
    fn from_double(x: f64) -> Option<Self> {
        Some(Self::new(x))
    }
}

impl Real for Small {
    fn sqrt(&self) -> Self {
        let root = self.0.sqrt();
        Self::of(root, || fused(-root, root, self.0))
    }
    fn smallest() -> Self {
        Self(FORMAT.get().smallest())
    }
}

impl Float for Small {
    fn widen(&self) -> f64 {
        self.get()
    }
}
