//! The loop.
//!
//! Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex objects in
//! three-dimensional space, IEEE Journal on Robotics and Automation 4, 1988) look for the point of A − B nearest the
//! origin by a simplex that walks towards it: take the farthest vertex in the direction of the origin, cut the simplex
//! down to the feature nearest the origin, look from there towards the origin, and so on. Two things end it early:
//! a vertex that does not pass the origin (then nothing does, and the direction is a separating axis) and a
//! simplex that holds the origin.
//!
//! Here is the first stretch of that walk, [`Search::seek`], which ends with the verdict. The second, from a separating
//! axis to the nearest points, is in [`distance`](crate::distance()). A distance walks both, so the verdict it comes with
//! is the verdict itself.

use crate::difference::{Composite, Difference, Frame, OutOfScale, SupportPoint, at_unit_scale, first_axis};
use crate::distance::Until;
use crate::scalar::{Scalar, dimension, largest, times};
use crate::simplex::{Cases, Region, Simplex, SimplexCases, Step};
use crate::support::Support;
use crate::verdict::{Outcome, Undecided};
use nalgebra::SVector;
use num_traits::Zero;

/// Where the search starts.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Start<T, const D: usize> {
    /// Along the line between the centers, where the shapes have them and they differ; else the first axis.
    #[default]
    Centers,
    /// Along this direction: for example the axis that separated the same shapes a moment ago, which, if it still
    /// does, ends the query after one support evaluation.
    Along(SVector<T, D>),
    /// The first two vertices are sought along these two directions, whatever the first one finds.
    Pair(SVector<T, D>, SVector<T, D>),
}

/// Limits and tolerances of a query. All have good defaults.
///
/// ```
/// use gjk::{Difference, Options, Start, gjk_with, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let point = Ball::point(Point2::new(3.0, 0.0))?;
/// let set = Difference(&square, &point);
/// let options = Options { start: Start::Along(Vector2::new(1.0, 0.0)), ..Options::default() };
/// assert_eq!(gjk_with(&set, &options, &mut ()).evaluations, 1);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    /// Where the search starts.
    pub start: Start<T, D>,
    /// The largest number of support evaluations. The default, 64 + 32·D, is far from what polytopes need (4 to 20):
    /// it is there for support mappings that contradict themselves.
    pub max_evaluations: u32,
    /// A step that gains no more than this many units of roundoff of the largest coordinate of A − B is the last.
    /// Smaller than 1 costs accuracy: rounding is then taken for progress.
    pub tolerance: u32,
    /// How many steps in a row may fail to get nearer (they are due to rounding) before the best one is the answer.
    pub patience: u32,
    /// Whether the way out of an overlap may be found sooner than by the expanding polytope as it is in the books: in
    /// closed form where there is one (see [`Parallelotope`](crate::Parallelotope)), and by looking beyond facets not
    /// straight ahead, but leaning towards where the way out is expected. The answer is the same up to rounding. Traces
    /// and proofs do without, and so does the feature `small`.
    pub shortcuts: bool,
}

impl<T, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self {
            start: Start::Centers,
            max_evaluations: 64 + 32 * dimension::<D>(),
            tolerance: 4,
            patience: 4,
            shortcuts: true,
        }
    }
}

