//! Every pair that has a closed form, against exact and against doubled arithmetic: verdict, distance (also from frame to frame), contact, cast and ray.
//!
//! A third of the pairs are placed within 64 ε·L of touching. Some have parallel edges, or nearly; are thin, or far off; or have poses that are
//! rotations only to 10⁻⁵.
//!
//! `CAMPAIGN=500 cargo test --release --test contacts closed_forms::exactly -- --nocapture` takes 10⁵ pairs a row and scalar, and prints the worst
//! errors. `CAMPAIGN=5000 cargo test --release --test contacts closed_forms::doubled -- --nocapture` takes 10⁶.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]

use gjk::nalgebra::{SMatrix, SVector};
use gjk::shape::{Ball, Capsule, Cuboid, Polygon, Posed};
use gjk::simplex::Cases;
use gjk::{
    Cache, Pose, Query, RayHit, Support, SupportExt, aabb, contact, distance, epa::Expansion, exact, intersects,
    raycast, shape_cast,
};
use oracle::doubled::{Body, separation};
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add, add_scaled, dot, largest_coordinate, norm, scaled, sub};
use std::array;
use std::time::Instant;

#[derive(Default, Debug)]
pub(super) struct Tally {
    pairs: u32,
    overlaps: u32,
    doubtful: u32,
    /// Answers without a search of pairs whose verdict is clear.
    closed: u32,
    casts: u32,
    hits: u32,
    pub(super) rays: u32,
    pub(super) rays_hit: u32,
    pub(super) rays_searched: u32,
    /// In ε·L: of contacts, distances, distances with a cache, gaps at hits, and planes at rays' hits.
    worst: [f64; 5],
}

impl Tally {
    fn note(&mut self, k: usize, error: f64, what: &str) {
        assert!(error <= BOUND, "{error} ε·L, {k}: {what}");
        self.worst[k] = self.worst[k].max(error);
    }
}

/// A rotation, or a matrix that is one only to 10⁻⁵.
fn turn<T: Float, const D: usize>(random: &mut Random, frame: &[[f64; D]; D]) -> SMatrix<T, D, D> {
    let mut matrix = rotation::<T, D>(frame);
    if random.index(8) == 0 {
        return matrix.map(|x| T::narrowed(x.wide() + random.uniform(-2e-6, 2e-6)));
    }
    if D == 2 {
        // To the last bit, as from an angle.
        (matrix[(0, 1)], matrix[(1, 1)]) = (-matrix[(1, 0)], matrix[(0, 0)]);
    }
    matrix
}

/// Two shapes beside each other, so far from touching as is wanted.
fn placed<A, B, T: Float, const D: usize>(random: &mut Random, a: A, b: B) -> (Posed<A, T, D>, Posed<B, T, D>)
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    Cases: Expansion<T, D>,
{
    let first = random.frame::<D>();
    let second = match random.index(4) {
        0 => first,
        1 => array::from_fn(|k| first[(k + 1) % D]),
        2 => {
            let turn = random.magnitude(-9, -1);
            random.frame_near(&first, turn)
        }
        _ => random.frame(),
    };
    let far = if random.index(4) == 0 { scaled(&random.direction(), random.magnitude(0, 3)) } else { [0.0; D] };
    let mut pose = |frame, at: &[f64; D]| Pose::new(turn::<T, D>(random, frame), vector::<T, D>(at)).unwrap();
    let a = a.posed(pose(&first, &far)).unwrap();
    let turned = pose(&second, &[0.0; D]);
    let way: [f64; D] = if random.coin() { random.direction() } else { first[random.index(D)] };
    let gap = match random.index(3) {
        0 => T::PRECISION.epsilon() * (largest_coordinate(&far) + 2.0) * random.uniform(-64.0, 64.0),
        1 => random.uniform(-0.02, 0.02),
        _ => random.uniform(-0.6, 0.4),
    };
    let mut at = add_scaled(&far, &way, 5.0);
    let mut b = b.posed(turned).unwrap();
    for _ in 0..4 {
        b.set_pose(Pose::new(*turned.matrix(), vector::<T, D>(&at)).unwrap()).unwrap();
        let found = contact(&a, &b);
        at = add_scaled(&at, &wide(&found.normal), gap - found.separation.wide());
    }
    b.set_pose(Pose::new(*turned.matrix(), vector::<T, D>(&at)).unwrap()).unwrap();
    (a, b)
}

