//! Where the faces of two polytopes lie on each other: the overlap of two convex polygons, in rational numbers.
//!
//! A corner of the overlap is a corner of one polygon that is inside the other, or a place where two sides cross. All of these
//! are tried. Points are in homogeneous coordinates of unlimited size, so nothing is rounded.

use super::rational::{Int, Rational};

/// A point (x / w, y / w), with w > 0.
type Homogeneous = [Int; 3];

fn cross(p: &Homogeneous, q: &Homogeneous) -> Homogeneous {
    let minor = |i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn dot(p: &Homogeneous, q: &Homogeneous) -> Int {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

/// Twice the signed area of a triangle of such points, times a positive number.
fn turn(a: &Homogeneous, b: &Homogeneous, c: &Homogeneous) -> Int {
    dot(a, &cross(b, c))
}

fn sides(polygon: &[Homogeneous]) -> impl Iterator<Item = [&Homogeneous; 2]> {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(p, q)| [p, q])
}

/// Returns whether a point is in a convex polygon that is given counter-clockwise, or on its border.
fn holds(polygon: &[Homogeneous], point: &Homogeneous) -> bool {
    sides(polygon).all(|[p, q]| turn(p, q, point) >= Int::ZERO)
}

fn same(p: &Homogeneous, q: &Homogeneous) -> bool {
    cross(p, q).iter().all(|x| *x == Int::ZERO)
}

/// The corners of the overlap of two convex polygons, each with at least three corners, counter-clockwise. They come in
/// no order, each once; corners between two others on a line are among them. There are none if the polygons are apart.
pub fn overlap(a: &[[i64; 2]], b: &[[i64; 2]]) -> Vec<[f64; 2]> {
    let lifted = |polygon: &[[i64; 2]]| -> Vec<Homogeneous> {
        polygon.iter().map(|[x, y]| [Int::from(*x), Int::from(*y), Int::from(1)]).collect()
    };
    let (a, b) = (lifted(a), lifted(b));
    let mut found: Vec<Homogeneous> = Vec::new();
    let mut note = |point: Homogeneous| {
        if !found.iter().any(|other| same(other, &point)) {
            found.push(point);
        }
    };
    a.iter().filter(|point| holds(&b, point)).for_each(|point| note(point.clone()));
    b.iter().filter(|point| holds(&a, point)).for_each(|point| note(point.clone()));
    for [p, q] in sides(&a) {
        for [r, s] in sides(&b) {
            let line = cross(p, q);
            let [above, below] = [dot(&line, r), dot(&line, s)];
            let other = cross(r, s);
            let [left, right] = [dot(&other, p), dot(&other, q)];
            if &above * &below < Int::ZERO && &left * &right < Int::ZERO {
                let place = cross(&line, &other);
                note(if place[2] < Int::ZERO { place.map(|x| -x) } else { place });
            }
        }
    }
    let number = |x: &Int, w: &Int| Rational::new(x.clone(), w.clone(), 0).to_f64();
    found.iter().map(|[x, y, w]| [number(x, w), number(y, w)]).collect()
}

/// The area of the hull of some points.
pub fn area(points: &[[f64; 2]]) -> f64 {
    let hull = super::brute::hull(points);
    if hull.len() < 3 {
        return 0.0;
    }
    // From one of them: the products of larger coordinates would be rounded by more than a small area.
    let ways = hull.iter().map(|at| [at[0] - hull[0][0], at[1] - hull[0][1]]);
    ways.clone().zip(ways.skip(1)).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum::<f64>() / 2.0
}
