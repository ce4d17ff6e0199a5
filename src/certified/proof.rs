//! The proof of a verdict: from the search, from a search in stretched coordinates, or from exact arithmetic.

use super::filter::Filter;
use crate::exact::{self, ExactCases, Float};
use crate::minkowski::{Altered, Erased, Frame};
use crate::query::{Options, Start};
use crate::scalar::{Scalar, largest, times};
use crate::search::{End, Search, perturbation};
use crate::simplex::{Cases, Searchable};
use crate::{support::Support, vertex::SupportPoint};
use nalgebra::SVector;

/// A verdict with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CertifiedVerdict {
    /// Whether the shapes have a point in common; touching counts.
    pub intersects: bool,
    /// The proof.
    pub proof: Proof,
    /// The number of support evaluations of A − B in rounded arithmetic.
    pub evaluations: u32,
}

impl CertifiedVerdict {
    /// Returns whether the verdict is proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proof != Proof::None
    }
}

/// The way a verdict was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// Rounded arithmetic, with a bound on its error.
    Bound,
    /// Exact arithmetic.
    Exact,
    /// No proof: rounded arithmetic may be wrong. The rounding has no known bound, or the shapes are curved and close.
    None,
}

impl Proof {
    /// A bound if it was enough, else exact arithmetic if that succeeds.
    pub(super) fn first(bounded: bool, exactly: impl FnOnce() -> bool) -> Self {
        if bounded {
            Self::Bound
        } else if exactly() {
            Self::Exact
        } else {
            Self::None
        }
    }
}

/// The verdict of exact arithmetic, if the shapes' constructions are known; else the unproven one.
#[cold]
pub(super) fn exactly<T: Float, const D: usize>(
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
    unproven: CertifiedVerdict,
    axis: &SVector<T, D>,
) -> CertifiedVerdict
where
    Cases: ExactCases<D>,
{
    match exact::decide_along([a, b], axis, in_integers(axis).as_ref()) {
        Some(intersects) => CertifiedVerdict { intersects, proof: Proof::Exact, ..unproven },
        None => unproven,
    }
}

/// Nearly the same direction, in integers of at most 53 bits; `None` for zero.
fn in_integers<T: Float, const D: usize>(axis: &SVector<T, D>) -> Option<[i64; D]> {
    let size = largest(axis).widen();
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    let scale = size.unit_scale();
    #[expect(clippy::cast_possible_truncation, reason = "it is a direction to start from")]
    Some(core::array::from_fn(|k| (axis[k].widen() * scale * f64::from(1 << 30) * f64::from(1 << 20)) as i64))
}

/// Returns whether a search in stretched coordinates ends with a simplex that is provably around the origin.
///
/// A search that ends with the origin on a feature may have met it inside A − B. (For two balls it never leaves the
/// plane of its first direction.) Stretching coordinates by different powers of two breaks such symmetries.
#[cold]
pub(super) fn encloses_when_stretched<C: Searchable<D, Scalar: Float>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    filter: &Filter<'_, C::Scalar, D>,
    evaluations: &mut u32,
) -> bool {
    let frame = Frame { size: times(4, &frame.size), ..frame.clone() };
    let altered = Altered::new(set, |frame, direction| {
        let vertex = set.vertex(frame, &stretched(direction));
        SupportPoint { w: stretched(&vertex.w), ..vertex }
    });
    let (set, mut unwatched) = (Erased::<_, C::Cases, D>::new(&altered), ());
    let options = Options { start: Start::Along(perturbation()), ..Options::default() };
    let mut search = Search::new(&set, &frame, &options, &mut unwatched);
    let end = search.decide_cores();
    *evaluations += search.evaluations;
    end == End::Enclosed && Filter::new(&frame, times(4, &filter.rounding)).encloses(&search.newest, &search.simplex)
}

/// The vector stretched along the axes by 1, 2, 4, 1, 2, 4, ….
fn stretched<T: Scalar, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|k, _| times(1 << (k % 3), &v[k]))
}

#[cfg(test)]
mod tests;
