//! How do I write a solver with friction, in a hundred lines?
//!
//! `cargo run --release --example pile`
//!
//! Stones fall on each other. Each pair has a manifold: up to two contact points with ids, by which the impulses of the step before are
//! found again. At each point an impulse along the normal stops the approach, and an impulse across it, at most `friction` times as large,
//! resists sliding (Erin Catto, Iterative Dynamics with Temporal Coherence, 2005). docs/solver.md says what goes wrong.

use gjk::mass::Solid;
use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Cuboid, Posed};
use gjk::{Error, Manifold, SupportExt, aabb, contains, manifold};
use std::collections::BTreeMap;

type V = Vector2<f32>;

const DT: f32 = 1.0 / 120.0;
/// How far ahead of a collision a manifold is made, and how far things may overlap without being pushed out.
const PREDICTION: f32 = 0.02;
const SLOP: f32 = 0.005;

struct Body {
    shape: Posed<Cuboid<f32, 2>, f32, 2>,
    /// Where it is, and how it is turned.
    at: (V, f32),
    velocity: V,
    spin: f32,
    /// 1 / mass and 1 / inertia; 0 for what does not move.
    light: [f32; 2],
}

impl Body {
    fn new([w, h]: [f32; 2], at: V, density: f32) -> Result<Self, Error> {
        let shape = Cuboid::new(V::new(w, h) / 2.0)?;
        let light = shape.mass_properties(density).map_or([0.0; 2], |of| [1.0 / of.mass, 1.0 / of.inertia()]);
        Ok(Self { shape: shape.posed(at)?, at: (at, 0.0), velocity: V::zeros(), spin: 0.0, light })
    }
}

/// How hard each point of a pair pushes, along the normal and across it; and its manifold.
type Touch = ([[f32; 2]; 8], Manifold<f32, 2>);

/// The contact of this step, with the pushes of the last one.
fn touch([a, b]: [&Body; 2], before: Option<&Touch>) -> Option<Touch> {
    let (a, b) = (&a.shape, &b.shape);
    let now = before.map_or_else(|| manifold(a, b, PREDICTION), |(_, old)| old.update(a, b, PREDICTION)).near()?;
    let kept = |(pushes, old): &Touch| now.match_points(old, 0.01).map(|k| k.map_or([0.0; 2], |k| pushes[k]));
    Some((before.map_or([[0.0; 2]; 8], kept), now))
}

/// Lets the points push: first as before, then by what is missing.
fn push([a, b]: [&mut Body; 2], (pushes, manifold): &mut Touch, friction: f32, first: bool) {
    let axes = [manifold.normal, V::new(-manifold.normal.y, manifold.normal.x)];
    for (point, pushes) in manifold.points().iter().zip(pushes) {
        let arms = [(&*a, 0), (&*b, 1)].map(|(body, k)| body.shape.pose().matrix() * point.local_points[k].coords);
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
            for (body, arm, change) in [(&mut *a, arms[0], old - new), (&mut *b, arms[1], new - old)] {
                body.velocity += axis * (change * body.light[0]);
                body.spin += arm.perp(axis) * change * body.light[1];
            }
        }
    }
}

fn step(bodies: &mut [Body], touches: &mut BTreeMap<[usize; 2], Touch>, friction: f32) -> Result<(), Error> {
    bodies.iter_mut().filter(|body| body.light[0] > 0.0).for_each(|body| body.velocity.y -= 9.81 * DT);
    let around: Vec<_> = bodies.iter().map(|body| aabb(&body.shape).grown(PREDICTION)).collect();
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
        body.at = (body.at.0 + body.velocity * DT, body.at.1 + body.spin * DT);
        body.shape.set_pose(Isometry2::new(body.at.0, body.at.1))?;
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    for friction in [0.5, 0.0] {
        let mut bodies = vec![Body::new([200.0, 2.0], V::new(0.0, -1.0), 0.0)?];
        for k in 0..45_u8 {
            let [row, column, odd] = [k / 5, k % 5, k % 3].map(f32::from);
            let at = V::new(1.6 * column - 3.5 + 0.3 * odd, 0.6 + 0.9 * row);
            bodies.push(Body::new([1.1 + 0.3 * odd, 0.8], at, 1.0)?);
        }
        let mut touches = BTreeMap::new();
        (0..960).try_for_each(|_| step(&mut bodies, &mut touches, friction))?;
        let most = |of: &dyn Fn(&Body) -> f32| bodies[1..].iter().map(of).fold(0.0, f32::max);
        let (wide, fast) = (most(&|body| body.at.0.x.abs()), most(&|body| body.velocity.norm()));
        let deep =
            touches.values().flat_map(|(_, manifold)| manifold.points()).map(|p| -p.separation).fold(0.0, f32::max);
        println!("friction {friction}: {wide:.1} m to each side, speeds to {fast:.2} m/s, overlaps to {deep:.3} m");
        for row in (0..12_i16).rev() {
            let at = |c: i16| Point2::new(f32::from(c) / 4.0, f32::from(row) * 0.5 + 0.25);
            let stone = |c| bodies.iter().rposition(|body| contains(&body.shape, at(c)));
            let row = (-48..48).map(|c| stone(c).map_or(' ', |k| ['_', '#', 'o', '+', '='][k.min(1 + k % 4)]));
            println!("{}", row.collect::<String>().trim_end());
        }
        assert!(deep < 0.02 && if friction > 0.0 { wide < 30.0 && fast < 0.3 } else { wide > 40.0 });
    }
    Ok(())
}
