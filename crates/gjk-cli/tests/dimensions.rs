//! A program that is built for five dimensions and more answers questions in them. Any other program says how to build it.

use std::io::Write;
use std::process::{Command, Stdio};

fn answer(command: &str, dim: usize) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_gjk"))
        .arg(command)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let [zeros, ones] = ["0", "1"].map(|x| vec![x; dim].join(","));
    let point = |at: &str| format!(r#"{{"type":"point","at":[{at}]}}"#);
    let line = format!(r#"{{"dim":{dim},"query":"distance","a":{},"b":{}}}"#, point(&zeros), point(&ones));
    program.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn up_to_four_are_always_there() {
    for dim in 1..=4 {
        assert!(answer("batch", dim).contains(r#""intersects":false"#), "{dim}");
        assert!(answer("trace", dim).contains("apart"), "{dim}");
    }
}

#[test]
fn five_to_eight_are_a_feature() {
    for dim in 5..=8 {
        for command in ["batch", "trace"] {
            let said = answer(command, dim);
            if cfg!(feature = "dimensions") {
                assert!(said.contains("apart") || said.contains(r#""intersects":false"#), "{said}");
            } else {
                assert!(said.contains("`dim` is ") && said.contains("`--features dimensions`"), "{said}");
            }
        }
    }
}
