//! Casts against exact times: hulls in one to four dimensions, by linear programming in integers.
//!
//! `CASTS=100000 cargo test --release --test cast -- --nocapture` makes so many casts a scalar and dimension, and prints the
//! figures.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts, and figures to print"
)]
#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(clippy::unreadable_literal, reason = "numbers as they were reported")]
#![allow(clippy::items_after_statements, reason = "a scalar's name, in each turn of a loop")]

mod common;
mod oracle;

use common::{BOUND, Float, cloud, point, vector, wide};
use gjk::epa::Expansion;
use gjk::nalgebra::{Point2, Point3, SVector, Vector1, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, HalfSpace, Segment};
use gjk::simplex::Cases;
use gjk::{Cast, Error, Query, Support, SupportExt, Velocities, cast, distance, intersects, raycast};
use oracle::passage::{self, Which};
use oracle::random::Random;
use oracle::rational::{Int, Lattice};
use oracle::vector::{add, add_scaled, dot, largest_coordinate, norm, scaled, sub};
use oracle::{Kind, Rational, Recipe, certificate, clamp, depth, error_in_eps_l, exact};
use std::array;
use std::cmp::Ordering;

/// How many casts a scalar and dimension.
fn count() -> u64 {
    std::env::var("CASTS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000)
}

/// Two hulls, and the velocity of the second.
struct Scene<const D: usize> {
    a: Vec<[f64; D]>,
    b: Vec<[f64; D]>,
    v: [f64; D],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Somewhere into the other.
    Into,
    /// Past a vertex or an edge, by so little inside or outside.
    Past,
    /// In any direction, mostly a miss.
    Anywhere,
    /// From a start in which they overlap.
    Inside,
}

const WAYS: [Way; 4] = [Way::Into, Way::Past, Way::Anywhere, Way::Inside];

/// How far along a direction the points reach.
fn top<const D: usize>(points: &[[f64; D]], n: &[f64; D]) -> [f64; D] {
    *points.iter().max_by(|p, q| dot(p, n).total_cmp(&dot(q, n))).unwrap()
}

fn scene<T: Float, const D: usize>(way: Way, kind: Kind, seed: u64) -> Scene<D> {
    let mut random = Random::new(seed ^ 0x5eed);
    let vertices = if D < 4 { (8, 8) } else { (7, 7) };
    let recipe = Recipe::new(kind).precision(T::PRECISION).vertices(vertices.0, vertices.1);
    let pair = recipe.pair::<D>(2 * seed + u64::from(way != Way::Inside));
    let round = |p: [f64; D]| p.map(|x| T::PRECISION.round(x));
    let speed = match random.index(4) {
        0 => random.magnitude(-6, 6),
        _ => random.magnitude(-1, 1),
    };
    let n: [f64; D] = random.direction();
    let mut heading: [f64; D] = random.direction();
    let (mut b, length) = (pair.b, if random.index(8) == 0 { 1000.0 } else { random.uniform(1.0, 8.0) });
    match way {
        Way::Inside | Way::Anywhere => {}
        Way::Into | Way::Past => {
            // Where they touch along n, or overlap by a little; and from there back by the length of the way.
            let touching = sub(&top(&pair.a, &n), &top(&b, &scaled(&n, -1.0)));
            let inside = if way == Way::Past { random.magnitude(-6, -1) } else { random.uniform(0.0, 0.5) };
            let inside = if way == Way::Past && random.coin() { -inside } else { inside };
            if way == Way::Past {
                heading = add_scaled(&heading, &n, -dot(&heading, &n));
            } else if dot(&heading, &n) > 0.0 {
                heading = scaled(&heading, -1.0);
            }
            let from = add_scaled(&add_scaled(&touching, &n, -inside), &heading, -length);
            b = b.iter().map(|p| round(add(p, &from))).collect();
        }
    }
    Scene { a: pair.a, b, v: round(scaled(&heading, speed)) }
}

#[derive(Default)]
struct Tally {
    casts: u32,
    hits: u32,
    misses: u32,
    inside: u32,
    /// Called a hit but a miss, called a miss but a hit: within rounding.
    grazed: [u32; 2],
    /// Within rounding of each other at a time well before they touch, past a sliver or along a face.
    near: u32,
    late: u32,
    undecided: u32,
    wrong: u32,
    errors: Vec<f64>,
    slack: Vec<f64>,
    evaluations: Vec<u32>,
}

impl Tally {
    fn add<T: Float, const D: usize>(&mut self, scene: &Scene<D>, what: &str)
    where
        Cases: Expansion<T, D>,
    {
        let Scene { a, b, v } = scene;
        let found = cast(&cloud::<T, D>(a), &cloud::<T, D>(b), vector::<T, D>(v)).unwrap();
        let want = passage::time(a, b, v, Which::First);
        let l = a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
        let unit = T::PRECISION.epsilon() * l;
        let moved = |t: f64| -> Vec<[f64; D]> { b.iter().map(|p| add_scaled(p, v, t)).collect() };
        self.casts += 1;
        if found.undecided.is_some() {
            self.undecided += 1;
            println!("{what}: {found:?}");
        }
        if let (Some(want), Some(lower)) = (&want, &found.lower)
            && Rational::from_f64(lower.wide()) > *want
        {
            self.late += 1;
            println!("{what}: lower {:e}, exactly {:e}", lower.wide(), want.to_f64());
        }
        match (&found.hit, want) {
            (Some(hit), Some(want)) => {
                let toi = hit.toi.wide();
                self.hits += 1;
                self.inside += u32::from(want.is_zero());
                let Some(normal) = &hit.normal else {
                    assert!(toi == 0.0 && want.is_zero(), "no normal: {what} {found:?}");
                    return;
                };
                let n = wide(normal);
                assert!((norm(&n) - 1.0).abs() < 8.0 * T::PRECISION.epsilon());
                let along = dot(v, &n).abs();
                let off = |time: f64| error_in_eps_l(time * along, want.to_f64() * along, l, T::PRECISION.epsilon());
                let error = off(toi);
                self.errors.push(error);
                self.slack.push(off(found.lower.unwrap().wide()));
                self.evaluations.push(found.evaluations);
                let gap = certificate::gap(a, b, &n).to_f64() + toi * dot(v, &n);
                if error > BOUND
                    && gap.abs() <= BOUND * unit
                    && exact::distance(a, &moved(toi)).distance() <= BOUND * unit
                {
                    // What is promised holds.
                    self.near += 1;
                    self.errors.pop();
                    self.slack.pop();
                } else if error > BOUND || gap < -BOUND * unit {
                    self.wrong += 1;
                    println!("{what}: error {error}, gap {} {found:?}, exactly {:e}", gap / unit, want.to_f64());
                }
                let apart = sub(&wide(&hit.points[1].coords), &wide(&hit.points[0].coords));
                let places = hit.points.iter().map(|p| largest_coordinate(&wide(&p.coords))).fold(l, f64::max);
                if norm(&apart) > BOUND * T::PRECISION.epsilon() * places {
                    self.wrong += 1;
                    println!("{what}: points {:e} apart {found:?}", norm(&apart));
                }
            }
            (Some(hit), None) => {
                self.grazed[0] += 1;
                let off = exact::distance(a, &moved(hit.toi.wide())).distance() / unit;
                if off > BOUND {
                    self.wrong += 1;
                    println!("{what}: off by {off}: {found:?}");
                }
            }
            (None, Some(first)) => {
                self.grazed[1] += 1;
                let last = passage::time(a, b, v, Which::Last).unwrap();
                let deep = depth::least_reach(a, &moved(0.5 * (first.to_f64() + last.to_f64()))) / unit;
                if deep > BOUND {
                    self.wrong += 1;
                    println!("{what}: a miss, but deep by {deep}: {found:?}");
                }
            }
            (None, None) => self.misses += 1,
        }
    }

    /// Prints the figures, and asserts what is promised.
    fn judge(&mut self, what: &str) {
        self.errors.sort_by(f64::total_cmp);
        self.slack.sort_by(f64::total_cmp);
        self.evaluations.sort_unstable();
        let at = |list: &[f64], part: f64| {
            list.get(((list.len().max(1) - 1) as f64 * part) as usize).copied().unwrap_or(0.0)
        };
        println!(
            "{what}: {} casts, {} hits ({} at 0), {} misses, {:?} grazed, {} near, {} late, {} undecided; error {:.2} {:.2} {:.2}, slack {:.1} {:.1}, evaluations {} {}",
            self.casts,
            self.hits,
            self.inside,
            self.misses,
            self.grazed,
            self.near,
            self.late,
            self.undecided,
            at(&self.errors, 0.5),
            at(&self.errors, 0.99),
            at(&self.errors, 1.0),
            at(&self.slack, 0.5),
            at(&self.slack, 1.0),
            self.evaluations.get(self.evaluations.len() / 2).unwrap_or(&0),
            self.evaluations.last().unwrap_or(&0),
        );
        assert_eq!([self.late, self.undecided, self.wrong], [0; 3], "{what}");
        assert!(self.near * 1000 <= self.casts, "{what}: {}", self.near);
    }
}

fn all<T: Float, const D: usize>(name: &str)
where
    Cases: Expansion<T, D>,
{
    for way in WAYS {
        let mut tally = Tally::default();
        for seed in 0..count() / 4 {
            let kind = Kind::ALL[(seed % 9) as usize];
            let scene = scene::<T, D>(way, kind, seed);
            tally.add::<T, D>(&scene, &format!("{name} {way:?} {kind:?} {seed}"));
        }
        tally.judge(&format!("{name} {way:?}"));
        let [hits, misses, inside] =
            [tally.hits, tally.misses, tally.inside].map(|n| f64::from(n) / f64::from(tally.casts));
        match way {
            Way::Into => assert!(hits > 0.6, "{hits}"),
            Way::Past => assert!(D == 1 || hits > 0.2 && misses > 0.2, "{hits} {misses}"),
            Way::Anywhere => assert!(hits > 0.1 && misses > 0.2, "{hits} {misses}"),
            Way::Inside => assert!(inside > 0.5, "{inside}"),
        }
    }
}

#[test]
fn on_a_line() {
    all::<f32, 1>("1D f32");
    all::<f64, 1>("1D f64");
}

#[test]
fn in_the_plane() {
    all::<f32, 2>("2D f32");
    all::<f64, 2>("2D f64");
}

#[test]
fn in_space() {
    all::<f32, 3>("3D f32");
    all::<f64, 3>("3D f64");
}

#[test]
fn in_four_dimensions() {
    all::<f32, 4>("4D f32");
    all::<f64, 4>("4D f64");
}

type Dyn<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;

/// A capsule, or, with both ends in one, a ball.
#[derive(Clone, Copy, Debug)]
struct Pill<const D: usize> {
    ends: [[f64; D]; 2],
    radius: f64,
}

impl<const D: usize> Pill<D> {
    fn new<T: Float>(random: &mut Random, round: bool) -> Self {
        let end = random.direction::<D>().map(|x| T::PRECISION.round(x));
        let other = random.direction::<D>().map(|x| T::PRECISION.round(1.5 * x));
        Self { ends: [end, if round { end } else { other }], radius: T::PRECISION.round(random.uniform(0.3, 1.2)) }
    }

    fn shape<T: Float>(&self) -> Dyn<T, D> {
        let [start, end] = self.ends.each_ref().map(point::<T, D>);
        let radius = T::narrowed(self.radius);
        if start == end {
            Box::new(Ball::new(start, radius).unwrap())
        } else {
            Box::new(Capsule::new(start, end, radius).unwrap())
        }
    }

    /// How far apart they are when the other is displaced; negative where they overlap.
    fn gap(&self, other: &Self, by: &[f64; D]) -> f64 {
        let there = other.ends.map(|p| add(&p, by));
        clamp::segments(&self.ends, &there) - self.radius - other.radius
    }

    /// The same at a time, exactly: whether they overlap, touch or are apart.
    fn compare(&self, other: &Self, v: &[f64; D], time: f64) -> Ordering {
        let lattice = Lattice::holding(self.ends.iter().chain(&other.ends).flatten());
        let (course, clock) = (Lattice::holding(v), Lattice::holding(&[time]));
        let exponent = lattice.exponent.min(course.exponent + clock.exponent);
        let raised = |x: Int, from: i64| x << usize::try_from(from - exponent).unwrap();
        let place = |p: &[f64; D]| lattice.point(p).map(|x| raised(x, lattice.exponent));
        let step = course.point(v).map(|x| raised(x * clock.integer(time), course.exponent + clock.exponent));
        let (ends, others) = (self.ends.each_ref().map(place), other.ends.each_ref().map(place));
        let others = others.map(|p| -> [Int; D] { array::from_fn(|k| &p[k] + &step[k]) });
        let square = exact::distance_on(Lattice { exponent }, &ends, &others, &[]).squared;
        let radii = Lattice::holding(&[self.radius, other.radius]);
        let sum = radii.integer(self.radius) + radii.integer(other.radius);
        square.cmp(&Rational::new(&sum * &sum, Int::from(1), 2 * radii.exponent))
    }
}

/// Balls and capsules: exactly apart at the lower bound, and within 64 ε of touching at the hit. They have not
/// met before: the distance of convex sets that move in straight lines is a convex function of time.
fn pills<T: Float, const D: usize>(name: &str, most: [u32; 3])
where
    Cases: Expansion<T, D>,
{
    let count = count() / 4;
    for (rounds, most) in [[true, true], [false, true], [false, false]].into_iter().zip(most) {
        let (mut hits, mut misses, mut inside, mut worst, mut evaluations) = (0, 0, 0, 0.0_f64, Vec::new());
        for seed in 0..count {
            let mut random = Random::new(seed);
            let (a, mut b) = (Pill::new::<T>(&mut random, rounds[0]), Pill::new::<T>(&mut random, rounds[1]));
            let from: [f64; D] = scaled(&random.direction(), random.uniform(1.0, 12.0));
            b.ends = b.ends.map(|p| add(&p, &from).map(|x| T::PRECISION.round(x)));
            let aim = add_scaled(&scaled(&from, -1.0), &random.direction(), random.uniform(0.0, 6.0));
            let v = scaled(&aim, random.magnitude(-4, 4)).map(|x| T::PRECISION.round(x));
            let found = cast(&a.shape::<T>(), &b.shape::<T>(), vector::<T, D>(&v)).unwrap();
            let what = format!("{name} {rounds:?} {seed}: {found:?}");
            assert_eq!(found.undecided, None, "{what}");
            let l = a.ends.iter().flat_map(|p| b.ends.map(|q| largest_coordinate(&sub(p, &q)))).fold(0.0, f64::max);
            let unit = T::PRECISION.epsilon() * (l + a.radius + b.radius);
            match &found.hit {
                Some(hit) if a.compare(&b, &v, 0.0).is_le() => {
                    inside += 1;
                    assert!(hit.toi.wide() == 0.0, "{what}");
                }
                Some(hit) => {
                    hits += 1;
                    let (toi, lower) = (hit.toi.wide(), found.lower.unwrap().wide());
                    assert!(lower <= toi && a.compare(&b, &v, lower).is_ge(), "late: {what}");
                    let gap = a.gap(&b, &scaled(&v, toi)).abs() / unit;
                    worst = worst.max(gap);
                    assert!(gap <= BOUND, "{gap}: {what}");
                    evaluations.push(found.evaluations);
                }
                None => {
                    misses += 1;
                    // Where they are nearest, by trisection.
                    let (mut low, mut high) = (0.0, 100.0 / norm(&v));
                    for _ in 0..100 {
                        let third = (high - low) / 3.0;
                        let [p, q] = [low + third, high - third].map(|t| a.gap(&b, &scaled(&v, t)));
                        if p < q { high -= third } else { low += third }
                    }
                    let gap = a.gap(&b, &scaled(&v, low)) / unit;
                    assert!(gap >= -BOUND, "missed by {gap}: {what}");
                }
            }
        }
        evaluations.sort_unstable();
        let median = evaluations[evaluations.len() / 2];
        println!(
            "{name} {rounds:?}: {hits} hits, {inside} at 0, {misses} misses, error {worst:.2}, evaluations {median}"
        );
        assert!(hits > count / 10 && misses > count / 10 && inside > count / 100, "{hits} {misses} {inside}");
        assert!(median <= most, "{median}");
    }
}

#[test]
fn balls_and_capsules() {
    pills::<f32, 2>("2D f32", [2, 4, 5]);
    pills::<f64, 2>("2D f64", [2, 4, 5]);
    pills::<f32, 3>("3D f32", [2, 4, 5]);
    pills::<f64, 3>("3D f64", [2, 4, 5]);
}

/// Casts of shapes on their way to each other, one like another in each dimension: medians of evaluations.
#[test]
fn few_evaluations() {
    fn median<T: Float, const D: usize>(what: &str, most: u32, shape: impl Fn(&mut Random) -> Dyn<T, D>)
    where
        Cases: Expansion<T, D>,
    {
        let mut evaluations = Vec::new();
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let (a, b) = (shape(&mut random), shape(&mut random));
            let from: [f64; D] = scaled(&random.direction(), random.uniform(4.0, 10.0));
            let aim = add_scaled(&scaled(&from, -1.0), &random.direction(), random.uniform(0.0, 1.5));
            let found = cast(&a, &b.posed(vector::<T, D>(&from)).unwrap(), vector::<T, D>(&aim)).unwrap();
            if found.hit.is_some() {
                evaluations.push(found.evaluations);
            }
        }
        evaluations.sort_unstable();
        let median = evaluations[evaluations.len() / 2];
        println!("{what}: {median} of {}, at most {}", evaluations.len(), evaluations.last().unwrap());
        assert!(evaluations.len() > 200 && median <= most, "{what}: {median} evaluations");
    }
    fn half<T: Float, const D: usize>(random: &mut Random) -> SVector<T, D> {
        SVector::from_fn(|_, _| T::narrowed(random.uniform(0.5, 1.5)))
    }
    fn turned<T: Float>(shape: impl Support<3, Scalar = T> + 'static, random: &mut Random) -> Dyn<T, 3> {
        let pose = gjk::Pose::new(common::rotation(&random.frame()), SVector::zeros()).unwrap();
        Box::new(shape.posed(pose).unwrap())
    }
    in_both_precisions! {
        median::<T, 3>("hulls of 32", 8, |random| {
            let points: Vec<[f64; 3]> = (0..32).map(|_| random.direction::<3>().map(|x| T::PRECISION.round(x))).collect();
            Box::new(cloud::<T, 3>(&points))
        });
        median::<T, 3>("boxes", 6, |random| turned(Cuboid::new(half::<T, 3>(random)).unwrap(), random));
        median::<T, 3>("cylinders and cones", 40, |random| {
            let [radius, height] = [random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)].map(T::narrowed);
            if random.coin() {
                turned(Cylinder::new(radius, height).unwrap(), random)
            } else {
                turned(Cone::new(radius, height).unwrap(), random)
            }
        });
        median::<T, 2>("rectangles", 5, |random| Box::new(Cuboid::new(half::<T, 2>(random)).unwrap()));
        median::<T, 2>("octagons", 5, |random| {
            let points: Vec<[f64; 2]> = (0..8).map(|_| random.direction::<2>().map(|x| T::PRECISION.round(x))).collect();
            Box::new(cloud::<T, 2>(&points))
        });
    }
}

