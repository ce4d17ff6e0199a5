//! Vectors in a trace: of `f64`, and of any dimension.

use alloc::vec::Vec;
use nalgebra::SVector;
use num_traits::ToPrimitive;

/// Coordinates, of any dimension.
pub type Vector = Vec<f64>;

/// The nearest `f64`.
pub(super) fn wide<T: ToPrimitive>(x: &T) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

pub(super) fn components<T: ToPrimitive, const D: usize>(v: &SVector<T, D>) -> Vector {
    v.as_slice().iter().map(wide).collect()
}

pub(super) fn dot(u: &[f64], v: &[f64]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum()
}

/// The vector of length 1 in the same direction; zero for zero.
pub(super) fn unit(v: &[f64]) -> Vec<f64> {
    let length = num_traits::Float::sqrt(dot(v, v));
    v.iter().map(|x| if length > 0.0 { x / length } else { 0.0 }).collect()
}
