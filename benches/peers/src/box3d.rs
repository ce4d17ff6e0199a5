//! Box3D, through `b3ShapeDistance`, which answers two questions: its distance
//! is zero for an overlap. A proxy refers to points held here. A call fills in
//! the input, with the pose of B in the frame of A, starts from an empty cache,
//! and brings the closest points from the frame of A back to the world.
//!
//! Its header bounds a proxy to 64 points, and a hull to 128 vertices, faces and edges, so that
//! `b3CreateHull` refuses triangulated hulls above 44 vertices. The query itself only scans the
//! points. A larger proxy could only break the 8-bit indices in the cache, which is thrown away
//! here. So hulls of up to 128 points are asked about, under a name that says so, and larger ones
//! are left out.
//!
//! A cast is `b3ShapeCast`, for round shapes, too: a proxy has a radius.
//!
//! Contacts are in `box3d_contact.rs`.

use boxddd_sys::ffi::{
    B3_MAX_HULL_VERTICES, B3_MAX_SHAPE_CAST_POINTS, b3DistanceInput, b3DistanceOutput, b3Quat, b3ShapeCast,
    b3ShapeCastPairInput, b3ShapeDistance, b3ShapeProxy, b3SimplexCache, b3Transform, b3Vec3,
};

use std::hint::black_box;

use crate::engine::{Contact, Contender, Engine, Impact, Separation};
use crate::pairs::{Pose, Scene, Shape, Vec3};

#[derive(Clone, Copy)]
pub struct Case {
    pub a: usize,
    pub b: usize,
    pub pose_a: b3Transform,
    pub pose_b: b3Transform,
    pub velocity: b3Vec3,
    /// What a distance left when B stood a little beside.
    cache: b3SimplexCache,
}

/// A shape: points, and a radius around them.
type Swollen = (Vec<b3Vec3>, f32);

/// Nothing is known yet.
const COLD: b3SimplexCache = b3SimplexCache { metric: 0.0, count: 0, indexA: [0; 4], indexB: [0; 4] };

struct Box3d {
    name: &'static str,
    shapes: Vec<Swollen>,
    cases: Vec<Case>,
}

impl Box3d {
    #[inline]
    fn proxy(&self, shape: usize) -> b3ShapeProxy {
        let (points, radius) = &self.shapes[shape];
        b3ShapeProxy { points: points.as_ptr(), count: points.len() as i32, radius: *radius }
    }

    #[inline]
    fn query(&self, case: &Case, cache: &mut b3SimplexCache) -> b3DistanceOutput {
        let input = b3DistanceInput {
            proxyA: self.proxy(case.a),
            proxyB: self.proxy(case.b),
            transform: relative(case.pose_a, case.pose_b),
            useRadii: false,
        };
        // SAFETY: the input, the points it refers to and the cache outlive the
        // call, and no room for debug simplexes is promised.
        unsafe { b3ShapeDistance(&input, cache, std::ptr::null_mut(), 0) }
    }
}

impl Engine for Box3d {
    type Case = Case;
    type Separation = Separation<f32, 3>;
    type Contact = Contact<f32, 3>;

    fn name(&self) -> &'static str {
        self.name
    }

    fn cases(&self) -> &[Case] {
        &self.cases
    }

    #[inline]
    fn intersects(&self, case: &Case) -> bool {
        self.query(case, &mut { COLD }).distance == 0.0
    }

    #[inline]
    fn separation(&self, case: &Case) -> Option<Self::Separation> {
        separation(case, &self.query(case, &mut { COLD }))
    }

    #[inline]
    fn again(&self, case: &Case) -> Option<Self::Separation> {
        let mut cache = case.cache;
        let found = self.query(case, &mut cache);
        black_box(cache);
        separation(case, &found)
    }

    #[inline]
    fn cast(&self, case: &Case) -> Option<Impact> {
        let input = b3ShapeCastPairInput {
            proxyA: self.proxy(case.a),
            proxyB: self.proxy(case.b),
            transform: relative(case.pose_a, case.pose_b),
            translationB: rotate(conjugate(case.pose_a.q), case.velocity),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input and the points it refers to outlive the call.
        let found = unsafe { b3ShapeCast(&input) };
        let normal = rotate(case.pose_a.q, found.normal);
        let point = transform(case.pose_a, found.point);
        found.hit.then(|| Impact::new(found.fraction, [normal.x, normal.y, normal.z], point))
    }
}

