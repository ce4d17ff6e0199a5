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

use super::{Cases, Region, Simplex, SimplexCases, Step, not_negative};
use crate::difference::{SupportPoint, first_axis};
use crate::scalar::{Scalar, largest};
use nalgebra::Vector3;

impl<T: Scalar> SimplexCases<T, 3> for Cases {
    const DOUBT: u32 = 0;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn locate(simplex: &Simplex<T, 3>, a: &SupportPoint<T, 3>) -> Step<T, 3> {
        let ao = -&a.w;
        match simplex.vertices() {
            [] => Step::Search { region: Region::A, direction: ao },
            [b] => edge(&(&b.w - &a.w), ao, Region::AB),
            [b, c] => triangle(&(&b.w - &a.w), &(&c.w - &a.w), ao),
            [b, c, d] => {
                debug_assert!(
                    not_negative(&(&c.w - &b.w).cross(&(&d.w - &b.w)).dot(&-&b.w), 3, simplex.vertices()),
                    "the origin is not below BCD"
                );
                tetrahedron(&[&b.w - &a.w, &c.w - &a.w, &d.w - &a.w], ao)
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
#[cfg_attr(not(debug_assertions), inline(always))]
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
#[cfg_attr(not(debug_assertions), inline(always))]
fn edge<T: Scalar>(ab: &Vector3<T>, ao: Vector3<T>, region: Region) -> Step<T, 3> {
    if ab.dot(&ao) <= T::zero() {
        Step::Search { region: Region::A, direction: ao }
    } else {
        Step::Search { region, direction: perpendicular_toward(ab, &ao) }
    }
}

/// A triangle that has no side yet: retained as B, C, A it is counter-clockwise as seen from where `ab × ac` points, so
/// if the origin is on the other side it is mirrored.
#[cfg_attr(not(debug_assertions), inline(always))]
fn triangle<T: Scalar>(ab: &Vector3<T>, ac: &Vector3<T>, ao: Vector3<T>) -> Step<T, 3> {
    let abc = ab.cross(ac);
    if abc.dot(&ao) >= T::zero() {
        face([ab, ac], abc, ao, [Region::AB, Region::AC, Region::ABC])
    } else {
        face([ac, ab], -abc, ao, [Region::AC, Region::AB, Region::ABC.mirrored()])
    }
}

/// The face ABC, counter-clockwise as seen from the origin's side: the regions of AB, AC, A and the face itself. Those of
/// B, C and BC are excluded, as for all features without A.
///
/// In the plane of the face, `ab × abc` points out of the triangle across AB, `abc × ac` across AC. At a sharp
/// corner the origin can't be beyond both with its foot on both edges; at a blunt one it can be beyond
/// both and belong to either, hence the two conditions for each edge.
#[cfg_attr(not(debug_assertions), inline(always))]
fn face<T: Scalar>(
    [ab, ac]: [&Vector3<T>; 2],
    abc: Vector3<T>,
    ao: Vector3<T>,
    [region_ab, region_ac, region_abc]: [Region; 3],
) -> Step<T, 3> {
    let zero = T::zero();
    let beyond_ac = abc.cross(ac).dot(&ao) > zero;
    if beyond_ac && ac.dot(&ao) > zero {
        return Step::Search { region: region_ac, direction: perpendicular_toward(ac, &ao) };
    }
    let beyond_ab = ab.cross(&abc).dot(&ao) > zero;
    if beyond_ab && ab.dot(&ao) > zero {
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
#[cfg_attr(not(debug_assertions), inline(always))]
fn tetrahedron<T: Scalar>(edges: &[Vector3<T>; 3], ao: Vector3<T>) -> Step<T, 3> {
    let normals = [edges[0].cross(&edges[1]), edges[1].cross(&edges[2]), edges[2].cross(&edges[0])];
    let sees = |n: &Vector3<T>| n.dot(&ao) > T::zero();
    let i = match [sees(&normals[0]), sees(&normals[1]), sees(&normals[2])] {
        [false, false, false] => return Step::Enclosed,
        [true, false, false] => 0,
        [false, true, false] => 1,
        [false, false, true] => 2,
        [true, true, false] => across(&normals, edges, &ao, 0),
        [false, true, true] => across(&normals, edges, &ao, 1),
        [true, false, true] => across(&normals, edges, &ao, 2),
        // All three: the origin is above the tip.
        [true, true, true] => widest(&normals, edges, &ao),
    };
    face([&edges[i], &edges[(i + 1) % 3]], normals[i].clone(), ao, FACES[i])
}

/// Faces i and i + 1 both see the origin. Beyond the edge they share, as seen from face i, it
/// belongs to face i + 1 or that one's edges; else to face i or its first edge.
#[cfg_attr(not(debug_assertions), inline(always))]
fn across<T: Scalar>(normals: &[Vector3<T>; 3], edges: &[Vector3<T>; 3], ao: &Vector3<T>, i: usize) -> usize {
    let j = (i + 1) % 3;
    if normals[i].cross(&edges[j]).dot(ao) > T::zero() { j } else { i }
}

/// All three faces see the origin: only when A did not pass it, or by rounding. It belongs to the face
/// across neither of whose edges it lies; or else to the spoke across which it lies from both of its faces; or
/// else to A, and then any face will find that out.
#[inline(never)]
fn widest<T: Scalar>(normals: &[Vector3<T>; 3], edges: &[Vector3<T>; 3], ao: &Vector3<T>) -> usize {
    let zero = T::zero();
    let across_first = |i: usize| edges[i].cross(&normals[i]).dot(ao) > zero;
    let across_second = |i: usize| normals[i].cross(&edges[(i + 1) % 3]).dot(ao) > zero;
    (0..3)
        .find(|&i| !across_first(i) && !across_second(i))
        .or_else(|| (0..3).find(|&i| across_first(i) && across_second((i + 2) % 3) && edges[i].dot(ao) > zero))
        .unwrap_or(0)
}
