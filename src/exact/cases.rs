//! Simplex cases in integers, for any dimension: Wolfe's method without a division that leaves a remainder.
//!
//! The nearest point of the affine hull of w₀ … wₖ is w₀ + Σ mⱼ eⱼ with edges eⱼ = wⱼ − w₀ and, as it is square to all of
//! them, Σⱼ (eᵢ·eⱼ) mⱼ = −eᵢ·w₀. By Cramer's rule each mⱼ is an integer over the determinant of the matrix (eᵢ·eⱼ), which is
//! positive for independent edges. Elimination as Bareiss does it (Sylvester's identity and multistep integer-preserving
//! Gaussian elimination, Mathematics of Computation 22, 1968) finds them: its every intermediate number is a minor of the
//! matrix, and its divisions are exact.
//!
//! # Why it ends, and with the nearest point
//!
//! Philip Wolfe (Finding the nearest point in a polytope, Mathematical Programming 11, 1976). A *corral* is a set of
//! independent points whose nearest affine point x has positive weights, so that it is the nearest of their hull. If no
//! point p of the simplex has p·x < x·x, none of its points is nearer than x. Otherwise such a p joins; walking from x
//! towards the nearest affine point, dropping points whose weight falls to zero on the way, leads to another corral,
//! which is nearer. There are finitely many corrals, and none comes twice.

use super::integer::{Digits, Integer};
use crate::difference::{Composite, Difference, Frame, SupportPoint};
use crate::simplex::{Region, Simplex, SimplexCases, Step};
use alloc::vec::Vec;
use nalgebra::SVector;
use num_traits::{One, Zero};

/// The strategy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole;

/// The point of a simplex nearest the origin.
pub(crate) struct Nearest<I, const D: usize> {
    /// The points that it is a mean of, by their numbers.
    pub(crate) members: Vec<usize>,
    /// Their weights, all positive.
    pub(crate) weights: Vec<Integer<I>>,
    /// The sum of the weights.
    pub(crate) total: Integer<I>,
    /// The point times that sum.
    pub(crate) point: SVector<Integer<I>, D>,
}

/// The weights, with their positive sum, of the nearest point of the affine hull; `None` for dependent points.
fn affine<I: Digits, const D: usize>(points: &[&SVector<Integer<I>, D>]) -> Option<(Vec<Integer<I>>, Integer<I>)> {
    let base = points[0];
    let edges: Vec<SVector<Integer<I>, D>> = points[1..].iter().map(|p| *p - base).collect();
    let mut rows: Vec<Vec<I>> = edges
        .iter()
        .map(|edge| edges.iter().map(|other| edge.dot(other).0).chain([-edge.dot(base).0]).collect())
        .collect();
    let mut last = I::one();
    for c in 0..edges.len() {
        let pivot = rows[c].clone();
        if pivot[c].is_zero() {
            return None;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != c) {
            let factor = row[c].clone();
            for (entry, above) in row.iter_mut().zip(&pivot) {
                *entry = (entry.clone() * pivot[c].clone() - factor.clone() * above.clone()) / last.clone();
            }
        }
        last.clone_from(&pivot[c]);
    }
    // All pivots have become the last one.
    let mut weights = Vec::with_capacity(points.len());
    weights.push(Integer(last.clone()));
    for row in &rows {
        let weight = Integer(row[edges.len()].clone());
        weights[0] -= weight.clone();
        weights.push(weight);
    }
    Some((weights, Integer(last)))
}

/// A vector square to the edges from the first of these points to the others; `None` where they span everything, or are
/// dependent.
pub(super) fn perpendicular<I: Digits, const D: usize>(
    points: &[&SVector<Integer<I>, D>],
) -> Option<SVector<Integer<I>, D>> {
    (0..D).find_map(|k| {
        let mut axis = SVector::zeros();
        axis[k] = Integer::one();
        // What is left of the axis when its part along the edges is taken away: the nearest point of axis + span.
        let moved: Vec<SVector<_, D>> = points.iter().map(|p| *p - points[0] + &axis).collect();
        let (weights, _) = affine(&moved.iter().collect::<Vec<_>>())?;
        let rest = moved.iter().zip(weights).fold(SVector::zeros(), |sum: SVector<_, D>, (p, weight)| sum + p * weight);
        rest.iter().any(|x| !x.is_zero()).then_some(rest)
    })
}

