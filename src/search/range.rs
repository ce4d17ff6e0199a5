//! Which type of set is searched: the set's own, or one that keeps products in range.

use crate::minkowski::{Erased, Frame};
use crate::observe::Observer;
use crate::scalar::Scalar;
use crate::simplex::Searchable;

/// An answer from a search of a set, as `with_search!(set, frame, options, observer, |search| …)`.
///
/// The search is of the set's own type, which is compiled into the query, if products of its coordinates stay in range. If
/// not, and wherever the library is not built for speed, the set is [`Erased`]: that keeps products in range, and is compiled
/// once for all sets. What is asked of `search` is the same in both cases, so it is written once.
macro_rules! with_search {
    ($set:expr, $frame:expr, $options:expr, $observer:expr, |$search:ident| $answer:expr) => {{
        let (set, frame, options, observer) = ($set, $frame, $options, $observer);
        if $crate::search::is_in_range(set, frame) {
            let $search = &mut $crate::search::Search::new(set, frame, options, observer);
            $answer
        } else {
            $crate::search::out_of_line(|| {
                let (set, mut observer) = ($crate::search::erased(set), $crate::search::watching(observer));
                let $search = &mut $crate::search::Search::new(&set, frame, options, &mut observer);
                $answer
            })
        }
    }};
}
pub(crate) use with_search;

/// Whether a set can be searched as it is.
#[cfg_attr(fast, inline(always))]
pub(crate) fn is_in_range<C: Searchable<D>, const D: usize>(_: &C, frame: &Frame<C::Scalar, D>) -> bool {
    C::KEEPS_IN_RANGE || cfg!(fast) && frame.ordinary
}

/// A set without its type.
pub(crate) fn erased<C: Searchable<D>, const D: usize>(set: &C) -> Erased<'_, C::Scalar, C::Cases, D> {
    Erased::new(set)
}

/// An observer without its type.
pub(crate) fn watching<T: Scalar, O: Observer<T, D>, const D: usize>(observer: &mut O) -> &mut dyn Observer<T, D> {
    observer
}

/// Calls what seldom runs.
#[cold]
#[inline(never)]
pub(crate) fn out_of_line<R>(act: impl FnOnce() -> R) -> R {
    act()
}
