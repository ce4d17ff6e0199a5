//! Vectors, quaternions and matrices, and arrays of these.

use crate::{ToGjk, ToGlam};
use gjk::Scalar;
use gjk::nalgebra::{Point, Quaternion, SMatrix, SVector, UnitQuaternion};
use glam::{DMat2, DMat3, DQuat, DVec2, DVec3, Mat2, Mat3, Mat3A, Quat, Vec2, Vec3, Vec3A};

macro_rules! vectors {
    ($($vector:ident $scalar:ident $dimension:literal,)*) => {$(
        impl ToGjk for $vector {
            type Gjk = SVector<$scalar, $dimension>;
            fn to_gjk(&self) -> Self::Gjk {
                self.to_array().into()
            }
        }
    )*};
}
vectors! { Vec2 f32 2, Vec3 f32 3, Vec3A f32 3, DVec2 f64 2, DVec3 f64 3, }

macro_rules! matrices {
    ($($matrix:ident $scalar:ident $dimension:literal,)*) => {$(
        impl ToGjk for $matrix {
            type Gjk = SMatrix<$scalar, $dimension, $dimension>;
            fn to_gjk(&self) -> Self::Gjk {
                self.to_cols_array_2d().into()
            }
        }
    )*};
}
matrices! { Mat2 f32 2, Mat3 f32 3, Mat3A f32 3, DMat2 f64 2, DMat3 f64 3, }

macro_rules! back {
    ($($scalar:ident $rows:literal $columns:literal $glam:ident $from_slice:ident,)*) => {$(
        impl ToGlam for SMatrix<$scalar, $rows, $columns> {
            type Glam = $glam;
            fn to_glam(&self) -> $glam {
                $glam::$from_slice(self.as_slice())
            }
        }
    )*};
}
back! {
    f32 2 1 Vec2 from_slice, f32 3 1 Vec3 from_slice, f64 2 1 DVec2 from_slice, f64 3 1 DVec3 from_slice,
    f32 2 2 Mat2 from_cols_slice, f32 3 3 Mat3 from_cols_slice, f64 2 2 DMat2 from_cols_slice, f64 3 3 DMat3 from_cols_slice,
}

impl<T: Scalar, const D: usize> ToGlam for Point<T, D>
where
    SVector<T, D>: ToGlam,
{
    type Glam = <SVector<T, D> as ToGlam>::Glam;
    fn to_glam(&self) -> Self::Glam {
        self.coords.to_glam()
    }
}

macro_rules! quaternions {
    ($($quaternion:ident $scalar:ident,)*) => {$(
        /// Normalized. One of length zero, which turns nothing, becomes NaN, which `posed` refuses.
        impl ToGjk for $quaternion {
            type Gjk = UnitQuaternion<$scalar>;
            fn to_gjk(&self) -> Self::Gjk {
                UnitQuaternion::new_normalize(Quaternion::from(self.to_array()))
            }
        }
        impl ToGlam for UnitQuaternion<$scalar> {
            type Glam = $quaternion;
            fn to_glam(&self) -> $quaternion {
                $quaternion::from_array(self.coords.into())
            }
        }
    )*};
}
quaternions! { Quat f32, DQuat f64, }

macro_rules! arrays {
    ($($to:ident $output:ident $method:ident,)*) => {$(
        /// Each of them.
        impl<T: $to, const N: usize> $to for [T; N] {
            type $output = [T::$output; N];
            fn $method(&self) -> Self::$output {
                self.each_ref().map(T::$method)
            }
        }
    )*};
}
arrays! { ToGjk Gjk to_gjk, ToGlam Glam to_glam, }
