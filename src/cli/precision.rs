//! `gjk precision`: the precision study, and parts of one put together.

use super::limits::Limits;
use super::meter::Meter;
use crate::question::Question;
use crate::study::diverge::{self, DivergeArgs};
use crate::study::ways::Way;
use crate::study::{self, Arithmetic, Plan, Reading, Shard};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// The arguments of `gjk precision`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    study: Study,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Shows where two arithmetics, or two ways to treat the simplex, part: the first step, and the sign that differs
    Diverge(DivergeArgs),
    /// Puts the parts of a study together: gives what one run would have given
    Merge {
        /// The folders of all parts
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// The folder of the whole
        #[arg(long, value_name = "DIR", default_value = "precision")]
        out: PathBuf,
    },
}

#[derive(clap::Args)]
struct Study {
    /// What to vary, separated by commas; without it, everything
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    sweep: Vec<String>,
    /// Pairs in each sweep and dimension
    #[arg(long, default_value_t = 390, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    samples: u64,
    /// Another seed, other pairs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Dimensions, 1 to 8
    #[arg(long, value_delimiter = ',', num_args = 1.., value_parser = dimension, default_values_t = 1..=8)]
    dims: Vec<usize>,
    /// Arithmetics: f16, f32, f64, dd (double-double), pN or pNeM (N bits, 3 to 53, exponents up to M), faulty
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1.., default_value = "f16,f32,f64,dd")]
    scalars: Vec<Arithmetic>,
    /// Ways to treat the simplex; without it, all of them, or of questions the library's
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    cases: Vec<Way>,
    /// The folder for the report
    #[arg(long, value_name = "DIR", default_value = "precision")]
    out: PathBuf,
    /// How many threads measure, up to 256; without it, as many as there are processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Runs part i of n only
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// Asks about the pairs of this file, lines as `gjk batch` takes them, instead of sweeps
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sweep", "samples", "seed", "dims", "shard"])]
    questions: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Limits: a question that exceeds one gets an error that names it")]
    limits: Limits,
}

fn dimension(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|dim| (1..=8).contains(dim)).ok_or_else(|| "it must be from 1 to 8".into())
}

/// Runs the study. Returns whether any question was in error; the error is a sentence about the options or files.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<Result<bool, String>> {
    if let Some(Command::Diverge(arguments)) = &arguments.command {
        return Ok(diverge::run(arguments, output)?.map(|()| false));
    }
    let done = studied(arguments, output);
    if let Ok((_, out)) = &done {
        writeln!(output, "{}", out.join("report.html").display())?;
    }
    Ok(done.map(|(any_fault, _)| any_fault))
}

/// The same, and the folder.
fn studied<'a>(arguments: &'a Arguments, output: &mut impl Write) -> Result<(bool, &'a Path), String> {
    if let Some(Command::Merge { parts, out }) = &arguments.command {
        return study::merge(parts, out).map(|()| (false, &**out));
    }
    let Study { sweep, samples, seed, dims, scalars, cases, out, jobs, shard, questions, limits } = &arguments.study;
    let ways = match &cases[..] {
        [] if questions.is_some() => vec![Way::Ours],
        [] => Way::asked(),
        some => some.to_vec(),
    };
    let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = jobs.and_then(|jobs| NonZeroUsize::new(jobs.into())).unwrap_or(processors);
    let plan = Plan::new(sweep, dims.clone(), scalars.clone(), ways, [*samples, *seed])?;
    let Some(file) = questions else {
        return study::run(&plan, shard.unwrap_or(Shard::ALL), jobs, out).map(|()| (false, &**out));
    };
    let input = File::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let check = |question: &Question| Meter::new(question, limits.effort).check_exact();
    let reading = Reading { bytes: limits.bytes, limits: limits.of_reading(), check: &check };
    study::answer(&plan, BufReader::new(input), &reading, jobs, out, output).map(|any_fault| (any_fault, &**out))
}
