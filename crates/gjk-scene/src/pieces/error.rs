//! Errors of an outline.

use alloc::string::ToString;
use core::fmt;

/// The reason why an outline has no inside, and where.
///
/// Vertices are numbered in the order in which they are given, the outline's first, then each hole's. Edge k is from vertex k to
/// the next one of its ring. Ring 0 is the outline, ring 1 the first hole.
///
/// ```
/// use gjk::nalgebra::Point2;
/// use gjk_scene::{OutlineError, Pieces};
/// let p = |x: f64, y| Point2::new(x, y);
/// let bow_tie = [p(0.0, 0.0), p(4.0, 4.0), p(4.0, 0.0), p(0.0, 4.0)];
/// let error = Pieces::new(bow_tie).unwrap_err();
/// assert_eq!(error, OutlineError::Meet([0, 2]));
/// assert_eq!(error.to_string(), "edge 0 and edge 2 cross or touch (edge k begins at vertex k)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutlineError {
    /// A ring has less than three vertices.
    TooFew {
        /// The number of the ring.
        ring: u32,
    },
    /// There are more than 2³⁰ vertices.
    TooMany,
    /// A coordinate of the vertex of this number is not finite, is too large, or is smaller than 2⁻⁹⁸⁰ times the largest but not 0.
    OutOfRange(u32),
    /// These two vertices are the same point.
    Repeated([u32; 2]),
    /// These two edges have a point in common that is not the vertex between them.
    Meet([u32; 2]),
    /// A hole is not inside the outline, or is inside another hole.
    Outside {
        /// The number of the ring.
        ring: u32,
    },
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew { ring: 0 } => write!(f, "the outline has less than three vertices"),
            Self::TooFew { ring } => write!(f, "hole {} (from 0) has less than three vertices", ring - 1),
            Self::TooMany => write!(f, "there are more than 2³⁰ vertices"),
            Self::OutOfRange(k) => {
                write!(f, "vertex {k} (from 0) is not finite, too large, or much too small beside the others")
            }
            Self::Repeated([a, b]) => write!(f, "vertices {a} and {b} are the same point"),
            Self::Meet([a, b]) => write!(f, "edge {a} and edge {b} cross or touch (edge k begins at vertex k)"),
            Self::Outside { ring } => {
                write!(
                    f,
                    "hole {} (from 0) is not inside the outline, or is inside another hole",
                    ring.saturating_sub(1)
                )
            }
        }
    }
}

impl core::error::Error for OutlineError {}

impl From<OutlineError> for gjk::Error {
    fn from(error: OutlineError) -> Self {
        Self::Other(error.to_string().into())
    }
}
