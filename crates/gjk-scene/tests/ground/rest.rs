//! Smooth bodies that rest on level ground: their lowest points are known to the square root of ε.

use gjk::nalgebra::{Isometry2, Isometry3, Point3, Vector2, Vector3};
use gjk::shape::{Ball, Cuboid, Cylinder, Ellipsoid, Tetrahedron, Triangle};
use gjk::{Support, SupportExt};
use gjk_scene::Ground;

fn floor() -> Ground<f64, 3> {
    Ground::<f64, 3>::heights([-2.0; 2], [1.0; 2], 5, [0.0; 25]).unwrap()
}

/// The separations of all contacts of a body with level ground.
fn separations(body: &impl Support<3, Scalar = f64>) -> Vec<f64> {
    let floor = floor();
    let found = (0..floor.len()).filter_map(|piece| floor.contact(piece, body, 0.02));
    found
        .inspect(|contact| assert!((contact.normal - Vector3::y()).norm() <= 32.0 * f64::EPSILON))
        .map(|contact| contact.separation)
        .collect()
}

#[test]
fn an_egg_rests_on_level_ground() {
    for x in -8..=8 {
        for z in -8..=8 {
            let at = Vector3::new(f64::from(x) / 8.0, 0.249, f64::from(z) / 8.0);
            let egg = Ellipsoid::new(Vector3::new(0.5, 0.25, 0.4)).unwrap().posed(at).unwrap();
            let found = separations(&egg);
            assert!(
                !found.is_empty() && found.iter().all(|separation| (separation + 0.001).abs() < 1e-14),
                "{at}: {found:?}"
            );
        }
    }
}

#[test]
fn an_ellipse_rests_on_a_level_chain() {
    let chain = Ground::<f64, 2>::heights(-2.0, 1.0, [0.0; 5]).unwrap();
    let egg = Ellipsoid::new(Vector2::new(0.5, 0.25)).unwrap();
    for turn in 0..40 {
        for k in -64..=64 {
            let turned = Isometry2::new(Vector2::zeros(), f64::from(turn) * 0.1);
            let low = egg.posed(turned).unwrap().support(&-Vector2::y()).y;
            let egg = egg.posed(Isometry2::translation(f64::from(k) / 64.0, 0.002 - low) * turned).unwrap();
            let found: Vec<_> = (0..chain.len()).filter_map(|piece| chain.contact(piece, &egg, 0.02)).collect();
            assert!(!found.is_empty(), "turned by {turn}, at {k}");
            assert!(found.iter().all(|contact| (contact.normal - Vector2::y()).norm() <= 32.0 * f64::EPSILON
                && (contact.separation - 0.002).abs() < 1e-14));
        }
    }
}

#[test]
fn a_drum_that_stands_nearly_upright_rests_on_level_ground() {
    for i in 0..41 {
        for k in 0..41 {
            let (x, z) = (-0.987 + 0.05 * f64::from(i), -0.993 + 0.05 * f64::from(k));
            let turn = Isometry3::rotation(Vector3::new(1e-12, 0.0, 0.0));
            let drum = Cylinder::with_radius(0.4)
                .half_height(0.3)
                .unwrap()
                .posed(Isometry3::translation(x, 0.299, z) * turn)
                .unwrap();
            let found = separations(&drum);
            assert!(found.iter().any(|separation| (separation + 0.001).abs() < 1e-12), "{x} {z}: {found:?}");
        }
    }
}

/// Their centers, by the vertices' numbers, are on an edge: that is where they lie.
#[test]
fn a_triangle_and_a_tetrahedron_rest_on_any_of_their_faces() {
    let chain = Ground::<f64, 2>::heights(-2.0, 1.0, [0.0; 5]).unwrap();
    let corners = [(-0.5, -0.01), (0.5, -0.01), (0.0, 0.8)].map(|(x, y)| Vector2::new(x, y));
    for order in [[0, 1, 2], [0, 2, 1], [2, 0, 1]] {
        let found = chain.contact(1, &Triangle::new(order.map(|k: usize| corners[k])).unwrap(), 0.0);
        assert!(found.is_some_and(|contact| (contact.separation + 0.01).abs() < 1e-14));
    }
    let corners = [(-0.5, -0.01, 0.3), (0.5, -0.01, 0.3), (0.0, -0.01, -0.6), (0.0, 0.8, 0.0)];
    let corners = corners.map(|(x, y, z)| Point3::new(x, y, z));
    for order in [[0, 1, 2, 3], [0, 3, 1, 2], [3, 0, 1, 2]] {
        let found = separations(&Tetrahedron::new(order.map(|k: usize| corners[k])).unwrap());
        assert!(found.iter().any(|separation| (separation + 0.01).abs() < 1e-14), "{found:?}");
    }
}

