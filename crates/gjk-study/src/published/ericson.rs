//! Voronoi regions (Christer Ericson, Real-Time Collision Detection, 2004, section 5.1: the nearest point of a segment, of a
//! triangle and of a tetrahedron).
//!
//! In a triangle the region follows from the distances of the origin ahead of each vertex along WX and along WY. In a tetrahedron each face
//! with the origin outside gives its nearest point, and the nearest of these points is taken. The weights are not divided by their sum
//! here.

use super::nearest::{Nearest, ahead, labelled, on_line, on_plane};
use gjk::internals::triple;
use gjk::nalgebra::{SVector, Vector3};
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, Test, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ericson;

impl<T: Scalar> SimplexCases<T, 2> for Ericson {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 2>, newest: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        let (points, count) = labelled(simplex, newest);
        flat(&points[..count], tests).map_or(Location::Flat, Nearest::location)
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> SVector<T, 2> {
        Cases::perpendicular(vertices)
    }
}

impl<T: Scalar> SimplexCases<T, 3> for Ericson {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 3>, newest: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let (points, count) = labelled(simplex, newest);
        if let Some(nearest) = flat(&points[..count], tests) {
            return nearest.location();
        }
        let faces = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 3, 2, 0]];
        let nearest = faces.into_iter().fold(None, |best, [a, b, c, opposite]| {
            if is_outside([a, b, c], points, opposite, tests) {
                Some(triangle([a, b, c], [points[a], points[b], points[c]], tests).or(best))
            } else {
                best
            }
        });
        nearest.map_or(Location::Enclosed, Nearest::location)
    }

    fn perpendicular(vertices: &[SupportPoint<T, 3>]) -> SVector<T, 3> {
        Cases::perpendicular(vertices)
    }
}

/// Returns whether the plane of a face has the origin and the opposite vertex on different sides.
fn is_outside<T: Scalar>(
    [a, b, c]: [usize; 3],
    points: [&Vector3<T>; 4],
    opposite: usize,
    tests: &mut impl Tests<T, 3>,
) -> bool {
    let (ab, ac) = (points[b] - points[a], points[c] - points[a]);
    let normal = ab.cross(&ac);
    let of_vertex = triple(&ab, &ac, &(points[opposite] - points[a]));
    let outward = if of_vertex > T::zero() { -normal } else { normal };
    let of_origin = -outward.dot(points[a]);
    let face = Region::vertex(a).with(b).with(c);
    tests.test(Test::BeyondFace(face), &outward, &of_origin);
    !of_vertex.is_zero() && of_origin > T::zero()
}

/// The nearest point of one, two or three vertices.
fn flat<T: Scalar, const D: usize>(points: &[&SVector<T, D>], tests: &mut impl Tests<T, D>) -> Option<Nearest<T, D>> {
    match *points {
        [a] => Some(Nearest::of([(0, a, T::one())])),
        [a, b] => Some(segment([0, 1], [a, b], tests)),
        [a, b, c] => Some(triangle([0, 1, 2], [a, b, c], tests)),
        _ => None,
    }
}

fn segment<T: Scalar, const D: usize>(
    labels: [usize; 2],
    [a, b]: [&SVector<T, D>; 2],
    tests: &mut impl Tests<T, D>,
) -> Nearest<T, D> {
    let [of_a, of_b] = on_line(a, b);
    let of = Region::vertex(labels[0]).with(labels[1]);
    tests.test(Test::WeightIn { label: labels[1], of }, &SVector::zeros(), &of_b);
    if of_b <= T::zero() {
        return Nearest::of([(labels[0], a, T::one())]);
    }
    tests.test(Test::WeightIn { label: labels[0], of }, &SVector::zeros(), &of_a);
    if of_a <= T::zero() {
        return Nearest::of([(labels[1], b, T::one())]);
    }
    Nearest::of([(labels[0], a, of_a), (labels[1], b, of_b)])
}

fn triangle<T: Scalar, const D: usize>(
    labels: [usize; 3],
    points: [&SVector<T, D>; 3],
    tests: &mut impl Tests<T, D>,
) -> Nearest<T, D> {
    let sides = ahead(points);
    let [along_ab, along_ac] = &sides;
    let zero = T::zero();
    let vertex = |k: usize| Nearest::of([(labels[k], points[k], T::one())]);
    let edge = |i: usize, of_i: T, k: usize, of_k: T| {
        Nearest::of([(labels[i], points[i], of_i), (labels[k], points[k], of_k)])
    };
    if along_ab[0] <= zero && along_ac[0] <= zero {
        return vertex(0);
    }
    if along_ab[1] >= zero && along_ac[1] <= along_ab[1] {
        return vertex(1);
    }
    if along_ac[2] >= zero && along_ab[2] <= along_ac[2] {
        return vertex(2);
    }
    let weights = on_plane(&sides);
    let of = labels.into_iter().fold(Region::vertex(labels[0]), Region::with);
    for (label, weight) in labels.into_iter().zip(&weights) {
        tests.test(Test::WeightIn { label, of }, &SVector::zeros(), weight);
    }
    let [of_a, of_b, of_c] = weights;
    // From B to C the origin is ahead of B by this, and C of the origin by that.
    let (of_c_on_bc, of_b_on_bc) =
        (along_ac[1].clone() - along_ab[1].clone(), along_ab[2].clone() - along_ac[2].clone());
    if of_c <= zero && along_ab[0] >= zero && along_ab[1] <= zero {
        edge(0, -along_ab[1].clone(), 1, along_ab[0].clone())
    } else if of_b <= zero && along_ac[0] >= zero && along_ac[2] <= zero {
        edge(0, -along_ac[2].clone(), 2, along_ac[0].clone())
    } else if of_a <= zero && of_c_on_bc >= zero && of_b_on_bc >= zero {
        edge(1, of_b_on_bc, 2, of_c_on_bc)
    } else {
        Nearest::of([(labels[0], points[0], of_a), (labels[1], points[1], of_b), (labels[2], points[2], of_c)])
    }
}
