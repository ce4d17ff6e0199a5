//! Inputs that broke other libraries, one test each, named after who reported them.
//!
//! Every row is asked in both precisions and both orders, at each power of two from 2^-13 to 2^13, and moved by powers
//! of two. If the move is exact, the right answer is the same. If not, the move rounds the contact, and touching shapes
//! may overlap or be apart, within 64 ε of the largest coordinate. See [`judge`].

#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(clippy::cast_possible_truncation, reason = "rounding to f32 is what is wanted")]
#![allow(clippy::unreadable_literal, clippy::doc_markdown, reason = "numbers and names stand as they were reported")]

use gjk::nalgebra::{Isometry2, Point2, SMatrix, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, Cylinder};
use gjk::{
    Contact, Distance, Error, Pose, Support, SupportExt, Verdict, contact, distance,
    epa::Expansion,
    intersects,
    simplex::{Cases, SimplexCases},
};
use oracle::random::Random;
use oracle::testing::{
    BOUND, Float, ask, assert_consistent, cloud, gap, in_both_precisions, point, rotation, vector, wide,
};
use oracle::vector::{add, norm, scaled, sub};
use oracle::{Kind, OrientedBox, Precision, Recipe, depth, exact, sat};

type Dyn<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;

/// A shape that can be made at any scale and place.
struct Body<T, const D: usize> {
    /// Where it is: its points, its center, or the translation of its pose.
    positions: Vec<[f64; D]>,
    /// How far it reaches from there.
    reach: f64,
    /// Whether it is round in other ways than by its margin: then its depth is approached.
    curved: bool,
    /// Makes it of the positions and the scale.
    make: Make<T, D>,
}

type Make<T, const D: usize> = Box<dyn Fn(&[[f64; D]], f64) -> Dyn<T, D>>;

fn ball<T: Float, const D: usize>(center: [f64; D], radius: f64) -> Body<T, D> {
    let make = move |at: &[[f64; D]], scale: f64| -> Dyn<T, D> {
        Box::new(Ball::at(point(&at[0]), T::narrowed(radius * scale)).unwrap())
    };
    Body { positions: vec![center], reach: radius, curved: false, make: Box::new(make) }
}

fn capsule<T: Float, const D: usize>(ends: [[f64; D]; 2], radius: f64) -> Body<T, D> {
    let make = move |at: &[[f64; D]], scale: f64| -> Dyn<T, D> {
        Box::new(Capsule::new(point(&at[0]), point(&at[1]), T::narrowed(radius * scale)).unwrap())
    };
    Body { positions: ends.to_vec(), reach: radius, curved: false, make: Box::new(make) }
}

fn hull<T: Float, const D: usize>(points: &[[f64; D]]) -> Body<T, D> {
    let make = |at: &[[f64; D]], _: f64| -> Dyn<T, D> { Box::new(cloud(at)) };
    Body { positions: points.to_vec(), reach: 0.0, curved: false, make: Box::new(make) }
}

fn cuboid<T: Float, const D: usize>(half: [f64; D], at: [f64; D]) -> Body<T, D> {
    turned_cuboid(half, SMatrix::identity(), at)
}

fn turned_cuboid<T: Float, const D: usize>(half: [f64; D], turn: SMatrix<T, D, D>, at: [f64; D]) -> Body<T, D> {
    let make = move |at: &[[f64; D]], scale: f64| -> Dyn<T, D> {
        let shape = Cuboid::new(vector(&half.map(|x| x * scale))).unwrap();
        Box::new(shape.posed(Pose::new(turn, vector(&at[0])).unwrap()).unwrap())
    };
    Body { positions: vec![at], reach: norm(&half), curved: false, make: Box::new(make) }
}

fn cylinder<T: Float>(half_height: f64, radius: f64, at: [f64; 3]) -> Body<T, 3> {
    let make = move |at: &[[f64; 3]], scale: f64| -> Dyn<T, 3> {
        let [radius, half_height] = [radius, half_height].map(|x| T::narrowed(x * scale));
        Box::new(Cylinder::with_radius(radius).half_height(half_height).unwrap().posed(vector::<T, 3>(&at[0])).unwrap())
    };
    Body { positions: vec![at], reach: radius.max(half_height), curved: true, make: Box::new(make) }
}

