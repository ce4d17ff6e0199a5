//! How do I see what a query sees? Shapes, a contact, a manifold and a cast, as lines.
//!
//! `cargo run --release -p gjk-scene --example draw`
//!
//! It writes a drawing, target/draw.svg. In a game the lines go to `gizmos.line`, `draw_line_3d` or whatever the engine has.

use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, HalfSpace};
use gjk::{Support, SupportExt, contact, manifold, shape_cast};
use gjk_scene::{Line, contact_lines, ground_lines, hit_lines, manifold_lines, wireframe};
use std::fmt::Write as _;
use std::path::Path;

/// How many lines a full turn is drawn with.
const AROUND: u32 = 24;

struct Drawing {
    lines: String,
    count: usize,
}

impl Drawing {
    /// Seen from the right, from the front and from above.
    fn add(&mut self, color: &str, lines: impl IntoIterator<Item = Line<f64, 3>>) {
        for line in lines {
            let [[x1, y1], [x2, y2]] =
                line.map(|p| [60.0 * p.x + 25.0 * p.z, 10.0 * p.x - 60.0 * p.y + 20.0 * p.z].map(|x: f64| x.round()));
            let _ = writeln!(self.lines, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{color}"/>"#);
            self.count += 1;
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut drawing = Drawing { lines: String::new(), count: 0 };
    let ground = HalfSpace::new(Vector3::y(), 0.0)?;
    drawing.add("silver", ground_lines(&ground, &Point3::origin(), 8.0));

    // A stone on a table: four points, each with its normal.
    let table = Cuboid::new(Vector3::new(1.2, 0.25, 1.2))?.posed(Isometry3::translation(-2.0, 0.25, 0.0))?;
    let pose = Isometry3::new(Vector3::new(-1.6, 0.79, 0.2), Vector3::y() * 0.5);
    let stone = Cuboid::new(Vector3::new(0.6, 0.2, 0.4))?.swollen(0.1)?.posed(pose)?;
    let touch = manifold(&table, &stone, 0.02).near().expect("it has sunk in by a centimetre");
    drawing.add("black", wireframe(&table, AROUND).chain(wireframe(&stone, AROUND)));
    drawing.add("red", manifold_lines(&touch, 0.5));

    // A drum and a cone, which are turned: so their rims are looked for in their own coordinates.
    let drum = Cylinder::with_radius(0.5)
        .half_height(0.7)?
        .posed(Isometry3::new(Vector3::new(1.0, 0.9, -1.0), Vector3::x() * 0.4))?;
    let cone = Cone::with_radius(0.5)
        .half_height(0.6)?
        .posed(Isometry3::new(Vector3::new(2.4, 0.7, -0.9), Vector3::z() * -0.3))?;
    for (shape, pose) in [(drum.shape() as &dyn Support<3, Scalar = f64>, drum.pose()), (cone.shape(), cone.pose())] {
        drawing.add("black", wireframe(shape, AROUND).map(|line| line.map(|p| pose.transform_point(p))));
    }
    drawing.add("red", contact_lines(&contact(&drum, &cone), 0.3));

    // A player runs towards a ball, and stops a skin away from it.
    let player = Capsule::new(Point3::new(-3.0, 0.4, 2.0), Point3::new(-3.0, 1.2, 2.0), 0.4)?;
    let ball = Ball::at(Point3::new(2.0, 0.6, 2.2), 0.6)?;
    let velocity = Vector3::new(5.0, 0.0, 0.0);
    let hit = shape_cast(player.moving(velocity).with_skin(0.05), &ball)?.hit.expect("on its way");
    let there = player.posed(velocity * hit.time)?;
    drawing.add("gray", wireframe(&player, AROUND));
    drawing.add("black", wireframe(&there, AROUND).chain(wireframe(&ball, AROUND)));
    drawing.add("red", hit_lines(&hit, [velocity, Vector3::zeros()], 0.5));
    assert!((contact(&there, &ball).separation - 0.05).abs() < 1e-14);
    assert!((touch.points().len(), wireframe(&table, AROUND).count()) == (4, 12));

    let head = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-360 -180 720 330" width="1080">"#;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/draw.svg");
    std::fs::create_dir_all(file.with_file_name(""))?;
    std::fs::write(
        &file,
        format!(
            "{head}\n<rect x=\"-360\" y=\"-180\" width=\"720\" height=\"330\" fill=\"white\"/>\n{}</svg>\n",
            drawing.lines
        ),
    )?;
    println!(
        "{} lines in target/draw.svg: seven shapes, {} contact points, a contact, and a cast.",
        drawing.count,
        touch.points().len()
    );
    Ok(())
}
