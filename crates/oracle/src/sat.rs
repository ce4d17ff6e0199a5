//! Separating-axis tests for convex polygons in the plane and oriented boxes in space. They return
//! the *signed separation*: the largest gap between the two shadows over the finitely many axes
//! that decide. If it is positive, the shapes are at least so far apart. If it is negative, they
//! intersect, and its size is the penetration depth. Its error is a few ε of the largest
//! coordinate, so a test uses the verdict where the absolute value is well above that error.

use super::boxes::OrientedBox;
use super::vector::{cross, dot, extent_along, norm, scaled, sub};

/// The signed separation of the hulls of two plane point lists.
///
/// The axes that decide are the normals of the hulls' edges. Instead of finding the hulls, take
/// the normals of all lines through two points of one list: the surplus does no harm, since the
/// gap along any axis is at most the one looked for. Degenerate hulls need more: the directions
/// of a segment's line itself, and for two points the line between them.
pub fn polygons(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    let mut consider = |axis: [f64; 2]| {
        let length = norm(&axis);
        if length > 0.0 {
            best = best.max(gap(a, b, &scaled(&axis, 1.0 / length)));
        }
    };
    let mut degenerate = true;
    for list in [a, b] {
        for (i, p) in list.iter().enumerate() {
            for q in &list[..i] {
                let [x, y] = sub(p, q);
                consider([-y, x]);
                consider([x, y]);
                degenerate &= x == 0.0 && y == 0.0;
            }
        }
    }
    if degenerate {
        consider(sub(&b[0], &a[0]));
    }
    // No axis at all: all points are one.
    if best == f64::NEG_INFINITY { 0.0 } else { best }
}

/// The larger of the two gaps between the shadows on a unit axis.
fn gap<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], axis: &[f64; D]) -> f64 {
    // Moved to a vertex of `a`: the shadows of far-off polygons keep their digits.
    let local = |points: &[[f64; D]]| -> Vec<[f64; D]> { points.iter().map(|p| sub(p, &a[0])).collect() };
    let (a_min, a_max) = extent_along(&local(a), axis);
    let (b_min, b_max) = extent_along(&local(b), axis);
    (b_min - a_max).max(a_min - b_max)
}

/// The signed separation of two boxes in space, over the 15 axes: three face normals of each
/// and the nine cross products of an edge of one with an edge of the other.
///
/// Along a unit axis `n` a box reaches `sum half_k |axes_k . n|` to both sides of its centre.
/// All axes of both boxes count for the cross products too, though two of them should vanish:
/// a product of nearly parallel edges is little more than rounding noise, yet as an axis it is
/// as good as any other, and the gap along it is right for what it is. Only zero is left out.
pub fn oriented_boxes(a: &OrientedBox<3>, b: &OrientedBox<3>) -> f64 {
    let between = sub(&b.center, &a.center);
    let reach = |shape: &OrientedBox<3>, n: &[f64; 3]| -> f64 {
        (0..3).map(|k| shape.half[k] * dot(&shape.axes[k], n).abs()).sum()
    };
    let mut best = f64::NEG_INFINITY;
    let mut consider = |n: &[f64; 3]| {
        best = best.max(dot(&between, n).abs() - reach(a, n) - reach(b, n));
    };
    a.axes.iter().chain(&b.axes).for_each(&mut consider);
    for u in &a.axes {
        for v in &b.axes {
            let n = cross(u, v);
            let length = norm(&n);
            if length > 0.0 {
                consider(&scaled(&n, 1.0 / length));
            }
        }
    }
    best
}
