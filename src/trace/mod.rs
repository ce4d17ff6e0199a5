//! Traces: what a query did, recorded step by step, as a table or JSON.
//!
//! A [`Tape`] is an [`Observer`](crate::observe::Observer) that makes a [`Trace`] of a query. That is plain data which serde can
//! write and read: numbers are in `f64` and in the sets' own units and coordinates, whatever the arithmetic was. Every direction,
//! vertex, region and end comes from the query itself. The tests are those of
//! [`SimplexCases::examine`](crate::simplex::SimplexCases::examine), made again with the same vertices.
//!
//! [`verdict`], [`distance`], [`contact`] and [`cast`] ask and record. A trace prints as a table. The crate `gjk-figure` draws its
//! steps as SVG.
//!
//! In a trace A, B, C, D, … are the vertices of the simplex, A the newest, as in [`simplex`](crate::simplex). The two shapes are
//! called *shape A* and *shape B*, and A − B is called their difference. The vertex A is a − b, where a is a point of
//! shape A and b a point of shape B.

#[cfg(feature = "exact")]
pub mod exact;
#[cfg(feature = "exact")]
pub(crate) mod lattice;
mod numbers;
mod queries;
mod record;
mod reel;
mod ruler;
mod table;
mod tape;
mod vector;
pub(crate) mod words;

pub use queries::{cast, contact, distance, verdict};
pub use record::{Answer, Excluded, Exclusion, Polytope, Progress, Ray, Step, Tested, Trace, Vertex};
pub use ruler::{Ruler, Scaled};
pub use tape::Tape;
pub use vector::Vector;
// What tables and the pictures of gjk-figure have in common.
#[doc(hidden)]
pub use {
    numbers::Fixed,
    vector::{dot, unit},
};
