//! Directions biased towards where the boundary is expected to be nearest.
//!
//! Whoever proves a depth has to look beyond each facet that is nearer. *Along which direction* is free: any vertex beyond the
//! facet will do. The boundary is expected to be nearest where it is nearest to the middle of A − B: from there
//! towards the origin, and on. Vertices found in directions biased that way are where the boundary is near; there more of
//! them are needed, and elsewhere fewer, so the polytope comes to its end with fewer (docs/performance.md has the counts).

use crate::scalar::{Real, Scalar, times};
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// Expansions of polytopes of no more vertices take longer with biased directions (docs/performance.md).
const FEW: u32 = 16;

/// Whether it pays to look in biased directions: where both shapes are polytopes, and one has many vertices. Round shapes have
/// a vertex wherever one looks.
pub(super) fn pays(vertex_counts: Option<[u32; 2]>) -> bool {
    vertex_counts.is_some_and(|counts| counts.iter().any(|count| *count > FEW))
}

/// Facets whose normals are within 18° of the expected direction, cos 18° = 19/20, are looked beyond along their own: the
/// bias would turn them by no more than 7°.
const ALIGNED: [u32; 2] = [19, 20];
/// How much of the expected direction is added to a unit normal: 2/3. It turns one that is perpendicular by 34°.
const PULL: [u32; 2] = [2, 3];
/// A bias misleads if the boundary is farther that way than along the best normal by more than a fifth: 6/5.
const FARTHER: [u32; 2] = [6, 5];

/// Where the boundary of A − B is expected to be nearest the origin.
pub(crate) struct Bias<T, const D: usize> {
    /// A unit vector.
    expected: SVector<T, D>,
    /// What is added to unit normals.
    pull: SVector<T, D>,
}

impl<T: Real, const D: usize> Bias<T, D> {
    /// Towards a unit vector.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(super) fn toward(expected: SVector<T, D>) -> Self {
        let [over, under] = PULL.map(|n| times(n, &T::one()));
        Self { pull: &expected * (over / under), expected }
    }
}

impl<T: Scalar, const D: usize> Bias<T, D> {
    /// In which direction to look beyond a facet with this unit normal; `None`: along the normal.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(super) fn direction(&self, normal: &SVector<T, D>) -> Option<SVector<T, D>> {
        let [over, under] = ALIGNED;
        let aligned = times(under, &normal.dot(&self.expected)) >= times(over, &T::one());
        if aligned { None } else { Some(normal + &self.pull) }
    }

    /// Whether a vertex found in a biased direction is much farther than the best reach so far.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(super) fn misleads(direction: &SVector<T, D>, found: &SVector<T, D>, best: &T) -> bool {
        let [over, under] = FARTHER;
        let (reach, most) = (times(under, &found.dot(direction)), times(over, best));
        reach.clone() * reach > most.clone() * most * direction.dot(direction)
    }
}
