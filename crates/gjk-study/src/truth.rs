//! The judge: the truth about two shapes, and the error of an answer. Differences are exact, so that an error of
//! double-doubles can be told from 0. Fractions are not reduced to lowest terms, because this would take longer than all
//! else.

use super::arithmetic::{Arithmetic, Computes, Job, Set};
use super::published::Ways;
use gjk::aabb;
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::internals::{Dyadic, Measured, measure, nearest, options, pair, root_plus, separate};
use gjk::minkowski::{Difference, Erased};
use gjk::nalgebra::{Point, SVector};
use gjk::observe::Observer;
use gjk::query::Query;
use gjk::shape::Ball;
use gjk::simplex::Cases;
use gjk_question::json::Place;
use gjk_question::{AnyShape, Coordinate, Shape, Vector, build};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The most steps that exact arithmetic takes for a depth.
const EFFORT: u64 = 3_000_000;

/// Who knows the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    Exact,
    /// Double-double, without an exact answer.
    Double,
}

/// Why a pair was not measured.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Refused {
    /// The arithmetic cannot hold a shape.
    Shape(String),
    /// Nobody knows the truth.
    Judge(String),
}

/// What is true of two shapes.
pub(super) struct Truth {
    pub(super) judge: Judge,
    pub(super) intersects: bool,
    /// The square of the distance of the cores, or of the depth if they overlap.
    squared: BigRational,
    overlap: bool,
    pub(super) depth_is_known: bool,
    /// Both margins together.
    margin: BigRational,
    /// From A towards B, of any length.
    normal: Vec<BigInt>,
    /// The distance or the negated depth, rounded.
    pub(super) separation: f64,
    /// The largest absolute coordinate of both.
    pub(super) size: f64,
}

impl Truth {
    /// Asks exact arithmetic, or, where that has no answer, double-double.
    pub(super) fn of(dim: usize, shapes: [&Shape; 2]) -> Result<Self, Refused> {
        Self::exactly(dim, shapes).or_else(|refused| match refused {
            Refused::Judge(_) => Self::nearly(dim, shapes),
            Refused::Shape(_) => Err(refused),
        })
    }

    /// Asks exact arithmetic.
    fn exactly(dim: usize, shapes: [&Shape; 2]) -> Result<Self, Refused> {
        Arithmetic::F64.run(dim, Exactly(shapes)).unwrap_or_else(|| Err(no_judge()))
    }

    /// Asks double-double arithmetic, in two and three dimensions.
    fn nearly(dim: usize, shapes: [&Shape; 2]) -> Result<Self, Refused> {
        Arithmetic::Double.run(dim, Nearly(shapes)).unwrap_or_else(|| Err(no_judge()))
    }

    /// Lengths in this unit, ε L.
    pub(super) fn ruler(&self, unit: f64) -> Ruler<'_> {
        Ruler { truth: self, unit }
    }
}

fn no_judge() -> Refused {
    Refused::Judge(
        "exact arithmetic takes points, boxes, balls, capsules, sums and hulls of these, and margins; double-double judges the \
         rest, in 2 and 3 dimensions"
            .into(),
    )
}

/// The shapes, in an arithmetic.
pub(super) fn built<T: Coordinate, const D: usize>([a, b]: [&Shape; 2]) -> Result<[AnyShape<T, D>; 2], Refused> {
    let shape = |shape, key| build::<T, D>(shape, &Place::Line.key(key)).map_err(|fault| Refused::Shape(fault.0));
    Ok([shape(a, "a")?, shape(b, "b")?])
}

/// The largest absolute coordinate.
fn size<const D: usize>(shapes: [Set<'_, f64, D>; 2]) -> f64 {
    let around = shapes.map(aabb);
    let corners = around.iter().flat_map(|around| around.min.iter().chain(around.max.iter()));
    corners.fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// The corners of the box around a shape; the origin if it cannot be built.
pub(super) fn around(dim: usize, shape: &Shape) -> [Vector; 2] {
    Arithmetic::F64.run(dim, Around(shape)).unwrap_or_default()
}

struct Around<'q>(&'q Shape);

impl Job for Around<'_> {
    type Output = [Vector; 2];

    fn run<T: Computes, const D: usize>(self) -> Self::Output
    where
        Cases: Expansion<T, D> + ExactCases<D> + Ways<T, D>,
    {
        let Ok(shape) = build::<f64, D>(self.0, &Place::Line) else { return Self::Output::default() };
        let around = aabb(&shape);
        [around.min, around.max].map(|corner| core::array::from_fn(|k| if k < D { corner[k] } else { 0.0 }))
    }
}

struct Exactly<'q>([&'q Shape; 2]);

