//! Contacts of Box3D: `b3CollideHulls` (separating axes of faces and edges), `b3CollideHullAndSphere`,
//! `b3CollideCapsules`. Each makes a manifold of up to four points with their depths; the deepest is taken. A call
//! starts from an empty cache, and brings the point and the normal from the frame of A back to the world.
//!
//! Box3D refuses hulls above 44 vertices. It knows cylinders and cones only as hulls, which is another question.

use boxddd_sys::ffi::{
    b3BoxHull, b3Capsule, b3CollideCapsules, b3CollideHullAndSphere, b3CollideHulls, b3CreateHull, b3HullData,
    b3LocalManifold, b3LocalManifoldPoint, b3MakeBoxHull, b3SATCache, b3SimplexCache, b3Sphere, b3Transform,
};
use std::mem::{MaybeUninit, zeroed};

use crate::box3d::{Case, cases, relative, rotate, transform, vector};
use crate::engine::{Contact, Contender, Engine, Separation};
use crate::ours::all;
use crate::pairs::{Kind, Scene, Shape, Upright};

/// More points than a manifold has: those are reduced to four.
const POINTS: usize = 32;

struct Box3d<A: 'static, B: 'static, F> {
    first: &'static [A],
    second: &'static [B],
    cases: Vec<Case>,
    collide: F,
}

impl<A, B, F: Fn(&mut b3LocalManifold, &A, &B, b3Transform)> Engine for Box3d<A, B, F> {
    type Case = Case;
    type Separation = Separation<f32, 3>;
    type Contact = Contact<f32, 3>;

    fn name(&self) -> &'static str {
        "Box3D"
    }

    fn cases(&self) -> &[Case] {
        &self.cases
    }

    #[inline]
    fn contact(&self, case: &Case) -> Option<Self::Contact> {
        let mut points = [const { MaybeUninit::<b3LocalManifoldPoint>::uninit() }; POINTS];
        // SAFETY: numbers and a pointer, which is set next.
        let mut found: b3LocalManifold = unsafe { zeroed() };
        found.points = points.as_mut_ptr().cast();
        (self.collide)(&mut found, &self.first[case.a], &self.second[case.b], relative(case.pose_a, case.pose_b));
        // SAFETY: the callee has written as many.
        let points = points[..found.pointCount as usize].iter().map(|p| unsafe { p.assume_init_ref() });
        let deepest = points.min_by(|p, q| p.separation.total_cmp(&q.separation))?;
        let normal = rotate(case.pose_a.q, found.normal);
        Some(Contact {
            depth: -deepest.separation,
            normal: [normal.x, normal.y, normal.z],
            points: [transform(case.pose_a, deepest.point); 2],
        })
    }
}

/// The pairs of a scene at a separation, if there is a query for them.
pub fn contender(scene: &Scene, factor: f64) -> Option<Box<dyn Contender>> {
    let cases = cases(scene, factor);
    // SAFETY, of all calls: shapes, manifold and cache outlive the call, and the room for points is what is said.
    Some(match scene.kind {
        Kind::Cuboid => {
            let boxes = all(scene.first(), cuboid);
            let collide = |found: &mut _, a: &b3BoxHull, b: &b3BoxHull, pose| unsafe {
                b3CollideHulls(found, POINTS as i32, &a.base, &b.base, pose, &mut zeroed::<b3SATCache>());
            };
            Box::new(Box3d { first: boxes, second: boxes, cases, collide })
        }
        Kind::Hull(32) => {
            let hulls = all(scene.first(), hull);
            let collide = |found: &mut _, a: &&b3HullData, b: &&b3HullData, pose| unsafe {
                b3CollideHulls(found, POINTS as i32, *a, *b, pose, &mut zeroed::<b3SATCache>());
            };
            Box::new(Box3d { first: hulls, second: hulls, cases, collide })
        }
        Kind::BoxBall => {
            let (first, second) = (all(scene.first(), cuboid), all(scene.second(), sphere));
            let collide = |found: &mut _, a: &b3BoxHull, b: &b3Sphere, pose| unsafe {
                b3CollideHullAndSphere(found, POINTS as i32, &a.base, b, pose, &mut zeroed::<b3SimplexCache>());
            };
            Box::new(Box3d { first, second, cases, collide })
        }
        Kind::Capsules => {
            let capsules = all(scene.first(), capsule);
            let collide = |found: &mut _, a: &b3Capsule, b: &b3Capsule, pose| unsafe {
                b3CollideCapsules(found, POINTS as i32, a, b, pose);
            };
            Box::new(Box3d { first: capsules, second: capsules, cases, collide })
        }
        _ => return None,
    })
}

fn cuboid(shape: &Shape) -> b3BoxHull {
    let Shape::Cuboid([x, y, z]) = shape else { unreachable!("a cuboid") };
    // SAFETY: the call reads numbers.
    unsafe { b3MakeBoxHull(*x as f32, *y as f32, *z as f32) }
}

fn hull(shape: &Shape) -> &'static b3HullData {
    let Shape::Hull(points) = shape else { unreachable!("a hull") };
    let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
    let count = points.len() as i32;
    // SAFETY: the call reads `count` points; its hull is never destroyed.
    let hull = unsafe { b3CreateHull(points.as_ptr(), count, count).as_ref() }.expect("a hull");
    assert_eq!(hull.vertexCount, count, "Box3D drops vertices that are close");
    hull
}

fn sphere(shape: &Shape) -> b3Sphere {
    let Shape::Ball(radius) = shape else { unreachable!("a ball") };
    b3Sphere { center: vector([0.0; 3]), radius: *radius as f32 }
}

fn capsule(shape: &Shape) -> b3Capsule {
    let Shape::Capsule(Upright { half_height, radius }) = shape else { unreachable!("a capsule") };
    let [center1, center2] = [-half_height, *half_height].map(|y| vector([0.0, y, 0.0]));
    b3Capsule { center1, center2, radius: *radius as f32 }
}
