//! Scenes around the queries of the library [`gjk`]: convex pieces of levels, lines to draw, and the Minkowski
//! difference.
//!
//! | to | use |
//! | --- | --- |
//! | cut a concave outline with holes into convex shapes | [`Pieces`] |
//! | slide over a chain, a mesh or a field of heights without stumbling | [`Ground`] |
//! | draw shapes, and what queries have found | [`outline`], [`wireframe`], [`contact_lines`], [`manifold_lines`], [`hit_lines`], [`ground_lines`], [`simplex_lines`] |
//! | look at a Minkowski difference | [`difference_points`], [`difference_polygon`], [`difference_hull`] |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod difference;
mod ground;
mod lines;
mod pieces;

pub use difference::{DifferenceError, difference_hull, difference_points, difference_polygon};
pub use ground::{Ground, GroundError};
pub use lines::{Line, contact_lines, ground_lines, hit_lines, manifold_lines, outline, simplex_lines, wireframe};
pub use pieces::{OutlineError, Piece, Pieces, Side};

/// The page's example.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/levels.md")]
struct Levels;
