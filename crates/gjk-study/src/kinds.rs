//! What has been found about the questions of a file, for each arithmetic and way.

use super::arithmetic::Arithmetic;
use super::cell::Cell;
use super::measure::{Answer, Judged};
use super::published::Way;
use super::rows::number;
use super::worst::command_about;
use gjk_question::json::parse;
use gjk_question::{self, Arithmetic as Asked, Limits};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The lines of the file.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) asked: u64,
    pub(super) faults: u64,
}

/// A line of the file.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) id: Option<String>,
    /// As it was written, unless it is too long to be kept.
    pub(super) text: Option<Arc<str>>,
}

impl Line {
    /// The longest that is kept.
    pub(super) const MOST: usize = 1 << 20;
}

/// What was found for an arithmetic and a way.
#[derive(Default)]
pub(super) struct Kind {
    pub(super) cell: Cell,
    /// The lines whose verdict changes, the first ones, and how far from touching in ε L.
    pub(super) changed: Vec<(Line, Option<f64>)>,
    /// The lines with the largest errors of distance or depth, largest first.
    pub(super) worst: Vec<(f64, Line)>,
}

/// How many lines are listed.
const LISTED: usize = 20;

impl Kind {
    pub(super) fn add(&mut self, line: &Line, judged: &Judged, answer: &Answer) {
        self.cell.add(line.number, judged, answer);
        if answer.intersects != Some(judged.intersects) && self.changed.len() < LISTED {
            self.changed.push((line.clone(), judged.margin));
        }
        let error = answer.errors[0].into_iter().chain(answer.errors[1]).fold(0.0, f64::max);
        let place = self.worst.partition_point(|(other, _)| *other >= error);
        if error > 0.0 && place < LISTED {
            self.worst.insert(place, (error, line.clone()));
            self.worst.truncate(LISTED);
        }
    }

    /// A line that the arithmetic cannot hold.
    pub(super) fn refuse(&mut self) {
        self.cell.asked += 1;
        self.cell.refused += 1;
    }
}

/// A line that is among the worst of an arithmetic and way, as a line of worst.jsonl.
pub(super) struct BadLine {
    pub(super) arithmetic: Arithmetic,
    pub(super) way: Way,
    /// Of the file.
    pub(super) line: u64,
    pub(super) text: Arc<str>,
    /// What is wrong, in words.
    pub(super) what: String,
    /// What shows where it comes from.
    pub(super) command: Option<String>,
}

/// Those with a wrong verdict, and those with the largest errors.
pub(super) fn worst(kinds: &BTreeMap<(Arithmetic, Way), Kind>) -> Vec<BadLine> {
    let mut all: Vec<BadLine> = Vec::new();
    for ((arithmetic, way), kind) in kinds {
        let wrong = kind.changed.iter().map(|(line, margin)| {
            let far = margin.map(|margin| format!(", {} ε L from touching", number(margin)));
            (line, format!("a wrong verdict or none{}", far.unwrap_or_default()))
        });
        let off = kind.worst.iter().map(|(error, line)| (line, format!("off by {} ε L", number(*error))));
        for (line, what) in wrong.chain(off) {
            let Some(text) = &line.text else { continue };
            let question = parse(text.as_bytes(), &Limits::default())
                .and_then(|tree| gjk_question::read(&tree, Asked::F64, &Limits::default()));
            let number = all.len() + 1;
            let command = question.ok().and_then(|question| command_about(&question, *arithmetic, *way, number, None));
            let (line, text) = (line.number, Arc::clone(text));
            all.push(BadLine { arithmetic: *arithmetic, way: *way, line, text, what, command });
        }
    }
    all
}
