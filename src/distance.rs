//! The distance between two sets, and their nearest points.

use crate::cache::Caches;
use crate::closed_form::{self, Apart, Nearest};
use crate::minkowski::{ConvexSet, Difference, ErasedPair, Frame};
use crate::observe::Observer;
use crate::query::{BeyondLimit, Options, Query, Within};
use crate::scalar::{Real, Scalar, max, min, norm};
use crate::search::{Approach, End, Gap, NearestPoint, Recall, Search, SeparatingPlane, Until, with_search};
use crate::simplex::{Cases, Feature, Searchable, Simplex, SimplexCases, Weights};
use crate::support::Support;
use crate::verdict::Undecided;
use crate::vertex::first_axis;
use nalgebra::{Point, SVector};

/// The answer of [`distance`](distance()): the distance, the nearest points, and a lower bound.
///
/// In the sets' own units and coordinates. With the feature `serde` it can be written, but not read: its
/// [`Feature`] is written as a list of vertices, without the coordinates that the query computed in.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Distance<T: Scalar, const D: usize> {
    /// The distance: positive exactly when the sets are apart.
    pub distance: T,
    /// A unit vector from A towards B that proves `lower`: every point of B is at least that much farther along it than every point
    /// of A. The points are the distance apart along it, up to rounding. On curved shapes a point may be off to the side by √ε of the
    /// size, and by more with an [`accuracy`](Query::accuracy). `None` exactly when the sets intersect: then ask for a
    /// [`contact`](crate::contact()), which always has a normal.
    pub normal: Option<SVector<T, D>>,
    /// A lower bound on the distance, as computed: `distance - lower` bounds the error, up to rounding.
    pub lower: T,
    /// The nearest point of A and the nearest point of B. If they intersect, a common point, twice.
    pub points: [Point<T, D>; 2],
    /// Why the verdict is not known, if it is not; then `distance` and `lower` are 0.
    pub undecided: Option<Undecided>,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
    /// The vertices of the cores, and their weights in the points, which are means. (Margins are added afterwards.)
    pub feature: Feature<T, D>,
}

impl<T: Scalar, const D: usize> Distance<T, D> {
    /// Whether the sets have a point in common; `true`, to be on the safe side, if that is undecided.
    pub fn intersects(&self) -> bool {
        self.distance.is_zero()
    }
}

/// The distance between two shapes, and where they are nearest.
///
/// Complexity: that of [`gjk`](crate::gjk()), with a few more steps. The error is a few ε of the largest
/// coordinate for polytopes (docs/precision.md has the figures).
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
    nearest(&Difference(a, b), &Options::default(), &mut (), &mut ())
}

impl<T: Real, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// The distance between two shapes, and where they are nearest: see [`distance`].
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
        self.distance_of(&Difference(a, b))
    }

    /// The distance of a convex set from the origin; for a [`Difference`], the distance between two shapes.
    pub fn distance_of(&mut self, set: &impl Searchable<D, Scalar = T>) -> Distance<T, D> {
        let Self { options, observer, cache } = self;
        if cache.does_not_pay(set) {
            return nearest(set, options, observer, &mut ());
        }
        nearest(set, options, observer, cache)
    }

    /// The distance between two shapes if it is at most the limit. If it is more, the proof of that, which takes fewer
    /// steps. The distance of intersecting shapes is 0. No distance is at most NaN, or a limit below 0.
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
    ///
    /// [`Within::Beyond`], if the distance is more than the limit.
    pub fn distance_within<A, B>(&mut self, limit: T, a: &A, b: &B) -> Within<Distance<T, D>, T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        self.distance_of_within(limit, &Difference(a, b))
    }

    /// The distance of a convex set from the origin, if it is at most the limit.
    ///
    /// [`Within::Beyond`], if the distance is more than the limit.
    #[expect(clippy::needless_pass_by_value, reason = "a limit is a number, which callers write where they ask")]
    pub fn distance_of_within<C: Searchable<D, Scalar = T>>(
        &mut self,
        limit: T,
        set: &C,
    ) -> Within<Distance<T, D>, T, D> {
        let Self { options, observer, cache } = self;
        if cache.does_not_pay(set) {
            return nearest_within(&limit, set, options, observer, &mut ()).into();
        }
        nearest_within(&limit, set, options, observer, cache).into()
    }
}

impl<T: Scalar, const D: usize> From<Distance<T, D>> for BeyondLimit<T, D> {
    fn from(found: Distance<T, D>) -> Self {
        Self { axis: found.normal.unwrap_or_else(first_axis), lower: found.lower, evaluations: found.evaluations }
    }
}

/// The nearest points of a convex set and the origin.
#[inline]
fn nearest<T: Real, C: Searchable<D, Scalar = T>, const D: usize>(
    set: &C,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
    caches: &mut impl Caches<T, D>,
) -> Distance<T, D> {
    let frame = set.frame();
    let start = match closed(set, &frame, options, observer) {
        Ok(found) => return found,
        Err(start) => start,
    };
    with_search!(C, set, &frame, options, observer, |search| {
        let approach = started(search, start, &Until::Nearest, caches);
        answer(search, approach)
    })
}

