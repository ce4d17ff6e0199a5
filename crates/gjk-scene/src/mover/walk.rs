//! A step of a mover.
//!
//! # Planes and casts
//!
//! **A plane between two convex shapes keeps separating them as long as neither turns and nothing crosses it.** A cast
//! would hit an obstacle within the skin at once, so such an obstacle is a [`Plane`], with the normal of the
//! [`contact`](gjk::contact()). The mover goes the way nearest to the wanted one that crosses no plane (`nearest.rs`).
//! In a corner there may be no way, in a crease a way along it: no case is special, and nothing trembles. Obstacles
//! farther away are cast against. An obstacle that a cast meets becomes a plane, and the mover goes the rest of the way
//! in the same manner. The same happens when a plane turns, as the plane of an edge does while the mover passes it.
//!
//! An obstacle farther away than the skin has no plane yet: the plane would block a mover that passes by. Casts stop
//! somewhat nearer than the skin, so that the obstacle they meet gets a plane. They also stop nearer than the mover
//! rests, so that it passes obstacles level with the wall along which it slides, instead of grazing them.
//!
//! A step uses only `lower` of a cast: the proven time up to which nothing is in the way, with or without a hit.
//!
//! # Obstacles that move
//!
//! A step has two halves. First the obstacles move: one carries the mover that stands on it, the others push
//! ([`Walk::ride`]). Then the mover goes its own way, and the obstacles stand still. The first half is computed in an
//! obstacle's own coordinates at the end of the step: there the obstacle rests, and the mover comes towards it.

use super::obstacle::{Obstacle, Past};
use super::plane::{Near, Plane, SLACK, STOP};
use super::{Moved, MoverOptions, Surface, Touch, least, length, most, num};
use alloc::vec::Vec;
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::Posed;
use gjk::simplex::Cases;
use gjk::{Motion, Real, RigidMotion, Support, SupportExt, aabb, shape_cast};

/// No way meets more obstacles than this in a step.
const ROUNDS: u32 = 8;

/// As far as this part of the skin an obstacle counts as touched.
const TOUCHED: f64 = 1.25;

/// The stance of a mover, kept from step to step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stance<T: Real, const D: usize> {
    /// The normal of what it stands on; `None` in the air.
    pub(super) normal: Option<SVector<T, D>>,
    /// The velocity of what it stands on, which its own is relative to; 0 in the air.
    pub(super) velocity: SVector<T, D>,
    /// How high the lowest ground is on which it stood last. Steps are counted from there if that is higher than its
    /// lowest point: what it stands on may be in the way of a side that slants.
    pub(super) foot: Option<T>,
}

impl<T: Real, const D: usize> Stance<T, D> {
    pub(super) fn in_the_air() -> Self {
        Self { normal: None, velocity: SVector::zeros(), foot: None }
    }
}

pub(super) struct Walk<'m, 'o, T: Real, const D: usize> {
    pub(super) shape: Posed<&'m dyn Support<D, Scalar = T>, T, D>,
    pub(super) options: &'m MoverOptions<T, D>,
    /// The direction against gravity, of length 1.
    pub(super) up: SVector<T, D>,
    /// The cosine of the steepest slope.
    pub(super) slope: T,
    pub(super) near: Vec<Near<'o, T, D>>,
    pub(super) stance: Stance<T, D>,
    pub(super) velocity: SVector<T, D>,
    dt: T,
    squeezed: T,
    /// The length by which it may still be pushed out of overlapping obstacles in this step: obstacles farther away are
    /// not looked at.
    push_out: T,
    /// The largest motion in the step of an obstacle that may come near.
    farthest: T,
    /// How high its foot was when it began to walk; `None` before. While it is lifted over a step, its foot is higher, but the step
    /// counts from here.
    pub(super) begun: Option<T>,
}

/// A press that slips off the mover may push it so many times as far as it moves itself. Beyond that it squeezes.
const SLIPS: f64 = 4.0;