/// Watches a query. Every method has an empty default; the observer `()` costs nothing.
///
/// ```
/// use gjk::{Difference, Observer, Options, SupportPoint, gjk_with, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// struct Count(usize);
/// impl Observer<f64, 2> for Count {
///     fn support(&mut self, _: &Vector2<f64>, _: &SupportPoint<f64, 2>) { self.0 += 1; }
/// }
/// let (a, b) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::point(Point2::new(0.5, 0.0))?);
/// let mut count = Count(0);
/// let outcome = gjk_with(&Difference(&a, &b), &Options::default(), &mut count);
/// assert_eq!(count.0, outcome.evaluations as usize);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait Observer<T: Scalar, const D: usize> {
    /// A vertex was found along `direction`.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn support(&mut self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        let _ = (direction, newest);
    }
    /// The simplex was cut down to `region`; the search goes on along `direction`.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn reduced(&mut self, simplex: &Simplex<T, D>, region: Region, direction: &SVector<T, D>) {
        let _ = (simplex, region, direction);
    }
    /// The origin is in the simplex of the newest vertex and those retained.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn enclosed(&mut self, simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) {
        let _ = (simplex, newest);
    }
    /// A stretch of the query begins. The first one, the search for a verdict, is not announced.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn entered(&mut self, stretch: Stretch) {
        let _ = stretch;
    }
    /// The expansion looked beyond the first of its facets, the one nearest the origin: so the depth is at least
    /// `lower` / √`square` and at most `upper` / √`square`, at the frame's scale. (Numbers that have roots divide before, and
    /// say 1.) With [`Options::shortcuts`] some looks, or all, are not told of.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn expanded(&mut self, lower: &T, upper: &T, square: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>) {
        let _ = (lower, upper, square, facets);
    }
    /// A stretch of the query has ended.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn stopped(&mut self, why: Stop) {
        let _ = why;
    }
}

/// A part of a query with an aim of its own, as told to an [`Observer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Stretch {
    /// Looking for a simplex around the origin, or a direction in which the cores are apart.
    Search,
    /// From a separating axis to the nearest points.
    Approach,
    /// Looking at both sides of a simplex that has not the full dimension, to make a polytope of it.
    Completion,
    /// Growing a polytope around the origin towards its nearest facet.
    Expansion,
    /// Walking down from where the bounds that the polytope gives do not meet.
    Polish,
    /// Looking whether sets that intersect do so in their boundaries only.
    Evidence,
}

/// Why a stretch of a query ended, as told to an [`Observer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Stop {
    /// The newest vertex does not come as far as the origin, so nothing does.
    Separated,
    /// The origin is in the simplex.
    Enclosed,
    /// The newest vertex adds nothing, and is not short of the origin: that is on the retained feature, up to rounding.
    OnFeature,
    /// Nothing is nearer than the retained feature.
    Nearest,
    /// The retained feature is at the origin, up to rounding.
    Arrived,
    /// It is known whether the margins meet.
    Decided,
    /// The sets are farther apart than was asked for.
    Beyond,
    /// [`Options::patience`] is at its end.
    Patience,
    /// Nothing is beyond the nearest facet: it is on the boundary.
    OnBoundary,
    /// The bounds on the depth have met.
    BoundsMet,
    /// None of the facets can be grown any more.
    Exhausted,
    /// [`Options::max_evaluations`] was reached.
    Limit,
    /// A coordinate is not a number.
    NotANumber,
}

impl<T: Scalar, const D: usize> Observer<T, D> for () {}

/// Whether the origin is in a convex set: in the [`Difference`] of two shapes, or in one shape.
///
/// `true`, to be on the safe side, where that is undecided; [`gjk_with`] tells the two apart, and gives the evidence.
/// Complexity: a handful of support evaluations (see docs/performance.md), and besides, for each, O(1) in 2D and 3D,
/// O(D³) in other dimensions.
///
/// ```
/// use gjk::{Difference, Support, gjk, nalgebra::Vector3, shape::Cuboid};
/// let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let b = a.clone().posed(Vector3::new(2.5, 0.1, 0.2))?;
/// assert!(!gjk::<3>(&Difference(&a, &b)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[inline]
pub fn gjk<const D: usize>(set: &impl Composite<D>) -> bool {
    decide(set)
}

#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn decide<const D: usize, C: Composite<D>>(set: &C) -> bool {
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn end<const D: usize, C: Composite<D>>(set: &C, frame: &Frame<C::Scalar, D>) -> End {
        Search::new(set, frame, &Options::default(), &mut ()).decide()
    }
    #[cold]
    #[inline(never)]
    fn end_out_of_scale<const D: usize, C: Composite<D>>(set: &C, frame: &Frame<C::Scalar, D>) -> End {
        end(&OutOfScale(set), frame)
    }
    let frame = set.frame();
    if frame.is_ordinary() { end(set, &frame) } else { end_out_of_scale(set, &frame) }.intersects()
}

