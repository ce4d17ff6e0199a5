//! The program `gjk`: a thin layer on the library.
//!
//! | file | is |
//! | --- | --- |
//! | pair.rs, mesh/ | `gjk pair`: two mesh files |
//! | batch.rs, settings.rs | `gjk batch`: lines in, lines out, as its options say |
//! | solve.rs, cast.rs, answer.rs | a question, asked, answered |
//! | dimensions.rs | which dimensions it was built for |
//! | trace.rs | `gjk trace`: a question, recorded and shown step by step |
//! | precision.rs, exercises.rs | `gjk precision`: the precision study, with the feature of that name, and its exercises |
//! | limits.rs, meter.rs | how much a question may be, and how much its answer may take |
//! | scalar.rs | `--scalar` |
//!
//! The questions themselves are read by gjk-question.

#![forbid(unsafe_code)]

mod answer;
mod batch;
mod cast;
mod dimensions;
#[cfg(feature = "precision")]
mod exercises;
mod limits;
mod mesh;
mod meter;
mod pair;
#[cfg(feature = "precision")]
mod precision;
mod scalar;
mod settings;
mod solve;
mod trace;

use clap::{CommandFactory, Parser, Subcommand};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The commit that the program was made of, if it is compiled for use (build.rs).
#[cfg(feature = "precision")]
const COMMIT: &str = env!("GJK_COMMIT");

/// Answers questions about convex shapes: intersection, distance, depth, contact points, casts; and shows each step
#[derive(Parser)]
#[command(name = "gjk", version = concat!(env!("CARGO_PKG_VERSION"), " (", env!("GJK_COMMIT"), ")"))]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Compares the convex hulls of two meshes
    Pair(pair::Arguments),
    /// Shows what the algorithm does, step by step: as a table, JSON, figures or a page
    Trace(trace::Arguments),
    /// Measures the errors of arithmetics and of published ways to treat the simplex: writes a report
    ///
    /// Without options a small study, in under a minute.
    #[cfg(feature = "precision")]
    Precision(Box<precision::Arguments>),
    /// Answers questions: one JSON object per line in, one per line out
    ///
    /// For example:
    ///
    /// {"dim":2,"query":"distance","a":{"type":"ball","radius":1},"b":{"type":"point","at":[3,4]}}
    ///
    /// Below the options are all keys of a question, all shapes and all keys of an answer.
    ///
    /// Exit status: 0 if every line was answered, 1 if one was in error, 2 for wrong options or files.
    #[command(after_long_help = include_str!("batch.txt"))]
    Batch {
        /// The file of questions; without one, standard input
        file: Option<PathBuf>,
        #[command(flatten)]
        settings: settings::Settings,
    },
}

/// Wrong options, or a file that can't be read.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Standard output itself flushes at every end of a line.
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout());
    let done = match &arguments.command {
        None => write!(output, "{}", Arguments::command().render_help()).map(|()| ExitCode::SUCCESS),
        Some(Command::Pair(arguments)) => pair::run(arguments, &mut output).map(|outcome| match outcome {
            Ok(()) => ExitCode::SUCCESS,
            Err(sentence) => unusable(&sentence),
        }),
        Some(Command::Trace(arguments)) => trace::run(arguments, &mut output).map(|outcome| match outcome {
            Ok(()) => ExitCode::SUCCESS,
            Err(sentence) => unusable(&sentence),
        }),
        #[cfg(feature = "precision")]
        Some(Command::Precision(arguments)) => precision::run(arguments, &mut output).map(|outcome| match outcome {
            Ok(any_fault) => ExitCode::from(u8::from(any_fault)),
            Err(sentence) => unusable(&sentence),
        }),
        Some(Command::Batch { file, settings }) => match file {
            None => batch::run(io::stdin(), &mut output, *settings),
            Some(path) => match File::open(path) {
                Ok(file) => batch::run(file, &mut output, *settings),
                Err(error) => return unusable(&format!("{}: {error}", path.display())),
            },
        }
        .map(|any_fault| ExitCode::from(u8::from(any_fault))),
    };
    match done.and_then(|code| output.flush().map(|()| code)) {
        Ok(code) => code,
        // The reader of the answers has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => unusable(&error.to_string()),
    }
}

fn unusable(sentence: &str) -> ExitCode {
    eprintln!("gjk: {sentence}");
    ExitCode::from(UNUSABLE)
}
