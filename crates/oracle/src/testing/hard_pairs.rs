//! Pairs of hulls on which rounding matters most, and the proofs of their answers. `tests/answers/accuracy.rs` in the library says which,
//! and asks in `f32` and `f64`; gjk-study asks in half precision.

#![allow(
    clippy::many_single_char_names,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the names of formulas; counts"
)]

use crate::doubled::Doubled;
use crate::exact;
use crate::random::Random;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::PointCloud;
use gjk::{Pose, Real, Support, SupportExt, contact, distance, epa::Expansion, intersects, simplex::Cases};

pub trait Float: Real + Copy + Into<f64> {
    const EPSILON: f64;
    /// What is promised, in units of ε · L.
    const PROMISED: f64 = 64.0;
    /// The smallest positive number: answers come in multiples of it.
    const SMALLEST: f64;
    /// The decades of p, for ordinary values and where they differ much.
    const NEAR: [i32; 6];
    const WIDE: [i32; 8];
    /// An exponent of two that a pose can take back.
    const POSED: i32;
    fn of(x: f64) -> Self;
}
impl Float for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    const SMALLEST: f64 = 1.401_298_464_324_817e-45;
    const NEAR: [i32; 6] = [1, 2, 3, 4, 5, 6];
    const WIDE: [i32; 8] = [8, 10, 12, 14, 17, 20, 25, 35];
    const POSED: i32 = 110;
    fn of(x: f64) -> Self {
        x as f32
    }
}
impl Float for f64 {
    const EPSILON: f64 = f64::EPSILON;
    const SMALLEST: f64 = 5e-324;
    const NEAR: [i32; 6] = [2, 4, 6, 8, 10, 12];
    const WIDE: [i32; 8] = [16, 40, 65, 75, 90, 120, 160, 290];
    const POSED: i32 = 900;
    fn of(x: f64) -> Self {
        x
    }
}

/// Products of the smaller coordinates are below its range, and so are the larger ones' with twice the digits.
#[cfg(feature = "half")]
impl Float for half::f16 {
    const EPSILON: f64 = 9.765_625e-4;
    const SMALLEST: f64 = 5.960_464_477_539_063e-8;
    const NEAR: [i32; 6] = [1, 1, 2, 2, 3, 3];
    const WIDE: [i32; 8] = [1, 2, 2, 3, 3, 4, 4, 5];
    const POSED: i32 = 8;
    fn of(x: f64) -> Self {
        half::f16::from_f64(x)
    }
}

fn dot<const D: usize>(u: &[f64; D], v: &[f64; D]) -> f64 {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}

pub fn largest<const D: usize>(u: &[f64; D]) -> f64 {
    u.iter().fold(0.0, |most, x| x.abs().max(most))
}

/// Of length 1; `None` for nothing.
pub fn unit<const D: usize>(u: [f64; D]) -> Option<[f64; D]> {
    let size = largest(&u);
    if size == 0.0 || !size.is_finite() {
        return None;
    }
    let u = if size < 1e-290 { u.map(|x| x * 1e290) } else { u };
    let size = largest(&u);
    let u = u.map(|x| x / size);
    let length = dot(&u, &u).sqrt();
    Some(u.map(|x| x / length))
}

/// How far A − B reaches along a direction.
pub fn reach<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], n: &[f64; D]) -> f64 {
    let most = a.iter().map(|p| dot(p, n)).fold(f64::NEG_INFINITY, f64::max);
    most - b.iter().map(|p| dot(p, n)).fold(f64::INFINITY, f64::min)
}

