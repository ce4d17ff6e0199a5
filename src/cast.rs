//! Casts: when and where sets that move in straight lines meet, and where a ray hits a set.

mod along;

pub use along::depth_along;

use crate::cache::{Cache, Caches};
use crate::contact::contact_once;
use crate::error::{Error, check_direction, check_length};
use crate::minkowski::Frame;
use crate::moving::{IntoMoving, OneMoves, Pair, Velocities, pair};
use crate::query::{Options, Query};
use crate::scalar::{Real, Scalar, dimension, largest, max, min, times, ulps, unit};
use crate::search::{BoundingPlane, End, Ray, RayCast, Search, asked, is_inlined, not_inlined, with_pair, with_search};
use crate::simplex::{Cases, Searchable};
use crate::{
    closed_form, coordinates::Coordinates, epa::Expansion, observe::Observer, shape::Ball, support::Support, tolerance,
    verdict::Undecided,
};
use nalgebra::{Point, SVector};

/// The answer of [`shape_cast`]: when and where two shapes meet, if they do.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ShapeCast<T: Scalar, const D: usize> {
    /// The first time at which they touch, and where.
    pub hit: Option<Hit<T, D>>,
    /// A time before which the sets do not meet, with rounding accounted for. It is at most the time of the hit or,
    /// after a miss, the end of the motion, if there is one. If the time of a hit overflows, `hit` is `None`, and this
    /// is a large number.
    pub lower: Option<T>,
    /// The reason if it is unknown whether they meet, or along which normal. Then `hit` is `None`, and `lower` holds.
    pub undecided: Option<Undecided>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
    /// Whether the shapes move apart or along each other from the hit.
    pub(crate) separates: bool,
    pub(crate) until: Option<T>,
}

/// The time and place at which two moving shapes first touch.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit<T: Scalar, const D: usize> {
    /// The time of impact, in the velocities' units.
    pub time: T,
    /// The unit normal, from A towards B, of a plane between them at that time; for a hit at the start, the normal of the
    /// [contact](crate::contact()).
    pub normal: SVector<T, D>,
    /// The touching points of A and B at that time; for a hit at the start, the points of the contact. A skin keeps
    /// them apart.
    pub points: [Point<T, D>; 2],
}

/// A ray's hit on a shape: see [`raycast`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RayHit<T: Scalar, const D: usize> {
    /// The time: the ray is at `origin` + `time` · `direction`. For a direction of length 1 it is the distance.
    pub time: T,
    /// The hit point of the shape. For a ray that starts inside, the nearest point of the boundary.
    pub point: Point<T, D>,
    /// The outward unit normal of the shape there.
    pub normal: SVector<T, D>,
}

impl<T: Scalar, const D: usize> ShapeCast<T, D> {
    pub(crate) fn miss(until: Option<T>, evaluations: u32) -> Self {
        Self { hit: None, lower: until.clone(), undecided: None, evaluations, separates: false, until }
    }

    /// Undecided, but with no meeting before `lower`.
    pub(crate) fn unknown(why: Undecided, lower: T, evaluations: u32) -> Self {
        Self { lower: Some(lower), undecided: Some(why), ..Self::miss(None, evaluations) }
    }

    /// This answer, or a miss if at the hit the shapes move apart or along each other (within 64 ε of the speed). So a
    /// character may leave its ground. Convex shapes that move apart don't meet again.
    ///
    /// ```
    /// use gjk::{SupportExt, shape::{Ball, Cuboid}, shape_cast};
    /// let (floor, foot) = (Cuboid::new([9.0, 1.0])?, Ball::at([0.0, 1.995], 1.0)?);
    /// for (x, y, lands) in [(1.0, -0.5, true), (1.0, 0.0, false), (1.0, 0.5, false)] {
    ///     let found = shape_cast(&floor, foot.moving([x, y]).until(1.0).with_skin(0.01))?;
    ///     assert_eq!(found.hit.as_ref().unwrap().normal.y, 1.0);
    ///     assert_eq!(found.unless_separating().hit.is_some(), lands);
    /// }
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn unless_separating(self) -> Self {
        if self.separates { Self { hit: None, lower: self.until.clone(), separates: false, ..self } } else { self }
    }
}

