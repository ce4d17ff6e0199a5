//! Whatever is asked, there is an answer: no panic, no endless loop, and no wrong verdict. First support mappings that
//! keep no contract at all, then shapes in every kind of contact, each with the name its verdict should have, then the
//! ends of the numbers' range, and what is refused.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "small numbers, and results that are exact"
)]

mod common;
mod oracle;

use common::{BOUND, Coverage, Float, ask, assert_consistent, assert_verdict_holds, cloud, gap, point, vector, wide};
use gjk::nalgebra::{Isometry3, Point, Point2, Point3, SMatrix, SVector, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Segment, Sum, Triangle,
};
use gjk::{
    Cases, Difference, Distance, Error, Expansion, Observer, Options, Outcome, Parallelotope, Pose, SimplexCases,
    Start, Support, SupportExt, SupportPoint, Undecided, Verdict, contact, contact_with, distance, distance_with,
    distance_within, gjk_with, intersects, support_fn,
};
use oracle::random::Random;
use oracle::vector::norm;
use oracle::{Kind, OrientedBox, Recipe, exact};
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

/// The finalizer of `SplitMix64` (Guy Steele, Doug Lea and Christine Flood, 2014).
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
    out_of_range: bool,
    /// At the frame's scale, where it should be about 1, as far as there are numbers.
    largest: f64,
}

impl<T: Extreme, const D: usize> Observer<T, D> for Watch {
    fn support(&mut self, _: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.ends_with_nan = newest.w.iter().any(|x| x.wide().is_nan());
        self.evaluations += 1;
        self.numbers += u32::from(!self.ends_with_nan);
        let there = newest.a.iter().chain(&newest.b).any(|x| !x.in_range());
        self.out_of_range |= there;
        self.largest = newest.w.iter().fold(self.largest, |m, x| m.max(x.wide().abs()));
    }
}

