//! Reduces the corners of an overlap to the few points that a solver gets.
//!
//! A body falls over if its center of mass is outside all points that push it. Any point of a convex polygon is between
//! three of its corners. Any two points are between four: the ends of the two sides where the line through the points
//! leaves the polygon.

use super::face::{Spot, WITNESS, is_at_or_beyond, rounding};
use super::outline::{LIMIT, SPARE};
use crate::predicates::{cross, orient2d};
use crate::scalar::{Real, max, whole};
use crate::tolerance;
use core::array;
use core::hint::select_unpredictable;
use core::ptr;
use nalgebra::Vector2;

pub(super) const POINTS: usize = 8;

/// The most corners for a search of the best four. The overlap of two rectangles has eight, a rim has twelve.
const MANY: usize = 12;

/// The most corners of an overlap: two for each side of one face, and the contact's own points.
const SPOTS: usize = 2 * (LIMIT + SPARE) + 1;

/// The corners of an overlap, in borrowed memory, so that this is compiled once.
pub(super) struct Spots<'m, T> {
    corners: &'m mut [Spot<T>],
    count: usize,
    deepest: usize,
}

impl<'m, T: Real> Spots<'m, T> {
    pub(super) fn new(corners: &'m mut [Spot<T>]) -> Self {
        Self { corners, count: 0, deepest: 0 }
    }

    pub(super) fn push(&mut self, spot: Spot<T>) {
        if self.count == self.corners.len() {
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

    /// The candidate where the shapes are least far apart.
    pub(super) fn deepest(&self) -> Option<&Spot<T>> {
        self.corners[..self.count].get(self.deepest)
    }

    /// At most `most` of them, with a little preference for ids that were there `before`, and with the deepest one if
    /// none of the others is `deep_enough` to stand for it.
    ///
    /// In space the `centers` that the corners have among them stay so. A line has two ends, as in the plane.
    pub(super) fn chosen(
        &self,
        most: usize,
        before: &[u64],
        deep_enough: &dyn Fn(&T) -> T,
        centers: &dyn Fn() -> [Option<Vector2<T>>; 2],
    ) -> Chosen<'_, T> {
        let Some(deepest) = self.deepest().filter(|_| self.count > most) else {
            return self.iter().fold(Chosen::none(), Chosen::with);
        };
        let (corners, witness) = match &self.corners[..self.count] {
            [corners @ .., last] if last.id == WITNESS => (corners, Some(last)),
            corners => (corners, None),
        };
        let (room, centers) = (most - usize::from(witness.is_some()), centers());
        let choose = |deepest| {
            let mut ring = if room > 2 { Ring::of(corners, before, centers.clone()) } else { None };
            let Some(ring) = &mut ring else { return self.pair(deepest, before) };
            if room == 4 && deepest.is_none() {
                // The last points compete, too.
                ring.thin(MANY, None, 1 << 20);
                if let Some(four) = ring.largest_four() {
                    return four;
                }
            }
            ring.thin(room, deepest, 1);
            ring.corners().chain(witness).fold(Chosen::none(), Chosen::with)
        };
        let chosen = choose(None);
        let deep_enough = deep_enough(&deepest.apart);
        if chosen.iter().any(|spot| spot.apart <= deep_enough) { chosen } else { choose(Some(deepest)) }
    }

    /// Two of them: a given one or else an end, and the farthest from it.
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
        let farthest = |from: &Spot<T>| {
            let away = |spot: &Spot<T>| &spot.at - &from.at;
            best(&|spot| away(spot).dot(&away(spot)))
        };
        // The farthest from any point of a line is an end.
        let end = || self.deepest().map(|any| farthest(any).unwrap_or(any));
        let Some(first) = first.or_else(end) else { return Chosen::none() };
        farthest(first).into_iter().fold(Chosen::none().with(first), Chosen::with)
    }
}

/// The corners of a convex polygon, counter-clockwise, some of them left out.
struct Ring<'s, 'b, T> {
    spots: &'s [Spot<T>],
    /// The remaining corners, in order.
    left: [u8; SPOTS],
    count: usize,
    before: &'b [u64],
    /// Twice the area of the polygon.
    area: T,
    /// The error of a triangle's area.
    rounding: T,
    /// The least area of a triangle between a center and a side: rounding, as long as such a choice exists.
    clear: T,
    /// The points that stay inside.
    centers: [Option<Vector2<T>>; 2],
    /// Whether a center is outside.
    is_beyond: bool,
}