/// A shape of either precision, measured in `f64`.
struct Widened<'s, T, const D: usize>(&'s dyn Support<D, Scalar = T>);

impl<T: Float, const D: usize> Support<D> for Widened<'_, T, D> {
    type Scalar = f64;
    fn support(&self, direction: &SVector<f64, D>) -> gjk::nalgebra::Point<f64, D> {
        self.0.support(&direction.map(T::narrowed)).map(Float::wide)
    }
    fn margin(&self) -> f64 {
        self.0.margin().wide()
    }
}

/// What holds of every cast, whatever the right time is: `a`, at rest, and `b`, moved by `v`, are apart at times before the
/// lower bound; another unit of time is another number; it is all the same which of the two moves.
fn assert_consistent<T: Float, const D: usize>(
    a: &Dyn<T, D>,
    b: &Dyn<T, D>,
    v: &[f64; D],
    within: f64,
    what: &str,
) -> Option<bool>
where
    Cases: Expansion<T, D> + Expansion<f64, D>,
{
    let velocity = vector::<T, D>(v);
    let found = cast(a, b, velocity).unwrap();
    let what = format!("{what}: {found:?}");
    let at = |t: f64| b.posed(vector::<T, D>(&scaled(v, t))).unwrap();
    if let Some(hit) = &found.hit {
        let (toi, lower) = (hit.toi.wide(), found.lower.unwrap().wide());
        assert!(lower <= toi, "{what}");
        for k in 0..8_u32 {
            assert!(
                toi == 0.0 || !intersects(a, &at(lower * (1.0 - 1e-4) * f64::from(k) / 7.0)),
                "at {k} of 7: {what}"
            );
        }
        let gap = distance(&Widened(a), &Widened(&at(toi))).distance;
        assert!(gap <= within, "{gap:e} apart: {what}");
        if let Some(normal) = &hit.normal {
            assert!((norm(&wide(normal)) - 1.0).abs() < 8.0 * T::PRECISION.epsilon(), "{what}");
        }
    }
    let time = |found: Cast<T, D>| found.hit.map(|hit| hit.toi.wide());
    if found.undecided.is_some() {
        println!("{what}");
        let lower = found.lower.unwrap().wide();
        assert!((0..8_u32).all(|k| !intersects(a, &at(lower * (1.0 - 1e-4) * f64::from(k) / 7.0))), "{what}");
        return None;
    }
    let toi = time(found);
    let thrice = time(cast(a, b, velocity * T::narrowed(4.0)).unwrap());
    assert_eq!(thrice, toi.map(|toi| 0.25 * toi), "{what}");
    let other = cast(a, b, Velocities { a: -velocity, b: SVector::zeros(), until: None }).unwrap();
    assert_eq!(time(other), toi, "{what}");
    Some(toi.is_some())
}

