//! Two polygons of few vertices: the minimum translation, by separating axes.
//!
//! The edges of A − B are those of A and of B, each with its own normal. Along the normal n of an edge, A − B reaches as far as
//! that edge's vertex of one polygon and the farthest vertex of the other: so all reaches are a table of dot products. The depth
//! is the least of them (Stefan Gottschalk, Separating axis theorem, Technical report TR96-024, University of North Carolina,
//! 1996). A polygon knows its normals, and four dot products are computed at once.
//!
//! To merge the edges of both in the order of their directions takes fewer products, and a branch for each that can't be
//! predicted: twice the time for two octagons.
//!
//! The edge and what the other polygon has opposite to it lie in two parallel lines. Where they overlap sideways, the middle is
//! taken for the points.

use super::turned_left;
use crate::epa::Depth;
use crate::minkowski::Frame;
use crate::scalar::{Real, max, times, ulps};
use crate::simplex::{FeatureIds, VertexId};
use crate::support::Corners;
use core::array;
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// Heights differ by rounding only if they differ by no more than so many ε of the size.
const LEVEL: u32 = 2;
/// The answer proves itself if it is right to so many ε of the size.
const AGREED: u32 = 16;

/// The edge of a polygon along whose normal the difference reaches least far.
struct Nearest<T> {
    edge: usize,
    /// How far it reaches, times the length of the normal.
    reach: T,
    /// 1 over that length.
    per_length: T,
}

/// The minimum translation, if the polygons overlap.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
pub(super) fn depth<T: Real, const D: usize>(
    a: &Corners<T, D>,
    b: &Corners<T, D>,
    frame: &Frame<T, D>,
) -> Option<Depth<T, D>> {
    let (edge_a, edge_b) = (nearest(a, b), nearest(b, a));
    let (depth_a, depth_b) = (edge_a.reach * edge_a.per_length.clone(), edge_b.reach * edge_b.per_length.clone());
    if !(depth_a > T::zero() && depth_b > T::zero()) {
        return None;
    }
    let size = frame.size.clone() / frame.scale.clone();
    let of_b = depth_b < depth_a;
    let (own, other, edge, depth) = if of_b { (b, a, edge_b.edge, depth_b) } else { (a, b, edge_a.edge, depth_a) };
    // Outwards of the polygon that has the edge. The other polygon is on that side.
    let outward = own.normal(edge) * if of_b { edge_b.per_length } else { edge_a.per_length };
    let along = turned_left(&outward);

    let top = farthest(own, &outward).1;
    let (opposite, bottom) = farthest(other, &-&outward);
    let bottom = -bottom;
    let reach = top.clone() - bottom.clone();
    if !(reach.clone() - depth <= ulps(AGREED, &size)) {
        // A normal that does not fit its edge.
        return None;
    }
    let before = |k: usize, of: &Corners<T, D>| if k == 0 { of.count - 1 } else { k - 1 };
    let after = |k: usize, of: &Corners<T, D>| if k + 1 == of.count { 0 } else { k + 1 };
    let level = bottom.clone() + ulps(LEVEL, &size);
    let is_level = |k: usize| other.vertex(k).dot(&outward) <= level;
    let [previous, next] = [before(opposite, other), after(opposite, other)];
    let beside = if is_level(next) {
        next
    } else if is_level(previous) {
        previous
    } else {
        opposite
    };
    let (own_edge, other_edge) = ([edge, after(edge, own)], [opposite, beside]);

    let span = |of: &Corners<T, D>, ends: [usize; 2]| {
        let [from, to] = ends.map(|end| of.vertex(end).dot(&along));
        if from < to { [from, to] } else { [to, from] }
    };
    let ([own_low, own_high], [low, high]) = (span(own, own_edge), span(other, other_edge));
    let (low, high) = (max(own_low, low), if own_high < high { own_high } else { high });
    if !(low.clone() - high.clone() <= ulps(AGREED, &size)) {
        return None;
    }
    let sideways = along * ((low + high) / times(2, &T::one()));
    let (on_own, on_other) = (&outward * top + &sideways, &outward * bottom + sideways);
    let upper = reach * frame.scale.clone();
    let (normal, a, b, on_a, on_b) = if of_b {
        (-outward, on_other, on_own, other_edge, own_edge)
    } else {
        (outward, on_own, on_other, own_edge, other_edge)
    };
    let ids = FeatureIds::pairs(array::from_fn(|k| {
        // In the plane D is 2.
        let name = |edge: [usize; 2]| u32::try_from(edge[k.min(1)]).map_or(VertexId::NONE, VertexId);
        [name(on_a), name(on_b)]
    }));
    Some(Depth { normal, lower: upper.clone(), upper, a, b, ids, evaluations: 0 })
}

