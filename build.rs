//! Sets two conditions of the library's code by how it is built (docs/architecture.md, Inlining):
//!
//! - `fast`: for speed, in release builds at `opt-level = 3`. Only there the functions of a query are inlined by force.
//! - `precompiled`: in this workspace's tests, at level 1 without debug info. Other crates link to generic functions that the library has
//!   compiled; at levels 2 and 3 the compiler never does that, and without optimization it saves nothing. The variable `GJK_PRECOMPILED`
//!   of `.cargo/config.toml` tells this workspace from a program that is built so: it would only compile more.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GJK_PRECOMPILED");
    println!("cargo::rustc-check-cfg=cfg(fast, precompiled)");
    let [profile, level, debug] = ["PROFILE", "OPT_LEVEL", "DEBUG"].map(|name| env::var(name).unwrap_or_default());
    match (&*profile, &*level, &*debug) {
        ("release", "3", _) => println!("cargo::rustc-cfg=fast"),
        ("debug", "1", "false") if env::var_os("GJK_PRECOMPILED").is_some() => println!("cargo::rustc-cfg=precompiled"),
        _ => {}
    }
}
