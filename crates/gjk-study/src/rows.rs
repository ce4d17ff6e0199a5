//! The rows of a study, as CSV; and the schema of that, from the same table.

use super::cell::{Cell, Cells, Key};
use super::measure::{MEASURES, UNITS};
use super::statistics::{Errors, Quantile, float, wilson};
use super::sweeps::{BY_LEVEL, SWEEPS, Sweep};
use std::fmt::Write as _;

/// A column: its name, what it holds, and how it is made.
type Column = (String, String, Box<dyn Fn(&Key, &Cell) -> String>);

/// A share: its name, what it is a share of, how many of how many.
type Rate = (&'static str, &'static str, fn(&Cell) -> [u64; 2]);

/// A part of a quantile: the end of its name, what it is, and the number.
type Part = (&'static str, &'static str, fn(Quantile) -> Option<f64>);

/// What a column makes of errors.
type Told = Box<dyn Fn(&Errors) -> Option<String>>;

fn columns() -> Vec<Column> {
    fn column(name: &str, holds: &str, make: impl Fn(&Key, &Cell) -> String + 'static) -> Column {
        (name.into(), holds.into(), Box::new(make))
    }
    fn count(name: &str, holds: &str, of: fn(&Cell) -> u64) -> Column {
        column(name, holds, move |_, cell| of(cell).to_string())
    }
    let mut columns = vec![
        column("sweep", "what is varied", |key, _| SWEEPS[key.sweep].name.into()),
        column("dimension", "of the shapes", |key, _| Sweep::dimension(key.dim, &key.level()).to_string()),
        column("level", "the step of the sweep, as it is called", |key, _| key.level().name),
        column("value", "the step as a number, in the unit of the sweep; for kinds their number", move |key, _| {
            number(key.level().value)
        }),
        column("scalar", "the arithmetic", |key, _| key.arithmetic.to_string()),
        column("cases", "the way to treat the simplex", |key, _| key.way.name().into()),
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
        columns.push(column(name, holds, move |_, cell| of(cell)[0].to_string()));
        for (k, end) in ["low", "high"].into_iter().enumerate() {
            let holds = format!("the {end} end of that share's interval (Wilson, 95 %)");
            columns.push(column(&format!("{name}_{end}"), &holds, move |_, cell| {
                let [hits, trials] = of(cell);
                if trials == 0 { String::new() } else { number(wilson(hits, trials)[k]) }
            }));
        }
    }
    columns.push(column("evaluations_mean", "support evaluations of A − B a pair", |_, cell| {
        if cell.judged() == 0 { String::new() } else { number(float(cell.evaluations) / float(cell.judged())) }
    }));
    columns.push(count("evaluations_most", "the most of a pair", |cell| cell.most_evaluations));
    columns.push(column("first_undecided", "the number of the first sample without a verdict", |_, cell| {
        cell.first_undecided.map(|index| index.to_string()).unwrap_or_default()
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
        let make = move |_: &Key, cell: &Cell| of(cell).and_then(&make).unwrap_or_default();
        columns.push((format!("{name}_{end}"), holds, Box::new(make)));
    };
    push("count", format!("pairs measured: {what}"), Box::new(|errors| Some(errors.count().to_string())));
    for (end, share) in [("median", 0.5), ("p99", 0.99)] {
        let parts: [Part; 3] = [
            ("", "quantile, rounded up by 3 % at most", |found| Some(found.value)),
            ("_low", "the low end of its interval (order statistics, 95 %); empty if there are too few", |found| {
                found.low
            }),
            ("_high", "the high end of that", |found| found.high),
        ];
        for (part, holds, of) in parts {
            let make = move |errors: &Errors| errors.quantile(share).and_then(of).map(number);
            push(&format!("{end}{part}"), format!("{end}: {holds}"), Box::new(make));
        }
    }
    push("most", "the largest".into(), Box::new(|errors| errors.most().map(number)));
    let index = |errors: &Errors| errors.worst.map(|worst| worst.index.to_string());
    push("index", "the number of that sample".into(), Box::new(index));
}

/// Five digits: buckets are wider than that.
pub(super) fn number(x: f64) -> String {
    if x == 0.0 { "0".into() } else { format!("{x:.4e}") }
}

/// The rows, with a head.
pub(super) fn csv(cells: &Cells) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns = columns();
    let mut write = |fields: Vec<String>| writer.write_record(fields).map_err(|error| error.to_string());
    write(columns.iter().map(|(name, ..)| name.clone()).collect())?;
    for (key, cell) in &cells.0 {
        write(columns.iter().map(|(_, _, make)| make(key, cell)).collect())?;
    }
    writer.into_inner().map_err(|error| error.to_string())
}

/// What the columns hold, as Markdown.
pub(super) fn schema() -> String {
    let mut text = String::from(
        "# The columns of rows.csv\n\nA row is a level of a sweep in one dimension, for one arithmetic and one way to treat the \
         simplex. A field is empty where there is nothing to say. ε is that of the arithmetic, L the largest absolute coordinate of \
         both shapes.\n\n| column | holds |\n| --- | --- |\n",
    );
    for (name, holds, _) in columns() {
        let _ = writeln!(text, "| `{name}` | {holds} |");
    }
    text
}

/// A dimension, in a table or a name.
pub(super) fn dimension(dim: usize) -> String {
    if dim == BY_LEVEL { "1D to 8D".into() } else { format!("{dim}D") }
}
