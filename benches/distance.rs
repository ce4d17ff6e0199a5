//! How far apart are two shapes, and where? From a cold start, so that no query knows of another.
//!
//! Everything in the answer is computed: the distance, its lower bound, the two points, the feature and its weights.
//! Shapes that overlap (separations 0.95 and 0.5) are at distance 0, with a common point.
//!
//! `verdict.rs` explains the figures, the names of the cells, and how to compare two versions, here with `--bench distance`.

use criterion::{criterion_group, criterion_main};
use gjk::{Real, Support, distance, epa::Expansion, simplex::Cases};
use pairs::Question;

struct Distance;

impl Question for Distance {
    const NAME: &'static str = "distance";

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
    targets = pairs::all_cells::<Distance>
}
criterion_main!(benches);
