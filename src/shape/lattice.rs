//! Points with integer coordinates, so that a hull can be built without rounding.
//!
//! Every coordinate is rounded once, by less than 2⁻⁵⁷ of the largest, which is ε/32 of an `f64`. Everything after that
//! is exact. Differences have 60 bits, products of two fit into an `i128`, products of three are summed in two halves.

use crate::scalar::{Real, Scalar, largest, max, ulps};
use crate::{error::Error, tolerance};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use nalgebra::SVector;

/// At unit scale coordinates are below 4.
const MOST: i64 = 1 << 59;
/// The integer for 1: 2⁵⁷.
pub(super) const ONE: f64 = 144_115_188_075_855_872.0;

/// A point, or a difference of two.
pub(super) type Node<const D: usize> = [i64; D];

pub(super) struct Lattice<const D: usize> {
    pub(super) points: Vec<Node<D>>,
    /// 4 ε L, with L the largest absolute coordinate; at least a few steps of the lattice.
    pub(super) tolerance: i64,
}

impl<const D: usize> Lattice<D> {
    /// Makes it from points less an anchor. `size` is the largest absolute coordinate of the points themselves.
    pub(super) fn new<T: Real>(offsets: &[SVector<T, D>], size: &T) -> Self {
        let scale = offsets.iter().map(largest).fold(T::zero(), max).unit_scale();
        let points = offsets.iter().map(|offset| node(&(offset * scale.clone()))).collect();
        Self { points, tolerance: whole(&(ulps(tolerance::LATTICE, size) * scale.clone())).max(4) }
    }

    /// Two points that are as far apart along an axis as any two along any axis.
    pub(super) fn apart(&self) -> Result<[u32; 2], Error> {
        let mut best = (0, [0, 0]);
        for axis in 0..D {
            let (mut low, mut high) = ((i64::MAX, 0), (i64::MIN, 0));
            for (k, point) in (0..).zip(&self.points) {
                low = low.min((point[axis], k));
                high = high.max((point[axis], k));
            }
            best = best.max((high.0.saturating_sub(low.0), [low.1, high.1]));
        }
        if best.0 > self.tolerance { Ok(best.1) } else { Err(Error::Flat("in one place")) }
    }
}

impl Lattice<3> {
    /// The distance along every axis within which points are taken for one: half the tolerance.
    pub(super) fn weld(&self) -> i64 {
        self.tolerance / 2
    }

    /// The numbers of the points, in order, without those so near an earlier one.
    pub(super) fn welded(&self) -> Vec<u32> {
        let size = self.weld().max(1);
        let cell = |point: &Node<3>| point.map(|x| x.div_euclid(size));
        let mut cells: Vec<Node<3>> = self.points.iter().map(cell).collect();
        cells.sort_unstable();
        cells.dedup();
        // A cell of that size holds at most one point.
        let mut owner = vec![u32::MAX; cells.len()];
        let mut kept = Vec::new();
        for (number, point) in (0..).zip(&self.points) {
            let own = cell(point);
            let is_taken = (0..27).any(|k| {
                let beside = [own[0] + k % 3 - 1, own[1] + k / 3 % 3 - 1, own[2] + k / 9 - 1];
                let other = cells.binary_search(&beside).ok().and_then(|at| self.points.get(owner[at] as usize));
                other.is_some_and(|other| difference(point, other).iter().all(|step| step.abs() < size))
            });
            if let (false, Ok(at)) = (is_taken, cells.binary_search(&own)) {
                owner[at] = number;
                kept.push(number);
            }
        }
        kept
    }
}

pub(super) fn node<T: Scalar, const D: usize>(v: &SVector<T, D>) -> Node<D> {
    core::array::from_fn(|k| whole(&v[k]))
}

/// A number below 4 in steps of the lattice. Larger ones are clamped.
fn whole<T: Scalar>(x: &T) -> i64 {
    let two = T::one() + T::one();
    let four = two.clone() + two;
    let mut rest = x.abs();
    if rest >= four {
        return if *x < T::zero() { -MOST } else { MOST };
    }
    let mut bits = 0;
    for _ in 0..59 {
        rest += rest.clone();
        bits <<= 1;
        if rest >= four {
            rest -= four.clone();
            bits |= 1;
        }
    }
    if *x < T::zero() { -bits } else { bits }
}

