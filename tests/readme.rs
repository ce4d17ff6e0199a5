//! README's figures are those of the tables that they come from.

use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// What is below a heading, to the next.
fn section<'p>(page: &'p str, heading: &str) -> &'p str {
    let begin = page.find(&format!("# {heading}\n")).unwrap_or_else(|| panic!("no section {heading}"));
    let below = page[begin..].split_once('\n').unwrap().1;
    below.split("\n#").next().unwrap()
}

type Row<'p> = Vec<&'p str>;

/// The tables of a text: the first row of each is its heading.
fn tables(text: &str) -> Vec<Vec<Row<'_>>> {
    let mut found = vec![Vec::new()];
    for line in text.lines() {
        match line.strip_prefix("| ") {
            None => found.push(Vec::new()),
            Some(row) if row.starts_with("---") => {}
            Some(row) => {
                found
                    .last_mut()
                    .unwrap()
                    .push(row.trim_end().trim_end_matches('|').split('|').map(str::trim).collect());
            }
        }
    }
    found.retain(|table| !table.is_empty());
    found
}

/// The ratios of README are those of the row of docs/performance.md with the same question, shapes, scalar and separation.
#[test]
fn ratios_are_those_of_performance() {
    let (readme, performance) = (read("README.md"), read("docs/performance.md"));
    let quoted = &tables(section(&readme, "How fast"))[0];
    let (heading, rows) = quoted.split_first().unwrap();
    assert!(rows.len() >= 4, "{rows:?}");
    for row in rows {
        // The table of contacts does not repeat the question.
        let (source, keys) = match row[0] {
            "contact" => ("Contacts in other libraries", 1..4),
            _ => ("Other libraries", 0..4),
        };
        let source = &tables(section(&performance, source))[0];
        let same = |found: &&Row<'_>| found[..keys.len()] == row[keys.clone()];
        let found = source.iter().find(same).unwrap_or_else(|| panic!("no row {row:?}"));
        for (name, ratio) in heading.iter().zip(row).filter(|(name, _)| name.contains('÷')) {
            let column = source[0].iter().position(|column| column == name).unwrap();
            assert_eq!(found[column], *ratio, "{row:?}, {name}");
        }
    }
    let lost = |row: &&Row<'_>| row[4..].iter().any(|ratio| ratio.parse::<f64>().is_ok_and(|ratio| ratio < 1.0));
    assert!(rows.iter().any(|row| lost(&row)), "a row where this library is slower belongs there");
}

/// The numbers of a text, with their commas, points and powers, but not those within words, such as `f64` and 3D.
fn figures(text: &str) -> Vec<&str> {
    let of_number = |c: char| c.is_ascii_digit() || ".,·⁰¹²³⁴⁵⁶⁷⁸⁹⁻".contains(c);
    text.split(|c: char| !c.is_alphanumeric() && !of_number(c))
        .map(|word| word.trim_matches(['.', ',', '·']))
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()) && word.chars().all(of_number))
        .collect()
}

/// Each promise of README, and the rows of docs/reliability.md that have its figures.
const PROMISES: [(&str, &[&str]); 5] = [
    ("**Right:**", &["**Verdicts, distances and contacts of ordinary numbers**"]),
    ("**Proven, if you ask:**", &["**Proven verdicts**"]),
    ("**Never late:**", &["**Casts**", "**Times of impact**"]),
    ("**Robust:**", &["**No panic, no endless loop, no nonsense**"]),
    ("**At any scale:**", &["**Any scale**"]),
];

#[test]
fn promises_are_those_of_reliability() {
    let (readme, reliability) = (read("README.md"), read("docs/reliability.md"));
    let promises: Vec<_> = section(&readme, "What is promised")
        .split("\n- ")
        .skip(1)
        .filter(|promise| !figures(promise).is_empty())
        .collect();
    assert_eq!(promises.len(), PROMISES.len(), "{promises:#?}");
    for promise in promises {
        let of = |(begin, _): &&(&str, _)| promise.starts_with(begin);
        let (_, sources) = PROMISES.iter().find(of).unwrap_or_else(|| panic!("where is it from? {promise}"));
        let rows = reliability.lines().filter(|line| sources.iter().any(|row| line.starts_with(&format!("| {row}"))));
        let known: Vec<_> = rows.flat_map(figures).collect();
        for figure in figures(promise) {
            assert!(known.contains(&figure), "{figure} is not in {sources:?}: {promise}");
        }
    }
}

/// The worst error that README and docs/reliability.md quote is the worst of the tables in docs/precision.md.
#[test]
fn the_worst_is_the_worst() {
    let (readme, reliability, precision) = (read("README.md"), read("docs/reliability.md"), read("docs/precision.md"));
    let mut worst: f64 = 0.0;
    for heading in ["Against exact arithmetic, kind by kind", "Ordinary numbers", "Depths"] {
        let table = &tables(section(&precision, heading))[0];
        assert!(table.len() >= 5, "{table:?}");
        // Counts of pairs have spaces in them, and are no numbers.
        worst = table.iter().flatten().filter_map(|cell| cell.parse().ok()).fold(worst, f64::max);
    }
    let right = section(&readme, "What is promised").lines().find(|line| line.starts_with("- **Right")).unwrap();
    assert!(right.contains(&format!("{worst} ε·L")), "{worst}: {right}");
    let row = reliability.lines().find(|line| line.contains("of ordinary numbers** in 2D and 3D")).unwrap();
    assert!(row.contains(&format!("{worst} ε·L")), "{worst}: {row}");
}

/// Whatever README says to run is there.
#[test]
fn its_examples_exist() {
    let readme = read("README.md");
    let names: Vec<_> =
        readme.split("--example ").skip(1).map(|rest| rest.split([' ', '`', '\n']).next().unwrap()).collect();
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        assert!(read(&format!("examples/{name}.rs")).contains("fn main()"));
    }
}
