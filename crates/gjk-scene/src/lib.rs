//! What a scene needs around the queries of the library [`gjk`]: convex pieces of levels, and lines to draw.
//!
//! | to | use |
//! | --- | --- |
//! | cut a concave outline with holes into convex shapes | [`Pieces`] |
//! | slide over a chain, a mesh or a field of heights without stumbling | [`Ground`] |
//! | draw shapes, and what queries have found | [`outline`], [`wireframe`], [`contact_lines`], [`manifold_lines`], [`hit_lines`], [`ground_lines`], [`simplex_lines`] |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod ground;
mod lines;
mod pieces;

pub use ground::{Ground, GroundError};
pub use lines::{Line, contact_lines, ground_lines, hit_lines, manifold_lines, outline, simplex_lines, wireframe};
pub use pieces::{OutlineError, Piece, Pieces, Side};
