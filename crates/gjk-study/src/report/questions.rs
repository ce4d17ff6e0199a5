//! The report on questions from a file: is an arithmetic enough for them?

use super::super::arithmetic::Arithmetic;
use super::super::cell::Cell;
use super::super::kinds::{BadLine, Kind, Line, Lines};
use super::super::measure::{MEASURES, UNITS};
use super::super::need::{Choice, Need, Off, over_distance};
use super::super::published::Way;
use super::super::statistics::wilson;
use super::part::{Part, Report};
use super::plot::{Form, LEAST, Mark, Plot, Series, short};
use super::summary::{quantile, share, summary_head, summary_row, wrong};
use super::{paper, pictures};
use std::collections::{BTreeMap, BTreeSet};

type Kinds = BTreeMap<(Arithmetic, Way), Kind>;

fn name((scalar, way): &(Arithmetic, Way)) -> String {
    format!("{scalar}, {way}")
}

/// The report on questions. What decides comes first.
pub(in super::super) fn of_questions(
    need: &Need,
    command: &str,
    lines: &Lines,
    kinds: &Kinds,
    worst: &[BadLine],
) -> Report {
    let verdicts = kinds.iter().filter_map(|(key, kind)| verdicts(need, &short_name(kinds, key), kind));
    let mut parts = vec![Part::Plot(opening(need, kinds))];
    parts.extend([Part::List(decisions(need, kinds)), Part::List(verdicts.collect())]);
    parts.push(Part::Text(format!(
        "{} questions, {} of them in error. The judge answers as they are written, so the rounding of coordinates counts. (They are written \
         in doubles, which f64 has as they are: what it costs to be far away shows when pairs are moved.) \
         f64-places is shapes and search in f32, at places in f64; f32-shapes is shapes in f32, with places and search in f64. A shape \
         without a pose is given a place in the middle of its box. Pairs are put together by the \
         largest absolute coordinate of both shapes, those nearest to the same power of ten; its largest is said. In brackets is the interval of a share, with 95 %. Version {} of gjk; \
         provenance.json says of which commit, and on what it ran.",
        lines.asked,
        lines.faults,
        env!("CARGO_PKG_VERSION"),
    )));
    parts.push(Part::Code(command.into()));
    moved(need, kinds, &mut parts);
    listed(need, kinds, worst, &mut parts);
    let row = |(key, kind): (&(Arithmetic, Way), &Kind)| summary_row(name(key), &kind.cell);
    parts.push(Part::Heading("Verdicts and errors, in ε L".into()));
    parts.push(Part::Text(
        "ε is the gap between 1 and the next number of the arithmetic, L the largest absolute coordinate of both shapes of a question. So ε L \
         is what a coordinate is known to, and errors in ε L compare arithmetics; those above are what they cost."
            .into(),
    ));
    parts.push(Part::Table {
        caption: "All questions together".into(),
        head: summary_head(),
        rows: kinds.iter().map(row).collect(),
    });
    parts.extend(plots(kinds).into_iter().map(Part::Plot));
    let cells: Vec<_> = kinds.iter().map(|(key, kind)| (name(key), key.0.epsilon(), kind.cell.clone())).collect();
    paper::of(&cells, &mut parts);
    pictures::of_lines(worst, &mut parts);
    parts.push(Part::Heading("How to read this".into()));
    parts.push(Part::List(LEGEND.map(String::from).to_vec()));
    let scalars: BTreeSet<_> = kinds.keys().map(|(scalar, _)| scalar.to_string()).collect();
    let scalars: Vec<_> = scalars.into_iter().collect();
    let title = match scalars.as_slice() {
        [one] => format!("Is {one} enough?"),
        _ => format!("Which is enough: {}?", scalars.join(", ")),
    };
    Report { title, parts }
}

