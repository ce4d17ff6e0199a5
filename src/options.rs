//! The options that every search takes.

use crate::query::Start;
use crate::scalar::dimension;

/// Where and when a search starts and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    pub start: Start<T, D>,
    pub max_evaluations: u32,
    pub tolerance: u32,
    pub patience: u32,
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
