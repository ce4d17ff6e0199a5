//! Arithmetic of 3 to 11 bits, tried exhaustively: points, segments and triangles, posed or not, whose coordinates are all combinations of
//! a few numbers. Rounding matters most for these numbers: 0, powers of two and their neighbours, numbers below the normal ones, and the
//! largest numbers that are accepted. The truth comes from integers.
//!
//! No proven verdict may be wrong. From eight bits on, bounds have to prove at least a tenth of the verdicts (or else
//! they are useless), and plain distances are within 64 ε·L.
//!
//! `CAMPAIGN=100 cargo test --release -p gjk-study --test small_arithmetic -- --nocapture` draws more sets of numbers,
//! and prints the results for each number of bits.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "numbers known to fit, and counts")]

use gjk::certified::{self, Proof};
use gjk::nalgebra::{Matrix2, Point, Point2, Vector2};
use gjk::shape::{PointCloud, Segment, Triangle};
use gjk::{Pose, Support, SupportExt, distance, intersects};
use gjk_study::small::{Format, Small};
use oracle::exact;
use oracle::random::{Random, campaign};
use std::cmp::Ordering;

type Shape<const D: usize> = dyn Support<D, Scalar = Small>;

/// The largest coordinate that is taken.
fn most(format: Format) -> f64 {
    format.largest() / 64.0
}

/// The numbers to choose from: at one place, or all over the range.
fn numbers(format: Format, everywhere: bool) -> Vec<f64> {
    let (e, tiny, normal, most) = (format.epsilon(), format.smallest(), format.smallest_normal(), most(format));
    let mut numbers = vec![
        0.0,
        0.5,
        0.5 + e / 2.0,
        1.0 - e / 2.0,
        1.0,
        1.0 + e,
        1.0 + 2.0 * e,
        1.5,
        2.0 - e,
        2.0,
        2.0 + 2.0 * e,
        3.0,
    ];
    if everywhere {
        numbers.extend([tiny, 3.0 * tiny, normal - tiny, normal, normal + tiny, 2.0 * normal]);
        numbers.extend([most, most - most * e / (2.0 - e), most / 2.0, e, e * e]);
    }
    let negative: Vec<_> = numbers[1..].iter().map(|x| -x).collect();
    numbers.extend(negative);
    numbers
}

/// So many different ones, 0 among them three times in four.
fn drawn(random: &mut Random, pool: &[f64], count: usize) -> Vec<f64> {
    let mut chosen = Vec::new();
    if random.index(4) > 0 {
        chosen.push(0.0);
    }
    while chosen.len() < count {
        let x = pool[random.index(pool.len())];
        if !chosen.contains(&x) {
            chosen.push(x);
        }
    }
    chosen
}

/// A coordinate, in units of the smallest number.
type Places = [i128; 2];

/// Compares a·b with c·d: 256 bits.
fn compare(a: i128, b: i128, c: i128, d: i128) -> Ordering {
    let small = |x: i128| x.unsigned_abs() < 1 << 63;
    if small(a) && small(b) && small(c) && small(d) {
        return (a * b).cmp(&(c * d));
    }
    let product = |x: i128, y: i128| {
        let low = |n: u128| n & u128::from(u64::MAX);
        let (m, n) = (x.unsigned_abs(), y.unsigned_abs());
        let [ll, lh, hl, hh] = [low(m) * low(n), low(m) * (n >> 64), (m >> 64) * low(n), (m >> 64) * (n >> 64)];
        let middle = (ll >> 64) + low(lh) + low(hl);
        let size = (hh + (lh >> 64) + (hl >> 64) + (middle >> 64), low(ll) | middle << 64);
        (x.signum() * y.signum(), size)
    };
    let ((s, first), (t, second)) = (product(a, b), product(c, d));
    s.cmp(&t).then(if s < 0 { second.cmp(&first) } else { first.cmp(&second) })
}

/// On which side of the line from p to q is r: `Greater` if to the left.
fn side(p: Places, q: Places, r: Places) -> Ordering {
    let ([ux, uy], [vx, vy]) = ([q[0] - p[0], q[1] - p[1]], [r[0] - p[0], r[1] - p[1]]);
    compare(ux, vy, uy, vx)
}

