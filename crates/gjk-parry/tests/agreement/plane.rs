//! Queries and shapes of the plane alone.

use super::Real;
use super::parry::math::{Pose, Rotation, Vector};
use super::parry::shape::{ConvexPolygon, Polyline, PolylineFlags, RoundShape, SharedShape};
use super::samples::{Exact, Sample, cloud, swollen};
use gjk::nalgebra::{Complex, Isometry2, UnitComplex};
use oracle::random::Random;

pub(super) const KINDS: usize = 0;

pub(super) fn sample(_: &mut Random, _: usize) -> Sample {
    unreachable!("there are no other kinds")
}

pub(super) fn hull(points: &[Vector], border: Real) -> Option<(SharedShape, Exact)> {
    let hull = ConvexPolygon::from_convex_hull(points)?;
    let exact = cloud(hull.points());
    Some(if border == 0.0 {
        (SharedShape::new(hull), exact)
    } else {
        (SharedShape::new(RoundShape { inner_shape: hull, border_radius: border }), swollen(exact, border))
    })
}

pub(super) fn rotation(random: &mut Random) -> Rotation {
    Rotation::new(random.uniform(-4.0, 4.0) as Real)
}

pub(super) fn wide_pose(pose: &Pose) -> gjk::Pose<f64, 2> {
    let turn = UnitComplex::new_unchecked(Complex::new(f64::from(pose.rotation.re), f64::from(pose.rotation.im)));
    Isometry2::from_parts(pose.translation.to_array().map(f64::from).into(), turn).into()
}

pub(super) fn spin(random: &mut Random) -> Real {
    random.uniform(-2.0, 2.0) as Real
}

/// A floor of segments, around the origin, at the height 0.
pub(super) fn floor() -> SharedShape {
    let corner = |k: u8| Vector::new(2.0 - Real::from(k), 0.0);
    let corners = (0..5).map(corner).collect();
    SharedShape::new(Polyline::with_flags(corners, None, PolylineFlags::ORIENTED))
}

pub(super) fn height_field() -> SharedShape {
    SharedShape::heightfield(vec![0.0; 5], Vector::splat(4.0))
}

pub(super) fn turned(angle: Real) -> Rotation {
    Rotation::new(angle)
}
