//! The report of a study: its parts, which html.rs and markdown.rs write. All of it is made of the counts.

mod compared;
mod findings;
mod html;
mod markdown;
mod part;
mod pictures;
mod plot;
mod questions;
mod summary;
mod swept;

use super::arithmetic::Arithmetic;
use super::cell::Cells;
use super::plan::{Plan, Shard};
use super::ways::Way;
use super::worst::Bad;
use part::Part;
pub(super) use part::Report;
pub(super) use questions::of_questions;

/// The report of a study.
pub(super) fn of_study(plan: &Plan, shard: Shard, cells: &Cells, worst: &[Bad]) -> Report {
    let mut parts = head(plan, shard, cells);
    parts.push(Part::Heading("Findings".into()));
    parts.push(Part::List(findings::of(plan, cells)));
    for sweep in &plan.sweeps {
        swept::swept(*sweep, cells, &mut parts);
    }
    compared::compared(cells, &mut parts);
    // Those whose errors are lengths, in arithmetics that traces have.
    let is_drawn = |bad: &&Bad| bad.unit == "ε L" && matches!(bad.key.arithmetic, Arithmetic::F32 | Arithmetic::F64);
    let drawn: Vec<_> = worst.iter().filter(is_drawn).cloned().collect();
    pictures::of(&drawn, &mut parts);
    parts.push(Part::Heading("How to read this".into()));
    parts.push(Part::List(LEGEND.map(String::from).to_vec()));
    Report { title: "What rounding does to GJK".into(), parts }
}

const LEGEND: [&str; 8] = [
    "ε is the gap between 1 and the next number of an arithmetic, L the largest absolute coordinate of both shapes. A coordinate itself \
     is only known to ε L / 2.",
    "The judge is exact arithmetic on the shapes as the arithmetic holds them, after its rounding of the coordinates.",
    "A verdict is wrong if it differs from the exact one; undecided ones count as wrong. Intervals of shares are Wilson's, with 95 %.",
    "Errors are counted in buckets 3 % wide; quantiles are rounded up, the largest is as it was. Intervals of quantiles are from \
     order statistics, with 95 %. Where there are too few samples for an end, it is the largest or the least seen.",
    "The error of a normal is the sine of its angle to the exact one, times the distance. That of the witness points is how far \
     they are outside of their shapes, or how much their distance differs from the exact one. Both are measured where shapes are apart, \
     and the points not in double-double.",
    "Where the gap is not what is varied, half of the pairs are made to overlap, and gaps are from 1e-8 to 1, as many in each power of \
     ten. So many pairs are close, and rates are rates for such pairs.",
    "rows.csv has all numbers, schema.md says what its columns are, worst.jsonl has the worst pairs as questions for `gjk batch`, \
     `gjk trace` and `gjk precision diverge`, with the command in the id, times.csv says how long queries took, and on what.",
    "dd is double-double; p11 has 11 significant bits in a wide range of exponents; faulty is f64 with one product in 1000 wrong.",
];

fn head(plan: &Plan, shard: Shard, cells: &Cells) -> Vec<Part> {
    let all = cells.sum(|key| key.way == Way::Ours);
    let mut parts = vec![
        Part::Text(format!(
            "{} pairs in each sweep and dimension; {} exact answers, {} of shapes that are apart and {} of shapes that intersect. \
             Version {} of gjk. What is said here holds for these pairs, with the intervals given, and is no claim beyond them.",
            plan.samples,
            all.judged(),
            all.apart,
            all.meeting,
            env!("CARGO_PKG_VERSION"),
        )),
        Part::Code(plan.command()),
    ];
    if shard != Shard::ALL {
        parts.push(Part::Text(format!("This is part {} of {} of that study.", shard.0 + 1, shard.1)));
    }
    parts
}
