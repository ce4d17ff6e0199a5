//! The way of tutorials: lengths below a tolerance count as zero (after William Bittle, GJK – Distance & Closest Points, 2010, and
//! many others; the tolerance varies).
//!
//! The direction leads from the nearest point to the origin and is made a unit vector. If the next vertex gains less than the tolerance,
//! the nearest point is the answer. If this point is within the tolerance, the sets intersect. The nearest point is found as
//! [`Ericson`](super::ericson::Ericson) finds it. Coordinates are the world's, at their own scale.

use super::walk::{Walk, Walked, nearest_point};
use gjk::Undecided;
use gjk::internals::End;
use gjk::internals::{norm, times};
use gjk::nalgebra::SVector;
use gjk::observe::Termination;
use gjk::scalar::Real;
use gjk::simplex::{Cases, Location, SimplexCases};

/// The length.
fn tolerance<T: Real>() -> T {
    T::from_double(1e-6).unwrap_or_else(|| T::one() / times(1_000_000, &T::one()))
}

impl<T: Real, const D: usize> Walk<'_, T, D>
where
    Cases: SimplexCases<T, D>,
{
    /// The whole search.
    pub(super) fn run_as_in_tutorials(&mut self) -> Walked<T, D> {
        let (search, locate) = (&mut self.search, self.rules.locate);
        let mut nearest: Option<SVector<T, D>> = None;
        let (why, end, with_newest) = loop {
            if !search.look() {
                break (Termination::Limit, End::Undecided(Undecided::Limit), false);
            }
            if search.is_nan() {
                break (Termination::NotANumber, End::Undecided(Undecided::NotANumber), false);
            }
            if nearest.as_ref().is_some_and(|v| (&search.newest.w - v).dot(&search.direction) < tolerance()) {
                break (Termination::Nearest, End::Separated, false);
            }
            let Location::Search { region, .. } = locate(&search.simplex, &search.newest) else {
                search.observer.enclosed(&search.simplex, &search.newest);
                break (Termination::Enclosed, End::Enclosed, true);
            };
            let mut kept = search.simplex.clone();
            kept.retain(&search.newest, region);
            let point = nearest_point(&kept);
            let apart = norm(&point);
            let direction = -&point / apart.clone();
            search.reduce(region, direction);
            if apart <= tolerance() {
                break (Termination::Arrived, End::OnFeature, false);
            }
            nearest = Some(point);
        };
        self.search.observer.stopped(why);
        Walked::by(&self.search, end, with_newest)
    }
}
