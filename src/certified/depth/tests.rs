//! Tests of `src/certified/depth.rs`.

use super::*;

#[test]
fn a_tetrahedron_is_closed_and_grows_to_another_closed_surface() {
    let tetrahedron = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    assert!(border(&tetrahedron).is_empty());
    assert_eq!(border(&tetrahedron[..3]).len(), 3);
    let mut turned = tetrahedron;
    turned[1].swap(0, 2);
    assert_eq!(border(&turned).len(), 3);
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]];
    let grown = grown(&points.map(SVector::<f64, 3>::from), tetrahedron.into());
    assert!(grown.len() == 6 && border(&grown).is_empty(), "{grown:?}");
    assert!(grown.contains(&[1, 2, 4]) && !grown.contains(&[1, 2, 3]), "{grown:?}");
}

#[test]
fn so_does_a_triangle() {
    let triangle = [[0, 1], [1, 2], [2, 0]];
    assert!(border(&triangle).is_empty());
    let points = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let grown = grown(&points.map(SVector::<f64, 2>::from), triangle.into());
    assert!(border(&grown).is_empty());
    assert_eq!(grown, [[0, 1], [2, 0], [1, 3], [3, 2]]);
}
