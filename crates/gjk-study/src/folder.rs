//! The folder of a study: its files, and how the parts of a study are put together.
//!
//! `cells.jsonl` has all counts, and everything else is made from it. So parts put together give the same bytes as one run. The last line
//! of `cells.jsonl` has the number and the checksum of the lines before it, so a damaged part is refused.

use super::arithmetic::Arithmetic;
use super::cell::{Cell, Cells, Key};
use super::plan::{Header, Plan, Shard};
use super::published::Way;
use super::run::{self, Times};
use super::sweeps::SWEEPS;
use super::table::{self, Column, Field, Table, Type};
use super::{report, rows, worst};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const CELLS: &str = "cells.jsonl";
pub(super) const QUESTIONS: &str = "questions.csv";
pub(super) const MOVED: &str = "moved.csv";
pub(super) const PACKAGE: &str = "datapackage.json";
const SAMPLES: &str = "samples.csv";
const TIMES: &str = "times.csv";
const TIMES_PAGE: &str = "times.html";
const PROVENANCE: &str = "provenance.json";

/// A line of counts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    sweep: String,
    dim: usize,
    level: usize,
    scalar: String,
    cases: String,
    counts: Cell,
}

/// The last line: a file without it, or with another, is not what was written.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    lines: usize,
    checksum: String,
}

impl End {
    /// Of the lines before it. The checksum is FNV-1a, with 64 bits (Fowler, Noll and Vo).
    fn of(text: &str) -> Self {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let checksum = text.bytes().fold(0xcbf2_9ce4_8422_2325, fold);
        Self { lines: text.lines().count(), checksum: format!("{checksum:016x}") }
    }
}

/// All files that are ever written.
const FILES: [&str; 12] = [
    CELLS,
    "rows.csv",
    SAMPLES,
    QUESTIONS,
    MOVED,
    PACKAGE,
    "worst.jsonl",
    "report.md",
    "report.html",
    TIMES,
    TIMES_PAGE,
    PROVENANCE,
];

/// Returns whether a file belongs to a folder.
pub(super) fn has(folder: &Path, file: &Path) -> bool {
    let file = file.canonicalize().ok();
    file.is_some() && FILES.iter().any(|name| folder.join(name).canonicalize().ok() == file)
}

