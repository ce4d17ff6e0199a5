//! Worlds in a page: one scene in `f64`; the same in `f32`; in `f64` with shapes in `f32`; and a control, in `f64` with one body moved by a
//! nanometre.
//!
//! The page calls these functions with numbers. It finds a list of numbers at the address that a function returns; [`length`] is their
//! number. Places are relative to the scene's own origin, which can be far from the origin of the coordinates.

mod look;
#[cfg(feature = "space")]
mod picture;

use gjk::nalgebra::{AbstractRotation, Isometry, SVector, Translation};
use look::Look;
#[cfg(feature = "space")]
use picture::Picture;
use std::cell::RefCell;
use worlds::measure::{Places, fingerprints, rest};
use worlds::scenes::{SCENES, scene, with_single};
use worlds::{Body, Form, Forms, Grab, Space, World, double, num};

/// The number of dimensions.
pub const D: usize = if cfg!(feature = "space") { 3 } else { 2 };

/// How far the control is moved, in metres.
const MOVED: f64 = 1e-9;
/// Creep is measured over a second: places are kept every six steps, ten times.
const KEPT_EVERY: u64 = 6;
const KEPT: usize = 10;
/// What is farther from the scene's origin has left it.
const GONE: f64 = 100.0;
/// There are at most so many bodies.
const MOST: usize = 500;
/// How many worlds there are: f64, f32, the control, and places in f64 with shapes in f32.
const SIDES: u32 = 4;

/// A world, and where its bodies were during the last second.
struct Side<T: Space<D>> {
    world: World<T, D>,
    places: Vec<(u64, Places<T, D>)>,
    origin: SVector<T, D>,
    /// What a body of this world needs besides its form.
    equip: fn(&mut Body<T, D>),
    /// The step after which all slept that can move, if they still do.
    asleep_since: Option<u64>,
}

/// What the page asks of any of its worlds.
trait Shown {
    fn step(&mut self);
    fn hold(&mut self, body: usize, at: [f64; 3], to: Option<[f64; 3]>);
    fn add(&mut self, form: &Form, at: [f64; 3]);
    fn remove(&mut self, k: usize);
    fn rest(&self) -> [f64; 6];
    fn poses(&self) -> Vec<f64>;
    fn fingerprint(&self) -> u64;
}

impl<T: Forms<D>> Side<T> {
    fn new(setup: &Setup, equip: fn(&mut Body<T, D>)) -> Option<Self> {
        let mut world = scene::<T, D>(setup.name, setup.size).ok()?;
        world.settings.sub_steps = setup.sub_steps;
        world.sleeps &= setup.sleeps;
        world.bodies.iter_mut().for_each(equip);
        let origin = SVector::from_fn(|k, _| if k == 0 { num(1000.0 * setup.km) } else { T::zero() });
        world.shift(&origin);
        Some(Self { places: vec![(0, Places::of(&world))], world, origin, equip, asleep_since: None })
    }

    /// After bodies were added or removed there is nothing to compare with.
    fn forget(&mut self) {
        self.places = vec![(self.world.steps, Places::of(&self.world))];
        self.asleep_since = None;
    }
}

impl<T: Forms<D>> Shown for Side<T>
where
    Body<T, D>: Look,
{
    fn step(&mut self) {
        self.world.step();
        self.asleep_since = self.world.is_asleep().then(|| self.asleep_since.unwrap_or(self.world.steps));
        if self.world.steps.is_multiple_of(KEPT_EVERY) {
            self.places.push((self.world.steps, Places::of(&self.world)));
            if self.places.len() > KEPT + 1 {
                self.places.remove(0);
            }
        }
    }

    fn rest(&self) -> [f64; 6] {
        let Some((since, before)) = self.places.first() else { return [0.0; 6] };
        let seconds = (self.world.steps - since) as f64 / 60.0;
        let found = rest(&self.world, before, seconds.max(1.0 / 60.0));
        let quiet = self.asleep_since.map_or(-1.0, |since| (self.world.steps - since) as f64);
        [found.asleep as f64, found.movable as f64, found.creep, found.deepest, self.world.energy(), quiet]
    }

    /// Of each body: the pose of its shape, and 1 if it sleeps, 2 if it never moves, 3 if it is lost.
    fn poses(&self) -> Vec<f64> {
        let of = |body: &Body<T, D>| {
            let state = match (body.is_lost, body.is_fixed(), body.is_asleep) {
                (true, ..) => 3.0,
                (_, true, _) => 2.0,
                (.., asleep) => f64::from(u8::from(asleep)),
            };
            body.pose(&self.origin.map(double)).into_iter().chain([state])
        };
        self.world.bodies.iter().flat_map(of).collect()
    }

    fn hold(&mut self, body: usize, at: [f64; 3], to: Option<[f64; 3]>) {
        let to = to.map(|to| (vector::<T>(to) + self.origin).into());
        self.world.grabs.push(Grab { step: self.world.steps, body, at: vector(at), to });
        self.asleep_since = None;
    }

    fn add(&mut self, form: &Form, at: [f64; 3]) {
        let pose = Translation::from(vector::<T>(at) + self.origin);
        let pose = Isometry::from_parts(pose, T::Rotation::identity());
        if self.world.bodies.len() < MOST {
            let body = T::body(form, pose).ok();
            self.world.bodies.extend(body.map(|mut body| {
                (self.equip)(&mut body);
                body
            }));
            self.forget();
        }
    }

    fn remove(&mut self, k: usize) {
        self.world.remove(k);
        self.forget();
    }

    fn fingerprint(&self) -> u64 {
        self.world.fingerprint()
    }
}

