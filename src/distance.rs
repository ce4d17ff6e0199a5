//! The distance between two sets, and their nearest points.

use crate::minkowski::{Composite, Difference, Frame, OutOfScale};
use crate::observe::Observer;
use crate::options::Options;
use crate::scalar::{Real, Scalar, max, norm};
use crate::search::{Approach, End, Plane, Search, Until};
use crate::simplex::{Cases, Searchable, Simplex, SimplexCases, Weights, nearest_weights};
use crate::support::Support;
use crate::verdict::Undecided;
use crate::vertex::{SupportPoint, VertexId};
use nalgebra::{Point, SVector};

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// How far apart two sets are, and where they are nearest.
///
/// In the sets' own units and coordinates.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
    reference: Point<T, D>,
    newest: Option<SupportPoint<T, D>>,
    simplex: Simplex<T, D>,
    weights: Weights<T>,
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
    pub fn vertices(&self) -> impl Iterator<Item = FeatureVertex<T, D>> + '_ {
        let weighted = self.newest.iter().chain(self.simplex.vertices()).zip(&self.weights);
        weighted.filter(|(_, weight)| **weight > T::zero()).map(|(vertex, weight)| FeatureVertex {
            points: [&self.reference + &vertex.a, &self.reference + &vertex.b],
            ids: vertex.ids,
            weight: weight.clone(),
        })
    }
}

#[cfg(feature = "serde")]
impl<T: Scalar + serde::Serialize, const D: usize> serde::Serialize for Feature<T, D> {
    /// As the sequence of its vertices.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.vertices())
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
/// use gjk::{distance_within, SupportExt, nalgebra::Vector3, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let other = cube.clone().posed(Vector3::new(5.0, 0.3, 0.2))?;
/// assert!(distance_within(&cube, &other, 2.0).is_none());
/// assert_eq!(distance_within(&cube, &other, 3.5).unwrap().distance, 3.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[expect(clippy::needless_pass_by_value, reason = "a limit is a number, mostly a literal")]
pub fn distance_within<A, B, T: Real, const D: usize>(a: &A, b: &B, limit: T) -> Option<Distance<T, D>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    let set = Difference(a, b);
    let frame = set.frame();
    let within_cores = limit.clone() * frame.zoom.clone() + frame.margin.clone();
    let until = Until::Beyond(within_cores);
    let found = if frame.is_ordinary() {
        Search::new(&set, &frame, &Options::default(), &mut ()).nearest(&until)
    } else {
        nearest_out_of_scale(&set, &frame, &Options::default(), &until, &mut ())
    };
    found.filter(|found| found.distance <= limit)
}

/// The distance of a convex set from the origin, that is, for a [`Difference`], between two shapes; with options, and
/// watched by an observer.
///
/// ```
/// use gjk::{Difference, Options, distance_with, nalgebra::Vector2, shape::Cuboid, SupportExt};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let moved = square.clone().posed(Vector2::new(3.0, 4.0))?;
/// let options = Options { max_evaluations: 100, ..Options::default() };
/// let d = distance_with(&Difference(&square, &moved), &options, &mut ());
/// assert!((d.distance - 5.0_f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance_with<T: Real, const D: usize>(
    set: &impl Searchable<D, Scalar = T>,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Distance<T, D> {
    let frame = set.frame();
    if !frame.is_ordinary() {
        let found = nearest_out_of_scale(set, &frame, options, &Until::Nearest, observer);
        // Nothing is beyond `Nearest`.
        return found.unwrap_or_else(|| Distance::undecided(&frame, 0, Undecided::Limit));
    }
    let mut search = Search::new(set, &frame, options, observer);
    let approach = search.measure(&Until::Nearest);
    search.answer(approach)
}

/// The same for sets that are very small or very large.
#[cold]
#[inline(never)]
fn nearest_out_of_scale<T: Real, const D: usize, C: Searchable<D, Scalar = T>>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    until: &Until<T>,
    observer: &mut impl Observer<T, D>,
) -> Option<Distance<T, D>> {
    Search::new(&OutOfScale::<_, C::Cases, D>::new(set), frame, options, observer).nearest(until)
}

