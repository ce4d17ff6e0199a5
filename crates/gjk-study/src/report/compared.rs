//! The part on ways to treat the simplex.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cell, Cells, Key};
use super::super::published::Way;
use super::super::rows::dimension;
use super::super::sweeps::{BY_LEVEL, SWEEPS};
use super::part::Part;
use super::plot::{Form, Mark, Plot, Series, short};
use super::summary::{quantile, share, wrong};
use std::collections::BTreeSet;

/// The part on ways to treat the simplex, all sweeps together.
pub(super) fn compared(cells: &Cells, parts: &mut Vec<Part>) {
    let ways: BTreeSet<_> = cells.0.keys().map(|key| key.way).collect();
    if ways.len() < 2 {
        return;
    }
    let ways: Vec<_> = ways.into_iter().collect();
    parts.push(Part::Heading("Ways to treat the simplex".into()));
    let source = |way: &Way| vec![way.name().to_string(), way.source().to_string()];
    parts.push(Part::Table {
        caption: "The ways, and where they are from".into(),
        head: vec!["way".into(), "source".into()],
        rows: ways.iter().map(source).collect(),
    });
    let compared = |key: &Key| key.arithmetic.compares() && !matches!(SWEEPS[key.sweep].name, "bits" | "dimension");
    let dims: BTreeSet<_> = cells.0.keys().filter(|key| compared(key)).map(|key| key.dim).collect();
    for dim in dims.into_iter().filter(|dim| *dim != BY_LEVEL) {
        let scalars: BTreeSet<_> =
            cells.0.keys().filter(|key| compared(key) && key.dim == dim).map(|key| key.arithmetic).collect();
        let label = dimension(dim);
        let series = |of: &dyn Fn(usize, &Cell) -> Option<Mark>| -> Vec<Series> {
            let line = |scalar: &Arithmetic| Series {
                name: scalar.to_string(),
                marks: (0..ways.len())
                    .filter_map(|k| {
                        let way = ways[k];
                        of(
                            k,
                            &cells.sum(|key| {
                                compared(key) && key.dim == dim && key.arithmetic == *scalar && key.way == way
                            }),
                        )
                    })
                    .collect(),
            };
            scalars.iter().map(line).filter(|series| !series.marks.is_empty()).collect()
        };
        let names: Vec<_> = ways.iter().map(|way| way.name().to_string()).collect();
        for (what, value, series) in [
            (
                "verdicts",
                "share of wrong and undecided verdicts, with its 95 % interval",
                series(&|k, cell| wrong(cell).map(|counts| share(k, counts))),
            ),
            (
                "distances",
                "99 % quantile of the error of the distance, in ε L",
                series(&|k, cell| quantile(k, &cell.errors[0])),
            ),
        ] {
            let sentence = if what == "verdicts" {
                ranking(&series, &names, 100.0, "%")
            } else {
                ranking(&series, &names, 1.0, "ε L")
            };
            let plot = Plot {
                id: format!("ways-{label}-{what}"),
                form: Form::Rows,
                title: format!("{label}: {what} by way, all sweeps together"),
                sentence,
                names: names.clone(),
                axis: "way".into(),
                value: value.into(),
                least: Some(if what == "verdicts" { -8 } else { -4 }),
                series,
            };
            if !plot.is_empty() {
                parts.push(Part::Plot(plot));
            }
        }
        for (number, _) in SWEEPS.iter().enumerate().filter(|(_, sweep)| !sweep.is_of_kinds() && sweep.name != "bits") {
            for in_ulps in [false, true] {
                let plot = along(cells, &ways, dim, number, in_ulps);
                parts.extend(plot.filter(|plot| !plot.is_empty()).map(Part::Plot));
            }
        }
        for scalar in &scalars {
            parts.push(by_sweep(cells, &ways, dim, *scalar));
        }
    }
}

