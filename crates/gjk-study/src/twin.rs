//! A number with its exact twin: both compute the same, the twin without rounding. Comparisons use the rounded number, so the
//! same branches are taken.

use super::rational::Exactly;
use gjk::scalar::Scalar;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// The twin is absent where a rounded number that is not finite came in.
#[derive(Clone, Debug)]
pub(super) struct Twin<T> {
    pub(super) rounded: T,
    pub(super) exact: Option<BigRational>,
}

impl<T: Exactly> Twin<T> {
    pub(super) fn new(rounded: T) -> Self {
        Self { exact: rounded.exactly(), rounded }
    }
}

impl<T: PartialEq> PartialEq for Twin<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rounded == other.rounded
    }
}

impl<T: PartialOrd> PartialOrd for Twin<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.rounded.partial_cmp(&other.rounded)
    }
}

macro_rules! operations {
    ($($operator:ident $operation:ident $assigning:ident $assignment:ident),*) => { $(
        impl<T: Scalar> $operator for Twin<T> {
            type Output = Self;
            fn $operation(self, other: Self) -> Self {
                let exact = self.exact.zip(other.exact).map(|(x, y)| x.$operation(y));
                Self { rounded: self.rounded.$operation(other.rounded), exact }
            }
        }
        impl<T: Scalar> $assigning for Twin<T> {
            fn $assignment(&mut self, other: Self) {
                *self = self.clone().$operation(other);
            }
        }
    )* };
}
operations!(Add add AddAssign add_assign, Sub sub SubAssign sub_assign, Mul mul MulAssign mul_assign);

impl<T: Scalar> Neg for Twin<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { rounded: -self.rounded, exact: self.exact.map(|x| -x) }
    }
}

impl<T: Scalar> Zero for Twin<T> {
    fn zero() -> Self {
        Self { rounded: T::zero(), exact: Some(BigRational::zero()) }
    }
    fn is_zero(&self) -> bool {
        self.rounded.is_zero()
    }
}

impl<T: Scalar> One for Twin<T> {
    fn one() -> Self {
        Self { rounded: T::one(), exact: Some(BigRational::one()) }
    }
}

impl<T: Exactly> Scalar for Twin<T> {
    fn epsilon() -> Self {
        Self::new(T::epsilon())
    }
    fn unit_scale(&self) -> Self {
        Self::new(self.rounded.unit_scale())
    }
}
