//! The shared part of the benches: seeded pairs of shapes at known separations, and the loop that times a question over them.
//!
//! A separation is a factor of the offset at which the two shapes of a pair just touch: apart above 1, overlapping
//! below. The library itself finds the touching offset by bisection, in `f64`: both shapes hold the coordinate origin,
//! so along a ray they intersect up to this offset and no farther.

use criterion::{Criterion, SamplingMode};
use gjk::exact::{ExactCases, Float};
use gjk::internals::FAST;
use gjk::nalgebra::{Point, RealField, SMatrix, SVector};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, PointCloud, Posed};
use gjk::{Cache, Pose, Real, Support, SupportExt, epa::Expansion, intersects, simplex::Cases};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::any::type_name;
use std::array;
use std::cell::LazyCell;
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Pairs in each cell.
const PAIRS: u16 = 1000;
/// Distinct shapes that the pairs of a cell draw from: as in a scene, a few are placed many times, and stay in the cache.
/// A is one of the first half, B one of the second.
const SHAPES: usize = 32;
const SEED: u64 = 1;

/// What is timed.
pub trait Question {
    /// What its cells are called.
    const NAME: &'static str;
    /// At which separations it is asked.
    const SEPARATIONS: &'static [f64] = &[1.1, 1.0001, 0.95, 0.5];

    /// Puts the question, from a cold start. All that is returned is computed.
    fn ask<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D> + ExactCases<D>;
}

/// Short runs: all cells of a question in less than a minute. Options on the command line go before.
///
/// # Panics
/// If the library is not as fast as it can be.
#[must_use]
pub fn short_runs() -> Criterion {
    assert!(
        black_box(cfg!(debug_assertions) || FAST),
        "benches are built with the library at level 3: see `profile.bench` in Cargo.toml"
    );
    Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .sample_size(20)
        .nresamples(10_000)
}

/// All cells of a question, named `question/shapes/scalar/separation`.
pub fn all_cells<Q: Question>(criterion: &mut Criterion) {
    cells::<Q, Boxes, 2>(criterion, "2d rect", |random| vec![half_extents(random)]);
    cells::<Q, Hulls, 2>(criterion, "2d quad", quad);
    cells::<Q, Hulls, 2>(criterion, "2d octagon", octagon);
    cells::<Q, Boxes, 3>(criterion, "3d box", |random| vec![half_extents(random)]);
    cells::<Q, Hulls, 3>(criterion, "3d hull32", |random| on_a_sphere(random, 32));
    cells::<Q, Hulls, 3>(criterion, "3d hull128", |random| on_a_sphere(random, 128));
    cells::<Q, Hulls, 3>(criterion, "3d hull512", |random| on_a_sphere(random, 512));
    cells::<Q, BoxAndBall, 3>(criterion, "3d box-ball", |random| vec![half_extents(random)]);
    cells::<Q, Capsules, 3>(criterion, "3d capsules", |random| vec![half_extents(random)]);
    cells::<Q, CylinderAndCone, 3>(criterion, "3d cylinder-cone", |random| vec![half_extents(random)]);
}

/// The numbers that a shape is made of.
type Numbers<const D: usize> = Vec<SVector<f64, D>>;

/// What is made of them, in any scalar: A and B.
trait Family<const D: usize> {
    type A<T: Real + RealField>: Support<D, Scalar = T>;
    type B<T: Real + RealField>: Support<D, Scalar = T>;

    fn a<T: Real + RealField>(numbers: &Numbers<D>) -> Self::A<T>;
    fn b<T: Real + RealField>(numbers: &Numbers<D>) -> Self::B<T>;
}

struct Boxes;

impl<const D: usize> Family<D> for Boxes {
    type A<T: Real + RealField> = Cuboid<T, D>;
    type B<T: Real + RealField> = Cuboid<T, D>;

    fn a<T: Real + RealField>(numbers: &Numbers<D>) -> Cuboid<T, D> {
        cuboid(numbers)
    }

    fn b<T: Real + RealField>(numbers: &Numbers<D>) -> Cuboid<T, D> {
        cuboid(numbers)
    }
}

