//! Exact answers, in rational arithmetic: verdicts, distances, contacts and casts of shapes exactly as they are given.
//!
//! Both shapes, as their [`Construction`](crate::support::Construction)s say, are brought to a common lattice, so that
//! all numbers are integers. The same loop runs on them as on floating-point numbers. Nothing is rounded, so there are
//! no tolerances, and it always ends: every step gets strictly nearer, and there are finitely many features.
//!
//! In two and three dimensions a verdict uses integers of fixed width if they are wide enough. With coordinates of n
//! bits, those of sums included, a difference has n + 1. The products that are compared have 2(n + 1) + 4 bits in two
//! dimensions (degree 2) and 4(n + 1) + 9 in three (degree 4), signs included. So 256 and 512 bits are enough for n ≤
//! 124. In all other cases (also in all distances) integers are as long as needed.

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
