//! Poses: the place and the rotation of a shape. `p ↦ M·p + t`, where M is a rotation times a scale.

use crate::error::{Error, check_direction, check_vector};
use crate::scalar::{Field, Scalar, array_of, dimension, ith, largest, max, times, ulps};
use crate::{coordinates::Coordinates, tolerance};
use core::any::Any;
use nalgebra::{
    AbstractRotation, Isometry, Point, RealField, SMatrix, SVector, Similarity, Translation, UnitComplex,
    UnitQuaternion,
};

/// The place of a shape: it is turned and uniformly scaled about the coordinate origin, then moved.
///
/// nalgebra's isometries, similarities, translations and plain vectors convert into it, and so do arrays: a
/// translation, with or without an angle or a quaternion (x, y, z, w); mint's types do with the feature `mint`. For any
/// dimension, [`Pose::new`] takes a rotation matrix.
///
/// Turning a body by `rotation = turn * rotation` in every frame makes the length of its quaternion (in the plane, of
/// its complex number) drift from 1. The conversion normalizes it; only zero is refused. A matrix is refused when it is
/// off by more than 1e-5, so renormalize it now and then (`Rotation::renormalize`).
///
/// ```
/// use gjk::{Pose, nalgebra::{Isometry2, SMatrix, SVector, Vector2}};
/// let turned: Pose<f64, 2> = Isometry2::new(Vector2::new(1.0, 0.0), 0.5).into();
/// let moved: Pose<f64, 2> = Vector2::new(1.0, 0.0).into();
/// assert_eq!((turned, moved), (([1.0, 0.0], 0.5).into(), [1.0, 0.0].into()));
/// let swapped = SMatrix::<f64, 4, 4>::from_row_slice(&[
///     0.0, -1.0, 0.0, 0.0, //
///     1.0, 0.0, 0.0, 0.0, //
///     0.0, 0.0, 1.0, 0.0, //
///     0.0, 0.0, 0.0, 1.0,
/// ]);
/// assert!(Pose::new(swapped, SVector::zeros()).is_ok());
/// assert!(Pose::new(2.0 * swapped, SVector::zeros()).is_err());
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "Parts<T, D>", bound(deserialize = "T: Field + serde::Deserialize<'de>"))
)]
pub struct Pose<T: Scalar, const D: usize> {
    pub(crate) matrix: SMatrix<T, D, D>,
    /// The factor of all lengths.
    pub(crate) scale: T,
    pub(crate) translation: SVector<T, D>,
    /// (w, x, y, z), if the matrix is rounded from a quaternion's rotation.
    pub(crate) quaternion: Option<[T; 4]>,
    /// The result of [`check`](Self::check), once known. Whoever changes the matrix or the scale sets it to `None`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) is_rigid: Option<bool>,
}

impl<T: Scalar, const D: usize> PartialEq for Pose<T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.matrix == other.matrix
            && self.scale == other.scale
            && self.translation == other.translation
            && self.quaternion == other.quaternion
    }
}

impl<T: Field, const D: usize> Pose<T, D> {
    /// A pose from a rotation matrix, used as given: `p ↦ rotation · p + translation`.
    ///
    /// # Errors
    /// [`Error::NotARotation`] unless `rotationᵀ · rotation` is within 1e-5 of the identity, or within rounding if that
    /// is more, and the determinant is positive; [`Error::OutOfRange`] if a number is not finite, or too large.
    pub fn new(rotation: SMatrix<T, D, D>, translation: impl Coordinates<T, D>) -> Result<Self, Error> {
        let translation = translation.vector();
        let mut pose = Self { matrix: rotation, scale: T::one(), translation, quaternion: None, is_rigid: None };
        pose.is_rigid = Some(pose.check()?);
        if pose.mirrors() { Err(Error::NotARotation) } else { Ok(pose) }
    }

