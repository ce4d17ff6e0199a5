//! Box2D, by its C functions.

use crate::Engine;
use boxdd_sys::ffi::{
    b2Body_GetPosition, b2Body_GetRotation, b2BodyId, b2BodyType_b2_dynamicBody, b2Capsule, b2Circle, b2ComputeHull,
    b2CreateBody, b2CreateCapsuleShape, b2CreateCircleShape, b2CreatePolygonShape, b2CreateWorld, b2DefaultBodyDef,
    b2DefaultShapeDef, b2DefaultWorldDef, b2DestroyWorld, b2MakeBox, b2MakePolygon, b2Rot, b2Vec2,
    b2World_GetAwakeBodyCount, b2World_Step, b2WorldId,
};
use gjk::nalgebra::{Isometry3, Vector3};
use worlds::Form;
use worlds::scenes::Placed;

struct Box2d {
    world: b2WorldId,
    bodies: Vec<b2BodyId>,
}

#[allow(clippy::cast_possible_truncation, reason = "it computes in f32")]
fn at([x, y, _]: [f64; 3]) -> b2Vec2 {
    b2Vec2 { x: x as f32, y: y as f32 }
}

#[allow(clippy::cast_possible_truncation, reason = "it computes in f32")]
pub fn make(plan: &[Placed], sleeps: bool) -> Box<dyn Engine> {
    // SAFETY: definitions outlive the calls, and are made by Box2D's own defaults.
    unsafe {
        let mut def = b2DefaultWorldDef();
        def.gravity = b2Vec2 { x: 0.0, y: -9.81 };
        def.enableSleep = sleeps;
        let world = b2CreateWorld(&def);
        let bodies = plan.iter().map(|placed| {
            let mut def = b2DefaultBodyDef();
            if !placed.is_fixed {
                def.type_ = b2BodyType_b2_dynamicBody;
            }
            def.position = at(placed.at);
            // The rotation that is left of a first-order one.
            let turn = placed.turn[2] as f32;
            let length = (1.0 + turn * turn).sqrt();
            def.rotation = b2Rot { c: 1.0 / length, s: turn / length };
            let body = b2CreateBody(world, &def);
            let mut def = b2DefaultShapeDef();
            def.material.friction = 0.6;
            match &placed.form {
                Form::Cuboid([x, y, _]) => {
                    b2CreatePolygonShape(body, &def, &b2MakeBox(*x as f32, *y as f32));
                }
                Form::Ball(radius) => {
                    b2CreateCircleShape(body, &def, &b2Circle { center: at([0.0; 3]), radius: *radius as f32 });
                }
                Form::Capsule { end, radius } => {
                    let [center1, center2] = [at(end.map(|x| -x)), at(*end)];
                    b2CreateCapsuleShape(body, &def, &b2Capsule { center1, center2, radius: *radius as f32 });
                }
                Form::Hull(points) => {
                    // It takes at most eight.
                    let points: Vec<b2Vec2> = points.iter().take(8).map(|point| at(*point)).collect();
                    let hull = b2ComputeHull(points.as_ptr(), points.len() as i32);
                    b2CreatePolygonShape(body, &def, &b2MakePolygon(&hull, 0.0));
                }
                Form::Cylinder { .. } | Form::Cone { .. } => unreachable!("a form of space"),
            }
            body
        });
        Box::new(Box2d { world, bodies: bodies.collect() })
    }
}

impl Engine for Box2d {
    fn step(&mut self) {
        // SAFETY: the world lives as long as this.
        unsafe { b2World_Step(self.world, 1.0 / 60.0, 4) }
    }

    fn poses(&self) -> Vec<Isometry3<f64>> {
        let pose = |body: &b2BodyId| {
            // SAFETY: so does the body.
            let (place, turn) = unsafe { (b2Body_GetPosition(*body), b2Body_GetRotation(*body)) };
            let turn = f64::from(turn.s).atan2(f64::from(turn.c));
            Isometry3::new(Vector3::new(place.x, place.y, 0.0).cast(), Vector3::z() * turn)
        };
        self.bodies.iter().map(pose).collect()
    }

    fn is_asleep(&self) -> bool {
        // SAFETY: the world lives as long as this.
        unsafe { b2World_GetAwakeBodyCount(self.world) == 0 }
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: it is not used afterwards.
        unsafe { b2DestroyWorld(self.world) }
    }
}
