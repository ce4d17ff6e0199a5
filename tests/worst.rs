//! A search for the worst: for each bound on rounding that a proof rests on, inputs that make what rounding does as large a part of
//! the bound as can be found, by climbing: an exponent, a last place, a sign of one number changes, and the change is kept
//! unless it makes less of it. What is exact is computed in the rationals of `oracle`.
//!
//! No ratio may be more than 1. Of each bound the search finds more than an eighth, so that a bound cut to an eighth is refuted.
//!
//! `WORST=100000 cargo test --features exact --test worst -- --nocapture` prints the ratios (docs/reliability.md) after so many steps
//! each.

#![cfg(feature = "exact")]
#![allow(clippy::float_cmp, clippy::cast_possible_truncation, reason = "exact, and numbers rounded to f32 on purpose")]

mod oracle;

use gjk::certified::doubt;
use gjk::exact::Float;
use gjk::nalgebra::{Matrix2, Point, Point2, Point3, Rotation, SVector, Similarity, Translation, Vector2, Vector3};
use gjk::shape::{Cone, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Segment, Sum, Triangle};
use gjk::{Pose, Rounding, Support, SupportExt};
use oracle::Model;
use oracle::model::Dyadic;
use oracle::random::Random;
use std::ops::{Add, Mul, Sub};

/// `f32` or `f64`.
trait Number: Float + Copy + gjk::nalgebra::RealField {
    const NAME: &'static str;
    const DIGITS: i32;
    fn of(x: f64) -> Self {
        Self::nearest(x)
    }
}
impl Number for f32 {
    const NAME: &'static str = "f32";
    const DIGITS: i32 = 24;
}
impl Number for f64 {
    const NAME: &'static str = "f64";
    const DIGITS: i32 = 53;
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
        Self(self.0.plus(&other.0.negated()))
    }
}
impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0.times(&other.0))
    }
}

impl Exact {
    /// Rounded: what is left of a difference, not before.
    fn rounded(&self) -> f64 {
        self.0.to_f64()
    }
}

fn dot<const D: usize>(x: &[Exact; D], y: &[Exact; D]) -> Exact {
    x.iter().zip(y).fold(exact(0.0), |sum, (x, y)| sum + x.clone() * y.clone())
}

/// Numbers of the type, each with so many last places, by climbing on what part of the bound the error is; and that part.
fn climb<T: Number>(seed: u64, count: usize, ratio: &dyn Fn(&[f64]) -> Option<f64>) -> f64 {
    let mut random = Random::new(seed);
    let steps: usize = std::env::var("WORST").map_or(3000, |steps| steps.parse().expect("a number of steps"));
    let fresh = |random: &mut Random| {
        let size = f64::from(random.integer(-3, 3)).exp2();
        T::of(random.uniform(-1.0, 1.0) * size).widen()
    };
    let mut worst = 0.0_f64;
    // A third of the steps each: what was climbed first may be a hill in front of the mountain.
    for _ in 0..3 {
        let mut here: Vec<f64> = (0..count).map(|_| fresh(&mut random)).collect();
        let mut height = ratio(&here).unwrap_or(0.0);
        for _ in 0..steps / 3 {
            let mut next = here.clone();
            for _ in 0..1 + random.index(3) {
                let k = random.index(count);
                let x = next[k];
                let place =
                    f64::from(random.integer(-3, 3)) * f64::from(random.integer(0, T::DIGITS) - T::DIGITS).exp2();
                next[k] = match random.index(8) {
                    0 => fresh(&mut random),
                    1 => -x,
                    2 => x * f64::from(random.integer(-4, 4)).exp2(),
                    3 => next[random.index(count)],
                    4 => x.signum() * x.abs().log2().round().exp2(),
                    _ => T::of(x * (1.0 + place)).widen(),
                };
                let size = next[k].abs();
                if next[k] != 0.0 && !(1e-5..1e5).contains(&size) {
                    next[k] = fresh(&mut random);
                }
            }
            if let Some(found) = ratio(&next)
                && found >= height
            {
                (here, height) = (next, found);
            }
        }
        worst = worst.max(height);
    }
    worst
}

/// ρ, as a part of g that two of the numbers choose, or none.
fn moved_by<T: Number>(g: f64, x: f64, most: f64) -> f64 {
    if x < 0.0 { 0.0 } else { T::of((x.fract() * most * g).min(g * most)).widen() }
}

fn sizes(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |size, x| size.max(x.abs()))
}

/// Each number moved by ρ, one way or the other, as another number says.
fn moved(numbers: &[f64], signs: &[f64], rho: f64) -> Vec<Exact> {
    numbers.iter().zip(signs).map(|(x, sign)| exact(*x) + exact(rho * sign.signum())).collect()
}