impl<T: Real, const D: usize> ShapeCast<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn of(hit: Hit<T, D>, lower: Option<T>, velocities: &Velocities<T, D>, evaluations: u32) -> Self {
        let velocity = &velocities.b - &velocities.a;
        let [first, second] = unit_of_velocity(&velocity);
        Self::along(&(velocity * first * second), hit, lower, velocities, evaluations)
    }

    /// A hit, for the relative velocity at unit scale.
    #[cfg_attr(fast, inline(always))]
    fn along(
        velocity: &SVector<T, D>,
        hit: Hit<T, D>,
        lower: Option<T>,
        velocities: &Velocities<T, D>,
        evaluations: u32,
    ) -> Self {
        let separates = velocity.dot(&hit.normal) >= -ulps(tolerance::ALONG, &largest(velocity));
        let until = velocities.until.clone();
        // As `unless_separating`, which would copy the answer.
        let leaves = velocities.leaves && separates;
        let (hit, lower) = if leaves { (None, until.clone()) } else { (Some(hit), lower) };
        Self { hit, lower, undecided: None, evaluations, separates: separates && !leaves, until }
    }

    pub(crate) fn ray_hit(self) -> Result<Option<RayHit<T, D>>, Error> {
        match self.undecided {
            Some(why) => Err(Error::Undecided(why)),
            None => Ok(self.hit.map(|Hit { time, normal, points: [point, _] }| RayHit { time, point, normal })),
        }
    }
}

/// The time and place at which two shapes meet if they move in straight lines, without turning.
/// `shape.`[`moving`](crate::SupportExt::moving)`(velocity)` moves; a reference to a shape stands still.
///
/// `shape.`[`stepping`](crate::SupportExt::stepping)`(step, skin)` is the step of a character. It stops a little before
/// an obstacle, and the time of the hit is the fraction of the step that it can go.
///
/// A call in which neither shape moves does not compile:
///
/// ```compile_fail,E0277
/// # use gjk::{shape::Ball, shape_cast};
/// let ball = Ball::<f64, 2>::new(1.0)?;
/// shape_cast(&ball, &ball)?;
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// - *Touching or overlapping at the start*: a hit at time 0, with the normal and the points of their
///   [contact](crate::contact()). [`ShapeCast::unless_separating`] ignores it if they move apart.
/// - *No relative motion*: a hit at 0 or a miss.
/// - *Sliding along each other's faces*: a hit at 0 if they touch, a miss if not.
/// - *Grazing*: if they overlap or miss by less than rounding, a hit or a miss.
///
/// At the time of the hit the gap or overlap along the normal is at most 64 ε of the largest coordinate of A − B (128 ε
/// for cylinders and cones). The error of the time is at most this, divided by the speed along the normal.
/// `certified::shape_cast` proves `lower`. Complexity: 2 to 10 support evaluations as a rule.
///
/// # Errors
/// If a velocity or a difference of two is not finite; if the end of a motion or a skin is negative or not finite.
///
/// ```
/// use gjk::{SupportExt, shape::{Ball, Cuboid}, shape_cast};
/// let wall = Cuboid::new([1.0_f64, 5.0, 5.0])?;
/// let ball = Ball::at([10.0, 0.5, 0.0], 1.0)?;
/// let found = shape_cast(&wall, ball.moving([-4.0, 0.0, 0.0]))?;
/// let hit = found.hit.expect("it is on its way");
/// assert!((hit.time - 2.0).abs() < 1e-14 && found.lower <= Some(hit.time));
/// assert!((hit.points[0].x - 1.0).abs() < 1e-14 && (hit.normal.x - 1.0).abs() < 1e-14);
///
/// // With the ball named first, the normal is from the ball towards the wall.
/// assert!((shape_cast(ball.moving([-4.0, 0.0, 0.0]), &wall)?.hit.unwrap().normal.x + 1.0).abs() < 1e-14);
/// assert!(shape_cast(&wall, ball.moving([0.0, 1.0, 0.0]))?.hit.is_none());
/// assert!(shape_cast(&wall, ball.moving([0.0, f64::NAN, 0.0])).is_err());
/// # Ok::<(), gjk::Error>(())
/// ```
#[doc(alias = "cast")]
#[doc(alias = "sweep")]
pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T: Real, const D: usize>(
    a: A,
    b: B,
) -> Result<ShapeCast<T, D>, Error>
where
    (A, B): OneMoves,
    Cases: Expansion<T, D>,
{
    Query::new().shape_cast(a, b)
}

