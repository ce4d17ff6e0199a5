//! The nearest point of an affine hull: the line, plane or space through a few points.
//!
//! Let p₀ be the base point and eⱼ = pⱼ − p₀ the edges. The qⱼ are the edges made orthogonal one after the other (Gram
//! and Schmidt, without square roots, so that any field will do). The nearest point is v = p₀ − Σ (p₀·qⱼ / qⱼ·qⱼ) qⱼ =
//! p₀ + Σ βⱼ eⱼ; back substitution through eⱼ = qⱼ + Σ_{i<j} rᵢⱼ qᵢ gives β. The barycentric weights are βⱼ for pⱼ and
//! 1 − Σ βⱼ for p₀.
//!
//! Each projection is made *twice*: the second removes the error of the first, ε times the part that the first removed
//! (Giraud, Langou and Rozložník, The loss of orthogonality in the Gram–Schmidt process, 2005: "twice is enough").
//!
//! A [`Combination`] has weights without a division, for rings and for evidence. Far points make them less accurate.

use crate::predicates::{weights2d, weights3d};
use crate::scalar::{Field, Scalar, ith, largest, resized, ulps};
use crate::tolerance;
use core::array;
use nalgebra::{SVector, Vector3};

/// The vertices of the largest simplex: one more than the largest dimension.
pub(super) const MOST: usize = 9;

/// Barycentric weights, one for each vertex; zero beyond the last one.
pub(crate) type Weights<T> = [T; MOST];

pub(super) struct Projection<T: Scalar, const D: usize> {
    /// One weight for each point; they sum to 1 and may be negative.
    pub(super) weights: Weights<T>,
    pub(super) nearest: SVector<T, D>,
    /// The edges made orthogonal, as many as there are.
    pub(super) orthogonal: [SVector<T, D>; D],
}

/// Projects the origin on the affine hull of at most D + 1 points; `None` if they are dependent up to rounding.
#[cfg_attr(fast, inline(always))]
pub(super) fn project<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> Option<Projection<T, D>> {
    let base = points[0];
    let edges = points.len() - 1;
    let mut orthogonal: [SVector<T, D>; D] = array::from_fn(|_| SVector::zeros());
    let mut squares: [T; D] = array::from_fn(|_| T::zero());
    // coefficients[j][i]: the share of orthogonal edge i in edge j.
    let mut coefficients: [[T; D]; D] = array::from_fn(|_| array::from_fn(|_| T::zero()));
    for j in 0..edges {
        let edge = points[j + 1] - base;
        let mut rest = edge.clone();
        for _twice in 0..2 {
            for i in 0..j {
                let share = orthogonal[i].dot(&rest) / squares[i].clone();
                rest -= &orthogonal[i] * share.clone();
                coefficients[j][i] += share;
            }
        }
        if largest(&rest) <= ulps(tolerance::DEPENDENT, &largest(&edge)) {
            return None;
        }
        squares[j] = rest.dot(&rest);
        orthogonal[j] = rest;
    }

    let mut nearest = base.clone();
    let mut shares: [T; D] = array::from_fn(|_| T::zero());
    for _twice in 0..2 {
        for i in 0..edges {
            let share = orthogonal[i].dot(&nearest) / squares[i].clone();
            nearest -= &orthogonal[i] * share.clone();
            shares[i] += share;
        }
    }
    let mut weights: Weights<T> = array::from_fn(|_| T::zero());
    let mut sum = T::zero();
    for j in (0..edges).rev() {
        let mut weight = -shares[j].clone();
        for k in j + 1..edges {
            weight -= coefficients[k][j].clone() * weights[k + 1].clone();
        }
        sum += weight.clone();
        weights[j + 1] = weight;
    }
    weights[0] = T::one() - sum;
    Some(Projection { weights, nearest, orthogonal })
}

/// A vector less its projections on orthogonal ones.
#[cfg_attr(fast, inline(always))]
pub(super) fn across<T: Field, const D: usize>(orthogonal: &[SVector<T, D>], mut rest: SVector<T, D>) -> SVector<T, D> {
    for _twice in 0..2 {
        for q in orthogonal {
            let share = q.dot(&rest) / q.dot(q);
            rest -= q * share;
        }
    }
    rest
}

