//! The radius of a cylinder or a cone, before its height is known: so a call names both lengths.

use crate::error::Error;
use crate::scalar::{Real, whole};

/// A radius that waits for a height: see [`Cylinder::with_radius`](super::Cylinder::with_radius) and
/// [`Cone::with_radius`](super::Cone::with_radius).
#[derive(Clone, Copy, Debug)]
#[must_use = "it becomes a shape with `height` or `half_height`"]
pub struct Upright<S, T> {
    pub(super) radius: T,
    /// Makes the shape of a radius and half a height.
    pub(super) make: fn(T, T) -> Result<S, Error>,
}

impl<S, T: Real> Upright<S, T> {
    /// The shape of this height: half of it is above the origin, half below.
    ///
    /// # Errors
    /// If the radius or the height is negative, not finite or too large.
    pub fn height(self, height: T) -> Result<S, Error> {
        self.half_height(height / whole(2))
    }

    /// The shape of twice this height.
    ///
    /// # Errors
    /// If the radius or the height is negative, not finite or too large.
    pub fn half_height(self, half_height: T) -> Result<S, Error> {
        (self.make)(self.radius, half_height)
    }
}

/// What no shape is: it makes an error of two lengths without names.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "which length is the radius, and which the height?",
    label = "write `with_radius(radius).half_height(half_height)`, or `.height(height)`"
)]
pub trait LengthsHaveNames {}
