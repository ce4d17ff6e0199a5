//! The queries of shapes behind pointers, compiled here: a test program links to them, and compiles only what depends on its
//! own types of shapes. (Where optimization is not for speed, the compiler looks for generic functions in other crates first.)

use super::Float;
use gjk::epa::Expansion;
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Cache, ManifoldOptions, Query, RigidMotion, Support, SupportExt};
use std::hint::black_box;

/// A list of functions: one for each scalar and dimension.
macro_rules! in_dimensions {
    ($make:ident, $($d:literal)*) => {
        [$($make::<f32, $d>,)* $($make::<f64, $d>,)*]
    };
}

type Shape<T, const D: usize> = dyn Support<D, Scalar = T>;

#[used]
static QUERIES: [fn(); 4] = in_dimensions!(queries, 2 3);
#[used]
static CASTS: [fn(); 4] = in_dimensions!(casts, 2 3);
#[used]
static OF_GAMES: [fn(); 4] = in_dimensions!(of_games, 2 3);

fn queries<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    type Within<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, T) -> R;
    black_box(gjk::intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(gjk::distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(gjk::contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, limit| Query::new().distance_within(limit, a, b)) as Within<T, D, _>);
    black_box((|a, b, limit| Query::new().contact_within(limit, a, b)) as Within<T, D, _>);
}

fn casts<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    type Cast<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, SVector<T, D>) -> R;
    black_box((|a, b, motion| gjk::shape_cast(a, b.moving(motion))) as Cast<T, D, _>);
}

/// What is asked from frame to frame, in the plane and in space.
fn of_games<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    type Remembering<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, &mut Cache<T, D>) -> R;
    type Touching<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, ManifoldOptions<T, D>) -> R;
    type Moving<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, &RigidMotion<T, D>) -> R;
    black_box((|a, b, cache| Query::new().with_cache(cache).intersects(a, b)) as Remembering<T, D, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).distance(a, b)) as Remembering<T, D, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).contact(a, b)) as Remembering<T, D, _>);
    black_box((|a, b, options| gjk::manifold(a, b, options)) as Touching<T, D, _>);
    black_box((|a, b, motion| gjk::time_of_impact(a, motion, b, motion, T::one())) as Moving<T, D, _>);
}

#[cfg(feature = "exact")]
#[used]
static QUERIES_ELSEWHERE: [fn(); 12] = in_dimensions!(queries, 1 4 5 6 7 8);
#[cfg(feature = "exact")]
#[used]
static CASTS_ELSEWHERE: [fn(); 4] = in_dimensions!(casts, 1 4);

#[cfg(feature = "exact")]
mod exact {
    use super::{Cases, Expansion, SVector, Shape, SimplexCases, SupportExt, black_box};
    use gjk::certified;
    use gjk::exact::{self, ExactCases, Float};

    #[used]
    static QUERIES: [fn(); 8] = in_dimensions!(queries, 1 2 3 4);

    fn queries<T: Float, const D: usize>()
    where
        Cases: SimplexCases<T, D> + Expansion<T, D> + ExactCases<D>,
    {
        type ShapeCast<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, SVector<T, D>) -> R;
        black_box(certified::intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
        black_box(certified::distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
        black_box(certified::contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
        black_box((|a, b, motion| certified::shape_cast(a, b.moving(motion))) as ShapeCast<T, D, _>);
        black_box(exact::intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
        black_box(exact::distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
        black_box(exact::contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
        black_box((|a, b, motion| exact::shape_cast(a, b.moving(motion))) as ShapeCast<T, D, _>);
    }
}
