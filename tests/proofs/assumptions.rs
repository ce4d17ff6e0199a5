//! Inputs built against every assumption in docs/proof.md: scales of poses within poses, directions that leave the range inside them, sums
//! and margins of thousands of parts, hulls of swollen parts, coordinates below the normal numbers, poses and constructions that nobody has
//! checked. No proof may be wrong. The right answer is known by construction, or from the rational arithmetic of `oracle`, which multiplies
//! trees of shapes out by itself.
//!
//! `CAMPAIGN=250 cargo test --test proofs -- --nocapture attack` is the large run: a million pairs in
//! all.

#![allow(clippy::float_cmp, clippy::cast_possible_truncation, reason = "exact, and numbers rounded to f32 on purpose")]

use gjk::certified::{self, CertifiedVerdict, Enclosure, Proof, Separation};
use gjk::exact::{self, ExactCases, Float};
use gjk::nalgebra::{
    Isometry2, Point, Point2, RealField, Rotation, SMatrix, SVector, Similarity, Similarity2, Translation, Vector2,
};
use gjk::shape::{Ball, Cone, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Segment, Sum, Triangle};
use gjk::{
    Difference, Pose, Query, Support, SupportExt, distance,
    epa::Expansion,
    intersects,
    simplex::{Cases, SimplexCases},
    support::{Construction, RoundingBound, SupportOffset},
};
use oracle::Model;
use oracle::model::{Dyadic, Truth, compare_root};
use oracle::random::{Random, campaign};
use oracle::rational::scale_by_power_of_two;
use oracle::testing::{BOUND, build, nearest, tolerance::named};
use std::thread;

type Shape<T, const D: usize> = Box<oracle::testing::Shape<T, D>>;

/// `f32` or `f64`.
trait Number: Float + oracle::testing::Float + RealField {
    /// Coordinates that are taken are below 2 to this.
    const MOST: i32;
    /// The smallest positive number is 2 to this.
    const LEAST: i32;
    const DIGITS: i32;
    fn of(x: f64) -> Self {
        nearest::<Self>(x)
    }
}
impl Number for f32 {
    const MOST: i32 = 120;
    const LEAST: i32 = -149;
    const DIGITS: i32 = 24;
}
impl Number for f64 {
    const MOST: i32 = 1016;
    const LEAST: i32 = -1074;
    const DIGITS: i32 = 53;
}

fn p2(exponent: i32) -> f64 {
    scale_by_power_of_two(1.0, exponent.into())
}

fn identity<const D: usize>() -> [[f64; D]; D] {
    std::array::from_fn(|i| std::array::from_fn(|k| f64::from(u8::from(i == k))))
}

/// Runs something that recurses through thousands of shapes within shapes.
fn with_a_large_stack<R: Send + 'static>(run: impl FnOnce() -> R + Send + 'static) -> R {
    thread::Builder::new().stack_size(1 << 29).spawn(run).expect("a thread").join().expect("no panic")
}

#[derive(Debug, Default)]
struct Tally {
    pairs: u64,
    refused: u64,
    hits: u64,
    by_bound: u64,
    exactly: u64,
    /// Pairs whose poses scale by more than 2⁵⁰ either way.
    scaled: u64,
    /// Pairs in which a coordinate of a part is below the normal numbers.
    subnormal: u64,
    with_margins: u64,
    hulls: u64,
    sums: u64,
    axes: u64,
    axes_by_bound: u64,
    enclosures_by_bound: u64,
    enclosures: u64,
    contacts: u64,
    depths: u64,
}

/// Pairs built against the assumptions, one kind of number.
struct Attack<T, const D: usize> {
    random: Random,
    tally: Tally,
    number: std::marker::PhantomData<T>,
}

