//! The part on a sweep.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cell, Cells, Key};
use super::super::rows::dimension;
use super::super::sweeps::SWEEPS;
use super::super::ways::Way;
use super::part::Part;
use super::plot::{Form, Mark, Plot, Series, short};
use super::summary::{quantile, share, summary_head, summary_row, wrong};
use std::collections::BTreeSet;

/// The part on a sweep.
pub(super) fn swept(number: usize, cells: &Cells, parts: &mut Vec<Part>) {
    let sweep = &SWEEPS[number];
    let is_bits = sweep.name == "bits";
    parts.push(Part::Heading(format!("{} (`{}`)", sweep.title, sweep.name)));
    let ours = |key: &Key| key.sweep == number && key.way == Way::Ours;
    let dims: BTreeSet<_> = cells.0.keys().filter(|key| ours(key)).map(|key| key.dim).collect();
    let names: Vec<_> = (sweep.levels)().into_iter().map(|level| level.name).collect();
    // The curve over bits has a line for each dimension; else each dimension has a plot, with a line for each arithmetic.
    let groups: Vec<Vec<usize>> =
        if is_bits { vec![dims.into_iter().collect()] } else { dims.into_iter().map(|dim| vec![dim]).collect() };
    for group in groups {
        let label = group.iter().map(|dim| dimension(*dim)).collect::<Vec<_>>().join(", ");
        let mut lines: Vec<(String, usize, Option<Arithmetic>)> = Vec::new();
        for dim in &group {
            let scalars: BTreeSet<_> =
                cells.0.keys().filter(|key| ours(key) && key.dim == *dim).map(|key| key.arithmetic).collect();
            if is_bits {
                lines.push((dimension(*dim), *dim, None));
            } else {
                lines.extend(scalars.into_iter().map(|scalar| (scalar.to_string(), *dim, Some(scalar))));
            }
        }
        let cell = |dim: usize, scalar: Option<Arithmetic>, level: usize| {
            cells.sum(|key| {
                ours(key)
                    && key.dim == dim
                    && key.level == level
                    && scalar.is_none_or(|scalar| key.arithmetic == scalar)
            })
        };
        let series = |of: &dyn Fn(usize, &Cell) -> Option<Mark>| -> Vec<Series> {
            let line = |(name, dim, scalar): &(String, usize, Option<Arithmetic>)| Series {
                name: name.clone(),
                marks: (0..names.len()).filter_map(|level| of(level, &cell(*dim, *scalar, level))).collect(),
            };
            lines.iter().map(line).filter(|series| !series.marks.is_empty()).collect()
        };
        let plot = |what: &str, title: String, value: &str, series: Vec<Series>| {
            let sentence = if what == "verdict" {
                sentence_of_shares(&series, &names)
            } else {
                sentence_of_errors(&series, &names)
            };
            Plot {
                id: format!("{}-{}-{what}", sweep.name, label.replace([' ', ','], "")),
                form: Form::Lines,
                title,
                sentence,
                names: names.clone(),
                axis: sweep.axis.into(),
                value: value.into(),
                least: if what == "verdict" { -8 } else { -4 },
                series,
            }
        };
        let mut plots = vec![plot(
            "verdict",
            format!("{label}: wrong verdicts"),
            "share of pairs, with its 95 % interval",
            series(&|level, cell| wrong(cell).map(|counts| share(level, counts))),
        )];
        for measure in ["distance", "depth"] {
            plots.push(plot(
                measure,
                format!("{label}: errors of {}", if measure == "depth" { "depths" } else { "distances" }),
                "99 % quantile of the error, in ε L",
                series(&|level, cell| quantile(level, cell.errors(measure)?)),
            ));
        }
        parts.extend(plots.into_iter().filter(|plot| !plot.is_empty()).map(Part::Plot));
        if !is_bits {
            parts.push(summary(&label, &lines, &|dim, scalar| {
                cells.sum(|key| ours(key) && key.dim == dim && Some(key.arithmetic) == scalar)
            }));
        }
    }
}

fn sentence_of_shares(series: &[Series], names: &[String]) -> String {
    let line = |series: &Series| {
        let most =
            series.marks.iter().copied().reduce(|most, mark| if mark.value > most.value { mark } else { most })?;
        let bound = series.marks.iter().map(|mark| mark.high).fold(0.0, f64::max);
        Some(if most.value == 0.0 {
            format!("{}: none is wrong at any level, so less than {} % at each", series.name, short(100.0 * bound))
        } else {
            format!("{}: most are wrong at {}, {} %", series.name, names[most.at], short(100.0 * most.value))
        })
    };
    series.iter().filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

fn sentence_of_errors(series: &[Series], names: &[String]) -> String {
    let line = |series: &Series| {
        let most =
            series.marks.iter().copied().reduce(|most, mark| if mark.value > most.value { mark } else { most })?;
        Some(format!(
            "{}: 99 % are within {} ε L at every level, the largest of these at {}",
            series.name,
            short(most.value),
            names[most.at]
        ))
    };
    series.iter().filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

/// All levels together.
fn summary(
    label: &str,
    lines: &[(String, usize, Option<Arithmetic>)],
    of: &dyn Fn(usize, Option<Arithmetic>) -> Cell,
) -> Part {
    let row = |(name, dim, scalar): &(String, usize, Option<Arithmetic>)| summary_row(name.clone(), &of(*dim, *scalar));
    Part::Table {
        caption: format!("{label}: all levels together"),
        head: summary_head(),
        rows: lines.iter().map(row).collect(),
    }
}
