//! What gjk-study and the benches need of the search and of exact arithmetic: it records other searches beside the library's own.
//! Not for anyone else: it may change in any version.

use crate::distance::Distance;
use crate::minkowski::Frame;
use crate::observe::Observer;
use crate::query::Query;
use crate::scalar::{Real, Scalar};
use crate::simplex::{Simplex, SimplexCases};
use crate::support::Construction;
use crate::trace::{Answer, Ruler, Scaled, Tape, Trace, Vertex};
use crate::verdict::Undecided;
use crate::vertex::{SupportPoint, VertexId};
use nalgebra::{Point, SVector};
use num_traits::ToPrimitive;

// Its loop takes the library's steps under other rules, and is started as a query is.
pub use crate::distance::distance_at;
pub use crate::options::Options;
pub use crate::predicates::{cross, left, triple};
pub use crate::scalar::quotient::Quotient;
pub use crate::scalar::vector::{at_unit_scale, largest, norm, times};
pub use crate::search::{Approach, End, Gap, Mean, NearestPoint, Search, SeparatingPlane};
pub use crate::simplex::any::nearest_weights;
// Its judge, and its traces in integers.
pub use crate::exact::{
    cases::InIntegers,
    contact::separate,
    distance::{Measured, measure},
    dyadic::Dyadic,
    integer::Number,
    lattice::Pair,
    rounding::{nearest, root_plus},
    verdict::{options, pair},
};
pub use crate::trace::lattice::{lattice, options_in_integers};
// What its reports say.
pub use crate::trace::words::stopped;

/// Whether queries are inlined whole: benches want to know.
pub const FAST: bool = cfg!(fast);

/// What a query was given.
pub fn options_of<T: Scalar, const D: usize>(query: &Query<T, D>) -> &Options<T, D> {
    &query.options
}

/// Coordinates relative to the reference point, at their own scale: what unit scale is worth is a question of the study.
pub fn unscaled_frame<T: Scalar, const D: usize>(
    reference: Point<T, D>,
    toward_origin: Option<SVector<T, D>>,
    size: T,
    margin: T,
) -> Frame<T, D> {
    Frame { reference, scale: T::one(), size, margin, toward_origin, ordinary: true }
}

/// A simplex of these vertices: a recorded one is built again in other numbers.
pub fn simplex_of<T: Scalar, const D: usize>(vertices: impl Iterator<Item = SupportPoint<T, D>>) -> Simplex<T, D> {
    let mut simplex = Simplex::empty();
    vertices.for_each(|vertex| simplex.push(vertex));
    simplex
}

/// The vertex of this name: vertices of traces in other numbers are named by their places.
pub fn vertex_of<T: Scalar, const D: usize>(shape: &Construction<T, D>, id: VertexId) -> Option<Construction<T, D>> {
    shape.vertex(id)
}

/// The answer of a way that found none.
pub fn undecided<T: Real, const D: usize>(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Distance<T, D> {
    Distance::undecided(frame, evaluations, why)
}

/// What `ask` asks, recorded with the tests of `S`: a way is no query, and brings its own cases.
pub fn traced<T: Scalar, const D: usize, S: SimplexCases<T, D>, R: Ruler<T, D>>(
    ruler: R,
    margin: f64,
    ask: &mut dyn FnMut(&mut dyn Observer<T, D>) -> Answer,
) -> Trace {
    let mut tape = Tape::<T, D, S, R>::empty(ruler, margin);
    let answer = ask(&mut tape);
    tape.into_trace(answer)
}

/// The ruler of a way's frame.
pub fn ruler<T: Scalar + ToPrimitive, const D: usize>(frame: &Frame<T, D>) -> Scaled {
    Scaled::of(frame)
}

/// Whether two vertices of traces are as good as equal: those of different arithmetics never are.
#[must_use]
pub fn is_within(vertex: &Vertex, other: &Vertex, tolerance: f64) -> bool {
    vertex.is_within(other, tolerance)
}
