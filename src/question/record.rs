//! The trace of a question.

use super::json::{Fault, Place};
use super::number::{Arithmetic, Number};
use super::protocol::{Question, Task, Vector};
use super::shapes::{build, vector};
use crate::epa::Expansion;
use crate::exact::ExactCases;
use crate::query::{self, Start};
use crate::simplex::Cases;
use crate::support::Support;
use crate::trace::{Scene, Trace, contact, distance, exact, verdict};

/// A trace, and what it was asked about.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What the query did.
    pub trace: Trace,
    /// What the shapes look like.
    pub scene: Scene,
}

/// Traces a question, whose dimension has to be D.
///
/// `start` has the directions to look along first: none, one, or two.
///
/// Complexity: that of the query, and some hundred support evaluations for the outline of each shape.
///
/// # Errors
/// If it asks for a cast or a manifold, if a shape cannot be built, or if exact arithmetic cannot answer.
pub fn record<T: Number, const D: usize>(question: &Question, start: &[Vector]) -> Result<Recording, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let asked = query::Query::new().start(match start {
        [] => Start::Centers,
        [direction] => Start::Along(vector(direction)),
        [first, second, ..] => Start::Pair(vector(first), vector(second)),
    });
    let b = match &question.query {
        Task::Intersect { b } | Task::Distance { b } | Task::Contact { b } => b,
        Task::Manifold { .. } | Task::Raycast { .. } | Task::Shapecast { .. } | Task::Toi { .. } => {
            let sentence = "cannot be traced yet; ask `intersect`, `distance` or `contact`";
            return Err(Place::Line.key("query").fault(sentence));
        }
    };
    let a = build::<T, D>(&question.a, &Place::Line.key("a"))?;
    let b = build::<T, D>(b, &Place::Line.key("b"))?;
    let (a, b): (&dyn Support<D, Scalar = T>, &dyn Support<D, Scalar = T>) = (&a, &b);
    let trace = match (&question.query, question.arithmetic) {
        (Task::Distance { .. }, Arithmetic::Exact) => exact::distance(a, b, &asked),
        (Task::Contact { .. }, Arithmetic::Exact) => exact::contact(a, b, &asked),
        (_, Arithmetic::Exact) => exact::verdict(a, b, &asked),
        (Task::Distance { .. }, _) => Some(distance(a, b, &asked)),
        (Task::Contact { .. }, _) => Some(contact(a, b, &asked)),
        _ => Some(verdict(a, b, &asked)),
    };
    // Curved shapes have been refused before.
    let sentence = || match crate::exact::intersects(a, b) {
        None => "is `exact`, which takes no hull of shapes with different margins",
        Some(_) => "is `exact`, in which this contact takes too many steps of arithmetic",
    };
    let trace = trace.ok_or_else(|| Place::Line.key("scalar").fault(sentence()))?;
    Ok(Recording { trace, scene: Scene::new(a, b) })
}
