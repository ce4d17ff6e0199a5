//! Follows a valley of the depth: among the directions out of A − B the depth is much steeper one way than the other, and hardly falls
//! along the valley's bottom.
//!
//! Two ellipsoids on nearly one axis have such a valley around the axis. Two cylinders have an edge there. The bottom bends, and each
//! step has to stay on it. So a direction has two coordinates, along the valley and across it. For each step along the valley the bottom
//! is found where the slope across changes its sign. Secants then bring the slope along the bottom to zero.

use super::expansion::Exit;
use super::refine::{Place, Surface};
use crate::scalar::{Real, norm, times, unit};
use crate::simplex::Simplex;
use core::array;
use nalgebra::SVector;

/// The most places along a valley, and the most steps across it for each.
const PLACES: u32 = 16;
const STEPS: u32 = 16;

/// A valley in space, from a place in it: the direction along it and the one across, and the curvature across.
struct Valley<T, const D: usize> {
    start: SVector<T, D>,
    along: SVector<T, D>,
    across: SVector<T, D>,
    steep: T,
    rounding: T,
}

/// A place at the bottom: its coordinates, and the slope along it.
struct Bottom<T, const D: usize> {
    at: [T; 2],
    place: Place<T, D>,
    slope: T,
}

/// A place beside the bottom: where across, the vertex, and the slopes across and along.
type Side<T, const D: usize> = (T, SVector<T, D>, T, T);

/// The lowest place that is found down a valley from an exit.
pub(super) fn lowest<T: Real, const D: usize>(
    exit: Exit<T, D>,
    rounding: &T,
    set: &mut dyn Surface<T, D>,
) -> Exit<T, D> {
    match descended(&exit, rounding, set) {
        Some(Place { normal, reach, vertex }) if reach < exit.reach => {
            Exit { normal, reach, facet: Simplex::of_one(vertex), ..exit }
        }
        _ => exit,
    }
}

fn descended<T: Real, const D: usize>(
    exit: &Exit<T, D>,
    rounding: &T,
    set: &mut dyn Surface<T, D>,
) -> Option<Place<T, D>> {
    let (valley, flat) = Valley::at(exit, rounding, set)?;
    let mut low = valley.bottom(T::zero(), T::zero(), set)?;
    let mut high: Option<Bottom<T, D>> = None;
    // Down, by as much as the curvature there says, but no more than a quarter.
    let (most, fall) = (T::one().half().half(), low.slope.abs());
    let mut step = if flat > T::zero() && fall < most.clone() * flat.clone() { fall / flat } else { most.clone() };
    if low.slope > T::zero() {
        step = -step;
    }
    for _ in 0..PLACES {
        if (step.clone() * low.slope.clone()).abs() <= rounding.half().half() {
            break;
        }
        let x = low.at[0].clone() + step.clone();
        // The bottom goes on as it has.
        let guess = high.as_ref().map_or_else(
            || low.at[1].clone(),
            |high| {
                let share = step.clone() / (high.at[0].clone() - low.at[0].clone());
                low.at[1].clone() + (high.at[1].clone() - low.at[1].clone()) * share
            },
        );
        let next = valley.bottom(x, guess, set)?;
        let beyond = (next.slope > T::zero()) != (low.slope > T::zero()) || next.place.reach > low.place.reach;
        if beyond {
            high = Some(next);
        } else {
            step = if high.is_none() { times(2, &step) } else { step };
            low = next;
        }
        if let Some(high) = &high {
            let width = high.at[0].clone() - low.at[0].clone();
            let change = high.slope.clone() - low.slope.clone();
            let secant = width.clone() * (-low.slope.clone() / change);
            // Not too near the ends: one of them may stay.
            let share = secant / width.clone();
            let least = T::one().half().half().half();
            let inside = share > least && share < T::one() - least.clone();
            step = width.clone()
                * if inside {
                    share
                } else if share <= least && share > T::zero() {
                    least
                } else {
                    T::one().half()
                };
        }
        if low.at[0].abs() > T::one() {
            break;
        }
    }
    Some(match high {
        Some(high) if high.place.reach < low.place.reach => high.place,
        _ => low.place,
    })
}