#[test]
fn what_holds_of_every_cast() {
    in_both_precisions! {
        let (mut hits, mut casts, mut undecided) = (0, 0, 0);
        for seed in 0..count() / 5 {
            let mut random = Random::new(seed);
            let mut shape = |kind: usize| -> Dyn<T, 3> {
                let mut length = || T::narrowed(random.uniform(0.3, 1.5));
                let (x, y, z) = (length(), length(), length());
                let shape: Dyn<T, 3> = match kind {
                    0 => Box::new(Cuboid::new(Vector3::new(x, y, z)).unwrap()),
                    1 => Box::new(Cylinder::new(x, y).unwrap()),
                    2 => Box::new(Cone::new(x, y).unwrap()),
                    3 => Box::new(Cuboid::new(Vector3::new(x, y, z)).unwrap().swollen(x).unwrap()),
                    _ => Box::new(Capsule::new(Point3::new(x, y, z), Point3::new(z, -x, y), x).unwrap()),
                };
                let pose = gjk::Pose::new(common::rotation(&random.frame()), SVector::zeros()).unwrap();
                Box::new(shape.posed(pose).unwrap())
            };
            let (kind_a, kind_b) = ((seed % 5) as usize, (seed / 5 % 5) as usize);
            let (a, b) = (shape(kind_a), shape(kind_b));
            let from: [f64; 3] = scaled(&random.direction(), random.uniform(2.0, 9.0));
            let aim = add_scaled(&scaled(&from, -1.0), &random.direction(), random.uniform(0.0, 5.0));
            let v = scaled(&aim, random.magnitude(-3, 3)).map(|x| T::PRECISION.round(x));
            let b: Dyn<T, 3> = Box::new(b.posed(vector::<T, 3>(&from)).unwrap());
            // Poses round coordinates, too: as much again, and twice as much for curved shapes.
            let within = 2.0 * BOUND * T::PRECISION.epsilon() * 12.0;
            match assert_consistent(&a, &b, &v, within, &format!("{kind_a} {kind_b} {seed}")) {
                Some(hit) => hits += u32::from(hit),
                None => undecided += 1,
            }
            casts += 1;
        }
        println!("{hits} hits, {undecided} undecided of {casts}");
        assert!(hits * 10 > casts * 3 && hits * 10 < casts * 9, "{hits} of {casts}");
        // Curved shapes against curved shapes, with a gap of a few dozen ε left.
        assert!(undecided * 200 <= casts, "{undecided} of {casts}");
    }
}

