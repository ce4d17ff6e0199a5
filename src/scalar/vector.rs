//! Vectors of a few components, and squares of lengths as quotients.

use super::{Field, Real, Scalar};
use core::hint::select_unpredictable;
use nalgebra::{SMatrix, SVector};

pub(crate) const fn dimension<const D: usize>() -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "a dimension")]
    return D as u32;
}

#[inline]
pub(crate) fn ulps<T: Scalar>(n: u32, length: &T) -> T {
    times(n, &T::epsilon()) * length.clone()
}

/// Returns whether underflow counts beside a length: times ε³ it is zero. False in exact arithmetic.
pub(crate) fn vanishes<T: Scalar>(length: &T) -> bool {
    let epsilon = T::epsilon();
    let square = epsilon.clone() * epsilon.clone();
    !epsilon.is_zero() && (length.clone() * square * epsilon).is_zero()
}

#[inline]
pub(crate) fn is_nan<T: PartialOrd>(x: &T) -> bool {
    x.partial_cmp(x).is_none()
}

/// The larger of two; the first if they can't be compared.
#[inline]
pub(crate) fn max<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The smaller of two; the first if they can't be compared.
#[inline]
pub(crate) fn min<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The nearest number that is neither less than `low` nor more than `high`; `low` for a NaN.
#[inline]
pub(crate) fn clamp<T: PartialOrd>(x: T, low: T, high: T) -> T {
    max(low, min(x, high))
}

// nalgebra's operations give the same results, but without optimization each is a tree of calls; these are loops.

#[cfg_attr(fast, inline(always))]
pub(crate) fn array_of<T, const D: usize>(v: &SVector<T, D>) -> &[T; D] {
    &v.data.0[0]
}

/// A column of a matrix.
#[cfg_attr(fast, inline(always))]
pub(crate) fn column<T: Scalar, const D: usize>(matrix: &SMatrix<T, D, D>, k: usize) -> SVector<T, D> {
    SVector::from(matrix.data.0[k].clone())
}

#[cfg_attr(fast, inline(always))]
fn mapped<T: Scalar, const D: usize>(v: &SVector<T, D>, change: impl Fn(usize, &mut T)) -> SVector<T, D> {
    let mut mapped = array_of(v).clone();
    let mut k = 0;
    while k < D {
        change(k, &mut mapped[k]);
        k += 1;
    }
    SVector::from(mapped)
}

#[cfg_attr(fast, inline(always))]
pub(crate) fn difference<T: Scalar, const D: usize>(u: &SVector<T, D>, v: &SVector<T, D>) -> SVector<T, D> {
    mapped(u, |k, x| *x -= array_of(v)[k].clone())
}

#[cfg_attr(fast, inline(always))]
pub(crate) fn sum<T: Scalar, const D: usize>(u: &SVector<T, D>, v: &SVector<T, D>) -> SVector<T, D> {
    mapped(u, |k, x| *x += array_of(v)[k].clone())
}

#[cfg_attr(fast, inline(always))]
pub(crate) fn negated<T: Scalar, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    mapped(v, |_, x| *x = -x.clone())
}

#[cfg_attr(fast, inline(always))]
pub(crate) fn scaled<T: Scalar, const D: usize>(v: &SVector<T, D>, s: &T) -> SVector<T, D> {
    mapped(v, |_, x| *x *= s.clone())
}

/// A vector in the plane, turned to the left.
#[cfg_attr(fast, inline(always))]
pub(crate) fn turned_left<T: Scalar, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    mapped(v, |k, x| *x = if k == 0 { -v[1].clone() } else { v[0].clone() })
}

/// The first of two vectors, or the second, without a branch. A choice between whole vectors would go through memory.
#[cfg_attr(fast, inline(always))]
pub(crate) fn chosen<T: Scalar, const D: usize>(first: bool, u: &SVector<T, D>, v: &SVector<T, D>) -> SVector<T, D> {
    mapped(u, |k, x| *x = select_unpredictable(first, x.clone(), array_of(v)[k].clone()))
}

/// A vector in `f64`, exactly.
#[cfg_attr(fast, inline(always))]
pub(crate) fn widened<T: Scalar + Into<f64>, const D: usize>(v: &SVector<T, D>) -> SVector<f64, D> {
    SVector::from(array_of(v).clone().map(Into::into))
}

/// The number nearest to one of `f64`; zero for types that do not say which.
#[cfg_attr(fast, inline(always))]
pub(crate) fn narrow<T: Scalar>(x: f64) -> T {
    T::from_double(x).unwrap_or_else(T::zero)
}

/// A vector, rounded from `f64`.
#[cfg_attr(fast, inline(always))]
pub(crate) fn narrowed<T: Scalar, const D: usize>(v: &SVector<f64, D>) -> SVector<T, D> {
    SVector::from(array_of(v).map(narrow))
}

/// The first components of a vector, or all of them and zeros.
#[cfg_attr(fast, inline(always))]
pub(crate) fn resized<T: Scalar, const D: usize, const E: usize>(v: &SVector<T, D>) -> SVector<T, E> {
    SVector::from_fn(|k, _| if k < D { v[k].clone() } else { T::zero() })
}