impl<T: Number, const D: usize> Attack<T, D>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), tally: Tally::default(), number: std::marker::PhantomData }
    }

    fn round(x: f64) -> f64 {
        T::of(x).widen()
    }

    /// A size that shapes may have: of ordinary scale as often as not.
    fn exponent(&mut self) -> i32 {
        match self.random.index(16) {
            0..8 => self.random.integer(-14, 14),
            8..14 => self.random.integer(T::LEAST + 3 * T::DIGITS, T::MOST),
            // About where bounds give up.
            14 => self.random.integer(T::LEAST + 2 * T::DIGITS, T::LEAST + 4 * T::DIGITS),
            // Below the normal numbers.
            _ => self.random.integer(T::LEAST + 3, T::LEAST + T::DIGITS - 2),
        }
    }

    /// A number of about this size, of few digits or of many.
    fn number(&mut self, exponent: i32) -> f64 {
        let x = match self.random.index(4) {
            0 => f64::from(self.random.integer(-4, 4)) / 4.0,
            1 => 1.0 + f64::from(self.random.integer(-3, 3)) * p2(1 - T::DIGITS),
            _ => self.random.uniform(-1.0, 1.0),
        };
        Self::round(x * p2(exponent))
    }

    fn point(&mut self, exponent: i32) -> [f64; D] {
        let wide = self.random.index(8) == 0;
        std::array::from_fn(|_| {
            let less = if wide { self.random.integer(0, 60) } else { 0 };
            self.number(exponent - less)
        })
    }

    fn radius(&mut self, exponent: i32, less: i32) -> f64 {
        let less = self.random.integer(0, less);
        self.number(exponent - less).abs()
    }

    fn leaf(&mut self, exponent: i32) -> Model<D> {
        match self.random.index(7) {
            0 => Model::Cuboid(self.point(exponent).map(f64::abs)),
            1 => {
                // Nearly a diagonal, through the middle.
                let p: [f64; D] = std::array::from_fn(|_| {
                    Self::round(p2(exponent) * (1.0 + f64::from(self.random.integer(-4, 4)) * p2(1 - T::DIGITS)))
                });
                Model::Points(vec![p.map(|x| -x), p])
            }
            2 if self.random.index(12) == 0 => Model::Points((0..40).map(|_| self.point(exponent)).collect()),
            k => Model::Points((0..k).map(|_| self.point(exponent)).collect()),
        }
    }

    fn rotation(&mut self) -> [[f64; D]; D] {
        match self.random.index(4) {
            0 => {
                // Axes exchanged, one of them reversed where that mirrors.
                let mut axes = identity::<D>();
                if D > 1 {
                    axes.swap(0, 1);
                    axes[0] = axes[0].map(|x| -x);
                }
                axes
            }
            1 => {
                let mut axes = self.random.frame::<D>();
                if determinant(axes) < 0.0 {
                    axes[0] = axes[0].map(|x| -x);
                }
                axes.map(|row| row.map(Self::round))
            }
            _ => identity(),
        }
    }

    /// In so many poses from one size to another, by way of any sizes between.
    fn disguised(&mut self, mut model: Model<D>, from: i32, to: i32) -> Model<D> {
        let mut here = from;
        let steps = self.random.index(4);
        for step in 0..=steps {
            let next = if step == steps { to } else { self.exponent() };
            // Scales themselves have to be numbers.
            let by = (next - here).clamp(T::LEAST + T::DIGITS, T::MOST);
            here += by;
            let far = if self.random.coin() { self.random.integer(0, T::DIGITS) } else { 2000 };
            let translation = self.point(here - far);
            // A matrix of powers of two stays what it is; one that is rounded is not scaled as well.
            let mut rotation = self.rotation();
            if by != 0 && rotation.iter().flatten().any(|x| x.fract() != 0.0) {
                model = Model::Posed { inner: Box::new(model), rotation, scale: 1.0, translation: [0.0; D] };
                rotation = identity();
            }
            model = Model::Posed { inner: Box::new(model), rotation, scale: p2(by), translation };
        }
        model
    }

    /// A shape of about this size.
    fn shape(&mut self, size: i32, depth: u32) -> Model<D> {
        let local = if self.random.index(3) == 0 { size } else { self.exponent() };
        let model = match (depth, self.random.index(8)) {
            (1.., 0) => {
                let smaller = local - self.random.integer(0, 1) * self.random.integer(0, 80);
                Model::Sum(Box::new([self.shape(local, depth - 1), self.shape(smaller, 0)]))
            }
            (1.., 1) => {
                // The same margin, come by in two ways.
                let smaller = local - self.random.integer(0, 1) * self.random.integer(0, 80);
                let count = [1_u32, 2, 4, 32][self.random.index(4)];
                let part = self.radius(local, 30);
                let once = Model::Swollen(Box::new(self.core(local)), Self::round(part * f64::from(count)));
                let core = self.core(smaller);
                Model::Hull(vec![once, (0..count).fold(core, |model, _| Model::Swollen(Box::new(model), part))])
            }
            (1.., 2) => {
                let times = [2, 3, 5, 17][self.random.index(4)];
                Model::Repeated(Box::new(self.leaf(local)), times)
            }
            _ => self.core(local),
        };
        let model = if self.random.index(3) == 0 {
            let radius = self.radius(local, 40);
            (0..[1, 1, 3, 40][self.random.index(4)]).fold(model, |model, _| Model::Swollen(Box::new(model), radius))
        } else {
            model
        };
        if local == size { model } else { self.disguised(model, local, size) }
    }

    /// Without a margin.
    fn core(&mut self, size: i32) -> Model<D> {
        let local = if self.random.coin() { size } else { self.exponent() };
        let leaf = self.leaf(local);
        if local == size { leaf } else { self.disguised(leaf, local, size) }
    }

    /// Two shapes, near each other or nearly touching as often as not.
    fn pair(&mut self) -> [Model<D>; 2] {
        let size = self.exponent();
        let (a, b) = (self.shape(size, 2), self.shape(size, 2));
        let offset: [f64; D] = match self.random.index(4) {
            // The middles nearly coincide.
            0 => {
                let less = self.random.integer(0, 2 * T::DIGITS + 60);
                self.point(size - less)
            }
            1 => self.point(size + 1),
            _ => {
                // A corner of one in a corner of the other, as far as rounding allows; or a bit aside.
                let corner = |model: &Model<D>, index: usize| -> [f64; D] {
                    let vertices = model.vertices();
                    vertices[index % vertices.len()].each_ref().map(Dyadic::to_f64)
                };
                let (p, q) = (corner(&a, self.random.index(1 << 20)), corner(&b, self.random.index(1 << 20)));
                std::array::from_fn(|k| {
                    let nudge =
                        f64::from(self.random.integer(-2, 2)) * p2(size - T::DIGITS - self.random.integer(-8, 2));
                    Self::round(p[k] - q[k] + if self.random.coin() { 0.0 } else { nudge })
                })
            }
        };
        [a, b.moved(offset)]
    }

    fn strike(&mut self) {
        let [first, second] = self.pair();
        if first.points().max(second.points()) > 200 {
            return;
        }
        let (Some(a), Some(b)) = (build::<T, D>(&first), build::<T, D>(&second)) else {
            self.tally.refused += 1;
            return;
        };
        self.judge(&first, &second, &*a, &*b);
    }

    fn judge(
        &mut self,
        first: &Model<D>,
        second: &Model<D>,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
    ) {
        let truth = Truth::of(first, second);
        let hit = truth.intersects();
        let what = || format!("{} {D}D: {first:?}\n{second:?}", std::any::type_name::<T>());
        self.tally.pairs += 1;
        self.tally.hits += u64::from(hit);
        self.count(first);
        self.count(second);
        let found = certified::intersects(a, b);
        assert!(found.is_proven() && found.intersects == hit, "{found:?}, but {hit}: {}", what());
        self.tally.by_bound += u64::from(found.proof == Proof::Bound);
        self.tally.exactly += u64::from(found.proof == Proof::Exact);

        let found = certified::distance(a, b);
        let [lower, upper] = found.bounds.expect("proven").map(|x| x.widen());
        assert!(found.verdict.is_proven() && found.verdict.intersects == hit, "{found:?}: {}", what());
        assert!(lower <= upper && found.measured.intersects() == hit, "{found:?}: {}", what());
        if hit {
            assert!(lower == 0.0 && upper == 0.0, "{found:?}: {}", what());
        } else {
            let holds = truth.compare_distance(lower).is_ge() && truth.compare_distance(upper).is_le();
            assert!(lower >= 0.0 && holds, "{found:?}, not {:e}: {}", truth.squared.sqrt_to_f64(), what());
        }

        // Along an axis of any length.
        let length =
            if self.random.coin() { self.random.integer(-8, 8) } else { self.random.integer(T::LEAST, T::MOST) };
        let axis = if self.random.index(3) == 0 {
            self.point(length)
        } else {
            let points = found.measured.points.map(|p| p.coords.map(|x| x.widen()));
            let way = points[1] - points[0];
            let size = way.amax();
            let unit = if size > 0.0 { way / size } else { SVector::from_element(1.0) };
            unit.map(|x| Self::round(x * p2(length))).into()
        };
        let proof = Separation { axis: SVector::from(axis.map(T::of)) }.proof(a, b);
        self.tally.axes += u64::from(proof != Proof::None);
        self.tally.axes_by_bound += u64::from(proof == Proof::Bound);
        assert!(proof == Proof::None || truth.apart_along(&axis), "{proof:?} {axis:?}: {}", what());

        if self.random.index(4) == 0 {
            let found = Query::new().search(&Difference(a, b));
            if let Some(enclosure) = Enclosure::of(&found.verdict) {
                let proof = enclosure.proof(a, b);
                self.tally.enclosures += u64::from(proof != Proof::None);
                self.tally.enclosures_by_bound += u64::from(proof == Proof::Bound);
                assert!(proof == Proof::None || truth.squared.is_zero(), "{proof:?} {enclosure:?}: {}", what());
            }
        }
        if self.random.index(if D == 2 { 4 } else { 24 }) == 0 {
            self.judge_contact(&truth, a, b, &what);
        }
    }

    fn judge_contact(
        &mut self,
        truth: &Truth<D>,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        what: &dyn Fn() -> String,
    ) {
        let found = certified::contact(a, b);
        let [lower, upper] = found.bounds.expect("proven").map(|x| x.widen());
        let hit = truth.intersects();
        assert!(found.verdict.is_proven() && found.verdict.intersects == hit, "{found:?}: {}", what());
        assert!(lower <= upper && if hit { upper <= 0.0 } else { lower >= 0.0 }, "{found:?}: {}", what());
        self.tally.contacts += 1;
        if !truth.squared.is_zero() {
            let holds = truth.compare_distance(lower).is_ge() && truth.compare_distance(upper).is_le();
            assert!(holds, "{found:?}, not {:e}: {}", truth.squared.sqrt_to_f64(), what());
        } else if let Some(truth) = (truth as &dyn std::any::Any).downcast_ref::<Truth<2>>()
            && truth.points() < 40
        {
            // depth + margin is between −upper and −lower.
            let depth = truth.depth_squared();
            let compare = |bound: f64| compare_root(&depth, &Dyadic::of(-bound).plus(&truth.margin.negated()));
            let holds = compare(lower).is_le() && compare(upper).is_ge();
            assert!(holds, "{found:?}, not {:e}: {}", depth.sqrt_to_f64(), what());
            self.tally.depths += 1;
        }
    }

    /// What there is in a model.
    fn count(&mut self, model: &Model<D>) {
        let subnormal = |x: &f64| *x != 0.0 && x.abs() < p2(T::LEAST + T::DIGITS - 1);
        match model {
            Model::Points(points) => self.tally.subnormal += u64::from(points.iter().flatten().any(subnormal)),
            Model::Cuboid(half) => self.tally.subnormal += u64::from(half.iter().any(subnormal)),
            Model::Sum(parts) => {
                self.tally.sums += 1;
                for part in &**parts {
                    self.count(part);
                }
            }
            Model::Repeated(part, _) => {
                self.tally.sums += 1;
                self.count(part);
            }
            Model::Hull(parts) => {
                self.tally.hulls += 1;
                for part in &**parts {
                    self.count(part);
                }
            }
            Model::Posed { inner, scale, .. } => {
                self.tally.scaled += u64::from(!(p2(-50)..=p2(50)).contains(scale));
                self.count(inner);
            }
            Model::Swollen(inner, _) => {
                self.tally.with_margins += 1;
                self.count(inner);
            }
        }
    }

    fn run(seed: u64, pairs: u64) -> Tally {
        let mut attack = Self::new(seed);
        while attack.tally.pairs < pairs {
            attack.strike();
        }
        let tally = attack.tally;
        println!("{} {D}D: {tally:?}", std::any::type_name::<T>());
        assert!((25 * pairs..=75 * pairs).contains(&(100 * tally.hits)), "{tally:?}");
        assert!(tally.refused < pairs, "{tally:?}");
        assert!(tally.by_bound * 5 > pairs && tally.exactly * 20 > pairs, "{tally:?}");
        let shares = [tally.scaled, tally.subnormal, tally.with_margins, tally.hulls, tally.sums];
        assert!(shares.iter().all(|share| *share * 80 > pairs), "{tally:?}");
        let rarer = [tally.axes_by_bound, tally.enclosures_by_bound, tally.contacts];
        assert!(rarer.iter().all(|share| *share * 100 > pairs), "{tally:?}");
        tally
    }
}