/// In both precisions, scaled by powers of two.
macro_rules! at_all_scales {
    (|$scale:ident: $t:ident| $body:block) => {
        in_both_precisions! {
            for exponent in [-13, -3, 0, 5, 13] {
                let $scale: T = T::narrowed(f64::powi(2.0, exponent));
                type $t = T;
                $body
            }
        }
    };
}

#[test]
fn touching_at_the_start_is_a_hit_at_once() {
    at_all_scales!(|s: N| {
        let cube = Cuboid::new(Vector3::new(s, s, s)).unwrap();
        let beside = (&cube).posed(Vector3::new(s + s, N::narrowed(0.25) * s, N::narrowed(0.0))).unwrap();
        // Towards it, along its face, away from it.
        for v in [Vector3::new(-s, s, s), Vector3::new(N::narrowed(0.0), s, s), Vector3::new(s, s, s)] {
            let hit = cast(&cube, &beside, v).unwrap().hit.expect("touching is a hit");
            assert!(hit.toi == 0.0 && hit.normal == Some(Vector3::x()), "{hit:?}");
        }
        let ball = Ball::new(Point3::new(s + s, N::narrowed(0.0), N::narrowed(0.0)), s).unwrap();
        let hit = cast(&cube, &ball, Vector3::new(s, s, s)).unwrap().hit.expect("touching is a hit");
        assert!(hit.toi == 0.0 && hit.normal == Some(Vector3::x()), "{hit:?}");
    });
}

