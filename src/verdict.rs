//! The verdict and its evidence.

pub use crate::error::Undecided;
use crate::{scalar::Scalar, simplex::Simplex, vertex::SupportPoint};
use nalgebra::SVector;

/// Whether two sets intersect; touching counts. All vectors are in the query's [`Frame`](crate::minkowski::Frame).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Verdict<T: Scalar, const D: usize> {
    /// They are apart: along `axis` every point of A is behind every point of B.
    Separated {
        /// The separating axis, from A towards B, of any length.
        axis: SVector<T, D>,
    },
    /// They intersect: the origin is in the simplex of these D + 1 vertices of A − B, or on its boundary.
    Enclosed {
        /// The newest vertex.
        newest: SupportPoint<T, D>,
        /// The other D.
        simplex: Simplex<T, D>,
    },
    /// They touch, up to rounding: the origin is on this feature, and nothing of A − B is beyond it along `axis`.
    Touching {
        /// The normal of the plane in which they touch, from A towards B.
        axis: SVector<T, D>,
        /// The feature.
        simplex: Simplex<T, D>,
    },
    /// They intersect, and A − B is flat: it is in the plane through the origin perpendicular to `axis`. Examples are
    /// two segments that cross in space, and two polygons in one plane.
    Flat {
        /// Perpendicular to A − B.
        axis: SVector<T, D>,
        /// The feature of A − B that the origin is on.
        simplex: Simplex<T, D>,
    },
    /// They intersect, up to rounding, which prevented a simplex around the origin: it is on this feature inside A − B.
    OnFeature {
        /// The feature.
        simplex: Simplex<T, D>,
    },
    /// They intersect, because their margins reach from core to core.
    WithinMargins {
        /// The feature of A − B nearest the origin when the verdict was known.
        simplex: Simplex<T, D>,
    },
    /// Unknown.
    Undecided {
        /// The reason.
        why: Undecided,
    },
}

impl<T: Scalar, const D: usize> Verdict<T, D> {
    /// Returns whether the sets intersect; `true`, to be on the safe side, if that is undecided.
    #[must_use]
    pub fn intersects(&self) -> bool {
        !matches!(self, Self::Separated { .. })
    }
}

/// The answer of a search: its verdict with the evidence, and the number of support evaluations.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome<T: Scalar, const D: usize> {
    /// The claim and its evidence.
    pub verdict: Verdict<T, D>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

impl<T: Scalar, const D: usize> Outcome<T, D> {
    /// Returns whether the sets intersect; `true`, to be on the safe side, where the verdict is undecided.
    #[must_use]
    pub fn intersects(&self) -> bool {
        self.verdict.intersects()
    }
}
