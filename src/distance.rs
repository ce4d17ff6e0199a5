//! The distance: from a separating axis on, to the nearest points.
//!
//! Two numbers close in on the distance of the cores. From below, any direction gives a plane that nothing of A − B
//! crosses; the farthest such plane from the origin is the *lower bound*. From above, any point of A − B will do; the
//! nearest point of the nearest simplex is the answer, and its difference from the lower bound is the certificate of
//! its error. Both come without solving for a point: a simplex of which `a` is a vertex and `d` the perpendicular towards
//! the origin is |a·d| / |d| away. The point itself is solved for once, at the end.
//!
//! In rounded arithmetic a step may fail to get nearer though the end is not reached: a sliver of a simplex gave a poor
//! direction. Such a step is not undone (the next often recovers), but the best simplex is remembered, and only a few in a
//! row are tried ([`Options::patience`]).

use crate::difference::{Composite, Difference, Frame};
use crate::gjk::{End, Observer, Options, Reduced, Search, Undecided};
use crate::scalar::{Field, Real, Scalar, largest, max, norm};
use crate::simplex::{Cases, Simplex, SimplexCases, nearest_weights};
use crate::support::{Support, VertexId};
use nalgebra::{Point, SVector};
use num_traits::{One, Zero};

/// When an approach has come near enough.
pub(crate) enum Until<T> {
    /// The margins are known to meet or not to.
    Decided,
    /// Nothing is nearer.
    Nearest,
    /// As `Nearest`, unless the cores turn out to be farther apart than this (at the frame's scale).
    Beyond(T),
}

/// What an approach found out; the nearest feature is left in the search's simplex.
pub(crate) struct Approach<T, const D: usize> {
    /// `Separated` or `WithinMargins`, or undecided.
    pub(crate) end: End,
    /// The farthest separating plane of the cores.
    pub(crate) plane: Plane<T, D>,
    /// Whether the distance is beyond what was asked for, so that the rest does not matter.
    pub(crate) beyond: bool,
    /// Whether, by rounding, the simplex and the newest vertex hold the origin.
    pub(crate) around: bool,
}

/// A plane between the origin and all of A − B.
pub(crate) struct Plane<T, const D: usize> {
    /// Its normal, from A towards B, of any length.
    pub(crate) axis: SVector<T, D>,
    /// The square of its distance from the origin.
    pub(crate) square: Quotient<T>,
}

/// `over / under`, compared without dividing.
#[derive(Clone)]
pub(crate) struct Quotient<T> {
    pub(crate) over: T,
    pub(crate) under: T,
}

impl<T: Scalar> Quotient<T> {
    /// The square of the distance from the origin of a plane with normal `axis`, `level` times its length away.
    #[inline]
    fn plane<const D: usize>(level: &T, axis: &SVector<T, D>) -> Self {
        Self { over: level.clone() * level.clone(), under: axis.dot(axis) }
    }

    #[inline]
    fn less_than(&self, other: &Self) -> bool {
        self.over.clone() * other.under.clone() < other.over.clone() * self.under.clone()
    }

    /// Whether it is at most length².
    #[inline]
    fn at_most_square(&self, length: &T) -> bool {
        self.over <= length.clone() * length.clone() * self.under.clone()
    }
}

impl<const D: usize, C: Composite<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Goes on from a separating axis, towards the nearest points of the cores.
    #[inline]
    pub(crate) fn approach(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        let mut end = None;
        let mut plane: Option<Plane<C::Scalar, D>> = None;
        let mut nearest: Option<(Simplex<C::Scalar, D>, Quotient<C::Scalar>)> = None;
        let mut stalls = 0;
        let mut beyond = false;
        let mut around = false;
        if self.frame.margin.is_zero() {
            end = Some(End::Separated);
        }
        // Squares of products follow: they need the room.
        let zoom = largest(&self.direction).unit_scale();
        self.direction *= zoom.clone();
        self.reached *= zoom;
        loop {
            // The newest vertex gives a plane; when it does not pass the origin, a separating one.
            if self.reached < C::Scalar::zero() {
                let square = Quotient::plane(&self.reached, &self.direction);
                if end.is_none() && !square.at_most_square(&self.frame.margin) {
                    end = Some(End::Separated);
                }
                beyond = matches!(until, Until::Beyond(limit) if !square.at_most_square(limit));
                if plane.as_ref().is_none_or(|best| best.square.less_than(&square)) {
                    plane = Some(Plane { axis: self.direction.clone(), square });
                }
            }
            if beyond || end.is_some() && matches!(until, Until::Decided) {
                break;
            }
            if !self.progresses() {
                #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
                if self.reached != self.reached {
                    end = end.or(Some(End::Undecided(Undecided::NotANumber)));
                }
                break;
            }

            match self.reduce() {
                Reduced::Search => {}
                Reduced::Flat => break,
                // Apart, and yet around the origin: a gap of the size of rounding.
                Reduced::Enclosed => {
                    around = true;
                    break;
                }
            }
            self.direction *= largest(&self.direction).unit_scale();
            let level = self.newest.w.dot(&self.direction);
            let square = Quotient::plane(&level, &self.direction);
            if nearest.as_ref().is_none_or(|(_, best)| square.less_than(best)) {
                if end.is_none() && square.at_most_square(&self.frame.margin) {
                    end = Some(End::WithinMargins);
                }
                nearest = Some((self.simplex.clone(), square));
                stalls = 0;
            } else {
                stalls += 1;
                if stalls > self.options.patience {
                    break;
                }
            }
            if end == Some(End::WithinMargins) && matches!(until, Until::Decided) {
                break;
            }
            if !self.look() {
                end = end.or(Some(End::Undecided(Undecided::Limit)));
                break;
            }
        }

        let plane = plane.unwrap_or_else(|| Plane {
            axis: self.direction.clone(),
            square: Quotient { over: C::Scalar::zero(), under: C::Scalar::one() },
        });
        let end = end.unwrap_or_else(|| match &nearest {
            Some((_, square)) if !around && !square.at_most_square(&self.frame.margin) => End::Separated,
            _ => End::WithinMargins,
        });
        if let Some((simplex, _)) = nearest.filter(|_| !around) {
            self.simplex = simplex;
        }
        Approach { end, plane, beyond, around }
    }
}

