//! Where two ways, or two arithmetics, part: the first step at which they retain different features, and the sign that made the
//! difference.

use super::recorded::{Checked, Numbers, Recorded, recorded_in};
use super::ways::Way;
use crate::exact::nearest;
use crate::observe::Termination;
use crate::question::json::{parse, trimmed};
use crate::question::{self, Arithmetic, Limits, Question, Task};
use crate::trace::{Step, Vertex};
use num_rational::BigRational;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

/// The longest line that is read.
const LONGEST: u64 = 1 << 25;

/// The arguments of `gjk precision diverge`.
#[derive(Clone, Debug, clap::Args)]
pub struct DivergeArgs {
    /// A question as `gjk batch` takes it, `intersect` or `distance`, in two or three dimensions; without it, standard input
    question: Option<PathBuf>,
    /// One or two arithmetics: f16, f32, f64, dd (double-double), pN or pNeM (N bits, exponents up to M), exact
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
/// use gjk::study::diverge::{DivergeArgs, run};
/// let file = std::env::temp_dir().join("gjk-a-hair-apart.json");
/// let square = r#"{"type":"cuboid","half_extents":[1,1]}"#;
/// let question = format!(r#"{{"dim":2,"query":"intersect","a":{square},"b":{{"type":"point","at":[1.00000001,0.5]}}}}"#);
/// std::fs::write(&file, question)?;
/// let words = ["diverge", "--scalars", "f32,exact", file.to_str().expect("a name in Unicode")];
/// let matches = DivergeArgs::augment_args(Command::new("diverge")).try_get_matches_from(words)?;
/// let mut told = Vec::new();
/// run(&DivergeArgs::from_arg_matches(&matches)?, &mut told)??;
/// assert!(String::from_utf8(told)?.starts_with("f32 and exact part at step "));
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
            .and_then(|file| first_line(BufReader::new(file)))
            .map_err(|error| format!("{}: {error}", file.display()))?,
        None => first_line(io::stdin().lock()).map_err(|error| error.to_string())?,
    };
    if line.is_empty() {
        return Err("there is no question: give one as a line of JSON".into());
    }
    if line.len() as u64 > LONGEST {
        return Err(format!("the line has more than {LONGEST} bytes"));
    }
    let limits = Limits::default();
    let question = parse(&line, &limits)
        .and_then(|tree| question::read(&tree, Arithmetic::F64, &limits))
        .map_err(|fault| fault.0)?;
    let sides = [(numbers[0], ways[0]), (numbers[1], ways[1])];
    if sides[0] == sides[1] {
        return Err("there is nothing to compare: name two --scalars, or two --cases".into());
    }
    let parting = between(&question, sides)?;
    let address = parting.step.and_then(|step| explorer(&line, &question, sides, &parting.recorded, step));
    Ok(Report { parting: &parting, address }.to_string())
}

/// The first and the last of one or two.
fn two<T: Copy>(option: &str, given: &[T]) -> Result<[T; 2], String> {
    match *given {
        [one] => Ok([one, one]),
        [first, second] => Ok([first, second]),
        _ => Err(format!("{option} takes one or two, separated by a comma")),
    }
}

/// The first line that is not empty; if it is too long, its beginning.
fn first_line(mut input: impl BufRead) -> io::Result<Vec<u8>> {
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST + 2).read_until(b'\n', &mut line)?;
        line.pop_if(|byte| *byte == b'\n');
        if read == 0 || !trimmed(&line).is_empty() {
            return Ok(line);
        }
    }
}

/// What two queries did, and where they part.
pub(super) struct Parting {
    sides: [String; 2],
    recorded: [Recorded; 2],
    /// Counted from 0; none if they part nowhere.
    pub(super) step: Option<usize>,
}

/// Asks both, and finds where they part. If one finds verdicts only, the verdict is asked of both.
pub(super) fn between(question: &Question, sides: [(Numbers, Way); 2]) -> Result<Parting, String> {
    let mut question = question.clone();
    if let Task::Distance { b } = &question.query
        && sides.iter().any(|(_, way)| !way.measures())
    {
        question.query = Task::Intersect { b: b.clone() };
    }
    let ask = |(numbers, way)| recorded_in(numbers, way, &question, &[]).map_err(|fault| fault.0);
    let recorded = [ask(sides[0])?, ask(sides[1])?];
    let [first, second] = recorded.each_ref().map(|side| &side.trace.steps);
    let shared = first.len().min(second.len());
    let differ = |&k: &usize| !keep_the_same(&first[k], &second[k]);
    let step = (0..shared).find(differ).or_else(|| (first.len() != second.len()).then_some(shared));
    let [with_numbers, with_ways] = [sides[0].0 != sides[1].0, sides[0].1 != sides[1].1];
    let name = |(numbers, way): (Numbers, Way)| match (with_numbers, with_ways) {
        (true, false) => numbers.to_string(),
        (false, true) => way.to_string(),
        _ => format!("{way}, {numbers}"),
    };
    Ok(Parting { sides: sides.map(name), recorded, step })
}

