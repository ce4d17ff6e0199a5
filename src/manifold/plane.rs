//! Faces in the plane are edges. Two edges share an interval across the normal.

use super::face::{Basis, Face, Overlap, Source, Spot, Surface, is_upright, meeting, name};
use super::surface::over_line;
use crate::{scalar::Real, support::SupportOffset};
use nalgebra::{SVector, Vector2};

/// An edge of a shape, and its view.
pub(super) struct Edge<T, const D: usize> {
    side: u32,
    ends: [SupportOffset<T, D>; 2],
    given: usize,
    name: u32,
    /// The places of the ends across the normal, and their heights.
    across: [T; 2],
    heights: [T; 2],
    /// Whether it is seen as a single point.
    is_point: bool,
}

impl<T: Real, const D: usize> Face<T, D> for Edge<T, D> {
    fn new(side: u32) -> Self {
        let nowhere = || SupportOffset::unnamed(SVector::zeros());
        Self {
            side,
            ends: [nowhere(), nowhere()],
            given: 0,
            name: 0,
            across: [T::zero(), T::zero()],
            heights: [T::zero(), T::zero()],
            is_point: true,
        }
    }

    /// An edge has two ends; further vertices are left out.
    fn take(&mut self, source: &Source<'_, T, D>, direction: &SVector<T, D>) -> bool {
        source.shape.support_face(direction, source.from, &mut |vertex| {
            if let Some(end) = self.ends.get_mut(self.given) {
                *end = SupportOffset { offset: vertex.offset * source.scale.clone(), id: vertex.id };
                self.given += 1;
            }
        });
        self.name = name(self.side, self.ends[0].id, self.ends[1].id);
        true
    }

    fn see(&mut self, basis: &Basis<T, D>) {
        for (k, end) in self.ends.iter().enumerate() {
            self.across[k] = basis.across(&end.offset).x.clone();
            self.heights[k] = basis.up.dot(&end.offset);
        }
        let [run, rise] = [&self.across, &self.heights].map(|[p, q]| q.clone() - p.clone());
        self.is_point = self.given < 2 || is_upright(&(run.clone() * run), rise);
    }

    fn slope(&self) -> Option<Vector2<T>> {
        let ([left, right], [low, high]) = (&self.across, &self.heights);
        let slope = || (high.clone() - low.clone()) / (right.clone() - left.clone());
        (!self.is_point).then(|| Vector2::new(slope(), T::zero()))
    }

    fn reach(&self, direction: &SVector<T, D>) -> T {
        let [p, q] = [0, 1].map(|k| self.ends[k].offset.dot(direction));
        if self.given == 2 && q < p { q } else { p }
    }

    /// An edge that the face is next to leads down from it.
    fn surface(&self, sign: &T, at: &Vector2<T>, margin: &T) -> Option<Surface<T>> {
        let low = usize::from(self.across[0] > self.across[1]);
        let ends = [low, 1 - low].map(|k| self.across[k].clone() - at.x.clone());
        let slope = self.slope()?.x.clone() * sign.clone();
        let [rise, _] = over_line(ends, &slope, &(margin.clone() * margin.clone()))?;
        Some(Surface { height: self.height(low, &at.x) * sign.clone() + rise, foot: None })
    }
}

impl<T: Real, const D: usize, const SPOTS: usize> Overlap<T, D, SPOTS> for Edge<T, D> {
    fn overlap(a: Option<&Self>, b: &Self, each: &mut impl FnMut(Spot<T>, T)) {
        let mut spot = |level: T, heights: [T; 2], edges: [u32; 2]| {
            each(Spot::new(Vector2::new(level, T::zero()), heights, meeting(edges)), T::zero());
        };
        if b.is_point || a.is_some_and(|a| a.is_point) {
            return;
        }
        let Some(a) = a else {
            for k in 0..2 {
                let end = name(b.side, b.ends[k].id, b.ends[k].id);
                spot(b.across[k].clone(), [T::zero(), b.heights[k].clone()], [end, b.name]);
            }
            return;
        };
        // The interval of each, from its lower end to its higher one.
        let [[low_a, high_a], [low_b, high_b]] = [a, b].map(|edge| {
            let low = usize::from(edge.across[0] > edge.across[1]);
            [low, 1 - low]
        });
        let end = |of_a: bool, [at_a, at_b]: [usize; 2]| {
            let (own, at, other) = if of_a { (a, at_a, b) } else { (b, at_b, a) };
            let id = own.ends[at].id;
            (own.across[at].clone(), [name(own.side, id, id), other.name])
        };
        let low = end(a.across[low_a] > b.across[low_b], [low_a, low_b]);
        let high = end(a.across[high_a] < b.across[high_b], [high_a, high_b]);
        if low.0 > high.0 {
            return;
        }
        for (level, names) in [low, high] {
            let heights = [(a, low_a), (b, low_b)].map(|(edge, low)| edge.height(low, &level));
            spot(level, heights, names);
        }
    }
}

impl<T: Real, const D: usize> Edge<T, D> {
    /// The height of the edge at a place across the normal, given its lower end there.
    fn height(&self, low: usize, level: &T) -> T {
        let high = 1 - low;
        let share = (level.clone() - self.across[low].clone()) / (self.across[high].clone() - self.across[low].clone());
        self.heights[low].clone() + (self.heights[high].clone() - self.heights[low].clone()) * share
    }
}
