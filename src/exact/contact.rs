//! Contacts in exact arithmetic.
//!
//! If the cores overlap, the origin is inside the polytope A − B, and its nearest facet gives depth and normal. The
//! search is the one of rounded arithmetic (`src/epa/expand.rs`), except that its two bounds become equal. The largest
//! ball around the origin in the polytope touches the nearest facet, or a facet beside it in the same plane.

use super::cases::{ExactCases, InIntegers, dot, nearest, perpendicular};
use super::distance::{Measured, approach, rounded_points, unit_normal};
use super::integer::{Integer, Number, Vector};
use super::verdict::{options, pair};
use super::{dyadic::Float, lattice::Pair, rounding::root_plus};
use crate::epa::{Complex, Expanding, Normals, Probe, Slack, SupportSource};
use crate::observe::{Observer, Phase, Termination};
use crate::simplex::completion::{Completed, Completion, Sides, complete};
use crate::simplex::{Cases, Simplex};
use crate::{minkowski::ConvexSet, query::Options, support::Support, verdict::Undecided, vertex::SupportPoint};
use alloc::vec::Vec;
use core::array;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The exact signed separation of two shapes, as a square, because it may be a root.
///
/// ```
/// use gjk::{exact, nalgebra::{Point2, Vector2}, shape::{Ball, Triangle}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 4.0)])?;
/// let found = exact::contact(&triangle, &Ball::at(p(1.0, 1.0), 0.5)?).expect("a polygon and a disc");
/// assert!(found.intersects() && found.overlap);
/// // The side from (0, 0) to (3, 1) is nearest; the distance from it is 2 / √10.
/// assert_eq!(found.squared.to_string(), "2/5");
/// assert_eq!(found.separation(), -1.132_455_532_033_675_8); // −(√(2/5) + 1/2), rounded once
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactContact<const D: usize> {
    /// Whether the cores intersect.
    pub overlap: bool,
    /// The square of the distance of the cores, or of the depth of their overlap.
    pub squared: BigRational,
    /// The normal, from A towards B and of any length: along the distance of the cores, or along the minimum
    /// translation of B.
    pub normal: [BigRational; D],
    /// The nearest points of the cores, or the points that touch after the minimum translation.
    pub points: [[BigRational; D]; 2],
    /// The margins.
    pub margins: [BigRational; 2],
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

impl<const D: usize> ExactContact<D> {
    /// Returns whether the shapes intersect: margins are compared by squares.
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
        unit_normal(&self.normal)
    }

    /// The points of the shapes: the cores', moved along the normal by the margins, each coordinate correctly rounded.
    #[must_use]
    pub fn rounded_points(&self) -> [[f64; D]; 2] {
        rounded_points(&self.points, &self.normal, &self.margins)
    }
}

/// The exact signed separation of two shapes; `None` if one has no [`Construction`](crate::support::Construction). If
/// the cores overlap, the time grows with the number of facets of A − B, which is large in many dimensions.
pub fn contact<A, B, T: Float, const D: usize>(a: &A, b: &B) -> Option<ExactContact<D>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    ExactQuery::new().contact(a, b)?.ok()
}

/// A [`contact`] with a limit on the arithmetic that it takes.
///
/// ```
/// use gjk::{Undecided, exact::ExactQuery, nalgebra::SVector, shape::Cuboid};
/// let cube = Cuboid::new(SVector::from([1.0; 5]))?;
/// assert_eq!(ExactQuery::new().effort(1000).contact(&cube, &cube), Some(Err(Undecided::Limit)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactQuery {
    pub(super) effort: u64,
}

impl Default for ExactQuery {
    fn default() -> Self {
        Self { effort: u64::MAX }
    }
}

impl ExactQuery {
    /// A query without limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The limit on the expanding polytope, in products of short integers; a million take about a tenth of a second.
    /// Polytopes have up to some hundred facets in three dimensions, and tens of thousands in six.
    #[must_use]
    pub fn effort(self, effort: u64) -> Self {
        Self { effort }
    }

