//! Options that all searches share: the first direction, and when a search ends.

use crate::scalar::dimension;
use nalgebra::SVector;
use num_traits::Zero;

/// The first direction of a search.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Start<T, const D: usize> {
    /// Along the line between the centers if both are known and differ, else along the first axis.
    #[default]
    Centers,
    /// Along this direction, such as a recent separating axis. If it still separates, one evaluation ends the query.
    Along(SVector<T, D>),
    /// Along these two directions for the first two evaluations, whatever the first one finds.
    Pair(SVector<T, D>, SVector<T, D>),
}

/// The start and the limits of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    /// The first direction.
    pub start: Start<T, D>,
    /// The most support evaluations of a query.
    pub max_evaluations: u32,
    /// The part of the size by which a distance or a depth may be too long. With 0 only rounding ends the search.
    pub accuracy: T,
    /// Whether the query may use faster ways than the literature's.
    pub shortcuts: bool,
}

/// The number of steps in a row that may get no nearer, because of rounding, before the best one is the answer.
pub const PATIENCE: u32 = 4;

/// The most evaluations of one phase of a query: a search for a nearest point, or an expansion.
pub(crate) const fn phase_limit<const D: usize>() -> u32 {
    64 + 32 * dimension::<D>()
}

impl<T, const D: usize> Options<T, D> {
    /// The evaluations left for the next phase, after so many.
    pub(crate) fn left(&self, evaluations: u32) -> u32 {
        self.max_evaluations.saturating_sub(evaluations).min(phase_limit::<D>())
    }
}

impl<T: Zero, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self { start: Start::Centers, max_evaluations: 32 * phase_limit::<D>(), accuracy: T::zero(), shortcuts: true }
    }
}
