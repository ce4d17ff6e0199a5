//! What must hold between answers, whatever the right ones are: of a pair and the same pair swapped, moved, turned,
//! scaled, swollen, asked for in another way or in another precision. Every test is seeded and asserts its coverage.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "small numbers, and results that are exact"
)]

mod common;
mod oracle;

use common::{
    BOUND, Coverage, Float, Shape, ask, assert_consistent, assert_verdict_holds, cloud, point, rotation, vector, wide,
};
use gjk::nalgebra::{Isometry2, SMatrix, SVector, Similarity2, Similarity3, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, Hull, PointCloud, Segment, Sum};
use gjk::{
    Cases, Difference, Distance, Options, Outcome, Pose, SimplexCases, Start, SupportExt, Verdict, distance_with,
    distance_within, gjk_with,
};
use oracle::random::Random;
use oracle::vector::{add, largest_coordinate, norm, scaled, sub};
use oracle::{Kind, Pair, Recipe, clamp, exact};

/// Runs a check in every dimension and both precisions.
macro_rules! in_all_dimensions {
    ($check:ident, $count:expr) => {{
        in_both_precisions! {
            $check::<T, 2>($count);
            $check::<T, 3>($count);
            $check::<T, 4>($count / 4);
            $check::<T, 5>($count / 4);
            $check::<T, 6>($count / 8);
            $check::<T, 7>($count / 8);
            $check::<T, 8>($count / 8);
        }
    }};
}

/// Pairs of every kind, near the origin and far from it, and whether they intersect (by the first answer) for the
/// coverage.
fn each_pair<T: Float, const D: usize>(count: u64, mut check: impl FnMut(&Pair<D>, f64, &str) -> bool) {
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

fn clouds<T: Float, const D: usize>(pair: &Pair<D>) -> [PointCloud<T, D>; 2] {
    [cloud(&pair.a), cloud(&pair.b)]
}

// The queries, compiled once for all kinds of shapes.

fn decide<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, options: &Options<T, D>) -> Outcome<T, D>
where
    Cases: SimplexCases<T, D>,
{
    gjk_with(&Difference(a, b), options, &mut ())
}

fn measure<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, options: &Options<T, D>) -> Distance<T, D>
where
    Cases: SimplexCases<T, D>,
{
    distance_with(&Difference(a, b), options, &mut ())
}

fn within<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, limit: T) -> Option<Distance<T, D>>
where
    Cases: SimplexCases<T, D>,
{
    distance_within(a, b, limit)
}

fn assert_near<T: Float>(got: f64, want: f64, l: f64, what: &str) {
    let error = (got - want).abs() / (T::PRECISION.epsilon() * l);
    assert!(error <= BOUND, "{got:e}, not {want:e}: by {error:.1} units: {what}");
}

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
            let outcome = decide(&a, &b, &Options::default());
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

/// The points with their coordinates exchanged and some negated, then moved: exactly, for points of the lattice.
struct Motion<const D: usize> {
    order: [usize; D],
    signs: [f64; D],
    shift: [f64; D],
}

impl<const D: usize> Motion<D> {
    fn new(random: &mut Random) -> Self {
        let mut order = std::array::from_fn(|k| k);
        for k in (1..D).rev() {
            order.swap(k, random.index(k + 1));
        }
        let signs = std::array::from_fn(|_| if random.coin() { 1.0 } else { -1.0 });
        let shift = std::array::from_fn(|_| f64::from(random.integer(-1000, 1000)));
        Self { order, signs, shift }
    }

    fn apply(&self, points: &[[f64; D]]) -> Vec<[f64; D]> {
        let image = |p: &[f64; D]| std::array::from_fn(|k| self.signs[k] * p[self.order[k]] + self.shift[k]);
        points.iter().map(image).collect()
    }
}

fn exact_motions_keep_the_answer<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let mut random = Random::new(5);
    each_pair::<T, D>(count, |pair, _, what| {
        let lattice = |points: &[[f64; D]]| -> Vec<[f64; D]> {
            points.iter().map(|p| p.map(|x| (x * 1024.0).round() / 1024.0)).collect()
        };
        let (a, b) = (lattice(&pair.a), lattice(&pair.b));
        let motion = Motion::new(&mut random);
        let (moved_a, moved_b) = (motion.apply(&a), motion.apply(&b));
        let l = moved_a.iter().chain(&moved_b).chain(&a).chain(&b).map(largest_coordinate).fold(0.0, f64::max);
        let fits = |p: &[f64; D]| p.iter().all(|x| T::PRECISION.round(*x) == *x);
        assert!(moved_a.iter().chain(&moved_b).all(fits), "the motion is not exact: {what}");
        let (outcome, found) = ask(&cloud::<T, D>(&a), &cloud(&b), what);
        let (moved_outcome, moved) = ask(&cloud::<T, D>(&moved_a), &cloud(&moved_b), what);
        assert_near::<T>(moved.distance.wide(), found.distance.wide(), l, what);
        if moved.intersects() != found.intersects() {
            assert_verdict_holds(&a, &b, &outcome.verdict, l, what);
            assert_verdict_holds(&moved_a, &moved_b, &moved_outcome.verdict, l, what);
        }
        found.intersects()
    });
}

