//! What has been found about the questions of a file, for each arithmetic and way.

use super::cell::Cell;
use super::measure::{Answer, Judged};

/// The lines of the file.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) asked: u64,
    pub(super) faults: u64,
}

/// What was found for an arithmetic and a way.
#[derive(Default)]
pub(super) struct Kind {
    pub(super) cell: Cell,
    /// The lines whose verdict changes, the first ones: number, name, how far from touching in ε L.
    pub(super) changed: Vec<(u64, String, Option<f64>)>,
    /// The lines with the largest errors of distance or depth, largest first.
    pub(super) worst: Vec<(f64, u64, String)>,
}

/// How many lines are listed.
const LISTED: usize = 20;

impl Kind {
    pub(super) fn add(&mut self, line: u64, id: &str, judged: &Judged, answer: &Answer) {
        self.cell.add(line, judged, answer);
        if answer.intersects != Some(judged.intersects) && self.changed.len() < LISTED {
            self.changed.push((line, id.into(), judged.margin));
        }
        let error = answer.errors[0].into_iter().chain(answer.errors[1]).fold(0.0, f64::max);
        let place = self.worst.partition_point(|(other, ..)| *other >= error);
        if error > 0.0 && place < LISTED {
            self.worst.insert(place, (error, line, id.into()));
            self.worst.truncate(LISTED);
        }
    }
}
