//! Bevy's primitives as shapes. As in Bevy, they are centered on the coordinate origin and upright along y.

use crate::ToGjk;
use bevy_math::{Isometry2d, Isometry3d};
use bevy_shape as bevy;
use gjk::nalgebra::{Isometry2, UnitComplex, zero};
use gjk::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Polygon, Posed, Segment, Tetrahedron, Triangle,
};
use gjk::{Error, Pose, SupportExt};
use glam::{Vec2, Vec3};

impl ToGjk for Isometry2d {
    type Gjk = Pose<f32, 2>;
    fn to_gjk(&self) -> Self::Gjk {
        let rotation = UnitComplex::from_cos_sin_unchecked(self.rotation.cos, self.rotation.sin);
        Isometry2::from_parts(self.translation.to_gjk().into(), rotation).into()
    }
}

impl ToGjk for Isometry3d {
    type Gjk = Pose<f32, 3>;
    fn to_gjk(&self) -> Self::Gjk {
        (self.translation, self.rotation).to_gjk()
    }
}

/// Each primitive, with its shape and how that is made.
macro_rules! shapes {
    ($($(#[$doc:meta])* $primitive:ident($it:ident) -> $shape:ty = $made:expr;)*) => {$(
        $(#[$doc])*
        impl ToGjk for bevy::$primitive {
            type Gjk = Result<$shape, Error>;
            fn to_gjk(&self) -> Self::Gjk {
                let $it = self;
                $made
            }
        }
    )*};
}

shapes! {
    Circle(it) -> Ball<f32, 2> = Ball::new(it.radius);
    Ellipse(it) -> Ellipsoid<f32, 2> = Ellipsoid::new(it.half_size.to_gjk());
    Rectangle(it) -> Cuboid<f32, 2> = Cuboid::new(it.half_size.to_gjk());
    Capsule2d(it) -> Capsule<f32, 2> = {
        let end = Vec2::Y * it.half_length;
        Capsule::new((-end).to_gjk(), end.to_gjk(), it.radius)
    };
    Segment2d(it) -> Segment<f32, 2> = Segment::new(it.vertices.to_gjk());
    Triangle2d(it) -> Triangle<f32, 2> = Triangle::new(it.vertices.to_gjk());
    /// [`Error::Flat`] if it has no area.
    Rhombus(it) -> Polygon<f32> = {
        let (x, y) = (Vec2::X * it.half_diagonals.x, Vec2::Y * it.half_diagonals.y);
        hull([x, y, -x, -y])
    };
    /// A vertex is at the top. [`Error::Flat`] if there are fewer than three sides.
    RegularPolygon(it) -> Polygon<f32> = {
        it.circumcircle.to_gjk()?;
        hull(it.vertices(0.0))
    };
    /// Counter-clockwise, whichever way it goes around in Bevy. [`Error::NotConvex`] if it has a dent after all, or a vertex on an edge.
    ConvexPolygon(it) -> Polygon<f32> = {
        let vertices = it.vertices().iter();
        ordered(vertices.clone()).or_else(|error| ordered(vertices.rev()).map_err(|_| error))
    };
    /// Solid below the line, where its normal does not point.
    Plane2d(it) -> HalfSpace<f32, 2> = HalfSpace::new(it.normal.to_gjk(), zero());
    Sphere(it) -> Ball<f32, 3> = Ball::new(it.radius);
    Cuboid(it) -> Cuboid<f32, 3> = Cuboid::new(it.half_size.to_gjk());
    Cylinder(it) -> Cylinder<f32> = cylinder(it.radius, it.half_height);
    Capsule3d(it) -> Capsule<f32, 3> = {
        let end = Vec3::Y * it.half_length;
        Capsule::new((-end).to_gjk(), end.to_gjk(), it.radius)
    };
    /// The origin is in the middle of its height, the apex is up.
    Cone(it) -> Cone<f32> = Cone::with_radius(it.radius).height(it.height);
    /// The hull of its two ends.
    ConicalFrustum(it) -> Hull<Posed<Cylinder<f32>, f32, 3>, f32, 3> = {
        let end = |radius, y: f32| cylinder(radius, 0.0)?.posed((Vec3::Y * y).to_gjk());
        Hull::new([end(it.radius_top, it.height / 2.0)?, end(it.radius_bottom, it.height / -2.0)?])
    };
    Segment3d(it) -> Segment<f32, 3> = Segment::new(it.vertices.to_gjk());
    Triangle3d(it) -> Triangle<f32, 3> = Triangle::new(it.vertices.to_gjk());
    Tetrahedron(it) -> Tetrahedron<f32, 3> = Tetrahedron::new(it.vertices.to_gjk());
    /// Solid below the plane, where its normal does not point.
    InfinitePlane3d(it) -> HalfSpace<f32, 3> = HalfSpace::new(it.normal.to_gjk(), zero());
}

fn cylinder(radius: f32, half_height: f32) -> Result<Cylinder<f32>, Error> {
    Cylinder::with_radius(radius).half_height(half_height)
}

/// The hull of points in any order.
fn hull(points: impl IntoIterator<Item = Vec2>) -> Result<Polygon<f32>, Error> {
    Polygon::hull(points.into_iter().map(|p| p.to_gjk()))
}

/// The polygon of vertices that are in order.
fn ordered<'p>(vertices: impl Iterator<Item = &'p Vec2>) -> Result<Polygon<f32>, Error> {
    Polygon::new(vertices.map(ToGjk::to_gjk))
}
