//! Decides whether an arithmetic is enough for the questions of a file. Each arithmetic answers each question. The judge takes a
//! question as it is written, so the rounding of the coordinates counts, too.
//!
//! The judge is exact arithmetic. For curved shapes in two and three dimensions it is double-double arithmetic.

use super::arithmetic::Arithmetic;
use super::kinds::{Kind, Line, Lines, worst};
use super::measure::{Answer, Asked, Judged};
use super::need::{Move, Need, Off};
use super::published::Way;
use super::samples::{self, Sample};
use super::table::{self, Column, Field, Table, Type};
use super::truth::{Judge, Refused, Truth, around};
use super::{folder, plan::Plan, report};
use gjk_question::json::{Fault, Place, parse, salvage_id, trimmed};
use gjk_question::{self, Arithmetic as Written, Limits, Question, Shape, Task};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;

/// The options of reading: how lines are read, and which lines are refused.
pub struct Reading<'r> {
    /// The source of the lines, as it was given, for errors.
    pub name: &'r str,
    /// The questions, a line each.
    pub file: &'r Path,
    /// The number of bytes, if it is known.
    pub length: Option<u64>,
    /// The longest line, in bytes.
    pub bytes: usize,
    /// The limits on a line.
    pub limits: Limits,
    /// The errors that answers may have.
    pub need: Need,
    /// The commit of the program.
    pub commit: &'r str,
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
    dim: usize,
    said: Vec<(Arithmetic, Vec<Way>, Said)>,
}

/// What was said of a line, or why it cannot be asked; and what the answers are off by when the pair is moved.
struct Said {
    near: Result<(Judged, Vec<Answer>), String>,
    moved: Vec<(Move, Way, Off)>,
}

/// The columns that say which line it is.
fn columns() -> Vec<Column> {
    let line = ("line".into(), Type::Whole, "the number of the line, from 1".into());
    let id = ("id".into(), Type::Text, "its id, if it has one".into());
    let why = ("why".into(), Type::Text, "why the arithmetic cannot hold it, if that is so".into());
    [line, id].into_iter().chain(samples::columns()).chain([why]).collect()
}

/// The columns of a pair that was moved.
fn moved_columns() -> Vec<Column> {
    let column = |name: &str, kind, holds: &str| (name.to_string(), kind, holds.to_string());
    vec![
        column("line", Type::Whole, "the number of the line, from 1"),
        column("id", Type::Text, "its id, if it has one"),
        column("dim", Type::Whole, "the dimension"),
        column("scalar", Type::Text, "the arithmetic"),
        column("cases", Type::Text, "the way to treat the simplex"),
        column("place", Type::Real, "what each coordinate of A was moved to"),
        column("scale", Type::Real, "what the pair was multiplied by there"),
        column("gap", Type::Real, "the exact distance or depth of the pair as it was written"),
        column("error", Type::Real, "how far the answer, divided by the scale, is from that, as a length"),
        column("error_over_gap", Type::Real, "the same as a part of it"),
    ]
}

