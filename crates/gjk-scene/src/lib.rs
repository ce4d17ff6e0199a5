//! Scenes around the queries of the library [`gjk`]: convex pieces of levels, a character controller, lines to draw,
//! and the Minkowski difference.
//!
//! | to | use |
//! | --- | --- |
//! | cut a concave outline with holes into convex shapes | [`Pieces`] |
//! | move a character | [`Mover`] |
//! | find the nearest of many hits of a ray | [`nearest_hit`] |
//! | slide over a chain, a mesh or a field of heights without stumbling | [`Ground`] |
//! | draw shapes, and what queries have found | [`outline`], [`wireframe`], [`contact_lines`], [`manifold_lines`], [`hit_lines`], [`ground_lines`], [`simplex_lines`] |
//! | look at a Minkowski difference | [`difference_points`], [`difference_polygon`], [`difference_hull`] |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod difference;
mod ground;
mod hits;
mod lines;
mod mover;
mod pieces;

pub use difference::{DifferenceError, difference_hull, difference_points, difference_polygon};
pub use ground::{Ground, GroundError};
pub use hits::nearest_hit;
pub use lines::{Line, contact_lines, ground_lines, hit_lines, manifold_lines, outline, simplex_lines, wireframe};
pub use mover::{Moved, Mover, MoverOptions, Obstacle, Surface, Touch};
pub use pieces::{OutlineError, Piece, Pieces, Side};

/// The page's example.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/levels.md")]
struct Levels;
