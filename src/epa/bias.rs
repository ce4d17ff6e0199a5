//! Search directions biased towards where the boundary is expected to be nearest.
//!
//! To prove a depth, each facet that is nearer than the boundary needs a vertex beyond it. Any such vertex is good enough, so the
//! *direction* of the search is free. The boundary is expected to be nearest in the direction from the middle of A − B
//! through the origin. Directions biased that way find vertices near that place, where more of them are needed than
//! elsewhere. So the polytope needs fewer vertices in all (docs/performance.md has the counts).

use crate::scalar::{Real, Scalar, times};
use nalgebra::SVector;

/// For polytopes with no more vertices than this, expansions take longer with biased directions (docs/performance.md).
const FEW: u32 = 16;

/// Whether biased directions pay: if both shapes are polytopes, and one of them has many vertices. They do not pay for round
/// shapes, which have a vertex in every direction.
pub(super) fn pays(vertex_counts: Option<[u32; 2]>) -> bool {
    vertex_counts.is_some_and(|counts| counts.iter().any(|count| *count > FEW))
}

/// A normal within 18° of the expected direction, cos 18° = 19/20, is used as it is: the bias would turn it by no more than
/// 7°.
const ALIGNED: [u32; 2] = [19, 20];
/// How much of the expected direction is added to a unit normal: 2/3. That turns a normal perpendicular to it by 34°.
const PULL: [u32; 2] = [2, 3];
/// A bias misleads if A − B reaches farther that way than along the best normal, by more than a fifth: 6/5.
const FARTHER: [u32; 2] = [6, 5];

/// Where the boundary of A − B is expected to be nearest the origin.
pub(crate) struct Bias<T, const D: usize> {
    /// That direction, a unit vector.
    expected: SVector<T, D>,
    /// The vector that is added to unit normals.
    pull: SVector<T, D>,
}

impl<T: Real, const D: usize> Bias<T, D> {
    /// A bias towards a unit vector.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn toward(expected: SVector<T, D>) -> Self {
        let [over, under] = PULL.map(|n| times(n, &T::one()));
        Self { pull: &expected * (over / under), expected }
    }
}

impl<T: Scalar, const D: usize> Bias<T, D> {
    /// The direction in which to seek a vertex beyond a facet with this unit normal; `None` if that is the normal itself.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn direction(&self, normal: &SVector<T, D>) -> Option<SVector<T, D>> {
        let [over, under] = ALIGNED;
        let aligned = times(under, &normal.dot(&self.expected)) >= times(over, &T::one());
        if aligned { None } else { Some(normal + &self.pull) }
    }

    /// Whether the vertex found in a biased direction is much farther than the best reach so far.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn misleads(direction: &SVector<T, D>, found: &SVector<T, D>, best: &T) -> bool {
        let [over, under] = FARTHER;
        let (reach, most) = (times(under, &found.dot(direction)), times(over, best));
        reach.clone() * reach > most.clone() * most * direction.dot(direction)
    }
}
