//! Traces of [exact arithmetic](gjk::exact): the same loop, on integers.
//!
//! Every number in such a trace is the exact one, correctly rounded. The search starts in the same direction as in the shapes'
//! own arithmetic, so the two traces [part](crate::Trace::parts_from) only where rounding has decided. The answer is `None` for
//! shapes that are not made of points and balls: ellipsoids, cylinders and cones.

use crate::lattice::{Lattice, lattice, options_in_integers};
use crate::queries::{answer_of, watching};
use crate::record::{Answer, Trace};
use crate::recorder::Recorder;
use crate::vector::Vector;
use crate::words;
use alloc::string::ToString;
use gjk::certified::EFFORT;
use gjk::exact::{ExactCases, Float};
use gjk::internals::{InIntegers, Number, Pair, measure, pair, query_of, separate};
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Query, Support};

fn recorder<const D: usize>(pair: &Pair<D>) -> Recorder<Number, D, Cases, Lattice> {
    let (ruler, margin) = lattice(pair);
    Recorder::empty(ruler, margin)
}

/// The verdict on two shapes in exact arithmetic, recorded.
///
/// ```
/// use gjk::{Query, nalgebra::Point2, shape::{Ball, Triangle}};
/// let p = |x: f64, y| Point2::new(x, y);
/// // 0.9 and 0.3, as they are rounded, are not on the line from (0, 0) to (3, 1), but just below it.
/// let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)])?;
/// let trace = gjk_trace::exact::verdict(&triangle, &Ball::point(p(0.9, 0.3))?, &Query::new()).expect("points");
/// assert_eq!(trace.answer.verdict, "apart");
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn verdict<A, B, T: Float, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Option<Trace>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let pair = pair(&a, &b)?;
    let mut recorder = recorder(&pair);
    let asked = query_of(options_in_integers(a, b, query));
    let outcome = asked.with_observer(watching(&mut recorder)).search(&InIntegers::new(&pair));
    Some(recorder.into_trace(answer_of(&outcome)))
}

/// The distance between two shapes in exact arithmetic, recorded.
///
/// ```
/// use gjk::{Query, nalgebra::Point2, shape::{Ball, Triangle}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)])?;
/// let trace = gjk_trace::exact::distance(&triangle, &Ball::point(p(2.0, 0.0))?, &Query::new()).expect("points");
/// assert_eq!(trace.answer.separation, Some(0.4_f64.sqrt()));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T: Float, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Option<Trace>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let pair = pair(&a, &b)?;
    let mut recorder = recorder(&pair);
    let found = measure(&pair, &options_in_integers(a, b, query), &mut recorder).distance();
    let apart = !found.intersects();
    let distance = apart.then(|| found.distance());
    Some(recorder.into_trace(Answer {
        intersects: !apart,
        verdict: words::verdict(None, apart).to_string(),
        separation: distance,
        bounds: distance.map(|distance| [distance; 2]),
        normal: None,
        points: Some(found.rounded_points().map(Vector::from)),
        evaluations: found.evaluations,
        ..Answer::default()
    }))
}

/// The contact of two shapes in exact arithmetic, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, observe::Phase, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.clone().posed(Vector2::new(1.5, 0.5))?;
/// let trace = gjk_trace::exact::contact(&square, &other, &Query::new()).expect("boxes");
/// assert_eq!(trace.answer.separation, Some(-0.5));
/// assert!(trace.steps.iter().any(|step| step.phase == Phase::Expansion));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact<A, B, T: Float, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Option<Trace>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let pair = pair(&a, &b)?;
    let mut recorder = recorder(&pair);
    let found = separate(&pair, &options_in_integers(a, b, query), &mut recorder, EFFORT)?.contact();
    let separation = found.separation();
    Some(recorder.into_trace(Answer {
        intersects: found.intersects(),
        verdict: words::verdict(None, !found.intersects()).to_string(),
        separation: Some(separation),
        bounds: Some([separation; 2]),
        normal: Some(found.unit_normal().into()),
        points: Some(found.rounded_points().map(Vector::from)),
        evaluations: found.evaluations,
        ..Answer::default()
    }))
}