#[test]
fn an_overlap_at_the_start_has_no_normal() {
    at_all_scales!(|s: N| {
        let cube = Cuboid::new(Vector3::new(s, s, s)).unwrap();
        let into = (&cube).posed(Vector3::new(s, N::narrowed(0.25) * s, N::narrowed(0.0))).unwrap();
        let found = cast(&cube, &into, Vector3::new(s, s, s)).unwrap();
        assert_eq!(found.lower, Some(N::narrowed(0.0)));
        let hit = found.hit.expect("inside is a hit");
        assert!(hit.toi == 0.0 && hit.normal.is_none(), "{hit:?}");
        let ball = Ball::new(Point3::new(s, s, s), s).unwrap();
        assert_eq!(cast(&cube, &ball, Vector3::new(s, s, s)).unwrap().hit.expect("inside").normal, None);
    });
}

#[test]
fn along_a_face_the_gap_decides() {
    at_all_scales!(|s: N| {
        let cube = Cuboid::new(Vector3::new(s, s, s)).unwrap();
        // Some way off, at the height of the face and a little above.
        for (gap, meets) in [(0.0, true), (2048.0, false), (65536.0, false)] {
            let height = s + s * (N::narrowed(1.0) + N::narrowed(gap * <N as Float>::PRECISION.epsilon()));
            let ahead = (&cube).posed(Vector3::new(N::narrowed(7.0) * s, height, N::narrowed(0.3) * s)).unwrap();
            let found = cast(&cube, &ahead, Vector3::new(-s, N::narrowed(0.0), N::narrowed(0.0))).unwrap();
            assert_eq!(found.undecided, None);
            assert_eq!(found.hit.as_ref().map(|hit| hit.toi.wide()), meets.then_some(5.0), "{gap}");
            let over = (&cube).posed(Vector3::new(N::narrowed(0.5) * s, height, N::narrowed(0.3) * s)).unwrap();
            let found = cast(&cube, &over, Vector3::new(-s, N::narrowed(0.0), s)).unwrap();
            assert_eq!(found.hit.as_ref().map(|hit| hit.toi.wide()), meets.then_some(0.0), "{gap} {found:?}");
        }
    });
}

