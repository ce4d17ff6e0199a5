//! The step where two ways or two arithmetics diverge: the first step with another sign, if they retain different features there or
//! later.

use super::body::changed;
use super::published::Way;
use super::recorded::{Checked, Numbers, Recorded, Truly, name, recorded_in, truly};
use super::truth::Judge;
use gjk::internals::nearest;
use gjk::observe::Termination;
use gjk_question::json::{parse, trimmed};
use gjk_question::{self, Arithmetic, Limits, MAX_DIM, Question, Task, Vector};
use gjk_trace::{Step, Vertex, stopped};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

/// The longest line that is read.
const LONGEST: u64 = 1 << 25;

/// The arguments of `gjk precision diverge`.
#[derive(Clone, Debug, clap::Args)]
pub struct DivergeArgs {
    /// A question as `gjk batch` takes it, in two or three dimensions: `intersect`, or `distance`, or `contact`, which is asked as
    /// `distance`; without it, standard input
    question: Option<PathBuf>,
    /// Which line of the file; without it, the first that is not empty
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    line: Option<u64>,
    /// The first direction, as for `gjk trace`; without it, from the middle of A − B to the origin
    #[arg(long, value_name = "X,Y,…", value_delimiter = ',', allow_hyphen_values = true)]
    start: Vec<f64>,
    /// One or two arithmetics: f16, bf16, tf32, f32, f64, dd (double-double), pN or pNeM (N bits, exponents up to M), exact
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "f32,f64")]
    scalars: Vec<Numbers>,
    /// One or two ways to treat the simplex
    #[arg(long, value_delimiter = ',', default_value = "ours")]
    cases: Vec<Way>,
}

/// Compares, and writes what is found. The inner error is a sentence about the file or the arguments.
///
/// # Errors
/// If it can't be written.
///
/// ```
/// use clap::{Args, Command, FromArgMatches};
/// use gjk_study::diverge::{DivergeArgs, run};
/// let file = std::env::temp_dir().join("gjk-a-hair-apart.json");
/// let square = r#"{"type":"cuboid","half_extents":[1,1]}"#;
/// let question = format!(r#"{{"dim":2,"query":"intersect","a":{square},"b":{{"type":"point","at":[1.00000001,0.5]}}}}"#);
/// std::fs::write(&file, question)?;
/// let words = ["diverge", "--scalars", "f32,exact", file.to_str().expect("a name in Unicode")];
/// let matches = DivergeArgs::augment_args(Command::new("diverge")).try_get_matches_from(words)?;
/// let mut told = Vec::new();
/// run(&DivergeArgs::from_arg_matches(&matches)?, &mut told)??;
/// let told = String::from_utf8(told)?;
/// assert!(told.starts_with("Before the first step f32 rounds the question: 1.00000001 becomes 1."));
/// assert!(told.contains("f32 and exact part at step "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(arguments: &DivergeArgs, output: &mut impl Write) -> io::Result<Result<(), String>> {
    match compare(arguments) {
        Ok(text) => output.write_all(text.as_bytes()).map(Ok),
        Err(sentence) => Ok(Err(sentence)),
    }
}

fn compare(arguments: &DivergeArgs) -> Result<String, String> {
    let (numbers, ways) = (two("--scalars", &arguments.scalars)?, two("--cases", &arguments.cases)?);
    let line = match &arguments.question {
        Some(file) => File::open(file)
            .and_then(|file| line_of(BufReader::new(file), arguments.line))
            .map_err(|error| format!("{}: {error}", file.display()))?,
        None => line_of(io::stdin().lock(), arguments.line).map_err(|error| error.to_string())?,
    };
    if line.is_empty() {
        return Err(match arguments.line {
            None => "there is no question: give one as a line of JSON".into(),
            Some(number) => format!("--line {number}: there are not so many lines, or it is empty"),
        });
    }
    if line.len() as u64 > LONGEST {
        return Err(format!("the line has more than {LONGEST} bytes"));
    }
    let limits = Limits::default();
    let question = parse(&line, &limits)
        .and_then(|tree| gjk_question::read(&tree, Arithmetic::F64, &limits))
        .map_err(|fault| fault.0)?;
    let start = match &arguments.start[..] {
        [] => Vec::new(),
        some if some.len() == question.dim && some.iter().all(|x| x.is_finite()) => {
            let mut direction: Vector = [0.0; MAX_DIM];
            direction[..some.len()].copy_from_slice(some);
            vec![direction]
        }
        _ => return Err(format!("--start: {} finite numbers are needed, as there are dimensions", question.dim)),
    };
    let sides = [(numbers[0], ways[0]), (numbers[1], ways[1])];
    if sides[0] == sides[1] {
        return Err("there is nothing to compare: name two --scalars, or two --cases".into());
    }
    let parting = between(&question, sides, &start)?;
    let shown = parting.step.map(|step| explorer(&line, &parting, sides, &start, step));
    Ok(Report { parting: &parting, shown }.to_string())
}