/// A body at a scale, moved.
struct Placed<T, const D: usize> {
    shape: Dyn<T, D>,
    curved: bool,
    largest: f64,
    exact: bool,
}

impl<T: Float, const D: usize> Body<T, D> {
    /// Scaled first, then moved: the move is exact if all positions are still the same distance from it.
    fn placed(&self, scale: f64, shift: &[f64; D]) -> Placed<T, D> {
        let round = |x: f64| T::narrowed(x).wide();
        let at = |p: &[f64; D]| p.map(|x| round(x * scale));
        let moved = |p: &[f64; D]| add(&at(p), shift).map(round);
        let positions: Vec<_> = self.positions.iter().map(moved).collect();
        let largest = positions.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs())) + self.reach * scale;
        let is_exact = self.positions.iter().zip(&positions).all(|(p, moved)| sub(moved, shift) == at(p));
        Placed { shape: (self.make)(&positions, scale), curved: self.curved, largest, exact: is_exact }
    }
}

/// Asserts that two bodies are `signed` apart, or intersect by −`signed`, or touch (0), at every scale and place.
///
/// The verdict may be wrong only where rounding has moved the contact: never where bodies touch and the move was
/// exact, else by at most 64 ε of the largest coordinate. The distance is within as many.
fn judge<T: Float, const D: usize>(a: &Body<T, D>, b: &Body<T, D>, signed: f64)
where
    Cases: Expansion<T, D>,
{
    let mut exact = 0;
    for (exponent, shift) in places::<D>() {
        let scale = 2.0_f64.powi(exponent);
        let [a, b] = [a, b].map(|body| body.placed(scale, &shift.map(|x| x * scale)));
        let is_exact = a.exact && b.exact;
        exact += u32::from(is_exact);
        let l = a.largest.max(b.largest);
        let slack = BOUND * T::PRECISION.epsilon() * l;
        let want = signed * scale;
        for (first, second) in [(&a, &b), (&b, &a)] {
            let what = format!("{:?}, 2^{exponent}, moved by {shift:?}, {want:e} apart", T::PRECISION);
            let (_, found) = ask(&*first.shape, &*second.shape, &what);
            assert_consistent(&found, [first.shape.margin().wide(), second.shape.margin().wide()], l, &what);
            if want.abs() > slack || want.abs() <= 0.0 && is_exact {
                assert_eq!(found.intersects(), want <= 0.0, "distance {:e}: {what}", found.distance.wide());
            }
            let error = (found.distance.wide() - want.max(0.0)).abs();
            assert!(error <= slack, "distance {:e}: {what}", found.distance.wide());
            let curved = first.curved || second.curved;
            let coarse = if T::PRECISION == Precision::Single { 1e-5 } else { 1e-9 };
            let slack = if curved { slack.max(coarse * l) } else { slack };
            let met = contact(&first.shape, &second.shape);
            assert_met(&met, &found, l, slack, &what);
            assert!((met.separation.wide() - want).abs() <= slack, "{met:?}: {what}");
        }
    }
    assert!(exact >= 27, "only {exact} places are exact");
}

/// Asserts that a contact does not contradict the distance, nor itself.
fn assert_met<T: Float, const D: usize>(met: &Contact<T, D>, found: &Distance<T, D>, l: f64, slack: f64, what: &str) {
    assert_eq!(met.undecided, None, "{what}");
    assert_eq!(met.intersects(), found.intersects(), "{met:?}: {what}");
    assert!(met.lower <= met.separation && met.separation <= met.upper, "{met:?}: {what}");
    let normal = wide(&met.normal);
    assert!((norm(&normal) - 1.0).abs() <= 8.0 * T::PRECISION.epsilon(), "{met:?}: {what}");
    let [p, q] = met.points.each_ref().map(|p| wide(&p.coords));
    let off = norm(&sub(&sub(&q, &p), &scaled(&normal, met.separation.wide())));
    assert!(off <= slack.max(BOUND * T::PRECISION.epsilon() * l), "points are off by {off:e}: {met:?}: {what}");
}

