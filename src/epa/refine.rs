//! Local refinement: the last digits of a depth.
//!
//! The expanding polytope finds the least depth of all directions. It is slow if A − B is nearly round about the origin, since
//! much of the boundary is then nearly as near. If the evaluation limit is reached before the two bounds meet, the best
//! direction is usually near the right local minimum of the support function h. Two kinds of steps go down from there, and
//! neither ever goes up:
//!
//! - Where h is smooth, its gradient is the support point w. Along the sphere of directions the gradient is w − (w·n) n, and
//!   a quasi-Newton method (Broyden, Fletcher, Goldfarb and Shanno, 1970) estimates the curvature from it.
//! - Where h has an edge, take a point outside A − B, p = (h(n) + δ) n, and q, the nearest point of A − B to it, which is at
//!   least δ away. The direction n' from q to p has h(n') = n'·q = n'·p − |p − q| ≤ h(n) − (|p − q| − δ). If nothing is
//!   gained, the boundary is h(n) away along n. If the boundary is flat there, one such step finds its normal. (Young J.
//!   Kim, Ming C. Lin and Dinesh Manocha, Incremental penetration depth estimation between convex polytopes using dual-space
//!   expansion, IEEE Transactions on Visualization and Computer Graphics 10, 2004, go down the facets of polytopes in this
//!   way.)
//!
//! An edge of h may be a groove with nearly the same depth everywhere: two cylinders that nearly share an axis have a straight one
//! across it, two cones a circle around it. Both kinds of steps go along it only a little. So where a step has ended beyond an edge,
//! the edge is met: where the supporting planes of the vertices of both sides intersect. There the least mean of their slopes is the
//! slope along the edge. A step along it ends where this slope is expected to be zero (the secant method), or, if such a step has
//! gained nothing, where the tangents intersect, as another edge may cross; and there the edge is met again.

use super::expansion::Exit;
use crate::scalar::{Real, largest, norm, times, unit};
use crate::simplex::Simplex;
use crate::tolerance;
use crate::vertex::SupportPoint;
use core::mem::replace;
use nalgebra::{SMatrix, SVector};

/// The most steps: more than any test has taken.
const STEPS: u32 = 40;
/// The most places that are tried to meet an edge.
const MEETINGS: u32 = 10;

/// A − B. (Dynamic, so that this file is compiled once for all sets.)
pub(super) trait Surface<T, const D: usize> {
    /// A farthest vertex along a direction; `None` if there are to be no more.
    fn vertex(&mut self, direction: &SVector<T, D>) -> Option<SupportPoint<T, D>>;

    /// The point nearest to a point outside, which is in the direction of a normal; `None` if there are to be no more vertices.
    fn nearest(&mut self, point: &SVector<T, D>, normal: &SVector<T, D>) -> Option<SVector<T, D>>;
}

/// A direction, and how far A − B reaches along it.
pub(super) struct Place<T, const D: usize> {
    pub(super) normal: SVector<T, D>,
    pub(super) reach: T,
    pub(super) vertex: SupportPoint<T, D>,
}

impl<T: Real, const D: usize> Place<T, D> {
    pub(super) fn at(direction: &SVector<T, D>, set: &mut dyn Surface<T, D>) -> Option<Self> {
        // Neither zero nor NaN has a unit vector.
        let normal = Some(unit(direction)).filter(|normal| largest(normal) > T::zero())?;
        let vertex = set.vertex(&normal)?;
        let reach = vertex.w.dot(&normal);
        Some(Self { normal, reach, vertex })
    }

    /// The gradient of h on the sphere of directions.
    pub(super) fn slope(&self) -> SVector<T, D> {
        &self.vertex.w - &self.normal * self.reach.clone()
    }
}

/// A place on an edge of h.
struct Edge<T, const D: usize> {
    place: Place<T, D>,
    /// The vertices of both sides.
    sides: [SVector<T, D>; 2],
    /// The gradient of h along the edge.
    slope: SVector<T, D>,
}

impl<T: Real, const D: usize> Edge<T, D> {
    /// Meets the edge between two vertices near a direction.
    fn met(
        mut normal: SVector<T, D>,
        mut sides: [SVector<T, D>; 2],
        rounding: &T,
        set: &mut dyn Surface<T, D>,
    ) -> Option<Self> {
        let mut found = None;
        for _ in 0..MEETINGS {
            let apart = &sides[0] - &sides[1];
            normal -= &apart * (apart.dot(&normal) / apart.dot(&apart));
            let place = Place::at(&normal, set)?;
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
        sides[1 - side] = Place::at(&(&normal + aside), set)?.vertex.w;
        let flat = |vector: &SVector<T, D>, unit: &SVector<T, D>| vector - unit * vector.dot(unit);
        let across = unit(&flat(&(&sides[0] - &sides[1]), &normal));
        let level = |vector: &SVector<T, D>| flat(&flat(vector, &normal), &across);
        // What rounding has left across the edge is larger beside a slope that is small.
        let slope = level(&level(&sides[0]));
        Some(Self { place, sides, slope })
    }

    /// The lowest place that is found along the edge.
    fn lowest(mut self, rounding: &T, set: &mut dyn Surface<T, D>) -> Place<T, D> {
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

/// Refines the exit that an expansion found to a local minimum, up to rounding. The coordinates that A − B is made of are up to `size`, its
/// own up to `extent`. If it is `thorough`, valleys of h are followed like edges, where nothing else leads on.
pub(super) fn refined<T: Real, const D: usize>(
    exit: Exit<T, D>,
    size: &T,
    extent: &T,
    thorough: bool,
    set: &mut dyn Surface<T, D>,
) -> Exit<T, D> {
    let Some(mut best) = Place::at(&exit.normal, set) else { return exit };
    let rounding = times(tolerance::REFINED, &T::epsilon()) * size.clone();
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
        let Some(next) = Place::at(&(&best.normal + &step), set) else { break };
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
            best = Place::at(&(&outside - point), set).filter(|next| next.reach < before).unwrap_or(best);
        }
        if best.reach >= before - rounding.clone() {
            break;
        }
        curvature = plain.clone();
    }
    if best.reach < exit.reach {
        Exit { normal: best.normal, reach: best.reach, facet: Simplex::of_one(best.vertex), ..exit }
    } else {
        exit
    }
}

/// Updates the estimate of the inverse curvature by the change of the slope in a step, unless the curvature seems to be negative.
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

#[cfg(test)]
mod tests;
