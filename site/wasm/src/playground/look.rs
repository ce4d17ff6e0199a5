//! The way poses are told, which differs between the plane and space.

use super::D;
use gjk::nalgebra::SVector;
use worlds::{Body, double};

/// A body whose pose can be told in numbers.
pub trait Look {
    /// Where the shape's origin is, from a place, and how it is turned: by the cosine and sine, or the quaternion (w, x, y, z).
    fn pose(&self, from: &SVector<f64, D>) -> Vec<f64>;
}

macro_rules! looks {
    ($($number:ty)*) => { $(
        impl Look for Body<$number, D> {
            fn pose(&self, from: &SVector<f64, D>) -> Vec<f64> {
                let (place, rotation) = (self.shape.pose().translation(), self.rotation);
                let place = place.map(double) - from;
                #[cfg(not(feature = "space"))]
                let turned = [rotation.re, rotation.im];
                #[cfg(feature = "space")]
                let turned = [rotation.w, rotation.i, rotation.j, rotation.k];
                place.iter().copied().chain(turned.map(double)).collect()
            }
        }
    )* };
}
looks! { f32 f64 }
