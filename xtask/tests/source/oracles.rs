//! The oracles share no code with the library that they judge.

use std::fs;
use std::path::Path;

/// Only their module `testing` asks the library.
#[test]
fn oracles_do_not_know_the_library() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/oracle/src");
    let mut files = 0;
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assert!(path.ends_with("testing"), "{}", path.display());
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let named = text.lines().filter(code).find(|line| line.contains("gjk") || line.contains("testing::"));
        assert!(named.is_none(), "{}: {named:?}", path.display());
        files += 1;
    }
    assert!(files > 15, "{files}");
}
