//! Local refinement: the last digits of a depth.
//!
//! The expanding polytope is slow if A − B is nearly round about the origin, because then much of the boundary is
//! almost equally near. If the evaluation limit ends the expansion, its best direction is usually near the right local
//! minimum of the support function h. Two kinds of steps go down from there, and never up:
//!
//! - Where h is smooth, its gradient is the support point w. Along the sphere of directions the gradient is w − (w·n)
//!   n, and a quasi-Newton method (Broyden, Fletcher, Goldfarb and Shanno, 1970) estimates the curvature from it.
//! - Where h has an edge, take the point p = (h(n) + δ) n outside A − B. Let q be the point of A − B nearest to p; it is at least δ away.
//!   The direction n' from q to p has h(n') = n'·q = n'·p − |p − q| ≤ h(n) − (|p − q| − δ). If the step gains nothing, the boundary is h(n)
//!   away along n. On a flat boundary one such step finds the normal. (Young J. Kim, Ming C. Lin and Dinesh Manocha, Incremental
//!   penetration depth estimation between convex polytopes using dual-space expansion, IEEE Transactions on Visualization and Computer
//!   Graphics 10, 2004, go down the facets of polytopes.)
//!
//! An edge of h may be a groove with nearly the same depth everywhere: a straight groove for two cylinders that nearly
//! share an axis, or a circle for two cones. Both kinds of steps make little progress along a groove. So if a step ends
//! beyond an edge, the search moves to the edge: to where the supporting planes of the vertices of both sides
//! intersect. The least mean of their slopes there is the slope along the edge. The next step goes along the edge to
//! where this slope is expected to be zero (the secant method). After a step without a gain it goes to where the
//! tangents intersect, because another edge may cross. Then it moves to the edge again.
//!
//! # Valleys
//!
//! As a function of the direction, the depth may have a valley: steep across, and nearly level along the bottom, for
//! example around the axis of two ellipsoids. The bottom bends, and each step has to stay on it. So a direction has two
//! coordinates, along the valley and across it. After each step along the valley, the bottom is found where the slope
//! across changes its sign. Secants then bring the slope along the bottom to zero.

use super::strategy::{SupportSource, Translation};
use crate::scalar::{Real, Scalar, ith, largest, norm, times, ulps, unit};
use crate::{simplex::Simplex, tolerance, vertex::SupportPoint};
use core::array;
use core::mem::replace;
use nalgebra::{SMatrix, SVector};

/// The most steps.
const STEPS: u32 = 40;
/// The most places to try for an edge.
const MEETINGS: u32 = 10;

/// A − B, dynamic, so that this file is compiled once for all sets.
pub(super) trait NearestSource<T: Scalar, const D: usize>: SupportSource<T, D> {
    /// The point nearest to a point outside, which is in the direction of a normal; `None` at the limit.
    fn nearest(&mut self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<SVector<T, D>>;
}

/// A direction that was tried, and the reach of A − B along it.
struct Trial<T, const D: usize> {
    normal: SVector<T, D>,
    reach: T,
    vertex: SupportPoint<T, D>,
}

impl<T: Real, const D: usize> Trial<T, D> {
    fn at(direction: &SVector<T, D>, set: &mut dyn NearestSource<T, D>) -> Option<Self> {
        // Neither zero nor NaN has a unit vector.
        let normal = Some(unit(direction)).filter(|normal| largest(normal) > T::zero())?;
        let vertex = set.support(&normal)?;
        let reach = vertex.w.dot(&normal);
        Some(Self { normal, reach, vertex })
    }

