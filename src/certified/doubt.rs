//! Bounds on rounding errors, as plain functions. Each bound adds an eighth for its own rounding (2 ε for speeds).
//! `Filter` derives and applies the bounds. They are public so that tests can search for the worst input of each.

use crate::scalar::{Real, dimension, largest, max, times, ulps};
use crate::tolerance;
use nalgebra::{SVector, Vector3};

/// 9/8 of a bound.
fn an_eighth_more<T: Real>(bound: T) -> T {
    bound * (T::one() + T::one().half().half().half())
}

/// |d|₁.
#[inline]
pub(super) fn norm1<T: Real, const D: usize>(direction: &SVector<T, D>) -> T {
    (1..D).fold(direction[0].abs(), |sum, k| sum + direction[k].abs())
}

/// The larger of two, or NaN.
pub(super) fn max_or_nan<T: PartialOrd>(a: T, b: T) -> T {
    if a >= b || a.partial_cmp(&a).is_none() { a } else { b }
}

/// The error of n·p, a sum of `terms` products, where |n|₁ = `length`, and the coordinates of p are at most `size` and
/// off by ρ.
pub fn of_dot<T: Real>(terms: u32, rho: &T, size: &T, length: T) -> T {
    an_eighth_more((rho.clone() + ulps(tolerance::dot(terms), size)) * length)
}

/// The error of u·d, the speed of the origin along d, for a velocity u that is a rounded difference. Each component has
/// an error of ε/2 of itself. The sum of products has an error of D·ε/2 of |u|·|d|₁, where |u| is the largest component
/// of u.
pub fn of_speed<T: Real, const D: usize>(velocity: &SVector<T, D>, direction: &SVector<T, D>) -> T {
    ulps(tolerance::speed(dimension::<D>()), &largest(velocity)) * norm1(direction)
}

/// The error of n·p, where n is the computed normal of edges of these sizes, and the coordinates of p are at most `size`.
pub fn of_winding<T: Real, const D: usize>(size: &T, edges: impl Iterator<Item = T>) -> T {
    let units = tolerance::winding(dimension::<D>());
    an_eighth_more(edges.fold(ulps(units, size), |product, edge| product * edge))
}

/// The error of the area of two vertices whose coordinates are at most g and off by ρ.
pub fn of_areas<T: Real>(rho: &T, g: T) -> T {
    an_eighth_more((ulps(tolerance::AREA, &g) + times(6, rho)) * g)
}

/// The error of the volume of three vertices whose coordinates are at most g and off by ρ ≤ g/16.
pub fn of_volumes<T: Real>(rho: &T, g: T) -> T {
    an_eighth_more((ulps(tolerance::VOLUME, &g) + times(20, rho)) * (g.clone() * g))
}

/// The volume of these three, and a bound on its error.
pub fn of_volume<T: Real>([a, b, c]: [&Vector3<T>; 3], rho: &T, g: &T) -> [T; 2] {
    let doubt = ulps(tolerance::CROSS, g) * g.clone();
    let norm1 = |n: &Vector3<T>| n.iter().fold(doubt.clone(), |sum, x| sum + x.abs());
    let (ab, bc, ca) = (a.cross(b), b.cross(c), c.cross(a));
    let volume = a.dot(&bc);
    let sizes = (0..3).fold(T::zero(), |sum, k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        sum + a[k].abs() * (b[i].abs() * c[j].abs() + b[j].abs() * c[i].abs())
    });
    let areas = norm1(&ab) + norm1(&bc) + norm1(&ca) + times(20, rho) * g.clone();
    [volume, an_eighth_more(rho.clone() * areas + ulps(tolerance::TRIPLE, &sizes))]
}

/// The most vertices that weights are computed for.
const MOST: usize = 9;
type Matrix<T> = [[T; MOST]; MOST];