fn determinant<const D: usize>(mut rows: [[f64; D]; D]) -> f64 {
    let mut product = 1.0;
    for k in 0..D {
        let pivot = (k..D).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs())).expect("a row");
        if pivot != k {
            rows.swap(k, pivot);
            product = -product;
        }
        product *= rows[k][k];
        for row in k + 1..D {
            let factor = rows[row][k] / rows[k][k];
            let top = rows[k];
            rows[row].iter_mut().zip(top).for_each(|(x, above)| *x -= factor * above);
        }
    }
    product
}

/// Two shapes that a model describes, judged.
fn judged<T: Number, const D: usize>(first: &Model<D>, second: &Model<D>) -> Tally
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let mut attack = Attack::<T, D>::new(1);
    let (a, b) = (build::<T, D>(first).expect("a shape"), build::<T, D>(second).expect("a shape"));
    attack.judge(first, second, &*a, &*b);
    attack.tally
}

/// Sums of k parts have log₂ k more bits than the parts: integers of a fixed width used to wrap around. The point that all
/// parts' rightmost ends come to is in the sum; moved to the right by as little as can be it is not.
#[test]
fn integers_are_wide_enough_for_sums() {
    fn check<const D: usize>(digits: std::ops::RangeInclusive<i32>) -> u32
    where
        Cases: SimplexCases<f64, D> + ExactCases<D>,
    {
        let (mut random, mut pairs) = (Random::new(5), 0);
        let low = p2(-51);
        for digits in digits {
            // The largest coordinates have so many bits.
            let most = p2(digits - 51);
            for parts in [1, 2, 3, 4, 8, 16, 31, 64, 256] {
                let number = |random: &mut Random| {
                    let x = random.uniform(-1.0, 1.0) * most;
                    (x / low).trunc() * low
                };
                let (mut sum, mut ends): (Option<Shape<f64, D>>, Option<Shape<f64, D>>) = (None, None);
                for _ in 0..parts {
                    let mut end = || Point::<f64, D>::from(std::array::from_fn(|_| number(&mut random)));
                    let (p, q) = (end(), end());
                    let right = if p[0] > q[0] { p } else { q };
                    let (part, point) = (Segment::new([p, q]).unwrap(), Ball::point(right).unwrap());
                    sum = Some(match sum {
                        None => Box::new(part),
                        Some(sum) => Box::new(Sum::new(sum, part).unwrap()),
                    });
                    ends = Some(match ends {
                        None => Box::new(point),
                        Some(ends) => Box::new(Sum::new(ends, point).unwrap()),
                    });
                }
                let (sum, ends) = (sum.unwrap(), ends.unwrap());
                let mut shift = SVector::<f64, D>::zeros();
                for (step, meets) in [(0.0, true), (low, false)] {
                    shift[0] = step;
                    let place = (&*ends).posed(shift).unwrap();
                    let what = format!("{D}D, {digits} bits, {parts} parts, {step:e}");
                    assert_eq!(exact::intersects(&*sum, &place), Some(meets), "{what}");
                    assert_eq!(exact::intersects(&place, &*sum), Some(meets), "{what}");
                    let found = certified::intersects(&*sum, &place);
                    assert!(found.is_proven() && found.intersects == meets, "{what}: {found:?}");
                    pairs += 1;
                }
            }
        }
        pairs
    }
    // Up to the widest that fit, and beyond, with and without the bits that the sum adds.
    let pairs = [check::<2>(110..=127), check::<3>(46..=63), check::<3>(110..=127)];
    assert_eq!(pairs, [18 * 9 * 2; 3]);
}