/// The nearest point of the hull of at least one point, of any number.
pub(crate) fn nearest<I: Digits, const D: usize>(points: &[&SVector<Integer<I>, D>]) -> Nearest<I, D> {
    let mut members: Vec<usize> = [0].into();
    let mut weights = Vec::from([Integer::one()]);
    let mut total = Integer::one();
    loop {
        let point =
            (members.iter().zip(&weights)).fold(SVector::zeros(), |x, (&k, weight)| x + points[k] * weight.clone());
        let level = point.dot(points[members[0]]);
        let next = (0..points.len()).map(|k| (point.dot(points[k]), k)).min();
        match next {
            Some((reach, next)) if !level.is_zero() && reach < level => members.push(next),
            _ => return Nearest { members, weights, total, point },
        }
        weights.push(Integer::zero());
        loop {
            let chosen: Vec<_> = members.iter().map(|&k| points[k]).collect();
            let Some((aim, aim_total)) = affine(&chosen) else {
                // Not so: what joins is off the affine hull of the others.
                debug_assert!(false, "dependent points");
                members.pop();
                weights.pop();
                continue;
            };
            if aim.iter().all(|weight| *weight > Integer::zero()) {
                (weights, total) = (aim, aim_total);
                break;
            }
            // Of the way from w / total to a / aim_total, a weight falls to zero after w·aim_total / (w·aim_total − a·total).
            let mut stop: Option<(Integer<I>, Integer<I>)> = None;
            for (w, a) in weights.iter().zip(&aim).filter(|(_, a)| **a <= Integer::zero()) {
                let over = w.clone() * aim_total.clone();
                let under = over.clone() - a.clone() * total.clone();
                let sooner = |(o, u): &(Integer<I>, Integer<I>)| over.clone() * u.clone() < o.clone() * under.clone();
                if !under.is_zero() && stop.as_ref().is_none_or(sooner) {
                    stop = Some((over, under));
                }
            }
            // A weight that is and stays zero stops nothing, but goes.
            let (over, under) = stop.unwrap_or_else(|| (Integer::zero(), Integer::one()));
            let stay = (under.clone() - over.clone()) * aim_total.clone();
            let go = over * total.clone();
            let walked = weights.iter().zip(&aim).map(|(w, a)| stay.clone() * w.clone() + go.clone() * a.clone());
            let kept = members.iter().copied().zip(walked).filter(|(_, weight)| *weight > Integer::zero());
            (members, weights) = kept.unzip();
            total = weights.iter().fold(Integer::zero(), |sum, weight| sum + weight.clone());
        }
    }
}

impl<I: Digits, const D: usize> SimplexCases<Integer<I>, D> for Whole {
    const DOUBT: u32 = 0;

    /// An origin on a feature is enclosed: in exact arithmetic that is known.
    fn locate(simplex: &Simplex<Integer<I>, D>, newest: &SupportPoint<Integer<I>, D>) -> Step<Integer<I>, D> {
        let points: Vec<_> = core::iter::once(newest).chain(simplex.vertices()).map(|vertex| &vertex.w).collect();
        let Nearest { members, point, .. } = nearest(&points);
        if point.iter().all(Integer::is_zero) {
            return Step::Enclosed;
        }
        let all = Region::first(points.len());
        let region = (0..points.len()).filter(|k| !members.contains(k)).fold(all, Region::without);
        Step::Search { region, direction: -point }
    }

    fn perpendicular(vertices: &[SupportPoint<Integer<I>, D>]) -> SVector<Integer<I>, D> {
        let points: Vec<_> = vertices.iter().map(|vertex| &vertex.w).collect();
        perpendicular(&points).unwrap_or_else(SVector::zeros)
    }
}

/// A difference, with that strategy.
pub(crate) struct InIntegers<C>(pub(crate) C);

impl<A, B, I: Digits, const D: usize> Composite<D> for InIntegers<Difference<A, B>>
where
    A: crate::Support<D, Scalar = Integer<I>>,
    B: crate::Support<D, Scalar = Integer<I>>,
{
    type Scalar = Integer<I>;
    type Cases = Whole;

    fn frame(&self) -> Frame<Integer<I>, D> {
        Frame::exact()
    }

    fn vertex(&self, frame: &Frame<Integer<I>, D>, direction: &SVector<Integer<I>, D>) -> SupportPoint<Integer<I>, D> {
        let a = self.0.0.extreme(direction, &frame.reference);
        let b = self.0.1.extreme(&-direction, &frame.reference);
        SupportPoint { w: &a.offset - &b.offset, a: a.offset, b: b.offset, ids: [a.id, b.id] }
    }

    fn margins(&self) -> [Integer<I>; 2] {
        [Integer::zero(), Integer::zero()]
    }
}
