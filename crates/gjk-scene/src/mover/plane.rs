//! Planes between a mover and nearby obstacles.

use super::nearest::nearest;
use super::obstacle::{Obstacle, Past};
use super::walk::Walk;
use super::{least, most, num, wide};
use alloc::vec::Vec;
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SVector};
use gjk::simplex::Cases;
use gjk::{Aabb, Motion, Query, Real, RigidMotion, Support, aabb, raycast};

/// At which part of the skin casts stop. A 43rd of it is between that and where the mover slides. That has to be more
/// than what a cast is off by.
pub(super) const STOP: f64 = 15.0 / 16.0;

/// The part of the skin that the mover keeps from an obstacle within its skin.
const REST: f64 = 31.0 / 32.0;

/// How much nearer it may slide: so walls of a gap of just its width, which seem to be a wedge by rounding of their
/// normals, let it through. What is too near by twice as much is pushed out. In between nothing moves what stands.
pub(super) const SLACK: f64 = 1.0 / 128.0;

/// A one-sided obstacle stops what meets it at a normal that is within 60 degrees of its side.
const ONE_SIDED: f64 = 0.5;

/// An obstacle near a mover.
pub(super) struct Near<'o, T: Real, const D: usize> {
    pub(super) obstacle: Obstacle<'o, T, D>,
    pub(super) number: usize,
    pub(super) past: Past<T, D>,
    /// Whether the mover passes through it in this step.
    pub(super) is_open: bool,
}

impl<T: Real + Copy + Into<f64>, const D: usize> Near<'_, T, D> {
    /// Returns whether it stops what meets it with a normal.
    pub(super) fn stops(&self, normal: &SVector<T, D>) -> bool {
        self.obstacle.side.is_none_or(|side| side.dot(normal) >= num(ONE_SIDED))
    }
}

/// A plane between the mover and an obstacle.
pub(super) struct Plane<T: Real, const D: usize> {
    /// The number of the obstacle.
    pub(super) near: usize,
    /// The normal, from the obstacle to the mover.
    pub(super) normal: SVector<T, D>,
    /// The length by which the mover may come nearer; negative if it is too near.
    pub(super) room: T,
    /// The length by which the obstacle is still going to move along the normal in this step.
    pub(super) approach: T,
    /// The point on the obstacle, at the end of the step.
    pub(super) point: Point<T, D>,
    /// Whether the mover can stand there.
    pub(super) is_ground: bool,
}

impl<T: Real + Copy, const D: usize> Plane<T, D> {
    /// How far a way has to lead along the normal, at least, so that the mover comes no nearer than it may.
    pub(super) fn hold(&self, slack: T) -> T {
        least(-self.room - slack, T::zero()) + self.approach
    }

    /// As [`hold`](Self::hold), but so that what is too near is pushed out.
    pub(super) fn push(&self, slack: T) -> T {
        if self.room < -slack - slack { -self.room + self.approach } else { self.hold(slack) }
    }
}

