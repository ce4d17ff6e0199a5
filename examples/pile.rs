//! How do I make of contacts a solver, with friction, in a hundred lines?
//!
//! `cargo run --release --example pile`
//!
//! Boxes and hexagons fall on each other. Each pair has a manifold: up to two points with names, by which the pushes of the last
//! step are found again. A point pushes along the normal so hard that nothing closes, and across it at most `friction` times as
//! hard (Erin Catto, Iterative Dynamics with Temporal Coherence, 2005). docs/physics.md says what goes wrong. Without friction the
//! heap runs out over the floor.

use gjk::mass::Solid;
use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Cuboid, Polygon, Posed};
use gjk::{Error, Manifold, SupportExt, bounds, contains, manifold};
use std::collections::BTreeMap;

type V = Vector2<f32>;
type Shape = Box<dyn Solid<2, Scalar = f32>>;

const DT: f32 = 1.0 / 120.0;
/// How far ahead of a collision a manifold is made.
const PREDICTION: f32 = 0.02;
/// How far things may overlap without being pushed out.
const SLOP: f32 = 0.005;

struct Body {
    shape: Posed<Shape, f32, 2>,
    pose: Isometry2<f32>,
    velocity: V,
    spin: f32,
    /// 1 / mass and 1 / inertia; 0 for what does not move.
    light: [f32; 2],
}

impl Body {
    fn new(shape: Shape, at: V, density: f32) -> Result<Self, Error> {
        let light = shape.mass_properties(density).map_or([0.0; 2], |of| [1.0 / of.mass, 1.0 / of.inertia()]);
        Ok(Self { shape: shape.posed(at)?, pose: Isometry2::new(at, 0.0), velocity: V::zeros(), spin: 0.0, light })
    }

    fn push(&mut self, arm: V, impulse: V) {
        self.velocity += impulse * self.light[0];
        self.spin += arm.perp(&impulse) * self.light[1];
    }
}

/// The manifold of a pair, and how hard each point pushes: along the normal and across it.
type Touch = (Manifold<f32, 2>, [[f32; 2]; 4]);

/// That of this step, with the pushes of the last one.
fn touch([a, b]: [&Body; 2], before: Option<&Touch>) -> Option<Touch> {
    let Some((old, pushes)) = before else {
        return Some((manifold(&a.shape, &b.shape, PREDICTION).ok()?, [[0.0; 2]; 4]));
    };
    let now = old.again(&a.shape, &b.shape, PREDICTION).ok()?;
    let kept = now.matched(old, 0.01).map(|k| k.map_or([0.0; 2], |k| pushes[k]));
    Some((now, kept))
}

/// Lets the points push: first as before, then by what is missing.
fn push([a, b]: [&mut Body; 2], (manifold, pushes): &mut Touch, friction: f32, first: bool) {
    let axes = [manifold.normal, V::new(-manifold.normal.y, manifold.normal.x)];
    for (point, pushes) in manifold.points().iter().zip(pushes) {
        let arms = [a.pose.rotation * point.points[0].coords, b.pose.rotation * point.points[1].coords];
        // Open: it may close within this step. Overlapping: it is pushed out, a fifth a step.
        let gap = point.separation;
        let bias = [if gap > 0.0 { gap } else { 0.2 * (gap + SLOP).min(0.0) } / DT, 0.0];
        for (k, axis) in axes.iter().enumerate() {
            let velocity = |body: &Body, arm: V| (body.velocity + V::new(-arm.y, arm.x) * body.spin).dot(axis);
            let lightness = |body: &Body, arm: V| body.light[0] + body.light[1] * arm.perp(axis).powi(2);
            let closing = velocity(b, arms[1]) - velocity(a, arms[0]) + bias[k];
            let wanted = pushes[k] - closing / (lightness(a, arms[0]) + lightness(b, arms[1]));
            let most = [f32::INFINITY, friction * pushes[0]][k];
            let least = [0.0, -most][k];
            let (old, new) = if first { (0.0, pushes[k]) } else { (pushes[k], wanted.clamp(least, most)) };
            pushes[k] = new;
            a.push(arms[0], axis * (old - new));
            b.push(arms[1], axis * (new - old));
        }
    }
}

fn step(bodies: &mut [Body], touches: &mut BTreeMap<[usize; 2], Touch>, friction: f32) -> Result<(), Error> {
    bodies.iter_mut().filter(|body| body.light[0] > 0.0).for_each(|body| body.velocity.y -= 9.81 * DT);
    let around: Vec<_> = bodies.iter().map(|body| bounds(&body.shape).grown(&PREDICTION)).collect();
    let pairs = (0..bodies.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
    let near = pairs.filter(|[i, j]| around[*i].intersects(&around[*j]));
    *touches = near.filter_map(|k| Some((k, touch(k.map(|k| &bodies[k]), touches.get(&k))?))).collect();
    for round in 0..11 {
        for (pair, touch) in touches.iter_mut() {
            let Ok(both) = bodies.get_disjoint_mut(*pair) else { continue };
            push(both, touch, friction, round == 0);
        }
    }
    for body in bodies {
        body.pose = Isometry2::new(
            body.pose.translation.vector + body.velocity * DT,
            body.pose.rotation.angle() + body.spin * DT,
        );
        body.shape.set_pose(body.pose)?;
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let mut heights = [0.0_f32; 2];
    for (friction, height) in [(0.5, &mut 0.0), (0.0, &mut heights[1])] {
        let mut bodies = vec![Body::new(Box::new(Cuboid::new(V::new(30.0, 1.0))?), V::new(0.0, -1.0), 0.0)?];
        for k in 0..40_u8 {
            let hexagon = (0..6_u8).map(|k| Isometry2::rotation(1.047_198 * f32::from(k)) * Point2::new(0.6, 0.0));
            let shape: Shape =
                if k % 2 == 0 { Box::new(Cuboid::new(V::new(0.8, 0.4))?) } else { Box::new(Polygon::new(hexagon)?) };
            bodies.push(Body::new(shape, V::new(f32::from(k % 5) - 2.0, 1.0 + 0.6 * f32::from(k)), 1.0)?);
        }
        let mut touches = BTreeMap::new();
        for _ in 0..8 * 120 {
            step(&mut bodies, &mut touches, friction)?;
        }
        *height = bodies.iter().map(|body| bounds(&body.shape).max.y).fold(0.0, f32::max);
        let deepest = touches.values().flat_map(|(m, _)| m.points()).map(|p| p.separation).fold(0.0, f32::min);
        let fastest = bodies.iter().map(|body| body.velocity.norm()).fold(0.0, f32::max);
        println!("{friction} {height} {deepest} {fastest}");
        for row in (0..14).rev() {
            let filled = |c: i16| {
                bodies
                    .iter()
                    .any(|body| contains(&body.shape, &Point2::new(f32::from(c) / 3.0, f32::from(row) * 0.6 + 0.3)))
            };
            println!("{}", (-45..45).map(|c| if filled(c) { '#' } else { ' ' }).collect::<String>().trim_end());
        }
    }
    Ok(())
}
