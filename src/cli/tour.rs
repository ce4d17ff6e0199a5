//! `gjk` without arguments: the library at work on embedded examples.

use super::mesh;
use super::pair::{Brief, Timed, cloud, timed};
use crate::certified::{self, Certified, Proof};
use crate::nalgebra::{Isometry3, Point, Point2, Point3, SVector, Vector2, Vector3};
use crate::question::Number;
use crate::shape::{Cuboid, PointCloud, Triangle};
use crate::{
    Difference, Pose, Query, Start, Support, SupportExt, intersects,
    minkowski::{ConvexSet, Frame},
    observe::Observer,
    simplex::{Region, Simplex, SupportPoint},
};
use std::fmt::Write as _;
use std::io::{self, Write};

const BUNNY: &str = include_str!("../../examples/meshes/bunny.obj");
const TEAPOT: &str = include_str!("../../examples/meshes/teapot.obj");

/// The whole tour.
pub(crate) fn run(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "gjk: are two convex shapes apart, how far, and where? A tour in four examples.\n")?;
    step_by_step(output)?;
    meshes(output)?;
    four_dimensions(output)?;
    proofs(output)?;
    output.write_all(NEXT.as_bytes())
}

const NEXT: &str = r#"WHAT TO TYPE NEXT

  gjk pair A.obj B.stl --translate 0,0,5 --rotate 0,90,0     two meshes of your own (OBJ, STL, PLY)
  gjk batch questions.jsonl --jobs 4                         questions, one JSON object a line
  echo '{"dim":1,"query":"distance","a":{"type":"ball","radius":2},"b":{"type":"point","at":[5]}}' |
    gjk batch
  gjk help batch
  gjk trace question.json                                    every step of one question, and why
"#;

/// The example of W. Bittle's tutorial (GJK (Gilbert-Johnson-Keerthi), dyn4j.org, 2010), from its two directions.
fn step_by_step(output: &mut impl Write) -> io::Result<()> {
    let points = |points: [[f64; 2]; 3]| Triangle::new(points.map(Point2::from)).map_err(io::Error::other);
    let a = points([[4.0, 5.0], [4.0, 11.0], [9.0, 9.0]])?;
    let b = points([[5.0, 7.0], [12.0, 7.0], [10.0, 2.0]])?;
    let set = Difference(&a, &b);
    let start = Start::Pair(Vector2::new(1.0, -1.0), Vector2::new(-1.0, 1.0));
    let mut narrator = Narrator { frame: set.frame(), story: String::new() };
    let outcome = Query::new().start(start).observed_by(&mut narrator).search(&set);
    writeln!(output, "1. STEP BY STEP, IN 2D\n")?;
    writeln!(output, "  shape A = {}   shape B = {}\n", list(a.points()), list(b.points()))?;
    writeln!(
        output,
        "  Shapes A and B intersect if their difference, all the points a - b, holds the origin. What reaches"
    )?;
    writeln!(
        output,
        "  farthest in it along d is what does in shape A along d, less what does in shape B along -d.\n"
    )?;
    writeln!(output, "  {:<36}{:<12}{:<12}of the difference", "looking along", "of shape A", "of shape B")?;
    write!(output, "{}", narrator.story)?;
    let verdict = if outcome.intersects() { "intersect" } else { "are apart" };
    writeln!(
        output,
        "\n  Shapes A and B {verdict}: that took {} evaluations of the support mapping.\n",
        outcome.evaluations
    )
}

/// An observer that tells the story of a search.
struct Narrator {
    frame: Frame<f64, 2>,
    story: String,
}

impl Narrator {
    /// Points of A − B, converted from the coordinates of the search.
    fn differences<'p>(&self, vertices: impl IntoIterator<Item = &'p SupportPoint<f64, 2>>) -> String {
        list(&vertices.into_iter().map(|vertex| Point::from(vertex.w / self.frame.scale)).collect::<Vec<_>>())
    }

    fn tell(&mut self, line: &str) {
        self.story.push_str(line.trim_end());
        self.story.push('\n');
    }
}

impl Observer<f64, 2> for Narrator {
    fn support(&mut self, direction: &Vector2<f64>, newest: &SupportPoint<f64, 2>) {
        let [[x, y]] = direction.normalize().data.0;
        let direction = format!("{}, that is ({x:.3}, {y:.3})", shown(&Point::from(whole(*direction))));
        let [a, b] = [newest.a, newest.b].map(|offset| shown(&(self.frame.reference + offset)));
        let difference = self.differences([newest]);
        self.tell(&format!("  {direction:<36}{a:<12}{b:<12}{difference}"));
    }

