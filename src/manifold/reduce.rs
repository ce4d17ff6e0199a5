//! Few points that hold: of the corners of an overlap, those that a solver gets.
//!
//! What stands falls if its center of mass is beyond all points that it is pushed at. Three corners always have a given
//! point of a convex polygon among them, and four have two: the ends of the sides where the line through both leaves it.

use super::WITNESS;
use super::outline::Spot;
use crate::scalar::{Real, whole};
use core::array;
use core::hint::select_unpredictable;
use core::ptr;
use nalgebra::Vector2;

/// The most points of a manifold.
pub(super) const POINTS: usize = 8;

/// Of so many corners all fours are tried.
const MANY: usize = 10;

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

    /// At most so many of them. Those with names that were there `before` are preferred a little. If all of them are less deep
    /// than the deepest by more than `slack`, that one is among them.
    ///
    /// In space those of the `centers` that the corners have among them stay so. What has no area has two ends, as in the plane.
    pub(super) fn chosen(
        &self,
        most: usize,
        before: &[u64],
        slack: &T,
        centers: &[Option<Vector2<T>>; 2],
    ) -> Chosen<'_, T> {
        let Some(deepest) = self.deepest().filter(|_| self.count > most) else {
            return self.iter().fold(Chosen::none(), Chosen::with);
        };
        let (corners, witness) = match &self.corners[..self.count] {
            [corners @ .., last] if last.id == WITNESS => (corners, Some(last)),
            corners => (corners, None),
        };
        let room = most - usize::from(witness.is_some());
        let ring = if room > 2 { Ring::<T, SPOTS>::of(corners, before, centers) } else { None };
        let choose = |deepest| {
            let Some(mut ring) = ring.clone() else { return self.pair(deepest, before) };
            if room == 4 && deepest.is_none() {
                ring.thin(MANY, None);
                if let Some(four) = ring.largest_four() {
                    return four;
                }
            }
            ring.thin(room, deepest);
            ring.corners[..ring.count].iter().copied().chain(witness).fold(Chosen::none(), Chosen::with)
        };
        let chosen = choose(None);
        let deep_enough = deepest.apart.clone() + slack.clone();
        if chosen.iter().any(|spot| spot.apart <= deep_enough) { chosen } else { choose(Some(deepest)) }
    }

    /// Two of them: one that is given or else the extreme along an axis, and what is farthest from it.
    fn pair<'s>(&'s self, first: Option<&'s Spot<T>>, before: &[u64]) -> Chosen<'s, T> {
        // New ones get fifteen sixteenths of their score.
        let best = |score: &dyn Fn(&Spot<T>) -> T| {
            let mut best = (None, T::zero());
            for spot in self.iter() {
                let score = whole::<T>(15 + u32::from(before.contains(&spot.id))) * score(spot);
                if score > best.1 {
                    best = (Some(spot), score);
                }
            }
            best.0
        };
        let low = |low: T, x: T| if low <= x { low } else { x };
        let Some(least) = self.iter().map(|spot| spot.at.x.clone()).reduce(low) else { return Chosen::none() };
        let extreme = || best(&|spot| spot.at.x.clone() - least.clone()).or_else(|| self.deepest());
        let Some(first) = first.or_else(extreme) else { return Chosen::none() };
        let away = |spot: &Spot<T>| &spot.at - &first.at;
        best(&|spot| away(spot).dot(&away(spot))).into_iter().fold(Chosen::none().with(first), Chosen::with)
    }
}

/// The corners of a convex polygon, counter-clockwise, of which some are left out.
#[derive(Clone)]
struct Ring<'s, T, const SPOTS: usize> {
    corners: [&'s Spot<T>; SPOTS],
    count: usize,
    /// 16 for a corner that was there before, 15 for others.
    weights: [T; SPOTS],
    /// How much area is lost without a corner, times its weight.
    losses: [T; SPOTS],
    /// What stays inside.
    centers: [Option<Vector2<T>>; 2],
}

impl<'s, T: Real, const SPOTS: usize> Ring<'s, T, SPOTS> {
    /// None if it has no area. A center that is not inside is forgotten.
    fn of(spots: &'s [Spot<T>], before: &[u64], centers: &[Option<Vector2<T>>; 2]) -> Option<Self> {
        let first = spots.first()?;
        let corners = array::from_fn(|k| spots.get(k).unwrap_or(first));
        let weights = array::from_fn(|k| whole(15 + u32::from(before.contains(&corners[k].id))));
        let losses = array::from_fn(|_| T::zero());
        let sides = || spots.iter().zip(spots[1..].iter().chain([first]));
        let whole_area = sides().fold(T::zero(), |sum, (p, q)| sum + area(&first.at, &p.at, &q.at));
        // At unit scale.
        if whole_area <= whole::<T>(64) * T::epsilon() {
            return None;
        }
        let holds = |center: &&Vector2<T>| sides().all(|(p, q)| area(&p.at, &q.at, center) >= T::zero());
        let centers = centers.each_ref().map(|center| center.as_ref().filter(holds).cloned());
        Some(Self { corners, count: spots.len(), weights, losses, centers })
    }

