//! The kinds of intersection: sets overlap, touch, or lie in one plane.
//!
//! A search that ends without an axis proves an intersection. Its kind takes more support points, so only `Query::search` asks for it.
//!
//! # Touching
//!
//! The origin is on the boundary of A − B if no vertex is beyond it along some direction, the normal of a *supporting plane*. If the origin
//! is inside a facet, the only candidate is that facet's plane. On an edge or in a corner there are many candidates.
//!
//! The search tries them in the order of the simplex method. A ray from the middle of the simplex through the origin leaves the simplex by
//! a facet. If the ray leaves beyond the origin, the origin is inside. If it leaves at the origin, look for a vertex along the facet's
//! normal. If none is beyond the origin, the sets touch, and the normal is the axis. Otherwise vertex and facet make a new simplex, which
//! the ray enters by this facet and leaves by another; and so on. A symbolic perturbation of the ray decides between facets that it hits at
//! once, so the walk does not cycle.

use super::apart::Goal;
use super::state::{End, Search};
use crate::observe::{Observer, Phase};
use crate::scalar::{Scalar, largest, times};
use crate::simplex::completion::{Completed, Completion, Sides, complete};
use crate::simplex::{Searchable, Simplex, SimplexCases};
use crate::verdict::{Outcome, Verdict};
use crate::vertex::SupportPoint;
use nalgebra::SVector;
use num_traits::Zero;

/// The origin's place in A − B.
pub(crate) enum Position<T: Scalar, const D: usize> {
    /// Not on the boundary, or rounding hides it.
    Inside,
    /// On the boundary: nothing is beyond the origin along the axis, which is the facet's normal if there is one.
    Touching { axis: SVector<T, D>, facet: Option<Simplex<T, D>> },
    /// In a flat set: nothing is beyond the origin along the axis or against it.
    Flat { axis: SVector<T, D> },
}

/// A facet by which the ray may leave a simplex.
struct RayExit<T: Scalar, const D: usize> {
    facet: Simplex<T, D>,
    outward: SVector<T, D>,
    /// The ray's speed through the facet, times the normal's length.
    speed: T,
    /// The perturbation's distance beyond the facet.
    perturbed: T,
}

