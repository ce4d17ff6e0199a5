//! Floating-point brute force in the plane and in space: the least distance over all pairs of
//! features, and a containment test. It is slow and simple, and shares no idea with the iterative
//! methods that it judges. It looks at surfaces, so flat shapes are welcome. A verdict can be wrong
//! only if the hulls are within a few ε of touching; the distance is then wrong by as much. This
//! file has the plane case, and [`polyhedron`](super::polyhedron) the case in space.

use super::clamp::squared_point_segment;
use super::vector::sub;

pub use super::polyhedron::{Polyhedron, polyhedra};

/// The result of brute force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brute {
    /// Whether the hulls intersect.
    pub intersects: bool,
    /// Their distance; zero if they intersect.
    pub distance: f64,
}

impl Brute {
    pub(super) fn new(intersects: bool, squared: f64) -> Self {
        Self { intersects: intersects || squared == 0.0, distance: if intersects { 0.0 } else { squared.sqrt() } }
    }
}

/// Twice the signed area of the triangle `a b c`: positive if it turns to the left.
fn turn(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> f64 {
    let (u, v) = (sub(b, a), sub(c, a));
    u[0] * v[1] - u[1] * v[0]
}

/// The vertices of the hull of plane points, to the left around (Andrew's monotone chain). One
/// point for a point, two for a segment.
pub fn hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|p, q| p.partial_cmp(q).unwrap());
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let chain = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && turn(&a, &b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut sorted.iter());
    hull.extend(chain(&mut sorted.iter().rev()));
    hull
}

/// The hulls of two plane point lists, by all pairs of a vertex and an edge. Where no vertex of
/// one lies in the other, hulls that intersect have edges that cross.
pub fn polygons(a: &[[f64; 2]], b: &[[f64; 2]]) -> Brute {
    let (a, b) = (hull(a), hull(b));
    let edges = |hull: &[[f64; 2]]| -> Vec<[[f64; 2]; 2]> {
        let next = hull.iter().cycle().skip(1);
        hull.iter().zip(next).map(|(p, q)| [*p, *q]).collect()
    };
    let (edges_a, edges_b) = (edges(&a), edges(&b));
    let inside = |p: &[f64; 2], hull: &[[f64; 2]], edges: &[[[f64; 2]; 2]]| {
        hull.len() > 2 && edges.iter().all(|[q, r]| turn(q, r, p) >= 0.0)
    };
    let splits = |[p, q]: &[[f64; 2]; 2], [r, s]: &[[f64; 2]; 2]| {
        let (left, right) = (turn(p, q, r), turn(p, q, s));
        (left > 0.0 && right < 0.0) || (left < 0.0 && right > 0.0)
    };
    let mut intersects = a.iter().any(|p| inside(p, &b, &edges_b)) || b.iter().any(|p| inside(p, &a, &edges_a));
    let mut least = f64::INFINITY;
    for e in &edges_a {
        for f in &edges_b {
            least = least.min(squared_point_segment(&e[0], f));
            least = least.min(squared_point_segment(&f[0], e));
            intersects |= splits(e, f) && splits(f, e);
        }
    }
    Brute::new(intersects, least)
}
