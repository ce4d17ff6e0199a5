//! The nearest points of two polygons, computed on the features of an earlier answer and then proven.
//!
//! A shape says where its named vertices are now. The feature's nearest point is a point of A − B, so it bounds the
//! distance from above. The farthest vertex along the normal bounds it from below.

use super::nearest::ends_apart;
use crate::cache::Cache;
use crate::minkowski::{ConvexSet, Frame};
use crate::scalar::{Real, difference, dot, min, negated, scaled, sum, turned_left, ulps};
use crate::search::{Separation, Witness};
use crate::simplex::FeatureIds;
use crate::tolerance;
use crate::vertex::{SupportPoint, VertexId};
use nalgebra::SVector;

/// The vertices of A − B that the nearest point is between, at a share of the way. At 0 the second one does not count.
pub(crate) type Edge<T, const D: usize> = ([SupportPoint<T, D>; 2], T);

/// The separation of two polygons that are apart, if the vertices that a cache names are still the nearest.
#[cfg_attr(fast, inline(always))]
pub(super) fn again<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    cache: &Cache<T, D>,
) -> Option<(Separation<T, D>, Edge<T, D>)> {
    let [one_name, other_name] = cache.edge()?;
    let first = set.recall_pair(frame, one_name)?;
    let second = set.recall_pair(frame, other_name)?;
    let (zero, one) = (T::zero(), T::one());
    let way = difference(&second.w, &first.w);
    let left = turned_left(&way);
    let is_left = dot(&left, &first.w) < zero;
    // Where shapes overlap, the cache has an edge with the origin on its left.
    if is_left && !cache.is_apart() {
        return None;
    }
    let (square, along) = (dot(&way, &way), -dot(&first.w, &way));
    let is_between = along > zero && along < square;
    let first = if along < square { first } else { second.clone() };
    let share = if is_between { along / square.clone() } else { zero };
    // On an edge, the edge gives the normal: the way to the origin may be short beside it.
    let (outward, square) = if is_between {
        (if is_left { left } else { negated(&left) }, square)
    } else {
        (negated(&first.w), dot(&first.w, &first.w))
    };
    // A shorter normal is rounding, and its square may underflow.
    if square <= T::epsilon() * T::epsilon() {
        return None;
    }
    // Levels along a normal of any length do not wait for its length.
    let per_length = one / square.sqrt();
    let levels = [-set.reach(frame, &outward), -dot(&outward, &first.w)].map(|level| level * per_length.clone());
    let normal = scaled(&outward, &per_length);
    let on = |from: &SVector<T, D>, to: &SVector<T, D>| sum(from, &scaled(&difference(to, from), &share));
    let points = [on(&first.a, &second.a), on(&first.b, &second.b)];
    let (cores, edge) = on_edge([first, second], share, points, normal, levels, frame)?;
    Some((Separation { evaluations: 1, ..cores }, edge))
}

/// The separation of polygons whose nearest points are on an edge of A − B, at a share of the way between its vertices,
/// or at the first vertex. Two bounds on the separation, the lower one proven by the normal, have to agree.
#[cfg_attr(fast, inline(always))]
pub(super) fn on_edge<T: Real, const D: usize>(
    ends: [SupportPoint<T, D>; 2],
    share: T,
    [a, b]: [SVector<T, D>; 2],
    normal: SVector<T, D>,
    [lower, apart]: [T; 2],
    frame: &Frame<T, D>,
) -> Option<(Separation<T, D>, Edge<T, D>)> {
    let agree = apart.clone() - lower.clone() <= ulps(tolerance::AGREED, &frame.size);
    let lower = min(lower, apart.clone());
    let end = ends_apart(&lower, &apart, frame).filter(|_| agree)?;
    let mut ids = [[VertexId::NONE; 2]; D];
    for (pair, end) in ids.iter_mut().zip(ends.iter().take(1 + usize::from(share > T::zero()))) {
        *pair = end.ids;
    }
    let witness = Witness { w: scaled(&normal, &-apart.clone()), a, b, ids: FeatureIds::of_pairs(ids) };
    Some((Separation { end, normal, distance: apart, bound: lower, witness, evaluations: 0 }, (ends, share)))
}
