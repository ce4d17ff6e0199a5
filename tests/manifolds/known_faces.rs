//! Manifolds of boxes and polygons come from the faces that are opposite each other, without a search. They are checked in `f64`, and against
//! the manifold of the contact that a search finds.
//!
//! `CAMPAIGN=100 cargo test --release --test manifolds known_faces:: -- --nocapture` tries 10⁵ pairs for each scalar and dimension.

#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

use gjk::nalgebra::{Isometry3, SVector, Vector2, Vector3};
use gjk::shape::{Cuboid, Polygon, Posed, Shape2, Shape3};
use gjk::simplex::{Cases, VertexId};
use gjk::{Cache, Manifold, Pose, Query, Support, SupportExt, distance, epa::Expansion, manifold};
use oracle::depth;
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add_scaled, norm, scaled, sub};

const PREDICTIONS: [f64; 3] = [0.0, 0.01, 0.2];

#[derive(Default, Debug)]
struct Tally {
    near: u32,
    /// Found without a search; with the points that the contact of a search leads to; moved to the normal of a face.
    closed: u32,
    same: u32,
    snapped: u32,
}

fn names<T: Float, const D: usize>(found: &Manifold<T, D>) -> Vec<u64> {
    let mut names: Vec<u64> = found.points().iter().map(|point| point.id).collect();
    names.sort_unstable();
    names
}

/// Where the vertices are that a shape's own ones are posed to.
fn posed<T: Float, const D: usize>(pose: &Pose<T, D>, own: &[[f64; D]]) -> Vec<[f64; D]> {
    let column = |k: usize| -> [f64; D] { wide(&pose.matrix().column(k).into_owned()) };
    let place = |p: &[f64; D]| (0..D).fold(wide(pose.translation()), |sum, k| add_scaled(&sum, &column(k), p[k]));
    own.iter().map(place).collect()
}

fn check<S, T: Float, const D: usize>(
    [a, b]: [&Posed<S, T, D>; 2],
    own: &[Vec<[f64; D]>; 2],
    prediction: f64,
    what: &str,
    tally: &mut Tally,
) where
    S: Support<D, Scalar = T>,
    Cases: Expansion<T, D>,
{
    let vertices = [posed(a.pose(), &own[0]), posed(b.pose(), &own[1])];
    let size = vertices.iter().flatten().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let accuracy = BOUND * T::PRECISION.epsilon() * size;
    let found = manifold(a, b, T::narrowed(prediction));
    let erased: [&dyn Support<D, Scalar = T>; 2] = [a, b];
    assert_eq!(found, manifold(erased[0], erased[1], T::narrowed(prediction)), "{what}");
    let searched = Query::new().shortcuts(false).contact(a, b);
    let separation = searched.separation.wide();
    assert!(found.is_near() == (separation <= prediction) || (separation - prediction).abs() <= accuracy, "{what}");
    let Some(found) = found.near() else { return };
    let normal = wide(&found.normal);
    let proven = -depth::reach(&vertices[0], &vertices[1], &normal);
    assert!(proven >= separation - accuracy.max(prediction / 4.0) - accuracy, "{proven:e} {separation:e}: {what}");
    let mut least = f64::INFINITY;
    for p in found.points() {
        let s = p.separation.wide();
        let way = sub(&wide(&p.points[1].coords), &wide(&p.points[0].coords));
        assert!(norm(&add_scaled(&way, &normal, -s)) <= accuracy, "{found:?}: {what}");
        assert!(s <= prediction + accuracy && s >= proven - accuracy, "{s:e}, {proven:e}: {found:?}: {what}");
        least = least.min(s);
    }
    assert!((least - separation).abs() <= accuracy.max(prediction / 4.0) + accuracy, "{found:?}: {what}");
    // Swapped: the same depth, up to the slack. At the prediction rounding decides.
    let mirrored = manifold(b, a, T::narrowed(prediction)).near();
    let deepest = mirrored.iter().flat_map(Manifold::points).map(|p| p.separation.wide()).fold(f64::INFINITY, f64::min);
    let is_same = (deepest - least).abs() <= accuracy.max(prediction / 4.0) + accuracy;
    assert!(
        is_same || mirrored.is_none() && (separation - prediction).abs() <= accuracy,
        "{found:?} {mirrored:?}: {what}"
    );
    let other = Manifold::of(a, b, &searched, T::narrowed(prediction), None);
    tally.near += 1;
    tally.closed += u32::from(found.evaluations == 0);
    tally.same += u32::from(names(&found) == names(&other));
    tally.snapped += u32::from(norm(&sub(&normal, &wide(&searched.normal))) > 1e-3 && found.evaluations == 0);
}

