//! The rows of a study, as CSV, and the meaning of its columns, from one list.

use super::cell::{Cell, Cells, Key};
use super::measure::{MEASURES, UNITS};
use super::statistics::{Errors, Quantile, float, wilson};
use super::sweeps::{BY_LEVEL, Level, SWEEPS, Sweep};
use super::table::{self, Field, Type};

/// A column, and how it is made.
type Column = (table::Column, Box<dyn Fn(&Key, &Cell) -> Field>);

/// A share: its name, what it is a share of, how many of how many.
type Rate = (&'static str, &'static str, fn(&Cell) -> [u64; 2]);

/// A part of a quantile: the end of its name, what it is, and the number.
type Part = (&'static str, &'static str, fn(Quantile) -> Option<f64>);

/// What a column makes of errors.
type Told = Box<dyn Fn(&Errors) -> Option<f64>>;

fn columns() -> Vec<Column> {
    fn text(name: &str, holds: &str, of: fn(&Key) -> String) -> Column {
        ((name.into(), Type::Text, holds.into()), Box::new(move |key, _| Field::Text(of(key))))
    }
    fn real(name: &str, holds: &str, of: impl Fn(&Key, &Cell) -> Option<f64> + 'static) -> Column {
        ((name.into(), Type::Real, holds.into()), Box::new(move |key, cell| of(key, cell).into()))
    }
    fn count(name: &str, holds: &str, of: impl Fn(&Cell) -> u64 + 'static) -> Column {
        ((name.into(), Type::Whole, holds.into()), Box::new(move |_, cell| Field::Whole(of(cell))))
    }
    let mut columns = vec![
        text("sweep", "what is varied", |key| SWEEPS[key.sweep].name.into()),
        (
            ("dim".into(), Type::Whole, "the dimension".into()),
            Box::new(|key, _| Field::Whole(Sweep::dimension(key.dim, &key.level()) as u64)),
        ),
        text("level", "the step of the sweep, as it is called", |key| step(key.sweep, &key.level())),
        real("value", "the step as a number, in the unit of the sweep; for kinds their number", |key, _| {
            Some(key.level().value)
        }),
        text("scalar", "the arithmetic", |key| key.arithmetic.to_string()),
        text("cases", "the way to treat the simplex", |key| key.way.name().into()),
        count("asked", "pairs that were made", |cell| cell.asked),
        count("refused", "of those, the ones that the arithmetic cannot hold", |cell| cell.refused),
        count("unjudged", "of those, the ones without an exact answer", |cell| cell.unjudged),
        count("apart", "pairs that are apart", |cell| cell.apart),
        count("meeting", "pairs that intersect", |cell| cell.meeting),
    ];
    let rates: [Rate; 7] = [
        ("false_positives", "of those apart, the ones said to intersect", |cell| [cell.false_positives, cell.apart]),
        ("false_negatives", "of those intersecting, the ones said to be apart", |cell| {
            [cell.false_negatives, cell.meeting]
        }),
        ("undecided", "of those judged, the ones without a verdict", |cell| [cell.undecided, cell.judged()]),
        ("filtered", "of those with a certified verdict, the ones that the filter has proven", |cell| {
            [cell.filtered, cell.certified]
        }),
        ("exact", "of those with a certified verdict, the ones that exact arithmetic decided", |cell| {
            [cell.exact, cell.certified]
        }),
        ("certified_wrong", "certified verdicts that are proven and wrong", |cell| {
            [cell.certified_wrong, cell.certified]
        }),
        ("lost", "of those moved far away, the ones whose verdict is not that of the pair before, unrounded", |cell| {
            [cell.lost, cell.unmoved]
        }),
    ];
    for (name, holds, of) in rates {
        columns.push(count(name, holds, move |cell| of(cell)[0]));
        for (k, end) in ["low", "high"].into_iter().enumerate() {
            let holds = format!("the {end} end of that share's interval (Wilson, 95 %)");
            columns.push(real(&format!("{name}_{end}"), &holds, move |_, cell| {
                let [hits, trials] = of(cell);
                (trials > 0).then(|| wilson(hits, trials)[k])
            }));
        }
    }
    columns.push(real("evaluations_mean", "support evaluations of A − B a pair", |_, cell| {
        (cell.judged() > 0).then(|| float(cell.evaluations) / float(cell.judged()))
    }));
    columns.push(count("evaluations_most", "the most of a pair", |cell| cell.most_evaluations));
    columns.push(real("first_undecided", "the number of the first sample without a verdict", |_, cell| {
        cell.first_undecided.map(float)
    }));
    let measured = [
        "the distance less the exact one",
        "the depth less the exact one, where shapes intersect",
        "the sine of the angle between the normal and the exact one, times the distance",
        "how far points are outside of their shapes, or their distance from the exact one",
        "the angle between the normal and the exact one, where shapes are apart",
        "the same of a contact, where shapes intersect",
    ];
    for ((name, unit), what) in MEASURES.into_iter().zip(UNITS).zip(measured) {
        let column = name.replace(' ', "_");
        quantiles(&mut columns, &column, &format!("{what}, in {unit}"), move |cell| cell.errors(name));
    }
    let what = "the distance or depth less that before shapes were moved far away, unrounded; in sizes of the shapes";
    quantiles(&mut columns, "moved", what, |cell| Some(&cell.moved));
    quantiles(&mut columns, "wrong", "how far pairs are from touching whose verdict is wrong, in ε L", |cell| {
        Some(&cell.wrong)
    });
    columns
}

