//! The polytope in two dimensions: a polygon.
//!
//! ```text
//!        s              pq is the edge nearest the origin, with the inside on its left. The support point s along its
//!       . .             normal is beyond it: the edge is replaced by ps and sq. No other edge changes: all corners are
//!      .   .            support points, so they stay corners.
//!     q-----p
//!    /   |   \          If nothing is beyond pq, it is on the boundary, and the minimum translation ends at the origin's
//!   /    0    \         projection on it. If that is not between p and q, it is on another edge on the same line.
//! ```

use super::expand::{Expanding, FacetPlane, Slack, Surface, index};
use super::strategy::{Expansion, InitialSimplex, SupportSource, Translation};
use crate::scalar::{Real, largest, same, ulps, unit};
use crate::simplex::{Cases, Simplex};
use crate::{predicates::orient2d, query::phase_limit, tolerance, vertex::SupportPoint};
use core::array;
use nalgebra::Vector2;

/// The most corners: the first three, the 128 that an expansion can add, and some to spare.
const LIMIT: usize = 164;
/// Enough corners for most polygons, which begin in arrays of this size: they are quicker to clear than large ones.
const TYPICAL: usize = 12;

/// An edge of the polygon, from one corner to another.
struct Edge<T> {
    normal: Vector2<T>,
    /// The signed distance of its line from the origin.
    level: T,
    ends: [u16; 2],
    /// Set aside: it has no length, its vertex is known, or the polygon is full.
    aside: bool,
}

/// A polygon inside A − B, with as many corners as edges. None is ever removed; an edge can be replaced.
struct Polygon<T: Real, const N: usize> {
    corners: [Option<SupportPoint<T, 2>>; N],
    /// The points alone, close together in memory.
    points: [Vector2<T>; N],
    edges: [Edge<T>; N],
    len: usize,
}

impl<T: Real> Expansion<T, 2> for Cases {
    const EVALUATIONS: u32 = phase_limit::<2>();

    fn expand(
        InitialSimplex { newest, simplex, size, accuracy, .. }: InitialSimplex<'_, T, 2>,
        source: &mut impl SupportSource<T, 2>,
    ) -> Option<Translation<T, 2>> {
        let [b, c] = simplex.vertices() else { return None };
        let mut polygon = Polygon::<T, TYPICAL>::empty();
        polygon.begin_with([newest, b, c]);
        let mut expanding = Expanding::new(size, None, accuracy);
        match expanding.expand(&mut polygon, source) {
            Some(lower) => expanding.translation(&polygon, lower, source),
            None => expand_on(&polygon, expanding, source),
        }
    }

    /// If the area is large enough, so are all heights: see `tolerance::SOLID_TRIANGLE`.
    fn is_solid(newest: &SupportPoint<T, 2>, simplex: &Simplex<T, 2>, size: &T) -> bool {
        let [b, c] = simplex.vertices() else { return false };
        let area = orient2d(&newest.w, &b.w, &c.w).abs();
        area > ulps(tolerance::SOLID_TRIANGLE, &(size.clone() * size.clone()))
    }
}

/// Goes on in larger arrays.
#[cold]
#[inline(never)]
fn expand_on<T: Real>(
    small: &Polygon<T, TYPICAL>,
    mut expanding: Expanding<T, 2>,
    source: &mut dyn SupportSource<T, 2>,
) -> Option<Translation<T, 2>> {
    let mut polygon = Polygon::<T, LIMIT>::empty();
    polygon.take_over(small);
    let lower = expanding.expand(&mut polygon, source)?;
    expanding.translation(&polygon, lower, source)
}

impl<T: Real, const N: usize> Polygon<T, N> {
    fn empty() -> Self {
        let nothing = || Edge { normal: Vector2::zeros(), level: T::zero(), ends: [0; 2], aside: false };
        Self {
            corners: array::from_fn(|_| None),
            points: array::from_fn(|_| Vector2::zeros()),
            edges: array::from_fn(|_| nothing()),
            len: 0,
        }
    }

    /// The triangle of three corners.
    #[cfg_attr(fast, inline(always))]
    fn begin_with(&mut self, corners: [&SupportPoint<T, 2>; 3]) {
        let [a, b, c] = corners;
        let order = if orient2d(&a.w, &b.w, &c.w) < T::zero() { [a, c, b] } else { [a, b, c] };
        for (k, corner) in order.into_iter().enumerate() {
            self.put(k, corner);
        }
        for (k, ends) in [[0, 1], [1, 2], [2, 0]].into_iter().enumerate() {
            self.edges[k] = self.make(ends);
        }
        self.len = 3;
    }