/// The first and the last of one or two.
fn two<T: Copy>(option: &str, given: &[T]) -> Result<[T; 2], String> {
    match *given {
        [one] => Ok([one, one]),
        [first, second] => Ok([first, second]),
        _ => Err(format!("{option} takes one or two, separated by a comma")),
    }
}

/// The line of this number, or the first that is not empty; if it is too long, its beginning.
fn line_of(mut input: impl BufRead, number: Option<u64>) -> io::Result<Vec<u8>> {
    for k in 1.. {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST + 2).read_until(b'\n', &mut line)?;
        let ended = line.pop_if(|byte| *byte == b'\n').is_some();
        if read == 0 || number.map_or_else(|| !trimmed(&line).is_empty(), |number| number == k) {
            return Ok(line);
        }
        if !ended {
            input.skip_until(b'\n')?;
        }
    }
    Ok(Vec::new())
}

/// What two queries did, and where they part.
pub(super) struct Parting {
    /// What is asked, and what was to be asked, if that is another query.
    question: Question,
    instead_of: Option<&'static str>,
    names: [String; 2],
    recorded: [Recorded; 2],
    /// The truth about the question as it is written, and as the numbers of each side hold it, if that is another.
    truth: Option<Truly>,
    as_held: [Option<Truly>; 2],
    /// The numbers of the question that a side rounds, and what they become.
    rounded: [Vec<[f64; 2]>; 2],
    /// The side that rounds less.
    finer: usize,
    /// Vertices without a name are the same if they are as near as this, in sizes of the shapes.
    tolerance: f64,
    /// Counted from 0; none if they part nowhere.
    pub(super) step: Option<usize>,
}

/// Asks both, and finds where they part. A contact is asked as a distance; if one finds verdicts only, both are asked for these.
pub(super) fn between(question: &Question, sides: [(Numbers, Way); 2], start: &[Vector]) -> Result<Parting, String> {
    let mut question = question.clone();
    let verdicts_only = sides.iter().any(|(_, way)| !way.measures());
    let (query, instead_of) = match question.query {
        Task::Distance { b } if verdicts_only => (Task::Intersect { b }, Some("distance")),
        Task::Contact { b } if verdicts_only => (Task::Intersect { b }, Some("contact")),
        Task::Contact { b } => (Task::Distance { b }, Some("contact")),
        other => (other, None),
    };
    question.query = query;
    let ask = |(numbers, way)| recorded_in(numbers, way, &question, start).map_err(|fault| fault.0);
    let mut recorded = [ask(sides[0])?, ask(sides[1])?];
    if sides.iter().any(|(numbers, _)| *numbers == Numbers::Exact) {
        name(&question, recorded.each_mut().map(|side| &mut side.trace));
    }
    let truth = truly(&question);
    let mut rounded = [const { Vec::new() }; 2];
    let mut as_held = [None; 2];
    for (k, (numbers, _)) in sides.into_iter().enumerate() {
        let (Numbers::Rounded(arithmetic), Some(b)) = (numbers, question.query.other()) else { continue };
        let list = RefCell::new(Vec::new());
        let nearest = |x: f64| {
            let held = arithmetic.nearest(x);
            if x.total_cmp(&held).is_ne() && !list.borrow().contains(&[x, held]) {
                list.borrow_mut().push([x, held]);
            }
            held
        };
        let [a, b] = [&question.a, b].map(|shape| changed(shape, &nearest));
        let held = Question { a, query: Task::Distance { b }, ..question.clone() };
        as_held[k] = truly(&held).filter(|held| Some(*held) != truth);
        rounded[k] = list.into_inner();
    }
    let [with_numbers, with_ways] = [sides[0].0 != sides[1].0, sides[0].1 != sides[1].1];
    let name = |(numbers, way): (Numbers, Way)| match (with_numbers, with_ways) {
        (true, false) => numbers.to_string(),
        (false, true) => way.to_string(),
        _ => format!("{way}, {numbers}"),
    };
    let coarser = sides.iter().filter_map(|(numbers, _)| numbers.epsilon()).reduce(f64::max);
    let tolerance = coarser.map_or(0.0, |epsilon| (8.0 * epsilon).max(1e-5));
    let names = sides.map(name);
    let [first, second] = sides.map(|(numbers, _)| numbers.epsilon().unwrap_or(0.0));
    let finer = usize::from(second < first);
    let mut parting =
        Parting { question, instead_of, names, recorded, truth, as_held, rounded, finer, tolerance, step: None };
    let [first, second] = parting.recorded.each_ref().map(|side| side.trace.steps.len());
    let shared = first.min(second);
    let parted = (0..shared).find(|k| !parting.keep_the_same(*k)).or_else(|| (first != second).then_some(shared));
    parting.step = parted.map(|end| (0..end).find(|k| parting.says_otherwise(*k)).unwrap_or(end));
    Ok(parting)
}

