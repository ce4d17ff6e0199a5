//! An avian world whose contacts come from gjk: its own collider takes the place of avian's.
//!
//! ```sh
//! cargo run --locked --manifest-path benches/avian/Cargo.toml
//! ```

use avian3d::collider_tree::ColliderTreePlugin;
use avian3d::dynamics::rigid_body::body_size_metrics::BodySizeMetricsPlugin;
use avian3d::math::RVector;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use gjk_parry::Gjk;
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::Pose;
use parry3d::query::PersistentQueryDispatcher;
use parry3d::shape::SharedShape;
use std::time::Duration;

/// One of parry's shapes, and who answers for it.
#[derive(Component, Clone)]
struct GjkCollider {
    shape: SharedShape,
    gjk: Gjk,
}

/// avian's plugin asks for one.
impl Default for GjkCollider {
    fn default() -> Self {
        Self { shape: SharedShape::ball(0.5), gjk: Gjk::default() }
    }
}

fn pose(position: RVector, rotation: impl Into<Quat>) -> Pose {
    Pose::from_parts(position, rotation.into())
}

impl AnyCollider for GjkCollider {
    type Context = ();

    fn aabb_with_context(
        &self,
        position: RVector,
        rotation: impl Into<Quat>,
        margin: f32,
        _: ColliderContext<()>,
    ) -> ColliderAabb {
        let found = self.shape.compute_aabb(&pose(position, rotation)).loosened(margin);
        ColliderAabb::from_min_max(found.mins, found.maxs)
    }

    fn contact_manifolds_with_context(
        &self,
        other: &Self,
        position1: RVector,
        rotation1: impl Into<Quat>,
        position2: RVector,
        rotation2: impl Into<Quat>,
        prediction_distance: f32,
        manifolds: &mut Vec<ContactManifold>,
        _: ColliderPairContext<()>,
    ) {
        manifolds.clear();
        let [first, second] = [pose(position1, rotation1), pose(position2, rotation2)];
        let mut found = Vec::<parry3d::query::ContactManifold<(), ()>>::new();
        let answer = self.gjk.contact_manifolds(
            &first.inv_mul(&second),
            &*self.shape,
            &*other.shape,
            prediction_distance,
            &mut found,
            &mut None,
        );
        // The dispatcher counts shapes and poses that are not valid.
        if answer.is_err() {
            return;
        }
        for manifold in found.iter().filter(|manifold| !manifold.points.is_empty()) {
            let part = manifold.subshape_pos1().copied().unwrap_or_default();
            let normal = first.rotation * (part.rotation * manifold.local_n1);
            let points = manifold.points.iter().map(|point| {
                // avian's points are halfway between the shapes, in the world's directions.
                let middle = first.rotation * part.transform_point(point.local_p1) + normal * (point.dist / 2.0);
                let from_second = middle + (first.translation - second.translation);
                ContactPoint::new(middle, from_second, first.translation + middle, -point.dist)
                    .with_feature_ids(point.fid1.0.into(), point.fid2.0.into())
            });
            manifolds.push(ContactManifold::new(points, normal));
        }
    }
}

/// The shapes have their final size.
impl ScalableCollider for GjkCollider {
    fn scale(&self) -> Vec3 {
        Vec3::ONE
    }

    fn set_scale(&mut self, _: Vec3, _: u32) {}
}

impl ComputeMassProperties3d for GjkCollider {
    fn mass(&self, density: f32) -> f32 {
        self.shape.mass_properties(density).mass()
    }

    fn unit_principal_angular_inertia(&self) -> Vec3 {
        let found = self.shape.mass_properties(1.0);
        found.principal_inertia() / found.mass()
    }

    fn local_inertial_frame(&self) -> Quat {
        self.shape.mass_properties(1.0).principal_inertia_local_frame
    }

    fn center_of_mass(&self) -> Vec3 {
        self.shape.mass_properties(1.0).local_com
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        PhysicsPlugins::default(),
        ColliderBackendPlugin::<GjkCollider>::default(),
        ColliderTreePlugin::<GjkCollider>::default(),
        NarrowPhasePlugin::<GjkCollider>::default(),
        BodySizeMetricsPlugin::<GjkCollider>::default(),
    ));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    let gjk = Gjk::default();
    let collider = |shape| GjkCollider { shape, gjk: gjk.clone() };
    let floor = collider(SharedShape::cuboid(100.0, 1.0, 100.0));
    app.world_mut().spawn((RigidBody::Static, floor, Transform::from_xyz(0.0, -1.0, 0.0)));
    for k in 0..40_u8 {
        let shape = match k % 4 {
            0 => SharedShape::cuboid(0.5, 0.3, 0.4),
            1 => SharedShape::cylinder(0.3, 0.4),
            2 => SharedShape::capsule_y(0.3, 0.3),
            _ => SharedShape::cone(0.4, 0.4),
        };
        let at = Transform::from_xyz(0.3 * f32::from(k % 5), 1.0 + 0.7 * f32::from(k), 0.3 * f32::from(k % 3));
        app.world_mut().spawn((RigidBody::Dynamic, collider(shape), at));
    }
    app.finish();
    app.cleanup();
    for second in 1..=10 {
        for _ in 0..64 {
            app.update();
        }
        let mut bodies = app.world_mut().query::<(&RigidBody, &Position)>();
        let heights: Vec<f32> =
            bodies.iter(app.world()).filter(|(body, _)| body.is_dynamic()).map(|(_, place)| place.y).collect();
        let [low, high] = heights.iter().fold([f32::MAX, f32::MIN], |[low, high], y| [low.min(*y), high.max(*y)]);
        println!("after {second} s: {} bodies between {low:.2} and {high:.2} m", heights.len());
    }
    println!("undecided: {}, refused: {}", gjk.counts().undecided, gjk.counts().refused);
}
