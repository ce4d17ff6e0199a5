//! Hostile input. Each input is answered, or refused with a sentence, within two seconds of processor time, and in less memory than 200 MB
//! plus eight times the longest line. The line after it is answered, too.
//!
//! Making the inputs takes minutes. `LIMITS_MB` is the length of the longest line in MB. Figures come from `/proc`, so this test runs on
//! Linux only. This command prints the table:
//!
//! `cargo test --release -p gjk-cli --features dimensions --test limits -- --ignored --nocapture`
#![cfg(target_os = "linux")]

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const MB: usize = 1_000_000;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gjk"))
}

/// What a program took.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    wall: Duration,
    processor: Duration,
    /// The most memory at once, in bytes.
    memory: usize,
}

/// What the system says a process has taken so far; nothing where it is over.
fn taken(child: &Child, start: Instant) -> Option<Taken> {
    let file = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id())).ok();
    let (status, stat) = (file("status")?, file("stat")?);
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let memory = 1024 * kilobytes.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?;
    // After the name, in parentheses, come the 3rd field and on; the 14th and 15th are the times, in hundredths of a second.
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    let hundredths: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Taken { wall: start.elapsed(), processor: Duration::from_millis(10 * hundredths), memory })
}

/// The rows, and what was too much.
struct Table {
    text: String,
    failures: Vec<String>,
}

impl Table {
    fn new() -> Self {
        let text = format!("{:<58} {:>8} {:>9} {:>7}  {}\n", "input", "wall/s", "proc./s", "MB", "answer");
        Self { text, failures: Vec::new() }
    }

    fn row(&mut self, name: &str, longest: usize, allowed: f64, taken: Taken, said: &str) {
        let (wall, processor) = (taken.wall.as_secs_f64(), taken.processor.as_secs_f64());
        let said = said.chars().take(100).collect::<String>();
        let megabytes = taken.memory / MB;
        writeln!(self.text, "{name:<58} {wall:>8.2} {processor:>9.2} {megabytes:>7}  {said}").unwrap();
        // Debug assertions take their time.
        let allowed = if cfg!(debug_assertions) { 2.0 * allowed } else { allowed };
        if processor > allowed {
            self.failures.push(format!("{name}: {processor} s"));
        }
        if taken.memory > 200 * MB + 8 * longest {
            self.failures.push(format!("{name}: {megabytes} MB"));
        }
    }

    fn refuse(&mut self, name: &str, said: &str, why: &str) {
        self.failures.push(format!("{name}: {why}: {said}"));
    }

    fn end(self) {
        println!("{}", self.text);
        assert!(self.failures.is_empty(), "{}\n{:#?}", self.text, self.failures);
    }

    /// Asks `gjk batch`; each line must get what `expected` is in, and a good line after it its answer. The program's memory
    /// is looked at while it waits for more.
    fn batch(&mut self, name: &str, arguments: &[&str], line: &[u8], expected: &str) {
        self.batch_within(name, arguments, line, expected, 2.0);
    }