/// The time and place at which a ray hits a shape, and the outward normal there; `None` if it misses. A ray that starts
/// inside has a hit at time 0, with the normal of the nearest way out.
///
/// At time t the ray is at `origin` + t · `direction`, of any length but 0. This is the [`shape_cast`] of a point. Balls, capsules, boxes and
/// polygons of up to eight vertices have closed forms.
///
/// # Errors
/// If the direction is zero, or a coordinate not finite (or too large); [`Error::Undecided`] for an undecided query.
///
/// ```
/// use gjk::{raycast, shape::Cuboid};
/// let square = Cuboid::new([1.0, 1.0])?;
/// let seen = raycast(&square, [-5.0, 0.5], [2.0, 0.0])?.expect("it is in front");
/// assert_eq!((seen.time, seen.normal.x, seen.point.x), (2.0, -1.0, -1.0));
/// assert!(raycast(&square, [-5.0, 0.5], [0.0, 1.0])?.is_none());
/// assert!(raycast(&square, [-5.0, 0.5], [0.0, 0.0]).is_err());
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn raycast<T: Real, const D: usize>(
    shape: &(impl Support<D, Scalar = T> + ?Sized),
    origin: impl Coordinates<T, D>,
    direction: impl Coordinates<T, D>,
) -> Result<Option<RayHit<T, D>>, Error>
where
    Cases: Expansion<T, D>,
{
    Query::new().raycast(shape, origin, direction)
}

