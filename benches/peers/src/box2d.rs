//! Box2D, through `b2ShapeDistance`, which answers two questions: its distance
//! is zero for an overlap. Proxies are made beforehand. A call fills in the
//! input, with the pose of B in the frame of A, starts from an empty cache, and
//! brings the closest points from the frame of A back to the world.
//!
//! A cast is `b2ShapeCast`, for round shapes, too: a proxy has a radius. It stops half a slop (0.005) or so before it touches.
//!
//! A ray is `b2RayCastPolygon`, `b2RayCastCircle` or `b2RayCastCapsule`, brought to the frame of A and back.
//!
//! A contact is `b2CollidePolygons`: it looks along the normals of all sides, and gives one or two points with their depths. The deepest
//! one counts.

use boxdd_sys::ffi::{
    b2Capsule, b2Circle, b2CollidePolygons, b2ComputeHull, b2DistanceInput, b2DistanceOutput, b2MakeBox, b2MakePolygon,
    b2MakeProxy, b2Polygon, b2RayCastCapsule, b2RayCastCircle, b2RayCastInput, b2RayCastPolygon, b2Rot, b2ShapeCast,
    b2ShapeCastPairInput, b2ShapeDistance, b2ShapeProxy, b2SimplexCache, b2Transform, b2Vec2,
};

use std::hint::black_box;

use crate::engine::{Contact, Contender, Engine, Impact, Separation};
use crate::pairs::{Pose, Scene, Shape, Vec3};

#[derive(Clone, Copy)]
pub struct Case {
    a: usize,
    b: usize,
    pose_a: b2Transform,
    pose_b: b2Transform,
    velocity: b2Vec2,
    /// What a distance left when B stood a little beside.
    cache: b2SimplexCache,
}

/// Nothing is known yet.
const COLD: b2SimplexCache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };

/// A shape for rays.
enum Solid {
    Polygon(b2Polygon),
    Circle(b2Circle),
    Capsule(b2Capsule),
}

struct Box2d {
    proxies: Vec<b2ShapeProxy>,
    polygons: Vec<b2Polygon>,
    solids: Vec<Solid>,
    cases: Vec<Case>,
}

impl Box2d {
    #[inline]
    fn query(&self, case: &Case, cache: &mut b2SimplexCache) -> b2DistanceOutput {
        let input = b2DistanceInput {
            proxyA: self.proxies[case.a],
            proxyB: self.proxies[case.b],
            transform: relative(case.pose_a, case.pose_b),
            useRadii: false,
        };
        // SAFETY: the input and the cache outlive the call, the proxies have
        // between 1 and 8 points, and no room for debug simplexes is promised.
        unsafe { b2ShapeDistance(&input, cache, std::ptr::null_mut(), 0) }
    }
}

impl Engine for Box2d {
    type Case = Case;
    type Separation = Separation<f32, 2>;
    type Contact = Contact<f32, 2>;

    fn name(&self) -> &'static str {
        "Box2D"
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
    fn contact(&self, case: &Case) -> Option<Self::Contact> {
        let (a, b) = (&self.polygons[case.a], &self.polygons[case.b]);
        // SAFETY: the polygons outlive the call.
        let found = unsafe { b2CollidePolygons(a, b, relative(case.pose_a, case.pose_b)) };
        let points = found.points[..found.pointCount as usize].iter();
        let deepest = points.min_by(|p, q| p.separation.total_cmp(&q.separation))?;
        let point = transform(case.pose_a, deepest.point);
        let turn = b2Transform { p: b2Vec2 { x: 0.0, y: 0.0 }, q: case.pose_a.q };
        let normal = transform(turn, found.normal);
        Some(Contact { depth: -deepest.separation, normal, points: [point; 2] })
    }

