//! A shape with a ball added around it.

use crate::error::{Error, check_length};
use crate::scalar::{Scalar, ulps};
use crate::support::{RoundingBound, Support, forward_core, raised};
use crate::{construction::Construction, tolerance};

/// A shape with a ball added around it, their Minkowski sum: the same core with a larger margin.
///
/// ```
/// use gjk::{SupportExt, distance, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// let rounded = Cuboid::new(Vector2::new(1.0, 1.0))?.swollen(0.5)?;
/// let point = Ball::point(Point2::new(4.0, 5.0))?;
/// assert_eq!(distance(&rounded, &point).distance, 4.5);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "super::written::Swollen<S, T, D>",
        bound(
            deserialize = "S: Support<D, Scalar = T> + serde::Deserialize<'de>, T: Scalar + serde::Deserialize<'de>"
        )
    )
)]
pub struct Swollen<S, T, const D: usize> {
    shape: S,
    /// The added margin.
    radius: T,
    /// The added margin and the shape's own.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    margin: T,
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    rounding: Option<RoundingBound<T>>,
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Swollen<S, T, D> {
    pub(crate) fn new(shape: S, margin: T) -> Result<Self, Error> {
        check_length(&margin, "margin")?;
        let radius = margin;
        let margin = shape.margin() + radius.clone();
        check_length(&margin, "margin")?;
        // The sum of the margins is rounded.
        let rounding = shape.rounding().and_then(|inner| {
            let margin = raised(tolerance::RAISED, inner.margin.clone() + ulps(tolerance::ONE_SUM, &margin));
            RoundingBound { margin, ..inner }.nested()
        });
        Ok(Self { shape, radius, margin, rounding })
    }

    /// The shape before it was swollen.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The radius of the ball that was added.
    pub fn radius(&self) -> T {
        self.radius.clone()
    }
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Support<D> for Swollen<S, T, D> {
    type Scalar = T;
    forward_core!(D, T, |swollen| swollen.shape);
    fn margin(&self) -> T {
        self.margin.clone()
    }
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.rounding.clone()
    }
    fn construction(&self) -> Option<Construction<T, D>> {
        Some(self.shape.construction()?.swollen(&self.radius))
    }
}
