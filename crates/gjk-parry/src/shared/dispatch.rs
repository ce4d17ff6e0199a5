//! parry's `QueryDispatcher`.

use super::impact::impact;
use super::pair::{ask, place};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{
    ClosestPoints, Contact, DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher, ShapeCastHit,
    ShapeCastOptions, ShapeDistance, ShapeIntersection, Unsupported, details,
};
use super::parry::shape::Shape;
use crate::Gjk;

impl QueryDispatcher for Gjk {
    fn intersection_test(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        if let Some(intersects) = ask(self, pos12, [g1, g2], |pair| Ok(pair.intersects()))? {
            Ok(intersects.into())
        // parry asks a composite about the ball's center.
        } else if let Some(ball) = g1.as_ball() {
            Ok(details::intersection_test_ball_point_query(pos12, ball, g2))
        } else if let Some(ball) = g2.as_ball() {
            Ok(details::intersection_test_point_query_ball(pos12, g1, ball))
        } else if let Some(composite) = g1.as_composite_shape() {
            Ok(details::intersection_test_composite_shape_shape(self, pos12, composite, g2))
        } else if let Some(composite) = g2.as_composite_shape() {
            Ok(details::intersection_test_shape_composite_shape(self, pos12, g1, composite))
        } else if let Some(voxels) = g1.as_voxels() {
            Ok(details::intersection_test_voxels_shape(self, pos12, voxels, g2))
        } else if let Some(voxels) = g2.as_voxels() {
            Ok(details::intersection_test_shape_voxels(self, pos12, g1, voxels))
        } else {
            DefaultQueryDispatcher.intersection_test(pos12, g1, g2)
        }
    }

    fn distance(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
        if let Some(found) = ask(self, pos12, [g1, g2], |pair| Ok(pair.distance()))? {
            self.count_undecided(found.undecided);
            Ok(found.distance.into())
        } else if let Some(composite) = g1.as_composite_shape() {
            Ok(details::distance_composite_shape_shape(self, pos12, composite, g2))
        } else if let Some(composite) = g2.as_composite_shape() {
            Ok(details::distance_shape_composite_shape(self, pos12, g1, composite))
        } else {
            DefaultQueryDispatcher.distance(pos12, g1, g2)
        }
    }

    fn contact(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        let ours = ask(self, pos12, [g1, g2], |pair| {
            let found = pair.contact(prediction, None).filter(|found| {
                self.count_undecided(found.undecided);
                found.undecided.is_none()
            });
            Ok(found.map(|found| pair.local(&found)))
        })?;
        if let Some(found) = ours {
            Ok(found)
        } else if let Some(field) = g1.as_heightfield() {
            Ok(details::contact_heightfield_shape(self, pos12, field, g2, prediction))
        } else if let Some(field) = g2.as_heightfield() {
            Ok(details::contact_shape_heightfield(self, pos12, g1, field, prediction))
        } else if let Some(composite) = g1.as_composite_shape() {
            Ok(details::contact_composite_shape_shape(self, pos12, composite, g2, prediction))
        } else if let Some(composite) = g2.as_composite_shape() {
            Ok(details::contact_shape_composite_shape(self, pos12, g1, composite, prediction))
        } else {
            DefaultQueryDispatcher.contact(pos12, g1, g2, prediction)
        }
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        max_dist: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        let ours = ask(self, pos12, [g1, g2], |pair| {
            let found = pair.distance();
            self.count_undecided(found.undecided);
            Ok(if found.intersects() {
                ClosestPoints::Intersecting
            } else if found.distance > max_dist {
                ClosestPoints::Disjoint
            } else {
                let [first, second] = found.points.each_ref().map(place);
                let points = ClosestPoints::WithinMargin(first, pair.pose.inverse_transform_point(second));
                if pair.is_swapped { points.flipped() } else { points }
            })
        })?;
        if let Some(found) = ours {
            Ok(found)
        } else if let Some(composite) = g1.as_composite_shape() {
            Ok(details::closest_points_composite_shape_shape(self, pos12, composite, g2, max_dist))
        } else if let Some(composite) = g2.as_composite_shape() {
            Ok(details::closest_points_shape_composite_shape(self, pos12, g1, composite, max_dist))
        } else {
            DefaultQueryDispatcher.closest_points(pos12, g1, g2, max_dist)
        }
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let ours = ask(self, pos12, [g1, g2], |pair| {
            let velocity = pair.velocity(local_vel12);
            let found = pair.cast(velocity, options)?;
            self.count_undecided(found.undecided);
            Ok(match (&found.hit, found.undecided, found.lower) {
                (Some(hit), ..) => Some(pair.hit(hit, velocity, options.target_distance)),
                (None, Some(_), Some(time)) => Some(pair.unfinished(time, velocity)),
                _ => None,
            })
        })?;
        if let Some(found) = ours {
            Ok(found)
        } else if let Some(field) = g1.as_heightfield() {
            details::cast_shapes_heightfield_shape(self, pos12, local_vel12, field, g2, options)
        } else if let Some(field) = g2.as_heightfield() {
            details::cast_shapes_shape_heightfield(self, pos12, local_vel12, g1, field, options)
        } else if let Some(composite) = g1.as_composite_shape() {
            Ok(details::cast_shapes_composite_shape_shape(self, pos12, local_vel12, composite, g2, options))
        } else if let Some(composite) = g2.as_composite_shape() {
            Ok(details::cast_shapes_shape_composite_shape(self, pos12, local_vel12, g1, composite, options))
        } else if let Some(voxels) = g1.as_voxels() {
            Ok(details::cast_shapes_voxels_shape(self, pos12, local_vel12, voxels, g2, options))
        } else if let Some(voxels) = g2.as_voxels() {
            Ok(details::cast_shapes_shape_voxels(self, pos12, local_vel12, g1, voxels, options))
        } else {
            DefaultQueryDispatcher.cast_shapes(pos12, local_vel12, g1, g2, options)
        }
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start: Real,
        end: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        if let Some(found) = impact(self, [motion1, motion2], [g1, g2], [start, end], stop_at_penetration)? {
            Ok(found)
        } else if let Some(composite) = g1.as_composite_shape() {
            Ok(details::cast_shapes_nonlinear_composite_shape_shape(
                self,
                motion1,
                composite,
                motion2,
                g2,
                start,
                end,
                stop_at_penetration,
            ))
        } else if let Some(composite) = g2.as_composite_shape() {
            Ok(details::cast_shapes_nonlinear_shape_composite_shape(
                self,
                motion1,
                g1,
                motion2,
                composite,
                start,
                end,
                stop_at_penetration,
            ))
        } else if let Some(voxels) = g1.as_voxels() {
            Ok(details::cast_shapes_nonlinear_voxels_shape(
                self,
                motion1,
                voxels,
                motion2,
                g2,
                start,
                end,
                stop_at_penetration,
            ))
        } else if let Some(voxels) = g2.as_voxels() {
            Ok(details::cast_shapes_nonlinear_shape_voxels(
                self,
                motion1,
                g1,
                motion2,
                voxels,
                start,
                end,
                stop_at_penetration,
            ))
        } else {
            DefaultQueryDispatcher.cast_shapes_nonlinear(motion1, g1, motion2, g2, start, end, stop_at_penetration)
        }
    }
}