fn areas<T: Number>(n: &[f64]) -> Option<f64> {
    let g = sizes(&n[..4]);
    let rho = moved_by::<T>(g, n[8], 1.0);
    let [u0, u1, v0, v1] = [n[0], n[1], n[2], n[3]].map(T::of);
    let area = (u0 * v1 - u1 * v0).widen();
    let m = moved(&n[..4], &n[4..8], rho);
    let truth = m[0].clone() * m[3].clone() - m[1].clone() * m[2].clone();
    let bound = doubt::of_areas(T::of(g), &T::of(rho)).widen();
    Some((exact(area) - truth).rounded().abs() / bound)
}

fn volumes<T: Number>(n: &[f64]) -> Option<f64> {
    let g = sizes(&n[..9]);
    let rho = moved_by::<T>(g, n[18], 1.0 / 16.0);
    let vector = |k: usize| Vector3::new(T::of(n[k]), T::of(n[k + 1]), T::of(n[k + 2]));
    let volume = vector(0).cross(&vector(3)).dot(&vector(6)).widen();
    let m = moved(&n[..9], &n[9..18], rho);
    let product = |i: usize, j: usize, k: usize| m[i].clone() * m[j].clone() * m[k].clone();
    let truth = (product(1, 5, 6) - product(2, 4, 6))
        + (product(2, 3, 7) - product(0, 5, 7))
        + (product(0, 4, 8) - product(1, 3, 8));
    let bound = doubt::of_volumes(T::of(g), &T::of(rho)).widen();
    Some((exact(volume) - truth).rounded().abs() / bound)
}

/// Of vertices that are what they should be.
fn dots<T: Number, const D: usize>(n: &[f64]) -> Option<f64> {
    let size = sizes(&n[..D]);
    let [w, d] = [&n[..D], &n[D..2 * D]].map(|x| SVector::<T, D>::from_iterator(x.iter().map(|x| T::of(*x))));
    let length = (1..D).fold(Float::widen(&d[0]).abs(), |sum, k| T::of(sum + d[k].widen().abs()).widen());
    let truth = (0..D).fold(exact(0.0), |sum, k| sum + exact(n[k]) * exact(n[D + k]));
    let bound = doubt::of_dot::<T, D>(&T::of(size), &T::of(0.0), T::of(length)).widen();
    (bound > 0.0).then(|| (exact(w.dot(&d).widen()) - truth).rounded().abs() / bound)
}

/// ρ of a shape from there.
fn rho<T: Number, const D: usize>(shape: &dyn Support<D, Scalar = T>, from: &Point<T, D>) -> f64 {
    let Rounding { fixed, units, .. } = shape.rounding().expect("a bound");
    fixed.widen() + f64::from(units) * T::epsilon().widen() * shape.extent(from).widen()
}

/// Of a polytope with these vertices: how far its farthest point is from being one of them, in each coordinate, and from being the
/// farthest, over ρ.
fn off<T: Number, const D: usize>(shape: &dyn Support<D, Scalar = T>, model: &Model<D>, n: &[f64]) -> Option<f64> {
    let [from, d]: [[f64; D]; 2] = [std::array::from_fn(|k| n[k]), std::array::from_fn(|k| n[D + k])];
    if d == [0.0; D] {
        return None;
    }
    let place = Point::from(from.map(T::of));
    let found = shape.extreme(&SVector::from(d.map(T::of)), &place).offset;
    let bound = rho(shape, &place);
    if !bound.is_normal() {
        return None;
    }
    let s: [Exact; D] = std::array::from_fn(|k| exact(found[k].widen()));
    let way = d.map(exact);
    let reach = dot(&s, &way);
    let (mut near, mut far) = (f64::INFINITY, 0.0_f64);
    for vertex in model.vertices() {
        let x: [Exact; D] = std::array::from_fn(|k| Exact(vertex[k].clone()) - exact(from[k]));
        near = near.min((0..D).fold(0.0, |most, k| f64::max(most, (x[k].clone() - s[k].clone()).rounded().abs())));
        far = far.max((dot(&x, &way) - reach.clone()).rounded());
    }
    let length: f64 = d.iter().map(|x| x.abs()).sum();
    Some((near / bound).max(far / (bound * length)))
}

fn triple(n: &[f64], k: usize) -> Vec<[f64; 2]> {
    (0..3).map(|i| [n[k + 2 * i], n[k + 2 * i + 1]]).collect()
}

fn triangle<T: Number>(points: &[[f64; 2]]) -> Triangle<T, 2> {
    Triangle::new([points[0], points[1], points[2]].map(|p| Point2::from(p.map(T::of)))).expect("in range")
}

