//! Confidence intervals of rates and errors. They come from counts, so two parts of a study add up to exactly the
//! result of one run.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The share of the standard normal distribution within ±1.96: all intervals here hold the truth with 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The interval of a rate with `hits` in `trials`: E. B. Wilson, Probable inference, the law of succession, and
/// statistical inference, 1927. Of no trials it is everything.
pub(super) fn wilson(hits: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let (k, n, z2) = (float(hits), float(trials), Z * Z);
    let middle = (k + z2 / 2.0) / (n + z2);
    let half = Z / (n + z2) * libm::sqrt(k * (n - k) / n + z2 / 4.0);
    // What rounding leaves of a bound that is 0 or 1.
    let low = if hits == 0 { 0.0 } else { middle - half };
    [low, if hits == trials { 1.0 } else { middle + half }]
}

#[expect(clippy::cast_precision_loss, reason = "counts are less than 2⁵³")]
pub(super) fn float(n: u64) -> f64 {
    n as f64
}

/// The number of the worst of some samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Worst {
    pub(super) error: f64,
    pub(super) index: u64,
}

/// Errors, counted in buckets at most 3.1 % wide, and the largest of them as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Errors {
    /// By the exponent and the first five bits behind the point.
    buckets: BTreeMap<u32, u64>,
    pub(super) worst: Option<Worst>,
}

