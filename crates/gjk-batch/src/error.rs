//! Errors of a batch: why it was refused, and at which entry.

use std::fmt;

/// The reason why a batch was refused. Indices start at 0. Nothing was written.
///
/// ```
/// use gjk::shape::{Ball, Shape2};
/// use gjk_batch::{Bodies, Error};
/// let balls: Vec<Shape2<f64>> = vec![Ball::new(1.0)?.into()];
/// let error = Bodies::new(&balls, &[[0.0, 0.0].into(), [f64::NAN, 0.0].into()]).unwrap_err();
/// assert_eq!(error, Error::Pose { index: 1, why: gjk::Error::OutOfRange("translation") });
/// assert_eq!(error.to_string(), "pose 1: the translation is not finite, or too large");
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A pose can't be used, for this reason.
    Pose {
        /// The index of the pose.
        index: usize,
        /// The reason.
        why: gjk::Error,
    },
    /// The number of poses is not a multiple of the number of shapes.
    Shapes {
        /// The number of shapes.
        shapes: usize,
        /// The number of poses.
        poses: usize,
    },
    /// A pair names a body that is not in its list.
    Pair {
        /// The index of the pair.
        index: usize,
        /// The side: 0 for A, 1 for B.
        side: usize,
        /// The body that is asked for.
        body: usize,
        /// The number of bodies in the list.
        bodies: usize,
    },
    /// Body k of A is asked for with body k of B, but the two lists differ in length.
    Each {
        /// The number of bodies of each side.
        bodies: [usize; 2],
    },
    /// The length of a slice is not the number of pairs.
    Length {
        /// The field that the slice is for.
        field: &'static str,
        /// The length of the slice.
        length: usize,
        /// The number of pairs.
        pairs: usize,
    },
    /// The motions of a pair can't be used, for this reason.
    Motion {
        /// The index of the pair; also 0 if all pairs have one motion.
        index: usize,
        /// The reason.
        why: gjk::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pose { index, why } => write!(f, "pose {index}: {why}"),
            Self::Shapes { shapes, poses } => {
                write!(f, "there are {poses} poses for {shapes} shapes: pass a pose for each shape, or a multiple")
            }
            Self::Pair { index, side, body, bodies } => {
                let side = if *side == 0 { 'A' } else { 'B' };
                write!(f, "pair {index} has body {body} of {side}, which has {bodies} (numbered from 0)")
            }
            Self::Each { bodies: [a, b] } => {
                write!(f, "each body of A is asked for with one of B, but A has {a} bodies and B has {b}")
            }
            Self::Length { field, length, pairs } => {
                write!(f, "the slice for `{field}` has {length} elements for {pairs} pairs")
            }
            Self::Motion { index, why } => write!(f, "the motion of pair {index}: {why}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Pose { why, .. } | Self::Motion { why, .. } => Some(why),
            _ => None,
        }
    }
}
