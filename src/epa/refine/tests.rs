//! Tests of `src/epa/refine.rs`.

use super::*;
use nalgebra::{Matrix2, Vector2};

/// The secant equation: the new estimate leads from the change of the slope to the step that made it.
#[test]
fn what_is_learned_explains_the_step() {
    let mut inverse = Matrix2::new(2.0, 0.5, 0.5, 1.0);
    let (step, change) = (Vector2::new(0.3, -0.7), Vector2::new(0.5, -0.25));
    learn(&mut inverse, &step, &change);
    assert!((inverse * change - step).norm() < 1e-15, "{inverse}");
    assert!((inverse - inverse.transpose()).norm() < 1e-15, "{inverse}");
    // A negative curvature teaches nothing.
    let before = inverse;
    learn(&mut inverse, &step, &-change);
    assert_eq!(inverse, before);
}
