//! The way out: where the boundary of A − B is nearest the origin, when the origin is inside.
//!
//! GJK ends on a simplex around the origin. Gino van den Bergen's expanding polytope (Proximity queries and penetration
//! depth computation on 3D game objects, Game Developers Conference 2001) goes on from there: a polytope inside A − B, with the
//! origin inside it, is grown where its boundary is nearest the origin, until what is nearest cannot be grown.
//!
//! # Two bounds again
//!
//! The depth is the least h(n) over unit vectors n, h the support function of A − B: by h(n) along n the sets have to be moved
//! to part them. So *every* n that was tried bounds the depth from above, and its n·w, rounded once, is a better number than
//! the distance of a facet's plane, which inherits all that went wrong with the facet's normal. From below the depth is bounded
//! by the nearest facet of the polytope, which is inside A − B. The two meet, or their difference is said.
//!
//! # What a polytope needs
//!
//! 1. To be of full dimension from the start. The search may end on less: a vertex, an edge, a triangle that the origin
//!    is on, or a simplex thinner than rounding. [`complete()`] adds vertices to the right and to the left
//!    of what there is. If there is nothing on either side, A − B is flat, and the depth 0.
//! 2. To stay whole. What a new vertex sees of the surface must be one disc, bounded by one closed loop, or the facets from the
//!    loop to the vertex would not close the surface again. In rounded arithmetic it can fail to be; then that facet is left
//!    alone, and another one is grown.
//! 3. To know its slivers. A facet whose own plane is said to be exceeded by one of its own vertices (the support point that
//!    comes back is already in the polytope) has a bad normal: it is skipped, and what its normal proved is kept.
//!
//! The origin need not be inside the polytope: distances of facets are signed, and facets that the origin is in front of
//! are simply the first to be grown.

mod any;
mod complete;
mod one;
mod parallelotope;
mod polish;
mod three;
mod two;

pub use any::Facets;

use self::complete::{Completed, complete};
use crate::minkowski::{Composite, Frame};
use crate::observe::{Observer, Stop, Stretch};
use crate::options::{Options, Start};
use crate::scalar::{Field, Real, Scalar, largest, max, norm, times};
use crate::search::{Search, Until};
use crate::simplex::{ActiveSet, Simplex, SimplexCases, nearest_weights};
use crate::vertex::{SupportPoint, VertexId};
use nalgebra::SVector;
use num_traits::One;

/// How the polytope is grown, in dimension `D`. Implemented for the strategy [`Cases`](crate::Cases).
///
/// Two and three dimensions have their own code and allocate nothing; neither does one. The others (4 to 8) keep their
/// facets on the heap, since there may be thousands.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no expanding polytope for dimension {D} with scalar `{T}`",
    note = "contacts are for dimensions 1 to 8 and a `Real` scalar: `f32` or `f64`"
)]
pub trait Expansion<T: Real, const D: usize>: SimplexCases<T, D> {
    /// What is allocated: nothing in one, two and three dimensions, where the polytope is on the stack.
    type Workspace: Default;

    /// Grows a simplex of D + 1 affinely independent vertices until it holds the facet of A − B nearest the origin.
    ///
    /// `size` is a bound on the coordinates. `None` if the simplex has not D + 1 vertices, or if nothing at all was found.
    fn expand(
        newest: &SupportPoint<T, D>,
        simplex: &Simplex<T, D>,
        size: &T,
        surroundings: &mut impl Surroundings<T, D>,
        workspace: &mut Self::Workspace,
    ) -> Option<Exit<T, D>>;

    /// Whether the D + 1 vertices are clearly affinely independent. `false` where that takes a closer look.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn is_solid(newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>, size: &T) -> bool {
        let _ = (newest, simplex, size);
        false
    }
}

/// What a polytope grows in: A − B, and whoever watches.
pub trait Surroundings<T: Real, const D: usize> {
    /// Finds a farthest vertex along a direction, or says that there shall be no more.
    fn vertex(&mut self, direction: &SVector<T, D>) -> Option<SupportPoint<T, D>>;

