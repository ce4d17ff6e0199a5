//! Casts: when and where two sets meet that move in straight lines, and where a ray hits a set.

mod along;

pub use along::depth_along;

use crate::cache::{Cache, Caches};
use crate::contact::contact_of_any;
use crate::epa::Expansion;
use crate::error::{Error, check_direction, check_length, check_vector};
use crate::minkowski::{Difference, Frame};
use crate::observe::Observer;
use crate::query::{Options, Query};
use crate::scalar::{Real, Scalar, dimension, largest, max, min, times, ulps, unit};
use crate::search::{BoundingPlane, CastEnd, End, Ray, RayCast, Search, erased, with_search};
use crate::shape::Ball;
use crate::simplex::{Cases, Searchable};
use crate::support::Support;
use crate::tolerance;
use crate::verdict::Undecided;
use nalgebra::{Point, SVector};

/// How two shapes move, each in a straight line, and for how long.
///
/// A vector or an array converts into one: it is the velocity of B, A is at rest, and the motion has no end.
///
/// ```
/// use gjk::{SupportExt, Velocities, cast, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.posed(Vector2::new(6.0, 0.0))?;
/// let both = Velocities { a: Vector2::new(1.0, 0.0), b: Vector2::new(-1.0, 0.0), until: None };
/// assert_eq!(cast(&square, &other, both)?.hit.unwrap().time, 2.0);
/// let too_short = Velocities { until: Some(1.0), ..Vector2::new(-2.0, 0.0).into() };
/// let found = cast(&square, &other, too_short)?;
/// assert!(found.hit.is_none() && found.lower == Some(1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Velocities<T: Scalar, const D: usize> {
    /// The velocity of A: how far it moves in a unit of time.
    pub a: SVector<T, D>,
    /// The velocity of B.
    pub b: SVector<T, D>,
    /// When the motion ends; `None` if it does not. Not negative.
    pub until: Option<T>,
}

impl<T: Scalar, const D: usize> Velocities<T, D> {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_vector(&self.a, "velocity of A")?;
        check_vector(&self.b, "velocity of B")?;
        self.until.as_ref().map_or(Ok(()), |until| check_length(until, "last time"))
    }
}

impl<T: Scalar, const D: usize> From<SVector<T, D>> for Velocities<T, D> {
    fn from(b: SVector<T, D>) -> Self {
        Self { a: SVector::zeros(), b, until: None }
    }
}

impl<T: Scalar, const D: usize> From<[T; D]> for Velocities<T, D> {
    fn from(b: [T; D]) -> Self {
        SVector::from(b).into()
    }
}

/// The answer of [`cast`] and [`raycast`]: when and where two moving shapes meet, if they do.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Cast<T: Scalar, const D: usize> {
    /// The first time at which they touch, and where.
    pub hit: Option<Hit<T, D>>,
    /// The sets do not meet before this time, with rounding accounted for. It is never later than the hit. After a miss
    /// it is the end of the motion, or `None` if the motion has no end. (If they meet at a time that
    /// overflows, there is no hit, and this is a large number.)
    pub lower: Option<T>,
    /// Why it is not known whether they meet, if it is not. Then `hit` is `None`, and `lower` still holds.
    pub undecided: Option<Undecided>,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
}

/// When and where two moving shapes first touch.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit<T: Scalar, const D: usize> {
    /// The time of impact, in the velocities' units.
    pub time: T,
    /// A unit vector from A towards B, perpendicular to a plane between them at that time; if they overlap at the start, the
    /// normal of their [contact](crate::contact()). `None` only if that is undecided.
    pub normal: Option<SVector<T, D>>,
    /// The point of A and the point of B that touch, where they are at that time; at the start those of the contact.
    pub points: [Point<T, D>; 2],
}

