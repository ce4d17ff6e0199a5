//! To full dimension: a polytope can't be grown from less.
//!
//! A search may end on a vertex, an edge or a triangle that the origin is on, or on a simplex thinner than rounding. Here
//! vertices are added on both sides of what there is, until there are D + 1 that are clearly independent, or A − B turns
//! out to be flat. (The second look of `src/verdict.rs` does the like for numbers without roots, and only to give a name.)

use super::Rounding;
use crate::scalar::{Real, largest, norm, times};
use crate::simplex::Simplex;
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::SVector;

/// A simplex of full dimension, or the news that A − B has none.
pub(super) enum Completed<T: Real, const D: usize> {
    /// D + 1 vertices.
    Solid { newest: SupportPoint<T, D>, simplex: Simplex<T, D> },
    /// A − B is flat, up to rounding: in the direction of the unit vector `normal` it reaches no farther than `reach`.
    Flat { normal: SVector<T, D>, reach: T },
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

    /// What is left of a vector perpendicular to the span. Projected twice, as "twice is enough".
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
            self.axes[self.count] = rest / norm(rest);
            self.count += 1;
        }
    }

    /// A unit vector perpendicular to the span: of the coordinate axes the one farthest from it, less its projection.
    pub(super) fn perpendicular(&self) -> SVector<T, D> {
        let mut best = SVector::zeros();
        for k in 0..D {
            let mut axis = SVector::zeros();
            axis[k] = T::one();
            let rest = self.rest(&axis);
            if largest(&rest) > largest(&best) {
                best = rest;
            }
        }
        let length = norm(&best);
        best / length
    }
}

/// Makes a simplex of full dimension from what a search ended on.
///
/// Of the vertices that there are those are kept that are not, up to rounding, in the affine hull of others that are
/// kept, the farthest first. Then, as long as a dimension is lacking, vertices are sought in both directions perpendicular to
/// the hull of those kept, and the one farther away is added. If neither is farther away than rounding, A − B is flat.
#[cold]
#[inline(never)]
pub(super) fn complete<T: Real, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
    size: &T,
    vertex: &mut dyn FnMut(&SVector<T, D>) -> Option<SupportPoint<T, D>>,
) -> Option<Completed<T, D>> {
    let candidates = || newest.into_iter().chain(simplex.vertices());
    let mut newest = candidates().next()?.clone();
    let mut kept = Simplex::empty();
    let mut span = Span::of_point(newest.w.clone());
    let thin = times(256, &T::epsilon()) * size.clone();
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
    let flat = Rounding::of(size).gap;
    while span.count < D {
        let normal = span.perpendicular();
        let (up, down) = (vertex(&normal)?, vertex(&-&normal)?);
        let reaches = [up.w.dot(&normal), -down.w.dot(&normal)];
        let level = span.base.dot(&normal);
        let heights = [reaches[0].clone() - level.clone(), reaches[1].clone() + level];
        let upwards = heights[0] > heights[1];
        if !(heights[0] > flat || heights[1] > flat) {
            let [reach_up, reach_down] = reaches;
            let (normal, reach) = if reach_down < reach_up { (-normal, reach_down) } else { (normal, reach_up) };
            return Some(Completed::Flat { normal, reach });
        }
        let found = if upwards { up } else { down };
        let rest = span.rest(&(&found.w - &span.base));
        if largest(&rest).is_zero() {
            return None;
        }
        span.add(&rest);
        kept.push(core::mem::replace(&mut newest, found));
    }
    Some(Completed::Solid { newest, simplex: kept })
}
