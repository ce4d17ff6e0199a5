//! Poses: pairs and affine transforms.

use crate::{ToGjk, ToGlam};
use gjk::nalgebra::{RealField, Rotation, SMatrix, SVector, Similarity, zero};
use gjk::{Error, Pose, Real};
use glam::{Affine2, Affine3, Affine3A, DAffine2, DAffine3, DQuat, DVec2, DVec3, Quat, Vec2, Vec3, Vec3A};

macro_rules! pairs {
    ($($translation:ident $rotation:ident $($to_array:ident)? => $scalar:ident $dimension:literal,)*) => {$(
        /// A translation and an angle in radians, or a quaternion of any length but zero.
        impl ToGjk for ($translation, $rotation) {
            type Gjk = Pose<$scalar, $dimension>;
            fn to_gjk(&self) -> Self::Gjk {
                (self.0.to_array(), self.1$(.$to_array())?).into()
            }
        }
    )*};
}
pairs! {
    Vec2 f32 => f32 2,
    DVec2 f64 => f64 2,
    Vec3 Quat to_array => f32 3,
    Vec3A Quat to_array => f32 3,
    DVec3 DQuat to_array => f64 3,
}

macro_rules! affine {
    ($($affine:ident $matrix:ident $scalar:ident $dimension:literal,)*) => {$(
        /// A rotation, a scale above zero that is the same along all axes, and a translation.
        ///
        /// Shear, mirroring, and a scale that differs by more than about 1e-5 are [`Error::NotARotation`].
        impl ToGjk for $affine {
            type Gjk = Result<Pose<$scalar, $dimension>, Error>;
            fn to_gjk(&self) -> Self::Gjk {
                pose(self.$matrix.to_gjk(), self.translation.to_gjk())
            }
        }
    )*};
}
affine! { Affine2 matrix2 f32 2, Affine3 matrix3 f32 3, Affine3A matrix3 f32 3, DAffine2 matrix2 f64 2, DAffine3 matrix3 f64 3, }

/// A matrix that is nearly a rotation is taken as it is. Of another one the scale is the length of a column.
fn pose<T: Real + RealField, const D: usize>(
    matrix: SMatrix<T, D, D>,
    translation: SVector<T, D>,
) -> Result<Pose<T, D>, Error> {
    Pose::new(matrix.clone(), translation.clone()).or_else(|_| {
        let scale = matrix.column(0).norm();
        if scale == zero() {
            return Err(Error::Zero("scale"));
        }
        let rotation = matrix / scale.clone();
        Pose::new(rotation.clone(), translation.clone())?;
        Ok(Similarity::from_parts(translation.into(), Rotation::from_matrix_unchecked(rotation), scale).into())
    })
}

macro_rules! to_affine {
    ($($affine:ident $from_parts:ident $scalar:ident $dimension:literal,)*) => {$(
        impl ToGlam for Pose<$scalar, $dimension> {
            type Glam = $affine;
            fn to_glam(&self) -> $affine {
                $affine::$from_parts(self.matrix().to_glam(), self.translation().to_glam())
            }
        }
    )*};
}
to_affine! {
    Affine2 from_mat2_translation f32 2,
    Affine3A from_mat3_translation f32 3,
    DAffine2 from_mat2_translation f64 2,
    DAffine3 from_mat3_translation f64 3,
}
