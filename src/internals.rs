//! Parts of the search and of exact arithmetic for the other crates of this repository. They may change in any version.

use crate::{distance::Distance, minkowski::Frame, query::Query, scalar::Real, verdict::Undecided};
#[cfg(feature = "exact")]
use crate::{scalar::Scalar, support::Construction, vertex::VertexId};

pub use crate::epa::strategy::{InitialSimplex, SupportSource, Translation};
#[cfg(feature = "exact")]
pub use crate::exact::{
    cases::{InIntegers, dot},
    contact::{reduced, separate},
    distance::{Measured, Unit, measure},
    dyadic::Dyadic,
    integer::{Integer, Number},
    lattice::Pair,
    rounding::{nearest, root_plus},
    verdict::{options, pair, start},
};
pub use crate::predicates::{cross, left, triple};
pub use crate::query::{Options, PATIENCE};
pub use crate::scalar::vector::{Quotient, at_unit_scale, largest, norm, times};
pub use crate::search::{Approach, End, Search, SeparatingPlane, Witness};
pub use crate::simplex::nearest::nearest_weights;

/// Whether queries are inlined whole.
pub const FAST: bool = cfg!(fast);

pub fn options_of<T, const D: usize>(query: &Query<T, D>) -> &Options<T, D> {
    &query.options
}

pub fn query_of<T, const D: usize>(options: Options<T, D>) -> Query<T, D> {
    Query { options, observer: (), cache: () }
}

/// The answer of a search that found none.
pub fn undecided<T: Real, const D: usize>(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Distance<T, D> {
    Distance::undecided(frame, evaluations, why)
}

#[cfg(feature = "exact")]
pub fn vertex_of<T: Scalar, const D: usize>(shape: &Construction<T, D>, id: VertexId) -> Option<Construction<T, D>> {
    shape.vertex(id)
}
