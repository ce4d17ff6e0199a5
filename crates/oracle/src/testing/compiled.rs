//! The queries of shapes behind pointers in dimensions other than two and three, compiled here: a test program links to them, and
//! compiles only what depends on its own types of shapes, as with those that the library has compiled (src/precompiled.rs).

use super::Float;
use gjk::epa::Expansion;
use gjk::exact::{self, ExactCases};
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Query, Support, SupportExt, certified};
use std::hint::black_box;

/// A list of functions: one for each scalar and dimension.
macro_rules! in_dimensions {
    ($make:ident, $($d:literal)*) => {
        [$($make::<f32, $d>,)* $($make::<f64, $d>,)*]
    };
}

type Shape<T, const D: usize> = dyn Support<D, Scalar = T>;
/// A question about two shapes and something else.
type Ask<T, const D: usize, With, Answer> = fn(&Shape<T, D>, &Shape<T, D>, With) -> Answer;

#[used]
static QUERIES: [fn(); 12] = in_dimensions!(queries, 1 4 5 6 7 8);
#[used]
static CASTS: [fn(); 4] = in_dimensions!(casts, 1 4);
#[used]
static PROVEN: [fn(); 4] = in_dimensions!(proven, 1 4);

fn queries<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box(gjk::intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(gjk::distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(gjk::contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, limit| Query::new().distance_within(limit, a, b)) as Ask<T, D, T, _>);
    black_box((|a, b, limit| Query::new().contact_within(limit, a, b)) as Ask<T, D, T, _>);
}

fn casts<T: Float, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box((|a, b, motion| gjk::shape_cast(a, b.moving(motion))) as Ask<T, D, SVector<T, D>, _>);
}

fn proven<T: exact::Float, const D: usize>()
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
