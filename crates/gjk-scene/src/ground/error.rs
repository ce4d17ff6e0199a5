//! Errors of a ground.

use alloc::string::ToString;
use core::fmt;

/// The reason why points and pieces are not a ground. Points and pieces are numbered from 0, in the given order.
///
/// ```
/// use gjk::nalgebra::Point3;
/// use gjk_scene::{Ground, GroundError};
/// let p = |x: f32, y, z| Point3::new(x, y, z);
/// let points = [p(0.0, 0.0, 0.0), p(0.0, 0.0, 1.0), p(1.0, 0.0, 0.0), p(1.0, 0.0, 1.0)];
/// // The second triangle is clockwise, as seen from above.
/// let error = Ground::mesh(points, [[0, 1, 2], [1, 2, 3]]).unwrap_err();
/// assert_eq!(error, GroundError::Unjoined([0, 1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroundError {
    /// Less than two points, or less than two rows or columns of heights, or an incomplete last row.
    TooFew,
    /// More than 2³⁰ points or pieces.
    TooMany,
    /// A coordinate of the point with this number is not finite, or is too large.
    OutOfRange(u32),
    /// The piece with this number has a corner that is not in the list of points.
    NoSuchPoint(u32),
    /// The corners of the piece with this number are on a line, up to rounding, or at one point.
    Flat(u32),
    /// These two pieces share a side but do not continue one surface there: they are on the same side of it, or have
    /// opposite outsides, or another piece is there, too.
    Unjoined([u32; 2]),
}

impl fmt::Display for GroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew => write!(f, "there are not enough points: ground has two rows at least, and complete ones"),
            Self::TooMany => write!(f, "there are more than 2³⁰ points or pieces"),
            Self::OutOfRange(k) => write!(f, "point {k} (from 0) is not finite, or too large"),
            Self::NoSuchPoint(k) => write!(f, "a corner of piece {k} (from 0) is not in the list of points"),
            Self::Flat(k) => write!(f, "the corners of piece {k} (from 0) are on a line"),
            Self::Unjoined([a, b]) => write!(
                f,
                "pieces {a} and {b} (from 0) share a side, but are not two that go on from there in one surface: \
                 corners are counter-clockwise, as seen from outside"
            ),
        }
    }
}

impl core::error::Error for GroundError {}

impl From<GroundError> for gjk::Error {
    fn from(error: GroundError) -> Self {
        Self::Other(error.to_string().into())
    }
}
