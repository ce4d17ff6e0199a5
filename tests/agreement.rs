//! Verdict and distance against the exact oracle, on every kind of pair, in both precisions.

mod oracle;

use gjk::nalgebra::Point;
use gjk::shape::PointCloud;
use gjk::{Cases, Real, SimplexCases, distance, intersects};
use oracle::{Kind, Precision, Recipe, error_in_eps_l, exact};

trait Float: Real + Copy + Into<f64> {
    const PRECISION: Precision;
    fn narrowed(x: f64) -> Self;
}
impl Float for f32 {
    const PRECISION: Precision = Precision::Single;
    fn narrowed(x: f64) -> Self {
        x as f32
    }
}
impl Float for f64 {
    const PRECISION: Precision = Precision::Double;
    fn narrowed(x: f64) -> Self {
        x
    }
}

fn cloud<T: Float, const D: usize>(points: &[[f64; D]]) -> PointCloud<T, D> {
    PointCloud::new(points.iter().map(|p| Point::from(p.map(T::narrowed)))).unwrap()
}

#[derive(Default, Debug)]
struct Tally {
    pairs: u64,
    hits: u64,
    false_hits: u64,
    false_misses: u64,
    disagreements: u64,
    worst: f64,
    worst_seed: u64,
    over: u64,
    worst_gap: f64,
    most_evaluations: u32,
    evaluations: u64,
    undecided: u64,
}

fn tally<T: Float, const D: usize>(recipe: Recipe, seeds: u64, count: u64) -> Tally
where
    Cases: SimplexCases<T, D>,
{
    let mut t = Tally::default();
    let eps = T::PRECISION.epsilon();
    for pair in recipe.precision(T::PRECISION).pairs::<D>(seeds, count) {
        let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
        let want = exact::distance(&pair.a, &pair.b);
        let got = distance(&a, &b);
        let verdict = intersects(&a, &b);
        let l = pair.largest_coordinate();
        t.pairs += 1;
        t.hits += u64::from(want.intersects());
        t.false_hits += u64::from(got.intersects() && !want.intersects());
        t.false_misses += u64::from(!got.intersects() && want.intersects());
        t.disagreements += u64::from(got.intersects() != verdict);
        t.undecided += u64::from(got.undecided.is_some());
        let error = error_in_eps_l(got.distance.into(), want.distance(), l, eps).max(error_in_eps_l(
            if got.intersects() { want.distance() } else { 0.0 },
            0.0,
            l,
            eps,
        ));
        t.worst_gap = t.worst_gap.max(error_in_eps_l(got.lower.into(), got.distance.into(), l, eps));
        if error > 64.0 {
            t.over += 1;
        }
        if error > t.worst {
            (t.worst, t.worst_seed) = (error, pair.seed);
        }
        t.evaluations += u64::from(got.evaluations);
        t.most_evaluations = t.most_evaluations.max(got.evaluations);
    }
    t
}

fn survey<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    for kind in Kind::ALL {
        for (offset, scale) in [(0.0, 0), (1e3, 0), (0.0, -40), (0.0, 40)] {
            let t = tally::<T, D>(Recipe::new(kind).offset(offset).scale_exponent(scale), 1000, count);
            println!(
                "{D}D {:?} {kind:?} off {offset} 2^{scale}: hits {}/{} false+ {} false- {} dis {} und {} worst {:.3} ({}) over {} gap {:.3} evals {:.2} max {}",
                T::PRECISION,
                t.hits,
                t.pairs,
                t.false_hits,
                t.false_misses,
                t.disagreements,
                t.undecided,
                t.worst,
                t.worst_seed,
                t.over,
                t.worst_gap,
                t.evaluations as f64 / t.pairs as f64,
                t.most_evaluations
            );
        }
    }
}

#[test]
fn survey_all() {
    survey::<f32, 2>(4000);
    survey::<f64, 2>(4000);
    survey::<f32, 3>(4000);
    survey::<f64, 3>(4000);
    survey::<f32, 4>(500);
    survey::<f64, 4>(500);
    survey::<f64, 6>(200);
    survey::<f64, 8>(100);
}
