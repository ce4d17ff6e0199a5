//! The program `gjk batch` against its protocol.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;

fn program(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_gjk"))
        .arg("batch")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn pipes(child: &mut Child) -> (ChildStdin, BufReader<ChildStdout>) {
    (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()))
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program(arguments);
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // Refused options end the program before it reads.
        scope.spawn(move || _ = stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

fn answers(arguments: &[&str], input: &str, status: i32) -> Vec<Value> {
    let output = run(arguments, input.as_bytes());
    assert_eq!(output.status.code(), Some(status), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answer(question: &Value) -> Value {
    answers(&[], &question.to_string(), 0).remove(0)
}

/// The error that a line gets.
fn error(line: &str) -> String {
    let answer = answers(&[], line, 1).remove(0);
    assert_eq!(answer["line"], 1);
    assert!(answer.as_object().unwrap().keys().all(|key| ["id", "error", "line"].contains(&key.as_str())), "{answer}");
    answer["error"].as_str().unwrap().to_string()
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * b.abs().max(1.0)
}

/// Checks a distance in both arithmetics, and that the verdict and the points go with it.
fn check(dim: usize, a: &Value, b: &Value, distance: f64) {
    for (scalar, tolerance) in [("f32", 1e-6), ("f64", 1e-13)] {
        let question = json!({"id": "d", "dim": dim, "query": "distance", "scalar": scalar, "a": a, "b": b});
        let found = answer(&question);
        let measured = found["distance"].as_f64().unwrap();
        assert!(near(measured, distance, tolerance), "{distance}: {question} {found}");
        assert_eq!(found["intersects"], distance == 0.0);
        // A curved shape that touches, or holds a point in its very middle, may be too close to call.
        let curved = ["ellipsoid", "cylinder", "cone"].iter().any(|kind| question.to_string().contains(kind));
        assert!(found["certified"] == true || curved && distance == 0.0, "{question} {found}");
        assert!(found["iterations"].as_u64().is_some_and(|n| n > 0));
        assert!(found["upper"].as_f64().unwrap() >= measured);
        if distance == 0.0 {
            assert!(found.get("points").is_none());
        } else {
            assert!(found["lower"].as_f64().unwrap() <= measured);
            let [p, q] = [0, 1].map(|k| {
                found["points"][k].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>()
            });
            assert_eq!((p.len(), q.len()), (dim, dim));
            let apart = p.iter().zip(&q).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt();
            assert!(near(apart, distance, 2.0 * tolerance), "{found}");
        }
        let verdict = answer(&json!({"dim": dim, "query": "intersect", "scalar": scalar, "a": a, "b": b}));
        assert_eq!(verdict["intersects"], distance == 0.0);
        let keys: Vec<_> = verdict.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, ["certified", "id", "intersects", "iterations"]);
    }
}

fn point(at: &[f64]) -> Value {
    json!({"type": "point", "at": at})
}

#[test]
fn every_type_of_shape() {
    let segment = json!({"type": "segment", "a": [0, 0], "b": [4, 0]});
    let ball = json!({"type": "ball", "radius": 1});
    let square = json!({"type": "cuboid", "half_extents": [1, 1]});
    for (shape, at, distance) in [
        (point(&[1.0, 1.0]), [4.0, 5.0], 5.0),
        (segment.clone(), [1.0, 3.0], 3.0),
        (json!({"type": "points", "points": [[0, 0], [4, 0], [1, 1], [4, 4], [0, 0], [0, 4]]}), [7.0, 8.0], 5.0),
        (json!({"type": "points", "points": [[2, 0]]}), [2.0, 0.0], 0.0),
        (ball.clone(), [3.0, 4.0], 4.0),
        (json!({"type": "ball", "radius": 0.5, "center": [1, 0]}), [1.0, 3.0], 2.5),
        (json!({"type": "ball", "radius": 1, "center": null}), [0.6, 0.75], 0.0),
        (square.clone(), [4.0, 5.0], 5.0),
        (json!({"type": "cuboid", "half_extents": [0, 0]}), [3.0, 4.0], 5.0),
        (json!({"type": "capsule", "a": [0, 0], "b": [0, 2], "radius": 1}), [4.0, 1.0], 3.0),
        (json!({"type": "ellipsoid", "radii": [2, 1]}), [5.0, 0.0], 3.0),
        (json!({"type": "hull", "shapes": [ball.clone(), {"type": "point", "at": [10, 1]}]}), [5.0, 3.0], 2.0),
        (json!({"type": "hull", "shapes": [square.clone()]}), [4.0, 5.0], 5.0),
        (json!({"type": "sum", "shapes": [segment, square, ball]}), [9.0, 5.0], 32.0_f64.sqrt() - 1.0),
        (json!({"type": "sum", "shapes": [{"type": "hull", "shapes": [point(&[1.0, 1.0])]}]}), [1.0, 3.0], 2.0),
    ] {
        check(2, &shape, &point(&at), distance);
        check(2, &point(&at), &shape, distance);
    }
    for (shape, at, distance) in [
        (json!({"type": "cylinder", "radius": 1, "half_height": 2}), [4.0, 6.0, 0.0], 5.0),
        (json!({"type": "cylinder", "radius": 0, "half_height": 0}), [3.0, 4.0, 0.0], 5.0),
        (json!({"type": "cone", "radius": 1, "half_height": 1}), [0.0, 3.0, 0.0], 2.0),
        (json!({"type": "cone", "radius": 1, "half_height": 1}), [4.0, -5.0, 0.0], 5.0),
        (json!({"type": "cone", "radius": 1, "half_height": 1}), [0.0, 1.0, 0.0], 0.0),
    ] {
        check(3, &shape, &point(&at), distance);
    }
    // A camera that sees a quarter turn from bottom to top, and twice as much width.
    let view = json!({"type": "frustum", "fov_y": std::f64::consts::FRAC_PI_2, "aspect": 2, "near": 1, "far": 3});
    for (at, distance) in [
        ([0.0, 0.0, 4.0], 5.0),
        ([0.0, 0.0, -5.0], 2.0),
        ([0.5, 0.25, -2.0], 0.0),
        ([0.0, -4.0, -1.0], 4.5_f64.sqrt()),
        ([9.0, 3.0, -7.0], 5.0),
    ] {
        check(3, &view, &point(&at), distance);
        // From above, looking down.
        let half = 0.5_f64.sqrt();
        let mut camera = view.clone();
        camera["pose"] = json!({"translation": [0, 10, 0], "rotation": [half, -half, 0, 0]});
        check(3, &camera, &point(&[at[0], 10.0 + at[2], -at[1]]), distance);
    }
}

#[test]
fn poses_and_margins() {
    let half = 0.5_f64.sqrt();
    let bar = |pose: Value| json!({"type": "cuboid", "half_extents": [2, 1, 1], "pose": pose});
    check(3, &bar(json!({"translation": [1, 0, 0]})), &point(&[6.0, 5.0, 0.0]), 5.0);
    check(3, &bar(json!({"rotation": null, "translation": null})), &point(&[5.0, 5.0, 0.0]), 5.0);
    // x to y, so that the bar stands on the y axis: as a quaternion and as a matrix.
    for rotation in [json!([half, 0, 0, half]), json!([[0, -1, 0], [1, 0, 0], [0, 0, 1]])] {
        check(3, &bar(json!({"rotation": rotation})), &point(&[1.0, 5.0, 0.0]), 3.0);
        let apart = bar(json!({"rotation": rotation, "translation": [0, 0, 7]}));
        check(3, &bar(json!({"rotation": rotation})), &apart, 5.0);
    }
    let quarter = std::f64::consts::FRAC_PI_2;
    let turned = json!({"type": "segment", "a": [1, 0], "b": [2, 0], "pose": {"rotation": quarter}});
    check(2, &turned, &point(&[0.0, 5.0]), 3.0);
    // The margin comes after the pose, and parts of a hull or sum have both.
    let swollen = json!({"type": "cuboid", "half_extents": [1, 1], "margin": 0.5, "pose": {"translation": [1, 0]}});
    check(2, &swollen, &point(&[5.0, 4.0]), 18.0_f64.sqrt() - 0.5);
    check(2, &json!({"type": "hull", "shapes": [swollen, point(&[0.0, 0.0])]}), &point(&[5.0, 0.0]), 2.5);
    check(2, &json!({"type": "point", "at": [0, 0], "margin": 2}), &point(&[0.0, 2.0]), 0.0);
}

#[test]
fn every_dimension() {
    for dim in 1..=8 {
        let cuboid = json!({"type": "cuboid", "half_extents": vec![1; dim]});
        check(dim, &cuboid, &point(&vec![3.0; dim]), 2.0 * f64::from(u32::try_from(dim).unwrap()).sqrt());
        check(dim, &cuboid, &point(&vec![1.0; dim]), 0.0);
        let ball = json!({"type": "ball", "radius": 1, "center": vec![5; dim]});
        let sum = json!({"type": "sum", "shapes": [cuboid, ball, {"type": "ellipsoid", "radii": vec![1; dim]}]});
        check(dim, &sum, &point(&vec![5.0; dim]), 0.0);
        let identity: Vec<Vec<u8>> = (0..dim).map(|i| (0..dim).map(|k| u8::from(i == k)).collect()).collect();
        let posed = json!({"type": "points", "points": [vec![0; dim]], "pose": {"rotation": identity}});
        let mut at = vec![0.0; dim];
        at[dim - 1] = -3.0;
        check(dim, &posed, &point(&at), 3.0);
    }
}

#[test]
fn rounding() {
    let at = |literal: &str, arguments: &[&str]| {
        let line = format!(
            r#"{{"dim":1,"query":"distance","a":{{"type":"point","at":[0]}},"b":{{"type":"point","at":[{literal}]}}}}"#
        );
        let found = answers(arguments, &line, 0).remove(0);
        (found["distance"].as_f64().unwrap(), found["points"][1][0].as_f64())
    };
    // Halfway cases, and ones that a reader rounding twice gets wrong.
    for literal in [
        "0.1",
        "9007199254740993",
        "9007199254740993.000000000000000000000001",
        "18446744073709551615",
        "123456789012345678901234567890",
        "1.00000005960464477539062500000000000000000000000000001",
        "7.2057594037927933e16",
        "8.5e22",
        "2.2250738585072011e-308",
        "3.5e-310",
    ] {
        let number = literal.parse::<f64>().unwrap();
        assert_eq!(at(literal, &[]), (number, Some(number)), "{literal}");
    }
    for literal in ["0", "-0", "0.0e9", "1e-400", "-1e-999999999999"] {
        assert_eq!(at(literal, &[]), (0.0, None), "{literal}");
    }
    // To f64 first, then to f32; widened to be printed.
    for literal in ["0.1", "16777217", "1.00000005960464477539062500000000000000000000000000001", "3e-39"] {
        #[expect(clippy::cast_possible_truncation)]
        let number = f64::from(literal.parse::<f64>().unwrap() as f32);
        assert_eq!(at(literal, &["--scalar", "f32"]), (number, Some(number)), "{literal}");
    }
    assert_eq!(at("0.1", &["--scalar", "f32"]).0.to_string(), "0.10000000149011612");
}

/// A shape's line; the other is a point.
fn about(dim: usize, shape: &str) -> String {
    let at: Vec<f64> = vec![9.0; dim];
    format!(r#"{{"id":"x","dim":{dim},"query":"distance","b":{},"a":{shape}}}"#, point(&at))
}

const VIEW: &str = r#"{"type":"frustum","fov_y":1,"aspect":1.5,"near":1,"far":5}"#;

#[test]
fn errors_in_shapes_name_the_key() {
    for (dim, shape, named) in [
        (2, r#"{"type":"blob"}"#, "`a.type` is \"blob\""),
        (2, r#"{"at":[1,2]}"#, "`a.type` is missing"),
        (2, r#"{"type":5}"#, "`a.type` is a number"),
        (2, "7", "`a` is a number"),
        (2, "null", "`a` is missing"),
        (2, r#"{"type":"point"}"#, "`a.at` is missing"),
        (2, r#"{"type":"point","at":null}"#, "`a.at` is missing"),
        (2, r#"{"type":"point","at":3}"#, "`a.at` is a number"),
        (2, r#"{"type":"point","at":[1]}"#, "`a.at` has 1 coordinate; `dim` is 2"),
        (2, r#"{"type":"point","at":[1,2,3]}"#, "`a.at` has 3 coordinates; `dim` is 2"),
        (2, r#"{"type":"point","at":[1,"2"]}"#, "`a.at[1]` is a string"),
        (2, r#"{"type":"point","at":[1,null]}"#, "`a.at[1]` is null"),
        (2, r#"{"type":"point","at":[1,1e400]}"#, "`a.at[1]` is not finite"),
        (2, r#"{"type":"point","at":[-1e309,1]}"#, "`a.at[0]` is not finite"),
        (2, r#"{"type":"point","at":[1e308,1]}"#, "`a.at[0]` is too large"),
        (2, r#"{"type":"point","at":[1,2],"radius":1}"#, "`a.radius` is not a key of a shape of type `point`"),
        (2, r#"{"type":"point","at":[1,2],"at":[1,2]}"#, "`a.at` is given twice"),
        (2, r#"{"type":"segment","a":[1,2]}"#, "`a.b` is missing"),
        (2, r#"{"type":"segment","a":[1,2],"b":[1]}"#, "`a.b` has 1 coordinate"),
        (2, r#"{"type":"points","points":[]}"#, "`a.points` is empty"),
        (2, r#"{"type":"points","points":[[1,2],[3]]}"#, "`a.points[1]` has 1 coordinate"),
        (2, r#"{"type":"points","points":[[1,2],[3,1e999]]}"#, "`a.points[1][1]` is not finite"),
        (2, r#"{"type":"ball","radius":-1}"#, "`a.radius` is negative"),
        (2, r#"{"type":"ball"}"#, "`a.radius` is missing"),
        (2, r#"{"type":"ball","radius":1,"center":[1]}"#, "`a.center` has 1 coordinate"),
        (2, r#"{"type":"cuboid","half_extents":[1,-2]}"#, "`a.half_extents[1]` is negative"),
        (2, r#"{"type":"capsule","a":[0,0],"b":[1,1],"radius":-0.5}"#, "`a.radius` is negative"),
        (2, r#"{"type":"ellipsoid","radii":[1,-1]}"#, "`a.radii[1]` is negative"),
        (3, r#"{"type":"cylinder","radius":1,"half_height":-1}"#, "`a.half_height` is negative"),
        (3, r#"{"type":"cone","radius":-1,"half_height":1}"#, "`a.radius` is negative"),
        (2, r#"{"type":"cylinder","radius":1,"half_height":1}"#, "`a.type` is `cylinder`, which is for 3 dimensions"),
        (4, r#"{"type":"cone","radius":1,"half_height":1}"#, "`a.type` is `cone`, which is for 3 dimensions"),
        (2, VIEW, "`a.type` is `frustum`, which is for 3 dimensions; `dim` is 2"),
        (4, VIEW, "`a.type` is `frustum`, which is for 3 dimensions; `dim` is 4"),
        (3, r#"{"type":"frustum","fov_y":1,"aspect":1,"near":1}"#, "`a.far` is missing"),
        (3, r#"{"type":"frustum","fov_y":0,"aspect":1,"near":1,"far":2}"#, "`a.fov_y` is zero"),
        (3, r#"{"type":"frustum","fov_y":3.15,"aspect":1,"near":1,"far":2}"#, "`a.fov_y` is an angle of π or more"),
        (3, r#"{"type":"frustum","fov_y":1,"aspect":-1,"near":1,"far":2}"#, "`a.aspect` is negative"),
        (3, r#"{"type":"frustum","fov_y":1,"aspect":1,"near":-1,"far":2}"#, "`a.near` is negative"),
        (3, r#"{"type":"frustum","fov_y":1,"aspect":1,"near":2,"far":1}"#, "`a.far` is less than `near`"),
        (3, r#"{"type":"frustum","fov_y":3,"aspect":1e300,"near":1,"far":1e300}"#, "`a.type` is not valid"),
        (3, r#"{"type":"frustum","fov_y":1,"aspect":1,"near":1,"far":2,"radius":1}"#, "`a.radius` is not a key"),
        (2, r#"{"type":"hull","shapes":[]}"#, "`a.shapes` is empty"),
        (2, r#"{"type":"sum","shapes":{}}"#, "`a.shapes` is an object"),
        (
            2,
            r#"{"type":"sum","shapes":[{"type":"ball","radius":1},{"type":"ball","radius":-1}]}"#,
            "`a.shapes[1].radius`",
        ),
        (2, r#"{"type":"ball","radius":1,"margin":-1}"#, "`a.margin` is negative"),
        (2, r#"{"type":"ball","radius":1,"colour":"red"}"#, "`a.colour` is not a key"),
        (2, r#"{"type":"ball","radius":1,"pose":[1,2]}"#, "`a.pose` is a list"),
        (2, r#"{"type":"ball","radius":1,"pose":{"angle":1}}"#, "`a.pose.angle` is not a key of a pose"),
        (2, r#"{"type":"ball","radius":1,"pose":{"translation":[1]}}"#, "`a.pose.translation` has 1 coordinate"),
        (2, r#"{"type":"ball","radius":1,"pose":{"rotation":"left"}}"#, "`a.pose.rotation` is a string"),
        (2, r#"{"type":"ball","radius":1,"pose":{"rotation":[[1,0]]}}"#, "`a.pose.rotation` has 1 rows"),
        (2, r#"{"type":"ball","radius":1,"pose":{"rotation":[[1,0],[0]]}}"#, "`a.pose.rotation[1]` has 1 coordinate"),
        (2, r#"{"type":"ball","radius":1,"pose":{"rotation":[[1,0],[0,-1]]}}"#, "`a.pose.rotation` is not a rotation"),
        (
            2,
            r#"{"type":"ball","radius":1,"pose":{"rotation":[[1,0],[0,1.00001]]}}"#,
            "`a.pose.rotation` is not a rotation",
        ),
        (2, r#"{"type":"ball","radius":1,"pose":{"rotation":[[0,0],[0,0]]}}"#, "`a.pose.rotation` is not a rotation"),
        (3, r#"{"type":"ball","radius":1,"pose":{"rotation":[1,0,0]}}"#, "`a.pose.rotation` has 3 components"),
        (3, r#"{"type":"ball","radius":1,"pose":{"rotation":[1,0,0,0.01]}}"#, "`a.pose.rotation` is not a rotation"),
        (3, r#"{"type":"ball","radius":1,"pose":{"rotation":[0,0,0,0]}}"#, "`a.pose.rotation` is not a rotation"),
        (3, r#"{"type":"ball","radius":1,"pose":{"rotation":1}}"#, "`a.pose.rotation` is a number"),
        (1, r#"{"type":"ball","radius":1,"pose":{"rotation":1}}"#, "`a.pose.rotation` is a number"),
        (2, r#"{"type":"ball","radius":2e306,"margin":2e306}"#, "`a.margin`"),
        (2, r#"{"type":"ball","radius":1,"center":[2e306,0],"pose":{"translation":[2e306,0]}}"#, "`a.pose`"),
    ] {
        let said = error(&about(dim, shape));
        assert!(said.contains(named), "{shape}: {said}");
    }
}

#[test]
fn errors_in_questions_name_the_key() {
    let point = r#"{"type":"point","at":[1]}"#;
    for (line, named) in [
        ("{", "JSON"),
        ("not json", "JSON"),
        (r#"{"dim":1} {"dim":1}"#, "JSON"),
        ("[1]", "the line is not a JSON object, but a list"),
        (r#"{"dim":NaN,"query":"distance"}"#, "`dim`"),
        ("{}", "`query` is missing"),
        (r#"{"query":"nearest"}"#, "`query` is \"nearest\""),
        (r#"{"query":"distance"}"#, "`dim` is missing"),
        (r#"{"query":"distance","dim":0}"#, "`dim` is 0"),
        (r#"{"query":"distance","dim":9}"#, "`dim` is 9"),
        (r#"{"query":"distance","dim":2.5}"#, "`dim` is 2.5"),
        (r#"{"query":"distance","dim":"2"}"#, "`dim` is a string"),
        (r#"{"query":"distance","dim":1,"scalar":"f16"}"#, "`scalar` is \"f16\""),
        (r#"{"query":"distance","dim":1,"id":5}"#, "`id` is a number"),
        (r#"{"query":"distance","dim":1,"speed":5}"#, "`speed` is not a key of a `distance` question"),
        (r#"{"query":"distance","dim":1,"ray":{}}"#, "`ray` is not a key of a `distance` question"),
        (r#"{"query":"intersect","dim":1,"a":POINT}"#, "`b` is missing"),
        (r#"{"query":"intersect","dim":1,"b":POINT}"#, "`a` is missing"),
        (r#"{"query":"intersect","dim":1,"a":POINT,"b":{"type":"ball","radius":-1}}"#, "`b.radius` is negative"),
        // Too large for f32 only.
        (
            r#"{"query":"intersect","dim":1,"scalar":"f32","a":POINT,"b":{"type":"ball","radius":1e39}}"#,
            "`b.radius` is not finite",
        ),
        (
            r#"{"query":"intersect","dim":1,"scalar":"f32","a":POINT,"b":{"type":"ball","radius":3e38}}"#,
            "`b.radius` is too large",
        ),
        // Not answered yet, but read.
        (
            r#"{"query":"intersect","dim":1,"scalar":"exact","a":POINT,"b":{"type":"ellipsoid","radii":[1]}}"#,
            "`b.type` is `ellipsoid`",
        ),
        (
            r#"{"query":"intersect","dim":2,"scalar":"exact","a":{"type":"ball","radius":1,"pose":{"rotation":1}}}"#,
            "`a.pose.rotation` is an angle",
        ),
        (r#"{"query":"contact","dim":1,"a":POINT}"#, "`b` is missing"),
        (
            r#"{"query":"raycast","dim":1,"a":POINT,"ray":{"origin":[0],"direction":[1],"max_toi":-1},"b":null}"#,
            "`ray.max_toi` is negative",
        ),
        (r#"{"query":"raycast","dim":1,"a":POINT,"ray":{"origin":[0],"direction":[0]}}"#, "`ray.direction` is zero"),
        (r#"{"query":"raycast","dim":1,"a":POINT,"ray":{"origin":[0]}}"#, "`ray.direction` is missing"),
        (r#"{"query":"raycast","dim":1,"a":POINT,"b":POINT}"#, "`b` is not a key of a `raycast` question"),
        (r#"{"query":"raycast","dim":1,"a":POINT}"#, "`ray` is missing"),
        (r#"{"query":"shapecast","dim":1,"a":POINT,"b":POINT,"velocity_b":[1],"max_toi":-3}"#, "`max_toi` is negative"),
        (
            r#"{"query":"shapecast","dim":1,"scalar":"exact","a":POINT,"b":{"type":"ball","radius":1},"velocity_b":[1]}"#,
            "`b` is round",
        ),
        (r#"{"query":"toi","dim":1,"a":POINT,"b":POINT,"until":1}"#, "`dim` is 1"),
        (r#"{"query":"manifold","dim":4,"a":BALL,"b":BALL}"#, "`dim` is 4"),
        (r#"{"query":"manifold","dim":2,"a":BALL,"b":BALL,"prediction":-1}"#, "`prediction` is negative"),
        (r#"{"query":"manifold","dim":2,"a":BALL,"b":BALL,"scalar":"exact"}"#, "`scalar` is `exact`"),
        (r#"{"query":"contact","dim":2,"a":BALL,"b":BALL,"prediction":1}"#, "`prediction`"),
        (r#"{"query":"contact","dim":2,"a":BALL,"b":BALL,"accuracy":-1}"#, "`accuracy` is negative"),
        (r#"{"query":"intersect","dim":2,"a":BALL,"b":BALL,"accuracy":1}"#, "`accuracy`"),
        (r#"{"query":"toi","dim":2,"a":BALL,"b":BALL}"#, "`until` is missing"),
        (r#"{"query":"toi","dim":2,"a":BALL,"b":BALL,"until":0}"#, "`until` is zero"),
        (r#"{"query":"toi","dim":2,"a":BALL,"b":BALL,"until":1,"tolerance":0}"#, "`tolerance` is zero"),
        (r#"{"query":"toi","dim":2,"a":BALL,"b":BALL,"until":1,"target":-1}"#, "`target` is negative"),
        (r#"{"query":"toi","dim":2,"a":BALL,"b":BALL,"until":1,"scalar":"exact"}"#, "`scalar` is `exact`"),
        (
            r#"{"query":"toi","dim":2,"a":BALL,"b":BALL,"until":1,"motion_a":{"angular":[1]}}"#,
            "`motion_a.angular` is a list",
        ),
        (
            r#"{"query":"toi","dim":3,"a":BALL,"b":BALL,"until":1,"motion_b":{"angular":1}}"#,
            "`motion_b.angular` is a number",
        ),
        (
            r#"{"query":"toi","dim":3,"a":BALL,"b":BALL,"until":1,"motion_b":{"spin":1}}"#,
            "`motion_b.spin` is not a key",
        ),
        (r#"{"query":"toi","dim":2,"a":BALL,"b":BALL,"until":1e300,"motion_b":{"linear":[1e300,0]}}"#, "motion"),
        (r#"{"query":"shapecast","dim":1,"a":POINT,"b":POINT,"velocity_a":[1,2]}"#, "`velocity_a` has 2 coordinates"),
    ] {
        let said = error(&line.replace("POINT", point).replace("BALL", r#"{"type":"ball","radius":1}"#));
        assert!(said.contains(named), "{line}: {said}");
    }
}

/// The keys of an answer, but the number of evaluations: none is needed where a ball and a box are solved in closed form.
fn told(question: &Value) -> Value {
    let mut found = answer(question);
    let evaluations = found.as_object_mut().unwrap().remove("iterations").and_then(|n| n.as_u64());
    let least = u64::from(question["b"]["type"] != "ball");
    assert!(evaluations >= Some(least), "{question}");
    found.as_object_mut().unwrap().remove("id");
    found
}

#[test]
fn casts() {
    let square = json!({"type": "cuboid", "half_extents": [1, 1]});
    let ray = |origin: [i32; 2], direction: [i32; 2], max_toi: Option<f64>| json!({"origin": origin, "direction": direction, "max_toi": max_toi});
    for scalar in ["f32", "f64", "exact"] {
        let ask = |ray: Value| told(&json!({"dim": 2, "query": "raycast", "scalar": scalar, "a": square, "ray": ray}));
        let found = ask(ray([-5, 0], [2, 0], None));
        assert_eq!(
            (&found["hit"], &found["toi"], &found["certified"]),
            (&json!(true), &json!(2.0), &json!(true)),
            "{found}"
        );
        assert_eq!(found["normal"], json!([-1.0, 0.0]));
        assert!(found["lower"].as_f64().is_some_and(|lower| lower <= 2.0 && lower > 2.0 - 1e-4), "{found}");
        assert_eq!(found["points"], json!([[-1.0, 0.0], [-1.0, 0.0]]));
        assert_eq!(ask(ray([-5, 0], [0, 2], None)), json!({"hit": false, "certified": true, "lower_proven": true}));
        assert_eq!(
            ask(ray([-5, 0], [2, 0], Some(1.5))),
            json!({"hit": false, "certified": true, "lower_proven": true, "lower": 1.5})
        );
        let inside = ask(ray([0, 0], [2, 0], None));
        assert_eq!(
            (&inside["hit"], &inside["toi"], &inside["lower"]),
            (&json!(true), &json!(0.0), &json!(0.0)),
            "{inside}"
        );
        assert!(inside.get("normal").is_none());

        let other = json!({"type": "cuboid", "half_extents": [1, 1], "pose": {"translation": [6, 0.5]}});
        let ask = |more: Value| {
            let mut question = json!({"dim": 2, "query": "shapecast", "scalar": scalar, "a": square, "b": other});
            question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            told(&question)
        };
        for (more, toi) in [
            (json!({"velocity_b": [-2, 0]}), 2.0),
            (json!({"velocity_a": [1, 0]}), 4.0),
            (json!({"velocity_a": [1, 0], "velocity_b": [-1, 0], "max_toi": 2}), 2.0),
        ] {
            let found = ask(more);
            assert_eq!(
                (&found["hit"], &found["toi"], &found["normal"]),
                (&json!(true), &json!(toi), &json!([1.0, 0.0])),
                "{found}"
            );
        }
        assert_eq!(ask(json!({})), json!({"hit": false, "certified": true, "lower_proven": true}));
        assert_eq!(
            ask(json!({"velocity_a": [1, 0], "max_toi": 3})),
            json!({"hit": false, "certified": true, "lower_proven": true, "lower": 3.0})
        );
    }
    // The exact time is 0.6 / 0.3: what the decimals are rounded to, divided, and rounded once.
    let ray = json!({"origin": [1.6, 0], "direction": [-0.3, 0]});
    let found = told(&json!({"dim": 2, "query": "raycast", "scalar": "exact", "a": square, "ray": ray}));
    assert!(
        (found["toi"].as_f64().unwrap() - 2.0).abs() < 1e-14 && found["lower"].as_f64() <= found["toi"].as_f64(),
        "{found}"
    );
    let plain = answers(&["--plain"], &json!({"dim": 2, "query": "raycast", "a": square, "ray": ray}).to_string(), 0);
    assert_eq!((&plain[0]["hit"], &plain[0]["certified"]), (&json!(true), &json!(false)));
    // In eight dimensions.
    let cube = json!({"type": "cuboid", "half_extents": [1, 1, 1, 1, 1, 1, 1, 1]});
    let ray = json!({"origin": [-3, 0, 0, 0, 0, 0, 0, 0], "direction": [1, 0, 0, 0, 0, 0, 0, 0]});
    for scalar in ["f32", "f64", "exact"] {
        let found = told(&json!({"dim": 8, "query": "raycast", "scalar": scalar, "a": cube, "ray": ray}));
        assert_eq!(found["toi"], 2.0, "{scalar} {found}");
    }
}

#[test]
fn manifolds() {
    // A floor as a box, or as its corners and two points more; a box on it, turned, and one as its corners.
    let floor = json!({"type": "cuboid", "half_extents": [9, 1, 9], "pose": {"translation": [0, -1, 0]}});
    let mut corners = vec![[0, -1, 0], [0, 0, 0]];
    corners.extend((0..8).map(|k| [18 * (k & 1) - 9, -(k & 2), 9 * (k >> 1 & 2) - 9]));
    let points = json!({"type": "points", "points": corners});
    let turned = json!({"translation": [2, 0.75, 3], "rotation": [0.8, 0, 0.6, 0]});
    let chest = json!({"type": "cuboid", "half_extents": [1, 0.5, 1], "margin": 0.25, "pose": turned});
    for scalar in ["f32", "f64"] {
        for ground in [&floor, &points] {
            let ask = |b: &Value, prediction: f64| {
                told(
                    &json!({"dim": 3, "query": "manifold", "scalar": scalar, "a": ground, "b": b, "prediction": prediction}),
                )
            };
            let found = ask(&chest, 0.01);
            let normal = |axis: usize| found["normal"][axis].as_f64().unwrap();
            assert!(normal(0).abs() < 1e-5 && normal(2).abs() < 1e-5 && normal(1) > 0.999_999, "{found}");
            let listed = found["manifold"].as_array().unwrap();
            assert_eq!(listed.len(), 4, "{found}");
            for (k, point) in listed.iter().enumerate() {
                assert!(point["separation"].as_f64().unwrap().abs() < 1e-5, "{point}");
                let at = |axis: usize| point["points"][1][axis].as_f64().unwrap();
                let away = (at(0) - 2.0).hypot(at(2) - 3.0);
                assert!((away - 2.0_f64.sqrt()).abs() < 1e-5 && at(1).abs() < 1e-5, "{point}");
                let id = point["id"].as_u64().unwrap();
                assert!(id < 1 << 53 && listed[..k].iter().all(|other| other["id"] != id), "{found}");
            }
            let far = json!({"type": "ball", "radius": 1, "center": [0, 1.5, 0]});
            assert_eq!(ask(&far, 0.25), json!({"manifold": []}));
            assert_eq!(ask(&far, 0.75)["manifold"].as_array().unwrap().len(), 1);
        }
        // A frustum has faces: its near plane lies on a box.
        let view: Value = serde_json::from_str(VIEW).unwrap();
        let box_before = json!({"type": "cuboid", "half_extents": [9, 9, 1]});
        let found = told(
            &json!({"dim": 3, "query": "manifold", "scalar": scalar, "a": view, "b": box_before, "prediction": 0.01}),
        );
        assert_eq!(found["manifold"].as_array().unwrap().len(), 4, "{found}");
        assert!((found["normal"][2].as_f64().unwrap() - 1.0).abs() < 1e-5, "{found}");
        // An angle, and points in the plane.
        let square =
            json!({"type": "cuboid", "half_extents": [1, 1], "pose": {"rotation": 0.5, "translation": [0, 3]}});
        let slope =
            json!({"type": "points", "points": [[-4, -1], [4, -1], [4, 0], [-4, 0]], "pose": {"rotation": 0.5}});
        let found =
            told(&json!({"dim": 2, "query": "manifold", "scalar": scalar, "a": slope, "b": square, "prediction": 2}));
        assert_eq!(found["manifold"].as_array().unwrap().len(), 2, "{found}");
        assert!((found["normal"][1].as_f64().unwrap() - 0.5_f64.cos()).abs() < 1e-6, "{found}");
    }
}

#[test]
fn times_of_impact() {
    // A door about its hinge, and a foot in its way: as in the library's example.
    let door = json!({"type": "cuboid", "half_extents": [1, 0.05], "pose": {"translation": [1, 0]}});
    let foot = json!({"type": "ball", "radius": 0.2, "center": [0, 1.5]});
    let exactly = std::f64::consts::FRAC_PI_2 - (0.25_f64 / 1.5).asin();
    for scalar in ["f32", "f64"] {
        let ask = |more: Value| {
            let mut question = json!({"dim": 2, "query": "toi", "scalar": scalar, "a": door, "b": foot, "until": 3});
            question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let mut found = told(&question);
            let tolerance = found.as_object_mut().unwrap().remove("tolerance").unwrap().as_f64().unwrap();
            // That which was given; or a default of about a millionth of the size, or more if rounding needs it.
            let given = more.get("tolerance").map(|given| given.as_f64().unwrap());
            assert!(given.map_or((1e-6..1e-4).contains(&tolerance), |given| near(tolerance, given, 1e-7)), "{found}");
            let target = more.get("target").map_or(0.0, |target| target.as_f64().unwrap());
            assert!(found["separation"].as_f64().is_none_or(|s| s <= target + tolerance), "{tolerance}: {found}");
            found
        };
        let swing = json!({"angular": 1, "center": [0, 0]});
        let found = ask(json!({"motion_a": swing}));
        let toi = found["toi"].as_f64().unwrap();
        assert!(
            toi <= exactly && toi > exactly - 1e-4 && found["lower"] == found["toi"] && found["hit"] == true,
            "{found}"
        );
        assert!(found["separation"].as_f64().is_some_and(|s| s >= 0.0), "{found}");
        assert!(found["normal"][0].as_f64().is_some_and(|x| x < 0.0) && found.get("certified").is_none(), "{found}");
        assert_eq!(ask(json!({"motion_a": swing, "until": 1})), json!({"hit": false, "lower": 1.0}));
        assert_eq!(ask(json!({})), json!({"hit": false, "lower": 3.0}));
        // About its own middle it does not reach so far.
        assert_eq!(ask(json!({"motion_a": {"angular": 1}})), json!({"hit": false, "lower": 3.0}));
        let near = ask(json!({"motion_a": swing, "target": 0.25, "tolerance": 0.01}));
        assert!(near["separation"].as_f64().is_some_and(|s| (0.249..=0.26).contains(&s)), "{near}");
        let there = ask(json!({"target": 5}));
        assert_eq!(
            (&there["hit"], &there["toi"], &there["lower"]),
            (&json!(true), &json!(0.0), &json!(0.0)),
            "{there}"
        );
    }
    let stick = |x: f64| json!({"type": "capsule", "a": [x, -2, 0], "b": [x, 2, 0], "radius": 0.1});
    let motion = json!({"linear": [-1, 0, 0], "angular": [1, 0, 0]});
    let found =
        told(&json!({"dim": 3, "query": "toi", "a": stick(0.0), "b": stick(3.0), "motion_b": motion, "until": 10}));
    assert!((found["toi"].as_f64().unwrap() - 2.8).abs() < 1e-4, "{found}");
    let found =
        told(&json!({"dim": 3, "query": "toi", "a": stick(0.0), "b": stick(0.1), "motion_b": motion, "until": 10}));
    assert!(
        found["separation"].as_f64().is_some_and(|s| (s + 0.1).abs() < 1e-6) && found.get("normal").is_none(),
        "{found}"
    );
}

#[test]
fn rotations_that_are_nearly_rotations() {
    let nearly = [
        (2, json!([[1, 0], [0, 1.000_004]])),
        (3, json!([1.000_009, 0, 0, 0])),
        (3, json!([[0, 0, 1.000_004], [1, 0, 0], [0, 1, 0]])),
    ];
    for (dim, rotation) in nearly {
        for scalar in ["f32", "f64"] {
            let ball = json!({"type": "ball", "radius": 1, "pose": {"rotation": rotation}});
            let line = json!({"dim": dim, "query": "intersect", "scalar": scalar, "a": ball, "b": ball});
            assert_eq!(answer(&line)["intersects"], true);
        }
    }
}

#[test]
fn nesting_has_a_limit() {
    let nested = |depth: usize| {
        let (open, close) = (r#"{"type":"hull","shapes":["#.repeat(depth), "]}".repeat(depth));
        about(1, &format!(r#"{open}{{"type":"point","at":[1]}}{close}"#))
    };
    assert_eq!(answers(&[], &nested(40), 0)[0]["distance"], 8.0);
    for depth in [200, 100_000] {
        assert!(error(&nested(depth)).contains("--max-depth"));
    }
    assert!(error(&"[".repeat(1_000_000)).contains("--max-depth"));
    assert!(error(&nested(49)).contains("is nested 48 deep already, the limit --max-depth"));
    assert_eq!(answers(&["--max-depth", "49"], &nested(49), 0)[0]["distance"], 8.0);
    assert_eq!(answers(&["--max-depth", "60"], &nested(60), 0)[0]["distance"], 8.0);
    assert_eq!(run(&["--max-depth", "61"], b"").status.code(), Some(2));
}

/// However long the keys are, and however deep they are nested.
#[test]
fn errors_are_short() {
    let key = "a key of more than sixty characters, of which not all are quoted; ".repeat(3);
    let error = error(&format!("{}tru", format!("{{\"{key}\":").repeat(100)));
    assert!(error.contains("a key of more than") && error.len() < 1000, "{} bytes: {error}", error.len());
}

/// Of each limit: what is just within is answered, what is just beyond gets an error that names it, and what follows is answered.
#[test]
fn limits_are_options_and_are_named() {
    let good =
        r#"{"id":"x","dim":2,"query":"intersect","a":{"type":"point","at":[0,0]},"b":{"type":"point","at":[0,1]}}"#;
    // The line itself, its `id`, `dim` and `query`, and for each shape itself, its type, a list and two numbers.
    let values = 14;
    for jobs in ["1", "3"] {
        for (option, enough) in [("--max-bytes", good.len()), ("--max-values", values)] {
            let (enough, little) = (enough.to_string(), (enough - 1).to_string());
            let lines = format!("{good}\r\n{good}\n\n{{}}\n{good}");
            let longer = usize::from(option == "--max-bytes");
            let limit = (enough.parse::<usize>().unwrap() + longer).to_string();
            let found = answers(&["--jobs", jobs, option, &limit], &lines, 1);
            let errors: Vec<bool> = found.iter().map(|answer| answer.get("error").is_some()).collect();
            assert_eq!(errors, [false, false, true, false], "{found:?}");
            let found = answers(&["--jobs", jobs, option, &little], &lines, 1);
            for (answer, line) in found.iter().zip([1, 2, 4, 5]) {
                assert_eq!(answer["line"], line);
                assert!(
                    line == 4 || answer["error"].as_str().unwrap().contains(option) && answer["id"] == "x",
                    "{answer}"
                );
            }
        }
    }
    // Each effort either is enough or is named; the first ones are not, the last one is.
    for query in ["intersect", "distance", "contact"] {
        for (dim, scalar, plain) in
            [(3, "f64", true), (3, "f64", false), (5, "f32", false), (2, "exact", false), (4, "exact", false)]
        {
            let cube = json!({"type": "cuboid", "half_extents": vec![1; dim]});
            let line = json!({"dim": dim, "query": query, "scalar": scalar, "a": cube, "b":
                {"type": "sum", "shapes": [cube, {"type": "point", "at": vec![1.75; dim]}]}});
            let mut outcomes = Vec::new();
            for effort in (0..8).chain((3..30).step_by(2).map(|k| 1 << k)) {
                let effort = effort.to_string();
                let mut options = vec!["--max-effort", &effort];
                options.extend(plain.then_some("--plain"));
                let output = run(&options, line.to_string().as_bytes());
                let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
                let enough = answer["intersects"] == true && answer.get("undecided").is_none();
                assert!(
                    enough || answer["error"].as_str().is_some_and(|error| error.contains("--max-effort")),
                    "{answer}"
                );
                outcomes.push(enough);
            }
            assert!(outcomes.is_sorted() && !outcomes[0] && outcomes[outcomes.len() - 1], "{query} {dim} {outcomes:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let line = r#"{"id":"x","dim":1,"query":"intersect","a":{"type":"point","at":[0]},"b":{"type":"point","at":[0]}}"#;
    let found = answers(&[], &format!("\u{feff}{line}\n\u{feff}\n\u{feff}{line}\r\n"), 0);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|answer| answer["intersects"] == true));
}

/// The library's plain queries, bit by bit; exact arithmetic as ever.
#[test]
#[expect(clippy::cast_possible_truncation, clippy::float_cmp, reason = "an f32 that was widened, and the same bits")]
fn plain_answers_are_those_of_plain_queries() {
    use gjk::nalgebra::{Point2, Vector2};
    use gjk::shape::{Cuboid, PointCloud};
    use gjk::{SupportExt, contact, distance, intersects};
    macro_rules! compare {
        ($scalar:ty, $name:literal) => {
            let mut apart = 0;
            for k in 0_i16..60 {
                let (x, y) = (<$scalar>::from(k % 10) * 0.3 - 0.1, <$scalar>::from(k / 10) * 0.3);
                let a = Cuboid::new(Vector2::<$scalar>::new(1.0, 0.5)).unwrap();
                let corners = [[0.0, 0.1], [1.3, 0.2], [0.7, 1.1]].map(|[u, v]: [$scalar; 2]| [u, v]);
                let b = PointCloud::new(corners.map(|[u, v]| Point2::new(u, v))).unwrap().posed(Vector2::new(x, y)).unwrap();
                let line = |query: &str, scalar: &str| {
                    json!({"dim": 2, "query": query, "scalar": scalar, "a": {"type": "cuboid", "half_extents": [1, 0.5]},
                        "b": {"type": "points", "points": corners, "pose": {"translation": [x, y]}}}).to_string()
                };
                let ask = |query| answers(&["--plain"], &line(query, $name), 0).remove(0);
                let number = |value: &Value| value.as_f64().unwrap() as $scalar;
                let (far, meeting) = (distance(&a, &b), contact(&a, &b));
                let (found, touching, verdict) = (ask("distance"), ask("contact"), ask("intersect"));
                for answer in [&found, &touching, &verdict] {
                    assert_eq!(answer["certified"], false);
                    assert_eq!(answer["intersects"], intersects(&a, &b));
                }
                let separation = touching.get("distance").map_or_else(|| 0.0 - number(&touching["depth"]), number);
                assert_eq!([number(&found["distance"]), separation], [far.distance, meeting.separation]);
                apart += usize::from(!far.intersects());
                let exact = line("contact", "exact");
                assert_eq!(run(&["--plain"], exact.as_bytes()).stdout, run(&[], exact.as_bytes()).stdout);
            }
            assert!((20..55).contains(&apart), "{apart}");
        };
    }
    compare!(f32, "f32");
    compare!(f64, "f64");
}

#[test]
fn lines_ids_and_statuses() {
    let good = |id: &str| json!({"id": id, "dim": 1, "query": "intersect", "a": point(&[0.0]), "b": point(&[1.0])});
    let input = format!(
        "\n{}\r\n \t \n{{\"id\":\"bad\"}}\n{{\"id\":\"huge\",\"dim\":1e999}}\n\n{}\nnonsense\n{}",
        good("first"),
        good("ünïcode \"quoted\" \u{1F407}"),
        json!({"id": null, "dim": 1, "query": "intersect", "scalar": null, "a": point(&[0.0]), "b": point(&[0.0])})
    );
    let found = answers(&[], &input, 1);
    let ids: Vec<_> = found.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(
        ids,
        [json!("first"), json!("bad"), json!("huge"), json!("ünïcode \"quoted\" \u{1F407}"), json!(null), json!(null)]
    );
    let lines: Vec<_> = found.iter().map(|answer| answer["line"].as_u64()).collect();
    assert_eq!(lines, [None, Some(4), Some(5), None, Some(8), None]);
    assert_eq!(found[0]["intersects"], false);
    assert_eq!(found[5]["intersects"], true);

    assert_eq!(answers(&[], "", 0).len(), 0);
    assert_eq!(answers(&[], "\n \n\n", 0).len(), 0);
    let output = run(&[], b"{\"id\": \"\xff\"}\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("not UTF-8"));
    let deep = good(r"\").to_string();
    assert_eq!(answers(&["--jobs", "3"], &deep, 0)[0]["id"], r"\");
}

#[test]
fn options() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/questions.jsonl");
    let line = json!({"dim": 1, "query": "distance", "a": point(&[0.0]), "b": point(&[0.1])}).to_string();
    std::fs::write(file, &line).unwrap();
    assert_eq!(answers(&[file], "", 0)[0]["distance"], 0.1);
    assert_eq!(answers(&[file, "--scalar", "f32", "--jobs", "2"], "", 0)[0]["distance"], f64::from(0.1_f32));
    // A line's own word counts for more.
    let own = line.replace("{\"a\"", "{\"scalar\":\"f64\",\"a\"");
    assert_eq!(answers(&["--scalar", "f32"], &own, 0)[0]["distance"], 0.1);
    assert_eq!(answers(&["--scalar", "exact"], &line, 0)[0]["distance"], 0.1);

    let directory = env!("CARGO_TARGET_TMPDIR");
    for arguments in [
        &["no such file"][..],
        &[directory],
        &[directory, "--jobs", "2"],
        &["--scalar", "f16"],
        &["--jobs", "0"],
        &["--jobs", "-1"],
        &["--what"],
        &[file, file],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// Line number `n` of a long input: every hundredth is wrong.
fn numbered(n: usize) -> String {
    if n % 100 == 99 {
        return format!("{{\"id\":\"{n}\"}}\n");
    }
    let (a, b) = (json!({"type": "cuboid", "half_extents": [1, 2, 3]}), point(&[3.0, 5.0, 7.0]));
    format!("{}\n", json!({"id": n.to_string(), "dim": 3, "query": "distance", "a": a, "b": b}))
}

#[test]
fn jobs_keep_the_order() {
    let input: String = (0..20_000).map(numbered).collect();
    let alone = run(&[], input.as_bytes());
    assert_eq!(alone.status.code(), Some(1));
    for (n, line) in String::from_utf8(alone.stdout.clone()).unwrap().lines().enumerate() {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(answer["id"], n.to_string());
        assert_eq!(answer["line"].as_u64(), (n % 100 == 99).then_some(n as u64 + 1));
    }
    for jobs in ["2", "4", "13"] {
        let together = run(&["--jobs", jobs], input.as_bytes());
        assert_eq!(together.status.code(), Some(1));
        assert!(together.stdout == alone.stdout, "--jobs {jobs}");
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    for jobs in ["1", "3"] {
        let mut child = program(&["--jobs", jobs]);
        let (mut stdin, mut stdout) = pipes(&mut child);
        let mut line = String::new();
        for n in 0..5 {
            // In two pieces: a line counts when it is whole.
            let question = numbered(n);
            let (start, end) = question.split_at(question.len() / 2);
            for piece in [start, end] {
                stdin.write_all(piece.as_bytes()).unwrap();
                stdin.flush().unwrap();
            }
            line.clear();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], n.to_string());
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for jobs in ["1", "3"] {
        let mut child = program(&["--jobs", jobs]);
        let (mut stdin, mut stdout) = pipes(&mut child);
        let feeder = thread::spawn(move || (0..).try_for_each(|n| stdin.write_all(numbered(n).as_bytes())));
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        drop(stdout);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(feeder.join().unwrap().is_err());
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!(complaints, "");
    }
}

/// The most memory that a process has had, in kB.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow() {
    for jobs in ["1", "2"] {
        let mut child = program(&["--jobs", jobs]);
        let (mut stdin, mut stdout) = pipes(&mut child);
        let block: String = (0..1000).map(numbered).collect();
        let mut after = |blocks: usize| {
            let mut line = String::new();
            for _ in 0..blocks {
                thread::scope(|scope| {
                    scope.spawn(|| stdin.write_all(block.as_bytes()).unwrap());
                    for _ in 0..1000 {
                        line.clear();
                        stdout.read_line(&mut line).unwrap();
                    }
                });
            }
            peak(&child)
        };
        let (early, late) = (after(20), after(40));
        assert!(late < early + 1000, "{early} kB, then {late} kB");
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// In `f32`, with the default tolerance, which was 64 ε of the largest coordinate: rounding alone was more, so nothing was decided.
#[test]
fn ordinary_times_of_impact_are_decided_in_single_precision() {
    let capsule = json!({
        "type": "capsule",
        "a": [2.033_221_960_067_749, -3.272_173_643_112_182_6],
        "b": [-2.069_107_532_501_220_7, 0.871_666_848_659_515_4],
        "radius": 1
    });
    let ball = json!({"type": "ball", "radius": 0.01, "center": [-2.253_756_999_969_482_4, -3.243_180_513_381_958]});
    let way = json!({"linear": [-5.192_204_475_402_832, 0], "center": [0, 3.793_800_830_841_064_5]});
    let turn = json!({
        "linear": [-0.067_702_896_893_024_44, 0],
        "angular": -1,
        "center": [1.901_390_314_102_172_9, -3.243_180_513_381_958]
    });
    let mut question = json!({"dim": 2, "query": "toi", "scalar": "f32", "a": capsule, "b": ball, "until": 1});
    question.as_object_mut().unwrap().extend([("motion_a".into(), way), ("motion_b".into(), turn)]);
    let found = told(&question);
    let [separation, tolerance] = ["separation", "tolerance"].map(|key| found[key].as_f64().unwrap());
    assert!(found["hit"] == true && separation <= tolerance && tolerance < 1e-3, "{found}");
}

/// Two tilted cylinders, apart and overlapping. Plain answers end sooner with an accuracy, and are off by no more; proven ones do not
/// change.
#[test]
fn an_accuracy_ends_plain_answers_sooner() {
    let drum = |translation: [f64; 3], rotation: [f64; 4]| {
        let pose = json!({"translation": translation, "rotation": rotation});
        json!({"type": "cylinder", "radius": 1, "half_height": 0.7, "pose": pose})
    };
    for (query, key, place) in [("distance", "distance", [2.5, 1.5, 0.3]), ("contact", "depth", [1.1, 0.6, 0.3])] {
        let b = drum(place, [0.8, 0.0, 0.36, 0.48]);
        let ask = |options: &[&str], accuracy: Value| {
            let a = drum([0.0; 3], [0.8, 0.6, 0.0, 0.0]);
            let question = json!({"dim": 3, "query": query, "a": a, "b": b, "accuracy": accuracy});
            answers(options, &question.to_string(), 0).remove(0)
        };
        let [exactly, nearly] = [json!(null), json!(1e-3)].map(|accuracy| ask(&["--plain"], accuracy));
        let [most, fewer] = [&exactly, &nearly].map(|answer| answer["iterations"].as_u64().unwrap());
        assert!(fewer < most, "{query}: {fewer} and {most}");
        // The size is less than √3 · (1.3 + 1.3) + 3.
        let off = nearly[key].as_f64().unwrap() - exactly[key].as_f64().unwrap();
        assert!((1e-9..=7.6e-3).contains(&off), "{query}: off by {off}");
        assert_eq!(ask(&[], json!(null)), ask(&[], json!(1e-3)), "{query}");
    }
}
