//! Three dimensions: the tetrahedron terminates.
//!
//! ```text
//!              A              BCD is the base, wound so that the origin is above it; A is the tip, not below
//!            / | \            the origin. The three new faces, each wound counter-clockwise as seen from outside:
//!          /   |   \              ABC   ACD   ADB
//!        B - - | - - D        and their spokes AB, AC, AD: face number i is spanned by spokes i and i + 1.
//!          \   |   /
//!            \ | /            The origin is in front of none of them: inside. In front of one: that face or one of
//!              C              its edges. In front of two: the edge they share decides which one to look at.
//! ```
//!
//! Whichever face it is, its labels are rotated until it is the face ABC, and one piece of code does the rest.
//! The cases are Casey Muratori's (Implementing GJK, 2006), as completed by the newest vertex's own region.

use super::{Cases, Region, Simplex, SimplexCases, Step, Test, Tests, not_negative};
use crate::scalar::{Scalar, largest};
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::Vector3;

impl<T: Scalar> SimplexCases<T, 3> for Cases {
    const DOUBT: u32 = 0;

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn examine(simplex: &Simplex<T, 3>, a: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Step<T, 3> {
        let ao = -&a.w;
        match simplex.vertices() {
            [] => Step::Search { region: Region::A, direction: ao },
            [b] => edge(&(&b.w - &a.w), ao, Region::AB, tests),
            [b, c] => triangle(&(&b.w - &a.w), &(&c.w - &a.w), ao, tests),
            [b, c, d] => {
                debug_assert!(
                    not_negative(&(&c.w - &b.w).cross(&(&d.w - &b.w)).dot(&-&b.w), 3, simplex.vertices()),
                    "the origin is not below BCD"
                );
                tetrahedron(&[&b.w - &a.w, &c.w - &a.w, &d.w - &a.w], ao, tests)
            }
            _ => Step::Flat,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 3>]) -> Vector3<T> {
        match vertices {
            [a, b, c] => (&b.w - &a.w).cross(&(&c.w - &a.w)),
            [a, b] => any_perpendicular(&(&b.w - &a.w)),
            _ => first_axis(),
        }
    }
}

/// A vector perpendicular to `u` and on the side of `v`: (u × v) × u. Unlike v less its projection on `u` it
/// keeps its direction when `v` is nearly parallel to `u`. Where it is quite parallel, the origin is on the edge,
/// and any perpendicular leads on to a simplex that holds it inside: u × the axis it is farthest from.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn perpendicular_toward<T: Scalar>(u: &Vector3<T>, v: &Vector3<T>) -> Vector3<T> {
    let toward = u.cross(v).cross(u);
    if largest(&toward).is_zero() { any_perpendicular(u) } else { toward }
}

#[cold]
fn any_perpendicular<T: Scalar>(u: &Vector3<T>) -> Vector3<T> {
    let least = (1..3).fold(0, |k, i| if u[i].abs() < u[k].abs() { i } else { k });
    let mut axis = Vector3::zeros();
    axis[least] = T::one();
    u.cross(&axis)
}

/// The edge from A along `ab`, called AB, AC or AD by `region`: its own region or A's.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn edge<T: Scalar>(ab: &Vector3<T>, ao: Vector3<T>, region: Region, tests: &mut impl Tests<T, 3>) -> Step<T, 3> {
    let along = ab.dot(&ao);
    tests.test(Test::Along(region), ab, &along);
    if along <= T::zero() {
        Step::Search { region: Region::A, direction: ao }
    } else {
        Step::Search { region, direction: perpendicular_toward(ab, &ao) }
    }
}

/// A triangle that has no side yet: retained as B, C, A it is counter-clockwise as seen from where `ab × ac` points, so
/// if the origin is on the other side it is mirrored.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn triangle<T: Scalar>(ab: &Vector3<T>, ac: &Vector3<T>, ao: Vector3<T>, tests: &mut impl Tests<T, 3>) -> Step<T, 3> {
    let abc = ab.cross(ac);
    let in_front = abc.dot(&ao);
    tests.test(Test::Front(Region::ABC), &abc, &in_front);
    if in_front >= T::zero() {
        face([ab, ac], abc, ao, [Region::AB, Region::AC, Region::ABC], tests)
    } else {
        face([ac, ab], -abc, ao, [Region::AC, Region::AB, Region::ABC.mirrored()], tests)
    }
}