fn vector<T: Space<D>>(numbers: [f64; 3]) -> SVector<T, D> {
    SVector::from_fn(|k, _| num(numbers[k]))
}

/// How a scene is run.
struct Setup {
    name: &'static str,
    size: u32,
    km: f64,
    sub_steps: u32,
    sleeps: bool,
}

/// All that the page shows.
struct Page {
    #[cfg(feature = "space")]
    is_bowl: bool,
    double: Side<f64>,
    single: Side<f32>,
    control: Side<f64>,
    /// Places in f64, shapes in f32.
    mixed: Side<f64>,
    /// After each step, how far f32, the control and the mixed world are from f64.
    apart: Vec<f64>,
}

impl Page {
    fn new(setup: &Setup) -> Option<Self> {
        let mut control = Side::new(setup, |_| ())?;
        if let Some(body) = control.world.bodies.iter_mut().find(|body| !body.is_fixed()) {
            let mut place = *body.shape.pose().translation();
            place[0] += MOVED;
            body.place(Isometry::from_parts(Translation::from(place), body.rotation));
        }
        Some(Self {
            #[cfg(feature = "space")]
            is_bowl: setup.name == "bowl",
            double: Side::new(setup, |_| ())?,
            single: Side::new(setup, |_| ())?,
            control,
            // A body whose shape is out of the range of f32 keeps that in f64.
            mixed: Side::new(setup, |body| with_single(body).unwrap_or_default())?,
            apart: Vec::new(),
        })
    }

    fn side(&mut self, which: u32) -> &mut dyn Shown {
        match which {
            0 => &mut self.double,
            1 => &mut self.single,
            2 => &mut self.control,
            _ => &mut self.mixed,
        }
    }

    fn all(&mut self, how: impl Fn(&mut dyn Shown)) {
        (0..SIDES).for_each(|which| how(self.side(which)));
    }

    fn compare(&mut self) {
        let single = apart(&self.double, &self.single);
        self.apart.extend([single, apart(&self.double, &self.control), apart(&self.double, &self.mixed)]);
    }
}

/// How far the body that is farthest from where it is in the other world is. What has left the scene, and falls for ever, does not count.
fn apart<T: Forms<D>>(double_side: &Side<f64>, other: &Side<T>) -> f64 {
    let pairs = double_side.world.bodies.iter().zip(&other.world.bodies);
    let way = |(a, b): (&Body<f64, D>, &Body<T, D>)| {
        let a = a.center.coords - double_side.origin;
        let b = b.center.coords.map(double) - other.origin.map(double);
        if a.norm().max(b.norm()) > GONE { 0.0 } else { (a - b).norm() }
    };
    pairs.map(way).fold(0.0, |most, way| if way <= most { most } else { way })
}

