//! The recorded steps of a way for a question: a trace, with the exact value of each number whose sign was tested.

use super::published::{Treated, Way, Ways};
use super::quad::Quad;
use super::rational::Exactly;
use super::small::Small;
use super::truth::{Judge, Truth};
use super::twin::Twin;
use gjk::Support;
use gjk::exact::ExactCases;
use gjk::internals::{
    InIntegers, Number, Options, Pair, measure, nearest, options, options_of, pair, root_plus, vertex_of,
};
use gjk::minkowski::ConvexSet;
use gjk::nalgebra::{Point, SVector};
use gjk::observe::{Observer, Phase};
use gjk::query::{Query, Start};
use gjk::scalar::Scalar;
use gjk::simplex::{Cases, Region, Simplex, Test};
use gjk::simplex::{SupportPoint, VertexId};
use gjk::support::Construction;
use gjk_question::json::{Fault, Place};
use gjk_question::{AnyShape, Arithmetic, Coordinate, Question, Recording, Task, Vector, build, vector};
use gjk_trace::{Answer, Ruler, Scaled, Scene, Trace, lattice, options_in_integers};
use half::f16;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};
use std::fmt;
use std::str::FromStr;

/// The arithmetics that can be recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbers {
    Rounded(super::Arithmetic),
    /// On the `f64` values.
    Exact,
}

impl Numbers {
    /// The gap between 1 and the next number, if anything is rounded.
    pub(super) fn epsilon(self) -> Option<f64> {
        match self {
            Self::Rounded(arithmetic) => Some(arithmetic.epsilon()),
            Self::Exact => None,
        }
    }

    /// Returns whether the explorer has them.
    pub(super) fn are_explored(self) -> bool {
        matches!(self, Self::Exact | Self::Rounded(super::Arithmetic::F32 | super::Arithmetic::F64))
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "exact" => Ok(Self::Exact),
            "faulty" | "f64-places" | "f32-shapes" => Err("it is not recorded".into()),
            _ => text.parse().map(Self::Rounded),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rounded(arithmetic) => f.pad(&arithmetic.to_string()),
            Self::Exact => f.pad("exact"),
        }
    }
}

impl From<Arithmetic> for Numbers {
    fn from(arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::F32 => Self::Rounded(super::Arithmetic::F32),
            Arithmetic::F64 => Self::Rounded(super::Arithmetic::F64),
            Arithmetic::Exact => Self::Exact,
        }
    }
}

/// A number whose sign was tested.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    /// The test; none if it is how far A is along the direction.
    pub(super) test: Option<Test>,
    /// The number as computed, and its sign.
    pub(super) rounded: f64,
    pub(super) sign: i8,
    /// The same of the same vertices, without rounding; `None` where one of them is not finite.
    pub(super) exact: Option<BigRational>,
}

impl Checked {
    fn of<T: Exactly>(test: Option<Test>, Twin { rounded, exact }: &Twin<T>) -> Self {
        Self {
            test,
            rounded: rounded.exactly().map_or(f64::NAN, |x| nearest(&x)),
            sign: i8::from(*rounded > T::zero()) - i8::from(*rounded < T::zero()),
            exact: exact.clone(),
        }
    }

    /// The sign that it should have.
    pub(super) fn exact_sign(&self) -> Option<i8> {
        self.exact.as_ref().map(|exact| i8::from(exact.is_positive()) - i8::from(exact.is_negative()))
    }
}

/// A query, recorded.
pub(super) struct Recorded {
    pub(super) trace: Trace,
    pub(super) scene: Scene,
    /// For each step the signs that were tested in it.
    pub(super) checked: Vec<Vec<Checked>>,
}

/// The simplex, the vertex and the direction of each step, as in a trace.
struct Moments<T: Scalar, const D: usize> {
    simplex: Simplex<T, D>,
    steps: Vec<(Simplex<T, D>, SupportPoint<T, D>, SVector<T, D>)>,
}

impl<T: Scalar, const D: usize> Observer<T, D> for Moments<T, D> {
    fn support(&mut self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.steps.push((self.simplex.clone(), newest.clone(), direction.clone()));
    }

