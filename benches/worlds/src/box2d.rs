//! Box2D, by its C functions.

use crate::Engine;
use boxdd_sys::ffi::{
    b2Body_GetContactCapacity, b2Body_GetContactData, b2Body_GetPosition, b2BodyId, b2BodyType_b2_dynamicBody,
    b2Capsule, b2Circle, b2ComputeHull, b2ContactData, b2CreateBody, b2CreateCapsuleShape, b2CreateCircleShape,
    b2CreatePolygonShape, b2CreateWorld, b2DefaultBodyDef, b2DefaultShapeDef, b2DefaultWorldDef, b2DestroyWorld,
    b2MakeBox, b2MakePolygon, b2Rot, b2Vec2, b2World_GetAwakeBodyCount, b2World_Step, b2WorldId,
};
use std::mem::MaybeUninit;
use worlds::scenes::{Form, Placed};

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
                Form::Capsule { half, radius } => {
                    let [center1, center2] = [at([0.0, -half, 0.0]), at([0.0, *half, 0.0])];
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

    fn places(&self) -> Vec<[f64; 3]> {
        let place = |body: &b2BodyId| {
            // SAFETY: so does the body.
            let place = unsafe { b2Body_GetPosition(*body) };
            [f64::from(place.x), f64::from(place.y), 0.0]
        };
        self.bodies.iter().map(place).collect()
    }

    fn deepest(&self) -> f64 {
        let mut deepest = 0.0_f32;
        for body in &self.bodies {
            // SAFETY: as many are written as there is room for, and the count is what has been written.
            let found = unsafe {
                let room = b2Body_GetContactCapacity(*body);
                let mut contacts: Vec<MaybeUninit<b2ContactData>> = Vec::new();
                contacts.resize_with(usize::try_from(room).unwrap_or(0), MaybeUninit::uninit);
                let count = b2Body_GetContactData(*body, contacts.as_mut_ptr().cast(), room);
                contacts.truncate(usize::try_from(count).unwrap_or(0));
                contacts.into_iter().map(|contact| contact.assume_init()).collect::<Vec<_>>()
            };
            for contact in found {
                let points =
                    contact.manifold.points[..usize::try_from(contact.manifold.pointCount).unwrap_or(0)].iter();
                deepest = points.map(|point| -point.separation).fold(deepest, f32::max);
            }
        }
        f64::from(deepest)
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
