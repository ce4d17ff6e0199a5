//! Convex pieces of outlines, judged in integers.
//!
//! Each outline has integer coordinates of less than 2⁵¹ and is then multiplied by a power of two, so the judge counts in `i128`. To find
//! whether an outline is simple, it tries all pairs of edges.
//!
//! `CAMPAIGN=25 cargo test --release -p gjk-scene --test pieces -- --nocapture` takes 105,000 outlines.

#![allow(unreachable_pub, reason = "the modules share parts")]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers, and integers that fit"
)]

mod families;
mod judge;

use families::{Family, Shape};
use gjk::nalgebra::Point2;
use gjk::shape::PointCloud;
use gjk::{Error, Real, Support};
use gjk_scene::{OutlineError, Pieces};
use judge::{Finding, Point};
use oracle::random::{Random, campaign};
use oracle::rational::scale_by_power_of_two;
use std::collections::HashMap;

/// A number type, and the integers and the powers of two that it has room for.
trait Number: Real + Copy + Into<f64> {
    const DIGITS: u32;
    const POWERS: [i32; 2];
    fn narrowed(x: f64) -> Self;
}

impl Number for f32 {
    const DIGITS: u32 = 24;
    const POWERS: [i32; 2] = [-100, 60];
    fn narrowed(x: f64) -> Self {
        x as f32
    }
}

impl Number for f64 {
    const DIGITS: u32 = 53;
    const POWERS: [i32; 2] = [-700, 700];
    fn narrowed(x: f64) -> Self {
        x
    }
}

fn points<T: Number>(ring: &[Point], power: i32) -> Vec<Point2<T>> {
    let scaled = |x: i128| T::narrowed(scale_by_power_of_two(x as f64, power.into()));
    ring.iter().map(|[x, y]| Point2::new(scaled(*x), scaled(*y))).collect()
}

fn pieces_of<T: Number>(shape: &Shape, power: i32) -> Result<Pieces<T>, OutlineError> {
    Pieces::with_holes(points(&shape.rings[0], power), shape.rings[1..].iter().map(|hole| points(hole, power)))
}

/// What the outlines of a family came to.
#[derive(Debug, Default)]
struct Tally {
    accepted: u32,
    refused: u32,
    thin: u32,
    /// The largest number of pieces for each that is needed, where the least number is known.
    worst: f64,
    known: u32,
}

/// Returns whether the library says of an outline what the judge says, and what is wrong with its pieces.
fn check<T: Number>(shape: &Shape, power: i32, tally: &mut Tally) {
    let judged = judge::look(&shape.rings);
    match (pieces_of::<T>(shape, power), judged) {
        (Ok(pieces), Finding::Simple) => {
            tally.accepted += 1;
            check_pieces(shape, &pieces, tally);
        }
        (Err(error), finding) => {
            tally.refused += 1;
            let is_right = match error {
                OutlineError::Repeated(pair) => judge::are_equal(&shape.rings, pair),
                OutlineError::Meet(pair) => judge::meet(&shape.rings, pair),
                OutlineError::Outside { ring } => matches!(&finding, Finding::Outside(rings) if rings.contains(&ring)),
                _ => false,
            };
            assert!(is_right, "{error:?}, but {finding:?}: {shape:?}");
        }
        (Ok(_), finding) => panic!("accepted, but {finding:?}: {shape:?}"),
    }
}

