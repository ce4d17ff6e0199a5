//! Vertices that a search collects: points of A − B, with the points of A and B that they came from.

use crate::scalar::{Scalar, ith};
use nalgebra::SVector;

/// The id of a vertex of a polytope: for example its index in the points of a [`PointCloud`](crate::shape::PointCloud).
/// Support points of sets without vertices have [`VertexId::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexId(pub u32);

impl VertexId {
    /// No vertex, or one without an id.
    pub const NONE: Self = Self(u32::MAX);
}

/// A vertex of A − B, and the points of A and of B whose difference it is. All three are in the coordinates of a
/// [`Frame`](crate::minkowski::Frame): `w` at unit scale, `a` and `b` as displacements from its reference point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportPoint<T, const D: usize> {
    /// The point of A − B, times the frame's scale.
    pub w: SVector<T, D>,
    /// The point of shape A, less the frame's reference point.
    pub a: SVector<T, D>,
    /// The point of shape B, less the frame's reference point.
    pub b: SVector<T, D>,
    /// The ids of the vertices of shape A and of shape B.
    pub ids: [VertexId; 2],
}

impl<T: Scalar, const D: usize> SupportPoint<T, D> {
    pub(crate) fn nothing() -> Self {
        Self { w: SVector::zeros(), a: SVector::zeros(), b: SVector::zeros(), ids: [VertexId::NONE; 2] }
    }

    pub(crate) fn is_in_range(&self) -> bool {
        [&self.w, &self.a, &self.b].into_iter().flatten().all(Scalar::in_range)
    }

    /// Copies another, field by field: a clone would be copied twice.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.w = other.w.clone();
        self.a = other.a.clone();
        self.b = other.b.clone();
        self.ids = other.ids;
    }
}

/// The direction to take if nothing suggests another.
#[inline]
pub(crate) fn first_axis<T: Scalar, const D: usize>() -> SVector<T, D> {
    ith(0, T::one())
}
