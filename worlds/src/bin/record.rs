//! The pairs that the scenes meet, for the precision study: `cargo run --release --bin record > ../crates/gjk-study/scenes.txt`
//!
//! Each scene in each dimension gives the same number of pairs, spread over its time. The broad phase finds them when a step begins. They
//! are in `f32`. Pairs with a cylinder or a cone are left out, because they have no exact answer. crates/gjk-study/src/scenes.rs says how a
//! line is read.

use gjk::nalgebra::SVector;
use gjk::support::Construction;
use gjk::{Error, Support, aabb};
use std::fmt::Write as _;
use worlds::scenes::{Runner, bullets, joints, scene};
use worlds::{Body, Forms, Space, World};

/// So many pairs of each scene.
const PAIRS: usize = 210;

fn main() -> Result<(), Error> {
    all::<2>()?;
    all::<3>()
}

fn all<const D: usize>() -> Result<(), Error>
where
    f32: Forms<D>,
{
    for (name, size) in [("stack", 10), ("pyramid", 10), ("pile", 60)] {
        record(name, vec![scene::<f32, D>(name, size)?], |_| true);
    }
    let runners = [Runner::SlidingBox, Runner::RollingBall].map(joints::<f32, D>);
    record("joints", runners.into_iter().collect::<Result<_, _>>()?, |_| true);
    let shots = (1..=4).map(|seed| Ok(bullets::<f32, D>(seed)?.0));
    record("bullets", shots.collect::<Result<_, Error>>()?, |pair| pair.iter().any(|body| body.is_bullet));
    Ok(())
}

/// Runs worlds for five seconds each, and prints some of their pairs.
fn record<const D: usize>(name: &str, worlds: Vec<World<f32, D>>, is_wanted: fn(&[&Body<f32, D>; 2]) -> bool)
where
    f32: Space<D>,
{
    let mut lines = Vec::new();
    for mut world in worlds {
        world.sleeps = false;
        for _ in 0..300 {
            let margin = world.settings.prediction * 0.5;
            let boxes: Vec<_> = world.bodies.iter().map(|body| aabb(&body.shape).grown(margin)).collect();
            for (k, b) in world.bodies.iter().enumerate() {
                for (j, a) in world.bodies[..k].iter().enumerate() {
                    let is_near = boxes[j].intersects(&boxes[k]) && !(a.is_fixed() && b.is_fixed());
                    if is_near && is_wanted(&[a, b]) {
                        lines.extend(line(name, [a, b]));
                    }
                }
            }
            world.step();
        }
    }
    (0..PAIRS).for_each(|k| println!("{}", lines[k * lines.len() / PAIRS]));
}

fn line<const D: usize>(name: &str, pair: [&Body<f32, D>; 2]) -> Option<String>
where
    f32: Space<D>,
{
    let mut line = format!("{name} {D}");
    for body in pair {
        let Some(Construction::Posed(inner, pose)) = body.shape.construction() else { return None };
        line += " | ";
        line += &kind(&inner)?;
        let _ = write!(line, "; {}", numbers(pose.translation()));
        let rows = (0..D).map(|k| numbers(&pose.matrix().row(k).transpose()));
        if !pose.matrix().is_identity(0.0) {
            let _ = write!(line, "; {}", rows.collect::<Vec<_>>().join(" "));
        }
    }
    Some(line)
}

fn kind<const D: usize>(set: &Construction<f32, D>) -> Option<String> {
    let (core, margin) = match set {
        Construction::Cuboid(half) => return Some(format!("box {}", numbers(half))),
        Construction::Swollen(core, margin) => (&**core, *margin),
        core => (core, 0.0),
    };
    let Construction::Points(points) = core else { return None };
    let points: Vec<_> = points.iter().map(|point| numbers(&point.coords)).collect();
    Some(format!("hull {margin} {}", points.join(" ")))
}

fn numbers<const D: usize>(vector: &SVector<f32, D>) -> String {
    vector.iter().map(f32::to_string).collect::<Vec<_>>().join(" ")
}