impl Job for Exactly<'_> {
    type Output = Result<Truth, Refused>;

    fn run<T: Computes, const D: usize>(self) -> Self::Output
    where
        Cases: Expansion<T, D> + ExactCases<D> + Ways<T, D>,
    {
        exact_truth::<D>(self.0)
    }
}

fn exact_truth<const D: usize>(shapes: [&Shape; 2]) -> Result<Truth, Refused>
where
    Cases: ExactCases<D>,
{
    let [a, b] = built::<f64, D>(shapes)?;
    let (a, b): (Set<'_, f64, D>, Set<'_, f64, D>) = (&a, &b);
    let pair = pair(a, b).ok_or_else(no_judge)?;
    let (options, unwatched) = (options(None), &mut ());
    let contact = if matches!(D, 2 | 3) { separate(&pair, &options, unwatched, EFFORT) } else { None };
    let depth_is_known = contact.is_some();
    let found = contact.unwrap_or_else(|| measure(&pair, &options, unwatched));
    let (squared, margin) = (found.squared(), found.margin());
    Ok(Truth {
        judge: Judge::Exact,
        intersects: found.intersects(),
        depth_is_known: depth_is_known || !found.intersects(),
        separation: root_plus(!found.overlap, &squared, &-&margin),
        squared,
        overlap: found.overlap,
        margin,
        normal: found.normal.iter().map(|x| x.0.clone()).collect(),
        size: size([a, b]),
    })
}

struct Nearly<'q>([&'q Shape; 2]);

impl Job for Nearly<'_> {
    type Output = Result<Truth, Refused>;

    fn run<T: Computes, const D: usize>(self) -> Self::Output
    where
        Cases: Expansion<T, D> + ExactCases<D> + Ways<T, D>,
    {
        let [a, b] = built::<f64, D>(self.0)?;
        let size = size([&a as Set<'_, f64, D>, &b]);
        let [a, b] = built::<T, D>(self.0)?;
        let found = contact::<T, D>(&a, &b);
        let undecided = || Refused::Judge("double-double arithmetic has found none".into());
        let separation = exactly(found.separation).filter(|_| found.undecided.is_none()).ok_or_else(undecided)?;
        let separation = rational(&separation);
        let (normal, _) = whole(found.normal.iter().map(|x| exactly(*x))).ok_or_else(undecided)?;
        Ok(Truth {
            judge: Judge::Double,
            intersects: found.intersects(),
            squared: &separation * &separation,
            overlap: found.intersects(),
            depth_is_known: true,
            margin: BigRational::zero(),
            normal,
            separation: nearest(&separation),
            size,
        })
    }
}

/// The contact, by the search that the rest of the program has compiled.
pub(super) fn contact<T: Computes, const D: usize>(a: Set<'_, T, D>, b: Set<'_, T, D>) -> gjk::Contact<T, D>
where
    Cases: Expansion<T, D>,
{
    let unwatched: &mut dyn Observer<T, D> = &mut ();
    Query::new().with_observer(unwatched).contact_of(&Erased::<_, Cases, D>::new(&Difference(a, b)))
}

/// The same number; `None` if it is none.
fn exactly<T: Computes>(x: T) -> Option<Dyadic> {
    let [high, low] = x.parts();
    (high.is_finite() && low.is_finite()).then(|| Dyadic::of(high).plus(&Dyadic::of(low)))
}

/// Integers, and the exponent of the power of two that they stand for multiples of; `None` if one is none.
fn whole(numbers: impl Iterator<Item = Option<Dyadic>>) -> Option<(Vec<BigInt>, i64)> {
    let numbers = numbers.collect::<Option<Vec<_>>>()?;
    let exponent = numbers.iter().filter_map(Dyadic::lowest).min().unwrap_or(0);
    Some((numbers.iter().map(|x| x.over(exponent)).collect(), exponent))
}

fn rational(x: &Dyadic) -> BigRational {
    let exponent = x.lowest().unwrap_or(0);
    fraction(x.over(exponent), BigInt::one(), exponent)
}

/// `over` / `under` · 2^`exponent`.
fn fraction(over: BigInt, under: BigInt, exponent: i64) -> BigRational {
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    let (over, under) = if exponent < 0 { (over, under << places) } else { (over << places, under) };
    BigRational::new_raw(over, under)
}

fn dot(u: &[BigInt], v: &[BigInt]) -> BigInt {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}

/// How far answers in an arithmetic are from the truth, in its ε L.
pub(super) struct Ruler<'t> {
    truth: &'t Truth,
    unit: f64,
}