fn segments_meet([p, q]: [Places; 2], [r, s]: [Places; 2]) -> bool {
    let within = |x: Places, [p, q]: [Places; 2]| (0..2).all(|k| p[k].min(q[k]) <= x[k] && x[k] <= p[k].max(q[k]));
    let sides = [side(p, q, r), side(p, q, s), side(r, s, p), side(r, s, q)];
    let on = |side: Ordering, x, segment| side.is_eq() && within(x, segment);
    // A segment of no length has all points at neither side.
    sides[0] != sides[1] && sides[2] != sides[3] && !sides.iter().any(|side| side.is_eq())
        || on(sides[0], r, [p, q])
        || on(sides[1], s, [p, q])
        || on(sides[2], p, [r, s])
        || on(sides[3], q, [r, s])
}

fn edges(points: &[Places]) -> Vec<[Places; 2]> {
    (0..points.len())
        .flat_map(|i| (i..points.len()).map(move |k| (i, k)))
        .map(|(i, k)| [points[i], points[k]])
        .collect()
}

/// Returns whether two hulls of one to three points have a point in common, one of them a point or a segment.
fn meet(a: &[Places], b: &[Places]) -> bool {
    let inside = |x: Places, hull: &[Places]| match *hull {
        [p, q, r] => {
            let sides = [side(p, q, x), side(q, r, x), side(r, p, x)];
            !sides[0].is_eq() && sides[0] == sides[1] && sides[1] == sides[2]
        }
        _ => false,
    };
    inside(a[0], b) || inside(b[0], a) || edges(a).iter().any(|&s| edges(b).iter().any(|&t| segments_meet(s, t)))
}

/// The distance of two hulls that are apart, in doubles.
fn gap(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let to = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        let (u, v) = (Vector2::new(q[0] - p[0], q[1] - p[1]), Vector2::new(r[0] - p[0], r[1] - p[1]));
        let along = if u.norm_squared() > 0.0 { (u.dot(&v) / u.norm_squared()).clamp(0.0, 1.0) } else { 0.0 };
        (v - u * along).norm()
    };
    let from = |points: &[[f64; 2]], hull: &[[f64; 2]]| {
        let all = points.iter().flat_map(|r| hull.iter().flat_map(move |p| hull.iter().map(move |q| to(*p, *q, *r))));
        all.fold(f64::INFINITY, f64::min)
    };
    from(a, b).min(from(b, a))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Family {
    PointSegment,
    PointTriangle,
    SegmentSegment,
}
use Family::{PointSegment, PointTriangle, SegmentSegment};

/// What was found with one number of bits.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    pairs: u64,
    hits: u64,
    bounds: u64,
    /// Poses that are refused: their shapes would have coordinates that are too large.
    refused: u64,
    /// Plain verdicts that are wrong.
    wrong: u64,
    /// Wrong verdicts of pairs that are farther apart than 64 ε·L.
    surely_wrong: u64,
    /// The largest error of a plain distance, in ε·L.
    worst: f64,
}

impl Tally {
    fn line(&self, bits: &str) -> String {
        let share = |count: u64| 100.0 * count as f64 / self.pairs as f64;
        format!(
            "| {bits} | {} | {:.1} % | {:.2} % | {:.3} % | {:.1} |",
            self.pairs,
            share(self.hits),
            share(self.bounds),
            share(self.wrong),
            self.worst
        )
    }

