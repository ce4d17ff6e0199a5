//! Methods that make shapes of shapes: moved, and swollen.

use super::posed::Posed;
use super::swollen::Swollen;
use crate::error::Error;
use crate::pose::Pose;
use crate::support::Support;

/// Methods of every [`Support`]: it can be moved, and swollen.
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Isometry2, Vector2}, shape::Cuboid};
/// let rounded = Cuboid::new(Vector2::new(2.0, 1.0))?.swollen(0.25)?;
/// let there = rounded.posed(Isometry2::new(Vector2::new(5.0, 0.0), 0.3))?; // `rounded` is `Copy`: it can be posed again
/// # let _ = there;
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait SupportExt<const D: usize>: Support<D> + Sized {
    /// The set moved: turned (and scaled) about the coordinate origin, then translated.
    ///
    /// Shapes of a few numbers are `Copy`, so one can be posed again and again. To keep another shape, pose a reference:
    /// `(&shape).posed(pose)` is a shape, too. To move a [`Posed`] again, [set its pose](Posed::set_pose).
    ///
    /// The pose is a [`Pose`], or a vector, or nalgebra's `Isometry2`, `Isometry3`, `IsometryMatrix2/3`, `Similarity2/3`, …
    ///
    /// # Errors
    /// If the pose is not finite, or moves the set out of the range of its scalar.
    fn posed(self, pose: impl Into<Pose<Self::Scalar, D>>) -> Result<Posed<Self, Self::Scalar, D>, Error> {
        Posed::new(self, pose.into())
    }

    /// The set swollen by a ball of radius `margin` around each of its points.
    ///
    /// # Errors
    /// If `margin` is negative, not finite or too large.
    fn swollen(self, margin: Self::Scalar) -> Result<Swollen<Self, Self::Scalar, D>, Error> {
        Swollen::new(self, margin)
    }
}

impl<S: Support<D>, const D: usize> SupportExt<D> for S {}
