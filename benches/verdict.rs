//! Do two shapes intersect? From a cold start, so that no query knows of another.
//!
//! A `time` is one query's: the mean over a thousand seeded pairs, which are the same in every run and on every machine. Cells are named
//! `verdict/shapes/scalar/separation`; a separation is the offset of the second shape over the offset at which the two touch, so they are
//! apart at 1.1 and 1.0001 and overlap at 0.95 and 0.5.
//!
//! Times vary between machines, and on one machine with its other work: compare two versions of the code by two runs,
//! one right after the other.
//!
//! ```text
//! cargo bench -p gjk-benches --bench verdict -- --save-baseline before
//! cargo bench -p gjk-benches --bench verdict -- --baseline before          after the change
//! cargo bench -p gjk-benches --bench verdict -- 'box/f32'                   some cells
//! cargo bench -p gjk-benches --bench verdict -- --measurement-time 3 box    less noise
//! ```

use criterion::{criterion_group, criterion_main};
use gjk::{Real, Support, epa::Expansion, intersects, simplex::Cases};
use pairs::Question;

struct Verdict;

impl Question for Verdict {
    const NAME: &'static str = "verdict";

    #[inline]
    fn ask<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D>,
    {
        intersects(a, b)
    }
}

criterion_group! {
    name = benches;
    config = pairs::short_runs();
    targets = pairs::all_cells::<Verdict>
}
criterion_main!(benches);
