//! `worlds` itself.

use crate::Engine;
use gjk::nalgebra::{Isometry3, Matrix3, Rotation3, UnitQuaternion, Vector3};
use worlds::scenes::{Placed, world};
use worlds::{Forms, World, double};

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

    fn poses(&self) -> Vec<Isometry3<f64>> {
        let pose = |body: &worlds::Body<T, D>| {
            let pose = body.shape.pose();
            let place = Vector3::from_fn(|axis, _| if axis < D { double(pose.translation()[axis]) } else { 0.0 });
            let turn = Matrix3::from_fn(|i, j| match (i < D, j < D) {
                (true, true) => double(pose.matrix()[(i, j)]),
                _ => f64::from(u8::from(i == j)),
            });
            let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
            Isometry3::from_parts(place.into(), UnitQuaternion::new_normalize(turn.into_inner()))
        };
        self.bodies.iter().map(pose).collect()
    }

    fn is_asleep(&self) -> bool {
        World::is_asleep(self)
    }
}
