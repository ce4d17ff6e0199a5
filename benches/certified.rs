//! The cost of a proof, and how often it needs exact arithmetic.
//!
//! A row has a thousand pairs. *plain* is the time of the verdict, *certified* the time with its proof, and *ratio* the second over the
//! first. Both are measured in turns, and the fastest of many turns counts, so other work of the machine affects neither. *needs exact* is
//! the share of the pairs that rounded arithmetic could not prove; *exact* is the time of exact arithmetic for a pair. A separation is the
//! offset of the second shape over the offset at which the two touch. Below are the means of each dimension and scalar, over all shapes and
//! the separations at which rounding does not matter.
//!
//! ```text
//! cargo bench -p gjk-benches --bench certified
//! ```

#![allow(clippy::cast_precision_loss, reason = "small counts")]

use gjk::certified::{self, Proof};
use gjk::exact::{self, ExactCases, Float};
use gjk::{Support, epa::Expansion, intersects, simplex::Cases};
use pairs::{Study, Two, study};
use std::any::type_name;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Turns: the fastest counts.
const TURNS: usize = 60;

/// Far from what is wrong by rounding.
const ORDINARY: [f64; 5] = [2.0, 1.1, 1.0001, 0.95, 0.5];

/// Of each dimension and scalar, what its ordinary rows took: plain, and proven.
static SUMS: Mutex<BTreeMap<String, [f64; 2]>> = Mutex::new(BTreeMap::new());

struct Proofs;

impl Study for Proofs {
    fn look<A, B, T: Float, const D: usize>(cell: &str, separation: f64, pairs: &[Two<A, B, T, D>])
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        let mut fastest = [Duration::MAX; 2];
        for _ in 0..TURNS {
            let plain = timed(pairs, |(a, b)| intersects(a, b));
            let proven = timed(pairs, |(a, b)| certified::intersects(a, b));
            fastest = [fastest[0].min(plain), fastest[1].min(proven)];
        }
        let verdicts = pairs.iter().map(|(a, b)| certified::intersects(a, b));
        let inexact = verdicts.filter(|verdict| verdict.proof == Proof::Exact).count();
        let some = &pairs[..pairs.len().min(200)];
        let exact = (0..3).map(|_| timed(some, |(a, b)| exact::intersects(a, b))).min().unwrap_or_default();
        let each = |time: Duration, pairs: usize| time.as_secs_f64() * 1e9 / pairs as f64;
        let [plain, proven] = fastest.map(|time| each(time, pairs.len()));
        if ORDINARY.contains(&separation) {
            let mut sums = SUMS.lock().expect("one thread");
            let sum = sums.entry(format!("{D}d {}", type_name::<T>())).or_default();
            *sum = [sum[0] + plain, sum[1] + proven];
        }
        println!(
            "{cell:<15} {:<8} {plain:>6.0} ns {proven:>8.0} ns {:>7.3} {:>9.1} % {:>10.1} µs",
            format!("1{:+.0e}", separation - 1.0),
            proven / plain,
            100.0 * inexact as f64 / pairs.len() as f64,
            each(exact, some.len()) / 1e3,
        );
    }
}

fn timed<P, R>(pairs: &[P], ask: impl Fn(&P) -> R) -> Duration {
    let start = Instant::now();
    for pair in pairs {
        black_box(ask(black_box(pair)));
    }
    start.elapsed()
}

fn main() {
    println!("shapes          separation plain  certified   ratio  needs exact       exact");
    study::<Proofs>(&[2.0, 1.1, 1.0001, 1.0 + 1e-6, 1.0 + 1e-9, 1.0 + 1e-12, 1.0 + 1e-15, 0.95, 0.5]);
    for (cell, [plain, proven]) in &*SUMS.lock().expect("one thread") {
        println!("{cell}: {:.3} on the mean of ordinary pairs", proven / plain);
    }
}