/// Whether the origin is in a convex set, with the evidence, watched by an observer.
///
/// ```
/// use gjk::{Difference, Options, Support, Verdict, gjk_with, nalgebra::Vector3, shape::Cuboid};
/// let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let b = a.clone().posed(Vector3::new(2.0, 0.1, 0.2))?;
/// let outcome = gjk_with(&Difference(&a, &b), &Options::default(), &mut ());
/// assert!(matches!(outcome.verdict, Verdict::Touching { .. }));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn gjk_with<const D: usize, C: Composite<D>>(
    set: &C,
    options: &Options<C::Scalar, D>,
    observer: &mut impl Observer<C::Scalar, D>,
) -> Outcome<C::Scalar, D> {
    let frame = set.frame();
    if frame.is_ordinary() {
        Search::new(set, &frame, options, observer).decide_with_evidence()
    } else {
        Search::new(&OutOfScale(set), &frame, options, observer).decide_with_evidence()
    }
}

/// Whether two shapes have a point in common; touching counts.
///
/// `true`, to be on the safe side, where that is undecided (which takes a support mapping that contradicts itself).
///
/// ```
/// use gjk::{Support, intersects, nalgebra::{Isometry3, Vector3}, shape::{Capsule, Cuboid}};
/// # use gjk::nalgebra::Point3;
/// let floor = Cuboid::new(Vector3::new(10.0, 0.5, 10.0))?;
/// let walker = Capsule::new(Point3::new(0.0, 1.0, 0.0), Point3::new(0.0, 2.0, 0.0), 0.4)?;
/// assert!(!intersects(&floor, &walker));
/// assert!(intersects(&floor, &walker.posed(Vector3::new(0.0, -0.2, 0.0))?));
/// # Ok::<(), gjk::Error>(())
/// ```
#[inline]
pub fn intersects<A, B, T: Scalar, const D: usize>(a: &A, b: &B) -> bool
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    decide(&Difference(a, b))
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The newest vertex does not pass the origin: nothing does.
    Separated,
    /// The origin is in the simplex and its newest vertex.
    Enclosed,
    /// The origin is on the retained feature, up to rounding.
    OnFeature,
    /// The cores are apart, by no more than the margins.
    WithinMargins,
    Undecided(Undecided),
}

impl End {
    #[inline]
    pub(crate) fn intersects(self) -> bool {
        self != Self::Separated
    }
}

/// A query under way: what GJK remembers from step to step.
pub(crate) struct Search<'q, C: Composite<D>, O, const D: usize> {
    pub(crate) set: &'q C,
    pub(crate) frame: &'q Frame<C::Scalar, D>,
    pub(crate) options: &'q Options<C::Scalar, D>,
    pub(crate) observer: &'q mut O,
    /// The feature nearest the origin, so far.
    pub(crate) simplex: Simplex<C::Scalar, D>,
    /// The direction last looked along.
    pub(crate) direction: SVector<C::Scalar, D>,
    /// The vertex found there.
    pub(crate) newest: SupportPoint<C::Scalar, D>,
    /// How far that vertex is along the direction, times the direction's length.
    pub(crate) reached: C::Scalar,
    pub(crate) evaluations: u32,
    /// Steps that gain less are the last: in units of `w`.
    pub(crate) tolerance: C::Scalar,
    /// So many evaluations are more than most queries need: from here on the search looks whether it runs in circles.
    patient_for: u32,
}