/// Whether both steps retain the same vertices, in any order, and end alike.
fn keep_the_same(first: &Step, second: &Step) -> bool {
    let all_in = |some: &[Vertex], others: &[Vertex]| some.iter().all(|v| others.iter().any(|other| v.is(other)));
    let end = |step: &Step| {
        step.stop.map(|stop| matches!(stop, Termination::Separated | Termination::Enclosed).then_some(stop))
    };
    end(first) == end(second)
        && first.after.len() == second.after.len()
        && all_in(&first.after, &second.after)
        && all_in(&second.after, &first.after)
}

impl Parting {
    /// The test of the step whose sign differs: of both, the first one in common; else of one of them, the first whose sign is wrong.
    pub(super) fn predicate(&self) -> Option<[Option<&Checked>; 2]> {
        let step = self.step?;
        let [first, second] =
            self.recorded.each_ref().map(|side| side.checked.get(step).map_or(&[][..], Vec::as_slice));
        let same_test = |own: &Checked| second.iter().find(|other| other.test == own.test);
        let in_common = first.iter().filter_map(|own| Some((own, same_test(own)?)));
        let mut parted = in_common.filter(|(own, other)| own.sign != other.sign);
        let wrong = |checked: &&Checked| checked.exact_sign().is_some_and(|sign| sign != checked.sign);
        match (parted.next(), first.iter().find(wrong), second.iter().find(wrong)) {
            (Some((own, other)), ..) => Some([Some(own), Some(other)]),
            (None, None, None) => None,
            (None, own, other) => Some([own, other]),
        }
    }
}

/// What is printed.
struct Report<'p> {
    parting: &'p Parting,
    address: Option<String>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parting { sides: [one, other], recorded, step } = self.parting;
        let Some(step) = *step else {
            let steps = recorded[0].trace.steps.len();
            return writeln!(f, "{one} and {other} do not part: the same features in all of {steps} steps.");
        };
        writeln!(f, "{one} and {other} part at step {}.\n", step + 1)?;
        let columns = [0, 1].map(|k| column(&recorded[k], step));
        let width =
            columns[0].iter().map(|line| line.1.chars().count()).chain([one.chars().count()]).max().unwrap_or(0);
        writeln!(f, "{:11} {one:width$}  {other}", "")?;
        for (own, others) in columns[0].iter().zip(&columns[1]) {
            writeln!(f, "{:11} {:width$}  {}", own.0, own.1, others.1)?;
        }
        writeln!(f)?;
        match self.parting.predicate() {
            Some(found) => {
                for (name, checked) in self.parting.sides.iter().zip(found) {
                    if let Some(checked) = checked {
                        writeln!(f, "{name}: {}", said(checked))?;
                    }
                }
            }
            None if found_others(recorded, step) => {
                writeln!(f, "No sign differs: along its direction each found another vertex.")?;
            }
            None => {
                writeln!(f, "No sign differs: they test different signs.")?;
                for (k, name) in self.parting.sides.iter().enumerate() {
                    let [own, others] =
                        [k, 1 - k].map(|k| recorded[k].checked.get(step).map_or(&[][..], Vec::as_slice));
                    let alone = own.iter().filter(|own| others.iter().all(|other| other.test != own.test));
                    for checked in alone {
                        writeln!(f, "Only {name}: {}", said(checked))?;
                    }
                }
            }
        }
        writeln!(f, "\nThe signs that were tested, at the scale of the query:")?;
        for (name, side) in self.parting.sides.iter().zip(recorded) {
            for checked in side.checked.get(step).into_iter().flatten() {
                writeln!(f, "{name}: {}", said(checked))?;
            }
        }
        if let Some(address) = &self.address {
            writeln!(f, "\nThis step in the explorer: docs/explorer/index.html{address}")?;
        }
        Ok(())
    }
}

fn found_others(recorded: &[Recorded; 2], step: usize) -> bool {
    let [own, other] = recorded.each_ref().map(|side| side.trace.steps.get(step));
    own.zip(other).is_some_and(|(own, other)| !own.newest.is(&other.newest))
}