/// The largest coordinate of two shapes.
fn largest<T: Float, const D: usize>(a: &impl Support<D, Scalar = T>, b: &impl Support<D, Scalar = T>) -> f64 {
    let of = |bounds: gjk::Aabb<T, D>| {
        largest_coordinate(&wide(&bounds.min.coords)).max(largest_coordinate(&wide(&bounds.max.coords)))
    };
    of(aabb(a)).max(of(aabb(b)))
}

/// A shape as the oracle knows it.
pub(super) trait Known<const D: usize> {
    fn body(&self) -> Body<D>;
}

impl<T: Float, const D: usize> Known<D> for Cuboid<T, D> {
    fn body(&self) -> Body<D> {
        Body::boxed(&wide(self.half_extents()))
    }
}

impl<T: Float> Known<2> for Polygon<T> {
    fn body(&self) -> Body<2> {
        Body::ring(&self.vertices().map(|p| wide(&p.coords)).collect::<Vec<_>>(), 0.0)
    }
}

impl<T: Float, const D: usize> Known<D> for Ball<T, D> {
    fn body(&self) -> Body<D> {
        Body::ring(&[[0.0; D]], self.radius().wide())
    }
}

impl<T: Float, const D: usize> Known<D> for Capsule<T, D> {
    fn body(&self) -> Body<D> {
        Body::ring(&self.segment().points().map(|p| wide(&p.coords)), self.radius().wide())
    }
}

/// The arithmetic that judges.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By {
    Exact,
    Doubled,
}

/// Two shapes and the velocity of the second.
pub(super) struct Judged<'p, A, B, T: Float, const D: usize> {
    pub(super) by: By,
    pub(super) a: &'p Posed<A, T, D>,
    pub(super) b: &'p Posed<B, T, D>,
    pub(super) velocity: [f64; D],
}

impl<A, B, T: Float + exact::Float, const D: usize> Judged<'_, A, B, T, D>
where
    A: Support<D, Scalar = T> + Known<D> + Clone,
    B: Support<D, Scalar = T> + Known<D> + Clone,
    Cases: Expansion<T, D> + exact::ExactCases<D>,
{
    /// The second shape at a time, to rounding.
    fn at(&self, time: f64) -> Posed<B, T, D> {
        let there = add_scaled(&wide(self.b.pose().translation()), &self.velocity, time);
        let mut moved = self.b.clone();
        moved.set_pose(Pose::new(*self.b.pose().matrix(), vector::<T, D>(&there)).unwrap()).unwrap();
        moved
    }

    fn exactly(&self, time: f64) -> f64 {
        exact::contact(self.a, &self.at(time)).unwrap().separation()
    }

    fn doubled(&self, time: f64) -> f64 {
        let columns = |of: &SMatrix<T, D, D>| array::from_fn(|k| wide(&of.column(k).into_owned()));
        let body = |body: Body<D>, pose: &Pose<T, D>, time| {
            body.posed(&columns(pose.matrix()), &wide(pose.translation()), &self.velocity, time)
        };
        let a = body(self.a.shape().body(), self.a.pose(), 0.0);
        separation(&a, &body(self.b.shape().body(), self.b.pose(), time))
    }

    fn separation(&self, time: f64) -> f64 {
        match self.by {
            By::Exact => self.exactly(time),
            By::Doubled => self.doubled(time),
        }
    }

    /// The sine of the angle between way and surface. A gap that is off by e makes the time off by e over the speed along the normal.
    fn slope(&self, normal: &SVector<T, D>) -> f64 {
        dot(&wide(normal), &self.velocity).abs() / norm(&self.velocity)
    }

    /// At the time of a hit, given with the sine of the angle between way and surface, they touch. Without a hit they do not overlap where they
    /// are nearest.
    fn check_time(&self, hit: Option<(f64, f64)>, tally: &mut Tally, what: &str) {
        let unit = |time: f64| T::PRECISION.epsilon() * largest(self.a, self.b).max(largest(self.a, &self.at(time)));
        if let Some((time, slope)) = hit {
            tally.note(3, self.separation(time).abs() * slope / unit(time), what);
            return;
        }
        // By trisection of a convex function of time.
        let (mut low, mut high) = (0.0, 4.0);
        for _ in 0..50 {
            let third = (high - low) / 3.0;
            let [p, q] = [low + third, high - third].map(|t| contact(self.a, &self.at(t)).separation);
            if p < q { high -= third } else { low += third }
        }
        let gap = self.separation(low);
        assert!(gap >= -BOUND * unit(low), "missed by {gap:e}: {what}");
    }

    /// Returns whether the shapes overlap before a time.
    fn meet_before(&self, time: f64) -> bool {
        match self.by {
            By::Exact => {
                let cast = exact::shape_cast(self.a, self.b.moving(vector::<T, D>(&self.velocity))).unwrap();
                // Shapes with margins have no exact casts.
                cast.and_then(|found| found.rounded_time()).is_some_and(|exactly| time > exactly)
            }
            By::Doubled => {
                let size = largest(self.a, self.b).max(largest(self.a, &self.at(time)));
                (1..=4).any(|k| self.doubled(time * f64::from(k) / 4.0) < -1e-28 * size)
            }
        }
    }
}