/// The weights with which D + 1 vertices, whose coordinates are off by ρ, sum to the origin, and to 1; and a bound on
/// their errors. `None` if the vertices may be in one hyperplane, or from 9D on.
///
/// This is a verified solution of Σ λₖ wₖ = 0, Σ λₖ = 1 (Siegfried M. Rump, Verification methods: rigorous results
/// using floating-point arithmetic, Acta Numerica 19, 2010). Let P be the matrix of these equations, and X any matrix
/// that is nearly its inverse. Let r bound ‖1 − X·P‖ over all P that the vertices allow. If r < 1 there is one λ, and
/// it differs from any λ' by at most ‖X‖·‖P·λ' − (0, …, 0, 1)‖ / (1 − r). Both products have D + 1 terms in each
/// number.
pub fn of_weights<'w, T: Real, const D: usize>(
    vertices: impl Iterator<Item = &'w SVector<T, D>>,
    rho: &T,
) -> Option<([T; MOST], T)> {
    let n = D + 1;
    if n > MOST {
        return None;
    }
    let zero = T::zero;
    let mut matrix: Matrix<T> = core::array::from_fn(|_| core::array::from_fn(|_| zero()));
    let mut g = T::one();
    for (k, w) in vertices.enumerate() {
        for (row, x) in matrix.iter_mut().zip(w.iter()) {
            row[k] = x.clone();
        }
        matrix[D][k] = T::one();
        g = max(g, largest(w));
    }
    let inverse = inverse(&matrix, n)?;
    let sum = |terms: &mut dyn Iterator<Item = T>| terms.fold(zero(), |sum, term| sum + term);
    let norm1 = |row: &[T; MOST]| sum(&mut row[..n].iter().map(T::abs));
    let norm = |rows: &Matrix<T>| rows[..n].iter().map(norm1).fold(zero(), max_or_nan);
    #[expect(clippy::cast_possible_truncation, reason = "a dimension")]
    let (count, size) = (n as u32, norm(&inverse));
    let mut residual = inverse.clone();
    for i in 0..n {
        for k in 0..n {
            let entry = sum(&mut (0..n).map(|j| inverse[i][j].clone() * matrix[j][k].clone()));
            residual[i][k] = if i == k { T::one() - entry } else { -entry };
        }
    }
    let r = norm(&residual) + times(count, &of_dot(count, rho, &g, size.clone()));
    let weights = inverse.map(|row| row[D].clone());
    let missing = (0..n).map(|i| {
        let got = sum(&mut (0..n).map(|k| matrix[i][k].clone() * weights[k].clone()));
        if i == D { (T::one() - got).abs() } else { got.abs() }
    });
    let missing = missing.fold(zero(), max_or_nan) + of_dot(count, rho, &g, norm1(&weights));
    // 1 / (1 − r) is at most 2. False for a NaN, which `norm` keeps: an inverse may overflow.
    (r < T::one().half()).then(|| (weights, an_eighth_more(times(2, &(size * missing)))))
}

/// The inverse of the first n rows and columns, up to rounding, by elimination with partial pivoting.
fn inverse<T: Real>(matrix: &Matrix<T>, n: usize) -> Option<Matrix<T>> {
    let mut rows = matrix.clone();
    let mut inverse: Matrix<T> =
        core::array::from_fn(|i| core::array::from_fn(|k| if i == k { T::one() } else { T::zero() }));
    for c in 0..n {
        let pivot = (c + 1..n).fold(c, |best, row| if rows[row][c].abs() > rows[best][c].abs() { row } else { best });
        rows.swap(c, pivot);
        inverse.swap(c, pivot);
        let top = rows[c][c].clone();
        if top.is_zero() {
            return None;
        }
        for k in 0..n {
            rows[c][k] /= top.clone();
            inverse[c][k] /= top.clone();
        }
        for row in (0..n).filter(|row| *row != c) {
            let factor = rows[row][c].clone();
            for k in 0..n {
                let (step, other) = (factor.clone() * rows[c][k].clone(), factor.clone() * inverse[c][k].clone());
                rows[row][k] -= step;
                inverse[row][k] -= other;
            }
        }
    }
    Some(inverse)
}
