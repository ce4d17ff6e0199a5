//! Planes between cores that are apart, and bounds on their distance.

use super::state::End;
use crate::scalar::{Quotient, Real, Scalar, dimension, largest, max, times, unit};
use crate::{minkowski::Frame, vertex::first_axis};
use nalgebra::SVector;

/// The goal of an approach, which ends there.
pub(crate) enum Goal<T> {
    /// The verdict on the margins.
    Verdict,
    /// The nearest points.
    Nearest,
    /// The nearest points, or a plane farther than this (at the frame's scale).
    Within(T),
}

impl<T: Scalar> Goal<T> {
    /// `Within` for a limit in the sets' own units, unless no distance can reach it: its square may overflow.
    pub(crate) fn within<const D: usize>(limit: &T, frame: &Frame<T, D>) -> Self {
        let between_cores = limit.clone() * frame.scale.clone() + frame.margin.clone();
        let longest = times(dimension::<D>(), &frame.size);
        if between_cores <= longest { Self::Within(max(T::zero(), between_cores)) } else { Self::Nearest }
    }

    pub(super) fn is_exceeded(&self, square: &Quotient<T>) -> bool {
        matches!(self, Self::Within(limit) if square.exceeds(limit))
    }

    pub(super) fn is_verdict(&self) -> bool {
        matches!(self, Self::Verdict)
    }
}

/// The result of a search for the distance. The nearest feature is the search's simplex.
pub struct Approach<T, const D: usize> {
    /// The end of the search.
    pub end: End,
    /// The farthest separating plane of the cores, where they are apart.
    pub plane: Option<SeparatingPlane<T, D>>,
    /// The distance is more than was asked for, so the search ended early.
    pub beyond: bool,
    /// The newest vertex belongs to the nearest simplex, which holds the origin, perhaps only by rounding.
    pub with_newest: bool,
}

impl<T, const D: usize> Approach<T, D> {
    /// The result of a search that ended before an approach.
    pub(super) fn without_plane(end: End) -> Self {
        Self { end, plane: None, beyond: false, with_newest: end == End::Enclosed }
    }
}

/// A plane with the origin on one side and all of A − B on the other.
#[derive(Clone)]
pub struct SeparatingPlane<T, const D: usize> {
    /// Its normal, from A towards B, of any length.
    pub axis: SVector<T, D>,
    square: Quotient<T>,
}

impl<T: Scalar, const D: usize> SeparatingPlane<T, D> {
    /// The plane with this axis, and the square of its distance from the origin.
    pub fn new(axis: SVector<T, D>, square: Quotient<T>) -> Self {
        Self { axis, square }
    }

    pub(super) fn at_origin(axis: SVector<T, D>) -> Self {
        Self { axis, square: Quotient { over: T::zero(), under: T::one() } }
    }

    /// Returns whether a plane at the distance with this square is farther from the origin.
    pub fn is_nearer_than(&self, other: &Quotient<T>) -> bool {
        self.square.less_than(other)
    }

    /// Returns whether it is farther from the origin than a length.
    pub fn exceeds(&self, length: &T) -> bool {
        self.square.exceeds(length)
    }

    /// Returns whether its normal is so short that its square may have lost digits.
    pub(super) fn is_short(&self) -> bool {
        let square = T::epsilon() * T::epsilon();
        self.square.under < square.clone() * square
    }

    pub(crate) fn is_as_far_as(&self, length: &T) -> bool {
        self.square.over >= length.clone() * length.clone() * self.square.under.clone()
    }
}

impl<T: Real, const D: usize> SeparatingPlane<T, D> {
    pub(crate) fn unit_axis(&self) -> SVector<T, D> {
        let normal = unit(&self.axis);
        if largest(&normal) > T::zero() { normal } else { first_axis() }
    }

    pub(crate) fn distance(&self) -> T {
        self.square.clone().value().sqrt()
    }
}
