//! What a shape is, exactly.
//!
//! A support mapping answers in rounded numbers. A proof needs to know what they were rounded from: points and
//! matrices as they were written. That is what a [`Construction`] tells: which points, and what was done to them.

use crate::pose::Pose;
use crate::scalar::Scalar;
use alloc::boxed::Box;
use alloc::vec::Vec;
use nalgebra::{Point, SVector};

/// How a shape is made of points: the exact set that its support mapping rounds.
///
/// Numbers are taken as written. A pose maps p to M·p + t without rounding, with M its matrix or, where it was made
/// [of a quaternion](Pose::from_quaternion) q, the exactly orthogonal R(q) / |q|²; it turns a margin into one of the
/// same radius times its scale.
///
/// ```
/// use gjk::{Construction, Support, nalgebra::Vector2, shape::Cuboid};
/// let swollen = Cuboid::new(Vector2::new(1.0, 2.0))?.swollen(0.5)?;
/// let cuboid = Construction::Cuboid(Vector2::new(1.0, 2.0));
/// assert_eq!(swollen.construction(), Some(Construction::Swollen(Box::new(cuboid), 0.5)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Construction<T: Scalar, const D: usize> {
    /// The hull of points.
    Points(Vec<Point<T, D>>),
    /// A box with these half extents, centred on the origin.
    Cuboid(SVector<T, D>),
    /// The Minkowski sum of two sets.
    Sum(Box<[Self; 2]>),
    /// The hull of sets.
    Hull(Vec<Self>),
    /// The image of a set.
    Posed(Box<Self>, Pose<T, D>),
    /// A set with a ball of this radius around each of its points.
    Swollen(Box<Self>, T),
}

impl<T: Scalar, const D: usize> Construction<T, D> {
    /// One point.
    pub(crate) fn point(at: &Point<T, D>) -> Self {
        Self::Points([at.clone()].into())
    }

    /// This, swollen, unless by nothing.
    pub(crate) fn swollen(self, margin: &T) -> Self {
        if margin.is_zero() { self } else { Self::Swollen(Box::new(self), margin.clone()) }
    }
}
