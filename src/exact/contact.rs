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

use super::Float;
use super::cases::{InIntegers, combined, dot, nearest, perpendicular};
use super::distance::{Unit, along, approach, rounded_points};
use super::integer::{Integer, Number, Vector};
use super::lattice::Pair;
use super::rounding::root_plus;
use super::verdict::{options, pair};
use crate::difference::{Composite, Frame, SupportPoint};
use crate::gjk::{Observer, Options, Stop, Stretch};
use crate::simplex::Simplex;
use crate::support::Support;
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
{
    contact_within_effort(a, b, u64::MAX).flatten()
}

/// The signed separation, if it takes no more than `effort`; `Some(None)` where it would.
///
/// The effort is that of the expanding polytope, in products of short integers: long ones count as several. A million of them
/// take about a tenth of a second. Polytopes have up to some hundred facets in three dimensions and tens of thousands in six.
///
/// ```
/// use gjk::{exact, nalgebra::SVector, shape::Cuboid};
/// let cube = Cuboid::new(SVector::from([1.0; 5]))?;
/// assert!(exact::contact_within_effort(&cube, &cube, 1000).expect("boxes").is_none());
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact_within_effort<A, B, T: Float, const D: usize>(a: &A, b: &B, effort: u64) -> Option<Option<Contact<D>>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
{
    Some(separate(&pair(a, b)?, &options(None), &mut (), effort))
}

/// The signed separation, watched; `None` beyond `effort`.
pub(crate) fn separate<const D: usize>(
    pair: &Pair<D>,
    options: &Options<Number, D>,
    observer: &mut impl Observer<Number, D>,
    effort: u64,
) -> Option<Contact<D>> {
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
        return Some(Contact { overlap: false, squared, normal: vector(&-w, &one), points, margins, evaluations });
    }
    let mut evaluations = found.evaluations;
    Some(match deepest(&set, found.vertices, observer, &mut evaluations, Effort::new(pair, effort))? {
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
    })
}

/// How much more may be done.
struct Effort {
    left: u64,
    /// What a product of two coordinates counts.
    product: u64,
    /// How many points a support evaluation looks at.
    points: u64,
}

impl Effort {
    fn new<const D: usize>(pair: &Pair<D>, left: u64) -> Self {
        let digits = 1 + u64::from(pair.bits) * D as u64 / 64;
        Self { left, product: 1 + digits * digits / 16, points: pair.points() }
    }

    /// A support evaluation; and a look at each facet from there.
    fn look<const D: usize>(&mut self, facets: usize) -> Option<()> {
        self.spend(2 * (self.points + 3 * facets as u64) * D as u64)
    }

    /// The ridges of visible facets, each compared with the others; and a determinant for each facet that is new.
    fn grow<const D: usize>(&mut self, visible: usize, made: usize) -> Option<()> {
        let ridges = (D * visible) as u64;
        self.left = self.left.checked_sub(ridges * ridges / 128)?;
        self.spend(2 * (made * D * D * D) as u64)
    }

    fn spend(&mut self, products: u64) -> Option<()> {
        self.left = self.left.checked_sub(products.saturating_mul(self.product))?;
        Some(())
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
    mut effort: Effort,
) -> Option<Depth<D>> {
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
            return Some(Depth::Flat { normal });
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
        effort.look::<D>(facets.len())?;
        let found = vertex(observer, &nearest.normal);
        let reach = Integer(dot(&found.w, &nearest.normal));
        let others = facets.iter().filter(|facet| !core::ptr::eq(*facet, nearest));
        let mut nearest_first = core::iter::once(nearest).chain(others).map(|facet| told(facet, &vertices));
        observer.expanded(&nearest.level, &reach, &nearest.square, &mut nearest_first);
        if reach <= nearest.level {
            observer.stopped(Stop::OnBoundary);
            return Some(touching(nearest, &facets, &vertices));
        }
        let newest = vertices.len();
        vertices.push(found);
        let found = &vertices[newest].w;
        let (visible, hidden): (Vec<_>, Vec<_>) =
            facets.into_iter().partition(|facet| dot(&facet.normal, found) > facet.level.0);
        facets = hidden;
        effort.grow::<D>(visible.len(), 0)?;
        let horizon = horizon(&visible);
        effort.grow::<D>(0, horizon.len())?;
        for mut corners in horizon {
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
