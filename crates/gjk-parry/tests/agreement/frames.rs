//! Manifolds from frame to frame.

use super::parry::math::{Pose, Vector};
use super::parry::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use super::parry::shape::SharedShape;
use super::{D, Real};
use gjk_parry::Gjk;

fn square(half: Real) -> SharedShape {
    let half = Vector::splat(half);
    SharedShape::new(super::parry::shape::Cuboid::new(half))
}

/// A pose above the origin that is turned a little.
fn above(height: Real, aside: Real, angle: Real) -> Pose {
    let mut place = [0.0; D];
    (place[0], place[1]) = (aside, height);
    Pose::from_parts(Vector::from_array(place), super::dimension::turned(angle))
}

#[test]
fn data_stays_with_its_points() {
    let (gjk, floor, stone) = (Gjk::default(), square(2.0), square(0.5));
    let mut manifold = ContactManifold::<(), u32>::new();
    for step in 0..40_u8 {
        // It slides by more than its points are followed for, and tilts to and fro.
        let pose = above(2.499, 0.01 * Real::from(step), if step % 2 == 0 { 1e-4 } else { -1e-4 });
        gjk.contact_manifold_convex_convex(&pose, &*floor, &*stone, None, None, 0.01, &mut manifold)
            .expect("an answer");
        assert_eq!(manifold.points.len(), if D == 2 { 2 } else { 4 });
        for point in &mut manifold.points {
            assert_eq!(point.data, u32::from(step), "at step {step}");
            point.data += 1;
        }
    }
}

#[test]
fn points_that_hardly_move_are_followed() {
    let (gjk, floor, stone) = (Gjk::default(), square(2.0), square(0.5));
    let mut manifold = ContactManifold::<(), u32>::new();
    let ask = |manifold: &mut ContactManifold<(), u32>, pose: Pose| {
        gjk.contact_manifold_convex_convex(&pose, &*floor, &*stone, None, None, 0.01, manifold).expect("an answer");
    };
    ask(&mut manifold, above(2.499, 0.0, 0.0));
    let before = manifold.points.clone();
    ask(&mut manifold, above(2.498, 1e-4, 0.0));
    for (now, before) in manifold.points.iter().zip(&before) {
        assert_eq!((now.local_p1, now.local_p2), (before.local_p1, before.local_p2));
        assert!((now.dist - before.dist + 1e-3).abs() < 1e-6);
    }
    // It tilts, and the deepest point is another one.
    ask(&mut manifold, above(2.499, 0.0, 0.02));
    let deepest = manifold.find_deepest_contact().map(|point| point.dist);
    assert!(deepest.is_some_and(|deepest| (deepest + 0.0109).abs() < 1e-4), "{deepest:?}");
}

/// A fast body hits a thin wall with one corner. The others are beyond the prediction, but it gets to them in the next step.
#[test]
fn all_corners_are_there_if_one_is_near() {
    let (gjk, wall, bullet) = (Gjk::default(), square(0.5), square(0.05));
    for tilt in [0.0, 0.1, 0.3, -0.6] {
        for pose in [above(0.56, 0.0, tilt), above(0.56, 0.0, tilt).inverse()] {
            let (g1, g2) = if pose.translation.to_array()[1] > 0.0 { (&*wall, &*bullet) } else { (&*bullet, &*wall) };
            let [ours, parrys] =
                [&gjk as &dyn PersistentQueryDispatcher<(), ()>, &DefaultQueryDispatcher].map(|asked| {
                    let mut manifold = ContactManifold::<(), ()>::new();
                    asked
                        .contact_manifold_convex_convex(&pose, g1, g2, None, None, 0.02, &mut manifold)
                        .expect("an answer");
                    let mut distances: Vec<Real> = manifold.points.iter().map(|point| point.dist).collect();
                    distances.sort_by(Real::total_cmp);
                    distances
                });
            assert_eq!(ours.len(), if D == 2 { 2 } else { 4 });
            assert_eq!(ours.len(), parrys.len());
            for (ours, parrys) in ours.iter().zip(&parrys) {
                assert!((ours - parrys).abs() < 1e-6, "{ours} {parrys} at {tilt}");
            }
        }
    }
}

/// A point that stays away is gone, and a shape that is not a number leaves none.
#[test]
fn points_go() {
    let (gjk, floor, stone) = (Gjk::default(), square(2.0), square(0.5));
    let mut manifold = ContactManifold::<(), u32>::new();
    for (height, is_near) in [(2.499, true), (2.6, false), (2.499, true), (Real::NAN, false)] {
        let pose = above(height, 0.0, 0.0);
        let answer = gjk.contact_manifold_convex_convex(&pose, &*floor, &*stone, None, None, 0.01, &mut manifold);
        assert_eq!((answer.is_ok(), manifold.points.is_empty()), (!height.is_nan(), !is_near));
    }
    assert_eq!(gjk.counts().refused, 1);
}
