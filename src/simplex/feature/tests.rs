//! Tests of `src/simplex/feature.rs`.

use super::*;

#[test]
fn features_are_the_same_if_their_names_are() {
    let named = |ids: [u32; 4]| {
        let [a, b, c, d] = ids.map(VertexId);
        FeatureIds::<2>::of_pairs([[a, b], [c, d]])
    };
    let edge = named([0, 5, 1, 5]);
    assert_eq!(edge, named([0, 5, 1, 5]));
    // The order counts, and so does the side.
    for other in
        [named([1, 5, 0, 5]), named([0, 5, 2, 5]), named([0, 5, 1, 6]), named([5, 0, 5, 1]), FeatureIds::default()]
    {
        assert_ne!(edge, other);
    }
    // Corner 0 of a box with both ends of its first edge, and corner 5 of another.
    let corners = FeatureIds::corners([VertexId(0), VertexId(5)], [0, 0], [1, 0]);
    assert_eq!(corners.on_a().map(|id| id.0).collect::<alloc::vec::Vec<_>>(), [0, 1]);
    assert_eq!(corners, edge);
    // From corner 1 along the first edge, with both ends of the second, which may be taken or not.
    for taken in [0b01, 0b11] {
        let corners = FeatureIds::<2>::corners([VertexId(1), VertexId::NONE], [taken, 0], [0b10, 0]);
        assert_eq!(corners.on_a().map(|id| id.0).collect::<alloc::vec::Vec<_>>(), [0b00, 0b10]);
    }
}
