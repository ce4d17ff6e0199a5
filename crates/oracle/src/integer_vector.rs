//! Integer vectors for the [`exact`](super::exact) oracle: products, weighted sums, the scan for
//! an extreme vertex, and the one piece of linear algebra, the nearest point of an affine hull.

use super::rational::Int;

/// Weights, with their positive sum, of the point nearest to the origin in the affine hull of
/// `points`; `None` if these are affinely dependent.
///
/// With edges `e_i = w_i - w_0`, the nearest point `w_0 + sum m_i e_i` is at right angles to
/// all of them: `sum_j (e_i . e_j) m_j = -e_i . w_0`. The Gram matrix is positive definite for
/// independent edges, so no pivoting is needed, and a zero pivot means dependence. Bareiss'
/// [elimination] keeps it symmetric: only the upper triangle is used. Its last pivot is the
/// determinant `Q`, and by Cramer's rule every `Q m_i` is an integer: all divisions are exact.
/// Every intermediate number is a minor of the matrix, and so no longer than need be.
///
/// [elimination]: https://en.wikipedia.org/wiki/Bareiss_algorithm
pub fn affine_minimum<const D: usize>(points: &[[Int; D]]) -> Option<(Vec<Int>, Int)> {
    let edge = |p: &[Int; D]| -> [Int; D] { std::array::from_fn(|k| &p[k] - &points[0][k]) };
    let edges: Vec<_> = points[1..].iter().map(edge).collect();
    let m = edges.len();
    let mut rows: Vec<Vec<Int>> = Vec::with_capacity(m);
    for r in 0..m {
        let mut row = vec![Int::ZERO; m + 1];
        for c in r..m {
            row[c] = dot(&edges[r], &edges[c]);
        }
        row[m] = -dot(&edges[r], &points[0]);
        rows.push(row);
    }
    let mut previous = Int::from(1);
    for c in 0..m {
        let (done, rest) = rows.split_at_mut(c + 1);
        let pivot = &done[c];
        if pivot[c] == Int::ZERO {
            return None;
        }
        for (r, row) in (c + 1..m).zip(rest) {
            for k in r..=m {
                row[k] = (&pivot[c] * &row[k] - &pivot[r] * &pivot[k]) / &previous;
            }
        }
        previous.clone_from(&pivot[c]);
    }
    let total = previous;
    let mut weights = vec![Int::ZERO; m + 1];
    let mut first = total.clone();
    for r in (0..m).rev() {
        let mut sum = &total * &rows[r][m];
        for c in r + 1..m {
            sum -= &rows[r][c] * &weights[c + 1];
        }
        weights[r + 1] = sum / &rows[r][r];
        first -= &weights[r + 1];
    }
    weights[0] = first;
    Some((weights, total))
}

/// The dot product.
pub fn dot<const D: usize>(a: &[Int; D], b: &[Int; D]) -> Int {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The sum of the points times their weights, not divided by anything.
pub fn combine<'a, const D: usize>(points: impl Iterator<Item = &'a [Int; D]>, weights: &[Int]) -> [Int; D] {
    let mut sum = [const { Int::ZERO }; D];
    for (p, w) in points.zip(weights) {
        for k in 0..D {
            sum[k] += &p[k] * w;
        }
    }
    sum
}

/// Index of the first point with the largest (or least) `p . direction`.
pub fn extreme<const D: usize>(points: &[[Int; D]], direction: &[Int; D], largest: bool) -> usize {
    let mut best = (0, dot(&points[0], direction));
    for (i, p) in points.iter().enumerate().skip(1) {
        let height = dot(p, direction);
        if height != best.1 && (height > best.1) == largest {
            best = (i, height);
        }
    }
    best.0
}
