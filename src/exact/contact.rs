//! How far apart two shapes are or how deep they overlap, which way, and where, in exact arithmetic.
//!
//! # Depth
//!
//! Of cores that overlap, the origin is inside the polytope A − B, and its nearest facet gives depth and normal. It is
//! found by growing the simplex that the search has ended on, made one of full dimension: the facet that is nearest is
//! replaced by facets around the vertex farthest along its normal, until nothing is farther than the facet itself. In
//! exact arithmetic that needs no care at all: a vertex sees a facet or not, what it sees is bounded by a closed horizon,
//! and a ridge of the horizon never has the vertex in its hull, as it lies in the plane of a facet that the vertex is
//! strictly above. The ball around the origin that touches the nearest facet is inside the polytope, and so is the place
//! where it touches.

use super::cases::{ExactCases, InIntegers, combined, dot, nearest, perpendicular};
use super::distance::{Unit, along, approach, rounded_points};
use super::float::Float;
use super::integer::{Integer, Number, Vector};
use super::lattice::Pair;
use super::rounding::root_plus;
use super::verdict::{options, pair};
use crate::minkowski::{Composite, Frame};
use crate::observe::{Observer, Stop, Stretch};
use crate::options::Options;
use crate::simplex::{Cases, Simplex};
use crate::support::Support;
use crate::vertex::SupportPoint;
use alloc::vec::Vec;
use core::array;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The signed separation of two shapes, exactly: as a square, as it may have a root in it.
///
/// ```
/// use gjk::{exact, nalgebra::{Point2, Vector2}, shape::{Ball, Triangle}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 4.0)])?;
/// let found = exact::contact(&triangle, &Ball::new(p(1.0, 1.0), 0.5)?).expect("a polygon and a disc");
/// assert!(found.intersects() && found.overlap);
/// // The side from (0, 0) to (3, 1) is nearest; the distance from it is 2 / √10.
/// assert_eq!(found.squared.to_string(), "2/5");
/// assert_eq!(found.separation(), -1.132_455_532_033_675_8); // −(√(2/5) + 1/2), rounded once
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Contact<const D: usize> {
    /// Whether the cores intersect.
    pub overlap: bool,
    /// The square of how far the cores are apart, or how deep they overlap.
    pub squared: BigRational,
    /// From A towards B, of some length: the shortest way from A to B, or the shortest way for B to move out of A.
    pub normal: [BigRational; D],
    /// The points of the cores that are nearest, or that would touch last.
    pub points: [[BigRational; D]; 2],
    /// The margins.
    pub margins: [BigRational; 2],
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
}

impl<const D: usize> Contact<D> {
    /// Whether the shapes intersect: margins are compared by squares.
    #[must_use]
    pub fn intersects(&self) -> bool {
        let margin = &self.margins[0] + &self.margins[1];
        self.overlap || self.squared <= &margin * &margin
    }

    /// The distance, or the depth negated, correctly rounded: positive exactly when the shapes are apart.
    #[must_use]
    pub fn separation(&self) -> f64 {
        let margin = &self.margins[0] + &self.margins[1];
        let separation = root_plus(!self.overlap, &self.squared, &-margin);
        if self.intersects() { separation } else { separation.max(f64::from_bits(1)) }
    }

    /// The normal at unit length, each component correctly rounded.
    #[must_use]
    pub fn unit_normal(&self) -> [f64; D] {
        let (one, zero) = (BigRational::one(), BigRational::zero());
        array::from_fn(|k| root_plus(self.normal[k].is_positive(), &along(&self.normal, k, &one), &zero))
    }

    /// The points of the shapes themselves, which their margins have moved along the normal; each coordinate correctly
    /// rounded.
    #[must_use]
    pub fn rounded_points(&self) -> [[f64; D]; 2] {
        rounded_points(&self.points, &self.normal, &self.margins)
    }
}

/// The signed separation of two shapes, as their [`Construction`](crate::Construction)s say; `None` where one has none.
///
/// Complexity: of cores that overlap in many dimensions, it grows with the number of facets of A − B.
pub fn contact<A, B, T: Float, const D: usize>(a: &A, b: &B) -> Option<Contact<D>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    Some(separate(&pair(a, b)?, &options(None), &mut ()))
}

