//! Scaling both shapes by a power of two changes no bit, from one end of the range to the other.

use super::asking::{assert_near, clouds, decide, each_pair, measure};
use gjk::{
    Distance, Query,
    simplex::{Cases, SimplexCases},
};
use oracle::vector::scaled;
use testing::{Float, ask, cloud};

/// Everything in a distance, multiplied by a power of two where it is a length.
#[derive(Debug, PartialEq)]
pub struct Summary {
    lengths: Vec<f64>,
    rest: Vec<f64>,
}

pub fn summary<T: Float, const D: usize>(found: &Distance<T, D>, factor: T) -> Summary {
    let mut lengths = vec![found.distance, found.lower];
    lengths.extend(found.points.iter().flat_map(|p| p.iter().copied()));
    let mut rest = vec![f64::from(found.evaluations)];
    for vertex in found.feature.vertices() {
        lengths.extend(vertex.points.iter().flat_map(|p| p.iter().copied()));
        rest.extend([vertex.weight.wide(), f64::from(vertex.ids[0].0), f64::from(vertex.ids[1].0)]);
    }
    Summary { lengths: lengths.into_iter().map(|x| (x * factor).wide()).collect(), rest }
}

fn powers_of_two_change_no_bit<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let exponents: [i32; 8] =
        if size_of::<T>() == 4 { [-40, -39, -20, -1, 1, 13, 30, 40] } else { [-300, -299, -150, -1, 1, 77, 200, 300] };
    each_pair::<T, D>(count, |pair, _, what| {
        let [a, b] = clouds::<T, D>(pair);
        let found = measure(&a, &b, &Query::new());
        let want = summary(&found, T::one());
        for exponent in exponents {
            let factor = 2.0_f64.powi(exponent);
            let scaled = |points: &[[f64; D]]| -> Vec<[f64; D]> { points.iter().map(|p| scaled(p, factor)).collect() };
            let (a, b) = (cloud::<T, D>(&scaled(&pair.a)), cloud::<T, D>(&scaled(&pair.b)));
            let scaled = measure(&a, &b, &Query::new());
            assert_eq!(summary(&scaled, T::narrowed(1.0 / factor)), want, "2^{exponent}: {what}");
            let outcome = decide(&a, &b, &Query::new());
            assert_eq!(outcome.intersects(), found.intersects(), "2^{exponent}: {what}");
        }
        found.intersects()
    });
}

#[test]
fn scaling_by_powers_of_two_is_exact() {
    in_all_dimensions!(powers_of_two_change_no_bit, 60);
}

fn verdicts_at_any_scale<const D: usize>(count: u64)
where
    Cases: SimplexCases<f32, D>,
{
    let mut scaled_pairs = 0;
    each_pair::<f32, D>(count, |pair, l, what| {
        let [a, b] = clouds::<f32, D>(pair);
        let found = measure(&a, &b, &Query::new());
        // 1e-30 to 1e30 in steps of about 30.
        for exponent in (-100..=100).step_by(5) {
            let factor = 2.0_f64.powi(exponent);
            let scaled = |points: &[[f64; D]]| -> Vec<[f64; D]> { points.iter().map(|p| scaled(p, factor)).collect() };
            let (a, b) = (scaled(&pair.a), scaled(&pair.b));
            let exact = |p: &[f64; D]| p.iter().all(|x| f64::from(*x as f32) == *x);
            if !a.iter().chain(&b).all(exact) {
                continue;
            }
            scaled_pairs += 1;
            let (outcome, scaled) = ask(&cloud::<f32, D>(&a), &cloud(&b), what);
            assert_eq!(scaled.intersects(), found.intersects(), "2^{exponent}: {what}: {:?}", outcome.verdict);
            assert_near::<f32>(scaled.distance.wide(), found.distance.wide() * factor, l * factor, what);
        }
        found.intersects()
    });
    assert!(scaled_pairs > 100, "{scaled_pairs}");
}

#[test]
fn verdicts_in_f32_hold_from_1e_minus_30_to_1e30() {
    verdicts_at_any_scale::<2>(40);
    verdicts_at_any_scale::<3>(40);
    verdicts_at_any_scale::<4>(10);
    verdicts_at_any_scale::<6>(5);
}