/// Points on a grid, so that heights and speeds are exact numbers, against half-spaces.
#[test]
fn half_spaces_are_reached_in_time() {
    in_both_precisions! {
        let n = T::narrowed;
        let (mut hits, mut misses, mut inside) = (0, 0, 0);
        for seed in 0..count() {
            let mut random = Random::new(seed);
            let mut grid = |scale: f64| -> [f64; 3] { array::from_fn(|_| f64::from(random.integer(-60, 60)) * scale) };
            let (points, normal, v) = ([(); 5].map(|()| grid(0.125)), grid(1.0), grid(0.25));
            if largest_coordinate(&normal) == 0.0 {
                continue;
            }
            let offset = f64::from(random.integer(-800, 200));
            let ground = HalfSpace::new(vector::<T, 3>(&normal), n(offset)).unwrap();
            let both = Velocities { a: vector::<T, 3>(&scaled(&v, -1.0)), b: vector::<T, 3>(&v), until: None };
            let found = ground.cast(&cloud::<T, 3>(&points), both).unwrap();
            let height = points.iter().map(|p| dot(p, &normal)).fold(f64::INFINITY, f64::min) - offset;
            let speed = -2.0 * dot(&v, &normal);
            let what = format!("{seed}: {found:?}, {height} at {speed}");
            let Some(hit) = &found.hit else {
                misses += 1;
                assert!(height > 0.0 && speed <= 0.0, "{what}");
                continue;
            };
            if height <= 0.0 {
                inside += 1;
                assert!(hit.toi == n(0.0) && hit.normal.is_some() == (height == 0.0), "{what}");
                continue;
            }
            hits += 1;
            let (toi, lower) = (hit.toi.wide(), found.lower.unwrap().wide());
            assert!(lower <= (height / speed).next_up() && lower <= toi, "{what}");
            let gap = (toi - height / speed) * speed / norm(&normal);
            assert!(gap.abs() <= BOUND * 32.0 * T::PRECISION.epsilon(), "{gap}: {what}");
            let ray = ground.raycast(&point::<T, 3>(&points[0]), &vector::<T, 3>(&v)).unwrap();
            assert!(ray.hit.is_none_or(|ray| ray.toi.wide() * 0.5 >= lower), "{what}");
        }
        assert!(hits * 5 > count() && misses * 10 > count() && inside * 20 > count(), "{hits} {misses} {inside}");
    }
}

#[test]
fn without_motion_a_cast_is_a_static_query() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    for (x, meets) in [(1.5, true), (2.0, true), (2.5, false)] {
        let other = (&cube).posed(Vector3::new(x, 0.0, 0.0)).unwrap();
        for velocities in
            [Velocities::from(Vector3::zeros()), Velocities { a: Vector3::x(), b: Vector3::x(), until: None }]
        {
            let found = cast(&cube, &other, velocities).unwrap();
            assert_eq!(found.hit.map(|hit| hit.toi), meets.then_some(0.0), "{x}");
            assert_eq!(found.lower, meets.then_some(0.0));
        }
    }
}

#[test]
fn what_is_no_motion_is_refused() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let other = (&cube).posed(Vector3::new(5.0, 0.0, 0.0)).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        let v = Vector3::new(-1.0, bad, 0.0);
        assert_eq!(cast(&cube, &other, v), Err(Error::OutOfRange("velocity of B")));
        let both = Velocities { a: v, b: Vector3::zeros(), until: None };
        assert_eq!(cast(&cube, &other, both), Err(Error::OutOfRange("velocity of A")));
        assert_eq!(raycast(&cube, &Point3::new(5.0, 0.0, 0.0), &v), Err(Error::OutOfRange("direction")));
        let limited = Velocities { until: Some(bad), ..Vector3::x().into() };
        assert_eq!(cast(&cube, &other, limited), Err(Error::OutOfRange("last time")));
        assert!(Query::new().within(bad).cast(&cube, &other, Vector3::x()).is_err());
    }
    assert_eq!(raycast(&cube, &Point3::new(5.0, 0.0, 0.0), &Vector3::zeros()), Err(Error::Zero("direction")));
    let refused = cast(&cube, &other, Velocities { until: Some(-1.0), ..Vector3::x().into() });
    assert_eq!(refused, Err(Error::Negative("last time")));
}

#[test]
fn the_unit_of_time_is_free() {
    let cube = Cuboid::new(Vector3::new(1.0_f32, 1.0, 1.0)).unwrap();
    let other = (&cube).posed(Vector3::new(6.0, 0.5, 0.0)).unwrap();
    for exponent in [-100, -60, -20, 0, 20, 60, 100] {
        let speed = f32::powi(2.0, exponent);
        let found = cast(&cube, &other, Vector3::new(-speed, 0.0, 0.0)).unwrap();
        assert_eq!(found.hit.unwrap().toi, 4.0 / speed, "{exponent}");
    }
}