    /// A unit vector, towards where the way out is expected: from the middle of A − B towards the origin, and on. Only in
    /// three dimensions, for polytopes of many vertices. Taken away once it misleads.
    fn lean(&mut self) -> &mut Option<SVector<T, D>>;

    /// As [`Observer::expanded`].
    fn expanded(&mut self, lower: &T, upper: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>);

    /// As [`Observer::stopped`].
    fn stopped(&mut self, why: Stop);
}

/// A way out of A − B.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit<T: Real, const D: usize> {
    /// The direction: a unit vector.
    pub normal: SVector<T, D>,
    /// How far A − B reaches in that direction: an upper bound on the depth.
    pub reach: T,
    /// A lower bound on the depth, as computed.
    pub lower: T,
    /// Vertices of A − B that are farthest in that direction, or nearly so.
    pub facet: Simplex<T, D>,
}

impl<T: Real, const D: usize> Exit<T, D> {
    /// Where it ends: a point on the boundary of A − B.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn end(&self) -> SVector<T, D> {
        &self.normal * max(T::zero(), self.reach.clone())
    }
}

/// 2⁻³²: what the normal of a curved surface may leave of the depth, as a part of the coordinates. (It is below the
/// rounding of `f32`.)
fn hair<T: Real>() -> T {
    let part = T::one() / times(1 << 16, &T::one());
    part.clone() * part
}

/// What rounding may do to a length, at the scale of the coordinates.
struct Rounding<T> {
    /// A vertex is beyond a facet if it is so by more than 4 units of roundoff: 4·`eps`·size.
    visible: T,
    /// A facet is on the boundary if nothing is beyond it by more than 16 units: with 4, in `f32`, the search went on among
    /// slivers and ended with wrong points.
    gap: T,
}

impl<T: Real> Rounding<T> {
    fn of(size: &T) -> Self {
        let units = |count| times(count, &T::epsilon()) * size.clone();
        Self { visible: units(4), gap: units(16) }
    }
}

/// The least reach of all that was tried, with the vertices whose normal it was.
#[derive(Clone)]
struct Best<T, const D: usize> {
    normal: SVector<T, D>,
    reach: T,
    corners: [u16; D],
}

/// A point of A − B with what it is made of.
pub(crate) struct Mean<T, const D: usize> {
    pub(crate) w: SVector<T, D>,
    pub(crate) a: SVector<T, D>,
    pub(crate) b: SVector<T, D>,
}

impl<T: Field, const D: usize> Mean<T, D> {
    fn of<'v>(weighted: impl Iterator<Item = (&'v SupportPoint<T, D>, T)>) -> Self {
        let mut mean = Self { w: SVector::zeros(), a: SVector::zeros(), b: SVector::zeros() };
        for (vertex, weight) in weighted {
            mean.w += &vertex.w * weight.clone();
            mean.a += &vertex.a * weight.clone();
            mean.b += &vertex.b * weight;
        }
        mean
    }

    /// The point of a feature that is nearest the origin.
    pub(crate) fn nearest(newest: Option<&SupportPoint<T, D>>, simplex: &Simplex<T, D>) -> Self {
        let weights = nearest_weights(newest, simplex);
        Self::of(newest.into_iter().chain(simplex.vertices()).zip(weights))
    }

    /// The point of an edge or a triangle below a given one, if there is one: in closed form, and so none too accurate
    /// where the triangle is thin.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn inside(facet: &Simplex<T, D>, point: &SVector<T, D>) -> Option<Self> {
        match facet.vertices() {
            [a, b] => {
                let ab = &b.w - &a.w;
                let share = (point - &a.w).dot(&ab) / ab.dot(&ab);
                let weights = [T::one() - share.clone(), share];
                is_convex(&weights).then(|| Self::of([a, b].into_iter().zip(weights)))
            }
            [a, b, c] => {
                // The height of the triangle above its side AB, and from there along AB.
                let (ab, ac, ap) = (&b.w - &a.w, &c.w - &a.w, point - &a.w);
                let square = T::one() / ab.dot(&ab);
                let height = &ac - &ab * (ac.dot(&ab) * square.clone());
                let share_c = ap.dot(&height) / height.dot(&height);
                let share_b = (ap - ac * share_c.clone()).dot(&ab) * square;
                let weights = [T::one() - share_b.clone() - share_c.clone(), share_b, share_c];
                is_convex(&weights).then(|| Self::of([a, b, c].into_iter().zip(weights)))
            }
            _ => None,
        }
    }
}