impl Parting {
    /// Returns whether both steps retain the same vertices, in any order, and end alike.
    fn keep_the_same(&self, step: usize) -> bool {
        let [first, second] = self.recorded.each_ref().map(|side| &side.trace.steps[step]);
        let all_in = |some: &[Vertex], others: &[Vertex]| {
            some.iter().all(|v| others.iter().any(|other| v.is_within(other, self.tolerance)))
        };
        let end = |step: &Step| {
            step.stop.map(|stop| matches!(stop, Termination::Separated | Termination::Enclosed).then_some(stop))
        };
        end(first) == end(second)
            && first.after.len() == second.after.len()
            && all_in(&first.after, &second.after)
            && all_in(&second.after, &first.after)
    }

    /// Returns whether a sign that both test of the same vertices says something else.
    fn says_otherwise(&self, step: usize) -> bool {
        let [own, other] = self.recorded.each_ref().map(|side| &side.trace.steps[step]);
        let are_same = |(v, w): (&Vertex, &Vertex)| v.is_within(w, self.tolerance);
        let same = |name: &str| other.tests.iter().find(|test| test.name == name);
        own.before.len() == other.before.len()
            && own.before.iter().zip(&other.before).all(are_same)
            && own.tests.iter().any(|test| same(&test.name).is_some_and(|found| found.says != test.says))
    }

    /// Returns whether the vertices that both found are level, exactly, along the direction of the side with more digits: then either
    /// is right.
    fn is_level(&self, step: usize) -> bool {
        let steps = [0, 1].map(|k| self.recorded[k].trace.steps.get(step));
        let [Some(own), Some(other)] = steps else { return false };
        let number = |x: &f64| BigRational::from_float(*x);
        let direction = &[own, other][self.finer].direction;
        let mut sum = BigRational::zero();
        for (k, x) in direction.iter().enumerate() {
            let w = |v: &Vertex| Some(number(&v.a[k])? - number(&v.b[k])?);
            let product = || Some((w(&own.newest)? - w(&other.newest)?) * number(x)?);
            let Some(product) = product() else { return false };
            sum += product;
        }
        sum.is_zero()
    }

    fn found_others(&self, step: usize) -> bool {
        let [own, other] = self.recorded.each_ref().map(|side| side.trace.steps.get(step));
        own.zip(other).is_some_and(|(own, other)| !own.newest.is_within(&other.newest, self.tolerance))
    }

    /// The signs that a side tested in a step.
    fn checked(&self, side: usize, step: usize) -> &[Checked] {
        self.recorded[side].checked.get(step).map_or(&[], Vec::as_slice)
    }

    /// The test of the step whose sign differs: of both, the first one in common; else of one of them, the first whose sign is wrong.
    pub(super) fn predicate(&self) -> Option<[Option<&Checked>; 2]> {
        let step = self.step?;
        let [first, second] = [0, 1].map(|side| self.checked(side, step));
        let same_test = |own: &Checked| second.iter().find(|other| other.test == own.test);
        let in_common = first.iter().filter_map(|own| Some((own, same_test(own)?)));
        let mut parted = in_common.filter(|(own, other)| own.sign != other.sign);
        let wrong = |checked: &&Checked| is_wrong(checked);
        match (parted.next(), first.iter().find(wrong), second.iter().find(wrong)) {
            (Some((own, other)), ..) => Some([Some(own), Some(other)]),
            (None, None, None) => None,
            (None, own, other) => Some([own, other]),
        }
    }

    /// Returns whether no sign differs in a step, and what each found is as far along the direction as what the
    /// other did.
    fn is_tied(&self, step: usize) -> bool {
        self.predicate().is_none() && self.found_others(step) && self.is_level(step)
    }

