//! The trait of expansions. Implement it to grow the polytope with a strategy of your own.

use crate::minkowski::{ConvexSet, Frame};
use crate::observe::{Observer, Termination};
use crate::scalar::{Real, Scalar, is_nan, max};
use crate::simplex::{Cases, OwnCases, Simplex, SimplexCases};
use crate::{query::Options, query::phase_limit, vertex::SupportPoint};
use nalgebra::{SVector, Vector1};

/// A strategy that grows the polytope, in dimension `D`: the bound that a generic function needs on
/// [`Cases`](crate::simplex::Cases) for contacts and casts.
///
/// One, two and three dimensions have code of their own, and allocate nothing. The others (4 to 8) keep their facets on
/// the heap. Your own simplex cases grow the same polytopes if they are [`OwnCases`](crate::simplex::OwnCases).
///
/// ```
/// use gjk::{Real, Support, contact, epa::Expansion, shape::Cuboid, simplex::Cases};
/// fn depth<T: Real, const D: usize>(a: &dyn Support<D, Scalar = T>, b: &dyn Support<D, Scalar = T>) -> T
/// where
///     Cases: Expansion<T, D>,
/// {
///     contact(a, b).depth()
/// }
/// let square = Cuboid::new([1.0, 1.0])?;
/// assert_eq!(depth(&square, &square), 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no expanding polytope for dimension {D} with scalar `{T}`",
    note = "contacts are for dimensions 1 to 8 and a `Real` scalar: `f32` or `f64`"
)]
pub trait Expansion<T: Real, const D: usize>: SimplexCases<T, D> {
    /// The most evaluations of one expansion, within what the query has left.
    const EVALUATIONS: u32 = u32::MAX;

    /// Grows a simplex of D + 1 affinely independent vertices until it has the facet of A − B nearest the origin.
    /// `None` if the simplex has fewer vertices, or nothing was found.
    fn expand(initial: InitialSimplex<'_, T, D>, source: &mut impl SupportSource<T, D>) -> Option<Translation<T, D>>;

    /// Returns whether the D + 1 vertices are clearly affinely independent. If `false`, a more careful test follows.
    #[cfg_attr(fast, inline(always))]
    fn is_solid(newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>, size: &T) -> bool {
        let _ = (newest, simplex, size);
        false
    }
}

/// The library's polytopes, for simplex cases of one's own.
impl<C: OwnCases + SimplexCases<T, D>, T: Real, const D: usize> Expansion<T, D> for C
where
    Cases: Expansion<T, D>,
{
    const EVALUATIONS: u32 = <Cases as Expansion<T, D>>::EVALUATIONS;

    fn expand(initial: InitialSimplex<'_, T, D>, source: &mut impl SupportSource<T, D>) -> Option<Translation<T, D>> {
        Cases::expand(initial, source)
    }

    fn is_solid(newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>, size: &T) -> bool {
        <Cases as Expansion<T, D>>::is_solid(newest, simplex, size)
    }
}

/// The start of an expansion.
#[derive(Clone, Debug)]
pub struct InitialSimplex<'s, T: Scalar, const D: usize> {
    /// One of the D + 1 vertices.
    pub newest: &'s SupportPoint<T, D>,
    /// The other D.
    pub simplex: &'s Simplex<T, D>,
    /// A bound on the coordinates.
    pub size: &'s T,
    /// The difference of the two bounds at which an expansion may stop; at least the rounding.
    pub accuracy: T,
    /// A unit vector towards the place where the boundary is expected to be nearest, if a bias pays.
    pub bias: Option<SVector<T, D>>,
}

/// A − B with its observer, for an [`Expansion`].
pub trait SupportSource<T: Scalar, const D: usize> {
    /// Finds a farthest vertex along a direction. `None` if the limit of evaluations is reached, or a coordinate is NaN.
    fn support(&mut self, direction: &SVector<T, D>) -> Option<SupportPoint<T, D>>;