    /// Returns whether the answers about a pair are right, in what is promised. What is true is whether they
    /// intersect, and else how far apart they are.
    fn ask<const D: usize>(
        &mut self,
        format: Format,
        a: &Shape<D>,
        b: &Shape<D>,
        truth: Option<f64>,
        size: f64,
        about: &dyn Fn() -> String,
    ) where
        gjk::simplex::Cases: gjk::simplex::SimplexCases<Small, D> + gjk::exact::ExactCases<D>,
    {
        let proven = certified::intersects(a, b);
        assert!(proven.is_proven() && proven.intersects == truth.is_none(), "{proven:?} of {}", about());
        let found = distance(a, b);
        let (got, want) = (found.distance.get(), truth.unwrap_or(0.0));
        assert_eq!(intersects(a, b), found.intersects(), "{}", about());
        // Answers come in multiples of the smallest number: four of these are allowed.
        let error = (got - want).abs() / (format.epsilon() * size).max(format.smallest() / 16.0);
        // A NaN is the worst.
        if error.is_nan() || error > self.worst {
            self.worst = error;
            if error > 64.0 && format != Format::HALF {
                println!("{error:.1} ε·L: {got:e} for {want:e}, {}", about());
            }
        }
        self.pairs += 1;
        self.hits += u64::from(truth.is_none());
        self.bounds += u64::from(proven.proof == Proof::Bound);
        self.wrong += u64::from(found.intersects() != truth.is_none());
        self.surely_wrong += u64::from(found.intersects() && want > 64.0 * format.epsilon() * size);
    }
}

/// Every combination of the numbers: of two shapes, or of two shapes and a translation of the second. (Which also turns, by
/// a quarter or more.)
fn every(format: Format, numbers: &[f64], family: Family, posed: bool, tally: &mut Tally) {
    let [first, second] = match family {
        PointSegment => [1, 2],
        PointTriangle => [1, 3],
        SegmentSegment => [2, 2],
    };
    let coordinates = 2 * (first + second + usize::from(posed));
    let mut digits = vec![0; coordinates];
    let mut turn = 0;
    loop {
        let points: Vec<[f64; 2]> = digits.chunks(2).map(|k| [numbers[k[0]], numbers[k[1]]]).collect();
        ask(format, &points, first, posed.then_some(turn), tally);
        turn = (turn + 1) % 4;
        let Some(place) = digits.iter().position(|digit| digit + 1 < numbers.len()) else { return };
        digits[..place].fill(0);
        digits[place] += 1;
    }
}

fn ask(format: Format, points: &[[f64; 2]], first: usize, turn: Option<usize>, tally: &mut Tally) {
    let places = |p: &[f64; 2]| p.map(|x| (x / format.smallest()) as i128);
    let whole: Vec<Places> = points.iter().map(places).collect();
    let a = whole[..first].to_vec();
    let mut b = whole[first..].to_vec();
    if let (Some(turn), Some(translation)) = (turn, turn.and_then(|_| b.pop())) {
        for point in &mut b {
            let turned = (0..turn).fold(*point, |[x, y], _| [-y, x]);
            *point = [turned[0] + translation[0], turned[1] + translation[1]];
        }
    }
    let wide = |hull: &[Places]| hull.iter().map(|p| p.map(|n| n as f64 * format.smallest())).collect::<Vec<_>>();
    let (wide_a, wide_b) = (wide(&a), wide(&b));
    let size = points.iter().chain(&wide_b).flatten().fold(format.smallest(), |most: f64, x| most.max(x.abs()));
    let truth = if meet(&a, &b) { None } else { Some(gap(&wide_a, &wide_b)) };

    let small = |p: &[f64; 2]| Point2::from(p.map(Small::new));
    let [left, right] =
        [&points[..first], &points[first..first + b.len()]].map(|hull| hull.iter().map(small).collect::<Vec<_>>());
    let about = || format!("{format:?}: {:?} and {:?}, turn {turn:?}, {truth:?}", &points[..first], &points[first..]);
    let shape = |points: &[Point2<Small>]| -> Box<Shape<2>> {
        match *points {
            [p] => Box::new(p),
            [p, q] => Box::new(Segment::new([p, q]).unwrap()),
            _ => Box::new(Triangle::new([points[0], points[1], points[2]]).unwrap()),
        }
    };
    let (left, right) = (shape(&left), shape(&right));
    if let Some(turn) = turn {
        let [cos, sin] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][turn].map(Small::new);
        let translation = Vector2::from(points[points.len() - 1].map(Small::new));
        let pose = Pose::new(Matrix2::new(cos, -sin, sin, cos), translation).unwrap();
        match right.posed(pose) {
            Ok(right) => tally.ask(format, &*left, &right, truth, size, &about),
            Err(_) => tally.refused += 1,
        }
    } else {
        tally.ask(format, &*left, &*right, truth, size, &about);
    }
}

