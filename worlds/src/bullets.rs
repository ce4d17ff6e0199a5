//! Bullets: bodies that are so fast that they would be on the other side of a wall in the next step.
//!
//! When the solver has moved everything, for each bullet a time of impact tells when it first came near something on its way. The bullet is
//! put back to where it was at that time, a little before the surface. In the next step there is a contact, and the solver stops it. It
//! loses the rest of the step, which nobody sees.
//!
//! A body that the bullet touches when the step begins is near all the time. For such a body the question is when the bullet gets deeper
//! along the contact's normal. The solver stops only the points of the manifold from the beginning of the step, so a rod that turns by a
//! right angle gets in with its other points.

use crate::body::Body;
use crate::contacts::Touch;
use crate::space::{Space, num};
use crate::world::Settings;
use gjk::nalgebra::{AbstractRotation, Point, RealField, SVector};
use gjk::{ImpactOptions, Support};

/// As near to a surface as this part of the prediction is at it.
const NEAR: f64 = 1.0 / 32.0;

/// Where a body was when the step began.
pub(crate) struct Start<T: Space<D>, const D: usize> {
    center: Point<T, D>,
    rotation: T::Rotation,
}

pub(crate) fn starts<T: Space<D>, const D: usize>(bodies: &[Body<T, D>]) -> Vec<Start<T, D>> {
    bodies.iter().map(|body| Start { center: body.center, rotation: body.rotation }).collect()
}

/// How a body gets from where the step began to where it ends: with a constant velocity, and a constant spin about its center.
/// When it is put back, it is put where it was on this path. So what has been asked of the path is true of the body.
#[derive(Clone, Copy)]
struct Path<'s, T: Space<D>, const D: usize> {
    body: &'s Body<T, D>,
    start: &'s Start<T, D>,
    way: SVector<T, D>,
    angle: T::Spin,
}

impl<'s, T: Space<D>, const D: usize> Path<'s, T, D> {
    fn of(body: &'s Body<T, D>, start: &'s Start<T, D>) -> Self {
        let angle = if body.is_awake() { T::angle(&start.rotation, &body.rotation) } else { T::still() };
        Self { body, start, way: body.center - start.center, angle }
    }

    /// How far the body reaches from its center along a direction, at a time between 0 and 1.
    fn reach(&self, direction: &SVector<T, D>, time: T) -> T {
        let back = T::rotation(self.angle * time).inverse_transform_vector(direction);
        (self.body.shape.support(&back) - self.start.center).dot(&back) + self.body.shape.margin()
    }

    /// How high the center of another body is over the surface, along a direction, at a time between 0 and 1.
    fn height(&self, of: &Self, direction: &SVector<T, D>, time: T) -> T {
        (of.start.center - self.start.center + (of.way - self.way) * time).dot(direction) - self.reach(direction, time)
    }
}

/// Holds bullets up where they meet something. The shapes are still where the step began, the centers are where it ends.
pub(crate) fn stop<T: Space<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    starts: &[Start<T, D>],
    touches: &[Touch<T, D>],
    settings: &Settings<T>,
) {
    let bullets: Vec<usize> = (0..bodies.len()).filter(|k| bodies[*k].is_bullet && bodies[*k].is_awake()).collect();
    for k in &bullets {
        slide(bodies, starts, touches, *k, settings);
    }
    // All are followed along all of their ways before one is put back: so it does not matter which comes first.
    let stops: Vec<T> = bullets.iter().map(|k| first_meeting(bodies, starts, touches, *k, settings)).collect();
    for (k, part) in bullets.into_iter().zip(stops).filter(|(_, part)| *part < T::one()) {
        let path = Path::of(&bodies[k], &starts[k]);
        let center = path.start.center + path.way * part;
        let rotation = T::compose(&path.start.rotation, &T::rotation(path.angle * part));
        (bodies[k].center, bodies[k].rotation) = (center, rotation);
    }
}

/// What a bullet is near, the direction that leads out of it, and whether it is pushed at there: a piece of ground may leave that to its
/// neighbour.
fn touched<T: Space<D>, const D: usize>(
    touches: &[Touch<T, D>],
    bullet: usize,
) -> impl Iterator<Item = (usize, SVector<T, D>, bool)> {
    touches.iter().filter(move |touch| touch.pair.contains(&bullet)).filter_map(move |touch| {
        let normal = touch.manifold.as_ref()?.normal;
        let [a, b] = touch.pair;
        Some(if b == bullet { (a, normal, touch.touches()) } else { (b, -normal, touch.touches()) })
    })
}