/// The signed separation, watched.
pub(crate) fn separate<const D: usize>(
    pair: &Pair<D>,
    options: &Options<Number, D>,
    observer: &mut impl Observer<Number, D>,
) -> Contact<D>
where
    Cases: ExactCases<D>,
{
    let (unit, one) = (Unit::of(pair), BigInt::one());
    let vector = |v: &Vector<D>, total: &BigInt| array::from_fn(|k| unit.rational(&v[k].0, total, 1));
    let margins = pair.margins().map(|margin| unit.rational(&margin, &one, 1));
    let set = InIntegers::new(pair);
    let found = approach(&set, options, observer);
    let (w, total) = (&found.w.point, &found.w.total);
    let points = found.points.each_ref().map(|p| vector(p, total));
    if !found.w.is_origin() {
        let squared = unit.rational(&dot(w, w), total, 2);
        let evaluations = found.evaluations;
        return Contact { overlap: false, squared, normal: vector(&-w, &one), points, margins, evaluations };
    }
    let mut evaluations = found.evaluations;
    match deepest(&set, found.vertices, observer, &mut evaluations) {
        // The common point is as good as any.
        Depth::Flat { normal } => {
            let (squared, normal) = (BigRational::zero(), vector(&normal, &one));
            Contact { overlap: true, squared, normal, points, margins, evaluations }
        }
        Depth::Solid { normal, level, points, total } => {
            // (level / |n|)²
            let squared = BigRational::new(&level * &level, dot(&normal, &normal));
            let area = unit.rational(&one, &one, 2);
            let points = points.each_ref().map(|p| vector(p, &total));
            let (squared, normal) = (squared * area, vector(&normal, &one));
            Contact { overlap: true, squared, normal, points, margins, evaluations }
        }
    }
}

type Vertex<const D: usize> = SupportPoint<Number, D>;

/// What is deepest.
enum Depth<const D: usize> {
    /// A − B has no interior; this is perpendicular to it.
    Flat { normal: Vector<D> },
    /// The nearest facet.
    Solid {
        normal: Vector<D>,
        /// normal · p of its points p.
        level: BigInt,
        /// Where B touches A last, times `total`.
        points: [Vector<D>; 2],
        total: BigInt,
    },
}

/// A simplex of the surface: D vertices, by their numbers, in increasing order.
struct Facet<const D: usize> {
    corners: [usize; D],
    /// Outwards.
    normal: Vector<D>,
    level: Number,
    square: Number,
}

impl<const D: usize> Facet<D> {
    /// Whether it is nearer to the origin, which is inside or on the surface.
    fn nearer(&self, other: &Self) -> bool {
        let squared = |facet: &Self, other: &Self| &facet.level.0 * &facet.level.0 * &other.square.0;
        squared(self, other) < squared(other, self)
    }
}

/// The same direction in the smallest integers.
pub(crate) fn reduced<const D: usize>(v: &Vector<D>) -> Vector<D> {
    let common = v.iter().fold(BigInt::zero(), |common, x| common.gcd(&x.0));
    if common.is_zero() { v.clone() } else { v.map(|x| Integer(x.0 / &common)) }
}

/// A simplex of the surface, to be told of.
fn told<const D: usize>(facet: &Facet<D>, vertices: &[Vertex<D>]) -> Simplex<Number, D> {
    let mut simplex = Simplex::empty();
    for &corner in &facet.corners {
        simplex.push(vertices[corner].clone());
    }
    simplex
}

