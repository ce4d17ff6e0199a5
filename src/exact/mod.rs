//! The same questions in exact arithmetic: what two shapes *are* decides, not what they are rounded to.
//!
//! A shape is taken as its [`Construction`] says, on a common lattice with the other one, so that all numbers are
//! integers. On them runs the very loop that runs on floating-point numbers. Nothing is rounded, there is nothing to be
//! tolerant of, and it always ends: every step gets strictly nearer, and there are finitely many features.
//!
//! In two and three dimensions a verdict takes integers of a fixed width where the shapes' exponents let it: with
//! coordinates of n bits, those of sums included, a difference has n + 1, and the products that are compared have
//! 2(n + 1) + 4 in two dimensions (degree 2) and 4(n + 1) + 9 in three (degree 4), signs included. So 256 and 512 bits do
//! for n ≤ 124. Elsewhere (and in all distances, and where code is to be small) integers are as long as they need be.

mod cases;
mod contact;
mod distance;
mod dyadic;
mod integer;
mod lattice;
mod rounding;
mod verdict;

pub use contact::{Contact, contact};
pub use distance::{Distance, distance};
pub use verdict::intersects;
pub(crate) use verdict::{decide, encloses, pair, separates};
#[cfg(feature = "serde")]
pub(crate) use {
    cases::{InIntegers, Whole, dot},
    contact::{reduced, separate},
    distance::{Unit, measure},
    integer::{Integer, Number},
    lattice::Pair,
    rounding::{nearest, root_plus},
    verdict::start,
};

use crate::construction::Construction;
use crate::scalar::Real;

/// A floating-point number that an `f64` can hold.
pub trait Float: Real {
    /// The same number.
    fn widen(&self) -> f64;
    /// The nearest number.
    fn nearest(x: f64) -> Self;
}

impl Float for f32 {
    #[inline]
    fn widen(&self) -> f64 {
        f64::from(*self)
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "`as` rounds to the nearest")]
    fn nearest(x: f64) -> Self {
        x as Self
    }
}

impl Float for f64 {
    #[inline]
    fn widen(&self) -> f64 {
        *self
    }
    #[inline]
    fn nearest(x: f64) -> Self {
        x
    }
}

/// Whether it describes a set: of at least one point, everything in it a number, no length negative. A shape of this crate
/// is one; what others construct, and poses that have been converted into, nobody has looked at.
pub(crate) fn is_set<T: Float, const D: usize>(construction: &Construction<T, D>) -> bool {
    let number = |x: &T| x.widen().is_finite();
    let length = |x: &T| number(x) && *x >= T::zero();
    match construction {
        Construction::Points(points) => !points.is_empty() && points.iter().all(|p| p.iter().all(number)),
        Construction::Cuboid(half_extents) => half_extents.iter().all(length),
        Construction::Sum(summands) => summands.iter().all(is_set),
        Construction::Hull(parts) => !parts.is_empty() && parts.iter().all(is_set),
        Construction::Posed(inner, pose) => pose.check().is_ok() && is_set(inner),
        Construction::Swollen(inner, radius) => length(radius) && is_set(inner),
    }
}
