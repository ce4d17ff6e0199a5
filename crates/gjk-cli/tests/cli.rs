//! The program's other faces: its help, and `gjk pair`.

use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn gjk(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gjk")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A tetrahedron with its corner at the origin, and one that points back at it, from (3, 0, 0).
const NEAR: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const FAR: [[f32; 3]; 4] = [[3.0, 0.0, 0.0], [5.0, 1.0, 0.0], [5.0, -1.0, 1.0], [5.0, 0.0, -1.0]];
const FACES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

/// Writes a tetrahedron in every format.
fn write_all(name: &str, vertices: &[[f32; 3]; 4]) -> Vec<PathBuf> {
    let mut obj = String::from("# a tetrahedron\nmtllib none.mtl\no tetrahedron\n");
    let mut ascii_stl = String::from("solid tetrahedron\n");
    let mut binary_stl = vec![0; 80];
    binary_stl.extend(4_u32.to_le_bytes());
    let header = |format: &str, number: &str| {
        format!(
            "ply\nformat {format} 1.0\ncomment a tetrahedron\nelement vertex 4\nproperty {number} x\nproperty {number} y\n\
             property {number} z\nproperty uchar red\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
        )
    };
    let mut ascii_ply = header("ascii", "double");
    let mut binary_ply = header("binary_little_endian", "float").into_bytes();
    for [x, y, z] in vertices {
        writeln!(obj, "v {x} {y} {z}").unwrap();
        writeln!(ascii_ply, "{x} {y} {z} 255").unwrap();
        binary_ply.extend([x, y, z].into_iter().flat_map(|x| x.to_le_bytes()));
        binary_ply.push(255);
    }
    for face in FACES {
        let [a, b, c] = face;
        writeln!(obj, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
        writeln!(ascii_ply, "3 {a} {b} {c}").unwrap();
        binary_ply.push(3);
        binary_stl.extend([0; 12]);
        ascii_stl.push_str("facet normal 0 0 0\nouter loop\n");
        for corner in face {
            binary_ply.extend(u32::try_from(corner).unwrap().to_le_bytes());
            binary_stl.extend(vertices[corner].into_iter().flat_map(f32::to_le_bytes));
            let [x, y, z] = vertices[corner];
            writeln!(ascii_stl, "vertex {x} {y} {z}").unwrap();
        }
        binary_stl.extend([0; 2]);
        ascii_stl.push_str("endloop\nendfacet\n");
    }
    ascii_stl.push_str("endsolid tetrahedron\n");
    [
        ("obj", obj.into_bytes()),
        ("ascii.stl", ascii_stl.into_bytes()),
        ("binary.STL", binary_stl),
        ("ascii.ply", ascii_ply.into_bytes()),
        ("binary.ply", binary_ply),
    ]
    .into_iter()
    .map(|(ending, contents)| {
        let file = folder().join(format!("{name}.{ending}"));
        std::fs::write(&file, contents).unwrap();
        file
    })
    .collect()
}

fn pair(a: &Path, b: &Path, more: &[&str]) -> Value {
    let arguments = [&["pair", path(a), path(b), "--json"], more].concat();
    serde_json::from_str(&text(&gjk(&arguments))).unwrap()
}

#[test]
fn without_a_command_there_is_help() {
    let help = text(&gjk(&[]));
    assert!(["pair", "trace", "batch"].iter().all(|command| help.contains(&format!("\n  {command} "))), "{help}");
}

#[test]
fn meshes_in_every_format() {
    let (near, far) = (write_all("near", &NEAR), write_all("far", &FAR));
    for a in &near {
        for b in &far {
            for scalar in ["f32", "f64"] {
                let found = pair(a, b, &["--scalar", scalar]);
                assert_eq!(found["a"]["file"], path(a));
                assert_eq!((&found["a"]["vertices"], &found["b"]["vertices"]), (&4.into(), &4.into()));
                assert_eq!(found["scalar"], scalar);
                assert_eq!(found["intersects"], false);
                assert_eq!(found["distance"], 2.0);
                assert_eq!(found["points"], serde_json::json!([[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]));
            }
        }
    }
}

#[test]
fn b_is_turned_then_moved() {
    let (near, far) = (write_all("turned-a", &NEAR), write_all("turned-b", &FAR));
    let (near, far) = (&near[0], &far[0]);
    let moved = pair(near, far, &["--translate", "-2.5,0,0"]);
    assert_eq!((&moved["intersects"], &moved["distance"]), (&true.into(), &0.0.into()));
    assert!(moved["depth"].as_f64().unwrap() >= 0.0 && moved["points"].is_array(), "{moved}");
    // Its tip from (3, 0, 0) to (0, 3, 0): a quarter turn about z, in three ways to say it.
    for turn in ["0,0,90", "1,0,0,1", "0,0,-270"] {
        for (translate, distance) in [("0,0,0", 2.0), ("0,1,0", 3.0)] {
            let found = pair(near, far, &["--rotate", turn, "--translate", translate]);
            assert!((found["distance"].as_f64().unwrap() - distance).abs() < 1e-14, "{turn}: {found}");
        }
    }
    // About x first, then y: the tip goes to (0, 0, -3); the other order would leave it at z = 0 for the x turn.
    let found = pair(near, far, &["--rotate", "90,90,0", "--translate", "0,0,5"]);
    assert!((found["distance"].as_f64().unwrap() - 0.0).abs() < 1e-14, "{found}");

    let words = text(&gjk(&["pair", path(near), path(far), "--rotate", "0,0,90", "--translate=0,0.5,0"]));
    for said in
        ["4 vertices", "turned by 0° about x, 0° about y, 90° about z", "moved by [0.0, 0.5, 0.0]", "apart", "2.5"]
    {
        assert!(words.contains(said), "{said}: {words}");
    }
    let words = text(&gjk(&["pair", path(near), path(near), "--scalar", "f32"]));
    assert!(words.contains("the hulls intersect") && words.contains("f32"), "{words}");
}

/// What is exact is so to the last digit: hulls that touch, and that are moved from there by next to nothing.
#[test]
fn meshes_in_exact_arithmetic() {
    let (near, far) = (write_all("exact-a", &NEAR), write_all("exact-b", &FAR));
    let (near, far) = (&near[3], &far[0]);
    // The tip of B from (3, 0, 0) to (1/3, 1/3, 1/3): not on the face of A, as a third is none in binary numbers.
    let third = 1.0_f64 / 3.0;
    let moved = |z: f64| format!("{},{third},{z}", third - 3.0);
    let exactly =
        |z: f64, more: &[&str]| pair(near, far, &[&["--translate", &moved(z), "--scalar", "exact"], more].concat());
    let x = (third - 3.0) + 3.0;
    let sum_less_one = |z: f64| (x - 0.5) + (third - 0.25) + (z - 0.25);
    let (mut apart, mut meet) = (0, 0);
    for ulps in -3_i32..=3 {
        let z = (1.0 - x - third) + f64::from(ulps) * f64::EPSILON / 4.0;
        let found = exactly(z, &[]);
        assert_eq!((&found["scalar"], &found["certified"]), (&"exact".into(), &true.into()));
        // Sums of these numbers are exact.
        let above = sum_less_one(z);
        assert_eq!(found["intersects"], above <= 0.0, "{found}");
        let measured = found[if above > 0.0 { "distance" } else { "depth" }].as_f64().unwrap();
        assert!((measured - above.abs() / 3.0_f64.sqrt()).abs() <= 1e-15 * measured, "{found} {above:e}");
        (apart, meet) = (apart + i32::from(above > 0.0), meet + i32::from(above <= 0.0));
    }
    assert!(apart >= 2 && meet >= 2, "{apart} {meet}");
    // A quaternion is taken as it is, whatever its length: a third of a turn about (1, 1, 1), x to y to z to x.
    for turn in ["1,1,1,1", "3e200,3e200,3e200,3e200"] {
        let found = pair(near, far, &["--scalar", "exact", "--rotate", turn]);
        assert_eq!((&found["distance"], &found["lower"], &found["upper"]), (&2.0.into(), &2.0.into(), &2.0.into()));
        assert_eq!(found["points"], serde_json::json!([[0.0, 1.0, 0.0], [0.0, 3.0, 0.0]]));
    }
    let words = text(&gjk(&["pair", path(near), path(far), "--scalar", "exact"]));
    assert!(words.contains("apart\ndistance       2, rounded once\n") && words.contains(", exact\n"), "{words}");
    let words = text(&gjk(&["pair", path(near), path(near), "--scalar", "exact"]));
    assert!(words.contains("intersect\ndepth          0.57735026918962"), "{words}");
    let refused = gjk(&["pair", path(near), path(far), "--scalar", "exact", "--rotate", "0,0,90"]);
    assert!(String::from_utf8(refused.stderr).unwrap().contains("give a quaternion"));
}

#[test]
fn files_and_options_that_do_not_work() {
    let good = write_all("good", &NEAR).remove(0);
    let write = |name: &str, contents: &[u8]| path(&write(name, contents)).to_string();
    let good = path(&good).to_string();
    for (file, why) in [
        (path(&folder().join("missing.obj")).to_string(), "missing.obj: "),
        (write("mesh.doc", b""), "must end in .obj, .stl or .ply"),
        (write("empty.obj", b"# nothing\n"), "empty.obj: the mesh has no vertices"),
        (write("bad.obj", b"v 1 2 x\nf 1 1 1\n"), "bad.obj: line 1: `x` is not a number"),
        (write("far-off.obj", b"v 1 2 3\nf 1 2 3\n"), "far-off.obj: line 2: there is no vertex 2"),
        (write("zero.obj", b"v 1 2 3\nf 1 0 1\n"), "zero.obj: line 2: "),
        (write("back.obj", b"v 1 2 3\nf 1 -2 1\n"), "back.obj: line 2: "),
        // Three times this is 2⁶⁴ + 2.
        (write("wrap.obj", b"v 1 2 3\nv 1 2 4\nf 1 2 6148914691236517207\n"), "wrap.obj: line 3: "),
        (write("huge.obj", b"v 1 2 1e999\nf 1 1 1\n"), "huge.obj: line 1: a coordinate is 1e999, which is not finite"),
        (write("bad.stl", b"solid x\nfacet normal 0 0 0\nouter loop\nvertex 1 2\n"), "bad.stl: it ends too soon"),
        (write("short.stl", &[9; 100]), "short.stl: not an STL file: "),
        // An error may repeat a word.
        (write("long.stl", &[b"solid x\nfacet ", &[b'y'; 5000][..]].concat()), "long.stl: line 2: "),
        (write("bad.ply", b"ply\nformat ascii 1.0\nelement vertex 2\n"), "bad.ply: its head has no end"),
        (
            write(
                "flat.ply",
                b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n",
            ),
            "flat.ply: its head gives the element `vertex` no property `z`",
        ),
        (
            write("none.ply", b"ply\nformat ascii 1.0\nelement edge 1\nproperty float x\nend_header\n1\n"),
            "none.ply: the mesh has no vertices",
        ),
        (path(&folder()).to_string() + "/../", "must end in"),
    ] {
        for files in [[&file, &good], [&good, &file]] {
            let output = gjk(&["pair", files[0], files[1]]);
            assert_eq!(output.status.code(), Some(2), "{file}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(why) && output.stdout.is_empty(), "{file}: {said}");
            assert!(said.len() < 1000, "{file}: {} bytes", said.len());
        }
    }
    let large = write("large.obj", b"v 1 2 1e50\nf 1 1 1\n");
    let output = gjk(&["pair", &good, &large, "--scalar", "f32"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("large.obj: in this arithmetic, "));
    for options in [
        &["--translate", "1,2"][..],
        &["--translate", "1,2,x"],
        &["--translate", "1,2,inf"],
        &["--rotate", "1,2"],
        &["--rotate", "0,0,0,0"],
        &["--scalar", "exact", "--rotate", "0,0,90"],
        &["--scalar", "f16"],
        &["--turn", "1"],
        &["--translate", "1,2,1e308"],
    ] {
        let output = gjk(&[&["pair", &good, &good], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty());
    }
    assert_eq!(gjk(&["pair", &good]).status.code(), Some(2));
    assert_eq!(gjk(&["nonsense"]).status.code(), Some(2));
}

fn write(name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let file = folder().join(name);
    std::fs::write(&file, contents).unwrap();
    file
}

/// A triangle as a solid of an STL file.
fn solid(head: &str, corners: [[f32; 3]; 3]) -> String {
    let mut text = format!("{head}\n facet normal 0 0 1\n  outer loop\n");
    for [x, y, z] in corners {
        writeln!(text, "   vertex {x} {y} {z:e}").unwrap();
    }
    text + "  endloop\n endfacet\nendsolid\n\n"
}

#[test]
fn every_solid_of_an_stl_is_read() {
    let nine = write("nine.obj", "v 9 9 9\nv 8 9 9\nv 9 8 9\nf 1 2 3\n");
    let low = solid("solid low one", [NEAR[0], NEAR[1], NEAR[2]]);
    let high = solid("solid", [[9.0; 3], NEAR[1], NEAR[2]]);
    for (text, distance, vertices) in [
        (format!("{low}{high}"), 0.0, 4),
        (format!("{high}{low}{low}"), 0.0, 4),
        // The middles of (1, 0, 0) and (0, 1, 0), of (8, 9, 9) and (9, 8, 9).
        (low.clone(), (64.0_f64 + 64.0 + 81.0).sqrt(), 3),
    ] {
        let found = pair(&write("solids.stl", text), &nine, &["--scalar", "exact"]);
        assert_eq!((&found["a"]["vertices"], &found["distance"]), (&vertices.into(), &distance.into()), "{found}");
    }
    // Many programs write a text's first word into binary files.
    let mut binary = std::fs::read(&write_all("binary-solid", &NEAR)[2]).unwrap();
    binary[..12].copy_from_slice(b"solid binary");
    let found = pair(&write("binary-solid.stl", binary), &nine, &[]);
    assert_eq!(found["a"]["vertices"], 4);
}

/// What a file has and its count or its end leaves out.
#[test]
fn what_is_left_over_in_a_file_is_a_fault() {
    let good = write_all("left-over", &NEAR);
    let [stl_text, stl, text, binary] = [1, 2, 3, 4].map(|k: usize| std::fs::read(&good[k]).unwrap());
    let changed = |file: &[u8], from: &str, to: &str| {
        let at = file.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        [&file[..at], to.as_bytes(), &file[at + from.len()..]].concat()
    };
    let counted = |count: u8| [&stl[..80], &[count], &stl[81..]].concat();
    let and = |file: &[u8], more: &str| [file, more.as_bytes()].concat();
    let less = |file: &[u8]| file[..file.len() - 1].to_vec();
    for (name, contents, why) in [
        ("three.stl", counted(3), "says 3 triangles, which take 234 bytes, and has 284"),
        ("five.stl", counted(5), "says 5 triangles, which take 334 bytes, and has 284"),
        ("cut.stl", less(&stl), "says 4 triangles, which take 284 bytes, and has 283"),
        ("more.stl", and(&stl, "more"), "says 4 triangles, which take 284 bytes, and has 288"),
        ("more-text.stl", and(&stl_text, "facet normal 0 0 0\n"), "line 31: `facet` stands outside of a solid"),
        ("open.stl", and(&stl_text, "solid two\n"), "it ends too soon, where `endsolid` is due"),
        ("cut-text.stl", stl_text[..stl_text.len() - 40].to_vec(), "it ends too soon, where "),
        ("vertices.ply", changed(&text, "vertex 4", "vertex 3"), "line "),
        (
            "faces.ply",
            changed(&text, "face 4", "face 3"),
            "`3` and perhaps more follow the last element that its head counts",
        ),
        (
            "none.ply",
            changed(&text, "face 4", "face 0"),
            "`3` and perhaps more follow the last element that its head counts",
        ),
        ("more.ply", and(&text, "\n1 2 3 4\n"), "`1` and perhaps more follow the last element that its head counts"),
        (
            "vertices-binary.ply",
            changed(&binary, "vertex 4", "vertex 3"),
            "61 bytes follow the last element that its head counts",
        ),
        (
            "faces-binary.ply",
            changed(&binary, "face 4", "face 3"),
            "13 bytes follow the last element that its head counts",
        ),
        ("more-binary.ply", and(&binary, "v"), "1 bytes follow the last element that its head counts"),
    ] {
        let file = write(name, contents);
        let output = gjk(&["pair", path(&file), path(&good[0])]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(why), "{name}: {said}");
    }
    // A line or two that are empty are nothing.
    for (name, contents) in [("blank.ply", and(&text, "\n \n")), ("blank.stl", and(&stl_text, "\r\n\n"))] {
        assert_eq!(pair(&write(name, contents), &good[0], &[])["a"]["vertices"], 4);
    }
}

#[test]
fn formats_that_are_not_read_say_what_can_be_done() {
    let good = write_all("other-format", &NEAR).remove(0);
    for (name, what) in [("robot.DAE", "assimp export"), ("robot.msh", "meshio convert"), ("robot.step", ".ply")] {
        let output = gjk(&["pair", path(&write(name, "")), path(&good)]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(name) && said.contains(what), "{said}");
    }
}

/// Millimetres and metres, perhaps.
#[test]
fn sizes_that_are_a_hundred_times_apart_get_a_hint() {
    let near = write_all("size", &NEAR).remove(0);
    for (scale, hinted) in [(50.0, false), (200.0, true), (1.0 / 50.0, false), (1.0 / 200.0, true)] {
        let scaled = write_all("scaled", &NEAR.map(|vertex| vertex.map(|x| x * scale))).remove(0);
        for more in [&["--json"][..], &[]] {
            let output = gjk(&[&["pair", path(&near), path(&scaled)], more].concat());
            assert_eq!(output.status.code(), Some(0));
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(said.contains("is 200 times as large as"), hinted, "{scale}: {said}");
        }
    }
}

/// Hulls that touch, or are apart by next to nothing: `f64` alone can't tell.
#[test]
fn pairs_are_certified_unless_plain() {
    let (near, far) = (write_all("certified-a", &NEAR), write_all("certified-b", &FAR));
    let (near, far) = (&near[0], &far[0]);
    let third = 1.0_f64 / 3.0;
    let (mut wrong, mut apart) = (0, 0);
    for ulps in -20_i32..=20 {
        let z = third + f64::from(ulps) * f64::EPSILON / 16.0;
        let place = format!("{},{third},{z}", third - 3.0);
        let place = |more: &[&'static str]| pair(near, far, &[&["--translate", &place][..], more].concat());
        let [proven, plain, exact] = [place(&[]), place(&["--plain"]), place(&["--scalar", "exact"])];
        assert_eq!((&proven["certified"], &plain["certified"]), (&true.into(), &false.into()));
        assert_eq!(proven["intersects"], exact["intersects"], "{exact}");
        let number = |answer: &Value, key: &str| answer[key].as_f64().unwrap();
        assert!(
            number(&proven, "lower") <= number(&exact, "lower") && number(&exact, "upper") <= number(&proven, "upper")
        );
        wrong += i32::from(plain["intersects"] != exact["intersects"]);
        apart += i32::from(exact["intersects"] == false);
    }
    assert!(wrong > 0 && (5..=36).contains(&apart), "{wrong} {apart}");
    let [words, plain] = [&[][..], &["--plain"]]
        .map(|more| text(&gjk(&[&["pair", path(near), path(far), "--scalar", "f32"], more].concat())));
    assert!(words.contains("distance       2, proven to be at least 1.999"), "{words}");
    assert!(plain.contains("distance       2, at least 1.999") || plain.contains("at least 2\n"), "{plain}");
}

/// The JSON objects in a text, each from the brace that opens it to the one that closes it.
fn objects(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find('{') {
        let mut stream = serde_json::Deserializer::from_str(&rest[begin..]).into_iter();
        found.push(stream.next().unwrap().unwrap_or_else(|error| panic!("{error}: {}", &rest[begin..])));
        rest = &rest[begin + stream.byte_offset()..];
    }
    found
}

/// What `gjk batch` says about these questions.
fn batch(questions: &[Value]) -> Vec<Value> {
    let file = folder().join("questions-of-help.jsonl");
    std::fs::write(&file, questions.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")).unwrap();
    let output = gjk(&["batch", path(&file)]).stdout;
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The names in backquotes in the last sentence of an error: those that there are.
fn names(error: &Value, before: &str) -> Vec<String> {
    let sentence = error["error"].as_str().unwrap();
    let listed = sentence.split_once(before).unwrap_or_else(|| panic!("{sentence}")).1;
    listed.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// Every query, shape and key that the program knows is in `gjk help batch` at the head of a line or beside others, and in an
/// example; every example of a question is answered, and examples of answers are such answers.
#[test]
fn help_says_all_that_batch_takes() {
    let help = text(&gjk(&["help", "batch"]));
    let (asked, answered) = help[help.find("QUESTIONS").unwrap()..].split_once("\nANSWERS").unwrap();
    let examples = objects(asked);
    let written = serde_json::to_string(&examples).unwrap();
    let questions: Vec<_> = examples
        .into_iter()
        .map(|example| match example.get("query") {
            Some(_) => example,
            None => {
                serde_json::json!({"dim": 3, "query": "contact", "a": example, "b": {"type": "point", "at": [9, 9, 9]}})
            }
        })
        .collect();
    let answers = batch(&questions);
    for (question, answer) in questions.iter().zip(&answers) {
        assert!(answer.get("error").is_none(), "{question}: {answer}");
    }
    let fault = serde_json::json!({"dim": 2, "query": "intersect", "a": {"type": "ball", "radius": -1}});
    let faulty = batch(&[fault]);
    // How many support points a query takes is not a promise.
    let essential = |answer: &Value| {
        let mut answer = answer.clone();
        answer.as_object_mut().unwrap().remove("iterations");
        answer
    };
    let shown = objects(answered);
    assert!(shown.len() >= 5, "{shown:?}");
    for answer in shown.iter().map(essential) {
        assert!(answers.iter().chain(&faulty).any(|given| essential(given) == answer), "{answer}");
    }

    let point = || serde_json::json!({"type": "point", "at": [0, 0]});
    let of_query = |query: &str| serde_json::json!({"dim": 2, "query": query, "a": point(), "no key": 1});
    let of_shape = |shape: Value| serde_json::json!({"dim": 2, "query": "intersect", "a": shape, "b": point()});
    let mut known = names(&batch(&[of_query("?")])[0], "there are");
    assert!(known.len() >= 7, "{known:?}");
    let shapes = names(&batch(&[of_shape(serde_json::json!({"type": "?"}))])[0], "there are");
    assert!(shapes.len() >= 11, "{shapes:?}");
    let faulty: Vec<_> = known.iter().map(|query| of_query(query)).collect();
    let mut keys: Vec<_> = batch(&faulty).iter().flat_map(|error| names(error, "which has")).collect();
    let unknown = |kind: &String| of_shape(serde_json::json!({"type": kind, "no key": 1}));
    let faulty: Vec<_> = shapes.iter().map(unknown).collect();
    keys.extend(batch(&faulty).iter().flat_map(|error| names(error, "which has")));
    let within = serde_json::json!({"dim": 2, "query": "toi", "a": point(), "b": point(), "motion_a": {"no key": 1}});
    let ray = serde_json::json!({"dim": 2, "query": "raycast", "a": point(), "ray": {"no key": 1}});
    let pose = of_shape(serde_json::json!({"type": "point", "at": [0, 0], "pose": {"no key": 1}}));
    keys.extend(batch(&[within, ray, pose]).iter().flat_map(|error| names(error, "which has")));
    assert!(keys.len() > 80, "{}", keys.len());

    for key in &keys {
        assert!(written.contains(&format!("\"{key}\":")), "no example has `{key}`");
    }
    known.extend(shapes);
    for name in &known {
        assert!(help.contains(&format!("\n  {name} ")) && written.contains(&format!("\"{name}\"")), "{name}");
    }
    keys.extend(answers.iter().flat_map(|answer| answer.as_object().unwrap().keys().cloned()));
    keys.extend(["undecided", "error", "line"].map(String::from));
    let word = |key: &str| help.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == key);
    for key in &keys {
        assert!(word(key), "the help does not say what `{key}` is");
    }
}

#[test]
fn help_fits_too() {
    for arguments in [&["--help"][..], &["pair", "--help"], &["batch", "--help"]] {
        let help = text(&gjk(arguments));
        assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
    }
    assert!(text(&gjk(&["--version"])).starts_with("gjk 0."));
}
