//! Reduces the number of pieces: cuts a group of pieces again if its region needs fewer.

use super::faces::{Faces, NONE};
use super::least;
use super::plane::Plane;
use alloc::vec;
use alloc::vec::Vec;

/// The largest number of vertices in a group of pieces.
const MOST: usize = 32;

/// Pieces that hang together: a polygon without holes, whose vertices are all different.
struct Group {
    /// Its sides, counter-clockwise.
    around: Vec<u32>,
    /// One side of each diagonal inside it.
    diagonals: Vec<u32>,
}

/// Cuts groups of pieces anew, until each piece was in a group. An outline without holes that has at most [`MOST`] vertices is one group,
/// so it gets the least number of pieces. O(n), with a large constant.
pub(super) fn improve(faces: &mut Faces, plane: &Plane) {
    let mut is_done = vec![false; faces.sides.len()];
    for side in faces.numbers() {
        if !faces.is_gone(side) && !is_done[side as usize] {
            let group = group(faces, side);
            for side in &group.around {
                is_done[*side as usize] = true;
            }
            for side in &group.diagonals {
                is_done[*side as usize] = true;
                is_done[faces.side(*side).twin as usize] = true;
            }
            if group.could_be_better(faces, plane) {
                recut(faces, plane, &group);
            }
        }
    }
}

/// The pieces around a piece, as many as there may be.
fn group(faces: &Faces, first: u32) -> Group {
    let mut group = Group { around: faces.around(first).collect(), diagonals: Vec::new() };
    let mut k = 0;
    while k < group.around.len() && group.around.len() < MOST {
        let side = group.around[k];
        let twin = faces.side(side).twin;
        if twin != NONE {
            let more: Vec<u32> = faces.around(twin).skip(1).take(MOST).collect();
            // The first one begins where the side begins, which is in the group.
            let is_new = |side: &u32| group.around.iter().all(|old| faces.from(*old) != faces.from(*side));
            if group.around.len() + more.len() - 1 <= MOST && more[1..].iter().all(is_new) {
                group.around.splice(k..=k, more);
                group.diagonals.push(side);
                continue;
            }
        }
        k += 1;
    }
    group
}

impl Group {
    /// Returns whether a smaller number of pieces is not ruled out: a diagonal ends in at most two corners that bend inwards, and each
    /// of these needs one.
    fn could_be_better(&self, faces: &Faces, plane: &Plane) -> bool {
        let count = self.around.len();
        let vertex = |k: usize| faces.from(self.around[k % count]);
        let inwards = (0..count).filter(|k| plane.turn(vertex(*k), vertex(k + 1), vertex(k + 2)) < 0.0).count();
        self.diagonals.len() > inwards.div_ceil(2)
    }
}

/// Cuts a group into the least number of pieces, if that is smaller.
fn recut(faces: &mut Faces, plane: &Plane, group: &Group) {
    let vertices: Vec<u32> = group.around.iter().map(|side| faces.from(*side)).collect();
    let pieces = least::pieces(plane, &vertices);
    if pieces.is_empty() || pieces.len() > group.diagonals.len() {
        return;
    }
    let mut free: Vec<u32> = Vec::new();
    for &side in &group.diagonals {
        let twin = faces.side(side).twin;
        faces.drop(side);
        faces.drop(twin);
        free.extend([side, twin]);
    }
    // Each diagonal by its two ends, once a piece has it as a side.
    let mut begun = vec![];
    for piece in &pieces {
        let mut own = Vec::with_capacity(piece.len());
        for (k, &from) in piece.iter().enumerate() {
            let to = piece[(k + 1) % piece.len()];
            if (from + 1) % vertices.len() == to {
                own.push(group.around[from]);
                continue;
            }
            let Some(side) = free.pop() else { return };
            faces.sides[side as usize].from = vertices[from];
            if let Some(at) = begun.iter().position(|(ends, _)| *ends == (to, from)) {
                let (_, twin) = begun.swap_remove(at);
                faces.sides[side as usize].twin = twin;
                faces.sides[twin as usize].twin = side;
            } else {
                begun.push(((from, to), side));
            }
            own.push(side);
        }
        for k in 0..own.len() {
            faces.link(own[k], own[(k + 1) % own.len()]);
        }
    }
}
