//! All answers about a half-space: its plane is the only candidate, so one support point of the shape is enough.

use crate::cast::{Hit, RayHit, ShapeCast, bound, times_powers, unit_of_velocity};
use crate::distance::{Distance, Projection};
use crate::error::{Error, check_direction, check_length};
use crate::manifold::{Manifold, ManifoldOptions};
use crate::moving::{IntoMoving, Moving, Velocities};
use crate::scalar::{Real, Scalar, dimension, dot, is_nan, largest, max, norm, ulps};
use crate::shape::{Ball, HalfSpace, SupportExt};
use crate::simplex::{Feature, FeatureIds};
use crate::support::{Support, SupportOffset};
use crate::{
    contact::Contact, coordinates::Coordinates, query::Within, scalar::doubled::Doubled, tolerance, verdict::Undecided,
    vertex::VertexId,
};
use nalgebra::{Point, SVector};

struct Lowest<T: Scalar, const D: usize> {
    /// The origin of `offset`: the shape's center if it is known, so that only nearby numbers are subtracted.
    from: Point<T, D>,
    /// The deepest point of the shape's core.
    offset: SVector<T, D>,
    id: VertexId,
    /// The power of two that brings the largest length here to unit scale.
    scale: T,
    /// The height of the core's deepest point above the plane, times the length of the direction and `scale`.
    height: T,
    /// The shape's margin, times `scale`.
    margin: T,
}

impl<T: Scalar, const D: usize> HalfSpace<T, D> {
    /// Returns whether a shape and the half-space share a point; touching counts. See
    /// [`intersects`](crate::intersects()).
    pub fn intersects<S: Support<D, Scalar = T> + ?Sized>(&self, shape: &S) -> bool {
        !self.clears(&self.lowest(shape))
    }

    /// Returns whether a point is in the half-space or on its boundary. See [`contains`](crate::contains()).
    pub fn contains(&self, point: impl Coordinates<T, D>) -> bool {
        let point = point.point();
        let displacement = point - &self.anchor;
        let scale = max(largest(&displacement), self.level.abs()).unit_scale();
        self.direction.dot(&(displacement * scale.clone())) <= self.level.clone() * scale
    }

    /// The point of the half-space nearest to a given one. See [`project`](crate::project()).
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::HalfSpace};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let above = ground.project(&Point2::new(3.0, 4.0));
    /// assert_eq!((above.point, above.distance, above.inside), (Point2::new(3.0, 0.0), 4.0, false));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn project(&self, point: impl Coordinates<T, D>) -> Projection<T, D>
    where
        T: Real,
    {
        let point = point.point();
        Projection::of(&point, self.distance(&point))
    }

    fn lowest<S: Support<D, Scalar = T> + ?Sized>(&self, shape: &S) -> Lowest<T, D> {
        let from = shape.center().unwrap_or_else(|| self.anchor.clone());
        let SupportOffset { offset, id } = shape.support_from(&-&self.direction, &from);
        let displacement = &from - &self.anchor;
        let margin = shape.margin();
        let sizes = [largest(&displacement), self.level.abs(), margin.clone()];
        let scale = sizes.into_iter().fold(largest(&offset), max).unit_scale();
        // Two dot products keep the rounding of a large displacement out of the shape's own part.
        let there = self.direction.dot(&(displacement * scale.clone())) - self.level.clone() * scale.clone();
        let height = there + self.direction.dot(&(&offset * scale.clone()));
        Lowest { from, offset, id, height, margin: margin * scale.clone(), scale }
    }

    /// Returns whether the core is above the plane by more than the margin: height / |direction| > margin. False
    /// for a NaN.
    fn clears(&self, lowest: &Lowest<T, D>) -> bool {
        let Lowest { height, margin, .. } = lowest;
        // Scaled again for the squares.
        let scale = max(height.clone(), margin.clone()).unit_scale();
        let [height, margin] = [height, margin].map(|length| length.clone() * scale.clone());
        height > T::zero() && height.clone() * height > margin.clone() * margin * self.direction.dot(&self.direction)
    }
}

