//! Whatever is asked, there is an answer, without a panic, an endless loop or nonsense. A file for each promise.

#![allow(unreachable_pub, reason = "the modules share parts")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "small numbers, and results that are exact"
)]

mod mappings;
mod names;
mod numbers;
mod properties;
mod range;
mod refusals;
mod repeats;
mod starts;
