//! The queries of [`gjk`] for `f32` and `f64` in two and three dimensions, compiled once, with this crate.
//!
//! A generic function is compiled in the crate that calls it, once for each combination of types. So a program that calls the functions of
//! [`gjk`] compiles them itself, with its own settings: its release builds take long, and its development builds run slowly. The functions
//! of this crate take shapes as [`&dyn Support`](gjk::Support), and give the same answers, bit for bit:
//!
//! - A program is rebuilt in a fraction of the time, and further types of shapes cost nothing.
//! - A development build is fast if this crate and the library are optimized. In the program's `Cargo.toml`:
//!
//!   ```toml
//!   [profile.dev.package]
//!   gjk.opt-level = 3
//!   gjk-precompiled.opt-level = 3
//!   ```
//!
//! By default all combinations are compiled. Naming the ones that you use saves much of the first build: `default-features = false` and
//! `features = ["f32", "2d"]`. The features are `f32`, `f64`, `2d` and `3d`.
//!
//! In a release build a query takes longer than the generic one, because the compiler does not know the shapes.
//!
//! A [`Placed`] is a shape of any type and its pose, compiled here too. Other shapes work as well, but the program compiles their support
//! mappings. Methods of [`Aabb`], conversions of poses and products of vectors are generic, too. So this crate has [`path`] and [`overlap`]
//! for boxes, and a `Placed` converts poses here. For your own vectors use glam's, which the crate `gjk-glam` converts.
//!
//! ```
//! use gjk::nalgebra::{Isometry3, Point3, Vector3};
//! use gjk::shape::{Ball, Cuboid, Cylinder};
//! use gjk_precompiled::{Placed, contact, intersects};
//!
//! let ball = Ball::<f32, 3>::at(Point3::new(0.0, 0.0, 0.0), 1.0)?;
//! let mut shapes = [
//!     Placed::new(ball, Vector3::zeros())?,
//!     Placed::new(Cuboid::<f32, 3>::new(Vector3::new(1.0, 0.5, 1.0))?, Vector3::new(0.0, 1.25, 0.0))?,
//!     Placed::new(Cylinder::<f32>::with_radius(0.5).half_height(1.0)?, Isometry3::translation(0.0, 2.5, 0.0))?,
//! ];
//! assert_eq!(contact(&shapes[0], &shapes[1]).separation, -0.25);
//! assert!(!intersects(&shapes[0], &shapes[2]));
//!
//! shapes[2].set_pose(Vector3::new(0.0, 1.5, 0.0))?; // moved again
//! assert_eq!(contact(&shapes[0], &shapes[2]).separation, -0.5);
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! Write `.into()` for motions and options that are numbers or vectors. For a [`Query`] with other options, and for proofs, a `Placed` is a
//! shape like any other.

#![no_std]
#![forbid(unsafe_code)]

mod placed;

use gjk::minkowski::Erased;
use gjk::nalgebra::{Point, SVector};
use gjk::query::{IntoMoving, OneMoves, Pair, Velocities, pair};
use gjk::shape::{HalfSpace, Shape};
use gjk::simplex::Cases;
use gjk::{
    Aabb, Contact, Difference, Distance, Error, ImpactOptions, Manifold, ManifoldOptions, Pose, Query, RayHit, Real,
    RigidMotion, ShapeCast, Start, Support, TimeOfImpact, Within,
};
pub use placed::{IntoPose, IntoShape, Placed};

/// A scalar for which queries in D dimensions are compiled: `f32` or `f64`, in two or three dimensions, if their features are on. No
/// other scalar can be added.
pub trait Precompiled<const D: usize>: Real + Queries<Self, D> {}

