//! The verdict and its evidence, as types.

pub use crate::error::Undecided;
use crate::scalar::Scalar;
use crate::simplex::Simplex;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// Whether two sets intersect, with the evidence.
///
/// Touching sets intersect. All vectors are in the coordinates of the query's [`Frame`](crate::minkowski::Frame).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Verdict<T: Scalar, const D: usize> {
    /// They are apart: along `axis` no point of A comes as far as any point of B.
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
    /// They only touch, up to rounding: the origin is on this feature of A − B, and nothing of A − B is beyond it along
    /// `axis`.
    Touching {
        /// Perpendicular to the plane in which they touch, from A towards B.
        axis: SVector<T, D>,
        /// The feature.
        simplex: Simplex<T, D>,
    },
    /// They intersect, and A − B is flat: it is in the plane through the origin that is perpendicular to `axis`. For example two
    /// segments that cross in space, or two polygons in one plane.
    Flat {
        /// Perpendicular to A − B.
        axis: SVector<T, D>,
        /// The feature of A − B that the origin is on.
        simplex: Simplex<T, D>,
    },
    /// They intersect, up to rounding: the origin is on this feature inside A − B. Because of rounding no simplex around the
    /// origin was found.
    OnFeature {
        /// The feature.
        simplex: Simplex<T, D>,
    },
    /// They intersect with their margins: the cores are no farther apart than the margins reach.
    WithinMargins {
        /// The feature of the cores' difference that was nearest the origin when the verdict was known.
        simplex: Simplex<T, D>,
    },
    /// Not known.
    Undecided {
        /// Why.
        why: Undecided,
    },
}

impl<T: Scalar, const D: usize> Verdict<T, D> {
    /// Whether the sets intersect; `true`, to be on the safe side, if that is undecided.
    #[must_use]
    pub fn intersects(&self) -> bool {
        !matches!(self, Self::Separated { .. })
    }
}

/// The answer of a search: its verdict with the evidence, and how many support evaluations it took.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome<T: Scalar, const D: usize> {
    /// The claim and its evidence.
    pub verdict: Verdict<T, D>,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
}

impl<T: Scalar, const D: usize> Outcome<T, D> {
    /// Whether the sets intersect; `true`, to be on the safe side, where that is undecided.
    #[must_use]
    pub fn intersects(&self) -> bool {
        self.verdict.intersects()
    }
}
