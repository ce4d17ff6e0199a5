//! The feature of a small simplex that is nearest the origin, in integers, by trying all of them.
//!
//! A feature is nearest if it contains the foot of the origin in its affine hull, and no vertex of the simplex is below the plane through
//! the foot, perpendicular to the way from the origin. The weights of the foot come by Cramer's rule from the Gram matrix of the edges,
//! over its determinant.

/// The nearest point of a simplex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<const D: usize> {
    /// The vertices that it is a mean of, all with positive weights: bit k for vertex k.
    pub members: u32,
    /// The point, times a positive number.
    pub point: [i128; D],
}

fn dot<const D: usize>(u: &[i128; D], v: &[i128; D]) -> i128 {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}

/// By the first row; of nothing it is 1.
fn determinant(rows: &[Vec<i128>]) -> i128 {
    let minor = |k: usize| {
        let without = |row: &Vec<i128>| row.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, x)| *x).collect();
        rows[1..].iter().map(without).collect::<Vec<Vec<i128>>>()
    };
    let Some(first) = rows.first() else { return 1 };
    first
        .iter()
        .enumerate()
        .map(|(k, x)| if k % 2 == 0 { x * determinant(&minor(k)) } else { -x * determinant(&minor(k)) })
        .sum()
}

/// The foot of the origin in the affine hull: weights, times their positive sum; `None` for dependent points.
fn foot<const D: usize>(points: &[[i128; D]]) -> Option<Vec<i128>> {
    let edges: Vec<[i128; D]> = points[1..].iter().map(|p| std::array::from_fn(|k| p[k] - points[0][k])).collect();
    let gram: Vec<Vec<i128>> = edges.iter().map(|e| edges.iter().map(|f| dot(e, f)).collect()).collect();
    let total = determinant(&gram);
    if total == 0 {
        return None;
    }
    let mut weights = vec![total];
    for column in 0..edges.len() {
        let mut replaced = gram.clone();
        for (row, edge) in replaced.iter_mut().zip(&edges) {
            row[column] = -dot(edge, &points[0]);
        }
        let weight = determinant(&replaced);
        weights[0] -= weight;
        weights.push(weight);
    }
    Some(weights)
}

/// The nearest point of the hull of affinely independent points.
pub fn nearest<const D: usize>(points: &[[i64; D]]) -> Nearest<D> {
    let points: Vec<[i128; D]> = points.iter().map(|p| p.map(i128::from)).collect();
    let found = (1..1_u32 << points.len()).find_map(|members| {
        let chosen: Vec<_> = (0..points.len()).filter(|k| members >> k & 1 == 1).map(|k| points[k]).collect();
        let weights = foot(&chosen)?;
        let weighted = |k: usize| chosen.iter().zip(&weights).map(|(p, weight)| p[k] * weight).sum();
        let point: [i128; D] = std::array::from_fn(weighted);
        let level = dot(&point, &chosen[0]);
        let inside = weights.iter().all(|weight| *weight > 0);
        (inside && points.iter().all(|p| dot(&point, p) >= level)).then_some(Nearest { members, point })
    });
    found.expect("one of the features is nearest")
}