#[test]
fn exact_motions_change_nothing() {
    in_all_dimensions!(exact_motions_keep_the_answer, 200);
}

fn poses_keep_the_answer<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let mut random = Random::new(6);
    each_pair::<T, D>(count, |pair, _, what| {
        let [a, b] = clouds::<T, D>(pair);
        let axes = random.frame::<D>();
        let shift: [f64; D] = scaled(&random.direction(), random.magnitude(-3, 3));
        let pose = Pose::new(rotation::<T, D>(&axes), vector(&shift)).unwrap();
        let (posed_a, posed_b) = (a.clone().posed(pose.clone()).unwrap(), b.clone().posed(pose).unwrap());
        // The largest coordinate before, between and after.
        let length = |p: &[f64; D]| norm(p);
        let l = pair.a.iter().chain(&pair.b).map(length).fold(0.0, f64::max) + norm(&shift);
        let (outcome, found) = ask(&a, &b, what);
        let (posed_outcome, posed) = ask(&posed_a, &posed_b, what);
        assert_consistent(&posed, [0.0; 2], l, what);
        assert_near::<T>(posed.distance.wide(), found.distance.wide(), l, what);
        if posed.intersects() != found.intersects() {
            // The posed axis, turned back, has to hold for the pair as it was.
            let verdict = match posed_outcome.verdict {
                Verdict::Separated { axis } => {
                    let turn = rotation::<T, D>(&axes);
                    Verdict::Separated { axis: SVector::from_fn(|k, _| turn.column(k).dot(&axis)) }
                }
                other => other,
            };
            assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, what);
            assert_verdict_holds(&pair.a, &pair.b, &verdict, l, what);
        }
        found.intersects()
    });
}

#[test]
fn rigid_motions_change_no_more_than_rounding() {
    in_all_dimensions!(poses_keep_the_answer, 200);
}

/// Everything in a distance, multiplied by a power of two where it is a length.
#[derive(Debug, PartialEq)]
struct Summary {
    lengths: Vec<f64>,
    rest: Vec<f64>,
}