/// Whether no weight is negative, or not a number.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn is_convex<T: Field>(weights: &[T]) -> bool {
    weights.iter().all(|weight| *weight >= T::zero())
}

impl<T: Real, const D: usize> Mean<T, D> {
    /// Whether it is at a point, but for rounding.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn is_at(&self, point: &SVector<T, D>, frame: &Frame<T, D>) -> bool {
        largest(&(&self.w - point)) <= times(8, &T::epsilon()) * frame.size.clone()
    }

    /// This point of A − B, or, if it is not the one wanted, that one; and how many evaluations it took to find it.
    pub(crate) fn moved_to<C: Composite<D, Scalar = T>>(
        self,
        wanted: &SVector<T, D>,
        normal: &SVector<T, D>,
        set: &C,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
    ) -> (Self, u32) {
        if self.is_at(wanted, frame) {
            return (self, 0);
        }
        let off = |w: &SVector<T, D>| largest(&(w - wanted));
        let (found, evaluations) = point_at(set, frame, options, wanted, normal.clone());
        (if off(&found.w) < off(&self.w) { found } else { self }, evaluations)
    }
}

/// The depth of the origin in A − B, at the frame's scale, and the points of A and B that are that deep.
pub(crate) struct Depth<T, const D: usize> {
    pub(crate) normal: SVector<T, D>,
    pub(crate) lower: T,
    pub(crate) upper: T,
    pub(crate) a: SVector<T, D>,
    pub(crate) b: SVector<T, D>,
    pub(crate) evaluations: u32,
}

/// Support evaluations, counted and limited: as many again as the search was allowed.
struct Probe<'q, C: Composite<D>, O, const D: usize> {
    set: &'q C,
    frame: &'q Frame<C::Scalar, D>,
    observer: &'q mut O,
    evaluations: u32,
    limit: u32,
    lean: Option<SVector<C::Scalar, D>>,
}

