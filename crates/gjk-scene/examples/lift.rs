//! How does a character ride on lifts, ferries and belts?
//!
//! `cargo run --release -p gjk-scene --example lift`
//!
//! The game moves its platforms first, and says how they have moved. Then the character steps: the platform that it stands on carries it.
//! The picture shows its path: o in the air, . on the ground, and platforms as they are at the end.

use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::{Capsule, Cuboid, Posed};
use gjk::{Error, SupportExt, contains};
use gjk_scene::{Mover, Obstacle};

const DT: f32 = 1.0 / 60.0;

/// A box, and where it is at a time.
struct Platform {
    shape: Posed<Cuboid<f32, 2>, f32, 2>,
    way: fn(f32) -> [f32; 2],
    /// A belt has a velocity, but stays where it is.
    belt: f32,
    is_one_sided: bool,
}

impl Platform {
    fn new(half: [f32; 2], way: fn(f32) -> [f32; 2]) -> Result<Self, Error> {
        Ok(Self { shape: Cuboid::new(half)?.posed(way(0.0))?, way, belt: 0.0, is_one_sided: false })
    }

    /// The obstacle that it is after a step that ends at a time.
    fn obstacle(&self, time: f32) -> Obstacle<'_, f32, 2> {
        let ([x, y], [from_x, from_y]) = ((self.way)(time), (self.way)(time - DT));
        let obstacle = Obstacle::new(&self.shape).moving([(x - from_x) / DT + self.belt, (y - from_y) / DT]);
        if self.is_one_sided { obstacle.one_sided([0.0, 1.0]) } else { obstacle }
    }
}

/// To and fro between 0 and 1, in so many seconds, with a rest at both ends.
fn swing(time: f32, period: f32) -> f32 {
    let part = (time / period).fract();
    (3.0 * part.min(1.0 - part) - 0.25).clamp(0.0, 1.0)
}

fn main() -> Result<(), Error> {
    let mut platforms = vec![
        Platform::new([3.0, 0.5], |_| [-1.0, -0.5])?,
        // A lift up to the first floor, a belt that leads on, a ferry over the pit, and a plank that is jumped through.
        Platform::new([1.0, 0.2], |time| [3.2, -0.2 + 4.0 * swing(time, 6.0)])?,
        Platform { belt: 1.5, ..Platform::new([3.0, 0.2], |_| [7.4, 3.8])? },
        Platform::new([1.2, 0.2], |time| [11.9 + 6.0 * swing(time + 2.0, 8.0), 3.8])?,
        Platform::new([2.0, 0.5], |_| [21.4, 3.5])?,
        Platform { is_one_sided: true, ..Platform::new([1.5, 0.1], |_| [21.6, 5.4])? },
    ];
    let mut player = Mover::new(Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3)?, [-3.0, 0.7])?;
    let (mut path, mut rides, mut time) = (vec![], [0; 6], 0.0);
    for frame in 0..2400_u16 {
        time = f32::from(frame) * DT;
        for platform in &mut platforms {
            platform.shape.set_pose((platform.way)(time))?;
        }
        // It waits where the lift comes down and where the ferry lands, and stands still on both while they carry it.
        let at = player.at();
        let lift = platforms[1].shape.pose().translation().y;
        let ferry = platforms[3].shape.pose().translation().x;
        // How far it goes, whether it walks, and how fast it is where it waits: on the belt against its speed.
        let stages = [
            (1.7, at.x < 1.5 || lift < -0.1, 0.0),
            (4.0, at.x < 3.2 || lift > 3.7, 0.0),
            (10.2, at.x < 9.9 || ferry < 12.2, -1.5),
            (19.2, at.x < ferry || ferry > 17.7, 0.0),
            (21.6, true, 0.0),
        ];
        let stage = stages.iter().find(|(end, ..)| at.x < *end);
        player.velocity.x = stage.map_or(0.0, |(_, walks, waits)| if *walks { 2.0 } else { *waits });
        if at.x > 21.5 && player.is_grounded() && at.y < 5.0 {
            player.velocity.y = 8.0;
        }
        let moved = player.advance(platforms.iter().map(|platform| platform.obstacle(time)), DT);
        assert!(moved.squeezed == 0.0 && at.y > 0.0, "at {at}, after {time} s");
        if let Some(ground) = &moved.ground {
            rides[ground.obstacle] += 1;
        }
        path.push((player.at() - Vector2::new(0.0, 0.5), moved.ground.is_some()));
    }
    // A letter is half a metre wide and one high.
    for row in 0..8_u8 {
        let letter = |column: u8| {
            let at = Point2::new(f32::from(column) / 2.0 - 4.0, 6.5 - f32::from(row));
            let there =
                |(place, _): &&(Point2<f32>, bool)| (place.x - at.x).abs() < 0.25 && (place.y - at.y).abs() < 0.5;
            let thin = |shape: &Posed<Cuboid<f32, 2>, f32, 2>| {
                (0..5_u8).any(|k| contains(shape, [at.x, at.y - 0.5 + f32::from(k) / 4.0]))
            };
            match path.iter().rfind(there) {
                Some((_, grounded)) => ['o', '.'][usize::from(*grounded)],
                None => [' ', '#'][usize::from(platforms.iter().any(|platform| thin(&platform.shape)))],
            }
        };
        println!("{}", (0..56).map(letter).collect::<String>().trim_end());
    }
    println!("{time:.0} seconds; frames on each platform: {rides:?}");
    assert!(rides.iter().all(|frames| *frames > 10) && player.at().y > 6.0 && player.is_grounded());
    Ok(())
}