    fn reduced(&mut self, simplex: &Simplex<T, D>, _: Region, _: &SVector<T, D>) {
        self.simplex.clone_from(simplex);
    }

    fn entered(&mut self, phase: Phase) {
        match phase {
            Phase::Approach => {
                if let Some((_, newest, direction)) = self.steps.last().cloned() {
                    self.steps.push((self.simplex.clone(), newest, direction));
                }
            }
            _ => self.simplex = Simplex::empty(),
        }
    }
}

/// Asks twice: the second time with twins.
fn watched<T: Exactly, R: Ruler<T, D>, const D: usize>(
    way: Way,
    (ruler, margin): (R, f64),
    ask: &mut dyn FnMut(&mut dyn Observer<T, D>) -> Answer,
) -> (Trace, Vec<Vec<Checked>>)
where
    Cases: Treated<T, D> + Treated<Twin<T>, D>,
{
    let trace = Cases::trace_by(way, ruler, margin, ask);
    let mut moments = Moments { simplex: Simplex::empty(), steps: Vec::new() };
    ask(&mut moments);
    let twins = |v: &SVector<T, D>| v.map(Twin::new);
    let twin = |vertex: &SupportPoint<T, D>| SupportPoint {
        w: twins(&vertex.w),
        a: twins(&vertex.a),
        b: twins(&vertex.b),
        ids: vertex.ids,
    };
    let checked = moments.steps.iter().map(|(simplex, newest, direction)| {
        let mut copy = Simplex::empty();
        for (vertex, count) in simplex.vertices().iter().map(twin).zip(1..) {
            copy.retain(&vertex, Region::first(count));
        }
        let newest = twin(newest);
        let along = Checked::of(None, &newest.w.dot(&twins(direction)));
        let tests = Cases::tests_by(way, &copy, &newest);
        std::iter::once(along).chain(tests.iter().map(|(test, value)| Checked::of(Some(*test), value))).collect()
    });
    let checked = checked.collect();
    (trace, checked)
}

/// What is asked: the shapes, where to begin, and whether the distance is wanted.
struct Asked<T: Scalar, const D: usize> {
    a: AnyShape<T, D>,
    b: AnyShape<T, D>,
    start: Start<T, D>,
    measures: bool,
}

impl<T: Coordinate, const D: usize> Asked<T, D> {
    fn of(way: Way, question: &Question, start: &[Vector]) -> Result<Self, Fault> {
        let (other, measures) = match &question.query {
            Task::Intersect { b } => (b, false),
            // A contact of shapes that are apart is their distance.
            Task::Distance { b } | Task::Contact { b } => (b, way.measures()),
            _ => {
                let sentence =
                    "has to be `intersect`, `distance` or `contact`, where there are ways to treat the simplex";
                return Err(Place::Line.key("query").fault(sentence));
            }
        };
        let start = match start {
            [] => Start::Centers,
            [direction] => Start::Along(vector(direction)),
            _ if way != Way::Ours => {
                return Err(Fault("only `ours` starts along two directions".into()));
            }
            [first, second, ..] => Start::Pair(vector(first), vector(second)),
        };
        let a = build::<T, D>(&question.a, &Place::Line.key("a"))?;
        let b = build::<T, D>(other, &Place::Line.key("b"))?;
        Ok(Self { a, b, start, measures })
    }

    fn shapes(&self) -> [&dyn Support<D, Scalar = T>; 2] {
        [&self.a, &self.b]
    }
}

fn in_floats<T, const D: usize>(way: Way, question: &Question, start: &[Vector]) -> Result<Recorded, Fault>
where
    T: Coordinate + Exactly + ToPrimitive + FromPrimitive,
    Cases: Ways<T, D> + Ways<Twin<T>, D>,
{
    let asked = Asked::<T, D>::of(way, question, start)?;
    let shapes = asked.shapes();
    let frame = way.frame(shapes);
    let widened = |x: T| x.to_f64().unwrap_or(f64::NAN);
    let margin = widened(frame.margin / frame.scale);
    let (trace, checked) = watched(way, (Scaled::of(&frame), margin), &mut |observer| {
        let found = way.ask_about(shapes, asked.start.clone(), asked.measures, observer);
        let distance = found.distance.filter(|found| !found.intersects());
        answer(found.intersects, distance.map(|found| widened(found.distance)), found.evaluations)
    });
    Ok(Recorded { trace, scene: Scene::new(shapes[0], shapes[1]), checked })
}

