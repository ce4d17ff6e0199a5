//! The constructor of cylinders and cones, in two calls that name both lengths: first the radius, then the height.

use crate::error::Error;
use crate::scalar::{Real, whole};

/// A cylinder or a cone whose height is still missing: see [`Cylinder::with_radius`](super::Cylinder::with_radius) and
/// [`Cone::with_radius`](super::Cone::with_radius).
#[derive(Clone, Copy, Debug)]
#[must_use = "it becomes a shape with `height` or `half_height`"]
pub struct Upright<S, T> {
    pub(super) radius: T,
    /// Makes the shape of a radius and half a height.
    pub(super) make: fn(T, T) -> Result<S, Error>,
}

impl<S, T: Real> Upright<S, T> {
    /// Makes the shape with this height, half of it above the origin.
    ///
    /// # Errors
    /// If the radius or the height is negative, not finite or too large.
    pub fn height(self, height: T) -> Result<S, Error> {
        self.half_height(height / whole(2))
    }

    /// Makes the shape with this half height.
    ///
    /// # Errors
    /// If the radius or the height is negative, not finite or too large.
    pub fn half_height(self, half_height: T) -> Result<S, Error> {
        (self.make)(self.radius, half_height)
    }
}

/// No shape implements this trait. Its error message tells a caller of `new` to name the lengths.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "which length is the radius, and which the height?",
    label = "write `with_radius(radius).half_height(half_height)`, or `.height(height)`"
)]
pub trait LengthsHaveNames {}