    /// Reports a search for a vertex beyond the first facet: see
    /// [`Observer::expanded`](crate::observe::Observer::expanded).
    fn expanded(&mut self, lower: &T, upper: &T, square: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>);

    /// Reports the end: see [`Observer::stopped`](crate::observe::Observer::stopped).
    fn stopped(&mut self, why: Termination);

    /// Receives other directions at the end, if the translation may be far from the least.
    fn left_open(&mut self, directions: &[SVector<T, D>]) {
        let _ = directions;
    }
}

/// The shortest translation out of A − B that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Translation<T: Real, const D: usize> {
    /// The direction: a unit vector.
    pub normal: SVector<T, D>,
    /// The reach of A − B in that direction: an upper bound on the depth.
    pub reach: T,
    /// A lower bound on the depth, as computed.
    pub lower: T,
    /// Vertices of A − B that are farthest in that direction, or nearly so.
    pub facet: Simplex<T, D>,
}

impl<T: Real, const D: usize> Translation<T, D> {
    /// The end of the translation, on the boundary of A − B.
    pub(super) fn end(&self) -> SVector<T, D> {
        &self.normal * max(T::zero(), self.reach.clone())
    }
}

/// The number of directions to keep of an expansion that ends with bounds far apart.
pub(super) const OPEN: usize = 12;

/// A − B and its observer: support evaluations are counted, limited, and reported.
pub(crate) struct Probe<'q, C: ConvexSet<D>, O, const D: usize> {
    pub(crate) set: &'q C,
    pub(crate) frame: &'q Frame<C::Scalar, D>,
    pub(crate) options: &'q Options<C::Scalar, D>,
    pub(crate) observer: &'q mut O,
    pub(crate) evaluations: u32,
    pub(crate) limit: u32,
    /// The directions that an expansion has left open.
    pub(crate) open: Option<[SVector<C::Scalar, D>; OPEN]>,
}

impl<C: ConvexSet<D>, O: Observer<C::Scalar, D>, const D: usize> SupportSource<C::Scalar, D> for Probe<'_, C, O, D> {
    /// `None` if the limit is reached, or a coordinate is NaN.
    #[cfg_attr(fast, inline(always))]
    fn support(&mut self, direction: &SVector<C::Scalar, D>) -> Option<SupportPoint<C::Scalar, D>> {
        if self.evaluations == self.limit {
            self.observer.stopped(Termination::Limit);
            return None;
        }
        let newest = self.set.vertex(self.frame, direction);
        self.evaluations += 1;
        self.observer.support(direction, &newest);
        if is_nan(&newest.w.dot(direction)) {
            self.observer.stopped(Termination::NotANumber);
            return None;
        }
        Some(newest)
    }

    fn expanded(
        &mut self,
        lower: &C::Scalar,
        upper: &C::Scalar,
        square: &C::Scalar,
        facets: &mut dyn Iterator<Item = Simplex<C::Scalar, D>>,
    ) {
        self.observer.expanded(lower, upper, square, facets);
    }

    fn stopped(&mut self, why: Termination) {
        self.observer.stopped(why);
    }

    fn left_open(&mut self, directions: &[SVector<C::Scalar, D>]) {
        self.open = directions.first_chunk().cloned();
    }
}

/// In one dimension A − B is an interval, and its nearer end is the facet nearest the origin.
impl<T: Real> Expansion<T, 1> for Cases {
    const EVALUATIONS: u32 = phase_limit::<1>();

    fn expand(_: InitialSimplex<'_, T, 1>, source: &mut impl SupportSource<T, 1>) -> Option<Translation<T, 1>> {
        let mut end = |normal: Vector1<T>| {
            let found = source.support(&normal)?;
            let reach = found.w.dot(&normal);
            Some(Translation { normal, lower: reach.clone(), reach, facet: Simplex::of_one(found) })
        };
        let (right, left) = (end(Vector1::new(T::one()))?, end(Vector1::new(-T::one()))?);
        source.stopped(Termination::OnBoundary);
        Some(if left.reach < right.reach { left } else { right })
    }
}