/// What can be added.
fn form(kind: u32) -> Form {
    let ring = |n: u32| {
        // A hexagon, or an octahedron, by hand: without a sine.
        let plane = [[0.4, 0.0], [0.2, 0.35], [-0.2, 0.35], [-0.4, 0.0], [-0.2, -0.35], [0.2, -0.35]];
        let space = [
            [0.45, 0.0, 0.0],
            [-0.45, 0.0, 0.0],
            [0.0, 0.45, 0.0],
            [0.0, -0.45, 0.0],
            [0.0, 0.0, 0.45],
            [0.0, 0.0, -0.45],
        ];
        if n == 2 { plane.map(|[x, y]| [x, y, 0.0]).to_vec() } else { space.to_vec() }
    };
    match kind % if D == 2 { 4 } else { 6 } {
        0 => Form::Cuboid([0.4, 0.3, 0.4]),
        1 => Form::Ball(0.4),
        2 => Form::Capsule { end: [0.0, 0.3, 0.0], radius: 0.25 },
        3 => Form::Hull(ring(D as u32)),
        4 => Form::Cylinder { half: 0.35, radius: 0.35 },
        _ => Form::Cone { half: 0.4, radius: 0.4 },
    }
}

struct State {
    page: Option<Page>,
    numbers: Vec<f64>,
    prints: Vec<u64>,
}

struct OneThread(RefCell<State>);

// SAFETY: there is one thread.
unsafe impl Sync for OneThread {}

static STATE: OneThread = OneThread(RefCell::new(State { page: None, numbers: Vec::new(), prints: Vec::new() }));

/// Lets a function make a list of numbers, and returns its address.
fn list(make: impl FnOnce(&mut Page) -> Vec<f64>) -> *const f64 {
    let state = &mut *STATE.0.borrow_mut();
    state.numbers = state.page.as_mut().map(make).unwrap_or_default();
    state.numbers.as_ptr()
}

fn change(how: impl FnOnce(&mut Page)) {
    if let Some(page) = &mut STATE.0.borrow_mut().page {
        how(page);
    }
}

/// How long the last list is.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    STATE.0.borrow().numbers.len()
}

/// Begins a scene, by its number.
#[unsafe(no_mangle)]
pub extern "C" fn start(name: usize, size: u32, km: f64, sub_steps: u32, sleeps: u32) {
    let km = if km > 0.0 { km.min(1e6) } else { 0.0 };
    let (name, size) = (SCENES[name % SCENES.len()], size.clamp(1, 400));
    let setup = Setup { name, size, km, sub_steps: sub_steps.clamp(1, 32), sleeps: sleeps > 0 };
    STATE.0.borrow_mut().page = Page::new(&setup);
}

/// Moves one world on by a step: 0 is f64, 1 is f32, 2 is the control, 3 has places in f64 and shapes in f32.
#[unsafe(no_mangle)]
pub extern "C" fn step(which: u32) {
    change(|page| page.side(which).step());
}

/// Notes how far apart the worlds are, after a step of each.
#[unsafe(no_mangle)]
pub extern "C" fn compare() {
    change(Page::compare);
}

/// How many steps have been made.
#[unsafe(no_mangle)]
pub extern "C" fn steps() -> u32 {
    STATE.0.borrow().page.as_ref().map_or(0, |page| page.double.world.steps as u32)
}

/// Takes hold of a point of a body, given from its center in its own axes, or goes on to a place.
#[unsafe(no_mangle)]
pub extern "C" fn grab(k: usize, ax: f64, ay: f64, az: f64, x: f64, y: f64, z: f64) {
    hold(k, [ax, ay, az], Some([x, y, z]));
}

/// Lets go.
#[unsafe(no_mangle)]
pub extern "C" fn release() {
    hold(0, [0.0; 3], None);
}

fn hold(k: usize, at: [f64; 3], to: Option<[f64; 3]>) {
    change(|page| page.all(|side| side.hold(k, at, to)));
}

/// Adds a body of a kind, not turned.
#[unsafe(no_mangle)]
pub extern "C" fn add(kind: u32, x: f64, y: f64, z: f64) {
    let form = form(kind);
    change(|page| page.all(|side| side.add(&form, [x, y, z])));
}

/// Takes one out.
#[unsafe(no_mangle)]
pub extern "C" fn remove(k: usize) {
    change(|page| page.all(|side| side.remove(k)));
}

/// A point in the world as one of a body in f64: from its center, in its own axes.
#[unsafe(no_mangle)]
pub extern "C" fn local(k: usize, x: f64, y: f64, z: f64) -> *const f64 {
    list(|page| {
        let side = &page.double;
        side.world.bodies.get(k).map_or(Vec::new(), |body| {
            let away = vector::<f64>([x, y, z]) + side.origin - body.center.coords;
            body.rotation.inverse_transform_vector(&away).iter().copied().collect()
        })
    })
}

