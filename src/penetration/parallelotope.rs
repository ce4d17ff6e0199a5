//! Boxes, segments and points: the way out in closed form.
//!
//! Seen from its middle, and with half of each edge, a parallelotope is the points m + Σ tₖ·eₖ with |tₖ| ≤ 1. The
//! difference of two is the same with the edges of both: a *zonotope*. Each of its facets is spanned by D − 1 edges, so
//! there is a list of them: 15 pairs of parallel ones for two boxes, 4 for two rectangles. Along n it reaches as far as
//! n·m + Σ |n·eₖ|, and the depth is the least of that over the normals. It is the test of separating axes, asked for a
//! distance (Stefan Gottschalk, Ming C. Lin, Dinesh Manocha, `OBBTree`: a hierarchical structure for rapid interference
//! detection, SIGGRAPH 1996); nothing has to be grown.
//!
//! A normal that came out wrong, of edges that are nearly parallel, does no harm. It bounds the depth from above, as any
//! direction does; and the facet that it should have been of is so thin that the bounds of those beside it are as good.

use super::Mean;
use crate::scalar::{Real, largest, max, times, ulps};
use crate::support::Parallelotope;
use core::array;
use nalgebra::SVector;

/// A − B of two parallelotopes, at the frame's scale.
struct Zonotope<T, const D: usize> {
    /// The middles of A and of B.
    middles: [SVector<T, D>; 2],
    /// Half of each edge, and whose it is (A's is 0); those without a length are left out.
    edges: [[(SVector<T, D>, usize); D]; 2],
    count: usize,
}

/// The nearest facet so far.
struct Nearest<T, const D: usize> {
    /// Its normal, of some length, away from the middle or towards it.
    normal: SVector<T, D>,
    /// Its length's square.
    square: T,
    /// How far the origin is below it, times that length.
    level: T,
    /// The signed square of the distance.
    distance: T,
}

/// The way out of A − B: a unit normal, the depth, and the point where it ends. In two and three dimensions; `None` in
/// others, and where the edges span no facet.
pub(super) fn way_out<T: Real, const D: usize>(
    [a, b]: &[Parallelotope<T, D>; 2],
    zoom: &T,
    size: &T,
) -> Option<(SVector<T, D>, T, Mean<T, D>)> {
    if D != 2 && D != 3 {
        return None;
    }
    let zonotope = Zonotope::of([a, b], zoom);
    let Nearest { normal, square, level, .. } = zonotope.nearest()?;
    let length = square.sqrt();
    let reach = level / length.clone();
    let [a, b] = &zonotope.middles;
    let outward = if (a - b).dot(&normal) > T::zero() { -normal } else { normal };
    let normal = outward / length;
    let end = zonotope.at(&(&normal * reach.clone()), &normal, size);
    let per_zoom = T::one() / zoom.clone();
    Some((normal, reach, Mean { a: end.a * per_zoom.clone(), b: end.b * per_zoom, w: end.w }))
}

impl<T: Real, const D: usize> Zonotope<T, D> {
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn of(shapes: [&Parallelotope<T, D>; 2], zoom: &T) -> Self {
        let mut middles = shapes.map(|shape| &shape.corner * zoom.clone());
        let mut edges = array::from_fn(|_| array::from_fn(|_| (SVector::zeros(), 0)));
        let mut count = 0;
        for (owner, shape) in shapes.into_iter().enumerate() {
            for edge in &shape.edges {
                let half = edge.map(|component| component.half() * zoom.clone());
                if !largest(&half).is_zero() {
                    middles[owner] += &half;
                    edges.as_flattened_mut()[count] = (half, owner);
                    count += 1;
                }
            }
        }
        Self { middles, edges, count }
    }

    fn edges(&self) -> &[(SVector<T, D>, usize)] {
        &self.edges.as_flattened()[..self.count]
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn nearest(&self) -> Option<Nearest<T, D>> {
        let edges = self.edges();
        let [a, b] = &self.middles;
        let middle = a - b;
        let mut directions: [[SVector<T, D>; D]; 2] = array::from_fn(|_| array::from_fn(|_| SVector::zeros()));
        for (direction, (edge, _)) in directions.as_flattened_mut().iter_mut().zip(edges) {
            *direction = edge * largest(edge).unit_scale();
        }
        let directions = &directions.as_flattened()[..edges.len()];
        let mut nearest: Option<Nearest<T, D>> = None;
        for (p, u) in directions.iter().enumerate() {
            // In the plane a facet is a single edge.
            let partners = if D == 2 { &directions[p..=p] } else { &directions[p + 1..] };
            for v in partners {
                let normal = perpendicular(u, v);
                let square = normal.dot(&normal);
                let reach = edges.iter().fold(T::zero(), |sum, (edge, _)| sum + normal.dot(edge).abs());
                let level = reach - normal.dot(&middle).abs();
                let distance = level.clone() * level.abs() / square.clone();
                let nearer = nearest.as_ref().map_or(distance.in_range(), |nearest| distance < nearest.distance);
                if nearer && square > T::zero() {
                    nearest = Some(Nearest { normal, square, level, distance });
                }
            }
        }
        nearest
    }

    /// A point of the boundary, and a point of A and one of B whose difference it is.
    ///
    /// Edges that are not in its facet's plane are taken to the end that is farther along the normal. For those that are,
    /// one after the other, there is an interval of places that leave a place for the others; its middle is taken.
    fn at(&self, point: &SVector<T, D>, normal: &SVector<T, D>, size: &T) -> Mean<T, D> {
        let edges = self.edges();
        let mut ends = self.middles.clone();
        let go = |ends: &mut [SVector<T, D>; 2], k: usize, share: T| {
            let (edge, owner) = &edges[k];
            // B's are on the other side of the difference.
            ends[*owner] += edge * if *owner == 0 { share } else { -share };
        };
        let slack = ulps(2, size);
        let (mut flat, mut flat_count) = ([[0; D]; 2], 0);
        for (k, (edge, _)) in edges.iter().enumerate() {
            let height = normal.dot(edge);
            if height.abs() <= slack {
                flat.as_flattened_mut()[flat_count] = k;
                flat_count += 1;
            } else {
                go(&mut ends, k, if height > T::zero() { T::one() } else { -T::one() });
            }
        }
        let flat = &flat.as_flattened()[..flat_count];
        for (done, &k) in flat.iter().enumerate() {
            let rest = point - (&ends[0] - &ends[1]);
            let edge = &edges[k].0;
            let (mut low, mut high) = (-T::one(), T::one());
            for &l in flat.iter().filter(|&&l| D == 2 || l != k) {
                let along = &edges[l].0;
                let wall = perpendicular(normal, &(along * largest(along).unit_scale()));
                let slope = wall.dot(edge);
                if slope.abs() > slack {
                    let room = flat[done + 1..].iter().fold(T::zero(), |sum, &j| sum + wall.dot(&edges[j].0).abs());
                    let (share, room) = (wall.dot(&rest) / slope.clone(), room / slope.abs());
                    low = max(low, share.clone() - room.clone());
                    let most = share + room;
                    high = if most < high { most } else { high };
                }
            }
            let share = (low + high) / times(2, &T::one());
            go(&mut ends, k, max(-T::one(), if share > T::one() { T::one() } else { share }));
        }
        let [a, b] = ends;
        Mean { w: &a - &b, a, b }
    }
}

/// Perpendicular to both, in three dimensions; in two, to the first.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
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
    // Of nearly parallel ones it has lost digits. What is along them is taken out again, for there the facet is long.
    let share = normal.dot(u) / square;
    normal - u * share
}
