//! Casts of `gjk batch` against exact closed forms, which decide grazing casts, too. Along a line a box is an interval for each axis, and a
//! ball gives a quadratic equation.

use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, Zero};
use oracle::random::{Random, campaign};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

fn answers(options: &[&str], questions: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gjk"))
        .arg("batch")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || questions.iter().for_each(|question| writeln!(stdin, "{question}").unwrap()));
        child.wait_with_output().unwrap()
    });
    let output = String::from_utf8(output.stdout).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn exactly(x: f64) -> BigRational {
    BigRational::from_f64(x).unwrap()
}

/// When a point at p, of velocity v, is first in the box of these half extents around 0, if it is by `until`.
fn box_hit(
    p: &[BigRational],
    v: &[BigRational],
    half: &[BigRational],
    until: Option<&BigRational>,
) -> Option<BigRational> {
    let (mut first, mut last) = (BigRational::zero(), until.cloned());
    for ((p, v), half) in p.iter().zip(v).zip(half) {
        if v.is_zero() {
            if p.abs() > *half {
                return None;
            }
            continue;
        }
        let [x, y] = [(-half - p) / v, (half - p) / v];
        let [enters, leaves] = if x <= y { [x, y] } else { [y, x] };
        first = first.max(enters);
        last = Some(last.map_or(leaves.clone(), |last| last.min(leaves)));
    }
    last.is_none_or(|last| first <= last).then_some(first)
}

/// Returns whether it comes within r of 0.
fn ball_hit(p: &[BigRational], v: &[BigRational], r: &BigRational, until: Option<&BigRational>) -> bool {
    let dot = |a: &[BigRational], b: &[BigRational]| a.iter().zip(b).map(|(a, b)| a * b).sum::<BigRational>();
    let (speed, along) = (dot(v, v), dot(p, v));
    let mut time = if speed.is_zero() { BigRational::zero() } else { (-along / speed).max(BigRational::zero()) };
    if let Some(until) = until {
        time = time.min(until.clone());
    }
    let nearest: Vec<_> = p.iter().zip(v).map(|(p, v)| p + v * &time).collect();
    dot(&nearest, &nearest) <= r * r
}

/// A number with few digits, or a neighbour of it.
fn number(random: &mut Random, single: bool) -> f64 {
    let x = f64::from(random.integer(-24, 24)) / 8.0 + if random.index(4) == 0 { 0.1 } else { 0.0 };
    neighbour(random, x, single)
}

/// What it is rounded to, the number before that, or the one after it.
fn neighbour(random: &mut Random, x: f64, single: bool) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "rounded")]
    let x_f32 = x as f32;
    match (random.integer(-1, 1), single) {
        (-1, true) => x_f32.next_down().into(),
        (1, true) => x_f32.next_up().into(),
        (_, true) => x_f32.into(),
        (-1, false) => x.next_down(),
        (1, false) => x.next_up(),
        (_, false) => x,
    }
}

