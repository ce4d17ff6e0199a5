//! The expanding polytope algorithm (EPA): penetration depth, and the minimum translation that separates two shapes.
//!
//! Start with `depth.rs`, the order of the steps, and `expand.rs`, the loop. The polytope is a polygon in the plane, a
//! mesh of triangles in space (`polygon.rs`, `mesh.rs`), and a complex of simplices elsewhere (`complex.rs`).

mod complex;
mod depth;
mod expand;
mod mesh;
mod polygon;
mod refine;
mod span;
pub(crate) mod strategy;

#[cfg(feature = "exact")]
pub(crate) use complex::{Complex, Normals};
#[cfg(feature = "exact")]
pub(crate) use expand::{Expanding, Slack};
pub use strategy::Expansion;
#[cfg(feature = "exact")]
pub(crate) use strategy::{Probe, SupportSource};
