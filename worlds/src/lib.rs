//! A solver for rigid bodies, in two and three dimensions, in `f32` and `f64`, from one source. It is made to be read. Its queries about
//! shapes are public functions of `gjk`; concave ground is from gjk-scene.
//!
//! A step, in the order of `World::advance`:
//!
//! | what | where | which query |
//! | --- | --- | --- |
//! | find the pairs that are near each other | `broad.rs` | `aabb` |
//! | find their contact points, and match them with the step before | `contacts.rs` | `contact`, `Manifold::of`, `follow`, `match_points` |
//! | correct the normals on concave ground | `contacts.rs` | `Ground::normal`, `is_over` of gjk-scene |
//! | group the bodies that touch, and let groups at rest sleep | `islands.rs` | |
//! | solve for the impulses; a hand pulls | `solver.rs`, `grabs.rs` | |
//! | stop fast bodies at what they would have passed through | `bullets.rs` | `time_of_impact` |
//!
//! [`walk`] (`mover.rs`) moves a character of gjk-scene among the bodies.
//!
//! `space.rs` has the difference between two and three dimensions, `form.rs` the shapes of bodies as numbers, and `ground.rs` concave
//! ground. [`scenes`] has the scenes of the programs in `src/bin`. [`measure`] measures them, [`picture`] draws them, and `show` reports.

mod body;
mod broad;
mod bullets;
mod contacts;
mod form;
mod grabs;
pub mod ground;
mod islands;
pub mod measure;
mod mover;
pub mod picture;
pub mod scenes;
#[cfg(feature = "print")]
pub mod show;
mod solver;
mod space;
pub mod splits;
mod world;

pub use body::Body;
pub use contacts::Impulse;
pub use form::{Form, Forms};
pub use grabs::{Grab, LATE};
pub use mover::walk;
pub use space::{Number, Shape, Single, Space, Turning, double, num};
pub use world::{Event, Settings, World};
