//! The study that is kept in docs/study/large: the tables of docs/precision.md are made of its report, and a part of it is run again.

#![expect(clippy::format_collect, clippy::format_push_string, reason = "text is written once, and is short")]

use super::{Folder, done};
use std::fs;
use std::path::PathBuf;

fn kept(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(kept(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of a table in the section on a sweep, the first one below a line: its first fields are names.
fn rows<'r>(report: &'r str, sweep: &str, line: &str) -> Vec<Vec<&'r str>> {
    let is_of = |section: &&str| section.lines().next().is_some_and(|title| title.ends_with(&format!("(`{sweep}`)")));
    let section = report.split("\n## ").find(is_of).unwrap_or_else(|| panic!("no sweep {sweep}"));
    let (_, below) = section.split_once(line).unwrap_or_else(|| panic!("{sweep}: no {line}"));
    let table = below.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    table.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// A number of a report as it is written in a text: 1.4e-7 is 1.4·10⁻⁷.
fn written(number: &str) -> String {
    let Some((digits, power)) = number.split_once('e') else { return number.to_owned() };
    let raised = power.chars().map(|c| match c {
        '-' => '⁻',
        c => "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10).unwrap() as usize).unwrap(),
    });
    format!("{digits}·10{}", raised.collect::<String>())
}

/// Verdicts and errors of all sweeps in space.
fn sweeps(report: &str) -> String {
    let mut table = String::from(
        "| sweep, in 3D | wrong f32 | wrong f64 | distance f32 | distance f64 | depth f32 | depth f64 | proven f32 | proven f64 |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let names = "gap scale offset posed slenderness angle vertices dimension start shapes curved scenes";
    for name in names.split(' ') {
        let dim = if name == "dimension" { "1D to 8D" } else { "3D" };
        let rows = rows(report, name, &format!("\n{dim}: all levels together:"));
        let row = |scalar: &str| rows.iter().find(|row| row[0] == scalar).unwrap_or_else(|| panic!("{name} {scalar}"));
        let both = |of: &dyn Fn(&[&str]) -> String| ["f32", "f64"].map(|scalar| of(row(scalar))).join(" | ");
        let errors = |column: usize| {
            let told = move |row: &[&str]| {
                let numbers: Vec<_> = row[column].split(", ").skip(1).map(written).collect();
                numbers.join(" / ")
            };
            both(&told)
        };
        let wrong = |row: &[&str]| (row[2].parse::<u64>().unwrap() + row[3].parse::<u64>().unwrap()).to_string();
        let name = if name == "scenes" { format!("scenes (of {})", row("f32")[1]) } else { name.into() };
        let fields = [name, both(&wrong), errors(5), errors(6), both(&|row| row[4].into())];
        table += &format!("| {} |\n", fields.join(" | "));
    }
    table
}

/// What moving shapes away costs, in sizes.
fn offset(report: &str) -> String {
    let levels = ["1", "1e2", "1e4", "1e6", "1e7"];
    let title = "### 3D: distances and depths, from those of the pair before it was moved, unrounded";
    let head: Vec<_> = levels.iter().map(|level| written(&level.replacen("1e", "10e", 1)).replace("10·", "")).collect();
    let mut table =
        format!("| sizes from the origin | {} |\n|{}\n", head.join(" | "), " --- |".repeat(1 + levels.len()));
    for (sweep, scalar) in [("offset", "f32"), ("posed", "f32"), ("offset", "f64")] {
        let rows = rows(report, sweep, title);
        let column = rows[0].iter().position(|name| *name == scalar).unwrap();
        let found = levels.map(|level| {
            let row = rows.iter().find(|row| row[0] == level).unwrap();
            written(row[column].split(' ').next().unwrap())
        });
        table += &format!("| {sweep}, `{scalar}` | {} |\n", found.join(" | "));
    }
    table
}

/// A page with a table of it made anew, between two comments.
fn renewed(page: &str, name: &str, table: &str) -> String {
    let begin = format!("<!-- {name}: of docs/study/large -->\n");
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no table {name}"));
    let indent = before.rsplit('\n').next().unwrap();
    let end = format!("{indent}<!-- end -->");
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("no end of {name}"));
    let lines: String = table.lines().map(|line| format!("{indent}{line}\n")).collect();
    format!("{before}{begin}{lines}{end}{after}")
}

#[test]
fn tables_are_those_of_the_kept_study() {
    let (page, report) = (text("precision.md"), text("study/large/report.md"));
    let about = text("study/large/README.md");
    let made = renewed(&page, "sweeps", &format!("{about}\n{}", sweeps(&report)));
    let made = renewed(&made, "offset", &offset(&report));
    if std::env::var_os("KEEP").is_some() {
        fs::write(kept("precision.md"), &made).unwrap();
    }
    for (found, made) in text("precision.md").lines().zip(made.lines()) {
        assert_eq!(found, made, "a table of docs/precision.md (KEEP=1 makes it anew)");
    }
}

/// A few seconds of the study, which took hours: the file of counts begins and ends as it did, and its end has the checksum of all.
#[test]
fn a_part_of_the_kept_study_gives_the_same_bytes() {
    let kept = text("study/large/part.jsonl");
    let header: serde_json::Value = serde_json::from_str(kept.lines().next().unwrap()).unwrap();
    let told = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let list = |key: &str| header[key].as_array().unwrap().iter().map(told).collect::<Vec<_>>().join(",");
    let (samples, seed) = (told(&header["samples"]), told(&header["seed"]));
    let [part, parts] = [0, 1].map(|k| header["shard"][k].as_u64().unwrap());
    let (folder, shard) = (Folder::new("kept"), format!("{}/{parts}", part + 1));
    let study = ["--samples", &samples, "--seed", &seed, "--shard", &shard, "--out", &folder.at("")];
    let what =
        ["--sweep", &list("sweeps"), "--dims", &list("dims"), "--scalars", &list("scalars"), "--cases", &list("cases")];
    done(&[study, what].concat());
    let cells = folder.text("cells.jsonl");
    let ends = [cells.lines().next().unwrap(), cells.lines().next_back().unwrap()];
    assert!(cells.lines().count() > 300);
    let renew = "answers are others than those of the kept study: see CONTRIBUTING.md";
    assert_eq!(ends.join("\n") + "\n", kept, "{renew}");
}
