//! `gjk precision`: a small study against kept numbers and planted errors, and parts of a study put together.

mod enough;
mod kept;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of this run that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("study-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn precision(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gjk"));
    command.arg("precision").args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn done(arguments: &[&str]) {
    let output = precision(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The sentence of a refusal.
fn refused(arguments: &[&str]) -> String {
    let output = precision(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Everything that is the same for a seed.
const FILES: [&str; 6] = ["cells.jsonl", "rows.csv", "datapackage.json", "worst.jsonl", "report.md", "report.html"];

const SMALL: [&str; 8] =
    ["--sweep", "gap,shapes,dimension", "--scalars", "f16,f32,f64,dd,p5", "--cases", "ours", "--samples", "90"];

#[test]
fn a_small_study_has_the_kept_numbers() {
    let folder = Folder::new("golden");
    done(&[&SMALL[..], &["--out", &folder.at("")]].concat());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/study/report.md");
    let found = folder.text("report.md");
    if std::env::var_os("KEEP").is_some() {
        fs::write(&kept, &found).unwrap();
    }
    let kept = fs::read_to_string(&kept).unwrap();
    assert_eq!(found.lines().count(), kept.lines().count(), "lines of the report (KEEP=1 keeps a new one)");
    for (line, (found, kept)) in found.lines().zip(kept.lines()).enumerate() {
        // Versions may differ.
        let compiled = "Compiled by rustc 1.";
        if found.starts_with(compiled) {
            assert!(kept.starts_with(compiled) && found.contains("nalgebra 0."), "{found}");
        } else {
            assert_eq!(found, kept, "line {} of the report (KEEP=1 keeps a new one)", line + 1);
        }
    }
    // No certified verdict is wrong, and there are many.
    let mut rows = csv(&folder.text("rows.csv"));
    let head = rows.remove(0);
    let column = |name: &str| {
        let place = head.iter().position(|column| column == name).unwrap();
        rows.iter().map(|row| row[place].parse::<u64>().unwrap()).sum::<u64>()
    };
    assert_eq!(column("certified_wrong"), 0);
    assert!(column("filtered") > 500 && column("exact") > 50, "{} {}", column("filtered"), column("exact"));
    assert!(column("apart") > 500 && column("meeting") > 500);
    // Each of these columns is explained.
    assert_eq!(head, fields(&folder, "rows.csv"));
    // The worst pairs are questions.
    let answers = Command::new(env!("CARGO_BIN_EXE_gjk")).arg("batch").arg(folder.at("worst.jsonl")).output().unwrap();
    assert_eq!(answers.status.code(), Some(0), "{}", String::from_utf8_lossy(&answers.stdout));
    assert!(answers.stdout.split(|byte| *byte == b'\n').count() > 51);
    // Each says how it was asked, and that can be done: of each arithmetic and query the first.
    let worst = folder.text("worst.jsonl");
    let commands = worst.lines().zip(1..).filter_map(|(line, number)| {
        let command = line.split_once("; gjk precision ")?.1.split_once('"')?.0;
        assert!(command.starts_with(&format!("diverge --line {number} --scalars ")), "{command}");
        Some((command, line.contains("\"contact\"")))
    });
    let mut asked = std::collections::BTreeSet::new();
    for (command, is_contact) in commands {
        let scalars = command.split(' ').nth(4).unwrap();
        if asked.insert((scalars.to_string(), is_contact)) {
            let words: Vec<_> = command
                .split(' ')
                .map(|word| if word == "worst.jsonl" { folder.at(word) } else { word.into() })
                .collect();
            let output = precision(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let told = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && told.contains("exactly:"), "{command}: {told}");
            assert_eq!(told.contains("asked as `distance`"), is_contact, "{told}");
        }
    }
    assert!(asked.len() >= 8 && asked.iter().any(|(scalars, _)| scalars == "dd,exact"), "{asked:?}");
    // The pictures have no style sheet of their own, which would hold for all of the page, and nothing is written on something else.
    let page = folder.text("report.html");
    assert_eq!(page.matches("<style>").count(), 1);
    assert!(labels_are_apart(&page) > 50);
    assert!(page.contains("<pre tabindex=\"0\">gjk precision diverge --line "));
}

/// The names of the columns of a table, by the package that describes it.
fn fields(folder: &Folder, path: &str) -> Vec<String> {
    let package: serde_json::Value = serde_json::from_str(&folder.text("datapackage.json")).unwrap();
    let table = package["resources"].as_array().unwrap().iter().find(|table| table["path"] == path).unwrap();
    let fields = table["schema"]["fields"].as_array().unwrap();
    assert!(fields.iter().all(|field| field["description"].as_str().is_some_and(|holds| holds.len() > 3)));
    fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
}

/// Checks each pane of each picture; returns how many labels there are.
fn labels_are_apart(page: &str) -> usize {
    let mut count = 0;
    let after = |text: &str, key: &str| text.split_once(key).and_then(|(_, rest)| rest.split('"').next()?.parse().ok());
    for pane in page.split("<rect class=\"pane\"").skip(1) {
        let pane = pane.split("</svg>").next().unwrap();
        let places: Vec<[f64; 2]> = (pane.split("<text class=\"label ").skip(1))
            .map(|label| [after(label, " x=\"").unwrap(), after(label, " y=\"").unwrap()])
            .collect();
        for (k, [x, y]) in places.iter().enumerate() {
            assert!(places[..k].iter().all(|[u, v]| (x - u).abs().max((y - v).abs()) > 18.0), "{pane}");
        }
        count += places.len();
    }
    count
}

/// Half of the pairs of each sweep overlap, except for a chance, and where the gap varies, the pairs of half of the levels.
#[test]
fn about_half_of_the_pairs_of_each_sweep_overlap() {
    let folder = Folder::new("halves");
    let study = ["--dims", "2,3", "--scalars", "f32,f64", "--cases", "ours", "--samples", "100", "--sweep"];
    let sweeps = "gap,scale,offset,posed,slenderness,angle,vertices,dimension,start,shapes,curved";
    done(&[&study[..], &[sweeps, "--out", &folder.at("")]].concat());
    let rows = csv(&folder.text("rows.csv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let [scalar, apart, meeting, moved] = ["scalar", "apart", "meeting", "moved_count"].map(column);
    for sweep in sweeps.split(',') {
        for single in ["f32", "f64"] {
            let of = || rows.iter().filter(|row| row[0] == sweep && row[scalar] == single);
            let sum = |column: usize| of().map(|row| row[column].parse::<f64>().unwrap()).sum::<f64>();
            let (apart, meeting) = (sum(apart), sum(meeting));
            // Far from the origin `f32` rounds shapes until they meet.
            let (share, is_rounded) = (meeting / (apart + meeting), (sweep, single) == ("offset", "f32"));
            assert!(
                (0.4..=0.6).contains(&share) || is_rounded,
                "{sweep} in {single}: {meeting} of {}",
                apart + meeting
            );
            assert!(apart + meeting >= if sweep == "dimension" { 23.0 } else { 100.0 });
            // What moving has cost is measured where shapes are moved.
            assert_eq!(sum(moved) > 0.0, matches!(sweep, "offset" | "posed"), "{sweep}");
        }
    }
}

/// Pairs that a world has met are recorded, and no more are asked than there are.
#[test]
fn what_scenes_meet_is_asked_once() {
    let folder = Folder::new("scenes");
    let study = ["--sweep", "scenes", "--scalars", "f32,f64", "--cases", "ours", "--samples", "100000"];
    done(&[&study[..], &["--out", &folder.at("")]].concat());
    let rows = csv(&folder.text("rows.csv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let number = |row: &[String], name: &str| row[column(name)].parse::<f64>().unwrap();
    assert_eq!(rows.len(), 1 + 2 * 2 * 5);
    for row in &rows[1..] {
        let [asked, apart, meeting, wrong] =
            ["asked", "apart", "meeting", "certified_wrong"].map(|name| number(row, name));
        assert!((asked, apart + meeting, wrong) == (210.0, 210.0, 0.0) && meeting > 30.0, "{row:?}");
        // In ε L. A verdict is wrong where shapes touch up to rounding, if at all.
        for (name, is_there) in [("depth_most", true), ("distance_most", false), ("wrong_most", false)] {
            let most = number(row, name);
            assert!(most < 8.0 || most.is_nan() && !is_there, "{name}: {row:?}");
        }
    }
}

/// Fields without quotes in them, which is all that there are; a quoted one may have a comma.
fn csv(text: &str) -> Vec<Vec<String>> {
    let fields = |line: &str| {
        let parts = line.split('"').enumerate();
        let marked: String =
            parts.map(|(k, part)| if k % 2 == 1 { part.replace(',', ";") } else { part.into() }).collect();
        marked.split(',').map(String::from).collect()
    };
    text.lines().map(fields).collect()
}

#[test]
fn parts_and_jobs_make_no_difference() {
    let folder = Folder::new("parts");
    let study = ["--sweep", "gap,bits", "--samples", "60", "--dims", "2", "--cases", "ours", "--seed", "7"];
    let run = |out: &str, more: &[&str]| done(&[&study[..], &["--out", &folder.at(out)], more].concat());
    run("whole", &["--jobs", "1"]);
    run("jobs", &["--jobs", "2"]);
    for part in ["1/3", "2/3", "3/3"] {
        run(&part.replace('/', "-"), &["--shard", part]);
    }
    let parts = ["2-3", "1-3", "3-3"].map(|part| folder.at(part));
    let parts = parts.each_ref().map(String::as_str);
    done(&["merge", parts[0], parts[1], parts[2], "--out", &folder.at("merged")]);
    for file in FILES {
        let whole = folder.text(&format!("whole/{file}"));
        assert!(whole.len() > 100, "{file}");
        for other in ["jobs", "merged"] {
            assert!(folder.text(&format!("{other}/{file}")) == whole, "{file} of {other}");
        }
    }
    assert!(folder.text("1-3/report.md").contains("part 1 of 3"));
    for whole in ["whole", "merged"] {
        assert!(folder.text(&format!("{whole}/times.csv")).contains("\"gap\",2,\"f32\",\"ours\",60,"), "{whole}");
    }
    let merged = || serde_json::from_str::<serde_json::Value>(&folder.text("merged/provenance.json")).unwrap();
    let parts_of = merged()["run"]["parts"].clone();
    assert!((0..3).all(|k| parts_of[k]["rustc"].is_string() && parts_of[k]["run"]["part"][1] == 3), "{parts_of}");
    assert_eq!(merged()["run"]["parts_with_times"], 3);

    let sentence = refused(&["merge", parts[0], parts[2], "--out", &folder.at("other")]);
    assert!(sentence.contains("missing: 1/3"), "{sentence}");
    let sentence = refused(&["merge", parts[0], parts[0], parts[1], "--out", &folder.at("other")]);
    assert!(sentence.contains("the same part, 2"), "{sentence}");
    let sentence = refused(&["merge", parts[0], &folder.at("whole"), "--out", &folder.at("other")]);
    assert!(sentence.contains("different studies"), "{sentence}");
    let sentence = refused(&["merge", &folder.at("nowhere"), "--out", &folder.at("other")]);
    assert!(sentence.contains("nowhere"), "{sentence}");
    // Times that cannot be read are left out.
    fs::write(folder.at("1-3/times.csv"), "").unwrap();
    fs::remove_file(folder.at("2-3/times.csv")).unwrap();
    done(&["merge", parts[0], parts[1], parts[2], "--out", &folder.at("merged")]);
    assert_eq!(merged()["run"]["parts_with_times"], 1);
    let before = folder.text("1-3/cells.jsonl");
    let sentence = refused(&["merge", parts[0], parts[1], parts[2], "--out", &format!("{}/.", folder.at("1-3"))]);
    assert!(sentence.contains("overwritten") && folder.text("1-3/cells.jsonl") == before, "{sentence}");

    // What is not as it was written is not counted.
    let lines: Vec<_> = before.lines().collect();
    let without = |kept: &[&str]| kept.join("\n") + "\n";
    let changed = before.replacen("\"asked\":", "\"asked\":9", 1);
    let middle = [&lines[..3], &lines[4..]].concat();
    for damaged in
        [without(&lines[..lines.len() - 3]), without(&middle), changed, before.replace('3', "4"), String::new()]
    {
        fs::write(folder.at("1-3/cells.jsonl"), damaged).unwrap();
        let sentence = refused(&["merge", parts[0], parts[1], parts[2], "--out", &folder.at("other")]);
        assert!(sentence.contains("damaged") || sentence.contains("is empty"), "{sentence}");
    }

    // A part may have no samples; and of what a run writes nothing of an earlier one stays in a folder.
    for name in ["questions.csv", "times.csv", "notes.txt"] {
        fs::write(folder.at(&format!("whole/{name}")), "old").unwrap();
    }
    let whole = folder.at("whole");
    let study =
        ["--sweep", "gap", "--samples", "2", "--dims", "2", "--cases", "ours", "--shard", "1/9", "--out", &whole];
    let told = String::from_utf8(precision(&study).stdout).unwrap();
    assert!(told.contains("this part has no samples"), "{told}");
    assert!(!Path::new(&folder.at("whole/questions.csv")).exists());
    assert!(folder.text("whole/times.csv") != "old" && folder.text("whole/notes.txt") == "old");
}

/// A pair of `gjk precision pairs`: its level, and the exact separation with it in ε L. None if a depth is not known.
type Pair = (String, Option<[f64; 2]>);

fn pairs(options: &[&str]) -> Vec<Pair> {
    let output = precision(&[&["pairs"], options].concat());
    assert_eq!(output.status.code(), Some(0), "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
    let told = |line: &str| {
        let question: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = question["id"].as_str().unwrap();
        let (place, truth) = id.split_once(": ").unwrap();
        let level = place.split_once(" at ").unwrap().1.split_once(", f64, pair ").unwrap().0;
        let numbers = truth.strip_prefix("separation ").and_then(|rest| rest.split_once(" ε L")?.0.split_once(", "));
        (level.to_owned(), numbers.map(|(x, y)| [x, y].map(|x| x.parse().unwrap())))
    };
    String::from_utf8(output.stdout).unwrap().lines().map(told).collect()
}

/// What an arithmetic cannot hold is left out, and `gjk batch` takes the rest.
#[test]
fn pairs_are_questions() {
    for (scalar, expected) in [("f64", 26), ("f16", 14)] {
        let options = ["pairs", "--sweep", "scale", "--dims", "2", "--samples", "26", "--scalars", scalar];
        let lines = String::from_utf8(precision(&options).stdout).unwrap();
        assert_eq!(lines.lines().count(), expected);
        let mut batch = Command::new(env!("CARGO_BIN_EXE_gjk"))
            .arg("batch")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        batch.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let answers = String::from_utf8(batch.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(
            (answers.matches("\"certified\":true").count(), answers.matches("error").count()),
            (expected, 0),
            "{answers}"
        );
    }
    let of = |sweep: &str| {
        let lines =
            precision(&["pairs", "--sweep", sweep, "--dims", "3", "--samples", "3", "--scalars", "f32,dd"]).stdout;
        String::from_utf8(lines).unwrap()
    };
    assert!(of("start").contains(" --start="));
    assert_eq!(of("curved").matches("ε L by double-double").count(), 3);
}

/// What rounding leaves of a coordinate is half of ε L, so levels below have no meaning of their own.
#[test]
fn gaps_are_what_they_are_said_to_be() {
    for dim in ["2", "3"] {
        let all = pairs(&["--sweep", "gap", "--dims", dim, "--samples", "1800"]);
        let mut levels: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for (level, found) in all {
            let [length, in_ulps] = found.unwrap();
            let (wanted, found) = match level.strip_suffix(" εL") {
                Some(number) => (number.parse::<f64>().unwrap(), in_ulps),
                None => (level.parse().unwrap(), length),
            };
            let ratios = levels.entry(level).or_default();
            if wanted.abs() > 1e-15 {
                ratios.push(found / wanted);
            }
        }
        assert_eq!(levels.len(), 30);
        for (level, mut all) in levels.into_iter().filter(|(_, all)| !all.is_empty()) {
            assert_eq!(all.len(), 60, "{level}");
            all.sort_by(f64::total_cmp);
            let within = match level.as_str() {
                // Shapes of this size are not always so deep.
                "-1" | "-1 εL" | "1 εL" | "-2 εL" | "2 εL" => 0.15,
                _ if level.ends_with("εL") => 0.03,
                _ => 0.005,
            };
            let median = all[all.len() / 2];
            assert!((median - 1.0).abs() < within, "{dim}D at {level}: {median}, {all:?}");
        }
    }
}

/// Gaps of the other sweeps are from 10⁻⁸ to 1, so half of them are below 10⁻⁴, and half are overlaps.
#[test]
fn other_gaps_are_as_many_in_each_power_of_ten() {
    for (name, dim) in [("vertices", "2"), ("vertices", "3"), ("start", "3"), ("curved", "3")] {
        let found = pairs(&["--sweep", name, "--dims", dim, "--samples", "240"]);
        let all: Vec<_> = found.into_iter().filter_map(|(_, found)| Some(found?[0])).collect();
        let mut sizes: Vec<_> = all.iter().map(|x| x.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let (quarter, median) = (sizes[sizes.len() / 4], sizes[sizes.len() / 2]);
        assert!((1e-7..1e-5).contains(&quarter) && (1e-5..1e-3).contains(&median), "{name}: {quarter} {median}");
        let overlaps = all.iter().filter(|x| **x < 0.0).count();
        assert!((70..=170).contains(&overlaps), "{name}: {overlaps} of {}", all.len());
    }
}

#[test]
fn planted_errors_are_found_and_named() {
    let folder = Folder::new("planted");
    let study = ["--sweep", "shapes", "--samples", "180", "--dims", "3", "--scalars", "f64,faulty,p53"];
    done(&[&study[..], &["--cases", "ours,wrong-sign", "--out", &folder.at("")]].concat());
    let report = folder.text("report.md");
    let findings = report.split("## ").find(|part| part.starts_with("Findings")).unwrap();
    let line = |start: &str| findings.lines().find(|line| line.starts_with(&format!("- {start}"))).unwrap_or_default();
    assert!(line("WRONG BY FAR: wrong-sign").contains("f64 "), "{findings}");
    assert!(line("WRONG BY FAR: ours").is_empty(), "{findings}");
    assert!(!line("WRONG WHERE NOTHING ROUNDS").contains("ours"), "{findings}");
    // By the errors that were measured, and by a test of the arithmetic itself.
    assert!(line("faulty IS NOT f64").contains("errors are others"), "{findings}");
    assert_eq!(findings.matches(" IS NOT ").count(), 1, "{findings}");
    assert!(line("THE ARITHMETIC faulty IS WRONG").contains("not exact"), "{findings}");
    assert!(line("THE ARITHMETIC f64").is_empty(), "{findings}");
}

#[test]
fn questions_are_answered_in_each_arithmetic() {
    let folder = Folder::new("questions");
    let lines = [
        r#"{"id":"clear","dim":2,"query":"distance","a":{"type":"ball","radius":2},"b":{"type":"point","at":[3,4]}}"#,
        // 0.1 is more in `f32`.
        r#"{"id":"narrow","dim":2,"query":"intersect","a":{"type":"point","at":[0.1,0]},"b":{"type":"point","at":[0.1000000015,0]}}"#,
        "",
        "this is no JSON",
        r#"{"id":"curved","dim":3,"query":"contact","a":{"type":"cone","radius":1,"half_height":1},"b":{"type":"point","at":[3,0,0]}}"#,
        r#"{"id":"ray","dim":2,"query":"raycast","a":{"type":"ball","radius":1},"ray":{"origin":[3,0],"direction":[-1,0]}}"#,
        r#"{"id":"five","dim":5,"query":"distance","a":{"type":"point","at":[0,0,0,0,0]},"b":{"type":"point","at":[1,1,1,1,0]}}"#,
    ];
    fs::write(folder.at("q.jsonl"), lines.join("\n")).unwrap();
    let output = precision(&["--questions", &folder.at("q.jsonl"), "--cases", "ours", "--out", &folder.at("out")]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let faults = String::from_utf8(output.stdout).unwrap();
    assert!(faults.contains("\"line\":4") && faults.contains("\"line\":6") && faults.contains("JSON"), "{faults}");
    // Two faults, the verdict, a sentence of each arithmetic, and where the report is.
    let told: Vec<_> = faults.lines().collect();
    assert!(told.len() == 8 && told[2].starts_with("No verdict without --tolerance: "), "{faults}");
    assert!(told[3].starts_with("f32: errors up to ") && told[6].starts_with("f64: "), "{faults}");
    assert!(!Path::new(&folder.at("out/moved.csv")).exists());
    let rows = folder.text("out/questions.csv").replace('"', "");
    let row =
        |start: &str| rows.lines().find(|row| row.starts_with(start)).unwrap_or_else(|| panic!("{start}: {rows}"));
    assert!(row("1,clear,2,f32,ours,exact,").contains("apart,apart"));
    assert!(row("2,narrow,2,f32,ours,exact,").contains("apart,intersecting"));
    assert!(row("2,narrow,2,f64,ours,exact,").contains("apart,apart"));
    assert!(row("5,curved,3,f64,ours,dd,").contains("apart,apart"));
    assert!(row("7,five,5,f64,ours,exact,").contains("apart,apart"));
    let report = folder.text("out/report.md");
    assert!(
        report.contains("f32: 1 of 4 verdicts are wrong or missing, of shapes up to 1.5e-9 from touching."),
        "{report}"
    );
    // Without a word it is about these four; and all that a report has it has.
    assert!(!rows.contains(",f16,") && !rows.contains(",dd,ours"), "{rows}");
    let scalars = "f32,f64-places,f32-shapes,f64";
    assert!(
        report
            .contains(&format!("gjk precision --questions {} --scalars {scalars} --cases ours", folder.at("q.jsonl")))
    );
    assert!(
        report.contains("Version ")
            && report.contains("## The worst pairs")
            && report.contains("### Verdicts that change")
    );
    // So few pairs have tables, and no plots.
    assert!(folder.text("out/report.html").matches("No point is of 200 pairs or more").count() >= 2);
    assert!(folder.text("out/worst.jsonl").lines().any(|line| line == lines[1]));
    let out = Folder(folder.0.join("out"));
    assert_eq!(rows.lines().next().unwrap().split(',').collect::<Vec<_>>(), fields(&out, "questions.csv"));
}

/// What one arithmetic cannot hold is asked in the others; and a rotation is one, whatever its digits are.
#[test]
fn an_arithmetic_that_cannot_hold_a_question_is_left_out() {
    let folder = Folder::new("refusals");
    let turned = |x: f64, q: &str| {
        let cuboid = r#"{"type":"cuboid","half_extents":[1,1,1]"#;
        format!(
            r#"{{"dim":3,"query":"distance","a":{cuboid}}},"b":{cuboid},"pose":{{"translation":[{x},0,0],"rotation":{q}}}}}}}"#
        )
    };
    let lines =
        [turned(1e5, "[1,0,0,0]"), turned(4.0, "[0.6,0.8,0,0]"), turned(4.0, "[[0.6,-0.8,0],[0.8,0.6,0],[0,0,1]]")];
    let scalars = ["--scalars", "f16,f32,f64,dd,p4,p8", "--out", &folder.at("out"), "--questions", "-"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_gjk"));
    let mut program =
        command.arg("precision").args(scalars).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut program.stdin.take().unwrap(), lines.join("\n").as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let rows = csv(&folder.text("out/questions.csv"));
    assert_eq!(rows.len(), 1 + 6 * lines.len(), "{rows:?}");
    let left_out: Vec<_> =
        rows.iter().filter(|row| row[7] == "cannot hold it").map(|row| (&*row[0], &*row[3])).collect();
    assert_eq!(left_out, [("1", "f16")], "{rows:?}");
    assert!(rows.iter().filter(|row| row[0] == "2" || row[0] == "3").all(|row| row[7] == "apart"), "{rows:?}");
    assert!(folder.text("out/report.md").contains("(1 it cannot hold)"));
    let sentence = refused(&["--questions", &folder.at("out/worst.jsonl"), "--out", &folder.at("out")]);
    assert!(sentence.contains("whose files are replaced") && folder.text("out/worst.jsonl").len() > 100, "{sentence}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new("refused");
    let out = folder.at("out");
    for (arguments, word) in [
        (&["--sweep", "nonsense"][..], "nonsense"),
        (&["--samples", "0"], "--samples"),
        (&["--samples", "-3"], "-3"),
        (&["--dims", "9"], "from 1 to 8"),
        (&["--scalars", "f128"], "pN"),
        (&["--scalars", "p54"], "p54"),
        (&["--cases", "nobody"], "nobody"),
        (&["--jobs", "0"], "--jobs"),
        (&["--shard", "3/2"], "i/n"),
        (&["--sweep", "posed", "--dims", "5"], "nothing is left"),
        (&["--questions", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (&["--questions", "x", "--samples", "3"], "--samples"),
        (&["--questions", &folder.at("")], &folder.at("")),
        (&["--questions", "x", "--scalars", "p9", "--cases", "johnson"], "--cases johnson: ways"),
        (&["--dims", "5", "--scalars", "f16"], "nothing is left of any sweep with --dims 5 --scalars f16"),
    ] {
        let sentence = refused(&[arguments, &["--out", &out]].concat());
        assert!(sentence.contains(word), "{arguments:?}: {sentence}");
    }
    // Without --sweep nobody is at fault: the rest runs.
    for dims in ["1", "5"] {
        done(&["--dims", dims, "--samples", "2", "--scalars", "f64", "--cases", "ours", "--out", &folder.at("some")]);
        assert!(folder.text("some/report.md").contains("--sweep dimension --dims"), "{dims}");
    }
    let tiny = ["--sweep", "gap", "--samples", "2", "--dims", "2", "--scalars", "f64", "--cases", "ours", "--out"];
    fs::write(folder.at("file"), "").unwrap();
    let sentence = refused(&[&tiny[..], &[&folder.at("file/inside")]].concat());
    assert!(sentence.contains("inside"), "{sentence}");
    // A disk that is full, for the last file that is written.
    #[cfg(target_os = "linux")]
    {
        fs::create_dir_all(folder.at("full")).unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.at("full/report.html")).unwrap();
        let sentence = refused(&[&tiny[..], &[&folder.at("full")]].concat());
        assert!(sentence.contains("report.html") && sentence.contains("space"), "{sentence}");
    }
}
