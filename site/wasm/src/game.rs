//! The game on the front page: a character in a level of convex shapes, with a ferry, a lift, crates to push and coins.
//!
//! The page calls these functions. A list of numbers is at the address that a function returns; [`length`] is their
//! number.

use gjk::shape::{Ball, Capsule, Cuboid, Polygon, Posed, Shape2};
use gjk::{Error, Support, SupportExt, distance, intersects};
use gjk_scene::{Mover, Obstacle, outline};
use std::cell::RefCell;

const DT: f32 = 1.0 / 60.0;
const GRAVITY: f32 = 22.0;
const START: [f32; 2] = [-1.0, 1.0];
const CRATES: [[f32; 2]; 2] = [[2.2, 0.5], [16.5, 1.5]];
const COINS: [[f32; 2]; 6] = [[2.2, 2.4], [6.3, 2.4], [10.8, 3.2], [17.5, 3.4], [22.6, 5.4], [25.4, 0.7]];
/// What the character pushes crates of a kilogram with, in newtons; and what slows them down, in metres per second squared.
const STRENGTH: f32 = 30.0;
const FRICTION: f32 = 12.0;
/// What is farther from the character is not measured.
const NEAR: f32 = 2.0;

/// A part of the level: a shape, and where it is at a time. A plank is open from below.
struct Part {
    shape: Posed<Shape2<f32>, f32, 2>,
    way: fn(f32) -> [f32; 2],
    is_plank: bool,
}

fn part(shape: impl Into<Shape2<f32>>, way: fn(f32) -> [f32; 2]) -> Result<Part, Error> {
    Ok(Part { shape: shape.into().posed(way(0.0))?, way, is_plank: false })
}

impl Part {
    fn obstacle(&self, time: f32) -> Obstacle<'_, f32, 2> {
        let ([x, y], [from_x, from_y]) = ((self.way)(time), (self.way)(time - DT));
        let obstacle = Obstacle::new(&self.shape).moving([(x - from_x) / DT, (y - from_y) / DT]);
        if self.is_plank { obstacle.one_sided([0.0, 1.0]) } else { obstacle }
    }
}

/// To and fro between 0 and 1 in so many seconds, with a rest at both ends.
fn swing(time: f32, period: f32) -> f32 {
    let part = (time / period).fract();
    (3.0 * part.min(1.0 - part) - 0.25).clamp(0.0, 1.0)
}

fn level() -> Result<Vec<Part>, Error> {
    let block = |w: f32, h: f32| Cuboid::new([w / 2.0, h / 2.0]);
    Ok(vec![
        part(block(1.0, 14.0)?, |_| [-2.5, 4.0])?,
        part(block(9.0, 3.0)?, |_| [2.5, -1.5])?,
        // Three steps up to the pit, with a ferry over it.
        part(block(0.6, 0.3)?, |_| [4.6, 0.15])?,
        part(block(0.6, 0.6)?, |_| [5.2, 0.3])?,
        part(block(1.5, 0.9)?, |_| [6.25, 0.45])?,
        part(block(2.2, 0.3)?, |time| [8.4 + 5.0 * swing(time, 9.0), 0.75])?,
        // A hill with a tilted stone, and a lift to the plank above.
        part(block(5.0, 4.0)?, |_| [17.3, -1.0])?,
        part(Polygon::hull([[-1.2, 0.0], [-0.3, 0.5], [0.4, 0.5], [1.2, 0.0]])?, |_| [18.4, 1.0])?,
        part(block(1.8, 0.3)?, |time| [20.8, 0.85 + 3.2 * swing(time + 1.0, 7.0)])?,
        Part { is_plank: true, ..part(block(2.4, 0.25)?, |_| [23.0, 3.9])? },
        part(block(8.4, 3.0)?, |_| [23.6, -1.5])?,
        part(Ball::new(0.6)?, |_| [24.0, -0.2])?,
        part(block(1.0, 14.0)?, |_| [27.3, 4.0])?,
    ])
}

struct Game {
    parts: Vec<Part>,
    crates: Vec<Mover<Cuboid<f32, 2>, f32, 2>>,
    player: Mover<Capsule<f32, 2>, f32, 2>,
    coins: Vec<Ball<f32, 2>>,
    taken: u32,
    steps: u32,
    falls: u32,
    /// Of each part that the character touches, the crates being after the level.
    touched: Vec<usize>,
}

impl Game {
    fn new() -> Result<Self, Error> {
        let mut player = Mover::new(Capsule::new([0.0, -0.35], [0.0, 0.35], 0.35)?, START)?;
        player.options.gravity = GRAVITY;
        let crate_at = |at: [f32; 2]| {
            let mut it = Mover::new(Cuboid::new([0.4, 0.4])?, at)?;
            it.options.gravity = GRAVITY;
            Ok(it)
        };
        let crates = CRATES.into_iter().map(crate_at).collect::<Result<_, Error>>()?;
        let coins = COINS.into_iter().map(|at| Ball::at(at, 0.25)).collect::<Result<_, Error>>()?;
        Ok(Self { parts: level()?, crates, player, coins, taken: 0, steps: 0, falls: 0, touched: Vec::new() })
    }

