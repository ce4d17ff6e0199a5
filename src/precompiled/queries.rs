//! The queries, each compiled for both scalars in two and three dimensions. A query is added in the list at the end.

use super::shapes::{Placed, PrecompiledShapes};
use crate::cast::{Cast, Velocities};
use crate::contact::{Contact, contact_of_any};
use crate::distance::{Distance, nearest_and_axis};
use crate::epa::Expansion;
use crate::error::{Error, check_direction};
use crate::manifold::Manifold;
use crate::minkowski::ErasedPair;
use crate::motion::Motion;
use crate::query::{Farther, Options, Query, Start};
use crate::scalar::Real;
use crate::shape::{Ball, HalfSpace};
use crate::simplex::Cases;
use crate::support::Support;
use crate::time_of_impact::{Aim, Impact, chase};
use nalgebra::{Point, SVector};

/// A scalar that queries are compiled for, in D dimensions: `f32` and `f64`, in two and three. No others can be added.
pub trait Precompiled<const D: usize>: PrecompiledShapes<D> + Queries<Self, D> {}

/// A function for each query of the list, and what it calls: for each scalar and dimension a function without type
/// parameters, which is therefore compiled here.
macro_rules! queries {
    ($($(#[$text:meta])* fn $query:ident($($argument:ident: $type:ty),*) -> $answer:ty { $make:expr })*) => {
        /// The functions behind those of this module.
        #[doc(hidden)]
        pub trait Queries<T: PrecompiledShapes<D>, const D: usize> {
            $(fn $query($($argument: $type),*) -> $answer;)*
        }

        queries!(@for f32, 2, $($query($($argument: $type),*) -> $answer { $make })*);
        queries!(@for f64, 2, $($query($($argument: $type),*) -> $answer { $make })*);
        queries!(@for f32, 3, $($query($($argument: $type),*) -> $answer { $make })*);
        queries!(@for f64, 3, $($query($($argument: $type),*) -> $answer { $make })*);

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

/// The shape that is called.
fn known<T: Real, const D: usize>(shape: &dyn Support<D, Scalar = T>) -> &dyn Support<D, Scalar = T> {
    shape.behind().unwrap_or(shape)
}

/// A manifold, some time after another if there was one.
fn touching<T: Real, const D: usize>(
    [a, b]: [&dyn Placed<T, D>; 2],
    prediction: &T,
    before: Option<&Manifold<T, D>>,
) -> Result<Manifold<T, D>, Farther<T, D>>
where
    Cases: Expansion<T, D>,
{
    let start = before.map_or(Start::Centers, |before| Start::Along(before.normal.clone()));
    let shapes = [known(a), known(b)];
    let contact = Query::new().start(start).within(prediction.clone()).contact_of(&ErasedPair(shapes[0], shapes[1]))?;
    Ok(Manifold::of_any(shapes, [a.place(), b.place()], &contact, prediction, before))
}

queries! {
    /// Whether two shapes have a point in common: [`gjk::intersects`](crate::intersects).
    fn intersects(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> bool {
        crate::gjk(&ErasedPair(known(a), known(b)))
    }

    /// The distance between two shapes, and where they are nearest: [`gjk::distance`](crate::distance()).
    fn distance(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Distance<T, D> {
        nearest_and_axis(&ErasedPair(known(a), known(b)), &Options::default()).0
    }

    /// The contact of two shapes: [`gjk::contact`](crate::contact()).
    fn contact(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> Contact<T, D> {
        contact_of_any(&ErasedPair(known(a), known(b)), &Options::default())
    }

    /// The contact of two shapes if their separation is at most `limit`: [`Query::within`].
    ///
    /// # Errors
    /// [`Farther`], if it is more.
    fn contact_within(
        limit: T,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>
    ) -> Result<Contact<T, D>, Farther<T, D>> {
        Query::new().within(limit).contact_of(&ErasedPair(known(a), known(b)))
    }

    /// The contact of a shape with the ground: [`HalfSpace::contact`].
    fn ground_contact(ground: &HalfSpace<T, D>, shape: &dyn Support<D, Scalar = T>) -> Contact<T, D> {
        ground.contact(known(shape))
    }

    /// The manifold of two shapes that are no farther apart than `prediction`: [`gjk::manifold`](crate::manifold()).
    ///
    /// # Errors
    /// [`Farther`], if they are farther apart.
    fn manifold(a: &dyn Placed<T, D>, b: &dyn Placed<T, D>, prediction: T) -> Result<Manifold<T, D>, Farther<T, D>> {
        touching([a, b], &prediction, None)
    }

    /// The manifold of the same two shapes, some time after `before`: [`Manifold::again`].
    ///
    /// # Errors
    /// [`Farther`], if they are farther apart than `prediction`.
    fn manifold_again(
        before: &Manifold<T, D>,
        a: &dyn Placed<T, D>,
        b: &dyn Placed<T, D>,
        prediction: T
    ) -> Result<Manifold<T, D>, Farther<T, D>> {
        touching([a, b], &prediction, Some(before))
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
        Query::new().cast_of(&ErasedPair(known(a), known(b)), motion)
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
        aim: Aim<T>
    ) -> Result<Impact<T, D>, Error> {
        chase([(known(a), motion_a), (known(b), motion_b)], aim)
    }
}
