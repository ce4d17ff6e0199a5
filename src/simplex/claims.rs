//! Evidence that rounding cannot spoil: a point of a simplex, as a mean of its vertices.
//!
//! In a sliver, or at a sharp corner, a sign that is wrong by very little can select a feature far from the origin. But
//! a mean of the vertices with weights that are not negative is a point of A − B, however the weights were rounded. If
//! the point is where the search says, the search is right.

use super::{nearest::Points, projection::Combination, vertices::Simplex};
use crate::predicates::{weights2d, weights3d};
use crate::scalar::{Scalar, resized, ulps};
use crate::{tolerance, vertex::SupportPoint};
use nalgebra::SVector;

/// Returns whether a point of a simplex, newest vertex included, is at the origin: no coordinate is larger than
/// `slack`.
///
/// If the origin is on the boundary, rounding may make a weight negative or too small. Then all features with fewer
/// vertices are tried. (Callers give copies, so that the search stays in registers.)
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

/// Returns whether the origin projects into a simplex, no farther away than `distance`.
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

/// Returns whether the origin is in the simplex of D + 1 vertices by more than rounding: the volume that it makes with
/// each D of them has the sign of the cases' order, and is larger than rounding can make it. No coordinate is larger
/// than `size`. Always false outside of two and three dimensions.
#[cfg_attr(fast, inline(always))]
pub(crate) fn encloses_for_certain<T: Scalar, const D: usize>(
    newest: &SupportPoint<T, D>,
    simplex: &Simplex<T, D>,
    size: &T,
) -> bool {
    match (D, simplex.vertices()) {
        (2, [b, c]) => {
            let doubt = ulps(tolerance::AREA, &(size.clone() * size.clone()));
            weights2d([newest, b, c].map(|v| resized(&v.w)).each_ref()).iter().all(|weight| *weight > doubt)
        }
        (3, [b, c, d]) => {
            let doubt = -ulps(tolerance::VOLUME, &(size.clone() * size.clone() * size.clone()));
            weights3d([newest, b, c, d].map(|v| resized(&v.w)).each_ref()).iter().all(|weight| *weight < doubt)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