/// The name of a test and its values.
fn said(checked: &Checked) -> String {
    let name = checked.test.map_or_else(|| "A · d".to_string(), |test| test.to_string());
    let exact = checked.exact.as_ref().map_or_else(|| "unknown".to_string(), written);
    let wrong = if checked.exact_sign().is_some_and(|sign| sign != checked.sign) { ": the sign is wrong" } else { "" };
    format!("{name} = {:e}, exactly {exact}{wrong}", checked.rounded)
}

/// A rational number: as it is where that is short, else the nearest `f64`.
fn written(x: &BigRational) -> String {
    let whole = x.to_string();
    if whole.len() <= 24 { whole } else { format!("{:e} (rounded)", nearest(x)) }
}

/// What a side did in a step, line by line.
fn column(Recorded { trace, .. }: &Recorded, step: usize) -> Vec<(&'static str, String)> {
    let verdict = ("verdict", trace.answer.verdict.clone());
    let Some(step) = trace.steps.get(step) else {
        let nothing =
            NAMES.into_iter().map(|name| (name, if name == "ends" { "before this step" } else { "–" }.to_string()));
        return std::iter::once(verdict).chain(nothing).collect();
    };
    let list = |vertices: &[Vertex]| match vertices {
        [] => "nothing".to_string(),
        some => some.iter().map(place).collect::<Vec<_>>().join(" "),
    };
    let values = [
        place(&step.newest),
        coordinates(&step.direction),
        list(&step.before),
        step.region.clone().unwrap_or_else(|| "not sought".into()),
        list(&step.after),
        step.stop.map_or_else(|| "goes on".into(), |stop| format!("{stop:?}")),
    ];
    std::iter::once(verdict).chain(NAMES.into_iter().zip(values)).collect()
}

const NAMES: [&str; 6] = ["vertex A", "along", "retained", "nearest", "keeps", "ends"];

/// A vertex: its names if it has any, and where it is.
fn place(vertex: &Vertex) -> String {
    match vertex.ids {
        [Some(a), Some(b)] => format!("{a}/{b} {}", coordinates(&vertex.w)),
        _ => coordinates(&vertex.w),
    }
}

/// As they are where that is short, else with seven digits.
fn coordinates(v: &[f64]) -> String {
    let component = |x: &f64| Some(x.to_string()).filter(|text| text.len() <= 9).unwrap_or_else(|| format!("{x:.6e}"));
    format!("({})", v.iter().map(component).collect::<Vec<_>>().join(", "))
}

/// The explorer's address of a step: that of the side which the explorer shows, or of ours if that has come as far in the same way.
fn explorer(
    line: &[u8],
    question: &Question,
    sides: [(Numbers, Way); 2],
    recorded: &[Recorded; 2],
    step: usize,
) -> Option<String> {
    let (shown, numbers) = match sides.iter().position(|(numbers, way)| *way == Way::Ours && numbers.are_explored()) {
        Some(k) => (None, sides[k].0),
        None if !sides[0].0.are_explored() => (None, Numbers::F64),
        None => (Some(&recorded[0]), sides[0].0),
    };
    let query = if matches!(question.query, Task::Distance { .. }) { "distance" } else { "intersect" };
    if let Some(recorded) = shown {
        let ours = recorded_in(numbers, Way::Ours, question, &[]).ok()?;
        let (own, shown) = (ours.trace.steps.get(step)?, recorded.trace.steps.get(step)?);
        let same = own.newest.is(&shown.newest) && own.before.len() == shown.before.len();
        if !same {
            return None;
        }
    }
    let tree: serde_json::Value = serde_json::from_slice(line).ok()?;
    let shapes = ["a", "b"].map(|key| &tree[key]);
    if !shapes.iter().all(|shape| is_shown(shape, question.dim)) {
        return None;
    }
    // Any example of this dimension: its shapes are replaced.
    let preset = if question.dim == 2 { "worked" } else { "boxes" };
    let [a, b] = shapes.map(|shape| escaped(&shape.to_string()));
    Some(format!("#preset={preset}&query={query}&scalar={numbers}&step={}&a={a}&b={b}", step + 1))
}

/// Whether the explorer has such shapes, and such a pose.
fn is_shown(shape: &serde_json::Value, dim: usize) -> bool {
    let known = ["points", "segment", "capsule", "point", "ball", "cuboid", "ellipsoid", "cylinder", "cone"];
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