fn survive<T: Extreme, const D: usize>(seed: u64)
where
    Cases: Expansion<T, D>,
{
    let (mut decided, mut unknown, mut nans) = (0, 0, 0);
    let (mut queries, mut deep, mut apart) = (0_u32, 0, 0);
    for (name_a, a) in mappings::<T, D>(seed) {
        for (name_b, b) in mappings::<T, D>(mix(seed)) {
            let (a, b) = (support_fn(&a), support_fn(&b));
            let set = Difference(&a, &b);
            for options in all_options::<T, D>() {
                let what = format!("{D}D, {:?}, {name_a} and {name_b}, {options:?}, seed {seed}", T::PRECISION);
                let mut watch = Watch::default();
                let outcome = gjk_with(&set, &options, &mut watch);
                assert!(watch.evaluations <= options.max_evaluations, "{}: {what}", watch.evaluations);
                assert_eq!(outcome.evaluations, watch.evaluations, "{what}");
                assert!(!watch.ends_with_nan || outcome.intersects(), "{outcome:?}: {what}");
                let is_undecided = matches!(outcome.verdict, Verdict::Undecided { .. });
                assert!(watch.numbers > 0 || is_undecided, "{outcome:?}: {what}");
                match &outcome.verdict {
                    Verdict::Undecided { .. } => unknown += 1,
                    _ => decided += 1,
                }
                if options.max_evaluations == 0 {
                    assert!(
                        matches!(outcome.verdict, Verdict::Undecided { why: Undecided::Limit }),
                        "{outcome:?}: {what}"
                    );
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
                // A mapping of a size that it keeps to gets an answer in numbers, or none. (The two left out contradict
                // themselves by so much that the simplex found is a point to within the least number's root.)
                let strays = |name: &str| name == "anywhere at all" || name == "anywhere, tiny";
                let keeps = !strays(name_a) && !strays(name_b) && watch.largest <= 8.0;
                if keeps && !(watch.out_of_range && watch.numbers > 0) && !undecided {
                    let numbers = [found.distance, found.lower];
                    assert!(numbers.iter().all(|x| *x >= T::zero() && x.wide().is_finite()), "{found:?}: {what}");
                    let mut coordinates = found.points.iter().flat_map(|p| p.iter());
                    assert!(coordinates.all(|x| x.wide().is_finite()), "{found:?}: {what}");
                }
            }
            let _ = (intersects(&a, &b), distance_within(&a, &b, T::one()), distance(&a, &b));

            for options in all_options::<T, D>() {
                queries += 1;
                // Expansions of lies use up their budget, and that is costly in many dimensions.
                if D > 3 && queries % 16 != 0 {
                    continue;
                }
                let what = format!("{D}D, {:?}, {name_a} and {name_b}, {options:?}, seed {seed}", T::PRECISION);
                let met = contact_with(&set, &options, &mut ());
                assert!(options.max_evaluations > 0 || met.undecided == Some(Undecided::Limit), "{met:?}: {what}");
                assert!(met.undecided.is_none() || met.separation.is_zero() && met.intersects(), "{met:?}: {what}");
                deep += u32::from(met.separation < T::zero());
                apart += u32::from(met.separation > T::zero());
            }
        }
    }
    assert!(deep > 50 && apart > 50, "{deep} {apart}");
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

/// A cube that says that it is a parallelotope, and which one; that need not be so.
struct Pretender<T: Extreme, const D: usize>(Cuboid<T, D>, Parallelotope<T, D>);

impl<T: Extreme, const D: usize> Support<D> for Pretender<T, D> {
    type Scalar = T;
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.0.support(direction)
    }
    fn parallelotope(&self, _: &Point<T, D>) -> Option<Parallelotope<T, D>> {
        Some(self.1.clone())
    }
}

/// Corners and edges that are not numbers, or too large, or of no length, are answered in numbers: by the polytope where the
/// closed form can't.
#[test]
fn no_parallelotope_panics() {
    fn survive<T: Extreme, const D: usize>()
    where
        Cases: Expansion<T, D>,
    {
        let mut random = Random::new(7);
        let cube = Cuboid::new(SVector::repeat(T::one())).unwrap();
        let values = [0.0, 1.0, -1.0, 1e-30, 1e-38, 1e30, 1e38, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let (mut from_lies, mut from_polytopes) = (0, 0);
        for turn in 0..100_000 {
            let choice = if turn % 2 == 0 { values.len() } else { 4 };
            let mut vector = || SVector::from_fn(|_, _| T::narrowed(values[random.index(choice)]));
            let said = Parallelotope { corner: vector(), edges: std::array::from_fn(|_| vector()) };
            let found = contact(&Pretender(cube.clone(), said), &cube);
            assert!(found.separation <= T::zero() && found.separation.wide().is_finite(), "{found:?}");
            assert!((wide(&found.normal).iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-6, "{found:?}");
            from_polytopes += u32::from(found.separation.wide() == -2.0);
            from_lies += u32::from(found.separation.wide() != -2.0);
        }
        assert!(from_lies > 1000 && from_polytopes > 1000, "{from_lies} {from_polytopes}");
    }
    survive::<f32, 2>();
    survive::<f64, 2>();
    survive::<f32, 3>();
    survive::<f64, 3>();
}

/// What a verdict is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Name {
    Separated,
    Enclosed,
    Touching,
    Flat,
    OnFeature,
    WithinMargins,
    Undecided,
}

fn name<T: Float, const D: usize>(verdict: &Verdict<T, D>) -> Name {
    match verdict {
        Verdict::Separated { .. } => Name::Separated,
        Verdict::Enclosed { .. } => Name::Enclosed,
        Verdict::Touching { .. } => Name::Touching,
        Verdict::Flat { .. } => Name::Flat,
        Verdict::OnFeature { .. } => Name::OnFeature,
        Verdict::WithinMargins { .. } => Name::WithinMargins,
        Verdict::Undecided { .. } => Name::Undecided,
        _ => unreachable!("every name is known"),
    }
}

/// Asserts the name of the verdict on two hulls, in both orders and precisions, at several scales; and that an axis is
/// one: nothing of the difference lies beyond the origin along the axis of what touches, nothing of a flat one off it.
fn named<const D: usize>(want: Name, what: &str, a: &[[f64; D]], b: &[[f64; D]])
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    for exponent in [0, -13, 13, -60, 60] {
        let scaled = |points: &[[f64; D]]| -> Vec<[f64; D]> {
            points.iter().map(|p| p.map(|x| x * 2.0_f64.powi(exponent))).collect()
        };
        let (a, b) = (scaled(a), scaled(b));
        for (first, second) in [(&a, &b), (&b, &a)] {
            in_both_precisions! {
                let what = format!("{D}D, {:?}, {what}, 2^{exponent}", <T as Float>::PRECISION);
                let (outcome, _) = ask(&cloud::<T, D>(first), &cloud(second), &what);
                let got = name(&outcome.verdict);
                // In the middle of a set of many dimensions a simplex may be flat up to rounding.
                let inside = D > 3 && [got, want] == [Name::OnFeature, Name::Enclosed];
                assert!(got == want || inside, "{got:?}, not {want:?}: {what}: {outcome:?}");
                if let Verdict::Touching { axis, .. } | Verdict::Separated { axis } = &outcome.verdict {
                    assert!(gap(first, second, &wide(axis)) >= 0.0, "{what}: {axis}");
                }
                if let Verdict::Flat { axis, .. } = &outcome.verdict {
                    let gaps = [gap(first, second, &wide(axis)), gap(first, second, &wide(&-axis))];
                    assert_eq!(gaps, [0.0; 2], "{what}: {axis}");
                }
            }
        }
    }
}

fn aligned<const D: usize>(half: f64, at: [f64; D]) -> Vec<[f64; D]> {
    OrientedBox::aligned(at, [half; D]).vertices()
}

/// The cube in the middle and one displaced by this much along some axes.
fn cubes<const D: usize>(want: Name, steps: &[f64])
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    let at = std::array::from_fn(|k| steps.get(k).copied().unwrap_or(0.0));
    named::<D>(want, &format!("cubes at {at:?}"), &aligned(1.0, [0.0; D]), &aligned(1.0, at));
    // Each axis in turn the first.
    let at = std::array::from_fn(|k| -at[(k + 1) % D]);
    named::<D>(want, &format!("cubes at {at:?}"), &aligned(1.0, [0.0; D]), &aligned(1.0, at));
}