/// The depth of hulls that intersect: the least reach along all normals that a facet of A − B can have. They are
/// perpendicular to D − 1 of the edges of A and B.
pub fn depth<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> f64 {
    // A cross product of nearly parallel edges needs more digits.
    let mut edges: Vec<[Doubled; D]> = Vec::new();
    for points in [a, b] {
        for (i, p) in points.iter().enumerate() {
            edges
                .extend(points[..i].iter().map(|q| std::array::from_fn(|k| Doubled::from(p[k]) - Doubled::from(q[k]))));
        }
    }
    let mut least = f64::INFINITY;
    let mut look = |normal: [f64; D]| {
        if let Some(n) = unit(normal) {
            least = least.min(reach(a, b, &n)).min(reach(a, b, &n.map(|x| -x)));
        }
    };
    for (i, u) in edges.iter().enumerate() {
        if D == 2 {
            look(std::array::from_fn(|k| if k == 0 { -u[1].rounded() } else { u[0].rounded() }));
            continue;
        }
        for v in &edges[..i] {
            look(std::array::from_fn(|k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                (u[i] * v[j] - u[j] * v[i]).rounded()
            }));
        }
    }
    // Without a normal A − B is less than a plane: a segment, or a point.
    if least.is_finite() { least.max(0.0) } else { 0.0 }
}

/// One type for all shapes: queries are compiled once.
type Shape<'s, T, const D: usize> = dyn Support<D, Scalar = T> + 's;

/// What one kind of pairs has come to.
#[derive(Default)]
pub struct Tally {
    pub pairs: u64,
    hits: u64,
    proven: u64,
    /// The largest errors in ε · L: of the distance, the separation where apart, the depth, the points.
    pub worst: [f64; 4],
    pub faults: u64,
}

impl Tally {
    pub fn fault(&mut self, what: &str, error: f64, a: &[impl core::fmt::Debug], b: &[impl core::fmt::Debug]) {
        self.faults += 1;
        if self.faults <= 3 {
            println!("    {what}: {error:.1} ε L, A {a:?} B {b:?}");
        }
    }

    pub fn error<T: Float, const D: usize>(&mut self, k: usize, error: f64, a: &[[f64; D]], b: &[[f64; D]]) {
        self.worst[k] = self.worst[k].max(error);
        if error.is_nan() || error > T::PROMISED {
            self.fault(["distance", "separation", "depth", "points"][k], error, a, b);
        }
    }

