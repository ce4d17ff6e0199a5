//! A capsule that runs, jumps and slides among boxes, pushed out of whatever it is in.

use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Capsule, Cuboid, HalfSpace};
use gjk::{Error, SupportExt, contact};

const DT: f32 = 1.0 / 60.0;
const SKIN: f32 = 0.001;

#[test]
fn the_player_runs_over_the_boxes_to_the_wall() -> Result<(), Error> {
    let ground = HalfSpace::new(Vector2::new(0.0, 5.0), 0.0)?;
    let mut boxes = vec![Cuboid::new(Vector2::new(0.5, 4.0))?.posed(Vector2::new(16.0, 4.0))?]; // wall
    for (x, y, angle) in [(3.0, 0.3, 0.0), (6.0, 0.3, 0.35), (10.0, 0.75, 0.0), (13.0, 0.2, -0.2)] {
        boxes.push(Cuboid::new(Vector2::new(1.0, 0.5))?.posed(Isometry2::new(Vector2::new(x, y), angle))?);
    }
    let mut player = Capsule::new(Point2::new(0.0, -0.5), Point2::new(0.0, 0.5), 0.4)?.posed(Vector2::zeros())?;
    let (mut at, mut velocity, mut deepest) = (Vector2::new(0.0, 2.0), Vector2::zeros(), 0.0_f32);
    for frame in 0..600 {
        velocity = Vector2::new(2.5, velocity.y - 9.81 * DT);
        at += velocity * DT;
        let mut grounded = false;
        // Slide: up to four passes of pushing out.
        for _ in 0..4 {
            let mut moved = false;
            for obstacle in 0..=boxes.len() {
                player.set_pose(at)?;
                let hit = boxes.get(obstacle).map_or_else(|| ground.contact(&player), |it| contact(it, &player));
                deepest = deepest.max(hit.depth());
                if hit.separation < 0.0 {
                    at += hit.normal * (hit.depth() + SKIN);
                    velocity -= hit.normal * velocity.dot(&hit.normal).min(0.0);
                    grounded |= hit.normal.y > 0.7;
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
    assert!((14.9..15.2).contains(&at.x) && at.y > 0.85 && deepest < 0.2, "{at} {deepest}");
    Ok(())
}