fn summary<T: Float, const D: usize>(found: &Distance<T, D>, factor: T) -> Summary {
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
        let found = measure(&a, &b, &Options::default());
        let want = summary(&found, T::one());
        for exponent in exponents {
            let factor = 2.0_f64.powi(exponent);
            let scaled = |points: &[[f64; D]]| -> Vec<[f64; D]> { points.iter().map(|p| scaled(p, factor)).collect() };
            let (a, b) = (cloud::<T, D>(&scaled(&pair.a)), cloud::<T, D>(&scaled(&pair.b)));
            let scaled = measure(&a, &b, &Options::default());
            assert_eq!(summary(&scaled, T::narrowed(1.0 / factor)), want, "2^{exponent}: {what}");
            let outcome = decide(&a, &b, &Options::default());
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
        let found = measure(&a, &b, &Options::default());
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

fn limits_are_kept<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let (mut near, mut far) = (0, 0);
    each_pair::<T, D>(count, |pair, l, what| {
        let [a, b] = clouds::<T, D>(pair);
        let found = measure(&a, &b, &Options::default());
        let d = found.distance.wide();
        let slack = BOUND * T::PRECISION.epsilon() * l;
        for limit in [0.0, d * 0.5, d - slack, d * 0.999, d, d * 1.001, d + slack, d * 2.0, d + l, f64::MAX] {
            let limit = if limit == f64::MAX { T::narrowed(1e38) } else { T::narrowed(limit) };
            let within = within(&a, &b, limit);
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

fn an_axis_ends_the_next_query<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let (mut separated, mut separated_by_more) = (0, 0);
    let mut random = Random::new(8);
    each_pair::<T, D>(count, |pair, l, what| {
        let [a, b] = clouds::<T, D>(pair);
        let outcome = decide(&a, &b, &Options::default());
        let again = |axis: &SVector<T, D>| Options { start: Start::Along(*axis), ..Options::default() };
        if let Verdict::Separated { axis } = &outcome.verdict {
            separated += 1;
            let second = decide(&a, &b, &again(axis));
            assert_eq!((second.evaluations, second.intersects()), (1, false), "{what}");
            let measured = measure(&a, &b, &again(axis));
            assert!(!measured.intersects(), "{what}");
            // The same for shapes that are mostly margin, unless rounding decides.
            let d = measure(&a, &b, &Options::default()).distance.wide();
            let margin = T::narrowed(d * random.uniform(0.1, 0.49));
            let (a, b) = (a.swollen(margin).unwrap(), b.swollen(margin).unwrap());
            let swollen = decide(&a, &b, &Options::default());
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

fn margins_are_subtracted<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let mut coverage = Coverage::default();
    let mut random = Random::new(10);
    for kind in Kind::ALL {
        for pair in Recipe::new(kind).precision(T::PRECISION).offset(10.0).pairs::<D>(11_000, count.max(4)) {
            let [a, b] = clouds::<T, D>(&pair);
            let core = exact::distance(&pair.a, &pair.b).distance();
            // Around the distance of the cores, and now and then at it; and any for cores that meet.
            let both = if core > 0.0 {
                core * [random.uniform(0.0, 2.0), 1.0][random.index(2)]
            } else {
                random.uniform(0.0, 1.0)
            };
            let share = random.uniform(0.0, 1.0);
            let margins = [both * share, both * (1.0 - share)].map(T::narrowed);
            let want = core - margins[0].wide() - margins[1].wide();
            let l = pair.largest_coordinate() + both;
            let what = format!("{kind:?}, {D}D, {:?}, seed {}, margins {margins:?}", T::PRECISION, pair.seed);
            let [a, b] = [a.swollen(margins[0]).unwrap(), b.swollen(margins[1]).unwrap()];
            let (_, found) = ask(&a, &b, &what);
            assert_near::<T>(found.distance.wide(), want.max(0.0), l, &what);
            if want.abs() > BOUND * T::PRECISION.epsilon() * l {
                assert_eq!(found.intersects(), want < 0.0, "{want:e} apart: {what}");
            }
            assert_consistent(&found, margins.map(Float::wide), l, &what);
            coverage.note(found.intersects());
        }
    }
    // Half of the cores intersect, and half of the rest with their margins.
    assert!(coverage.hits * 2 > coverage.pairs && coverage.hits * 10 < coverage.pairs * 9, "{coverage:?}");
}

#[test]
fn distances_are_those_of_the_cores_less_the_margins() {
    in_all_dimensions!(margins_are_subtracted, 100);
}

/// Counts what was compared with a closed form, and how far off it was.
struct Forms<T> {
    coverage: Coverage,
    scalar: std::marker::PhantomData<T>,
}

impl<T: Float> Forms<T> {
    fn compare<const D: usize>(&mut self, a: &Shape<T, D>, b: &Shape<T, D>, want: f64, l: f64, what: &str)
    where
        Cases: SimplexCases<T, D>,
    {
        for swap in [false, true] {
            let what = format!("{what}, {D}D, {:?}, swapped: {swap}", T::PRECISION);
            let found = if swap { ask(b, a, &what).1 } else { ask(a, b, &what).1 };
            assert_near::<T>(found.distance.wide(), want.max(0.0), l, &what);
            if want.abs() > BOUND * T::PRECISION.epsilon() * l {
                assert_eq!(found.intersects(), want < 0.0, "{want:e}: {what}");
            }
        }
        self.coverage.note(want <= 0.0);
    }
}

/// Signed: the distance of the cores, which may be zero, less the margins.
fn closed_forms_hold<T: Float, const D: usize>(count: u64)
where
    Cases: SimplexCases<T, D>,
{
    let mut random = Random::new(12);
    let mut forms = Forms::<T> { coverage: Coverage::default(), scalar: std::marker::PhantomData };
    let round = |x: f64| T::PRECISION.round(x);
    for number in 0..count {
        let reach = [1.0, 2.0, 4.0][random.index(3)];
        let mut place = || -> [f64; D] { std::array::from_fn(|_| round(random.uniform(-reach, reach))) };
        let [p, q, r, s] = [place(), place(), place(), place()];
        let mut length = || round(random.uniform(0.0, 1.0));
        let (radius, other) = (length(), length());
        let half: [f64; D] = std::array::from_fn(|_| length());
        let half_other: [f64; D] = std::array::from_fn(|_| length());
        let l = 3.0 * reach + 2.0;
        let what = format!("number {number}");

        let (ball_p, ball_q) = (ball::<T, D>(&p, radius), ball::<T, D>(&q, other));
        forms.compare(&ball_p, &ball_q, norm(&sub(&q, &p)) - radius - other, l, &format!("balls, {what}"));

        let capsule = |ends: [[f64; D]; 2], radius: f64| {
            Capsule::<T, D>::new(point(&ends[0]), point(&ends[1]), T::narrowed(radius)).unwrap()
        };
        let want = clamp::point_segment(&p, &[q, r]) - radius - other;
        forms.compare(&ball_p, &capsule([q, r], other), want, l, &format!("ball and capsule, {what}"));
        let want = clamp::segments(&[p, s], &[q, r]) - radius - other;
        forms.compare(&capsule([p, s], radius), &capsule([q, r], other), want, l, &format!("capsules, {what}"));
        // A capsule by other names: the hull of two balls, a segment and a ball added, a swollen segment.
        let hull = Hull::new([ball::<T, D>(&q, other), ball(&r, other)]).unwrap();
        forms.compare(&capsule([p, s], radius), &hull, want, l, &format!("capsule and hull, {what}"));
        let segment = Segment::<T, D>::new([point(&q), point(&r)]).unwrap();
        let sum = Sum::new(segment.clone(), ball(&[0.0; D], other)).unwrap();
        forms.compare(&capsule([p, s], radius), &sum, want, l, &format!("capsule and sum, {what}"));
        let swollen = segment.swollen(T::narrowed(other)).unwrap();
        forms.compare(&hull, &swollen, 0.0 - 2.0 * other, l, &format!("the same capsule twice, {what}"));

        let (min, max) = (sub(&q, &half), add(&q, &half));
        let block = Cuboid::<T, D>::new(vector(&half)).unwrap();
        let placed = block.clone().posed(vector::<T, D>(&q)).unwrap();
        let want = clamp::point_box(&p, &min, &max) - radius;
        forms.compare(&ball_p, &placed, want, l, &format!("ball and box, {what}"));
        let rounded = block.clone().swollen(T::narrowed(other)).unwrap().posed(vector::<T, D>(&q)).unwrap();
        forms.compare(&ball_p, &rounded, want - other, l, &format!("ball and rounded box, {what}"));
        let block_other = Cuboid::<T, D>::new(vector(&half_other)).unwrap();
        let rounded_other =
            block_other.clone().posed(vector::<T, D>(&p)).unwrap().swollen(T::narrowed(radius)).unwrap();
        let want = clamp::boxes(&sub(&p, &half_other), &add(&p, &half_other), &min, &max) - radius - other;
        forms.compare(&rounded_other, &rounded, want, l, &format!("rounded boxes, {what}"));
        // A box added to a box, with a margin each, is one with the halves added.
        let sum = Sum::new(rounded.clone(), block_other.swollen(T::narrowed(radius)).unwrap()).unwrap();
        let (min, max) = (sub(&min, &half_other), add(&max, &half_other));
        let want = clamp::point_box(&r, &min, &max) - other - radius;
        forms.compare(&sum, &ball::<T, D>(&r, 0.0), want, l, &format!("a sum of rounded boxes, {what}"));
        // And the hull of a rounded box and itself, moved along an axis, a longer one.
        let mut along = [0.0; D];
        along[number as usize % D] = round(half[0] + 0.5);
        let (min, max) = (sub(&q, &half), add(&add(&q, &half), &along));
        let ends =
            [rounded.clone().posed(vector::<T, D>(&[0.0; D])).unwrap(), rounded.posed(vector::<T, D>(&along)).unwrap()];
        let want = clamp::point_box(&r, &min, &max) - other - radius;
        forms.compare(
            &Hull::new(ends).unwrap(),
            &ball::<T, D>(&r, radius),
            want,
            l,
            &format!("a hull of boxes, {what}"),
        );
    }
    let rate = f64::from(forms.coverage.hits) / f64::from(forms.coverage.pairs);
    assert!((0.2..=0.8).contains(&rate), "{D}D: hit rate {rate}");
}

fn ball<T: Float, const D: usize>(center: &[f64; D], radius: f64) -> Ball<T, D> {
    Ball::new(point(center), T::narrowed(radius)).unwrap()
}

#[test]
fn round_shapes_agree_with_their_closed_forms() {
    in_both_precisions! {
        closed_forms_hold::<T, 2>(2000);
        closed_forms_hold::<T, 3>(2000);
        closed_forms_hold::<T, 4>(500);
        closed_forms_hold::<T, 6>(200);
    }
}

/// A scaled pose scales the margin too.
#[test]
fn scaled_poses_scale_margins() {
    let mut random = Random::new(13);
    let mut coverage = Coverage::default();
    for _ in 0..2000 {
        let scale = [0.25, 0.5, 1.0, 2.0, 3.0][random.index(5)];
        let [half, radius, other] = [(); 3].map(|()| f64::from(random.uniform(0.1, 1.0) as f32));
        let p: [f64; 3] = std::array::from_fn(|_| f64::from(random.uniform(-2.5, 2.5) as f32));
        let flat = [p[0], p[1]];
        let turn: [f64; 3] = std::array::from_fn(|_| random.uniform(-3.0, 3.0));
        in_both_precisions! {
            let [s, r, o] = [scale, radius, other].map(|x| x as T);
            let l = 10.0;
            // A ball inside a turn: the turn moves nothing, so that the closed form holds.
            let cube = Cuboid::<T, 3>::new(vector(&[half; 3])).unwrap().swollen(r).unwrap();
            let posed = cube.posed(Similarity3::new(vector(&p), Vector3::zeros(), s)).unwrap();
            let (min, max) = (p.map(|x| x - half * scale), p.map(|x| x + half * scale));
            let want = clamp::point_box(&[0.0; 3], &min, &max) - radius * scale - other;
            let found = ask(&posed, &ball::<T, 3>(&[0.0; 3], other), "a scaled cube").1;
            assert_near::<T>(found.distance.wide(), want.max(0.0), l, &format!("scale {scale}, half {half}, at {p:?}"));
            coverage.note(found.intersects());

            // Two poses of a ball off the middle, one after the other.
            let off = Ball::new(point::<T, 2>(&[half, 0.0]), r).unwrap();
            let pose = Similarity2::new(vector(&flat), turn[0] as T, s);
            let twice = off.posed(Isometry2::new(Vector2::new(1.0, 0.0), turn[1] as T)).unwrap().posed(pose).unwrap();
            let (sin, cos) = turn[1].sin_cos();
            let inner = [half * cos + 1.0, half * sin];
            let (sin, cos) = turn[0].sin_cos();
            let at = [flat[0] + scale * (inner[0] * cos - inner[1] * sin), flat[1] + scale * (inner[0] * sin + inner[1] * cos)];
            let want = norm(&at) - radius * scale - other;
            let found = ask(&twice, &Ball::new(point::<T, 2>(&[0.0; 2]), o).unwrap(), "a ball posed twice").1;
            assert_near::<T>(found.distance.wide(), want.max(0.0), l, &format!("scale {scale}, {turn:?}, at {p:?}"));
            coverage.note(found.intersects());
        }
    }
    assert!(coverage.hits * 5 > coverage.pairs && coverage.hits * 5 < coverage.pairs * 4, "{coverage:?}");
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

/// A matrix that exchanges axes and turns some round is a pose without rounding.
#[test]
fn signed_permutations_are_poses_of_their_own() {
    let mut random = Random::new(14);
    let mut coverage = Coverage::default();
    for pair in Recipe::new(Kind::Grid).pairs::<3>(15_000, 500) {
        let mut axes = [[0.0; 3]; 3];
        let first = random.index(3);
        for (k, axis) in axes.iter_mut().enumerate() {
            axis[(k + first) % 3] = if random.coin() { 1.0 } else { -1.0 };
        }
        in_both_precisions! {
            let turn: SMatrix<T, 3, 3> = rotation(&axes);
            let pose = Pose::new(turn, vector::<T, 3>(&[16.0, -8.0, 4.0])).unwrap();
            let [a, b] = clouds::<T, 3>(&pair);
            let what = format!("seed {}, {turn}", pair.seed);
            let found = ask(&a, &b, &what).1;
            let posed = ask(&a.posed(pose.clone()).unwrap(), &b.posed(pose).unwrap(), &what).1;
            assert_eq!(posed.intersects(), found.intersects(), "{what}");
            assert_near::<T>(posed.distance.wide(), found.distance.wide(), 20.0, &what);
            coverage.note(found.intersects());
        }
    }
    assert!(coverage.hits > 100 && coverage.hits + 100 < coverage.pairs, "{coverage:?}");
}
