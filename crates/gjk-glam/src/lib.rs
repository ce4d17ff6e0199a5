//! glam's vectors, rotations and transforms for the collision library [`gjk`], and Bevy's primitives as its shapes.
//!
//! [`ToGjk`] converts a value for the library, and [`ToGlam`] converts an answer back. The version number of this crate is the version of
//! glam that it works with: Bevy 0.20 uses glam 0.33. A program with another version of glam gets the error that `to_gjk` is missing.
//!
//! # Two dimensions
//!
//! ```
//! use gjk::{SupportExt, contact, shape_cast, shape::{Ball, Cuboid}};
//! use gjk_glam::{ToGjk, ToGlam};
//! use glam::Vec2;
//!
//! fn main() -> Result<(), gjk::Error> {
//!     let ground = Cuboid::new(Vec2::new(20.0, 1.0).to_gjk())?;
//!     let stone = Cuboid::new(Vec2::new(0.5, 0.5).to_gjk())?.posed((Vec2::new(3.0, 1.25), 0.0).to_gjk())?;
//!     let hit = contact(&ground, &stone);
//!     let push: Vec2 = hit.normal.to_glam() * hit.depth();
//!     assert_eq!(push, Vec2::new(0.0, 0.25));
//!
//!     let ball = Ball::at(Vec2::new(0.0, 6.0).to_gjk(), 1.0)?;
//!     let landing = shape_cast(&ground, ball.moving(Vec2::new(0.0, -2.0).to_gjk()))?.hit.expect("the ground is below");
//!     assert!((landing.time - 2.0).abs() < 1e-5);
//!     Ok(())
//! }
//! ```
//!
//! # Three dimensions
//!
//! A pose is a translation and a quaternion, as in Bevy's `Transform`, or a transform that does not shear.
//!
//! ```
//! use gjk::{SupportExt, distance, shape::{Capsule, Cuboid}};
//! use gjk_glam::{ToGjk, ToGlam};
//! use glam::{Affine3A, Quat, Vec3};
//!
//! fn main() -> Result<(), gjk::Error> {
//!     let (translation, rotation) = (Vec3::new(0.0, 3.0, 0.0), Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
//!     let player = Capsule::new(Vec3::NEG_Y.to_gjk(), Vec3::Y.to_gjk(), 0.5)?.posed((translation, rotation).to_gjk())?;
//!
//!     let transform = Affine3A::from_scale_rotation_translation(Vec3::splat(2.0), Quat::IDENTITY, Vec3::new(4.0, 3.0, 0.0));
//!     let wall = Cuboid::new(Vec3::splat(0.5).to_gjk())?.posed(transform.to_gjk()?)?;
//!
//!     let gap = distance(&player, &wall);
//!     let [from, to]: [Vec3; 2] = gap.points.to_glam();
//!     assert!((to - from - 1.5 * Vec3::X).length() < 1e-5);
//!     Ok(())
//! }
//! ```
//!
//! # Conversions
//!
//! | glam | [`to_gjk`](ToGjk::to_gjk) | back by [`to_glam`](ToGlam::to_glam) |
//! | --- | --- | --- |
//! | `Vec2`, `Vec3`, `Vec3A`, `DVec2`, `DVec3` | nalgebra's vector, which goes where a point is asked for, too | vectors and points: `Vec2`, `Vec3`, `DVec2`, `DVec3` |
//! | `Quat`, `DQuat` | `UnitQuaternion` | `Quat`, `DQuat` |
//! | `Mat2`, `Mat3`, `Mat3A`, `DMat2`, `DMat3` | nalgebra's matrix | `Mat2`, `Mat3`, `DMat2`, `DMat3` |
//! | `(Vec2, f32)`, `(Vec3, Quat)`, `(Vec3A, Quat)`, `(DVec2, f64)`, `(DVec3, DQuat)` | [`Pose`](gjk::Pose) | |
//! | `Affine2`, `Affine3`, `Affine3A`, `DAffine2`, `DAffine3` | `Result<Pose, Error>` | a `Pose`: `Affine2`, `Affine3A`, `DAffine2`, `DAffine3` |
//! | an array of these | an array | an array |
//!
//! # Bevy
//!
//! With the feature `bevy` (Bevy 0.20, Rust 1.94), Bevy's isometries convert to poses, and its convex primitives to shapes or to an
//! [`Error`](gjk::Error): `bevy_shape::Capsule3d::new(0.4, 1.0).to_gjk()?`. They keep Bevy's center and axis. A `Transform` becomes a
//! pose through its two fields, as above, or through `to_isometry`; with its scale, through `compute_affine`.
//!
//! | Bevy | here |
//! | --- | --- |
//! | `Circle`, `Sphere` | [`Ball`](gjk::shape::Ball) |
//! | `Rectangle`, `Cuboid` | [`Cuboid`](gjk::shape::Cuboid) |
//! | `Ellipse` | [`Ellipsoid`](gjk::shape::Ellipsoid) |
//! | `Capsule2d`, `Capsule3d` | [`Capsule`](gjk::shape::Capsule) |
//! | `Segment2d`, `Segment3d` | [`Segment`](gjk::shape::Segment) |
//! | `Triangle2d`, `Triangle3d` | [`Triangle`](gjk::shape::Triangle) |
//! | `Rhombus`, `RegularPolygon`, `ConvexPolygon` | [`Polygon`](gjk::shape::Polygon) |
//! | `Cylinder`, `Cone` | [`Cylinder`](gjk::shape::Cylinder), [`Cone`](gjk::shape::Cone) |
//! | `ConicalFrustum` | the [`Hull`](gjk::shape::Hull) of its two ends |
//! | `Tetrahedron` | [`Tetrahedron`](gjk::shape::Tetrahedron) |
//! | `Plane2d`, `InfinitePlane3d` | [`HalfSpace`](gjk::shape::HalfSpace), solid below |
//!
//! `Annulus`, `Torus`, `Polygon` and others with holes or dents are not convex: make each of them from several shapes.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "bevy")]
mod bevy;
mod poses;
mod vectors;

/// The conversion of glam's and Bevy's types to the types that `gjk` takes.
///
/// ```
/// use gjk::nalgebra::Vector2;
/// use gjk_glam::ToGjk;
/// assert_eq!(glam::Vec2::new(1.0, 0.5).to_gjk(), Vector2::new(1.0, 0.5));
/// ```
pub trait ToGjk {
    /// nalgebra's type, a pose or a shape; or a result with an error.
    type Gjk;

    /// The same value for `gjk`.
    fn to_gjk(&self) -> Self::Gjk;
}

/// The conversion of the vectors, points, rotations and poses of answers to glam's types.
///
/// ```
/// use gjk::nalgebra::{Point2, Vector3};
/// use gjk_glam::ToGlam;
/// assert_eq!(Point2::new(1.0, 0.5).to_glam(), glam::DVec2::new(1.0, 0.5));
/// assert_eq!(Vector3::new(1.0_f32, 0.5, 0.0).to_glam(), glam::Vec3::new(1.0, 0.5, 0.0));
/// ```
pub trait ToGlam {
    /// glam's type.
    type Glam;

    /// The same value for glam.
    fn to_glam(&self) -> Self::Glam;
}

/// The page's examples, which need Bevy's primitives, too.
#[cfg(all(doctest, feature = "bevy"))]
#[doc = include_str!("../../../docs/coming-from-glam.md")]
struct ComingFromGlam;
