//! A platformer: `cargo run --release --manifest-path games/Cargo.toml --bin platformer`
//!
//! Arrows walk, space jumps. The character is a `Mover` of gjk-scene, and everything else is a world of bodies. The
//! character climbs stairs, walks up slopes that are not too steep, rides on a lift, and pushes crates.

use games::{Game, Input, STEP, assorted, fill, run};
use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Ball, Capsule, Cuboid, Polygon};
use gjk::{Error, contact, raycast};
use gjk_scene::Mover;
use macroquad::prelude::{
    BLACK, Camera2D, Color, clear_background, draw_text, screen_height, screen_width, set_camera, set_default_camera,
    vec2,
};
use worlds::{Body, World, walk};

/// How hard the character pushes crates.
const STRENGTH: f32 = 12.0;
/// Where the way ends.
const GOAL: f32 = 41.0;

struct Platformer {
    world: World<f32, 2>,
    player: Mover<Capsule<f32, 2>, f32, 2>,
    lift: usize,
    jumps: u32,
    falls: u32,
    deepest: f32,
}

fn block(center: [f32; 2], size: [f32; 2], turn: f32) -> Result<Body<f32, 2>, Error> {
    Body::fixed(Cuboid::new(Vector2::from(size) / 2.0)?, Isometry2::new(center.into(), turn))
}

impl Platformer {
    fn new() -> Result<Self, Error> {
        let mut world = World::default();
        let hill = [[24.0, 0.0], [26.5, 1.6], [28.0, 1.6], [30.5, 0.0]].map(Point2::from);
        world.bodies = vec![
            block([5.0, -1.5], [18.0, 3.0], 0.0)?,
            block([-4.5, 2.0], [1.0, 10.0], 0.0)?,
            // Over the pit a lift, beyond it the ground goes on two metres higher, and down a ramp.
            block([15.5, -0.2], [2.6, 0.4], 0.0)?,
            block([19.0, -0.5], [4.0, 5.0], 0.0)?,
            block([22.1, 0.72], [3.6, 0.3], -0.65)?,
            block([33.0, -1.5], [24.0, 3.0], 0.0)?,
            Body::fixed(Polygon::hull(hill)?, Vector2::zeros())?,
            Body::fixed(Ball::at(Point2::origin(), 0.7)?, Vector2::new(32.5, -0.35))?,
            block([43.5, 2.0], [1.0, 10.0], 0.0)?,
        ];
        let lift = 2;
        // Stairs, up and down.
        for (k, height) in [0.25_f32, 0.5, 0.75, 1.0, 0.7, 0.35].into_iter().enumerate() {
            world.bodies.push(block([6.0 + 0.6 * k as f32, height / 2.0], [0.6, height], 0.0)?);
        }
        for [x, y] in [[1.5, 0.3], [36.0, 0.3], [36.65, 0.3], [37.3, 0.3], [36.3, 0.95], [36.95, 0.95], [36.65, 1.6]] {
            world.bodies.push(Body::new(Cuboid::new(Vector2::new(0.3, 0.3))?, Vector2::new(x, y))?);
        }
        let body = Capsule::new(Point2::new(0.0, -0.35), Point2::new(0.0, 0.35), 0.35)?;
        let mut player = Mover::new(body, Point2::new(-2.0, 1.0))?;
        player.options.gravity = 22.0;
        Ok(Self { world, player, lift, jumps: 0, falls: 0, deepest: 0.0 })
    }

    fn on_the_ground(&self) -> bool {
        self.player.is_grounded()
    }
}

impl Game for Platformer {
    fn step(&mut self, input: Input) {
        // The lift goes up and down in four seconds. It is placed; its velocity is for what stands on it.
        let phase = (self.world.steps % 240) as f32 * STEP / 4.0;
        let lift = &mut self.world.bodies[self.lift];
        lift.velocity.y = if phase < 0.5 { 1.0 } else { -1.0 };
        let height = lift.center.y + lift.velocity.y * STEP;
        lift.place(Isometry2::new(Vector2::new(15.5, height), 0.0));

        // On the ground it runs as it is told, in the air it changes its mind slowly.
        let wish = 5.0 * input.walk;
        let change = if self.on_the_ground() { 1.0 } else { 0.5 };
        self.player.velocity.x += (wish - self.player.velocity.x).clamp(-change, change);
        if input.act && self.on_the_ground() {
            self.player.velocity.y = 8.5;
            self.jumps += 1;
        }
        walk(&mut self.player, &mut self.world.bodies, STRENGTH, STEP);
        self.world.step();
        let depths = self.world.bodies.iter().map(|body| contact(&body.shape, self.player.shape()).depth());
        self.deepest = depths.fold(self.deepest, f32::max);
        if self.player.at().y < -8.0 {
            self.falls += u32::from(self.player.place([-2.0, 1.0]).is_ok());
        }
    }

    /// To the right; it waits for the lift, and jumps where it gets no further, and where the ground ends ahead.
    fn blind(&self) -> Input {
        let at = self.player.at();
        let waits = at.x > 12.5 && at.x < 13.5 && self.world.bodies[self.lift].center.y > 0.2;
        if waits || at.x > GOAL {
            return Input::default();
        }
        let ahead = Point2::new(at.x + 0.9, at.y);
        let sees = |body: &Body<f32, 2>| {
            raycast(&body.shape, ahead, [0.0, -2.5]).is_ok_and(|hit| hit.is_some_and(|hit| hit.time <= 1.0))
        };
        let is_held = self.player.velocity.x < 2.0;
        let act = self.world.steps > 60 && (is_held || !self.world.bodies.iter().any(sees));
        Input { walk: 1.0, act, ..Input::default() }
    }

    fn summary(&self) -> (String, bool) {
        let (at, steps, asleep) =
            (self.player.at(), self.world.steps, self.world.bodies.iter().filter(|body| body.is_asleep).count());
        let text = format!(
            "after {steps} steps at {:.2}, {:.2}, {} jumps, {} falls, {:.1} mm deep at most, {asleep} crates asleep",
            at.x,
            at.y,
            self.jumps,
            self.falls,
            1000.0 * self.deepest,
        );
        (text, at.x > GOAL && self.falls == 0 && self.deepest < 0.01)
    }

    fn draw(&self) {
        clear_background(Color::from_hex(0xdd_e8_ee));
        let at = self.player.at();
        let width = 20.0;
        set_camera(&Camera2D {
            target: vec2(at.x.clamp(6.0, 33.0), 2.2),
            zoom: vec2(2.0 / width, -2.0 / width * screen_width() / screen_height()),
            ..Camera2D::default()
        });
        for (k, body) in self.world.bodies.iter().enumerate() {
            let color = if body.is_fixed() { Color::from_hex(0x7d_8a_96) } else { assorted(k) };
            fill(&body.shape, color);
        }
        fill(self.player.shape(), Color::from_hex(if self.on_the_ground() { 0xe0_6c_3c } else { 0xee_a0_5a }));
        set_default_camera();
        draw_text("arrows walk, space jumps", 16.0, 28.0, 24.0, BLACK);
    }
}

fn main() -> Result<std::process::ExitCode, Error> {
    Ok(run("platformer", Platformer::new()?))
}
