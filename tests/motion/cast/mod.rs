//! Casts against exact times, a file for each subject.
//!
//! `CASTS=100000 cargo test --release --test motion cast:: -- --nocapture` makes this many casts for each scalar and
//! dimension, and prints the figures.

#![allow(unreachable_pub, reason = "the modules share parts")]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts, and figures to print"
)]
#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(clippy::unreadable_literal, reason = "numbers as they were reported")]
#![allow(clippy::items_after_statements, reason = "a scalar's name, in each turn of a loop")]

mod characters;
mod curved;
mod edges;
mod hulls;
mod invariants;
mod planar;
mod proven;
mod reported;
mod scenes;
