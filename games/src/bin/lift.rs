//! Platforms: `cargo run --release --manifest-path games/Cargo.toml --bin lift`
//!
//! Arrows walk, space jumps. A lift, a ferry, a belt that runs against you, planks to jump through from below, and a
//! press that crushes.

use games::{Game, Input, STEP, fill, run};
use gjk::shape::{Capsule, Cuboid, Posed};
use gjk::{Error, SupportExt};
use gjk_scene::{Mover, Obstacle};
use macroquad::prelude::{
    BLACK, Camera2D, Color, clear_background, draw_text, screen_height, screen_width, set_camera, set_default_camera,
    vec2,
};

const START: [f32; 2] = [-3.0, 1.0];

/// A box that moves: where it is at a time, how fast its surface runs, and whether it is open from below.
struct Platform {
    shape: Posed<Cuboid<f32, 2>, f32, 2>,
    way: fn(f32) -> [f32; 2],
    velocity: [f32; 2],
    belt: f32,
    is_one_sided: bool,
}

impl Platform {
    fn new(half: [f32; 2], way: fn(f32) -> [f32; 2]) -> Result<Self, Error> {
        let shape = Cuboid::new(half)?.posed(way(0.0))?;
        Ok(Self { shape, way, velocity: [0.0; 2], belt: 0.0, is_one_sided: false })
    }

    fn step(&mut self, time: f32) {
        let ([x, y], [from_x, from_y]) = ((self.way)(time), (self.way)(time - STEP));
        if self.shape.set_pose([x, y]).is_ok() {
            self.velocity = [(x - from_x) / STEP + self.belt, (y - from_y) / STEP];
        }
    }

    fn obstacle(&self) -> Obstacle<'_, f32, 2> {
        let obstacle = Obstacle::new(&self.shape).moving(self.velocity);
        if self.is_one_sided { obstacle.one_sided([0.0, 1.0]) } else { obstacle }
    }
}

struct Lift {
    platforms: Vec<Platform>,
    player: Mover<Capsule<f32, 2>, f32, 2>,
    steps: u16,
    crushed: u32,
    falls: u32,
}

/// To and fro between 0 and 1, in so many seconds.
fn swing(time: f32, period: f32) -> f32 {
    0.5 - 0.5 * (time / period * std::f32::consts::TAU).cos()
}

impl Lift {
    fn new() -> Result<Self, Error> {
        let platforms = vec![
            Platform::new([4.0, 0.5], |_| [-2.0, -0.5])?,
            Platform::new([1.0, 0.2], |time| [3.2, -0.2 + 4.0 * swing(time, 7.0)])?,
            Platform { belt: -2.0, ..Platform::new([3.0, 0.2], |_| [7.4, 3.8])? },
            Platform::new([1.2, 0.2], |time| [11.8 + 6.0 * swing(time, 8.0), 3.8])?,
            Platform::new([5.0, 0.5], |_| [24.3, 3.5])?,
            Platform { is_one_sided: true, ..Platform::new([1.2, 0.1], |_| [22.0, 5.4])? },
            Platform { is_one_sided: true, ..Platform::new([1.2, 0.1], |time| [24.0 + swing(time, 5.0), 7.0])? },
            // The press stops at 1.5 over the floor, which is too low for who stands there.
            Platform::new([0.8, 1.0], |time| [27.5, 6.5 + 2.0 * swing(time, 4.0)])?,
        ];
        let mut player = Mover::new(Capsule::new([0.0, -0.6], [0.0, 0.6], 0.3)?, START)?;
        player.options.gravity = 22.0;
        Ok(Self { platforms, player, steps: 0, crushed: 0, falls: 0 })
    }
}

impl Game for Lift {
    fn step(&mut self, input: Input) {
        self.steps = self.steps.wrapping_add(1);
        let time = f32::from(self.steps) * STEP;
        self.platforms.iter_mut().for_each(|platform| platform.step(time));
        self.player.velocity.x = 4.0 * input.walk;
        if input.act && self.player.is_grounded() {
            self.player.velocity.y = 9.5;
        }
        let moved = self.player.advance(self.platforms.iter().map(Platform::obstacle), STEP);
        let is_crushed = moved.squeezed > self.player.options.skin;
        let has_fallen = self.player.at().y < -6.0;
        if (is_crushed || has_fallen) && self.player.place(START).is_ok() {
            self.crushed += u32::from(is_crushed);
            self.falls += u32::from(has_fallen);
        }
    }

    /// It waits for the lift, and rides up and down on it.
    fn blind(&self) -> Input {
        let lift = self.platforms[1].shape.pose().translation().y;
        let walks = self.player.at().x < 1.5 || self.player.at().x < 3.2 && lift < 0.0;
        Input { walk: f32::from(u8::from(walks)), ..Input::default() }
    }

    fn summary(&self) -> (String, bool) {
        let (at, ground) = (self.player.at(), self.player.is_grounded());
        let text = format!("at {:.2}, {:.2}, {} falls, {} crushed", at.x, at.y, self.falls, self.crushed);
        (text, ground && self.falls == 0 && (at.x - 3.2).abs() < 0.2)
    }

    fn draw(&self) {
        clear_background(Color::from_hex(0xdd_e8_ee));
        let width = 20.0;
        set_camera(&Camera2D {
            target: vec2(self.player.at().x.clamp(4.0, 23.0), 3.0),
            zoom: vec2(2.0 / width, -2.0 / width * screen_width() / screen_height()),
            ..Camera2D::default()
        });
        for platform in &self.platforms {
            fill(&platform.shape, Color::from_hex(if platform.is_one_sided { 0x8f_b5_6b } else { 0x7d_8a_96 }));
        }
        fill(self.player.shape(), Color::from_hex(if self.player.is_grounded() { 0xe0_6c_3c } else { 0xee_a0_5a }));
        set_default_camera();
        draw_text("arrows walk, space jumps", 16.0, 28.0, 24.0, BLACK);
    }
}

fn main() -> Result<std::process::ExitCode, Error> {
    Ok(run("lift", Lift::new()?))
}
