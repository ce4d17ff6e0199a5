//! How deep do two shapes overlap, which way is out, and where do they touch? From a cold start, so that no query knows of
//! another.
//!
//! Everything in the answer is computed: the signed separation, its bounds, the normal and the two points. Only overlaps are
//! asked about (separations 0.95 and 0.5): a contact of shapes that are apart is little more than their distance.
//!
//! `verdict.rs` explains the figures, the names of the cells, and how to compare two versions, here with `--bench contact`.

use criterion::{criterion_group, criterion_main};
use gjk::{Real, Support, contact, epa::Expansion, simplex::Cases};
use pairs::Question;

struct Contact;

impl Question for Contact {
    const NAME: &'static str = "contact";
    const SEPARATIONS: &'static [f64] = &[0.95, 0.5];

    #[inline]
    fn ask<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D>,
    {
        contact(a, b)
    }
}

criterion_group! {
    name = benches;
    config = pairs::short_runs();
    targets = pairs::all_cells::<Contact>
}
criterion_main!(benches);
