//! Distances in exact arithmetic.

use super::cases::{ExactCases, InIntegers, dot, nearest};
use super::integer::{Number, Vector};
use super::verdict::{options, pair};
use super::{dyadic::Dyadic, dyadic::Float, lattice::Pair, rounding::root_plus};
use crate::search::{Goal, Search};
use crate::{
    minkowski::{ConvexSet, Erased},
    observe::Observer,
    query::Options,
    simplex::Cases,
    support::Support,
    vertex::SupportPoint,
};
use alloc::vec::Vec;
use core::array;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The exact distance of the cores of two shapes, their nearest points, and their margins.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactDistance<const D: usize> {
    /// The square of the distance of the cores.
    pub squared: BigRational,
    /// The nearest points of the cores of A and B. If they intersect, a common point, twice.
    pub points: [[BigRational; D]; 2],
    /// The margins.
    pub margins: [BigRational; 2],
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

impl<const D: usize> ExactDistance<D> {
    /// Returns whether the shapes intersect: margins are compared by squares.
    #[must_use]
    pub fn intersects(&self) -> bool {
        let margin = &self.margins[0] + &self.margins[1];
        self.squared <= &margin * &margin
    }

    /// The distance of the shapes, correctly rounded: positive exactly when they are apart.
    #[must_use]
    pub fn distance(&self) -> f64 {
        if self.intersects() {
            return 0.0;
        }
        let margin = &self.margins[0] + &self.margins[1];
        root_plus(true, &self.squared, &-margin).max(f64::from_bits(1))
    }

    /// The unit vector between the points, from A towards B, correctly rounded. `None` if the shapes intersect.
    #[must_use]
    pub fn unit_normal(&self) -> Option<[f64; D]> {
        (!self.intersects()).then(|| unit_normal(&self.normal()))
    }

    /// The vector from the nearest point of A's core to that in B's core.
    fn normal(&self) -> [BigRational; D] {
        array::from_fn(|k| &self.points[1][k] - &self.points[0][k])
    }

    /// The nearest points of the shapes: the cores', moved by the margins towards each other, each correctly rounded.
    #[must_use]
    pub fn rounded_points(&self) -> [[f64; D]; 2] {
        rounded_points(&self.points, &self.normal(), &self.margins)
    }
}

/// A normal at unit length, each component correctly rounded.
pub(super) fn unit_normal<const D: usize>(normal: &[BigRational; D]) -> [f64; D] {
    let (one, zero) = (BigRational::one(), BigRational::zero());
    array::from_fn(|k| root_plus(normal[k].is_positive(), &along(normal, k, &one), &zero))
}

/// Points moved towards each other along a normal by their margins.
pub(super) fn rounded_points<const D: usize>(
    points: &[[BigRational; D]; 2],
    normal: &[BigRational; D],
    margins: &[BigRational; 2],
) -> [[f64; D]; 2] {
    let moved = |side: usize, k: usize| {
        let forward = normal[k].is_positive() == (side == 0);
        root_plus(forward, &along(normal, k, &margins[side]), &points[side][k])
    };
    [array::from_fn(|k| moved(0, k)), array::from_fn(|k| moved(1, k))]
}

/// The square of component k of the vector with this length and the direction of a normal; zero for a zero normal.
fn along<const D: usize>(normal: &[BigRational; D], k: usize, length: &BigRational) -> BigRational {
    let part = &normal[k] * length;
    if part.is_zero() {
        return part;
    }
    let square = normal.iter().fold(BigRational::zero(), |sum, x| sum + x * x);
    &part * &part / square
}

/// The exact distance between two shapes; `None` if one has no [`Construction`](crate::support::Construction).
///
/// ```
/// use gjk::{exact, nalgebra::{Point2, Vector2}, shape::{Ball, Triangle}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)])?;
/// let found = exact::distance(&triangle, &Ball::point(p(2.0, 0.0))?).expect("polygons and points");
/// assert_eq!(found.squared.to_string(), "2/5");
/// assert_eq!(found.points[0].each_ref().map(ToString::to_string), ["9/5", "3/5"]);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T: Float, const D: usize>(a: &A, b: &B) -> Option<ExactDistance<D>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    Some(measure(&pair(&a, &b)?, &options(None), &mut ()).distance())
}

/// A distance or a contact in integers. Reducing the fractions of [`ExactDistance`] and
/// [`ExactContact`](super::ExactContact) to lowest terms takes longer than all the rest.
pub struct Measured<const D: usize> {
    /// Whether the cores intersect.
    pub overlap: bool,
    /// The numerator and the denominator of the square of the distance, or of the depth.
    pub(super) squared: [BigInt; 2],
    /// The normal, from A towards B and of any length.
    pub normal: Vector<D>,
    /// As in the [`ExactContact`](super::ExactContact), times `total`.
    pub(super) points: [Vector<D>; 2],
    pub(super) total: BigInt,
    pub(super) margins: [BigInt; 2],
    pub(super) unit: Unit,
    pub(super) evaluations: u32,
}

