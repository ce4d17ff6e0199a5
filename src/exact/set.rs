//! Whether a construction is one: exact arithmetic asks before it computes.

use super::float::Float;
use crate::construction::Construction;

/// Whether it describes a set: of at least one point, everything in it a number, no length negative. A shape of this crate
/// is one; what others construct, and poses that have been converted into, nobody has looked at.
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
