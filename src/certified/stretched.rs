//! A − B in stretched coordinates. A search takes other steps there, and may find a simplex that proves the verdict.

use super::filter::Filter;
use crate::exact::Float;
use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::query::{Options, Start};
use crate::scalar::{Scalar, times};
use crate::search::{End, Search, perturbation};
use crate::simplex::Searchable;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// Whether a search in stretched coordinates ends with a simplex that is proven to be around the origin.
///
/// A search that ends with the origin on a feature, or next to one, may have met it inside A − B. (For two balls it
/// never leaves the plane of its first direction and their centers, and goes straight from one vertex to the opposite
/// one.) Coordinates that are stretched by a different power of two along each axis break such symmetries.
#[cold]
pub(super) fn encloses_when_stretched<C: Searchable<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    filter: &Filter<'_, C::Scalar, D>,
    evaluations: &mut u32,
) -> bool
where
    C::Scalar: Float,
{
    let frame = Frame { size: times(4, &frame.size), ..frame.clone() };
    let (stretched, mut unwatched) = (Stretched(set), ());
    let set = Erased::<_, C::Cases, D>::new(&stretched);
    let options = Options { start: Start::Along(perturbation()), ..Options::default() };
    let mut search = Search::new(&set, &frame, &options, &mut unwatched);
    let end = search.decide_cores();
    *evaluations += search.evaluations;
    end == End::Enclosed && Filter::new(&frame, times(4, &filter.rounding)).encloses(&search.newest, &search.simplex)
}

/// A − B in stretched coordinates.
struct Stretched<'s, C>(&'s C);

/// The vector stretched along the axes by 1, 2, 4, 1, 2, 4, ….
fn stretched<T: Scalar, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|k, _| times(1 << (k % 3), &v[k]))
}

impl<C: ConvexSet<D>, const D: usize> ConvexSet<D> for Stretched<'_, C> {
    type Scalar = C::Scalar;

    fn frame(&self) -> Frame<C::Scalar, D> {
        self.0.frame()
    }

    fn vertex(&self, frame: &Frame<C::Scalar, D>, direction: &SVector<C::Scalar, D>) -> SupportPoint<C::Scalar, D> {
        let vertex = self.0.vertex(frame, &stretched(direction));
        SupportPoint { w: stretched(&vertex.w), ..vertex }
    }

    fn margins(&self) -> [C::Scalar; 2] {
        self.0.margins()
    }
}
