//! Completes a simplex in rounded arithmetic. Orthonormal directions describe the affine hull of its points.

use super::{expand::Slack, strategy::SupportSource};
use crate::scalar::{Real, ith, largest, ulps, unit};
use crate::simplex::completion::{self, Completed, Completion, Sides};
use crate::{simplex::Simplex, tolerance, vertex::SupportPoint};
use core::array;
use nalgebra::SVector;

/// A − B is flat, up to rounding: along the unit vector `normal` it reaches no farther than `reach`.
pub(super) struct Flat<T, const D: usize> {
    pub(super) normal: SVector<T, D>,
    pub(super) reach: T,
}

/// The affine hull of a few points: a base point and orthonormal directions.
pub(super) struct Span<T: Real, const D: usize> {
    base: SVector<T, D>,
    axes: [SVector<T, D>; D],
    count: usize,
}

impl<T: Real, const D: usize> Span<T, D> {
    pub(super) fn of_point(base: SVector<T, D>) -> Self {
        Self { base, axes: array::from_fn(|_| SVector::zeros()), count: 0 }
    }

    /// The part of a vector perpendicular to the span, projected twice as in `src/simplex/projection.rs`.
    pub(super) fn rest(&self, v: &SVector<T, D>) -> SVector<T, D> {
        let mut rest = v.clone();
        for _twice in 0..2 {
            for axis in &self.axes[..self.count] {
                let share = axis.dot(&rest);
                rest -= axis * share;
            }
        }
        rest
    }

    /// Adds the direction of a vector perpendicular to the span.
    pub(super) fn add(&mut self, rest: &SVector<T, D>) {
        if self.count < D {
            self.axes[self.count] = unit(rest);
            self.count += 1;
        }
    }

    /// A unit vector perpendicular to the span: the coordinate axis farthest from it, less its projection.
    pub(super) fn perpendicular(&self) -> SVector<T, D> {
        let mut best = SVector::zeros();
        for k in 0..D {
            let rest = self.rest(&ith(k, T::one()));
            if largest(&rest) > largest(&best) {
                best = rest;
            }
        }
        unit(&best)
    }
}

/// A span to complete.
struct Growing<'s, T: Real, const D: usize> {
    span: Span<T, D>,
    slack: Slack<T>,
    source: &'s mut dyn SupportSource<T, D>,
}

impl<T: Real, const D: usize> Completion<T, D> for Growing<'_, T, D> {
    type Flat = Flat<T, D>;

    fn perpendicular(&self, _: &SupportPoint<T, D>, _: &Simplex<T, D>) -> Option<SVector<T, D>> {
        Some(self.span.perpendicular())
    }

    fn level(&self, direction: &SVector<T, D>, _: &SupportPoint<T, D>) -> T {
        self.span.base.dot(direction)
    }

    fn support(&mut self, direction: &SVector<T, D>) -> Option<SupportPoint<T, D>> {
        self.source.support(direction)
    }

    /// Flat if neither vertex is farther away than rounding. The normal is to the side where A − B reaches less far.
    fn flat(&self, Sides { normal, found: [up, down], heights }: &Sides<'_, T, D>) -> Option<Flat<T, D>> {
        if heights.iter().any(|height| *height > self.slack.gap) {
            return None;
        }
        let [reach_up, reach_down] = [up.w.dot(normal), -down.w.dot(normal)];
        Some(if reach_down < reach_up {
            Flat { normal: -*normal, reach: reach_down }
        } else {
            Flat { normal: (*normal).clone(), reach: reach_up }
        })
    }

    fn add(&mut self, found: &SupportPoint<T, D>) -> bool {
        let rest = self.span.rest(&(&found.w - &self.span.base));
        let adds = !largest(&rest).is_zero();
        if adds {
            self.span.add(&rest);
        }
        adds
    }
}

/// Makes a simplex of full dimension from the last vertices of a search: keeps the farthest, one after the other, while
/// each is outside the affine hull of the kept ones by more than rounding; then [`completion::complete`] adds the rest.
#[cold]
#[inline(never)]
pub(super) fn complete<T: Real, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
    size: &T,
    source: &mut dyn SupportSource<T, D>,
) -> Option<Completed<T, D, Flat<T, D>>> {
    let candidates = || newest.into_iter().chain(simplex.vertices());
    let mut newest = candidates().next()?.clone();
    let mut kept = Simplex::empty();
    let mut span = Span::of_point(newest.w.clone());
    let thin = ulps(tolerance::INDEPENDENT, size);
    while span.count < D {
        let mut farthest: Option<(SVector<T, D>, T, &SupportPoint<T, D>)> = None;
        for candidate in candidates() {
            let rest = span.rest(&(&candidate.w - &span.base));
            let height = largest(&rest);
            if height > farthest.as_ref().map_or(thin.clone(), |(_, height, _)| height.clone()) {
                farthest = Some((rest, height, candidate));
            }
        }
        let Some((rest, _, candidate)) = farthest else { break };
        span.add(&rest);
        kept.push(core::mem::replace(&mut newest, candidate.clone()));
    }
    completion::complete(newest, kept, &mut Growing { span, slack: Slack::of(size), source })
}
