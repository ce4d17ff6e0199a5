//! The truth about a world: each pair of colliders, measured in `f64`. A module of `plane` and of `space`.

use super::exact::{Exact, exactly};
use super::rapier::parry::bounding_volume::BoundingVolume;
use super::rapier::prelude::{Collider, ColliderHandle, PhysicsWorld};
use super::{D, wide_pose};
use gjk::shape::Posed;
use gjk::{Contact, SupportExt, contact};

/// A collider's shape where it is.
pub fn shape(collider: &Collider) -> Result<Posed<Exact, f64, D>, gjk::Error> {
    exactly(collider.shape())?.posed(wide_pose(collider.position())?)
}

/// All pairs of bodies that overlap, except for two fixed ones.
pub fn overlaps(world: &PhysicsWorld) -> Vec<([ColliderHandle; 2], Contact<f64, D>)> {
    let boxed = |(handle, collider): (ColliderHandle, _)| (handle, collider, Collider::compute_aabb(collider));
    let colliders: Vec<_> = world.colliders.iter().map(boxed).collect();
    let fixed = |collider: &Collider| collider.parent().is_none_or(|body| world.bodies[body].is_fixed());
    let mut found = Vec::new();
    for (k, (first, a, box_a)) in colliders.iter().enumerate() {
        for (second, b, box_b) in &colliders[k + 1..] {
            if fixed(a) && fixed(b) || a.parent() == b.parent() || !box_a.intersects(box_b) {
                continue;
            }
            let (Ok(a), Ok(b)) = (shape(a), shape(b)) else { continue };
            let contact = contact(&a, &b);
            if contact.depth() > 0.0 {
                found.push(([*first, *second], contact));
            }
        }
    }
    found
}