/// Makes, for each query of the list and each scalar and dimension, a function without type parameters, which is therefore
/// compiled here.
macro_rules! queries {
    ($($(#[$text:meta])* fn $query:ident($($argument:ident: $type:ty),*) -> $answer:ty { $make:expr })*) => {
        /// The implementations that this crate's functions call, for a scalar and a dimension.
        #[doc(hidden)]
        pub trait Queries<T: Precompiled<D>, const D: usize> {
            $(fn $query($($argument: $type),*) -> $answer;)*
            fn place(shape: Shape<T, D>, pose: Pose<T, D>) -> Result<Placed<T, D>, Error>;
            fn move_to(placed: &mut Placed<T, D>, pose: Pose<T, D>) -> Result<(), Error>;
        }

        queries!(@for f32, "f32", 2, "2d", $($query($($argument: $type),*) -> $answer { $make })*);
        queries!(@for f64, "f64", 2, "2d", $($query($($argument: $type),*) -> $answer { $make })*);
        queries!(@for f32, "f32", 3, "3d", $($query($($argument: $type),*) -> $answer { $make })*);
        queries!(@for f64, "f64", 3, "3d", $($query($($argument: $type),*) -> $answer { $make })*);

        $($(#[$text])*
        pub fn $query<T: Precompiled<D>, const D: usize>($($argument: $type),*) -> $answer {
            T::$query($($argument),*)
        })*
    };
    (@for $t:ty, $scalar:literal, $d:literal, $dimension:literal, $($query:ident($($argument:ident: $type:ty),*) -> $answer:ty { $make:expr })*) => {
        #[cfg(all(feature = $scalar, feature = $dimension))]
        const _: () = {
            impl Precompiled<$d> for $t {}

            type T = $t;
            const D: usize = $d;
            impl Queries<T, D> for T {
                $(fn $query($($argument: $type),*) -> $answer {
                    $make
                })*
                fn place(shape: Shape<T, D>, pose: Pose<T, D>) -> Result<Placed<T, D>, Error> {
                    Placed::of(shape, pose)
                }
                fn move_to(placed: &mut Placed<T, D>, pose: Pose<T, D>) -> Result<(), Error> {
                    placed.0.set_pose(pose)
                }
            }
        };
    };
}

/// The time and place at which two shapes meet: [`gjk::shape_cast`](gjk::shape_cast()).
///
/// # Errors
/// As that function.
///
/// ```
/// use gjk::{SupportExt, shape::Ball};
/// use gjk_precompiled::{Placed, shape_cast};
/// let ball = Ball::<f32, 2>::new(1.0)?;
/// let (wall, ball) = (Placed::new(ball, [5.0, 0.0])?, Placed::new(ball, [0.0, 0.0])?);
/// let hit = shape_cast(ball.moving([3.0, 0.0]), &wall)?.hit.unwrap();
/// assert!((hit.time - 1.0).abs() < 1e-6);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T: Precompiled<D>, const D: usize>(
    a: A,
    b: B,
) -> Result<ShapeCast<T, D>, Error>
where
    (A, B): OneMoves,
{
    let Pair { a, b, velocities, skin } = pair(a, b);
    T::cast_within(skin, &a, &b, velocities)
}

queries! {
    /// Returns whether two shapes have a point in common: [`gjk::intersects`].
    fn intersects(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> bool {
        gjk::intersects(a, b)
    }

    /// The distance between two shapes, and where they are nearest: [`gjk::distance`](gjk::distance()).
    fn distance(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Distance<T, D> {
        gjk::distance(a, b)
    }

    /// The contact of two shapes: [`gjk::contact`](gjk::contact()).
    fn contact(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Contact<T, D> {
        gjk::contact(a, b)
    }

    /// The contact of two shapes if their separation is at most `limit`: [`Query::contact_within`].
    ///
    /// [`Within::Beyond`], if it is more.
    fn contact_within(
        limit: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>
    ) -> Within<Contact<T, D>, T, D> {
        Query::new().contact_within(limit, a, b)
    }

    /// The contact of two shapes if their separation is at most `limit`. The search starts along an axis ([`Start::Along`]), for
    /// example the normal of the frame before.
    ///
    /// [`Within::Beyond`], if it is more.
    fn contact_along(
        axis: SVector<T, D>,
        limit: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>
    ) -> Within<Contact<T, D>, T, D> {
        Query::new().start(Start::Along(axis)).contact_within(limit, a, b)
    }

    /// The contact of a shape with the ground: [`HalfSpace::contact`].
    fn ground_contact(ground: &HalfSpace<T, D>, shape: &dyn Support<D, Scalar = T>) -> Contact<T, D> {
        ground.contact(shape)
    }

    /// The implementation of [`shape_cast`].
    #[doc(hidden)]
    fn cast_within(
        skin: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        motion: Velocities<T, D>
    ) -> Result<ShapeCast<T, D>, Error> {
        Query::new().shape_cast_of_within(skin, &Erased::<_, Cases, D>::new(&Difference(a, b)), motion)
    }

    /// The distance that B has to move along a direction until two shapes are apart: [`gjk::depth_along`](gjk::depth_along()).
    ///
    /// # Errors
    /// As that function.
    fn depth_along(
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        direction: &SVector<T, D>
    ) -> Result<ShapeCast<T, D>, Error> {
        gjk::depth_along(a, b, direction)
    }

    /// The hit of a ray on a shape: [`gjk::raycast`](gjk::raycast).
    ///
    /// # Errors
    /// If the direction is zero, or a coordinate is not finite (or too large).
    fn raycast(
        shape: &dyn Support<D, Scalar = T>,
        origin: &Point<T, D>,
        direction: &SVector<T, D>
    ) -> Result<Option<RayHit<T, D>>, Error> {
        gjk::raycast(shape, origin, direction)
    }

    /// The time at which two shapes that move and turn meet: [`gjk::time_of_impact`](gjk::time_of_impact()).
    ///
    /// # Errors
    /// As that function.
    fn time_of_impact(
        a: &dyn Support<D, Scalar = T>,
        motion_a: &RigidMotion<T, D>,
        b: &dyn Support<D, Scalar = T>,
        motion_b: &RigidMotion<T, D>,
        options: ImpactOptions<T>
    ) -> Result<TimeOfImpact<T, D>, Error> {
        gjk::time_of_impact(a, motion_a, b, motion_b, options)
    }

    /// The smallest box around a shape: [`gjk::aabb`](gjk::aabb()).
    fn aabb(shape: &dyn Support<D, Scalar = T>) -> Aabb<T, D> {
        gjk::aabb(shape)
    }

    /// The box around a shape on its way along a vector, with a margin: [`Aabb::swept`] and [`Aabb::grown`].
    fn path(shape: &dyn Support<D, Scalar = T>, step: &SVector<T, D>, margin: T) -> Aabb<T, D> {
        gjk::aabb(shape).swept(step).grown(margin)
    }

    /// Returns whether two boxes have a point in common: [`Aabb::intersects`].
    fn overlap(a: &Aabb<T, D>, b: &Aabb<T, D>) -> bool {
        a.intersects(b)
    }

    /// The manifold of two shapes, unless they are farther apart than the prediction: [`gjk::manifold`](gjk::manifold()).
    ///
    /// [`Within::Beyond`], if they are farther apart.
    ///
    /// ```
    /// use gjk::{nalgebra::Vector2, shape::Cuboid};
    /// use gjk_precompiled::{Placed, manifold, manifold_update};
    /// let table = Placed::new(Cuboid::<f32, 2>::new(Vector2::new(5.0, 1.0))?, Vector2::new(0.0, -1.0))?;
    /// let mut stone = Placed::new(Cuboid::<f32, 2>::new(Vector2::new(1.0, 0.5))?, Vector2::new(1.0, 0.5))?;
    /// let touch = manifold(&table, &stone, 0.01.into()).near().expect("it rests");
    /// assert_eq!(touch.points().len(), 2);
    /// stone.set_pose(Vector2::new(1.1, 0.5))?;
    /// let next = manifold_update(&touch, &table, &stone, 0.01.into()).near().expect("it slides");
    /// assert!(next.points().iter().all(|new| touch.points().iter().any(|old| old.id == new.id)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn manifold(
        a: &Placed<T, D>,
        b: &Placed<T, D>,
        options: ManifoldOptions<T, D>
    ) -> Within<Manifold<T, D>, T, D> {
        gjk::manifold(&a.0, &b.0, options)
    }

    /// The manifold of two shapes, some time after `before`: [`Manifold::update`].
    ///
    /// [`Within::Beyond`], if they are farther apart than the prediction.
    fn manifold_update(
        before: &Manifold<T, D>,
        a: &Placed<T, D>,
        b: &Placed<T, D>,
        options: ManifoldOptions<T, D>
    ) -> Within<Manifold<T, D>, T, D> {
        before.update(&a.0, &b.0, options)
    }

    /// The manifold of two shapes whose contact is known, at any time after `before`: [`Manifold::of`].
    fn manifold_of(
        a: &Placed<T, D>,
        b: &Placed<T, D>,
        contact: &Contact<T, D>,
        options: ManifoldOptions<T, D>,
        before: Option<&Manifold<T, D>>
    ) -> Manifold<T, D> {
        Manifold::of(&a.0, &b.0, contact, options, before)
    }

    /// The manifold of a shape with the ground: [`HalfSpace::manifold`].
    ///
    /// [`Within::Beyond`], if the shape is farther outside than the prediction.
    fn ground_manifold(
        ground: &HalfSpace<T, D>,
        shape: &Placed<T, D>,
        options: ManifoldOptions<T, D>
    ) -> Within<Manifold<T, D>, T, D> {
        ground.manifold(&shape.0, options)
    }
}
