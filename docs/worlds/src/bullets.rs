//! Bullets: bodies that are so fast that they would be on the other side of a wall in the next step.
//!
//! The solver has moved everything. For each bullet it is asked when, on the way there, it first came near something. It is put back to
//! where it was at that time: a little before the surface, so that in the next step there is a contact, and the solver
//! stops it. It loses the rest of the step, which nobody sees.

use crate::body::Body;
use crate::contacts::Touch;
use crate::space::{Space, num};
use crate::world::Settings;
use gjk::nalgebra::{Point, RealField};
use gjk::{ImpactOptions, Support};

/// Where a body was when the step began.
pub(crate) struct Start<T: Space<D>, const D: usize> {
    center: Point<T, D>,
    rotation: T::Rotation,
}

pub(crate) fn starts<T: Space<D>, const D: usize>(bodies: &[Body<T, D>]) -> Vec<Start<T, D>> {
    bodies.iter().map(|body| Start { center: body.center, rotation: body.rotation }).collect()
}

/// Holds bullets up where they meet something. The shapes are still where the step began, the centers are where it ends.
pub(crate) fn stop<T: Space<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    starts: &[Start<T, D>],
    touches: &[Touch<T, D>],
    settings: &Settings<T>,
) {
    let bullets: Vec<usize> = (0..bodies.len()).filter(|k| bodies[*k].is_bullet && bodies[*k].is_awake()).collect();
    // All are followed along all of their ways before one is put back: so it does not matter which comes first.
    let stops: Vec<T> = bullets.iter().map(|k| first_meeting(bodies, starts, touches, *k, settings)).collect();
    for (k, part) in bullets.into_iter().zip(stops).filter(|(_, part)| *part < T::one()) {
        let (body, start) = (&mut bodies[k], &starts[k]);
        body.center = start.center + (body.center - start.center) * part;
        body.rotation = T::turn(&start.rotation, body.spin * (settings.step * part));
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
    let way = |k: usize| bodies[k].center - starts[k].center;
    let turn = |k: usize| (way(k), bodies[k].spin * settings.step, starts[k].center);
    let path = |k: usize| bodies[k].bounds.turned_about(&starts[k].center).swept(&way(k));
    let own = path(bullet).grown(&settings.prediction);
    let touch = |other: usize| {
        let is_of_both = |touch: &&Touch<T, D>| touch.pair.contains(&bullet) && touch.pair.contains(&other);
        touches.iter().find(is_of_both).filter(|touch| touch.touches())
    };
    // Whether it moves on into what it touches, not out of it.
    let goes_in = |touch: &Touch<T, D>| {
        let [a, b] = touch.pair;
        touch.manifold.as_ref().is_some_and(|manifold| manifold.normal.dot(&(way(b) - way(a))) < T::zero())
    };
    let quarter = settings.prediction * num(0.25);
    let mut first = T::one();
    for other in (0..bodies.len()).filter(|k| *k != bullet && own.intersects(&path(*k))) {
        let (shape, middle) = (&bodies[bullet].shape, starts[bullet].center);
        // What it touches already is up to the solver: for that it would be held up at once, again and again. But its middle may not get
        // through: where that is at the surface already, only what leads out again is free.
        let touch = touch(other);
        let (shape, near): (&dyn Support<D, Scalar = T>, T) =
            if touch.is_some() { (&middle, num(1e-4)) } else { (shape, quarter) };
        let aim = ImpactOptions { target: near, tolerance: Some(near), ..ImpactOptions::from(first) };
        let time = T::meet([shape, &bodies[other].shape], [turn(bullet), turn(other)], aim);
        if let Some(time) = time.filter(|time| *time > T::zero() || touch.is_none_or(goes_in)) {
            first = RealField::min(first, time);
        }
    }
    first
}
