//! `gjk pair`: the convex hulls of two mesh files.

use super::answer::Answer;
use super::mesh;
use super::scalar::Scalar;
use super::solve::contact;
use gjk::exact::ExactCases;
use gjk::nalgebra::{Matrix3, Point3, Vector3};
use gjk::shape::{PointCloud, Posed};
use gjk::{Pose, Query, Scalar as _, Support, SupportExt, certified, epa::Expansion, exact, simplex::Cases};
use gjk_question::{Arithmetic, Number, quaternion_rows};
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The arguments of `gjk pair`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The first mesh: an OBJ, STL or PLY file
    a: PathBuf,
    /// The second mesh
    b: PathBuf,
    #[command(flatten)]
    place: Place,
    /// The arithmetic
    #[arg(long, value_enum, default_value_t)]
    scalar: Scalar,
    /// Answers in f32 and f64 without proofs: faster, and a verdict may be wrong where shapes touch up to rounding
    #[arg(long)]
    plain: bool,
    /// Answers in one line of JSON, with the keys of `gjk batch`
    #[arg(long)]
    json: bool,
}

/// Where the second mesh is.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// Moves the second mesh
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    translate: Option<Triple>,
    /// Turns the second mesh about the origin, before it is moved
    ///
    /// Three numbers are degrees: about the x axis, then the y axis, then the z axis, which stay where they are.
    ///
    /// Four are a quaternion, of any length; exact arithmetic takes nothing else.
    #[arg(long, value_name = "X,Y,Z|W,X,Y,Z", allow_hyphen_values = true)]
    rotate: Option<Turn>,
}

impl Place {
    pub(crate) fn translation(&self) -> [f64; 3] {
        self.translate.unwrap_or(Triple([0.0; 3])).0
    }

    pub(crate) fn rotation(&self) -> Matrix3<f64> {
        self.rotate.map_or_else(Matrix3::identity, Turn::matrix)
    }
}

/// Compares the meshes. The inner error is a sentence about the files or arguments.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> io::Result<Result<(), String>> {
    let outcome = match arguments.scalar {
        Scalar::F32 => compare::<f32>(arguments),
        Scalar::F64 => compare::<f64>(arguments),
        Scalar::Exact => compare_exactly(arguments),
    };
    match outcome {
        Ok(comparison) => comparison.tell(arguments, output).map(Ok),
        Err(sentence) => Ok(Err(sentence)),
    }
}

/// The result of a comparison.
struct Comparison {
    vertices: [usize; 2],
    answer: Answer,
    /// The same in words.
    words: Vec<String>,
    time: Duration,
}

fn compare<T: Number>(arguments: &Arguments) -> Result<Comparison, String>
where
    Cases: Expansion<T, 3> + ExactCases<3>,
{
    let (a, b) = shapes::<T>(arguments)?;
    let [sees_a, sees_b]: [&dyn Support<3, Scalar = T>; 2] = [&a, &b];
    let (found, certified, time) = if arguments.plain {
        let (found, time) = mean_time(|| contact(&Query::new(), [sees_a, sees_b]));
        (found, false, time)
    } else {
        let (mut proven, time) = mean_time(|| certified::contact(sees_a, sees_b));
        let certified = proven.verdict.is_proven() && proven.bounds.is_some();
        if let Some(bounds) = proven.bounds {
            [proven.measured.lower, proven.measured.upper] = bounds;
        }
        (proven.measured, certified, time)
    };
    let (normal, points) = (found.normal.into(), found.points.map(Into::into));
    let at_least = |bound: T| format!("{}at least {bound}", if certified { "proven to be " } else { "" });
    // What takes more than the effort for a proof has bounds that are farther apart, and hold.
    let words = if found.undecided.is_some() && !certified {
        vec!["undecided: the iteration limit was reached".into()]
    } else if found.intersects() {
        overlapping(found.depth(), &at_least(-found.upper), &normal, &points)
    } else {
        apart(found.separation, &at_least(found.lower), &points)
    };
    let mut answer = Answer::from(&found);
    if certified {
        answer.certified = Some(true);
        (answer.lower, answer.upper) = (Some(found.lower.widen()), Some(found.upper.widen()));
    }
    Ok(Comparison { vertices: [a.len(), b.shape().len()], answer, words, time })
}

