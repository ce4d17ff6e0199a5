//! The horizon: the border of the facets that a new vertex sees.
//!
//! Facets of D vertices meet in *ridges* of D − 1 vertices; in space these are edges. A facet has D ridges, each without one
//! of its vertices. The horizon consists of the ridges between a visible facet and one that is not. They are found by sorting:
//! a ridge is on the horizon if it occurs once among the ridges of all visible facets. A new facet connects each ridge of the
//! horizon with the new vertex.
//!
//! The surface is closed again if the new facets fit together: each of their ridges through the new vertex has to occur
//! exactly twice. That can fail if rounding makes a hole in what the vertex sees. In exact arithmetic it never fails. What a
//! vertex sees is a disc. A ridge of its border never has the vertex in its affine hull, because it is in the plane of a facet,
//! and the vertex is strictly beyond that.
//!
//! A surface in space that knows its facets' neighbors has a faster way: see `mesh.rs`.

use alloc::vec::Vec;

/// The numbers of D vertices, in increasing order. The last of a ridge is [`NONE`].
pub(super) type Corners<const D: usize> = [u32; D];
/// No vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Finds horizons, and keeps the last.
#[derive(Default)]
pub(super) struct Horizon<const D: usize> {
    /// The ridges on the horizon.
    once: Vec<Corners<D>>,
    /// First the ridges of all visible facets, then the sides of the ridges on the horizon.
    all: Vec<Corners<D>>,
}

impl<const D: usize> Horizon<D> {
    /// Finds the border of visible facets. False if that is no closed surface of one dimension less.
    pub(super) fn find(&mut self, visible: impl Iterator<Item = Corners<D>>) -> bool {
        let Self { once, all } = self;
        all.clear();
        all.extend(visible.flat_map(|corners| (0..D).map(move |left_out| without(corners, left_out))));
        // In decreasing order, which is how a single facet lists them.
        all.sort_unstable_by(|a, b| b.cmp(a));
        once.clear();
        for same in all.chunk_by(|a, b| a == b) {
            match same {
                [ridge] => once.push(*ridge),
                [_, _] => {}
                _ => return false,
            }
        }
        all.clear();
        all.extend(once.iter().flat_map(|ridge| (0..D - 1).map(move |left_out| without(*ridge, left_out))));
        all.sort_unstable();
        !once.is_empty() && all.chunk_by(|a, b| a == b).all(|same| same.len() == 2)
    }

    pub(super) fn ridges(&self) -> &[Corners<D>] {
        &self.once
    }
}

/// A facet or ridge without one of its corners.
fn without<const D: usize>(mut corners: Corners<D>, left_out: usize) -> Corners<D> {
    corners[left_out..].rotate_left(1);
    corners[D - 1] = NONE;
    corners
}

#[cfg(test)]
mod tests;
