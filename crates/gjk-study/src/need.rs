//! Decides in a sentence whether an arithmetic is enough for its user, from errors in the unit of the file and pairs grouped by
//! their distance from the origin.

use super::body::similar;
use super::report::short;
use super::statistics::{float, wilson};
use gjk_question::{Shape, Vector};
use std::collections::BTreeMap;

/// What answers have to be within.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Need {
    /// With --questions: the largest error of a distance or depth that is still right, in the unit of the file
    #[arg(long, value_name = "LENGTH", requires = "questions", value_parser = positive)]
    pub tolerance: Option<f64>,
    /// With --questions: the largest error that is still right, as a part of the pair's own gap or depth
    #[arg(long, value_name = "PART", requires = "questions", value_parser = positive)]
    pub relative: Option<f64>,
    /// With --questions: the unit of the file, for the report
    #[arg(long, value_name = "NAME", requires = "questions", default_value = "")]
    pub unit: String,
    /// With --questions: asks about the same pairs at 0, 1, 10, … 10⁶ from the origin, too, and at other scales
    #[arg(long = "move", requires = "questions")]
    pub moves: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite()).ok_or_else(|| "it must be a number above 0".into())
}

/// The part of the gap that the report compares errors with by default.
const PART: f64 = 0.1;

/// What the answer about a pair is off by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Off {
    /// The largest coordinate of the pair.
    pub(super) at: f64,
    /// The exact distance or depth.
    pub(super) gap: f64,
    /// The error, infinite without an answer.
    pub(super) error: f64,
}

impl Off {
    /// The error as a part of the gap. Shapes that touch exactly have none.
    pub(super) fn part(&self) -> f64 {
        if self.error == 0.0 || self.gap == 0.0 { 0.0 } else { self.error / self.gap }
    }
}

/// How a pair is asked about again: moved, until each of its coordinates is about so large, or scaled near the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Move {
    To(f64),
    Scale(f64),
}

impl Move {
    pub(super) const ALL: [Self; 12] = [
        Self::To(0.0),
        Self::To(1.0),
        Self::To(1e1),
        Self::To(1e2),
        Self::To(1e3),
        Self::To(1e4),
        Self::To(1e5),
        Self::To(1e6),
        Self::Scale(1e-6),
        Self::Scale(1e-3),
        Self::Scale(1e3),
        Self::Scale(1e6),
    ];

    /// The shapes in their new place, where the corners of the box around the first were known. They go by whole sizes of that shape, powers
    /// of two: so they keep the digits behind, and are at no round place where coordinates happen to need no rounding.
    pub(super) fn of(self, shapes: [&Shape; 2], [low, high]: &[Vector; 2], dim: usize) -> [Shape; 2] {
        let extent = low.iter().zip(high).fold(0.0, |most: f64, (low, high)| most.max(high - low));
        let size = if extent > 0.0 { libm::exp2(libm::ceil(libm::log2(extent))) } else { 1.0 };
        let middle = |k: usize| libm::round(f64::midpoint(low[k], high[k]) / size) * size;
        let step: Vector = core::array::from_fn(|k| if k < dim { self.place() - middle(k) } else { 0.0 });
        shapes.map(|shape| {
            let moved = similar(shape, 1.0, &step);
            if let Self::Scale(factor) = self { similar(&moved, factor, &Vector::default()) } else { moved }
        })
    }

    /// Where that is, if it is a place.
    pub(super) fn place(self) -> f64 {
        if let Self::To(place) = self { place } else { 0.0 }
    }

    /// What lengths have been multiplied by.
    pub(super) fn factor(self) -> f64 {
        if let Self::Scale(factor) = self { factor } else { 1.0 }
    }
}

/// An arithmetic that could be chosen, the cheapest first: its name, what its answers are off by, and when the pairs are moved.
pub(super) struct Choice<'k> {
    pub(super) name: String,
    pub(super) meaning: Option<&'static str>,
    pub(super) offs: &'k [Off],
    pub(super) moved: &'k [(Move, Vec<Off>)],
}

/// How many pairs of a group are off by more than is right.
struct Group {
    /// The largest coordinate.
    at: f64,
    count: u64,
    beyond: u64,
    beyond_part: u64,
}

