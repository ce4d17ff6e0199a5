//! The options that every search takes.

use crate::query::Start;
use crate::scalar::dimension;

/// Where and when a search starts and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    /// Where the search starts.
    pub start: Start<T, D>,
    /// The most support evaluations.
    pub max_evaluations: u32,
    /// A step that gains less than this many ε of the size is the last.
    pub tolerance: u32,
    /// How many steps may get no nearer.
    pub patience: u32,
    /// Whether faster ways than the literature's may be taken.
    pub shortcuts: bool,
}

impl<T, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self {
            start: Start::Centers,
            max_evaluations: 64 + 32 * dimension::<D>(),
            tolerance: 4,
            patience: 4,
            shortcuts: true,
        }
    }
}
