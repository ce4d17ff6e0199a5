//! Orientation predicates: the signs of these products say on which side a point is.
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
//! They are computed in the type's own arithmetic, except [`is_above`]. An argument that rests on a sign has to bound the
//! rounding (docs/proof.md), or use integers.

use crate::scalar::doubled::{Doubled, Unrounded};
use crate::scalar::{Scalar, largest, times};
use nalgebra::{Vector2, Vector3};

/// `v` turned a quarter to the left.
#[inline]
pub fn left<T: Scalar>(v: &Vector2<T>) -> Vector2<T> {
    Vector2::new(-v.y.clone(), v.x.clone())
}

/// The plane's cross product u × v: the signed area of the parallelogram, positive if `v` is to the left of `u`.
#[inline]
pub fn cross<T: Scalar>(u: &Vector2<T>, v: &Vector2<T>) -> T {
    u.x.clone() * v.y.clone() - u.y.clone() * v.x.clone()
}

/// The triple product (u × v)·w: the signed volume of the parallelepiped, positive if `u`, `v`, `w` are right-handed.
#[inline]
pub fn triple<T: Scalar>(u: &Vector3<T>, v: &Vector3<T>, w: &Vector3<T>) -> T {
    u.cross(v).dot(w)
}

/// Twice the signed area of a triangle: positive if it is wound counter-clockwise.
#[inline]
pub(crate) fn orient2d<T: Scalar>(a: &Vector2<T>, b: &Vector2<T>, c: &Vector2<T>) -> T {
    cross(&(b - a), &(c - a))
}

/// Six times the signed volume of a tetrahedron: positive if `d` is above the triangle `a`, `b`, `c`. Above is the side from
/// which the triangle turns counter-clockwise.
#[inline]
pub(crate) fn orient3d<T: Scalar>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>, d: &Vector3<T>) -> T {
    triple(&(b - a), &(c - a), &(d - a))
}