struct Hulls;

impl<const D: usize> Family<D> for Hulls {
    type A<T: Real + RealField> = PointCloud<T, D>;
    type B<T: Real + RealField> = PointCloud<T, D>;

    fn a<T: Real + RealField>(numbers: &Numbers<D>) -> PointCloud<T, D> {
        PointCloud::new(numbers.iter().map(|p| Point::from(p.cast()))).expect("points").indexed()
    }

    fn b<T: Real + RealField>(numbers: &Numbers<D>) -> PointCloud<T, D> {
        Self::a(numbers)
    }
}

struct BoxAndBall;

impl Family<3> for BoxAndBall {
    type A<T: Real + RealField> = Cuboid<T, 3>;
    type B<T: Real + RealField> = Ball<T, 3>;

    fn a<T: Real + RealField>(numbers: &Numbers<3>) -> Cuboid<T, 3> {
        cuboid(numbers)
    }

    fn b<T: Real + RealField>(numbers: &Numbers<3>) -> Ball<T, 3> {
        let [radius, ..] = numbers_of(numbers);
        Ball::at(Point::origin(), radius).expect("a ball")
    }
}

struct Capsules;

impl Family<3> for Capsules {
    type A<T: Real + RealField> = Capsule<T, 3>;
    type B<T: Real + RealField> = Capsule<T, 3>;

    fn a<T: Real + RealField>(numbers: &Numbers<3>) -> Capsule<T, 3> {
        let [radius, half_height, _] = numbers_of(numbers);
        let end = Point::from([T::zero(), half_height, T::zero()]);
        Capsule::new(-end.clone(), end, radius).expect("a capsule")
    }

    fn b<T: Real + RealField>(numbers: &Numbers<3>) -> Capsule<T, 3> {
        Self::a(numbers)
    }
}

struct CylinderAndCone;

impl Family<3> for CylinderAndCone {
    type A<T: Real + RealField> = Cylinder<T>;
    type B<T: Real + RealField> = Cone<T>;

    fn a<T: Real + RealField>(numbers: &Numbers<3>) -> Cylinder<T> {
        let [radius, half_height, _] = numbers_of(numbers);
        Cylinder::with_radius(radius).half_height(half_height).expect("a cylinder")
    }

    fn b<T: Real + RealField>(numbers: &Numbers<3>) -> Cone<T> {
        let [radius, half_height, _] = numbers_of(numbers);
        Cone::with_radius(radius).half_height(half_height).expect("a cone")
    }
}

fn cuboid<T: Real + RealField, const D: usize>(numbers: &Numbers<D>) -> Cuboid<T, D> {
    Cuboid::new(numbers[0].cast()).expect("half extents")
}

fn numbers_of<T: Real + RealField>(numbers: &Numbers<3>) -> [T; 3] {
    numbers[0].cast().into()
}

fn half_extents<const D: usize>(random: &mut Pcg64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| random.random_range(0.5..1.5))
}

/// A rectangle as a list of points.
fn quad(random: &mut Pcg64) -> Numbers<2> {
    let half: SVector<f64, 2> = half_extents(random);
    let (x, y) = (half.x, half.y);
    [[-x, -y], [x, -y], [x, y], [-x, y]].map(SVector::from).into()
}

/// Eight points on a circle, about evenly.
fn octagon(random: &mut Pcg64) -> Numbers<2> {
    let angles = (0..8).map(|corner| TAU / 8.0 * (f64::from(corner) + random.random_range(-0.3..0.3)));
    angles.map(|angle| [angle.cos(), angle.sin()].into()).collect()
}

fn on_a_sphere(random: &mut Pcg64, count: usize) -> Numbers<3> {
    (0..count).map(|_| direction(random)).collect()
}

