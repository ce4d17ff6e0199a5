//! Tells the program its commit, which studies name. A development build does not ask for the commit, because then each
//! commit would compile the program again.

use std::env;
use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
    };
    let is_asked = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_asked { git(&["describe", "--always", "--dirty", "--exclude=*", "--abbrev=40"]) } else { None };
    println!("cargo::rustc-env=GJK_COMMIT={}", commit.as_deref().unwrap_or("commit unknown"));
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]).filter(|_| is_asked) {
        println!("cargo::rerun-if-changed={log}");
    }
}
