//! The parts that only the plane needs.

use super::Real;
use super::parry::math::{Pose, Vector};
use super::parry::shape::{ConvexPolygon, TypedShape};
use super::shapes::{Any, Convex, Hull as View};
use gjk::nalgebra::{Complex, Isometry2, UnitComplex};
use gjk::{Error, SupportExt};

pub(super) type Hull = ConvexPolygon;

/// The pose of a shape. A rotation that has drifted is normalized.
pub(super) fn pose(pose: &Pose) -> Result<gjk::Pose<Real, 2>, Error> {
    let rotation = UnitComplex::new_unchecked(Complex::new(pose.rotation.re, pose.rotation.im));
    Ok(Isometry2::from_parts(pose.translation.to_array().into(), rotation).into())
}

/// An angular velocity as a rotation vector.
pub(super) fn spin(angular: Real) -> [Real; 3] {
    [0.0, 0.0, angular]
}

/// Cylinders and cones, which the plane does not have.
pub(super) enum Upright {}

impl Upright {
    pub(super) fn support<'s>(&self) -> &Any<'s> {
        match *self {}
    }
}

/// The convex shapes that only the plane has.
pub(super) fn convex(shape: TypedShape<'_>) -> Result<Option<Convex<'_>>, Error> {
    Ok(Some(match shape {
        TypedShape::ConvexPolygon(of) => Convex::Hull(View::new(of)?),
        TypedShape::RoundConvexPolygon(of) => Convex::RoundHull(View::new(&of.inner_shape)?.swollen(of.border_radius)?),
        _ => return Ok(None),
    }))
}

/// The edge at the farthest corner whose normal is most along a direction.
pub(super) fn face(of: &Hull, farthest: usize, direction: Vector, mut each: impl FnMut(usize)) {
    let (count, normals) = (of.points().len(), of.normals());
    let before = (farthest + count - 1) % count;
    let is_before = normals[before].dot(direction) > normals[farthest].dot(direction);
    let first = if is_before { before } else { farthest };
    each(first);
    each((first + 1) % count);
}