fn compare_exactly(arguments: &Arguments) -> Result<Comparison, String> {
    if let Some(Turn::Degrees(_)) = &arguments.place.rotate {
        return Err("--rotate in degrees takes sines and cosines, which are not exact numbers; with --scalar exact, \
                    give a quaternion W,X,Y,Z"
            .into());
    }
    let (a, b) = shapes::<f64>(arguments)?;
    let start = Instant::now();
    // Point clouds and their images have constructions.
    let found = exact::contact(&a, &b).ok_or("these meshes can't be measured in exact arithmetic")?;
    let (time, quality, points) = (start.elapsed(), "rounded once", found.rounded_points());
    let words = if found.intersects() {
        overlapping(found.separation().abs(), quality, &found.unit_normal(), &points)
    } else {
        apart(found.separation(), quality, &points)
    };
    Ok(Comparison { vertices: [a.len(), b.shape().len()], answer: Answer::from(&found), words, time })
}

fn overlapping<T: Display>(depth: T, quality: &str, normal: &[T; 3], [a, b]: &[[T; 3]; 2]) -> Vec<String> {
    vec![
        "the hulls intersect".into(),
        format!("depth          {depth}, {quality}"),
        format!("normal         {}", Coordinates(normal)),
        format!("deepest of a   {}", Coordinates(a)),
        format!("deepest of b   {}", Coordinates(b)),
    ]
}

fn apart<T: Display>(distance: T, quality: &str, [a, b]: &[[T; 3]; 2]) -> Vec<String> {
    vec![
        "the hulls are apart".into(),
        format!("distance       {distance}, {quality}"),
        format!("nearest of a   {}", Coordinates(a)),
        format!("nearest of b   {}", Coordinates(b)),
    ]
}

impl Comparison {
    fn tell(self, arguments: &Arguments, output: &mut impl Write) -> io::Result<()> {
        let Self { vertices: [vertices_a, vertices_b], answer, words, time } = self;
        let name = |path: &PathBuf| path.display().to_string();
        let [name_a, name_b] = [name(&arguments.a), name(&arguments.b)];
        if arguments.json {
            let report = Report {
                a: Mesh { file: name_a, vertices: vertices_a },
                b: Mesh { file: name_b, vertices: vertices_b },
                scalar: arguments.scalar.into(),
                // The distance of meshes that overlap is 0.
                answer: Answer { distance: answer.distance.or(Some(0.0)), ..answer },
            };
            serde_json::to_writer(&mut *output, &report)?;
            return writeln!(output);
        }
        writeln!(output, "a: {name_a}, {vertices_a} vertices")?;
        write!(output, "b: {name_b}, {vertices_b} vertices")?;
        if let Some(turn) = &arguments.place.rotate {
            write!(output, ", turned by {turn}")?;
        }
        if let Some(Triple(t)) = &arguments.place.translate {
            write!(output, ", moved by {t:?}")?;
        }
        writeln!(output, "\n")?;
        for line in words {
            writeln!(output, "{line}")?;
        }
        let arithmetic = match arguments.scalar {
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::Exact => "exact",
        };
        writeln!(output, "found with     {} support evaluations, in {}, {arithmetic}", answer.iterations, Brief(time))
    }
}

type Hulls<T> = (PointCloud<T, 3>, Posed<PointCloud<T, 3>, T, 3>);

fn shapes<T: Number>(arguments: &Arguments) -> Result<Hulls<T>, String> {
    let paths = [&arguments.a, &arguments.b];
    let [a, b] = [mesh::read(paths[0])?, mesh::read(paths[1])?];
    if let Some(hint) = hint(paths, [size(&a), size(&b)]) {
        eprintln!("gjk: {hint}");
    }
    let hull = |points: &[_], path: &PathBuf| {
        cloud(points).map_err(|error| format!("{}: in this arithmetic, {error}", path.display()))
    };
    let (a, b) = (hull(&a, paths[0])?, hull(&b, paths[1])?);
    let translation = Vector3::from(arguments.place.translation().map(T::rounded));
    let pose = match &arguments.place.rotate {
        Some(Turn::Quaternion(q)) => Pose::from_quaternion(q.map(T::rounded), translation),
        _ => Pose::new(arguments.place.rotation().map(T::rounded), translation),
    };
    let b = pose.and_then(|pose| b.posed(pose)).map_err(|error| format!("--translate or --rotate: {error}"))?;
    Ok((a, b))
}

/// The longest side of the box around points.
fn size(points: &[Point3<f64>]) -> f64 {
    let along = |k: usize| points.iter().map(move |point| point[k]);
    let extent = |k| along(k).fold(f64::NEG_INFINITY, f64::max) - along(k).fold(f64::INFINITY, f64::min);
    (0..3).map(extent).fold(0.0, f64::max)
}

