//! The arithmetics that a user can choose.

use gjk_question::Arithmetic;

/// The value of `--scalar`.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(crate) enum Scalar {
    /// Single precision
    F32,
    /// Double precision
    #[default]
    F64,
    /// Exact, on the `f64` values; only the answer is rounded
    Exact,
}

impl From<Scalar> for Arithmetic {
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::F32 => Self::F32,
            Scalar::F64 => Self::F64,
            Scalar::Exact => Self::Exact,
        }
    }
}
