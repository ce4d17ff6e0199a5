//! A million pairs that touch, or miss or overlap by one unit in the last place, in two, three and four dimensions and
//! both floating-point types: proven verdicts are right, all of them.
//!
//! The right verdict is known by construction. On the plane n·x = h, a face of A and a face of B of complementary
//! dimensions (a vertex and a facet, two edges in space, …) cross in one point that is inside both; the rest of A is
//! below the plane, the rest of B above. So they touch. Moving one vertex of B's face up along n takes the crossing
//! point away from B: then they are apart. Moving it down makes that face cross A: then they intersect. All coordinates
//! but the moved one are small integers, so nothing is rounded.
//!
//! `cargo test --release --test proofs certified_one_ulp:: -- --nocapture` shows how often plain verdicts are wrong.

#![allow(clippy::cast_precision_loss, reason = "small integers")]

use gjk::certified::{self, Proof};
use gjk::exact::{ExactCases, Float};
use gjk::nalgebra::Point;
use gjk::shape::PointCloud;
use gjk::{
    Support, SupportExt, contact, exact, intersects,
    simplex::{Cases, SimplexCases},
};
use oracle::Precision;
use oracle::random::{Random, campaign, campaign_or};
use oracle::testing::nearest;
// The queries of shapes behind pointers, which are compiled there.
use oracle as _;

/// Six times that is 100,000; a million for a `CAMPAIGN` of 10.
const PAIRS: u64 = 16_667;

type Vector<const D: usize> = [i64; D];

fn dot<const D: usize>(u: &Vector<D>, v: &Vector<D>) -> i64 {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}

fn integers<const D: usize>(random: &mut Random, most: i32) -> Vector<D> {
    std::array::from_fn(|_| i64::from(random.integer(-most, most)))
}

/// Of an integer matrix with few rows, by elimination in rationals that stay small.
fn independent<const D: usize>(vectors: &[Vector<D>]) -> bool {
    let mut rows: Vec<[i128; D]> = vectors.iter().map(|v| v.map(i128::from)).collect();
    for k in 0..rows.len() {
        let Some(column) = (0..D).find(|&column| rows[k][column] != 0) else { return false };
        let top = rows[k];
        for row in &mut rows[k + 1..] {
            let factor = row[column];
            for (entry, above) in row.iter_mut().zip(top) {
                *entry = *entry * top[column] - factor * above;
            }
        }
    }
    true
}

/// A simplex of `directions.len() + 1` points with the origin inside it, in the span of the directions.
fn around<const D: usize>(directions: &[Vector<D>], random: &mut Random) -> Vec<Vector<D>> {
    let mut last = [0; D];
    for direction in directions {
        let share = i64::from(random.integer(1, 3));
        last = std::array::from_fn(|k| last[k] - share * direction[k]);
    }
    directions.iter().copied().chain([last]).collect()
}

struct Pair<const D: usize> {
    a: Vec<Vector<D>>,
    b: Vec<Vector<D>>,
    /// Which coordinate of the last vertex of B moves, and which way is up.
    moved: usize,
    up: i32,
}

/// Two polytopes that touch.
fn touching<const D: usize>(random: &mut Random) -> Pair<D> {
    loop {
        let normal: Vector<D> = integers(random, 4);
        // Vectors in the plane: v n² − n (n·v), made a bit longer.
        let square = dot(&normal, &normal);
        let mut directions = Vec::new();
        for _ in 0..D - 1 {
            let v: Vector<D> = integers(random, 20);
            let along = dot(&normal, &v);
            directions.push(std::array::from_fn(|k| 4 * (v[k] * square - normal[k] * along)));
        }
        let place: Vector<D> = integers(random, 1 << 12);
        let movable: Vec<usize> = (0..D).filter(|&k| normal[k] != 0).collect();
        if movable.is_empty() || !independent(&directions) {
            continue;
        }
        let dimension = random.index(D);
        let mut a = around(&directions[..dimension], random);
        let mut b = around(&directions[dimension..], random);
        // Of many points those that are clearly behind are left out by a proof.
        let more = if random.index(4) == 0 { 40 } else { 4 };
        for (side, points) in [(-1, &mut a), (1, &mut b)] {
            for _ in 0..more {
                let mut p: Vector<D> = integers(random, 2000);
                let height = dot(&normal, &p);
                if height != 0 {
                    let sign = side * height.signum();
                    p = p.map(|x| sign * x);
                    points.insert(0, p);
                }
            }
        }
        // Neither is flat in the plane: something is below, something above.
        if a.len() == dimension + 1 || b.len() == D - dimension {
            continue;
        }
        for p in a.iter_mut().chain(&mut b) {
            *p = std::array::from_fn(|k| p[k] + place[k]);
        }
        let moved = movable[random.index(movable.len())];
        // Zero has no neighbours of its size.
        if b.last().is_some_and(|p| p[moved] == 0) {
            continue;
        }
        let up = if normal[moved] > 0 { 1 } else { -1 };
        return Pair { a, b, moved, up };
    }
}

