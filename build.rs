//! Sets `cfg(fast)` where the library is built for speed: in release builds at `opt-level = 3`.
//! Only there the functions of a query are inlined by force (docs/architecture.md, Inlining).

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(fast)");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    if is("OPT_LEVEL", "3") && is("PROFILE", "release") {
        println!("cargo::rustc-cfg=fast");
    }
}
