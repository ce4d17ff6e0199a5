//! Margins are taken off: distances are the cores', less the margins; round shapes have closed forms.

use super::asking::{assert_near, clouds};
use gjk::SupportExt;
use gjk::nalgebra::{Isometry2, Similarity2, Similarity3, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, Hull, Segment, Sum};
use gjk::simplex::{Cases, SimplexCases};
use oracle::random::Random;
use oracle::testing::{BOUND, Coverage, Float, Shape, ask, assert_consistent, in_both_precisions, point, vector};
use oracle::vector::{add, norm, sub};
use oracle::{Kind, Recipe, clamp, exact};

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
        let sum = Sum::new(segment, ball(&[0.0; D], other)).unwrap();
        forms.compare(&capsule([p, s], radius), &sum, want, l, &format!("capsule and sum, {what}"));
        let swollen = segment.swollen(T::narrowed(other)).unwrap();
        forms.compare(&hull, &swollen, 0.0 - 2.0 * other, l, &format!("the same capsule twice, {what}"));

        let (min, max) = (sub(&q, &half), add(&q, &half));
        let block = Cuboid::<T, D>::new(vector(&half)).unwrap();
        let placed = block.posed(vector::<T, D>(&q)).unwrap();
        let want = clamp::point_box(&p, &min, &max) - radius;
        forms.compare(&ball_p, &placed, want, l, &format!("ball and box, {what}"));
        let rounded = block.swollen(T::narrowed(other)).unwrap().posed(vector::<T, D>(&q)).unwrap();
        forms.compare(&ball_p, &rounded, want - other, l, &format!("ball and rounded box, {what}"));
        let block_other = Cuboid::<T, D>::new(vector(&half_other)).unwrap();
        let rounded_other = block_other.posed(vector::<T, D>(&p)).unwrap().swollen(T::narrowed(radius)).unwrap();
        let want = clamp::boxes(&sub(&p, &half_other), &add(&p, &half_other), &min, &max) - radius - other;
        forms.compare(&rounded_other, &rounded, want, l, &format!("rounded boxes, {what}"));
        // A box added to a box, with a margin each, is one with the halves added.
        let sum = Sum::new(rounded, block_other.swollen(T::narrowed(radius)).unwrap()).unwrap();
        let (min, max) = (sub(&min, &half_other), add(&max, &half_other));
        let want = clamp::point_box(&r, &min, &max) - other - radius;
        forms.compare(&sum, &ball::<T, D>(&r, 0.0), want, l, &format!("a sum of rounded boxes, {what}"));
        // And the hull of a rounded box and itself, moved along an axis, a longer one.
        let mut along = [0.0; D];
        along[number as usize % D] = round(half[0] + 0.5);
        let (min, max) = (sub(&q, &half), add(&add(&q, &half), &along));
        let ends = [rounded.posed(vector::<T, D>(&[0.0; D])).unwrap(), rounded.posed(vector::<T, D>(&along)).unwrap()];
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

pub fn ball<T: Float, const D: usize>(center: &[f64; D], radius: f64) -> Ball<T, D> {
    Ball::at(point(center), T::narrowed(radius)).unwrap()
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
            let off = Ball::at(point::<T, 2>(&[half, 0.0]), r).unwrap();
            let pose = Similarity2::new(vector(&flat), turn[0] as T, s);
            let twice = off.posed(Isometry2::new(Vector2::new(1.0, 0.0), turn[1] as T)).unwrap().posed(pose).unwrap();
            let (sin, cos) = turn[1].sin_cos();
            let inner = [half * cos + 1.0, half * sin];
            let (sin, cos) = turn[0].sin_cos();
            let at = [flat[0] + scale * (inner[0] * cos - inner[1] * sin), flat[1] + scale * (inner[0] * sin + inner[1] * cos)];
            let want = norm(&at) - radius * scale - other;
            let found = ask(&twice, &Ball::at(point::<T, 2>(&[0.0; 2]), o).unwrap(), "a ball posed twice").1;
            assert_near::<T>(found.distance.wide(), want.max(0.0), l, &format!("scale {scale}, {turn:?}, at {p:?}"));
            coverage.note(found.intersects());
        }
    }
    assert!(coverage.hits * 5 > coverage.pairs && coverage.hits * 5 < coverage.pairs * 4, "{coverage:?}");
}
