//! Is an arithmetic enough for these pairs? Questions from a file, each answered in each arithmetic, and judged as it is written:
//! so the rounding of the coordinates counts, too.
//!
//! The judge is exact arithmetic, or double-double where there is no exact answer (curved shapes, in two and three dimensions).

use super::arithmetic::Arithmetic;
use super::kinds::{Kind, Line, Lines, worst};
use super::measure::{Answer, Asked, Judged, MEASURES, UNITS};
use super::published::Way;
use super::report;
use super::rows::number;
use super::truth::{Judge, Refused, Truth};
use super::{folder, plan::Plan};
use gjk_question::json::{Fault, Place, parse, salvage_id, trimmed};
use gjk_question::{self, Arithmetic as Written, Limits, Question, Task};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// How lines are read, and which are refused.
pub struct Reading<'r> {
    /// Where they come from, for errors, and as it was given.
    pub name: &'r str,
    /// The questions, a line each.
    pub file: &'r Path,
    /// How many bytes there are, if that is known.
    pub length: Option<u64>,
    /// The longest line, in bytes.
    pub bytes: usize,
    /// How much a line may hold.
    pub limits: Limits,
    /// Refuses what would take too long.
    pub check: &'r (dyn Fn(&Question) -> Result<(), Fault> + Sync),
}

/// A line that was answered, or a fault.
struct Told {
    line: Line,
    answers: Result<Answered, Fault>,
}

/// What is true of a line, and what was said of it in each arithmetic, or why it cannot be asked there.
struct Answered {
    judge: Judge,
    intersects: bool,
    said: Vec<(Arithmetic, Vec<Way>, Said)>,
}

/// What was said of a line, or why it cannot be asked.
type Said = Result<(Judged, Vec<Answer>), String>;

/// The columns of the rows but the measures, and what they hold.
const COLUMNS: [(&str, &str); 10] = [
    ("line", "the number of the line, from 1"),
    ("id", "its id, if it has one"),
    ("scalar", "the arithmetic"),
    ("cases", "the way to treat the simplex"),
    ("judge", "who knows the truth: exact arithmetic, or dd (double-double) about curved shapes"),
    ("exact", "the judge's verdict about the question as it is written"),
    ("said", "the verdict of this arithmetic and way; `cannot hold it` if a number is beyond its range"),
    ("from_touching", "how far the shapes are from touching, in ε L; empty if the depth is not known"),
    ("evaluations", "support evaluations of A − B"),
    ("why", "why the arithmetic cannot hold it"),
];

/// What the columns hold, as Markdown.
fn schema() -> String {
    let mut text = String::from(
        "# The columns of questions.csv\n\nA row is a line of the file, for one arithmetic and one way to treat the simplex. ε is that of \
         the arithmetic, L the largest absolute coordinate of both shapes.\n\n| column | holds |\n| --- | --- |\n",
    );
    for (name, holds) in COLUMNS {
        let _ = writeln!(text, "| `{name}` | {holds} |");
    }
    for (name, unit) in MEASURES.into_iter().zip(UNITS) {
        let _ = writeln!(text, "| `{name}` | the error of that, in {unit}; empty where it is not measured |");
    }
    text
}

fn bar(reading: &Reading<'_>) -> Result<ProgressBar, String> {
    let (bar, template) = match reading.length {
        Some(length) => (ProgressBar::new(length), "{msg:16} {wide_bar} {percent} %, {eta} left"),
        None => (ProgressBar::no_length(), "{msg:16} {elapsed}"),
    };
    Ok(bar.with_style(ProgressStyle::with_template(template).map_err(|error| error.to_string())?))
}

