//! What a scene needs around the queries of the library [`gjk`]: convex pieces of levels, and lines to draw.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod pieces;

pub use pieces::{OutlineError, Piece, Pieces, Side};
