//! Two separate boxes whose shortest connection is along none of the fifteen axes: it joins two corners, or a corner and an edge.

use super::super::nearest::Nearest;
use super::table::{Seen, Touch, in_world, three, turn};
use crate::minkowski::Frame;
use crate::scalar::{Real, clamp, difference, dot, negated, sum};
use crate::support::OrientedBox;
use nalgebra::SVector;

/// The number of times that the points go to the nearest point of the other box.
const ROUNDS: u32 = 4;

impl<T: Real> Touch<T> {
    /// The nearest points with their proof, if there is one. By turns, each point goes to the point of its box that is nearest the other point. If
    /// one of them is a corner, they soon stay.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn beside<A, const D: usize>(
        mut self,
        seen: &Seen<T>,
        shapes: [&OrientedBox<T, D>; 2],
        frame: &Frame<T, D>,
        prove: impl Fn(Nearest<T, D>) -> Option<A>,
    ) -> Option<A> {
        let swapped;
        let seen = if self.of_b {
            swapped = seen.swapped();
            &swapped
        } else {
            seen
        };
        for _ in 0..ROUNDS {
            let proven = prove(self.nearest(seen, shapes, frame));
            if proven.is_some() {
                return proven;
            }
            self.approach(seen)?;
        }
        None
    }

    /// The points with the plane across them, to be proven.
    #[cfg_attr(fast, inline(always))]
    fn nearest<const D: usize>(
        &self,
        seen: &Seen<T>,
        shapes: [&OrientedBox<T, D>; 2],
        frame: &Frame<T, D>,
    ) -> Nearest<T, D> {
        let w = difference(&self.points[0], &self.other);
        let far = |k: usize| {
            let [own, other] = &seen.half;
            own[k].clone() * w[k].abs() + other[k].clone() * dot(&seen.axes[k], &w).abs()
        };
        let reach = -(dot(&seen.middle, &w) + (far(0) + far(1) + far(2)));
        let w = in_world(&shapes[usize::from(self.of_b)].axes, &w);
        let w = if self.of_b { negated(&w) } else { w };
        Nearest::new(w, reach, self.points(shapes, frame), self.way(shapes, frame))
    }

    /// Moves the point of the other box to the nearest one from the own box' point, and then that one. `None` if they are inside more than two edges.
    fn approach(&mut self, seen: &Seen<T>) -> Option<()> {
        let way = difference(&self.points[0], &seen.middle);
        let on = |half: &T, at: T| clamp(at, -half.clone(), half.clone());
        let corner = SVector::from(three!(|k| on(&seen.half[1][k], dot(&seen.axes[k], &way))));
        self.other = sum(&seen.middle, &turn(&seen.axes, &corner));
        let own = SVector::from(three!(|k| on(&seen.half[0][k], self.other[k].clone())));
        self.points = [own, corner];
        let (mut count, [first, _]) = (0, self.ways);
        for (side, point) in self.points.iter().enumerate() {
            for k in 0..3 {
                if point[k].abs() < seen.half[side][k] {
                    *self.ways.get_mut(count)? = (side, k);
                    count += 1;
                }
            }
        }
        if self.ways[0] == self.ways[1] {
            self.ways[1] = first;
        }
        Some(())
    }
}