    fn step(&mut self, walk: f32, jumps: bool) {
        self.steps += 1;
        let time = self.steps as f32 * DT;
        for part in &mut self.parts {
            // If the place is out of range, it stays where it is.
            let _ = part.shape.set_pose((part.way)(time));
        }
        // A crate is a mover, too: it falls, and rides on the lift.
        for k in 0..self.crates.len() {
            let (before, rest) = self.crates.split_at_mut(k);
            let Some((it, after)) = rest.split_first_mut() else { continue };
            let slower = (FRICTION * DT).min(it.velocity.x.abs());
            it.velocity.x -= slower.copysign(it.velocity.x);
            let others = before.iter().chain(after.iter()).map(|other| Obstacle::new(other.shape()));
            it.advance(self.parts.iter().map(|part| part.obstacle(time)).chain(others), DT);
            if it.at().y < -6.0 {
                let _ = it.place(CRATES[k]);
            }
        }
        // In the air it changes its mind slowly.
        let change = if self.player.is_grounded() { 0.8 } else { 0.3 };
        self.player.velocity.x += (5.0 * walk - self.player.velocity.x).clamp(-change, change);
        if jumps && self.player.is_grounded() {
            self.player.velocity.y = 9.2;
        }
        let crates = self.crates.iter().map(|it| Obstacle::new(it.shape()).moving(it.velocity));
        let moved = self.player.advance(self.parts.iter().map(|part| part.obstacle(time)).chain(crates), DT);
        for touch in &moved.touches {
            if let Some(pushed) = touch.obstacle.checked_sub(self.parts.len()) {
                self.crates[pushed].velocity.x += touch.impulse(1.0, STRENGTH * DT).x;
            }
        }
        self.touched = moved.touches.iter().map(|touch| touch.obstacle).collect();
        for (k, coin) in self.coins.iter().enumerate() {
            self.taken |= u32::from(intersects(coin, self.player.shape())) << k;
        }
        if self.player.at().y < -6.0 && self.player.place(START).is_ok() {
            self.player.velocity.fill(0.0);
            self.falls += 1;
        }
    }

    /// All that is solid, with its place: the level, then crates, then the character.
    fn all(&self) -> impl Iterator<Item = (&dyn Support<2, Scalar = f32>, [f32; 2])> {
        let of_parts = self
            .parts
            .iter()
            .map(|part| (&part.shape as &dyn Support<2, Scalar = f32>, (*part.shape.pose().translation()).into()));
        let of_crates = self.crates.iter().map(|it| (it.shape() as &dyn Support<2, Scalar = f32>, it.at().into()));
        let player: &dyn Support<2, Scalar = f32> = self.player.shape();
        of_parts.chain(of_crates).chain([(player, self.player.at().into())])
    }
}

#[derive(Default)]
struct State {
    game: Option<Game>,
    numbers: Vec<f32>,
}

/// The page has one thread.
struct Single(RefCell<State>);
unsafe impl Sync for Single {}
static STATE: Single = Single(RefCell::new(State { game: None, numbers: Vec::new() }));

fn list(numbers: impl FnOnce(&Game) -> Vec<f32>) -> *const f32 {
    let state = &mut *STATE.0.borrow_mut();
    state.numbers = state.game.as_ref().map_or_else(Vec::new, numbers);
    state.numbers.as_ptr()
}

/// Begins anew.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    STATE.0.borrow_mut().game = Game::new().ok();
}

/// A sixtieth of a second, in which it walks to the left (-1) or right (1), and jumps or not.
#[unsafe(no_mangle)]
pub extern "C" fn step(walk: f32, jumps: u32) {
    if let Some(game) = &mut STATE.0.borrow_mut().game {
        game.step(walk, jumps > 0);
    }
}

/// The length of the list that was made last.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    STATE.0.borrow().numbers.len()
}

/// Outlines, relative to the places: of each shape the number of corners, and the corners.
#[unsafe(no_mangle)]
pub extern "C" fn outlines() -> *const f32 {
    list(|game| {
        let of = |(shape, [x, y]): (&dyn Support<2, Scalar = f32>, [f32; 2])| {
            let corners: Vec<f32> = outline(shape, 32).flat_map(|[from, _]| [from.x - x, from.y - y]).collect();
            std::iter::once(corners.len() as f32 / 2.0).chain(corners).collect::<Vec<_>>()
        };
        game.all().flat_map(of).collect()
    })
}

/// Places, in the same order.
#[unsafe(no_mangle)]
pub extern "C" fn places() -> *const f32 {
    list(|game| game.all().flat_map(|(_, at)| at).collect())
}

/// How many steps were made, falls, whether it stands, how many coins there are, and of each coin the place and
/// whether it is taken.
#[unsafe(no_mangle)]
pub extern "C" fn score() -> *const f32 {
    list(|game| {
        let coins = COINS.iter().enumerate().flat_map(|(k, [x, y])| [*x, *y, (game.taken >> k & 1) as f32]);
        let [steps, falls] = [game.steps, game.falls].map(|count| count as f32);
        [steps, falls, f32::from(u8::from(game.player.is_grounded()))].into_iter().chain(coins).collect()
    })
}

/// From the character to all that is near: the nearest points of both, the distance, and whether they touch.
#[unsafe(no_mangle)]
pub extern "C" fn contacts() -> *const f32 {
    list(|game| {
        let others = game.parts.len() + game.crates.len();
        let measured = game.all().take(others).map(|(shape, _)| distance(game.player.shape(), shape)).enumerate();
        let near = measured.filter(|(_, found)| found.distance < NEAR);
        near.flat_map(|(k, found)| {
            let [a, b] = found.points;
            [a.x, a.y, b.x, b.y, found.distance, f32::from(u8::from(game.touched.contains(&k)))]
        })
        .collect()
    })
}
