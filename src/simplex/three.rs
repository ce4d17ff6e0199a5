//! Simplex cases in three dimensions. If the origin is in the tetrahedron, the search ends.
//!
//! ```text
//!              W              XYZ is the base, wound so that the origin is above it; W is the tip, not below
//!            / | \            the origin. The three new faces, each wound counter-clockwise as seen from outside:
//!          /   |   \              WXY   WYZ   WZX
//!        X - - | - - Z        and their spokes WX, WY, WZ: face number i is spanned by spokes i and i + 1.
//!          \   |   /
//!            \ | /            If the origin is beyond none of them, it is inside. If it is beyond one, that face or one
//!              Y              of its edges is nearest. If it is beyond two, the edge they share decides which to look at.
//! ```
//!
//! The face that is looked at gets its labels rotated until it is the face WXY; one function does the rest.
//! The cases are Casey Muratori's (Implementing GJK, 2006). The region of W alone is added.
//!
//! # How the winding is kept
//!
//! W takes the place of the dropped vertex ([`Simplex::retain`]). Whichever vertex is dropped, the other three wind as the face does,
//! counter-clockwise as seen from the origin. So the next base needs no test.
//!
//! | nearest | dropped | base X, Y, Z becomes | which winds as |
//! | --- | --- | --- | --- |
//! | WXY | Z | X, Y, W | W, X, Y |
//! | WYZ | X | W, Y, Z | W, Y, Z |
//! | WZX | Y | X, W, Z | W, Z, X |
//!
//! Edges have no winding. The first triangle gets its winding by a test of its two sides.
//!
//! # Why one face is enough, if W passed the origin
//!
//! All positions are relative to W: o is the origin; x, y, z are X, Y, Z; q is the point of the base nearest the origin, a
//! mean of x, y, z. The direction that W was found in, n = o − q, is perpendicular to the base and points up, so
//! n·x = n·y = n·z = n·q < 0. *W passed the origin* means n·o ≤ 0: the origin is not higher than W. The outward normals of
//! the faces are m for WXY, m' for WYZ, m'' for WZX. The nearest feature has W in it, and is not W alone (see `cases.rs`).
//!
//! **The origin is not beyond all three faces.** The outward normals of a closed surface, each as long as its face is
//! large, sum to zero. So m + m' + m'' is a positive multiple of n, and one of m·o, m'·o, m''·o is not positive.
//!
//! **If an edge is nearest, the origin is beyond one of its faces.** Say the edge is WX. From its nearest point the vector v to the origin
//! is λ m + μ m'' with λ, μ ≥ 0. If m·v ≤ 0 and m''·v ≤ 0, then v·v = λ m·v + μ m''·v ≤ 0, a contradiction. So if the origin is beyond WXY
//! only, the nearest feature is WXY or an edge of it.
//!
//! Say the origin is beyond WXY and WYZ.
//!
//! 1. *Let p be the projection of the origin on the plane of WXY. It is below W: n·p < 0.* Because q is a mean of x, y, z, and only z is
//!    off the plane, behind it, m·q ≤ 0. So m·n = m·o − m·q > 0, and p = o − (m·o / m·m) m has n·p = n·o − (m·o)(m·n) / m·m < 0.
//! 2. *p is not beyond both WX and WY.* x, y and p are below the line through W across n, so within less than half a turn
//!    around W, and x comes before y (counter-clockwise, seen from outside). Beyond WY p would come after y; beyond WX it would come before x.
//! 3. *If the origin is not beyond WY in WXY, it is beyond WY in WYZ.* Look along WY: each of the two faces is a ray. To be
//!    beyond a face and not beyond WY in it means to be less than a quarter turn from its ray, on the outside. The angle
//!    between the rays on the inside is less than two quarter turns, so the two outer quarters do not meet.
//!
//! So one test decides. **Beyond WY in WXY:** the nearest feature is not WXY. It is not WX either: p would be beyond WX or on it, which 2
//! excludes. It is WYZ or one of its edges. **Not beyond WY in WXY:** by 3 the origin is beyond WY in WYZ, and the same two arguments
//! exclude WYZ and WZ. It is WXY or one of its edges.
//!
//! # If W did not pass the origin
//!
//! Then the sets are known to be apart, and the distance is wanted. Everything but 1 and 2 still holds. If the angle at
//! W is wider than a right angle, p can be beyond both WX and WY. Then WX can be nearest though WYZ is looked at, or WZ
//! though WXY is. The answer is then W alone, which costs a step, but is right in the end: the search ends only where
//! nothing is nearer. Twelve leaves of the decision tree are such exceptions (docs/proof.md, The cases);
//! `the_exceptions_of_the_tetrahedron` in tests/answers/strategies.rs counts them.

use super::cases::{Cases, Location, SimplexCases};
use super::report::{Test, Tests};
use super::vertices::{Region, Simplex};
use crate::scalar::{Scalar, largest};
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::Vector3;

