//! The game on the functions at the root of the crate, which are compiled with the game.

use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Capsule, Cuboid, HalfSpace};
use gjk::{Error, SupportExt, contact};

const DT: f32 = 1.0 / 60.0;
const SKIN: f32 = 0.001;

fn main() -> Result<(), Error> {
    let mut least = u128::MAX;
    for _ in 0..5 {
        let start = std::time::Instant::now();
        let end = play()?;
        least = least.min(start.elapsed().as_micros());
        assert!((end.x - 15.099).abs() < 0.01, "{end}");
    }
    println!("{least}");
    Ok(())
}

fn play() -> Result<Vector2<f32>, Error> {
    let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    let mut boxes = Vec::new();
    for (x, y, angle) in [(3.0, 0.3, 0.0), (6.0, 0.3, 0.35), (10.0, 0.75, 0.0), (13.0, 0.2, -0.2)] {
        boxes.push(Cuboid::new(Vector2::new(1.0, 0.5))?.posed(Isometry2::new(Vector2::new(x, y), angle))?);
    }
    boxes.push(Cuboid::new(Vector2::new(0.5, 4.0))?.posed(Vector2::new(16.0, 4.0))?);
    let mut player = Capsule::new(Point2::new(0.0, -0.5), Point2::new(0.0, 0.5), 0.4)?.posed(Vector2::zeros())?;
    let (mut at, mut velocity) = (Vector2::new(0.0, 2.0), Vector2::zeros());
    for frame in 0..600 {
        velocity = Vector2::new(2.5, velocity.y - 9.81 * DT);
        let mut grounded = false;
        at += velocity * DT;
        player.set_pose(at)?;
        for _ in 0..4 {
            let mut moved = false;
            for obstacle in 0..=boxes.len() {
                let hit = match boxes.get(obstacle) {
                    Some(obstacle) => contact(obstacle, &player),
                    None => ground.contact(&player),
                };
                if hit.separation < 0.0 {
                    at += hit.normal * (hit.depth() + SKIN);
                    player.set_pose(at)?;
                    let into = velocity.dot(&hit.normal);
                    if into < 0.0 {
                        velocity -= hit.normal * into;
                    }
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
    Ok(at)
}
