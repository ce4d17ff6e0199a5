//! Is an arithmetic enough for these pairs? Questions from a file, each answered in each arithmetic, and judged as it is written:
//! so the rounding of the coordinates counts, too.
//!
//! The judge is exact arithmetic, or double-double where there is no exact answer (curved shapes, in two and three dimensions).

use super::arithmetic::Arithmetic;
use super::kinds::{Kind, Lines};
use super::measure::{Answer, Asked, Judged, MEASURES};
use super::report;
use super::rows::number;
use super::truth::{Judge, Refused, Truth};
use super::ways::Way;
use super::{folder, plan::Plan};
use crate::question::json::{Fault, Place, parse, salvage_id, trimmed};
use crate::question::{self, Arithmetic as Written, Limits, Question, Task};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

/// How lines are read, and which are refused.
pub(crate) struct Reading<'r> {
    /// The longest line, in bytes.
    pub(crate) bytes: usize,
    pub(crate) limits: Limits,
    /// Refuses what would take too long.
    pub(crate) check: &'r (dyn Fn(&Question) -> Result<(), Fault> + Sync),
}

/// A line that was answered, or a fault.
struct Told {
    id: Option<String>,
    line: u64,
    answers: Result<Vec<(Arithmetic, Judged, Vec<Answer>)>, Fault>,
}

/// Answers all questions. Returns whether any line was in error; the error is a sentence about files.
pub(crate) fn run(
    plan: &Plan,
    input: impl BufRead,
    reading: &Reading<'_>,
    jobs: NonZeroUsize,
    folder: &Path,
    output: &mut impl Write,
) -> Result<bool, String> {
    folder::prepare(folder)?;
    let mut lines = Lines::default();
    let mut rows = csv::Writer::from_writer(Vec::new());
    let head = ["line", "id", "scalar", "cases", "judge", "exact", "said", "from_touching", "evaluations"];
    let head: Vec<_> = head.into_iter().chain(MEASURES).collect();
    rows.write_record(&head).map_err(|error| error.to_string())?;
    let (mut kinds, mut number_of_line) = (BTreeMap::<(Arithmetic, Way), Kind>::new(), 0);
    let mut input = input;
    loop {
        let mut chunk = Vec::new();
        while chunk.len() < 64 * jobs.get() {
            let Some(line) = next_line(&mut input, reading.bytes).map_err(|error| format!("--questions: {error}"))?
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
        for told in answered(plan, reading, jobs, &chunk)? {
            lines.asked += 1;
            match told.answers {
                Err(fault) => {
                    lines.faults += 1;
                    let line = json!({"id": told.id, "error": fault.0, "line": told.line});
                    match writeln!(output, "{line}") {
                        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.to_string()),
                        _ => {}
                    }
                }
                Ok(answers) => {
                    let id = told.id.unwrap_or_default();
                    for (arithmetic, judged, answers) in answers {
                        for answer in answers {
                            let kind = kinds.entry((arithmetic, answer.way)).or_default();
                            kind.add(told.line, &id, &judged, &answer);
                            rows.write_record(row(told.line, &id, arithmetic, &judged, &answer))
                                .map_err(|error| error.to_string())?;
                        }
                    }
                }
            }
        }
    }
    let rows = rows.into_inner().map_err(|error| error.to_string())?;
    folder::write(folder, "questions.csv", &rows)?;
    let report = report::of_questions(&lines, &kinds);
    folder::write(folder, "report.md", report.markdown().as_bytes())?;
    folder::write(folder, "report.html", report.html()?.as_bytes())?;
    Ok(lines.faults > 0)
}

/// The next line without its end. One that is too long is cut off behind the limit.
fn next_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<Vec<u8>>> {
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

fn tell(plan: &Plan, reading: &Reading<'_>, line: u64, text: &[u8]) -> Told {
    if text.len() > reading.bytes {
        let sentence = format!("the line has more than {} bytes, the limit --max-bytes", reading.bytes);
        return Told { id: salvage_id(&text[..text.len().min(4096)]), line, answers: Err(Fault(sentence)) };
    }
    match parse(text, &reading.limits) {
        Err(fault) => Told { id: salvage_id(text), line, answers: Err(fault) },
        Ok(tree) => {
            let id = question::id(&tree).map(String::from);
            let question = question::read(&tree, Written::F64, &reading.limits);
            drop(tree);
            Told { id, line, answers: question.and_then(|question| measured(plan, reading, &question)) }
        }
    }
}

fn measured(
    plan: &Plan,
    reading: &Reading<'_>,
    question: &Question,
) -> Result<Vec<(Arithmetic, Judged, Vec<Answer>)>, Fault> {
    let (Task::Intersect { b } | Task::Distance { b } | Task::Contact { b }) = &question.query else {
        return Err(Place::Line.key("query").fault("is not `intersect`, `distance` or `contact`"));
    };
    (reading.check)(question)?;
    let (dim, shapes) = (question.dim, [&question.a, b]);
    let truth = Truth::of(dim, shapes);
    let fault = |refused| match refused {
        Refused::Shape(sentence) => Fault(sentence),
        Refused::Judge(sentence) => Fault(format!("nobody knows the truth: {sentence}")),
    };
    let truth = truth.map_err(fault)?;
    let mut all = Vec::new();
    for arithmetic in plan.scalars.iter().copied().filter(|arithmetic| arithmetic.has(question.dim)) {
        let compares = arithmetic.compares() && matches!(question.dim, 2 | 3);
        let ways: Vec<_> = plan.ways.iter().copied().filter(|way| compares || *way == Way::Ours).collect();
        let job = Asked { shapes, truth: &truth, start: None, ways: &ways, arithmetic };
        match arithmetic.run(question.dim, job) {
            Some(Ok((judged, answers))) => all.push((arithmetic, judged, answers)),
            Some(Err(refused)) => return Err(Fault(format!("in {arithmetic}: {}", fault(refused).0))),
            None => {}
        }
    }
    if all.is_empty() {
        let sentence = format_args!("is {}; these arithmetics have 2 and 3 dimensions", question.dim);
        return Err(Place::Line.key("dim").fault(sentence));
    }
    Ok(all)
}

fn said(intersects: bool) -> &'static str {
    if intersects { "intersecting" } else { "apart" }
}

fn row(line: u64, id: &str, arithmetic: Arithmetic, judged: &Judged, answer: &Answer) -> Vec<String> {
    let mut row = vec![line.to_string(), id.to_string(), arithmetic.to_string(), answer.way.name().to_string()];
    row.push(if judged.judge == Judge::Exact { "exact" } else { "dd" }.into());
    row.push(said(judged.intersects).into());
    row.push(answer.intersects.map_or("undecided", said).into());
    row.push(judged.margin.map(number).unwrap_or_default());
    row.push(answer.evaluations.to_string());
    row.extend(answer.errors.iter().map(|error| error.map(number).unwrap_or_default()));
    row
}
