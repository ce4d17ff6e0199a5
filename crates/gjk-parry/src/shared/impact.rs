//! Casts of shapes that move and turn.

use super::dimension;
use super::pair::{back, place, vector};
use super::parry::math::{Pose, Vector};
use super::parry::query::{NonlinearRigidMotion, ShapeCastHit, ShapeCastStatus, Unsupported, details};
use super::parry::shape::Shape;
use super::shapes::{Any, Convex};
use super::{D, Real};
use crate::Gjk;
use details::NonlinearShapeCastMode;
use gjk::shape::Posed;
use gjk::{Error, RigidMotion, SupportExt};

/// Hits before this time are at the start, as in parry.
const AT_ONCE: Real = 1e-5;

type Answer = Result<Option<ShapeCastHit>, Unsupported>;

/// When two convex shapes meet between two times; `None` if it is parry's matter.
#[expect(clippy::option_option, reason = "the outer one is parry's matter, the inner one is a miss")]
pub(super) fn impact(
    gjk: &Gjk,
    motions: [&NonlinearRigidMotion; 2],
    shapes: [&dyn Shape; 2],
    [start, end]: [Real; 2],
    stop_at_penetration: bool,
) -> Result<Option<Option<ShapeCastHit>>, Unsupported> {
    let answer = || -> Result<Option<Answer>, Error> {
        let [Some(first), Some(second)] = [Convex::of(shapes[0])?, Convex::of(shapes[1])?] else {
            return Ok(None);
        };
        // In coordinates around the first shape: the world's may be large.
        let origin = motions[0].position_at_time(start).translation;
        let (a, motion_a) = moving(first.support(), motions[0], start, origin)?;
        let (b, motion_b) = moving(second.support(), motions[1], start, origin)?;
        let found = gjk::time_of_impact(&a, &motion_a, &b, &motion_b, (end - start).max(0.0))?;
        gjk.count_undecided(found.undecided);
        let at = |time: Real| {
            motions.map(|motion| Pose {
                translation: motion.position_at_time(time).translation - origin,
                ..motion.position_at_time(time)
            })
        };
        let Some(hit) = found.hit else {
            // Nothing meets before that time.
            return Ok(Some(Ok(found.undecided.map(|_| {
                let time = start + found.lower;
                let places = at(time).map(|pose| pose.translation);
                local(time, at(time), places, Vector::X, ShapeCastStatus::OutOfIterations)
            }))));
        };
        if hit.time < AT_ONCE && !stop_at_penetration {
            return Ok(Some(tunnels(gjk, motions, shapes, [start, end])));
        }
        let overlaps = found.separation.is_some_and(|separation| separation < 0.0);
        let status = if overlaps { ShapeCastStatus::PenetratingOrWithinTargetDist } else { ShapeCastStatus::Converged };
        let time = start + hit.time;
        Ok(Some(Ok(Some(local(time, at(time), hit.points.each_ref().map(place), back(&hit.normal), status)))))
    };
    match answer() {
        Ok(None) => Ok(None),
        Ok(Some(answer)) => answer.map(Some),
        Err(_) => {
            gjk.count_refused();
            Err(Unsupported)
        }
    }
}

/// parry's rule for shapes that touch at the start: a hit only if they would pass through each other. Its contacts come from here.
fn tunnels(gjk: &Gjk, motions: [&NonlinearRigidMotion; 2], shapes: [&dyn Shape; 2], [start, end]: [Real; 2]) -> Answer {
    let [Some(map1), Some(map2)] = shapes.map(<dyn Shape>::as_support_map) else { return Err(Unsupported) };
    let mode = NonlinearShapeCastMode::directional_toi(shapes[0], shapes[1]);
    Ok(details::cast_shapes_nonlinear_support_map_support_map(
        gjk, motions[0], map1, shapes[0], motions[1], map2, shapes[1], start, end, mode,
    ))
}

/// A shape where it is at a time, and how it moves from there.
fn moving<'c>(
    shape: &'c Any<'c>,
    motion: &NonlinearRigidMotion,
    time: Real,
    origin: Vector,
) -> Result<(Posed<&'c Any<'c>, Real, D>, RigidMotion<Real, D>), Error> {
    let mut start = motion.position_at_time(time);
    start.translation -= origin;
    let center = start.transform_point(motion.local_center);
    let posed = shape.posed(dimension::pose(&start)?)?;
    Ok((posed, RigidMotion::new(vector(motion.linvel), dimension::spin(motion.angvel), vector(center))))
}

/// A hit, each side in its own frame at that time.
fn local(time: Real, poses: [Pose; 2], points: [Vector; 2], normal: Vector, status: ShapeCastStatus) -> ShapeCastHit {
    ShapeCastHit {
        time_of_impact: time,
        witness1: poses[0].inverse_transform_point(points[0]),
        witness2: poses[1].inverse_transform_point(points[1]),
        normal1: poses[0].inverse_transform_vector(normal),
        normal2: poses[1].inverse_transform_vector(-normal),
        status,
        subshape1: 0,
        subshape2: 0,
    }
}
