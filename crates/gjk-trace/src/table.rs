//! A trace as a table: a row for each step, with its sentence below.

use crate::numbers::{Brief, coordinates};
use crate::record::{Step, Trace, Vertex};
use crate::vector::unit;
use crate::words::stopped;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

fn vertices(simplex: &[Vertex]) -> String {
    let points: Vec<String> = simplex.iter().map(|vertex| coordinates(&vertex.w)).collect();
    if points.is_empty() { "–".to_string() } else { points.join(" ") }
}

impl fmt::Display for Trace {
    /// As a table: a row for each step, with its sentence below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<[String; 6]> = self.steps.iter().enumerate().map(|(k, step)| row(k + 1, step)).collect();
        let head = ["step", "looking along", "a of shape A", "b of shape B", "A = a − b", "case → region"]
            .map(ToString::to_string);
        let mut widths = head.each_ref().map(|text| text.chars().count());
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let line = |f: &mut fmt::Formatter<'_>, cells: &[String; 6]| -> fmt::Result {
            let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
            let text = padded.collect::<Vec<_>>().join("  ");
            writeln!(f, "{}", text.trim_end())
        };
        line(f, &head)?;
        for (step, cells) in self.steps.iter().zip(&rows) {
            line(f, cells)?;
            if !step.before.is_empty() || step.after.len() > 1 {
                writeln!(f, "      retained  {}  then  {}", vertices(&step.before), vertices(&step.after))?;
            }
            let width = step.tests.iter().map(|test| test.name.chars().count()).fold(16, usize::max);
            for test in &step.tests {
                writeln!(f, "      {:<width$}{:>12}  {}", test.name, Brief(test.value).to_string(), test.says)?;
            }
            writeln!(f, "      {}", step.why)?;
        }
        let answer = &self.answer;
        write!(f, "\n{}", answer.verdict)?;
        if let Some(time) = answer.time {
            write!(f, ", at {time}")?;
        }
        if let Some(lower) = answer.lower {
            write!(f, ", not before {lower}")?;
        }
        if let Some(separation) = answer.separation {
            let (name, size) = if separation > 0.0 { ("distance", separation) } else { ("depth", -separation) };
            write!(f, ", {name} {size}")?;
        }
        if let Some(normal) = &answer.normal {
            write!(f, ", along {}", coordinates(normal))?;
        }
        if let Some([on_a, on_b]) = &answer.points {
            write!(f, ", from {} to {}", coordinates(on_a), coordinates(on_b))?;
        }
        writeln!(f, "; {} evaluations", answer.evaluations)
    }
}

fn row(number: usize, step: &Step) -> [String; 6] {
    let outcome = match (&step.region, step.stop) {
        (Some(region), _) => format!("{} → {region}", step.case),
        (None, Some(stop)) => format!("{} → {}", step.case, stopped(stop)),
        (None, None) => step.case.clone(),
    };
    [
        number.to_string(),
        coordinates(&unit(&step.direction)),
        coordinates(&step.newest.a),
        coordinates(&step.newest.b),
        coordinates(&step.newest.w),
        outcome,
    ]
}
