//! Traces of the queries of the library [`gjk`]: recorded step by step, as a table, as JSON, and drawn as SVG.
//!
//! A [`Recorder`] is an [`Observer`](gjk::observe::Observer) that makes a [`Trace`] of a query. A trace is plain data, which serde can
//! write and read: numbers are in `f64` and in the sets' own units and coordinates, whatever the arithmetic was. The query
//! itself hands over each direction, vertex and region, and how it ends. To know the tests of a step, a recorder calls
//! [`SimplexCases::examine`](gjk::simplex::SimplexCases::examine) again with the same vertices.
//!
//! [`verdict`], [`distance`], [`contact`] and [`shape_cast`] ask a query and record it; the functions of [`exact`] do so in exact
//! arithmetic. A trace prints as a table. A [`Figure`] draws one of its steps: on the left the shapes, on the right their difference and
//! the origin. A [`Scene`] has the outlines to draw, found from support mappings alone. Two dimensions are drawn as they are, three in a
//! parallel projection.
//!
//! ```
//! use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
//! use gjk_trace::{Figure, Scene};
//! let a = Cuboid::new(Vector2::new(1.0, 1.0))?;
//! let b = a.clone().posed(Vector2::new(1.5, 0.5))?;
//! let (trace, scene) = (gjk_trace::contact(&a, &b, &Query::new()), Scene::new(&a, &b));
//! let svg = Figure::new(&trace, &scene, 0).to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! In a trace W, X, Y, Z, … are the vertices of the simplex, W the newest, as in [`gjk::simplex`]. The two shapes are called *shape A*
//! and *shape B*, and A − B is called their difference. The vertex W is a − b, where a is a point of shape A and b a point of shape B.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod exact;
mod figure;
mod lattice;
mod numbers;
mod outline;
mod pane;
mod queries;
mod record;
mod recorder;
mod ruler;
mod scene;
mod step_log;
mod table;
mod vector;
mod view;
mod words;

pub use figure::Figure;
#[doc(hidden)]
pub use lattice::{Lattice, lattice, options_in_integers};
pub use queries::{contact, distance, shape_cast, shape_cast_of, verdict};
pub use record::{Answer, Excluded, Exclusion, Polytope, Progress, Ray, Step, Tested, Trace, Vertex};
pub use recorder::Recorder;
pub use ruler::{Ruler, Scaled};
pub use scene::Scene;
pub use vector::Vector;
pub use view::View;
pub use words::stopped;