impl<T: Real, const D: usize> Cast<T, D> {
    /// This answer, given the motion again, but a miss if the shapes move apart or along each other from the hit: for characters,
    /// which may leave what they stand on.
    ///
    /// Convex shapes that move apart don't meet again, and those that overlap get no deeper. *Along each other* is within 64 ε of
    /// the speed.
    ///
    /// ```
    /// use gjk::{Query, Velocities, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
    /// let (floor, foot) = (Cuboid::new(Vector2::new(9.0, 1.0))?, Ball::new(Point2::new(0.0, 1.995), 1.0)?);
    /// for (x, y, lands) in [(1.0, -0.5, true), (1.0, 0.0, false), (1.0, 0.5, false)] {
    ///     let motion = Velocities { until: Some(1.0), ..Vector2::new(x, y).into() };
    ///     let found = Query::new().cast_within(0.01, &floor, &foot, motion.clone())?;
    ///     assert_eq!(found.hit.as_ref().unwrap().normal, Some(Vector2::y()));
    ///     assert_eq!(found.unless_separating(motion).hit.is_some(), lands);
    /// }
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn unless_separating(self, motion: impl Into<Velocities<T, D>>) -> Self {
        let Velocities { a, b, until } = motion.into();
        let velocity = b - a;
        let [first, second] = unit_of_velocity(&velocity);
        let velocity = velocity * first * second;
        let separates = |normal: &SVector<T, D>| velocity.dot(normal) >= -ulps(tolerance::ALONG, &largest(&velocity));
        match &self.hit {
            Some(Hit { normal: Some(normal), .. }) if separates(normal) => Self { hit: None, lower: until, ..self },
            _ => self,
        }
    }
}

/// When and where two shapes meet that move in straight lines, without turning. Either or both may move: see
/// [`Velocities`].
///
/// - *Touching or overlapping at the start*: a hit at time 0, with the normal and the points of their
///   [contact](crate::contact()). If they move apart from there, it may not matter: [`Cast::unless_separating`].
/// - *No relative motion*, as both are at rest or have the same velocity: a hit at 0 or a miss.
/// - *Sliding along each other's faces*: a hit at 0 if they touch, a miss if not.
/// - *Grazing*: if they overlap or miss by less than rounding, the answer may be a hit or a miss.
///
/// At the time of the hit the gap or overlap along the normal is at most 64 ε of the largest coordinate of A − B (128 ε
/// for cylinders and cones). The error of the time is at most that, divided by the speed along the normal. In no test
/// has the bound `lower` been too late; `certified::cast` proves it.
///
/// Complexity: 2 to 10 support evaluations as a rule. It takes a few times as long as a
/// [`distance`](crate::distance()).
///
/// # Errors
/// If a velocity is not finite, or so large that the difference of two overflows.
///
/// ```
/// use gjk::{SupportExt, cast, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid}};
/// let wall = Cuboid::new(Vector3::new(1.0_f64, 5.0, 5.0))?;
/// let ball = Ball::new(Point3::new(10.0, 0.5, 0.0), 1.0)?;
/// let found = cast(&wall, &ball, Vector3::new(-4.0, 0.0, 0.0))?;
/// let hit = found.hit.expect("it is on its way");
/// assert!((hit.time - 2.0).abs() < 1e-14 && found.lower <= Some(hit.time));
/// assert!((hit.points[0] - Point3::new(1.0, 0.5, 0.0)).norm() < 1e-14);
/// assert!((hit.normal.expect("apart at first") - Vector3::x()).norm() < 1e-14);
///
/// assert!(cast(&wall, &ball, Vector3::new(0.0, 1.0, 0.0))?.hit.is_none());
/// assert!(cast(&wall, &ball, Vector3::new(0.0, f64::NAN, 0.0)).is_err());
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn cast<T: Real, const D: usize>(
    a: &(impl Support<D, Scalar = T> + ?Sized),
    b: &(impl Support<D, Scalar = T> + ?Sized),
    motion: impl Into<Velocities<T, D>>,
) -> Result<Cast<T, D>, Error>
where
    Cases: Expansion<T, D>,
{
    solve(&Difference(a, b), &motion.into(), &T::zero(), &Options::default(), &mut (), &mut ())
}

