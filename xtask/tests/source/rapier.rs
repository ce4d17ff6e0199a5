//! docs/gjk-parry.md quotes the tables that benches/rapier has written.

use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The cells of each row of the tables of a page.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").collect()).collect()
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let grouped = |(k, digit): (usize, char)| {
        if k > 0 && (digits.len() - k).is_multiple_of(3) { format!(",{digit}") } else { format!("{digit}") }
    };
    digits.chars().enumerate().map(grouped).collect()
}

#[test]
fn the_page_about_rapier_quotes_what_was_measured() {
    let page = read("docs/gjk-parry.md");
    let page_of_cases = read("benches/rapier/results/cases.txt");
    let cases = rows(&page_of_cases);
    let judged: Vec<_> = cases.iter().filter(|row| row.len() == 4 && row[2] != "parry" && row[0] != "---").collect();
    let wrong = |k: usize| judged.iter().filter(|row| row[k] != "right").count();
    let sums = cases.iter().find(|row| row[0] == "all").expect("the sums");
    let [pairs, unlike, disagree, parry, gjk] = [1, 2, 3, 4, 5].map(|k| sums[k].parse::<u64>().expect("a number"));
    let (_, each) = page_of_cases.split_once("\n\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("two tables");
    let each: u64 =
        each.split(' ').next().and_then(|word| word.parse().ok()).expect("how many pairs of each two kinds");
    let [kinds, pairs, unlike, disagree, parry, gjk] = [pairs / each, pairs, unlike, disagree, parry, gjk].map(grouped);
    let worlds = read("benches/rapier/results/worlds.txt");
    let (_, mean) = worlds.split_once("geometric mean: ").expect("the mean");
    let quoted = [
        format!("| {} cases | {} | {} |", judged.len(), wrong(2), wrong(3)),
        format!("| {pairs} random pairs of {kinds} kinds; the two disagree about {disagree} | {parry} | {gjk} |"),
        format!("`f64` about {unlike} of these pairs"),
        format!("A step takes {} of the time with parry", &mean[..4]),
    ];
    for line in &quoted {
        assert!(page.contains(line), "docs/gjk-parry.md lacks: {line}");
    }
    // Two rows of a world are one row of the page.
    let worlds = rows(&worlds);
    let of_worlds: Vec<_> = worlds.iter().filter(|row| row[1] == "parry" || row[1] == "gjk-parry").collect();
    let line = |both: &[&Vec<&str>]| {
        let [parry, gjk] = [both[0], both[1]];
        let asleep = parry[2].split(' ').next().expect("a number");
        let [deep, deeper] = [parry, gjk].map(|row| row[5].parse::<f64>().expect("millimetres"));
        format!("| {} | {asleep}, {} | {deep:.1}, {deeper:.1} | {}, {} |", gjk[0], gjk[2], parry[3], gjk[3])
    };
    let kept: Vec<_> = of_worlds.chunks(2).map(line).collect();
    let (_, table) = page.split_once("| parry, gjk-parry | asleep").expect("the table of worlds");
    let shown: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    assert!(shown.len() > 2);
    for line in shown {
        assert!(kept.iter().any(|kept| kept == line), "not in results/worlds.txt: {line}\n{}", kept.join("\n"));
    }
}
