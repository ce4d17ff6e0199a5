//! The ways to treat a simplex, against the exact answer: on integers so small that nothing rounds those that claim to be right are,
//! and where one is known to fail it does.

#![cfg(feature = "precision")]

mod oracle;

use gjk::nalgebra::Point;
use gjk::shape::PointCloud;
use gjk::simplex::Cases;
use gjk::study::ways::{Found, Way, Ways};
use gjk::{Real, Scalar};
use num_rational::BigRational;
use num_traits::FromPrimitive;
use oracle::{Exact, Kind, Pair, Recipe, exact};
use qd::Quad;

/// Those that make no mistake if nothing is rounded.
fn are_right() -> impl Iterator<Item = Way> {
    Way::ALL.iter().copied().filter(|way| !matches!(way, Way::FirstFace | Way::Tutorial))
}

fn cloud<T: Scalar, const D: usize>(points: &[[f64; D]], number: impl Fn(f64) -> T) -> PointCloud<T, D> {
    PointCloud::new(points.iter().map(|p| Point::from(p.map(&number)))).expect("points in range")
}

fn asked<T: Real, const D: usize>(way: Way, pair: &Pair<D>, number: impl Fn(f64) -> T) -> Found<T, D>
where
    Cases: Ways<T, D>,
{
    way.ask(&cloud(&pair.a, &number), &cloud(&pair.b, &number))
}

/// Pairs of small integers with what is true of them. Many touch, many are flat.
fn on_grid<const D: usize>(seed: u64, count: u64) -> Vec<(Pair<D>, Exact<D>)> {
    let pairs: Vec<_> = Recipe::new(Kind::Grid)
        .pairs::<D>(seed, count)
        .map(|pair| {
            let truth = exact::distance(&pair.a, &pair.b);
            (pair, truth)
        })
        .collect();
    let hits = pairs.iter().filter(|(_, truth)| truth.intersects()).count() as u64;
    assert!((count / 5..count * 4 / 5).contains(&hits), "{hits} of {count} intersect");
    pairs
}

/// What a family of numbers makes of the grid: no way has a wrong verdict or an undecided one, and distances are near.
fn right_on_grid<T: Real, const D: usize>(
    pairs: &[(Pair<D>, Exact<D>)],
    number: impl Fn(f64) -> T + Copy,
    wide: impl Fn(T) -> f64,
    tolerance: f64,
) where
    Cases: Ways<T, D>,
{
    for way in are_right() {
        for (pair, truth) in pairs {
            let found = asked(way, pair, number);
            assert_eq!(found.intersects, Some(truth.intersects()), "{way}, seed {}", pair.seed);
            if let Some(distance) = found.distance {
                let off = (wide(distance.distance) - truth.distance()).abs();
                assert!(off <= tolerance * pair.largest_coordinate(), "{way}, seed {}: off by {off:e}", pair.seed);
            }
            assert_eq!(way.measures(), asked(way, pair, number).distance.is_some());
        }
    }
}

#[test]
fn right_on_small_integers_in_the_plane() {
    let pairs = on_grid::<2>(1, 300);
    right_on_grid::<f64, 2>(&pairs, |x| x, |x| x, 1e-14);
    right_on_grid::<Quad, 2>(&pairs, Quad::from, |x| x.0, 1e-14);
}

#[test]
fn right_on_small_integers_in_space() {
    let pairs = on_grid::<3>(1, 300);
    right_on_grid::<f64, 3>(&pairs, |x| x, |x| x, 1e-14);
    right_on_grid::<Quad, 3>(&pairs, Quad::from, |x| x.0, 1e-14);
}

/// In rational numbers, where nothing rounds whatever the numbers are.
#[test]
fn right_in_exact_arithmetic() {
    fn check<const D: usize>(pairs: &[(Pair<D>, Exact<D>)])
    where
        Cases: Ways<BigRational, D>,
    {
        let number = |x| BigRational::from_f64(x).expect("finite");
        for way in are_right() {
            for (pair, truth) in pairs {
                let found = way.decide(&cloud(&pair.a, number), &cloud(&pair.b, number));
                assert_eq!(found.is_some(), way.takes_rings(), "{way}");
                let Some(found) = found else { break };
                assert_eq!(found.intersects, Some(truth.intersects()), "{way}, seed {}", pair.seed);
                assert!(found.distance.is_none() && found.evaluations > 0);
            }
        }
    }
    check(&on_grid::<2>(1000, 60));
    check(&on_grid::<3>(1000, 60));
}

/// Ours and the same without certification are one search, wherever nothing is in doubt: with the same evaluations, and the same bits.
#[test]
fn uncertified_is_ours_where_nothing_is_in_doubt() {
    fn check<const D: usize>()
    where
        Cases: Ways<f64, D>,
    {
        let (mut same, mut hits) = (0, 0);
        for pair in Recipe::new(Kind::Round).pairs::<D>(7, 400) {
            let [ours, other] = [Way::Ours, Way::Uncertified].map(|way| asked(way, &pair, |x| x));
            assert_eq!(ours.intersects, other.intersects, "seed {}", pair.seed);
            let [p, q] = [&ours, &other].map(|found| found.distance.as_ref().expect("both measure"));
            same += u32::from(ours.evaluations == other.evaluations && p == q);
            hits += u32::from(ours.intersects == Some(true));
        }
        println!("{D}D: {same} of 400 the same, {hits} intersect");
        assert!(same >= 398 && (120..280).contains(&hits), "{same} the same, {hits} intersect");
    }
    check::<2>();
    check::<3>();
}