/// Inside a pose that shrinks a direction used to fall below the normal numbers, inside one that enlarges to overflow:
/// what is decided there is not what the bound is about.
#[test]
fn directions_stay_in_range_inside_poses() {
    // The search begins along the centers' difference, tiny and nearly perpendicular to a long thin shape.
    let m = 16384.45;
    let t = [m * p2(-98), -m * p2(-98)].map(|x| f64::from(x as f32));
    let q = [p2(35), p2(35) * (1.0 + p2(-16))];
    let thin = Model::Points(vec![q.map(|x| -x), q]).scaled(p2(-51));
    judged::<f32, 2>(&thin, &Model::Cuboid([p2(-40); 2]).moved(t));
    for m in [42, 43, 44].map(p2) {
        let t = [(m + 0.4375) * p2(-964), -(m + 0.4375) * p2(-964)];
        let q = [p2(94) * (1.0 - 0.25 / m), p2(94)];
        let thin = Model::Points(vec![q.map(|x| -x), q]).scaled(p2(-110));
        judged::<f64, 2>(&thin, &Model::Cuboid([p2(-90); 2]).moved(t));
    }
    let tilted = |e: i32| Model::Points(vec![[-p2(e), 0.5 * p2(e)], [p2(e), -0.5 * p2(e)]]);
    for (s1, s2) in [(116, 60), (110, 50), (100, 40), (80, 40), (60, 50)] {
        let l = s1 + s2 - 80;
        let near = Model::Cuboid([p2(l - 6); 2]).moved([p2(l - 7); 2]);
        judged::<f32, 2>(&tilted(-80).scaled(p2(s1)).scaled(p2(s2)), &near);
    }
    for (s1, s2) in [(1000, 60), (1000, 20), (900, 200)] {
        let l = s1 + s2 - 900;
        let near = Model::Cuboid([p2(l - 6); 2]).moved([p2(l - 7); 2]);
        judged::<f64, 2>(&tilted(-900).scaled(p2(s1)).scaled(p2(s2)), &near);
    }
    // Axes of any length.
    let (a, b) = (build::<f32, 2>(&tilted(-80).scaled(p2(96))).unwrap(), Ball::point(Point2::new(0.0, 0.0)).unwrap());
    for e in -149..=121 {
        let axis = Vector2::repeat(p2(e) as f32);
        assert_eq!(Separation { axis }.proof(&a, &b), Proof::None, "2^{e}");
    }
}