impl<C: Composite<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> Surroundings<C::Scalar, D>
    for Probe<'_, C, O, D>
{
    /// `None` when the limit is reached or it is not a number.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn vertex(&mut self, direction: &SVector<C::Scalar, D>) -> Option<SupportPoint<C::Scalar, D>> {
        if self.evaluations == self.limit {
            self.observer.stopped(Stop::Limit);
            return None;
        }
        let newest = self.set.vertex(self.frame, direction);
        self.evaluations += 1;
        self.observer.support(direction, &newest);
        let height = newest.w.dot(direction);
        #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
        if height != height {
            self.observer.stopped(Stop::NotANumber);
            return None;
        }
        Some(newest)
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn lean(&mut self) -> &mut Option<SVector<C::Scalar, D>> {
        &mut self.lean
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn expanded(
        &mut self,
        lower: &C::Scalar,
        upper: &C::Scalar,
        facets: &mut dyn Iterator<Item = Simplex<C::Scalar, D>>,
    ) {
        self.observer.expanded(lower, upper, &One::one(), facets);
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn stopped(&mut self, why: Stop) {
        self.observer.stopped(why);
    }
}

impl<C: Composite<D, Scalar: Real>, O: Observer<C::Scalar, D>, const D: usize> Probe<'_, C, O, D> {
    /// The point of A − B where the way out ends, or one as near as there is.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn way_out(&mut self, exit: &Exit<C::Scalar, D>, options: &Options<C::Scalar, D>) -> Mean<C::Scalar, D> {
        let end = exit.end();
        let (mean, evaluations) = match Mean::inside(&exit.facet, &end) {
            Some(mean) if mean.is_at(&end, self.frame) => (mean, 0),
            _ => Mean::nearest(None, &exit.facet).moved_to(&end, &exit.normal, self.set, self.frame, options),
        };
        self.evaluations += evaluations;
        mean
    }

    /// A way out whose bounds do not meet, made as good as it gets from there; with as many evaluations again, and those
    /// of the nearest points that it asks for.
    #[cold]
    #[inline(never)]
    fn polished(&mut self, exit: Exit<C::Scalar, D>, options: &Options<C::Scalar, D>) -> Exit<C::Scalar, D> {
        self.observer.entered(Stretch::Polish);
        self.limit = self.limit.saturating_add(options.max_evaluations);
        let (set, frame, size) = (self.set, self.frame, &self.frame.size);
        let mut more = 0;
        let exit = polish::polish(
            exit,
            size,
            |direction| self.vertex(direction),
            |point, normal| {
                let (mean, evaluations) = point_at(set, frame, options, point, normal.clone());
                more += evaluations;
                mean.w
            },
        );
        self.evaluations = self.evaluations.saturating_add(more);
        exit
    }
}

/// Whether the vertices are of polytopes, one of them with many vertices: then one of some vertices has a large number.
/// Polytopes of few vertices are grown in no time; round shapes have a vertex wherever one looks.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn has_many_vertices<T: Real, const D: usize>(newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>) -> bool {
    const MANY: u32 = 16;
    let ids = || simplex.vertices().iter().chain([newest]).flat_map(|vertex| vertex.ids);
    ids().all(|id| id != VertexId::NONE) && ids().any(|id| id.0 >= MANY)
}

/// Measures how deep the origin is, from where a search ended that found it inside: on its simplex, and its newest vertex
/// if that encloses the origin with it. `None` if the support mapping gives out, or is not a number.
pub(crate) fn depth<T, C, O, const D: usize>(
    search: &mut Search<'_, C, O, D>,
    encloses: bool,
    workspace: &mut <C::Cases as Expansion<T, D>>::Workspace,
) -> Option<Depth<T, D>>
where
    T: Real,
    C: Composite<D, Scalar = T, Cases: Expansion<T, D>>,
    O: Observer<T, D>,
{
    let Search { set, frame, options, observer, simplex, newest, evaluations, .. } = search;
    let (set, frame, options, evaluations) = (*set, *frame, *options, *evaluations);
    // Where code is to be small there is one way for all.
    let shortcuts = options.shortcuts && !cfg!(feature = "small");
    if shortcuts
        && let Some(shapes) = set.parallelotopes(frame)
        && let Some((normal, reach, end)) = parallelotope::way_out(&shapes, &frame.zoom, &frame.size)
    {
        let upper = max(T::zero(), reach);
        let (mean, more) = end.moved_to(&(&normal * upper.clone()), &normal, set, frame, options);
        let lower = upper.clone();
        return Some(Depth { normal, lower, upper, a: mean.a, b: mean.b, evaluations: evaluations + more });
    }
    let limit = evaluations.saturating_add(options.max_evaluations);
    // Where the middles coincide it is of no length, and where a shape's own is no number, none.
    let expected = frame.toward_origin.as_ref().filter(|_| shortcuts && D == 3 && has_many_vertices(newest, simplex));
    let lean = expected.map(|to| to / norm(to)).filter(|lean| lean.iter().all(Scalar::in_range));
    let mut probe = Probe { set, frame, observer: &mut **observer, evaluations, limit, lean };
    let newest = encloses.then_some(&*newest);
    let completed;
    let (newest, simplex) = match newest {
        Some(newest) if C::Cases::is_solid(newest, simplex, &frame.size) => (newest, &*simplex),
        _ => {
            probe.observer.entered(Stretch::Completion);
            completed = complete(newest, simplex, &frame.size, &mut |direction| probe.vertex(direction))?;
            match &completed {
                Completed::Solid { newest, simplex } => (newest, simplex),
                Completed::Flat { normal, reach } => {
                    probe.observer.stopped(Stop::OnBoundary);
                    let (upper, mean) = (max(T::zero(), reach.clone()), Mean::nearest(newest, simplex));
                    let way_out = normal * upper.clone();
                    let (mean, more) = mean.moved_to(&way_out, normal, set, frame, options);
                    let evaluations = probe.evaluations + more;
                    let lower = T::zero();
                    return Some(Depth { normal: normal.clone(), lower, upper, a: mean.a, b: mean.b, evaluations });
                }
            }
        }
    };
    probe.observer.entered(Stretch::Expansion);
    let mut exit = C::Cases::expand(newest, simplex, &frame.size, &mut probe, workspace)?;
    if exit.reach.clone() - exit.lower.clone() > times(4, &Rounding::of(&frame.size).gap) {
        exit = probe.polished(exit, options);
    }
    let mut mean = probe.way_out(&exit, options);
    if !mean.is_at(&exit.end(), frame) && largest(&(&mean.w - exit.end())) > hair::<T>() * frame.size.clone() {
        // A − B is curved, and nothing of it is there where the normal is right only to first order.
        exit = probe.polished(exit, options);
        mean = probe.way_out(&exit, options);
    }
    let upper = max(T::zero(), exit.reach);
    let lower = if exit.lower < upper { max(T::zero(), exit.lower) } else { upper.clone() };
    Some(Depth { normal: exit.normal, lower, upper, a: mean.a, b: mean.b, evaluations: probe.evaluations })
}