impl<T: Real, const D: usize> Valley<T, D> {
    /// The valley at a place in space, and the curvature along it; `None` if there is none. From the change of the vertex in two directions.
    fn at(exit: &Exit<T, D>, rounding: &T, set: &mut dyn Surface<T, D>) -> Option<(Self, T)> {
        let near = T::one() / times(1 << 10, &T::one());
        let start = exit.normal.clone();
        let first = beside(&[&start]);
        let second = beside(&[&start, &first]);
        let mut change = |way: &SVector<T, D>| {
            let [ahead, back] = [near.clone(), -near.clone()].map(|far| set.vertex(&(&start + way * far)));
            Some((ahead?.w - back?.w) / times(2, &near))
        };
        let (turned, tilted) = (change(&first)?, change(&second)?);
        let (a, c) = (turned.dot(&first), tilted.dot(&second));
        let b = (turned.dot(&second) + tilted.dot(&first)).half();
        let (mean, half) = ((a.clone() + c.clone()).half(), (a - c).half());
        let root = (half.clone() * half.clone() + b.clone() * b.clone()).sqrt();
        let [x, y] = if half >= T::zero() { [half + root.clone(), b] } else { [b, root.clone() - half] };
        let across = unit(&(&first * x.clone() + &second * y.clone()));
        let along = unit(&(second * x - first * y));
        let (steep, flat) = (mean.clone() + root.clone() - exit.reach.clone(), mean - root - exit.reach.clone());
        (steep > T::zero() && norm(&across) > T::zero())
            .then(|| (Self { start, along, across, steep, rounding: rounding.clone() }, flat))
    }

    /// The bottom at a place along the valley: where the slope across is zero, or changes its sign.
    fn bottom(&self, x: T, mut y: T, set: &mut dyn Surface<T, D>) -> Option<Bottom<T, D>> {
        let base = &self.start + &self.along * x.clone();
        let mut found: Option<(T, Place<T, D>)> = None;
        // The last ones with slopes across below zero, and above.
        let mut sides: [Option<Side<T, D>>; 2] = [None, None];
        let mut ahead = T::one();
        for step in 0..STEPS {
            let place = Place::at(&(&base + &self.across * y.clone()), set)?;
            let slope = place.slope();
            let aside = slope.dot(&self.across);
            sides[usize::from(aside > T::zero())] =
                Some((y.clone(), place.vertex.w.clone(), aside.clone(), slope.dot(&self.along)));
            if found.as_ref().is_none_or(|(_, found)| place.reach < found.reach) {
                found = Some((y.clone(), place));
            }
            if let ([Some((low, w, fall, _)), Some((high, other, rise, _))], Some((_, best))) = (&sides, &found) {
                // Where the planes of both vertices meet: exact at an edge, and a bound.
                let apart = other - w;
                let meet = -apart.dot(&base) / apart.dot(&self.across);
                let there = &base + &self.across * meet.clone();
                if best.reach.clone() - w.dot(&there) / norm(&there) <= self.rounding.half() {
                    break;
                }
                let secant =
                    low.clone() + (high.clone() - low.clone()) * (-fall.clone() / (rise.clone() - fall.clone()));
                let next = if step % 2 == 0 { meet } else { secant };
                let inside = (next > *low) != (next > *high) && next != *low && next != *high;
                y = if inside { next } else { (low.clone() + high.clone()).half() };
            } else {
                let step = aside.clone() / self.steep.clone();
                if (step.clone() * aside).abs() <= self.rounding.half().half() {
                    break;
                }
                y -= step * ahead.clone();
                ahead = times(2, &ahead);
            }
        }
        let (y, place) = found?;
        // The mean of both sides that does not lean across.
        let slope = match sides {
            [Some((.., fall, first)), Some((.., rise, second))] => {
                let share = rise.clone() / (rise - fall);
                first * share.clone() + second * (T::one() - share)
            }
            [Some((.., slope)), None] | [None, Some((.., slope))] => slope,
            [None, None] => return None,
        };
        Some(Bottom { at: [x, y], place, slope })
    }
}

/// A unit vector perpendicular to others that are so to each other.
fn beside<T: Real, const D: usize>(others: &[&SVector<T, D>]) -> SVector<T, D> {
    let rests: [SVector<T, D>; D] = array::from_fn(|k| {
        let mut axis = SVector::zeros();
        axis[k] = T::one();
        others.iter().fold(axis, |rest, other| &rest - *other * other.dot(&rest))
    });
    let longest = rests.into_iter().reduce(|one, other| if norm(&one) < norm(&other) { other } else { one });
    longest.map_or_else(SVector::zeros, |rest| unit(&rest))
}