impl<T: Real, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// The time and place at which two shapes meet: see [`shape_cast`].
    ///
    /// # Errors
    /// As [`shape_cast`].
    pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>>(&mut self, a: A, b: B) -> Result<ShapeCast<T, D>, Error>
    where
        (A, B): OneMoves,
        Cases: Expansion<T, D>,
    {
        let Pair { a, b, velocities, skin } = pair(a, b);
        with_pair!(A::Shape, B::Shape, &a, &b, |set| self.shape_cast_of_within(skin, set, velocities))
    }

    /// The cast of the moving coordinate origin against a convex set; for a [`Difference`](crate::Difference), of B against A.
    ///
    /// # Errors
    /// As [`shape_cast`].
    pub fn shape_cast_of<C>(&mut self, set: &C, motion: impl Into<Velocities<T, D>>) -> Result<ShapeCast<T, D>, Error>
    where
        C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    {
        self.shape_cast_of_within(T::zero(), set, motion)
    }

    /// The cast of the coordinate origin against a convex set, with a hit where it is as near as a limit.
    ///
    /// # Errors
    /// As [`shape_cast`]; and for a limit that is negative or not finite.
    #[expect(clippy::needless_pass_by_value, reason = "a limit is a number, which callers write where they ask")]
    pub fn shape_cast_of_within<C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>>(
        &mut self,
        limit: T,
        set: &C,
        motion: impl Into<Velocities<T, D>>,
    ) -> Result<ShapeCast<T, D>, Error> {
        let (Self { options, observer, cache }, frame, velocities) = (self, set.frame(), motion.into());
        let options = &*options;
        let plan = Plan::new(&velocities, &limit, options, &frame)?;
        // In a closure: the compiler leaves it out of line where that saves registers.
        let cast = || closed_form::cast(set, &frame, &plan.ray);
        if options.allow_closed_forms(observer)
            && let Some(ray_cast) = if const { C::KEEPS_IN_RANGE } { not_inlined(cast) } else { cast() }
        {
            return plan.answer(&ray_cast, set, &frame, 0);
        }
        let (ray_cast, evaluations) = not_inlined(|| {
            with_search!(C, set, &frame, options, observer, |search| {
                let ray_cast = plan.follow(search, cache.cache());
                (ray_cast, search.evaluations)
            })
        });
        plan.answer(&ray_cast, set, &frame, evaluations)
    }

    /// A ray's hit on a shape: see [`raycast`]. To let it pass at a distance, [swell](crate::SupportExt::swollen) the shape.
    ///
    /// # Errors
    /// As [`raycast`].
    pub fn raycast<S: Support<D, Scalar = T> + ?Sized>(
        &mut self,
        shape: &S,
        origin: impl Coordinates<T, D>,
        direction: impl Coordinates<T, D>,
    ) -> Result<Option<RayHit<T, D>>, Error>
    where
        Cases: Expansion<T, D>,
    {
        let direction = direction.vector();
        check_direction(&direction, "direction")?;
        let origin = origin.point();
        let point = Ball::point(&origin)?;
        let ray = || closed_form::ray(asked(&shape), &origin, &direction);
        if self.options.allow_closed_forms(&self.observer)
            && let Some(found) = if const { is_inlined::<S>() } { ray() } else { not_inlined(ray) }
        {
            let closed_form::HitOrMiss::Hit(at) = found else { return Ok(None) };
            return Ok(Some(RayHit { time: at.time, point: origin + at.point, normal: at.normal }));
        }
        with_pair!(S, Ball<T, D>, shape, &point, |set| self.shape_cast_of(set, direction))?.ray_hit()
    }
}

pub(crate) struct Plan<'q, T: Real, const D: usize> {
    velocities: &'q Velocities<T, D>,
    pub(crate) options: &'q Options<T, D>,
    pub(crate) ray: Ray<T, D>,
    /// The unit of the ray's time, in the velocities' units: the product of these powers of two, which may overflow.
    unit: [T; 3],
}

