//! Two boxes that are asked about again: a cache saves the search for the nearest feature, and changes no answer by more than rounding.
//!
//! `CAMPAIGN=100 cargo test --release --test contacts boxes::again -- --nocapture` tries 10⁵ pairs for each scalar.

use super::{Pair, Placed, allowed, miss, pair, wide_box};
use gjk::nalgebra::{Point3, SMatrix};
use gjk::shape::{Cuboid, Shape3};
use gjk::{Cache, Distance, Pose, Query, Support, SupportExt, distance, epa::Expansion, intersects, simplex::Cases};
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Float, assert_consistent, cloud, in_both_precisions, rotation, vector, wide};
use oracle::vector::{add_scaled, largest_coordinate, scaled, sub};

/// What the cache is left by.
#[derive(Clone, Copy, Debug)]
enum Left {
    /// The boxes where they were a step ago: any short way and turn.
    Before,
    /// The boxes when they overlapped.
    Inside,
    /// All other queries, a step ago.
    Others,
    /// Two other boxes.
    OtherBoxes,
    /// Two clouds of points, whose vertices have greater names.
    Clouds,
}

const LEFT: [Left; 5] = [Left::Before, Left::Inside, Left::Others, Left::OtherBoxes, Left::Clouds];

/// The second box at another place.
fn elsewhere<T: Float>(pair: &Pair<T>, random: &mut Random, toward: f64) -> Placed<T> {
    let of = &pair.boxes[1];
    let (turn, step) = (random.magnitude(-8, -1), random.magnitude(-8, -1));
    let frame = random.frame_near(&of.axes, turn);
    let size = pair.unit / <T as Float>::PRECISION.epsilon();
    let at = add_scaled(&of.center, &random.direction(), size * step);
    let at = add_scaled(&at, &sub(&pair.boxes[0].center, &at), toward);
    let pose = Pose::new(rotation::<T, 3>(&frame), vector::<T, 3>(&at)).unwrap();
    (*pair.shapes[1].shape()).posed(pose).unwrap()
}

fn left<T: Float>(how: Left, pair: &Pair<T>, random: &mut Random, seed: u64) -> Cache<T, 3>
where
    Cases: Expansion<T, 3>,
{
    let (mut cache, [a, b]) = (Cache::new(), &pair.shapes);
    let mut query = Query::new().with_cache(&mut cache);
    match how {
        Left::Before => {
            let _ = query.distance(a, &elsewhere(pair, random, 0.0));
        }
        Left::Inside => {
            let toward = random.uniform(0.0, 0.3);
            let _ = query.distance(a, &elsewhere(pair, random, toward));
        }
        Left::Others => {
            let there = elsewhere(pair, random, 0.0);
            let _ = (query.intersects(a, &there), query.contact(a, &there));
            let velocity = sub(&pair.boxes[0].center, &pair.boxes[1].center);
            let _ = query.shape_cast(a, b.moving(vector::<T, 3>(&velocity)));
        }
        Left::OtherBoxes => {
            let Pair { shapes: [a, b], .. } = super::pair::<T>(seed + 1);
            let _ = query.distance(&a, &b);
        }
        Left::Clouds => {
            let [a, b] = [0.0, 9.0].map(|x| {
                let points: Vec<[f64; 3]> = (0..32).map(|_| random.direction()).collect();
                cloud::<T, 3>(&points).posed(vector::<T, 3>(&[x, 0.0, 0.0])).unwrap()
            });
            let _ = query.distance(&a, &b);
        }
    }
    cache
}

fn check<T: Float>(pair: &Pair<T>, found: &Distance<T, 3>, want: &Distance<T, 3>, what: &str) {
    let ([a, b], far) = (&pair.shapes, largest_coordinate(&pair.boxes[0].center));
    assert_eq!(found.intersects(), want.intersects(), "{found:?} {want:?}: {what}");
    assert!(found.undecided.is_none(), "{what}");
    let off = (found.distance.wide() - want.distance.wide()).abs() / pair.unit;
    assert!(off <= BOUND, "{off}: {found:?} {want:?}: {what}");
    let size = pair.unit / <T as Float>::PRECISION.epsilon() + far;
    assert_consistent(found, [0.0; 2], size, what);
    for vertex in found.feature.vertices() {
        for (k, shape) in [a, b].into_iter().enumerate() {
            let there = shape.recall(vertex.ids[k], &Point3::origin()).expect("a box knows its corners");
            let off = largest_coordinate(&sub(&wide(&there), &wide(&vertex.points[k].coords)));
            assert!(off <= 8.0 * <T as Float>::PRECISION.epsilon() * size, "{off:e}: {found:?}: {what}");
        }
    }
    if let Some(normal) = &found.normal {
        let points = found.points.each_ref().map(|p| wide(&p.coords));
        let off = miss(pair, found.distance.wide(), &wide(normal), &points);
        // The plane of a search need not be across its points.
        assert!(off <= allowed(pair) || found.evaluations > 1, "{off}: {found:?}: {what}");
    }
}

