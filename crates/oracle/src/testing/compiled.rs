//! The queries of shapes behind pointers in dimensions other than two and three. They are compiled here; test programs link to them, as
//! they link to the library's own.

use gjk::precompiled::{casts, proven, queries};

/// A list of functions: one for each scalar and dimension.
macro_rules! in_dimensions {
    ($make:ident, $($d:literal)*) => {
        [$($make::<f32, $d>,)* $($make::<f64, $d>,)*]
    };
}

#[used]
static QUERIES: [fn(); 12] = in_dimensions!(queries, 1 4 5 6 7 8);
#[used]
static CASTS: [fn(); 4] = in_dimensions!(casts, 1 4);
#[used]
static PROVEN: [fn(); 4] = in_dimensions!(proven, 1 4);
