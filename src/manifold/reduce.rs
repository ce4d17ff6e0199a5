//! Few points that span much: of the corners of an overlap, those that a solver gets.

use super::outline::Spot;
use crate::scalar::{Real, whole};
use core::array;
use core::hint::select_unpredictable;
use nalgebra::Vector2;

/// The most points of a manifold.
pub(super) const POINTS: usize = 4;

/// The corners of an overlap.
pub(super) struct Spots<T, const SPOTS: usize> {
    corners: [Spot<T>; SPOTS],
    count: usize,
    /// Which of them is the deepest.
    deepest: usize,
}

impl<T: Real, const SPOTS: usize> Spots<T, SPOTS> {
    pub(super) fn new() -> Self {
        let nowhere = |_| Spot { at: Vector2::zeros(), heights: [T::zero(), T::zero()], apart: T::zero(), id: 0 };
        Self { corners: array::from_fn(nowhere), count: 0, deepest: 0 }
    }

    pub(super) fn push(&mut self, spot: Spot<T>) {
        if self.count == SPOTS {
            return;
        }
        let is_deeper = self.deepest().is_none_or(|deepest| spot.apart < deepest.apart);
        self.deepest = select_unpredictable(is_deeper, self.count, self.deepest);
        self.corners[self.count] = spot;
        self.count += 1;
    }

    pub(super) fn clear(&mut self) {
        (self.count, self.deepest) = (0, 0);
    }

    fn iter(&self) -> impl Iterator<Item = &Spot<T>> {
        self.corners[..self.count].iter()
    }

    /// The one where the shapes are least far apart.
    pub(super) fn deepest(&self) -> Option<&Spot<T>> {
        self.corners[..self.count].get(self.deepest)
    }

    /// At most so many of them. Those with names that were there `before` are preferred a little.
    ///
    /// First comes the extreme along an axis, and then what is farthest from it; of four, then those with the largest triangles
    /// on both sides of these two. If all of them are less deep than the deepest by more than `slack`, that one is the first.
    pub(super) fn chosen(&self, most: usize, before: &[u64], slack: &T) -> Chosen<'_, T> {
        let Some(deepest) = self.deepest().filter(|_| self.count > most) else {
            return self.iter().fold(Chosen::none(), Chosen::with);
        };
        let chosen = self.starting_with(None, most, before);
        let deep_enough = deepest.apart.clone() + slack.clone();
        if chosen.iter().any(|spot| spot.apart <= deep_enough) {
            chosen
        } else {
            self.starting_with(Some(deepest), most, before)
        }
    }

    /// The spots with the highest and the lowest score, if these are positive and negative. Those that were not there before get fifteen sixteenths of
    /// theirs.
    fn best(&self, before: &[u64], score: impl Fn(&Spot<T>) -> T) -> [Option<&Spot<T>>; 2] {
        let (mut most, mut least) = ((None, T::zero()), (None, T::zero()));
        for spot in self.iter() {
            let weight = if before.contains(&spot.id) { whole::<T>(16) } else { whole(15) };
            let score = weight * score(spot);
            if score > most.1 {
                most = (Some(spot), score);
            } else if score < least.1 {
                least = (Some(spot), score);
            }
        }
        [most.0, least.0]
    }

    fn starting_with<'s>(&'s self, first: Option<&'s Spot<T>>, most: usize, before: &[u64]) -> Chosen<'s, T> {
        let low = |low: T, x: T| if low <= x { low } else { x };
        let Some(least) = self.iter().map(|spot| spot.at.x.clone()).reduce(low) else { return Chosen::none() };
        let extreme = || self.best(before, |spot| spot.at.x.clone() - least.clone())[0].or_else(|| self.deepest());
        let Some(first) = first.or_else(extreme) else { return Chosen::none() };
        let away = |spot: &Spot<T>| &spot.at - &first.at;
        let [Some(second), _] = self.best(before, |spot| away(spot).dot(&away(spot))) else {
            return Chosen::none().with(first);
        };
        let pair = Chosen::none().with(first).with(second);
        if most < POINTS {
            return pair;
        }
        let base = away(second);
        let across = |to: &Vector2<T>| base.x.clone() * to.y.clone() - base.y.clone() * to.x.clone();
        self.best(before, |spot| across(&away(spot))).into_iter().flatten().fold(pair, Chosen::with)
    }
}

/// At most four spots.
pub(super) struct Chosen<'s, T>([Option<&'s Spot<T>>; POINTS]);

impl<'s, T> Chosen<'s, T> {
    fn none() -> Self {
        Self([None; POINTS])
    }

    fn with(mut self, spot: &'s Spot<T>) -> Self {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(spot);
        }
        self
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'s Spot<T>> {
        self.0.iter().copied().flatten()
    }
}
