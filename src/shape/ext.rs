//! Methods of every shape: pose it, add a ball around it, give it faces.

use super::{faceted::Faceted, posed::Posed, swollen::Swollen};
use crate::{coordinates::Coordinates, error::Error, moving::Moving, pose::IntoPose, scalar::Real, support::Support};
use num_traits::One;

/// Methods of every shape: [`posed`](Self::posed) moves and turns it, [`swollen`](Self::swollen) adds a ball around it.
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Isometry2, Vector2}, shape::Cuboid};
/// let rounded = Cuboid::new(Vector2::new(2.0, 1.0))?.swollen(0.25)?;
/// let there = rounded.posed(Isometry2::new(Vector2::new(5.0, 0.0), 0.3))?; // `rounded` is `Copy`: it can be posed again
/// # let _ = there;
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait SupportExt<const D: usize>: Support<D> + Sized {
    /// The set turned (and scaled) about the coordinate origin, then translated.
    ///
    /// Shapes of a few numbers are `Copy`. To keep another shape, pose a reference: `(&shape).posed(pose)` is a shape,
    /// too. To move a [`Posed`] again, [set its pose](Posed::set_pose).
    ///
    /// The pose is a [`Pose`](crate::Pose), or a vector, or nalgebra's `Isometry2`, `Isometry3`, `IsometryMatrix2/3`,
    /// `Similarity2/3`, … Quaternions and complex numbers that have drifted are normalized, matrices are not.
    ///
    /// # Errors
    /// If the pose is not finite, or moves the set out of the range of its scalar.
    #[doc(alias = "transformed")]
    #[doc(alias = "at")]
    fn posed(self, pose: impl IntoPose<Self::Scalar, D>) -> Result<Posed<Self, Self::Scalar, D>, Error> {
        Posed::new(self, pose.into_pose())
    }

    /// The set with a ball of radius `margin` around each of its points.
    ///
    /// # Errors
    /// If `margin` is negative, not finite or too large.
    #[doc(alias = "rounded")]
    #[doc(alias = "inflated")]
    fn swollen(self, margin: Self::Scalar) -> Result<Swollen<Self, Self::Scalar, D>, Error> {
        Swollen::new(self, margin)
    }

    /// Moves the set in a straight line without end, for a [`shape_cast`](crate::shape_cast()).
    ///
    /// A set that slides along a face which it touches hits it at time 0: steps that slide are
    /// [`stepping`](Self::stepping).
    fn moving(&self, velocity: impl Coordinates<Self::Scalar, D>) -> Moving<&Self, Self::Scalar, D> {
        Moving::new(self, velocity.vector())
    }

    /// Moves the set by a step, such as a character's, in the time from 0 to 1, for a [`shape_cast`](crate::shape_cast()). It stops at the
    /// distance `skin` from obstacles, and passes those that it moves away from, or along.
    ///
    /// ```
    /// use gjk::{SupportExt, shape::{Ball, Cuboid}, shape_cast};
    /// let (wall, player) = (Cuboid::new([1.0, 5.0])?, Ball::new(0.5)?);
    /// let mut at = [-3.0_f64, 0.0];
    /// for _ in 0..20 {
    ///     let found = shape_cast(player.posed(at)?.stepping([0.25, 0.0], 0.01), &wall)?;
    ///     at[0] += 0.25 * found.hit.map_or(1.0, |hit| hit.time);
    /// }
    /// assert!((at[0] + 1.51).abs() < 1e-12);
    /// // It touches nothing, and slides upwards.
    /// assert!(shape_cast(player.posed(at)?.stepping([0.0, 0.25], 0.01), &wall)?.hit.is_none());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn stepping(&self, step: impl Coordinates<Self::Scalar, D>, skin: Self::Scalar) -> Moving<&Self, Self::Scalar, D> {
        self.moving(step).until(<Self::Scalar as One>::one()).with_skin(skin).leaving()
    }

    /// This set with faces, for [`manifold`](crate::manifold()): for shapes without known faces, such as a
    /// [`PointCloud`](crate::shape::PointCloud), a hull, a sum, or a closure.
    ///
    /// To find the face along a direction, `directions` other directions around it are tried (3 to 32; in the plane
    /// two), each tilted by `tilt` times its length. The face has their support points. 8 directions with a tilt of
    /// 0.05 always find the face of a level box, and nearly always the face of a box tilted by less than 0.03. On a
    /// curved shape the normal of this face never replaces the contact's normal.
    ///
    /// Complexity: `directions` support evaluations for each face; the faces of a
    /// [`ConvexHull`](crate::shape::ConvexHull) are cheaper.
    ///
    /// # Errors
    /// If the number of directions is not from 3 to 32, or the tilt is not positive, or not finite.
    ///
    /// ```
    /// use gjk::{SupportExt, manifold, nalgebra::{Point3, Vector3}, shape::{Cuboid, PointCloud}};
    /// let corners = (0..8).map(|k| Point3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2)));
    /// let cloud = PointCloud::new(corners)?;
    /// let table = Cuboid::new(Vector3::new(5.0, 1.0, 5.0))?.posed(Vector3::new(0.0, -1.0, 0.0))?;
    /// assert_eq!(manifold(&table, &(&cloud).posed(Vector3::zeros())?, 0.01).near().expect("it rests").points().len(), 1);
    /// let faceted = cloud.faceted(8, 0.05)?;
    /// assert_eq!(manifold(&table, &faceted.posed(Vector3::zeros())?, 0.01).near().expect("it rests").points().len(), 4);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn faceted(self, directions: u32, tilt: Self::Scalar) -> Result<Faceted<Self, Self::Scalar, D>, Error>
    where
        Self::Scalar: Real,
    {
        Faceted::new(self, directions, tilt)
    }
}

impl<S: Support<D>, const D: usize> SupportExt<D> for S {}
