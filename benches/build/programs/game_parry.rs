//! The game on parry2d.

use parry2d::math::{Pose, Vector};
use parry2d::query::contact;
use parry2d::shape::{Capsule, Cuboid, HalfSpace, Shape};

const DT: f32 = 1.0 / 60.0;
const SKIN: f32 = 0.001;

fn main() {
    let mut least = u128::MAX;
    for _ in 0..5 {
        let start = std::time::Instant::now();
        let end = play();
        least = least.min(start.elapsed().as_micros());
        assert!((end.x - 15.099).abs() < 0.01, "{end}");
    }
    println!("{least}");
}

fn play() -> Vector {
    let mut things: Vec<(Box<dyn Shape>, Pose)> = Vec::new();
    for (x, y, angle) in [(3.0, 0.3, 0.0), (6.0, 0.3, 0.35), (10.0, 0.75, 0.0), (13.0, 0.2, -0.2)] {
        things.push((Box::new(Cuboid::new(Vector::new(1.0, 0.5))), Pose::new(Vector::new(x, y), angle)));
    }
    things.push((Box::new(Cuboid::new(Vector::new(0.5, 4.0))), Pose::new(Vector::new(16.0, 4.0), 0.0)));
    things.push((Box::new(HalfSpace::new(Vector::new(0.0, 1.0))), Pose::new(Vector::ZERO, 0.0)));
    let player = Capsule::new(Vector::new(0.0, -0.5), Vector::new(0.0, 0.5), 0.4);
    let (mut at, mut velocity) = (Vector::new(0.0, 2.0), Vector::ZERO);
    for frame in 0..600 {
        velocity = Vector::new(2.5, velocity.y - 9.81 * DT);
        let mut grounded = false;
        at += velocity * DT;
        for _ in 0..4 {
            let mut moved = false;
            for (shape, pose) in &things {
                let Ok(Some(hit)) = contact(pose, &**shape, &Pose::new(at, 0.0), &player, 0.0) else { continue };
                if hit.dist < 0.0 {
                    at += hit.normal1 * (-hit.dist + SKIN);
                    let into = velocity.dot(hit.normal1);
                    if into < 0.0 {
                        velocity -= hit.normal1 * into;
                    }
                    grounded |= hit.normal1.y > 0.7;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        if grounded && frame % 90 == 45 {
            velocity.y = 6.0;
        }
    }
    at
}