fn cubes_in_contact<const D: usize>()
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    cubes::<D>(Name::Enclosed, &[0.0]);
    cubes::<D>(Name::Enclosed, &[1.0]);
    cubes::<D>(Name::Enclosed, &[1.875, -1.875]);
    cubes::<D>(Name::Touching, &[2.0]);
    cubes::<D>(Name::Touching, &[2.0, 0.5]);
    cubes::<D>(Name::Touching, &[2.0, 2.0]);
    cubes::<D>(Name::Touching, &[2.0; D]);
    // By one unit in the last place of `f32`; where nearest points are solved for, by some more.
    cubes::<D>(Name::Separated, &[if D > 3 { 2.000_015_258_789_062_5 } else { 2.000_000_238_418_579 }]);
    cubes::<D>(Name::Separated, &[2.25, 2.25]);
    cubes::<D>(Name::Separated, &[3.0; D]);

    let cube = aligned(1.0, [0.0; D]);
    let at = |x: f64| -> [f64; D] { std::array::from_fn(|k| if k == 0 { x } else { 0.0 }) };
    named(Name::Enclosed, "a point in the middle of a cube", &cube, &[[0.0; D]]);
    named(Name::Enclosed, "a point in a cube", &cube, &[[0.5; D]]);
    named(Name::Touching, "a point on a facet", &cube, &[at(1.0)]);
    named(Name::Touching, "a point on a corner", &cube, &[[1.0; D]]);
    named(Name::Separated, "a point beside a cube", &cube, &[at(1.5)]);
    named(Name::Enclosed, "a segment through a cube", &cube, &[at(-3.0), at(3.0)]);
    named(Name::Enclosed, "a segment into a cube", &cube, &[at(0.5), at(3.0)]);
    named(Name::Touching, "a segment to a facet", &cube, &[at(1.0), at(3.0)]);
    named(Name::Enclosed, "a small cube in a cube", &cube, &aligned(0.25, [0.0; D]));
    named(Name::Enclosed, "a small cube inside on a facet", &cube, &aligned(0.25, at(0.75)));
    named(Name::Touching, "a small cube on a facet", &cube, &aligned(0.25, at(1.25)));

    named(Name::Flat, "two points in one place", &[[1.0; D]], &[[1.0; D]]);
    named(Name::Separated, "two points", &[[1.0; D]], &[[2.0; D]]);
}

/// A support mapping is never asked about the zero vector, which points nowhere.
#[test]
fn no_direction_is_zero() {
    let ball = support_fn(|d: &Vector3<f64>| {
        assert!(d.norm() > 0.0, "{d}");
        Point3::from(d / d.norm())
    });
    for at in [[2.0, 0.0, 0.0], [0.0, -2.0, 0.0], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 3.0]] {
        for start in starts::<f64, 3>() {
            let options = Options { start, ..Options::default() };
            let other = (&ball).posed(Vector3::from(at)).unwrap();
            let corner = Ball::point(Point3::from(at).map(|x| x * 0.5)).unwrap();
            let expected = norm(&at) <= 2.0;
            assert_eq!(gjk_with(&Difference(&ball, &other), &options, &mut ()).intersects(), expected);
            assert_eq!(contact_with(&Difference(&ball, &other), &options, &mut ()).intersects(), expected);
            assert_eq!(distance_with(&Difference(&corner, &ball), &options, &mut ()).intersects(), expected);
        }
    }
}

#[test]
fn cubes_in_contact_have_their_names() {
    cubes_in_contact::<2>();
    cubes_in_contact::<3>();
    cubes_in_contact::<4>();
    cubes_in_contact::<5>();
}

