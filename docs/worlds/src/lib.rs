//! Worlds that stand: a solver for rigid bodies, in two and three dimensions, in `f32` and `f64`, from one source. It is made to be
//! read, and to learn from; all it knows of shapes comes from the public functions of `gjk`.
//!
//! A step, in the order of `World::advance`:
//!
//! | what | where | which query |
//! | --- | --- | --- |
//! | Which pairs are near each other? | `broad.rs` | `bounds` |
//! | Where do they touch, and which of these points were there before? | `contacts.rs` | `contact`, `Manifold::of`, `moved`, `matched` |
//! | On concave ground, with which normals? | `ground.rs` | |
//! | Who moves with whom, and who sleeps? | `islands.rs` | |
//! | How hard do they push each other? | `solver.rs` | |
//! | What was too fast? | `bullets.rs` | `time_of_impact` |
//!
//! `space.rs` has what differs between two and three dimensions. [`scenes`] has the scenes of the programs in `src/bin`,
//! [`measure`] what they measure, [`picture`] draws them, and [`show`] is how the programs report.

mod body;
mod broad;
mod bullets;
mod contacts;
pub mod ground;
mod islands;
pub mod measure;
pub mod picture;
pub mod scenes;
pub mod show;
mod solver;
mod space;
mod world;

pub use body::Body;
pub use space::{Number, Shape, Space, Turning, double, num};
pub use world::{Event, Settings, World};