/// The bounds of shapes are those that docs/proof.md derives: `tests/proofs/gappa/check` proves the same constants.
#[test]
fn bounds_of_shapes_are_those_proven() {
    const ONE_SUM: u32 = named("ONE_SUM");
    const CIRCLE: u32 = named("CIRCLE");
    const CONE_SIGN: u32 = named("CONE_SIGN");
    let units = |rounding: Option<RoundingBound<f64>>| rounding.map(|rounding| rounding.units);
    let cylinder = Cylinder::with_radius(1.0).half_height(2.0).unwrap();
    let cone = Cone::with_radius(1.0).half_height(2.0).unwrap();
    assert_eq!(units(Ball::at(Point2::new(0.0, 0.0), 1.0).unwrap().rounding()), Some(ONE_SUM));
    assert_eq!(units(Cuboid::new(Vector2::new(1.0, 1.0)).unwrap().rounding()), Some(ONE_SUM));
    assert_eq!(units(cylinder.rounding()), Some(CIRCLE));
    assert_eq!(units(cone.rounding()), Some(CIRCLE));
    let margin = cylinder.swollen(1.0).unwrap().rounding().unwrap().margin;
    assert!((f64::from(ONE_SUM) * f64::EPSILON..=(f64::from(ONE_SUM) + 1e-9) * f64::EPSILON).contains(&margin));
    let size = 1.0 + 2.0;
    assert_eq!(cone.rounding().unwrap().fixed, f64::from(CONE_SIGN) * f64::EPSILON * size);
}

/// Plain answers under such poses: a direction that vanished there used to find nothing.
#[test]
fn plain_queries_see_through_poses() {
    for (size, place) in [(120, -40), (100, -60), (60, -100), (120, -20), (-80, -30), (-100, 10), (100, 10)] {
        let (x, p) = (p2(size) as f32, p2(place) as f32);
        let corners = [Point2::new(-x, x), Point2::new(x, -x), Point2::new(-x, -x)];
        let unit = Similarity2::new(Vector2::zeros(), 0.0, p2(-size) as f32);
        let triangle = Triangle::new(corners).unwrap().posed(unit).unwrap();
        let point = Ball::point(Point2::new(p, p)).unwrap();
        // The triangle's long side goes through the origin, perpendicular to (1, 1).
        let want = p * 2.0_f32.sqrt();
        let (found, slack) = (distance(&triangle, &point).distance, BOUND as f32 * f32::EPSILON * p.max(1.0));
        assert!(
            (found - want).abs() <= slack && intersects(&triangle, &point) == (found <= 0.0),
            "{size} {place} {found:e}"
        );
        let segment = Segment::new([Point2::new(-x, -x), Point2::new(x, x)]).unwrap().posed(unit).unwrap();
        let crossing = Segment::new([Point2::new(-1.0, 1.0), Point2::new(1.0, -1.0)]).unwrap();
        let crossing = crossing.posed(Vector2::repeat(p.min(0.5))).unwrap();
        assert!(distance(&segment, &crossing).distance <= BOUND as f32 * f32::EPSILON, "{size} {place}");
    }
}

/// Margins are added up in rounded numbers, up to a thousand of them (deeper constructions have no exact arithmetic); a hull has
/// them too, of each part.
#[test]
fn margins_of_thousands_of_parts() {
    with_a_large_stack(|| {
        let mut exactly = 0;
        for parts in [50, 400, 700, 900, 1000] {
            let disc = Model::Swollen(Box::new(Model::point([0.0; 2])), 1.0);
            let model = (0..parts).fold(disc, |model, _| Model::Swollen(Box::new(model), 1.1e-16));
            let margin = model.margin();
            let swollen = || build::<f64, 2>(&model).unwrap();
            let far: Shape<f64, 2> = Box::new(Ball::point(Point2::new(5.0, 0.0)).unwrap());
            let hull = Hull::round([swollen(), far]).unwrap();
            for steps in [0, 10, 24, 25, 50, 60, 90, 150, 200, 300, 500, 900, 1100, 1200, 1500, 2400] {
                let x = 1.0 + f64::from(steps) * f64::EPSILON;
                let meets = !margin.plus(&Dyadic::of(-x)).is_negative();
                let point = |x: f64| Ball::point(Point2::new(x, 0.0)).unwrap();
                let found = certified::intersects(&swollen(), &point(x));
                assert!(found.is_proven() && found.intersects == meets, "{parts} {steps} {found:?}");
                exactly += u32::from(found.proof == Proof::Exact);
                // A hull of different margins has no construction: what it says it proves by a bound.
                let found = certified::distance(&hull, &point(-x));
                assert!(!found.verdict.is_proven() || found.verdict.intersects == meets, "{parts} {steps} {found:?}");
                if let Some([lower, upper]) = found.bounds {
                    // The distance is x less the margin.
                    let beyond = |bound: f64| margin.plus(&Dyadic::of(bound)).plus(&Dyadic::of(-x));
                    assert!(lower <= 0.0 || !beyond(lower).is_positive(), "{parts} {steps} {found:?}");
                    assert!(meets || !beyond(upper).is_negative(), "{parts} {steps} {found:?}");
                }
            }
        }
        assert!((20..80).contains(&exactly), "{exactly}");
    });
}

