//! Scaling both shapes by a power of two changes no bit, from one end of the range to the other.

use super::asking::{assert_near, clouds, decide, each_pair, measure};
use gjk::nalgebra::{Isometry2, Point2, Similarity2, Vector2};
use gjk::shape::{Cuboid, Polygon, Posed};
use gjk::{
    Distance, Query, SupportExt, contact, distance, intersects, manifold,
    simplex::{Cases, SimplexCases},
};
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Coverage, Float, ask, cloud};
use oracle::vector::scaled;
use oracle::{clamp, sat};

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

fn p(x: f32, y: f32) -> Point2<f32> {
    Point2::new(x, y)
}

/// The diamond |x| + |y| ≤ `scale`, made of ±2⁷⁴ and a pose that makes it so small.
fn diamond(scale: f32) -> Posed<Polygon<f32>, f32, 2> {
    let big = 2_f32.powi(74);
    let unit = Polygon::hull([p(big, 0.0), p(0.0, big), p(-big, 0.0), p(0.0, -big)]).unwrap();
    unit.posed(Similarity2::from_isometry(Isometry2::identity(), scale / big)).unwrap()
}

/// A square with its lower left corner at (t, t).
fn square(t: f32) -> Polygon<f32> {
    Polygon::hull([p(t, t), p(t + 1.0, t), p(t + 1.0, t + 1.0), p(t, t + 1.0)]).unwrap()
}

/// The squares of normals that a pose has scaled fell below the range: the depth was off by a fifth.
#[test]
fn the_depth_of_a_scaled_polygon() {
    let found = contact(&diamond(1.25), &square(0.5));
    assert!((found.separation + 0.25 / 2_f32.sqrt()).abs() < 1e-6, "{} instead of -0.17677669", found.separation);
}

#[test]
fn the_distance_and_the_normal_of_a_scaled_polygon() {
    let found = distance(&diamond(1.25), &square(1.0));
    let length = found.normal.unwrap().norm();
    assert!((found.distance - 0.75 / 2_f32.sqrt()).abs() < 1e-6 && (length - 1.0).abs() < 1e-6, "{found:?}");
}

/// The gap of the cores is 1, and the margin 1.002: they overlap by 0.002.
#[test]
fn a_scaled_polygon_has_one_verdict() {
    let other = square(1.025 / 2.0 + 0.5_f32.sqrt()).swollen(1.002).unwrap();
    let found = contact(&diamond(1.025), &other);
    assert!(found.intersects() && intersects(&diamond(1.025), &other), "{found:?}");
    assert!((found.separation + 0.002).abs() < 1e-6, "{found:?}");
}

/// The distance of two polygons that are apart, by all pairs of edges.
fn distance_of(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let edges = |ring: &[[f64; 2]]| -> Vec<[[f64; 2]; 2]> {
        (0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]]).collect()
    };
    let (on_a, on_b) = (edges(a), edges(b));
    let pairs = on_a.iter().flat_map(|s| on_b.iter().map(move |t| clamp::segments(s, t)));
    pairs.fold(f64::MAX, f64::min)
}

