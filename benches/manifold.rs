//! What does a manifold cost beside the contact that it is made of? From a cold start, on boxes that are about to touch.
//!
//! `cargo bench -p gjk-benches --bench manifold` first prints, for each cell, the least times of a contact and of a manifold over passes
//! that take turns, and their ratio: on a busy machine the ratio is steadier than the two times. Then Criterion times both.

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use gjk::nalgebra::{RealField, Rotation2, Rotation3, SMatrix, SVector, Vector3};
use gjk::shape::{Cuboid, Posed};
use gjk::{Pose, Query, Real, SupportExt, contact, epa::Expansion, manifold, simplex::Cases};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::any::type_name;
use std::array;
use std::hint::black_box;
use std::time::{Duration, Instant};

const PAIRS: u16 = 1000;
const PREDICTION: f64 = 0.02;
/// Passes of each that take turns.
const PASSES: u32 = 60;

type Body<T, const D: usize> = Posed<Cuboid<T, D>, T, D>;

/// Where the boxes are.
#[derive(Clone, Copy)]
enum Place {
    /// One stands on the other, turned about the normal, up to a centimetre deep or apart.
    Resting,
    /// In any position, a centimetre deep.
    Any,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Self::Resting => "resting",
            Self::Any => "any",
        }
    }
}

/// Random rotations, in the plane and in space.
trait Turn<const D: usize> {
    /// Any rotation.
    fn any(random: &mut Pcg64) -> SMatrix<f64, D, D>;
    /// One about the second axis; in the plane none.
    fn upright(random: &mut Pcg64) -> SMatrix<f64, D, D>;
}

struct Turns;

impl Turn<2> for Turns {
    fn any(random: &mut Pcg64) -> SMatrix<f64, 2, 2> {
        Rotation2::new(random.random_range(-3.0..3.0)).into_inner()
    }

    fn upright(_: &mut Pcg64) -> SMatrix<f64, 2, 2> {
        SMatrix::identity()
    }
}

impl Turn<3> for Turns {
    fn any(random: &mut Pcg64) -> SMatrix<f64, 3, 3> {
        Rotation3::new(SVector::from_fn(|_, _| random.random_range(-2.0..2.0))).into_inner()
    }

    fn upright(random: &mut Pcg64) -> SMatrix<f64, 3, 3> {
        Rotation3::new(Vector3::y() * random.random_range(-3.0..3.0)).into_inner()
    }
}

fn posed<T: Real + RealField, const D: usize>(
    half: &SVector<f64, D>,
    turn: &SMatrix<f64, D, D>,
    at: &SVector<f64, D>,
) -> Body<T, D> {
    let pose = Pose::new(turn.cast(), at.cast()).expect("a pose");
    Cuboid::new(half.cast()).expect("half extents").posed(pose).expect("a posed box")
}

fn pairs<T: Real + RealField, const D: usize>(place: Place) -> Vec<(Body<T, D>, Body<T, D>)>
where
    Turns: Turn<D>,
    Cases: Expansion<f64, D>,
{
    let mut random = Pcg64::seed_from_u64(1);
    let pair = |_| {
        let halves: [SVector<f64, D>; 2] = array::from_fn(|_| SVector::from_fn(|_, _| random.random_range(0.5..1.5)));
        let frame = Turns::any(&mut random);
        let (turn, away) = match place {
            Place::Resting => {
                let turn = frame * Turns::upright(&mut random);
                let mut away: SVector<f64, D> = SVector::from_fn(|_, _| random.random_range(-0.7..0.7));
                away[1] = halves[0][1] + halves[1][1] + random.random_range(-0.01..0.01);
                (turn, frame * away)
            }
            Place::Any => {
                let turn = Turns::any(&mut random);
                // Out along the normal, until it is a centimetre deep.
                let mut away = SVector::from_fn(|_, _| random.random_range(-1.0..1.0));
                for _ in 0..8 {
                    let a = posed::<f64, D>(&halves[0], &frame, &SVector::zeros());
                    let found = contact(&a, &posed::<f64, D>(&halves[1], &turn, &away));
                    away -= found.normal * (found.separation + 0.01);
                }
                (turn, away)
            }
        };
        (posed(&halves[0], &frame, &SVector::zeros()), posed(&halves[1], &turn, &away))
    };
    (0..PAIRS).map(pair).collect()
}

fn ask_contact<T: Real + RealField, const D: usize>(pairs: &[(Body<T, D>, Body<T, D>)]) -> Duration
where
    Cases: Expansion<T, D>,
{
    let prediction: T = gjk::nalgebra::convert(PREDICTION);
    let start = Instant::now();
    for (a, b) in pairs {
        black_box(Query::new().contact_within(prediction.clone(), black_box(a), black_box(b)).is_near());
    }
    start.elapsed() / u32::from(PAIRS)
}

fn ask_manifold<T: Real + RealField, const D: usize>(pairs: &[(Body<T, D>, Body<T, D>)]) -> Duration
where
    Cases: Expansion<T, D>,
{
    let prediction: T = gjk::nalgebra::convert(PREDICTION);
    let start = Instant::now();
    for (a, b) in pairs {
        let _ = black_box(manifold(black_box(a), black_box(b), prediction.clone()));
    }
    start.elapsed() / u32::from(PAIRS)
}

fn cell<T: Real + RealField, const D: usize>(criterion: &mut Criterion, place: Place)
where
    Turns: Turn<D>,
    Cases: Expansion<T, D> + Expansion<f64, D>,
{
    let pairs = pairs::<T, D>(place);
    let prediction: T = gjk::nalgebra::convert(PREDICTION);
    let found: Vec<_> = pairs.iter().filter_map(|(a, b)| manifold(a, b, prediction.clone()).near()).collect();
    assert!(found.len() * 10 > pairs.len() * 9, "{} touch", found.len());
    let points = found.iter().map(|found| found.points().len()).sum::<usize>();
    let mut least = [Duration::MAX; 2];
    for _ in 0..PASSES {
        least = [least[0].min(ask_contact(&pairs)), least[1].min(ask_manifold(&pairs))];
    }
    let name = format!("{D}d box {}/{}", place.name(), type_name::<T>());
    let [contact, manifold] = least.map(|time| time.as_nanos());
    #[expect(clippy::cast_precision_loss, reason = "a ratio")]
    let ratio = manifold as f64 / contact as f64;
    println!(
        "{name}: contact {contact} ns, manifold {manifold} ns, {ratio:.2} times; {points} points of {}",
        found.len()
    );
    let mut group = criterion.benchmark_group(format!("manifold/{name}"));
    group.sampling_mode(SamplingMode::Flat);
    let mut time = |what: &str, ask: &dyn Fn() -> Duration| {
        group.bench_function(BenchmarkId::from_parameter(what), |bencher| {
            bencher.iter_custom(|passes| (0..passes).map(|_| ask()).sum());
        });
    };
    time("contact", &|| ask_contact(&pairs));
    time("manifold", &|| ask_manifold(&pairs));
}

fn all_cells(criterion: &mut Criterion) {
    for place in [Place::Resting, Place::Any] {
        cell::<f32, 2>(criterion, place);
        cell::<f64, 2>(criterion, place);
        cell::<f32, 3>(criterion, place);
        cell::<f64, 3>(criterion, place);
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .sample_size(20)
        .nresamples(10_000);
    targets = all_cells
}
criterion_main!(benches);
