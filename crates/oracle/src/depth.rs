//! How deep two small polytopes overlap, by looking at every facet that A − B could have.
//!
//! A facet of A − B is the difference of a face of A of dimension i and a face of B of dimension D − 1 − i. So its normal
//! is perpendicular to the edges of some i + 1 vertices of A and some D − i vertices of B. All such choices are tried,
//! about C(n + m, D + 1) of them, and for each the *reach* `h_A(n) + h_B(−n)` both ways; the least is the depth. Choices that
//! are not facets do no harm: any unit vector's reach is an upper bound.
//!
//! If a facet is a sliver, its normal loses digits here, too, and the result is somewhat too large. A smaller depth that its own normal
//! proves is then the better result.

use super::vector::{dot, norm, scaled, sub};

/// The least reach over all facets: the depth. A negative reach proves that the hulls are apart. 0 where A − B has no interior.
pub fn least_reach<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> f64 {
    let mut least = f64::INFINITY;
    for of_a in 1..=D {
        each_choice(a.len(), of_a, &mut |from_a| {
            each_choice(b.len(), D + 1 - of_a, &mut |from_b| {
                let edges_a = from_a[1..].iter().map(|&k| sub(&a[k], &a[from_a[0]]));
                let edges_b = from_b[1..].iter().map(|&k| sub(&b[k], &b[from_b[0]]));
                if let Some(normal) = perpendicular(edges_a.chain(edges_b)) {
                    let [forth, back] = reaches(a, b, &normal);
                    least = least.min(forth).min(back);
                }
            });
        });
    }
    if least.is_finite() { least } else { 0.0 }
}

/// The reach of A − B along a unit vector.
pub fn reach<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], normal: &[f64; D]) -> f64 {
    reaches(a, b, normal)[0]
}

/// How far along a unit vector and against it.
fn reaches<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], normal: &[f64; D]) -> [f64; 2] {
    // Seen from a vertex of `a`: far-off polytopes keep their digits.
    let extent = |points: &[[f64; D]]| {
        let mut extent = [f64::INFINITY, f64::NEG_INFINITY];
        for p in points {
            let height = dot(&sub(p, &a[0]), normal);
            extent = [extent[0].min(height), extent[1].max(height)];
        }
        extent
    };
    let (a, b) = (extent(a), extent(b));
    [a[1] - b[0], b[1] - a[0]]
}

/// Calls `with` for every choice of `count` of the numbers below `n`, in increasing order.
fn each_choice(n: usize, count: usize, with: &mut impl FnMut(&[usize])) {
    let mut chosen: Vec<usize> = (0..count).collect();
    if count > n {
        return;
    }
    loop {
        with(&chosen);
        let Some(k) = (0..count).rev().find(|&k| chosen[k] < n - count + k) else { return };
        chosen[k] += 1;
        for i in k + 1..count {
            chosen[i] = chosen[i - 1] + 1;
        }
    }
}

/// The unit vector perpendicular to D − 1 vectors, by elimination with full pivoting; `None` if they are dependent. Most of a test's time
/// is spent here, so it has loops, and allocates nothing.
fn perpendicular<const D: usize>(vectors: impl Iterator<Item = [f64; D]>) -> Option<[f64; D]> {
    let (mut rows, mut count) = ([[0.0; D]; D], 0);
    for vector in vectors {
        rows[count] = vector;
        count += 1;
    }
    let mut pivots = [D; D];
    for done in 0..count {
        let (mut most, mut row, mut column) = (0.0, done, 0);
        for (i, candidate) in rows.iter().enumerate().take(count).skip(done) {
            for (k, x) in candidate.iter().enumerate() {
                if x.abs() >= most {
                    (most, row, column) = (x.abs(), i, k);
                }
            }
        }
        if most == 0.0 {
            return None;
        }
        rows.swap(done, row);
        let pivot = rows[done];
        for other in (0..count).filter(|&other| other != done) {
            let share = rows[other][column] / pivot[column];
            for k in 0..D {
                rows[other][k] -= share * pivot[k];
            }
            rows[other][column] = 0.0;
        }
        pivots[done] = column;
    }
    let free = (0..D).find(|column| !pivots.contains(column))?;
    let mut normal = [0.0; D];
    normal[free] = 1.0;
    for (row, &column) in rows.iter().zip(&pivots[..count]) {
        normal[column] = -row[free] / row[column];
    }
    Some(scaled(&normal, 1.0 / norm(&normal)))
}