fn quantiles(
    columns: &mut Vec<Column>,
    name: &str,
    what: &str,
    of: impl Fn(&Cell) -> Option<&Errors> + Copy + 'static,
) {
    let mut push = |end: &str, holds: String, make: Told| {
        let make = move |_: &Key, cell: &Cell| of(cell).and_then(&make).into();
        columns.push(((format!("{name}_{end}"), Type::Real, holds), Box::new(make)));
    };
    push("count", format!("pairs measured: {what}"), Box::new(|errors| Some(float(errors.count()))));
    for (end, share) in [("median", 0.5), ("p99", 0.99)] {
        let parts: [Part; 3] = [
            ("", "quantile, rounded up by 3 % at most", |found| Some(found.value)),
            ("_low", "the low end of its interval (order statistics, 95 %); missing if there are too few", |found| {
                found.low
            }),
            ("_high", "the high end of that", |found| found.high),
        ];
        for (part, holds, of) in parts {
            let make = move |errors: &Errors| errors.quantile(share).and_then(of);
            push(&format!("{end}{part}"), format!("{end}: {holds}"), Box::new(make));
        }
    }
    push("most", "the largest".into(), Box::new(Errors::most));
    let index = |errors: &Errors| errors.worst.map(|worst| float(worst.index));
    push("index", "the number of that sample".into(), Box::new(index));
}

/// How a step is called, after its sweep: so none looks like a number, which pandas and polars would take it for.
pub(super) fn step(sweep: usize, level: &Level) -> String {
    format!("{} {}", SWEEPS[sweep].name, level.name)
}

/// The rows, with a head; and what the columns are.
pub(super) fn csv(cells: &Cells) -> (String, Vec<table::Column>) {
    let (columns, makes): (Vec<_>, Vec<_>) = columns().into_iter().unzip();
    let row = |(key, cell): (&Key, &Cell)| table::line(makes.iter().map(|make| make(key, cell)));
    (table::head(&columns) + &cells.0.iter().map(row).collect::<String>(), columns)
}

/// A dimension, in a table or a name.
pub(super) fn dimension(dim: usize) -> String {
    if dim == BY_LEVEL { "1D to 8D".into() } else { format!("{dim}D") }
}
