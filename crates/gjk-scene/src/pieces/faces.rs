//! Joins triangles along their sides into larger convex pieces.

use super::plane::Plane;
use alloc::vec::Vec;
use core::ops::Range;

/// No side.
pub(super) const NONE: u32 = u32::MAX;

/// A side of a face, counter-clockwise around it.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// The vertex with which it begins.
    pub(super) from: u32,
    pub(super) next: u32,
    pub(super) previous: u32,
    /// The same diagonal as a side of the face beyond it; [`NONE`] if this is an edge of the outline.
    pub(super) twin: u32,
}

/// Faces that share their sides. A side that was taken away has itself as the next one.
pub(super) struct Faces {
    pub(super) sides: Vec<Side>,
}

impl Faces {
    /// Side 3 t + k belongs to triangle t, from its vertex k. O(n log n).
    pub(super) fn of_triangles(triangles: &[[u32; 3]]) -> Self {
        let mut sides = Vec::with_capacity(3 * triangles.len());
        let mut diagonals = Vec::with_capacity(3 * triangles.len());
        for (first, triangle) in (0..).step_by(3).zip(triangles) {
            for (k, next, previous) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
                let (from, to) = (triangle[k as usize], triangle[next as usize]);
                sides.push(Side { from, next: first + next, previous: first + previous, twin: NONE });
                diagonals.push((from.min(to), from.max(to), first + k));
            }
        }
        diagonals.sort_unstable();
        for pair in diagonals.windows(2) {
            let [(from, to, own), (.., twin)] = [pair[0], pair[1]];
            if (from, to) == (pair[1].0, pair[1].1) {
                sides[own as usize].twin = twin;
                sides[twin as usize].twin = own;
            }
        }
        Self { sides }
    }

    /// The numbers of all sides.
    pub(super) fn numbers(&self) -> Range<u32> {
        0..u32::try_from(self.sides.len()).unwrap_or(NONE)
    }

    pub(super) fn side(&self, side: u32) -> Side {
        self.sides[side as usize]
    }

    pub(super) fn from(&self, side: u32) -> u32 {
        self.side(side).from
    }

    pub(super) fn is_gone(&self, side: u32) -> bool {
        self.side(side).next == side
    }

    /// The sides of a face, beginning with this one.
    pub(super) fn around(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = Some(first);
        core::iter::from_fn(move || {
            let side = next?;
            next = Some(self.side(side).next).filter(|next| *next != first);
            Some(side)
        })
    }

    /// Makes one side follow another.
    pub(super) fn link(&mut self, side: u32, next: u32) {
        self.sides[side as usize].next = next;
        self.sides[next as usize].previous = side;
    }

    /// Takes a side away.
    pub(super) fn drop(&mut self, side: u32) {
        self.link(side, side);
    }

    /// Takes diagonals away, each in turn, if the parts on both sides are convex together. At most two of the rest at a
    /// vertex are needed, and only where the outline bends inwards: so there are at most four times as many pieces as
    /// necessary (Stefan Hertel and Kurt Mehlhorn, Fast triangulation of simple polygons, 1983). O(n).
    pub(super) fn merge(&mut self, plane: &Plane) {
        for side in self.numbers() {
            let twin = self.side(side).twin;
            if twin == NONE || twin < side || self.is_gone(side) {
                continue;
            }
            let corner = |side: u32, twin: u32| {
                let (before, after) = (self.side(side).previous, self.side(self.side(twin).next).next);
                plane.turn(self.from(before), self.from(side), self.from(after)) >= 0.0
            };
            if corner(side, twin) && corner(twin, side) {
                let [own, other] = [side, twin].map(|side| self.side(side));
                self.link(own.previous, other.next);
                self.link(other.previous, own.next);
                self.drop(side);
                self.drop(twin);
            }
        }
    }
}