/// How far a step may lead beyond its way: up a step, down to the ground, and as far again out of what overlaps the
/// mover.
pub(super) fn beyond<T: Real + Copy, const D: usize>(options: &MoverOptions<T, D>) -> T {
    let skins = options.skin * num(16.0);
    skins + most(options.step, options.snap)
}

impl<'m, 'o, T, const D: usize> Walk<'m, 'o, T, D>
where
    T: Real + Copy + Into<f64>,
    RigidMotion<T, D>: Motion<T, D>,
    Cases: Expansion<T, D>,
{
    pub(super) fn new(
        shape: Posed<&'m dyn Support<D, Scalar = T>, T, D>,
        options: &'m MoverOptions<T, D>,
        stance: Stance<T, D>,
        velocity: SVector<T, D>,
        obstacles: Vec<Obstacle<'o, T, D>>,
        dt: T,
    ) -> Self {
        let is_time = dt > T::zero() && dt.in_range();
        let dt = if is_time { dt } else { T::zero() };
        let is_known = velocity.iter().all(|x| (*x * dt).in_range());
        let velocity = if is_known { velocity } else { SVector::zeros() };
        let height = length(&options.up);
        let up = if height > 0.0 { options.up * num::<T>(1.0 / height) } else { SVector::zeros() };
        let run = T::one() / (T::one() + options.slope * options.slope).sqrt();
        let (near, squeezed, push_out) = (Vec::new(), T::zero(), beyond(options));
        let mut walk = Self {
            shape,
            options,
            up,
            slope: run,
            near,
            stance,
            velocity,
            dt,
            squeezed,
            push_out,
            farthest: T::zero(),
            begun: None,
        };
        walk.gather(obstacles);
        walk
    }

    /// Keeps those obstacles that the step may come near.
    fn gather(&mut self, obstacles: Vec<Obstacle<'o, T, D>>) {
        let MoverOptions { gravity, skin, .. } = *self.options;
        let own = num::<T>(length(&self.velocity)) * self.dt + gravity.abs() * self.dt * self.dt;
        let own = own + self.push_out + self.push_out;
        let around = aabb(&self.shape);
        let pasts: Vec<Past<T, D>> = obstacles.iter().map(|obstacle| Past::new(obstacle, self.dt)).collect();
        for (obstacle, past) in obstacles.iter().zip(&pasts).filter(|(_, past)| !past.is_still()) {
            let farthest = past.farthest(&obstacle.bounds);
            if obstacle.bounds.intersects(&around.grown(skin + skin + farthest)) {
                self.farthest = most(self.farthest, farthest);
            }
        }
        let around = around.grown(own + self.farthest * num(SLIPS + 1.0));
        for (place, (obstacle, past)) in obstacles.into_iter().zip(pasts).enumerate() {
            if obstacle.bounds.grown(past.farthest(&obstacle.bounds)).intersects(&around) {
                let number = obstacle.number.unwrap_or(place);
                self.near.push(Near { obstacle, number, past, is_open: false });
            }
        }
    }

    pub(super) fn at(&self) -> Point<T, D> {
        (*self.shape.pose().translation()).into()
    }

    pub(super) fn center(&self) -> Point<T, D> {
        self.shape.center().unwrap_or_else(|| self.at())
    }

    pub(super) fn flies(&self) -> bool {
        self.options.gravity == T::zero() || self.up.iter().all(|x| *x == T::zero())
    }

    fn touched(&self) -> T {
        self.options.skin * num(TOUCHED)
    }

    fn place(&mut self, at: Point<T, D>) {
        // Without such a place it stays.
        let _ = self.shape.set_pose(at.coords);
    }

    /// The mover elsewhere.
    pub(super) fn shifted(&self, shift: SVector<T, D>) -> Posed<&'m dyn Support<D, Scalar = T>, T, D> {
        let mut shape = self.shape;
        if shift.iter().any(|x| *x != T::zero()) {
            let _ = shape.set_pose(self.at() + shift);
        }
        shape
    }

    /// How far an obstacle moves in what is left of the step, at a point of it.
    pub(super) fn shift(&self, near: usize, point: &Point<T, D>, left: T) -> SVector<T, D> {
        if left > T::zero() { self.near[near].past.displacement(point) * left } else { SVector::zeros() }
    }

    pub(super) fn advance(&mut self) -> Moved<T, D> {
        self.open();
        let was_grounded = self.stance.normal.is_some();
        self.ride(was_grounded);
        let ground = self.stance.normal.filter(|_| self.velocity.dot(&self.up) <= T::zero());
        self.stance.foot = self.stance.foot.filter(|_| ground.is_some());
        if let Some(normal) = ground {
            self.walk(&normal);
        } else {
            self.velocity -= self.up * (self.options.gravity * self.dt);
            self.slide(self.velocity * self.dt);
        }
        self.stop(ground.is_some())
    }

    /// Lets the mover pass through one-sided obstacles that it is in.
    fn open(&mut self) {
        for k in 0..self.near.len() {
            if self.near[k].obstacle.side.is_some() {
                let shape = self.shifted(self.shift(k, &self.center(), T::one()));
                self.near[k].is_open = gjk::intersects(self.near[k].obstacle.shape, &shape);
            }
        }
    }

    /// Lets the obstacles move. What it stands on carries it, others push it.
    fn ride(&mut self, is_grounded: bool) {
        if self.near.iter().all(|near| near.past.is_still()) {
            return;
        }
        let mut carried = SVector::zeros();
        if is_grounded {
            let planes = self.planes(self.touched(), T::one(), &[]);
            if let Some((plane, normal)) = self.footing(&planes) {
                carried = self.carried(plane, T::one());
                (self.stance.normal, self.stance.velocity) = (Some(normal), self.per_second(carried));
            }
        }
        let (mut left, mut met) = (T::one(), Vec::new());
        for _ in 0..ROUNDS {
            let (_, part) = self.go(carried * left, left, &mut met);
            left -= left * part;
            if left <= T::zero() {
                return;
            }
        }
        // What is still to come is not looked at.
        let farthest = self.near.iter().map(|near| near.past.farthest(&near.obstacle.bounds) * left);
        self.squeezed = farthest.fold(self.squeezed, most);
    }

    /// The displacement in a step by the obstacle that it stands on: the motion of the point under its center.
    fn carried(&self, plane: &Plane<T, D>, left: T) -> SVector<T, D> {
        let past = &self.near[plane.near].past;
        let mut carried = past.displacement(&plane.point);
        if past.turns() {
            // Each time nearer by the angle of the turn.
            for _ in 0..6 {
                let center = self.center() + carried * left;
                let below = center - plane.normal * (center - plane.point).dot(&plane.normal);
                carried = past.displacement(&below);
            }
        }
        carried
    }

    /// A displacement in a step as a velocity.
    fn per_second(&self, displacement: SVector<T, D>) -> SVector<T, D> {
        if self.dt > T::zero() { displacement / self.dt } else { SVector::zeros() }
    }

    /// Walks on the ground, along the slope as fast as on the level.
    fn walk(&mut self, normal: &SVector<T, D>) {
        let up = self.up;
        self.velocity -= up * self.velocity.dot(&up);
        let slope = self.velocity - up * (normal.dot(&self.velocity) / normal.dot(&up));
        let size = length(&slope);
        let speed = if size > 0.0 { length(&self.velocity) / size } else { 0.0 };
        let along = slope * (num::<T>(speed) * self.dt);
        let start = self.at();
        self.begun = Some(self.foot());
        self.slide(along);
        self.climb(start, along - up * along.dot(&up));
        // It follows the ground down, if there is some within reach.
        if !self.stands() {
            self.hop(&[-up * self.options.snap], self.at());
        }
    }

    /// Goes a way, and slides along what it meets. Each time it goes on to where that would have led, as near as it
    /// gets: so it gets around edges, and never farther away from there, as it could if it slid along one wall after
    /// another.
    fn slide(&mut self, mut way: SVector<T, D>) {
        let mut met = Vec::new();
        for _ in 0..ROUNDS {
            let before = met.len();
            let (gone, _) = self.go(way, T::zero(), &mut met);
            way -= gone;
            if met.len() == before && length(&gone) <= self.options.skin.into() * SLACK {
                break;
            }
        }
    }

    /// Goes the way nearest to a wanted one that crosses no plane, until it meets something. Returns what it has gone,
    /// except for being pushed out, and which part of the way that is.
    fn go(&mut self, wanted: SVector<T, D>, left: T, met: &mut Vec<usize>) -> (SVector<T, D>, T) {
        let skin = self.options.skin;
        let slack = skin * num(SLACK);
        let planes = self.planes(skin, left, met);
        let free = self.around(wanted, planes.iter().map(|plane| (plane, plane.hold(slack))));
        let free = free.filter(|free| length(&(free - wanted)) <= self.slips(wanted, left).into());
        let free = free.unwrap_or_else(|| self.pressed(wanted, &planes, slack));
        // Between things that are too near on both sides no way leads out of both skins, or only one far away: then it
        // stays in them.
        let deepest = planes.iter().fold(skin, |deepest, plane| most(deepest, plane.room * num(-2.0)));
        let way = self.around(wanted, planes.iter().map(|plane| (plane, plane.push(slack))));
        let way = way.filter(|way| length(&(way - free)) <= deepest.into()).unwrap_or(free);
        let way = free + self.pushed_out(way - free);
        let (part, first) = self.cast(way, left, &planes);
        met.extend(first);
        self.place(self.at() + way * part);
        (free * part, part)
    }

    /// How far the way that it goes may be from the wanted one: its own way is stopped at most, what moves pushes it.
    fn slips(&self, wanted: SVector<T, D>, left: T) -> T {
        num::<T>(length(&wanted) * 1.001) + self.options.skin + self.farthest * left * num(SLIPS)
    }

    /// The part of a way out of what overlaps the mover that it may go in this step.
    fn pushed_out(&mut self, way: SVector<T, D>) -> SVector<T, D> {
        let size = num::<T>(length(&way));
        if size <= self.push_out {
            self.push_out -= size;
            return way;
        }
        let part = self.push_out / size;
        self.push_out = T::zero();
        way * part
    }

    /// The way between a press and what does not give: the press is left out, and its way into the mover noted.
    fn pressed(&mut self, wanted: SVector<T, D>, planes: &[Plane<T, D>], slack: T) -> SVector<T, D> {
        let fixed = planes.iter().filter(|plane| plane.approach <= T::zero());
        let way = self.around(wanted, fixed.map(|plane| (plane, plane.hold(slack)))).unwrap_or_else(SVector::zeros);
        let lacks = planes.iter().map(|plane| plane.hold(slack) - plane.normal.dot(&way));
        self.squeezed = lacks.fold(self.squeezed, most);
        way
    }

    /// The part of a way before it meets an obstacle that has no plane, and the number of that obstacle.
    fn cast(&mut self, way: SVector<T, D>, left: T, planes: &[Plane<T, D>]) -> (T, Option<usize>) {
        let skin = self.options.skin;
        let around = aabb(&self.shape).grown(skin);
        let (mut part, mut first) = (T::one(), None);
        for k in 0..self.near.len() {
            if self.near[k].is_open || planes.iter().any(|plane| plane.near == k) {
                continue;
            }
            let shift = self.shift(k, &self.center(), left);
            let Near { obstacle, .. } = &self.near[k];
            if !obstacle.bounds.intersects(&around.swept(shift).swept(way)) {
                continue;
            }
            let shape = self.shifted(shift);
            let moving = shape.moving(way - shift).until(part).with_skin(skin * num(STOP));
            let cast = shape_cast(obstacle.shape, moving).ok();
            let lower = cast.as_ref().and_then(|cast| cast.lower).unwrap_or_else(T::zero);
            let hit = cast.and_then(|cast| cast.hit);
            if hit.is_some_and(|hit| !self.near[k].stops(&hit.normal)) {
                self.near[k].is_open = true;
            } else if lower < part {
                (part, first) = (lower, Some(k));
            }
        }
        (part, first)
    }

    /// Climbs a step, if that leads farther than sliding has: up, on, and down again to where it can stand.
    fn climb(&mut self, start: Point<T, D>, level: SVector<T, D>) {
        let (slid, up, whole) = (self.at(), self.up * self.options.step, level.dot(&level));
        let gain = |at: Point<T, D>| (at - start).dot(&level);
        if gain(slid) < whole * num(0.9) {
            self.place(start);
            self.hop(&[up, level, -up], slid);
            if gain(self.at()) < gain(slid) + whole * num(0.1) {
                self.place(slid);
            }
        }
    }

    /// Goes ways one after another. If it cannot stand where they lead, it is put back.
    fn hop(&mut self, ways: &[SVector<T, D>], back: Point<T, D>) {
        for way in ways {
            self.go(*way, T::zero(), &mut Vec::new());
        }
        if !self.stands() {
            self.place(back);
        }
    }

    fn stands(&self) -> bool {
        self.footing(&self.planes(self.touched(), T::zero(), &[])).is_some()
    }

    /// What stops it takes its speed, except for its own. On the ground only walls do.
    fn stop(&mut self, has_walked: bool) -> Moved<T, D> {
        let planes = self.planes(self.touched(), T::zero(), &[]);
        let up = self.up;
        let absolute = self.velocity + self.stance.velocity;
        let speed = |plane: &Plane<T, D>| self.per_second(self.near[plane.near].past.displacement(&plane.point));
        let falls = |plane: &Plane<T, D>| (absolute - speed(plane)).dot(&up) <= T::zero();
        let ground = self.footing(&planes).filter(|(plane, _)| has_walked || falls(plane));
        let touch = |plane: &Plane<T, D>| {
            let velocity = speed(plane);
            let surface = match plane.normal.dot(&up) {
                _ if plane.is_ground => Surface::Ground,
                height if !self.flies() && -height >= self.slope => Surface::Ceiling,
                _ => Surface::Wall,
            };
            let closing = most((velocity - absolute).dot(&plane.normal), T::zero());
            let (obstacle, point, normal) = (self.near[plane.near].number, plane.point, plane.normal);
            Touch { obstacle, surface, point, normal, velocity, closing }
        };
        let touches: Vec<_> = planes.iter().map(touch).collect();
        let base = ground.map_or_else(SVector::zeros, |(plane, _)| self.per_second(self.carried(plane, T::zero())));
        let stopping = planes.iter().filter(|plane| ground.is_none() || !plane.is_ground);
        let stopping = stopping.map(|plane| (plane, least((speed(plane) - base).dot(&plane.normal), T::zero())));
        let velocity = self.around(absolute - base, stopping).unwrap_or_else(SVector::zeros);
        let lack =
            planes.iter().map(|plane| -plane.room).filter(|lack| *lack > self.options.skin * num(0.125 - 0.03125));
        let squeezed = lack.fold(self.squeezed, most);
        let foot = planes.iter().filter(|plane| plane.is_ground).map(|plane| plane.point.coords.dot(&up)).reduce(least);
        let normal = ground.map(|(_, normal)| normal);
        let ground = ground.map(|(plane, normal)| Touch { normal, ..touch(plane) });
        self.stance = Stance { normal, velocity: base, foot };
        self.velocity = if normal.is_some() { velocity - up * velocity.dot(&up) } else { velocity };
        Moved { way: SVector::zeros(), ground, touches, squeezed }
    }
}