    fn reduced(&mut self, simplex: &Simplex<f64, 2>, _: Region, _: &Vector2<f64>) {
        let feature = if simplex.vertices().len() == 1 { "vertex" } else { "edge" };
        let vertices = self.differences(simplex.vertices());
        self.tell(&format!("      nearest to the origin so far: the {feature} {vertices}"));
    }

    fn enclosed(&mut self, simplex: &Simplex<f64, 2>, newest: &SupportPoint<f64, 2>) {
        let vertices = self.differences([newest].into_iter().chain(simplex.vertices()));
        self.tell(&format!("      the origin is in the triangle {vertices}"));
    }
}

/// A direction times a power of two, with integers for components. (The search scales by powers of two, too.)
fn whole(direction: Vector2<f64>) -> Vector2<f64> {
    let mut multiples = std::iter::successors(Some(direction), |multiple| Some(multiple * 2.0)).take(64);
    multiples.find(|multiple| multiple.iter().all(|x| x.fract() == 0.0)).unwrap_or(direction)
}

fn shown(point: &Point2<f64>) -> String {
    format!("({}, {})", point.x, point.y)
}

fn list(points: &[Point2<f64>]) -> String {
    points.iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// The scale of the teapot: the bunny is some 10 units tall, the teapot 32 wide.
const TEAPOT_SCALE: f64 = 0.25;
/// The gap between the meshes when they nearly touch: a few ε of an `f32` coordinate.
const GAP: f64 = 1e-5;

fn meshes(output: &mut impl Write) -> io::Result<()> {
    let vertices = |obj: &str| mesh::obj(&mut obj.as_bytes()).map_err(io::Error::other);
    let bunny = vertices(BUNNY)?;
    let teapot: Vec<_> = vertices(TEAPOT)?.iter().map(|p| p * TEAPOT_SCALE).collect();
    writeln!(output, "2. THE BUNNY AGAINST THE TEAPOT\n")?;
    let (many, few) = (bunny.len(), teapot.len());
    writeln!(
        output,
        "  The convex hulls of the Stanford bunny ({many} vertices) and the Utah teapot ({few}, made smaller).\n"
    )?;

    let apart = Isometry3::new(Vector3::new(9.0, 2.0, 3.0), Vector3::new(0.3, 0.5, -0.2));
    let inside = Isometry3::new(Vector3::new(2.5, 5.0, 1.0), Vector3::new(0.3, 0.5, -0.2));
    // Along the line between the nearest points of the first pose.
    let first = in_both(&bunny, &teapot, &apart)?.1.found;
    let mut touching = apart;
    touching.translation.vector -= (first.points[1] - first.points[0]) * (1.0 - GAP / first.separation);
    for (title, pose) in [
        ("at (9, 2, 3), turned: apart", &apart),
        ("at (2.5, 5, 1), turned: overlapping", &inside),
        ("moved from the first place until 0.00001 is left, which f32 just about resolves", &touching),
    ] {
        let (single, double) = in_both(&bunny, &teapot, pose)?;
        writeln!(output, "  The teapot {title}")?;
        side_by_side(output, ["the bunny", "the teapot"], &single, &double)?;
    }
    Ok(())
}

fn in_both(
    bunny: &[Point3<f64>],
    teapot: &[Point3<f64>],
    pose: &Isometry3<f64>,
) -> io::Result<(Timed<f32, 3>, Timed<f64, 3>)> {
    let single = against(bunny, teapot, pose.cast::<f32>());
    let double = against(bunny, teapot, *pose);
    single.and_then(|single| Ok((single, double?))).map_err(io::Error::other)
}

fn against<T: Number>(
    bunny: &[Point3<f64>],
    teapot: &[Point3<f64>],
    pose: impl Into<Pose<T, 3>>,
) -> Result<Timed<T, 3>, crate::Error>
where
    crate::simplex::Cases: crate::epa::Expansion<T, 3>,
{
    Ok(timed(&cloud(bunny)?, &cloud(teapot)?.posed(pose)?))
}

/// The 24-cell, a regular polytope that only four dimensions have, against a tesseract.
fn four_dimensions(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "3. IN FOUR DIMENSIONS\n")?;
    writeln!(output, "  A tesseract, [-1, 1]^4, and a 24-cell (±1, ±1, 0, 0 in any order) at (2.7, 2.2, 0.9, -0.3)")?;
    let single = in_four().map_err(io::Error::other)?;
    let double = in_four().map_err(io::Error::other)?;
    side_by_side::<4>(output, ["the tesseract", "the 24-cell"], &single, &double)
}