impl Need {
    /// Returns whether anything is asked for.
    pub(super) fn is_some(&self) -> bool {
        self.tolerance.is_some() || self.relative.is_some()
    }

    /// By how many times an error is larger than is right; if nothing is asked for, the error.
    pub(super) fn excess(&self, off: &Off) -> f64 {
        let parts = [self.tolerance.map(|most| off.error / most), self.relative.map(|most| off.part() / most)];
        parts.into_iter().flatten().reduce(f64::max).unwrap_or(off.error)
    }

    /// Returns whether an error is to be listed: of those that are asked for, the ones that are too large.
    pub(super) fn lists(&self, excess: f64) -> bool {
        !self.is_some() || excess > 1.0
    }

    fn is_met(&self, off: &Off) -> bool {
        self.excess(off) <= 1.0
    }

    fn part(&self) -> f64 {
        self.relative.unwrap_or(PART)
    }

    /// A length with its unit.
    pub(super) fn length(&self, x: f64) -> String {
        match self.unit.as_str() {
            "" => brief(x),
            "m" if x >= 1e3 => format!("{} km", brief(x / 1e3)),
            unit => format!("{} {unit}", brief(x)),
        }
    }

    /// What is asked for, in words.
    fn asked(&self) -> String {
        let tolerance = self.tolerance.map(|most| self.length(most));
        let relative = self.relative.map(|part| format!("{} of the gap", as_part(part)));
        tolerance.into_iter().chain(relative).collect::<Vec<_>>().join(" and ")
    }

    /// The pairs by the power of ten that their largest coordinate is nearest to.
    fn groups(&self, offs: &[Off]) -> Vec<Group> {
        let mut groups = BTreeMap::<i64, Group>::new();
        for off in offs {
            let group = groups.entry(decade(off.at)).or_insert(Group { at: 0.0, count: 0, beyond: 0, beyond_part: 0 });
            group.at = group.at.max(off.at);
            group.count += 1;
            group.beyond += u64::from(self.is_some() && !self.is_met(off));
            group.beyond_part += u64::from(off.part() > self.part());
        }
        groups.into_values().collect()
    }

    /// The sentence that decides, of the pairs that could be judged.
    pub(super) fn decision(&self, name: &str, offs: &[Off]) -> String {
        let groups = self.groups(offs);
        let unanswered = offs.iter().filter(|off| off.error.is_infinite()).count();
        let most = offs.iter().map(|off| off.error).filter(|error| error.is_finite()).fold(0.0, f64::max);
        let mut told = vec![format!("errors up to {}", self.length(most))];
        if unanswered > 0 {
            told.push(format!("no answer about {unanswered} of {} pairs", offs.len()));
        }
        let worst = groups.iter().max_by(|x, y| share(x.beyond_part, x).total_cmp(&share(y.beyond_part, y)));
        let part = as_part(self.part());
        told.push(match worst.filter(|group| group.beyond_part > 0) {
            Some(group) => {
                let place = if groups.len() > 1 { format!(" at {}", self.length(group.at)) } else { String::new() };
                format!(
                    "{} ({}) of the pairs{place} are off by more than {part} of their gap",
                    percent(group.beyond_part, group),
                    interval(group.beyond_part, group)
                )
            }
            None => format!("no pair is off by more than {part} of its gap"),
        });
        if self.is_some() {
            told.push(self.verdict(&groups));
        }
        format!("{name}: {}.", told.join("; "))
    }

    /// Returns whether it is enough, and as far as where.
    fn verdict(&self, groups: &[Group]) -> String {
        let (asked, last) = (self.asked(), groups.last().map_or(0.0, |group| group.at));
        let Some(k) = groups.iter().position(|group| group.beyond > 0) else {
            return format!(
                "within {asked} at all pairs, up to {} from the origin: enough for them",
                self.length(last)
            );
        };
        let beyond = &groups[k];
        let others = percent(beyond.beyond, beyond);
        if k == 0 {
            let place = self.length(beyond.at);
            return format!(
                "{others} of the pairs nearest the origin, up to {place} from it, are not within {asked}: not enough"
            );
        }
        format!(
            "within {asked} up to {} from the origin: not enough at {}, the next place asked about ({others} of the pairs there are not \
             within it)",
            self.length(groups[k - 1].at),
            self.length(beyond.at)
        )
    }

