//! How does a character run, jump and slide through a level?
//!
//! `cargo run --release --example platformer`
//!
//! The character is a `Mover` of the crate gjk-scene, and any list of shapes is in its way. A ray looks ahead: the
//! character jumps at a wall or where the ground ends. The picture shows its path: o in the air, . on the ground.
//! docs/characters.md says how a `Mover` works.

use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::{Ball, Capsule, Cuboid, Polygon, Shape2};
use gjk::{Error, SupportExt, contact, contains};
use gjk_scene::{Mover, nearest_hit};

const DT: f32 = 1.0 / 60.0;

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

/// Returns whether a ray hits something no farther away than it is long, and steep: the normal's height is below this.
fn sees(level: &[Shape2<f32>], from: Point2<f32>, way: [f32; 2], steepest: f32) -> Result<bool, Error> {
    Ok(nearest_hit(level, from, way)?.is_some_and(|(_, hit)| hit.time <= 1.0 && hit.normal.y < steepest))
}

fn main() -> Result<(), Error> {
    let level = level()?;
    let mut player = Mover::new(Capsule::new([0.0, -0.4], [0.0, 0.4], 0.4)?, [0.0, 2.0])?;
    player.options.gravity = 20.0;
    let (mut path, mut jumps, mut frames, mut nearest) = (vec![], 0, 0, f32::INFINITY);
    while player.at().x < 39.0 && player.at().y > 0.0 && frames < 1500 {
        // It looks ahead along the ground, and down in front of its feet.
        let feet = player.at() - Vector2::new(0.0, 0.8);
        let wall = sees(&level, feet, [0.9, 0.0], 0.7)?;
        let ground = sees(&level, feet + Vector2::new(0.5, 0.0), [0.0, -3.0], f32::INFINITY)?;
        player.velocity.x = 4.0;
        if player.is_grounded() && (wall || !ground) {
            player.velocity.y = 9.0;
            jumps += 1;
        }
        let moved = player.advance(&level, DT);
        frames += 1;
        path.push((player.at() - Vector2::new(0.0, 0.3), moved.ground.is_some()));
        nearest = level.iter().map(|it| contact(it, player.shape()).separation).fold(nearest, f32::min);
    }
    // A letter is half a metre wide and one high.
    for row in 0..10_u8 {
        let letter = |column: u8| {
            let at = Point2::new(f32::from(column) / 2.0 - 1.75, 7.5 - f32::from(row));
            let there =
                |(place, _): &&(Point2<f32>, bool)| (place - at).component_div(&Vector2::new(0.5, 1.0)).amax() <= 0.5;
            match path.iter().rfind(there) {
                Some((_, grounded)) => ['o', '.'][usize::from(*grounded)],
                None => [' ', '#'][usize::from(level.iter().any(|it| contains(it, at)))],
            }
        };
        println!("{}", (0..88).map(letter).collect::<String>().trim_end());
    }
    println!("{frames} frames, {jumps} jumps, never nearer to an obstacle than {nearest:.3} m.");
    assert!(player.at().x >= 39.0 && player.is_grounded() && jumps >= 3 && nearest > 0.009);
    Ok(())
}
