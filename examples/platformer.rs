//! How does a character run, jump and slide through a level?
//!
//! `cargo run --release --example platformer`
//!
//! The character is a capsule. `contact` pushes it out of obstacles, and `raycast` looks ahead: it jumps where a wall is in front of
//! it or the ground ends. The picture shows its path: o in the air, . on the ground.

use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::{Ball, Capsule, Cuboid, Polygon, Shape2};
use gjk::{Error, Query, SupportExt, contact, contains, raycast};

const DT: f32 = 1.0 / 60.0;
/// It is pushed out by this much more, so that it does not touch at rest.
const SKIN: f32 = 0.001;
/// A slope that is steeper than 45 degrees is a wall.
const STEEP: f32 = 0.7;

fn level() -> Result<Vec<Shape2<f32>>, Error> {
    let cuboid = |x: f32, y: f32, w: f32, h: f32, turn: f32| -> Result<Shape2<f32>, Error> {
        Ok(Cuboid::new(Vector2::new(w, h) / 2.0)?.posed(([x, y], turn))?.into())
    };
    let hill = [[19.0, 0.0], [21.0, 1.2], [23.0, 1.2], [25.0, 0.0]];
    Ok(vec![
        cuboid(4.5, -1.0, 13.0, 2.0, 0.0)?,
        // Two steps, a pit with a floating plank, a hill, a stone, a ramp, and the wall at the end.
        cuboid(6.0, 0.5, 2.0, 1.0, 0.0)?,
        cuboid(7.0, 1.0, 2.0, 2.0, 0.0)?,
        cuboid(14.0, 0.5, 2.5, 0.3, 0.0)?,
        cuboid(26.0, -1.0, 16.0, 2.0, 0.0)?,
        Polygon::hull(hill)?.into(),
        Ball::at([28.0, 0.1], 0.7)?.into(),
        cuboid(32.0, 0.6, 5.0, 0.4, 0.5)?,
        cuboid(38.0, 0.5, 6.0, 5.0, 0.0)?,
        cuboid(41.5, 3.0, 1.0, 10.0, 0.0)?,
    ])
}

struct Player {
    at: Vector2<f32>,
    velocity: Vector2<f32>,
    grounded: bool,
    deepest: f32,
}

impl Player {
    fn step(&mut self, level: &[Shape2<f32>], body: &Capsule<f32, 2>) -> Result<(), Error> {
        // It looks ahead along the ground, and down in front of its feet.
        let feet = Point2::from(self.at - Vector2::new(0.0, 0.8));
        let sees = |from: Point2<f32>, way: Vector2<f32>| {
            level
                .iter()
                .filter_map(|it| raycast(it, from, way).ok()?)
                .filter(|hit| hit.time <= 1.0)
                .min_by(|a, b| a.time.total_cmp(&b.time))
        };
        let wall = sees(feet, Vector2::new(0.9, 0.0)).is_some_and(|hit| hit.normal.y < STEEP);
        let ground = sees(feet + Vector2::new(0.5, 0.0), Vector2::new(0.0, -3.0)).is_some();
        self.velocity = Vector2::new(4.0, self.velocity.y - 20.0 * DT);
        if self.grounded && (wall || !ground) {
            self.velocity.y = 9.0;
        }
        self.at += self.velocity * DT;
        self.grounded = false;
        // Out of one obstacle may lead into another: up to four rounds.
        for _ in 0..4 {
            let mut free = true;
            for obstacle in level {
                // What is not within 0 is not measured.
                let Some(hit) = Query::new().contact_within(0.0, obstacle, &body.posed(self.at)?).near() else {
                    continue;
                };
                self.deepest = self.deepest.max(hit.depth());
                self.at += hit.normal * (hit.depth() + SKIN);
                self.velocity -= hit.normal * self.velocity.dot(&hit.normal).min(0.0);
                self.grounded |= hit.normal.y > STEEP;
                free = false;
            }
            if free {
                break;
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Error> {
    let level = level()?;
    let body = Capsule::new([0.0, -0.4], [0.0, 0.4], 0.4)?;
    let mut player = Player { at: Vector2::new(0.0, 2.0), velocity: Vector2::zeros(), grounded: false, deepest: 0.0 };
    let (mut path, mut jumps, mut frames) = (vec![], 0, 0);
    while player.at.x < 39.0 && player.at.y > 0.0 && frames < 1500 {
        let before = player.velocity.y;
        player.step(&level, &body)?;
        frames += 1;
        jumps += u32::from(before < 5.0 && player.velocity.y > 5.0);
        path.push((player.at - Vector2::new(0.0, 0.3), player.grounded));
    }
    // A letter is half a metre wide and one high.
    for row in 0..10_u8 {
        let letter = |column: u8| {
            let at = Vector2::new(f32::from(column) / 2.0 - 1.75, 7.5 - f32::from(row));
            let there =
                |(place, _): &&(Vector2<f32>, bool)| (place - at).component_div(&Vector2::new(0.5, 1.0)).amax() <= 0.5;
            match path.iter().rfind(there) {
                Some((_, grounded)) => ['o', '.'][usize::from(*grounded)],
                None => [' ', '#'][usize::from(level.iter().any(|it| contains(it, at)))],
            }
        };
        println!("{}", (0..88).map(letter).collect::<String>().trim_end());
    }
    println!("{frames} frames, {jumps} jumps, never deeper in an obstacle than {:.3} m.", player.deepest);
    // It is on the last block, in none of them.
    let free = level.iter().all(|it| contact(it, &body.posed(player.at).unwrap()).separation > 0.0);
    assert!(player.at.x >= 39.0 && free && jumps >= 3 && player.deepest < 0.2);
    Ok(())
}