/// Powers of two and displacements, to be multiplied.
fn places<const D: usize>() -> impl Iterator<Item = (i32, [f64; D])> {
    let shifts = [0.0, 0.5, 1.0, 4.0, 16.0, 128.0, 1024.0, 8192.0];
    (-13..=13).flat_map(move |exponent| {
        shifts.map(|shift| (exponent, std::array::from_fn(|k| [shift, -shift, 2.0 * shift][k % 3])))
    })
}

/// The signed separation of two plane hulls, after rounding to the type.
fn polygons<T: Float>(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    let round =
        |points: &[[f64; 2]]| -> Vec<[f64; 2]> { points.iter().map(|p| p.map(|x| T::PRECISION.round(x))).collect() };
    sat::polygons(&round(a), &round(b))
}

fn rectangle(half: [f64; 2], at: [f64; 2]) -> [[f64; 2]; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| [at[0] + x * half[0], at[1] + y * half[1]])
}

/// A − B has slivers next to the origin, whose rounded signs contradict each other: the search went from one to the next and
/// back, and ended undecided.
#[test]
fn no_search_goes_in_circles() {
    let a = [[-1e-10, -0.5, -0.5], [1.0, -0.5, 1.0], [3e-10, 1e-10, 0.0], [1.0000000001, 3e-10, -1.0]];
    let b = [[0.9999999999, 3e-10, -1.0], [-1.0, -1.0, 0.0], [2e-10, -1.0, -0.5], [-0.5, 3e-10, -1.0]];
    judge::<f64, 3>(&hull(&a), &hull(&b), -2.236_067_795_483_027e-11);
    let a = [[2e-10, 1.0000000001, -0.5], [0.5, 1e-10, 1e-10], [1e-10, -0.5, -1.0]];
    let b =
        [[2e-10, 1.0000000001, -0.4999999999], [0.5, 0.0, 0.9999999999], [1.0, -1.0, 0.5], [-1.0, 0.0, 0.9999999999]];
    judge::<f64, 3>(&hull(&a), &hull(&b), -1.709_408_128_888_292e-11);
}

// Found by replaying the inputs of other libraries' tests.

/// Two balls whose offset has length 1: a peer says that they are almost apart.
#[test]
fn balls_with_a_pythagorean_offset_overlap_by_a_half() {
    in_both_precisions! { judge(&ball::<T, 3>([0.0; 3], 1.0), &ball([0.6, 0.64, 0.48], 0.5), -0.5); }
}

/// Coaxial cylinders, one standing in the other's cap.
#[test]
fn coaxial_cylinders_overlap_by_a_tenth() {
    in_both_precisions! { judge(&cylinder::<T>(1.0, 0.5, [0.0; 3]), &cylinder(1.0, 0.5, [0.0, 1.9, 0.0]), -0.1); }
}

/// Balls around one point: no direction between the centers.
#[test]
fn concentric_balls_intersect() {
    in_both_precisions! { judge(&ball::<T, 3>([0.0; 3], 1.0), &ball([0.0; 3], 0.5), -1.5); }
}

/// A pose that is not a number, or infinite: a peer says that it intersects, at distance NaN.
#[test]
fn a_pose_that_is_nowhere_is_an_error() {
    in_both_precisions! {
        for nowhere in [T::NAN, T::INFINITY, T::NEG_INFINITY] {
            for axis in 0..3 {
                let cube = Cuboid::new(Vector3::<T>::new(0.5, 0.5, 0.5)).unwrap();
                let mut translation = Vector3::zeros();
                translation[axis] = nowhere;
                assert_eq!(cube.posed(translation).unwrap_err(), Error::OutOfRange("translation"));
                let mut turn = SMatrix::<T, 3, 3>::identity();
                turn[(axis, 0)] = nowhere;
                assert_eq!(Pose::new(turn, Vector3::zeros()).unwrap_err(), Error::OutOfRange("rotation"));
            }
            let isometry = Isometry2::new(Vector2::new(0.0, 0.0), nowhere);
            let square = Cuboid::new(Vector2::<T>::new(0.5, 0.5)).unwrap();
            assert_eq!(square.posed(isometry).unwrap_err(), Error::OutOfRange("rotation"));
        }
    }
}

