//! The code that a query inlines, and the code that all queries share.
//!
//! In a build for speed ([`cfg(fast)`](../../build.rs)) a query is one piece of code, whose search stays in registers. In other builds, and
//! for shapes behind pointers, a query is compiled once and sees the set through a pointer ([`Erased`]). Parts that seldom run do so in
//! every build. An erased set also keeps products in range, so very small and very large sets are erased in every build.
//!
//! | | |
//! | --- | --- |
//! | [`with_pair!`] | asks about two shapes, or about pointers to them |
//! | [`with_search!`] | begins a search: of the set itself, or of the erased set |
//! | [`in_closed_form!`] | asks without a search |
//! | [`not_inlined`] | runs a search or a phase in a function of its own |
//! | [`Search::with_copy_mut`], [`Search::with_copy`] | call a function that seldom runs |

use super::state::Search;
use crate::minkowski::{ConvexSet, Erased};
use crate::{observe::Observer, simplex::Searchable, support::Support};

/// Returns whether a query of shapes of this type is inlined as a whole: in a build for speed, unless the shape is behind a
/// pointer.
pub(crate) const fn is_inlined<S: ?Sized>() -> bool {
    cfg!(fast) && size_of::<&S>() == size_of::<usize>()
}

/// An answer about the difference of two shapes: `with_pair!(A, B, a, b, |pair| …)`. Unless it is inlined, it is compiled once for all
/// shapes, of pointers to them.
macro_rules! with_pair {
    ($a_type:ty, $b_type:ty, $a:expr, $b:expr, |$pair:ident| $answer:expr) => {{
        use $crate::{search::is_inlined, support::Support};
        let (a, b) = ($a, $b);
        if const { is_inlined::<$a_type>() && is_inlined::<$b_type>() } {
            let $pair = &$crate::minkowski::Difference(a, b);
            $answer
        } else {
            let pair =
                $crate::minkowski::Difference(&a as &dyn Support<D, Scalar = _>, &b as &dyn Support<D, Scalar = _>);
            let $pair = &$crate::minkowski::Erased::<_, $crate::simplex::Cases, D>::new(&pair);
            $answer
        }
    }};
}
pub(crate) use with_pair;

/// A shape as a longer query sees it: itself in a build for speed, a pointer to it in others.
#[cfg(fast)]
pub(crate) fn asked<'s, S: Support<D> + ?Sized, const D: usize>(shape: &&'s S) -> &'s S {
    shape
}

/// A shape as a longer query sees it: itself in a build for speed, a pointer to it in others.
#[cfg(not(fast))]
pub(crate) fn asked<'s, S, const D: usize>(shape: &'s &'s S) -> &'s (dyn Support<D, Scalar = S::Scalar> + 's)
where
    S: Support<D> + ?Sized,
{
    shape
}

/// An answer from a search, compiled for both kinds: `with_search!(C, set, frame, options, observer, |search| …)`.
macro_rules! with_search {
    ($of:ty, $set:expr, $frame:expr, $options:expr, $observer:expr, |$search:ident| $answer:expr) => {{
        let (set, frame, options, observer) = ($set, $frame, $options, $observer);
        // A constant here keeps what it rules out from being compiled. Only erased sets can start with a pair.
        if const { <$of>::KEEPS_IN_RANGE } {
            let mut observer = observer as &mut dyn $crate::observe::Observer<_, _>;
            let $search = &mut $crate::search::Search::new(set, frame, options, &mut observer);
            $answer
        } else if cfg!(fast) && frame.ordinary && !matches!(options.start, $crate::query::Start::Pair(..)) {
            let $search = &mut $crate::search::Search::new(set, frame, options, observer);
            $answer
        } else {
            $crate::search::out_of_line(|| {
                let (set, mut observer) =
                    ($crate::search::erased(set), observer as &mut dyn $crate::observe::Observer<_, _>);
                let $search = &mut $crate::search::Search::new(&set, frame, options, &mut observer);
                $answer
            })
        }
    }};
}
pub(crate) use with_search;

pub(crate) fn erased<C: Searchable<D>, const D: usize>(set: &C) -> Erased<'_, C::Scalar, C::Cases, D> {
    Erased::new(set)
}

#[cold]
#[inline(never)]
pub(crate) fn out_of_line<R>(act: impl FnOnce() -> R) -> R {
    act()
}

/// Runs a search, or a phase, in a function of its own, which alone reserves its stack. Queries of erased sets share it.
#[inline(never)]
pub(crate) fn not_inlined<R>(search: impl FnOnce() -> R) -> R {
    search()
}

/// An answer in closed form: where the query is inlined, or in a function that all queries of erased sets share. (In a closure it would
/// not be inlined.)
macro_rules! in_closed_form {
    ($of:ty, $answer:expr) => {
        if const { <$of>::KEEPS_IN_RANGE } { $crate::search::not_inlined(|| $answer) } else { $answer }
    };
}
pub(crate) use in_closed_form;

pub(crate) type ErasedSearch<'q, C, const D: usize> = Search<
    'q,
    Erased<'q, <C as ConvexSet<D>>::Scalar, <C as Searchable<D>>::Cases, D>,
    &'q mut (dyn Observer<<C as ConvexSet<D>>::Scalar, D> + 'q),
    D,
>;

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Calls a function with an erased copy of the search, and copies the changes back: a reference keeps it in memory.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn with_copy_mut<R>(&mut self, act: impl FnOnce(&mut ErasedSearch<'_, C, D>) -> R) -> R {
        let (set, mut observer) = (Erased::new(self.set), None);
        let mut copy = self.erased(&set, &mut observer);
        let done = act(&mut copy);
        let Search { simplex, direction, newest, reached, evaluations, .. } = copy;
        (self.simplex, self.direction, self.newest, self.reached) = (simplex, direction, newest, reached);
        self.evaluations = evaluations;
        done
    }

    /// As [`Self::with_copy_mut`], for a function that changes nothing: what the compiler knows of the search stays known.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn with_copy<R>(&mut self, ask: impl FnOnce(&ErasedSearch<'_, C, D>) -> R) -> R {
        let (set, mut observer) = (Erased::new(self.set), None);
        ask(&self.erased(&set, &mut observer))
    }

    /// An erased copy; `place` holds its reference to the observer.
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
            least_gain: self.least_gain.clone(),
        }
    }
}
