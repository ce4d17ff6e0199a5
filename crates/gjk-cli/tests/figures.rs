//! Draws each figure of the guide again, and compares it with the kept figure. The table names the question and the step that a figure
//! shows.
//!
//! `KEEP=1 cargo test -p gjk-cli --test figures` draws them anew.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const OVERLAP: &str = r#"{"dim":2,"query":"intersect","a":{"type":"points","points":[[3,5],[5,7],[9,6]]},"b":{"type":"points","points":[[7,4],[12,4],[8,7]]}}"#;
const TOUCHING: &str = r#"{"dim":2,"query":"intersect","a":{"type":"cuboid","half_extents":[1.5,1],"pose":{"translation":[-1.5,0]}},"b":{"type":"cuboid","half_extents":[1,1],"pose":{"translation":[1,0.5]}}}"#;
const WORKED: &str = r#"{"dim":2,"query":"contact","a":{"type":"points","points":[[4,5],[4,11],[9,9]]},"b":{"type":"points","points":[[5,7],[12,7],[10,2]]}}"#;
const APART: &str = r#"{"dim":2,"query":"distance","a":{"type":"points","points":[[-4,-1],[-2,-2],[-1,0],[-2.5,2],[-4,1]]},"b":{"type":"points","points":[[1,-2],[3,-1],[3,2],[0.5,1]]}}"#;
const ONE_FACE: &str = r#"{"dim":3,"query":"intersect","a":{"type":"points","points":[[-1,2,3],[2,3,0],[2,1,-2],[-3,-1,0]]},"b":{"type":"point","at":[-0.5,2,2]}}"#;
const TWO_FACES: &str = r#"{"dim":3,"query":"intersect","a":{"type":"points","points":[[-3,1,0],[-2,3,-1],[3,-2,3],[2,1,-1],[-3,-3,3]]},"b":{"type":"point","at":[-1,0,-0.5]}}"#;
const NONE_INSIDE: &str = r#"{"dim":3,"query":"contact","a":{"type":"cuboid","half_extents":[1.2,0.8,1]},"b":{"type":"cuboid","half_extents":[0.8,0.8,0.8],"pose":{"translation":[1.5,0.9,0.3],"rotation":[0.9238795325112867,0.2209424,0.2209424,0.2209424]}}}"#;
const MARGINS: &str = r#"{"dim":2,"query":"distance","a":{"type":"capsule","a":[-3,-1],"b":[-1,2],"radius":0.8},"b":{"type":"ball","radius":1,"pose":{"translation":[2.5,0.5]}}}"#;
const CAST: &str = r#"{"dim":2,"query":"shapecast","velocity_b":[-3,-0.6],"a":{"type":"points","points":[[-4,-1],[-2,-2],[-1,0],[-2.5,2],[-4,1]]},"b":{"type":"points","points":[[2.5,-0.4],[4,0.4],[2.8,1.6]]}}"#;

/// Name, step, question, and the first directions.
const FIGURES: [(&str, u32, &str, &[&str]); 14] = [
    ("segment", 2, OVERLAP, &["1,0"]),
    ("triangle", 3, OVERLAP, &["1,0"]),
    ("inside", 4, OVERLAP, &["1,0"]),
    ("touching", 4, TOUCHING, &[]),
    ("expansion", 5, WORKED, &["1,-1", "-1,1"]),
    ("boundary", 6, WORKED, &["1,-1", "-1,1"]),
    ("separated", 1, APART, &[]),
    ("nearest", 4, APART, &[]),
    ("one-face", 4, ONE_FACE, &[]),
    ("two-faces", 4, TWO_FACES, &[]),
    ("triangle-in-space", 3, ONE_FACE, &[]),
    ("none-inside", 4, NONE_INSIDE, &[]),
    ("margins", 3, MARGINS, &[]),
    ("cast", 4, CAST, &[]),
];

fn draw(folder: &Path, (name, step, question, starts): &(&str, u32, &str, &[&str])) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_gjk"));
    run.arg("trace").args(starts.iter().flat_map(|start| ["--start", start]));
    run.args(["--svg", name, "--step", &step.to_string()]).current_dir(folder);
    let mut child = run.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success(), "{name}");
    fs::read_to_string(folder.join(format!("{name}-{step}.svg"))).unwrap()
}

#[test]
fn figures_are_drawn_today() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let guide: String = fs::read_dir(docs.join("guide"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for figure in &FIGURES {
        let file = docs.join(format!("figures/{}.svg", figure.0));
        let drawn = draw(&folder, figure);
        if env::var_os("KEEP").is_some() {
            fs::write(&file, &drawn).unwrap();
        }
        assert!(fs::read_to_string(&file).unwrap() == drawn, "stale: {}", file.display());
        assert!(guide.contains(&format!("figures/{}.svg", figure.0)), "not in the guide: {}", figure.0);
    }
    let files =
        fs::read_dir(docs.join("figures")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    // `worlds` draws one, and tests it.
    let names = FIGURES.iter().map(|(name, ..)| *name).chain(["large-worlds"]);
    assert_eq!(files.collect::<BTreeSet<_>>(), names.map(|name| format!("{name}.svg")).collect());
}