    /// The signed separation of two shapes: see [`contact`].
    ///
    /// # Errors
    /// [`Undecided::Limit`], if it takes more than the effort.
    pub fn contact<A, B, T: Float, const D: usize>(&self, a: &A, b: &B) -> Option<Result<ExactContact<D>, Undecided>>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: ExactCases<D>,
    {
        let found = separate(&pair(&a, &b)?, &options(None), &mut (), self.effort);
        Some(found.map(|found| found.contact()).ok_or(Undecided::Limit))
    }
}

/// The signed separation, with an observer; `None` if it takes more than `effort`.
pub fn separate<const D: usize>(
    pair: &Pair<D>,
    options: &Options<Number, D>,
    observer: &mut dyn Observer<Number, D>,
    effort: u64,
) -> Option<Measured<D>>
where
    Cases: ExactCases<D>,
{
    let set = InIntegers::new(pair);
    let (mut measured, vertices) = approach(pair, &set, options, observer);
    if measured.overlap {
        match deepest(&set, vertices, observer, &mut measured.evaluations, &Effort::new(pair, effort))? {
            // The common point of the search is the witness.
            Depth::Flat { normal } => measured.normal = normal,
            Depth::Solid { normal, level, points, total } => {
                // (level / |n|)²
                measured.squared = [&level * &level, dot(&normal, &normal)];
                (measured.normal, measured.points, measured.total) = (normal, points, total);
            }
        }
    }
    Some(measured)
}

impl<const D: usize> Measured<D> {
    /// The answer in rational numbers.
    #[must_use]
    pub fn contact(&self) -> ExactContact<D> {
        let (squared, points, margins) = self.rational();
        let normal = array::from_fn(|k| self.unit.rational(&self.normal[k].0, &BigInt::one(), 1));
        ExactContact { overlap: self.overlap, squared, normal, points, margins, evaluations: self.evaluations }
    }
}

/// The limit on the work, in tests whether a vertex sees a facet, with D products each.
struct Effort {
    looks: usize,
    /// The cost of a support evaluation.
    evaluation: usize,
}

impl Effort {
    fn new<const D: usize>(pair: &Pair<D>, products: u64) -> Self {
        let digits = 1 + u64::from(pair.bits) * D as u64 / 64;
        // The cost of a product of two coordinates.
        let product = 1 + digits * digits / 16;
        let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        Self { looks: count(products / (6 * product * D as u64)), evaluation: count(pair.points() / 3) }
    }
}

type Vertex<const D: usize> = SupportPoint<Number, D>;

enum Depth<const D: usize> {
    /// A − B has no interior, and is perpendicular to this normal.
    Flat { normal: Vector<D> },
    /// The nearest facet.
    Solid {
        normal: Vector<D>,
        /// normal · p of its points p.
        level: BigInt,
        /// The points of A and B that touch after the minimum translation, times `total`.
        points: [Vector<D>; 2],
        total: BigInt,
    },
}

/// The shortest vector of integers in the direction of v.
#[must_use]
pub fn reduced<const D: usize>(v: &Vector<D>) -> Vector<D> {
    let common = v.iter().fold(BigInt::zero(), |common, x| common.gcd(&x.0));
    if common.is_zero() { v.clone() } else { v.map(|x| Integer(x.0 / &common)) }
}

/// Normals in the smallest integers.
struct Reduced;

impl<const D: usize> Normals<Number, D> for Reduced {
    const UNIT: bool = false;
    const LOOK: usize = 1;
    const FACET: usize = D * D;

    fn through(points: &[&Vector<D>; D], _: &Slack<Number>) -> (Vector<D>, Number) {
        // D independent points leave one direction.
        let normal = perpendicular(points).map_or_else(Vector::zeros, |normal| reduced(&normal));
        let square = Integer(dot(&normal, &normal));
        (normal, square)
    }