/// Lets a center that has come to the surface of what the bullet touches move along it, or out, and no farther in: whatever pushes it.
/// What never moves comes last.
fn slide<T: Space<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    starts: &[Start<T, D>],
    touches: &[Touch<T, D>],
    bullet: usize,
    settings: &Settings<T>,
) {
    for is_fixed in [false, true] {
        for (other, out, is_pushed) in touched(touches, bullet) {
            if !is_pushed || bodies[other].is_fixed() != is_fixed {
                continue;
            }
            let [own, other] = [bullet, other].map(|k| Path::of(&bodies[k], &starts[k]));
            let way = (own.way - other.way).dot(&out);
            if way < T::zero() && other.height(&own, &out, T::zero()) <= settings.prediction * num(NEAR) {
                let speed = (own.body.velocity - other.body.velocity).dot(&out);
                bodies[bullet].center -= out * way;
                bodies[bullet].velocity -= out * RealField::min(speed, T::zero());
            }
        }
    }
}

/// Which part of the step a bullet gets through.
fn first_meeting<T: Space<D>, const D: usize>(
    bodies: &[Body<T, D>],
    starts: &[Start<T, D>],
    touches: &[Touch<T, D>],
    bullet: usize,
    settings: &Settings<T>,
) -> T {
    let bounds = |k: usize| {
        let center = &starts[k].center;
        bodies[k].bounds.turned_about(center).swept(&(bodies[k].center - center))
    };
    let own = bounds(bullet).grown(settings.prediction);
    let quarter = settings.prediction * num(0.25);
    let mut first = T::one();
    for other in (0..bodies.len()).filter(|k| *k != bullet && own.intersects(&bounds(*k))) {
        let paths = [bullet, other].map(|k| Path::of(&bodies[k], &starts[k]));
        let time = if let Some((_, out, _)) = touched(touches, bullet).find(|(touched, ..)| *touched == other) {
            Some(until_deeper(&paths, &out, settings))
        } else {
            let aim = ImpactOptions { target: quarter, tolerance: Some(quarter), ..ImpactOptions::from(first) };
            let moves = paths.map(|path| (path.way, path.angle, path.start.center));
            let time = T::meet(paths.map(|path| &path.body.shape as &dyn Support<D, Scalar = T>), moves, aim);
            // What it is near without a contact is ground that it is behind.
            time.filter(|time| *time > T::zero())
        };
        first = RealField::min(first, time.unwrap_or(first));
    }
    first
}

/// Which part of the step it takes until a bullet is deeper in what it touches than it was, by a quarter of the prediction, along the
/// direction that leads out; or until its center is at the surface.
fn until_deeper<T: Space<D>, const D: usize>(
    [own, other]: &[Path<'_, T, D>; 2],
    out: &SVector<T, D>,
    settings: &Settings<T>,
) -> T {
    // No more than rounding: so it does not decide where a bullet is held up.
    let (near, fine) = (settings.prediction * num(NEAR), settings.prediction * num(1e-5));
    let turning = |path: &Path<T, D>| T::speed(path.angle) * path.body.reach;
    let speed = turning(other) - (own.way - other.way).dot(out);
    let height = |time: T| other.height(own, out, time);
    let gap = |time: T| height(time) - own.reach(&-out, time);
    let least = RealField::min(gap(T::zero()), T::zero()) - settings.prediction * num(0.25);
    let part = until_low::<T, D>(|time| gap(time) - least, speed + turning(own), fine);
    let center = if height(T::zero()) > near { until_low::<T, D>(height, speed, fine) } else { T::one() };
    RealField::min(part, center)
}

/// A time up to which a height is positive, though it falls as fast as it can: 1, or when it is near 0. By steps that it takes at least.
fn until_low<T: Space<D>, const D: usize>(height: impl Fn(T) -> T, speed: T, near: T) -> T {
    let mut time = T::zero();
    for _ in 0..32 {
        let left = height(time);
        if speed <= T::zero() || time >= T::one() {
            return T::one();
        }
        if left < near {
            break;
        }
        time += left / speed;
    }
    RealField::min(time, T::one())
}
