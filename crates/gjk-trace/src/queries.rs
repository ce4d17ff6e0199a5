//! Queries about two shapes, recorded.

use crate::record::{Answer, Trace};
use crate::recorder::Recorder;
use crate::vector::{Vector, components, wide};
use crate::words;
use alloc::string::ToString;
use gjk::epa::Expansion;
use gjk::minkowski::{ConvexSet, Difference, Erased};
use gjk::nalgebra::Point;
use gjk::observe::Observer;
use gjk::query::{IntoMoving, OneMoves, Pair, Velocities, pair};
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Contact, Distance, Error, Outcome, Query, Real, Scalar, ShapeCast, Support, Verdict};
use num_traits::ToPrimitive;

/// The verdict on two shapes, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = gjk_trace::verdict(&square, &square.clone().posed(Vector2::new(3.0, 0.5))?, &Query::new());
/// assert_eq!(trace.answer.verdict, "apart");
/// println!("{trace}");
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn verdict<A, B, T, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Scalar + ToPrimitive,
    Cases: SimplexCases<T, D>,
{
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut recorder = Recorder::new(set.frame());
    let outcome = query.clone().with_observer(watching(&mut recorder)).search(&set);
    recorder.into_trace(answer_of(&outcome))
}

pub(crate) fn answer_of<T: Scalar, const D: usize>(outcome: &Outcome<T, D>) -> Answer {
    let verdict = match &outcome.verdict {
        Verdict::Separated { .. } => "apart",
        Verdict::Touching { .. } => "touching",
        Verdict::Flat { .. } => "intersecting, and flat",
        Verdict::Undecided { .. } => "undecided",
        _ => "intersecting",
    };
    let (intersects, evaluations) = (outcome.intersects(), outcome.evaluations);
    Answer { intersects, verdict: verdict.to_string(), evaluations, ..Answer::default() }
}

/// The distance between two shapes, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = gjk_trace::distance(&square, &square.clone().posed(Vector2::new(3.0, 0.5))?, &Query::new());
/// assert_eq!(trace.answer.separation, Some(1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: SimplexCases<T, D>,
{
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut recorder = Recorder::new(set.frame());
    let Distance { distance, lower, points, undecided, evaluations, .. } =
        query.clone().with_observer(watching(&mut recorder)).distance_of(&set);
    let apart = distance > T::zero();
    recorder.into_trace(Answer {
        intersects: !apart,
        verdict: words::verdict(undecided, apart).to_string(),
        separation: apart.then(|| wide(&distance)),
        bounds: apart.then(|| [wide(&lower), wide(&distance)]),
        normal: None,
        points: undecided.is_none().then(|| points.each_ref().map(coordinates)),
        evaluations,
        ..Answer::default()
    })
}

/// The contact of two shapes, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, observe::Phase, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = gjk_trace::contact(&square, &square.clone().posed(Vector2::new(1.5, 0.5))?, &Query::new());
/// assert_eq!(trace.answer.separation, Some(-0.5));
/// assert!(trace.steps.iter().any(|step| step.phase == Phase::Expansion));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact<A, B, T, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut recorder = Recorder::new(set.frame());
    // No shortcuts: a trace shows the polytope.
    let found = query.clone().shortcuts(false).with_observer(watching(&mut recorder)).contact_of(&set);
    let Contact { separation, normal, points, lower, upper, undecided, evaluations, .. } = found;
    let decided = undecided.is_none();
    recorder.into_trace(Answer {
        intersects: separation <= T::zero(),
        verdict: words::verdict(undecided, separation > T::zero()).to_string(),
        separation: decided.then(|| wide(&separation)),
        bounds: decided.then(|| [wide(&lower), wide(&upper)]),
        normal: decided.then(|| components(&normal)),
        points: decided.then(|| points.each_ref().map(coordinates)),
        evaluations,
        ..Answer::default()
    })
}

/// The [cast](gjk::shape_cast()) of two shapes, recorded.
///
/// # Errors
/// As [`shape_cast`](gjk::shape_cast()).
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = gjk_trace::shape_cast(&square, square.posed([5.0, 0.5])?.moving([-2.0, 0.0]), &Query::new())?;
/// assert_eq!(trace.answer.time, Some(1.5));
/// assert_eq!(trace.steps.last().unwrap().progress.as_ref().unwrap().point, [-3.0, 0.0]);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T, const D: usize>(
    a: A,
    b: B,
    query: &Query<T, D>,
) -> Result<Trace, Error>
where
    (A, B): OneMoves,
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    let Pair { a, b, velocities, skin } = pair(a, b);
    cast_within(skin, &Difference(&a, &b), &velocities, query)
}

/// The cast of the coordinate origin, which moves, against a set, recorded: see [`Query::shape_cast_of`].
///
/// # Errors
/// As that function.
pub fn shape_cast_of<T, const D: usize>(
    set: &impl ConvexSet<D, Scalar = T>,
    motion: impl Into<Velocities<T, D>>,
    query: &Query<T, D>,
) -> Result<Trace, Error>
where
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    cast_within(T::zero(), set, &motion.into(), query)
}

fn cast_within<T, const D: usize>(
    skin: T,
    difference: &dyn ConvexSet<D, Scalar = T>,
    velocities: &Velocities<T, D>,
    query: &Query<T, D>,
) -> Result<Trace, Error>
where
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    let set = Erased::<T, Cases, D>::new(difference);
    let mut recorder = Recorder::new(set.frame()).moving(velocities);
    let found =
        query.clone().with_observer(watching(&mut recorder)).shape_cast_of_within(skin, &set, velocities.clone())?;
    let ShapeCast { hit, lower, undecided, evaluations, .. } = found;
    let verdict = words::verdict_of_cast(undecided, hit.as_ref().map(|hit| hit.time.is_zero()));
    Ok(recorder.into_trace(Answer {
        intersects: hit.is_some(),
        verdict: verdict.to_string(),
        lower: lower.as_ref().map(wide),
        time: hit.as_ref().map(|hit| wide(&hit.time)),
        normal: hit.as_ref().map(|hit| components(&hit.normal)),
        points: hit.map(|hit| hit.points.each_ref().map(coordinates)),
        evaluations,
        ..Answer::default()
    }))
}

/// A watched query is compiled once for all observers.
pub(crate) fn watching<T: Scalar, const D: usize>(observer: &mut impl Observer<T, D>) -> &mut dyn Observer<T, D> {
    observer
}

fn coordinates<T: Scalar + ToPrimitive, const D: usize>(point: &Point<T, D>) -> Vector {
    components(&point.coords)
}
