//! What a query did, step by step: recorded, told in words, drawn.
//!
//! A [`Tape`] watches a query as any [`Observer`](crate::observe::Observer) can, and makes a [`Trace`] of it: plain data in `f64` and
//! in the sets' own units and coordinates, whatever the arithmetic was, which serde writes and reads. What is not in it
//! did not happen: every direction, vertex, region and end comes from the one algorithm there is, and the tests are those
//! of [`SimplexCases::examine`](crate::simplex::SimplexCases::examine), made again with the same vertices.
//!
//! [`verdict`], [`distance`] and [`contact`] ask and record in one. A trace prints as a table, and [`Figure`] draws a step of
//! it as SVG.

#[cfg(feature = "exact")]
pub mod exact;
mod figure;
mod record;
mod scene;
mod tape;
mod vector;
mod words;

pub use figure::{Figure, View};
pub use record::{Answer, Excluded, HalfSpace, Polytope, Step, Tested, Trace, Vertex};
pub use scene::Scene;
pub use tape::{Tape, contact, distance, verdict};
pub use vector::Vector;
