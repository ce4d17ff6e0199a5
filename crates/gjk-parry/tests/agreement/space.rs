//! Queries and shapes of space alone.

use super::Real;
use super::parry::math::{Pose, Rotation, Vector};
use super::parry::shape::{self, ConvexPolyhedron, RoundShape, SharedShape};
use super::samples::{Exact, Sample, cloud, length, swollen};
use gjk::shape::{Cone, Cylinder};
use oracle::random::Random;

/// Cylinders and cones, sharp and round.
pub(super) const KINDS: usize = 4;

pub(super) fn sample(random: &mut Random, kind: usize) -> Sample {
    let [half, radius, border] = [length(random), length(random), length(random) / 4.0];
    let exact = if kind.is_multiple_of(2) {
        Exact::from(Cylinder::with_radius(f64::from(radius)).half_height(f64::from(half)).expect("a cylinder"))
    } else {
        Cone::with_radius(f64::from(radius)).half_height(f64::from(half)).expect("a cone").into()
    };
    let shape = match kind {
        0 => SharedShape::cylinder(half, radius),
        1 => SharedShape::cone(half, radius),
        2 => SharedShape::round_cylinder(half, radius, border),
        _ => SharedShape::round_cone(half, radius, border),
    };
    Sample { shape, exact: if kind < 2 { exact } else { swollen(exact, border) }, is_polytope: false }
}

pub(super) fn hull(points: &[Vector], border: Real) -> Option<(SharedShape, Exact)> {
    let hull = ConvexPolyhedron::from_convex_hull(points)?;
    let exact = cloud(hull.points());
    Some(if border == 0.0 {
        (SharedShape::new(hull), exact)
    } else {
        (SharedShape::new(RoundShape { inner_shape: hull, border_radius: border }), swollen(exact, border))
    })
}

pub(super) fn rotation(random: &mut Random) -> Rotation {
    let [x, y, z, w] = random.direction::<4>().map(|part| part as Real);
    Rotation::from_xyzw(x, y, z, w).normalize()
}

pub(super) fn wide_pose(pose: &Pose) -> gjk::Pose<f64, 3> {
    let [x, y, z, w] = pose.rotation.to_array().map(f64::from);
    gjk::Pose::from_quaternion([w, x, y, z], pose.translation.to_array().map(f64::from)).expect("a pose")
}

/// A motion: linear and angular velocity.
pub(super) fn spin(random: &mut Random) -> Vector {
    Vector::from_array(random.direction::<3>().map(|x| x as Real)) * random.uniform(0.0, 2.0) as Real
}

/// A floor of triangles, around the origin, at the height 0.
pub(super) fn floor() -> SharedShape {
    let corner = |k: u8| Vector::new(Real::from(k % 5) - 2.0, 0.0, Real::from(k / 5) - 2.0);
    let cell = |k: u32| [[k, k + 5, k + 1], [k + 1, k + 5, k + 6]];
    let cells = (0..20).filter(|k| k % 5 != 4).flat_map(cell).collect();
    let flags = shape::TriMeshFlags::FIX_INTERNAL_EDGES;
    SharedShape::trimesh_with_flags((0..25).map(corner).collect(), cells, flags).expect("a mesh")
}

pub(super) fn height_field() -> SharedShape {
    let flags = shape::HeightFieldFlags::FIX_INTERNAL_EDGES;
    SharedShape::heightfield_with_flags(super::parry::utils::Array2::zeros(5, 5), Vector::splat(4.0), flags)
}

/// A rotation about the axis z.
pub(super) fn turned(angle: Real) -> Rotation {
    Rotation::from_rotation_z(angle)
}
