//! The bounds on rounding that proofs rest on. For each of them a search looks for the worst input: the input for which the error is the
//! largest part of the bound. It climbs: a number of the input gets another exponent, sign or last place, and the change is kept unless it
//! makes the part smaller. Errors are computed by the rational arithmetic of `oracle`.
//!
//! No error may be larger than its bound. The search has to find an error of more than an eighth of each bound, because otherwise it would
//! not notice a bound that is cut to an eighth.
//!
//! `CAMPAIGN=100 cargo test --release --test proofs rounding_bounds:: -- --nocapture` prints what part of each bound is used.
//! `tests/proofs/holes/holes` puts mistakes of the past back into the source, one at a time, and this search has to find them.

#![allow(clippy::float_cmp, reason = "exact")]
#![allow(clippy::unnecessary_wraps, reason = "one type for all ratios")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers, and none below zero")]

use gjk::certified::{self, Proof, doubt};
use gjk::exact::{self, ExactCases, Float};
use gjk::nalgebra::{Matrix2, Point, Point2, Point3, RealField, Rotation, SVector, Similarity, Translation, Vector2};
use gjk::shape::{Ball, Cone, Cylinder, Ellipsoid, Segment};
use gjk::simplex::{Cases, SimplexCases};
use gjk::support::RoundingBound;
use gjk::{Pose, Support, SupportExt};
use oracle::model::{Dyadic, Truth};
use oracle::random::{Random, campaign};
use oracle::rational::{Int, scale_by_power_of_two};
use oracle::testing::{build, nearest};
use oracle::{Model, Rational};
use std::ops::{Add, Mul, Neg, Sub};
use std::thread;

type Shape<T, const D: usize> = Box<oracle::testing::Shape<T, D>>;

/// `f32` or `f64`.
trait Number: Float + oracle::testing::Float + RealField {
    const NAME: &'static str;
    const DIGITS: i32;
    /// The smallest positive number is 2 to this; coordinates that are taken are less than 2 to the other.
    const LEAST: i32;
    const MOST: i32;

    /// The nearest number of this type.
    fn rounded(x: f64) -> f64 {
        nearest::<Self>(x).widen()
    }
}
impl Number for f32 {
    const NAME: &'static str = "f32";
    const DIGITS: i32 = 24;
    const LEAST: i32 = -149;
    const MOST: i32 = 122;
}
impl Number for f64 {
    const NAME: &'static str = "f64";
    const DIGITS: i32 = 53;
    const LEAST: i32 = -1074;
    const MOST: i32 = 1018;
}

fn p2(exponent: i32) -> f64 {
    scale_by_power_of_two(1.0, exponent.into())
}

/// Exact numbers that read like numbers.
#[derive(Clone, Debug)]
struct Exact(Dyadic);

fn exact(x: f64) -> Exact {
    Exact(Dyadic::of(x))
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.plus(&other.0))
    }
}
impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0.times(&other.0))
    }
}
impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.negated())
    }
}

impl Exact {
    fn squared(&self) -> Self {
        self.clone() * self.clone()
    }

    /// The quotient, rounded once.
    fn over(&self, divisor: &Self) -> f64 {
        let (up, down) = (&self.0, &divisor.0);
        if up.mantissa == Int::ZERO {
            return 0.0;
        }
        match down.mantissa.cmp(&Int::ZERO) {
            std::cmp::Ordering::Equal => f64::INFINITY,
            std::cmp::Ordering::Less => -self.over(&-divisor.clone()),
            std::cmp::Ordering::Greater => {
                Rational::new(up.mantissa.clone(), down.mantissa.clone(), up.exponent - down.exponent).to_f64()
            }
        }
    }

    /// x − √y, over a bound; rounded only after what is equal has cancelled.
    fn less_root(&self, square: &Self, bound: &Self) -> f64 {
        let root = exact(square.0.rational().sqrt_to_f64());
        if self.0.is_negative() {
            return (self.clone() - root).over(bound);
        }
        (self.squared() - square.clone()).over(&((self.clone() + root) * bound.clone()))
    }
}

fn dot<const D: usize>(x: &[Exact; D], y: &[Exact; D]) -> Exact {
    x.iter().zip(y).fold(exact(0.0), |sum, (x, y)| sum + x.clone() * y.clone())
}

fn wide<T: Number, const D: usize>(v: &SVector<T, D>) -> [f64; D] {
    std::array::from_fn(|k| v[k].widen())
}

fn vector<T: Number, const D: usize>(numbers: &[f64; D]) -> SVector<T, D> {
    SVector::from(numbers.map(nearest::<T>))
}

fn size(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |size, x| size.max(x.abs()))
}

fn length1(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x.abs()).sum()
}

/// The numbers that an input is made of, as many as are asked for; all of the type.
#[derive(Clone, Debug)]
struct Genes {
    numbers: Vec<f64>,
    at: usize,
    random: Random,
    round: fn(f64) -> f64,
    digits: i32,
}

impl Genes {
    fn new<T: Number>(seed: u64) -> Self {
        let random = Random::new(seed);
        Self { numbers: Vec::new(), at: 0, random, round: T::rounded, digits: T::DIGITS }
    }

    fn fresh(&mut self) -> f64 {
        let size = p2(self.random.integer(-3, 3));
        (self.round)(self.random.uniform(-1.0, 1.0) * size)
    }

    /// Some numbers changed: the exponent, the sign, last places, or for another number.
    fn mutate(&mut self) {
        for _ in 0..=self.random.index(3) {
            let k = self.random.index(self.numbers.len());
            let x = self.numbers[k];
            let changed = match self.random.index(8) {
                0 => self.fresh(),
                1 => -x,
                2 => x * p2(self.random.integer(-4, 4)),
                3 => self.numbers[self.random.index(self.numbers.len())],
                4 => x.signum() * p2(x.abs().log2().round() as i32),
                _ => {
                    let place = p2(self.random.integer(0, self.digits) - self.digits);
                    (self.round)(x * (1.0 + f64::from(self.random.integer(-3, 3)) * place))
                }
            };
            let ordinary = changed == 0.0 || (1e-5..1e5).contains(&changed.abs());
            self.numbers[k] = if ordinary { changed } else { self.fresh() };
        }
    }

    /// A number of ordinary size.
    fn number(&mut self) -> f64 {
        if self.at == self.numbers.len() {
            let fresh = self.fresh();
            self.numbers.push(fresh);
        }
        self.at += 1;
        self.numbers[self.at - 1]
    }