fn check<A, B, T: Float + exact::Float, const D: usize>(
    by: By,
    a: &Posed<A, T, D>,
    b: &Posed<B, T, D>,
    random: &mut Random,
    what: &str,
    tally: &mut Tally,
) where
    A: Support<D, Scalar = T> + Known<D> + Clone,
    B: Support<D, Scalar = T> + Known<D> + Clone,
    Cases: Expansion<T, D> + exact::ExactCases<D>,
{
    // From here towards the other shape, or past it.
    let way = wide(&(a.pose().translation() - b.pose().translation()));
    let v = wide(&vector::<T, D>(&add_scaled(&way, &random.direction(), random.uniform(0.0, 2.0))));
    let pair = Judged { by, a, b, velocity: v };
    let want = pair.separation(0.0);
    let l = largest(a, b);
    let unit = T::PRECISION.epsilon() * l;
    if by == By::Exact {
        let off = (pair.doubled(0.0) - want).abs();
        // The normal of edges that are parallel to 10⁻⁶ loses six digits of 32.
        assert!(off <= f64::EPSILON * want.abs() + 1e-26 * l, "the oracles differ by {off:e}: {what}");
    }
    let (meets, found, apart) = (intersects(a, b), contact(a, b), distance(a, b));
    let is_doubtful = want.abs() <= BOUND * unit;
    assert!(is_doubtful || meets == (want <= 0.0), "{want:e}: {what}");
    assert!(found.intersects() == meets && apart.intersects() == meets, "{want:e}: {found:?} {apart:?}: {what}");
    assert!(found.undecided.is_none() && apart.undecided.is_none(), "{what}");
    tally.note(0, (found.separation.wide() - want).abs() / unit, what);
    tally.note(0, (contact(b, a).separation.wide() - want).abs() / unit, what);
    tally.note(1, (apart.distance.wide() - want.max(0.0)).abs() / unit, what);
    let mut cache = Cache::new();
    for _ in 0..2 {
        let again = Query::new().with_cache(&mut cache).distance(a, b);
        tally.note(2, (again.distance.wide() - want.max(0.0)).abs() / unit, what);
    }
    tally.pairs += 1;
    tally.overlaps += u32::from(meets);
    tally.doubtful += u32::from(is_doubtful);
    tally.closed += u32::from(!is_doubtful && found.evaluations == 0);
    if want > BOUND * unit {
        let cast = shape_cast(a, b.moving(vector::<T, D>(&v))).unwrap();
        tally.casts += 1;
        tally.hits += u32::from(cast.hit.is_some());
        pair.check_time(cast.hit.map(|hit| (hit.time.wide(), 1.0)), tally, what);
        assert!(!pair.meet_before(cast.lower.map_or(0.0, Float::wide)), "late: {what}");
    }
    if by == By::Doubled {
        // A vertex of the second shape takes that way.
        let (from, way) = beside(a, random);
        let back = vector::<T, D>(&random.direction());
        let vertex = add_scaled(&wide(&b.support(&back).coords), &wide(&back), b.margin().wide());
        let at = add(&wide(b.pose().translation()), &sub(&from, &vertex));
        let mut b = b.clone();
        b.set_pose(Pose::new(*b.pose().matrix(), vector::<T, D>(&at)).unwrap()).unwrap();
        let pair = Judged { by, a, b: &b, velocity: wide(&vector::<T, D>(&way)) };
        if pair.separation(0.0) > BOUND * T::PRECISION.epsilon() * largest(a, &b) {
            for mut query in [Query::new(), Query::new().shortcuts(false)] {
                let cast = query.shape_cast(a, b.moving(vector::<T, D>(&way))).unwrap();
                assert!(cast.undecided.is_none(), "{cast:?}: {what}");
                pair.check_time(cast.hit.map(|hit| (hit.time.wide(), pair.slope(&hit.normal))), tally, what);
                assert!(!pair.meet_before(cast.lower.map_or(0.0, Float::wide)), "late: {what}");
            }
        }
    }
    let from = wide(b.pose().translation());
    for (from, velocity) in [(from, v), beside(a, random)] {
        let b = &Ball::new(T::narrowed(0.0)).unwrap().posed(vector::<T, D>(&from)).unwrap();
        check_ray(&Judged { by: By::Doubled, a, b, velocity: wide(&vector::<T, D>(&velocity)) }, tally, what);
    }
}

