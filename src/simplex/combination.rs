//! Evidence that rounding does not touch: a point of a simplex, as a mean of its vertices.
//!
//! The signs that steer a search are rounded. In a sliver, or at a sharp corner, a sign that is wrong by very little
//! can select a feature that is far from the origin. But a mean of the vertices with weights that are not negative is a
//! point of A − B, however the weights were rounded. If that point is where the search says that there is one, the
//! search is right.

use super::nearest::Points;
use super::projection::{Combination, in_space, in_the_plane};
use super::vertices::Simplex;
use crate::predicates::{weights2d, weights3d};
use crate::scalar::{Scalar, times};
use crate::tolerance;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// Whether a point of a simplex, after another vertex if there is one, is at the origin: whether none of its coordinates is
/// larger than `slack`.
///
/// If the origin is on the boundary, rounding may make a weight of the whole negative, or the whole is so thin that its
/// weights are too small. Then all features of fewer vertices are searched for the point. (Callers give copies, so that the search stays in
/// registers.)
#[cold]
#[inline(never)]
pub(crate) fn has_point_at_origin<T: Scalar, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
    slack: &T,
) -> bool {
    let ((Some(first), rest) | (None, [first, rest @ ..])) = (newest, simplex.vertices()) else { return false };
    let points = Points::of(first, rest);
    let is_found = |points: &[&SVector<T, D>]| Combination::of(points).is_some_and(|point| point.is_at_origin(slack));
    let (whole, region) = points.whole();
    let of_feature = |feature| {
        let (members, count) = points.of_feature(feature);
        is_found(&members[..count])
    };
    is_found(whole) || region.features().any(of_feature)
}

/// Whether the projection of the origin on a simplex is inside it, and no farther away than `distance`.
#[inline(never)]
pub(crate) fn has_point_within<T: Scalar, const D: usize>(simplex: &Simplex<T, D>, distance: &T) -> bool {
    let is_near = |points: &[&SVector<T, D>]| Combination::of(points).is_some_and(|point| point.is_within(distance));
    match simplex.vertices() {
        [a] => is_near(&[&a.w]),
        [a, b] => is_near(&[&a.w, &b.w]),
        [a, b, c] => is_near(&[&a.w, &b.w, &c.w]),
        _ => false,
    }
}

/// Whether the origin is in the simplex of D + 1 vertices by more than rounding: whether each volume that the origin
/// makes with D of them is larger than rounding can make it, with the sign that the cases' order of the vertices gives
/// it. No coordinate is larger than `size`. Always false outside of two and three dimensions.
#[cfg_attr(fast, inline(always))]
pub(crate) fn encloses_for_certain<T: Scalar, const D: usize>(
    newest: &SupportPoint<T, D>,
    simplex: &Simplex<T, D>,
    size: &T,
) -> bool {
    match (D, simplex.vertices()) {
        (2, [b, c]) => {
            let doubt = times(tolerance::AREA, &T::epsilon()) * (size.clone() * size.clone());
            weights2d([newest, b, c].map(|v| in_the_plane(&v.w)).each_ref()).iter().all(|weight| *weight > doubt)
        }
        (3, [b, c, d]) => {
            let doubt = -(times(tolerance::VOLUME, &T::epsilon()) * (size.clone() * size.clone() * size.clone()));
            weights3d([newest, b, c, d].map(|v| in_space(&v.w)).each_ref()).iter().all(|weight| *weight < doubt)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
