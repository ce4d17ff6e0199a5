//! What an expansion grows: a closed surface of facets inside A − B. It is a polygon, a mesh of triangles or a complex of
//! simplices.
//!
//! # What a surface needs
//!
//! 1. It has full dimension from the start (see `src/simplex/completion.rs`), and all its vertices are support points. (A
//!    polygon relies on that: they are corners of A − B.)
//! 2. It stays closed. The facets that a new vertex sees have to be a disc, with one closed horizon. Else the facets from the
//!    horizon to the vertex would not close the surface. In rounded arithmetic that can fail; then the facet is set
//!    aside, and another one is grown.
//! 3. It recognizes slivers. If the support point beyond a facet is a vertex of the surface already, the facet's normal is
//!    wrong. The facet is set aside, but the upper bound along its normal is kept.
//!
//! The origin need not be inside: distances of facets are signed. If the origin is beyond a facet, that is grown first.

use crate::scalar::quotient::Quotient;
use crate::scalar::{Scalar, times};
use crate::simplex::Simplex;
use crate::tolerance;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// A closed surface inside A − B. Facets and vertices have numbers.
pub(crate) trait Surface<T: Scalar, const D: usize> {
    /// Whether planes have unit normals, so that levels are distances. They do if the scalar has square roots.
    const UNIT: bool;
    /// Biased directions are used while there are fewer vertices than this: see [`Bias`](super::expand::Bias).
    const BIASED: usize = 0;

    /// The facet nearest the origin of those that can be grown.
    fn nearest(&self) -> Option<usize>;

    /// The plane of a facet.
    fn plane(&self, id: usize) -> FacetPlane<T, D>;

    /// The normal of a facet with this plane, of any length. It may be known before the unit normal is.
    #[cfg_attr(fast, inline(always))]
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

    /// Whether there is no more room, so that it has to move to a larger one before it can grow.
    fn is_full(&self) -> bool {
        false
    }

    /// Several facets may be in the plane of a facet on the boundary of A − B. This is the one that holds the origin's
    /// projection.
    fn below_origin(&self, id: usize, plane: &FacetPlane<T, D>, slack: &Slack<T>) -> usize {
        let _ = (plane, slack);
        id
    }

    /// Grows by a vertex beyond a facet. Returns false, and does not change, if the surface has this vertex already, if there
    /// is no room, or if the surface would not stay closed.
    fn grow(&mut self, id: usize, found: &SupportPoint<T, D>, slack: &Slack<T>) -> bool;

    /// Excludes a facet that cannot be grown from [`Self::nearest`].
    fn set_aside(&mut self, id: usize);

    /// The least level of the facets that were set aside. The depth is not less, but it may be less than the levels of others.
    /// `None` if that is not looked for: in two and three dimensions facets are only set aside if they are slivers.
    fn least_aside(&self) -> Option<T> {
        None
    }

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

    /// The facets, beginning with a given one.
    #[inline]
    fn facets_from(&self, first: usize) -> impl Iterator<Item = Simplex<T, D>> + '_ {
        let others = self.ids().filter(move |id| *id != first);
        core::iter::once(first).chain(others).map(|id| self.facet(self.corners(id)))
    }
}

/// The plane of a facet: the points p with `normal` · p = `level`.
#[derive(Clone, Debug)]
pub(crate) struct FacetPlane<T, const D: usize> {
    /// The normal, outwards; zero if the corners are dependent.
    pub(crate) normal: SVector<T, D>,
    pub(crate) level: T,
    /// normal · normal.
    pub(crate) square: T,
}

impl<T: Scalar, const D: usize> FacetPlane<T, D> {
    /// The signed square of its distance from the origin.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn distance(&self) -> Quotient<T> {
        Quotient::at(&self.level, self.square.clone())
    }

    /// Whether a point sees the facet: it is beyond the plane by more than a distance.
    #[inline]
    pub(crate) fn is_visible_from(&self, point: &SVector<T, D>, distance: &T) -> bool {
        self.is_exceeded(&(self.normal.dot(point) - self.level.clone()), distance)
    }

    /// Whether a height, given times the normal's length, is more than a distance.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_exceeded(&self, height: &T, distance: &T) -> bool {
        let squared = || Quotient { over: height.clone() * height.clone(), under: self.square.clone() };
        *height > T::zero() && squared().exceeds(distance)
    }
}

/// Tolerances for the rounding of lengths, at the scale of the coordinates. Zero in exact arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Slack<T> {
    /// A bound on the coordinates.
    pub(crate) size: T,
    /// A vertex sees a facet if it is beyond it by more than this.
    pub(crate) visible: T,
    /// A facet is on the boundary if nothing is beyond it by more than this.
    pub(crate) gap: T,
}

impl<T: Scalar> Slack<T> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn of(size: &T) -> Self {
        let epsilons = |count| times(count, &T::epsilon()) * size.clone();
        Self { visible: epsilons(tolerance::VISIBLE), gap: epsilons(tolerance::GAP), size: size.clone() }
    }
}
