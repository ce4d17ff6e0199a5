//! A strip of pictures: a world at a few times, seen along z, with either dispatcher.

use crate::space::judge::shape;
use crate::space::worlds::{Scene, With, world};
use gjk::Support;
use gjk::nalgebra::Vector3;
use gjk_parry::Gjk;
use rapier3d::prelude::PhysicsWorld;
use std::fmt::Write;

const TIMES: [u32; 3] = [0, 150, 1000];
const SIZE: f64 = 400.0;

/// What is to be seen: the middle of the picture, and half its width.
pub struct View {
    pub middle: [f64; 2],
    pub half: f64,
}

fn picture(svg: &mut String, world: &PhysicsWorld, view: &View, corner: [f64; 2]) {
    let scale = SIZE / (2.0 * view.half);
    let mut drawn: Vec<_> = world.colliders.iter().map(|(_, collider)| collider).collect();
    drawn.sort_by(|one, other| one.translation().z.total_cmp(&other.translation().z));
    for collider in drawn {
        let Some(body) = collider.parent().map(|body| &world.bodies[body]) else { continue };
        let Ok(shape) = shape(collider) else { continue };
        let (mut path, mut last) = (String::new(), String::new());
        for k in 0..24 {
            let (y, x) = (std::f64::consts::TAU * f64::from(k) / 24.0).sin_cos();
            let direction = Vector3::new(x, y, 0.0);
            let point = shape.support(&direction).coords + direction * shape.margin();
            let at = [point.x - view.middle[0], view.middle[1] - point.y]
                .map(|part| (part.clamp(-2.0 * view.half, 2.0 * view.half) + view.half) * scale);
            let next = format!("{:.0} {:.0}", corner[0] + at[0], corner[1] + at[1]);
            if next != last {
                let _ = write!(path, "{}{next}", if k == 0 { "M" } else { "L" });
            }
            last = next;
        }
        let fill = if body.is_fixed() {
            "#ccc"
        } else if body.is_sleeping() {
            "#8ab"
        } else {
            "#e95"
        };
        let opacity = if body.is_fixed() { 0.5 } else { 0.85 };
        let _ = writeln!(
            svg,
            "<path d=\"{path}Z\" fill=\"{fill}\" fill-opacity=\"{opacity}\" stroke=\"#333\" stroke-width=\".5\"/>"
        );
    }
}

/// The strip as an SVG.
pub fn strip(scene: &Scene, view: &View) -> String {
    let (width, height) = (SIZE * 3.0 + 90.0, SIZE * 2.0 + 50.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n<title>{} in rapier, with parry's dispatcher and with gjk-parry's. Orange bodies are awake, blue ones asleep.</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        scene.name
    );
    for (column, time) in TIMES.into_iter().enumerate() {
        let x = 80.0 + column as f64 * (SIZE + 2.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"18\">step {time}</text>");
    }
    for (row, (with, name)) in [(With::Parry, "parry"), (With::Gjk, "gjk-parry")].into_iter().enumerate() {
        let y = 26.0 + row as f64 * (SIZE + 4.0);
        let _ = writeln!(svg, "<text x=\"6\" y=\"{}\">{name}</text>", y + SIZE / 2.0);
        let mut world = world(scene, with, &Gjk::default());
        let mut step = 0;
        for (column, time) in TIMES.into_iter().enumerate() {
            while step < time {
                world.step();
                step += 1;
            }
            let x = 80.0 + column as f64 * (SIZE + 2.0);
            let clip = format!("c{row}{column}");
            let _ = writeln!(
                svg,
                "<clipPath id=\"{clip}\"><rect x=\"{x}\" y=\"{y}\" width=\"{SIZE}\" height=\"{SIZE}\"/></clipPath><g clip-path=\"url(#{clip})\">"
            );
            picture(&mut svg, &world, view, [x, y]);
            svg.push_str("</g>\n");
        }
    }
    svg + "</svg>\n"
}