impl<'q, const D: usize, C, O> Search<'q, C, O, D>
where
    C: Composite<D>,
    O: Observer<C::Scalar, D>,
{
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn new(
        set: &'q C,
        frame: &'q Frame<C::Scalar, D>,
        options: &'q Options<C::Scalar, D>,
        observer: &'q mut O,
    ) -> Self {
        let direction = match &options.start {
            // Unscaled where it can be: the first support points need not wait for the scale.
            Start::Centers if frame.ordinary => frame.toward_origin.clone().unwrap_or_else(first_axis),
            Start::Centers => frame.toward_origin.as_ref().map_or_else(first_axis, at_unit_scale),
            Start::Along(direction) | Start::Pair(direction, _) => at_unit_scale(direction),
        };
        Self {
            set,
            frame,
            options,
            observer,
            simplex: Simplex::empty(),
            direction: if largest(&direction).is_zero() || !direction.iter().all(Scalar::in_range) {
                first_axis()
            } else {
                direction
            },
            newest: SupportPoint::nothing(),
            reached: C::Scalar::zero(),
            evaluations: 0,
            tolerance: times(options.tolerance, &C::Scalar::epsilon()) * frame.size.clone(),
            patient_for: 8 + 4 * dimension::<D>(),
        }
    }

    /// Takes a vertex along the present direction; false if the limit forbids.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn look(&mut self) -> bool {
        if self.evaluations == self.options.max_evaluations {
            return false;
        }
        self.newest = self.set.vertex(self.frame, &self.direction);
        self.evaluations += 1;
        self.observer.support(&self.direction, &self.newest);
        self.reached = self.newest.w.dot(&self.direction);
        true
    }

    /// Whether the newest vertex, and so everything, does not come as far as the origin along the direction.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn misses(&self) -> bool {
        if C::Cases::DOUBT == 0 {
            return self.reached < C::Scalar::zero();
        }
        let doubt = times(C::Cases::DOUBT, &C::Scalar::epsilon()) * self.frame.size.clone();
        self.reached < -(doubt * largest(&self.direction))
    }

    /// Whether the newest vertex passes the origin by more than a poor direction could make it seem: what the argument in
    /// [`crate::simplex`] for excluding its region rests on.
    fn passes_clearly(&self) -> bool {
        let slack = times(16, &self.tolerance) * largest(&self.direction);
        let level = |vertex: &SupportPoint<C::Scalar, D>| vertex.w.dot(&self.direction);
        let perpendicular = match self.simplex.vertices() {
            [] => false,
            [first, rest @ ..] => rest.iter().all(|v| (level(v) - level(first)).abs() <= slack),
        };
        let underflows = || {
            let square = self.newest.w.dot(&self.newest.w);
            (square.clone() * square).is_zero()
        };
        perpendicular && self.reached > slack && !underflows()
    }

    /// Whether the newest vertex lies beyond the retained feature by more than rounding. Not so for a NaN.
    ///
    /// Written without the feature's nearest point: the difference of two vertices, along the direction, is what is
    /// gained, and keeps its accuracy when the nearest point has lost its own.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn progresses(&self) -> bool {
        let Some(feature) = self.simplex.vertices().first() else { return true };
        let gain = self.reached.clone() - feature.w.dot(&self.direction);
        gain > self.tolerance.clone() * largest(&self.direction) && !self.simplex.has(&self.newest.w)
    }

    /// Where the origin is, as seen from the simplex and its newest vertex.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn locate(&mut self) -> Step<C::Scalar, D> {
        let step = C::Cases::locate(&self.simplex, &self.newest);
        if matches!(step, Step::Enclosed) {
            self.observer.enclosed(&self.simplex, &self.newest);
            self.observer.stopped(Stop::Enclosed);
        }
        step
    }

    /// Cuts the simplex and its newest vertex down to the feature nearest the origin and turns to where it is from there.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn turn(&mut self, region: Region, direction: SVector<C::Scalar, D>) {
        self.simplex.retain(&self.newest, region);
        self.observer.reduced(&self.simplex, region, &direction);
        self.direction = direction;
    }

    /// Finds the verdict.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn decide(&mut self) -> End {
        match self.seek() {
            End::Separated if !self.frame.margin.is_zero() => self.approach(&Until::Decided).end,
            end => end,
        }
    }

    /// Looks for a simplex around the origin, or a direction in which the cores are apart.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub(crate) fn seek(&mut self) -> End {
        if let Start::Pair(_, second) = &self.options.start
            && second.iter().all(Scalar::in_range)
            && !largest(second).is_zero()
            && let Some(end) = self.seek_both_ways(at_unit_scale(second))
        {
            return end;
        }
        loop {
            if !self.look() {
                return self.out_of_looks();
            }
            if self.misses() {
                self.observer.stopped(Stop::Separated);
                return End::Separated;
            }
            if !self.progresses() || self.evaluations > self.patient_for && self.on_feature() {
                return self.standstill();
            }
            match self.locate() {
                Step::Search { region, direction } => {
                    debug_assert!(
                        region != Region::A || !self.passes_clearly(),
                        "A passed the origin, so its own region is excluded"
                    );
                    self.turn(region, direction);
                    if region == Region::A && self.is_at_origin() {
                        return self.standstill();
                    }
                }
                Step::Enclosed => return End::Enclosed,
                Step::Flat => return self.standstill(),
            }
        }
    }

    /// The end of a search that may not look any further.
    #[cold]
    fn out_of_looks(&mut self) -> End {
        self.observer.stopped(Stop::Limit);
        End::Undecided(Undecided::Limit)
    }

    /// The first two vertices, for a start that gives both directions. The second is not sought from the first towards
    /// the origin, so the first one's own region is not excluded and has to be tested.
    fn seek_both_ways(&mut self, second: SVector<C::Scalar, D>) -> Option<End> {
        for direction in [self.direction.clone(), second] {
            self.direction = direction;
            if !self.look() {
                return Some(self.out_of_looks());
            }
            if self.misses() {
                self.observer.stopped(Stop::Separated);
                return Some(End::Separated);
            }
            if self.is_lost() {
                return Some(self.standstill());
            }
            if let [first] = self.simplex.vertices() {
                let toward_first = &first.w - &self.newest.w;
                if toward_first.dot(&first.w) <= C::Scalar::zero() {
                    self.direction = -&first.w;
                    self.observer.reduced(&self.simplex, Region::B, &self.direction);
                    return if self.is_at_origin() { Some(self.standstill()) } else { None };
                }
            }
            match self.locate() {
                Step::Search { region, direction } => self.turn(region, direction),
                Step::Enclosed => return Some(End::Enclosed),
                Step::Flat => return Some(self.standstill()),
            }
        }
        if self.is_at_origin() { Some(self.standstill()) } else { None }
    }

    /// Whether the origin is the one vertex retained: from there no direction leads to it.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn is_at_origin(&self) -> bool {
        largest(&self.direction).is_zero()
    }

    /// The end of a search that makes no progress though the newest vertex is not short of the origin: the feature
    /// and the vertex are in one plane with it. Unless something was not a number.
    #[cold]
    fn standstill(&mut self) -> End {
        let (end, why) = if self.is_lost() {
            (End::Undecided(Undecided::NotANumber), Stop::NotANumber)
        } else {
            (End::OnFeature, Stop::OnFeature)
        };
        self.observer.stopped(why);
        end
    }

    /// Whether the newest vertex is not a number.
    #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
    pub(crate) fn is_lost(&self) -> bool {
        self.reached != self.reached
    }

    /// Whether the retained feature's plane holds the origin, up to the rounding of a sliver: 16 times the tolerance, or
    /// 64 units of roundoff; and, of one that keeps the search in circles, 16 times as much.
    #[cold]
    fn on_feature(&self) -> bool {
        let units = if self.evaluations > 4 * self.patient_for { 256 } else { 16 };
        let slack = times(units, &self.tolerance) * largest(&self.direction);
        self.simplex.vertices().first().is_some_and(|vertex| vertex.w.dot(&self.direction).abs() <= slack)
    }
}
