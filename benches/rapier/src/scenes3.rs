//! The worlds of space: bodies that stand, fall, roll, fly and walk.

use super::worlds::{Scene, behind_the_wall, below_the_floor};
use rapier3d::prelude::*;

pub const SCENES: &[Scene] = &[
    Scene { name: "stack", make: stack, is_lost: below_the_floor, walks: false },
    Scene { name: "pyramid", make: pyramid, is_lost: below_the_floor, walks: false },
    Scene { name: "tumbler", make: tumbler, is_lost: outside_the_tumbler, walks: false },
    Scene { name: "pile", make: pile, is_lost: below_the_floor, walks: false },
    Scene { name: "cylinders on a slope", make: slope, is_lost: below_the_slope, walks: false },
    Scene { name: "bullets", make: bullets, is_lost: behind_the_wall, walks: false },
    Scene { name: "character", make: walk, is_lost: below_the_floor, walks: true },
];

/// The slope ends in the void.
fn below_the_slope(at: Vector) -> bool {
    let normal = Vector::new(0.0, 0.2_f32.cos(), 0.2_f32.sin());
    at.dot(normal) < 0.0 && at.abs().max_element() < 99.0
}

fn outside_the_tumbler(at: Vector) -> bool {
    at.abs().max_element() > 8.0
}

fn ground(world: &mut PhysicsWorld, size: f32) {
    let floor = ColliderBuilder::cuboid(size, 1.0, size).translation(Vector::new(0.0, -1.0, 0.0));
    world.insert(RigidBodyBuilder::fixed(), floor.friction(0.6));
}

fn drop_at(world: &mut PhysicsWorld, at: Vector, shape: ColliderBuilder) {
    world.insert(RigidBodyBuilder::dynamic().translation(at), shape.friction(0.6));
}

/// Twenty boxes, one on the other.
fn stack(world: &mut PhysicsWorld) {
    ground(world, 20.0);
    for level in 0..20_u8 {
        drop_at(world, Vector::new(0.0, 0.5 + f32::from(level), 0.0), ColliderBuilder::cuboid(0.5, 0.5, 0.5));
    }
}

/// A wall that gets narrower by half a box on each side, fifteen boxes high.
fn pyramid(world: &mut PhysicsWorld) {
    ground(world, 40.0);
    for level in 0..15_u8 {
        for place in 0..15 - level {
            let x = f32::from(place) + 0.5 * f32::from(level) - 7.0;
            drop_at(world, Vector::new(x, 0.5 + f32::from(level), 0.0), ColliderBuilder::cuboid(0.49, 0.5, 0.49));
        }
    }
}

/// Boxes in a box that turns about z: none rests for long.
fn tumbler(world: &mut PhysicsWorld) {
    let drum = world.insert_body(RigidBodyBuilder::kinematic_velocity_based().angvel(Vector::new(0.0, 0.0, 0.5)));
    for axis in [Vector::X, Vector::Y, Vector::Z] {
        for side in [-5.0, 5.0] {
            let half = Vector::splat(5.5) - 5.0 * axis;
            let wall = ColliderBuilder::cuboid(half.x, half.y, half.z).translation(side * axis);
            world.insert_collider(wall.friction(0.6), Some(drum));
        }
    }
    for k in 0..200_u8 {
        let at = Vector::new(f32::from(k % 6), f32::from(k / 36), f32::from(k / 6 % 6)) * 1.3 - 3.25;
        drop_at(world, at, ColliderBuilder::cuboid(0.3, 0.4, 0.5));
    }
}

