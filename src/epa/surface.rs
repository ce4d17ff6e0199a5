//! What an expansion grows: a closed surface of facets inside A − B, as a polygon, a mesh of triangles or a complex of
//! simplices keeps it.
//!
//! # What a surface needs
//!
//! 1. To be of full dimension from the start (see `src/simplex/completion.rs`), and all its vertices support points: a polygon
//!    relies on their being corners of A − B.
//! 2. To stay closed. What a new vertex sees of the surface must be one disc, bounded by one closed horizon, or the facets
//!    from the horizon to the vertex would not close the surface again. In rounded arithmetic it can fail to be; then that
//!    facet is set aside, and another one is grown.
//! 3. To know its slivers. A facet whose own plane is said to be exceeded by one of its own vertices (the support point that
//!    comes back is already a vertex) has a bad normal: it is set aside, and what its normal proved is kept.
//!
//! The origin need not be inside: distances of facets are signed, and facets that the origin is beyond are simply
//! the first to be grown.

use crate::scalar::quotient::Quotient;
use crate::scalar::{Scalar, times};
use crate::simplex::Simplex;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// A closed surface inside A − B. Facets and vertices have numbers.
pub(crate) trait Surface<T: Scalar, const D: usize> {
    /// Whether the planes handed out have unit normals, so that levels are distances. They have where there are roots.
    const UNIT: bool;
    /// With fewer vertices than this it is worthwhile to look in biased directions: see [`Bias`](super::bias::Bias).
    const BIASED: usize = 0;

    /// The facet nearest the origin of those that can be grown.
    fn nearest(&self) -> Option<usize>;

    /// The plane of a facet.
    fn plane(&self, id: usize) -> FacetPlane<T, D>;

    /// The normal of a facet, with its plane, of any length: that may be known sooner.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn direction<'s>(&'s self, id: usize, plane: &'s FacetPlane<T, D>) -> &'s SVector<T, D> {
        let _ = id;
        &plane.normal
    }

    /// The numbers of a facet's vertices.
    fn corners(&self, id: usize) -> [u32; D];

    /// The facets.
    fn ids(&self) -> impl Iterator<Item = usize> + '_;

    fn vertex(&self, number: u32) -> Option<&SupportPoint<T, D>>;

    /// How many vertices there are.
    fn len(&self) -> usize;

    /// Whether it has to move to where there is more room before it can be grown again.
    fn is_full(&self) -> bool {
        false
    }

    /// Of a facet on the boundary of A − B and those beside it in the same plane the one that holds the origin's
    /// projection.
    fn below_origin(&self, id: usize, plane: &FacetPlane<T, D>, slack: &Slack<T>) -> usize {
        let _ = (plane, slack);
        id
    }

    /// Grows by a vertex that is beyond a facet. False, and the surface is as before, if it is a vertex already, if there
    /// is no room, or if the surface would not stay closed.
    fn grow(&mut self, id: usize, found: &SupportPoint<T, D>, slack: &Slack<T>) -> bool;

    /// A facet that can't be grown is no longer one of [`Self::nearest`].
    fn set_aside(&mut self, id: usize);

    /// The vertices with these numbers.
    #[inline]
    fn facet(&self, corners: [u32; D]) -> Simplex<T, D> {
        let mut facet = Simplex::empty();
        for corner in corners {
            if let Some(vertex) = self.vertex(corner) {
                facet.push(vertex.clone());
            }
        }
        facet
    }

    /// The facets, one of them first.
    #[inline]
    fn facets_from(&self, first: usize) -> impl Iterator<Item = Simplex<T, D>> + '_ {
        let others = self.ids().filter(move |id| *id != first);
        core::iter::once(first).chain(others).map(|id| self.facet(self.corners(id)))
    }
}

/// The plane of a facet: of the points p with `normal` · p = `level`.
#[derive(Clone, Debug)]
pub(crate) struct FacetPlane<T, const D: usize> {
    /// Outwards; zero if the corners are dependent.
    pub(crate) normal: SVector<T, D>,
    pub(crate) level: T,
    /// normal · normal.
    pub(crate) square: T,
}

impl<T: Scalar, const D: usize> FacetPlane<T, D> {
    /// How far it is from the origin, squared.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn distance(&self) -> Quotient<T> {
        Quotient::at(&self.level, self.square.clone())
    }

    /// Whether a point is above by more than a distance.
    #[inline]
    pub(crate) fn is_below(&self, point: &SVector<T, D>, distance: &T) -> bool {
        self.is_exceeded(&(self.normal.dot(point) - self.level.clone()), distance)
    }

    /// The same of a height, which is one times the normal's length.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn is_exceeded(&self, height: &T, distance: &T) -> bool {
        let squared = || Quotient { over: height.clone() * height.clone(), under: self.square.clone() };
        *height > T::zero() && squared().exceeds(distance)
    }
}

/// What rounding may do to a length, at the scale of the coordinates: nothing in exact arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Slack<T> {
    /// A vertex is beyond a facet if it is so by more.
    pub(crate) visible: T,
    /// A facet is on the boundary if nothing is beyond it by more.
    pub(crate) gap: T,
}

impl<T: Scalar> Slack<T> {
    /// The level of a facet and the height of a vertex are two dot products, which round by about 2 ε each.
    const VISIBLE: u32 = 4;
    /// Four times as much: with 4 ε, in `f32`, expansions went on among slivers and ended with wrong points.
    const GAP: u32 = 16;

    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn of(size: &T) -> Self {
        let epsilons = |count| times(count, &T::epsilon()) * size.clone();
        Self { visible: epsilons(Self::VISIBLE), gap: epsilons(Self::GAP) }
    }
}
