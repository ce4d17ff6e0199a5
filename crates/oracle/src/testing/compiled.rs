//! The queries of shapes behind pointers in dimensions other than two and three. They are compiled here; test programs link to them, as
//! they link to the library's own.

use gjk::precompiled::{casts, contacts, distances, proven};

/// A list of functions: one for each scalar and dimension.
macro_rules! compiled {
    ($($what:ident $scalar:ident $($d:literal)*;)*) => { [$($($what::<$scalar, $d>,)*)*] };
}

#[used]
static COMPILED: [fn(); 29] = compiled! {
    distances f32 1 4 5 6 7 8;
    distances f64 1 4 5 6 7 8;
    contacts f32 1 4 5 7;
    contacts f64 1 4 5 6 8;
    casts f32 1 4;
    casts f64 1 4;
    proven f32 1 4;
    proven f64 1 4;
};
