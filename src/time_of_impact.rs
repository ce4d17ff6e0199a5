//! The time of impact of bodies that move and turn: when their gap is first within tolerance.
//!
//! ```text
//! t ← 0
//! repeat
//!     n ← the normal of a plane that keeps the bodies farthest apart at t
//!     if they are within target + tolerance    HIT, at t
//!     t ← a later time up to which n keeps them farther apart than the target
//! ```
//!
//! This is conservative advancement (Brian Mirtich, Impulse-based dynamic simulation of rigid body systems, 1996), with
//! longer steps. Let s(t) be the separation of the bodies along n at time t:
//!
//! ```text
//! s(t + h) ≥ s(t) − h μ                                          μ: how fast their points can approach each other along n
//! s(τ) ≥ chord(τ) − K/2 · (τ − t)(t′ − τ), for τ from t to t′    K: how fast this speed can change
//! ```
//!
//! The chord leads from s(t) to s(t′). The second bound holds because s is the least of many functions of time, one for
//! each pair of points, with second derivatives of at most K. A step goes to the latest time until which one of the
//! bounds keeps s above the target, so no collision is missed, however fast the bodies are.
//!
//! The best normal turns with the bodies. So before the next distance query the last normal is turned further, at its
//! last rate, as long as the steps lead farther. The bounds hold for any normal.

mod body;

use crate::contact::contact_once;
use crate::distance::{Distance, nearest_and_axis};
use crate::error::{Error, check_length};
use crate::minkowski::{ConvexSet, Difference, Erased};
use crate::query::{Options, Start};
use crate::scalar::{Real, Scalar, dimension, max, norm, times, ulps};
use crate::support::{Support, raised};
use crate::{cast::Hit, epa::Expansion, motion::Motion, simplex::Cases, tolerance, verdict::Undecided};
use body::Body;
use nalgebra::SVector;

/// Options of a [`time_of_impact`](time_of_impact()). A number is the latest time, with defaults for the rest.
///
/// ```
/// use gjk::{ImpactOptions, RigidMotion, nalgebra::{Point2, Vector2}, shape::Ball, time_of_impact};
/// let (ball, post) = (Ball::at(Point2::new(-5.0, 0.0), 1.0)?, Ball::point(Point2::new(0.0, 0.0))?);
/// let (motion, rest) = (RigidMotion::moving(Vector2::new(1.0, 0.0)), RigidMotion::rest());
/// let options = ImpactOptions { target: 0.5, tolerance: Some(0.01), ..ImpactOptions::from(10.0) };
/// let hit = time_of_impact(&ball, &motion, &post, &rest, options)?.hit.unwrap();
/// assert!(hit.time >= 3.49 && hit.time <= 3.5);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ImpactOptions<T> {
    /// The last time to look at, not negative; the motion begins at 0.
    pub until: T,
    /// The separation to stop at; 0 by default.
    pub target: T,
    /// The excess of the separation over the target that a hit may have. A given tolerance is never enlarged; if it is
    /// finer than rounding, the answer may be undecided. By default it is a millionth of the largest coordinate of A −
    /// B when the motion begins, or what rounding can resolve if that is more: see [`TimeOfImpact::tolerance`].
    pub tolerance: Option<T>,
    /// The largest number of distance queries: 1000 by default.
    pub rounds: u32,
}

impl<T: Scalar> From<T> for ImpactOptions<T> {
    fn from(until: T) -> Self {
        Self { until, target: T::zero(), tolerance: None, rounds: 1000 }
    }
}

/// The answer of [`time_of_impact`](time_of_impact()): when two bodies that move and turn come near each other, if they do.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TimeOfImpact<T: Scalar, const D: usize> {
    /// The time and place at which the separation is at most target plus tolerance, and has not been below the target before.
    pub hit: Option<Hit<T, D>>,
    /// The separation at that time; negative if they overlap, which they do only when the motion begins.
    pub separation: Option<T>,
    /// The tolerance asked for, or the default: the larger of a millionth of the size and what rounding could resolve
    /// along the way. The latter is 64 ε of the size, and the rounding of turning, of moving and of the time itself:
    /// more for long motions, fast spins and distant centers.
    pub tolerance: T,
    /// A time before which they are farther apart than the target, with rounding accounted for: the time of the hit,
    /// the end of the motion after a miss, or else the last time reached.
    ///
    /// Proven for shapes that state their rounding ([`Support::rounding`]): all of this crate except those made of
    /// closures. Support points of other shapes are assumed to be off by at most 8 ε of the extent.
    pub lower: T,
    /// The reason if the query could not decide. Then `hit` is `None`, and `lower` still holds.
    pub undecided: Option<Undecided>,
    /// The number of distance queries.
    pub rounds: u32,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