/// An `f64` vector in a scalar that is not wider.
pub(super) fn narrowed<T: Scalar, const D: usize>(v: &SVector<f64, D>) -> Option<SVector<T, D>> {
    let narrow: Option<Vec<T>> = v.iter().map(|x| T::from_double(*x)).collect();
    narrow.map(SVector::from_vec)
}

#[inline]
pub(super) fn difference<const D: usize>(p: &Node<D>, q: &Node<D>) -> Node<D> {
    core::array::from_fn(|k| p[k] - q[k])
}

#[inline]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// Twice the signed area of a triangle in the plane: positive if it is wound counter-clockwise.
#[inline]
pub(super) fn area(a: &Node<2>, b: &Node<2>, c: &Node<2>) -> i128 {
    let ([ux, uy], [vx, vy]) = (difference(b, a), difference(c, a));
    product(ux, vy) - product(uy, vx)
}

/// The normal of a triangle in space, twice its area long.
#[inline]
pub(super) fn normal([a, b, c]: [&Node<3>; 3]) -> [i128; 3] {
    let (u, v) = (difference(b, a), difference(c, a));
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| product(u[i], v[j]) - product(u[j], v[i]))
}

/// The sign of normal · way, which has up to 183 bits.
#[inline]
pub(super) fn side(normal: &[i128; 3], way: &Node<3>) -> Ordering {
    const LOW: i128 = (1 << 64) - 1;
    let sum = |part: fn(i128) -> i128| (0..3).map(|k| part(normal[k]) * i128::from(way[k])).sum::<i128>();
    let low = sum(|x| x & LOW);
    let high = sum(|x| x >> 64) + (low >> 64);
    high.cmp(&0).then((low & LOW).cmp(&0))
}

#[expect(clippy::cast_precision_loss, reason = "rounded to the nearest")]
pub(super) fn rounded<const D: usize>(v: &[i128; D]) -> SVector<f64, D> {
    SVector::from_fn(|k, _| v[k] as f64)
}

pub(super) fn widen<const D: usize>(way: &Node<D>) -> [i128; D] {
    way.map(i128::from)
}

/// A cycle of corners, the least first.
pub(super) fn least_first(mut corners: Vec<u32>) -> Vec<u32> {
    let least = corners.iter().enumerate().min_by_key(|(_, corner)| **corner).map_or(0, |(k, _)| k);
    corners.rotate_left(least);
    corners
}

pub(super) fn in_order(lattice: &Lattice<2>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(lattice.points.len()).collect();
    order.sort_unstable_by_key(|k| (&lattice.points[*k as usize], *k));
    order
}

/// A direction for heights: a vector shortened to 61 bits, so that heights are exact.
pub(super) struct Direction<const D: usize> {
    along: Node<D>,
    length: f64,
}

impl<const D: usize> Direction<D> {
    #[expect(clippy::cast_possible_truncation, reason = "of 61 bits")]
    pub(super) fn of(v: &[i128; D]) -> Self {
        let bits = v.iter().map(|x| 128 - x.unsigned_abs().leading_zeros()).max().unwrap_or(0);
        let along = v.map(|x| (x >> bits.saturating_sub(61)) as i64);
        Self { length: rounded(&widen(&along)).norm(), along }
    }

    /// The height of a vector along the direction, times the direction's length.
    pub(super) fn height(&self, way: &Node<D>) -> i128 {
        (0..D).map(|k| product(self.along[k], way[k])).sum()
    }

    /// The difference of heights at a distance along the direction.
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "a tolerance")]
    pub(super) fn spacing(&self, distance: i64) -> i128 {
        (distance as f64 * self.length) as i128
    }

    /// The least and the largest height of points above `from`, 0 included.
    pub(super) fn span<'p>(&self, from: &Node<D>, points: impl Iterator<Item = &'p Node<D>>) -> [i128; 2] {
        points.fold([0, 0], |[low, high], point| {
            let height = self.height(&difference(point, from));
            [low.min(height), high.max(height)]
        })
    }
}

#[cfg(test)]
mod tests;
