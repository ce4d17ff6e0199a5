//! The outline of a convex shape as it is seen, and its edges.

use crate::vector::{Vector, dot, unit};
use crate::view::Spot;
use alloc::vec::Vec;

/// The corners of the hull of points in the plane, counter-clockwise (A. M. Andrew's monotone chain, 1979).
pub(crate) fn silhouette(given: Vec<Spot>) -> Vec<Spot> {
    let mut points: Vec<Spot> = Vec::new();
    for p in given {
        let order = |q: &Spot| q.partial_cmp(&p).unwrap_or(core::cmp::Ordering::Equal);
        if let Err(place) = points.binary_search_by(order) {
            points.insert(place, p);
        }
    }
    let turn = |p: &Spot, q: &Spot, r: &Spot| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let half = |points: &mut dyn Iterator<Item = &Spot>| {
        let mut chain: Vec<Spot> = Vec::new();
        for p in points {
            while let [.., a, b] = &chain[..]
                && turn(a, b, p) <= 0.0
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    if hull.is_empty() { points } else { hull }
}

/// The edges of a polytope, and whether each is hidden. An edge is on the boundary of a face; a face is a plane through three
/// vertices with none beyond it. With many vertices the outline is enough, so there are none.
pub(crate) fn edges(points: &[Vector]) -> Vec<(&Vector, &Vector, bool)> {
    const FEW: usize = 40;
    if points.len() > FEW {
        return Vec::new();
    }
    let minus = |p: &Vector, q: &Vector| [0, 1, 2].map(|k| p[k] - q[k]);
    let cross =
        |u: [f64; 3], v: [f64; 3]| [0, 1, 2].map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    let size = points.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()));
    let toward_reader = [0.491_337, 0.374_607, 0.786_297];
    // (from, to) by index, with whether a face that it belongs to is seen.
    let mut found: Vec<(usize, usize, bool)> = Vec::new();
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            let (mut faces, mut seen) = (0, false);
            for k in (0..points.len()).filter(|k| *k != i && *k != j) {
                let normal = unit(&cross(minus(&points[j], &points[i]), minus(&points[k], &points[i])));
                let height = |p: &Vector| dot(&minus(p, &points[i]), &normal);
                let flat = 1e-6 * size;
                // Nothing is beyond the plane, and in the plane nothing is beyond the line from i to j.
                let inward = cross([normal[0], normal[1], normal[2]], minus(&points[j], &points[i]));
                let on_side = |p: &Vector| dot(&minus(p, &points[i]), &inward) >= -flat * size;
                let is_face = normal.iter().any(|x| *x != 0.0)
                    && points.iter().all(|p| height(p) <= flat && (height(p) < -flat || on_side(p)));
                if is_face {
                    faces += 1;
                    seen |= dot(&normal, &toward_reader) > 0.0;
                }
                let mirrored: Vector = normal.iter().map(|x| -x).collect();
                let is_face = normal.iter().any(|x| *x != 0.0)
                    && points.iter().all(|p| height(p) >= -flat && (height(p) > flat || on_side(p)));
                if is_face {
                    faces += 1;
                    seen |= dot(&mirrored, &toward_reader) > 0.0;
                }
            }
            if faces > 0 {
                found.push((i, j, seen));
            }
        }
    }
    found.into_iter().map(|(i, j, seen)| (&points[i], &points[j], !seen)).collect()
}