#[test]
fn plane_contacts_have_their_names() {
    let cross = [[-1.0, 0.0], [1.0, 0.0]];
    named(Name::Enclosed, "segments that cross", &cross, &[[0.0, -1.0], [0.25, 2.0]]);
    named(Name::Touching, "a segment that ends on another", &cross, &[[0.0, 0.0], [0.5, 2.0]]);
    named(Name::Touching, "segments that share an end", &cross, &[[1.0, 0.0], [0.5, 2.0]]);
    named(Name::Flat, "segments that overlap", &cross, &[[0.0, 0.0], [2.0, 0.0]]);
    named(Name::Flat, "a segment and itself", &cross, &cross);
    named(Name::Flat, "a point on a segment", &cross, &[[0.5, 0.0]]);
    named(Name::Separated, "segments on one line", &cross, &[[1.25, 0.0], [2.0, 0.0]]);
    named(Name::Separated, "parallel segments", &cross, &[[-1.0, 0.25], [1.0, 0.25]]);
    let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
    named(Name::Enclosed, "a triangle and itself", &triangle, &triangle);
    named(Name::Touching, "a corner on a side", &triangle, &[[2.0, 2.0], [4.0, 3.0], [3.0, 4.0]]);
    named(Name::Touching, "side on side", &triangle, &[[1.0, 3.0], [3.0, 1.0], [3.0, 3.0]]);
    named(Name::Enclosed, "a corner past a side", &triangle, &[[1.5, 1.5], [4.0, 3.0], [3.0, 4.0]]);
}

#[test]
fn contacts_in_space_have_their_names() {
    let cross = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    named(Name::Flat, "segments that cross", &cross, &[[0.0, -1.0, 0.0], [0.25, 2.0, 0.0]]);
    named(Name::Flat, "skew segments that meet", &cross, &[[0.25, -1.0, -2.0], [0.25, 1.0, 2.0]]);
    named(Name::Flat, "segments that overlap", &cross, &[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    named(Name::Flat, "a segment and itself", &cross, &cross);
    named(Name::Flat, "a point on a segment", &cross, &[[0.5, 0.0, 0.0]]);
    named(Name::Separated, "skew segments", &cross, &[[0.0, -1.0, 0.25], [0.0, 1.0, 0.25]]);
    let triangle = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]];
    let beside = triangle.map(|[x, y, z]| [x + 1.0, y + 1.0, z]);
    let above = triangle.map(|[x, y, z]| [x, y, z + 0.25]);
    named(Name::Flat, "triangles in one plane", &triangle, &beside);
    named(Name::Flat, "a triangle and itself", &triangle, &triangle);
    named(Name::Flat, "a point in a triangle", &triangle, &[[1.0, 1.0, 1.0]]);
    named(Name::Separated, "parallel triangles", &triangle, &above);
    let pin = |z: f64| [[1.0, 1.0, z], [1.5, 1.0, 3.0]];
    named(Name::Enclosed, "a segment through a triangle", &triangle, &pin(-1.0));
    named(Name::Touching, "a segment that ends on a triangle", &triangle, &pin(1.0));
    named(Name::Separated, "a segment above a triangle", &triangle, &pin(1.25));
    let tetrahedron = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    named(Name::Enclosed, "a tetrahedron and itself", &tetrahedron, &tetrahedron);
    let tip = [[1.0, 1.0, 2.0], [3.0, 3.0, 3.0], [2.0, 3.0, 4.0], [3.0, 2.0, 4.0]];
    named(Name::Touching, "a corner on a face", &tetrahedron, &tip);
    let octahedron = |x: f64| -> Vec<[f64; 3]> {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        axes.iter().flat_map(|p| [*p, p.map(|x| -x)]).map(|[a, b, c]| [a + x, b, c]).collect()
    };
    named(Name::Touching, "octahedra tip to tip", &octahedron(0.0), &octahedron(2.0));
    named(Name::Enclosed, "octahedra around one point", &octahedron(0.0), &octahedron(0.0));
}

/// The origin is then on an edge of A − B, or inside a facet, but in no facet of the simplex around it.
#[test]
fn edges_that_touch_across_have_their_name() {
    let tetrahedron = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    let edge = [[2.0, 2.0, -1.0], [2.0, 2.0, 1.0], [5.0, 5.0, 0.0]];
    named(Name::Touching, "an edge across an edge", &tetrahedron, &edge);
}

#[test]
fn margins_have_their_names() {
    in_both_precisions! {
        let ball = |x: f64, y: f64, r: T| Ball::new(point::<T, 2>(&[x, y]), r).unwrap();
        let ask_name = |a: &Ball<T, 2>, b: &Ball<T, 2>| name(&ask(a, b, "balls").0.verdict);
        assert_eq!(ask_name(&ball(0.0, 0.0, 2.0), &ball(3.0, 4.0, 3.0)), Name::Touching);
        assert_eq!(ask_name(&ball(0.0, 0.0, 2.0), &ball(3.0, 4.0, 4.0)), Name::WithinMargins);
        assert_eq!(ask_name(&ball(0.0, 0.0, 2.0), &ball(3.0, 4.0, 2.75)), Name::Separated);
        assert_eq!(ask_name(&ball(1.0, 2.0, 0.0), &ball(1.0, 2.0, 0.0)), Name::Flat);
    }
}

