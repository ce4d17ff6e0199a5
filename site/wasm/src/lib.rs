//! The library in pages of the site. Each feature is a module of WebAssembly: see `explorer`, `playground` and `game`.

#![cfg_attr(feature = "explorer", no_std)]

#[cfg(feature = "explorer")]
extern crate alloc;
// Where the explorer is only checked.
#[cfg(all(feature = "explorer", not(target_arch = "wasm32")))]
extern crate std;

#[cfg(feature = "explorer")]
mod explorer;
#[cfg(feature = "game")]
mod game;
#[cfg(feature = "playground")]
mod playground;