impl<'q, T: Real, const D: usize> Plan<'q, T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn new(
        velocities: &'q Velocities<T, D>,
        within: &T,
        options: &'q Options<T, D>,
        frame: &Frame<T, D>,
    ) -> Result<Self, Error> {
        velocities.check()?;
        check_length(within, "separation to stop at")?;
        // Velocities have their own scale.
        let velocity = &velocities.b - &velocities.a;
        let [first, second] = unit_of_velocity(&velocity);
        let velocity = velocity * first.clone() * second.clone();
        let unit = [first, T::one() / frame.scale.clone(), second];
        let margin = frame.margin.clone() + within.clone() * frame.scale.clone();
        // By then the origin has passed A − B: at unit scale a coordinate grows by at least 1 in a unit of time.
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

    /// Converts a time of the ray to the velocities' units. The result may be infinite.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn time(&self, time: &T) -> T {
        times_powers(time.clone(), self.unit.clone())
    }

    /// Converts a lower bound of the ray's time; the result is finite.
    pub(crate) fn bound(&self, time: &T) -> T {
        bound(self.time(time))
    }

    /// Searches for a separating axis, from a cache if there is one, and casts from there.
    pub(crate) fn follow<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
        &self,
        search: &mut Search<'_, C, O, D>,
        cache: Option<&mut Cache<T, D>>,
    ) -> RayCast<T, D> {
        if let Some(cache) = cache.as_deref() {
            search.resume_along(cache);
        }
        let end = search.decide_cores();
        if end == End::Separated {
            return search.cast_from(cache, &self.ray);
        }
        RayCast { end, time: T::zero(), plane: None, ends: [SVector::zeros(), SVector::zeros()] }
    }

    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::unnecessary_wraps, reason = "as the query returns it: to wrap it there would copy it")]
    pub(crate) fn answer<C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>>(
        &self,
        ray_cast: &RayCast<T, D>,
        set: &C,
        frame: &Frame<T, D>,
        evaluations: u32,
    ) -> Result<ShapeCast<T, D>, Error> {
        let missed = || ShapeCast::miss(self.velocities.until.clone(), evaluations);
        let lower = self.bound(&self.lower(ray_cast, frame));
        match ray_cast.end {
            End::Separated => Ok(missed()),
            End::Undecided(why) => Ok(ShapeCast::unknown(why, lower, evaluations)),
            _ => {
                let time = self.time(&ray_cast.time);
                // The time overflows.
                if !time.in_range() {
                    let missed = missed();
                    return Ok(ShapeCast { lower: missed.lower.or(Some(lower)), ..missed });
                }
                let Some(plane) = &ray_cast.plane else { return Ok(self.at_once(set, evaluations)) };
                let ([margin_a, margin_b], [a, b]) = (set.margins(), &ray_cast.ends);
                let Velocities { a: velocity_a, b: velocity_b, .. } = self.velocities;
                let normal = unit(&plane.axis);
                let points = [
                    &frame.reference + (a + &normal * margin_a + velocity_a * time.clone()),
                    &frame.reference + (b - &normal * margin_b + velocity_b * time.clone()),
                ];
                let hit = Hit { time, normal, points };
                Ok(ShapeCast::along(&self.ray.velocity, hit, Some(lower), self.velocities, evaluations))
            }
        }
    }

    /// A time before which the last plane keeps the sets apart, with rounding accounted for. Level and speed are sums
    /// of D products. The support point may be a few ε short, and more for posed shapes.
    #[cfg_attr(fast, inline(always))]
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

    /// The hit at time 0, after some evaluations.
    #[cold]
    fn at_once<C>(&self, set: &C, used: u32) -> ShapeCast<T, D>
    where
        C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    {
        let max_evaluations = self.options.max_evaluations.saturating_sub(used);
        let options = Options { max_evaluations, ..self.options.clone() };
        let found = contact_once::<T, C::Cases, D>(set, options);
        let evaluations = used + found.evaluations;
        if let Some(why) = found.undecided {
            return ShapeCast::unknown(why, T::zero(), evaluations);
        }
        let hit = Hit { time: T::zero(), normal: found.normal, points: found.points };
        ShapeCast::along(&self.ray.velocity, hit, Some(T::zero()), self.velocities, evaluations)
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

/// The power of two that brings a velocity to unit scale, as a product: one factor is not enough for subnormal numbers.
pub(crate) fn unit_of_velocity<T: Scalar, const D: usize>(velocity: &SVector<T, D>) -> [T; 2] {
    let first = largest(velocity).unit_scale();
    let size = largest(velocity) * first.clone();
    let second = if size < T::one() && !size.is_zero() { size.unit_scale() } else { T::one() };
    [first, second]
}

/// A number times three powers of two, rounded once unless it leaves the range.
#[cfg_attr(fast, inline(always))]
pub(crate) fn times_powers<T: Real>(x: T, [p, q, r]: [T; 3]) -> T {
    // A power of two that is in range is exact, even if it is subnormal.
    let product = p.clone() * q.clone() * r.clone();
    if product > T::zero() && product.in_range() { x * product } else { times_far_powers(x, [p, q, r]) }
}

/// A number times powers of two whose product is out of range: multiplies first by one that brings the result to 1.
#[cold]
fn times_far_powers<T: Real>(mut x: T, mut powers: [T; 3]) -> T {
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
