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

use super::{Cases, Region, Simplex, SimplexCases, Step, not_negative};
use crate::difference::SupportPoint;
use crate::scalar::Scalar;
use nalgebra::{SVector, Vector2};

/// `v` turned a quarter to the left.
#[inline]
fn left<T: Scalar>(v: &Vector2<T>) -> Vector2<T> {
    Vector2::new(-v.y.clone(), v.x.clone())
}

/// The signed area u × v: positive if `v` is to the left of `u`.
#[inline]
fn area<T: Scalar>(u: &Vector2<T>, v: &Vector2<T>) -> T {
    u.x.clone() * v.y.clone() - u.y.clone() * v.x.clone()
}

impl<T: Scalar> SimplexCases<T, 2> for Cases {
    const DOUBT: u32 = 0;

    #[inline(always)]
    fn reduce(simplex: &mut Simplex<T, 2>, a: &SupportPoint<T, 2>) -> Step<T, 2> {
        let ao = -&a.w;
        match simplex.vertices() {
            [] => vertex(simplex, a, ao),
            [b] => {
                let b = b.clone();
                edge(simplex, a, &b, &ao)
            }
            [b, c] => {
                let (b, c) = (b.clone(), c.clone());
                triangle(simplex, a, &b, &c, ao)
            }
            _ => Step::Flat,
        }
    }
}

#[inline(always)]
fn vertex<T: Scalar>(simplex: &mut Simplex<T, 2>, a: &SupportPoint<T, 2>, ao: SVector<T, 2>) -> Step<T, 2> {
    simplex.keep([a.clone()]);
    Step::Search { direction: ao, region: Region::A }
}

/// The regions of A and of the edge AB. B's is excluded: A was sought from B towards the origin and lies
/// beyond B, so (a − b)·(0 − b) > 0.
#[inline(always)]
fn edge<T: Scalar>(
    simplex: &mut Simplex<T, 2>,
    a: &SupportPoint<T, 2>,
    b: &SupportPoint<T, 2>,
    ao: &SVector<T, 2>,
) -> Step<T, 2> {
    let ab = &b.w - &a.w;
    if ab.dot(ao) <= T::zero() {
        return vertex(simplex, a, ao.clone());
    }
    let direction = if area(&ab, ao) >= T::zero() {
        simplex.keep([a.clone(), b.clone()]);
        left(&ab)
    } else {
        simplex.keep([b.clone(), a.clone()]);
        -left(&ab)
    };
    Step::Search { direction, region: Region::AB }
}

/// The regions of A, AB, AC and the inside. B's, C's and that of BC are excluded as the figure shows.
#[inline(always)]
fn triangle<T: Scalar>(
    simplex: &mut Simplex<T, 2>,
    a: &SupportPoint<T, 2>,
    b: &SupportPoint<T, 2>,
    c: &SupportPoint<T, 2>,
    ao: SVector<T, 2>,
) -> Step<T, 2> {
    let (ab, ac) = (&b.w - &a.w, &c.w - &a.w);
    // BC was retained with the origin on its left, and A was sought there: the triangle ABC turns left.
    debug_assert!(not_negative(&area(&(&c.w - &b.w), &-&b.w), 2, simplex.vertices()), "the origin is not beyond BC");
    let beyond_ab = area(&ab, &ao) < T::zero();
    let beyond_ac = area(&ac, &ao) > T::zero();
    if beyond_ab && ab.dot(&ao) > T::zero() {
        simplex.keep([b.clone(), a.clone()]);
        Step::Search { direction: -left(&ab), region: Region::AB }
    } else if beyond_ac && ac.dot(&ao) > T::zero() {
        simplex.keep([a.clone(), c.clone()]);
        Step::Search { direction: left(&ac), region: Region::AC }
    } else if beyond_ab || beyond_ac {
        vertex(simplex, a, ao)
    } else {
        Step::Enclosed
    }
}