    /// The one sentence: which of these is enough.
    pub(super) fn choice(&self, choices: &[Choice<'_>]) -> String {
        let names: Vec<_> = choices.iter().map(|choice| choice.name.as_str()).collect();
        let (names, is_alone) = (listed(&names), names.len() == 1);
        let most = |choice: &Choice<'_>| choice.offs.iter().map(|off| off.error).fold(0.0, f64::max);
        let told = |choice: &Choice<'_>| {
            let most = most(choice);
            let most = if most.is_finite() { self.length(most) } else { "no answer".into() };
            format!("{most} in {}", choice.name)
        };
        if choices.is_empty() {
            return "No verdict: no arithmetic can hold all pairs.".into();
        }
        if !self.is_some() {
            let told: Vec<_> = choices.iter().map(told).collect();
            return format!("No verdict without --tolerance: the largest errors are {}.", listed(&told));
        }
        let asked = self.asked();
        let Some(first) = choices.iter().position(|choice| choice.offs.iter().all(|off| self.is_met(off))) else {
            let best = choices.iter().min_by(|x, y| most(x).total_cmp(&most(y)));
            let best = best.map(|best| format!("the least of their largest errors is {}", told(best)));
            let none = if is_alone { format!("{names} is not") } else { format!("None of {names} is") };
            return format!("{none} within {asked} at all pairs: {}.", best.unwrap_or_default());
        };
        let Choice { name, meaning, offs, .. } = &choices[first];
        let meaning = meaning.map(|meaning| format!(" ({meaning})")).unwrap_or_default();
        let cheapest = if is_alone { "it is".into() } else { format!("of {names} it is the cheapest that is") };
        let mut told = format!("{name} is enough{meaning}: {cheapest} within {asked} at all {} pairs", offs.len());
        // How far each gets from the origin, and those that get farther than all cheaper ones.
        let mut farthest = f64::NEG_INFINITY;
        for (k, choice) in choices.iter().enumerate().skip(first) {
            let Some(reach) = self.reach(choice.moved).filter(|reach| *reach > farthest) else { continue };
            farthest = reach;
            let reach = self.length(reach);
            let way = if k == first {
                format!("; moved, up to {reach} from the origin")
            } else {
                format!(", and {} up to {reach}", choice.name)
            };
            told += &way;
        }
        told + "."
    }

    /// The farthest place up to which all pairs are within what is asked for.
    fn reach(&self, moved: &[(Move, Vec<Off>)]) -> Option<f64> {
        let places = moved.iter().filter(|(by, _)| matches!(by, Move::To(_)));
        let met = places.take_while(|(_, offs)| offs.iter().all(|off| self.is_met(off)));
        met.last().map(|(by, _)| by.place())
    }

    /// The sentence on the same pairs, moved and scaled.
    pub(super) fn moved(&self, name: &str, moved: &[(Move, Vec<Off>)]) -> Option<String> {
        let fails = |offs: &[Off]| offs.iter().any(|off| !self.is_met(off));
        let of = |wanted: fn(&Move) -> bool| moved.iter().filter(move |(by, _)| wanted(by));
        let places: Vec<_> = of(|by| matches!(by, Move::To(_))).collect();
        if places.is_empty() || !self.is_some() {
            return None;
        }
        let at = |by: &Move| self.length(by.place());
        let asked = self.asked();
        let far = match places.iter().position(|(_, offs)| fails(offs)) {
            None => {
                format!("enough up to {} from the origin, the farthest that was tried", at(&places[places.len() - 1].0))
            }
            Some(0) => "not enough even at the origin".to_string(),
            Some(k) => {
                format!("enough up to {} from the origin, and not at {}", at(&places[k - 1].0), at(&places[k].0))
            }
        };
        let bad: Vec<_> = of(|by| matches!(by, Move::Scale(_)))
            .filter(|(_, offs)| fails(offs))
            .map(|(by, _)| format!("{:e}", by.factor()))
            .collect();
        let scaled = if bad.is_empty() {
            "enough at scales of 1e-6 to 1e6".into()
        } else {
            format!("not enough at scales of {}", bad.join(", "))
        };
        Some(format!(
            "{name}, the same pairs moved: within {asked} it is {far}; near the origin it is {scaled}, with the tolerance scaled likewise."
        ))
    }