/// Makes the folder without the files of an earlier run, and the file that will hold the results: an error now is better than
/// after hours.
pub(super) fn prepare(folder: &Path, results: &str) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
    for name in FILES {
        let path = folder.join(name);
        // What is not a file, a link for example, was put there by someone else.
        if path.symlink_metadata().is_ok_and(|found| found.is_file()) {
            fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    write(folder, results, b"")
}

pub(super) fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes everything but the times.
pub(super) fn keep(folder: &Path, plan: &Plan, shard: Shard, cells: &Cells) -> Result<(), String> {
    write(folder, CELLS, counts(plan, shard, cells)?.as_bytes())?;
    let (text, columns) = rows::csv(cells);
    write(folder, "rows.csv", text.as_bytes())?;
    let row = "a level of a sweep in one dimension, for one arithmetic and one way to treat the simplex; ε is that of the arithmetic, L \
               the largest absolute coordinate of both shapes";
    let (samples, times) = (run::columns(), times());
    let tables = [
        Table { path: "rows.csv", row, columns: &columns },
        Table { path: SAMPLES, row: "a pair (with --rows only), for one arithmetic and one way", columns: &samples },
        Table { path: TIMES, row: "a sweep in one dimension, for one arithmetic and one way", columns: &times },
    ];
    write(folder, PACKAGE, table::package(&tables).as_bytes())?;
    let worst = worst::of(plan, cells);
    write(folder, "worst.jsonl", worst::lines(&worst).as_bytes())?;
    let report = report::of_study(plan, shard, cells, &worst);
    write(folder, "report.md", report.markdown().as_bytes())?;
    write(folder, "report.html", report.html()?.as_bytes())
}

fn counts(plan: &Plan, shard: Shard, cells: &Cells) -> Result<String, String> {
    let mut text = serde_json::to_string(&plan.header(shard)).map_err(|error| error.to_string())?;
    text.push('\n');
    for (key, counts) in &cells.0 {
        let line = Line {
            sweep: SWEEPS[key.sweep].name.into(),
            dim: key.dim,
            level: key.level,
            scalar: key.arithmetic.to_string(),
            cases: key.way.name().into(),
            counts: counts.clone(),
        };
        text += &serde_json::to_string(&line).map_err(|error| error.to_string())?;
        text.push('\n');
    }
    let end = serde_json::to_string(&End::of(&text)).map_err(|error| error.to_string())?;
    Ok(text + &end + "\n")
}

/// Writes a row for each pair, if they were asked for.
pub(super) fn keep_samples(folder: &Path, rows: &str) -> Result<(), String> {
    if rows.is_empty() { Ok(()) } else { write(folder, SAMPLES, (table::head(&run::columns()) + rows).as_bytes()) }
}

/// The columns of times.csv.
fn times() -> Vec<Column> {
    let column = |name: &str, kind, holds: &str| (name.to_string(), kind, holds.to_string());
    vec![
        column("sweep", Type::Text, "what is varied"),
        column("dim", Type::Whole, "the dimension"),
        column("scalar", Type::Text, "the arithmetic"),
        column("cases", Type::Text, "the way to treat the simplex"),
        column("queries", Type::Whole, "how many were timed"),
        column(
            "mean_ns",
            Type::Whole,
            "nanoseconds of each, timed one by one while all jobs run: to be compared with each other",
        ),
    ]
}

/// Writes how long queries took, and how good the answers were for that.
pub(super) fn keep_times(folder: &Path, times: &Times, cells: &Cells) -> Result<(), String> {
    if let Some(page) = report::of_times(cells, times) {
        write(folder, TIMES_PAGE, page.html()?.as_bytes())?;
    }
    let row = |((sweep, dim, arithmetic, way), (sum, count)): (&(usize, usize, Arithmetic, Way), &(u64, u64))| {
        table::line([
            SWEEPS[*sweep].name.into(),
            Field::Whole(*dim as u64),
            Field::Text(arithmetic.to_string()),
            way.name().into(),
            Field::Whole(*count),
            Field::Whole(sum / count.max(&1)),
        ])
    };
    write(folder, TIMES, (table::head(&self::times()) + &times.iter().map(row).collect::<String>()).as_bytes())
}

/// The times of parts, together, and of how many parts: those without, or with others than [`keep_times`] writes, are left out.
pub(super) fn times_of(parts: &[PathBuf]) -> (Times, usize) {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').map(|field| field.trim_matches('"')).collect();
        let [sweep, dim, arithmetic, way, count, mean] = fields[..] else { return None };
        let sweep = SWEEPS.iter().position(|known| known.name == sweep)?;
        let (count, mean) = (count.parse::<u64>().ok()?, mean.parse::<u64>().ok()?);
        let key = (sweep, dim.parse().ok()?, arithmetic.parse().ok()?, way.parse().ok()?);
        Some((key, (count.saturating_mul(mean), count)))
    };
    let read = |folder: &PathBuf| {
        let text = fs::read_to_string(folder.join(TIMES)).ok()?;
        text.strip_prefix(&table::head(&times()))?.lines().map(row).collect::<Option<Vec<_>>>()
    };
    let (mut all, mut used) = (Times::new(), 0);
    for rows in parts.iter().filter_map(read) {
        used += 1;
        for (key, (sum, count)) in rows {
            let own = all.entry(key).or_default();
            *own = (own.0.saturating_add(sum), own.1 + count);
        }
    }
    (all, used)
}

/// Writes by what, from which commit and on what a folder was made: this differs from run to run, and is compared with nothing.
pub(super) fn keep_provenance(folder: &Path, commit: &str, more: &serde_json::Value) -> Result<(), String> {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        line.split_once(':').map(|(_, name)| name.trim().to_string())
    });
    let told = serde_json::json!({
        "program": "gjk precision",
        "version": env!("CARGO_PKG_VERSION"),
        "commit": commit,
        "rustc": rustc_version_runtime::version().to_string(),
        "libraries": report::libraries(),
        "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "processor": processor,
        "run": more,
    });
    let text = serde_json::to_string_pretty(&told).map_err(|error| error.to_string())?;
    write(folder, PROVENANCE, (text + "\n").as_bytes())
}

