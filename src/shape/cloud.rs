//! The hull of many points, scanned fast.
//!
//! # Layout
//!
//! Points are stored in blocks of [`LANES`], one array a coordinate, so that the dot products of a block are
//! a few multiplications and additions of whole vector registers. Blocks are scanned in groups: within a
//! group only the largest product is kept, a maximum a lane without any branch; only the group that held the
//! winner is looked at again to find which point it was.
//!
//! # Far from the coordinate origin
//!
//! A dot product of large coordinates rounds at their size, not at the shape's. So the points are kept
//! relative to an anchor `c`, chosen in each coordinate so that `p − c` is *exact*: where all values lie
//! in `[c, 2c]` (c the one smallest in absolute value) Sterbenz's lemma says that the difference is (Pat H.
//! Sterbenz, Floating-Point Computation, 1974); elsewhere the shape is near the origin on the scale of its
//! own size, and c = 0.

use crate::error::{Error, check_vector};
use crate::scalar::{Scalar, halfway, largest, max};
use crate::support::{Extreme, Support, VertexId};
use alloc::vec::Vec;
use nalgebra::{Point, SVector};

/// Points in a block: two registers of `f64`, one of `f32`, on any 128-bit vector unit.
const LANES: usize = 4;
/// Blocks in a group.
const GROUP: usize = 8;

type Block<T, const D: usize> = [[T; LANES]; D];

/// The convex hull of a list of points in any order; repeated and interior ones are allowed.
///
/// Complexity: a support point costs O(n), with a small constant (see docs/performance.md).
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::PointCloud};
/// let p = |x: f64, y: f64| Point2::new(x, y);
/// let a = PointCloud::new([p(4.0, 5.0), p(4.0, 11.0), p(9.0, 9.0)])?;
/// let b = PointCloud::new([p(3.0, 0.0), p(12.0, 0.0), p(7.0, 0.5), p(4.0, 2.0)])?;
/// assert_eq!(distance(&a, &b).points, [p(4.0, 5.0), p(4.0, 2.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PointCloud<T: Scalar, const D: usize> {
    anchor: Point<T, D>,
    /// Points less the anchor; the last block is filled up with copies of the last point.
    blocks: Vec<Block<T, D>>,
    len: usize,
    /// Half way between the least and the largest coordinates, less the anchor.
    middle: SVector<T, D>,
    /// The largest absolute coordinate, less the middle.
    reach: T,
}

impl<T: Scalar, const D: usize> PointCloud<T, D> {
    /// The hull of the points.
    ///
    /// # Errors
    /// If there are none (or more than 2³² − 2), or a coordinate is not finite (or too large).
    pub fn new(points: impl IntoIterator<Item = Point<T, D>>) -> Result<Self, Error> {
        let points: Vec<Point<T, D>> = points.into_iter().collect();
        let Some(first) = points.first() else { return Err(Error::Empty("points")) };
        if u32::try_from(points.len()).is_err() {
            return Err(Error::OutOfRange("number of points"));
        }
        points.iter().try_for_each(|p| check_vector(&p.coords, "point"))?;

        let (mut low, mut high) = (first.clone(), first.clone());
        for p in &points {
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
        let offset = |p: &Point<T, D>| p - &anchor;
        let last = points.len() - 1;
        let blocks = (0..points.len().div_ceil(LANES))
            .map(|block| {
                core::array::from_fn(|k| {
                    core::array::from_fn(|lane| offset(&points[(block * LANES + lane).min(last)])[k].clone())
                })
            })
            .collect();
        let middle = halfway(&offset(&low), &offset(&high));
        let reach = points.iter().fold(T::zero(), |m, p| max(m, largest(&(offset(p) - &middle))));
        Ok(Self { anchor, blocks, len: points.len(), middle, reach })
    }

    /// How many points were given.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a cloud has at least one point.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Point number `index` of those given, exactly as it was given.
    pub fn point(&self, index: usize) -> Option<Point<T, D>> {
        (index < self.len).then(|| &self.anchor + self.offset(index))
    }

    /// The points, in the order they were given.
    pub fn points(&self) -> impl Iterator<Item = Point<T, D>> + '_ {
        (0..self.len).map(|index| &self.anchor + self.offset(index))
    }

    #[inline]
    fn offset(&self, index: usize) -> SVector<T, D> {
        let block = &self.blocks[index / LANES];
        SVector::from_fn(|k, _| block[k][index % LANES].clone())
    }

    /// The index of a point farthest along `direction`.
    #[inline]
    fn farthest(&self, direction: &SVector<T, D>) -> usize {
        let mut winner = 0;
        if self.blocks.len() > GROUP {
            let mut reached: Option<T> = None;
            for (k, group) in self.blocks.chunks(GROUP).enumerate() {
                let mut lanes = products(&group[0], direction);
                for block in &group[1..] {
                    let next = products(block, direction);
                    lanes = core::array::from_fn(|l| max(lanes[l].clone(), next[l].clone()));
                }
                let [first, rest @ ..] = lanes;
                let best = rest.into_iter().fold(first, max);
                if reached.as_ref().is_none_or(|r| best > *r) {
                    (reached, winner) = (Some(best), k * GROUP);
                }
            }
        }
        let group = &self.blocks[winner..self.blocks.len().min(winner + GROUP)];
        let mut best = products(&group[0], direction);
        let mut at = [winner; LANES];
        for (k, block) in group.iter().enumerate().skip(1) {
            let next = products(block, direction);
            for l in 0..LANES {
                if next[l] > best[l] {
                    best[l] = next[l].clone();
                    at[l] = winner + k;
                }
            }
        }
        let lane = (1..LANES).fold(0, |b, l| if best[l] > best[b] { l } else { b });
        (at[lane] * LANES + lane).min(self.len - 1)
    }
}

#[inline]
fn products<T: Scalar, const D: usize>(block: &Block<T, D>, direction: &SVector<T, D>) -> [T; LANES] {
    core::array::from_fn(|l| {
        (1..D)
            .fold(block[0][l].clone() * direction[0].clone(), |sum, k| sum + block[k][l].clone() * direction[k].clone())
    })
}

/// A number that can be subtracted from every number in `[low, high]` without rounding.
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

    #[inline]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        &self.anchor + self.offset(self.farthest(direction))
    }

    #[inline]
    fn extreme(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> Extreme<T, D> {
        let index = self.farthest(direction);
        let offset = self.offset(index) + (&self.anchor - from);
        Extreme { offset, id: VertexId(u32::try_from(index).unwrap_or(u32::MAX)) }
    }

    #[inline]
    fn center(&self) -> Option<Point<T, D>> {
        Some(&self.anchor + &self.middle)
    }

    #[inline]
    fn extent(&self, from: &Point<T, D>) -> T {
        self.reach.clone() + largest(&(&self.middle + (&self.anchor - from)))
    }
}
