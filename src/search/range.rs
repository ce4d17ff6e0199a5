//! Which type of set is searched: the set's own, or one that keeps products in range.

use crate::minkowski::Erased;
use crate::observe::Observer;
use crate::scalar::Scalar;
use crate::simplex::Searchable;

/// An answer from a search of a set, as `with_search!(C, set, frame, options, observer, |search| …)` for a set of type C.
///
/// The search is of the set's own type, which is compiled into the query, if products of its coordinates stay in range. If
/// not, and wherever the library is not built for speed, the set is [`Erased`]: that keeps products in range, and is compiled
/// once for all sets. What is asked of `search` is the same in both cases, so it is written once.
macro_rules! with_search {
    ($of:ty, $set:expr, $frame:expr, $options:expr, $observer:expr, |$search:ident| $answer:expr) => {{
        let (set, frame, options, observer) = ($set, $frame, $options, $observer);
        // The constant stands here so that what it rules out is not compiled.
        if const { <$of>::KEEPS_IN_RANGE } || cfg!(fast) && frame.ordinary {
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