/// Margins smaller than rounding, of shapes that touch in a corner: the search arrives at the origin, takes the cores to be
/// farther apart than the margins, and turns to a direction that it has not looked along.
#[test]
fn margins_smaller_than_rounding() {
    fn check<T: Number, const D: usize>(seed: u64) -> [u32; 2]
    where
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        let mut attack = Attack::<T, D>::new(seed);
        let (mut hits, mut exactly) = (0, 0);
        for round in 0..1500 {
            let points = |attack: &mut Attack<T, D>| Model::Points((0..5).map(|_| attack.point(0)).collect());
            let (a, b) = (points(&mut attack), points(&mut attack));
            let turned = |attack: &mut Attack<T, D>, inner: Model<D>| {
                let (rotation, translation) = (attack.rotation(), attack.point(0));
                Model::Posed { inner: Box::new(inner), rotation, scale: 1.0, translation }
            };
            let (a, b) = (turned(&mut attack, a), turned(&mut attack, b));
            let margin = p2(-T::DIGITS - attack.random.integer(0, 12));
            // The corner of each that is farthest along one direction.
            let way: [f64; D] = attack.random.direction();
            let corner = |model: &Model<D>, sign: f64| -> [f64; D] {
                let vertices = model.vertices().into_iter().map(|p| p.each_ref().map(Dyadic::to_f64));
                let reach = |p: &[f64; D]| p.iter().zip(&way).map(|(x, d)| x * d * sign).sum::<f64>();
                vertices.max_by(|p, q| reach(p).total_cmp(&reach(q))).expect("a vertex")
            };
            let (p, q) = (corner(&a, 1.0), corner(&b, -1.0));
            let b = b.moved(std::array::from_fn(|k| Attack::<T, D>::round(p[k] - q[k])));
            let a = Model::Swollen(Box::new(a), margin);
            let truth = Truth::of(&a, &b).intersects();
            let (a, b) = (build::<T, D>(&a).expect("a shape"), build::<T, D>(&b).expect("a shape"));
            for (a, b) in [(&*a, &*b), (&*b, &*a)] {
                let found = certified::intersects(a, b);
                assert!(found.is_proven() && found.intersects == truth, "{D}D {round}: {found:?}");
                exactly += u32::from(found.proof == Proof::Exact);
            }
            hits += u32::from(truth);
        }
        println!("{D}D {}: {hits} hits, {exactly} proven exactly", std::any::type_name::<T>());
        [hits, exactly]
    }
    let seen = [check::<f32, 2>(21), check::<f64, 2>(22), check::<f32, 3>(23), check::<f64, 3>(24)];
    assert!(seen.as_flattened().iter().all(|count| (150..3001).contains(count)), "{seen:?}");
}

/// Sums of thousands of parts, nested in each other.
#[test]
fn sums_of_thousands_of_parts() {
    with_a_large_stack(|| {
        let (mut by_bound, mut pairs) = (0, 0);
        for times in [2, 33, 300, 1000] {
            for step in 0..6 {
                let size = f64::from(times);
                let part = Model::Points(vec![[1.0, 0.5], [-0.75, 0.25], [0.125, -1.0]]);
                let sum = Model::Repeated(Box::new(part), times);
                let off = [0.0, 1e-15, -1e-15, 1e-4, -1e-4, 0.5][step] * size;
                let point = Model::Cuboid([size, 0.5 * size]).moved([2.0 * size + off, 0.5 * size]);
                let single =
                    Model::Cuboid([size, 0.5 * size]).moved([f64::from((2.0 * size + off) as f32), 0.5 * size]);
                by_bound += judged::<f64, 2>(&sum, &point).by_bound + judged::<f32, 2>(&sum, &single).by_bound;
                pairs += 2;
            }
        }
        assert!((10..pairs).contains(&by_bound), "{by_bound} of {pairs}");
    });
}

/// No bound is known of shapes nested deeper than the derivation has room for: exact arithmetic decides.
#[test]
fn shapes_nested_too_deep_have_no_bound() {
    with_a_large_stack(|| {
        let mut shape: Shape<f32, 2> = Box::new(Ball::at(Point2::new(0.0, 0.0), 1.0).unwrap());
        for depth in 0..=1 << 16 {
            assert!(shape.rounding().is_some(), "{depth}");
            shape = Box::new(shape.swollen(0.0).unwrap());
        }
        assert_eq!(shape.rounding(), None);
        let point = Ball::point(Point2::new(3.0, 0.0)).unwrap();
        let found = certified::intersects(&*shape, &point);
        assert!(found.proof == Proof::Exact && !found.intersects, "{found:?}");
    });
}

/// A shape of somebody else's: it has this construction and this bound on its rounding, and is the origin.
struct Made<T: Number, const D: usize>(Construction<T, D>, Option<RoundingBound<T>>);

impl<T: Number, const D: usize> Support<D> for Made<T, D> {
    type Scalar = T;
    fn support(&self, _: &SVector<T, D>) -> Point<T, D> {
        Point::origin()
    }
    fn support_from(&self, _: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        SupportOffset { offset: -from.coords, id: gjk::simplex::VertexId(0) }
    }
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.1
    }
    fn construction(&self) -> Option<Construction<T, D>> {
        Some(self.0.clone())
    }
}

