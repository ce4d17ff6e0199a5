//! The report of a study: its parts, which html.rs and markdown.rs write. Everything in it comes from the counts.

mod compared;
mod findings;
mod html;
mod markdown;
mod paper;
mod part;
mod pictures;
mod plot;
mod questions;
mod summary;
mod swept;

use super::arithmetic::Arithmetic;
use super::cell::Cells;
use super::plan::{Plan, Shard};
use super::published::Way;
use super::worst::Bad;
pub(super) use paper::of_times;
use part::Part;
pub(super) use part::Report;
pub(super) use plot::short;
pub(super) use questions::{decisions, of_questions, verdict};

/// The report of a study.
pub(super) fn of_study(plan: &Plan, shard: Shard, cells: &Cells, worst: &[Bad]) -> Report {
    let mut parts = head(plan, shard, cells);
    parts.push(Part::Heading("Findings".into()));
    parts.push(Part::List(findings::of(plan, cells)));
    paper::of_study(cells, &mut parts);
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

const LEGEND: [&str; 12] = [
    "ε is the gap between 1 and the next number of an arithmetic, L the largest absolute coordinate of both shapes. A coordinate itself \
     is only known to ε L / 2.",
    "The judge is exact arithmetic, or double-double about curved shapes, on the shapes as the arithmetic holds them, after its rounding of the coordinates. Where shapes are \
     moved far away, answers are compared with the exact one before that, too: that error is in sizes of the shapes.",
    "A verdict is wrong if it differs from the exact one; undecided ones count as wrong. Intervals of shares are Wilson's, with 95 %.",
    "Errors are counted in buckets 3 % wide; quantiles are rounded up, the largest is as it was. Intervals of quantiles are from \
     order statistics, with 95 %. Where there are too few samples for an end, it is the largest or the least seen.",
    "The error of a normal is the sine of its angle to the exact one, times the distance. The angle itself is in ε radians: next to \
     contact it may be any, since distances are no longer than what rounding does to a point. The error of the witness points is how far \
     they are outside of their shapes, or how much their distance differs from the exact one. Normal, angle and points are measured where \
     shapes are apart, the contact angle where they intersect, but not where another direction is as good as the exact one: at a tie there is no one direction.",
    "Not measured are depths of other ways to treat the simplex than ours, and depths from four dimensions on; points in double-double; and other ways than ours in \
     few bits, and in other dimensions than two and three.",
    "A pair is made so: a spot on each shape, within a face, an edge or at a vertex, with the outer normal there; one shape is turned until the \
     normals oppose, and moved until the spots are at the gap along them. So the gap is the exact distance, or depth, but for the rounding \
     of the coordinates, and where shapes are not that deep. Cuboids are not turned. Pairs of `grid` are at whole numbers, those of \
     `angle` and `touching` face to face.",
    "Where the gap is not what is varied, half of the pairs are made to overlap, and gaps are from 1e-8 to 1 sizes of the shapes, as many in \
     each power of ten. So many pairs are close, and rates are rates for such pairs.",
    "Pairs of `scenes` are recorded, 210 of each scene (worlds): pairs of which boxes around them overlap when a step begins, in worlds that are \
     computed in f32. So every f32 has them as they are. There are no more, whatever number of samples is asked for.",
    "In the sweep over gaps those in ε L are multiples of the ε of each arithmetic, all others are the same for all. Shapes are about 1 in \
     size; L is from 1 to 4.",
    "rows.csv has all numbers, and with `--rows` samples.csv each pair; datapackage.json says what their columns are. worst.jsonl has the \
     worst pairs as questions for `gjk batch`, `gjk trace` and `gjk precision diverge`, with the command in the id. times.csv says how \
     long queries took, times.html draws that beside their errors, and provenance.json says by which commit all this was made, and on what.",
    "dd is double-double; p11 has 11 significant bits in a wide range of exponents; faulty is f64 with one product in 1000 wrong.",
];

/// The libraries that compute, with the versions that the program was locked to.
pub(super) fn libraries() -> String {
    const NAMES: &[&str] = &[
        "nalgebra",
        "num-bigint",
        "num-rational",
        "libm",
        "half",
        "qd",
        #[cfg(feature = "parry")]
        "parry3d",
    ];
    let locked = include_str!("../../../../Cargo.lock");
    let version = |name: &&str| {
        let (_, rest) = locked.split_once(&format!("name = \"{name}\"\nversion = \""))?;
        Some(format!("{name} {}", rest.split_once('"')?.0))
    };
    NAMES.iter().filter_map(version).collect::<Vec<_>>().join(", ")
}

fn head(plan: &Plan, shard: Shard, cells: &Cells) -> Vec<Part> {
    let all = cells.sum(|key| key.way == Way::Ours);
    let mut parts = vec![
        Part::Text(format!(
            "{} pairs in each sweep and dimension; {} answers judged, {} of shapes that are apart and {} of shapes that intersect. \
             Version {} of gjk. What is said here holds for these pairs, with the intervals given, and is no claim beyond them.",
            plan.samples,
            all.judged(),
            all.apart,
            all.meeting,
            env!("CARGO_PKG_VERSION"),
        )),
        Part::Code(plan.command()),
        Part::Text(format!("Compiled by rustc {}, with {}.", rustc_version_runtime::version(), libraries())),
    ];
    if shard != Shard::ALL {
        parts.push(Part::Text(format!("This is part {} of {} of that study.", shard.0 + 1, shard.1)));
    }
    parts
}
