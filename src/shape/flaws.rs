//! The reasons why a list of vertices or faces is refused.

use super::lattice::{Direction, Lattice, area, difference, in_order, least_first, widen};
use crate::{error::HullError, scalar::Scalar};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use nalgebra::Point;

fn number(k: usize) -> u32 {
    u32::try_from(k).unwrap_or(u32::MAX)
}

/// The flaw in the vertices of a polygon, given the corners of their hull, the least first.
#[expect(clippy::cast_precision_loss, reason = "a sign, where that is clear")]
pub(super) fn flaw_of_outline(lattice: &Lattice<2>, corners: &[u32]) -> HullError {
    let points = &lattice.points;
    let order = in_order(lattice);
    if let Some(pair) = order.windows(2).find(|pair| points[pair[0] as usize] == points[pair[1] as usize]) {
        return HullError::Repeated(pair[0], pair[1]);
    }
    let at = |k: usize| &points[k % points.len()];
    let twice_area: f64 = (1..points.len()).map(|k| area(at(0), at(k), at(k + 1)) as f64).sum();
    if twice_area < 0.0 {
        return HullError::Clockwise;
    }
    if !corners.is_sorted() {
        return HullError::Crossing;
    }
    let Some(k) = (0..points.len()).find(|k| corners.binary_search(&number(*k)).is_err()) else {
        return HullError::Vertices;
    };
    let [before, after] = [at(k + points.len() - 1), at(k + 1)];
    let [x, y] = difference(after, before);
    let outwards = Direction::of(&widen(&[y, -x]));
    let depth = -outwards.height(&difference(at(k), before));
    if depth > outwards.spacing(lattice.tolerance) { HullError::Dent(number(k)) } else { HullError::OnEdge(number(k)) }
}

/// The flaw in the points of a polytope, given those that are its vertices, in the same order.
pub(super) fn flaw_of_points<T: Scalar, const D: usize>(
    points: &[Point<T, D>],
    vertices: impl Iterator<Item = Point<T, D>>,
) -> HullError {
    let mut vertices = vertices.peekable();
    let dropped = points.iter().position(|point| vertices.next_if(|vertex| vertex == point).is_none());
    let Some(k) = dropped else { return HullError::Vertices };
    match points.iter().enumerate().position(|(j, point)| j != k && *point == points[k]) {
        Some(j) => HullError::Repeated(number(j.min(k)), number(j.max(k))),
        None => HullError::NoVertex(number(k)),
    }
}

/// The flaw in the faces of a polytope, given the right ones, each with its least vertex first.
pub(super) fn flaw_of_faces<F: AsRef<[u32]>>(own: &[Vec<u32>], given: &[F], vertices: usize) -> HullError {
    let lists = || given.iter().map(AsRef::as_ref).enumerate();
    if given.is_empty() {
        return HullError::NoFaces;
    }
    if let Some((k, _)) = lists().find(|(_, face)| face.iter().any(|corner| *corner as usize >= vertices)) {
        return HullError::NoSuchVertex(number(k));
    }
    let own: BTreeSet<&[u32]> = own.iter().map(Vec::as_slice).collect();
    let is_own = |face: Vec<u32>| own.contains(&least_first(face)[..]);
    let mut seen = BTreeSet::new();
    for (k, face) in lists() {
        if is_own(face.to_vec()) {
            if !seen.insert(least_first(face.to_vec())) {
                return HullError::NoFace(number(k));
            }
            continue;
        }
        if is_own(face.iter().rev().copied().collect()) {
            return HullError::InsideOut(number(k));
        }
        // Part of a face, and another part of the same.
        let whole = own.iter().find(|own| face.len() > 2 && face.iter().all(|corner| own.contains(corner)));
        let is_part = |other: &[u32]| other.len() > 2 && whole.is_some_and(|own| other.iter().all(|k| own.contains(k)));
        return match lists().find(|(j, other)| *j != k && is_part(other)) {
            Some((j, _)) => HullError::InOnePlane(number(k), number(j)),
            None => HullError::NoFace(number(k)),
        };
    }
    HullError::FaceMissing
}
