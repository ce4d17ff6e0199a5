//! How does a character walk about a room in 3D?
//!
//! `cargo run --release -p gjk-scene --example room`
//!
//! A capsule walks from mark to mark: up the stairs to a gallery, down a ramp, along walls, between pillars, and over a
//! table that it jumps onto. It writes a drawing, target/room.svg.

use gjk::nalgebra::{Point3, Vector3};
use gjk::shape::{Capsule, Cuboid, Cylinder, Shape3};
use gjk::{Error, SupportExt, contact};
use gjk_scene::{Mover, wireframe};
use std::fmt::Write as _;
use std::path::Path;

const DT: f64 = 1.0 / 60.0;
/// How high the middle is of who stands on the table.
const TABLE: f64 = 1.56;

fn room() -> Result<Vec<Shape3<f64>>, Error> {
    let cuboid =
        |half: [f64; 3], at: [f64; 3]| -> Result<Shape3<f64>, Error> { Ok(Cuboid::new(half)?.posed(at)?.into()) };
    // A floor and two walls; the other two are left out of the drawing, and nobody goes there.
    let mut room = vec![
        cuboid([7.0, 0.5, 5.0], [1.0, -0.5, 0.0])?,
        cuboid([7.0, 2.0, 0.1], [1.0, 2.0, -5.1])?,
        cuboid([0.1, 2.0, 5.0], [-6.1, 2.0, 0.0])?,
        // A gallery along the back wall, and a ramp down from its end: 30 degrees.
        cuboid([3.5, 0.1, 1.0], [-0.5, 1.5, -4.0])?,
        Cuboid::new([1.6, 0.1, 0.9])?.posed(([4.32, 0.71, -4.0], [0.0, 0.0, -0.258_819, 0.965_926]))?.into(),
        cuboid([0.8, 0.35, 0.8], [3.0, 0.35, 2.0])?,
    ];
    // Stairs at the left wall, and pillars before the gallery.
    for k in 0..6_u8 {
        let height = 0.25 * f64::from(k + 1);
        room.push(cuboid([0.6, height / 2.0, 0.2], [-5.2, height / 2.0, -0.6 - 0.4 * f64::from(k)])?);
    }
    room.push(cuboid([1.1, 0.8, 1.0], [-5.0, 0.8, -4.0])?);
    for x in [-2.0, 0.0, 2.0] {
        room.push(Cylinder::with_radius(0.3).height(1.4)?.posed([x, 0.7, -2.6])?.into());
    }
    Ok(room)
}

/// What is drawn, as seen from the front, from the right and from above.
struct Drawing(String);

impl Drawing {
    fn line(&mut self, color: &str, [p, q]: [Point3<f64>; 2]) {
        let [[a, b], [c, d]] =
            [p, q].map(|p| [50.0 * p.x - 20.0 * p.z, -50.0 * p.y + 22.0 * p.z + 8.0 * p.x].map(|x: f64| x.round()));
        let _ = writeln!(self.0, r#"<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="{color}"/>"#);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let room = room()?;
    let mut drawing = Drawing(String::new());
    for line in room.iter().flat_map(|shape| wireframe(shape, 24)) {
        drawing.line("gray", line);
    }
    let body = Capsule::new([0.0, -0.5, 0.0], [0.0, 0.5, 0.0], 0.35)?;
    let mut player = Mover::new(body, [0.0, 1.0, 0.0])?;
    // Where it goes, and how high its middle is there.
    let marks = [
        ([-5.2, 0.3], 0.86),
        ([-5.2, -3.9], 2.46),
        ([0.0, -4.0], 2.46),
        ([2.6, -4.0], 2.46),
        ([6.6, -4.0], 0.86),
        ([4.0, -2.2], 0.86),
        ([-1.0, -2.2], 0.86),
        ([-5.6, 4.0], 0.86),
        ([3.0, 2.0], TABLE),
    ];
    let (mut steps, mut nearest, mut walls, mut last) = (0, f64::INFINITY, 0, player.at());
    for (mark, height) in marks {
        let start = steps;
        loop {
            let way = Vector3::new(mark[0] - player.at().x, 0.0, mark[1] - player.at().z);
            if way.norm() < 0.1 && player.is_grounded() {
                break;
            }
            // It runs towards the mark, slides along what is in its way, and jumps onto the table.
            let moved = player.advance(&room, DT);
            walls += u32::from(moved.is_on_wall());
            let velocity = way.normalize() * 3.0;
            let jumps = height.to_bits() == TABLE.to_bits() && moved.is_on_wall() && player.is_grounded();
            player.velocity = Vector3::new(velocity.x, if jumps { 5.0 } else { player.velocity.y }, velocity.z);
            let gaps = room.iter().map(|shape| contact(shape, player.shape()).separation);
            nearest = gaps.fold(nearest, f64::min);
            steps += 1;
            if steps % 4 == 0 {
                drawing.line("red", [last, player.at()]);
                last = player.at();
            }
            assert!(steps < start + 600 && moved.squeezed == 0.0, "on the way to {mark:?} it is at {}", player.at());
        }
        assert!((player.at().y - height).abs() < 0.2, "at {mark:?} it is {} high", player.at().y);
    }
    for line in wireframe(player.shape(), 24) {
        drawing.line("black", line);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/room.svg");
    std::fs::create_dir_all(file.with_file_name(""))?;
    let head = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-440 -320 880 560" width="1080">"#;
    let paper = r#"<rect x="-440" y="-320" width="880" height="560" fill="white"/>"#;
    std::fs::write(file, format!("{head}\n{paper}\n{}</svg>\n", drawing.0))?;
    let seconds = f64::from(steps) * DT;
    println!(
        "target/room.svg: 9 marks in {seconds:.1} s, {walls} steps along walls, never nearer than {nearest:.4} m."
    );
    assert!(nearest > 0.009 && walls > 10);
    Ok(())
}