/// The first four numbers are for `off`.
fn segments<T: Number>(n: &[f64]) -> Option<f64> {
    let points: Vec<[f64; 3]> = vec![[n[6], n[7], n[8]], [n[9], n[10], n[11]]];
    let segment = Segment::new([points[0], points[1]].map(|p| Point3::from(p.map(T::of)))).ok()?;
    off(&segment, &Model::Points(points), n)
}

fn triangles<T: Number>(n: &[f64]) -> Option<f64> {
    let points = triple(n, 4);
    off(&triangle::<T>(&points), &Model::Points(points), n)
}

fn cuboids<T: Number>(n: &[f64]) -> Option<f64> {
    let half = [n[4].abs(), n[5].abs()];
    off(&Cuboid::new(Vector2::from(half.map(T::of))).ok()?, &Model::Cuboid(half), n)
}

fn clouds<T: Number>(n: &[f64]) -> Option<f64> {
    let points = triple(n, 4);
    let cloud = PointCloud::new(points.iter().map(|p| Point2::from(p.map(T::of)))).ok()?;
    off(&cloud, &Model::Points(points), n)
}

/// The points of a few, many times over, near where they are.
fn indexed_clouds<T: Number>(n: &[f64]) -> Option<f64> {
    let points: Vec<[f64; 2]> = (0..64)
        .map(|k| {
            let [x, y] = [n[4 + k % 6], n[4 + (k / 6 + k) % 6]];
            [x, T::of(y * (1.0 + f64::from(u32::try_from(k / 30).unwrap_or(0)) * T::epsilon().widen())).widen()]
        })
        .collect();
    let cloud = PointCloud::new(points.iter().map(|p| Point2::from(p.map(T::of)))).ok()?.indexed();
    off(&cloud, &Model::Points(points), n)
}

fn sums<T: Number>(n: &[f64]) -> Option<f64> {
    let [a, b] = [triple(n, 4), triple(n, 10)];
    let sum = Sum::new(triangle::<T>(&a), triangle::<T>(&b)).ok()?;
    off(&sum, &Model::Sum(Box::new([Model::Points(a), Model::Points(b)])), n)
}

fn hulls<T: Number>(n: &[f64]) -> Option<f64> {
    let [a, b] = [triple(n, 4), triple(n, 10)];
    let hull = Hull::new([triangle::<T>(&a), triangle::<T>(&b)]).ok()?;
    off(&hull, &Model::Hull(vec![Model::Points(a), Model::Points(b)]), n)
}

/// A pose's matrix, turned by n[10], its translation, and its scale, a power of two.
fn posed<T: Number>(n: &[f64], scales: bool) -> Option<f64> {
    let points = triple(n, 4);
    let (sin, cos) = n[10].sin_cos();
    let rotation = [[cos, -sin], [sin, cos]].map(|row| row.map(|x| T::of(x).widen()));
    let translation = [n[11], n[12]];
    let scale = if scales { (n[13].fract() * 40.0).round().exp2() } else { 1.0 };
    let matrix = Matrix2::from_fn(|i, k| T::of(rotation[i][k]));
    let place = Vector2::from(translation.map(T::of));
    let pose: Pose<T, 2> = if scales {
        Similarity::from_parts(Translation::from(place), Rotation::from_matrix_unchecked(matrix), T::of(scale)).into()
    } else {
        Pose::new(matrix, place).ok()?
    };
    let shape = triangle::<T>(&points).posed(pose).ok()?;
    off(&shape, &Model::Posed { inner: Box::new(Model::Points(points)), rotation, scale, translation }, n)
}

/// How much √square is more than a number not far from it, over a bound.
fn root_beyond(square: Exact, number: &Exact, bound: f64) -> f64 {
    let root = square.rounded().sqrt();
    let near = number.rounded();
    if near < 0.5 * root {
        (root - near) / bound
    } else {
        (square - number.clone() * number.clone()).rounded() / (root + near) / bound
    }
}

