//! Two polygons of few vertices: the minimum translation, by separating axes.
//!
//! The edges of A − B are those of A and of B, each with its own normal. Along the normal of an edge of one polygon, A − B reaches
//! as far as that edge and the farthest vertex of the other polygon. So all reaches are a table of dot products. The depth
//! is the least of them (Stefan Gottschalk, Separating axis theorem, Technical report TR96-024, University of North Carolina,
//! 1996). A polygon knows its normals, and four dot products are computed at once.
//!
//! To merge the edges of both polygons by their directions takes fewer products, but a branch for each edge that can't be
//! predicted. For two octagons it took twice the time.
//!
//! The edge, and the edge or vertex of the other polygon opposite to it, are on two parallel lines. The points are in the middle
//! of the part where the two are beside each other.

use crate::epa::Depth;
use crate::minkowski::Frame;
use crate::outline::FourCorners;
use crate::scalar::{Real, max, times, ulps};
use crate::simplex::{FeatureIds, VertexId};
use crate::support::Corners;
use core::hint::select_unpredictable;
use nalgebra::SVector;

/// Heights count as equal if they differ by at most this many ε of the size.
const LEVEL: u32 = 2;
/// The answer proves itself if its parts agree to this many ε of the size.
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
#[cfg_attr(fast, inline(always))]
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
    // No branch: a processor could not predict which of the two it is.
    let (own, other) = (select_unpredictable(of_b, b, a), select_unpredictable(of_b, a, b));
    let edge = select_unpredictable(of_b, edge_b.edge, edge_a.edge);
    let per_length = select_unpredictable(of_b, edge_b.per_length, edge_a.per_length);
    // Outwards of the polygon that has the edge. The other polygon is on that side.
    let outward = own.normal(edge) * per_length;
    // Turned to the left. In the plane there are two components.
    let along = SVector::from_fn(|k, _| if k == 0 { -outward[1].clone() } else { outward[0].clone() });

    let own_edge = [edge, after(edge, own.count)];
    let [top, end] = own_edge.map(|k| own.vertex(k).dot(&outward));
    let (opposite, bottom) = farthest(other, &-&outward);
    let bottom = -bottom;
    let fits = (end - top.clone()).abs() <= ulps(AGREED, &size);
    if !fits {
        // The normal does not fit its edge.
        return None;
    }
    let level = bottom.clone() + ulps(LEVEL, &size);
    let [previous, next] = [before(opposite, other.count), after(opposite, other.count)];
    let beside = if other.vertex(next).dot(&outward) <= level {
        next
    } else if other.vertex(previous).dot(&outward) <= level {
        previous
    } else {
        opposite
    };
    let other_edge = [opposite, beside];

    let ([own_low, own_high], [low, high]) = (span(own, own_edge, &along), span(other, other_edge, &along));
    let (low, high) = (max(own_low, low), min(own_high, high));
    let meet = low.clone() - high.clone() <= ulps(AGREED, &size);
    if !meet {
        return None;
    }
    let upper = (top.clone() - bottom.clone()) * frame.scale.clone();
    let sideways = along * ((low + high) / times(2, &T::one()));
    let (on_own, on_other) = (&outward * top + &sideways, &outward * bottom + sideways);
    let normal = outward * select_unpredictable(of_b, -T::one(), T::one());
    let a = select_unpredictable(of_b, on_other.clone(), on_own.clone());
    let b = select_unpredictable(of_b, on_own, on_other);
    let (on_a, on_b) =
        (select_unpredictable(of_b, other_edge, own_edge), select_unpredictable(of_b, own_edge, other_edge));
    // In the plane D is 2.
    let mut pairs = [[VertexId::NONE; 2]; D];
    for (k, pair) in pairs.iter_mut().enumerate().take(2) {
        *pair = [name(on_a[k]), name(on_b[k])];
    }
    let ids = FeatureIds::of_pairs(pairs);
    Some(Depth { normal, lower: upper.clone(), upper, a, b, ids, evaluations: 0 })
}

/// The edge of `own` along whose normal `other` has to move least.
#[cfg_attr(fast, inline(always))]
fn nearest<T: Real, const D: usize>(own: &Corners<T, D>, other: &Corners<T, D>) -> Nearest<T> {
    let first = own.normal(0);
    let per_length = T::one() / first.dot(&first).sqrt();
    let (first, second) = (reaches(&own.first, other), own.second.as_ref().map(|second| reaches(second, other)));
    let (edge, reach) = least_of(first, second);
    // The groups of four are filled up with the first edge, so a number beyond the last means the first.
    Nearest { edge: if edge < own.count { edge } else { 0 }, reach, per_length }
}