/// A ray along an edge or a diagonal, or nearly so, or in any direction, that passes a vertex within rounding of the surface.
fn beside<A, T: Float, const D: usize>(a: &Posed<A, T, D>, random: &mut Random) -> ([f64; D], [f64; D])
where
    A: Support<D, Scalar = T>,
{
    let out: [f64; D] = random.direction();
    let [vertex, other] = [out, random.direction()].map(|d| wide(&a.support(&vector::<T, D>(&d)).coords));
    let along = sub(&other, &vertex);
    let along = if norm(&along) > 0.0 && random.index(3) > 0 { along } else { random.direction() };
    let turn = if random.coin() { 0.0 } else { random.magnitude(-9, -1) * norm(&along) };
    let way = add_scaled(&along, &out, turn * f64::from(random.integer(-1, 1)));
    let unit = T::PRECISION.epsilon() * largest(a, a);
    let gap = a.margin().wide() + unit * random.uniform(-64.0, 64.0);
    (add_scaled(&add_scaled(&vertex, &out, gap), &way, -random.uniform(1.0, 3.0)), way)
}

/// A ray from the second shape, which is a point.
pub(super) fn check_ray<A, T: Float + exact::Float, const D: usize>(
    pair: &Judged<'_, A, Ball<T, D>, T, D>,
    tally: &mut Tally,
    what: &str,
) where
    A: Support<D, Scalar = T> + Known<D> + Clone,
    Cases: Expansion<T, D> + exact::ExactCases<D>,
{
    let (from, v) = (pair.b.pose().translation(), vector::<T, D>(&pair.velocity));
    let unit = T::PRECISION.epsilon() * largest(pair.a, pair.b);
    if pair.separation(0.0) <= BOUND * unit {
        return;
    }
    let found = raycast(pair.a, *from, v).unwrap();
    let power = T::narrowed(16.0);
    let faster = raycast(pair.a, *from, v * power).unwrap();
    let slower = faster.map(|mut hit| {
        hit.time *= power;
        hit
    });
    assert_eq!(slower, found, "{what}");
    tally.rays += 1;
    tally.rays_searched += u32::from(Query::new().max_evaluations(0).raycast(pair.a, *from, v).is_err());
    pair.check_time(found.as_ref().map(|hit| (hit.time.wide(), pair.slope(&hit.normal))), tally, what);
    if let Some(RayHit { time, point, normal, .. }) = found {
        tally.rays_hit += 1;
        let (normal, at) = (wide(&normal), wide(&point.coords));
        let level = |p: &[f64; D]| dot(&normal, &sub(p, &at));
        let reach = level(&wide(&pair.a.support(&vector::<T, D>(&normal)).coords)) + pair.a.margin().wide();
        let gap = level(&add_scaled(&wide(from), &pair.velocity, time.wide()));
        let on_shape = Ball::new(T::narrowed(0.0)).unwrap().posed(point.coords).unwrap();
        let off = Judged { b: &on_shape, ..*pair }.separation(0.0);
        for error in [reach, gap, off] {
            tally.note(4, error.abs() / unit, what);
        }
        let square = dot(&normal, &normal);
        assert!((square - 1.0).abs() <= 8.0 * T::PRECISION.epsilon(), "{square}: {what}");
    }
}

