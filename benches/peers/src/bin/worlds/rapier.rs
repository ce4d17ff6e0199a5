//! rapier3d, in `f32`.

use crate::Engine;
use gjk::nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};
use rapier3d::prelude::*;
use worlds::Form;
use worlds::scenes::Placed;

struct Rapier {
    parameters: IntegrationParameters,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    soft: SoftBodySet,
    continuous: CCDSolver,
    handles: Vec<RigidBodyHandle>,
}

#[allow(clippy::cast_possible_truncation, reason = "it computes in f32")]
fn vector(parts: [f64; 3]) -> Vector {
    let [x, y, z] = parts.map(|part| part as f32);
    Vector::new(x, y, z)
}

#[allow(clippy::cast_possible_truncation, reason = "it computes in f32")]
pub fn make(plan: &[Placed], sleeps: bool) -> Box<dyn Engine> {
    let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
    let handles = plan.iter().map(|placed| {
        let body = if placed.is_fixed { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let [x, y, z] = placed.turn.map(|part| part as f32 / 2.0);
        let rotation = Rotation::from_xyzw(x, y, z, 1.0).normalize();
        let body = body.pose(Pose::from_parts(vector(placed.at), rotation)).can_sleep(sleeps);
        let shape = match &placed.form {
            Form::Cuboid([x, y, z]) => ColliderBuilder::cuboid(*x as f32, *y as f32, *z as f32),
            Form::Ball(radius) => ColliderBuilder::ball(*radius as f32),
            Form::Capsule { end, radius } => ColliderBuilder::capsule_y(end[1] as f32, *radius as f32),
            Form::Hull(points) => {
                let points: Vec<Vector> = points.iter().map(|point| vector(*point)).collect();
                ColliderBuilder::convex_hull(&points).expect("points of a solid")
            }
            Form::Cylinder { half, radius } => ColliderBuilder::cylinder(*half as f32, *radius as f32),
            Form::Cone { half, radius } => ColliderBuilder::cone(*half as f32, *radius as f32),
        };
        let handle = bodies.insert(body);
        colliders.insert_with_parent(shape.friction(0.6), handle, &mut bodies);
        handle
    });
    let handles = handles.collect();
    Box::new(Rapier {
        parameters: IntegrationParameters::default(),
        pipeline: PhysicsPipeline::new(),
        islands: IslandManager::new(),
        broad: BroadPhaseBvh::new(),
        narrow: NarrowPhase::new(),
        bodies,
        colliders,
        joints: ImpulseJointSet::new(),
        multibodies: MultibodyJointSet::new(),
        soft: SoftBodySet::new(),
        continuous: CCDSolver::new(),
        handles,
    })
}

impl Engine for Rapier {
    fn step(&mut self) {
        self.pipeline.step(
            Vector::new(0.0, -9.81, 0.0),
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibodies,
            &mut self.soft,
            &mut self.continuous,
            &(),
            &(),
        );
    }

    fn poses(&self) -> Vec<Isometry3<f64>> {
        let pose = |handle: &RigidBodyHandle| {
            let (place, turn) = (self.bodies[*handle].translation(), self.bodies[*handle].rotation());
            let [x, y, z, w] = [turn.x, turn.y, turn.z, turn.w].map(f64::from);
            let place = Vector3::new(place.x, place.y, place.z).cast::<f64>();
            Isometry3::from_parts(place.into(), UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)))
        };
        self.handles.iter().map(pose).collect()
    }

    fn is_asleep(&self) -> bool {
        self.handles.iter().map(|handle| &self.bodies[*handle]).all(|body| body.is_fixed() || body.is_sleeping())
    }
}
