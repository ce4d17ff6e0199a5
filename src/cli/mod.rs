//! The program: a thin layer on the library.
//!
//! | file | is |
//! | --- | --- |
//! | tour.rs | `gjk` without arguments |
//! | pair.rs, mesh.rs | `gjk pair`: two mesh files |
//! | batch.rs, settings.rs | `gjk batch`: lines in, lines out, as its options say |
//! | solve.rs, answer.rs | a question, asked, answered |
//! | trace.rs | `gjk trace`: a question, recorded and shown step by step |
//! | limits.rs, meter.rs | how much a question may be, and how much its answer may take |
//! | scalar.rs | `--scalar` |
//!
//! The questions themselves are read by the library, `gjk::question`.

mod answer;
pub(crate) mod batch;
mod limits;
mod mesh;
mod meter;
pub(crate) mod pair;
mod scalar;
pub(crate) mod settings;
mod solve;
pub(crate) mod tour;
pub(crate) mod trace;
