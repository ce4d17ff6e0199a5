//! What does this library do? Four answers in a second, and a page of steps to click through.
//!
//! `cargo run --release --example tour`

use gjk::certified::{self, Proof};
use gjk::exact::Float;
use gjk::nalgebra::{Isometry3, Point2, Point3, Point4, Vector2, Vector3, Vector4};
use gjk::shape::{Ball, Cuboid, PointCloud, Triangle};
use gjk::{Pose, Query, Start, SupportExt, contact, distance, epa, intersects, observe::Phase, simplex::Cases};
use gjk_trace::{Figure, Scene, Step, Tested, Trace};
use std::{env, error::Error, fmt::Display, fs, hint::black_box, path::PathBuf, time::Instant};

type Of<T> = Result<T, Box<dyn Error>>;

fn main() -> Of<()> {
    println!("gjk: do two convex shapes intersect, how far are they apart, or how deep in each other, and where?\n");
    let page = step_by_step()?;
    meshes()?;
    near_miss()?;
    let gap = distance(&Cuboid::new(Vector4::repeat(1.0_f64))?, &Ball::at(Point4::from([2.0; 4]), 1.0)?).distance;
    println!("4. IN FOUR DIMENSIONS: the cube from -1 to 1 and a ball of radius 1 at (2, 2, 2, 2) are {gap} apart.\n");
    assert!((gap - 1.0).abs() < 1e-15);
    println!("WHAT NEXT, if you");
    println!("   write a game               cargo run --release --example platformer    then docs/README.md");
    println!("   ask how right it is        cargo run --release --example precision     then docs/precision.md");
    println!("   want to know how it works  docs/guide.md, and the steps above to click through:");
    println!("                              {}", page.display());
    Ok(())
}

/// The example of W. Bittle's tutorial (GJK (Gilbert-Johnson-Keerthi), dyn4j.org, 2010), from its two directions.
fn step_by_step() -> Of<PathBuf> {
    let a = Triangle::new([[4.0, 5.0], [4.0, 11.0], [9.0, 9.0]].map(Point2::from))?;
    let b = Triangle::new([[5.0, 7.0], [12.0, 7.0], [10.0, 2.0]].map(Point2::from))?;
    println!("1. STEP BY STEP: A = (4, 5) (4, 11) (9, 9) and B = (5, 7) (12, 7) (10, 2): do they intersect?");
    println!("   If so, some point of A is a point of B: the difference A - B, of all a - b, holds the origin.");
    println!("   Farthest in it along d is the farthest point of A along d minus the farthest of B along -d.\n");
    let start = Start::Pair(Vector2::new(1.0, -1.0), Vector2::new(-1.0, 1.0));
    let trace = gjk_trace::contact(&a, &b, &Query::new().start(start));
    println!("   {:<16}{:<10}{:<10}{:<10}simplex: the vertices kept, nearest the origin", "d", "a", "b", "a - b");
    let shown = |v: &[f64]| format!("({}, {})", v[0], v[1]);
    for step in trace.steps.iter().filter(|step| step.phase == Phase::Search) {
        let [d, a, b, w] = [&step.direction, &step.newest.a, &step.newest.b, &step.newest.w].map(|v| shown(v));
        let kept: Vec<_> = step.after.iter().map(|vertex| shown(&vertex.w)).collect();
        println!("   {d:<16}{a:<10}{b:<10}{w:<10}{}", kept.join(" "));
    }
    let depth = -trace.answer.separation.unwrap_or_default();
    println!("   This triangle holds the origin: they intersect. Growing it finds how deep: by {depth:.6}.");
    println!("   (The search scales directions by powers of two: (-0.875, -1.25) is (-7, -10) / 8.)\n");
    // By hand: between the edge of A from (4, 5) to (9, 9) and B's corner (5, 7).
    assert!(trace.answer.intersects && (depth - 6.0 / 41.0_f64.sqrt()).abs() < 1e-15);
    let file = env::current_exe()?.ancestors().nth(3).ok_or("not target/release/examples/tour")?.join("tour.html");
    fs::write(&file, page(&trace, &Scene::new(&a, &b)))?;
    Ok(file.strip_prefix(env::current_dir()?).unwrap_or(&file).into())
}