    /// The rows of a table of those: how they were moved, the largest error, and how many are beyond.
    pub(super) fn rows(&self, moved: &[(Move, Vec<Off>)]) -> Vec<Vec<String>> {
        let row = |(by, offs): &(Move, Vec<Off>)| {
            let name = match by {
                Move::To(place) => format!("to {}", self.length(*place)),
                Move::Scale(factor) => format!("to {}, scaled by {factor:e}", self.length(0.0)),
            };
            let groups = self.groups(offs);
            let sum = |of: fn(&Group) -> u64| groups.iter().map(of).sum::<u64>();
            let most = offs.iter().map(|off| off.error).fold(0.0, f64::max);
            let most = if most.is_finite() { self.length(most) } else { "no answer".into() };
            let of = |count: u64| format!("{count} of {}", offs.len());
            let beyond = if self.is_some() { of(sum(|group| group.beyond)) } else { "–".into() };
            vec![name, most, of(sum(|group| group.beyond_part)), beyond]
        };
        moved.iter().map(row).collect()
    }

    /// The columns of that.
    pub(super) fn head(&self) -> Vec<String> {
        let asked =
            if self.is_some() { format!("off by more than {}", self.asked()) } else { "off by too much".into() };
        let part = format!("off by more than {} of the gap", as_part(self.part()));
        vec!["moved, every coordinate".into(), "largest error".into(), part, asked]
    }

    /// The options, after a space each.
    pub(super) fn options(&self) -> String {
        let mut text = String::new();
        for (name, value) in [("tolerance", self.tolerance), ("relative", self.relative)] {
            text += &value.map(|value| format!(" --{name} {value}")).unwrap_or_default();
        }
        if !self.unit.is_empty() {
            text = text + " --unit " + &self.unit;
        }
        text + if self.moves { " --move" } else { "" }
    }
}

/// The largest errors over the distance from the origin: where pairs were moved to, or else where they are.
pub(super) fn over_distance(offs: &[Off], moved: &[(Move, Vec<Off>)]) -> Vec<(f64, f64)> {
    let most = |offs: &[Off]| offs.iter().map(|off| off.error).fold(0.0, f64::max);
    let places = moved.iter().filter(|(by, _)| matches!(by, Move::To(_)));
    let moved: Vec<_> = places.map(|(by, offs)| (by.place(), most(offs))).collect();
    if !moved.is_empty() {
        return moved;
    }
    let mut groups = BTreeMap::<i64, (f64, f64)>::new();
    for off in offs {
        let group = groups.entry(decade(off.at)).or_default();
        *group = (group.0.max(off.at), group.1.max(off.error));
    }
    groups.into_values().collect()
}

/// The nearest power of ten.
#[expect(clippy::cast_possible_truncation, reason = "the exponent of a number")]
fn decade(x: f64) -> i64 {
    if x > 0.0 { libm::round(libm::log10(x)) as i64 } else { i64::MIN }
}

/// Words in a row.
fn listed(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().into(),
        [some @ .., end] => {
            let some: Vec<_> = some.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", some.join(", "), end.as_ref())
        }
    }
}

fn share(some: u64, group: &Group) -> f64 {
    float(some) / float(group.count)
}

fn percent(some: u64, group: &Group) -> String {
    let share = 100.0 * share(some, group);
    // Never all, or none, if that is not so.
    if share > 99.0 && some < group.count { "over 99 %".into() } else { format!("{} %", brief(share)) }
}

/// The interval of a share, with 95 %.
fn interval(some: u64, group: &Group) -> String {
    let [low, high] = wilson(some, group.count).map(|end| brief(100.0 * end));
    format!("{low} to {high} %")
}

/// A part, as it is spoken of.
fn as_part(part: f64) -> String {
    let names = [(0.5, "half"), (0.1, "a tenth"), (0.01, "a hundredth"), (0.001, "a thousandth")];
    let known = names.into_iter().find(|(value, _)| part.total_cmp(value).is_eq());
    known.map_or_else(|| format!("{part}"), |(_, name)| name.into())
}

/// Two digits, as short as they can be written.
pub(super) fn brief(x: f64) -> String {
    if !x.is_finite() {
        return short(x);
    }
    let rounded: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    if rounded == 0.0 || (1e-4..1e6).contains(&rounded.abs()) { format!("{rounded}") } else { format!("{rounded:e}") }
}
