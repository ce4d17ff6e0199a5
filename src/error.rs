//! Errors of constructors.

use core::fmt;

/// Why a shape, a pose or an option was refused.
///
/// ```
/// use gjk::{Error, nalgebra::Point3, shape::Ball};
/// let error = Ball::new(Point3::origin(), -1.0).unwrap_err();
/// assert_eq!(error, Error::Negative("radius"));
/// assert_eq!(error.to_string(), "the radius is negative");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The named number is NaN or infinite, or so large that differences of such numbers overflow.
    OutOfRange(&'static str),
    /// The named length is negative.
    Negative(&'static str),
    /// The named length or direction is zero.
    Zero(&'static str),
    /// The named list has nothing in it.
    Empty(&'static str),
    /// The matrix is not a rotation: its columns are not orthonormal within 1e-5, or it mirrors.
    NotARotation,
    /// The half-spaces don't bound a frustum: three planes that should meet in a corner do not.
    Unbounded,
    /// The shapes of a hull have different margins, and the scalar has no square root to round them with.
    UnequalMargins,
    /// The points are all in one place, on one line or in one plane (as named), to within 4 ε of the largest coordinate. Their
    /// hull has no interior.
    Flat(&'static str),
    /// The named list does not describe a convex polytope: an item of it is no vertex or face, or is out of order.
    NotConvex(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(what) => write!(f, "the {what} is not finite, or too large"),
            Self::Negative(what) => write!(f, "the {what} is negative"),
            Self::Zero(what) => write!(f, "the {what} is zero"),
            Self::Empty(what) => write!(f, "the {what} are empty: a shape has at least one point"),
            Self::NotARotation => write!(f, "the matrix is not a rotation (orthonormal within 1e-5, not mirroring)"),
            Self::Unbounded => write!(f, "the half-spaces do not bound a frustum"),
            Self::Flat(what) => write!(f, "the points are all {what}: their hull has no interior"),
            Self::NotConvex(what) => write!(f, "the {what} are not those of a convex polytope, in order"),
            Self::UnequalMargins => write!(f, "the shapes of the hull have different margins; use `Hull::round`"),
        }
    }
}

impl core::error::Error for Error {}

use crate::scalar::{Scalar, largest};
use nalgebra::SVector;

/// A coordinate vector, if every component is in range.
#[inline]
pub(crate) fn check_vector<T: Scalar, const D: usize>(v: &SVector<T, D>, what: &'static str) -> Result<(), Error> {
    if v.iter().all(Scalar::in_range) { Ok(()) } else { Err(Error::OutOfRange(what)) }
}

/// A length: in range and not negative.
#[inline]
pub(crate) fn check_length<T: Scalar>(length: &T, what: &'static str) -> Result<(), Error> {
    if !length.in_range() {
        Err(Error::OutOfRange(what))
    } else if *length < T::zero() {
        Err(Error::Negative(what))
    } else {
        Ok(())
    }
}

/// A vector of lengths.
#[inline]
pub(crate) fn check_lengths<T: Scalar, const D: usize>(v: &SVector<T, D>, what: &'static str) -> Result<(), Error> {
    check_vector(v, what)?;
    v.iter().try_for_each(|length| check_length(length, what))
}

/// A direction: in range and not zero.
pub(crate) fn check_direction<T: Scalar, const D: usize>(v: &SVector<T, D>, what: &'static str) -> Result<(), Error> {
    check_vector(v, what)?;
    if largest(v).is_zero() { Err(Error::Zero(what)) } else { Ok(()) }
}