    /// Shapes whose cores are exactly these points.
    pub fn add<T: Float, const D: usize>(&mut self, a: &Shape<T, D>, b: &Shape<T, D>, points: [&[[f64; D]]; 2])
    where
        Cases: Expansion<T, D>,
    {
        let size = points.iter().flat_map(|points| points.iter()).map(largest).fold(0.0, f64::max);
        if size == 0.0 {
            return;
        }
        self.pairs += 1;
        // What is below the normal numbers is computed above them. There a coordinate is itself rounded by as much as half of
        // the smallest number.
        let zoom = if size < 1e-200 { 2_f64.powi(900) } else { 1.0 };
        let size = size * zoom;
        let [pa, pb] = points.map(|points| points.iter().map(|p| p.map(|x| x * zoom)).collect::<Vec<_>>());
        let (pa, pb) = (&pa[..], &pb[..]);
        let unit_of_error = (T::EPSILON * size).max(T::SMALLEST * zoom / 16.0);
        let found = [distance(a, b), distance(b, a)];
        let verdict = intersects(a, b);
        let touch = contact(a, b);
        let normal: [f64; D] = touch.normal.map(Into::into).into();

        // A point of A − B; a plane.
        let distances = found.each_ref().map(|found| -> f64 { found.distance.into() * zoom });
        let mut upper = f64::INFINITY;
        for (k, found) in found.iter().enumerate() {
            let (mut sum, mut point) = (0.0, [0.0; D]);
            for vertex in found.feature.vertices() {
                let ids = vertex.ids.map(|id| id.0 as usize);
                let [i, j] = if k == 0 { ids } else { [ids[1], ids[0]] };
                let weight: f64 = vertex.weight.into();
                sum += weight;
                point = std::array::from_fn(|k| point[k] + weight * (pa[i][k] - pb[j][k]));
            }
            let point = point.map(|x| x / sum);
            let long = largest(&point);
            let length =
                if long == 0.0 { 0.0 } else { long * dot(&point.map(|x| x / long), &point.map(|x| x / long)).sqrt() };
            upper = upper.min(length);
        }
        let lower = unit(normal).map_or(0.0, |n| -reach(pa, pb, &n)).max(0.0);
        let slack = (T::PROMISED - 8.0) * unit_of_error;
        let is_proven = |d: f64| upper <= d + slack && lower >= d - slack;
        let mut truth = None;
        let mut exactly = || *truth.get_or_insert_with(|| exact::distance(pa, pb).distance());
        let error = |d: f64, truth: f64| (d - truth).abs() / unit_of_error;
        for d in distances {
            let error = if is_proven(d) {
                self.proven += 1;
                (d - lower).max(upper - d) / unit_of_error
            } else {
                error(d, exactly())
            };
            self.error::<T, D>(0, error, pa, pb);
        }
        let separation = touch.separation.into() * zoom;
        let apart = if is_proven(distances[0]) { lower } else { exactly() };
        self.hits += u64::from(apart == 0.0);
        if apart > 0.0 {
            let error = if separation > 0.0 && is_proven(separation) { 0.0 } else { error(separation, exactly()) };
            self.error::<T, D>(1, error, pa, pb);
        }
        if verdict && apart > T::PROMISED * unit_of_error {
            self.fault("intersects, apart by", apart / unit_of_error, pa, pb);
        }
        if D <= 3 && (!verdict || separation <= 0.0 || apart == 0.0) {
            let deep = if apart > 0.0 { 0.0 } else { depth(pa, pb) };
            if apart == 0.0 {
                self.error::<T, D>(2, error(-separation, deep), pa, pb);
            }
            if !verdict && deep > T::PROMISED * unit_of_error {
                self.fault("does not intersect, overlaps by", deep / unit_of_error, pa, pb);
            }
        }
        let [from, to] = touch.points;
        let off = (0..D).fold(0.0, |most: f64, k| {
            let (from, to): (f64, f64) = (from[k].into(), to[k].into());
            ((to - from) * zoom - separation * normal[k]).abs().max(most)
        });
        self.error::<T, D>(3, off / unit_of_error, pa, pb);
        let length = dot(&normal, &normal);
        if (length.sqrt() - 1.0).abs() > 4.0 * T::EPSILON {
            self.fault("the normal's length", (length.sqrt() - 1.0).abs() / T::EPSILON, pa, pb);
        }
    }
}

/// One to four points, or up to seven from four dimensions on, with coordinates by lot.
pub fn hull<T: Float, const D: usize>(random: &mut Random, values: &[f64]) -> Vec<[f64; D]> {
    (0..=random.index(if D <= 3 { 4 } else { 7 }))
        .map(|_| std::array::from_fn(|_| T::of(values[random.index(values.len())]).into()))
        .collect()
}

pub fn cloud<T: Float, const D: usize>(points: &[[f64; D]], scale: f64) -> PointCloud<T, D> {
    PointCloud::new(points.iter().map(|p| Point::from(SVector::from(p.map(|x| T::of(x * scale)))))).unwrap()
}

pub fn decade(k: i32) -> f64 {
    10_f64.powi(-k)
}

/// The values that a family takes its coordinates from; p is the `step`-th of its decades.
pub fn values<T: Float>(family: &str, step: usize) -> Vec<f64> {
    match family {
        "very different sizes" => {
            let p = decade(T::WIDE[step % T::WIDE.len()]);
            vec![0.0, 1.0, -1.0, p, -p, 2.0 * p, 0.5, -0.5, 3.0 * p, p * p, 1.0 + p]
        }
        "subnormal" => {
            let u = T::SMALLEST;
            let many = [1.0, 2.0, 3.0, 100.0, 1000.0, 1001.0][step % 6];
            vec![0.0, u, -u, 2.0 * u, many * u, -many * u, (many + 1.0) * u, 5000.0 * u, -5000.0 * u]
        }
        "integer grid" => vec![-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0],
        _ => {
            let p = decade(T::NEAR[step % T::NEAR.len()]);
            vec![0.0, 1.0, -1.0, p, -p, 2.0 * p, 0.5, -0.5, 3.0 * p, 1.0 - p, 1.0 + p]
        }
    }
}

