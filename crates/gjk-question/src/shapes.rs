//! Makes the library's shapes from the shapes of a question.

use super::flat_hull::FlatHull;
use super::json::{Fault, Place};
use super::number::{Coordinate, Number};
use super::protocol::{Kind, Movement, Placement, Rotation, Shape, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use gjk::nalgebra::{Point, SMatrix, SVector};
use gjk::query::Velocities;
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Polygon, Segment, Sum, Triangle,
    Vertices,
};
use gjk::support::{RoundingBound, SupportOffset};
use gjk::{Error, Pose, RigidMotion, Support, SupportExt};

/// A shape of a kind that is known only at run time.
pub type AnyShape<T, const D: usize> = Box<dyn Support<D, Scalar = T> + Send + Sync>;

/// The first D components.
#[must_use]
pub fn vector<T: Coordinate, const D: usize>(components: &Vector) -> SVector<T, D> {
    SVector::from_fn(|k, _| T::rounded(component(components, k)))
}

/// The motion of a body.
#[must_use]
pub fn rigid_motion<T: Number, const D: usize>(motion: &Movement) -> RigidMotion<T, D> {
    let angular = motion.angular.map(T::rounded);
    RigidMotion::new(vector::<T, D>(&motion.linear), angular, point::<T, D>(&motion.center))
}

/// The motions of the shapes of a cast, by default at rest and without end.
#[must_use]
pub fn velocities<T: Number, const D: usize>(given: [Option<&Vector>; 2], max_toi: Option<f64>) -> Velocities<T, D> {
    let [a, b] = given.map(|velocity| velocity.map_or_else(SVector::zeros, vector));
    Velocities { a, b, until: max_toi.map(T::rounded), leaves: false }
}

/// Component k, or 0 if it is not given.
fn component(components: &[f64], k: usize) -> f64 {
    components.get(k).copied().unwrap_or_default()
}

fn point<T: Coordinate, const D: usize>(components: &Vector) -> Point<T, D> {
    vector::<T, D>(components).into()
}

/// Makes a shape. Each number has been checked, but together the numbers may still not make a shape.
///
/// # Errors
/// If the numbers do not make a shape in D dimensions. The fault names the key, which begins with `place`.
pub fn build<T: Coordinate, const D: usize>(shape: &Shape, place: &Place<'_>) -> Result<AnyShape<T, D>, Fault> {
    placed(kind(&shape.kind, place)?, shape, place)
}

/// Makes a shape that knows its faces, if it is a frustum, or a hull of points in two or three dimensions that are not all on a line.
/// Only a hull of at most 4096 points gets faces: this bounds the time for finding them.
///
/// # Errors
/// As [`build`].
pub fn build_with_faces<T: Number, const D: usize>(shape: &Shape, place: &Place<'_>) -> Result<AnyShape<T, D>, Fault> {
    let corners;
    let points: &[Vector] = match shape.kind {
        Kind::Points { ref points } if points.len() <= 1 << 12 => points,
        Kind::Frustum { fov_y, aspect, near, far } if D == 3 => {
            corners = frustum_corners(fov_y, aspect, near, far);
            &corners
        }
        _ => &[],
    };
    let with_faces = match (D, points) {
        (2, _) => Polygon::hull(points.iter().map(point)).ok().and_then(|found| in_dimension(Box::new(found))),
        (3, [a, b, c]) => {
            Triangle::new([a, b, c].map(point::<T, 3>)).ok().and_then(|found| in_dimension(Box::new(found)))
        }
        (3, _) => match ConvexHull::new(points.iter().map(point)) {
            Ok(found) => in_dimension(Box::new(found)),
            Err(Error::Flat(_)) => flat_hull(points).and_then(|found| in_dimension(Box::new(found))),
            Err(_) => None,
        },
        _ => None,
    };
    match with_faces {
        Some(built) => placed(built, shape, place),
        None => build(shape, place),
    }
}

/// The hull of points in one plane in space. None if they are on a line.
fn flat_hull<T: Number>(points: &[Vector]) -> Option<FlatHull<T>> {
    FlatHull::new(PointCloud::new(points.iter().map(point)).ok()?)
}

/// Moves and swells a shape.
fn placed<T: Coordinate, const D: usize>(
    mut built: AnyShape<T, D>,
    shape: &Shape,
    place: &Place<'_>,
) -> Result<AnyShape<T, D>, Fault> {
    if let Some(pose) = &shape.pose {
        let extent = built.extent(&Point::origin());
        built = boxed(built.posed(read_pose(pose, &place.key("pose"))?), &place.key("pose"))?;
        if matches!(pose.rotation, Some(Rotation::Angle(_))) {
            built = Box::new(ByAngle { shape: built, extent });
        }
    }
    if let Some(margin) = shape.margin {
        built = boxed(built.swollen(T::rounded(margin)), &place.key("margin"))?;
    }
    Ok(built)
}

