//! A pile in space: `cargo run --release --manifest-path games/Cargo.toml --bin pile`
//!
//! Bodies of six kinds fall into a box. Arrows turn the view, space shoots a ball.

use games::{Faces, Game, Input, STEP, assorted, run};
use gjk::nalgebra::{Point3, Vector3};
use gjk::shape::Ball;
use macroquad::prelude::{
    BLACK, Camera3D, Color, clear_background, draw_line_3d, draw_text, set_camera, set_default_camera, vec3,
};
use worlds::scenes::pile;
use worlds::{Body, World};

const COLUMNS: u32 = 4;
/// Half the width of the box.
const HALF: f32 = 0.7 * COLUMNS as f32;

struct Pile {
    world: World<f32, 3>,
    /// What is drawn of each body: nothing of walls.
    faces: Vec<Faces>,
    angle: f32,
}

impl Pile {
    fn new() -> Result<Self, gjk::Error> {
        let world = pile::<f32, 3>(120, COLUMNS)?;
        let faces = world
            .bodies
            .iter()
            .map(|body| if body.is_fixed() { Faces::default() } else { Faces::of(body.shape.shape()) });
        Ok(Self { faces: faces.collect(), world, angle: 0.6 })
    }

    fn eye(&self) -> Vector3<f32> {
        Vector3::new(8.5 * self.angle.sin(), 5.5, 8.5 * self.angle.cos())
    }

    fn shoot(&mut self) -> Result<(), gjk::Error> {
        let eye = self.eye();
        let mut ball = Body::new(Ball::at(Point3::origin(), 0.5)?, eye * 0.4)?;
        ball.velocity = -eye.normalize() * 25.0;
        ball.is_bullet = true;
        self.faces.push(Faces::of(ball.shape.shape()));
        self.world.bodies.push(ball);
        Ok(())
    }
}

impl Game for Pile {
    fn step(&mut self, input: Input) {
        self.angle += input.walk * STEP;
        if input.act && self.shoot().is_err() {
            println!("it cannot shoot from there");
        }
        self.world.step();
    }

    fn blind(&self) -> Input {
        Input { act: self.world.steps == 400, ..Input::default() }
    }

    fn summary(&self) -> (String, bool) {
        let moving = || self.world.bodies.iter().filter(|body| !body.is_fixed());
        let is_out =
            |body: &&Body<f32, 3>| body.center.x.abs() > HALF || body.center.z.abs() > HALF || body.center.y < 0.0;
        let (count, out) = (moving().count(), moving().filter(is_out).count());
        let asleep = moving().filter(|body| body.is_asleep).count();
        let text = format!(
            "after {} steps {count} bodies, {asleep} asleep, {out} outside, {:.0} mm deep at most, fingerprint {:016x}",
            self.world.steps,
            1000.0 * self.world.overlap(),
            self.world.fingerprint(),
        );
        (text, out == 0 && self.world.overlap() < 0.1)
    }

    fn draw(&self) {
        clear_background(Color::from_hex(0xdd_e8_ee));
        let eye = self.eye();
        set_camera(&Camera3D {
            position: vec3(eye.x, eye.y, eye.z),
            target: vec3(0.0, 1.0, 0.0),
            up: vec3(0.0, 1.0, 0.0),
            ..Camera3D::default()
        });
        for k in 0..=10_u8 {
            let at = HALF * (f32::from(k) / 5.0 - 1.0);
            for (from, to) in [(vec3(at, 0.0, -HALF), vec3(at, 0.0, HALF)), (vec3(-HALF, 0.0, at), vec3(HALF, 0.0, at))]
            {
                draw_line_3d(from, to, Color::from_hex(0x9a_a6_b0));
            }
        }
        for (k, (body, faces)) in self.world.bodies.iter().zip(&self.faces).enumerate() {
            faces.draw(body.shape.pose(), assorted(k));
        }
        set_default_camera();
        draw_text("arrows turn the view, space shoots", 16.0, 28.0, 24.0, BLACK);
    }
}

fn main() -> Result<std::process::ExitCode, gjk::Error> {
    Ok(run("pile", Pile::new()?))
}