    fn batch_within(&mut self, name: &str, arguments: &[&str], line: &[u8], expected: &str, seconds: f64) {
        let start = Instant::now();
        let mut child =
            program().arg("batch").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let after =
            br#"{"id":"after","dim":1,"query":"distance","a":{"type":"point","at":[1]},"b":{"type":"point","at":[3]}}"#;
        let mut answers = [String::new(), String::new()];
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for part in [line, b"\n", after, b"\n"] {
                    // A program that is gone is found out by its answers.
                    _ = input.write_all(part);
                }
                _ = input.flush();
            });
            for answer in &mut answers {
                _ = output.read_line(answer);
            }
            _ = writer.join();
        });
        let taken = taken(&child, start).unwrap_or_default();
        drop(input);
        let status = child.wait().unwrap();
        let [answer, after] = answers;
        if taken.memory == 0 || status.code().is_none() {
            self.refuse(name, &answer, "ended early");
        }
        self.row(name, line.len(), seconds, taken, &answer);
        if !answer.contains(expected) {
            self.refuse(name, &answer.chars().take(300).collect::<String>(), &format!("not {expected}"));
        }
        if !after.contains(r#""distance":2.0"#) {
            self.refuse(name, &after, "nothing after it");
        }
    }

    /// Runs the program to its end. Memory and processor time are looked at meanwhile, again and again.
    fn run(&mut self, name: &str, arguments: &[&str], input: &[u8], expected: &str) {
        let start = Instant::now();
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout, mut stderr) =
            (child.stdin.take().unwrap(), child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (mut last, mut said, mut complaint) = (Taken::default(), Vec::new(), Vec::new());
        let status = thread::scope(|scope| {
            scope.spawn(move || _ = stdin.write_all(input));
            scope.spawn(|| stdout.read_to_end(&mut said));
            scope.spawn(|| stderr.read_to_end(&mut complaint));
            loop {
                if let Some(now) = taken(&child, start) {
                    last = now;
                }
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                if start.elapsed() > Duration::from_secs(60) {
                    child.kill().unwrap();
                }
                thread::sleep(Duration::from_millis(2));
            }
        });
        last.wall = start.elapsed();
        said.append(&mut complaint);
        let said = String::from_utf8_lossy(&said).trim().replace('\n', " ");
        self.row(name, input.len(), 2.0, last, &said);
        if status.code().is_none_or(|code| code > 2) {
            self.refuse(name, &said, "did not end well");
        }
        if !said.contains(expected) {
            self.refuse(name, &said.chars().take(300).collect::<String>(), &format!("not {expected}"));
        }
    }
}

fn bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

/// A question about two shapes.
fn about(dim: usize, query: &str, scalar: &str, a: &Value, b: &Value) -> Vec<u8> {
    bytes(&json!({"id": "hostile", "dim": dim, "query": query, "scalar": scalar, "a": a, "b": b}))
}

fn point(dim: usize, x: f64) -> Value {
    json!({"type": "point", "at": vec![x; dim]})
}

/// Numbers from 0 to 1.
struct Numbers(u64);

impl Iterator for Numbers {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        // D. E. Knuth, The Art of Computer Programming, volume 2, 3.3.4.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(f64::from(u32::try_from(self.0 >> 32).unwrap()) / f64::from(u32::MAX))
    }
}

/// A rotation made of turns in every plane of two axes.
fn rotation(dim: usize, numbers: &mut Numbers) -> Value {
    let mut rows: Vec<Vec<f64>> = (0..dim).map(|r| (0..dim).map(|k| f64::from(u8::from(r == k))).collect()).collect();
    for i in 0..dim {
        for k in 0..i {
            let (sin, cos) = (6.0 * numbers.next().unwrap()).sin_cos();
            for row in &mut rows {
                (row[i], row[k]) = (cos * row[i] - sin * row[k], sin * row[i] + cos * row[k]);
            }
        }
    }
    json!(rows)
}

fn quaternion(numbers: &mut Numbers) -> Value {
    let q: Vec<f64> = numbers.take(4).map(|x| x - 0.5).collect();
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    json!(q.iter().map(|x| x / length).collect::<Vec<_>>())
}

fn cloud(dim: usize, points: usize, numbers: &mut Numbers) -> Value {
    let points: Vec<Vec<f64>> = (0..points).map(|_| numbers.take(dim).collect()).collect();
    json!({"type": "points", "points": points})
}

fn nested(depth: usize, open: &str, inmost: &str, close: &str) -> String {
    open.repeat(depth) + inmost + &close.repeat(depth)
}

