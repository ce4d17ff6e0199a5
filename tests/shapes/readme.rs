//! The figures of README and of docs/performance.md are in the tables that they come from.

use std::collections::{BTreeMap, BTreeSet};
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

/// A row of benches/peers/results/peers.txt: its cells by the names of their columns.
type Measured<'r> = BTreeMap<&'static str, &'r str>;

const COLUMNS: [&str; 10] =
    ["question", "dimension", "shapes", "scalar", "separation", "gjk", "parry", "box", "parry ÷ gjk", "Box ÷ gjk"];

/// All rows of the peers that docs/performance.md quotes.
fn measured(printed: &str) -> Vec<Measured<'_>> {
    let below = printed.split_once("wrong\n").unwrap().1.split("\n\n").next().unwrap();
    let rows: Vec<_> = below.lines().map(|line| COLUMNS.into_iter().zip(line.split_whitespace()).collect()).collect();
    assert!(rows.len() > 150, "{}", rows.len());
    rows
}

/// The rows of README's table of ratios, in its words, and the first five cells of the same row of peers.txt.
const RATIOS: [([&str; 2], [&str; 5]); 4] = [
    (["boxes in 3D, nearly touching", "intersection"], ["verdict", "3d", "box", "f32", "1.0001"]),
    (["cylinder and cone, `f64`", "contact"], ["contact", "3d", "cyl-cone", "f64", "0.95"]),
    (["hulls of 32 points in 3D, nearly touching", "distance"], ["distance", "3d", "hull32", "f32", "1.0001"]),
    (["boxes in 3D, deep in each other", "contact"], ["contact", "3d", "box", "f32", "0.5"]),
];

/// The measured row with these first five cells.
fn row_of<'m, 'r>(measured: &'m [Measured<'r>], key: &[&str]) -> &'m Measured<'r> {
    let same = |row: &&Measured<'_>| COLUMNS.iter().zip(key).all(|(column, cell)| row[column] == *cell);
    measured.iter().find(same).unwrap_or_else(|| panic!("no row {key:?}"))
}

#[test]
fn ratios_are_measured() {
    let (readme, printed) = (read("README.md"), read("benches/peers/results/peers.txt"));
    let (measured, quoted) = (measured(&printed), &tables(section(&readme, "How fast"))[0]);
    let (heading, rows) = quoted.split_first().unwrap();
    assert_eq!(rows.len(), RATIOS.len(), "{rows:?}");
    for (row, (words, key)) in rows.iter().zip(&RATIOS) {
        assert_eq!(row[..2], words[..]);
        let found = row_of(&measured, key);
        for (name, ratio) in heading.iter().zip(row).filter(|(name, _)| name.contains('÷')) {
            assert_eq!(found[name], *ratio, "{row:?}, {name}");
        }
    }
    let slower = |row: &Row<'_>| row[2..].iter().any(|ratio| ratio.parse::<f64>().is_ok_and(|ratio| ratio < 1.0));
    assert!(slower(&rows[1]), "one row shows where others are faster: {:?}", rows[1]);
}

/// The means and the rows that docs/performance.md quotes are in benches/peers/results.
#[test]
fn performance_quotes_what_is_measured() {
    let (page, printed) = (read("docs/performance.md"), read("benches/peers/results/peers.txt"));
    let measured = measured(&printed);
    let quoted = tables(section(&page, "Beside other libraries"));
    let [means, rows] = &quoted[..] else { panic!("{} tables", quoted.len()) };
    for row in &rows[1..] {
        let (dimension, shapes) = row[1].split_once(' ').unwrap();
        let found = row_of(&measured, &[row[0], dimension, shapes, row[2], row[3]]);
        assert_eq!([found["gjk"], found["parry ÷ gjk"], found["Box ÷ gjk"]], row[4..], "{row:?}");
    }
    for row in &means[1..] {
        let [query, dimension, scalar, beside, count, mean, least] = row[..] else { panic!("{row:?}") };
        let column = if beside.starts_with("parry") { "parry ÷ gjk" } else { "Box ÷ gjk" };
        let asked =
            |row: &&Measured<'_>| row["question"] == query && row["dimension"] == dimension && row["scalar"] == scalar;
        // A star marks what is beyond the limits of an engine.
        let ratios: Vec<f64> = measured.iter().filter(asked).filter_map(|row| row.get(column)?.parse().ok()).collect();
        let rows = f64::from(u32::try_from(ratios.len()).unwrap());
        let found = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / rows).exp();
        let worst = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let found = [ratios.len().to_string(), format!("{found:.2}"), format!("{worst:.2}")];
        assert_eq!(found, [count, mean, least], "{row:?}");
    }
}

