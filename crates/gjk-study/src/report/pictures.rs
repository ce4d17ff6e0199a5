//! Pictures of the worst pairs: the last step of a trace.

use super::super::arithmetic::Arithmetic;
use super::super::kinds::BadLine;
use super::super::published::Way;
use super::super::worst::{Bad, line};
use super::part::Part;
use super::plot::short;
use gjk_question::json::parse;
use gjk_question::{Arithmetic as Written, Limits, Question, Recording, read, record};
use gjk_trace::Figure;
use std::collections::{BTreeMap, BTreeSet};

/// Those with more points are not drawn.
const MOST_POINTS: usize = 64;

/// For `f32` and `f64`, in two and three dimensions, the pair with the worst of each measure.
pub(super) fn of(worst: &[Bad], parts: &mut Vec<Part>) {
    let mut chosen: BTreeMap<(usize, &str, Arithmetic), &Bad> = BTreeMap::new();
    let is_drawn = |bad: &&Bad| bad.key.way == Way::Ours && is_traced(bad.key.arithmetic) && is_small(&bad.question);
    for bad in worst.iter().filter(is_drawn) {
        let place = chosen.entry((bad.question.dim, bad.measure, bad.key.arithmetic)).or_insert(bad);
        if bad.error > place.error {
            *place = bad;
        }
    }
    section(chosen.into_values().filter_map(of_study), parts);
}

/// For each arithmetic the first of its bad lines.
pub(super) fn of_lines(worst: &[BadLine], parts: &mut Vec<Part>) {
    let mut seen = BTreeSet::new();
    let chosen = worst.iter().filter(|bad| bad.way == Way::Ours && is_traced(bad.arithmetic));
    section(chosen.filter(|bad| seen.insert(bad.arithmetic)).filter_map(of_line), parts);
}

fn section(pictures: impl Iterator<Item = Part>, parts: &mut Vec<Part>) {
    let pictures: Vec<_> = pictures.collect();
    if !pictures.is_empty() {
        parts.push(Part::Heading("The worst pairs".into()));
        parts.push(Part::Text(
            "The last step of the search that `gjk trace` shows: on the left the two shapes, on the right their difference and \
             the origin. The command, asked where worst.jsonl is, shows where the search parts from one without rounding."
                .into(),
        ));
        parts.extend(pictures);
    }
}

fn is_traced(arithmetic: Arithmetic) -> bool {
    matches!(arithmetic, Arithmetic::F32 | Arithmetic::F64)
}

fn is_small(question: &Question) -> bool {
    let points = |shape: &gjk_question::Shape| match &shape.kind {
        gjk_question::Kind::Points { points } => points.len(),
        _ => 1,
    };
    let Question { dim, a, query, .. } = question;
    matches!(dim, 2 | 3) && points(a).max(query.other().map_or(0, points)) <= MOST_POINTS
}

fn of_study(bad: &Bad) -> Option<Part> {
    let what = match bad.measure {
        "verdict" => format!("a wrong verdict, {} ε L from touching", short(bad.error)),
        _ => format!("{} ε L", short(bad.error)),
    };
    Some(Part::Picture {
        svg: drawn(&bad.question, bad.key.arithmetic)?,
        caption: format!("{}D, {}: {what}", bad.question.dim, bad.name()),
        question: line(&bad.name(), &bad.question),
        command: bad.command.clone(),
    })
}

fn of_line(bad: &BadLine) -> Option<Part> {
    let limits = Limits::default();
    let question = parse(bad.text.as_bytes(), &limits).and_then(|tree| read(&tree, Written::F64, &limits)).ok()?;
    is_small(&question).then_some(())?;
    Some(Part::Picture {
        svg: drawn(&question, bad.arithmetic)?,
        caption: format!("Line {}, {}, {}: {}", bad.line, bad.arithmetic, bad.way, bad.what),
        question: bad.text.to_string(),
        command: bad.command.clone(),
    })
}

/// The last step. The page has the style sheet: one in a picture would hold for all of the page.
fn drawn(question: &Question, arithmetic: Arithmetic) -> Option<String> {
    let recorded = match (question.dim, arithmetic) {
        (2, Arithmetic::F32) => record::<f32, 2>(question, &[]),
        (2, _) => record::<f64, 2>(question, &[]),
        (3, Arithmetic::F32) => record::<f32, 3>(question, &[]),
        _ => record::<f64, 3>(question, &[]),
    };
    let Recording { trace, scene } = recorded.ok()?;
    Some(Figure::new(&trace, &scene, trace.steps.len().saturating_sub(1)).inside_a_page().to_string())
}
