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
//! An edge of h may be a groove with nearly the same depth everywhere: two cylinders that nearly share an axis have one across
//! it. Both kinds of steps go along it only a little. So the vertices of both sides are taken, the least mean of their slopes is
//! the slope along the edge, and steps of all lengths go that way.

use super::expansion::Exit;
use crate::scalar::{Real, largest, norm, times, unit};
use crate::simplex::Simplex;
use crate::vertex::SupportPoint;
use nalgebra::{SMatrix, SVector};

/// The most steps: more than any test has taken.
const STEPS: u32 = 40;

/// Finds a farthest vertex along a direction; `None` if there are to be no more. (It is dynamic, so that this file is
/// compiled once for all sets.)
type FarthestVertex<'f, T, const D: usize> = dyn FnMut(&SVector<T, D>) -> Option<SupportPoint<T, D>> + 'f;

/// Finds the point of A − B nearest to a point outside, which is in the direction of a normal.
type NearestPoint<'f, T, const D: usize> = dyn FnMut(&SVector<T, D>, &SVector<T, D>) -> SVector<T, D> + 'f;

/// A direction, and how far A − B reaches along it.
struct Place<T, const D: usize> {
    normal: SVector<T, D>,
    reach: T,
    vertex: SupportPoint<T, D>,
}

impl<T: Real, const D: usize> Place<T, D> {
    fn at(direction: &SVector<T, D>, vertex: &mut FarthestVertex<'_, T, D>) -> Option<Self> {
        // Neither zero nor NaN has a unit vector.
        let normal = Some(unit(direction)).filter(|normal| largest(normal) > T::zero())?;
        let vertex = vertex(&normal)?;
        let reach = vertex.w.dot(&normal);
        Some(Self { normal, reach, vertex })
    }

    /// The gradient of h on the sphere of directions.
    fn slope(&self) -> SVector<T, D> {
        &self.vertex.w - &self.normal * self.reach.clone()
    }

    /// The direction in which h falls along an edge of it that this place is on, and `across` is across; unless that is flat.
    fn along_edge(
        &self,
        across: &SVector<T, D>,
        rounding: &T,
        vertex: &mut FarthestVertex<'_, T, D>,
    ) -> Option<SVector<T, D>> {
        let flat = |vector: &SVector<T, D>| vector - &self.normal * vector.dot(&self.normal);
        // The vertices of both sides, seen from the edge.
        let aside = unit(&flat(across)) * T::epsilon().sqrt();
        let one = Self::at(&(&self.normal + &aside), vertex)?.vertex.w;
        let other = Self::at(&(&self.normal - aside), vertex)?.vertex.w;
        let across = unit(&flat(&(&one - other)));
        let level = |vector: &SVector<T, D>| vector - &across * vector.dot(&across);
        let slope = level(&flat(&one));
        // What rounding has left across the edge is larger beside a slope that is small.
        (norm(&slope) > *rounding).then(|| -level(&flat(&unit(&slope))))
    }

    /// The lowest place that is found along a direction and against it, by steps that become shorter.
    fn lowest_along(mut self, direction: &SVector<T, D>, vertex: &mut FarthestVertex<'_, T, D>) -> Self {
        let mut length = T::one().half();
        while length.clone() * length.clone() > T::epsilon() {
            for step in [direction * length.clone(), direction * -length.clone()] {
                if let Some(next) = Self::at(&(&self.normal + step), vertex).filter(|next| next.reach < self.reach) {
                    self = next;
                    break;
                }
            }
            length = length.half();
        }
        self
    }
}

/// Refines the exit that an expansion found to a local minimum, up to rounding.
pub(super) fn refined<T: Real, const D: usize>(
    exit: Exit<T, D>,
    size: &T,
    vertex: &mut FarthestVertex<'_, T, D>,
    nearest: &mut NearestPoint<'_, T, D>,
) -> Exit<T, D> {
    let Some(mut best) = Place::at(&exit.normal, vertex) else { return exit };
    let rounding = times(2, &T::epsilon()) * size.clone();
    // δ: large enough for the direction from q to p to be accurate.
    let aside = size.half().half().half().half();
    let plain = SMatrix::<T, D, D>::identity() / size.clone();
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
        let Some(next) = Place::at(&(&best.normal + &step), vertex) else { break };
        learn(&mut curvature, &(&next.normal - &best.normal), &(next.slope() - slope));
        if next.reach < best.reach {
            best = next;
            continue;
        }
        let before = best.reach.clone();
        let outside = &best.normal * (before.clone() + aside.clone());
        let out = &outside - nearest(&outside, &best.normal);
        let across = &next.vertex.w - &best.vertex.w;
        best = Place::at(&out, vertex).filter(|next| next.reach < before).unwrap_or(best);
        if D > 2
            && largest(&across) > aside
            && let Some(along) = best.along_edge(&across, &rounding, vertex)
        {
            best = best.lowest_along(&along, vertex);
        }
        if best.reach >= before {
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
#[path = "../../tests/unit/epa/refine.rs"]
mod tests;
