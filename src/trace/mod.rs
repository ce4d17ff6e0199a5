//! Traces: what a query did, recorded step by step, as a table, JSON or pictures.
//!
//! A [`Tape`] is an [`Observer`](crate::observe::Observer) that makes a [`Trace`] of a query. That is plain data which serde can
//! write and read: numbers are in `f64` and in the sets' own units and coordinates, whatever the arithmetic was. Every direction,
//! vertex, region and end comes from the query itself. The tests are those of
//! [`SimplexCases::examine`](crate::simplex::SimplexCases::examine), made again with the same vertices.
//!
//! [`verdict`], [`distance`], [`contact`] and [`cast`] ask and record. A trace prints as a table, and [`Figure`] draws a step of it as
//! SVG.
//!
//! In a trace A, B, C, D, … are the vertices of the simplex, A the newest, as in [`simplex`](crate::simplex). The two shapes are
//! called *shape A* and *shape B*, and A − B is called their difference. The vertex A is a − b, where a is a point of
//! shape A and b a point of shape B.

#[cfg(feature = "exact")]
pub mod exact;
mod figure;
#[cfg(feature = "exact")]
pub(crate) mod lattice;
mod numbers;
mod outline;
mod pane;
mod queries;
mod record;
mod reel;
mod ruler;
mod scene;
mod table;
mod tape;
mod vector;
mod view;
pub(crate) mod words;

pub use figure::Figure;
pub use queries::{cast, contact, distance, verdict};
pub use record::{Answer, Excluded, Exclusion, Polytope, Progress, Ray, Step, Tested, Trace, Vertex};
pub use ruler::{Ruler, Scaled};
pub use scene::Scene;
pub use tape::Tape;
pub use vector::Vector;
pub use view::View;