const FAMILIES: [&str; 6] =
    ["ordinary values", "very different sizes", "subnormal", "integer grid", "common vertex", "shrinking pose"];

/// So many pairs in all.
pub fn wanted() -> u64 {
    std::env::var("PAIRS").map_or(100_000, |count| count.parse().unwrap())
}

pub fn check<T: Float, const D: usize>(pose: Option<fn(f64) -> Pose<T, D>>)
where
    Cases: Expansion<T, D>,
{
    let mut faults = 0;
    // In half precision nothing is promised of shapes that are themselves next to nothing.
    let has_room = |family: &str| T::SMALLEST < 1e-20 || !["very different sizes", "subnormal"].contains(&family);
    for (number, family) in FAMILIES.into_iter().enumerate().filter(|(_, family)| has_room(family)) {
        let mut random = Random::new(number as u64 + 1000 * D as u64 + u64::from(T::EPSILON > 1e-10) * 100);
        let mut tally = Tally::default();
        let pairs = wanted().div_ceil(4 * FAMILIES.len() as u64);
        for step in 0..pairs as usize {
            let values = values::<T>(family, step);
            let (a, mut b) = (hull::<T, D>(&mut random, &values), hull::<T, D>(&mut random, &values));
            if family == "common vertex" {
                b[0] = a[random.index(a.len())];
                if step % 2 == 0 {
                    b[0][step / 2 % D] += T::of(values[3]).into();
                    b[0] = b[0].map(|x| T::of(x).into());
                }
            }
            if let Some(pose) = pose.filter(|_| family == "shrinking pose") {
                let scale = 2_f64.powi([T::POSED, T::POSED / 2, 20, -T::POSED / 2][step % 4]);
                let posed = cloud::<T, D>(&a, scale).posed(pose(1.0 / scale)).unwrap();
                tally.add(&posed, &cloud::<T, D>(&b, 1.0), [&a, &b]);
            } else {
                tally.add(&cloud::<T, D>(&a, 1.0), &cloud::<T, D>(&b, 1.0), [&a, &b]);
            }
        }
        let Tally { pairs, hits, proven, worst: [distance, apart, depth, points], faults: more } = tally;
        println!(
            "{D}D {:3} {family:20}: {pairs} pairs, {hits} intersect, {proven} distances proven; worst {distance:.1}, \
             apart {apart:.1}, depth {depth:.1}, points {points:.1} ε L; {more} faults",
            std::any::type_name::<T>()
        );
        assert!(hits * 100 > pairs && hits * 100 < pairs * 99, "{family}: both verdicts are asked for");
        faults += more;
    }
    assert_eq!(faults, 0);
}

/// One pair, with all that is asked of it.
pub fn assert_right<T: Float, const D: usize>(a: &[[f64; D]], b: &[[f64; D]])
where
    Cases: Expansion<T, D>,
{
    let mut tally = Tally::default();
    let [a, b] = [a, b].map(|points| points.iter().map(|p| p.map(|x| T::of(x).into())).collect::<Vec<[f64; D]>>());
    tally.add(&cloud::<T, D>(&a, 1.0), &cloud::<T, D>(&b, 1.0), [&a, &b]);
    tally.add(&cloud::<T, D>(&b, 1.0), &cloud::<T, D>(&a, 1.0), [&b, &a]);
    assert_eq!(tally.faults, 0);
}
