//! A floating-point first guess for the [`exact`](super::exact) oracle: the vertex pairs that hold
//! the point of `B - A` nearest the origin. The exact search starts from it, and usually ends at
//! once. A wrong guess costs time, never an answer, so the tolerances below only affect speed.
//!
//! The method is Wolfe's, as in the exact search, on coordinates moved to the first vertex of
//! `A` and scaled by a power of two to a size near one (so that no square leaves the range).

use super::rational::scale_by_power_of_two;
use super::vector::{add_scaled, dot, largest_coordinate, sub};

/// Most rounds before the guess is handed over as it is.
const ROUNDS: usize = 64;

/// Vertex pairs `(index in a, index in b)` whose differences span, as far as floating point can
/// tell, the face of `B - A` nearest to the origin: one to `D + 1` of them.
pub fn guess<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Vec<(usize, usize)> {
    let (a, b) = (normalized(a, &a[0], a, b), normalized(b, &a[0], a, b));
    let mut pairs = vec![(0, 0)];
    let mut points = vec![sub(&b[0], &a[0])];
    let mut weights = vec![1.0];
    let mut x = points[0];
    for _ in 0..ROUNDS {
        let (i, j) = (farthest(&a, &x, 1.0), farthest(&b, &x, -1.0));
        let point = sub(&b[j], &a[i]);
        let gain = dot(&x, &x) - dot(&x, &point);
        let reach = dot(&point, &point).max(dot(&x, &x));
        if pairs.contains(&(i, j)) || gain <= 1e-15 * dot(&x, &x) || dot(&x, &x) <= 1e-32 * reach {
            break;
        }
        pairs.push((i, j));
        points.push(point);
        weights.push(0.0);
        if !shrink(&mut pairs, &mut points, &mut weights) {
            pairs.pop();
            break;
        }
        x = [0.0; D];
        for (p, &w) in points.iter().zip(&weights) {
            x = add_scaled(&x, p, w);
        }
    }
    pairs
}

/// `points - origin`, times the power of two that brings the largest coordinate near one.
fn normalized<const D: usize>(points: &[[f64; D]], origin: &[f64; D], a: &[[f64; D]], b: &[[f64; D]]) -> Vec<[f64; D]> {
    // Halved first: the difference of two large numbers may leave the range.
    let half = |p: &[f64; D]| p.map(|x| 0.5 * x);
    let moved = |p: &[f64; D]| sub(&half(p), &half(origin));
    let all = a.iter().chain(b);
    let size = all.map(|p| largest_coordinate(&moved(p))).fold(0.0, f64::max);
    let exponent = if size > 0.0 { size.log2() as i64 } else { 0 };
    let scale = |x| scale_by_power_of_two(x, -exponent);
    points.iter().map(|p| moved(p).map(scale)).collect()
}

/// Index of the vertex with the largest `sign * (p . direction)`.
fn farthest<const D: usize>(points: &[[f64; D]], direction: &[f64; D], sign: f64) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, p) in points.iter().enumerate() {
        let height = sign * dot(p, direction);
        if height > best.1 {
            best = (i, height);
        }
    }
    best.0
}

/// Wolfe's minor cycle: moves the weights to the point of the affine hull nearest to the
/// origin, dropping points on the way until all weights are positive. False if the points are
/// affinely dependent to working precision.
fn shrink<const D: usize>(pairs: &mut Vec<(usize, usize)>, points: &mut Vec<[f64; D]>, weights: &mut Vec<f64>) -> bool {
    loop {
        let Some(target) = affine_minimum(points) else {
            return false;
        };
        let mut step = 1.0;
        let mut blocked = None;
        for (k, (&w, &t)) in weights.iter().zip(&target).enumerate() {
            if t <= 1e-14 && w - t > 0.0 && w / (w - t) < step {
                (step, blocked) = (w / (w - t), Some(k));
            }
        }
        for (w, &t) in weights.iter_mut().zip(&target) {
            *w += step * (t - *w);
        }
        let Some(k) = blocked else {
            return true;
        };
        pairs.remove(k);
        points.remove(k);
        weights.remove(k);
    }
}

/// Weights (summing to one) of the point nearest to the origin in the affine hull of `points`,
/// by elimination on the Gram matrix of the edges from the first point; `None` if singular.
fn affine_minimum<const D: usize>(points: &[[f64; D]]) -> Option<Vec<f64>> {
    let edges: Vec<_> = points[1..].iter().map(|p| sub(p, &points[0])).collect();
    let m = edges.len();
    if m > D {
        return None;
    }
    let mut rows = vec![vec![0.0; m + 1]; m];
    for r in 0..m {
        for c in 0..m {
            rows[r][c] = dot(&edges[r], &edges[c]);
        }
        rows[r][m] = -dot(&edges[r], &points[0]);
    }
    for c in 0..m {
        if rows[c][c] <= 1e-15 * dot(&edges[c], &edges[c]) {
            return None;
        }
        let (done, rest) = rows.split_at_mut(c + 1);
        let pivot = &done[c];
        for row in rest {
            let factor = row[c] / pivot[c];
            for (x, p) in row.iter_mut().zip(pivot) {
                *x -= factor * p;
            }
        }
    }
    let mut weights = vec![0.0; m + 1];
    for r in (0..m).rev() {
        let known: f64 = (r + 1..m).map(|c| rows[r][c] * weights[c + 1]).sum();
        weights[r + 1] = (rows[r][m] - known) / rows[r][r];
    }
    weights[0] = 1.0 - weights[1..].iter().sum::<f64>();
    Some(weights)
}