/// How far the difference reaches along four normals of `own`, times their length.
#[cfg_attr(fast, inline(always))]
fn reaches<T: Real, const D: usize>(own: &FourCorners<T, D>, other: &Corners<T, D>) -> [T; 4] {
    let FourCorners { vertices, normals } = own;
    // All four, also where vertices are missing: those repeat the first.
    let mut bottom = bottom_of(normals, &other.first.vertices);
    if let Some(second) = &other.second {
        bottom = lesser(bottom, bottom_of(normals, &second.vertices));
    }
    let [x, y] = [&vertices[0], &vertices[1]];
    [
        height(normals, 0, &x[0], &y[0]) - bottom[0].clone(),
        height(normals, 1, &x[1], &y[1]) - bottom[1].clone(),
        height(normals, 2, &x[2], &y[2]) - bottom[2].clone(),
        height(normals, 3, &x[3], &y[3]) - bottom[3].clone(),
    ]
}

/// The least heights of four vertices along four normals.
#[cfg_attr(fast, inline(always))]
fn bottom_of<T: Real, const D: usize>(normals: &[[T; 4]; D], vertices: &[[T; 4]; D]) -> [T; 4] {
    let [x, y] = [&vertices[0], &vertices[1]];
    let low = lesser(heights(normals, &x[0], &y[0]), heights(normals, &x[1], &y[1]));
    let high = lesser(heights(normals, &x[2], &y[2]), heights(normals, &x[3], &y[3]));
    lesser(low, high)
}

/// Four dot products at once: of four vectors and one.
#[cfg_attr(fast, inline(always))]
fn heights<T: Real, const D: usize>(four: &[[T; 4]; D], x: &T, y: &T) -> [T; 4] {
    [height(four, 0, x, y), height(four, 1, x, y), height(four, 2, x, y), height(four, 3, x, y)]
}

#[cfg_attr(fast, inline(always))]
fn height<T: Real, const D: usize>(four: &[[T; 4]; D], i: usize, x: &T, y: &T) -> T {
    four[0][i].clone() * x.clone() + four[1][i].clone() * y.clone()
}

/// The lesser of each two of four.
#[cfg_attr(fast, inline(always))]
fn lesser<T: Real>([a, b, c, d]: [T; 4], [e, f, g, h]: [T; 4]) -> [T; 4] {
    [min(a, e), min(b, f), min(c, g), min(d, h)]
}

#[cfg_attr(fast, inline(always))]
fn min<T: Real>(x: T, y: T) -> T {
    if y < x { y } else { x }
}

/// The vertex farthest along a direction, and how far that is.
#[cfg_attr(fast, inline(always))]
fn farthest<T: Real, const D: usize>(of: &Corners<T, D>, direction: &SVector<T, D>) -> (usize, T) {
    let [x, y] = [-direction[0].clone(), -direction[1].clone()];
    let second = of.second.as_ref().map(|four| heights(&four.vertices, &x, &y));
    let (vertex, depth) = least_of(heights(&of.first.vertices, &x, &y), second);
    (if vertex < of.count { vertex } else { 0 }, -depth)
}

/// The least of four numbers, and its index, where the first has the index `from`. Compared in pairs, without a branch.
#[cfg_attr(fast, inline(always))]
fn least<T: Real>(from: usize, [a, b, c, d]: [T; 4]) -> (usize, T) {
    less(less((from, a), (from + 1, b)), less((from + 2, c), (from + 3, d)))
}

/// The least of four or eight numbers, and its index.
#[cfg_attr(fast, inline(always))]
fn least_of<T: Real>(first: [T; 4], second: Option<[T; 4]>) -> (usize, T) {
    match second {
        Some(second) => less(least(0, first), least(4, second)),
        None => least(0, first),
    }
}

#[cfg_attr(fast, inline(always))]
fn less<T: Real>((i, x): (usize, T), (j, y): (usize, T)) -> (usize, T) {
    (select_unpredictable(y < x, j, i), min(x, y))
}

#[expect(clippy::cast_possible_truncation, reason = "less than eight")]
#[cfg_attr(fast, inline(always))]
fn name(vertex: usize) -> VertexId {
    VertexId(vertex as u32)
}

/// The number of the vertex before one of a cycle, and after it.
#[cfg_attr(fast, inline(always))]
fn before(k: usize, count: usize) -> usize {
    if k == 0 { count - 1 } else { k - 1 }
}

#[cfg_attr(fast, inline(always))]
fn after(k: usize, count: usize) -> usize {
    if k + 1 == count { 0 } else { k + 1 }
}

/// The interval that an edge covers along a direction.
#[cfg_attr(fast, inline(always))]
fn span<T: Real, const D: usize>(of: &Corners<T, D>, [from, to]: [usize; 2], along: &SVector<T, D>) -> [T; 2] {
    let [from, to] = [of.vertex(from).dot(along), of.vertex(to).dot(along)];
    [min(from.clone(), to.clone()), max(from, to)]
}