/// The cores touch, or are flat, but the sets overlap: that is neither touching nor flat.
#[test]
fn margins_that_overlap_neither_touch_nor_are_flat() {
    in_both_precisions! {
        let ball = |x: f64, y: f64, r: T| Ball::new(point::<T, 2>(&[x, y]), r).unwrap();
        let ask_name = |a: &Ball<T, 2>, b: &Ball<T, 2>| name(&ask(a, b, "balls").0.verdict);
        let deep = |name: Name| assert!(!matches!(name, Name::Touching | Name::Flat | Name::Separated), "{name:?}");
        deep(ask_name(&ball(1.0, 2.0, 2.0), &ball(1.0, 2.0, 1.0)));
        let square = Cuboid::new(vector::<T, 2>(&[1.0, 1.0])).unwrap().swollen(0.5).unwrap();
        deep(name(&ask(&square, &square.clone().posed(vector(&[2.0, 0.5])).unwrap(), "squares").0.verdict));
        let capsule = |a: [f64; 3], b: [f64; 3]| Capsule::<T, 3>::new(point(&a), point(&b), 0.5).unwrap();
        let crossing = [capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), capsule([0.0, -1.0, 0.0], [0.0, 1.0, 0.0])];
        deep(name(&ask(&crossing[0], &crossing[1], "capsules").0.verdict));
    }
}

#[test]
fn odd_starts_and_options_change_no_verdict() {
    fn check<T: Extreme, const D: usize>(coverage: &mut Coverage)
    where
        Cases: SimplexCases<T, D>,
    {
        for pair in Recipe::new(Kind::Round).precision(T::PRECISION).gap(0.5).pairs::<D>(300, 40) {
            let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
            let l = pair.largest_coordinate();
            let want = distance(&a, &b);
            let clear = !want.intersects() && want.distance.wide() > BOUND * T::PRECISION.epsilon() * l;
            coverage.note(want.intersects());
            for options in all_options::<T, D>() {
                let what = format!("{D}D, {:?}, seed {}, {options:?}", T::PRECISION, pair.seed);
                let outcome = gjk_with(&Difference(&a, &b), &options, &mut ());
                let found = distance_with(&Difference(&a, &b), &options, &mut ());
                match name(&outcome.verdict) {
                    Name::Separated => {
                        assert!(!want.intersects(), "{outcome:?}: {what}");
                        assert_verdict_holds(&pair.a, &pair.b, &outcome.verdict, l, &what);
                    }
                    Name::Undecided => assert!(options.max_evaluations < 64 || options.tolerance != 4, "{what}"),
                    _ => assert!(!clear || options.tolerance != 4, "{outcome:?}: {what}"),
                }
                if options.max_evaluations >= 64 && options.tolerance == 4 && options.patience == 4 {
                    assert_eq!(found.undecided, None, "{what}");
                    assert_eq!(found.intersects(), outcome.intersects(), "{what}");
                    let error = (found.distance.wide() - want.distance.wide()).abs();
                    let slack = BOUND * T::PRECISION.epsilon() * l;
                    assert!(error <= slack, "{:e} not {:e}: {what}", found.distance.wide(), want.distance.wide());
                }
            }
        }
    }
    let mut coverage = Coverage::default();
    in_both_precisions! {
        check::<T, 2>(&mut coverage);
        check::<T, 3>(&mut coverage);
        check::<T, 4>(&mut coverage);
    }
    coverage.assert_balanced("starts");
}

#[test]
fn a_start_of_any_length_gives_the_same_answer() {
    fn check<T: Extreme, const D: usize>(exponents: std::ops::RangeInclusive<i32>)
    where
        Cases: SimplexCases<T, D>,
    {
        let (a, b) = (Ball::point(point::<T, D>(&[0.0; D])).unwrap(), Ball::point(point::<T, D>(&[1.0; D])).unwrap());
        let want = distance(&a, &b);
        for exponent in exponents {
            let direction = vector::<T, D>(&[2.0_f64.powi(exponent); D]);
            let options = Options { start: Start::Along(direction), ..Options::default() };
            let set = Difference(&a, &b);
            let found = distance_with(&set, &options, &mut ());
            assert_eq!(found.distance, want.distance, "{D}D, {:?}, 2^{exponent}, {found:?}", T::PRECISION);
            assert_eq!(gjk_with(&set, &options, &mut ()).evaluations, 1, "2^{exponent}");
        }
    }
    check::<f32, 1>(-149..=127);
    check::<f32, 2>(-149..=127);
    check::<f32, 3>(-149..=127);
    check::<f32, 4>(-149..=127);
    check::<f64, 2>(-1074..=1023);
    check::<f64, 3>(-1074..=1023);
}

