//! `gjk precision`: a small study against kept numbers, planted errors, and parts put together.
#![cfg(feature = "precision")]

use std::fs;
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
const FILES: [&str; 6] = ["cells.jsonl", "rows.csv", "schema.md", "worst.jsonl", "report.md", "report.html"];

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
    for (line, (found, kept)) in found.lines().zip(fs::read_to_string(&kept).unwrap().lines()).enumerate() {
        assert_eq!(found, kept, "line {} of the report (KEEP=1 keeps a new one)", line + 1);
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
    let schema = folder.text("schema.md");
    assert!(head.iter().all(|name| schema.contains(&format!("`{name}`"))));
    // The worst pairs are questions.
    let answers = Command::new(env!("CARGO_BIN_EXE_gjk")).arg("batch").arg(folder.at("worst.jsonl")).output().unwrap();
    assert_eq!(answers.status.code(), Some(0), "{}", String::from_utf8_lossy(&answers.stdout));
    assert!(answers.stdout.split(|byte| *byte == b'\n').count() > 51);
}

/// Half of the pairs of each sweep overlap, but for a chance, and where the gap is what is varied those of half of the levels.
#[test]
fn about_half_of_the_pairs_of_each_sweep_overlap() {
    let folder = Folder::new("halves");
    let study = ["--dims", "2,3", "--scalars", "f32,f64", "--cases", "ours", "--samples", "300", "--sweep"];
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
            assert!(apart + meeting >= if sweep == "dimension" { 70.0 } else { 300.0 });
            // What moving has cost is measured where shapes are moved.
            assert_eq!(sum(moved) > 0.0, matches!(sweep, "offset" | "posed"), "{sweep}");
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
    assert!(folder.text("whole/times.csv").contains("gap,2D,f32,ours,60,"));

    let sentence = refused(&["merge", parts[0], parts[2], "--out", &folder.at("other")]);
    assert!(sentence.contains("missing: 1/3"), "{sentence}");
    let sentence = refused(&["merge", parts[0], parts[0], parts[1], "--out", &folder.at("other")]);
    assert!(sentence.contains("the same part, 2"), "{sentence}");
    let sentence = refused(&["merge", parts[0], &folder.at("whole"), "--out", &folder.at("other")]);
    assert!(sentence.contains("different studies"), "{sentence}");
    let sentence = refused(&["merge", &folder.at("nowhere"), "--out", &folder.at("other")]);
    assert!(sentence.contains("nowhere"), "{sentence}");
}

#[test]
fn planted_errors_are_found_and_named() {
    let folder = Folder::new("planted");
    let study = ["--sweep", "shapes", "--samples", "180", "--dims", "3", "--scalars", "f64,faulty"];
    done(&[&study[..], &["--cases", "ours,wrong-sign", "--out", &folder.at("")]].concat());
    let report = folder.text("report.md");
    assert!(report.contains("WRONG BY FAR: f64, wrong-sign"), "{report}");
    assert!(!report.contains("WRONG BY FAR: f64, ours"), "{report}");
    assert!(report.contains("THE ARITHMETIC faulty IS WRONG"), "{report}");
    assert!(!report.contains("THE ARITHMETIC f64"), "{report}");
    assert!(!report.contains("WRONG WHERE NOTHING ROUNDS: f64 with ours"), "{report}");
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
    assert_eq!(faults.lines().count(), 3, "two faults and the report: {faults}");
    let rows = folder.text("out/questions.csv");
    let row =
        |start: &str| rows.lines().find(|row| row.starts_with(start)).unwrap_or_else(|| panic!("{start}: {rows}"));
    assert!(row("1,clear,f32,ours,exact,").contains("apart,apart"));
    assert!(row("2,narrow,f32,ours,exact,").contains("apart,intersecting"));
    assert!(row("2,narrow,f64,ours,exact,").contains("apart,apart"));
    assert!(row("5,curved,f64,ours,dd,").contains("apart,apart"));
    assert!(row("7,five,f64,ours,exact,").contains("apart,apart"));
    assert!(folder.text("out/report.md").contains("f32, ours: 1 of 4 verdicts change"));
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
    ] {
        let sentence = refused(&[arguments, &["--out", &out]].concat());
        assert!(sentence.contains(word), "{arguments:?}: {sentence}");
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