/// What is deepest. It begins with independent vertices whose hull has the origin in it.
fn deepest<const D: usize>(
    set: &InIntegers<D>,
    mut vertices: Vec<Vertex<D>>,
    observer: &mut impl Observer<Number, D>,
    evaluations: &mut u32,
) -> Depth<D>
where
    Cases: ExactCases<D>,
{
    let frame: Frame<Number, D> = set.frame();
    let mut vertex = |observer: &mut dyn Observer<Number, D>, direction: &Vector<D>| {
        *evaluations += 1;
        let found = set.vertex(&frame, direction);
        observer.support(direction, &found);
        found
    };
    if vertices.len() <= D {
        observer.entered(Stretch::Completion);
    }
    while vertices.len() <= D {
        let points: Vec<_> = vertices.iter().map(|vertex| &vertex.w).collect();
        let Some(normal) = perpendicular(&points).map(|normal| reduced(&normal)) else { break };
        let level = dot(&vertices[0].w, &normal);
        let (up, down) = (vertex(observer, &normal), vertex(observer, &-&normal));
        let heights = [dot(&up.w, &normal) - &level, level - dot(&down.w, &normal)];
        if heights.iter().all(Zero::is_zero) {
            observer.stopped(Stop::OnBoundary);
            return Depth::Flat { normal };
        }
        vertices.push(if heights[0] > heights[1] { up } else { down });
    }
    observer.entered(Stretch::Expansion);
    // D + 1 times a point inside.
    let inside = vertices.iter().fold(Vector::zeros(), |sum: Vector<D>, vertex| sum + &vertex.w);
    let count = BigInt::from(D + 1);
    let facet = |vertices: &[Vertex<D>], corners: [usize; D]| {
        let points: Vec<_> = corners.iter().map(|&corner| &vertices[corner].w).collect();
        // D independent points leave one direction.
        let normal = perpendicular(&points).map_or_else(Vector::zeros, |normal| reduced(&normal));
        let level = dot(points[0], &normal);
        let inwards = dot(&normal, &inside) > &level * &count;
        let (normal, level) = if inwards { (-normal, -level) } else { (normal, level) };
        let square = Integer(dot(&normal, &normal));
        Facet { corners, normal, level: Integer(level), square }
    };
    let mut facets: Vec<Facet<D>> =
        (0..=D).map(|left_out| facet(&vertices, array::from_fn(|k| if k < left_out { k } else { k + 1 }))).collect();
    loop {
        let mut nearest = &facets[0];
        for facet in &facets[1..] {
            if facet.nearer(nearest) {
                nearest = facet;
            }
        }
        let found = vertex(observer, &nearest.normal);
        let reach = Integer(dot(&found.w, &nearest.normal));
        let others = facets.iter().filter(|facet| !core::ptr::eq(*facet, nearest));
        let mut nearest_first = core::iter::once(nearest).chain(others).map(|facet| told(facet, &vertices));
        observer.expanded(&nearest.level, &reach, &nearest.square, &mut nearest_first);
        if reach <= nearest.level {
            observer.stopped(Stop::OnBoundary);
            return touching(nearest, &facets, &vertices);
        }
        let newest = vertices.len();
        vertices.push(found);
        let found = &vertices[newest].w;
        let (visible, hidden): (Vec<_>, Vec<_>) =
            facets.into_iter().partition(|facet| dot(&facet.normal, found) > facet.level.0);
        facets = hidden;
        for mut corners in horizon(&visible) {
            // The newest has the largest number.
            corners[D - 1] = newest;
            facets.push(facet(&vertices, corners));
        }
    }
}

/// The ridges that belong to only one of the facets; their last number is to be replaced.
fn horizon<const D: usize>(facets: &[Facet<D>]) -> Vec<[usize; D]> {
    let mut ridges: Vec<[usize; D]> = Vec::with_capacity(D * facets.len());
    for facet in facets {
        for left_out in 0..D {
            let mut ridge = facet.corners;
            ridge[left_out..].rotate_left(1);
            ridge[D - 1] = usize::MAX;
            // A second facet has it, too.
            if let Some(k) = ridges.iter().position(|known| *known == ridge) {
                ridges.swap_remove(k);
            } else {
                ridges.push(ridge);
            }
        }
    }
    ridges
}

/// Where the ball around the origin touches the nearest facet: it may be in one beside it, in the same plane.
fn touching<const D: usize>(facet: &Facet<D>, facets: &[Facet<D>], vertices: &[Vertex<D>]) -> Depth<D> {
    let Facet { normal, level, square, .. } = facet;
    let in_plane = |other: &&Facet<D>| other.corners.iter().all(|&k| dot(&vertices[k].w, normal) == level.0);
    let mut corners: Vec<usize> = Vec::new();
    for corner in facets.iter().filter(in_plane).flat_map(|facet| facet.corners) {
        if !corners.contains(&corner) {
            corners.push(corner);
        }
    }
    // The foot is n · level / |n|²; seen from there, and times |n|², the corners have the origin in their hull.
    let foot = normal.map(|x| Integer(x.0 * &level.0));
    let seen: Vec<Vector<D>> =
        corners.iter().map(|&k| vertices[k].w.map(|x| Integer(x.0 * &square.0)) - &foot).collect();
    let found = nearest(&seen.iter().collect::<Vec<_>>());
    let weighted = || found.members.iter().map(|&k| &vertices[corners[k]]).zip(&found.weights);
    let points = [
        combined(weighted().map(|(vertex, weight)| (&vertex.a, weight))),
        combined(weighted().map(|(vertex, weight)| (&vertex.b, weight))),
    ];
    Depth::Solid { normal: normal.clone(), level: level.0.clone(), points, total: found.total }
}
