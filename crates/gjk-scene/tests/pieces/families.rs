//! Outlines of many kinds, with integer coordinates.

use super::judge::{self, Point};
use oracle::random::Random;

#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// Points around a middle, at any distance.
    Stars,
    Stairs,
    Combs,
    Spirals,
    /// Points in any order, uncrossed until no two edges cross.
    Uncrossed,
    /// The same on a small grid, where many points are on a line, or equal.
    Grid,
    /// Columns of any height: many edges are on a line, many vertices above each other.
    Histograms,
    /// More vertices on the edges of another one.
    OnEdges,
    /// A crack that is one unit wide, or closed.
    Cracks,
    Holes,
    /// Holes in wrong places.
    WrongHoles,
    /// Points in any order.
    Crossing,
}

#[derive(Clone, Debug)]
pub struct Shape {
    pub rings: Vec<Vec<Point>>,
    /// The least number of pieces, where it is known.
    pub least: Option<usize>,
    /// Whether a piece may be thinner than the rounding of its coordinates.
    pub is_thin: bool,
}

impl Shape {
    fn new(outline: Vec<Point>) -> Self {
        Self { rings: vec![outline], least: None, is_thin: false }
    }
}

impl Family {
    pub const ALL: [Self; 12] = [
        Self::Stars,
        Self::Stairs,
        Self::Combs,
        Self::Spirals,
        Self::Uncrossed,
        Self::Grid,
        Self::Histograms,
        Self::OnEdges,
        Self::Cracks,
        Self::Holes,
        Self::WrongHoles,
        Self::Crossing,
    ];

    /// Which part is accepted and which is refused, at least.
    pub fn shares(self) -> [f64; 2] {
        match self {
            Self::Stairs | Self::Combs | Self::Spirals | Self::Histograms => [1.0, 0.0],
            Self::Stars | Self::Uncrossed | Self::OnEdges => [0.9, 0.0],
            Self::Holes => [0.4, 0.0],
            Self::Grid | Self::Cracks => [0.15, 0.15],
            Self::WrongHoles => [0.0, 0.5],
            Self::Crossing => [0.0, 0.6],
        }
    }

    /// A shape of this family with coordinates of not more than so many digits.
    pub fn shape(self, random: &mut Random, digits: u32) -> Shape {
        let most = if random.index(10) == 0 { 60 } else { 20 };
        let count = 3 + random.index(most);
        let digits_of_few = if random.coin() { 3 } else { 20 };
        let mut shape = match self {
            Self::Stars => star(random, count, digits),
            Self::Stairs => stairs(1 + count / 2),
            Self::Combs => comb(1 + count / 4),
            Self::Spirals => spiral(random, count, digits),
            Self::Uncrossed => {
                Shape { is_thin: true, ..Shape::new(uncrossed(random, count.min(20), digits.min(20) - 1)) }
            }
            Self::Grid => Shape::new(uncrossed(random, count.min(12), 2)),
            Self::Histograms => histogram(random, count, 5),
            Self::OnEdges => on_edges(random),
            Self::Cracks => cracked(random, digits - 3),
            Self::Holes => holes(random, count, false),
            Self::WrongHoles => holes(random, count, true),
            Self::Crossing => Shape::new(scattered(random, count.min(12), digits_of_few)),
        };
        // In either direction, from any vertex on, mirrored and turned by a quarter.
        for ring in &mut shape.rings {
            if random.coin() {
                ring.reverse();
            }
            let first = random.index(ring.len());
            ring.rotate_left(first);
        }
        let signs = [0, 1].map(|_| if random.coin() { 1 } else { -1 });
        let is_swapped = random.coin();
        for [x, y] in shape.rings.iter_mut().flatten() {
            (*x, *y) = (*x * signs[0], *y * signs[1]);
            if is_swapped {
                (*x, *y) = (*y, *x);
            }
        }
        shape
    }
}

/// Around a middle at increasing slopes in each of four quarters.
pub fn star(random: &mut Random, count: usize, digits: u32) -> Shape {
    let size = (1_i64 << (digits.min(50) - 2)) as f64;
    let mut slopes: Vec<f64> = (0..count.max(4)).map(|_| random.uniform(-1.0, 1.0)).collect();
    slopes.sort_by(f64::total_cmp);
    let mut points: Vec<Point> = Vec::new();
    for (quarter, part) in slopes.chunks(slopes.len().div_ceil(4)).enumerate() {
        for slope in part {
            let far = size * random.uniform(0.1, 1.0);
            let [x, y] = [far as i128, (slope * far) as i128];
            points.push([[x, y], [-y, x], [-x, -y], [y, -x]][quarter]);
        }
    }
    Shape { is_thin: true, ..Shape::new(points) }
}

