//! The feature of A − B that an answer comes from: its vertices, with the weights of the point in question.

use super::any::Weights;
use super::vertices::Simplex;
use crate::scalar::{Scalar, largest};
use crate::support::Parallelotope;
use crate::vertex::{SupportPoint, VertexId};
use core::array;
use nalgebra::{Point, SVector};

/// The feature of A − B that the points of an answer are on: pairs of a vertex of A and a vertex of B, each with a weight.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::{Ball, PointCloud}, simplex::VertexId};
/// let p = |x: f64, y: f64| Point2::new(x, y);
/// let wall = PointCloud::new([p(2.0, -1.0), p(2.0, 3.0), p(4.0, 0.0)])?;
/// let nearest = distance(&Ball::point(p(0.0, 0.0))?, &wall);
/// let mut weight = [0.0; 3];
/// for vertex in nearest.feature.vertices() {
///     weight[vertex.ids[1].0 as usize] += vertex.weight;
/// }
/// assert_eq!(weight, [0.75, 0.25, 0.0]); // the point (2, 0) of the edge from (2, -1) to (2, 3)
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Feature<T: Scalar, const D: usize> {
    /// What the vertices' points are measured from.
    pub(crate) reference: Point<T, D>,
    pub(crate) mean: Weighted<T, D>,
}

/// Points with weights, as a query finds them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Weighted<T: Scalar, const D: usize> {
    /// The vertices of a simplex, and one more, which comes first.
    Simplex { newest: Option<SupportPoint<T, D>>, simplex: Simplex<T, D>, weights: Weights<T> },
    /// A point of a parallelotope A, and one of a parallelotope B: how far each is along the edges, from 0 to 1.
    Along { shapes: [Parallelotope<T, D>; 2], shares: [[T; D]; 2] },
}

/// A vertex of a [`Feature`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureVertex<T: Scalar, const D: usize> {
    /// The point of A and the point of B.
    pub points: [Point<T, D>; 2],
    /// Which vertex of A and which of B.
    pub ids: [VertexId; 2],
    /// The barycentric weight: positive; those of a feature sum to 1, up to rounding.
    pub weight: T,
}

impl<T: Scalar, const D: usize> Feature<T, D> {
    /// Of no vertices.
    pub(crate) fn none(reference: &Point<T, D>) -> Self {
        let weights = array::from_fn(|_| T::zero());
        let mean = Weighted::Simplex { newest: None, simplex: Simplex::empty(), weights };
        Self { reference: reference.clone(), mean }
    }

    /// The vertices: at most D + 1, and that many only where the sets intersect; of two shapes that are both boxes, segments
    /// or points, and overlap, up to 2·D + 1.
    pub fn vertices(&self) -> impl Iterator<Item = FeatureVertex<T, D>> + '_ {
        let (simplex, along) = match &self.mean {
            Weighted::Simplex { newest, simplex, weights } => {
                let weighted = newest.iter().chain(simplex.vertices()).zip(weights);
                (
                    Some(weighted.map(|(vertex, weight)| {
                        ([&vertex.a, &vertex.b].map(Clone::clone), vertex.ids, weight.clone())
                    })),
                    None,
                )
            }
            Weighted::Along { shapes, shares } => (None, Some(corners(shapes, shares))),
        };
        let weighted = simplex.into_iter().flatten().chain(along.into_iter().flatten());
        weighted.filter(|(_, _, weight)| *weight > T::zero()).map(|(points, ids, weight)| FeatureVertex {
            points: points.map(|point| &self.reference + point),
            ids,
            weight,
        })
    }
}

/// Pairs of corners of two parallelotopes, with weights whose means are the points at these shares of the edges.
///
/// Let u₁ ≥ u₂ ≥ … be the shares, in order, and e₁, e₂, … their edges. Then Σ uₖeₖ = Σ (uⱼ − uⱼ₊₁) (e₁ + … + eⱼ): each bracket
/// leads to a corner of A and one of B, and the factors, with 1 − u₁ for the corners themselves, sum to 1.
fn corners<'c, T: Scalar, const D: usize>(
    shapes: &'c [Parallelotope<T, D>; 2],
    shares: &'c [[T; D]; 2],
) -> impl Iterator<Item = ([SVector<T, D>; 2], [VertexId; 2], T)> + 'c {
    let share = |k: usize| &shares[k / D][k % D];
    // How many have a larger share: no two the same.
    let rank = move |k: usize| (0..2 * D).filter(|&j| share(j) > share(k) || j < k && share(j) == share(k)).count();
    let of_rank =
        move |wanted: usize| (0..2 * D).find(|&k| rank(k) == wanted).map_or_else(T::zero, |k| share(k).clone());
    (0..=2 * D).map(move |taken| {
        let before = if taken == 0 { T::one() } else { of_rank(taken - 1) };
        let weight = before - if taken == 2 * D { T::zero() } else { of_rank(taken) };
        let corner = |shape: usize| {
            let Parallelotope { corner, edges, id } = &shapes[shape];
            let with = (0..D).filter(|k| rank(shape * D + k) < taken);
            let name = |id: u32| with.clone().filter(|&k| !largest(&edges[k]).is_zero()).fold(id, |id, k| id ^ 1 << k);
            let id = if *id == VertexId::NONE { *id } else { VertexId(name(id.0)) };
            (with.clone().fold(corner.clone(), |point, k| point + &edges[k]), id)
        };
        let [(a, first), (b, second)] = [corner(0), corner(1)];
        ([a, b], [first, second], weight)
    })
}

#[cfg(feature = "serde")]
impl<T: Scalar + serde::Serialize, const D: usize> serde::Serialize for Feature<T, D> {
    /// As the sequence of its vertices.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.vertices())
    }
}
