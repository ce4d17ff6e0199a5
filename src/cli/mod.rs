//! The program: a thin face on the library.
//!
//! | file | is |
//! | --- | --- |
//! | tour.rs | `gjk` without arguments |
//! | pair.rs, mesh.rs | `gjk pair`: two mesh files |
//! | batch.rs, settings.rs | `gjk batch`: lines in, lines out, as its options say |
//! | json.rs, protocol.rs | a line, as a tree, as a question |
//! | shapes.rs, solve.rs, answer.rs | a question, as shapes, asked, answered |
//! | trace.rs, record.rs | `gjk trace`: a question, recorded and shown step by step |
//! | limits.rs, meter.rs | how much a question may be, and how much its answer may take |
//! | number.rs | the arithmetics |

mod answer;
pub(crate) mod batch;
mod json;
mod limits;
mod mesh;
mod meter;
pub(crate) mod number;
pub(crate) mod pair;
mod protocol;
mod record;
pub(crate) mod settings;
mod shapes;
mod solve;
pub(crate) mod tour;
pub(crate) mod trace;
