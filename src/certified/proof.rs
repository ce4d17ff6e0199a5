//! The proof of a verdict; and the step to exact arithmetic where rounded arithmetic gives none.

use crate::exact::{self, ExactCases, Float};
use crate::scalar::{Scalar, largest};
use crate::simplex::Cases;
use crate::support::Support;
use nalgebra::SVector;

/// A verdict with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CertifiedVerdict {
    /// Whether the shapes have a point in common; touching counts.
    pub intersects: bool,
    /// Why that is so.
    pub proof: Proof,
    /// How many times the support mapping of A − B was evaluated in rounded arithmetic.
    pub evaluations: u32,
}

impl CertifiedVerdict {
    /// Whether the verdict is proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proof != Proof::None
    }
}

/// How a verdict was proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// Rounded arithmetic, with a bound on its error.
    Bound,
    /// Exact arithmetic.
    Exact,
    /// None: rounded arithmetic may be wrong. No bound on its rounding is known, or the shapes are curved and too close
    /// to tell.
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

#[cfg(test)]
mod tests;