    fn numbers<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.number())
    }

    fn points<const N: usize, const D: usize>(&mut self) -> [[f64; D]; N] {
        std::array::from_fn(|_| self.numbers())
    }

    /// Points with some that reach just as far along a direction as the first.
    fn level<const N: usize, const D: usize>(&mut self, d: &[f64; D]) -> Vec<[f64; D]> {
        let most = (1..D).fold(0, |most, k| if d[k].abs() > d[most].abs() { k } else { most });
        let mut points = self.points::<N, D>();
        for i in 1..N {
            let more: f64 = (0..D).map(|k| (points[0][k] - points[i][k]) * d[k]).sum();
            let level = (self.round)(points[i][most] + more / d[most]);
            if self.number() > 0.0 && level.abs() < 1e5 {
                points[i][most] = level;
            }
        }
        points.to_vec()
    }

    /// A part of 1.
    fn part(&mut self) -> f64 {
        self.number().abs().fract()
    }

    fn integer(&mut self, low: i32, high: i32) -> i32 {
        low + (self.part() * f64::from(high - low + 1)) as i32
    }

    /// ρ: nothing, or so much of g at most.
    fn rho(&mut self, g: f64, most: f64) -> f64 {
        let x = self.number();
        if x < 0.0 { 0.0 } else { (self.round)(x.fract() * most * g).min(g * most) }
    }

    /// Each number moved by ρ, one way or the other.
    fn moved<const N: usize>(&mut self, numbers: &[f64; N], rho: f64) -> [Exact; N] {
        numbers.map(|x| exact(x) + exact(rho * self.number().signum()))
    }
}

/// The error of an input, over its bound. `None` if it is not an input.
type Ratio = fn(&mut Genes) -> Option<f64>;

/// The largest ratio that is found in so many steps, and its input.
fn climb<T: Number>(seed: u64, steps: u64, ratio: Ratio) -> (f64, Vec<f64>) {
    let mut worst = (-1.0, Vec::new());
    let mut genes = Genes::new::<T>(seed);
    // An eighth of the steps each: what is climbed first may be a hill in front of the mountain.
    for _ in 0..8 {
        let mut here = Genes { numbers: Vec::new(), at: 0, ..genes.clone() };
        let mut height = ratio(&mut here).unwrap_or(-1.0);
        for _ in 0..steps / 8 {
            let mut next = here.clone();
            next.at = 0;
            next.mutate();
            let found = ratio(&mut next).unwrap_or(-1.0);
            genes.random = next.random.clone();
            if found >= height {
                (here, height) = (next, found);
            } else {
                here.random = next.random;
            }
        }
        if height > worst.0 {
            worst = (height, here.numbers);
        }
    }
    worst
}

// The tests of the filter.

fn dots<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64> {
    let [w, d]: [[f64; D]; 2] = genes.points();
    let bound = doubt::of_dot(D as u32, &nearest::<T>(0.0), &nearest::<T>(size(&w)), nearest::<T>(length1(&d)));
    let found = vector::<T, D>(&w).dot(&vector(&d)).widen();
    Some((exact(found) - dot(&w.map(exact), &d.map(exact))).over(&exact(bound.widen())).abs())
}

/// How fast a point moves along a direction, seen from one that moves, too.
fn speeds<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64> {
    let [own, other, d]: [[f64; D]; 3] = genes.points();
    let [own_vector, other_vector, direction] = [own, other, d].map(|v| vector::<T, D>(&v));
    let velocity = other_vector - own_vector;
    let bound = doubt::of_speed(&velocity, &direction).widen();
    let exact_velocity: [Exact; D] = std::array::from_fn(|k| exact(other[k]) - exact(own[k]));
    let found = exact(velocity.dot(&direction).widen());
    Some((found - dot(&exact_velocity, &d.map(exact))).over(&exact(bound)).abs())
}

/// Of vertices that are not where they should be, too.
fn areas<T: Number>(genes: &mut Genes) -> Option<f64> {
    let n: [f64; 4] = genes.numbers();
    let g = size(&n);
    let rho = genes.rho(g, 1.0);
    let [u0, u1, v0, v1] = n.map(nearest::<T>);
    let area = (u0 * v1 - u1 * v0).widen();
    let [u0, u1, v0, v1] = genes.moved(&n, rho);
    let bound = doubt::of_areas(&nearest::<T>(rho), nearest::<T>(g)).widen();
    Some((exact(area) - (u0 * v1 - u1 * v0)).over(&exact(bound)).abs())
}

/// Along the first row.
fn determinant(rows: &[Vec<Exact>]) -> Exact {
    let Some((first, others)) = rows.split_first() else { return exact(1.0) };
    let terms = first.iter().enumerate().map(|(k, x)| {
        let without = |row: &Vec<Exact>| [&row[..k], &row[k + 1..]].concat();
        let minor = determinant(&others.iter().map(without).collect::<Vec<_>>());
        x.clone() * if k % 2 == 0 { minor } else { -minor }
    });
    terms.fold(exact(0.0), Add::add)
}

fn volumes<T: Number>(genes: &mut Genes, closely: bool) -> Option<f64> {
    let n: [f64; 9] = genes.numbers();
    let g = size(&n);
    let rho = genes.rho(g, 1.0 / 16.0);
    let [a, b, c] = [0, 3, 6].map(|k| vector::<T, 3>(&[n[k], n[k + 1], n[k + 2]]));
    let (rounded_rho, rounded_g) = (nearest::<T>(rho), nearest::<T>(g));
    let [volume, bound] = if closely {
        doubt::of_volume([&a, &b, &c], &rounded_rho, &rounded_g)
    } else {
        [a.cross(&b).dot(&c), doubt::of_volumes(&rounded_rho, rounded_g)]
    };
    let truth = determinant(&genes.moved(&n, rho).chunks(3).map(<[_]>::to_vec).collect::<Vec<_>>());
    Some((exact(volume.widen()) - truth).over(&exact(bound.widen())).abs())
}

/// How far the computed normal of a facet, times a corner, is from the determinant of its corners.
fn windings<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64> {
    let corners: [[f64; D]; D] = genes.points();
    let c = corners.each_ref().map(vector::<T, D>);
    let edge = |k: usize| wide(&(c[k] - c[0]));
    let normal: [f64; D] = if D == 2 {
        let e = edge(1);
        std::array::from_fn(|k| if k == 0 { e[1] } else { -e[0] })
    } else {
        let [e, f] = [edge(1), edge(2)].map(|e| vector::<T, 3>(&[e[0], e[1], e[2]]));
        let normal = wide(&e.cross(&f));
        std::array::from_fn(|k| normal[k])
    };
    let truth = determinant(&corners.map(|p| p.map(exact).to_vec()));
    let edges = (1..D).map(|k| nearest::<T>(size(&edge(k))));
    let bound = doubt::of_winding::<T, D>(&nearest::<T>(size(corners.as_flattened())), edges);
    let error = dot(&normal.map(exact), &corners[0].map(exact)) - truth;
    (bound.widen() > 0.0).then(|| error.over(&exact(bound.widen())).abs())
}

