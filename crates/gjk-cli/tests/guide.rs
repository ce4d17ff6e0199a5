//! The numbers of docs/guide.md, in its text, its exercises and their answers, come from traces.

#[path = "guide/tutorials.rs"]
mod tutorials;

use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What `gjk trace --json` says.
fn trace(question: &Value, scalar: &str, start: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gjk"));
    command.args(["trace", "--json", "--scalar", scalar]).stdin(Stdio::piped()).stdout(Stdio::piped());
    if !start.is_empty() {
        command.arg(format!("--start={start}"));
    }
    let mut program = command.spawn().unwrap();
    program.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{question}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// An example of the explorer, traced.
fn preset(id: &str, scalar: &str) -> Value {
    let presets: Value = serde_json::from_str(include_str!("../../../site/explorer/presets.json")).unwrap();
    let preset = presets.as_array().unwrap().iter().find(|preset| preset["id"] == id).unwrap();
    let question = json!({"dim": preset["dim"], "query": preset["query"], "a": preset["a"], "b": preset["b"]});
    let start = preset["start"][0].as_array().map_or(String::new(), |d| format!("{},{}", d[0], d[1]));
    trace(&question, scalar, &start)
}

fn vector(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// So many digits, as the guide writes them, without zeros at the end.
fn digits(x: f64, count: u8) -> String {
    let text = format!("{x:.*e}", usize::from(count) - 1);
    let (digits, exponent) = text.split_once('e').unwrap();
    let exponent: i32 = exponent.parse().unwrap();
    let text = if (-5..6).contains(&exponent) {
        let places = usize::try_from((i32::from(count) - 1 - exponent).max(0)).unwrap();
        let text = format!("{x:.places$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        let raised: String = exponent
            .to_string()
            .chars()
            .map(|c| "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth("-0123456789".find(c).unwrap()).unwrap())
            .collect();
        format!("{digits}·10{raised}")
    };
    text.replace('-', "−")
}

fn point(value: &Value) -> String {
    format!("({})", vector(value).iter().map(|x| digits(*x, 4)).collect::<Vec<_>>().join(", "))
}

/// The product of that name in a step, counted from 1.
fn product(trace: &Value, step: usize, name: &str) -> f64 {
    let tests = trace["steps"][step - 1]["tests"].as_array().unwrap();
    tests.iter().find(|test| test["name"] == name).unwrap()["value"].as_f64().unwrap()
}

/// A question about the hull of some points and the origin, from a first direction.
fn of_points(query: &str, points: &Value, direction: &str) -> Value {
    let zero = vec![0; points[0].as_array().unwrap().len()];
    let [a, b] = [json!({"type": "points", "points": points}), json!({"type": "point", "at": zero})];
    trace(&json!({"dim": zero.len(), "query": query, "a": a, "b": b}), "f64", direction)
}

/// The first vertex along a direction.
fn first(question: &Value, direction: &str) -> Vec<f64> {
    vector(&trace(question, "f64", direction)["steps"][0]["newest"]["w"])
}

fn four(x: f64) -> String {
    digits(x, 4)
}

fn cross(u: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]].map(|x| x + 0.0)
}

/// The same of the chapters about the expansion's faces and about contacts.
fn of_contacts() -> Vec<String> {
    let mut told = Vec::new();
    let next = cross([4.0, 0.0, 0.0], [-2.0, 1.0, 3.0]).map(|x| x / -4.0 + 0.0);
    told.push(format!("so it is a multiple of {}.", point(&json!(next))));
    let (p, q, r) = ([1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 2.0]);
    let less = |u: [f64; 3], v: [f64; 3]| [0, 1, 2].map(|k| u[k] - v[k]);
    let (pq, pr) = (less(q, p), less(r, p));
    let n = cross(pq, pr);
    let [pq, pr, normal] = [pq, pr, n].map(|v| point(&json!(v)));
    let reach = four(n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
    told.push(format!("PQ = {pq} and PR = {pr}, so *n* = {normal}, and $n·P$ = {reach} is positive"));
    let side = json!({"type": "points", "points": [[4, -9], [4, 9]]});
    let along = json!({"dim": 2, "query": "shapecast", "a": side, "b": {"type": "point", "at": [1, -0.25]}, "velocity_b": [4, 1]});
    let part = trace(&along, "f64", "")["answer"]["toi"].as_f64().unwrap();
    assert!((part - 0.75).abs() < 1e-12);
    told.push(format!("three quarters of the way along, at {}.", point(&json!([1.0 + part * 4.0, part - 0.25]))));
    let tile = |over: f64| {
        let [floor, stone] = [([2.0, 2.0], [2.0, -2.0]), ([1.0, 1.0], [over - 1.0, 0.9])]
            .map(|(half, at)| json!({"type": "cuboid", "half_extents": half, "pose": {"translation": at}}));
        let answer = trace(&json!({"dim": 2, "query": "contact", "a": floor, "b": stone}), "f64", "")["answer"].clone();
        (vector(&answer["normal"]), -answer["separation"].as_f64().unwrap())
    };
    let ((sideways, far), (up, deep)) = (tile(0.04), tile(0.11));
    assert!(sideways[0] < -0.9 && up[1] > 0.9);
    told.push(format!("Sideways by {}. When the box reaches more than {} into", four(far), four(deep)));
    told
}

/// What the guide has to say, word for word, with the numbers of traces.
fn sentences() -> Vec<String> {
    let overlap = preset("overlap", "f64");
    let start = &overlap["steps"][0];
    let [a, b, w] = ["a", "b", "w"].map(|name| point(&start["newest"][name]));
    let d = point(&start["direction"]);
    let back: Vec<_> = start["newest"]["w"].as_array().unwrap().iter().map(|x| -x.as_f64().unwrap()).collect();
    let back = point(&json!(back));
    let mut told = vec![format!(
        "The example starts with d = {d}. The farthest point of **A** along it is {a}, that of **B** along −d is {b}: so W = {a} − {b} = {w}."
    )];
    told.push(format!("From W back towards the origin: d = {back}."));

    // The difference: corners of one square less the other's corners.
    let square = |center: f64| json!({"type": "cuboid", "half_extents": [1, 1], "pose": {"translation": [center, 0]}});
    let apart = json!({"dim": 2, "query": "distance", "a": square(0.0), "b": square(3.0)});
    let answer = &trace(&apart, "f64", "")["answer"];
    let points = [0, 1].map(|k| vector(&answer["points"][k]));
    let [low, high] = ["-1,-0.5", "1,0.5"].map(|direction| first(&apart, direction));
    told.push(format!(
        "The square [{}, {}] × [{}, {}]: twice",
        four(low[0]),
        four(high[0]),
        four(low[1]),
        four(high[1])
    ));
    told.push(format!(
        "Its nearest point to 0 is ({}, {}), so the distance is {}.",
        four(points[0][0] - points[1][0]),
        four(points[0][1] - points[1][1]),
        four(answer["separation"].as_f64().unwrap())
    ));

    // Two and three vertices: the last step has them, A the newest.
    let two = of_points("intersect", &json!([[3, -1], [-1, 2]]), "-1,0");
    let towards = vector(&two["steps"][1]["towards"]);
    told.push(format!("The product is 9 − 4 = {}, positive", four(product(&two, 2, "WX⊥ · WO"))));
    told.push(format!("The next direction is {}.", point(&json!(towards.iter().map(|x| x * 2.0).collect::<Vec<_>>()))));
    let three = of_points("intersect", &json!([[1, 2], [-2, -1], [2, -1]]), "1,-1");
    let step = &three["steps"][2];
    assert_eq!(point(&step["newest"]["w"]), "(1, 2)", "{three}");
    // Which of the others is called X is the search's affair.
    let mut names = ["WX⊥ · WO", "WY⊥ · WO"];
    if vector(&step["before"][0]["w"])[0] > 0.0 {
        names.reverse();
    }
    let [ab, ac] = names.map(|name| four(product(&three, 3, name)));
    told.push(format!("The products are {ab} and {ac}: beyond neither, so inside."));
    let space = of_points("intersect", &json!([[-1, -1, 1], [2, -1, 1], [-1, 2, 1]]), "1,0.1,0");
    let edges = ["WX⊥ · WO in WXY", "WY⊥ · WO in WXY"].map(|name| four(product(&space, 3, name)));
    assert_eq!(edges[0], edges[1]);
    told.push(format!("have the product {} with WO", edges[0]));
    told.push(format!("= {}: the origin is on the other side.", four(product(&space, 3, "WXY · WO"))));
    let direction: Vec<_> = vector(&space["steps"][2]["towards"]).iter().map(|x| x * 4.0 + 0.0).collect();
    let order: Vec<_> = (0..3).map(|k| point(&space["steps"][2]["after"][k]["w"])).collect();
    assert_eq!(order.iter().position(|w| w == "(−1, −1, 1)"), Some(2), "{order:?}");
    told.push(format!("The direction is {}, and the order W, Y, X.", point(&json!(direction))));

    // Four vertices: the products by hand, the feature by a distance.
    let (b, c, d, origin) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-0.2, -0.1, 0.5]);
    let along = |u: [f64; 3]| four(u.iter().zip(origin).map(|(x, y)| x * y).sum());
    let normals = [cross(b, c), cross(c, d), cross(d, b)];
    let [abc, acd, adb] = normals.map(|normal| point(&json!(normal)));
    let products = normals.map(along);
    told.push(format!("The normals are {abc}, {acd} and {adb}"));
    told.push(format!(
        "the products with WO are {}, {} and {}: beyond WXY and WYZ.",
        products[0], products[1], products[2]
    ));
    told.push(format!("$(WXY × WY) · WO$ = {} is positive", along(cross(normals[0], c))));
    let out = cross(c, normals[1]);
    told.push(format!("$WY × WYZ$ = {} has the product {}: the edge WY is nearest.", point(&json!(out)), along(out)));
    let corners: Vec<_> = [[0.0; 3], b, c, d].iter().map(|p| [0, 1, 2].map(|k| p[k] - origin[k])).collect();
    let nearest = vector(&of_points("distance", &json!(corners), "1,1,1")["answer"]["points"][0]);
    assert!((0..2).all(|k| (nearest[k] + origin[k]).abs() < 1e-12) && nearest[2].abs() < 1e-12, "{nearest:?}");

    // Distance.
    let nearest = &of_points("distance", &json!([[3, 1], [1, 3]]), "0,1")["answer"];
    let (at, far) = (point(&nearest["points"][0]), nearest["separation"].as_f64().unwrap());
    assert!((far - 2.0 * 2.0_f64.sqrt()).abs() < 1e-9);
    told.push(format!("So *q* = {at}, at 2√2, and"));

    // Touching.
    let presets: Value = serde_json::from_str(include_str!("../../../site/explorer/presets.json")).unwrap();
    let crossing = presets.as_array().unwrap().iter().find(|preset| preset["id"] == "crossing").unwrap();
    let asked = json!({"dim": 2, "query": "intersect", "a": crossing["a"], "b": crossing["b"]});
    let corners = ["-1,-10", "10,-1", "1,10", "-10,1"].map(|direction| first(&asked, direction));
    let middle: Vec<_> = (0..2).map(|k| f64::midpoint(corners[0][k], corners[2][k])).collect();
    let corners = corners.map(|corner| point(&json!(corner)));
    told.push(format!("A parallelogram with the corners {}.", corners.join(", ")));
    told.push(format!("both go through {}.", point(&json!(middle))));

    // Rounding.
    let [exact, double] = ["exact", "f64"].map(|scalar| preset("beside-line", scalar));
    let gap = |x: f32| f64::from(x.next_up() - x);
    told.push(format!("Numbers of `f32` near 0.3 are {} apart", digits(gap(0.3), 1)));
    told.push(format!("that point is {} below the line", digits(exact["answer"]["separation"].as_f64().unwrap(), 2)));
    let [one, other] = [&exact, &double].map(|found| digits(product(found, 2, "WX⊥ · WO"), 3));
    told.push(format!("$WX⊥·WO$ is {one}, and `f64` computes {other}."));
    let step = &double["steps"][1];
    let (a, b) = (vector(&step["newest"]["w"]), vector(&step["before"][0]["w"]));
    let (over, under) = ((a[1] - b[1]) * a[0], (a[0] - b[0]) * a[1]);
    // Half of the gap between numbers of that size.
    let rounding = (over.next_up() - over) / 2.0;
    assert_eq!((digits(over, 2), rounding.to_bits()), (digits(under, 2), 2.0_f64.powi(-52).to_bits()));
    told.push(format!(
        "two products near {}. Each of them is rounded by up to 2⁻⁵² ≈ {}, and the vertex W = {} was rounded before.",
        digits(over, 2),
        digits(rounding, 3),
        point(&step["newest"]["w"])
    ));
    told
}

/// What has numbers that are given, or that follow in the sentence itself.
const GIVEN: &[&str] = &[
    "W = (−4, 0) is farthest along d = (1, 0), and v = (−2, 1).",
    "so *t* = 2, at (−4, 2).",
    "The nearest edge of the polygon is 1.5 from the origin. The vertex beyond it reaches 2 along its normal, and one looked at before reached 1.8",
    "It is from 1.5 to 1.8:",
    "**A** is the square [−1, 1]², **B** the same square with its center at (3, 0).",
    "In D dimensions a simplex has up to D + 1 vertices, and 2ᴰ features",
    // A count of tests/answers/strategies.rs, whose command stands there.
    "in 7 of 150,000 tetrahedra of small integers, and in none of 150,000 whose W passed",
    "W = (3, 1) and X = (1, 3) are kept; *a* was (4, 0) at W and (1, 2) at X.",
    "WX = (−2, 2), WO = (−3, −1): the weight of X is 4/8 = 1/2.",
    "((4, 0) + (1, 2))/2 = (2.5, 1)",
    "X = (1, 0, 0), Y = (0, 0, 1), Z = (0, 1, 0), and the origin is at (−0.2, −0.1, 0.5).",
    "P. Wolfe's, *Finding the nearest point in a polytope*, 1976.",
    "**A** has the vertices (3, 5), (5, 7) and (9, 6), and **B** has (7, 4), (12, 4) and (8, 7).",
    "has about 7 and `f64` about 16 decimal digits",
    "down to about 10⁻¹⁶",
    "0.9 and 0.3 are not whole multiples of a power of two",
    "ε L²/2, with ε = 2⁻²³ for `f32` and 2⁻⁵² for `f64`",
    "an absolute number such as 10⁻⁶",
    "W = (1, 2) is the newest vertex, and X = (−2, −1) and Y = (2, −1) were kept.",
    "WX = (−3, −3) and WY = (1, −3), so $WX⊥$ = (−3, 3) and $WY⊥$ = (3, 1). WO = (−1, −2).",
    "from (−2, −1) to (2, 1) and from (−1, 2) to (1, −1.5).",
    "W = (−1, −1, 1) is the newest vertex, X = (2, −1, 1) and Y = (−1, 2, 1) were kept.",
    "WX = (3, 0, 0), WY = (0, 3, 0) and WO = (1, 1, −1), so WXY = (0, 0, 9). $WX × WXY$ = (0, −27, 0) and $WXY × WY$ = (−27, 0, 0)",
    "W = (3, −1) is the newest vertex, and X = (−1, 2) was kept.",
    "WX = (−4, 3), so $WX⊥$ = (−3, −4), and WO = (−3, 1).",
    "the edge from (2, 0, 0) to (−2, 0, 0).",
    "The farthest vertex along (0, 0, 1) is (0, 1, 3).",
    "All with a first coordinate of 0. Then *n* is perpendicular to (4, 0, 0) and to (−2, 1, 3),",
    "The face P = (1, 0, 1), Q = (0, 1, 1), R = (0, 0, 2) has the origin behind it.",
    "The reference edge runs from (0, 0) to (4, 0). The incident edge runs from (1, −0.25) to (5, 0.75).",
    "At *x* = 4 the edge",
    "So (1, −0.25) and (4, 0.5). Only the first is below the edge: it is 0.25 deep.",
    "two boxes have 15 directions, two polyhedra with 30 edges each have at least 900.",
    "The *Frank–Wolfe* method of 1956",
    "A box has sunk 0.1 into a floor of tiles and reaches 0.04 into the next tile.",
    // What the test of the program to copy counts, tests/answers/one_page.rs.
    "on 1,005,215 of 1,008,000 random pairs",
    "2,746 verdicts differ. All are of pairs within rounding of touching, and 2,714 of these",
    "39 have no verdict",
    "products of three lengths of 10⁻¹³",
];

/// The guide's pages on one line, without blocks of code and of formulas. The table of tutorials has tests of its own.
fn guide() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide");
    let mut text = String::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") && !path.ends_with("tutorials.md") {
            let page = std::fs::read_to_string(path).unwrap();
            let page = page.split("\n---\n").next().unwrap().to_owned();
            text += &page.split("```").step_by(2).collect::<String>();
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_number_of_the_guide_is_that_of_a_trace() {
    let guide = guide();
    let mut rest = guide.clone();
    for sentence in sentences().iter().chain(&of_contacts()).map(String::as_str).chain(GIVEN.iter().copied()) {
        assert!(guide.contains(sentence), "the guide does not say: {sentence}");
        rest = rest.replace(sentence, " ");
    }
    // Formulas, code and addresses tell nothing of shapes.
    for mark in ['$', '`'] {
        rest = rest.split(mark).step_by(2).collect::<Vec<_>>().join(" ");
    }
    let mut parts = rest.split("](");
    let mut words = parts.next().unwrap().to_owned();
    parts.for_each(|part| words += part.split_once(')').unwrap().1);
    let is_part = |c: char| !(c.is_whitespace() || "()[],;:!?*/".contains(c));
    let left: Vec<_> = words
        .split(|c| !is_part(c))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| word.chars().any(|c| c.is_ascii_digit()))
        // Facts and lists have numbers, and the origin is called 0.
        .filter(|word| !matches!(*word, "0" | "1" | "2" | "**0"))
        .collect();
    assert!(left.is_empty(), "numbers that no trace has: {left:?}");
}
