//! The precision study: what fewer digits cost, and what the ways to treat a simplex do with them.

pub mod diverge;
mod rational;
mod recorded;
mod twin;
pub mod ways;

pub(crate) use recorded::record;