/// Poses that were converted into are checked where a shape is posed; a construction of another hand's where it is asked.
#[test]
fn what_is_no_set_proves_nothing() {
    let nan = f64::NAN;
    let origin = || Construction::Points(vec![Point2::new(0.0, 0.0)]);
    let posed = |pose: Pose<f64, 2>| Construction::Posed(Box::new(origin()), pose);
    let bad_poses: [Pose<f64, 2>; 7] = [
        Vector2::new(nan, 0.0).into(),
        Vector2::new(0.0, f64::INFINITY).into(),
        Translation::from(Vector2::new(f64::MAX, 0.0)).into(),
        Isometry2::new(Vector2::new(1.0, 2.0), nan).into(),
        Similarity2::new(Vector2::zeros(), 0.0, f64::INFINITY).into(),
        Similarity2::new(Vector2::zeros(), 0.0, -2.0).into(),
        Similarity::from_parts(
            Translation::from(Vector2::zeros()),
            Rotation::<f64, 2>::from_matrix_unchecked(SMatrix::<f64, 2, 2>::new(1.0, 1.0, 0.0, 1.0)),
            1.0,
        )
        .into(),
    ];
    let mut constructions = vec![
        Construction::Points(vec![]),
        Construction::Points(vec![Point2::new(0.0, nan)]),
        Construction::Cuboid(Vector2::new(1.0, f64::INFINITY)),
        Construction::Cuboid(Vector2::new(1.0, -1.0)),
        Construction::Swollen(Box::new(origin()), nan),
        Construction::Swollen(Box::new(origin()), -1.0),
        Construction::Hull(vec![]),
        Construction::Hull(vec![origin(), Construction::Points(vec![])]),
        Construction::Sum(Box::new([origin(), Construction::Points(vec![])])),
    ];
    for pose in bad_poses {
        assert!(Ball::point(Point2::new(0.0, 0.0)).unwrap().posed(pose).is_err(), "{pose:?}");
        constructions.push(Construction::Sum(Box::new([origin(), posed(pose)])));
        constructions.push(Construction::Hull(vec![Construction::Swollen(Box::new(posed(pose)), 0.0)]));
        constructions.push(posed(pose));
    }
    let ball = Ball::at(Point2::new(0.0, 0.0), 1.0).unwrap();
    for construction in constructions {
        let made = Made(construction, None);
        let what = format!("{:?}", made.0);
        assert_eq!(exact::intersects(&made, &ball), None, "{what}");
        assert!(exact::distance(&ball, &made).is_none() && exact::contact(&made, &ball).is_none(), "{what}");
        assert!(!certified::intersects(&made, &ball).is_proven(), "{what}");
        assert!(certified::distance(&made, &ball).bounds.is_none(), "{what}");
        assert!(certified::contact(&made, &ball).bounds.is_none(), "{what}");
        assert!(!Separation { axis: Vector2::new(1.0, 0.0) }.verify(&made, &ball), "{what}");
        let vertices = vec![[gjk::simplex::VertexId(0); 2]; 3];
        assert!(!Enclosure { vertices }.verify(&made, &ball), "{what}");
    }
}

/// Wrong bounds on the rounding, and support mappings that contradict what they say: whatever comes out, it is
/// in order, and on the side of zero that the verdict says.
#[test]
fn bounds_are_in_order_whatever_shapes_say() {
    /// Lies about its rounding; its points wander.
    struct Liar(RoundingBound<f64>, f64, std::cell::Cell<u32>);
    impl Support<2> for Liar {
        type Scalar = f64;
        fn support(&self, d: &Vector2<f64>) -> Point2<f64> {
            self.2.set(self.2.get() + 1);
            let wobble = self.1 * f64::from(self.2.get() % 7);
            Point2::from(d.map(|x| x.signum() + wobble))
        }
        fn margin(&self) -> f64 {
            self.0.margin
        }
        fn rounding(&self) -> Option<RoundingBound<f64>> {
            Some(self.0)
        }
    }
    let (mut proven, mut bounded) = (0, 0);
    for fixed in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300] {
        for margin in [0.0, -1.0, f64::NAN, f64::INFINITY, 0.25] {
            for wobble in [0.0, 0.01, 0.3, -0.4, f64::NAN] {
                for x in [0.0, 1.0, 1.9, 2.0, 2.1, 3.0] {
                    let rounding = RoundingBound { fixed, margin, ..RoundingBound::units(1) };
                    let liar = Liar(rounding, wobble, std::cell::Cell::new(0));
                    let cuboid = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap().posed(Vector2::new(x, 0.3)).unwrap();
                    let ordered = |verdict: CertifiedVerdict, bounds: Option<[f64; 2]>| {
                        let Some([lower, upper]) = bounds else { return 0 };
                        assert!(lower <= upper && verdict.is_proven(), "{lower} {upper}");
                        assert!(if verdict.intersects { upper <= 0.0 } else { upper > 0.0 && lower >= 0.0 });
                        1
                    };
                    let found = certified::distance(&liar, &cuboid);
                    bounded += ordered(found.verdict, found.bounds);
                    let found = certified::contact(&liar, &cuboid);
                    bounded += ordered(found.verdict, found.bounds);
                    proven += u32::from(certified::intersects(&liar, &cuboid).is_proven());
                }
            }
        }
    }
    assert!(proven > 10 && bounded > 10, "{proven} {bounded}");
}

/// A table of directions is made at unit scale: products of its corners with the largest coordinates used to overflow.
#[test]
fn indexed_clouds_of_any_size() {
    let circle: Vec<Vector2<f64>> =
        (0..90).map(|k| f64::from(k) * 0.07).map(|turn| Vector2::new(turn.cos(), turn.sin())).collect();
    for exponent in [-140, -126, -100, 0, 100, 118, 120] {
        let points: Vec<Point2<f32>> =
            circle.iter().map(|p| Point2::from(p.map(|x| (x * p2(exponent)) as f32))).collect();
        let cloud = PointCloud::new(points.iter().copied()).unwrap().indexed();
        for turn in (0..400).map(|k| f64::from(k) * 0.0157) {
            let d = Vector2::new(turn.cos() as f32, turn.sin() as f32);
            let reach = |p: &Point2<f32>| p.coords.map(f64::from).dot(&d.map(f64::from));
            let (found, most) = (reach(&cloud.support(&d)), points.iter().map(reach).fold(f64::MIN, f64::max));
            assert!(
                found >= most - 8.0 * p2(exponent - 23).max(p2(-148)),
                "2^{exponent} {turn}: {found:e} of {most:e}"
            );
        }
    }
}

