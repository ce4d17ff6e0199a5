//! Hulls on their way to each other, past each other, or into each other from the start.

use gjk::Support;
use oracle::random::Random;
use oracle::testing::Float;
use oracle::vector::{add, add_scaled, dot, scaled, sub};
use oracle::{Kind, Recipe};

/// How many casts a scalar and dimension.
pub fn count() -> u64 {
    std::env::var("CASTS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

/// Two hulls, and the velocity of the second.
pub struct Scene<const D: usize> {
    pub a: Vec<[f64; D]>,
    pub b: Vec<[f64; D]>,
    pub v: [f64; D],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Somewhere into the other.
    Into,
    /// Past a vertex or an edge, by so little inside or outside.
    Past,
    /// In any direction, mostly a miss.
    Anywhere,
    /// From a start in which they overlap.
    Inside,
}

pub const WAYS: [Way; 4] = [Way::Into, Way::Past, Way::Anywhere, Way::Inside];

/// How far along a direction the points reach.
fn top<const D: usize>(points: &[[f64; D]], n: &[f64; D]) -> [f64; D] {
    *points.iter().max_by(|p, q| dot(p, n).total_cmp(&dot(q, n))).unwrap()
}

pub fn scene<T: Float, const D: usize>(way: Way, kind: Kind, seed: u64) -> Scene<D> {
    let mut random = Random::new(seed ^ 0x5eed);
    let vertices = if D < 4 { (8, 8) } else { (7, 7) };
    let recipe = Recipe::new(kind).precision(T::PRECISION).vertices(vertices.0, vertices.1);
    let pair = recipe.pair::<D>(2 * seed + u64::from(way != Way::Inside));
    let round = |p: [f64; D]| p.map(|x| T::PRECISION.round(x));
    let speed = match random.index(4) {
        0 => random.magnitude(-6, 6),
        _ => random.magnitude(-1, 1),
    };
    let n: [f64; D] = random.direction();
    let mut heading: [f64; D] = random.direction();
    let (mut b, length) = (pair.b, if random.index(8) == 0 { 1000.0 } else { random.uniform(1.0, 8.0) });
    match way {
        Way::Inside | Way::Anywhere => {}
        Way::Into | Way::Past => {
            // Where they touch along n, or overlap by a little; and from there back by the length of the way.
            let touching = sub(&top(&pair.a, &n), &top(&b, &scaled(&n, -1.0)));
            let inside = if way == Way::Past { random.magnitude(-6, -1) } else { random.uniform(0.0, 0.5) };
            let inside = if way == Way::Past && random.coin() { -inside } else { inside };
            if way == Way::Past {
                heading = add_scaled(&heading, &n, -dot(&heading, &n));
            } else if dot(&heading, &n) > 0.0 {
                heading = scaled(&heading, -1.0);
            }
            let from = add_scaled(&add_scaled(&touching, &n, -inside), &heading, -length);
            b = b.iter().map(|p| round(add(p, &from))).collect();
        }
    }
    Scene { a: pair.a, b, v: round(scaled(&heading, speed)) }
}

pub type Dyn<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;
