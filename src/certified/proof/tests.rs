//! Tests of `src/certified/proof.rs`.

use super::*;
use nalgebra::Vector2;

#[test]
fn a_direction_in_integers_is_the_same() {
    for scale in [1.0, 1e-300, 1e300] {
        let [x, y] = in_integers(&Vector2::new(3.0 * scale, -1.5 * scale)).unwrap();
        assert!(x > 1 << 40 && (x + 2 * y).abs() <= 2, "{x} {y}");
    }
    assert_eq!(in_integers(&Vector2::new(0.0, 0.0)), None);
}