    /// The numbers of the question that are others before the first step.
    fn coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, rounded) in self.names.iter().zip(&self.rounded) {
            let Some(([first, held], more)) = rounded.split_first() else { continue };
            let more = match more.len() {
                0 => String::new(),
                1 => ", and one more number is rounded".to_string(),
                n => format!(", and {n} more numbers are rounded"),
            };
            writeln!(f, "Before the first step {name} rounds the question: {first} becomes {held}{more}.")?;
        }
        Ok(())
    }

    /// What each says, and what is true.
    fn verdicts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for (name, side) in self.names.iter().zip(&self.recorded) {
            let answer = &side.trace.answer;
            let apart = answer.separation.map(|distance| format!(", distance {}", number(distance)));
            rows.push((format!("{name}:"), format!("{}{}", answer.verdict, apart.unwrap_or_default())));
        }
        rows.push(match &self.truth {
            Some(truth) => (judge(truth).to_string() + ":", told(truth)),
            None => (
                "exactly:".to_string(),
                "not known: these shapes are too many points, or there is no judge".to_string(),
            ),
        });
        for (name, held) in self.names.iter().zip(&self.as_held) {
            if let Some(held) = held {
                rows.push((format!("{}, with the coordinates of {name}:", judge(held)), told(held)));
            }
        }
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        rows.iter().try_for_each(|(name, said)| writeln!(f, "{name:width$} {said}"))
    }

    /// Returns whether a verdict differs from another, or from the truth.
    fn is_contradicted(&self) -> bool {
        let [own, other] = self.recorded.each_ref().map(|side| side.trace.answer.verdict.as_str());
        own != other || self.truth.is_some_and(|truth| verdict(truth.intersects) != own)
    }
}

fn verdict(intersects: bool) -> &'static str {
    if intersects { "intersecting" } else { "apart" }
}

fn judge(truth: &Truly) -> &'static str {
    if truth.judge == Judge::Exact { "exactly" } else { "double-double, as the judge" }
}

fn told(truth: &Truly) -> String {
    let apart = truth.lengths.filter(|_| !truth.intersects).map(|[.., by]| format!(", distance {}", number(by)));
    format!("{}{}", verdict(truth.intersects), apart.unwrap_or_default())
}

/// What is printed.
struct Report<'p> {
    parting: &'p Parting,
    /// Where the explorer shows the step, or why it does not.
    shown: Option<Result<String, String>>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parting = self.parting;
        let [one, other] = &parting.names;
        parting.coordinates(f)?;
        if let Some(step) = parting.step {
            let tie = if parting.is_tied(step) { ", by a tie" } else { "" };
            writeln!(f, "{one} and {other} part at step {}{tie}.", step + 1)?;
        } else {
            let steps = parting.recorded[0].trace.steps.len();
            writeln!(f, "{one} and {other} do not part: the same features in all of {steps} steps.")?;
        }
        if let Some(query) = parting.instead_of {
            let asked = if matches!(parting.question.query, Task::Distance { .. }) { "distance" } else { "intersect" };
            writeln!(f, "The question is a `{query}`; it is asked as `{asked}`, which both can answer.")?;
        }
        writeln!(f)?;
        parting.verdicts(f)?;
        match parting.step {
            Some(step) => self.at(step, f),
            None if parting.is_contradicted() => parting.last_comparison(f),
            None => Ok(()),
        }
    }
}

impl Parting {
    /// Where the steps are the same and a verdict is wrong.
    fn last_comparison(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\nThe steps are the same; the last comparison decides")?;
        let lengths = |truth: &Truly| {
            truth.lengths.map(|[core, margins, by]| {
                format!("core distance {core}, margins {margins}, the one less the other {}", number(by))
            })
        };
        let Some(exact) = self.truth.as_ref().and_then(lengths) else { return writeln!(f, ".") };
        writeln!(f, ", that of the cores' distance with both margins together.\nExactly: {exact}.")?;
        for (name, held) in self.names.iter().zip(&self.as_held) {
            if let Some(held) = held.as_ref().and_then(lengths) {
                writeln!(f, "With the coordinates of {name}: {held}.")?;
            }
        }
        Ok(())
    }
}