/// Where and when a ray hits a shape, and the outward normal there. A ray that starts inside has a hit at time 0, and the
/// normal of the nearest way out.
///
/// At time t the ray is at `origin` + t · `direction`. The direction may have any length but 0. This is the [`cast`] of
/// a point, with the same promises.
///
/// # Errors
/// If the direction is zero, or a coordinate is not finite (or too large).
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Point2, Vector2}, raycast, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let seen = raycast(&square, &Point2::new(-5.0, 0.5), &Vector2::new(2.0, 0.0))?.hit.unwrap();
/// assert_eq!((seen.time, seen.normal, seen.points[0]), (2.0, Some(-Vector2::x()), Point2::new(-1.0, 0.5)));
/// assert!(raycast(&square, &Point2::new(-5.0, 0.5), &Vector2::new(0.0, 1.0))?.hit.is_none());
/// assert!(raycast(&square, &Point2::new(-5.0, 0.5), &Vector2::zeros()).is_err());
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn raycast<T: Real, const D: usize>(
    shape: &(impl Support<D, Scalar = T> + ?Sized),
    origin: &Point<T, D>,
    direction: &SVector<T, D>,
) -> Result<Cast<T, D>, Error>
where
    Cases: Expansion<T, D>,
{
    check_direction(direction, "direction")?;
    cast(shape, &Ball::point(origin.clone())?, direction.clone())
}

impl<T: Real, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// When two moving shapes meet, and where: see [`cast`].
    ///
    /// # Errors
    /// As [`cast`].
    pub fn cast<A, B>(&mut self, a: &A, b: &B, motion: impl Into<Velocities<T, D>>) -> Result<Cast<T, D>, Error>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Expansion<T, D>,
    {
        self.cast_of(&Difference(a, b), motion)
    }

    /// When two moving shapes come as near as a limit, and where: see [`cast`].
    ///
    /// ```
    /// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0_f64, 1.0))?;
    /// let other = square.posed(Vector2::new(6.0, 0.0))?;
    /// let found = Query::new().cast_within(1.0, &square, &other, Vector2::new(-2.0, 0.0))?;
    /// assert!((found.hit.unwrap().time - 1.5).abs() < 1e-14);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`cast`]; and for a limit that is negative or not finite.
    pub fn cast_within(
        &mut self,
        limit: T,
        a: &(impl Support<D, Scalar = T> + ?Sized),
        b: &(impl Support<D, Scalar = T> + ?Sized),
        motion: impl Into<Velocities<T, D>>,
    ) -> Result<Cast<T, D>, Error>
    where
        Cases: Expansion<T, D>,
    {
        self.cast_of_within(limit, &Difference(a, b), motion)
    }

    /// The cast of the coordinate origin, which moves, against a convex set. For a [`Difference`] it is the cast of B
    /// against A.
    ///
    /// # Errors
    /// As [`cast`].
    pub fn cast_of<C>(&mut self, set: &C, motion: impl Into<Velocities<T, D>>) -> Result<Cast<T, D>, Error>
    where
        C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    {
        self.cast_of_within(T::zero(), set, motion)
    }

    /// The cast of the coordinate origin against a convex set, which it hits when it is as near as a limit.
    ///
    /// # Errors
    /// As [`cast`]; and for a limit that is negative or not finite.
    #[expect(clippy::needless_pass_by_value, reason = "a limit is a number, which callers write where they ask")]
    pub fn cast_of_within<C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>>(
        &mut self,
        limit: T,
        set: &C,
        motion: impl Into<Velocities<T, D>>,
    ) -> Result<Cast<T, D>, Error> {
        let Self { options, observer, cache } = self;
        solve(set, &motion.into(), &limit, options, observer, cache)
    }

    /// Where a ray hits a shape: see [`raycast`]. To let it pass at a distance, [swell](crate::SupportExt::swollen) the shape.
    ///
    /// # Errors
    /// As [`raycast`].
    pub fn raycast(
        &mut self,
        shape: &(impl Support<D, Scalar = T> + ?Sized),
        origin: &Point<T, D>,
        direction: &SVector<T, D>,
    ) -> Result<Cast<T, D>, Error>
    where
        Cases: Expansion<T, D>,
    {
        check_direction(direction, "direction")?;
        self.cast(shape, &Ball::point(origin.clone())?, direction.clone())
    }
}