/// A unit vector, all directions equally likely.
fn direction<const D: usize>(random: &mut Pcg64) -> SVector<f64, D> {
    loop {
        let v = SVector::<f64, D>::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

fn rotation<const D: usize>(random: &mut Pcg64) -> SMatrix<f64, D, D> {
    let mut matrix = SMatrix::<f64, D, D>::zeros();
    for k in 0..D {
        let mut axis = direction::<D>(random);
        for earlier in 0..k {
            axis -= matrix.column(earlier) * matrix.column(earlier).dot(&axis);
        }
        matrix.set_column(k, &axis.normalize());
    }
    if Pose::new(matrix, SVector::zeros()).is_err() {
        // It mirrors.
        matrix.column_mut(0).neg_mut();
    }
    matrix
}

/// The shapes of a cell and how they are paired.
struct Scene<const D: usize> {
    shapes: Vec<Numbers<D>>,
    pairs: Vec<Pair<D>>,
}

/// The shapes in a scalar: what A may be, and what B may be.
struct Shapes<F: Family<D>, T: Real + RealField, const D: usize> {
    a: Vec<F::A<T>>,
    b: Vec<F::B<T>>,
}

impl<F: Family<D>, T: Real + RealField, const D: usize> Shapes<F, T, D> {
    fn new(numbers: &[Numbers<D>]) -> Self {
        let (first, second) = numbers.split_at(numbers.len() / 2);
        Self { a: first.iter().map(F::a).collect(), b: second.iter().map(F::b).collect() }
    }
}

/// Two shapes where they stand.
pub type Two<'s, A, B, T, const D: usize> = (Posed<&'s A, T, D>, Posed<&'s B, T, D>);
type Placed<'s, F, T, const D: usize> = Two<'s, <F as Family<D>>::A<T>, <F as Family<D>>::B<T>, T, D>;

struct Pair<const D: usize> {
    /// Which two shapes.
    shapes: [usize; 2],
    rotations: [SMatrix<f64, D, D>; 2],
    /// The offset of the second at which the two just touch.
    touching: SVector<f64, D>,
}

impl<const D: usize> Pair<D> {
    /// The two, at `factor` times that offset.
    fn posed<'s, F, T>(&self, shapes: &'s Shapes<F, T, D>, factor: f64) -> Placed<'s, F, T, D>
    where
        F: Family<D>,
        T: Real + RealField,
    {
        let offsets = [SVector::zeros(), self.touching * factor];
        let [pose_a, pose_b] =
            array::from_fn(|k| Pose::new(self.rotations[k].cast(), offsets[k].cast()).expect("a pose"));
        let [a, b] = self.shapes;
        let a = (&shapes.a[a]).posed(pose_a).expect("a posed shape");
        (a, (&shapes.b[b]).posed(pose_b).expect("a posed shape"))
    }
}

impl<const D: usize> Scene<D> {
    fn new<F: Family<D>>(draw: impl Fn(&mut Pcg64) -> Numbers<D>) -> Self
    where
        Cases: Expansion<f64, D> + ExactCases<D>,
    {
        let mut random = Pcg64::seed_from_u64(SEED);
        let numbers: Vec<Numbers<D>> = (0..SHAPES).map(|_| draw(&mut random)).collect();
        let shapes = Shapes::<F, f64, D>::new(&numbers);
        let pairs = (0..PAIRS).map(|_| {
            let mut pair = Pair {
                shapes: array::from_fn(|_| random.random_range(0..SHAPES / 2)),
                rotations: array::from_fn(|_| rotation(&mut random)),
                touching: direction(&mut random),
            };
            // No shape reaches farther than √3 · 1.5 from the origin.
            let (mut overlapping, mut apart) = (0.0, 6.0);
            for _ in 0..40 {
                let middle = 0.5 * (overlapping + apart);
                let (a, b) = pair.posed(&shapes, middle);
                *(if intersects(&a, &b) { &mut overlapping } else { &mut apart }) = middle;
            }
            pair.touching *= apart;
            pair
        });
        Self { pairs: pairs.collect(), shapes: numbers }
    }
}

/// The cells of one kind of shape.
fn cells<Q: Question, F: Family<D>, const D: usize>(
    criterion: &mut Criterion,
    label: &str,
    draw: impl Fn(&mut Pcg64) -> Numbers<D>,
) where
    Cases: Expansion<f32, D> + Expansion<f64, D> + ExactCases<D>,
{
    // Nothing is made of what the filter on the command line leaves out.
    let scene = LazyCell::new(|| Scene::new::<F>(draw));
    in_scalar::<Q, F, f32, D>(criterion, label, || &scene);
    in_scalar::<Q, F, f64, D>(criterion, label, || &scene);
}

fn in_scalar<'a, Q: Question, F: Family<D>, T: Real + RealField, const D: usize>(
    criterion: &mut Criterion,
    label: &str,
    scene: impl Fn() -> &'a Scene<D>,
) where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let shapes = LazyCell::new(|| Shapes::<F, T, D>::new(&scene().shapes));
    let mut group = criterion.benchmark_group(format!("{}/{label}/{}", Q::NAME, type_name::<T>()));
    group.sampling_mode(SamplingMode::Flat);
    for &factor in Q::SEPARATIONS {
        let pairs = LazyCell::new(|| {
            let pairs: Vec<_> = scene().pairs.iter().map(|pair| pair.posed(&shapes, factor)).collect();
            assert!(pairs.iter().all(|(a, b)| intersects(a, b) == (factor < 1.0)), "{label}: wrong verdicts");
            pairs
        });
        group.bench_function(factor.to_string(), |bencher| {
            let pairs = LazyCell::force(&pairs);
            bencher.iter_custom(|passes| {
                let start = Instant::now();
                for _ in 0..passes {
                    for (a, b) in pairs {
                        black_box(Q::ask(black_box(a), black_box(b)));
                    }
                }
                start.elapsed() / u32::from(PAIRS)
            });
        });
    }
}

