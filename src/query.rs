//! Queries with options: a first direction, limits, an observer, a cache.
//!
//! Functions at the root of the crate use the defaults. Methods of [`Query`] use options; each is in its query's file.

use crate::cache::Cache;
pub use crate::moving::{IntoMoving, OneMoves, Velocities};
#[doc(hidden)]
pub use crate::moving::{Pair, pair};
use crate::observe::Observer;
use crate::scalar::{Scalar, dimension};
use nalgebra::SVector;
use num_traits::Zero;

/// A query with options, all with good defaults.
///
/// | option | is |
/// | --- | --- |
/// | [`start`](Self::start) | the first direction: for example the last separating axis |
/// | [`max_evaluations`](Self::max_evaluations), [`accuracy`](Self::accuracy) | when the search ends |
/// | [`shortcuts`](Self::shortcuts) | whether faster ways than the expanding polytope of the literature may be taken |
/// | [`with_observer`](Self::with_observer) | an observer, which sees every step |
/// | [`with_cache`](Self::with_cache) | a cache, which the last query about the same pair has written and this one renews |
///
/// Set them in any order, then ask. One query can be used for many pairs.
///
/// | | of two shapes | of any convex set and the origin, for sets and strategies of your own |
/// | --- | --- | --- |
/// | the verdict | [`intersects`](Self::intersects) | [`search`](Self::search), with evidence |
/// | the distance | [`distance`](Self::distance) | [`distance_of`](Self::distance_of) |
/// | … if it is within a limit | [`distance_within`](Self::distance_within) | [`distance_of_within`](Self::distance_of_within) |
/// | the contact | [`contact`](Self::contact) | [`contact_of`](Self::contact_of) |
/// | … if it is within a limit | [`contact_within`](Self::contact_within) | [`contact_of_within`](Self::contact_of_within) |
/// | the manifold | [`manifold`](Self::manifold) | |
/// | the time at which they meet | [`shape_cast`](Self::shape_cast), [`raycast`](Self::raycast) | [`shape_cast_of`](Self::shape_cast_of) |
/// | … or come within a limit | [`shape_cast`](Self::shape_cast) of a shape with a [skin](crate::Moving::with_skin) | [`shape_cast_of_within`](Self::shape_cast_of_within) |
///
/// A limit is the distance of interest: proving that a pair is farther apart takes fewer steps than measuring it.
///
/// ```
/// use gjk::{Query, Start, SupportExt, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.posed(Vector2::new(4.0, 0.5))?;
/// // Apart? The axis that separated them a moment ago still does.
/// assert!(!Query::new().start(Start::Along(Vector2::new(1.0, 0.0))).max_evaluations(1).intersects(&square, &other));
/// // Farther apart than 0.5: with the axis and the bound that prove it.
/// let farther = Query::new().distance_within(0.5, &square, &other).beyond().expect("it is 2");
/// assert!(farther.lower > 0.5 && farther.axis.x > 0.9);
/// let near = Query::new().distance_within(3.0, &square, &other).near().expect("it is 2");
/// assert_eq!(near.distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// The last two type parameters are the observer and the cache. Without them they cost nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<T, const D: usize, O = (), M = ()> {
    pub(crate) options: Options<T, D>,
    pub(crate) observer: O,
    pub(crate) cache: M,
}

impl<T: Zero, const D: usize> Query<T, D> {
    /// The defaults, which the functions at the root of the crate use.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T: Zero, const D: usize> Default for Query<T, D> {
    fn default() -> Self {
        Self { options: Options::default(), observer: (), cache: () }
    }
}

impl<T, const D: usize, O, M> Query<T, D, O, M> {
    /// Sets the first direction of the search: by default along the line between the centers.
    #[must_use]
    pub fn start(mut self, start: Start<T, D>) -> Self {
        self.options.start = start;
        self
    }

    /// Sets the largest number of support evaluations of a query: by default 32 · (64 + 32·D). Polytopes need only 4 to
    /// 20; the limit ends searches with support mappings that contradict themselves. A contact that it cuts short is
    /// the best one found, and its bounds say how good it is.
    #[must_use]
    pub fn max_evaluations(mut self, evaluations: u32) -> Self {
        self.options.max_evaluations = evaluations;
        self
    }