impl<T: Real, const D: usize> HalfSpace<T, D> {
    /// The distance of a shape (0 if they intersect), and the nearest points. See [`distance`](crate::distance()).
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::{Ball, HalfSpace}};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let found = ground.distance(&Ball::at(Point2::new(3.0, 5.0), 1.0)?);
    /// assert_eq!((found.distance, found.points), (4.0, [Point2::new(3.0, 0.0), Point2::new(3.0, 4.0)]));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn distance<S: Support<D, Scalar = T> + ?Sized>(&self, shape: &S) -> Distance<T, D> {
        let Contact { separation, normal, points, lower, undecided, evaluations, .. } = self.contact(shape);
        let zero = T::zero();
        let [projection, deepest] = points;
        let apart = separation > zero;
        let feature = Feature::none(&deepest);
        Distance {
            distance: max(zero.clone(), separation),
            normal: apart.then_some(normal),
            lower: max(zero, lower),
            points: [if apart { projection } else { deepest.clone() }, deepest],
            undecided,
            evaluations,
            feature,
        }
    }

    /// The signed separation of a shape from the half-space, with the normal and the points. The half-space is A, the
    /// shape is B. One support evaluation; the bounds are the separation itself. See [`contact`](crate::contact()).
    ///
    /// ```
    /// use gjk::{contact, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid, HalfSpace}};
    /// let (slope, stone) = (HalfSpace::new(Vector2::new(3.0, 4.0), 0.0)?, Cuboid::new(Vector2::new(1.0, 1.0))?);
    /// let mut ball = Point2::new(0.0, 2.0);
    /// // Out of the stone, and out of the slope: the same code for both.
    /// for _ in 0..10 {
    ///     let there = Ball::at(ball, 1.5)?;
    ///     for hit in [contact(&stone, &there), slope.contact(&there)] {
    ///         ball += hit.normal * hit.depth();
    ///     }
    /// }
    /// assert!(!slope.contact(&Ball::at(ball, 1.499)?).intersects());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn contact<S: Support<D, Scalar = T> + ?Sized>(&self, shape: &S) -> Contact<T, D> {
        let lowest = self.lowest(shape);
        let clears = self.clears(&lowest);
        let Lowest { from, offset, id, scale, height, margin } = lowest;
        // The direction is at unit scale, so its square neither overflows nor vanishes.
        let length = self.direction.dot(&self.direction).sqrt();
        let normal = &self.direction / length.clone();
        let height = height / length;
        let signed = (height.clone() - margin.clone()) / scale.clone();
        let undecided = is_nan(&signed).then_some(Undecided::NotANumber);
        // If rounding gave the difference the other sign, the verdict is right.
        let separation = match (clears, signed > T::zero()) {
            _ if undecided.is_some() => T::zero(),
            (true, false) => T::smallest(),
            (false, true) => T::zero(),
            _ => signed,
        };
        let deepest = &offset - &normal * (margin / scale.clone());
        let projection = offset - &normal * (height / scale);
        let points = [&from + projection, &from + deepest];
        Contact {
            lower: separation.clone(),
            upper: separation.clone(),
            separation,
            normal,
            points,
            undecided,
            evaluations: 1,
            feature: FeatureIds::vertex_of_b(id),
        }
    }

    /// The manifold with a shape within the prediction, else [`Within::Beyond`]. The half-space is A.
    ///
    /// ```
    /// use gjk::{SupportExt, nalgebra::{Isometry2, Vector2}, shape::{Cuboid, HalfSpace}};
    /// let ground = HalfSpace::<f64, 2>::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let stone = Cuboid::new(Vector2::new(1.0, 0.5))?.posed(Isometry2::new(Vector2::new(3.0, 0.5), 0.001))?;
    /// let touch = ground.manifold(&stone, 0.01).near().expect("it does");
    /// assert!(touch.points().len() == 2 && touch.points().iter().all(|point| point.separation.abs() < 0.002));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn manifold(
        &self,
        b: &(impl Support<D, Scalar = T> + ?Sized),
        options: impl Into<ManifoldOptions<T, D>>,
    ) -> Within<Manifold<T, D>, T, D> {
        let (contact, options) = (self.contact(b), options.into());
        if contact.separation <= options.prediction {
            Within::Near(Manifold::of_half_space(b, &contact, options, None))
        } else {
            Within::Beyond(contact.into())
        }
    }

    /// The time at which a [moving](crate::SupportExt::moving) shape meets the half-space. The half-space is A, the
    /// shape B. One support evaluation; see [`shape_cast`](crate::shape_cast()). At the time of the hit the shape is at
    /// most 64 ε of the largest coordinate at the start away from the plane, however far it has gone along the plane.
    ///
    /// # Errors
    /// As [`shape_cast`](crate::shape_cast()).
    ///
    /// ```
    /// use gjk::{SupportExt, nalgebra::{Point2, Vector2}, shape::{Ball, HalfSpace}};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let ball = Ball::at(Point2::new(0.0, 5.0), 1.0)?;
    /// let hit = ground.shape_cast(ball.moving([3.0, -2.0]))?.hit.expect("it falls");
    /// assert_eq!((hit.time, hit.points[1], hit.normal), (2.0, Point2::new(6.0, 0.0), Vector2::y()));
    /// assert!(ground.shape_cast(ball.moving([3.0, 0.0]))?.hit.is_none());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn shape_cast(&self, shape: impl IntoMoving<T, D>) -> Result<ShapeCast<T, D>, Error> {
        let Moving { shape, velocity, until, skin, leaves } = shape.into_moving();
        let velocities = Velocities { a: SVector::zeros(), b: velocity.clone(), until, leaves };
        velocities.check()?;
        check_length(&skin, "skin")?;
        let Contact { separation, normal, points, undecided, evaluations, .. } = self.contact(&shape);
        if let Some(why) = undecided {
            return Ok(ShapeCast::unknown(why, T::zero(), evaluations));
        }
        let missed = ShapeCast::miss(velocities.until.clone(), evaluations);
        let separation = separation - skin.clone();
        // The promised accuracy, of 1 / scale, which is a quarter of the largest length here or more.
        let scale = self.lowest(&shape).scale;
        let doubt = ulps(tolerance::PROMISED, &T::one()) / scale.clone();
        if separation <= T::zero() {
            let hit = Hit { time: T::zero(), normal, points };
            return Ok(ShapeCast::of(hit, Some(T::zero()), &velocities, evaluations));
        }
        // The direction is not normalized: its product with a velocity is exact for small whole numbers, and a shape
        // that moves along the plane has speed 0. Twice the digits, because a fast shape may approach slowly.
        let [first, second] = unit_of_velocity(&velocity);
        let precise = |v: &SVector<T, D>| v.map(|x| Doubled::from(x * first.clone() * second.clone()));
        let approach = -precise(&velocity);
        let speed = dot(&approach, &self.direction.map(Doubled::from)).rounded() / norm(&self.direction);
        if speed <= T::zero() {
            return Ok(missed);
        }
        let unit = [first.clone(), T::one() / scale.clone(), second.clone()];
        let time_for = |way: &T, speed: &T| times_powers(way.clone() * scale.clone() / speed.clone(), unit.clone());
        let time = time_for(&separation, &speed);
        if velocities.until.as_ref().is_some_and(|until| time > *until) {
            return Ok(missed);
        }
        let fastest =
            speed + ulps(tolerance::half_space_speed(dimension::<D>()), &largest(&(&velocity * first * second)));
        let lower = Some(bound(time_for(&max(T::zero(), separation - doubt), &fastest)));
        if !time.in_range() {
            return Ok(ShapeCast { lower: velocities.until.or(lower), ..missed });
        }
        let [_, deepest] = points;
        let there = deepest + &velocity * time.clone();
        let on_plane = if skin.is_zero() { there.clone() } else { &there - &normal * skin };
        let hit = Hit { time, normal, points: [on_plane, there] };
        Ok(ShapeCast::of(hit, lower, &velocities, evaluations))
    }

    /// The time and place at which a ray reaches the half-space: see [`raycast`](crate::raycast).
    ///
    /// # Errors
    /// As [`raycast`](crate::raycast).
    ///
    /// ```
    /// use gjk::{nalgebra::{Point2, Vector2}, shape::HalfSpace};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let hit = ground.raycast([0.0, 6.0], [1.0, -3.0])?.expect("downwards");
    /// assert_eq!((hit.time, hit.point), (2.0, Point2::new(2.0, 0.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn raycast(
        &self,
        origin: impl Coordinates<T, D>,
        direction: impl Coordinates<T, D>,
    ) -> Result<Option<RayHit<T, D>>, Error> {
        let direction = direction.vector();
        check_direction(&direction, "direction")?;
        self.shape_cast(Ball::point(origin)?.moving(direction))?.ray_hit()
    }
}