/// Whether [`orient3d`] is positive, whatever its rounding: with twice the digits, or with all of them if that is not enough.
/// It is right unless products of three coordinates underflow so far that the sign depends on it.
///
/// With twice the digits the differences are exact. Let u = ε/2. A product is off by at most 7 u² of itself, and a sum by 3 u²
/// (Mioara Joldes, Jean-Michel Muller and Valentina Popescu, Tight and rigorous error bounds for basic building blocks of
/// double-word arithmetic, ACM Transactions on Mathematical Software 44, 2017). Each of the six terms of a triple
/// product goes through two products and three sums. So it is off by at most 23 u² times six products of the largest components, which is less
/// than 36 ε² times one.
#[cold]
#[inline(never)]
pub(crate) fn is_above<T: Scalar>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>, d: &Vector3<T>) -> bool {
    let edges = [b, c, d].map(|end| end.map(Doubled::from) - a.map(Doubled::from));
    let [u, v, w] = &edges;
    let volume = triple(u, v, w).rounded();
    let product = edges.iter().fold(T::epsilon() * T::epsilon(), |product, edge| product * largest(edge).rounded());
    if volume.abs() > times(36, &product) {
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

/// Weights with which the corners of a triangle sum to the origin, times a common factor: of `c`, of `a` and of `b`. All have
/// the same sign exactly if the origin is inside.
#[inline]
pub(crate) fn weights2d<T: Scalar>([a, b, c]: [&Vector2<T>; 3]) -> [T; 3] {
    [cross(a, b), cross(b, c), cross(c, a)]
}

/// Weights with which the corners of a tetrahedron sum to the origin, times a common factor: of `a`, `b`, `c` and `d`. All
/// have the same sign exactly if the origin is inside.
#[inline]
pub(crate) fn weights3d<T: Scalar>([a, b, c, d]: [&Vector3<T>; 4]) -> [T; 4] {
    let (ab, cd) = (a.cross(b), c.cross(d));
    [cd.dot(b), -cd.dot(a), ab.dot(d), -ab.dot(c)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_as_drawn() {
        let (x, y) = (Vector2::<f64>::x(), Vector2::y());
        assert_eq!(left(&x), y);
        assert!(cross(&x, &y) > 0.0 && cross(&y, &x) < 0.0 && orient2d(&x, &(x + y), &y) > 0.0);
        let [i, j, k] = [Vector3::<f64>::x(), Vector3::y(), Vector3::z()];
        assert!(triple(&i, &j, &k) > 0.0 && triple(&j, &i, &k) < 0.0);
        // Counter-clockwise as seen from (1, 1, 1), with the origin below.
        assert!(orient3d(&i, &j, &k, &Vector3::zeros()) < 0.0);
    }

    /// Four corners of a parallelogram, or four points on a line, each moved a little. All coordinates are integers of 24 bits,
    /// and the truth is computed with integers.
    #[test]
    fn whatever_the_rounding() {
        let mut state = 1_u64;
        let mut random = |below: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(state >> 33).unwrap_or(0) % below
        };
        let (mut flat, mut misled) = ([0; 2], [0; 2]);
        for number in 0..10_000 {
            let mut point = |most: i64| [0; 3].map(|_: i64| random(2 * most) - most);
            let [a, u, v] = [point(1 << 21), point(1 << 20), point(1 << 20)];
            let needle = number % 2;
            let at = |[s, t]: [i64; 2]| [0, 1, 2].map(|k| a[k] + s * u[k] + t * v[k]);
            let corners = [[[0, 0], [1, 0], [0, 1], [1, 1]], [[0, 0], [3, 0], [1, 0], [2, 0]]][needle].map(at);
            let corners = corners.map(|p| p.map(|x| x + random(5) / 2 - 1));
            let [u, v, w] = [1, 2, 3].map(|n| [0, 1, 2].map(|k| i128::from(corners[n][k] - corners[0][k])));
            let minor = |j: usize, k: usize| u[j] * v[k] - u[k] * v[j];
            let volume = minor(1, 2) * w[0] + minor(2, 0) * w[1] + minor(0, 1) * w[2];
            #[expect(clippy::cast_precision_loss, reason = "they have few digits")]
            let [a, b, c, d] = corners.map(|p| Vector3::from(p.map(|x| x as f32)));
            flat[needle] += u32::from(volume == 0);
            misled[needle] += u32::from((orient3d(&a, &b, &c, &d) > 0.0) != (volume > 0));
            assert_eq!(is_above(&a, &b, &c, &d), volume > 0, "{a} {b} {c} {d}");
            assert_eq!(is_above(&a, &c, &b, &d), volume < 0, "{a} {b} {c} {d}");
        }
        assert!(flat.iter().chain(&misled).all(|count| *count > 50), "{flat:?} {misled:?}");
    }

    #[test]
    fn weights_sum_to_the_origin() {
        let flat = [Vector2::new(3.0, 1.0), Vector2::new(-2.0, 4.0), Vector2::new(-1.0, -5.0)];
        let [c, a, b] = weights2d(flat.each_ref());
        assert_eq!(flat[0] * a + flat[1] * b + flat[2] * c, Vector2::zeros());
        assert!(a > 0.0 && b > 0.0 && c > 0.0);
        let solid = [
            Vector3::new(3.0, 1.0, 1.0),
            Vector3::new(-2.0, 4.0, 0.0),
            Vector3::new(-1.0, -5.0, 2.0),
            Vector3::new(0.0, 1.0, -7.0),
        ];
        let weights = weights3d(solid.each_ref());
        let sum = solid.iter().zip(&weights).fold(Vector3::zeros(), |sum, (v, weight)| sum + v * *weight);
        assert_eq!(sum, Vector3::zeros());
        assert!(weights.iter().all(|weight| *weight > 0.0) || weights.iter().all(|weight| *weight < 0.0));
    }
}