    /// Returns whether the determinant is negative. A nearly orthogonal matrix has a determinant and pivots far
    /// from zero.
    fn mirrors(&self) -> bool {
        // At unit scale no product leaves the range.
        let mut m = &self.matrix * self.scale.unit_scale();
        if const { D == 3 } {
            let product = |i: usize, j: usize| m[(i, 0)].clone() * m[(j, 1)].clone();
            let minor = |k: usize, i: usize, j: usize| m[(k, 2)].clone() * (product(i, j) - product(j, i));
            return minor(0, 1, 2) + minor(1, 2, 0) + minor(2, 0, 1) < T::zero();
        }
        let mut mirrors = false;
        for k in 0..D {
            let pivot = (k + 1..D).fold(k, |best, row| if m[(row, k)].abs() > m[(best, k)].abs() { row } else { best });
            if pivot != k {
                m.swap_rows(k, pivot);
                mirrors = !mirrors;
            }
            mirrors ^= m[(k, k)] < T::zero();
            for row in k + 1..D {
                let factor = m[(row, k)].clone() / m[(k, k)].clone();
                for column in k..D {
                    let step = factor.clone() * m[(k, column)].clone();
                    m[(row, column)] -= step;
                }
            }
        }
        mirrors
    }
}

impl<T: Field> Pose<T, 3> {
    /// A pose from a quaternion q = (w, x, y, z) of any length but zero: its rotation is R(q) / |q|². This matrix is
    /// exactly orthogonal, and a [`Construction`](crate::support::Construction), and so a proof, uses exactly this
    /// matrix. (For an isometry of nalgebra's, proofs use its rounded matrix.)
    ///
    /// # Errors
    /// [`Error::Zero`] if the quaternion is zero, [`Error::OutOfRange`] if a number is not finite, or too large.
    ///
    /// ```
    /// use gjk::{Pose, Support, SupportExt, nalgebra::{Point3, Vector3}, shape::Segment};
    /// // A quarter turn about z.
    /// let pose = Pose::from_quaternion([1.0, 0.0, 0.0, 1.0], Vector3::new(5.0, 0.0, 0.0))?;
    /// let turned = Segment::new([Point3::origin(), Point3::new(1.0, 0.0, 0.0)])?.posed(pose)?;
    /// assert_eq!(turned.support(&Vector3::y()), Point3::new(5.0, 1.0, 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_quaternion(quaternion: [T; 4], translation: impl Coordinates<T, 3>) -> Result<Self, Error> {
        let translation = translation.vector();
        check_direction(&SVector::from(quaternion.clone()), "quaternion")?;
        let rows = rotation(&quaternion);
        let matrix = SMatrix::from_fn(|row, column| rows[row][column].clone());
        let mut pose = Self { matrix, scale: T::one(), translation, quaternion: Some(quaternion), is_rigid: None };
        pose.is_rigid = Some(pose.check()?);
        Ok(pose)
    }
}

/// A vector turned by a pose, and scaled.
#[cfg_attr(fast, inline(always))]
pub(crate) fn turn<T: Scalar, const D: usize>(pose: &Pose<T, D>, v: &SVector<T, D>) -> SVector<T, D> {
    let columns = &pose.matrix.data.0;
    product(|row, k| &columns[k][row], v)
}

/// The product of a matrix, given by its entries, and a vector. As nalgebra's, but in loops.
#[cfg_attr(fast, inline(always))]
pub(crate) fn product<'m, T: Scalar, const D: usize>(
    entry: impl Fn(usize, usize) -> &'m T,
    v: &SVector<T, D>,
) -> SVector<T, D> {
    let v = array_of(v);
    let mut product = v.clone();
    let mut row = 0;
    while row < D {
        let mut sum = entry(row, 0).clone() * v[0].clone();
        let mut k = 1;
        while k < D {
            sum += entry(row, k).clone() * v[k].clone();
            k += 1;
        }
        product[row] = sum;
        row += 1;
    }
    SVector::from(product)
}

