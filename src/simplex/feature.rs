//! The feature of A − B that an answer comes from: its vertices, and their ids.

use super::{projection::Weights, vertices::Simplex};
use crate::scalar::{Scalar, difference, scaled, widened};
use crate::vertex::{SupportPoint, VertexId};
use core::array;
use nalgebra::{Point, SVector};

/// The feature that the points of an answer are on, as weighted pairs of a vertex of shape A and one of shape B.
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
    /// The origin of the vertices' points.
    pub(crate) reference: Point<T, D>,
    /// The newest vertex, and its weight.
    newest: Option<(SupportPoint<T, D>, T)>,
    simplex: Simplex<T, D>,
    weights: [T; D],
}

/// A vertex of a [`Feature`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureVertex<T: Scalar, const D: usize> {
    /// The points of shape A and of shape B.
    pub points: [Point<T, D>; 2],
    /// The ids of these vertices.
    pub ids: [VertexId; 2],
    /// The positive barycentric weight; the weights of a feature sum to 1, up to rounding.
    pub weight: T,
}

impl<T: Scalar, const D: usize> Feature<T, D> {
    pub(crate) fn none(reference: &Point<T, D>) -> Self {
        let weights = array::from_fn(|_| T::zero());
        Self { reference: reference.clone(), newest: None, simplex: Simplex::empty(), weights }
    }

    /// Vertices with their weights, the newest one's first.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn weighted(
        reference: &Point<T, D>,
        newest: Option<&SupportPoint<T, D>>,
        simplex: Simplex<T, D>,
        weights: &Weights<T>,
    ) -> Self {
        let from = usize::from(newest.is_some());
        let newest = newest.map(|vertex| (vertex.clone(), weights[0].clone()));
        let weights = array::from_fn(|k| weights.get(from + k).map_or_else(T::zero, T::clone));
        Self { reference: reference.clone(), newest, simplex, weights }
    }

    /// A point at a share of the way from one vertex to another. Copies both in any case, to avoid a branch.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn on_edge(reference: &Point<T, D>, [first, second]: [SupportPoint<T, D>; 2], share: T) -> Self {
        let simplex = Simplex::of_two(first, second, share > T::zero());
        let mut weights = Self::none(reference).weights;
        if let [weight, other, ..] = &mut weights[..] {
            (*weight, *other) = (T::one() - share.clone(), share);
        }
        Self { reference: reference.clone(), newest: None, simplex, weights }
    }

    /// Adds a vertex, and computes its `w`. After D others it is the newest.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn add(&mut self, vertex: &mut SupportPoint<T, D>, weight: T, scale: &T) {
        vertex.w = scaled(&difference(&vertex.a, &vertex.b), scale);
        let count = self.simplex.vertices().len();
        if count < D {
            self.simplex.push(vertex.clone());
            self.weights[count] = weight;
        } else {
            self.newest = Some((vertex.clone(), weight));
        }
    }

    /// The vertices: at most D, or D + 1 if the sets intersect.
    pub fn vertices(&self) -> impl Iterator<Item = FeatureVertex<T, D>> + '_ {
        let newest = self.newest.iter().map(|(vertex, weight)| (vertex, weight));
        let weighted = newest.chain(self.simplex.vertices().iter().zip(&self.weights));
        weighted.filter(|(_, weight)| **weight > T::zero()).map(|(vertex, weight)| FeatureVertex {
            points: [&self.reference + &vertex.a, &self.reference + &vertex.b],
            ids: vertex.ids,
            weight: weight.clone(),
        })
    }

    /// The ids of the vertices.
    pub fn ids(&self) -> FeatureIds<D> {
        FeatureIds::of(&self.simplex)
    }
}

impl<T: Scalar + Into<f64>, const D: usize> Feature<T, D> {
    /// This feature of shapes that were seen from a place in the world.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn placed(&self, place: &SVector<f64, D>) -> Feature<f64, D> {
        let wide = |vertex: &SupportPoint<T, D>| {
            let [w, a, b] = [&vertex.w, &vertex.a, &vertex.b].map(widened);
            SupportPoint { w, a, b, ids: vertex.ids }
        };
        let newest = self.newest.as_ref().map(|(vertex, weight)| (wide(vertex), weight.clone().into()));
        let (simplex, weights) = (self.simplex.mapped(wide), self.weights.clone().map(Into::into));
        Feature { reference: (place + widened(&self.reference.coords)).into(), newest, simplex, weights }
    }
}

/// The features in which two shapes meet, as vertex ids. Vertices without an id are left out.
/// ```
/// use gjk::{SupportExt, contact, nalgebra::Vector3, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let found = contact(&cube, &cube.posed(Vector3::new(0.5, 1.75, 0.25))?);
/// // The upper face, and the lower one: a vertex of a box has a bit for each axis along which it is on the negative side.
/// assert_eq!(found.feature.on_a().map(|id| id.0).collect::<Vec<_>>(), [0b101, 0b100, 0b001, 0b000]);
/// assert_eq!(found.feature.on_b().map(|id| id.0).collect::<Vec<_>>(), [0b111, 0b110, 0b011, 0b010]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FeatureIds<const D: usize>(Ids<D>);

