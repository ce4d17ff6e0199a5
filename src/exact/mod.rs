//! The same questions in exact arithmetic: what two shapes *are* decides, not what they are rounded to.
//!
//! A shape is taken as its [`Construction`](crate::support::Construction) says, on a common lattice with the other one, so that all numbers are
//! integers. On them runs the very loop that runs on floating-point numbers. Nothing is rounded, there is nothing to be
//! tolerant of, and it always ends: every step gets strictly nearer, and there are finitely many features.
//!
//! In two and three dimensions a verdict takes integers of a fixed width where the shapes' exponents let it: with
//! coordinates of n bits, those of sums included, a difference has n + 1, and the products that are compared have
//! 2(n + 1) + 4 in two dimensions (degree 2) and 4(n + 1) + 9 in three (degree 4), signs included. So 256 and 512 bits suffice
//! for n ≤ 124. Elsewhere (and in all distances, and where code is to be small) integers are as long as they need be.

mod cases;
mod cast;
mod contact;
mod distance;
mod dyadic;
mod float;
mod integer;
mod lattice;
mod rounding;
mod set;
mod verdict;

pub use cases::ExactCases;
pub use cast::{Cast, cast};
pub use contact::{Contact, Query, contact};
pub use distance::{Distance, distance};
pub use float::Float;
pub(crate) use set::is_set;
pub use verdict::intersects;
pub(crate) use verdict::{decide, encloses, pair, separates};
#[cfg(feature = "serde")]
pub(crate) use {
    cases::{InIntegers, dot},
    contact::{reduced, separate},
    distance::{Unit, measure},
    integer::{Integer, Number},
    lattice::Pair,
    rounding::{nearest, root_plus},
    verdict::start,
};
