//! The answers to one question agree: verdict, distance, nearest points and feature; swapped; in `f32` and `f64`.

use super::asking::{assert_near, clouds, decide, each_pair};
use gjk::nalgebra::{Matrix2, Point, Vector2};
use gjk::shape::{Cuboid, Polygon, Segment};
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Pose, Query, Support, SupportExt};
use oracle::random::Random;
use oracle::testing::{Float, ask, assert_consistent, assert_verdict_holds, wide};
use oracle::vector::{norm, sub};

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
    in_all_dimensions!(order_does_not_matter, 200);
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
}

/// A shape that is posed far away, and back by the pose around it, has lost digits. Whatever is left of it, all queries are of the
/// same set.
#[test]
fn shapes_posed_far_away_and_back_have_one_verdict() {
    type Made<T> = Box<dyn Support<2, Scalar = T>>;
    fn check<T: Float>(most: i32, seed: u64) {
        let random = &mut Random::new(seed);
        let narrow = |v: [f64; 2]| Vector2::from(v.map(T::narrowed));
        let (mut hits, mut closed) = (0, 0);
        for number in 0..40_000 {
            let far = random.magnitude(-2, most);
            let away = narrow([random.uniform(-far, far), random.uniform(-far, far)]);
            let mut made = || -> Made<T> {
                let half = [random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)];
                let point = |x: f64, y: f64| Point::from(narrow([x * half[0], y * half[1]]));
                match number % 3 {
                    0 => Box::new(Cuboid::new(narrow(half)).unwrap()),
                    1 => Box::new(Polygon::hull([point(-1.0, -1.0), point(1.0, -0.7), point(0.1, 0.9)]).unwrap()),
                    _ => Box::new(Segment::new([point(-1.0, -1.0), point(1.0, 0.4)]).unwrap()),
                }
            };
            let [a, b] = [made(), made()];
            let [cos, sin] = [0.8, 0.6].map(T::narrowed);
            let turn = Matrix2::new(cos, -sin, sin, cos);
            let back = -(turn * away);
            let a = a.posed(away).unwrap().posed(Pose::new(turn, back).unwrap()).unwrap();
            let b = b.posed(narrow([random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)])).unwrap();
            let verdict = gjk::intersects(&a, &b);
            let (apart, touch) = (gjk::distance(&a, &b), gjk::contact(&a, &b));
            assert_eq!(verdict, apart.intersects(), "{number}, {far:e}");
            assert_eq!(verdict, touch.intersects(), "{number}, {far:e}");
            hits += u32::from(verdict);
            closed += u32::from(verdict && touch.evaluations == 0);
        }
        assert!((5_000..30_000).contains(&hits) && (500..hits / 2).contains(&closed), "{hits} {closed}");
    }
    check::<f32>(12, 61);
    check::<f64>(32, 62);
}
