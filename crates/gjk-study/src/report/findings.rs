//! The findings of a study, in sentences: the part to read first, which names the errors. Each cause has one sentence; the worst
//! come first.

use super::super::arithmetic::Arithmetic;
use super::super::cell::{Cell, Cells, Key};
use super::super::plan::Plan;
use super::super::published::Way;
use super::super::rows::dimension;
use super::super::statistics::{float, wilson};
use super::super::sweeps::SWEEPS;
use super::plot::short;
use std::collections::{BTreeMap, BTreeSet};

/// The promise of docs/precision.md, in ε L.
const PROMISE: f64 = 64.0;

/// Where something is the worst, and how bad.
type Place = (f64, Key);

pub(super) fn of(plan: &Plan, cells: &Cells) -> Vec<String> {
    let mut found = vec![certified(cells)];
    found.extend(plan.scalars.iter().filter_map(|scalar| scalar.wrong_product()));
    others_of_the_same_digits(cells, &mut found);
    whole_numbers(cells, &mut found);
    let (in_range, below): (Vec<_>, Vec<_>) = cells.0.iter().partition(|(key, _)| !is_below_range(key));
    wrong_verdicts(&in_range, &mut found);
    undecided(&in_range, &mut found);
    promises(&in_range, &mut found);
    below_range(&below, &mut found);
    // What has a mark comes first, behind the certified ones.
    let is_marked = |word: &str| word.len() > 1 && word.chars().all(char::is_uppercase);
    found[1..].sort_by_key(|sentence| !sentence.split(' ').take(3).any(is_marked));
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

/// Arithmetics with the same ε get the same pairs, and round to the same numbers: so their errors are the same, but where the one
/// has not the range of the other. The processor's own are the measure.
fn others_of_the_same_digits(cells: &Cells, found: &mut Vec<String>) {
    let ours: Vec<_> = cells.0.iter().filter(|(key, _)| key.way == Way::Ours).collect();
    let all: BTreeSet<_> = ours.iter().map(|(key, _)| key.arithmetic).collect();
    for known in [Arithmetic::F32, Arithmetic::F64] {
        let is_split = |other: &Arithmetic| matches!(other, Arithmetic::Places | Arithmetic::Shapes);
        let same = |other: &&Arithmetic| {
            **other != known && !is_split(other) && other.epsilon().total_cmp(&known.epsilon()).is_eq()
        };
        for other in all.iter().filter(same) {
            let (mut others, mut count) = (0, 0);
            for (key, cell) in ours.iter().filter(|(key, _)| key.arithmetic == *other) {
                let Some(reference) = cells.0.get(&Key { arithmetic: known, ..**key }) else { continue };
                for (errors, known) in cell.errors.iter().zip(&reference.errors) {
                    others += errors.without(known);
                    count += errors.count();
                }
            }
            if others > 0 {
                found.push(format!(
                    "{other} IS NOT {known}: it has the same ε, and was asked about the same pairs, but at least {others} of {count} \
                     errors are others. So it does not round as {known} does, or has another range.",
                ));
            }
        }
    }
}

/// Where coordinates are small whole numbers nothing is rounded that decides a verdict, in arithmetics of 24 bits or more.
fn whole_numbers(cells: &Cells, found: &mut Vec<String>) {
    let is_whole =
        |key: &Key| key.arithmetic.epsilon() <= Arithmetic::F32.epsilon() && SWEEPS[key.sweep].is_whole(&key.level());
    let mut kinds: BTreeMap<(Arithmetic, Way), Cell> = BTreeMap::new();
    for (key, cell) in cells.0.iter().filter(|(key, _)| is_whole(key)) {
        kinds.entry((key.arithmetic, key.way)).or_default().merge(cell);
    }
    let wrong = |cell: &Cell| cell.wrong_verdicts() + cell.undecided;
    let mut kinds: Vec<_> = kinds.into_iter().filter(|(_, cell)| wrong(cell) > 0).collect();
    kinds.sort_by_key(|(_, cell)| std::cmp::Reverse(wrong(cell)));
    let told = |((arithmetic, way), cell): &((Arithmetic, Way), Cell)| {
        format!("{} in {arithmetic} {} of {}", way.name(), wrong(cell), cell.judged())
    };
    if !kinds.is_empty() {
        let told: Vec<_> = kinds.iter().map(told).collect();
        found.push(format!(
            "WRONG WHERE NOTHING ROUNDS: on small whole coordinates these have wrong or undecided verdicts: {}.",
            told.join(", ")
        ));
    }
}

/// The worst of some errors for each arithmetic and way.
fn worst_of<'c, K: Ord>(
    cells: &[(&'c Key, &'c Cell)],
    of: impl Fn(&Key) -> K,
    most: impl Fn(&Cell) -> Option<f64>,
) -> BTreeMap<K, Place> {
    let mut worst = BTreeMap::new();
    for (key, cell) in cells {
        if let Some(error) = most(cell) {
            let place = worst.entry(of(key)).or_insert((error, **key));
            if error > place.0 {
                *place = (error, **key);
            }
        }
    }
    worst
}

