//! The game that asks for bounds first, on parry2d.

use parry2d::bounding_volume::{Aabb, BoundingVolume};
use parry2d::math::{Pose, Vector};
use parry2d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, contact};
use parry2d::shape::{Capsule, Cuboid, HalfSpace, Shape};

const DT: f32 = 1.0 / 60.0;
const SKIN: f32 = 0.001;
const PREDICTION: f32 = 0.02;

fn main() {
    let games = std::env::args().nth(1).map_or(1, |count| count.parse().expect("how many games"));
    for _ in 0..games {
        let end = play();
        assert!((end.x - 15.099).abs() < 0.01, "{end}");
    }
}

fn play() -> Vector {
    let ground = HalfSpace::new(Vector::new(0.0, 1.0));
    let mut boxes: Vec<(Box<dyn Shape>, Pose)> = Vec::new();
    for (x, y, angle) in [(3.0, 0.3, 0.0), (6.0, 0.3, 0.35), (10.0, 0.75, 0.0), (13.0, 0.2, -0.2)] {
        boxes.push((Box::new(Cuboid::new(Vector::new(1.0, 0.5))), Pose::new(Vector::new(x, y), angle)));
    }
    boxes.push((Box::new(Cuboid::new(Vector::new(0.5, 4.0))), Pose::new(Vector::new(16.0, 4.0), 0.0)));
    let player: Box<dyn Shape> = Box::new(Capsule::new(Vector::new(0.0, -0.5), Vector::new(0.0, 0.5), 0.4));
    let (mut at, mut velocity) = (Vector::new(0.0, 2.0), Vector::ZERO);
    let mut found: Vec<ContactManifold<(), ()>> = Vec::new();
    for frame in 0..600 {
        velocity = Vector::new(2.5, velocity.y - 9.81 * DT);
        let mut grounded = false;
        // It sways.
        let sway = 0.35 + 0.002 * (60 - (frame % 120 - 60_i32).abs()) as f32;
        boxes[1].1 = Pose::new(Vector::new(6.0, 0.3), sway);
        let still = player.compute_aabb(&Pose::new(at, 0.0));
        let step = velocity * DT;
        let path: Aabb = still.merged(&still.translated(step)).loosened(0.1);
        at += step;
        for (obstacle, pose) in boxes.iter().filter(|(shape, pose)| path.intersects(&shape.compute_aabb(pose))) {
            found.clear();
            let relative = pose.inv_mul(&Pose::new(at, 0.0));
            let Ok(()) = DefaultQueryDispatcher.contact_manifolds(
                &relative,
                &**obstacle,
                &*player,
                PREDICTION,
                &mut found,
                &mut None,
            ) else {
                continue;
            };
            let Some(touch) = found.first() else { continue };
            let normal = pose.rotation * touch.local_n1;
            let deepest = touch.points.iter().map(|point| point.dist).fold(0.0, f32::min);
            if deepest < 0.0 {
                at += normal * (SKIN - deepest);
                velocity -= normal * velocity.dot(normal).min(0.0);
                grounded |= normal.y > 0.7;
            }
        }
        if let Ok(Some(hit)) = contact(&Pose::IDENTITY, &ground, &Pose::new(at, 0.0), &*player, 0.0) {
            at += hit.normal1 * (SKIN - hit.dist);
            velocity.y = velocity.y.max(0.0);
            grounded = true;
        }
        if grounded && frame % 90 == 45 {
            velocity.y = 6.0;
        }
    }
    at
}