/// R(q) / |q|².
pub(crate) fn rotation<T: Field>(quaternion: &[T; 4]) -> [[T; 3]; 3] {
    let size = largest(&SVector::from(quaternion.clone()));
    let [w, x, y, z] = quaternion.each_ref().map(|component| component.clone() * size.unit_scale());
    let product = |a: &T, b: &T| a.clone() * b.clone();
    let [ww, xx, yy, zz] = [product(&w, &w), product(&x, &x), product(&y, &y), product(&z, &z)];
    let square = ww.clone() + xx.clone() + yy.clone() + zz.clone();
    let twice = |sum: T| sum.clone() + sum;
    let rows = [
        [
            ww.clone() + xx.clone() - yy.clone() - zz.clone(),
            twice(product(&x, &y) - product(&w, &z)),
            twice(product(&x, &z) + product(&w, &y)),
        ],
        [
            twice(product(&x, &y) + product(&w, &z)),
            ww.clone() - xx.clone() + yy.clone() - zz.clone(),
            twice(product(&y, &z) - product(&w, &x)),
        ],
        [twice(product(&x, &z) - product(&w, &y)), twice(product(&y, &z) + product(&w, &x)), ww - xx - yy + zz],
    ];
    rows.map(|row| row.map(|entry| entry / square.clone()))
}

#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Parts<T: Scalar, const D: usize> {
    matrix: SMatrix<T, D, D>,
    scale: T,
    translation: SVector<T, D>,
    quaternion: Option<[T; 4]>,
}

#[cfg(feature = "serde")]
impl<T: Field, const D: usize> TryFrom<Parts<T, D>> for Pose<T, D> {
    type Error = Error;
    fn try_from(Parts { matrix, scale, translation, quaternion }: Parts<T, D>) -> Result<Self, Error> {
        let mut pose = Self { matrix, scale, translation, quaternion, is_rigid: None };
        pose.is_rigid = Some(pose.check()?);
        let Some(quaternion) = pose.quaternion else {
            return if pose.mirrors() { Err(Error::NotARotation) } else { Ok(pose) };
        };
        // A quaternion defines the matrix; the written entries may have lost a digit.
        if D != 3 || pose.scale != T::one() {
            return Err(Error::NotARotation);
        }
        let exact = Pose::from_quaternion(quaternion, SVector::zeros())?;
        let matrix = SMatrix::from_fn(|row, column| exact.matrix[(row, column)].clone());
        let differs = (&matrix - &pose.matrix).iter().any(|entry| times(100_000, &entry.abs()) > T::one());
        if differs {
            Err(Error::NotARotation)
        } else {
            Ok(Self { matrix, quaternion: exact.quaternion, is_rigid: None, ..pose })
        }
    }
}

impl<T: Scalar, const D: usize> Pose<T, D> {
    /// The rotation times the scale.
    pub fn matrix(&self) -> &SMatrix<T, D, D> {
        &self.matrix
    }

    /// The factor of all lengths.
    pub fn scale(&self) -> T {
        self.scale.clone()
    }

    /// The translation.
    pub fn translation(&self) -> &SVector<T, D> {
        &self.translation
    }

    /// The image of a point.
    ///
    /// ```
    /// use gjk::{Pose, nalgebra::{Isometry2, Point2, Vector2}};
    /// let pose = Pose::from(Isometry2::new(Vector2::new(5.0_f64, 0.0), std::f64::consts::FRAC_PI_2));
    /// assert!((pose.transform_point(&Point2::new(1.0, 0.0)) - Point2::new(5.0, 1.0)).norm() < 1e-15);
    /// assert!((pose.transform_vector(&Vector2::new(1.0, 0.0)) - Vector2::new(0.0, 1.0)).norm() < 1e-15);
    /// ```
    pub fn transform_point(&self, point: impl Coordinates<T, D>) -> Point<T, D> {
        (self.transform_vector(point) + &self.translation).into()
    }

    /// The image of the difference of two points.
    pub fn transform_vector(&self, vector: impl Coordinates<T, D>) -> SVector<T, D> {
        &self.matrix * vector.vector()
    }

    /// The largest sum of the absolute entries of a row: no coordinate of a point grows by more than this factor.
    pub(crate) fn largest_row_sum(&self) -> T {
        let row_sum = |row: usize| (0..D).fold(T::zero(), |sum, k| sum + self.matrix[(row, k)].abs());
        (0..D).map(row_sum).fold(T::zero(), max)
    }