/// A frame near another one, or the same, or any.
fn beside<const D: usize>(random: &mut Random, frame: &[[f64; D]; D]) -> [[f64; D]; D] {
    match random.index(4) {
        0 => *frame,
        1 | 2 => {
            let turn = random.magnitude(-8, -1);
            random.frame_near(frame, turn)
        }
        _ => random.frame(),
    }
}

/// A pose along an axis of the first shape, or any way, at which the pair touches or has a small or large gap.
fn placed<T: Float, const D: usize>(
    random: &mut Random,
    own: &[Vec<[f64; D]>; 2],
    frames: [&[[f64; D]; D]; 2],
    at: [f64; D],
) -> [Pose<T, D>; 2] {
    let [first, turned] = frames.map(|frame| Pose::new(rotation::<T, D>(frame), SVector::zeros()).unwrap());
    let axis = if random.coin() { frames[0][random.index(D)] } else { random.direction() };
    let gap = match random.index(3) {
        0 => T::PRECISION.epsilon() * random.uniform(-200.0, 200.0),
        1 => random.uniform(-0.02, 0.02),
        _ => random.uniform(-0.4, 0.2),
    };
    let lift = depth::reach(&posed(&first, &own[0]), &posed(&turned, &own[1]), &axis) + gap;
    let aside: [f64; D] = scaled(&random.direction(), random.uniform(0.0, 0.6));
    let aside = add_scaled(&aside, &axis, lift - aside.iter().zip(&axis).map(|(x, y)| x * y).sum::<f64>());
    // Some matrices are rotations only to 10⁻⁵.
    let off = if random.index(8) == 0 { random.magnitude(-7, -6) } else { 0.0 };
    let place = |frame: &[[f64; D]; D], at: &[f64; D]| {
        let mut matrix = rotation::<T, D>(frame);
        if D == 2 {
            // To the last bit, as from an angle.
            (matrix[(0, 1)], matrix[(1, 1)]) = (-matrix[(1, 0)], matrix[(0, 0)]);
        }
        matrix[(0, 1)] = T::narrowed(matrix[(0, 1)].wide() + off);
        Pose::new(matrix, vector::<T, D>(at)).unwrap()
    };
    [place(frames[0], &at), place(frames[1], &add_scaled(&at, &aside, 1.0))]
}

fn far<const D: usize>(random: &mut Random) -> [f64; D] {
    if random.index(4) == 0 { scaled(&random.direction(), random.magnitude(0, 2)) } else { [0.0; D] }
}

fn half<const D: usize>(random: &mut Random) -> [f64; D] {
    std::array::from_fn(|_| if random.index(10) == 0 { random.magnitude(-3, 0) } else { random.uniform(0.3, 1.5) })
}

fn narrowed<T: Float, const D: usize>(vertices: Vec<[f64; D]>) -> Vec<[f64; D]> {
    vertices.into_iter().map(|p| p.map(|x| T::narrowed(x).wide())).collect()
}

fn corners<const D: usize>(half: &[f64; D]) -> Vec<[f64; D]> {
    (0..1 << D)
        .map(|k: u32| std::array::from_fn(|axis| if k >> axis & 1 == 0 { half[axis] } else { -half[axis] }))
        .collect()
}

#[test]
fn boxes_touch_where_their_faces_do() {
    in_both_precisions! {
        let mut tally = Tally::default();
        for seed in 0..campaign(1_000) {
            let random = &mut Random::of_campaign(seed);
            let mut halves = [half::<3>(random), half(random)];
            if random.index(4) == 0 {
                halves[1] = halves[0];
            }
            let own = halves.map(|half| narrowed::<T, 3>(corners(&half)));
            let first = random.frame();
            let second = beside(random, &first);
            let at = far(random);
            let poses = placed::<T, 3>(random, &own, [&first, &second], at);
            let body = |k: usize| Cuboid::new(vector::<T, 3>(&own[k][0])).unwrap().posed(poses[k]).unwrap();
            let (a, b, prediction) = (body(0), body(1), PREDICTIONS[random.index(3)]);
            let what = format!("{:?}, seed {seed}, {prediction}: {a:?} {b:?}", T::PRECISION);
            check([&a, &b], &own, prediction, &what, &mut tally);
            let [any_a, any_b] = [a, b].map(Shape3::new);
            assert_eq!(manifold(&a, &b, T::narrowed(prediction)), manifold(&any_a, &any_b, T::narrowed(prediction)), "{what}");
            let large = |k: usize| {
                let pose = Pose::new(*poses[k].matrix(), poses[k].translation() * 16.0).unwrap();
                Cuboid::new(vector::<T, 3>(&own[k][0]) * 16.0).unwrap().posed(pose).unwrap()
            };
            let pair = [manifold(&a, &b, T::narrowed(prediction)), manifold(&large(0), &large(1), T::narrowed(16.0 * prediction))];
            if let [Some(small), Some(large)] = pair.map(gjk::Within::near) {
                assert_eq!((small.normal, names(&small)), (large.normal, names(&large)), "{what}");
                assert!(small.points().iter().zip(large.points()).all(|(p, q)| p.separation * 16.0 == q.separation), "{what}");
            }
        }
        println!("{tally:?}");
        let Tally { near, closed, same, snapped } = tally;
        assert!(near > 300 && closed * 2 > near && same * 100 > near * 95 && snapped > 0, "{tally:?}");
    }
}

