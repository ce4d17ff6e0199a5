//! Times `gjk` against parry, Box2D, Box3D and, with features of these names, libccd, coal and MuJoCo on the same pairs.
//!
//! `cargo run --release [--features libccd,coal,mujoco] [-- WORD...]`, from this directory, prints one row per
//! question, shape, scalar and separation, keeping the rows whose label holds
//! every WORD (`verdict 3d f32`, `hull 1.0001`). libccd is the system's (Debian: libccd-dev). The libraries and headers of coal
//! and MuJoCo are in Python wheels: they are looked for in the folder that the environment variable `PEERS` names, after
//!
//! ```sh
//! export PEERS=$HOME/peers
//! pip install --no-deps --target "$PEERS" libcoal==3.0.3 cmeel-boost cmeel-eigen cmeel-octomap 'cmeel-qhull<8.0.3' 'cmeel-assimp<7' mujoco-core==4.0.0
//! ```
//!
//! A time is for one query in nanoseconds: the sum of the least times of each twentieth of the pairs, over all passes, divided by the
//! number of pairs. Within a pass the engines take turns, and the passes of a row are spread over rounds of the whole table, so that noise
//! falls on all of them and does not last for any. A separation is the offset of B over the touching offset: apart above 1, overlapping
//! below. `wrong` counts, in the order of the columns, the answers on the wrong side of touching; for contacts those that are missing, or
//! whose depth is off by more than [`TOLERANCE`], or whose normal does not lead out at that depth; for casts and rays those that are
//! missing, or whose time or point is off by more than [`SLOP`] along the normal.

mod box2d;
mod box3d;
mod box3d_contact;
#[cfg(feature = "libccd")]
mod ccd;
#[cfg(feature = "coal")]
mod coal;
mod engine;
#[cfg(feature = "mujoco")]
mod mujoco;
#[cfg(any(feature = "coal", feature = "mujoco"))]
mod native;
mod ours;
mod pairs;
mod parry;

use std::collections::BTreeMap;
use std::time::Duration;

use engine::{Contender, MinTranslation, Question};
use pairs::{Kind, PAIRS, Scene, Vec3, dot, moved, towards, unit};

const SEED: u64 = 1;
const ROUNDS: usize = 4;
const PASSES: usize = 12;
/// A pass is timed in parts: short ones, so that on a busy machine some are not interrupted, of slow engines either.
const PARTS: usize = 20;
const VERDICT_AT: [f64; 4] = [1.1, 1.0001, 0.95, 0.5];
const DISTANCE_AT: [f64; 2] = [1.1, 1.0001];
/// Manifolds of a few percent: about as deep as bodies get that rest on each other.
const MANIFOLD_AT: [f64; 2] = [0.99, 0.95];
/// How far apart a point of a manifold may be.
pub const PREDICTION: f64 = 0.02;
const CONTACT_AT: [f64; 2] = [0.95, 0.5];
const CAST_AT: [f64; 2] = [2.0, 1.1];
const RAY_AT: [f64; 1] = [2.0];
/// The end of a ray: by then it has passed.
pub const RAY_UNTIL: f64 = 16.0;
/// What a depth may be off, on shapes about 1 in size, before it counts as wrong: for all the same.
const TOLERANCE: f64 = 2e-4;
/// What a time of impact may be off, times the speed along the normal. Box2D and Box3D stop short of touching by half as much.
const SLOP: f64 = 1e-2;

/// The scalar of the engines of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    F32,
    F64,
}

const COLUMNS: [&str; 7] = ["ours", "parry", "Box", "libccd", "fine, MPR", "coal", "MuJoCo"];
/// From this one on they are those in C and C++ whose best has a column of its own, where coal and MuJoCo answer both.
const NATIVE: usize = 3;
const COAL: usize = 5;
const MUJOCO: usize = 6;
const BEST: &str = "best of libccd, coal, MuJoCo";

/// For each column, what is known of its engine. libccd has two, the second with a finer tolerance or by portal refinement.
type Columns<T> = [Option<T>; COLUMNS.len()];