/// The poses of all bodies of a world.
#[unsafe(no_mangle)]
pub extern "C" fn poses(which: u32) -> *const f64 {
    list(|page| page.side(which).poses())
}

/// What the bodies are made from: of each the kind, how many numbers follow, and these.
#[unsafe(no_mangle)]
pub extern "C" fn forms() -> *const f64 {
    list(|page| page.double.world.bodies.iter().flat_map(|body| told(body.form.as_ref())).collect())
}

fn told(form: Option<&Form>) -> Vec<f64> {
    let (kind, numbers) = match form {
        Some(Form::Cuboid(half)) => (0.0, half.to_vec()),
        Some(Form::Ball(radius)) => (1.0, vec![*radius]),
        Some(Form::Capsule { end: [x, y, z], radius }) => (2.0, vec![*x, *y, *z, *radius]),
        Some(Form::Hull(points)) => (3.0, points.concat()),
        Some(Form::Cylinder { half, radius }) => (4.0, vec![*half, *radius]),
        Some(Form::Cone { half, radius }) => (5.0, vec![*half, *radius]),
        None => (6.0, Vec::new()),
    };
    [kind, numbers.len() as f64].into_iter().chain(numbers).collect()
}

/// The points of contact in f64: of each the two bodies, the place, the normal, the impulse in a sub-step, the separation.
#[unsafe(no_mangle)]
pub extern "C" fn contacts() -> *const f64 {
    list(|page| {
        let side = &page.double;
        let mut numbers = Vec::new();
        for (pair, manifold, impulses) in side.world.contacts() {
            let body = &side.world.bodies[pair[0]];
            for (point, impulse) in manifold.points().iter().zip(impulses) {
                let place = body.center.coords + body.arm(&point.local_points[0]) - side.origin;
                numbers.extend(pair.map(|k| k as f64));
                numbers.extend(place.iter().chain(manifold.normal.iter()));
                numbers.extend([impulse.push, point.separation]);
            }
        }
        numbers
    })
}

/// What is held in f64: the body, the point of it, and where the hand is.
#[unsafe(no_mangle)]
pub extern "C" fn held() -> *const f64 {
    list(|page| {
        let side = &page.double;
        side.world.hold().map_or(Vec::new(), |(body, point, hand)| {
            let places = [point, hand].map(|place| place.coords - side.origin);
            std::iter::once(body as f64).chain(places.iter().flat_map(|place| place.iter().copied())).collect()
        })
    })
}

/// How quietly a world rests: how many sleep, of how many, creep in m/s, the deepest overlap, the energy, and for how many steps all have
/// slept, or −1.
#[unsafe(no_mangle)]
pub extern "C" fn resting(which: u32) -> *const f64 {
    list(|page| page.side(which).rest().to_vec())
}

/// After each step, how far f32, the control and the mixed world are from f64.
#[unsafe(no_mangle)]
pub extern "C" fn history() -> *const f64 {
    list(|page| page.apart.clone())
}

/// What is seen from a direction: f64, and the outlines of the worlds whose bits are set. See `Picture`.
#[cfg(feature = "space")]
#[unsafe(no_mangle)]
pub extern "C" fn picture(x: f64, y: f64, z: f64, outlines: u32) -> *const f64 {
    list(|page| {
        let mut picture = Picture::new([x, y, z], page.is_bowl);
        let worlds = (0..SIDES).filter(|which| *which == 0 || outlines >> which & 1 == 1);
        let poses: Vec<_> = worlds.map(|which| (which, page.side(which).poses())).collect();
        picture.draw(&page.double.world, &poses);
        picture.numbers
    })
}

/// All bits of a world, in a number.
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint(which: u32) -> u64 {
    STATE.0.borrow_mut().page.as_mut().map_or(0, |page| page.side(which).fingerprint())
}

/// Fingerprints of a scene at the steps 0, 100, …, 1000: to compare with other platforms.
#[unsafe(no_mangle)]
pub extern "C" fn compared(name: usize, bits: u32) -> *const u64 {
    let state = &mut *STATE.0.borrow_mut();
    let name = worlds::measure::COMPARED[name % worlds::measure::COMPARED.len()];
    state.prints =
        if bits == 32 { fingerprints::<f32, D>(name) } else { fingerprints::<f64, D>(name) }.unwrap_or_default();
    state.prints.as_ptr()
}