/// A cube very far away: a peer says that it intersects.
#[test]
fn cubes_are_apart_however_far() {
    for exponent in 0..=20 {
        let far = 10.0_f64.powi(exponent);
        in_both_precisions! {
            let separation = if far > 1e15 { far } else { far - 1.0 };
            judge(&cuboid::<T, 3>([0.5; 3], [0.0; 3]), &cuboid([0.5; 3], [far, 0.0, 0.0]), separation);
        }
    }
}

/// Segments on one line: a peer gives a zero normal.
#[test]
fn overlapping_segments_on_one_line_intersect() {
    in_both_precisions! {
        judge(&hull::<T, 3>(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), &hull(&[[0.0; 3], [2.0, 0.0, 0.0]]), 0.0);
        judge(&hull::<T, 2>(&[[-1.0, 0.0], [1.0, 0.0]]), &hull(&[[0.0; 2], [2.0, 0.0]]), 0.0);
    }
}

#[test]
fn segments_that_cross_in_space_intersect() {
    in_both_precisions! {
        judge(&hull::<T, 3>(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), &hull(&[[0.0, -1.0, 0.0], [0.0, 2.0, 0.0]]), 0.0);
        judge(&hull::<T, 3>(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), &hull(&[[0.25, -1.0, 2.0], [0.25, 1.0, -2.0]]), 0.0);
    }
}

/// The same pair at scales that are not powers of two: a peer in `f32` at 1e-2 has 62 % of the distances wrong.
#[test]
fn errors_do_not_depend_on_the_scale() {
    fn check<T: Float, const D: usize>(kind: Kind)
    where
        Cases: SimplexCases<T, D>,
    {
        let eps = T::PRECISION.epsilon();
        let mut apart = 0;
        for exponent in -4..=4 {
            let scale = 10.0_f64.powi(exponent);
            for pair in Recipe::new(kind).precision(T::PRECISION).pairs::<D>(7000, 60) {
                let scaled = |points: &[[f64; D]]| -> Vec<[f64; D]> {
                    points.iter().map(|p| p.map(|x| T::PRECISION.round(x * scale))).collect()
                };
                let (a, b) = (scaled(&pair.a), scaled(&pair.b));
                let want = exact::distance(&a, &b).distance();
                let what = format!("{kind:?}, {:?}, seed {}, times {scale:e}", T::PRECISION, pair.seed);
                let l = pair.largest_coordinate() * scale;
                let (_, found) = ask(&cloud::<T, D>(&a), &cloud::<T, D>(&b), &what);
                let error = (found.distance.wide() - want).abs();
                assert!(error <= BOUND * eps * l, "{:e}, not {want:e}: {what}", found.distance.wide());
                assert!(want <= BOUND * eps * l || !found.intersects(), "{what}");
                apart += u32::from(!found.intersects());
            }
        }
        assert!((180..=360).contains(&apart), "{kind:?}: {apart} of 540 apart");
    }
    for kind in [Kind::Round, Kind::Boxes, Kind::NearParallelBoxes] {
        in_both_precisions! {
            check::<T, 2>(kind);
            check::<T, 3>(kind);
        }
    }
}

// parry

/// parry issue 34: the ball's center is a corner of the box.
#[test]
fn parry_34_a_ball_around_a_corner() {
    in_both_precisions! { judge(&ball::<T, 2>([1.0, 1.0], 1.0), &cuboid([1.0, 1.0], [0.0; 2]), -1.0); }
}

/// parry issue 70: a capsule sinks into the ground in 200 steps; 84 of them are seen.
#[test]
fn parry_70_a_capsule_in_the_ground() {
    let ground = [50.0; 3];
    for step in 0..200 {
        let y = -0.5 + 0.005 * f64::from(step);
        in_both_precisions! {
            let capsule = capsule::<T, 3>([[0.0, y - 0.5, 0.0], [0.0, y + 0.5, 0.0]], 0.5);
            judge(&capsule, &cuboid(ground, [0.0, -50.0, 0.0]), y - 1.0);
        }
    }
}