/// How far from touching a pair can be whose verdict is wrong: the ways that are wrong farther than is promised, and the others.
fn wrong_verdicts(cells: &[(&Key, &Cell)], found: &mut Vec<String>) {
    let named: Vec<_> =
        cells.iter().copied().filter(|(key, _)| !matches!(key.arithmetic, Arithmetic::Bits(..))).collect();
    let worst = worst_of(&named, |key| (key.way, key.arithmetic), |cell| cell.wrong.most());
    let mut far: BTreeMap<Way, Vec<Place>> = BTreeMap::new();
    let mut near: BTreeMap<Way, Vec<Place>> = BTreeMap::new();
    for ((way, _), place) in worst {
        (if place.0 > PROMISE { &mut far } else { &mut near }).entry(way).or_default().push(place);
    }
    let told = |places: &[Place]| {
        let told = |(error, key): &Place| format!("{} {} ({})", key.arithmetic, lengths(*error), place(key));
        places.iter().map(told).collect::<Vec<_>>().join(", ")
    };
    let most = |places: &[Place]| places.iter().map(|(error, _)| *error).fold(0.0, f64::max);
    // Ways with the same mistake are wrong about the same pairs.
    let mut alike: BTreeMap<String, (f64, Vec<&str>)> = BTreeMap::new();
    for (way, places) in far {
        let (worst, names) = alike.entry(told(&places)).or_default();
        *worst = most(&places);
        names.push(way.name());
    }
    let mut alike: Vec<_> = alike.into_iter().collect();
    alike.sort_by(|(_, (x, _)), (_, (y, _))| y.total_cmp(x));
    for (told, (_, names)) in alike {
        let names = names.join(", ");
        found.push(format!(
            "WRONG BY FAR: {names}. The wrong verdict farthest from touching is so far from it: {told}."
        ));
    }
    if let Some(ours) = near.remove(&Way::Ours) {
        found.push(format!("ours: the wrong verdict farthest from touching is so far from it: {}.", told(&ours)));
    }
    let mut places: Vec<_> = near.into_values().flatten().collect();
    places.sort_by(|(x, _), (y, _)| y.total_cmp(x));
    if let Some(worst) = places.first() {
        let mut names: Vec<_> = places.iter().map(|(_, key)| key.way.name()).collect();
        names.sort_unstable();
        names.dedup();
        found.push(format!(
            "Within {PROMISE} ε L of touching are all other wrong verdicts, of {}. The farthest: {}.",
            names.join(", "),
            format_args!("{}, {}", worst.1.way.name(), told(&[*worst]))
        ));
    }
}