    /// Sets the part of the size by which a distance or a depth may be too long: 10⁻⁶ is a thousandth of a millimetre per metre. The size
    /// is at most √D times the reach of both shapes from their centers, plus the distance between the centers. Shapes with curved sides
    /// then take half the steps, or fewer; polytopes nearly as many as without it.
    ///
    /// The two bounds of the answer are not farther apart than this part of the size, or than rounding if that is more, unless the evaluations end
    /// first. A distance is measured between its points, and its normal proves `lower`. A depth is measured along its normal, and the polytope or the
    /// points bound it from above. The verdict is not affected. With 0, the default, or NaN, a search goes on until a step gains less than 4 ε of the
    /// size.
    ///
    /// Points and normal may be off by more: on a curved side by the size times the root of this part, 10⁻³. A pair
    /// that is nearer than a limit by no more than the accuracy may count as beyond it.
    ///
    /// ```
    /// use gjk::{Query, SupportExt, distance, nalgebra::Vector3, shape::Ellipsoid};
    /// let egg = Ellipsoid::new(Vector3::new(1.0, 0.7, 0.5))?;
    /// let other = egg.posed(Vector3::new(1.2, 1.1, 0.9))?;
    /// let (near, exact) = (Query::new().accuracy(1e-4).distance(&egg, &other), distance(&egg, &other));
    /// assert!(near.evaluations < exact.evaluations);
    /// // The size is less than √3 (1 + 1) + 1.9.
    /// assert!(near.distance - near.lower <= 5.4e-4);
    /// assert!(near.lower <= exact.distance && exact.distance <= near.distance);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn accuracy(mut self, part: T) -> Self {
        self.options.accuracy = part;
        self
    }

    /// Allows methods that are faster than the search and the expanding polytope of the literature: closed forms (see
    /// [`Outline`](crate::support::Outline)) and biased search directions. The answer is the same up to rounding.
    /// Allowed by default, but never in traces and proofs.
    #[must_use]
    pub fn shortcuts(mut self, allowed: bool) -> Self {
        self.options.shortcuts = allowed;
        self
    }

    /// Reports every step to an [`Observer`].
    #[must_use]
    #[doc(alias = "observer")]
    pub fn with_observer<P: ?Sized>(self, observer: &mut P) -> Query<T, D, &mut P, M> {
        let Self { options, cache, .. } = self;
        Query { options, observer, cache }
    }

    /// Starts from a [`Cache`] of an earlier query, and renews it: for pairs that move a little between queries. Each
    /// pair has one cache, for [`intersects`](Self::intersects), [`distance`](Self::distance),
    /// [`contact`](Self::contact) and [`shape_cast`](Self::shape_cast) alike.
    ///
    /// ```
    /// use gjk::{Cache, Query, SupportExt, nalgebra::Vector3, shape::Cuboid};
    /// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    /// let mut other = cube.posed(Vector3::new(0.3, 4.0, 0.2))?;
    /// let mut cache = Cache::new();
    /// for step in 0..10 {
    ///     other.set_pose(Vector3::new(0.3, 4.0 - 0.1 * f64::from(step), 0.2))?;
    ///     assert!(!Query::new().with_cache(&mut cache).intersects(&cube, &other));
    /// }
    /// // The axis is known by now: one evaluation proves that they are apart.
    /// assert!(!Query::new().with_cache(&mut cache).max_evaluations(1).intersects(&cube, &other));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    #[doc(alias = "cache")]
    pub fn with_cache(self, cache: &mut Cache<T, D>) -> Query<T, D, O, &mut Cache<T, D>> {
        let Self { options, observer, .. } = self;
        Query { options, observer, cache }
    }
}