/// The sentence that decides between arithmetics.
pub(in super::super) fn verdict(need: &Need, kinds: &Kinds) -> String {
    let can_hold = |(key, kind): &(&(Arithmetic, Way), &Kind)| key.1 == Way::Ours && kind.cell.judged() > 0;
    let chosen = kinds.iter().filter(can_hold).filter(|(_, kind)| kind.cell.refused == 0);
    let mut choices: Vec<_> = chosen.filter_map(|(key, kind)| Some((key.0.cost()?, key.0, kind))).collect();
    choices.sort_by_key(|(cost, ..)| *cost);
    let choices: Vec<_> = choices
        .into_iter()
        .map(|(_, arithmetic, kind)| Choice {
            name: arithmetic.to_string(),
            meaning: arithmetic.meaning(),
            offs: &kind.offs,
            moved: &kind.moved,
        })
        .collect();
    need.choice(&choices)
}

/// The largest errors over the distance from the origin, beside what is asked for.
fn opening(need: &Need, kinds: &Kinds) -> Plot {
    let measured: Vec<_> = kinds.iter().filter(|((_, way), _)| way.measures()).collect();
    let found: Vec<_> = measured.iter().map(|(_, kind)| over_distance(&kind.offs, &kind.moved)).collect();
    let mut places: Vec<f64> = found.iter().flatten().map(|(place, _)| *place).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    // The largest error is measured, not estimated: it is drawn even for few pairs.
    let mark = |place: f64, value: f64| {
        let at = places.iter().position(|other| other.total_cmp(&place).is_eq())?;
        Some(Mark { at, value, low: value, high: value, pairs: LEAST, across: 0.0 })
    };
    let line = |key, found: &[(f64, f64)]| Series {
        name: short_name(kinds, key),
        // Levels without an answer are left out.
        marks: found.iter().filter(|(_, error)| error.is_finite()).filter_map(|at| mark(at.0, at.1)).collect(),
    };
    let mut series: Vec<_> = measured.iter().zip(&found).map(|((key, _), found)| line(*key, found)).collect();
    if let Some(tolerance) = need.tolerance {
        let marks = places.iter().filter_map(|place| mark(*place, tolerance)).collect();
        series.push(Series { name: "asked for".into(), marks });
    }
    let unit = if need.unit.is_empty() { "the unit of the file" } else { &need.unit };
    let is_moved = kinds.values().any(|kind| !kind.moved.is_empty());
    let axis = if is_moved { "each coordinate of the place that the pairs are moved to" } else { "largest coordinate" };
    Plot {
        id: "questions-opening".into(),
        form: Form::Lines,
        title: "Errors over the distance from the origin".into(),
        sentence: verdict(need, kinds),
        names: places.iter().map(|place| need.length(*place)).collect(),
        axis: axis.into(),
        value: format!("largest error of a distance or depth, in {unit}"),
        least: Some(-16),
        series,
    }
}

/// The sentences that decide.
pub(in super::super) fn decisions(need: &Need, kinds: &Kinds) -> Vec<String> {
    let near = kinds.iter().map(|(key, kind)| decision(need, key, kind));
    let measured = kinds.iter().filter(|((_, way), _)| way.measures());
    near.chain(measured.filter_map(|(key, kind)| need.moved(&short_name(kinds, key), &kind.moved))).collect()
}

/// The arithmetic, and the way if there are several.
fn short_name(kinds: &Kinds, key: &(Arithmetic, Way)) -> String {
    if kinds.keys().all(|(_, way)| *way == Way::Ours) { key.0.to_string() } else { name(key) }
}

/// Returns whether an arithmetic is enough. Where nothing can be asked that is said, and nothing else.
fn decision(need: &Need, key: &(Arithmetic, Way), kind: &Kind) -> String {
    let (name, why) = (name(key), kind.why.as_deref().unwrap_or_default());
    let name = if key.1 == Way::Ours { key.0.to_string() } else { name };
    let cell = &kind.cell;
    if !key.1.measures() {
        return format!("{name}: it finds verdicts, and no distances.");
    }
    if cell.judged() == 0 {
        return format!(
            "{name}: it cannot hold any of the {} pairs, so nothing is known of its errors ({why}).",
            cell.asked
        );
    }
    let refused = format!(" It cannot hold {} of {} pairs ({why}).", cell.refused, cell.asked);
    need.decision(&name, &kind.offs) + if cell.refused > 0 { &refused } else { "" }
}

