//! Of `src/epa/horizon.rs`.

use super::*;

#[test]
fn a_horizon_is_a_closed_border() {
    let mut horizon = Horizon::<3>::default();
    // Two triangles with a common edge.
    assert!(horizon.find([[0, 1, 2], [0, 1, 3]].into_iter()));
    assert_eq!(horizon.ridges(), [[1, 3, NONE], [1, 2, NONE], [0, 3, NONE], [0, 2, NONE]]);
    // Two that have only a vertex in common: four edges of the border meet there.
    assert!(!horizon.find([[0, 1, 2], [0, 3, 4]].into_iter()));
    // An edge of three triangles; a whole tetrahedron; nothing.
    assert!(!horizon.find([[0, 1, 2], [0, 1, 3], [0, 1, 4]].into_iter()));
    assert!(!horizon.find([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].into_iter()));
    assert!(!horizon.find([].into_iter()));
    let mut border = Horizon::<2>::default();
    assert!(border.find([[0, 1], [1, 2]].into_iter()));
    assert_eq!(border.ridges(), [[2, NONE], [0, NONE]]);
}
