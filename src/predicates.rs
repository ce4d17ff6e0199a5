//! Orientation predicates: the side of a point, as the sign of a product.
//!
//! All are positive for *counter-clockwise*, or *left*:
//!
//! ```text
//!   cross(u, v) > 0             orient2d(a, b, c) > 0      orient3d(a, b, c, d) > 0
//!
//!        v                           c                            d
//!         \   v is to the           / \    c is to the            :     d is on the side from which
//!          \  left of u           /     \  left of a → b        c :     a, b, c are seen to turn
//!           o----> u             a ----> b                     / \:     counter-clockwise
//!                                                             a---b
//! ```
//!
//! All are rounded, except [`is_above`]. Proofs from their signs bound the rounding (docs/proof.md), or use integers.

use crate::scalar::doubled::{Doubled, Unrounded};
use crate::scalar::{Scalar, largest, times};
use crate::tolerance;
use nalgebra::{Vector2, Vector3};

/// `v` turned a quarter to the left.
pub fn left<T: Scalar>(v: &Vector2<T>) -> Vector2<T> {
    Vector2::new(-v.y.clone(), v.x.clone())
}

/// The cross product u × v in the plane: the signed area of the parallelogram, positive if `v` is to the left of `u`.
pub fn cross<T: Scalar>(u: &Vector2<T>, v: &Vector2<T>) -> T {
    u.x.clone() * v.y.clone() - u.y.clone() * v.x.clone()
}

/// The triple product (u × v)·w: the signed volume of the parallelepiped, positive if `u`, `v`, `w` are right-handed.
pub fn triple<T: Scalar>(u: &Vector3<T>, v: &Vector3<T>, w: &Vector3<T>) -> T {
    u.cross(v).dot(w)
}

/// Twice the signed area of a triangle: positive if it is wound counter-clockwise.
#[inline]
pub(crate) fn orient2d<T: Scalar>(a: &Vector2<T>, b: &Vector2<T>, c: &Vector2<T>) -> T {
    cross(&(b - a), &(c - a))
}

/// Six times the signed volume of a tetrahedron: positive if `a`, `b`, `c` turn counter-clockwise as seen from `d`.
#[inline]
pub(crate) fn orient3d<T: Scalar>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>, d: &Vector3<T>) -> T {
    triple(&(b - a), &(c - a), &(d - a))
}

/// Returns whether [`orient3d`] is positive, whatever its rounding: with twice the digits, or with all of them if
/// needed. Right unless products of three coordinates underflow so far that the sign depends on it.
///
/// With twice the digits the differences are exact. Let u = ε/2. A product is off by at most 7 u² of itself, and a sum
/// by 3 u² (Mioara Joldes, Jean-Michel Muller and Valentina Popescu, Tight and rigorous error bounds for basic building
/// blocks of double-word arithmetic, ACM Transactions on Mathematical Software 44, 2017). Each of the six terms of a
/// triple product goes through two products and three sums, so it is off by at most 23 u² times six products of the
/// largest components: less than 36 ε² times one.
#[cold]
#[inline(never)]
pub(crate) fn is_above<T: Scalar>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>, d: &Vector3<T>) -> bool {
    let edges = [b, c, d].map(|end| end.map(Doubled::from) - a.map(Doubled::from));
    let [u, v, w] = &edges;
    let volume = triple(u, v, w).rounded();
    let product = edges.iter().fold(T::epsilon() * T::epsilon(), |product, edge| product * largest(edge).rounded());
    if volume.abs() > times(tolerance::DOUBLED_VOLUME, &product) {
        return volume > T::zero();
    }
    // The determinant of the points' coordinates, with a column of ones.
    let mut sum = Unrounded::<T, 96>::zero();
    for [p, q, r] in [[b, c, d], [a, d, c], [a, b, d], [a, c, b]] {
        for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            sum.add_product(&p[i], &q[j], &r[k]);
            sum.add_product(&-p[i].clone(), &q[k], &r[j]);
        }
    }
    sum.is_positive()
}

/// Weights of `c`, `a` and `b` with which they sum to the origin, up to a factor: of one sign if the origin is inside.
#[inline]
pub(crate) fn weights2d<T: Scalar>([a, b, c]: [&Vector2<T>; 3]) -> [T; 3] {
    [cross(a, b), cross(b, c), cross(c, a)]
}

/// Weights with which the points sum to the origin, up to a factor: of one sign exactly if the origin is inside.
#[inline]
pub(crate) fn weights3d<T: Scalar>([a, b, c, d]: [&Vector3<T>; 4]) -> [T; 4] {
    let (ab, cd) = (a.cross(b), c.cross(d));
    [cd.dot(b), -cd.dot(a), ab.dot(d), -ab.dot(c)]
}

#[cfg(test)]
mod tests;
