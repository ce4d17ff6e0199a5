//! Manifolds with pieces of a ground that are long and thin.

use gjk::SupportExt;
use gjk::nalgebra::{Point3, Vector3};
use gjk::shape::Cuboid;
use gjk_scene::Ground;

/// A road of a kilometre by 0.9 metres, of two triangles: both points were on the diagonal, in the middle of the crate.
#[test]
fn a_crate_on_a_road_of_two_triangles_is_held_on_both_sides() {
    let q = |x: f64, z: f64| Point3::new(x, 0.0, z);
    let corners = [q(-500.0, -0.45), q(500.0, -0.45), q(500.0, 0.45), q(-500.0, 0.45)];
    let road = Ground::<f64, 3>::mesh(corners, [[0, 2, 1], [0, 3, 2]]).unwrap();
    let there = Cuboid::new(Vector3::new(0.25, 0.25, 0.25)).unwrap().posed(Vector3::new(0.3, 0.249, 0.0)).unwrap();
    let found = (0..2).filter_map(|piece| road.manifold(piece, &there, 0.01, None));
    let points: Vec<Point3<f64>> =
        found.flat_map(|found| found.points().to_vec()).map(|point| point.points[0]).collect();
    for [x, z] in [[0.05, -0.25], [0.05, 0.25], [0.55, -0.25], [0.55, 0.25]] {
        assert!(points.iter().any(|p| (p.x - x).hypot(p.z - z) < 1e-9), "{points:?}");
    }
}