/// The point of A − B nearest a point that is known to be on its boundary in the direction of `normal`, or to be there but
/// for rounding; and how many evaluations it took to find it.
///
/// For where the feature that a search ended on does not hold that point: many facets share its plane, A − B is curved, or
/// the feature is a sliver. It is the distance query, of A − B moved so that the point becomes the origin; there, what is
/// found is accurate to a few units of roundoff of the coordinates, where a nearest point that is far away may be
/// shifted sideways by the root of that.
#[cold]
pub(crate) fn point_at<T: Real, C: Composite<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    point: &SVector<T, D>,
    normal: SVector<T, D>,
) -> (Mean<T, D>, u32) {
    let moved = Moved { set, by: point };
    let options = Options { start: Start::Along(normal), ..options.clone() };
    let mut unwatched = ();
    let mut search = Search::new(&moved, frame, &options, &mut unwatched);
    let approach = search.measure(&Until::Nearest);
    let mean = Mean::nearest(approach.around.then_some(&search.newest), &search.simplex);
    (Mean { w: mean.w + point, ..mean }, search.evaluations)
}

/// A − B, moved.
struct Moved<'q, C: Composite<D>, const D: usize> {
    set: &'q C,
    by: &'q SVector<C::Scalar, D>,
}

impl<C: Composite<D, Scalar: Field>, const D: usize> Composite<D> for Moved<'_, C, D> {
    type Scalar = C::Scalar;
    /// Of the two strategies the one that solves: among needles the cases can end beside the point.
    type Cases = ActiveSet;

    fn frame(&self) -> Frame<C::Scalar, D> {
        self.set.frame()
    }

    #[inline]
    fn vertex(&self, frame: &Frame<C::Scalar, D>, direction: &SVector<C::Scalar, D>) -> SupportPoint<C::Scalar, D> {
        let vertex = self.set.vertex(frame, direction);
        SupportPoint { w: vertex.w - self.by, ..vertex }
    }

    fn margins(&self) -> [C::Scalar; 2] {
        self.set.margins()
    }
}