impl<T: Real, const D: usize, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Walks to the nearest points; `None` if they are farther apart than was asked for.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn nearest(mut self, until: &Until<T>) -> Option<Distance<T, D>> {
        let approach = self.measure(until);
        if approach.beyond { None } else { Some(self.answer(approach)) }
    }

    /// The points at the end of the walk, and how far apart they are.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn answer(&self, approach: Approach<T, D>) -> Distance<T, D> {
        let frame = self.frame;
        if let End::Undecided(why) = approach.end {
            return Distance::undecided(frame, self.evaluations, why);
        }
        let newest = approach.around.then_some(&self.newest);
        let weights = nearest_weights(newest, &self.simplex);
        let (mut a, mut b, mut core) = (SVector::zeros(), SVector::zeros(), SVector::zeros());
        let mut add = |vertex: &SupportPoint<T, D>, weight: &T| {
            a += &vertex.a * weight.clone();
            b += &vertex.b * weight.clone();
            core += &vertex.w * weight.clone();
        };
        let mut rest = &weights[..];
        if let Some(newest) = newest {
            add(newest, &weights[0]);
            rest = &weights[1..];
        }
        for (vertex, weight) in self.simplex.vertices().iter().zip(rest) {
            add(vertex, weight);
        }
        let mut found = Distance {
            distance: T::zero(),
            lower: T::zero(),
            points: [&frame.reference + &a, &frame.reference + &b],
            undecided: None,
            evaluations: self.evaluations,
            feature: Feature {
                reference: frame.reference.clone(),
                newest: newest.cloned(),
                simplex: self.simplex.clone(),
                weights,
            },
        };
        if let Some(plane) = approach.plane {
            if approach.around {
                // A plane separates what a simplex says intersects: the gap is that of the plane, of the size of rounding.
                core.fill(T::zero());
            }
            found.set_apart(self.set.margins(), approach.end, frame, &core, &plane);
        }
        found
    }
}

impl<T: Real, const D: usize> Distance<T, D> {
    /// Fills in what there is to say when the cores are apart: `core` is the nearest point of their difference.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn set_apart(
        &mut self,
        [margin_a, margin_b]: [T; 2],
        end: End,
        frame: &Frame<T, D>,
        core: &SVector<T, D>,
        plane: &Plane<T, D>,
    ) {
        let apart = norm(core);
        let lower = plane.distance();
        if !frame.margin.is_zero() {
            // From A towards B: against the nearest point of the difference, or, where that is lost in rounding, as the
            // best plane says.
            let normal = if apart.is_zero() { &plane.axis / norm(&plane.axis) } else { -core / apart.clone() };
            if end == End::WithinMargins {
                let apart = apart / frame.zoom.clone();
                let step = if margin_a < apart { margin_a } else { apart };
                let common = &self.points[0] + normal * step;
                self.points = [common.clone(), common];
                return;
            }
            self.points[0] += &normal * margin_a;
            self.points[1] -= normal * margin_b;
        }
        let lower = max(T::zero(), lower - frame.margin.clone());
        // A power of two has an exact reciprocal, and that one can be had before the distance is known.
        let unzoom = T::one() / frame.zoom.clone();
        self.distance = max(lower.clone(), apart - frame.margin.clone()) * unzoom.clone();
        if self.distance <= T::zero() {
            self.distance = T::smallest();
        }
        self.lower = lower * unzoom;
    }

    fn undecided(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Self {
        let feature = Feature {
            reference: frame.reference.clone(),
            newest: None,
            simplex: Simplex::empty(),
            weights: core::array::from_fn(|_| T::zero()),
        };
        Self {
            distance: T::zero(),
            lower: T::zero(),
            points: [frame.reference.clone(), frame.reference.clone()],
            undecided: Some(why),
            evaluations,
            feature,
        }
    }
}