/// Shapes of each kind fall into a pit, layer after layer.
fn pile(world: &mut PhysicsWorld) {
    ground(world, 20.0);
    for (x, z) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let wall = ColliderBuilder::cuboid(0.5 + 4.5 * f32::abs(z), 4.0, 0.5 + 4.5 * f32::abs(x));
        world.insert(RigidBodyBuilder::fixed().translation(Vector::new(4.5 * x, 4.0, 4.5 * z)), wall.friction(0.6));
    }
    let corner = |k: u8| {
        Vector::new(
            if k & 1 == 0 { 0.5 } else { -0.4 },
            if k & 2 == 0 { 0.4 } else { -0.5 },
            if k & 4 == 0 { 0.3 } else { -0.3 },
        )
    };
    let mut corners: Vec<Vector> = (0..8).map(corner).collect();
    corners.push(Vector::new(0.0, 0.8, 0.1));
    for k in 0..200_u16 {
        let shape = match k % 8 {
            0 => ColliderBuilder::ball(0.4),
            1 => ColliderBuilder::cuboid(0.3, 0.4, 0.5),
            2 => ColliderBuilder::capsule_y(0.4, 0.3),
            3 => ColliderBuilder::cylinder(0.3, 0.4),
            4 => ColliderBuilder::cone(0.5, 0.4),
            5 => ColliderBuilder::convex_hull(&corners).unwrap_or(ColliderBuilder::ball(0.4)),
            6 => ColliderBuilder::round_cuboid(0.3, 0.2, 0.3, 0.1),
            _ => ColliderBuilder::round_cylinder(0.2, 0.3, 0.1),
        };
        let (column, row, level) = (k % 5, k / 5 % 5, k / 25);
        let jitter = f32::from(k * 37 % 11) / 40.0;
        let at = Vector::new(
            1.3 * f32::from(column) - 2.6 + jitter,
            1.0 + 1.3 * f32::from(level),
            1.3 * f32::from(row) - 2.6,
        );
        let turn = Vector::new(f32::from(k * 13 % 7), f32::from(k * 29 % 5), f32::from(k * 17 % 3));
        world.insert(RigidBodyBuilder::dynamic().translation(at).rotation(turn), shape.friction(0.6));
    }
}

/// A large thin plate that is tilted by 0.2, with cylinders lying and standing on it.
fn slope(world: &mut PhysicsWorld) {
    let plate = ColliderBuilder::cuboid(100.1, 0.1, 100.1).friction(0.6);
    world.insert(RigidBodyBuilder::fixed().rotation(Vector::new(0.2, 0.0, 0.0)), plate);
    for k in 0..60_u8 {
        let (column, row) = (f32::from(k % 10), f32::from(k / 10));
        let turn = match k % 3 {
            0 => Vector::ZERO,
            1 => Vector::new(0.0, 0.0, std::f32::consts::FRAC_PI_2),
            _ => Vector::new(0.7, 0.3, 0.9),
        };
        let at = Vector::new(3.0 * column - 15.0, 3.0 + 0.8 * row, -3.0 * row);
        let shape = ColliderBuilder::cylinder(0.3 + 0.05 * row, 0.5).friction(0.6);
        world.insert(RigidBodyBuilder::dynamic().translation(at).rotation(turn), shape);
    }
}

/// Small fast bodies of four kinds are shot at a thin wall, with continuous collision detection.
fn bullets(world: &mut PhysicsWorld) {
    ground(world, 60.0);
    world.insert(
        RigidBodyBuilder::fixed().translation(Vector::new(0.0, 10.0, 0.0)),
        ColliderBuilder::cuboid(0.02, 10.0, 20.0),
    );
    for k in 0..80_u8 {
        let shape = match k % 4 {
            0 => ColliderBuilder::ball(0.05),
            1 => ColliderBuilder::cylinder(0.1, 0.05),
            2 => ColliderBuilder::cone(0.1, 0.05),
            _ => ColliderBuilder::cuboid(0.05, 0.1, 0.05),
        };
        let at = Vector::new(-10.0 - 0.1 * f32::from(k), 2.0 + 0.2 * f32::from(k), 0.4 * f32::from(k % 40) - 8.0);
        let body = RigidBodyBuilder::dynamic().translation(at).linvel(Vector::new(150.0 + f32::from(k), 0.0, 0.0));
        let body = body.angvel(Vector::new(0.0, 5.0, f32::from(k % 7))).ccd_enabled(true);
        world.insert(body, shape.friction(0.6));
    }
}

/// Steps, a ramp, and things that lie about.
fn walk(world: &mut PhysicsWorld) {
    ground(world, 40.0);
    for step in 0..8_u8 {
        let height = 0.1 * f32::from(step + 1);
        let block = ColliderBuilder::cuboid(0.5, height, 2.0);
        world.insert(RigidBodyBuilder::fixed().translation(Vector::new(3.0 + f32::from(step), 0.0, 0.0)), block);
    }
    let ramp = ColliderBuilder::cuboid(4.0, 0.1, 2.0);
    world.insert(
        RigidBodyBuilder::fixed().translation(Vector::new(14.1, -0.05, 0.0)).rotation(Vector::new(0.0, 0.0, -0.21)),
        ramp,
    );
    for k in 0..6_u8 {
        let post = ColliderBuilder::cylinder(1.0, 0.3);
        let at = Vector::new(-3.0 - 2.0 * f32::from(k), 1.0, if k % 2 == 0 { 0.35 } else { -0.35 });
        world.insert(RigidBodyBuilder::fixed().translation(at), post);
    }
}
