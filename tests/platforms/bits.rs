//! The checks of `tests/bits.rs`, to be called from outside.

#[path = "../bits.rs"]
mod bits;

use std::panic;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Shows a text.
    fn say(start: *const u8, length: usize);
}

fn shown(text: &str) {
    // SAFETY: the text is there until the call returns.
    unsafe { say(text.as_ptr(), text.len()) };
}

/// Runs check number k, if there is one. Returns how many there are.
///
/// # Panics
/// If a hash is another one.
#[unsafe(no_mangle)]
pub extern "C" fn check(k: usize) -> usize {
    panic::set_hook(Box::new(|panic| shown(&panic.to_string())));
    if let Some((name, check)) = bits::CHECKS.get(k) {
        check();
        shown(&format!("{name}: the same bits"));
    }
    bits::CHECKS.len()
}