#[derive(Debug, Default)]
struct Tally {
    pairs: u64,
    apart: u64,
    by_bound: u64,
    /// Proven in exact arithmetic, of many points.
    exact_of_many: u64,
    plain_wrong: u64,
    plain_false_hits: u64,
}

fn neighbours<T: Float, const D: usize>(seed: u64, precision: Precision)
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let mut tally = Tally::default();
    let mut random = Random::new(seed);
    let pairs = campaign_or(PAIRS, PAIRS / 2);
    while tally.pairs < pairs {
        let pair = touching::<D>(&mut random);
        for steps in [-1, 0, 1] {
            let floats =
                |points: &[Vector<D>]| -> Vec<[f64; D]> { points.iter().map(|p| p.map(|x| x as f64)).collect() };
            let (a, mut b) = (floats(&pair.a), floats(&pair.b));
            let corner = b.last_mut().unwrap();
            corner[pair.moved] = precision.step(corner[pair.moved], steps * pair.up);
            let want = steps < 1;
            if tally.pairs % 100 == 0 {
                assert_eq!(
                    oracle::exact::distance(&a, &b).intersects(),
                    want,
                    "the construction is wrong: {a:?} {b:?}"
                );
            }
            let cloud =
                |points: &[[f64; D]]| PointCloud::new(points.iter().map(|p| Point::from(p.map(nearest::<T>)))).unwrap();
            let (a, b) = (cloud(&a), cloud(&b));
            let [a, b]: [&dyn Support<D, Scalar = T>; 2] = [&a, &b];
            let got = certified::intersects(a, b);
            assert!(got.is_proven() && got.intersects == want, "{got:?}: {:?} {:?} {steps}", pair.a, pair.b);
            tally.pairs += 1;
            tally.apart += u64::from(!want);
            tally.by_bound += u64::from(got.proof == Proof::Bound);
            tally.exact_of_many += u64::from(got.proof == Proof::Exact && pair.a.len().min(pair.b.len()) > 16);
            let plain = intersects(a, b);
            tally.plain_wrong += u64::from(plain != want);
            tally.plain_false_hits += u64::from(plain && !want);
        }
    }
    println!("{D}D {precision:?}: {tally:?}");
    assert!((30..=40).contains(&(100 * tally.apart / tally.pairs)), "{tally:?}");
    assert!(10 * tally.exact_of_many > tally.pairs, "{tally:?}");
    assert!(tally.plain_wrong > 0, "such pairs are no challenge: {tally:?}");
}

macro_rules! tests {
    ($($name:ident: $t:ty, $d:literal, $precision:ident;)*) => { $(
        #[test]
        fn $name() {
            neighbours::<$t, $d>(7_000_000 + $d, Precision::$precision);
        }
    )* };
}
tests! {
    two_dimensions_f32: f32, 2, Single;
    two_dimensions_f64: f64, 2, Double;
    three_dimensions_f32: f32, 3, Single;
    three_dimensions_f64: f64, 3, Double;
    four_dimensions_f32: f32, 4, Single;
    four_dimensions_f64: f64, 4, Double;
}

/// A proof leaves out points that are clearly behind the others along its axis. Each pose turns that axis back, and rounds.
#[test]
fn what_is_left_out_of_clouds_in_poses_of_poses_is_behind() {
    let mut random = Random::new(7_100_000);
    let (mut by_exact, mut apart) = (0, 0);
    let pairs = campaign(1_000);
    for _ in 0..pairs {
        let mut placed = || {
            let stretch = random.magnitude(-3, 0);
            let points: Vec<_> = (0..40).map(|_| random.direction::<3>().map(nearest::<f32>)).collect();
            let cloud =
                PointCloud::new(points.iter().map(|p| Point::from([p[0], p[1], p[2] * nearest::<f32>(stretch)])))
                    .unwrap();
            let mut pose = || {
                let turn = random.direction::<4>().map(nearest::<f32>);
                ([(); 3].map(|()| nearest::<f32>(random.uniform(-3.0, 3.0))), turn)
            };
            cloud.posed(pose()).unwrap().posed(pose()).unwrap().posed(pose()).unwrap()
        };
        let [a, b] = [placed(), placed()];
        let [a, b]: [&dyn Support<3, Scalar = f32>; 2] = [&a, &b];
        let mut way = [0.0; 3];
        for _ in 0..3 {
            let found = contact(a, &b.posed(way).unwrap());
            for (coordinate, along) in way.iter_mut().zip(&found.normal) {
                *coordinate -= along * found.separation;
            }
        }
        let b = b.posed(way).unwrap();
        let got = certified::intersects(a, &b);
        assert!(got.is_proven() && exact::intersects(a, &b) == Some(got.intersects), "{got:?}");
        by_exact += u64::from(got.proof == Proof::Exact);
        apart += u64::from(!got.intersects);
    }
    assert!(2 * by_exact > pairs && (pairs / 5..4 * pairs / 5).contains(&apart), "{by_exact} {apart}");
}
