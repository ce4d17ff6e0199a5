//! Bevy's primitives as shapes: turned and moved, they have the bounds that Bevy computes. Turned all around, these bounds are the
//! support points in all directions.

use bevy_math::{Dir2, Dir3, Isometry2d, Isometry3d, Quat, Rot2, Vec2, Vec3};
use bevy_shape::{self as bevy, Bounded2d, Bounded3d, Measured2d, Measured3d};
use gjk::shape::HalfSpace;
use gjk::{Error, Support, SupportExt, aabb, mass::Solid};
use gjk_glam::{ToGjk, ToGlam};

fn in_the_plane<P, S>(primitive: &P)
where
    P: Bounded2d + ToGjk<Gjk = Result<S, Error>>,
    S: Support<2, Scalar = f32>,
{
    let shape = primitive.to_gjk().unwrap();
    for k in 0..200_u8 {
        let isometry = Isometry2d::new(Vec2::new(3.0, -2.0), Rot2::radians(0.1 * f32::from(k)));
        let wanted = primitive.aabb_2d(isometry);
        let got = aabb(&(&shape).posed(isometry.to_gjk()).unwrap());
        let off = (got.min.to_glam() - wanted.min).abs() + (got.max.to_glam() - wanted.max).abs();
        assert!(off.max_element() < 1e-5, "{}: {got:?}, {wanted:?}", std::any::type_name::<P>());
        let point = Vec2::new(0.5, 2.0);
        let moved = isometry.to_gjk().transform_point(point.to_gjk()).to_glam();
        assert!((moved - isometry.transform_point(point)).length() < 1e-5);
    }
}

fn in_space<P, S>(primitive: &P)
where
    P: Bounded3d + ToGjk<Gjk = Result<S, Error>>,
    S: Support<3, Scalar = f32>,
{
    let shape = primitive.to_gjk().unwrap();
    for k in 0..200_u8 {
        let k = f32::from(k);
        let axis = Vec3::new((1.3 * k).sin(), (2.1 * k).cos(), (0.7 * k + 1.0).sin()).normalize();
        let isometry = Isometry3d::new(Vec3::new(3.0, -2.0, 1.0), Quat::from_axis_angle(axis, 0.37 * k));
        let wanted = primitive.aabb_3d(isometry);
        let got = aabb(&(&shape).posed(isometry.to_gjk()).unwrap());
        let off =
            (got.min.to_glam() - Vec3::from(wanted.min)).abs() + (got.max.to_glam() - Vec3::from(wanted.max)).abs();
        // Bevy's extent of a disc is the root of 1 − a², which loses digits where a is nearly 1.
        assert!(off.max_element() < 1e-4, "{}: {got:?}, {wanted:?}", std::any::type_name::<P>());
        let point = Vec3::new(0.5, 2.0, -1.0);
        let moved = isometry.to_gjk().transform_point(point.to_gjk()).to_glam();
        assert!((moved - Vec3::from(isometry.transform_point(point))).length() < 1e-5);
    }
}

#[test]
fn primitives_of_the_plane_have_bevys_bounds() {
    in_the_plane(&bevy::Circle::new(0.7));
    in_the_plane(&bevy::Ellipse::new(0.7, 1.5));
    in_the_plane(&bevy::Rectangle::new(1.0, 3.0));
    in_the_plane(&bevy::Capsule2d::new(0.5, 3.0));
    in_the_plane(&bevy::Segment2d::new(Vec2::new(1.0, 2.0), Vec2::new(-2.0, 0.5)));
    in_the_plane(&bevy::Triangle2d::new(Vec2::new(1.0, 2.0), Vec2::new(-2.0, 0.5), Vec2::ZERO));
    in_the_plane(&bevy::Rhombus::new(1.0, 3.0));
    for sides in [3, 4, 5, 6, 17, 100] {
        in_the_plane(&bevy::RegularPolygon::new(1.5, sides));
    }
    let corners = [Vec2::new(2.0, 0.0), Vec2::new(1.0, 2.0), Vec2::new(-1.0, 1.0), Vec2::new(0.0, -1.0)];
    in_the_plane(&bevy::ConvexPolygon::new(corners).unwrap());
    in_the_plane(&bevy::ConvexPolygon::new(corners.into_iter().rev()).unwrap());
}

#[test]
fn primitives_of_space_have_bevys_bounds() {
    in_space(&bevy::Sphere::new(0.7));
    in_space(&bevy::Cuboid::new(1.0, 2.0, 3.0));
    in_space(&bevy::Cylinder::new(0.5, 3.0));
    in_space(&bevy::Capsule3d::new(0.5, 3.0));
    in_space(&bevy::Cone::new(0.5, 3.0));
    in_space(&bevy::Cone::new(2.0, 0.5));
    in_space(&bevy::ConicalFrustum { radius_top: 0.25, radius_bottom: 1.0, height: 3.0 });
    in_space(&bevy::ConicalFrustum { radius_top: 1.5, radius_bottom: 0.0, height: 1.0 });
    in_space(&bevy::Segment3d::new(Vec3::new(1.0, 2.0, 3.0), Vec3::new(-2.0, 0.5, 0.0)));
    in_space(&bevy::Triangle3d::new(Vec3::new(1.0, 2.0, 3.0), Vec3::new(-2.0, 0.5, 0.0), Vec3::X));
}