#[test]
fn limits_are_kept() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let other = (&cube).posed(Vector3::new(6.0, 0.5, 0.0)).unwrap();
    let v = Vector3::new(-1.0, 0.0, 0.0);
    for (until, hits) in [(0.0, false), (1.0, false), (3.99, false), (4.0, true), (5.0, true)] {
        let found = cast(&cube, &other, Velocities { until: Some(until), ..v.into() }).unwrap();
        assert_eq!(found.hit.is_some(), hits, "{until}");
        assert!(hits || found.lower == Some(until));
    }
    for within in [0.0, 0.25, 1.0, 3.0, 4.0, 5.0] {
        let hit = Query::new().within(within).cast(&cube, &other, v).unwrap().hit.unwrap();
        assert!((hit.toi - f64::max(0.0, 4.0 - within)).abs() < 1e-14, "{within} {hit:?}");
        assert_eq!(hit.normal, Some(Vector3::x()));
    }
    let cut = Query::new().max_evaluations(1).cast(&cube, &other, Vector3::new(-1.0, 0.3, 0.2)).unwrap();
    assert!(cut.hit.is_none() && cut.undecided == Some(gjk::Undecided::Limit) && cut.lower.unwrap() <= 4.0, "{cut:?}");
}

/// parry issue 180: a square that falls on a long segment, beside its end or on it, and was reported to miss.
#[test]
fn parry_180_a_square_falls_on_a_segment() {
    in_both_precisions! {
        let n = T::narrowed;
        let segment = Segment::new([Point2::new(n(1.0), n(1.0)), Point2::new(n(124.0), n(1.0))]).unwrap();
        for x in [15.689464, 15.689465, 15.689466] {
            let square = Cuboid::new(Vector2::new(n(2.0), n(2.0))).unwrap().posed(Vector2::new(n(x), n(54.00709))).unwrap();
            let found = cast(&segment, &square, Vector2::new(n(0.0081385), n(-0.999966))).unwrap();
            let toi = found.hit.expect("it falls on it").toi.wide();
            assert!((toi - 51.00709 / 0.999966).abs() < 64.0 * 55.0 * T::PRECISION.epsilon(), "{toi}");
        }
    }
}

/// parry issue 429: a ball above a floor of growing size, whose time was short.
#[test]
fn parry_429_a_ball_falls_on_a_floor() {
    in_both_precisions! {
        let n = T::narrowed;
        for half in [5.0, 50.0, 500.0] {
            let floor = Cuboid::new(Vector3::new(n(half), n(0.5), n(half))).unwrap();
            let floor = floor.posed(Vector3::new(n(0.0), n(-0.5), n(0.0))).unwrap();
            for y in 1..=50_u8 {
                let ball = Ball::new(Point3::new(n(0.0), n(f64::from(y)), n(0.0)), n(0.5166)).unwrap();
                let hit = cast(&floor, &ball, Vector3::new(n(0.0), n(-1.0), n(0.0))).unwrap().hit.expect("it falls");
                let want = f64::from(y) - 0.5166;
                let l = f64::max(f64::from(y), half) + 0.5166;
                assert!((hit.toi.wide() - want).abs() <= 64.0 * l * T::PRECISION.epsilon(), "{half} {y} {hit:?}");
                assert_eq!(hit.normal, Some(Vector3::new(n(0.0), n(1.0), n(0.0))));
            }
        }
    }
}

/// collision-rs issue 111: a circle on its way to a turned rectangle, a query that did not end.
#[test]
fn collision_rs_111_a_circle_runs_into_a_turned_rectangle() {
    in_both_precisions! {
        let n = T::narrowed;
        let quarter = gjk::nalgebra::SMatrix::<T, 2, 2>::new(n(0.0), n(-1.0), n(1.0), n(0.0));
        let pose = gjk::Pose::new(quarter, Vector2::new(n(164.1754), n(-13.967552))).unwrap();
        let rectangle = Cuboid::new(Vector2::new(n(25.0), n(5.0))).unwrap().posed(pose).unwrap();
        let circle = Ball::new(Point2::new(n(158.0754), n(-5.287695)), n(1.0)).unwrap();
        let v = Vector2::new(n(159.39767) - n(158.0754), n(-6.6099815) - n(-5.287695));
        let hit = cast(&rectangle, &circle, v).unwrap().hit.expect("they meet");
        assert!((hit.toi.wide() - 0.0756275).abs() < 1e-5, "{hit:?}");
        assert_eq!(hit.normal, Some(Vector2::new(n(-1.0), n(0.0))));
    }
}

#[test]
fn rays_see_faces_edges_and_corners() {
    in_both_precisions! {
        let n = T::narrowed;
        let cube = Cuboid::new(Vector3::new(n(1.0), n(2.0), n(3.0))).unwrap();
        let at = |p: [f64; 3]| Point3::from(p.map(n));
        let seen = |from: [f64; 3], to: [f64; 3]| {
            let found = raycast(&cube, &at(from), &(at(to) - at(from))).unwrap();
            found.hit.map(|hit| (hit.toi.wide(), hit.normal))
        };
        assert_eq!(seen([5.0, 1.0, 1.0], [3.0, 1.0, 1.0]), Some((2.0, Some(Vector3::x()))));
        assert_eq!(seen([0.5, 7.0, -1.0], [0.5, 6.0, -1.0]), Some((5.0, Some(Vector3::y()))));
        assert_eq!(seen([5.0, 1.0, 1.0], [6.0, 1.0, 1.0]), None);
        assert_eq!(seen([0.0, 0.0, 0.0], [6.0, 1.0, 1.0]), Some((0.0, None)));
        // Onto an edge, and onto a corner.
        let (toi, normal) = seen([3.0, 4.0, 0.0], [2.0, 3.0, 0.0]).expect("the edge");
        assert!((toi - 2.0).abs() < 1e-5 && normal.unwrap().dot(&Vector3::new(n(1.0), n(1.0), n(0.0))) > n(0.9), "{toi}");
        let (toi, _) = seen([3.0, 4.0, 5.0], [2.0, 3.0, 4.0]).expect("the corner");
        assert!((toi - 2.0).abs() < 1e-5, "{toi}");
        // A point and a segment are shapes, too.
        let segment = Segment::new([Point3::origin(), at([0.0, 4.0, 0.0])]).unwrap();
        let found = raycast(&segment, &at([2.0, 1.0, 0.0]), &Vector3::new(n(-0.5), n(0.25), n(0.0))).unwrap();
        assert!((found.hit.expect("the segment").toi.wide() - 4.0).abs() < 1e-5);
    }
    // On a line.
    let interval = Segment::new([gjk::nalgebra::Point1::new(1.0), gjk::nalgebra::Point1::new(2.0)]).unwrap();
    let found = raycast(&interval, &gjk::nalgebra::Point1::new(5.0), &Vector1::new(-1.5)).unwrap();
    assert_eq!(found.hit.unwrap().toi, 2.0);
}