#[test]
fn polygons_touch_where_their_edges_do() {
    in_both_precisions! {
        let [mut polygons, mut boxes] = [Tally::default(), Tally::default()];
        for seed in 0..campaign(1_000) {
            let random = &mut Random::of_campaign(seed);
            let mut regular = |count: usize| {
                let half = half::<2>(random);
                let corner = |k: usize| {
                    let angle = (f64::from(u32::try_from(k).unwrap()) + random.uniform(0.0, 0.7)) * std::f64::consts::TAU;
                    let angle = angle / f64::from(u32::try_from(count).unwrap());
                    [half[0] * angle.cos(), half[1] * angle.sin()]
                };
                narrowed::<T, 2>((0..count).map(corner).collect())
            };
            let own = [regular(3 + seed as usize % 6), regular(3 + seed as usize / 6 % 6)];
            let first = random.frame();
            let second = beside(random, &first);
            let at = far(random);
            let poses = placed::<T, 2>(random, &own, [&first, &second], at);
            let body = |k: usize| Polygon::new(own[k].iter().map(point::<T, 2>)).unwrap().posed(poses[k]).unwrap();
            let (a, b, prediction) = (body(0), body(1), PREDICTIONS[random.index(3)]);
            let what = format!("{:?}, seed {seed}, {prediction}: {a:?} {b:?}", T::PRECISION);
            check([&a, &b], &own, prediction, &what, &mut polygons);
            let any = manifold(&Shape2::new(a.clone()), &Shape2::new(b.clone()), T::narrowed(prediction));
            assert_eq!(manifold(&a, &b, T::narrowed(prediction)), any, "{what}");
            let half = [half::<2>(random), half(random)].map(|half| half.map(|x| T::narrowed(x).wide()));
            let own = half.map(|half| corners(&half));
            let poses = placed::<T, 2>(random, &own, [&first, &second], at);
            let body = |k: usize| Cuboid::new(vector::<T, 2>(&half[k])).unwrap().posed(poses[k]).unwrap();
            check([&body(0), &body(1)], &own, prediction, &what, &mut boxes);
        }
        for tally in [polygons, boxes] {
            println!("{tally:?}");
            let Tally { near, closed, same, .. } = tally;
            assert!(near > 350 && closed * 2 > near && same * 100 > near * 98, "{tally:?}");
        }
    }
}

/// Stacked boxes of one size: edges lie on each other, up to rounding, and no point is lost.
#[test]
fn boxes_of_one_size_that_are_stacked_have_four_points() {
    in_both_precisions! {
        for seed in 0..campaign(300) {
            let random = &mut Random::of_campaign(seed);
            let cube = Cuboid::new(vector::<T, 3>(&half(random))).unwrap();
            let turn = vector::<T, 3>(&scaled(&random.direction::<3>(), random.uniform(0.0, 3.0)));
            let scene = Isometry3::new(vector::<T, 3>(&far(random)), turn);
            let sunk = cube.half_extents().min() * T::narrowed(random.magnitude(-4, -2));
            let lift = cube.half_extents().y * T::narrowed(2.0) - sunk;
            let off = vector::<T, 3>(&scaled(&random.direction::<3>(), T::PRECISION.epsilon() * random.uniform(0.0, 4.0)));
            let above = scene * Isometry3::new(Vector3::new(T::narrowed(0.0), lift, T::narrowed(0.0)) + off, Vector3::zeros());
            let (low, high) = (cube.posed(scene).unwrap(), cube.posed(above).unwrap());
            let found = manifold(&low, &high, T::narrowed(0.01)).near().unwrap();
            assert_eq!(found.points().len(), 4, "{seed}: {found:?}");
            let mut spread = SVector::<f64, 3>::zeros();
            for p in found.points() {
                for k in 0..3 {
                    spread[k] += p.local_points[0][k].wide().signum() * f64::from(u8::from(k != 1));
                }
            }
            assert_eq!(spread, SVector::<f64, 3>::zeros(), "{seed}: {found:?}");
        }
    }
}

