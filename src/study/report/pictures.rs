//! Pictures of the worst pairs: the last step of a trace.

use super::super::arithmetic::Arithmetic;
use super::super::ways::Way;
use super::super::worst::{Bad, line};
use super::part::Part;
use super::plot::short;
use crate::question::{Question, Recording, record};
use crate::trace::Figure;
use std::collections::BTreeMap;

/// Those with more points are not drawn.
const MOST_POINTS: usize = 64;

/// For `f32` and `f64`, in two and three dimensions, the pair with the worst of each measure.
pub(super) fn of(worst: &[Bad], parts: &mut Vec<Part>) {
    let mut chosen: BTreeMap<(usize, &str, Arithmetic), &Bad> = BTreeMap::new();
    for bad in worst.iter().filter(|bad| bad.key.way == Way::Ours && bad.key.arithmetic.compares() && is_small(bad)) {
        let place = chosen.entry((bad.question.dim, bad.measure, bad.key.arithmetic)).or_insert(bad);
        if bad.error > place.error {
            *place = bad;
        }
    }
    let pictures: Vec<_> = chosen.into_values().filter_map(picture).collect();
    if !pictures.is_empty() {
        parts.push(Part::Heading("The worst pairs".into()));
        parts.push(Part::Text(
            "The last step of the search that `gjk trace` shows: on the left the two shapes, on the right their difference and \
             the origin."
                .into(),
        ));
        parts.extend(pictures);
    }
}

fn is_small(bad: &Bad) -> bool {
    let points = |shape: &crate::question::Shape| match &shape.kind {
        crate::question::Kind::Points { points } => points.len(),
        _ => 1,
    };
    let Question { dim, a, query, .. } = &bad.question;
    matches!(dim, 2 | 3) && points(a).max(query.other().map_or(0, points)) <= MOST_POINTS
}

fn picture(bad: &Bad) -> Option<Part> {
    let recorded = match (bad.question.dim, bad.key.arithmetic) {
        (2, Arithmetic::F32) => record::<f32, 2>(&bad.question, &[]),
        (2, _) => record::<f64, 2>(&bad.question, &[]),
        (3, Arithmetic::F32) => record::<f32, 3>(&bad.question, &[]),
        _ => record::<f64, 3>(&bad.question, &[]),
    };
    let Recording { trace, scene } = recorded.ok()?;
    let svg = Figure::new(&trace, &scene, trace.steps.len().saturating_sub(1)).to_string();
    let what = match bad.measure {
        "verdict" => format!("a wrong verdict, {} ε L from touching", short(bad.error)),
        _ => format!("{} ε L", short(bad.error)),
    };
    Some(Part::Picture {
        svg,
        caption: format!("{}D, {}: {what}", bad.question.dim, bad.name()),
        question: line(&bad.name(), &bad.question),
    })
}