impl<T: Scalar> SimplexCases<T, 3> for Cases {
    const SEPARATION_SLACK: u32 = 0;

    #[cfg_attr(fast, inline(always))]
    fn examine(simplex: &Simplex<T, 3>, newest: &SupportPoint<T, 3>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let wo = -&newest.w;
        match simplex.vertices() {
            [] => Location::Search { region: Region::W, direction: wo },
            [x] => edge(&(&x.w - &newest.w), wo, Region::WX, tests),
            [x, y] => triangle(&(&x.w - &newest.w), &(&y.w - &newest.w), wo, tests),
            [x, y, z] => tetrahedron([&x.w - &newest.w, &y.w - &newest.w, &z.w - &newest.w], wo, tests),
            _ => Location::Flat,
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

/// A vector perpendicular to `u` on the side of `v`: (u × v) × u. If `v` is nearly parallel to `u` this keeps its
/// direction, which `v` less its projection on `u` does not. If `v` is exactly parallel, the origin is on the edge, and
/// any perpendicular will do: the product of `u` with the coordinate axis along which `u` is shortest.
#[cfg_attr(fast, inline(always))]
fn perpendicular_toward<T: Scalar>(u: &Vector3<T>, v: &Vector3<T>) -> Vector3<T> {
    let toward = u.cross(v).cross(u);
    if largest(&toward).is_zero() { any_perpendicular(u) } else { toward }
}

#[cold]
fn any_perpendicular<T: Scalar>(u: &Vector3<T>) -> Vector3<T> {
    let least = (1..3).fold(0, |k, i| if u[i].abs() < u[k].abs() { i } else { k });
    u.cross(&Vector3::ith(least, T::one()))
}

/// The regions of the edge WX and of W. `wx` is the vector from W to X; `region` is the name of the edge.
#[cfg_attr(fast, inline(always))]
fn edge<T: Scalar>(wx: &Vector3<T>, wo: Vector3<T>, region: Region, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
    let along = wx.dot(&wo);
    tests.test(Test::Along(region), wx, &along);
    if along <= T::zero() {
        Location::Search { region: Region::W, direction: wo }
    } else {
        Location::Search { region, direction: perpendicular_toward(wx, &wo) }
    }
}

/// The first triangle, which has no winding yet. Retained as X, Y, W it is counter-clockwise as seen from where `wx × wy`
/// points. If the origin is on the other side, it is mirrored.
#[cfg_attr(fast, inline(always))]
fn triangle<T: Scalar>(
    wx: &Vector3<T>,
    wy: &Vector3<T>,
    wo: Vector3<T>,
    tests: &mut impl Tests<T, 3>,
) -> Location<T, 3> {
    let n_wxy = wx.cross(wy);
    let beyond = n_wxy.dot(&wo);
    tests.test(Test::BeyondFace(Region::WXY), &n_wxy, &beyond);
    if beyond >= T::zero() {
        let [name_wx, name_wy, name_wxy] = FACES[0];
        Face { wx, wy, n_wxy, name_wx, name_wy, name_wxy }.locate(wo, tests)
    } else {
        let [name_wy, name_wx, name_wxy] = FACES[0];
        Face { wx: wy, wy: wx, n_wxy: -n_wxy, name_wx, name_wy, name_wxy: name_wxy.mirrored() }.locate(wo, tests)
    }
}

/// The face WXY, counter-clockwise from the origin's side, with the names of its edges and itself in the simplex.
struct Face<'v, T: Scalar> {
    wx: &'v Vector3<T>,
    wy: &'v Vector3<T>,
    n_wxy: Vector3<T>,
    name_wx: Region,
    name_wy: Region,
    name_wxy: Region,
}

impl<T: Scalar> Face<'_, T> {
    /// The regions of WX, WY, W and the face itself. X, Y and XY are excluded, as all features without W are.
    ///
    /// In the plane of the face, `wx × n_wxy` points out of the triangle beyond WX, and `n_wxy × wy` beyond WY. The origin
    /// can be beyond both edges; then it belongs to the one along which it is ahead of W. So each edge has two conditions.
    #[cfg_attr(fast, inline(always))]
    fn locate(self, wo: Vector3<T>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
        let Self { wx, wy, n_wxy, name_wx, name_wy, name_wxy } = self;
        let mut positive = |test, normal: Vector3<T>| {
            let value = normal.dot(&wo);
            tests.test(test, &normal, &value);
            value > T::zero()
        };
        let beyond_wy = positive(Test::BeyondIn { edge: name_wy, face: name_wxy }, n_wxy.cross(wy));
        if beyond_wy && positive(Test::Along(name_wy), wy.clone()) {
            return Location::Search { region: name_wy, direction: perpendicular_toward(wy, &wo) };
        }
        let beyond_wx = positive(Test::BeyondIn { edge: name_wx, face: name_wxy }, wx.cross(&n_wxy));
        if beyond_wx && positive(Test::Along(name_wx), wx.clone()) {
            return Location::Search { region: name_wx, direction: perpendicular_toward(wx, &wo) };
        }
        if beyond_wx || beyond_wy {
            Location::Search { region: Region::W, direction: wo }
        } else {
            Location::Search { region: name_wxy, direction: n_wxy }
        }
    }
}

/// The names of face number i: of its first edge, of its second, and its own.
const FACES: [[Region; 3]; 3] = [
    [Region::WX, Region::WY, Region::WXY],
    [Region::WY, Region::WZ, Region::WYZ],
    [Region::WZ, Region::WX, Region::WZX],
];

/// Three plane tests leave one face, or the inside.
#[cfg_attr(fast, inline(always))]
fn tetrahedron<T: Scalar>(spokes: [Vector3<T>; 3], wo: Vector3<T>, tests: &mut impl Tests<T, 3>) -> Location<T, 3> {
    let [wx, wy, wz] = &spokes;
    let normals = [wx.cross(wy), wy.cross(wz), wz.cross(wx)];
    let tip = Tip { spokes, normals };
    let i = match tip.visible_faces(&wo, tests) {
        [false, false, false] => return Location::Enclosed,
        [true, false, false] => 0,
        [false, true, false] => 1,
        [false, false, true] => 2,
        [true, true, false] => tip.face_by_shared_edge(0, &wo, tests),
        [false, true, true] => tip.face_by_shared_edge(1, &wo, tests),
        [true, false, true] => tip.face_by_shared_edge(2, &wo, tests),
        [true, true, true] => tip.all_faces_visible(&wo, tests),
    };
    tip.rotated_to_wxy(i).locate(wo, tests)
}

/// The three faces that meet in W.
struct Tip<T: Scalar> {
    spokes: [Vector3<T>; 3],
    /// `n_wxy`, `n_wyz`, `n_wzx`: outward.
    normals: [Vector3<T>; 3],
}

impl<T: Scalar> Tip<T> {
    /// Face number i with its labels rotated, X → Y → Z → X, until it is the face WXY.
    fn rotated_to_wxy(&self, i: usize) -> Face<'_, T> {
        let [name_wx, name_wy, name_wxy] = FACES[i];
        let [wx, wy] = [&self.spokes[i], &self.spokes[(i + 1) % 3]];
        Face { wx, wy, n_wxy: self.normals[i].clone(), name_wx, name_wy, name_wxy }
    }

