//! GJK: the search for a separating axis, or for a simplex around the origin.
//!
//! ```text
//! d ← from the center of A − B towards the origin;  simplex ← nothing
//! repeat
//!     w ← the support point of A − B along d              look
//!     if w·d < 0                                          misses
//!         nothing of A − B comes as far as the origin: SEPARATED, d is the axis
//!     if w is no farther along d than the simplex         stands_still
//!         the origin is ON the FEATURE
//!     find the feature of simplex ∪ {w} nearest the origin        locate
//!     if it is the whole, D + 1 vertices
//!         the origin is inside: ENCLOSED
//!     simplex ← that feature                              reduce
//!     d ← from it towards the origin, perpendicular to it
//! ```
//!
//! Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex objects in
//! three-dimensional space, IEEE Journal on Robotics and Automation 4, 1988). `locate` is where the cases are: those of a
//! tetrahedron are in `simplex/three.rs`. The loop ends with the verdict. If that is a separating axis, `approach.rs` can go
//! on from there to the nearest points. A distance query does both, so it has the same verdict.

use super::doubt::can_be_verified;
use super::state::{End, Search};
use crate::observe::{Observer, Termination};
use crate::scalar::{Scalar, dimension, largest, times};
use crate::simplex::{Location, Region, Searchable};
use crate::verdict::Undecided;

/// The loop.
#[cfg_attr(fast, inline(always))]
pub(super) fn seek<const D: usize, C, O>(search: &mut Search<'_, C, O, D>) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    // Beside the search: read from there again, it would go through memory.
    let mut direction = search.direction().clone();
    loop {
        if !search.look_along(direction) {
            return stopped(search, End::Undecided(Undecided::Limit), Termination::Limit);
        }
        if search.misses() {
            return stopped(search, End::Separated, Termination::Separated);
        }
        if stands_still(search) {
            return on_feature(search);
        }
        match search.locate() {
            Location::Search { region, direction: next } => {
                search.reduce(region, next.clone());
                if region == Region::A && search.is_at_origin() {
                    return on_feature(search);
                }
                direction = next;
            }
            Location::Enclosed => return stopped(search, End::Enclosed, Termination::Enclosed),
            Location::Flat => return on_feature(search),
        }
    }
}

/// The end, reported.
#[cfg_attr(fast, inline(always))]
pub(super) fn stopped<const D: usize, C, O>(search: &mut Search<'_, C, O, D>, end: End, why: Termination) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    search.observer().stopped(why);
    end
}

/// Whether the newest vertex is no farther along the direction than the retained feature; or the search takes long, and is
/// over for another reason.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::redundant_closure, reason = "a function that is named has one lifetime")]
fn stands_still<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>>(search: &mut Search<'_, C, O, D>) -> bool {
    !search.progresses() || takes_long(search) && search.of_copy(|search| is_over(search))
}

/// The end of a search that makes no progress though the newest vertex reaches the origin. Then feature, vertex and origin are
/// in one plane, unless a coordinate is NaN, or the search goes in circles.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::redundant_closure, reason = "a function that is named has one lifetime")]
pub(super) fn on_feature<const D: usize, C, O>(search: &mut Search<'_, C, O, D>) -> End
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    if search.is_nan() || takes_long(search) {
        return search.on_copy(|search| end_without_progress(search));
    }
    stopped(search, End::OnFeature, Termination::OnFeature)
}

#[cold]
fn end_without_progress<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>>(
    search: &mut Search<'_, C, O, D>,
) -> End {
    if search.is_nan() {
        let end = search.give_up(Undecided::NotANumber);
        stopped(search, end, Termination::NotANumber)
    } else if goes_in_circles(search) {
        stopped(search, End::Undecided(Undecided::Limit), Termination::Patience)
    } else {
        stopped(search, End::OnFeature, Termination::OnFeature)
    }
}

/// Whether the search has taken more evaluations than most queries need.
#[inline]
pub fn takes_long<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>>(search: &Search<'_, C, O, D>) -> bool {
    search.evaluations() > usual::<D>()
}

/// The number of evaluations that most queries do not exceed.
fn usual<const D: usize>() -> u32 {
    8 + 4 * dimension::<D>()
}

/// Whether a search that takes long is over: the origin is in the retained feature's plane, or the search goes in circles.
#[cold]
pub fn is_over<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>>(search: &Search<'_, C, O, D>) -> bool {
    is_in_plane(search) || goes_in_circles(search)
}

/// Whether the search has taken so long that the signs of a sliver probably contradict each other. Only more digits end
/// that.
#[cold]
pub fn goes_in_circles<const D: usize, C, O>(search: &Search<'_, C, O, D>) -> bool
where
    C: Searchable<D>,
    O: Observer<C::Scalar, D>,
{
    let takes_very_long = search.evaluations() > 4 * usual::<D>();
    takes_very_long && can_be_verified::<C::Scalar, D>() && search.progresses() && !is_in_plane(search)
}

/// Whether the retained feature's plane holds the origin, up to the rounding of a sliver: 16 times the tolerance, by
/// default 64 ε. If the search takes very long, it is 16 times as much.
fn is_in_plane<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>>(search: &Search<'_, C, O, D>) -> bool {
    let units = if search.evaluations() > 4 * usual::<D>() { 256 } else { 16 };
    let slack = times(units, search.tolerance()) * largest(search.direction());
    search.simplex().vertices().first().is_some_and(|vertex| vertex.w.dot(search.direction()).abs() <= slack)
}
