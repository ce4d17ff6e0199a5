//! The program to copy, `examples/one_page.rs`, agrees with the library, unless rounding decides.
//!
//! It has two weaknesses, which it shares with every short GJK. Its verdict may be wrong where shapes touch, or miss each other, within
//! rounding. And rounded signs can contradict each other about a thin or flat tetrahedron near the origin: then the search goes in circles, and
//! returns no verdict. The library notices that no step gets nearer, and continues in doubled precision (`src/search/careful.rs`).
//!
//! `CAMPAIGN=280 cargo test --release --test answers one_page -- --nocapture` tries 1,008,000 pairs.

#[path = "../../examples/one_page.rs"]
mod page;

use gjk::contact;
use gjk::epa::Expansion;
use gjk::simplex::{Cases, SimplexCases};
use oracle::random::campaign;
use oracle::testing::{Coverage, Float, cloud, vector};
use oracle::{Kind, Recipe};
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
