//! Squares of distances as quotients that are not divided: they need neither division nor a root, so any ring will do.

use crate::scalar::{Field, Scalar};

/// The signed square of a distance from the origin, `over / under`, which is compared without dividing. It is negative if the
/// origin is on the other side of the plane.
#[derive(Clone, Debug)]
pub struct Quotient<T> {
    /// The numerator.
    pub over: T,
    /// The denominator, not negative.
    pub under: T,
}

impl<T: Scalar> Quotient<T> {
    /// For a plane of points p with p · `axis` = `level`.
    #[inline]
    pub fn plane<const D: usize>(level: &T, axis: &nalgebra::SVector<T, D>) -> Self {
        Self::at(level, axis.dot(axis))
    }

    /// For such a plane, where the square of the axis is known.
    #[inline]
    pub(crate) fn at(level: &T, square: T) -> Self {
        Self { over: level.clone() * level.abs(), under: square }
    }

    /// Whether it is less than another.
    #[inline]
    pub fn less_than(&self, other: &Self) -> bool {
        self.over.clone() * other.under.clone() < other.over.clone() * self.under.clone()
    }

    /// Whether it is more than `length`².
    #[inline]
    pub fn exceeds(&self, length: &T) -> bool {
        self.over > length.clone() * length.clone() * self.under.clone()
    }
}

impl<T: Field> Quotient<T> {
    /// Divided.
    #[inline]
    pub fn value(self) -> T {
        self.over / self.under
    }
}
