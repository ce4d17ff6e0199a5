//! A second, sixty steps, of worlds (worlds) that have settled, and in which nothing sleeps: the cost of a step with the solver, and the
//! number of contacts. `steps NAME` runs one world, and `run` counts the function `a_second` alone. Without a name it lists the worlds.
//!
//! A pile is chaotic: if a bit of an answer changes, it settles in another way, and takes a little more or less. A pyramid does not.

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
