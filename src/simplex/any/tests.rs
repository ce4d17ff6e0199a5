//! Of `src/simplex/any.rs`.

use super::*;

/// Of a triangle around the origin, wound either way; not of a sliver, nor of one beside the origin.
#[test]
fn areas_are_weights() {
    let [a, b, c] = [[-1.0, -0.5], [1.0, -0.25], [0.25, 1.0]].map(SVector::<f64, 2>::from);
    for corners in [[&a, &b, &c], [&a, &c, &b]] {
        let weights = by_areas(corners).expect("it is large");
        let expected = inside(&corners).expect("the origin is inside");
        assert!(weights.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-15), "{weights:?} {expected:?}");
    }
    let [thin, beside] = [[0.01, -0.5], [3.0, 3.0]].map(SVector::from);
    assert_eq!(by_areas([&a, &b, &thin]), None);
    assert_eq!(by_areas([&beside, &b, &c]), None);
}
