//! Limits, starts and indices change the computation, but no answer.

use super::asking::{assert_near, clouds, decide, each_pair, measure, within};
use gjk::nalgebra::{Point, SVector, Vector2};
use gjk::shape::Polygon;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Query, Start, SupportExt, Verdict, distance};
use oracle::random::Random;
use oracle::testing::{BOUND, Coverage, Float, ask, assert_consistent, assert_verdict_holds, in_both_precisions};
use oracle::{Kind, Recipe};

fn limits_are_kept<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let (mut near, mut far) = (0, 0);
    each_pair::<T, D>(count, |pair, l, what| {
        let [a, b] = clouds::<T, D>(pair);
        let found = measure(&a, &b, &Query::new());
        let d = found.distance.wide();
        let slack = BOUND * T::PRECISION.epsilon() * l;
        for limit in [0.0, d * 0.5, d - slack, d * 0.999, d, d * 1.001, d + slack, d * 2.0, d + l, f64::MAX] {
            let limit = if limit == f64::MAX { T::narrowed(1e38) } else { T::narrowed(limit) };
            let within = within(&a, &b, limit);
            if limit.wide() > 2.0 * (d + l) {
                assert_eq!(within.as_ref(), Some(&found), "a limit that is far away changes nothing: {what}");
            }
            let what = format!("limit {:e} of {d:e}: {what}", limit.wide());
            if let Some(within) = &within {
                assert!(within.distance <= limit, "{:e}: {what}", within.distance.wide());
                assert_eq!(within.intersects(), found.intersects(), "{what}");
                assert_near::<T>(within.distance.wide(), d, l, &what);
                near += 1;
            } else {
                far += 1;
            }
            // Exactly at the distance a unit of rounding decides.
            if limit.wide() < 0.0 || limit.wide() < d - slack {
                assert!(within.is_none(), "{what}");
            }
            if found.intersects() && limit.wide() >= 0.0 || limit.wide() > d + slack {
                assert!(within.is_some(), "{what}");
            }
        }
        for limit in [T::narrowed(f64::NAN), -T::one(), -T::smallest()] {
            assert!(within(&a, &b, limit).is_none(), "limit {limit:?}: {what}");
        }
        found.intersects()
    });
    assert!(near > 100 && far > 50, "{near} {far}");
}

#[test]
fn a_distance_is_within_the_limits_that_are_not_less() {
    in_all_dimensions!(limits_are_kept, 100);
}

/// Where polygons overlap, the common point is the same.
#[test]
fn a_limit_far_away_changes_nothing_of_polygons() {
    let mut random = Random::new(9);
    let mut coverage = Coverage::default();
    for _ in 0..400 {
        let mut polygon = || {
            let (corners, turn) = (3 + random.index(6), random.uniform(0.0, 6.0));
            let middle = Vector2::new(random.uniform(-1.1, 1.1), random.uniform(-1.1, 1.1));
            Polygon::hull((0..corners).map(|k| {
                let (sin, cos) = (turn + 6.0 * k as f64 / corners as f64).sin_cos();
                Point::from(middle + Vector2::new(cos, sin) * random.uniform(0.5, 1.0))
            }))
        };
        let (Ok(a), Ok(b)) = (polygon(), polygon()) else { continue };
        let found = distance(&a, &b);
        coverage.note(found.intersects());
        assert_eq!(Query::new().distance_within(1e9, &a, &b).near(), Some(found), "{a:?} {b:?}");
    }
    coverage.assert_balanced("polygons");
}

fn an_axis_ends_the_next_query<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let (mut separated, mut separated_by_more) = (0, 0);
    let mut random = Random::new(8);
    each_pair::<T, D>(count, |pair, l, what| {
        let [a, b] = clouds::<T, D>(pair);
        let outcome = decide(&a, &b, &Query::new());
        let again = |axis: &SVector<T, D>| Query::new().start(Start::Along(*axis));
        if let Verdict::Separated { axis } = &outcome.verdict {
            separated += 1;
            let second = decide(&a, &b, &again(axis));
            assert_eq!((second.evaluations, second.intersects()), (1, false), "{what}");
            let measured = measure(&a, &b, &again(axis));
            assert!(!measured.intersects(), "{what}");
            // The same for shapes that are mostly margin, unless rounding decides.
            let d = measure(&a, &b, &Query::new()).distance.wide();
            let margin = T::narrowed(d * random.uniform(0.1, 0.49));
            let (a, b) = (a.swollen(margin).unwrap(), b.swollen(margin).unwrap());
            let swollen = decide(&a, &b, &Query::new());
            let clear = d - 2.0 * margin.wide() > BOUND * T::PRECISION.epsilon() * l;
            if let Verdict::Separated { axis } = &swollen.verdict
                && clear
            {
                separated_by_more += 1;
                let second = decide(&a, &b, &again(axis));
                assert_eq!((second.evaluations, second.intersects()), (1, false), "margin {margin:?}: {what}");
            }
            assert!(!clear || !swollen.intersects(), "margin {margin:?}: {what}");
        }
        outcome.intersects()
    });
    assert!(separated > 10 && 2 * separated_by_more > separated, "{separated_by_more} of {separated}");
}

#[test]
fn a_separating_axis_ends_the_next_query_at_once() {
    in_all_dimensions!(an_axis_ends_the_next_query, 200);
}

fn an_index_changes_nothing<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let mut coverage = Coverage::default();
    for kind in [Kind::Round, Kind::Plates, Kind::Needles, Kind::Redundant] {
        let recipe = Recipe::new(kind).precision(T::PRECISION).vertices(100, 40);
        for pair in recipe.pairs::<D>(9000, count) {
            let what = format!("{kind:?}, {D}D, {:?}, seed {}", T::PRECISION, pair.seed);
            let [a, b] = clouds::<T, D>(&pair);
            let (_, found) = ask(&a, &b, &what);
            let (outcome, indexed) = ask(&a.indexed(), &b.indexed(), &what);
            let l = pair.largest_coordinate();
            assert_near::<T>(indexed.distance.wide(), found.distance.wide(), l, &what);
            assert_consistent(&indexed, [0.0; 2], l, &what);
            if indexed.intersects() != found.intersects() {
                assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, &what);
            }
            coverage.note(found.intersects());
        }
    }
    coverage.assert_balanced("indexed");
}

#[test]
fn an_indexed_cloud_is_the_cloud() {
    in_both_precisions! {
        an_index_changes_nothing::<T, 2>(100);
        an_index_changes_nothing::<T, 3>(100);
        an_index_changes_nothing::<T, 4>(25);
    }
}