/// The weights with which the vertices of a simplex sum to the origin. By Cramer's rule each is the determinant of the others,
/// with its sign, over the sum of all.
fn weights<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64> {
    let vertices: Vec<[f64; D]> = (0..=D).map(|_| genes.numbers()).collect();
    let rho = genes.rho(size(vertices.as_flattened()), p2(-8));
    let rounded: Vec<_> = vertices.iter().map(vector::<T, D>).collect();
    let (found, doubt) = doubt::of_weights(rounded.iter(), &nearest::<T>(rho))?;
    let moved: Vec<_> = vertices.iter().map(|w| genes.moved(w, rho).to_vec()).collect();
    let parts = (0..=D).map(|k| {
        let part = determinant(&[&moved[..k], &moved[k + 1..]].concat());
        if k % 2 == 0 { part } else { -part }
    });
    let parts: Vec<_> = parts.collect();
    let whole = parts.iter().cloned().fold(exact(0.0), Add::add);
    let bound = exact(doubt.widen()) * whole.clone();
    let errors = found.iter().zip(parts).map(|(x, part)| (exact(x.widen()) * whole.clone() - part).over(&bound).abs());
    Some(errors.fold(0.0, f64::max))
}

/// How much of its proven bounds a number needs: the part of the way to the bound on the side of the truth, x − √y.
fn between<T: Number>(number: T, bounds: [T; 2], x: &Exact, square: &Exact) -> f64 {
    let [number, lower, upper] = [number, bounds[0], bounds[1]].map(|x| exact(x.widen()));
    let above = x.less_root(square, &(number.clone() - lower));
    let below = -x.less_root(square, &(upper - number));
    if above > 0.0 { above } else { below.max(0.0) }
}

/// The bounds of a distance: two balls.
fn distances<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64>
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let [p, q]: [[f64; D]; 2] = genes.points();
    let radii = genes.numbers::<2>().map(|r| T::rounded(r.abs() * 0.25));
    let ball = |at: &[f64; D], r: f64| Ball::at(Point::from(vector::<T, D>(at)), nearest::<T>(r)).ok();
    let found = certified::distance(&ball(&p, radii[0])?, &ball(&q, radii[1])?);
    if found.verdict.proof != Proof::Bound || found.verdict.intersects {
        return None;
    }
    let way: [Exact; D] = std::array::from_fn(|k| exact(p[k]) - exact(q[k]));
    let reached = exact(found.measured.distance.widen()) + exact(radii[0]) + exact(radii[1]);
    Some(between(found.measured.distance, found.bounds?, &reached, &dot(&way, &way)))
}

/// The bounds of a depth: two triangles.
fn depths<T: Number>(genes: &mut Genes) -> Option<f64>
where
    Cases: gjk::epa::Expansion<T, 2> + ExactCases<2>,
{
    let [a, b] = [genes.points::<3, 2>(), genes.points::<3, 2>()].map(|points| Model::Points(points.to_vec()));
    let found = certified::contact(&build::<T, 2>(&a)?, &build::<T, 2>(&b)?);
    if found.verdict.proof != Proof::Bound || !found.verdict.intersects {
        return None;
    }
    let square = Truth::of(&a, &b).depth_squared();
    // √(n/d) = √(n·d)/d: all times d.
    let d = Exact(Dyadic { mantissa: square.denominator.clone(), exponent: 0 });
    let n = Exact(Dyadic { mantissa: square.numerator, exponent: square.exponent });
    let [upper, depth, lower] = [found.bounds?[0], found.measured.separation, found.bounds?[1]].map(|x| -x);
    let reached = exact(depth.widen()) * d.clone();
    let room =
        if reached.less_root(&(n.clone() * d.clone()), &exact(1.0)) > 0.0 { depth - lower } else { upper - depth };
    let room = exact(room.widen()) * d.clone();
    Some(reached.less_root(&(n * d), &room).abs())
}

/// The time before which a cast is proven not to hit: a point that moves at a segment, or in space at a triangle. The way that it
/// has to go, t·u, is Σ λₖ wₖ with Σ λₖ = 1, where wₖ leads to a corner. By Cramer's rule λₖ/t is the determinant of all w with u
/// in place of wₖ, over the volume of all w.
fn casts<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64>
where
    Cases: gjk::epa::Expansion<T, D>,
{
    let corners: [[f64; D]; D] = genes.points();
    let [point, own, past]: [[f64; D]; 3] = genes.points();
    // About towards a point between the corners.
    let aim: [f64; D] = corners.iter().fold([0.0; D], |aim, corner| {
        let part = genes.part() / f64::from(D as u32);
        std::array::from_fn(|k| aim[k] + part * corner[k])
    });
    let velocity: [f64; D] = std::array::from_fn(|k| T::rounded(aim[k] - point[k] + past[k] / 8.0 + own[k]));
    let target = build::<T, D>(&Model::Points(corners.to_vec()))?;
    let found = certified::shape_cast(
        target.moving(vector::<T, D>(&own)),
        Ball::point(Point::from(vector::<T, D>(&point))).ok()?.moving(vector::<T, D>(&velocity)),
    )
    .ok()?;

    let ways = corners.map(|w| -> Vec<_> { (0..D).map(|k| exact(w[k]) - exact(point[k])).collect() });
    let course: Vec<_> = (0..D).map(|k| exact(velocity[k]) - exact(own[k])).collect();
    let all = determinant(&ways);
    let parts = std::array::from_fn::<_, D, _>(|k| {
        let mut ways = ways.clone();
        ways[k].clone_from(&course);
        determinant(&ways)
    });
    let positive = parts.iter().all(|part| part.0.is_positive()) && all.0.is_positive();
    let negative = parts.iter().all(|part| part.0.is_negative()) && all.0.is_negative();
    if !found.is_proven || !positive && !negative {
        return None;
    }
    // The time is `all` over this.
    let sum = parts.into_iter().fold(exact(0.0), Add::add);
    let (Some(hit), Some(lower)) = (found.measured.hit, found.measured.lower) else { return Some(f64::INFINITY) };
    let [toi, lower] = [hit.time, lower].map(|x| exact(x.widen()));
    let late = toi.clone() * sum.clone() - all;
    // It may be early by rounding, where the point begins that near.
    Some(if late.over(&sum) > 0.0 { late.over(&((toi - lower) * sum)) } else { 0.0 })
}

