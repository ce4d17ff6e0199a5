//! What a scene needs around the queries of the library [`gjk`]: convex pieces of levels, and lines to draw.
//!
//! | to | use |
//! | --- | --- |
//! | cut a concave outline with holes into convex shapes | [`Pieces`] |
//! | slide over a chain, a mesh or a field of heights without stumbling | [`Ground`] |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod ground;
mod pieces;

pub use ground::{Ground, GroundError};
pub use pieces::{OutlineError, Piece, Pieces, Side};
