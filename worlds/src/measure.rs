//! Measurements of a world: how far things drift, how deep they overlap, whether all numbers are sound.

use crate::body::Body;
use crate::form::Forms;
use crate::grabs::{Grab, LATE};
use crate::scenes::{mixed, scene};
use crate::space::{Space, double, num};
use crate::world::World;
use gjk::Error;
use gjk::nalgebra::{Point, SVector};
use std::time::{Duration, Instant};

/// Where everything was.
pub struct Places<T: Space<D>, const D: usize>(Vec<Point<T, D>>);

impl<T: Space<D>, const D: usize> Places<T, D> {
    /// Where everything is.
    pub fn of(world: &World<T, D>) -> Self {
        Self(world.bodies.iter().map(|body| body.center).collect())
    }

    /// How far the body that has moved the most is from where it was.
    pub fn drift(&self, world: &World<T, D>) -> f64 {
        self.drift_of(world, |_| true)
    }

    fn drift_of(&self, world: &World<T, D>, counts: impl Fn(&Body<T, D>) -> bool) -> f64 {
        let counting = world.bodies.iter().zip(&self.0).filter(|(body, _)| counts(body));
        let moved = counting.map(|(body, place)| double((body.center - place).norm()));
        moved.fold(0.0, |most, way| if way <= most { most } else { way })
    }
}

/// Returns whether all places and velocities are numbers, and all normals are of length 1.
pub fn is_sound<T: Space<D>, const D: usize>(world: &World<T, D>) -> bool {
    let numbers = world.bodies.iter().all(|body| {
        let [place, velocity] = [body.center.coords, body.velocity].map(|vector| double(vector.norm()));
        !body.is_lost && place.is_finite() && velocity.is_finite() && double(T::speed(body.spin)).is_finite()
    });
    let normals = world.manifolds().all(|(_, manifold)| (double(manifold.normal.norm()) - 1.0).abs() < 1e-5);
    numbers && normals
}

/// How quietly a world rests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest {
    /// How many bodies sleep, of those that can move.
    pub asleep: usize,
    /// How many can move.
    pub movable: usize,
    /// How fast a body that is awake has got away from where it was, at most, in metres a second.
    pub creep: f64,
    /// How deep two bodies overlap, at most.
    pub deepest: f64,
}

/// How a world has rested since some time ago, in seconds.
pub fn rest<T: Space<D>, const D: usize>(world: &World<T, D>, before: &Places<T, D>, seconds: f64) -> Rest {
    let movable = world.bodies.iter().filter(|body| !body.is_fixed());
    Rest {
        asleep: movable.clone().filter(|body| body.is_asleep).count(),
        movable: movable.count(),
        creep: before.drift_of(world, Body::is_awake) / seconds,
        deepest: world.deepest(),
    }
}

/// How a world that should stand has stood.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stand {
    /// How far a body moved after the first second, at most, if none sleeps.
    pub drift: f64,
    /// How deep two bodies overlapped then, at most.
    pub deepest: f64,
    /// After how many seconds everything slept, if it did.
    pub asleep: Option<f64>,
    /// How long a step took.
    pub per_step: Duration,
    /// See [`World::fingerprint`].
    pub fingerprint: u64,
    /// Whether all numbers were sound all the time.
    pub is_sound: bool,
}

/// Runs a world for some time without sleep, and another one like it until it sleeps. Calls a function after each second.
pub fn stand<T: Space<D>, const D: usize>(
    mut restless: World<T, D>,
    mut sleepy: World<T, D>,
    seconds: u32,
    mut after: impl FnMut(&World<T, D>),
) -> Stand {
    let mut found = Stand { is_sound: true, ..Stand::default() };
    restless.sleeps = false;
    let clock = Instant::now();
    let mut start = Places::of(&restless);
    for second in 0..seconds {
        run(&mut restless, 60);
        if second == 0 {
            start = Places::of(&restless);
        }
        found.drift = found.drift.max(start.drift(&restless));
        found.deepest = found.deepest.max(restless.deepest());
        found.is_sound &= is_sound(&restless);
        after(&restless);
    }
    found.per_step = clock.elapsed() / (60 * seconds).max(1);
    found.fingerprint = restless.fingerprint();
    for step in 1..=300 {
        sleepy.step();
        if sleepy.is_asleep() {
            found.asleep = Some(f64::from(step) / 60.0);
            break;
        }
    }
    found
}

/// How a pile has settled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settled {
    /// How deep two bodies overlapped in the last two seconds, at most.
    pub deepest: f64,
    /// How many bodies are outside of the box.
    pub escaped: usize,
    /// How long a step took, in all, and in the last two seconds.
    pub per_step: [Duration; 2],
    /// How many bodies sleep in the end.
    pub asleep: usize,
    /// See [`World::fingerprint`].
    pub fingerprint: u64,
    /// Whether all numbers were sound all the time.
    pub is_sound: bool,
}

