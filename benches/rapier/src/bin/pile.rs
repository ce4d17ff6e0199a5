//! A rapier world whose queries are answered by gjk: one line makes the difference.
//!
//! ```sh
//! cargo run --release --manifest-path benches/rapier/Cargo.toml --bin pile
//! ```

use gjk_parry::Gjk;
use rapier3d::prelude::*;

fn main() {
    let gjk = Gjk::default();
    let mut world = PhysicsWorld { gravity: Vector::new(0.0, -9.81, 0.0), ..PhysicsWorld::default() };
    // This one.
    world.narrow_phase.set_query_dispatcher(gjk.clone());

    world.insert(RigidBodyBuilder::fixed(), ColliderBuilder::cuboid(20.0, 1.0, 20.0));
    for k in 0..60_u8 {
        let shape = match k % 4 {
            0 => ColliderBuilder::cuboid(0.5, 0.3, 0.4),
            1 => ColliderBuilder::cylinder(0.3, 0.4),
            2 => ColliderBuilder::capsule_y(0.3, 0.3),
            _ => ColliderBuilder::cone(0.4, 0.4),
        };
        let at = Vector::new(0.3 * f32::from(k % 5), 2.0 + 0.5 * f32::from(k), 0.3 * f32::from(k % 3));
        world.insert(RigidBodyBuilder::dynamic().translation(at), shape);
    }
    for second in 1..=10_u8 {
        for _ in 0..60 {
            world.step();
        }
        let bodies = || world.bodies.iter().filter(|(_, body)| body.is_dynamic());
        let asleep = bodies().filter(|(_, body)| body.is_sleeping()).count();
        let top = bodies().map(|(_, body)| body.translation().y).fold(0.0, f32::max);
        println!(
            "after {second} s the pile is {:.2} m high, and {asleep} of {} bodies are asleep",
            top - 1.0,
            bodies().count()
        );
    }
    println!("undecided: {}, refused: {}", gjk.counts().undecided, gjk.counts().refused);
}