/// How many numbers are combined, with so many coordinates.
fn count(coordinates: usize) -> usize {
    match coordinates {
        ..=6 => 4,
        7..=8 => 3,
        _ => 2,
    }
}

/// 3 to 11 bits, the least and the most unless a campaign is asked for, with room for the bounds' 1/ε² and for products of lengths, as `f32` has; and half precision, which has not.
fn formats() -> Vec<(String, Format)> {
    let roomy = |bits| (format!("{bits}"), Format::new(bits, 5 * bits + 4).unwrap());
    (3..=11).step_by(if campaign(1) > 1 { 1 } else { 8 }).map(roomy).chain([("`f16`".into(), Format::HALF)]).collect()
}

/// Runs as many rounds as `CAMPAIGN` says, in each format, and says after the last one (and every tenth) what was found.
fn table(times: u64, mut round: impl FnMut(u64, Format, &mut Tally)) {
    let mut tallies: Vec<_> = formats().into_iter().map(|(name, format)| (name, format, Tally::default())).collect();
    let rounds = campaign(times);
    for k in 0..rounds {
        for (_, format, tally) in &mut tallies {
            format.run(|| round(k, *format, tally));
        }
        if (k + 1) % (10 * times) == 0 || k + 1 == rounds {
            println!(
                "| bits | pairs | intersect | proven by a bound | plain verdicts wrong | worst distance, in ε·L |"
            );
            println!("| --- | --- | --- | --- | --- | --- |");
            for (name, _, tally) in &tallies {
                println!("{}", tally.line(name));
            }
        }
    }
    for (name, format, tally) in &tallies {
        let percent = |count: u64| 100 * count / tally.pairs;
        let what = format_args!("{name} bits: {tally:?}");
        assert!(tally.refused < tally.pairs / 5, "{what}");
        assert!((10..60).contains(&percent(tally.hits)), "{what}");
        if *format == Format::HALF {
            assert_eq!(tally.bounds, 0, "{what}");
        } else if format.epsilon() < 0.01 {
            assert!(percent(tally.bounds) >= 10 && tally.worst <= 64.0 && tally.surely_wrong == 0, "{what}");
        }
    }
}

#[test]
fn every_combination_in_the_plane() {
    let mut random = Random::new(1);
    table(1, |round, format, tally| {
        let more = usize::from(round > 0);
        for everywhere in [false, true] {
            let pool = numbers(format, everywhere);
            for (family, coordinates) in [(PointSegment, 6), (PointTriangle, 8), (SegmentSegment, 8)] {
                for posed in [false, true] {
                    let count = count(coordinates + 2 * usize::from(posed)) + more;
                    every(format, &drawn(&mut random, &pool, count), family, posed, tally);
                }
            }
        }
    });
}

#[test]
fn at_random_in_space() {
    let mut random = Random::new(2);
    table(200, |round, format, tally| {
        let pool = numbers(format, round % 2 == 0);
        let few = random.coin().then(|| drawn(&mut random, &pool, 3));
        let mut hull = || -> Vec<[f64; 3]> {
            let pool = few.as_ref().unwrap_or(&pool);
            (0..=random.index(4)).map(|_| [(); 3].map(|()| pool[random.index(pool.len())])).collect()
        };
        let (a, b) = (hull(), hull());
        let size = a.iter().chain(&b).flatten().fold(format.smallest(), |most: f64, x| most.max(x.abs()));
        let exact = exact::distance(&a, &b);
        let truth = (!exact.intersects()).then(|| exact.distance());
        let cloud = |hull: &[[f64; 3]]| PointCloud::new(hull.iter().map(|p| Point::from(p.map(Small::new)))).unwrap();
        let about = || format!("{format:?}: {a:?} and {b:?}, {truth:?}");
        tally.ask(format, &cloud(&a), &cloud(&b), truth, size, &about);
    });
}