impl<'s, 'b, T: Real> Ring<'s, 'b, T> {
    /// `None` without an area.
    fn of(spots: &'s [Spot<T>], before: &'b [u64], centers: [Option<Vector2<T>>; 2]) -> Option<Self> {
        let [first, rest @ ..] = spots else { return None };
        let (mut area, mut square) = (T::zero(), T::zero());
        let mut before_it: Option<Vector2<T>> = None;
        for spot in rest {
            let way = &spot.at - &first.at;
            square = max(square, way.dot(&way));
            area += before_it.map_or_else(T::zero, |before_it| cross(&before_it, &way));
            before_it = Some(way);
        }
        if area <= whole::<T>(tolerance::FLAT) * T::epsilon() * square.clone() {
            return None;
        }
        let rounding = rounding::<T>() * square.sqrt();
        let left = array::from_fn(|k| u8::try_from(k).unwrap_or(0));
        let clear = rounding.clone();
        Some(Self { spots, left, count: spots.len(), before, area, rounding, clear, centers, is_beyond: false })
    }

    /// Forgets the centers that are outside by more than rounding: even the direction of a short side is uncertain.
    fn forget_outside(&mut self) {
        let sides = || self.spots.iter().zip(self.spots[1..].iter().chain(&self.spots[..1]));
        let is_inside =
            |center: &Vector2<T>| sides().all(|(p, q)| orient2d(center, &p.at, &q.at) >= -self.rounding.clone());
        let count = |centers: &[Option<Vector2<T>>; 2]| centers.iter().flatten().count();
        let inside = self.centers.each_ref().map(|center| center.as_ref().filter(|center| is_inside(center)).cloned());
        self.is_beyond |= count(&inside) < count(&self.centers);
        self.centers = inside;
    }

