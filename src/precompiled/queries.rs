//! The queries, each compiled for both scalars in two and three dimensions. A query is added in the list at the end.

use super::shapes::{Placed, PrecompiledShapes};
use crate::bounds::Bounds;
use crate::cast::{Cast, Velocities, depth_along_of_any};
use crate::contact::{Contact, contact_of_any, contact_of_any_within};
use crate::distance::{Distance, nearest_and_axis};
use crate::error::{Error, check_direction};
use crate::manifold::{Manifold, ManifoldOptions, recipe};
use crate::minkowski::{Difference, ErasedPair};
use crate::motion::Motion;
use crate::pose::Pose;
use crate::query::{BeyondLimit, Options, Query, Start};
use crate::scalar::Real;
use crate::shape::{Ball, HalfSpace};
use crate::simplex::Cases;
use crate::support::Support;
use crate::time_of_impact::{ImpactOptions, TimeOfImpact, time_of_impact_of_any};
use nalgebra::{Point, SVector};

/// A scalar that queries are compiled for, in D dimensions: `f32` and `f64`, in two and three. No others can be added.
pub trait Precompiled<const D: usize>: PrecompiledShapes<D> + Queries<Self, D> {}

/// A function for each query of the list, and what it calls: for each scalar and dimension a function without type
/// parameters, which is therefore compiled here.
macro_rules! queries {
    (
        $($(#[$text:meta])* fn $query:ident($($argument:ident: $type:ty),*) -> $answer:ty { $make:expr })*
        hidden: $(fn $hidden:ident($($given:ident: $of:ty),*) -> $found:ty { $how:expr })*
    ) => {
        /// The functions behind those of this module.
        #[doc(hidden)]
        pub trait Queries<T: PrecompiledShapes<D>, const D: usize> {
            $(fn $query($($argument: $type),*) -> $answer;)*
            $(fn $hidden($($given: $of),*) -> $found;)*
        }

        queries!(@for f32, 2,
            $($query($($argument: $type),*) -> $answer { $make })* $($hidden($($given: $of),*) -> $found { $how })*);
        queries!(@for f64, 2,
            $($query($($argument: $type),*) -> $answer { $make })* $($hidden($($given: $of),*) -> $found { $how })*);
        queries!(@for f32, 3,
            $($query($($argument: $type),*) -> $answer { $make })* $($hidden($($given: $of),*) -> $found { $how })*);
        queries!(@for f64, 3,
            $($query($($argument: $type),*) -> $answer { $make })* $($hidden($($given: $of),*) -> $found { $how })*);

        $($(#[$text])*
        pub fn $query<T: Precompiled<D>, const D: usize>($($argument: $type),*) -> $answer {
            T::$query($($argument),*)
        })*
    };
    (@for $t:ty, $d:literal, $($query:ident($($argument:ident: $type:ty),*) -> $answer:ty { $make:expr })*) => {
        impl Precompiled<$d> for $t {}

        const _: () = {
            type T = $t;
            const D: usize = $d;
            impl Queries<T, D> for T {
                $(fn $query($($argument: $type),*) -> $answer {
                    $make
                })*
            }
        };
    };
}

/// The shape whose methods are called: the one [behind](Support::behind) this, if there is one.
fn behind<T: Real, const D: usize>(shape: &dyn Support<D, Scalar = T>) -> &dyn Support<D, Scalar = T> {
    shape.behind().unwrap_or(shape)
}

/// The difference of two shapes behind pointers, without their types.
fn erased<'s, T: Real, const D: usize>(
    set: &'s Difference<&'s dyn Support<D, Scalar = T>, &'s dyn Support<D, Scalar = T>>,
) -> ErasedPair<'s, T, Cases, D> {
    ErasedPair::pair(set)
}

queries! {
    /// Whether two shapes have a point in common: [`gjk::intersects`](crate::intersects).
    fn intersects(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> bool {
        crate::gjk(&erased(&Difference(behind(a), behind(b))))
    }

    /// The distance between two shapes, and where they are nearest: [`gjk::distance`](crate::distance()).
    fn distance(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Distance<T, D> {
        nearest_and_axis(&erased(&Difference(behind(a), behind(b))), &Options::default()).0
    }

    /// The distance between two shapes, too long by at most a part of the size: [`Query::accuracy`].
    fn distance_to_accuracy(part: T, a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Distance<T, D> {
        nearest_and_axis(
            &erased(&Difference(behind(a), behind(b))),
            &Options { accuracy: part, ..Options::default() },
        )
        .0
    }

    /// The contact of two shapes: [`gjk::contact`](crate::contact()).
    fn contact(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Contact<T, D> {
        contact_of_any(&erased(&Difference(behind(a), behind(b))), &Options::default())
    }

    /// The contact of two shapes if their separation is at most `limit`: [`Query::contact_within`].
    ///
    /// # Errors
    /// [`BeyondLimit`], if it is more.
    fn contact_within(
        limit: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>
    ) -> Result<Contact<T, D>, BeyondLimit<T, D>> {
        contact_of_any_within(&limit, &erased(&Difference(behind(a), behind(b))), &Options::default())
    }

    /// The contact of two shapes if their separation is at most `limit`. The search starts along an axis ([`Start::Along`]), for
    /// example the normal of the frame before.
    ///
    /// # Errors
    /// [`BeyondLimit`], if it is more.
    fn contact_along(
        axis: SVector<T, D>,
        limit: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>
    ) -> Result<Contact<T, D>, BeyondLimit<T, D>> {
        contact_of_any_within(
            &limit,
            &erased(&Difference(behind(a), behind(b))),
            &Options { start: Start::Along(axis), ..Options::default() },
        )
    }

    /// The contact of a shape with the ground: [`HalfSpace::contact`].
    fn ground_contact(ground: &HalfSpace<T, D>, shape: &dyn Support<D, Scalar = T>) -> Contact<T, D> {
        ground.contact(behind(shape))
    }

    /// When two shapes meet that move in straight lines: [`gjk::cast`](crate::cast()).
    ///
    /// # Errors
    /// If a velocity is not finite, or so large that the difference of two overflows.
    fn cast(
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        motion: Velocities<T, D>
    ) -> Result<Cast<T, D>, Error> {
        T::cast_within(0.0, a, b, motion)
    }

    /// When two shapes come within a limit that move in straight lines: [`Query::cast_within`]. For characters with a skin.
    ///
    /// # Errors
    /// As [`cast`], and for a limit that is negative or not finite.
    fn cast_within(
        limit: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        motion: Velocities<T, D>
    ) -> Result<Cast<T, D>, Error> {
        Query::new().cast_of_within(limit, &erased(&Difference(behind(a), behind(b))), motion)
    }

    /// How far B has to move along a direction until two shapes are apart: [`gjk::depth_along`](crate::depth_along()).
    ///
    /// # Errors
    /// As there.
    fn depth_along(
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        direction: &SVector<T, D>
    ) -> Result<Cast<T, D>, Error> {
        depth_along_of_any(behind(a), behind(b), direction)
    }

    /// What a ray hits of a shape: [`gjk::raycast`](crate::raycast).
    ///
    /// # Errors
    /// If the direction is zero, or a coordinate is not finite (or too large).
    fn raycast(
        shape: &dyn Support<D, Scalar = T>,
        origin: &Point<T, D>,
        direction: &SVector<T, D>
    ) -> Result<Cast<T, D>, Error> {
        check_direction(direction, "direction")
            .and_then(|()| Ball::point(*origin))
            .and_then(|origin| T::cast(shape, &origin, (*direction).into()))
    }

    /// When two shapes meet that move and turn: [`gjk::time_of_impact`](crate::time_of_impact()).
    ///
    /// # Errors
    /// As there.
    fn time_of_impact(
        a: &dyn Support<D, Scalar = T>,
        motion_a: &dyn Motion<T, D>,
        b: &dyn Support<D, Scalar = T>,
        motion_b: &dyn Motion<T, D>,
        options: ImpactOptions<T>
    ) -> Result<TimeOfImpact<T, D>, Error> {
        time_of_impact_of_any([(behind(a), motion_a), (behind(b), motion_b)], options)
    }

    /// The smallest box around a shape: [`gjk::bounds`](crate::bounds()).
    fn bounds(shape: &dyn Support<D, Scalar = T>) -> Bounds<T, D> {
        crate::bounds(behind(shape))
    }

    // Behind the functions that take options.
    hidden:
    fn touch(
        before: Option<&Manifold<T, D>>,
        a: &dyn Placed<T, D>,
        b: &dyn Placed<T, D>,
        options: &ManifoldOptions<T, D>
    ) -> Result<Manifold<T, D>, BeyondLimit<T, D>> {{
        let limit = options.prediction;
        let contact = match before {
            Some(before) => T::contact_along(before.normal, limit, a, b)?,
            None => T::contact_within(limit, a, b)?,
        };
        Ok(T::touch_of(Some(a), b, &contact, options, before))
    }}
    fn touch_of(
        a: Option<&dyn Placed<T, D>>,
        b: &dyn Placed<T, D>,
        contact: &Contact<T, D>,
        options: &ManifoldOptions<T, D>,
        before: Option<&Manifold<T, D>>
    ) -> Manifold<T, D> {{
        let own = Pose::from(SVector::zeros());
        let poses = [a.map_or(&own, |a| a.place()), b.place()];
        recipe((a.map(|a| behind(a)), behind(b)), poses, contact, options, before)
    }}
    fn ground_touch(
        ground: &HalfSpace<T, D>,
        shape: &dyn Placed<T, D>,
        options: &ManifoldOptions<T, D>,
        before: Option<&Manifold<T, D>>
    ) -> Result<Manifold<T, D>, BeyondLimit<T, D>> {{
        let contact = T::ground_contact(ground, shape);
        if contact.separation <= options.prediction {
            Ok(T::touch_of(None, shape, &contact, options, before))
        } else {
            Err(contact.into())
        }
    }}
}

/// The manifold of two shapes that are no farther apart than the prediction: [`gjk::manifold`](crate::manifold()).
///
/// # Errors
/// [`BeyondLimit`], if they are farther apart.
///
/// ```
/// use gjk::{SupportExt, nalgebra::Vector2, precompiled::{Shape2, manifold, manifold_again}, shape::Cuboid};
/// let table = Cuboid::new(Vector2::new(5.0_f32, 1.0))?.posed(Vector2::new(0.0, -1.0))?;
/// let mut stone = Shape2::from(Cuboid::new(Vector2::new(1.0, 0.5))?).at(Vector2::new(1.0, 0.5))?;
/// let touch = manifold(&table, &stone, 0.01).expect("it rests");
/// assert_eq!(touch.points().len(), 2);
/// stone.set_pose(Vector2::new(1.1, 0.5))?;
/// let next = manifold_again(&touch, &table, &stone, 0.01).expect("it slides");
/// assert!(next.points().iter().all(|new| touch.points().iter().any(|old| old.id == new.id)));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn manifold<T: Precompiled<D>, const D: usize>(
    a: &dyn Placed<T, D>,
    b: &dyn Placed<T, D>,
    options: impl Into<ManifoldOptions<T, D>>,
) -> Result<Manifold<T, D>, BeyondLimit<T, D>> {
    T::touch(None, a, b, &options.into())
}

/// The manifold of two shapes, some time after `before`: [`Manifold::again`].
///
/// # Errors
/// [`BeyondLimit`], if they are farther apart than the prediction.
pub fn manifold_again<T: Precompiled<D>, const D: usize>(
    before: &Manifold<T, D>,
    a: &dyn Placed<T, D>,
    b: &dyn Placed<T, D>,
    options: impl Into<ManifoldOptions<T, D>>,
) -> Result<Manifold<T, D>, BeyondLimit<T, D>> {
    T::touch(Some(before), a, b, &options.into())
}

/// The manifold of two shapes whose contact is known, at any time after `before`: [`Manifold::of`].
pub fn manifold_of<T: Precompiled<D>, const D: usize>(
    a: &dyn Placed<T, D>,
    b: &dyn Placed<T, D>,
    contact: &Contact<T, D>,
    options: impl Into<ManifoldOptions<T, D>>,
    before: Option<&Manifold<T, D>>,
) -> Manifold<T, D> {
    T::touch_of(Some(a), b, contact, &options.into(), before)
}

/// The manifold of a shape with the ground, at any time after `before`: [`HalfSpace::manifold`], [`Manifold::of_half_space`].
///
/// # Errors
/// [`BeyondLimit`], if the shape is farther outside than the prediction.
///
/// ```
/// use gjk::{nalgebra::Vector2, precompiled::{Shape2, ground_manifold}, shape::{Cuboid, HalfSpace}};
/// let ground = HalfSpace::new(Vector2::new(0.0_f32, 1.0), 0.0)?;
/// let stone = Shape2::from(Cuboid::new(Vector2::new(1.0, 0.5))?).at(Vector2::new(3.0, 0.5))?;
/// let touch = ground_manifold(&ground, &stone, 0.01, None).expect("it rests");
/// assert_eq!(ground_manifold(&ground, &stone, 0.01, Some(&touch)), Ok(touch));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn ground_manifold<T: Precompiled<D>, const D: usize>(
    ground: &HalfSpace<T, D>,
    shape: &dyn Placed<T, D>,
    options: impl Into<ManifoldOptions<T, D>>,
    before: Option<&Manifold<T, D>>,
) -> Result<Manifold<T, D>, BeyondLimit<T, D>> {
    T::ground_touch(ground, shape, &options.into(), before)
}
