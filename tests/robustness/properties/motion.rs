//! Moving and turning both shapes changes answers only by rounding, and not at all if the motion is exact.

use super::asking::{assert_near, clouds, each_pair};
use gjk::SupportExt;
use gjk::nalgebra::{SMatrix, SVector};
use gjk::{
    Pose, Verdict,
    simplex::{Cases, SimplexCases},
};
use oracle::random::Random;
use oracle::testing::{
    Coverage, Float, ask, assert_consistent, assert_verdict_holds, cloud, in_both_precisions, rotation, vector,
};
use oracle::vector::{largest_coordinate, norm, scaled};
use oracle::{Kind, Recipe};

/// The points with their coordinates exchanged and some negated, then moved: exactly, for points of the lattice.
pub struct Motion<const D: usize> {
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
        let (posed_a, posed_b) = (a.clone().posed(pose).unwrap(), b.clone().posed(pose).unwrap());
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
            let posed = ask(&a.posed(pose).unwrap(), &b.posed(pose).unwrap(), &what).1;
            assert_eq!(posed.intersects(), found.intersects(), "{what}");
            assert_near::<T>(posed.distance.wide(), found.distance.wide(), 20.0, &what);
            coverage.note(found.intersects());
        }
    }
    assert!(coverage.hits > 100 && coverage.hits + 100 < coverage.pairs, "{coverage:?}");
}
