//! Two dimensions: the polygon.
//!
//! ```text
//!        s              pq is the edge nearest the origin, wound with the inside on its left. Along its normal the support
//!       . .             point s is found, beyond it: the edge gives way to ps and sq. No other edge is affected: all
//!      .   .            corners are support points, so they stay corners.
//!     q-----p
//!    /   |   \          If nothing is beyond pq, it is on the boundary, and the origin's projection on it is the way out. If
//!   /    0    \         the projection is not between p and q, it is on one of the next edges, on the same line.
//! ```

use super::{Best, Exit, Expansion, Rounding, Surroundings};
use crate::observe::Stop;
use crate::scalar::{Real, norm, same, times};
use crate::simplex::{Cases, Simplex};
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::Vector2;

/// The most corners, and edges, of a polygon.
const CORNERS: usize = 164;
/// So many have most. They begin in arrays for so many, and move to larger ones when those are full: to clear those for all would
/// take longer than to grow a polygon of a few corners.
const FEW: usize = if cfg!(feature = "small") { CORNERS } else { 12 };

/// An edge of the polygon, from one corner to another.
struct Edge<T> {
    /// A unit vector, outwards.
    normal: Vector2<T>,
    /// The signed distance of its line from the origin.
    level: T,
    ends: [u16; 2],
    /// Its normal is not to be trusted, or the polygon is full.
    skipped: bool,
}

/// A polygon inside A − B, with as many corners as edges. Neither are ever removed: an edge that gives way is replaced.
struct Polygon<T: Real, const N: usize> {
    corners: [Option<SupportPoint<T, 2>>; N],
    /// The same as mere points, close together.
    points: [Vector2<T>; N],
    edges: [Edge<T>; N],
    len: usize,
    rounding: Rounding<T>,
    /// The least reach so far.
    best: Option<Best<T, 2>>,
}

impl<T: Real> Expansion<T, 2> for Cases {
    type Workspace = ();

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn expand(
        newest: &SupportPoint<T, 2>,
        simplex: &Simplex<T, 2>,
        size: &T,
        surroundings: &mut impl Surroundings<T, 2>,
        (): &mut (),
    ) -> Option<Exit<T, 2>> {
        let [b, c] = simplex.vertices() else { return None };
        let mut polygon = Polygon::<T, FEW>::empty(size);
        polygon.begin_with([newest, b, c]);
        match polygon.expand(surroundings) {
            Some(lower) => polygon.exit(lower),
            None => expand_on(&polygon, size, surroundings),
        }
    }

    /// As in three dimensions, with an area.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn is_solid(newest: &SupportPoint<T, 2>, simplex: &Simplex<T, 2>, size: &T) -> bool {
        let [b, c] = simplex.vertices() else { return false };
        let area = winding(&newest.w, &b.w, &c.w).abs();
        area > times(1 << 11, &T::epsilon()) * (size.clone() * size.clone())
    }
}

/// Goes on in larger arrays.
#[cold]
#[inline(never)]
fn expand_on<T: Real>(
    small: &Polygon<T, FEW>,
    size: &T,
    surroundings: &mut dyn Surroundings<T, 2>,
) -> Option<Exit<T, 2>> {
    let mut polygon = Polygon::<T, CORNERS>::empty(size);
    polygon.take_over(small);
    let lower = polygon.expand(surroundings)?;
    polygon.exit(lower)
}

/// Twice the area of a triangle, positive if it is wound counter-clockwise.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn winding<T: Real>(a: &Vector2<T>, b: &Vector2<T>, c: &Vector2<T>) -> T {
    let (ab, ac) = (b - a, c - a);
    ab.x.clone() * ac.y.clone() - ab.y.clone() * ac.x.clone()
}

fn index(k: usize) -> u16 {
    u16::try_from(k).unwrap_or(u16::MAX)
}

impl<T: Real, const N: usize> Polygon<T, N> {
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn empty(size: &T) -> Self {
        let nothing = || Edge { normal: Vector2::zeros(), level: T::zero(), ends: [0; 2], skipped: false };
        Self {
            corners: array::from_fn(|_| None),
            points: array::from_fn(|_| Vector2::zeros()),
            edges: array::from_fn(|_| nothing()),
            len: 0,
            rounding: Rounding::of(size),
            best: None,
        }
    }

    /// The triangle of three corners.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn begin_with(&mut self, corners: [&SupportPoint<T, 2>; 3]) {
        let [a, b, c] = corners;
        let order = if winding(&a.w, &b.w, &c.w) < T::zero() { [a, c, b] } else { [a, b, c] };
        for (k, corner) in order.into_iter().enumerate() {
            self.put(k, corner);
        }
        for (k, ends) in [[0, 1], [1, 2], [2, 0]].into_iter().enumerate() {
            self.edges[k] = self.make(ends);
        }
        self.len = 3;
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn put(&mut self, k: usize, corner: &SupportPoint<T, 2>) {
        self.points[k] = corner.w.clone();
        self.corners[k] = Some(corner.clone());
    }

    /// Becomes what a smaller one is.
    fn take_over<const M: usize>(&mut self, small: &Polygon<T, M>) {
        for (k, corner) in small.corners.iter().flatten().enumerate() {
            self.put(k, corner);
        }
        for (slot, edge) in self.edges.iter_mut().zip(&small.edges[..small.len]) {
            *slot = Edge { normal: edge.normal.clone(), level: edge.level.clone(), ..*edge };
        }
        self.len = small.len;
        self.best.clone_from(&small.best);
    }