/// A square of nine points, or their like in other dimensions, and where a point is seen from it.
fn grid_questions<T: Extreme, const D: usize>(unit: f64)
where
    Cases: SimplexCases<T, D>,
{
    let cube = cloud::<T, D>(&aligned(2.0 * unit, [0.0; D]));
    let (mut inside, mut outside) = (0, 0);
    for number in 0..9_usize.pow(D as u32) {
        let p: [f64; D] = std::array::from_fn(|k| (number / 9_usize.pow(k as u32) % 9) as f64 - 4.0);
        let beyond = p.map(|x| (x.abs() - 2.0).max(0.0));
        let want = norm(&beyond);
        let at = cloud::<T, D>(&[p.map(|x| x * unit)]);
        let what = format!("{D}D, {:?}, {p:?} times {unit:e}", T::PRECISION);
        let (_, found) = ask(&cube, &at, &what);
        assert_eq!(found.intersects(), want <= 0.0, "{found:?}: {what}");
        // Subnormal numbers are multiples of the least one: half of it is rounding.
        let slack = (BOUND * T::PRECISION.epsilon() * 4.0 * unit).max(2.0 * T::smallest().wide());
        assert!((found.distance.wide() - want * unit).abs() <= slack, "{:e}: {what}", found.distance.wide());
        *if want > 0.0 { &mut outside } else { &mut inside } += 1;
    }
    assert!(inside > 0 && outside > inside);
}

#[test]
fn the_verdict_is_right_at_both_ends_of_the_range() {
    for exponent in [-149, -148, -140, -130, -127, -126, -125, -120, -110, -100, -80, -60, 0, 60, 80, 100, 110, 118] {
        grid_questions::<f32, 2>(2.0_f64.powi(exponent));
        grid_questions::<f32, 3>(2.0_f64.powi(exponent));
        grid_questions::<f32, 4>(2.0_f64.powi(exponent));
    }
    for exponent in [-1074, -1073, -1060, -1024, -1022, -1020, -1000, -700, -500, 500, 700, 1000, 1013] {
        grid_questions::<f64, 2>(oracle::rational::scale_by_power_of_two(1.0, exponent));
        grid_questions::<f64, 3>(oracle::rational::scale_by_power_of_two(1.0, exponent));
    }
}

#[test]
fn coordinates_are_accepted_or_refused_but_never_misread() {
    in_both_precisions! {
        let (mut accepted, mut refused) = (0, 0);
        for divisor in [1.0, 2.0, 32.0, 63.0, 64.0, 65.0, 128.0, 256.0, 1e3, 1e6] {
            let far = T::LARGEST / divisor;
            let cube = |half: T, x: T| Cuboid::new(Vector3::new(half, half, half))?.posed(Vector3::new(x, 0.0, 0.0));
            for (half, x, apart) in [(far, 0.0, false), (far * 0.25, far, true), (far * 0.5, far * 0.75, false), (1.0, far, true)] {
                let (Ok(a), Ok(b), Ok(c)) = (cube(half, 0.0), cube(half, x), cube(half, -x)) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                assert_eq!(intersects(&a, &b), !apart, "{half:e} at {x:e}");
                assert_eq!(ask(&b, &a, "cubes far away").1.intersects(), !apart, "{half:e} at {x:e}");
                assert_eq!(intersects(&b, &c), x < half || x == 0.0, "{half:e} at ±{x:e}");
                let want = x - 2.0 * half;
                assert!(!apart || (distance(&a, &b).distance / want - 1.0).abs() < 1e-6, "{half:e} at {x:e}");
            }
            for coordinates in [[far, 0.0], [far, -far], [0.0, -far]] {
                let [x, y] = coordinates;
                let (Ok(a), Ok(b)) = (Ball::point(Point2::new(x, y)), Ball::point(Point2::new(-x, -y))) else { continue };
                assert!(!intersects(&a, &b) && !distance(&a, &b).intersects(), "{x:e} {y:e}");
                assert!(distance(&a, &b).distance.is_finite());
            }
        }
        assert!(accepted >= 8 && refused >= 8, "{accepted} accepted, {refused} refused");
    }
}

