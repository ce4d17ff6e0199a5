//! What a study has found, in sentences: the first thing to read, and where errors are named.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cells, Key};
use super::super::plan::Plan;
use super::super::rows::dimension;
use super::super::statistics::{float, wilson};
use super::super::sweeps::SWEEPS;
use super::super::ways::Way;
use super::plot::short;
use std::collections::BTreeSet;

/// The promise of docs/precision.md, in ε L.
const PROMISE: f64 = 64.0;

pub(super) fn of(plan: &Plan, cells: &Cells) -> Vec<String> {
    let mut found = vec![certified(cells)];
    for scalar in &plan.scalars {
        if let Some(sentence) = scalar.wrong_product() {
            found.push(sentence);
        }
    }
    whole_numbers(cells, &mut found);
    broken_promises(cells, &mut found);
    farthest_wrong_verdicts(cells, &mut found);
    found
}

fn certified(cells: &Cells) -> String {
    let all = cells.sum(|_| true);
    if all.certified == 0 {
        return "No verdict was certified in these arithmetics.".into();
    }
    let [_, high] = wilson(all.certified_wrong, all.certified);
    let name = if all.certified_wrong == 0 { "" } else { "THE LIBRARY IS BROKEN: " };
    format!(
        "{name}{} of {} certified verdicts are wrong (less than {} %, with 95 %). The filter has proven {:.1} % of them, and \
         exact arithmetic {:.1} %.",
        all.certified_wrong,
        all.certified,
        short(100.0 * high),
        100.0 * float(all.filtered) / float(all.certified),
        100.0 * float(all.exact) / float(all.certified),
    )
}

/// Where coordinates are small whole numbers nothing is rounded that decides a verdict, in arithmetics of 24 bits or more.
fn whole_numbers(cells: &Cells, found: &mut Vec<String>) {
    let is_whole =
        |key: &Key| key.arithmetic.epsilon() <= Arithmetic::F32.epsilon() && SWEEPS[key.sweep].is_whole(&key.level());
    let kinds: BTreeSet<_> = cells.0.keys().filter(|key| is_whole(key)).map(|key| (key.arithmetic, key.way)).collect();
    for (arithmetic, way) in kinds {
        let cell = cells.sum(|key| is_whole(key) && (key.arithmetic, key.way) == (arithmetic, way));
        let wrong = cell.wrong_verdicts() + cell.undecided;
        if wrong > 0 {
            found.push(format!(
                "WRONG WHERE NOTHING ROUNDS: {arithmetic} with {} has {wrong} wrong or undecided verdicts of {} on small whole \
                 coordinates.",
                way.name(),
                cell.judged(),
            ));
        }
    }
}

fn broken_promises(cells: &Cells, found: &mut Vec<String>) {
    for arithmetic in [Arithmetic::F32, Arithmetic::F64] {
        let ours = |key: &&Key| key.way == Way::Ours && key.arithmetic == arithmetic;
        if !cells.0.keys().any(|key| ours(&key)) {
            continue;
        }
        let mut worst: [Option<(f64, Key)>; 2] = [None; 2];
        for (key, cell) in cells.0.iter().filter(|(key, _)| ours(key)) {
            for (worst, errors) in worst.iter_mut().zip(&cell.errors) {
                if let Some(most) = errors.most()
                    && worst.is_none_or(|(known, _)| most > known)
                {
                    *worst = Some((most, *key));
                }
            }
        }
        for (worst, name) in worst.into_iter().zip(["distance", "depth"]) {
            let Some((error, key)) = worst else { continue };
            let mark = if error > PROMISE { "MORE THAN IS PROMISED: " } else { "" };
            found.push(format!(
                "{mark}{arithmetic}, ours: the worst error of a {name} is {} ε L ({}); {PROMISE} are promised.",
                short(error),
                place(&key),
            ));
        }
    }
}

/// How far from touching a pair can be whose verdict is wrong.
fn farthest_wrong_verdicts(cells: &Cells, found: &mut Vec<String>) {
    let kinds: BTreeSet<_> = cells.0.keys().map(|key| (key.way, key.arithmetic)).collect();
    for (way, arithmetic) in kinds.into_iter().filter(|(_, arithmetic)| !matches!(arithmetic, Arithmetic::Bits(..))) {
        let mut farthest: Option<(f64, Key)> = None;
        for (key, cell) in cells.0.iter().filter(|(key, _)| (key.way, key.arithmetic) == (way, arithmetic)) {
            if let Some(most) = cell.wrong.most()
                && farthest.is_none_or(|(known, _)| most > known)
            {
                farthest = Some((most, *key));
            }
        }
        if let Some((distance, key)) = farthest {
            let mark = if distance > PROMISE { "WRONG BY FAR: " } else { "" };
            found.push(format!(
                "{mark}{arithmetic}, {}: the wrong verdict farthest from touching is {} ε L from it ({}).",
                way.name(),
                short(distance),
                place(&key),
            ));
        }
    }
}

fn place(key: &Key) -> String {
    format!("{}, {}, at {}", SWEEPS[key.sweep].name, dimension(key.dim), key.level().name)
}
