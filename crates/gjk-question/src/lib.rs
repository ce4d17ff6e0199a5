//! Reads the JSON questions of the program `gjk` and the explorer, checks them, makes their shapes, and traces them.
//!
//! One line of text is one question. It names a dimension from 1 to 8, a query and the shapes. [`json::parse`] makes a tree of the line.
//! [`read`] checks every number and makes a [`Question`]. [`build`] makes its shapes, and [`record`](record()) makes a trace and a scene.
//! Lengths have any unit, angles are in radians. A mistake is reported by a [`Fault`](json::Fault), a sentence that names the key.
//! [`Limits`] bound how much a line may hold. Reading takes time and memory in proportion to the length of the line.
//!
//! JSON is as in T. Bray (editor), The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017.
//!
//! ```
//! use gjk_question::{Arithmetic, Limits, json, read, record};
//! let line = br#"{"dim":2,"query":"distance","a":{"type":"ball","radius":1},"b":{"type":"point","at":[3,4]}}"#;
//! let limits = Limits::default();
//! let question = read(&json::parse(line, &limits)?, Arithmetic::F64, &limits)?;
//! let recording = record::<f64, 2>(&question, &[])?;
//! assert_eq!(recording.trace.answer.separation, Some(4.0));
//!
//! let line = br#"{"dim":2,"query":"distance","a":{"type":"ball","radius":-1},"b":{"type":"point","at":[3,4]}}"#;
//! let fault = read(&json::parse(line, &limits)?, Arithmetic::F64, &limits).err();
//! assert_eq!(fault.unwrap().to_string(), "`a.radius` is negative");
//! # Ok::<(), json::Fault>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod flat_hull;
pub mod json;
mod limits;
mod number;
mod protocol;
mod record;
mod shapes;
mod suggest;

pub use limits::Limits;
pub use number::{Arithmetic, Coordinate, Number};
pub use protocol::{Kind, MAX_DIM, Movement, Placement, Question, Rotation, Shape, Task, Vector, id, read};
pub use record::{Recording, record};
pub use shapes::{AnyShape, build, build_with_faces, quaternion_rows, rigid_motion, vector, velocities};
