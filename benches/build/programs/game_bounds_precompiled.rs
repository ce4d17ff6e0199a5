//! The game that asks for bounds first, on the queries and shapes that are compiled once, with glam's vectors.

use gjk::shape::{Capsule, Cuboid, HalfSpace};
use gjk::{Error, Within};
use gjk_glam::{ToGjk, ToGlam};
use gjk_precompiled::{Placed, aabb, ground_contact, manifold, overlap, path};
use glam::Vec2;

const DT: f32 = 1.0 / 60.0;
const SKIN: f32 = 0.001;
const PREDICTION: f32 = 0.02;

fn main() -> Result<(), Error> {
    let games = std::env::args().nth(1).map_or(1, |count| count.parse().expect("how many games"));
    for _ in 0..games {
        let end = play()?;
        assert!((end.x - 15.099).abs() < 0.01, "{end}");
    }
    Ok(())
}

fn play() -> Result<Vec2, Error> {
    let ground = HalfSpace::new([0.0, 1.0], 0.0)?;
    let mut boxes: Vec<Placed<f32, 2>> = Vec::new();
    for (x, y, angle) in [(3.0, 0.3, 0.0), (6.0, 0.3, 0.35), (10.0, 0.75, 0.0), (13.0, 0.2, -0.2)] {
        boxes.push(Placed::new(Cuboid::new([1.0, 0.5])?, ([x, y], angle))?);
    }
    boxes.push(Placed::new(Cuboid::new([0.5, 4.0])?, [16.0, 4.0])?);
    let mut player = Placed::new(Capsule::new([0.0, -0.5], [0.0, 0.5], 0.4)?, [0.0, 2.0])?;
    let (mut at, mut velocity) = (Vec2::new(0.0, 2.0), Vec2::ZERO);
    for frame in 0..600 {
        velocity = Vec2::new(2.5, velocity.y - 9.81 * DT);
        let mut grounded = false;
        // It sways.
        let sway = 0.35 + 0.002 * (60 - (frame % 120 - 60_i32).abs()) as f32;
        boxes[1].set_pose(([6.0, 0.3], sway))?;
        let step = velocity * DT;
        let path = path(&player, &step.to_gjk(), 0.1);
        at += step;
        player.set_pose(at.to_gjk())?;
        for obstacle in boxes.iter().filter(|obstacle| overlap(&path, &aabb(*obstacle))) {
            let Within::Near(touch) = manifold(obstacle, &player, PREDICTION.into()) else { continue };
            let deepest = touch.points().iter().map(|point| point.separation).fold(0.0, f32::min);
            if deepest < 0.0 {
                let normal = touch.normal.to_glam();
                at += normal * (SKIN - deepest);
                player.set_pose(at.to_gjk())?;
                velocity -= normal * velocity.dot(normal).min(0.0);
                grounded |= normal.y > 0.7;
            }
        }
        let hit = ground_contact(&ground, &player);
        if hit.separation < 0.0 {
            at += hit.normal.to_glam() * (hit.depth() + SKIN);
            player.set_pose(at.to_gjk())?;
            velocity.y = velocity.y.max(0.0);
            grounded = true;
        }
        if grounded && frame % 90 == 45 {
            velocity.y = 6.0;
        }
    }
    Ok(at)
}
