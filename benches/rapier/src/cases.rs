//! The table of hard cases: parry's own tests and its users' reports, with parry's dispatcher and with gjk-parry's.

use crate::plane;
use crate::space;
use gjk_parry::Gjk;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came out of a number of pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub pairs: u64,
    /// gjk-parry in f32, and the library in f64.
    pub unlike: u64,
    /// The two dispatchers.
    pub disagree: u64,
    /// parry, gjk.
    pub wrong: [u64; 2],
}

/// A name, a description, and what is asked of a dispatcher.
type Case<D> = (&'static str, &'static str, fn(&D) -> Result<(), String>);

/// One row, and whether gjk-parry is wrong.
fn row<D: ?Sized>((name, what, ask): Case<D>, parry: &D, gjk: &D) -> (String, bool) {
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
        "parry's own tests that go through a dispatcher, and cases that users of parry, rapier and avian reported, in f32 with parry 0.31.1. A length is right if it is within 10⁻⁴ of the size of the pair. The right answer comes from how the case was made, or from a search of all directions to a sixteenth of this (`oracle::directions`), which shares no code with the library. For shapes of points and balls, exact arithmetic (`gjk::exact`) has to agree with the search.".to_owned(),
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
        format!("{pairs} random pairs of each two kinds. *Unlike the library*: gjk-parry's distance, depth or verdict differs from the library's in f64 by more than 10⁻⁴. *Disagree*: gjk-parry's differs from parry's by as much. Then each answer of both is judged as above."),
        String::new(),
        "| kinds | pairs | unlike the library | disagree | parry wrong | gjk-parry wrong |".to_owned(),
        "| --- | --- | --- | --- | --- | --- |".to_owned(),
    ]);
    let mut all = [0; 5];
    for (found, dimension) in [(plane::sweep::count(pairs, &gjk), "2D"), (space::sweep::count(pairs, &gjk), "3D")] {
        for (one, other, count) in found {
            let row = [count.pairs, count.unlike, count.disagree, count.wrong[0], count.wrong[1]];
            all = std::array::from_fn(|k| all[k] + row[k]);
            lines.push(format!("| {dimension}: {one}, {other} | {} |", row.map(|count| count.to_string()).join(" | ")));
        }
    }
    lines.push(format!("| all | {} |", all.map(|count| count.to_string()).join(" | ")));
    wrong += all[1] + all[4];
    lines.extend([String::new(), format!("gjk-parry: {:?}.", gjk.counts())]);
    (lines.join("\n") + "\n", wrong)
}