/// The least margins with which two balls are proven to meet, or the largest with which they are proven not to. Between these margins
/// and the computed distance of the middles is what the proof leaves for rounding; the error of that distance is a part of it.
fn margins_that<T: Number, const D: usize>(genes: &mut Genes, meet: bool) -> Option<f64>
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let [p, q]: [[f64; D]; 2] = genes.points();
    let ball = |at: &[f64; D], r: T| Ball::at(Point::from(vector::<T, D>(at)), r).ok();
    let way: [Exact; D] = std::array::from_fn(|k| exact(p[k]) - exact(q[k]));
    let apart = gjk::distance(&ball(&p, nearest::<T>(0.0))?, &ball(&q, nearest::<T>(0.0))?).distance;
    let first = nearest::<T>(apart.widen() * genes.part());
    let proven = |second: T| {
        let found = certified::intersects(&ball(&p, first)?, &ball(&q, second)?);
        Some(found.intersects == meet && found.proof == Proof::Bound)
    };
    let [mut less, mut more] = [nearest::<T>(0.0), apart + apart];
    if !proven(if meet { more } else { less })? {
        return None;
    }
    loop {
        let middle = less + (more - less) * nearest::<T>(0.5);
        if middle <= less || middle >= more {
            break;
        }
        *(if proven(middle)? == meet { &mut more } else { &mut less }) = middle;
    }
    let (apart, last) = (exact(apart.widen()), exact(if meet { more } else { less }.widen()));
    let room = exact(first.widen()) + last - apart.clone();
    let error = -apart.less_root(&dot(&way, &way), &exact(1.0));
    let (error, room) = if meet { (error, room) } else { (-error, -room) };
    Some(if room.0.is_positive() { exact(error).over(&room).max(0.0) } else { f64::INFINITY })
}

/// A ball that moves at the inside of a segment, or in space of a triangle. Let n be perpendicular to that. The ball has got there
/// when n·(p + t·u − w₀) = r·|n|.
fn casts_of_balls<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64>
where
    Cases: gjk::epa::Expansion<T, D>,
{
    let corners: [[f64; D]; D] = genes.points();
    let [point, own]: [[f64; D]; 2] = genes.points();
    let radius = T::rounded(genes.number().abs() / 4.0);
    let aim: [f64; D] = corners.iter().fold([0.0; D], |aim, corner| {
        let part = (0.5 + genes.part()) / f64::from(D as u32);
        std::array::from_fn(|k| aim[k] + part * corner[k])
    });
    let velocity: [f64; D] = std::array::from_fn(|k| T::rounded(aim[k] - point[k] + own[k]));
    let target = build::<T, D>(&Model::Points(corners.to_vec()))?;
    let ball = Ball::at(Point::from(vector::<T, D>(&point)), nearest::<T>(radius)).ok()?;
    let found =
        certified::shape_cast(target.moving(vector::<T, D>(&own)), ball.moving(vector::<T, D>(&velocity))).ok()?;
    let (hit, lower) = (found.measured.hit?.time, found.measured.lower?);
    if !found.is_proven || lower.widen() <= 0.0 {
        return None;
    }
    let less = |p: &[f64; D], q: &[f64; D]| -> [Exact; D] { std::array::from_fn(|k| exact(p[k]) - exact(q[k])) };
    let unit = |k: usize| (0..D).map(|i| exact(f64::from(u8::from(i == k)))).collect::<Vec<_>>();
    let edges: Vec<Vec<Exact>> = corners[1..].iter().map(|corner| less(corner, &corners[0]).to_vec()).collect();
    let mut normal: [Exact; D] = std::array::from_fn(|k| determinant(&[&edges[..], &[unit(k)]].concat()));
    let mut height = dot(&normal, &less(&point, &corners[0]));
    if height.0.is_negative() {
        (normal, height) = (normal.map(Neg::neg), -height);
    }
    let (course, square) = (less(&velocity, &own), dot(&normal, &normal));
    let speed = -dot(&normal, &course);
    if !speed.0.is_positive() || !square.0.is_positive() {
        return None;
    }
    // Where the ball touches the plane of the corners, about: between them?
    let length = square.0.rational().sqrt_to_f64();
    let way: [f64; D] = std::array::from_fn(|k| course[k].over(&exact(1.0)) * hit.widen());
    let foot: [f64; D] = std::array::from_fn(|k| point[k] + way[k] - normal[k].over(&exact(1.0)) / length * radius);
    let seen_from = std::array::from_fn(|k| corners[0][k] + normal[k].over(&exact(length)));
    let ways = corners.map(|corner| less(&corner, &seen_from).to_vec());
    let whole = determinant(&ways);
    let parts: [f64; D] = std::array::from_fn(|k| {
        let mut ways = ways.clone();
        ways[k] = less(&foot, &seen_from).to_vec();
        determinant(&ways).over(&whole)
    });
    let on_plane = (parts.iter().sum::<f64>() - 1.0).abs() < 1e-3;
    if !on_plane || parts.iter().any(|part| *part < 0.01) {
        return None;
    }
    let [hit, lower] = [hit, lower].map(|x| exact(x.widen()));
    let left = height - hit.clone() * speed.clone();
    let reach = exact(radius).squared() * square;
    Some((-left.less_root(&reach, &((hit - lower) * speed))).max(0.0))
}

// What each shape says of its rounding.

/// Returns whether a direction of this length may be asked about, and the shape is not too small or too large for
/// a bound.
fn in_contract<T: Number>(bound: &RoundingBound<T>, length: f64, extents: [f64; 2]) -> bool {
    let low = f64::from(T::LEAST + 3 * (T::DIGITS - 1));
    let (high, log) = (f64::from(T::MOST), length.log2());
    let factors = bound.factors.map(|factor| factor.widen().log2());
    let extent = extents[0].max(extents[1]).log2();
    log.min(log + factors[0]) >= low
        && log.max(log + factors[1]) + 6.0 <= high
        && log <= high - f64::from(2 * T::DIGITS)
        && extent >= low
        && extent <= high - f64::from(T::DIGITS)
}