/// The face ABC, counter-clockwise as seen from the origin's side: the regions of AB, AC, A and the face itself. Those of
/// B, C and BC are excluded, as for all features without A.
///
/// In the plane of the face, `ab × abc` points out of the triangle across AB, `abc × ac` across AC. At a sharp
/// corner the origin can't be beyond both with its foot on both edges; at a blunt one it can be beyond
/// both and belong to either, hence the two conditions for each edge.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn face<T: Scalar>(
    [ab, ac]: [&Vector3<T>; 2],
    abc: Vector3<T>,
    ao: Vector3<T>,
    [region_ab, region_ac, region_abc]: [Region; 3],
    tests: &mut impl Tests<T, 3>,
) -> Step<T, 3> {
    let mut positive = |test, normal: Vector3<T>| {
        let value = normal.dot(&ao);
        tests.test(test, &normal, &value);
        value > T::zero()
    };
    let beyond_ac = positive(Test::Across { edge: region_ac, face: region_abc }, abc.cross(ac));
    if beyond_ac && positive(Test::Along(region_ac), ac.clone()) {
        return Step::Search { region: region_ac, direction: perpendicular_toward(ac, &ao) };
    }
    let beyond_ab = positive(Test::Across { edge: region_ab, face: region_abc }, ab.cross(&abc));
    if beyond_ab && positive(Test::Along(region_ab), ab.clone()) {
        return Step::Search { region: region_ab, direction: perpendicular_toward(ab, &ao) };
    }
    if beyond_ab || beyond_ac {
        Step::Search { region: Region::A, direction: ao }
    } else {
        Step::Search { region: region_abc, direction: abc }
    }
}

/// The names of what face number i holds: its first edge, its second, itself.
const FACES: [[Region; 3]; 3] = [
    [Region::AB, Region::AC, Region::ABC],
    [Region::AC, Region::AD, Region::ACD],
    [Region::AD, Region::AB, Region::ADB],
];

/// Three plane tests, then the one face that is left.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn tetrahedron<T: Scalar>(edges: &[Vector3<T>; 3], ao: Vector3<T>, tests: &mut impl Tests<T, 3>) -> Step<T, 3> {
    let normals = [edges[0].cross(&edges[1]), edges[1].cross(&edges[2]), edges[2].cross(&edges[0])];
    let mut seen_from = |i: usize| {
        let in_front = normals[i].dot(&ao);
        tests.test(Test::Front(FACES[i][2]), &normals[i], &in_front);
        in_front > T::zero()
    };
    let i = match [seen_from(0), seen_from(1), seen_from(2)] {
        [false, false, false] => return Step::Enclosed,
        [true, false, false] => 0,
        [false, true, false] => 1,
        [false, false, true] => 2,
        [true, true, false] => across(&normals, edges, &ao, 0, tests),
        [false, true, true] => across(&normals, edges, &ao, 1, tests),
        [true, false, true] => across(&normals, edges, &ao, 2, tests),
        // All three: the origin is above the tip.
        [true, true, true] => widest(&normals, edges, &ao, tests),
    };
    face([&edges[i], &edges[(i + 1) % 3]], normals[i].clone(), ao, FACES[i], tests)
}

/// Faces i and i + 1 both see the origin. Beyond the edge they share, as seen from face i, it
/// belongs to face i + 1 or that one's edges; else to face i or its first edge.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn across<T: Scalar>(
    normals: &[Vector3<T>; 3],
    edges: &[Vector3<T>; 3],
    ao: &Vector3<T>,
    i: usize,
    tests: &mut impl Tests<T, 3>,
) -> usize {
    let j = (i + 1) % 3;
    let outward = normals[i].cross(&edges[j]);
    let beyond = outward.dot(ao);
    tests.test(Test::Across { edge: FACES[i][1], face: FACES[i][2] }, &outward, &beyond);
    if beyond > T::zero() { j } else { i }
}

/// All three faces see the origin: only when A did not pass it, or by rounding. It belongs to the face
/// across neither of whose edges it lies; or else to the spoke across which it lies from both of its faces; or
/// else to A, and then any face will find that out.
#[inline(never)]
fn widest<T: Scalar>(
    normals: &[Vector3<T>; 3],
    edges: &[Vector3<T>; 3],
    ao: &Vector3<T>,
    tests: &mut impl Tests<T, 3>,
) -> usize {
    let mut positive = |test, normal: Vector3<T>| {
        let value = normal.dot(ao);
        tests.test(test, &normal, &value);
        value > T::zero()
    };
    let (mut beyond_first, mut beyond_second) = ([false; 3], [false; 3]);
    for (i, [first, second, face]) in FACES.into_iter().enumerate() {
        let (edge, next) = (&edges[i], &edges[(i + 1) % 3]);
        beyond_first[i] = positive(Test::Across { edge: first, face }, edge.cross(&normals[i]));
        beyond_second[i] = positive(Test::Across { edge: second, face }, normals[i].cross(next));
    }
    (0..3)
        .find(|&i| !beyond_first[i] && !beyond_second[i])
        .or_else(|| {
            (0..3).find(|&i| {
                beyond_first[i] && beyond_second[(i + 2) % 3] && positive(Test::Along(FACES[i][0]), edges[i].clone())
            })
        })
        .unwrap_or(0)
}
