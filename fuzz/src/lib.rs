//! The targets of the fuzzer. Any bytes are an input, and no input may break a promise. A target panics if one does.
//!
//! The tests of the library run every input of the corpus: `cargo test -p gjk-cli --test corpus`.

#![allow(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "any number near is as good; and the very number is meant"
)]

// The program's reader of meshes, and what it finds at the root of the library.
#[allow(dead_code, reason = "the program also reads files")]
#[path = "../../crates/gjk-cli/src/mesh/mod.rs"]
mod mesh;

mod bytes;
mod lines;
mod meshes;
mod shapes;
mod traces;
mod tree;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::panic::catch_unwind;

/// A function of bytes.
pub type Target = fn(&[u8]);

/// All there are, by name.
#[cfg(not(test))]
pub const TARGETS: [(&str, Target); 4] =
    [("lines", lines::run), ("meshes", meshes::run), ("shapes", shapes::run), ("traces", traces::run)];

/// The target of this name.
#[cfg(not(test))]
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(other, _)| *other == name).map(|(_, target)| *target)
}

/// The inputs in a packed file: each is its length, four bytes, the least first, and its bytes.
///
/// # Panics
/// If the file ends too soon.
#[must_use]
pub fn unpacked(mut packed: &[u8]) -> Vec<&[u8]> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = packed.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        inputs.push(&rest[..length]);
        packed = &rest[length..];
    }
    assert!(packed.is_empty(), "{} bytes are left over", packed.len());
    inputs
}

/// Inputs in one file.
#[cfg(not(test))]
///
/// # Panics
/// If one has more than 4 GB.
#[must_use]
pub fn packed(inputs: &[Vec<u8>]) -> Vec<u8> {
    let mut packed = Vec::new();
    for input in inputs {
        packed.extend(u32::try_from(input.len()).expect("a small file").to_le_bytes());
        packed.extend(input);
    }
    packed
}

/// Runs random inputs until `goes_on`, which is told how many there were, says no. Returns how many there were, and the last one
/// if it breaks a promise.
#[must_use]
pub fn random(run: Target, seed: u64, mut goes_on: impl FnMut(u64) -> bool) -> (u64, Option<Vec<u8>>) {
    let (mut random, mut count) = (Pcg64Mcg::seed_from_u64(seed), 0);
    while goes_on(count) {
        let mut input = vec![0; 160];
        random.fill_bytes(&mut input);
        count += 1;
        if catch_unwind(|| run(&input)).is_err() {
            return (count, Some(input));
        }
    }
    (count, None)
}

/// Runs every input in a packed file, and says which it was that panicked.
#[cfg(test)]
fn replay(run: Target, packed: &[u8]) {
    struct Said(usize);
    impl Drop for Said {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("input {} of the packed file", self.0);
            }
        }
    }
    let inputs = unpacked(packed);
    assert!(inputs.len() >= 50, "only {} inputs", inputs.len());
    let all = || {
        for (k, input) in inputs.iter().enumerate() {
            let _said = Said(k);
            run(input);
        }
    };
    with_much_stack(all);
}

/// Runs random inputs, the same each time.
#[cfg(test)]
fn try_random(run: Target, count: u64) {
    with_much_stack(|| {
        let (_, broken) = random(run, 1, |tried| tried < oracle::random::campaign(count));
        assert_eq!(broken, None);
    });
}

/// Shapes that are nested by the thousand take much stack.
#[cfg(test)]
fn with_much_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, run).expect("a thread");
        assert!(thread.join().is_ok(), "an input breaks a promise");
    });
}

#[cfg(test)]
mod every_input_keeps_its_promises {
    #[test]
    fn lines() {
        super::replay(super::lines::run, include_bytes!("../corpus/lines"));
    }

    #[test]
    fn meshes() {
        super::replay(super::meshes::run, include_bytes!("../corpus/meshes"));
    }

    #[test]
    fn shapes() {
        super::replay(super::shapes::run, include_bytes!("../corpus/shapes"));
    }

    #[test]
    fn random_shapes() {
        super::try_random(super::shapes::run, 500);
    }

    #[test]
    fn random_traces() {
        super::try_random(super::traces::run, 50);
    }

    #[test]
    fn traces() {
        super::replay(super::traces::run, include_bytes!("../corpus/traces"));
    }
}