/// The answer of a shape of balls along a direction, seen from a point: how far is it from a point of the core, in each
/// coordinate; and how far from being a farthest one, margins included? Over what the shape says.
fn off<T: Number, const D: usize>(
    shape: &dyn Support<D, Scalar = T>,
    model: &Model<D>,
    from: [f64; D],
    d: [f64; D],
) -> Option<f64> {
    let bound = shape.rounding()?;
    let from = from.map(T::rounded);
    let place = Point::from(vector::<T, D>(&from));
    let (extent, margin, length) = (shape.extent(&place).widen(), shape.margin().widen(), length1(&d));
    if !in_contract(&bound, length, [extent, margin]) {
        return None;
    }
    let found = wide(&shape.support_from(&vector(&d), &place).offset);
    if found.iter().any(|x| !x.is_finite()) {
        return Some(f64::INFINITY);
    }
    let units = exact(f64::from(bound.units)) * exact(T::epsilon().widen()) * exact(extent);
    let rho = exact(bound.fixed.widen()) + units;
    let (s, way) = (found.map(exact), d.map(exact));
    let (reached, square) = (dot(&s, &way), dot(&way, &way));
    let root = exact(square.0.rational().sqrt_to_f64());
    let whole = rho.clone() * exact(length) + exact(bound.margin.widen()) * root.clone();
    let (mut near, mut beyond) = (f64::INFINITY, f64::NEG_INFINITY);
    for (middle, radius) in model.balls() {
        let x: [Exact; D] = std::array::from_fn(|k| Exact(middle[k].clone()) - exact(from[k]));
        // How far the ball's radius is more than the margin, and how far its middle falls short of the answer.
        let (more, short) = (Exact(radius) - exact(margin), reached.clone() - dot(&x, &way));
        let excess = if more.0.is_positive() { more.clone() } else { exact(0.0) };
        let apart = (0..D).map(|k| {
            let apart = x[k].clone() - s[k].clone();
            (if apart.0.is_negative() { -apart } else { apart }) - excess.clone()
        });
        near = near.min(apart.map(|apart| apart.over(&rho)).fold(0.0, f64::max));
        // more·|d| − short, where both may be large.
        let both = more.0.is_positive() == short.0.is_positive();
        beyond = beyond.max(if both {
            let sum = more.clone() * root.clone() + short.clone();
            (more.squared() * square.clone() - short.squared()).over(&(sum * whole.clone()))
        } else {
            (more * root.clone() - short).over(&whole)
        });
    }
    Some(near.max(beyond.abs()))
}

/// A shape seen from somewhere along a direction, for which it may be made.
fn seen<T: Number, const D: usize>(genes: &mut Genes, made: fn(&mut Genes, &[f64; D]) -> Model<D>) -> Option<f64> {
    let (from, d) = (genes.numbers(), genes.numbers());
    let model = made(genes, &d);
    off(&*build::<T, D>(&model)?, &model, from, d)
}

fn points<T: Number, const D: usize, const N: usize>(genes: &mut Genes) -> Option<f64> {
    seen::<T, D>(genes, |genes, d| Model::Points(genes.level::<N, D>(d)))
}

fn cuboids<T: Number>(genes: &mut Genes) -> Option<f64> {
    seen::<T, 3>(genes, |genes, _| Model::Cuboid(genes.numbers().map(f64::abs)))
}

/// So many points that there is an index: a few, moved a little.
fn indexed_clouds<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64> {
    seen::<T, D>(genes, |genes, d| {
        let few = genes.level::<4, D>(d);
        let ulp = T::epsilon().widen();
        let cloud = (0..64_u32).map(|k| {
            let p = few[k as usize % 4];
            std::array::from_fn(|i| T::rounded(p[i] * (1.0 + f64::from((k / 4) >> (2 * i) & 3) * ulp)))
        });
        Model::Points(cloud.collect())
    })
}

fn two_triangles(genes: &mut Genes, d: &[f64; 2]) -> [Model<2>; 2] {
    let points = genes.level::<6, 2>(d);
    [&points[..3], &points[3..]].map(|points| Model::Points(points.to_vec()))
}

fn sums<T: Number>(genes: &mut Genes) -> Option<f64> {
    seen::<T, 2>(genes, |genes, d| Model::Sum(Box::new(two_triangles(genes, d))))
}

fn hulls<T: Number>(genes: &mut Genes) -> Option<f64> {
    seen::<T, 2>(genes, |genes, d| Model::Hull(two_triangles(genes, d).to_vec()))
}

/// Parts with margins of their own.
fn round_hulls<T: Number>(genes: &mut Genes) -> Option<f64> {
    seen::<T, 2>(genes, |genes, _| {
        Model::Hull(
            genes.points::<3, 2>().map(|p| Model::Swollen(Box::new(Model::point(p)), genes.number().abs())).to_vec(),
        )
    })
}

/// Parts that have come by about the same margin in different ways, however small they are beside it.
fn swollen_hulls<T: Number>(genes: &mut Genes) -> Option<f64> {
    let less = p2(-genes.integer(0, 2 * T::DIGITS));
    let [p, q] = genes.points::<2, 2>().map(|p| Model::point(p.map(|x| x * less)));
    let (radius, times) = (genes.number().abs(), [1_u32, 2, 3, 5, 8, 16, 31][genes.integer(0, 6) as usize]);
    let once = Model::Swollen(Box::new(p), T::rounded(radius * f64::from(times)));
    let often = (0..times).fold(q, |model, _| Model::Swollen(Box::new(model), radius));
    let model = Model::Hull(vec![once, often]);
    let from = genes.numbers::<2>().map(|x| x * less);
    off(&*build::<T, 2>(&model)?, &model, from, genes.numbers())
}

/// A margin, and another one added to it up to so many times: is the sum as near to the exact one as is said?
fn margins<T: Number>(genes: &mut Genes) -> Option<f64> {
    let first = genes.number().abs();
    let less = genes.integer(0, T::DIGITS + 3);
    let next = T::rounded(genes.number().abs() * p2(-less));
    let times = 1 << genes.integer(0, 12);
    let mut shape: Shape<T, 2> = Box::new(Ball::at(Point2::origin(), nearest::<T>(first)).ok()?);
    for _ in 0..times {
        shape = Box::new(shape.swollen(nearest::<T>(next)).ok()?);
    }
    let truth = exact(first) + exact(f64::from(times)) * exact(next);
    let bound = shape.rounding()?.margin.widen();
    Some((exact(shape.margin().widen()) - truth).over(&exact(bound)).abs())
}

/// A rotation of the plane, rounded.
fn rotation<T: Number>(genes: &mut Genes) -> [[f64; 2]; 2] {
    let (sin, cos) = genes.number().sin_cos();
    [[cos, -sin], [sin, cos]].map(|row| row.map(T::rounded))
}

fn posed<T: Number>(genes: &mut Genes) -> Option<f64> {
    seen::<T, 2>(genes, |genes, _| {
        let inner = Box::new(Model::Points(genes.points::<3, 2>().to_vec()));
        Model::Posed { inner, rotation: rotation::<T>(genes), scale: 1.0, translation: genes.numbers() }
    })
}

