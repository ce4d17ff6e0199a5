//! Casts whose hits and misses are proven.
//!
//! A cast in rounded arithmetic proves only misses by more than rounding. A verdict proves hits and misses: whether A meets the set that B
//! sweeps, the Minkowski sum of B and the path from 0 to t·v. (Exact arithmetic proves the verdict where rounding leaves a doubt.) If the
//! verdict contradicts the cast, exact arithmetic answers for polytopes.

use super::answer::Answer;
use super::solve::{of_exact_cast, refused, without_normal_of_overlap};
use gjk::certified;
use gjk::epa::Expansion;
use gjk::exact::{ExactCases, ExactQuery};
use gjk::nalgebra::{Isometry, Point, Rotation, Similarity, Translation};
use gjk::query::Velocities;
use gjk::shape::{Ball, Hull, Sum};
use gjk::simplex::Cases;
use gjk::{Moving, Pose, Real, ShapeCast, Support, SupportExt};
use gjk_question::json::Fault;
use gjk_question::{AnyShape, Number};

/// A scalar that poses can scale by.
pub(crate) trait Scale: Number {
    /// p ↦ self · p. The scale is not zero.
    fn pose<const D: usize>(self) -> Pose<Self, D>;
}

macro_rules! scale {
    ($($scalar:ty),*) => {$(
        impl Scale for $scalar {
            fn pose<const D: usize>(self) -> Pose<Self, D> {
                let still = Isometry::from_parts(Translation::identity(), Rotation::<$scalar, D>::identity());
                Similarity::from_isometry(still, self).into()
            }
        }
    )*};
}

scale!(f32, f64);

/// Answers with the verdict proven, if the shapes allow it.
pub(crate) fn answer<T: Scale, const D: usize>(
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
    motion: &Velocities<T, D>,
    unless_separating: bool,
    effort: u64,
) -> Result<Answer, Fault>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let [moving_a, moving_b] = moving([&a, &b], motion);
    let found = certified::shape_cast(moving_a, moving_b).map_err(|error| refused(&error))?;
    let (mut cast, mut lower_proven) = (found.measured, found.is_proven);
    let hits = cast.hit.is_some();
    let verdict = match cast.undecided {
        Some(_) => None,
        None if !hits && found.is_proven => Some(false),
        None => meet([a, b], motion, &cast),
    };
    if verdict != Some(hits) && cast.undecided.is_none() {
        let exactly = ExactQuery::new().effort(effort).shape_cast(moving_a, moving_b);
        if let Ok(Some(Ok(exactly))) = exactly {
            let iterations = cast.evaluations.saturating_add(exactly.evaluations);
            return Ok(Answer { iterations, ..of_exact_cast(&exactly, motion, unless_separating) });
        }
    }
    if verdict == Some(false) {
        (cast.hit, cast.lower, lower_proven) = (None, motion.until, true);
    }
    let meets = cast.hit.is_some();
    if unless_separating {
        cast = cast.unless_separating();
    }
    // `unless_separating` reads the rounded normal and may leave out a hit that is real.
    let left_out = meets && cast.hit.is_none();
    let answer = Answer {
        certified: Some(verdict == Some(meets) && !left_out),
        lower_proven: Some(lower_proven && !left_out),
        ..Answer::from(&cast)
    };
    Ok(without_normal_of_overlap(answer, cast.hit.as_ref(), [a, b]))
}

/// Two shapes that move.
pub(crate) fn moving<'s, S: Support<D, Scalar = T>, T: Real + Copy, const D: usize>(
    [a, b]: [&'s S; 2],
    motion: &Velocities<T, D>,
) -> [Moving<&'s S, T, D>; 2] {
    let b = b.moving(motion.b);
    [a.moving(motion.a), motion.until.map_or(b, |until| b.until(until))]
}

/// Returns whether two shapes meet during a motion, if that can be proven.
fn meet<T: Scale, const D: usize>(
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
    motion: &Velocities<T, D>,
    cast: &ShapeCast<T, D>,
) -> Option<bool>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let speed = (motion.b - motion.a).iter().fold(0.0_f64, |most, x| most.max(x.widen().abs()));
    let verdict = if speed == 0.0 || motion.until.is_some_and(|until| until.is_zero()) {
        certified::intersects(a, b)
    } else {
        let until = match (motion.until, &cast.hit) {
            (Some(until), _) => until,
            // So far that they overlap by then, if they ever do by much. Any time will do; this one brings no digits.
            (None, Some(hit)) => {
                let extent = a.extent(&Point::origin()).widen() + b.extent(&Point::origin()).widen();
                let time = T::rounded((2.0 * (hit.time.widen() + extent / speed)).log2().ceil().exp2());
                // Points that meet at the start take no time.
                if time.is_zero() { T::one() } else { time }
            }
            (None, None) => return None,
        };
        let swept = Sum::new(b, path(motion, until)?).ok()?;
        certified::intersects(a, &swept as &dyn Support<D, Scalar = T>)
    };
    // Without an end they may meet later.
    let is_all = verdict.intersects || speed == 0.0 || motion.until.is_some();
    (verdict.is_proven() && is_all).then_some(verdict.intersects)
}

/// From 0 to where B is carried by then, as seen from A: without any rounding.
fn path<T: Scale, const D: usize>(motion: &Velocities<T, D>, until: T) -> Option<impl Support<D, Scalar = T>> {
    let start: AnyShape<T, D> = Box::new(Ball::point(Point::origin()).ok()?);
    let end: AnyShape<T, D> = Box::new(Ball::point(Point::from(motion.b)).ok()?.posed(-motion.a).ok()?);
    Hull::new([start, end]).ok()?.posed(until.pose()).ok()
}
