//! `docs/worlds` itself.

use crate::Engine;
use worlds::scenes::{Forms, Placed, world};
use worlds::{World, double};

pub fn make<T: Forms<D>, const D: usize>(plan: &[Placed], sleeps: bool) -> Box<dyn Engine> {
    let mut world: World<T, D> = world(plan).expect("the scenes are sound");
    world.sleeps = sleeps;
    // Towers of more than ten need it, as the programs do it.
    if plan.len() == 21 {
        world.settings = world.settings.stiff();
    }
    Box::new(world)
}

impl<T: Forms<D>, const D: usize> Engine for World<T, D> {
    fn step(&mut self) {
        World::step(self);
    }

    fn places(&self) -> Vec<[f64; 3]> {
        let place = |axis: usize, body: &worlds::Body<T, D>| if axis < D { double(body.center[axis]) } else { 0.0 };
        self.bodies.iter().map(|body| [0, 1, 2].map(|axis| place(axis, body))).collect()
    }

    fn deepest(&self) -> f64 {
        World::deepest(self)
    }

    fn is_asleep(&self) -> bool {
        World::is_asleep(self)
    }
}
