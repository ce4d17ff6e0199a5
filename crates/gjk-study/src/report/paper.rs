//! Figures for a paper: the distribution of errors, errors over the gap, and the cost of an answer. Each point has at least
//! [`LEAST`] pairs.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cell, Cells, Key, Near};
use super::super::published::Way;
use super::super::run::Times;
use super::super::statistics::Errors;
use super::super::sweeps::SWEEPS;
use super::part::{Part, Report};
use super::plot::{Form, LEAST, Mark, Plot, Series, short};
use super::summary::{quantile, share};
use std::collections::{BTreeMap, BTreeSet};

/// What the figures are of: each arithmetic with what has been counted of it.
pub(super) fn of(kinds: &[(String, f64, Cell)], parts: &mut Vec<Part>) {
    let figures = [distribution(kinds), beside_the_gap(kinds), verdicts(kinds)];
    let figures: Vec<_> = figures.into_iter().filter(|plot| !plot.is_empty()).map(Part::Plot).collect();
    if !figures.is_empty() {
        parts.push(Part::Heading("Errors in all".into()));
        parts.extend(figures);
    }
}

/// The parts of a study about the library's way, except for sweeps in which arithmetics differ from level to level.
pub(super) fn of_study(cells: &Cells, parts: &mut Vec<Part>) {
    let ours = |key: &Key| key.way == Way::Ours && SWEEPS[key.sweep].name != "bits";
    let scalars: BTreeSet<Arithmetic> = cells.0.keys().filter(|key| ours(key)).map(|key| key.arithmetic).collect();
    let kind = |scalar: Arithmetic| {
        (scalar.to_string(), scalar.epsilon(), cells.sum(|key| ours(key) && key.arithmetic == scalar))
    };
    of(&scalars.into_iter().map(kind).collect::<Vec<_>>(), parts);
}

/// Distances and depths together.
fn lengths(cell: &Cell) -> Errors {
    let mut all = cell.errors[0].clone();
    all.merge(&cell.errors[1]);
    all
}

/// The share of errors below each power of two.
fn distribution(kinds: &[(String, f64, Cell)]) -> Plot {
    let powers: Vec<f64> = (-8..=8).map(|k| libm::exp2(f64::from(k))).collect();
    let line = |(name, _, cell): &(String, f64, Cell)| {
        let errors = lengths(cell);
        let count = errors.count();
        let mark = |(at, power): (usize, &f64)| share(at, [errors.up_to(*power), count]);
        let marks = if count < LEAST { Vec::new() } else { powers.iter().enumerate().map(mark).collect() };
        (Series { name: name.clone(), marks }, errors)
    };
    let lines: Vec<_> = kinds.iter().map(line).filter(|(series, _)| !series.marks.is_empty()).collect();
    let told = |(series, errors): &(Series, Errors)| {
        let [half, most] = [0.5, 0.99].map(|part| errors.quantile(part).map_or(0.0, |found| found.value));
        format!(
            "{}: half of {} errors are below {} ε L, 99 % below {}",
            series.name,
            errors.count(),
            short(half),
            short(most)
        )
    };
    Plot {
        id: "errors-distribution".into(),
        form: Form::Lines,
        title: "How errors of distances and depths are distributed".into(),
        sentence: lines.iter().map(told).collect::<Vec<_>>().join("; ") + ".",
        names: powers
            .iter()
            .map(|power| if *power < 1.0 { format!("1/{}", 1.0 / power) } else { power.to_string() })
            .collect(),
        axis: "error, in ε L".into(),
        value: "share of errors below it, with its 95 % interval".into(),
        least: None,
        series: lines.into_iter().map(|(series, _)| series).collect(),
    }
}

/// The powers of ten of distances and depths that pairs have.
fn decades(kinds: &[(String, f64, Cell)]) -> Vec<i32> {
    let all: BTreeSet<i32> = kinds.iter().flat_map(|(.., cell)| cell.near.keys().copied()).collect();
    all.into_iter().filter(|decade| (-18..=1).contains(decade)).collect()
}

/// A mark for each of these, where there are enough pairs.
fn over(decades: &[i32], cell: &Cell, mark: impl Fn(usize, &Near) -> Option<Mark>) -> Vec<Mark> {
    let near = |decade: &i32| cell.near.get(decade).filter(|near| near.parts.count() >= LEAST);
    (0..).zip(decades).filter_map(|(at, decade)| mark(at, near(decade)?)).collect()
}

const AXIS: &str = "exact distance or depth, in L, to the nearest power of ten";

/// The share of wrong verdicts over the gap.
fn verdicts(kinds: &[(String, f64, Cell)]) -> Plot {
    let decades = decades(kinds);
    let line = |(name, _, cell): &(String, f64, Cell)| Series {
        name: name.clone(),
        marks: over(&decades, cell, |at, near| Some(share(at, [near.wrong, near.judged]))),
    };
    let series: Vec<_> = kinds.iter().map(line).filter(|series| !series.marks.is_empty()).collect();
    let told = |series: &Series| {
        let last = series.marks.iter().rfind(|mark| mark.value > 0.0);
        let told = last.map_or("none is wrong".into(), |mark| {
            format!("some are wrong up to a gap or depth of {} L", power(decades[mark.at]))
        });
        format!("{}: {told}", series.name)
    };
    Plot {
        id: "wrong-over-the-gap".into(),
        form: Form::Lines,
        title: "Wrong verdicts over the gap".into(),
        sentence: series.iter().map(told).collect::<Vec<_>>().join("; ") + ".",
        names: decades.iter().map(|decade| power(*decade)).collect(),
        axis: AXIS.into(),
        value: "share of wrong and undecided verdicts, with its 95 % interval".into(),
        least: Some(-8),
        series,
    }
}