/// Shapes made 2⁻ᵏ as large, in poses that scale by 2ᵏ, once or in two poses that nearly cancel: separations equal their
/// vertices, points of manifolds are where they were, and manifolds follow small motions.
fn poses_of_any_scale<T: Float + gjk::nalgebra::RealField>(exponents: &[i32], seed: u64) {
    let random = &mut Random::new(seed);
    let mut coverage = Coverage::default();
    let mut followed = 0;
    for number in 0..40 * campaign(1) {
        let sides = [3, 4, 5, 8, 12][random.index(5)];
        let corner = |k: usize| {
            let (sin, cos) = (std::f64::consts::TAU * (k as f64 + 0.3) / sides as f64).sin_cos();
            [cos, 0.8 * sin].map(|x| T::PRECISION.round(x))
        };
        let corners: Vec<[f64; 2]> = (0..sides).map(corner).collect();
        let half = [(); 2].map(|()| T::PRECISION.round(random.uniform(0.2, 1.0)));
        let [at_a, at_b] = [1.6, 1.5].map(|far| [(); 2].map(|()| T::narrowed(random.uniform(-far, far))));
        let turn = T::narrowed(random.uniform(-3.0, 3.0));
        for exponent in exponents {
            let [up, down] = [*exponent, -exponent].map(|k| T::narrowed(2.0_f64.powi(k)));
            let polygon =
                Polygon::hull(corners.iter().map(|c| Point2::from(c.map(|x| T::narrowed(x) * down)))).unwrap();
            let pose = |at: [T; 2], scale: T| Similarity2::new(Vector2::from(at), turn, scale);
            let cuboid = Cuboid::new(Vector2::from(half.map(|x| T::narrowed(x) * down))).unwrap();
            let a = polygon.clone().posed(pose(at_a, up)).unwrap();
            let nested = polygon.posed(pose(at_a.map(|x| x * down), T::one())).unwrap();
            let nested = nested.posed(pose([T::zero(); 2], up)).unwrap();
            let b = cuboid.posed(pose(at_b, up)).unwrap();
            let placed = |c: &[f64; 2], at: [T; 2]| {
                let (sin, cos) = turn.wide().sin_cos();
                [c[0] * cos - c[1] * sin + at[0].wide(), c[0] * sin + c[1] * cos + at[1].wide()]
            };
            let on_b = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
                .map(|s| placed(&[s[0] * half[0], s[1] * half[1]], at_b));
            let on_a: Vec<_> = corners.iter().map(|c| placed(c, at_a)).collect();
            let want = match sat::polygons(&on_a, &on_b) {
                apart if apart > 0.0 => distance_of(&on_a, &on_b),
                depth => depth,
            };
            let (unit, what) = (T::PRECISION.epsilon() * 3.0, format!("number {number}, 2^{exponent}"));
            let found = contact(&a, &b);
            assert_near::<T>(found.separation.wide(), want, 3.0, &what);
            assert_eq!(found.intersects(), intersects(&a, &b), "{what}");
            assert_near::<T>(distance(&a, &b).distance.wide(), want.max(0.0), 3.0, &what);
            assert_eq!(contact(&nested, &b).intersects(), intersects(&nested, &b), "{what}");
            coverage.note(want <= 0.0);
            let Some(mut touch) = manifold(&a, &b, T::narrowed(0.05)).near() else { continue };
            for spot in touch.points() {
                let [p, q] = &spot.points;
                let off = ((q - p).dot(&touch.normal) - spot.separation).wide().abs() / unit;
                assert!(off <= BOUND, "the points are off by {off} ε L: {what}");
            }
            let least = touch.points().iter().map(|spot| spot.separation.wide()).fold(f64::MAX, f64::min);
            let step = touch.normal * T::narrowed(1.0 / 1024.0);
            let there = b.posed(step).unwrap().pose().translation() + b.pose().translation();
            let there = pose([there.x, there.y], up).into();
            assert!(touch.follow(a.pose(), &there, T::narrowed(0.01)), "{what}");
            let now = touch.points().iter().map(|spot| spot.separation.wide()).fold(f64::MAX, f64::min);
            assert_near::<T>(now, least + 1.0 / 1024.0, 3.0, &what);
            followed += 1;
        }
    }
    coverage.assert_balanced("poses of any scale");
    assert!(followed > 100, "{followed}");
}

#[test]
fn poses_may_have_any_scale() {
    poses_of_any_scale::<f32>(&[-110, -90, -74, -64, -40, -20, -12, -3, 0, 5, 13, 40, 64, 74, 110], 31);
    poses_of_any_scale::<f64>(&[-1000, -800, -515, -300, -60, -27, -3, 0, 5, 30, 100, 515, 1000], 32);
}
