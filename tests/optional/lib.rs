//! The examples of pages about other crates' types are tests.

#[cfg(doctest)]
#[doc = include_str!("../../docs/coming-from-glam.md")]
mod coming_from_glam {}
