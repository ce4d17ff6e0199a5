//! The phases that a question needs: for a verdict, or for the nearest points as well.

use super::approach::{Approach, Until};
use super::state::{End, Search};
use crate::observe::Observer;
use crate::simplex::Searchable;
use num_traits::Zero;

impl<const D: usize, C, O> Search<'_, C, O, D>
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    /// Finds the verdict.
    #[cfg_attr(fast, inline(always))]
    pub fn decide(&mut self) -> End {
        match self.seek() {
            End::Separated if !self.frame.margin.is_zero() => self.approach(&Until::Decided).end,
            end => end,
        }
    }

    /// Finds the verdict, and if the cores are apart their nearest points, too.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn measure(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        match self.seek() {
            End::Separated => self.approach(until),
            end => Approach { end, plane: None, beyond: false, around: end == End::Enclosed },
        }
    }
}