/// A length, or a thin one.
fn length(random: &mut Random) -> f64 {
    if random.index(8) == 0 { random.magnitude(-4, -1) } else { random.uniform(0.3, 1.5) }
}

fn lengths<T: Float, const D: usize>(random: &mut Random) -> SVector<T, D> {
    vector(&array::from_fn(|_| length(random)))
}

fn polygon<T: Float>(random: &mut Random) -> Polygon<T> {
    let (count, size) = (3 + random.index(6), [length(random), length(random)]);
    let corner = |k: usize| {
        let angle = (k as f64 + random.uniform(0.0, 0.7)) * std::f64::consts::TAU / count as f64;
        point::<T, 2>(&[size[0] * angle.cos(), size[1] * angle.sin()])
    };
    let corners: Vec<_> = (0..count).map(corner).collect();
    Polygon::hull(corners).unwrap()
}

fn capsule<T: Float, const D: usize>(random: &mut Random) -> Capsule<T, D> {
    let end = scaled(&random.direction(), length(random));
    Capsule::new(point::<T, D>(&end), point::<T, D>(&scaled(&end, -1.0)), T::narrowed(length(random))).unwrap()
}

fn ball<T: Float, const D: usize>(random: &mut Random) -> Ball<T, D> {
    Ball::new(T::narrowed(length(random))).unwrap()
}

macro_rules! rows {
    ($($name:ident: $d:literal, $a:ident, $b:ident;)*) => {
        mod exactly {
            rows! { @all Exact, 200; $($name: $d, $a, $b;)* }
        }
        mod doubled {
            rows! { @all Doubled, 200; $($name: $d, $a, $b;)* }
        }
    };
    (@all $by:ident, $count:literal; $($name:ident: $d:literal, $a:ident, $b:ident;)*) => {
        use super::*;
        $(
            #[test]
            fn $name() {
                in_both_precisions! {
                    let (mut tally, begun) = (Tally::default(), Instant::now());
                    for seed in 0..campaign($count) {
                        let random = &mut Random::of_campaign(seed);
                        let (a, b) = ($a::<T>(random), $b::<T>(random));
                        let (a, b) = placed::<_, _, T, $d>(random, a, b);
                        let what = format!("{:?}, seed {seed}: {a:?} {b:?}", T::PRECISION);
                        check(By::$by, &a, &b, random, &what, &mut tally);
                    }
                    println!("{} {:?}: {tally:.1?}, {:.0?}", stringify!($name), T::PRECISION, begun.elapsed());
                    let Tally { pairs, overlaps, doubtful, closed, .. } = tally;
                    assert!(overlaps * 4 > pairs && overlaps * 4 < 3 * pairs && doubtful * 4 > pairs, "{tally:?}");
                    assert!(closed * 2 > pairs - doubtful, "{tally:?}");
                    // Boxes and polygons are searched if their poses only nearly rotate.
                    assert!(tally.rays * 4 > pairs * 5 && tally.rays_searched * 6 < tally.rays, "{tally:?}");
                }
            }
        )*
    };
}

fn rectangle<T: Float>(random: &mut Random) -> Cuboid<T, 2> {
    Cuboid::new(lengths::<T, 2>(random)).unwrap()
}
fn cuboid<T: Float>(random: &mut Random) -> Cuboid<T, 3> {
    Cuboid::new(lengths::<T, 3>(random)).unwrap()
}
fn disc<T: Float>(random: &mut Random) -> Ball<T, 2> {
    ball(random)
}
fn sphere<T: Float>(random: &mut Random) -> Ball<T, 3> {
    ball(random)
}
fn flat_capsule<T: Float>(random: &mut Random) -> Capsule<T, 2> {
    capsule(random)
}
fn solid_capsule<T: Float>(random: &mut Random) -> Capsule<T, 3> {
    capsule(random)
}

rows! {
    rectangles: 2, rectangle, rectangle;
    polygons: 2, polygon, polygon;
    discs: 2, disc, disc;
    capsules_in_the_plane: 2, flat_capsule, flat_capsule;
    rectangles_and_discs: 2, rectangle, disc;
    rectangles_and_capsules: 2, rectangle, flat_capsule;
    boxes: 3, cuboid, cuboid;
    balls: 3, sphere, sphere;
    capsules: 3, solid_capsule, solid_capsule;
    boxes_and_balls: 3, cuboid, sphere;
}
