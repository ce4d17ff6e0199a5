//! Cheap exact checks of single claims, for tests that do not need a whole solution: does this axis
//! separate the hulls, how far apart are these two points, is this answer of the
//! [`exact`](super::exact) oracle right? The checks follow from definitions, and share only the
//! integer arithmetic with the search they check.
//!
//! Together they bound the distance from both sides. An axis `n` with a positive gap
//! `min_B b . n - max_A a . n` proves the distance to be at least `gap / |n|`; two points that
//! belong to the hulls prove it to be at most their own distance.

use super::exact::Exact;
use super::integer_vector::{combine, dot, extreme};
use super::rational::{Int, Lattice, Rational};

/// `min over b of (b . axis) - max over a of (a . axis)`, exactly. Positive: the plane between
/// the two separates the hulls strictly. Zero: it separates them but may touch both.
pub fn gap<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], axis: &[f64; D]) -> Rational {
    let lattice = Lattice::holding(a.iter().chain(b).flatten());
    let axis_lattice = Lattice::holding(axis);
    let n = axis_lattice.point(axis);
    let height = |points: &[[f64; D]], largest: bool| {
        let points: Vec<_> = points.iter().map(|p| lattice.point(p)).collect();
        dot(&points[extreme(&points, &n, largest)], &n)
    };
    Rational::new(height(b, false) - height(a, true), Int::from(1), lattice.exponent + axis_lattice.exponent)
}

/// Returns whether `axis`, pointing from `a` to `b`, strictly separates the hulls: a proof that they do
/// not intersect.
pub fn separates<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], axis: &[f64; D]) -> bool {
    gap(a, b, axis).sign().is_gt()
}

/// The lower bound on the squared distance that `axis` proves: zero if it does not separate.
pub fn squared_lower_bound<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], axis: &[f64; D]) -> Rational {
    let gap = gap(a, b, axis);
    if gap.sign().is_le() {
        return Rational::from_f64(0.0);
    }
    let lattice = Lattice::holding(axis);
    let n = lattice.point(axis);
    let square = gap.squared();
    Rational::new(square.numerator, square.denominator * dot(&n, &n), square.exponent - 2 * lattice.exponent)
}

/// The exact squared distance of two points.
pub fn squared_distance_of_points<const D: usize>(p: &[f64; D], q: &[f64; D]) -> Rational {
    let lattice = Lattice::holding(p.iter().chain(q));
    let (p, q) = (lattice.point(p), lattice.point(q));
    let d: [Int; D] = std::array::from_fn(|k| &q[k] - &p[k]);
    Rational::new(dot(&d, &d), Int::from(1), 2 * lattice.exponent)
}

/// Returns whether `claim` is right in every respect, from the definitions: the weights are positive
/// and sum to the total; they give the witnesses, these the separation vector, this the squared
/// distance; and unless that is zero, the vector as an axis proves that no less is possible.
pub fn verifies<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], claim: &Exact<D>) -> bool {
    let lattice = Lattice::holding(a.iter().chain(b).flatten());
    let ia: Vec<_> = a.iter().map(|p| lattice.point(p)).collect();
    let ib: Vec<_> = b.iter().map(|p| lattice.point(p)).collect();
    let total: Int = claim.weights.iter().sum();
    let convex = claim.weights.iter().all(|w| *w > Int::ZERO)
        && claim.weights.len() == claim.pairs.len()
        && total == claim.total;
    if !convex {
        return false;
    }
    let wa = combine(claim.pairs.iter().map(|p| &ia[p.0]), &claim.weights);
    let wb = combine(claim.pairs.iter().map(|p| &ib[p.1]), &claim.weights);
    let x: [Int; D] = std::array::from_fn(|k| &wb[k] - &wa[k]);
    let square = dot(&x, &x);
    let agrees = |claimed: &[Rational; D], own: &[Int; D]| {
        claimed
            .iter()
            .zip(own)
            .all(|(claimed, own)| *claimed == Rational::new(own.clone(), total.clone(), lattice.exponent))
    };
    let optimal = square == Int::ZERO
        || (dot(&ib[extreme(&ib, &x, false)], &x) - dot(&ia[extreme(&ia, &x, true)], &x)) * &total >= square;
    let total_squared = &total * &total;
    optimal
        && agrees(&claim.witness_a, &wa)
        && agrees(&claim.witness_b, &wb)
        && agrees(&claim.separation, &x)
        && claim.squared == Rational::new(square, total_squared, 2 * lattice.exponent)
}
