//! The part on a sweep.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cell, Cells, Key};
use super::super::published::Way;
use super::super::rows::dimension;
use super::super::sweeps::SWEEPS;
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
    let all = (sweep.levels)();
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
        for in_ulps in [false, true] {
            let levels: Vec<_> = (0..all.len()).filter(|level| all[*level].in_ulps == in_ulps).collect();
            let names: Vec<_> = levels.iter().map(|level| all[*level].name.clone()).collect();
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
                    marks: (0..).zip(&levels).filter_map(|(at, level)| of(at, &cell(*dim, *scalar, *level))).collect(),
                };
                lines.iter().map(line).filter(|series| !series.marks.is_empty()).collect()
            };
            let plot = |what: &str, title: &str, value: &str, least: Option<i32>, series: Vec<Series>| Plot {
                id: format!(
                    "{}{}-{}-{what}",
                    sweep.name,
                    if in_ulps { "-in-ulps" } else { "" },
                    label.replace([' ', ','], "")
                ),
                form: if sweep.is_of_kinds() { Form::Rows } else { Form::Lines },
                title: format!("{label}{}: {title}", if in_ulps { ", gaps in ε L" } else { "" }),
                sentence: match what {
                    "verdict" | "lost" => sentence_of_shares(&series, &names, !sweep.is_of_kinds()),
                    "filter" => sentence_of_proofs(&series, &names),
                    "moved" => sentence_of_errors(&series, &names, "sizes"),
                    _ => sentence_of_errors(&series, &names, "ε L"),
                },
                names: names.clone(),
                axis: sweep.axis_of(in_ulps).into(),
                value: value.into(),
                least,
                series,
            };
            let counted = |[hits, trials]: [u64; 2], at| (trials > 0).then(|| share(at, [hits, trials]));
            let errors = |measure: &str| series(&|at, cell| quantile(at, cell.errors(measure)?));
            let interval = "share of pairs, with its 95 % interval";
            let lengths = "99 % quantile of the error, in ε L";
            let plots = [
                plot("verdict", "wrong verdicts", interval, Some(-8), series(&|at, cell| counted(wrong(cell)?, at))),
                plot(
                    "filter",
                    "verdicts that the filter proves without exact arithmetic",
                    interval,
                    None,
                    series(&|at, cell| counted([cell.filtered, cell.certified], at)),
                ),
                plot("distance", "errors of distances", lengths, Some(-4), errors("distance")),
                plot("depth", "errors of depths", lengths, Some(-4), errors("depth")),
                plot(
                    "lost",
                    "verdicts that are not those of the pair before it was moved, unrounded",
                    interval,
                    Some(-8),
                    series(&|at, cell| counted([cell.lost, cell.unmoved], at)),
                ),
                plot(
                    "moved",
                    "distances and depths, from those of the pair before it was moved, unrounded",
                    "99 % quantile of the error, in sizes of the shapes",
                    Some(-18),
                    series(&|at, cell| quantile(at, &cell.moved)),
                ),
            ];
            parts.extend(plots.into_iter().filter(|plot| !plot.is_empty()).map(Part::Plot));
        }
        if !is_bits {
            parts.push(summary(&label, &lines, &|dim, scalar| {
                cells.sum(|key| ours(key) && key.dim == dim && Some(key.arithmetic) == scalar)
            }));
        }
    }
}

fn sentence_of_shares(series: &[Series], names: &[String], is_ordered: bool) -> String {
    let line = |series: &Series| {
        let most = most_of(series)?;
        let bound = series.marks.iter().map(|mark| mark.high).fold(0.0, f64::max);
        if most.value == 0.0 {
            return Some(format!(
                "{}: none is wrong at any level, so less than {} % at each",
                series.name,
                short(100.0 * bound)
            ));
        }
        let mut wrong = series.marks.iter().filter(|mark| mark.value > 0.0);
        let (first, last) = (wrong.next()?, wrong.next_back());
        let where_ = last
            .filter(|_| is_ordered)
            .map(|last| format!("some are wrong from {} to {}, ", names[first.at], names[last.at]));
        let most = format!(
            "most {}at {}, {} %",
            if where_.is_none() { "wrong ones are " } else { "" },
            names[most.at],
            short(100.0 * most.value)
        );
        Some(format!("{}: {}{most}", series.name, where_.unwrap_or_default()))
    };
    series.iter().filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

fn sentence_of_proofs(series: &[Series], names: &[String]) -> String {
    let line = |series: &Series| {
        let least =
            series.marks.iter().copied().reduce(|least, mark| if mark.value < least.value { mark } else { least })?;
        let most = most_of(series)?;
        let [low, high] = [least, most].map(|mark| format!("{:.1} %", 100.0 * mark.value));
        Some(if low == high {
            format!("{}: {low} at every level", series.name)
        } else {
            format!("{}: fewest at {}, {low}, most at {}, {high}", series.name, names[least.at], names[most.at])
        })
    };
    series.iter().filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

fn sentence_of_errors(series: &[Series], names: &[String], unit: &str) -> String {
    let line = |series: &Series| {
        let most = most_of(series)?;
        let name = &series.name;
        Some(if most.value > 1e300 {
            format!("{name}: at {} some are infinite", names[most.at])
        } else {
            format!(
                "{name}: 99 % are within {} {unit} at every level, the largest of these at {}",
                short(most.value),
                names[most.at]
            )
        })
    };
    series.iter().filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

/// The highest mark, the first of several.
fn most_of(series: &Series) -> Option<Mark> {
    series.marks.iter().copied().reduce(|most, mark| if mark.value > most.value { mark } else { most })
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
