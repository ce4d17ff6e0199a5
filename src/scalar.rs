//! Traits of number types. Each query requires only the traits it needs.
//!
//! | trait | adds | enough for |
//! | --- | --- | --- |
//! | [`Scalar`] | an ordered ring and an exact rescaling | a verdict between polytopes, in 2D and 3D |
//! | [`Field`] | division | a verdict in any dimension, closest points |
//! | [`Real`] | the square root | measurements: a distance, a curved shape |
//!
//! A big rational number is a scalar, too: no trait asks for `Copy` or for `num_traits::Float`.

pub(crate) mod doubled;
#[cfg(feature = "half")]
pub(crate) mod half;
pub(crate) mod vector;

pub(crate) use vector::{
    Quotient, array_of, at_unit_scale, chosen, clamp, column, difference, dimension, dot, halfway, is_nan, ith,
    largest, max, min, narrow, narrowed, negated, norm, resized, same, scaled, sum, times, turned_left, ulps, unit,
    vanishes, whole, widened,
};

use nalgebra::{ClosedAddAssign, ClosedDivAssign, ClosedMulAssign, ClosedSubAssign};
use num_traits::{One, Zero};

/// A number type for verdicts: `+ − ×`, comparison, and an exact rescaling (an ordered ring). The defaults of all
/// methods are right for exact arithmetic; a type that rounds overrides them.
///
/// ```
/// use std::ops::*;
/// // A fixed-point number: thousandths, exact under + − (and × here, for the sake of the example).
/// #[derive(Clone, Debug, PartialEq, PartialOrd)]
/// struct Whole(i128);
/// # macro_rules! op { ($($t:ident $f:ident $a:ident $g:ident),*) => { $(
/// impl $t for Whole { type Output = Whole; fn $f(self, o: Whole) -> Whole { Whole(self.0.$f(o.0)) } }
/// impl $a for Whole { fn $g(&mut self, o: Whole) { self.0.$g(o.0) } }
/// # )* } }
/// # op!(Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);
/// impl Neg for Whole { type Output = Whole; fn neg(self) -> Whole { Whole(-self.0) } }
/// # impl num_traits::Zero for Whole { fn zero() -> Whole { Whole(0) } fn is_zero(&self) -> bool { self.0 == 0 } }
/// # impl num_traits::One for Whole { fn one() -> Whole { Whole(1) } }
/// impl gjk::Scalar for Whole {}
///
/// use gjk::{intersects, nalgebra::Point2, shape::Triangle};
/// let p = |x, y| Point2::new(Whole(x), Whole(y));
/// let a = Triangle::new([p(4, 5), p(4, 11), p(9, 9)])?;
/// let b = Triangle::new([p(5, 7), p(12, 7), p(10, 2)])?;
/// assert!(intersects(&a, &b));
/// # Ok::<(), gjk::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scalar",
    note = "`f32`, `f64`, or a type of your own that implements `gjk::Scalar`"
)]
pub trait Scalar:
    nalgebra::Scalar
    + PartialOrd
    + Zero
    + One
    + core::ops::Neg<Output = Self>
    + ClosedAddAssign
    + ClosedSubAssign
    + ClosedMulAssign
    + Send
    + Sync
{
    /// The gap between 1 and the next number: 2⁻²³ for `f32`, 2⁻⁵² for `f64`; 0 where nothing is rounded.
    #[must_use]
    fn epsilon() -> Self {
        Self::zero()
    }

    /// A power of two `z` such that `z · self` is between 1 and 4; multiplying by it is exact. In arithmetic that neither
    /// overflows nor rounds it is 1. For `self` = 0 it is any power.
    #[must_use]
    fn unit_scale(&self) -> Self {
        Self::one()
    }

    /// Returns whether the number is finite, and so are a few sums of such numbers. Constructors reject other
    /// coordinates.
    fn in_range(&self) -> bool {
        true
    }

    /// About half of the number, to begin a search with. A type that cannot halve may return the number itself.
    #[must_use]
    fn half(&self) -> Self {
        self.clone()
    }

    /// |self|.
    #[must_use]
    fn abs(&self) -> Self {
        if *self < Self::zero() { -self.clone() } else { self.clone() }
    }

    /// The rounded product and its rounding error, which is zero in exact arithmetic.
    ///
    /// If a type of your own overrides this and [`quotient`](Scalar::quotient), queries in doubt go on with twice the
    /// type's digits, and answers keep the bounds of docs/precision.md.
    #[must_use]
    fn two_product(&self, factor: &Self) -> [Self; 2] {
        [self.clone() * factor.clone(), Self::zero()]
    }

    /// The rounded quotient; `None` in arithmetic that does not round, or does not divide.
    #[must_use]
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        let _ = divisor;
        None
    }

    /// The number of this type nearest to an `f64`; `None` for types with more digits.
    #[must_use]
    fn from_double(x: f64) -> Option<Self> {
        let _ = x;
        None
    }

    /// The whole part of a number from 0 to 2³²; `None` if unknown. A [`Cache`](crate::Cache) keeps rotations as whole
    /// numbers.
    #[must_use]
    fn whole_part(&self) -> Option<u32> {
        None
    }
}