fn posed_in_space<T: Number>(genes: &mut Genes) -> Option<f64> {
    seen::<T, 3>(genes, |genes, _| {
        let inner = Box::new(Model::Points(genes.points::<2, 3>().to_vec()));
        // About z, and then about x.
        let ([first, x], [_, y]) = (rotation::<T>(genes), rotation::<T>(genes));
        let matrix = [[first[0], first[1], 0.0], [x[0] * y[1], x[1] * y[1], -y[0]], [x[0] * y[0], x[1] * y[0], y[1]]];
        let rotation = matrix.map(|row| row.map(T::rounded));
        Model::Posed { inner, rotation, scale: 1.0, translation: genes.numbers() }
    })
}

/// By R(q)/|q|², which is not a matrix of rounded numbers.
fn posed_by_quaternion<T: Number>(genes: &mut Genes) -> Option<f64> {
    let ends = genes.points::<2, 3>();
    let q: [f64; 4] = genes.numbers();
    let [translation, from, d]: [[f64; 3]; 3] = genes.points();
    let pose = Pose::from_quaternion(q.map(nearest::<T>), vector::<T, 3>(&translation)).ok()?;
    let shape = Segment::new(ends.map(|p| Point3::from(vector::<T, 3>(&p)))).ok()?.posed(pose).ok()?;
    let bound = shape.rounding()?;
    let place = Point3::from(vector::<T, 3>(&from));
    let s = wide(&shape.support_from(&vector(&d), &place).offset).map(exact);
    let rho = exact(bound.fixed.widen()) + exact(T::epsilon().widen() * shape.extent(&place).widen());
    if d == [0.0; 3] || bound.units != 1 {
        return None;
    }
    let [w, x, y, z] = q.map(exact);
    let two = exact(2.0);
    let times = |a: &Exact, b: &Exact| a.clone() * b.clone();
    let twice = |sum: Exact| two.clone() * sum;
    let rows = [
        [
            w.squared() + x.squared() - y.squared() - z.squared(),
            twice(times(&x, &y) - times(&w, &z)),
            twice(times(&x, &z) + times(&w, &y)),
        ],
        [
            twice(times(&x, &y) + times(&w, &z)),
            w.squared() - x.squared() + y.squared() - z.squared(),
            twice(times(&y, &z) - times(&w, &x)),
        ],
        [
            twice(times(&x, &z) - times(&w, &y)),
            twice(times(&y, &z) + times(&w, &x)),
            w.squared() - x.squared() - y.squared() + z.squared(),
        ],
    ];
    // Everything times |q|².
    let square = w.squared() + x.squared() + y.squared() + z.squared();
    let (mut near, mut beyond) = (f64::INFINITY, f64::NEG_INFINITY);
    let way = d.map(exact);
    for p in ends {
        let image: [Exact; 3] = std::array::from_fn(|k| {
            let here = exact(translation[k]) - exact(from[k]) - s[k].clone();
            dot(&rows[k], &p.map(exact)) + here * square.clone()
        });
        let rho = rho.clone() * square.clone();
        near = near.min(image.iter().map(|x| x.over(&rho).abs()).fold(0.0, f64::max));
        beyond = beyond.max(dot(&image, &way).over(&(rho * exact(length1(&d)))));
    }
    Some(near.max(beyond))
}

/// Poses within each other, each by any power of two, and directions of any length.
fn posed_at_any_scale<T: Number>(genes: &mut Genes) -> Option<f64> {
    let mut exponent = genes.integer(T::LEAST + 2 * T::DIGITS, T::MOST);
    let mut model = Model::Points(genes.points::<3, 2>().map(|p| p.map(|x| x * p2(exponent))).to_vec());
    for _ in 0..=genes.integer(0, 2) {
        let next = genes.integer(T::LEAST + 2 * T::DIGITS, T::MOST);
        // Scales themselves have to be numbers.
        let by = (next - exponent).clamp(T::LEAST + T::DIGITS, T::MOST);
        exponent += by;
        let turned = rotation::<T>(genes);
        let inner = Model::Posed { inner: Box::new(model), rotation: turned, scale: 1.0, translation: [0.0; 2] };
        let translation = genes.numbers().map(|x| x * p2(exponent));
        let rotation = [[1.0, 0.0], [0.0, 1.0]];
        model = Model::Posed { inner: Box::new(inner), rotation, scale: p2(by), translation };
    }
    let (from, length) = (genes.numbers().map(|x| x * p2(exponent)), p2(genes.integer(T::LEAST, T::MOST)));
    off(&*build::<T, 2>(&model)?, &model, from, genes.numbers().map(|x| T::rounded(x * length)))
}

/// Trees of all of these.
fn trees<T: Number>(genes: &mut Genes) -> Option<f64> {
    fn tree<T: Number>(genes: &mut Genes, depth: u32) -> Model<2> {
        match genes.integer(0, if depth == 0 { 1 } else { 7 }) {
            0 => Model::Points(genes.points::<2, 2>().to_vec()),
            1 => Model::Cuboid(genes.numbers().map(f64::abs)),
            2 | 3 => Model::Sum(Box::new([tree::<T>(genes, depth - 1), tree::<T>(genes, depth - 1)])),
            4 => {
                let [a, b] = [tree::<T>(genes, depth - 1), tree::<T>(genes, depth - 1)];
                let radius = genes.number().abs();
                Model::Hull(vec![Model::Swollen(Box::new(a), radius), b])
            }
            5 => Model::Swollen(Box::new(tree::<T>(genes, depth - 1)), genes.number().abs()),
            _ => {
                let inner = Box::new(tree::<T>(genes, depth - 1));
                let scale = p2(genes.integer(-9, 9));
                let rotation = if scale == 1.0 { rotation::<T>(genes) } else { [[0.0, -1.0], [1.0, 0.0]] };
                Model::Posed { inner, rotation, scale, translation: genes.numbers() }
            }
        }
    }
    let (from, d, model) = (genes.numbers(), genes.numbers(), tree::<T>(genes, 3));
    if model.points() > 40 { None } else { off(&*build::<T, 2>(&model)?, &model, from, d) }
}

// Curved shapes, around the origin.

/// ρ of a shape seen from there.
fn rho<T: Number, const D: usize>(shape: &dyn Support<D, Scalar = T>) -> Option<f64> {
    let bound = shape.rounding()?;
    let extent = shape.extent(&Point::origin()).widen();
    Some(bound.fixed.widen() + f64::from(bound.units) * T::epsilon().widen() * extent)
}

