//! Queries of shapes behind pointers, and the common shapes, compiled with the library. Tests and examples link to this code instead of
//! compiling it again. (For programs, the crate gjk-precompiled does this at any optimization level.)
//!
//! Nothing calls these functions. Compiling one for a scalar and a dimension compiles its queries.

use crate::shape::{Ball, Capsule, Cuboid, Ellipsoid, PointCloud, Posed, Segment, Swollen};
use crate::{
    Cache, ManifoldOptions, Pose, Query, RigidMotion, Support, SupportExt, contact, distance, epa::Expansion,
    intersects, manifold, scalar::Real, shape_cast, simplex::Cases, simplex::SimplexCases, time_of_impact,
};
#[cfg(feature = "exact")]
use crate::{certified, exact};
use alloc::{boxed::Box, vec::Vec};
use core::hint::black_box;
use nalgebra::{Point, SVector};

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
    in_the_plane_and_in_space!(distances contacts casts from_frame_to_frame shapes);
    flat_and_round::<f32>();
    flat_and_round::<f64>();
    #[cfg(feature = "exact")]
    in_the_plane_and_in_space!(proven);
}

pub fn shapes<T: Real, const D: usize>() {
    black_box((|points| PointCloud::new(points)) as fn(Vec<Point<T, D>>) -> _);
    black_box((|cloud| cloud.indexed()) as fn(PointCloud<T, D>) -> _);
    black_box((|cloud, margin| cloud.swollen(margin)) as fn(PointCloud<T, D>, T) -> _);
    shape::<PointCloud<T, D>, T, D>();
    shape::<Cuboid<T, D>, T, D>();
    shape::<Swollen<Cuboid<T, D>, T, D>, T, D>();
    shape::<Ball<T, D>, T, D>();
    shape::<Segment<T, D>, T, D>();
    shape::<Capsule<T, D>, T, D>();
    shape::<Ellipsoid<T, D>, T, D>();
    shape::<Box<Shape<T, D>>, T, D>();
}

#[cfg(all(precompiled, not(test)))]
fn flat_and_round<T: Real>() {
    use crate::shape::{Cone, Cylinder, Polygon};
    shape::<Polygon<T>, T, 2>();
    shape::<Cylinder<T>, T, 3>();
    shape::<Cone<T>, T, 3>();
}

/// A shape, posed or not, behind a pointer.
fn shape<S: Support<D, Scalar = T> + 'static, T: Real, const D: usize>() {
    black_box((|shape| shape) as for<'s> fn(&'s S) -> &'s Shape<T, D>);
    black_box((|shape| shape) as for<'s> fn(&'s Posed<S, T, D>) -> &'s Shape<T, D>);
    black_box((|shape, pose| shape.posed(pose)) as fn(S, Pose<T, D>) -> _);
}

pub fn distances<T: Real, const D: usize>()
where
    Cases: SimplexCases<T, D>,
{
    black_box(intersects::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box(distance::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
    black_box((|a, b, limit| Query::new().distance_within(limit, a, b)) as Ask<T, D, T, _>);
}

pub fn contacts<T: Real, const D: usize>()
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    black_box(contact::<Shape<T, D>, Shape<T, D>, T, D> as fn(&_, &_) -> _);
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