/// The poses of a shape on top of another, in a scene that is turned, or not, and somewhere.
fn stacked<T: Float>(random: &mut Random, turn: f64, above: [f64; 2]) -> [Pose<T, 2>; 2] {
    let (sin, cos) = turn.sin_cos();
    let (axes, at) = ([[cos, sin], [-sin, cos]], far(random));
    let there = add_scaled(&add_scaled(&at, &axes[0], above[0]), &axes[1], above[1]);
    [at, there].map(|at| Pose::new(rotation::<T, 2>(&axes), vector::<T, 2>(&at)).unwrap())
}

/// Edges of one length on each other: their ends coincide, up to rounding, and no point is lost.
#[test]
fn edges_that_coincide_have_two_points() {
    in_both_precisions! {
        let mut tally = Tally::default();
        for seed in 0..campaign(300) {
            let random = &mut Random::of_campaign(seed);
            let half = half::<2>(random).map(|x| T::narrowed(x).wide());
            let off = T::PRECISION.epsilon() * random.uniform(-4.0, 4.0);
            let turn = [0.0, std::f64::consts::FRAC_PI_4, std::f64::consts::FRAC_PI_2, random.uniform(0.0, 3.0)];
            let sunk = half[1] * random.magnitude(-3, -2);
            let poses = stacked::<T>(random, turn[seed as usize % 4], [off, 2.0 * half[1] - sunk]);
            let [low, high] = poses.map(|pose| Cuboid::new(vector::<T, 2>(&half)).unwrap().posed(pose).unwrap());
            let what = format!("{:?}, seed {seed}: {low:?} {high:?}", T::PRECISION);
            let own = [corners(&half), corners(&half)];
            check([&low, &high], &own, 0.2, &what, &mut tally);
            let found = manifold(&low, &high, T::narrowed(0.2)).near().unwrap();
            let [p, q] = found.points() else { panic!("{found:?}: {what}") };
            assert_ne!(p.id, q.id, "{what}");
            if half[0] > 2.0 * half[1] {
                let sides = [p, q].map(|p| p.local_points.map(|p| p.x.wide().signum()));
                assert!(sides[0][0] == -sides[1][0] && sides[0][1] == -sides[1][1], "{found:?}: {what}");
            }
        }
        assert!(tally.closed * 10 > tally.near * 9, "{tally:?}");
    }
}