#[inline]
fn separation(case: &Case, found: &b3DistanceOutput) -> Option<Separation<f32, 3>> {
    (found.distance > 0.0).then(|| Separation {
        distance: found.distance,
        a: transform(case.pose_a, found.pointA),
        b: transform(case.pose_a, found.pointB),
    })
}

/// The pairs of a scene at a separation; none if its hulls are too large.
pub fn contender(scene: &Scene, factor: f64) -> Option<Box<dyn Contender>> {
    let shapes: Vec<_> = scene.first().iter().map(points).collect();
    let largest = shapes.iter().map(|(points, _): &Swollen| points.len()).max()?;
    let name = if largest <= B3_MAX_SHAPE_CAST_POINTS as usize {
        "Box3D"
    } else if largest <= B3_MAX_HULL_VERTICES as usize {
        "Box3D beyond its limit"
    } else {
        return None;
    };
    let mut engine = Box3d { name, shapes, cases: cases(scene, factor) };
    for (at, p) in scene.posed(factor).enumerate() {
        let mut before = engine.cases[at];
        before.pose_b = pose(p.before());
        let mut cache = COLD;
        engine.query(&before, &mut cache);
        engine.cases[at].cache = cache;
    }
    Some(Box::new(engine))
}

pub fn cases(scene: &Scene, factor: f64) -> Vec<Case> {
    let case = |p: crate::pairs::Posed| Case {
        a: p.a,
        b: p.b,
        pose_a: pose(p.pose_a),
        pose_b: pose(p.pose_b),
        velocity: vector(p.velocity(false)),
        cache: COLD,
    };
    scene.posed(factor).map(case).collect()
}

fn points(shape: &Shape) -> Swollen {
    let points = match shape {
        Shape::Ball(radius) => return (vec![vector([0.0; 3])], *radius as f32),
        Shape::Capsule(of) => {
            let ends = [-of.half_height, of.half_height].map(|y| vector([0.0, y, 0.0]));
            return (ends.to_vec(), of.radius as f32);
        }
        Shape::Cuboid(half) => (0..8)
            .map(|corner| {
                let sign = |axis: usize| if corner >> axis & 1 == 0 { 1.0 } else { -1.0 };
                vector([0, 1, 2].map(|i| half[i] * sign(i)))
            })
            .collect(),
        Shape::Hull(points) => points.iter().map(|p| vector(*p)).collect(),
        _ => unreachable!("the query takes points"),
    };
    (points, 0.0)
}

pub fn vector(v: Vec3) -> b3Vec3 {
    b3Vec3 { x: v[0] as f32, y: v[1] as f32, z: v[2] as f32 }
}

fn pose(pose: Pose) -> b3Transform {
    let [x, y, z, w] = pose.rotation;
    b3Transform { p: vector(pose.translation), q: b3Quat { v: vector([x, y, z]), s: w as f32 } }
}

/// The pose of B in the frame of A.
#[inline]
pub fn relative(a: b3Transform, b: b3Transform) -> b3Transform {
    let back = conjugate(a.q);
    let offset = b3Vec3 { x: b.p.x - a.p.x, y: b.p.y - a.p.y, z: b.p.z - a.p.z };
    let turn = cross(back.v, b.q.v);
    b3Transform {
        p: rotate(back, offset),
        q: b3Quat {
            v: b3Vec3 {
                x: turn.x + back.s * b.q.v.x + b.q.s * back.v.x,
                y: turn.y + back.s * b.q.v.y + b.q.s * back.v.y,
                z: turn.z + back.s * b.q.v.z + b.q.s * back.v.z,
            },
            s: back.s * b.q.s - (back.v.x * b.q.v.x + back.v.y * b.q.v.y + back.v.z * b.q.v.z),
        },
    }
}

#[inline]
pub fn transform(pose: b3Transform, v: b3Vec3) -> [f32; 3] {
    let turned = rotate(pose.q, v);
    [turned.x + pose.p.x, turned.y + pose.p.y, turned.z + pose.p.z]
}

#[inline]
fn conjugate(q: b3Quat) -> b3Quat {
    b3Quat { v: b3Vec3 { x: -q.v.x, y: -q.v.y, z: -q.v.z }, s: q.s }
}

#[inline]
pub fn rotate(q: b3Quat, v: b3Vec3) -> b3Vec3 {
    let once = cross(q.v, v);
    let t = b3Vec3 { x: 2.0 * once.x, y: 2.0 * once.y, z: 2.0 * once.z };
    let twice = cross(q.v, t);
    b3Vec3 { x: v.x + q.s * t.x + twice.x, y: v.y + q.s * t.y + twice.y, z: v.z + q.s * t.z + twice.z }
}

#[inline]
fn cross(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}
