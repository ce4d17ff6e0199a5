//! What the fuzzer runs: any bytes are an input, and none may break a promise. A target panics where one does.

// The tests' own oracles, which share no code with the library.
#[path = "../../oracle/mod.rs"]
mod oracle;

// The program's reader of meshes.
#[allow(dead_code, reason = "the program also reads files")]
#[path = "../../../src/cli/mesh.rs"]
mod mesh;

mod bytes;
mod lines;
mod meshes;
mod shapes;
mod traces;
mod tree;

/// A function of bytes.
pub type Target = fn(&[u8]);

/// All there are, by name.
pub const TARGETS: [(&str, Target); 4] =
    [("lines", lines::run), ("meshes", meshes::run), ("shapes", shapes::run), ("traces", traces::run)];

/// The target of this name.
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