/// `certified` is true where the hit or the miss is right, and every cast of a polytope is certified; so is one of a ball, but at an end
/// that is open. `CAMPAIGN=1000` for more.
#[test]
fn hits_and_misses_are_certified_and_right() {
    let mut random = Random::new(49);
    let [mut hits, mut misses, mut grazing] = [0; 3];
    for (scalar, epsilon) in [("f32", f64::from(f32::EPSILON)), ("f64", f64::EPSILON), ("exact", f64::EPSILON)] {
        let (mut questions, mut truths) = (Vec::new(), Vec::new());
        for k in 0..campaign(200) {
            let dim = 1 + random.index(4);
            let is_ball = scalar != "exact" && k % 3 == 0;
            let vector = |random: &mut Random| -> Vec<f64> {
                let zero = random.index(3) == 0;
                (0..dim).map(|k| if zero && k > 0 { 0.0 } else { number(random, scalar == "f32") }).collect()
            };
            let [mut place, velocity_a, mut velocity_b] = [(); 3].map(|()| vector(&mut random));
            let [half_a, half_b] =
                [(); 2].map(|()| vector(&mut random).iter().copied().map(f64::abs).collect::<Vec<_>>());
            // Along one axis they touch, up to rounding, for the whole motion.
            if random.coin() {
                let k = random.index(dim);
                let touching = half_a[k] + half_b[k];
                place[k] = neighbour(&mut random, touching, scalar == "f32");
                velocity_b[k] = velocity_a[k];
            }
            let until = if random.coin() { Some(number(&mut random, scalar == "f32").abs()) } else { None };
            let rational = |v: &[f64]| v.iter().map(|x| exactly(*x)).collect::<Vec<_>>();
            let minus =
                |a: &[f64], b: &[f64]| -> Vec<_> { a.iter().zip(b).map(|(a, b)| exactly(*a) - exactly(*b)).collect() };
            let (p, v, last) = (rational(&place), minus(&velocity_b, &velocity_a), until.map(exactly));
            let mut question = json!({
                "dim": dim, "query": "shapecast", "scalar": scalar, "velocity_a": velocity_a, "velocity_b": velocity_b, "max_toi": until,
            });
            let (hit, time) = if is_ball {
                question["a"] = json!({"type": "ball", "radius": half_a[0]});
                question["b"] = json!({"type": "ball", "radius": half_b[0], "center": place});
                (ball_hit(&p, &v, &(exactly(half_a[0]) + exactly(half_b[0])), last.as_ref()), None)
            } else {
                question["a"] = json!({"type": "cuboid", "half_extents": half_a});
                question["b"] = json!({"type": "cuboid", "half_extents": half_b, "pose": {"translation": place}});
                let half: Vec<_> = half_a.iter().zip(&half_b).map(|(a, b)| exactly(*a) + exactly(*b)).collect();
                let time = box_hit(&p, &v, &half, last.as_ref());
                (time.is_some(), time)
            };
            questions.push(question);
            truths.push((hit, time, is_ball));
        }
        let plain = answers(&["--plain"], &questions);
        let proven = answers(&[], &questions);
        assert_eq!(proven.len(), questions.len());
        for (((question, (hit, time, is_ball)), found), plain) in questions.iter().zip(&truths).zip(&proven).zip(&plain)
        {
            let certified = found["certified"] == true;
            assert!(!certified || found["hit"] == *hit, "{question} {found}");
            // A ball that comes near from infinity is not certified.
            assert!(certified || *is_ball && question["max_toi"].is_null(), "{question} {found}");
            [hits, misses] = [hits + u32::from(*hit), misses + u32::from(!hit)];
            grazing += u32::from(scalar != "exact" && plain["hit"] != *hit);
            if let (Some(lower), true, Some(time)) = (found["lower"].as_f64(), found["lower_proven"] == true, time) {
                assert!(exactly(lower) <= *time, "{question} {found}");
            }
            if found["hit"] == true {
                // Along the normal. (Across it, where balls graze, as little as that moves them by its root.)
                let points: [Vec<f64>; 2] = serde_json::from_value(found["points"].clone()).unwrap();
                let normal: Option<Vec<f64>> = serde_json::from_value(found["normal"].clone()).unwrap();
                for normal in normal.iter().filter(|_| found["toi"] != 0.0) {
                    let gap: f64 = points[0].iter().zip(&points[1]).zip(normal).map(|((a, b), n)| (b - a) * n).sum();
                    assert!(gap.abs() <= 256.0 * epsilon * 64.0, "{question} {found}");
                }
            } else {
                assert!(found.get("points").is_none() && found.get("toi").is_none(), "{question} {found}");
            }
        }
    }
    assert!(hits > 100 && misses > 100 && grazing > 5, "{hits} {misses} {grazing}");
}

