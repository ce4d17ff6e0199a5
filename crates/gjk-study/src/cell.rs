//! The counts for one level of a sweep, one arithmetic and one way. Cells of parts of a study add up.

use super::arithmetic::Arithmetic;
use super::measure::{Answer, Judged, MEASURES};
use super::published::Way;
use super::statistics::Errors;
use super::sweeps::{Level, SWEEPS};
use super::truth::Truth;
use gjk::certified::Proof;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a cell is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Its number in the table of sweeps.
    pub(super) sweep: usize,
    /// The dimension; 0 where the levels are the dimensions.
    pub(super) dim: usize,
    pub(super) level: usize,
    pub(super) arithmetic: Arithmetic,
    pub(super) way: Way,
}

impl Key {
    /// The step of its sweep.
    pub(super) fn level(&self) -> Level {
        (SWEEPS[self.sweep].levels)().swap_remove(self.level)
    }
}

/// Counts, all of pairs unless it says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cell {
    /// The pairs that were made.
    pub(super) asked: u64,
    /// Of those, the ones that the arithmetic cannot hold.
    pub(super) refused: u64,
    /// Those without an exact answer.
    pub(super) unjudged: u64,
    /// Those that are apart.
    pub(super) apart: u64,
    /// Those that intersect.
    pub(super) meeting: u64,
    /// Said to intersect, and apart.
    pub(super) false_positives: u64,
    /// Said to be apart, and intersecting.
    pub(super) false_negatives: u64,
    pub(super) undecided: u64,
    /// The first of those.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_undecided: Option<u64>,
    /// Those with a certified verdict.
    pub(super) certified: u64,
    /// Of those, the ones that the filter has proven.
    pub(super) filtered: u64,
    /// The ones that exact arithmetic had to decide.
    pub(super) exact: u64,
    /// Proven, and wrong: 0, or the library is broken.
    pub(super) certified_wrong: u64,
    /// Support evaluations of all pairs together.
    pub(super) evaluations: u64,
    pub(super) most_evaluations: u64,
    /// Errors of each of [`MEASURES`].
    pub(super) errors: [Errors; MEASURES.len()],
    /// How far those were from touching whose verdict is wrong, in ε L.
    pub(super) wrong: Errors,
    /// Where shapes were moved far away: those judged as they were before that.
    pub(super) unmoved: u64,
    /// The pairs with another verdict than before.
    pub(super) lost: u64,
    /// The change of the distance, or of the depth, in sizes of the shapes.
    pub(super) moved: Errors,
    /// What is said of pairs by how far apart or how deep they are, in L: by the power of ten that this is nearest to.
    pub(super) near: BTreeMap<i32, Near>,
}

/// What is said of pairs that are about as far apart, or as deep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Near {
    pub(super) judged: u64,
    /// Those with a wrong verdict, or none.
    pub(super) wrong: u64,
    /// Errors of distance or depth, as parts of that.
    pub(super) parts: Errors,
}

impl Cell {
    /// Adds what was measured of a pair.
    pub(super) fn add(&mut self, index: u64, judged: &Judged, answer: &Answer) {
        self.asked += 1;
        let truth = judged.intersects;
        *(if truth { &mut self.meeting } else { &mut self.apart }) += 1;
        match answer.intersects {
            None => {
                self.undecided += 1;
                self.first_undecided = earlier(self.first_undecided, Some(index));
            }
            Some(said) if said == truth => {}
            Some(said) => {
                *(if said { &mut self.false_positives } else { &mut self.false_negatives }) += 1;
                if let Some(margin) = judged.margin {
                    self.wrong.add(margin, index);
                }
            }
        }
        if let Some((said, proof)) = judged.certified.filter(|_| answer.way == Way::Ours) {
            self.certified += 1;
            match proof {
                Proof::Bound => self.filtered += 1,
                Proof::Exact => self.exact += 1,
                Proof::None => {}
            }
            self.certified_wrong += u64::from(said != truth && proof != Proof::None);
        }
        self.add_near(index, judged, answer);
        self.evaluations += u64::from(answer.evaluations);
        self.most_evaluations = self.most_evaluations.max(answer.evaluations.into());
        for (errors, error) in self.errors.iter_mut().zip(answer.errors) {
            if let Some(error) = error {
                errors.add(error, index);
            }
        }
    }

