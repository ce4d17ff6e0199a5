//! Independent oracles for the integration tests, and the generator of their inputs. Only `testing` uses
//! the library under test, to ask it questions (`cargo test -p xtask` checks that no other file does). Each
//! oracle uses another idea:
//!
//! * [`exact`]: rational arithmetic, any dimension, no tolerances; the judge of all others. Its
//!   parts are [`rational`], [`integer_vector`] and [`guess`]; [`certificate`] has exact checks
//!   of single claims (a separating axis, a complete answer).
//! * [`brute`]: all pairs of features, in the plane and (in [`polyhedron`]) in space.
//! * [`sat`]: separating axes, for a verdict that comes with its margin.
//! * [`clamp`]: closed forms for aligned boxes, balls, segments and capsules.
//! * [`depth`]: the facets of the whole Minkowski difference, in any dimension.
//! * [`doubled`]: all axes and all pairs of features in doubled arithmetic, for points, segments, polygons and boxes.
//! * [`directions`]: all directions, divided until a bound settles them; for discs and points.
//! * [`patch`]: where two faces lie on each other, in rational numbers.
//! * [`passage`]: when moving hulls meet first and last, by linear programming in integers.
//! * [`sweep`]: whether solids that move and turn overlap at any of many times close to each other.
//! * [`solid`]: curved solids as formulas: how far they reach, and how far a point is outside.
//! * [`features`]: the nearest feature of one small simplex, in integers.
//! * [`model`]: trees of points, poses, sums, hulls and margins, and their vertices as integers.
//! * [`generate`]: seeded pairs of many kinds (with [`shapes`], [`random`], [`boxes`]).
//!
//! The common data type is a list of `[f64; D]`; `f32` data is passed widened, which is exact.
//! `tests/answers/oracle_agrees.rs` in the library holds the oracles against each other.

#![allow(missing_docs, reason = "a test says what it asks")]
#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    clippy::missing_panics_doc,
    reason = "only tests call these"
)]
#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "rounding to f32, and numbers known to fit"
)]

pub mod boxes;
pub mod brute;
pub mod certificate;
pub mod clamp;
pub mod depth;
pub mod directions;
pub mod doubled;
pub mod exact;
pub mod features;
pub mod generate;
pub mod guess;
pub mod integer_vector;
pub mod model;
pub mod passage;
pub mod patch;
pub mod polyhedron;
pub mod random;
pub mod rational;
pub mod sat;
pub mod shapes;
pub mod solid;
pub mod sweep;
#[cfg(feature = "testing")]
pub mod testing;
pub mod vector;

pub use boxes::OrientedBox;
pub use brute::Brute;
pub use exact::Exact;
pub use generate::{Kind, Pair, Precision, Recipe};
pub use model::Model;
pub use polyhedron::Polyhedron;
pub use rational::Rational;

/// The error of `got` in units of `eps * l`, where `l` is the size of the problem: infinite for
/// a NaN, zero for equal values whatever the unit.
pub fn error_in_eps_l(got: f64, want: f64, l: f64, eps: f64) -> f64 {
    if got == want {
        return 0.0;
    }
    let error = ((got - want) / (eps * l)).abs();
    if error.is_nan() { f64::INFINITY } else { error }
}

/// What is asked for in each dimension, compiled here for all test programs. (In release builds only examples have this crate.)
#[cfg(debug_assertions)]
#[used]
static COMPILED: [fn(); 8] = [
    compiled::<1>,
    compiled::<2>,
    compiled::<3>,
    compiled::<4>,
    compiled::<5>,
    compiled::<6>,
    compiled::<7>,
    compiled::<8>,
];

#[cfg(debug_assertions)]
fn compiled<const D: usize>() {
    use std::hint::black_box;
    black_box(exact::distance::<D> as fn(&_, &_) -> _);
    black_box(Recipe::pair::<D> as fn(_, _) -> _);
}
