//! A thousand steps of each world with either dispatcher, their results, and how long they took. A module of `plane` and of `space`.

use super::D;
use super::judge::overlaps;
use super::rapier::control::{CharacterAutostep, KinematicCharacterController};
use super::rapier::prelude::*;
use super::scenes::SCENES;
use gjk_parry::Gjk;
use std::fs;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

pub const STEPS: u32 = 1000;
/// Of how many runs the fastest counts.
pub const RUNS: u32 = 10;

/// The time that this thread has computed for, where Linux says so; else the time that has passed.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    // Linux brings a thread's time up to date when it goes to sleep, and else every few milliseconds.
    thread::sleep(Duration::from_nanos(1));
    let computed = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = computed.and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
}

/// A world, and what is to be seen in it.
pub struct Scene {
    pub name: &'static str,
    pub make: fn(&mut PhysicsWorld),
    /// Returns whether a body has gone where no body should get.
    pub is_lost: fn(Vector) -> bool,
    /// Whether a capsule walks through it.
    pub walks: bool,
}

pub fn below_the_floor(at: Vector) -> bool {
    at.y < -0.5
}

pub fn behind_the_wall(at: Vector) -> bool {
    at.x > 0.1
}

#[derive(Clone, Copy, PartialEq)]
pub enum With {
    Parry,
    Gjk,
}

/// What was seen of a world.
#[derive(Default)]
struct Seen {
    asleep: usize,
    moving: usize,
    /// Bodies below the floor, or behind the wall.
    lost: usize,
    /// The deepest overlap at the end, and at any time that was looked at.
    depth: [f64; 2],
    /// Pairs that overlap by more than a millimetre without a contact, and all that overlap so.
    missed: [usize; 2],
    seconds: f64,
    /// How far the character got, and in how many steps it stood on something.
    walked: Option<(f32, u32)>,
    counts: gjk_parry::Counts,
}

pub fn world(scene: &Scene, with: With, gjk: &Gjk) -> PhysicsWorld {
    let mut world = PhysicsWorld::default();
    if with == With::Gjk {
        world.narrow_phase.set_query_dispatcher(gjk.clone());
    }
    world.gravity = -9.81 * Vector::Y;
    (scene.make)(&mut world);
    world
}

/// A capsule that walks to and fro.
struct Walker {
    body: RigidBodyHandle,
    controller: KinematicCharacterController,
    grounded: u32,
    farthest: f32,
}

impl Walker {
    fn new(world: &mut PhysicsWorld) -> Self {
        let body = RigidBodyBuilder::kinematic_position_based().translation(0.85 * Vector::Y);
        let (body, _) = world.insert(body, ColliderBuilder::capsule_y(0.5, 0.3));
        let controller = KinematicCharacterController {
            autostep: Some(CharacterAutostep::default()),
            ..KinematicCharacterController::default()
        };
        Self { body, controller, grounded: 0, farthest: 0.0 }
    }

    fn step(&mut self, world: &mut PhysicsWorld, step: u32) {
        let way = if step < STEPS / 2 { 0.04 } else { -0.07 };
        let filter = QueryFilter::new().exclude_rigid_body(self.body);
        let (place, shape) = (*world.bodies[self.body].position(), SharedShape::capsule_y(0.5, 0.3));
        let queries = world.query_pipeline_with_filter(filter);
        let desired = way * Vector::X - 0.04 * Vector::Y;
        let moved = self.controller.move_shape(1.0 / 60.0, &queries, &*shape, &place, desired, |_| ());
        self.grounded += u32::from(moved.grounded);
        let to = place.translation + moved.translation;
        self.farthest = self.farthest.max(to.x);
        world.bodies[self.body].set_next_kinematic_translation(to);
    }
}

fn run(scene: &Scene, with: With, judges: bool) -> Seen {
    let gjk = Gjk::default();
    let mut world = world(scene, with, &gjk);
    if !judges {
        // Each step is as much work as the one before.
        for (_, body) in world.bodies.iter_mut() {
            *body.activation_mut() = RigidBodyActivation::cannot_sleep();
        }
    }
    let mut walker = scene.walks.then(|| Walker::new(&mut world));
    let mut seen = Seen::default();
    let start = seconds();
    for step in 0..STEPS {
        if let Some(walker) = &mut walker {
            walker.step(&mut world, step);
        }
        world.step();
        if judges && (step % 20 == 19) {
            seen.depth[0] = 0.0;
            for (pair, contact) in overlaps(&world) {
                seen.depth[0] = seen.depth[0].max(contact.depth());
                seen.depth[1] = seen.depth[1].max(contact.depth());
                if contact.depth() > 1e-3 {
                    let known = world.contact_pair(pair[0], pair[1]);
                    seen.missed[0] += usize::from(!known.is_some_and(ContactPair::has_any_active_contact));
                    seen.missed[1] += 1;
                }
            }
        }
    }
    seen.seconds = seconds() - start;
    let dynamic = || world.bodies.iter().filter(|(_, body)| body.is_dynamic());
    seen.moving = dynamic().count();
    seen.asleep = dynamic().filter(|(_, body)| body.is_sleeping()).count();
    let is_lost = |body: &RigidBody| (scene.is_lost)(body.translation());
    seen.lost = dynamic().filter(|(_, body)| is_lost(body)).count();
    if judges && seen.lost > 0 {
        let shapes = dynamic()
            .filter(|(_, body)| is_lost(body))
            .map(|(_, body)| world.colliders[body.colliders()[0]].shape().shape_type());
        eprintln!("lost: {:?}", shapes.collect::<Vec<_>>());
    }
    seen.walked = walker.map(|walker| (walker.farthest, walker.grounded));
    seen.counts = gjk.counts();
    seen
}

/// The rows of the table, what is to be said below it, and the ratios of step times.
pub fn rows() -> (Vec<String>, Vec<String>, Vec<f64>) {
    let (mut rows, mut notes, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for scene in SCENES {
        let name = format!("{D}D: {}", scene.name);
        let mut best = [f64::MAX; 2];
        for _ in 0..RUNS {
            for (k, with) in [With::Parry, With::Gjk].into_iter().enumerate() {
                best[k] = best[k].min(run(scene, with, false).seconds);
            }
        }
        let ratio = best[1] / best[0];
        ratios.push(ratio);
        for (k, (with, dispatcher)) in [(With::Parry, "parry"), (With::Gjk, "gjk-parry")].into_iter().enumerate() {
            let seen = run(scene, with, true);
            let relative = if k == 0 { "1".to_owned() } else { format!("{ratio:.2}") };
            rows.push(format!(
                "| {name} | {dispatcher} | {} of {} | {} | {:.2} | {:.2} | {} of {} | {:.0} | {relative} |",
                seen.asleep,
                seen.moving,
                seen.lost,
                1e3 * seen.depth[0],
                1e3 * seen.depth[1],
                seen.missed[0],
                seen.missed[1],
                f64::from(STEPS) / best[k],
            ));
            if let Some((farthest, grounded)) = seen.walked {
                notes.push(format!("{name}, {dispatcher}: it walks as far as x = {farthest:.3}, and stands on something in {grounded} of {STEPS} steps."));
            }
            if seen.counts != gjk_parry::Counts::default() {
                notes.push(format!("{name}: {:?}.", seen.counts));
            }
        }
        eprintln!("{}", rows[rows.len() - 1]);
    }
    (rows, notes, ratios)
}