/// They touch, or overlap by rounding, and slide along each other: what was called a proven hit is a miss.
#[test]
fn what_is_apart_by_rounding_is_no_certified_hit() {
    let b = json!({"type": "points", "points": [[0.45, 0.100_000_000_000_000_02], [0.55, 0.100_000_000_000_000_02], [0.55, 1], [0.45, 1]]});
    let a = json!({"type": "cuboid", "half_extents": [10, 0.1]});
    let cast = json!({"dim": 2, "query": "shapecast", "a": a, "b": b, "velocity_b": [1, 0], "max_toi": 1});
    let found = answers(&[], &[cast]).remove(0);
    assert_eq!(
        (&found["hit"], &found["certified"], &found["lower"], &found["lower_proven"]),
        (&json!(false), &json!(true), &json!(1.0), &json!(true)),
        "{found}"
    );
}

#[test]
fn shapes_that_part_are_no_hit_if_so_asked() {
    let square = json!({"type": "cuboid", "half_extents": [1, 1]});
    for scalar in ["f32", "f64", "exact"] {
        for (velocity, hits) in [([1, 0], false), ([0, 1], false), ([-1, 0], true), ([-1, 5], true)] {
            let ray = json!({"dim": 2, "query": "raycast", "scalar": scalar, "a": square, "unless_separating": true,
                "ray": {"origin": [1, 0], "direction": velocity, "max_toi": 5}});
            let body = json!({"dim": 2, "query": "shapecast", "scalar": scalar, "a": square, "unless_separating": true,
                "b": {"type": "cuboid", "half_extents": [1, 1], "pose": {"translation": [2, 0.5]}},
                "velocity_b": velocity, "max_toi": 5});
            for found in
                [&["--plain"][..], &[]].iter().flat_map(|options| answers(options, &[ray.clone(), body.clone()]))
            {
                assert_eq!(found["hit"], hits, "{found}");
                if !hits {
                    // They do touch.
                    assert_eq!((&found["lower"], &found["lower_proven"]), (&json!(5.0), &json!(false)), "{found}");
                    assert!(scalar == "exact" || found["certified"] == false, "{found}");
                }
            }
        }
    }
    let fault = json!({"dim": 2, "query": "raycast", "a": square, "ray": {"origin": [1, 0], "direction": [1, 0]}, "unless_separating": 1});
    let said = answers(&[], &[fault]).remove(0);
    assert_eq!(said["error"], "`unless_separating` is a number; it must be true or false");
}

/// A unit of tolerance is a millionth of the size that the help describes, or 64 ε of it and what the motion needs.
#[test]
fn the_default_tolerance_is_as_the_help_says() {
    let ask = |scalar: &str| {
        json!({"dim": 2, "query": "toi", "scalar": scalar, "until": 3, "motion_b": {"linear": [-1, 0]},
            "a": {"type": "cuboid", "half_extents": [3, 4]},
            "b": {"type": "ball", "radius": 1, "pose": {"translation": [12, 2]}}})
    };
    // 5 from its center to a corner, 1, and 12 from center to center.
    let size = 18.0;
    let found = answers(&[], &[ask("f64"), ask("f32")]);
    let tolerances = found.iter().map(|answer| answer["tolerance"].as_f64().unwrap() / size);
    let tolerances: Vec<f64> = tolerances.collect();
    assert!((tolerances[0] - 1e-6).abs() < 1e-12, "{found:?}");
    assert!((7.6e-6..1e-5).contains(&tolerances[1]), "{found:?}");
}