    /// The gradient of h on the sphere of directions.
    fn slope(&self) -> SVector<T, D> {
        &self.vertex.w - &self.normal * self.reach.clone()
    }
}

impl<T: Real, const D: usize> Translation<T, D> {
    /// The translation to a place, if that is lower.
    fn lowered_to(self, Trial { normal, reach, vertex }: Trial<T, D>) -> Self {
        if reach < self.reach { Self { normal, reach, facet: Simplex::of_one(vertex), ..self } } else { self }
    }
}

/// A place on an edge of h.
struct Edge<T, const D: usize> {
    place: Trial<T, D>,
    sides: [SVector<T, D>; 2],
    slope: SVector<T, D>,
}

impl<T: Real, const D: usize> Edge<T, D> {
    /// Meets the edge between two vertices near a direction.
    fn met(
        mut normal: SVector<T, D>,
        mut sides: [SVector<T, D>; 2],
        rounding: &T,
        set: &mut dyn NearestSource<T, D>,
    ) -> Option<Self> {
        let mut found = None;
        for _ in 0..MEETINGS {
            let apart = &sides[0] - &sides[1];
            normal -= &apart * (apart.dot(&normal) / apart.dot(&apart));
            let place = Trial::at(&normal, set)?;
            normal = place.normal.clone();
            let side = usize::from(place.slope().dot(&apart) < T::zero());
            let off = place.reach.clone() - sides[side].dot(&normal);
            sides[side] = place.vertex.w.clone();
            found = Some((place, side));
            if off <= *rounding {
                break;
            }
        }
        let (place, side) = found?;
        // The vertex of the other side was found elsewhere.
        let aside = unit(&(&sides[1 - side] - &sides[side])) * times(tolerance::ACROSS_EDGE, &T::epsilon());
        sides[1 - side] = Trial::at(&(&normal + aside), set)?.vertex.w;
        let flat = |vector: &SVector<T, D>, unit: &SVector<T, D>| vector - unit * vector.dot(unit);
        let across = unit(&flat(&(&sides[0] - &sides[1]), &normal));
        let level = |vector: &SVector<T, D>| flat(&flat(vector, &normal), &across);
        // The rounding across the edge is larger beside a small slope.
        let slope = level(&level(&sides[0]));
        Some(Self { place, sides, slope })
    }

    /// The lowest place found along the edge.
    fn lowest(mut self, rounding: &T, set: &mut dyn NearestSource<T, D>) -> Trial<T, D> {
        // A place beyond the lowest, and whether the next step is the secant method's.
        let (mut beyond, mut secant): (Option<Self>, bool) = (None, true);
        for _ in 0..STEPS {
            let (down, fall) = (-unit(&self.slope), norm(&self.slope));
            let (mut length, mut fits) = (T::one().half(), true);
            if let Some(Self { place, slope, .. }) = &beyond {
                let most = (&place.normal - &self.place.normal).dot(&down);
                if most.clone() * fall.clone() <= *rounding {
                    break;
                }
                let (bend, rise) = (slope.dot(&down) + fall.clone(), place.reach.clone() - self.place.reach.clone());
                let zero = most.clone() * fall / bend.clone();
                length = if secant { zero } else { most.clone() - zero - rise / bend };
                fits = length > T::zero() && length < most;
                if !fits {
                    length = if secant { most.half() } else { most.half().half().half().half() };
                }
            }
            let ahead = &self.place.normal + &down * length;
            let Some(next) = Self::met(ahead, self.sides.clone(), rounding, set) else { break };
            let lower = next.place.reach < self.place.reach;
            secant = beyond.is_none() || secant == (lower && fits);
            if lower {
                let before = replace(&mut self, next);
                if self.slope.dot(&down) > T::zero() {
                    beyond = Some(before);
                }
            } else {
                beyond = Some(next);
            }
        }
        self.place
    }
}

/// Refines a translation to a local minimum, up to rounding. The coordinates that A − B is made of are up to `size`,
/// its own up to `extent`. If `thorough`, follows valleys of h like edges, where nothing else leads on.
pub(super) fn refined<T: Real, const D: usize>(
    translation: Translation<T, D>,
    size: &T,
    extent: &T,
    thorough: bool,
    set: &mut dyn NearestSource<T, D>,
) -> Translation<T, D> {
    let Some(mut best) = Trial::at(&translation.normal, set) else { return translation };
    let rounding = ulps(tolerance::REFINED, size);
    // δ: large enough for the direction from q to p to be accurate.
    let aside = extent.half().half().half().half();
    let plain = SMatrix::<T, D, D>::identity() / extent.clone();
    let mut curvature = plain.clone();
    for _ in 0..STEPS {
        let slope = best.slope();
        if norm(&slope) <= rounding {
            break;
        }
        let mut step = -(&curvature * &slope);
        let most = T::one().half();
        let length = norm(&step);
        if length > most {
            step *= most / length;
        }
        let Some(next) = Trial::at(&(&best.normal + &step), set) else { break };
        learn(&mut curvature, &(&next.normal - &best.normal), &(next.slope() - slope));
        if next.reach < best.reach {
            best = next;
            continue;
        }
        let before = best.reach.clone();
        let sides = [next.vertex.w, best.vertex.w.clone()];
        let apart = largest(&(&sides[0] - &sides[1]));
        // In more dimensions two vertices do not tell where an edge goes.
        if D == 3
            && apart > if thorough { times(tolerance::TWO_VERTICES, &rounding) } else { aside.clone() }
            && let Some(edge) = Edge::met(best.normal.clone(), sides, &rounding, set)
        {
            best = Some(edge.lowest(&rounding, set)).filter(|lowest| lowest.reach < before).unwrap_or(best);
        }
        if best.reach >= before {
            let outside = &best.normal * (before.clone() + aside.clone());
            let Some(point) = set.nearest(&outside, &best.normal) else { break };
            best = Trial::at(&(&outside - point), set).filter(|next| next.reach < before).unwrap_or(best);
        }
        if best.reach >= before - rounding.clone() {
            break;
        }
        curvature = plain.clone();
    }
    translation.lowered_to(best)
}

/// Updates the inverse curvature by the change of the slope in a step, unless the curvature seems negative.
fn learn<T: Real, const D: usize>(inverse: &mut SMatrix<T, D, D>, step: &SVector<T, D>, change: &SVector<T, D>) {
    let along = step.dot(change);
    if along <= T::zero() {
        return;
    }
    let turned = &*inverse * change;
    let own = (along.clone() + change.dot(&turned)) / (along.clone() * along.clone());
    for row in 0..D {
        for column in 0..D {
            let (s, t) = (step[row].clone(), step[column].clone());
            let mixed = turned[row].clone() * t.clone() + s.clone() * turned[column].clone();
            inverse[(row, column)] += own.clone() * s * t - mixed / along.clone();
        }
    }
}

/// The most places along a valley, and the most steps across it for each.
const PLACES: u32 = 16;
const ACROSS: u32 = 16;

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
    place: Trial<T, D>,
    slope: T,
}