fn power(decade: i32) -> String {
    format!("1e{decade}")
}

/// The error as a part of the gap, over the gap; and ε L as one.
fn beside_the_gap(kinds: &[(String, f64, Cell)]) -> Plot {
    let decades = decades(kinds);
    let mut series = Vec::new();
    for (name, epsilon, cell) in kinds {
        let marks = over(&decades, cell, |at, near| quantile(at, &near.parts));
        if marks.is_empty() {
            continue;
        }
        let mark = |(at, decade): (usize, &i32)| {
            let value = epsilon / libm::exp10(f64::from(*decade));
            Mark { at, value, low: value, high: value, pairs: LEAST, across: 0.0 }
        };
        series.push(Series { name: name.clone(), marks });
        let marks = decades.iter().enumerate().map(mark).collect();
        series.push(Series { name: format!("ε L / gap in {name}"), marks });
    }
    let at_most = |series: &&Series| !series.name.starts_with('ε');
    let told = |series: &Series| {
        let last = series.marks.iter().rfind(|mark| mark.value > 0.1)?;
        Some(format!(
            "{}: a hundredth of the pairs is off by more than a tenth of a gap of {} L",
            series.name,
            power(decades[last.at])
        ))
    };
    let told: Vec<_> = series.iter().filter(at_most).filter_map(told).collect();
    Plot {
        id: "errors-beside-the-gap".into(),
        form: Form::Lines,
        title: "The error beside the gap".into(),
        sentence: if told.is_empty() {
            "99 % of errors are less than a tenth of the gap.".into()
        } else {
            told.join("; ") + "."
        },
        names: decades.iter().map(|decade| power(*decade)).collect(),
        axis: AXIS.into(),
        value: "99 % quantile of the error of it as a part of it, and ε L as one".into(),
        least: Some(-18),
        series,
    }
}

/// The page on what an answer costs, and how good it is: a point for each arithmetic and way, of all sweeps in 2D and 3D. It has times in
/// it, so it is not part of a report, whose bytes are the same on any machine.
pub(in super::super) fn of_times(cells: &Cells, times: &Times) -> Option<Report> {
    let compared = |sweep: usize| !matches!(SWEEPS[sweep].name, "bits" | "dimension");
    let mut mean = BTreeMap::<(Arithmetic, Way), (u64, u64)>::new();
    for ((_, _, arithmetic, way), (sum, count)) in times.iter().filter(|((sweep, ..), _)| compared(*sweep)) {
        let own = mean.entry((*arithmetic, *way)).or_default();
        *own = (own.0 + sum, own.1 + count);
    }
    let ways: BTreeSet<Way> = mean.keys().map(|(_, way)| *way).collect();
    let mut found = Vec::new();
    let mut series = BTreeMap::<Arithmetic, Vec<Mark>>::new();
    for ((arithmetic, way), (sum, count)) in mean {
        let cell = cells.sum(|key| compared(key.sweep) && (key.arithmetic, key.way) == (arithmetic, way));
        let at = ways.iter().position(|other| *other == way)?;
        let Some(mark) = quantile(at, &cell.errors[0]).filter(|mark| mark.pairs >= LEAST && count > 0) else {
            continue;
        };
        found.push((sum / count, format!("{way} in {arithmetic}")));
        let across = super::super::statistics::float(sum / count);
        series.entry(arithmetic).or_default().push(Mark { across, ..mark });
    }
    let ([quick, slow], pairs) = ([found.iter().min()?, found.iter().max()?], LEAST);
    let plot = Plot {
        id: "error-against-time".into(),
        form: Form::Scatter,
        title: "Errors of distances against the time that they take".into(),
        sentence: format!(
            "The quickest is {}, {} ns a query; the slowest {}, {} ns. Behind each point are {pairs} distances and more.",
            quick.1, quick.0, slow.1, slow.0
        ),
        names: (1..).zip(&ways).map(|(number, way)| format!("{number} {way}")).collect(),
        axis: "mean time of a query, in ns".into(),
        value: "99 % quantile of the error, in ε L".into(),
        least: Some(-4),
        series: series.into_iter().map(|(scalar, marks)| Series { name: scalar.to_string(), marks }).collect(),
    };
    let how = "Each query was timed by itself, when it had been asked once before, while all jobs ran: times are to be compared with each other, and differ \
               from run to run. \
               provenance.json says on what they were taken, times.csv has them for each sweep. A distance is asked for where shapes are \
               apart, and a verdict where they are not. An error that is infinite is at the upper edge.";
    Some(Report {
        title: "What an answer costs, and how good it is".into(),
        parts: vec![Part::Text(how.into()), Part::Plot(plot)],
    })
}
