//! The types that a caller may write for a point or a vector.

use crate::scalar::Scalar;
use nalgebra::{Point, SVector, Unit};

/// A point or a vector: an array, a point or a vector of nalgebra or of mint (feature `mint`), or a reference to one of
/// these. Functions accept any of them. The crate `gjk-glam` converts glam's vectors.
///
/// ```
/// use gjk::{contains, nalgebra::{Point2, Vector2}, shape::Ball};
/// let ball = Ball::at([3.0, 0.0], 1.0)?;
/// assert_eq!(ball, Ball::at(Point2::new(3.0, 0.0), 1.0)?);
/// assert_eq!(ball, Ball::at(Vector2::new(3.0, 0.0), 1.0)?);
/// assert!(contains(&ball, [3.5, 0.5]) && contains(&ball, &Point2::new(3.5, 0.5)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no point or vector with {D} coordinates of type `{T}`",
    label = "write `[x, y]` in the plane, `[x, y, z]` in space",
    note = "a `ConvexHull` is in space, and `Polygon::hull` in the plane; two shapes are compared by `intersects`",
    note = "arrays, nalgebra's points and vectors, and mint's with the feature `mint`; for glam write `v.to_gjk()`, of the crate `gjk-glam`"
)]
pub trait Coordinates<T: Scalar, const D: usize> {
    /// Returns the coordinates as nalgebra's vector.
    fn vector(self) -> SVector<T, D>;

    /// Returns the coordinates as nalgebra's point.
    fn point(self) -> Point<T, D>
    where
        Self: Sized,
    {
        self.vector().into()
    }
}

impl<T: Scalar, const D: usize> Coordinates<T, D> for [T; D] {
    fn vector(self) -> SVector<T, D> {
        self.into()
    }
}

impl<T: Scalar, const D: usize> Coordinates<T, D> for SVector<T, D> {
    fn vector(self) -> Self {
        self
    }
}

impl<T: Scalar, const D: usize> Coordinates<T, D> for Point<T, D> {
    fn vector(self) -> SVector<T, D> {
        self.coords
    }
}

impl<T: Scalar, const D: usize> Coordinates<T, D> for Unit<SVector<T, D>> {
    fn vector(self) -> SVector<T, D> {
        self.into_inner()
    }
}

impl<T: Scalar, C: Coordinates<T, D> + Clone, const D: usize> Coordinates<T, D> for &C {
    fn vector(self) -> SVector<T, D> {
        self.clone().vector()
    }
}

#[cfg(feature = "mint")]
macro_rules! of_mint {
    ($($name:ident: $d:literal),*) => {
        $(impl<T: Scalar> Coordinates<T, $d> for mint::$name<T> {
            fn vector(self) -> SVector<T, $d> {
                <[T; $d]>::from(self).into()
            }
        })*
    };
}
#[cfg(feature = "mint")]
of_mint!(Point2: 2, Point3: 3, Vector2: 2, Vector3: 3, Vector4: 4);