/// The time at which two bodies that move and turn come within a target separation, by default 0.
///
/// At the time of a hit the bodies are at most the target plus a tolerance apart. Before this time they are always
/// farther apart than the target. So no collision is missed, and none is reported late. (For shapes that do not state
/// their [rounding](Support::rounding) see [`TimeOfImpact::lower`].) For bodies that do not turn, a
/// [`shape_cast`](crate::shape_cast()) finds the same up to the tolerance, cheaper and more accurately. Bodies that are
/// already so near when the motion begins have a hit at 0, with the normal and the points of their
/// [contact](crate::contact()).
///
/// The shapes are given as they are when the motion begins. The points of the [`Hit`] are those at its time.
/// Complexity: as a rule 2 to 20 times as much as a [`distance`](crate::distance()), for turns by a few radians.
///
/// # Errors
/// If a motion is not finite, leaves the range or scales, or if an option is negative or not finite.
///
/// ```
/// use gjk::{RigidMotion, SupportExt, nalgebra::{Isometry2, Point2, Vector2}, shape::{Ball, Cuboid}, time_of_impact};
/// // A door of length 2 about its hinge at the origin, and a foot in its way.
/// let door = Cuboid::new(Vector2::new(1.0_f64, 0.05))?.posed(Vector2::new(1.0, 0.0))?;
/// let foot = Ball::at(Point2::new(0.0, 1.5), 0.2)?;
/// let swing = RigidMotion::moving(Vector2::zeros()).turning(1.0, Point2::origin());
/// let found = time_of_impact(&door, &swing, &foot, &RigidMotion::rest(), 3.0)?;
/// // They touch when the angle between the door's side and the way to the foot is asin(0.25 / 1.5).
/// let exactly = std::f64::consts::FRAC_PI_2 - (0.25_f64 / 1.5).asin();
/// let time = found.hit.expect("it is in the way").time;
/// assert!(time <= exactly && time > exactly - 1e-5);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn time_of_impact<T: Real, const D: usize>(
    a: &(impl Support<D, Scalar = T> + ?Sized),
    motion_a: &impl Motion<T, D>,
    b: &(impl Support<D, Scalar = T> + ?Sized),
    motion_b: &impl Motion<T, D>,
    options: impl Into<ImpactOptions<T>>,
) -> Result<TimeOfImpact<T, D>, Error>
where
    Cases: Expansion<T, D>,
{
    Advancement::new([(&a, motion_a), (&b, motion_b)], options.into())?.run()
}

/// The most steps with one normal.
const PROBES: u32 = 8;
/// The most normals before the next distance query.
const TURNS: u32 = 16;

/// A query under way: compiled once for all shapes and motions.
struct Advancement<'c, T: Scalar, const D: usize> {
    bodies: [Body<'c, T, D>; 2],
    options: ImpactOptions<T>,
    tolerance: T,
    evaluations: u32,
}

enum Step<T> {
    /// A later time; until then the bodies are farther apart than the target.
    To(T),
    /// The end: the bodies are farther apart than the target all the time.
    Free,
    /// No later time: the next one would be this one, or the separation is lost in rounding.
    Stuck,
}

