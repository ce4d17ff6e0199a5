//! The least number of convex pieces of a small polygon, by dynamic programming.
//!
//! Mark Keil, Decomposing a polygon into simpler components, 1985. For each diagonal the part of the polygon beyond it
//! is cut in the best way. Only two corners of the piece at the diagonal matter to the other side, the corners next to
//! the diagonal: the less they reach out, the better. A pair of corners is kept if no other pair is better at both ends
//! (Mark Keil and Jack Snoeyink, On the time bound for convex decomposition of simple polygons, 2002).

use super::plane::Plane;
use super::sweep::meet;
use alloc::vec;
use alloc::vec::Vec;

/// The cut of the part beyond a diagonal: the triangle at the diagonal has its apex at `apex`, and the parts beyond the triangle's
/// other two sides are joined to it or not.
#[derive(Clone, Copy)]
struct Cut {
    /// The corners of the piece that are next to the diagonal's two ends.
    corners: [usize; 2],
    apex: usize,
    /// For each of the two sides of the triangle, which of the cuts beyond it the piece goes on with; `None` if it ends there.
    joined: [Option<usize>; 2],
}

/// Results for a pair of vertices.
#[derive(Clone)]
struct Beyond {
    /// The number of diagonals that cut the part beyond this one; `None` if this is not a diagonal.
    cost: Option<u32>,
    /// 1 for a diagonal, 0 for a side of the polygon.
    own: u32,
    cuts: Vec<Cut>,
}

struct Search<'a> {
    plane: &'a Plane,
    vertices: &'a [u32],
    pairs: Vec<Beyond>,
}

/// The pieces of a polygon without holes, counter-clockwise, each as a list of positions in the list of vertices, in increasing
/// order. Their number is the least there is without new vertices. O(n³) steps if few pairs of corners are kept, as is usual.
pub(super) fn pieces(plane: &Plane, vertices: &[u32]) -> Vec<Vec<usize>> {
    let count = vertices.len();
    let none = Beyond { cost: None, own: 1, cuts: Vec::new() };
    let mut search = Search { plane, vertices, pairs: vec![none; count * count] };
    for width in 1..count {
        for from in 0..count - width {
            search.solve(from, from + width);
        }
    }
    let mut found = Vec::new();
    let mut left = vec![(0, count - 1)];
    while let Some((from, to)) = left.pop() {
        let Some(cut) = search.pair(from, to).cuts.first() else { continue };
        let mut piece = Vec::new();
        search.collect(from, to, cut, &mut piece, &mut left);
        piece.push(to);
        found.push(piece);
    }
    found
}