    /// A corner and those beside it.
    fn around(&self, k: usize) -> [&Vector2<T>; 3] {
        let [before, after] =
            [if k == 0 { self.count - 1 } else { k - 1 }, if k + 1 == self.count { 0 } else { k + 1 }];
        [before, k, after].map(|k| &self.corners[k].at)
    }

    fn loss(&self, k: usize) -> T {
        let [before, own, after] = self.around(k);
        self.weights[k].clone() * area(before, own, after)
    }

    /// Leaves out the corner without which the least area is lost, until there are so many. One may be named that stays. The
    /// centers stay inside; if that can't be, the last one is given up.
    ///
    /// Maheswari Visvalingam and J. Duncan Whyatt, Line generalisation by repeated elimination of points, 1993.
    fn thin(&mut self, most: usize, stays: Option<&Spot<T>>) {
        if self.count > most {
            for k in 0..self.count {
                self.losses[k] = self.loss(k);
            }
        }
        while self.count > most {
            let mut least: Option<usize> = None;
            for k in 0..self.count {
                let is_less = least.is_none_or(|least| self.losses[k] < self.losses[least]);
                if is_less && stays.is_none_or(|stays| !ptr::eq(stays, self.corners[k])) && self.holds_without(k) {
                    least = Some(k);
                }
            }
            match least {
                Some(k) => self.leave_out(k),
                None if self.centers[1].is_some() => self.centers[1] = None,
                None if self.centers[0].is_some() => self.centers[0] = None,
                None => self.leave_out(0),
            }
        }
    }

    fn holds_without(&self, k: usize) -> bool {
        let [before, _, after] = self.around(k);
        self.centers.iter().flatten().all(|center| area(before, after, center) >= T::zero())
    }

    fn leave_out(&mut self, k: usize) {
        self.corners[k..self.count].rotate_left(1);
        self.weights[k..self.count].rotate_left(1);
        self.losses[k..self.count].rotate_left(1);
        self.count -= 1;
        for k in [if k == 0 { self.count - 1 } else { k - 1 }, if k == self.count { 0 } else { k }] {
            self.losses[k] = self.loss(k);
        }
    }

    /// The four of the largest area, of [`MANY`], that have the centers inside.
    ///
    /// That is the sum of the areas between the sides and any point. With a center for that point, it is inside if none is
    /// negative.
    fn largest_four(&self) -> Option<Chosen<'s, T>> {
        let origin = self.centers[0].as_ref().unwrap_or(&self.corners[0].at);
        let mut sides: [[T; MANY]; MANY] = array::from_fn(|_| array::from_fn(|_| T::zero()));
        let corners = &self.corners[..self.count.min(MANY)];
        for (i, p) in corners.iter().enumerate() {
            for (j, q) in corners.iter().enumerate().skip(i + 1) {
                let own = area(origin, &p.at, &q.at);
                (sides[i][j], sides[j][i]) = (own.clone(), -own);
                for center in self.centers.iter().flatten() {
                    // Less than any area, at unit scale.
                    let never = -whole::<T>(1 << 10);
                    let turn = area(&p.at, &q.at, center);
                    if turn < T::zero() {
                        sides[i][j] = never;
                    } else if turn > T::zero() {
                        sides[j][i] = never;
                    }
                }
            }
        }
        let (mut best, mut most) = (None, T::zero());
        for i in 0..corners.len() {
            for j in i + 1..corners.len() {
                for k in j + 1..corners.len() {
                    let (sum, weight) = (
                        sides[i][j].clone() + sides[j][k].clone(),
                        self.weights[i].clone() + self.weights[j].clone() + self.weights[k].clone(),
                    );
                    for l in k + 1..corners.len() {
                        let sum = sum.clone() + sides[k][l].clone() + sides[l][i].clone();
                        let score = sum * (weight.clone() + self.weights[l].clone());
                        if score > most {
                            (best, most) = (Some([i, j, k, l]), score);
                        }
                    }
                }
            }
        }
        best.map(|four| four.into_iter().fold(Chosen::none(), |chosen, k| chosen.with(corners[k])))
    }
}

/// Twice the area of a triangle; negative, if it is given clockwise.
fn area<T: Real>(p: &Vector2<T>, q: &Vector2<T>, r: &Vector2<T>) -> T {
    (q.x.clone() - p.x.clone()) * (r.y.clone() - p.y.clone())
        - (q.y.clone() - p.y.clone()) * (r.x.clone() - p.x.clone())
}

/// The spots that are kept.
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