/// parry issue 76: a triangle with two corners in one place is the segment it looks like.
#[test]
fn parry_76_a_degenerate_triangle_is_a_segment() {
    let mut random = Random::new(76);
    let mut hits = 0;
    for _ in 0..100 {
        let mut corner = || -> [f64; 3] { std::array::from_fn(|_| f64::from(random.uniform(-1.0, 1.0) as f32)) };
        let [a, b] = [corner(), corner()];
        let other = [corner(), corner(), corner(), corner()];
        let want = exact::distance(&[a, b], &other).distance();
        hits += u32::from(want <= 0.0);
        for triangle in [[a, b, b], [b, a, b], [b, b, a]] {
            in_both_precisions! {
                let signed = if want > 0.0 { want } else { -depth::least_reach(&[a, b], &other) };
                judge(&hull::<T, 3>(&triangle), &hull(&other), signed);
            }
        }
    }
    assert!((5..=60).contains(&hits), "{hits} hits");
}

/// parry issue 181: a long beam turns over a square for 200 000 steps; contact and verdict contradict each other.
#[test]
fn parry_181_a_beam_turns_over_a_square() {
    let square = Cuboid::new(Vector2::new(10.0_f32, 10.0)).unwrap();
    let beam = Cuboid::new(Vector2::new(300.0_f32, 1.5)).unwrap();
    let (mut x, mut angle) = (5.0_f32, 1.5_f32);
    let mut hits = 0;
    for step in 0..200_000 {
        x += 1e-4;
        angle += 0.005;
        let posed = beam.posed(Isometry2::new(Vector2::new(x, 0.0), angle)).unwrap();
        let found = distance(&square, &posed);
        assert_eq!(intersects(&square, &posed), found.intersects(), "step {step}: {:e}", found.distance);
        assert_eq!(intersects(&posed, &square), distance(&posed, &square).intersects(), "step {step}");
        hits += u32::from(found.intersects());
        let met = contact(&square, &posed);
        assert_eq!(met.intersects(), found.intersects(), "step {step}: {met:?}");
        if met.intersects() {
            // Moved out by the depth, they touch.
            let translation = Vector2::new(x, 0.0) + met.normal * met.depth();
            let out = beam.posed(Isometry2::new(translation, angle)).unwrap();
            let left = contact(&square, &out);
            assert_eq!(left.intersects(), intersects(&square, &out), "step {step}: {left:?}");
            assert!(left.separation.abs() <= 64.0 * f32::EPSILON * 320.0, "step {step}: {met:?} {left:?}");
        }
        if step % 100 == 0 {
            let corners = rectangle([300.0, 1.5], [0.0; 2]).map(|p| {
                let p = posed_point(p.map(|x| x as f32), x, angle);
                [f64::from(p.x), f64::from(p.y)]
            });
            let square = rectangle([10.0, 10.0], [0.0; 2]);
            let (signed, want) = (sat::polygons(&square, &corners), exact::distance(&square, &corners).distance());
            let slack = BOUND * f64::from(f32::EPSILON) * 320.0;
            assert!(signed.abs() <= slack || found.intersects() == (signed < 0.0), "step {step}: {signed}");
            assert!((f64::from(found.distance) - want).abs() <= slack, "step {step}: {want} {}", found.distance);
        }
    }
    assert!((60_000..=199_000).contains(&hits), "{hits} hits");
}

/// The same, and whenever the two overlap the beam is moved out by the depth, and goes on from there.
#[test]
fn parry_181_a_beam_is_pushed_out_of_a_square() {
    let square = Cuboid::new(Vector2::new(10.0_f32, 10.0)).unwrap();
    let beam = Cuboid::new(Vector2::new(300.0_f32, 1.5)).unwrap();
    let (mut at, mut angle) = (Vector2::new(5.0_f32, 0.0), 1.5_f32);
    let (mut hits, mut misses) = (0, 0);
    for step in 0..200_000 {
        at.x += 1e-4;
        angle += 0.005;
        let posed = beam.posed(Isometry2::new(at, angle)).unwrap();
        let met = contact(&square, &posed);
        assert_eq!(met.intersects(), intersects(&square, &posed), "step {step}: {met:?}");
        assert_eq!(met.intersects(), distance(&square, &posed).intersects(), "step {step}: {met:?}");
        if met.intersects() {
            at += met.normal * met.depth();
            hits += 1;
        } else {
            misses += 1;
        }
    }
    assert!(hits > 1000 && misses > 1000, "{hits} overlaps, {misses} gaps, at {at:?}");
    assert!(at.norm() < 400.0, "{at:?}");
}