/// Answers all questions. Returns whether any line was in error; the error is a sentence about files.
pub fn run(
    plan: &Plan,
    input: impl BufRead,
    reading: &Reading<'_>,
    jobs: NonZeroUsize,
    folder: &Path,
    output: &mut impl Write,
) -> Result<bool, String> {
    if folder::has(folder, reading.file) {
        return Err(format!(
            "--questions {} is in the folder --out {}, whose files are replaced",
            reading.name,
            folder.display()
        ));
    }
    folder::prepare(folder, folder::QUESTIONS)?;
    let bar = bar(reading)?;
    let mut lines = Lines::default();
    let mut rows = csv::Writer::from_writer(Vec::new());
    let head: Vec<_> = COLUMNS.map(|(name, _)| name).into_iter().chain(MEASURES).collect();
    rows.write_record(&head).map_err(|error| error.to_string())?;
    let mut kinds = BTreeMap::<(Arithmetic, Way), Kind>::new();
    let (mut number_of_line, mut input) = (0, input);
    loop {
        let mut chunk = Vec::new();
        while chunk.len() < 64 * jobs.get() {
            let Some(line) =
                next_line(&mut input, reading.bytes, &bar).map_err(|error| format!("{}: {error}", reading.name))?
            else {
                break;
            };
            number_of_line += 1;
            if !trimmed(&line).is_empty() {
                chunk.push((number_of_line, line));
            }
        }
        if chunk.is_empty() {
            break;
        }
        for Told { line, answers } in answered(plan, reading, jobs, &chunk)? {
            lines.asked += 1;
            match answers {
                Err(fault) => {
                    lines.faults += 1;
                    let line = json!({"id": line.id, "error": fault.0, "line": line.number});
                    match writeln!(output, "{line}") {
                        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.to_string()),
                        _ => {}
                    }
                }
                Ok(Answered { judge, intersects, said }) => {
                    for (arithmetic, ways, said) in said {
                        let row = |way: Way| Row { line: &line, arithmetic, way, judge, intersects };
                        let mut write = |row: Vec<String>| rows.write_record(row).map_err(|error| error.to_string());
                        match said {
                            Ok((judged, answers)) => {
                                for answer in answers {
                                    let kind = kinds.entry((arithmetic, answer.way)).or_default();
                                    kind.add(&line, &judged, &answer);
                                    write(row(answer.way).answered(&judged, &answer))?;
                                }
                            }
                            Err(why) => {
                                for way in ways {
                                    kinds.entry((arithmetic, way)).or_default().refuse();
                                    write(row(way).refused(&why))?;
                                }
                            }
                        }
                    }
                }
            }
            bar.set_message(format!("line {number_of_line}"));
        }
    }
    bar.finish_and_clear();
    let rows = rows.into_inner().map_err(|error| error.to_string())?;
    let worst = worst(&kinds);
    let text: String = worst.iter().map(|bad| bad.text.to_string() + "\n").collect();
    let command = format!("gjk precision --questions {} {}", quoted(reading.file), plan.options());
    let report = report::of_questions(&command, &lines, &kinds, &worst);
    folder::write(folder, folder::QUESTIONS, &rows)?;
    folder::write(folder, "schema.md", schema().as_bytes())?;
    folder::write(folder, "worst.jsonl", text.as_bytes())?;
    folder::write(folder, "report.md", report.markdown().as_bytes())?;
    folder::write(folder, "report.html", report.html()?.as_bytes())?;
    Ok(lines.faults > 0)
}

/// A file as a shell takes it.
fn quoted(file: &Path) -> String {
    let name = file.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./+:,@".contains(c);
    if name.chars().all(plain) { name } else { format!("'{}'", name.replace('\'', "'\\''")) }
}

/// The next line without its end. One that is too long is cut off behind the limit.
fn next_line(input: &mut impl BufRead, most: usize, bar: &ProgressBar) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok((!line.is_empty()).then_some(line));
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        // One byte more than the limit shows that the line is too long.
        line.extend_from_slice(&buffer[..taken.min((most + 1).saturating_sub(line.len()))]);
        bar.inc((taken + usize::from(end.is_some())) as u64);
        input.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

fn answered(
    plan: &Plan,
    reading: &Reading<'_>,
    jobs: NonZeroUsize,
    chunk: &[(u64, Vec<u8>)],
) -> Result<Vec<Told>, String> {
    let each = chunk.len().div_ceil(jobs.get());
    thread::scope(|scope| {
        let task = |part: &[(u64, Vec<u8>)]| part.iter().map(|(line, text)| tell(plan, reading, *line, text)).collect();
        let spawn = |part| thread::Builder::new().stack_size(super::run::STACK).spawn_scoped(scope, move || task(part));
        let threads = chunk.chunks(each).map(spawn).collect::<Result<Vec<_>, _>>();
        let threads = threads.map_err(|error| format!("--jobs {jobs}: {error}"))?;
        let mut all = Vec::new();
        for thread in threads {
            let part: Vec<Told> = thread.join().map_err(|_| "a thread has failed".to_string())?;
            all.extend(part);
        }
        Ok(all)
    })
}

