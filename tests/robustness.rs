//! Whatever is asked, there is an answer: no panic, no endless loop, and no wrong verdict. First support mappings that
//! keep no contract at all, then shapes in every kind of contact, each with the name its verdict should have, then the
//! ends of the numbers' range, and what is refused.

mod common;
mod oracle;

use common::{Coverage, Float, ask, cloud, point, rotation, vector};
use gjk::nalgebra::{Isometry2, Point, Point2, Point3, SMatrix, SVector, Similarity2, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Segment, Sum, Triangle,
};
use gjk::{
    Cases, Difference, Distance, Error, Observer, Options, Outcome, Pose, SimplexCases, Start, Support, SupportPoint,
    Undecided, Verdict, distance, distance_with, distance_within, gjk_with, intersects, support_fn,
};
use num_traits::{One, Zero};
use oracle::random::Random;
use std::cell::Cell;

/// What `f32` and `f64` have that the library does not ask for.
trait Extreme: Float {
    const LARGEST: Self;
    const NOT_A_NUMBER: Self;
    const INFINITE: Self;
    fn bits(self) -> u64;
    fn from_bits_of(bits: u64) -> Self;
}

impl Extreme for f32 {
    const LARGEST: Self = f32::MAX;
    const NOT_A_NUMBER: Self = f32::NAN;
    const INFINITE: Self = f32::INFINITY;
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
    fn from_bits_of(bits: u64) -> Self {
        f32::from_bits((bits >> 32) as u32)
    }
}