fn check_pieces<T: Number>(shape: &Shape, pieces: &Pieces<T>, tally: &mut Tally) {
    let all: Vec<Point> = shape.rings.concat();
    let corners: Vec<Vec<Point>> =
        pieces.iter().map(|piece| piece.corners().iter().map(|k| all[*k as usize]).collect()).collect();
    // Each piece is convex and counter-clockwise.
    for corners in &corners {
        assert!(judge::is_convex(corners), "{corners:?} of {shape:?}");
    }
    // The areas sum to the area of the inside.
    let area = |rings: &[Vec<Point>]| -> i128 { rings.iter().map(|ring| judge::doubled_area(ring)).sum() };
    assert_eq!(area(&corners), area(&judge::turned(&shape.rings)), "{shape:?}");
    // Sides of neighbours are the same in the other direction, and what is left are the edges, once each. So each point of the inside is
    // in one piece, and none outside: the pieces wind around it as often as the outline does.
    let sides: HashMap<[u32; 2], (u32, Option<u32>)> = (0..)
        .zip(pieces.iter())
        .flat_map(|(k, piece)| piece.sides().map(move |side| (side.ends, (k, side.beyond))))
        .collect();
    let count: usize = corners.iter().map(Vec::len).sum();
    assert_eq!(sides.len(), count, "no side is there twice: {shape:?}");
    let mut edges = Vec::new();
    for ([from, to], (own, beyond)) in &sides {
        match beyond {
            Some(other) => assert_eq!(sides.get(&[*to, *from]), Some(&(*other, Some(*own))), "{shape:?}"),
            None => edges.push([all[*from as usize], all[*to as usize]]),
        }
    }
    edges.sort_unstable();
    let mut wanted = judge::edges(&judge::turned(&shape.rings));
    wanted.sort_unstable();
    assert_eq!(edges, wanted, "{shape:?}");
    // The shapes.
    for piece in pieces.iter() {
        match piece.polygon() {
            Ok(polygon) => {
                assert!(polygon.vertices().len() <= piece.corners().len());
                // The piece itself is the same shape.
                let size: f64 = piece.extent(&Point2::origin()).into();
                for direction in [[3, 1], [1, 3], [-2, 3], [-3, 1], [-3, -2], [-1, -3], [2, -3], [1, 0], [0, -1]] {
                    let direction = direction.map(|x: i32| T::from_double(x.into()).unwrap()).into();
                    let height = |at: Point2<T>| -> f64 { at.coords.dot(&direction).into() };
                    let (own, other) = (height(piece.support(&direction)), height(polygon.support(&direction)));
                    assert!((own - other).abs() <= 64.0 * T::epsilon().into() * size, "{own:e}, {other:e}: {shape:?}");
                    let (mut face, origin) = (vec![], Point2::origin());
                    piece.support_face(&direction, &origin, &mut |corner| face.push(Point2::from(corner.offset)));
                    assert!(face.len() == 2 && face.iter().any(|at| height(*at) >= own), "{shape:?}");
                    let is_after = |pair: [Point2<T>; 2]| pair[0] == face[0] && pair[1] == face[1];
                    let corners: Vec<_> = piece.vertices().collect();
                    let count = corners.len();
                    assert!((0..count).any(|k| is_after([corners[k], corners[(k + 1) % count]])), "{shape:?}");
                }
            }
            Err(Error::Flat(_)) if shape.is_thin => {
                tally.thin += 1;
                assert!(PointCloud::new(piece.vertices()).is_ok());
            }
            Err(error) => panic!("{error}: {shape:?}"),
        }
    }
    let least = shape.least.or_else(|| (shape.rings.len() == 1 && all.len() <= 9).then(|| judge::least(&all)));
    if let Some(least) = least {
        tally.known += 1;
        tally.worst = tally.worst.max(corners.len() as f64 / least as f64);
        assert!(corners.len() >= least, "less than the least: {shape:?}");
        assert!(corners.len() <= 2 * least, "{} pieces instead of {least}: {shape:?}", corners.len());
        assert!(shape.rings.len() > 1 || all.len() > 32 || corners.len() == least, "{shape:?}");
    }
    // Two diagonals for each inward corner; to each hole one leads without making a piece.
    let most = 2 * judge::inward_corners(&shape.rings) + 2 - shape.rings.len();
    assert!(corners.len() <= most, "{} pieces, at most {most}: {shape:?}", corners.len());
}

fn run<T: Number>(name: &str, count: u64) {
    let mut random = Random::new(36);
    for family in Family::ALL {
        let mut tally = Tally::default();
        let part = count / Family::ALL.len() as u64;
        for _ in 0..part {
            let shape = family.shape(&mut random, T::DIGITS);
            let power = match random.index(4) {
                0 => random.integer(T::POWERS[0], T::POWERS[1]),
                1 => 60 - 120 * random.integer(0, 1),
                _ => 0,
            };
            check::<T>(&shape, power.max(T::POWERS[0]), &mut tally);
        }
        println!("{name} {family:?}: {tally:?}");
        let [accepted, refused] = [tally.accepted, tally.refused].map(|n| f64::from(n) / part as f64);
        let [least_accepted, least_refused] = family.shares();
        assert!(accepted >= least_accepted && refused >= least_refused, "{family:?}: {tally:?}");
    }
}

#[test]
fn outlines_in_f64() {
    run::<f64>("f64", campaign(2100));
}

#[test]
fn outlines_in_f32() {
    run::<f32>("f32", campaign(2100));
}

