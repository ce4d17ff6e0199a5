//! The distance between two sets, and their nearest points; the projection of a point on a shape.

use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::query::{BeyondLimit, Options, Query, Within};
use crate::scalar::{Real, Scalar, max, min, norm};
use crate::search::{
    Approach, End, Goal, Recall, Search, SeparatingPlane, Separation, Witness, in_closed_form, with_pair, with_search,
};
use crate::simplex::{Cases, Feature, Searchable, Simplex, SimplexCases, Weights};
use crate::{
    cache::{Cache, Caches},
    closed_form,
    coordinates::Coordinates,
    observe::Observer,
    support::Support,
    verdict::Undecided,
    vertex::first_axis,
};
use nalgebra::{Point, SVector};

/// The answer of [`distance`](distance()): the distance, the nearest points and a lower bound, in the sets' own units.
/// The feature `serde` can write, but not read it: its [`Feature`] becomes a list of vertices without their frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Distance<T: Scalar, const D: usize> {
    /// The distance: positive exactly when the sets are apart.
    pub distance: T,
    /// A unit vector from A towards B that proves `lower`: every point of B is farther along it than every point of A,
    /// by at least `lower`. The points are the distance apart along it, up to rounding. On curved shapes a point may be
    /// off to the side by √ε of the size, and by more with an [`accuracy`](Query::accuracy). `None` exactly when the
    /// sets intersect: a [`contact`](crate::contact()) always has a normal.
    pub normal: Option<SVector<T, D>>,
    /// A lower bound on the distance, as computed: `distance - lower` bounds the error, up to rounding.
    pub lower: T,
    /// The nearest point of A and the nearest point of B. If they intersect, a common point, twice.
    pub points: [Point<T, D>; 2],
    /// The reason if the verdict is unknown; then `distance` and `lower` are 0.
    pub undecided: Option<Undecided>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
    /// The vertices of the cores, and their weights in the points, without margins.
    pub feature: Feature<T, D>,
}

impl<T: Scalar, const D: usize> Distance<T, D> {
    /// Returns whether the sets share a point; `true`, to be on the safe side, if that is undecided.
    pub fn intersects(&self) -> bool {
        self.distance.is_zero()
    }
}

/// The distance between two shapes, and their nearest points.
///
/// Complexity: as for [`gjk`](crate::gjk()), with a few more steps. The error is a few ε for polytopes.
///
/// ```
/// use gjk::{Support, distance, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid}};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let ball = Ball::at(Point3::new(4.0, 5.0, 0.0), 1.0)?;
/// let d = distance(&cube, &ball);
/// assert_eq!(d.distance, 4.0);
/// assert_eq!(d.points[0], Point3::new(1.0, 1.0, 0.0));
/// assert!((d.points[1] - Point3::new(3.4, 4.2, 0.0)).norm() < 1e-15);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T: Real, const D: usize>(a: &A, b: &B) -> Distance<T, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    Query::new().distance(a, b)
}

