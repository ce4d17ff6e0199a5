//! Is an arithmetic enough? The tests make pairs, and compare the first sentences of the report on them with their own figures. For each
//! kind of sentence there is a file that has to produce it.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts are small; to round is what is asked"
)]

use super::{Folder, csv, done, precision, refused};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::fmt::Write as _;
use std::fs;

/// A box, and beyond its face towards x a capsule along y, in metres: 200 pairs at each place. With them the gap; how far `f32` has to
/// be off, since it has rounded where they are; and how far shapes in `f32` have to be off.
fn pairs(places: &[f64]) -> (String, Vec<[f64; 4]>) {
    let (mut random, mut lines, mut errors) = (Pcg64Mcg::seed_from_u64(35), String::new(), Vec::new());
    for place in places {
        for k in 0..200 {
            let half = [(); 3].map(|()| random.random_range(0.3..1.0));
            let (radius, gap) = (random.random_range(0.1..0.4), 1e-4 * 1e3_f64.powf(random.random_range(0.0..1.0)));
            let at = [(); 3].map(|()| place + random.random_range(-0.5..0.5));
            let x = at[0] + half[0] + radius + gap;
            let end = |side: f64| [x, at[1] + side * half[1] / 2.0, at[2]];
            let _ = writeln!(
                lines,
                r#"{{"id":"{place} m, {k}","dim":3,"query":"contact","a":{{"type":"cuboid","half_extents":{half:?},"pose":{{"translation":{at:?}}}}},"b":{{"type":"capsule","a":{:?},"b":{:?},"radius":{radius}}}}}"#,
                end(-1.0),
                end(1.0)
            );
            let between = |of: fn(f64) -> f64| of(x) - of(at[0]) - of(half[0]) - of(radius);
            let exact = between(|x| x);
            let rounded = |x: f64| f64::from(x as f32);
            let of_shapes = (half[0] - rounded(half[0]) + radius - rounded(radius)).abs();
            errors.push([*place, exact, (between(rounded) - exact).abs(), of_shapes]);
        }
    }
    (lines, errors)
}

/// Asks, and returns the report.
fn report(name: &str, lines: &str, options: &[&str]) -> String {
    let folder = Folder::new(name);
    fs::write(folder.at("pairs.jsonl"), lines).unwrap();
    done(&[&["--questions", &folder.at("pairs.jsonl"), "--out", &folder.at("out")], options].concat());
    folder.text("out/report.md")
}

/// The first sentence on an arithmetic; of several the first decides.
fn sentence<'r>(report: &'r str, name: &str) -> &'r str {
    let start = format!("- {name}: ");
    report.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("{name}: {report}"))
}

const MOVED: &str = "line,id,dim,scalar,cases,place,scale,gap,error,error_over_gap";

