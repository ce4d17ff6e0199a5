//! The table of hard cases: parry's own tests and what its users reported, with parry's dispatcher and with gjk-parry's.

use crate::plane;
use crate::space;
use gjk_parry::Gjk;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came out of a number of pairs.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub pairs: u64,
    pub disagree: u64,
    /// parry, gjk.
    pub wrong: [u64; 2],
}

/// One row, and whether gjk-parry is wrong.
fn row<D: ?Sized>((name, what, ask): (&str, &str, fn(&D) -> Result<(), String>), parry: &D, gjk: &D) -> (String, bool) {
    let [theirs, ours] = [parry, gjk]
        .map(|asked| catch_unwind(AssertUnwindSafe(|| ask(asked))).unwrap_or_else(|_| Err("panics".to_owned())));
    let word = |verdict: &Result<(), String>| {
        verdict.as_ref().map_or_else(|why| format!("**wrong**: {why}"), |()| "right".to_owned())
    };
    (format!("| {name} | {what} | {} | {} |", word(&theirs), word(&ours)), ours.is_err())
}

/// The table, and how many answers of gjk-parry are wrong.
pub fn table() -> (String, u64) {
    let gjk = Gjk::default();
    let mut lines = vec![
        "parry's own tests that go through a dispatcher, and cases that users of parry, rapier and avian reported, in f32 with parry 0.31.1. A length is right if it is within 10⁻⁴ of the size of the pair. The right answer comes from exact arithmetic (`gjk::exact`), from closed forms, or from how the case was made; with cylinders and cones from f64.".to_owned(),
        String::new(),
        "| case | what | parry | gjk-parry |".to_owned(),
        "| --- | --- | --- | --- |".to_owned(),
    ];
    let mut wrong = 0;
    for case in plane::CASES {
        let (line, is_wrong) = row(*case, &parry2d::query::DefaultQueryDispatcher as &plane::Dispatcher, &gjk);
        lines.push(line);
        wrong += u64::from(is_wrong);
    }
    for case in space::CASES {
        let (line, is_wrong) = row(*case, &parry3d::query::DefaultQueryDispatcher as &space::Dispatcher, &gjk);
        lines.push(line);
        wrong += u64::from(is_wrong);
    }
    let pairs = env::var("PAIRS").ok().and_then(|pairs| pairs.parse().ok()).unwrap_or(2000);
    lines.extend([
        String::new(),
        format!("{pairs} random pairs of each two kinds. They disagree if a distance or a depth differs by more than 10⁻⁴, or the verdict does. Then each answer is judged as above."),
        String::new(),
        "| kinds | pairs | disagree | parry wrong | gjk-parry wrong |".to_owned(),
        "| --- | --- | --- | --- | --- |".to_owned(),
    ]);
    for (found, dimension) in [(plane::sweep::count(pairs), "2D"), (space::sweep::count(pairs), "3D")] {
        let mut sum = [0; 4];
        for (one, other, count) in found {
            let row = [count.pairs, count.disagree, count.wrong[0], count.wrong[1]];
            sum = std::array::from_fn(|k| sum[k] + row[k]);
            if count.disagree > 0 {
                lines.push(format!(
                    "| {dimension}: {one}, {other} | {} | {} | {} | {} |",
                    row[0], row[1], row[2], row[3]
                ));
            }
        }
        lines.push(format!("| {dimension}: all | {} | {} | {} | {} |", sum[0], sum[1], sum[2], sum[3]));
        wrong += sum[3];
    }
    lines.extend([String::new(), format!("gjk-parry: {:?}.", gjk.counts())]);
    (lines.join("\n") + "\n", wrong)
}
