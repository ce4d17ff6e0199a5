//! Steps of the GJK algorithm as pictures: a trace that the library [`gjk`] has recorded, drawn as SVG.
//!
//! A [`Figure`] is one step of a [`Trace`](gjk::trace::Trace): on the left the shapes, on the right their difference and the origin. A
//! [`Scene`] has the outlines that it draws, found by nothing but support mappings. Two dimensions are drawn as they are, three
//! in a parallel projection.
//!
//! ```
//! use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid, trace};
//! use gjk_figure::{Figure, Scene};
//! let a = Cuboid::new(Vector2::new(1.0, 1.0))?;
//! let b = a.clone().posed(Vector2::new(1.5, 0.5))?;
//! let (trace, scene) = (trace::contact(&a, &b, &Query::new()), Scene::new(&a, &b));
//! let svg = Figure::new(&trace, &scene, 0).to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), gjk::Error>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod figure;
mod outline;
mod pane;
mod scene;
mod view;

pub use figure::Figure;
pub use scene::Scene;
pub use view::View;
