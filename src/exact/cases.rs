//! Simplex cases in integers. In two and three dimensions they do not divide, so they share the cases of rounded arithmetic.
//! Other dimensions use Wolfe's method with exact divisions only ([`by_wolfe`]), which also gives the final weights.
//!
//! The nearest point of the affine hull of w₀ … wₖ is w₀ + Σ mⱼ eⱼ with edges eⱼ = wⱼ − w₀. It is perpendicular to all
//! of them: Σⱼ (eᵢ·eⱼ) mⱼ = −eᵢ·w₀. By Cramer's rule each mⱼ is an integer over the determinant of the matrix (eᵢ·eⱼ),
//! which is positive for independent edges. Bareiss's elimination (Sylvester's identity and multistep
//! integer-preserving Gaussian elimination, Mathematics of Computation 22, 1968) finds these integers: each
//! intermediate number is a minor of the matrix, and all divisions are exact.
//!
//! # Why it ends, and with the nearest point
//!
//! Philip Wolfe (Finding the nearest point in a polytope, Mathematical Programming 11, 1976). A *corral* is a set of
//! independent points whose affine hull has a nearest point x with positive weights, so x is the nearest point of their
//! convex hull. If no point p of the simplex has p·x < x·x, x is the nearest point of the simplex. Otherwise such a p
//! joins. Then walk from x towards the nearest affine point, and drop points whose weight falls to zero on the way.
//! This leads to another, nearer corral. There are finitely many corrals, and none comes twice.

use super::integer::{Integer, Number, Vector};
use super::lattice::{Pair, Shape};
use crate::minkowski::{ConvexSet, Frame};
use crate::scalar::ith;
use crate::simplex::{Cases, Location, Region, Searchable, Simplex, SimplexCases, Tests};
use crate::{support::Support, vertex::SupportPoint};
use alloc::vec::Vec;
use nalgebra::Point;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// A dimension with simplex cases for exact arithmetic: 1 to 8. Functions that are generic over `D` need this bound.
///
/// ```
/// use gjk::{Support, distance, exact, simplex::{Cases, SimplexCases}};
/// /// The error of the rounded distance.
/// fn error<const D: usize>(a: &impl Support<D, Scalar = f64>, b: &impl Support<D, Scalar = f64>) -> Option<f64>
/// where
///     Cases: SimplexCases<f64, D> + exact::ExactCases<D>,
/// {
///     Some(distance(a, b).distance - exact::distance(a, b)?.distance())
/// }
/// # use gjk::{nalgebra::Point2, shape::Ball};
/// let at = |x, y| Ball::at(Point2::new(x, y), 0.5);
/// assert_eq!(error(&at(0.0, 0.0)?, &at(3.0, 4.0)?), Some(0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "exact arithmetic has no simplex cases for dimension {D}",
    label = "not a dimension from 1 to 8",
    note = "a function generic over the dimension asks for `Cases: gjk::exact::ExactCases<{D}>`"
)]
pub trait ExactCases<const D: usize>: SimplexCases<Number, D> {}

impl<const D: usize> ExactCases<D> for Cases where Self: SimplexCases<Number, D> {}

/// The point of a simplex nearest the origin.
pub(crate) struct Nearest<const D: usize> {
    /// The numbers of the points with a share in it.
    pub(crate) members: Vec<usize>,
    /// Their weights, all positive.
    pub(crate) weights: Vec<BigInt>,
    /// The sum of the weights.
    pub(crate) total: BigInt,
    /// The point times that sum.
    pub(crate) point: Vector<D>,
}

impl<const D: usize> Nearest<D> {
    pub(crate) fn is_origin(&self) -> bool {
        self.point.iter().all(Integer::is_zero)
    }

    /// The points of A and of B behind it, times the sum, if these are the vertices.
    pub(super) fn points(&self, vertices: &[&SupportPoint<Number, D>]) -> [Vector<D>; 2] {
        let weighted = || self.members.iter().map(|&k| vertices[k]).zip(&self.weights);
        [combined(weighted().map(|(v, weight)| (&v.a, weight))), combined(weighted().map(|(v, weight)| (&v.b, weight)))]
    }
}

/// u · v, without copying big integers.
#[must_use]
pub fn dot<const D: usize>(u: &Vector<D>, v: &Vector<D>) -> BigInt {
    u.iter().zip(v).map(|(Integer(x), Integer(y))| x * y).sum()
}

