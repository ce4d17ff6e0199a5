//! The precision study. It runs the algorithm in several arithmetics and with several published ways to treat a simplex, and
//! compares each answer with exact arithmetic's. The program runs it as `gjk precision`.
//!
//! | file | is |
//! | --- | --- |
//! | published/ | ways to treat the simplex, from the literature |
//! | diverge.rs, recorded.rs, twin.rs, rational.rs | where two ways or arithmetics part, and traces of any way |
//! | arithmetic.rs, quad.rs, small.rs, faulty.rs, wrapped.rs | the arithmetics: double-doubles, few digits, one that is wrong on purpose, and a wrapper for others |
//! | split.rs | places in `f64` with a search in `f32`, and shapes in `f32` with a search in `f64` |
//! | parry.rs | another library, behind a feature of its own |
//! | random.rs, body.rs, sweeps.rs | the pairs: each is a function of seed, sweep, dimension and number alone, gaps in ε L also of ε |
//! | scenes.rs | pairs that worlds of bodies have met |
//! | truth.rs, measure.rs | the judge, and answers against the truth |
//! | statistics.rs, cell.rs | counts that add up, and what can be said of them |
//! | plan.rs, run.rs | a study, and parts of it |
//! | pairs.rs | the pairs alone, for other programs |
//! | questions.rs, kinds.rs, need.rs | questions from a file instead of sweeps, and whether an arithmetic is enough for them |
//! | table.rs, rows.rs, samples.rs | the numbers, for other programs |
//! | worst.rs, report/ | the worst pairs, the report |
//! | folder.rs | the files of a study, and parts put together |
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
mod need;
mod pairs;
#[cfg(feature = "parry")]
mod parry;
mod plan;
pub mod published;
mod quad;
mod questions;
mod random;
mod rational;
mod recorded;
#[expect(clippy::format_collect, clippy::format_push_string, reason = "text is written once, and is short")]
mod report;
mod rows;
mod run;
mod samples;
mod scenes;
pub mod small;
mod split;
mod statistics;
mod sweeps;
mod table;
mod truth;
mod twin;
mod worst;
mod wrapped;

pub use arithmetic::Arithmetic;
pub use need::Need;
pub use pairs::write as write_pairs;
pub use plan::{Plan, Shard};
pub use quad::Quad;
pub use questions::{Reading, run as answer};
pub use recorded::record;

use serde_json::json;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs a part of a study, and writes what it found into a folder, with a row for each pair if that is wanted. The error is a
/// sentence. The commit is the program's.
pub fn run(
    plan: &Plan,
    shard: Shard,
    jobs: NonZeroUsize,
    with_rows: bool,
    folder: &Path,
    commit: &str,
) -> Result<(), String> {
    folder::prepare(folder, folder::CELLS)?;
    let begun = Instant::now();
    let measured = run::run(plan, shard, jobs, with_rows)?;
    let seconds = begun.elapsed().as_secs_f64();
    folder::keep(folder, plan, shard, &measured.cells)?;
    folder::keep_samples(folder, &measured.rows())?;
    folder::keep_times(folder, &measured.times, &measured.cells)?;
    let run = json!({"command": plan.command(), "part": shard, "jobs": jobs, "seconds": seconds});
    folder::keep_provenance(folder, commit, &run)
}

/// Puts the parts of a study together, and writes what one run would have written. The error is a sentence.
pub fn merge(parts: &[PathBuf], folder: &Path, commit: &str) -> Result<(), String> {
    let (plan, cells) = folder::merge(parts, folder)?;
    folder::prepare(folder, folder::CELLS)?;
    folder::keep(folder, &plan, Shard::ALL, &cells)?;
    let (times, timed) = folder::times_of(parts);
    folder::keep_times(folder, &times, &cells)?;
    let run = json!({"command": plan.command(), "parts": folder::provenance_of(parts), "parts_with_times": timed});
    folder::keep_provenance(folder, commit, &run)
}