fn posed_point(p: [f32; 2], x: f32, angle: f32) -> Point2<f32> {
    Isometry2::new(Vector2::new(x, 0.0), angle) * Point2::from(p)
}

/// parry issue 205: a large capsule in a larger triangle.
#[test]
fn parry_205_a_capsule_over_a_triangle() {
    let [x, y] = [381.592, 348.491];
    let triangle = [[64.0, 507.0], [440.0, 326.0], [1072.0, 507.0]];
    in_both_precisions! {
        let capsule = capsule::<T, 2>([[x, y - 5.0], [x, y + 5.0]], 10.0);
        judge(&capsule, &hull(&triangle), -9.436_296_317_489);
    }
}

/// parry issue 253: two triangles a hair apart; a panic.
#[test]
fn parry_253_triangles_a_hair_apart() {
    let a = [[-13.174434, 1.0, 8.736801], [3.5251038, 1.0, 12.1], [3.2048466, 1.0, 12.218325]];
    let b = [[-1.63, 0.0, 11.19], [-2.349647, 0.0, 11.037681], [-2.349647, 1.0, 11.037681]];
    in_both_precisions! {
        let round = |points: &[[f64; 3]; 3]| points.map(|p| p.map(|x| <T as Float>::PRECISION.round(x)));
        let want = exact::distance(&round(&a), &round(&b)).distance();
        let published = if size_of::<T>() == 4 { 4.07e-8 } else { 2.0373e-7 };
        assert!((want / published - 1.0).abs() < 1e-3, "{want:e}");
        judge(&hull::<T, 3>(&a), &hull(&b), want);
        let found = distance(&cloud::<T, 3>(&a), &cloud(&b));
        for p in &found.points {
            assert!(norm(&sub(&wide(&p.coords), &[-2.349647, 1.0, 11.0377])) < 1e-4, "{p}");
        }
    }
}

/// parry issue 378: a capsule stands on a box, above the middle of its long side; in `f32` its corner was answered.
#[test]
fn parry_378_a_capsule_stands_on_a_box() {
    let ends = [[0.0, -0.25], [0.0, 0.25]];
    in_both_precisions! {
        let (x, y) = (2.0373735, -1.25);
        judge(&capsule::<T, 2>(ends, 0.5), &cuboid([4.0, 0.5], [-x, y]), 0.0);
        let standing = Capsule::new(point::<T, 2>(&ends[0]), point(&ends[1]), 0.5).unwrap();
        let ground = Cuboid::new(vector::<T, 2>(&[4.0, 0.5])).unwrap().posed(vector(&[-x, y])).unwrap();
        let found = distance(&standing, &ground);
        for p in &found.points {
            let in_the_frame_of_the_box = sub(&wide(&p.coords), &[-x, y]);
            let off = norm(&sub(&in_the_frame_of_the_box, &[x, 0.5]));
            assert!(off <= BOUND * <T as Float>::PRECISION.epsilon() * 4.0, "{p} is off by {off:e}");
        }
    }
}

/// parry issue 396: flat wide cylinders.
#[test]
fn parry_396_flat_cylinders() {
    in_both_precisions! {
        judge(&cylinder::<T>(50.0, 100.0, [0.0; 3]), &cylinder(1.5, 1.0, [0.0; 3]), -51.5);
        judge(&cylinder::<T>(50.0, 100.0, [0.0; 3]), &cylinder(1.5, 1.0, [0.0, 51.6, 0.0]), 51.6 - 51.5);
    }
}

/// parry issue 415: a segment that ends inside.
#[test]
fn parry_415_a_segment_in_a_box() {
    in_both_precisions! {
        judge(&hull::<T, 2>(&[[60.0, 10.0], [10.0, 0.0]]), &cuboid([10.0, 100.0], [50.0, 50.0]), -20.0);
    }
}