/// The answer of a query with a limit: the full answer for shapes within it, a separating axis for shapes beyond it.
///
/// ```
/// use gjk::{Query, SupportExt, Within, shape::Cuboid};
/// let square = Cuboid::new([1.0, 1.0])?;
/// let other = square.posed([4.0, 0.0])?;
/// match Query::new().contact_within(0.5, &square, &other) {
///     Within::Near(contact) => panic!("not at {}", contact.separation),
///     Within::Beyond(farther) => assert!(farther.lower > 0.5 && farther.axis.x > 0.9),
/// }
/// assert_eq!(Query::new().contact_within(3.0, &square, &other).near().expect("it is 2").separation, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Within<A, T: Scalar, const D: usize> {
    /// The shapes are within the limit.
    Near(A),
    /// The shapes are beyond the limit.
    Beyond(BeyondLimit<T, D>),
}

impl<A, T: Scalar, const D: usize> Within<A, T, D> {
    /// Returns the answer, if the shapes are within the limit.
    pub fn near(self) -> Option<A> {
        match self {
            Self::Near(answer) => Some(answer),
            Self::Beyond(_) => None,
        }
    }

    /// Returns the separating axis and a lower bound on the distance, if the shapes are beyond the limit.
    pub fn beyond(self) -> Option<BeyondLimit<T, D>> {
        match self {
            Self::Near(_) => None,
            Self::Beyond(farther) => Some(farther),
        }
    }

    /// Applies a function to the answer, if the shapes are within the limit.
    pub fn map<B>(self, follows: impl FnOnce(A) -> B) -> Within<B, T, D> {
        match self {
            Self::Near(answer) => Within::Near(follows(answer)),
            Self::Beyond(farther) => Within::Beyond(farther),
        }
    }

    /// Returns whether the shapes are within the limit.
    #[must_use]
    pub fn is_near(&self) -> bool {
        matches!(self, Self::Near(_))
    }
}

/// The proof that shapes are farther apart than a limit, of [`Query::distance_within`] and [`Query::contact_within`].
///
/// Every point of B is farther along `axis` than every point of A, by at least `lower`, as computed. This is more than
/// the limit, up to rounding and the [accuracy](Query::accuracy).
///
/// Intersecting shapes are beyond a limit below 0, or NaN. Then `lower` is 0, and `axis` is the first axis.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BeyondLimit<T: Scalar, const D: usize> {
    /// A unit vector from A towards B.
    pub axis: SVector<T, D>,
    /// A lower bound on the distance, or on the signed separation.
    pub lower: T,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

/// The first direction of a search.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Start<T, const D: usize> {
    /// Along the line between the centers if both are known and differ, else along the first axis.
    #[default]
    Centers,
    /// Along this direction, such as a recent separating axis. If it still separates, one evaluation ends the query.
    Along(SVector<T, D>),
    /// Along these two directions for the first two evaluations, whatever the first one finds.
    Pair(SVector<T, D>, SVector<T, D>),
}

/// The start and the limits of a search.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    /// The first direction.
    pub start: Start<T, D>,
    /// The most support evaluations of a query.
    pub max_evaluations: u32,
    /// The part of the size by which a distance or a depth may be too long. With 0 only rounding ends the search.
    pub accuracy: T,
    /// Whether the query may use faster ways than the literature's.
    pub shortcuts: bool,
}

/// The number of steps in a row that may get no nearer, because of rounding, before the best one is the answer.
#[doc(hidden)]
pub const PATIENCE: u32 = 4;

/// The most evaluations of one phase of a query: a search for a nearest point, or an expansion.
pub(crate) const fn phase_limit<const D: usize>() -> u32 {
    64 + 32 * dimension::<D>()
}

impl<T, const D: usize> Options<T, D> {
    /// Returns whether a closed form may answer: not if somebody wants to see each step.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn allow_closed_forms(&self, observer: &impl Observer<T, D>) -> bool
    where
        T: Scalar,
    {
        self.shortcuts && !observer.watches()
    }

    /// The evaluations left for the next phase, after so many.
    pub(crate) fn left(&self, evaluations: u32) -> u32 {
        self.max_evaluations.saturating_sub(evaluations).min(phase_limit::<D>())
    }
}

impl<T: Zero, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self { start: Start::Centers, max_evaluations: 32 * phase_limit::<D>(), accuracy: T::zero(), shortcuts: true }
    }
}
