//! The exact side of a line on which a point lies.

use super::OutlineError;
use alloc::vec::Vec;
use robust::{Coord, orient2d};

/// Points at a scale at which `robust` is exact: no product of theirs overflows, and none is so small that bits are lost.
pub(super) struct Plane(Vec<Coord<f64>>);

/// The largest coordinate is about two to this power. So products are less than 2¹⁰⁰³.
const SIZE: i32 = 500;
/// A coordinate is 0 or at least two to this power. So all are multiples of 2⁻⁵³⁶, and products multiples of 2⁻¹⁰⁷².
const LEAST: i32 = -484;

impl Plane {
    /// The points, multiplied by a power of two.
    pub(super) fn new(points: &[[f64; 2]]) -> Result<Self, OutlineError> {
        let largest = points.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        let power = SIZE - exponent(largest);
        let factors = [power / 2, power - power / 2].map(power_of_two);
        let scaled = |x: f64| x * factors[0] * factors[1];
        let is_exact = |x: f64| x == 0.0 || scaled(x).abs() >= power_of_two(LEAST);
        for (k, [x, y]) in (0..).zip(points) {
            if !is_exact(*x) || !is_exact(*y) {
                return Err(OutlineError::OutOfRange(k));
            }
        }
        Ok(Self(points.iter().map(|[x, y]| Coord { x: scaled(*x), y: scaled(*y) }).collect()))
    }

    pub(super) fn at(&self, k: u32) -> Coord<f64> {
        self.0[k as usize]
    }

    /// Twice the area of a triangle, with the right sign: positive if it is counter-clockwise, 0 if it is flat.
    pub(super) fn turn(&self, a: u32, b: u32, c: u32) -> f64 {
        orient2d(self.at(a), self.at(b), self.at(c))
    }

    /// Returns whether a point comes before another from left to right, and of two above each other from below.
    pub(super) fn is_before(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.at(a), self.at(b));
        (a.x, a.y) < (b.x, b.y)
    }

    /// The numbers of the points in that order. Equal ones are next to each other.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..).zip(&self.0).map(|(k, _)| k).collect();
        order.sort_unstable_by(|a, b| {
            let (p, q) = (self.at(*a), self.at(*b));
            p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(a.cmp(b))
        });
        order
    }
}

/// The power of two that is not above a number, as an exponent. (Of a number below 2⁻¹⁰²² it is too large, which does no harm.)
fn exponent(x: f64) -> i32 {
    let field = (x.to_bits() >> 52) & 0x7ff;
    i32::try_from(field).unwrap_or(0) - 1023
}

fn power_of_two(power: i32) -> f64 {
    f64::from_bits(u64::try_from(power + 1023).unwrap_or(0) << 52)
}
