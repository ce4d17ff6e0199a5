//! What the repository depends on: licenses that `deny.toml` allows, no version left open, and one registry. `cargo deny` checks the same,
//! and also advisories; the release workflow runs it.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn packages() -> Vec<Value> {
    let arguments = ["metadata", "--locked", "--format-version", "1", "--all-features"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(ROOT).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    read["packages"].as_array().unwrap().clone()
}

/// Returns whether one license of each part that AND joins is allowed.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    plain.split(" AND ").all(|part| part.split(" OR ").any(|name| allowed.iter().any(|license| license == name.trim())))
}

#[test]
fn licenses_are_allowed() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("deny.toml")).unwrap();
    let list = page.split_once("allow = [").unwrap().1.split_once(']').unwrap().0;
    let allowed: Vec<_> = list.split(',').map(|name| name.trim().trim_matches('"').to_owned()).collect();
    assert!(
        allowed.len() > 3 && is_allowed("(MIT OR X) AND Zlib", &allowed) && !is_allowed("MIT AND GPL-3.0", &allowed)
    );
    let packages = packages();
    assert!(packages.len() > 40, "{}", packages.len());
    for package in packages {
        let license = package["license"].as_str().unwrap_or_default();
        // Those that are not published need none.
        let is_own = package["source"].is_null() && package["publish"].as_array().is_some_and(Vec::is_empty);
        assert!(is_own || is_allowed(license, &allowed), "{}: {license}", package["name"]);
    }
}

#[test]
fn versions_are_named_and_come_from_the_registry() {
    for package in packages() {
        let source = package["source"].as_str().unwrap_or_default();
        assert!(source.is_empty() || source == "registry+https://github.com/rust-lang/crates.io-index", "{source}");
        if !source.is_empty() {
            continue;
        }
        for dependency in package["dependencies"].as_array().unwrap() {
            let is_open = dependency["req"] == "*" && dependency["path"].is_null();
            assert!(!is_open, "{} takes any version of {}", package["name"], dependency["name"]);
        }
    }
}
