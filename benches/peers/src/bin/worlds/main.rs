//! The scenes of `worlds` in other engines: how far things drift, how deep they overlap, when they sleep, and how long a
//! step takes. Each engine has its own defaults, four sub-steps, steps of 1/60 s, friction 0.6, and one thread.
//!
//!     cd benches/peers && cargo run --release --bin worlds
//!
//! With words after ` -- ` it prints only the rows that contain all of them: `pile 3D`, `rapier`.

mod box2d;
mod ours;
mod rapier;

use gjk::nalgebra::{Complex, Isometry2, Isometry3, UnitComplex};
use std::time::{Duration, Instant};
use worlds::World;
use worlds::scenes::{Placed, pile_plan, pyramid_plan, stack_plan, world};

/// A world in some engine.
pub trait Engine {
    /// Moves on by a 60th of a second.
    fn step(&mut self);
    /// Where the origins of the bodies' shapes are, and how they are turned.
    fn poses(&self) -> Vec<Isometry3<f64>>;
    fn is_asleep(&self) -> bool;
}

/// Makes a world in which things sleep, or don't.
type Make = fn(&[Placed], bool) -> Box<dyn Engine>;

/// How deep bodies overlap where an engine has put them, at most: by contacts of `gjk` in `f64`, for all engines alike. (What an
/// engine says itself is of where the bodies were when the step began, and not for all kinds of contacts.)
trait Judge {
    fn overlap(&mut self, poses: &[Isometry3<f64>]) -> f64;
}

impl Judge for World<f64, 3> {
    fn overlap(&mut self, poses: &[Isometry3<f64>]) -> f64 {
        self.bodies.iter_mut().zip(poses).for_each(|(body, pose)| body.place(*pose));
        World::overlap(self)
    }
}

impl Judge for World<f64, 2> {
    fn overlap(&mut self, poses: &[Isometry3<f64>]) -> f64 {
        for (body, pose) in self.bodies.iter_mut().zip(poses) {
            let (turn, place) = (pose.rotation, pose.translation.vector.xy());
            let turn = Complex::new(turn.w * turn.w - turn.k * turn.k, 2.0 * turn.w * turn.k);
            body.place(Isometry2::from_parts(place.into(), UnitComplex::new_normalize(turn)));
        }
        World::overlap(self)
    }
}

fn judge(plan: &[Placed], is_flat: bool) -> Box<dyn Judge> {
    const SOUND: &str = "the scenes are sound";
    if is_flat { Box::new(world::<f64, 2>(plan).expect(SOUND)) } else { Box::new(world::<f64, 3>(plan).expect(SOUND)) }
}

/// What is done in a scene, and what is printed of it: its columns of the table.
type Run = fn(&[Placed], Make, &mut dyn Judge) -> String;

fn main() {
    let flat: [(&str, Make); 3] =
        [("gjk, `f32`", ours::make::<f32, 2>), ("gjk, `f64`", ours::make::<f64, 2>), ("Box2D v3", box2d::make)];
    let solid: [(&str, Make); 3] =
        [("gjk, `f32`", ours::make::<f32, 3>), ("gjk, `f64`", ours::make::<f64, 3>), ("rapier3d 0.36", rapier::make)];
    let scenes: [(&str, Vec<Placed>, Run); 8] = [
        ("2D stack of 10", stack_plan(10), stand),
        ("2D stack of 20", stack_plan(20), stand),
        ("2D pyramid of 210", pyramid_plan(20), stand),
        ("2D pile of 1000", pile_plan::<2>(1000, 32), settle),
        ("3D stack of 10", stack_plan(10), stand),
        ("3D pyramid of 210", pyramid_plan(20), stand),
        ("3D pile of 400", pile_plan::<3>(400, 8), settle),
        ("3D pile of 1000", pile_plan::<3>(1000, 8), settle),
    ];
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("| scene | engine | drift, mm | deepest, mm | sleeps after, s | ms a step |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (scene, plan, run) in scenes {
        let is_flat = scene.starts_with("2D");
        for (engine, make) in if is_flat { flat } else { solid } {
            let row = format!("| {scene} | {engine} |");
            if words.iter().all(|word| row.contains(word.as_str())) {
                println!("{row} {} |", run(&plan, make, &mut *judge(&plan, is_flat)));
            }
        }
    }
}

/// For a minute without sleep, and another time until it sleeps.
fn stand(plan: &[Placed], make: Make, judge: &mut dyn Judge) -> String {
    let mut world = make(plan, false);
    let (mut drift, mut deepest) = (0.0_f64, 0.0_f64);
    let (mut start, mut spent) = (Vec::new(), Duration::ZERO);
    for second in 0..60 {
        let clock = Instant::now();
        (0..60).for_each(|_| world.step());
        spent += clock.elapsed();
        let poses = world.poses();
        if second == 0 {
            start = poses;
            continue;
        }
        let moved = start.iter().zip(&poses).map(|(a, b)| (b.translation.vector - a.translation.vector).norm());
        drift = moved.fold(drift, f64::max);
        deepest = deepest.max(judge.overlap(&poses));
    }
    let mut sleepy = make(plan, true);
    let asleep = (1..=300).find(|_| {
        sleepy.step();
        sleepy.is_asleep()
    });
    let asleep = asleep.map_or("–".to_owned(), |step| format!("{:.2}", f64::from(step) / 60.0));
    let drift = if drift > 0.5 { "falls".to_owned() } else { format!("{:.2}", drift * 1e3) };
    format!("{drift} | {:.2} | {asleep} | {:.3}", deepest * 1e3, spent.as_secs_f64() / 3.6)
}

/// For twelve seconds, without sleep: the deepest overlap and the time are measured in the last two.
fn settle(plan: &[Placed], make: Make, judge: &mut dyn Judge) -> String {
    let mut world = make(plan, false);
    (0..600).for_each(|_| world.step());
    let (mut deepest, mut spent) = (0.0_f64, Duration::ZERO);
    for _ in 0..120 {
        let clock = Instant::now();
        world.step();
        spent += clock.elapsed();
        deepest = deepest.max(judge.overlap(&world.poses()));
    }
    format!("| {:.1} | | {:.3}", deepest * 1e3, spent.as_secs_f64() / 0.12)
}
