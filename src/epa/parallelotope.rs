//! Boxes, segments and points: the minimum translation in closed form.
//!
//! Let m be the middle of a parallelotope and eₖ half of each edge. It consists of the points m + Σ tₖ·eₖ with |tₖ| ≤ 1. The
//! difference of two has the same form, with the edges of both: it is a *zonotope*. Each of its facets is spanned by D − 1
//! edges, so they can be listed: 15 pairs of parallel facets for two boxes, 4 for two rectangles. Along n it reaches as far as
//! n·m + Σ |n·eₖ|, and the depth is the least of these over the facets' unit normals. This is the separating axis test, asked
//! for a distance (Stefan Gottschalk, Ming C. Lin, Dinesh Manocha, `OBBTree`: a hierarchical structure for rapid interference
//! detection, SIGGRAPH 1996). No polytope is expanded.
//!
//! If two edges are nearly parallel their normal can be wrong, but that does no harm. It gives an upper bound on the depth, as
//! any direction does. And its facet is so thin that the facets beside it give bounds that are as good.

use crate::scalar::{Real, at_unit_scale, clamp, largest, max, min, times, ulps};
use crate::search::Witness;
use crate::simplex::{FeatureIds, VertexId};
use crate::support::Parallelotope;
use crate::tolerance;
use nalgebra::SVector;

/// A − B of two parallelotopes, at the frame's scale.
struct Zonotope<T, const D: usize> {
    /// The middles of A and of B.
    middles: [SVector<T, D>; 2],
    /// The names of the corners that the edges begin at.
    corners: [VertexId; 2],
    /// Half of each edge of A and of B.
    edges: [[SVector<T, D>; D]; 2],
    /// The edges' directions: the largest component is between 1 and 4, unless the edge is zero.
    directions: [[SVector<T, D>; D]; 2],
}

/// The nearest facet so far.
struct Nearest<T, const D: usize> {
    /// Its normal, of any length, outwards or inwards.
    normal: SVector<T, D>,
    /// The square of the normal's length.
    square: T,
    /// How deep the origin is below it, times that length.
    level: T,
    /// The signed square of that depth.
    distance: T,
    /// The edges that span it. In two dimensions there is one, twice.
    spanned_by: [usize; 2],
}

/// The minimum translation out of A − B, in two and three dimensions: a unit normal, the depth, and the point where it ends.
/// `None` in other dimensions, if the edges span no facet, and if the depth is no more than a least one that is given.
pub(super) fn min_translation<T: Real, const D: usize>(
    shapes: &[Parallelotope<T, D>; 2],
    scale: &T,
    size: &T,
    least: Option<&T>,
) -> Option<(SVector<T, D>, T, Witness<T, D>)> {
    if D != 2 && D != 3 {
        return None;
    }
    let zonotope = Zonotope::of(shapes, scale);
    let Nearest { normal, square, level, spanned_by, .. } = zonotope.nearest()?;
    let per_length = T::one() / square.sqrt();
    let reach = level * per_length.clone();
    let is_enough = least.is_none_or(|least| reach > *least);
    if !is_enough {
        return None;
    }
    let [a, b] = &zonotope.middles;
    let per_length = if (a - b).dot(&normal) > T::zero() { -per_length } else { per_length };
    let normal = normal * per_length;
    let end = &normal * reach.clone();
    let ([a, b], ids) = zonotope.at(&end, &normal, spanned_by, size);
    let per_scale = T::one() / scale.clone();
    Some((normal, reach, Witness { w: &a - &b, a: a * per_scale.clone(), b: b * per_scale, ids }))
}

