//! Two dimensions: the triangle terminates.
//!
//! ```text
//!            C                 A passed the origin, which lies on A's side of BC and between the
//!           / \                perpendiculars to BC through B and C (that made BC the nearest feature).
//!    AC    /   \    BC: no     What is left: beyond AB, beyond AC, or inside.
//!         /  0? \
//!        A-------B             An edge is retained with the origin on its left: walking from the
//!           AB                 first vertex to the second, the origin is to the left.
//! ```

use super::{Cases, Region, Simplex, SimplexCases, Step, Test, Tests, not_negative};
use crate::scalar::Scalar;
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::Vector2;

/// `v` turned a quarter to the left.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn left<T: Scalar>(v: &Vector2<T>) -> Vector2<T> {
    Vector2::new(-v.y.clone(), v.x.clone())
}

/// The signed area u × v: positive if `v` is to the left of `u`.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn area<T: Scalar>(u: &Vector2<T>, v: &Vector2<T>) -> T {
    u.x.clone() * v.y.clone() - u.y.clone() * v.x.clone()
}

impl<T: Scalar> SimplexCases<T, 2> for Cases {
    const DOUBT: u32 = 0;

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn examine(simplex: &Simplex<T, 2>, a: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Step<T, 2> {
        let ao = -&a.w;
        match simplex.vertices() {
            [] => Step::Search { region: Region::A, direction: ao },
            [b] => edge(&(&b.w - &a.w), ao, tests),
            [b, c] => {
                debug_assert!(
                    not_negative(&area(&(&c.w - &b.w), &-&b.w), 2, simplex.vertices()),
                    "the origin is not beyond BC"
                );
                triangle(&(&b.w - &a.w), &(&c.w - &a.w), ao, tests)
            }
            _ => Step::Flat,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> Vector2<T> {
        match vertices {
            [a, b] => left(&(&b.w - &a.w)),
            _ => first_axis(),
        }
    }
}

/// The regions of A and AB. B's is excluded: A was sought from B towards the origin and lies beyond B, so
/// (a − b)·(0 − b) > 0.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn edge<T: Scalar>(ab: &Vector2<T>, ao: Vector2<T>, tests: &mut impl Tests<T, 2>) -> Step<T, 2> {
    let along = ab.dot(&ao);
    tests.test(Test::Along(Region::AB), ab, &along);
    if along <= T::zero() {
        return Step::Search { region: Region::A, direction: ao };
    }
    let to_the_left = area(ab, &ao);
    tests.test(Test::Beyond(Region::AB), &left(ab), &to_the_left);
    if to_the_left <= T::zero() {
        Step::Search { region: Region::AB, direction: -left(ab) }
    } else {
        // Retained as B, A, the origin would be on the right.
        Step::Search { region: Region::AB.mirrored(), direction: left(ab) }
    }
}

/// The regions of A, AB, AC and the inside. B's, C's and that of BC are excluded as the figure shows.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn triangle<T: Scalar>(ab: &Vector2<T>, ac: &Vector2<T>, ao: Vector2<T>, tests: &mut impl Tests<T, 2>) -> Step<T, 2> {
    let (area_ab, area_ac) = (area(ab, &ao), area(ac, &ao));
    tests.test(Test::Beyond(Region::AB), &-left(ab), &-area_ab.clone());
    tests.test(Test::Beyond(Region::AC), &left(ac), &area_ac);
    let beyond_ab = area_ab < T::zero();
    let beyond_ac = area_ac > T::zero();
    let mut along = |region, edge: &Vector2<T>| {
        let along = edge.dot(&ao);
        tests.test(Test::Along(region), edge, &along);
        along > T::zero()
    };
    if !beyond_ab && !beyond_ac {
        Step::Enclosed
    } else if beyond_ab && along(Region::AB, ab) {
        Step::Search { region: Region::AB, direction: -left(ab) }
    } else if beyond_ac && along(Region::AC, ac) {
        Step::Search { region: Region::AC, direction: left(ac) }
    } else {
        Step::Search { region: Region::A, direction: ao }
    }
}
