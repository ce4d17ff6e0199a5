//! Two shapes in the frame of the first one: asks the library about them, and converts its answers to parry's.

use super::dimension;
use super::parry::math::{Pose, Vector};
use super::parry::query::{self, ShapeCastHit, ShapeCastStatus, Unsupported};
use super::parry::shape::Shape;
use super::shapes::{Any, Convex};
use super::{D, Real};
use crate::Gjk;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{HalfSpace, Posed};
use gjk::{Contact, Distance, Error, Query, ShapeCast, Start, SupportExt, Within};

/// The first shape. It is not posed.
pub(super) enum First<'p> {
    Convex(&'p Any<'p>),
    Ground(HalfSpace<Real, D>),
}

/// A pair that the library answers for.
pub(super) struct Pair<'p> {
    pub(super) first: First<'p>,
    pub(super) second: Posed<&'p Any<'p>, Real, D>,
    /// The pose of the second shape in the frame of the first.
    pub(super) pose: Pose,
    /// Whether these are parry's shapes the other way round. A half-space always comes first.
    pub(super) is_swapped: bool,
}

pub(super) fn vector(v: Vector) -> SVector<Real, D> {
    v.to_array().into()
}

pub(super) fn back(v: &SVector<Real, D>) -> Vector {
    Vector::from_array((*v).into())
}

pub(super) fn place(p: &Point<Real, D>) -> Vector {
    back(&p.coords)
}

/// Puts a question about a pair to the library. `None` if parry has to answer it. Invalid shapes and poses are counted.
pub(super) fn ask<R>(
    gjk: &Gjk,
    pose: &Pose,
    shapes: [&dyn Shape; 2],
    question: impl FnOnce(&Pair<'_>) -> Result<R, Error>,
) -> Result<Option<R>, Unsupported> {
    let answer = || -> Result<Option<R>, Error> {
        let is_swapped = shapes[1].as_halfspace().is_some();
        let ([first, second], pose) =
            if is_swapped { ([shapes[1], shapes[0]], pose.inverse()) } else { (shapes, *pose) };
        // Of two half-spaces the second is not convex here: it has no bounds.
        let Some(second) = Convex::of(second)? else { return Ok(None) };
        let convex = Convex::of(first)?;
        let first = match (&convex, first.as_halfspace()) {
            (Some(convex), _) => First::Convex(convex.support()),
            (None, Some(ground)) => First::Ground(HalfSpace::new(ground.normal.to_array(), 0.0)?),
            (None, None) => return Ok(None),
        };
        let second = second.support().posed(dimension::pose(&pose)?)?;
        question(&Pair { first, second, pose, is_swapped }).map(Some)
    };
    answer().map_err(|_| {
        gjk.count_refused();
        Unsupported
    })
}

impl Pair<'_> {
    pub(super) fn intersects(&self) -> bool {
        match &self.first {
            First::Convex(first) => gjk::intersects(*first, &self.second),
            First::Ground(ground) => ground.intersects(&self.second),
        }
    }

    pub(super) fn distance(&self) -> Distance<Real, D> {
        match &self.first {
            First::Convex(first) => gjk::distance(*first, &self.second),
            First::Ground(ground) => ground.distance(&self.second),
        }
    }

    /// The contact if it is within a limit. The search starts along an axis, if one is known.
    pub(super) fn contact(&self, limit: Real, axis: Option<Vector>) -> Option<Contact<Real, D>> {
        let found = match &self.first {
            First::Convex(first) => {
                let start = axis.map_or_else(Start::default, |axis| Start::Along(vector(axis)));
                match Query::new().start(start).contact_within(limit, *first, &self.second) {
                    Within::Near(found) => found,
                    Within::Beyond(_) => return None,
                }
            }
            First::Ground(ground) => ground.contact(&self.second),
        };
        (found.separation <= limit).then_some(found)
    }

    /// When the second shape meets the first one.
    pub(super) fn cast(&self, velocity: Vector, options: query::ShapeCastOptions) -> Result<ShapeCast<Real, D>, Error> {
        let mut moving = self.second.moving(vector(velocity)).with_skin(options.target_distance.max(0.0));
        // Times beyond the library's range do not limit.
        if options.max_time_of_impact < Real::MAX / 64.0 {
            moving = moving.until(options.max_time_of_impact);
        }
        if !options.stop_at_penetration {
            moving = moving.leaving();
        }
        match &self.first {
            First::Convex(first) => gjk::shape_cast(*first, moving),
            First::Ground(ground) => ground.shape_cast(moving),
        }
    }

    /// The velocity of the second shape, from the velocity of parry's second one as parry's first one sees it.
    pub(super) fn velocity(&self, velocity: Vector) -> Vector {
        // The pose is parry's first shape's then.
        if self.is_swapped { -(self.pose.rotation * velocity) } else { velocity }
    }

    /// A contact, each side in its own frame.
    pub(super) fn local(&self, contact: &Contact<Real, D>) -> query::Contact {
        let (normal, [first, second]) = (back(&contact.normal), contact.points.each_ref().map(place));
        let found = query::Contact::new(
            first,
            self.pose.inverse_transform_point(second),
            normal,
            self.turned_back(-normal),
            contact.separation,
        );
        if self.is_swapped { found.flipped() } else { found }
    }

    /// The hit of a cast, each side in its own frame at that time.
    pub(super) fn hit(&self, found: &gjk::Hit<Real, D>, velocity: Vector, target: Real) -> ShapeCastHit {
        let (normal, [first, second]) = (back(&found.normal), found.points.each_ref().map(place));
        let is_within = found.time == 0.0 && (second - first).dot(normal) < target;
        let hit = ShapeCastHit {
            time_of_impact: found.time,
            witness1: first,
            witness2: self.pose.inverse_transform_point(second - velocity * found.time),
            normal1: normal,
            normal2: self.turned_back(-normal),
            status: if is_within { ShapeCastStatus::PenetratingOrWithinTargetDist } else { ShapeCastStatus::Converged },
            subshape1: 0,
            subshape2: 0,
        };
        if self.is_swapped { hit.swapped() } else { hit }
    }

    /// The hit that stands for an undecided one: nothing meets before that time.
    pub(super) fn unfinished(&self, time: Real, velocity: Vector) -> ShapeCastHit {
        let hit = ShapeCastHit {
            time_of_impact: time,
            witness1: self.pose.translation + velocity * time,
            witness2: Vector::ZERO,
            normal1: Vector::X,
            normal2: self.turned_back(-Vector::X),
            status: ShapeCastStatus::OutOfIterations,
            subshape1: 0,
            subshape2: 0,
        };
        if self.is_swapped { hit.swapped() } else { hit }
    }

    /// A vector of the first shape's frame in the second's.
    pub(super) fn turned_back(&self, v: Vector) -> Vector {
        self.pose.inverse_transform_vector(v)
    }
}
