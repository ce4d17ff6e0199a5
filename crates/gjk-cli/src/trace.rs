//! `gjk trace`: a question step by step, as a table, JSON, figures, or a page to step through.

use super::dimensions::in_dimension;
use super::limits::Limits;
use super::mesh;
use super::meter::Meter;
use super::pair;
use super::scalar::Scalar;
use gjk_question::json::{Fault, parse, trimmed};
use gjk_question::{
    self, Arithmetic, Kind, MAX_DIM, Placement, Question, Recording, Rotation, Shape, Task, Vector, record,
};
use gjk_trace::{Figure, Scene};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// The arguments of `gjk trace`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A question as `gjk batch` takes it (the first line of the file, or of standard input if there is none), or two meshes
    #[arg(num_args = 0..=2)]
    files: Vec<PathBuf>,
    /// What is asked about two meshes
    #[arg(long, value_enum, default_value_t)]
    query: Asked,
    #[command(flatten)]
    place: pair::Place,
    /// The arithmetic, if the question does not name one
    #[arg(long, value_enum, default_value_t)]
    scalar: Scalar,
    /// The first direction; given twice, the first two directions
    #[arg(long, value_name = "X,Y,…", allow_hyphen_values = true)]
    start: Vec<String>,
    /// The way to treat the simplex of a verdict or a distance: `ours`, `muratori`, `johnson`, `ericson`, …; a contact is asked as a
    /// distance
    #[cfg(feature = "precision")]
    #[arg(long, value_name = "NAME", default_value = "ours")]
    cases: gjk_study::published::Way,
    /// Prints the trace as JSON
    #[arg(long)]
    json: bool,
    /// Draws a figure for each step: PREFIX-1.svg, PREFIX-2.svg, …
    #[arg(long, value_name = "PREFIX")]
    svg: Option<PathBuf>,
    /// The only step to draw
    #[arg(long, requires = "svg")]
    step: Option<usize>,
    /// Writes a page, in one file, to step through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Limits: a question that exceeds one is refused")]
    limits: Limits,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Asked {
    Intersect,
    Distance,
    #[default]
    Contact,
}

