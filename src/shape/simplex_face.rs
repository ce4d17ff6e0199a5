//! The face of a simplex farthest along a direction.

use crate::scalar::{Scalar, at_unit_scale, largest, max};
use crate::vertex::VertexId;
use nalgebra::{Point, SVector, Vector3};

/// How far a normal n is along the direction d: (n·d)|n·d| / n², which grows with the cosine of the angle between them.
struct Along<T> {
    square: T,
    length: T,
}

impl<T: Scalar> Along<T> {
    fn of(normal: &Vector3<T>, direction: &Vector3<T>) -> Self {
        let product = normal.dot(direction);
        Self { square: product.clone() * product.abs(), length: normal.dot(normal) }
    }

    /// Whether this normal is more along the direction. Fractions are compared crosswise: rings cannot divide.
    fn exceeds(&self, other: &Self) -> bool {
        let [own, others] = [(self, other), (other, self)].map(|(a, b)| a.square.clone() * b.length.clone());
        !self.length.is_zero() && (other.length.is_zero() || own > others)
    }
}

const SEGMENT: [VertexId; 2] = [VertexId(0), VertexId(1)];
/// The sides of a triangle, each with the number of the corner that is not on it.
const SIDES: [([VertexId; 2], usize); 3] =
    [([VertexId(0), VertexId(1)], 2), ([VertexId(1), VertexId(2)], 0), ([VertexId(2), VertexId(0)], 1)];
const TRIANGLE: [VertexId; 3] = [VertexId(0), VertexId(1), VertexId(2)];
/// The sides of a tetrahedron, each with the number of the corner that is not on it.
const TRIANGLES: [([VertexId; 3], usize); 4] = [
    ([VertexId(0), VertexId(1), VertexId(2)], 3),
    ([VertexId(0), VertexId(3), VertexId(1)], 2),
    ([VertexId(0), VertexId(2), VertexId(3)], 1),
    ([VertexId(1), VertexId(3), VertexId(2)], 0),
];

/// Of the faces next to the farthest point, the one with its normal most along the direction. None for other than
/// segments, triangles in the plane or in space, and tetrahedra in space.
///
/// A triangle in space has two sides, and three edges; the normal of an edge is in the triangle's plane.
pub(super) fn simplex_face<T: Scalar, const D: usize>(
    points: &[Point<T, D>],
    farthest: VertexId,
    direction: &SVector<T, D>,
) -> &'static [VertexId] {
    match (points, D) {
        ([_, _], _) => &SEGMENT,
        ([a, b, c], 2 | 3) => {
            let [ab, ac] = edges([a, b, c]);
            triangle_face(&ab, &ac, farthest, &in_space(&at_unit_scale(direction)), D == 3)
        }
        ([a, b, c, d], 3) => {
            let [ab, ac, ad] = edges([a, b, c, d]);
            tetrahedron_face([&Vector3::zeros(), &ab, &ac, &ad], farthest, &in_space(&at_unit_scale(direction)))
        }
        _ => &[],
    }
}

/// A vector of two or three dimensions in three.
fn in_space<T: Scalar, const D: usize>(v: &SVector<T, D>) -> Vector3<T> {
    Vector3::from_fn(|k, _| if k < D { v[k].clone() } else { T::zero() })
}

/// The ways from the first point to the others, at unit scale.
fn edges<T: Scalar, const D: usize, const N: usize, const E: usize>(points: [&Point<T, D>; N]) -> [Vector3<T>; E] {
    let ways: [Vector3<T>; E] = core::array::from_fn(|k| in_space(&(points[k + 1] - points[0])));
    let scale = ways.iter().map(largest).fold(T::zero(), max).unit_scale();
    ways.map(|way| way * scale.clone())
}

fn triangle_face<T: Scalar>(
    ab: &Vector3<T>,
    ac: &Vector3<T>,
    farthest: VertexId,
    direction: &Vector3<T>,
    in_space: bool,
) -> &'static [VertexId] {
    let corners = [&Vector3::zeros(), ab, ac];
    let normal = ab.cross(ac);
    let mut best: (Option<Along<T>>, &'static [VertexId]) = (None, &TRIANGLE);
    for (side, apex) in SIDES.iter().filter(|(side, _)| side.contains(&farthest)) {
        let [from, to] = side.map(|id| corners[id.0 as usize]);
        let outward = (to - from).cross(&normal);
        let outward = if outward.dot(&(corners[*apex] - from)) > T::zero() { -outward } else { outward };
        let along = Along::of(&outward, direction);
        if best.0.as_ref().is_none_or(|best| along.exceeds(best)) {
            best = (Some(along), side);
        }
    }
    if in_space {
        let facing = if normal.dot(direction) < T::zero() { -normal } else { normal };
        let along = Along::of(&facing, direction);
        if best.0.as_ref().is_none_or(|best| !best.exceeds(&along)) {
            return &TRIANGLE;
        }
    }
    best.1
}

fn tetrahedron_face<T: Scalar>(
    corners: [&Vector3<T>; 4],
    farthest: VertexId,
    direction: &Vector3<T>,
) -> &'static [VertexId] {
    let mut best: (Option<Along<T>>, &'static [VertexId]) = (None, &[]);
    for (face, apex) in TRIANGLES.iter().filter(|(face, _)| face.contains(&farthest)) {
        let [a, b, c] = face.map(|id| corners[id.0 as usize]);
        let normal = (b - a).cross(&(c - a));
        let behind = normal.dot(&(corners[*apex] - a));
        // Of a flat tetrahedron both sides are outside.
        let inward = behind > T::zero() || behind.is_zero() && normal.dot(direction) < T::zero();
        let along = Along::of(&(if inward { -normal } else { normal }), direction);
        if best.0.as_ref().is_none_or(|best| along.exceeds(best)) {
            best = (Some(along), face);
        }
    }
    best.1
}
