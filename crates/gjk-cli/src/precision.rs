//! `gjk precision`: runs the precision study, and joins parts of one.

use super::exercises;
use super::limits::Limits;
use super::meter::Meter;
use gjk_question::Question;
use gjk_study::diverge::{self, DivergeArgs};
use gjk_study::published::Way;
use gjk_study::{Arithmetic, Need, Plan, Reading, Shard};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
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
    /// Says whether an answer to one of the six exercises of docs/precision.md is right
    Check {
        /// The exercise, 1 to 6
        #[arg(value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
        number: u8,
        /// A number, or a word
        #[arg(allow_hyphen_values = true)]
        answer: String,
    },
    /// Writes the pairs of a study as lines for `gjk batch` or for other programs, each with its exact separation in the id
    Pairs(Pairs),
}

/// Which pairs, and in which arithmetics.
#[derive(clap::Args)]
struct Pairs {
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
    /// Arithmetics: f16, bf16, tf32, f32, f64-places (places in f64, shapes and search in f32), f32-shapes (shapes in f32, places and
    /// search in f64), f64, dd (double-double), pN or pNeM (N bits, 3 to 53, exponents up to M), faulty; without it f16,f32,f64,dd, of
    /// questions f32,f64-places,f32-shapes,f64, and of `pairs` f64
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    scalars: Vec<Arithmetic>,
}

#[derive(clap::Args)]
struct Study {
    #[command(flatten)]
    pairs: Pairs,
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
    /// Asks about the pairs of this file, lines as `gjk batch` takes them, instead of sweeps; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sweep", "samples", "seed", "dims", "shard"])]
    questions: Option<PathBuf>,
    #[command(flatten)]
    need: Need,
    /// Writes a row for each pair of the sweeps, too, as samples.csv
    #[arg(long, conflicts_with = "questions")]
    rows: bool,
    #[command(flatten, next_help_heading = "Limits: a question that exceeds one gets an error that names it")]
    limits: Limits,
}

fn dimension(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|dim| (1..=8).contains(dim)).ok_or_else(|| "it must be from 1 to 8".into())
}

/// Runs the study. Returns whether any question was in error; the error is a sentence about the options or files.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<Result<bool, String>> {
    let study = match &arguments.command {
        Some(Command::Diverge(arguments)) => return Ok(diverge::run(arguments, output)?.map(|()| false)),
        Some(Command::Merge { parts, out }) => match gjk_study::merge(parts, out, super::COMMIT) {
            Ok(()) => return told(out, output).map(|()| Ok(false)),
            Err(sentence) => return Ok(Err(sentence)),
        },
        Some(Command::Check { number, answer }) => {
            let (is_right, told) = exercises::check((*number).into(), answer);
            return writeln!(output, "{told}").map(|()| Ok(!is_right));
        }
        Some(Command::Pairs(pairs)) => {
            return match pairs.plan(&[Arithmetic::F64], vec![Way::Ours]) {
                Ok(plan) => gjk_study::write_pairs(&plan, output).map(|()| Ok(false)),
                Err(sentence) => Ok(Err(sentence)),
            };
        }
        None => &arguments.study,
    };
    let done = if study.questions.is_some() { answered(study, output) } else { swept(study, output) };
    if done.is_ok() {
        told(&study.out, output)?;
    }
    Ok(done)
}

/// Says where the report is.
fn told(out: &Path, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", out.join("report.html").display())
}

impl Study {
    fn jobs(&self) -> NonZeroUsize {
        let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into())).unwrap_or(processors)
    }
}

impl Pairs {
    /// The arithmetics, or these.
    fn scalars(&self, without: &[Arithmetic]) -> Vec<Arithmetic> {
        if self.scalars.is_empty() { without.to_vec() } else { self.scalars.clone() }
    }

    fn plan(&self, without: &[Arithmetic], ways: Vec<Way>) -> Result<Plan, String> {
        Plan::new(&self.sweep, self.dims.clone(), self.scalars(without), ways, [self.samples, self.seed])
    }
}

fn swept(study: &Study, output: &mut impl Write) -> Result<bool, String> {
    let Study { pairs, cases, out, shard, .. } = study;
    let ways = if cases.is_empty() { Way::asked() } else { cases.clone() };
    let plan = pairs.plan(&Arithmetic::USUAL, ways)?;
    let shard = shard.unwrap_or(Shard::ALL);
    if shard.count(pairs.samples) == 0 {
        let sentence =
            "this part has no samples: there are more parts than samples; it merges with the others all the same";
        writeln!(output, "{sentence}").map_err(|error| error.to_string())?;
    }
    gjk_study::run(&plan, shard, study.jobs(), study.rows, out, super::COMMIT).map(|()| false)
}

fn answered(study: &Study, output: &mut impl Write) -> Result<bool, String> {
    let Study { cases, out, questions, limits, .. } = study;
    let file = questions.as_deref().unwrap_or(Path::new("-"));
    let ways = if cases.is_empty() { vec![Way::Ours] } else { cases.clone() };
    let plan = Plan::of_questions(study.pairs.scalars(&Arithmetic::CHOICES), ways)?;
    let check = |question: &Question| Meter::new(question, limits.effort).check_exact();
    let name = if file == Path::new("-") { "standard input".to_string() } else { file.display().to_string() };
    let of = |error: io::Error| format!("{name}: {error}");
    let (input, length): (Box<dyn BufRead>, _) = if file == Path::new("-") {
        (Box::new(io::stdin().lock()), None)
    } else {
        let input = File::open(file).map_err(of)?;
        let length = input.metadata().map_err(of)?.len();
        (Box::new(BufReader::new(input)), Some(length))
    };
    let (bytes, limits, need) = (limits.bytes, limits.of_reading(), study.need.clone());
    let reading = Reading { name: &name, file, length, bytes, limits, need, commit: super::COMMIT, check: &check };
    gjk_study::answer(&plan, input, &reading, study.jobs(), out, output)
}
