//! Caches between queries about the same two shapes.

use crate::minkowski::ConvexSet;
use crate::scalar::{Field, Scalar, at_unit_scale, dimension, dot, largest, sum, times, whole};
use crate::vertex::{SupportPoint, VertexId};
use nalgebra::SVector;

/// The end of a query, kept for the next one about the same shapes: a separating axis, and the last vertices' ids.
///
/// Keep one for each pair of shapes that moves a little from frame to frame. A query [with a
/// cache](crate::Query::with_cache) starts from it and renews it. Where little has changed, one support evaluation
/// confirms the answer. One cache serves all queries about a pair, in any order.
///
/// It is a hint, and plain data: it may be copied, written and read. A cache of other shapes, or an old one, costs time
/// but not correctness, because the query finds the vertices again in the shapes as they are now
/// ([`Support::recall`](crate::Support::recall)) and checks its conclusions.
///
/// For shapes without vertex ids (cylinders, ellipsoids, closures) the cache has the axis and its rotation, which the
/// next distance extrapolates. If neither shape has more than eight vertices, contacts ignore the cache, because finding
/// so few vertices is as quick as recalling them. So do distances in space, unless both shapes are boxes.
///
/// ```
/// use gjk::{Cache, Query, SupportExt, distance, nalgebra::{Isometry3, Point3, Vector3}, shape::PointCloud};
/// // A spiral of 100 points around a ball.
/// let points = (0..100).map(|k| {
///     let (y, turn) = (f64::from(k) / 50.0 - 0.99, f64::from(k) * 2.4);
///     let r = (1.0 - y * y).sqrt();
///     Point3::new(r * turn.cos(), y, r * turn.sin())
/// });
/// let rock = PointCloud::new(points)?.indexed();
/// let mut other = (&rock).posed(Vector3::new(0.0, 0.0, 0.0))?;
/// let mut cache = Cache::new();
/// let (mut with, mut without) = (0, 0);
/// for frame in 0..10 {
///     let t = f64::from(frame);
///     other.set_pose(Isometry3::new(Vector3::new(2.4 - 0.01 * t, 0.3, 0.1), Vector3::new(0.0, 0.01 * t, 0.0)))?;
///     let found = Query::new().with_cache(&mut cache).distance(&rock, &other);
///     with += found.evaluations;
///     without += distance(&rock, &other).evaluations;
/// }
/// assert!(2 * with < without, "{with} of {without}");
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "T: Scalar + serde::Serialize", deserialize = "T: Scalar + serde::Deserialize<'de>"))
)]
pub struct Cache<T, const D: usize> {
    /// A separating axis of the shapes or their cores, at unit scale. Zero if they intersected, or if nothing is known.
    axis: SVector<T, D>,
    /// The ids of the retained vertices; unused entries come last, and are [`NO_VERTEX`]. (A vector: serde does not
    /// know arrays of any length.) Without ids, instead of the first id, the vector by which the axis turned between
    /// the last two distances. A coordinate x from −1 to 1 is written as (x + 1)·[`ONE`].
    retained: SVector<[VertexId; 2], D>,
    newest: [VertexId; 2],
}

/// A number of vertices so small that a search is as quick as reading a cache.
const FEW: u32 = 8;

const ONE: u32 = 1 << 30;

/// The axis does not turn, as far as is known.
const STILL: u32 = 2 * ONE;

const NO_VERTEX: [VertexId; 2] = [VertexId::NONE; 2];

impl<T: Scalar, const D: usize> Default for Cache<T, D> {
    fn default() -> Self {
        Self { axis: SVector::zeros(), retained: SVector::repeat(NO_VERTEX), newest: NO_VERTEX }
    }
}

impl<T: Scalar, const D: usize> Cache<T, D> {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn axis(&self) -> Option<SVector<T, D>> {
        // Accepts only an axis that a query left; another was written elsewhere, or is in other units.
        let square = dot(&self.axis, &self.axis);
        if square >= T::one() && square <= times(16 * dimension::<D>(), &T::one()) {
            Some(self.axis.clone())
        } else if square.is_zero() {
            None
        } else {
            self.axis_of_any_length()
        }
    }

    /// The entry in place of the first id, if the axis is of nearest points without ids.
    fn instead_of_id(&self) -> Option<u32> {
        match self.retained.iter().next() {
            Some([VertexId(written), VertexId::NONE]) if *written != VertexId::NONE.0 => Some(*written),
            _ => None,
        }
    }

    /// The axis after another turn like the last.
    pub(crate) fn next_axis(&self) -> Option<SVector<T, D>> {
        let axis = self.axis()?;
        if self.instead_of_id().is_none_or(|written| written >= STILL) { Some(axis) } else { Some(self.turned(axis)) }
    }