impl<T: Real, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// The distance between two shapes, and their nearest points: see [`distance`].
    ///
    /// ```
    /// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let moved = square.posed(Vector2::new(3.0, 4.0))?;
    /// let found = Query::new().max_evaluations(100).distance(&square, &moved);
    /// assert!((found.distance - 5.0_f64.sqrt()).abs() < 1e-15);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn distance<A, B>(&mut self, a: &A, b: &B) -> Distance<T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        with_pair!(A, B, a, b, |set| self.distance_of(set))
    }

    /// The distance of a convex set from the origin; for a [`Difference`](crate::Difference), the distance between two shapes.
    pub fn distance_of<C: Searchable<D, Scalar = T>>(&mut self, set: &C) -> Distance<T, D> {
        let (Self { options, observer, cache }, frame) = (self, set.frame());
        let start = match closed(set, &frame, options.allow_closed_forms(observer), cache.cache()) {
            Ok(found) => return found,
            Err(start) => start,
        };
        with_search!(C, set, &frame, options, observer, |search| {
            search.start_at(start);
            let approach = search.measure_from(cache.worthwhile(set), &Goal::Nearest, Recall::Vertices);
            search.distance(approach)
        })
    }

    /// The distance between two shapes if it is at most the limit; otherwise a proof that it is larger, which takes
    /// fewer steps. Intersecting shapes have distance 0. No distance is at most NaN, or a limit below 0.
    ///
    /// ```
    /// use gjk::{Query, SupportExt, nalgebra::Vector3, shape::Cuboid};
    /// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    /// let other = cube.posed(Vector3::new(5.0, 0.3, 0.2))?;
    /// let farther = Query::new().distance_within(2.0, &cube, &other).beyond().unwrap();
    /// assert!(farther.lower > 2.0 && farther.lower <= 3.0);
    /// assert_eq!(Query::new().distance_within(3.5, &cube, &other).near().unwrap().distance, 3.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn distance_within<A, B>(&mut self, limit: T, a: &A, b: &B) -> Within<Distance<T, D>, T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        with_pair!(A, B, a, b, |set| self.distance_of_within(limit, set))
    }

    /// The distance of a convex set from the origin, if it is at most the limit.
    #[expect(clippy::needless_pass_by_value, reason = "a limit is a number, which callers write where they ask")]
    pub fn distance_of_within<C: Searchable<D, Scalar = T>>(
        &mut self,
        limit: T,
        set: &C,
    ) -> Within<Distance<T, D>, T, D> {
        let (Self { options, observer, cache }, frame) = (self, set.frame());
        let found = match closed(set, &frame, options.allow_closed_forms(observer), cache.cache()) {
            Ok(found) => found,
            Err(start) => match with_search!(C, set, &frame, options, observer, |search| {
                search.start_at(start);
                let goal = Goal::within(&limit, &frame);
                let approach = search.measure_from(cache.worthwhile(set), &goal, Recall::Vertices);
                if approach.beyond {
                    let farther = search.beyond_limit(&approach);
                    // If rounding hides the distance, the bound may be below zero.
                    Err(BeyondLimit { lower: max(T::zero(), farther.lower), ..farther })
                } else {
                    Ok(search.distance(approach))
                }
            }) {
                Ok(found) => found,
                Err(farther) => return Within::Beyond(farther),
            },
        };
        if found.distance <= limit { Within::Near(found) } else { Within::Beyond(found.into()) }
    }
}

impl<T: Scalar, const D: usize> From<Distance<T, D>> for BeyondLimit<T, D> {
    fn from(found: Distance<T, D>) -> Self {
        Self { axis: found.normal.unwrap_or_else(first_axis), lower: found.lower, evaluations: found.evaluations }
    }
}

/// The nearest points of erased shapes, with the normal of the plane that keeps them farthest apart, if there is one.
#[inline(never)]
pub(crate) fn nearest_and_axis<T: Real, const D: usize>(
    set: &Erased<'_, T, Cases, D>,
    options: &Options<T, D>,
) -> (Distance<T, D>, Option<SVector<T, D>>)
where
    Cases: SimplexCases<T, D>,
{
    let (frame, mut unwatched) = (set.frame(), ());
    let start = match closed(set, &frame, options.shortcuts, None) {
        Ok(found) => {
            let axis = found.normal.clone();
            return (found, axis);
        }
        Err(start) => start,
    };
    let search = &mut Search::new(set, &frame, options, &mut unwatched);
    search.start_at(start);
    let approach = search.measure(&Goal::Nearest);
    let axis = approach.plane.as_ref().map(SeparatingPlane::unit_axis);
    (search.distance(approach), axis)
}