#[derive(Clone, Copy, Debug)]
enum Ids<const D: usize> {
    Pairs([[VertexId; 2]; D]),
    /// A corner of each of two boxes, and the corners whose ids differ from it in some of the `free` bits.
    Corners {
        corners: [VertexId; 2],
        free: [u32; 2],
    },
}

impl<const D: usize> PartialEq for FeatureIds<D> {
    fn eq(&self, other: &Self) -> bool {
        self.on_a().eq(other.on_a()) && self.on_b().eq(other.on_b())
    }
}

impl<const D: usize> Eq for FeatureIds<D> {}

impl<const D: usize> Default for FeatureIds<D> {
    fn default() -> Self {
        Self(Ids::Pairs([[VertexId::NONE; 2]; D]))
    }
}

impl<const D: usize> FeatureIds<D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn of<T: Scalar>(simplex: &Simplex<T, D>) -> Self {
        let mut pairs = [[VertexId::NONE; 2]; D];
        for (pair, vertex) in pairs.iter_mut().zip(simplex.vertices()) {
            *pair = vertex.ids;
        }
        Self(Ids::Pairs(pairs))
    }

    /// The ids of corners of two boxes: from each go along the `taken` edges, then take both ends of the `free` ones.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn corners(corners: [VertexId; 2], taken: [u32; 2], free: [u32; 2]) -> Self {
        let corner = |k: usize| match corners[k] {
            VertexId::NONE => VertexId::NONE,
            VertexId(id) => VertexId(id ^ (taken[k] & !free[k])),
        };
        Self(Ids::Corners { corners: [corner(0), corner(1)], free })
    }

    pub(crate) fn of_pairs(pairs: [[VertexId; 2]; D]) -> Self {
        Self(Ids::Pairs(pairs))
    }

    pub(crate) fn vertex_of_b(id: VertexId) -> Self {
        Self(Ids::Corners { corners: [VertexId::NONE, id], free: [0; 2] })
    }

    /// The ids as pairs, if they are a simplex's; absent ones come last.
    pub(crate) fn pairs(&self) -> Option<&[[VertexId; 2]; D]> {
        match &self.0 {
            Ids::Pairs(pairs) => Some(pairs),
            Ids::Corners { .. } => None,
        }
    }

    /// The vertex ids in shape A.
    pub fn on_a(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.on(0)
    }

    /// The vertex ids in shape B.
    pub fn on_b(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.on(1)
    }

    /// The feature with these ids. More than D on a side are corners of a box, as [`on_a`](Self::on_a) lists them.
    #[cfg(feature = "serde")]
    fn named(names: [&[VertexId]; 2]) -> Option<Self> {
        let pair = |k: usize| names.map(|side| side.get(k).copied().unwrap_or(VertexId::NONE));
        let corners = names.map(|side| side.first().copied().unwrap_or(VertexId::NONE));
        let free = [0, 1].map(|k| names[k].iter().fold(0, |free, id| free | (id.0 ^ corners[k].0)));
        let ids = if names.iter().all(|side| side.len() <= D) {
            Ids::Pairs(core::array::from_fn(pair))
        } else {
            Ids::Corners { corners, free }
        };
        let found = Self(ids);
        (found.on_a().eq(names[0].iter().copied()) && found.on_b().eq(names[1].iter().copied())).then_some(found)
    }

    fn on(&self, side: usize) -> impl Iterator<Item = VertexId> + '_ {
        let candidate = move |k: u32| match &self.0 {
            Ids::Pairs(pairs) => {
                let id = pairs.get(k as usize)?[side];
                pairs[..k as usize].iter().all(|pair| pair[side] != id).then_some(id)
            }
            Ids::Corners { corners, free } => (k & !free[side] == 0).then_some(VertexId(corners[side].0 ^ k)),
        };
        let named = move |id: &VertexId| match &self.0 {
            Ids::Corners { corners, .. } => corners[side] != VertexId::NONE,
            Ids::Pairs(_) => *id != VertexId::NONE,
        };
        (0..1 << D).filter_map(candidate).filter(named)
    }
}

#[cfg(feature = "serde")]
impl<const D: usize> serde::Serialize for FeatureIds<D> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use alloc::vec::Vec;
        [self.on_a().collect::<Vec<_>>(), self.on_b().collect()].serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, const D: usize> serde::Deserialize<'de> for FeatureIds<D> {
    fn deserialize<R: serde::Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        use serde::de::Error;
        let names = <[alloc::vec::Vec<VertexId>; 2]>::deserialize(reader)?;
        Self::named(names.each_ref().map(|side| &side[..]))
            .ok_or_else(|| R::Error::custom("not the names of a feature"))
    }
}

#[cfg(feature = "serde")]
impl<T: Scalar + serde::Serialize, const D: usize> serde::Serialize for Feature<T, D> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.vertices())
    }
}

#[cfg(test)]
mod tests;
