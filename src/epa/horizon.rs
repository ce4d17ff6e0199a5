//! The horizon: what bounds the facets that a new vertex sees.
//!
//! Facets of D vertices meet in *ridges* of D − 1: edges in space. A facet has D of them, one without each of its vertices. The
//! ridges that belong to one visible facet and one that is not are the horizon, and are found by sorting: a ridge that turns
//! up once among the ridges of all visible facets is on it. New facets lead from each to the new vertex.
//!
//! The surface closes again if the new facets fit together: each of their ridges through the new vertex has to turn up
//! exactly twice. If not, because rounding made a hole in what the vertex sees, it is no horizon. In exact arithmetic there
//! always is one: what a vertex sees is a disc, and a ridge of its border never has the vertex in its affine hull, as it
//! lies in the plane of a facet that the vertex is strictly above.
//!
//! In space and in the plane a surface that knows its facets' neighbours has a quicker way: see `mesh.rs`.

use alloc::vec::Vec;

/// D vertices by their numbers, in increasing order; a ridge has [`NONE`] as its last.
pub(super) type Corners<const D: usize> = [u32; D];
/// No vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Finds horizons, and keeps the last.
#[derive(Default)]
pub(super) struct Horizon<const D: usize> {
    /// The ridges that are on it.
    once: Vec<Corners<D>>,
    /// Those of all visible facets; then the sides of those on the horizon.
    all: Vec<Corners<D>>,
}

impl<const D: usize> Horizon<D> {
    /// Finds the border of visible facets. False if that is no closed surface of one dimension less.
    pub(super) fn find(&mut self, visible: impl Iterator<Item = Corners<D>>) -> bool {
        let Self { once, all } = self;
        all.clear();
        all.extend(visible.flat_map(|corners| (0..D).map(move |left_out| without(corners, left_out))));
        // The last first, as a single facet has them.
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
mod tests {
    use super::*;

    #[test]
    fn a_horizon_is_a_closed_border() {
        let mut horizon = Horizon::<3>::default();
        // Two triangles with a common edge.
        assert!(horizon.find([[0, 1, 2], [0, 1, 3]].into_iter()));
        assert_eq!(horizon.ridges(), [[1, 3, NONE], [1, 2, NONE], [0, 3, NONE], [0, 2, NONE]]);
        // Two that have only a vertex in common: four edges of the border meet there.
        assert!(!horizon.find([[0, 1, 2], [0, 3, 4]].into_iter()));
        // An edge of three triangles; a whole tetrahedron; nothing.
        assert!(!horizon.find([[0, 1, 2], [0, 1, 3], [0, 1, 4]].into_iter()));
        assert!(!horizon.find([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].into_iter()));
        assert!(!horizon.find([].into_iter()));
        let mut border = Horizon::<2>::default();
        assert!(border.find([[0, 1], [1, 2]].into_iter()));
        assert_eq!(border.ridges(), [[2, NONE], [0, NONE]]);
    }
}