/// The steps as a page, with the explorer's player and style.
fn page(trace: &Trace, scene: &Scene) -> String {
    let step = |(number, step): (usize, &Step)| {
        let row = |test: &Tested| format!("<tr><th>{}<td class=number>{:.4}<td>{}", test.name, test.value, test.says);
        let (figure, tests) = (Figure::new(trace, scene, number).inside_a_page(), step.tests.iter().map(row));
        format!("<div class=film>{figure}<table class=tests>{}</table></div>", tests.collect::<String>())
    };
    include_str!("tour.html")
        .replace("/*style*/", &[Figure::STYLE, include_str!("../site/explorer/style.css")].concat())
        .replace("/*player*/", include_str!("../site/explorer/player.js"))
        .replace("<!--steps-->", &trace.steps.iter().enumerate().map(step).collect::<String>())
}

fn meshes() -> Of<()> {
    let point = |line: &str| {
        let mut numbers = line.strip_prefix("v ")?.split(' ').map_while(|x| x.parse().ok());
        Some(Point3::<f64>::new(numbers.next()?, numbers.next()?, numbers.next()?))
    };
    let [bunny, teapot] = [include_str!("meshes/bunny.obj"), include_str!("meshes/teapot.obj")];
    let hulls = [bunny, teapot].map(|text| text.lines().filter_map(point).collect::<Vec<_>>());
    println!("2. BUNNY AGAINST TEAPOT: the convex hulls of {} and {} points", hulls[0].len(), hulls[1].len());
    for (place, at) in [("beside it", [9.0, 2.0, 3.0]), ("inside it", [2.5, 5.0, 1.0])] {
        let pose = Isometry3::new(Vector3::from(at), Vector3::new(0.3, 0.5, -0.2));
        let [single, double] = [measure::<f32>(&hulls, place, &pose)?, measure::<f64>(&hulls, place, &pose)?];
        assert!((single - double).abs() < 16.0 * 4.0 * f64::from(f32::EPSILON));
    }
    println!("   Times are the least of 300. A build for games, with `opt-level = 3`, is faster: docs/building.md.\n");
    Ok(())
}

fn measure<T: Float + Display>(hulls: &[Vec<Point3<f64>>; 2], place: &str, pose: &Isometry3<f64>) -> Of<f64>
where
    Cases: epa::Expansion<T, 3>,
{
    let narrow = |x: f64| T::from_double(x).unwrap_or_else(T::zero);
    let turn = pose.rotation.to_rotation_matrix().matrix().map(narrow);
    let pose = Pose::new(turn, pose.translation.vector.map(narrow))?;
    // The bunny is 10 units high, the teapot 32 wide. An index finds farthest points in few steps.
    let cloud = |k: usize| PointCloud::new(hulls[k].iter().map(|p| (p.coords * [1.0, 0.25][k]).map(narrow)));
    let (a, b) = (cloud(0)?.indexed(), cloud(1)?.indexed().posed(pose)?);
    let found = contact(&a, &b);
    let times = (0..300).map(|_| (Instant::now(), black_box(contact(black_box(&a), &b))).0.elapsed().as_secs_f64());
    let (bits, time) = (8 * size_of::<T>(), times.fold(f64::INFINITY, f64::min) * 1e6);
    let (separation, evaluations) = (&found.separation, found.evaluations);
    println!("   {place}, f{bits}: separation {separation:<20} {evaluations:>2} evaluations, {time:.1} µs");
    Ok(found.separation.widen())
}

/// Fibonacci's numbers give the nearest misses: F(78) F(76) - F(77)² = -1, so (F(77), F(76)) is just below the line to (F(78), F(77)).
fn near_miss() -> Of<()> {
    let [x, y, z] = [8_944_394_323_791_464.0, 5_527_939_700_884_757.0, 3_416_454_622_906_707.0];
    let above = Triangle::new([[0.0, 0.0], [x, y], [0.0, y]].map(Point2::from))?;
    let below = Triangle::new([[y, z], [x, 0.0], [y, 0.0]].map(Point2::from))?;
    let (plain, proven) = (intersects(&above, &below), certified::intersects(&above, &below));
    println!("3. A NEAR MISS: two triangles of size 1e16, apart by 1e-16. Do they intersect?");
    println!("   intersects says {plain}: f64 can't tell. certified::intersects says {}:", proven.intersects);
    println!("   it proves that no rounding misled it, or decides in exact arithmetic, as here.\n");
    assert!(!proven.intersects && proven.proof == Proof::Exact);
    Ok(())
}