struct Row {
    label: String,
    question: Question,
    engines: Columns<Box<dyn Contender>>,
    /// Answers on the wrong side of touching.
    wrong: Columns<usize>,
    /// The least time of each part of a pass so far.
    least: [[Duration; PARTS]; COLUMNS.len()],
}

/// What is known of an engine over all rows.
#[derive(Default)]
struct Total {
    /// Its time over ours, where both are known.
    ratios: Vec<f64>,
    wrong: usize,
    asked: usize,
    /// The worst error of a distance or of its closest points, or of a depth that is not wrong, once asked.
    error: Option<f64>,
}

/// By question and engine.
type Totals = BTreeMap<(Question, &'static str), Total>;

/// How C is compiled: optimized, without assertions.
const FLAGS: Option<&str> = option_env!("CFLAGS");

fn main() {
    let Some(flags) = FLAGS else {
        eprintln!(
            "Box2D and Box3D are compiled with assertions. Build in this directory, or with --config benches/peers/.cargo/config.toml"
        );
        std::process::exit(1);
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut totals = Totals::new();
    let mut rows = Vec::new();
    for kind in Kind::ALL {
        let mut scene = None;
        for (question, scalar, factor) in cells(kind) {
            let label = format!(
                "{:<8} {:<10} {:<3} {factor}",
                format!("{question:?}").to_lowercase(),
                kind.label(),
                format!("{scalar:?}").to_lowercase(),
            );
            if words.iter().all(|word| label.contains(word.as_str())) {
                let scene = scene.get_or_insert_with(|| Scene::new(kind, SEED));
                rows.push(prepare(label, question, scalar, factor, scene, &mut totals));
            }
        }
    }
    for _ in 0..ROUNDS {
        rows.iter_mut().for_each(time);
    }
    print(&rows, flags, &mut totals);
    summarize(&totals);
}

/// The rows of one kind of shape.
fn cells(kind: Kind) -> impl Iterator<Item = (Question, Scalar, f64)> {
    let verdicts = VERDICT_AT.map(|factor| (Question::Verdict, factor));
    let distances = DISTANCE_AT.map(|factor| (Question::Distance, factor));
    let again = DISTANCE_AT.map(|factor| (Question::Again, factor));
    let contacts = CONTACT_AT.map(|factor| (Question::Contact, factor));
    let manifolds = MANIFOLD_AT.map(|factor| (Question::Manifold, factor));
    let casts = CAST_AT.map(|factor| (Question::Cast, factor));
    let rays = RAY_AT.map(|factor| (Question::Ray, factor));
    [Scalar::F32, Scalar::F64].into_iter().flat_map(move |scalar| {
        verdicts
            .into_iter()
            .chain(distances)
            .chain(again)
            .chain(contacts)
            .chain(manifolds)
            .chain(casts)
            .chain(rays)
            .filter(move |(question, _)| match question {
                Question::Verdict | Question::Distance | Question::Again => kind.is_polytopes(),
                Question::Contact => kind.has_contacts(),
                Question::Manifold => matches!(kind, Kind::Rect | Kind::Cuboid),
                Question::Cast => kind.has_casts(),
                Question::Ray => kind.has_rays(),
            })
            .map(move |(question, factor)| (question, scalar, factor))
    })
}

fn engines(question: Question, scene: &Scene, scalar: Scalar, factor: f64) -> Columns<Box<dyn Contender>> {
    let ours = ours::contender(scene, factor, scalar);
    if question == Question::Manifold {
        let boxed = match (scene.kind.is_planar(), scalar) {
            (true, Scalar::F32) => Some(box2d::contender(scene, factor)),
            (false, Scalar::F32) => box3d_contact::contender(scene, factor),
            (_, Scalar::F64) => None,
        };
        return [Some(ours), Some(parry::patches(scene, factor, scalar)), boxed, None, None, None, None];
    }
    if question == Question::Again {
        // Of parry's queries none takes a cache for distances.
        let boxed = match (scene.kind.is_planar(), scalar) {
            (true, Scalar::F32) => Some(box2d::contender(scene, factor)),
            (false, Scalar::F32) => box3d::contender(scene, factor),
            (_, Scalar::F64) => None,
        };
        return [Some(ours), None, boxed, None, None, None, None];
    }
    let parry = parry::contender(scene, factor, scalar);
    let boxed = match (scene.kind.is_planar(), scalar) {
        (true, Scalar::F32) => Some(box2d::contender(scene, factor)),
        (false, Scalar::F32) if question == Question::Contact => box3d_contact::contender(scene, factor),
        (false, Scalar::F32) if question == Question::Ray => None,
        (false, Scalar::F32) => box3d::contender(scene, factor),
        (_, Scalar::F64) => None,
    };
    let [ccd, second, coal, mujoco] = native(question, scene, scalar, factor);
    [Some(ours), Some(parry), boxed, ccd, second, coal, mujoco]
}

/// libccd twice, coal and MuJoCo, in `f64`, as far as asked.
#[allow(unused_mut, unused_variables, reason = "each is there with its feature only")]
fn native(question: Question, scene: &Scene, scalar: Scalar, factor: f64) -> [Option<Box<dyn Contender>>; 4] {
    let mut columns = [None, None, None, None];
    if scalar == Scalar::F32 || !matches!(question, Question::Verdict | Question::Distance | Question::Contact) {
        return columns;
    }
    #[cfg(feature = "libccd")]
    if question != Question::Distance {
        let second = if question == Question::Verdict { ccd::Way::Portal } else { ccd::Way::Fine };
        columns[0] = ccd::contender(scene, factor, ccd::Way::Default);
        columns[1] = ccd::contender(scene, factor, second);
    }
    #[cfg(feature = "coal")]
    {
        columns[2] = coal::contender(scene, factor);
    }
    #[cfg(feature = "mujoco")]
    {
        columns[3] = mujoco::contender(scene, factor);
    }
    columns
}

/// Sets up one row, with its engines checked and so warm.
fn prepare(label: String, question: Question, scalar: Scalar, factor: f64, scene: &Scene, totals: &mut Totals) -> Row {
    let engines = engines(question, scene, scalar, factor);
    let wrong = engines.each_ref().map(|engine| {
        let engine = engine.as_deref()?;
        let total = totals.entry((question, engine.name())).or_default();
        let wrong = check(engine, question, factor, scene, &mut total.error);
        total.wrong += wrong;
        total.asked += PAIRS;
        Some(wrong)
    });
    Row { label, question, engines, wrong, least: [[Duration::MAX; PARTS]; COLUMNS.len()] }
}

/// One round of passes over the engines of a row.
fn time(row: &mut Row) {
    for _ in 0..PASSES {
        for (engine, least) in row.engines.iter().zip(&mut row.least) {
            if let Some(engine) = engine {
                engine.pass(row.question, least);
            }
        }
    }
}

/// Prints the rows, and adds their ratios to the totals.
fn print(rows: &[Row], flags: &str, totals: &mut Totals) {
    let passes = ROUNDS * PASSES;
    println!("{PAIRS} pairs a row, least of {passes} passes, ns a query, cold starts but for `again`");
    println!("Rust: the release profile of Cargo.toml, if not overridden");
    println!("C: {flags}");
    println!();
    let shown: Vec<usize> = (0..COLUMNS.len()).filter(|&i| rows.iter().any(|row| row.engines[i].is_some())).collect();
    let peers = || shown.iter().filter(|&&i| i > 0);
    print!("{:<33}", "");
    shown.iter().for_each(|&i| print!(" {:>10}", COLUMNS[i]));
    peers().for_each(|&i| print!(" {:>10}", format!("{} ÷", COLUMNS[i])));
    println!(" {:>10}  wrong", "best C ÷");
    for row in rows {
        let query = |i: usize| {
            let engine = row.engines[i].as_ref()?;
            let time = row.least[i].iter().sum::<Duration>().as_nanos() as f64 / PAIRS as f64;
            Some((engine.name(), time))
        };
        let mut ratio = |(name, time): (&'static str, f64)| {
            let ratio = time / query(0)?.1;
            totals.entry((row.question, name)).or_default().ratios.push(ratio);
            Some(ratio)
        };
        let all = row.engines[COAL].is_some() && row.engines[MUJOCO].is_some();
        let native = (NATIVE..COLUMNS.len()).filter(|_| all).filter_map(query).map(|(_, time)| time).reduce(f64::min);
        print!("{:<33}", row.label);
        shown.iter().for_each(|&i| print!(" {:>10}", number(query(i).map(|(_, time)| time), 1)));
        peers().for_each(|&i| {
            // A star marks shapes that are larger than the engine allows.
            let star = row.engines[i].as_ref().is_some_and(|engine| engine.name().ends_with("beyond its limit"));
            print!(" {:>10}", number(query(i).and_then(&mut ratio), 2) + if star { "*" } else { "" });
        });
        print!(" {:>10}", number(native.and_then(|time| ratio((BEST, time))), 2));
        let wrong = |i: usize| row.wrong[i].map_or("-".to_string(), |n| n.to_string());
        println!("  {}", shown.iter().map(|&i| wrong(i)).collect::<Vec<_>>().join(" "));
    }
}

/// Counts the answers on the wrong side of touching, and raises `error` to that
/// of the worst distance or closest point.
fn check(engine: &dyn Contender, question: Question, factor: f64, scene: &Scene, error: &mut Option<f64>) -> usize {
    let overlapping = factor < 1.0;
    if question == Question::Verdict {
        let verdicts = engine.verdicts();
        return verdicts.iter().filter(|&&v| v != overlapping).count();
    }
    if question == Question::Contact {
        return check_contacts(engine, factor, scene, error);
    }
    if question == Question::Manifold {
        // All of these overlap. How deep, the contacts are asked.
        return engine.manifolds().iter().filter(|&&points| points == 0).count();
    }
    if question == Question::Cast {
        return check_casts(engine, factor, scene, error);
    }
    if question == Question::Ray {
        return check_rays(engine, factor, scene, error);
    }
    let separations = if question == Question::Again { engine.separations_again() } else { engine.separations() };
    for ((posed, found), (distance, normal)) in scene.posed(factor).zip(&separations).zip(references(scene, factor)) {
        if let Some(found) = found {
            let off = scene.misfit(&posed, normal, found.a, found.b);
            let here = off.max((found.distance - distance).abs());
            *error = Some(error.map_or(here, |worst| worst.max(here)));
        }
    }
    separations.iter().filter(|found| found.is_none() != overlapping).count()
}

/// Counts the contacts that are missing or wrong, and raises `error` to the worst depth's of the others.
///
/// A direction proves an upper bound on the depth, by the supports of this package. The least of those proved by `gjk` and by
/// parry, both in `f64`, is the depth that all have to agree with: whoever finds a shorter translation shows the
/// others wrong.
fn check_contacts(engine: &dyn Contender, factor: f64, scene: &Scene, error: &mut Option<f64>) -> usize {
    let parry = parry::contender(scene, factor, Scalar::F64);
    let claims = ours::contender(scene, factor, Scalar::F64).contacts().into_iter().zip(parry.contacts());
    let mut wrong = 0;
    for ((posed, found), (ours, parry)) in scene.posed(factor).zip(engine.contacts()).zip(claims) {
        let reach_of_translation = |found: &MinTranslation| scene.reach_of_translation(&posed, unit(found.normal));
        let least = [ours, parry].iter().flatten().map(reach_of_translation).fold(f64::INFINITY, f64::min);
        let off = found.map_or(f64::INFINITY, |found| {
            let off = (found.depth - least).abs().max((reach_of_translation(&found) - least).abs());
            off.max(found.points_off())
        });
        wrong += usize::from(is_wrong(off, TOLERANCE, error));
    }
    wrong
}

/// Counts the casts that are missing or wrong, and raises `error` to the worst one's of the others.
///
/// The times are compared with `gjk`'s in `f64`. A plane proves these not to be late: at that time it just separates the
/// pair, by the supports of this package. Nor are they early, since an engine that disagrees would be counted.
fn check_casts(engine: &dyn Contender, factor: f64, scene: &Scene, error: &mut Option<f64>) -> usize {
    let exact = ours::contender(scene, factor, Scalar::F64).casts();
    let mut wrong = 0;
    for ((posed, found), exact) in scene.posed(factor).zip(engine.casts()).zip(exact) {
        let velocity = posed.velocity(scene.kind.is_planar());
        let off = match (found, &exact) {
            (Some(found), Some(exact)) => {
                let mut there = posed;
                there.pose_b.translation = moved(there.pose_b.translation, velocity, exact.time);
                assert!(scene.reach_of_translation(&there, exact.normal).abs() < 1e-9);
                // The point is in the plane in which they touch.
                let aside = scene.misfit(&there, exact.normal, found.point, found.point);
                ((found.time - exact.time) * dot(velocity, exact.normal)).abs().max(aside)
            }
            (None, None) => 0.0,
            _ => f64::INFINITY,
        };
        wrong += usize::from(is_wrong(off, SLOP, error));
    }
    wrong
}

/// Counts the rays whose hits are missing or wrong: an engine has to agree with `gjk` in `f64`.
fn check_rays(engine: &dyn Contender, factor: f64, scene: &Scene, error: &mut Option<f64>) -> usize {
    let exact = ours::contender(scene, factor, Scalar::F64).rays();
    let mut wrong = 0;
    for ((posed, found), exact) in scene.posed(factor).zip(engine.rays()).zip(exact) {
        let velocity = posed.velocity(scene.kind.is_planar());
        let off = match (found, exact) {
            (Some(found), Some(exact)) => {
                let aside = [0, 1, 2].map(|k| found.point[k] - exact.point[k]);
                ((found.time - exact.time) * dot(velocity, exact.normal)).abs().max(dot(aside, exact.normal).abs())
            }
            (None, None) => 0.0,
            _ => f64::INFINITY,
        };
        wrong += usize::from(is_wrong(off, SLOP, error));
    }
    wrong
}

/// Returns whether an answer is off by more than is allowed, and raises `error` to what it is off by otherwise.
fn is_wrong(off: f64, allowed: f64, error: &mut Option<f64>) -> bool {
    let is_right = off <= allowed;
    if is_right {
        *error = Some(error.map_or(off, |worst| worst.max(off)));
    }
    !is_right
}

/// Distance and direction of each pair of a scene set apart. They are parry's
/// in `f64`, but taken only where the planes across them prove them right.
fn references(scene: &Scene, factor: f64) -> Vec<(f64, Vec3)> {
    let engine = parry::contender(scene, factor, Scalar::F64);
    scene
        .posed(factor)
        .zip(engine.separations())
        .map(|(posed, found)| {
            let found = found.expect("the pair is apart");
            let normal = towards(found.a, found.b);
            assert!(scene.misfit(&posed, normal, found.a, found.b) < 1e-9);
            (found.distance, normal)
        })
        .collect()
}

fn summarize(totals: &Totals) {
    println!();
    println!(
        "{:<9} {:<30} {:>5} {:>9} {:>9} {:>16} {:>12}",
        "question", "engine", "rows", "mean/ours", "min/ours", "wrong", "worst error"
    );
    for ((question, name), total) in totals {
        let logarithms: f64 = total.ratios.iter().map(|r| r.ln()).sum();
        let known = !total.ratios.is_empty();
        let mean = (logarithms / total.ratios.len() as f64).exp();
        let min = total.ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "{:<9} {name:<30} {:>5} {:>9} {:>9} {:>16} {:>12}",
            format!("{question:?}").to_lowercase(),
            total.ratios.len(),
            number(known.then_some(mean), 2),
            number(known.then_some(min), 2),
            format!("{} of {}", total.wrong, total.asked),
            total.error.map_or("n/a".to_string(), |e| format!("{e:.1e}")),
        );
    }
    println!();
    println!("÷: over ours. mean/ours: geometric mean, over rows, of the engine's time over ours; min: the least.");
    println!(
        "worst error: of a distance, of a closest point across the gap, or of a depth, on shapes about 1 in size."
    );
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("n/a".to_string(), |value| format!("{value:.digits$}"))
}
