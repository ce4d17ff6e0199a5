//! The exact oracle: whether two convex hulls meet, their squared distance and a pair of nearest
//! points, as rationals. It takes any dimension and any finite input, however degenerate, so it may
//! judge everything else under `tests/`.
//!
//! # Method
//!
//! The distance of `conv A` and `conv B` is the length of the shortest vector `x` of the
//! polytope `conv(B - A)`, whose vertices are among the differences `w = b_j - a_i`. Wolfe's
//! algorithm ("Finding the nearest point in a polytope", 1976) finds it through *corrals*:
//! affinely independent sets of such differences whose nearest affine point to the origin has
//! only positive weights, so that it is the nearest point of their hull as well.
//!
//! * *Optimality.* For the nearest point `x` of a corral, `x . w = x . x` on its affine hull.
//!   If no difference has `x . w < x . x`, then every `y` of the polytope has
//!   `|y| >= x . y / |x| >= |x|`, and `x` is the answer. If `x = 0`, the hulls meet.
//! * *Growth.* Otherwise a difference with the least `x . w` (the support: one scan over `A`,
//!   one over `B`) joins. It is off the affine hull, so the set stays independent, and moving
//!   from `x` towards it shortens the vector. Then the *minor cycle* goes from the present
//!   point straight towards the nearest affine point, stops where a weight reaches zero, drops
//!   that difference, and repeats, until the nearest affine point has positive weights only.
//!   Each such step shortens the vector or keeps it, and the first one shortens it.
//! * *Termination.* Each minor cycle drops points from a finite set. Each major cycle ends in
//!   a corral with a strictly shorter vector, a corral determines its vector, and there are
//!   finitely many corrals. With exact arithmetic nothing more is needed: no tolerances.
//!
//! A start from a floating-point [`guess`] changes nothing in this: *any* affinely independent
//! set will do, with any point of its hull for the minor cycle to start from.
//!
//! # Arithmetic
//!
//! All coordinates are brought to integers by one power of two. Nearest affine points come from
//! the fraction-free elimination of [`integer_vector`](super::integer_vector), with weights that
//! are integers over a common positive total.

use super::guess::guess;
use super::integer_vector::{affine_minimum, combine, dot, extreme};
use super::rational::{Int, Lattice, Rational};
use std::cmp::Ordering;

/// The exact answer for one pair of hulls.
#[derive(Clone, Debug)]
pub struct Exact<const D: usize> {
    /// The squared distance; zero if and only if the hulls intersect (touching included).
    pub squared: Rational,
    /// A nearest point of `conv A`.
    pub witness_a: [Rational; D],
    /// A nearest point of `conv B`.
    pub witness_b: [Rational; D],
    /// `witness_b - witness_a`: the shortest vector that leads from one hull to the other.
    /// Unlike the witnesses it is unique.
    pub separation: [Rational; D],
    /// The vertices (index in `a`, index in `b`) that both witnesses are made of.
    pub pairs: Vec<(usize, usize)>,
    /// The positive weights of `pairs`, to be divided by [`total`](Self::total).
    pub weights: Vec<Int>,
    /// The sum of the weights.
    pub total: Int,
}

impl<const D: usize> Exact<D> {
    /// Returns whether the closed hulls have a point in common.
    pub fn intersects(&self) -> bool {
        self.squared.is_zero()
    }

    /// The distance, correctly rounded.
    pub fn distance(&self) -> f64 {
        self.squared.sqrt_to_f64()
    }

    /// The witnesses and the separation vector, each coordinate correctly rounded.
    pub fn rounded(&self) -> ([f64; D], [f64; D], [f64; D]) {
        let round = |p: &[Rational; D]| std::array::from_fn(|k| p[k].to_f64());
        (round(&self.witness_a), round(&self.witness_b), round(&self.separation))
    }

    /// Compares the exact distance with the number `d`, exactly (a negative `d` is below it).
    pub fn compare_distance(&self, d: f64) -> Ordering {
        if d < 0.0 { Ordering::Greater } else { self.squared.cmp(&Rational::from_f64(d).squared()) }
    }
}

/// The exact distance of the hulls of `a` and `b`. Panics on an empty list or a coordinate that
/// is not finite.
pub fn distance<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Exact<D> {
    distance_from(a, b, &guess(a, b))
}

