//! A query dispatcher for parry and rapier whose answers come from [`gjk`].
//!
//! parry lets anyone replace its queries. [`Gjk`] implements parry's traits `QueryDispatcher` and `PersistentQueryDispatcher`. In a rapier
//! world it takes one line:
//!
//! ```text
//! let narrow_phase = NarrowPhase::with_query_dispatcher(gjk_parry::Gjk::default());
//! ```
//!
//! With parry alone, ask the dispatcher instead of the functions of `parry3d::query`:
//!
//! ```
//! # #[cfg(feature = "parry3d")] {
//! use gjk_parry::Gjk;
//! use parry3d::{math::Pose, query::QueryDispatcher, shape::{Ball, Cuboid}};
//! let (ball, block) = (Ball::new(1.0), Cuboid::new([1.0, 2.0, 3.0].into()));
//! // The pose of the second shape in the frame of the first one.
//! let pose = Pose::translation(4.0, 0.0, 0.0);
//! assert_eq!(Gjk::default().distance(&pose, &ball, &block).unwrap().distance, 2.0);
//! # }
//! ```
//!
//! # Which pairs
//!
//! Balls, cuboids, capsules, segments, triangles, convex polygons and polyhedra, cylinders, cones, the rounded shapes, and each of these
//! with a half-space. parry takes compounds, meshes, polylines, height fields and voxels apart, and this crate answers each pair of their
//! parts. parry itself answers pairs of two half-spaces, and pairs with custom shapes.
//!
//! # One source for four crates
//!
//! parry publishes a crate for each dimension and scalar, and each one has its own traits. This crate has a feature for each of them:
//! `parry3d` (the default), `parry2d`, `parry3d-f64`, `parry2d-f64`. There is one `Gjk`, which implements the traits of every crate that is
//! enabled. The implementation is in `src/shared`, and is compiled as a module for each crate. So the features add up, as Cargo expects of
//! features, and a program can have parry2d and parry3d at once. `src/plane.rs` and `src/space.rs` are for one dimension each.
//!
//! # What parry's traits can't express
//!
//! - *Undecided* ([`gjk::Undecided`]). The answer is then the cautious one: an intersection, the distance 0, no contact, a cast that ends at
//!   a time before which nothing meets, with the status `OutOfIterations`. [`Counts::undecided`] counts these answers.
//! - *Errors.* For a shape or a pose that is not finite, has a negative size, or is not a rotation, the answer is `Unsupported`, which rapier
//!   takes for no contact. [`Counts::refused`] counts these questions.
//! - *Proofs*: the bounds of a contact, separating axes, certificates. Ask [`gjk`] for them.

#![forbid(unsafe_code)]
// Each file in `shared` is a module of each of parry's crates.
#![allow(
    clippy::duplicate_mod,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
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

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The dispatcher. Clones share their [`counts`](Self::counts), so keep a clone when you give one to rapier.
///
/// ```
/// # #[cfg(feature = "parry3d")] {
/// use gjk_parry::Gjk;
/// use parry3d::{math::Pose, query::{QueryDispatcher, Unsupported}, shape::Ball};
/// let gjk = Gjk::default();
/// let refused = gjk.clone().distance(&Pose::translation(f32::NAN, 0.0, 0.0), &Ball::new(1.0), &Ball::new(1.0));
/// assert_eq!(refused.map(|found| found.distance), Err(Unsupported));
/// assert_eq!(gjk.counts().refused, 1);
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Gjk {
    counters: Arc<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    undecided: AtomicU64,
    refused: AtomicU64,
}

/// The numbers of questions without a certain answer: see [`Gjk::counts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Questions whose answer was undecided.
    pub undecided: u64,
    /// Questions about a shape, a pose or a velocity that is not valid.
    pub refused: u64,
}

impl Gjk {
    /// Returns how many questions to this dispatcher and its clones had no certain answer.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Counts { undecided: read(&self.counters.undecided), refused: read(&self.counters.refused) }
    }

    /// Counts an answer if it is undecided.
    fn count_undecided(&self, why: Option<gjk::Undecided>) {
        if why.is_some() {
            self.counters.undecided.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts an error.
    fn count_refused(&self) {
        self.counters.refused.fetch_add(1, Ordering::Relaxed);
    }
}