/// The nearest points of shapes whose types are erased, with the normal of the plane that keeps them farthest apart, if one does.
#[inline(never)]
pub(crate) fn nearest_and_axis<T: Real, const D: usize>(
    set: &ErasedPair<'_, T, Cases, D>,
    options: &Options<T, D>,
) -> (Distance<T, D>, Option<SVector<T, D>>)
where
    Cases: SimplexCases<T, D>,
{
    let (frame, mut unwatched) = (set.frame(), ());
    let start = match closed(set, &frame, options, &()) {
        Ok(found) => {
            let axis = found.normal.clone();
            return (found, axis);
        }
        Err(start) => start,
    };
    let search = &mut Search::new(set, &frame, options, &mut unwatched);
    let approach = started(search, start, &Until::Nearest, &mut ());
    let axis = approach.plane.as_ref().map(SeparatingPlane::unit_axis);
    (answer(search, approach), axis)
}

/// The nearest points, if they are no farther apart than a limit.
#[inline]
fn nearest_within<T: Real, C: Searchable<D, Scalar = T>, const D: usize>(
    limit: &T,
    set: &C,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
    caches: &mut impl Caches<T, D>,
) -> Result<Distance<T, D>, BeyondLimit<T, D>> {
    let frame = set.frame();
    let found = match closed(set, &frame, options, observer) {
        Ok(found) => found,
        Err(start) => with_search!(C, set, &frame, options, observer, |search| {
            let approach = started(search, start, &Until::within(limit, &frame), caches);
            if approach.beyond {
                let farther = BeyondLimit::proven(search, &approach);
                // Where rounding hides the distance, the bound may be below zero, which no distance is.
                Err(BeyondLimit { lower: max(T::zero(), farther.lower), ..farther })
            } else {
                Ok(answer(search, approach))
            }
        })?,
    };
    if found.distance <= *limit { Ok(found) } else { Err(found.into()) }
}

/// Searches for the nearest points, from where the closed form ended.
#[cfg_attr(fast, inline(always))]
fn started<T: Real, const D: usize, C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
    search: &mut Search<'_, C, O, D>,
    start: Option<Simplex<T, D>>,
    until: &Until<T>,
    caches: &mut impl Caches<T, D>,
) -> Approach<T, D> {
    search.start_at(start);
    search.measure_from(caches.cache(), until, Recall::Vertices)
}

/// The distance in closed form, or what a search starts from, if there is anything.
#[cfg_attr(fast, inline(always))]
fn closed<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    observer: &impl Observer<T, D>,
) -> Result<Distance<T, D>, Option<Simplex<T, D>>> {
    if let Some(found) = closed_form::polygons(set, frame, options, observer) {
        return found.map(|apart| Distance::of_polygons(frame, set.margins(), apart)).map_err(Some);
    }
    let (end, nearest) = closed_form::nearest(set, frame, options, observer).ok_or(None)?;
    let gap = match end {
        End::Separated => nearest.proven(frame).ok_or(None)?,
        _ => Gap { apart: norm(&nearest.w), lower: T::zero() },
    };
    nearest.fits(end.intersects()).then(|| Distance::closed(frame, set.margins(), end, nearest, gap)).ok_or(None)
}

impl<T: Real, const D: usize> BeyondLimit<T, D> {
    /// The plane that proves that the sets are beyond what was asked for.
    pub(crate) fn proven<C, O>(search: &Search<'_, C, O, D>, approach: &Approach<T, D>) -> Self
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        let frame = search.frame();
        let (axis, lower) = match &approach.plane {
            Some(plane) => (plane.unit_axis(), plane.distance()),
            None => (first_axis(), T::zero()),
        };
        let lower = (lower - frame.margin.clone()) / frame.scale.clone();
        Self { axis, lower, evaluations: search.evaluations() }
    }
}

/// The answer at the end of an approach.
#[cfg_attr(fast, inline(always))]
pub(crate) fn answer<T: Real, const D: usize, C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
    search: &mut Search<'_, C, O, D>,
    approach: Approach<T, D>,
) -> Distance<T, D> {
    if let End::Undecided(why) = approach.end {
        return Distance::undecided(search.frame(), search.evaluations(), why);
    }
    let weights = search.weights_of(approach.with_newest);
    let nearest = NearestPoint::new(search, approach, &weights);
    if nearest.is_in_doubt(search) {
        return search.on_copy(|search| {
            let (nearest, weights) = search.improved(nearest.approach);
            distance_at(search, &nearest, weights)
        });
    }
    distance_at(search, &nearest, weights)
}

