//! Sixty steps, a second, of worlds (worlds) that have settled, and in which nothing sleeps: what a step costs with the solver, and with how many
//! contacts it asks for. `steps NAME` runs one, and `run` counts the function `a_second` alone; without a name it lists them.
//!
//! A pile is chaotic: if a bit of an answer changes, it settles in another way, and takes up to 4 % more or less. A pyramid does not (1 in 10⁶).

use std::hint::black_box;
use worlds::scenes::scene;
use worlds::{Forms, Space, World};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("steps-2d-pile") => settled::<f64, 2>("pile", 300, 150),
        Some("steps-2d-pyramid") => settled::<f64, 2>("pyramid", 20, 20),
        Some("steps-3d-pile") => settled::<f32, 3>("pile", 100, 90),
        Some("steps-3d-pyramid") => settled::<f32, 3>("pyramid", 10, 20),
        _ => println!("steps-2d-pile\nsteps-2d-pyramid\nsteps-3d-pile\nsteps-3d-pyramid"),
    }
}

fn settled<T: Forms<D>, const D: usize>(name: &str, size: u32, steps: u32) {
    let mut world = scene::<T, D>(name, size).expect("a scene");
    world.sleeps = false;
    for _ in 0..steps {
        world.step();
    }
    a_second(black_box(&mut world));
}

/// Out of line, so that callgrind knows it by this name.
#[inline(never)]
fn a_second<T: Space<D>, const D: usize>(world: &mut World<T, D>) {
    for _ in 0..60 {
        world.step();
    }
}
