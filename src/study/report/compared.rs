//! The part on ways to treat the simplex.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cell, Cells, Key};
use super::super::rows::dimension;
use super::super::sweeps::{BY_LEVEL, SWEEPS};
use super::super::ways::Way;
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
                least: if what == "verdicts" { -8 } else { -4 },
                series,
            };
            if !plot.is_empty() {
                parts.push(Part::Plot(plot));
            }
        }
        for scalar in &scalars {
            parts.push(by_sweep(cells, &ways, dim, *scalar));
        }
    }
}

/// The best way and the worst.
fn ranking(series: &[Series], names: &[String], factor: f64, unit: &str) -> String {
    let line = |series: &Series| {
        let by = |better: fn(f64, f64) -> bool| {
            series.marks.iter().copied().reduce(|best, mark| if better(mark.value, best.value) { mark } else { best })
        };
        let (best, worst) = (by(|x, y| x < y)?, by(|x, y| x > y)?);
        let told = |mark: Mark| format!("{} with {} {unit}", names[mark.at], short(factor * mark.value));
        Some(format!("{}: from {} to {}", series.name, told(best), told(worst)))
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