/// A question about pairs that move, from frame to frame.
pub trait Sequel {
    /// What its rows are called.
    const NAME: &'static str;
    /// At which separations it is asked.
    const SEPARATIONS: &'static [f64];

    /// Puts the question from a cold start.
    fn cold<A, B, T: Real, const D: usize>(a: &A, b: &B) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D>;

    /// Puts it starting from the cache of the frame before.
    fn warm<A, B, T: Real, const D: usize>(a: &A, b: &B, cache: &mut Cache<T, D>) -> impl Sized
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D>;
}

/// Pairs of a cell of frames, and the frames that each goes through, there and back: as many queries as elsewhere.
const MOVING: usize = 125;
const FRAMES: [i8; 8] = [0, 1, 2, 3, 4, 3, 2, 1];

/// All cells of a sequel.
pub fn all_frames<Q: Sequel>(criterion: &mut Criterion) {
    frames::<Q, Hulls, 2>(criterion, "2d octagon", octagon);
    frames::<Q, Boxes, 3>(criterion, "3d box", |random| vec![half_extents(random)]);
    frames::<Q, Hulls, 3>(criterion, "3d hull8", |random| on_a_sphere(random, 8));
    frames::<Q, Hulls, 3>(criterion, "3d hull32", |random| on_a_sphere(random, 32));
    frames::<Q, Hulls, 3>(criterion, "3d hull128", |random| on_a_sphere(random, 128));
    frames::<Q, Hulls, 3>(criterion, "3d hull512", |random| on_a_sphere(random, 512));
    frames::<Q, Capsules, 3>(criterion, "3d capsules", |random| vec![half_extents(random)]);
    frames::<Q, CylinderAndCone, 3>(criterion, "3d cylinder-cone", |random| vec![half_extents(random)]);
}

