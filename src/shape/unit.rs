//! Unit vectors, from vectors of any length.

use crate::scalar::{Real, largest};
use nalgebra::SVector;

/// v / |v|, without overflow or underflow on the way; zero for zero.
#[inline]
pub(super) fn unit<T: Real, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    let size = largest(v);
    if size.is_zero() {
        return SVector::zeros();
    }
    let scaled = v * size.unit_scale();
    let length = scaled.dot(&scaled).sqrt();
    scaled / length
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;

    #[test]
    fn every_length_is_brought_to_1() {
        for length in [1e-44_f32, 1e-38, 1e-20, 1.0, 1e20, 1e38] {
            let u = unit(&(Vector2::new(0.75, -1.0) * length));
            assert!((u - Vector2::new(0.6, -0.8)).norm() < if length < 1e-37 { 0.1 } else { 1e-6 }, "{length:e} {u}");
        }
        assert_eq!(unit(&Vector2::<f64>::zeros()), Vector2::zeros());
    }
}
