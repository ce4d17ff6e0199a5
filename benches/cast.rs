//! When do two shapes meet if one moves in a straight line? From a cold start, beside the distance of the same shapes at rest.
//!
//! B moves from where it is, at twice or 1.1 times the distance at which the shapes touch, to the side of A's center, by a third of the
//! way: nearly all meet. The group `still` has the distance of the same pairs: the ratio of the two is the cost of a cast.
//!
//! `verdict.rs` explains the figures, the names of the cells, and how to compare two versions, here with `--bench cast`.

use criterion::{criterion_group, criterion_main};
use gjk::{Real, Support, SupportExt, distance, epa::Expansion, shape_cast, simplex::Cases};
use pairs::Question;

struct Cast;

impl Question for Cast {
    const NAME: &'static str = "cast";
    const SEPARATIONS: &'static [f64] = &[2.0, 1.1];

    #[inline]
    fn ask<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D>,
    {
        let mut velocity = match (a.center(), b.center()) {
            (Some(a), Some(b)) => a - b,
            _ => gjk::nalgebra::SVector::zeros(),
        };
        let (first, last) = (velocity[0].clone(), velocity[D - 1].clone());
        velocity[0] = first + last.half().half();
        shape_cast(a, b.moving(velocity))
    }
}

struct Still;

impl Question for Still {
    const NAME: &'static str = "still";
    const SEPARATIONS: &'static [f64] = Cast::SEPARATIONS;

    #[inline]
    fn ask<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D>,
    {
        distance(a, b)
    }
}

criterion_group! {
    name = benches;
    config = pairs::short_runs();
    targets = pairs::all_cells::<Cast>, pairs::all_cells::<Still>
}
criterion_main!(benches);