/// The reach of a curved shape from the origin, against that of the point it answers with; and how far that is outside.
fn ellipses<T: Number>(n: &[f64]) -> Option<f64> {
    let (radii, d) = ([n[0].abs(), n[1].abs()], [n[2], n[3]]);
    let shape = Ellipsoid::new(Vector2::from(radii.map(T::of))).ok()?;
    if d == [0.0; 2] || radii.contains(&0.0) {
        return None;
    }
    let (s, bound) = (shape.support(&Vector2::from(d.map(T::of))), rho(&shape, &Point2::origin()));
    let s = [s[0].widen(), s[1].widen()].map(exact);
    let stretched: [Exact; 2] = std::array::from_fn(|k| exact(radii[k]) * exact(d[k]));
    let reach = dot(&s, &d.map(exact));
    let short = root_beyond(dot(&stretched, &stretched), &reach, bound * (d[0].abs() + d[1].abs()));
    // (s₀/r₀)² + (s₁/r₁)² − 1, times the product of both squares.
    let [x, y] = [s[0].clone() * exact(radii[1]), s[1].clone() * exact(radii[0])];
    let area = exact(radii[0]) * exact(radii[1]);
    let outside =
        (x.clone() * x + y.clone() * y - area.clone() * area.clone()).rounded() / area.rounded().powi(2) / 2.0;
    let size = s[0].rounded().abs().max(s[1].rounded().abs());
    Some(short.max(outside * size / bound))
}

/// The same of a cylinder, and of a cone, which may answer with its apex.
fn round<T: Number>(n: &[f64], cone: bool) -> Option<f64> {
    let ([r, h], d) = ([n[0].abs(), n[1].abs()], [n[2], n[3], n[4]]);
    if d[0] == 0.0 && d[2] == 0.0 || r == 0.0 {
        return None;
    }
    let way = Vector3::from(d.map(T::of));
    let (s, bound) = if cone {
        let shape = Cone::new(T::of(r), T::of(h)).ok()?;
        (shape.support(&way), rho(&shape, &Point3::origin()))
    } else {
        let shape = Cylinder::new(T::of(r), T::of(h)).ok()?;
        (shape.support(&way), rho(&shape, &Point3::origin()))
    };
    let s = s.coords.map(|x| x.widen());
    let bound_along = bound * d.iter().map(|x| x.abs()).sum::<f64>();
    let across = exact(r) * exact(r) * (exact(d[0]) * exact(d[0]) + exact(d[2]) * exact(d[2]));
    let reached = exact(s[0]) * exact(d[0]) + exact(s[1]) * exact(d[1]) + exact(s[2]) * exact(d[2]);
    // The rim, on the side that is farther, and a cone's apex.
    let side = if cone || d[1] < 0.0 { -h } else { h };
    let short = root_beyond(across, &(reached.clone() - exact(side) * exact(d[1])), bound_along);
    let apex = if cone { (exact(h) * exact(d[1]) - reached).rounded() / bound_along } else { 0.0 };
    let outside = (exact(s[0]) * exact(s[0]) + exact(s[2]) * exact(s[2]) - exact(r) * exact(r)).rounded() / (2.0 * r);
    Some(short.max(apex).max(outside / bound))
}

/// Bound, how many numbers there are, the part of it that rounding takes, and whether an eighth of the bound would be refuted.
fn search<T: Number>() {
    type Ratio<'r> = &'r dyn Fn(&[f64]) -> Option<f64>;
    let bounds: [(&str, usize, Ratio<'_>); 17] = [
        ("area of two vertices", 9, &areas::<T>),
        ("volume of three", 19, &volumes::<T>),
        ("dot product, plane", 4, &dots::<T, 2>),
        ("dot product, space", 6, &dots::<T, 3>),
        ("cuboid", 6, &cuboids::<T>),
        ("segment in space", 12, &segments::<T>),
        ("triangle in the plane", 10, &triangles::<T>),
        ("cloud", 10, &clouds::<T>),
        ("indexed cloud", 10, &indexed_clouds::<T>),
        ("sum", 16, &sums::<T>),
        ("hull", 16, &hulls::<T>),
        ("posed", 13, &|n| posed::<T>(n, false)),
        ("posed, scaled", 14, &|n| posed::<T>(n, true)),
        ("ellipse", 4, &ellipses::<T>),
        ("cylinder", 5, &|n| round::<T>(n, false)),
        ("cone", 5, &|n| round::<T>(n, true)),
        ("cone, flat", 5, &|n| round::<T>(&[n[0], n[1] * 1e-3, n[2], n[3], n[4]].map(|x| T::of(x).widen()), true)),
    ];
    let mut loose = Vec::new();
    for (seed, (name, count, ratio)) in (1..).zip(bounds) {
        let worst = climb::<T>(seed, count, ratio);
        println!("| {name} | {} | {worst:.3} |", T::NAME);
        assert!(worst <= 1.0, "{name}: the error is {worst} of the bound");
        if worst <= 0.125 {
            loose.push(name);
        }
    }
    println!("loose: {loose:?}");
}

#[test]
fn the_worst_in_f32() {
    search::<f32>();
}

#[test]
fn the_worst_in_f64() {
    search::<f64>();
}
