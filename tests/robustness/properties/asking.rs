//! The questions that the properties are about, compiled once for all kinds of shapes.

use gjk::shape::PointCloud;
use gjk::{
    Difference, Distance, Outcome, Query,
    simplex::{Cases, SimplexCases},
};
use oracle::testing::{BOUND, Coverage, Float, Shape, cloud};
use oracle::{Kind, Pair, Recipe};

/// Pairs of every kind, near the origin and far from it, and whether they intersect (by the first answer) for the
/// coverage.
pub fn each_pair<T: Float, const D: usize>(count: u64, mut check: impl FnMut(&Pair<D>, f64, &str) -> bool) {
    let mut coverage = Coverage::default();
    for kind in Kind::ALL {
        for offset in [0.0, 100.0] {
            let recipe = Recipe::new(kind).precision(T::PRECISION).offset(offset);
            for pair in recipe.pairs::<D>(4000, count.max(4)) {
                let what = format!("{kind:?}, {D}D, {:?}, offset {offset}, seed {}", T::PRECISION, pair.seed);
                let hit = check(&pair, pair.largest_coordinate(), &what);
                if kind.is_balanced() {
                    coverage.note(hit);
                }
            }
        }
    }
    coverage.assert_balanced(&format!("{D}D"));
}

pub fn clouds<T: Float, const D: usize>(pair: &Pair<D>) -> [PointCloud<T, D>; 2] {
    [cloud(&pair.a), cloud(&pair.b)]
}

// The queries, compiled once for all kinds of shapes.

pub fn decide<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, options: &Query<T, D>) -> Outcome<T, D>
where
    Cases: SimplexCases<T, D>,
{
    options.clone().search(&Difference(a, b))
}

pub fn measure<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, options: &Query<T, D>) -> Distance<T, D>
where
    Cases: SimplexCases<T, D>,
{
    options.clone().distance(a, b)
}

pub fn within<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, limit: T) -> Option<Distance<T, D>>
where
    Cases: SimplexCases<T, D>,
{
    Query::new().distance_within(limit, a, b).near()
}

pub fn assert_near<T: Float>(got: f64, want: f64, l: f64, what: &str) {
    let error = (got - want).abs() / (T::PRECISION.epsilon() * l);
    assert!(error <= BOUND, "{got:e}, not {want:e}: by {error:.1} units: {what}");
}