/// Steps down from left to right. Each inward corner is the end of a diagonal of its own: two of them don't see each other,
/// but along the steps.
pub fn stairs(steps: usize) -> Shape {
    let steps = steps as i128;
    let down = (0..steps).flat_map(|k| [[k, steps - k], [k + 1, steps - k]]);
    Shape { least: Some(steps as usize), ..Shape::new([[0, 0]].into_iter().chain(down).chain([[steps, 0]]).collect()) }
}

/// Teeth on a bar that reaches out beyond the first and the last. A diagonal under each tooth ends in two inward corners.
pub fn comb(teeth: usize) -> Shape {
    let teeth = teeth as i128;
    let tooth = |k: i128| [[2 * k, 0], [2 * k, 9], [2 * k + 1, 9], [2 * k + 1, 0]];
    let bar = [[2 * teeth, 0], [2 * teeth, -3], [-1, -3], [-1, 0]];
    let ring = (0..teeth).flat_map(tooth).chain(bar).collect();
    Shape { least: Some(teeth as usize + 1), ..Shape::new(ring) }
}

/// Pointed teeth below a bar that has two vertices above: the inward corners between the teeth are on a line.
pub fn saw(teeth: usize) -> Shape {
    let teeth = teeth as i128;
    let points = (0..teeth).flat_map(|k| [[2 * k, 0], [2 * k + 1, -5]]);
    let ring = points.chain([[2 * teeth, 0], [2 * teeth, 7], [0, 7]]).collect();
    // All inward corners but the first and the last are joined to both their neighbours, and the outer ones to the teeth's ends.
    Shape { least: Some(teeth as usize + 1), ..Shape::new(ring) }
}

/// Plus signs side by side, joined at their arms.
pub fn plus_signs(count: usize) -> Shape {
    let count = count as i128;
    let above = (0..count).flat_map(|k| [[4 * k + 1, 1], [4 * k + 1, 3], [4 * k + 3, 3], [4 * k + 3, 1]]);
    let below = (0..count).rev().flat_map(|k| [[4 * k + 3, -1], [4 * k + 3, -3], [4 * k + 1, -3], [4 * k + 1, -1]]);
    let ring =
        [[0, -1], [0, 1]].into_iter().chain(above).chain([[4 * count, 1], [4 * count, -1]]).chain(below).collect();
    Shape { least: Some(2 * count as usize + 1), ..Shape::new(ring) }
}

/// A band that winds inwards in right angles, with corners cut off at random.
pub fn spiral(random: &mut Random, count: usize, digits: u32) -> Shape {
    let turns = (count / 8).max(1) as i128;
    let unit = (1_i128 << (digits.min(50) - 2)) / (8 * turns + 8);
    let unit = if random.coin() { unit } else { 1.max(unit / 2) };
    // Along four directions, each two by one longer than the two before. The inner wall is the outer one, shifted by 1 of 2 units.
    let mut walls: [Vec<Point>; 2] = [vec![[0, 0]], vec![[0, -unit]]];
    let mut at = [0_i128, 0];
    for k in 0..4 * turns {
        let length = 2 * unit * (k / 2 + 1);
        let way = [[1, 0], [0, 1], [-1, 0], [0, -1]][(k % 4) as usize];
        at = [at[0] + way[0] * length, at[1] + way[1] * length];
        let out = [[1, -1], [1, 1], [-1, 1], [-1, -1]][(k % 4) as usize];
        walls[0].push(at);
        walls[1].push([at[0] + out[0] * unit, at[1] + out[1] * unit]);
    }
    let [inner, outer] = walls;
    Shape::new(inner.into_iter().chain(outer.into_iter().rev()).collect())
}

/// Columns of any height beside each other.
pub fn histogram(random: &mut Random, count: usize, heights: i32) -> Shape {
    let columns = (count / 2).max(1) as i128;
    let mut ring: Vec<Point> = vec![[0, 0]];
    let mut before = 0;
    for k in 0..columns {
        let height = i128::from(random.integer(1, heights));
        if height == before {
            if random.coin() {
                ring.push([k, height]);
            }
        } else {
            ring.extend([[k, before], [k, height]]);
        }
        before = height;
    }
    ring.extend([[columns, before], [columns, 0]]);
    ring.dedup();
    Shape::new(ring)
}