fn combined<'v, const D: usize>(terms: impl Iterator<Item = (&'v Vector<D>, &'v BigInt)>) -> Vector<D> {
    let mut sum: Vector<D> = Vector::zeros();
    for (v, weight) in terms {
        for (entry, Integer(x)) in sum.iter_mut().zip(v) {
            entry.0 += weight * x;
        }
    }
    sum
}

/// The weights of the affine hull's nearest point, with their positive sum; `None` for dependent points.
fn affine<const D: usize>(points: &[&Vector<D>]) -> Option<(Vec<BigInt>, BigInt)> {
    let base = points[0];
    let edges: Vec<Vector<D>> = points[1..].iter().map(|p| *p - base).collect();
    let mut rows: Vec<Vec<BigInt>> = edges
        .iter()
        .map(|edge| edges.iter().map(|other| dot(edge, other)).chain([-dot(edge, base)]).collect())
        .collect();
    let mut last = BigInt::one();
    for c in 0..edges.len() {
        let pivot = rows[c].clone();
        if pivot[c].is_zero() {
            return None;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(r, _)| *r != c) {
            // Columns left of the pivot are done, and not read again.
            let factor = row[c].clone();
            for (entry, above) in row.iter_mut().zip(&pivot).skip(c + 1) {
                *entry = (&*entry * &pivot[c] - &factor * above) / &last;
            }
        }
        last.clone_from(&pivot[c]);
    }
    // Now all rows have the last pivot on the diagonal.
    let mut weights = Vec::with_capacity(points.len());
    weights.push(last.clone());
    for row in &mut rows {
        let weight = row.pop()?;
        weights[0] -= &weight;
        weights.push(weight);
    }
    Some((weights, last))
}

/// A vector perpendicular to the edges from the first point; `None` for dependent points, or without a free dimension.
pub(super) fn perpendicular<const D: usize>(points: &[&Vector<D>]) -> Option<Vector<D>> {
    if let [a, b, c] = points
        && D == 3
    {
        let [u, v] = [*b - *a, *c - *a];
        let normal: Vector<D> = Vector::from_fn(|k, _| {
            let [k, l] = [(k + 1) % D, (k + 2) % D];
            Integer(&u[k].0 * &v[l].0 - &u[l].0 * &v[k].0)
        });
        // The first component other than 0 is positive.
        let positive = normal.iter().find(|x| !x.is_zero())?.0.is_positive();
        return Some(if positive { normal } else { -normal });
    }
    (0..D).find_map(|k| {
        let axis = ith(k, Number::one());
        // The part of the axis perpendicular to the edges is the nearest point of axis + span.
        let moved: Vec<Vector<D>> = points.iter().map(|p| *p - points[0] + &axis).collect();
        let (weights, _) = affine(&moved.iter().collect::<Vec<_>>())?;
        let rest = combined(moved.iter().zip(&weights));
        rest.iter().any(|x| !x.is_zero()).then_some(rest)
    })
}

/// The nearest point of the hull of at least one point.
pub(crate) fn nearest<const D: usize>(points: &[&Vector<D>]) -> Nearest<D> {
    nearest_reporting(points, |_, _, _| ())
}

/// [`nearest`], which calls `report` for each tested weight, with the point's number and the sum of the weights.
fn nearest_reporting<const D: usize>(
    points: &[&Vector<D>],
    mut report: impl FnMut(usize, &BigInt, &BigInt),
) -> Nearest<D> {
    let mut members: Vec<usize> = [0].into();
    let mut weights = Vec::from([BigInt::one()]);
    let mut total = BigInt::one();
    report(0, &weights[0], &total);
    loop {
        let point = combined(members.iter().map(|&k| points[k]).zip(&weights));
        let level = dot(&point, points[members[0]]);
        let next = (0..points.len()).map(|k| (dot(&point, points[k]), k)).min();
        match next {
            Some((reach, next)) if !level.is_zero() && reach < level => members.push(next),
            _ => return Nearest { members, weights, total, point },
        }
        weights.push(BigInt::zero());
        loop {
            let chosen: Vec<_> = members.iter().map(|&k| points[k]).collect();
            let Some((goal, goal_total)) = affine(&chosen) else {
                // Impossible: the point that joins is outside the affine hull of the others.
                debug_assert!(false, "dependent points");
                members.pop();
                weights.pop();
                continue;
            };
            for (&label, part) in members.iter().zip(&goal) {
                report(label, part, &goal_total);
            }
            if goal.iter().all(Signed::is_positive) {
                (weights, total) = (goal, goal_total);
                break;
            }
            // From w / total to a / goal_total a weight vanishes at the share w·goal_total / (w·goal_total − a·total).
            let mut stop: Option<(BigInt, BigInt)> = None;
            for (w, a) in weights.iter().zip(&goal).filter(|(_, a)| !a.is_positive()) {
                let over = w * &goal_total;
                let under = &over - a * &total;
                let sooner = |(o, u): &(BigInt, BigInt)| &over * u < o * &under;
                if !under.is_zero() && stop.as_ref().is_none_or(sooner) {
                    stop = Some((over, under));
                }
            }
            // A weight that is zero and stays so does not stop the walk, but its point is dropped.
            let (over, under) = stop.unwrap_or_else(|| (BigInt::zero(), BigInt::one()));
            let (stay, go) = ((&under - &over) * &goal_total, over * &total);
            let walked = weights.iter().zip(&goal).map(|(w, a)| &stay * w + &go * a);
            let kept = members.iter().copied().zip(walked).filter(|(_, weight)| weight.is_positive());
            (members, weights) = kept.unzip();
            total = weights.iter().sum();
        }
    }
}

