//! Observers of a query: they see every support point, every cut of the simplex and every end.

use crate::simplex::{Region, Simplex};
use crate::{scalar::Scalar, vertex::SupportPoint};
use nalgebra::SVector;

/// Watches a query. Every method has an empty default; the observer `()` costs nothing.
///
/// ```
/// use gjk::{Difference, Query, nalgebra::{Point2, Vector2}, observe::Observer, shape::{Ball, Cuboid}, simplex::SupportPoint};
/// struct Count(usize);
/// impl Observer<f64, 2> for Count {
///     fn support(&mut self, _: &Vector2<f64>, _: &SupportPoint<f64, 2>) { self.0 += 1; }
/// }
/// let (a, b) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::point(Point2::new(0.5, 0.0))?);
/// let mut count = Count(0);
/// let outcome = Query::new().with_observer(&mut count).search(&Difference(&a, &b));
/// assert_eq!(count.0, outcome.evaluations as usize);
/// # Ok::<(), gjk::Error>(())
/// ```
#[expect(unused_variables, reason = "the defaults do nothing")]
pub trait Observer<T: Scalar, const D: usize> {
    /// Returns whether it has to see every step. If not, a query may answer without a search.
    fn watches(&self) -> bool {
        true
    }

    /// The search starts from vertices recalled from a [`Cache`](crate::Cache), without an evaluation. `simplex` is
    /// their feature nearest the origin, and the first direction leads from there towards the origin. If they hold the
    /// origin together with `newest`, the search ends. If `simplex` is empty, the direction is a recalled axis.
    fn recalled(&mut self, simplex: &Simplex<T, D>, newest: Option<&SupportPoint<T, D>>, direction: &SVector<T, D>) {}
    /// A vertex was found along `direction`.
    fn support(&mut self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) {}
    /// The simplex was cut down to `region`; the search goes on along `direction`.
    fn reduced(&mut self, simplex: &Simplex<T, D>, region: Region, direction: &SVector<T, D>) {}
    /// The origin is in the simplex of the newest vertex and those retained.
    fn enclosed(&mut self, simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) {}
    /// A phase of the query begins. The search for a verdict is announced only if it begins anew, with the newest
    /// vertex alone: where the directions of a [`Start::Pair`](crate::Start::Pair) separate the cores.
    fn entered(&mut self, phase: Phase) {}
    /// The expansion took a support point beyond the first of these facets, the nearest the origin: the depth is at
    /// least `lower` / √`square` and at most `upper` / √`square`, at the frame's scale. (`square` is 1 for numbers with
    /// square roots.) With [`Query::shortcuts`](crate::Query::shortcuts) some steps, or all, may go unreported.
    fn expanded(&mut self, lower: &T, upper: &T, square: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>) {}
    /// The origin of a cast moved along its ray to `place`, on the plane through the newest vertex, at the frame's
    /// scale: the time multiplied by the velocity of B relative to A.
    fn advanced(&mut self, place: &SVector<T, D>) {}
    /// A phase of the query has ended.
    fn stopped(&mut self, why: Termination) {}
}

/// A phase of a query, as an [`Observer`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Phase {
    /// The search for a simplex around the origin, or for a separating axis of the cores.
    Search,
    /// The way from a separating axis to the nearest points.
    Approach,
    /// The search for support points on both sides of a flat simplex, to make a polytope of it.
    Completion,
    /// The growth of a polytope around the origin towards its nearest facet.
    Expansion,
    /// The local refinement where the bounds of the expansion have not met.
    Refinement,
    /// The tests whether intersecting sets merely touch.
    Evidence,
    /// The way from a separating axis along the ray of a cast.
    Cast,
}

/// The reason why a phase of a query ended, as an [`Observer`] sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Termination {
    /// The newest vertex does not reach the origin along the direction, so no point of A − B does.
    Separated,
    /// The origin is in the simplex.
    Enclosed,
    /// The newest vertex reaches the origin but adds nothing, so the origin is on the retained feature, up to rounding.
    OnFeature,
    /// Nothing is nearer than the retained feature.
    Nearest,
    /// The retained feature is at the origin, up to rounding.
    Arrived,
    /// It is known whether the margins meet.
    Decided,
    /// The sets are farther apart than was asked for.
    Beyond,
    /// Four steps in a row brought nothing nearer, or a search for a verdict goes in circles.
    Patience,
    /// The ray of a cast has reached the sets' difference.
    Hit,
    /// No point of A − B reaches the rest of a cast's ray.
    Miss,
    /// Nothing is beyond the nearest facet: it is on the boundary.
    OnBoundary,
    /// The bounds on the depth have met.
    BoundsMet,
    /// None of the facets can be grown any more.
    Exhausted,
    /// [`Query::max_evaluations`](crate::Query::max_evaluations) was reached.
    Limit,
    /// A coordinate is not a number.
    NotANumber,
}

impl<T: Scalar, const D: usize> Observer<T, D> for () {
    fn watches(&self) -> bool {
        false
    }
}

macro_rules! forward {
    ($(fn $name:ident($($argument:ident: $type:ty),*);)*) => { $(
        fn $name(&mut self, $($argument: $type),*) {
            (**self).$name($($argument),*);
        }
    )* };
}

impl<T: Scalar, const D: usize, O: Observer<T, D> + ?Sized> Observer<T, D> for &mut O {
    fn watches(&self) -> bool {
        (**self).watches()
    }
    forward! {
        fn recalled(simplex: &Simplex<T, D>, newest: Option<&SupportPoint<T, D>>, direction: &SVector<T, D>);
        fn support(direction: &SVector<T, D>, newest: &SupportPoint<T, D>);
        fn reduced(simplex: &Simplex<T, D>, region: Region, direction: &SVector<T, D>);
        fn enclosed(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>);
        fn entered(phase: Phase);
        fn expanded(lower: &T, upper: &T, square: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>);
        fn advanced(place: &SVector<T, D>);
        fn stopped(why: Termination);
    }
}