/// What the parts of a study say about themselves.
pub(super) fn provenance_of(parts: &[PathBuf]) -> Vec<serde_json::Value> {
    let read = |folder: &PathBuf| serde_json::from_slice(&fs::read(folder.join(PROVENANCE)).ok()?).ok();
    parts.iter().map(|folder| read(folder).unwrap_or_default()).collect()
}

/// Puts the parts of a study together, for another folder.
pub(super) fn merge(folders: &[PathBuf], out: &Path) -> Result<(Plan, Cells), String> {
    let at = |folder: &Path| folder.canonicalize().ok();
    if let Some(part) = folders.iter().find(|part| at(out).is_some() && at(part) == at(out)) {
        return Err(format!("--out {} is the part {}: its files would be overwritten", out.display(), part.display()));
    }
    let mut first: Option<(Header, &PathBuf)> = None;
    let (mut seen, mut cells) = (Vec::new(), Cells::default());
    for folder in folders {
        let (header, part) = read(folder)?;
        let name = folder.display();
        match &first {
            None => first = Some((header.clone(), folder)),
            Some((known, other)) => {
                let whole = |header: &Header| Header { shard: Shard::ALL, ..header.clone() };
                if whole(known) != whole(&header) || known.shard.1 != header.shard.1 {
                    return Err(format!("{name} and {} are parts of different studies", other.display()));
                }
            }
        }
        if let Some((_, other)) = seen.iter().find(|(shard, _)| *shard == header.shard.0) {
            let other: &PathBuf = other;
            return Err(format!("{name} and {} are the same part, {}", other.display(), header.shard.0 + 1));
        }
        seen.push((header.shard.0, folder.clone()));
        cells.merge(&part);
    }
    let Some((header, _)) = first else { return Err("merge: name the folders of the parts".into()) };
    let missing: Vec<_> = (0..header.shard.1).filter(|i| seen.iter().all(|(seen, _)| seen != i)).take(10).collect();
    if !missing.is_empty() {
        let missing: Vec<_> = missing.iter().map(|i| format!("{}/{}", i + 1, header.shard.1)).collect();
        return Err(format!("parts are missing: {}", missing.join(", ")));
    }
    Ok((Plan::of(&header)?, cells))
}

fn read(folder: &Path) -> Result<(Header, Cells), String> {
    let path = folder.join(CELLS);
    let name = path.display();
    let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
    if text.is_empty() {
        return Err(format!("{name} is empty: its study has not ended"));
    }
    let body = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
    let (body, end) = text.split_at(body);
    let end: End = serde_json::from_str(end).map_err(|_| format!("{name} is damaged: its last lines are missing"))?;
    if end != End::of(body) {
        return Err(format!("{name} is damaged: it is not as it was written, by its last line"));
    }
    let mut lines = body.lines();
    let header = lines.next().ok_or_else(|| format!("{name} is damaged: it has no lines"))?;
    let header: Header = serde_json::from_str(header).map_err(|error| format!("{name}: line 1: {error}"))?;
    let mut cells = Cells::default();
    for (number, line) in (2..).zip(lines) {
        let refused = |why: String| format!("{name}: line {number}: {why}");
        let line: Line = serde_json::from_str(line).map_err(|error| refused(error.to_string()))?;
        let sweep = SWEEPS.iter().position(|sweep| sweep.name == line.sweep);
        let sweep = sweep.ok_or_else(|| refused(format!("there is no sweep {}", line.sweep)))?;
        if line.level >= (SWEEPS[sweep].levels)().len() {
            return Err(refused(format!("there is no level {}", line.level)));
        }
        let (arithmetic, way) = (line.scalar.parse().map_err(refused)?, line.cases.parse().map_err(refused)?);
        cells.at(Key { sweep, dim: line.dim, level: line.level, arithmetic, way }).merge(&line.counts);
    }
    Ok((header, cells))
}