    /// Adds what an answer is off by, beside how far apart or how deep the shapes are.
    fn add_near(&mut self, index: u64, judged: &Judged, answer: &Answer) {
        let off = answer.off(judged);
        if off.gap > 0.0 {
            #[expect(clippy::cast_possible_truncation, reason = "the exponent of a number")]
            let near = self.near.entry(libm::round(libm::log10(off.gap / off.at)) as i32).or_default();
            near.judged += 1;
            near.wrong += u64::from(answer.intersects != Some(judged.intersects));
            if off.error.is_finite() {
                near.parts.add(off.part(), index);
            }
        }
    }

    /// Adds how an answer compares with the truth about a pair before it was moved far away.
    pub(super) fn add_moved(&mut self, index: u64, unmoved: &Truth, answer: &Answer) {
        self.unmoved += 1;
        self.lost += u64::from(answer.intersects != Some(unmoved.intersects));
        if let Some(separation) = answer.separation.filter(|_| unmoved.depth_is_known) {
            self.moved.add(separation - unmoved.separation, index);
        }
    }

    /// The pairs whose verdict could be judged.
    pub(super) fn judged(&self) -> u64 {
        self.apart + self.meeting
    }

    /// The pairs with a wrong verdict.
    pub(super) fn wrong_verdicts(&self) -> u64 {
        self.false_positives + self.false_negatives
    }

    pub(super) fn merge(&mut self, other: &Self) {
        // All fields, so that none is forgotten.
        let Self {
            asked,
            refused,
            unjudged,
            apart,
            meeting,
            false_positives,
            false_negatives,
            undecided,
            first_undecided,
            certified,
            filtered,
            exact,
            certified_wrong,
            evaluations,
            most_evaluations,
            errors,
            wrong,
            unmoved,
            lost,
            moved,
            near,
        } = other;
        self.asked += asked;
        self.refused += refused;
        self.unjudged += unjudged;
        self.apart += apart;
        self.meeting += meeting;
        self.false_positives += false_positives;
        self.false_negatives += false_negatives;
        self.undecided += undecided;
        self.first_undecided = earlier(self.first_undecided, *first_undecided);
        self.certified += certified;
        self.filtered += filtered;
        self.exact += exact;
        self.certified_wrong += certified_wrong;
        self.evaluations += evaluations;
        self.most_evaluations = self.most_evaluations.max(*most_evaluations);
        for (own, other) in self.errors.iter_mut().zip(errors) {
            own.merge(other);
        }
        self.wrong.merge(wrong);
        self.unmoved += unmoved;
        self.lost += lost;
        self.moved.merge(moved);
        for (decade, Near { judged, wrong, parts }) in near {
            let own = self.near.entry(*decade).or_default();
            own.judged += judged;
            own.wrong += wrong;
            own.parts.merge(parts);
        }
    }

    /// The errors of a measure, by its name.
    pub(super) fn errors(&self, measure: &str) -> Option<&Errors> {
        MEASURES.iter().position(|name| *name == measure).map(|k| &self.errors[k])
    }
}

/// The first of two samples that may be none.
fn earlier(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

/// All cells of a study, or of a part of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cells(pub(super) BTreeMap<Key, Cell>);

impl Cells {
    pub(super) fn at(&mut self, key: Key) -> &mut Cell {
        self.0.entry(key).or_default()
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (key, cell) in &other.0 {
            self.at(*key).merge(cell);
        }
    }

    /// The cells that a test of their keys selects, added up.
    pub(super) fn sum(&self, selected: impl Fn(&Key) -> bool) -> Cell {
        let mut sum = Cell::default();
        self.0.iter().filter(|(key, _)| selected(key)).for_each(|(_, cell)| sum.merge(cell));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::Judge;

    #[test]
    fn the_first_pair_without_a_verdict_is_kept() {
        let (size, unit, separation) = (1.0, 1.0, None);
        let judged =
            Judged { judge: Judge::Exact, intersects: true, size, unit, separation, margin: None, certified: None };
        let (way, errors) = (Way::Johnson, [None; MEASURES.len()]);
        let answer = Answer { way, intersects: None, evaluations: 1, nanoseconds: 1, errors, separation: None };
        let mut cells = [Cell::default(), Cell::default(), Cell::default()];
        for (cell, index) in [(0, 9), (0, 11), (1, 3), (1, 5)] {
            cells[cell].add(index, &judged, &answer);
        }
        let [mut sum, other, none] = cells;
        assert_eq!((sum.first_undecided, other.first_undecided, none.first_undecided), (Some(9), Some(3), None));
        sum.merge(&other);
        sum.merge(&none);
        assert_eq!((sum.first_undecided, sum.undecided), (Some(3), 4));
    }
}
