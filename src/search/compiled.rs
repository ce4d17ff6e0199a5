//! Which parts of a query are inlined into it, and which are compiled once for all queries.
//!
//! A query in a build for speed ([`cfg(fast)`](../../build.rs)) is one piece of code, whose search stays in registers. All that
//! seldom runs, and every query in other builds, sees the set through pointers ([`Erased`]): it is compiled once. An erased set
//! also keeps products in range, so very small and very large sets go that way in every build.
//!
//! | | |
//! | --- | --- |
//! | [`with_search!`] | begins a search: of the set itself, or of the erased set |
//! | [`aside`] | runs a search or a phase in a function of its own, which queries of erased sets share |
//! | [`Search::on_copy`], [`Search::of_copy`] | leave the inlined code for a part that seldom runs |

use super::state::Search;
use crate::minkowski::{ConvexSet, Erased};
use crate::observe::Observer;
use crate::scalar::Scalar;
use crate::simplex::Searchable;

/// An answer from a search of a set, as `with_search!(C, set, frame, options, observer, |search| …)` for a set of type C.
///
/// The answer is written once, and compiled for both searches.
macro_rules! with_search {
    ($of:ty, $set:expr, $frame:expr, $options:expr, $observer:expr, |$search:ident| $answer:expr) => {{
        let (set, frame, options, observer) = ($set, $frame, $options, $observer);
        // The constant stands here so that what it rules out is not compiled.
        if const { <$of>::KEEPS_IN_RANGE }
            || cfg!(fast) && frame.ordinary && !matches!(options.start, $crate::query::Start::Pair(..))
        {
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

/// Runs a search, or a phase of one, in a function of its own. All queries share the phases of the search of an erased set. A caller
/// that has a closed form, too, would make room for the search each time.
#[inline(never)]
pub(crate) fn aside<R>(search: impl FnOnce() -> R) -> R {
    search()
}

/// A search with the types of its set and its observer erased.
pub(crate) type ErasedSearch<'q, C, const D: usize> = Search<
    'q,
    Erased<'q, <C as ConvexSet<D>>::Scalar, <C as Searchable<D>>::Cases, D>,
    &'q mut (dyn Observer<<C as ConvexSet<D>>::Scalar, D> + 'q),
    D,
>;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Calls a function that is not inlined, with a copy of the search, and copies the changes back. A reference to the search
    /// would keep it in memory; with a copy, it stays in registers. The copy's set and observer are erased, so the function is
    /// compiled once.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn on_copy<R>(&mut self, act: impl FnOnce(&mut ErasedSearch<'_, C, D>) -> R) -> R {
        let (set, mut observer) = (Erased::new(self.set), None);
        let mut copy = self.erased(&set, &mut observer);
        let done = act(&mut copy);
        let Search { simplex, direction, newest, reached, evaluations, .. } = copy;
        (self.simplex, self.direction, self.newest, self.reached) = (simplex, direction, newest, reached);
        self.evaluations = evaluations;
        done
    }

    /// As [`Self::on_copy`], of a function that changes nothing: what is known of the search before is still known after it.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn of_copy<R>(&mut self, ask: impl FnOnce(&ErasedSearch<'_, C, D>) -> R) -> R {
        let (set, mut observer) = (Erased::new(self.set), None);
        ask(&self.erased(&set, &mut observer))
    }

    /// A copy with its set and its observer erased; `place` is where the reference to the observer is kept.
    #[cfg_attr(fast, inline(always))]
    fn erased<'x>(
        &'x mut self,
        set: &'x Erased<'x, C::Scalar, C::Cases, D>,
        place: &'x mut Option<&'x mut (dyn Observer<C::Scalar, D> + 'x)>,
    ) -> ErasedSearch<'x, C, D> {
        Search {
            set,
            frame: self.frame,
            options: self.options,
            observer: place.insert(self.observer),
            simplex: self.simplex.clone(),
            direction: self.direction.clone(),
            newest: self.newest.clone(),
            reached: self.reached.clone(),
            evaluations: self.evaluations,
            tolerance: self.tolerance.clone(),
        }
    }
}
