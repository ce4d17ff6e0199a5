//! The parts that only space needs.

use super::Real;
use super::parry::math::{Pose, Vector};
use super::parry::shape::{self, ConvexPolyhedron, TypedShape};
use super::shapes::{Any, Convex, Hull as View};
use gjk::shape::{Cone, Cylinder, Swollen};
use gjk::{Error, SupportExt};

pub(super) type Hull = ConvexPolyhedron;

/// The pose of a shape. A rotation that has drifted is normalized.
pub(super) fn pose(pose: &Pose) -> Result<gjk::Pose<Real, 3>, Error> {
    let [x, y, z, w] = pose.rotation.to_array();
    gjk::Pose::from_quaternion([w, x, y, z], pose.translation.to_array())
}

/// An angular velocity as a rotation vector.
pub(super) fn spin(angular: Vector) -> [Real; 3] {
    angular.to_array()
}

/// Shapes around the axis y.
pub(super) enum Upright {
    Cylinder(Cylinder<Real>),
    Cone(Cone<Real>),
    RoundCylinder(Swollen<Cylinder<Real>, Real, 3>),
    RoundCone(Swollen<Cone<Real>, Real, 3>),
}

impl Upright {
    pub(super) fn support<'s>(&self) -> &Any<'s> {
        match self {
            Self::Cylinder(shape) => shape,
            Self::Cone(shape) => shape,
            Self::RoundCylinder(shape) => shape,
            Self::RoundCone(shape) => shape,
        }
    }
}

/// The convex shapes that only space has.
pub(super) fn convex(shape: TypedShape<'_>) -> Result<Option<Convex<'_>>, Error> {
    let upright = match shape {
        TypedShape::ConvexPolyhedron(of) => return Ok(Some(Convex::Hull(View::new(of)?))),
        TypedShape::RoundConvexPolyhedron(of) => {
            return Ok(Some(Convex::RoundHull(View::new(&of.inner_shape)?.swollen(of.border_radius)?)));
        }
        TypedShape::Cylinder(of) => Upright::Cylinder(cylinder(*of)?),
        TypedShape::Cone(of) => Upright::Cone(cone(*of)?),
        TypedShape::RoundCylinder(of) => Upright::RoundCylinder(cylinder(of.inner_shape)?.swollen(of.border_radius)?),
        TypedShape::RoundCone(of) => Upright::RoundCone(cone(of.inner_shape)?.swollen(of.border_radius)?),
        _ => return Ok(None),
    };
    Ok(Some(Convex::Upright(upright)))
}

fn cylinder(of: shape::Cylinder) -> Result<Cylinder<Real>, Error> {
    Cylinder::with_radius(of.radius).half_height(of.half_height)
}

fn cone(of: shape::Cone) -> Result<Cone<Real>, Error> {
    Cone::with_radius(of.radius).half_height(of.half_height)
}

/// The face at the farthest vertex whose normal is most along a direction.
pub(super) fn face(of: &Hull, farthest: usize, direction: Vector, mut each: impl FnMut(usize)) {
    let Some(vertex) = of.vertices().get(farthest) else { return each(farthest) };
    let [first, count] = [vertex.first_adj_face_or_edge, vertex.num_adj_faces_or_edge].map(|number| number as usize);
    let around = of.faces_adj_to_vertex().iter().skip(first).take(count);
    let faces = around.filter_map(|number| of.faces().get(*number as usize));
    let most = faces.map(|face| (face, face.normal.dot(direction))).max_by(|one, other| one.1.total_cmp(&other.1));
    let Some((face, _)) = most else { return each(farthest) };
    let [first, count] = [face.first_vertex_or_edge, face.num_vertices_or_edges].map(|number| number as usize);
    for number in of.vertices_adj_to_face().iter().skip(first).take(count) {
        each(*number as usize);
    }
}
