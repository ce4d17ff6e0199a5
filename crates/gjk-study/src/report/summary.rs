//! Numbers of a cell, as marks of a plot and as rows of a table.

use super::super::cell::Cell;
use super::super::measure::{MEASURES, UNITS};
use super::super::statistics::{Errors, float, wilson};
use super::plot::{Mark, short};

/// The shares of wrong and undecided verdicts.
pub(super) fn wrong(cell: &Cell) -> Option<[u64; 2]> {
    (cell.judged() > 0).then(|| [cell.wrong_verdicts() + cell.undecided, cell.judged()])
}

pub(super) fn share(at: usize, [hits, trials]: [u64; 2]) -> Mark {
    let [low, high] = wilson(hits, trials);
    Mark { at, value: float(hits) / float(trials), low, high, pairs: trials, across: 0.0 }
}

pub(super) fn quantile(at: usize, errors: &Errors) -> Option<Mark> {
    let found = errors.quantile(0.99)?;
    let most = errors.most().unwrap_or(found.value);
    let [low, high] = [found.low.unwrap_or(found.value), found.high.unwrap_or(most)];
    Some(Mark { at, value: found.value, low, high, pairs: errors.count(), across: 0.0 })
}

pub(super) fn summary_head() -> Vec<String> {
    let mut head = ["arithmetic", "judged", "wrong", "undecided", "proven by the filter"].map(String::from).to_vec();
    let column = |(measure, unit)| format!("{measure}: median, 99 %, worst ({unit})");
    head.extend(MEASURES.iter().zip(UNITS).map(column));
    head.push("evaluations".into());
    head
}

pub(super) fn summary_row(name: String, cell: &Cell) -> Vec<String> {
    let refused = if cell.refused > 0 { format!(" ({} it cannot hold)", cell.refused) } else { String::new() };
    let mut row = vec![name, format!("{}{refused}", cell.judged()), cell.wrong_verdicts().to_string()];
    row.push(cell.undecided.to_string());
    let filtered = || format!("{:.1} %", 100.0 * float(cell.filtered) / float(cell.certified));
    row.push(if cell.certified == 0 { "–".into() } else { filtered() });
    row.extend(cell.errors.iter().map(three));
    row.push(if cell.judged() == 0 { "–".into() } else { short(float(cell.evaluations) / float(cell.judged())) });
    row
}

/// Median, 99 % and the worst.
fn three(errors: &Errors) -> String {
    match (errors.quantile(0.5), errors.quantile(0.99), errors.most()) {
        (Some(median), Some(high), Some(most)) => {
            format!("{}, {}, {}", short(median.value), short(high.value), short(most))
        }
        _ => "–".into(),
    }
}
