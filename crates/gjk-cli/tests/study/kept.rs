//! The studies that are kept in the folder study. The tables, figures and statements of docs/precision.md are compared with them, and a
//! part of them is run again.

#![expect(clippy::format_collect, clippy::format_push_string, reason = "text is written once, and is short")]

use super::{Folder, csv, done};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn kept(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
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

/// Verdicts and errors of some sweeps in space.
fn sweeps(report: &str) -> String {
    let mut table = String::from(
        "| sweep, in 3D | wrong f32 | wrong f64 | distance f32 | distance f64 | depth f32 | depth f64 | proven f32 | proven f64 |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for name in ["gap", "scale", "offset", "slenderness", "curved", "scenes"] {
        let rows = rows(report, name, "\n3D: all levels together:");
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
fn offset(large: &str, splits: &str) -> String {
    let levels = ["1", "1e2", "1e4", "1e6"];
    let title = "### 3D: distances and depths, from those of the pair before it was moved, unrounded";
    let head: Vec<_> = levels.iter().map(|level| written(&level.replacen("1e", "10e", 1)).replace("10·", "")).collect();
    let mut table =
        format!("| sizes from the origin | {} |\n|{}\n", head.join(" | "), " --- |".repeat(1 + levels.len()));
    for (report, sweep, scalar) in [
        (large, "offset", "f32"),
        (splits, "posed", "f64-places"),
        (splits, "posed", "f32-shapes"),
        (large, "offset", "f64"),
    ] {
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

/// What is kept compressed.
fn unpacked(path: &str) -> String {
    let output = Command::new("gzip").arg("-dc").arg(kept(path)).output().unwrap();
    assert!(output.status.success(), "{path}");
    String::from_utf8(output.stdout).unwrap()
}

/// The findings of a report.
fn findings(report: &str) -> String {
    let (_, below) = report.split_once("\n## Findings\n\n").unwrap();
    below.lines().take_while(|line| line.starts_with("- ")).map(|line| format!("{line}\n")).collect()
}

/// The rows of a study, in space.
struct Rows(Vec<Vec<String>>);

impl Rows {
    fn of(folder: &str) -> Self {
        let mut rows = csv(&unpacked(&format!("study/{folder}/rows.csv.gz")));
        rows.retain(|row| row[1] == "3" || row[1] == "dim");
        Self(rows)
    }

    fn column(&self, name: &str) -> usize {
        self.0[0].iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))
    }

    /// Of rows that have these texts, numbers of a column.
    fn numbers<'r>(&'r self, texts: &'r [(&str, &str)], name: &str) -> impl Iterator<Item = f64> + 'r {
        let column = self.column(name);
        let has = |row: &&Vec<String>| texts.iter().all(|(name, text)| row[self.column(name)] == *text);
        self.0.iter().filter(has).map(move |row| row[column].parse::<f64>().unwrap()).filter(|x| !x.is_nan())
    }

    fn sum(&self, texts: &[(&str, &str)], names: &[&str]) -> f64 {
        names.iter().map(|name| self.numbers(texts, name).sum::<f64>()).sum()
    }

    fn most(&self, texts: &[(&str, &str)], name: &str) -> Option<f64> {
        self.numbers(texts, name).reduce(f64::max)
    }

    /// The different texts of a column, as they come.
    fn names(&self, column: &str) -> Vec<&str> {
        let (column, mut seen) = (self.column(column), BTreeSet::new());
        self.0[1..].iter().map(|row| &*row[column]).filter(|name| seen.insert(*name)).collect()
    }
}

const WRONG: [&str; 3] = ["false_positives", "false_negatives", "undecided"];
const JUDGED: [&str; 2] = ["apart", "meeting"];

fn table(head: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let columns = head.matches('|').count();
    let begun = format!("| {head} |\n|{}\n", " --- |".repeat(columns + 1));
    rows.into_iter().fold(begun, |table, row| table + &format!("| {} |\n", row.join(" | ")))
}

/// Two digits.
fn brief(x: f64) -> String {
    let rounded: f64 = format!("{x:.1e}").parse().unwrap();
    match rounded {
        _ if rounded.is_infinite() => "infinite".into(),
        0.0 | 0.001..1e4 => rounded.to_string(),
        _ => written(&format!("{rounded:e}")),
    }
}

/// Wrong verdicts, level by level of the sweep over gaps.
fn near(rows: &Rows, levels: &[&str]) -> String {
    let row = |(scalar, side): (&str, &str)| {
        let share = |level: &&str| {
            let level = format!("gap {}{level}", if *level == "0" { "" } else { side });
            let of = [("sweep", "gap"), ("level", &*level), ("scalar", scalar)];
            let (some, all) = (rows.sum(&of, &WRONG), rows.sum(&of, &JUDGED));
            assert!(all >= 100.0, "{level}");
            format!("{} %", brief(100.0 * some / all))
        };
        let side = if side.is_empty() { "apart" } else { "overlapping" };
        std::iter::once(format!("wrong `{scalar}`, {side}")).chain(levels.iter().map(share)).collect()
    };
    let all = [("f32", ""), ("f32", "-"), ("f64", ""), ("f64", "-")].map(row);
    let heads: Vec<_> = levels.iter().map(|level| written(&level.replace("1e", "10e")).replace("10·", "")).collect();
    table(&format!("distance or depth, in sizes | {}", heads.join(" | ")), all)
}

/// Wrong verdicts of each way in some sweeps, and how far from touching they are.
fn ways(rows: &Rows, scalar: &str) -> String {
    let sweeps = ["gap", "scale", "offset", "slenderness", "curved"];
    let row = |way: &&str| {
        let count = |sweep: &&str| {
            let of = [("sweep", *sweep), ("scalar", scalar), ("cases", *way)];
            if rows.sum(&of, &JUDGED) == 0.0 { "–".into() } else { rows.sum(&of, &WRONG).to_string() }
        };
        let far = rows.most(&[("scalar", scalar), ("cases", way)], "wrong_most").map_or("–".into(), brief);
        std::iter::once((*way).to_string()).chain(sweeps.iter().map(count)).chain([far]).collect()
    };
    table(
        &format!("way, {scalar} | {} | farthest from touching, in ε·L", sweeps.join(" | ")),
        rows.names("cases").iter().map(row),
    )
}

/// The colors of a dark page, as in the report.
const DARK: &str = "@media (prefers-color-scheme: dark) { [fill=\"#FFFFFF\"] { fill: #12161c } [fill=\"#000000\"] { fill: #e6eaf0 } \
                    [stroke=\"#000000\"] { stroke: #e6eaf0 } [fill=\"#0072B2\"] { fill: #56b4e9 } [stroke=\"#0072B2\"] { stroke: #56b4e9 } }";

/// A picture of a report, in a file of its own, and its caption: the number, the title, and what it shows.
fn figure(folder: &str, id: &str, number: usize) -> String {
    let file = if id == "error-against-time" { "times" } else { "report" };
    let page = unpacked(&format!("study/{folder}/{file}.html.gz"));
    let head = format!(" aria-labelledby=\"{id}-title ");
    let svg = page.split("<svg ").find(|svg| svg.split('>').next().is_some_and(|tag| tag.contains(&head)));
    let (svg, _) = svg.unwrap_or_else(|| panic!("no figure {id}")).split_once("</svg>").unwrap();
    let (tag, drawn) = svg.split_once('>').unwrap();
    let svg = format!("<svg {tag}>\n<style>{DARK}</style>{drawn}</svg>\n");
    let path = format!("study/{id}.svg");
    if std::env::var_os("KEEP").is_some() {
        fs::write(kept(&path), &svg).unwrap();
    }
    assert!(text(&path) == svg, "{path} is not of study/{folder} (KEEP=1 makes it anew)");
    let within = |tag: &str| {
        let (_, rest) = svg.split_once(&format!("<{tag} id=\"{id}-{tag}\">")).unwrap();
        rest.split_once("</").unwrap().0.to_string()
    };
    let (title, shown) = (within("title"), within("desc"));
    let sweep = id.split('-').next().unwrap();
    let title = if title[1..].starts_with('D') { format!("{sweep}, {title}") } else { title };
    format!("![{title}](../{path})\n\n*Figure {number}. {title}. {shown}*\n")
}

/// The page with all that is between two comments made anew.
fn renewed(page: &str) -> String {
    let (report, about) = (text("study/large/report.md"), text("study/large/README.md"));
    let (large, all) = (Rows::of("large"), Rows::of("ways"));
    let (mut pieces, mut figures) = (page.split("<!-- "), 0);
    let mut made = pieces.next().unwrap().to_string();
    while let Some(piece) = pieces.next() {
        let (name, end) = (piece.split(':').next().unwrap(), " -->\n");
        let (comment, _) = piece.split_once(end).unwrap_or_else(|| panic!("{piece}"));
        let folder = comment.rsplit('/').next().unwrap();
        let (kind, which) = name.split_once(' ').unwrap_or((name, ""));
        let block = match kind {
            "sweeps" => format!("{about}\n{}", sweeps(&report)),
            "offset" => offset(&report, &text("study/splits/report.md")),
            "findings" => findings(&report).split_inclusive('\n').take(3).collect(),
            "near" => near(&large, &["1e-4", "1e-6", "1e-8", "1e-14", "1e-16", "0"]),
            "ways" => format!("{}\n{}", text("study/ways/README.md"), ways(&all, which)),
            "figure" => {
                figures += 1;
                figure(folder, which, figures)
            }
            _ => panic!("nobody makes {name}"),
        };
        let indent = " ".repeat(made.len() - made.trim_end_matches(' ').len());
        let line = |line: &str| if line.is_empty() { "\n".into() } else { format!("{indent}{line}\n") };
        let block: String = block.lines().map(line).collect();
        let rest =
            pieces.next().and_then(|rest| rest.strip_prefix("end -->")).unwrap_or_else(|| panic!("no end of {name}"));
        made += &format!("<!-- {comment}{end}{block}{indent}<!-- end -->{rest}");
    }
    made
}

#[test]
fn tables_and_figures_are_those_of_the_kept_studies() {
    let made = renewed(&text("docs/precision.md"));
    if std::env::var_os("KEEP").is_some() {
        fs::write(kept("docs/precision.md"), &made).unwrap();
    }
    let page = text("docs/precision.md");
    assert_eq!(page.lines().count(), made.lines().count(), "lines of docs/precision.md (KEEP=1 makes it anew)");
    for (found, made) in page.lines().zip(made.lines()) {
        assert_eq!(found, made, "a table of docs/precision.md (KEEP=1 makes it anew)");
    }
    check_sentences(&page);
}

/// The numbers that the page's sentences name are not more than what the studies say.
fn check_sentences(page: &str) {
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = |sentence: &str| assert!(page.contains(sentence), "docs/precision.md does not say: {sentence}");
    let (report, large, all) = (text("study/large/report.md"), Rows::of("large"), Rows::of("ways"));
    let found = findings(&report);
    says("No certified verdict is wrong");
    assert!(found.starts_with("- 0 of "), "{found}");
    assert!(!found.contains("WRONG"), "{found}");
    says("All are within the 64 ε·L that are promised for polytopes");
    assert!(!found.contains("PROMISED"), "{found}");
    says("99 % of random distances and depths are within 1 ε·L, except for slender, nearly parallel and curved shapes");
    for sweep in "gap scale offset posed vertices start shapes scenes".split(' ') {
        for row in &rows(&report, sweep, "\n3D: all levels together:")[2..] {
            let quantiles = [5, 6].map(|k| row[k].split(", ").nth(1).unwrap().parse::<f64>().unwrap());
            assert!(quantiles.iter().all(|found| (0.0..=1.0).contains(found)), "{sweep}: {row:?}");
        }
    }
    says("`f32` is right** about random pairs at gaps and depths of 10⁻⁴ sizes and more, `f64` at 10⁻¹⁴ and more");
    for (scalar, least) in [("f32", 1e-4), ("f64", 1e-14)] {
        let levels: Vec<_> = large.names("level").into_iter().filter(|level| !level.ends_with("εL")).collect();
        let size = |level: &str| level.strip_prefix("gap ").and_then(|x| x.parse::<f64>().ok()).unwrap_or(0.0).abs();
        let right: Vec<_> = levels.into_iter().filter(|level| size(level) >= least).collect();
        assert!(right.len() >= 6);
        for level in right {
            assert!(large.sum(&[("level", level), ("scalar", scalar)], &WRONG) < 1.0, "{level} in {scalar}");
        }
    }
    says("rounding the coordinates moves a shape: by 5·10⁻⁴ sizes at a distance of 10⁴ sizes");
    for sweep in ["offset", "posed"] {
        let level = format!("{sweep} 1e4");
        let moved = large.most(&[("level", &level), ("scalar", "f32")], "moved_p99").unwrap();
        assert!((4e-4..8e-4).contains(&moved), "{sweep}: {moved}");
    }
    says("the error of a normal is about 2·10⁴ times larger in `f64` than in `f32`");
    let normal = |scalar: &str| large.most(&[("sweep", "curved"), ("scalar", scalar)], "normal_p99").unwrap();
    assert!((1.5e4..3e4).contains(&(normal("f64") / normal("f32"))), "{} {}", normal("f64"), normal("f32"));
    says("some pairs that are apart are said to intersect, and at smaller gaps most of them");
    for (scalar, level, below) in [("f32", "gap 1e-4", "gap 1e-6"), ("f64", "gap 1e-8", "gap 1e-10")] {
        let share = |level: &str| {
            let of = [("level", level), ("scalar", scalar), ("cases", "point-directions")];
            all.sum(&of, &["false_positives"]) / all.sum(&of, &["apart"])
        };
        assert!(share(level) > 0.05 && share(below) > 0.5, "{scalar}: {} {}", share(level), share(below));
    }
    says("are wrong on three times as many close pairs in `f32`, and on 15 times as many in `f64`");
    let wrong = |scalar: &str, way: &str| all.sum(&[("sweep", "gap"), ("scalar", scalar), ("cases", way)], &WRONG);
    for way in ["johnson", "ericson", "signed-volumes", "parry"] {
        let times = |scalar: &str| wrong(scalar, way) / wrong(scalar, "ours");
        assert!(times("f32") >= 3.0 && times("f64") >= 15.0, "{way}: {} {}", times("f32"), times("f64"));
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