/// The distance in closed form, or a start for the search, if there is one. A cache keeps the vertices of polygons.
#[cfg_attr(fast, inline(always))]
fn closed<T: Real, C: Searchable<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    allowed: bool,
    cache: Option<&mut Cache<T, D>>,
) -> Result<Distance<T, D>, Option<Simplex<T, D>>> {
    if allowed { in_closed_form!(C, known(set, frame, cache)) } else { Err(None) }
}

#[cfg_attr(fast, inline(always))]
fn known<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    mut cache: Option<&mut Cache<T, D>>,
) -> Result<Distance<T, D>, Option<Simplex<T, D>>> {
    if let Some(cache) = cache.as_deref_mut()
        && let Some((cores, (ends, share))) = closed_form::again(set, frame, cache)
    {
        cache.set_apart(&cores.normal);
        return Ok(Distance::new(frame, set.margins(), cores, || Feature::on_edge(&frame.reference, ends, share)));
    }
    if let Some(solved) = closed_form::polygons(set, frame) {
        let (cores, (ends, share)) = match solved {
            Ok(found) => found,
            Err(facet) => {
                // The edge that they leave each other by.
                if let Some(cache) = cache {
                    cache.set_meeting(None);
                    cache.retain(facet.vertices().iter().map(|vertex| vertex.ids));
                }
                return Err(Some(facet));
            }
        };
        if let Some(cache) = cache {
            cache.set_apart(&cores.normal);
            cache.retain(ends.iter().take(1 + usize::from(share > T::zero())).map(|vertex| vertex.ids));
        }
        return Ok(Distance::new(frame, set.margins(), cores, || Feature::on_edge(&frame.reference, ends, share)));
    }
    let (cores, way) = closed_form::points(set, frame, cache).ok_or(None)?;
    let mut found = Distance::new(frame, set.margins(), cores, || Feature::none(&frame.reference));
    way.add_to(&mut found.feature, frame);
    Ok(found)
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// The answer at the end of an approach.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn distance(&mut self, approach: Approach<T, D>) -> Distance<T, D> {
        if let End::Undecided(why) = approach.end {
            return Distance::undecided(self.frame, self.evaluations, why);
        }
        // As `nearest_point`, whose answer would go through memory.
        let newest = approach.with_newest.then_some(&self.newest);
        let (nearest, weights) = Witness::nearest(newest, &self.simplex);
        if self.is_distance_in_doubt(&approach, &nearest.w) {
            return self.with_copy_mut(|search| {
                let (approach, nearest, weights) = search.improved(approach);
                search.distance_at(&approach, nearest, &weights)
            });
        }
        self.distance_at(&approach, nearest, &weights)
    }

    /// The distance at the nearest point of the cores.
    #[cfg_attr(fast, inline(always))]
    pub fn distance_at(
        &self,
        approach: &Approach<T, D>,
        witness: Witness<T, D>,
        weights: &Weights<T>,
    ) -> Distance<T, D> {
        let (frame, evaluations) = (self.frame, self.evaluations);
        let newest = approach.with_newest.then_some(&self.newest);
        let feature = || Feature::weighted(&frame.reference, newest, self.simplex.clone(), weights);
        let Some(plane) = &approach.plane else {
            let points = [&frame.reference + witness.a, &frame.reference + witness.b];
            let [distance, lower] = [T::zero(), T::zero()];
            return Distance {
                distance,
                normal: None,
                lower,
                points,
                undecided: None,
                evaluations,
                feature: feature(),
            };
        };
        // The plane's normal proves the bound. The margins go on the way between the points.
        let (axis, distance, bound) = (plane.unit_axis(), norm(&witness.w), plane.distance());
        let normal = if distance.is_zero() { axis.clone() } else { -&witness.w / distance.clone() };
        let cores = Separation { end: approach.end, normal, distance, bound, witness, evaluations };
        let mut found = Distance::new(frame, self.set.margins(), cores, feature);
        if let Some(normal) = &mut found.normal {
            *normal = axis;
        }
        found
    }

    /// The proof that the sets are farther apart than the limit at which an approach ended.
    pub(crate) fn beyond_limit(&self, approach: &Approach<T, D>) -> BeyondLimit<T, D> {
        let (axis, lower) = match &approach.plane {
            Some(plane) => (plane.unit_axis(), plane.distance()),
            None => (first_axis(), T::zero()),
        };
        let lower = (lower - self.frame.margin.clone()) / self.frame.scale.clone();
        BeyondLimit { axis, lower, evaluations: self.evaluations }
    }
}