macro_rules! cases {
    ($($d:literal),*) => { $(
        impl SimplexCases<Number, $d> for Cases {
            const SEPARATION_SLACK: u32 = 0;
            fn examine(
                simplex: &Simplex<Number, $d>,
                newest: &SupportPoint<Number, $d>,
                tests: &mut impl Tests<Number, $d>,
            ) -> Location<Number, $d> {
                by_wolfe(simplex, newest, tests)
            }
            fn perpendicular(vertices: &[SupportPoint<Number, $d>]) -> Vector<$d> {
                let points: Vec<_> = vertices.iter().map(|vertex| &vertex.w).collect();
                perpendicular(&points).unwrap_or_else(Vector::zeros)
            }
        }
    )* };
}
cases!(1, 4, 5, 6, 7, 8);

/// Solves for the nearest point. If it is the origin, retains all vertices, to go on towards full dimension.
fn by_wolfe<const D: usize>(
    simplex: &Simplex<Number, D>,
    newest: &SupportPoint<Number, D>,
    tests: &mut impl Tests<Number, D>,
) -> Location<Number, D> {
    let points: Vec<_> = core::iter::once(newest).chain(simplex.vertices()).map(|vertex| &vertex.w).collect();
    let report =
        |label, part: &BigInt, whole: &BigInt| tests.weight(label, &Integer(part.clone()), &Integer(whole.clone()));
    let nearest = nearest_reporting(&points, report);
    let all = Region::first(points.len());
    if nearest.is_origin() {
        return match perpendicular(&points) {
            Some(direction) if points.len() <= D => Location::Search { region: all, direction },
            _ => Location::Enclosed,
        };
    }
    let Nearest { members, point, .. } = nearest;
    let region = (0..points.len()).filter(|k| !members.contains(k)).fold(all, Region::without);
    Location::Search { region, direction: -point }
}

/// The difference of two shapes on a lattice.
pub struct InIntegers<const D: usize> {
    shapes: [Shape<BigInt, D>; 2],
    margins: [Number; 2],
}

impl<const D: usize> InIntegers<D> {
    /// The difference of a pair, in integers.
    pub fn new(pair: &Pair<D>) -> Self {
        Self { shapes: pair.shapes(), margins: pair.margins().map(Integer) }
    }

    pub(super) fn support(&self, direction: &Vector<D>) -> SupportPoint<Number, D> {
        let ([a, b], reference) = (&self.shapes, Point::origin());
        let a = a.support_from(direction, &reference);
        let b = b.support_from(&-direction, &reference);
        SupportPoint { w: &a.offset - &b.offset, a: a.offset, b: b.offset, ids: [a.id, b.id] }
    }
}

impl<const D: usize> Searchable<D> for InIntegers<D>
where
    Cases: ExactCases<D>,
{
    type Cases = Cases;
    const KEEPS_IN_RANGE: bool = true;
}

impl<const D: usize> ConvexSet<D> for InIntegers<D> {
    type Scalar = Number;

    fn frame(&self) -> Frame<Number, D> {
        let [a, b] = self.margins.clone();
        Frame::new(Point::origin(), None, Number::zero(), a + b)
    }

    fn vertex(&self, _: &Frame<Number, D>, direction: &Vector<D>) -> SupportPoint<Number, D> {
        self.support(direction)
    }

    fn margins(&self) -> [Number; 2] {
        self.margins.clone()
    }
}
