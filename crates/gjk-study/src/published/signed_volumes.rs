//! Signed volumes (Mattia Montanari, Nik Petrinic and Ettore Barbieri, Improving the GJK algorithm for faster and more reliable
//! distance queries between convex objects, ACM Transactions on Graphics 36, 2017).
//!
//! The barycentric weight of a vertex is the volume of the simplex in which the origin has taken the vertex's place, over the volume of the
//! simplex itself. If all have the sign of the whole, the nearest point is inside. Otherwise it is on a face opposite to a vertex whose
//! weight has another sign. Each such face is treated in the same way, and the nearest point is taken. A face is viewed along the axis
//! along which it looks largest, with the origin's projection on it. The weights are not divided by their sum here.

use super::nearest::{Nearest, labelled};
use gjk::internals::{cross, triple};
use gjk::nalgebra::{SVector, Vector2, Vector3};
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, Test, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedVolumes;

/// A vertex with its label.
type Labelled<'v, T, const D: usize> = (usize, &'v SVector<T, D>);

impl<T: Scalar> SimplexCases<T, 2> for SignedVolumes {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 2>, newest: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        let (points, count) = labelled(simplex, newest);
        let [a, b, c, _] = points;
        match count {
            1 => Nearest::of([(0, a, T::one())]),
            2 => segment([(0, a), (1, b)], tests),
            _ => triangle([(0, a), (1, b), (2, c)], [cross(b, c), cross(c, a), cross(a, b)], tests),
        }
        .location()
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> SVector<T, 2> {
        Cases::perpendicular(vertices)
    }
}

impl<T: Scalar> SimplexCases<T, 3> for SignedVolumes {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, 3>, newest: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let (points, count) = labelled(simplex, newest);
        let [a, b, c, d] = points;
        match count {
            1 => Nearest::of([(0, a, T::one())]),
            2 => segment([(0, a), (1, b)], tests),
            3 => in_space([(0, a), (1, b), (2, c)], tests),
            _ => tetrahedron(points, [triple(b, c, d), -triple(a, c, d), triple(a, b, d), -triple(a, b, c)], tests),
        }
        .location()
    }

    fn perpendicular(vertices: &[SupportPoint<T, 3>]) -> SVector<T, 3> {
        Cases::perpendicular(vertices)
    }
}

/// The weights with the sign of their sum taken off, so that they are positive inside. Of what has no volume nothing is inside.
fn by_sign<T: Scalar, const D: usize, const N: usize>(
    labels: [usize; N],
    weights: [T; N],
    tests: &mut impl Tests<T, D>,
) -> ([T; N], [bool; N]) {
    let total = weights.iter().fold(T::zero(), |sum, weight| sum + weight.clone());
    let weights = if total < T::zero() { weights.map(|weight| -weight) } else { weights };
    let of = labels.into_iter().fold(Region::vertex(labels[0]), Region::with);
    let mut k = 0;
    let inside = weights.each_ref().map(|weight| {
        tests.test(Test::WeightIn { label: labels[k], of }, &SVector::zeros(), weight);
        k += 1;
        !total.is_zero() && *weight > T::zero()
    });
    (weights, inside)
}

fn segment<T: Scalar, const D: usize>(
    [(name_a, a), (name_b, b)]: [Labelled<'_, T, D>; 2],
    tests: &mut impl Tests<T, D>,
) -> Nearest<T, D> {
    let ab = b - a;
    let longest = (1..D).fold(0, |k, i| if ab[i].abs() > ab[k].abs() { i } else { k });
    // The origin's projection on the line, times |WX|², which a power of two brings to unit scale.
    let square = ab.dot(&ab);
    let scale = square.unit_scale();
    let square = square * scale.clone();
    let place = a[longest].clone() * square.clone() - ab[longest].clone() * (a.dot(&ab) * scale);
    let weights = [b[longest].clone() * square.clone() - place.clone(), place - a[longest].clone() * square];
    match by_sign([name_a, name_b], weights, tests) {
        ([of_a, of_b], [true, true]) => Nearest::of([(name_a, a, of_a), (name_b, b, of_b)]),
        (_, [false, true]) => Nearest::of([(name_b, b, T::one())]),
        _ => Nearest::of([(name_a, a, T::one())]),
    }
}

/// A triangle in space, by its shadow.
fn in_space<T: Scalar>(vertices: [Labelled<'_, T, 3>; 3], tests: &mut impl Tests<T, 3>) -> Nearest<T, 3> {
    let [a, b, c] = vertices.map(|(_, point)| point);
    let normal = (b - a).cross(&(c - a));
    let axis = (1..3).fold(0, |k, i| if normal[i].abs() > normal[k].abs() { i } else { k });
    // The origin's projection on the plane, times |n|², which a power of two brings to unit scale.
    let square = normal.dot(&normal);
    let scale = square.unit_scale();
    let (foot, square) = (&normal * (a.dot(&normal) * scale.clone()), square * scale);
    let shadow = |point: &Vector3<T>| {
        let from_foot = point * square.clone() - &foot;
        Vector2::new(from_foot[(axis + 1) % 3].clone(), from_foot[(axis + 2) % 3].clone())
    };
    let [a, b, c] = [a, b, c].map(shadow);
    triangle(vertices, [cross(&b, &c), cross(&c, &a), cross(&a, &b)], tests)
}

/// A triangle whose vertices have these weights.
fn triangle<T: Scalar, const D: usize>(
    vertices: [Labelled<'_, T, D>; 3],
    weights: [T; 3],
    tests: &mut impl Tests<T, D>,
) -> Nearest<T, D> {
    let [a, b, c] = vertices;
    let (weights, inside) = by_sign(vertices.map(|(label, _)| label), weights, tests);
    let mut best = None;
    for (edge, _) in [[b, c], [a, c], [a, b]].into_iter().zip(inside).filter(|(_, inside)| !inside) {
        best = Some(segment(edge, tests).or(best));
    }
    best.unwrap_or_else(|| {
        let [of_a, of_b, of_c] = weights;
        Nearest::of([(a.0, a.1, of_a), (b.0, b.1, of_b), (c.0, c.1, of_c)])
    })
}

fn tetrahedron<T: Scalar>(points: [&Vector3<T>; 4], weights: [T; 4], tests: &mut impl Tests<T, 3>) -> Nearest<T, 3> {
    let (weights, inside) = by_sign([0, 1, 2, 3], weights, tests);
    let mut best = None;
    for (face, _) in [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]].into_iter().zip(inside).filter(|(_, inside)| !inside)
    {
        best = Some(in_space(face.map(|label| (label, points[label])), tests).or(best));
    }
    best.unwrap_or_else(|| {
        let mut weights = weights.into_iter();
        Nearest::of([0, 1, 2, 3].map(|label| (label, points[label], weights.next().unwrap_or_else(T::zero))))
    })
}
