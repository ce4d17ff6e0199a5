//! Asks the library, and makes answers of what it returns.
//!
//! In rounded arithmetic, too, verdicts and bounds are proven if the shapes allow it, unless `--plain` is given.

use super::answer::Answer;
use super::meter::{Meter, Metered};
use super::settings::Settings;
use gjk::certified::{self, Certified};
use gjk::exact::{ExactCases, Float};
use gjk::minkowski::{ConvexSet, Erased};
use gjk::nalgebra::Point;
use gjk::query;
use gjk::question::json::{Fault, Place};
use gjk::question::{AnyShape, Arithmetic, Number, Query, Question, Shape, build};
use gjk::shape::Ball;
use gjk::{Contact, Difference, Distance, Support, Undecided, Verdict, epa::Expansion, exact, simplex::Cases};

/// Answers a question in the arithmetic and dimension it asks for.
pub(crate) fn solve(question: &Question, settings: &Settings) -> Result<Answer, Fault> {
    let meter = &Meter::new(question, settings.limits.effort);
    let answer = match (question.arithmetic, settings.plain) {
        (Arithmetic::F32, false) => in_dimension!(ask, f32, question, meter),
        (Arithmetic::F64, false) => in_dimension!(ask, f64, question, meter),
        (Arithmetic::F32, true) => in_dimension!(ask_plainly, f32, question, meter),
        (Arithmetic::F64, true) => in_dimension!(ask_plainly, f64, question, meter),
        (Arithmetic::Exact, _) => in_dimension!(ask_exactly, f64, question, meter),
    }?;
    meter.check().map(|()| answer)
}

macro_rules! in_dimension {
    ($ask:ident, $scalar:ty, $question:expr, $meter:expr) => {
        match $question.dim {
            1 => $ask::<$scalar, 1>($question, $meter),
            2 => $ask::<$scalar, 2>($question, $meter),
            3 => $ask::<$scalar, 3>($question, $meter),
            4 => $ask::<$scalar, 4>($question, $meter),
            5 => $ask::<$scalar, 5>($question, $meter),
            6 => $ask::<$scalar, 6>($question, $meter),
            7 => $ask::<$scalar, 7>($question, $meter),
            _ => $ask::<$scalar, 8>($question, $meter),
        }
    };
}
use in_dimension;

/// The two shapes of a question, and what is asked.
enum Asked<T, const D: usize> {
    Intersect([AnyShape<T, D>; 2]),
    Distance([AnyShape<T, D>; 2]),
    Contact([AnyShape<T, D>; 2]),
}

fn read<T: Number, const D: usize>(question: &Question) -> Result<Asked<T, D>, Fault> {
    let shape = |shape: &Shape, key| build::<T, D>(shape, &Place::Line.key(key));
    let unsupported = |query: &str| {
        Err(Place::Line.key("query").fault(format_args!("is `{query}`, which is not supported yet; ask `distance`")))
    };
    let a = shape(&question.a, "a")?;
    match &question.query {
        Query::Intersect { b } => Ok(Asked::Intersect([a, shape(b, "b")?])),
        Query::Distance { b } => Ok(Asked::Distance([a, shape(b, "b")?])),
        Query::Contact { b } => Ok(Asked::Contact([a, shape(b, "b")?])),
        Query::Raycast { .. } => unsupported("raycast"),
        Query::Shapecast { b, .. } => shape(b, "b").and_then(|_| unsupported("shapecast")),
    }
}

/// The shapes of a question, with their evaluations counted.
fn metered<'s, T: Number, const D: usize>(
    [a, b]: &'s [AnyShape<T, D>; 2],
    question: &Question,
    meter: &'s Meter,
) -> [Metered<'s, AnyShape<T, D>>; 2] {
    let written = question.query.other().unwrap_or(&question.a);
    [Metered::new(a, meter, &question.a), Metered::new(b, meter, written)]
}

/// All queries get shapes of this type, and sets of the next one, so that each is compiled once.
fn as_sets<'s, T: Number, const D: usize>(
    [a, b]: &'s [Metered<'_, AnyShape<T, D>>; 2],
) -> [&'s dyn Support<D, Scalar = T>; 2] {
    [a, b]
}

fn erased<T: Number, const D: usize>(set: &dyn ConvexSet<D, Scalar = T>) -> Erased<'_, T, Cases, D> {
    Erased::new(set)
}

fn ask<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    Ok(match &read::<T, D>(question)? {
        Asked::Intersect(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let verdict = certified::intersects(a, b);
            let outcome = || query::Query::new().search(&erased(&Difference(a, b))).verdict;
            let undecided = !verdict.is_proven() && matches!(outcome(), Verdict::Undecided { .. });
            Answer { undecided, ..Answer::from(verdict) }
        }
        Asked::Distance(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let found = certified::distance(a, b);
            Answer { certified: found.verdict.is_proven(), ..bounded(Answer::from(&found.measured), found.bounds) }
        }
        Asked::Contact(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let found = certified::Query::new().effort(meter.limit()).contact(a, b);
            let certified = found.verdict.is_proven();
            if certified && found.measured.undecided == Some(Undecided::Limit) {
                return Err(meter.fault());
            }
            Answer { certified, ..bounded(Answer::from(&found.measured), found.bounds) }
        }
    })
}