impl Extreme for f64 {
    const LARGEST: Self = f64::MAX;
    const NOT_A_NUMBER: Self = f64::NAN;
    const INFINITE: Self = f64::INFINITY;
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn from_bits_of(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}

/// Bits that depend on a seed and every bit of the direction.
fn hash<T: Extreme, const D: usize>(direction: &SVector<T, D>, seed: u64) -> u64 {
    direction.iter().fold(seed, |state, x| mix(state ^ x.bits()))
}

/// The finalizer of SplitMix64 (Guy Steele, Doug Lea and Christine Flood, 2014).
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Between −1 and 1.
fn unit<T: Float>(bits: u64) -> T {
    T::narrowed((bits >> 11) as f64 * f64::EPSILON - 1.0)
}

/// A point for a direction.
type Mapping<T, const D: usize> = Box<dyn Fn(&SVector<T, D>) -> Point<T, D>>;

/// Mappings that are no support mappings, or of sets that no constructor would accept. The first ones never return a
/// number that is finite.
fn mappings<T: Extreme, const D: usize>(seed: u64) -> Vec<(&'static str, Mapping<T, D>)> {
    let calls = Cell::new(seed);
    let each = |value: fn(u64, T) -> T| -> Mapping<T, D> {
        Box::new(move |d: &SVector<T, D>| {
            let mut state = hash(d, seed);
            Point::from(SVector::from_fn(|k, _| {
                state = mix(state);
                value(state, d[k])
            }))
        })
    };
    vec![
        ("NaN", each(|_, _| T::NOT_A_NUMBER)),
        ("infinite", each(|_, _| T::INFINITE)),
        ("infinitely far", each(|_, d| if d < T::zero() { -T::INFINITE } else { T::INFINITE })),
        ("infinitely far the other way", each(|_, d| if d < T::zero() { T::INFINITE } else { -T::INFINITE })),
        ("half NaN", each(|_, d| if d < T::zero() { T::NOT_A_NUMBER } else { T::one() })),
        ("half infinite", each(|_, d| if d < T::zero() { -T::INFINITE } else { T::one() })),
        ("rarely NaN", each(|bits, d| if bits % 16 == 0 { T::NOT_A_NUMBER } else { d })),
        ("zero", each(|_, _| T::zero())),
        ("one", each(|_, _| T::one())),
        ("anywhere", each(|bits, _| unit(bits))),
        ("anywhere at all", each(|bits, _| T::from_bits_of(bits))),
        ("on a small grid", each(|bits, _| T::narrowed((bits % 3) as f64 - 1.0))),
        ("anywhere, tiny", each(|bits, _| T::from_bits_of(bits & 0x800f_00ff_8000_ffff))),
        ("nearest", each(|_, d| if d < T::zero() { T::one() } else { -T::one() })),
        ("the direction", each(|_, d| d)),
        ("the direction reversed", each(|_, d| -d)),
        ("the largest number", each(|_, _| T::LARGEST)),
        ("a box of all numbers", each(|_, d| if d < T::zero() { -T::LARGEST } else { T::LARGEST })),
        ("a box and noise", each(|bits, d| if d < T::zero() { -T::one() } else { T::one() } + unit::<T>(bits).half())),
        (
            "a box and rounding",
            each(|bits, d| if d < T::zero() { -T::one() } else { T::one() } + unit::<T>(bits) * T::epsilon()),
        ),
        (
            "new every time",
            Box::new(move |_| {
                Point::from(SVector::from_fn(|_, _| {
                    calls.set(mix(calls.get()));
                    unit(calls.get())
                }))
            }),
        ),
    ]
}

fn starts<T: Extreme, const D: usize>() -> Vec<Start<T, D>> {
    let all = |x: T| SVector::<T, D>::from_element(x);
    let first = |x: T| SVector::<T, D>::from_fn(|k, _| if k == 0 { x } else { T::one() });
    vec![
        Start::Centers,
        Start::Along(SVector::zeros()),
        Start::Along(all(T::NOT_A_NUMBER)),
        Start::Along(first(T::NOT_A_NUMBER)),
        Start::Along(first(T::INFINITE)),
        Start::Along(all(T::LARGEST)),
        Start::Along(all(T::smallest())),
        Start::Pair(SVector::zeros(), SVector::zeros()),
        Start::Pair(first(T::one()), -first(T::one())),
        Start::Pair(first(T::one()), first(T::one())),
        Start::Pair(first(T::one()), all(T::NOT_A_NUMBER)),
        Start::Pair(all(T::LARGEST), all(-T::LARGEST)),
    ]
}

fn all_options<T: Extreme, const D: usize>() -> Vec<Options<T, D>> {
    let mut all = Vec::new();
    for start in starts() {
        let standard = Options { start, ..Options::default() };
        for max_evaluations in [0, 1, 2, 3, standard.max_evaluations] {
            all.push(Options { max_evaluations, ..standard.clone() });
        }
        all.push(Options { patience: 0, ..standard.clone() });
        all.push(Options { patience: u32::MAX, ..standard.clone() });
        all.push(Options { tolerance: 0, ..standard.clone() });
        all.push(Options { tolerance: u32::MAX, ..standard.clone() });
        all.push(Options { tolerance: 0, patience: u32::MAX, max_evaluations: 1000, ..standard });
    }
    all
}

/// Counts evaluations, those with no NaN, and notes the last of them.
#[derive(Default)]
struct Watch {
    evaluations: u32,
    numbers: u32,
    ends_with_nan: bool,
    largest: f64,
}

impl<T: Extreme, const D: usize> Observer<T, D> for Watch {
    fn support(&mut self, _: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.ends_with_nan = newest.w.iter().any(|x| x.wide().is_nan());
        self.evaluations += 1;
        self.numbers += u32::from(!self.ends_with_nan);
        let components = newest.a.iter().chain(&newest.b);
        self.largest = components.fold(self.largest, |m, x| if x.wide().abs() <= m { m } else { x.wide().abs() });
    }
}

fn survive<T: Extreme, const D: usize>(seed: u64)
where
    Cases: SimplexCases<T, D>,
{
    let (mut decided, mut unknown, mut nans) = (0, 0, 0);
    for (name_a, a) in mappings::<T, D>(seed) {
        for (name_b, b) in mappings::<T, D>(mix(seed)) {
            let (a, b) = (support_fn(&a), support_fn(&b));
            let set = Difference(&a, &b);
            for options in all_options::<T, D>() {
                let what = format!("{D}D, {:?}, {name_a} and {name_b}, {options:?}, seed {seed}", T::PRECISION);
                let mut watch = Watch::default();
                let outcome = gjk_with(&set, &options, &mut watch);
                // After the end of the search, one each for the facets that the origin may be on.
                assert!(watch.evaluations <= options.max_evaluations, "{}: {what}", watch.evaluations);
                assert!(outcome.evaluations <= options.max_evaluations + 3 + D as u32, "{outcome:?}: {what}");
                assert!(!watch.ends_with_nan || outcome.intersects(), "{outcome:?}: {what}");
                let is_undecided = matches!(outcome.verdict, Verdict::Undecided { .. });
                assert!(watch.numbers > 0 || is_undecided, "{outcome:?}: {what}");
                if name_a == "infinite" && name_b == "one" && options == Options::default() { println!("{what} {:?}", outcome.verdict); }
                match &outcome.verdict {
                    Verdict::Undecided { .. } => unknown += 1,
                    _ => decided += 1,
                }
                if options.max_evaluations == 0 {
                    assert!(matches!(outcome.verdict, Verdict::Undecided { why: Undecided::Limit }), "{outcome:?}: {what}");
                }

                let mut watch = Watch::default();
                let found = distance_with(&set, &options, &mut watch);
                assert!(watch.evaluations <= options.max_evaluations, "{}: {what}", watch.evaluations);
                assert_eq!(found.evaluations, watch.evaluations, "{what}");
                let undecided = found.undecided.is_some();
                assert!(!undecided || found.intersects() && found.lower.is_zero(), "{found:?}: {what}");
                if watch.numbers == 0 {
                    assert!(found.intersects() && undecided, "{found:?}: {what}");
                    nans += u32::from(found.undecided == Some(Undecided::NotANumber));
                }
                // Decided, it has numbers; finite ones, unless the mappings' own were not.
                let numbers = [found.distance, found.lower];
                let mut coordinates = found.points.iter().flat_map(|p| p.iter());
                if watch.largest < 1e30 && !undecided {
                    if !(numbers.iter().all(|x| *x >= T::zero() && x.wide().is_finite())) { eprintln!("BAD1 {found:?}: {what}");continue; }
                    if !(coordinates.all(|x| x.wide().is_finite())) { eprintln!("BAD2 {found:?}: {what}"); }
                }
            }
            let _ = (intersects(&a, &b), distance_within(&a, &b, T::one()), distance(&a, &b));
        }
    }
    assert!(decided > 1000 && unknown > 1000 && nans > 1000, "{decided} {unknown} {nans}");
}

#[test]
fn no_mapping_panics_or_loops_in_the_plane() {
    for seed in 0..4 {
        survive::<f32, 2>(seed);
        survive::<f64, 2>(seed);
    }
}

#[test]
fn no_mapping_panics_or_loops_in_space() {
    for seed in 0..4 {
        survive::<f32, 3>(seed);
        survive::<f64, 3>(seed);
    }
}

#[test]
fn no_mapping_panics_or_loops_in_other_dimensions() {
    survive::<f64, 1>(1);
    survive::<f32, 4>(2);
    survive::<f64, 5>(3);
    survive::<f64, 8>(4);
}
