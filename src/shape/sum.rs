//! The Minkowski sum of two shapes.

use crate::error::{Error, check_length};
use crate::scalar::{Scalar, largest, ulps};
use crate::support::{RoundingBound, Support, SupportOffset, raised};
use crate::vertex::{VertexId, first_axis};
use crate::{construction::Construction, tolerance};
use alloc::boxed::Box;
use nalgebra::{Point, SVector};

/// The Minkowski sum A + B: all sums of a point of A and a point of B, or A swept over B. Margins add up. The sum with
/// a [`Ball`](crate::shape::Ball) is the same as [`SupportExt::swollen`](crate::SupportExt::swollen), and with a point
/// the same as [`SupportExt::posed`](crate::SupportExt::posed). With a segment it is A, swept along the segment.
///
/// ```
/// use gjk::{distance, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid, Segment, Sum}};
/// let square = Cuboid::new(Vector2::new(1.0_f64, 1.0))?;
/// let way = Segment::new([Point2::new(0.0, 0.0), Point2::new(6.0, 8.0)])?;
/// let swept = Sum::new(square, way)?;
/// let pillar = Ball::at(Point2::new(7.0, 3.0), 0.25)?;
/// assert!((distance(&swept, &pillar).distance - 2.15).abs() < 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<A, B, T: Scalar, const D: usize> {
    summands: (A, B),
    /// The middles of A and B, relative to which each is measured.
    middles: [Point<T, D>; 2],
    /// A bound on the largest component of a point of the sum, less both middles.
    reach: T,
    margin: T,
    rounding: Option<RoundingBound<T>>,
}

impl<A: Support<D, Scalar = T>, B: Support<D, Scalar = T>, T: Scalar, const D: usize> Sum<A, B, T, D> {
    /// The sum of two shapes (or of references to them).
    ///
    /// # Errors
    /// If its margin or its coordinates are too large.
    pub fn new(a: A, b: B) -> Result<Self, Error> {
        let middles = [middle(&a), middle(&b)];
        let extents = [a.extent(&middles[0]), b.extent(&middles[1])];
        let far = largest(&middles[0].coords) + largest(&middles[1].coords);
        let (margin_a, margin_b) = (a.margin(), b.margin());
        let margin = margin_a + margin_b;
        let rounding = a.rounding().zip(b.rounding()).and_then(|(a, b)| {
            // The rounding of the summands, and of the sums. The sum of the middles may cancel.
            let fixed = a.of(&extents[0]) + b.of(&extents[1]) + ulps(tolerance::SUM, &far);
            let margin = a.margin.clone() + b.margin.clone() + ulps(tolerance::ONE_SUM, &margin);
            let round = raised(tolerance::RAISED, a.round.clone() + b.round.clone());
            let (fixed, margin) = (raised(tolerance::RAISED_TWICE, fixed), raised(tolerance::RAISED, margin));
            RoundingBound { fixed, units: tolerance::SUM, margin, round, ..a.with(&b) }.nested()
        });
        let [extent_a, extent_b] = extents;
        let reach = extent_a + extent_b;
        let sum = Self { summands: (a, b), middles, reach, margin, rounding };
        check_length(&sum.margin, "margin of the sum")?;
        check_length(&sum.extent(&Point::origin()), "extent of the sum")?;
        Ok(sum)
    }

    /// The two shapes.
    pub fn summands(&self) -> (&A, &B) {
        (&self.summands.0, &self.summands.1)
    }

    /// The sum of both middles, less `from`.
    fn middle_from(&self, from: &Point<T, D>) -> SVector<T, D> {
        let [a, b] = &self.middles;
        SVector::from_fn(|k, _| sum_of_three(a[k].clone(), b[k].clone(), -from[k].clone()))
    }
}

fn middle<S: Support<D>, const D: usize>(shape: &S) -> Point<S::Scalar, D> {
    shape.center().unwrap_or_else(|| shape.support(&first_axis()))
}

/// x + y + z, the smallest last: if the result is small, the other two cancel exactly (Sterbenz).
fn sum_of_three<T: Scalar>(x: T, y: T, z: T) -> T {
    let [size_x, size_y, size_z] = [x.abs(), y.abs(), z.abs()];
    if size_x <= size_y && size_x <= size_z {
        (y + z) + x
    } else if size_y <= size_z {
        (x + z) + y
    } else {
        (x + y) + z
    }
}

/// One id for a pair of ids: the first in the upper sixteen bits.
#[inline]
pub(super) fn pair(first: u32, second: u32) -> VertexId {
    const LIMIT: u32 = 1 << 16;
    if first < LIMIT && second < LIMIT { VertexId(first << 16 | second) } else { VertexId::NONE }
}

/// The pair of an id.
#[inline]
pub(super) fn split(id: VertexId) -> Option<[VertexId; 2]> {
    (id != VertexId::NONE).then_some([VertexId(id.0 >> 16), VertexId(id.0 & 0xffff)])
}

impl<A: Support<D, Scalar = T>, B: Support<D, Scalar = T>, T: Scalar, const D: usize> Support<D> for Sum<A, B, T, D> {
    type Scalar = T;

    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.support_from(direction, &Point::origin()).offset.into()
    }

    /// Measures each summand from its own middle, and sums the middles less `from` separately. The vertex id has A's in
    /// its upper sixteen bits and B's in its lower; none if one of them does not fit.
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        let a = self.summands.0.support_from(direction, &self.middles[0]);
        let b = self.summands.1.support_from(direction, &self.middles[1]);
        SupportOffset { offset: (a.offset + b.offset) + self.middle_from(from), id: pair(a.id.0, b.id.0) }
    }

    fn margin(&self) -> T {
        self.margin.clone()
    }

    fn roundness(&self) -> T {
        self.summands.0.roundness() + self.summands.1.roundness()
    }

    fn center(&self) -> Option<Point<T, D>> {
        Some(&self.middles[0] + &self.middles[1].coords)
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.reach.clone() + largest(&self.middle_from(from))
    }

    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.rounding.clone()
    }

    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        let [first, second] = split(id)?;
        let a = self.summands.0.recall(first, &self.middles[0])?;
        let b = self.summands.1.recall(second, &self.middles[1])?;
        Some((a + b) + self.middle_from(from))
    }

    /// At most one vertex for every pair.
    fn vertex_count_hint(&self) -> Option<u32> {
        let (a, b) = self.summands();
        Some(a.vertex_count_hint()?.saturating_mul(b.vertex_count_hint()?))
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        let (a, b) = self.summands();
        Some(Construction::Sum(Box::new([a.construction()?, b.construction()?])))
    }
}