    fn corner(&self, k: usize) -> &'s Spot<T> {
        &self.spots[usize::from(self.left[k])]
    }

    fn corners(&self) -> impl Iterator<Item = &'s Spot<T>> {
        let spots = self.spots;
        self.left[..self.count].iter().map(move |k| &spots[usize::from(*k)])
    }

    /// 15 for a corner, and `favor` more for the last ones; 1 if there were none.
    fn weight(&self, k: usize, favor: u32) -> T {
        if self.before.is_empty() {
            return T::one();
        }
        whole(if self.is_old(k) { 15 + favor } else { 15 })
    }

    fn is_old(&self, k: usize) -> bool {
        k < self.count && self.before.contains(&self.corner(k).id)
    }

    /// A corner between those before and after it.
    fn around(&self, k: usize) -> [&'s Vector2<T>; 3] {
        let before = if k == 0 { self.count - 1 } else { k - 1 };
        let after = if k + 1 == self.count { 0 } else { k + 1 };
        [before, k, after].map(|k| &self.corner(k).at)
    }

    /// The area that is lost without a corner, times its weight.
    fn loss(&self, k: usize, favor: u32) -> T {
        let [before, own, after] = self.around(k);
        self.weight(k, favor) * cross(&(own - before), &(after - own))
    }

    /// Returns whether a center is on the left of a side that leaves corners out, by more than rounding if possible.
    fn clears(&self, center: &Vector2<T>, from: &Vector2<T>, to: &Vector2<T>) -> bool {
        orient2d(center, from, to) >= self.clear
    }

    fn holds_without(&self, k: usize) -> bool {
        let [before, _, after] = self.around(k);
        self.centers.iter().flatten().all(|center| self.clears(center, before, after))
    }

    /// Leaves out corners until `most` are left, each time the one whose area, weighted by `favor` in 15 for the last
    /// ones, is the least (Maheswari Visvalingam and J. Duncan Whyatt, Line generalisation by repeated elimination of
    /// points, 1993). The one that `stays` does, and so do the centers inside, except where that is impossible.
    fn thin(&mut self, most: usize, stays: Option<&Spot<T>>, favor: u32) {
        if self.count <= most {
            return;
        }
        self.forget_outside();
        let mut losses: [T; SPOTS] = array::from_fn(|k| if k < self.count { self.loss(k, favor) } else { T::zero() });
        while self.count > most {
            let mut least: Option<(usize, &T)> = None;
            for (k, spot) in self.left[..self.count].iter().enumerate() {
                let loss = &losses[usize::from(*spot)];
                let is_less = least.is_none_or(|(_, least)| loss < least);
                if is_less && stays.is_none_or(|stays| !ptr::eq(stays, self.corner(k))) && self.holds_without(k) {
                    least = Some((k, loss));
                }
            }
            match least.map(|(k, _)| k) {
                Some(k) => self.leave_out(k, favor, &mut losses),
                None if self.clears_less() => {}
                None if self.centers[1].is_some() => self.centers[1] = None,
                None if self.centers[0].is_some() => self.centers[0] = None,
                None => self.leave_out(0, favor, &mut losses),
            }
        }
    }

    /// Lets the centers be just on the left of a side, because one is near the border, or sides are short. Returns
    /// false if that was so before, or without centers.
    fn clears_less(&mut self) -> bool {
        let was_more = !self.clear.is_zero() && self.centers.iter().any(Option::is_some);
        self.clear = T::zero();
        was_more
    }

    fn leave_out(&mut self, k: usize, favor: u32, losses: &mut [T; SPOTS]) {
        self.left.copy_within(k + 1..self.count, k);
        self.count -= 1;
        for k in [if k == 0 { self.count - 1 } else { k - 1 }, if k == self.count { 0 } else { k }] {
            losses[usize::from(self.left[k])] = self.loss(k, favor);
        }
    }

    /// The four of [`MANY`] corners with the largest area that have the centers inside.
    fn largest_four(&mut self) -> Option<Chosen<'s, T>> {
        let count = self.count.min(MANY);
        let at: [Vector2<T>; MANY] =
            array::from_fn(|k| if k < count { self.corner(k).at.clone() } else { Vector2::zeros() });
        let at = &at[..count];
        // Most hold the centers anyway.
        let mut four = self.largest(at, |_, _| true);
        let holds = |[i, j, k, l]: [usize; 4], center: &Vector2<T>| {
            [(i, j), (j, k), (k, l), (l, i)].iter().all(|(p, q)| self.clears(center, &at[*p], &at[*q]))
        };
        let mut holds_all = !self.is_beyond;
        if four.is_some_and(|four| !self.centers.iter().flatten().all(|center| holds(four, center))) {
            holds_all = false;
            self.forget_outside();
            loop {
                let reaches = self.reaches(at);
                four = self.largest(at, |from, to| to <= reaches[from]);
                if four.is_some() || !self.clears_less() {
                    break;
                }
            }
        }
        let chosen = Chosen { holds_all, ..Chosen::none() };
        four.map(|four| four.into_iter().fold(chosen, |chosen, k| chosen.with(self.corner(k))))
    }

    /// The four corners with the largest area whose sides all hold the centers, with a little preference for the last
    /// ones. A side leads from a corner counter-clockwise to one whose number goes on counting after a turn.
    ///
    /// For the ends of one diagonal, the ends of the other are the farthest from it on both sides; while one end goes
    /// around, so do they.
    fn largest(&self, at: &[Vector2<T>], holds: impl Fn(usize, usize) -> bool) -> Option<[usize; 4]> {
        let count = at.len();
        let (width, height) = (extent(at.iter().map(|at| &at.x)), extent(at.iter().map(|at| &at.y)));
        let (mut bonus, mut spare): ([T; MANY], T) = (array::from_fn(|_| T::zero()), T::zero());
        if !self.before.is_empty() {
            spare = self.area.clone() / whole(20);
            let of_old = self.area.clone() / whole(80);
            bonus = array::from_fn(|k| if self.is_old(k) { of_old.clone() } else { T::zero() });
        }
        let (mut best, mut most) = (None, T::zero());
        for i in 0..count {
            let (mut j, mut l) = (i + 1, i + 3);
            for k in i + 2..count.saturating_sub(1) {
                let diagonal = &at[k] - &at[i];
                // The other one is not longer than the box around all.
                let bound = diagonal.x.abs() * height.clone() + diagonal.y.abs() * width.clone();
                if bound + spare.clone() <= most {
                    continue;
                }
                let left = |corner: usize| cross(&diagonal, &at[corner]);
                l = l.max(k + 1);
                let (mut right_most, mut left_most) = (left(j), left(l));
                while j + 1 < k {
                    let next = left(j + 1);
                    if holds(j, k) && !(holds(i, j + 1) && next < right_most) {
                        break;
                    }
                    (j, right_most) = (j + 1, next);
                }
                while l + 1 < count {
                    let next = left(l + 1);
                    if holds(l, i + count) && !(holds(k, l + 1) && next > left_most) {
                        break;
                    }
                    (l, left_most) = (l + 1, next);
                }
                let mut four = [i, j, k, l];
                let mut sum = left_most - right_most;
                if !self.before.is_empty() {
                    let mut area = sum + bonus[j].clone() + bonus[l].clone();
                    for old in (i + 1..count).filter(|old| !bonus[*old].is_zero()) {
                        let other = if old < k { [i, old, k, four[3]] } else { [i, four[1], k, old] };
                        let sum = left(other[3]) - left(other[1]) + bonus[other[1]].clone() + bonus[other[3]].clone();
                        let [_, right, _, left] = other;
                        let holds = holds(i, right) && holds(right, k) && holds(k, left) && holds(left, i + count);
                        if old != k && holds && sum > area {
                            (four, area) = (other, sum);
                        }
                    }
                    sum = area + bonus[i].clone() + bonus[k].clone();
                }
                let [i, j, k, l] = four;
                if sum > most && holds(i, j) && holds(j, k) && holds(k, l) && holds(l, i + count) {
                    (best, most) = (Some(four), sum);
                }
            }
        }
        best
    }

    /// The last corner that a side from each corner may lead to with the centers on its left, counted beyond a turn.
    fn reaches(&self, at: &[Vector2<T>]) -> [usize; MANY] {
        let count = at.len();
        let mut reaches = array::from_fn(|k| k + count);
        for center in self.centers.iter().flatten() {
            let mut end = 1;
            for (k, from) in at.iter().enumerate() {
                end = end.max(k + 1);
                while end + 1 < k + count && self.clears(center, from, &at[(end + 1) % count]) {
                    end += 1;
                }
                reaches[k] = reaches[k].min(end);
            }
        }
        reaches
    }
}

