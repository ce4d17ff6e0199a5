//! No support mapping, whatever it returns, makes a query panic, run without end, or contradict itself.

use super::numbers::Extreme;
use super::starts::{Odd, all_options};
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{Cuboid, Posed};
use gjk::{
    Difference, Query, Support, SupportExt, Undecided, Verdict, contact, distance,
    epa::Expansion,
    intersects, manifold,
    observe::Observer,
    simplex::{Cases, SupportPoint, VertexId},
    support::{Outline, SupportOffset},
    support_fn,
};
use oracle::random::Random;
use oracle::testing::{Float, erased, wide};
use std::cell::Cell;

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
pub type Mapping<T, const D: usize> = Box<dyn Fn(&SVector<T, D>) -> Point<T, D>>;

/// Mappings that are not support mappings, or of sets that no constructor would accept. The first ones never return a
/// number that is finite.
pub fn mappings<T: Extreme, const D: usize>(seed: u64) -> Vec<(&'static str, Mapping<T, D>)> {
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

pub fn survive<T: Extreme, const D: usize>(seed: u64)
where
    Cases: Expansion<T, D>,
{
    let (mut decided, mut unknown, mut nans) = (0, 0, 0);
    let (mut queries, mut deep, mut apart) = (0_u32, 0, 0);
    // In many dimensions a third of the pairs, as each of them takes long.
    let share = if D > 5 { 3 } else { 1 };
    for (k, (name_a, a)) in mappings::<T, D>(seed).into_iter().enumerate() {
        for (name_b, b) in mappings::<T, D>(mix(seed)).into_iter().skip(k % share).step_by(share) {
            let (a, b) = (support_fn(&a), support_fn(&b));
            let (a, b) = (erased(&a), erased(&b));
            let set = Difference(a, b);
            for Odd { query, max_evaluations: limit, .. } in all_options::<T, D>() {
                let what = format_args!("{D}D, {:?}, {name_a} and {name_b}, {query:?}, seed {seed}", T::PRECISION);
                let mut watch = Watch::default();
                let outcome = query.clone().with_observer(&mut watch).search(&set);
                assert!(watch.evaluations <= limit, "{}: {what}", watch.evaluations);
                assert_eq!(outcome.evaluations, watch.evaluations, "{what}");
                assert!(!watch.ends_with_nan || outcome.intersects(), "{outcome:?}: {what}");
                let is_undecided = matches!(outcome.verdict, Verdict::Undecided { .. });
                assert!(watch.numbers > 0 || is_undecided, "{outcome:?}: {what}");
                match &outcome.verdict {
                    Verdict::Undecided { .. } => unknown += 1,
                    _ => decided += 1,
                }
                if limit == 0 {
                    assert!(
                        matches!(outcome.verdict, Verdict::Undecided { why: Undecided::Limit }),
                        "{outcome:?}: {what}"
                    );
                }

                let mut watch = Watch::default();
                let found = query.clone().with_observer(&mut watch).distance_of(&set);
                assert!(watch.evaluations <= limit, "{}: {what}", watch.evaluations);
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
            let _ = (intersects(a, b), Query::new().distance_within(T::one(), a, b), distance(a, b));

            for Odd { query, max_evaluations: limit, .. } in all_options::<T, D>() {
                queries += 1;
                // Expansions of lies use up their budget, and that is costly in many dimensions.
                let every = if D > 5 { 100 } else { 16 };
                if D > 3 && queries % every != 0 {
                    continue;
                }
                let what = format_args!("{D}D, {:?}, {name_a} and {name_b}, {query:?}, seed {seed}", T::PRECISION);
                let met = query.clone().contact_of(&set);
                assert!(limit > 0 || met.undecided == Some(Undecided::Limit), "{met:?}: {what}");
                assert!(met.undecided.is_none() || met.separation.is_zero() && met.intersects(), "{met:?}: {what}");
                deep += u32::from(met.separation < T::zero());
                apart += u32::from(met.separation > T::zero());
            }
        }
    }
    let times = u32::try_from(share).unwrap();
    assert!(deep * times > 50 && apart * times > 50, "{deep} {apart}");
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
fn no_mapping_panics_or_loops_in_eight_dimensions() {
    survive::<f64, 8>(4);
}

#[test]
fn no_mapping_panics_or_loops_in_other_dimensions() {
    survive::<f64, 1>(1);
    survive::<f32, 4>(2);
    survive::<f64, 5>(3);
}

/// A cube that says that it is a box, and which one; that need not be so.
struct Pretender<T: Extreme, const D: usize>(Cuboid<T, D>, Posed<Cuboid<T, D>, T, D>);

impl<T: Extreme, const D: usize> Support<D> for Pretender<T, D> {
    type Scalar = T;
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.0.support(direction)
    }
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        self.1.outline(from)
    }
}

/// Boxes of any size, near or far, are answered in numbers: by the polytope where the closed form can't.
#[test]
fn no_box_panics() {
    fn survive<T: Extreme, const D: usize>()
    where
        Cases: Expansion<T, D>,
    {
        let mut random = Random::new(7);
        let cube = Cuboid::new(SVector::repeat(T::one())).unwrap();
        let values = [0.0, 1.0, 2.0, 1e-3, 1e-30, 1e-38, 1e30];
        let (mut from_lies, mut from_polytopes) = (0, 0);
        for turn in 0..100_000 {
            let choice = if turn % 2 == 0 { values.len() } else { 4 };
            let mut vector = || SVector::<T, D>::from_fn(|_, _| T::narrowed(values[random.index(choice)]));
            let (half_extents, middle) = (vector(), vector());
            let said = Cuboid::new(half_extents).unwrap().posed(middle).unwrap();
            let found = contact(&Pretender(cube, said), &cube);
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

/// A box that hands out any points as its face.
struct Lying<T: Extreme, const D: usize> {
    cuboid: Cuboid<T, D>,
    face: Mapping<T, D>,
    count: u32,
}

impl<T: Extreme, const D: usize> Support<D> for Lying<T, D> {
    type Scalar = T;
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.cuboid.support(direction)
    }
    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        for k in 0..self.count {
            let mut direction = direction.clone_owned();
            direction[0] += T::narrowed(f64::from(k));
            each(SupportOffset { offset: (self.face)(&direction) - from, id: VertexId(k % 7) });
        }
    }
}

fn faces_that_lie<T: Extreme, const D: usize>(seed: u64)
where
    Cases: Expansion<T, D>,
{
    for (name, face) in mappings::<T, D>(seed) {
        let cuboid = Cuboid::new(SVector::repeat(T::one())).unwrap();
        let below = cuboid.posed(SVector::zeros()).unwrap();
        let mut shape = Lying { cuboid, face, count: 0 };
        for count in [0, 1, 2, 3, 4, 5, 33, 200] {
            shape.count = count;
            let mut away = SVector::<T, D>::zeros();
            away[D - 1] = T::narrowed(1.99);
            let above = (&shape).posed(away).unwrap();
            for found in [manifold(&below, &above, T::narrowed(0.1)), manifold(&above, &below, T::narrowed(0.1))] {
                let found = found.near().unwrap();
                let points = found.points();
                assert!(points.len() <= if D == 2 { 2 } else { 4 }, "{name} {count}: {found:?}");
                assert!(points.iter().enumerate().all(|(k, p)| points[..k].iter().all(|q| q.id != p.id)), "{name}");
                assert!(found.normal.iter().all(|x| x.wide().is_finite()), "{name} {count}: {:?}", found.normal);
            }
        }
    }
    for (_, mapping) in mappings::<T, D>(seed) {
        let Ok(odd) = support_fn(mapping).faceted(8, T::narrowed(0.1)) else { continue };
        let (Ok(odd), cuboid) = (odd.posed(SVector::zeros()), Cuboid::new(SVector::repeat(T::one())).unwrap()) else {
            continue;
        };
        if let Some(found) = manifold(&cuboid.posed(SVector::zeros()).unwrap(), &odd, T::narrowed(0.1)).near() {
            assert!(found.points().len() <= 4);
        }
    }
}

#[test]
fn faces_that_lie_make_manifolds_of_few_points() {
    for seed in 0..20 {
        faces_that_lie::<f32, 2>(seed);
        faces_that_lie::<f64, 2>(seed);
        faces_that_lie::<f32, 3>(seed);
        faces_that_lie::<f64, 3>(seed);
    }
}

/// A swollen cube that says that its core is a segment, and which one.
struct Faker<T: Extreme, const D: usize>(Cuboid<T, D>, [SVector<T, D>; 2]);

impl<T: Extreme, const D: usize> Support<D> for Faker<T, D> {
    type Scalar = T;
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.0.support(direction)
    }
    fn margin(&self) -> T {
        T::one()
    }
    fn outline(&self, _: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        Some(Outline::Segment(self.1))
    }
}

/// Ends that are not numbers, too large, or in one place, are answered in numbers: by the search where the closed form can't.
#[test]
fn no_outline_panics() {
    fn survive<T: Extreme, const D: usize>()
    where
        Cases: Expansion<T, D>,
    {
        let mut random = Random::new(8);
        let cube = Cuboid::new(SVector::repeat(T::one())).unwrap();
        let point = Point::<T, D>::origin();
        let values = [0.0, 1.0, -1.0, 1e-30, 1e-38, 1e30, 1e38, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        let (mut from_lies, mut from_search) = (0, 0);
        for turn in 0..20_000 {
            let choice = if turn % 2 == 0 { values.len() } else { 4 };
            let mut vector = || SVector::from_fn(|_, _| T::narrowed(values[random.index(choice)]));
            let found = contact(&Faker(cube, [vector(), vector()]), &point);
            assert!(found.separation <= T::zero() && found.separation.wide().is_finite(), "{found:?}");
            assert!((wide(&found.normal).iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-6, "{found:?}");
            from_search += u32::from(found.evaluations > 0);
            from_lies += u32::from(found.evaluations == 0);
        }
        assert!(from_lies > 100 && from_search > 1000, "{from_lies} {from_search}");
    }
    survive::<f32, 2>();
    survive::<f64, 3>();
}
