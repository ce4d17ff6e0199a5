//! The question that GJK asks of a simplex: where is the origin?
//!
//! Each step adds one vertex of the Minkowski difference, and cuts the simplex down to the *feature* (vertex, edge,
//! face, …) whose Voronoi region holds the origin. The newest vertex is W, the retained ones are X, Y, Z. (In this
//! folder these letters are vertices; the two shapes are *shape A* and *shape B*.) W is passed as an argument of its
//! own. There are at most `D` retained vertices, so no array of `D + 1` is needed.
//!
//! # Why every surviving feature contains W
//!
//! Let F be the retained feature, q its point nearest the origin, and n = −q the direction that W was found in. (If q
//! is lost in rounding, n is F's normal on the origin's side.) W is farther along n than F, or the loop would have
//! ended. So a step from q towards W gets nearer to the origin, and no point of F is nearest. Only features with W are
//! tested.
//!
//! # When W alone is excluded too
//!
//! Write w for W's coordinates. If W *passed the origin*, w·n ≥ 0, then (q − w)·(0 − w) = |w|² − q·w ≥ |w|²: seen from
//! W, q lies towards the origin. Because q is a mean of the other vertices, an edge at W lies towards the origin, too,
//! and is nearer than W alone. W alone can be nearest only if it did not pass the origin, or is the origin. In the
//! first case the sets are known to be apart, and the distance is wanted.
//!
//! # What is proven by machine
//!
//! `cargo xtask cases` proves each leaf of the decision trees of `two.rs` and `three.rs` (docs/proof.md). Only two
//! answers need that W passed the origin: W alone, and the tetrahedron with two visible faces.
//!
//! # What both arguments need
//!
//! Both arguments need that the retained feature is nearest the origin, and that W was found in the direction from it to the origin.
//! Strategies need not rely on these arguments: [`Simplex::retain`] keeps any [`Region`], with W or without it.

use super::report::Tests;
use super::vertices::{Region, Simplex};
use crate::minkowski::{ConvexSet, Difference, Erased, Frame};
use crate::support::{Support, forward_methods};
use crate::{scalar::Scalar, vertex::SupportPoint};
use core::marker::PhantomData;
use nalgebra::SVector;

/// The origin's place: the answer of [`SimplexCases::locate`].
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Location<T, const D: usize> {
    /// Inside the simplex of all D + 1 vertices: the newest and those retained.
    Enclosed,
    /// Outside the simplex, or on a feature of it.
    Search {
        /// The nearest feature.
        region: Region,
        /// The direction from this feature towards the origin, perpendicular to the feature.
        direction: SVector<T, D>,
    },
    /// The newest vertex is in the affine hull of the retained ones, up to rounding: it adds nothing.
    Flat,
}

/// A strategy that finds the feature of a simplex nearest the origin, in dimension `D`.
///
/// [`Cases`] (the literature's cases in 2D and 3D) and [`ActiveSet`](super::ActiveSet) (any dimension) are the
/// library's. Yours runs in the same loop, for a set [`with_cases`](Difference::with_cases): the example
/// [`own_cases`](https://docs.rs/crate/gjk/latest/source/examples/own_cases.rs) has some.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no simplex cases for dimension {D} with scalar `{T}`",
    note = "dimensions 2 and 3 need a `Scalar`; 1 and 4 to 8 need a `Field`, a scalar that divides"
)]
pub trait SimplexCases<T: Scalar, const D: usize> {
    /// The distance by which a vertex has to fall short of the origin before its direction counts as a separating axis,
    /// in ε of the largest coordinate: 0 where directions are products of coordinates, more where they are solved for.
    const SEPARATION_SLACK: u32;

    /// Finds the simplex's feature nearest the origin, newest vertex included, and the next direction.
    #[cfg_attr(fast, inline(always))]
    fn locate(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) -> Location<T, D> {
        Self::examine(simplex, newest, &mut ())
    }

    /// Finds the origin's place, as [`locate`](Self::locate), and reports each test to `tests`.
    ///
    /// In a search the newest vertex is farther along the last direction than the retained feature, which excludes
    /// features (`src/simplex/cases.rs`). A strategy may answer with any feature, which the caller then
    /// [retains](Simplex::retain).
    #[doc(alias = "NextSimplex")]
    #[doc(alias = "containsOrigin")]
    #[doc(alias = "tripleProduct")]
    #[doc(alias = "cross_aba")]
    #[doc(alias = "plane_tests")]
    fn examine(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>, tests: &mut impl Tests<T, D>) -> Location<T, D>;

    /// A vector perpendicular to the affine hull of at most `D` vertices, of any length; zero if they are dependent.
    fn perpendicular(vertices: &[SupportPoint<T, D>]) -> SVector<T, D>;
}

/// A convex set with the strategy that reduces simplices of its vertices.
#[diagnostic::on_unimplemented(
    message = "GJK has no simplex cases for `{Self}` in {D} dimensions",
    label = "neither a `Support<{D}>` nor a `Difference` of two, in a dimension from 1 to 8",
    note = "2 and 3 dimensions need a `Scalar`, the others (1 to 8) a `Field`"
)]
pub trait Searchable<const D: usize>: ConvexSet<D> {
    /// The strategy.
    type Cases: SimplexCases<Self::Scalar, D>;

    /// Whether the set keeps products in range, as an [`Erased`] one does. Queries erase other sets as needed.
    const KEEPS_IN_RANGE: bool = false;
}

impl<A, B, T: Scalar, const D: usize> Searchable<D> for Difference<A, B>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    Cases: SimplexCases<T, D>,
{
    type Cases = Cases;
}

impl<S, T: Scalar, const D: usize> Searchable<D> for S
where
    S: Support<D, Scalar = T>,
    Cases: SimplexCases<T, D>,
{
    type Cases = Cases;
}

impl<T: Scalar, K: SimplexCases<T, D>, const D: usize> Searchable<D> for Erased<'_, T, K, D> {
    type Cases = K;
    const KEEPS_IN_RANGE: bool = true;
}

/// The default strategy: Voronoi cases in two and three dimensions, the active set in all others.
#[derive(Clone, Copy, Debug)]
pub struct Cases;

/// Gives your own simplex cases the library's expanding polytopes, for contacts: write `impl OwnCases for Mine {}`.
pub trait OwnCases {}

/// A set that GJK searches with your own simplex cases C. [`Difference::with_cases`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct WithCases<S, C>(S, PhantomData<C>);

impl<S: ConvexSet<D>, C, const D: usize> ConvexSet<D> for WithCases<S, C> {
    type Scalar = S::Scalar;
    forward_methods! { |set| set.0;
        fn frame(&self) -> Frame<S::Scalar, D>;
        fn vertex(&self, frame: &Frame<S::Scalar, D>, direction: &SVector<S::Scalar, D>) -> SupportPoint<S::Scalar, D>;
        fn margins(&self) -> [S::Scalar; 2];
        fn roundness(&self) -> [S::Scalar; 2];
        fn vertex_count_hints(&self) -> Option<[u32; 2]>;
    }
}

impl<S: ConvexSet<D>, C: SimplexCases<S::Scalar, D>, const D: usize> Searchable<D> for WithCases<S, C> {
    type Cases = C;
}

impl<S, C> WithCases<S, C> {
    /// Combines a set with your cases.
    pub fn of(set: S) -> Self {
        Self(set, PhantomData)
    }
}

impl<A, B> Difference<A, B> {
    /// Searches this set with your own [simplex cases](SimplexCases), and never in closed form.
    pub fn with_cases<C>(self) -> WithCases<Self, C> {
        WithCases::<_, C>::of(self)
    }
}