fn extent<'a, T: Real>(values: impl Iterator<Item = &'a T>) -> T {
    let mut values = values;
    let Some(first) = values.next() else { return T::zero() };
    let (mut least, mut most) = (first, first);
    for value in values {
        least = if value < least { value } else { least };
        most = if value > most { value } else { most };
    }
    most.clone() - least.clone()
}

/// The kept candidates.
pub(super) struct Chosen<'s, T> {
    spots: [Option<&'s Spot<T>>; POINTS],
    count: usize,
    /// Whether all centers are known to be among them.
    pub(super) holds_all: bool,
}

impl<'s, T> Chosen<'s, T> {
    pub(super) fn none() -> Self {
        Self { spots: [None; POINTS], count: 0, holds_all: false }
    }

    pub(super) fn with(mut self, spot: &'s Spot<T>) -> Self {
        if let Some(place) = self.spots.get_mut(self.count) {
            *place = Some(spot);
            self.count += 1;
        }
        self
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'s Spot<T>> {
        self.spots[..self.count].iter().copied().flatten()
    }

    /// Returns whether all the centers are among the points, in order around an area: inside of each side by more than
    /// rounding.
    pub(super) fn hold(&self, centers: &[Option<Vector2<T>>; 2]) -> bool
    where
        T: Real,
    {
        let next = |k: usize| if k + 1 == self.count { 0 } else { k + 1 };
        let sides = || (0..self.count).filter_map(|k| self.spots[k].zip(self.spots[next(k)]));
        let is_left = |center: &Vector2<T>| sides().all(|(p, q)| !is_at_or_beyond(&p.at, &(&q.at - &p.at), center));
        self.count > 2 && centers.iter().flatten().all(is_left)
    }
}