/// The same in integers, of ways that need not divide.
fn in_integers<const D: usize>(way: Way, question: &Question, start: &[Vector]) -> Result<Recorded, Fault>
where
    Cases: Ways<f64, D> + Ways<Number, D> + Ways<Twin<Number>, D>,
{
    let refused = |sentence| Place::Line.key("scalar").fault(sentence);
    let asked = Asked::<f64, D>::of(way, question, start)?;
    let [a, b] = asked.shapes();
    let pair = pair(&a, &b).ok_or_else(|| refused("is `exact`, which takes shapes made of points and balls"))?;
    let set = InIntegers::new(&pair);
    let frame = set.frame();
    if !way.takes_rings() || !way.takes_margins() && !frame.margin.is_zero() {
        return Err(refused("is `exact`, in which there are no quotients and no roots, and this way takes some"));
    }
    let query = Query::<f64, D>::new().start(asked.start.clone());
    // A way that goes in circles would not end.
    let options =
        Options { max_evaluations: options_of(&query).max_evaluations, ..options_in_integers(&a, &b, &query) };
    let (trace, checked) = watched(way, lattice(&pair), &mut |observer| {
        let found = way.walk(&set, &frame, &options, observer, asked.measures);
        found.map_or_else(Answer::default, |found| answer(found.intersects, None, found.evaluations))
    });
    Ok(Recorded { trace, scene: Scene::new(a, b), checked })
}

fn answer(intersects: Option<bool>, separation: Option<f64>, evaluations: u32) -> Answer {
    let verdict = match intersects {
        None => "undecided",
        Some(true) => "intersecting",
        Some(false) => "apart",
    };
    let mut answer = Answer::default();
    answer.intersects = intersects != Some(false);
    answer.verdict = verdict.into();
    answer.separation = separation;
    answer.evaluations = evaluations;
    answer
}

/// Asks a way a question in two or three dimensions, and records what it does.
pub(super) fn recorded_in(
    numbers: Numbers,
    way: Way,
    question: &Question,
    start: &[Vector],
) -> Result<Recorded, Fault> {
    if !matches!(question.dim, 2 | 3) {
        return Err(Place::Line.key("dim").fault("has to be 2 or 3, where there are ways to treat the simplex"));
    }
    if !way.knows(question.dim) {
        return Err(Fault(format!("`{way}` is not recorded")));
    }
    macro_rules! in_dimension {
        ($record:ident $(::<$scalar:ty>)?) => {
            if question.dim == 2 {
                $record::<$($scalar,)? 2>(way, question, start)
            } else {
                $record::<$($scalar,)? 3>(way, question, start)
            }
        };
    }
    match numbers {
        Numbers::Exact => in_dimension!(in_integers),
        Numbers::Rounded(arithmetic) => match arithmetic {
            super::Arithmetic::F16 => in_dimension!(in_floats::<f16>),
            super::Arithmetic::F32 | super::Arithmetic::Places => in_dimension!(in_floats::<f32>),
            super::Arithmetic::Shapes | super::Arithmetic::F64 | super::Arithmetic::Faulty => {
                in_dimension!(in_floats::<f64>)
            }
            super::Arithmetic::Double => in_dimension!(in_floats::<Quad>),
            super::Arithmetic::Bits(..) => arithmetic.format().run(|| in_dimension!(in_floats::<Small>)),
        },
    }
}

/// What is true of two shapes, in `f64`, and of their cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Truly {
    pub(super) judge: Judge,
    pub(super) intersects: bool,
    /// The distance of the cores, both margins together, and the one less the other, if exact arithmetic knows them.
    pub(super) lengths: Option<[f64; 3]>,
}

/// The most points whose exact distance is computed without being asked for.
const MOST_POINTS: u64 = 1 << 17;

