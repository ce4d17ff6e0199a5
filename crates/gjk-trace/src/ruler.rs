//! Rulers: they convert the numbers of a query to `f64` in the sets' own units.

use crate::vector::{Vector, at_unit_scale, components, dot, wide};
use gjk::Scalar;
use gjk::minkowski::Frame;
use gjk::nalgebra::SVector;
use num_traits::{Float, ToPrimitive};

/// The conversion of a query's numbers to `f64` in the sets' own units.
pub trait Ruler<T, const D: usize> {
    /// A product of `degree` coordinates of the difference.
    fn product(&self, x: &T, degree: u32) -> f64;
    /// `over` / √`square`, a length.
    fn length(&self, over: &T, square: &T) -> f64;
    /// `part` / `whole`, a number without a unit.
    fn share(&self, part: &T, whole: &T) -> f64;
    /// The level of a point of the difference along a direction.
    fn reach(&self, w: &SVector<T, D>, direction: &SVector<T, D>) -> f64;
    /// A direction, of any length.
    fn direction(&self, v: &SVector<T, D>) -> Vector;
    /// A point of one of the shapes.
    fn place(&self, offset: &SVector<T, D>) -> Vector;

    /// A point of the difference.
    fn point(&self, w: &SVector<T, D>) -> Vector {
        w.as_slice().iter().map(|x| self.product(x, 1)).collect()
    }
}

/// Rounded numbers, at the scale of a frame.
#[derive(Debug)]
pub struct Scaled {
    reference: Vector,
    scale: f64,
}

impl Scaled {
    /// The ruler of a query in the coordinates of this frame.
    #[must_use]
    pub fn of<T: Scalar + ToPrimitive, const D: usize>(frame: &Frame<T, D>) -> Self {
        Self { reference: components(&frame.reference.coords), scale: wide(&frame.scale) }
    }
}

impl<T: Scalar + ToPrimitive, const D: usize> Ruler<T, D> for Scaled {
    fn product(&self, x: &T, degree: u32) -> f64 {
        (0..degree).fold(wide(x), |x, _| x / self.scale)
    }

    fn length(&self, over: &T, square: &T) -> f64 {
        wide(over) / Float::sqrt(wide(square)) / self.scale
    }

    fn share(&self, part: &T, whole: &T) -> f64 {
        wide(part) / wide(whole)
    }

    fn reach(&self, w: &SVector<T, D>, direction: &SVector<T, D>) -> f64 {
        let (w, direction) = (self.point(w), at_unit_scale(&components(direction)));
        let length = Float::sqrt(dot(&direction, &direction));
        if length > 0.0 { dot(&w, &direction) / length } else { 0.0 }
    }

    fn direction(&self, v: &SVector<T, D>) -> Vector {
        components(v)
    }

    fn place(&self, offset: &SVector<T, D>) -> Vector {
        self.reference.iter().zip(components(offset)).map(|(r, x)| r + x).collect()
    }
}