/// Outlines of all sizes with a known least number of pieces.
#[test]
fn at_most_twice_the_least() {
    let mut tally = Tally::default();
    for size in (2..40).chain([100, 300]) {
        for shape in [families::stairs(size), families::comb(size), families::saw(size), families::plus_signs(size)] {
            check::<f64>(&shape, 0, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.known == 160);
}

/// Large outlines, in less time than n².
#[test]
fn a_hundred_thousand_vertices() {
    let count = if cfg!(debug_assertions) { 10_000 } else { 100_000 };
    let mut random = Random::new(5);
    for shape in [
        families::stairs(count / 2),
        families::comb(count / 4),
        families::spiral(&mut random, count, 53),
        families::histogram(&mut random, count, 40),
        families::star(&mut random, count, 53),
    ] {
        let start = std::time::Instant::now();
        let pieces = pieces_of::<f64>(&shape, 0).unwrap();
        let corners: Vec<Vec<Point>> =
            pieces.iter().map(|piece| piece.corners().iter().map(|k| shape.rings[0][*k as usize]).collect()).collect();
        println!("{} vertices, {} pieces: {:?}", shape.rings[0].len(), corners.len(), start.elapsed());
        assert!(corners.iter().all(|corners| judge::bends_one_way(corners)));
        let area: i128 = corners.iter().map(|corners| judge::doubled_area(corners)).sum();
        assert_eq!(area, judge::doubled_area(&shape.rings[0]).abs());
        let bound = judge::inward_corners(&shape.rings).div_ceil(2) + 1;
        assert!(corners.len() <= 3 * bound, "{} pieces, at least {bound}", corners.len());
    }
}

/// A needle that is flat up to rounding has a piece all the same, which is not a polygon but a cloud.
#[test]
fn needles() {
    let needle = [[0.0_f32, 0.0], [1e6, 0.01], [2e6, 0.0]].map(Point2::from);
    let pieces = Pieces::new(needle).unwrap();
    let piece = pieces.get(0).unwrap();
    assert_eq!(pieces.iter().len(), 1);
    assert!(matches!(piece.polygon(), Err(Error::Flat(_))));
    assert_eq!(PointCloud::new(piece.vertices()).unwrap().len(), 3);
    assert!(pieces.get(1).is_none());
}

#[test]
fn refusals() {
    let p = |x: f64, y: f64| Point2::new(x, y);
    let square = [p(0.0, 0.0), p(4.0, 0.0), p(4.0, 4.0), p(0.0, 4.0)];
    let moved = |x: f64, y: f64, by: f64| square.map(|q| p(x + q.x * by, y + q.y * by));
    let none: [[Point2<f64>; 4]; 0] = [];
    let error = |outline: &[Point2<f64>], holes: &[[Point2<f64>; 4]]| {
        Pieces::with_holes(outline.iter().copied(), holes.iter().copied()).unwrap_err()
    };
    assert_eq!(error(&square[..2], &none), OutlineError::TooFew { ring: 0 });
    assert_eq!(error(&[], &none), OutlineError::TooFew { ring: 0 });
    let two = Pieces::with_holes(square, [vec![p(1.0, 1.0), p(2.0, 2.0)]]).unwrap_err();
    assert_eq!(two, OutlineError::TooFew { ring: 1 });
    for bad in [f64::NAN, f64::INFINITY, f64::MAX, 1e-320] {
        assert_eq!(error(&[square[0], square[1], p(1.0, bad)], &none), OutlineError::OutOfRange(2));
    }
    // Alone, small and large numbers are as good as others.
    for size in [f64::from_bits(1), f64::MIN_POSITIVE, 1e-300, 1e300] {
        assert_eq!(Pieces::new(square.map(|q| q * size)).unwrap().iter().len(), 1);
    }
    assert_eq!(error(&[square[0], square[1], square[2], square[1]], &none), OutlineError::Repeated([1, 3]));
    // On one line, and back.
    assert_eq!(error(&[p(0.0, 0.0), p(1.0, 1.0), p(2.0, 2.0)], &none), OutlineError::Meet([0, 2]));
    let back = error(&[p(0.0, 0.0), p(4.0, 0.0), p(4.0, 4.0), p(4.0, 8.0), p(4.0, 2.0)], &none);
    assert!(matches!(back, OutlineError::Meet([1, 3 | 4] | [2, 3])), "{back:?}");
    // A vertex on an edge: from both sides, of the outline and of a hole.
    assert_eq!(
        error(&[p(0.0, 0.0), p(4.0, 0.0), p(4.0, 4.0), p(2.0, 0.0), p(0.0, 4.0)], &none),
        OutlineError::Meet([0, 3])
    );
    assert!(matches!(error(&square, &[moved(0.0, 1.0, 0.5)]), OutlineError::Meet([3, 4 | 6 | 7])));
    assert_eq!(error(&square, &[moved(5.0, 1.0, 0.5)]), OutlineError::Outside { ring: 1 });
    assert_eq!(error(&square, &[moved(-1.0, -1.0, 2.0)]), OutlineError::Outside { ring: 1 });
    assert_eq!(error(&square, &[moved(0.5, 0.5, 0.75), moved(1.0, 1.0, 0.25)]), OutlineError::Outside { ring: 2 });
    assert_eq!(error(&square, &[moved(1.0, 1.0, 0.25), moved(0.5, 0.5, 0.75)]), OutlineError::Outside { ring: 1 });
    assert_eq!(error(&square, &[moved(1.0, 1.0, 0.25), moved(1.0, 1.0, 0.25)]), OutlineError::Repeated([4, 8]));
}