/// Traces a question. The inner error is a sentence about the files or arguments.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<Result<(), String>> {
    let (recording, arithmetic) = match recorded(arguments) {
        Ok(recorded) => recorded,
        Err(sentence) => return Ok(Err(sentence)),
    };
    let Recording { trace, scene } = &recording;
    if let Some(prefix) = &arguments.svg {
        for step in (0..trace.steps.len()).filter(|step| arguments.step.is_none_or(|only| only == step + 1)) {
            let mut name = prefix.clone().into_os_string();
            name.push(format!("-{}.svg", step + 1));
            if let Err(sentence) = write(Path::new(&name), &Figure::new(trace, scene, step).to_string()) {
                return Ok(Err(sentence));
            }
        }
    }
    if let Some(file) = &arguments.html
        && let Err(sentence) = write(file, &page(&recording)?)
    {
        return Ok(Err(sentence));
    }
    if arguments.json {
        #[derive(Serialize)]
        struct Report<'t> {
            scalar: Arithmetic,
            #[serde(flatten)]
            trace: &'t gjk_trace::Trace,
        }
        serde_json::to_writer(&mut *output, &Report { scalar: arithmetic, trace })?;
        writeln!(output)?;
    } else if arguments.svg.is_none() && arguments.html.is_none() {
        write!(output, "{trace}")?;
    }
    Ok(Ok(()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

fn recorded(arguments: &Arguments) -> Result<(Recording, Arithmetic), String> {
    let question = match &arguments.files[..] {
        [a, b] => of_meshes([a, b], arguments)?,
        files => {
            let limits = &arguments.limits;
            let line = match files.first() {
                Some(file) => File::open(file)
                    .and_then(|file| first_line(BufReader::new(file), limits.bytes))
                    .map_err(|error| format!("{}: {error}", file.display())),
                None => first_line(io::stdin().lock(), limits.bytes).map_err(|error| error.to_string()),
            }?;
            if line.is_empty() {
                return Err("there is no question: give one as a line of JSON".into());
            }
            if line.len() > limits.bytes {
                return Err(format!("the line has more than {} bytes, the limit --max-bytes", limits.bytes));
            }
            let limits = &limits.of_reading();
            parse(&line, limits)
                .and_then(|tree| gjk_question::read(&tree, arguments.scalar.into(), limits))
                .map_err(|fault| fault.0)?
        }
    };
    Meter::new(&question, arguments.limits.effort).check_trace(&question).map_err(|fault| fault.0)?;
    let start = arguments.start.iter().map(|text| direction(text, question.dim)).collect::<Result<Vec<_>, _>>()?;
    #[cfg(feature = "precision")]
    if arguments.cases != gjk_study::published::Way::Ours {
        if matches!(question.query, Task::Contact { .. }) {
            // A note beside the trace, which may be JSON; without it nothing is wrong.
            let _ = writeln!(io::stderr(), "`contact` is asked as `distance`: {} finds no depth", arguments.cases);
        }
        let recording = gjk_study::record(arguments.cases, &question, &start).map_err(|fault| fault.0)?;
        return Ok((recording, question.arithmetic));
    }
    let recording = recording(&question, &start).map_err(|fault| fault.0)?;
    Ok((recording, question.arithmetic))
}

/// The first line that is not empty; if it is too long, its beginning.
fn first_line(mut input: impl BufRead, most: usize) -> io::Result<Vec<u8>> {
    let most = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(most).read_until(b'\n', &mut line)?;
        if read == 0 || !trimmed(&line).is_empty() {
            // The end of the line does not count.
            line.pop_if(|byte| *byte == b'\n');
            return Ok(line);
        }
    }
}

fn direction(text: &str, dim: usize) -> Result<Vector, String> {
    let numbers = pair::numbers(text).map_err(|error| format!("--start: {error}"))?;
    if numbers.len() != dim {
        return Err(format!("--start {text}: as many numbers are needed as there are dimensions, {dim}"));
    }
    let mut direction = [0.0; MAX_DIM];
    direction[..dim].copy_from_slice(&numbers);
    Ok(direction)
}

fn of_meshes(files: [&PathBuf; 2], arguments: &Arguments) -> Result<Question, String> {
    let wide = |xyz: [f64; 3]| {
        let mut vector = [0.0; MAX_DIM];
        vector[..3].copy_from_slice(&xyz);
        vector
    };
    let hull = |file: &PathBuf, pose| -> Result<Shape, String> {
        let points = mesh::read(file)?.iter().map(|p| wide(p.coords.into())).collect();
        Ok(Shape { kind: Kind::Points { points }, pose, margin: None })
    };
    let turned = arguments.place.rotation();
    let rows = turned.row_iter().map(|row| wide([row[0], row[1], row[2]])).collect();
    let pose = Placement { translation: wide(arguments.place.translation()), rotation: Some(Rotation::Matrix(rows)) };
    let (a, b) = (hull(files[0], None)?, hull(files[1], Some(pose))?);
    let query = match arguments.query {
        Asked::Intersect => Task::Intersect { b },
        Asked::Distance => Task::Distance { b },
        Asked::Contact => Task::Contact { b },
    };
    Ok(Question { dim: 3, arithmetic: arguments.scalar.into(), accuracy: 0.0, a, query })
}

fn recording(question: &Question, start: &[Vector]) -> Result<Recording, Fault> {
    match question.arithmetic {
        Arithmetic::F32 => in_dimension!(record::<f32>(question, start)),
        Arithmetic::F64 | Arithmetic::Exact => in_dimension!(record::<f64>(question, start)),
    }
}

/// The page: trace and figures as data, with the player and panel of the explorer. In space the page draws and turns
/// the scene itself.
fn page(Recording { trace, scene }: &Recording) -> io::Result<String> {
    #[derive(Serialize)]
    struct Data<'t> {
        trace: &'t gjk_trace::Trace,
        scene: Option<&'t Scene>,
        figures: Vec<String>,
    }
    let in_space = trace.dimension == 3;
    let drawn = if in_space { 0 } else { trace.steps.len() };
    let figures = (0..drawn).map(|step| Figure::new(trace, scene, step).to_string()).collect();
    let data = Data { trace, scene: in_space.then_some(scene), figures };
    // A `<` could end the script element.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let modules = [
        include_str!("../../../site/explorer/player.js"),
        include_str!("../../../site/explorer/panel.js"),
        include_str!("../../../site/explorer/orbit.js"),
    ];
    Ok(include_str!("trace.html")
        .replace(
            "/*style*/",
            &[
                Figure::STYLE,
                include_str!("../../../site/explorer/panes.css"),
                include_str!("../../../site/explorer/style.css"),
            ]
            .concat(),
        )
        .replace("/*modules*/", &modules.concat())
        .replace("/*data*/", &data))
}
