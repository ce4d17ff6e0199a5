//! The options of `gjk batch`.

use super::limits::Limits;
use super::scalar::Scalar;

/// How `gjk batch` answers.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Settings {
    /// The arithmetic of lines without the key scalar
    #[arg(long, value_enum, default_value_t)]
    pub(crate) scalar: Scalar,
    /// How many threads answer, up to 256; the order stays the same
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Answers in f32 and f64 without proofs: faster, and a verdict may be wrong where shapes touch up to rounding
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten, next_help_heading = "Limits: a line that exceeds one gets an error that names it")]
    pub(crate) limits: Limits,
}