/// Wrong verdicts of each way along a sweep, in `f32` and `f64`.
fn along(cells: &Cells, ways: &[Way], dim: usize, number: usize, in_ulps: bool) -> Option<Plot> {
    let sweep = &SWEEPS[number];
    let all = (sweep.levels)();
    let levels: Vec<_> = (0..all.len()).filter(|level| all[*level].in_ulps == in_ulps).collect();
    let names: Vec<_> = levels.iter().map(|level| all[*level].name.clone()).collect();
    let scalars: Vec<_> = [Arithmetic::F32, Arithmetic::F64]
        .into_iter()
        .filter(|scalar| cells.0.keys().any(|key| key.sweep == number && key.dim == dim && key.arithmetic == *scalar))
        .collect();
    let series = |way: &Way| {
        let line = |scalar: &Arithmetic| {
            let cell =
                |level: &usize| cells.0.get(&Key { sweep: number, dim, level: *level, arithmetic: *scalar, way: *way });
            let mark = |(at, level)| wrong(cell(level)?).map(|counts| share(at, counts));
            Series { name: format!("{}, {scalar}", way.name()), marks: (0..).zip(&levels).filter_map(mark).collect() }
        };
        scalars.iter().map(line).collect::<Vec<_>>()
    };
    let series: Vec<_> = ways.iter().flat_map(series).collect();
    let most = |series: &Series| series.marks.iter().map(|mark| mark.value).fold(0.0, f64::max);
    let sum = |series: &Series| series.marks.iter().map(|mark| mark.value).sum::<f64>();
    let worst = series.iter().max_by(|x, y| most(x).total_cmp(&most(y)).then(sum(x).total_cmp(&sum(y))))?;
    let mark = worst.marks.iter().copied().reduce(|most, mark| if mark.value > most.value { mark } else { most })?;
    let sentence = if mark.value > 0.0 {
        format!("Most wrong: {}, {} % at {}.", worst.name, short(100.0 * mark.value), names[mark.at])
    } else {
        "None is wrong.".into()
    };
    Some(Plot {
        id: format!("ways-{}{}-{}", sweep.name, if in_ulps { "-in-ulps" } else { "" }, dimension(dim)),
        form: Form::Panels(scalars.len()),
        title: format!(
            "{}, {}{}: wrong verdicts of each way",
            sweep.name,
            dimension(dim),
            if in_ulps { ", gaps in ε L" } else { "" }
        ),
        sentence,
        names,
        axis: sweep.axis_of(in_ulps).into(),
        value: "share of wrong and undecided verdicts; in gray that of the first way".into(),
        least: Some(-8),
        series,
    })
}

/// The best way and the worst.
fn ranking(series: &[Series], names: &[String], factor: f64, unit: &str) -> String {
    let line = |series: &Series| {
        let by = |better: fn(f64, f64) -> bool| {
            series.marks.iter().copied().reduce(|best, mark| if better(mark.value, best.value) { mark } else { best })
        };
        let (best, worst) = (by(|x, y| x < y)?, by(|x, y| x > y)?);
        let number = |mark: Mark| match factor * mark.value {
            x if x > 1e300 => "infinite ones".into(),
            x => format!("{} {unit}", short(x)),
        };
        let told = |mark: Mark| format!("{} with {}", names[mark.at], number(mark));
        Some(if number(best) == number(worst) {
            format!("{}: all with {}", series.name, number(best))
        } else {
            format!("{}: from {} to {}", series.name, told(best), told(worst))
        })
    };
    series.iter().filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

/// Wrong and undecided verdicts of each way, sweep by sweep.
fn by_sweep(cells: &Cells, ways: &[Way], dim: usize, scalar: Arithmetic) -> Part {
    let of = |key: &Key| key.dim == dim && key.arithmetic == scalar;
    let sweeps: BTreeSet<_> =
        cells.0.keys().filter(|key| of(key) && key.way != Way::Ours).map(|key| key.sweep).collect();
    let mut head = vec!["way".to_string()];
    head.extend(sweeps.iter().map(|sweep| SWEEPS[*sweep].name.to_string()));
    let row = |way: &Way| {
        let cell = |sweep: &usize| {
            let cell = cells.sum(|key| of(key) && key.sweep == *sweep && key.way == *way);
            wrong(&cell).map_or("–".into(), |[hits, trials]| format!("{hits} of {trials}"))
        };
        std::iter::once(way.name().to_string()).chain(sweeps.iter().map(cell)).collect()
    };
    Part::Table {
        caption: format!("{}, {scalar}: wrong and undecided verdicts of each way", dimension(dim)),
        head,
        rows: ways.iter().map(row).collect(),
    }
}
