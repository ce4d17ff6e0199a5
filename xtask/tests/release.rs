//! The examples, the program as it is compiled for release, and the package. `cargo xtask ci examples program package` compiles
//! them first.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

fn cargo(arguments: &str) -> String {
    let output = Command::new(env!("CARGO")).args(arguments.split_whitespace()).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The names of the examples in a folder.
fn examples(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let names = entries.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    names
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let most = if name == "one_page" { 150 } else { 120 };
            assert!(fs::read_to_string(&path).unwrap().lines().count() < most, "{name} is too long");
            name
        })
        .collect()
}

/// All are short, quick, and say little; `examples/README.md` lists them with their commands. README shows what the tour prints, except for the times.
#[test]
#[ignore = "runs what cargo xtask ci examples compiles"]
fn examples_are_right() {
    let folder = target().join("debug/examples");
    let pages = read("examples/README.md");
    let (here, of_scene) =
        pages.split_once("And these with `cargo run --release -p gjk-scene --example NAME`").unwrap();
    assert!(here.contains("`cargo run --release --example NAME`"));
    let listed = [(examples("examples"), here), (examples("crates/gjk-scene/examples"), of_scene)];
    let all: Vec<_> = listed.iter().flat_map(|(names, list)| names.iter().map(move |name| (name, list))).collect();
    assert!(all.len() >= 9, "{all:?}");
    for (name, list) in all {
        assert!(list.contains(&format!("[{name}](")), "examples/README.md does not list {name} where its command is");
        let start = Instant::now();
        let output = Command::new(folder.join(name)).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(start.elapsed() < Duration::from_secs(12), "{name} takes too long");
        assert!(printed.lines().count() <= if name == "tour" { 60 } else { 40 }, "{name} says too much:\n{printed}");
        if name == "tour" {
            the_tour_prints_what_readme_shows(&printed);
        }
    }
}

fn the_tour_prints_what_readme_shows(printed: &str) {
    assert!(printed.lines().all(|line| line.chars().count() <= 100), "the tour is too wide");
    // The published steps, both precisions apart beside each other and as deep in each other, and what f64 can't tell.
    for words in [
        "(1, -1) (9, 9) (5, 7) (4, 2) (4, 2)",
        "(-1, 1) (4, 11) (10, 2) (-6, 9)",
        "(4, 5) (12, 7) (-8, -2)",
        "(4, 5) (5, 7) (-1, -2)",
        "triangle holds the origin",
        "beside it, f32: separation 1.63326",
        "beside it, f64: separation 1.633266304976",
        "inside it, f32: separation -3.36898",
        "inside it, f64: separation -3.36898368565",
        "intersects says true: f64 can't tell. certified::intersects says false",
    ] {
        let has = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ").contains(words);
        assert!(printed.lines().any(has), "the tour does not print: {words}\n{printed}");
    }
    let readme = read("README.md");
    let shown = readme.split("--example tour\n").nth(1).unwrap().split("$ cargo test").next().unwrap();
    let lines: Vec<_> = shown.lines().collect();
    assert!(lines.len() >= 2, "{lines:?}");
    for line in lines {
        // Without the time at its end.
        let line = line.strip_suffix(" µs").and_then(|line| line.rsplit_once(", ")).map_or(line, |(before, _)| before);
        assert!(printed.contains(line), "README shows what the tour does not print: {line}");
    }
}

/// Without its symbols the program has at most 5.5 million bytes. It says how questions in five dimensions can be asked.
#[test]
#[ignore = "measures what cargo xtask ci program compiles"]
fn the_program_is_small() {
    let (program, copy) = (target().join("release/gjk"), target().join("stripped"));
    assert!(Command::new("strip").arg("-o").arg(&copy).arg(&program).status().unwrap().success());
    let size = fs::metadata(copy).unwrap().len();
    println!("The program has {size} bytes without symbols.");
    assert!(size <= 5_500_000, "{size}");

    let question = target().join("five.jsonl");
    let line =
        r#"{"dim":5,"query":"distance","a":{"type":"point","at":[0,0,0,0,0]},"b":{"type":"point","at":[1,1,1,1,0]}}"#;
    fs::write(&question, line).unwrap();
    let output = Command::new(program).arg("batch").arg(question).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("--features dimensions"), "{said}");
}

#[test]
#[ignore = "makes a package: cargo xtask ci package"]
fn the_package_has_what_it_should() {
    let files = cargo("package --locked --package gjk --list --allow-dirty");
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/architecture.md", "src/lib.rs"] {
        assert!(files.lines().any(|line| line == file), "{file} is missing");
    }
    cargo("package --quiet --locked --package gjk --no-verify --allow-dirty");
    let crates = fs::read_dir(target().join("package")).unwrap().map(|entry| entry.unwrap());
    let newest = crates.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "crate"));
    let size = newest.map(|entry| entry.metadata().unwrap().len()).max().unwrap();
    println!("The package has {size} bytes.");
    assert!(size < 1_000_000, "{size}");
}
