//! Reports of the simplex cases to an observer: each product whose sign they test.

use super::vertices::Region;
use crate::scalar::Scalar;
use core::fmt;
use nalgebra::SVector;

/// A product, or a weight, whose sign says where the origin is. W is the newest vertex, WO the vector from W to the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(alias = "SameDirection")]
#[non_exhaustive]
pub enum Test {
    /// WX · WO: positive if the origin is ahead of W along this edge.
    Along(Region),
    /// WX⊥ · WO, in the plane. For a lone edge, WX⊥ points to the left: positive if the origin is on the left. For an
    /// edge of a triangle, it points away from the third vertex: positive if the origin is beyond this edge.
    Beyond(Region),
    /// WX⊥ · WO in the plane of a face, in space: positive if the origin is beyond the edge.
    BeyondIn {
        /// The edge.
        edge: Region,
        /// The face.
        face: Region,
    },
    /// WXY · WO, where WXY is short for the face's normal WX × WY: positive if the origin is beyond this face.
    BeyondFace(Region),
    /// The barycentric weight of this vertex (0 is W) in the projection of the origin on the affine hull of some
    /// vertices: negative if the projection is beyond the face opposite to the vertex.
    Weight(usize),
    /// A weight of a vertex in a part of the simplex, for strategies that look at several of them.
    WeightIn {
        /// The vertex.
        label: usize,
        /// The part.
        of: Region,
    },
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Along(edge) => write!(f, "{edge} · WO"),
            Self::Beyond(edge) => write!(f, "{edge}⊥ · WO"),
            Self::BeyondIn { edge, face } => write!(f, "{edge}⊥ · WO in {face}"),
            Self::BeyondFace(face) => write!(f, "{face} · WO"),
            Self::Weight(label) => write!(f, "weight of {}", Region::vertex(*label)),
            Self::WeightIn { label, of } => write!(f, "weight of {} in {of}", Region::vertex(*label)),
        }
    }
}

/// Receives each test of a strategy. `()` ignores them, and costs nothing.
#[expect(unused_variables, reason = "the defaults do nothing")]
pub trait Tests<T, const D: usize> {
    /// The sign of `value` was tested. If it is a product `normal` · WO, it says on which side of the plane through W with
    /// this normal the origin is. For a [`Test::Weight`] the normal is zero.
    fn test(&mut self, test: Test, normal: &SVector<T, D>, value: &T) {}

    /// The sign of the barycentric weight of vertex `label` (0 is W) was tested. The weight is `part` / `whole`, and `whole`
    /// is positive: this is for strategies that do not divide. The default reports a [`Test::Weight`] of `part`.
    fn weight(&mut self, label: usize, part: &T, whole: &T)
    where
        T: Scalar,
    {
        self.test(Test::Weight(label), &SVector::zeros(), part);
    }
}

impl<T, const D: usize> Tests<T, D> for () {}
