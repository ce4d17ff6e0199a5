//! Tasks for the whole repository: `cargo xtask` lists them. The steps of `ci` are a table in `steps.rs`; each check is a test, or a
//! program of its own.

mod steps;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Instant;
use std::{env, fs, iter, thread};

const HELP: &str = "cargo xtask VERB

    ci [STEP...]      all checks, or the steps that are named
    cases             proves each leaf of the simplex cases' decision tree, from the source
    bits              the bits of answers and of worlds, here and in WebAssembly
    counts [renew]    instructions of queries and worlds, beside the table that is kept; or the table anew
    figures           draws the guide's figures, and the one of large worlds
    site              builds the site; site/serve shows it
    campaigns [WORD]  the long tests of docs/reliability.md whose rows have this word
    peers             the same pairs in other libraries, timed
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    env::set_current_dir(root()).expect("the repository is where it was compiled");
    let passed = match &words[..] {
        ["ci"] => all(),
        ["ci", names @ ..] => names.iter().all(|name| step(name)),
        ["cases"] => step("cases"),
        ["bits"] => ["bits", "worlds"].into_iter().all(step),
        ["counts"] => step("counts"),
        ["counts", "renew"] => run(&["benches/instructions/run renew"]),
        ["figures"] => run(&[
            "KEEP=1 cargo test --locked --package gjk-cli --test figures",
            "cargo run --locked --release --manifest-path worlds/Cargo.toml --target-dir target/worlds --bin splits figure docs/figures/large-worlds.svg",
        ]),
        ["site"] => run(&["site/build"]),
        ["campaigns", word @ ..] => campaigns(&word.join(" ")),
        ["peers"] => run(&[
            "cargo run --locked --release --config benches/peers/.cargo/config.toml --manifest-path benches/peers/Cargo.toml",
        ]),
        _ => {
            let steps: Vec<_> = steps::STEPS.iter().map(|(name, _)| *name).collect();
            print!("{HELP}\nThe steps: {}\n", steps.join(" "));
            false
        }
    };
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn root() -> PathBuf {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    above.expect("xtask is a folder of the repository").to_path_buf()
}

/// Runs commands one after the other, until one fails.
fn run(commands: &[&str]) -> bool {
    commands.iter().all(|command| {
        let mut words = command.split_whitespace().peekable();
        let mut settings = Vec::new();
        while let Some(setting) = words.next_if(|word| word.contains('=') && !word.starts_with('-')) {
            settings.extend(setting.split_once('=').map(|(name, value)| (name, filled(value))));
        }
        let mut run = Command::new(words.next().unwrap_or_default());
        let passed = run.args(words.map(filled)).envs(settings).status().is_ok_and(|status| status.success());
        if !passed {
            println!("This failed: {command}");
        }
        passed
    })
}

/// A word with what stands for its places.
fn filled(word: &str) -> String {
    let target = env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| root().join("target").display().to_string());
    let built = root().join("target").display().to_string();
    word.replace("{browser}", &browser()).replace("{target}", &target).replace("{built}", &built)
}

/// The program that shows pages, with its path.
fn browser() -> String {
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let path = env::var_os("PATH").unwrap_or_default();
    let places = names.iter().flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)));
    places.filter(|place| place.exists()).map(|place| place.display().to_string()).next().unwrap_or_default()
}

/// One step, with its name, its seconds and its outcome.
fn step(name: &str) -> bool {
    let Some((_, commands)) = steps::STEPS.iter().find(|(step, _)| *step == name) else {
        println!("There is no step {name}: `cargo xtask` lists them.");
        return false;
    };
    timed(name, commands)
}

fn timed(name: &str, commands: &[&str]) -> bool {
    let start = Instant::now();
    println!("== {name}");
    let passed = run(commands);
    println!("== {name}: {}, {} s", if passed { "passed" } else { "FAILED" }, start.elapsed().as_secs());
    passed
}

/// All steps, in stages of two lists that run beside each other, because few steps keep two processors busy. What the second list prints is
/// shown when a step ends.
fn all() -> bool {
    let start = Instant::now();
    // Asked for now, as a step may compile it anew.
    let program = &env::current_exe().expect("this program has a path");
    let failed = Mutex::new(Vec::new());
    for [first, second, either] in steps::STAGES {
        let rest = &Mutex::new(either.iter());
        let run = |own: &'static [&'static str], step: &dyn Fn(&str) -> bool| {
            let next = || rest.lock().expect("no step panics").next();
            for name in own.iter().chain(iter::from_fn(next)) {
                if !step(name) {
                    failed.lock().expect("no step panics").push(*name);
                }
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| run(second, &|name| beside(program, name)));
            run(first, &step);
        });
    }
    let failed = failed.into_inner().expect("no step panics");
    let seconds = start.elapsed().as_secs();
    if failed.is_empty() {
        println!("All steps passed, {seconds} s: {}", steps::STAGES.as_flattened().concat().join(" "));
    } else {
        println!("FAILED, {seconds} s, in: {}", failed.join(" "));
    }
    failed.is_empty()
}

/// One step in a process of its own, with the second target directory.
fn beside(program: &Path, name: &str) -> bool {
    let output =
        Command::new(program).args(["ci", name]).env("CARGO_TARGET_DIR", root().join("target/beside")).output();
    let text = output.as_ref().map(|output| [&output.stderr[..], &output.stdout].concat()).unwrap_or_default();
    println!("{}", String::from_utf8_lossy(&text));
    output.is_ok_and(|output| output.status.success())
}

/// The commands of the rows of docs/reliability.md that have a word, each once.
fn campaigns(word: &str) -> bool {
    let page = fs::read_to_string("docs/reliability.md").expect("the page is there");
    let mut commands: Vec<&str> = Vec::new();
    for row in page.lines().filter(|line| line.starts_with('|') && line.contains(word)) {
        let command = row.split('`').skip(1).step_by(2).find(|code| code.contains("cargo test") && !code.contains('…'));
        if let Some(command) = command.filter(|command| !commands.contains(command)) {
            commands.push(command);
        }
    }
    println!("{} campaigns", commands.len());
    !commands.is_empty() && commands.iter().all(|command| timed(command, &[command]))
}