/// Two edges are equally steep where a corner stands on an edge: either is opposite.
#[test]
fn a_square_on_its_corner_has_one_point_or_one_edge() {
    in_both_precisions! {
        let mut tallies = [Tally::default(), Tally::default()];
        let (square, diamond) = (corners(&[1.0, 1.0]), vec![[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]);
        for seed in 0..campaign(200) {
            let random = &mut Random::of_campaign(seed);
            let turn = [0.0, std::f64::consts::FRAC_PI_4, std::f64::consts::PI][seed as usize % 3];
            let aside = [0.0, 0.5, 1.0, -1.0, random.uniform(-1.5, 1.5)][seed as usize % 5];
            let poses = stacked::<T>(random, turn, [aside, [1.99, 2.01, 1.5][seed as usize / 3 % 3]]);
            let polygon = |own: &Vec<[f64; 2]>| Polygon::new(own.iter().map(point::<T, 2>)).unwrap();
            // Counter-clockwise.
            let own = [vec![square[0], square[1], square[3], square[2]], diamond.clone()];
            let (low, high) = (polygon(&own[0]).posed(poses[0]).unwrap(), polygon(&own[1]).posed(poses[1]).unwrap());
            for prediction in [0.0, 0.02, 0.8] {
                let tally = &mut tallies[usize::from(prediction > 0.1)];
                let what = format!("{:?}, seed {seed}, {prediction}: {low:?} {high:?}", T::PRECISION);
                check([&low, &high], &own, prediction, &what, tally);
                check([&high, &low], &[own[1].clone(), own[0].clone()], prediction, &what, tally);
            }
        }
        println!("{tallies:?}");
        // The edge opposite may be the other one.
        let [few, all] = &tallies;
        assert!(few.closed == few.near && few.same * 2 > few.near && all.closed == all.near, "{tallies:?}");
    }
}

/// Of an edge that is as short as rounding the normal may be any, and a box without width has edges without length.
#[test]
fn edges_without_length_are_not_opposite() {
    in_both_precisions! {
        let (mut tally, mut cut_off, mut thin) = (Tally::default(), 0, 0);
        for seed in 0..campaign(500) {
            let before = tally.near;
            let random = &mut Random::of_campaign(seed);
            let cut = T::PRECISION.epsilon() * [1.0, 8.0, 100.0, 1e4][seed as usize % 4];
            let polygon = vec![[1.0, -1.0], [1.0, 1.0 - cut], [1.0 - cut, 1.0], [cut - 1.0, 1.0], [-1.0, 1.0 - cut], [-1.0, -1.0]];
            let own = narrowed::<T, 2>(polygon);
            let (first, at) = (random.frame(), far(random));
            let second = beside(random, &first);
            let prediction = PREDICTIONS[random.index(3)];
            let twice = [own.clone(), own];
            let poses = placed::<T, 2>(random, &twice, [&first, &second], at);
            let body = |k: usize| Polygon::new(twice[k].iter().map(point::<T, 2>)).ok()?.posed(poses[k]).ok();
            // Some are refused: three vertices seem to be on a line.
            if let (Some(a), Some(b)) = (body(0), body(1)) {
                let what = format!("{:?}, seed {seed}, {prediction}: {a:?} {b:?}", T::PRECISION);
                check([&a, &b], &twice, prediction, &what, &mut tally);
            }
            let short = tally.near;
            let halves = [[1.0, 0.0], [T::narrowed(random.uniform(0.2, 2.0)).wide(), T::narrowed(half::<2>(random)[1]).wide()]];
            let own = halves.map(|half| corners(&half));
            let poses = placed::<T, 2>(random, &own, [&first, &second], at);
            let body = |k: usize| Cuboid::new(vector::<T, 2>(&halves[k])).unwrap().posed(poses[k]).unwrap();
            let (a, b) = (body(0), body(1));
            let what = format!("{:?}, seed {seed}, {prediction}: {a:?} {b:?}", T::PRECISION);
            check([&a, &b], &own, prediction, &what, &mut tally);
            if let Some(found) = manifold(&a, &b, T::narrowed(prediction)).near() {
                let ids = names(&found);
                assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{found:?}: {what}");
            }
            (cut_off, thin) = (cut_off + short - before, thin + tally.near - short);
        }
        println!("{cut_off}, {thin}, {tally:?}");
        assert!(cut_off > 50 && thin > 100 && tally.closed * 2 > tally.near, "{cut_off}, {thin}, {tally:?}");
    }
}

/// A manifold needs no verdict, so faces that touch up to rounding need no search.
#[test]
fn faces_that_touch_need_no_search() {
    in_both_precisions! {
        let (square, cube) = (Cuboid::<T, 2>::new([1.0 as T; 2]).unwrap(), Cuboid::<T, 3>::new([1.0 as T; 3]).unwrap());
        for ulps in -3_i32..=3 {
            let up = T::narrowed(2.0 + f64::from(ulps) * T::PRECISION.epsilon());
            let above = square.posed([T::narrowed(0.25), up]).unwrap();
            let flat = manifold(&square, &above, T::narrowed(0.01)).near().unwrap();
            let above = cube.posed([T::narrowed(0.25), up, T::narrowed(0.5)]).unwrap();
            let solid = manifold(&cube, &above, T::narrowed(0.01)).near().unwrap();
            assert_eq!([flat.points().len(), solid.points().len()], [2, 4], "{ulps}: {flat:?} {solid:?}");
            assert_eq!([flat.evaluations, solid.evaluations], [0, 0], "{ulps}: {flat:?} {solid:?}");
        }
    }
}

/// Apart, the best of the axes is the normal only where the points along it are inside both faces.
#[test]
fn boxes_that_are_nearest_at_corners_have_one_point() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let (low, high) = (cube.posed(Vector3::zeros()).unwrap(), cube.posed(Vector3::new(2.3, 2.4, 2.1)).unwrap());
    let found = manifold(&low, &high, 1.0).near().unwrap();
    assert!((found.points()[0].separation - 0.26_f64.sqrt()).abs() < 1e-15, "{found:?}");
    let (low, high) = (square.posed(Vector2::zeros()).unwrap(), square.posed(Vector2::new(2.3, 2.4)).unwrap());
    let found = manifold(&low, &high, 1.0).near().unwrap();
    assert_eq!(found.points().len(), 1, "{found:?}");
    assert!((found.points()[0].separation - 0.5_f64).abs() < 1e-15, "{found:?}");
}

