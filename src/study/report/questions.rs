//! The report on questions from a file: is an arithmetic enough for them?

use super::super::arithmetic::Arithmetic;
use super::super::kinds::{Kind, Lines};
use super::super::statistics::wilson;
use super::super::ways::Way;
use super::part::{Part, Report};
use super::plot::short;
use super::summary::{summary_head, summary_row};
use std::collections::BTreeMap;

/// The report on questions.
pub(in super::super) fn of_questions(lines: &Lines, kinds: &BTreeMap<(Arithmetic, Way), Kind>) -> Report {
    let mut parts = vec![Part::Text(format!(
        "{} questions, {} of them in error. The judge answers as they are written, so the rounding of coordinates counts. ε is that \
             of the arithmetic, L the largest absolute coordinate of both shapes of a question.",
        lines.asked, lines.faults
    ))];
    let verdicts = kinds.iter().map(|((scalar, way), kind)| verdicts(*scalar, *way, kind));
    parts.push(Part::List(verdicts.collect()));
    let row = |((scalar, way), kind): (&(Arithmetic, Way), &Kind)| {
        summary_row(format!("{scalar}, {}", way.name()), &kind.cell)
    };
    parts.push(Part::Table {
        caption: "All questions together".into(),
        head: summary_head(),
        rows: kinds.iter().map(row).collect(),
    });
    for ((scalar, way), kind) in kinds {
        let name = format!("{scalar}, {}", way.name());
        if !kind.changed.is_empty() {
            parts.push(Part::Table {
                caption: format!("{name}: the first lines with a wrong verdict, or none"),
                head: ["line", "id", "from touching (ε L)"].map(String::from).into(),
                rows: (kind.changed.iter())
                    .map(|(line, id, margin)| vec![line.to_string(), id.clone(), margin.map(short).unwrap_or_default()])
                    .collect(),
            });
        }
        if !kind.worst.is_empty() {
            parts.push(Part::Table {
                caption: format!("{name}: the lines with the largest errors of distance or depth"),
                head: ["line", "id", "error (ε L)"].map(String::from).into(),
                rows: (kind.worst.iter())
                    .map(|(error, line, id)| vec![line.to_string(), id.clone(), short(*error)])
                    .collect(),
            });
        }
    }
    Report { title: "Are these digits enough?".into(), parts }
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
