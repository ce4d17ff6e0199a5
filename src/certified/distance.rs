//! Distances and contacts with proven bounds.
//!
//! Any direction gives a lower bound on the signed separation: the gap between A − B and the origin along the
//! direction. (It is negative if A − B passes the origin.) Any point of A − B gives an upper bound, and so does any
//! ball around the origin in A − B.

use super::depth::Polytope;
use super::filter::{Filter, unit_scaled};
use super::proof::{CertifiedVerdict, Proof, encloses_when_stretched, exactly};
use crate::exact::{self, ExactCases, ExactQuery, Float, narrowed};
use crate::minkowski::{ConvexSet, Difference, Erased, Frame};
use crate::query::{Options, Query};
use crate::scalar::{Real, max, min, ulps};
use crate::search::{End, Goal, Search, SeparatingPlane, asked};
use crate::simplex::{Cases, SimplexCases};
use crate::{epa::Expansion, observe::Observer, support::Support, tolerance};
use nalgebra::{Point, SVector};

/// An answer with proven bounds, of [`distance`] and [`contact`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Certified<A, T> {
    /// The verdict, and its proof.
    pub verdict: CertifiedVerdict,
    /// The answer of rounded arithmetic. Where this contradicts the verdict, the exact answer, rounded.
    pub measured: A,
    /// Bounds of the exact distance or signed separation. `None` if no bound on the rounding is known.
    pub bounds: Option<[T; 2]>,
}

/// A distance with proven bounds; see [`distance`].
pub type CertifiedDistance<T, const D: usize> = Certified<crate::Distance<T, D>, T>;

/// A contact with proven bounds; see [`contact`].
pub type CertifiedContact<T, const D: usize> = Certified<crate::Contact<T, D>, T>;

/// The distance between two shapes, with a proven verdict and proven bounds.
///
/// ```
/// use gjk::{certified, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid}};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let ball = Ball::at(Point3::new(4.0, 5.0, 0.0), 1.0)?;
/// let found = certified::distance(&cube, &ball);
/// let [lower, upper] = found.bounds.expect("a bound for boxes and balls");
/// assert!(lower <= 4.0 && 4.0 <= upper && upper - lower < 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T: Float, const D: usize>(a: &A, b: &B) -> CertifiedDistance<T, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let set = Difference(asked(&a), asked(&b));
    bounded_distance(&set, [&a, &b], &set.frame()).0
}

/// Two bounds, if they are in order, and on the verdict's side of zero. All bounds of this module go through here.
fn agreed<T: Real>(intersects: bool, lower: T, upper: T) -> Option<[T; 2]> {
    let zero = T::zero();
    let [lower, upper] = if intersects { [lower, min(upper, zero.clone())] } else { [max(zero.clone(), lower), upper] };
    // False for a NaN.
    (lower <= upper && (intersects || upper > zero)).then_some([lower, upper])
}

/// The rounding errors of a search, if they are less than 1, about the size of A − B at the frame's scale. Larger ones,
/// as of small shapes posed far from the coordinate origin and then posed again, make bounds useless or infinite.
fn useful_filter<'f, T: Float, const D: usize>(
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
    frame: &'f Frame<T, D>,
) -> Option<Filter<'f, T, D>> {
    Filter::of(a, b, frame).filter(|filter| filter.rounding < T::one())
}

