//! f32, f64 and exact arithmetic on one pair: where do they part, and by how much?
//!
//! `cargo run --release --example precision`
//!
//! Two tetrahedra with whole numbers below a million for corners, which all three arithmetics hold. A corner of one is above a face of the
//! other by the least that such numbers allow: the volume whose sign decides is 1/6, and the products that make it have 18 digits. f32
//! keeps 7 of them, f64 keeps 16.

use gjk::certified::{self, Proof};
use gjk::nalgebra::{Point3, Vector3};
use gjk::shape::{Posed, Tetrahedron};
use gjk::{Error, Query, Real, SupportExt, distance, exact, intersects};
use gjk_trace::Step;

const A: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [435_836.0, 671_019.0, 498_289.0], [116_127.0, 634_640.0, 91_586.0], UP];
const B: [[f32; 3]; 4] = [
    [145_605.0, 401_123.0, 150_484.0],
    [539_287.0, 373_390.0, -156_509.0],
    [540_287.0, 373_390.0, -156_509.0],
    [539_287.0, 374_390.0, -156_509.0],
];
/// From the common plane to the other corner of A: nearly perpendicular to it.
const UP: [f32; 3] = [-393_682.0, 27_733.0, 306_993.0];
/// The largest coordinate of A − B, by which rounding is measured.
const SIZE: f64 = 1e6;

type Solid<T> = Posed<Tetrahedron<T, 3>, T, 3>;

/// The pair, with B moved away from the face by a part of `UP`. (The same in f64: numbers in f32 are numbers in f64.)
fn pair<T: Real + From<f32>>(part: f32) -> Result<[Solid<T>; 2], Error> {
    let solid = |corners: [[f32; 3]; 4], by: f32| {
        let away = Vector3::from(UP.map(|x| T::from(x * by)));
        Tetrahedron::new(corners.map(|corner| Point3::from(corner.map(T::from))))?.posed(away)
    };
    Ok([solid(A, 0.0)?, solid(B, -part)?])
}

/// A step of one arithmetic beside another's: the newest vertex of A − B, the signs tested, and what was decided.
fn beside(step: &Step, exact: &Step) {
    let vertex = |step: &Step| format!("{:?}", step.newest.w);
    let so = |step: &Step| step.region.clone().unwrap_or_else(|| format!("{:?}", step.stop));
    println!("  {:<20}{:<34}{}", "newest vertex", vertex(step), vertex(exact));
    for test in &exact.tests {
        let same = step.tests.iter().find(|other| other.name == test.name);
        let value = same.map_or("not asked".into(), |same| format!("{:.3e}", same.value));
        println!("  {:<20}{value:<34}{:.3e}", test.name, test.value);
    }
    println!("  {:<20}{:<34}{}", "the region is then", so(step), so(exact));
}

fn main() -> Result<(), Error> {
    let ([a32, b32], [a64, b64]) = (pair::<f32>(0.0)?, pair::<f64>(0.0)?);
    let traces = [
        ("f32  ", gjk_trace::distance(&a32, &b32, &Query::new())),
        ("f64  ", gjk_trace::distance(&a64, &b64, &Query::new())),
        ("exact", gjk_trace::exact::distance(&a64, &b64, &Query::new()).expect("corners are exact")),
    ];
    let truth = exact::distance(&a64, &b64).expect("corners are exact");
    println!("Two tetrahedra of size 1e6, a corner of one just above a face of the other. Do they intersect?");
    println!("The square of their distance is {}, but:", truth.squared);
    for (name, trace) in &traces {
        let found = trace.answer.separation.unwrap_or(0.0);
        println!("  {name}: {:<13}distance {found:.4e}, {} steps", trace.answer.verdict, trace.steps.len());
    }
    let parted = |k: usize| traces[k].1.parts_from(&traces[2].1);
    for (k, name) in [(0, "f32"), (1, "f64")] {
        let Some(step) = parted(k) else { continue };
        println!("\nIn step {} {name} (left) first differs from exact arithmetic (right):", step + 1);
        beside(&traces[k].1.steps[step], &traces[2].1.steps[step]);
    }

    println!("\nNow B is moved away. Errors of the distance, in ε times the largest coordinate: a few at most.");
    println!("  {:<24}{:>10}{:>10}", "exact distance", "f32", "f64");
    let mut worst = [0.0_f64; 2];
    for part in [0.0, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3, 1.0_f32] {
        let ([a32, b32], [a64, b64]) = (pair::<f32>(part)?, pair::<f64>(part)?);
        let truth = exact::distance(&a64, &b64).expect("corners are exact").distance();
        let errors = [
            (f64::from(distance(&a32, &b32).distance) - truth).abs() / (f64::from(f32::EPSILON) * SIZE),
            (distance(&a64, &b64).distance - truth).abs() / (f64::EPSILON * SIZE),
        ];
        println!("  {:<24.6e}{:>10.4}{:>10.4}", truth, errors[0], errors[1]);
        worst = [0, 1].map(|k| worst[k].max(errors[k]));
    }

    let proven = certified::intersects(&a32, &b32);
    println!("\nWhat rounding can't decide, `certified` does in exact arithmetic: intersects = {}.", proven.intersects);
    assert!(intersects(&a32, &b32) && !proven.intersects && proven.proof == Proof::Exact && !truth.intersects());
    assert!(parted(0).is_some() && worst.iter().all(|error| *error < 4.0));
    Ok(())
}
