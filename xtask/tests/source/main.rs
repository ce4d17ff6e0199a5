//! Rules for the text of the source.

mod layers;
mod oracles;
mod rapier;
mod tolerances;

use std::fs;
use std::path::Path;

/// The files of the library, by their path in `src`.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let parts = path.strip_prefix(&source).unwrap().iter().map(|part| part.to_str().unwrap());
                files.push((parts.collect::<Vec<_>>().join("/"), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(files.len() > 40, "{} files in {}", files.len(), source.display());
    files
}
