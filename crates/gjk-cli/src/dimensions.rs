//! The dimensions that this program is built for: 1 to 4, and also 5 to 8 with the feature `dimensions`.

use gjk_question::json::{Fault, Place};

/// Calls a function of a scalar and a dimension with the dimension of a question.
macro_rules! in_dimension {
    ($ask:ident::<$scalar:ty>($question:expr, $argument:expr)) => {
        match $question.dim {
            1 => $ask::<$scalar, 1>($question, $argument),
            2 => $ask::<$scalar, 2>($question, $argument),
            3 => $ask::<$scalar, 3>($question, $argument),
            4 => $ask::<$scalar, 4>($question, $argument),
            #[cfg(feature = "dimensions")]
            5 => $ask::<$scalar, 5>($question, $argument),
            #[cfg(feature = "dimensions")]
            6 => $ask::<$scalar, 6>($question, $argument),
            #[cfg(feature = "dimensions")]
            7 => $ask::<$scalar, 7>($question, $argument),
            #[cfg(feature = "dimensions")]
            8 => $ask::<$scalar, 8>($question, $argument),
            dim => Err($crate::dimensions::beyond(dim)),
        }
    };
}
pub(crate) use in_dimension;

#[cold]
pub(crate) fn beyond(dim: usize) -> Fault {
    Place::Line.key("dim").fault(format_args!(
        "is {dim}, and this program was built for 1 to 4: build it with `--features dimensions` for 5 to 8"
    ))
}