#[test]
#[ignore = "takes minutes: cargo xtask ci limits"]
fn many_and_deep_shapes() {
    let mut table = Table::new();
    let many = |kind: &str, part: &Value| json!({"type": kind, "shapes": vec![part; 100_000]});
    for scalar in ["f32", "f64", "exact"] {
        let of_points = many("sum", &point(2, 0.0));
        table.batch(
            &format!("sum of 100,000 points, {scalar}"),
            &[],
            &about(2, "intersect", scalar, &of_points, &point(2, 0.0)),
            r#""intersects":"#,
        );
    }
    for query in ["intersect", "distance", "contact"] {
        for (kind, part) in [
            ("sum", json!({"type": "ball", "radius": 1.1e-16})),
            ("sum", json!({"type": "segment", "a": [0, 0, 1], "b": [1, 1, 0]})),
            ("hull", json!({"type": "ball", "radius": 1})),
            ("hull", json!({"type": "ellipsoid", "radii": [1, 2, 3]})),
            ("sum", json!({"type": "cylinder", "radius": 1, "half_height": 2})),
        ] {
            let b = json!({"type": "cone", "radius": 1, "half_height": 2, "pose": {"translation": [1.5, 0.25, 0.5]}});
            let name = format!("{query}, {kind} of 100,000 {}s", part["type"].as_str().unwrap());
            table.batch(&name, &[], &about(3, query, "f64", &many(kind, &part), &b), r#""id":"hostile""#);
        }
    }
    let open = r#"{"type":"sum","shapes":["#;
    for (kind, open) in [("sums", open), ("hulls", r#"{"type":"hull","shapes":["#)] {
        for depth in [49, 60, 1000, 100_000] {
            let a = nested(depth, open, r#"{"type":"point","at":[1]}"#, "]}");
            let line =
                format!(r#"{{"id":"hostile","dim":1,"query":"intersect","a":{a},"b":{{"type":"point","at":[0]}}}}"#);
            table.batch(&format!("{kind} nested {depth} deep"), &[], line.as_bytes(), "--max-depth");
        }
    }
    for (name, line) in [("lists", "[".repeat(MB)), ("objects", r#"{"a":"#.repeat(MB))] {
        table.batch(&format!("{name} nested a million deep"), &[], line.as_bytes(), "--max-depth");
    }
    // As deep as it may be: each level turned, swollen, and beside two thousand others.
    let mut numbers = Numbers(7);
    for (query, scalar) in [("intersect", "f32"), ("contact", "f64"), ("distance", "exact"), ("contact", "exact")] {
        for (dim, jobs) in [(8, "1"), (2, "2")] {
            let pose = json!({"rotation": rotation(dim, &mut numbers)});
            let mut a = point(dim, 1.0);
            for _ in 0..60 {
                let mut shapes = vec![point(dim, 0.0); 200];
                shapes.push(a);
                a = json!({"type": "sum", "shapes": shapes, "pose": pose, "margin": 0.5});
            }
            let line = about(dim, query, scalar, &a, &point(dim, 0.5));
            let name = format!("{query} of sums 60 deep, posed, {dim}D, {scalar}, --jobs {jobs}");
            table.batch(&name, &["--max-depth", "60", "--jobs", jobs], &line, r#""id":"hostile""#);
        }
    }
    table.end();
}

#[test]
#[ignore = "takes minutes: cargo xtask ci limits"]
fn lines_of_every_kind() {
    let mut table = Table::new();
    let megabytes = std::env::var("LIMITS_MB").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let long = megabytes * MB;
    let seconds = 20.0 * f64::from(u32::try_from(megabytes.max(40)).unwrap()) / 100.0;
    let wide = ["--max-bytes", "1000000000"];

    let keys = |count: usize, key: &dyn Fn(usize) -> String| {
        let keys: Vec<String> = (0..count).map(|k| format!("\"{}\":null", key(k))).collect();
        format!(r#"{{"id":"hostile",{}}}"#, keys.join(","))
    };
    table.batch("100,000 keys", &[], keys(100_000, &|k| format!("k{k}")).as_bytes(), "`query` is missing");
    for (name, key) in [("unknown ones", None), ("the same one", Some("until")), ("`radius`", Some("radius"))] {
        let more = keys(100_000, &|k| key.map_or_else(|| format!("k{k}"), String::from));
        let question = r#""dim":1,"query":"intersect","b":{"type":"point","at":[0]}"#;
        let line = more.replacen('{', &format!("{{{question},"), 1);
        table.batch(&format!("100,000 keys more: {name}"), &[], line.as_bytes(), r#""error":"#);
        let line = format!(r#"{{{question},"a":{}}}"#, more.replacen('{', r#"{"type":"point","#, 1));
        table.batch(&format!("100,000 keys more in a shape: {name}"), &[], line.as_bytes(), r#""error":"#);
    }
    let key = format!(r#"{{"id":"hostile","{}":1}}"#, "\\u0000".repeat(2 * MB));
    table.batch("a key of 12 MB", &[], key.as_bytes(), r#""error":"#);
    let id = format!(r#"{{"id":"{}","dim":1}}"#, "x".repeat(12 * MB));
    table.batch("an id of 12 MB", &[], id.as_bytes(), r#""error":"#);
    for (name, number) in [
        ("1", "1".repeat(12 * MB)),
        ("0.", format!("0.{}1", "0".repeat(12 * MB))),
        ("1e", format!("1e{}", "9".repeat(12 * MB))),
        ("9007199254740993.", format!("9007199254740993.{}1", "0".repeat(12 * MB))),
    ] {
        let line = format!(
            r#"{{"id":"hostile","dim":1,"query":"intersect","a":{{"type":"point","at":[{number}]}},"b":{{"type":"point","at":[0]}}}}"#
        );
        table.batch(&format!("a number of 12 MB: {name}…"), &[], line.as_bytes(), r#""id":"hostile""#);
    }

    let after_id = |rest: String| format!(r#"{{"id":"hostile","dim":2,"a":{rest}"#).into_bytes();
    for (name, part) in [
        ("[],", "[],"),
        ("[0],", "[0],"),
        ("0,", "0,"),
        ("{},", "{},"),
        ("{\"a\":0},", "{\"a\":0},"),
        ("\"\",", "\"\","),
    ] {
        let values = after_id(format!("[{}0]}}", part.repeat(30 * MB / part.len())));
        table.batch(&format!("30 MB of {name}"), &[], &values, "--max-values");
        let values = after_id(format!("[{}0]}}", part.repeat(330_000)));
        table.batch(&format!("330,000 times {name}"), &[], &values, r#""id":"hostile""#);
    }
    for (name, text) in
        [("digits", "7"), ("[", "["), ("spaces", " "), ("points", "[0.25,0.75],"), ("NUL", "\0"), ("\\", "\\")]
    {
        let line = after_id(text.repeat(long / text.len()));
        let name = format!("a line of {megabytes} MB: {name}");
        table.batch_within(&name, &[], &line, "--max-bytes", seconds);
        table.batch_within(&format!("{name}, {}", wide.join(" ")), &wide, &line, r#""error":"#, seconds);
    }
    let points = vec![[0.25, 0.75]; 330_000];
    let (a, b) = (json!({"type": "points", "points": points}), point(2, 0.5));
    for (scalar, expected) in [("f32", r#""distance":"#), ("f64", r#""distance":"#), ("exact", "--max-effort")] {
        table.batch(&format!("330,000 points, {scalar}"), &[], &about(2, "distance", scalar, &a, &b), expected);
        table.batch(
            &format!("330,000 points, {scalar}, --jobs 4"),
            &["--jobs", "4"],
            &about(2, "distance", scalar, &a, &b),
            expected,
        );
    }

    let marked = [b"\xef\xbb\xbf", &about(1, "intersect", "f64", &point(1, 0.0), &point(1, 0.0))[..]].concat();
    table.batch("a byte-order mark", &[], &marked, r#""intersects":true"#);
    table.batch("a byte-order mark of UTF-16", &[], b"\xff\xfe{\0}\0", "not UTF-8");
    table.run("--jobs 20000", &["batch", "--jobs", "20000"], b"", "20000");
    table.run(
        "--jobs 256",
        &["batch", "--jobs", "256"],
        &[&marked[..], b"\n"].concat().repeat(1000),
        r#""intersects":true"#,
    );
    table.end();
}

#[test]
#[ignore = "takes minutes: cargo xtask ci limits"]
fn effort_has_a_limit() {
    let mut table = Table::new();
    let mut numbers = Numbers(1);
    for dim in 4..=8 {
        let cube = json!({"type": "cuboid", "half_extents": vec![1; dim]});
        let turned = json!({"type": "cuboid", "half_extents": vec![1; dim], "pose":
            {"rotation": rotation(dim, &mut numbers), "translation": vec![0.25; dim]}});
        let moved = json!({"type": "cuboid", "half_extents": vec![1; dim], "pose": {"translation": vec![0.5; dim]}});
        let round = json!({"type": "ellipsoid", "radii": vec![1; dim]});
        let (some, more) = (cloud(dim, 100, &mut numbers), cloud(dim, 1000, &mut numbers));
        for (name, a, b) in [
            ("cuboids", &cube, &moved),
            ("cuboids, turned", &cube, &turned),
            ("a cuboid with itself", &cube, &cube),
            ("ellipsoids", &round, &round),
            ("clouds of 100 points", &some, &some),
            ("clouds of 1000 points", &more, &some),
        ] {
            for scalar in ["f32", "f64", "exact"] {
                if scalar == "f32" && dim < 8 {
                    continue;
                }
                let line = about(dim, "contact", scalar, a, b);
                table.batch(&format!("contact in {dim}D, {name}, {scalar}"), &[], &line, r#""id":"hostile""#);
            }
            let line = about(dim, "contact", "f64", a, b);
            table.batch(&format!("contact in {dim}D, {name}, --plain"), &["--plain"], &line, r#""certified":false"#);
        }
    }
    let turned = |count: usize, numbers: &mut Numbers| {
        let point = |_| json!({"type": "point", "at": [1, 0.5, 0.25], "pose": {"rotation": quaternion(numbers)}});
        json!({"type": "hull", "shapes": (0..count).map(point).collect::<Vec<_>>()})
    };
    for count in [20, 100, 400, 4000] {
        let (a, b) = (turned(count, &mut numbers), turned(count, &mut numbers));
        for (query, scalar) in [("distance", "exact"), ("contact", "exact"), ("intersect", "exact"), ("contact", "f64")]
        {
            let line = about(3, query, scalar, &a, &b);
            table.batch(&format!("{query}, 2 × {count} quaternions, {scalar}"), &[], &line, r#""id":"hostile""#);
        }
        // They touch, so that rounding can't tell.
        let line = about(3, "intersect", "f64", &a, &a["shapes"][0].clone());
        table.batch(&format!("touching, {count} quaternions, f64"), &[], &line, r#""id":"hostile""#);
    }
    for dim in [2, 3, 8] {
        let far = |x: f64, y: f64| {
            (0..200).map(|k| (0..dim).map(|j| if j == k % dim { x } else { y }).collect()).collect::<Vec<Vec<_>>>()
        };
        let (a, b) = (far(1e300, 1e-300), far(-1e-300, 1e-200));
        let [a, b] = [a, b].map(|points| json!({"type": "points", "points": points}));
        for query in ["distance", "contact"] {
            let line = about(dim, query, "exact", &a, &b);
            table.batch(&format!("{query} in {dim}D, 1e300 and 1e-300, exact"), &[], &line, r#""id":"hostile""#);
        }
    }
    for (query, scalar) in [("distance", "f64"), ("contact", "f64"), ("contact", "exact")] {
        for (dim, count) in [(2, 100_000), (3, 100_000), (8, 50_000)] {
            let (a, b) = (cloud(dim, count, &mut numbers), cloud(dim, count, &mut numbers));
            let line = about(dim, query, scalar, &a, &b);
            table.batch(&format!("{query} in {dim}D, 2 × {count} points, {scalar}"), &[], &line, r#""id":"hostile""#);
        }
    }
    table.end();
}

/// A file of its own for each.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
#[ignore = "takes minutes: cargo xtask ci limits"]
fn meshes_and_traces() {
    let mut table = Table::new();
    let header = |format: &str, rest: &str| format!("ply\nformat {format} 1.0\n{rest}end_header\n");
    let xyz = "property float x\nproperty float y\nproperty float z\n";
    let mut binary_stl = [0; 84];
    binary_stl[80..].fill(0xff);
    let mut elements = String::new();
    (0..20_000).for_each(|k| write!(elements, "element e{k} 0\n{xyz}").unwrap());
    let list =
        [header("binary_little_endian", "element vertex 1\nproperty list uint double x\n").as_bytes(), &[0xff; 64]]
            .concat();
    for (name, content) in [
        ("no-properties.ply", header("binary_little_endian", "element vertex 4000000000\n").into_bytes()),
        (
            "empty-elements.ply",
            header("binary_little_endian", &format!("element vertex 1\n{xyz}element extra 18446744073709551615\n"))
                .into_bytes(),
        ),
        ("no-properties-ascii.ply", header("ascii", "element vertex 4000000000\n").into_bytes()),
        ("beyond.ply", header("binary_big_endian", &format!("element vertex 4000000000\n{xyz}")).into_bytes()),
        ("beyond-ascii.ply", header("ascii", &format!("element vertex 4000000000\n{xyz}")).into_bytes()),
        ("too-many.ply", header("ascii", &format!("element vertex 99999999999999999999999\n{xyz}")).into_bytes()),
        ("list.ply", list),
        ("long-header.ply", header("ascii", &"comment none\n".repeat(200_000)).into_bytes()),
        ("many-elements.ply", header("ascii", &elements).into_bytes()),
        ("beyond.stl", binary_stl.to_vec()),
        ("beyond.obj", b"v 0 0 0\nf 1 2 4000000000\n".to_vec()),
        ("many-corners.obj", format!("v 0 0 0\nf{}\n", " 1".repeat(1_000_000)).into_bytes()),
    ] {
        let path = file(name, &content);
        let path = path.to_str().unwrap();
        table.run(&format!("pair, {name}"), &["pair", path, path], b"", name);
        let expected = if name == "many-corners.obj" { "intersecting" } else { name };
        table.run(&format!("trace, {name}"), &["trace", path, path], b"", expected);
    }

    let mut numbers = Numbers(3);
    let many = json!({"type": "sum", "shapes": vec![point(2, 0.0); 100_000]});
    let quaternions = |_| json!({"type": "point", "at": [1, 0, 0], "pose": {"rotation": quaternion(&mut numbers)}});
    let quaternions = json!({"type": "hull", "shapes": (0..400).map(quaternions).collect::<Vec<_>>()});
    let cube = json!({"type": "cuboid", "half_extents": vec![1; 8]});
    let turned = json!({"type": "cuboid", "half_extents": vec![1; 8],
        "pose": {"rotation": rotation(8, &mut Numbers(5))}});
    let deep = nested(100_000, r#"{"type":"sum","shapes":["#, "", "");
    let marked = [b"\xef\xbb\xbf", &about(1, "intersect", "f64", &point(1, 0.0), &point(1, 0.0))[..]].concat();
    for (name, line, expected) in [
        ("sum of 100,000 points", about(2, "contact", "f64", &many, &point(2, 0.0)), "--max-effort"),
        ("400 quaternions, exact", about(3, "contact", "exact", &quaternions, &point(3, 0.0)), "--max-effort"),
        ("400 quaternions", about(3, "contact", "f64", &quaternions, &point(3, 0.0)), "intersect"),
        ("cuboids", about(8, "contact", "f64", &cube, &turned), ""),
        ("cuboids, exact", about(8, "contact", "exact", &cube, &turned), "too many steps"),
        ("sums nested 100,000 deep", deep.into_bytes(), "--max-depth"),
        ("a line of 40 MB", b"[0],".repeat(10 * MB), "--max-bytes"),
        ("a million keys", format!("{{{}}}", "\"a\":0,".repeat(MB)).into_bytes(), "--max-values"),
        ("a byte-order mark", marked, "intersect"),
    ] {
        table.run(&format!("trace, {name}"), &["trace"], &line, expected);
        table.run(&format!("trace --json, {name}"), &["trace", "--json"], &line, expected);
    }
    table.end();
}
