//! Options that all searches share: the first direction, and when a search ends.

use crate::scalar::{Scalar, dimension};
use nalgebra::SVector;

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
    /// The most support evaluations.
    pub max_evaluations: u32,
    /// A step that gains less than this many ε of the size is the last.
    pub tolerance: u32,
    /// A distance may be off by this part of the size. If it is not given, the tolerance alone ends the search.
    pub accuracy: Option<T>,
    /// How many steps may get no nearer.
    pub patience: u32,
    /// Whether faster ways than the literature's may be taken.
    pub shortcuts: bool,
}

impl<T: Scalar, const D: usize> Options<T, D> {
    /// The accuracy, if one is asked for; 0 and NaN ask for nothing.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn asked(&self) -> Option<&T> {
        self.accuracy.as_ref().filter(|part| **part > T::zero())
    }
}

impl<T, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self {
            start: Start::Centers,
            max_evaluations: 64 + 32 * dimension::<D>(),
            tolerance: 4,
            accuracy: None,
            patience: 4,
            shortcuts: true,
        }
    }
}