/// parry issue 431: the distance depended on the order.
#[test]
fn parry_431_the_order_of_two_boxes() {
    let x = -5.573167;
    in_both_precisions! {
        judge(&cuboid::<T, 2>([1.0, 1.0], [0.0; 2]), &cuboid([1.0, 2.0], [x, 0.0]), -x - 2.0);
        let a = Cuboid::new(vector::<T, 2>(&[1.0, 1.0])).unwrap();
        let b = Cuboid::new(vector::<T, 2>(&[1.0, 2.0])).unwrap().posed(vector(&[x, 0.0])).unwrap();
        let want = -(x as T) - 2.0;
        assert_eq!([distance(&a, &b).distance, distance(&b, &a).distance], [want, want]);
    }
    assert_eq!(-(x as f32) - 2.0, 3.573_166_8);
}

// ncollide

/// ncollide issue 157: a cylinder beside a thin wall.
#[test]
fn ncollide_157_a_cylinder_in_a_wall() {
    let [x, z] = [11.45 - 10.97, 61.02 - 61.0];
    let signed = norm(&[x, z]) - 0.5;
    in_both_precisions! {
        let cylinder = cylinder::<T>(0.925, 0.5, [10.97, 0.925, 61.02]);
        judge(&cylinder, &cuboid([0.05, 0.75, 0.5], [11.5, 0.75, 60.5]), signed);
    }
}

/// ncollide issue 182: boxes face to face; a panic.
#[test]
fn ncollide_182_boxes_face_to_face() {
    in_both_precisions! {
        let half = [0.5, 0.5, 0.1];
        judge(&cuboid::<T, 3>(half, [0.0; 3]), &cuboid(half, [0.0, 1.0, 0.0]), 0.0);
    }
}

/// ncollide issue 343: a segment cuts the corner of a box far away.
#[test]
fn ncollide_343_a_segment_cuts_a_corner() {
    let segment = [[-1087.5709, -369.54813], [600.0, 1087.5]];
    let corners = [[114.9, 703.65], [725.1, 703.65], [725.1, 1142.6], [114.9, 1142.6]];
    in_both_precisions! {
        let signed = polygons::<T>(&segment, &corners);
        assert!(signed < -1.0, "{signed}");
        judge(&hull::<T, 2>(&segment), &hull(&corners), signed);
    }
}

// The others

/// FCL issue 493: cubes with one shared rotation, face to face.
#[test]
fn fcl_493_turned_cubes_face_to_face() {
    let mut random = Random::new(493);
    let (mut queries, mut axes_seen) = (0, 0);
    for _ in 0..100 {
        let axes = random.frame::<3>();
        let sideways = random.uniform(-0.9, 0.9);
        in_both_precisions! {
            let turn = rotation::<T, 3>(&axes);
            // One along the first axis, some way along the second: rounded, so they kiss.
            let at = turn * Vector3::new(1.0, sideways as T, 0.0);
            let cube = Cuboid::new(Vector3::<T>::new(0.5, 0.5, 0.5)).unwrap();
            let pose = |at: &Vector3<T>| Pose::new(turn, *at).unwrap();
            for exponent in -13..=13 {
                let scale = 2.0_f64.powi(exponent) as T;
                let cube = Cuboid::new(cube.half_extents() * scale).unwrap();
                for shift in [0.0, 1.0, 16.0, 1024.0] {
                    let shift = Vector3::new(shift, -shift, shift) * scale;
                    let a = cube.posed(pose(&shift)).unwrap();
                    let b = cube.posed(pose(&(shift + at * scale))).unwrap();
                    let l = (shift.x + 2.0 * scale).wide();
                    let what = format!("turned by {turn}, sideways by {sideways}, 2^{exponent}, moved by {shift}");
                    let (outcome, found) = ask(&a, &b, &what);
                    assert_consistent(&found, [0.0; 2], l, &what);
                    assert!(found.distance.wide() <= BOUND * <T as Float>::PRECISION.epsilon() * l, "{what}");
                    // An axis is evidence: along it they must not overlap by more than rounding.
                    queries += 1;
                    if let Verdict::Touching { axis, .. } | Verdict::Separated { axis } = &outcome.verdict {
                        let [a, b] = [shift, shift + at * scale].map(|at| {
                            let axes = std::array::from_fn(|k| wide(&turn.column(k).into_owned()));
                            OrientedBox { center: wide(&at), half: [scale.wide() * 0.5; 3], axes }.vertices()
                        });
                        let gap = gap(&a, &b, &wide(axis));
                        assert!(gap >= -BOUND * <T as Float>::PRECISION.epsilon() * l, "{axis} overlaps by {gap}: {what}");
                        axes_seen += 1;
                    }
                }
            }
        }
    }
    assert!(2 * axes_seen >= queries, "{axes_seen} of {queries} verdicts have an axis");
}

