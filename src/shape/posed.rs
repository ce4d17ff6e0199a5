//! A shape somewhere else: turned, scaled, moved.

use crate::construction::Construction;
use crate::error::{Error, check_length};
use crate::pose::Pose;
use crate::scalar::{Scalar, dimension, largest, times, ulps};
use crate::support::{Extreme, Parallelotope, Rounding, Support};
use alloc::boxed::Box;
use nalgebra::{Point, SVector};
use num_traits::{One, Zero};

/// The image of a shape under a [`Pose`]. Made by [`Support::posed`].
///
/// The translation is kept apart from the turned point until the point it is seen from has been
/// subtracted: two shapes far from the coordinate origin and near each other lose nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed<S, T: Scalar, const D: usize> {
    shape: S,
    pose: Pose<T, D>,
    margin: T,
    /// The image of the shape's center, without the translation.
    center: SVector<T, D>,
    /// A bound on the distance, in the largest component, of the image from its center.
    reach: T,
    /// How much of [`Support::rounding`] comes from turning the shape, wherever it is seen from; zero where nothing is
    /// known.
    turning: Option<T>,
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Posed<S, T, D> {
    pub(crate) fn new(shape: S, pose: Pose<T, D>) -> Result<Self, Error> {
        pose.check()?;
        let inner = shape.center().unwrap_or_else(Point::origin);
        let extent = shape.extent(&inner);
        let widest = pose.widest();
        let posed = Self {
            margin: shape.margin() * pose.scale.clone(),
            center: turn(&pose, &inner.coords),
            turning: shape.rounding().and_then(|inner| turning(&pose, &widest, &inner, &shape)),
            reach: widest * extent,
            shape,
            pose,
        };
        check_length(&posed.margin, "margin after its pose")?;
        check_length(&posed.extent(&Point::origin()), "extent after its pose")?;
        Ok(posed)
    }

    /// The shape before it was posed.
    pub fn shape(&self) -> &S {
        &self.shape
    }
}

/// What the parts of turning a shape contribute to its rounding (docs/proof.md): that of the shape itself, and of three
/// products with the matrix, each of D terms; and three times what the entries of a rounded matrix are off by, which is
/// at most 5·ε.
///
/// Nothing is known of shapes and images so small that what falls below the normal numbers would count once another
/// pose has made them large; and of such large ones made small, where directions fall below them.
fn turning<S: Support<D>, const D: usize>(
    pose: &Pose<S::Scalar, D>,
    widest: &S::Scalar,
    inner: &Rounding<S::Scalar>,
    shape: &S,
) -> Option<S::Scalar> {
    let (size, margin) = (shape.extent(&Point::origin()), shape.margin());
    let (epsilon, one) = (S::Scalar::epsilon(), S::Scalar::one());
    let square = epsilon.clone() * epsilon.clone();
    let vanishes = |length: S::Scalar| (length * square.clone() * epsilon.clone()).is_zero();
    let tiny = |length: &S::Scalar, scale: &S::Scalar| {
        !length.is_zero() && (vanishes(length.clone()) || vanishes(length.clone() * scale.clone()))
    };
    let shrinks = times(2, widest) < one && times(1 << 10, &(size.clone() * square.clone())) > one;
    if !epsilon.is_zero() && (tiny(&size, widest) || tiny(&margin, &pose.scale) || shrinks) {
        return None;
    }
    let matrix = if pose.quaternion.is_some() { 15 * dimension::<D>() } else { 0 };
    let products = 3 * (dimension::<D>() + 1) / 2;
    Some(widest.clone() * (inner.of(&size) + ulps(products + matrix, &size)))
}

/// M · p.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn turn<T: Scalar, const D: usize>(pose: &Pose<T, D>, p: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|row, _| {
        (1..D).fold(pose.matrix[(row, 0)].clone() * p[0].clone(), |sum, k| {
            sum + pose.matrix[(row, k)].clone() * p[k].clone()
        })
    })
}

/// Mᵀ · d.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn turn_back<T: Scalar, const D: usize>(pose: &Pose<T, D>, d: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|column, _| {
        (1..D).fold(pose.matrix[(0, column)].clone() * d[0].clone(), |sum, k| {
            sum + pose.matrix[(k, column)].clone() * d[k].clone()
        })
    })
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Support<D> for Posed<S, T, D> {
    type Scalar = T;

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        let local = self.shape.support(&turn_back(&self.pose, direction));
        (turn(&self.pose, &local.coords) + &self.pose.translation).into()
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn extreme(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> Extreme<T, D> {
        let local = self.shape.extreme(&turn_back(&self.pose, direction), &Point::origin());
        let offset = turn(&self.pose, &local.offset) + (&self.pose.translation - &from.coords);
        Extreme { offset, id: local.id }
    }

    #[inline]
    fn margin(&self) -> T {
        self.margin.clone()
    }

    #[inline]
    fn center(&self) -> Option<Point<T, D>> {
        Some((&self.center + &self.pose.translation).into())
    }

    #[inline]
    fn extent(&self, from: &Point<T, D>) -> T {
        self.reach.clone() + largest(&(&self.center + (&self.pose.translation - &from.coords)))
    }

    #[inline]
    fn rounding(&self) -> Option<Rounding<T>> {
        self.turning.clone().map(|fixed| Rounding { fixed, units: 1 })
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn parallelotope(&self, from: &Point<T, D>) -> Option<Parallelotope<T, D>> {
        let Parallelotope { corner, edges } = self.shape.parallelotope(&Point::origin())?;
        let corner = turn(&self.pose, &corner) + (&self.pose.translation - &from.coords);
        Some(Parallelotope { corner, edges: edges.map(|edge| turn(&self.pose, &edge)) })
    }

    #[inline]
    fn vertex_count_hint(&self) -> Option<u32> {
        self.shape.vertex_count_hint()
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Posed(Box::new(self.shape.construction()?), self.pose.clone()))
    }
}
