//! The worlds of the plane.

use super::worlds::{Scene, behind_the_wall, below_the_floor};
use rapier2d::prelude::*;

pub const SCENES: &[Scene] = &[
    Scene { name: "stack", make: stack, is_lost: below_the_floor, walks: false },
    Scene { name: "pyramid", make: pyramid, is_lost: below_the_floor, walks: false },
    Scene { name: "pile", make: pile, is_lost: below_the_floor, walks: false },
    Scene { name: "bullets", make: bullets, is_lost: behind_the_wall, walks: false },
    Scene { name: "character", make: walk, is_lost: below_the_floor, walks: true },
];

fn fixed(world: &mut PhysicsWorld, at: Vector, angle: f32, shape: ColliderBuilder) {
    world.insert(RigidBodyBuilder::fixed().translation(at).rotation(angle), shape.friction(0.6));
}

fn ground(world: &mut PhysicsWorld, size: f32) {
    fixed(world, Vector::new(0.0, -1.0), 0.0, ColliderBuilder::cuboid(size, 1.0));
}

fn drop_at(world: &mut PhysicsWorld, at: Vector, angle: f32, shape: ColliderBuilder) {
    world.insert(RigidBodyBuilder::dynamic().translation(at).rotation(angle), shape.friction(0.6));
}

/// Twenty boxes, one on the other.
fn stack(world: &mut PhysicsWorld) {
    ground(world, 20.0);
    for level in 0..20_u8 {
        drop_at(world, Vector::new(0.0, 0.5 + f32::from(level)), 0.0, ColliderBuilder::cuboid(0.5, 0.5));
    }
}

/// Rows of boxes that get shorter by half a box on each side, fifteen boxes high.
fn pyramid(world: &mut PhysicsWorld) {
    ground(world, 40.0);
    for level in 0..15_u8 {
        for place in 0..15 - level {
            let x = f32::from(place) + 0.5 * f32::from(level) - 7.0;
            drop_at(world, Vector::new(x, 0.5 + f32::from(level)), 0.0, ColliderBuilder::cuboid(0.49, 0.5));
        }
    }
}

/// Shapes of each kind fall into a pit, layer after layer.
fn pile(world: &mut PhysicsWorld) {
    ground(world, 20.0);
    for x in [-4.5, 4.5] {
        fixed(world, Vector::new(x, 20.0), 0.0, ColliderBuilder::cuboid(0.5, 20.0));
    }
    let corners = [(0.5, 0.1), (0.1, 0.5), (-0.4, 0.3), (-0.5, -0.2), (0.2, -0.4)].map(|(x, y)| Vector::new(x, y));
    for k in 0..120_u8 {
        let shape = match k % 6 {
            0 => ColliderBuilder::ball(0.4),
            1 => ColliderBuilder::cuboid(0.3, 0.5),
            2 => ColliderBuilder::capsule_y(0.3, 0.3),
            3 => ColliderBuilder::triangle(corners[0], corners[2], corners[4]),
            4 => ColliderBuilder::convex_hull(&corners).unwrap_or(ColliderBuilder::ball(0.4)),
            _ => ColliderBuilder::round_cuboid(0.3, 0.2, 0.1),
        };
        let at = Vector::new(1.4 * f32::from(k % 5) - 2.8 + f32::from(k * 2 % 11) / 40.0, 1.0 + 1.3 * f32::from(k / 5));
        drop_at(world, at, f32::from(k % 7), shape);
    }
}

/// Small fast bodies of four kinds are shot at a thin wall, with continuous collision detection.
fn bullets(world: &mut PhysicsWorld) {
    ground(world, 60.0);
    fixed(world, Vector::new(0.0, 10.0), 0.0, ColliderBuilder::cuboid(0.02, 10.0));
    for k in 0..60_u8 {
        let shape = match k % 4 {
            0 => ColliderBuilder::ball(0.05),
            1 => ColliderBuilder::cuboid(0.05, 0.1),
            2 => ColliderBuilder::triangle(Vector::new(0.1, 0.0), Vector::new(-0.1, 0.08), Vector::new(-0.1, -0.08)),
            _ => ColliderBuilder::capsule_y(0.1, 0.05),
        };
        let at = Vector::new(-10.0 - 0.1 * f32::from(k), 2.0 + 0.25 * f32::from(k));
        let body = RigidBodyBuilder::dynamic().translation(at).linvel(Vector::new(150.0 + f32::from(k), 0.0));
        world.insert(body.angvel(f32::from(k % 7)).ccd_enabled(true), shape.friction(0.6));
    }
}

/// Steps, a ramp, and bumps.
fn walk(world: &mut PhysicsWorld) {
    ground(world, 40.0);
    for step in 0..8_u8 {
        let at = Vector::new(3.0 + f32::from(step), 0.0);
        fixed(world, at, 0.0, ColliderBuilder::cuboid(0.5, 0.1 * f32::from(step + 1)));
    }
    fixed(world, Vector::new(14.1, -0.05), -0.21, ColliderBuilder::cuboid(4.0, 0.1));
    for k in 0..6_u8 {
        fixed(world, Vector::new(-3.0 - 2.0 * f32::from(k), -0.4), 0.0, ColliderBuilder::ball(0.5));
    }
}
