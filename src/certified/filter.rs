//! Bounds on rounding errors. They decide whether a rounded result is proven; docs/proof.md derives them.
//!
//! ε is the gap between 1 and the next number, twice the largest relative error of one operation. ρ bounds two errors:
//! in each coordinate, a computed vertex w is within ρ of an exact point of A − B; and A − B reaches at most ρ·|d|₁
//! beyond the vertex found along a direction d. S bounds all coordinates of A − B, and g the coordinates in one
//! simplex. Every bound is an eighth larger, to cover its own rounding, errors that ρ leaves out, and products below
//! the normal numbers.

use super::doubt::{self, norm1};
use crate::predicates::{left, weights2d, weights3d};
use crate::scalar::{Real, Scalar, at_unit_scale, dimension, largest, max, min, norm, resized, times, ulps};
use crate::simplex::{Simplex, nearest_weights};
use crate::{minkowski::Frame, support::Support, tolerance, vertex::SupportPoint};
use nalgebra::{SVector, Vector3};

pub(crate) struct Filter<'f, T: Real, const D: usize> {
    frame: &'f Frame<T, D>,
    /// ρ, at the frame's scale.
    pub(crate) rounding: T,
    /// S: bounds all coordinates, exact and computed.
    size: T,
    /// A bound on the error of the frame's margin.
    margin: T,
    /// The factors of directions inside the shapes: see [`RoundingBound`](crate::support::RoundingBound).
    factors: [T; 2],
}

impl<'f, T: Real, const D: usize> Filter<'f, T, D> {
    /// For vertices with errors up to `rounding` and coordinates up to the frame's size; without directions or margins.
    pub(crate) fn new(frame: &'f Frame<T, D>, rounding: T) -> Self {
        let size = frame.size.clone() + times(2, &rounding);
        Self { frame, rounding, size, margin: T::zero(), factors: [T::one(), T::one()] }
    }