/// What they hold, except for the line.
fn moved_fields(dim: usize, arithmetic: Arithmetic, way: Way, by: Move, off: &Off) -> Vec<Field> {
    let known = Some(off.error).filter(|error| error.is_finite());
    let mut fields = vec![Field::Whole(dim as u64), Field::Text(arithmetic.to_string()), way.name().into()];
    let numbers = [Some(by.place()), Some(by.factor()), Some(off.gap), known, known.map(|_| off.part())];
    fields.extend(numbers.map(Field::from));
    fields
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
    let (columns, moved_columns) = (columns(), moved_columns());
    let (mut rows, mut moved_rows) = (table::head(&columns), table::head(&moved_columns));
    let mut kinds = BTreeMap::<(Arithmetic, Way), Kind>::new();
    let (mut number_of_line, mut input) = (0, input);
    let mut say = |line: &dyn Display| match writeln!(output, "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    };
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
                    say(&json!({"id": line.id, "error": fault.0, "line": line.number}))?;
                }
                Ok(Answered { judge, intersects, dim, said }) => {
                    let begun = || [Field::Whole(line.number), line.id.as_deref().unwrap_or_default().into()];
                    let mut write = |arithmetic, way, answer: Option<(&Judged, &Answer)>, why: &str| {
                        let known = Sample { dim, arithmetic, way, judge, intersects, answer };
                        rows += &table::line(begun().into_iter().chain(known.fields()).chain([why.into()]));
                    };
                    for (arithmetic, ways, Said { near, moved }) in said {
                        match near {
                            Ok((judged, answers)) => {
                                for answer in answers {
                                    let kind = kinds.entry((arithmetic, answer.way)).or_default();
                                    kind.add(&reading.need, &line, &judged, &answer);
                                    write(arithmetic, answer.way, Some((&judged, &answer)), "");
                                }
                            }
                            Err(why) => {
                                for way in ways {
                                    kinds.entry((arithmetic, way)).or_default().refuse(&why);
                                    write(arithmetic, way, None, &why);
                                }
                            }
                        }
                        for (by, way, off) in moved {
                            moved_rows +=
                                &table::line(begun().into_iter().chain(moved_fields(dim, arithmetic, way, by, &off)));
                            kinds.entry((arithmetic, way)).or_default().add_moved(by, off);
                        }
                    }
                }
            }
            bar.set_message(format!("line {number_of_line}"));
        }
    }
    bar.finish_and_clear();
    let worst = worst(&reading.need, &kinds);
    let text: String = worst.iter().map(|bad| bad.text.to_string() + "\n").collect();
    let command =
        format!("gjk precision --questions {}{} {}", quoted(reading.file), reading.need.options(), plan.options());
    let report = report::of_questions(&reading.need, &command, &lines, &kinds, &worst);
    folder::write(folder, folder::QUESTIONS, rows.as_bytes())?;
    let row = "a line of the file, for one arithmetic and one way to treat the simplex";
    let mut tables = vec![Table { path: folder::QUESTIONS, row, columns: &columns }];
    if reading.need.moves {
        folder::write(folder, folder::MOVED, moved_rows.as_bytes())?;
        let row = "a line of the file in another place, or scaled near the origin, for one arithmetic and one way";
        tables.push(Table { path: folder::MOVED, row, columns: &moved_columns });
    }
    folder::write(folder, folder::PACKAGE, table::package(&tables).as_bytes())?;
    folder::write(folder, "worst.jsonl", text.as_bytes())?;
    folder::write(folder, "report.md", report.markdown().as_bytes())?;
    folder::write(folder, "report.html", report.html()?.as_bytes())?;
    folder::keep_provenance(folder, reading.commit, &json!({"command": command, "jobs": jobs}))?;
    say(&report::verdict(&reading.need, &kinds))?;
    for sentence in report::decisions(&reading.need, &kinds) {
        say(&sentence)?;
    }
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
    let unknown = |sentence| Fault(format!("nobody knows the truth: {sentence}"));
    let moved = moved(&reading.need, question, b);
    let mut said = Vec::new();
    for arithmetic in plan.scalars.iter().copied().filter(|arithmetic| arithmetic.has(dim)) {
        let ways = plan.ways_of(arithmetic, dim);
        let ask = |shapes: [&Shape; 2], on: [&Shape; 2], size: f64| {
            let job = Asked { shapes, on, truth: &truth, size, start: None, ways: &ways, arithmetic };
            arithmetic.run(dim, job).unwrap_or_else(|| Err(Refused::Shape(String::new())))
        };
        let seen = arithmetic.seen(dim, shapes);
        let [a, b] = seen.as_ref().map_or(shapes, <[Shape; 2]>::each_ref);
        // Seen from the place of A, its points have to be on the shapes that are seen from there.
        let (on, size) = if arithmetic == Arithmetic::Places {
            ([a, b], largest_coordinate(dim, [a, b]))
        } else {
            (shapes, truth.size)
        };
        let near = match ask([a, b], on, size) {
            Err(Refused::Judge(sentence)) => return Err(unknown(sentence)),
            Err(Refused::Shape(sentence)) => Err(sentence),
            Ok(found) => Ok(found),
        };
        let mut far = Vec::new();
        for (by, [a, b]) in &moved {
            let [a, b] = arithmetic.held(dim, [a, b]);
            let found = ask([&a, &b], [&a, &b], size).map(|(_, answers)| answers).unwrap_or_default();
            far.extend(ways.iter().map(|way| {
                let answer = found.iter().find(|answer| answer.way == *way);
                (*by, *way, off(&truth, *by, answer))
            }));
        }
        said.push((arithmetic, ways, Said { near, moved: far }));
    }
    if said.iter().all(|(_, ways, _)| ways.is_empty()) {
        let sentence = format_args!("is {dim}; these arithmetics and ways have 2 and 3 dimensions");
        return Err(Place::Line.key("dim").fault(sentence));
    }
    Ok(Answered { judge: truth.judge, intersects: truth.intersects, dim, said })
}

/// The largest absolute coordinate of both shapes.
fn largest_coordinate(dim: usize, shapes: [&Shape; 2]) -> f64 {
    let corners = shapes.map(|shape| around(dim, shape));
    corners.iter().flatten().flatten().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// The pair in other places, if that is asked for.
fn moved(need: &Need, question: &Question, b: &Shape) -> Vec<(Move, [Shape; 2])> {
    if !need.moves {
        return Vec::new();
    }
    let shapes = [&question.a, b];
    let around = around(question.dim, &question.a);
    Move::ALL.into_iter().map(|by| (by, by.of(shapes, &around, question.dim))).collect()
}

/// What an answer about a moved pair is off by, beside the truth about the pair as it was, and in its unit.
fn off(truth: &Truth, by: Move, answer: Option<&Answer>) -> Off {
    let found = answer.and_then(|answer| match answer.separation {
        Some(separation) => Some((separation / by.factor() - truth.separation).abs()),
        // Without a depth, who is said to intersect is at a distance of 0.
        None => (answer.intersects == Some(true)).then(|| truth.separation.max(0.0)),
    });
    Off { at: truth.size, gap: truth.separation.abs(), error: found.unwrap_or(f64::INFINITY) }
}