fn solve<T: Real, C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>, const D: usize>(
    set: &C,
    velocities: &Velocities<T, D>,
    within: &T,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
    caches: &mut impl Caches<T, D>,
) -> Result<Cast<T, D>, Error> {
    let frame = set.frame();
    let plan = Plan::new(velocities, within, options, &frame)?;
    let (ray_cast, evaluations) = with_search!(C, set, &frame, options, observer, |search| {
        let ray_cast = plan.follow(search, caches.cache());
        (ray_cast, search.evaluations())
    });
    Ok(plan.answer(&ray_cast, set, &frame, evaluations))
}

/// A cast at the frame's scale.
pub(crate) struct Plan<'q, T: Real, const D: usize> {
    velocities: &'q Velocities<T, D>,
    pub(crate) options: &'q Options<T, D>,
    pub(crate) ray: Ray<T, D>,
    /// The unit of the ray's time, in the velocities' units. It is the product of these powers of two, which may overflow or
    /// underflow.
    unit: [T; 3],
}

impl<'q, T: Real, const D: usize> Plan<'q, T, D> {
    pub(crate) fn new(
        velocities: &'q Velocities<T, D>,
        within: &T,
        options: &'q Options<T, D>,
        frame: &Frame<T, D>,
    ) -> Result<Self, Error> {
        velocities.check()?;
        check_length(within, "separation to stop at")?;
        // Velocities have their own scale: they may be much larger or smaller than coordinates.
        let velocity = &velocities.b - &velocities.a;
        let [first, second] = unit_of_velocity(&velocity);
        let velocity = velocity * first.clone() * second.clone();
        let unit = [first, T::one() / frame.scale.clone(), second];
        let margin = frame.margin.clone() + within.clone() * frame.scale.clone();
        // By this time the origin has passed A − B: at unit scale its largest coordinate grows by at least 1 in a unit
        // of time.
        let passed = times(2, &(frame.size.clone() + margin.clone()));
        let until = match &velocities.until {
            Some(until) => {
                let until = times_powers(until.clone(), unit.clone().map(|power| T::one() / power));
                min(passed, until)
            }
            None => passed,
        };
        Ok(Self { velocities, options, ray: Ray { velocity, until, margin }, unit })
    }

    /// Converts a time of the ray to the velocities' units. It may be infinite.
    pub(crate) fn time(&self, time: &T) -> T {
        times_powers(time.clone(), self.unit.clone())
    }

    /// Converts a time of the ray that is a lower bound: the result is finite.
    pub(crate) fn bound(&self, time: &T) -> T {
        bound(self.time(time))
    }