/// A place beside the bottom: the coordinate across, the vertex, and the slopes across and along.
type Side<T, const D: usize> = (T, SVector<T, D>, T, T);

/// The lowest place that is found down a valley from a translation.
pub(super) fn lowest_in_valley<T: Real, const D: usize>(
    translation: Translation<T, D>,
    rounding: &T,
    set: &mut dyn NearestSource<T, D>,
) -> Translation<T, D> {
    match descended(&translation, rounding, set) {
        Some(place) => translation.lowered_to(place),
        None => translation,
    }
}

fn descended<T: Real, const D: usize>(
    translation: &Translation<T, D>,
    rounding: &T,
    set: &mut dyn NearestSource<T, D>,
) -> Option<Trial<T, D>> {
    let (valley, flat) = Valley::at(translation, rounding, set)?;
    let mut low = valley.bottom(T::zero(), T::zero(), set)?;
    let mut high: Option<Bottom<T, D>> = None;
    // Down, by as much as the curvature says, but at most a quarter.
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
    /// The valley at a place in space, and the curvature along it, from the change of the vertex in two directions.
    fn at(translation: &Translation<T, D>, rounding: &T, set: &mut dyn NearestSource<T, D>) -> Option<(Self, T)> {
        let near = T::one() / times(1 << 10, &T::one());
        let start = translation.normal.clone();
        let first = beside(&[&start]);
        let second = beside(&[&start, &first]);
        let mut change = |way: &SVector<T, D>| {
            let [ahead, back] = [near.clone(), -near.clone()].map(|far| set.support(&(&start + way * far)));
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
        let (steep, flat) =
            (mean.clone() + root.clone() - translation.reach.clone(), mean - root - translation.reach.clone());
        (steep > T::zero() && norm(&across) > T::zero())
            .then(|| (Self { start, along, across, steep, rounding: rounding.clone() }, flat))
    }

    /// The bottom at a place along the valley: where the slope across is zero, or changes its sign.
    fn bottom(&self, x: T, mut y: T, set: &mut dyn NearestSource<T, D>) -> Option<Bottom<T, D>> {
        let base = &self.start + &self.along * x.clone();
        let mut found: Option<(T, Trial<T, D>)> = None;
        // The last ones with slopes across below zero, and above.
        let mut sides: [Option<Side<T, D>>; 2] = [None, None];
        let mut ahead = T::one();
        for step in 0..ACROSS {
            let place = Trial::at(&(&base + &self.across * y.clone()), set)?;
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
    let rests: [SVector<T, D>; D] =
        array::from_fn(|k| others.iter().fold(ith(k, T::one()), |rest, other| &rest - *other * other.dot(&rest)));
    let longest = rests.into_iter().reduce(|one, other| if norm(&one) < norm(&other) { other } else { one });
    longest.map_or_else(SVector::zeros, |rest| unit(&rest))
}

#[cfg(test)]
mod tests;
