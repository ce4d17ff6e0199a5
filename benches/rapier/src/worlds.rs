//! A thousand steps of each world with either dispatcher, what became of them, and how long they took.

use crate::judge::overlaps;
use crate::scenes::{SCENES, Scene};
use gjk_parry::Gjk;
use rapier3d::control::KinematicCharacterController;
use rapier3d::prelude::*;
use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

const STEPS: u32 = 1000;
/// Of how many runs the fastest counts.
const RUNS: u32 = 3;

/// The time that this thread has computed for, where Linux says so; else the time that has passed.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let computed = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = computed.and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
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
    world.gravity = Vector::new(0.0, -9.81, 0.0);
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
        let body = RigidBodyBuilder::kinematic_position_based().translation(Vector::new(0.0, 0.85, 0.0));
        let (body, _) = world.insert(body, ColliderBuilder::capsule_y(0.5, 0.3));
        let controller = KinematicCharacterController {
            autostep: Some(rapier3d::control::CharacterAutostep::default()),
            ..KinematicCharacterController::default()
        };
        Self { body, controller, grounded: 0, farthest: 0.0 }
    }

    fn step(&mut self, world: &mut PhysicsWorld, step: u32) {
        let way = if step < STEPS / 2 { 0.04 } else { -0.07 };
        let filter = QueryFilter::new().exclude_rigid_body(self.body);
        let (place, shape) = (*world.bodies[self.body].position(), SharedShape::capsule_y(0.5, 0.3));
        let queries = world.query_pipeline_with_filter(filter);
        let desired = Vector::new(way, -0.04, 0.0);
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
    let is_lost = |body: &RigidBody| {
        let at = body.translation();
        // The slope ends in the void.
        if scene.name == "bullets" {
            at.x > 0.1
        } else if scene.name == "cylinders on a slope" {
            let normal = Vector::new(0.0, 0.2_f32.cos(), 0.2_f32.sin());
            at.dot(normal) < 0.0 && at.abs().max_element() < 99.0
        } else {
            at.y < -0.5
        }
    };
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

/// The table, and the mean ratio of step times.
pub fn table() -> String {
    let mut lines = vec![
        format!(
            "A world for {STEPS} steps of 1/60 s in rapier3d 0.36.1, with parry's dispatcher and with gjk-parry's. Overlaps are measured in f64 every 20 steps, in mm: at the end, and the deepest at any time. *Missed* are pairs that overlap by more than 1 mm without a contact, of all that overlap so. *Lost* are bodies that fell through a floor or passed a wall. Times are processor time of runs in which no body may sleep, the least of {RUNS}, which take turns."
        ),
        String::new(),
        "| world | dispatcher | asleep | lost | overlap at the end | deepest | missed | steps/s | time ÷ parry |"
            .to_owned(),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |".to_owned(),
    ];
    let mut ratios = Vec::new();
    let mut notes = Vec::new();
    for scene in &SCENES {
        let mut best = [f64::MAX; 2];
        for _ in 0..RUNS {
            for (k, with) in [With::Parry, With::Gjk].into_iter().enumerate() {
                best[k] = best[k].min(run(scene, with, false).seconds);
            }
        }
        let ratio = best[1] / best[0];
        ratios.push(ratio);
        for (k, (with, name)) in [(With::Parry, "parry"), (With::Gjk, "gjk")].into_iter().enumerate() {
            let seen = run(scene, with, true);
            let relative = if k == 0 { "1".to_owned() } else { format!("{ratio:.2}") };
            lines.push(format!(
                "| {} | {name} | {} of {} | {} | {:.2} | {:.2} | {} of {} | {:.0} | {relative} |",
                scene.name,
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
                notes.push(format!("The character walks as far as x = {farthest:.3} and stands on something in {grounded} of {STEPS} steps, with {name}."));
            }
            if seen.counts != gjk_parry::Counts::default() {
                notes.push(format!("In the world {} {:?}.", scene.name, seen.counts));
            }
        }
        eprintln!("{}", lines[lines.len() - 1]);
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    lines.push(String::new());
    lines.push(format!("Step time with gjk-parry ÷ with parry, geometric mean: {mean:.2}."));
    lines.extend(notes);
    lines.join("\n") + "\n"
}
