//! The multiples of ε of `src/tolerance.rs`, read from its text: the promise of the library is written there once.

const SOURCE: &[u8] = include_bytes!("../../../../src/tolerance.rs");

/// The constant of this name. As a constant expression it does not compile if there is none.
///
/// # Panics
/// If the constant does not exist, or is not a plain number.
#[must_use]
pub const fn named(name: &str) -> u32 {
    let (before, after) = (b"const ", b": u32 = ");
    let name = name.as_bytes();
    let mut at = 0;
    while at < SOURCE.len() {
        let value = at + before.len() + name.len() + after.len();
        if has(at, before) && has(at + before.len(), name) && has(value - after.len(), after) {
            return number(value);
        }
        at += 1;
    }
    panic!("src/tolerance.rs has no such constant")
}

const fn has(at: usize, text: &[u8]) -> bool {
    let mut k = 0;
    while k < text.len() {
        if at + k >= SOURCE.len() || SOURCE[at + k] != text[k] {
            return false;
        }
        k += 1;
    }
    true
}

const fn number(mut at: usize) -> u32 {
    let mut number = 0;
    while SOURCE[at].is_ascii_digit() {
        number = 10 * number + (SOURCE[at] - b'0') as u32;
        at += 1;
    }
    assert!(SOURCE[at] == b';' && number > 0, "a constant of src/tolerance.rs is not a plain number");
    number
}
