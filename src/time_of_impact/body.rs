//! A body: a shape at its present place, the speed of its points, and their rounding.

use crate::error::{Error, check_length, check_vector};
use crate::pose::{Pose, turn};
use crate::scalar::{Real, Scalar, dimension, ith, largest, max, norm, times, ulps};
use crate::support::{Support, SupportOffset, raised};
use crate::{motion::Motion, shape::turn_back, tolerance};
use nalgebra::{Point, SVector};

pub(super) struct Body<'b, T: Scalar, const D: usize> {
    pub(super) shape: &'b dyn Support<D, Scalar = T>,
    pub(super) motion: &'b dyn Motion<T, D>,
    pub(super) center: Point<T, D>,
    /// An upper bound on the distance of its points from the center, margin included.
    pub(super) reach: T,
    /// A bound on the rounding of its support points, before the motion.
    pub(super) rounding: T,
    pub(super) pose: Pose<T, D>,
}

impl<'b, T: Real, const D: usize> Body<'b, T, D> {
    pub(super) fn new(shape: &'b dyn Support<D, Scalar = T>, motion: &'b dyn Motion<T, D>) -> Result<Self, Error> {
        let center = motion.center();
        check_vector(&center.coords, "center")?;
        let (extent, margin) = (shape.extent(&center), shape.margin());
        let (rounding, more) = match shape.rounding() {
            Some(bound) => (bound.of(&extent), bound.margin),
            None => (ulps(tolerance::UNKNOWN_SHAPE, &extent), ulps(tolerance::UNKNOWN_MARGIN, &margin)),
        };
        // The bounds are for each coordinate. As errors of vectors they are larger, by √D at most.
        let rounding = times(tolerance::as_vector(dimension::<D>()), &rounding) + more;
        let corner: SVector<T, D> = SVector::from_fn(|axis, _| {
            let along = |one: T| shape.support_from(&ith(axis, one), &center).offset[axis].abs();
            max(along(T::one()), along(-T::one()))
        });
        let reach = raised(tolerance::RAISED_TWICE, norm(&corner) + margin + rounding.clone());
        check_length(&reach, "extent about the center of the motion")?;
        Ok(Self { shape, motion, center, reach, rounding, pose: SVector::<T, D>::zeros().into() })
    }

    pub(super) fn go_to(&mut self, time: &T) -> Result<(), Error> {
        self.pose = self.motion.pose(time)?;
        self.pose.check()?;
        if self.pose.scale == T::one() { Ok(()) } else { Err(Error::NotARotation) }
    }

    pub(super) fn place_from(&self, from: &Point<T, D>) -> SVector<T, D> {
        (&self.center - from) + self.pose.translation()
    }

    pub(super) fn middle(&self) -> Point<T, D> {
        &self.center + self.pose.translation()
    }

    /// A bound on the rounding of its support points at its present place. Let ρ be its reach. The sum has:
    ///
    /// - the rounding of the shape's own support points, and what the motion states;
    /// - turning a point, which may be off by D/2 ε in each of D coordinates;
    /// - turning a direction, which may be off by as much, and then finds a point at most 2 ρ from the right one;
    /// - the center's place, (c − f) + m, seen from a point f near the other body. Its sum is off by ε/2 of itself, a
    ///   few ε of the size of the whole. The difference is off by ε/2 of itself, and its length is at most the length of the
    ///   sum and of the way m together. If both bodies go far together, only the way counts: c − f is then the way
    ///   back. If both are far from the origin all the time, c − f is small, and f is whatever it was rounded to.
    pub(super) fn doubt(&self, time: &T) -> T {
        let d = dimension::<D>();
        let way = ulps(tolerance::PLACE, &norm(self.pose.translation()));
        self.motion.rounding(time, &self.reach) + self.rounding.clone() + ulps(tolerance::turning(d), &self.reach) + way
    }
}

impl<T: Real, const D: usize> Support<D> for Body<'_, T, D> {
    type Scalar = T;

    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        let middle = self.middle();
        &middle + self.support_from(direction, &middle).offset
    }

    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        let local = self.shape.support_from(&turn_back(self.pose.matrix(), direction), &self.center);
        SupportOffset { offset: turn(&self.pose, &local.offset) + self.place_from(from), id: local.id }
    }

    fn margin(&self) -> T {
        self.shape.margin()
    }

    fn center(&self) -> Option<Point<T, D>> {
        let center = self.shape.center()?;
        Some(self.middle() + turn(&self.pose, &(center - &self.center)))
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.reach.clone() + largest(&self.place_from(from))
    }
}