    /// Searches for a separating axis, starting from a cache if there is one. If there is an axis, the cast goes on from
    /// there.
    pub(crate) fn follow<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
        &self,
        search: &mut Search<'_, C, O, D>,
        cache: Option<&mut Cache<T, D>>,
    ) -> RayCast<T, D> {
        if let Some(cache) = cache.as_deref() {
            search.resume_along(cache);
        }
        let end = match search.decide_cores() {
            End::Separated => return search.cast_from(cache, &self.ray),
            End::Undecided(why) => CastEnd::Undecided(why),
            _ => CastEnd::Hit,
        };
        RayCast { end, time: T::zero(), plane: None, ends: [SVector::zeros(), SVector::zeros()] }
    }

    /// Converts what the cast found into the answer.
    pub(crate) fn answer<C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>>(
        &self,
        ray_cast: &RayCast<T, D>,
        set: &C,
        frame: &Frame<T, D>,
        evaluations: u32,
    ) -> Cast<T, D> {
        let missed = Cast { hit: None, lower: self.velocities.until.clone(), undecided: None, evaluations };
        let lower = Some(self.bound(&self.lower(ray_cast, frame)));
        match ray_cast.end {
            CastEnd::Undecided(why) => Cast { lower, undecided: Some(why), ..missed },
            CastEnd::Miss => missed,
            CastEnd::Hit => {
                let time = self.time(&ray_cast.time);
                // The time overflows.
                if !time.in_range() {
                    return Cast { lower: missed.lower.or(lower), ..missed };
                }
                let (hit, more) = match &ray_cast.plane {
                    Some(plane) => (self.hit(time, plane, ray_cast, set.margins(), &frame.reference), 0),
                    None => self.at_once(set, evaluations),
                };
                Cast { hit: Some(hit), lower, evaluations: evaluations + more, ..missed }
            }
        }
    }

    /// A time before which the last plane keeps the sets apart, with rounding accounted for. Level and speed are sums
    /// of D products. The support point may be a few ε short of the farthest point, and more if the shapes are posed.
    fn lower(&self, ray_cast: &RayCast<T, D>, frame: &Frame<T, D>) -> T {
        let Some(BoundingPlane { axis, level }) = &ray_cast.plane else { return T::zero() };
        let length = axis.iter().fold(T::zero(), |sum, component| sum + component.abs());
        let doubt = (ulps(tolerance::CAST_PLANE, &frame.size) + ulps(tolerance::CAST_MARGIN, &self.ray.margin))
            * length.clone();
        let speed = self.ray.velocity.dot(axis);
        let slack = ulps(tolerance::cast_speed(dimension::<D>()), &largest(&self.ray.velocity)) * length;
        let lower = max(T::zero(), (-level.clone() - doubt) / (slack - speed));
        min(ray_cast.time.clone(), lower)
    }

    /// The hit after some motion.
    fn hit(
        &self,
        time: T,
        plane: &BoundingPlane<T, D>,
        ray_cast: &RayCast<T, D>,
        [margin_a, margin_b]: [T; 2],
        reference: &Point<T, D>,
    ) -> Hit<T, D> {
        let normal = unit(&plane.axis);
        let [a, b] = &ray_cast.ends;
        let Velocities { a: velocity_a, b: velocity_b, .. } = self.velocities;
        let points = [
            reference + (a + &normal * margin_a + velocity_a * time.clone()),
            reference + (b - &normal * margin_b + velocity_b * time.clone()),
        ];
        Hit { time, normal: Some(normal), points }
    }

    /// A hit at time 0, after some evaluations.
    fn at_once<C>(&self, set: &C, used: u32) -> (Hit<T, D>, u32)
    where
        C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    {
        let max_evaluations = self.options.max_evaluations.saturating_sub(used);
        let options = Options { max_evaluations, ..self.options.clone() };
        let found = if const { C::KEEPS_IN_RANGE } {
            contact_of_any(set, &options)
        } else {
            contact_of_any(&erased(set), &options)
        };
        let normal = found.undecided.is_none().then_some(found.normal);
        (Hit { time: T::zero(), normal, points: found.points }, found.evaluations)
    }
}

/// A time as a lower bound: the largest power of two if the time overflows.
pub(crate) fn bound<T: Scalar>(time: T) -> T {
    if time.in_range() {
        return time;
    }
    // 0 for a NaN.
    let mut power = if time > T::zero() { T::one() } else { T::zero() };
    while !power.is_zero() && times(2, &power).in_range() {
        power = times(2, &power);
    }
    power
}

/// The power of two that brings a velocity to unit scale, as a product: for subnormal numbers one factor is not enough.
pub(crate) fn unit_of_velocity<T: Scalar, const D: usize>(velocity: &SVector<T, D>) -> [T; 2] {
    let first = largest(velocity).unit_scale();
    let size = largest(velocity) * first.clone();
    let second = if size < T::one() && !size.is_zero() { size.unit_scale() } else { T::one() };
    [first, second]
}

/// A number times powers of two. The product of the powers may overflow though the result does not. So they are multiplied one
/// by one, each time one that brings the result back towards 1, if there is one.
pub(crate) fn times_powers<T: Real>(mut x: T, mut powers: [T; 3]) -> T {
    for k in 0..3 {
        for other in k + 1..3 {
            if (powers[other] < powers[k]) == (x.abs() >= T::one()) {
                powers.swap(k, other);
            }
        }
        x *= powers[k].clone();
    }
    x
}
