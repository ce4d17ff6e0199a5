//! A stack of boxes, and twenty mixed bodies in a room, with a small solver: up to four points a pair, kept from frame to
//! frame, and sequential impulses.

use gjk::nalgebra::{Isometry3, Matrix3, Point3, UnitQuaternion, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, HalfSpace, PointCloud, Posed};
use gjk::{Aabb, Contact, Error, Query, Support, SupportExt, aabb};
use std::collections::BTreeMap;

type V = Vector3<f32>;
type Shape = Box<dyn Support<3, Scalar = f32>>;

const DT: f32 = 1.0 / 60.0;
/// Points this far apart are still kept.
const NEAR: f32 = 0.02;
const SLOP: f32 = 0.002;
const FRICTION: f32 = 0.5;

struct Body {
    shape: Posed<Shape, f32, 3>,
    pose: Isometry3<f32>,
    v: V,
    w: V,
    inverse_mass: f32,
    inverse_inertia: V,
}

impl Body {
    fn new(shape: Shape, at: V, turn: V, mass: f32, inertia: V) -> Result<Self, Error> {
        let (pose, zero) = (Isometry3::new(at, turn), V::zeros());
        let inverse_inertia = inertia.map(|i| 1.0 / i);
        Ok(Self { shape: shape.posed(pose)?, pose, v: zero, w: zero, inverse_mass: 1.0 / mass, inverse_inertia })
    }

    /// With the mass properties of a box.
    fn like_a_box(shape: Shape, half: V, at: V, turn: V) -> Result<Self, Error> {
        let (mass, s) = (8.0 * half.product(), half.component_mul(&half));
        Self::new(shape, at, turn, mass, V::new(s.y + s.z, s.x + s.z, s.x + s.y) * (mass / 3.0))
    }

    fn cuboid(half: V, at: V, turn: V) -> Result<Self, Error> {
        Self::like_a_box(Box::new(Cuboid::new(half)?), half, at, turn)
    }

    fn ball(r: f32, at: V) -> Result<Self, Error> {
        let mass = 4.19 * r * r * r;
        Self::new(Box::new(Ball::at(Point3::origin(), r)?), at, V::zeros(), mass, V::repeat(0.4 * mass * r * r))
    }

    fn capsule(h: f32, r: f32, at: V, turn: V) -> Result<Self, Error> {
        let (m, i) = (core::f32::consts::TAU * h * r * r + 4.19 * r * r * r, (h + r) * (h + r) / 3.0 + r * r / 4.0);
        let shape = Capsule::new(Point3::new(0.0, -h, 0.0), Point3::new(0.0, h, 0.0), r)?;
        Self::new(Box::new(shape), at, turn, m, V::new(i * m, 0.5 * m * r * r, i * m))
    }

    fn hull(points: &[[f32; 3]], at: V) -> Result<Self, Error> {
        let shape = PointCloud::new(points.iter().map(|p| Point3::from(*p)))?;
        let Aabb { min, max } = aabb(&shape);
        Self::like_a_box(Box::new(shape), (max - min) / 2.0, at, V::zeros())
    }

    fn inertia(&self) -> Matrix3<f32> {
        let r = self.pose.rotation.to_rotation_matrix();
        r.matrix() * Matrix3::from_diagonal(&self.inverse_inertia) * r.matrix().transpose()
    }

    fn push(&mut self, arm: V, impulse: V) {
        self.v += impulse * self.inverse_mass;
        self.w += self.inertia() * arm.cross(&impulse);
    }

    fn velocity(&self, arm: V) -> V {
        self.v + self.w.cross(&arm)
    }

    fn step(&mut self) -> Result<(), Error> {
        self.pose.translation.vector += self.v * DT;
        self.pose.rotation = UnitQuaternion::from_scaled_axis(self.w * DT) * self.pose.rotation;
        self.pose.rotation.renormalize();
        self.shape.set_pose(self.pose)
    }
}

/// A point of A and one of B, each as its body sees it.
struct Touch {
    on: [Point3<f32>; 2],
    separation: f32,
    /// Along the normal, and along two tangents.
    impulse: V,
}

#[derive(Default)]
struct Manifold {
    normal: V,
    points: Vec<Touch>,
}