impl Report<'_> {
    /// What happens in the step at which they part.
    fn at(&self, step: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parting = self.parting;
        let [one, other] = &parting.names;
        let columns = [0, 1].map(|k| column(&parting.recorded[k], step));
        let width =
            columns[0].iter().map(|line| line.1.chars().count()).chain([one.chars().count()]).max().unwrap_or(0);
        writeln!(f, "\n{:11} {one:width$}  {other}", "")?;
        for (own, others) in columns[0].iter().zip(&columns[1]) {
            writeln!(f, "{:11} {:width$}  {}", own.0, own.1, others.1)?;
        }
        let steps = || parting.recorded.iter().filter_map(|side| side.trace.steps.get(step));
        if steps().any(|step| named(&step.newest).is_some()) {
            writeln!(
                f,
                "a2 − b6 is vertex 2 of shape A less vertex 6 of shape B, counted from 0; i.j is vertex j of part i."
            )?;
        }
        writeln!(f)?;
        match parting.predicate() {
            Some(found) => {
                for (name, checked) in parting.names.iter().zip(found) {
                    if let Some(checked) = checked {
                        writeln!(f, "{name}: {}", said(checked))?;
                    }
                }
            }
            None if parting.is_tied(step) => {
                let name = &parting.names[parting.finer];
                writeln!(
                    f,
                    "No sign differs: along the direction of {name} both vertices are equally far. It is a tie that each breaks in its \
                     own way, and either is right."
                )?;
            }
            None if parting.found_others(step) => {
                writeln!(f, "No sign differs: along its direction each found another vertex.")?;
            }
            None => {
                writeln!(f, "No sign differs: they test different signs.")?;
                for (k, name) in parting.names.iter().enumerate() {
                    let [own, others] = [k, 1 - k].map(|k| parting.checked(k, step));
                    let alone = own.iter().filter(|own| others.iter().all(|other| other.test != own.test));
                    for checked in alone {
                        writeln!(f, "Only {name}: {}", said(checked))?;
                    }
                }
            }
        }
        let any_wrong = [0, 1].iter().any(|k| parting.checked(*k, step).iter().any(is_wrong));
        let order = if any_wrong { ", wrong ones first" } else { "" };
        writeln!(f, "\nThe signs that were tested{order}, at the scale of the query:")?;
        for (k, name) in parting.names.iter().enumerate() {
            let checked = parting.checked(k, step);
            let [wrong, right] =
                [true, false].map(|wrong| checked.iter().filter(move |checked| is_wrong(checked) == wrong));
            for checked in wrong.chain(right) {
                writeln!(f, "{name}: {}", said(checked))?;
            }
        }
        let [first, second] = [0, 1].map(|k| parting.checked(k, step));
        let differ = |own: &Checked| second.iter().any(|other| other.test == own.test && other.exact != own.exact);
        if first.iter().any(differ) {
            writeln!(
                f,
                "\"Exactly\" is the same product without rounding, of that side's own vertices and direction. Those differ here, in \
                 rounding or in scale, and so do the exact values."
            )?;
        }
        match &self.shown {
            Some(Ok(address)) => writeln!(
                f,
                "\nThis step in the explorer, when site/explorer/build has made it and site/explorer/serve shows it:\n{address}"
            ),
            Some(Err(why)) => writeln!(f, "\n{why}"),
            None => Ok(()),
        }
    }
}

fn is_wrong(checked: &Checked) -> bool {
    checked.exact_sign().is_some_and(|sign| sign != checked.sign)
}

/// The name of a test and its values.
fn said(checked: &Checked) -> String {
    let name = checked.test.map_or_else(|| "W · d".to_string(), |test| test.to_string());
    let exact = checked.exact.as_ref().map_or_else(|| "unknown".to_string(), written);
    let wrong = if is_wrong(checked) { ": the sign is wrong" } else { "" };
    format!("{name} = {}, exactly {exact}{wrong}", number(checked.rounded))
}

/// A rational number, rounded.
fn written(x: &BigRational) -> String {
    match nearest(x) {
        0.0 if !x.is_zero() => {
            format!("too small to show, and {}", if x.is_positive() { "positive" } else { "negative" })
        }
        x => number(x),
    }
}

/// Seven digits, without zeros at the end.
fn number(x: f64) -> String {
    // Without a minus before zero.
    let x = x + 0.0;
    let trimmed = |digits: &str| digits.trim_end_matches('0').trim_end_matches('.').to_string();
    let text = format!("{x:.6e}");
    let Some((digits, exponent)) = text.split_once('e') else { return text };
    match exponent.parse::<usize>() {
        // As it is written where it is short.
        Ok(exponent @ 0..=5) => trimmed(&format!("{x:.*}", 6 - exponent)),
        _ if matches!(exponent, "-1" | "-2") => trimmed(&format!("{x:.8}")),
        _ => format!("{}e{exponent}", trimmed(digits)),
    }
}