#[test]
fn every_error_is_met() {
    let nan = f64::NAN;
    let far = Vector2::new(f64::MAX, 0.0);
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let ball = |r: f64| Ball::new(Point2::new(0.0, 0.0), r);
    let cases: [(Error, Error); 17] = [
        (ball(nan).unwrap_err(), Error::OutOfRange("radius")),
        (Ball::point(Point2::new(nan, 0.0)).unwrap_err(), Error::OutOfRange("point")),
        (Segment::new([Point2::new(0.0, f64::INFINITY), Point2::origin()]).unwrap_err(), Error::OutOfRange("point")),
        (Cuboid::new(Vector2::new(1.0, f64::MAX)).unwrap_err(), Error::OutOfRange("half extent")),
        (square.clone().posed(far).unwrap_err(), Error::OutOfRange("translation")),
        (PointCloud::new([Point2::new(0.0, nan)]).unwrap_err(), Error::OutOfRange("point")),
        (ball(-1.0).unwrap_err(), Error::Negative("radius")),
        (Cylinder::new(1.0, -1.0).unwrap_err(), Error::Negative("half height")),
        (square.clone().swollen(-1.0).unwrap_err(), Error::Negative("margin")),
        (HalfSpace::new(Vector2::new(0.0, 0.0), 1.0).unwrap_err(), Error::Zero("normal")),
        (PointCloud::<f64, 2>::new([]).unwrap_err(), Error::Empty("points")),
        (Hull::<Ball<f64, 2>, f64, 2>::new([]).unwrap_err(), Error::Empty("shapes")),
        (Pose::new(SMatrix::<f64, 2, 2>::new(1.0, 0.0, 0.0, -1.0), Vector2::zeros()).unwrap_err(), Error::NotARotation),
        (Pose::new(SMatrix::<f64, 2, 2>::new(1.0, 0.1, 0.0, 1.0), Vector2::zeros()).unwrap_err(), Error::NotARotation),
        (
            square
                .clone()
                .posed(Pose::new(SMatrix::identity(), Vector2::new(0.0, nan)).unwrap_or_else(|_| far.into()))
                .unwrap_err(),
            Error::OutOfRange("translation"),
        ),
        (
            Frustum::from_planes(&std::array::from_fn(|_| HalfSpace::new(Vector3::new(1.0, 0.0, 0.0), 1.0).unwrap()))
                .unwrap_err(),
            Error::Unbounded,
        ),
        (Hull::new([ball(1.0).unwrap(), ball(2.0).unwrap()]).unwrap_err(), Error::UnequalMargins),
    ];
    let mut messages = std::collections::HashSet::new();
    for (got, want) in cases {
        assert_eq!(got, want);
        let message: String = got.to_string();
        assert!(message.len() > 10 && std::error::Error::source(&got).is_none());
        messages.insert(message);
    }
    assert!(messages.len() >= 10, "{messages:?}");
    assert!(Pose::new(SMatrix::<f64, 2, 2>::identity(), Vector2::zeros()).is_ok());
}

type Any = Box<dyn Support<3, Scalar = f64> + Send + Sync>;

/// One of each kind, in various places.
fn shapes() -> Vec<Any> {
    let at = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let pose = |x: f64| Isometry3::new(Vector3::new(0.5 * x, 0.25 * x, -0.25 * x), Vector3::new(0.3, -0.2, x));
    let cube = Cuboid::new(Vector3::new(1.0, 0.5, 0.75)).unwrap();
    let points = [at(0.0, 0.0, 3.0), at(1.0, 0.0, 4.0), at(0.0, 1.0, 5.0), at(-1.0, -1.0, 3.5), at(0.1, 0.1, 4.0)];
    let sum = Sum::new(cube.clone(), Segment::new([at(0.0, 0.0, 0.0), at(0.0, 3.0, 1.0)]).unwrap()).unwrap();
    let balls = [Ball::new(at(0.0, 0.0, -4.0), 1.0).unwrap(), Ball::new(at(3.0, 0.0, -4.0), 0.5).unwrap()];
    let matrix = SMatrix::<f64, 3, 3>::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    vec![
        Box::new(Ball::new(at(0.5, 0.5, 0.5), 0.75).unwrap()),
        Box::new(Ball::point(at(0.5, 0.25, 0.125)).unwrap()),
        Box::new(Capsule::new(at(-1.0, 0.0, 0.0), at(1.0, 1.0, 1.0), 0.25).unwrap()),
        Box::new(cube.clone().posed(pose(0.0)).unwrap()),
        Box::new(cube.clone().posed(pose(2.5)).unwrap()),
        Box::new(cube.clone().swollen(0.125).unwrap().posed(pose(-3.0)).unwrap()),
        Box::new(cube.posed(Pose::new(matrix, Vector3::new(0.0, 5.0, 0.0)).unwrap()).unwrap()),
        Box::new(Cone::new(1.0, 1.0).unwrap().posed(pose(1.0)).unwrap()),
        Box::new(Cylinder::new(1.0, 0.5).unwrap().posed(pose(-1.5)).unwrap()),
        Box::new(Ellipsoid::new(Vector3::new(1.0, 0.5, 2.0)).unwrap().posed(pose(4.0)).unwrap()),
        Box::new(Frustum::perspective(1.0, 1.5, 0.5, 4.0).unwrap()),
        Box::new(PointCloud::new(points).unwrap()),
        Box::new(PointCloud::new(points).unwrap().indexed()),
        Box::new(Hull::round(balls).unwrap()),
        Box::new(sum),
        Box::new(Segment::new([at(-2.0, 0.0, 0.0), at(2.0, 0.0, 0.0)]).unwrap()),
        Box::new(Triangle::new([at(-2.0, 1.0, 0.0), at(2.0, 0.0, 0.0), at(0.0, 0.0, -3.0)]).unwrap()),
        Box::new(support_fn(move |d: &Vector3<f64>| at(6.0, 0.0, 0.0) + d / d.norm())),
    ]
}

