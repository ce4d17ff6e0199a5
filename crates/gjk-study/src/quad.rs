//! Double-double arithmetic: a number is the sum of two `f64`. It has 105 bits, and the range of one `f64`.
//!
//! It gives more digits than `f64` where exact arithmetic is too slow. Sums and products are not correctly rounded, so ε is 16 times the
//! epsilon of the wrapped type. A trace shows the nearest `f64` of a number.

use super::rational::Exactly;
use super::wrapped::wrapped;
use core::ops::Mul;
use gjk::scalar::{Real, Scalar};
use gjk_question::Coordinate;
use num_rational::BigRational;
use num_traits::{FromPrimitive, ToPrimitive};

/// A double-double number: [`qd::Quad`] as a scalar.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::PointCloud};
/// use gjk_study::Quad;
/// let point = |x: f64, y: f64| PointCloud::new([Point2::new(Quad::from(x), Quad::from(y))]);
/// let found = distance(&point(0.0, 0.0)?, &point(1.0, 1.0)?).distance.parts();
/// assert_eq!(found[0], 2.0_f64.sqrt());
/// assert!(found[1] != 0.0); // what the root of 2 is more or less than that
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Quad(qd::Quad);

wrapped!(Quad, qd::Quad);

impl Quad {
    /// The two numbers that it is the sum of, the larger first.
    #[must_use]
    pub fn parts(self) -> [f64; 2] {
        [self.0.0, self.0.1]
    }
}

impl From<f64> for Quad {
    fn from(x: f64) -> Self {
        Self(qd::Quad(x, 0.0))
    }
}

impl Mul for Quad {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Scalar for Quad {
    fn epsilon() -> Self {
        Self(qd::Quad(16.0 * qd::Quad::EPSILON.0, 0.0))
    }
    fn unit_scale(&self) -> Self {
        self.0.0.unit_scale().into()
    }
    /// Multiplication splits numbers into halves, which needs room.
    fn in_range(&self) -> bool {
        self.0.0.abs() <= f64::MAX / 1e20
    }
    fn half(&self) -> Self {
        Self(qd::Quad(0.5 * self.0.0, 0.5 * self.0.1))
    }
    fn abs(&self) -> Self {
        Self(self.0.abs())
    }
    fn quotient(&self, divisor: &Self) -> Option<Self> {
        Some(*self / *divisor)
    }
}

impl Real for Quad {
    fn sqrt(&self) -> Self {
        // The type's own iteration would divide by the root, 0.
        Self(if self.0.0 == 0.0 { qd::Quad::ZERO } else { self.0.sqrt() })
    }
    fn smallest() -> Self {
        f64::MIN_POSITIVE.into()
    }
}

impl Coordinate for Quad {
    fn rounded(x: f64) -> Self {
        x.into()
    }
}

impl Exactly for Quad {
    fn exactly(&self) -> Option<BigRational> {
        Some(BigRational::from_float(self.0.0)? + BigRational::from_float(self.0.1)?)
    }
}

impl ToPrimitive for Quad {
    fn to_i64(&self) -> Option<i64> {
        self.0.0.to_i64()
    }
    fn to_u64(&self) -> Option<u64> {
        self.0.0.to_u64()
    }
    fn to_f64(&self) -> Option<f64> {
        Some(self.0.0)
    }
}

impl FromPrimitive for Quad {
    fn from_i64(n: i64) -> Option<Self> {
        f64::from_i64(n).map(Self::from)
    }
    fn from_u64(n: u64) -> Option<Self> {
        f64::from_u64(n).map(Self::from)
    }
    fn from_f64(x: f64) -> Option<Self> {
        Some(Self::from(x))
    }
}