/// From frame to frame B moves by 1 % of the offset, across it, and turns by about 0.01 radians.
fn frames<Q: Sequel, F: Family<D>, const D: usize>(
    criterion: &mut Criterion,
    label: &str,
    draw: impl Fn(&mut Pcg64) -> Numbers<D>,
) where
    Cases: Expansion<f64, D> + ExactCases<D>,
{
    const STEP: f64 = 0.01;
    let scene = LazyCell::new(|| Scene::new::<F>(draw));
    let shapes = LazyCell::new(|| Shapes::<F, f64, D>::new(&scene.shapes));
    let mut group = criterion.benchmark_group(format!("{}/{label}/f64", Q::NAME));
    group.sampling_mode(SamplingMode::Flat);
    for &factor in Q::SEPARATIONS {
        let pairs = LazyCell::new(|| {
            let mut random = Pcg64::seed_from_u64(SEED);
            let moving = scene.pairs.iter().take(MOVING).map(|pair| {
                let (way, turn) = (direction::<D>(&mut random), quarter_turn::<D>(&mut random));
                let across =
                    (way - pair.touching * (way.dot(&pair.touching) / pair.touching.norm_squared())).normalize();
                FRAMES.map(|frame| {
                    let so_far = STEP * f64::from(frame);
                    let (sin, cos) = so_far.sin_cos();
                    // The square of a quarter turn is −1 on its plane.
                    let turned = SMatrix::identity() + turn * sin + turn * turn * (1.0 - cos);
                    let (a, mut b) = pair.posed(&shapes, factor);
                    let offset = (pair.touching + across * (so_far * pair.touching.norm())) * factor;
                    b.set_pose(Pose::new(turned * pair.rotations[1], offset).expect("a pose")).expect("it is near");
                    (a, b)
                })
            });
            moving.collect::<Vec<_>>()
        });
        let mut run = |name: &str, ask: fn(&Placed<'_, F, f64, D>, &mut Cache<f64, D>)| {
            group.bench_function(format!("{factor}/{name}"), |bencher| {
                let pairs = LazyCell::force(&pairs);
                let mut caches = vec![Cache::new(); pairs.len()];
                bencher.iter_custom(|passes| {
                    let start = Instant::now();
                    for _ in 0..passes {
                        for (frames, cache) in pairs.iter().zip(&mut caches) {
                            for pair in frames {
                                ask(black_box(pair), cache);
                            }
                        }
                    }
                    start.elapsed() / u32::from(PAIRS)
                });
            });
        };
        run("cold", |(a, b), _| {
            black_box(Q::cold(a, b));
        });
        run("warm", |(a, b), cache| {
            black_box(Q::warm(a, b, cache));
        });
    }
}

/// The derivative of a turn: a quarter turn in some plane, and nothing across.
fn quarter_turn<const D: usize>(random: &mut Pcg64) -> SMatrix<f64, D, D> {
    let u = direction::<D>(random);
    let v = direction::<D>(random);
    let v = (v - u * u.dot(&v)).normalize();
    v * u.transpose() - u * v.transpose()
}

/// Looks at all pairs of a cell.
pub trait Study {
    /// Looks at the pairs of a cell.
    fn look<A, B, T: Float, const D: usize>(cell: &str, separation: f64, pairs: &[Two<A, B, T, D>])
    where
        A: Support<D, Scalar = T>,
        B: Support<D, Scalar = T>,
        Cases: Expansion<T, D> + ExactCases<D>;
}

/// A study of the pairs of small shapes, at these separations.
pub fn study<Q: Study>(separations: &[f64]) {
    look::<Q, Boxes, 2>("2d rect", separations, |random| vec![half_extents(random)]);
    look::<Q, Hulls, 2>("2d octagon", separations, octagon);
    look::<Q, Boxes, 3>("3d box", separations, |random| vec![half_extents(random)]);
    look::<Q, Hulls, 3>("3d hull32", separations, |random| on_a_sphere(random, 32));
}

fn look<Q: Study, F: Family<D>, const D: usize>(
    label: &str,
    separations: &[f64],
    draw: impl Fn(&mut Pcg64) -> Numbers<D>,
) where
    Cases: Expansion<f32, D> + Expansion<f64, D> + ExactCases<D>,
{
    let scene = Scene::new::<F>(draw);
    look_in::<Q, F, f32, D>(label, separations, &scene);
    look_in::<Q, F, f64, D>(label, separations, &scene);
}

fn look_in<Q: Study, F: Family<D>, T: Float + RealField, const D: usize>(
    label: &str,
    separations: &[f64],
    scene: &Scene<D>,
) where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let shapes = Shapes::<F, T, D>::new(&scene.shapes);
    for &separation in separations {
        let pairs: Vec<_> = scene.pairs.iter().map(|pair| pair.posed(&shapes, separation)).collect();
        Q::look(&format!("{label}/{}", type_name::<T>()), separation, &pairs);
    }
}