impl<T, const D: usize> Walk<'_, '_, T, D>
where
    T: Real + Copy + Into<f64>,
    RigidMotion<T, D>: Motion<T, D>,
    Cases: Expansion<T, D>,
{
    /// The planes between the mover and what is as near as a reach, or twice as far and has been met: a cast that is in
    /// doubt stops early.
    ///
    /// `left` is the part of the step that obstacles have still to move. They are where they will be then: so the mover
    /// is looked at where it would be if it moved along.
    pub(super) fn planes(&self, reach: T, left: T, met: &[usize]) -> Vec<Plane<T, D>> {
        let around = aabb(&self.shape).grown(reach + reach);
        let reach = |k: usize| if met.contains(&k) { reach + reach } else { reach };
        (0..self.near.len()).filter_map(|k| self.plane(k, &around, reach(k), left)).collect()
    }

    fn plane(&self, k: usize, around: &Aabb<T, D>, reach: T, left: T) -> Option<Plane<T, D>> {
        let near = &self.near[k];
        let mut shift = self.shift(k, &self.center(), left);
        if near.is_open || !near.obstacle.bounds.intersects(&around.swept(shift)) {
            return None;
        }
        let contact =
            |shift: SVector<T, D>| Query::new().contact_within(reach, near.obstacle.shape, &self.shifted(shift)).near();
        let mut contact_here = contact(shift)?;
        if near.past.turns() && left > T::zero() {
            // Its points move in different ways: this is the one that counts.
            shift = self.shift(k, &contact_here.points[0], left);
            contact_here = contact(shift)?;
        }
        // What is undecided has no plane. The cast does not know either, and does not move.
        let contact = contact_here;
        if contact.undecided.is_some() || !near.stops(&contact.normal) {
            return None;
        }
        Some(Plane {
            near: k,
            normal: contact.normal,
            room: contact.separation - self.options.skin * num(REST),
            approach: shift.dot(&contact.normal),
            point: contact.points[0],
            is_ground: self.can_stand(near, &contact.normal, &contact.points[0], shift),
        })
    }

    /// Returns whether it can stand at a point: if the slope there is not too steep, or if that is the edge of
    /// something that is low enough and not too steep beyond.
    fn can_stand(
        &self,
        near: &Near<'_, T, D>,
        normal: &SVector<T, D>,
        point: &Point<T, D>,
        shift: SVector<T, D>,
    ) -> bool {
        let (skin, step, up) = (self.options.skin, self.options.step, self.up);
        let is_top = |normal: &SVector<T, D>| normal.dot(&up) >= self.slope;
        let is_low = || (point.coords - shift).dot(&up) - self.foot() <= step;
        let is_top_beyond = || {
            let seen = raycast(near.obstacle.shape, point - normal * skin + up * step, -up * step);
            seen.ok().flatten().is_some_and(|hit| hit.time <= num(1.1) && is_top(&hit.normal))
        };
        !self.flies() && (is_top(normal) || normal.dot(&up) >= num(0.02) && is_low() && is_top_beyond())
    }

    /// The height that steps are counted from.
    pub(super) fn foot(&self) -> T {
        self.begun.unwrap_or_else(|| {
            let lowest = self.shape.support(&-self.up).coords.dot(&self.up) - self.shape.margin();
            self.stance.foot.map_or(lowest, |foot| most(foot, lowest))
        })
    }

    /// The way nearest to what was wanted that leads along each plane's normal by at least so much, if there is one.
    /// What is too steep to be walked on is a wall too, for what would lead up on it.
    pub(super) fn around<'p>(
        &self,
        way: SVector<T, D>,
        planes: impl Iterator<Item = (&'p Plane<T, D>, T)>,
    ) -> Option<SVector<T, D>> {
        let mut limits = Vec::new();
        let mut limit = |normal: SVector<T, D>, least: T| {
            // Of length 1 more precisely than in `f32`.
            let normal = wide(&normal);
            limits.push((normal.normalize(), least.into() / normal.norm()));
        };
        for (plane, at_least) in planes {
            limit(plane.normal, at_least);
            let height = plane.normal.dot(&self.up);
            let level = plane.normal - self.up * height;
            if !self.flies() && height > T::zero() && !plane.is_ground && super::length(&level) > 0.01 {
                limit(level, least(at_least, T::zero()));
            }
        }
        nearest(wide(&way), &limits, 0).map(|way| way.map(num))
    }

    /// What it stands on, and the normal. Between slopes that are too steep it stands, too, where no way leads down.
    pub(super) fn footing<'p>(&self, planes: &'p [Plane<T, D>]) -> Option<(&'p Plane<T, D>, SVector<T, D>)> {
        let height = |plane: &Plane<T, D>| plane.normal.dot(&self.up);
        let ground = planes.iter().filter(|plane| plane.is_ground);
        let level = ground.max_by(|a, b| height(a).into().total_cmp(&height(b).into()));
        if let Some(plane) = level {
            return Some((plane, if height(plane) < self.slope { self.up } else { plane.normal }));
        }
        let down = self.around(-self.up, planes.iter().map(|plane| (plane, T::zero())));
        let down = down.unwrap_or_else(SVector::zeros).dot(&self.up);
        planes.first().filter(|_| !self.flies() && down > num(-0.01)).map(|plane| (plane, self.up))
    }
}
