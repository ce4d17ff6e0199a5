//! Queries with options: a first direction, limits, a distance of interest, an observer, a workspace.
//!
//! The functions at the root of the crate use the defaults. A [`Query`] has methods of the same names that use what was set.
//! Each method stands in the file of its query.

use crate::cache::Cache;
pub(crate) use crate::options::Options;
pub use crate::options::Start;
use crate::scalar::Scalar;
use nalgebra::SVector;

/// A query with options. Whatever is not set has a good default.
///
/// | set | for |
/// | --- | --- |
/// | [`start`](Self::start) | the first direction: for example the last separating axis |
/// | [`within`](Self::within) | the distance of interest: pairs that are farther apart are proven to be so, and not measured |
/// | [`max_evaluations`](Self::max_evaluations), [`tolerance`](Self::tolerance), [`patience`](Self::patience) | when to end |
/// | [`shortcuts`](Self::shortcuts) | whether faster ways than the expanding polytope of the literature may be taken |
/// | [`observed_by`](Self::observed_by) | an observer, which is told of every step |
/// | [`workspace`](Self::workspace) | memory to use again, in four and more dimensions |
/// | [`remembering`](Self::remembering) | what an earlier query about the same pair left behind, and what this one leaves |
///
/// Set them in any order, then ask. Of two shapes: [`intersects`](Self::intersects), [`distance`](Self::distance),
/// [`contact`](Self::contact), [`manifold`](Self::manifold) ([`within`](Self::within) a limit), [`cast`](Self::cast),
/// [`raycast`](Self::raycast). Of any convex set and the origin, for sets
/// and strategies of your own: [`search`](Self::search), [`distance_of`](Self::distance_of), [`contact_of`](Self::contact_of),
/// [`cast_of`](Self::cast_of). One query can be used for many pairs.
///
/// ```
/// use gjk::{Query, Start, SupportExt, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.posed(Vector2::new(4.0, 0.5))?;
/// // Apart? The axis that separated them a moment ago still does.
/// assert!(!Query::new().start(Start::Along(Vector2::new(1.0, 0.0))).max_evaluations(1).intersects(&square, &other));
/// // BeyondLimit than that: with the axis and the bound that prove it.
/// let farther = Query::new().within(0.5).distance(&square, &other).unwrap_err();
/// assert!(farther.lower > 0.5 && farther.axis.x > 0.9);
/// let near = Query::new().within(3.0).distance(&square, &other).expect("it is 2");
/// assert_eq!(near.distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// The methods fill in the type parameters after the dimension: the observer, the workspace, the distance of interest, and
/// the cache.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<T, const D: usize, O = (), W = (), L = (), M = ()> {
    pub(crate) options: Options<T, D>,
    pub(crate) observer: O,
    pub(crate) workspace: W,
    pub(crate) limit: L,
    pub(crate) cache: M,
}

/// The distance of interest of a [`Query`]: see [`Query::within`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit<T>(pub(crate) T);

impl<T, const D: usize> Query<T, D> {
    /// The defaults: what the functions at the root of the crate ask with.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T, const D: usize> Default for Query<T, D> {
    fn default() -> Self {
        Self { options: Options::default(), observer: (), workspace: (), limit: (), cache: () }
    }
}

impl<T, const D: usize, O, W, L, M> Query<T, D, O, W, L, M> {
    /// The first direction of the search: by default along the line between the centers.
    #[must_use]
    pub fn start(mut self, start: Start<T, D>) -> Self {
        self.options.start = start;
        self
    }

    /// The largest number of support evaluations of a search; an expansion may take as many again. The default is 64 + 32·D.
    /// Polytopes need only 4 to 20: the limit is there for support mappings that contradict themselves.
    #[must_use]
    pub fn max_evaluations(mut self, evaluations: u32) -> Self {
        self.options.max_evaluations = evaluations;
        self
    }

    /// The search ends with a step that gains no more than this many ε of the largest coordinate of A − B. The default is 4.
    /// With 0 accuracy is lost, because rounding then counts as progress.
    #[must_use]
    pub fn tolerance(mut self, epsilons: u32) -> Self {
        self.options.tolerance = epsilons;
        self
    }

    /// How many steps in a row may fail to get nearer (because of rounding) before the best one is the answer. The default
    /// is 4.
    #[must_use]
    pub fn patience(mut self, steps: u32) -> Self {
        self.options.patience = steps;
        self
    }

    /// Whether the minimum translation may be found in faster ways than by the expanding polytope of the literature: in closed
    /// form if there is one (see [`Parallelotope`](crate::support::Parallelotope)), and with biased search directions. The
    /// answer is the same up to rounding. Allowed by default, but never in traces and proofs; with `--cfg gjk_small` only where
    /// no search is needed.
    #[must_use]
    pub fn shortcuts(mut self, allowed: bool) -> Self {
        self.options.shortcuts = allowed;
        self
    }