/// How far apart two sets are, and where they are nearest.
///
/// In the sets' own units and coordinates.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Distance<T: Scalar, const D: usize> {
    /// The distance: positive exactly when the sets are apart.
    pub distance: T,
    /// A lower bound on the distance, as computed: `distance - lower` bounds the error, up to rounding.
    pub lower: T,
    /// The nearest point of A and the nearest point of B; a common point, twice, where they intersect.
    pub points: [Point<T, D>; 2],
    /// Why the verdict is not known, if it is not; then `distance` and `lower` are 0.
    pub undecided: Option<Undecided>,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
    /// The vertices whose weighted means the points are (of the cores: margins are added afterwards).
    pub feature: Feature<T, D>,
}

impl<T: Scalar, const D: usize> Distance<T, D> {
    /// Whether the sets have a point in common; `true`, to be on the safe side, where that is undecided.
    pub fn intersects(&self) -> bool {
        self.distance.is_zero()
    }
}

/// A feature of A − B, nearest to the origin: pairs of a vertex of A and a vertex of B, each with a weight.
///
/// ```
/// use gjk::{VertexId, distance, nalgebra::Point2, shape::{Ball, PointCloud}};
/// let p = |x: f64, y: f64| Point2::new(x, y);
/// let wall = PointCloud::new([p(2.0, -1.0), p(2.0, 3.0), p(4.0, 0.0)])?;
/// let nearest = distance(&Ball::point(p(0.0, 0.0))?, &wall);
/// let mut weight = [0.0; 3];
/// for vertex in nearest.feature.vertices() {
///     weight[vertex.ids[1].0 as usize] += vertex.weight;
/// }
/// assert_eq!(weight, [0.75, 0.25, 0.0]); // the point (2, 0) of the edge from (2, -1) to (2, 3)
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Feature<T: Scalar, const D: usize> {
    /// The first of the vertices; up to D more follow.
    first: Option<FeatureVertex<T, D>>,
    rest: [Option<FeatureVertex<T, D>>; D],
}

/// A vertex of a [`Feature`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureVertex<T: Scalar, const D: usize> {
    /// The point of A and the point of B.
    pub points: [Point<T, D>; 2],
    /// Which vertex of A and which of B.
    pub ids: [VertexId; 2],
    /// The barycentric weight: positive; those of a feature sum to 1, up to rounding.
    pub weight: T,
}

impl<T: Scalar, const D: usize> Feature<T, D> {
    /// The vertices, at most D + 1; D + 1 only where the sets intersect.
    pub fn vertices(&self) -> impl Iterator<Item = &FeatureVertex<T, D>> {
        self.first.iter().chain(self.rest.iter().flatten())
    }
}

/// The distance between two shapes, and where they are nearest.
///
/// Complexity: that of [`gjk`](crate::gjk()), with a few more steps. The error is a few units of roundoff of the largest
/// coordinate for polytopes (docs/precision.md has the figures).
///
/// ```
/// use gjk::{distance, Support, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid}};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let ball = Ball::new(Point3::new(4.0, 5.0, 0.0), 1.0)?;
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
    distance_with(&Difference(a, b), &Options::default(), &mut ())
}

/// The distance between two shapes if it is at most `limit`, else `None`: which takes fewer steps to find out.
///
/// Intersecting shapes are at distance 0. No distance is within a limit that is negative or NaN.
///
/// ```
/// use gjk::{distance_within, Support, nalgebra::Vector3, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let other = cube.clone().posed(Vector3::new(5.0, 0.3, 0.2))?;
/// assert!(distance_within(&cube, &other, 2.0).is_none());
/// assert_eq!(distance_within(&cube, &other, 3.5).unwrap().distance, 3.0);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance_within<A, B, T: Real, const D: usize>(a: &A, b: &B, limit: T) -> Option<Distance<T, D>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    let set = Difference(a, b);
    let frame = set.frame();
    let within_cores = limit.clone() * frame.zoom.clone() + frame.margin.clone();
    measure(&set, &frame, &Options::default(), &Until::Beyond(within_cores), &mut ())
        .filter(|found| found.distance <= limit)
}