/// The judge itself: products of 256 bits, and hulls whose verdict is plain.
#[test]
fn integers_judge() {
    let big = i128::MAX / 3;
    assert_eq!(compare(big, big, big, big - 1), Ordering::Greater);
    assert_eq!(compare(big, -big, -big, big), Ordering::Equal);
    assert_eq!(compare(big - 1, -big, -big, big), Ordering::Greater);
    assert_eq!(compare(big, big, 1 << 64, 1 << 64), Ordering::Greater);
    assert_eq!(compare(0, big, -1, big), Ordering::Greater);
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let [a, b, c, d] = [(); 4].map(|()| i128::from(random.integer(-99, 99)));
        // (a·2⁹⁰)·b against (c·2⁹⁰)·d.
        assert_eq!(compare(a << 90, b, c << 90, d), (a * b).cmp(&(c * d)));
    }
    let triangle = [[0, 0], [big, 0], [0, big]];
    assert!(meet(&[[1, 1]], &triangle) && meet(&[[0, 5]], &triangle) && !meet(&[[-1, 5]], &triangle));
    assert!(meet(&[[big / 2, big - big / 2]], &triangle) && !meet(&[[big / 2 + 1, big - big / 2]], &triangle));
    assert!(meet(&[[0, 0], [4, 4]], &[[0, 4], [4, 0]]) && !meet(&[[0, 0], [1, 1]], &[[0, 4], [4, 0]]));
    // Of no length, and on one line.
    assert!(meet(&[[2, 2], [2, 2]], &[[0, 0], [4, 4]]) && !meet(&[[5, 5], [5, 5]], &[[0, 0], [4, 4]]));
    assert!(meet(&[[3, 3], [9, 9]], &[[0, 0], [4, 4]]) && !meet(&[[5, 5], [9, 9]], &[[0, 0], [4, 4]]));
}

/// Each operation on its own.
#[expect(clippy::float_cmp, reason = "what is rounded to the nearest is one number")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small integers")]
mod of_a_number {
    use super::*;
    use gjk::{Real, Scalar};

