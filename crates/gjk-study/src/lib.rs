//! The precision study. It runs the algorithm in several arithmetics and with several published ways to treat a simplex, and
//! compares each answer with that of exact arithmetic. The program runs it as `gjk precision`.
//!
//! | file | is |
//! | --- | --- |
//! | published/ | ways to treat the simplex, from the literature |
//! | diverge.rs, recorded.rs, twin.rs, rational.rs | where two ways or arithmetics part, and traces of any way |
//! | arithmetic.rs, faulty.rs, wide.rs, wrapped.rs | the arithmetics, one that is wrong on purpose, and what they are made by |
//! | parry.rs | another library, behind a feature of its own |
//! | random.rs, body.rs, sweeps.rs | the pairs: each is a function of seed, sweep, dimension and number alone, gaps in ε L also of ε |
//! | truth.rs, measure.rs | the judge, and answers against the truth |
//! | statistics.rs, cell.rs | counts that add up, and what can be said of them |
//! | plan.rs, run.rs | a study, and parts of it |
//! | pairs.rs | the pairs alone, for other programs |
//! | questions.rs, kinds.rs | questions from a file instead of sweeps |
//! | rows.rs, worst.rs, report/ | the rows, the worst pairs, the report |
//! | folder.rs | what is written, and parts put together |
//!
//! ```
//! use gjk::{nalgebra::Point2, shape::Ball};
//! use gjk_study::published::Way;
//! let [a, b] = [Ball::point(Point2::new(0.0_f32, 0.0))?, Ball::point(Point2::new(3.0, 4.0))?];
//! let found = Way::Ours.ask(&a, &b);
//! assert_eq!(found.intersects, Some(false));
//! # Ok::<(), gjk::Error>(())
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::missing_errors_doc, reason = "errors are sentences, for the program to print")]

mod arithmetic;
mod body;
mod cell;
pub mod diverge;
mod faulty;
mod folder;
mod kinds;
mod measure;
mod pairs;
#[cfg(feature = "parry")]
mod parry;
mod plan;
pub mod published;
mod questions;
mod random;
mod rational;
mod recorded;
#[expect(clippy::format_collect, clippy::format_push_string, reason = "text is written once, and is short")]
mod report;
mod rows;
mod run;
mod statistics;
mod sweeps;
mod truth;
mod twin;
mod wide;
mod worst;
mod wrapped;

pub use arithmetic::Arithmetic;
pub use pairs::write as write_pairs;
pub use plan::{Plan, Shard};
pub use questions::{Reading, run as answer};
pub use recorded::record;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs a part of a study, and writes what it found into a folder. The error is a sentence.
pub fn run(plan: &Plan, shard: Shard, jobs: NonZeroUsize, folder: &Path) -> Result<(), String> {
    folder::prepare(folder, folder::CELLS)?;
    let begun = Instant::now();
    let (cells, times) = run::run(plan, shard, jobs)?;
    let seconds = begun.elapsed().as_secs_f64();
    folder::keep(folder, plan, shard, &cells)?;
    folder::keep_times(folder, &times, seconds, jobs.get())
}

/// Puts the parts of a study together, and writes what one run would have written. The error is a sentence.
pub fn merge(parts: &[PathBuf], folder: &Path) -> Result<(), String> {
    let (plan, cells) = folder::merge(parts, folder)?;
    folder::prepare(folder, folder::CELLS)?;
    folder::keep(folder, &plan, Shard::ALL, &cells)?;
    folder::merge_times(parts, folder)
}