/// A distance from frame to frame equals the distance of a cold start, whatever the cache says.
#[test]
fn polygons_are_as_far_apart_as_without_a_cache() {
    in_both_precisions! {
        let (mut warm, mut asked) = (0, 0);
        for seed in 0..campaign(200) {
            let random = &mut Random::of_campaign(seed);
            let corner = |k: u32, of: u32| {
                let (sin, cos) = (f64::from(k) / f64::from(of) * std::f64::consts::TAU).sin_cos();
                [cos, sin]
            };
            let [m, n] = [3 + seed as u32 % 6, 3 + seed as u32 / 6 % 6];
            let polygon = |of: u32| Polygon::new((0..of).map(|k| point::<T, 2>(&corner(k, of)))).unwrap();
            let (a, b) = (polygon(m).posed(vector::<T, 2>(&far(random))).unwrap(), polygon(n));
            let way: [f64; 2] = random.direction();
            let mut cache = Cache::new();
            if random.index(4) == 0 {
                // Somebody else's.
                let other = b.clone().posed(vector::<T, 2>(&random.direction())).unwrap();
                Query::new().with_cache(&mut cache).intersects(&other, &b);
            }
            for frame in 0..20 {
                let t = f64::from(frame);
                let gap = [2.0 + 1e-4 * t, 2.3 - 0.03 * t, 2.5, 9.0][seed as usize % 4];
                let at = add_scaled(&wide(a.pose().translation()), &way, gap);
                let turn = random.frame_near(&[[1.0, 0.0], [0.0, 1.0]], 0.02 * t);
                let there = b.clone().posed(Pose::new(rotation::<T, 2>(&turn), vector::<T, 2>(&at)).unwrap()).unwrap();
                let found = Query::new().with_cache(&mut cache).distance(&a, &there);
                let cold = distance(&a, &there);
                let accuracy = BOUND * T::PRECISION.epsilon() * (norm(&at) + 2.0);
                assert_eq!(found.intersects(), cold.intersects(), "{seed}, {frame}");
                assert!((found.distance - cold.distance).wide().abs() <= accuracy, "{seed}, {frame}: {found:?} {cold:?}");
                let apart = wide(&(found.points[1] - found.points[0]));
                assert!((norm(&apart) - found.distance.wide()).abs() <= accuracy, "{seed}, {frame}: {found:?}");
                let all: Vec<[VertexId; 2]> = found.feature.vertices().map(|vertex| vertex.ids).collect();
                assert!(found.intersects() || (1..=2).contains(&all.len()), "{seed}, {frame}: {found:?}");
                (warm, asked) = (warm + u32::from(found.evaluations == 1), asked + 1);
            }
        }
        println!("{warm} of {asked}");
        assert!(warm * 2 > asked, "{warm} of {asked}");
    }
}

/// A box without a pose is measured from a point of the other shape.
#[test]
fn a_box_at_the_origin_is_as_far_away_as_without_a_cache() {
    in_both_precisions! {
        let (mut warm, mut asked) = (0, 0);
        for seed in 0..campaign(200) {
            let random = &mut Random::of_campaign(seed);
            let block = Cuboid::new(vector::<T, 2>(&half(random))).unwrap();
            let other = Cuboid::new(vector::<T, 2>(&half(random))).unwrap();
            let (way, frame) = (random.direction::<2>(), random.frame::<2>());
            let mut cache = Cache::new();
            for step in 0..10 {
                let at = scaled(&way, 6.0 - 0.05 * f64::from(step));
                let there = other.posed(Pose::new(rotation::<T, 2>(&frame), vector::<T, 2>(&at)).unwrap()).unwrap();
                let found = Query::new().with_cache(&mut cache).distance(&there, &block);
                let off = (found.distance - distance(&there, &block).distance).wide().abs();
                assert!(off <= BOUND * T::PRECISION.epsilon() * 12.0, "{seed}, {step}: {off:e}");
                (warm, asked) = (warm + u32::from(found.evaluations == 1), asked + 1);
            }
        }
        assert!(warm * 2 > asked, "{warm} of {asked}");
    }
}
