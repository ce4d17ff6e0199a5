//! The report on questions from a file: is an arithmetic enough for them?

use super::super::arithmetic::Arithmetic;
use super::super::cell::Cell;
use super::super::kinds::{BadLine, Kind, Line, Lines};
use super::super::measure::{MEASURES, UNITS};
use super::super::published::Way;
use super::super::statistics::wilson;
use super::part::{Part, Report};
use super::pictures;
use super::plot::{Form, Mark, Plot, Series, short};
use super::summary::{quantile, share, summary_head, summary_row, wrong};
use std::collections::BTreeMap;

type Kinds = BTreeMap<(Arithmetic, Way), Kind>;

fn name((scalar, way): &(Arithmetic, Way)) -> String {
    format!("{scalar}, {way}")
}

/// The report on questions.
pub(in super::super) fn of_questions(command: &str, lines: &Lines, kinds: &Kinds, worst: &[BadLine]) -> Report {
    let mut parts = vec![
        Part::Text(format!(
            "{} questions, {} of them in error. The judge answers as they are written, so the rounding of coordinates counts. ε is that \
             of the arithmetic, L the largest absolute coordinate of both shapes of a question. Version {} of gjk.",
            lines.asked,
            lines.faults,
            env!("CARGO_PKG_VERSION"),
        )),
        Part::Code(command.into()),
        Part::Heading("Findings".into()),
        Part::List(kinds.iter().map(|((scalar, way), kind)| verdicts(*scalar, *way, kind)).collect()),
    ];
    let row = |(key, kind): (&(Arithmetic, Way), &Kind)| summary_row(name(key), &kind.cell);
    parts.push(Part::Table {
        caption: "All questions together".into(),
        head: summary_head(),
        rows: kinds.iter().map(row).collect(),
    });
    let plots = plots(kinds);
    if !plots.is_empty() {
        parts.push(Part::Heading("Verdicts and errors".into()));
        parts.extend(plots.into_iter().map(Part::Plot));
    }
    let bad = |key: &(Arithmetic, Way)| worst.iter().any(|bad| (bad.arithmetic, bad.way) == *key);
    if kinds.keys().any(bad) {
        parts.push(Part::Heading("The worst lines".into()));
        parts.push(Part::Text(
            "`gjk precision diverge --line N --scalars f32,exact FILE` shows where line N of the file parts from a search without rounding \
             (`dd` in place of `exact` if a shape is curved)."
                .into(),
        ));
    }
    for (key, kind) in kinds {
        let table = |caption: &str, rows: Vec<Vec<String>>| Part::Table {
            caption: format!("{}: {caption}", name(key)),
            head: ["line", "id", if caption.contains("verdict") { "from touching (ε L)" } else { "error (ε L)" }]
                .map(String::from)
                .into(),
            rows,
        };
        if !kind.changed.is_empty() {
            let row = |(line, margin): &(_, Option<f64>)| tabled(line, margin.map(short).unwrap_or_default());
            let rows = kind.changed.iter().map(row).collect();
            parts.push(table("the first lines with a wrong verdict, or none", rows));
        }
        if !kind.worst.is_empty() {
            let rows = kind.worst.iter().map(|(error, line)| tabled(line, short(*error))).collect();
            parts.push(table("the lines with the largest errors of distance or depth", rows));
        }
    }
    pictures::of_lines(worst, &mut parts);
    parts.push(Part::Heading("How to read this".into()));
    parts.push(Part::List(LEGEND.map(String::from).to_vec()));
    Report { title: "Are these digits enough?".into(), parts }
}

const LEGEND: [&str; 4] = [
    "The judge is exact arithmetic, or double-double about curved shapes. A verdict is wrong if it differs from the judge's; undecided ones \
     count as wrong. Intervals of shares are Wilson's, with 95 %.",
    "What an arithmetic cannot hold, such as a number beyond its range, is listed, and not asked there.",
    "Errors are counted in buckets 3 % wide; quantiles are rounded up, the largest is as it was. Intervals of quantiles are from order \
     statistics, with 95 %; where there are too few samples for an end, it is the largest or the least seen.",
    "questions.csv has a row for each line, schema.md says what its columns are, worst.jsonl has the lines that are listed here, as they \
     were written.",
];