/// The tables below a heading of a page quote rows of a file.
fn quotes(page: &str, heading: &str, file: &str) {
    let (page, measured) = (read(page), read(file));
    let quoted = tables(section(&page, heading)).concat();
    assert!(quoted.len() >= 4, "{quoted:?}");
    for row in quoted {
        assert!(measured.lines().any(|line| line == row.join("\t")), "{row:?}");
    }
}

#[test]
fn proof_quotes_what_is_measured() {
    quotes("docs/proof.md", "What it costs", "benches/results/certified.tsv");
}

#[test]
fn python_quotes_what_is_measured() {
    quotes("docs/python.md", "Speed", "benches/python/results.tsv");
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

/// Every other figure in README's sentences: a file that has it, and in which words.
const OTHERS: [(&str, &str, &str); 5] = [
    ("39", "docs/performance.md", "| `cargo run --release --example tour` | 39 |"),
    ("255", "docs/performance.md", "| `cargo test` | 255 |"),
    ("205", "docs/proof.md", "There are 205."),
    ("1.89", "Cargo.toml", "rust-version = \"1.89\""),
    ("2.0", "LICENSE-APACHE", "Version 2.0"),
];

#[test]
fn all_other_figures_have_a_source() {
    let readme = read("README.md");
    // Code is compiled, or printed by the tour (`cargo xtask ci examples`); promises and ratios have tests of their own.
    let prose = readme.split("```").step_by(2).flat_map(str::lines);
    let prose = prose.filter(|line| !["| ", "- **"].iter().any(|begin| line.starts_with(begin)));
    let found: BTreeSet<_> = prose.flat_map(figures).collect();
    assert_eq!(found, OTHERS.iter().map(|(figure, ..)| *figure).collect());
    for (figure, file, words) in OTHERS {
        assert!(read(file).contains(words), "{figure} is not in {file}");
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
        // Counts of pairs have commas in them: `parse` refuses these.
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

/// The guide's last page prints the program to copy.
#[test]
fn the_page_prints_the_program() {
    let (page, program) = (read("docs/guide/one-page.md"), read("examples/one_page.rs"));
    let printed: Vec<_> = page.split("```rust\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    assert_eq!(printed.len(), 5);
    for block in printed {
        assert!(program.contains(block), "not in examples/one_page.rs:\n{block}");
    }
}

/// The page about solvers prints a part of its example.
#[test]
fn the_page_prints_the_solver() {
    let (page, program) = (read("docs/solver.md"), read("examples/pile.rs"));
    let printed = page.split("```rust,ignore\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(printed.contains("fn push(") && program.contains(printed), "not in examples/pile.rs:\n{printed}");
}

/// A page of more than 3,000 words begins with its summary, of at most ten points.
#[test]
fn long_pages_begin_with_a_summary() {
    let mut long = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        if page.split_whitespace().count() <= 3000 {
            continue;
        }
        long += 1;
        let begin = page.split("\n## ").next().unwrap();
        let summary = begin.split_once("In short:\n\n").unwrap_or_else(|| panic!("no summary: {}", path.display())).1;
        let points = summary.lines().filter(|line| line.starts_with("- **")).count();
        assert!((5..=10).contains(&points), "{points} points: {}", path.display());
    }
    assert!(long >= 2);
}
