//! The trace of a question.

use super::json::{Fault, Place};
use super::number::{Arithmetic, Number};
use super::protocol::{Question, Task, Vector};
use super::shapes::{AnyShape, build, vector, velocities};
use alloc::boxed::Box;
use gjk::Difference;
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::query::{self, Start};
use gjk::shape::Ball;
use gjk::simplex::Cases;
use gjk::support::Support;
use gjk_trace::{Scene, Trace, contact, distance, exact, shape_cast_of, verdict};

/// A trace, and the outlines of the shapes that it is about.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The steps of the query.
    pub trace: Trace,
    /// The outlines of the shapes.
    pub scene: Scene,
}

/// Traces a question, whose dimension has to be D.
///
/// `start` has the directions to look along first: none, one, or two.
///
/// Complexity: as for the query, and some hundred support evaluations for the outline of each shape.
///
/// # Errors
/// If it asks for a manifold, for a time of impact, or for a cast in exact arithmetic; if a shape cannot be built, or if exact arithmetic cannot
/// answer.
pub fn record<T: Number, const D: usize>(question: &Question, start: &[Vector]) -> Result<Recording, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let asked = query::Query::new().accuracy(T::rounded(question.accuracy)).start(match start {
        [] => Start::Centers,
        [direction] => Start::Along(vector(direction)),
        [first, second, ..] => Start::Pair(vector(first), vector(second)),
    });
    let a = build::<T, D>(&question.a, &Place::Line.key("a"))?;
    let mut motion = None;
    let b: AnyShape<T, D> = match &question.query {
        Task::Raycast { origin, direction, max_toi, .. } => {
            motion = Some(velocities([None, Some(direction)], *max_toi));
            let refused = |error| Place::Line.key("ray").fault(format_args!("does not work out: {error}"));
            Box::new(Ball::point(vector::<T, D>(origin)).map_err(refused)?)
        }
        Task::Shapecast { b, velocities: [of_a, of_b], max_toi, .. } => {
            motion = Some(velocities([of_a.as_ref(), of_b.as_ref()], *max_toi));
            build(b, &Place::Line.key("b"))?
        }
        Task::Intersect { b } | Task::Distance { b } | Task::Contact { b } => build(b, &Place::Line.key("b"))?,
        Task::Manifold { .. } => {
            let sentence = "is `manifold`, which cannot be traced; ask `contact`, of which it is made";
            return Err(Place::Line.key("query").fault(sentence));
        }
        Task::Toi { .. } => {
            let sentence = "is `toi`, which cannot be traced; ask `shapecast` about shapes that do not turn";
            return Err(Place::Line.key("query").fault(sentence));
        }
    };
    let (a, b): (&dyn Support<D, Scalar = T>, &dyn Support<D, Scalar = T>) = (&a, &b);
    let trace = match (&question.query, question.arithmetic, motion) {
        (_, Arithmetic::Exact, Some(_)) => {
            let sentence = "is `exact`, in which a cast is a linear program, and has no such steps";
            return Err(Place::Line.key("scalar").fault(sentence));
        }
        (_, _, Some(motion)) => {
            let refused = |error| Place::Line.fault(format_args!("does not work out: {error}"));
            Some(shape_cast_of(&Difference(a, b), motion, &asked).map_err(refused)?)
        }
        (Task::Distance { .. }, Arithmetic::Exact, _) => exact::distance(a, b, &asked),
        (Task::Contact { .. }, Arithmetic::Exact, _) => exact::contact(a, b, &asked),
        (_, Arithmetic::Exact, _) => exact::verdict(a, b, &asked),
        (Task::Distance { .. }, ..) => Some(distance(a, b, &asked)),
        (Task::Contact { .. }, ..) => Some(contact(a, b, &asked)),
        _ => Some(verdict(a, b, &asked)),
    };
    // Curved shapes have been refused before.
    let sentence = || match gjk::exact::intersects(a, b) {
        None => "is `exact`, which takes no hull of shapes with different margins",
        Some(_) => "is `exact`, in which this contact takes too many steps of arithmetic",
    };
    let trace = trace.ok_or_else(|| Place::Line.key("scalar").fault(sentence()))?;
    Ok(Recording { trace, scene: Scene::new(a, b) })
}