/// FCL issue 545: a small cube inside the corner of a larger one.
#[test]
fn fcl_545_a_small_cube_in_a_corner() {
    in_both_precisions! { judge(&cuboid::<T, 3>([0.5; 3], [0.0; 3]), &cuboid([0.05; 3], [0.4; 3]), -0.15); }
}

/// libccd issue 25: cubes pushed together along an axis; NaN.
#[test]
fn libccd_25_cubes_pushed_together() {
    in_both_precisions! { judge(&cuboid::<T, 3>([1.0; 3], [0.0; 3]), &cuboid([1.0; 3], [0.0, 0.0, 1.9]), -0.1); }
}

/// collision-rs issue 115: a rectangle over the long side of a triangle.
#[test]
fn collision_rs_115_a_rectangle_and_a_triangle() {
    let triangle = [[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]];
    in_both_precisions! {
        let (half, at) = ([0.375, 0.5], [<T as Float>::PRECISION.round(0.858_333), 0.0]);
        let signed = sat::polygons(&rectangle(half, at), &triangle);
        assert!((signed + 0.011_785_348_7).abs() < 1e-7, "{signed}");
        judge(&cuboid::<T, 2>(half, at), &hull(&triangle), signed);
    }
}

/// openGJK issue 52: prisms of hundreds, tens of thousands away.
#[test]
fn opengjk_52_prisms_far_from_the_origin() {
    let prism = |at: [f64; 3]| OrientedBox::aligned(at, [200.0, 200.0, 150.0]).vertices();
    let a = prism([91_200.0, 54_000.0, 150.0]);
    for [x, y] in [[0.0, 0.0], [50.0, 0.0], [-25.0, 75.0], [100.0, 100.0]] {
        let b = prism([91_200.0 + x, 54_000.0 + y, 150.0]);
        in_both_precisions! { judge(&hull::<T, 3>(&a), &hull(&b), -300.0); }
    }
}

/// MuJoCo Warp issue 1526: a box's corners on a box's face, centered, so that a search from center to center sees the
/// contact on an edge or a facet of its simplex.
#[test]
fn mujoco_warp_1526_a_box_stands_on_a_box() {
    for (z, signed) in [(1.5, 0.0), (1.375, -0.125), (1.625, 0.125), (0.0, -1.5)] {
        in_both_precisions! {
            judge(&cuboid::<T, 3>([1.0; 3], [0.0; 3]), &cuboid([0.5; 3], [0.0, 0.0, z]), signed);
            judge(&cuboid::<T, 3>([1.0, 0.5, 1.0], [0.0; 3]), &cuboid([0.5; 3], [0.0, 0.0, z]), signed.max(-1.0));
        }
    }
    // On an edge, and on a corner.
    let (edge, corner) = (0.5 * 2.0_f64.sqrt(), 0.5 * 3.0_f64.sqrt());
    for sunk in [0.0, 0.1] {
        in_both_precisions! {
            let on_edge = rotation::<T, 3>(&[[1.0, 0.0, 0.0], [0.0, edge, edge], [0.0, -edge, edge]]);
            let kissing = if sunk > 0.0 { -sunk } else { 1e-30 };
            judge(&cuboid::<T, 3>([1.0; 3], [0.0; 3]), &turned_cuboid([0.5; 3], on_edge, [0.0, 0.0, 1.0 + edge - sunk]), kissing);
            let (r2, r6) = (0.5_f64.sqrt(), (1.0 / 6.0_f64).sqrt());
            let r3 = (1.0 / 3.0_f64).sqrt();
            let on_corner = rotation::<T, 3>(&[[r2, r6, r3], [-r2, r6, r3], [0.0, -2.0 * r6, r3]]);
            judge(&cuboid::<T, 3>([1.0; 3], [0.0; 3]), &turned_cuboid([0.5; 3], on_corner, [0.0, 0.0, 1.0 + corner - sunk]), kissing);
        }
    }
}