impl Ruler<'_> {
    /// How far the shapes are from touching, if that is known.
    pub(super) fn margin(&self) -> Option<f64> {
        self.truth.depth_is_known.then(|| self.in_units(self.truth.separation.abs()))
    }

    /// For points at the coordinate origin the unit is 0, and so should be every error.
    fn in_units(&self, length: f64) -> f64 {
        if length == 0.0 { 0.0 } else { length / self.unit }
    }

    /// How far a number is from the signed separation.
    fn separation_error(&self, found: &Dyadic) -> f64 {
        let Truth { overlap, squared, margin, .. } = self.truth;
        let found = rational(found);
        let less = if margin.is_zero() { found } else { margin + found };
        self.in_units(root_plus(!overlap, squared, &-less).abs())
    }

    pub(super) fn distance_error<T: Computes>(&self, found: T) -> f64 {
        match exactly(found) {
            None => f64::INFINITY,
            Some(found) if self.truth.intersects => self.in_units(nearest(&rational(&found)).abs()),
            Some(found) => self.separation_error(&found),
        }
    }

    pub(super) fn depth_error<T: Computes>(&self, separation: T) -> Option<f64> {
        let error = || exactly(separation).map_or(f64::INFINITY, |found| self.separation_error(&found));
        self.truth.depth_is_known.then(error)
    }

    /// The error of the negated depth of shapes that intersect.
    #[cfg(feature = "parry")]
    pub(super) fn overlap_error<T: Computes>(&self, separation: T) -> Option<f64> {
        self.depth_error(separation).filter(|_| self.truth.intersects)
    }

    /// How far the normal leads astray over the distance, that times the sine of the angle between it and the exact one; and
    /// that angle, in ε radians.
    pub(super) fn normal_errors<T: Computes, const D: usize>(&self, normal: &SVector<T, D>) -> Option<[f64; 2]> {
        let Truth { normal: exact, squared, separation, size, .. } = self.truth;
        if squared.is_zero() {
            return None;
        }
        let epsilon = self.unit / size;
        let Some((found, exponent)) = whole(normal.iter().map(|x| exactly(*x))) else {
            return Some([f64::INFINITY; 2]);
        };
        let (along, square) = (dot(&found, exact), dot(exact, exact));
        // |f − (f·n / n·n) n|² = (f·f n·n − (f·n)²) / n·n
        let across = dot(&found, &found) * &square - &along * &along;
        let sine = root_plus(true, &fraction(across, square, 2 * exponent), &BigRational::zero());
        let angle = libm::asin(sine.min(1.0));
        Some(if along.is_positive() {
            [self.in_units(sine * separation), angle / epsilon]
        } else {
            [self.in_units(*separation), (core::f64::consts::PI - angle) / epsilon]
        })
    }

    /// Returns whether a contact's normal is another than the judge's, and just as good: its depth is right up to what is promised,
    /// though it is far aside. An angle between the two says nothing. (A smooth surface has normals nearby that are as good, too,
    /// up to an angle of about √ε.)
    pub(super) fn is_tie(&self, depth_error: Option<f64>, angle: f64) -> bool {
        let epsilon = self.unit / self.truth.size;
        depth_error.is_some_and(|error| error <= 64.0) && angle * epsilon > 64.0 * libm::sqrt(epsilon)
    }

    /// How far the points are outside their shapes, or how much their distance differs from the exact one: what is more. Not
    /// for double-doubles, whose points are not `f64`, nor where these are the judge.
    pub(super) fn points_error<T: Computes, const D: usize>(
        &self,
        points: &[Point<T, D>; 2],
        shapes: [&Shape; 2],
    ) -> Option<f64>
    where
        Cases: ExactCases<D>,
    {
        if T::IS_WIDE || self.truth.judge != Judge::Exact {
            return None;
        }
        let [a, b] = points;
        let between = a.iter().zip(b.iter()).map(|(x, y)| Some(exactly(*y)?.plus(&exactly(*x)?.negated())));
        let between = whole(between).map(|(across, exponent)| {
            let square = fraction(dot(&across, &across), BigInt::one(), 2 * exponent);
            root_plus(true, &square, &-rational(&Dyadic::of(self.truth.separation))).abs()
        });
        let outside = built::<f64, D>(shapes).ok()?.into_iter().zip(points).map(|(shape, point)| {
            let at = Point::from(SVector::from_fn(|k, _| point[k].parts()[0]));
            let pair = Ball::point(at).ok().and_then(|point| pair(&point, &shape));
            let found = pair.map(|pair| measure(&pair, &options(None), &mut ()));
            let distance = |found: Measured<D>| root_plus(true, &found.squared(), &-found.margin());
            found.map_or(f64::INFINITY, |found| if found.intersects() { 0.0 } else { distance(found) })
        });
        Some(self.in_units(outside.fold(between.unwrap_or(f64::INFINITY), f64::max)))
    }
}