impl<T: Real, const D: usize> Distance<T, D> {
    /// The distance of shapes with these margins, whose cores are apart. Builds the large feature in place.
    #[cfg_attr(fast, inline(always))]
    fn new(
        frame: &Frame<T, D>,
        [margin_a, margin_b]: [T; 2],
        cores: Separation<T, D>,
        feature: impl FnOnce() -> Feature<T, D>,
    ) -> Self {
        let Separation { end, normal, distance: apart, bound, witness, evaluations } = cores;
        let [mut a, mut b] = [&frame.reference + witness.a, &frame.reference + witness.b];
        // The reciprocal of a power of two is exact, and does not wait for the distance.
        let unscale = T::one() / frame.scale.clone();
        let (distance, lower, normal) = if end == End::WithinMargins {
            a += normal * min(apart / frame.scale.clone(), margin_a);
            b.clone_from(&a);
            (T::zero(), T::zero(), None)
        } else {
            if !frame.margin.is_zero() {
                a += &normal * margin_a;
                b -= &normal * margin_b;
            }
            let lower = max(T::zero(), bound - frame.margin.clone());
            let distance = max(lower.clone(), apart - frame.margin.clone()) * unscale.clone();
            // Shapes that are apart have a positive distance, even if it rounds to zero.
            let distance = if distance <= T::zero() { T::smallest() } else { distance };
            (distance, lower * unscale, Some(normal))
        };
        Self { distance, normal, lower, points: [a, b], undecided: None, evaluations, feature: feature() }
    }

    pub(crate) fn undecided(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Self {
        Self {
            distance: T::zero(),
            normal: None,
            lower: T::zero(),
            points: [frame.reference.clone(), frame.reference.clone()],
            undecided: Some(why),
            evaluations,
            feature: Feature::none(&frame.reference),
        }
    }
}

/// The answer of [`project`]: the point of a shape nearest to a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Projection<T: Scalar, const D: usize> {
    /// The nearest point of the shape: the given point itself if it is inside.
    pub point: Point<T, D>,
    /// Its distance from the given point: positive exactly when the given point is outside.
    pub distance: T,
    /// Whether the given point is in the shape or on its boundary.
    pub inside: bool,
    /// The reason if `inside` is unknown.
    pub undecided: Option<Undecided>,
}

/// The point of a shape nearest to a given one. Complexity: as for [`distance`].
///
/// A point inside is its own projection, and so is an undecided one (see [`intersects`](crate::intersects)).
///
/// ```
/// use gjk::{nalgebra::{Point3, Vector3}, project, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let beyond = project(&cube, &Point3::new(4.0, 5.0, 0.5));
/// assert_eq!((beyond.point, beyond.distance), (Point3::new(1.0, 1.0, 0.5), 5.0));
/// assert!(project(&cube, &Point3::new(0.5, 0.5, 0.5)).inside);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn project<S, T: Real, const D: usize>(shape: &S, point: impl Coordinates<T, D>) -> Projection<T, D>
where
    S: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    let point = point.point();
    Projection::of(&point, distance(shape, &point))
}

impl<T: Scalar, const D: usize> Projection<T, D> {
    pub(crate) fn of(point: &Point<T, D>, found: Distance<T, D>) -> Self {
        let inside = found.intersects();
        let [nearest, _] = found.points;
        let point = if inside { point.clone() } else { nearest };
        Self { point, distance: found.distance, inside, undecided: found.undecided }
    }
}
