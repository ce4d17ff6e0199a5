//! The answers about one pair, as a row: the same columns whether it is a question of a file or a sample of a sweep.

use super::arithmetic::Arithmetic;
use super::measure::{Answer, Judged, MEASURES, UNITS};
use super::published::Way;
use super::table::{Column, Field, Type};
use super::truth::Judge;

/// An answer about a pair, and what is true of it.
pub(super) struct Sample<'s> {
    pub(super) dim: usize,
    pub(super) arithmetic: Arithmetic,
    pub(super) way: Way,
    pub(super) judge: Judge,
    /// The judge's verdict.
    pub(super) intersects: bool,
    /// What is known in this arithmetic, and its answer, if it can hold the pair.
    pub(super) answer: Option<(&'s Judged, &'s Answer)>,
}

/// What [`Sample::fields`] are.
pub(super) fn columns() -> Vec<Column> {
    let mut columns: Vec<_> = [
        ("dim", Type::Whole, "the dimension"),
        ("scalar", Type::Text, "the arithmetic"),
        ("cases", Type::Text, "the way to treat the simplex"),
        ("judge", Type::Text, "who knows the truth: exact arithmetic, or dd (double-double) about curved shapes"),
        ("exact", Type::Text, "the judge's verdict"),
        (
            "said",
            Type::Text,
            "the verdict of this arithmetic and way; `cannot hold it` if a number is beyond its range",
        ),
        ("size", Type::Real, "L, the largest absolute coordinate of both shapes"),
        ("separation", Type::Real, "the exact distance, or minus the depth where shapes intersect, rounded to f64"),
        ("found", Type::Real, "the distance that was found, or minus the depth of shapes that were said to intersect"),
        ("error", Type::Real, "how far that is from the exact one, as a length"),
        ("error_over_gap", Type::Real, "the same as a part of the exact distance or depth"),
        ("from_touching", Type::Real, "how far the shapes are from touching, in ε L"),
        ("evaluations", Type::Real, "support evaluations of A − B"),
    ]
    .map(|(name, kind, holds)| (name.to_string(), kind, holds.to_string()))
    .into();
    let measure =
        |(name, unit): (&str, &str)| (name.replace(' ', "_"), Type::Real, format!("the error of that, in {unit}"));
    columns.extend(MEASURES.into_iter().zip(UNITS).map(measure));
    columns
}

impl Sample<'_> {
    pub(super) fn fields(&self) -> Vec<Field> {
        let told = |intersects: bool| if intersects { "intersecting" } else { "apart" };
        let said = match self.answer {
            None => "cannot hold it",
            Some((_, answer)) => answer.intersects.map_or("undecided", told),
        };
        let judged = |of: fn(&Judged) -> Option<f64>| Field::from(self.answer.and_then(|(judged, _)| of(judged)));
        let answered =
            |of: &dyn Fn(&Answer) -> Option<f64>| Field::from(self.answer.and_then(|(_, answer)| of(answer)));
        let error = self.answer.and_then(|(judged, answer)| answer.error(judged));
        let part = self.answer.and_then(|(judged, answer)| error.map(|_| answer.off(judged).part()));
        let mut fields = vec![
            Field::Whole(self.dim as u64),
            Field::Text(self.arithmetic.to_string()),
            self.way.name().into(),
            if self.judge == Judge::Exact { "exact" } else { "dd" }.into(),
            told(self.intersects).into(),
            said.into(),
            judged(|judged| Some(judged.size)),
            judged(|judged| judged.separation),
            answered(&|answer| answer.separation),
            error.into(),
            part.into(),
            judged(|judged| judged.margin),
            answered(&|answer| Some(f64::from(answer.evaluations))),
        ];
        fields.extend((0..MEASURES.len()).map(|k| answered(&|answer| answer.errors[k])));
        fields
    }
}
