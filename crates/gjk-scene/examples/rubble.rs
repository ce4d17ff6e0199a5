//! How does a level break into pieces?
//!
//! `cargo run --release -p gjk-scene --example rubble`
//!
//! A concave wall with windows is cut into convex pieces once. An explosion frees the pieces within its radius. They
//! fall onto the shapes below, as far as a cast leads. The other pieces stay, and every query works on them as before.

use gjk::mass::Solid;
use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::{Ball, Polygon, Posed};
use gjk::{SupportExt, aabb, contains, distance, intersects, shape_cast};
use gjk_scene::Pieces;

type Stone = Posed<Polygon<f64>, f64, 2>;

/// A wall with windows, finely cut: each piece becomes a stone.
fn stones(outline: &[[f64; 2]], windows: &[[f64; 4]]) -> Result<Vec<Stone>, Box<dyn std::error::Error>> {
    let point = |p: [f64; 2]| Point2::from(p);
    let hole = |[x, y, w, h]: [f64; 4]| [[x, y], [x, y + h], [x + w, y + h], [x + w, y]].map(point).to_vec();
    let pieces = Pieces::with_holes(outline.iter().copied().map(point), windows.iter().copied().map(hole))?;
    let mut stones = Vec::new();
    for piece in pieces.iter() {
        // Large pieces are split where they are longest, until they have the size of stones.
        let mut parts = vec![piece.vertices().collect::<Vec<_>>()];
        while let Some(part) = parts.pop() {
            let hull = Polygon::hull(part.iter().copied())?;
            let bounds = aabb(&hull);
            let size = bounds.max - bounds.min;
            if size.amax() < 1.6 {
                stones.push(hull.posed([0.0, 0.0])?);
                continue;
            }
            let axis = size.imax();
            let middle = bounds.min[axis].midpoint(bounds.max[axis]);
            for side in [1.0, -1.0] {
                parts.push(half(&part, |p| side * (p[axis] - middle)));
            }
        }
    }
    Ok(stones)
}

/// The corners of the part of a convex polygon where a level is not above 0.
fn half(corners: &[Point2<f64>], level: impl Fn(&Point2<f64>) -> f64) -> Vec<Point2<f64>> {
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossing = edges.flat_map(|(p, q)| {
        let (at, next) = (level(p), level(q));
        let cut = (at * next < 0.0).then(|| p + (q - p) * (at / (at - next)));
        (at <= 0.0).then_some(*p).into_iter().chain(cut)
    });
    crossing.collect()
}

fn show(stones: &[Stone], loose: &[bool]) {
    for row in (0..17_u8).rev() {
        let letter = |column: u8| {
            let at = [f64::from(column) / 4.0, 0.25 + f64::from(row) / 2.0];
            let stone = (0..stones.len()).find(|k| contains(&stones[*k], at));
            stone.map_or(' ', |k| if loose[k] { ['o', '%', '@', '&'][k % 4] } else { '#' })
        };
        println!("{}", (0..92).map(letter).collect::<String>().trim_end());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let outline = [
        [0.0, 0.0],
        [22.0, 0.0],
        [22.0, 5.0],
        [18.0, 8.0],
        [14.0, 5.0],
        [8.0, 5.0],
        [8.0, 8.0],
        [2.0, 8.0],
        [2.0, 5.0],
        [0.0, 5.0],
    ];
    let windows = [[3.5, 3.0, 3.0, 1.5], [10.0, 1.5, 2.5, 2.0], [16.5, 3.0, 3.0, 1.5]];
    let mut stones = stones(&outline, &windows)?;
    let blast = Ball::at([10.0, 3.0], 4.0)?;
    let hit: Vec<bool> = stones.iter().map(|stone| distance(stone, &blast).intersects()).collect();

    // What rested on a stone that is gone falls, too: the lowest first, each as far as it gets.
    let mut order: Vec<usize> = (0..stones.len()).collect();
    order.sort_by(|a, b| aabb(&stones[*a]).min.y.total_cmp(&aabb(&stones[*b]).min.y));
    let mut loose = hit.clone();
    let down = Vector2::new(0.0, -1.0);
    let mut fallen = 0.0;
    for k in order {
        // Stones in the blast shrink a little, so that they come free of each other.
        if hit[k] {
            let middle = stones[k].shape().mass_properties(1.0).map_or_else(Point2::origin, |of| of.center);
            let points: Vec<_> = stones[k].shape().vertices().map(|p| middle + (p - middle) * 0.8).collect();
            stones[k] = Polygon::hull(points)?.posed([0.0, 0.0])?;
        }
        let mut free = aabb(&stones[k]).min.y;
        for other in (0..stones.len()).filter(|other| *other != k) {
            let found = shape_cast(stones[k].moving(down).with_skin(1e-6).leaving(), &stones[other])?;
            free = found.hit.map_or(free, |hit| free.min(hit.time));
        }
        if free > 1e-3 {
            stones[k].set_pose(down * free)?;
            (loose[k], fallen) = (true, fallen + free);
        }
    }
    show(&stones, &loose);
    let [count, loose] = [stones.len(), loose.iter().filter(|is| **is).count()];
    let overlaps =
        (0..count).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|(i, j)| intersects(&stones[*i], &stones[*j]));
    let deep = overlaps.map(|(i, j)| gjk::contact(&stones[i], &stones[j]).depth()).fold(0.0, f64::max);
    println!("{count} stones, {loose} of them loose, {fallen:.1} m of falling, overlaps up to {deep:.1e} m");
    assert!(loose > 10 && loose < count && fallen > 5.0 && deep < 1e-9);
    Ok(())
}