/// What is odd about two meshes: one of them may be in another unit.
fn hint([a, b]: [&PathBuf; 2], [size_a, size_b]: [f64; 2]) -> Option<String> {
    let (large, small, times) = if size_a > size_b { (a, b, size_a / size_b) } else { (b, a, size_b / size_a) };
    // A point has no size.
    (times >= 100.0 && times.is_finite()).then(|| {
        let [large, small] = [large, small].map(|path| path.display());
        format!("{large} is {times:.0} times as large as {small}: are they in the same unit?")
    })
}

/// The hull of points in some arithmetic.
pub(crate) fn cloud<T: Number>(points: &[Point3<f64>]) -> Result<PointCloud<T, 3>, gjk::Error> {
    PointCloud::new(points.iter().map(|p| Point3::from(p.coords.map(T::rounded))))
}

/// An answer, and how long it takes: the mean of several times, or the first if that is long.
fn mean_time<F>(ask: impl Fn() -> F) -> (F, Duration) {
    let enough = Duration::from_millis(20);
    let start = Instant::now();
    let found = ask();
    let first = start.elapsed();
    if first > enough {
        return (found, first);
    }
    let (start, mut rounds) = (Instant::now(), 0);
    while rounds == 0 || rounds < 1000 && start.elapsed() < enough {
        std::hint::black_box(ask());
        rounds += 1;
    }
    (found, start.elapsed() / rounds)
}

/// A duration with few digits.
pub(crate) struct Brief(pub(crate) Duration);

impl Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.0.as_secs_f64() * 1e6;
        if micros < 999.5 { write!(f, "{micros:.1} µs") } else { write!(f, "{:.1} ms", micros / 1e3) }
    }
}

struct Coordinates<'a, T>(&'a [T; 3]);

impl<T: Display> Display for Coordinates<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x}, {y}, {z})")
    }
}

#[derive(Serialize)]
struct Report {
    a: Mesh,
    b: Mesh,
    scalar: Arithmetic,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(Serialize)]
struct Mesh {
    file: String,
    vertices: usize,
}

/// Three numbers with commas between.
#[derive(Clone, Copy, Debug)]
struct Triple([f64; 3]);

impl FromStr for Triple {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text)?[..] {
            [x, y, z] => Ok(Self([x, y, z])),
            _ => Err("three numbers are needed, with commas between".into()),
        }
    }
}

/// A rotation as it is given.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Degrees([f64; 3]),
    Quaternion([f64; 4]),
}

impl FromStr for Turn {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text)?[..] {
            [x, y, z] => Ok(Self::Degrees([x, y, z])),
            [w, x, y, z] => {
                let largest = [w, x, y, z].into_iter().fold(0.0, |m: f64, x: f64| m.max(x.abs()));
                if largest == 0.0 {
                    return Err("the quaternion is zero".into());
                }
                // Scaled by a power of two, so that the squares neither overflow nor underflow.
                Ok(Self::Quaternion([w, x, y, z].map(|x| x * largest.unit_scale())))
            }
            _ => Err("three numbers (degrees about x, y, z) or four (a quaternion w, x, y, z) are needed".into()),
        }
    }
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Degrees([x, y, z]) => write!(f, "{x}° about x, {y}° about y, {z}° about z"),
            Self::Quaternion(q) => write!(f, "the quaternion {q:?}"),
        }
    }
}

impl Turn {
    fn matrix(self) -> Matrix3<f64> {
        match self {
            Self::Quaternion(q) => rows(quaternion_rows(q)),
            Self::Degrees(degrees) => {
                let [x, y, z] = degrees.map(|angle| libm::sincos(angle.to_radians()));
                let about_x = rows([[1.0, 0.0, 0.0], [0.0, x.1, -x.0], [0.0, x.0, x.1]]);
                let about_y = rows([[y.1, 0.0, y.0], [0.0, 1.0, 0.0], [-y.0, 0.0, y.1]]);
                let about_z = rows([[z.1, -z.0, 0.0], [z.0, z.1, 0.0], [0.0, 0.0, 1.0]]);
                about_z * about_y * about_x
            }
        }
    }
}

fn rows(rows: [[f64; 3]; 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|i, k| rows[i][k])
}

pub(crate) fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let parse = |part: &str| {
        part.trim().parse().ok().filter(|x: &f64| x.is_finite()).ok_or(format!("{part:?} is not a finite number"))
    };
    text.split(',').map(parse).collect()
}