/// The exact time, bracketed by two numbers beside each other.
#[cfg(feature = "exact")]
#[test]
fn exact_casts_are_exact() {
    fn check<const D: usize>()
    where
        Cases: Expansion<f64, D> + gjk::exact::ExactCases<D>,
    {
        let (mut hits, mut misses, mut touching) = (0, 0, 0);
        for seed in 0..count() / 5 {
            let way = WAYS[(seed % 4) as usize];
            let kind = Kind::ALL[(seed / 4 % 9) as usize];
            let Scene { a, b, v } = scene::<f64, D>(way, kind, seed);
            let want = passage::time(&a, &b, &v, Which::First);
            let (shape_a, shape_b) = (cloud::<f64, D>(&a), cloud::<f64, D>(&b));
            let found = gjk::exact::cast(&shape_a, &shape_b, vector::<f64, D>(&v)).unwrap().unwrap();
            let what =
                format!("{D} {way:?} {kind:?} {seed}: {found:?}, exactly {:?}", want.as_ref().map(Rational::to_f64));
            match (found.lower(), want) {
                (Some(lower), Some(want)) => {
                    hits += 1;
                    let above = lower.next_up();
                    assert!(Rational::from_f64(lower) <= want && want <= Rational::from_f64(above), "{what}");
                    let toi = found.rounded_toi().unwrap();
                    assert!(toi == lower || toi == above, "{what}");
                    if let Some(normal) = found.unit_normal() {
                        assert!((norm(&normal) - 1.0).abs() < 1e-14, "{what}");
                        let plane = certificate::gap(&a, &b, &normal).to_f64() + toi * dot(&v, &normal);
                        let l =
                            a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
                        assert!(
                            plane.abs() <= 64.0 * l * f64::EPSILON && (toi == 0.0 || dot(&v, &normal) < 0.0),
                            "{what}"
                        );
                        touching += 1;
                    } else {
                        assert!(toi == 0.0, "{what}");
                    }
                }
                (None, None) => misses += 1,
                _ => panic!("{what}"),
            }
        }
        println!("{D}D: {hits} hits, {misses} misses");
        assert!(hits > misses / 4 && misses > hits / 8 && touching > hits / 4, "{hits} {misses} {touching}");
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<4>();
}

/// Proven bounds: not later than the exact time, and, but for grazes, misses are proven.
#[cfg(feature = "exact")]
#[test]
fn certified_casts_are_proven() {
    fn check<T: Float + gjk::exact::Float, const D: usize>()
    where
        Cases: Expansion<T, D>,
    {
        let (mut hits, mut misses, mut unproven, mut clear) = (0, 0, 0, 0);
        for seed in 0..count() / 2 {
            let way = WAYS[(seed % 4) as usize];
            let kind = Kind::ALL[(seed / 4 % 9) as usize];
            let Scene { a, b, v } = scene::<T, D>(way, kind, seed);
            let found = gjk::certified::cast(&cloud::<T, D>(&a), &cloud::<T, D>(&b), vector::<T, D>(&v)).unwrap();
            let plain = cast(&cloud::<T, D>(&a), &cloud::<T, D>(&b), vector::<T, D>(&v)).unwrap();
            assert_eq!(found.measured.hit, plain.hit);
            let want = passage::time(&a, &b, &v, Which::First);
            let what = format!("{D} {way:?} {seed}: {found:?}, exactly {:?}", want.as_ref().map(Rational::to_f64));
            match (&found.measured.lower, &want) {
                (Some(lower), Some(want)) => assert!(Rational::from_f64(lower.wide()) <= *want, "late: {what}"),
                (None, Some(_)) => assert!(!found.is_proven, "a miss: {what}"),
                _ => {}
            }
            hits += u32::from(found.measured.hit.is_some());
            if found.measured.hit.is_none() {
                misses += 1;
                unproven += u32::from(!found.is_proven);
                // Where nothing is made to touch, gaps are 1e-6 or more: clear of rounding in f64, not in f32.
                clear += u32::from(!found.is_proven && !matches!(kind, Kind::Kissing | Kind::Grid));
            }
        }
        println!(
            "{D}D: {hits} hits, {misses} misses, of which {unproven} are not proven, {clear} of them not made to touch"
        );
        assert!(hits > misses / 4 && misses > hits / 8, "{hits} {misses}");
        let most = if T::PRECISION == oracle::Precision::Double { 100 } else { 5 };
        assert!(clear * most <= misses, "{clear} of {misses} are not proven");
    }
    in_both_precisions! {
        check::<T, 1>();
        check::<T, 2>();
        check::<T, 3>();
        check::<T, 4>();
    }
}
