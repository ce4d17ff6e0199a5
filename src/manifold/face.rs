//! A face: its view along a normal, the places it shares with another face, and its edges' ids.

use crate::scalar::{Real, dimension, whole};
use crate::support::Support;
use crate::tolerance;
use crate::vertex::VertexId;
use nalgebra::{Point, SVector, Vector2};

/// The error of places across a normal, at unit scale.
pub(super) fn rounding<T: Real>() -> T {
    whole::<T>(tolerance::ACROSS) * T::epsilon()
}

/// The source of a face: a shape, relative to a point and scaled.
pub(super) struct Source<'s, T: Real, const D: usize> {
    pub(super) shape: &'s dyn Support<D, Scalar = T>,
    pub(super) from: &'s Point<T, D>,
    pub(super) scale: &'s T,
}

/// The face of a shape that is farthest along a direction, and its view along a normal.
pub(super) trait Face<T: Real, const D: usize> {
    /// An empty face of shape A (0) or B (1).
    fn new(side: u32) -> Self
    where
        Self: Sized;

    /// Asks a shape for its face. False if it has too many vertices.
    fn take(&mut self, source: &Source<'_, T, D>, direction: &SVector<T, D>) -> bool;

    /// Views it along a normal.
    fn see(&mut self, basis: &Basis<T, D>);

    /// Moves a line on a curved side that is seen beside the contact's point there: its normal is known to √ε only.
    fn aim(&mut self, _: &Source<'_, T, D>, _: &Basis<T, D>) {}

    /// Returns whether it may be a polygon on the rim of a curved face.
    fn may_be_rim(&self) -> bool {
        false
    }

    /// Adds the points of a rim that hold centers beyond one side of its polygon. Returns whether there are any.
    fn widen(&mut self, _: &Source<'_, T, D>, _: &Basis<T, D>, _: &[Option<Vector2<T>>; 2]) -> bool {
        false
    }

    /// Its slope across the present normal, if it has a normal of its own.
    fn slope(&self) -> Option<Vector2<T>>;

    /// The width of the face over its length. Rounding turns the normal of a thin face by more.
    fn width(&self) -> T {
        T::one()
    }

    /// A lower bound on the reach of a vertex along a direction.
    fn reach(&self, direction: &SVector<T, D>) -> T;

    /// The surface over a place, with a margin that is not zero; below if `sign` is −1. `None` beside the face.
    fn surface(&self, sign: &T, at: &Vector2<T>, margin: &T) -> Option<Surface<T>>;
}

/// Faces whose overlap can be found, with less than `SPOTS` corners.
pub(super) trait Overlap<T: Real, const D: usize, const SPOTS: usize>: Face<T, D> {
    /// Calls a function with each corner of the faces' overlap, seen along the present normal, and the square of the
    /// sideways distance of two segments there. A half-space has no face: then with all corners of B's, above height 0.
    fn overlap(a: Option<&Self>, b: &Self, each: &mut impl FnMut(Spot<T>, T));

    /// Returns whether one is a line that may be along a part of the other, up to a turn by √ε.
    fn may_share_a_line(_: &Self, _: &Self) -> bool {
        false
    }
}

/// A contact candidate: a place across the normal where both faces are.
#[derive(Clone)]
pub(super) struct Spot<T> {
    pub(super) at: Vector2<T>,
    /// The heights of the surfaces of A and B.
    pub(super) heights: [T; 2],
    /// Their distance.
    pub(super) apart: T,
    pub(super) id: u64,
}

impl<T: Real> Spot<T> {
    pub(super) fn new(at: Vector2<T>, heights: [T; 2], id: u64) -> Self {
        let apart = heights[1].clone() - heights[0].clone();
        Self { at, heights, apart, id }
    }
}

/// Coordinates in which a normal is up. In the plane there is one axis across it.
#[derive(Clone)]
pub(super) struct Basis<T, const D: usize> {
    pub(super) across: [SVector<T, D>; 2],
    pub(super) up: SVector<T, D>,
}

impl<T: Real, const D: usize> Basis<T, D> {
    /// The first axis in space is the same for the opposite normal.
    pub(super) fn new(up: SVector<T, D>) -> Self {
        let mut across = [SVector::zeros(), SVector::zeros()];
        if D == 2 {
            across[0][0] = up[1].clone();
            across[0][1] = -up[0].clone();
        } else if D == 3 {
            // An axis at an angle to all coordinate axes, because many shapes have sides along them, and to the normal.
            let two = whole::<T>(2);
            let askew = |components: [T; 3]| SVector::<T, D>::from_fn(|k, _| components[k].clone());
            let mut axis = askew([two.clone(), whole(3), whole(5)]);
            let mut along = axis.dot(&up);
            if along.clone() * along.clone() > whole(30) {
                axis = askew([whole(5), -two, whole(3)]);
                along = axis.dot(&up);
            }
            let first = axis - &up * along;
            let first = &first * (T::one() / first.dot(&first).sqrt());
            let [[x, y, z], [a, b, c]] = [&up, &first].map(|v| [0, 1, 2].map(|k| v[k].clone()));
            let second = [y.clone() * c.clone() - z.clone() * b.clone(), z * a.clone() - x.clone() * c, x * b - y * a];
            across = [first, SVector::from_fn(|k, _| second[k].clone())];
        }
        Self { across, up }
    }

    pub(super) fn across(&self, offset: &SVector<T, D>) -> Vector2<T> {
        let second = if D == 2 { T::zero() } else { self.across[1].dot(offset) };
        Vector2::new(self.across[0].dot(offset), second)
    }

    pub(super) fn offset(&self, at: &Vector2<T>, height: &T) -> SVector<T, D> {
        let mut offset = &self.up * height.clone() + &self.across[0] * at.x.clone();
        if D > 2 {
            offset += &self.across[1] * at.y.clone();
        }
        offset
    }

    /// The unit normal of a plane that rises with these slopes across the axes.
    pub(super) fn normal(&self, slope: &Vector2<T>) -> SVector<T, D> {
        let normal = self.offset(&-slope, &T::one());
        let length = normal.dot(&normal).sqrt();
        normal * (T::one() / length)
    }
}

/// Returns whether a segment is seen as a point, given the square of its reach across the normal, and its reach
/// along it.
pub(super) fn is_upright<T: Real>(square: &T, rise: T) -> bool {
    let least = whole::<T>(tolerance::UPRIGHT) * T::epsilon() * rise;
    *square <= least.clone() * least
}

/// An id of 26 bits for the edge between two vertices of a shape, in any order. Above 2¹² it is a hash.
pub(super) fn name(side: u32, v: VertexId, w: VertexId) -> u32 {
    let [low, high] = if v.0 < w.0 { [v.0, w.0] } else { [w.0, v.0] };
    let edge = if high < 1 << 12 {
        low << 12 | high
    } else {
        let mixed = u64::from(low) << 32 | u64::from(high);
        // Donald E. Knuth, The Art of Computer Programming 3, 1973: multiplicative hashing.
        let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        1 << 24 | u32::try_from(mixed).unwrap_or(0)
    };
    side << 25 | edge
}

/// The surface over a place.
pub(super) struct Surface<T> {
    pub(super) height: T,
    /// The ball that this surface belongs to: its center's place and height. `None` if it is the shape's highest part.
    pub(super) foot: Option<(Vector2<T>, T)>,
}

/// The side of an edge that a point is on, times the edge's length: positive inside of a counter-clockwise polygon.
pub(super) fn inside<T: Real>(from: &Vector2<T>, way: &Vector2<T>, point: &Vector2<T>) -> T {
    way.x.clone() * (point.y.clone() - from.y.clone()) - way.y.clone() * (point.x.clone() - from.x.clone())
}

/// Returns whether a point is on the outer side of an edge, or on the edge up to rounding.
pub(super) fn is_at_or_beyond<T: Real>(from: &Vector2<T>, way: &Vector2<T>, point: &Vector2<T>) -> bool {
    inside(from, way, point) <= rounding::<T>() / whole(4) * (way.x.abs() + way.y.abs())
}

/// The id of a contact's own point, where no corner of the overlap is as deep.
pub(super) const WITNESS: u64 = 1 << 52;

/// The id of the place where two edges meet.
#[inline]
pub(super) fn meeting([p, q]: [u32; 2]) -> u64 {
    u64::from(p.min(q)) << 26 | u64::from(p.max(q))
}

/// Returns whether one of the two edges of a meeting has a hashed id, which another edge may have, too.
pub(super) fn is_mixed(meeting: u64) -> bool {
    meeting & (1 << 24 | 1 << 50) != 0
}

/// Returns whether faces are clipped in this dimension.
pub(super) fn is_flat_or_solid<const D: usize>() -> bool {
    matches!(dimension::<D>(), 2 | 3)
}
