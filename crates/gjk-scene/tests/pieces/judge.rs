//! The truth about an outline, found in integers by trying everything.

pub type Point = [i128; 2];

/// What is wrong with rings, if anything is.
#[derive(Debug)]
pub enum Finding {
    Simple,
    Equal,
    Meeting,
    Outside(Vec<u32>),
}

pub fn turn(a: Point, b: Point, c: Point) -> i128 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn dot(a: Point, b: Point, c: Point) -> i128 {
    (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])
}

pub fn doubled_area(ring: &[Point]) -> i128 {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    ends.map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum()
}

/// The edges as they are given, and for each its ends.
pub fn edges(rings: &[Vec<Point>]) -> Vec<[Point; 2]> {
    rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])).collect()
}

/// The outline counter-clockwise, the holes clockwise.
pub fn turned(rings: &[Vec<Point>]) -> Vec<Vec<Point>> {
    let turned = |(k, ring): (usize, &Vec<Point>)| {
        let is_right = (doubled_area(ring) > 0) == (k == 0);
        if is_right { ring.clone() } else { ring.iter().rev().copied().collect() }
    };
    rings.iter().enumerate().map(turned).collect()
}

fn is_on(p: Point, [a, b]: [Point; 2]) -> bool {
    turn(a, b, p) == 0 && dot(p, a, b) <= 0
}

/// Returns whether two edges have a point in common that is not a vertex of both.
fn overlap([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    if b == c || a == d {
        let (middle, p, q) = if b == c { (b, a, d) } else { (a, b, c) };
        return turn(middle, p, q) == 0 && dot(middle, p, q) > 0;
    }
    let signs = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(i128::signum);
    (signs[0] * signs[1] < 0 && signs[2] * signs[3] < 0)
        || is_on(c, [a, b])
        || is_on(d, [a, b])
        || is_on(a, [c, d])
        || is_on(b, [c, d])
}

/// In a triangle with all vertices on a line each pair of edges shares a vertex, but two also share more.
pub fn meet(rings: &[Vec<Point>], [a, b]: [u32; 2]) -> bool {
    let edges = edges(rings);
    a != b && overlap(edges[a as usize], edges[b as usize])
}

pub fn are_equal(rings: &[Vec<Point>], [a, b]: [u32; 2]) -> bool {
    let all = rings.concat();
    a != b && all[a as usize] == all[b as usize]
}

pub fn look(rings: &[Vec<Point>]) -> Finding {
    let mut all = rings.concat();
    all.sort_unstable();
    if all.windows(2).any(|pair| pair[0] == pair[1]) {
        return Finding::Equal;
    }
    let edges = edges(rings);
    if (0..edges.len()).any(|k| edges[..k].iter().any(|other| overlap(edges[k], *other))) {
        return Finding::Meeting;
    }
    let wrong: Vec<u32> = (1..rings.len())
        .filter(|k| {
            let inside: Vec<usize> =
                (0..rings.len()).filter(|other| other != k && contains(&rings[*other], rings[*k][0])).collect();
            inside != [0]
        })
        .map(|k| k as u32)
        .collect();
    if wrong.is_empty() { Finding::Simple } else { Finding::Outside(wrong) }
}

/// Returns whether a point that is on no edge is inside a ring: a ray to the right crosses it an odd number of times.
fn contains(ring: &[Point], p: Point) -> bool {
    let crossed = |[a, b]: [Point; 2]| {
        let (low, high) = if a[1] < b[1] { (a, b) } else { (b, a) };
        low[1] <= p[1] && p[1] < high[1] && turn(low, high, p) > 0
    };
    edges(&[ring.to_vec()]).into_iter().filter(|edge| crossed(*edge)).count() % 2 == 1
}

/// Returns whether all corners are on the left of all sides, or on their line, and there is an inside.
pub fn is_convex(corners: &[Point]) -> bool {
    edges(&[corners.to_vec()]).iter().all(|[a, b]| corners.iter().all(|c| turn(*a, *b, *c) >= 0))
        && bends_one_way(corners)
}

pub fn bends_one_way(corners: &[Point]) -> bool {
    let count = corners.len();
    (0..count).all(|k| turn(corners[k], corners[(k + 1) % count], corners[(k + 2) % count]) >= 0)
        && doubled_area(corners) > 0
}

pub fn inward_corners(rings: &[Vec<Point>]) -> usize {
    let bends_inwards = |ring: &Vec<Point>| {
        let count = ring.len();
        (0..count).filter(|k| turn(ring[*k], ring[(k + 1) % count], ring[(k + 2) % count]) < 0).count()
    };
    turned(rings).iter().map(bends_inwards).sum()
}

/// The least number of convex pieces of a small polygon, without new vertices: all sets of diagonals are tried, smaller ones first.
pub fn least(ring: &[Point]) -> usize {
    let ring = &turned(&[ring.to_vec()])[0];
    let count = ring.len();
    let diagonals: Vec<[usize; 2]> = (0..count)
        .flat_map(|j| (0..j).map(move |k| [k, j]))
        .filter(|[k, j]| j - k > 1 && (*k, *j) != (0, count - 1) && is_inside(ring, [*k, *j]))
        .collect();
    (0..=count).find(|most| resolve(ring, &diagonals, &mut Vec::new(), *most)).unwrap() + 1
}

/// A segment inside a ring that has no vertex on it: it meets no edge but at its ends, and its middle is inside.
fn is_inside(ring: &[Point], [k, j]: [usize; 2]) -> bool {
    let doubled: Vec<Point> = ring.iter().map(|p| [2 * p[0], 2 * p[1]]).collect();
    let (a, b) = (doubled[k], doubled[j]);
    edges(std::slice::from_ref(&doubled)).iter().all(|edge| {
        let ends = edge.iter().filter(|end| **end == a || **end == b).count();
        ends == 1 || !overlap([a, b], *edge)
    }) && !doubled.iter().enumerate().any(|(n, p)| n != k && n != j && is_on(*p, [a, b]))
        && contains(&doubled, [i128::midpoint(a[0], b[0]), i128::midpoint(a[1], b[1])])
}

/// Returns whether at most so many more diagonals leave no angle of more than 180°.
fn resolve(ring: &[Point], diagonals: &[[usize; 2]], taken: &mut Vec<[usize; 2]>, most: usize) -> bool {
    let count = ring.len();
    let is_open = |k: usize| {
        let (next, previous) = (ring[(k + 1) % count], ring[(k + count - 1) % count]);
        let mut ends: Vec<usize> = taken.iter().filter(|d| d.contains(&k)).map(|d| d[0] + d[1] - k).collect();
        // Around a vertex, what it sees is in the order of the outline.
        ends.sort_unstable_by_key(|j| (j + count - k) % count);
        let around: Vec<Point> = [next].into_iter().chain(ends.iter().map(|j| ring[*j])).chain([previous]).collect();
        around.windows(2).any(|pair| turn(ring[k], pair[0], pair[1]) < 0)
    };
    let Some(open) = (0..count).find(|k| is_open(*k)) else { return true };
    if most == 0 {
        return false;
    }
    for diagonal in diagonals.iter().filter(|d| d.contains(&open)) {
        let crosses = |other: &[usize; 2]| {
            let [[a, b], [c, d]] = [*diagonal, *other];
            (a < c && c < b && b < d) || (c < a && a < d && d < b)
        };
        if taken.contains(diagonal) || taken.iter().any(crosses) {
            continue;
        }
        taken.push(*diagonal);
        let is_done = resolve(ring, diagonals, taken, most - 1);
        taken.pop();
        if is_done {
            return true;
        }
    }
    false
}