    fn dot(normal: &Vector<D>, point: &Vector<D>) -> Number {
        Integer(dot(normal, point))
    }
}

/// The completion of a simplex to full dimension, with an observer.
impl<O: Observer<Number, D>, const D: usize> Completion<Number, D> for Probe<'_, InIntegers<D>, O, D> {
    /// A vector perpendicular to A − B.
    type Flat = Vector<D>;

    fn perpendicular(&self, newest: &Vertex<D>, simplex: &Simplex<Number, D>) -> Option<Vector<D>> {
        let points: Vec<_> = simplex.vertices().iter().chain([newest]).map(|vertex| &vertex.w).collect();
        perpendicular(&points).map(|normal| reduced(&normal))
    }

    fn level(&self, direction: &Vector<D>, newest: &Vertex<D>) -> Number {
        Integer(dot(&newest.w, direction))
    }

    fn support(&mut self, direction: &Vector<D>) -> Option<Vertex<D>> {
        SupportSource::support(self, direction)
    }

    fn flat(&self, sides: &Sides<'_, Number, D>) -> Option<Vector<D>> {
        sides.heights.iter().all(Zero::is_zero).then(|| sides.normal.clone())
    }
}

/// Finds the depth, from independent vertices whose hull holds the origin.
fn deepest<const D: usize>(
    set: &InIntegers<D>,
    mut vertices: Vec<Vertex<D>>,
    mut observer: &mut dyn Observer<Number, D>,
    evaluations: &mut u32,
    effort: &Effort,
) -> Option<Depth<D>>
where
    Cases: ExactCases<D>,
{
    let frame = set.frame();
    let (options, frame, limit) = (&options(None), &frame, u32::MAX);
    let mut probe =
        Probe { set, frame, options, observer: &mut observer, evaluations: *evaluations, limit, open: None };
    if vertices.len() <= D {
        probe.observer.entered(Phase::Completion);
    }
    // Fewer than D + 1 independent vertices have a perpendicular.
    let completed = vertices.pop().and_then(|newest| {
        let mut simplex = Simplex::empty();
        for vertex in vertices {
            simplex.push(vertex);
        }
        complete(newest, simplex, &mut probe)
    });
    let depth = match completed.unwrap_or_else(|| Completed::Flat(Vector::zeros())) {
        Completed::Flat(normal) => {
            probe.observer.stopped(Termination::OnBoundary);
            Depth::Flat { normal }
        }
        Completed::Solid { newest, simplex } => {
            probe.observer.entered(Phase::Expansion);
            let zero = Number::zero();
            let vertices = simplex.vertices().iter().chain([&newest]);
            let mut complex = Complex::<_, Reduced, D>::simplex(vertices, &zero, effort.looks);
            complex.evaluation = effort.evaluation;
            let mut expanding = Expanding::new(&zero, None, zero.clone());
            expanding.expand(&mut complex, &mut probe)?;
            match expanding.best {
                Some(best) => touching(&best.normal, &best.reach, &complex.vertices_in(&best.normal, &best.reach)),
                None => Depth::Flat { normal: Vector::zeros() },
            }
        }
    };
    *evaluations = probe.evaluations;
    Some(depth)
}

/// The point where the ball around the origin touches the nearest facet, or one beside it in the same plane.
fn touching<const D: usize>(normal: &Vector<D>, level: &Number, vertices: &[&Vertex<D>]) -> Depth<D> {
    // The foot is n · level / |n|²; relative to it, and times |n|², the vertices have the origin in their hull.
    let square = dot(normal, normal);
    let foot = normal.map(|x| Integer(x.0 * &level.0));
    let seen: Vec<Vector<D>> = vertices.iter().map(|vertex| vertex.w.map(|x| Integer(x.0 * &square)) - &foot).collect();
    let found = nearest(&seen.iter().collect::<Vec<_>>());
    let points = found.points(vertices);
    Depth::Solid { normal: normal.clone(), level: level.0.clone(), points, total: found.total }
}

#[cfg(test)]
mod tests;
