//! Random numbers from a few integers. A pair of a study depends only on these integers, so any part of a study can be
//! made anywhere.
//!
//! The generator is `SplitMix64` (G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014). Only
//! additions, products and roots of the numbers follow, and functions of libm, which are the same everywhere.

use gjk_question::{MAX_DIM, Vector};

/// A stream of random numbers.
pub(super) struct Random(u64);

impl Random {
    /// The stream of some integers.
    pub(super) fn new(key: &[u64]) -> Self {
        let mut random = Self(0);
        for part in key {
            random.0 = random.next() ^ part;
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An integer below n, which is small.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// Returns whether a coin shows heads.
    pub(super) fn coin(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// Uniform between two numbers.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// 10 to a power that is uniform between two numbers.
    pub(super) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::exp10(self.between(low, high))
    }

    /// A unit vector; all directions are alike.
    pub(super) fn direction(&mut self, dim: usize) -> Vector {
        loop {
            let mut vector = Vector::default();
            vector[..dim].fill_with(|| self.between(-1.0, 1.0));
            let square: f64 = vector.iter().map(|x| x * x).sum();
            // In a ball: its middle is as likely in all directions.
            if (0.01..=1.0).contains(&square) {
                return vector.map(|x| x / square.sqrt());
            }
        }
    }

    /// Axes at right angles, as rows: a random direction, then others from which the first are subtracted.
    pub(super) fn axes(&mut self, dim: usize) -> [Vector; MAX_DIM] {
        let mut axes = [Vector::default(); MAX_DIM];
        for k in 0..dim {
            axes[k] = loop {
                let mut next = self.direction(dim);
                // Twice: the first time leaves what rounding makes of it.
                for _ in 0..2 {
                    for axis in &axes[..k] {
                        let along = dot(&next, axis);
                        next = add(&next, axis, -along);
                    }
                }
                let length = dot(&next, &next).sqrt();
                if length > 0.1 {
                    break next.map(|x| x / length);
                }
            };
        }
        axes
    }
}

/// u · v.
pub(super) fn dot(u: &Vector, v: &Vector) -> f64 {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}

/// u + v · s.
pub(super) fn add(u: &Vector, v: &Vector, s: f64) -> Vector {
    core::array::from_fn(|k| u[k] + v[k] * s)
}