/// How far beyond the answer it reaches along the direction; and how far the answer is outside.
fn ellipsoids<T: Number, const D: usize>(genes: &mut Genes) -> Option<f64> {
    let (radii, d) = (genes.numbers::<D>().map(f64::abs), genes.numbers::<D>());
    let shape = Ellipsoid::new(vector::<T, D>(&radii)).ok()?;
    if d == [0.0; D] || radii.contains(&0.0) {
        return None;
    }
    let (s, bound) = (wide(&shape.support(&vector(&d)).coords), rho(&shape)?);
    let stretched: [Exact; D] = std::array::from_fn(|k| exact(radii[k]) * exact(d[k]));
    let reached = dot(&s.map(exact), &d.map(exact));
    let short = -reached.less_root(&dot(&stretched, &stretched), &exact(bound * length1(&d)));
    // Σ (sₖ/rₖ)² − 1, times the product of all squares. Drawn towards the middle by half of that it is inside.
    let others =
        |k: usize| (0..D).filter(|i| *i != k).fold(exact(1.0), |product, i| product * exact(radii[i]).squared());
    let all = others(D);
    let outside = (0..D).fold(-all.clone(), |sum, k| sum + exact(s[k]).squared() * others(k)).over(&all) / 2.0;
    Some(short.max(outside * size(&s) / bound))
}

/// The same of a cylinder or a cone, which may answer with its apex.
fn round<T: Number>(genes: &mut Genes, cone: bool) -> Option<f64> {
    let [r, h, less] = genes.numbers::<3>().map(f64::abs);
    let h = if less.fract() < 0.5 { h } else { T::rounded(h * p2(-8)) };
    let d: [f64; 3] = genes.numbers();
    if d[0] == 0.0 && d[2] == 0.0 || r == 0.0 {
        return None;
    }
    let (radius, height, way) = (nearest::<T>(r), nearest::<T>(h), vector::<T, 3>(&d));
    let (s, bound) = if cone {
        let shape = Cone::with_radius(radius).half_height(height).ok()?;
        (shape.support(&way), rho(&shape)?)
    } else {
        let shape = Cylinder::with_radius(radius).half_height(height).ok()?;
        (shape.support(&way), rho(&shape)?)
    };
    let s = wide(&s.coords).map(exact);
    let along = exact(bound * length1(&d));
    let square = exact(r).squared() * (exact(d[0]).squared() + exact(d[2]).squared());
    let reached = dot(&s, &d.map(exact));
    // The rim, on the side that is farther, and a cone's apex.
    let side = if cone || d[1] < 0.0 { -h } else { h };
    let rim = -(reached.clone() - exact(side) * exact(d[1])).less_root(&square, &along);
    let apex = if cone { (exact(h) * exact(d[1]) - reached).over(&along) } else { 0.0 };
    let outside = (s[0].squared() + s[2].squared() - exact(r).squared()).over(&exact(2.0 * r * bound));
    Some(rim.max(apex).max(outside))
}

// What has no size: right or wrong.

/// Sums of up to 192 segments, three different ones, and a point: the sum of an end of each, or of its middle, moved by as little
/// as can be or not at all. So it is at a corner of the sum, on its border or inside, or beside these. Sums have more bits than what
/// they are of.
fn long_sums<T: Number>(genes: &mut Genes) -> Option<f64>
where
    Cases: SimplexCases<T, 2> + SimplexCases<T, 3> + ExactCases<2> + ExactCases<3>,
{
    fn check<T: Number, const D: usize>(genes: &mut Genes, digits: i32) -> Option<f64>
    where
        Cases: SimplexCases<T, D> + ExactCases<D>,
    {
        let (low, most) = (p2(-51), p2(digits - 51));
        // Of full size.
        let full = |x: f64| (T::rounded((0.5 + 0.5 * x.abs().fract()) * x.signum() * most) / low).trunc() * low;
        let sum = |parts: [Model<D>; 3]| {
            let [a, b, c] = parts;
            Model::Sum(Box::new([a, Model::Sum(Box::new([b, c]))]))
        };
        let [sums, places] = {
            let (mut segments, mut points) = (Vec::new(), Vec::new());
            for _ in 0..3 {
                let [p, q] = genes.points::<2, D>().map(|p| p.map(full));
                let point =
                    [p, q, std::array::from_fn(|k| T::rounded(p[k] / 2.0 + q[k] / 2.0))][genes.integer(0, 2) as usize];
                let times = 1 << genes.integer(0, 6);
                segments.push(Model::Repeated(Box::new(Model::Points(vec![p, q])), times));
                points.push(Model::Repeated(Box::new(Model::point(point)), times));
            }
            [segments, points].map(|parts| sum(parts.try_into().expect("three")))
        };
        let place = places.moved(std::array::from_fn(|_| f64::from(genes.integer(-1, 1)) * low));
        let meets = Truth::of(&sums, &place).intersects();
        let (sums, place) = (build::<T, D>(&sums)?, build::<T, D>(&place)?);
        let found = certified::intersects(&sums, &place);
        let right = exact::intersects(&sums, &place) == Some(meets) && found.is_proven() && found.intersects == meets;
        Some(if right { 0.0 } else { f64::INFINITY })
    }
    // The widths change where the coordinates have about so many bits.
    let digits = genes.integer(-17, 0);
    match genes.integer(0, 2) {
        0 => check::<T, 2>(genes, 127 + digits),
        1 => check::<T, 3>(genes, 63 + digits),
        _ => check::<T, 3>(genes, 127 + digits),
    }
}

/// Poses with something in them that is not a number, made in every way: nothing may be proven of them.
fn poses_of_no_number<T: Number>(genes: &mut Genes) -> Option<f64>
where
    Cases: SimplexCases<T, 2> + ExactCases<2>,
{
    let [x, y] = genes.numbers::<2>();
    let mut numbers = [x, y, 1.0, 0.0, 0.0, 1.0, 1.0].map(nearest::<T>);
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][genes.integer(0, 2) as usize];
    numbers[genes.integer(0, 6) as usize] = nearest::<T>(bad);
    let [x, y, a, b, c, d, scale] = numbers;
    let (place, rotation) =
        (Translation::from(Vector2::new(x, y)), Rotation::from_matrix_unchecked(Matrix2::new(a, b, c, d)));
    let pose: Pose<T, 2> = match genes.integer(0, 2) {
        0 => place.into(),
        1 => gjk::nalgebra::Isometry::from_parts(place, rotation).into(),
        _ => Similarity::from_parts(place, rotation, scale).into(),
    };
    let is_number = |x: &T| x.widen().is_finite();
    if pose.matrix().iter().chain(pose.translation()).all(is_number) {
        return None;
    }
    let shape = build::<T, 2>(&Model::Points(genes.points::<3, 2>().to_vec()))?;
    let Ok(posed) = shape.posed(pose) else { return Some(0.0) };
    let point = Ball::point(Point2::from(vector::<T, 2>(&genes.numbers()))).ok()?;
    let proven =
        certified::intersects(&posed, &point).is_proven() || certified::distance(&posed, &point).bounds.is_some();
    Some(if proven { f64::INFINITY } else { 0.0 })
}