#[test]
fn the_first_sentence_decides() {
    let (lines, errors) = pairs(&[0.0, 1e3, 1e5]);
    let folder = Folder::new("decides");
    fs::write(folder.at("pairs.jsonl"), &lines).unwrap();
    let asked = ["--questions", &folder.at("pairs.jsonl"), "--tolerance", "0.001", "--unit", "m", "--move"];
    let output = precision(&[&asked[..], &["--out", &folder.at("out")]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report = folder.text("out/report.md");
    let far = || errors.iter().filter(|[place, ..]| *place > 1e4);
    let most = far().map(|[_, _, error, _]| *error).fold(0.0, f64::max);
    let tenth = far().filter(|[_, gap, error, _]| *error > 0.1 * gap).count();
    let beyond = far().filter(|[_, _, error, _]| *error > 0.001).count();
    let first = report.lines().find(|line| line.starts_with("- ")).unwrap();
    println!("{first}");
    let percent = |count: usize| format!("{} %", (format!("{:.1e}", count as f64 / 2.0)).parse::<f64>().unwrap());
    // The interval of E. B. Wilson, 1927.
    let (n, z2) = (200.0, 1.96_f64.powi(2));
    let interval = [-1.0, 1.0].map(|side| {
        let share = tenth as f64 / n;
        let half = (z2 * (share * (1.0 - share) / n + z2 / (4.0 * n * n))).sqrt();
        format!("{:.0}", 100.0 * (share + z2 / (2.0 * n) + side * half) / (1.0 + z2 / n))
    });
    let start = format!(
        "- f32: errors up to {} m; {} ({} to {} %) of the pairs at 100 km are off by more than a tenth of their gap; within 0.001 m up to 1 km from the \
         origin: not enough at 100 km, the next place asked about ({} of the pairs there are not within it).",
        (format!("{most:.1e}")).parse::<f64>().unwrap(),
        percent(tenth),
        interval[0],
        interval[1],
        percent(beyond)
    );
    assert_eq!(first, start);
    // The terminal says which to choose, then what decides, and then where the report is. No bar is where nobody looks.
    let told = String::from_utf8(output.stdout).unwrap();
    let told: Vec<_> = told.lines().collect();
    let verdict = "f64-places is enough (places in f64, shapes and search in f32): of f32, f64-places, f64 and f32-shapes it is the \
                   cheapest that is within 0.001 m at all 600 pairs; moved, up to 1000 km from the origin.";
    let decisions: Vec<_> = report.lines().filter_map(|line| line.strip_prefix("- ")).take(8).collect();
    assert_eq!(told[0], verdict);
    assert_eq!(told[1..9], decisions[..]);
    assert!(told.len() == 10 && told[9].ends_with("report.html") && output.stderr.is_empty(), "{told:?}");
    let page = include_str!("../../../../docs/precision.md");
    for quoted in [verdict, first] {
        assert!(page.contains(&quoted.replacen("- ", "> ", 1)), "docs/precision.md does not quote: {quoted}");
    }
    // The report opens with the plot, which has a point for each place and arithmetic, and the tolerance.
    let opening = format!("Figure 1. {verdict}");
    assert!(report.lines().nth(4) == Some(&opening) && report.find("\n- ") > report.find(&opening), "{report}");
    let html = folder.text("out/report.html");
    let figure = html.split("</figure>").next().unwrap();
    assert!(!figure.contains("<li>f32") && figure.matches("<polygon").count() == 5 * (1 + 1 + 8), "{figure}");
    assert!((0.003..0.009).contains(&most) && tenth > 20 && beyond > 20, "{most} {tenth} {beyond}");
    assert!(report.contains("within 0.001 m at all pairs, up to 100 km from the origin: enough for them"), "{report}");
    // Moved, they are what those at that place are.
    let moved = report.lines().find(|line| line.starts_with("- f32, the same pairs moved")).unwrap();
    assert!(moved.contains("within 0.001 m it is enough up to 10 km from the origin, and not at 100 km"), "{moved}");
    assert!(moved.contains("near the origin it is enough at scales of 1e-6 to 1e6"), "{moved}");
    assert!(report.contains("- f64, the same pairs moved: within 0.001 m it is enough up to 1000 km"), "{report}");
    // Each of them has a row.
    let rows = csv(&folder.text("out/moved.csv"));
    assert_eq!((rows[0].join(","), rows.len()), (MOVED.into(), 1 + errors.len() * 4 * 12));
    let far = rows.iter().filter(|row| row[3] == "f32" && row[5] == "100000.0" && row[6] == "1.0");
    let far: Vec<f64> = far.map(|row| row[8].parse().unwrap()).collect();
    let tabled = report.lines().find(|line| line.starts_with("| to 100 km |")).unwrap();
    let beyond = far.iter().filter(|error| **error > 0.001).count();
    assert!(far.len() == errors.len() && tabled.ends_with(&format!("| {beyond} of 600 |")), "{beyond} {tabled}");
    // The worst line is one that has to be, and the rows say the same.
    let rows = csv(&folder.text("out/questions.csv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let number = |row: &[String], name: &str| row[column(name)].parse::<f64>().unwrap();
    let of_single: Vec<_> = rows[1..].iter().filter(|row| row[column("scalar")] == "f32").collect();
    assert_eq!(of_single.len(), errors.len());
    for (row, [_, gap, error, _]) in of_single.iter().zip(&errors) {
        assert!(
            (number(row, "error") - error).abs() < 1e-6 && (number(row, "separation") - gap).abs() < 1e-9,
            "{row:?}"
        );
        assert!((number(row, "error_over_gap") - error / gap).abs() < 1e-2 * (1.0 + error / gap), "{row:?}");
        assert!(((number(row, "found") - gap).abs() - error).abs() < 1e-6, "{row:?}");
    }
    let worst = 1 + (0..errors.len()).max_by(|j, k| errors[*j][2].total_cmp(&errors[*k][2])).unwrap();
    let listed = report.split("f32, ours: the largest errors").nth(1).unwrap();
    assert!(listed.lines().nth(4).unwrap().starts_with(&format!("| {worst} | 100000 m, ")), "{listed}");
    // Places in `f64` cost what the shapes' own numbers do; shapes in `f32` what has been rounded of them.
    for (name, most) in [("f64-places", 64.0 * 3.0 * f64::from(f32::EPSILON)), ("f32-shapes", 1e-10)] {
        let rows: Vec<_> = rows[1..].iter().filter(|row| row[column("scalar")] == name).collect();
        assert_eq!(rows.len(), errors.len());
        let offs = rows.iter().zip(&errors).map(|(row, [.., rounded])| (number(row, "error"), rounded));
        let beyond = offs.clone().find(|(error, rounded)| (error - *rounded).abs() > most);
        assert_eq!(beyond, None, "{name}");
        assert!(offs.filter(|(error, _)| *error > 1e-9).count() > 500, "{name}: nothing has been rounded");
        // In ε L of what the search sees.
        let [error, length] = ["distance", "error"].map(|name| rows[599][column(name)].parse::<f64>().unwrap());
        assert!(name == "f32-shapes" || length < 4.0 * error * f64::from(f32::EPSILON), "{error} {length}");
    }
}

/// The pairs that scenes of worlds meet, and what docs/precision.md quotes about them.
#[test]
fn scenes_are_as_the_page_says() {
    let pairs = precision(&["pairs", "--sweep", "scenes", "--dims", "2,3", "--scalars", "f32", "--samples", "1050"]);
    let told = report("met", &String::from_utf8(pairs.stdout).unwrap(), &["--unit", "m", "--scalars", "f32,f64"]);
    let told: Vec<_> = told.lines().skip(2).filter_map(|line| line.strip_prefix("- ")).take(4).collect();
    let quote = format!("> {}\n", told.join("\n>\n> "));
    let page = include_str!("../../../../docs/precision.md");
    assert!(page.contains(&quote), "docs/precision.md does not quote:\n{quote}");
}

/// What is asked for changes the sentence, and what is ranked first.
#[test]
fn each_kind_of_sentence_is_brought_about() {
    let (near, _) = pairs(&[0.0]);
    let told = report("near", &near, &["--tolerance", "1e-5", "--scalars", "f32,f16"]);
    let verdict = |told: &str| told.lines().find_map(|line| line.strip_prefix("Figure 1. ")).unwrap().to_string();
    let first = "f32 is enough: of f16 and f32 it is the cheapest that is within 1e-5 at all 200 pairs.";
    assert_eq!(verdict(&told), first);
    let single = sentence(&told, "f32");
    assert!(single.contains("no pair is off by more than a tenth of its gap; within 1e-5 at all pairs"), "{single}");
    assert!(single.ends_with("enough for them."), "{single}");
    assert!(!told.contains("f32, ours: the largest errors"), "what is good enough is not listed");
    // A tolerance that is too small even there.
    let told = report("too-small", &near, &["--tolerance", "1e-9", "--unit", "m"]);
    let single = sentence(&told, "f32");
    assert!(single.contains("are not within 1e-9 m: not enough.") && single.contains("nearest the origin"), "{single}");
    assert!(verdict(&told).starts_with("f64 is enough: of f32, f64-places, f64 and f32-shapes it is the"), "{told}");
    let told = report("none", &near, &["--tolerance", "1e-9", "--scalars", "f16,f32"]);
    let none = "None of f16 and f32 is within 1e-9 at all pairs: the least of their largest errors is ";
    assert!(verdict(&told).starts_with(none) && verdict(&told).ends_with(" in f32."), "{}", verdict(&told));
    // A part of the gap; the error that is largest beside its gap comes first.
    let (far, errors) = pairs(&[1e5]);
    let told = report("relative", &far, &["--relative", "1e-6", "--scalars", "f32"]);
    assert!(sentence(&told, "f32").contains("are not within 0.000001 of the gap: not enough"), "{told}");
    let ratio = |k: &usize| errors[*k][2] / errors[*k][1];
    let worst = 1 + (0..errors.len()).max_by(|j, k| ratio(j).total_cmp(&ratio(k))).unwrap();
    let listed = told.split("f32, ours: the largest errors").nth(1).unwrap();
    assert!(listed.lines().nth(4).unwrap().starts_with(&format!("| {worst} | ")), "{worst} {listed}");
    // Nothing is asked for.
    let told = report("nothing", &near, &["--scalars", "f32"]);
    assert!(!sentence(&told, "f32").contains("within"), "{told}");
    assert!(verdict(&told).starts_with("No verdict without --tolerance: the largest errors are "), "{told}");
    // Nothing can be held.
    let told = report("held", &far, &["--tolerance", "1", "--scalars", "f16,f32"]);
    let half = sentence(&told, "f16");
    assert!(half.starts_with("it cannot hold any of the 200 pairs") && !told.contains("0 of 0"), "{half}");
    assert!(verdict(&told).starts_with("f32 is enough: it is within 1 at all 200 pairs."), "{told}");
    // Some cannot.
    let told = report("some", &(near.clone() + &far), &["--tolerance", "1", "--scalars", "f16"]);
    assert!(sentence(&told, "f16").contains("It cannot hold 200 of 400 pairs ("), "{told}");
    // A way that is wrong, about pairs of a sweep; some touch up to rounding.
    let pairs = precision(&["pairs", "--sweep", "shapes", "--dims", "3", "--samples", "180"]).stdout;
    let pairs = String::from_utf8(pairs).unwrap();
    let told = report("wrong", &pairs, &["--tolerance", "1e-3", "--scalars", "f64", "--cases", "ours,wrong-sign"]);
    let planted = sentence(&told, "f64, wrong-sign");
    assert_eq!(planted, "it finds verdicts, and no distances.");
    assert!(sentence(&told, "f64").contains("enough for them"), "{told}");
    assert!(
        told.contains("f64, wrong-sign: ") && told.contains(" verdicts are wrong or missing, of shapes up to "),
        "{told}"
    );
    assert!(
        told.contains("f64, ours: 2 of 180 verdicts are wrong or missing, of shapes up to 5.6e-17 from touching."),
        "{told}"
    );
    // Scaled: half precision has numbers from 6e-5 to 65504, and shapes of some hundreds.
    let told = report("scaled", &near, &["--tolerance", "0.02", "--scalars", "f16", "--move"]);
    let moved = told.lines().find(|line| line.starts_with("- f16, the same pairs moved")).unwrap();
    assert!(moved.contains("enough up to 10 from the origin, and not at 100;"), "{moved}");
    assert!(moved.contains("near the origin it is not enough at scales of 1e-6, 1e3, 1e6, with"), "{moved}");
    for arguments in [&["--tolerance", "0"][..], &["--relative=-1"], &["--tolerance", "nan"]] {
        assert!(refused(&[arguments, &["--questions", "x"]].concat()).contains("above 0"), "{arguments:?}");
    }
    assert_eq!(precision(&["--tolerance", "1"]).status.code(), Some(2));
}

/// A ball in the middle of a box may leave it in six directions. The angle between two of them is not an error.
#[test]
fn an_angle_at_a_tie_is_none() {
    let line = r#"{"dim":3,"query":"contact","a":{"type":"cuboid","half_extents":[1,1,1]},"b":{"type":"cuboid","half_extents":[0.25,0.25,0.25]}}"#;
    let aside = line.replacen("0.25]}", r#"0.25],"pose":{"translation":[0.3,0.1,0]}}"#, 1);
    let folder = Folder::new("tie");
    fs::write(folder.at("q.jsonl"), format!("{line}\n{aside}\n")).unwrap();
    done(&["--questions", &folder.at("q.jsonl"), "--scalars", "f32,f64", "--out", &folder.at("out")]);
    let rows = csv(&folder.text("out/questions.csv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    for row in &rows[1..] {
        let angle: f64 = row[column("contact_angle")].parse().unwrap();
        assert!(angle.is_nan() && row[column("line")] == "1" || angle < 4.0, "{row:?}");
    }
}

/// The exercises of docs/precision.md, and what they rest on.
#[test]
fn answers_to_exercises_are_checked() {
    let check = |number: &str, answer: &str| {
        let output = precision(&["check", number, answer]);
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    for (number, right, wrong) in [
        ("1", "10", "9"),
        ("1", "12", "24"),
        ("2", "1e-7", "1e-6"),
        ("3", "0.05", "0.5"),
        ("4", "Unit scale", "local frame"),
        ("5", "WZX", "WYZ"),
        ("6", "slenderness", "gap"),
    ] {
        assert!(check(number, right).0 == 0 && check(number, right).1.starts_with("Right: "), "{number}");
        assert!(check(number, wrong).0 == 1 && check(number, wrong).1.starts_with("Not yet"), "{number}");
    }
    assert!(check("1", "many").1.contains("A number is asked for"));
    assert_eq!(precision(&["check", "7", "1"]).status.code(), Some(2));
    let folder = Folder::new("exercises");
    let study = ["--sweep", "gap,offset", "--scalars", "f32", "--dims", "3", "--cases", "ours", "--samples", "3000"];
    done(&[&study[..], &["--out", &folder.at("")]].concat());
    let rows = csv(&folder.text("rows.csv"));
    let column = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let at = |sweep: &str, level: &str, name: &str| {
        let row =
            rows.iter().find(|row| row[0] == sweep && row[column("level")] == format!("{sweep} {level}")).unwrap();
        row[column(name)].parse::<f64>().unwrap()
    };
    let wrong = |level: &str| at("gap", level, "false_positives") + at("gap", level, "false_negatives");
    assert!(wrong("1e-6") == 0.0 && wrong("1e-8") > 5.0, "{} {}", wrong("1e-6"), wrong("1e-8"));
    assert!((0.03..=0.0625).contains(&at("offset", "1e6", "moved_p99")), "{}", at("offset", "1e6", "moved_p99"));
    // The first, fourth and sixth.
    let run = |name: &str, options: &[&str]| {
        done(&[options, &["--dims", "3", "--out", &folder.at(name)]].concat());
        (csv(&folder.text(&format!("{name}/rows.csv"))), folder.text(&format!("{name}/report.md")))
    };
    let (bits, _) = run("bits", &["--sweep", "bits", "--cases", "ours", "--samples", "10000"]);
    let within = |end: &str| {
        let [level, quantile, high] =
            ["value", "distance_p99", end].map(|name| bits[0].iter().position(|x| x == name).unwrap());
        let is_more = |row: &&Vec<String>| [quantile, high].iter().any(|k| row[*k].parse::<f64>().unwrap() > 1.0);
        let last = bits[1..].iter().rposition(|row| is_more(&row)).unwrap();
        &*bits[last + 2][level]
    };
    assert_eq!([within("distance_p99"), within("distance_p99_high")], ["10.0", "12.0"]);
    let scale = ["--sweep", "scale", "--cases", "ours,unscaled", "--scalars", "f32,f64", "--samples", "1300"];
    let (rows, _) = run("scale", &scale);
    for row in
        rows.iter().filter(|row| row[column("value")].parse().is_ok_and(|size: f64| !(1e-12..1e8).contains(&size)))
    {
        let wrong: u64 = ["false_positives", "false_negatives", "undecided"]
            .map(|name| row[column(name)].parse::<u64>().unwrap())
            .iter()
            .sum();
        let is_hard = row[column("scalar")] == "f32" && row[column("cases")] == "unscaled";
        assert!(if is_hard { wrong > 33 } else { wrong < 5 }, "{row:?}");
    }
    let (_, told) = run("faulty", &["--sweep", "slenderness", "--scalars", "f64,faulty", "--cases", "ours"]);
    assert!(
        told.contains(
            "MORE THAN IS PROMISED: faulty, ours: the worst error is of a distance 3.0e5 ε L (slenderness, 3D, at 1e8)"
        ),
        "{told}"
    );
    // Behind each point of a plot are 200 pairs and more: of 3000 a hundred are at each gap, and 333 at each distance from the origin, of
    // which half are apart. Numbers of fewer are in the table.
    let page = folder.text("report.html");
    let figure = |id: &str| {
        let figure = page.split("<figure>").find(|figure| figure.contains(&format!("The numbers: {id} ")));
        figure.unwrap_or_else(|| panic!("no figure {id}"))
    };
    let marks = |id: &str| figure(id).matches("<polygon").count();
    assert_eq!(marks("offset-3D-verdict"), 1 + 1 + 9, "a band, a mark in the legend, and those of the levels");
    assert!(figure("gap-3D-verdict").contains("No point is of 200 pairs or more") && marks("gap-3D-verdict") == 0);
    assert!(figure("gap-3D-verdict").matches("<tr>").count() == 20 && !figure("gap-3D-verdict").contains("<svg"));
    // Times differ from run to run, so they have a page of their own.
    let times = folder.text("times.html");
    assert!(times.contains("<b>Figure 1.</b> The quickest is ours in f32, ") && times.contains(" ns, "), "{times}");
    assert!(times.contains("aria-labelledby=\"error-against-time-title ") && !page.contains("error-against-time"));
}
