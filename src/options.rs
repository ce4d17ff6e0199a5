//! Options that all searches share: the first direction, and when a search ends.

use crate::scalar::{Scalar, dimension, whole};
use crate::tolerance;
use nalgebra::SVector;
use num_traits::Zero;

/// The first direction of a search.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Start<T, const D: usize> {
    /// Along the line between the centers if both are known and differ, else along the first axis.
    #[default]
    Centers,
    /// Along this direction: for example the axis that separated the same shapes a moment ago. If it still does, one support
    /// evaluation ends the query.
    Along(SVector<T, D>),
    /// The first two support evaluations are along these two directions, whatever the first one finds.
    Pair(SVector<T, D>, SVector<T, D>),
}

/// Where and when a search starts and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    /// Where the search starts.
    pub start: Start<T, D>,
    /// The most support evaluations of a query.
    pub max_evaluations: u32,
    /// A distance or a depth may be too long by this part of the size. With 0 only rounding ends the search.
    pub accuracy: T,
    /// Whether faster ways than the literature's may be taken.
    pub shortcuts: bool,
}

/// How many steps in a row may get no nearer, because of rounding, before the best one is the answer.
pub const PATIENCE: u32 = 4;

/// A step that gains less is the last.
pub(crate) fn least_gain<T: Scalar>(size: &T) -> T {
    whole::<T>(tolerance::TOLERANCE) * T::epsilon() * size.clone()
}

/// The most evaluations of one phase of a query: a search for a nearest point, or an expansion. Polytopes need 4 to 20.
pub(crate) const fn usual<const D: usize>() -> u32 {
    64 + 32 * dimension::<D>()
}

impl<T, const D: usize> Options<T, D> {
    /// How many evaluations the next phase of a query may take, after so many.
    pub(crate) fn left(&self, evaluations: u32) -> u32 {
        self.max_evaluations.saturating_sub(evaluations).min(usual::<D>())
    }
}

impl<T: Zero, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self { start: Start::Centers, max_evaluations: 32 * usual::<D>(), accuracy: T::zero(), shortcuts: true }
    }
}