    #[inline]
    fn cast(&self, case: &Case) -> Option<Impact> {
        let b2Rot { c, s } = case.pose_a.q;
        let b2Vec2 { x, y } = case.velocity;
        let input = b2ShapeCastPairInput {
            proxyA: self.proxies[case.a],
            proxyB: self.proxies[case.b],
            transform: relative(case.pose_a, case.pose_b),
            translationB: b2Vec2 { x: c * x + s * y, y: c * y - s * x },
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input outlives the call.
        let found = unsafe { b2ShapeCast(&input) };
        let turn = b2Transform { p: b2Vec2 { x: 0.0, y: 0.0 }, q: case.pose_a.q };
        found
            .hit
            .then(|| Impact::new(found.fraction, transform(turn, found.normal), transform(case.pose_a, found.point)))
    }

    #[inline]
    fn ray(&self, case: &Case) -> Option<Impact> {
        let b2Rot { c, s } = case.pose_a.q;
        let b2Vec2 { x, y } = case.velocity;
        let input = b2RayCastInput {
            origin: relative(case.pose_a, case.pose_b).p,
            translation: b2Vec2 { x: c * x + s * y, y: c * y - s * x },
            maxFraction: crate::RAY_UNTIL as f32,
        };
        // SAFETY: the input and the shape outlive the call.
        let found = unsafe {
            match &self.solids[case.a] {
                Solid::Polygon(polygon) => b2RayCastPolygon(polygon, &input),
                Solid::Circle(circle) => b2RayCastCircle(circle, &input),
                Solid::Capsule(capsule) => b2RayCastCapsule(capsule, &input),
            }
        };
        let turn = b2Transform { p: b2Vec2 { x: 0.0, y: 0.0 }, q: case.pose_a.q };
        found
            .hit
            .then(|| Impact::new(found.fraction, transform(turn, found.normal), transform(case.pose_a, found.point)))
    }
}

#[inline]
fn separation(case: &Case, found: &b2DistanceOutput) -> Option<Separation<f32, 2>> {
    (found.distance > 0.0).then(|| Separation {
        distance: found.distance,
        a: transform(case.pose_a, found.pointA),
        b: transform(case.pose_a, found.pointB),
    })
}

/// The pairs of a scene at a separation. Box2D knows a rectangle as a polygon
/// only, so both ways to give one come to the same here.
pub fn contender(scene: &Scene, factor: f64) -> Box<dyn Contender> {
    let cases = scene
        .posed(factor)
        .map(|p| Case {
            a: p.a,
            b: p.b,
            pose_a: pose(p.pose_a),
            pose_b: pose(p.pose_b),
            velocity: vector(p.velocity(true)),
            cache: COLD,
        })
        .collect();
    let proxies = scene.first().iter().map(proxy).collect();
    // Of round shapes there are none, and no contacts are asked for.
    let polygons = scene.first().iter().filter(|_| scene.kind.is_polytopes()).map(polygon).collect();
    let solids = scene.first().iter().map(solid).collect();
    let mut engine = Box2d { proxies, polygons, solids, cases };
    for (at, p) in scene.posed(factor).enumerate() {
        let mut before = engine.cases[at];
        before.pose_b = pose(p.before());
        let mut cache = COLD;
        engine.query(&before, &mut cache);
        engine.cases[at].cache = cache;
    }
    Box::new(engine)
}

fn solid(shape: &Shape) -> Solid {
    let middle = vector([0.0; 3]);
    match shape {
        Shape::Ball(radius) => Solid::Circle(b2Circle { center: middle, radius: *radius as f32 }),
        Shape::Capsule(of) => {
            let [center1, center2] = [-of.half_height, of.half_height].map(|y| vector([0.0, y, 0.0]));
            Solid::Capsule(b2Capsule { center1, center2, radius: of.radius as f32 })
        }
        _ => Solid::Polygon(polygon(shape)),
    }
}

fn polygon(shape: &Shape) -> b2Polygon {
    match shape {
        // SAFETY: the calls read numbers, and `count` points from the slice.
        Shape::Cuboid([x, y, _]) => unsafe { b2MakeBox(*x as f32, *y as f32) },
        Shape::Hull(points) => {
            let points: Vec<b2Vec2> = points.iter().map(|p| vector(*p)).collect();
            let count = i32::try_from(points.len()).expect("few vertices");
            let polygon = unsafe { b2MakePolygon(&b2ComputeHull(points.as_ptr(), count), 0.0) };
            assert_eq!(polygon.count, count, "Box2D drops vertices that are close");
            polygon
        }
        _ => unreachable!("a shape of the plane"),
    }
}

fn proxy(shape: &Shape) -> b2ShapeProxy {
    let mut radius = 0.0;
    let points: Vec<b2Vec2> = match shape {
        Shape::Cuboid([x, y, _]) => [[-x, -y, 0.0], [*x, -y, 0.0], [*x, *y, 0.0], [-x, *y, 0.0]].map(vector).to_vec(),
        Shape::Hull(points) => points.iter().map(|p| vector(*p)).collect(),
        Shape::Ball(of) => {
            radius = *of as f32;
            vec![vector([0.0; 3])]
        }
        Shape::Capsule(of) => {
            radius = of.radius as f32;
            [-of.half_height, of.half_height].map(|y| vector([0.0, y, 0.0])).to_vec()
        }
        _ => unreachable!("a shape of the plane"),
    };
    let count = i32::try_from(points.len()).expect("few vertices");
    // SAFETY: the call copies `count` points from the slice.
    let proxy = unsafe { b2MakeProxy(points.as_ptr(), count, radius) };
    assert_eq!(proxy.count, count, "Box2D drops vertices beyond its limit");
    proxy
}

fn vector(v: Vec3) -> b2Vec2 {
    b2Vec2 { x: v[0] as f32, y: v[1] as f32 }
}

fn pose(pose: Pose) -> b2Transform {
    let [cos, sin] = pose.cos_sin();
    b2Transform { p: vector(pose.translation), q: b2Rot { c: cos as f32, s: sin as f32 } }
}

/// The pose of B in the frame of A.
#[inline]
fn relative(a: b2Transform, b: b2Transform) -> b2Transform {
    let (x, y) = (b.p.x - a.p.x, b.p.y - a.p.y);
    b2Transform {
        p: b2Vec2 { x: a.q.c * x + a.q.s * y, y: a.q.c * y - a.q.s * x },
        q: b2Rot { c: a.q.c * b.q.c + a.q.s * b.q.s, s: a.q.c * b.q.s - a.q.s * b.q.c },
    }
}

#[inline]
fn transform(pose: b2Transform, v: b2Vec2) -> [f32; 2] {
    [pose.q.c * v.x - pose.q.s * v.y + pose.p.x, pose.q.s * v.x + pose.q.c * v.y + pose.p.y]
}
