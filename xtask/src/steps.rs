//! The steps of `cargo xtask ci`, and their commands. `.ci/run` runs the tests before. A word with an equals sign before a command sets a
//! variable; `{target}` is the target directory, `{built}` the target directory of the tests, and `{browser}` a program that shows pages.

type Step = (&'static str, &'static [&'static str]);

/// The stages of `ci`. A stage runs two lists of steps beside each other, the second with a target directory of its own. Whichever ends first
/// goes on with a third list, and so does the other. The browser needs the pages, and the program that the tests compile, so its
/// steps come last.
pub(super) const STAGES: &[[&[&str]; 3]] = &[
    [
        &["formatting", "examples", "lab", "lints"],
        &["documentation", "pages"],
        &["worlds", "cases", "platforms", "types", "proofs", "package"],
    ],
    [&["site"], &["explorer"], &[]],
];

/// The program and the lab's example, as the tests have compiled them.
const COMPILE: &str = "cargo build --locked --profile test --workspace --features gjk-cli/precision,gjk-glam/bevy --bin gjk --example reference --target-dir {built}";

pub(super) const STEPS: &[Step] = &[
    (
        "formatting",
        &[
            "cargo fmt --all --check",
            "cargo fmt --check --manifest-path benches/avian/Cargo.toml",
            "cargo fmt --check --manifest-path benches/instructions/Cargo.toml",
            "cargo fmt --check --manifest-path benches/peers/Cargo.toml",
            "cargo fmt --check --manifest-path benches/rapier/Cargo.toml",
            "cargo fmt --check --manifest-path crates/gjk-python/Cargo.toml",
            "cargo fmt --check --manifest-path fuzz/Cargo.toml",
            "cargo fmt --check --manifest-path games/Cargo.toml",
            "cargo fmt --check --manifest-path site/wasm/Cargo.toml",
            "cargo fmt --check --manifest-path tests/platforms/Cargo.toml",
            "cargo fmt --check --manifest-path worlds/Cargo.toml",
        ],
    ),
    (
        "lints",
        &["cargo clippy --locked --workspace --all-targets --features gjk-cli/precision,gjk-glam/bevy -- -D warnings"],
    ),
    ("tests", &["cargo test --locked --workspace --features gjk-cli/precision,gjk-glam/bevy"]),
    // With few optimizations: compiling takes longer than all the scenes.
    (
        "worlds",
        &[
            "CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo test --locked --release --no-default-features --manifest-path worlds/Cargo.toml --target-dir target/worlds",
            "cargo check --locked --manifest-path worlds/Cargo.toml --target-dir target/worlds",
        ],
    ),
    // Without a standard library, and on a microcontroller.
    (
        "platforms",
        &[
            "cargo build --locked --manifest-path tests/platforms/Cargo.toml --target-dir target/platforms",
            "cargo check --locked --package gjk --no-default-features --features libm --target thumbv7em-none-eabihf --target-dir target/platforms",
        ],
    ),
    ("proofs", &["tests/proofs/gappa/check"]),
    ("cases", &["study/cases/run"]),
    ("package", &["cargo test --locked --package xtask --test release package -- --ignored --nocapture"]),
    (
        "documentation",
        &[
            "RUSTDOCFLAGS=-Dwarnings cargo doc --locked --no-deps --features gjk/libm,gjk/mint,gjk-trace/libm,gjk-question/libm,gjk-glam/bevy --package gjk --package gjk-trace --package gjk-precompiled --package gjk-batch --package gjk-scene --package gjk-glam --package gjk-question --package gjk-study",
        ],
    ),
    // As the tests have compiled them.
    (
        "examples",
        &[
            "cargo build --locked --profile test --examples --workspace --features gjk-cli/precision,gjk-glam/bevy",
            "cargo test --locked --package xtask --test release examples -- --ignored",
        ],
    ),
    (
        "lab",
        &[
            COMPILE,
            "rustfmt --check --edition 2024 site/course/lab/my_cases.rs site/course/lab/reference.rs",
            "site/course/lab/check {built}/debug/gjk {built}/debug/examples/reference",
        ],
    ),
    ("pages", &["DOCUMENTATION={target}/doc site/build"]),
    (
        "explorer",
        &[COMPILE, "node site/explorer/test.js {built}/debug/gjk {browser}", "node site/playground/test-bits.js"],
    ),
    (
        "site",
        &[
            COMPILE,
            "node site/playground/test.js {browser}",
            "node site/course/test.js 500",
            "node site/test.js {built}/debug/gjk {browser}",
        ],
    ),
    // These are run only if they are named.
    (
        "program",
        &[
            "cargo build --locked --release --package gjk-cli --bin gjk",
            "cargo test --locked --package xtask --test release program -- --ignored --nocapture",
        ],
    ),
    ("bits", &["cargo test --locked --test bits", "tests/platforms/run"]),
    (
        "features",
        &[
            "cargo check --locked --package gjk --no-default-features --features std,exact",
            "cargo check --locked --package gjk --no-default-features --features std,serde",
            "cargo check --locked --package gjk --no-default-features --features std,mint",
            "cargo check --locked --package gjk --no-default-features --features std,half",
            "cargo clippy --locked --package gjk -- -D warnings",
            "cargo clippy --locked --package gjk-precompiled --no-default-features --features std,f32,2d -- -D warnings",
            "cargo clippy --locked --package gjk-precompiled --no-default-features --features std,f64,3d -- -D warnings",
            "cargo clippy --locked --package gjk-glam -- -D warnings",
            "cargo check --locked --package gjk-glam --no-default-features --features libm,bevy",
        ],
    ),
    ("limits", &["cargo test --locked --release --package gjk-cli --features dimensions --test limits -- --ignored"]),
    (
        "fuzz",
        &[
            "cargo test --locked --package gjk-cli --test corpus",
            "FUZZ=target/fuzz-check fuzz/run random 20 shapes",
            "FUZZ=target/fuzz-check fuzz/run random 10 traces",
            "fuzz/run check",
            "FUZZ=target/fuzz-check fuzz/run fuzz 8",
        ],
    ),
    ("counts", &["benches/instructions/run check"]),
    ("benches", &["cargo bench --locked --package gjk-benches -- --test"]),
    (
        "peers",
        &[
            "cargo clippy --locked --package gjk-study --package gjk-cli --all-targets --all-features -- -D warnings",
            "cargo clippy --locked --all-targets --manifest-path benches/peers/Cargo.toml --target-dir target/peers -- -D warnings",
        ],
    ),
    // Each of parry's four crates, and rapier.
    (
        "parry",
        &[
            "cargo clippy --locked --package gjk-parry --all-features --all-targets -- -D warnings",
            "cargo test --locked --package gjk-parry --all-features",
            "RUSTDOCFLAGS=-Dwarnings cargo doc --locked --no-deps --package gjk-parry",
            "cargo run --locked --release --manifest-path benches/rapier/Cargo.toml --target-dir target/rapier -- cases",
        ],
    ),
    (
        "games",
        &[
            "cargo clippy --locked --manifest-path games/Cargo.toml --target-dir target/games -- -D warnings",
            "cargo run --locked --release --manifest-path games/Cargo.toml --target-dir target/games --bin platformer -- --headless 1200",
            "cargo run --locked --release --manifest-path games/Cargo.toml --target-dir target/games --bin pile -- --headless 600",
            "cargo run --locked --release --manifest-path games/Cargo.toml --target-dir target/games --bin lift -- --headless 900",
            "cargo run --locked --release --manifest-path games/Cargo.toml --target-dir target/games --bin room -- --headless 300",
        ],
    ),
    // Of gjk-python, without building it.
    ("types", &["crates/gjk-python/check types"]),
    // Builds the wheel of gjk-python, and runs its tests, its notebooks, and the checks of its types.
    ("python", &["crates/gjk-python/check"]),
    (
        "study",
        &["cargo build --locked --package gjk-cli --features precision", "python3 study/check.py {target}/debug/gjk"],
    ),
];
