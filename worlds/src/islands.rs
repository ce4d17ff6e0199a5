//! Islands: bodies that touch each other, directly or through others. They fall asleep together, and wake together.
//!
//! A body never falls asleep alone, because a body may hold up another one. So an island sleeps when all of its bodies have been slow for a
//! while. A fast body that touches an island becomes a part of it, and all its bodies wake.

use crate::body::Body;
use crate::contacts::Touch;
use crate::space::Space;
use crate::world::Settings;
use gjk::nalgebra::{RealField, SVector};

/// Puts islands to sleep, and wakes them.
pub(crate) fn update<T: Space<D>, const D: usize>(
    bodies: &mut [Body<T, D>],
    touches: &[Touch<T, D>],
    settings: &Settings<T>,
) {
    let mut islands = Islands { parents: (0..bodies.len()).collect() };
    for touch in touches.iter().filter(|touch| touch.touches()) {
        let [a, b] = touch.pair;
        if !bodies[a].is_fixed() && !bodies[b].is_fixed() {
            islands.join(a, b);
        }
    }
    // For how long all of an island have been slow: kept at its first body.
    let mut quiet: Vec<T> = bodies.iter().map(|body| body.quiet).collect();
    for k in 0..bodies.len() {
        let first = islands.first(k);
        quiet[first] = RealField::min(quiet[first], quiet[k]);
    }
    for k in 0..bodies.len() {
        let body = &mut bodies[k];
        body.is_asleep = !body.is_fixed() && quiet[islands.first(k)] >= settings.sleep_after;
        if body.is_asleep {
            (body.velocity, body.spin) = (SVector::zeros(), T::still());
        }
    }
}

/// Counts for how long each body has been slow.
pub(crate) fn watch<T: Space<D>, const D: usize>(bodies: &mut [Body<T, D>], settings: &Settings<T>) {
    for body in bodies.iter_mut().filter(|body| body.is_awake()) {
        let speed = body.velocity.norm() + T::speed(body.spin) * body.reach;
        body.quiet = if speed < settings.sleep_speed { body.quiet + settings.step } else { T::zero() };
    }
}

/// A forest: each tree is an island, and its root the body with the lowest number. (Robert Tarjan, Efficiency of a good but
/// not linear set union algorithm, 1975.)
struct Islands {
    parents: Vec<usize>,
}

impl Islands {
    fn first(&mut self, mut k: usize) -> usize {
        while self.parents[k] != k {
            self.parents[k] = self.parents[self.parents[k]];
            k = self.parents[k];
        }
        k
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
