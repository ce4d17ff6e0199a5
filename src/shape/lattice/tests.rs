//! Tests of `src/shape/lattice.rs`.

use super::*;

#[test]
fn numbers_become_whole_ones() {
    assert_eq!(whole(&1.0_f64), 1 << 57);
    assert_eq!(whole(&-0.75_f32), -(3 << 55));
    assert_eq!(whole(&1e300_f64), MOST);
    assert_eq!([whole(&f64::NAN), whole(&1e-300_f64)], [0, 0]);
}

#[test]
fn sides_are_exact() {
    let far = MOST;
    // A plane through three corners of the range, and its neighbours.
    let [a, b, c] = [[-far, -far, 3 - far], [far, 1 - far, far], [5 - far, far, far]];
    let n = normal([&a, &b, &c]);
    assert_eq!(side(&n, &difference(&b, &c)), Ordering::Equal);
    for (k, component) in n.into_iter().enumerate() {
        let mut up = c;
        up[k] -= 1;
        assert_eq!(side(&n, &difference(&up, &a)), 0.cmp(&component));
    }
}
