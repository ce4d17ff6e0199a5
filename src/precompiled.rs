//! Queries of shapes behind pointers, compiled with the library for tests: queries of all shapes share their code there, so test programs
//! and examples link to it instead of compiling it again.

use crate::{
    Cache, ManifoldOptions, Query, RigidMotion, Support, SupportExt, contact, distance, epa::Expansion, intersects,
    manifold, scalar::Real, shape_cast, simplex::Cases, simplex::SimplexCases, time_of_impact,
};
use core::hint::black_box;
use nalgebra::SVector;

type Shape<T, const D: usize> = dyn Support<D, Scalar = T>;
/// A question about two shapes and something else.
type Ask<T, const D: usize, With, Answer> = fn(&Shape<T, D>, &Shape<T, D>, With) -> Answer;

/// Compiles them. Nothing calls it, and programs leave out what they don't call.
pub fn compile() {
    queries::<f32, 2>();
    queries::<f64, 2>();
    queries::<f32, 3>();
    queries::<f64, 3>();
    #[cfg(feature = "exact")]
    proven::compile();
}

fn queries<T: Real + Into<f64>, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box(intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, limit| Query::new().distance_within(limit, a, b)) as Ask<T, D, T, _>);
    black_box((|a, b, limit| Query::new().contact_within(limit, a, b)) as Ask<T, D, T, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).intersects(a, b)) as Ask<T, D, &mut Cache<T, D>, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).distance(a, b)) as Ask<T, D, &mut Cache<T, D>, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).contact(a, b)) as Ask<T, D, &mut Cache<T, D>, _>);
    black_box((|a, b, options| manifold(a, b, options)) as Ask<T, D, ManifoldOptions<T, D>, _>);
    black_box((|a, b, motion| shape_cast(a, b.moving(motion))) as Ask<T, D, SVector<T, D>, _>);
    black_box((|a, b, motion| time_of_impact(a, motion, b, motion, T::one())) as Ask<T, D, &RigidMotion<T, D>, _>);
}

#[cfg(feature = "exact")]
mod proven {
    use super::{Ask, Cases, Expansion, SVector, Shape, SimplexCases, SupportExt, black_box};
    use crate::certified;
    use crate::exact::{self, ExactCases, Float};

    pub(super) fn compile() {
        queries::<f32, 2>();
        queries::<f64, 2>();
        queries::<f32, 3>();
        queries::<f64, 3>();
    }

    fn queries<T: Float, const D: usize>()
    where
        Cases: SimplexCases<T, D> + Expansion<T, D> + ExactCases<D>,
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
}