/// A triangle is the hull of its corners, and has a face for a manifold.
#[test]
fn a_triangle_is_a_shape() {
    let corners = [[-5.0, 0.0, -5.0], [-5.0, 0.0, 9.0], [9.0, 0.0, -5.0]];
    let triangle = json!({"type": "triangle", "a": corners[0], "b": corners[1], "c": corners[2]});
    let crate_ = json!({"type": "cuboid", "half_extents": [0.5, 0.5, 0.5], "pose": {"translation": [0, 0.75, 0]}});
    for scalar in ["f32", "f64", "exact"] {
        let ask = |a: &Value, query: &str| json!({"dim": 3, "query": query, "scalar": scalar, "a": a, "b": crate_});
        let points = json!({"type": "points", "points": corners});
        let found = answers(&[], &[ask(&triangle, "distance"), ask(&points, "distance")]);
        assert_eq!((&found[0]["distance"], &found[0]), (&json!(0.25), &found[1]));
    }
    let manifold = json!({"dim": 3, "query": "manifold", "a": triangle, "b": crate_, "prediction": 0.5});
    let found = answers(&[], &[manifold]).remove(0);
    let mut feet: Vec<[f64; 3]> = found["manifold"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| serde_json::from_value(p["points"][0].clone()).unwrap())
        .collect();
    // Whatever rounding does to them, in the order of their quadrants.
    feet.sort_by_key(|[x, _, z]| (*x > 0.0, *z > 0.0));
    let near = |x: f64, y: f64| (x - y).abs() <= 16.0 * f64::EPSILON * 9.0;
    for ([foot_x, foot_y, foot_z], [x, z]) in feet.iter().zip([[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]]) {
        assert!(near(*foot_x, x) && near(*foot_y, 0.0) && near(*foot_z, z), "{found}");
    }
    assert_eq!(feet.len(), 4, "{found}");
}

/// An unknown name of any kind gets the one that is meant.
#[test]
fn an_unknown_name_gets_the_one_that_is_meant() {
    let ball = r#"{"type":"ball","radius":1}"#;
    for (line, says) in [
        (
            r#"{"dim":2,"query":"overlap","a":BALL,"b":BALL}"#,
            r#"`query` is "overlap", which is unknown (did you mean `intersect`?)"#,
        ),
        (r#"{"dim":2,"query":"distnace","a":BALL,"b":BALL}"#, "(did you mean `distance`?)"),
        (
            r#"{"dim":2,"query":"intersect","a":{"type":"box","half_extents":[1,1]},"b":BALL}"#,
            "(did you mean `cuboid`?)",
        ),
        (r#"{"dim":2,"query":"intersect","a":{"type":"Sphere","radius":1},"b":BALL}"#, "(did you mean `ball`?)"),
        (
            r#"{"dim":2,"query":"intersect","a":{"type":"cuboid","halfExtents":[1,1]},"b":BALL}"#,
            "(did you mean `half_extents`?)",
        ),
        (
            r#"{"dim":2,"query":"intersect","a":{"shape":"ball","radius":1},"b":BALL}"#,
            "`a.type` is missing (`shape` is not its name)",
        ),
        (r#"{"dim":2,"query":"intersect","a":BALL,"b":BALL,"scalar":"double"}"#, "(did you mean `f64`?)"),
        (r#"{"dim":2,"query":"shapecast","a":BALL,"b":BALL,"max_time":1}"#, "(did you mean `max_toi`?)"),
        (r#"{"dim":2,"query":"raycast","a":BALL,"ray":{"origin":[1,1],"dir":[1,1]}}"#, "(did you mean `direction`?)"),
        (
            r#"{"dim":2,"query":"intersect","a":BALL,"b":{"type":"ball","radius":1,"pose":{"position":[1,1]}}}"#,
            "(did you mean `translation`?)",
        ),
        (
            r#"{"dim":2,"query":"intersect","a":BALL,"b":BALL,"zzz":1}"#,
            "`zzz` is not a key of a `intersect` question, which has",
        ),
    ] {
        let question = serde_json::from_str(&line.replace("BALL", ball)).unwrap();
        let said = answers(&[], &[question]).remove(0);
        assert!(said["error"].as_str().unwrap().contains(says), "{line}: {said}");
    }
    for (arguments, says) in
        [(["batch", "--sclar"], "'--scalar'"), (["batch", "--scalar=f63"], "'f64'"), (["bacth", "--help"], "'batch'")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_gjk")).args(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(
            output.status.code() == Some(2) && String::from_utf8(output.stderr).unwrap().contains(says),
            "{arguments:?}"
        );
    }
}