    fn visible_faces(&self, wo: &Vector3<T>, tests: &mut impl Tests<T, 3>) -> [bool; 3] {
        let mut is_visible = |i: usize| {
            let beyond = self.normals[i].dot(wo);
            tests.test(Test::BeyondFace(FACES[i][2]), &self.normals[i], &beyond);
            beyond > T::zero()
        };
        [is_visible(0), is_visible(1), is_visible(2)]
    }

    /// The origin is beyond face i and the next: the next is nearest if it is beyond their edge in face i, else face i.
    #[cfg_attr(fast, inline(always))]
    fn face_by_shared_edge(&self, i: usize, wo: &Vector3<T>, tests: &mut impl Tests<T, 3>) -> usize {
        let next = (i + 1) % 3;
        let outward = self.normals[i].cross(&self.spokes[next]);
        let beyond = outward.dot(wo);
        tests.test(Test::BeyondIn { edge: FACES[i][1], face: FACES[i][2] }, &outward, &beyond);
        if beyond > T::zero() { next } else { i }
    }

    /// The origin is beyond all three faces, if W did not pass it, or by rounding. A face is nearest if it is beyond
    /// neither of its edges; a spoke if it is beyond it in both faces, and ahead of W; else W, from any face.
    #[inline(never)]
    fn all_faces_visible(&self, wo: &Vector3<T>, tests: &mut impl Tests<T, 3>) -> usize {
        let mut positive = |test, normal: Vector3<T>| {
            let value = normal.dot(wo);
            tests.test(test, &normal, &value);
            value > T::zero()
        };
        let (mut beyond_first, mut beyond_second) = ([false; 3], [false; 3]);
        for (i, [first, second, face]) in FACES.into_iter().enumerate() {
            let (spoke, next, normal) = (&self.spokes[i], &self.spokes[(i + 1) % 3], &self.normals[i]);
            beyond_first[i] = positive(Test::BeyondIn { edge: first, face }, spoke.cross(normal));
            beyond_second[i] = positive(Test::BeyondIn { edge: second, face }, normal.cross(next));
        }
        (0..3)
            .find(|&i| !beyond_first[i] && !beyond_second[i])
            .or_else(|| {
                (0..3).find(|&i| {
                    let from_both = beyond_first[i] && beyond_second[(i + 2) % 3];
                    from_both && positive(Test::Along(FACES[i][0]), self.spokes[i].clone())
                })
            })
            .unwrap_or(0)
    }
}