/// The plain queries, without proofs.
fn ask_plainly<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D>,
{
    Ok(match &read::<T, D>(question)? {
        Asked::Intersect(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            let outcome = query::Query::new().search(&erased(&Difference(a, b)));
            Answer {
                intersects: outcome.intersects(),
                undecided: matches!(outcome.verdict, Verdict::Undecided { .. }),
                iterations: outcome.evaluations,
                ..Answer::default()
            }
        }
        Asked::Distance(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            Answer::from(&query::Query::new().distance_of(&erased(&Difference(a, b))))
        }
        Asked::Contact(shapes) => {
            let shapes = &metered(shapes, question, meter);
            let [a, b] = as_sets(shapes);
            Answer::from(&query::Query::new().contact_of(&erased(&Difference(a, b))))
        }
    })
}

/// The answer with proven bounds, if there are any.
fn bounded<T: Number>(answer: Answer, bounds: Option<[T; 2]>) -> Answer {
    match bounds {
        Some([lower, upper]) => {
            Answer { lower: answer.lower.map(|_| lower.widen()), upper: Some(upper.widen()), ..answer }
        }
        None => answer,
    }
}

fn ask_exactly<T: Number, const D: usize>(question: &Question, meter: &Meter) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let asked = read::<T, D>(question)?;
    meter.check_exact()?;
    let answer = match &asked {
        Asked::Intersect([a, b]) => exact::distance(a, b).as_ref().map(|found| Answer {
            intersects: found.intersects(),
            certified: true,
            iterations: found.evaluations,
            ..Answer::default()
        }),
        Asked::Distance([a, b]) => exact::distance(a, b).as_ref().map(Answer::from),
        Asked::Contact([a, b]) => match exact::Query::new().effort(meter.limit()).contact(a, b) {
            Some(found) => Some(found.as_ref().map(Answer::from).map_err(|_| meter.fault())?),
            None => None,
        },
    };
    let (Asked::Intersect([a, _]) | Asked::Distance([a, _]) | Asked::Contact([a, _])) = &asked;
    answer.ok_or_else(|| {
        let origin = Ball::point(Point::<T, D>::origin());
        let inexact = origin.is_ok_and(|origin| exact::intersects(a, &origin).is_none());
        let place = Place::Line.key(if inexact { "a" } else { "b" });
        place.fault("has a hull of shapes with different margins, which is not supported in exact arithmetic")
    })
}

impl From<Certified> for Answer {
    fn from(verdict: Certified) -> Self {
        Self {
            intersects: verdict.intersects,
            certified: verdict.is_proven(),
            iterations: verdict.evaluations,
            ..Self::default()
        }
    }
}

impl<const D: usize> From<&exact::Distance<D>> for Answer {
    fn from(found: &exact::Distance<D>) -> Self {
        let (distance, apart) = (found.distance(), !found.intersects());
        Self {
            intersects: !apart,
            certified: true,
            distance: Some(distance),
            points: apart.then(|| found.rounded_points().map(Vec::from)),
            lower: apart.then_some(distance),
            upper: Some(distance),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl<const D: usize> From<&exact::Contact<D>> for Answer {
    fn from(found: &exact::Contact<D>) -> Self {
        let (separation, intersects) = (found.separation(), found.intersects());
        Self {
            intersects,
            certified: true,
            distance: (!intersects).then_some(separation),
            depth: intersects.then(|| separation.abs()),
            normal: Some(found.unit_normal().into()),
            points: Some(found.rounded_points().map(Vec::from)),
            lower: Some(separation),
            upper: Some(separation),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl<T: Number, const D: usize> From<&Distance<T, D>> for Answer {
    fn from(found: &Distance<T, D>) -> Self {
        let apart = !found.intersects();
        let undecided = found.undecided.is_some();
        Self {
            intersects: !apart,
            undecided,
            distance: Some(found.distance.widen()),
            points: apart.then(|| found.points.each_ref().map(coordinates)),
            // A distance query does not say how deep intersecting shapes overlap.
            lower: apart.then(|| found.lower.widen()),
            upper: (!undecided).then(|| found.distance.widen()),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

impl<T: Number, const D: usize> From<&Contact<T, D>> for Answer {
    fn from(found: &Contact<T, D>) -> Self {
        let intersects = found.intersects();
        let undecided = found.undecided.is_some();
        Self {
            intersects,
            undecided,
            distance: (!intersects).then(|| found.separation.widen()),
            depth: intersects.then(|| found.depth().widen()),
            normal: Some(found.normal.iter().map(Float::widen).collect()),
            points: Some(found.points.each_ref().map(coordinates)),
            lower: (!undecided).then(|| found.lower.widen()),
            upper: (!undecided).then(|| found.upper.widen()),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

fn coordinates<T: Number, const D: usize>(point: &Point<T, D>) -> Vec<f64> {
    point.iter().map(Float::widen).collect()
}
