//! A room: `cargo run --release --manifest-path games/Cargo.toml --bin room`
//!
//! Left and right turn, up and down walk, space jumps. Stairs lead to a gallery, a ramp leads down, and a carousel
//! turns in the middle.

use games::{Faces, Game, Input, STEP, assorted, run};
use gjk::nalgebra::{Isometry3, Vector3};
use gjk::shape::{Capsule, Cuboid, Cylinder, Posed, Shape3};
use gjk::{Error, RigidMotion, SupportExt};
use gjk_scene::{Mover, Obstacle};
use macroquad::prelude::{BLACK, Camera3D, Color, clear_background, draw_text, set_camera, set_default_camera, vec3};

type Shape = Posed<Shape3<f32>, f32, 3>;

/// How fast the carousel turns, in radians per second.
const SPIN: f32 = 0.6;
const CAROUSEL: [f32; 3] = [1.0, 0.15, 1.5];

struct Room {
    shapes: Vec<Shape>,
    faces: Vec<Faces>,
    player: Mover<Capsule<f32, 3>, f32, 3>,
    own_faces: Faces,
    heading: f32,
    steps: u32,
}

impl Room {
    fn new() -> Result<Self, Error> {
        let cuboid = |half: [f32; 3], at: [f32; 3], turn: f32| -> Result<Shape, Error> {
            Shape3::new(Cuboid::new(half)?).posed(Isometry3::new(at.into(), Vector3::z() * turn))
        };
        // The carousel comes first.
        let mut shapes = vec![
            Shape3::new(Cylinder::with_radius(1.5).half_height(0.15)?).posed(CAROUSEL)?,
            cuboid([7.0, 0.5, 6.0], [0.0, -0.5, 0.0], 0.0)?,
            cuboid([7.0, 2.0, 0.1], [0.0, 2.0, -6.1], 0.0)?,
            cuboid([0.1, 2.0, 6.0], [-7.1, 2.0, 0.0], 0.0)?,
            cuboid([0.1, 2.0, 6.0], [7.1, 2.0, 0.0], 0.0)?,
            cuboid([3.5, 0.1, 1.0], [-1.4, 1.5, -5.0], 0.0)?,
            cuboid([1.6, 0.1, 1.0], [3.43, 0.73, -5.0], -0.5)?,
            cuboid([1.0, 0.8, 1.0], [-5.9, 0.8, -5.0], 0.0)?,
        ];
        for k in 0..6_u8 {
            let height = 0.25 * f32::from(k + 1);
            shapes.push(cuboid([0.8, height / 2.0, 0.2], [-6.1, height / 2.0, -1.8 - 0.4 * f32::from(k)], 0.0)?);
        }
        let mut player = Mover::new(Capsule::new([0.0, -0.5, 0.0], [0.0, 0.5, 0.0], 0.35)?, [-6.1, 1.0, 2.0])?;
        player.options.gravity = 20.0;
        let faces = shapes.iter().map(|shape| Faces::of(shape.shape())).collect();
        let own_faces = Faces::of(player.shape().shape());
        Ok(Self { shapes, faces, player, own_faces, heading: 0.0, steps: 0 })
    }
}

impl Game for Room {
    fn step(&mut self, input: Input) {
        self.steps += 1;
        let angle = SPIN * STEP * self.steps as f32;
        let carousel = self.shapes[0].set_pose(Isometry3::new(CAROUSEL.into(), Vector3::y() * angle));
        let motion = RigidMotion::moving([0.0; 3]).turning([0.0, SPIN, 0.0], CAROUSEL);
        self.heading -= 2.5 * input.walk * STEP;
        let velocity = Vector3::new(-self.heading.sin(), 0.0, -self.heading.cos()) * (3.5 * input.ahead);
        let jump = if input.act && self.player.is_grounded() { 7.0 } else { self.player.velocity.y };
        self.player.velocity = Vector3::new(velocity.x, jump, velocity.z);
        let obstacles = self.shapes.iter().enumerate().map(|(k, shape)| {
            let obstacle = Obstacle::new(shape);
            if k == 0 && carousel.is_ok() { obstacle.in_motion(motion) } else { obstacle }
        });
        self.player.advance(obstacles, STEP);
    }

    /// Straight up the stairs, to the wall behind them.
    fn blind(&self) -> Input {
        Input { ahead: 1.0, ..Input::default() }
    }

    fn summary(&self) -> (String, bool) {
        let at = self.player.at();
        (format!("at {:.2}, {:.2}, {:.2}", at.x, at.y, at.z), self.player.is_grounded() && at.y > 2.3)
    }

    fn draw(&self) {
        clear_background(Color::from_hex(0xdd_e8_ee));
        let at = self.player.at();
        let behind = Vector3::new(self.heading.sin(), 0.55, self.heading.cos()) * 5.0;
        set_camera(&Camera3D {
            position: vec3(at.x + behind.x, at.y + behind.y, at.z + behind.z),
            target: vec3(at.x, at.y + 0.5, at.z),
            up: vec3(0.0, 1.0, 0.0),
            ..Camera3D::default()
        });
        for (k, (shape, faces)) in self.shapes.iter().zip(&self.faces).enumerate() {
            faces.draw(shape.pose(), assorted(k));
        }
        self.own_faces.draw(self.player.shape().pose(), Color::from_hex(0xe0_6c_3c));
        set_default_camera();
        draw_text("arrows turn and walk, space jumps", 16.0, 28.0, 24.0, BLACK);
    }
}

fn main() -> Result<std::process::ExitCode, Error> {
    Ok(run("room", Room::new()?))
}