    #[inline(never)]
    fn turned(&self, axis: SVector<T, D>) -> SVector<T, D> {
        let turn = self.retained.map(|[VertexId(written), _]| {
            let x = T::from_double(f64::from(written) / f64::from(ONE) - 1.0);
            x.filter(|_| written < STILL).unwrap_or_else(T::zero)
        });
        let turned = sum(&axis, &turn);
        if largest(&turned).is_zero() { axis } else { turned }
    }

    #[cold]
    fn axis_of_any_length(&self) -> Option<SVector<T, D>> {
        self.axis.iter().all(Scalar::in_range).then(|| at_unit_scale(&self.axis))
    }

    pub(crate) fn retained(&self) -> impl Iterator<Item = [VertexId; 2]> + '_ {
        self.retained.iter().copied().take_while(|ids| have_ids(*ids))
    }

    /// Returns whether it is left by shapes that were apart.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_apart(&self) -> bool {
        !largest(&self.axis).is_zero()
    }

    /// The first two retained vertices; if only one is retained, it stands for both.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn edge(&self) -> Option<[[VertexId; 2]; 2]> {
        let (first, second) = (self.retained.get(0)?, self.retained.get(1)?);
        have_ids(*first).then(|| [*first, if have_ids(*second) { *second } else { *first }])
    }

    /// The retained vertices, if there are three.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn facet(&self) -> Option<[[VertexId; 2]; 3]> {
        let [first, second, third] = [0, 1, 2].map(|k| self.retained.get(k));
        Some([*first?, *second?, *third?])
    }

    pub(crate) fn newest(&self) -> Option<[VertexId; 2]> {
        Some(self.newest).filter(|ids| have_ids(*ids))
    }

    pub(crate) fn set_apart(&mut self, axis: &SVector<T, D>) {
        self.axis = at_unit_scale(axis);
        self.newest = NO_VERTEX;
    }

    /// Remembers an axis of a verdict, and forgets the turn.
    pub(crate) fn set_verdict(&mut self, axis: &SVector<T, D>) {
        self.set_apart(axis);
        if self.instead_of_id().is_some() {
            self.retained.fill(NO_VERTEX);
        }
    }

    /// Remembers the axis of nearest points, and a turn of at least four times the root of the accuracy, its doubt.
    #[inline(never)]
    pub(crate) fn turn_to(&mut self, axis: &SVector<T, D>, accuracy: &T)
    where
        T: Field,
    {
        let before = self.axis().filter(|_| self.instead_of_id().is_some());
        self.set_apart(axis);
        self.retained.fill([VertexId(STILL), VertexId::NONE]);
        let Some(before) = before else { return };
        let (along, square) = (dot(&before, &self.axis), dot(&self.axis, &self.axis));
        if along <= T::zero() {
            return;
        }
        let turn = &self.axis - before * (square.clone() / along);
        if dot(&turn, &turn) > times(16, accuracy) * square {
            let one = whole::<T>(ONE);
            for ([written, _], x) in self.retained.iter_mut().zip(turn.iter()) {
                let whole = ((x.clone() + T::one()) * one.clone()).whole_part();
                written.0 = whole.map_or(STILL, |whole| whole.min(STILL));
            }
        }
    }

    pub(crate) fn set_meeting(&mut self, newest: Option<&SupportPoint<T, D>>) {
        self.axis.fill(T::zero());
        self.newest = newest.map_or(NO_VERTEX, |vertex| vertex.ids);
    }

    /// Remembers the retained vertices, up to the first without an id.
    pub(crate) fn retain(&mut self, ids: impl Iterator<Item = [VertexId; 2]>) {
        self.retained.fill(NO_VERTEX);
        for (slot, pair) in self.retained.iter_mut().zip(ids) {
            *slot = pair;
        }
    }
}

/// Returns whether both shapes have an id for a vertex.
#[cfg_attr(fast, inline(always))]
pub(crate) fn have_ids(ids: [VertexId; 2]) -> bool {
    !ids.contains(&VertexId::NONE)
}

/// The cache of a query; or `()`, for which no code is compiled. No other crate can name or implement this trait.
pub trait Caches<T, const D: usize> {
    fn cache(&mut self) -> Option<&mut Cache<T, D>>;

    /// The cache for searches of distances and contacts: none if both shapes have so few vertices that it does not pay.
    fn worthwhile<C: ConvexSet<D>>(&mut self, set: &C) -> Option<&mut Cache<T, D>> {
        let has_many = || set.vertex_count_hints().is_none_or(|[a, b]| a > FEW || b > FEW);
        self.cache().filter(|_| has_many())
    }
}

impl<T, const D: usize> Caches<T, D> for () {
    fn cache(&mut self) -> Option<&mut Cache<T, D>> {
        None
    }
}

impl<T, const D: usize> Caches<T, D> for &mut Cache<T, D> {
    fn cache(&mut self) -> Option<&mut Cache<T, D>> {
        Some(self)
    }
}