struct Bound {
    name: &'static str,
    ratio: Ratio,
    /// How many steps the search takes, times [`campaign`].
    steps: u64,
    /// Whether the search has to find more than an eighth of the bound.
    tight: bool,
}

fn bounds<T: Number>() -> Vec<Bound>
where
    Cases: gjk::epa::Expansion<T, 2> + gjk::epa::Expansion<T, 3> + ExactCases<2> + ExactCases<3>,
{
    let bound = |name, steps, ratio: Ratio| Bound { name, ratio, steps, tight: true };
    let loose = |name, steps, ratio: Ratio| Bound { tight: false, ..bound(name, steps, ratio) };
    vec![
        bound("dot product, plane", 12000, dots::<T, 2>),
        bound("dot product, space", 12000, dots::<T, 3>),
        bound("speed, plane", 12000, speeds::<T, 2>),
        bound("speed, space", 12000, speeds::<T, 3>),
        bound("area of two vertices", 12000, areas::<T>),
        bound("volume of three", 12000, |genes| volumes::<T>(genes, false)),
        bound("volume of three, closely", 12000, |genes| volumes::<T>(genes, true)),
        bound("winding, plane", 12000, windings::<T, 2>),
        bound("winding, space", 12000, windings::<T, 3>),
        loose("distance of balls, plane", 4000, distances::<T, 2>),
        loose("distance of balls, space", 4000, distances::<T, 3>),
        loose("depth of triangles", 1200, depths::<T>),
        bound("point", 4000, points::<T, 3, 1>),
        bound("cuboid", 4000, cuboids::<T>),
        bound("triangle, plane", 8000, points::<T, 2, 3>),
        bound("segment, space", 8000, points::<T, 3, 2>),
        bound("cloud, plane", 8000, points::<T, 2, 5>),
        bound("cloud, space", 8000, points::<T, 3, 5>),
        bound("indexed cloud, plane", 2400, indexed_clouds::<T, 2>),
        bound("indexed cloud, space", 1200, indexed_clouds::<T, 3>),
        bound("sum", 6000, sums::<T>),
        bound("hull", 12000, hulls::<T>),
        bound("hull of discs", 8000, round_hulls::<T>),
        bound("hull of swollen points", 6000, swollen_hulls::<T>),
        bound("number of margins", 1200, margins::<T>),
        bound("posed, plane", 8000, posed::<T>),
        bound("posed, space", 8000, posed_in_space::<T>),
        bound("posed by a quaternion", 6000, posed_by_quaternion::<T>),
        bound("posed at any scale", 12000, posed_at_any_scale::<T>),
        bound("trees", 6000, trees::<T>),
        bound("ellipse", 8000, ellipsoids::<T, 2>),
        bound("ellipsoid", 8000, ellipsoids::<T, 3>),
        bound("cylinder", 8000, |genes| round::<T>(genes, false)),
        bound("cone", 8000, |genes| round::<T>(genes, true)),
        loose("width of sums", 160, long_sums::<T>),
        loose("poses of no number", 300, poses_of_no_number::<T>),
        bound("weights of a simplex, 4D", 2000, weights::<T, 4>),
        loose("time of a cast, plane", 2000, casts::<T, 2>),
        loose("time of a cast, space", 2000, casts::<T, 3>),
        loose("time of a ball's cast, plane", 2000, casts_of_balls::<T, 2>),
        loose("time of a ball's cast, space", 2000, casts_of_balls::<T, 3>),
        loose("margins that meet, plane", 800, |genes| margins_that::<T, 2>(genes, true)),
        loose("margins that meet, space", 800, |genes| margins_that::<T, 3>(genes, true)),
        loose("margins that do not, plane", 800, |genes| margins_that::<T, 2>(genes, false)),
        loose("margins that do not, space", 800, |genes| margins_that::<T, 3>(genes, false)),
    ]
}

fn search<T: Number>()
where
    Cases: gjk::epa::Expansion<T, 2> + gjk::epa::Expansion<T, 3> + ExactCases<2> + ExactCases<3>,
{
    let mut faults = Vec::new();
    for (seed, Bound { name, ratio, steps, tight }) in (1..).zip(bounds::<T>()) {
        let (worst, input) = climb::<T>(seed, campaign(steps), ratio);
        println!("| {name} | {} | {worst:.3} |", T::NAME);
        if worst > 1.0 {
            faults.push(format!("{name}: the error is {worst} of the bound for {input:?}"));
        }
        if tight && worst <= 0.125 {
            faults.push(format!("{name}: with {worst} of the bound it would not be seen that it was cut to an eighth"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Shapes nested in each other by the thousand take much stack.
fn with_a_large_stack(run: fn()) {
    thread::Builder::new().stack_size(1 << 28).spawn(run).expect("a thread").join().expect("no fault");
}

#[test]
fn the_worst_in_f32() {
    with_a_large_stack(search::<f32>);
}

#[test]
fn the_worst_in_f64() {
    with_a_large_stack(search::<f64>);
}

/// Between two poses a direction is longer or shorter than before both and after: that counts, too.
#[test]
fn directions_between_poses() {
    for (size, scales, length) in
        [(-522, [410, -605, 579], 768), (-90, [130, -140, 100], 60), (90, [-120, 110, -80], -70)]
    {
        let points = [[-1.0, 0.8], [0.2, 0.3], [0.8, -1.0]].map(|p| p.map(|x: f64| f64::from(x as f32) * p2(size)));
        let model = scales.iter().fold(Model::Points(points.to_vec()), |model, scale| model.scaled(p2(*scale)));
        let last = size + scales.iter().sum::<i32>();
        for length in length - 40..length + 40 {
            let (from, d) = ([p2(last - 3), p2(last - 2)], [p2(length), p2(length - 3)]);
            let within = |ratio: Option<f64>| ratio.is_none_or(|ratio| ratio <= 1.0);
            assert!(within(off(&*build::<f64, 2>(&model).expect("a shape"), &model, from, d)), "{length}");
            if let Some(shape) = build::<f32, 2>(&model).filter(|_| size > -149) {
                assert!(within(off(&*shape, &model, from, d)), "{length}");
            }
        }
    }
}
