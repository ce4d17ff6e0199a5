//! The broad phase: which pairs are near each other? Sweep and prune.
//!
//! All boxes are sorted by their beginnings along one axis, along which the bodies are spread the most. A box that begins before another
//! ends is near it on this axis. Only such pairs are compared on the other axes. The order changes little from step to step, which makes
//! the sort fast.

use crate::body::Body;
use crate::space::Space;
use gjk::Aabb;
use std::cmp::Ordering;

/// The order of the boxes along an axis, from the step before.
#[derive(Default)]
pub(crate) struct BroadPhase {
    order: Vec<usize>,
}

impl BroadPhase {
    /// Calls a function with all pairs of boxes that are not farther apart than a margin, and one of them awake: first the
    /// one that never moves, if there is one, else the one with the lower number.
    pub(crate) fn pairs<T: Space<D>, const D: usize>(&mut self, bodies: &[Body<T, D>], margin: T) -> Vec<[usize; 2]> {
        let axis = widest(bodies);
        let start = |k: &usize| bodies[*k].bounds.min[axis];
        self.order.extend(self.order.len()..bodies.len());
        self.order.sort_by(|j, k| start(j).partial_cmp(&start(k)).unwrap_or(Ordering::Equal).then(j.cmp(k)));

        // The boxes side by side, in that order: this loop is where the time goes.
        let boxes: Vec<(Aabb<T, D>, bool, usize)> =
            self.order.iter().map(|&k| (bodies[k].bounds.grown(margin), bodies[k].is_fixed(), k)).collect();
        let mut pairs = Vec::new();
        for (place, (one, is_fixed, j)) in boxes.iter().enumerate() {
            for (other, other_is_fixed, k) in &boxes[place + 1..] {
                if other.min[axis] > one.max[axis] {
                    break;
                }
                if !(*is_fixed && *other_is_fixed) && one.intersects(other) {
                    let is_in_order = if is_fixed == other_is_fixed { j < k } else { *is_fixed };
                    pairs.push(if is_in_order { [*j, *k] } else { [*k, *j] });
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

impl BroadPhase {
    /// Forgets a body, and renumbers those behind it.
    pub(crate) fn remove(&mut self, gone: usize) {
        self.order.retain(|k| *k != gone);
        self.order.iter_mut().for_each(|k| *k -= usize::from(*k > gone));
    }
}

/// The axis along which the moving bodies are spread the most.
fn widest<T: Space<D>, const D: usize>(bodies: &[Body<T, D>]) -> usize {
    let spread = |axis: usize| {
        let places = bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.center[axis]);
        let (sum, squares, count) = places.fold((T::zero(), T::zero(), T::zero()), |(sum, squares, count), x| {
            (sum + x, squares + x * x, count + T::one())
        });
        squares * count - sum * sum
    };
    (1..D).fold(0, |best, axis| if spread(axis) > spread(best) { axis } else { best })
}