fn in_four<T: Number>() -> Result<Timed<T, 4>, crate::Error>
where
    crate::simplex::Cases: crate::epa::Expansion<T, 4>,
{
    let tesseract = Cuboid::new(SVector::from([1.0; 4].map(T::nearest)))?;
    let mut points = Vec::new();
    for (i, j) in (0..4).flat_map(|j| (0..j).map(move |i| (i, j))) {
        for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let mut point = Point::<T, 4>::origin();
            point[i] = T::nearest(x);
            point[j] = T::nearest(y);
            points.push(point);
        }
    }
    let place = SVector::from([2.7, 2.2, 0.9, -0.3].map(T::nearest));
    Ok(timed(&tesseract, &PointCloud::new(points)?.posed(place)?))
}

/// Fibonacci's numbers give the nearest misses: F(n+1)·F(n-1) - F(n)² = -1 for odd n, so the point (F(n), F(n-1)) is
/// just below the line through (0, 0) and (F(n+1), F(n)).
fn proofs(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "4. HOW SURE IS THAT?\n")?;
    for line in [
        "A triangle above the line from (0, 0) to (F(n+1), F(n)), F being Fibonacci's numbers, and one",
        "below it with a corner at (F(n), F(n-1)), which misses the line by the least that whole numbers",
        "can. A proof accounts for all rounding; where that can't tell, exact arithmetic decides.\n",
    ] {
        writeln!(output, "  {line}")?;
    }
    writeln!(output, "    {:<34}{:<12}{:<12}proven", "", "f32", "f64")?;
    let name = |intersects: bool| if intersects { "intersect" } else { "apart" };
    for (n, fits_single) in [(33, true), (77, false)] {
        let single = near_miss::<f32>(n).map_err(io::Error::other)?;
        let (double, proven) = near_miss::<f64>(n).map_err(io::Error::other)?;
        let single = if fits_single { name(single.0) } else { "-" };
        let by = match proven.proof {
            Proof::Bound => "by a bound",
            Proof::Exact => "in exact arithmetic",
            Proof::None => "not at all",
        };
        let what = format!("n = {n}, to ({}, {})", fibonacci(n + 1), fibonacci(n));
        writeln!(output, "    {what}")?;
        writeln!(output, "    {:<34}{single:<12}{:<12}{}, {by}", "", name(double), name(proven.intersects))?;
    }
    writeln!(output)
}

fn fibonacci(n: u32) -> u64 {
    (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
}

/// The plain verdict on these two triangles, and the proven one.
fn near_miss<T: Number>(n: u32) -> Result<(bool, Certified), crate::Error>
where
    crate::simplex::Cases: crate::simplex::SimplexCases<T, 2>,
{
    #[expect(clippy::cast_precision_loss, reason = "less than 2⁵³")]
    let [x, y, z] = [n + 1, n, n - 1].map(|n| T::nearest(fibonacci(n) as f64));
    let zero = T::nearest(0.0);
    let p = Point2::new;
    let above = Triangle::new([p(zero, zero), p(x, y), p(zero, y)])?;
    let below = Triangle::new([p(y, z), p(x, zero), p(y, zero)])?;
    let [above, below]: [&dyn Support<2, Scalar = T>; 2] = [&above, &below];
    Ok((intersects(above, below), certified::intersects(above, below)))
}

/// A table of two answers.
fn side_by_side<const D: usize>(
    output: &mut impl Write,
    names: [&str; 2],
    single: &Timed<f32, D>,
    double: &Timed<f64, D>,
) -> io::Result<()> {
    let (single, double) = (column(single), column(double));
    let [on_a, on_b] = names.map(|name| format!("on {name}"));
    let rows = ["", "verdict", "distance", "depth", "at least", "normal", &on_a, &on_b, "evaluations", "time"];
    for (k, row) in rows.into_iter().enumerate() {
        if [&single[k], &double[k]] != ["-", "-"] {
            writeln!(output, "    {row:<18}{:<39}{}", single[k], double[k])?;
        }
    }
    writeln!(output)
}

fn column<T: Number, const D: usize>(Timed { found, time }: &Timed<T, D>) -> [String; 10] {
    let apart = !found.intersects();
    let only = |wanted: bool, text: T| if wanted { text.to_string() } else { "-".into() };
    let point = |point: &SVector<T, D>| {
        let mut text = String::new();
        for (k, x) in point.iter().enumerate() {
            let x = if x.widen().abs() < 5e-6 { T::zero() } else { *x };
            // Writing to a String cannot fail.
            let _ = write!(text, "{}{x:.5}", if k == 0 { "(" } else { ", " });
        }
        text + ")"
    };
    [
        format!("f{}", 8 * size_of::<T>()),
        if apart { "apart" } else { "intersect" }.into(),
        only(apart, found.separation),
        only(!apart, found.depth()),
        if apart { found.lower } else { -found.upper }.to_string(),
        point(&found.normal),
        point(&found.points[0].coords),
        point(&found.points[1].coords),
        found.evaluations.to_string(),
        Brief(*time).to_string(),
    ]
}
