//! Exact answers, in rational arithmetic: verdicts, distances, contacts and casts of shapes exactly as they are given.
//!
//! Both shapes ([`Construction`](crate::support::Construction)) are brought to a common lattice, so that all numbers
//! are integers. The same loop runs on them as on floating-point numbers. Without rounding it needs no tolerances, and
//! it always ends: every step gets strictly nearer, and there are finitely many features.
//!
//! In two and three dimensions a verdict uses integers of 256 and 512 bits if these are wide enough: for coordinates,
//! sums included, of up to 124 bits (`lattice.rs`). All other answers use integers as long as needed.

pub(crate) mod cases;
mod cast;
pub(crate) mod contact;
pub(crate) mod distance;
pub(crate) mod dyadic;
pub(crate) mod integer;
pub(crate) mod lattice;
pub(crate) mod rounding;
pub(crate) mod verdict;

pub use cases::ExactCases;
pub use cast::{ExactCast, shape_cast};
pub use contact::{ExactContact, ExactQuery, contact};
pub use distance::{ExactDistance, distance};
pub use dyadic::Float;
pub(crate) use dyadic::narrowed;
pub use verdict::intersects;
pub(crate) use verdict::{decide_along, encloses, is_set, pair, separates};

/// Exact arithmetic that divides.
impl crate::scalar::Scalar for num_rational::BigRational {}