impl<'c, T: Real, const D: usize> Advancement<'c, T, D>
where
    Cases: Expansion<T, D>,
{
    fn new(
        bodies: [(&'c dyn Support<D, Scalar = T>, &'c dyn Motion<T, D>); 2],
        options: ImpactOptions<T>,
    ) -> Result<Self, Error> {
        check_length(&options.until, "last time")?;
        check_length(&options.target, "separation to stop at")?;
        let [a, b] = bodies.map(|(shape, motion)| Body::new(shape, motion));
        let mut bodies = [a?, b?];
        for body in &mut bodies {
            body.go_to(&options.until)?;
            body.go_to(&T::zero())?;
        }
        let tolerance = options.tolerance.clone().unwrap_or_else(|| {
            let [a, b] = &bodies;
            let frame = Difference(a, b).frame();
            max(frame.size, frame.margin) / frame.scale / times(1_000_000, &T::one())
        });
        check_length(&tolerance, "tolerance")?;
        Ok(Self { bodies, options, tolerance, evaluations: 2 * dimension::<D>() })
    }

    /// Enlarges a default tolerance to what rounding can resolve now.
    ///
    /// Along the axis of a distance query the bodies are as far apart as it says, up to 64 ε of their size. The gap is
    /// less by the doubt. A gap of 4 ε t μ takes a step that changes the time. So where no step leads on, the distance
    /// is at most the target plus this tolerance: a hit.
    fn resolve(&mut self, axis: &SVector<T, D>, time: &T) {
        if self.options.tolerance.is_none() {
            let in_time = ulps(tolerance::IN_TIME, time) * max(self.speed(axis), T::zero());
            let resolved = self.doubt(time) + ulps(tolerance::PROMISED, &self.size()) + in_time;
            if resolved > self.tolerance && resolved.in_range() {
                self.tolerance = resolved;
            }
        }
    }

    fn speed(&self, axis: &SVector<T, D>) -> T {
        let [a, b] = &self.bodies;
        raised(tolerance::RAISED, a.motion.speed(axis, &a.reach) + b.motion.speed(&-axis, &b.reach))
    }

    fn run(mut self) -> Result<TimeOfImpact<T, D>, Error> {
        let mut time = T::zero();
        let mut last: Option<(SVector<T, D>, T)> = None;
        let mut rounds = 0;
        let (hit, lower, undecided) = loop {
            if rounds == self.options.rounds {
                break (None, time, Some(Undecided::Limit));
            }
            rounds += 1;
            let (found, axis) = self.nearest(last.as_ref().map(|(axis, _)| axis));
            if let Some(why) = found.undecided {
                break (None, time, Some(why));
            }
            if let Some(axis) = &axis {
                self.resolve(axis, &time);
            }
            let limit = self.options.target.clone() + self.tolerance.clone();
            let is_surely_within = found.distance.clone() + self.doubt(&time) <= limit;
            let now = time.clone();
            let next = match &axis {
                Some(axis) if !is_surely_within => self.follow(axis, &time, last.clone()),
                _ => Step::Stuck,
            };
            match next {
                Step::To(later) => time = later,
                Step::Free => break (None, self.options.until.clone(), None),
                // They are surely there; or they are within the limit as computed, and rounding blocks every step.
                Step::Stuck if is_surely_within || found.distance <= limit => {
                    let axis = axis.or(last.map(|(axis, _)| axis)).filter(|_| !time.is_zero());
                    let Some(normal) = axis else { break self.at_once(time)? };
                    let hit = Hit { time: time.clone(), normal, points: found.points };
                    break (Some((found.distance, hit)), time, None);
                }
                Step::Stuck => break (None, time, Some(Undecided::Stalled)),
            }
            last = axis.map(|axis| (axis, now));
            if self.go_to(&time).is_err() {
                break (None, time, Some(Undecided::NotANumber));
            }
        };
        let (separation, hit) = hit.unzip();
        let Self { tolerance, evaluations, .. } = self;
        Ok(TimeOfImpact { hit, separation, tolerance, lower, undecided, rounds, evaluations })
    }

    /// The nearest points of the bodies at their present places, and the farthest plane's normal.
    fn nearest(&mut self, last_axis: Option<&SVector<T, D>>) -> (Distance<T, D>, Option<SVector<T, D>>) {
        let [a, b] = &self.bodies;
        let start = last_axis.map_or(Start::Centers, |axis| Start::Along(axis.clone()));
        let options = Options { start, ..Options::default() };
        let (found, axis) = nearest_and_axis(&Erased::new(&Difference(a, b)), &options);
        self.evaluations += found.evaluations;
        (found, axis)
    }

    fn go_to(&mut self, time: &T) -> Result<(), Error> {
        self.bodies.iter_mut().try_for_each(|body| body.go_to(time))
    }

    fn size(&self) -> T {
        let [a, b] = &self.bodies;
        let frame = Difference(a, b).frame();
        (frame.size + frame.margin) / frame.scale
    }

    /// The most that rounding can change a separation by, at a time.
    fn doubt(&self, time: &T) -> T {
        let [a, b] = &self.bodies;
        a.doubt(time) + b.doubt(time) + ulps(tolerance::SEPARATION, &self.size())
    }

    /// A hit where no axis separates them, as when the motion begins, or the reason that it is unknown.
    fn at_once(&mut self, time: T) -> Result<Touch<T, D>, Error> {
        self.go_to(&time)?;
        let [a, b] = &self.bodies;
        let difference = Difference(a as &dyn Support<D, Scalar = T>, b as &dyn Support<D, Scalar = T>);
        let found = contact_once::<T, Cases, D>(&difference, Options::default());
        self.evaluations += found.evaluations;
        let hit = Hit { time: time.clone(), normal: found.normal, points: found.points };
        let hit = found.undecided.is_none().then_some((found.separation, hit));
        Ok((hit, time, found.undecided))
    }

    /// A lower bound on the separation along an axis at a time, less the target. Leaves the bodies there.
    fn gap(&mut self, axis: &SVector<T, D>, time: &T) -> Option<T> {
        self.go_to(time).ok()?;
        self.evaluations += 1;
        let [a, b] = &self.bodies;
        let from = a.middle();
        let (lowest, highest) = (b.support_from(&-axis, &from).offset, a.support_from(axis, &from).offset);
        let margins = a.margin() + b.margin();
        Some((lowest - highest).dot(axis) - margins - self.options.target.clone() - self.doubt(time))
    }

    /// Advances with one axis, then with others: the last one, turned on as it has turned. That is nearly the best for
    /// the next step, without a distance query. The bounds hold for any axis.
    fn follow(&mut self, axis: &SVector<T, D>, from: &T, mut earlier: Option<(SVector<T, D>, T)>) -> Step<T> {
        let (mut axis, mut time) = (axis.clone(), from.clone());
        for _ in 0..TURNS {
            let now = match self.advance(&axis, &time) {
                Step::To(later) => core::mem::replace(&mut time, later),
                Step::Free => return Step::Free,
                Step::Stuck => break,
            };
            let Some((before, then)) = earlier.replace((axis.clone(), now.clone())) else { break };
            let share = (time.clone() - now.clone()) / (now - then);
            let turned = &axis + (&axis - before) * share;
            let length = norm(&turned);
            if length.is_zero() || !length.in_range() {
                break;
            }
            axis = turned / length;
            // False for a NaN, too.
            if !self.gap(&axis, &time).is_some_and(|gap| gap > self.tolerance.half()) {
                break;
            }
        }
        if time > *from { Step::To(time) } else { Step::Stuck }
    }

    /// Advances nearly as far as one axis leads.
    fn advance(&mut self, axis: &SVector<T, D>, from: &T) -> Step<T> {
        let speed = self.speed(axis);
        let [a, b] = &self.bodies;
        let change = raised(tolerance::RAISED, a.motion.change(axis, &a.reach) + b.motion.change(&-axis, &b.reach));
        let Some(mut gap) = self.gap(axis, from) else { return Step::Stuck };
        if gap <= T::zero() {
            return Step::Stuck;
        }
        if speed <= T::zero() {
            return Step::Free;
        }
        let enough = self.tolerance.half();
        let mut time = from.clone();
        let mut closing: Option<T> = None;
        for _ in 0..PROBES {
            let rest = self.options.until.clone() - time.clone();
            let mut step = gap.clone() / speed.clone();
            if step >= rest {
                return Step::Free;
            }
            let mut ahead = rest.clone();
            if change > T::zero() {
                let curved = (times(4, &gap) / change.clone()).sqrt();
                if curved < ahead {
                    ahead = curved;
                }
            }
            if let Some(closing) = &closing {
                let straight = times(2, &gap) / closing.clone();
                if straight < ahead {
                    ahead = straight;
                }
            }
            let end = if ahead < rest { time.clone() + ahead } else { self.options.until.clone() };
            let Some(gap_there) = self.gap(axis, &end) else { return Step::Stuck };
            let ahead = end.clone() - time.clone();
            let dip = change.clone().half() * ahead.clone() * ahead.clone() / gap.clone();
            match first_root(&(gap_there.clone() / gap.clone()), dip) {
                None if end == self.options.until => return Step::Free,
                None if ahead > step => {
                    (time, gap) = (end, gap_there);
                    continue;
                }
                None => {}
                Some(root) => step = max(step, root * ahead),
            }
            let later = time.clone() + step;
            let later = later.clone() - ulps(tolerance::EARLIER, &later);
            if later <= time {
                break;
            }
            let Some(gap_there) = self.gap(axis, &later) else { break };
            if gap_there <= T::zero() {
                // The axis has kept them apart up to this time, but leads no farther.
                time = later;
                break;
            }
            let rate = (gap.clone() - gap_there.clone()) / (later.clone() - time.clone());
            closing = (rate > T::zero()).then_some(rate);
            (time, gap) = (later, gap_there);
            if gap <= enough {
                break;
            }
        }
        if time > *from { Step::To(time) } else { Step::Stuck }
    }
}

/// The separation of the bodies where they touch, and where; the time; and the reason if it is unknown.
type Touch<T, const D: usize> = (Option<(T, Hit<T, D>)>, T, Option<Undecided>);

/// The first zero of a parabola between 0 and 1, or a little less; `None` if it has none. The parabola leads from 1 at
/// x = 0 to `end` at x = 1, and is `dip` · x (1 − x) below the chord.
fn first_root<T: Real>(end: &T, dip: T) -> Option<T> {
    let dip = raised(tolerance::DIP, dip) + ulps(tolerance::DIP, &T::one());
    if !(dip.in_range() && end.in_range()) {
        return Some(T::zero());
    }
    let slope = T::one() + dip.clone() - end.clone();
    let discriminant = slope.clone() * slope.clone() - times(4, &dip);
    // Both comparisons are false for a NaN.
    if slope <= T::zero() || discriminant < T::zero() {
        return None;
    }
    let root = times(2, &T::one()) / (slope + discriminant.sqrt());
    if root >= T::one() && *end > T::zero() {
        return None;
    }
    let root = root.clone() - ulps(tolerance::ROOT, &root);
    if root.in_range() { Some(root) } else { Some(T::zero()) }
}