    /// `None` if a shape has no bound, or is so small or large that products of its coordinates with directions at unit
    /// scale may leave the range; and for scalars with too small a range for any proof, such as half precision.
    pub(crate) fn of<A, B>(a: &A, b: &B, frame: &'f Frame<T, D>) -> Option<Self>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
    {
        let (a, b) = (a.rounding()?, b.rounding()?);
        if !room::<T>().in_range() || !frame.ordinary && !in_range(&(T::epsilon() / frame.scale.clone())) {
            return None;
        }
        let units = ulps(a.units.max(b.units).checked_add(tolerance::ONE_SUM)?, &frame.size);
        // The difference of the two offsets and the sum of the margins are rounded as well.
        let fixed = (a.fixed.clone() + b.fixed.clone()) * frame.scale.clone();
        let margin =
            (a.margin.clone() + b.margin.clone()) * frame.scale.clone() + ulps(tolerance::MARGINS, &frame.margin);
        let factors = a.with(&b).factors;
        let filter = Self { margin, factors, ..Self::new(frame, fixed + units) };
        // A user's shape may have wrong bounds. False for a NaN.
        let zero = T::zero();
        (filter.rounding >= zero && filter.margin >= zero && frame.margin >= zero).then_some(filter)
    }

    /// The distance by which a vertex found along this direction has to fall short of the origin to prove that all of A
    /// − B does: (ρ + D·ε·S)·|d|₁, and an eighth. `None` if products may have left the range.
    fn doubt(&self, direction: &SVector<T, D>) -> Option<T> {
        let length = norm1(direction);
        let [least, most] = &self.factors;
        let vanishing = T::smallest() * room::<T>() / T::epsilon();
        let seen =
            length.clone() * least.clone() >= vanishing && times(64, &(length.clone() * most.clone())).in_range();
        if seen { self.level(length) } else { None }
    }

    /// The error of n·p for a vector with |n|₁ = `length` and a point p with coordinates of at most S and errors of at
    /// most ρ; with an eighth. `None` if products may have left the range.
    fn level(&self, length: T) -> Option<T> {
        let doubt = doubt::of_dot(dimension::<D>(), &self.rounding, &self.size, length);
        in_range(&doubt).then_some(doubt)
    }

    /// Returns whether A − B with margins provably falls short of the origin along `direction`, where a vertex is at
    /// `reached`.
    pub(crate) fn separates(&self, direction: &SVector<T, D>, reached: &T) -> bool {
        let Some(doubt) = self.doubt(direction) else { return false };
        let gap = -reached.clone() - doubt;
        gap > T::zero() && (self.margin_at_most().is_zero() || self.beyond_margin(&gap, direction))
    }

    /// Returns whether gap / |d| > margin, by squares.
    fn beyond_margin(&self, gap: &T, direction: &SVector<T, D>) -> bool {
        let scale = |length: &T| length.clone() * largest(direction).unit_scale();
        let direction = at_unit_scale(direction);
        let (gap, margin) = (scale(gap), self.margin_at_most());
        let squares = [gap.clone() * gap, margin.clone() * margin * direction.dot(&direction)];
        let more = T::one() + times(tolerance::SQUARES, &T::epsilon());
        in_range(&squares[1]) && squares[0] > squares[1].clone() * more
    }

    /// An upper bound on the reach of A − B and a ball of this radius where a vertex reaches `reached`.
    pub(crate) fn level_at_most(&self, direction: &SVector<T, D>, reached: &T, radius: &T) -> Option<T> {
        let doubt = self.doubt(direction)?;
        let mut level = reached.clone() + doubt;
        let kept = radius.clone() + self.margin.clone();
        if !kept.is_zero() {
            level += (kept.clone() + ulps(tolerance::FEW_OPERATIONS, &kept)) * norm(direction);
        }
        let unit = ulps(tolerance::ALONG_DIRECTION, &kept.abs()) * largest(direction);
        let unit = unit + ulps(tolerance::FEW_OPERATIONS, &reached.abs());
        let level = level.clone() + unit + ulps(tolerance::FEW_OPERATIONS, &level.abs());
        in_range(&level.abs()).then_some(level)
    }

    fn margin_at_most(&self) -> T {
        self.frame.margin.clone() + self.margin.clone()
    }

    fn margin_at_least(&self) -> T {
        self.frame.margin.clone() - self.margin.clone()
    }

    /// A lower bound on the signed separation, in the sets' own units: the gap between A − B with the margins and the
    /// origin along a direction in which a vertex reaches `reached`.
    pub(crate) fn lower(&self, direction: &SVector<T, D>, reached: &T) -> Option<T> {
        let gap = -reached.clone() - self.doubt(direction)?;
        let apart = gap / norm(direction);
        let margin = self.margin_at_most();
        let doubt = ulps(tolerance::ALONG_DIRECTION, &apart.abs()) + ulps(tolerance::FEW_OPERATIONS, &margin);
        Some(self.in_units(apart - doubt - margin, true))
    }

    /// A lower bound on the distance of a facet of A − B with these corners, in two and three dimensions. `None` unless
    /// it is provably counter-clockwise as seen from outside: the corners' determinant is positive.
    pub(crate) fn facet(&self, corners: [&SVector<T, D>; D]) -> Option<T> {
        let normal = outward(corners)?;
        let edges = (1..D).map(|k| largest(&(corners[k] - corners[0])));
        let skew = doubt::of_winding::<T, D>(&self.size, edges);
        let least = corners[1..].iter().fold(corners[0].dot(&normal), |least, w| min(least, w.dot(&normal)));
        let level = least - self.level(norm1(&normal))?;
        let distance = level.clone() / norm(&normal);
        (level > skew).then(|| distance.clone() - ulps(tolerance::ALONG_DIRECTION, &distance))
    }

    /// An upper bound on the signed separation, in the sets' own units, given one for the cores.
    pub(crate) fn at_most(&self, apart: T) -> T {
        let few = |length: &T| ulps(tolerance::FEW_OPERATIONS, length);
        let (margin, doubt) = (self.margin_at_least(), few(&self.frame.margin) + few(&apart.abs()));
        self.in_units(apart - margin + doubt, false)
    }

    /// An upper bound on the signed separation: the distance of a point of this simplex from the origin.
    pub(crate) fn upper(&self, simplex: &Simplex<T, D>) -> Option<T> {
        Some(self.at_most(self.farthest(simplex)?))
    }

    /// A length in the sets' own units, less its rounding (`down`) or with it, which may leave the normal numbers.
    fn in_units(&self, length: T, down: bool) -> T {
        let doubt = ulps(tolerance::FEW_OPERATIONS, &length.abs());
        let one = T::smallest() + T::smallest();
        if down {
            (length - doubt) / self.frame.scale.clone() - one
        } else {
            (length + doubt) / self.frame.scale.clone() + one
        }
    }

    /// Returns whether a point of this simplex is provably within the margins of the origin.
    #[cold]
    pub(crate) fn near(&self, simplex: &Simplex<T, D>) -> bool {
        let margin = self.margin_at_least() - ulps(tolerance::FEW_OPERATIONS, &self.frame.margin);
        self.farthest(simplex).is_some_and(|farthest| farthest <= margin)
    }

    /// An upper bound on the distance of some point of this simplex from the origin.
    fn farthest(&self, simplex: &Simplex<T, D>) -> Option<T> {
        if simplex.vertices().is_empty() {
            return None;
        }
        // Weights ≥ 0, divided by their sum, give a point of the simplex.
        let weights = nearest_weights(None, simplex);
        let weighted = || simplex.vertices().iter().zip(&weights);
        let sum = weighted().fold(T::zero(), |sum, (_, weight)| sum + weight.clone());
        let point = weighted().fold(SVector::zeros(), |sum: SVector<T, D>, (v, weight)| sum + &v.w * weight.clone());
        // Each coordinate is a dot product of the weights; the length is off by at most D of these, and 8·ε of itself.
        #[expect(clippy::cast_possible_truncation, reason = "as many vertices as dimensions")]
        let terms = simplex.vertices().len() as u32;
        let doubt = times(dimension::<D>(), &doubt::of_dot(terms, &self.rounding, &self.size, sum.clone()));
        let farthest = (norm(&point) + doubt) / sum.clone();
        let farthest = farthest.clone() + ulps(tolerance::FARTHEST, &farthest);
        // Weights sum to 1, up to rounding. False for a NaN.
        let two = times(2, &T::one());
        (sum > T::one() / two.clone() && sum < two && weighted().all(|(_, weight)| *weight >= T::zero()))
            .then_some(farthest)
    }

    /// Returns whether the origin is provably in the simplex of these D + 1 vertices.
    pub(crate) fn encloses(&self, newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>) -> bool {
        match (D, simplex.vertices()) {
            (2, [b, c]) => {
                let vertices = [&newest.w, &b.w, &c.w];
                let closer = || vertices.into_iter().map(largest).fold(T::zero(), max);
                self.encloses_in_the_plane(vertices, self.size.clone())
                    || self.encloses_in_the_plane(vertices, closer())
            }
            (3, [b, c, d]) => {
                let vertices = [&newest.w, &b.w, &c.w, &d.w];
                self.encloses_in_space(vertices) || self.encloses_closely(&vertices.map(resized))
            }
            (_, others) if others.len() == D => self.encloses_anywhere(newest, others),
            _ => false,
        }
    }

    /// Three areas of one sign, for vertices with coordinates up to g.
    fn encloses_in_the_plane(&self, [a, b, c]: [&SVector<T, D>; 3], g: T) -> bool {
        same_sign(&weights2d([a, b, c].map(resized).each_ref()), &doubt::of_areas(&self.rounding, g))
    }

    /// Four volumes of one sign, where g is the size of A − B.
    fn encloses_in_space(&self, [a, b, c, d]: [&SVector<T, D>; 4]) -> bool {
        let g = self.size.clone();
        if times(16, &self.rounding) > g {
            return false;
        }
        same_sign(&weights3d([a, b, c, d].map(resized).each_ref()), &doubt::of_volumes(&self.rounding, g))
    }

    /// Four volumes of one sign, with the vertices' own g, and a bound for each volume.
    #[cold]
    #[inline(never)]
    fn encloses_closely(&self, vertices: &[Vector3<T>; 4]) -> bool {
        let g = vertices.iter().map(largest).fold(T::zero(), max);
        let rho = &self.rounding;
        if times(16, rho) > g {
            return false;
        }
        let mut positive = 0;
        for left_out in 0..4 {
            let [a, b, c] = match left_out {
                0 => [&vertices[1], &vertices[2], &vertices[3]],
                1 => [&vertices[0], &vertices[3], &vertices[2]],
                2 => [&vertices[0], &vertices[1], &vertices[3]],
                _ => [&vertices[0], &vertices[2], &vertices[1]],
            };
            let [volume, doubt] = doubt::of_volume([a, b, c], rho, &g);
            if !in_range(&doubt) {
                return false;
            }
            positive += i32::from(volume > doubt) - i32::from(volume < -doubt);
        }
        positive.abs() == 4
    }

    /// Any dimension: all weights with which the vertices sum to the origin are positive.
    #[inline(never)]
    fn encloses_anywhere(&self, newest: &SupportPoint<T, D>, others: &[SupportPoint<T, D>]) -> bool {
        let vertices = core::iter::once(newest).chain(others).map(|vertex| &vertex.w);
        doubt::of_weights(vertices, &self.rounding)
            .is_some_and(|(weights, doubt)| weights[..=D].iter().all(|weight| *weight > doubt))
    }
}

/// The normal of an edge or a triangle, on the side from which it is wound counter-clockwise.
pub(super) fn outward<T: Real, const D: usize>(corners: [&SVector<T, D>; D]) -> Option<SVector<T, D>> {
    let edge = |k: usize| corners[k] - corners[0];
    match D {
        2 => Some(resized(&-left(&resized(&edge(1))))),
        3 => Some(resized(&Vector3::cross(&resized(&edge(1)), &resized(&edge(2))))),
        _ => None,
    }
}

/// Returns whether a bound is so far from the ends of the range that products and sums beside it are in range. Not
/// for a NaN.
fn in_range<T: Real>(bound: &T) -> bool {
    *bound >= T::smallest() * room::<T>() && (bound.clone() * room::<T>()).in_range()
}

/// 1/ε²: the distance of bounds from the ends of the range.
fn room<T: Real>() -> T {
    T::one() / (T::epsilon() * T::epsilon())
}

/// Returns whether all values are farther than the doubt from zero, on the same side. False for a NaN.
fn same_sign<T: Real, const N: usize>(values: &[T; N], doubt: &T) -> bool {
    let minus = -doubt.clone();
    in_range(doubt) && (values.iter().all(|value| value > doubt) || values.iter().all(|value| *value < minus))
}

/// A direction at unit scale, scaled twice because one power of two is not enough for the smallest numbers.
pub(super) fn unit_scaled<T: Scalar, const D: usize>(direction: &SVector<T, D>) -> SVector<T, D> {
    at_unit_scale(&at_unit_scale(direction))
}

#[cfg(test)]
mod tests;
