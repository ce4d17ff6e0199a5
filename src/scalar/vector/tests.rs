//! Tests of `src/scalar/vector.rs`.

use super::*;
use nalgebra::Vector2;

#[test]
fn every_length_is_brought_to_1() {
    for length in [1e-44_f32, 1e-38, 1e-20, 1.0, 1e20, 1e38] {
        let u = unit(&(Vector2::new(0.75, -1.0) * length));
        assert!((u - Vector2::new(0.6, -0.8)).norm() < if length < 1e-37 { 0.1 } else { 1e-6 }, "{length:e} {u}");
        assert!((u.norm() - 1.0).abs() < 1e-6, "{length:e} {u}");
    }
    assert_eq!(unit(&Vector2::<f64>::zeros()), Vector2::zeros());
}

#[test]
fn times_counts() {
    assert!((0..100).all(|n| times(n, &1.0) == f64::from(n)));
}