fn tabled(line: &Line, number: String) -> Vec<String> {
    vec![line.number.to_string(), line.id.clone().unwrap_or_default(), number]
}

/// The shares of verdicts that change, and the errors.
fn plots(kinds: &Kinds) -> Vec<Plot> {
    let names: Vec<_> = kinds.keys().map(name).collect();
    let marks = |of: &dyn Fn(usize, &Cell) -> Option<Mark>| -> Vec<Mark> {
        kinds.values().enumerate().filter_map(|(k, kind)| of(k, &kind.cell)).collect()
    };
    let changed = marks(&|k, cell| wrong(cell).map(|counts| share(k, counts)));
    let most = |marks: &[Mark]| {
        marks.iter().max_by(|x, y| x.value.total_cmp(&y.value)).map(|mark| (names[mark.at].clone(), mark.value))
    };
    let sentence = match most(&changed) {
        Some((name, most)) if most > 0.0 => format!("Most verdicts change with {name}: {} %.", short(100.0 * most)),
        _ => "No verdict changes.".to_string(),
    };
    let verdicts = Plot {
        id: "questions-verdicts".into(),
        form: Form::Rows,
        title: "Verdicts that change".into(),
        sentence,
        names: names.clone(),
        axis: "arithmetic and way".into(),
        value: "share of wrong and undecided verdicts, with its 95 % interval".into(),
        least: Some(-8),
        series: vec![Series { name: "verdicts".into(), marks: changed }],
    };
    let lengths = MEASURES.iter().enumerate().filter(|(measure, _)| UNITS[*measure] == "ε L");
    let series = lengths.map(|(measure, name)| {
        let marks = marks(&|k, cell| quantile(k, &cell.errors[measure]));
        Series { name: (*name).into(), marks }
    });
    let series: Vec<_> = series.filter(|series| !series.marks.is_empty()).collect();
    let largest = series.iter().filter_map(|series| Some((&series.name, most(&series.marks)?)));
    let largest = largest.max_by(|(_, (_, x)), (_, (_, y))| x.total_cmp(y));
    let sentence = match largest {
        Some((what, (name, most))) if most > 0.0 => {
            format!(
                "99 % of the errors measured here are below {} ε L: those of the {what} with {name} are the largest.",
                short(most)
            )
        }
        _ => "There is no error.".to_string(),
    };
    let errors = Plot {
        id: "questions-errors".into(),
        form: Form::Rows,
        title: "Errors, in units of each arithmetic".into(),
        sentence,
        names,
        axis: "arithmetic and way".into(),
        value: "99 % quantile of the error, in ε L, with its 95 % interval".into(),
        least: Some(-4),
        series,
    };
    [verdicts, errors].into_iter().filter(|plot| !plot.is_empty()).collect()
}

fn verdicts(scalar: Arithmetic, way: Way, kind: &Kind) -> String {
    let cell = &kind.cell;
    let changed = cell.wrong_verdicts() + cell.undecided;
    let [low, high] = wilson(changed, cell.judged());
    let far = cell.wrong.most().map(|most| format!("; the farthest is {} ε L from touching", short(most)));
    let depth = cell.errors[1].most().unwrap_or(0.0).max(cell.errors[0].most().unwrap_or(0.0));
    format!(
        "{scalar}, {}: {changed} of {} verdicts change ({} to {} %, with 95 %){}. No distance or depth is off by more than {} ε L.",
        way.name(),
        cell.judged(),
        short(100.0 * low),
        short(100.0 * high),
        far.unwrap_or_default(),
        short(depth),
    )
}