/// Curved shapes have no exact arithmetic to fall back on: two discs, written as ellipsoids and posed, touch along x where the
/// distance of their middles is the sum of their radii.
#[test]
fn curved_shapes_in_poses_that_scale() {
    fn check<T: Number>(seed: u64) -> [u32; 2]
    where
        Cases: Expansion<T, 2>,
    {
        let mut random = Random::new(seed);
        let (mut apart, mut meeting) = (0, 0);
        for _ in 0..3000 {
            let world = random.integer(-30, 30);
            let off = [0.0, 1e-3, -1e-3, 0.5, -0.5, 1e-6, -1e-6][random.index(7)];
            let place = T::of(p2(world + 1) * (1.0 + off)).widen();
            let mut disc = |place: f64| -> Option<Shape<T, 2>> {
                let local = random.integer((T::LEAST / 2).max(-400), (T::MOST / 2).min(400));
                let radius = T::of(p2(local));
                let pose = |x: f64, e: i32| {
                    let place = Translation::from(Vector2::new(T::of(x), T::of(0.0)));
                    Similarity::from_parts(place, Rotation::<T, 2>::identity(), T::of(p2(e)))
                };
                let first = random.integer(-20, 20);
                let ball = Ellipsoid::new(Vector2::repeat(radius)).ok()?.posed(pose(0.0, first)).ok()?;
                Some(Box::new(ball.posed(pose(place, world - local - first)).ok()?))
            };
            let (Some(a), Some(b)) = (disc(0.0), disc(place)) else { continue };
            let found = certified::distance(&*a, &*b);
            let truth = place - p2(world + 1);
            if found.verdict.is_proven() {
                assert_eq!(found.verdict.intersects, truth <= 0.0, "2^{world} {place:e} {found:?}");
                assert_eq!(found.measured.normal.is_some(), truth > 0.0, "2^{world} {place:e} {found:?}");
                let [lower, upper] = found.bounds.expect("proven").map(|x| x.widen());
                assert!(lower <= truth.max(0.0) && truth.max(0.0) <= upper, "2^{world} {place:e} {found:?}");
                apart += u32::from(truth > 0.0);
                meeting += u32::from(truth <= 0.0);
            }
            let contact = certified::contact(&*a, &*b);
            if let Some([lower, upper]) = contact.bounds.map(|bounds| bounds.map(|x| x.widen())) {
                assert!(lower <= truth && truth <= upper, "2^{world} {place:e} {contact:?}");
            }
        }
        println!("{apart} apart, {meeting} meeting");
        [apart, meeting]
    }
    let proven = [check::<f32>(7), check::<f64>(8)];
    assert!(proven.as_flattened().iter().all(|count| *count > 500), "{proven:?}");
}

/// How many pairs each of the four attacks tries.
fn pairs() -> u64 {
    campaign(1_000)
}

#[test]
fn attack_in_the_plane_f32() {
    Attack::<f32, 2>::run(1, pairs());
}

#[test]
fn attack_in_the_plane_f64() {
    Attack::<f64, 2>::run(2, pairs());
}

#[test]
fn attack_in_space_f32() {
    Attack::<f32, 3>::run(3, pairs());
}

#[test]
fn attack_in_space_f64() {
    Attack::<f64, 3>::run(4, pairs());
}

/// A matrix may be a rotation up to 10⁻⁵ only, and balls inside a hull stay balls all the same. Two ways to write one set, with
/// the pose outside the hull and inside, prove nothing that is different.
#[test]
fn balls_in_hulls_stay_balls_under_any_pose() {
    fn check<T: Number, const D: usize>(seed: u64)
    where
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        let mut random = Random::new(seed);
        let (mut both, mut wrong_by) = (0, 0);
        for round in 0..2000 {
            // Scale 1 in the matrix's entries, up to a few parts in a million, or for rounding.
            let off = [4e-6, 1e-7, 1e-9, 1e-12][round % 4];
            let mut matrix = SMatrix::<T, D, D>::from_fn(|i, k| {
                T::of(f64::from(u8::from(i == k)) * (1.0 + off * random.uniform(0.5, 1.0)))
            });
            matrix[(0, 1)] = T::of(off * random.uniform(-0.3, 0.3));
            matrix[(1, 0)] = -matrix[(0, 1)];
            let pose = Pose::<T, D>::new(matrix, SVector::zeros()).unwrap();
            let ball = || Ball::<T, D>::at(Point::origin(), T::one()).unwrap();
            let point = || Ball::<T, D>::at(Point::origin(), T::zero()).unwrap();
            let outside = Hull::round([ball(), point()]).unwrap().posed(pose).unwrap();
            let inside = Hull::round([ball().posed(pose).unwrap(), point().posed(pose).unwrap()]).unwrap();
            let way: [f64; D] = random.direction();
            let reach = 1.0 + off * random.uniform(-8.0, 8.0);
            let at = Ball::<T, D>::point(Point::from(way.map(|x| T::of(x * reach)))).unwrap();
            let found = [certified::intersects(&outside, &at), certified::intersects(&inside, &at)];
            if found.iter().all(CertifiedVerdict::is_proven) {
                both += 1;
                assert_eq!(found[0].intersects, found[1].intersects, "{D}D {round} {off} {way:?} {reach}: {found:?}");
            }
            // The pose outside makes an ellipsoid of the ball, as the query sees it.
            wrong_by += u32::from(found[0].intersects != found[1].intersects);
        }
        println!("{D}D: {both} proven both ways, {wrong_by} differ");
        assert!(both > 40 && wrong_by > 20, "{both} {wrong_by}");
    }
    check::<f32, 2>(81);
    check::<f64, 2>(82);
    check::<f32, 3>(83);
    check::<f64, 3>(84);
}