/// The judge's answer about the shapes of a question, in two or three dimensions. `None` if nobody knows it.
pub(super) fn truly(question: &Question) -> Option<Truly> {
    let exact = if question.dim == 2 { exactly::<2>(question) } else { exactly::<3>(question) };
    exact.or_else(|| {
        let truth = Truth::of(question.dim, [&question.a, question.query.other()?]).ok()?;
        (truth.judge == Judge::Double).then_some(Truly {
            judge: Judge::Double,
            intersects: truth.intersects,
            lengths: None,
        })
    })
}

fn exactly<const D: usize>(question: &Question) -> Option<Truly>
where
    Cases: ExactCases<D>,
{
    let asked = Asked::<f64, D>::of(Way::Ours, question, &[]).ok()?;
    let pair = pair(&asked.a, &asked.b).filter(|pair| pair.points() <= MOST_POINTS)?;
    let found = measure(&pair, &options(None), &mut ()).distance();
    let margin: BigRational = found.margins.iter().sum();
    let core = root_plus(true, &found.squared, &BigRational::zero());
    let separation = root_plus(true, &found.squared, &-&margin);
    let lengths = Some([core, nearest(&margin), separation]);
    Some(Truly { judge: Judge::Exact, intersects: found.intersects(), lengths })
}

/// Gives the vertices of traces about a question the same names where they are the same vertices. Those of exact arithmetic
/// have none: they get the name of the vertex which is exactly there. Of vertices that coincide all get the name of one.
pub(super) fn name(question: &Question, traces: [&mut Trace; 2]) {
    if question.dim == 2 { named::<2>(question, traces) } else { named::<3>(question, traces) }
}

fn named<const D: usize>(question: &Question, mut traces: [&mut Trace; 2])
where
    Cases: ExactCases<D>,
{
    let Ok(asked) = Asked::<f64, D>::of(Way::Ours, question, &[]) else { return };
    let shapes = asked.shapes();
    for (k, shape) in shapes.into_iter().enumerate() {
        let Some(construction) = shape.construction() else { continue };
        // The names that were found, and the names of the vertices along the tried directions.
        let mut names = Vec::new();
        for step in traces.iter().flat_map(|trace| &trace.steps) {
            names.extend(step.before.iter().chain([&step.newest]).filter_map(|vertex| vertex.ids[k]));
            let direction = SVector::from_fn(|i, _| if k == 0 { step.direction[i] } else { -step.direction[i] });
            names.extend(
                Some(shape.support_from(&direction, &Point::origin()).id.0).filter(|id| *id != VertexId::NONE.0),
            );
        }
        names.sort_unstable();
        names.dedup();
        let places: Vec<_> = names.into_iter().filter_map(|id| Some((id, place(&construction, id)?))).collect();
        let name_at = |place: &Vec<f64>| places.iter().find(|(_, other)| other == place).map(|(id, _)| *id);
        let name_of = |id: u32| places.iter().find(|(other, _)| *other == id).and_then(|(_, place)| name_at(place));
        for trace in &mut traces {
            for step in &mut trace.steps {
                for vertex in step.before.iter_mut().chain(&mut step.after).chain([&mut step.newest]) {
                    let at = if k == 0 { &vertex.a } else { &vertex.b };
                    vertex.ids[k] = match vertex.ids[k] {
                        Some(id) => Some(name_of(id).unwrap_or(id)),
                        None => name_at(at),
                    };
                }
            }
        }
    }
}

/// Where the vertex of this name is: exactly, and then rounded.
fn place<const D: usize>(shape: &Construction<f64, D>, id: u32) -> Option<Vec<f64>>
where
    Cases: ExactCases<D>,
{
    let vertex = vertex_of(shape, VertexId(id))?;
    let pair = Pair::new(&vertex, &vertex)?;
    let set = InIntegers::new(&pair);
    let found = set.vertex(&set.frame(), &SVector::zeros());
    Some(Ruler::<Number, D>::place(&lattice(&pair).0, &found.a))
}

/// The recording as the program shows it.
pub fn record(way: Way, question: &Question, start: &[Vector]) -> Result<Recording, Fault> {
    let Recorded { trace, scene, .. } = recorded_in(question.arithmetic.into(), way, question, start)?;
    Ok(Recording { trace, scene })
}