/// The shape without its pose and margin.
fn kind<T: Coordinate, const D: usize>(kind: &Kind, place: &Place<'_>) -> Result<AnyShape<T, D>, Fault> {
    let here = &place.key("type");
    match kind {
        Kind::Point { at } => boxed(Ball::point(point(at)), here),
        Kind::Segment { ends: [a, b] } => boxed(Segment::new([point(a), point(b)]), here),
        Kind::Points { points } => boxed(PointCloud::new(points.iter().map(point)), here),
        Kind::Ball { radius, center } => boxed(Ball::at(point(center), T::rounded(*radius)), here),
        Kind::Cuboid { half_extents } => boxed(Cuboid::new(vector(half_extents)), here),
        Kind::Capsule { ends: [a, b], radius } => boxed(Capsule::new(point(a), point(b), T::rounded(*radius)), here),
        Kind::Ellipsoid { radii } => boxed(Ellipsoid::new(vector(radii)), here),
        Kind::Cylinder { radius, half_height } => {
            in_3d(boxed(Cylinder::with_radius(T::rounded(*radius)).half_height(T::rounded(*half_height)), here)?, here)
        }
        Kind::Cone { radius, half_height } => {
            in_3d(boxed(Cone::with_radius(T::rounded(*radius)).half_height(T::rounded(*half_height)), here)?, here)
        }
        Kind::Frustum { fov_y, aspect, near, far } => {
            let corners = frustum_corners(*fov_y, *aspect, *near, *far);
            let shape: AnyShape<T, 3> = boxed(Vertices::new(corners.each_ref().map(point)), here)?;
            let extent = shape.extent(&Point::origin());
            in_3d(Box::new(ByAngle { shape, extent }), here)
        }
        Kind::Hull { shapes } => boxed(Hull::round(parts(shapes, place)?), here),
        Kind::Sum { shapes } => {
            let mut shapes = parts(shapes, place)?;
            // In pairs, so that a sum of many is not nested deep.
            while shapes.len() > 1 {
                let mut summands = shapes.into_iter();
                shapes = Vec::with_capacity(summands.len().div_ceil(2));
                while let Some(first) = summands.next() {
                    shapes.push(match summands.next() {
                        Some(second) => boxed(Sum::new(first, second), here)?,
                        None => first,
                    });
                }
            }
            shapes.pop().ok_or_else(|| place.key("shapes").fault("is empty"))
        }
    }
}