    struct Steps(u64);
    impl Steps {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 16
        }
    }

    fn same(found: Small, wanted: f64) -> bool {
        found.get() == wanted || found.get().is_nan() && wanted.is_nan()
    }

    /// All operations, on any bits: subnormal numbers, infinities and no numbers among them.
    #[test]
    fn with_24_bits_it_computes_as_f32_does() {
        let mut random = Steps(1);
        let mut next = |near: bool| {
            let bits = u32::try_from(random.next() & 0xffff_ffff).unwrap();
            // Half of them have exponents near each other.
            let exponent = if near { 0x3f00_0000 | bits & 0x01ff_ffff } else { bits };
            // And few bits, so that results are midway between two numbers.
            f32::from_bits(if bits & 0x100 == 0 { exponent & !0xfff } else { exponent })
        };
        for k in 0..200_000 {
            let (x, y) = (next(k % 2 == 0), next(k % 3 == 0));
            let (a, b) = (Small::new(x.into()), Small::new(y.into()));
            assert!(same(a, x.into()));
            assert!(same(a + b, (x + y).into()) && same(a - b, (x - y).into()), "{x:e} {y:e}");
            assert!(same(a * b, (x * y).into()) && same(a / b, (x / y).into()), "{x:e} {y:e}");
            assert!(same(Real::sqrt(&a), x.sqrt().into()), "{x:e}");
            assert_eq!(a.in_range(), x.in_range());
            if x.is_finite() {
                assert!(same(a.unit_scale(), x.unit_scale().into()), "{x:e}");
                let [high, low] = x.two_product(&y);
                if (high * f32::EPSILON * f32::EPSILON).is_normal() {
                    assert!(a.two_product(&b).iter().zip([high, low]).all(|(a, x)| same(*a, x.into())), "{x:e} {y:e}");
                }
            }
        }
        assert!(same(Small::epsilon(), f32::EPSILON.into()) && same(Small::smallest(), f32::smallest().into()));
    }

    /// Every pair of numbers of the smallest formats, against the nearest of all numbers in a list.
    #[test]
    fn with_few_bits_it_returns_the_nearest_of_all() {
        for (bits, highest) in [(3, 3), (4, 4), (5, 2)] {
            let format = Format::new(bits, highest).unwrap();
            let steps = (format.largest() / format.smallest()) as u32;
            format.run(|| {
                let positive: Vec<f64> = (0..=steps)
                    .map(|k| f64::from(k) * format.smallest())
                    .filter(|x| Small::new(*x).get() == *x)
                    .collect();
                // So many exponents, and those below.
                assert_eq!(positive.len(), (2 * highest as usize + 1) << (bits - 1));
                let numbers: Vec<f64> = positive.iter().rev().map(|x| -x).chain(positive.iter().copied()).collect();
                let half_a_step = format.largest() * format.epsilon() / 2.0 / (2.0 - format.epsilon());
                // Of a result that is exact in doubles or midway between no two numbers.
                let nearest = |x: f64| {
                    if x.abs() >= format.largest() + half_a_step {
                        return f64::INFINITY.copysign(x);
                    }
                    let near = |k: &usize| (positive[*k] - x.abs()).abs();
                    let best =
                        (0..positive.len()).min_by(|i, k| near(i).total_cmp(&near(k)).then((i % 2).cmp(&(k % 2))));
                    positive[best.unwrap()].copysign(x)
                };
                for &x in &numbers {
                    for &y in &numbers {
                        let (a, b) = (Small::new(x), Small::new(y));
                        assert_eq!((a + b).get(), nearest(x + y), "{x} + {y}, {bits} bits");
                        assert_eq!((a * b).get(), nearest(x * y), "{x} · {y}, {bits} bits");
                        if y != 0.0 {
                            assert_eq!((a / b).get(), nearest(x / y), "{x} / {y}, {bits} bits");
                        }
                    }
                    if x >= 0.0 {
                        assert_eq!(Real::sqrt(&Small::new(x)).get(), nearest(x.sqrt()), "√{x}, {bits} bits");
                    }
                }
            });
        }
    }

    /// With 52 bits, a double that is midway between two numbers is in every second case rounded itself. Against integers.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "52 bits, and zeros; or what is to be rounded")]
    fn nothing_is_rounded_twice() {
        // n and perhaps a little more, to the nearest of 52 bits.
        let nearest = |n: u128, more: bool| {
            let places = 128 - n.leading_zeros() - 52;
            let (kept, rest, middle) = (n >> places, n & ((1 << places) - 1), 1 << (places - 1));
            let up = rest > middle || rest == middle && (more || kept & 1 == 1);
            ((kept + u128::from(up)) << places) as f64
        };
        let mut random = Steps(3);
        let mut differ = [0; 4];
        Format::new(52, 400).unwrap().run(|| {
            for _ in 0..20_000 {
                let [a, b] = [(); 2].map(|()| random.next() << 5 & ((1 << 52) - 1) | 1 << 51 | random.next() & 31);
                let [x, y] = [a, b].map(|n| Small::new(n as f64));
                let [a, b] = [a, b].map(u128::from);
                let [less, unit] = [30, 60].map(|k| Small::new(2.0_f64.powi(k)));
                let (over, root) = (a << 70, (a << 70).isqrt());
                let results = [
                    ((x * less + y).get(), (a << 30) + b, false, (a << 30) as f64 + b as f64),
                    ((x * y).get(), a * b, false, a as f64 * b as f64),
                    ((x * unit * Small::new(1024.0) / y).get(), over / b, over % b > 0, over as f64 / b as f64),
                    (
                        Real::sqrt(&(x * unit * Small::new(1024.0))).get(),
                        root,
                        root * root < over,
                        (over as f64).sqrt(),
                    ),
                ];
                for ((found, n, more, double), differ) in results.into_iter().zip(&mut differ) {
                    assert_eq!(found, nearest(n, more), "{a} {b}");
                    *differ += u32::from(found != nearest(double as u128, false));
                }
            }
        });
        assert!(differ.iter().all(|count| *count > 1000), "{differ:?}");
        assert_eq!(Small::epsilon().get(), f64::from(f32::EPSILON), "the format of this thread is as it was");
    }

    #[test]
    fn formats_without_meaning_are_refused() {
        for (bits, highest) in [(2, 15), (54, 15), (11, 1), (11, 401)] {
            assert_eq!(Format::new(bits, highest), None);
        }
        assert_eq!((Format::new(11, 15), Format::new(24, 127)), (Some(Format::HALF), Some(Format::SINGLE)));
        assert_eq!(Format::HALF.largest(), 65504.0);
    }
}
