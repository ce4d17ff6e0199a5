//! Checks a construction before exact arithmetic uses it.

use super::float::Float;
use crate::construction::Construction;

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