impl<const D: usize> Measured<D> {
    /// The sum of both margins, not in lowest terms.
    #[must_use]
    pub fn margin(&self) -> BigRational {
        self.unit.fraction(&self.margins[0] + &self.margins[1], BigInt::one(), 1)
    }

    /// The square of the distance or of the depth, not in lowest terms.
    #[must_use]
    pub fn squared(&self) -> BigRational {
        let [over, under] = self.squared.clone();
        self.unit.fraction(over, under, 2)
    }

    /// Returns whether the shapes intersect.
    #[must_use]
    pub fn intersects(&self) -> bool {
        let (margin, [over, under]) = (&self.margins[0] + &self.margins[1], &self.squared);
        self.overlap || *over <= &margin * &margin * under
    }

    pub(super) fn rational(&self) -> (BigRational, [[BigRational; D]; 2], [BigRational; 2]) {
        let (unit, [over, under]) = (&self.unit, &self.squared);
        let point = |p: &Vector<D>| array::from_fn(|k| unit.rational(&p[k].0, &self.total, 1));
        let margins = self.margins.each_ref().map(|margin| unit.rational(margin, &BigInt::one(), 1));
        (unit.rational(over, under, 2), self.points.each_ref().map(point), margins)
    }

    /// The answer in rational numbers.
    #[must_use]
    pub fn distance(&self) -> ExactDistance<D> {
        let (squared, points, margins) = self.rational();
        ExactDistance { squared, points, margins, evaluations: self.evaluations }
    }
}

/// The distance, with an observer.
pub fn measure<const D: usize>(
    pair: &Pair<D>,
    options: &Options<Number, D>,
    observer: &mut dyn Observer<Number, D>,
) -> Measured<D>
where
    Cases: ExactCases<D>,
{
    approach(pair, &InIntegers::new(pair), options, observer).0
}

/// The length, in the shapes' coordinates, that the integer 1 stands for.
#[derive(Debug)]
pub struct Unit {
    exponent: i64,
    denominator: Dyadic,
}

impl Unit {
    /// The unit of the lattice that a pair is on.
    #[must_use]
    pub fn of<const D: usize>(pair: &Pair<D>) -> Self {
        Self { exponent: pair.exponent, denominator: pair.denominator.clone() }
    }

    /// `over` / `under`, times the unit to the power of the `degree`, in lowest terms.
    #[must_use]
    pub fn rational(&self, over: &BigInt, under: &BigInt, degree: u32) -> BigRational {
        let (over, under) = self.fraction(over.clone(), under.clone(), degree).into_raw();
        BigRational::new(over, under)
    }

    fn fraction(&self, over: BigInt, under: BigInt, degree: u32) -> BigRational {
        let lowest = self.denominator.lowest().unwrap_or(0);
        let exponent = (self.exponent - lowest) * i64::from(degree);
        let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
        let over = if exponent > 0 { over << places } else { over };
        let under = under * self.denominator.over(lowest).pow(degree);
        BigRational::new_raw(over, if exponent < 0 { under << places } else { under })
    }
}

/// The nearest points of A and B at the end of a search, and its vertices.
pub(super) fn approach<const D: usize>(
    pair: &Pair<D>,
    set: &InIntegers<D>,
    options: &Options<Number, D>,
    mut observer: &mut dyn Observer<Number, D>,
) -> (Measured<D>, Vec<SupportPoint<Number, D>>)
where
    Cases: ExactCases<D>,
{
    let (set, frame) = (&Erased::<_, Cases, D>::new(set), set.frame());
    let mut search = Search::new(set, &frame, options, &mut observer);
    let with_newest = search.measure(&Goal::Nearest).with_newest;
    let newest = with_newest.then_some(&search.newest);
    let vertices: Vec<_> = newest.into_iter().chain(search.simplex.vertices()).cloned().collect();
    let w = nearest(&vertices.iter().map(|vertex| &vertex.w).collect::<Vec<_>>());
    let measured = Measured {
        overlap: w.is_origin(),
        squared: [dot(&w.point, &w.point), &w.total * &w.total],
        points: w.points(&vertices.iter().collect::<Vec<_>>()),
        normal: -w.point,
        total: w.total,
        margins: pair.margins(),
        unit: Unit::of(pair),
        evaluations: search.evaluations,
    };
    (measured, vertices)
}