impl Search<'_> {
    fn pair(&self, from: usize, to: usize) -> &Beyond {
        &self.pairs[from * self.vertices.len() + to]
    }

    fn turn(&self, a: usize, b: usize, c: usize) -> f64 {
        self.plane.turn(self.vertices[a], self.vertices[b], self.vertices[c])
    }

    /// Finds the best cuts of the part beyond a pair, after the cuts for all pairs that are nearer each other.
    fn solve(&mut self, from: usize, to: usize) {
        let count = self.vertices.len();
        let is_side = to == from + 1 || (from == 0 && to == count - 1);
        let mut best = Beyond { cost: None, own: u32::from(!is_side), cuts: Vec::new() };
        if to == from + 1 {
            best.cost = Some(0);
        } else if is_side || self.is_diagonal(from, to) {
            for apex in from + 1..to {
                self.try_apex([from, apex, to], &mut best);
            }
        }
        self.pairs[from * count + to] = best;
    }

    /// The triangle with this apex, alone or joined to what is beyond its sides.
    fn try_apex(&self, [from, apex, to]: [usize; 3], best: &mut Beyond) {
        let (before, after) = (self.pair(from, apex), self.pair(apex, to));
        let (Some(cost_before), Some(cost_after)) = (before.cost, after.cost) else { return };
        for left in core::iter::once(None).chain((0..before.cuts.len()).map(Some)) {
            let [first, bend] = left.map_or([apex, from], |cut| before.cuts[cut].corners);
            if left.is_some() && self.turn(to, from, first) < 0.0 {
                continue;
            }
            for right in core::iter::once(None).chain((0..after.cuts.len()).map(Some)) {
                let [next, last] = right.map_or([to, apex], |cut| after.cuts[cut].corners);
                let cost = cost_before
                    + cost_after
                    + if left.is_some() { 0 } else { before.own }
                    + if right.is_some() { 0 } else { after.own };
                let is_convex =
                    || (right.is_none() || self.turn(last, to, from) >= 0.0) && self.turn(bend, apex, next) >= 0.0;
                if best.cost.is_none_or(|least| cost <= least) && is_convex() {
                    best.take(cost, Cut { corners: [first, last], apex, joined: [left, right] });
                }
            }
        }
    }

    /// Returns whether the segment between two vertices that don't follow each other is inside, and has no other
    /// vertex on it.
    fn is_diagonal(&self, from: usize, to: usize) -> bool {
        let count = self.vertices.len();
        let after = |k: usize| if k + 1 == count { 0 } else { k + 1 };
        // Joseph O'Rourke, Computational Geometry in C, 1998.
        let is_in_corner = |k: usize, end: usize| {
            let (previous, next) = (if k == 0 { count - 1 } else { k - 1 }, after(k));
            if self.turn(previous, k, next) >= 0.0 {
                self.turn(k, end, previous) > 0.0 && self.turn(end, k, next) > 0.0
            } else {
                !(self.turn(k, end, next) >= 0.0 && self.turn(end, k, previous) >= 0.0)
            }
        };
        is_in_corner(from, to) && is_in_corner(to, from) && self.is_clear(from, to)
    }

    /// Returns whether a segment between two vertices meets no side but those that begin or end there.
    fn is_clear(&self, from: usize, to: usize) -> bool {
        let last = self.vertices.len() - 1;
        let mut before = (last, self.turn(from, to, last));
        for k in 0..=last {
            let now = (k, self.turn(from, to, k));
            let ([a, b], sides) = ([before.0, k], [before.1, now.1]);
            before = now;
            let is_own = [a, b].contains(&from) || [a, b].contains(&to);
            let is_beside = (sides[0] > 0.0 && sides[1] > 0.0) || (sides[0] < 0.0 && sides[1] < 0.0);
            let [ends, side] = [[from, to], [a, b]].map(|ends| ends.map(|k| self.vertices[k]));
            if !is_own && !is_beside && meet(self.plane, ends, side) {
                return false;
            }
        }
        true
    }

    /// The corners of a piece from one end of a diagonal to the other, without the last, and the diagonals beyond which there are others.
    fn collect(&self, from: usize, to: usize, cut: &Cut, piece: &mut Vec<usize>, left: &mut Vec<(usize, usize)>) {
        for ((from, to), joined) in [(from, cut.apex), (cut.apex, to)].into_iter().zip(cut.joined) {
            let pair = self.pair(from, to);
            if let Some(cut) = joined.and_then(|cut| pair.cuts.get(cut)) {
                self.collect(from, to, cut, piece, left);
            } else {
                piece.push(from);
                left.push((from, to));
            }
        }
    }
}

impl Beyond {
    /// Keeps a cut, unless there is a better one.
    fn take(&mut self, cost: u32, cut: Cut) {
        if self.cost != Some(cost) {
            self.cost = Some(cost);
            self.cuts.clear();
        }
        // The vertices that an end sees are in order around it: the nearer their number is to the other end's, the less
        // they reach out.
        let is_as_good = |a: &Cut, b: &Cut| a.corners[0] >= b.corners[0] && a.corners[1] <= b.corners[1];
        if !self.cuts.iter().any(|other| is_as_good(other, &cut)) {
            self.cuts.retain(|other| !is_as_good(&cut, other));
            self.cuts.push(cut);
        }
    }
}
