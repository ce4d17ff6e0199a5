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

use super::{Best, Exit, Expansion, Rounding};
use crate::difference::SupportPoint;
use crate::scalar::{Real, norm, same};
use crate::simplex::{Cases, Simplex};
use core::array;
use nalgebra::Vector2;

/// The most corners, and edges, of a polygon.
const CORNERS: usize = 160;

/// An edge of the polygon, from one corner to another.
struct Edge<T> {
    ends: [u16; 2],
    /// A unit vector, outwards.
    normal: Vector2<T>,
    /// The signed distance of its line from the origin.
    level: T,
    /// Its normal is not to be trusted, or the polygon is full.
    skipped: bool,
}

/// A polygon inside A − B, with as many corners as edges. Neither are ever removed: an edge that gives way is replaced.
struct Polygon<T: Real> {
    corners: [Option<SupportPoint<T, 2>>; CORNERS],
    edges: [Option<Edge<T>>; CORNERS],
    len: u16,
}

impl<T: Real> Expansion<T, 2> for Cases {
    fn expand(
        newest: &SupportPoint<T, 2>,
        simplex: &Simplex<T, 2>,
        size: &T,
        mut vertex: impl FnMut(&Vector2<T>) -> Option<SupportPoint<T, 2>>,
    ) -> Option<Exit<T, 2>> {
        let [b, c] = simplex.vertices() else { return None };
        let mut polygon = Polygon::triangle([newest.clone(), b.clone(), c.clone()]);
        let rounding = Rounding::of(size);
        let mut best: Option<Best<T, 2>> = None;
        let mut nearest = polygon.nearest();
        while let Some((id, level)) = nearest.clone() {
            if best.as_ref().is_some_and(|best| best.reach <= level) {
                break;
            }
            let edge = polygon.edge(id);
            let (ends, normal) = (edge.ends, edge.normal.clone());
            let Some(found) = vertex(&normal) else { break };
            let reach = found.w.dot(&normal);
            if best.as_ref().is_none_or(|best| reach < best.reach) {
                best = Some(Best { normal: normal.clone(), reach: reach.clone(), corners: ends });
            }
            if reach.clone() - level <= rounding.gap {
                best = best.filter(|best| best.reach.clone() + rounding.visible.clone() < reach);
                let corners = polygon.edge(polygon.along_line(id, &rounding)).ends;
                best = best.or(Some(Best { normal, reach, corners }));
                break;
            }
            polygon.split(id, found);
            nearest = polygon.nearest();
        }
        let Best { normal, reach, corners } = best?;
        let mut facet = Simplex::empty();
        for corner in corners {
            facet.push(polygon.corner(corner).clone());
        }
        let lower = nearest.map_or_else(|| reach.clone(), |(_, level)| level);
        Some(Exit { normal, reach, lower, facet })
    }
}

impl<T: Real> Polygon<T> {
    fn triangle([a, b, c]: [SupportPoint<T, 2>; 3]) -> Self {
        let (ab, ac) = (&b.w - &a.w, &c.w - &a.w);
        let winding = ab.x.clone() * ac.y.clone() - ab.y.clone() * ac.x.clone();
        let mut corners = [a, b, c];
        if winding < T::zero() {
            corners.swap(1, 2);
        }
        let mut polygon = Self { corners: array::from_fn(|_| None), edges: array::from_fn(|_| None), len: 3 };
        for (slot, corner) in polygon.corners.iter_mut().zip(corners) {
            *slot = Some(corner);
        }
        for (k, ends) in [[0, 1], [1, 2], [2, 0]].into_iter().enumerate() {
            polygon.edges[k] = Some(polygon.make(ends));
        }
        polygon
    }

    fn corner(&self, index: u16) -> &SupportPoint<T, 2> {
        self.corners[usize::from(index)].as_ref().expect("an edge's ends are corners")
    }

    fn edge(&self, index: u16) -> &Edge<T> {
        self.edges[usize::from(index)].as_ref().expect("there are as many edges as corners")
    }

    /// The edge between two corners: its normal is q − p, turned a quarter to the right.
    fn make(&self, ends: [u16; 2]) -> Edge<T> {
        let [p, q] = ends.map(|end| &self.corner(end).w);
        let along = q - p;
        let length = norm(&along);
        let normal = Vector2::new(along.y.clone(), -along.x.clone()) / length.clone();
        Edge { ends, level: normal.dot(p), normal, skipped: length.is_zero() }
    }

    /// The trusted edge nearest the origin, with its distance.
    fn nearest(&self) -> Option<(u16, T)> {
        let mut nearest: Option<(u16, T)> = None;
        for (id, edge) in (0..self.len).zip(self.edges.iter().flatten()) {
            if !edge.skipped && nearest.as_ref().is_none_or(|(_, level)| edge.level < *level) {
                nearest = Some((id, edge.level.clone()));
            }
        }
        nearest
    }

    /// Puts a new corner between the ends of an edge; skips the edge if the corner is there already or has no room.
    fn split(&mut self, id: u16, found: SupportPoint<T, 2>) {
        let len = usize::from(self.len);
        if len == CORNERS || self.corners.iter().flatten().any(|corner| same(&corner.w, &found.w)) {
            if let Some(edge) = &mut self.edges[usize::from(id)] {
                edge.skipped = true;
            }
            return;
        }
        let [p, q] = self.edge(id).ends;
        self.corners[len] = Some(found);
        self.edges[usize::from(id)] = Some(self.make([p, self.len]));
        self.edges[len] = Some(self.make([self.len, q]));
        self.len += 1;
    }

    /// Goes from an edge on the boundary along its line to the edge that holds the origin's projection.
    fn along_line(&self, mut id: u16, rounding: &Rounding<T>) -> u16 {
        let normal = self.edge(id).normal.clone();
        let level = self.edge(id).level.clone() - rounding.gap.clone();
        for _ in 0..self.len {
            let [p, q] = self.edge(id).ends;
            let along = &self.corner(q).w - &self.corner(p).w;
            // Which neighbour, and its other corner, is to be looked at?
            let next = if along.dot(&self.corner(q).w) < T::zero() {
                self.find(|ends| ends[0] == q).map(|next| (next, self.edge(next).ends[1]))
            } else if along.dot(&self.corner(p).w) > T::zero() {
                self.find(|ends| ends[1] == p).map(|next| (next, self.edge(next).ends[0]))
            } else {
                None
            };
            match next {
                Some((next, other)) if self.corner(other).w.dot(&normal) >= level => id = next,
                _ => break,
            }
        }
        id
    }

    fn find(&self, wanted: impl Fn([u16; 2]) -> bool) -> Option<u16> {
        (0..self.len).find(|&id| wanted(self.edge(id).ends))
    }
}
