//! Seeded random numbers for [`generate`](super::generate). The generator comes from a crate whose
//! stream never changes. This file turns its bits into numbers by operations that are the same on
//! every machine (no logarithms, no trigonometry), so a seed in a failure message means the same
//! pair everywhere, under every version.

use super::vector::{add_scaled, dot, norm, scaled};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The number of inputs that a long test tries: `count`, times the environment variable `CAMPAIGN`, a whole number.
pub fn campaign(count: u64) -> u64 {
    count * std::env::var("CAMPAIGN").map_or(1, |times| times.parse::<u64>().expect("CAMPAIGN is a whole number"))
}

/// The number of inputs that a test of some seconds tries: as [`campaign`], but `less` if `CAMPAIGN` is not set.
pub fn campaign_or(count: u64, less: u64) -> u64 {
    if std::env::var_os("CAMPAIGN").is_some() { campaign(count) } else { less }
}

/// A stream of random numbers and vectors.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// The stream of a long test. The environment variable `SEED`, a whole number, is added to its seed.
    pub fn of_campaign(seed: u64) -> Self {
        Self::new(seed + std::env::var("SEED").map_or(0, |more| more.parse::<u64>().expect("SEED is a whole number")))
    }

    /// Uniform in `[low, high)`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 * f64::EPSILON * 0.5;
        low + (high - low) * unit
    }

    /// Uniform below `n`.
    pub fn index(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// Uniform among the integers from `low` to `high`.
    pub fn integer(&mut self, low: i32, high: i32) -> i32 {
        low + self.index((high - low + 1) as usize) as i32
    }

    /// True half the time.
    pub fn coin(&mut self) -> bool {
        self.index(2) == 0
    }

    /// `10^u` with `u` about uniform between two integers: a decade by lot, then a mantissa.
    pub fn magnitude(&mut self, low: i32, high: i32) -> f64 {
        let decades = high - self.integer(low, high - 1);
        let power = (0..high.abs()).fold(1.0, |x, _| if high < 0 { x * 0.1 } else { x * 10.0 });
        (0..decades).fold(self.uniform(1.0, 10.0) * power, |x, _| x * 0.1)
    }

    /// Bell-shaped about zero: a sum of four uniform numbers.
    pub fn bell(&mut self) -> f64 {
        (0..4).map(|_| self.uniform(-1.0, 1.0)).sum()
    }

    /// A unit vector, all directions about equally likely.
    pub fn direction<const D: usize>(&mut self) -> [f64; D] {
        loop {
            let v: [f64; D] = std::array::from_fn(|_| self.bell());
            let length = norm(&v);
            if length > 1e-3 {
                return scaled(&v, 1.0 / length);
            }
        }
    }

    /// An orthonormal frame near the given one: each axis is moved by up to about `turn` and
    /// the frame made orthonormal again (Gram and Schmidt, twice over for full accuracy).
    pub fn frame_near<const D: usize>(&mut self, frame: &[[f64; D]; D], turn: f64) -> [[f64; D]; D] {
        let mut axes = *frame;
        for k in 0..D {
            'again: loop {
                let mut axis = add_scaled(&frame[k], &self.direction(), turn);
                for _ in 0..2 {
                    for done in &axes[..k] {
                        axis = add_scaled(&axis, done, -dot(&axis, done));
                    }
                    let length = norm(&axis);
                    if length < 1e-3 {
                        continue 'again;
                    }
                    axis = scaled(&axis, 1.0 / length);
                }
                axes[k] = axis;
                break;
            }
        }
        axes
    }

    /// An orthonormal frame in any position.
    pub fn frame<const D: usize>(&mut self) -> [[f64; D]; D] {
        self.frame_near(&[[0.0; D]; D], 1.0)
    }

    /// A convex combination of at most `most` of the points.
    pub fn combination<const D: usize>(&mut self, points: &[[f64; D]], most: usize) -> [f64; D] {
        let count = 1 + self.index(most);
        let weights: Vec<f64> = (0..count).map(|_| self.uniform(0.01, 1.0)).collect();
        let total: f64 = weights.iter().sum();
        let mut sum = [0.0; D];
        for w in weights {
            sum = add_scaled(&sum, &points[self.index(points.len())], w / total);
        }
        sum
    }
    /// A convex combination of at most `D + 1` of the points, then drawn towards the middle of
    /// all points by the part `depth` of the way.
    pub fn inner_point<const D: usize>(&mut self, points: &[[f64; D]], depth: f64) -> [f64; D] {
        let p = self.combination(points, D + 1);
        let share = depth / points.len() as f64;
        let drawn = scaled(&p, 1.0 - depth);
        points.iter().fold(drawn, |sum, p| add_scaled(&sum, p, share))
    }
}