/// Bevy has no bounds of these.
#[test]
fn a_tetrahedron_and_half_spaces() {
    let tetrahedron = bevy::Tetrahedron::default();
    assert_eq!(tetrahedron.to_gjk().unwrap().points().to_glam(), tetrahedron.vertices);

    let ground = bevy::InfinitePlane3d::new(Dir3::Y).to_gjk().unwrap();
    assert!(ground.contains(Vec3::new(5.0, -1.0, 2.0).to_gjk()) && !ground.contains(Vec3::Y.to_gjk()));
    let slope = bevy::Plane2d { normal: Dir2::new(Vec2::new(-3.0, 4.0)).unwrap() };
    let slope: HalfSpace<f32, 2> = slope.to_gjk().unwrap();
    assert!((slope.normal().to_glam() - Vec2::new(-0.6, 0.8)).length() < 1e-6);
    assert!(slope.contains(Vec2::X.to_gjk()) && !slope.contains(Vec2::Y.to_gjk()));
}

fn volume<S: Solid<D, Scalar = f32>, const D: usize>(shape: &S) -> f32 {
    shape.mass_properties(1.0).unwrap().mass
}

/// Volumes and areas, which tell a full length from a half one.
#[test]
fn shapes_have_bevys_volume() {
    fn solid<P: Measured3d + ToGjk<Gjk = Result<S, Error>>, S: Solid<3, Scalar = f32>>(primitive: &P) {
        let (got, wanted) = (volume(&primitive.to_gjk().unwrap()), primitive.volume());
        assert!((got - wanted).abs() < 1e-5 * wanted, "{}: {got}, {wanted}", std::any::type_name::<P>());
    }
    fn flat<P: Measured2d + ToGjk<Gjk = Result<S, Error>>, S: Solid<2, Scalar = f32>>(primitive: &P) {
        let (got, wanted) = (volume(&primitive.to_gjk().unwrap()), primitive.area());
        assert!((got - wanted).abs() < 1e-5 * wanted, "{}: {got}, {wanted}", std::any::type_name::<P>());
    }
    solid(&bevy::Sphere::new(0.7));
    solid(&bevy::Cuboid::new(1.0, 2.0, 3.0));
    solid(&bevy::Cylinder::new(0.5, 3.0));
    solid(&bevy::Capsule3d::new(0.5, 3.0));
    solid(&bevy::Cone::new(0.5, 3.0));
    flat(&bevy::Circle::new(0.7));
    flat(&bevy::Ellipse::new(0.7, 1.5));
    flat(&bevy::Rectangle::new(1.0, 3.0));
    flat(&bevy::Capsule2d::new(0.5, 3.0));
    flat(&bevy::Rhombus::new(1.0, 3.0));
    flat(&bevy::RegularPolygon::new(1.5, 5));
}

#[test]
fn axes_are_bevys() {
    let top = |shape: &dyn Support<3, Scalar = f32>| shape.support(&(Vec3::Y + 0.01 * Vec3::X).to_gjk()).to_glam();
    assert_eq!(top(&bevy::Cone::new(0.5, 3.0).to_gjk().unwrap()), Vec3::new(0.0, 1.5, 0.0));
    assert_eq!(top(&bevy::Cylinder::new(0.5, 3.0).to_gjk().unwrap()), Vec3::new(0.5, 1.5, 0.0));
    let frustum = bevy::ConicalFrustum { radius_top: 0.25, radius_bottom: 1.0, height: 3.0 };
    assert_eq!(top(&frustum.to_gjk().unwrap()), Vec3::new(0.25, 1.5, 0.0));
    let triangle = bevy::RegularPolygon::new(2.0, 3).to_gjk().unwrap();
    assert!((triangle.support(&Vec2::Y.to_gjk()).to_glam() - 2.0 * Vec2::Y).length() < 1e-6);
}

#[test]
fn what_is_no_shape_is_refused() {
    assert_eq!(bevy::Circle { radius: -1.0 }.to_gjk(), Err(Error::Negative("radius")));
    assert_eq!(bevy::Sphere { radius: f32::NAN }.to_gjk(), Err(Error::OutOfRange("radius")));
    assert!(bevy::Cuboid { half_size: Vec3::new(1.0, -1.0, 1.0) }.to_gjk().is_err());
    assert_eq!(bevy::Cylinder { radius: 1.0, half_height: -1.0 }.to_gjk(), Err(Error::Negative("half height")));
    assert_eq!(bevy::Cone { radius: 1.0, height: -1.0 }.to_gjk(), Err(Error::Negative("half height")));
    assert!(bevy::ConicalFrustum { radius_top: -1.0, radius_bottom: 1.0, height: 1.0 }.to_gjk().is_err());
    assert!(bevy::Capsule3d { radius: 1.0, half_length: f32::INFINITY }.to_gjk().is_err());
    assert!(matches!(bevy::Rhombus { half_diagonals: Vec2::X }.to_gjk(), Err(Error::Flat(_))));
    let polygon = |radius, sides| bevy::RegularPolygon { circumcircle: bevy::Circle { radius }, sides }.to_gjk();
    assert_eq!(polygon(-1.0, 5).unwrap_err(), Error::Negative("radius"));
    assert!(matches!(polygon(1.0, 0), Err(Error::Empty(_))));
    assert!(matches!(polygon(1.0, 2), Err(Error::Flat(_))));

    // With a dent, either way around.
    let corners = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::ONE, Vec2::new(0.0, 4.0)];
    for corners in [corners.to_vec(), corners.iter().rev().copied().collect()] {
        let refused = bevy::ConvexPolygon::new_unchecked(corners).to_gjk();
        assert!(matches!(refused, Err(Error::NotConvex(_))), "{refused:?}");
    }
}
