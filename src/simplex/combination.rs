//! Evidence that rounding does not touch: a point of a simplex, written down with its weights.
//!
//! The signs that a search goes by are right but for rounding, and in a sliver, or at a sharp corner, a sign that is wrong by
//! next to nothing can name a feature that is far from the origin. A mean of the vertices with weights that are not negative
//! is a point of A − B whatever was rounded when the weights were found: if it is where the search says that there is one,
//! the search is right.

use super::vertices::Simplex;
use crate::predicates::{cross, triple, weights2d, weights3d};
use crate::scalar::{Scalar, largest};
use crate::vertex::SupportPoint;
use nalgebra::{SVector, Vector2, Vector3};

/// A mean of vertices, `sum` / `total`.
pub(crate) struct Combination<T, const D: usize> {
    sum: SVector<T, D>,
    total: T,
}

impl<T: Scalar, const D: usize> Combination<T, D> {
    /// The foot of the origin on vertices that are not many: on D + 1 of them it is the origin. `None` where a weight is
    /// negative, where they are too small for the range, and for three and more outside of two and three dimensions.
    pub(crate) fn of(vertices: &[&SupportPoint<T, D>]) -> Option<Self> {
        let weighted = |weights: &[T]| {
            let total = weights.iter().fold(T::zero(), |total, weight| total + weight.clone());
            let convex = weights.iter().all(|weight| *weight >= T::zero());
            let sum =
                || vertices.iter().zip(weights).fold(SVector::zeros(), |sum, (v, weight)| sum + &v.w * weight.clone());
            // Less than that has lost digits.
            (convex && total >= T::epsilon()).then(|| Self { sum: sum(), total })
        };
        match (D, vertices) {
            (_, [a]) => Some(Self { sum: a.w.clone(), total: T::one() }),
            (_, [a, b]) => {
                let ab = &b.w - &a.w;
                weighted(&[b.w.dot(&ab), -a.w.dot(&ab)])
            }
            (2, [a, b, c]) => {
                let [wc, wa, wb] = weights2d([a, b, c].map(|v| in_the_plane(&v.w)).each_ref());
                weighted(&of_one_sign([wa, wb, wc]))
            }
            (3, [a, b, c]) => {
                let [a, b, c] = [a, b, c].map(|v| in_space(&v.w));
                let normal = (&b - &a).cross(&(&c - &a));
                weighted(&[normal.dot(&b.cross(&c)), normal.dot(&c.cross(&a)), normal.dot(&a.cross(&b))])
            }
            (3, [a, b, c, d]) => weighted(&of_one_sign(weights3d([a, b, c, d].map(|v| in_space(&v.w)).each_ref()))),
            _ => None,
        }
    }

    /// Whether it is no farther from the origin than this, in any coordinate.
    pub(crate) fn is_at_origin(&self, slack: &T) -> bool {
        largest(&self.sum) <= slack.clone() * self.total.clone()
    }

    /// Whether it is no farther than this.
    pub(crate) fn is_within(&self, distance: &T) -> bool {
        let most = distance.clone() * self.total.clone();
        self.sum.dot(&self.sum) <= most.clone() * most
    }
}

/// Whether the origin is in the simplex of D + 1 vertices by more than rounding: whether all volumes that it makes with D of
/// them are, wound as the cases leave them, for coordinates of this size, with a doubt of so much in lengths. In two and three
/// dimensions.
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
pub(crate) fn encloses_by_more_than<T: Scalar, const D: usize>(
    newest: &SupportPoint<T, D>,
    simplex: &Simplex<T, D>,
    doubt: &T,
    size: &T,
) -> bool {
    // The products are those that the cases tested, and need not be computed again.
    match (D, simplex.vertices()) {
        (2, [b, c]) => {
            let [a, b, c] = [newest, b, c].map(|v| in_the_plane(&v.w));
            let (ab, ac, ao) = (&b - &a, &c - &a, -&a);
            let doubt = doubt.clone() * size.clone();
            cross(&ab, &ao) > doubt && cross(&ac, &ao) < -doubt.clone() && cross(&b, &c) > doubt
        }
        (3, [b, c, d]) => {
            let [a, b, c, d] = [newest, b, c, d].map(|v| in_space(&v.w));
            let (ab, ac, ad, ao) = (&b - &a, &c - &a, &d - &a, -&a);
            let twice = doubt.clone() + doubt.clone();
            let doubt = -(twice * (size.clone() * size.clone()));
            ab.cross(&ac).dot(&ao) < doubt
                && ac.cross(&ad).dot(&ao) < doubt
                && ad.cross(&ab).dot(&ao) < doubt
                && triple(&b, &c, &d) < doubt
        }
        _ => false,
    }
}

/// Weights up to a factor: the first is made positive.
fn of_one_sign<T: Scalar, const N: usize>(weights: [T; N]) -> [T; N] {
    let negative = weights.iter().any(|weight| *weight < T::zero());
    if negative { weights.map(|weight| -weight) } else { weights }
}

fn in_the_plane<T: Scalar, const D: usize>(v: &SVector<T, D>) -> Vector2<T> {
    Vector2::new(v[0].clone(), v[1].clone())
}

fn in_space<T: Scalar, const D: usize>(v: &SVector<T, D>) -> Vector3<T> {
    Vector3::new(v[0].clone(), v[1].clone(), v[2].clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;

    #[test]
    fn the_foot_on_every_feature() {
        let vertex = |x, y, z| SupportPoint { w: Vector3::new(x, y, z), ..SupportPoint::nothing() };
        let corners: [SupportPoint<f64, 3>; 4] =
            [vertex(1.0, -1.0, 2.0), vertex(1.0, 3.0, 2.0), vertex(-3.0, -1.0, 2.0), vertex(0.0, 0.0, -5.0)];
        let [a, b, c, d] = corners.each_ref();
        let foot = |vertices: &[&SupportPoint<f64, 3>]| Combination::of(vertices).map(|foot| foot.sum / foot.total);
        assert_eq!(foot(&[b]), Some(b.w));
        assert_eq!(foot(&[a, b]), Some(Vector3::new(1.0, 0.0, 2.0)));
        assert_eq!(foot(&[a, b, c]), Some(Vector3::new(0.0, 0.0, 2.0)));
        for vertices in [[a, b, c, d], [b, a, c, d]] {
            assert_eq!(foot(&vertices), Some(Vector3::zeros()));
        }
        // The foot is outside.
        assert!(foot(&[a, &vertex(2.0, -1.0, 2.0)]).is_none());
        let found = Combination::of(&[a, b]).unwrap();
        assert!(
            found.is_within(&2.25) && !found.is_within(&2.2) && found.is_at_origin(&2.0) && !found.is_at_origin(&1.9)
        );
    }
}