/// The distance of a convex set from the origin, that is, for a [`Difference`], between two shapes; with options, and
/// watched by an observer.
///
/// ```
/// use gjk::{Difference, Options, distance_with, nalgebra::Vector2, shape::Cuboid, Support};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let moved = square.clone().posed(Vector2::new(3.0, 4.0))?;
/// let options = Options { max_evaluations: 100, ..Options::default() };
/// let d = distance_with(&Difference(&square, &moved), &options, &mut ());
/// assert!((d.distance - 5.0_f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance_with<T: Real, const D: usize>(
    set: &impl Composite<D, Scalar = T>,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Distance<T, D> {
    let frame = set.frame();
    // Nothing is beyond `Nearest`.
    measure(set, &frame, options, &Until::Nearest, observer)
        .unwrap_or_else(|| Distance::undecided(&frame, 0, Undecided::Limit))
}

/// Both stretches of the walk, and the points at its end; `None` if the distance is beyond what was asked for.
fn measure<T: Real, const D: usize, C: Composite<D, Scalar = T>>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    until: &Until<T>,
    observer: &mut impl Observer<T, D>,
) -> Option<Distance<T, D>> {
    let mut search = Search::new(set, frame, options, observer);
    let (end, plane, around) = match search.seek() {
        End::Separated => {
            let approach = search.approach(until);
            if approach.beyond {
                return None;
            }
            (approach.end, Some(approach.plane), approach.around)
        }
        end => (end, None, end == End::Enclosed),
    };
    if let End::Undecided(why) = end {
        return Some(Distance::undecided(frame, search.evaluations, why));
    }
    let enclosing = around.then_some(&search.newest);
    let (feature, [a, b], core) = Feature::nearest(frame, enclosing, &search.simplex);
    let found =
        Distance { evaluations: search.evaluations, feature, ..Distance::undecided(frame, 0, Undecided::Limit) };
    let in_world = |p: SVector<T, D>| &frame.reference + p;

    let Some(plane) = plane else {
        return Some(Distance { points: [in_world(a), in_world(b)], undecided: None, ..found });
    };
    // From A towards B: against the nearest point of the difference, or where that is lost in rounding, the best plane's.
    let apart = norm(&core);
    let normal = if apart.is_zero() { &plane.axis / norm(&plane.axis) } else { -core / apart.clone() };
    let [margin_a, margin_b] = set.margins();
    if end == End::WithinMargins {
        let apart = apart / frame.zoom.clone();
        let common = if margin_a < apart { margin_a } else { apart };
        let common = in_world(a + normal * common);
        return Some(Distance { points: [common.clone(), common], undecided: None, ..found });
    }
    let below = (plane.square.over / plane.square.under).sqrt();
    let lower = max(T::zero(), below - frame.margin.clone());
    let distance = max(lower.clone(), apart - frame.margin.clone()) / frame.zoom.clone();
    Some(Distance {
        distance: if distance > T::zero() { distance } else { T::smallest() },
        lower: lower / frame.zoom.clone(),
        points: [in_world(a + &normal * margin_a), in_world(b - &normal * margin_b)],
        undecided: None,
        ..found
    })
}

impl<T: Real, const D: usize> Distance<T, D> {
    fn undecided(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Self {
        Self {
            distance: T::zero(),
            lower: T::zero(),
            points: [frame.reference.clone(), frame.reference.clone()],
            undecided: Some(why),
            evaluations,
            feature: Feature { first: None, rest: core::array::from_fn(|_| None) },
        }
    }
}

impl<T: Field, const D: usize> Feature<T, D> {
    /// Solves for the point of a simplex nearest the origin: the vertices with their weights, the points of A and of B
    /// that they make (less the frame's reference), and the point of A − B (at the frame's scale).
    #[inline]
    fn nearest(
        frame: &Frame<T, D>,
        newest: Option<&crate::SupportPoint<T, D>>,
        simplex: &Simplex<T, D>,
    ) -> (Self, [SVector<T, D>; 2], SVector<T, D>) {
        let all = || newest.into_iter().chain(simplex.vertices());
        let weights = nearest_weights(all().map(|vertex| &vertex.w));
        let (mut a, mut b, mut w) = (SVector::zeros(), SVector::zeros(), SVector::zeros());
        let mut first = None;
        let mut rest = core::array::from_fn(|_| None);
        for (k, (vertex, weight)) in all().zip(weights).filter(|(_, weight)| *weight > T::zero()).enumerate() {
            a += &vertex.a * weight.clone();
            b += &vertex.b * weight.clone();
            w += &vertex.w * weight.clone();
            let points = [&frame.reference + &vertex.a, &frame.reference + &vertex.b];
            let vertex = Some(FeatureVertex { points, ids: vertex.ids, weight });
            match k {
                0 => first = vertex,
                _ => rest[k - 1] = vertex,
            }
        }
        (Self { first, rest }, [a, b], w)
    }
}