/// Who has no verdict, most first.
fn undecided(cells: &[(&Key, &Cell)], found: &mut Vec<String>) {
    let mut kinds: BTreeMap<(Way, Arithmetic), (u64, u64, Key)> = BTreeMap::new();
    for (key, cell) in cells.iter().filter(|(_, cell)| cell.undecided > 0) {
        let kind = kinds.entry((key.way, key.arithmetic)).or_insert((0, 0, **key));
        *kind = (kind.0 + cell.undecided, kind.1 + cell.judged(), kind.2);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (count, ..))| std::cmp::Reverse(*count));
    let told = |((way, arithmetic), (count, of, key)): &((Way, Arithmetic), (u64, u64, Key))| {
        format!("{} in {arithmetic} of {count} of {of} (the first: {})", way.name(), place(key))
    };
    if !kinds.is_empty() {
        let told: Vec<_> = kinds.iter().map(told).collect();
        found.push(format!(
            "UNDECIDED: at the levels where this happens, no verdict had {}. The first of each is in worst.jsonl.",
            told.join(", ")
        ));
    }
}

/// The errors of ours against the promise, the worst first.
fn promises(cells: &[(&Key, &Cell)], found: &mut Vec<String>) {
    let ours: Vec<_> = cells.iter().copied().filter(|(key, _)| key.way == Way::Ours).collect();
    // The curve over bits is one.
    let whose = |key: &Key| if SWEEPS[key.sweep].name == "bits" { "bits".into() } else { key.arithmetic.to_string() };
    let depths = worst_of(&ours, whose, |cell| cell.errors[1].most());
    let distances = worst_of(&ours, whose, |cell| cell.errors[0].most());
    let mut told = Vec::new();
    for (name, distance) in distances {
        let depth = depths.get(&name);
        let worst = depth.map_or(distance.0, |depth| depth.0.max(distance.0));
        let mark = if worst > PROMISE { "MORE THAN IS PROMISED: " } else { "" };
        let part = |what: &str, (error, key): &Place| format!("of a {what} {} ({})", lengths(*error), place(key));
        let depth = depth.map(|depth| format!(", {}", part("depth", depth))).unwrap_or_default();
        let sentence = format!(
            "{mark}{name}, ours: the worst error is {}{depth}; {PROMISE} are promised.",
            part("distance", &distance)
        );
        told.push((worst, sentence));
    }
    told.sort_by(|(x, _), (y, _)| y.total_cmp(x));
    found.extend(told.into_iter().map(|(_, sentence)| sentence));
}

/// Returns whether the shapes are so small that the arithmetic has fewer digits for them than it has else, or none.
fn is_below_range(key: &Key) -> bool {
    SWEEPS[key.sweep].name == "scale" && key.level().value < key.arithmetic.smallest_normal()
}

fn below_range(cells: &[(&Key, &Cell)], found: &mut Vec<String>) {
    let mut kinds: BTreeMap<Arithmetic, (u64, u64, f64)> = BTreeMap::new();
    for (key, cell) in cells.iter().filter(|(key, _)| key.way == Way::Ours) {
        let kind = kinds.entry(key.arithmetic).or_default();
        let size = kind.2.max(key.level().value);
        *kind = (kind.0 + cell.wrong_verdicts() + cell.undecided, kind.1 + cell.judged(), size);
    }
    for (arithmetic, (wrong, judged, size)) in kinds {
        found.push(format!(
            "{arithmetic} has not its full digits below {}: in the sweep over sizes nothing is promised for it at {} and less. There \
             ours has {wrong} wrong or undecided verdicts of {judged}.",
            short(arithmetic.smallest_normal()),
            short(size),
        ));
    }
}

/// An error, with its unit.
fn lengths(error: f64) -> String {
    if error > 1e300 { "infinite".into() } else { format!("{} ε L", short(error)) }
}

fn place(key: &Key) -> String {
    format!("{}, {}, at {}", SWEEPS[key.sweep].name, dimension(key.dim), key.level().name)
}
