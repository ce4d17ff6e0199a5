//! The pairs of a study, as questions for `gjk batch` or other programs. The id of a pair tells the truth about it.

use super::arithmetic::Arithmetic;
use super::cell::Key;
use super::plan::Plan;
use super::published::Way;
use super::sweeps::{SWEEPS, Sweep};
use super::truth::{Judge, Refused, Truth};
use super::{rows, worst};
use std::io::{self, Write};

/// Writes a line for each pair, as each arithmetic holds it. Those that it cannot hold are left out.
pub fn write(plan: &Plan, output: &mut impl Write) -> io::Result<()> {
    for (sweep, dim) in plan.kinds() {
        let levels = (SWEEPS[sweep].levels)();
        for index in 0..plan.samples.min(SWEEPS[sweep].most()) {
            let level = Sweep::level(index, levels.len());
            for (arithmetic, _) in plan.asked(&SWEEPS[sweep], dim, &levels[level]) {
                let key = Key { sweep, dim, level, arithmetic, way: Way::Ours };
                let (question, start) = worst::question(plan, &key, index, "depth");
                let Some(b) = question.query.other() else { continue };
                let truth = match Truth::of(question.dim, [&question.a, b]) {
                    Err(Refused::Shape(_)) => continue,
                    Err(Refused::Judge(_)) => None,
                    Ok(truth) => {
                        Some(truth).filter(|truth| truth.judge == Judge::Exact || arithmetic != Arithmetic::Double)
                    }
                };
                let place = format!("{} {} at {}", SWEEPS[sweep].name, rows::dimension(dim), levels[level].name);
                let start = start.map_or_else(String::new, |start| worst::start_option(&start, question.dim));
                let id = format!("{place}, {arithmetic}, pair {index}: {}{start}", told(arithmetic, truth));
                writeln!(output, "{}", worst::line(&id, &question))?;
            }
        }
    }
    Ok(())
}

/// What is true of a pair.
fn told(arithmetic: Arithmetic, truth: Option<Truth>) -> String {
    let Some(truth) = truth else { return "no judge".into() };
    let by = if truth.judge == Judge::Exact { "" } else { " by double-double" };
    match truth.ruler(arithmetic.epsilon() * truth.size).margin() {
        Some(margin) => {
            let (separation, margin) = (truth.separation, margin.copysign(truth.separation));
            format!("separation {separation:e}, {margin:e} ε L{by}")
        }
        None => "an overlap of unknown depth".into(),
    }
}
