//! Tests of `src/exact/contact.rs`.

use super::*;
use crate::shape::PointCloud;
use nalgebra::Point3;

/// The limit on the work counts an evaluation by its cost, which grows with the number of points.
#[test]
fn evaluations_of_many_points_cost_more() {
    let cost = |count: u32| {
        let cloud = PointCloud::new((0..count).map(|k| Point3::new(f64::from(k), f64::from(k * k), 1.0))).unwrap();
        Effort::new(&pair(&cloud, &cloud).unwrap(), 1_000_000).evaluation
    };
    assert_eq!([cost(3), cost(300)], [2, 200]);
}