/// As [`distance`], starting from vertex pairs of the caller's choice: any number of them, in
/// any state of degeneracy. They cost or save time and have no part in the answer, except that
/// they may decide which one of several nearest pairs is given.
pub fn distance_from<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], hint: &[(usize, usize)]) -> Exact<D> {
    let lattice = Lattice::holding(a.iter().chain(b).flatten());
    let ia: Vec<_> = a.iter().map(|p| lattice.point(p)).collect();
    let ib: Vec<_> = b.iter().map(|p| lattice.point(p)).collect();
    distance_on(lattice, &ia, &ib, hint)
}

/// As [`distance_from`], for points that are integers already, times the lattice's power of two.
pub fn distance_on<const D: usize>(
    lattice: Lattice,
    ia: &[[Int; D]],
    ib: &[[Int; D]],
    hint: &[(usize, usize)],
) -> Exact<D> {
    let difference = |&(i, j): &(usize, usize)| -> [Int; D] { std::array::from_fn(|k| &ib[j][k] - &ia[i][k]) };

    let mut pairs: Vec<_> = hint.iter().copied().take(D + 1).collect();
    if pairs.is_empty() {
        pairs.push((0, 0));
    }
    let mut points: Vec<_> = pairs.iter().map(difference).collect();
    while affine_minimum(&points).is_none() {
        pairs.pop();
        points.pop();
    }
    let mut weights = vec![Int::from(1); pairs.len()];

    loop {
        let total = settle(&mut pairs, &mut points, &mut weights);
        let x = combine(points.iter(), &weights); // the vector times `total`
        let level = dot(&x, &points[0]); // x . x / total, as all of the affine hull has it
        let next = (level != Int::ZERO)
            .then(|| (extreme(ia, &x, true), extreme(ib, &x, false)))
            .filter(|next| dot(&x, &difference(next)) < level);
        let Some(next) = next else {
            let at = |n: Int| Rational::new(n, total.clone(), lattice.exponent);
            return Exact {
                squared: Rational::new(level, total.clone(), 2 * lattice.exponent),
                witness_a: combine(pairs.iter().map(|p| &ia[p.0]), &weights).map(at),
                witness_b: combine(pairs.iter().map(|p| &ib[p.1]), &weights).map(at),
                separation: x.map(at),
                pairs,
                weights,
                total,
            };
        };
        pairs.push(next);
        points.push(difference(&next));
        weights.push(Int::ZERO);
    }
}

/// The minor cycle: moves the point with the given weights (to be divided by their sum) to the
/// nearest point of a face of its simplex, and drops everything off that face. On return all
/// weights are positive and the point is the nearest affine one; the sum of weights is returned.
///
/// With present weights `p_i / P` and those aimed at `q_i / Q`, weight `i` falls to zero at the
/// part `p_i Q / (p_i Q - q_i P)` of the way. The least such part `n / d` over all `q_i <= 0`
/// gives the new weights `((d - n) p_i Q + n q_i P) / (d P Q)`.
fn settle<const D: usize>(pairs: &mut Vec<(usize, usize)>, points: &mut Vec<[Int; D]>, weights: &mut Vec<Int>) -> Int {
    loop {
        let (aim, aim_total) = affine_minimum(points).expect("independent");
        if aim.iter().all(|q| *q > Int::ZERO) {
            *weights = aim;
            return aim_total;
        }
        let total: Int = weights.iter().sum();
        let mut part: Option<(Int, Int)> = None;
        for (p, q) in weights.iter().zip(&aim).filter(|(_, q)| **q <= Int::ZERO) {
            let n = p * &aim_total;
            let d = &n - q * &total;
            if d > Int::ZERO && part.as_ref().is_none_or(|(pn, pd)| &n * pd < pn * &d) {
                part = Some((n, d));
            }
        }
        let (n, d) = part.expect("a weight that falls");
        let (stay, go) = ((&d - &n) * &aim_total, n * total);
        for (p, q) in weights.iter_mut().zip(&aim) {
            *p = &stay * &*p + &go * q;
        }
        let keep: Vec<bool> = weights.iter().map(|w| *w > Int::ZERO).collect();
        let mut flags = keep.iter();
        pairs.retain(|_| *flags.next().unwrap());
        let mut flags = keep.iter();
        points.retain(|_| *flags.next().unwrap());
        weights.retain(|w| *w > Int::ZERO);
    }
}
