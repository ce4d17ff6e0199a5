//! A report as Markdown: plots are tables here.

use super::part::{Part, Report};
use super::plot::Plot;
use std::fmt::Write as _;

impl Report {
    pub(in super::super) fn markdown(&self) -> String {
        let (mut text, mut figure) = (format!("# {}\n", self.title), 0);
        for part in &self.parts {
            text.push('\n');
            match part {
                Part::Heading(heading) => text += &format!("## {heading}\n"),
                Part::Text(paragraph) => text += &format!("{paragraph}\n"),
                Part::List(items) => items.iter().for_each(|item| text += &format!("- {item}\n")),
                Part::Code(code) => text += &format!("```text\n{code}\n```\n"),
                Part::Plot(plot) => {
                    figure += 1;
                    let Plot { title, sentence, axis, value, .. } = plot;
                    let _ = write!(text, "### {title}\n\nFigure {figure}. {sentence}\n\n{axis}: {value}.\n\n");
                    text += &plot.table(false);
                }
                Part::Table { caption, head, rows } => {
                    let _ = write!(text, "{caption}:\n\n| {} |\n|{}\n", head.join(" | "), " --- |".repeat(head.len()));
                    for row in rows {
                        text += &format!("| {} |\n", row.join(" | "));
                    }
                }
                Part::Picture { caption, question, command, .. } => {
                    let command = command.as_ref().map(|command| format!("```text\n{command}\n```\n\n"));
                    let _ = write!(text, "{caption}\n\n{}```json\n{question}\n```\n", command.unwrap_or_default());
                }
            }
        }
        text
    }
}