fn tell(plan: &Plan, reading: &Reading<'_>, number: u64, bytes: &[u8]) -> Told {
    let told = |id: Option<String>, answers| {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= Line::MOST).map(Arc::from);
        Told { line: Line { number, id, text }, answers }
    };
    if bytes.len() > reading.bytes {
        let sentence = format!("the line has more than {} bytes, the limit --max-bytes", reading.bytes);
        return told(salvage_id(&bytes[..bytes.len().min(4096)]), Err(Fault(sentence)));
    }
    match parse(bytes, &reading.limits) {
        Err(fault) => told(salvage_id(bytes), Err(fault)),
        Ok(tree) => {
            let id = gjk_question::id(&tree).map(String::from);
            let question = gjk_question::read(&tree, Written::F64, &reading.limits);
            drop(tree);
            told(id, question.and_then(|question| measured(plan, reading, &question)))
        }
    }
}

fn measured(plan: &Plan, reading: &Reading<'_>, question: &Question) -> Result<Answered, Fault> {
    let (Task::Intersect { b } | Task::Distance { b } | Task::Contact { b }) = &question.query else {
        return Err(Place::Line.key("query").fault("is not `intersect`, `distance` or `contact`"));
    };
    (reading.check)(question)?;
    let (dim, shapes) = (question.dim, [&question.a, b]);
    let truth = Truth::of(dim, shapes).map_err(|refused| match refused {
        Refused::Shape(sentence) => Fault(sentence),
        Refused::Judge(sentence) => Fault(format!("nobody knows the truth: {sentence}")),
    })?;
    let mut said = Vec::new();
    for arithmetic in plan.scalars.iter().copied().filter(|arithmetic| arithmetic.has(dim)) {
        let ways = plan.ways_of(arithmetic, dim);
        let job = Asked { shapes, truth: &truth, start: None, ways: &ways, arithmetic };
        match arithmetic.run(dim, job) {
            Some(Err(Refused::Judge(sentence))) => return Err(Fault(format!("nobody knows the truth: {sentence}"))),
            Some(Err(Refused::Shape(sentence))) => said.push((arithmetic, ways, Err(sentence))),
            Some(Ok(found)) => said.push((arithmetic, ways, Ok(found))),
            None => {}
        }
    }
    if said.iter().all(|(_, ways, _)| ways.is_empty()) {
        let sentence = format_args!("is {dim}; these arithmetics and ways have 2 and 3 dimensions");
        return Err(Place::Line.key("dim").fault(sentence));
    }
    Ok(Answered { judge: truth.judge, intersects: truth.intersects, said })
}

fn said(intersects: bool) -> &'static str {
    if intersects { "intersecting" } else { "apart" }
}

/// The row of a line in an arithmetic, for a way.
struct Row<'l> {
    line: &'l Line,
    arithmetic: Arithmetic,
    way: Way,
    judge: Judge,
    intersects: bool,
}

impl Row<'_> {
    fn begun(&self) -> Vec<String> {
        let judge = if self.judge == Judge::Exact { "exact" } else { "dd" };
        let Self { line, arithmetic, way, intersects, .. } = self;
        [
            line.number.to_string(),
            line.id.clone().unwrap_or_default(),
            arithmetic.to_string(),
            way.name().into(),
            judge.into(),
        ]
        .into_iter()
        .chain([said(*intersects).into()])
        .collect()
    }

    fn answered(&self, judged: &Judged, answer: &Answer) -> Vec<String> {
        let mut row = self.begun();
        row.push(answer.intersects.map_or("undecided", said).into());
        row.push(judged.margin.map(number).unwrap_or_default());
        row.push(answer.evaluations.to_string());
        row.push(String::new());
        row.extend(answer.errors.iter().map(|error| error.map(number).unwrap_or_default()));
        row
    }

    fn refused(&self, why: &str) -> Vec<String> {
        let mut row = self.begun();
        row.extend(["cannot hold it", "", "", why].map(String::from));
        row.extend(MEASURES.map(|_| String::new()));
        row
    }
}