fn scattered(random: &mut Random, count: usize, digits: u32) -> Vec<Point> {
    let most = 1_i64 << digits;
    (0..count).map(|_| [0, 1].map(|_| random.uniform(-(most as f64), most as f64 + 1.0).floor() as i128)).collect()
}

/// Two edges that cross are replaced by two that don't, which are shorter together. So that ends.
fn uncrossed(random: &mut Random, count: usize, digits: u32) -> Vec<Point> {
    let mut ring = scattered(random, count, digits);
    let count = ring.len();
    for _ in 0..500 {
        let crossing = (0..count).flat_map(|j| (0..j).map(move |k| (k, j))).find(|(k, j)| {
            let [a, b, c, d] = [*k, *k + 1, *j, *j + 1].map(|n| ring[n % count]);
            let signs = [judge::turn(a, b, c), judge::turn(a, b, d), judge::turn(c, d, a), judge::turn(c, d, b)]
                .map(i128::signum);
            signs[0] * signs[1] < 0 && signs[2] * signs[3] < 0
        });
        let Some((k, j)) = crossing else { break };
        ring[k + 1..=j].reverse();
    }
    ring
}

/// A shape with small integers, three times as large, with vertices at thirds of its edges.
fn on_edges(random: &mut Random) -> Shape {
    let size = 2 + random.index(6);
    let mut shape = match random.index(4) {
        0 => stairs(size),
        1 => comb(size),
        2 => plus_signs(size),
        _ => histogram(random, 2 * size, 4),
    };
    let edges = judge::edges(&shape.rings);
    shape.rings[0].clear();
    for [a, b] in edges {
        shape.rings[0].push(a.map(|x| 3 * x));
        for part in [1, 2] {
            if random.coin() {
                shape.rings[0].push([0, 1].map(|k| 3 * a[k] + part * (b[k] - a[k])));
            }
        }
    }
    // A vertex on an edge may let less pieces do.
    shape.least = None;
    shape
}

/// A large triangle or square with cracks whose two sides are apart by a few units at their ends, or touch.
fn cracked(random: &mut Random, digits: u32) -> Shape {
    let size = (1_i64 << digits.min(49)) as f64;
    let mut place = |low: f64, high: f64| [0, 1].map(|_| (size * random.uniform(low, high)) as i128);
    let (low, high, tip) = (place(-1.0, -0.9), place(0.9, 1.0), place(-0.2, 0.2));
    let [x, y] = place(-0.1, 0.1);
    let near = |p: Point, random: &mut Random| [0, 1].map(|k| p[k] + i128::from(random.integer(-2, 2)));
    let mouth = [[high[0], y], [high[0], y + i128::from(random.integer(1, 3))]];
    let ring = vec![
        low,
        [high[0], low[1]],
        mouth[0],
        near(tip, random),
        near([i128::midpoint(tip[0], x), i128::midpoint(tip[1], y)], random),
        near(tip, random),
        mouth[1],
        high,
        [low[0], high[1]],
    ];
    // Or a needle alone.
    let ring = if random.index(3) == 0 { vec![ring[2], ring[4], ring[5], ring[6]] } else { ring };
    Shape { is_thin: true, ..Shape::new(ring) }
}

/// A star of a thousand units or a large square, with small stars, one in each of some cells of a grid; and if asked for, some of these in
/// wrong places.
fn holes(random: &mut Random, count: usize, are_wrong: bool) -> Shape {
    let cells = 2 + random.index(3) as i128;
    let size = 400 * cells;
    let mut shape = if random.coin() {
        Shape::new(vec![[-210, -210], [size - 190, -210], [size - 190, size - 190], [-210, size - 190]])
    } else {
        let half = size / 2;
        let points = star(random, count, 12).rings.remove(0);
        Shape::new(points.iter().map(|[x, y]| [x + half - 200, y + half - 200]).collect())
    };
    shape.is_thin = true;
    for x in 0..cells {
        for y in 0..cells {
            if random.index(3) == 0 {
                continue;
            }
            let vertices = 3 + random.index(5);
            let hole = star(random, vertices, 9).rings.remove(0);
            let shift = if are_wrong && random.coin() { random.integer(-900, 900).into() } else { 0 };
            shape.rings.push(hole.iter().map(|p| [p[0] + 400 * x + shift, p[1] + 400 * y + shift / 2]).collect());
        }
    }
    if are_wrong && random.index(3) == 0 {
        let other = random.index(shape.rings.len());
        shape.rings.swap(0, other);
    }
    shape
}
