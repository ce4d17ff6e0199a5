//! Tests of `src/simplex/nearest.rs`.

use super::*;
use nalgebra::Vector3;

/// No point of a simplex is nearer than its foot f: p·f ≥ f·f for all vertices p. And f is a mean of the vertices named.
#[test]
fn closed_forms_and_the_active_set_find_the_nearest_point() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 40) as u32) / f64::from(1 << 23) - 1.0
    };
    // How many vertices the feature had, of how many; and of 4 with the origin inside.
    let mut seen = [[0; 5]; 5];
    for round in 0..4000 {
        let count = 1 + round % 4;
        let middle = Vector3::from_fn(|_, _| random());
        let vertices: [Vector3<f64>; 4] = array::from_fn(|_| middle + Vector3::from_fn(|_, _| random()));
        for takes_part in [true, false] {
            let points = Points::new(&vertices[0], takes_part, &vertices[1..count]);
            let taking_part = &vertices[usize::from(!points.present.has(0))..count];
            let check = |foot: &Foot<f64, 3>, weights: &Weights<f64>| {
                let (f, square) = (foot.nearest, foot.nearest.norm_squared());
                assert!(taking_part.iter().all(|p| p.dot(&f) >= square - 1e-12), "{taking_part:?} {f:?}");
                let mean = (0..count).fold(Vector3::zeros(), |sum, k| sum + vertices[k] * weights[k]);
                assert!(
                    (mean - f).norm() < 1e-9 && (weights.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                    "{taking_part:?}"
                );
            };
            let (foot, weights) = points.foot();
            check(&foot, &weights);
            if takes_part {
                let (foot, weights) = points.nearest_of_features(MOST);
                check(&foot, &weights);
                assert!((0..count).all(|k| foot.region.has(k) == (weights[k] > 0.0)));
            }
            let Some(foot) = points.by_cases() else {
                seen[taking_part.len()][0] += 1;
                continue;
            };
            check(&foot, &points.weights(foot.region).expect("none is negative"));
            seen[taking_part.len()][foot.region.count()] += 1;
        }
    }
    // All are met; only a tetrahedron may have the origin inside.
    assert!((1..5).all(|count| (1..=count.min(3)).all(|named| seen[count][named] > 20)), "{seen:?}");
    assert!(seen[4][0] > 5 && seen[4][0] < 500 && seen[..4].iter().all(|few| few[0] == 0), "{seen:?}");
}

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
