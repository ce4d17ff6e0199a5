//! The program from outside: its input, its output, and how it ends.

use std::io::Write;
use std::process::{Command, Stdio};

const MESHES: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/meshes/bunny.obj"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/meshes/teapot.obj"),
];

/// How it ends with this input, and all that it says.
fn gjk(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut run = Command::new(env!("CARGO_BIN_EXE_gjk"));
    let mut child =
        run.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may have ended before it has read what there is.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Returns whether some line has all of these words, in this order.
#[track_caller]
fn shows(said: &str, words: &[&str]) {
    let has =
        |line: &str| words.iter().try_fold(line, |rest, word| rest.split_once(word).map(|(_, rest)| rest)).is_some();
    assert!(said.lines().any(has), "no line has {words:?}:\n{said}");
}

#[test]
fn questions_line_by_line() {
    let questions = r#"{"id":"apart","dim":2,"query":"distance","a":{"type":"ball","radius":2},"b":{"type":"point","at":[3,4]}}
{"id":"touching","dim":3,"query":"intersect","a":{"type":"cuboid","half_extents":[1,1,1]},"b":{"type":"point","at":[1,1,1]}}
{"id":"f32","dim":4,"query":"distance","scalar":"f32","a":{"type":"point","at":[0,0,0,0]},"b":{"type":"point","at":[1,1,1,1]}}
{"id":"five","dim":5,"query":"distance","a":{"type":"point","at":[0,0,0,0,0]},"b":{"type":"point","at":[1,1,1,1,0]}}
this is no JSON
{"id":"negative","dim":2,"query":"distance","a":{"type":"ball","radius":-1},"b":{"type":"point","at":[3,4]}}
{"id":"short","dim":2,"query":"distance","a":{"type":"ball","radius":1},"b":{"type":"point","at":[3]}}
"#;
    let (status, said) = gjk(&["batch"], questions);
    assert_eq!(status, Some(1), "{said}");
    shows(&said, &[r#"{"id":"apart","intersects":false,"#, r#""distance":3.0,"points":[[1.2,1.6],[3.0,4.0]]"#]);
    shows(&said, &[r#"{"id":"touching","intersects":true,"#]);
    shows(&said, &[r#"{"id":"f32","intersects":false,"#, r#""distance":2.0,"#]);
    if cfg!(feature = "dimensions") {
        shows(&said, &[r#"{"id":"five","intersects":false,"#, r#""distance":2.0,"#]);
    } else {
        shows(&said, &[r#"{"id":"five","error":""#, "dim", "--features dimensions", r#""line":4}"#]);
    }
    shows(&said, &[r#""error":""#, "JSON", r#""line":5}"#]);
    shows(&said, &[r#"{"id":"negative","error":""#, "radius", r#""line":6}"#]);
    shows(&said, &[r#"{"id":"short","error":""#, "b.at", r#""line":7}"#]);

    let line = r#"{"dim":1,"query":"distance","a":{"type":"ball","radius":2},"b":{"type":"point","at":[5]}}"#;
    let (status, said) = gjk(&["batch"], line);
    assert_eq!(status, Some(0), "{said}");
    shows(&said, &[r#""distance":3.0"#]);
}

#[test]
fn what_it_cannot_do() {
    assert_eq!(gjk(&["batch", "--scalar", "f16"], "").0, Some(2));
    let cone = r#"{"dim":3,"query":"distance","a":{"type":"cone","radius":1,"half_height":1},"b":{"type":"point","at":[3,0,0]}}"#;
    for (arguments, input, words) in [
        (vec!["batch", "no-such-file.jsonl"], "", vec!["no-such-file.jsonl"]),
        (vec!["pair", MESHES[0], "no-such-mesh.stl"], "", vec!["no-such-mesh.stl"]),
        (vec!["trace", "--scalar", "exact"], cone, vec!["a.type", "cone", "exact"]),
        (vec!["trace", "no-such-file.json"], "", vec!["no-such-file.json"]),
    ] {
        let (status, said) = gjk(&arguments, input);
        assert_eq!(status, Some(2), "{arguments:?}: {said}");
        shows(&said, &words);
    }
}

#[test]
fn meshes_and_traces() {
    let far = ["--translate", "0,0,100"];
    let overlap =
        r#"{"dim":2,"query":"contact","a":{"type":"ball","radius":2},"b":{"type":"cuboid","half_extents":[1,1]}}"#;
    let beside = r#"{"dim":2,"query":"distance","a":{"type":"points","points":[[0,0],[3,1],[0,1]]},"b":{"type":"point","at":[0.9,0.3]}}"#;
    for (arguments, input, words) in [
        (
            [&["pair"][..], &MESHES, &far, &["--scalar", "f32", "--json"]].concat(),
            "",
            &[r#""intersects":false,"#, r#""distance":"#][..],
        ),
        (vec!["trace"], overlap, &["intersecting, depth 3"]),
        (
            [&["trace"][..], &MESHES, &far, &["--query", "distance", "--json"]].concat(),
            "",
            &[r#""dimension":3,"steps":["#, r#""verdict":"apart""#],
        ),
        (vec!["trace", "--scalar", "exact"], beside, &["apart, distance 0.00000000000000001755"]),
        (vec!["trace"], beside, &["intersecting"]),
        (
            [&["trace"][..], &MESHES, &far, &["--query", "intersect", "--scalar", "exact", "--json"]].concat(),
            "",
            &[r#"{"scalar":"exact","dimension":3,"steps":["#, r#""verdict":"apart""#],
        ),
    ] {
        let (status, said) = gjk(&arguments, input);
        assert_eq!(status, Some(0), "{arguments:?}: {said}");
        shows(&said, words);
    }
}
