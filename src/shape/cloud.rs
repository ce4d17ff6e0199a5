//! The hull of many points.
//!
//! A dot product of large coordinates has the rounding of large numbers, however small the shape is. So the points are
//! kept relative to an anchor `c`, chosen in each coordinate so that `p − c` is *exact*: the smallest value in
//! magnitude if all values are in `[c, 2c]` (Pat H. Sterbenz, Floating-Point Computation, 1974). Otherwise the shape is
//! about as large as its distance from the origin, and c = 0.

use super::direction_index::DirectionIndex;
use crate::error::{Error, check_vector};
use crate::scalar::{Scalar, difference, dimension, dot, halfway, largest, max, ulps};
use crate::support::{RoundingBound, Support, SupportOffset};
use crate::{construction::Construction, coordinates::Coordinates, tolerance, vertex::VertexId};
use alloc::vec::Vec;
use core::array;
use core::fmt;
use core::hint::select_unpredictable;
use nalgebra::{Point, SVector};

/// The convex hull of a list of points in any order; repeated and interior ones are allowed.
///
/// Complexity: O(n) for a support point; with an [index](PointCloud::indexed) about as much as for ten points.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::PointCloud};
/// let p = |x: f64, y: f64| Point2::new(x, y);
/// let a = PointCloud::new([p(4.0, 5.0), p(4.0, 11.0), p(9.0, 9.0)])?;
/// let b = PointCloud::new([p(3.0, 0.0), p(12.0, 0.0), p(7.0, 0.5), p(4.0, 2.0)])?;
/// assert_eq!(distance(&a, &b).points, [p(4.0, 5.0), p(4.0, 2.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "super::written::PointCloud<T, D>"))]
pub struct PointCloud<T: Scalar, const D: usize> {
    anchor: Point<T, D>,
    offsets: Vec<SVector<T, D>>,
    /// The offsets in groups of four, coordinate by coordinate; the first one fills up. Empty with an index.
    fours: Vec<[[T; 4]; D]>,
    index: Option<DirectionIndex<T, D>>,
    /// The middle of the least and the largest coordinates, less the anchor.
    middle: SVector<T, D>,
    /// The largest absolute coordinate relative to the middle.
    reach: T,
}

impl<T: Scalar, const D: usize> fmt::Debug for PointCloud<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PointCloud")
            .field("points", &self.points().collect::<Vec<_>>())
            .field("indexed", &self.is_indexed())
            .finish()
    }
}

impl<T: Scalar, const D: usize> PointCloud<T, D> {
    /// The hull of the points.
    ///
    /// # Errors
    /// If there are none (or more than 2³² − 2), or a coordinate is not finite (or too large).
    pub fn new(points: impl IntoIterator<Item = impl Coordinates<T, D>>) -> Result<Self, Error> {
        Self::of(&points.into_iter().map(Coordinates::point).collect::<Vec<_>>())
    }

    /// Compiled once, whatever iterator the points come from.
    fn of(points: &[Point<T, D>]) -> Result<Self, Error> {
        let Some(first) = points.first() else { return Err(Error::Empty("points")) };
        if u32::try_from(points.len()).is_err() {
            return Err(Error::OutOfRange("number of points"));
        }
        for (k, point) in (0..).zip(points) {
            check_vector(&point.coords, "point").map_err(|_| Error::PointOutOfRange(k))?;
        }

        let (mut low, mut high) = (first.clone(), first.clone());
        for p in points {
            for k in 0..D {
                if p[k] < low[k] {
                    low[k] = p[k].clone();
                }
                if p[k] > high[k] {
                    high[k] = p[k].clone();
                }
            }
        }
        let anchor = Point::from(SVector::from_fn(|k, _| anchor(&low[k], &high[k])));
        let middle = halfway(&(&low - &anchor), &(&high - &anchor));
        let offsets: Vec<SVector<T, D>> = points.iter().map(|p| p - &anchor).collect();
        let fours = offsets.chunks(4).map(|four| in_coordinates(four, &offsets[0])).collect();
        let reach = offsets.iter().fold(T::zero(), |m, p| max(m, largest(&(p - &middle))));
        Ok(Self { anchor, offsets, fours, index: None, middle, reach })
    }

