//! The fuzzer, libFuzzer: `TARGET=shapes fuzz FOLDER` looks for inputs that reach code that no input in the folder reaches.

#![no_main]

use gjk_fuzz::{Target, target};
use std::sync::OnceLock;

static TARGET: OnceLock<Target> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let run = TARGET.get_or_init(|| {
        let name = std::env::var("TARGET").expect("the variable TARGET says what to fuzz");
        target(&name).expect("TARGET is lines, meshes, shapes or traces")
    });
    run(data);
});
