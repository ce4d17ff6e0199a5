//! Sets two conditions of the library's code by how it is built (docs/architecture.md, Inlining):
//!
//! - `fast`: for speed, in release builds at `opt-level = 3`. Only there the functions of a query are inlined by force.
//! - `precompiled`: in tests, which are built for size. Other crates link to generic functions that the library has compiled; at levels 2
//!   and 3 the compiler never does that, and without optimization it saves nothing.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(fast, precompiled)");
    let [profile, level] = ["PROFILE", "OPT_LEVEL"].map(|name| env::var(name).unwrap_or_default());
    match (&*profile, &*level) {
        ("release", "3") => println!("cargo::rustc-cfg=fast"),
        ("debug", "s") => println!("cargo::rustc-cfg=precompiled"),
        _ => {}
    }
}
