//! The dispatcher's answers against the library's, in other coordinates and in `f64`; and its manifolds from frame to frame.

#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::duplicate_mod,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_cast,
    clippy::useless_conversion,
    reason = "the same code is compiled for two and three dimensions, f32 and f64"
)]

#[cfg(feature = "parry2d")]
mod parry2d;
#[cfg(feature = "parry2d-f64")]
mod parry2d_f64;
#[cfg(feature = "parry3d")]
mod parry3d;
#[cfg(feature = "parry3d-f64")]
mod parry3d_f64;
