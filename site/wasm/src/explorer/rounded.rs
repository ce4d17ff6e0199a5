//! Single and double precision in one type, so that the library has to be compiled once for the two.
//!
//! In single precision every result is rounded twice: to double precision, and on to single. For sums, differences, products, quotients and
//! square roots of normal numbers this is the same as rounding once, because 53 bits are more than twice 24 (S. A. Figueroa, When is double
//! rounding innocuous?, SIGNUM Newsletter 30, 1995). So these are the bits of an `f32`.

use core::fmt;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use gjk::exact::Float;
use gjk::{Real, Scalar};
use gjk_question::{Arithmetic, Coordinate, Number};
use num_traits::{FromPrimitive, One, ToPrimitive, Zero};

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Rounded(f64);

/// There is one thread, and it computes in one precision at a time.
static SINGLE: AtomicBool = AtomicBool::new(false);

/// Sets the precision for what follows. (Exact arithmetic starts from double precision.)
pub(crate) fn compute_in(arithmetic: Arithmetic) {
    SINGLE.store(arithmetic == Arithmetic::F32, Relaxed);
}

fn single() -> bool {
    SINGLE.load(Relaxed)
}

#[inline(never)]
#[expect(clippy::cast_possible_truncation, reason = "it rounds to the nearest")]
fn rounded(x: f64) -> Rounded {
    Rounded(if single() { f64::from(x as f32) } else { x })
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident),*) => { $(
        impl $operator for Rounded {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                rounded(self.0.$method(other.0))
            }
        }
        impl $assign for Rounded {
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )* };
}
operators!(Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign, Div div DivAssign div_assign);

impl Neg for Rounded {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Zero for Rounded {
    fn zero() -> Self {
        Self(0.0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

impl One for Rounded {
    fn one() -> Self {
        Self(1.0)
    }
}

impl Scalar for Rounded {
    fn epsilon() -> Self {
        Self(if single() { f32::EPSILON.into() } else { f64::EPSILON })
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is an f32")]
    fn unit_scale(&self) -> Self {
        Self(if single() { (self.0 as f32).unit_scale().into() } else { self.0.unit_scale() })
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is an f32")]
    fn in_range(&self) -> bool {
        if single() { (self.0 as f32).in_range() } else { self.0.in_range() }
    }
    fn half(&self) -> Self {
        rounded(self.0.half())
    }
    fn abs(&self) -> Self {
        Self(self.0.abs())
    }
    fn two_product(&self, factor: &Self) -> [Self; 2] {
        let [exact, rest] = self.0.two_product(&factor.0);
        let product = rounded(exact);
        // In single precision the product is exact in double precision, and this is what is rounded off.
        [product, rounded((exact - product.0) + rest)]
    }
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        Some(*self / *divisor)
    }
}

impl Real for Rounded {
    fn sqrt(&self) -> Self {
        rounded(Real::sqrt(&self.0))
    }
    fn smallest() -> Self {
        Self(if single() { f32::smallest().into() } else { f64::smallest() })
    }
}

impl Float for Rounded {
    fn widen(&self) -> f64 {
        self.0
    }
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ToPrimitive for Rounded {
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

impl FromPrimitive for Rounded {
    fn from_i64(n: i64) -> Option<Self> {
        f64::from_i64(n).map(rounded)
    }
    fn from_u64(n: u64) -> Option<Self> {
        f64::from_u64(n).map(rounded)
    }
    fn from_f64(x: f64) -> Option<Self> {
        Some(rounded(x))
    }
}

impl Coordinate for Rounded {
    fn rounded(x: f64) -> Self {
        rounded(x)
    }
}

impl Number for Rounded {}