/// The direction of the symbolic perturbation: arbitrary, and unlikely to be special to a shape.
pub(crate) fn perturbation<T: Scalar, const D: usize>() -> SVector<T, D> {
    const COMPONENTS: [u32; 8] = [31, 17, 23, 11, 13, 29, 19, 7];
    SVector::from_fn(|k, _| {
        let component = times(COMPONENTS[k % 8], &T::one());
        if k % 2 == 0 { component } else { -component }
    })
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    pub(crate) fn decide_with_evidence(mut self) -> Outcome<C::Scalar, D> {
        let end = self.decide_cores();
        let (simplex, newest) = (self.simplex.clone(), self.newest.clone());
        let has_margin = !self.frame.margin.is_zero();
        let verdict = match end {
            End::Separated if has_margin => self.between_margins(),
            End::Separated => Verdict::Separated { axis: self.direction.clone() },
            End::Undecided(why) => Verdict::Undecided { why },
            End::Enclosed if has_margin => Verdict::Enclosed { newest, simplex },
            End::Enclosed => {
                self.observer.entered(Phase::Evidence);
                match self.place_in(&simplex, &newest) {
                    Position::Touching { axis, facet: Some(simplex) } => Verdict::Touching { axis, simplex },
                    _ => Verdict::Enclosed { newest, simplex },
                }
            }
            // Cores that intersect overlap with their margins.
            End::OnFeature if has_margin => Verdict::WithinMargins { simplex },
            End::OnFeature => {
                self.observer.entered(Phase::Evidence);
                match self.place_on(&simplex) {
                    Position::Touching { axis, facet } => Verdict::Touching { axis, simplex: facet.unwrap_or(simplex) },
                    Position::Flat { axis } => Verdict::Flat { axis, simplex },
                    Position::Inside => Verdict::OnFeature { simplex },
                }
            }
            End::WithinMargins => Verdict::WithinMargins { simplex },
        };
        Outcome { verdict, evaluations: self.evaluations }
    }

    fn between_margins(&mut self) -> Verdict<C::Scalar, D> {
        let margin = self.frame.margin.clone();
        let approach = self.approach(&Goal::Within(margin.clone()));
        let simplex = self.simplex.clone();
        match (approach.end, approach.plane) {
            (End::Separated, Some(plane)) => Verdict::Separated { axis: plane.axis },
            (End::Undecided(why), _) => Verdict::Undecided { why },
            (_, Some(plane)) if plane.is_as_far_as(&(margin - self.least_gain.clone())) => {
                Verdict::Touching { axis: plane.axis, simplex }
            }
            _ => Verdict::WithinMargins { simplex },
        }
    }

    /// The origin's place, if a simplex of D + 1 vertices holds it.
    fn place_in(
        &mut self,
        simplex: &Simplex<C::Scalar, D>,
        newest: &SupportPoint<C::Scalar, D>,
    ) -> Position<C::Scalar, D> {
        // The ray starts at the mean of the vertices; their sum is on the same ray.
        let middle = simplex.vertices().iter().fold(newest.w.clone(), |sum, vertex| sum + &vertex.w);
        let (mut simplex, mut newest) = (simplex.clone(), newest.clone());
        loop {
            let Some(exit) = self.ray_exit(&simplex, &newest, &middle) else { return Position::Inside };
            let Some(beyond) = self.vertex_along(&exit.outward) else { return Position::Inside };
            if self.reached <= self.rounding_along(&exit.outward) {
                return Position::Touching { axis: exit.outward, facet: Some(exit.facet) };
            }
            if exit.facet.has(&beyond.w) {
                return Position::Inside;
            }
            (simplex, newest) = (exit.facet, beyond);
        }
    }

    /// The facet by which the ray leaves a simplex, if it does so at the origin.
    fn ray_exit(
        &self,
        simplex: &Simplex<C::Scalar, D>,
        newest: &SupportPoint<C::Scalar, D>,
        middle: &SVector<C::Scalar, D>,
    ) -> Option<RayExit<C::Scalar, D>> {
        let mut first: Option<RayExit<C::Scalar, D>> = None;
        for left_out in 0..=D {
            let (facet, opposite) = match simplex.vertices().get(left_out) {
                Some(opposite) => (simplex.with(left_out, newest), opposite),
                None => (simplex.clone(), newest),
            };
            let normal = C::Cases::perpendicular(facet.vertices());
            let base = &facet.vertices().first()?.w;
            let outward = if (&opposite.w - base).dot(&normal) > C::Scalar::zero() { -normal } else { normal };
            let speed = -outward.dot(middle);
            if speed > C::Scalar::zero() && base.dot(&outward) <= self.rounding_along(&outward) {
                let exit = RayExit { perturbed: outward.dot(&perturbation()), facet, outward, speed };
                // Whether the perturbed ray leaves by this facet first.
                let is_before = |other: &RayExit<C::Scalar, D>| {
                    exit.perturbed.clone() * other.speed.clone() > other.perturbed.clone() * exit.speed.clone()
                };
                if first.as_ref().is_none_or(is_before) {
                    first = Some(exit);
                }
            }
        }
        first
    }

    /// The origin's place, if it is on a feature.
    fn place_on(&mut self, feature: &Simplex<C::Scalar, D>) -> Position<C::Scalar, D> {
        let mut simplex = feature.clone();
        let Some(newest) = simplex.pop() else { return Position::Inside };
        match complete(newest, simplex, self) {
            Some(Completed::Solid { newest, simplex }) => self.place_in(&simplex, &newest),
            Some(Completed::Flat(place)) => place,
            None => Position::Inside,
        }
    }

    /// A vertex along a direction; `None` if the direction is zero, the limit is reached, or a coordinate is NaN.
    fn vertex_along(&mut self, direction: &SVector<C::Scalar, D>) -> Option<SupportPoint<C::Scalar, D>> {
        let looked = !largest(direction).is_zero() && self.look_along(direction.clone());
        (looked && !self.is_nan()).then(|| self.newest.clone())
    }

    /// The rounding of a vertex's level, times the direction's length.
    fn rounding_along(&self, direction: &SVector<C::Scalar, D>) -> C::Scalar {
        self.least_gain.clone() * largest(direction)
    }
}

/// Completes a feature that the origin is on. The verdict is known as soon as one side is empty.
impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Completion<C::Scalar, D> for Search<'_, C, O, D> {
    type Flat = Position<C::Scalar, D>;

    fn perpendicular(
        &self,
        newest: &SupportPoint<C::Scalar, D>,
        simplex: &Simplex<C::Scalar, D>,
    ) -> Option<SVector<C::Scalar, D>> {
        let mut feature = simplex.clone();
        feature.push(newest.clone());
        Some(C::Cases::perpendicular(feature.vertices()))
    }

    fn level(&self, _: &SVector<C::Scalar, D>, _: &SupportPoint<C::Scalar, D>) -> C::Scalar {
        C::Scalar::zero()
    }

    fn support(&mut self, direction: &SVector<C::Scalar, D>) -> Option<SupportPoint<C::Scalar, D>> {
        self.vertex_along(direction)
    }

    fn flat(&self, Sides { normal, heights, .. }: &Sides<'_, C::Scalar, D>) -> Option<Position<C::Scalar, D>> {
        let slack = self.rounding_along(normal);
        let axis = (*normal).clone();
        match heights.each_ref().map(|height| *height > slack) {
            [false, false] => Some(Position::Flat { axis }),
            [false, true] => Some(Position::Touching { axis, facet: None }),
            [true, false] => Some(Position::Touching { axis: -axis, facet: None }),
            [true, true] => None,
        }
    }
}