/// A quantile, and the interval in which it is for all samples there might have been. A bound is `None` if there are too few
/// samples for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantile {
    pub(super) value: f64,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl Errors {
    /// Bits of an `f64` that a bucket does not tell apart.
    const DROPPED: u32 = 52 - 5;

    /// Adds the error of a sample. Whatever is not finite counts as the largest number.
    pub(super) fn add(&mut self, error: f64, index: u64) {
        let error = if error.is_finite() { error.abs() } else { f64::MAX };
        let bucket = u32::try_from(error.to_bits() >> Self::DROPPED).unwrap_or(u32::MAX);
        *self.buckets.entry(bucket).or_default() += 1;
        self.keep(Worst { error, index });
    }

    fn keep(&mut self, other: Worst) {
        let worse = |worst: &Worst| match other.error.total_cmp(&worst.error) {
            Ordering::Greater => true,
            Ordering::Equal => other.index < worst.index,
            Ordering::Less => false,
        };
        if self.worst.as_ref().is_none_or(worse) {
            self.worst = Some(other);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (bucket, count) in &other.buckets {
            *self.buckets.entry(*bucket).or_default() += count;
        }
        if let Some(worst) = other.worst {
            self.keep(worst);
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.buckets.values().sum()
    }

    /// How many errors are not among some others, bucket by bucket.
    pub(super) fn without(&self, others: &Self) -> u64 {
        let other = |bucket| others.buckets.get(bucket).copied().unwrap_or(0);
        self.buckets.iter().map(|(bucket, count)| count.saturating_sub(other(bucket))).sum()
    }

    /// The largest error.
    pub(super) fn most(&self) -> Option<f64> {
        self.worst.map(|worst| worst.error)
    }

    /// The quantile for a share from 0 to 1, rounded up to the edge of its bucket, and its interval from order statistics:
    /// H. A. David, H. N. Nagaraja, Order Statistics, 2003, section 7.1.
    pub(super) fn quantile(&self, share: f64) -> Option<Quantile> {
        let n = self.count();
        if n == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to n")]
        let rank = (libm::ceil(share * float(n)) as u64).clamp(1, n);
        let [low, high] = ranks(n, share);
        Some(Quantile {
            value: self.above(rank),
            low: low.map(|rank| self.below(rank)),
            high: high.map(|rank| self.above(rank)),
        })
    }

    /// How many errors are below a power of two, which is the edge of a bucket.
    pub(super) fn up_to(&self, power: f64) -> u64 {
        let edge = u32::try_from(power.to_bits() >> Self::DROPPED).unwrap_or(u32::MAX);
        self.buckets.range(..edge).map(|(_, count)| count).sum()
    }

    fn bucket(&self, rank: u64) -> u32 {
        let mut before = 0;
        for (bucket, count) in &self.buckets {
            before += count;
            if before >= rank {
                return *bucket;
            }
        }
        u32::MAX
    }

    /// The lower edge of the bucket in which the error of this rank is.
    fn below(&self, rank: u64) -> f64 {
        f64::from_bits(u64::from(self.bucket(rank)) << Self::DROPPED)
    }

    /// The upper edge, but not above the largest error.
    fn above(&self, rank: u64) -> f64 {
        let bucket = self.bucket(rank);
        let edge = if bucket == 0 { 0.0 } else { f64::from_bits((u64::from(bucket) + 1) << Self::DROPPED) };
        edge.min(self.most().unwrap_or(f64::MAX))
    }
}

/// The ranks l and u, counted from 1, between whose samples the quantile is with 95 %: of n samples, a binomial number are
/// below it, and that is from l to u − 1 so often.
fn ranks(n: u64, share: f64) -> [Option<u64>; 2] {
    const TAIL: f64 = 0.025;
    let total = float(n);
    let pmf = |k: f64| {
        let choose = libm::lgamma(total + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(total - k + 1.0);
        libm::exp(choose + k * libm::log(share) + (total - k) * libm::log1p(-share))
    };
    // Twelve standard deviations hold all that counts.
    let (mean, reach) = (total * share, 12.0 * libm::sqrt(total * share * (1.0 - share)) + 12.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to n")]
    let [first, last] = [(mean - reach).max(0.0) as u64, (mean + reach).min(total) as u64];
    let (mut below, mut low, mut high) = (0.0, None, None);
    for k in first..=last {
        // Here `below` is the chance that fewer than k samples are.
        if below <= TAIL {
            low = Some(k);
        }
        below += pmf(float(k));
        if below >= 1.0 - TAIL && high.is_none() {
            high = Some(k + 1);
        }
    }
    [low.filter(|rank| *rank >= 1), high.filter(|rank| *rank <= n)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe, Two-sided confidence intervals for the single proportion: comparison of seven methods, Statistics in
    /// Medicine 17, 1998, table I, the score method without correction.
    #[test]
    fn wilson_intervals_are_those_of_a_published_table() {
        for (hits, trials, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = wilson(hits, trials);
            assert!((found[0] - low).abs() < 5e-5 && (found[1] - high).abs() < 5e-5, "{hits} of {trials}: {found:?}");
            // The other side of the same coin.
            let [other_low, other_high] = wilson(trials - hits, trials);
            assert!((1.0 - other_high - found[0]).abs() < 1e-12 && (1.0 - other_low - found[1]).abs() < 1e-12);
        }
    }

    /// The median of ten: between the second and the ninth, which hold it with 97.85 % (Conover, Practical Nonparametric
    /// Statistics, 1999, table A3: P(X ≤ 1) = 0.0107 of ten throws of a coin).
    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        assert_eq!(ranks(10, 0.5), [Some(2), Some(9)]);
        // 0.5⁵ = 0.031 is too much for the lowest of five to be a bound, and 0.5⁶ = 0.016 is not.
        assert_eq!(ranks(5, 0.5), [None, None]);
        assert_eq!(ranks(6, 0.5), [Some(1), Some(6)]);
        // The largest of n is above the 99 % quantile with 1 − 0.99ⁿ, which is 97.5 % from n = 368 on.
        assert_eq!(ranks(367, 0.99)[1], None);
        assert_eq!(ranks(368, 0.99)[1], Some(368));
    }

    #[test]
    fn quantiles_are_at_most_a_bucket_above_and_parts_add_up() {
        let (mut all, mut parts) = (Errors::default(), [Errors::default(), Errors::default()]);
        for k in 0..1000_u64 {
            let error = float((k * 377) % 1000 + 1);
            all.add(error, k);
            parts[usize::from(k % 3 == 0)].add(error, k);
        }
        let [mut one, other] = parts;
        one.merge(&other);
        assert_eq!(one, all);
        let median = all.quantile(0.5).unwrap();
        assert!((500.0..=516.0).contains(&median.value), "{median:?}");
        // 1000 throws of a coin: 469 to 531.
        assert!(median.low.is_some_and(|low| (454.0..=469.0).contains(&low)), "{median:?}");
        assert!(median.high.is_some_and(|high| (532.0..=549.0).contains(&high)), "{median:?}");
        assert_eq!(all.most(), Some(1000.0));
        assert_eq!([1.0, 512.0, 1024.0].map(|power| all.up_to(power)), [0, 511, 1000]);
        assert_eq!(Errors::default().quantile(0.5), None);
        assert_eq!((all.without(&one), all.without(&other), other.without(&all)), (0, 1000 - other.count(), 0));
        let mut zero = Errors::default();
        zero.add(0.0, 0);
        assert_eq!(zero.quantile(0.99).map(|found| found.value), Some(0.0));
    }
}
