//! The parts of a report.

use super::plot::Plot;

/// A report.
pub(in super::super) struct Report {
    pub(super) title: String,
    pub(super) parts: Vec<Part>,
}

/// A part of a report, from top to bottom.
pub(super) enum Part {
    Heading(String),
    Text(String),
    List(Vec<String>),
    Code(String),
    Plot(Plot),
    Table {
        caption: String,
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    /// With the command that says more about it, if there is one.
    Picture {
        svg: String,
        caption: String,
        question: String,
        command: Option<String>,
    },
}
