//! Vectors in a trace: of `f64`, and of any dimension.

use alloc::vec::Vec;
use gjk::Scalar;
use gjk::nalgebra::SVector;
use num_traits::ToPrimitive;

/// Coordinates, of any dimension.
pub type Vector = Vec<f64>;

/// The nearest `f64`.
pub(crate) fn wide<T: ToPrimitive>(x: &T) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

pub(crate) fn components<T: ToPrimitive, const D: usize>(v: &SVector<T, D>) -> Vector {
    v.as_slice().iter().map(wide).collect()
}

/// The dot product.
pub(crate) fn dot(u: &[f64], v: &[f64]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum()
}

/// The vector times a power of two that makes its largest coordinate about 1, so that squares are in range. Exact, except for
/// coordinates that are far too small to matter.
pub(crate) fn at_unit_scale(v: &[f64]) -> Vector {
    let scaled = |v: &[f64]| -> Vector {
        let scale = v.iter().fold(0.0_f64, |size, x| size.max(x.abs())).unit_scale();
        v.iter().map(|x| x * scale).collect()
    };
    // One power of two is not enough for the smallest numbers.
    scaled(&scaled(v))
}

/// The vector of length 1 in the same direction; zero for zero.
pub(crate) fn unit(v: &[f64]) -> Vector {
    let v = at_unit_scale(v);
    let length = num_traits::Float::sqrt(dot(&v, &v));
    v.iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect()
}
