//! A line that sweeps over the plane from left to right, and the edges that it cuts, from below.
//!
//! Michael Shamos and Dan Hoey, Geometric intersection problems, 1976: if any edges meet, two edges that meet are
//! neighbours on the line some time before. So new neighbours are tested.

use super::OutlineError;
use super::plane::Plane;
use super::rings::Rings;
use alloc::collections::BTreeSet;
use core::cmp::Ordering;
use robust::{Coord, orient2d};

/// An edge of a ring, which is known by the vertex with which it begins.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) number: u32,
    /// The end that the line comes to first, and the other.
    left: Coord<f64>,
    right: Coord<f64>,
}

impl Edge {
    pub(super) fn new(rings: &Rings, number: u32) -> Self {
        let (from, to) = (number, rings.after(number));
        let (from, to) = if rings.plane.is_before(from, to) { (from, to) } else { (to, from) };
        Self { number, left: rings.plane.at(from), right: rings.plane.at(to) }
    }

    /// The place of a point: above this edge, below it, or on its line.
    fn side(&self, point: Coord<f64>) -> Ordering {
        let turn = orient2d(self.left, self.right, point);
        turn.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }
}

/// From below, for edges that one line cuts and that don't meet: the one that begins later is above or below the other where it
/// begins. If it begins on the other, the edges' ends decide.
impl Ord for Edge {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.number == other.number {
            return Ordering::Equal;
        }
        let begins_later = (self.left.x, self.left.y) >= (other.left.x, other.left.y);
        let order = if begins_later {
            other.side(self.left).then_with(|| other.side(self.right))
        } else {
            self.side(other.left).then_with(|| self.side(other.right)).reverse()
        };
        order.then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Edge {}

/// Refuses rings with edges that cross or touch. O(n log n).
pub(super) fn check(rings: &Rings, order: &[u32]) -> Result<(), OutlineError> {
    for pair in order.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if !rings.plane.is_before(a, b) {
            return Err(OutlineError::Repeated([a.min(b), a.max(b)]));
        }
    }
    let mut line = BTreeSet::new();
    for &k in order {
        let (before, after) = (rings.before(k), rings.after(k));
        let begins = [before, after].map(|end| rings.plane.is_before(k, end));
        if begins[0] == begins[1] && rings.turn_at(k) == 0.0 {
            return Err(rings.meet(before, k));
        }
        let edges = [before, k].map(|number| Edge::new(rings, number));
        for (edge, begins) in edges.iter().zip(begins) {
            if !begins {
                line.remove(edge);
            }
        }
        if begins == [false; 2] {
            apart(rings, below(&line, &edges[0]), above(&line, &edges[0]))?;
        }
        for (edge, begins) in edges.iter().zip(begins) {
            if begins {
                line.insert(*edge);
                apart(rings, below(&line, edge), Some(edge))?;
                apart(rings, Some(edge), above(&line, edge))?;
            }
        }
    }
    Ok(())
}

fn below<'a>(line: &'a BTreeSet<Edge>, edge: &Edge) -> Option<&'a Edge> {
    line.range(..edge).next_back()
}

fn above<'a>(line: &'a BTreeSet<Edge>, edge: &Edge) -> Option<&'a Edge> {
    line.range(edge..).find(|other| *other != edge)
}

/// Refuses two edges that meet. (Those that follow each other can only meet by turning back, which is tested at their vertex.)
fn apart(rings: &Rings, a: Option<&Edge>, b: Option<&Edge>) -> Result<(), OutlineError> {
    let (Some(Edge { number: a, .. }), Some(Edge { number: b, .. })) = (a, b) else { return Ok(()) };
    let follow = rings.after(*a) == *b || rings.after(*b) == *a;
    if !follow && meet(&rings.plane, [*a, rings.after(*a)], [*b, rings.after(*b)]) {
        return Err(rings.meet(*a, *b));
    }
    Ok(())
}

/// Returns whether two segments have a point in common.
pub(super) fn meet(plane: &Plane, [a, b]: [u32; 2], [c, d]: [u32; 2]) -> bool {
    let of_cd = [plane.turn(a, b, c), plane.turn(a, b, d)];
    let of_ab = [plane.turn(c, d, a), plane.turn(c, d, b)];
    let parts = |[x, y]: [f64; 2]| (x < 0.0 && y > 0.0) || (x > 0.0 && y < 0.0);
    // A point of a segment's line is on the segment if it is not before one end and not after the other.
    let is_between = |p: u32, u: u32, v: u32| {
        let (low, high) = if plane.is_before(u, v) { (u, v) } else { (v, u) };
        !plane.is_before(p, low) && !plane.is_before(high, p)
    };
    (parts(of_cd) && parts(of_ab))
        || (of_cd[0] == 0.0 && is_between(c, a, b))
        || (of_cd[1] == 0.0 && is_between(d, a, b))
        || (of_ab[0] == 0.0 && is_between(a, c, d))
        || (of_ab[1] == 0.0 && is_between(b, c, d))
}