/// The edge of `own` that `other` is least deep below.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn nearest<T: Real, const D: usize>(own: &Corners<T, D>, other: &Corners<T, D>) -> Nearest<T> {
    let first = own.normal(0);
    let per_length = T::one() / first.dot(&first).sqrt();
    let mut reaches = reaches(own, other, 0);
    let mut best = [0, 1, 2, 3];
    if own.groups() > 1 {
        let more = self::reaches(own, other, 1);
        best = array::from_fn(|i| if more[i] < reaches[i] { i + 4 } else { i });
        reaches = array::from_fn(|i| if more[i] < reaches[i] { more[i].clone() } else { reaches[i].clone() });
    }
    let (edge, reach) = least(best, reaches);
    // In place of an edge that is missing is the first.
    Nearest { edge: if edge < own.count { edge } else { 0 }, reach, per_length }
}

/// How far the difference reaches along four normals of `own`, times their length.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn reaches<T: Real, const D: usize>(own: &Corners<T, D>, other: &Corners<T, D>, group: usize) -> [T; 4] {
    let normals = &own.normals[group];
    let mut bottom = heights(normals, |k, _| other.vertices[0][k][0].clone());
    for j in 1..other.count {
        let four = &other.vertices[j / 4];
        let height = heights(normals, |k, _| four[k][j % 4].clone());
        bottom = array::from_fn(|i| if height[i] < bottom[i] { height[i].clone() } else { bottom[i].clone() });
    }
    let top = heights(normals, |k, i| own.vertices[group][k][i].clone());
    array::from_fn(|i| top[i].clone() - bottom[i].clone())
}

/// Four dot products at once: of four vectors and the vectors with coordinate `k` of number `i`.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn heights<T: Real, const D: usize>(four: &[[T; 4]; D], with: impl Fn(usize, usize) -> T) -> [T; 4] {
    array::from_fn(|i| four[0][i].clone() * with(0, i) + four[1][i].clone() * with(1, i))
}

/// The vertex farthest along a direction, and how far that is.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn farthest<T: Real, const D: usize>(of: &Corners<T, D>, direction: &SVector<T, D>) -> (usize, T) {
    // The least depth below a line far away.
    let depths = |group: usize| heights(&of.vertices[group], |k, _| direction[k].clone()).map(|height| -height);
    let mut reaches = depths(0);
    let mut best = [0, 1, 2, 3];
    if of.groups() > 1 {
        let more = depths(1);
        best = array::from_fn(|i| if more[i] < reaches[i] { i + 4 } else { i });
        reaches = array::from_fn(|i| if more[i] < reaches[i] { more[i].clone() } else { reaches[i].clone() });
    }
    let (vertex, depth) = least(best, reaches);
    (if vertex < of.count { vertex } else { 0 }, -depth)
}

/// The least of four numbers, and its name. Compared in pairs, without a branch.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn least<T: Real>(names: [usize; 4], [a, b, c, d]: [T; 4]) -> (usize, T) {
    let pair = |x: T, y: T, names: [usize; 2]| {
        let name = core::hint::select_unpredictable(y < x, names[1], names[0]);
        (name, if y < x { y } else { x })
    };
    let ((left, ab), (right, cd)) = (pair(a, b, [names[0], names[1]]), pair(c, d, [names[2], names[3]]));
    pair(ab, cd, [left, right])
}