impl<T: Real, const D: usize> Zonotope<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn of(shapes: &[Parallelotope<T, D>; 2], scale: &T) -> Self {
        // `Scalar::half` need not be exact.
        let half = scale.clone() / times(2, &T::one());
        let edges = shapes.each_ref().map(|shape| shape.edges.each_ref().map(|edge| edge * half.clone()));
        let directions = edges.each_ref().map(|edges| edges.each_ref().map(at_unit_scale));
        let middle = |k: usize| edges[k].iter().fold(&shapes[k].corner * scale.clone(), |middle, edge| middle + edge);
        Self { middles: [middle(0), middle(1)], corners: shapes.each_ref().map(|shape| shape.id), edges, directions }
    }

    #[cfg_attr(fast, inline(always))]
    fn nearest(&self) -> Option<Nearest<T, D>> {
        // A point's edges need not be tried.
        let is_point = |edges: &[SVector<T, D>; D]| edges.iter().all(|edge| largest(edge).is_zero());
        let first = if is_point(&self.edges[0]) { D } else { 0 };
        let end = if is_point(&self.edges[1]) { D } else { 2 * D };
        let (edges, directions) = (self.edges.as_flattened(), self.directions.as_flattened());
        let [a, b] = &self.middles;
        let middle = a - b;
        let mut nearest: Option<Nearest<T, D>> = None;
        for p in first..end {
            // In the plane a facet is a single edge.
            for q in if D == 2 { p..p + 1 } else { p + 1..end } {
                let normal = perpendicular(&directions[p], &directions[q]);
                let square = normal.dot(&normal);
                let reach = edges[first..end].iter().fold(T::zero(), |sum, edge| sum + normal.dot(edge).abs());
                let level = reach - normal.dot(&middle).abs();
                let distance = level.clone() * level.abs() / square.clone();
                let nearer = nearest.as_ref().map_or(distance.in_range(), |nearest| distance < nearest.distance);
                if nearer && square > T::zero() {
                    nearest = Some(Nearest { normal, square, level, distance, spanned_by: [p, q] });
                }
            }
        }
        nearest
    }

    /// A point of A and one of B whose difference is a given point of a facet.
    ///
    /// Each edge is followed to the end that is farther along the normal, except those that span the facet.
    #[cfg_attr(fast, inline(always))]
    fn at(
        &self,
        point: &SVector<T, D>,
        normal: &SVector<T, D>,
        spanned_by: [usize; 2],
        size: &T,
    ) -> ([SVector<T, D>; 2], FeatureIds<D>) {
        let (edges, directions) = (self.edges.as_flattened(), self.directions.as_flattened());
        let slack = ulps(tolerance::BOX_EDGE, size);
        let mut in_plane = false;
        let mut ends = self.middles.clone();
        let mut taken = 0_u32;
        for (k, edge) in edges.iter().enumerate() {
            let height = normal.dot(edge);
            let spans = spanned_by.contains(&k);
            in_plane |= !spans && height.abs() <= slack;
            // Edges of length zero do not count.
            taken |= u32::from(if k < D { height > T::zero() } else { height < T::zero() }) << k;
            let share = if height < T::zero() { -T::one() } else { T::one() };
            Self::go(&mut ends, k, edge, if spans { T::zero() } else { share });
        }
        if in_plane {
            let length = |k: usize| !largest(&edges[k]).is_zero();
            let free = (0..2 * D).filter(|&k| length(k) && normal.dot(&edges[k]).abs() <= slack);
            let free = free.fold(0, |free, k| free | 1 << k);
            return (self.among_many(point, normal, &slack), self.ids(taken, free));
        }
        let rest = point - (&ends[0] - &ends[1]);
        let [p, q] = spanned_by;
        let free = 1 << p | 1 << q;
        for (k, other) in [(p, q), (q, p)].into_iter().take(D - 1) {
            let wall = perpendicular(normal, &directions[other]);
            let share = wall.dot(&rest) / wall.dot(&edges[k]);
            Self::go(&mut ends, k, &edges[k], clamp(share, -T::one(), T::one()));
        }
        (ends, self.ids(taken, free))
    }

    /// The facet's corners. `taken` has a bit for each edge that is followed, `free` for each edge in the facet's plane.
    #[cfg_attr(fast, inline(always))]
    fn ids(&self, taken: u32, free: u32) -> FeatureIds<D> {
        let own = (1 << D) - 1;
        FeatureIds::corners(self.corners, [taken & own, taken >> D], [free & own, free >> D])
    }

    /// Goes along an edge: to one end for −1, to the other for 1. B's edges have the opposite sign in the difference.
    #[inline]
    fn go(ends: &mut [SVector<T, D>; 2], k: usize, edge: &SVector<T, D>, share: T) {
        ends[k / D] += edge * if k < D { share } else { -share };
    }

    /// The point of the facet if more edges are in the facet's plane than are needed to span it. Edge by edge, there is
    /// an interval of places on the edge from which the edges that are left can reach the point. Its middle is taken.
    #[cold]
    #[inline(never)]
    fn among_many(&self, point: &SVector<T, D>, normal: &SVector<T, D>, slack: &T) -> [SVector<T, D>; 2] {
        let (edges, directions) = (self.edges.as_flattened(), self.directions.as_flattened());
        let in_plane = |k: &usize| normal.dot(&edges[*k]).abs() <= *slack;
        let mut ends = self.middles.clone();
        for k in (0..2 * D).filter(|k| !in_plane(k)) {
            let share = if normal.dot(&edges[k]) < T::zero() { -T::one() } else { T::one() };
            Self::go(&mut ends, k, &edges[k], share);
        }
        for k in (0..2 * D).filter(in_plane) {
            let rest = point - (&ends[0] - &ends[1]);
            let (mut low, mut high) = (-T::one(), T::one());
            for l in (0..2 * D).filter(in_plane).filter(|&l| D == 2 || l != k) {
                let wall = perpendicular(normal, &directions[l]);
                let slope = wall.dot(&edges[k]);
                if slope.abs() > *slack {
                    let others = (k + 1..2 * D).filter(in_plane).map(|j| wall.dot(&edges[j]).abs());
                    let room = others.fold(T::zero(), |sum, one| sum + one) / slope.abs();
                    let share = wall.dot(&rest) / slope;
                    low = max(low, share.clone() - room.clone());
                    let most = share + room;
                    high = min(high, most);
                }
            }
            Self::go(&mut ends, k, &edges[k], clamp((low + high) / times(2, &T::one()), -T::one(), T::one()));
        }
        ends
    }
}

/// A vector perpendicular to both, in three dimensions; in two, to the first.
#[cfg_attr(fast, inline(always))]
fn perpendicular<T: Real, const D: usize>(u: &SVector<T, D>, v: &SVector<T, D>) -> SVector<T, D> {
    let minor = |i: usize, j: usize| u[i].clone() * v[j].clone() - u[j].clone() * v[i].clone();
    let normal: SVector<T, D> = SVector::from_fn(|k, _| match (D, k) {
        (2, 0) => -u[1].clone(),
        (2, _) => u[0].clone(),
        _ => minor((k + 1) % D, (k + 2) % D),
    });
    let square = u.dot(u);
    if D == 2 || normal.dot(&normal) * times(16, &T::one()) >= square.clone() * v.dot(v) {
        return normal;
    }
    // If they are nearly parallel, digits are lost. The error along them is removed: that does the most harm.
    let share = normal.dot(u) / square;
    normal - u * share
}