    /// Tells an [`Observer`](crate::observe::Observer) of every step.
    #[must_use]
    pub fn observed_by<P: ?Sized>(self, observer: &mut P) -> Query<T, D, &mut P, W, L, M> {
        let Self { options, workspace, limit, cache, .. } = self;
        Query { options, observer, workspace, limit, cache }
    }

    /// Keeps the polytope of a contact in a workspace that you own. Once that is large enough, queries allocate nothing.
    ///
    /// It makes a difference from four dimensions on, where a polytope may have thousands of facets. In one, two and three
    /// dimensions the workspace is `()`.
    ///
    /// ```
    /// use gjk::{Query, SupportExt, epa::Workspace, nalgebra::Vector4, shape::Cuboid};
    /// let a = Cuboid::new(Vector4::new(1.0, 1.0, 1.0, 1.0))?;
    /// let mut workspace = Workspace::<f64, 4>::default();
    /// let mut query = Query::new().workspace(&mut workspace);
    /// for step in 0..10 {
    ///     let b = a.posed(Vector4::new(1.75, 0.1 * f64::from(step), 0.3, 0.2))?;
    ///     assert!((query.contact(&a, &b).depth() - 0.25).abs() < 1e-15);
    /// }
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn workspace<V>(self, workspace: &mut V) -> Query<T, D, O, &mut V, L, M> {
        let Self { options, observer, limit, cache, .. } = self;
        Query { options, observer, workspace, limit, cache }
    }

    /// Measures only pairs that are no farther apart than a limit. The others get the answer [`BeyondLimit`], in fewer steps.
    ///
    /// The answer is `Ok` exactly when its distance or separation is at most the limit. A negative limit accepts only contacts that
    /// overlap at least that deep, and no distance; NaN accepts nothing.
    #[must_use]
    pub fn within(self, limit: T) -> Query<T, D, O, W, Limit<T>, M> {
        let Self { options, observer, workspace, cache, .. } = self;
        Query { options, observer, workspace, limit: Limit(limit), cache }
    }

    /// Starts from what a [`Cache`] remembers of an earlier query, if it knows the shapes, and leaves there what the next
    /// query wants to know. For pairs that move a little from one query to the next: each pair has a cache of its own.
    ///
    /// [`intersects`](Self::intersects), [`distance`](Self::distance), [`contact`](Self::contact) and
    /// [`cast`](Self::cast) use it, all the same one. The [evidence](Self::search) for a verdict is sought without.
    ///
    /// ```
    /// use gjk::{Cache, Query, SupportExt, nalgebra::Vector3, shape::Cuboid};
    /// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    /// let mut other = cube.posed(Vector3::new(0.3, 4.0, 0.2))?;
    /// let mut cache = Cache::new();
    /// for step in 0..10 {
    ///     other.set_pose(Vector3::new(0.3, 4.0 - 0.1 * f64::from(step), 0.2))?;
    ///     assert!(!Query::new().remembering(&mut cache).intersects(&cube, &other));
    /// }
    /// // The axis is known by now: one evaluation proves that they are apart.
    /// assert!(!Query::new().remembering(&mut cache).max_evaluations(1).intersects(&cube, &other));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn remembering(self, cache: &mut Cache<T, D>) -> Query<T, D, O, W, L, &mut Cache<T, D>> {
        let Self { options, observer, workspace, limit, .. } = self;
        Query { options, observer, workspace, limit, cache }
    }
}

/// The answer about two shapes that are farther apart than the limit of [`Query::within`], with its proof.
///
/// Every point of B is farther along `axis` than every point of A, by at least `lower`, as computed. `lower` is more than the
/// limit, except where the distance differs from the limit by no more than rounding: there it may be less by that rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BeyondLimit<T: Scalar, const D: usize> {
    /// A unit vector from A towards B.
    pub axis: SVector<T, D>,
    /// A lower bound on the distance, or on the signed separation.
    pub lower: T,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
}

/// The workspace of a query, or `()`, with which the query makes one. There is no need to implement this trait.
pub trait Workspaces<V> {
    /// Calls a function with the workspace.
    fn lend<R>(&mut self, used: impl FnOnce(&mut V) -> R) -> R;
}

impl<V: Default> Workspaces<V> for () {
    #[inline]
    fn lend<R>(&mut self, used: impl FnOnce(&mut V) -> R) -> R {
        used(&mut V::default())
    }
}

impl<V> Workspaces<V> for &mut V {
    #[inline]
    fn lend<R>(&mut self, used: impl FnOnce(&mut V) -> R) -> R {
        used(self)
    }
}