/// The distance with its bounds, and an upper bound on the signed separation.
fn bounded_distance<T: Float, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
    frame: &Frame<T, D>,
) -> (CertifiedDistance<T, D>, Option<T>)
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let set = &Erased::<_, Cases, D>::new(set);
    let (options, mut unwatched) = (Options::default(), ());
    let mut search = Search::new(set, frame, &options, &mut unwatched);
    let approach = search.measure(&Goal::Nearest);
    let filter = useful_filter(a, b, frame);
    let filter = filter.as_ref();
    let zero = T::zero();
    // A new support point along the best plane's axis, at unit scale.
    let lower = filter.zip(approach.plane.as_ref()).and_then(|(filter, plane)| {
        let axis = unit_scaled(&plane.axis);
        filter.lower(&axis, &set.vertex(frame, &axis).w.dot(&axis))
    });
    let nearest = filter.and_then(|filter| filter.upper(&search.simplex));
    let apart = matches!(approach.end, End::Separated | End::WithinMargins) && !approach.with_newest;
    let mut evaluations = search.evaluations;
    let enclosed = filter.is_some_and(|filter| match approach.end {
        End::Enclosed if filter.encloses(&search.newest, &search.simplex) => true,
        End::Enclosed | End::OnFeature => encloses_when_stretched(set, frame, filter, &mut evaluations),
        _ => false,
    });
    let separated = lower.as_ref().is_some_and(|lower| *lower > zero);
    let meets = enclosed || apart && nearest.as_ref().is_some_and(|upper| *upper <= zero);
    let intersects = approach.end.intersects();
    let verdict = |intersects, proof| CertifiedVerdict { intersects, proof, evaluations };
    let mut verdict = if separated == meets {
        exactly(a, b, verdict(intersects, Proof::None), &search.direction)
    } else {
        verdict(meets, Proof::Bound)
    };
    let axis = approach.plane.as_ref().map(SeparatingPlane::unit_axis);
    let mut measured = search.distance(approach);
    let mut bounds = match (lower.clone(), nearest.clone()) {
        _ if !verdict.is_proven() => None,
        _ if verdict.intersects => agreed(true, zero.clone(), zero.clone()),
        (lower, Some(upper)) => agreed(false, lower.unwrap_or_else(T::zero), upper),
        _ => None,
    };
    if verdict.is_proven()
        && (verdict.intersects != measured.intersects() || bounds.is_none())
        && let Some(found) = exact::distance(a, b)
    {
        if verdict.intersects != found.intersects() {
            verdict = CertifiedVerdict { intersects: found.intersects(), proof: Proof::Exact, ..verdict };
        }
        let distance = found.distance();
        measured.distance = narrowed(distance);
        measured.normal = found.unit_normal().map(|normal| normal.map(narrowed).into());
        measured.points = found.rounded_points().map(|p| Point::from(p.map(narrowed)));
        measured.undecided = None;
        let doubt = ulps(tolerance::FEW_OPERATIONS, &measured.distance) + T::smallest();
        let lower = max(zero, measured.distance.clone() - doubt.clone());
        bounds = agreed(verdict.intersects, lower, measured.distance.clone() + doubt);
    }
    if let Some([lower, upper]) = &bounds {
        measured.distance = min(max(measured.distance, lower.clone()), upper.clone());
        measured.lower.clone_from(lower);
    }
    if verdict.is_proven() && !verdict.intersects && measured.intersects() {
        measured.distance = max(T::smallest(), lower.unwrap_or_else(T::zero));
        measured.normal = measured.normal.or(axis);
    }
    (CertifiedDistance { verdict, measured, bounds }, nearest)
}

/// The signed separation of two shapes, with a proven verdict and proven bounds.
///
/// If polytopes overlap, the bounds are some dozen ε of the largest coordinate apart. Where the expanding polytope does
/// not get so near, exact arithmetic measures the depth. This takes a hundred to a thousand times as long as a contact.
/// Exact arithmetic has no answer for cylinders and the like, and in many dimensions may take more than [`EFFORT`].
///
/// ```
/// use gjk::{SupportExt, certified, nalgebra::Vector3, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let found = certified::contact(&cube, &cube.clone().posed(Vector3::new(1.5, 0.0, 0.0))?);
/// let [lower, upper] = found.bounds.expect("a bound for boxes");
/// assert!(lower <= -0.5 && -0.5 <= upper && upper - lower < 1e-13);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact<A, B, T: Float, const D: usize>(a: &A, b: &B) -> CertifiedContact<T, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D> + ExactCases<D>,
{
    CertifiedQuery::new().contact(a, b)
}

/// The limit on the exact arithmetic of a [`contact`]: about a second's work.
pub const EFFORT: u64 = 10_000_000;

/// A [`contact`] with a limit of your own on exact arithmetic.
///
/// ```
/// use gjk::{Undecided, certified::CertifiedQuery, nalgebra::SVector, shape::Cuboid};
/// let cube = Cuboid::new(SVector::from([1.0; 5]))?;
/// let found = CertifiedQuery::new().effort(1000).contact(&cube, &cube);
/// assert_eq!(found.measured.undecided, Some(Undecided::Limit));
/// let [lower, upper] = found.bounds.expect("a bound for boxes");
/// assert!(found.verdict.is_proven() && lower <= -2.0 && -2.0 <= upper);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertifiedQuery {
    effort: u64,
}

