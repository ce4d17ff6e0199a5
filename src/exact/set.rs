//! Checks a construction before exact arithmetic uses it, and finds the part of it that counts.

use super::float::Float;
use crate::construction::Construction;
use crate::scalar::largest;
use alloc::boxed::Box;
use nalgebra::{Point, SVector};

/// Whether it describes a set: it has at least one point, all numbers are finite, and no length is negative. The shapes
/// of this crate pass. A user's construction, or a pose converted from another type, may not.
pub(crate) fn is_set<T: Float, const D: usize>(construction: &Construction<T, D>) -> bool {
    !construction.is_too_deep() && all_are_sets(construction)
}

fn all_are_sets<T: Float, const D: usize>(construction: &Construction<T, D>) -> bool {
    let number = |x: &T| x.widen().is_finite();
    let length = |x: &T| number(x) && *x >= T::zero();
    match construction {
        Construction::Points(points) => !points.is_empty() && points.iter().all(|p| p.iter().all(number)),
        Construction::Cuboid(half_extents) => half_extents.iter().all(length),
        Construction::Sum(summands) => summands.iter().all(all_are_sets),
        Construction::Hull(parts) => !parts.is_empty() && parts.iter().all(all_are_sets),
        Construction::Posed(inner, pose) => pose.check().is_ok() && all_are_sets(inner),
        Construction::Swollen(inner, radius) => length(radius) && all_are_sets(inner),
    }
}

/// A set without the points of long lists that are clearly behind others along an axis: by 2⁻⁸ of how far points of the list are from
/// its origin, and as much again for each pose. That is far more than the rounding of an axis that these poses turn back. All points
/// stay where numbers are so large, so small or so coarse that this is in doubt.
pub(super) fn front<T: Float, const D: usize>(
    set: Construction<T, D>,
    axis: &SVector<f64, D>,
    poses: f64,
) -> Construction<T, D> {
    let clear = |size: f64| T::epsilon().widen() < 1e-6 && (1e-100..1e100).contains(&size);
    let poses = if clear(largest(axis)) { poses + 1.0 } else { f64::INFINITY };
    match set {
        Construction::Points(mut points) if points.len() > 16 => {
            let wide = |p: &Point<T, D>| p.coords.map(|x| x.widen());
            let size = points.iter().map(|p| largest(&wide(p))).fold(0.0, f64::max) * largest(axis);
            let most = points.iter().map(|p| wide(p).dot(axis)).fold(f64::MIN, f64::max);
            let behind = |p: &Point<T, D>| wide(p).dot(axis) < most - size * poses / 256.0;
            points.retain(|p| !clear(size) || !behind(p));
            Construction::Points(points)
        }
        Construction::Posed(inner, pose) => {
            let axis = pose.matrix.map(|x| x.widen()).tr_mul(axis);
            Construction::Posed(Box::new(front(*inner, &axis, poses)), pose)
        }
        Construction::Swollen(inner, margin) => Construction::Swollen(Box::new(front(*inner, axis, poses)), margin),
        set => set,
    }
}