/// A vector perpendicular to the edges from the first of at most D points; zero if they are dependent up to rounding.
pub(crate) fn perpendicular_to_edges<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> SVector<T, D> {
    match project(points) {
        Some(projection) => perpendicular(&projection.orthogonal[..points.len() - 1], &SVector::zeros()),
        None => SVector::zeros(),
    }
}

/// A vector perpendicular to fewer than D orthogonal ones, on the side of `hint`: for features at the origin.
#[cold]
pub(super) fn perpendicular<T: Field, const D: usize>(
    orthogonal: &[SVector<T, D>],
    hint: &SVector<T, D>,
) -> SVector<T, D> {
    let mut best = SVector::zeros();
    for axis in 0..D {
        let rest = across(orthogonal, ith(axis, T::one()));
        if largest(&rest) > largest(&best) {
            best = rest;
        }
    }
    if best.dot(hint) < T::zero() { -best } else { best }
}

/// A mean of at most four points, `sum` / `whole`, without a division: the projection of the origin on their affine hull.
pub(crate) struct Combination<T, const D: usize> {
    /// Weights: parts of the whole.
    pub(crate) parts: [T; 4],
    pub(crate) whole: T,
    sum: SVector<T, D>,
}

impl<T: Scalar, const D: usize> Combination<T, D> {
    /// The projection, if it is inside; the origin itself for D + 1 points. `None` if a weight is negative, and for
    /// three points or more outside of two and three dimensions.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn of(points: &[&SVector<T, D>]) -> Option<Self> {
        match (D, points) {
            (_, [a]) => Self::weighted([a], [T::one()]),
            (_, [a, b]) => {
                let ab = *b - *a;
                Self::weighted([a, b], [b.dot(&ab), -a.dot(&ab)])
            }
            (2, [a, b, c]) => {
                let [wc, wa, wb] = weights2d([a, b, c].map(|v| resized(v)).each_ref());
                Self::weighted([a, b, c], [wa, wb, wc])
            }
            (3, [a, b, c]) => {
                let [u, v, w]: [Vector3<T>; 3] = [a, b, c].map(|v| resized(v));
                let normal = (&v - &u).cross(&(&w - &u));
                let weights = [normal.dot(&v.cross(&w)), normal.dot(&w.cross(&u)), normal.dot(&u.cross(&v))];
                Self::weighted([a, b, c], weights)
            }
            (3, [a, b, c, d]) => {
                let weights = weights3d([a, b, c, d].map(|v| resized(v)).each_ref());
                Self::weighted([a, b, c, d], weights)
            }
            _ => None,
        }
    }

    /// The combination with weights that are known up to a common sign.
    #[cfg_attr(fast, inline(always))]
    fn weighted<const N: usize>(points: [&SVector<T, D>; N], mut weights: [T; N]) -> Option<Self> {
        let mut whole = weights.iter().fold(T::zero(), |whole, weight| whole + weight.clone());
        if whole < T::zero() {
            (whole, weights) = (-whole, weights.map(|weight| -weight));
        }
        if weights.iter().any(|weight| *weight < T::zero()) {
            return None;
        }
        let mut parts = array::from_fn(|_| T::zero());
        parts[..N].clone_from_slice(&weights);
        let sum = points.into_iter().zip(weights).fold(SVector::zeros(), |sum, (point, weight)| sum + point * weight);
        Some(Self { parts, whole, sum })
    }

    /// Returns whether the whole is large enough for its digits.
    pub(crate) fn is_accurate(&self) -> bool {
        self.whole >= T::epsilon()
    }

    pub(super) fn is_at_origin(&self, slack: &T) -> bool {
        self.is_accurate() && largest(&self.sum) <= slack.clone() * self.whole.clone()
    }

    pub(crate) fn is_within(&self, distance: &T) -> bool {
        let most = distance.clone() * self.whole.clone();
        self.is_accurate() && self.sum.dot(&self.sum) <= most.clone() * most
    }
}
