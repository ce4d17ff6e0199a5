//! What is true of a world: each pair of colliders, measured in `f64`.

use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, PointCloud, Shape3};
use gjk::{Contact, Pose, SupportExt, contact};
use rapier3d::parry::bounding_volume::BoundingVolume;
use rapier3d::prelude::{Collider, ColliderHandle, PhysicsWorld, TypedShape};

fn wide(v: rapier3d::math::Vector) -> [f64; 3] {
    v.to_array().map(f64::from)
}

/// A collider's shape where it is. All that the scenes use are there.
pub fn shape(collider: &Collider) -> Result<Shape3<f64>, gjk::Error> {
    let cylinder = |of: &rapier3d::parry::shape::Cylinder| {
        Cylinder::with_radius(f64::from(of.radius)).half_height(f64::from(of.half_height))
    };
    let shape: Shape3<f64> = match collider.shape().as_typed_shape() {
        TypedShape::Ball(of) => Ball::new(f64::from(of.radius))?.into(),
        TypedShape::Cuboid(of) => Cuboid::new(wide(of.half_extents))?.into(),
        TypedShape::Capsule(of) => Capsule::new(wide(of.segment.a), wide(of.segment.b), f64::from(of.radius))?.into(),
        TypedShape::Cylinder(of) => cylinder(of)?.into(),
        TypedShape::Cone(of) => Cone::with_radius(f64::from(of.radius)).half_height(f64::from(of.half_height))?.into(),
        TypedShape::ConvexPolyhedron(of) => PointCloud::new(of.points().iter().map(|point| wide(*point)))?.into(),
        TypedShape::RoundCuboid(of) => {
            Cuboid::new(wide(of.inner_shape.half_extents))?.swollen(f64::from(of.border_radius))?.into()
        }
        TypedShape::RoundCylinder(of) => cylinder(&of.inner_shape)?.swollen(f64::from(of.border_radius))?.into(),
        _ => return Err(gjk::Error::Other("a shape that no scene has".into())),
    };
    let place = collider.position();
    let [x, y, z, w] = place.rotation.to_array().map(f64::from);
    Ok(shape.posed(Pose::from_quaternion([w, x, y, z], wide(place.translation))?)?.into())
}

/// The overlapping pairs in which at least one body moves.
pub fn overlaps(world: &PhysicsWorld) -> Vec<([ColliderHandle; 2], Contact<f64, 3>)> {
    let boxed = |(handle, collider): (ColliderHandle, _)| (handle, collider, Collider::compute_aabb(collider));
    let colliders: Vec<_> = world.colliders.iter().map(boxed).collect();
    let fixed = |collider: &Collider| collider.parent().is_none_or(|body| world.bodies[body].is_fixed());
    let mut found = Vec::new();
    for (k, (first, a, box_a)) in colliders.iter().enumerate() {
        for (second, b, box_b) in &colliders[k + 1..] {
            if fixed(a) && fixed(b) || !box_a.intersects(box_b) {
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
