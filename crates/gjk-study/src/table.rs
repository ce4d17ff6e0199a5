//! Tables for other programs: CSV that pandas and polars load without an option, and a description of its columns as a Data
//! Package (frictionlessdata.io, Table Schema).

use serde_json::{Value, json};
use std::fmt::Write as _;

/// What stands in a column. A number that is missing is `NaN`; so only real ones can be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Whole,
    Real,
}

/// What stands in a row, for a column of that type.
pub(super) enum Field {
    Text(String),
    Whole(u64),
    Real(f64),
}

impl From<&str> for Field {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<Option<f64>> for Field {
    fn from(number: Option<f64>) -> Self {
        Self::Real(number.unwrap_or(f64::NAN))
    }
}

/// A column: its name, its type, and what it holds.
pub(super) type Column = (String, Type, String);

/// A line of CSV. Texts have quotes, so that none is taken for a number; a number is written so that it reads back the same, and
/// a real one never as a whole one.
pub(super) fn line(fields: impl IntoIterator<Item = Field>) -> String {
    let mut line = String::new();
    for field in fields {
        let _ = match field {
            Field::Text(text) => write!(line, "\"{}\",", text.replace('"', "\"\"")),
            Field::Whole(number) => write!(line, "{number},"),
            Field::Real(number) => write!(line, "{number:?},"),
        };
    }
    line.pop();
    line + "\n"
}

/// The first line.
pub(super) fn head(columns: &[Column]) -> String {
    columns.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join(",") + "\n"
}

/// A table, by its file, what a row of it is, and its columns.
pub(super) struct Table<'t> {
    pub(super) path: &'t str,
    pub(super) row: &'t str,
    pub(super) columns: &'t [Column],
}

/// The file of the package, datapackage.json.
pub(super) fn package(tables: &[Table<'_>]) -> String {
    let field = |(name, kind, holds): &Column| {
        let kind = match kind {
            Type::Text => "string",
            Type::Whole => "integer",
            Type::Real => "number",
        };
        json!({"name": name, "type": kind, "description": holds})
    };
    let resource = |Table { path, row, columns }: &Table<'_>| {
        let fields: Vec<Value> = columns.iter().map(field).collect();
        json!({
            "name": path.trim_end_matches(".csv"), "path": path, "description": row,
            "schema": {"fields": fields, "missingValues": ["NaN"]},
        })
    };
    let resources: Vec<_> = tables.iter().map(resource).collect();
    let package = json!({"name": "gjk-precision", "profile": "tabular-data-package", "resources": resources});
    serde_json::to_string_pretty(&package).unwrap_or_default() + "\n"
}