/// What moving and scaling them does.
fn moved(need: &Need, kinds: &Kinds, parts: &mut Vec<Part>) {
    if kinds.values().all(|kind| kind.moved.is_empty()) {
        return;
    }
    parts.push(Part::Heading("The same pairs, moved and scaled".into()));
    parts.push(Part::Text(
        "Each pair is moved along all axes alike, until the middle of shape A is within half its size of such coordinates, or it is moved \
         to the origin and scaled. Then it is rounded to a double and to the arithmetic, and the answer is compared with the exact one about the pair as it was written. Errors of \
         scaled pairs are divided by the scale."
            .into(),
    ));
    for (key, kind) in kinds {
        parts.push(Part::Table { caption: name(key), head: need.head(), rows: need.rows(&kind.moved) });
    }
}

/// The worst lines, by what was asked for.
fn listed(need: &Need, kinds: &Kinds, worst: &[BadLine], parts: &mut Vec<Part>) {
    if worst.is_empty() {
        return;
    }
    parts.push(Part::Heading("The worst lines".into()));
    parts.push(Part::Text(
        "`gjk precision diverge --line N --scalars f32,exact FILE` shows where line N of the file parts from a search without rounding \
         (`dd` in place of `exact` if a shape is curved)."
            .into(),
    ));
    for (key, kind) in kinds {
        let table = |caption: &str, head: &[&str], rows: Vec<Vec<String>>| Part::Table {
            caption: format!("{}: {caption}", name(key)),
            head: ["line", "id"].iter().chain(head).map(|name| (*name).to_string()).collect(),
            rows,
        };
        if !kind.worst.is_empty() && key.1.measures() {
            let row = |(_, off, line): &(f64, Off, Line)| {
                let answer = if off.error.is_finite() { need.length(off.error) } else { "no answer".into() };
                let part = if off.part().is_finite() { short(off.part()) } else { "–".into() };
                tabled(line, vec![answer, need.length(off.gap), part, need.length(off.at)])
            };
            let rows = kind.worst.iter().map(row).collect();
            let head = ["error", "exact gap or depth", "error over gap", "largest coordinate"];
            let of = if need.is_some() { ", of those that are not within what is asked for" } else { "" };
            parts.push(table(&format!("the largest errors of distance or depth{of}"), &head, rows));
        }
        if !kind.changed.is_empty() {
            let far = |margin: &Option<f64>| margin.map_or("–".into(), |margin| need.length(margin));
            let rows = kind.changed.iter().map(|(line, margin)| tabled(line, vec![far(margin)])).collect();
            parts.push(table("the first lines with a wrong verdict, or none", &["from touching"], rows));
        }
    }
}

const LEGEND: [&str; 4] = [
    "The judge is exact arithmetic, or double-double about curved shapes. A verdict is wrong if it differs from the judge's; undecided ones \
     count as wrong. Intervals of shares are Wilson's, with 95 %.",
    "What an arithmetic cannot hold, such as a number beyond its range, is listed, and not asked there.",
    "Errors are counted in buckets 3 % wide; quantiles are rounded up, the largest is as it was. Intervals of quantiles are from order \
     statistics, with 95 %; where there are too few samples for an end, it is the largest or the least seen.",
    "questions.csv has a row for each line, moved.csv one for each line and move, datapackage.json says what its columns are, worst.jsonl has the lines that are listed here, as \
     they were written.",
];

fn tabled(line: &Line, numbers: Vec<String>) -> Vec<String> {
    [line.number.to_string(), line.id.clone().unwrap_or_default()].into_iter().chain(numbers).collect()
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

/// How many verdicts change; nothing where there is none.
fn verdicts(need: &Need, name: &str, kind: &Kind) -> Option<String> {
    let cell = &kind.cell;
    let [changed, judged] = wrong(cell)?;
    let [_, high] = wilson(changed, judged);
    if changed == 0 {
        let high = short(100.0 * high);
        return Some(format!(
            "{name}: all {judged} verdicts are right (so less than {high} % of such pairs are wrong, with 95 %)."
        ));
    }
    let far = need.length(kind.farthest);
    Some(format!("{name}: {changed} of {judged} verdicts are wrong or missing, of shapes up to {far} from touching."))
}
