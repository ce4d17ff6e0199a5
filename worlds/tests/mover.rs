//! A character pushes the bodies of a world. The tests of gjk-scene cover the rest.

use gjk::epa::Expansion;
use gjk::nalgebra::{SVector, Translation};
use gjk::shape::{Capsule, Cuboid};
use gjk::simplex::Cases;
use gjk::{Motion, RigidMotion};
use gjk_scene::Mover;
use worlds::{Body, Space, World, walk};

const STEP: f32 = 1.0 / 60.0;

/// How fast a box of a metre is after a second of being pushed, and how much nearer than the skin the mover got.
fn pushed<const D: usize>(strength: f32) -> [f64; 2]
where
    f32: Space<D>,
    RigidMotion<f32, D>: Motion<f32, D>,
    Cases: Expansion<f32, D>,
{
    let [forwards, up] = [0, 1].map(|axis| SVector::from_fn(|k, _| if k == axis { 1.0_f32 } else { 0.0 }));
    let mut world = World::<f32, D>::default();
    let floor = SVector::from_fn(|k, _| if k == 1 { 1.0 } else { 20.0 });
    world.bodies.push(Body::fixed(Cuboid::new(floor).unwrap(), Translation::from(-up)).unwrap());
    world.bodies.push(Body::new(Cuboid::new(SVector::repeat(0.5)).unwrap(), Translation::from(up * 0.5)).unwrap());
    let capsule = Capsule::new(-up * 0.3, up * 0.3, 0.3).unwrap();
    let mut mover = Mover::new(capsule, up * 0.62 - forwards).unwrap();
    let mut deepest = 0.0_f64;
    for _ in 0..60 {
        mover.velocity[0] = 2.0;
        walk(&mut mover, &mut world.bodies, strength, STEP);
        world.step();
        deepest = deepest.max(f64::from(0.01 - gjk::contact(&world.bodies[1].shape, mover.shape()).separation));
    }
    [f64::from(world.bodies[1].velocity[0]), deepest]
}

/// A box weighs 9.81 N, and is held by friction of 5.9 N.
#[test]
fn bodies_are_pushed_by_who_is_strong_enough() {
    for [weak, strong] in [[4.0, 20.0].map(pushed::<2>), [4.0, 20.0].map(pushed::<3>)] {
        assert!(weak[0].abs() < 0.1 && strong[0] > 1.5 && strong[0] < 2.5, "{weak:?}, {strong:?}");
        assert!(weak[1] < 0.01 && strong[1] < 0.01, "{weak:?}, {strong:?}");
    }
}
