//! The program to copy, `examples/one_page.rs`, agrees with the library, unless rounding decides.
//!
//! It has two weaknesses, which it shares with every short GJK. Its verdict may be wrong where shapes touch, or miss each other, within
//! rounding. And rounded signs can contradict each other about a thin or flat tetrahedron near the origin: then the search goes in circles, and
//! returns no verdict. The library notices that no step gets nearer, and continues in doubled precision (`src/search/careful.rs`).
//!
//! `CAMPAIGN=280 cargo test --release --test answers one_page -- --nocapture` tries 1,008,000 pairs.

#![allow(clippy::float_cmp, reason = "integers are exact")]

#[path = "../../examples/one_page.rs"]
mod page;

use gjk::contact;
use gjk::epa::Expansion;
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, SimplexCases};
use oracle::random::{Random, campaign};
use oracle::testing::{Coverage, Float, cloud, vector};
use oracle::{Kind, Recipe, exact};
use page::{Real, Simplex};

/// Pairs, those with another verdict than the library's, and those without a verdict.
fn counts<T: Float + Real, const D: usize>(kind: Kind, coverage: &mut Coverage) -> [u64; 3]
where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
    Simplex<T, D>: page::SimplexCases<T, D>,
{
    let mut counts = [0; 3];
    for pair in Recipe::new(kind).precision(T::PRECISION).pairs::<D>(4000, campaign(100)) {
        let [a, b] = [&pair.a, &pair.b].map(|points| points.iter().map(vector::<T, D>).collect::<Vec<_>>());
        let want = contact(&cloud::<T, D>(&pair.a), &cloud::<T, D>(&pair.b));
        coverage.note(want.intersects());
        let found = page::gjk(&a, &b);
        let is_wrong = found == Some(!want.intersects());
        if is_wrong {
            let rounding = 64.0 * T::PRECISION.epsilon() * pair.largest_coordinate();
            assert!(want.separation.wide().abs() <= rounding, "{kind:?}, seed {}: {want:?}", pair.seed);
        }
        counts = [counts[0] + 1, counts[1] + u64::from(is_wrong), counts[2] + u64::from(found.is_none())];
    }
    println!("{D}D, {:?}, {kind:?}: of {} pairs {} wrong, {} undecided", T::PRECISION, counts[0], counts[1], counts[2]);
    counts
}

#[test]
fn the_page_agrees_but_for_rounding() {
    let (mut coverage, mut all) = (Coverage::default(), [0; 3]);
    for kind in Kind::ALL {
        let plane = [counts::<f32, 2>(kind, &mut coverage), counts::<f64, 2>(kind, &mut coverage)];
        let space = [counts::<f32, 3>(kind, &mut coverage), counts::<f64, 3>(kind, &mut coverage)];
        assert!(plane.iter().all(|counts| counts[2] == 0), "undecided in the plane: {plane:?}");
        // Wrong verdicts are of pairs that are made to touch, or so thin that rounding is as large as they are.
        let is_hard = matches!(kind, Kind::Kissing | Kind::Slivers | Kind::Needles);
        for counts in plane.into_iter().chain(space) {
            assert!(is_hard || counts[1] == 0, "{kind:?}: {counts:?}");
            all = [0, 1, 2].map(|k| all[k] + counts[k]);
        }
    }
    println!("of {} pairs {} wrong, {} undecided", all[0], all[1], all[2]);
    assert!(all[1] > 0 && all[1] * 200 < all[0] && all[2] * 1000 < all[0], "{all:?}");
    coverage.assert_balanced("pairs");
}

/// How far the origin is from the hull of points, in exact arithmetic.
fn from_origin<const D: usize>(points: &[SVector<f64, D>]) -> f64 {
    let points: Vec<[f64; D]> = points.iter().map(|p| (*p).into()).collect();
    exact::distance(&points, &[[0.0; D]]).distance()
}

/// Returns whether all of the points are needed for the point of their hull that is nearest the origin.
fn is_nearest_feature<const D: usize>(points: &[SVector<f64, D>]) -> bool {
    let without = |k: usize| points.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, p)| *p).collect::<Vec<_>>();
    points.len() == 1 || (0..points.len()).all(|k| from_origin(&without(k)) > from_origin(points))
}

/// The normal of a triangle in space, times a length.
fn normal<const D: usize>(points: &[SVector<f64, D>]) -> SVector<f64, D> {
    let (u, v) = (points[1] - points[0], points[2] - points[0]);
    SVector::from_fn(|k, _| u[(k + 1) % D] * v[(k + 2) % D] - u[(k + 2) % D] * v[(k + 1) % D])
}

/// A feature is kept, and a vertex beyond it and the origin is new: what is kept then has the nearest point, looks
/// at the origin, and is wound as the next step assumes. Integers, so nothing is rounded. Counts the steps by what they keep.
fn keeps_the_nearest_feature<const D: usize>() -> [u32; 4]
where
    Simplex<f64, D>: page::SimplexCases<f64, D>,
{
    let (mut random, mut kept) = (Random::new(17), [0; 4]);
    for _ in 0..campaign(20_000) {
        let mut point = || SVector::<f64, D>::from_fn(|_, _| f64::from(random.integer(-6, 6)));
        let (a, mut before) = (point(), SVector::zeros());
        let count = 1 + (kept.iter().sum::<u32>() as usize) % D;
        let mut points = [SVector::zeros(); D];
        for place in &mut points[..count] {
            *place = point();
        }
        if from_origin(&points[..count]) == 0.0 || !is_nearest_feature(&points[..count]) {
            continue;
        }
        // Towards the origin from the feature.
        if count == 3 {
            before = normal(&points[..3]);
            if before.dot(&points[0]) > 0.0 {
                points.swap(1, 2);
                before = -before;
            }
        } else if count == 2 {
            let (b, along) = (points[0], points[1] - points[0]);
            before = along * along.dot(&b) - b * along.dot(&along);
        } else {
            before -= points[0];
        }
        if a.dot(&before) < 0.0 || (a - points[0]).dot(&before) <= 0.0 {
            continue;
        }
        let mut simplex = Simplex { points, count };
        let all: Vec<_> = points[..count].iter().copied().chain([a]).collect();
        let next = page::SimplexCases::nearest(&mut simplex, a);
        let Some(next) = next else {
            assert_eq!(from_origin(&all), 0.0, "{all:?}");
            kept[0] += 1;
            continue;
        };
        let feature = &simplex.points[..simplex.count];
        assert!(from_origin(&all) > 0.0 && from_origin(feature) == from_origin(&all), "{all:?}: {feature:?}");
        assert!(feature.iter().all(|v| (v - feature[0]).dot(&next) == 0.0 && v.dot(&next) < 0.0), "{all:?}: {next:?}");
        assert!(feature.len() < 3 || normal(feature).dot(&next) > 0.0, "{all:?}: {feature:?}");
        kept[feature.len()] += 1;
    }
    kept
}

#[test]
fn the_page_keeps_the_nearest_feature() {
    let [plane, space] = [keeps_the_nearest_feature::<2>(), keeps_the_nearest_feature::<3>()];
    println!("inside or on it, an edge, a triangle: {plane:?}, {space:?}");
    // A alone is never nearest, because it passed the origin: docs/guide/loop.md.
    assert!(plane[1] == 0 && space[1] == 0, "{plane:?} {space:?}");
    assert!(plane[0] > 1000 && plane[2] > 1000 && [space[0], space[2], space[3]].iter().all(|count| *count > 500));
}