impl Manifold {
    fn touch(&mut self, poses: [&Isometry3<f32>; 2], found: &Contact<f32, 3>) {
        let n = found.normal;
        self.normal = n;
        self.points.retain_mut(|p| {
            let d = poses[1] * p.on[1] - poses[0] * p.on[0];
            p.separation = d.dot(&n);
            p.separation < NEAR && (d - n * p.separation).norm() < NEAR
        });
        let on = [0, 1].map(|side| poses[side].inverse_transform_point(&found.points[side]));
        let near = |p: &Touch| (0..2).any(|side| (p.on[side] - on[side]).norm() < NEAR);
        if let Some(p) = self.points.iter_mut().find(|p| near(p)) {
            (p.on, p.separation) = (on, found.separation);
            return;
        }
        self.points.push(Touch { on, separation: found.separation, impulse: V::zeros() });
        if self.points.len() == 5 {
            // The deepest stays, and of the others those that span most.
            let deeper = |i: &usize, j: &usize| self.points[*i].separation.total_cmp(&self.points[*j].separation);
            let deepest = (0..5).min_by(deeper).unwrap_or(0);
            let area = |skip: &usize| {
                let q: Vec<_> = (0..5).filter(|i| i != skip).map(|i| self.points[i].on[0]).collect();
                let cross = |[i, j, k, l]: [usize; 4]| (q[i] - q[j]).cross(&(q[k] - q[l])).norm_squared();
                [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]].map(cross).into_iter().fold(0.0, f32::max)
            };
            let out = (0..5).filter(|&i| i != deepest).max_by(|i, j| area(i).total_cmp(&area(j)));
            self.points.swap_remove(out.unwrap_or(0));
        }
    }
}

struct World {
    planes: Vec<HalfSpace<f32, 3>>,
    /// The first is the ground.
    bodies: Vec<Body>,
    /// Of two bodies; of a plane and a body, the planes numbered after the bodies.
    manifolds: BTreeMap<(usize, usize), Manifold>,
}

impl World {
    fn new(bodies: impl IntoIterator<Item = Result<Body, Error>>) -> Result<Self, Error> {
        let walls = [(V::y(), 0.0), (V::x(), -4.0), (-V::x(), -4.0), (V::z(), -4.0), (-V::z(), -4.0)];
        let planes = walls.into_iter().map(|(n, offset)| HalfSpace::new(n, offset)).collect::<Result<_, _>>()?;
        let mut ground = Body::ball(0.0, V::zeros())?;
        (ground.inverse_mass, ground.inverse_inertia) = (0.0, V::zeros());
        let bodies = std::iter::once(Ok(ground)).chain(bodies).collect::<Result<_, _>>()?;
        Ok(Self { planes, bodies, manifolds: BTreeMap::new() })
    }

    fn step(&mut self) -> Result<(), Error> {
        let n = self.bodies.len();
        self.bodies[1..].iter_mut().for_each(|body| body.v.y -= 9.81 * DT);
        // The broad phase tries all pairs.
        let boxes: Vec<_> = self.bodies.iter().map(|body| aabb(&body.shape)).collect();
        for j in 1..n {
            let b = &self.bodies[j];
            for i in (1..j).chain(n..n + self.planes.len()) {
                let hit = match self.planes.get(i.wrapping_sub(n)) {
                    Some(plane) => Some(plane.contact(&b.shape)).filter(|hit| hit.separation <= NEAR),
                    None if !boxes[i].intersects(&boxes[j]) => None,
                    None => Query::new().contact_within(NEAR, &self.bodies[i].shape, &b.shape).near(),
                };
                if let Some(hit) = hit {
                    let a = if i < n { i } else { 0 };
                    self.manifolds.entry((i, j)).or_default().touch([&self.bodies[a].pose, &b.pose], &hit);
                } else {
                    self.manifolds.remove(&(i, j));
                }
            }
        }
        // Sequential impulses, warm started.
        for iteration in 0..11 {
            for (&(i, j), manifold) in &mut self.manifolds {
                let pair = [if i < n { i } else { 0 }, j];
                let Ok([a, b]) = self.bodies.get_disjoint_mut(pair) else { continue };
                solve(a, b, manifold, iteration == 0);
            }
        }
        self.bodies[1..].iter_mut().try_for_each(Body::step)
    }
}