/// The vector with `x` along axis k. As nalgebra's, for any dimension.
#[inline]
pub(crate) fn ith<T: Scalar, const D: usize>(k: usize, x: T) -> SVector<T, D> {
    let mut v = SVector::zeros();
    v[k] = x;
    v
}

#[cfg_attr(fast, inline(always))]
pub(crate) fn dot<T: Scalar, const D: usize>(u: &SVector<T, D>, v: &SVector<T, D>) -> T {
    if D == 0 || D > 3 {
        return u.dot(v);
    }
    let (u, v) = (array_of(u), array_of(v));
    let mut sum = u[0].clone() * v[0].clone();
    let mut k = 1;
    while k < D {
        sum += u[k].clone() * v[k].clone();
        k += 1;
    }
    sum
}

/// The largest absolute component: a norm that needs no square root, between |v|/√D and |v|.
pub fn largest<T: Scalar, const D: usize>(v: &SVector<T, D>) -> T {
    let v = array_of(v);
    let mut most = if D == 0 { T::zero() } else { v[0].abs() };
    let mut k = 1;
    while k < D {
        most = max(most, v[k].abs());
        k += 1;
    }
    most
}

/// A direction scaled so that products with it stay in range.
pub fn at_unit_scale<T: Scalar, const D: usize>(direction: &SVector<T, D>) -> SVector<T, D> {
    direction * largest(direction).unit_scale()
}

#[inline]
pub(crate) fn same<T: Scalar, const D: usize>(u: &SVector<T, D>, v: &SVector<T, D>) -> bool {
    (0..D).all(|k| u[k] == v[k])
}

/// n · x by doubling, because a ring cannot convert n.
pub fn times<T: Scalar>(n: u32, x: &T) -> T {
    let (mut sum, mut power, mut n) = (T::zero(), x.clone(), n);
    while n > 0 {
        if n & 1 == 1 {
            sum += power.clone();
        }
        power += power.clone();
        n >>= 1;
    }
    sum
}

#[inline]
pub(crate) fn whole<T: Scalar>(n: u32) -> T {
    // A constant where possible, which a loop is not.
    T::from_double(f64::from(n)).unwrap_or_else(|| times(n, &T::one()))
}

/// About the middle of a box given by two opposite corners.
#[inline]
pub(crate) fn halfway<T: Scalar, const D: usize>(low: &SVector<T, D>, high: &SVector<T, D>) -> SVector<T, D> {
    low.zip_map(high, |l, h| l.half() + h.half())
}

/// |v|, without overflow or underflow on the way.
#[inline]
pub fn norm<T: Real, const D: usize>(v: &SVector<T, D>) -> T {
    let square = v.dot(v);
    // Most vectors are near unit scale.
    if square > T::epsilon() && square.clone() * T::epsilon() < T::one() { square.sqrt() } else { norm_at_scale(v) }
}

#[cold]
#[inline(never)]
fn norm_at_scale<T: Real, const D: usize>(v: &SVector<T, D>) -> T {
    let size = largest(v);
    if size.is_zero() {
        return size;
    }
    let scale = size.unit_scale();
    let scaled = v * scale.clone();
    scaled.dot(&scaled).sqrt() / scale
}

/// v / |v|, without overflow or underflow on the way; zero for zero.
#[inline]
pub(crate) fn unit<T: Real, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    let square = v.dot(v);
    // Most vectors are near unit scale.
    if square > T::epsilon() && square.clone() * T::epsilon() < T::one() {
        return v / square.sqrt();
    }
    let size = largest(v);
    if size.is_zero() {
        return SVector::zeros();
    }
    let scaled = v * size.unit_scale();
    let length = scaled.dot(&scaled).sqrt();
    scaled / length
}

/// The signed square of a distance from the origin, `over / under`, negative beyond the plane. For any ring.
#[derive(Clone, Debug)]
pub struct Quotient<T> {
    /// The numerator.
    pub over: T,
    /// The denominator, not negative.
    pub under: T,
}

impl<T: Scalar> Quotient<T> {
    /// The square for a plane of points p with p · `axis` = `level`.
    pub fn plane<const D: usize>(level: &T, axis: &SVector<T, D>) -> Self {
        Self::at(level, axis.dot(axis))
    }

    pub(crate) fn at(level: &T, square: T) -> Self {
        Self { over: level.clone() * level.abs(), under: square }
    }

    /// Compares two squares.
    pub fn less_than(&self, other: &Self) -> bool {
        self.over.clone() * other.under.clone() < other.over.clone() * self.under.clone()
    }

    /// Compares with the square of a length.
    pub fn exceeds(&self, length: &T) -> bool {
        self.over > length.clone() * length.clone() * self.under.clone()
    }
}

impl<T: Field> Quotient<T> {
    /// Divided.
    pub fn value(self) -> T {
        self.over / self.under
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole numbers are exact")]
mod tests;