    /// Checks that all numbers are finite, that the scale is positive, and that `matrixᵀ · matrix` = scale² to within
    /// 1e-5 of scale². Coarse arithmetic rounds entries and product by (D + 4) ε, which is allowed below a quarter of
    /// scale². Returns whether they are off by no more than this.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn check(&self) -> Result<bool, Error> {
        check_vector(&self.translation, "translation")?;
        if let Some(is_rigid) = self.is_rigid { Ok(is_rigid) } else { self.examine() }
    }

    /// Checks matrix and scale.
    fn examine(&self) -> Result<bool, Error> {
        if !(self.scale.in_range() && self.matrix.iter().all(Scalar::in_range)) {
            return Err(Error::OutOfRange("rotation"));
        }
        if self.scale < T::zero() {
            return Err(Error::Negative("scale"));
        }
        if self.scale.is_zero() {
            return Err(Error::Zero("scale"));
        }
        // At unit scale no square leaves the range.
        let unit = self.scale.unit_scale();
        let columns = (&self.matrix * unit.clone()).data.0;
        let scale = self.scale.clone() * unit;
        let square = scale.clone() * scale;
        // Loops over arrays, because every pose is checked, also in a development build.
        let rounding = ulps(tolerance::rotation(dimension::<D>()), &square);
        // No NaN is lost: where a product overflows, so does the square of a column.
        let mut off = T::zero();
        for i in 0..D {
            for j in i..D {
                let wanted = if i == j { square.clone() } else { T::zero() };
                let mut got = T::zero();
                for (x, y) in columns[i].iter().zip(&columns[j]) {
                    got += x.clone() * y.clone();
                }
                off = max(off, (got - wanted).abs());
            }
        }
        let is_rigid = off <= rounding;
        let fits = times(100_000, &off) <= square || is_rigid && times(4, &off) < square;
        if fits { Ok(is_rigid) } else { Err(Error::NotARotation) }
    }
}

