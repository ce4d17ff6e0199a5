//! Copies two.rs or three.rs for each line of mutants.txt, with one piece of code exchanged, and lists the copies as modules.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=mutants.txt\ncargo::rustc-check-cfg=cfg(fast)");
    let made = env::var("OUT_DIR").expect("Cargo sets it");
    let (mut modules, mut calls) = (String::new(), String::new());
    for line in fs::read_to_string("mutants.txt").expect("a list").lines().filter(|line| !line.starts_with('#')) {
        let [name, file, old, new] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("not four parts: {line}")
        };
        let original = format!("../../src/simplex/{file}.rs");
        println!("cargo::rerun-if-changed={original}");
        let source = fs::read_to_string(original).expect("a source");
        assert_eq!(source.matches(old).count(), 1, "{name}: {file}.rs has this once: {old}");
        let path = Path::new(&made).join(format!("{name}.rs"));
        fs::write(&path, source.replace(old, new)).expect("a copy");
        writeln!(modules, "mod {name} {{ mutant!(r\"{}\"); }}", path.display()).expect("a line");
        let dimension = if file == "two" { 2 } else { 3 };
        writeln!(calls, "crate::tree::<{name}::cases::Cases, {dimension}>({name:?}, values);").expect("a line");
    }
    writeln!(modules, "pub(crate) fn list(values: &mut crate::Values) {{ {calls} }}").expect("a function");
    fs::write(Path::new(&made).join("mutants.rs"), modules).expect("a list of modules");
}