#[test]
fn shapes_of_all_kinds_are_compared_twice_and_shared_by_threads() {
    let shapes = shapes();
    let survey = || -> Vec<(Outcome<f64, 3>, Distance<f64, 3>)> {
        let pairs = shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| (gjk_with(&Difference(a, b), &Options::default(), &mut ()), distance(a, b))).collect()
    };
    let first = survey();
    // Debug output shows every bit of a number.
    let bits = format!("{first:?}");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(survey)).collect();
        for thread in threads {
            let again = thread.join().unwrap();
            assert!(again == first && format!("{again:?}") == bits);
        }
    });

    let mut coverage = Coverage::default();
    for (k, (outcome, found)) in first.iter().enumerate() {
        let (i, j) = (k / shapes.len(), k % shapes.len());
        assert_eq!(outcome.intersects(), found.intersects(), "{i} {j} {outcome:?} {found:?}");
        assert!(found.undecided.is_none() && found.evaluations < 100, "{i} {j} {found:?}");
        assert!(i != j || outcome.intersects(), "shape {i} and itself");
        // Curved shapes are iterated: as near as their steps get.
        let swapped = &first[j * shapes.len() + i].1;
        assert_eq!(found.intersects(), swapped.intersects(), "{i} {j}");
        assert!((found.distance - swapped.distance).abs() < 1e-7, "{i} {j} {} {}", found.distance, swapped.distance);
        assert!(distance_within(&shapes[i], &shapes[j], found.distance + 1e-6).is_some(), "{i} {j}");
        coverage.note(found.intersects());
    }
    coverage.assert_balanced("shapes of all kinds");
}

#[test]
fn repeated_questions_have_identical_answers_in_every_dimension() {
    fn check<T: Float, const D: usize>()
    where
        Cases: SimplexCases<T, D>,
    {
        for pair in Recipe::new(Kind::Round).precision(T::PRECISION).pairs::<D>(500, 20) {
            let answer = || {
                let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
                format!("{:?} {:?}", gjk_with(&Difference(&a, &b), &Options::default(), &mut ()), distance(&a, &b))
            };
            assert_eq!(answer(), answer());
        }
    }
    in_both_precisions! {
        check::<T, 1>();
        check::<T, 2>();
        check::<T, 3>();
        check::<T, 4>();
        check::<T, 6>();
        check::<T, 8>();
    }
}

/// Widths at which simplices are flat up to rounding, and whose squares are too small for the type.
#[test]
fn needles_of_any_width_have_answers_in_numbers() {
    fn check<T: Extreme, const D: usize>(exponents: impl Iterator<Item = i32>)
    where
        Cases: SimplexCases<T, D>,
    {
        let mut coverage = Coverage::default();
        for exponent in exponents {
            let width = oracle::rational::scale_by_power_of_two(1.0, exponent.into());
            // A simplex from −1 to 1 along the first axis that is `width` wide, and points about as far from it.
            let mut needle = vec![[0.0; D]; D + 1];
            needle[0][0] = -1.0;
            needle[1][0] = 1.0;
            (2..=D).for_each(|k| needle[k][k - 1] = width);
            for number in 0..4_usize.pow(D as u32) {
                let steps = |k: usize| (number / 4_usize.pow(k as u32) % 4) as f64 - 1.0;
                let p: [f64; D] =
                    std::array::from_fn(|k| if k == 0 { steps(0) * 0.75 } else { steps(k) * width * 0.25 });
                let other = [p, p.map(|x| x + width), p.map(|x| -x)];
                for other in [&other[..1], &other[..2], &other[..3]] {
                    let what = format!("{D}D, {:?}, 2^{exponent}, {other:?}", T::PRECISION);
                    let want = exact::distance(&needle, other).distance();
                    let slack = BOUND * T::PRECISION.epsilon() * 2.25;
                    let (outcome, found) = ask(&cloud::<T, D>(&needle), &cloud(other), &what);
                    assert!(
                        (found.distance.wide() - want).abs() <= slack,
                        "{:e} not {want:e}: {what}",
                        found.distance.wide()
                    );
                    assert!(want <= slack || !found.intersects(), "{outcome:?}: {what}");
                    assert_consistent(&found, [0.0; 2], 2.25, &what);
                    coverage.note(want <= 0.0);
                }
            }
        }
        coverage.assert_balanced("needles");
    }
    // Every width about the rounding of 1, where it is a question whether a simplex is flat; and smaller ones.
    let single = || (-149..=-31).step_by(7).chain(-30..=-1);
    let double = || (-1074..=-71).step_by(31).chain(-70..=-1);
    check::<f32, 2>(single());
    check::<f32, 3>(single());
    check::<f32, 4>(single());
    check::<f64, 2>(double());
    check::<f64, 3>(double());
    check::<f64, 4>(double());
}