/// All that converts into a [`Pose`] by `Into`. Implement `From<Yours> for Pose` for a type of your own.
///
/// ```
/// use gjk::{IntoPose, Pose, nalgebra::{Isometry2, Vector2}};
/// let pose: Pose<f64, 2> = ([3.0, 1.0], 0.5).into_pose();
/// assert_eq!(pose, Isometry2::new(Vector2::new(3.0, 1.0), 0.5).into_pose());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no pose in {D} dimensions with coordinates of type `{T}`",
    label = "write a translation, `[x, y]` or `[x, y, z]`, or one with a turn: `([x, y], angle)`, `([x, y, z], [i, j, k, w])`",
    note = "a pose is a `gjk::Pose`, an array, a vector, point, isometry or similarity of nalgebra, and mint's with the feature `mint`; \
            for glam write `v.to_gjk()`, of the crate `gjk-glam`"
)]
pub trait IntoPose<T: Scalar, const D: usize> {
    /// Returns the pose.
    fn into_pose(self) -> Pose<T, D>;
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, P: Into<Pose<T, D>>, const D: usize> IntoPose<T, D> for P {
    fn into_pose(self) -> Pose<T, D> {
        self.into()
    }
}

impl<T: Scalar, const D: usize> From<SVector<T, D>> for Pose<T, D> {
    fn from(translation: SVector<T, D>) -> Self {
        // The identity is a rotation to the last bit.
        Self { matrix: SMatrix::identity(), scale: T::one(), translation, quaternion: None, is_rigid: Some(true) }
    }
}

impl<T: Scalar, const D: usize> From<[T; D]> for Pose<T, D> {
    fn from(translation: [T; D]) -> Self {
        SVector::from(translation).into()
    }
}

impl<T: Scalar, const D: usize> From<Point<T, D>> for Pose<T, D> {
    fn from(point: Point<T, D>) -> Self {
        point.coords.into()
    }
}

impl<T: Scalar + RealField> From<([T; 2], T)> for Pose<T, 2> {
    fn from((translation, angle): ([T; 2], T)) -> Self {
        Isometry::from_parts(translation.into(), UnitComplex::new(angle)).into()
    }
}

/// A translation and a quaternion (x, y, z, w), as glam and glTF write it.
impl<T: Scalar + RealField> From<([T; 3], [T; 4])> for Pose<T, 3> {
    fn from((translation, quaternion): ([T; 3], [T; 4])) -> Self {
        Isometry::from_parts(translation.into(), UnitQuaternion::new_unchecked(quaternion.into())).into()
    }
}

#[cfg(feature = "mint")]
macro_rules! translations {
    ($($name:ident $d:literal,)*) => {
        $(impl<T: Scalar> From<mint::$name<T>> for Pose<T, $d> {
            fn from(translation: mint::$name<T>) -> Self {
                <[T; $d]>::from(translation).into()
            }
        })*
    };
}
#[cfg(feature = "mint")]
translations! { Point2 2, Point3 3, Vector2 2, Vector3 3, }

#[cfg(feature = "mint")]
impl<T: Scalar + RealField> From<(mint::Vector2<T>, T)> for Pose<T, 2> {
    fn from((translation, angle): (mint::Vector2<T>, T)) -> Self {
        (<[T; 2]>::from(translation), angle).into()
    }
}

#[cfg(feature = "mint")]
impl<T: Scalar + RealField> From<(mint::Vector3<T>, mint::Quaternion<T>)> for Pose<T, 3> {
    fn from((translation, quaternion): (mint::Vector3<T>, mint::Quaternion<T>)) -> Self {
        (<[T; 3]>::from(translation), <[T; 4]>::from(quaternion)).into()
    }
}

impl<T: Scalar, const D: usize> From<Translation<T, D>> for Pose<T, D> {
    fn from(translation: Translation<T, D>) -> Self {
        translation.vector.into()
    }
}

impl<T: Scalar + RealField, R: AbstractRotation<T, D> + 'static, const D: usize> From<Isometry<T, R, D>>
    for Pose<T, D>
{
    fn from(isometry: Isometry<T, R, D>) -> Self {
        let matrix = matrix_of(isometry.rotation);
        Self { matrix, scale: T::one(), translation: isometry.translation.vector, quaternion: None, is_rigid: None }
    }
}

impl<T: Scalar + RealField, R: AbstractRotation<T, D> + 'static, const D: usize> From<Similarity<T, R, D>>
    for Pose<T, D>
{
    fn from(similarity: Similarity<T, R, D>) -> Self {
        let scale = similarity.scaling();
        let matrix = matrix_of(similarity.isometry.rotation) * scale.clone();
        Self { matrix, scale, translation: similarity.isometry.translation.vector, quaternion: None, is_rigid: None }
    }
}

/// The matrix of a rotation: the images of the axes. Zero, which is refused, for zero quaternions and complex numbers.
fn matrix_of<T: Scalar + RealField, R: AbstractRotation<T, D> + 'static, const D: usize>(
    mut rotation: R,
) -> SMatrix<T, D, D> {
    let any: &mut dyn Any = &mut rotation;
    let is_one = if let Some(quaternion) = any.downcast_mut::<UnitQuaternion<T>>() {
        normalize(quaternion.as_mut_unchecked().coords.as_mut_slice())
    } else if let Some(complex) = any.downcast_mut::<UnitComplex<T>>() {
        let complex = complex.as_mut_unchecked();
        let mut parts = [complex.re.clone(), complex.im.clone()];
        let is_one = normalize(&mut parts);
        [complex.re, complex.im] = parts;
        is_one
    } else {
        true
    };
    let mut matrix = SMatrix::<T, D, D>::identity();
    for k in 0..D {
        matrix.set_column(k, &rotation.transform_vector(&ith(k, num_traits::One::one())));
    }
    if is_one { matrix } else { SMatrix::zeros() }
}

/// Brings a vector to unit length if it is off by more than rounding. Returns false if it is zero.
fn normalize<T: Scalar + RealField>(parts: &mut [T]) -> bool {
    let square = |parts: &[T]| parts.iter().fold(T::zero(), |sum, x| sum + x.clone() * x.clone());
    let off = square(parts) - T::one();
    if Scalar::abs(&off) <= times(tolerance::UNIT_QUATERNION, &<T as Scalar>::epsilon()) {
        return true;
    }
    // At unit scale no square leaves the range.
    let size = parts.iter().map(Scalar::abs).fold(T::zero(), max);
    let unit = size.unit_scale();
    for part in parts.iter_mut() {
        *part *= unit.clone();
    }
    let length = square(parts).sqrt();
    // A NaN is not zero, and stays.
    if parts.iter().all(num_traits::Zero::is_zero) {
        return false;
    }
    for part in parts {
        *part /= length.clone();
    }
    true
}
