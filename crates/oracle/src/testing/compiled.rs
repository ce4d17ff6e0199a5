//! The queries of shapes behind pointers, compiled here: a test program links to them, and compiles only what depends on its
//! own types of shapes. (Where optimization is not for speed, the compiler looks for generic functions in other crates first.)

use super::Float;
use gjk::epa::Expansion;
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Cache, Query, Support, SupportExt};
use std::hint::black_box;

/// A list of functions: one for each scalar and dimension.
macro_rules! in_dimensions {
    ($make:ident, $($d:literal)*) => {
        [$($make::<f32, $d>,)* $($make::<f64, $d>,)*]
    };
}

#[used]
static QUERIES: [fn(); 16] = in_dimensions!(queries, 1 2 3 4 5 6 7 8);

type Shape<T, const D: usize> = dyn Support<D, Scalar = T>;

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

// What fewer dimensions are asked.

#[used]
static REMEMBERING: [fn(); 4] = in_dimensions!(remembering, 2 3);

fn remembering<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    type Remembering<T, const D: usize, R> = fn(&Shape<T, D>, &Shape<T, D>, &mut Cache<T, D>) -> R;
    black_box((|a, b, cache| Query::new().with_cache(cache).intersects(a, b)) as Remembering<T, D, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).distance(a, b)) as Remembering<T, D, _>);
    black_box((|a, b, cache| Query::new().with_cache(cache).contact(a, b)) as Remembering<T, D, _>);
}

#[used]
static CAST: [fn(); 8] = in_dimensions!(cast, 1 2 3 4);

fn cast<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box(
        (|a, b, motion| gjk::shape_cast(a, b.moving(motion))) as fn(&Shape<T, D>, &Shape<T, D>, SVector<T, D>) -> _,
    );
}

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
