//! The answers to one question agree: verdict, distance, nearest points and feature; swapped; in `f32` and `f64`.

use super::asking::{assert_near, clouds, decide, each_pair};
use crate::common::{Float, ask, assert_consistent, assert_verdict_holds, wide};
use crate::oracle::vector::{norm, sub};
use gjk::{
    Query,
    simplex::{Cases, SimplexCases},
};

fn answers_prove_themselves<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    each_pair::<T, D>(count, |pair, l, what| {
        let [a, b] = clouds::<T, D>(pair);
        let (outcome, found) = ask(&a, &b, what);
        assert_consistent(&found, [0.0; 2], l, what);
        assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, what);
        // A vertex is the point that its number says.
        for vertex in found.feature.vertices() {
            for ((p, id), points) in vertex.points.iter().zip(vertex.ids).zip([&pair.a, &pair.b]) {
                let off = norm(&sub(&wide(&p.coords), &points[id.0 as usize]));
                assert!(off <= 4.0 * T::PRECISION.epsilon() * l, "vertex {id:?} is off by {off:e}: {what}");
            }
        }
        found.intersects()
    });
}

#[test]
fn verdict_distance_witnesses_and_feature_agree() {
    in_all_dimensions!(answers_prove_themselves, 80);
}

fn order_does_not_matter<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    each_pair::<T, D>(count, |pair, l, what| {
        let [a, b] = clouds::<T, D>(pair);
        let (_, found) = ask(&a, &b, what);
        let (swapped_outcome, swapped) = ask(&b, &a, what);
        assert_near::<T>(swapped.distance.wide(), found.distance.wide(), l, what);
        if found.intersects() != swapped.intersects() {
            let outcome = decide(&a, &b, &Query::new());
            assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, what);
            assert_verdict_holds(&pair.b, &pair.a, &swapped_outcome.verdict, l, what);
        }
        found.intersects()
    });
}

#[test]
fn a_swapped_pair_has_the_same_answer() {
    in_all_dimensions!(order_does_not_matter, 400);
}

fn precisions_agree<const D: usize>(count: u64)
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    let mut differ = 0;
    each_pair::<f32, D>(count, |pair, l, what| {
        let ([a, b], [c, d]) = (clouds::<f32, D>(pair), clouds::<f64, D>(pair));
        let (outcome, single) = ask(&a, &b, what);
        let (_, double) = ask(&c, &d, what);
        assert_near::<f32>(single.distance.wide(), double.distance, l, what);
        if single.intersects() != double.intersects() {
            differ += 1;
            assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, what);
        }
        double.intersects()
    });
    println!("{D}D: {differ} verdicts differ");
}

#[test]
fn f32_and_f64_agree_on_the_same_input() {
    precisions_agree::<2>(400);
    precisions_agree::<3>(400);
    precisions_agree::<4>(100);
    precisions_agree::<5>(100);
    precisions_agree::<6>(50);
    precisions_agree::<7>(50);
    precisions_agree::<8>(50);
}