/// The distance at the nearest point of the cores.
#[cfg_attr(fast, inline(always))]
pub fn distance_at<T: Real, const D: usize, C: Searchable<D, Scalar = T>, O: Observer<T, D>>(
    search: &Search<'_, C, O, D>,
    NearestPoint { approach, mean, gap }: &NearestPoint<T, D>,
    weights: Weights<T>,
) -> Distance<T, D> {
    let frame = search.frame();
    let newest = approach.with_newest.then_some(search.newest());
    let points = [&frame.reference + &mean.a, &frame.reference + &mean.b];
    let Ends { distance, normal, lower, points } = match (&approach.plane, gap.clone()) {
        (Some(plane), Some(gap)) => {
            // The plane's normal proves the bound. The margins are added on the way between the points.
            let normal = plane.unit_axis();
            let way = if gap.apart.is_zero() { normal.clone() } else { -&mean.w / gap.apart.clone() };
            let ends = Ends::apart(search.set().margins(), approach.end, frame, points, way, gap);
            Ends { normal: ends.normal.map(|_| normal), ..ends }
        }
        _ => Ends { distance: T::zero(), normal: None, lower: T::zero(), points },
    };
    // In one piece, where the caller wants it: an answer that is filled in here is moved there, through memory.
    Distance {
        distance,
        normal,
        lower,
        points,
        undecided: None,
        evaluations: search.evaluations(),
        feature: Feature {
            reference: frame.reference.clone(),
            newest: newest.cloned(),
            simplex: search.simplex().clone(),
            weights,
        },
    }
}

/// What a distance says beside its feature.
struct Ends<T: Scalar, const D: usize> {
    distance: T,
    normal: Option<SVector<T, D>>,
    lower: T,
    points: [Point<T, D>; 2],
}

impl<T: Real, const D: usize> Ends<T, D> {
    /// For cores that are apart, from their nearest points and along a normal from A towards B.
    #[cfg_attr(fast, inline(always))]
    fn apart(
        [margin_a, margin_b]: [T; 2],
        end: End,
        frame: &Frame<T, D>,
        [mut a, mut b]: [Point<T, D>; 2],
        normal: SVector<T, D>,
        Gap { apart, lower }: Gap<T>,
    ) -> Self {
        if !frame.margin.is_zero() {
            if end == End::WithinMargins {
                let apart = apart / frame.scale.clone();
                let step = min(apart, margin_a);
                let common = &a + normal * step;
                return Self { distance: T::zero(), normal: None, lower: T::zero(), points: [common.clone(), common] };
            }
            a += &normal * margin_a;
            b -= &normal * margin_b;
        }
        let lower = max(T::zero(), lower - frame.margin.clone());
        // The reciprocal of a power of two is exact, and it can be computed before the distance is known.
        let unscale = T::one() / frame.scale.clone();
        let distance = max(lower.clone(), apart - frame.margin.clone()) * unscale.clone();
        // Shapes that are apart have a positive distance, even where rounding leaves nothing of it.
        let distance = if distance <= T::zero() { T::smallest() } else { distance };
        Self { distance, normal: Some(normal), lower: lower * unscale, points: [a, b] }
    }
}

impl<T: Real, const D: usize> Distance<T, D> {
    /// The answer in closed form.
    #[cfg_attr(fast, inline(always))]
    fn closed(frame: &Frame<T, D>, margins: [T; 2], end: End, nearest: Nearest<T, D>, gap: Gap<T>) -> Self {
        let mut found = Self::nothing(frame, 0);
        let points = nearest.points.each_ref().map(|point| &frame.reference + point);
        let normal = if gap.apart.is_zero() { first_axis() } else { -&nearest.w / gap.apart.clone() };
        let Ends { distance, normal, lower, points } = Ends::apart(margins, end, frame, points, normal, gap);
        (found.distance, found.normal, found.lower, found.points) = (distance, normal, lower, points);
        nearest.add_to(&mut found.feature, frame);
        found
    }

    /// The answer for polygons.
    #[cfg_attr(fast, inline(always))]
    fn of_polygons(frame: &Frame<T, D>, margins: [T; 2], apart: Apart<T, D>) -> Self {
        let mut found = Self::nothing(frame, 0);
        let Apart { end, normal, gap, points: [a, b], corners, share } = apart;
        let points = [&frame.reference + a, &frame.reference + b];
        let Ends { distance, normal, lower, points } = Ends::apart(margins, end, frame, points, normal, gap);
        (found.distance, found.normal, found.lower, found.points) = (distance, normal, lower, points);
        found.feature.simplex = corners;
        [found.feature.weights[0], found.feature.weights[1]] = [T::one() - share.clone(), share];
        found
    }

    pub(crate) fn undecided(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Self {
        Self { undecided: Some(why), ..Self::nothing(frame, evaluations) }
    }

    /// An answer that is to be filled in.
    #[cfg_attr(fast, inline(always))]
    fn nothing(frame: &Frame<T, D>, evaluations: u32) -> Self {
        Self {
            distance: T::zero(),
            normal: None,
            lower: T::zero(),
            points: [frame.reference.clone(), frame.reference.clone()],
            undecided: None,
            evaluations,
            feature: Feature::none(&frame.reference),
        }
    }
}
