//! Queries and shapes that are compiled once, with the library: a game that uses them is rebuilt sooner. For `f32` and `f64`, in 2D and 3D.
//!
//! A generic function is compiled in the crate that calls it, once for each pair of types. So the functions at the root of
//! this crate are compiled by every program that uses them, with the program's own settings: that makes them fast in
//! release builds, and slow to build. The functions of this module give the answers of those at the root, or of the method
//! that they name, bit for bit.
//! They take their shapes as [`&dyn Support`](crate::Support), and are compiled with this crate:
//!
//! - A program is rebuilt in a fraction of the time, and further pairs of shapes cost nothing.
//! - A development build is fast where this crate is optimized. In the program's `Cargo.toml`:
//!
//!   ```toml
//!   [profile.dev.package.gjk]
//!   opt-level = 3
//!   ```
//!
//!   Then what a game does with [`Bounds`](crate::Bounds), poses, manifolds and masses is fast, too: their methods are
//!   compiled with this crate. Arithmetic with vectors is not: nalgebra's operators are compiled by the program.
//! - In a release build a query takes longer than the one at the root: contacts in space 2 to 49 % more instructions, a small game
//!   in the plane two thirds longer (docs/performance.md has the figures).
//!
//! (Motions and options of an impact are given as [`Velocities`](crate::Velocities) and [`ImpactOptions`](crate::ImpactOptions) here, not as what converts
//! into them. `contains` and `project` are at the root only.) They have no options but a limit ([`contact_within`], [`cast_within`]), an accuracy ([`distance_to_accuracy`]), a start ([`contact_along`], [`manifold_again`]) and those of a manifold. For a [`Query`] with
//! others, and for proofs, a [`Shape2`] or a reference to one is a shape like any other: `(&shape).posed(pose)` can be asked
//! everything.
//!
//! [`Shape2`] and [`Shape3`] hold any shape, also [one of your own](Custom), and its pose. Their support mappings are compiled
//! with this crate, too, and so are what moves them and their [mass](crate::mass::Solid). But any other shape will do. Name the scalar,
//! `Shape3::<f32>::from(…)`: a function that takes `&dyn Support` infers none, and numbers without a type are `f64`.
//!
//! ```
//! use gjk::nalgebra::{Isometry3, Point3, Vector3};
//! use gjk::precompiled::{Shape3, contact, intersects};
//! use gjk::shape::{Ball, Cuboid, Cylinder};
//!
//! let mut shapes: Vec<Shape3<f32>> = vec![
//!     Ball::new(Point3::new(0.0, 0.0, 0.0), 1.0)?.into(),
//!     Cuboid::new(Vector3::new(1.0, 0.5, 1.0))?.into(),
//!     Cylinder::new(0.5, 1.0)?.into(),
//! ];
//! for (k, shape) in (0_u8..).zip(&mut shapes) {
//!     shape.set_pose(Isometry3::translation(0.0, 1.25 * f32::from(k), 0.0))?;
//! }
//! assert_eq!(contact(&shapes[0], &shapes[1]).separation, -0.25);
//! assert!(!intersects(&shapes[0], &shapes[2]));
//!
//! shapes[2].set_pose(Vector3::new(0.0, 1.5, 0.0))?; // moved again
//! assert_eq!(contact(&shapes[0], &shapes[2]).separation, -0.5);
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! [`Query`]: crate::Query

mod custom;
mod queries;
mod shapes;
#[cfg(shared)]
mod values;

pub use custom::Custom;
pub use queries::{
    Precompiled, bounds, cast, cast_within, contact, contact_along, contact_within, depth_along, distance,
    distance_to_accuracy, ground_contact, ground_manifold, intersects, manifold, manifold_again, manifold_of, raycast,
    time_of_impact,
};
pub use shapes::{Placed, PrecompiledShapes, Shape2, Shape3};