fn boxed<S, T, const D: usize>(shape: Result<S, Error>, place: &Place<'_>) -> Result<AnyShape<T, D>, Fault>
where
    S: Support<D, Scalar = T> + Send + Sync + 'static,
{
    match shape {
        Ok(shape) => Ok(Box::new(shape)),
        Err(error) => Err(refused(&error, place)),
    }
}

#[cold]
#[inline(never)]
fn refused(error: &Error, place: &Place<'_>) -> Fault {
    place.fault(format_args!("is not valid: {error}"))
}

fn parts<T: Coordinate, const D: usize>(shapes: &[Shape], place: &Place<'_>) -> Result<Vec<AnyShape<T, D>>, Fault> {
    let place = place.key("shapes");
    shapes.iter().enumerate().map(|(k, shape)| build(shape, &place.item(k))).collect()
}

/// The corners of a [`Frustum`](gjk::shape::Frustum), in its order, with the same tangent on every platform.
fn frustum_corners(fov_y: f64, aspect: f64, near: f64, far: f64) -> [Vector; 8] {
    let up = libm::tan(fov_y / 2.0);
    let right = up * aspect;
    core::array::from_fn(|k| {
        let depth = if k & 1 == 0 { near } else { far };
        let side = |bit: usize, slope: f64| if k & bit == 0 { -slope * depth } else { slope * depth };
        let mut corner = Vector::default();
        corner[..3].copy_from_slice(&[side(2, right), side(4, up), -depth]);
        corner
    })
}

/// Converts a shape that exists in three dimensions only.
fn in_3d<T: Coordinate, const D: usize>(shape: AnyShape<T, 3>, place: &Place<'_>) -> Result<AnyShape<T, D>, Fault> {
    in_dimension(shape).ok_or_else(|| place.fault("is for 3 dimensions"))
}

/// Converts a shape that exists in one dimension only. If D is that, it is the same type, which is known only at run time.
fn in_dimension<T: Coordinate, const E: usize, const D: usize>(shape: AnyShape<T, E>) -> Option<AnyShape<T, D>> {
    let any: Box<dyn Any> = Box::new(shape);
    any.downcast::<AnyShape<T, D>>().ok().map(|shape| *shape)
}

fn read_pose<T: Coordinate, const D: usize>(pose: &Placement, place: &Place<'_>) -> Result<Pose<T, D>, Fault> {
    let translation = vector::<T, D>(&pose.translation);
    let Some(rotation) = &pose.rotation else { return Ok(translation.into()) };
    let place = place.key("rotation");
    if let (Rotation::Quaternion(q), 3) = (rotation, D) {
        let there = SVector::from_fn(|k, _| translation[k]);
        let pose = Pose::from_quaternion(q.map(T::rounded), there);
        let pose = pose.map_err(|error| place.fault(format_args!("is not valid: {error}")))?;
        let any: Box<dyn Any> = Box::new(pose);
        // In three dimensions the two types are the same.
        return any.downcast().map(|pose| *pose).map_err(|_| place.fault("is for 3 dimensions"));
    }
    let matrix = matrix::<D>(rotation);
    let refused = |error| match error {
        Error::NotARotation => {
            place.fault("is not a rotation: the columns of one are orthonormal within 1e-5, and it does not mirror")
        }
        error => place.fault(format_args!("is not valid: {error}")),
    };
    // First checked in `f64`: the protocol's tolerance is about the numbers, not about the rounding of T.
    Pose::new(matrix, SVector::zeros()).map_err(refused)?;
    Pose::new(matrix.map(T::rounded), translation).map_err(|error| match error {
        Error::NotARotation => place.fault("is not a rotation any more when its entries are rounded to so few digits"),
        error => refused(error),
    })
}

/// A shape turned by an angle, or a frustum. Sine, cosine and tangent are rounded to a unit in the last place or less, so it has
/// no exact construction, but a bound on its rounding.
struct ByAngle<T, const D: usize> {
    shape: AnyShape<T, D>,
    /// The extent before it was turned; of a frustum its own.
    extent: T,
}

impl<T: Coordinate, const D: usize> Support<D> for ByAngle<T, D> {
    type Scalar = T;
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.shape.support(direction)
    }
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        self.shape.support_from(direction, from)
    }
    fn margin(&self) -> T {
        self.shape.margin()
    }
    fn center(&self) -> Option<Point<T, D>> {
        self.shape.center()
    }
    fn extent(&self, from: &Point<T, D>) -> T {
        self.shape.extent(from)
    }
    fn vertex_count_hint(&self) -> Option<u32> {
        self.shape.vertex_count_hint()
    }
    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        self.shape.support_face(direction, from, each);
    }
    /// Two entries of a row are off, each by at most ε; a coordinate of a frustum's corner by less than 3 ε of itself.
    fn rounding(&self) -> Option<RoundingBound<T>> {
        let turned = self.shape.rounding()?;
        Some(RoundingBound { fixed: turned.fixed + T::rounded(8.0) * T::epsilon() * self.extent, ..turned })
    }
}

/// The matrix of a rotation. If that is for fewer dimensions the last rows are zero, and the matrix is refused later.
fn matrix<const D: usize>(rotation: &Rotation) -> SMatrix<f64, D, D> {
    match rotation {
        Rotation::Matrix(rows) => from_rows(rows),
        Rotation::Quaternion(q) => from_rows(&quaternion_rows(*q)),
        Rotation::Angle(angle) => {
            // The standard library's sine differs between platforms.
            let (sin, cos) = libm::sincos(*angle);
            from_rows(&[[cos, -sin], [sin, cos]])
        }
    }
}

/// Entries that are not given are 0.
fn from_rows<const N: usize, const D: usize>(rows: &[[f64; N]]) -> SMatrix<f64, D, D> {
    SMatrix::from_fn(|i, k| rows.get(i).map_or(0.0, |row| component(row, k)))
}

/// The rotation of a quaternion (w, x, y, z) of any length but 0: the rows of its matrix.
#[must_use]
pub fn quaternion_rows([w, x, y, z]: [f64; 4]) -> [[f64; 3]; 3] {
    let square = w * w + x * x + y * y + z * z;
    [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    .map(|row| row.map(|entry| entry / square))
}
