//! Evidence that rounding does not touch: a point of a simplex, as a mean of its vertices.
//!
//! The signs that steer a search are rounded. In a sliver, or at a sharp corner, a sign that is wrong by very little
//! can select a feature that is far from the origin. But a mean of the vertices with weights that are not negative is a
//! point of A − B, however the weights were rounded. If that point is where the search says that there is one, the
//! search is right.

use super::vertices::Simplex;
use crate::predicates::{weights2d, weights3d};
use crate::scalar::{Scalar, largest, times};
use crate::tolerance;
use crate::vertex::SupportPoint;
use nalgebra::{SVector, Vector2, Vector3};

/// A mean of vertices, `sum` / `total`.
pub(crate) struct Combination<T, const D: usize> {
    sum: SVector<T, D>,
    total: T,
}

impl<T: Scalar, const D: usize> Combination<T, D> {
    /// The projection of the origin on the plane (or line, or space) through a few vertices. For D + 1 vertices it is
    /// the origin itself. `None` if a weight is negative, if the weights are too small, and for three vertices or
    /// more outside of two and three dimensions.
    pub(crate) fn of(vertices: &[&SupportPoint<T, D>]) -> Option<Self> {
        match (D, vertices) {
            (_, [a]) => Some(Self { sum: a.w.clone(), total: T::one() }),
            (_, [a, b]) => Self::of_edge(a, b),
            (2, [a, b, c]) => {
                let [wc, wa, wb] = weights2d([a, b, c].map(|v| in_the_plane(&v.w)).each_ref());
                Self::weighted([a, b, c], of_one_sign([wa, wb, wc]))
            }
            (3, [a, b, c]) => {
                let [u, v, w] = [a, b, c].map(|v| in_space(&v.w));
                let normal = (&v - &u).cross(&(&w - &u));
                let weights = [normal.dot(&v.cross(&w)), normal.dot(&w.cross(&u)), normal.dot(&u.cross(&v))];
                Self::weighted([a, b, c], weights)
            }
            (3, [a, b, c, d]) => {
                let weights = weights3d([a, b, c, d].map(|v| in_space(&v.w)).each_ref());
                Self::weighted([a, b, c, d], of_one_sign(weights))
            }
            _ => None,
        }
    }

    /// The projection on the vertices of a simplex; `None` for more than four.
    pub(crate) fn of_simplex(simplex: &Simplex<T, D>) -> Option<Self> {
        let (vertices, count) = listed(None, simplex)?;
        Self::of(&vertices[..count])
    }

    /// Whether a point of a simplex, after another vertex if there is one, is at the origin: whether none of its coordinates is
    /// larger than `slack`. False for more than four vertices in all.
    ///
    /// If the origin is on the boundary, rounding may make a weight of the whole negative, or the whole is so thin that its
    /// weights are too small. Then all features of fewer vertices are searched for the point.
    pub(crate) fn is_found_at_origin(first: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>, slack: &T) -> bool {
        listed(first, simplex).is_some_and(|(vertices, count)| {
            let is_found = |point: Self| point.is_at_origin(slack);
            Self::of(&vertices[..count]).is_some_and(is_found) || Self::is_on_feature(vertices, count, slack)
        })
    }

    /// Whether a point of some of the first `count` vertices, but not of all, is at the origin. Each bit of a feature's number stands for
    /// a vertex, so edges of the first vertices come before triangles, which take longer.
    #[cold]
    #[inline(never)]
    fn is_on_feature(vertices: [&SupportPoint<T, D>; 4], count: usize, slack: &T) -> bool {
        (1..(1_u32 << count) - 1).any(|feature| {
            let (mut members, mut len) = (vertices, 0);
            for (k, vertex) in vertices.into_iter().enumerate() {
                if feature >> k & 1 == 1 {
                    members[len] = vertex;
                    len += 1;
                }
            }
            Self::of(&members[..len]).is_some_and(|point| point.is_at_origin(slack))
        })
    }

    /// The projection on the line through two vertices.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn of_edge(a: &SupportPoint<T, D>, b: &SupportPoint<T, D>) -> Option<Self> {
        let ab = &b.w - &a.w;
        Self::weighted([a, b], [b.w.dot(&ab), -a.w.dot(&ab)])
    }

    #[cfg_attr(fast, inline(always))]
    fn weighted<const N: usize>(vertices: [&SupportPoint<T, D>; N], weights: [T; N]) -> Option<Self> {
        let total = weights.iter().fold(T::zero(), |total, weight| total + weight.clone());
        let is_convex = weights.iter().all(|weight| *weight >= T::zero());
        // A smaller total has lost digits.
        (is_convex && total >= T::epsilon()).then(|| {
            let sum = vertices.into_iter().zip(weights).fold(SVector::zeros(), |sum, (v, weight)| sum + &v.w * weight);
            Self { sum, total }
        })
    }

    /// Whether no coordinate of it is larger than `slack`.
    fn is_at_origin(&self, slack: &T) -> bool {
        largest(&self.sum) <= slack.clone() * self.total.clone()
    }

    /// Whether it is no farther from the origin than `distance`.
    pub(crate) fn is_within(&self, distance: &T) -> bool {
        let most = distance.clone() * self.total.clone();
        self.sum.dot(&self.sum) <= most.clone() * most
    }
}

/// The vertices of a simplex, after another if there is one, as a list, and how many they are; `None` for more than four in all.
fn listed<'v, T: Scalar, const D: usize>(
    first: Option<&'v SupportPoint<T, D>>,
    simplex: &'v Simplex<T, D>,
) -> Option<([&'v SupportPoint<T, D>; 4], usize)> {
    let mut vertices = first.into_iter().chain(simplex.vertices());
    let one = vertices.next()?;
    let mut listed = [one; 4];
    let mut count = 1;
    for vertex in vertices {
        *listed.get_mut(count)? = vertex;
        count += 1;
    }
    Some((listed, count))
}

/// Whether the origin is in the simplex of D + 1 vertices by more than rounding: whether each volume that the origin
/// makes with D of them is larger than rounding can make it, with the sign that the cases' order of the vertices gives
/// it. No coordinate is larger than `size`. Always false outside of two and three dimensions.
#[cfg_attr(fast, inline(always))]
pub(crate) fn encloses_for_certain<T: Scalar, const D: usize>(
    newest: &SupportPoint<T, D>,
    simplex: &Simplex<T, D>,
    size: &T,
) -> bool {
    match (D, simplex.vertices()) {
        (2, [b, c]) => {
            let doubt = times(tolerance::AREA, &T::epsilon()) * (size.clone() * size.clone());
            weights2d([newest, b, c].map(|v| in_the_plane(&v.w)).each_ref()).iter().all(|weight| *weight > doubt)
        }
        (3, [b, c, d]) => {
            let doubt = -(times(tolerance::VOLUME, &T::epsilon()) * (size.clone() * size.clone() * size.clone()));
            weights3d([newest, b, c, d].map(|v| in_space(&v.w)).each_ref()).iter().all(|weight| *weight < doubt)
        }
        _ => false,
    }
}

/// Weights are known up to a common sign: if one is negative, all change theirs.
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
mod tests;
