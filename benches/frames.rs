//! What does a cache save, if the two shapes of a pair move a little from frame to frame? The same query from a cold start, and from the
//! cache that the query of the last frame left ([`gjk::Cache`]).
//!
//! From frame to frame one shape moves by 1 % of the distance between the two, and turns by 0.01 radians. Separations are from the first
//! frame. `cargo bench -p gjk-benches --bench frames` runs all cells, named `question/shapes/scalar/separation/start`.

use criterion::{criterion_group, criterion_main};
use gjk::{Cache, Query, Real, Support, SupportExt, epa::Expansion, simplex::Cases};
use pairs::Sequel;

macro_rules! sequel {
    ($name:ident, $ask:ident, $separations:expr $(, |$a:ident, $b:ident| $second:expr)?) => {
        struct $name;

        impl Sequel for $name {
            const NAME: &'static str = stringify!($ask);
            const SEPARATIONS: &'static [f64] = &$separations;

            #[inline]
            fn cold<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
            where
                A: Support<D, Scalar = T>,
                B: Support<D, Scalar = T>,
                Cases: Expansion<T, D>,
            {
                $(let ($a, $b) = (a, b);
                let b = $second;)?
                Query::new().$ask(a, b)
            }

            #[inline]
            fn warm<A, B, T: Real, const D: usize>(a: &A, b: &B, cache: &mut Cache<T, D>) -> impl Sized
            where
                A: Support<D, Scalar = T>,
                B: Support<D, Scalar = T>,
                Cases: Expansion<T, D>,
            {
                $(let ($a, $b) = (a, b);
                let b = $second;)?
                Query::new().with_cache(cache).$ask(a, b)
            }
        }
    };
}
sequel!(Verdict, intersects, [1.05, 0.98]);
sequel!(Distance, distance, [1.05, 1.5]);
sequel!(Contact, contact, [0.98, 0.9, 0.5]);
sequel!(Cast, shape_cast, [1.5], |a, b| b
    .moving(a.center().expect("in the middle") - b.center().expect("in the middle")));

criterion_group! {
    name = benches;
    config = pairs::short_runs();
    targets = pairs::all_frames::<Verdict>, pairs::all_frames::<Distance>, pairs::all_frames::<Contact>,
        pairs::all_frames::<Cast>
}
criterion_main!(benches);
