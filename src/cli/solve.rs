//! Questions to the library, answers from it.

use super::answer::Answer;
use super::json::{Fault, Place};
use super::number::{Arithmetic, Number};
use super::protocol::{Query, Question, Shape};
use super::shapes::build;
use gjk::nalgebra::Point;
use gjk::{Cases, Contact, Difference, Distance, Expansion, Options, Verdict, contact_with, distance_with, gjk_with};

/// Answers a question in the arithmetic and dimension it asks for.
pub(crate) fn solve(question: &Question) -> Result<Answer, Fault> {
    match question.arithmetic {
        Arithmetic::F32 => in_dimension!(f32, question),
        Arithmetic::F64 => in_dimension!(f64, question),
        Arithmetic::Exact => Err(Place::Line.key("scalar").fault("is `exact`, which is not supported yet")),
    }
}

macro_rules! in_dimension {
    ($scalar:ty, $question:expr) => {
        match $question.dim {
            1 => ask::<$scalar, 1>($question),
            2 => ask::<$scalar, 2>($question),
            3 => ask::<$scalar, 3>($question),
            4 => ask::<$scalar, 4>($question),
            5 => ask::<$scalar, 5>($question),
            6 => ask::<$scalar, 6>($question),
            7 => ask::<$scalar, 7>($question),
            _ => ask::<$scalar, 8>($question),
        }
    };
}
use in_dimension;

fn ask<T: Number, const D: usize>(question: &Question) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D>,
{
    let shape = |shape: &Shape, key| build::<T, D>(shape, &Place::Line.key(key));
    let unsupported = |query: &str| {
        Err(Place::Line.key("query").fault(format_args!("is `{query}`, which is not supported yet; ask `distance`")))
    };
    let a = shape(&question.a, "a")?;
    match &question.query {
        Query::Intersect { b } => {
            let outcome = gjk_with(&Difference(&a, &shape(b, "b")?), &Options::default(), &mut ());
            Ok(Answer {
                intersects: outcome.intersects(),
                undecided: matches!(outcome.verdict, Verdict::Undecided { .. }),
                iterations: outcome.evaluations,
                ..Answer::default()
            })
        }
        Query::Distance { b } => {
            let set = Difference(&a, &shape(b, "b")?);
            Ok(Answer::from(&distance_with(&set, &Options::default(), &mut ())))
        }
        Query::Contact { b } => {
            let set = Difference(&a, &shape(b, "b")?);
            Ok(Answer::from(&contact_with(&set, &Options::default(), &mut ())))
        }
        Query::Raycast { .. } => unsupported("raycast"),
        Query::Shapecast { b, .. } => shape(b, "b").and_then(|_| unsupported("shapecast")),
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
            // How deep intersecting shapes are is not known, only that it is no distance.
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
            normal: Some(found.normal.iter().map(|x| x.widen()).collect()),
            points: Some(found.points.each_ref().map(coordinates)),
            lower: (!undecided).then(|| found.lower.widen()),
            upper: (!undecided).then(|| found.upper.widen()),
            iterations: found.evaluations,
            ..Self::default()
        }
    }
}

fn coordinates<T: Number, const D: usize>(point: &Point<T, D>) -> Vec<f64> {
    point.iter().map(|x| x.widen()).collect()
}