#[test]
fn a_cache_changes_no_distance() {
    in_both_precisions! {
        let (mut pairs, mut hits, mut apart) = ([0; 5], [0; 5], [0; 2]);
        // The middles of the last pair are 10⁻²⁰ apart, which has no square in f32.
        for seed in (0..campaign(1_000)).chain([346_730]) {
            let (pair, random) = (pair::<T>(seed), &mut Random::of_campaign(seed + 2_000_000));
            let ([a, b], kind) = (&pair.shapes, random.index(LEFT.len()));
            let what = format!("{:?}: {}", LEFT[kind], pair.what);
            let want = distance(a, b);
            assert_eq!(want.intersects(), intersects(a, b), "{what}");
            let mut cache = left(LEFT[kind], &pair, random, seed);
            for round in 0..2 {
                let before = cache;
                let ask = |a: &dyn Support<3, Scalar = T>, b: &dyn Support<3, Scalar = T>| {
                    let mut cache = before;
                    (Query::new().with_cache(&mut cache).distance(a, b), cache)
                };
                let found = Query::new().with_cache(&mut cache).distance(a, b);
                check(&pair, &found, &want, &what);
                let (any_a, any_b) = (Shape3::new(*a), Shape3::new(*b));
                assert_eq!((found.clone(), cache), ask(&any_a, &any_b), "{what}");
                let large = [a, b].map(|of| {
                    let pose = Pose::new(*of.pose().matrix(), of.pose().translation() * 16.0).unwrap();
                    Cuboid::new(of.shape().half_extents() * 16.0).unwrap().posed(pose).unwrap()
                });
                let (scaled, after) = ask(&large[0], &large[1]);
                assert_eq!((scaled.distance, scaled.normal), (found.distance * 16.0, found.normal), "{what}");
                assert_eq!((scaled.feature.ids(), after), (found.feature.ids(), cache), "{what}");
                let is_hit = found.evaluations == 1;
                // What one answer without a search leaves is the next one's start.
                let is_known = round == 1 && want.evaluations == 0 && !want.intersects();
                pairs[kind] += u32::from(round == 0 && !want.intersects());
                hits[kind] += u32::from(is_hit && round == 0);
                apart[usize::from(is_hit)] += u32::from(is_known);
            }
        }
        println!("{:?}: {hits:?} of {pairs:?} at once, then {} of {}", <T as Float>::PRECISION, apart[1], apart[0] + apart[1]);
        assert!(hits[0] * 2 > pairs[0] && hits[1] > 0 && apart[0] * 10 < apart[1], "{hits:?} {pairs:?} {apart:?}");
    }
}

/// A matrix may be a rotation only to 10⁻⁵: then the box is skewed. A mirrored one is refused.
#[test]
fn a_cache_changes_no_distance_of_skewed_boxes() {
    in_both_precisions! {
        for seed in 0..campaign(100) {
            let (Pair { shapes, unit, what, .. }, random) = (pair::<T>(seed), &mut Random::of_campaign(seed));
            let mut cache = Cache::new();
            let _ = Query::new().with_cache(&mut cache).distance(&shapes[0], &shapes[1]);
            let [a, b] = shapes.map(|of| {
                let noise = SMatrix::<T, 3, 3>::from_fn(|_, _| T::narrowed(random.uniform(-3e-6, 3e-6)));
                let pose = Pose::new(of.pose().matrix() + noise, *of.pose().translation()).unwrap();
                assert!(Pose::new(-pose.matrix(), *of.pose().translation()).is_err());
                Cuboid::new(*of.shape().half_extents()).unwrap().posed(pose).unwrap()
            });
            let (found, want) = (Query::new().with_cache(&mut cache).distance(&a, &b), distance(&a, &b));
            let off = (found.distance - want.distance).wide().abs() / unit;
            assert!(off <= BOUND && found.intersects() == want.intersects(), "{off}: {found:?} {want:?}: {what}");
        }
    }
}

/// Edges that cross at a small angle: where they do is known least.
#[test]
fn edges_that_hardly_cross() {
    in_both_precisions! {
        let (mut asked, mut hits) = (0, 0);
        for seed in 0..campaign(1_000) {
            let random = &mut Random::of_campaign(seed);
            // Each box has an edge along x that is highest, or lowest; the upper box is turned about z.
            let turn = random.magnitude(-8, -1);
            let [low, high] = [0.0, turn].map(|turn| {
                let ((sin, cos), (s, c)) = (random.uniform(0.4, 1.1).sin_cos(), f64::sin_cos(turn));
                [[c, s, 0.0], [-s * cos, c * cos, sin], [s * sin, -c * sin, cos]]
            });
            let halves: [[f64; 3]; 2] = [(); 2].map(|()| std::array::from_fn(|_| random.uniform(0.5, 2.0)));
            let edge = |axes: &[[f64; 3]; 3], half: &[f64; 3]| add_scaled(&scaled(&axes[1], half[1]), &axes[2], half[2]);
            let touching = add_scaled(&edge(&low, &halves[0]), &edge(&high, &halves[1]), 1.0);
            let above = random.magnitude(-6, 0);
            let posed = |k: usize, axes: &[[f64; 3]; 3], at: [f64; 3]| {
                let pose = Pose::new(rotation::<T, 3>(axes), vector::<T, 3>(&at)).unwrap();
                Cuboid::new(vector::<T, 3>(&halves[k])).unwrap().posed(pose).unwrap()
            };
            let a = posed(0, &low, [0.0; 3]);
            let mut beside = |step: f64| {
                let aside = [random.uniform(-0.5, 0.5), 0.3 * turn * random.uniform(-1.0, 1.0), above];
                posed(1, &high, add_scaled(&touching, &aside, step))
            };
            let [before, b] = [beside(1.5), beside(1.0)];
            let unit = T::PRECISION.epsilon() * 8.0;
            let pair = Pair { shapes: [a, b], boxes: [wide_box(&a), wide_box(&b)], unit, what: format!("seed {seed}") };
            let mut cache = Cache::new();
            let _ = Query::new().with_cache(&mut cache).distance(&a, &before);
            let (found, want) = (Query::new().with_cache(&mut cache).distance(&a, &b), distance(&a, &b));
            check(&pair, &found, &want, &pair.what);
            asked += 1;
            hits += u32::from(found.evaluations == 1);
        }
        println!("{hits} of {asked}");
        assert!(hits * 4 > asked, "{hits} of {asked}");
    }
}
