//! Queries of shapes behind pointers, compiled with the library. All shapes share this code, so tests and examples link to it instead of
//! compiling it again. (For programs, the crate gjk-precompiled does this at any optimization level.)
//!
//! Nothing calls these functions. Compiling one for a scalar and a dimension compiles its queries.

use crate::{
    Cache, ManifoldOptions, Query, RigidMotion, Support, SupportExt, contact, distance, epa::Expansion, intersects,
    manifold, scalar::Real, shape_cast, simplex::Cases, simplex::SimplexCases, time_of_impact,
};
#[cfg(feature = "exact")]
use crate::{certified, exact};
use core::hint::black_box;
use nalgebra::SVector;

type Shape<T, const D: usize> = dyn Support<D, Scalar = T>;
/// A question about two shapes and something else.
type Ask<T, const D: usize, With, Answer> = fn(&Shape<T, D>, &Shape<T, D>, With) -> Answer;

#[cfg(all(precompiled, not(test)))]
macro_rules! in_the_plane_and_in_space {
    ($($compile:ident)*) => {
        $($compile::<f32, 2>(); $compile::<f32, 3>(); $compile::<f64, 2>(); $compile::<f64, 3>();)*
    };
}

#[cfg(all(precompiled, not(test)))]
pub fn compile() {
    in_the_plane_and_in_space!(queries casts from_frame_to_frame);
    #[cfg(feature = "exact")]
    in_the_plane_and_in_space!(proven);
}

pub fn queries<T: Real, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box(intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, limit| Query::new().distance_within(limit, a, b)) as Ask<T, D, T, _>);
    black_box((|a, b, limit| Query::new().contact_within(limit, a, b)) as Ask<T, D, T, _>);
}

pub fn casts<T: Real, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box((|a, b, motion| shape_cast(a, b.moving(motion))) as Ask<T, D, SVector<T, D>, _>);
}

pub fn from_frame_to_frame<T: Real + Into<f64>, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box((|a, b, cache| Query::new().with_cache(cache).intersects(a, b)) as Ask<T, D, &mut Cache<T, D>, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).distance(a, b)) as Ask<T, D, &mut Cache<T, D>, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).contact(a, b)) as Ask<T, D, &mut Cache<T, D>, _>);
    black_box((|a, b, options| manifold(a, b, options)) as Ask<T, D, ManifoldOptions<T, D>, _>);
    black_box((|a, b, motion| time_of_impact(a, motion, b, motion, T::one())) as Ask<T, D, &RigidMotion<T, D>, _>);
}

#[cfg(feature = "exact")]
pub fn proven<T: exact::Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D> + exact::ExactCases<D>,
{
    black_box(certified::intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(certified::distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(certified::contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, motion| certified::shape_cast(a, b.moving(motion))) as Ask<T, D, SVector<T, D>, _>);
    black_box(exact::intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(exact::distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(exact::contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, motion| exact::shape_cast(a, b.moving(motion))) as Ask<T, D, SVector<T, D>, _>);
}
