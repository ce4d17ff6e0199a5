//! How do I keep 400 bodies in 3D in a heap, with friction and ids that last?
//!
//! `cargo run --release -p gjk-scene --example bodies`
//!
//! Boxes fall into a pit; later every tenth is taken out. A push of the last step is found again by the ids of its two
//! bodies and the name of its contact point. The example `level` finds pairs with a tree.

use gjk::nalgebra::{Isometry3, Matrix3, UnitQuaternion, Vector3};
use gjk::shape::{Cuboid, Posed};
use gjk::{Error, Manifold, SupportExt, aabb, contains, manifold};
use std::collections::BTreeMap;

type V = Vector3<f32>;
const DT: f32 = 1.0 / 120.0;

struct Body {
    id: u32,
    shape: Posed<Cuboid<f32, 3>, f32, 3>,
    pose: Isometry3<f32>,
    velocity: V,
    spin: V,
    /// 1 / mass, and 1 / inertia, as if it were a cube: 0 for what does not move.
    light: [f32; 2],
}

impl Body {
    fn new(id: u32, half: [f32; 3], at: V, light: f32) -> Result<Self, Error> {
        let light = [light, light * 4.5 / V::from(half).norm_squared()];
        let (shape, pose) = (Cuboid::new(half)?.posed(at)?, Isometry3::new(at, V::zeros()));
        Ok(Self { id, shape, pose, velocity: V::zeros(), spin: V::zeros(), light })
    }
}

/// The points of two bodies, and how hard each pushes: along the normal, and along two tangents.
type Touch = (Manifold<f32, 3>, [V; 8]);

/// Lets the points push: first as before, then by what is missing.
fn push([a, b]: [&mut Body; 2], (manifold, pushes): &mut Touch, first: bool) {
    let n = manifold.normal;
    let across = n.cross(&V::ith(n.iamin(), 1.0)).normalize();
    let axes = Matrix3::from_columns(&[n, across, n.cross(&across)]);
    for (point, push) in manifold.points().iter().zip(pushes) {
        let arms = [(&*a, 0), (&*b, 1)].map(|(body, k)| body.pose.rotation * point.local_points[k].coords);
        let mut change = *push;
        if !first {
            // Open: it may close within this step. Overlapping: it is pushed out, a fifth a step.
            let gap = if point.separation > 0.0 { point.separation } else { 0.2 * (point.separation + 0.005).min(0.0) };
            let opening = b.velocity + b.spin.cross(&arms[1]) - a.velocity - a.spin.cross(&arms[0]) + n * (gap / DT);
            let wanted = V::from_fn(|k, _| {
                let turns =
                    |body: &Body, arm: V| body.light[0] + body.light[1] * arm.cross(&axes.column(k)).norm_squared();
                push[k] - axes.column(k).dot(&opening) / (turns(a, arms[0]) + turns(b, arms[1]))
            });
            // Friction of a half: the length of both tangents is at most half of the normal.
            let slide = wanted.yz().cap_magnitude(0.5 * wanted.x.max(0.0));
            change = V::new(wanted.x.max(0.0), slide.x, slide.y) - *push;
            *push += change;
        }
        for (body, arm, impulse) in [(&mut *a, arms[0], axes * -change), (&mut *b, arms[1], axes * change)] {
            body.velocity += impulse * body.light[0];
            body.spin += arm.cross(&impulse) * body.light[1];
        }
    }
}

fn step(bodies: &mut [Body], touches: &mut BTreeMap<[u32; 2], Touch>) -> Result<(), Error> {
    bodies.iter_mut().filter(|body| body.light[0] > 0.0).for_each(|body| body.velocity.y -= 9.81 * DT);
    let boxes: Vec<_> = bodies.iter().map(|body| aabb(&body.shape).grown(0.01)).collect();
    let pairs = (5..boxes.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let mut near = BTreeMap::new();
    for pair in pairs.filter(|pair| boxes[pair[0]].intersects(&boxes[pair[1]])) {
        let (ids, [a, b]) = (pair.map(|k| bodies[k].id), pair.map(|k| &bodies[k].shape));
        let old = touches.get(&ids);
        let now = old.map_or_else(|| manifold(a, b, 0.02), |(old, _)| old.update(a, b, 0.02));
        let Some(now) = now.near() else { continue };
        let kept = |(old, pushes): &Touch| now.match_points(old, 0.02).map(|k| k.map_or(V::zeros(), |k| pushes[k]));
        let pushes = old.map_or([V::zeros(); 8], kept);
        near.insert(ids, (pair, (now, pushes)));
    }
    for round in 0..9 {
        for (pair, touch) in near.values_mut() {
            bodies.get_disjoint_mut(*pair).into_iter().for_each(|both| push(both, touch, round == 0));
        }
    }
    *touches = near.into_iter().map(|(ids, (_, touch))| (ids, touch)).collect();
    bodies.iter_mut().try_for_each(|body| {
        body.pose.translation.vector += body.velocity * DT;
        body.pose.rotation = UnitQuaternion::from_scaled_axis(body.spin * DT) * body.pose.rotation;
        body.shape.set_pose(body.pose)
    })
}

fn main() -> Result<(), Error> {
    // A floor, four walls, and 16 layers of 25.
    let pit = [V::y() * -9.0, V::x() * 12.0, V::x() * -12.0, V::z() * 12.0, V::z() * -12.0];
    let walls = (0..5_u8).map(|k| Body::new(1000 + u32::from(k), [9.0; 3], pit[usize::from(k)], 0.0));
    let boxes = (0..400_u16).map(|id| {
        let [x, y, z] = [id % 5, id / 25, id / 5 % 5].map(|k| 1.1 * f32::from(k));
        let at = V::new(x - 2.2 + 0.1 * (y % 3.0), y + 0.6, z - 2.2 + 0.1 * (y % 2.0));
        Body::new(id.into(), [0.45, 0.3, 0.4], at, 1.0)
    });
    let mut bodies = walls.chain(boxes).collect::<Result<Vec<_>, _>>()?;
    let mut touches = BTreeMap::new();
    (0..480).try_for_each(|_| step(&mut bodies, &mut touches))?;
    bodies.retain(|body| body.id % 10 != 7);
    let kept = touches.keys().filter(|ids| ids.iter().all(|id| id % 10 != 7)).count();
    (0..240).try_for_each(|_| step(&mut bodies, &mut touches))?;
    for row in (0..18_u8).rev().map(|row| 0.25 + 0.5 * f32::from(row)) {
        let line = |x: i8| (-24..24_i8).rev().map(move |z| [f32::from(x) / 8.0, row, f32::from(z) / 8.0]);
        let seen = |x| line(x).find_map(|at| bodies[5..].iter().find(|body| contains(&body.shape, at)));
        let letter = |x| seen(x).map_or(' ', |body| ['#', '%', '=', '+', 'o'][body.id as usize % 5]);
        println!("{}", (-25..26).map(letter).collect::<String>().trim_end());
    }
    let fast = bodies.iter().map(|body| body.velocity.norm()).fold(0.0, f32::max);
    let deep = touches.values().flat_map(|(of, _)| of.points()).map(|p| -p.separation).fold(0.0, f32::max);
    println!("{kept} pairs kept their pushes when 40 went; speeds to {fast:.2} m/s, overlaps to {deep:.3} m");
    assert!(bodies.len() == 365 && kept > 300 && fast < 1.0 && deep < 0.05);
    Ok(())
}
