//! The pairs of a study, as questions for `gjk batch`, or for other programs: each with the exact answer in its id.

use super::arithmetic::Arithmetic;
use super::cell::Key;
use super::plan::{Plan, Shard};
use super::sweeps::{SWEEPS, Sweep};
use super::truth::Truth;
use super::ways::Way;
use super::{rows, worst};
use std::io::{self, Write};

/// Writes a line for each pair, as each arithmetic holds it.
pub(crate) fn write(plan: &Plan, output: &mut impl Write) -> io::Result<()> {
    for block in plan.blocks(Shard::ALL) {
        let levels = (SWEEPS[block.sweep].levels)();
        for index in block.samples {
            let level = Sweep::level(index, levels.len());
            for (arithmetic, _) in plan.asked(&SWEEPS[block.sweep], block.dim, &levels[level]) {
                let key = Key { sweep: block.sweep, dim: block.dim, level, arithmetic, way: Way::Ours };
                let (question, _) = worst::question(plan, &key, index, "depth");
                let Some(b) = question.query.other() else { continue };
                let told = told(arithmetic, Truth::of(question.dim, [&question.a, b]).ok());
                let Key { dim, .. } = key;
                let (sweep, dim, level) = (SWEEPS[key.sweep].name, rows::dimension(dim), &levels[level].name);
                let id = format!("{sweep} {dim} at {level}, {arithmetic}, pair {index}: {told}");
                writeln!(output, "{}", worst::line(&id, &question))?;
            }
        }
    }
    Ok(())
}

/// What is true of a pair.
fn told(arithmetic: Arithmetic, truth: Option<Truth>) -> String {
    let Some(truth) = truth else { return "no exact answer".into() };
    match truth.ruler(arithmetic.epsilon()).margin() {
        Some(margin) => {
            let (separation, margin) = (truth.separation, margin.copysign(truth.separation));
            format!("separation {separation:e}, {margin:e} ε L")
        }
        None => "an overlap of unknown depth".into(),
    }
}