    /// The edges, one of them first.
    fn facets_from(&self, first: usize) -> impl Iterator<Item = Simplex<T, 2>> + '_ {
        let others = (0..self.len).filter(move |id| *id != first);
        core::iter::once(first).chain(others).map(|id| {
            let mut edge = Simplex::empty();
            let ends = self.edges[id].ends.map(|end| self.corners[usize::from(end)].as_ref());
            ends.into_iter().flatten().for_each(|corner| edge.push(corner.clone()));
            edge
        })
    }

    /// Grows until the boundary is reached, and says what the least level was; or `None` if the arrays are full (save the
    /// largest: those have to do).
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn expand(&mut self, surroundings: &mut (impl Surroundings<T, 2> + ?Sized)) -> Option<T> {
        loop {
            let Some(id) = self.nearest() else {
                surroundings.stopped(Stop::Exhausted);
                return Some(self.best.as_ref().map_or_else(T::zero, |best| best.reach.clone()));
            };
            let Edge { normal, level, ends, .. } = &self.edges[id];
            if self.best.as_ref().is_some_and(|best| best.reach <= *level) {
                surroundings.stopped(Stop::BoundsMet);
                return Some(level.clone());
            }
            if self.len == N && N < CORNERS {
                return None;
            }
            let (normal, level, corners) = (normal.clone(), level.clone(), *ends);
            let Some(found) = surroundings.vertex(&normal) else { return Some(level) };
            let reach = found.w.dot(&normal);
            let upper = self.best.as_ref().map_or(&reach, |best| if best.reach < reach { &best.reach } else { &reach });
            surroundings.expanded(&level, upper, &mut self.facets_from(id));
            if reach.clone() - level.clone() <= self.rounding.gap {
                let slack = self.rounding.visible.clone();
                if !self.best.as_ref().is_some_and(|best| best.reach.clone() + slack < reach) {
                    let corners = self.edges[self.along_line(id)].ends;
                    self.best = Some(Best { normal, reach, corners });
                }
                surroundings.stopped(Stop::OnBoundary);
                return Some(level);
            }
            if self.best.as_ref().is_none_or(|best| reach < best.reach) {
                self.best = Some(Best { normal, reach, corners });
            }
            self.split(id, &found);
        }
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn exit(&self, lower: T) -> Option<Exit<T, 2>> {
        let Best { normal, reach, corners } = self.best.as_ref()?;
        let mut facet = Simplex::empty();
        for corner in corners {
            facet.push(self.corners[usize::from(*corner)].clone()?);
        }
        Some(Exit { normal: normal.clone(), reach: reach.clone(), lower, facet })
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn point(&self, index: u16) -> &Vector2<T> {
        &self.points[usize::from(index)]
    }

    /// The edge between two corners: its normal is q − p, turned a quarter to the right.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn make(&self, ends: [u16; 2]) -> Edge<T> {
        let [p, q] = ends.map(|end| self.point(end));
        let along = q - p;
        let length = norm(&along);
        let normal = Vector2::new(along.y.clone(), -along.x.clone()) / length.clone();
        Edge { ends, level: normal.dot(p), normal, skipped: length.is_zero() }
    }

    /// The trusted edge nearest the origin.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn nearest(&self) -> Option<usize> {
        let mut nearest: Option<(usize, &T)> = None;
        for (id, edge) in self.edges[..self.len].iter().enumerate() {
            if !edge.skipped && nearest.is_none_or(|(_, level)| edge.level < *level) {
                nearest = Some((id, &edge.level));
            }
        }
        nearest.map(|(id, _)| id)
    }

    /// Puts a new corner between the ends of an edge; skips the edge if the corner is there already or has no room.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn split(&mut self, id: usize, found: &SupportPoint<T, 2>) {
        let len = self.len;
        if len == N || self.points[..len].iter().any(|point| same(point, &found.w)) {
            self.edges[id].skipped = true;
            return;
        }
        let [p, q] = self.edges[id].ends;
        self.put(len, found);
        self.edges[id] = self.make([p, index(len)]);
        self.edges[len] = self.make([index(len), q]);
        self.len += 1;
    }

    /// Goes from an edge on the boundary along its line to the edge that holds the origin's projection.
    fn along_line(&self, mut id: usize) -> usize {
        let normal = &self.edges[id].normal;
        let level = self.edges[id].level.clone() - self.rounding.gap.clone();
        for _ in 0..self.len {
            let [p, q] = self.edges[id].ends;
            let along = self.point(q) - self.point(p);
            // Which neighbour, and its other corner, is to be looked at?
            let next = if along.dot(self.point(q)) < T::zero() {
                self.find(|ends| ends[0] == q).map(|next| (next, self.edges[next].ends[1]))
            } else if along.dot(self.point(p)) > T::zero() {
                self.find(|ends| ends[1] == p).map(|next| (next, self.edges[next].ends[0]))
            } else {
                None
            };
            match next {
                Some((next, other)) if self.point(other).dot(normal) >= level => id = next,
                _ => break,
            }
        }
        id
    }

    fn find(&self, wanted: impl Fn([u16; 2]) -> bool) -> Option<usize> {
        self.edges[..self.len].iter().position(|edge| wanted(edge.ends))
    }
}