/// A number type that also divides.
pub trait Field: Scalar + ClosedDivAssign {}
impl<T: Scalar + ClosedDivAssign> Field for T {}

/// A number type with correctly rounded square roots, for measurements: the same input gives the same bits everywhere.
///
/// With dual numbers, answers come with their derivatives: see the example
/// [`own_scalar`](https://docs.rs/crate/gjk/latest/source/examples/own_scalar.rs).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no square roots",
    note = "`f32`, `f64`, or a type of your own that implements `gjk::Real`; verdicts (`intersects`) need a `Scalar` only"
)]
pub trait Real: Field {
    /// √self, for self ≥ 0.
    #[must_use]
    fn sqrt(&self) -> Self;

    /// The smallest positive number, reported in place of a positive distance that rounds to zero.
    #[must_use]
    fn smallest() -> Self {
        Self::epsilon()
    }
}

/// `exponent` masks the exponent's bits; `mirror` minus them negates it. `smallest` has the least normal number's.
macro_rules! float {
    ($t:ty, $bits:ty, $exponent:literal, $mirror:literal, $smallest:literal) => {
        impl Scalar for $t {
            #[inline]
            fn epsilon() -> Self {
                <$t>::EPSILON
            }
            #[inline]
            fn unit_scale(&self) -> Self {
                // Subnormal numbers have exponent bits 0, and would need more than the largest power.
                let exponent = (self.to_bits() & $exponent).clamp($smallest, $mirror - $smallest);
                <$t>::from_bits($mirror - exponent)
            }
            #[inline]
            fn in_range(&self) -> bool {
                // No sum of coordinates in 8 dimensions has more than 64 terms.
                self.abs() <= <$t>::MAX / 64.0
            }
            #[inline]
            fn half(&self) -> Self {
                self * 0.5
            }
            #[inline]
            fn abs(&self) -> Self {
                <$t>::abs(*self)
            }
            #[inline]
            fn two_product(&self, factor: &Self) -> [Self; 2] {
                let product = self * factor;
                [product, num_traits::Float::mul_add(*self, *factor, -product)]
            }
            #[inline]
            fn quotient(&self, divisor: &Self) -> Option<Self> {
                Some(self / divisor)
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "it rounds to the nearest")]
            fn from_double(x: f64) -> Option<Self> {
                Some(x as $t)
            }
            #[inline]
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the whole part is asked for")]
            fn whole_part(&self) -> Option<u32> {
                Some(*self as u32)
            }
        }
        impl Real for $t {
            #[inline]
            fn sqrt(&self) -> Self {
                num_traits::Float::sqrt(*self)
            }
            #[inline]
            fn smallest() -> Self {
                <$t>::from_bits(1)
            }
        }
    };
}
float!(f32, u32, 0x7f80_0000, 0x7f00_0000, 0x0080_0000);
float!(f64, u64, 0x7ff0_0000_0000_0000, 0x7fe0_0000_0000_0000, 0x0010_0000_0000_0000);