    /// This hull with an index of its points by direction, for a shape that is queried more than once.
    ///
    /// Answers stay the same, and support points of large clouds get much cheaper. Building the index takes about as
    /// long as 10·n support points without it. Small clouds (less than 64 points, or 32 in `f64`) get none.
    ///
    /// ```
    /// use gjk::{SupportExt, distance, nalgebra::{Point3, Vector3}, shape::PointCloud};
    /// // A spiral of 500 points around a ball.
    /// let points = (0..500).map(|k| {
    ///     let (y, turn) = (f64::from(k) / 250.0 - 0.998, f64::from(k) * 2.4);
    ///     let r = (1.0 - y * y).sqrt();
    ///     Point3::new(r * turn.cos(), y, r * turn.sin())
    /// });
    /// let cloud = PointCloud::new(points)?;
    /// let indexed = cloud.clone().indexed();
    /// let other = cloud.clone().posed(Vector3::new(2.5, 0.3, 0.1))?;
    /// assert_eq!(distance(&cloud, &other).distance, distance(&indexed, &other).distance);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn indexed(self) -> Self {
        let index = DirectionIndex::new(&self.offsets);
        let fours = if index.is_some() { Vec::new() } else { self.fours };
        Self { fours, index, ..self }
    }

    /// Returns whether it has an index.
    pub fn is_indexed(&self) -> bool {
        self.index.is_some()
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Always false: a cloud has at least one point.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// The points, exactly as they were given.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Point<T, D>> + '_ {
        self.offsets.iter().map(|offset| &self.anchor + offset)
    }

    /// The points less the anchor, which is exact.
    pub(super) fn offsets(&self) -> &[SVector<T, D>] {
        &self.offsets
    }

    pub(super) fn at(&self, number: u32) -> Point<T, D> {
        &self.anchor + &self.offsets[number as usize]
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn anchor(&self) -> &Point<T, D> {
        &self.anchor
    }

    /// A point relative to another. The id is less than [`len`](Self::len).
    #[cfg_attr(fast, inline(always))]
    pub(super) fn offset_from(&self, id: VertexId, from: &Point<T, D>) -> SupportOffset<T, D> {
        SupportOffset { offset: &self.offsets[id.0 as usize] + (&self.anchor - from), id }
    }

    pub(super) fn size(&self) -> T {
        self.points().map(|point| largest(&point.coords)).fold(T::zero(), max)
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn farthest(&self, direction: &SVector<T, D>) -> u32 {
        match &self.index {
            None if self.fours.len() <= FEW => farthest_in_lanes(&self.fours, direction),
            None => scan(&self.fours, direction),
            Some(index) => {
                let (first, more) = index.candidates(direction);
                farthest(first, more, |point| self.offsets[point as usize].dot(direction))
            }
        }
    }
}

/// The most groups of four to compare inline.
const FEW: usize = 8;

#[inline(never)]
fn scan<T: Scalar, const D: usize>(fours: &[[[T; 4]; D]], direction: &SVector<T, D>) -> u32 {
    farthest_in_lanes(fours, direction)
}

/// Scans compiled with the library, for speed, also for a program that is built for size.
#[used]
static SCANS: (Scans<f32>, Scans<f64>) = ((scan, scan, scan), (scan, scan, scan));
type Scan<T, const D: usize> = fn(&[[[T; 4]; D]], &SVector<T, D>) -> u32;
type Scans<T> = (Scan<T, 2>, Scan<T, 3>, Scan<T, 4>);

/// Four points, coordinate by coordinate; `first` fills up.
pub(super) fn in_coordinates<T: Scalar, const D: usize>(four: &[SVector<T, D>], first: &SVector<T, D>) -> [[T; 4]; D] {
    array::from_fn(|k| array::from_fn(|i| four.get(i).unwrap_or(first)[k].clone()))
}

/// The dot products of four points with `direction`, which the processor can compute at once.
#[cfg_attr(fast, inline(always))]
fn reaches<T: Scalar, const D: usize>(four: &[[T; 4]; D], direction: &SVector<T, D>) -> [T; 4] {
    let along = |k: usize, i: usize| four[k][i].clone() * direction[k].clone();
    (1..D).fold(array::from_fn(|i| along(0, i)), |sum: [T; 4], k| array::from_fn(|i| sum[i].clone() + along(k, i)))
}

/// The number of a point that reaches farthest, of groups of four: first the best of each lane, then
/// the best of these. No branch depends on the farthest point, which cannot be predicted.
#[cfg_attr(fast, inline(always))]
fn farthest_in_lanes<T: Scalar, const D: usize>(fours: &[[[T; 4]; D]], direction: &SVector<T, D>) -> u32 {
    let Some((four, others)) = fours.split_first() else { return 0 };
    let (mut best, mut reached) = ([0, 1, 2, 3], reaches(four, direction));
    let mut first = 0;
    for four in others {
        first += 4;
        let reaches = reaches(four, direction);
        let farther: [bool; 4] = array::from_fn(|i| reaches[i] > reached[i]);
        let points = [first, first + 1, first + 2, first + 3];
        best = array::from_fn(|i| select_unpredictable(farther[i], points[i], best[i]));
        reached = array::from_fn(|i| max(reached[i].clone(), reaches[i].clone()));
    }
    winner(best, reached).0
}

/// The first of the points that reach farthest, for points that are not side by side in memory.
#[cfg_attr(fast, inline(always))]
fn farthest<T: Scalar>(first: [u32; 4], more: &[[u32; 4]], reach: impl Fn(u32) -> T) -> u32 {
    let (mut best, mut reached) = winner(first, first.map(&reach));
    for points in more {
        let (point, reach) = winner(*points, points.map(&reach));
        best = select_unpredictable(reach > reached, point, best);
        reached = max(reached, reach);
    }
    best
}

/// The first of four points that reach farthest, in pairs, and its reach.
#[cfg_attr(fast, inline(always))]
fn winner<T: Scalar>(points: [u32; 4], [a, b, c, d]: [T; 4]) -> (u32, T) {
    let ab = select_unpredictable(b > a, points[1], points[0]);
    let cd = select_unpredictable(d > c, points[3], points[2]);
    let (left, right) = (max(a, b), max(c, d));
    (select_unpredictable(right > left, cd, ab), max(left, right))
}

/// A number that can be subtracted from all numbers in `[low, high]` without rounding.
fn anchor<T: Scalar>(low: &T, high: &T) -> T {
    if *low > T::zero() && *high <= low.clone() + low.clone() {
        low.clone()
    } else if *high < T::zero() && *low >= high.clone() + high.clone() {
        high.clone()
    } else {
        T::zero()
    }
}

impl<T: Scalar, const D: usize> Support<D> for PointCloud<T, D> {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        &self.anchor + &self.offsets[self.farthest(direction) as usize]
    }

    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        self.offset_from(VertexId(self.farthest(direction)), from)
    }

    fn center(&self) -> Option<Point<T, D>> {
        Some(&self.anchor + &self.middle)
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.reach.clone() + largest(&(&self.middle + (&self.anchor - from)))
    }

    #[cfg_attr(fast, inline(always))]
    fn level(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> T {
        let most = |[a, b, c, d]: [T; 4]| max(max(a, b), max(c, d));
        let reach = match &self.fours[..] {
            [four] => most(reaches(four, direction)),
            [four, others] => {
                let ([a, b, c, d], [e, f, g, h]) = (reaches(four, direction), reaches(others, direction));
                most([max(a, e), max(b, f), max(c, g), max(d, h)])
            }
            _ => dot(&self.offsets[self.farthest(direction) as usize], direction),
        };
        reach + dot(&difference(&self.anchor.coords, &from.coords), direction)
    }

    /// A comparison of dot products of offsets, and two sums. With an index, also dot products with the corners of a
    /// cell, and a comparison with its border (docs/proof.md).
    fn rounding(&self) -> Option<RoundingBound<T>> {
        let d = dimension::<D>();
        let compared = if self.index.is_some() { tolerance::indexed(d) } else { tolerance::compared(d) };
        let size = self.reach.clone() + largest(&self.middle);
        Some(RoundingBound { fixed: ulps(compared, &size), ..RoundingBound::units(tolerance::ONE_SUM) })
    }

    #[cfg_attr(fast, inline(always))]
    fn recall(&self, VertexId(point): VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        Some(self.offsets.get(point as usize)? + (&self.anchor - from))
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        u32::try_from(self.offsets.len()).ok()
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Points(self.points().collect()))
    }
}