/// What a side did in a step, line by line.
fn column(Recorded { trace, .. }: &Recorded, step: usize) -> Vec<(&'static str, String)> {
    let Some(step) = trace.steps.get(step) else {
        let nothing = |name| (name, if name == "ends" { "before this step" } else { "–" }.to_string());
        return NAMES.into_iter().map(nothing).collect();
    };
    let list = |vertices: &[Vertex]| match vertices {
        [] => "nothing".to_string(),
        some => some.iter().map(place).collect::<Vec<_>>().join(", "),
    };
    let along = |direction: &[f64]| {
        let size = direction.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        coordinates(&direction.iter().map(|x| if size > 0.0 { x / size } else { *x }).collect::<Vec<_>>())
    };
    let values = [
        place(&step.newest),
        along(&step.direction),
        list(&step.before),
        step.region.clone().unwrap_or_else(|| "not sought".into()),
        list(&step.after),
        step.towards.as_deref().map_or_else(|| "nowhere".to_string(), along),
        step.stop.map_or("goes on", stopped).to_string(),
    ];
    NAMES.into_iter().zip(values).collect()
}

const NAMES: [&str; 7] = ["vertex W", "along", "retained", "nearest", "keeps", "then along", "ends"];

/// A vertex: its names if it has any, and where it is.
fn place(vertex: &Vertex) -> String {
    named(vertex).map_or_else(String::new, |name| name + " ") + &coordinates(&vertex.w)
}

fn named(vertex: &Vertex) -> Option<String> {
    // A name of two has the first in its upper half.
    let short = |id: u32| if id < 1 << 16 { id.to_string() } else { format!("{}.{}", id >> 16, id & 0xffff) };
    let [a, b] = vertex.ids;
    Some(format!("a{} − b{}", short(a?), short(b?)))
}

fn coordinates(v: &[f64]) -> String {
    format!("({})", v.iter().map(|x| number(*x)).collect::<Vec<_>>().join(", "))
}

/// The address of a step on the explorer's page, as it is served; or why it is not shown there.
fn explorer(
    line: &[u8],
    parting: &Parting,
    sides: [(Numbers, Way); 2],
    start: &[Vector],
    step: usize,
) -> Result<String, String> {
    let question = &parting.question;
    let is_shown = |k: &usize| {
        let (numbers, way) = sides[*k];
        way == Way::Ours && numbers.are_explored() && step < parting.recorded[*k].trace.steps.len()
    };
    let side = [0, 1].into_iter().find(is_shown);
    let side =
        side.ok_or("The explorer shows `ours`, in f32, f64 and exact arithmetic: neither side is that in this step.")?;
    let shapes = || {
        let tree: serde_json::Value = serde_json::from_slice(line).ok()?;
        let shapes = ["a", "b"].map(|key| tree[key].clone());
        shapes.iter().all(|shape| has(shape, question.dim)).then_some(shapes)
    };
    let [a, b] = shapes().ok_or("The explorer has no such shapes.")?.map(|shape| escaped(&shape.to_string()));
    let query = if matches!(question.query, Task::Distance { .. }) { "distance" } else { "intersect" };
    let start = start.first().map_or_else(String::new, |d| {
        format!("&start={}", escaped(&serde_json::json!([&d[..question.dim]]).to_string()))
    });
    // Any example of this dimension: its shapes are replaced.
    let preset = if question.dim == 2 { "worked" } else { "boxes" };
    let numbers = sides[side].0;
    Ok(format!(
        "http://localhost:8000/#preset={preset}&query={query}&scalar={numbers}&step={}{start}&a={a}&b={b}",
        step + 1
    ))
}

/// Returns whether the explorer has such shapes, and such a pose.
fn has(shape: &serde_json::Value, dim: usize) -> bool {
    let known = ["points", "segment", "capsule", "point", "ball", "cuboid", "ellipsoid", "cylinder", "cone", "frustum"];
    let rotation = &shape["pose"]["rotation"];
    let turned = match rotation.as_array() {
        None => rotation.is_null(),
        Some(parts) => {
            parts.len() == if dim == 2 { 2 } else { 4 } && parts.iter().all(|part| part.is_array() == (dim == 2))
        }
    };
    shape["type"].as_str().is_some_and(|name| known.contains(&name)) && turned
}

/// As a browser writes a value after `#`.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.*".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
        escaped
    })
}
