//! Rays that graze: past vertices at which edges hardly turn, and nearly along capsules. Rounding moves the place where such a ray enters an edge
//! or a cylinder by far more than it moves the edge.

use super::closed_forms::{By, Judged, Known, Tally, check_ray};
use gjk::shape::{Ball, Capsule, Polygon};
use gjk::simplex::Cases;
use gjk::{Pose, Support, SupportExt, epa::Expansion, exact};
use oracle::random::{Random, campaign};
use oracle::testing::{Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add, add_scaled, scaled};
use std::array;

/// Judges a ray at a shape, both turned and moved together.
fn judge<A, T: Float + exact::Float, const D: usize>(
    random: &mut Random,
    a: A,
    from: &[f64; D],
    way: &[f64; D],
    tally: &mut Tally,
) where
    A: Support<D, Scalar = T> + Known<D> + Clone + std::fmt::Debug,
    Cases: Expansion<T, D> + exact::ExactCases<D>,
{
    let mut matrix = rotation::<T, D>(&random.frame());
    if D == 2 {
        (matrix[(0, 1)], matrix[(1, 1)]) = (-matrix[(1, 0)], matrix[(0, 0)]);
    }
    let far: [f64; D] = scaled(&random.direction(), random.magnitude(-1, 1));
    let turned = |v: &[f64; D]| -> [f64; D] { array::from_fn(|i| (0..D).map(|k| matrix[(i, k)].wide() * v[k]).sum()) };
    let (from, way) = (add(&turned(from), &far), turned(way));
    let a = a.posed(Pose::new(matrix, vector::<T, D>(&far)).unwrap()).unwrap();
    let b = Ball::new(T::narrowed(0.0)).unwrap().posed(vector::<T, D>(&from)).unwrap();
    let what = format!("{:?}: {way:?} {a:?} {b:?}", T::PRECISION);
    check_ray(&Judged { by: By::Doubled, a: &a, b: &b, velocity: wide(&vector::<T, D>(&way)) }, tally, &what);
}

#[test]
fn past_a_blunt_vertex() {
    in_both_precisions! {
        let mut tally = Tally::default();
        for seed in 0..campaign(5_000) {
            let random = &mut Random::of_campaign(seed);
            let [left, right, slope] = array::from_fn(|_| random.magnitude(-5, -1));
            let corners = [[0.0, 0.0], [-1.0, -left], [-0.5, -1.0], [1.0, -right]];
            let polygon = Polygon::hull(corners.map(|p| point::<T, 2>(&p))).unwrap();
            let way = [1.0, if random.coin() { -slope } else { slope }];
            let near = T::PRECISION.epsilon() * random.uniform(-64.0, 64.0);
            let gap = if random.coin() { near } else { slope * random.uniform(-1.0, 1.0) };
            let from = add_scaled(&[0.0, gap], &way, -random.uniform(1.5, 3.0));
            judge::<_, T, 2>(random, polygon, &from, &way, &mut tally);
        }
        assert!(tally.rays_hit * 4 > tally.rays && tally.rays_hit * 4 < 3 * tally.rays, "{tally:?}");
        assert!(tally.rays_searched * 4 < tally.rays, "{tally:?}");
    }
}

#[test]
fn nearly_along_a_capsule() {
    in_both_precisions! {
        let mut tally = Tally::default();
        for seed in 0..campaign(5_000) {
            let random = &mut Random::of_campaign(seed);
            let radius = random.uniform(0.05, 1.0);
            let ends = [-1.0, 1.0].map(|x| point::<T, 3>(&[x, 0.0, 0.0]));
            let capsule = Capsule::new(ends[0], ends[1], T::narrowed(radius)).unwrap();
            // It goes into the cylinder, whose axis it passes far away.
            let (share, slope) = (random.magnitude(-7, -1), random.magnitude(-6, -2));
            let aside = radius * (1.0 - share);
            let deep = (radius * radius - aside * aside).sqrt();
            let way = [1.0, 0.0, if random.coin() { -slope } else { slope }];
            let inner = if random.coin() { deep * random.uniform(-1.5, 1.5) } else { deep };
            let place = [random.uniform(-1.5, 1.5), aside, inner];
            let from = add_scaled(&place, &way, -random.uniform(3.0, 4.0));
            judge::<_, T, 3>(random, capsule, &from, &way, &mut tally);
        }
        assert!(tally.rays_hit * 4 > tally.rays && tally.rays_hit < tally.rays, "{tally:?}");
        assert!(tally.rays_searched * 4 < tally.rays, "{tally:?}");
    }
}