/// Runs a pile in a box of some width for some time. Calls a function every half a second.
pub fn settle<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    width: f64,
    seconds: u32,
    mut after: impl FnMut(&World<T, D>),
) -> Settled {
    let mut found = Settled { is_sound: true, ..Settled::default() };
    let mut spent = [Duration::ZERO; 2];
    for step in 1..=60 * seconds {
        let is_late = step > 60 * seconds.saturating_sub(2);
        let clock = Instant::now();
        world.step();
        let time = clock.elapsed();
        spent[0] += time;
        if is_late {
            spent[1] += time;
            found.deepest = found.deepest.max(world.deepest());
        }
        if step % 30 == 0 {
            found.is_sound &= is_sound(world);
            after(world);
        }
    }
    found.per_step = [spent[0] / (60 * seconds).max(1), spent[1] / (60 * seconds.clamp(1, 2))];
    let moving = || world.bodies.iter().filter(|body| !body.is_fixed());
    let is_inside = |point: &Point<T, D>| {
        (0..D).all(|axis| {
            let x = double(point[axis]);
            if axis == 1 { (0.0..100.0).contains(&x) } else { x.abs() < width / 2.0 }
        })
    };
    found.escaped = moving().filter(|body| !is_inside(&body.center)).count();
    found.asleep = moving().filter(|body| body.is_asleep).count();
    found.fingerprint = world.fingerprint();
    found
}

/// By which part of its speed the last body of a world changes it, or jumps, at most, in so many seconds without the first.
pub fn bump<T: Space<D>, const D: usize>(
    world: &mut World<T, D>,
    seconds: u32,
    mut after: impl FnMut(&World<T, D>),
) -> f64 {
    run(world, 60);
    let velocity =
        |world: &World<T, D>| world.bodies.last().map_or([0.0; 2], |body| [0, 1].map(|k| double(body.velocity[k])));
    let [speed, _] = velocity(world);
    let mut most = 0.0_f64;
    for step in 1..=60 * (seconds - 1) {
        world.step();
        let [along, up] = velocity(world);
        most = most.max((along - speed).abs().max(up.abs()) / speed.abs());
        if step % 60 == 0 {
            after(world);
        }
    }
    most
}

/// Scenes whose bits are compared between platforms; the last is a pile with a body that is dragged about.
pub const COMPARED: [&str; 6] = ["stack", "pyramid", "pile", "bowl", "bullets", "drag"];

/// The fingerprints of one of them at the steps 0, 100, …, 1000.
///
/// # Errors
/// None, with these numbers.
pub fn fingerprints<T: Forms<D>, const D: usize>(name: &str) -> Result<Vec<u64>, Error> {
    let mut world = scene::<T, D>(name, if name == "pile" { 60 } else { 20 - 10 * u32::from(name == "stack") })?;
    if name == "drag" {
        let body = world.bodies.len() - 1;
        let at = SVector::from_fn(|k, _| num([0.1, 0.2, 0.0][k]));
        // Two records after the other are a tenth of a second apart. The hand runs to and fro, and up and down.
        for k in 0..60_u32 {
            let to = [f64::from(k * 7 % 11) / 2.0 - 2.5, f64::from(k * 5 % 13) / 2.0, 0.0];
            let to = Point::from(SVector::from_fn(|k, _| num(to[k])));
            world.grabs.push(Grab { step: u64::from(120 + LATE * k), body, at, to: Some(to).filter(|_| k < 59) });
        }
    }
    let mut found = vec![world.fingerprint()];
    for _ in 0..10 {
        run(&mut world, 100);
        found.push(world.fingerprint());
    }
    Ok(found)
}

/// So many steps.
pub fn run<T: Space<D>, const D: usize>(world: &mut World<T, D>, steps: u32) {
    for _ in 0..steps {
        world.step();
    }
}

/// What the numbers of a world can be, as docs/large-worlds.md names it.
pub const NUMBERS: [&str; 3] = ["f32", "f64", "f64 places with f32 shapes"];

/// How far from the origin a pile of sixty is looked at, in kilometres.
pub const FAR: [f64; 7] = [0.0, 1.0, 10.0, 50.0, 100.0, 1000.0, 10_000.0];

/// How the pile rests a second after it has fallen asleep, or after a minute; after how many seconds that was; and how long a step took in
/// the first two, in which everything falls. The numbers are one of [`NUMBERS`].
///
/// # Errors
/// None, up to these distances.
pub fn far(numbers: usize, km: f64) -> Result<(Rest, u32, Duration), Error> {
    fn settled<T: Space<2>>(mut world: World<T, 2>, km: f64) -> (Rest, u32, Duration) {
        world.shift(&[num(1000.0 * km), num(0.0)].into());
        let clock = Instant::now();
        run(&mut world, 120);
        let (per_step, mut seconds) = (clock.elapsed() / 120, 2);
        while !world.is_asleep() && seconds < 60 {
            run(&mut world, 60);
            seconds += 1;
        }
        let before = Places::of(&world);
        run(&mut world, 60);
        (rest(&world, &before, 1.0), seconds, per_step)
    }
    Ok(match numbers {
        0 => settled(scene::<f32, 2>("pile", 60)?, km),
        1 => settled(scene::<f64, 2>("pile", 60)?, km),
        _ => settled(mixed::<2>("pile", 60)?, km),
    })
}

/// A line of `far.csv`.
pub fn far_line(numbers: usize, km: f64, found: &Rest, seconds: u32) -> String {
    let [creep, deepest] = [found.creep, found.deepest].map(|metres| metres * 1e3);
    format!("{km},{},{seconds},{},{},{creep:.1},{deepest:.1}", NUMBERS[numbers], found.asleep, found.movable)
}
