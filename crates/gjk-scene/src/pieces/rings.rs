//! The rings of an outline with holes: which vertex follows which.

use super::OutlineError;
use super::plane::Plane;
use alloc::vec::Vec;

/// Vertices in rings that have the inside on their left: the outline is counter-clockwise, the holes are clockwise.
pub(super) struct Rings {
    pub(super) plane: Plane,
    /// For each vertex the ones after and before it.
    pub(super) next: Vec<u32>,
    pub(super) previous: Vec<u32>,
    /// For each vertex the number of its ring.
    ring: Vec<u32>,
    /// Whether a ring was given the other way around.
    is_turned: Vec<bool>,
}

impl Rings {
    /// Rings in any direction, each given by the number of its vertices.
    pub(super) fn new(plane: Plane, lengths: &[u32]) -> Self {
        let mut rings = Self { plane, next: Vec::new(), previous: Vec::new(), ring: Vec::new(), is_turned: Vec::new() };
        let mut first = 0;
        for (ring, length) in (0..).zip(lengths) {
            let end = first + length;
            let around = |k: u32| if k == end { first } else { k };
            rings.next.extend((first..end).map(|k| around(k + 1)));
            rings.previous.extend((first..end).map(|k| if k == first { end - 1 } else { k - 1 }));
            rings.ring.extend((first..end).map(|_| ring));
            let leftmost = (first..end).fold(first, |a, b| if rings.plane.is_before(b, a) { b } else { a });
            let is_clockwise = rings.turn_at(leftmost) < 0.0;
            let is_turned = is_clockwise == (ring == 0);
            rings.is_turned.push(is_turned);
            if is_turned {
                let own = first as usize..end as usize;
                rings.next[own.clone()].swap_with_slice(&mut rings.previous[own]);
            }
            first = end;
        }
        rings
    }

    /// The turn of the ring at a vertex: positive if the inside has a corner of less than 180° there.
    pub(super) fn turn_at(&self, k: u32) -> f64 {
        self.plane.turn(self.before(k), k, self.after(k))
    }

    pub(super) fn after(&self, k: u32) -> u32 {
        self.next[k as usize]
    }

    pub(super) fn before(&self, k: u32) -> u32 {
        self.previous[k as usize]
    }

    pub(super) fn ring(&self, k: u32) -> u32 {
        self.ring[k as usize]
    }

    /// The number that an edge had when it was given: here it is known by the vertex with which it begins.
    fn given(&self, edge: u32) -> u32 {
        if self.is_turned[self.ring(edge) as usize] { self.after(edge) } else { edge }
    }

    /// The refusal of two edges.
    pub(super) fn meet(&self, a: u32, b: u32) -> OutlineError {
        let (a, b) = (self.given(a), self.given(b));
        OutlineError::Meet([a.min(b), a.max(b)])
    }
}