impl Default for CertifiedQuery {
    fn default() -> Self {
        Self { effort: EFFORT }
    }
}

impl CertifiedQuery {
    /// A query with the defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The limit on exact arithmetic: see [`ExactQuery::effort`]. The default is [`EFFORT`].
    #[must_use]
    pub fn effort(self, effort: u64) -> Self {
        Self { effort }
    }

    /// The contact of two shapes: see [`contact`]. A contact that takes more than the effort is
    /// [`Undecided::Limit`](crate::Undecided::Limit). The verdict and its wider bounds still hold.
    pub fn contact<A, B, T: Float, const D: usize>(&self, a: &A, b: &B) -> CertifiedContact<T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        bounded_contact(&Difference(asked(&a), asked(&b)), [&a, &b], self.effort)
    }
}

fn bounded_contact<T: Float, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    shapes: [&dyn Support<D, Scalar = T>; 2],
    effort: u64,
) -> CertifiedContact<T, D>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let frame = set.frame();
    let mut polytope = Polytope::unknown();
    let observer: &mut dyn Observer<T, D> = &mut polytope;
    let erased = Erased::<_, Cases, D>::new(set);
    let mut measured = Query::new().shortcuts(false).with_observer(observer).contact_of(&erased);
    let (CertifiedDistance { verdict, mut bounds, .. }, nearest) = bounded_distance(set, shapes, &frame);
    if !verdict.is_proven() {
        return CertifiedContact { verdict, measured, bounds: None };
    }
    let mut verdict = verdict;
    let mut doubtful = verdict.intersects != measured.intersects();
    if verdict.intersects {
        bounds = overlap(set, shapes, &frame, &measured.normal, &polytope, nearest);
        let close = ulps(tolerance::SLIVERS, &frame.size) / frame.scale;
        doubtful |= bounds.as_ref().is_none_or(|[lower, upper]| upper.clone() - lower.clone() > close);
    }
    let exactly = if doubtful { ExactQuery::new().effort(effort).contact(shapes[0], shapes[1]) } else { None };
    if let Some(Err(why)) = exactly {
        measured.undecided = Some(why);
    }
    if let Some(Ok(found)) = exactly {
        if verdict.intersects != found.intersects() {
            verdict = CertifiedVerdict { intersects: found.intersects(), proof: Proof::Exact, ..verdict };
        }
        measured.separation = narrowed(found.separation());
        if !verdict.intersects && measured.separation.is_zero() {
            measured.separation = T::smallest();
        }
        measured.normal = SVector::from(found.unit_normal().map(narrowed));
        measured.points = found.rounded_points().map(|p| Point::from(p.map(narrowed)));
        measured.undecided = None;
        let doubt = ulps(tolerance::FEW_OPERATIONS, &measured.separation.abs()) + T::smallest();
        let [lower, upper] = [measured.separation.clone() - doubt.clone(), measured.separation.clone() + doubt];
        bounds = agreed(verdict.intersects, lower, upper);
    }
    if let Some([lower, upper]) = &bounds {
        measured.separation = min(max(measured.separation, lower.clone()), upper.clone());
        [measured.lower, measured.upper] = [lower.clone(), upper.clone()];
    }
    CertifiedContact { verdict, measured, bounds }
}

/// Bounds on the separation of intersecting shapes: below from the normal, above from nearest point and polytope.
fn overlap<T: Float, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
    frame: &Frame<T, D>,
    normal: &SVector<T, D>,
    polytope: &Polytope<T, D>,
    nearest: Option<T>,
) -> Option<[T; 2]> {
    let filter = useful_filter(a, b, frame)?;
    let normal = unit_scaled(normal);
    let lower = filter.lower(&normal, &set.vertex(frame, &normal).w.dot(&normal))?;
    let inside = polytope.holds(&filter).map(|radius| filter.at_most(-radius));
    let uppers = nearest.into_iter().chain(inside);
    agreed(true, lower, uppers.fold(T::zero(), min))
}
