//! The results about the questions of a file, for each arithmetic and way.

use super::arithmetic::Arithmetic;
use super::cell::Cell;
use super::measure::{Answer, Judged};
use super::need::{Move, Need, Off};
use super::published::Way;
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
    /// The lines whose verdict changes, the first ones, and how far from touching the shapes are.
    pub(super) changed: Vec<(Line, Option<f64>)>,
    /// How far from touching the shapes are of the worst of all those.
    pub(super) farthest: f64,
    /// The lines whose errors of distance or depth are largest beside what is needed, largest first.
    pub(super) worst: Vec<(f64, Off, Line)>,
    /// What each pair is off by.
    pub(super) offs: Vec<Off>,
    /// What they are off by when they are moved.
    pub(super) moved: Vec<(Move, Vec<Off>)>,
    /// Why the first one cannot be asked that cannot be asked.
    pub(super) why: Option<String>,
}

/// How many lines are listed.
const LISTED: usize = 20;

impl Kind {
    pub(super) fn add(&mut self, need: &Need, line: &Line, judged: &Judged, answer: &Answer) {
        self.cell.add(line.number, judged, answer);
        if answer.intersects != Some(judged.intersects) {
            let margin = judged.separation.map(f64::abs);
            self.farthest = self.farthest.max(margin.unwrap_or(0.0));
            if self.changed.len() < LISTED {
                self.changed.push((line.clone(), margin));
            }
        }
        let off = answer.off(judged);
        let excess = need.excess(&off);
        let place = self.worst.partition_point(|(other, ..)| *other >= excess);
        if excess > 0.0 && need.lists(excess) && place < LISTED {
            self.worst.insert(place, (excess, off, line.clone()));
            self.worst.truncate(LISTED);
        }
        self.offs.push(off);
    }

    /// A pair that was moved.
    pub(super) fn add_moved(&mut self, by: Move, off: Off) {
        match self.moved.iter_mut().find(|(other, _)| *other == by) {
            Some((_, offs)) => offs.push(off),
            None => self.moved.push((by, vec![off])),
        }
    }

    /// A line that the arithmetic cannot hold.
    pub(super) fn refuse(&mut self, why: &str) {
        self.cell.asked += 1;
        self.cell.refused += 1;
        self.why.get_or_insert_with(|| why.into());
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

/// Those with the largest errors, and those with a wrong verdict.
pub(super) fn worst(need: &Need, kinds: &BTreeMap<(Arithmetic, Way), Kind>) -> Vec<BadLine> {
    let mut all: Vec<BadLine> = Vec::new();
    for ((arithmetic, way), kind) in kinds {
        let wrong = kind.changed.iter().map(|(line, margin)| {
            let far = margin.map(|margin| format!(", {} from touching", need.length(margin)));
            (line, format!("a wrong verdict or none{}", far.unwrap_or_default()))
        });
        let off = kind.worst.iter().map(|(_, off, line)| (line, format!("off by {}", need.length(off.error))));
        for (line, what) in off.chain(wrong) {
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