fn solve(a: &mut Body, b: &mut Body, Manifold { normal, points }: &mut Manifold, warm: bool) {
    let tangent = normal.cross(&if normal.x.abs() > 0.7 { V::y() } else { V::x() }).normalize();
    let axes = [*normal, tangent, normal.cross(&tangent)];
    for p in points {
        let at = ((a.pose * p.on[0]).coords + (b.pose * p.on[1]).coords) * 0.5;
        let arms = [at - a.pose.translation.vector, at - b.pose.translation.vector];
        let bias = if p.separation > 0.0 { p.separation } else { 0.2 * (p.separation + SLOP).min(0.0) } / DT;
        for (k, axis) in axes.iter().enumerate() {
            let before = p.impulse[k];
            let mass = |x: &Body, r: V| x.inverse_mass + (x.inertia() * r.cross(axis)).cross(&r).dot(axis);
            let speed = (b.velocity(arms[1]) - a.velocity(arms[0])).dot(axis) + if k == 0 { bias } else { 0.0 };
            let wanted = before - speed / (mass(a, arms[0]) + mass(b, arms[1]));
            let most = FRICTION * p.impulse[0];
            p.impulse[k] = match k {
                _ if warm => before,
                0 => wanted.max(0.0),
                _ => wanted.clamp(-most, most),
            };
            let change = axis * if warm { before } else { p.impulse[k] - before };
            a.push(arms[0], -change);
            b.push(arms[1], change);
        }
    }
}

/// How far such a stack creeps aside is chance, so the median of forty is judged.
#[test]
fn five_boxes_stay_on_top_of_each_other() -> Result<(), Error> {
    let mut aside = Vec::new();
    for (gap, turn) in [0.0, 0.05].into_iter().flat_map(|gap| (0..10_u8).map(move |k| (gap, 0.1 + 0.02 * f32::from(k))))
    {
        let place = |i: u8| V::new(0.0, 0.5 + (1.0 + gap) * f32::from(i), 0.0);
        let stack = (0..5).map(|i| Body::cuboid(V::repeat(0.5), place(i), V::y() * turn * f32::from(i)));
        let mut world = World::new(stack)?;
        for _ in 0..300 {
            world.step()?;
        }
        for (k, body) in world.bodies.iter().enumerate().skip(1) {
            let at = body.pose.translation.vector;
            #[expect(clippy::cast_precision_loss, reason = "ten boxes")]
            let height = k as f32 - 0.5;
            assert!((at.y - height).abs() < 0.02 && at.xz().norm() < 0.2, "box {k} of gap {gap} at {at}");
        }
        aside.push(world.bodies.iter().map(|body| body.pose.translation.vector.xz().norm()).fold(0.0, f32::max));
    }
    aside.sort_by(f32::total_cmp);
    assert!(aside[10] < 0.07, "{aside:?}");
    Ok(())
}

#[test]
fn what_is_thrown_into_a_room_comes_to_rest_in_it() -> Result<(), Error> {
    let octahedron =
        [[0.8, 0.0, 0.0], [-0.8, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, -0.6, 0.0], [0.0, 0.0, 0.7], [0.0, 0.0, -0.7]];
    let bodies = (0..20_u8).map(|i| {
        let f = f32::from(i);
        let (at, turn) = (V::new((f * 1.7).sin() * 2.0, 1.5 + 0.9 * f, (f * 2.3).cos() * 2.0), V::new(f, f * 0.7, -f));
        match i % 3 {
            _ if i == 7 => Body::hull(&octahedron, at),
            0 => Body::cuboid(V::new(0.4, 0.5, 0.6), at, turn),
            1 => Body::ball(0.5, at),
            _ => Body::capsule(0.4, 0.35, at, turn),
        }
    });
    let mut world = World::new(bodies)?;
    for _ in 0..600 {
        world.step()?;
    }
    for body in &world.bodies[1..] {
        let Aabb { min, max } = aabb(&body.shape);
        assert!(min.y > -0.1 && min.x > -4.2 && max.x < 4.2 && min.z > -4.2 && max.z < 4.2, "{min} {max}");
        assert!(body.v.norm() < 3.0, "{}", body.v);
    }
    let deepest = world.manifolds.values().flat_map(|m| &m.points).map(|p| p.separation).fold(0.0, f32::min);
    assert!(deepest > -0.2 && world.manifolds.len() > 15, "{deepest}");
    Ok(())
}
