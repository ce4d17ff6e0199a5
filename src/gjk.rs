//! The verdict: whether two convex sets share a point.

use crate::minkowski::Erased;
use crate::query::{Options, Query};
use crate::search::{End, Search, with_pair, with_search};
use crate::simplex::{Cases, Searchable, SimplexCases};
use crate::{
    cache::Caches,
    closed_form,
    coordinates::Coordinates,
    observe::Observer,
    scalar::Scalar,
    support::Support,
    verdict::{Outcome, Undecided},
};

/// Returns whether the origin is in a convex set: in the [`Difference`](crate::Difference) of two shapes, or in
/// one shape.
///
/// `true`, to be on the safe side, if the query is undecided. [`Query::search`] tells whether it is, and gives the
/// evidence.
///
/// Complexity: a handful of support evaluations, each with O(1) arithmetic in 2D and 3D, O(D³) in other dimensions.
///
/// ```
/// use gjk::{Difference, SupportExt, gjk, nalgebra::Vector3, shape::Cuboid};
/// let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let b = a.clone().posed(Vector3::new(2.5, 0.1, 0.2))?;
/// assert!(!gjk::<3>(&Difference(&a, &b)));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn gjk<const D: usize>(set: &impl Searchable<D>) -> bool {
    end_of_search(set, &Options::default(), &mut (), &mut ()).intersects()
}

/// The end of a search: `search/seek.rs` is the loop.
#[cfg_attr(fast, inline(always))]
fn end_of_search<const D: usize, C: Searchable<D>>(
    set: &C,
    options: &Options<C::Scalar, D>,
    observer: &mut impl Observer<C::Scalar, D>,
    caches: &mut impl Caches<C::Scalar, D>,
) -> End {
    let frame = set.frame();
    let known = if options.allow_closed_forms(observer) { closed_form::verdict(set, &frame) } else { None };
    match known {
        None => with_search!(C, set, &frame, options, observer, |search| search.decide(caches.cache())),
        Some(end) => end,
    }
}

impl<T: Scalar, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// Returns whether two shapes share a point; touching counts. See [`intersects`].
    ///
    /// ```
    /// use gjk::{Query, Start, SupportExt, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let other = square.posed(Vector2::new(0.3, 2.5))?;
    /// assert!(!Query::new().start(Start::Along(Vector2::y())).max_evaluations(1).intersects(&square, &other));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn intersects<A, B>(&mut self, a: &A, b: &B) -> bool
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        let Self { options, observer, cache, .. } = self;
        with_pair!(A, B, a, b, |set| end_of_search(set, options, observer, cache)).intersects()
    }

    /// Returns whether two shapes have a point in common, or the reason if this is not known. (Then
    /// [`intersects`](Self::intersects) says `true`.)
    ///
    /// # Errors
    /// If the search ends without a verdict.
    ///
    /// ```
    /// use gjk::{Query, SupportExt, Undecided, shape::Cuboid};
    /// let square = Cuboid::new([1.0, 1.0])?;
    /// let other = square.posed([2.5, 1.5])?;
    /// assert_eq!(Query::new().decide(&square, &other), Ok(false));
    /// let mut hasty = Query::new().shortcuts(false).max_evaluations(0);
    /// assert_eq!(hasty.decide(&square, &other), Err(Undecided::Limit));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn decide<A, B>(&mut self, a: &A, b: &B) -> Result<bool, Undecided>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        let Self { options, observer, cache, .. } = self;
        match with_pair!(A, B, a, b, |set| end_of_search(set, options, observer, cache)) {
            End::Undecided(why) => Err(why),
            end => Ok(end.intersects()),
        }
    }

    /// Returns whether the origin is in a convex set, with the evidence.
    ///
    /// ```
    /// use gjk::{Difference, Query, SupportExt, Verdict, nalgebra::Vector3, shape::Cuboid};
    /// let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    /// let b = a.posed(Vector3::new(2.0, 0.1, 0.2))?;
    /// let outcome = Query::new().search(&Difference(&a, &b));
    /// assert!(matches!(outcome.verdict, Verdict::Touching { .. }));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn search<C: Searchable<D, Scalar = T>>(&mut self, set: &C) -> Outcome<T, D> {
        let frame = set.frame();
        let set = &Erased::<_, C::Cases, D>::new(set);
        let mut observer: &mut dyn Observer<T, D> = &mut self.observer;
        Search::new(set, &frame, &self.options, &mut observer).decide_with_evidence()
    }
}

/// Returns whether two shapes share a point; touching counts.
///
/// `true`, to be on the safe side, if the query is undecided. This takes a support mapping that contradicts itself.
///
/// ```
/// use gjk::{SupportExt, intersects, nalgebra::{Isometry3, Vector3}, shape::{Capsule, Cuboid}};
/// # use gjk::nalgebra::Point3;
/// let floor = Cuboid::new(Vector3::new(10.0, 0.5, 10.0))?;
/// let walker = Capsule::new(Point3::new(0.0, 1.0, 0.0), Point3::new(0.0, 2.0, 0.0), 0.4)?;
/// assert!(!intersects(&floor, &walker));
/// assert!(intersects(&floor, &walker.posed(Vector3::new(0.0, -0.2, 0.0))?));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn intersects<A, B, T: Scalar, const D: usize>(a: &A, b: &B) -> bool
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    with_pair!(A, B, a, b, |set| end_of_search(set, &Options::default(), &mut (), &mut ())).intersects()
}

/// Returns whether a point is in a shape or on its boundary.
///
/// `true`, to be on the safe side, if that is undecided, for example for a NaN. Complexity: as for [`intersects`].
///
/// ```
/// use gjk::{SupportExt, contains, nalgebra::{Point2, Vector2}, shape::Cuboid};
/// let rounded = Cuboid::new(Vector2::new(1.0, 1.0))?.swollen(1.0)?;
/// assert!(contains(&rounded, &Point2::new(1.7, 1.7)));
/// assert!(!contains(&rounded, &Point2::new(1.8, 1.8)));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contains<S, T: Scalar, const D: usize>(shape: &S, point: impl Coordinates<T, D>) -> bool
where
    S: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    intersects(shape, &point.point())
}
