//! The scenes of `docs/worlds` in other engines: how far things drift, how deep they overlap, when they sleep, and how long a
//! step takes. Each engine has its own defaults, four sub-steps, steps of 1/60 s, friction 0.6, and one thread.
//!
//!     cd benches/worlds && cargo run --release

mod box2d;
mod ours;
mod rapier;

use std::time::Instant;
use worlds::scenes::{Placed, pile_plan, pyramid_plan, stack_plan};

/// A world in some engine.
pub trait Engine {
    /// Moves on by a 60th of a second.
    fn step(&mut self);
    /// Where all bodies are.
    fn places(&self) -> Vec<[f64; 3]>;
    /// How deep two bodies overlap, at most.
    fn deepest(&self) -> f64;
    fn is_asleep(&self) -> bool;
}

/// Makes a world in which things sleep, or don't.
type Make = fn(&[Placed], bool) -> Box<dyn Engine>;

fn main() {
    let flat: [(&str, Make); 3] =
        [("gjk, `f32`", ours::make::<f32, 2>), ("gjk, `f64`", ours::make::<f64, 2>), ("Box2D v3", box2d::make)];
    let solid: [(&str, Make); 3] =
        [("gjk, `f32`", ours::make::<f32, 3>), ("gjk, `f64`", ours::make::<f64, 3>), ("rapier3d 0.36", rapier::make)];
    println!("| scene | engine | drift, mm | deepest, mm | sleeps after, s | ms a step |");
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, make) in flat {
        stand("2D stack of 10", &stack_plan(10), name, make);
        stand("2D pyramid of 210", &pyramid_plan(20), name, make);
        stand("2D stack of 20", &stack_plan(20), name, make);
        settle("2D pile of 1000", &pile_plan::<2>(1000, 32), name, make);
    }
    for (name, make) in solid {
        stand("3D stack of 10", &stack_plan(10), name, make);
        stand("3D pyramid of 210", &pyramid_plan(20), name, make);
        settle("3D pile of 400", &pile_plan::<3>(400, 8), name, make);
        settle("3D pile of 1000", &pile_plan::<3>(1000, 8), name, make);
    }
}

/// For a minute without sleep, and another time until it sleeps.
fn stand(scene: &str, plan: &[Placed], name: &str, make: Make) {
    let mut world = make(plan, false);
    let (mut drift, mut deepest) = (0.0_f64, 0.0_f64);
    let mut start = Vec::new();
    let clock = Instant::now();
    for step in 1..=3600 {
        world.step();
        if step == 60 {
            start = world.places();
        }
        if step > 60 && step % 60 == 0 {
            let moved = start.iter().zip(world.places()).map(|(a, b)| way(a, &b));
            drift = moved.fold(drift, f64::max);
            deepest = deepest.max(world.deepest());
        }
    }
    let per_step = clock.elapsed().as_secs_f64() / 3.6;
    let mut sleepy = make(plan, true);
    let asleep = (1..=300).find(|_| {
        sleepy.step();
        sleepy.is_asleep()
    });
    let asleep = asleep.map_or("–".to_owned(), |step| format!("{:.2}", f64::from(step) / 60.0));
    let drift = if drift > 0.5 { "falls".to_owned() } else { format!("{:.2}", drift * 1e3) };
    println!("| {scene} | {name} | {drift} | {:.2} | {asleep} | {per_step:.3} |", deepest * 1e3);
}

/// For twelve seconds, without sleep: the deepest overlap and the time are those of the last two.
fn settle(scene: &str, plan: &[Placed], name: &str, make: Make) {
    let mut world = make(plan, false);
    (0..600).for_each(|_| world.step());
    let mut deepest = 0.0_f64;
    let mut seconds = 0.0;
    for _ in 0..120 {
        let clock = Instant::now();
        world.step();
        seconds += clock.elapsed().as_secs_f64();
        deepest = deepest.max(world.deepest());
    }
    println!("| {scene} | {name} | | {:.1} | | {:.3} |", deepest * 1e3, seconds / 0.12);
}

fn way(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
}