/// What leans and is thin may have its lowest point under a piece that it passes by: the piece that it goes through has the contact.
#[test]
fn a_needle_in_level_ground_is_held() {
    let floor = Ground::<f64, 2>::heights(-1.0, 0.125, [0.0; 17]).unwrap();
    for step in 0..64 {
        // Leaning by 80 degrees.
        let turn = Isometry2::new(Vector2::new(0.39 + f64::from(step) / 512.0, 0.0), 1.4);
        let needle = Ellipsoid::new(Vector2::new(0.01, 0.5)).unwrap().posed(turn).unwrap();
        let low = needle.support(&-Vector2::y()).y;
        let needle = needle.shape().posed(Isometry2::translation(0.0, -0.02 - low) * turn).unwrap();
        let found: Vec<_> = (0..floor.len()).filter_map(|piece| floor.contact(piece, &needle, 0.0)).collect();
        assert!(found.iter().any(|contact| contact.separation < -1e-3), "{step}: {found:?}");
        assert!(found.iter().all(|contact| (contact.normal - Vector2::y()).norm() <= 32.0 * f64::EPSILON
            && contact.separation > -0.02 - 1e-14));
    }
}

/// Below the bottom of a valley neither side has the lowest point over it.
#[test]
fn a_needle_in_the_bottom_of_a_valley_is_held() {
    let valley = Ground::<f64, 2>::heights(-1.0, 1.0, [0.5, 0.0, 0.5]).unwrap();
    for width in [1e-6, 1e-3, 0.1] {
        let needle = Ellipsoid::new(Vector2::new(width, 0.5)).unwrap().posed(Vector2::new(0.0, 0.498)).unwrap();
        let found: Vec<_> = (0..2).filter_map(|piece| valley.contact(piece, &needle, 0.0)).collect();
        assert!(found.len() == 2 && found.iter().all(|contact| contact.separation < 0.0), "{width}: {found:?}");
    }
}

/// The ridge bends by less than a normal is known to, and the lowest points as seen from both sides are each over the other.
#[test]
fn a_lens_on_a_ridge_that_is_nearly_level_is_held() {
    for power in 4..40 {
        let fall = 0.5_f64.powi(power);
        let ridge = Ground::<f64, 2>::heights(-1.0, 1.0, [-fall, 0.0, -fall]).unwrap();
        for thickness in [0.25, 0.03, 0.003] {
            let lens = Ellipsoid::new(Vector2::new(0.5, thickness)).unwrap();
            let lens = lens.posed(Vector2::new(0.0, thickness - 0.001)).unwrap();
            let found: Vec<_> = (0..2).filter_map(|piece| ridge.contact(piece, &lens, 0.0)).collect();
            assert!(
                found.iter().any(|contact| (contact.separation + 0.001).abs() < 1e-12),
                "{power}, {thickness}: {found:?}"
            );
        }
    }
}

/// A ball on fine ground is over many pieces: only that below its middle has a contact, though it overlaps a hundred.
#[test]
fn a_ball_on_fine_ground_is_touched_at_its_lowest_point() {
    let floor = Ground::<f64, 2>::heights(-1.0, 1.0 / 256.0, [0.0; 513]).unwrap();
    for step in 0..32 {
        let ball = Ball::at([0.1 + f64::from(step) / 1024.0, 0.46], 0.5).unwrap();
        let found: Vec<_> = (0..floor.len()).filter_map(|piece| floor.contact(piece, &ball, 0.0)).collect();
        assert!((1..3).contains(&found.len()), "{step}: {found:?}");
        assert!(found.iter().all(|contact| (contact.normal - Vector2::y()).norm() <= 32.0 * f64::EPSILON
            && (contact.separation + 0.04).abs() < 1e-14));
    }
}

/// A corner of a crate is on a joint, where numbers are as coarse as 10⁻³.
#[test]
fn a_crate_on_a_joint_far_from_the_origin_is_held() {
    let floor = Ground::<f32, 2>::heights(9998.0, 0.3, [0.0; 16]).unwrap();
    for joint in &floor.points()[4..12] {
        for step in 1..30 {
            let turn = Isometry2::new(Vector2::zeros(), 0.05 * step as f32);
            let low = Cuboid::new(Vector2::new(0.3_f32, 0.5)).unwrap().posed(turn).unwrap().support(&-Vector2::y());
            let pose = Isometry2::translation(joint.x - low.x, -0.02 - low.y) * turn;
            let body = Cuboid::new(Vector2::new(0.3, 0.5)).unwrap().posed(pose).unwrap();
            let found: Vec<_> = (0..floor.len()).filter_map(|piece| floor.contact(piece, &body, 0.0)).collect();
            assert!(found.iter().any(|contact| (contact.separation + 0.02).abs() < 1e-5), "{joint}, {step}: {found:?}");
        }
    }
}