    #[cfg_attr(fast, inline(always))]
    fn put(&mut self, k: usize, corner: &SupportPoint<T, 2>) {
        self.points[k] = corner.w.clone();
        self.corners[k] = Some(corner.clone());
    }

    /// Copies a smaller polygon into this empty one.
    fn take_over<const M: usize>(&mut self, small: &Polygon<T, M>) {
        for (k, corner) in small.corners.iter().flatten().enumerate() {
            self.put(k, corner);
        }
        for (slot, edge) in self.edges.iter_mut().zip(&small.edges[..small.len]) {
            *slot = Edge { normal: edge.normal.clone(), level: edge.level.clone(), ..*edge };
        }
        self.len = small.len;
    }

    fn point(&self, index: u16) -> &Vector2<T> {
        &self.points[usize::from(index)]
    }

    /// The edge between two corners: its normal is q − p, turned a quarter to the right.
    #[cfg_attr(fast, inline(always))]
    fn make(&self, ends: [u16; 2]) -> Edge<T> {
        let [p, q] = ends.map(|end| self.point(end));
        let along = q - p;
        let normal = unit(&Vector2::new(along.y.clone(), -along.x.clone()));
        Edge { ends, level: normal.dot(p), aside: largest(&normal).is_zero(), normal }
    }

    fn find(&self, wanted: impl Fn([u16; 2]) -> bool) -> Option<usize> {
        self.edges[..self.len].iter().position(|edge| wanted(edge.ends))
    }
}

impl<T: Real, const N: usize> Surface<T, 2> for Polygon<T, N> {
    const UNIT: bool = true;

    fn nearest(&self) -> Option<usize> {
        let mut nearest: Option<(usize, &T)> = None;
        for (id, edge) in self.edges[..self.len].iter().enumerate() {
            if !edge.aside && nearest.is_none_or(|(_, level)| edge.level < *level) {
                nearest = Some((id, &edge.level));
            }
        }
        nearest.map(|(id, _)| id)
    }

    fn plane(&self, id: usize) -> FacetPlane<T, 2> {
        let Edge { normal, level, .. } = &self.edges[id];
        FacetPlane { normal: normal.clone(), level: level.clone(), square: T::one() }
    }

    fn corners(&self, id: usize) -> [u32; 2] {
        self.edges[id].ends.map(u32::from)
    }

    fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        0..self.len
    }

    fn vertex(&self, number: u32) -> Option<&SupportPoint<T, 2>> {
        self.corners.get(number as usize)?.as_ref()
    }

    fn is_full(&self) -> bool {
        self.len == N && N < LIMIT
    }

    /// Goes from an edge on the boundary to the edge on the same line that holds the origin's projection.
    fn below_origin(&self, mut id: usize, plane: &FacetPlane<T, 2>, slack: &Slack<T>) -> usize {
        let lowest = plane.level.clone() - slack.gap.clone();
        for _ in 0..self.len {
            let [p, q] = self.edges[id].ends;
            let along = self.point(q) - self.point(p);
            // The neighbor on that side, and its other corner.
            let next = if along.dot(self.point(q)) < T::zero() {
                self.find(|ends| ends[0] == q).map(|next| (next, self.edges[next].ends[1]))
            } else if along.dot(self.point(p)) > T::zero() {
                self.find(|ends| ends[1] == p).map(|next| (next, self.edges[next].ends[0]))
            } else {
                None
            };
            match next {
                Some((next, other)) if self.point(other).dot(&plane.normal) >= lowest => id = next,
                _ => break,
            }
        }
        id
    }

    /// Puts a new corner between the ends of an edge.
    #[cfg_attr(fast, inline(always))]
    fn grow(&mut self, id: usize, found: &SupportPoint<T, 2>, _: &Slack<T>) -> bool {
        let len = self.len;
        if len == N || self.points[..len].iter().any(|point| same(point, &found.w)) {
            return false;
        }
        let [p, q] = self.edges[id].ends;
        self.put(len, found);
        self.edges[id] = self.make([p, index(len)]);
        self.edges[len] = self.make([index(len), q]);
        self.len += 1;
        true
    }

    fn set_aside(&mut self, id: usize) {
        self.edges[id].aside = true;
    }
}
